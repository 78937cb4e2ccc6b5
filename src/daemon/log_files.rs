//! The files of the log: a new one every day, and the old ones are removed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::settings::LogSettings;
use super::to_wire::time::day_text;
use qbcoach_platform::private_files;

/// The name of a file is this, the day, and a number if the day has several files:
/// `qbcoach.log.2026-11-16`, `qbcoach.log.2026-11-16.001`.
const NAME: &str = "qbcoach.log";

/// The log of one day is split into files of this share of all the room, so that the
/// room can be kept by removing whole files.
const SHARE: u64 = 8;

/// Writes the log. Every line is one write.
pub(crate) struct LogFiles {
    folder: PathBuf,
    days: u64,
    bytes: u64,
    now: Option<OpenFile>,
}

struct OpenFile {
    file: File,
    day: u64,
    part: u32,
    written: u64,
}

impl LogFiles {
    /// The log in a folder. Files that are too old are removed at once.
    pub fn new(folder: PathBuf, settings: &LogSettings) -> LogFiles {
        let files = LogFiles {
            folder,
            days: settings.days,
            bytes: settings.bytes,
            now: None,
        };
        files.remove_old(today());
        files
    }

    fn path(&self, day: u64, part: u32) -> PathBuf {
        let day = day_text(day);
        self.folder.join(match part {
            0 => format!("{NAME}.{day}"),
            part => format!("{NAME}.{day}.{part:03}"),
        })
    }

    /// The file for the next line.
    fn file(&mut self, day: u64) -> io::Result<&mut OpenFile> {
        let part = match &self.now {
            Some(now) if now.day == day && now.written < self.bytes / SHARE => now.part,
            Some(now) if now.day == day => now.part + 1,
            _ => 0,
        };
        let is_open = |now: &OpenFile| (now.day, now.part) == (day, part);
        let now = match self.now.take().filter(is_open) {
            Some(now) => now,
            None => {
                private_files::make_folder(&self.folder, NAME)?;
                let file = private_files::append(&self.path(day, part))?;
                let written = file.metadata()?.len();
                self.remove_old(day);
                OpenFile {
                    file,
                    day,
                    part,
                    written,
                }
            }
        };
        Ok(self.now.insert(now))
    }

    /// Removes files of days that are over for long, and the oldest while there are too
    /// many bytes.
    fn remove_old(&self, today: u64) {
        let first_day = format!("{NAME}.{}", day_text(today.saturating_sub(self.days - 1)));
        let mut kept = 0;
        // The newest first: names are ordered as their days and parts are.
        for (name, bytes) in log_files(&self.folder).into_iter().rev() {
            kept += bytes;
            let is_newest = kept == bytes;
            if name < first_day || (kept > self.bytes && !is_newest) {
                let _ = fs::remove_file(self.folder.join(name));
            }
        }
    }
}

/// The names and sizes of all log files, the oldest first.
fn log_files(folder: &Path) -> Vec<(String, u64)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let found = entry.metadata().ok()?;
        let is_log = name.starts_with(NAME) && found.is_file();
        is_log.then_some((name, found.len()))
    });
    let mut files: Vec<(String, u64)> = files.collect();
    files.sort_unstable();
    files
}

impl Write for LogFiles {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let now = self.file(today())?;
        now.written += line.len() as u64;
        now.file.write(line)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.now {
            Some(now) => now.file.flush(),
            None => Ok(()),
        }
    }
}

/// Days since 1970, in UTC.
fn today() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() / 86_400)
}
