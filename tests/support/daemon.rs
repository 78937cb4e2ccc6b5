//! A real daemon for tests: the binary itself, in a folder of its own.

#![allow(dead_code)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

/// A folder that is gone when the test is over.
pub struct TempFolder(PathBuf);

impl TempFolder {
    pub fn new() -> TempFolder {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("qbcoach-test-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder");
        TempFolder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A daemon with all doors open, killed when dropped.
pub struct Running {
    pub child: Child,
    /// What it said when it was ready.
    pub ready: Value,
}

impl Running {
    /// Starts with the Unix socket and the data in `folder`.
    pub fn start(folder: &Path, arguments: &[&str]) -> Running {
        let socket = folder.join("socket");
        let data = folder.join("data");
        let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--tcp", "127.0.0.1:0"]);
        command.arg("--socket").arg(&socket);
        if !arguments.contains(&"--data-dir") {
            command.arg("--data-dir").arg(&data);
        }
        command.args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
        let stderr = child.stderr.take().expect("its stderr");
        let mut lines = BufReader::new(stderr);
        let ready = loop {
            let mut line = String::new();
            let read = lines.read_line(&mut line).expect("stderr can be read");
            assert_ne!(read, 0, "the daemon ended before it was ready");
            match serde_json::from_str::<Value>(&line) {
                Ok(ready) if ready["ready"] == true => break ready,
                _ => {}
            }
        };
        // An undrained pipe would stop the daemon at some point.
        std::thread::spawn(move || {
            let mut rest = Vec::new();
            let _ = lines.read_to_end(&mut rest);
        });
        Running { child, ready }
    }

    fn address(&self, door: &str) -> String {
        let address = self.ready[door].as_str();
        address.expect("the door is open").to_owned()
    }

    /// HOST:PORT of the HTTP door.
    pub fn http(&self) -> String {
        self.address("listen")
    }

    pub fn websocket(&self) -> String {
        format!("ws://{}", self.http())
    }

    pub fn tcp(&self) -> String {
        self.address("tcp")
    }

    pub fn socket(&self) -> String {
        self.address("socket")
    }

    /// SIGKILL: no goodbye.
    pub fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }

    /// Sends a signal by its name and waits for the end.
    pub fn stop(mut self, signal: &str) -> ExitStatus {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &pid]).status();
        assert!(sent.expect("kill runs").success());
        self.child.wait().expect("it ends")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
