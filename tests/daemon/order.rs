//! What one connection sends takes effect in the order sent; what it cancels is
//! answered once and disturbs nobody else.

use qbcoach_protocol::error::CANCELLED;
use serde_json::{Value, json};

use crate::check::{advice, daemon, hard_to_coach, refused, session, set_hand};
use crate::client::{Client, Framing, Way};
use crate::stdio::StdioDaemon;

const HANDS: [[&str; 2]; 3] = [["001", "003"], ["005", "007"], ["019", "013"]];

/// Acts and reads in turn, all sent before anything is heard: the nth read sees the
/// nth act and none after it.
fn check_order(client: &mut Client, about: &str) {
    let session = session(client, json!({ "mode": "live" }));
    let calls = (0..500).map(|place| match place % 2 {
        0 => ("match/act", set_hand(&session, &HANDS[place / 2 % 3])),
        _ => ("session/get", json!({ "sessionId": session })),
    });
    let asked = client.pipeline(calls);
    for (round, pair) in asked.chunks(2).enumerate() {
        let acted = client.answer(pair[0]).expect("a hand may be set");
        let got = client.answer(pair[1]).expect("the session is there");
        assert_eq!(acted["seq"], round + 1, "{about}");
        assert_eq!(got["seq"], round + 1, "{about}");
        assert_eq!(got["you"]["hand"][0]["id"], HANDS[round % 3][0], "{about}");
    }
}

#[test]
fn five_hundred_pipelined_requests_keep_their_order() {
    let (daemon, _folder) = daemon();
    for way in Way::LASTING {
        check_order(&mut Client::connect(&daemon, way), &format!("{way:?}"));
    }
}

#[test]
fn five_hundred_pipelined_requests_keep_their_order_on_stdio() {
    for framing in [Framing::Headers, Framing::Lines] {
        let (_process, mut client, _input) = StdioDaemon::start(framing);
        check_order(&mut client, &format!("{framing:?}"));
    }
}

#[test]
fn a_batch_is_its_calls_in_order_and_one_answer() {
    let (daemon, _folder) = daemon();
    for way in Way::ALL {
        let mut client = Client::connect(&daemon, way);
        let session = session(&mut client, json!({ "mode": "live" }));
        let call = |id: u64, method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let batch = json!([
            call(11, "match/act", set_hand(&session, &HANDS[0])),
            call(12, "session/get", json!({ "sessionId": session })),
            { "jsonrpc": "2.0", "method": "match/act", "params": set_hand(&session, &HANDS[1]) },
            call(13, "session/get", json!({ "sessionId": session })),
            call(14, "no/such", json!({})),
            7,
        ]);
        client.say(&batch.to_string());
        let answers = client.wait_for(Value::is_array);
        let ids: Vec<&Value> = answers
            .as_array()
            .expect("a list")
            .iter()
            .map(|a| &a["id"])
            .collect();
        assert_eq!(
            ids,
            [&json!(11), &json!(12), &json!(13), &json!(14), &Value::Null]
        );
        assert_eq!(answers[1]["result"]["seq"], 1, "{way:?}");
        assert_eq!(answers[2]["result"]["seq"], 2, "{way:?}");
    }
}

#[test]
fn a_batch_of_subscriptions_is_answered_before_they_tell_anything() {
    let (daemon, _folder) = daemon();
    for way in Way::LASTING {
        let mut client = Client::connect(&daemon, way);
        let session = session(&mut client, json!({ "mode": "live" }));
        // More updates than a connection's queue holds would come at once.
        let calls: Vec<Value> = (0..100)
            .map(|id| {
                let params = json!({ "sessionId": session, "topics": ["state", "observation"] });
                json!({ "jsonrpc": "2.0", "id": id, "method": "session/subscribe", "params": params })
            })
            .collect();
        client.say(&Value::from(calls).to_string());
        let answers = client.wait_for(|_| true);
        assert_eq!(answers.as_array().map(Vec::len), Some(100), "{way:?}");
        for _ in 0..200 {
            let update = client.wait_for(|_| true);
            assert_eq!(update["params"]["result"]["kind"], "snapshot", "{way:?}");
        }
    }
}

#[test]
fn a_cancelled_request_fails_once_and_no_other_notices() {
    let (daemon, _folder) = daemon();
    for way in Way::LASTING {
        let mut client = Client::connect(&daemon, way);
        let session = hard_to_coach(&mut client);
        let params = |token: &str| advice(&session, token);
        let cancelled = client.begin("coach/recommend", params("cancelled"));
        client.wait_for(|message| message["params"]["token"] == "cancelled");
        let other = client.begin("coach/recommend", params("other"));
        let quick = client.begin("session/get", json!({ "sessionId": session }));
        client.notify("$/cancelRequest", json!({ "id": cancelled }));
        client.notify("$/cancelRequest", json!({ "id": cancelled }));
        client.notify("$/cancelRequest", json!({ "id": "never sent" }));
        refused(client.answer(cancelled), CANCELLED, "a cancelled request");
        client.answer(quick).expect("it was not cancelled");
        let advice = client.answer(other).expect("it was not cancelled");
        assert!(
            advice["moves"]
                .as_array()
                .is_some_and(|moves| !moves.is_empty())
        );
        client.ask("session/list", json!({})).expect("all is well");
        let again = client
            .heard
            .iter()
            .any(|message| message["id"] == cancelled);
        assert!(!again, "{way:?}: it was answered twice");
    }
}

#[test]
fn requests_that_share_an_id_are_all_cancelled_and_all_answered() {
    let (daemon, _folder) = daemon();
    let mut client = Client::connect(&daemon, Way::Socket);
    let session = hard_to_coach(&mut client);
    let call = json!({ "jsonrpc": "2.0", "id": "same", "method": "coach/recommend", "params": advice(&session, "same") });
    for _ in 0..10 {
        client.say(&call.to_string());
    }
    client.wait_for(|message| message["method"] == "$/progress");
    client.notify("$/cancelRequest", json!({ "id": "same" }));
    for _ in 0..10 {
        client.wait_for(|message| message["id"] == "same");
    }
}
