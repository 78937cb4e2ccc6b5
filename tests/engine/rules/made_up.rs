//! Made-up cards, written one on a line, for rules that no shipped card uses.

use qbcoach_engine::rules::{Rulebook, Rules};
use serde_json::{Value, json};

use crate::support::{catalogue_with, check_with};

/// The embedded cards with these added, under the given rules.
///
/// A line is `number rank power squares… | ability | ability`, an ability is
/// `trigger scope operation` with `=` before what a trigger watches or a
/// threshold, and commas before further operations:
/// `X1 2 5 C2E | on_card_played=allies hand add_to_hand T01`. Numbers that
/// begin with T are tokens. `V1` to `V9` are always included: rank 1, that power and no
/// abilities.
#[track_caller]
pub fn made_up(rules: &str, cards: &str) -> Rulebook {
    let blanks: String = (1..=9).map(|n| format!("V{n} 1 {n}\n")).collect();
    let (mut entries, mut effects) = (Vec::new(), Vec::new());
    for line in blanks.lines().chain(cards.lines()).map(str::trim) {
        if !line.is_empty() {
            entries.push(card(line, &mut effects));
        }
    }
    let text = json!({"cards": entries, "effects": effects}).to_string();
    let rules = Rules::parse(rules).expect("the test names known rules");
    Rulebook::new(catalogue_with(&text), rules)
}

/// [`crate::support::check`] with made-up cards.
#[track_caller]
pub fn check_made_up(rules: &[&str], cards: &str, before: &str, plays: &str, after: &str) {
    for rules in rules {
        check_with(&made_up(rules, cards), before, plays, after);
    }
}

fn card(line: &str, effects: &mut Vec<Value>) -> Value {
    let mut parts = line.split('|').map(str::trim);
    let head: Vec<&str> = parts.next().unwrap_or_default().split(' ').collect();
    let [number, rank, power, squares @ ..] = head.as_slice() else {
        panic!("`{line}` does not begin with number, rank and power");
    };
    let mut ids = Vec::new();
    for (index, text) in parts.enumerate() {
        let id = format!("{number}-{}", index + 1);
        effects.push(ability(&id, text));
        ids.push(id);
    }
    json!({
        "number": number,
        "name": format!("Made-up {number}"),
        "kind": if number.starts_with('T') { "token" } else { "card" },
        "rank": rank.parse::<u8>().map_or(json!(rank), Value::from),
        "power": whole(power),
        "rarity": "standard",
        "range": squares.join(" ").trim(),
        "effects": ids,
    })
}

fn ability(id: &str, text: &str) -> Value {
    let mut words = text.splitn(3, ' ');
    let (Some(trigger), Some(scope), Some(operations)) = (words.next(), words.next(), words.next())
    else {
        panic!("`{text}` is not `trigger scope operation`");
    };
    let (trigger, of) = trigger.split_once('=').unwrap_or((trigger, ""));
    let operations: Vec<Value> = operations.split(',').map(operation).collect();
    let mut effect = json!({
        "id": id,
        "trigger": trigger,
        "scope": scope,
        "operations": operations,
    });
    match of.parse::<i32>() {
        Ok(threshold) => effect["threshold"] = json!(threshold),
        Err(_) if of.is_empty() => {}
        Err(_) => effect["watches"] = json!(of),
    }
    effect
}

fn operation(text: &str) -> Value {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["add_to_hand", cards @ ..] => json!({"type": "add_to_hand", "cards": cards}),
        ["spawn_token", one, two, three] => {
            json!({"type": "spawn_token", "tokens": {"1": one, "2": two, "3": three}})
        }
        ["replace_ally", mode] => json!({"type": "replace_ally", "mode": mode}),
        ["lane_min_transfer"] => json!({"type": "score_bonus", "mode": "lane_min_transfer"}),
        [kind] => json!({"type": kind}),
        [kind, amount] => json!({"type": kind, "amount": whole(amount)}),
        [kind, amount, per] => json!({"type": kind, "amount": whole(amount), "per": per}),
        _ => panic!("`{text}` is not an operation"),
    }
}

fn whole(text: &str) -> i32 {
    text.parse()
        .unwrap_or_else(|_| panic!("`{text}` is not a whole number"))
}
