//! What differs between systems. [`unix`] and `windows` have the same items, and the rest
//! of the program uses them under their common names.
//!
//! | item | on Unix | on Windows |
//! | --- | --- | --- |
//! | [`LocalListener`], [`connect_local`] | a Unix socket with mode 600 | a named pipe that only its user may open |
//! | [`StopSignals`] | SIGTERM, SIGINT | Ctrl-C, Ctrl-Break, the console is closed, the user logs off |
//! | [`private_files`] | modes 600 and 700 | what the folder of the user allows |
//! | [`data_folder`] | `~/.local/share/qbcoach`, `~/Library/Application Support/qbcoach` | `%LOCALAPPDATA%\qbcoach\data` |
//! | [`refuse_device`] | never | `NUL`, `COM1` and their like |
//! | [`open_page`] | `xdg-open`, `open` | the shell |
//! | [`was_double_clicked`] | never | started by the desktop |

#[cfg(feature = "async")]
mod local_door;
mod names;
pub mod private_files;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

#[cfg(feature = "async")]
pub use local_door::LocalDoorError;
pub use names::{local_address, local_name, refuse_device};
#[cfg(feature = "async")]
pub use system::{AcceptedStream, LocalListener, LocalStream, StopSignals, connect_local};
pub use system::{FileIdentity, SpecialFile, was_double_clicked};

/// The user's folder for the data of this program. None if the system knows no such
/// folder, as for a user without a home.
pub fn data_folder() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "qbcoach")?;
    Some(folders.data_local_dir().to_owned())
}

/// Shows a page in the user's browser: that of the variable `BROWSER`, or else the one
/// the system has chosen.
pub fn open_page(url: &str) -> io::Result<()> {
    let chosen = std::env::var_os("BROWSER").filter(|program| !program.is_empty());
    let mut command = match chosen {
        Some(program) => Command::new(program),
        None => system::browser(),
    };
    command.arg(url);
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // The process is not waited for: some browsers run on in it.
    quiet.spawn().map(|_| ())
}
