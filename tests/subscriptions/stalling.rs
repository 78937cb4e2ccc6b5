//! A subscriber that does not read delays nobody, and comes to the newest at once
//! when it reads again.

use std::time::{Duration, Instant};

use qbcoach::simulation::chance::Chance;

use crate::client::{Client, Door};
use crate::follower::Follower;
use crate::matches::ANSWER_TIME;
use crate::player::Player;
use crate::{CONTROL, House};

/// Enough that what is said of them fills every buffer on the way.
const EVENTS: usize = 800;
const TOPICS: [&str; 4] = ["state", "observation", "threat", "coach"];

#[test]
fn a_stalled_subscriber_skips_to_the_newest_and_delays_nobody() {
    let house = House::open();
    let mut chance = Chance::new(1, 200);
    let mut control = Client::with_token(&house.doors, Door::Tcp, CONTROL);
    let mut player = Player::begin(&mut control, "analysis", &mut chance).expect("it begins");
    let session = player.session.clone();
    let stall = |door: Door| {
        let client = Client::open_narrow(&house.doors, door).expect("the door is open");
        Follower::subscribe(client.showing(CONTROL), &session, &TOPICS, "player", 0)
    };
    let mut stalled = Door::ALL.map(stall);
    let client = Client::with_token(&house.doors, Door::WebSocket, CONTROL);
    let mut attentive = Follower::subscribe(client, &session, &["state"], "player", 0);
    let mut slowest = Duration::ZERO;
    for event in 0..EVENTS {
        // A move and back again: little history, but all the advice is new.
        let (method, params) = match event % 2 {
            0 => player
                .a_move(&mut control, &mut chance)
                .expect("there is one"),
            _ => player.undo(1),
        };
        let asked = Instant::now();
        let answer = control.ask(method, &params).expect("it is legal");
        player.now = answer["snapshot"].clone();
        // Who keeps up hears of it while the others do not read at all.
        attentive.hear_until(player.seq());
        slowest = slowest.max(asked.elapsed());
    }
    assert!(slowest < ANSWER_TIME, "an act took {slowest:?}");
    for (follower, door) in stalled.iter_mut().zip(Door::ALL) {
        let heard = follower.hear_until(player.seq());
        let states: Vec<u64> = heard
            .iter()
            .filter(|heard| heard.topic == "state")
            .map(|heard| heard.seq)
            .collect();
        // What lies in the buffers comes first; what would have come after it has
        // been left out, all in one step.
        let skips = states.windows(2).map(|pair| pair[1] - pair[0]);
        let longest = skips.max().unwrap_or_default();
        let number = states.len();
        assert!(
            longest > EVENTS as u64 / 4 && number < EVENTS,
            "{door:?}: {number} states of {EVENTS}, {longest} skipped at most"
        );
        assert_eq!(follower.documents["state"], attentive.documents["state"]);
    }
}

#[test]
fn a_stalled_subscriber_can_still_go_away() {
    let house = House::open();
    let mut chance = Chance::new(2, 200);
    let mut control = Client::with_token(&house.doors, Door::Socket, CONTROL);
    let mut player = Player::begin(&mut control, "live", &mut chance).expect("it begins");
    for door in Door::ALL {
        let client = Client::with_token(&house.doors, door, CONTROL);
        let stalled = Follower::subscribe(client, &player.session, &["state"], "player", 0);
        for _ in 0..100 {
            let (method, params) = player.set_hand(&mut chance);
            let answer = control.ask(method, &params).expect("hands may be set");
            player.now = answer["snapshot"].clone();
        }
        drop(stalled);
    }
    // It has been noticed when nothing is counted any more.
    let began = Instant::now();
    loop {
        let metrics = house.metrics();
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
