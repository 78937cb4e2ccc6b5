//! `--ready-file` may name a pipe, a socket, a device or a link. It is written to and
//! stays what it is.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use crate::daemon::{TempFolder, TestDaemon};
use crate::serving::check::text_of;

fn start(ready_file: &Path) -> TestDaemon {
    TestDaemon::with("", &["--ready-file", &text_of(ready_file)])
}

#[track_caller]
fn check_line(line: &str, daemon: &TestDaemon) {
    let line: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
    assert_eq!(line, daemon.ready);
}

#[test]
fn a_pipe_is_written_to() {
    let folder = TempFolder::new();
    let path = folder.path().join("ready");
    let made = Command::new("mkfifo")
        .arg(&path)
        .status()
        .expect("mkfifo runs");
    assert!(made.success());
    let daemon = start(&path);
    // The daemon does not wait for a reader.
    let mut line = String::new();
    let reader = fs::File::open(&path).expect("the pipe opens");
    BufReader::new(reader).read_line(&mut line).expect("a line");
    check_line(&line, &daemon);
    assert!(
        fs::metadata(&path)
            .expect("it is there")
            .file_type()
            .is_fifo()
    );
}

#[test]
fn a_socket_is_written_to() {
    let folder = TempFolder::new();
    let path = folder.path().join("ready");
    let listener = UnixListener::bind(&path).expect("the socket");
    let daemon = start(&path);
    let (stream, _) = listener.accept().expect("a connection");
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).expect("a line");
    check_line(&line, &daemon);
    assert!(
        fs::metadata(&path)
            .expect("it is there")
            .file_type()
            .is_socket()
    );
}

#[test]
fn a_device_is_written_to() {
    let folder = TempFolder::new();
    let link = folder.path().join("ready");
    symlink("/dev/null", &link).expect("a link");
    let _daemon = start(&link);
    assert!(
        fs::symlink_metadata(&link)
            .expect("it is there")
            .is_symlink()
    );
    let device = fs::metadata(&link).expect("it is there").file_type();
    assert!(device.is_char_device());
}

#[test]
fn a_link_stays_a_link() {
    let folder = TempFolder::new();
    let (file, link) = (folder.path().join("log"), folder.path().join("link"));
    fs::write(&file, "what was there\n").expect("the file can be written");
    symlink(&file, &link).expect("a link");
    let daemon = start(&link);
    let text = fs::read_to_string(&file).expect("the file can be read");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (2, "what was there"));
    check_line(lines[1], &daemon);
    assert!(
        fs::symlink_metadata(&link)
            .expect("it is there")
            .is_symlink()
    );
    let device = folder.path().join("device");
    symlink("/dev/null", &device).expect("a link");
    drop(start(&device));
    assert!(
        fs::symlink_metadata(&device)
            .expect("it is there")
            .is_symlink()
    );
}

#[test]
fn a_file_is_replaced_as_a_whole() {
    let folder = TempFolder::new();
    let file = folder.path().join("ready");
    fs::write(&file, "an old one, which is longer than\nthe new\none\n")
        .expect("it can be written");
    let daemon = start(&file);
    check_line(
        &fs::read_to_string(&file).expect("the file can be read"),
        &daemon,
    );
}
