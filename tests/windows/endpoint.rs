//! A client of `qbcoach stdio` under Wine.

use crate::client::{Client, Framing, StdioDaemon};
use crate::daemon::TestDaemon;
use crate::wine;

#[derive(Clone, Copy, Debug)]
pub enum Endpoint {
    Stdio,
}

pub struct ConnectedClient {
    pub client: Client,
    process: StdioDaemon,
}

impl ConnectedClient {
    pub fn start(_: Endpoint) -> ConnectedClient {
        let mut command = wine::program("qbcoach.exe");
        command.args(["stdio", "--data-dir", ":memory:"]);
        // As the recorded conversations were made.
        command.args(["--coach-nodes", "5000"]);
        let (process, client) = StdioDaemon::spawn(command, Framing::Lines);
        ConnectedClient { client, process }
    }

    pub fn daemon(&self) -> &TestDaemon {
        panic!("a stdio daemon has no address")
    }

    pub fn end(self) -> Option<i32> {
        self.process.close_input();
        self.process.wait().code()
    }
}
