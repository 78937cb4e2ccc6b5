//! The history of a session has only the actions that were not undone, and is the
//! same after an import, a restart and a kill.

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::TestDaemon;
use crate::player::Player;

const MODES: [&str; 4] = ["live", "simulated", "analysis", "autoplay"];
const STEPS: usize = 30;

/// The seqs of the actions that were not undone, kept from the answers.
#[derive(Default)]
struct ExpectedSeqs(Vec<u64>);

impl ExpectedSeqs {
    /// An undo removes actions, and with them the daemon's own moves after them.
    fn note(&mut self, method: &str, before: u64, now: u64, entries: &[Value]) {
        match method {
            "session/undo" => self.0.truncate(entries.len()),
            _ => self.0.extend(before + 1..=now),
        }
    }
}

fn entries(client: &mut Client, session: &str, seq: Option<u64>) -> Vec<Value> {
    let mut params = json!({ "sessionId": session });
    if let Some(seq) = seq {
        params["seq"] = json!(seq);
    }
    let answer = client.ask("session/history", &params).expect("a history");
    answer["entries"].as_array().expect("a list").clone()
}

/// Plays a random match, with corrections, undos and refusals, and checks its history
/// after every request.
fn play(client: &mut Client, mode: &str, chance: &mut Chance) -> Player {
    let mut player = Player::begin(client, mode, chance).expect("the session begins");
    let mut expected = ExpectedSeqs::default();
    expected.0.extend(1..=player.seq());
    for _ in 0..STEPS {
        let before = player.seq();
        let next = player
            .next_request(client, chance)
            .expect("the daemon offers moves");
        let (method, params) = next;
        // Some requests are refused.
        if let Ok(answer) = client.ask(method, &params) {
            player.now = answer["snapshot"].clone();
        }
        let found = entries(client, &player.session, None);
        if player.seq() > before {
            expected.note(method, before, player.seq(), &found);
        }
        check(client, &player, &expected, &found);
    }
    player
}

fn check(client: &mut Client, player: &Player, expected: &ExpectedSeqs, found: &[Value]) {
    let seqs: Vec<u64> = found
        .iter()
        .filter_map(|entry| entry["seq"].as_u64())
        .collect();
    assert_eq!(seqs, expected.0, "{}", player.session);
    let Some(last) = found.last() else {
        return;
    };
    // The last entry has the score and the evaluation of the session now.
    let score = &player.now["score"];
    for field in ["totalYou", "totalEnemy", "margin"] {
        assert_eq!(last[field], score[field], "{field} of {last}");
    }
    let params = json!({ "sessionId": player.session });
    let report = client.ask("coach/evaluate", &params).expect("a report");
    assert_eq!(last["eval"], report["evaluation"]["eval"], "{last}");
    // The history as of the last entry ends with that entry.
    let then = entries(client, &player.session, last["seq"].as_u64());
    assert_eq!(then, found);
}

#[test]
fn history_survives_import_restart_and_kill() {
    let mut daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let mut kept = Vec::new();
    for (seed, mode) in (0..).zip(MODES.repeat(2)) {
        let player = play(&mut client, mode, &mut Chance::new(seed, 600));
        let history = entries(&mut client, &player.session, None);
        for format in ["text", "jsonl"] {
            let params = json!({ "sessionId": player.session, "format": format });
            let export = client.ask("session/export", &params).expect("an export");
            let content = json!({ "content": export["content"] });
            let imported = client.ask("session/import", &content).expect("the import");
            let session = imported["sessionId"].as_str().expect("an id");
            assert_eq!(entries(&mut client, session, None), history, "{format}");
        }
        assert!(!history.is_empty(), "the {mode} match has entries");
        kept.push((player.session, history));
    }
    let check_kept = |client: &mut Client| {
        for (session, history) in &kept {
            assert_eq!(&entries(client, session, None), history, "{session}");
        }
    };
    daemon.stop("TERM");
    daemon.restart();
    check_kept(&mut Client::connect(&daemon, Transport::Socket));
    daemon.kill();
    daemon.restart();
    check_kept(&mut Client::connect(&daemon, Transport::Socket));
}
