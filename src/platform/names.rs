//! Names with a meaning of their own on Windows. The rules are checked on every system,
//! so that tests on any system cover them.

use std::io;
use std::path::{Path, PathBuf};

/// Where Windows keeps its named pipes.
const PIPES: &str = r"\\.\pipe\";

/// Devices that Windows finds in every folder, with any extension.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
/// These have a digit after the name.
const NUMBERED: [&str; 2] = ["COM", "LPT"];

/// Fails if Windows takes a part of the path for a device, such as `NUL` or `com1.txt`: a
/// file of that name would swallow what is written to it. Call it before a file or folder
/// is opened that a user has named.
pub fn refuse_device(path: &Path) -> io::Result<()> {
    let path = path.to_string_lossy();
    match windows_device(&path).filter(|_| cfg!(windows)) {
        None => Ok(()),
        Some(device) => {
            let problem =
                format!("`{device}` is a device of Windows, not a file: choose another name");
            Err(io::Error::new(io::ErrorKind::InvalidInput, problem))
        }
    }
}

/// The part of a path that Windows takes for a device.
fn windows_device(path: &str) -> Option<&str> {
    let path = path.strip_prefix(r"\\.\").unwrap_or(path);
    path.split(['/', '\\', ':']).find(|part| {
        let stem = part.split('.').next().unwrap_or_default();
        let stem = stem.trim_end().to_uppercase();
        let is_numbered = |name: &str| {
            let digit = stem.strip_prefix(name).and_then(|rest| {
                let mut rest = rest.chars();
                rest.next().filter(|_| rest.next().is_none())
            });
            digit.is_some_and(|digit| matches!(digit, '0'..='9' | '¹' | '²' | '³'))
        };
        DEVICES.contains(&stem.as_str()) || NUMBERED.into_iter().any(is_numbered)
    })
}

/// The name in the address of a local door, `unix:PATH` or `pipe:NAME`.
pub fn local_address(text: &str) -> Option<&str> {
    let rest = text
        .strip_prefix("unix:")
        .or_else(|| text.strip_prefix("pipe:"))?;
    // As in `unix:///run/qbcoach`; `//./pipe/` is where pipes are.
    let name = rest
        .strip_prefix("//")
        .filter(|name| !name.starts_with('.'));
    Some(name.unwrap_or(rest))
}

/// The whole name of a local door: on Windows `NAME` means the pipe `\\.\pipe\NAME`,
/// elsewhere a name is a path.
pub fn local_name(name: &Path) -> PathBuf {
    match cfg!(windows) {
        true => windows_pipe(&name.to_string_lossy()).into(),
        false => name.to_owned(),
    }
}

fn windows_pipe(name: &str) -> String {
    let start = name.get(..PIPES.len()).unwrap_or_default();
    // Windows reads both kinds of slashes, and any case.
    match start.replace('/', "\\").eq_ignore_ascii_case(PIPES) {
        true => format!("{PIPES}{}", &name[PIPES.len()..]),
        false => format!("{PIPES}{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_takes_some_names_for_devices() {
        for (path, device) in [
            ("NUL", Some("NUL")),
            ("nul.txt", Some("nul.txt")),
            (r"C:\games\con\journal", Some("con")),
            ("folder/LPT1.log", Some("LPT1.log")),
            (r"\\.\COM3", Some("COM3")),
            ("com¹", Some("com¹")),
            ("aux .txt", Some("aux .txt")),
            ("conin$", Some("conin$")),
            ("NULL", None),
            ("com", None),
            ("com12", None),
            (r"C:\Users\日本 語\nul-data", None),
            ("", None),
        ] {
            assert_eq!(windows_device(path), device, "{path}");
        }
    }

    #[test]
    fn a_name_is_a_pipe_on_windows() {
        for (name, pipe) in [
            ("qbcoach", r"\\.\pipe\qbcoach"),
            (r"\\.\pipe\qbcoach", r"\\.\pipe\qbcoach"),
            (r"\\.\PIPE\qbcoach", r"\\.\pipe\qbcoach"),
            ("//./pipe/qbcoach", r"\\.\pipe\qbcoach"),
            ("日本", r"\\.\pipe\日本"),
        ] {
            assert_eq!(windows_pipe(name), pipe);
        }
    }

    #[test]
    fn the_address_of_a_local_door_has_its_name() {
        for (text, name) in [
            ("pipe:qbcoach", Some("qbcoach")),
            ("pipe://./pipe/qbcoach", Some("//./pipe/qbcoach")),
            ("unix:/run/x", Some("/run/x")),
            ("unix:///run/x", Some("/run/x")),
            ("/run/unix:x", None),
            ("qbcoach", None),
        ] {
            assert_eq!(local_address(text), name, "{text}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn unix_has_no_such_names() {
        assert!(refuse_device(Path::new("NUL")).is_ok());
        assert_eq!(local_name(Path::new("/run/x")), PathBuf::from("/run/x"));
    }
}
