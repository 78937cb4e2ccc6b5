//! The session's documents laid out and coloured for a terminal.

use serde_json::Value;

use super::combat;
use super::command::Expected;
use super::paint::Paint;

pub fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

pub(crate) fn items<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn names(cards: &[Value]) -> String {
    let names: Vec<&str> = cards.iter().map(|card| text(card, "name")).collect();
    names.join(", ")
}

/// What the session needs next.
pub(crate) fn expected(snapshot: &Value) -> Expected {
    match (text(snapshot, "game"), text(snapshot, "phase")) {
        ("mage-knight", _) => Expected::Choice,
        (_, "draw") => Expected::Draw,
        (_, "over") => Expected::Move,
        _ if hand_is_unknown(snapshot) => Expected::Hand,
        _ => Expected::Move,
    }
}

pub fn is_over(snapshot: &Value) -> bool {
    snapshot["phase"] == "over"
}

/// Whether you hold cards that have not been reported yet.
fn hand_is_unknown(snapshot: &Value) -> bool {
    let held = snapshot["you"]["handSize"].as_u64().unwrap_or_default();
    snapshot["mode"] == "live" && (items(&snapshot["you"], "hand").len() as u64) < held
}

/// Whose turn it is and what to report next.
pub(crate) fn prompt(snapshot: &Value) -> String {
    if is_over(snapshot) {
        return "over › ".to_owned();
    }
    if snapshot["game"] == "mage-knight" {
        let phase = match text(snapshot, "phase") {
            "rangedSiege" => "ranged and siege",
            "assignDamage" => "assign damage",
            other => other,
        };
        return match snapshot["pendingChoice"].is_null() {
            true => format!("{phase} · action? › "),
            false => format!("{phase} · choice? › "),
        };
    }
    let yours = snapshot["sideToAct"] == "you";
    let needed = match text(snapshot, "phase") {
        "draw" => "you drew?",
        _ if hand_is_unknown(snapshot) => "your hand? (commas between cards)",
        "mulligan" if snapshot["mode"] == "simulated" => "mulligan or keep?",
        "mulligan" if yours => "mulligan, or you to play",
        "mulligan" => "mulligan, or enemy to play",
        _ if yours => "you to play",
        _ => "enemy to play",
    };
    format!("turn {} · {needed} › ", snapshot["turn"])
}

/// The drawn board with the score and your hand, or the drawn combat.
pub(crate) fn position(paint: Paint, snapshot: &Value, drawing: &str) -> String {
    let drawn = drawing.trim_end();
    if snapshot["game"] == "mage-knight" {
        return format!("{}\n", combat::without_options(drawn, snapshot));
    }
    let score = &snapshot["score"];
    let (you, enemy) = (&score["totalYou"], &score["totalEnemy"]);
    let mut shown = board(paint, drawn);
    shown.push_str(&format!(
        "score {}  {}",
        paint.you(&format!("you {you}")),
        paint.enemy(&format!("enemy {enemy}"))
    ));
    let held = |side: &str| {
        let side = &snapshot[side];
        format!("{} in hand, {} to draw", side["handSize"], side["deckSize"])
    };
    let enemy = paint.faint(&format!("   the enemy has {}", held("enemy")));
    shown.push_str(&format!("{enemy}\n{}", hand(paint, snapshot)));
    shown
}

pub fn hand(paint: Paint, snapshot: &Value) -> String {
    if snapshot["game"] == "mage-knight" {
        return combat::hand(snapshot);
    }
    match items(&snapshot["you"], "hand") {
        [] => String::new(),
        cards => format!("hand  {}\n", paint.you(&names(cards))),
    }
}

/// Colours each tile by its owner, whose name the first row of the tile begins with.
fn board(paint: Paint, drawn: &str) -> String {
    let mut shown = String::new();
    let mut owners: Vec<&str> = Vec::new();
    for line in drawn.lines() {
        if !line.contains('|') {
            owners.clear();
            shown.push_str(line);
            shown.push('\n');
            continue;
        }
        let cells: Vec<&str> = line.split('|').collect();
        if owners.is_empty() {
            let owner = |cell: &&str| cell.split_whitespace().next().unwrap_or_default().len();
            owners = cells
                .iter()
                .map(|cell| &cell.trim_start()[..owner(cell)])
                .collect();
        }
        let painted: Vec<String> = cells
            .iter()
            .zip(&owners)
            .map(|(cell, owner)| match *owner {
                "you" => paint.you(cell),
                "enemy" => paint.enemy(cell),
                _ => (*cell).to_owned(),
            })
            .collect();
        shown.push_str(&painted.join("|"));
        shown.push('\n');
    }
    shown
}

/// The events, one line each. Changes of ranks and powers are left out: the board
/// shows them.
pub(crate) fn events(paint: Paint, events: &[Value]) -> String {
    let mut shown = String::new();
    // A turn that follows a turn without a play between them: a side has passed.
    let mut turn: Option<&Value> = None;
    for event in events {
        let card = || text(&event["card"], "name");
        let tile = || text(event, "tile");
        let yours = event["side"] == "you";
        let whose = if yours { "your" } else { "the enemy's" };
        let line = match text(event, "type") {
            "played" => {
                turn = None;
                let replaced = &event["replaced"];
                let instead = match replaced.is_null() {
                    true => String::new(),
                    false => format!(", replacing {}", text(replaced, "name")),
                };
                let who = if yours { "you play" } else { "the enemy plays" };
                format!("{who} {} to {}{instead}", card(), tile())
            }
            "destroyed" => format!("{whose} {} on {} is destroyed", card(), tile()),
            "spawned" => format!("{whose} {} appears on {}", card(), tile()),
            "addedToHand" => format!("{} comes to {whose} hand", card()),
            "turn" => match turn.replace(&event["side"]) {
                Some(side) if side == "you" => "you pass".to_owned(),
                Some(_) => "the enemy passes".to_owned(),
                None => continue,
            },
            "over" => {
                let score = &event["score"];
                let (you, enemy) = (&score["totalYou"], &score["totalEnemy"]);
                let result = match score["winner"].as_str() {
                    Some("you") => "you win",
                    Some(_) => "the enemy wins",
                    None => "a draw",
                };
                format!("the match is over: {result}, {you} to {enemy}")
            }
            // Events of a combat have a text of their own.
            _ if event["text"].is_string() && event["trigger"].is_null() => {
                text(event, "text").to_owned()
            }
            _ => continue,
        };
        let line = match event["side"].as_str() {
            Some("you") => paint.you(&line),
            Some(_) => paint.enemy(&line),
            None => line,
        };
        shown.push_str(&format!("  {line}\n"));
    }
    shown
}

/// The numbered actions of a combat, or the tiles on which each card may be played.
pub fn actions(actions: &[Value]) -> String {
    let mut shown = String::new();
    let mut plays: Vec<(&str, Vec<&str>)> = Vec::new();
    for (number, listed) in (1..).zip(actions) {
        let label = text(listed, "label");
        let Some(tile) = listed["action"]["tile"].as_str() else {
            match listed["action"]["type"].as_str() {
                Some("pass") => plays.push((label, Vec::new())),
                _ => shown.push_str(&format!("{number:>3}. {label}\n")),
            }
            continue;
        };
        let card = label.strip_suffix(tile).unwrap_or(label);
        match plays.last_mut().filter(|(last, _)| *last == card) {
            Some((_, tiles)) => tiles.push(tile),
            None => plays.push((card, vec![tile])),
        }
    }
    for (card, tiles) in plays {
        shown.push_str(&format!("  {card}{}\n", tiles.join(" ")));
    }
    shown
}
