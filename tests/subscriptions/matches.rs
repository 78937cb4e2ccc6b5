//! Random matches with random subscribers: whatever anybody does, what a
//! subscriber holds is what the get method answers at that event.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use qbcoach::simulation::chance::Chance;
use serde_json::Value;

use crate::client::{Client, Door, Failed};
use crate::follower::{Follower, Heard};
use crate::oracle::Oracle;
use crate::player::{Player, one_in};
use crate::{CONTROL, House, STREAM, VIEW, topics};

const MATCHES: u64 = 12;
const STEPS: usize = 40;
/// Nobody who watches makes a player wait; this allows for a busy machine.
pub const ANSWER_TIME: Duration = Duration::from_secs(5);

#[test]
fn snapshot_and_patches_lead_to_what_the_get_method_answers() {
    let house = House::open();
    let mut oracle = Oracle::new(&house.doors);
    let mut checked: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..MATCHES {
        let mut chance = Chance::new(seed, 100);
        let mut game = Game::begin(&house, &mut oracle, &mut chance);
        for _ in 0..STEPS {
            game.step(&mut oracle, &mut chance);
            game.someone_does_something(&house, &mut chance);
            for place in 0..game.followers.len() {
                // The others stall for as long as chance will have it.
                if one_in(&mut chance, 3) {
                    game.catch_up(place, &mut oracle, &mut checked);
                }
            }
        }
        // After the last act everybody comes to the newest.
        for place in 0..game.followers.len() {
            game.catch_up(place, &mut oracle, &mut checked);
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

struct Game {
    control: Client,
    player: Player,
    followers: Vec<Follower>,
}

impl Game {
    fn begin(house: &House, oracle: &mut Oracle, chance: &mut Chance) -> Game {
        let mut control = Client::with_token(&house.doors, Door::Socket, CONTROL);
        let mode = *chance
            .pick(&["live", "simulated", "analysis"])
            .expect("one");
        let player = Player::begin(&mut control, mode, chance).expect("it begins");
        oracle.note(&player.session, player.seq());
        let mut game = Game {
            control,
            player,
            followers: Vec::new(),
        };
        for _ in 0..3 {
            game.join(house, chance);
        }
        game
    }

    /// Lets one thing happen, or be refused.
    fn step(&mut self, oracle: &mut Oracle, chance: &mut Chance) {
        let before = self.player.now.clone();
        let idea = self.player.idea(&mut self.control, chance);
        let (method, params) = idea.expect("the daemon offers moves");
        let asked = Instant::now();
        let answer = self.control.ask(method, &params);
        assert!(asked.elapsed() < ANSWER_TIME, "somebody delays a player");
        match answer {
            Ok(answer) => {
                self.player.now = answer["snapshot"].clone();
                assert_eq!(self.player.seq(), before["seq"].as_u64().expect("it") + 1);
                oracle.note(&self.player.session, self.player.seq());
            }
            Err(Failed::Refused(_)) => {
                let now = oracle_now(&mut self.control, &self.player.session);
                assert_eq!(now, before, "a refused act changed something");
            }
            Err(gone) => panic!("{gone:?}"),
        }
    }

    /// Somebody joins, leaves, comes back or changes the delay, by any door.
    fn someone_does_something(&mut self, house: &House, chance: &mut Chance) {
        match chance.below(12) {
            0 if self.followers.len() < 8 => self.join(house, chance),
            1 if self.followers.len() > 1 => {
                let place = chance.below(self.followers.len());
                let leaving = self.followers.swap_remove(place);
                // Gone without a word, or on to another subscription.
                if one_in(chance, 2) {
                    let session = leaving.session.clone();
                    let (topics, audience) = (leaving.topics.clone(), leaving.audience);
                    let client = leaving.unsubscribe();
                    let again = Follower::subscribe(client, &session, &topics, audience, 0);
                    self.followers.push(again);
                }
            }
            2 => {
                let place = chance.below(self.followers.len());
                let delay = [0, 20, 60][chance.below(3)];
                let follower = &mut self.followers[place];
                follower.set_delay(delay).expect("it can be changed");
            }
            _ => {}
        }
    }

    fn join(&mut self, house: &House, chance: &mut Chance) {
        let door = Door::ALL[chance.below(3)];
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
        let client = Client::with_token(&house.doors, door, token);
        let session = &self.player.session;
        let follower = Follower::subscribe(client, session, &topics, audience, delay);
        self.followers.push(follower);
    }

    /// Reads to the newest; every update on the way is compared.
    fn catch_up(&mut self, place: usize, oracle: &mut Oracle, checked: &mut BTreeMap<String, u32>) {
        let newest = self.player.seq();
        let follower = &mut self.followers[place];
        for Heard {
            topic,
            seq,
            document,
            ..
        } in follower.hear_until(newest)
        {
            assert!(seq <= newest, "{topic} is of an event that never was");
            let audience = follower.audience;
            let expected = oracle.document(&follower.session, &topic, audience, seq);
            assert_eq!(document, expected, "{topic} at {seq} for {audience}");
            *checked.entry(topic).or_default() += 1;
        }
    }
}

fn oracle_now(client: &mut Client, session: &str) -> Value {
    let answer = client.ask("session/get", &serde_json::json!({ "sessionId": session }));
    answer.expect("it is there")
}
