//! A journal that is not ours, not whole, newer or in use is refused with words
//! that say what to do, and left as it is, byte for byte.

use std::fs;

use proptest::prelude::*;
use qbcoach::sessions::journal::{DataDir, FORMAT, Journal, OpenError};
use qbcoach::sessions::{SessionError, SessionId};

use crate::counter::CounterSetup;
use crate::folder::Folder;
use crate::table::{LIMITS, Table, life, run};

/// Opening is refused, with these words in the message; no file changes by it.
#[track_caller]
fn check(folder: &Folder, words: &[&str]) -> OpenError {
    let before = folder.files();
    let refused = Journal::open(&folder.place()).expect_err("it is refused");
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
        // SQLite may leave a log with nothing in it.
        let is_new = !before.contains_key(&name);
        assert!(!is_new || bytes.is_empty(), "{name} is new");
    }
    refused
}

/// A journal with a few sessions, closed in good order.
fn played() -> Folder {
    let folder = Folder::new();
    life(&folder, async |table| {
        for number in 1..=5 {
            let id = table.create(&CounterSetup::ALONE).await;
            for _ in 0..number * 20 {
                table.add(id, number).await.expect("it is allowed");
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
    fs::write(&file, "not a folder").expect("it can be written");
    for path in [file.clone(), file.join("below")] {
        let refused = Journal::open(&DataDir::Folder(path.clone()));
        let refused = refused.expect_err("it is refused");
        assert!(matches!(refused, OpenError::Folder { .. }), "{refused:?}");
        let message = refused.to_string();
        assert!(message.contains(&path.display().to_string()), "{message}");
        assert!(message.contains("--data-dir"), "{message}");
    }
    assert_eq!(fs::read(&file).expect("it is there"), b"not a folder");
}

#[test]
fn a_folder_in_the_journals_place_is_refused() {
    let folder = Folder::new();
    fs::create_dir(folder.journal_file()).expect("it can be made");
    let refused = check(&folder, &[]);
    assert!(matches!(refused, OpenError::Folder { .. }), "{refused:?}");
}

#[test]
fn a_data_directory_that_is_not_there_is_made() {
    let folder = Folder::new();
    let deep = folder.path.join("a/b/c");
    Journal::open(&DataDir::Folder(deep.clone())).expect("it is made");
    assert!(deep.is_dir());
}

#[test]
fn a_file_that_is_no_database_is_refused() {
    let long = "these are a player's notes\n".repeat(1000);
    for bytes in ["notes", &long, "SQLite format 3"] {
        let folder = Folder::with_journal(bytes.as_bytes());
        let refused = check(&folder, &["restore it from a copy"]);
        assert!(matches!(refused, OpenError::Damaged { .. }), "{refused:?}");
    }
}

/// A database of another program, in every way it may have been left.
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
        connection.execute_batch(&setup).expect("it is SQL");
        drop(connection);
        let refused = check(&folder, &["not a journal of qbcoach", "left as it is"]);
        assert!(
            matches!(refused, OpenError::Damaged { .. }),
            "{setup}: {refused:?}"
        );
    }
}

#[test]
fn another_programs_database_keeps_what_its_crash_left() {
    let source = Folder::new();
    let connection = rusqlite::Connection::open(source.journal_file()).expect("a file");
    let sql = "PRAGMA journal_mode = WAL; CREATE TABLE recipe (name TEXT);";
    connection.execute_batch(sql).expect("it is SQL");
    // As if that program had been killed: its log still stands beside the file.
    let crashed = source.copied_without_index();
    let names: Vec<String> = crashed.files().into_keys().collect();
    assert!(names.iter().any(|name| name.ends_with("-wal")), "{names:?}");
    check(&crashed, &["not a journal of qbcoach"]);
}

#[test]
fn a_newer_journal_is_refused() {
    let folder = played();
    let newer = format!("PRAGMA user_version = {}", FORMAT + 1);
    folder.sqlite().execute_batch(&newer).expect("it is SQL");
    let refused = check(&folder, &["newer qbcoach", "use that version"]);
    let OpenError::Newer { found, known, .. } = refused else {
        panic!("{refused:?}");
    };
    assert_eq!((found, known), (FORMAT + 1, FORMAT));
}

/// The newer daemon was killed; its log is its own to go through.
#[test]
fn a_newer_journal_keeps_what_its_crash_left() {
    let folder = played();
    let connection = folder.sqlite();
    let newer = format!("PRAGMA user_version = {}", FORMAT + 1);
    connection.execute_batch(&newer).expect("it is SQL");
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
    let table = Table::over(folder.open(), LIMITS);
    run(async {
        let id = table.create(&CounterSetup::ALONE).await;
        table.add(id, 1).await.expect("it is allowed");
        check(&folder, &["in use by another daemon"]);
        table.add(id, 1).await.expect("it is allowed");
        assert_eq!(table.now(id).await, (2, 2));
    });
}

#[test]
fn a_journal_that_was_cut_off_is_refused() {
    let whole = fs::read(played().journal_file()).expect("it can be read");
    for part in [1, 2, 3] {
        let folder = Folder::with_journal(&whole[..whole.len() * part / 4]);
        let refused = check(&folder, &["damaged", "restore it from a copy"]);
        assert!(matches!(refused, OpenError::Damaged { .. }), "{refused:?}");
    }
}

#[test]
fn a_journal_with_a_spoiled_page_is_refused() {
    let whole = fs::read(played().journal_file()).expect("it can be read");
    let page = 4096;
    for number in 1..whole.len() / page {
        let mut spoiled = whole.clone();
        for byte in &mut spoiled[number * page..number * page + 64] {
            *byte ^= 0x5a;
        }
        let folder = Folder::with_journal(&spoiled);
        let refused = check(&folder, &["damaged", "restore it from a copy"]);
        assert!(matches!(refused, OpenError::Damaged { .. }), "{refused:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    /// Whatever bytes are wrong: the journal is refused and untouched, or it opens
    /// and each session is there or says that it cannot be read.
    #[test]
    fn wrong_bytes_anywhere_never_make_it_fail_otherwise(
        spoilt in proptest::collection::vec((any::<proptest::sample::Index>(), 1..=255_u8), 1..6)
    ) {
        static WHOLE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
        let whole = WHOLE.get_or_init(|| fs::read(played().journal_file()).expect("it can be read"));
        let mut bytes = whole.clone();
        for (place, change) in spoilt {
            let place = place.index(bytes.len());
            bytes[place] ^= change;
        }
        let folder = Folder::with_journal(&bytes);
        match Journal::open(&folder.place()) {
            Err(_) => {
                prop_assert!(fs::read(folder.journal_file()).expect("it is there") == bytes);
            }
            Ok(journal) => run(async {
                let table = Table::over(journal, LIMITS);
                for number in 1..=5 {
                    match table.sessions.moment(SessionId::new(number), None).await {
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
