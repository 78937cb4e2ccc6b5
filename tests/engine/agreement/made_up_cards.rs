//! Random made-up cards from everything that the data allows: combinations that no shipped
//! card has must follow the rules too.

use std::sync::Arc;

use proptest::prelude::*;
use qbcoach_basics::chance::Chance;
use qbcoach_engine::rules::data::EMBEDDED;
use qbcoach_engine::rules::effect::{Count, OperationKind, Scope, Trigger, Whose};
use qbcoach_engine::rules::{CardId, Rulebook, data};
use serde_json::{Value, json};

use crate::agreement::engine_and_oracle::play_with_both;
use crate::agreement::oracle::Cards;
use crate::agreement::walk::{any_rules, choices};

const CARDS: usize = 24;
const TOKENS: [&str; 3] = ["U1", "U2", "U3"];

/// A data file of random cards and tokens with allowed combinations of trigger, scope
/// and operation.
pub fn made_up_file(seed: u64) -> String {
    let mut chance = Chance::new(seed, 7);
    let mut effects = Vec::new();
    let mut cards = Vec::new();
    for index in 0..CARDS + TOKENS.len() {
        let token = index.checked_sub(CARDS).map(|token| TOKENS[token]);
        let number = token.map_or(format!("Z{index:02}"), str::to_owned);
        let ids: Vec<String> = (0..1 + chance.below(3))
            .map(|ability| {
                let id = format!("made-up-{number}-{ability}");
                effects.push(made_up_effect(&mut chance, &id));
                id
            })
            .collect();
        let rank = match (token, chance.below(5)) {
            (None, 0) => json!("R"),
            (None, rank) => json!(1 + rank % 2),
            (Some(_), _) => json!(1),
        };
        cards.push(json!({
            "number": number,
            "name": format!("Made Up {number}"),
            "kind": if token.is_some() { "token" } else { "card" },
            "rank": rank,
            "power": 1 + chance.below(6),
            "rarity": "standard",
            "range": made_up_range(&mut chance),
            "effects": ids,
        }));
    }
    json!({"cards": cards, "effects": effects}).to_string()
}

fn made_up_range(chance: &mut Chance) -> String {
    let mut squares = Vec::new();
    for row in 1..=5 {
        for column in ["E", "D", "C", "B", "A"] {
            let own = row == 3 && column == "C";
            if !own && chance.below(3) == 0 {
                let kind = ["P", "E", "X"][chance.below(3)];
                squares.push(format!("{column}{row}{kind}"));
            }
        }
    }
    squares.join(" ")
}

fn word<T>(chance: &mut Chance, words: &[(&'static str, T)]) -> &'static str {
    words[chance.below(words.len())].0
}

fn made_up_effect(chance: &mut Chance, id: &str) -> Value {
    loop {
        let (kind_word, kind) = OperationKind::WORDS[chance.below(9)];
        let (trigger_word, trigger) = Trigger::WORDS[chance.below(12)];
        let (scope_word, scope) = Scope::WORDS[chance.below(14)];
        if !kind.allows(trigger, scope) {
            continue;
        }
        let mut operation = json!({"type": kind_word});
        let amount = [-4, -2, -1, 1, 2, 3][chance.below(6)];
        match kind {
            OperationKind::ModifyPower => {
                operation["amount"] = json!(amount);
                if trigger != Trigger::WhileInPlay && chance.below(4) == 0 {
                    operation["per"] = json!("replaced_pawns");
                }
            }
            OperationKind::ModifyPowerScale => {
                operation["amount"] = json!(amount);
                if trigger == Trigger::WhileInPlay {
                    operation["per"] = json!(word(chance, &Count::WORDS));
                }
            }
            OperationKind::ReplaceAlly => {
                operation["mode"] = json!(["neutral", "raise", "lower"][chance.below(3)]);
            }
            OperationKind::AddToHand => operation["cards"] = json!([TOKENS[chance.below(3)]]),
            OperationKind::SpawnToken => {
                operation["tokens"] = json!({"1": TOKENS[0], "2": TOKENS[1], "3": TOKENS[2]});
            }
            OperationKind::ModifyTileRanks => operation["amount"] = json!(1 + chance.below(3)),
            OperationKind::ScoreBonus if trigger == Trigger::OnLaneWin => {
                operation["amount"] = json!(amount);
            }
            OperationKind::ScoreBonus => operation["mode"] = json!("lane_min_transfer"),
            OperationKind::DestroyCards | OperationKind::ExpandPositions => {}
        }
        let mut effect = json!({
            "id": id, "trigger": trigger_word, "scope": scope_word, "operations": [operation],
        });
        if trigger.is_watcher() {
            effect["watches"] = json!(word(chance, &Whose::WORDS));
        }
        if trigger == Trigger::OnPowerThreshold {
            effect["threshold"] = json!(2 + chance.below(7));
        }
        return effect;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn engine_and_oracle_agree_on_random_made_up_cards(
        seed in any::<u64>(),
        rules in any_rules(),
        choices in choices(),
    ) {
        let text = made_up_file(seed);
        let file = data::DataFile { name: "made-up.json", text: &text };
        let catalogue = data::load(&[file]).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let book = Rulebook::new(Arc::new(catalogue), rules);
        let mut texts: Vec<&str> = EMBEDDED.iter().map(|file| file.text).collect();
        texts.push(&text);
        let made_up: Vec<CardId> = book
            .catalogue
            .cards()
            .iter()
            .filter(|card| card.name.starts_with("Made Up"))
            .map(|card| card.id)
            .collect();
        play_with_both(&book, &Cards::from_json(&texts), &made_up, &choices)?;
    }
}
