//! Matches of every mode, written in every way: with draws, mulligans, corrections, things
//! taken back, Japanese names and comments.

use std::fmt::Write;

use qbcoach_basics::chance::Chance;
use qbcoach_engine::rules::{CardId, Rules, Side, TileId};
use qbcoach_engine::simulation::action::Phase;
use qbcoach_notation::{Change, MatchText};
use qbcoach_sessions::game::Game;
use qbcoach_sessions::queens_blood::{Match, MatchSetup};
use qbcoach_sessions::undo_line::UndoLine;

use crate::library;

/// The most lines that are tried after the setup.
const TRIED: usize = 40;

/// A match that can be played, and a line that cannot follow it.
pub struct GeneratedMatch {
    pub text: String,
    pub illegal: String,
}

/// The match after a change, if it is legal: what `qbcoach replay` does with it.
pub fn replay(games: &mut UndoLine<Match>, change: &Change) -> bool {
    match change {
        Change::Undo(count) => games.undo(*count).is_ok(),
        Change::Redo(count) => games.redo(*count).is_ok(),
        Change::Act(action) => match games.now().act(library(), action) {
            Ok((next, _)) => {
                games.push(next);
                true
            }
            Err(_) => false,
        },
    }
}

pub fn generate(seed: u64) -> GeneratedMatch {
    let mut writer = Writer {
        chance: Chance::new(seed, 0),
    };
    let mode = writer.chance.below(4);
    let mut text = writer.setup(mode);
    let read = MatchText::parse(&library().catalogue, &text);
    let setup = MatchSetup::from(read.expect("a setup is written well").setup);
    let begun = Match::begin(library(), &setup).expect("a legal setup is written");
    let mut games = UndoLine::new(begun);
    let mut illegal = None;
    for _ in 0..TRIED {
        let line = writer.line(mode, games.now());
        let read = MatchText::read(&library().catalogue, &line);
        let change = read.changes().next().map(|(_, change)| change.clone());
        let Some(change) = change else {
            continue;
        };
        // Only the side to act moves in a text that is no session's.
        if replay(&mut games, &change) {
            text.push_str(&line);
        } else {
            illegal = Some(line);
        }
    }
    GeneratedMatch {
        text,
        illegal: illegal.unwrap_or_else(|| "undo 4000\n".to_owned()),
    }
}

struct Writer {
    chance: Chance,
}

impl Writer {
    fn one_in(&mut self, number: usize) -> bool {
        self.chance.below(number) == 0
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        *self.chance.pick(items).expect("there is something to pick")
    }

    fn any_card(&mut self) -> CardId {
        let cards: Vec<CardId> = library().catalogue.collectible().map(|c| c.id).collect();
        self.pick(&cards)
    }

    /// A card as somebody may write it.
    fn card(&mut self, card: CardId) -> String {
        let catalogue = &library().catalogue;
        let of = &catalogue[card];
        match self.chance.below(5) {
            0 => of.number.clone(),
            1 => format!("{} {}", of.number, of.name),
            2 => catalogue.japanese_name(card).unwrap_or(&of.name).to_owned(),
            3 => of.name.to_uppercase(),
            _ => of.name.clone(),
        }
    }

    fn cards(&mut self, cards: &[CardId]) -> String {
        let separator = self.pick(&[", ", ",", " ; "]);
        let written: Vec<String> = cards.iter().map(|card| self.card(*card)).collect();
        written.join(separator)
    }

    fn tile(&mut self, tile: TileId) -> String {
        let tile = tile.to_string();
        match self.chance.below(3) {
            0 => tile.to_lowercase(),
            1 => tile.replace('-', "").to_lowercase(),
            _ => tile,
        }
    }

    /// A line with blanks, a comment and an end.
    fn ended(&mut self, line: &str) -> String {
        let blank = self.pick(&["", "", "", "  ", "\t"]);
        let comment = self.pick(&["", "", "", " # 🐛 コメント", "#!"]);
        let end = self.pick(&["\n", "\n", "\n", "\r\n", "\n\n"]);
        format!("{blank}{line}{comment}{end}")
    }

    fn setup(&mut self, mode: usize) -> String {
        let mut text = String::new();
        let rules = self.pick(&["canon", "rebirth"]);
        let mut lines = vec![format!("rules {rules}")];
        if self.one_in(2) {
            lines.push("title 対 Regina 🐛 # 1".to_owned());
        }
        if self.one_in(2) {
            lines.push(format!("first {}", self.pick(&["you", "Enemy"])));
        }
        match mode {
            0 => {}
            1 => {
                lines.push("mode analysis".to_owned());
                if self.one_in(2) {
                    let hand = [self.any_card(), self.any_card(), self.any_card()];
                    lines.push(format!("you hand {}", self.cards(&hand)));
                }
            }
            2 => {
                lines.push("MODE live".to_owned());
                lines.push("you name クラウド".to_owned());
                lines.push("enemy tag Regina".to_owned());
                let mut hand: Vec<CardId> = Vec::new();
                while hand.len() < 5 {
                    let card = self.any_card();
                    if !hand.contains(&card) {
                        hand.push(card);
                    }
                }
                if !self.one_in(4) {
                    lines.push(format!("you hand {}", self.cards(&hand)));
                }
                if self.one_in(3) {
                    let deck = self.deck(rules);
                    lines.push(format!("enemy deck {deck}"));
                }
            }
            _ => {
                lines.push("mode simulated".to_owned());
                lines.push(format!("seed {}", self.chance.below(1000)));
                for side in Side::BOTH {
                    let deck = self.deck(rules);
                    lines.push(format!("{side} deck {deck}"));
                }
            }
        }
        for line in lines {
            // Titles, names and tags may hold `#`.
            let own_words = ["title", "you name", "enemy tag"];
            match own_words.iter().any(|word| line.starts_with(word)) {
                true => text.push_str(&format!("{line}\n")),
                false => text.push_str(&self.ended(&line)),
            }
        }
        if self.one_in(2) {
            let _ = writeln!(text, "---");
        }
        text
    }

    fn deck(&mut self, rules: &str) -> String {
        let rules = Rules::parse(rules).expect("the preset is known");
        let decks = library().decks.list();
        let decks: Vec<_> = decks
            .filter(|deck| deck.deck(&library().catalogue, &rules).is_ok())
            .collect();
        let cards = self.pick(&decks).cards.clone();
        self.cards(&cards)
    }

    /// A line that may follow, often a legal one.
    fn line(&mut self, mode: usize, game: &Match) -> String {
        let state = &game.annotated.state;
        let side = state.position.to_act;
        let hand = state.holdings[side].hand.cards();
        let line = if state.phase() == Phase::Draw && !self.one_in(6) {
            let card = self.any_card();
            format!("you draw {}", self.card(card))
        } else if state.phase() == Phase::Mulligan && mode > 1 && self.one_in(2) {
            self.mulligan(game)
        } else if self.one_in(10) {
            self.correction(mode)
        } else if mode > 0 && self.one_in(10) {
            let word = self.pick(&["undo", "redo", "Undo"]);
            format!("{word} {}", 1 + self.chance.below(3))
        } else if self.one_in(8) {
            format!("{side} pass")
        } else {
            let card = match hand.is_empty() || self.one_in(8) {
                true => self.any_card(),
                false => self.pick(&hand),
            };
            let tiles = state.position.board.legal_tiles(game.book(), side, card);
            let tiles: Vec<TileId> = tiles.iter().collect();
            match tiles.is_empty() {
                true => format!("{side} pass"),
                false => {
                    let tile = self.pick(&tiles);
                    let (side, play) = self.pick(&[(side, "play"), (side, "PLAY ")]);
                    format!("{side} {play} {} {}", self.card(card), self.tile(tile))
                }
            }
        };
        self.ended(&line)
    }

    fn mulligan(&mut self, game: &Match) -> String {
        let side = self.pick(&Side::BOTH);
        let hand = game.annotated.state.holdings[side].hand.cards();
        let replaced = match hand.is_empty() {
            true => vec![self.any_card()],
            false => vec![self.pick(&hand)],
        };
        let replaced = self.cards(&replaced);
        match self.one_in(2) {
            true => format!("{side} mulligan {replaced}"),
            false => {
                let drew = self.any_card();
                format!("{side} mulligan {replaced}->{}", self.card(drew))
            }
        }
    }

    fn correction(&mut self, mode: usize) -> String {
        match (mode, self.chance.below(4)) {
            (2, 0) => {
                let cards = [self.any_card(), self.any_card()];
                format!("hand {}", self.cards(&cards))
            }
            (2, 1) => "enemy setdeck -".to_owned(),
            _ => {
                let tiles: Vec<TileId> = TileId::all().collect();
                let (one, other) = (self.pick(&tiles), self.pick(&tiles));
                let states = [".", "y1", "e1", "y3", "e2", "y1[019]", "e2[001]"];
                let (first, second) = (self.pick(&states), self.pick(&states));
                match self.one_in(2) {
                    true => format!("set {} {first}", self.tile(one)),
                    false => {
                        let (one, other) = (self.tile(one), self.tile(other));
                        format!("SET {one}  {first};{other} {second}")
                    }
                }
            }
        }
    }
}
