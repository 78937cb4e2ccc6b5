//! Which puzzles were solved, and when they come back.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::cli::CommandError;
use qbcoach_platform::private_files;

/// After how many days a puzzle comes back that was solved so often in a row.
const DAYS: [u64; 5] = [1, 3, 7, 21, 60];
const SECONDS_A_DAY: u64 = 86_400;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answered {
    Right,
    Wrong,
}

/// The progress with one puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Progress {
    /// How often it was solved in a row.
    solved: usize,
    /// The day when it comes back, counted from 1970.
    due: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Practice {
    puzzles: BTreeMap<String, Progress>,
}

fn today() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() / SECONDS_A_DAY)
}

impl Practice {
    /// The progress of the file; none without a file.
    pub fn read(file: Option<&Path>) -> Result<Practice, CommandError> {
        let Some(file) = file else {
            return Ok(Practice::default());
        };
        let wrong = |error: &dyn ToString| {
            let hint = "mend or remove it, or give another --data-dir";
            CommandError::Input(format!("{}: {}; {hint}", file.display(), error.to_string()))
        };
        match fs::read_to_string(file) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| wrong(&error)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Practice::default()),
            Err(error) => Err(wrong(&error)),
        }
    }

    pub fn write(&self, file: Option<&Path>) -> Result<(), CommandError> {
        let Some(file) = file else {
            return Ok(());
        };
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let text = serde_json::to_string_pretty(self).map_err(io::Error::from)?;
        let temporary = file.with_extension("json.new");
        io::Write::write_all(&mut private_files::create(&temporary)?, text.as_bytes())?;
        Ok(fs::rename(&temporary, file)?)
    }

    /// The puzzle to show: one that is due again, the longest first, or else a new one.
    pub fn next<'a>(&self, ids: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        self.next_on(today(), ids)
    }

    fn next_on<'a>(&self, day: u64, ids: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        let due = |id: &str| self.puzzles.get(id).map(|progress| progress.due);
        let open = ids.filter(|id| due(id).is_none_or(|due| due <= day));
        // Of equal ones the first is kept.
        let mut next: Option<&str> = None;
        for id in open {
            let is_sooner =
                |other: &str| due(id).unwrap_or(u64::MAX) < due(other).unwrap_or(u64::MAX);
            if next.is_none_or(is_sooner) {
                next = Some(id);
            }
        }
        next
    }

    pub fn note(&mut self, id: &str, answered: Answered) {
        self.note_on(today(), id, answered);
    }

    fn note_on(&mut self, day: u64, id: &str, answered: Answered) {
        let progress = self.puzzles.entry(id.to_owned()).or_default();
        match answered {
            Answered::Wrong => {
                *progress = Progress {
                    solved: 0,
                    due: day,
                };
            }
            Answered::Right => {
                let days = DAYS[progress.solved.min(DAYS.len() - 1)];
                progress.solved += 1;
                progress.due = day + days;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answered, Practice};

    const IDS: [&str; 3] = ["p001", "p002", "p003"];

    #[track_caller]
    fn check(practice: &Practice, day: u64, expected: Option<&str>) {
        assert_eq!(practice.next_on(day, IDS.into_iter()), expected);
    }

    #[test]
    fn solved_puzzles_come_back_later_and_later() {
        let mut practice = Practice::default();
        check(&practice, 100, Some("p001"));
        practice.note_on(100, "p001", Answered::Right);
        check(&practice, 100, Some("p002"));
        check(&practice, 101, Some("p001"));
        practice.note_on(101, "p001", Answered::Right);
        check(&practice, 103, Some("p002"));
        check(&practice, 104, Some("p001"));
    }

    #[test]
    fn a_missed_puzzle_comes_back_at_once() {
        let mut practice = Practice::default();
        practice.note_on(100, "p002", Answered::Right);
        practice.note_on(100, "p002", Answered::Wrong);
        check(&practice, 100, Some("p002"));
    }

    #[test]
    fn nothing_is_due_when_all_are_solved() {
        let mut practice = Practice::default();
        for id in IDS {
            practice.note_on(100, id, Answered::Right);
        }
        check(&practice, 100, None);
    }
}
