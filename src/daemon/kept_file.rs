//! Small files of the data directory that are read at the start and replaced whole.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use qbcoach_platform::private_files;

/// None if there is no file.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, String> {
    match fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| error.to_string()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// Replaces the file atomically.
pub(crate) fn write(path: &Path, content: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string_pretty(content)?;
    let temporary = path.with_extension("json.new");
    let mut file = private_files::create(&temporary)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&temporary, path)
}
