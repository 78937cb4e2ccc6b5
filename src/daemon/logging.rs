//! The log: requests and how long they took. It never has params, so it has no hands
//! and no tokens.

use std::io;

use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

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
    let filter = EnvFilter::new(format!("off,qbcoach={}", settings.level));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(false)
        .with_writer(writer);
    // Only the first call in a process has an effect; tests may call this several times.
    let _ = match settings.json {
        true => log.json().try_init().map_err(|_| ()),
        false => log.try_init().map_err(|_| ()),
    };
}
