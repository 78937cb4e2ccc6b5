//! Following a session, against the real daemon: the rules of PROTOCOL 4 for
//! subscribers that keep up, stall, come late, leave, wait and are not to see all.

#[path = "../support/client.rs"]
mod client;
mod courses;
#[path = "../support/daemon.rs"]
mod daemon;
mod delays;
mod endings;
mod follower;
mod matches;
mod oracle;
#[path = "../support/player.rs"]
mod player;
mod secrets;
mod stalling;

use std::io::{Read, Write};
use std::net::TcpStream;

use client::Doors;
use daemon::{Running, TempFolder};
use qbcoach_protocol::Topic;

pub const CONTROL: &str = "control-for-these-tests";
pub const VIEW: &str = "view-for-these-tests";
pub const STREAM: &str = "stream-for-these-tests";

/// Every topic there is, by its word.
pub fn topics() -> Vec<&'static str> {
    let word = |topic| match topic {
        Topic::State => "state",
        Topic::Observation => "observation",
        Topic::Threat => "threat",
        Topic::Coach => "coach",
        Topic::Evaluation => "evaluation",
        Topic::Hand => "hand",
        Topic::History => "history",
    };
    Topic::ALL.map(word).to_vec()
}

/// A daemon that tells roles apart, in a folder of its own.
pub struct House {
    pub doors: Doors,
    running: Running,
    _folder: TempFolder,
}

impl House {
    pub fn open() -> House {
        let folder = TempFolder::new();
        let tokens = folder.path().join("tokens");
        let lines = format!("control {CONTROL}\nview {VIEW}\nstream {STREAM}\n");
        std::fs::write(&tokens, lines).expect("the token file is written");
        let tokens = tokens.to_str().expect("a plain path");
        // Who stalls here reads again in the end, however long a busy machine takes.
        let settings = folder.path().join("settings.toml");
        std::fs::write(&settings, "[limits]\nwriteSeconds = 600\n").expect("they are written");
        let settings = settings.to_str().expect("a plain path");
        let arguments = ["--token-file", tokens, "--config", settings];
        let running = Running::start(folder.path(), &arguments);
        House {
            doors: Doors::of(&running),
            running,
            _folder: folder,
        }
    }

    /// What the daemon counts.
    pub fn metrics(&self) -> String {
        let address = self.running.http();
        let mut stream = TcpStream::connect(&address).expect("the door is open");
        let request = format!(
            "GET /metrics?token={CONTROL} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        );
        stream
            .write_all(request.as_bytes())
            .expect("it can be asked");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("it answers");
        text
    }
}
