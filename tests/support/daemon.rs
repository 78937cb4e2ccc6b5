//! Daemons for tests: the real program, with its data in a temporary folder.

#![allow(dead_code)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

/// A folder that is deleted when dropped.
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

/// Where a daemon listens. This can be kept longer than the daemon lives.
#[derive(Clone, Debug)]
pub struct Addresses {
    /// HOST:PORT of the HTTP port.
    pub http: String,
    /// HOST:PORT of the plain TCP port.
    pub tcp: String,
    /// The path of the Unix socket.
    pub socket: String,
}

impl Addresses {
    pub fn websocket(&self) -> String {
        format!("ws://{}", self.http)
    }
}

impl AsRef<Addresses> for Addresses {
    fn as_ref(&self) -> &Addresses {
        self
    }
}

/// Tests need not wait for the coach as long as people want to.
const SHORT_SEARCH: [&str; 2] = ["--coach-nodes", "5000"];

/// The process of a daemon that listens on every transport, killed when dropped.
pub struct Running {
    pub child: Child,
    /// The line that the daemon printed when it was ready.
    pub ready: Value,
    addresses: Addresses,
}

impl Running {
    /// Starts a daemon with the Unix socket and the data in `folder`. A test restarts
    /// a daemon by starting another one in the same folder.
    pub fn start(folder: &Path, arguments: &[&str]) -> Running {
        Running::try_start(folder, arguments)
            .unwrap_or_else(|said| panic!("the daemon ended before it was ready:\n{said}"))
    }

    /// What the daemon said, if it ended before it was ready.
    pub fn try_start(folder: &Path, arguments: &[&str]) -> Result<Running, String> {
        let socket = folder.join("socket");
        let data = folder.join("data");
        let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--tcp", "127.0.0.1:0"]);
        command.arg("--socket").arg(&socket);
        if !arguments.contains(&"--data-dir") {
            command.arg("--data-dir").arg(&data);
        }
        if !arguments.contains(&"--coach-nodes") {
            command.args(SHORT_SEARCH);
        }
        command.args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let child = command.stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the daemon starts");
        let stderr = child.stderr.take().expect("its stderr");
        let mut lines = BufReader::new(stderr);
        let mut said = String::new();
        let ready = loop {
            let mut line = String::new();
            let read = lines.read_line(&mut line).expect("stderr can be read");
            if read == 0 {
                let _ = child.wait();
                return Err(said);
            }
            said.push_str(&line);
            match serde_json::from_str::<Value>(&line) {
                Ok(ready) if ready["ready"] == true => break ready,
                _ => {}
            }
        };
        // The daemon would block on a full pipe.
        std::thread::spawn(move || {
            let mut rest = Vec::new();
            let _ = lines.read_to_end(&mut rest);
        });
        let address = |field: &str| {
            let address = ready[field].as_str();
            address
                .expect("the ready line has every address")
                .to_owned()
        };
        let addresses = Addresses {
            http: address("listen"),
            tcp: address("tcp"),
            socket: address("socket"),
        };
        Ok(Running {
            child,
            ready,
            addresses,
        })
    }

    pub fn addresses(&self) -> &Addresses {
        &self.addresses
    }

    /// HOST:PORT of the HTTP port.
    pub fn http(&self) -> String {
        self.addresses.http.clone()
    }

    pub fn websocket(&self) -> String {
        self.addresses.websocket()
    }

    pub fn tcp(&self) -> String {
        self.addresses.tcp.clone()
    }

    pub fn socket(&self) -> String {
        self.addresses.socket.clone()
    }

    /// Kills the process with SIGKILL.
    pub fn kill(mut self) {
        self.child.kill().expect("the process can be killed");
        self.child.wait().expect("the process ends");
    }
}

impl AsRef<Addresses> for Running {
    fn as_ref(&self) -> &Addresses {
        &self.addresses
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The tokens of `TestDaemon::with_tokens`, by their roles.
pub const CONTROL: &str = "control-token-of-the-tests";
pub const VIEW: &str = "view-token-of-the-tests";
pub const STREAM: &str = "stream-token-of-the-tests";

/// Sends a signal to a process by the signal's name.
pub fn send_signal(pid: u32, signal: &str) {
    let pid = pid.to_string();
    let sent = Command::new("kill").args(["-s", signal, &pid]).status();
    assert!(sent.expect("kill runs").success());
}

/// A daemon in a folder of its own. It can be stopped and started again.
pub struct TestDaemon {
    running: Running,
    arguments: Vec<String>,
    folder: TempFolder,
}

impl TestDaemon {
    /// A daemon with default settings.
    pub fn start() -> TestDaemon {
        TestDaemon::with("", &[])
    }

    /// A daemon with this text in its settings file and these arguments.
    pub fn with(settings: &str, arguments: &[&str]) -> TestDaemon {
        TestDaemon::start_in(TempFolder::new(), settings, arguments)
    }

    /// A daemon with a token for each role.
    pub fn with_tokens(settings: &str, arguments: &[&str]) -> TestDaemon {
        let folder = TempFolder::new();
        let file = folder.path().join("tokens");
        let tokens = format!("control {CONTROL}\nview {VIEW}\nstream {STREAM}\n");
        fs::write(&file, tokens).expect("the token file can be written");
        let file = file.display().to_string();
        let arguments = [&["--token-file", file.as_str()], arguments].concat();
        TestDaemon::start_in(folder, settings, &arguments)
    }

    fn start_in(folder: TempFolder, settings: &str, arguments: &[&str]) -> TestDaemon {
        let file = folder.path().join("settings.toml");
        fs::write(&file, settings).expect("the settings can be written");
        let file = file.display().to_string();
        let arguments = [&["--config", file.as_str()], arguments].concat();
        TestDaemon {
            running: Running::start(folder.path(), &arguments),
            arguments: arguments.into_iter().map(str::to_owned).collect(),
            folder,
        }
    }

    /// Sends a signal by its name; the daemon must end with status 0.
    #[track_caller]
    pub fn stop(&mut self, signal: &str) {
        send_signal(self.child.id(), signal);
        let status = self.child.wait().expect("the process ends");
        assert_eq!(status.code(), Some(0), "after {signal}");
    }

    /// Kills the process with SIGKILL.
    pub fn kill(&mut self) {
        self.child.kill().expect("the process can be killed");
        self.child.wait().expect("the process ends");
    }

    /// Starts the daemon again, with the same data, after `stop` or `kill`.
    pub fn restart(&mut self) {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        self.running = Running::start(self.folder.path(), &arguments);
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Deref for TestDaemon {
    type Target = Running;

    fn deref(&self) -> &Running {
        &self.running
    }
}

impl DerefMut for TestDaemon {
    fn deref_mut(&mut self) -> &mut Running {
        &mut self.running
    }
}

impl AsRef<Addresses> for TestDaemon {
    fn as_ref(&self) -> &Addresses {
        &self.running.addresses
    }
}
