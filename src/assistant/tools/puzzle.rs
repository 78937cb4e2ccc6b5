//! Practice: positions with one best move.

use qbcoach_protocol::client::ClientError;
use qbcoach_protocol::method::{PuzzlesAnswer, PuzzlesGet, PuzzlesList, Role};
use qbcoach_protocol::{CardInput, NoParams, PuzzleAnswerParams, PuzzleParams, TileInput};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Refusal};
use crate::daemon_line::Repeat;
use crate::match_words::{
    CardOnBoard, Points, board_told, card_texts, cards_on, lead, names, percent, points,
};
use crate::server::Assistant;
use crate::work::Work;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleQuestion {
    /// A puzzle's name such as `p007`; the next one that is due when left out.
    #[serde(default)]
    puzzle: Option<String>,
    /// The person's move, such as `Crawler MID-2` or `pass`; name the puzzle with it.
    #[serde(default)]
    answer: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PuzzleTold {
    puzzle: String,
    position: Option<String>,
    score: Option<Points>,
    cards: Vec<CardOnBoard>,
    hand: Vec<String>,
    enemy_hand: Vec<String>,
    /// Whether the answer was right; null if none was given.
    right: Option<bool>,
    /// The best move, once an answer was given.
    best: Option<String>,
    win_chance: Option<f64>,
    best_win_chance: Option<f64>,
}

pub(crate) async fn puzzle(
    assistant: &Assistant,
    question: PuzzleQuestion,
    _: &Work,
) -> Result<Answer, Refusal> {
    match (question.puzzle, question.answer) {
        (Some(puzzle), Some(answer)) => judged(assistant, puzzle, &answer).await,
        (None, Some(_)) => Err(Refusal::new("an answer needs the name of its puzzle")
            .ask("Show the puzzle first, then answer it by its name.")),
        (Some(puzzle), None) => shown(assistant, puzzle).await,
        (None, None) => {
            let puzzles = assistant.line.ask::<PuzzlesList>(&NoParams {}).await?;
            let next = puzzles.next.ok_or_else(|| {
                Refusal::new("no puzzle is due today")
                    .ask("One can still be asked for by its name.")
            })?;
            shown(assistant, next).await
        }
    }
}

async fn shown(assistant: &Assistant, puzzle: String) -> Result<Answer, Refusal> {
    let params = PuzzleParams { puzzle };
    let puzzle = assistant.line.ask::<PuzzlesGet>(&params).await?;
    let told = PuzzleTold {
        puzzle: puzzle.puzzle.clone(),
        position: Some(puzzle.position.clone()),
        score: Some(points(&puzzle.score)),
        cards: cards_on(&puzzle.board),
        hand: card_texts(&puzzle.hand),
        enemy_hand: card_texts(&puzzle.enemy_hand),
        right: None,
        best: None,
        win_chance: None,
        best_win_chance: None,
    };
    let passed = if puzzle.enemy_passed {
        "The enemy has passed. "
    } else {
        ""
    };
    let enemy = match puzzle.enemy_hand.is_empty() {
        true => format!("{} cards that are not known", puzzle.enemy_hand_size),
        false => names(&puzzle.enemy_hand),
    };
    let text = format!(
        "Puzzle {}. {passed}{} Find your best move.\n{}\nYour hand: {}.\nThe enemy holds {enemy}.",
        puzzle.puzzle,
        lead(&puzzle.score),
        board_told(&puzzle.board, &puzzle.score),
        names(&puzzle.hand),
    );
    Ok(Answer::new(text, &told))
}

async fn judged(assistant: &Assistant, puzzle: String, answer: &str) -> Result<Answer, Refusal> {
    if assistant.line.role() < Role::Control {
        return Err(
            Refusal::new("an answer is kept, and this door may only read")
                .ask("The person can start it without `--read-only`."),
        );
    }
    let read = (assistant.read_line)(answer);
    let action = read.map_err(|error| Refusal::new(error.0))?;
    let action = action.unwrap_or_default();
    let text = |field: &str| action[field].as_str().map(str::to_owned);
    let (card, tile) = match action["type"].as_str() {
        Some("pass") => (None, None),
        Some("play") => (text("card"), text("tile")),
        _ => {
            return Err(Refusal::new("an answer is a card and a tile, or `pass`")
                .ask("Ask for the person's move."));
        }
    };
    let params = PuzzleAnswerParams {
        puzzle,
        card: card.map(|card| CardInput(card.into())),
        tile: tile.map(|tile| TileInput(tile.into())),
    };
    let verdict = assistant
        .line
        .send::<PuzzlesAnswer>(&params, Repeat::Never)
        .await;
    let verdict = match verdict {
        Err(ClientError::ConnectionEnded) => {
            return Err(
                Refusal::new("the connection was lost before the answer was judged")
                    .ask("Ask the puzzle again."),
            );
        }
        verdict => verdict?,
    };
    let told = PuzzleTold {
        puzzle: verdict.puzzle.clone(),
        position: None,
        score: None,
        cards: Vec::new(),
        hand: Vec::new(),
        enemy_hand: Vec::new(),
        right: Some(verdict.right),
        best: Some(verdict.best.label.clone()),
        win_chance: Some(verdict.win_chance),
        best_win_chance: Some(verdict.best_win_chance),
    };
    let sure = if verdict.proved { " (proved)" } else { "" };
    let judged = match verdict.right {
        true => format!(
            "Right: {} has a win chance of {}{sure}.",
            verdict.label,
            percent(verdict.win_chance)
        ),
        false => format!(
            "Not quite: {} has a win chance of {}. {} has {}{sure}.",
            verdict.label,
            percent(verdict.win_chance),
            verdict.best.label,
            percent(verdict.best_win_chance),
        ),
    };
    let line = verdict.line.join(", then ");
    Ok(Answer::new(format!("{judged}\nThe line: {line}."), &told))
}
