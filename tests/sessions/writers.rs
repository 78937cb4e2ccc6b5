//! Many writers at once: each session has one order, and nothing is lost.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use qbcoach::sessions::history::Change;
use qbcoach::sessions::{SessionError, SessionId, SessionLimits};

use crate::counter::{CounterAction, CounterSetup};
use crate::folder::Folder;
use crate::table::{LIMITS, Table};

const SESSIONS: u64 = 8;
const WRITERS: i64 = 6;
const EACH: i64 = 20;

/// The number that a writer adds says who adds and for the how manieth time.
fn mark(writer: i64, time: i64) -> i64 {
    writer * 1000 + time
}

fn threads() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_time()
        .build()
        .expect("threads can be had")
}

/// All writers write to all sessions; returns what each was answered.
async fn write_all(table: &Arc<Table>) -> Vec<(SessionId, u64, i64)> {
    let mut tasks = Vec::new();
    for writer in 0..WRITERS {
        let table = table.clone();
        tasks.push(tokio::spawn(async move {
            let mut answers = Vec::new();
            for time in 0..EACH {
                for number in 1..=SESSIONS {
                    let id = SessionId::new(number);
                    let marked = mark(writer, time);
                    let acted = table.add(id, marked).await.expect("it is allowed");
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

async fn check_written(table: &Arc<Table>) {
    for _ in 0..SESSIONS {
        table.create(&CounterSetup::ALONE).await;
    }
    let answers = write_all(table).await;
    for number in 1..=SESSIONS {
        let id = SessionId::new(number);
        let history = table.sessions.history(id).await.expect("it is there");
        let written: Vec<i64> = history
            .entries
            .iter()
            .map(|entry| match entry.change {
                Change::Act(CounterAction::Add(marked)) => marked,
                ref other => panic!("nobody did {other:?}"),
            })
            .collect();
        assert_eq!(written.len() as i64, WRITERS * EACH, "nothing is lost");
        for writer in 0..WRITERS {
            let own = written.iter().filter(|marked| **marked / 1000 == writer);
            let expected: Vec<i64> = (0..EACH).map(|time| mark(writer, time)).collect();
            assert_eq!(
                own.copied().collect::<Vec<_>>(),
                expected,
                "in its own order"
            );
        }
        for (_, seq, marked) in answers.iter().filter(|(answered, ..)| *answered == id) {
            assert_eq!(written[*seq as usize - 1], *marked, "as it was answered");
        }
        let stored = table.stored(id).await.expect("it is stored");
        assert_eq!(stored.session.seq, history.seq());
        assert_eq!(stored.events.len(), history.entries.len());
        let total: i64 = written.iter().sum();
        assert_eq!(table.now(id).await, (history.seq(), total));
    }
}

#[test]
fn each_session_keeps_the_order_of_each_writer_and_loses_nothing() {
    let folder = Folder::new();
    let table = Arc::new(Table::over(folder.open(), LIMITS));
    threads().block_on(check_written(&table));
}

/// The same where sessions leave memory in the middle of it, all the time.
#[test]
fn leaving_memory_between_two_writers_loses_nothing() {
    let hasty = SessionLimits {
        idle: Duration::ZERO,
        ..LIMITS
    };
    let table = Arc::new(Table::with(hasty));
    threads().block_on(check_written(&table));
}

#[test]
fn of_writers_who_expect_the_same_point_exactly_one_acts() {
    threads().block_on(async {
        let table = Arc::new(Table::new());
        let id = table.create(&CounterSetup::ALONE).await;
        for round in 0..20 {
            let mut tasks = Vec::new();
            for writer in 0..WRITERS {
                let table = table.clone();
                tasks.push(tokio::spawn(async move {
                    let action = CounterAction::Add(writer);
                    table.sessions.act(id, &action, Some(round)).await
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
fn sessions_created_at_once_have_different_numbers() {
    threads().block_on(async {
        let table = Arc::new(Table::new());
        let mut tasks = Vec::new();
        for _ in 0..40 {
            let table = table.clone();
            tasks.push(tokio::spawn(async move {
                table.create(&CounterSetup::ALONE).await
            }));
        }
        let mut ids = BTreeSet::new();
        for task in tasks {
            ids.insert(task.await.expect("no writer fails"));
        }
        assert_eq!(ids, (1..=40).map(SessionId::new).collect());
    });
}

/// Deleting or closing while others write: they are told, and nobody waits forever.
#[test]
fn a_session_may_be_closed_and_deleted_under_its_writers() {
    threads().block_on(async {
        let table = Arc::new(Table::new());
        let id = table.create(&CounterSetup::ALONE).await;
        let mut tasks = Vec::new();
        for _ in 0..WRITERS {
            let table = table.clone();
            tasks.push(tokio::spawn(async move {
                loop {
                    match table.add(id, 1).await {
                        Ok(_) | Err(SessionError::Closed) => {}
                        Err(SessionError::Unknown { .. }) => return,
                        Err(other) => panic!("{other}"),
                    }
                }
            }));
        }
        table.sessions.close(id).await.expect("it is there");
        let closed = table.sessions.moment(id, None).await.expect("it is there");
        tokio::task::yield_now().await;
        let stored = table.stored(id).await.expect("it is stored");
        assert_eq!(stored.session.seq, closed.seq, "nothing more happens in it");
        table.sessions.delete(id).await.expect("it is there");
        for task in tasks {
            task.await.expect("no writer fails");
        }
    });
}

/// A session whose time is up finds acts that have just come in. Whoever comes
/// while it serves them must not find it as it was before.
#[test]
fn a_session_that_is_about_to_leave_is_not_fetched_beside_itself() {
    let idle = Duration::from_millis(2);
    // The clock is looked at after every task, so that the time is up in between.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .event_interval(1)
        .build();
    runtime.expect("a runtime can be had").block_on(async {
        let table = Table::with(SessionLimits { idle, ..LIMITS });
        let id = table.create(&CounterSetup::ALONE).await;
        for round in 1..=40 {
            table.now(id).await;
            // Stands before the session in the queue of tasks.
            tokio::spawn(async {});
            let late = async {
                let begun = Instant::now();
                while begun.elapsed() < idle * 2 {
                    std::hint::spin_loop();
                }
                for _ in 0..round % 8 {
                    tokio::task::yield_now().await;
                }
                table.add(id, 1).await
            };
            let add = || table.add(id, 1);
            let (first, second, third, last) = tokio::join!(add(), add(), add(), late);
            for acted in [first, second, third, last] {
                acted.unwrap_or_else(|error| panic!("in round {round}: {error}"));
            }
            assert_eq!(table.now(id).await, (round * 4, round as i64 * 4));
        }
    });
}
