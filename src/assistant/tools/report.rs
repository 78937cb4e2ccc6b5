//! Reporting what happened, correcting it, and taking it back.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use qbcoach_protocol::client::ClientError;
use qbcoach_protocol::method::{MatchActAll, Method, SessionHistoryGet, SessionRedo, SessionUndo};
use qbcoach_protocol::{
    ActAllParams, Acted, GetParams, HistoryEntry, RedoParams, Seq, Snapshot, UndoParams, UnreadJson,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::matches::snapshot;
use crate::answer::{Answer, Refusal, as_sentence};
use crate::combat_words::{self, without_ids};
use crate::daemon_line::Repeat;
use crate::match_words::{Points, told};
use crate::server::Assistant;
use crate::work::Work;

/// Reads one line of a match text: the action for the daemon, or none for a blank line or a
/// comment. The program gives the reader, so that every line is read as everywhere else.
pub type ReadLine = fn(&str) -> Result<Option<Value>, LineError>;

/// Why a line cannot be read, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LineError(pub String);

/// The most lines of one report.
const MOST_LINES: usize = qbcoach_protocol::MOST_ACTIONS;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Report {
    /// One thing that happened on each line, in order: `you play Crawler MID-1`, `enemy play
    /// Zu TOP-5`, `you pass`, `enemy pass`, `draw Ogre`, `mulligan Ogre, Zu -> Crawler, Titan`,
    /// `keep`.
    lines: String,
    /// A match by its name in the list; the current one when left out.
    #[serde(default, rename = "match")]
    name: Option<String>,
}

/// What a change led to.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Reported {
    #[serde(rename = "match")]
    name: String,
    /// What happened, a line for each step.
    happened: Vec<String>,
    steps: u64,
    turn: Option<u32>,
    over: bool,
    /// Who acts next; null in a combat.
    to_act: Option<&'static str>,
    score: Option<Points>,
    hand: Option<Vec<String>>,
}

pub(crate) async fn report(
    assistant: &Assistant,
    report: Report,
    _: &Work,
) -> Result<Answer, Refusal> {
    let name = assistant.named(report.name.as_deref()).await?;
    let (mut numbers, mut actions) = (Vec::new(), Vec::new());
    let lines: Vec<&str> = report.lines.lines().collect();
    for (number, line) in (1..).zip(&lines) {
        let read = (assistant.read_line)(line);
        let read = read.map_err(|error| {
            Refusal::new(error.0)
                .ask("Ask what is meant, and report all lines again.")
                .at_line(number, line)
        })?;
        if let Some(action) = read {
            numbers.push(number);
            actions.push(action);
        }
    }
    if actions.is_empty() || actions.len() > MOST_LINES {
        let problem = format!("a report has 1 to {MOST_LINES} lines");
        return Err(Refusal::new(problem).ask("Ask what happened."));
    }
    let at_line = |index: usize, refusal: Refusal| match numbers.get(index) {
        Some(number) => refusal.at_line(*number, lines[number - 1]),
        None => refusal,
    };
    act_all(assistant, &name, actions, at_line).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Correction {
    /// All cards in the person's hand, as it really is.
    #[serde(default)]
    your_hand: Option<Vec<String>>,
    /// The person's deck: a name, a code or its cards.
    #[serde(default)]
    your_deck: Option<String>,
    /// The enemy's deck; `unknown` if it is not known after all.
    #[serde(default)]
    enemy_deck: Option<String>,
    /// Tiles as they really are.
    #[serde(default)]
    tiles: Option<Vec<CorrectedTile>>,
    /// A match by its name in the list; the current one when left out.
    #[serde(default, rename = "match")]
    name: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CorrectedTile {
    /// Such as MID-3.
    tile: String,
    /// you, enemy or neutral; as it is when left out.
    #[serde(default)]
    owner: Option<TileOwner>,
    /// The pawns of its owner, 0 to 3.
    #[serde(default)]
    rank: Option<u8>,
    /// The card on it, or `none`; as it is when left out.
    #[serde(default)]
    card: Option<String>,
    /// How much the card's power differs from what is printed, by what has happened.
    #[serde(default)]
    power_change: Option<i32>,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TileOwner {
    You,
    Enemy,
    Neutral,
}

pub(crate) async fn correct(
    assistant: &Assistant,
    correction: Correction,
    _: &Work,
) -> Result<Answer, Refusal> {
    let name = assistant.named(correction.name.as_deref()).await?;
    let (mut actions, mut what) = (Vec::new(), Vec::new());
    if let Some(cards) = correction.your_hand {
        actions.push(json!({ "type": "setHand", "cards": cards }));
        what.push("Your hand");
    }
    if let Some(deck) = correction.your_deck {
        actions.push(json!({ "type": "setDeck", "side": "you", "deck": deck }));
        what.push("Your deck");
    }
    if let Some(deck) = correction.enemy_deck {
        let deck = Some(deck).filter(|deck| !deck.eq_ignore_ascii_case("unknown"));
        actions.push(json!({ "type": "setDeck", "side": "enemy", "deck": deck }));
        what.push("The enemy's deck");
    }
    if let Some(tiles) = correction.tiles.filter(|tiles| !tiles.is_empty()) {
        let tiles: Vec<Value> = tiles.into_iter().map(tile).collect();
        actions.push(json!({ "type": "resync", "tiles": tiles }));
        what.push("The tiles");
    }
    if actions.is_empty() {
        return Err(Refusal::new("nothing to correct was given")
            .ask("Ask what differs from the real table: the hand, a tile, or a deck."));
    }
    let about = |index: usize, mut refusal: Refusal| {
        if let Some(what) = what.get(index) {
            refusal.problem = format!("{what}: {}", refusal.problem);
        }
        refusal
    };
    act_all(assistant, &name, actions, about).await
}

fn tile(corrected: CorrectedTile) -> Value {
    let mut tile = json!({ "tile": corrected.tile });
    let owner = corrected.owner.map(|owner| match owner {
        TileOwner::You => "you",
        TileOwner::Enemy => "enemy",
        TileOwner::Neutral => "neutral",
    });
    if let Some(owner) = owner {
        tile["owner"] = json!(owner);
    }
    if let Some(rank) = corrected.rank {
        tile["rank"] = json!(rank);
    }
    if let Some(change) = corrected.power_change {
        tile["powerDelta"] = json!(change);
    }
    match corrected.card.as_deref().map(str::trim) {
        None => {}
        Some("none" | "None" | "") => tile["card"] = Value::Null,
        Some(card) => {
            tile["card"] = json!(card);
            // The card belongs to the owner of its tile.
            if let Some(owner) = owner.filter(|owner| *owner != "neutral") {
                tile["side"] = json!(owner);
            }
        }
    }
    tile
}

/// Carries out all actions or none; `about` says which one a refusal is about.
async fn act_all(
    assistant: &Assistant,
    name: &str,
    actions: Vec<Value>,
    about: impl Fn(usize, Refusal) -> Refusal,
) -> Result<Answer, Refusal> {
    let before = match snapshot(assistant, name).await? {
        Snapshot::Match(shown) => shown.seq,
        Snapshot::Combat(_) => {
            let problem = format!("match {name} is a combat of Mage Knight");
            return Err(Refusal::new(problem).ask("Do its steps one by one, by their numbers."));
        }
    };
    let params = ActAllParams {
        session_id: name.to_owned(),
        actions: actions.iter().map(UnreadJson::of).collect(),
        if_seq: Some(before),
        act_id: Some(new_act_name()),
    };
    // It has a name of its own, so the daemon does not do it twice.
    let acted = assistant
        .line
        .send::<MatchActAll>(&params, Repeat::Safe)
        .await;
    let acted = acted.map_err(|error| {
        let index = match &error {
            ClientError::Refused(answer) => answer.data["index"].as_u64(),
            _ => None,
        };
        let refusal = Refusal::from(error);
        match index {
            Some(index) => about(index as usize, refusal),
            None => refusal,
        }
    })?;
    changed(assistant, name, before, &acted).await
}

/// A name for an act that no other act has.
pub(super) fn new_act_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |now| now.as_nanos());
    format!("assistant-{}-{now}-{number}", std::process::id())
}

/// What a change led to: what happened since, and how it stands.
async fn changed(
    assistant: &Assistant,
    name: &str,
    before: Seq,
    acted: &Acted,
) -> Result<Answer, Refusal> {
    let params = GetParams {
        session_id: name.to_owned(),
        seq: Some(acted.seq),
    };
    let history = assistant.line.ask::<SessionHistoryGet>(&params).await?;
    let happened = history.entries.iter().map(|entry| match entry {
        HistoryEntry::Match(entry) => &entry.act,
        HistoryEntry::Combat(entry) => &entry.act,
    });
    let happened = happened.filter(|act| act.seq > before);
    let happened: Vec<String> = happened.map(|act| without_ids(&act.text)).collect();
    Ok(told_change(name, happened, acted))
}

fn told_change(name: &str, happened: Vec<String>, acted: &Acted) -> Answer {
    let lines = happened.iter().map(|line| as_sentence(line));
    let lines: Vec<String> = lines.collect();
    let (text, reported) = match &*acted.snapshot {
        Snapshot::Match(shown) => {
            let standing = crate::match_words::standing(shown);
            let reported = Reported {
                name: name.to_owned(),
                happened,
                steps: acted.seq,
                turn: Some(shown.turn),
                over: standing.over,
                to_act: Some(standing.to_act),
                score: Some(standing.score),
                hand: standing.hand,
            };
            (told(shown), reported)
        }
        Snapshot::Combat(shown) => {
            let reported = Reported {
                name: name.to_owned(),
                happened,
                steps: acted.seq,
                turn: None,
                over: shown.phase == "over",
                to_act: None,
                score: None,
                hand: None,
            };
            (combat_words::standing(shown), reported)
        }
    };
    let text = match lines.is_empty() {
        true => text,
        false => format!("{}\n{text}", lines.join("\n")),
    };
    Answer::new(text, &reported)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Steps {
    /// How many; 1 when left out.
    #[serde(default)]
    steps: Option<u64>,
    /// A match or combat by its name in the list; the current one when left out.
    #[serde(default, rename = "match")]
    name: Option<String>,
}

pub(crate) async fn undo(assistant: &Assistant, steps: Steps, _: &Work) -> Result<Answer, Refusal> {
    take_back::<SessionUndo>(assistant, steps, |session_id, count, if_seq| UndoParams {
        session_id,
        count,
        if_seq,
        act_id: Some(new_act_name()),
    })
    .await
}

pub(crate) async fn redo(assistant: &Assistant, steps: Steps, _: &Work) -> Result<Answer, Refusal> {
    take_back::<SessionRedo>(assistant, steps, |session_id, count, if_seq| RedoParams {
        session_id,
        count,
        if_seq,
        act_id: Some(new_act_name()),
    })
    .await
}

async fn take_back<M>(
    assistant: &Assistant,
    steps: Steps,
    params: impl Fn(String, Option<u64>, Option<Seq>) -> M::Params,
) -> Result<Answer, Refusal>
where
    M: Method<Result = Acted>,
    M::Params: Serialize,
{
    let name = assistant.named(steps.name.as_deref()).await?;
    let before = match snapshot(assistant, &name).await? {
        Snapshot::Match(shown) => shown.seq,
        Snapshot::Combat(shown) => shown.seq,
    };
    let params = params(name.clone(), steps.steps, Some(before));
    // It has a name of its own, so the daemon does not do it twice.
    let acted = assistant.line.send::<M>(&params, Repeat::Safe).await?;
    Ok(told_change(&name, Vec::new(), &acted))
}
