//! Plays a session at random: mostly legal actions, sometimes corrections and undos,
//! now and then requests that must be refused.

#![allow(dead_code)]

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use crate::client::{CallError, Client};

/// Pairs of decks that share no card, so that a card tells whose deck it is from.
const DISJOINT: [(&str, &str); 3] = [
    ("grave-robbers", "field-medics"),
    ("scar-tissue", "attrition"),
    ("gloom", "spring-traps"),
];

const TILES: [&str; 15] = [
    "TOP-1", "TOP-2", "TOP-3", "TOP-4", "TOP-5", "MID-1", "MID-2", "MID-3", "MID-4", "MID-5",
    "BOT-1", "BOT-2", "BOT-3", "BOT-4", "BOT-5",
];

/// The method and params of a request.
pub type PlayerRequest = (&'static str, Value);

#[derive(Clone, Debug)]
pub struct Player {
    pub session: String,
    /// `{id, name}` of every card of your deck, and of the enemy's.
    pub own: Vec<Value>,
    pub enemys: Vec<Value>,
    /// The newest snapshot.
    pub now: Value,
}

pub fn one_in(chance: &mut Chance, number: usize) -> bool {
    chance.below(number) == 0
}

fn pick<'a, T>(chance: &mut Chance, items: &'a [T]) -> &'a T {
    chance.pick(items).expect("the list is not empty")
}

fn some_of(chance: &mut Chance, cards: &[Value], number: usize) -> Vec<Value> {
    let mut cards = cards.to_vec();
    chance.shuffle(&mut cards);
    cards.truncate(number);
    cards.iter().map(|card| card["id"].clone()).collect()
}

impl Player {
    /// Begins a session. The mode `autoplay` is a simulated session in which the daemon
    /// plays the enemy.
    pub fn begin(
        client: &mut Client,
        mode: &str,
        chance: &mut Chance,
    ) -> Result<Player, CallError> {
        let (you, enemy) = *pick(chance, &DISJOINT);
        let own = deck(client, you)?;
        let enemys = deck(client, enemy)?;
        let autoplay: &[&str] = match mode {
            "autoplay" => &["enemy"],
            _ => &[],
        };
        let mode = match mode {
            "autoplay" => "simulated",
            other => other,
        };
        let mut params = json!({
            "mode": mode,
            "autoplay": autoplay,
            "seed": chance.below(1 << 30),
            "firstPlayer": pick(chance, &["you", "enemy"]),
            "you": { "deck": you },
            "enemy": { "deck": enemy },
        });
        if mode != "simulated" {
            params["you"]["hand"] = json!(some_of(chance, &own, 5));
        }
        let created = client.try_ask("session/create", &params)?;
        let session = created["sessionId"].as_str().expect("an id").to_owned();
        let now = created["snapshot"].clone();
        Ok(Player {
            session,
            own,
            enemys,
            now,
        })
    }

    pub fn seq(&self) -> u64 {
        self.now["seq"].as_u64().expect("a snapshot has a seq")
    }

    fn act(&self, action: Value) -> PlayerRequest {
        let params = json!({ "sessionId": self.session, "action": action });
        ("match/act", params)
    }

    pub fn undo(&self, count: usize) -> PlayerRequest {
        let params = json!({ "sessionId": self.session, "count": count });
        ("session/undo", params)
    }

    /// A request that may be sent next.
    pub fn next_request(
        &self,
        client: &mut Client,
        chance: &mut Chance,
    ) -> Result<PlayerRequest, CallError> {
        if self.now["phase"] == "over" {
            return Ok(self.undo(1));
        }
        if one_in(chance, 10) {
            return Ok(self.illegal_request(chance));
        }
        if self.seq() > 3 && one_in(chance, 10) {
            return Ok(self.undo(1 + chance.below(2)));
        }
        if self.now["mode"] == "live" && one_in(chance, 4) {
            return Ok(self.correction(chance));
        }
        match self.now["phase"].as_str() {
            Some("mulligan") if one_in(chance, 2) => Ok(self.mulligan(chance)),
            Some("draw") => {
                let card = pick(chance, &self.own)["id"].clone();
                Ok(self.act(json!({ "type": "draw", "card": card })))
            }
            _ => self.random_move(client, chance),
        }
    }

    /// One of the offered plays, or now and then a pass: two passes end a match.
    pub fn random_move(
        &self,
        client: &mut Client,
        chance: &mut Chance,
    ) -> Result<PlayerRequest, CallError> {
        let mut question = json!({ "sessionId": self.session });
        let is_enemys = self.now["sideToAct"] == "enemy";
        if self.now["mode"] != "simulated" && is_enemys {
            question["cards"] = json!(some_of(chance, &self.enemys, 4));
        }
        let answer = client.try_ask("match/actions", &question)?;
        let offered = answer["actions"].as_array().expect("a list");
        let plays: Vec<&Value> = offered
            .iter()
            .map(|offer| &offer["action"])
            .filter(|action| action["type"] == "play")
            .collect();
        let action = match plays.is_empty() || one_in(chance, 12) {
            true => json!({ "type": "pass" }),
            false => (*pick(chance, &plays)).clone(),
        };
        Ok(self.act(action))
    }

    fn mulligan(&self, chance: &mut Chance) -> PlayerRequest {
        let side = *pick(chance, &["you", "enemy"]);
        let is_live = self.now["mode"] == "live";
        let hand = self.now[side]["hand"].as_array().expect("a list");
        let number = chance.below(3).min(hand.len());
        let replace = some_of(chance, hand, number);
        let mut action = json!({ "type": "mulligan", "side": side, "replace": replace });
        if is_live && side == "you" {
            action["drew"] = json!(some_of(chance, &self.own, number));
        }
        self.act(action)
    }

    /// Tells the daemon that the hand or a tile differs from its state.
    fn correction(&self, chance: &mut Chance) -> PlayerRequest {
        if one_in(chance, 2) {
            return self.set_hand(chance);
        }
        let owner = *pick(chance, &["you", "enemy"]);
        let rank = 1 + chance.below(3);
        let mut tile = json!({ "tile": pick(chance, &TILES), "owner": owner, "rank": rank });
        if one_in(chance, 3) {
            tile["card"] = Value::Null;
        }
        self.act(json!({ "type": "resync", "tiles": [tile] }))
    }

    pub fn set_hand(&self, chance: &mut Chance) -> PlayerRequest {
        let number = 2 + chance.below(5);
        let cards = some_of(chance, &self.own, number);
        self.act(json!({ "type": "setHand", "cards": cards }))
    }

    /// A request that is refused in every state.
    fn illegal_request(&self, chance: &mut Chance) -> PlayerRequest {
        let (method, mut params) = self.act(json!({ "type": "pass" }));
        match chance.below(4) {
            0 => params["ifSeq"] = json!(self.seq() + 1),
            1 => params["action"] = json!({ "type": "play", "card": "nobody", "tile": "MID-3" }),
            2 => params["action"] = json!({ "type": "play", "card": "001", "tile": "MID-9" }),
            _ => return self.undo(10_000),
        }
        (method, params)
    }
}

/// The cards of a shipped deck.
pub fn deck(client: &mut Client, tag: &str) -> Result<Vec<Value>, CallError> {
    let deck = client.try_ask("decks/get", json!({ "tag": tag }))?;
    Ok(deck["cards"].as_array().expect("a list").clone())
}
