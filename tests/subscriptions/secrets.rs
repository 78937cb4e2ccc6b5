//! What the audience of a stream must not learn is not among the bytes it gets.

use std::collections::{BTreeMap, BTreeSet};

use qbcoach::simulation::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Door};
use crate::follower::Follower;
use crate::player::Player;
use crate::{CONTROL, House, STREAM, topics};

#[test]
fn a_stream_never_hears_of_cards_that_only_your_hand_or_deck_knows() {
    let house = House::open();
    let mut teeth = 0;
    for seed in 0..10 {
        let mut chance = Chance::new(seed, 400);
        let mode = ["live", "simulated"][chance.below(2)];
        let mut control = Client::with_token(&house.doors, Door::Socket, CONTROL);
        let mut player = Player::begin(&mut control, mode, &mut chance).expect("it begins");
        let follow = |door, token, audience| {
            let client = Client::with_token(&house.doors, door, token);
            Follower::subscribe(client, &player.session, &topics(), audience, 0)
        };
        let mut by_role = follow(Door::Tcp, STREAM, "stream");
        let mut by_choice = follow(Door::Socket, CONTROL, "stream");
        let mut as_player = follow(Door::WebSocket, CONTROL, "player");
        let named = topics().join(",");
        let query = format!("session={}&token={CONTROL}&topics={named}", player.session);
        let mut tap = Tap::open(&house, &query);
        let mut secrets = Secrets::new(&player);
        secrets.see(&player.now, &json!([]));
        for _ in 0..40 {
            let idea = player.idea(&mut control, &mut chance);
            let (method, params) = idea.expect("the daemon offers moves");
            let Ok(answer) = control.ask(method, &params) else {
                continue;
            };
            player.now = answer["snapshot"].clone();
            secrets.see(&player.now, &answer["events"]);
            for follower in [&mut by_role, &mut by_choice] {
                for heard in follower.hear_until(player.seq()) {
                    secrets.check(heard.seq, &heard.bytes);
                }
            }
            tap.check_until(player.seq(), &secrets);
            let heard = as_player.hear_until(player.seq());
            let named = |heard: &&crate::follower::Heard| {
                secrets.named_in(heard.seq, &heard.bytes).is_some()
            };
            teeth += heard.iter().filter(named).count();
        }
    }
    // The player's own updates name them all the time, so the check can fail.
    assert!(
        teeth > 50,
        "only {teeth} of the player's updates name a card"
    );
}

/// Cards of your deck that nobody else has seen, event by event.
struct Secrets {
    own: Vec<(String, String)>,
    /// Cards that have lain on the board up to an event.
    seen: BTreeMap<u64, BTreeSet<String>>,
}

impl Secrets {
    fn new(player: &Player) -> Secrets {
        let text = |card: &Value, field: &str| card[field].as_str().expect("it").to_owned();
        let theirs: BTreeSet<String> = player.enemys.iter().map(|c| text(c, "id")).collect();
        let own = player.own.iter();
        let own: Vec<_> = own
            .map(|card| (text(card, "id"), text(card, "name")))
            .collect();
        // Else a card's name would not say whose it is.
        assert!(own.iter().all(|(id, _)| !theirs.contains(id)));
        Secrets {
            own,
            seen: BTreeMap::new(),
        }
    }

    fn see(&mut self, snapshot: &Value, events: &Value) {
        let mut seen = self.seen.values().next_back().cloned().unwrap_or_default();
        let tiles = snapshot["board"]["tiles"].as_array().expect("tiles");
        let cards = tiles.iter().filter_map(|tile| tile["card"]["id"].as_str());
        seen.extend(cards.map(str::to_owned));
        // A card may be destroyed by the very play that brought it.
        let events = events.as_array().expect("a list").iter();
        let public = events.filter(|event| event["type"] == "played");
        let played = public.filter_map(|event| event["card"]["id"].as_str());
        seen.extend(played.map(str::to_owned));
        // Effects put cards into the enemy's hand where everybody sees them.
        let hand = snapshot["enemy"]["hand"].as_array().expect("a list");
        seen.extend(
            hand.iter()
                .filter_map(|card| card["id"].as_str())
                .map(str::to_owned),
        );
        self.seen
            .insert(snapshot["seq"].as_u64().expect("it"), seen);
    }

    /// The first card in the bytes that nobody could have seen by this event.
    fn named_in(&self, seq: u64, bytes: &str) -> Option<&str> {
        let seen = &self.seen[&seq];
        let hidden = self.own.iter().filter(|(id, _)| !seen.contains(id));
        let mut named = hidden
            .filter(|(id, name)| bytes.contains(&format!("\"{id}\"")) || is_named(bytes, name));
        named.next().map(|(_, name)| name.as_str())
    }

    fn check(&self, seq: u64, bytes: &str) {
        if let Some(name) = self.named_in(seq, bytes) {
            panic!("at {seq} a stream hears of {name}: {bytes}");
        }
    }
}

/// Whether a name stands in the bytes, also in the middle of a sentence, and is not
/// just a part of a longer word.
fn is_named(bytes: &str, name: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    bytes.match_indices(name).any(|(at, _)| {
        let (before, after) = (&bytes[..at], &bytes[at + name.len()..]);
        !is_letter(before.chars().next_back()) && !is_letter(after.chars().next())
    })
}

/// The door for tools that cannot speak JSON-RPC; without a word of its own it
/// shows what a stream may see, whoever's token opened it.
struct Tap {
    follower: Follower,
}

impl Tap {
    fn open(house: &House, query: &str) -> Tap {
        let client = Client::tap(&house.doors, query).expect("the tap is open");
        let session = query
            .split(['=', '&'])
            .nth(1)
            .expect("a session")
            .to_owned();
        Tap {
            follower: Follower {
                client,
                subscription: String::new(),
                session,
                audience: "stream",
                topics: topics()
                    .into_iter()
                    .filter(|topic| *topic != "coach")
                    .collect(),
                documents: BTreeMap::new(),
            },
        }
    }

    fn check_until(&mut self, seq: u64, secrets: &Secrets) {
        while !self.follower.has_reached(seq) {
            let bytes = self.follower.client.receive().expect("an update");
            let update: Value = serde_json::from_str(&bytes).expect("JSON");
            assert_ne!(update["topic"], json!("coach"));
            let heard = self.follower.take(&update, bytes);
            secrets.check(heard.seq, &heard.bytes);
        }
    }
}
