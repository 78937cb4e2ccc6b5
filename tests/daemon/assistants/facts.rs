//! What a tool says agrees with what the methods say, over random sessions.

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use super::{Assistant, ToolAnswer};
use crate::client::{Client, Transport};
use crate::combats::fighter::{Fighter, any_combat};
use crate::daemon::TestDaemon;
use crate::player::Player;

/// The most bytes of an answer for which nobody asked for more.
const LONGEST: usize = 4_096;

/// Both ends of the comparison.
struct Comparison {
    client: Client,
    assistant: Assistant,
    session: String,
    compared: usize,
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn card_text(card: &Value) -> String {
    let text = |field: &str| card[field].as_str().expect("a text").to_owned();
    format!("{} {}", text("id"), text("name"))
}

impl Comparison {
    fn tool(&mut self, name: &str, mut input: Value) -> ToolAnswer {
        input["match"] = json!(self.session);
        let answer = self.assistant.call(name, input);
        assert!(
            answer.bytes < LONGEST,
            "{name}: {} bytes\n{}",
            answer.bytes,
            answer.text
        );
        self.compared += 1;
        answer
    }

    /// The answer of a method, if it gives one, and of a tool, which has to agree on that.
    fn both(
        &mut self,
        method: &str,
        mut params: Value,
        tool: &str,
        input: Value,
    ) -> Option<(Value, ToolAnswer)> {
        params["sessionId"] = json!(self.session);
        let asked = self.client.ask(method, params);
        let told = self.tool(tool, input);
        assert_eq!(
            told.is_refused,
            asked.is_err(),
            "{tool}: {} {asked:?}",
            told.text
        );
        asked.ok().map(|asked| (asked, told))
    }

    fn standing(&mut self) {
        let (snapshot, told) = self
            .both("session/get", json!({}), "show_match", json!({}))
            .expect("a snapshot");
        let data = &told.data;
        assert_eq!(data["steps"], snapshot["seq"]);
        assert_eq!(data["turn"], snapshot["turn"]);
        assert_eq!(data["to_act"], snapshot["sideToAct"]);
        assert_eq!(data["stage"], snapshot["phase"]);
        assert_eq!(data["position"], snapshot["position"]);
        assert_eq!(data["score"]["you"], snapshot["score"]["totalYou"]);
        assert_eq!(data["score"]["enemy"], snapshot["score"]["totalEnemy"]);
        assert_eq!(data["enemy_hand_size"], snapshot["enemy"]["handSize"]);
        let hand: Vec<String> = list(&snapshot["you"]["hand"])
            .iter()
            .map(card_text)
            .collect();
        assert_eq!(data["hand"], json!(hand));
        for (told, lane) in list(&data["lanes"])
            .iter()
            .zip(list(&snapshot["score"]["lanes"]))
        {
            let lane = [
                &lane["lane"],
                &lane["powerYou"],
                &lane["powerEnemy"],
                &lane["winner"],
            ];
            let told_lane = [&told["lane"], &told["you"], &told["enemy"], &told["winner"]];
            assert_eq!(told_lane, lane);
        }
        let tiles = list(&snapshot["board"]["tiles"]).iter();
        let cards = tiles.filter(|tile| !tile["card"].is_null()).map(|tile| {
            let card = &tile["card"];
            json!({ "tile": tile["tile"], "side": card["side"], "card": card_text(card), "power": card["power"] })
        });
        assert_eq!(list(&data["cards"]), cards.collect::<Vec<Value>>());
    }

    fn legal(&mut self) {
        let Some((actions, told)) = self.both("match/actions", json!({}), "legal_moves", json!({}))
        else {
            return;
        };
        let offered = list(&actions["actions"]).iter();
        let plays = offered.filter(|offer| offer["action"]["type"] == "play");
        let plays = plays.map(|offer| {
            let action = &offer["action"];
            let text = |field: &str| action[field].as_str().expect("a text").to_owned();
            (text("card"), text("tile"))
        });
        let told_plays = list(&told.data["plays"]).iter().flat_map(|play| {
            let card = play["card"].as_str().expect("a card");
            let number = card.split(' ').next().expect("a number").to_owned();
            let tiles = list(&play["tiles"]).iter();
            tiles.map(move |tile| (number.clone(), tile.as_str().expect("a tile").to_owned()))
        });
        assert_eq!(told_plays.collect::<Vec<_>>(), plays.collect::<Vec<_>>());
        let passes = list(&actions["actions"]).iter();
        let may_pass = passes
            .clone()
            .any(|offer| offer["action"]["type"] == "pass");
        assert_eq!(told.data["may_pass"], may_pass);
    }

    fn advice(&mut self) {
        let params = json!({ "top": 3, "budget": { "nodes": 2_000 } });
        let Some((advice, told)) = self.both(
            "coach/recommend",
            params,
            "best_move",
            json!({ "effort": "quick" }),
        ) else {
            return;
        };
        let moves = list(&advice["moves"]).iter().map(|advised| {
            let reasons = list(&advised["reasons"]).iter();
            json!({
                "move": advised["label"],
                "win_chance": advised["winChance"],
                "expected_points": advised["expectedMargin"],
                "quality": advised["quality"],
                "proved": advised["claim"] == "proved",
                "reasons": reasons.map(|reason| reason["text"].clone()).collect::<Vec<_>>(),
                "line": advised["line"],
            })
        });
        assert_eq!(list(&told.data["moves"]), moves.collect::<Vec<Value>>());
        assert!(
            told.text
                .contains(advice["message"].as_str().expect("a text"))
        );
    }

    fn threat(&mut self) {
        let Some((all, told)) =
            self.both("prediction/outcomes", json!({}), "enemy_threat", json!({}))
        else {
            return;
        };
        let outcomes = list(&all["outcomes"]);
        assert_eq!(told.data["replies"], outcomes.len());
        let known = |told: &Value| {
            outcomes.iter().any(|outcome| {
                let reply = match outcome["card"]["name"].as_str() {
                    Some(card) => {
                        format!("{card} to {}", outcome["tile"].as_str().expect("a tile"))
                    }
                    None => "pass".to_owned(),
                };
                let score = &outcome["matchScore"];
                told["reply"] == reply
                    && told["chance"] == outcome["weight"]
                    && told["you_then"] == score["totalYou"]
                    && told["enemy_then"] == score["totalEnemy"]
            })
        };
        let replies = list(&told.data["likeliest"])
            .iter()
            .chain(list(&told.data["worst"]));
        for reply in replies {
            assert!(known(reply), "{reply} is none of the outcomes");
        }
        let weight = |outcome: &Value| outcome["weight"].as_f64().expect("a number");
        let likeliest = outcomes.iter().map(weight).fold(0.0, f64::max);
        assert_eq!(told.data["likeliest"][0]["chance"], likeliest);
        let params = json!({ "sessionId": self.session, "cards": 5, "hands": 0 });
        let hand = self.client.ask("prediction/hand", params).expect("a hand");
        let held = list(&hand["marginals"]).iter();
        let held = held
            .map(|one| json!({ "card": card_text(&one["card"]), "chance": one["probability"] }));
        assert_eq!(
            list(&told.data["probably_holds"]),
            held.collect::<Vec<Value>>()
        );
    }

    fn locks(&mut self) {
        let Some((report, told)) =
            self.both("coach/evaluate", json!({}), "is_it_locked", json!({}))
        else {
            return;
        };
        let locks = &report["locks"];
        assert_eq!(told.data["match_locked"], locks["match"]["locked"]);
        let lanes = list(&locks["lanes"]).iter();
        let lanes = lanes.map(
            |lane| json!({ "lane": lane["lane"], "locked": lane["locked"], "why": lane["proof"] }),
        );
        assert_eq!(list(&told.data["lanes"]), lanes.collect::<Vec<Value>>());
    }

    fn review(&mut self) {
        let params = json!({ "budget": { "nodes": 2_000 } });
        let Some((review, told)) = self.both(
            "coach/review",
            params,
            "review_match",
            json!({ "effort": "quick" }),
        ) else {
            return;
        };
        let data = &told.data;
        assert_eq!(
            (&data["start"], &data["end"]),
            (&review["start"], &review["end"])
        );
        for side in ["you", "enemy"] {
            assert_eq!(data[side]["accuracy"], review[side]["accuracy"]);
            assert_eq!(data[side]["lost"], review[side]["loss"]);
            assert_eq!(data[side]["luck"], review["luck"][side]);
        }
        for told in list(&data["moves"]) {
            let is_same =
                |made: &&Value| made["turn"] == told["turn"] && made["side"] == told["side"];
            let made = list(&review["moves"])
                .iter()
                .find(is_same)
                .expect("the move");
            assert_eq!(told["lost"], made["loss"]);
            assert_eq!(told["mark"], made["mark"]);
            assert_eq!(told["better"], made["best"]["label"]);
        }
    }
}

/// Steps of each random session.
const STEPS: usize = 14;

#[test]
fn tools_tell_the_same_facts_as_the_methods() {
    let daemon = TestDaemon::with("", &["--coach-nodes", "500"]);
    let mut chance = Chance::new(22, 2026);
    let mut compared = 0;
    for mode in ["live", "simulated", "autoplay", "analysis"] {
        let mut client = Client::connect(&daemon, Transport::WebSocket);
        let mut player = Player::begin(&mut client, mode, &mut chance).expect("a session");
        let mut comparison = Comparison {
            client: Client::connect(&daemon, Transport::WebSocket),
            assistant: Assistant::start(&["--connect", &daemon.websocket()]),
            session: player.session.clone(),
            compared: 0,
        };
        for step in 0..STEPS {
            let (method, params) = player
                .next_request(&mut client, &mut chance)
                .expect("a request");
            if let Ok(acted) = client.ask(method, params) {
                player.now = acted["snapshot"].clone();
            }
            comparison.standing();
            comparison.legal();
            if step % 3 == 0 {
                comparison.advice();
                comparison.threat();
                comparison.locks();
            }
        }
        comparison.review();
        compared += comparison.compared;
    }
    assert!(compared > 150, "only {compared} answers were compared");
}

#[test]
fn combats_are_told_as_the_methods_tell_them() {
    let daemon = TestDaemon::start();
    let mut chance = Chance::new(7, 22);
    for _ in 0..4 {
        let mut client = Client::connect(&daemon, Transport::WebSocket);
        let mut fighter = Fighter::begin(&mut client, &any_combat(&mut chance));
        let mut comparison = Comparison {
            client: Client::connect(&daemon, Transport::WebSocket),
            assistant: Assistant::start(&["--connect", &daemon.websocket()]),
            session: fighter.session.clone(),
            compared: 0,
        };
        for _ in 0..6 {
            let (actions, told) = comparison
                .both("match/actions", json!({}), "legal_moves", json!({}))
                .expect("actions");
            assert_eq!(told.data["actions_total"], list(&actions["actions"]).len());
            assert_eq!(told.data["steps"], actions["seq"]);
            assert!(!told.text.contains("enemy_"), "{}", told.text);
            let (threat, told) = comparison
                .both("prediction/threatMap", json!({}), "enemy_threat", json!({}))
                .expect("a threat");
            assert_eq!(told.data["wounds"], threat["total"]["hand"]);
            assert_eq!(told.data["knocked_out"], threat["knockOut"]);
            if fighter.act_randomly(&mut client, &mut chance).is_none() {
                break;
            }
        }
    }
}
