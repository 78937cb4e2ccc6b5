//! A match as a text that people read and write; `qbcoach-notation` says how.

use super::library::Library;
use super::played_match::Match;
use super::setup::MatchSetup;
use crate::export::Exported;
use crate::game::RecordError;
use crate::history::{History, SessionChange};
use qbcoach_engine::rules::Side;
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::MatchMode;
use qbcoach_notation::{Change, MatchText, WrittenSetup};

pub use qbcoach_notation::action_text;

pub fn write(library: &Library, history: &History<Match>) -> String {
    let changes: Vec<Change> = history
        .entries
        .iter()
        .map(|entry| written_change(&entry.change))
        .collect();
    let setup = history.setup.written();
    qbcoach_notation::write(&library.catalogue, &setup, &changes)
}

pub fn read(library: &Library, text: &str) -> Result<Exported<Match>, RecordError> {
    let read = MatchText::parse(&library.catalogue, text).map_err(RecordError::new)?;
    Ok(exported(&read))
}

/// The setup and the events of a text.
pub fn exported(text: &MatchText) -> Exported<Match> {
    Exported {
        setup: MatchSetup::from(text.setup.clone()),
        changes: text
            .changes()
            .map(|(_, change)| session_change(change))
            .collect(),
    }
}

pub fn session_change(change: &Change) -> SessionChange<Action> {
    match change {
        Change::Act(action) => SessionChange::Act(action.clone()),
        Change::Undo(count) => SessionChange::Undo(*count),
        Change::Redo(count) => SessionChange::Redo(*count),
    }
}

fn written_change(change: &SessionChange<Action>) -> Change {
    match change {
        SessionChange::Act(action) => Change::Act(action.clone()),
        SessionChange::Undo(count) => Change::Undo(*count),
        SessionChange::Redo(count) => Change::Redo(*count),
    }
}

impl From<WrittenSetup> for MatchSetup {
    fn from(written: WrittenSetup) -> MatchSetup {
        // A text without a mode is an analysis, in which any card may be played.
        let mode = written.mode.unwrap_or(MatchMode::Analysis);
        let first = written.first.unwrap_or(Side::You);
        MatchSetup {
            rules: written.rules,
            seed: written.seed.unwrap_or(0),
            first: written.position.map_or(first, |position| position.to_act),
            decks: written.decks,
            hand: written.hand,
            enemy_hand: written.enemy_hand,
            name: written.name,
            enemy_tag: written.tag,
            position: written.position,
            title: written.title,
            autoplay: written.autoplay,
            ..MatchSetup::new(mode)
        }
    }
}

impl MatchSetup {
    /// The setup as a text writes it.
    pub fn written(&self) -> WrittenSetup {
        WrittenSetup {
            title: self.title.clone(),
            mode: Some(self.mode),
            rules: self.rules,
            seed: Some(self.seed),
            first: Some(self.first),
            position: self.position,
            decks: self.decks.clone(),
            hand: self.hand.clone(),
            enemy_hand: self.enemy_hand.clone(),
            name: self.name.clone(),
            tag: self.enemy_tag.clone(),
            autoplay: self.autoplay.clone(),
        }
    }
}
