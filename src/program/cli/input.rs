//! Reads the files, cards and texts that commands are given.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use super::CommandError;
use qbcoach_engine::rules::data::{self, DataFile};
use qbcoach_engine::rules::{CardId, Catalogue};
use qbcoach_platform::refuse_device;

/// Much larger than any text of a match, so that a huge file given by mistake is
/// refused.
const LARGEST_INPUT: u64 = 4 * 1024 * 1024;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The embedded cards, with those of a user's file added or replaced.
pub(crate) fn catalogue(file: Option<&Path>) -> Result<Arc<Catalogue>, CommandError> {
    let Some(path) = file else {
        return Ok(data::embedded());
    };
    let name = path.display().to_string();
    let text = read_file(path)?;
    let file = DataFile {
        name: &name,
        text: &text,
    };
    match data::load(&[file]) {
        Ok(catalogue) => Ok(Arc::new(catalogue)),
        Err(error) => Err(CommandError::Input(format!(
            "{name} is not usable\n{error}"
        ))),
    }
}

pub(crate) fn read_file(path: &Path) -> Result<String, CommandError> {
    let name = path.display();
    let opened = refuse_device(path).and_then(|()| fs::File::open(path));
    let failed = |error: io::Error| CommandError::Input(format!("cannot read {name}: {error}"));
    read_text(opened.map_err(failed)?, &name.to_string())
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read_file_or_stdin(argument: &str) -> Result<String, CommandError> {
    if argument == "-" {
        read_text(io::stdin(), "standard input")
    } else {
        read_file(Path::new(argument))
    }
}

fn read_text(reader: impl Read, name: &str) -> Result<String, CommandError> {
    let mut bytes = Vec::new();
    reader
        .take(LARGEST_INPUT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| CommandError::Input(format!("cannot read {name}: {error}")))?;
    if bytes.len() as u64 > LARGEST_INPUT {
        let limit = LARGEST_INPUT / 1024 / 1024;
        return Err(CommandError::Input(format!(
            "{name} is larger than {limit} MiB"
        )));
    }
    // Editors on Windows may begin a text with a byte order mark.
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        CommandError::Input(format!("{name} is not UTF-8 text (byte {})", at + 1))
    })
}

/// Reads cards such as `001 crawler` or `Queen Bee, Riot Trooper`.
pub fn cards(catalogue: &Catalogue, text: &str) -> Result<Vec<CardId>, CommandError> {
    let separator = if text.contains(',') { ',' } else { ' ' };
    text.split(separator)
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(|name| {
            catalogue
                .find(name)
                .map_err(|error| CommandError::Input(error.to_string()))
        })
        .collect()
}
