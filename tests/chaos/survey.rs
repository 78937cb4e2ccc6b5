//! All sessions after a restart: none that nobody asked for, none that was deleted.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Client, Door, Doors, Failed};
use crate::known::Fate;
use crate::worker::Worker;

#[derive(Default)]
pub struct Survey {
    /// Sessions whose creation was never answered, but which are there.
    strangers: BTreeSet<String>,
    /// Those of them whose deletion was answered.
    deleted: BTreeSet<String>,
}

impl Survey {
    pub fn look(&mut self, doors: &Doors, workers: &mut [Worker]) -> Result<(), Failed> {
        let mut client = Client::open(doors, Door::Socket)?;
        let list = client.ask("session/list", &json!({}))?;
        let names: Vec<String> = list["sessions"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|session| session["sessionId"].as_str().expect("a name").to_owned())
            .collect();
        let sessions = workers.iter().flat_map(|worker| &worker.sessions);
        for deleted in sessions.clone().filter(|s| s.fate == Fate::Deleted) {
            let name = &deleted.player.session;
            assert!(!names.contains(name), "{name} was deleted and is back");
        }
        let known: BTreeSet<&str> = sessions.map(|s| s.player.session.as_str()).collect();
        let strange = names.iter().filter(|name| !known.contains(name.as_str()));
        let strange: Vec<String> = strange.cloned().collect();
        self.strangers.extend(strange.iter().cloned());
        let unanswered: u64 = workers
            .iter()
            .map(|worker| worker.creations_unanswered)
            .sum();
        assert!(
            self.strangers.len() as u64 <= unanswered,
            "{:?} are there, but only {unanswered} creations were not answered",
            self.strangers
        );
        for name in strange {
            assert!(!self.deleted.contains(&name), "{name} is back");
            // Created without an answer, but created whole.
            let named = json!({ "sessionId": name });
            let snapshot = client.ask("session/get", &named)?;
            assert!(snapshot["board"]["tiles"].is_array());
            client.ask("session/delete", &named)?;
            self.deleted.insert(name);
        }
        let newest = names.iter().chain(&self.strangers).map(|name| number(name));
        let newest = newest.max().unwrap_or_default();
        for worker in workers {
            worker.newest_before = worker.newest_before.max(newest);
        }
        Ok(())
    }
}

/// The number in a session's name.
pub fn number(name: &str) -> u64 {
    let digits = name.strip_prefix('s').expect("names begin with s");
    digits.parse().expect("and go on with a number")
}

pub fn name_of(created: &Value) -> String {
    created["sessionId"].as_str().expect("a name").to_owned()
}
