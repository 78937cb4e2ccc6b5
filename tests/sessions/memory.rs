//! Sessions that nobody asks or watches leave memory and come back as they were.

use std::sync::Arc;
use std::time::Duration;

use qbcoach::sessions::{SessionId, SessionLimits};

use crate::counter::CounterSetup;
use crate::table::{LIMITS, Table, run, seen, until};

fn forgetful() -> Table {
    Table::with(SessionLimits {
        idle: Duration::from_millis(5),
        ..LIMITS
    })
}

async fn until_open(table: &Table, number: usize) {
    let what = format!("{number} sessions are in memory");
    until(&what, || table.sessions.number_open() == number).await;
}

#[test]
fn an_idle_session_leaves_memory_and_comes_back_equal() {
    run(async {
        let table = forgetful();
        let id = table.create(&CounterSetup::ANSWERED).await;
        table.add(id, 1).await.expect("it is allowed");
        table.add(id, 2).await.expect("it is allowed");
        table.sessions.undo(id, 1, None).await.expect("it stands");
        let before = table.sessions.moment(id, None).await.expect("it is there");
        until_open(&table, 0).await;
        let after = table.sessions.moment(id, None).await.expect("it is there");
        assert!(!Arc::ptr_eq(&before, &after), "it came from the journal");
        assert_eq!(after.session, before.session);
        assert_eq!(after.seq, before.seq);
        assert_eq!(after.game, before.game);
        until_open(&table, 0).await;
        for (line, steps) in [("add 7", "6=108 7=208"), ("undo 3", "8=0")] {
            assert_eq!(table.does(id, line).await.expect("it is allowed"), steps);
        }
    });
}

#[test]
fn every_question_brings_a_session_back() {
    run(async {
        let table = forgetful();
        let id = table.create(&CounterSetup::ALONE).await;
        table.add(id, 1).await.expect("it is allowed");
        until_open(&table, 0).await;
        assert_eq!(table.now(id).await, (1, 1));
        until_open(&table, 0).await;
        let history = table.sessions.history(id).await.expect("it is there");
        assert_eq!(history.seq(), 1);
        until_open(&table, 0).await;
        table
            .sessions
            .undo(id, 1, Some(1))
            .await
            .expect("it stands");
        until_open(&table, 0).await;
        let acted = table.add(id, 5).await.expect("it is allowed");
        assert_eq!(seen(&acted.now), (3, 5));
        until_open(&table, 0).await;
        table.sessions.close(id).await.expect("it is there");
        assert_eq!(table.sessions.number_open(), 0);
        table.sessions.delete(id).await.expect("it is there");
    });
}

/// One that is watched stays while another comes and goes many times.
#[test]
fn a_watched_session_stays_in_memory() {
    run(async {
        let table = forgetful();
        let watched = table.create(&CounterSetup::ALONE).await;
        let mut watcher = table
            .sessions
            .open(watched)
            .await
            .expect("it is there")
            .follow();
        let other = table.create(&CounterSetup::ALONE).await;
        for _ in 0..5 {
            until_open(&table, 1).await;
            table.now(other).await;
        }
        until_open(&table, 1).await;
        table.add(watched, 3).await.expect("it is allowed");
        assert!(watcher.has_changed().expect("it is still told"));
        assert_eq!(seen(&watcher.borrow_and_update().clone()), (1, 3));
        drop(watcher);
        until_open(&table, 0).await;
    });
}

/// Whoever watches learns that there is nothing more to see.
#[test]
fn watchers_are_told_when_a_session_is_closed_or_deleted() {
    run(async {
        let table = Table::new();
        let closed = table.create(&CounterSetup::ALONE).await;
        let deleted = table.create(&CounterSetup::ALONE).await;
        let follow = async |id: SessionId| {
            let handle = table.sessions.open(id).await;
            handle.expect("it is there").follow()
        };
        let mut watchers = [follow(closed).await, follow(deleted).await];
        table.sessions.close(closed).await.expect("it is there");
        table.sessions.delete(deleted).await.expect("it is there");
        for watcher in &mut watchers {
            assert!(watcher.changed().await.is_err());
        }
    });
}

#[test]
fn a_moment_knows_when_a_newer_one_is_there() {
    run(async {
        let table = Table::new();
        let id = table.create(&CounterSetup::ANSWERED).await;
        let first = table.sessions.moment(id, None).await.expect("it is there");
        assert!(!first.is_superseded());
        let acted = table.add(id, 1).await.expect("it is allowed");
        assert!(first.is_superseded());
        let old: Vec<bool> = acted
            .steps
            .iter()
            .map(|s| s.after.is_superseded())
            .collect();
        assert_eq!(old, [true, false]);
        let undone = table.sessions.undo(id, 1, None).await.expect("it stands");
        assert!(acted.now.is_superseded());
        assert!(!undone.now.is_superseded());
    });
}

/// A watcher that does not look in time misses what was between, never the newest.
#[test]
fn a_slow_watcher_sees_the_newest_moment() {
    run(async {
        let table = Table::new();
        let id = table.create(&CounterSetup::ALONE).await;
        let mut watcher = table.sessions.open(id).await.expect("it is there").follow();
        for _ in 0..50 {
            table.add(id, 1).await.expect("it is allowed");
        }
        watcher.changed().await.expect("it is told");
        assert_eq!(seen(&watcher.borrow_and_update().clone()), (50, 50));
        assert!(!watcher.has_changed().expect("it is still told"));
    });
}
