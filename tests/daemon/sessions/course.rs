//! The course of a session has the actions that were not undone, each with its
//! original seq.

use proptest::prelude::*;
use qbcoach_sessions::history::SessionChange;
use qbcoach_sessions::{Game, Moment, Played, SessionId};

use crate::sessions::counter::{Counter, CounterAction, CounterSetup};
use crate::sessions::counter_sessions::{CounterSessions, one_run, run};
use crate::sessions::folder::Folder;
use crate::sessions::history::{lines, published, setup};

/// `SEQ=VALUE` for each action.
fn course(moment: &Moment<Counter>) -> Vec<String> {
    let marks = moment.course.marks().into_iter();
    marks
        .map(|mark| format!("{}={}", mark.seq, mark.standing))
        .collect()
}

/// Runs the lines in a session, which must then have this course, also after a restart.
#[track_caller]
fn check(setup: &CounterSetup, lines: &[&str], expected: &str) {
    let folder = Folder::new();
    let expected: Vec<&str> = expected.split_whitespace().collect();
    let id = one_run(&folder, async |counters| {
        let id = counters.create(setup).await;
        for line in lines {
            counters
                .run_line(id, line)
                .await
                .expect("the action is legal");
        }
        let now = counters
            .sessions
            .moment(id, None)
            .await
            .expect("the session exists");
        assert_eq!(course(&now), expected);
        id
    });
    one_run(&folder, async |counters| {
        let now = counters
            .sessions
            .moment(id, None)
            .await
            .expect("the session exists");
        assert_eq!(course(&now), expected, "after a restart");
    });
}

#[test]
fn the_course_has_every_action_and_the_value_after_it() {
    check(&CounterSetup::ALONE, &["add 1", "add 10"], "1=1 2=11");
}

#[test]
fn the_course_has_the_programs_own_actions() {
    check(
        &CounterSetup::ANSWERED,
        &["add 1", "add 2"],
        "1=1 2=101 3=103 4=203",
    );
}

#[test]
fn undone_actions_are_not_in_the_course_and_the_rest_keep_their_seqs() {
    check(
        &CounterSetup::ALONE,
        &["add 1", "add 10", "undo 1", "add 2", "add 3", "undo 1"],
        "1=1 4=3",
    );
    check(
        &CounterSetup::ANSWERED,
        &["add 1", "undo 1", "add 2", "add 3", "undo 1"],
        "4=2 5=102",
    );
}

#[test]
fn the_course_is_empty_when_all_actions_are_undone() {
    check(&CounterSetup::ALONE, &["add 1", "add 2", "undo 2"], "");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    /// The expected course is a stack: an action is pushed, an undo pops, a redo pushes
    /// what the undos popped.
    #[test]
    fn at_every_seq_the_course_is_that_of_a_stack(setup in setup(), lines in lines()) {
        run(async {
            let counters = CounterSessions::new();
            let shown = published(&counters, &setup, &lines).await;
            let id = SessionId::new(1);
            let history = counters.sessions.history(id).await.expect("the session exists");
            let repeated = history.moments_from(&(), history.created).expect("the history can be replayed");
            let mut stack: Vec<String> = Vec::new();
            let mut undone: Vec<String> = Vec::new();
            for (moment, again) in shown.iter().zip(&repeated) {
                let change = moment.seq.checked_sub(1).map(|at| &history.entries[at as usize].change);
                match change {
                    None => {}
                    Some(SessionChange::Act(_)) => {
                        stack.push(format!("{}={}", moment.seq, moment.game.value));
                        undone.clear();
                    }
                    Some(SessionChange::Undo(count)) => {
                        for _ in 0..*count {
                            undone.extend(stack.pop());
                        }
                    }
                    Some(SessionChange::Redo(count)) => {
                        for _ in 0..*count {
                            stack.extend(undone.pop());
                        }
                    }
                }
                let then = counters.sessions.moment(id, Some(moment.seq)).await.expect("the event exists");
                for moment in [moment, again, &then] {
                    prop_assert_eq!(course(moment), stack.clone(), "after {} events", moment.seq);
                }
            }
            Ok(())
        })?;
    }
}

/// The actions are a linked list, which must not be dropped recursively.
#[test]
fn dropping_a_long_course_does_not_overflow_the_stack() {
    let counter = Counter::begin(&(), &CounterSetup::ALONE).expect("the session begins");
    let mut played = Played::beginning(counter.clone());
    for seq in 1..=200_000 {
        let action = CounterAction::Add(0);
        played = played.course.then(seq, &action, counter.clone(), &[0]);
    }
    assert_eq!(played.course.marks().len(), 200_000);
    drop(played);
}
