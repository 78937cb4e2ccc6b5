//! Reading what commands are given: files, positions, hands.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use super::Failure;
use crate::rules::data::{self, DataFile};
use crate::rules::{CardId, Catalogue};

/// No text a person writes comes near; a mistaken path to something huge does.
const LARGEST_INPUT: u64 = 4 * 1024 * 1024;

/// The embedded cards, with a user's file over them if there is one.
pub fn catalogue(file: Option<&Path>) -> Result<Arc<Catalogue>, Failure> {
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
        Err(error) => Err(Failure::Input(format!("{name} is not usable\n{error}"))),
    }
}

pub fn read_file(path: &Path) -> Result<String, Failure> {
    let name = path.display();
    let failed = |error: io::Error| Failure::Input(format!("cannot read {name}: {error}"));
    read_text(fs::File::open(path).map_err(failed)?, &name.to_string())
}

/// A file's text, or standard input's for `-`.
pub fn read_file_or_stdin(argument: &str) -> Result<String, Failure> {
    if argument == "-" {
        read_text(io::stdin(), "standard input")
    } else {
        read_file(Path::new(argument))
    }
}

fn read_text(reader: impl Read, name: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    reader
        .take(LARGEST_INPUT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::Input(format!("cannot read {name}: {error}")))?;
    if bytes.len() as u64 > LARGEST_INPUT {
        let limit = LARGEST_INPUT / 1024 / 1024;
        return Err(Failure::Input(format!("{name} is larger than {limit} MiB")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::Input(format!("{name} is not UTF-8 text (byte {})", at + 1))
    })
}

/// Cards from `001 crawler` or `Queen Bee, Riot Trooper`.
pub fn cards(catalogue: &Catalogue, text: &str) -> Result<Vec<CardId>, Failure> {
    let separator = if text.contains(',') { ',' } else { ' ' };
    text.split(separator)
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(|name| {
            catalogue
                .find(name)
                .map_err(|error| Failure::Input(error.to_string()))
        })
        .collect()
}
