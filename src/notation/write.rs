//! Writes match texts.

use std::fmt::Write;
use std::sync::Arc;

use qbcoach_engine::rules::notation::{position_text, setting_text};
use qbcoach_engine::rules::{CardId, Catalogue, Move, Rulebook, Side};
use qbcoach_engine::simulation::action::Action;

use super::setup::{EnemyHand, WrittenSetup, mode_word};
use super::text::Change;

/// Written for a hand or a list without cards.
pub const NOTHING: &str = "-";

/// The lines of a setup. What is left open is not written.
pub fn setup_lines(catalogue: &Arc<Catalogue>, setup: &WrittenSetup) -> Vec<String> {
    let list = |cards: &[CardId]| cards_text(catalogue, cards);
    let mut lines = Vec::new();
    let title = setup.title.as_ref();
    lines.extend(title.map(|title| format!("title {}", one_line(title))));
    lines.extend(setup.mode.map(|mode| format!("mode {}", mode_word(mode))));
    lines.push(format!("rules {}", setup.rules));
    lines.extend(setup.seed.map(|seed| format!("seed {seed}")));
    lines.extend(setup.first.map(|first| format!("first {first}")));
    if let Some(position) = &setup.position {
        let book = Rulebook::new(catalogue.clone(), setup.rules);
        lines.push(format!("position {}", position_text(&book, position)));
    }
    for side in Side::BOTH {
        let deck = setup.decks[side].as_ref();
        lines.extend(deck.map(|cards| format!("{side} deck {}", list(cards))));
    }
    lines.extend(setup.hand.as_ref().map(|c| format!("you hand {}", list(c))));
    lines.extend(setup.enemy_hand.as_ref().map(|hand| match hand {
        EnemyHand::Cards(cards) => format!("enemy hand {}", list(cards)),
        EnemyHand::Unseen(number) => format!("enemy hand unseen {number}"),
    }));
    let name = setup.name.as_ref();
    lines.extend(name.map(|name| format!("you name {}", one_line(name))));
    let tag = setup.tag.as_ref();
    lines.extend(tag.map(|tag| format!("enemy tag {}", one_line(tag))));
    if !setup.autoplay.is_empty() {
        let sides: Vec<String> = setup.autoplay.iter().map(Side::to_string).collect();
        lines.push(format!("autoplay {}", sides.join(" ")));
    }
    lines
}

/// The text that reads back to the same setup and events.
pub fn write<'a>(
    catalogue: &Arc<Catalogue>,
    setup: &WrittenSetup,
    changes: impl IntoIterator<Item = &'a Change>,
) -> String {
    let mut lines = setup_lines(catalogue, setup);
    lines.push("---".to_owned());
    lines.extend(
        changes
            .into_iter()
            .map(|change| change_text(catalogue, change)),
    );
    lines.iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    })
}

/// A title, name or tag on one line: line breaks become blanks. Those at its ends would
/// not be read back.
fn one_line(words: &str) -> String {
    let is_break = |c: char| c.is_control() || c == '\u{2028}' || c == '\u{2029}';
    words.replace(is_break, " ").trim().to_owned()
}

/// One event as its line.
pub fn change_text(catalogue: &Catalogue, change: &Change) -> String {
    match change {
        Change::Act(action) => action_text(catalogue, action),
        Change::Undo(count) => format!("undo {count}"),
        Change::Redo(count) => format!("redo {count}"),
    }
}

/// One action as its line.
pub fn action_text(catalogue: &Catalogue, action: &Action) -> String {
    let list = |cards: &[CardId]| cards_text(catalogue, cards);
    match action {
        Action::Mulligan {
            side,
            replace,
            drew: None,
        } => format!("{side} mulligan {}", list(replace)),
        Action::Mulligan {
            side,
            replace,
            drew: Some(drew),
        } => format!("{side} mulligan {} -> {}", list(replace), list(drew)),
        Action::Draw { card } => format!("you draw {}", list(&[*card])),
        Action::Move {
            side,
            made: Move::Pass,
        } => format!("{side} pass"),
        Action::Move {
            side,
            made: Move::Play(play),
        } => format!("{side} play {} {}", list(&[play.card]), play.tile),
        Action::SetHand { cards } => format!("hand {}", list(cards)),
        Action::SetDeck { side, deck } => {
            let cards = deck.as_deref().map_or(NOTHING.to_owned(), list);
            format!("{side} setDeck {cards}")
        }
        Action::Resync { tiles } => {
            let tiles: Vec<String> = tiles
                .iter()
                .map(|tile| setting_text(catalogue, tile))
                .collect();
            match tiles.is_empty() {
                true => format!("set {NOTHING}"),
                false => format!("set {}", tiles.join("; ")),
            }
        }
    }
}

pub fn cards_text(catalogue: &Catalogue, cards: &[CardId]) -> String {
    if cards.is_empty() {
        return NOTHING.to_owned();
    }
    let name = |card: &CardId| {
        let card = &catalogue[*card];
        format!("{} {}", card.number, card.name)
    };
    let names: Vec<String> = cards.iter().map(name).collect();
    names.join(", ")
}

/// One action as people write it: a card by its name, or by its number where the name is
/// not enough.
pub fn short_text(catalogue: &Catalogue, action: &Action) -> String {
    match action {
        Action::Move {
            side,
            made: Move::Play(play),
        } => format!(
            "{side} play {} {}",
            card_name(catalogue, play.card),
            play.tile
        ),
        other => action_text(catalogue, other),
    }
}

/// The name of a card, or its number if other cards have the same name: tokens may.
pub fn card_name(catalogue: &Catalogue, card: CardId) -> &str {
    let card = &catalogue[card];
    let unique = catalogue.lookup(&card.name) == Some(card.id);
    if unique { &card.name } else { &card.number }
}
