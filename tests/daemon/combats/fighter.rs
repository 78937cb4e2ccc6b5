//! Plays a combat with random actions out of those that the daemon offers.

use qbcoach_basics::chance::Chance;
use qbcoach_mage_knight::{CardSet, CombatData};
use serde_json::{Value, json};

use crate::client::{Client, ErrorAnswer};

pub struct Fighter {
    pub session: String,
    /// The newest snapshot.
    pub now: Value,
}

fn some_of(chance: &mut Chance, ids: &[String], least: usize, most: usize) -> Vec<String> {
    let number = least + chance.below(most - least + 1);
    let mut pick = || chance.pick(ids).expect("the list is not empty").clone();
    (0..number).map(|_| pick()).collect()
}

fn points(chance: &mut Chance, kinds: &[&str]) -> Value {
    let elements = ["physical", "fire", "ice", "coldFire"];
    let number = chance.below(3);
    let mut one = || {
        let element = elements[chance.below(elements.len())];
        let mut points = json!({ "amount": 1 + chance.below(9), "element": element });
        if let Some(kind) = chance.pick(kinds) {
            points["kind"] = json!(kind);
        }
        points
    };
    (0..number).map(|_| one()).collect()
}

/// Params of `session/create` for a random combat.
pub fn any_combat(chance: &mut Chance) -> Value {
    let data = CombatData::embedded();
    let enemies: Vec<String> = data.enemies().map(|e| e.id.to_string()).collect();
    let cards: Vec<String> = data
        .cards(CardSet::DesignDocument)
        .map(|card| card.id.to_string())
        .collect();
    let mut params = json!({
        "game": "mage-knight",
        "rules": chance.pick(&["seed", "printed"]),
        "seed": chance.below(1 << 30),
        "setup": {
            "enemies": some_of(chance, &enemies, 1, 3),
            "hand": some_of(chance, &cards, 0, 4),
            "hero": {
                "armor": 1 + chance.below(4),
                "handLimit": 3 + chance.below(4),
                "fame": chance.below(30),
            },
            "fortifiedSite": chance.below(2) == 0,
        },
    });
    // Some combats count what the hero holds.
    if chance.below(3) == 0 {
        let deeds: Vec<String> = data.deeds().map(|card| card.id.to_string()).collect();
        let units: Vec<String> = data.units().map(|unit| unit.id.to_string()).collect();
        let skills: Vec<String> = data.skills().map(|skill| skill.id.to_string()).collect();
        let colors = ["red", "blue", "green", "white", "gold", "black"];
        let colors: Vec<String> = colors.map(str::to_owned).to_vec();
        params["setup"]["hand"] = json!(some_of(chance, &deeds, 1, 4));
        params["setup"]["units"] = json!(some_of(chance, &units, 0, 2));
        params["setup"]["skills"] = json!(some_of(chance, &skills, 0, 2));
        params["setup"]["mana"] = json!({
            "tokens": some_of(chance, &colors, 0, 3),
            "crystals": some_of(chance, &colors[..4], 0, 1),
            "dice": some_of(chance, &colors, 0, 2),
        });
        params["setup"]["day"] = json!(chance.below(2) == 0);
    }
    if chance.below(2) == 0 {
        params["title"] = json!("the # of the gate");
        params["setup"]["hero"]["points"] = json!({
            "rangedSiege": points(chance, &["ranged", "siege"]),
            "block": points(chance, &[]),
            "attack": points(chance, &["melee", "ranged", "siege"]),
        });
    }
    params
}

impl Fighter {
    pub fn begin(client: &mut Client, params: &Value) -> Fighter {
        let created = client.ask("session/create", params);
        let created = created.unwrap_or_else(|error| panic!("{params}: {error:?}"));
        Fighter {
            session: created["sessionId"].as_str().expect("an id").to_owned(),
            now: created["snapshot"].clone(),
        }
    }

    pub fn seq(&self) -> u64 {
        self.now["seq"].as_u64().expect("a snapshot has a seq")
    }

    pub fn is_over(&self) -> bool {
        self.now["phase"] == "over"
    }

    /// All actions that the daemon offers, as `match/act` takes them.
    pub fn offered(&self, client: &mut Client) -> Vec<Value> {
        let answer = client.ask("match/actions", json!([self.session]));
        let answer = answer.expect("the offers");
        assert_eq!(answer["seq"], self.now["seq"]);
        let choice = answer.get("pendingChoice").unwrap_or(&Value::Null);
        assert_eq!(*choice, self.now["pendingChoice"]);
        let offers = answer["actions"].as_array().expect("a list");
        offers.iter().map(|offer| offer["action"].clone()).collect()
    }

    pub fn request(&self, action: &Value) -> Value {
        json!({ "sessionId": self.session, "action": action })
    }

    pub fn act(&mut self, client: &mut Client, action: &Value) -> Result<(), ErrorAnswer> {
        let acted = client.ask("match/act", self.request(action))?;
        self.now = acted["snapshot"].clone();
        Ok(())
    }

    pub fn undo(&mut self, client: &mut Client, count: u64) {
        let params = json!({ "sessionId": self.session, "count": count });
        let undone = client
            .ask("session/undo", &params)
            .expect("the actions can be undone");
        self.now = undone["snapshot"].clone();
    }

    /// One of the offered actions. Each type of action is equally likely: there are
    /// many attacks, but only one end of a phase.
    pub fn random_action(&self, client: &mut Client, chance: &mut Chance) -> Option<Value> {
        let offered = self.offered(client);
        let mut kinds: Vec<&Value> = offered.iter().map(|action| &action["type"]).collect();
        kinds.dedup();
        let kind = (*chance.pick(&kinds)?).clone();
        let of_kind: Vec<&Value> = offered
            .iter()
            .filter(|action| action["type"] == kind)
            .collect();
        chance.pick(&of_kind).map(|action| (*action).clone())
    }

    /// Takes a random action; none when the combat is over.
    pub fn act_randomly(&mut self, client: &mut Client, chance: &mut Chance) -> Option<Value> {
        let action = self.random_action(client, chance)?;
        self.act(client, &action)
            .expect("offered actions are accepted");
        Some(action)
    }
}

/// A snapshot without some of its fields.
pub fn without_fields(snapshot: &Value, fields: &[&str]) -> Value {
    let mut snapshot = snapshot.clone();
    for field in fields {
        let removed = snapshot.as_object_mut().and_then(|all| all.remove(*field));
        assert!(removed.is_some(), "a snapshot has the field {field}");
    }
    snapshot
}
