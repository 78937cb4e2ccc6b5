//! Runs programs under Wine, and the daemon among them.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use crate::daemon::Addresses;

pub fn folder() -> PathBuf {
    let folder = std::env::var_os("QBCOACH_WINDOWS");
    folder
        .expect("tests/windows/run sets QBCOACH_WINDOWS")
        .into()
}

/// Wine, which takes a Windows program as its first argument.
fn wine() -> Command {
    Command::new(std::env::var_os("QBCOACH_WINE").expect("tests/windows/run sets QBCOACH_WINE"))
}

pub fn program(name: &str) -> Command {
    let mut command = wine();
    command.arg(folder().join(name));
    command
}

/// A path of this system as Wine's programs see it.
pub fn windows_path(path: &Path) -> String {
    format!("Z:{}", path.display()).replace('/', "\\")
}

/// Runs the program with this text as its input.
pub fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = program("qbcoach.exe");
    command.args(arguments);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("wine starts");
    let mut stdin = child.stdin.take().expect("its input");
    let input = input.to_owned();
    let writing = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    // A program that refuses its arguments reads no input.
    let _ = writing.join().expect("the input is written");
    output
}

/// What a run printed, which must have succeeded.
#[track_caller]
pub fn printed(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8(output.stdout.clone()).expect("it prints UTF-8")
}

/// The error of a run, which must have failed.
#[track_caller]
pub fn error_text(output: &Output) -> String {
    assert!(!output.status.success(), "it must fail");
    String::from_utf8(output.stderr.clone()).expect("it prints UTF-8")
}

/// `qbcoach serve` under Wine, ended when dropped.
pub struct WindowsDaemon {
    child: Child,
    pub ready: Value,
    addresses: Addresses,
}

impl WindowsDaemon {
    pub fn start(arguments: &[&str]) -> WindowsDaemon {
        let mut command = program("qbcoach.exe");
        command.args(["serve", "--listen", "127.0.0.1:0", "--tcp", "127.0.0.1:0"]);
        command.args(arguments);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("wine starts");
        let mut lines = BufReader::new(child.stderr.take().expect("its stderr"));
        let mut seen = String::new();
        let ready = loop {
            let mut line = String::new();
            let read = lines.read_line(&mut line).expect("stderr can be read");
            assert_ne!(read, 0, "the daemon ended before it was ready:\n{seen}");
            match serde_json::from_str::<Value>(&line) {
                Ok(ready) if ready["ready"] == true => break ready,
                _ => seen.push_str(&line),
            }
        };
        std::thread::spawn(move || lines.read_to_end(&mut Vec::new()));
        let address = |field: &str| ready[field].as_str().unwrap_or_default().to_owned();
        let addresses = Addresses {
            http: address("listen"),
            tcp: address("tcp"),
            socket: address("socket"),
        };
        WindowsDaemon {
            child,
            ready,
            addresses,
        }
    }

    /// Ends the process by TerminateProcess, as the task manager does.
    pub fn terminate(&mut self) {
        let pid = self.ready["pid"].to_string();
        let mut command = wine();
        let ended = command.args(["taskkill", "/F", "/PID", &pid]).output();
        assert!(ended.expect("wine starts").status.success());
        self.child.wait().expect("the process ends");
    }
}

impl AsRef<Addresses> for WindowsDaemon {
    fn as_ref(&self) -> &Addresses {
        &self.addresses
    }
}

impl Drop for WindowsDaemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
