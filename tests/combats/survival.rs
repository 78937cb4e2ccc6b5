//! Both games in one daemon that is killed: what was acknowledged is there.

use qbcoach::simulation::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Door, Doors};
use crate::daemon::{Running, TempFolder};
use crate::fighter::{Fighter, any_combat};

const KILLS: u64 = 6;
const ACTIONS_A_LIFE: usize = 12;

fn a_match(client: &mut Client, number: u64) -> Fighter {
    let params = json!({ "mode": "simulated", "seed": number });
    Fighter::begin(client, &params)
}

/// A play of the match, or a pass.
fn play(client: &mut Client, session: &str, chance: &mut Chance) -> Option<Value> {
    let offered = client.ask("match/actions", &json!([session]));
    let offered = offered.expect("it can be asked")["actions"].clone();
    let offered = offered.as_array().expect("a list").clone();
    chance.pick(&offered).map(|offer| offer["action"].clone())
}

#[test]
fn sessions_of_both_games_survive_every_kill_side_by_side() {
    let folder = TempFolder::new();
    let mut chance = Chance::new(1, 740);
    let mut combats: Vec<Fighter> = Vec::new();
    let mut matches: Vec<Fighter> = Vec::new();
    for life in 0..=KILLS {
        let running = Running::start(folder.path(), &[]);
        let doors = Doors::of(&running);
        let mut client = Client::open(&doors, Door::Socket).expect("the door is open");
        for known in combats.iter_mut().chain(&mut matches) {
            let found = client.ask("session/get", &json!([known.session]));
            let found = found.expect("a session stays");
            // What was sent last may have been taken without our being told.
            let seq = found["seq"].as_u64().expect("a seq");
            assert!(seq == known.seq() || seq == known.seq() + 1, "{found}");
            let params = json!({ "sessionId": known.session, "seq": known.seq() });
            let then = client.ask("session/get", &params);
            assert_eq!(then.as_ref(), Ok(&known.now), "life {life}");
            known.now = found;
        }
        combats.push(Fighter::begin(&mut client, &any_combat(&mut chance)));
        matches.push(a_match(&mut client, life));
        for _ in 0..ACTIONS_A_LIFE {
            let place = chance.below(combats.len());
            combats[place].step(&mut client, &mut chance);
            let place = chance.below(matches.len());
            if let Some(action) = play(&mut client, &matches[place].session, &mut chance) {
                let acted = matches[place].act(&mut client, &action);
                acted.expect("what is offered is accepted");
            }
        }
        // The kill comes while something is under way.
        let last = combats.last().expect("one began");
        if let Some(action) = last.idea(&mut client, &mut chance) {
            let sent = client.send("match/act", &last.request(&action));
            sent.expect("it is still there");
        }
        running.kill();
    }
    let over = combats.iter().filter(|combat| combat.is_over()).count();
    assert!(
        over < combats.len(),
        "some combats went on to the last life"
    );
}
