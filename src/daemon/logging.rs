//! The log: requests and how long they took. It never has params, so it has no hands
//! and no tokens.

use std::io;

use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::log_files::LogFiles;
use super::settings::{LogSettings, LogTarget};
use qbcoach_sessions::journal::DataDir;

/// Lines that wait for standard error; more are dropped.
const WAITING_LINES: usize = 10_000;

/// Starts logging. The log is complete when the guard is dropped.
///
/// A thread of its own writes the lines. Standard error may take nothing for a long time:
/// Windows stops a console while text is selected in it, which a click does, and a pipe is
/// full when nobody reads it. Clients must not wait for that.
pub fn start(settings: &LogSettings, data_dir: &DataDir) -> WorkerGuard {
    let (writer, guard) = match (settings.to, data_dir.folder()) {
        (LogTarget::Files, Some(folder)) => {
            tracing_appender::non_blocking(LogFiles::new(folder.join("logs"), settings))
        }
        _ => NonBlockingBuilder::default()
            .buffered_lines_limit(WAITING_LINES)
            .finish(io::stderr()),
    };
    begin(settings, writer);
    guard
}

fn begin(settings: &LogSettings, writer: NonBlocking) {
    // The settings know the levels, so this is one of them.
    let level = settings.level.parse().unwrap_or(LevelFilter::INFO);
    // Nothing is logged of other crates: their lines may hold what was sent.
    let filter = Targets::new().with_target("qbcoach", level);
    let log = tracing_subscriber::registry().with(filter);
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_writer(writer);
    // Only the first call in a process has an effect; tests may call this several times.
    let _ = match settings.json {
        true => log.with(lines.json()).try_init(),
        false => log.with(lines).try_init(),
    };
}
