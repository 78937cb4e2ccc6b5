//! A topic that takes long to work out does not keep the others waiting.

use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::TestDaemon;
use crate::serving::check::{session, set_hand};

/// What an update is about.
fn topic_and_seq(message: &Value) -> Option<(&str, u64)> {
    let update = &message["params"]["result"];
    Some((update["topic"].as_str()?, update["seq"].as_u64()?))
}

#[test]
fn a_new_board_does_not_wait_for_the_hand_of_the_board_before() {
    const ACTS: u64 = 8;
    let daemon = TestDaemon::start();
    let mut player = Client::connect(&daemon, Transport::Socket);
    // The enemy's deck is unknown, so that its hand takes long to predict.
    let session = session(&mut player, json!({ "mode": "live" }));
    let mut viewer = Client::connect(&daemon, Transport::WebSocket);
    let follow = json!({ "sessionId": session, "topics": ["state", "hand"] });
    viewer.ask("session/subscribe", follow).expect("an id");
    viewer.wait_for(|message| topic_and_seq(message) == Some(("hand", 0)));
    for seq in 1..=ACTS {
        let acted = player.ask("match/act", set_hand(&session, &["001", "003"]));
        acted.expect("the action is accepted");
        viewer.wait_for(|message| topic_and_seq(message) == Some(("state", seq)));
    }
    let hands = viewer.unread().filter_map(topic_and_seq).count();
    assert!(
        hands < ACTS as usize - 1,
        "every board waited for the hand before it"
    );
    // The newest hand comes all the same.
    viewer.wait_for(|message| topic_and_seq(message) == Some(("hand", ACTS)));
}
