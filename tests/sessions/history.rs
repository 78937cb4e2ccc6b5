//! What a session was at any point of it is what everybody was shown then.

use std::sync::Arc;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use qbcoach::sessions::history::{Change, Entry, History};
use qbcoach::sessions::{Moment, SessionError, SessionId};

use crate::counter::{Counter, CounterAction, CounterSetup};
use crate::table::{Table, check_in, run, seen};

/// Additions that may be refused, failures, and taking back that may be too much.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (-9..30_i64).prop_map(|number| format!("add {number}")),
        3 => (0..5_u64).prop_map(|count| format!("undo {count}")),
        1 => (-9..9_i64).prop_map(|number| format!("trip {number}")),
        1 => Just("fall".to_owned()),
    ]
}

pub fn lines() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(line(), 0..40)
}

pub fn setup() -> impl Strategy<Value = CounterSetup> {
    (0..9_i64, 0..3_u32, any::<bool>()).prop_map(|(start, answers, begins)| CounterSetup {
        start,
        answers,
        begins,
    })
}

/// Goes through the lines and keeps every moment that was shown.
pub async fn published(
    table: &Table,
    setup: &CounterSetup,
    lines: &[String],
) -> Vec<Arc<Moment<Counter>>> {
    let id = table.create(setup).await;
    let history = table.sessions.history(id).await.expect("it is there");
    let mut shown = Vec::new();
    for seq in 0..=history.seq() {
        shown.push(table.sessions.moment(id, Some(seq)).await.expect("it was"));
    }
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let number = || words[1].parse::<i64>().expect("a number");
        let acted = match words[0] {
            "add" => table.add(id, number()).await,
            "undo" => table.sessions.undo(id, number() as u64, None).await,
            "trip" => {
                let action = CounterAction::AddAndTrip(number());
                table.sessions.act(id, &action, None).await
            }
            _ => table.sessions.act(id, &CounterAction::Fall, None).await,
        };
        for step in acted.into_iter().flat_map(|acted| acted.steps) {
            shown.push(step.after);
        }
    }
    shown
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn what_it_was_after_so_many_events_is_what_was_published_then(
        setup in setup(), lines in lines()
    ) {
        run(async {
            let table = Table::new();
            let shown = published(&table, &setup, &lines).await;
            let id = SessionId::new(1);
            let numbers: Vec<u64> = shown.iter().map(|moment| moment.seq).collect();
            let every: Vec<u64> = (0..shown.len() as u64).collect();
            prop_assert_eq!(numbers, every, "each change raises it by one");
            for then in &shown {
                let moment = table.sessions.moment(id, Some(then.seq)).await.expect("it was");
                prop_assert_eq!(moment.seq, then.seq);
                prop_assert_eq!(&moment.game, &then.game, "after {} events", then.seq);
            }
            let beyond = table.sessions.moment(id, Some(shown.len() as u64)).await;
            let beyond = matches!(beyond, Err(SessionError::NoSuchSeq { .. }));
            prop_assert!(beyond);
            Ok(())
        })?;
    }

    /// A subscriber with a delay sees what was there that long ago, then all that
    /// came since, and nothing twice.
    #[test]
    fn a_delayed_view_begins_with_what_stood_then(
        setup in setup(), lines in lines(), gaps in proptest::collection::vec(0..3_u64, 200), when in 0..120_u64
    ) {
        run(async {
            let table = Table::new();
            let shown = published(&table, &setup, &lines).await;
            let history = table.sessions.history(SessionId::new(1)).await.expect("it is there");
            // The same history, at times of our choosing.
            let begun = Instant::now() + Duration::from_secs(60);
            let history = retimed(&history, begun, &gaps);
            let when = begun + Duration::from_secs(when) - Duration::from_secs(20);
            let moments = history.moments_from(&(), when).expect("it can be repeated");
            let since = |seq: usize| match seq {
                0 => history.created,
                seq => history.entries[seq - 1].since,
            };
            let stood = (0..shown.len()).rev().find(|seq| since(*seq) <= when);
            let first = stood.unwrap_or(0);
            prop_assert_eq!(moments.len(), shown.len() - first);
            for (moment, then) in moments.iter().zip(&shown[first..]) {
                prop_assert_eq!(moment.seq, then.seq);
                prop_assert_eq!(&moment.game, &then.game);
                prop_assert_eq!(moment.since, since(then.seq as usize));
            }
            Ok(())
        })?;
    }
}

fn retimed(history: &History<Counter>, begun: Instant, gaps: &[u64]) -> History<Counter> {
    let mut at = begun;
    let mut retimed = history.clone();
    retimed.created = begun;
    for (entry, gap) in retimed.entries.iter_mut().zip(gaps.iter().cycle()) {
        at += Duration::from_secs(*gap);
        *entry = Arc::new(Entry {
            since: at,
            ..(**entry).clone()
        });
    }
    retimed
}

#[test]
fn a_number_that_is_not_reached_yet_is_no_moment() {
    run(async {
        let table = Table::new();
        let id = table.create(&CounterSetup::ALONE).await;
        table.add(id, 1).await.expect("it is allowed");
        let beyond = table.sessions.moment(id, Some(2)).await;
        let Err(error) = beyond else {
            panic!("there is no second event");
        };
        assert!(matches!(
            error,
            SessionError::NoSuchSeq { seq: 2, latest: 1 }
        ));
        assert_eq!(
            error.to_string(),
            "the session has 1 events, so there is no 2"
        );
    });
}

#[test]
fn the_latest_moment_is_one_and_the_same_for_everybody() {
    run(async {
        let table = Table::new();
        let id = table.create(&CounterSetup::ALONE).await;
        let acted = table.add(id, 1).await.expect("it is allowed");
        let asked = table.sessions.moment(id, None).await.expect("it is there");
        let by_number = table
            .sessions
            .moment(id, Some(1))
            .await
            .expect("it is there");
        let handle = table.sessions.open(id).await.expect("it is there");
        for other in [
            asked,
            by_number,
            handle.latest(),
            handle.follow().borrow().clone(),
        ] {
            assert!(Arc::ptr_eq(&acted.now, &other));
        }
    });
}

/// What a layer above works out about a moment is worked out once.
#[test]
fn a_moment_keeps_what_is_derived_from_it() {
    run(async {
        let table = Table::new();
        let id = table.create(&CounterSetup::ALONE).await;
        let now = table.sessions.moment(id, None).await.expect("it is there");
        let kept: &std::sync::Mutex<u32> = now.derived();
        *kept.lock().expect("nobody panicked") += 7;
        let again = table.sessions.moment(id, None).await.expect("it is there");
        let again: &std::sync::Mutex<u32> = again.derived();
        assert_eq!(*again.lock().expect("nobody panicked"), 7);
        let next = table.add(id, 1).await.expect("it is allowed").now;
        let fresh: &std::sync::Mutex<u32> = next.derived();
        assert_eq!(*fresh.lock().expect("nobody panicked"), 0);
    });
}

#[test]
fn a_session_that_comes_with_its_history_has_every_point_of_it() {
    run(async {
        let table = Table::new();
        let changes = vec![
            Change::Act(CounterAction::Add(3)),
            Change::Act(CounterAction::Add(4)),
            Change::Undo(1),
            Change::Act(CounterAction::Add(5)),
        ];
        let imported = table.sessions.import(CounterSetup::ALONE, changes).await;
        let now = imported.expect("it can be repeated").now;
        assert_eq!(seen(&now), (4, 8));
        let id = now.session;
        for (seq, value) in [(0, 0), (1, 3), (2, 7), (3, 3), (4, 8)] {
            let moment = table.sessions.moment(id, Some(seq)).await.expect("it was");
            assert_eq!(seen(&moment), (seq, value));
        }
        check_in(&table, id, "undo 2 => 5=0\n add 1 => 6=1").await;
    });
}

/// The event is named by its own number, whatever was taken back before it.
#[test]
fn a_history_that_the_rules_refuse_is_not_taken_in() {
    run(async {
        let table = Table::new();
        let add = |number| Change::Act(CounterAction::Add(number));
        for (changes, event) in [
            (vec![add(1), add(-2)], "event 2"),
            (vec![add(1), Change::Undo(1), add(1), add(-2)], "event 4"),
            // Also where it was taken back: every point of it can be asked for.
            (vec![add(-1), Change::Undo(1)], "event 1"),
            (vec![add(1), Change::Undo(2)], "event 2"),
        ] {
            let refused = table
                .sessions
                .import(CounterSetup::ALONE, changes.clone())
                .await;
            let Err(SessionError::Unreadable { problem, .. }) = refused else {
                panic!("{changes:?} is taken in");
            };
            assert!(problem.contains(event), "{changes:?}: {problem}");
        }
        assert_eq!(table.sessions.number(), 0);
    });
}
