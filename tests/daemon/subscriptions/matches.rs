//! Random matches with random subscribers: at every event, a subscriber's document
//! equals the answer of the get method.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use qbcoach_basics::chance::Chance;
use serde_json::Value;

use crate::client::{Client, Transport};
use crate::daemon::{CONTROL, STREAM, TestDaemon, VIEW};
use crate::player::{Player, one_in};
use crate::subscriptions::follower::{AppliedUpdate, Follower};
use crate::subscriptions::oracle::Oracle;
use crate::subscriptions::{patient_daemon, topics};

const MATCHES: u64 = 12;
const STEPS: usize = 40;
/// The longest that a player may wait for an answer on a busy machine. Subscribers
/// never make a player wait.
pub const ANSWER_TIME: Duration = Duration::from_secs(5);

#[test]
fn snapshot_and_patches_lead_to_what_the_get_method_answers() {
    let daemon = patient_daemon();
    let mut oracle = Oracle::new(&daemon);
    let mut checked: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..MATCHES {
        let mut chance = Chance::new(seed, 100);
        let mut game = WatchedMatch::begin(&daemon, &mut oracle, &mut chance);
        for _ in 0..STEPS {
            game.step(&mut oracle, &mut chance);
            game.change_subscribers(&daemon, &mut chance);
            for index in 0..game.followers.len() {
                // The other subscribers do not read now.
                if one_in(&mut chance, 3) {
                    game.catch_up(index, &mut oracle, &mut checked);
                }
            }
        }
        // After the last action all subscribers read to the newest event.
        for index in 0..game.followers.len() {
            game.catch_up(index, &mut oracle, &mut checked);
        }
    }
    for topic in topics() {
        let number = checked.get(topic).copied().unwrap_or_default();
        assert!(
            number > 100,
            "only {number} updates of {topic} were checked"
        );
    }
}

struct WatchedMatch {
    control: Client,
    player: Player,
    followers: Vec<Follower>,
}

impl WatchedMatch {
    fn begin(daemon: &TestDaemon, oracle: &mut Oracle, chance: &mut Chance) -> WatchedMatch {
        let mut control = Client::with_token(&daemon, Transport::Socket, CONTROL);
        let mode = *chance
            .pick(&["live", "simulated", "analysis"])
            .expect("the list is not empty");
        let player = Player::begin(&mut control, mode, chance).expect("the session begins");
        oracle.note(&player.session, player.seq());
        let mut game = WatchedMatch {
            control,
            player,
            followers: Vec::new(),
        };
        for _ in 0..3 {
            game.join(daemon, chance);
        }
        game
    }

    /// Sends one request, which may be refused.
    fn step(&mut self, oracle: &mut Oracle, chance: &mut Chance) {
        let before = self.player.now.clone();
        let next = self.player.next_request(&mut self.control, chance);
        let (method, params) = next.expect("the daemon offers moves");
        let asked = Instant::now();
        let answer = self.control.ask(method, &params);
        assert!(
            asked.elapsed() < ANSWER_TIME,
            "a subscriber delays the player"
        );
        match answer {
            Ok(answer) => {
                self.player.now = answer["snapshot"].clone();
                assert_eq!(
                    self.player.seq(),
                    before["seq"].as_u64().expect("a seq") + 1
                );
                oracle.note(&self.player.session, self.player.seq());
            }
            Err(_) => {
                let now = get_session(&mut self.control, &self.player.session);
                assert_eq!(now, before, "a refused request changed the session");
            }
        }
    }

    /// A subscriber may join, leave, subscribe again or change its delay.
    fn change_subscribers(&mut self, daemon: &TestDaemon, chance: &mut Chance) {
        match chance.below(12) {
            0 if self.followers.len() < 8 => self.join(daemon, chance),
            1 if self.followers.len() > 1 => {
                let index = chance.below(self.followers.len());
                let leaving = self.followers.swap_remove(index);
                // It disconnects, or unsubscribes and subscribes again.
                if one_in(chance, 2) {
                    let session = leaving.session.clone();
                    let (topics, audience) = (leaving.topics.clone(), leaving.audience);
                    let client = leaving.unsubscribe();
                    let again = Follower::subscribe(client, &session, &topics, audience, 0);
                    self.followers.push(again);
                }
            }
            2 => {
                let index = chance.below(self.followers.len());
                let delay = [0, 20, 60][chance.below(3)];
                let follower = &mut self.followers[index];
                follower.set_delay(delay).expect("the delay can be changed");
            }
            _ => {}
        }
    }

    fn join(&mut self, daemon: &TestDaemon, chance: &mut Chance) {
        let transport = Transport::LASTING[chance.below(3)];
        let (token, audience) = match chance.below(4) {
            0 => (STREAM, "stream"),
            1 => (CONTROL, "stream"),
            2 => (VIEW, "player"),
            _ => (CONTROL, "player"),
        };
        let mut topics = topics();
        topics.retain(|_| one_in(chance, 2));
        if topics.is_empty() || topics == ["coach"] {
            topics.push("state");
        }
        let delay = [0, 0, 0, 30][chance.below(4)];
        let client = Client::with_token(&daemon, transport, token);
        let session = &self.player.session;
        let follower = Follower::subscribe(client, session, &topics, audience, delay);
        self.followers.push(follower);
    }

    /// Reads to the newest event and compares every update on the way.
    fn catch_up(&mut self, index: usize, oracle: &mut Oracle, checked: &mut BTreeMap<String, u32>) {
        let newest = self.player.seq();
        let follower = &mut self.followers[index];
        for AppliedUpdate {
            topic,
            seq,
            document,
            ..
        } in follower.updates_until(newest)
        {
            assert!(
                seq <= newest,
                "{topic} is of an event that has not happened"
            );
            if document["thinking"] == true {
                assert_eq!(document["stage"], 0, "{topic} at {seq}");
                continue; // The last advice at this event equals the answer.
            }
            let audience = follower.audience;
            let expected = oracle.document(&follower.session, &topic, audience, seq);
            assert_eq!(document, expected, "{topic} at {seq} for {audience}");
            *checked.entry(topic).or_default() += 1;
        }
    }
}

fn get_session(client: &mut Client, session: &str) -> Value {
    let answer = client.ask("session/get", serde_json::json!({ "sessionId": session }));
    answer.expect("the session")
}
