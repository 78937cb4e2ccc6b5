//! The requests of a connection take effect in the order sent. A cancelled request is
//! answered once and affects no other request.

use qbcoach_protocol::error::CANCELLED;
use serde_json::{Value, json};

use crate::client::{Client, Framing, StdioDaemon, Transport};
use crate::daemon::TestDaemon;
use crate::serving::check::{advice_params, hard_to_coach, refused, session, set_hand};

const HANDS: [[&str; 2]; 3] = [["001", "003"], ["005", "007"], ["019", "013"]];

/// Sends actions and reads in turn before it reads an answer: the nth read must see
/// the nth action and none after it.
fn check_order(client: &mut Client, about: &str) {
    let session = session(client, json!({ "mode": "live" }));
    let calls = (0..500).map(|index| match index % 2 {
        0 => ("match/act", set_hand(&session, &HANDS[index / 2 % 3])),
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
    let daemon = TestDaemon::start();
    for transport in Transport::LASTING {
        check_order(
            &mut Client::connect(&daemon, transport),
            &format!("{transport:?}"),
        );
    }
}

#[test]
fn five_hundred_pipelined_requests_keep_their_order_on_stdio() {
    for framing in [Framing::Headers, Framing::Lines] {
        let (_process, mut client) = StdioDaemon::start(framing);
        check_order(&mut client, &format!("{framing:?}"));
    }
}

#[test]
fn the_calls_of_a_batch_run_in_order_and_get_one_answer() {
    let daemon = TestDaemon::start();
    for transport in Transport::ALL {
        let mut client = Client::connect(&daemon, transport);
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
        client.send_text(&batch.to_string());
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
        assert_eq!(answers[1]["result"]["seq"], 1, "{transport:?}");
        assert_eq!(answers[2]["result"]["seq"], 2, "{transport:?}");
    }
}

#[test]
fn a_batch_of_subscriptions_is_answered_before_their_updates() {
    let daemon = TestDaemon::start();
    for transport in Transport::LASTING {
        let mut client = Client::connect(&daemon, transport);
        let session = session(&mut client, json!({ "mode": "live" }));
        // These have more updates than the queue of a connection holds.
        let calls: Vec<Value> = (0..100)
            .map(|id| {
                let params = json!({ "sessionId": session, "topics": ["state", "observation"] });
                json!({ "jsonrpc": "2.0", "id": id, "method": "session/subscribe", "params": params })
            })
            .collect();
        client.send_text(&Value::from(calls).to_string());
        let answers = client.wait_for(|_| true);
        assert_eq!(answers.as_array().map(Vec::len), Some(100), "{transport:?}");
        for _ in 0..200 {
            let update = client.wait_for(|_| true);
            assert_eq!(
                update["params"]["result"]["kind"], "snapshot",
                "{transport:?}"
            );
        }
    }
}

#[test]
fn a_cancelled_request_is_answered_once_and_affects_no_other() {
    let daemon = TestDaemon::start();
    for transport in Transport::LASTING {
        let mut client = Client::connect(&daemon, transport);
        let session = hard_to_coach(&mut client);
        let params = |token: &str| advice_params(&session, token);
        let cancelled = client.send_request("coach/recommend", params("cancelled"));
        client.wait_for(|message| message["params"]["token"] == "cancelled");
        let other = client.send_request("coach/recommend", params("other"));
        let quick = client.send_request("session/get", json!({ "sessionId": session }));
        client.notify("$/cancelRequest", json!({ "id": cancelled }));
        client.notify("$/cancelRequest", json!({ "id": cancelled }));
        client.notify("$/cancelRequest", json!({ "id": "never sent" }));
        refused(client.answer(cancelled), CANCELLED, "a cancelled request");
        client
            .answer(quick)
            .expect("this request was not cancelled");
        let advice = client
            .answer(other)
            .expect("this request was not cancelled");
        assert!(
            advice["moves"]
                .as_array()
                .is_some_and(|moves| !moves.is_empty())
        );
        client
            .ask("session/list", json!({}))
            .expect("the connection is served");
        let again = client.unread().any(|message| message["id"] == cancelled);
        assert!(
            !again,
            "{transport:?}: the cancelled request was answered twice"
        );
    }
}

#[test]
fn requests_that_share_an_id_are_all_cancelled_and_all_answered() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let session = hard_to_coach(&mut client);
    let call = json!({ "jsonrpc": "2.0", "id": "same", "method": "coach/recommend", "params": advice_params(&session, "same") });
    for _ in 0..10 {
        client.send_text(&call.to_string());
    }
    client.wait_for(|message| message["method"] == "$/progress");
    client.notify("$/cancelRequest", json!({ "id": "same" }));
    for _ in 0..10 {
        client.wait_for(|message| message["id"] == "same");
    }
}
