//! The tables of an older version are brought to the newest format, once, whoever comes
//! first; nothing in them is lost.

use std::thread;

use qbcoach_sessions::SessionId;
use qbcoach_sessions::journal::{EventBody, Journal, KeptText, PostgresOptions};

use crate::database::Database;

const FORMAT_1: &str = include_str!("format_1.sql");

/// The columns and indexes of all tables.
fn tables(database: &Database, name: &str) -> Vec<String> {
    let columns = "SELECT table_name, column_name, data_type, is_nullable \
                   FROM information_schema.columns WHERE table_schema = 'public' \
                   ORDER BY table_name, column_name";
    let indexes = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef";
    let mut tables = database.sql(name, columns);
    tables.extend(database.sql(name, indexes));
    tables
}

#[tokio::test]
async fn an_older_format_is_brought_to_the_newest_one_by_nodes_that_start_together() {
    let database = Database::start();
    let newest = database.create("newest");
    drop(Journal::open_postgres(&PostgresOptions::new(&newest)).expect("the tables are made"));
    let url = database.create("older");
    database.sql("older", FORMAT_1);
    let starting: Vec<_> = (0..4)
        .map(|_| {
            let options = PostgresOptions::new(&url);
            thread::spawn(move || Journal::open_postgres(&options))
        })
        .collect();
    let opened = starting.into_iter().map(|node| {
        let opened = node.join().expect("it does not panic");
        opened.expect("it opens")
    });
    let opened: Vec<Journal> = opened.collect();
    assert_eq!(tables(&database, "older"), tables(&database, "newest"));
    let format = "SELECT format FROM journal_format";
    let formats = ["older", "newest"].map(|name| database.sql(name, format));
    assert_eq!(formats[0], formats[1]);

    let journal = &opened[0];
    let stored = journal.load(SessionId::new(1)).await.expect("an answer");
    let stored = stored.expect("the session is there");
    assert_eq!(stored.session.summary.title, "an old one");
    let bodies: Vec<&EventBody> = stored.events.iter().map(|event| &event.body).collect();
    assert_eq!(
        bodies,
        [&EventBody::Act("act 1".to_owned()), &EventBody::Undo(1)]
    );
    assert_eq!(
        stored.events[0].act_id.as_ref().map(|name| name.as_str()),
        Some("first")
    );
    let look = KeptText {
        version: 4,
        body: "{\"theme\":\"dark\"}".to_owned(),
    };
    assert_eq!(journal.kept("overlay").await, Ok(Some(look)));
    let next = journal.next_id().await.expect("a number");
    assert_eq!(next, SessionId::new(2));
}

#[test]
fn a_format_that_cannot_be_changed_is_refused_and_left_as_it_is() {
    let database = Database::start();
    let url = database.create("odd");
    database.sql("odd", FORMAT_1);
    let refused = |expected: &str| {
        let opened = Journal::open_postgres(&PostgresOptions::new(&url));
        let problem = opened.expect_err(expected).to_string();
        assert!(problem.contains(expected), "{problem}");
    };
    database.sql("odd", "UPDATE journal_format SET format = 0");
    refused("its format 0 is not known");
    // A change that fails half way is taken back.
    database.sql("odd", "UPDATE journal_format SET format = 1");
    database.sql("odd", "CREATE TABLE session_of_owner (name TEXT)");
    refused("cannot be brought to");
    assert_eq!(
        database.sql("odd", "SELECT format FROM journal_format"),
        ["1"]
    );
    database.sql("odd", "DROP TABLE session_of_owner");
    drop(Journal::open_postgres(&PostgresOptions::new(&url)).expect("it opens now"));
}
