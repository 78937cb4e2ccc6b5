//! The history of a session, whoever asks for it and however it came about: only
//! what stands, the same after an import, a restart and a kill.

use qbcoach::simulation::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Door, Doors, Failed};
use crate::daemon::{Running, TempFolder};
use crate::player::Player;

const MODES: [&str; 4] = ["live", "simulated", "analysis", "autoplay"];
const STEPS: usize = 30;

/// The sequence numbers of the acts that stand, as somebody keeps them who hears
/// every answer.
#[derive(Default)]
struct Standing(Vec<u64>);

impl Standing {
    /// An undo takes acts off, and with them the daemon's own after them.
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

/// A random match, with corrections, undos and refusals; its history is checked at
/// every step.
fn play(client: &mut Client, mode: &str, chance: &mut Chance) -> Player {
    let mut player = Player::begin(client, mode, chance).expect("it begins");
    let mut standing = Standing::default();
    standing.0.extend(1..=player.seq());
    for _ in 0..STEPS {
        let before = player.seq();
        let idea = player.idea(client, chance).expect("there is something");
        let (method, params) = idea;
        match client.ask(method, &params) {
            Ok(answer) => player.now = answer["snapshot"].clone(),
            Err(Failed::Refused(_)) => {}
            Err(gone) => panic!("{gone:?}"),
        }
        let found = entries(client, &player.session, None);
        if player.seq() > before {
            standing.note(method, before, player.seq(), &found);
        }
        check(client, &player, &standing, &found);
    }
    player
}

fn check(client: &mut Client, player: &Player, standing: &Standing, found: &[Value]) {
    let seqs: Vec<u64> = found
        .iter()
        .filter_map(|entry| entry["seq"].as_u64())
        .collect();
    assert_eq!(seqs, standing.0, "{}", player.session);
    let Some(last) = found.last() else {
        return;
    };
    // How it stood after the last act that stands is how it stands now.
    let score = &player.now["score"];
    for field in ["totalYou", "totalEnemy", "margin"] {
        assert_eq!(last[field], score[field], "{field} of {last}");
    }
    let named = json!({ "sessionId": player.session });
    let report = client.ask("coach/evaluate", &named).expect("a report");
    assert_eq!(last["eval"], report["evaluation"]["eval"], "{last}");
    // As of its own number the history ends with it.
    let then = entries(client, &player.session, last["seq"].as_u64());
    assert_eq!(then, found);
}

#[test]
fn it_has_what_stands_and_is_the_same_after_an_import_a_restart_and_a_kill() {
    let folder = TempFolder::new();
    let running = Running::start(folder.path(), &[]);
    let mut client = Client::open(&Doors::of(&running), Door::Socket).expect("the door is open");
    let mut kept = Vec::new();
    for (seed, mode) in (0..).zip(MODES.repeat(2)) {
        let player = play(&mut client, mode, &mut Chance::new(seed, 600));
        let history = entries(&mut client, &player.session, None);
        for format in ["text", "jsonl"] {
            let params = json!({ "sessionId": player.session, "format": format });
            let export = client.ask("session/export", &params).expect("an export");
            let content = json!({ "content": export["content"] });
            let imported = client.ask("session/import", &content).expect("it is one");
            let session = imported["sessionId"].as_str().expect("its name");
            assert_eq!(entries(&mut client, session, None), history, "{format}");
        }
        assert!(!history.is_empty(), "{mode} goes somewhere");
        kept.push((player.session, history));
    }
    let again = |client: &mut Client| {
        for (session, history) in &kept {
            assert_eq!(&entries(client, session, None), history, "{session}");
        }
    };
    assert_eq!(running.stop("TERM").code(), Some(0));
    let running = Running::start(folder.path(), &[]);
    again(&mut Client::open(&Doors::of(&running), Door::Socket).expect("the door is open"));
    running.kill();
    let running = Running::start(folder.path(), &[]);
    again(&mut Client::open(&Doors::of(&running), Door::Socket).expect("the door is open"));
}
