//! A session as lines of JSON: its setup, then one line for each event. Times are left
//! out, so that equal sessions give equal lines.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::game::{Game, RecordError};
use super::history::{History, Seq, SessionChange};
use qbcoach_basics::shorten::shortened;

/// The version of these lines.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct SetupLine {
    qbcoach: u32,
    game: String,
    setup: Box<RawValue>,
}

#[derive(Serialize, Deserialize)]
struct EventLine {
    seq: Seq,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    act: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    undo: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    redo: Option<u64>,
}

/// The content of an export.
#[derive(Clone, Debug)]
pub struct Exported<G: Game> {
    pub setup: G::Setup,
    pub changes: Vec<SessionChange<G::Action>>,
}

pub fn jsonl<G: Game>(library: &G::Library, history: &History<G>) -> String {
    let head = SetupLine {
        qbcoach: VERSION,
        game: G::game_word(&history.setup).to_owned(),
        setup: raw(G::write_setup(library, &G::exported_setup(&history.setup))),
    };
    let mut lines = line(&head);
    for (seq, entry) in (1..).zip(&history.entries) {
        match &entry.change {
            SessionChange::Act(action) => lines.push_str(&act_line::<G>(library, seq, action)),
            SessionChange::Undo(count) => lines.push_str(&line(&EventLine {
                seq,
                act: None,
                undo: Some(*count),
                redo: None,
            })),
            SessionChange::Redo(count) => lines.push_str(&line(&EventLine {
                seq,
                act: None,
                undo: None,
                redo: Some(*count),
            })),
        }
    }
    lines
}

pub(crate) fn act_line<G: Game>(library: &G::Library, seq: Seq, action: &G::Action) -> String {
    line(&EventLine {
        seq,
        act: Some(raw(G::write_action(library, action))),
        undo: None,
        redo: None,
    })
}

fn raw(json: String) -> Box<RawValue> {
    RawValue::from_string(json).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

fn line(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text
}

/// Whether a text is lines of JSON rather than a match text.
pub fn is_jsonl(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

pub fn read<G: Game>(library: &G::Library, text: &str) -> Result<Exported<G>, RecordError> {
    let mut lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    let at = |number: usize, problem: &dyn std::fmt::Display| {
        RecordError::new(format!("line {number}: {problem}"))
    };
    let (number, first) = lines
        .next()
        .ok_or_else(|| RecordError::new("the export is empty"))?;
    let head: SetupLine =
        serde_json::from_str(first).map_err(|error| at(number, &RecordError::of_json(error)))?;
    if head.qbcoach > VERSION {
        let problem = format!(
            "written by a newer qbcoach (version {}, this one knows {VERSION})",
            head.qbcoach
        );
        return Err(at(number, &problem));
    }
    let setup =
        G::read_setup(library, &head.game, head.setup.get()).map_err(|error| at(number, &error))?;
    if G::game_word(&setup) != head.game {
        let problem = format!(
            "the game is `{}`, but the setup is of another game",
            shortened(&head.game)
        );
        return Err(at(number, &problem));
    }
    let mut changes = Vec::new();
    for (number, text) in lines {
        let line: EventLine =
            serde_json::from_str(text).map_err(|error| at(number, &RecordError::of_json(error)))?;
        let expected = changes.len() as Seq + 1;
        if line.seq != expected {
            let problem = format!("event {} is where event {expected} should be", line.seq);
            return Err(at(number, &problem));
        }
        changes.push(match (line.act, line.undo, line.redo) {
            (Some(act), None, None) => {
                let action = G::read_action(library, &setup, act.get());
                SessionChange::Act(action.map_err(|error| at(number, &error))?)
            }
            (None, Some(count), None) if count > 0 => SessionChange::Undo(count),
            (None, None, Some(count)) if count > 0 => SessionChange::Redo(count),
            _ => return Err(at(number, &"a line has one of `act`, `undo` and `redo`")),
        });
    }
    Ok(Exported { setup, changes })
}
