//! A journal that is damaged, newer, in use, or of another program is refused with
//! advice, and is not changed.

use std::fs;

use proptest::prelude::*;
use qbcoach_sessions::journal::{DataDir, FORMAT, Journal, OpenError};
use qbcoach_sessions::{SessionError, SessionId};

use crate::sessions::counter::CounterSetup;
use crate::sessions::counter_sessions::{CounterSessions, LIMITS, one_run, run};
use crate::sessions::folder::Folder;

/// Opening must be refused with these words in the message and change no file.
#[track_caller]
fn check(folder: &Folder, words: &[&str]) -> OpenError {
    let before = folder.files();
    let refused = Journal::open(&folder.data_dir()).expect_err("the journal is refused");
    let message = refused.to_string();
    for word in words.iter().chain(&["--data-dir"]) {
        assert!(message.contains(word), "`{word}` is not in: {message}");
    }
    let path = folder.path.display().to_string();
    assert!(message.contains(&path), "{message}");
    let after = folder.files();
    for (name, bytes) in &before {
        assert!(after.get(name) == Some(bytes), "{name} has changed");
    }
    for (name, bytes) in after {
        // SQLite may leave an empty log.
        let is_new = !before.contains_key(&name);
        assert!(!is_new || bytes.is_empty(), "{name} is new");
    }
    refused
}

/// A journal with a few sessions, closed properly.
fn with_sessions() -> Folder {
    let folder = Folder::new();
    one_run(&folder, async |counters| {
        for number in 1..=5 {
            let id = counters.create(&CounterSetup::ALONE).await;
            for _ in 0..number * 20 {
                counters.add(id, number).await.expect("the action is legal");
            }
        }
    });
    drop(folder.sqlite());
    folder
}

#[test]
fn a_data_directory_that_cannot_be_made_is_refused() {
    let folder = Folder::new();
    let file = folder.path.join("file");
    fs::write(&file, "not a folder").expect("the file can be written");
    for path in [file.clone(), file.join("below")] {
        let refused = Journal::open(&DataDir::Folder(path.clone()));
        let refused = refused.expect_err("the journal is refused");
        assert!(matches!(refused, OpenError::Folder { .. }), "{refused:?}");
        let message = refused.to_string();
        assert!(message.contains(&path.display().to_string()), "{message}");
        assert!(message.contains("--data-dir"), "{message}");
    }
    assert_eq!(
        fs::read(&file).expect("the session exists"),
        b"not a folder"
    );
}

#[test]
fn a_folder_in_place_of_the_journal_is_refused() {
    let folder = Folder::new();
    fs::create_dir(folder.journal_file()).expect("the folder can be made");
    let refused = check(&folder, &[]);
    assert!(matches!(refused, OpenError::Folder { .. }), "{refused:?}");
}

#[test]
fn a_missing_data_directory_is_made() {
    let folder = Folder::new();
    let deep = folder.path.join("a/b/c");
    Journal::open(&DataDir::Folder(deep.clone())).expect("the folder is made");
    assert!(deep.is_dir());
}

#[test]
fn a_file_that_is_not_a_database_is_refused() {
    let long = "these are a player's notes\n".repeat(1000);
    for bytes in ["notes", &long, "SQLite format 3"] {
        let folder = Folder::with_journal(bytes.as_bytes());
        let refused = check(&folder, &["restore it from a copy"]);
        assert!(matches!(refused, OpenError::Damaged { .. }), "{refused:?}");
    }
}

/// Databases of other programs, in several states.
#[test]
fn another_programs_database_is_refused() {
    let tables = "CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('soup');";
    for setup in [
        tables.to_owned(),
        format!("PRAGMA journal_mode = WAL; {tables}"),
        format!("PRAGMA application_id = 77; {tables}"),
        format!("PRAGMA user_version = {FORMAT}; {tables}"),
        "PRAGMA application_id = 77; VACUUM;".to_owned(),
    ] {
        let folder = Folder::new();
        let connection = rusqlite::Connection::open(folder.journal_file()).expect("a file");
        connection.execute_batch(&setup).expect("the SQL is valid");
        drop(connection);
        let refused = check(&folder, &["not a journal of qbcoach", "left as it is"]);
        assert!(
            matches!(refused, OpenError::Damaged { .. }),
            "{setup}: {refused:?}"
        );
    }
}

#[test]
fn the_log_of_another_programs_crash_is_not_changed() {
    let source = Folder::new();
    let connection = rusqlite::Connection::open(source.journal_file()).expect("a file");
    let sql = "PRAGMA journal_mode = WAL; CREATE TABLE recipe (name TEXT);";
    connection.execute_batch(sql).expect("the SQL is valid");
    // As after a kill of that program: its log is still there.
    let crashed = source.copied_without_index();
    let names: Vec<String> = crashed.files().into_keys().collect();
    assert!(names.iter().any(|name| name.ends_with("-wal")), "{names:?}");
    check(&crashed, &["not a journal of qbcoach"]);
}

#[test]
fn a_newer_journal_is_refused() {
    let folder = with_sessions();
    let newer = format!("PRAGMA user_version = {}", FORMAT + 1);
    folder
        .sqlite()
        .execute_batch(&newer)
        .expect("the SQL is valid");
    let refused = check(&folder, &["newer qbcoach", "use that version"]);
    let OpenError::Newer { found, known, .. } = refused else {
        panic!("{refused:?}");
    };
    assert_eq!((found, known), (FORMAT + 1, FORMAT));
}

/// Only the newer daemon can recover its log.
#[test]
fn the_log_of_a_newer_daemons_crash_is_not_changed() {
    let folder = with_sessions();
    let connection = folder.sqlite();
    let newer = format!("PRAGMA user_version = {}", FORMAT + 1);
    connection.execute_batch(&newer).expect("the SQL is valid");
    let refused = check(&folder.copied_without_index(), &["newer qbcoach"]);
    assert!(matches!(refused, OpenError::Newer { .. }), "{refused:?}");
}

#[test]
fn a_journal_in_use_is_refused_until_it_is_free() {
    let folder = Folder::new();
    let first = folder.open();
    let refused = check(&folder, &["in use by another daemon", "stop that one"]);
    assert!(matches!(refused, OpenError::InUse { .. }), "{refused:?}");
    drop(first);
    drop(folder.open());
}

#[test]
fn a_journal_in_use_is_refused_after_it_has_been_written_to() {
    let folder = Folder::new();
    let counters = CounterSessions::over(folder.open(), LIMITS);
    run(async {
        let id = counters.create(&CounterSetup::ALONE).await;
        counters.add(id, 1).await.expect("the action is legal");
        check(&folder, &["in use by another daemon"]);
        counters.add(id, 1).await.expect("the action is legal");
        assert_eq!(counters.now(id).await, (2, 2));
    });
}

#[test]
fn a_journal_that_was_cut_off_is_refused() {
    let whole = fs::read(with_sessions().journal_file()).expect("the file can be read");
    for part in [1, 2, 3] {
        let folder = Folder::with_journal(&whole[..whole.len() * part / 4]);
        let refused = check(&folder, &["damaged", "restore it from a copy"]);
        assert!(matches!(refused, OpenError::Damaged { .. }), "{refused:?}");
    }
}

#[test]
fn a_journal_with_a_damaged_page_is_refused() {
    let whole = fs::read(with_sessions().journal_file()).expect("the file can be read");
    let page = 4096;
    for number in 1..whole.len() / page {
        let mut damaged = whole.clone();
        for byte in &mut damaged[number * page..number * page + 64] {
            *byte ^= 0x5a;
        }
        let folder = Folder::with_journal(&damaged);
        let refused = check(&folder, &["damaged", "restore it from a copy"]);
        assert!(matches!(refused, OpenError::Damaged { .. }), "{refused:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    /// With any wrong bytes, the journal is refused and not changed, or it opens, and
    /// each session can be read or gives an error.
    #[test]
    fn wrong_bytes_never_cause_another_failure(
        changed_bytes in proptest::collection::vec((any::<proptest::sample::Index>(), 1..=255_u8), 1..6)
    ) {
        static WHOLE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
        let whole = WHOLE.get_or_init(|| fs::read(with_sessions().journal_file()).expect("the file can be read"));
        let mut bytes = whole.clone();
        for (index, change) in changed_bytes {
            let index = index.index(bytes.len());
            bytes[index] ^= change;
        }
        let folder = Folder::with_journal(&bytes);
        match Journal::open(&folder.data_dir()) {
            Err(_) => {
                prop_assert!(fs::read(folder.journal_file()).expect("the session exists") == bytes);
            }
            Ok(journal) => run(async {
                let counters = CounterSessions::over(journal, LIMITS);
                for number in 1..=5 {
                    match counters.sessions.moment(SessionId::new(number), None).await {
                        Ok(_)
                        | Err(SessionError::Unknown { .. }
                        | SessionError::Unreadable { .. }
                        | SessionError::Journal(_)) => {}
                        Err(other) => panic!("{other:?}"),
                    }
                }
            }),
        }
    }
}

/// The tables of format 1 with one session of two events.
const FORMAT_1: &str = r#"
    CREATE TABLE session (
        id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, mode TEXT NOT NULL,
        title TEXT NOT NULL, setup TEXT NOT NULL, created_ms INTEGER NOT NULL,
        updated_ms INTEGER NOT NULL, seq INTEGER NOT NULL, turn INTEGER NOT NULL,
        over INTEGER NOT NULL, closed INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE event (
        session INTEGER NOT NULL REFERENCES session(id) ON DELETE CASCADE,
        seq INTEGER NOT NULL, at_ms INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (session, seq)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO session VALUES (1, 'counter', 'adding', 'from 0',
        '{"start":0,"answers":0,"begins":false,"enemyTag":"Regina"}', 0, 0, 2, 2, 0, 0);
    INSERT INTO event VALUES (1, 1, 0, 'act', '{"add":3}'), (1, 2, 0, 'act', '{"add":4}');
    PRAGMA application_id = 1902273391;
    PRAGMA user_version = 1;
"#;

#[test]
fn a_journal_of_format_1_goes_on_with_its_sessions() {
    let folder = Folder::new();
    let connection = rusqlite::Connection::open(folder.journal_file()).expect("a file");
    connection
        .execute_batch(FORMAT_1)
        .expect("the SQL is valid");
    drop(connection);
    for run in 0..2 {
        one_run(&folder, async |counters| {
            let id = SessionId::new(1);
            assert_eq!(counters.now(id).await, (2 + run, 7 + run as i64));
            counters.add(id, 1).await.expect("the session goes on");
            let listed = counters.sessions.list().await.expect("a list");
            assert_eq!(listed[0].summary.opponent.as_deref(), Some("Regina"));
        });
    }
}
