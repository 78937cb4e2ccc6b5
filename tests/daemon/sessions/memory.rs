//! Sessions that no client uses are removed from memory, and loaded again unchanged.

use std::sync::Arc;
use std::time::Duration;

use qbcoach_sessions::{ActCondition, SessionId, SessionLimits};

use crate::sessions::counter::CounterSetup;
use crate::sessions::counter_sessions::{CounterSessions, LIMITS, run, seq_and_value, until};

fn with_short_idle_time() -> CounterSessions {
    CounterSessions::with(SessionLimits {
        idle: Duration::from_millis(5),
        ..LIMITS
    })
}

async fn until_open(counters: &CounterSessions, number: usize) {
    let what = format!("{number} sessions are in memory");
    until(&what, || counters.sessions.number_open() == number).await;
}

#[test]
fn an_idle_session_is_removed_from_memory_and_loaded_again_unchanged() {
    run(async {
        let counters = with_short_idle_time();
        let id = counters.create(&CounterSetup::ANSWERED).await;
        counters.add(id, 1).await.expect("the action is legal");
        counters.add(id, 2).await.expect("the action is legal");
        counters
            .sessions
            .undo(id, 1, ActCondition::default())
            .await
            .expect("the action can be undone");
        let before = counters
            .sessions
            .moment(id, None)
            .await
            .expect("the session exists");
        until_open(&counters, 0).await;
        let after = counters
            .sessions
            .moment(id, None)
            .await
            .expect("the session exists");
        assert!(
            !Arc::ptr_eq(&before, &after),
            "the session was loaded from the journal"
        );
        assert_eq!(after.session, before.session);
        assert_eq!(after.seq, before.seq);
        assert_eq!(after.game, before.game);
        // On the process's own clock: the wall clock may have been set meanwhile.
        assert_eq!(after.since, before.since, "when the last event happened");
        until_open(&counters, 0).await;
        for (line, steps) in [("add 7", "6=108 7=208"), ("undo 3", "8=0")] {
            assert_eq!(
                counters
                    .run_line(id, line)
                    .await
                    .expect("the action is legal"),
                steps
            );
        }
    });
}

#[test]
fn every_operation_loads_a_session_again() {
    run(async {
        let counters = with_short_idle_time();
        let id = counters.create(&CounterSetup::ALONE).await;
        counters.add(id, 1).await.expect("the action is legal");
        until_open(&counters, 0).await;
        assert_eq!(counters.now(id).await, (1, 1));
        until_open(&counters, 0).await;
        let history = counters
            .sessions
            .history(id)
            .await
            .expect("the session exists");
        assert_eq!(history.seq(), 1);
        until_open(&counters, 0).await;
        let at_one = ActCondition {
            if_seq: Some(1),
            act_id: None,
        };
        counters
            .sessions
            .undo(id, 1, at_one)
            .await
            .expect("the action can be undone");
        until_open(&counters, 0).await;
        let acted = counters.add(id, 5).await.expect("the action is legal");
        assert_eq!(seq_and_value(&acted.now), (3, 5));
        until_open(&counters, 0).await;
        counters
            .sessions
            .close(id)
            .await
            .expect("the session exists");
        assert_eq!(counters.sessions.number_open(), 0);
        counters
            .sessions
            .delete(id)
            .await
            .expect("the session exists");
    });
}

/// A watched session stays while another is removed and loaded many times.
#[test]
fn a_watched_session_stays_in_memory() {
    run(async {
        let counters = with_short_idle_time();
        let watched = counters.create(&CounterSetup::ALONE).await;
        let mut watcher = counters
            .sessions
            .open(watched)
            .await
            .expect("the session exists")
            .follow();
        let other = counters.create(&CounterSetup::ALONE).await;
        for _ in 0..5 {
            until_open(&counters, 1).await;
            counters.now(other).await;
        }
        until_open(&counters, 1).await;
        counters.add(watched, 3).await.expect("the action is legal");
        assert!(
            watcher
                .has_changed()
                .expect("the watcher is still connected")
        );
        assert_eq!(seq_and_value(&watcher.borrow_and_update().clone()), (1, 3));
        drop(watcher);
        until_open(&counters, 0).await;
    });
}

#[test]
fn watchers_are_notified_when_a_session_is_closed_or_deleted() {
    run(async {
        let counters = CounterSessions::new();
        let closed = counters.create(&CounterSetup::ALONE).await;
        let deleted = counters.create(&CounterSetup::ALONE).await;
        let follow = async |id: SessionId| {
            let handle = counters.sessions.open(id).await;
            handle.expect("the session exists").follow()
        };
        let mut watchers = [follow(closed).await, follow(deleted).await];
        counters
            .sessions
            .close(closed)
            .await
            .expect("the session exists");
        counters
            .sessions
            .delete(deleted)
            .await
            .expect("the session exists");
        for watcher in &mut watchers {
            assert!(watcher.changed().await.is_err());
        }
    });
}

#[test]
fn a_moment_is_superseded_by_the_next_one() {
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ANSWERED).await;
        let first = counters
            .sessions
            .moment(id, None)
            .await
            .expect("the session exists");
        assert!(!first.is_superseded());
        let acted = counters.add(id, 1).await.expect("the action is legal");
        assert!(first.is_superseded());
        let old: Vec<bool> = acted
            .steps
            .iter()
            .map(|s| s.after.is_superseded())
            .collect();
        assert_eq!(old, [true, false]);
        let undone = counters
            .sessions
            .undo(id, 1, ActCondition::default())
            .await
            .expect("the action can be undone");
        assert!(acted.now.is_superseded());
        assert!(!undone.now.is_superseded());
    });
}

/// A slow watcher skips moments, but never the newest one.
#[test]
fn a_slow_watcher_gets_the_newest_moment() {
    run(async {
        let counters = CounterSessions::new();
        let id = counters.create(&CounterSetup::ALONE).await;
        let mut watcher = counters
            .sessions
            .open(id)
            .await
            .expect("the session exists")
            .follow();
        for _ in 0..50 {
            counters.add(id, 1).await.expect("the action is legal");
        }
        watcher.changed().await.expect("the watcher is notified");
        assert_eq!(
            seq_and_value(&watcher.borrow_and_update().clone()),
            (50, 50)
        );
        assert!(
            !watcher
                .has_changed()
                .expect("the watcher is still connected")
        );
    });
}
