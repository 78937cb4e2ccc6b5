//! Reviews of matches.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Action, Audience, Reason, Seq, Side};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewParams {
    pub session_id: String,
    #[serde(default)]
    pub budget: Option<ReviewBudget>,
    /// Progress is reported under this token.
    #[serde(default)]
    #[schemars(extend("type" = ["string", "integer", "null"]))]
    pub work_done_token: Option<serde_json::Value>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewBudget {
    /// The number of plays that may be simulated to judge one move: 1 to 1000000, 100000
    /// when left out.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// The number of moves to look ahead at most, from 1.
    #[serde(default)]
    pub depth: Option<u32>,
}

/// `coach/review`. All win chances are yours, from 0 to 1, a draw counting half. The start
/// minus `you.loss` plus `enemy.loss` plus `luck.you` minus `luck.enemy` is the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchReview {
    pub seq: Seq,
    /// Whether the match is over.
    pub complete: bool,
    /// Your win chance before the first move.
    pub start: f64,
    /// Your win chance at the end: the result, where the match is over.
    pub end: f64,
    pub you: SideReview,
    pub enemy: SideReview,
    pub luck: Luck,
    /// Every move of both sides that was not undone.
    pub moves: Vec<ReviewedMove>,
    /// The `seq` of the few moves that decided most.
    pub turning_points: Vec<Seq>,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideReview {
    /// How many moves were judged.
    pub moves: usize,
    /// In percent; null without judged moves. A move that loses nothing counts 100, every
    /// 0.1 of lost win chance halves that, and this is the average.
    pub accuracy: Option<f64>,
    /// The sum of the losses of its moves.
    pub loss: f64,
}

/// What draws and hidden cards did, in win chance: what helped you, and what helped the
/// enemy. Neither is negative.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Luck {
    pub you: f64,
    pub enemy: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedMove {
    /// The event of the move: the session at the `seq` before it is the position.
    pub seq: Seq,
    pub turn: u32,
    pub side: Side,
    pub label: String,
    /// What was best with what the side knew; null if the move cannot be judged.
    pub best: Option<BestMove>,
    /// Your win chance before the move, if its side plays its best.
    pub win_before: f64,
    pub win_after: f64,
    /// The win chance that the move cost its side, with what that side knew.
    pub loss: f64,
    /// The same with the cards as they turned out to be.
    pub hindsight_loss: f64,
    /// How your win chance changed from here to the next move by draws and hidden cards.
    pub luck: f64,
    /// By `loss`: from 0.05 an inaccuracy, from 0.1 a mistake, from 0.2 a blunder.
    #[schemars(extend("enum" = [null, "inaccuracy", "mistake", "blunder"]))]
    pub mark: Option<String>,
    /// What was wrong with a marked move. The tags `passedTooEarly`, `highTileWasted`,
    /// `overkill`, `accessLost` and `fearedTooMuch` name the kind of mistake.
    pub reasons: Vec<Reason>,
    /// The best move and what was expected after it.
    pub line: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BestMove {
    pub action: Action,
    pub label: String,
}

/// `coach/chances`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChancesParams {
    pub session_id: String,
    /// The session after this many events; now when left out.
    #[serde(default)]
    pub seq: Option<Seq>,
    /// `stream` gets the answer only while the overlay's look allows viewers to see it.
    #[serde(default)]
    pub audience: Option<Audience>,
}

/// `coach/chances`: the course of a match so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WinChances {
    pub seq: Seq,
    /// One for each of your turns, the oldest first, and one for the end.
    pub chances: Vec<ChanceOfTurn>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChanceOfTurn {
    /// The number of events after which it was your turn.
    pub seq: Seq,
    pub turn: u32,
    /// Yours, from 0 to 1, a draw counting half.
    pub win_chance: f64,
}

/// `coach/result`. All win chances are yours, from 0 to 1, a draw counting half.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResultReview {
    pub seq: Seq,
    /// Null for a draw.
    pub winner: Option<Side>,
    pub total_you: i32,
    pub total_enemy: i32,
    /// As in `coach/review`; null without judged moves.
    pub accuracy_you: Option<f64>,
    pub accuracy_enemy: Option<f64>,
    pub blunders: usize,
    pub mistakes: usize,
    pub inaccuracies: usize,
    /// The move that cost its side most, if it was a mistake.
    pub turning: Option<TurningPoint>,
    /// How much luck changed your win chance; negative if it helped the enemy.
    pub luck: f64,
    /// Your win chance before the first move and after each move.
    pub chances: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TurningPoint {
    pub turn: u32,
    pub side: Side,
    /// The move that was made.
    pub label: String,
    /// The win chance that it cost its side.
    pub loss: f64,
}
