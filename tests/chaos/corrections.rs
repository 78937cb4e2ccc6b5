//! Corrections are the acts with the most freedom: whatever one said of a tile, a
//! restart shows what was acknowledged.

use serde_json::{Value, json};

use crate::client::{Client, Door, Doors};
use crate::daemon::{Running, TempFolder};

#[test]
fn a_correction_comes_back_as_it_was_acknowledged() {
    let folder = TempFolder::new();
    let mut acknowledged: Vec<Value> = Vec::new();
    let running = Running::start(folder.path(), &[]);
    let mut client = Client::open(&Doors::of(&running), Door::Tcp).expect("it is open");
    let owners = [None, Some("you"), Some("enemy"), Some("neutral")];
    let cards = [None, Some(Value::Null), Some(json!("019"))];
    for owner in owners {
        for card in &cards {
            for side in [None, Some("you"), Some("enemy")] {
                for rank in [None, Some(2)] {
                    // One tile with a card of yours, one that is the enemy's alone.
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
    assert!(acknowledged.len() > 50, "most of them are possible");
    running.kill();
    let running = Running::start(folder.path(), &[]);
    let mut client = Client::open(&Doors::of(&running), Door::Tcp).expect("it is open");
    for snapshot in acknowledged {
        let name = json!({ "sessionId": snapshot["sessionId"] });
        let kept = client.ask("session/get", &name);
        assert_eq!(kept, Ok(snapshot), "{name}");
    }
}

/// A new match in which you have played on TOP-1, then this correction; nothing
/// where it is refused.
fn corrected(client: &mut Client, tile: &Value) -> Option<Value> {
    let created = client.ask("session/create", &json!({ "mode": "live" }));
    let session = created.expect("it begins")["sessionId"].clone();
    let mut act = |action: Value| {
        let params = json!({ "sessionId": session, "action": action });
        client.ask("match/act", &params)
    };
    act(json!({ "type": "setHand", "cards": ["001"] })).expect("hands may be set");
    act(json!({ "type": "play", "side": "you", "card": "001", "tile": "TOP-1" }))
        .expect("it may be played");
    let answer = act(json!({ "type": "resync", "tiles": [tile] }));
    answer.ok().map(|mut answer| answer["snapshot"].take())
}
