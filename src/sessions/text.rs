//! A session of either game as a text for people.

use super::any_game::{AnyGame, AnySetup, Libraries};
use super::export::Exported;
use super::game::{Game, RecordError};
use super::history::{Entry, History, SessionChange};
use super::{AnyAction, mage_knight, queens_blood};
use std::sync::Arc;

/// The first line of a text of a combat.
const MAGE_KNIGHT: &str = "game mage-knight";

pub fn write(libraries: &Libraries, history: &History<AnyGame>) -> String {
    match &*history.setup {
        AnySetup::QueensBlood(setup) => {
            let history = of_one_game(history, (**setup).clone(), |action| match action {
                AnyAction::QueensBlood(action) => Some(action.clone()),
                AnyAction::MageKnight(_) => None,
            });
            queens_blood::text::write(&libraries.queens_blood, &history)
        }
        AnySetup::MageKnight(setup) => {
            let history = of_one_game(history, (**setup).clone(), |action| match action {
                AnyAction::MageKnight(action) => Some(action.clone()),
                AnyAction::QueensBlood(_) => None,
            });
            format!("{MAGE_KNIGHT}\n{}", mage_knight::text::write(&history))
        }
    }
}

/// The same history with the types of one game. It has no actions of another game.
fn of_one_game<G: Game>(
    history: &History<AnyGame>,
    setup: G::Setup,
    action: impl Fn(&AnyAction) -> Option<G::Action>,
) -> History<G> {
    let entry = |entry: &Arc<Entry<AnyAction>>| {
        let change = match &entry.change {
            SessionChange::Act(any) => SessionChange::Act(action(any)?),
            SessionChange::Undo(count) => SessionChange::Undo(*count),
            SessionChange::Redo(count) => SessionChange::Redo(*count),
        };
        Some(Arc::new(Entry {
            change,
            at_ms: entry.at_ms,
            since: entry.since,
            act_id: entry.act_id.clone(),
        }))
    };
    History {
        session: history.session,
        setup: Arc::new(setup),
        created_ms: history.created_ms,
        created: history.created,
        entries: history.entries.iter().filter_map(entry).collect(),
    }
}

/// Whether a text is of a combat; the text of a match has no `game` line.
pub fn is_combat(text: &str) -> bool {
    text.lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .find(|line| !line.is_empty())
        .is_some_and(|line| line == MAGE_KNIGHT)
}

pub fn read(libraries: &Libraries, text: &str) -> Result<Exported<AnyGame>, RecordError> {
    if is_combat(text) {
        let read = mage_knight::text::read(text)?;
        return Ok(Exported {
            setup: AnySetup::MageKnight(Box::new(read.setup)),
            changes: changes(read.changes, AnyAction::MageKnight),
        });
    }
    let read = queens_blood::text::read(&libraries.queens_blood, text)?;
    Ok(Exported {
        setup: AnySetup::QueensBlood(Box::new(read.setup)),
        changes: changes(read.changes, AnyAction::QueensBlood),
    })
}

fn changes<A>(
    changes: Vec<SessionChange<A>>,
    any: fn(A) -> AnyAction,
) -> Vec<SessionChange<AnyAction>> {
    changes
        .into_iter()
        .map(|change| match change {
            SessionChange::Act(action) => SessionChange::Act(any(action)),
            SessionChange::Undo(count) => SessionChange::Undo(count),
            SessionChange::Redo(count) => SessionChange::Redo(count),
        })
        .collect()
}
