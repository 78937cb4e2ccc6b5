//! How a daemon starts, and when it refuses to.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::check::{daemon, simulated, start_refused, text_of};
use crate::client::{Client, Way};
use crate::support::{Running, TempFolder};

#[test]
fn the_ready_line_and_the_ready_file_say_where_the_doors_are() {
    let folder = TempFolder::new();
    let file = folder.path().join("ready.json");
    let daemon = Running::start(folder.path(), &["--ready-file", &text_of(&file)]);
    let written: Value = serde_json::from_str(&fs::read_to_string(&file).expect("the ready file"))
        .expect("one JSON object");
    assert_eq!(written, daemon.ready);
    assert_eq!(written["pid"], daemon.child.id());
    // Port 0 has become a port that answers.
    for door in ["listen", "tcp"] {
        let address: std::net::SocketAddr =
            written[door].as_str().expect(door).parse().expect(door);
        assert_ne!(address.port(), 0, "{door}");
    }
    for way in Way::ALL {
        let info = Client::connect(&daemon, way)
            .ask("server/info", json!({}))
            .expect("it answers");
        assert_eq!(info["doors"], json!(["socket", "tcp", "websocket", "http"]));
    }
}

#[test]
fn the_socket_is_for_its_owner_alone() {
    let (daemon, _folder) = daemon();
    let mode = fs::metadata(daemon.socket())
        .expect("the socket")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_second_daemon_on_the_same_data_is_refused_and_the_first_goes_on() {
    let folder = TempFolder::new();
    let daemon = Running::start(folder.path(), &[]);
    let data = text_of(&folder.path().join("data"));
    let said = start_refused(&["serve", "--listen", "127.0.0.1:0", "--data-dir", &data]);
    assert!(said.contains("in use by another daemon"), "{said}");
    assert!(said.contains("--data-dir"), "{said}");
    simulated(&mut Client::connect(&daemon, Way::Socket));
}

#[test]
fn a_second_daemon_on_the_same_socket_or_port_is_refused() {
    let (daemon, _folder) = daemon();
    let at_socket = [
        "serve",
        "--listen",
        "none",
        "--data-dir",
        ":memory:",
        "--socket",
        &daemon.socket(),
    ];
    let said = start_refused(&at_socket);
    assert!(
        said.contains("in use by another daemon") && said.contains("--socket"),
        "{said}"
    );
    let said = start_refused(&[
        "serve",
        "--data-dir",
        ":memory:",
        "--listen",
        &daemon.http(),
    ]);
    assert!(said.contains(&daemon.http()), "{said}");
    simulated(&mut Client::connect(&daemon, Way::Socket));
}

#[test]
fn a_socket_file_left_behind_is_taken_over() {
    let folder = TempFolder::new();
    let daemon = Running::start(folder.path(), &[]);
    let socket = daemon.socket();
    daemon.kill();
    assert!(Path::new(&socket).exists(), "a killed daemon leaves it");
    let again = Running::start(folder.path(), &[]);
    simulated(&mut Client::connect(&again, Way::Socket));
}

#[test]
fn a_file_that_is_no_socket_is_left_alone() {
    let folder = TempFolder::new();
    let path = folder.path().join("notes.txt");
    fs::write(&path, "mine").expect("a file");
    let said = start_refused(&[
        "serve",
        "--listen",
        "none",
        "--data-dir",
        ":memory:",
        "--socket",
        &text_of(&path),
    ]);
    assert!(said.contains("is no socket"), "{said}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "mine");
}

/// A journal that a daemon must neither use nor change.
fn check_refused_and_untouched(damage: impl Fn(&Path), expected: &str) {
    let folder = TempFolder::new();
    let daemon = Running::start(folder.path(), &[]);
    simulated(&mut Client::connect(&daemon, Way::Socket));
    assert_eq!(daemon.stop("TERM").code(), Some(0));
    let data = folder.path().join("data");
    let journal = data.join("journal.sqlite3");
    // What the journal's log still holds goes into its file, where damage counts.
    let database = Connection::open(&journal).expect("it opens");
    let emptied = database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    assert_eq!(emptied, Ok(0), "nobody else holds it");
    database.close().expect("it closes");
    damage(&journal);
    let before = fs::read(&journal).expect("the journal");
    let said = start_refused(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data-dir",
        &text_of(&data),
    ]);
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("--data-dir"), "it says what to do: {said}");
    assert_eq!(
        fs::read(&journal).expect("the journal"),
        before,
        "it is as it was"
    );
}

#[test]
fn a_journal_of_a_newer_version_is_refused_and_untouched() {
    let newer = |journal: &Path| {
        let database = Connection::open(journal).expect("it opens");
        database
            .pragma_update(None, "user_version", 99)
            .expect("a version");
        database.close().expect("it closes");
    };
    check_refused_and_untouched(newer, "newer qbcoach (format 99");
}

#[test]
fn a_damaged_journal_is_refused_and_untouched() {
    let overwritten = |journal: &Path| {
        let mut bytes = fs::read(journal).expect("the journal");
        let page = bytes.len() / 2..bytes.len();
        bytes[page].fill(0xff);
        fs::write(journal, bytes).expect("it can be written");
    };
    check_refused_and_untouched(overwritten, "damaged");
    let garbage = |journal: &Path| fs::write(journal, "no database ".repeat(900)).expect("written");
    check_refused_and_untouched(garbage, "damaged");
}

#[test]
fn another_programs_database_is_refused_and_untouched() {
    let foreign = |journal: &Path| {
        fs::remove_file(journal).expect("it can go");
        let database = Connection::open(journal).expect("it opens");
        database
            .execute_batch("CREATE TABLE theirs (x)")
            .expect("a table");
        database.close().expect("it closes");
    };
    check_refused_and_untouched(foreign, "not a journal of qbcoach");
}

#[test]
fn beyond_this_machine_nobody_is_served_without_tokens() {
    for address in ["0.0.0.0:0", "[::]:0"] {
        for doors in [
            &["--listen", address][..],
            &["--listen", "none", "--tcp", address],
        ] {
            let arguments = [&["serve", "--data-dir", ":memory:"], doors].concat();
            let said = start_refused(&arguments);
            assert!(said.contains("--token-file"), "{doors:?}: {said}");
        }
    }
}

#[test]
fn an_address_that_is_none_is_explained() {
    for address in ["7117", "localhost", "127.0.0.1:99999", ""] {
        let said = start_refused(&["serve", "--data-dir", ":memory:", "--listen", address]);
        assert!(
            said.contains("HOST:PORT") || said.contains("no door"),
            "`{address}`: {said}"
        );
    }
}
