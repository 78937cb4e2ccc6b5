//! `match/actAll`: all actions of a list are carried out, or none.

use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::TestDaemon;

fn play(side: &str, card: &str, tile: &str) -> Value {
    json!({ "type": "play", "side": side, "card": card, "tile": tile })
}

fn created(client: &mut Client, params: Value) -> String {
    let created = client.ask("session/create", params).expect("a session");
    created["sessionId"].as_str().expect("an id").to_owned()
}

fn opening() -> Vec<Value> {
    vec![
        play("you", "Crawler", "m1"),
        play("enemy", "Levrikon", "m5"),
        play("you", "001", "t1"),
    ]
}

#[test]
fn a_list_leads_where_its_actions_lead_one_by_one() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    let [one, all] = [(); 2].map(|()| created(&mut client, json!({ "mode": "analysis" })));
    let mut events = Vec::new();
    for action in opening() {
        let params = json!({ "sessionId": one, "action": action });
        let acted = client.ask("match/act", params).expect("a legal play");
        events.extend(acted["events"].as_array().expect("a list").clone());
    }
    let params = json!({ "sessionId": all, "actions": opening(), "ifSeq": 0 });
    let acted = client.ask("match/actAll", params).expect("legal plays");
    assert_eq!(
        (&acted["seq"], &acted["events"]),
        (&json!(3), &json!(events))
    );
    for method in [
        "session/get",
        "session/history",
        "observation/get",
        "coach/evaluate",
    ] {
        let [one, all] = [&one, &all].map(|session| {
            let answer = client.ask(method, json!([session])).expect("an answer");
            answer.to_string().replace(session.as_str(), "s")
        });
        assert_eq!(one, all, "{method}");
    }
}

#[test]
fn a_mistake_anywhere_changes_nothing_and_nobody_sees_anything() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    let session = created(&mut client, json!({ "mode": "analysis" }));
    let mut follower = Client::connect(&daemon, Transport::WebSocket);
    let params = json!({ "sessionId": session, "topics": ["state"] });
    follower
        .ask("session/subscribe", params)
        .expect("a subscription");
    let is_update = |message: &Value| message["method"] == "session/update";
    follower.wait_for(is_update);
    let before = client.ask("session/get", json!([session]));
    let mistakes = [
        (play("you", "nobody", "m2"), 1004),
        (play("you", "001", "m9"), -32602),
        (play("enemy", "Crawler", "m1"), 1003),
        (json!({ "type": "wave" }), -32602),
        (json!(7), -32602),
    ];
    for (mistake, code) in mistakes {
        for place in 0..=2 {
            let mut actions = opening();
            actions.insert(place, mistake.clone());
            let params = json!({ "sessionId": session, "actions": actions });
            let refused = client.ask("match/actAll", params).expect_err("a mistake");
            // On your own turn the enemy's play is the mistake, on its turn the next one.
            if code != 1003 {
                assert_eq!(
                    (refused.code, &refused.data["index"]),
                    (code, &json!(place))
                );
            }
            assert_eq!(client.ask("session/get", json!([session])), before);
        }
    }
    let params = json!({ "sessionId": session, "actions": opening() });
    client.ask("match/actAll", params).expect("legal plays");
    let update = follower.wait_for(is_update);
    // The first thing that the follower hears is the end of the list.
    assert_eq!(update["params"]["result"]["seq"], 3);
}

#[test]
fn a_list_is_empty_too_long_or_late_and_refused() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    let session = created(&mut client, json!({ "mode": "analysis" }));
    for actions in [vec![], vec![json!({ "type": "pass" }); 201]] {
        let params = json!({ "sessionId": session, "actions": actions });
        let refused = client
            .ask("match/actAll", params)
            .expect_err("a wrong list");
        assert_eq!(refused.data["field"], "actions");
    }
    let params = json!({ "sessionId": session, "actions": opening(), "ifSeq": 4 });
    let late = client.ask("match/actAll", params).expect_err("it is late");
    assert_eq!((late.code, late.data.get("index")), (1005, None));
}

#[test]
fn a_list_is_carried_out_once_under_its_name_also_after_a_kill() {
    let mut daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    let session = created(&mut client, json!({ "mode": "analysis" }));
    let params = json!({ "sessionId": session, "actions": opening(), "actId": "told" });
    let first = client.ask("match/actAll", &params).expect("legal plays");
    daemon.kill();
    daemon.restart();
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    let again = client
        .ask("match/actAll", &params)
        .expect("the answer again");
    assert_eq!(
        (&again["seq"], &again["snapshot"]),
        (&first["seq"], &first["snapshot"])
    );
    let session = client
        .ask("session/get", json!([session]))
        .expect("a snapshot");
    assert_eq!(session["seq"], 3);
}

#[test]
fn where_the_program_answers_a_list_ends() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    let setup = json!({ "mode": "simulated", "autoplay": ["enemy"], "seed": 7 });
    let session = created(&mut client, setup);
    let keep = json!({ "type": "mulligan", "side": "you", "replace": [] });
    let pass = json!({ "type": "pass", "side": "you" });
    let ask = |actions: Value| json!({ "sessionId": session, "actions": actions });
    let refused = client
        .ask("match/actAll", ask(json!([keep, pass, pass])))
        .expect_err("the program moves after the first pass");
    assert_eq!(
        (refused.code, refused.data["index"].as_u64()),
        (1003, Some(1))
    );
    let acted = client.ask("match/actAll", ask(json!([keep, pass])));
    let acted = acted.expect("the program answers after the last one");
    assert_eq!(acted["snapshot"]["sideToAct"], "you");
    assert!(acted["seq"].as_u64() > Some(2));
}
