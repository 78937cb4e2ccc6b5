//! Actions: their order, `if_seq`, the program's own moves, and refusals.

use qbcoach_sessions::{ActCondition, RequestError, SessionError, SessionId};

use crate::sessions::counter::{BelowZero, Counter, CounterAction, CounterSetup};
use crate::sessions::counter_sessions::{CounterSessions, check, run};

#[test]
fn actions_happen_in_order_and_each_raises_the_seq_by_one() {
    check(
        &CounterSetup::ALONE,
        "add 3 => 1=3
         add 4 => 2=7
         add -7 => 3=0",
    );
}

#[test]
fn a_refused_action_changes_nothing() {
    check(
        &CounterSetup::ALONE,
        "add -1 => -1 is below zero
         add 5 => 1=5
         add -6 => -1 is below zero
         add -5 => 2=0",
    );
}

#[test]
fn an_action_for_another_seq_is_refused() {
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
fn the_seq_is_checked_before_the_rules() {
    check(
        &CounterSetup::ALONE,
        "add -1 if 4 => the session has moved on to 0",
    );
}

#[test]
fn the_program_answers_each_action_and_the_caller_gets_every_step() {
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
fn the_programs_first_move_is_made_when_the_session_is_created() {
    run(async {
        let counters = CounterSessions::new();
        let setup = CounterSetup {
            begins: true,
            ..CounterSetup::ANSWERED
        };
        let created = counters.sessions.create(|_| Ok(setup)).await;
        let now = created.expect("the session begins").now;
        assert_eq!((now.seq, now.game.value), (1, 100));
    });
}

#[test]
fn a_refused_setup_creates_no_session() {
    run(async {
        let counters = CounterSessions::new();
        let setup = CounterSetup {
            start: -3,
            ..CounterSetup::ALONE
        };
        let refused = counters.sessions.create(|_| Ok(setup)).await;
        assert!(matches!(refused, Err(SessionError::Refused(BelowZero(-3)))));
        let refused = counters.sessions.create(|_| Err(BelowZero(-4))).await;
        assert!(matches!(refused, Err(SessionError::Refused(BelowZero(-4)))));
        assert_eq!(counters.sessions.number(), 0);
        assert_eq!(counters.sessions.list().await.expect("a list"), []);
    });
}

#[test]
fn a_setup_gets_the_id_of_its_session() {
    run(async {
        let counters = CounterSessions::new();
        for number in 1..=3 {
            let mut given = None;
            let setup = |id: SessionId| {
                given = Some(id);
                Ok(CounterSetup::ALONE)
            };
            let created = counters
                .sessions
                .create(setup)
                .await
                .expect("the session begins");
            assert_eq!(created.now.session, SessionId::new(number));
            assert_eq!(given, Some(SessionId::new(number)));
        }
    });
}

#[test]
fn each_step_has_its_own_events() {
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ANSWERED).await;
        let acted = counters.add(id, 7).await.expect("the action is legal");
        let events: Vec<_> = acted.steps.into_iter().map(|step| step.events).collect();
        assert_eq!(events, [[7], [100]]);
    });
}

#[test]
fn session_ids_are_s_and_a_number() {
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
        assert!(read.is_err(), "`{text}` was accepted as an id");
    }
}

#[test]
fn an_action_is_read_against_the_state_it_changes() {
    run(async {
        let counters = CounterSessions::new();
        let start = CounterSetup {
            start: 1,
            ..CounterSetup::ALONE
        };
        let id = counters.create(&start).await;
        // Each doubles the number that it reads; a stale reading would give less.
        let double = |game: &Counter| Ok::<_, String>((CounterAction::Add(game.value), ()));
        let doubled = || {
            counters
                .sessions
                .act_with(id, ActCondition::default(), double)
        };
        let (first, second, third) = tokio::join!(doubled(), doubled(), doubled());
        for acted in [first, second, third] {
            acted.expect("the action is legal");
        }
        assert_eq!(counters.now(id).await, (3, 8));
    });
}

#[test]
fn an_action_that_cannot_be_read_changes_nothing() {
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ALONE).await;
        let before = counters.now(id).await;
        let unread = |_: &Counter| Err::<(CounterAction, ()), _>("not an action");
        match counters
            .sessions
            .act_with(id, ActCondition::default(), unread)
            .await
        {
            Err(RequestError::Unread(reason)) => assert_eq!(reason, "not an action"),
            other => panic!("{other:?}"),
        }
        let panics = |_: &Counter| -> Result<(CounterAction, ()), String> { panic!("as wanted") };
        match counters
            .sessions
            .act_with(id, ActCondition::default(), panics)
            .await
        {
            Err(RequestError::Session(SessionError::Crashed { report: None })) => {}
            other => panic!("{other:?}"),
        }
        assert_eq!(counters.now(id).await, before);
        counters.add(id, 1).await.expect("the session goes on");
    });
}
