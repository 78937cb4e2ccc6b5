//! The tables, made and checked before they are used.

use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::pool::Connection;
use super::words;

/// The version of the tables.
const FORMAT: i32 = 2;
/// The first statement brings the tables from format 1 to 2, and so on.
const CHANGES: [&str; FORMAT as usize - 1] = [
    // Which sessions does a node own?
    "CREATE INDEX session_of_owner ON session (owner)",
];
/// Older servers lack what the statements need.
const OLDEST_SERVER: i32 = 120_000;

/// Plain SQL: databases of many machines that speak PostgreSQL's protocol take it, too.
const TABLES: &str = "
    CREATE TABLE session (
        id BIGINT PRIMARY KEY,
        game TEXT NOT NULL,
        mode TEXT NOT NULL,
        title TEXT NOT NULL,
        setup TEXT NOT NULL,
        created_ms BIGINT NOT NULL,
        updated_ms BIGINT NOT NULL,
        seq BIGINT NOT NULL,
        turn BIGINT NOT NULL,
        is_over BOOLEAN NOT NULL,
        closed BOOLEAN NOT NULL,
        opponent TEXT,
        total_you BIGINT,
        total_enemy BIGINT,
        owner BIGINT,
        epoch BIGINT NOT NULL
    );
    CREATE INDEX session_of_owner ON session (owner);
    CREATE TABLE event (
        session BIGINT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
        seq BIGINT NOT NULL,
        at_ms BIGINT NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        act_id TEXT,
        PRIMARY KEY (session, seq)
    );
    CREATE UNIQUE INDEX event_of_act ON event (session, act_id) WHERE act_id IS NOT NULL;
    CREATE TABLE node (
        id BIGINT PRIMARY KEY,
        name TEXT NOT NULL,
        url TEXT NOT NULL,
        data TEXT NOT NULL,
        lease_until TIMESTAMPTZ NOT NULL,
        ended BOOLEAN NOT NULL
    );
    CREATE TABLE kept (
        name TEXT PRIMARY KEY,
        version BIGINT NOT NULL,
        body TEXT NOT NULL
    );
    CREATE SEQUENCE session_number;
    CREATE SEQUENCE node_number;
";

/// Makes the tables if there are none, and checks those that there are. The reason in
/// words if the database cannot be used.
pub(super) async fn prepare(connection: &Connection) -> Result<(), String> {
    let client = &connection.client;
    let failed = |error: Error| words::of(&error);
    let server = client.query_one("SHOW server_version_num", &[]).await;
    check_server(server.map_err(failed)?.get(0))?;
    let read_only = client.query_one("SHOW transaction_read_only", &[]).await;
    if read_only.map_err(failed)?.get::<_, String>(0) == "on" {
        return Err(words::READ_ONLY.to_owned());
    }
    // Several nodes may start at the same time; one makes or changes the tables.
    const TRIES: u32 = 50;
    for _ in 0..TRIES {
        match format(connection).await.map_err(failed)? {
            Some(FORMAT) => return Ok(()),
            Some(newer) if newer > FORMAT => {
                return Err(format!(
                    "it was written by a newer qbcoach (format {newer}, this one knows \
                     {FORMAT}): use that version, or another database"
                ));
            }
            Some(older) => {
                change(connection, older).await?;
                continue;
            }
            None => {}
        }
        let make = format!(
            "BEGIN; CREATE TABLE journal_format (format INT NOT NULL); {TABLES} \
             INSERT INTO journal_format (format) VALUES ({FORMAT}); COMMIT;"
        );
        if let Err(error) = client.batch_execute(&make).await {
            // The transaction has failed, whatever it got to.
            client.batch_execute("ROLLBACK").await.map_err(failed)?;
            let foreign = error.code() == Some(&SqlState::DUPLICATE_TABLE)
                && format(connection).await.map_err(failed)?.is_none();
            if foreign {
                return Err(format!(
                    "{}: the database has tables of another program; give qbcoach one of its own",
                    words::of(&error)
                ));
            }
            let other_was_quicker = [
                SqlState::DUPLICATE_TABLE,
                SqlState::UNIQUE_VIOLATION,
                SqlState::T_R_SERIALIZATION_FAILURE,
            ];
            match error.code() {
                Some(code) if other_was_quicker.contains(code) => {}
                _ => return Err(failed(error)),
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }
    Err("the tables could not be made: other nodes are making them".to_owned())
}

fn check_server(version: &str) -> Result<(), String> {
    match version.parse().unwrap_or(0) >= OLDEST_SERVER {
        true => Ok(()),
        false => Err(format!(
            "the server is too old (version number {version}): use PostgreSQL 12 or newer"
        )),
    }
}

/// Brings the tables from this format to the next one, unless another node does.
async fn change(connection: &Connection, from: i32) -> Result<(), String> {
    let known = usize::try_from(from - 1).ok();
    let Some(sql) = known.and_then(|place| CHANGES.get(place)) else {
        return Err(format!("its format {from} is not known"));
    };
    let client = &connection.client;
    let changing = async {
        client.batch_execute("BEGIN").await?;
        // Other nodes wait here, and then find another format.
        let raise = "UPDATE journal_format SET format = format + 1 WHERE format = $1";
        if client.execute(raise, &[&from]).await? == 0 {
            return client.batch_execute("ROLLBACK").await;
        }
        client.batch_execute(sql).await?;
        client.batch_execute("COMMIT").await
    };
    match changing.await {
        Ok(()) => {
            tracing::info!(
                from,
                "the tables of the journal were brought to a newer format"
            );
            Ok(())
        }
        Err(error) => {
            let problem = words::of(&error);
            let undone = client.batch_execute("ROLLBACK").await;
            undone.map_err(|error| words::of(&error))?;
            match error.code() == Some(&SqlState::T_R_SERIALIZATION_FAILURE) {
                true => Ok(()),
                false => Err(format!(
                    "its tables have format {from} and cannot be brought to {FORMAT}: {problem}"
                )),
            }
        }
    }
}

/// None if there are no tables yet.
async fn format(connection: &Connection) -> Result<Option<i32>, Error> {
    let read = connection
        .client
        .query_opt("SELECT format FROM journal_format", &[]);
    match read.await {
        Ok(row) => Ok(row.map(|row| row.get(0))),
        Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::check_server;

    #[test]
    fn a_server_older_than_version_12_is_refused() {
        assert_eq!(check_server("120000"), Ok(()));
        assert_eq!(check_server("170004"), Ok(()));
        for old in ["110022", "90624", ""] {
            let refused = check_server(old).expect_err("it is too old");
            assert!(refused.contains("use PostgreSQL 12 or newer"), "{refused}");
        }
    }
}
