//! Starting the daemon, and when it refuses to start.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::{TempFolder, TestDaemon};
use crate::serving::check::{simulated, start_refused, text_of};

#[test]
fn the_ready_line_and_the_ready_file_have_the_addresses() {
    let folder = TempFolder::new();
    let file = folder.path().join("ready.json");
    let daemon = TestDaemon::with("", &["--ready-file", &text_of(&file)]);
    let written: Value = serde_json::from_str(&fs::read_to_string(&file).expect("the ready file"))
        .expect("one JSON object");
    assert_eq!(written, daemon.ready);
    assert_eq!(written["pid"], daemon.child.id());
    // Port 0 was replaced by a free port.
    for field in ["listen", "tcp"] {
        let address: std::net::SocketAddr =
            written[field].as_str().expect(field).parse().expect(field);
        assert_ne!(address.port(), 0, "{field}");
    }
    for transport in Transport::ALL {
        let info = Client::connect(&daemon, transport)
            .ask("server/info", json!({}))
            .expect("an answer");
        assert_eq!(info["doors"], json!(["socket", "tcp", "websocket", "http"]));
    }
}

#[test]
fn only_the_owner_can_use_the_socket() {
    let daemon = TestDaemon::start();
    let mode = fs::metadata(daemon.socket())
        .expect("the socket")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_second_daemon_on_the_same_data_is_refused() {
    let daemon = TestDaemon::start();
    let data = text_of(&daemon.folder().join("data"));
    let message = start_refused(&["serve", "--listen", "127.0.0.1:0", "--data-dir", &data]);
    assert!(message.contains("in use by another daemon"), "{message}");
    assert!(message.contains("--data-dir"), "{message}");
    simulated(&mut Client::connect(&daemon, Transport::Socket));
}

#[test]
fn a_second_daemon_on_the_same_socket_or_port_is_refused() {
    let daemon = TestDaemon::start();
    let at_socket = [
        "serve",
        "--listen",
        "none",
        "--data-dir",
        ":memory:",
        "--socket",
        &daemon.socket(),
    ];
    let message = start_refused(&at_socket);
    assert!(
        message.contains("in use by another daemon") && message.contains("--socket"),
        "{message}"
    );
    let message = start_refused(&[
        "serve",
        "--data-dir",
        ":memory:",
        "--listen",
        &daemon.http(),
    ]);
    assert!(message.contains(&daemon.http()), "{message}");
    simulated(&mut Client::connect(&daemon, Transport::Socket));
}

#[test]
fn the_socket_file_of_a_killed_daemon_is_replaced() {
    let mut daemon = TestDaemon::start();
    let socket = daemon.socket();
    daemon.kill();
    assert!(
        Path::new(&socket).exists(),
        "a killed daemon leaves its socket file"
    );
    daemon.restart();
    simulated(&mut Client::connect(&daemon, Transport::Socket));
}

#[test]
fn a_file_that_is_not_a_socket_is_not_touched() {
    let folder = TempFolder::new();
    let path = folder.path().join("notes.txt");
    fs::write(&path, "mine").expect("a file");
    let message = start_refused(&[
        "serve",
        "--listen",
        "none",
        "--data-dir",
        ":memory:",
        "--socket",
        &text_of(&path),
    ]);
    assert!(message.contains("is not a socket"), "{message}");
    assert_eq!(
        fs::read_to_string(&path).expect("the session exists"),
        "mine"
    );
}

/// Damages a journal, and checks that the daemon refuses it and does not change it.
fn check_refused_and_untouched(damage: impl Fn(&Path), expected: &str) {
    let mut daemon = TestDaemon::start();
    simulated(&mut Client::connect(&daemon, Transport::Socket));
    daemon.stop("TERM");
    let data = daemon.folder().join("data");
    let journal = data.join("journal.sqlite3");
    // SQLite's write-ahead log is moved into the file, so that the damage has an effect.
    let database = Connection::open(&journal).expect("the WebSocket opens");
    let emptied = database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    assert_eq!(emptied, Ok(0), "no other process has the journal open");
    database.close().expect("the journal closes");
    damage(&journal);
    let before = fs::read(&journal).expect("the journal");
    let message = start_refused(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data-dir",
        &text_of(&data),
    ]);
    assert!(message.contains(expected), "{message}");
    assert!(message.contains("--data-dir"), "no advice in: {message}");
    assert_eq!(
        fs::read(&journal).expect("the journal"),
        before,
        "the journal was changed"
    );
}

#[test]
fn a_journal_of_a_newer_version_is_refused_and_untouched() {
    let newer = |journal: &Path| {
        let database = Connection::open(journal).expect("the WebSocket opens");
        database
            .pragma_update(None, "user_version", 99)
            .expect("a version");
        database.close().expect("the journal closes");
    };
    check_refused_and_untouched(newer, "newer qbcoach (format 99");
}

#[test]
fn a_damaged_journal_is_refused_and_untouched() {
    let overwritten = |journal: &Path| {
        let mut bytes = fs::read(journal).expect("the journal");
        let page = bytes.len() / 2..bytes.len();
        bytes[page].fill(0xff);
        fs::write(journal, bytes).expect("the file can be written");
    };
    check_refused_and_untouched(overwritten, "damaged");
    let garbage = |journal: &Path| {
        fs::write(journal, "no database ".repeat(900)).expect("the file can be written")
    };
    check_refused_and_untouched(garbage, "damaged");
}

#[test]
fn another_programs_database_is_refused_and_untouched() {
    let foreign = |journal: &Path| {
        fs::remove_file(journal).expect("the file can be removed");
        let database = Connection::open(journal).expect("the WebSocket opens");
        database
            .execute_batch("CREATE TABLE theirs (x)")
            .expect("a table");
        database.close().expect("the journal closes");
    };
    check_refused_and_untouched(foreign, "not a journal of qbcoach");
}

#[test]
fn an_address_that_other_machines_can_reach_requires_tokens() {
    for address in ["0.0.0.0:0", "[::]:0"] {
        for options in [
            &["--listen", address][..],
            &["--listen", "none", "--tcp", address],
        ] {
            let arguments = [&["serve", "--data-dir", ":memory:"], options].concat();
            let message = start_refused(&arguments);
            assert!(message.contains("--token-file"), "{options:?}: {message}");
        }
    }
}

#[test]
fn the_error_for_an_invalid_address_explains_the_format() {
    for address in ["7117", "localhost", "127.0.0.1:99999", ""] {
        let message = start_refused(&["serve", "--data-dir", ":memory:", "--listen", address]);
        assert!(
            message.contains("HOST:PORT") || message.contains("listens nowhere"),
            "`{address}`: {message}"
        );
    }
}
