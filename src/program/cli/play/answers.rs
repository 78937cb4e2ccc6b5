//! Advice and predictions in a few lines of text.

use qbcoach_protocol::method::{
    CardsGet, CardsSearch, CoachEvaluate, CoachMulligan, CoachRecommend, PredictionHand,
    PredictionOutcomes, PredictionThreatMap, SessionExport,
};
use serde_json::{Value, json};

use super::combat;
use super::paint::Paint;
use super::screen::{items, names, text};
use super::session::{PlayedSession, PlayedSessionError};

/// How many replies of the enemy are shown.
const REPLIES: usize = 3;
/// Rarer replies are no risk to speak of.
const LIKELY_ENOUGH: f64 = 0.03;

/// The advice for the present phase: the mulligan, or the best move and the locks.
pub fn advice(session: &PlayedSession, paint: Paint) -> String {
    let mut shown = String::new();
    let (phase, is_your_turn) = {
        let snapshot = session.snapshot();
        (
            text(&snapshot, "phase").to_owned(),
            snapshot["sideToAct"] == "you",
        )
    };
    if phase == "mulligan"
        && let Some(advice) = session.try_ask::<CoachMulligan>(json!({}))
    {
        let replace = match items(&advice, "replace") {
            [] => "keep all".to_owned(),
            cards => format!("put back {}", names(cards)),
        };
        shown.push_str(&format!("{} {replace}\n", paint.strong("mulligan:")));
    }
    let is_your_turn = session.is_combat() || is_your_turn;
    if !is_your_turn || matches!(phase.as_str(), "draw" | "over") {
        return shown;
    }
    if let Some(advice) = session.try_ask::<CoachRecommend>(json!({ "top": 1 })) {
        let message = text(&advice, "message");
        shown.push_str(&format!("{} {message}\n", paint.strong("coach:")));
        if session.is_combat()
            && let Some(best) = items(&advice, "moves").first()
        {
            shown.push_str(&line_of(session, best));
        }
    }
    if let Some(report) = session.try_ask::<CoachEvaluate>(json!({})) {
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

pub(crate) fn lock(session: &PlayedSession) -> Result<String, PlayedSessionError> {
    let report = session.ask::<CoachEvaluate>(json!({}))?;
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

pub(crate) fn best(
    session: &PlayedSession,
    paint: Paint,
    count: usize,
) -> Result<String, PlayedSessionError> {
    let advice = session.ask::<CoachRecommend>(json!({ "top": count }))?;
    let mut shown = String::new();
    for advised in items(&advice, "moves") {
        let standing = standing(advised);
        let reason = items(advised, "reasons").first();
        let reason = reason
            .map(|reason| text(reason, "text"))
            .unwrap_or_default();
        let line = format!(
            "{:>2}. {:<34} {:<9} {standing}",
            advised["rank"].to_string(),
            text(advised, "label"),
            text(advised, "quality"),
        );
        let line = line.trim_end();
        shown.push_str(&format!("{line}  {}\n", paint.faint(reason)));
    }
    for note in items(&advice, "notes") {
        shown.push_str(&format!("    {}\n", note.as_str().unwrap_or_default()));
    }
    Ok(shown)
}

/// The win chance and the expected points of a move; nothing for an action of a combat.
fn standing(advised: &Value) -> String {
    let number = |field: &str| advised[field].as_f64();
    match (number("winChance"), number("expectedMargin")) {
        (Some(chance), Some(points)) => format!("{:>3.0} %  {points:+.1} points", 100.0 * chance),
        _ => match number("moveScore") {
            Some(score) => format!("{score:+.2}"),
            None => String::new(),
        },
    }
}

pub(crate) fn why(session: &PlayedSession, rank: usize) -> Result<String, PlayedSessionError> {
    let advice = session.ask::<CoachRecommend>(json!({ "top": rank }))?;
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
        let mark = match weight {
            0.0 => '·',
            ..0.0 => '-',
            _ => '+',
        };
        shown.push_str(&format!("  {mark} {}\n", text(reason, "text")));
    }
    shown.push_str(&line_of(session, advised));
    Ok(shown)
}

/// What comes after an advised move; nothing if nothing does.
fn line_of(session: &PlayedSession, advised: &Value) -> String {
    let line: Vec<&str> = items(advised, "line")
        .iter()
        .filter_map(Value::as_str)
        .skip(usize::from(!session.is_combat()))
        .collect();
    match line.is_empty() {
        true => String::new(),
        false => format!("  then {}\n", line.join("; ")),
    }
}

pub fn threat(session: &PlayedSession, paint: Paint) -> Result<String, PlayedSessionError> {
    let threat = session.ask::<PredictionThreatMap>(json!({}))?;
    if session.is_combat() {
        return Ok(combat::threat(&threat));
    }
    let pressure = &threat["lanePressure"];
    let lanes: Vec<String> = ["TOP", "MID", "BOT"]
        .iter()
        .map(|lane| format!("{lane} {:.1}", pressure[lane].as_f64().unwrap_or_default()))
        .collect();
    let replies = session.ask::<PredictionOutcomes>(json!({ "seq": threat["seq"] }))?;
    let mut outcomes: Vec<&Value> = items(&replies, "outcomes").iter().collect();
    let number = |outcome: &Value, field: &str| outcome[field].as_f64().unwrap_or_default();
    let mut shown = String::new();
    let mut add_replies = |title: &str, field: &str, least: f64| {
        outcomes.sort_by(|a, b| number(b, field).total_cmp(&number(a, field)));
        let told = outcomes
            .iter()
            .filter(|outcome| number(outcome, "weight") >= least);
        let told: Vec<&&Value> = told.take(REPLIES).collect();
        if !told.is_empty() {
            shown.push_str(&format!("{title}\n"));
        }
        for outcome in told {
            let reply = match outcome["card"].is_null() {
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
                paint.enemy(&format!("{reply:<34}")),
                100.0 * number(outcome, "weight"),
                score["totalYou"],
                score["totalEnemy"],
            ));
        }
    };
    add_replies("the likeliest:", "weight", 0.0);
    add_replies(
        "the worst of what is likely enough:",
        "resultingScore",
        LIKELY_ENOUGH,
    );
    shown.push_str(&format!("points in danger: {}\n", lanes.join("  ")));
    Ok(shown)
}

/// The chance that the enemy holds a card.
pub(crate) fn odds(session: &PlayedSession, card: &str) -> Result<String, PlayedSessionError> {
    let card = session.ask::<CardsGet>(json!({ "card": card }))?;
    // Every card that may be there, not only the likeliest ones.
    let params = json!({ "hands": 0, "cards": usize::MAX });
    let belief = session.ask::<PredictionHand>(params)?;
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

pub fn cards(session: &PlayedSession, query: &str) -> Result<String, PlayedSessionError> {
    if session.is_combat() {
        return combat::cards(session, query);
    }
    let found = session.ask::<CardsSearch>(json!({ "query": query }))?;
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

/// The session as a text: its setup, a line `---`, and its events.
pub fn export(session: &PlayedSession) -> Result<String, PlayedSessionError> {
    let export = session.ask::<SessionExport>(json!({ "format": "text" }))?;
    Ok(text(&export, "content").to_owned())
}
