//! Checks the list of sessions after a restart: no session that was not created, none
//! that was deleted.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::chaos::known::Fate;
use crate::chaos::worker::Worker;
use crate::client::{CallError, Client, Transport};
use crate::daemon::Addresses;

#[derive(Default)]
pub struct Survey {
    /// Sessions that exist although their creation was not answered.
    unacknowledged: BTreeSet<String>,
    /// Those of them that were deleted.
    deleted: BTreeSet<String>,
}

impl Survey {
    pub fn check(
        &mut self,
        addresses: &Addresses,
        workers: &mut [Worker],
    ) -> Result<(), CallError> {
        let mut client = Client::try_connect(addresses, Transport::Socket)?;
        let list = client.try_ask("session/list", json!({}))?;
        let names: Vec<String> = list["sessions"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|session| session["sessionId"].as_str().expect("an id").to_owned())
            .collect();
        let sessions = workers.iter().flat_map(|worker| &worker.sessions);
        for deleted in sessions.clone().filter(|s| s.fate == Fate::Deleted) {
            let name = &deleted.player.session;
            assert!(!names.contains(name), "{name} was deleted and is back");
        }
        let known: BTreeSet<&str> = sessions.map(|s| s.player.session.as_str()).collect();
        let unknown = names.iter().filter(|name| !known.contains(name.as_str()));
        let unknown: Vec<String> = unknown.cloned().collect();
        self.unacknowledged.extend(unknown.iter().cloned());
        let unanswered: u64 = workers
            .iter()
            .map(|worker| worker.creations_unanswered)
            .sum();
        assert!(
            self.unacknowledged.len() as u64 <= unanswered,
            "{:?} exist, but only {unanswered} creations were not answered",
            self.unacknowledged
        );
        for name in unknown {
            assert!(
                !self.deleted.contains(&name),
                "{name} was deleted and is back"
            );
            // The session must be complete.
            let params = json!({ "sessionId": name });
            let snapshot = client.try_ask("session/get", &params)?;
            assert!(snapshot["board"]["tiles"].is_array());
            client.try_ask("session/delete", &params)?;
            self.deleted.insert(name);
        }
        let newest = names
            .iter()
            .chain(&self.unacknowledged)
            .map(|name| number(name));
        let newest = newest.max().unwrap_or_default();
        for worker in workers {
            worker.newest_before = worker.newest_before.max(newest);
        }
        Ok(())
    }
}

/// The number in a session's id.
pub fn number(name: &str) -> u64 {
    let digits = name.strip_prefix('s').expect("session ids begin with s");
    digits.parse().expect("a number follows")
}

pub fn session_id(created: &Value) -> String {
    created["sessionId"].as_str().expect("an id").to_owned()
}
