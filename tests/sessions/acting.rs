//! Acting: in order, at the expected point, by the program too, and refused
//! without a trace.

use qbcoach::sessions::{SessionError, SessionId};

use crate::counter::{BelowZero, CounterSetup};
use crate::table::{Table, check, run};

#[test]
fn acts_happen_in_order_and_each_raises_the_sequence_number_by_one() {
    check(
        &CounterSetup::ALONE,
        "add 3 => 1=3
         add 4 => 2=7
         add -7 => 3=0",
    );
}

#[test]
fn what_the_rules_refuse_changes_nothing() {
    check(
        &CounterSetup::ALONE,
        "add -1 => -1 is below zero
         add 5 => 1=5
         add -6 => -1 is below zero
         add -5 => 2=0",
    );
}

#[test]
fn an_act_for_another_point_of_the_session_is_refused() {
    check(
        &CounterSetup::ALONE,
        "add 1 if 1 => the session has moved on to 0
         add 1 if 0 => 1=1
         add 1 if 0 => the session has moved on to 1
         undo 1 if 0 => the session has moved on to 1
         undo 1 if 1 => 2=0
         add 7 if 1 => the session has moved on to 2
         add 7 if 2 => 3=7",
    );
}

#[test]
fn the_point_is_looked_at_before_the_rules_are_asked() {
    check(
        &CounterSetup::ALONE,
        "add -1 if 4 => the session has moved on to 0",
    );
}

#[test]
fn the_program_answers_each_act_and_the_caller_sees_every_step() {
    check(
        &CounterSetup::ANSWERED,
        "add 1 => 1=1 2=101
         add -200 => -99 is below zero
         add 2 if 2 => 3=103 4=203",
    );
    let thrice = CounterSetup {
        answers: 3,
        ..CounterSetup::ALONE
    };
    check(&thrice, "add 1 => 1=1 2=101 3=201 4=301");
}

#[test]
fn the_program_has_the_first_move_before_anybody_sees_the_session() {
    run(async {
        let table = Table::new();
        let setup = CounterSetup {
            begins: true,
            ..CounterSetup::ANSWERED
        };
        let created = table.sessions.create(|_| Ok(setup)).await;
        let now = created.expect("it begins").now;
        assert_eq!((now.seq, now.game.value), (1, 100));
    });
}

#[test]
fn a_setup_that_is_refused_makes_no_session() {
    run(async {
        let table = Table::new();
        let setup = CounterSetup {
            start: -3,
            ..CounterSetup::ALONE
        };
        let refused = table.sessions.create(|_| Ok(setup)).await;
        assert!(matches!(refused, Err(SessionError::Refused(BelowZero(-3)))));
        let refused = table.sessions.create(|_| Err(BelowZero(-4))).await;
        assert!(matches!(refused, Err(SessionError::Refused(BelowZero(-4)))));
        assert_eq!(table.sessions.number(), 0);
        assert_eq!(table.sessions.list().await.expect("a list"), []);
    });
}

#[test]
fn a_setup_is_told_the_number_of_its_session() {
    run(async {
        let table = Table::new();
        for number in 1..=3 {
            let mut told = None;
            let setup = |id: SessionId| {
                told = Some(id);
                Ok(CounterSetup::ALONE)
            };
            let created = table.sessions.create(setup).await.expect("it begins");
            assert_eq!(created.now.session, SessionId::new(number));
            assert_eq!(told, Some(SessionId::new(number)));
        }
    });
}

#[test]
fn what_happens_is_told_with_the_step_it_happened_in() {
    run(async {
        let table = Table::new();
        let id = table.create(&CounterSetup::ANSWERED).await;
        let acted = table.add(id, 7).await.expect("it is allowed");
        let events: Vec<_> = acted.steps.into_iter().map(|step| step.events).collect();
        assert_eq!(events, [[7], [100]]);
    });
}

#[test]
fn the_names_of_sessions_are_s_and_a_number() {
    for (text, number) in [
        ("s1", Some(1)),
        ("s205", Some(205)),
        ("s9223372036854775807", Some(i64::MAX as u64)),
    ] {
        let read: Result<SessionId, _> = text.parse();
        assert_eq!(read.ok().map(SessionId::number), number, "{text}");
        assert_eq!(SessionId::new(number.unwrap_or_default()).to_string(), text);
    }
    for text in [
        "",
        "s",
        "1",
        "s0",
        "s01",
        "s-1",
        "s+1",
        "S1",
        "s1 ",
        "s9223372036854775808",
    ] {
        let read: Result<SessionId, _> = text.parse();
        assert!(read.is_err(), "`{text}` names a session");
    }
}
