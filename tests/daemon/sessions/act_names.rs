//! An act that a client names is carried out once, however often it is sent.

use qbcoach_sessions::{ActCondition, ActId, SessionId};

use crate::sessions::counter::{Counter, CounterAction, CounterSetup};
use crate::sessions::counter_sessions::{CounterSessions, one_run, run, shown_steps};
use crate::sessions::folder::Folder;

/// Sends an act under a name, and returns `SEQ=VALUE` for every event of the answer.
async fn add_as(counters: &CounterSessions, id: SessionId, amount: i64, name: &str) -> String {
    let condition = ActCondition {
        if_seq: None,
        act_id: Some(ActId::new(name).expect("the name is short")),
    };
    let read = move |_: &Counter| Ok::<_, String>((CounterAction::Add(amount), ()));
    let acted = counters.sessions.act_with(id, condition, read).await;
    let (acted, ()) = acted.expect("the act is accepted");
    shown_steps(&acted)
}

#[test]
fn an_act_of_the_same_name_is_not_done_twice_and_gets_the_first_answer() {
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ANSWERED).await;
        assert_eq!(add_as(&counters, id, 1, "one").await, "1=1 2=101");
        assert_eq!(add_as(&counters, id, 1, "one").await, "1=1 2=101");
        assert_eq!(add_as(&counters, id, 2, "two").await, "3=103 4=203");
        // Another action under the name is the act that was carried out under it.
        assert_eq!(add_as(&counters, id, 50, "one").await, "1=1 2=101");
        assert_eq!(counters.now(id).await, (4, 203));
    });
}

#[test]
fn names_count_in_their_session_only() {
    run(async {
        let counters = CounterSessions::new();
        let first = counters.create(&CounterSetup::ALONE).await;
        let second = counters.create(&CounterSetup::ALONE).await;
        assert_eq!(add_as(&counters, first, 1, "one").await, "1=1");
        assert_eq!(add_as(&counters, second, 2, "one").await, "1=2");
    });
}

#[test]
fn an_act_that_was_undone_or_whose_session_was_closed_keeps_its_answer() {
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ALONE).await;
        assert_eq!(add_as(&counters, id, 1, "one").await, "1=1");
        counters
            .sessions
            .undo(id, 1, ActCondition::default())
            .await
            .expect("an undo");
        assert_eq!(add_as(&counters, id, 1, "one").await, "1=1");
        counters.sessions.close(id).await.expect("it closes");
        assert_eq!(add_as(&counters, id, 1, "one").await, "1=1");
        assert_eq!(counters.now(id).await, (2, 0));
    });
}

fn named(name: &str) -> ActCondition {
    ActCondition {
        if_seq: None,
        act_id: Some(ActId::new(name).expect("the name is short")),
    }
}

/// Undoes or redoes one act under a name; `SEQ=VALUE` for every event of the answer.
async fn undo_as(counters: &CounterSessions, id: SessionId, name: &str) -> String {
    let undone = counters.sessions.undo(id, 1, named(name)).await;
    shown_steps(&undone.expect("the undo is accepted"))
}

async fn redo_as(counters: &CounterSessions, id: SessionId, name: &str) -> String {
    let redone = counters.sessions.redo(id, 1, named(name)).await;
    shown_steps(&redone.expect("the redo is accepted"))
}

#[test]
fn an_undo_and_a_redo_of_a_name_are_done_once_also_after_a_restart() {
    let folder = Folder::new();
    let id = one_run(&folder, async |counters| {
        let id = counters.create(&CounterSetup::ANSWERED).await;
        assert_eq!(add_as(counters, id, 1, "one").await, "1=1 2=101");
        assert_eq!(add_as(counters, id, 2, "two").await, "3=103 4=203");
        assert_eq!(undo_as(counters, id, "back").await, "5=101");
        assert_eq!(undo_as(counters, id, "back").await, "5=101");
        assert_eq!(redo_as(counters, id, "forth").await, "6=203");
        assert_eq!(redo_as(counters, id, "forth").await, "6=203");
        // A name is one change's, of whichever kind.
        assert_eq!(undo_as(counters, id, "two").await, "3=103 4=203");
        id
    });
    one_run(&folder, async |counters| {
        assert_eq!(undo_as(counters, id, "back").await, "5=101");
        assert_eq!(redo_as(counters, id, "forth").await, "6=203");
        assert_eq!(counters.now(id).await, (6, 203));
    });
}

#[test]
fn a_refused_act_has_used_up_no_name() {
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ALONE).await;
        let condition = ActCondition {
            if_seq: None,
            act_id: Some(ActId::new("one").expect("the name is short")),
        };
        let below = |_: &Counter| Ok::<_, String>((CounterAction::Add(-1), ()));
        let refused = counters.sessions.act_with(id, condition, below).await;
        assert!(refused.is_err());
        assert_eq!(add_as(&counters, id, 1, "one").await, "1=1");
    });
}

#[test]
fn names_survive_a_restart() {
    let folder = Folder::new();
    let id = one_run(&folder, async |counters| {
        let id = counters.create(&CounterSetup::ANSWERED).await;
        assert_eq!(add_as(counters, id, 1, "one").await, "1=1 2=101");
        assert_eq!(add_as(counters, id, 2, "two").await, "3=103 4=203");
        id
    });
    one_run(&folder, async |counters| {
        assert_eq!(add_as(counters, id, 1, "one").await, "1=1 2=101");
        assert_eq!(counters.now(id).await, (4, 203));
    });
}

#[test]
fn a_name_has_1_to_64_characters() {
    for (name, fits) in [
        (String::new(), false),
        ("é".repeat(64), true),
        ("a".repeat(65), false),
        ("a".repeat(1_000_000), false),
    ] {
        assert_eq!(ActId::new(&name).is_ok(), fits, "{} bytes", name.len());
    }
}
