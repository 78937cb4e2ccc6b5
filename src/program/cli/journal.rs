//! `qbcoach journal`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::args::{JournalCommand, JournalCopyOptions};
use super::{CommandError, input, serve};
use qbcoach_platform::refuse_device;
use qbcoach_sessions::journal::{self, DataDir, FILE, Journal, PostgresOptions};

/// A statement that copies a long session may take longer than one of a player.
const STATEMENT: Duration = Duration::from_secs(60);

fn wrong(error: impl ToString) -> CommandError {
    CommandError::Input(error.to_string())
}

pub fn run(command: &JournalCommand, out: &mut impl Write) -> Result<(), CommandError> {
    match command {
        JournalCommand::Copy(options) => copy(options, out),
    }
}

fn copy(options: &JournalCopyOptions, out: &mut impl Write) -> Result<(), CommandError> {
    let places = [Path::new(&options.from), Path::new(&options.to)];
    for path in places.into_iter().chain(options.ca.as_deref()) {
        refuse_device(path).map_err(wrong)?;
    }
    if !PostgresOptions::is_url(&options.from) && !Path::new(&options.from).join(FILE).is_file() {
        let from = &options.from;
        return Err(wrong(format!(
            "{from} has no journal ({FILE}): nothing was copied"
        )));
    }
    let from = open(&options.from, options)?;
    let to = open(&options.to, options)?;
    let copied = serve::runtime()?.block_on(async {
        let copied = journal::copy(&from, &to).await;
        // Sessions in a database are free for its nodes from now on.
        let (ours, theirs) = (from.fold().await, to.fold().await);
        let copied = copied.map_err(wrong)?;
        ours.and(theirs).map_err(wrong)?;
        Ok::<_, CommandError>(copied)
    })?;
    writeln!(
        out,
        "{} sessions with {} events and {} other texts were copied and compared",
        copied.sessions, copied.events, copied.texts
    )?;
    Ok(())
}

fn open(place: &str, options: &JournalCopyOptions) -> Result<Journal, CommandError> {
    if !PostgresOptions::is_url(place) {
        return Journal::open(&DataDir::Folder(PathBuf::from(place))).map_err(wrong);
    }
    let password = match &options.password_file {
        Some(path) => Some(input::read_file(path)?.trim_end().to_owned()),
        None => std::env::var("PGPASSWORD").ok(),
    };
    let options = PostgresOptions {
        password,
        ca_file: options.ca.clone(),
        patience: STATEMENT,
        name: "copy".to_owned(),
        ..PostgresOptions::new(place)
    };
    Journal::open_postgres(&options).map_err(wrong)
}
