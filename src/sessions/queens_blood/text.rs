//! A match as a text that people read and write: a line for each part of its setup,
//! then one for each event. Every match text is also such a text.
//!
//! ```text
//! title a friendly match
//! mode live
//! rules rebirth
//! first enemy
//! you hand 019 Crawler, 020 Fleetwing
//! you name Cloud
//! enemy deck 2x 001, 2x 002
//! enemy tag Regina
//! ---
//! you mulligan 019 -> 021
//! enemy play Crawler MID-5
//! you draw Riot Trooper
//! enemy setDeck 2x 001, 2x 003
//! set TOP-3 y1; MID-2 e1[019]
//! undo 1
//! redo 1
//! ```

use std::fmt::Write;

use super::library::Library;
use super::played_match::Match;
use super::record::{mode_word, read_mode, read_side};
use super::setup::{EnemyHand, MatchSetup};
use crate::export::Exported;
use crate::game::RecordError;
use crate::history::{History, SessionChange};
use qbcoach_basics::shorten::shortened;
use qbcoach_basics::suggest::closest;
use qbcoach_engine::rules::notation::{position_text, read_position};
use qbcoach_engine::rules::{CardId, Catalogue, Move, Play, Rules, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::deck::cards_from_text;
use qbcoach_engine::simulation::game_state::MatchMode;
use qbcoach_engine::simulation::match_text::{read_setting, setting_text};

/// Written for a hand or a list without cards.
const NOTHING: &str = "-";

const FIRST_WORDS: [&str; 13] = [
    "you", "enemy", "set", "hand", "undo", "redo", "title", "mode", "rules", "seed", "first",
    "position", "autoplay",
];

pub fn write(library: &Library, history: &History<Match>) -> String {
    let catalogue = &library.catalogue;
    let setup = &history.setup;
    let list = |cards: &[CardId]| cards_text(catalogue, cards);
    let mut lines = Vec::new();
    let title = setup.title.as_ref();
    lines.extend(title.map(|title| format!("title {}", one_line(title))));
    lines.push(format!("mode {}", mode_word(setup.mode)));
    lines.push(format!("rules {}", setup.rules));
    lines.push(format!("seed {}", setup.seed));
    lines.push(format!("first {}", setup.first));
    if let Some(position) = &setup.position {
        let book = library.book(setup.rules);
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
    let tag = setup.enemy_tag.as_ref();
    lines.extend(tag.map(|tag| format!("enemy tag {}", one_line(tag))));
    if !setup.autoplay.is_empty() {
        let sides: Vec<String> = setup.autoplay.iter().map(Side::to_string).collect();
        lines.push(format!("autoplay {}", sides.join(" ")));
    }
    lines.push("---".to_owned());
    for entry in &history.entries {
        lines.push(match &entry.change {
            SessionChange::Act(action) => action_text(catalogue, action),
            SessionChange::Undo(count) => format!("undo {count}"),
            SessionChange::Redo(count) => format!("redo {count}"),
        });
    }
    lines.iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    })
}

/// A title, name or tag on one line: line breaks become blanks.
fn one_line(words: &str) -> String {
    let is_break = |c: char| c.is_control() || c == '\u{2028}' || c == '\u{2029}';
    words.replace(is_break, " ")
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

fn cards_text(catalogue: &Catalogue, cards: &[CardId]) -> String {
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

fn read_cards(catalogue: &Catalogue, text: &str) -> Result<Vec<CardId>, RecordError> {
    match text.trim() {
        NOTHING | "" => Ok(Vec::new()),
        text => cards_from_text(catalogue, text).map_err(RecordError::new),
    }
}

/// The card of `019 Crawler`, of a number or of a name.
fn read_card(catalogue: &Catalogue, text: &str) -> Result<CardId, RecordError> {
    match *read_cards(catalogue, text)? {
        [card] => Ok(card),
        _ => Err(RecordError::new(format!(
            "`{}` is not one card",
            shortened(text)
        ))),
    }
}

pub fn read(library: &Library, text: &str) -> Result<Exported<Match>, RecordError> {
    // A text without hands and mode is an analysis, in which any card may be played.
    let mut reader = MatchTextReader {
        library,
        setup: MatchSetup::new(MatchMode::Analysis),
        position: None,
        changes: Vec::new(),
        begun: false,
    };
    let mut position_line = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = without_comment(line).trim();
        if line.is_empty() {
            continue;
        }
        let read = reader.line(line);
        read.map_err(|error| at(number, line, &error))?;
        if reader.position.is_some() && position_line.is_none() {
            position_line = Some((number, line));
        }
    }
    let (number, line) = position_line.unwrap_or_default();
    let read = reader.finish();
    // At the end only the position is still to be read.
    read.map_err(|error| at(number, line, &error))
}

fn at(number: usize, line: &str, error: &RecordError) -> RecordError {
    let shown = shortened(line);
    RecordError::new(format!("line {number}: `{shown}`: {error}"))
}

struct MatchTextReader<'a> {
    library: &'a Library,
    setup: MatchSetup,
    /// Read at the end, because the rules decide which positions are legal.
    position: Option<String>,
    changes: Vec<SessionChange<Action>>,
    /// Whether an event has been read.
    begun: bool,
}

impl MatchTextReader<'_> {
    fn line(&mut self, line: &str) -> Result<(), RecordError> {
        if line == "---" {
            self.begun = true;
            return Ok(());
        }
        let (word, rest) = split(line);
        let word = word.to_lowercase();
        if let Ok(side) = read_side(&word) {
            let (verb, what) = split(rest);
            return match verb.to_lowercase().as_str() {
                "deck" | "hand" | "tag" | "name" => self.side_setup(side, verb, what),
                _ => self.act(self.side_action(side, verb, what)?),
            };
        }
        if let Some(change) = SessionChange::from_words(&word, rest)? {
            self.begun = true;
            self.changes.push(change);
            return Ok(());
        }
        match word.as_str() {
            "set" if rest == NOTHING => self.act(Action::Resync { tiles: Vec::new() }),
            "set" => {
                let catalogue = &self.library.catalogue;
                let tiles: Result<Vec<_>, _> = rest
                    .split(';')
                    .map(|tile| read_setting(catalogue, tile.trim()).map_err(RecordError::new))
                    .collect();
                self.act(Action::Resync { tiles: tiles? })
            }
            "hand" => self.act(Action::SetHand {
                cards: read_cards(&self.library.catalogue, rest)?,
            }),
            _ if self.begun => {
                self.unknown(&word)?;
                Err(RecordError::new("the setup comes before the first event"))
            }
            "title" => {
                self.setup.title = Some(rest.to_owned());
                Ok(())
            }
            "mode" => {
                let mode = read_mode(rest);
                let unknown = || RecordError::new("a mode is live, simulated or analysis");
                self.setup.mode = mode.ok_or_else(unknown)?;
                Ok(())
            }
            "rules" => {
                self.setup.rules = Rules::parse(rest).map_err(RecordError::new)?;
                Ok(())
            }
            "seed" => {
                self.setup.seed = rest.parse().map_err(RecordError::new)?;
                Ok(())
            }
            "first" => {
                self.setup.first = read_side(&rest.to_lowercase())?;
                Ok(())
            }
            "position" => {
                self.position = Some(rest.to_owned());
                Ok(())
            }
            "autoplay" => {
                let sides: Result<Vec<Side>, _> = rest.split_whitespace().map(read_side).collect();
                self.setup.autoplay = sides?;
                Ok(())
            }
            word => self.unknown(word),
        }
    }

    fn unknown(&self, word: &str) -> Result<(), RecordError> {
        if FIRST_WORDS.contains(&word) {
            return Ok(());
        }
        let nearest = closest(word, FIRST_WORDS, 1).concat();
        Err(RecordError::new(format!(
            "no line starts like this; did you mean `{nearest}`?"
        )))
    }

    fn act(&mut self, action: Action) -> Result<(), RecordError> {
        self.begun = true;
        self.changes.push(SessionChange::Act(action));
        Ok(())
    }

    fn side_setup(&mut self, side: Side, verb: &str, what: &str) -> Result<(), RecordError> {
        if self.begun {
            return Err(RecordError::new("the setup comes before the first event"));
        }
        let catalogue = &self.library.catalogue;
        match (verb.to_lowercase().as_str(), side) {
            ("tag", Side::Enemy) => self.setup.enemy_tag = Some(what.to_owned()),
            ("tag", Side::You) => return Err(RecordError::new("only the enemy has a tag")),
            ("name", Side::You) => self.setup.name = Some(what.to_owned()),
            ("name", Side::Enemy) => {
                let problem = "the enemy's name is its tag: `enemy tag Regina`";
                return Err(RecordError::new(problem));
            }
            ("deck", _) => self.setup.decks[side] = Some(read_cards(catalogue, what)?),
            (_, Side::You) => self.setup.hand = Some(read_cards(catalogue, what)?),
            (_, Side::Enemy) => {
                let unseen = what.strip_prefix("unseen ").map(|n| n.trim().parse());
                self.setup.enemy_hand = Some(match unseen {
                    Some(number) => EnemyHand::Unseen(number.map_err(RecordError::new)?),
                    None => EnemyHand::Cards(read_cards(catalogue, what)?),
                });
            }
        }
        Ok(())
    }

    fn side_action(&self, side: Side, verb: &str, what: &str) -> Result<Action, RecordError> {
        let catalogue = &self.library.catalogue;
        match (verb.to_lowercase().as_str(), side) {
            ("pass", _) if what.is_empty() => Ok(Action::Move {
                side,
                made: Move::Pass,
            }),
            ("play", _) => {
                let (card, tile) = what
                    .rsplit_once(char::is_whitespace)
                    .ok_or_else(|| RecordError::new("say which card where: `play CARD TILE`"))?;
                let card = read_card(catalogue, card.trim())?;
                let tile = tile.parse().map_err(RecordError::new)?;
                Ok(Action::Move {
                    side,
                    made: Move::Play(Play { card, tile }),
                })
            }
            ("mulligan", _) => {
                let (replace, drew) = match what.split_once("->") {
                    Some((replace, drew)) => (replace, Some(read_cards(catalogue, drew)?)),
                    None => (what, None),
                };
                Ok(Action::Mulligan {
                    side,
                    replace: read_cards(catalogue, replace)?,
                    drew,
                })
            }
            ("setdeck", _) => {
                let cards = read_cards(catalogue, what)?;
                Ok(Action::SetDeck {
                    side,
                    deck: Some(cards).filter(|cards| !cards.is_empty()),
                })
            }
            ("draw", Side::You) => Ok(Action::Draw {
                card: read_card(catalogue, what)?,
            }),
            _ => Err(RecordError::new(format!(
                "say what {side} does: `{side} play CARD TILE`, `{side} pass`, `{side} mulligan \
                 CARDS`, `{side} setDeck CARDS` or `you draw CARD`"
            ))),
        }
    }

    fn finish(mut self) -> Result<Exported<Match>, RecordError> {
        if let Some(text) = &self.position {
            let book = self.library.book(self.setup.rules);
            let position = read_position(&book, text).map_err(RecordError::new)?;
            self.setup.first = position.to_act;
            self.setup.position = Some(position);
        }
        Ok(Exported {
            setup: self.setup,
            changes: self.changes,
        })
    }
}

/// A line without its comment, which begins with `#`. Titles, names and tags may
/// contain `#`.
fn without_comment(line: &str) -> &str {
    let (word, rest) = split(line.trim_start());
    let begins_with = |word: &str| split(rest).0.eq_ignore_ascii_case(word);
    let own_words = match word.to_lowercase().as_str() {
        "title" => true,
        "enemy" => begins_with("tag"),
        "you" => begins_with("name"),
        _ => false,
    };
    if own_words {
        return line;
    }
    line.split('#').next().unwrap_or_default()
}

fn split(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}
