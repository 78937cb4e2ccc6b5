//! The log: requests and how long they took. It never has params, so it has no hands
//! and no tokens.

use std::io;

use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::log_files::LogFiles;
use super::settings::{LogSettings, LogTarget};
use qbcoach_sessions::journal::DataDir;

/// Starts logging. The log file is complete when the guard is dropped.
pub fn start(settings: &LogSettings, data_dir: &DataDir) -> Option<WorkerGuard> {
    match (settings.to, data_dir.folder()) {
        (LogTarget::Files, Some(folder)) => {
            let files = LogFiles::new(folder.join("logs"), settings);
            let (writer, guard) = tracing_appender::non_blocking(files);
            begin(settings, writer);
            Some(guard)
        }
        _ => {
            begin(settings, io::stderr);
            None
        }
    }
}

fn begin<W>(settings: &LogSettings, writer: W)
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
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
