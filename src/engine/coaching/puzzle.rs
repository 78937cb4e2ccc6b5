//! Puzzles: positions with one clearly best move. Both hands are open and nothing is
//! drawn any more, so that everything can be worked out.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::coach::{Coach, CoachError};
use super::review::WinShare;
use super::search::{SearchLimit, SearchReport};
use crate::observation::{AnnotatedState, ObservationError};
use crate::rules::notation::{position_text, read_position};
use crate::rules::{BySide, CardId, CardKind, Catalogue, Move, Play, Position, Rulebook, Side};
use crate::simulation::game_state::{GameState, Holdings};
use crate::simulation::hand::Hand;
use crate::simulation::pile::Pile;

/// The shipped set.
pub const SHIPPED_PUZZLES: &str = include_str!("../../../data/puzzles.json");

/// How many plays are simulated to solve a puzzle.
pub const PUZZLE_NODES: u64 = 20_000;

/// A move that loses at most this counts as found.
const NEAR_ENOUGH: WinShare = WinShare::from_percent(2);

/// How good an answer is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleVerdict {
    pub made: Move,
    pub is_right: bool,
    pub win_chance: f64,
}

impl PuzzleVerdict {
    pub fn of(report: &SearchReport, made: Move) -> PuzzleVerdict {
        let found = report.moves.iter().find(|searched| searched.made == made);
        let win_chance = found.map_or(0.0, |searched| searched.win_chance);
        let loss = WinShare::of_chance(report.win_chance) - WinShare::of_chance(win_chance);
        PuzzleVerdict {
            made,
            is_right: loss <= NEAR_ENOUGH,
            win_chance,
        }
    }
}

/// A position in which you are to act.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    pub id: String,
    pub position: Position,
    pub hands: BySide<Vec<CardId>>,
    pub solution: Move,
}

/// Why a file of puzzles cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("puzzle {id}: {problem}")]
pub struct PuzzleError {
    pub id: String,
    pub problem: String,
}

/// A puzzle in the data file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PuzzleEntry {
    id: String,
    position: String,
    hand: Vec<String>,
    enemy_hand: Vec<String>,
    solution: SolutionEntry,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum SolutionEntry {
    Play { card: String, tile: String },
    Pass { pass: bool },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleFile {
    #[serde(rename = "$schema", default)]
    _schema: Option<String>,
    #[serde(rename = "madeBy", default)]
    _made_by: Option<String>,
    puzzles: Vec<PuzzleEntry>,
}

/// The puzzles of a data file.
pub fn read_puzzles(book: &Rulebook, text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let file: PuzzleFile = serde_json::from_str(text).map_err(|error| PuzzleError {
        id: "file".to_owned(),
        problem: error.to_string(),
    })?;
    file.puzzles
        .into_iter()
        .map(|entry| entry.read(book))
        .collect()
}

/// The text of a data file, one puzzle a line.
pub fn write_puzzles(book: &Rulebook, made_by: &str, puzzles: &[Puzzle]) -> String {
    let lines = puzzles.iter().map(|puzzle| {
        let entry = PuzzleEntry::of(book, puzzle);
        // The entry holds only texts, so this cannot fail.
        format!("    {}", serde_json::to_string(&entry).unwrap_or_default())
    });
    let lines: Vec<String> = lines.collect();
    format!(
        "{{\n  \"$schema\": \"./puzzles.schema.json\",\n  \"madeBy\": \"{made_by}\",\n  \
         \"puzzles\": [\n{}\n  ]\n}}\n",
        lines.join(",\n")
    )
}

impl PuzzleEntry {
    fn read(self, book: &Rulebook) -> Result<Puzzle, PuzzleError> {
        let id = self.id.clone();
        let wrong = |problem: String| PuzzleError {
            id: id.clone(),
            problem,
        };
        let card = |number: &String| {
            let found = book.catalogue.by_number(number);
            found.ok_or_else(|| wrong(format!("there is no card {number}")))
        };
        let cards = |numbers: &[String]| numbers.iter().map(card).collect::<Result<Vec<_>, _>>();
        let solution = match &self.solution {
            SolutionEntry::Pass { .. } => Move::Pass,
            SolutionEntry::Play { card: number, tile } => Move::Play(Play {
                card: card(number)?,
                tile: tile.parse().map_err(|_| wrong(format!("no tile {tile}")))?,
            }),
        };
        Ok(Puzzle {
            position: read_position(book, &self.position)
                .map_err(|error| wrong(error.to_string()))?,
            hands: BySide::new(cards(&self.hand)?, cards(&self.enemy_hand)?),
            solution,
            id: self.id,
        })
    }

    fn of(book: &Rulebook, puzzle: &Puzzle) -> PuzzleEntry {
        let number = |card: &CardId| book.catalogue[*card].number.clone();
        let numbers = |cards: &[CardId]| cards.iter().map(number).collect();
        PuzzleEntry {
            id: puzzle.id.clone(),
            position: position_text(book, &puzzle.position),
            hand: numbers(&puzzle.hands.you),
            enemy_hand: numbers(&puzzle.hands.enemy),
            solution: match puzzle.solution {
                Move::Pass => SolutionEntry::Pass { pass: true },
                Move::Play(play) => SolutionEntry::Play {
                    card: number(&play.card),
                    tile: play.tile.to_string(),
                },
            },
        }
    }
}

impl Puzzle {
    /// The position with open hands and without draws.
    pub fn view(&self, book: &Rulebook) -> Result<AnnotatedState, ObservationError> {
        let holdings = |side: Side| Holdings {
            hand: Hand::of_known(self.hands[side].iter().copied()),
            pile: Pile::in_order(Vec::new()),
        };
        let both = BySide::new(holdings(Side::You), holdings(Side::Enemy));
        let state = GameState::arranged(self.position, both);
        let deck = self.enemy_cards(&book.catalogue);
        AnnotatedState::new(state, (!deck.is_empty()).then_some(deck), book)
    }

    /// The enemy's cards on the board and in its hand that came from its deck.
    fn enemy_cards(&self, catalogue: &Catalogue) -> Vec<CardId> {
        let board = &self.position.board;
        let on_board = board.occupied().iter().filter_map(|tile| board.card(tile));
        let on_board =
            on_board.filter(|card| card.side == Side::Enemy && card.spawned_by.is_none());
        let collectible = |card: &CardId| catalogue[*card].kind == CardKind::Collectible;
        let held = self.hands.enemy.iter().copied();
        on_board
            .map(|card| card.card)
            .chain(held)
            .filter(collectible)
            .collect()
    }
}

impl Coach {
    /// Searches a puzzle.
    pub fn solve_puzzle(&self, puzzle: &Puzzle) -> Result<SearchReport, PuzzleError> {
        let wrong = |problem: String| PuzzleError {
            id: puzzle.id.clone(),
            problem,
        };
        let view = puzzle.view(&self.book);
        let view = view.map_err(|error| wrong(error.to_string()))?;
        let limit = SearchLimit::nodes(PUZZLE_NODES);
        let go_on = |_: &SearchReport| ControlFlow::Continue(());
        let report = self.search(&view, limit, NonZeroUsize::MIN, go_on);
        report.map_err(|error: CoachError| wrong(error.to_string()))
    }
}
