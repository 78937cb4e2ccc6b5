//! A subscriber that does not read delays no other client, and skips to the newest
//! event when it reads again.

use std::time::{Duration, Instant};

use qbcoach_basics::chance::Chance;

use crate::client::{Client, Transport, http};
use crate::daemon::CONTROL;
use crate::player::Player;
use crate::subscriptions::follower::Follower;
use crate::subscriptions::matches::ANSWER_TIME;
use crate::subscriptions::patient_daemon;

/// Enough events that their updates fill every buffer on the way.
const EVENTS: usize = 2400;
const TOPICS: [&str; 4] = ["state", "observation", "threat", "coach"];

#[test]
fn a_stalled_subscriber_skips_to_the_newest_event_and_delays_no_other() {
    let daemon = patient_daemon();
    let mut chance = Chance::new(1, 200);
    let mut control = Client::with_token(&daemon, Transport::Tcp, CONTROL);
    let mut player =
        Player::begin(&mut control, "analysis", &mut chance).expect("the session begins");
    let session = player.session.clone();
    let stall = |transport: Transport| {
        let client = Client::with_small_buffer(daemon.addresses(), transport);
        Follower::subscribe(
            client.authenticated(CONTROL),
            &session,
            &TOPICS,
            "player",
            0,
        )
    };
    let mut stalled = Transport::LASTING.map(stall);
    let client = Client::with_token(&daemon, Transport::WebSocket, CONTROL);
    let mut attentive = Follower::subscribe(client, &session, &TOPICS, "player", 0);
    let mut slowest = Duration::ZERO;
    for event in 0..EVENTS {
        // A move and its undo: the history stays short, but the advice changes.
        let (method, params) = match event % 2 {
            0 => player
                .random_move(&mut control, &mut chance)
                .expect("the daemon offers moves"),
            _ => player.undo(1),
        };
        let asked = Instant::now();
        let answer = control.ask(method, &params).expect("the request is legal");
        player.now = answer["snapshot"].clone();
        // The attentive subscriber gets the update while the others do not read.
        attentive.updates_of("state", player.seq());
        slowest = slowest.max(asked.elapsed());
    }
    assert!(slowest < ANSWER_TIME, "an action took {slowest:?}");
    // Also what takes long to work out, and what the others have begun to wait for.
    attentive.updates_until(player.seq());
    for (follower, transport) in stalled.iter_mut().zip(Transport::LASTING) {
        let updates = follower.updates_until(player.seq());
        let states: Vec<u64> = updates
            .iter()
            .filter(|update| update.topic == "state")
            .map(|update| update.seq)
            .collect();
        // Updates in the buffers come first; the events after them are skipped in one
        // step.
        let skips = states.windows(2).map(|pair| pair[1] - pair[0]);
        let longest = skips.max().unwrap_or_default();
        let number = states.len();
        assert!(
            longest > EVENTS as u64 / 4 && number < EVENTS,
            "{transport:?}: {number} states of {EVENTS}, {longest} skipped at most"
        );
        assert_eq!(follower.documents["state"], attentive.documents["state"]);
    }
}

#[test]
fn the_daemon_notices_that_a_stalled_subscriber_disconnects() {
    let daemon = patient_daemon();
    let mut chance = Chance::new(2, 200);
    let mut control = Client::with_token(&daemon, Transport::Socket, CONTROL);
    let mut player = Player::begin(&mut control, "live", &mut chance).expect("the session begins");
    for transport in Transport::LASTING {
        let client = Client::with_token(&daemon, transport, CONTROL);
        let stalled = Follower::subscribe(client, &player.session, &["state"], "player", 0);
        for _ in 0..100 {
            let (method, params) = player.set_hand(&mut chance);
            let answer = control.ask(method, &params).expect("the hand can be set");
            player.now = answer["snapshot"].clone();
        }
        drop(stalled);
    }
    // The daemon has noticed when it counts no subscriptions.
    let began = Instant::now();
    loop {
        let path = format!("/metrics?token={CONTROL}");
        let metrics = http(&daemon.http(), "GET", &path, &[], b"").body;
        if metrics
            .lines()
            .any(|line| line == "qbcoach_subscriptions 0")
        {
            break;
        }
        assert!(began.elapsed() < ANSWER_TIME, "{metrics}");
        std::thread::yield_now();
    }
}
