//! What Tab offers: commands, cards (those of your hand first on your turn) and the
//! tiles on which the daemon says a card may be played.

use std::rc::Rc;

use qbcoach_protocol::Side;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};
use serde_json::{Value, json};

use super::command::{Due, WORDS};
use super::screen::{due, items, text};
use super::table::Table;

pub struct Completion {
    pub table: Rc<Table>,
}

/// What stands at the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    /// A card, then a tile.
    Play(Side),
    /// One card, or one of several.
    Card,
    Tile,
    Nothing,
}

impl Completion {
    /// Where the word begins that is completed, and what may stand for it.
    pub fn candidates(&self, line: &str) -> (usize, Vec<String>) {
        let (start, slot) = slot(line);
        let typed = &line[start..];
        if self.table.is_combat() {
            let words = WORDS.iter().map(|word| (*word).to_owned());
            return (0, fitting(line, words.collect(), ""));
        }
        match slot {
            Slot::Nothing => (start, Vec::new()),
            Slot::Card => (start, fitting(typed, self.cards(), "")),
            Slot::Tile => (start, fitting(typed, self.tiles_of_board(), " ")),
            Slot::Play(side) => {
                if let Some((card, tile)) = typed.rsplit_once(' ')
                    && self.is_card(card)
                {
                    let tiles = self.tiles_for(side, card.trim());
                    let tiles = tiles.into_iter().filter(|found| tile_fits(found, tile));
                    return (line.len() - tile.len(), tiles.collect());
                }
                let mut found = fitting(typed, self.cards_of(side), " ");
                if start == 0 {
                    let words = WORDS.iter().map(|word| (*word).to_owned());
                    found.extend(fitting(typed, words.collect(), " "));
                }
                (start, found)
            }
        }
    }

    fn is_card(&self, typed: &str) -> bool {
        let typed = typed.trim();
        let names = self.table.card_names().iter();
        let is_number = typed.len() == 3 && typed.bytes().any(|b| b.is_ascii_digit());
        is_number
            || names
                .into_iter()
                .any(|name| name.eq_ignore_ascii_case(typed))
    }

    /// Your hand where it is yours to play, else all cards.
    fn cards_of(&self, side: Side) -> Vec<String> {
        let waits_for_draw = due(&self.table.snapshot()) == Due::Draw;
        match side {
            Side::You if !waits_for_draw && !self.hand().is_empty() => self.hand(),
            _ => self.table.card_names().to_vec(),
        }
    }

    /// All cards, your hand first.
    fn cards(&self) -> Vec<String> {
        let mut cards = self.hand();
        let others = self.table.card_names().iter();
        let others: Vec<String> = others
            .filter(|name| !cards.contains(name))
            .cloned()
            .collect();
        cards.extend(others);
        cards
    }

    fn hand(&self) -> Vec<String> {
        let snapshot = self.table.snapshot();
        let held = items(&snapshot["you"], "hand").iter();
        let mut hand: Vec<String> = held.map(|card| text(card, "name").to_owned()).collect();
        hand.sort_unstable();
        hand.dedup();
        hand
    }

    fn tiles_of_board(&self) -> Vec<String> {
        let snapshot = self.table.snapshot();
        let tiles = items(&snapshot["board"], "tiles").iter();
        tiles.map(|tile| text(tile, "tile").to_owned()).collect()
    }

    fn tiles_for(&self, side: Side, card: &str) -> Vec<String> {
        let asked = json!({ "side": side, "cards": [card] });
        let Some(answer) = self.table.peek("match/actions", asked) else {
            return Vec::new();
        };
        let tile = |listed: &Value| listed["action"]["tile"].as_str().map(str::to_owned);
        items(&answer, "actions").iter().filter_map(tile).collect()
    }
}

/// Which part of the line the cursor completes: it starts there and is of that kind.
fn slot(line: &str) -> (usize, Slot) {
    let begins = line.len() - line.trim_start().len();
    let Some((word, _)) = line[begins..].split_once(' ') else {
        return (begins, Slot::Play(Side::You));
    };
    let after = |word: &str| {
        let rest = &line[begins + word.len()..];
        line.len() - rest.trim_start().len()
    };
    let rest = after(word);
    // Of a list the last entry is being typed.
    let entry = || {
        let last = line
            .rfind([',', '>'])
            .map_or(rest, |comma| comma + 1)
            .max(rest);
        line.len() - line[last..].trim_start().len()
    };
    match word.to_lowercase().as_str() {
        "play" => (rest, Slot::Play(Side::You)),
        "e" | "enemy" => match line[rest..].strip_prefix("play ") {
            Some(card) => (
                line.len() - card.trim_start().len(),
                Slot::Play(Side::Enemy),
            ),
            None => (rest, Slot::Play(Side::Enemy)),
        },
        "draw" | "drew" | "odds" | "cards" => (rest, Slot::Card),
        "hand" | "mulligan" => (entry(), Slot::Card),
        "fix" => match line[rest..].rsplit_once(' ') {
            None => (rest, Slot::Tile),
            Some((_, last)) => (line.len() - last.len(), Slot::Card),
        },
        known if WORDS.contains(&known) => (rest, Slot::Nothing),
        _ => (begins, Slot::Play(Side::You)),
    }
}

/// Those that begin with what was typed, or else those with a word that does.
fn fitting(typed: &str, known: Vec<String>, ending: &str) -> Vec<String> {
    let typed = typed.to_lowercase();
    let begins = |name: &String| name.to_lowercase().starts_with(&typed);
    let has_word = |name: &String| {
        let name = name.to_lowercase();
        name.split(' ').any(|word| word.starts_with(&typed))
    };
    let mut found: Vec<String> = known.iter().filter(|name| begins(name)).cloned().collect();
    if found.is_empty() {
        found = known.into_iter().filter(has_word).collect();
    }
    found.into_iter().map(|name| name + ending).collect()
}

/// `m`, `m1`, `mid1` and `MID-1` all begin MID-1.
fn tile_fits(tile: &str, typed: &str) -> bool {
    let typed = typed.to_lowercase();
    let tile = tile.to_lowercase();
    let joined = tile.replace('-', "");
    let (lane, column) = tile.split_once('-').unwrap_or((&tile, ""));
    let short = format!("{}{column}", &lane[..lane.len().min(1)]);
    [tile.as_str(), &joined, &short]
        .iter()
        .any(|form| form.starts_with(&typed))
}

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, found) = self.candidates(&line[..pos]);
        let pair = |replacement: String| Pair {
            display: replacement.trim_end().to_owned(),
            replacement,
        };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for Completion {
    type Hint = String;
}
impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}
