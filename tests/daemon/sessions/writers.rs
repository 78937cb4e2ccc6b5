//! Concurrent writers: each session has one order of events, and none is lost.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use qbcoach_sessions::history::SessionChange;
use qbcoach_sessions::{SessionError, SessionId, SessionLimits};

use crate::sessions::counter::{CounterAction, CounterSetup};
use crate::sessions::counter_sessions::{CounterSessions, LIMITS};
use crate::sessions::folder::Folder;

const SESSIONS: u64 = 8;
const WRITERS: i64 = 6;
const EACH: i64 = 20;

/// A number that identifies the writer and the number of its write.
fn mark(writer: i64, time: i64) -> i64 {
    writer * 1000 + time
}

fn threads() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_time()
        .build()
        .expect("a runtime")
}

/// All writers write to all sessions. Returns the session, seq and number of each
/// answer.
async fn write_all(counters: &Arc<CounterSessions>) -> Vec<(SessionId, u64, i64)> {
    let mut tasks = Vec::new();
    for writer in 0..WRITERS {
        let counters = counters.clone();
        tasks.push(tokio::spawn(async move {
            let mut answers = Vec::new();
            for time in 0..EACH {
                for number in 1..=SESSIONS {
                    let id = SessionId::new(number);
                    let marked = mark(writer, time);
                    let acted = counters.add(id, marked).await.expect("the action is legal");
                    answers.push((id, acted.now.seq, marked));
                }
            }
            answers
        }));
    }
    let mut answers = Vec::new();
    for task in tasks {
        answers.extend(task.await.expect("no writer fails"));
    }
    answers
}

async fn check_written(counters: &Arc<CounterSessions>) {
    for _ in 0..SESSIONS {
        counters.create(&CounterSetup::ALONE).await;
    }
    let answers = write_all(counters).await;
    for number in 1..=SESSIONS {
        let id = SessionId::new(number);
        let history = counters
            .sessions
            .history(id)
            .await
            .expect("the session exists");
        let written: Vec<i64> = history
            .entries
            .iter()
            .map(|entry| match entry.change {
                SessionChange::Act(CounterAction::Add(marked)) => marked,
                ref other => panic!("unexpected {other:?}"),
            })
            .collect();
        assert_eq!(written.len() as i64, WRITERS * EACH, "a write is lost");
        for writer in 0..WRITERS {
            let own = written.iter().filter(|marked| **marked / 1000 == writer);
            let expected: Vec<i64> = (0..EACH).map(|time| mark(writer, time)).collect();
            assert_eq!(
                own.copied().collect::<Vec<_>>(),
                expected,
                "writer {writer}"
            );
        }
        for (_, seq, marked) in answers.iter().filter(|(answered, ..)| *answered == id) {
            assert_eq!(written[*seq as usize - 1], *marked, "event {seq}");
        }
        let stored = counters.stored(id).await.expect("the session is stored");
        assert_eq!(stored.session.seq, history.seq());
        assert_eq!(stored.events.len(), history.entries.len());
        let total: i64 = written.iter().sum();
        assert_eq!(counters.now(id).await, (history.seq(), total));
    }
}

#[test]
fn each_session_keeps_the_order_of_each_writer_and_loses_no_write() {
    let folder = Folder::new();
    let counters = Arc::new(CounterSessions::over(folder.open(), LIMITS));
    threads().block_on(check_written(&counters));
}

/// Sessions are removed from memory between the writes.
#[test]
fn removal_from_memory_between_writes_loses_no_write() {
    let no_idle_time = SessionLimits {
        idle: Duration::ZERO,
        ..LIMITS
    };
    let counters = Arc::new(CounterSessions::with(no_idle_time));
    threads().block_on(check_written(&counters));
}

#[test]
fn of_several_actions_with_the_same_if_seq_exactly_one_succeeds() {
    threads().block_on(async {
        let counters = Arc::new(CounterSessions::new());
        let id = counters.create(&CounterSetup::ALONE).await;
        for round in 0..20 {
            let mut tasks = Vec::new();
            for writer in 0..WRITERS {
                let counters = counters.clone();
                tasks.push(tokio::spawn(async move {
                    let action = CounterAction::Add(writer);
                    counters.sessions.act(id, &action, Some(round)).await
                }));
            }
            let mut acted = 0;
            for task in tasks {
                match task.await.expect("no writer fails") {
                    Ok(_) => acted += 1,
                    Err(SessionError::MovedOn { seq }) => assert_eq!(seq, round + 1),
                    Err(other) => panic!("{other}"),
                }
            }
            assert_eq!(acted, 1);
        }
    });
}

#[test]
fn sessions_created_at_once_have_different_ids() {
    threads().block_on(async {
        let counters = Arc::new(CounterSessions::new());
        let mut tasks = Vec::new();
        for _ in 0..40 {
            let counters = counters.clone();
            tasks.push(tokio::spawn(async move {
                counters.create(&CounterSetup::ALONE).await
            }));
        }
        let mut ids = BTreeSet::new();
        for task in tasks {
            ids.insert(task.await.expect("no writer fails"));
        }
        assert_eq!(ids, (1..=40).map(SessionId::new).collect());
    });
}

/// Writers of a closed or deleted session get an error and do not wait forever.
#[test]
fn a_session_can_be_closed_and_deleted_during_writes() {
    threads().block_on(async {
        let counters = Arc::new(CounterSessions::new());
        let id = counters.create(&CounterSetup::ALONE).await;
        let mut tasks = Vec::new();
        for _ in 0..WRITERS {
            let counters = counters.clone();
            tasks.push(tokio::spawn(async move {
                loop {
                    match counters.add(id, 1).await {
                        Ok(_) | Err(SessionError::Closed) => {}
                        Err(SessionError::Unknown { .. }) => return,
                        Err(other) => panic!("{other}"),
                    }
                }
            }));
        }
        counters
            .sessions
            .close(id)
            .await
            .expect("the session exists");
        let closed = counters
            .sessions
            .moment(id, None)
            .await
            .expect("the session exists");
        tokio::task::yield_now().await;
        let stored = counters.stored(id).await.expect("the session is stored");
        assert_eq!(
            stored.session.seq, closed.seq,
            "a closed session was changed"
        );
        counters
            .sessions
            .delete(id)
            .await
            .expect("the session exists");
        for task in tasks {
            task.await.expect("no writer fails");
        }
    });
}

/// An idle session may receive actions just before it is removed from memory. While it
/// handles them, it must not be loaded a second time.
#[test]
fn a_session_that_is_about_to_be_removed_is_not_loaded_twice() {
    let idle = Duration::from_millis(2);
    // The runtime checks its timers after every task.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .event_interval(1)
        .build();
    runtime.expect("a runtime").block_on(async {
        let counters = CounterSessions::with(SessionLimits { idle, ..LIMITS });
        let id = counters.create(&CounterSetup::ALONE).await;
        for round in 1..=40 {
            counters.now(id).await;
            // This task runs before the session's task.
            tokio::spawn(async {});
            let late = async {
                let begun = Instant::now();
                while begun.elapsed() < idle * 2 {
                    std::hint::spin_loop();
                }
                for _ in 0..round % 8 {
                    tokio::task::yield_now().await;
                }
                counters.add(id, 1).await
            };
            let add = || counters.add(id, 1);
            let (first, second, third, last) = tokio::join!(add(), add(), add(), late);
            for acted in [first, second, third, last] {
                acted.unwrap_or_else(|error| panic!("in round {round}: {error}"));
            }
            assert_eq!(counters.now(id).await, (round * 4, round as i64 * 4));
        }
    });
}
