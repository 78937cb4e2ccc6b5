//! What is wrong with the database, in words that say what to do.

use std::error::Error as _;

use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

pub(super) const READ_ONLY: &str = "the database is read-only: is it a standby? Name the primary";

const PASSWORD: &str = "give --journal-password-file, or PGPASSWORD";

pub(super) fn of(error: &Error) -> String {
    let Some(fault) = error.as_db_error() else {
        let mut problem = error.to_string();
        if let Some(cause) = error.source() {
            problem = format!("{problem}: {cause}");
        }
        // So the client says it that was told to look for a primary.
        if problem.contains("does not allow writes") {
            return READ_ONLY.to_owned();
        }
        if problem.contains("password missing") {
            return format!("the database wants a password: {PASSWORD}");
        }
        if problem.contains("certificate") {
            return format!("{problem}: name who signs its certificate with --journal-ca");
        }
        return match error.is_closed() {
            true => "the connection to the database was lost".to_owned(),
            false => format!("the database cannot be reached ({problem}): is it running?"),
        };
    };
    let said = fault.message();
    let code = fault.code();
    let advice = match code {
        _ if *code == SqlState::INVALID_PASSWORD
            || *code == SqlState::INVALID_AUTHORIZATION_SPECIFICATION =>
        {
            "check the user and the password: --journal-password-file, or PGPASSWORD"
        }
        _ if *code == SqlState::INVALID_CATALOG_NAME => "make the database first: createdb",
        _ if *code == SqlState::INSUFFICIENT_PRIVILEGE => {
            "the user needs the right to make and change tables in it"
        }
        _ if *code == SqlState::READ_ONLY_SQL_TRANSACTION => READ_ONLY,
        _ if *code == SqlState::DISK_FULL || *code == SqlState::OUT_OF_MEMORY => {
            "the database is full: make room on its machine"
        }
        _ if *code == SqlState::TOO_MANY_CONNECTIONS => {
            "raise its max_connections, or lower `nodes.connections` here"
        }
        _ if *code == SqlState::CANNOT_CONNECT_NOW => "the database is starting or stopping",
        _ => return format!("{said} ({})", code.code()),
    };
    format!("{said} ({}): {advice}", code.code())
}
