//! Hints at the ends of lines: the score, your win chance, the marks of a review.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use qbcoach_engine::coaching::review::{
    Mark, MatchReview, RecordedMatch, ReviewLimit, ReviewProgress, ReviewedMove,
};
use qbcoach_engine::rules::Side;
use qbcoach_sessions::game::Game;
use qbcoach_sessions::queens_blood::{Library, Match};
use serde::Deserialize;
use serde_json::Value;

use super::check::Checked;
use super::document::Document;
use super::lsp::{CodeLens, Command, InlayHint, Range};
use super::place::Encoding;
use super::words;

/// The command of the lens that reviews a match.
pub const REVIEW: &str = "qbcoach.review";

/// Which hints an editor shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct HintSettings {
    pub score: bool,
    /// Your win chance after each move. It needs a search.
    pub win_chance: bool,
    /// `?!`, `?` and `??` at moves that lost win chance. It needs a search.
    pub review: bool,
    /// What would have been better. It needs a search.
    pub advice: bool,
}

impl Default for HintSettings {
    fn default() -> HintSettings {
        HintSettings {
            score: true,
            win_chance: false,
            review: false,
            advice: false,
        }
    }
}

impl HintSettings {
    pub fn need_search(self) -> bool {
        self.win_chance || self.review || self.advice
    }
}

/// How many plays a search may simulate for each move.
pub const NODES: u64 = 4_000;

/// What a search found about the moves of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewHints {
    /// The moves with the indices of their lines.
    moves: Vec<(usize, LineReview)>,
    /// The accuracy of both sides in words.
    pub summary: String,
}

impl ReviewHints {
    pub fn of_line(&self, line: usize) -> Option<&LineReview> {
        let found = self.moves.iter().find(|(own, _)| *own == line);
        found.map(|(_, review)| review)
    }
}

/// What was found about one move.
#[derive(Clone, Debug, PartialEq)]
pub struct LineReview {
    made: ReviewedMove,
    /// Whether this move or one before it was judged. Without a hand nothing is, and then
    /// no win chance is known.
    is_known: bool,
}

impl LineReview {
    fn win_chance(&self) -> Option<String> {
        let chance = || format!("{:.0} %", 100.0 * self.made.win_after.chance());
        self.is_known.then(chance)
    }

    fn sign(&self) -> Option<&'static str> {
        self.made.mark.map(|mark| match mark {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        })
    }

    fn better(&self) -> Option<&str> {
        self.made.mark?;
        self.made.best_label.as_deref()
    }

    /// The review of the move as a sentence.
    pub fn sentence(&self) -> Option<String> {
        let after = format!("your win chance {}", self.win_chance()?);
        Some(match (self.made.mark, self.better()) {
            (Some(mark), Some(better)) => {
                let loss = 100.0 * self.made.loss.chance();
                format!(
                    "**{}** ({loss:.0} % lost); better: {better} · {after}",
                    mark.word()
                )
            }
            _ => after,
        })
    }
}

/// Reviews the match of a text, as far as it can be played. None if there is nothing to
/// review, or if `watch` breaks.
pub fn review(
    library: &Library,
    checked: &Checked,
    nodes: u64,
    watch: impl FnMut(ReviewProgress) -> ControlFlow<()>,
) -> Option<ReviewHints> {
    let (setup, acts) = checked.played(library)?;
    let game = Match::begin(library, &setup).ok()?;
    let numbered = acts.into_iter().map(|(line, action)| (line as u64, action));
    let played = RecordedMatch::replayed(game.book(), game.annotated.clone(), numbered).ok()?;
    let limit = ReviewLimit { nodes, depth: None };
    let found = game
        .coach
        .review(&played, limit, NonZeroUsize::MIN, watch)
        .ok()?;
    let summary = summary(&found);
    let mut is_known = false;
    let moves = found.moves.into_iter().map(|made| {
        is_known |= made.best.is_some();
        (made.number as usize, LineReview { made, is_known })
    });
    Some(ReviewHints {
        moves: moves.collect(),
        summary,
    })
}

fn summary(review: &MatchReview) -> String {
    let of = |side: Side, who: &str| {
        let accuracy = review.sides[side].accuracy?;
        Some(format!("{who} {accuracy:.0} % accurate"))
    };
    let sides = [of(Side::You, "you"), of(Side::Enemy, "enemy")];
    let sides: Vec<String> = sides.into_iter().flatten().collect();
    match sides.is_empty() {
        true => "nothing to review: no hand is told".to_owned(),
        false => format!("reviewed: {}", sides.join(", ")),
    }
}

/// The hints of the lines in a range.
pub fn hints(
    library: &Library,
    document: &Document,
    encoding: Encoding,
    range: Range,
    settings: HintSettings,
) -> Vec<InlayHint> {
    let places = document.places(encoding);
    let checked = document.checked(library);
    let mut hints = Vec::new();
    let review = document.review();
    for (index, line) in checked.text.lines.iter().enumerate() {
        let number = index as u32;
        if number < range.start.line || number > range.end.line {
            continue;
        }
        let Some(standing) = &checked.standings[index] else {
            continue;
        };
        let mut parts = Vec::new();
        if settings.score {
            parts.push(format!(
                "{}–{}",
                standing.score.totals.you, standing.score.totals.enemy
            ));
        }
        let reviewed = review.and_then(|review| review.of_line(index));
        if let Some(reviewed) = reviewed {
            if settings.win_chance {
                parts.extend(reviewed.win_chance());
            }
            if settings.review {
                parts.extend(reviewed.sign().map(str::to_owned));
            }
            if settings.advice {
                parts.extend(reviewed.better().map(|best| format!("better: {best}")));
            }
        }
        if parts.is_empty() {
            continue;
        }
        hints.push(InlayHint {
            position: places.position(line.span.end),
            label: parts.join("  "),
            padding_left: true,
            tooltip: Some(match reviewed.and_then(LineReview::sentence) {
                Some(sentence) => sentence.replace("**", ""),
                None => words::totals(&standing.score),
            }),
        });
    }
    hints
}

/// A lens above the match that reviews it.
pub fn lenses(library: &Library, document: &Document) -> Vec<CodeLens> {
    let checked = document.checked(library);
    let has_moves = checked.standings.iter().any(Option::is_some);
    if !has_moves {
        return Vec::new();
    }
    let title = match document.review() {
        Some(review) => review.summary.clone(),
        None => "Review this match".to_owned(),
    };
    vec![CodeLens {
        range: Range::default(),
        command: Command {
            title,
            command: REVIEW.to_owned(),
            arguments: vec![Value::from(document.uri.clone())],
        },
    }]
}
