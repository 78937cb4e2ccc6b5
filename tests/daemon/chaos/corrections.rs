//! Corrections of tiles are kept over a kill, whatever fields of the tile they give.

use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::TestDaemon;

#[test]
fn a_correction_comes_back_as_it_was_acknowledged() {
    let mut daemon = TestDaemon::start();
    let mut acknowledged: Vec<Value> = Vec::new();
    let mut client = Client::connect(&daemon, Transport::Tcp);
    let owners = [None, Some("you"), Some("enemy"), Some("neutral")];
    let cards = [None, Some(Value::Null), Some(json!("019"))];
    for owner in owners {
        for card in &cards {
            for side in [None, Some("you"), Some("enemy")] {
                for rank in [None, Some(2)] {
                    // A tile with a card of yours, and an empty tile of the enemy.
                    for tile in ["TOP-1", "MID-5"] {
                        let mut shown = json!({ "tile": tile });
                        let fields = shown.as_object_mut().expect("an object");
                        fields.extend(owner.map(|owner| ("owner".to_owned(), json!(owner))));
                        fields.extend(card.clone().map(|card| ("card".to_owned(), card)));
                        fields.extend(side.map(|side| ("side".to_owned(), json!(side))));
                        fields.extend(rank.map(|rank| ("rank".to_owned(), json!(rank))));
                        acknowledged.extend(corrected(&mut client, &shown));
                    }
                }
            }
        }
    }
    assert!(
        acknowledged.len() > 50,
        "only {} corrections were accepted",
        acknowledged.len()
    );
    daemon.kill();
    daemon.restart();
    let mut client = Client::connect(&daemon, Transport::Tcp);
    for snapshot in acknowledged {
        let params = json!({ "sessionId": snapshot["sessionId"] });
        let kept = client.ask("session/get", &params);
        assert_eq!(kept, Ok(snapshot), "{params}");
    }
}

/// The snapshot of a new match after a play on TOP-1 and this correction; none if the
/// correction is refused.
fn corrected(client: &mut Client, tile: &Value) -> Option<Value> {
    let created = client.ask("session/create", json!({ "mode": "live" }));
    let session = created.expect("the session begins")["sessionId"].clone();
    let mut act = |action: Value| {
        let params = json!({ "sessionId": session, "action": action });
        client.ask("match/act", &params)
    };
    act(json!({ "type": "setHand", "cards": ["001"] })).expect("the hand can be set");
    act(json!({ "type": "play", "side": "you", "card": "001", "tile": "TOP-1" }))
        .expect("the play is legal");
    let answer = act(json!({ "type": "resync", "tiles": [tile] }));
    answer.ok().map(|mut answer| answer["snapshot"].take())
}
