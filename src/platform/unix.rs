//! Linux, macOS and their relatives.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::net::{UnixDatagram, UnixStream as BlockingStream};
use std::path::Path;
use std::process::Command;

const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;
/// The bits that let others use a file.
const OTHERS: u32 = 0o077;
/// The bit of folders that many users share, such as the one for temporary files.
const SHARED_FOLDER: u32 = 0o1000;

pub(crate) fn make_private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(FOLDER_MODE)
        .create(path)
}

pub(crate) fn is_folder_open_to_others(path: &Path) -> io::Result<bool> {
    let mode = fs::metadata(path)?.mode();
    Ok(mode & OTHERS != 0 && mode & SHARED_FOLDER == 0)
}

pub(crate) fn close_folder(path: &Path) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(FOLDER_MODE))
}

pub(crate) fn for_owner_only(options: &mut OpenOptions) {
    options.mode(FILE_MODE);
}

pub fn is_open_to_others(path: &Path) -> io::Result<bool> {
    Ok(fs::metadata(path)?.mode() & OTHERS != 0)
}

/// Closes a file that an older version may have made for everybody. The file must not be
/// opened for that: closing it again would release the locks that SQLite has on it.
pub fn close_to_others(path: &Path) -> io::Result<()> {
    if is_open_to_others(path)? {
        fs::set_permissions(path, Permissions::from_mode(FILE_MODE))?;
    }
    Ok(())
}

/// Which file is at a path. It stays the same while the file is written to, and is
/// another one when the file is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileIdentity {
    device: u64,
    number: u64,
}

impl FileIdentity {
    pub fn at(path: &Path) -> Option<FileIdentity> {
        let found = fs::metadata(path).ok()?;
        Some(FileIdentity {
            device: found.dev(),
            number: found.ino(),
        })
    }
}

/// What a path names, if it is no plain file: such a thing is written to, not replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialFile {
    /// Opening it waits for whoever reads it.
    Pipe,
    Socket,
    /// A device, or a link to a file.
    Other,
}

impl SpecialFile {
    /// None for a plain file, and where there is nothing yet.
    pub fn at(path: &Path) -> io::Result<Option<SpecialFile>> {
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
            Ok(found) if found.is_file() => return Ok(None),
            Ok(_) => {}
        }
        Ok(Some(match fs::metadata(path) {
            Ok(found) if found.file_type().is_fifo() => SpecialFile::Pipe,
            Ok(found) if found.file_type().is_socket() => SpecialFile::Socket,
            _ => SpecialFile::Other,
        }))
    }

    pub fn write(self, path: &Path, text: &str) -> io::Result<()> {
        if self != SpecialFile::Socket {
            // Nothing that is there already is cut off: standard output may be a log.
            let mut file = OpenOptions::new().append(true).create(true).open(path)?;
            return file.write_all(text.as_bytes());
        }
        if let Ok(mut stream) = BlockingStream::connect(path) {
            return stream.write_all(text.as_bytes());
        }
        let socket = UnixDatagram::unbound()?;
        socket.send_to(text.as_bytes(), path).map(|_| ())
    }
}

/// The program that shows a page; the address is its last argument.
pub(crate) fn browser() -> Command {
    Command::new(match cfg!(target_os = "macos") {
        true => "open",
        false => "xdg-open",
    })
}

/// Whether the desktop has started the program, without a terminal to print to.
pub fn was_double_clicked() -> bool {
    false
}

#[cfg(feature = "async")]
pub use asynchronous::{AcceptedStream, LocalListener, LocalStream, StopSignals, connect_local};

#[cfg(feature = "async")]
mod asynchronous {
    use std::fs::{self, Permissions};
    use std::io;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    use std::path::{Path, PathBuf};

    use tokio::net::{UnixListener, UnixStream};
    use tokio::signal::unix::{Signal, SignalKind, signal};

    use super::FILE_MODE;
    use crate::LocalDoorError;

    /// A client's end.
    pub type LocalStream = UnixStream;
    /// The daemon's end.
    pub type AcceptedStream = UnixStream;

    pub async fn connect_local(path: &Path) -> io::Result<LocalStream> {
        UnixStream::connect(path).await
    }

    /// A Unix socket. Its file is removed when this is dropped.
    #[derive(Debug)]
    pub struct LocalListener {
        listener: UnixListener,
        path: PathBuf,
    }

    impl LocalListener {
        /// Binds the socket. The file of a daemon that has ended is replaced.
        pub async fn bind(path: &Path) -> Result<LocalListener, LocalDoorError> {
            if let Ok(there) = fs::symlink_metadata(path) {
                if !there.file_type().is_socket() {
                    return Err(LocalDoorError::NotALocalDoor);
                }
                if UnixStream::connect(path).await.is_ok() {
                    return Err(LocalDoorError::InUse);
                }
                let _ = fs::remove_file(path);
            }
            let listener = UnixListener::bind(path)?;
            // Only the owner of the file may connect, so the socket needs no token.
            fs::set_permissions(path, Permissions::from_mode(FILE_MODE))?;
            Ok(LocalListener {
                listener,
                path: path.to_owned(),
            })
        }

        pub async fn accept(&mut self) -> io::Result<AcceptedStream> {
            Ok(self.listener.accept().await?.0)
        }
    }

    impl Drop for LocalListener {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.path);
        }
    }

    #[derive(Debug)]
    pub struct StopSignals {
        terminate: Signal,
        interrupt: Signal,
    }

    impl StopSignals {
        /// From now on these signals no longer kill the process.
        pub fn listen() -> io::Result<StopSignals> {
            Ok(StopSignals {
                terminate: signal(SignalKind::terminate())?,
                interrupt: signal(SignalKind::interrupt())?,
            })
        }

        pub async fn requested(mut self) {
            tokio::select! {
                _ = self.terminate.recv() => {}
                _ = self.interrupt.recv() => {}
            }
        }
    }
}
