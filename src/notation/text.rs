//! A whole match text.

use std::sync::Arc;

use qbcoach_engine::rules::notation::read_position;
use qbcoach_engine::rules::{Catalogue, Rulebook};
use qbcoach_engine::simulation::action::Action;

use super::fault::{Fault, TextError};
use super::line::{Line, PieceKind, Statement};
use super::reader;
use super::setup::WrittenSetup;

/// One event of a match text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Act(Action),
    Undo(u64),
    Redo(u64),
}

#[derive(Clone, Debug)]
pub struct MatchText {
    pub lines: Vec<Line>,
    /// Without what the faulty lines say.
    pub setup: WrittenSetup,
}

impl MatchText {
    /// Reads a text. Every line is read, whatever is wrong with the others, until there
    /// are very many faults.
    pub fn read(catalogue: &Arc<Catalogue>, text: &str) -> MatchText {
        let mut lines = reader::lines(catalogue, text);
        let mut setup = WrittenSetup::default();
        let mut position = None;
        for (index, line) in lines.iter().enumerate() {
            match line.statement.clone() {
                Statement::Title(title) => setup.title = Some(title),
                Statement::Mode(mode) => setup.mode = Some(mode),
                Statement::Rules(rules) => setup.rules = rules,
                Statement::Seed(seed) => setup.seed = Some(seed),
                Statement::First(side) => setup.first = Some(side),
                Statement::Position(text) => position = Some((index, text)),
                Statement::Autoplay(sides) => setup.autoplay = sides,
                Statement::Deck { side, cards } => setup.decks[side] = Some(cards),
                Statement::Hand(cards) => setup.hand = Some(cards),
                Statement::EnemyHand(hand) => setup.enemy_hand = Some(hand),
                Statement::Name(name) => setup.name = Some(name),
                Statement::Tag(tag) => setup.tag = Some(tag),
                Statement::Blank | Statement::End | Statement::Change(_) | Statement::Unread => {}
            }
        }
        if let Some((index, text)) = position {
            let book = Rulebook::new(catalogue.clone(), setup.rules);
            match read_position(&book, &text) {
                Ok(position) => setup.position = Some(position),
                Err(error) => {
                    let line = &mut lines[index];
                    let written = line.pieces.iter().find(|p| p.kind == PieceKind::State);
                    line.faults.push(Fault {
                        span: written.map_or(line.content, |piece| piece.span),
                        kind: error.into(),
                    });
                }
            }
        }
        MatchText { lines, setup }
    }

    /// The text if it has no fault of form.
    pub fn parse(catalogue: &Arc<Catalogue>, text: &str) -> Result<MatchText, TextError> {
        let read = MatchText::read(catalogue, text);
        match read.first_fault(text) {
            Some(error) => Err(error),
            None => Ok(read),
        }
    }

    /// The first fault of form.
    fn first_fault(&self, text: &str) -> Option<TextError> {
        let (line, fault) = self.faults().next()?;
        Some(TextError {
            line: line.number,
            text: line.content.text(text).to_owned(),
            kind: fault.kind.clone(),
        })
    }

    /// Every fault of form, in the order of the text.
    pub fn faults(&self) -> impl Iterator<Item = (&Line, &Fault)> {
        let of_line = |line: &'_ Line| line.faults.len();
        self.lines
            .iter()
            .filter(move |line| of_line(line) > 0)
            .flat_map(|line| line.faults.iter().map(move |fault| (line, fault)))
    }

    /// The events with the numbers of their lines.
    pub fn changes(&self) -> impl Iterator<Item = (usize, &Change)> {
        self.lines.iter().filter_map(|line| match &line.statement {
            Statement::Change(change) => Some((line.number, change)),
            _ => None,
        })
    }

    /// Whether the text has only moves and corrections of tiles, from a board: no hands,
    /// no draws, nothing taken back.
    pub fn is_plain(&self) -> bool {
        let setup = &self.setup;
        let holds_cards = setup.hand.is_some()
            || setup.enemy_hand.is_some()
            || setup.decks.you.is_some()
            || setup.decks.enemy.is_some();
        let plain = |change: &Change| {
            matches!(
                change,
                Change::Act(Action::Move { .. } | Action::Resync { .. })
            )
        };
        setup.mode.is_none() && !holds_cards && self.changes().all(|(_, change)| plain(change))
    }
}
