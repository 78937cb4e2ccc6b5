//! The moment of a session at any seq equals the moment that was published then.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use qbcoach_sessions::history::{Entry, History, SessionChange};
use qbcoach_sessions::journal::{DataDir, Journal};
use qbcoach_sessions::{ActCondition, Moment, SessionError, SessionId, Sessions};

use crate::sessions::counter::{Counter, CounterAction, CounterSetup};
use crate::sessions::counter_sessions::{CounterSessions, LIMITS, check_in, run, seq_and_value};
use crate::sessions::folder::Folder;

/// Additions, undos and redos that may be refused, and panics.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (-9..30_i64).prop_map(|number| format!("add {number}")),
        3 => (0..5_u64).prop_map(|count| format!("undo {count}")),
        2 => (0..4_u64).prop_map(|count| format!("redo {count}")),
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

/// Runs the lines and returns every published moment.
pub async fn published(
    counters: &CounterSessions,
    setup: &CounterSetup,
    lines: &[String],
) -> Vec<Arc<Moment<Counter>>> {
    let id = counters.create(setup).await;
    let history = counters
        .sessions
        .history(id)
        .await
        .expect("the session exists");
    let mut shown = Vec::new();
    for seq in 0..=history.seq() {
        shown.push(
            counters
                .sessions
                .moment(id, Some(seq))
                .await
                .expect("the event exists"),
        );
    }
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let number = || words[1].parse::<i64>().expect("a number");
        let acted = match words[0] {
            "add" => counters.add(id, number()).await,
            "undo" => {
                counters
                    .sessions
                    .undo(id, number() as u64, ActCondition::default())
                    .await
            }
            "redo" => {
                counters
                    .sessions
                    .redo(id, number() as u64, ActCondition::default())
                    .await
            }
            "trip" => {
                let action = CounterAction::AddAndTrip(number());
                counters.sessions.act(id, &action, None).await
            }
            _ => counters.sessions.act(id, &CounterAction::Fall, None).await,
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
    fn the_moment_at_every_seq_is_the_published_one(
        setup in setup(), lines in lines()
    ) {
        run(async {
            let counters = CounterSessions::new();
            let shown = published(&counters, &setup, &lines).await;
            let id = SessionId::new(1);
            let numbers: Vec<u64> = shown.iter().map(|moment| moment.seq).collect();
            let every: Vec<u64> = (0..shown.len() as u64).collect();
            prop_assert_eq!(numbers, every, "each change raises the seq by one");
            for then in &shown {
                let moment = counters.sessions.moment(id, Some(then.seq)).await.expect("the event exists");
                prop_assert_eq!(moment.seq, then.seq);
                prop_assert_eq!(&moment.game, &then.game, "after {} events", then.seq);
            }
            let beyond = counters.sessions.moment(id, Some(shown.len() as u64)).await;
            let beyond = matches!(beyond, Err(SessionError::NoSuchSeq { .. }));
            prop_assert!(beyond);
            Ok(())
        })?;
    }

    /// A delayed subscriber gets the moment of that time, then each later one once.
    #[test]
    fn a_delayed_view_begins_with_the_moment_of_that_time(
        setup in setup(), lines in lines(), gaps in proptest::collection::vec(0..3_u64, 200), when in 0..120_u64
    ) {
        run(async {
            let counters = CounterSessions::new();
            let shown = published(&counters, &setup, &lines).await;
            let history = counters.sessions.history(SessionId::new(1)).await.expect("the session exists");
            // The same history with chosen times.
            let begun = Instant::now() + Duration::from_secs(60);
            let history = retimed(&history, begun, &gaps);
            let when = begun + Duration::from_secs(when) - Duration::from_secs(20);
            let moments = history.moments_from::<()>(&(), when).expect("the history can be replayed");
            let since = |seq: usize| match seq {
                0 => history.created,
                seq => history.entries[seq - 1].since,
            };
            let at_that_time = (0..shown.len()).rev().find(|seq| since(*seq) <= when);
            let first = at_that_time.unwrap_or(0);
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
fn a_seq_that_is_not_reached_yet_is_refused() {
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ALONE).await;
        counters.add(id, 1).await.expect("the action is legal");
        let beyond = counters.sessions.moment(id, Some(2)).await;
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
fn all_readers_share_the_latest_moment() {
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ALONE).await;
        let acted = counters.add(id, 1).await.expect("the action is legal");
        let asked = counters
            .sessions
            .moment(id, None)
            .await
            .expect("the session exists");
        let by_number = counters
            .sessions
            .moment(id, Some(1))
            .await
            .expect("the session exists");
        let handle = counters
            .sessions
            .open(id)
            .await
            .expect("the session exists");
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

/// A higher layer can store computed values in a moment.
#[test]
fn a_moment_keeps_derived_values() {
    run(async {
        let journal = Journal::open(&DataDir::Memory).expect("the journal in memory opens");
        let crashes = Folder::new();
        let path = crashes.path.clone();
        let sessions = Sessions::<Counter, Mutex<u32>>::new((), journal, LIMITS, path);
        let created = sessions.create(|_| Ok(CounterSetup::ALONE)).await;
        let id = created.expect("the session is created").now.session;
        let number = |moment: &Moment<Counter, Mutex<u32>>| {
            *moment.derived.lock().expect("no other thread panicked")
        };
        let now = sessions.moment(id, None).await.expect("the session exists");
        *now.derived.lock().expect("no other thread panicked") += 7;
        let again = sessions.moment(id, None).await.expect("the session exists");
        assert_eq!(number(&again), 7);
        let acted = sessions.act(id, &CounterAction::Add(1), None).await;
        assert_eq!(number(&acted.expect("the action is legal").now), 0);
    });
}

#[test]
fn an_imported_session_has_every_moment_of_its_history() {
    run(async {
        let counters = CounterSessions::new();
        let changes = vec![
            SessionChange::Act(CounterAction::Add(3)),
            SessionChange::Act(CounterAction::Add(4)),
            SessionChange::Undo(1),
            SessionChange::Act(CounterAction::Add(5)),
        ];
        let imported = counters.sessions.import(CounterSetup::ALONE, changes).await;
        let now = imported.expect("the history can be replayed").now;
        assert_eq!(seq_and_value(&now), (4, 8));
        let id = now.session;
        for (seq, value) in [(0, 0), (1, 3), (2, 7), (3, 3), (4, 8)] {
            let moment = counters
                .sessions
                .moment(id, Some(seq))
                .await
                .expect("the event exists");
            assert_eq!(seq_and_value(&moment), (seq, value));
        }
        check_in(&counters, id, "undo 2 => 5=0\n add 1 => 6=1").await;
    });
}

/// The error names the seq of the event, also after an undo.
#[test]
fn an_import_that_the_rules_refuse_names_the_event() {
    run(async {
        let counters = CounterSessions::new();
        let add = |number| SessionChange::Act(CounterAction::Add(number));
        for (changes, event) in [
            (vec![add(1), add(-2)], "event 2"),
            (
                vec![add(1), SessionChange::Undo(1), add(1), add(-2)],
                "event 4",
            ),
            // Also if the event is undone later: its moment could be read.
            (vec![add(-1), SessionChange::Undo(1)], "event 1"),
            (vec![add(1), SessionChange::Undo(2)], "event 2"),
        ] {
            let refused = counters
                .sessions
                .import(CounterSetup::ALONE, changes.clone())
                .await;
            let Err(SessionError::Unreadable { problem, .. }) = refused else {
                panic!("{changes:?} was imported");
            };
            assert!(problem.contains(event), "{changes:?}: {problem}");
        }
        assert_eq!(counters.sessions.number(), 0);
    });
}
