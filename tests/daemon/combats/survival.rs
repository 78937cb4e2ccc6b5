//! Sessions of both games in one daemon that is killed: every acknowledged action is
//! kept.

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::combats::fighter::{Fighter, any_combat};
use crate::daemon::TestDaemon;

const KILLS: u64 = 6;
const ACTIONS_PER_RUN: usize = 12;

fn begin_match(client: &mut Client, number: u64) -> Fighter {
    let params = json!({ "mode": "simulated", "seed": number });
    Fighter::begin(client, &params)
}

/// One of the legal actions.
fn random_offer(client: &mut Client, session: &str, chance: &mut Chance) -> Option<Value> {
    let offered = client.ask("match/actions", json!([session]));
    let offered = offered.expect("the offers")["actions"].clone();
    let offered = offered.as_array().expect("a list").clone();
    chance.pick(&offered).map(|offer| offer["action"].clone())
}

#[test]
fn sessions_of_both_games_survive_every_kill() {
    let mut daemon = TestDaemon::start();
    let mut chance = Chance::new(1, 740);
    let mut combats: Vec<Fighter> = Vec::new();
    let mut matches: Vec<Fighter> = Vec::new();
    for run in 0..=KILLS {
        if run > 0 {
            daemon.restart();
        }
        let mut client = Client::connect(&daemon, Transport::Socket);
        for known in combats.iter_mut().chain(&mut matches) {
            let found = client.ask("session/get", json!([known.session]));
            let found = found.expect("the session is kept");
            // The last action may have taken effect without an answer.
            let seq = found["seq"].as_u64().expect("a seq");
            assert!(seq == known.seq() || seq == known.seq() + 1, "{found}");
            let params = json!({ "sessionId": known.session, "seq": known.seq() });
            let then = client.ask("session/get", &params);
            assert_eq!(then.as_ref(), Ok(&known.now), "run {run}");
            known.now = found;
        }
        combats.push(Fighter::begin(&mut client, &any_combat(&mut chance)));
        matches.push(begin_match(&mut client, run));
        for _ in 0..ACTIONS_PER_RUN {
            let index = chance.below(combats.len());
            combats[index].act_randomly(&mut client, &mut chance);
            let index = chance.below(matches.len());
            if let Some(action) = random_offer(&mut client, &matches[index].session, &mut chance) {
                let acted = matches[index].act(&mut client, &action);
                acted.expect("offered actions are accepted");
            }
        }
        // The kill comes while a request is under way.
        let last = combats.last().expect("a combat has begun");
        if let Some(action) = last.random_action(&mut client, &mut chance) {
            client.send_request("match/act", last.request(&action));
        }
        daemon.kill();
    }
    let over = combats.iter().filter(|combat| combat.is_over()).count();
    assert!(
        over < combats.len(),
        "no combat was still running at the end"
    );
}
