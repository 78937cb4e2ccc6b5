//! The course of a session has the acts that stand, with the number each of them
//! had, whichever way the session came to them.

use proptest::prelude::*;
use qbcoach::sessions::history::Change;
use qbcoach::sessions::{Game, Moment, Played, SessionId};

use crate::counter::{Counter, CounterAction, CounterSetup};
use crate::folder::Folder;
use crate::history::{lines, published, setup};
use crate::table::{Table, life, run};

/// `SEQ=NUMBER` for each act.
fn course(moment: &Moment<Counter>) -> Vec<String> {
    let marks = moment.course.marks().into_iter();
    marks
        .map(|mark| format!("{}={}", mark.seq, mark.standing))
        .collect()
}

/// A session goes through the lines, and then has this course: now, as of its `seq`,
/// and in its next life.
#[track_caller]
fn check(setup: &CounterSetup, lines: &[&str], expected: &str) {
    let folder = Folder::new();
    let expected: Vec<&str> = expected.split_whitespace().collect();
    let id = life(&folder, async |table| {
        let id = table.create(setup).await;
        for line in lines {
            table.does(id, line).await.expect("it is allowed");
        }
        let now = table.sessions.moment(id, None).await.expect("it is there");
        assert_eq!(course(&now), expected);
        id
    });
    life(&folder, async |table| {
        let now = table.sessions.moment(id, None).await.expect("it is there");
        assert_eq!(course(&now), expected, "in its next life");
    });
}

#[test]
fn it_has_every_act_and_how_it_stood_after_it() {
    check(&CounterSetup::ALONE, &["add 1", "add 10"], "1=1 2=11");
}

#[test]
fn the_programs_own_acts_are_in_it() {
    check(
        &CounterSetup::ANSWERED,
        &["add 1", "add 2"],
        "1=1 2=101 3=103 4=203",
    );
}

#[test]
fn what_was_taken_back_is_not_in_it_and_the_rest_keeps_its_numbers() {
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
fn nothing_is_left_of_it_when_all_is_taken_back() {
    check(&CounterSetup::ALONE, &["add 1", "add 2", "undo 2"], "");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    /// A stack of the acts is all there is to it.
    #[test]
    fn at_every_point_it_has_what_stood_then(setup in setup(), lines in lines()) {
        run(async {
            let table = Table::new();
            let shown = published(&table, &setup, &lines).await;
            let id = SessionId::new(1);
            let history = table.sessions.history(id).await.expect("it is there");
            let repeated = history.moments_from(&(), history.created).expect("it can be repeated");
            let mut standing: Vec<String> = Vec::new();
            for (moment, again) in shown.iter().zip(&repeated) {
                let change = moment.seq.checked_sub(1).map(|at| &history.entries[at as usize].change);
                match change {
                    None => {}
                    Some(Change::Act(_)) => standing.push(format!("{}={}", moment.seq, moment.game.value)),
                    Some(Change::Undo(count)) => standing.truncate(standing.len() - *count as usize),
                }
                let then = table.sessions.moment(id, Some(moment.seq)).await.expect("it was");
                for moment in [moment, again, &then] {
                    prop_assert_eq!(course(moment), standing.clone(), "after {} events", moment.seq);
                }
            }
            Ok(())
        })?;
    }
}

/// One act may hold the one before it, but not on the stack.
#[test]
fn the_longest_session_ends_without_a_fall() {
    let counter = Counter::begin(&(), &CounterSetup::ALONE).expect("it begins");
    let mut played = Played::beginning(counter.clone());
    for seq in 1..=200_000 {
        let action = CounterAction::Add(0);
        played = played.course.then(seq, &action, counter.clone(), &[0]);
    }
    assert_eq!(played.course.marks().len(), 200_000);
    drop(played);
}
