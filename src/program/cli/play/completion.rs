//! Completion by Tab: commands, cards (those of your hand first on your turn) and the
//! tiles on which a card may be played, which the daemon is asked for.

use std::rc::Rc;

use qbcoach_protocol::Side;
use qbcoach_protocol::method::MatchActions;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};
use serde_json::{Value, json};

use super::combat;
use super::command::{Expected, WORDS, WORDS_OF_COMBATS};
use super::screen::{expected, items, text};
use super::session::PlayedSession;

pub(crate) struct Completion {
    pub session: Rc<PlayedSession>,
}

/// What is being typed at the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Completed {
    /// A card, then a tile.
    Play(Side),
    /// One card, or one of several.
    Card,
    Tile,
    Nothing,
}

impl Completion {
    /// The start of the text to replace, and what may replace it.
    pub(crate) fn candidates(&self, line: &str) -> (usize, Vec<String>) {
        let (start, completed) = completed(line);
        let typed = &line[start..];
        if self.session.is_combat() {
            let words = WORDS_OF_COMBATS.iter().map(|word| (*word).to_owned());
            return (
                0,
                fitting(line, words.chain(self.action_names()).collect(), ""),
            );
        }
        match completed {
            Completed::Nothing => (start, Vec::new()),
            Completed::Card => (start, fitting(typed, self.cards(), "")),
            Completed::Tile => (start, fitting(typed, self.tiles_of_board(), " ")),
            Completed::Play(side) => {
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

    /// What may be typed for the actions of a combat: their labels up to the effect.
    fn action_names(&self) -> Vec<String> {
        let names = combat::names(&self.session.snapshot());
        let actions = self.session.actions();
        let labels = actions
            .iter()
            .map(|listed| names.told(text(listed, "label")));
        let mut found: Vec<String> = labels
            .filter_map(|label| label.split([':', ',']).next().map(str::to_owned))
            .collect();
        found.dedup();
        found
    }

    fn is_card(&self, typed: &str) -> bool {
        let typed = typed.trim();
        let names = self.session.card_names().iter();
        let is_number = typed.len() == 3 && typed.bytes().any(|b| b.is_ascii_digit());
        is_number
            || names
                .into_iter()
                .any(|name| name.eq_ignore_ascii_case(typed))
    }

    /// Your hand if you are to play and it is known, else all cards.
    fn cards_of(&self, side: Side) -> Vec<String> {
        let waits_for_draw = expected(&self.session.snapshot()) == Expected::Draw;
        match side {
            Side::You if !waits_for_draw && !self.hand().is_empty() => self.hand(),
            _ => self.session.card_names().to_vec(),
        }
    }

    /// All cards, your hand first.
    fn cards(&self) -> Vec<String> {
        let mut cards = self.hand();
        let others = self.session.card_names().iter();
        let others: Vec<String> = others
            .filter(|name| !cards.contains(name))
            .cloned()
            .collect();
        cards.extend(others);
        cards
    }

    fn hand(&self) -> Vec<String> {
        let snapshot = self.session.snapshot();
        let held = items(&snapshot["you"], "hand").iter();
        let mut hand: Vec<String> = held.map(|card| text(card, "name").to_owned()).collect();
        hand.sort_unstable();
        hand.dedup();
        hand
    }

    fn tiles_of_board(&self) -> Vec<String> {
        let snapshot = self.session.snapshot();
        let tiles = items(&snapshot["board"], "tiles").iter();
        tiles.map(|tile| text(tile, "tile").to_owned()).collect()
    }

    fn tiles_for(&self, side: Side, card: &str) -> Vec<String> {
        let params = json!({ "side": side, "cards": [card] });
        let Some(answer) = self.session.try_ask::<MatchActions>(params) else {
            return Vec::new();
        };
        let tile = |listed: &Value| listed["action"]["tile"].as_str().map(str::to_owned);
        items(&answer, "actions").iter().filter_map(tile).collect()
    }
}

/// The part of the line to complete: its start, and what it is.
fn completed(line: &str) -> (usize, Completed) {
    let begins = line.len() - line.trim_start().len();
    let Some((word, _)) = line[begins..].split_once(' ') else {
        return (begins, Completed::Play(Side::You));
    };
    let after = |word: &str| {
        let rest = &line[begins + word.len()..];
        line.len() - rest.trim_start().len()
    };
    let rest = after(word);
    // In a list, the last entry is completed.
    let entry = || {
        let last = line
            .rfind([',', '>'])
            .map_or(rest, |comma| comma + 1)
            .max(rest);
        line.len() - line[last..].trim_start().len()
    };
    match word.to_lowercase().as_str() {
        "play" => (rest, Completed::Play(Side::You)),
        "e" | "enemy" => match line[rest..].strip_prefix("play ") {
            Some(card) => (
                line.len() - card.trim_start().len(),
                Completed::Play(Side::Enemy),
            ),
            None => (rest, Completed::Play(Side::Enemy)),
        },
        "draw" | "drew" | "odds" | "cards" => (rest, Completed::Card),
        "hand" | "mulligan" => (entry(), Completed::Card),
        "fix" => match line[rest..].rsplit_once(' ') {
            None => (rest, Completed::Tile),
            Some((_, last)) => (line.len() - last.len(), Completed::Card),
        },
        known if WORDS.contains(&known) => (rest, Completed::Nothing),
        _ => (begins, Completed::Play(Side::You)),
    }
}

/// The names that begin with what was typed; if there are none, those with a word that
/// does.
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
