//! Puzzles: positions in which the best move is to be found, and looking ahead one move.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ActionInput, Board, CardInput, CardName, OfferedAction, Score, Seq, TileInput, UnreadJson,
};

/// `puzzles/list`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Puzzles {
    /// The shipped ones, then those of your own matches that were practised.
    pub puzzles: Vec<ListedPuzzle>,
    /// The shipped one to practise next; null if none is due.
    pub next: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedPuzzle {
    /// `p007`, or `s3-12` for the move that was event 12 of session s3.
    pub puzzle: String,
    /// How often it was solved in a row.
    pub solved: usize,
    /// Days until it comes back; 0 if it is due or new.
    pub days_left: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PuzzleParams {
    /// A shipped puzzle such as `p007`, or `s3-12`: before event 12 of session s3.
    pub puzzle: String,
}

/// `puzzles/get`: a position in which you are to act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Puzzle {
    pub puzzle: String,
    pub position: String,
    pub board: Board,
    pub score: Score,
    pub hand: Vec<CardName>,
    /// The cards that are known to be there: all of them in a shipped puzzle.
    pub enemy_hand: Vec<CardName>,
    pub enemy_hand_size: u32,
    /// Whether the enemy has just passed.
    pub enemy_passed: bool,
    /// The legal moves.
    pub actions: Vec<OfferedAction>,
}

/// Without card and tile the answer is a pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PuzzleAnswerParams {
    pub puzzle: String,
    #[serde(default)]
    pub card: Option<CardInput>,
    #[serde(default)]
    pub tile: Option<TileInput>,
}

/// `puzzles/answer`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PuzzleVerdict {
    pub puzzle: String,
    /// Whether the answer costs at most 0.02 of win chance.
    pub right: bool,
    /// Your move.
    pub label: String,
    /// Your win chance with it.
    pub win_chance: f64,
    pub best: OfferedAction,
    pub best_win_chance: f64,
    /// Whether the best move is proved to be the best.
    pub proved: bool,
    /// How the match may go on after the best move, which comes first.
    pub line: Vec<String>,
    /// The board after your move.
    pub board: Board,
    pub score: Score,
    /// The board after the best move.
    pub best_board: Board,
    pub best_score: Score,
    /// Days until the puzzle comes back.
    pub days_left: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewParams {
    pub session_id: String,
    #[schemars(with = "ActionInput")]
    pub action: UnreadJson,
    /// From the session after this many events; now when left out.
    #[serde(default)]
    pub seq: Option<Seq>,
}

/// `match/preview`: the board after a move that is not made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Preview {
    /// The event from which the move is looked at.
    pub seq: Seq,
    pub board: Board,
    pub score: Score,
}
