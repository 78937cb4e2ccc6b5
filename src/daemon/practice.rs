//! Which puzzles were solved, and when they come back. `qbcoach puzzle` and the daemon
//! share the file.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::kept_file;
use qbcoach_engine::coaching::puzzle::PuzzleVerdict;
use qbcoach_sessions::journal::DataDir;

const FILE: &str = "practice.json";
/// More puzzles than anybody practises; a file cannot grow without end.
const MOST_PUZZLES: usize = 10_000;

/// After how many days a puzzle comes back that was solved so often in a row.
const DAYS: [u64; 5] = [1, 3, 7, 21, 60];
const SECONDS_A_DAY: u64 = 86_400;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    Right,
    Wrong,
}

impl Answered {
    pub fn of(verdict: &PuzzleVerdict) -> Answered {
        match verdict.is_right {
            true => Answered::Right,
            false => Answered::Wrong,
        }
    }
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
pub struct Practice {
    puzzles: BTreeMap<String, Progress>,
}

fn today() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() / SECONDS_A_DAY)
}

impl Practice {
    /// Where the progress is kept; none in memory.
    pub fn file_in(data_dir: &DataDir) -> Option<PathBuf> {
        data_dir.folder().map(|folder| folder.join(FILE))
    }

    /// The progress of the file; none without a file.
    pub fn read(file: Option<&Path>) -> Result<Practice, String> {
        let Some(file) = file else {
            return Ok(Practice::default());
        };
        let read = kept_file::read(file).map_err(|error| {
            let hint = "mend or remove it, or use another data directory";
            format!("{}: {error}; {hint}", file.display())
        });
        Ok(read?.unwrap_or_default())
    }

    pub fn write(&self, file: Option<&Path>) -> io::Result<()> {
        let Some(file) = file else {
            return Ok(());
        };
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        kept_file::write(file, self)
    }

    /// The puzzles that were answered.
    pub fn answered(&self) -> impl Iterator<Item = &str> {
        self.puzzles.keys().map(String::as_str)
    }

    /// How often the puzzle was solved in a row.
    pub fn solved(&self, id: &str) -> usize {
        self.puzzles.get(id).map_or(0, |progress| progress.solved)
    }

    /// Days until the puzzle comes back; 0 if it is due or new.
    pub fn days_left(&self, id: &str) -> u64 {
        let due = self.puzzles.get(id).map_or(0, |progress| progress.due);
        due.saturating_sub(today())
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
        if self.puzzles.len() >= MOST_PUZZLES && !self.puzzles.contains_key(id) {
            return;
        }
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
