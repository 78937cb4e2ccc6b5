//! What the coach and the predictions say, in a few lines.

use serde_json::{Value, json};

use super::paint::Paint;
use super::screen::{items, names, text};
use super::table::{Table, Trouble};

/// Replies of the enemy that are told.
const REPLIES: usize = 3;

/// The advice that is due now: the opening hand, the best move, what is locked.
pub fn advice(table: &Table, paint: Paint) -> String {
    let mut shown = String::new();
    let due = {
        let snapshot = table.snapshot();
        (
            text(&snapshot, "phase").to_owned(),
            snapshot["sideToAct"] == "you",
        )
    };
    if due.0 == "mulligan"
        && let Some(advice) = table.peek("coach/mulligan", json!({}))
    {
        let replace = match items(&advice, "replace") {
            [] => "keep all".to_owned(),
            cards => format!("put back {}", names(cards)),
        };
        shown.push_str(&format!("{} {replace}\n", paint.strong("mulligan:")));
    }
    let is_mine = table.is_combat() || due.1;
    if !is_mine || matches!(due.0.as_str(), "draw" | "over") {
        return shown;
    }
    if let Some(advice) = table.peek("coach/recommend", json!({ "top": 1 })) {
        let message = text(&advice, "message");
        shown.push_str(&format!("{} {message}\n", paint.strong("coach:")));
    }
    if let Some(report) = table.peek("coach/evaluate", json!({})) {
        shown.push_str(&format!("{}\n", locks_line(paint, &report["locks"])));
    }
    shown
}

fn locked(lock: &Value) -> &'static str {
    match lock["locked"].as_str() {
        Some("you") => "yours",
        Some(_) => "the enemy's",
        None => "open",
    }
}

fn locks_line(paint: Paint, locks: &Value) -> String {
    let lane = |lock: &Value| {
        let words = format!("{} {}", text(lock, "lane"), locked(lock));
        match lock["locked"].as_str() {
            Some("you") => paint.you(&words),
            Some(_) => paint.enemy(&words),
            None => words,
        }
    };
    let lanes: Vec<String> = items(locks, "lanes").iter().map(lane).collect();
    let whole = locked(&locks["match"]);
    format!("locks: {}; the match {whole}", lanes.join(", "))
}

pub fn lock(table: &Table) -> Result<String, Trouble> {
    let report = table.ask("coach/evaluate", json!({}))?;
    let locks = &report["locks"];
    let mut shown = String::new();
    for lane in items(locks, "lanes") {
        let (name, proof) = (text(lane, "lane"), text(lane, "proof"));
        shown.push_str(&format!("{name:<6}{:<12}{proof}\n", locked(lane)));
    }
    let whole = &locks["match"];
    let proof = text(whole, "proof");
    shown.push_str(&format!("match {:<12}{proof}\n", locked(whole)));
    Ok(shown)
}

pub fn best(table: &Table, paint: Paint, count: usize) -> Result<String, Trouble> {
    let advice = table.ask("coach/recommend", json!({ "top": count }))?;
    let mut shown = String::new();
    for advised in items(&advice, "moves") {
        let score = advised["moveScore"].as_f64().unwrap_or_default();
        let reason = items(advised, "reasons").first();
        let reason = reason
            .map(|reason| text(reason, "text"))
            .unwrap_or_default();
        let line = format!(
            "{:>2}. {:<34} {:<9} {score:+.2}",
            advised["rank"].to_string(),
            text(advised, "label"),
            text(advised, "quality"),
        );
        shown.push_str(&format!("{line}  {}\n", paint.faint(reason)));
    }
    for note in items(&advice, "notes") {
        shown.push_str(&format!("    {}\n", note.as_str().unwrap_or_default()));
    }
    Ok(shown)
}

pub fn why(table: &Table, rank: usize) -> Result<String, Trouble> {
    let advice = table.ask("coach/recommend", json!({ "top": rank }))?;
    let moves = items(&advice, "moves");
    let Some(advised) = moves.get(rank - 1) else {
        return Ok(format!("there are only {} moves\n", moves.len()));
    };
    let mut shown = format!(
        "{} ({})\n",
        text(advised, "label"),
        text(advised, "quality")
    );
    for reason in items(advised, "reasons") {
        let weight = reason["weight"].as_f64().unwrap_or_default();
        shown.push_str(&format!("  {weight:+6.2}  {}\n", text(reason, "text")));
    }
    let line: Vec<&str> = items(advised, "line")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    if !line.is_empty() {
        shown.push_str(&format!("  then {}\n", line.join("; ")));
    }
    Ok(shown)
}

pub fn threat(table: &Table, paint: Paint) -> Result<String, Trouble> {
    let threat = table.ask("prediction/threatMap", json!({}))?;
    if table.is_combat() {
        return Ok(combat_threat(&threat));
    }
    let pressure = &threat["lanePressure"];
    let lanes: Vec<String> = ["TOP", "MID", "BOT"]
        .iter()
        .map(|lane| format!("{lane} {:+.2}", pressure[lane].as_f64().unwrap_or_default()))
        .collect();
    let mut shown = format!("pressure {}\n", lanes.join("  "));
    let mut outcomes: Vec<&Value> = items(&threat, "outcomes").iter().collect();
    let number = |outcome: &Value, field: &str| outcome[field].as_f64().unwrap_or_default();
    let mut tell = |title: &str, field: &str| {
        outcomes.sort_by(|a, b| number(b, field).total_cmp(&number(a, field)));
        shown.push_str(&format!("{title}\n"));
        for outcome in outcomes.iter().take(REPLIES) {
            let what = match outcome["card"].is_null() {
                true => "pass".to_owned(),
                false => format!(
                    "{} to {}",
                    text(&outcome["card"], "name"),
                    text(outcome, "tile")
                ),
            };
            let score = &outcome["matchScore"];
            shown.push_str(&format!(
                "  {} {:>5.1} %  then you {} enemy {}\n",
                paint.enemy(&format!("{what:<34}")),
                100.0 * number(outcome, "weight"),
                score["totalYou"],
                score["totalEnemy"],
            ));
        }
    };
    tell("the worst for you:", "resultingScore");
    tell("the likeliest:", "weight");
    Ok(shown)
}

fn combat_threat(threat: &Value) -> String {
    let wounds = |wounds: &Value| {
        format!(
            "{} in hand, {} discarded",
            wounds["hand"], wounds["discard"]
        )
    };
    let mut shown = format!("wounds if nothing is done: {}\n", wounds(&threat["total"]));
    for enemy in items(threat, "enemies") {
        let name = text(enemy, "name");
        shown.push_str(&format!("  {name}: {}\n", wounds(&enemy["wounds"])));
    }
    shown.push_str(&format!("knocked out: {}\n", text(threat, "knockOut")));
    shown
}

/// The chance that the enemy holds a card.
pub fn odds(table: &Table, card: &str) -> Result<String, Trouble> {
    let card = table.ask("cards/get", json!({ "card": card }))?;
    let belief = table.ask("prediction/hand", json!({}))?;
    let known = items(&belief, "marginals").iter();
    let chance = known
        .filter(|marginal| marginal["card"]["id"] == card["id"])
        .find_map(|marginal| marginal["probability"].as_f64())
        .unwrap_or_default();
    let (name, size) = (text(&card, "name"), &belief["handSize"]);
    let percent = 100.0 * chance;
    Ok(format!(
        "{name}: {percent:.1} % in the enemy's hand of {size}\n"
    ))
}

pub fn cards(table: &Table, query: &str) -> Result<String, Trouble> {
    let found = table.ask("cards/search", json!({ "query": query }))?;
    let mut shown = String::new();
    for card in items(&found, "cards") {
        let abilities = items(card, "abilities").iter().filter_map(Value::as_str);
        let abilities: Vec<&str> = abilities.collect();
        let line = format!(
            "{:<4}{:<25} rank {}  power {:<3} {}",
            text(card, "id"),
            text(card, "name"),
            text(card, "rank"),
            card["power"],
            abilities.join(" ")
        );
        shown.push_str(line.trim_end());
        shown.push('\n');
    }
    Ok(shown)
}

/// The session as a text: its setup, a line, and what happened.
pub fn export(table: &Table) -> Result<String, Trouble> {
    let export = table.ask("session/export", json!({ "format": "text" }))?;
    Ok(text(&export, "content").to_owned())
}
