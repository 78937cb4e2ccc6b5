//! Files that only their owner may read: journals hold hands and opponents, logs who
//! connected when.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use super::system;
pub use super::system::{close_to_others, is_open_to_others};

/// Makes a folder that only its owner may enter. A folder that exists is closed to
/// others, too, if it is empty or has a file whose name begins with `ours`. A folder with
/// other things in it may be shared on purpose; there only the files are closed.
pub fn make_folder(path: &Path, ours: &str) -> io::Result<()> {
    system::make_private_folder(path)?;
    if !system::is_folder_open_to_others(path)? {
        return Ok(());
    }
    let names: Vec<_> = fs::read_dir(path)?
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    let is_ours = |name: &OsString| name.to_string_lossy().starts_with(ours);
    let is_ours = names.is_empty() || names.iter().any(is_ours);
    // A folder of another user cannot be changed, and need not: its owner lets us in.
    if is_ours && system::close_folder(path).is_err() {
        tracing::warn!(path = %path.display(), "others may enter the data directory");
    }
    Ok(())
}

/// Opens a file to append to it, and makes it if there is none.
pub fn append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    system::for_owner_only(&mut options);
    let file = options.open(path)?;
    close_to_others(path)?;
    Ok(file)
}

/// Makes an empty file, in the place of one that is there.
pub fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    system::for_owner_only(&mut options);
    let file = options.open(path)?;
    close_to_others(path)?;
    Ok(file)
}
