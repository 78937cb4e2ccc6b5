//! A database that cannot be used is named with what to do about it, and nothing waits
//! for ever.

use std::time::{Duration, Instant};

use qbcoach_sessions::journal::{Journal, JournalError, PostgresOptions};

use serde_json::json;

use crate::database::{Database, free_port};
use crate::nodes::{start, wait_for};
use crate::proxy::Proxy;

#[track_caller]
fn check_refusal(options: &PostgresOptions, expected: &str) {
    let refused = Journal::open_postgres(options)
        .expect_err(expected)
        .to_string();
    assert!(refused.contains(expected), "{refused}");
    assert!(
        !refused.contains("secret"),
        "the password is not shown: {refused}"
    );
}

#[test]
fn a_database_that_cannot_be_used_is_refused_in_words() {
    let database = Database::start();
    let url = database.create("words");
    let at = PostgresOptions::new;
    let nowhere = format!("postgres://postgres:secret@127.0.0.1:{}/words", free_port());
    check_refusal(&at(&nowhere), "is it running?");
    check_refusal(&at(&database.url(database.port, "none")), "createdb");
    check_refusal(
        &at("postgres://postgres:secret@127.0.0.1"),
        "names no database",
    );
    check_refusal(
        &at("postgres://postgres:secret@127.0.0.1:port/words"),
        "cannot be read",
    );
    let stranger = url.replace("postgres@", "stranger:secret@");
    check_refusal(&at(&stranger), "stranger");
    let unencrypted = PostgresOptions {
        ca_file: Some("/does/not/exist.pem".into()),
        ..at(&url)
    };
    check_refusal(&unencrypted, "exist.pem");

    // A standby, a newer format, and somebody else's tables.
    let read_only = "ALTER DATABASE words SET default_transaction_read_only = on";
    database.sql("postgres", read_only);
    check_refusal(&at(&url), "read-only");
    database.sql("postgres", "ALTER DATABASE words RESET ALL");
    drop(Journal::open_postgres(&at(&url)).expect("it opens now"));
    database.sql("words", "UPDATE journal_format SET format = 99");
    check_refusal(&at(&url), "newer qbcoach (format 99");
    let foreign = database.create("foreign_tables");
    database.sql("foreign_tables", "CREATE TABLE event (name TEXT)");
    check_refusal(&at(&foreign), "another program");
}

#[test]
fn a_missing_or_wrong_password_is_named() {
    let database = Database::start();
    let url = database.create_with_password("player", "the right one");
    let with = |password: Option<&str>| PostgresOptions {
        password: password.map(str::to_owned),
        ..PostgresOptions::new(&url)
    };
    // The server reads its rules again a little later.
    wait_for("the password is asked for", || {
        Journal::open_postgres(&with(None)).is_err()
    });
    check_refusal(
        &with(None),
        "wants a password: give --journal-password-file",
    );
    check_refusal(&with(Some("secret")), "check the user and the password");
    drop(Journal::open_postgres(&with(Some("the right one"))).expect("it opens"));
}

/// An error of the database while an act is written, and what the client is told.
fn check_failing(database: &Database, name: &str, sqlstate: &str, said: &str, expected: &str) {
    let nodes = start(database, name, 1);
    let created = nodes[0].ask("session/create", json!({ "mode": "live" }));
    let action = json!({ "type": "setHand", "cards": ["001"] });
    let params = json!({ "sessionId": created["sessionId"], "action": action, "actId": "a" });
    let body = format!("BEGIN RAISE EXCEPTION '{said}' USING ERRCODE = '{sqlstate}'; END");
    let function = "CREATE FUNCTION fail() RETURNS TRIGGER LANGUAGE plpgsql AS";
    database.sql(name, &format!("{function} $${body}$$"));
    let trigger = "CREATE TRIGGER failing BEFORE INSERT ON event EXECUTE FUNCTION fail()";
    database.sql(name, trigger);
    let mut connection = nodes[0].connect();
    let refused = connection.ask("match/act", params.clone());
    let refused = refused.expect("an answer");
    let reason = refused["error"]["data"]["reason"].as_str();
    let reason = reason.expect("a reason");
    assert!(
        reason.contains(said) && reason.contains(expected),
        "{refused}"
    );
    // Nothing has changed, and it goes on when the database can be written again.
    let state = json!({ "sessionId": created["sessionId"] });
    assert_eq!(nodes[0].ask("session/get", state)["seq"], 0);
    database.sql(name, "DROP TRIGGER failing ON event");
    assert_eq!(nodes[0].ask("match/act", params)["seq"], 1);
}

#[test]
fn a_full_or_read_only_database_is_named_to_the_player_and_loses_nothing() {
    let database = Database::start();
    let full = "could not extend file: No space left on device";
    check_failing(&database, "no_room", "53100", full, "make room");
    let standby = "cannot execute INSERT in a read-only transaction";
    check_failing(&database, "standby", "25006", standby, "Name the primary");
}

#[test]
fn a_database_that_does_not_answer_while_the_journal_is_opened_is_called_slow() {
    let database = Database::start();
    database.create("slow");
    let proxy = Proxy::to(database.port);
    let at = |port: u16| PostgresOptions {
        patience: Duration::from_millis(500),
        ..PostgresOptions::new(&database.url(port, "slow"))
    };
    proxy.fall_silent();
    check_refusal(&at(proxy.port), "does not answer");
    proxy.open();
    drop(Journal::open_postgres(&at(proxy.port)).expect("it opens"));
    // A lock that somebody holds on the tables.
    let lock = "BEGIN; LOCK TABLE journal_format; SELECT pg_sleep(600)";
    let mut holder = database.background_sql("slow", lock);
    let is_locked = "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' \
                     AND relation = 'journal_format'::regclass AND granted";
    wait_for("the lock is held", || {
        database.sql("slow", is_locked) == ["1"]
    });
    check_refusal(&at(database.port), "the database is slow");
    let _ = holder.kill();
    let _ = holder.wait();
}

#[tokio::test]
async fn a_silent_database_makes_the_outcome_unknown_and_not_the_client_wait() {
    let database = Database::start();
    database.create("silent");
    let proxy = Proxy::to(database.port);
    let options = PostgresOptions {
        patience: Duration::from_millis(400),
        ..PostgresOptions::new(&database.url(proxy.port, "silent"))
    };
    let journal = Journal::open_postgres(&options).expect("it opens");
    let id = journal.next_id().await.expect("a number");
    proxy.fall_silent();
    let began = Instant::now();
    let closed = journal.close(id, 1).await;
    assert!(
        matches!(closed, Err(JournalError::Unknown(_))),
        "{closed:?}"
    );
    let listed = journal.list().await;
    assert!(matches!(listed, Err(JournalError::Failed(_))), "{listed:?}");
    assert!(
        began.elapsed() < Duration::from_secs(10),
        "{:?}",
        began.elapsed()
    );
    proxy.open();
    assert_eq!(journal.list().await, Ok(Vec::new()), "it works again");
}
