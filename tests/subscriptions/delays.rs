//! A delayed subscription sees everything that much later and never anything
//! newer. Times are compared in the one direction that no slow machine can spoil:
//! an act cannot have happened before it was sent, nor after it was answered.

use std::time::{Duration, Instant};

use qbcoach::simulation::chance::Chance;
use serde_json::Value;

use crate::client::{Client, Door};
use crate::follower::Follower;
use crate::player::Player;
use crate::{CONTROL, House, STREAM, topics};

const DELAY: Duration = Duration::from_millis(300);
const DELAY_MS: u64 = 300;

/// A live match that knows when everything happened, at the earliest and latest.
struct Timed {
    control: Client,
    player: Player,
    chance: Chance,
    sent: Vec<Instant>,
    answered: Vec<Instant>,
}

impl Timed {
    fn begin(house: &House, seed: u64) -> Timed {
        let mut chance = Chance::new(seed, 500);
        let mut control = Client::with_token(&house.doors, Door::Socket, CONTROL);
        let sent = Instant::now();
        let player = Player::begin(&mut control, "live", &mut chance).expect("it begins");
        Timed {
            control,
            player,
            chance,
            sent: vec![sent],
            answered: vec![Instant::now()],
        }
    }

    fn act(&mut self) {
        let (method, params) = self.player.set_hand(&mut self.chance);
        self.sent.push(Instant::now());
        let answer = self.control.ask(method, &params).expect("hands may be set");
        self.answered.push(Instant::now());
        self.player.now = answer["snapshot"].clone();
    }

    fn follow(&self, house: &House, door: Door, delay_ms: u64) -> Follower {
        let client = Client::with_token(&house.doors, door, STREAM);
        Follower::subscribe(client, &self.player.session, &topics(), "stream", delay_ms)
    }

    /// Reads to this event; nothing may come before its time.
    fn hear_in_time(&self, follower: &mut Follower, until: u64) -> Vec<u64> {
        let mut seqs = Vec::new();
        while !follower.has_reached(until) {
            let heard = follower.hear();
            let age = self.sent[heard.seq as usize].elapsed();
            let (topic, seq) = (&heard.topic, heard.seq);
            assert!(age >= DELAY, "{topic} of {seq} was seen after {age:?}");
            // Nor does what is old enough tell of anything newer.
            let entries = heard.document["entries"].as_array();
            let newer = |entry: &Value| entry["seq"].as_u64() > Some(seq);
            assert!(
                !entries.into_iter().flatten().any(newer),
                "{topic} of {seq}"
            );
            seqs.push(heard.seq);
        }
        seqs
    }
}

#[test]
fn nothing_is_seen_before_its_time_and_everything_in_the_end() {
    let house = House::open();
    for (seed, door) in (0..).zip(Door::ALL) {
        let mut table = Timed::begin(&house, seed);
        let mut follower = table.follow(&house, door, DELAY_MS);
        for _ in 0..30 {
            table.act();
        }
        // Nobody reads while the acts are made, so the first update that came too
        // early would be found by its age when it is read right after them.
        let seqs = table.hear_in_time(&mut follower, table.player.seq());
        assert_eq!(seqs.first(), Some(&0), "it begins with what was");
    }
}

#[test]
fn who_joins_late_starts_from_the_past_state() {
    let house = House::open();
    for (seed, door) in (10..).zip(Door::ALL) {
        let mut table = Timed::begin(&house, seed);
        for _ in 0..5 {
            table.act();
        }
        // Somebody with the same delay has seen all this: it is past.
        let mut first = table.follow(&house, door, DELAY_MS);
        table.hear_in_time(&mut first, 5);
        for _ in 0..5 {
            table.act();
        }
        let asked = Instant::now();
        let mut late = table.follow(&house, door, DELAY_MS);
        let heard = late.hear();
        let is_past = |answered: &&Instant| **answered + DELAY <= asked;
        let past = table.answered.iter().filter(is_past).count() as u64;
        assert!(past > 5, "five acts are past");
        assert!(heard.seq + 1 >= past, "{} of {past} are past", heard.seq);
        assert!(heard.is_snapshot);
        assert!(table.sent[heard.seq as usize].elapsed() >= DELAY);
        table.hear_in_time(&mut late, 10);
    }
}

#[test]
fn a_longer_delay_holds_for_all_that_happens_after_it() {
    let house = House::open();
    let mut table = Timed::begin(&house, 20);
    let mut follower = table.follow(&house, Door::WebSocket, 0);
    table.act();
    follower.hear_until(1);
    follower.set_delay(DELAY_MS).expect("it can be changed");
    for _ in 0..5 {
        table.act();
    }
    table.hear_in_time(&mut follower, table.player.seq());
}

#[test]
fn a_shorter_delay_shows_at_once_what_was_held_back() {
    let house = House::open();
    let mut table = Timed::begin(&house, 30);
    // Longer than this test may take: whatever comes, came for the other delay.
    let mut follower = table.follow(&house, Door::Tcp, 600_000);
    for _ in 0..5 {
        table.act();
    }
    follower.set_delay(0).expect("it can be changed");
    let asked = Instant::now();
    follower.hear_until(table.player.seq());
    assert!(asked.elapsed() < Duration::from_secs(30));
    // And on from there without any.
    table.act();
    follower.hear_until(table.player.seq());
}

#[test]
fn a_delay_that_is_too_long_is_refused_and_changes_nothing() {
    let house = House::open();
    let mut table = Timed::begin(&house, 40);
    let mut follower = table.follow(&house, Door::Socket, 0);
    let refused = follower.set_delay(600_001).expect_err("it is too long");
    assert_eq!(refused.code(), Some(1008));
    table.act();
    follower.hear_until(1);
}
