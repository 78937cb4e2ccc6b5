//! Requests that are sent before earlier ones are answered.

use serde_json::{Value, json};

use crate::protocol::endpoint::{ConnectedClient, Endpoint};
use crate::protocol::schemas::json_of;

#[test]
fn quick_requests_sent_at_once_are_answered_in_order() {
    const MANY: u64 = 200;
    for endpoint in Endpoint::LASTING {
        let mut connected = ConnectedClient::start(endpoint);
        let client = &mut connected.client;
        let request = |id: u64| {
            // Some wait for the journal, some are refused, some are answered at once.
            let (method, params) = match id % 4 {
                0 => ("session/get", json!(["s99"])),
                1 => ("session/list", json!({})),
                2 => ("session/create", json!({ "mode": "nonsense" })),
                _ => ("cards/get", json!(["019"])),
            };
            json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
        };
        for id in 0..MANY {
            client.send_text(&request(id).to_string());
        }
        let ids: Vec<Value> = (0..MANY)
            .map(|_| json_of(&client.receive_text())["id"].clone())
            .collect();
        let sent: Vec<Value> = (0..MANY).map(Value::from).collect();
        assert_eq!(ids, sent, "{endpoint:?}");
    }
}

#[test]
fn requests_take_effect_in_the_order_sent() {
    for endpoint in Endpoint::LASTING {
        let mut connected = ConnectedClient::start(endpoint);
        let client = &mut connected.client;
        let request = |id: u64, method: &str, params: Value| {
            json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
        };
        client.send_text(&request(0, "session/create", json!({ "mode": "analysis" })));
        // A long computation lets the next request begin, but its answer is about the
        // state at its own turn.
        let mut expected = Vec::new();
        for (turn, tile) in (0..).zip(["TOP-1", "MID-1", "BOT-1"]) {
            let action = json!({ "type": "play", "side": "you", "card": "001", "tile": tile });
            let act = json!({ "sessionId": "s1", "action": action, "ifSeq": turn });
            client.send_text(&request(10 + turn, "match/act", act));
            client.send_text(&request(20 + turn, "prediction/threatMap", json!(["s1"])));
            expected.extend([(10 + turn, turn + 1), (20 + turn, turn + 1)]);
        }
        let mut found: Vec<(u64, u64)> = (0..=expected.len())
            .map(|_| json_of(&client.receive_text()))
            .filter(|answer| answer["id"] != 0)
            .map(|answer| {
                let number = |value: &Value| value.as_u64().expect("a number");
                (number(&answer["id"]), number(&answer["result"]["seq"]))
            })
            .collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{endpoint:?}");
    }
}
