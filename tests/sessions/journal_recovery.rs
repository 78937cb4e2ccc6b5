//! What was acknowledged is in the journal, whatever happens to the process.

use std::fs;

use qbcoach::sessions::{SessionError, SessionId, Summary};

use crate::counter::CounterSetup;
use crate::folder::{Folder, JOURNAL};
use crate::table::{Table, check_in, life};

#[test]
fn the_next_life_finds_everything() {
    let folder = Folder::new();
    let before = life(&folder, async |table| {
        let first = table.create(&CounterSetup::ALONE).await;
        let second = table.create(&CounterSetup::ANSWERED).await;
        check_in(table, first, "add 3 => 1=3\n undo 1 => 2=0\n add 4 => 3=4").await;
        check_in(table, second, "add 3 => 1=3 2=103").await;
        table.sessions.list().await.expect("a list")
    });
    life(&folder, async |table| {
        assert_eq!(table.sessions.list().await.expect("a list"), before);
        assert_eq!(table.sessions.number(), 2);
        assert_eq!(table.sessions.number_open(), 0);
        let newest = table.sessions.roster().borrow().newest;
        assert_eq!(newest, Some(SessionId::new(2)));
        let first = SessionId::new(1);
        for (seq, value) in [(0, 0), (1, 3), (2, 0), (3, 4)] {
            let moment = table
                .sessions
                .moment(first, Some(seq))
                .await
                .expect("it was");
            assert_eq!((moment.seq, moment.game.value), (seq, value));
        }
        check_in(table, first, "add 1 if 3 => 4=5\n undo 2 => 5=0").await;
        check_in(table, SessionId::new(2), "undo 1 => 3=0").await;
    });
    life(&folder, async |table| {
        assert_eq!(table.now(SessionId::new(1)).await, (5, 0));
        assert_eq!(table.now(SessionId::new(2)).await, (3, 0));
    });
}

#[test]
fn the_list_says_what_each_session_has_come_to() {
    let folder = Folder::new();
    life(&folder, async |table| {
        let setup = CounterSetup {
            start: 40,
            ..CounterSetup::ALONE
        };
        let id = table.create(&setup).await;
        check_in(table, id, "add 1 => 1=41\n add 1 => 2=42\n undo 1 => 3=41").await;
        let listed = table.sessions.list().await.expect("a list");
        let expected = Summary {
            game: "counter".to_owned(),
            mode: "adding".to_owned(),
            title: "from 40".to_owned(),
            turn: 1,
            over: false,
        };
        assert_eq!(listed[0].summary, expected);
        assert_eq!((listed[0].id, listed[0].seq), (id, 3));
    });
}

/// The files of a daemon in the middle of its work are all that is left when it is
/// killed there.
#[test]
fn a_killed_daemon_has_kept_every_acknowledged_event() {
    let folder = Folder::new();
    life(&folder, async |table| {
        let first = table.create(&CounterSetup::ALONE).await;
        let second = table.create(&CounterSetup::ANSWERED).await;
        for round in 1..=6 {
            table.add(first, 1).await.expect("it is allowed");
            table.add(second, 1).await.expect("it is allowed");
            let killed = folder.copied();
            // On a thread of its own, as this one has a runtime already.
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    life(&killed, async |table| {
                        assert_eq!(table.now(first).await, (round, round as i64));
                        let value = round as i64 * 101;
                        assert_eq!(table.now(second).await, (round * 2, value));
                        assert_whole(table).await;
                    });
                });
            });
        }
    });
}

/// The list and the events of every session agree; no number is missing.
async fn assert_whole(table: &Table) {
    for line in table.sessions.list().await.expect("a list") {
        let stored = table.stored(line.id).await.expect("it is stored");
        let numbers: Vec<u64> = stored.events.iter().map(|event| event.seq).collect();
        let every: Vec<u64> = (1..=line.seq).collect();
        assert_eq!(numbers, every, "{}", line.id);
        table
            .sessions
            .moment(line.id, None)
            .await
            .expect("it can be read");
    }
}

/// A power cut may leave any part of the log.
#[test]
fn a_log_that_ends_anywhere_holds_whole_events_only() {
    let folder = Folder::new();
    let killed = life(&folder, async |table| {
        let id = table.create(&CounterSetup::ALONE).await;
        for _ in 0..8 {
            table.add(id, 1).await.expect("it is allowed");
        }
        folder.copied()
    });
    let log = format!("{JOURNAL}-wal");
    let whole = killed.files().remove(&log).expect("there is a log");
    let mut seen = Vec::new();
    for part in 0..=24 {
        let cut = killed.copied();
        let kept = &whole[..whole.len() * part / 24];
        fs::write(cut.path.join(&log), kept).expect("it can be written");
        let events = life(&cut, async |table| {
            assert_whole(table).await;
            let listed = table.sessions.list().await.expect("a list");
            listed.first().map_or(0, |line| line.seq)
        });
        seen.push(events);
    }
    assert!(seen.is_sorted(), "a longer log never holds less: {seen:?}");
    assert_eq!(seen.last(), Some(&8));
    assert!(
        seen.contains(&3),
        "the log was cut between events: {seen:?}"
    );
}

/// The process ended between your act and the program's answer.
#[test]
fn a_move_that_the_program_owes_is_made_in_the_next_life() {
    let folder = Folder::new();
    let id = SessionId::new(1);
    life(&folder, async |table| {
        let id = table.create(&CounterSetup::ANSWERED).await;
        check_in(table, id, "add 1 => 1=1 2=101").await;
    });
    let forget = "DELETE FROM event WHERE seq = 2; UPDATE session SET seq = 1;";
    folder.sqlite().execute_batch(forget).expect("it is SQL");
    life(&folder, async |table| {
        let history = table.sessions.history(id).await.expect("it is there");
        assert_eq!(history.seq(), 2);
        assert_eq!(table.now(id).await, (2, 101));
        check_in(table, id, "add 1 if 2 => 3=102 4=202\n undo 1 => 5=101").await;
    });
    // After an undo it is your turn, in the next life too.
    life(&folder, async |table| {
        let history = table.sessions.history(id).await.expect("it is there");
        assert_eq!(history.seq(), 5);
        assert_eq!(table.now(id).await, (5, 101));
    });
}

/// Spoils the first of two sessions with SQL: it says that it cannot be read, and
/// why; the other one goes on, and the first can still be deleted.
#[track_caller]
fn check_spoiled(sql: &str, words: &str) {
    let folder = Folder::new();
    let (first, second) = (SessionId::new(1), SessionId::new(2));
    life(&folder, async |table| {
        for _ in 1..=2 {
            let id = table.create(&CounterSetup::ALONE).await;
            check_in(table, id, "add 1 => 1=1\n add 1 => 2=2\n add 1 => 3=3").await;
        }
    });
    folder.sqlite().execute_batch(sql).expect("it is SQL");
    life(&folder, async |table| {
        for answer in [
            table.sessions.moment(first, None).await.err(),
            table.add(first, 1).await.err(),
            table.sessions.history(first).await.err(),
        ] {
            let Some(error) = answer else {
                panic!("{sql}: it can be read");
            };
            assert!(error.to_string().contains(words), "{sql}: {error}");
            let unreadable = matches!(error, SessionError::Unreadable { .. });
            assert!(unreadable, "{sql}: {error:?}");
        }
        check_in(table, second, "add 4 => 4=7").await;
        assert_eq!(table.sessions.list().await.expect("a list").len(), 2);
        table.sessions.delete(first).await.expect("it can go");
        assert_eq!(table.sessions.list().await.expect("a list").len(), 1);
    });
}

#[test]
fn a_session_with_a_missing_event_cannot_be_read() {
    for (seq, words) in [(1, "event 1 is missing"), (2, "event 2 is missing")] {
        let sql = format!("DELETE FROM event WHERE session = 1 AND seq = {seq}");
        check_spoiled(&sql, words);
    }
}

#[test]
fn a_session_whose_last_event_is_missing_cannot_be_read() {
    check_spoiled(
        "DELETE FROM event WHERE session = 1 AND seq = 3",
        "event 3 is missing",
    );
}

#[test]
fn a_session_with_an_event_of_an_unknown_kind_cannot_be_read() {
    check_spoiled(
        "UPDATE event SET kind = 'dream' WHERE session = 1 AND seq = 2",
        "event 2 is no act and no undo, but `dream`",
    );
}

#[test]
fn a_session_with_an_undo_of_no_number_cannot_be_read() {
    check_spoiled(
        "UPDATE event SET kind = 'undo', body = 'some' WHERE session = 1 AND seq = 2",
        "event 2",
    );
}

#[test]
fn a_session_with_an_action_that_cannot_be_read_or_repeated_says_which() {
    check_spoiled(
        "UPDATE event SET body = '{\"add\":' WHERE session = 1 AND seq = 2",
        "event 2",
    );
    check_spoiled(
        "UPDATE event SET body = '{\"add\":-2}' WHERE session = 1 AND seq = 2",
        "event 2 cannot be repeated: -1 is below zero",
    );
    check_spoiled("UPDATE session SET setup = 'new' WHERE id = 1", "setup");
}

/// Not only a refusal: the rules of a later version may fail on an old action.
#[test]
fn a_session_on_which_the_program_fails_is_answered_too() {
    check_spoiled(
        "UPDATE event SET body = '\"fall\"' WHERE session = 1 AND seq = 2",
        "panic",
    );
}
