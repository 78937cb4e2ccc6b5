//! The file that says that the daemon listens. A script may name a pipe, a device or a
//! socket instead of a file; such a thing is written to and stays what it is.

use std::path::Path;
use std::{fs, io, thread};

use qbcoach_platform::SpecialFile;

pub(crate) fn write(path: &Path, line: &str) -> io::Result<()> {
    let special = match SpecialFile::at(path)? {
        None => return replace(path, line),
        Some(SpecialFile::Pipe) => SpecialFile::Pipe,
        #[cfg(unix)]
        Some(other) => return other.write(path, line),
    };
    // Opening a pipe waits for whoever reads it, and the daemon must not wait.
    let (path, line) = (path.to_owned(), line.to_owned());
    let writing = thread::Builder::new().name("ready file".to_owned());
    writing.spawn(move || {
        if let Err(error) = special.write(&path, &line) {
            tracing::warn!(%error, path = %path.display(), "the ready file was not written");
        }
    })?;
    Ok(())
}

/// Renames the file into place, so that a reader never finds half a file.
fn replace(path: &Path, line: &str) -> io::Result<()> {
    let aside = path.with_extension("writing");
    fs::write(&aside, line).and_then(|()| fs::rename(&aside, path))
}
