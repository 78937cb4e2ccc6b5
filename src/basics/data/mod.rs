//! Data files in JSON, read field by field. Every fault is noted with its file, item,
//! field and the allowed values.
//!
//! Nothing here opens a file: callers pass the texts.

mod fields;
mod json;

use std::fmt;

pub use fields::Fields;
pub use json::Json;

/// A data file's name, for messages, and its text.
#[derive(Clone, Copy, Debug)]
pub struct DataFile<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

/// One fault of the data: where it is, what is wrong and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFault {
    pub file: String,
    /// `card 019 Crawler`, `effect pawns-2`, or empty for the file as a whole.
    pub item: String,
    pub field: String,
    pub problem: String,
    pub allowed: String,
}

impl fmt::Display for DataFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        for part in [&self.item, &self.field] {
            if !part.is_empty() {
                write!(f, ": {part}")?;
            }
        }
        write!(f, ": {}; allowed: {}", self.problem, self.allowed)
    }
}

/// All faults of the data, not only the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    pub faults: Vec<DataFault>,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.faults.iter().map(DataFault::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for DataError {}
