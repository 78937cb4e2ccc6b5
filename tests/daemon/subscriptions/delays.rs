//! A delayed subscriber gets every update after the delay and never earlier. The
//! comparisons of times hold on a slow machine, too: an action cannot have happened
//! before it was sent, nor after it was answered.

use std::time::{Duration, Instant};

use qbcoach_basics::chance::Chance;
use serde_json::Value;

use crate::client::{Client, Transport};
use crate::daemon::{CONTROL, STREAM, TestDaemon};
use crate::player::Player;
use crate::subscriptions::follower::Follower;
use crate::subscriptions::{patient_daemon, topics};

const DELAY: Duration = Duration::from_millis(300);
const DELAY_MS: u64 = 300;

/// A live match that keeps for every event the earliest and latest time at which it
/// can have happened.
struct TimedMatch {
    control: Client,
    player: Player,
    chance: Chance,
    sent: Vec<Instant>,
    answered: Vec<Instant>,
}

impl TimedMatch {
    fn begin(daemon: &TestDaemon, seed: u64) -> TimedMatch {
        let mut chance = Chance::new(seed, 500);
        let mut control = Client::with_token(&daemon, Transport::Socket, CONTROL);
        let sent = Instant::now();
        let player = Player::begin(&mut control, "live", &mut chance).expect("the session begins");
        TimedMatch {
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
        let answer = self
            .control
            .ask(method, &params)
            .expect("the hand can be set");
        self.answered.push(Instant::now());
        self.player.now = answer["snapshot"].clone();
    }

    fn follow(&self, daemon: &TestDaemon, transport: Transport, delay_ms: u64) -> Follower {
        let client = Client::with_token(&daemon, transport, STREAM);
        Follower::subscribe(client, &self.player.session, &topics(), "stream", delay_ms)
    }

    /// Reads to this event and checks that no update comes before its delay is over.
    fn read_on_time(&self, follower: &mut Follower, until: u64) {
        while !follower.has_reached(until) {
            let update = follower.next_update();
            let age = self.sent[update.seq as usize].elapsed();
            let (topic, seq) = (&update.topic, update.seq);
            assert!(age >= DELAY, "{topic} of {seq} came after {age:?}");
            // A history must not contain entries newer than its own seq.
            let entries = update.document["entries"].as_array();
            let newer = |entry: &Value| entry["seq"].as_u64() > Some(seq);
            assert!(
                !entries.into_iter().flatten().any(newer),
                "{topic} of {seq}"
            );
        }
    }
}

#[test]
fn no_update_comes_before_its_delay_is_over_and_the_newest_comes_in_the_end() {
    let daemon = patient_daemon();
    for (seed, transport) in (0..).zip(Transport::LASTING) {
        let mut game = TimedMatch::begin(&daemon, seed);
        let mut follower = game.follow(&daemon, transport, DELAY_MS);
        for _ in 0..30 {
            game.act();
        }
        // The follower does not read meanwhile, so an update that came too early would
        // be found by its age now.
        game.read_on_time(&mut follower, game.player.seq());
    }
}

#[test]
fn a_late_delayed_subscriber_starts_from_the_delayed_state() {
    let daemon = patient_daemon();
    for (seed, transport) in (10..).zip(Transport::LASTING) {
        let mut game = TimedMatch::begin(&daemon, seed);
        for _ in 0..5 {
            game.act();
        }
        // When a subscriber with the same delay has seen these events, they are older
        // than the delay.
        let mut first = game.follow(&daemon, transport, DELAY_MS);
        game.read_on_time(&mut first, 5);
        for _ in 0..5 {
            game.act();
        }
        let asked = Instant::now();
        let mut late = game.follow(&daemon, transport, DELAY_MS);
        let update = late.next_update();
        let is_past = |answered: &&Instant| **answered + DELAY <= asked;
        let past = game.answered.iter().filter(is_past).count() as u64;
        assert!(
            past > 5,
            "more than the first five actions are older than the delay"
        );
        assert!(update.seq + 1 >= past, "{} of {past} are past", update.seq);
        assert!(update.is_snapshot);
        assert!(game.sent[update.seq as usize].elapsed() >= DELAY);
        game.read_on_time(&mut late, 10);
    }
}

#[test]
fn a_longer_delay_holds_for_all_later_events() {
    let daemon = patient_daemon();
    let mut game = TimedMatch::begin(&daemon, 20);
    let mut follower = game.follow(&daemon, Transport::WebSocket, 0);
    game.act();
    follower.updates_until(1);
    follower
        .set_delay(DELAY_MS)
        .expect("the delay can be changed");
    for _ in 0..5 {
        game.act();
    }
    game.read_on_time(&mut follower, game.player.seq());
}

#[test]
fn a_shorter_delay_sends_held_updates_at_once() {
    let daemon = patient_daemon();
    let mut game = TimedMatch::begin(&daemon, 30);
    // Longer than this test may take: every update comes because of the new delay.
    let mut follower = game.follow(&daemon, Transport::Tcp, 600_000);
    for _ in 0..5 {
        game.act();
    }
    follower.set_delay(0).expect("the delay can be changed");
    let asked = Instant::now();
    follower.updates_until(game.player.seq());
    assert!(asked.elapsed() < Duration::from_secs(30));
    // Later events come without a delay.
    game.act();
    follower.updates_until(game.player.seq());
}

#[test]
fn a_delay_that_is_too_long_is_refused_and_changes_nothing() {
    let daemon = patient_daemon();
    let mut game = TimedMatch::begin(&daemon, 40);
    let mut follower = game.follow(&daemon, Transport::Socket, 0);
    let refused = follower
        .set_delay(600_001)
        .expect_err("the delay is too long");
    assert_eq!(refused.code, 1008);
    game.act();
    follower.updates_until(1);
}
