//! Runs the daemon, whose program is in the same folder as the bot's.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use serde_json::{Value, json};

use super::folder::Folder;
use super::http;

/// The daemon's program of this build. `cargo test --workspace` builds it; if only the
/// bot is tested, it is built here.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let program = Path::new(env!("CARGO_BIN_EXE_qbcoach-bot")).with_file_name("qbcoach");
        if !program.exists() {
            let profile = program.parent().expect("a folder of a profile");
            let target = profile.parent().expect("a target folder");
            let mut build = Command::new(env!("CARGO"));
            build.args([
                "build",
                "--locked",
                "--package",
                "qbcoach",
                "--bin",
                "qbcoach",
            ]);
            if profile.ends_with("release") {
                build.arg("--release");
            }
            build.arg("--target-dir").arg(target);
            build
                .arg("--manifest-path")
                .arg(repository().join("Cargo.toml"));
            let built = build.status().expect("cargo runs");
            assert!(built.success(), "the daemon could not be built");
        }
        program
    })
}

pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A daemon that is killed when dropped; its sessions stay in the folder.
pub struct Daemon {
    child: Child,
    /// HOST:PORT for WebSocket and HTTP.
    pub address: String,
}

impl Daemon {
    pub fn start(folder: &Folder, arguments: &[&str]) -> Daemon {
        Daemon::start_at(folder, "127.0.0.1:0", arguments)
    }

    pub fn start_at(folder: &Folder, listen: &str, arguments: &[&str]) -> Daemon {
        let mut command = Command::new(program());
        // The debug build of the daemon takes long for a whole search.
        command.args(["serve", "--coach-nodes", "2000", "--listen", listen]);
        command.arg("--data-dir");
        command.arg(folder.path().join("data")).args(arguments);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the daemon starts");
        let mut lines = BufReader::new(child.stderr.take().expect("its stderr"));
        let ready = loop {
            let mut line = String::new();
            let read = lines.read_line(&mut line).expect("stderr can be read");
            assert_ne!(read, 0, "the daemon ended before it was ready");
            match serde_json::from_str::<Value>(&line) {
                Ok(ready) if ready["ready"] == true => break ready,
                _ => {}
            }
        };
        std::thread::spawn(move || lines.read_to_end(&mut Vec::new()));
        let address = ready["listen"].as_str().expect("its address").to_owned();
        Daemon { child, address }
    }

    pub fn url(&self) -> String {
        format!("ws://{}", self.address)
    }

    pub fn ask(&self, method: &str, params: Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let answer = http::post(&self.address, "/rpc", &[], &request.to_string());
        let result = answer.body["result"].clone();
        assert!(result.is_object(), "{method}: {}", answer.body);
        result
    }

    /// Creates a live match with a known hand, before the first move.
    pub fn begin_match(&self) -> String {
        let params = json!({
            "you": { "deck": "starter-footsoldiers", "hand": ["001", "019", "007", "002", "021"] },
            "enemy": { "deck": "starter-reinforcements", "tag": "Chadley" },
        });
        let created = self.ask("session/create", params);
        created["sessionId"].as_str().expect("its name").to_owned()
    }

    pub fn act(&self, session: &str, action: Value) {
        self.ask(
            "match/act",
            json!({ "sessionId": session, "action": action }),
        );
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
