//! The bytes that a stream receives name no card that its viewers must not know.

use std::collections::{BTreeMap, BTreeSet};

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::{CONTROL, STREAM, TestDaemon};
use crate::player::Player;
use crate::subscriptions::follower::{AppliedUpdate, Follower};
use crate::subscriptions::{patient_daemon, topics};

#[test]
fn a_stream_never_sees_cards_that_are_only_in_your_hand_or_deck() {
    let daemon = patient_daemon();
    let mut leaks_to_player = 0;
    for seed in 0..10 {
        let mut chance = Chance::new(seed, 400);
        let mode = ["live", "simulated"][chance.below(2)];
        let mut control = Client::with_token(&daemon, Transport::Socket, CONTROL);
        let mut player =
            Player::begin(&mut control, mode, &mut chance).expect("the session begins");
        let follow = |transport, token, audience| {
            let client = Client::with_token(&daemon, transport, token);
            Follower::subscribe(client, &player.session, &topics(), audience, 0)
        };
        let mut by_role = follow(Transport::Tcp, STREAM, "stream");
        let mut by_choice = follow(Transport::Socket, CONTROL, "stream");
        let mut as_player = follow(Transport::WebSocket, CONTROL, "player");
        let named = topics().join(",");
        let query = format!("session={}&token={CONTROL}&topics={named}", player.session);
        let mut tap = Tap::open(&daemon, &query);
        let mut secrets = Secrets::new(&player);
        secrets.note(&player.now, &json!([]));
        for _ in 0..40 {
            let next = player.next_request(&mut control, &mut chance);
            let (method, params) = next.expect("the daemon offers moves");
            let Ok(answer) = control.ask(method, &params) else {
                continue;
            };
            player.now = answer["snapshot"].clone();
            secrets.note(&player.now, &answer["events"]);
            for follower in [&mut by_role, &mut by_choice] {
                for update in follower.updates_until(player.seq()) {
                    secrets.check(update.seq, &update.bytes);
                }
            }
            tap.check_until(player.seq(), &secrets);
            let updates = as_player.updates_until(player.seq());
            let names_secret =
                |update: &&AppliedUpdate| secrets.named_in(update.seq, &update.bytes).is_some();
            leaks_to_player += updates.iter().filter(names_secret).count();
        }
    }
    // The player's own updates do name such cards, so the check can fail.
    assert!(
        leaks_to_player > 50,
        "only {leaks_to_player} of the player's updates name a secret card"
    );
}

/// The cards of your deck that have not been visible to the enemy, event by event.
struct Secrets {
    own: Vec<(String, String)>,
    /// The cards that have been visible up to an event.
    visible: BTreeMap<u64, BTreeSet<String>>,
}

impl Secrets {
    fn new(player: &Player) -> Secrets {
        let text = |card: &Value, field: &str| card[field].as_str().expect("a text").to_owned();
        let theirs: BTreeSet<String> = player.enemys.iter().map(|c| text(c, "id")).collect();
        let own = player.own.iter();
        let own: Vec<_> = own
            .map(|card| (text(card, "id"), text(card, "name")))
            .collect();
        // With a card in both decks, its name would not tell whose card it is.
        assert!(own.iter().all(|(id, _)| !theirs.contains(id)));
        Secrets {
            own,
            visible: BTreeMap::new(),
        }
    }

    fn note(&mut self, snapshot: &Value, events: &Value) {
        let mut visible = self
            .visible
            .values()
            .next_back()
            .cloned()
            .unwrap_or_default();
        let tiles = snapshot["board"]["tiles"].as_array().expect("tiles");
        let cards = tiles.iter().filter_map(|tile| tile["card"]["id"].as_str());
        visible.extend(cards.map(str::to_owned));
        // A card may be destroyed by its own play.
        let events = events.as_array().expect("a list").iter();
        let public = events.filter(|event| event["type"] == "played");
        let played = public.filter_map(|event| event["card"]["id"].as_str());
        visible.extend(played.map(str::to_owned));
        // Cards that effects put into the enemy's hand are public.
        let hand = snapshot["enemy"]["hand"].as_array().expect("a list");
        visible.extend(
            hand.iter()
                .filter_map(|card| card["id"].as_str())
                .map(str::to_owned),
        );
        self.visible
            .insert(snapshot["seq"].as_u64().expect("a seq"), visible);
    }

    /// The first card named in the bytes that was not visible by this event.
    fn named_in(&self, seq: u64, bytes: &str) -> Option<&str> {
        let visible = &self.visible[&seq];
        let hidden = self.own.iter().filter(|(id, _)| !visible.contains(id));
        let mut named = hidden
            .filter(|(id, name)| bytes.contains(&format!("\"{id}\"")) || is_named(bytes, name));
        named.next().map(|(_, name)| name.as_str())
    }

    fn check(&self, seq: u64, bytes: &str) {
        if let Some(name) = self.named_in(seq, bytes) {
            panic!("at {seq} a stream sees {name}: {bytes}");
        }
    }
}

/// Whether a name is in the bytes, and not just as part of a longer word.
fn is_named(bytes: &str, name: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    bytes.match_indices(name).any(|(at, _)| {
        let (before, after) = (&bytes[..at], &bytes[at + name.len()..]);
        !is_letter(before.chars().next_back()) && !is_letter(after.chars().next())
    })
}

/// A client of `/tap`. Its audience is a stream unless the query gives another, even
/// with the token of a player.
struct Tap {
    follower: Follower,
}

impl Tap {
    fn open(daemon: &TestDaemon, query: &str) -> Tap {
        let client = Client::tap(daemon, query);
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
            let bytes = self.follower.client.receive_text();
            let message: Value = serde_json::from_str(&bytes).expect("updates are JSON");
            assert_ne!(message["topic"], json!("coach"));
            let update = self.follower.apply(&message, bytes);
            secrets.check(update.seq, &update.bytes);
        }
    }
}
