//! Acknowledged events are in the journal, whatever happens to the process.

use std::fs;

use qbcoach_sessions::{SessionError, SessionId, Summary};

use crate::sessions::counter::CounterSetup;
use crate::sessions::counter_sessions::{CounterSessions, check_in, one_run};
use crate::sessions::folder::{Folder, JOURNAL};

#[test]
fn all_sessions_are_restored_after_a_restart() {
    let folder = Folder::new();
    let before = one_run(&folder, async |counters| {
        let first = counters.create(&CounterSetup::ALONE).await;
        let second = counters.create(&CounterSetup::ANSWERED).await;
        check_in(
            counters,
            first,
            "add 3 => 1=3\n undo 1 => 2=0\n add 4 => 3=4",
        )
        .await;
        check_in(counters, second, "add 3 => 1=3 2=103").await;
        counters.sessions.list().await.expect("a list")
    });
    one_run(&folder, async |counters| {
        assert_eq!(counters.sessions.list().await.expect("a list"), before);
        assert_eq!(counters.sessions.number(), 2);
        assert_eq!(counters.sessions.number_open(), 0);
        let newest = counters.sessions.roster().borrow().newest;
        assert_eq!(newest, Some(SessionId::new(2)));
        let first = SessionId::new(1);
        for (seq, value) in [(0, 0), (1, 3), (2, 0), (3, 4)] {
            let moment = counters
                .sessions
                .moment(first, Some(seq))
                .await
                .expect("the event exists");
            assert_eq!((moment.seq, moment.game.value), (seq, value));
        }
        check_in(counters, first, "add 1 if 3 => 4=5\n undo 2 => 5=0").await;
        check_in(counters, SessionId::new(2), "undo 1 => 3=0").await;
    });
    one_run(&folder, async |counters| {
        assert_eq!(counters.now(SessionId::new(1)).await, (5, 0));
        assert_eq!(counters.now(SessionId::new(2)).await, (3, 0));
    });
}

#[test]
fn the_list_has_the_summary_of_each_session() {
    let folder = Folder::new();
    one_run(&folder, async |counters| {
        let setup = CounterSetup {
            start: 40,
            ..CounterSetup::ALONE
        };
        let id = counters.create(&setup).await;
        check_in(
            counters,
            id,
            "add 1 => 1=41\n add 1 => 2=42\n undo 1 => 3=41",
        )
        .await;
        let listed = counters.sessions.list().await.expect("a list");
        let expected = Summary {
            game: "counter".to_owned(),
            mode: "adding".to_owned(),
            title: "from 40".to_owned(),
            opponent: None,
            turn: 1,
            over: false,
            result: None,
        };
        assert_eq!(listed[0].summary, expected);
        assert_eq!((listed[0].id, listed[0].seq), (id, 3));
    });
}

/// A copy of the files while the daemon works is what a kill at that time would leave.
#[test]
fn a_killed_daemon_has_kept_every_acknowledged_event() {
    let folder = Folder::new();
    one_run(&folder, async |counters| {
        let first = counters.create(&CounterSetup::ALONE).await;
        let second = counters.create(&CounterSetup::ANSWERED).await;
        for round in 1..=6 {
            counters.add(first, 1).await.expect("the action is legal");
            counters.add(second, 1).await.expect("the action is legal");
            let killed = folder.copied();
            // On another thread, because this one already has a runtime.
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    one_run(&killed, async |counters| {
                        assert_eq!(counters.now(first).await, (round, round as i64));
                        let value = round as i64 * 101;
                        assert_eq!(counters.now(second).await, (round * 2, value));
                        check_complete(counters).await;
                    });
                });
            });
        }
    });
}

/// Checks that the events of every session agree with the list, without gaps.
async fn check_complete(counters: &CounterSessions) {
    for line in counters.sessions.list().await.expect("a list") {
        let stored = counters
            .stored(line.id)
            .await
            .expect("the session is stored");
        let numbers: Vec<u64> = stored.events.iter().map(|event| event.seq).collect();
        let every: Vec<u64> = (1..=line.seq).collect();
        assert_eq!(numbers, every, "{}", line.id);
        counters
            .sessions
            .moment(line.id, None)
            .await
            .expect("the session can be read");
    }
}

/// A power failure may leave any part of the log.
#[test]
fn a_log_that_is_cut_off_has_only_whole_events() {
    let folder = Folder::new();
    let killed = one_run(&folder, async |counters| {
        let id = counters.create(&CounterSetup::ALONE).await;
        for _ in 0..8 {
            counters.add(id, 1).await.expect("the action is legal");
        }
        folder.copied()
    });
    let log = format!("{JOURNAL}-wal");
    let whole = killed.files().remove(&log).expect("there is a log");
    let mut seen = Vec::new();
    for part in 0..=24 {
        let cut = killed.copied();
        let kept = &whole[..whole.len() * part / 24];
        fs::write(cut.path.join(&log), kept).expect("the file can be written");
        let events = one_run(&cut, async |counters| {
            check_complete(counters).await;
            let listed = counters.sessions.list().await.expect("a list");
            listed.first().map_or(0, |line| line.seq)
        });
        seen.push(events);
    }
    assert!(seen.is_sorted(), "a longer log has fewer events: {seen:?}");
    assert_eq!(seen.last(), Some(&8));
    assert!(
        seen.contains(&3),
        "the log was never cut between events: {seen:?}"
    );
}

/// The process ended between an action and the program's answer.
#[test]
fn a_pending_move_of_the_program_is_made_after_a_restart() {
    let folder = Folder::new();
    let id = SessionId::new(1);
    one_run(&folder, async |counters| {
        let id = counters.create(&CounterSetup::ANSWERED).await;
        check_in(counters, id, "add 1 => 1=1 2=101").await;
    });
    let forget = "DELETE FROM event WHERE seq = 2; UPDATE session SET seq = 1;";
    folder
        .sqlite()
        .execute_batch(forget)
        .expect("the SQL is valid");
    one_run(&folder, async |counters| {
        let history = counters
            .sessions
            .history(id)
            .await
            .expect("the session exists");
        assert_eq!(history.seq(), 2);
        assert_eq!(counters.now(id).await, (2, 101));
        check_in(counters, id, "add 1 if 2 => 3=102 4=202\n undo 1 => 5=101").await;
    });
    // After an undo the program makes no move, also after a restart.
    one_run(&folder, async |counters| {
        let history = counters
            .sessions
            .history(id)
            .await
            .expect("the session exists");
        assert_eq!(history.seq(), 5);
        assert_eq!(counters.now(id).await, (5, 101));
    });
}

/// Damages the first of two sessions with SQL. Reading that session must give an error
/// with these words. The other one goes on, and the first can be deleted.
#[track_caller]
fn check_damaged(sql: &str, words: &str) {
    let folder = Folder::new();
    let (first, second) = (SessionId::new(1), SessionId::new(2));
    one_run(&folder, async |counters| {
        for _ in 1..=2 {
            let id = counters.create(&CounterSetup::ALONE).await;
            check_in(counters, id, "add 1 => 1=1\n add 1 => 2=2\n add 1 => 3=3").await;
        }
    });
    folder
        .sqlite()
        .execute_batch(sql)
        .expect("the SQL is valid");
    one_run(&folder, async |counters| {
        for answer in [
            counters.sessions.moment(first, None).await.err(),
            counters.add(first, 1).await.err(),
            counters.sessions.history(first).await.err(),
        ] {
            let Some(error) = answer else {
                panic!("{sql}: the session can be read");
            };
            assert!(error.to_string().contains(words), "{sql}: {error}");
            let unreadable = matches!(error, SessionError::Unreadable { .. });
            assert!(unreadable, "{sql}: {error:?}");
        }
        check_in(counters, second, "add 4 => 4=7").await;
        assert_eq!(counters.sessions.list().await.expect("a list").len(), 2);
        counters
            .sessions
            .delete(first)
            .await
            .expect("the session is deleted");
        assert_eq!(counters.sessions.list().await.expect("a list").len(), 1);
    });
}

#[test]
fn a_session_with_a_missing_event_cannot_be_read() {
    for (seq, words) in [(1, "event 1 is missing"), (2, "event 2 is missing")] {
        let sql = format!("DELETE FROM event WHERE session = 1 AND seq = {seq}");
        check_damaged(&sql, words);
    }
}

#[test]
fn a_session_whose_last_event_is_missing_cannot_be_read() {
    check_damaged(
        "DELETE FROM event WHERE session = 1 AND seq = 3",
        "event 3 is missing",
    );
}

#[test]
fn a_session_with_an_event_of_an_unknown_kind_cannot_be_read() {
    check_damaged(
        "UPDATE event SET kind = 'dream' WHERE session = 1 AND seq = 2",
        "event 2 is neither an act, an undo nor a redo, but `dream`",
    );
}

#[test]
fn a_session_with_an_undo_without_a_count_cannot_be_read() {
    check_damaged(
        "UPDATE event SET kind = 'undo', body = 'some' WHERE session = 1 AND seq = 2",
        "event 2",
    );
}

#[test]
fn the_error_names_the_event_that_cannot_be_read_or_replayed() {
    check_damaged(
        "UPDATE event SET body = '{\"add\":' WHERE session = 1 AND seq = 2",
        "event 2",
    );
    check_damaged(
        "UPDATE event SET body = '{\"add\":-2}' WHERE session = 1 AND seq = 2",
        "event 2 cannot be repeated: -1 is below zero",
    );
    check_damaged("UPDATE session SET setup = 'new' WHERE id = 1", "setup");
}

/// The rules of a later version may panic on an old action.
#[test]
fn a_session_on_which_the_rules_panic_cannot_be_read() {
    check_damaged(
        "UPDATE event SET body = '\"fall\"' WHERE session = 1 AND seq = 2",
        "panic",
    );
}
