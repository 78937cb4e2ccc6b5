//! A review in words.

use super::judge::Judgement;
use super::mark::Mark;
use super::mistake::{Expected, MistakeKind};
use super::report::{MatchReview, ReviewedMove};
use super::win_share::WinShare;
use crate::coaching::reasons::Reason;
use crate::coaching::search::LineMove;
use crate::coaching::words::move_words;
use crate::rules::{BySide, Lane, Move, Rulebook, Side};

/// "Crawler to MID-2"
pub(super) fn label(book: &Rulebook, made: Move) -> String {
    move_words(book, made)
}

/// The moves of a line, one side after the other.
pub(super) fn line_labels(book: &Rulebook, line: &[LineMove]) -> Vec<String> {
    line.iter().map(|step| label(book, step.made)).collect()
}

/// What the better move of `side` would have done, the weightiest first. The boards are
/// those of the side that moved; lanes are told as you see them.
pub(super) fn reasons(
    book: &Rulebook,
    side: Side,
    judgement: &Judgement,
    better: &str,
    kinds: &[MistakeKind],
    expected: (&Expected, &Expected),
) -> Vec<Reason> {
    let (made, best) = expected;
    let loss = judgement.loss();
    let (for_whom, whose) = match side {
        Side::You => ("", ""),
        // It knows its own cards, so its chance is not what is left of yours.
        Side::Enemy => (" for the enemy", "its own "),
    };
    let mut reasons = vec![Reason {
        tag: "better",
        text: format!(
            "{better} was better{for_whom}: {whose}win chance {} instead of {}",
            judgement.best_share(),
            judgement.made_share()
        ),
        weight: loss.chance(),
    }];
    for kind in kinds {
        reasons.push(Reason {
            tag: kind.word(),
            text: kind_text(*kind, made, best),
            weight: loss.chance(),
        });
    }
    for lane in Lane::ALL {
        let yours = |lead: i32| match side {
            Side::You => lead,
            Side::Enemy => -lead,
        };
        let (was, would) = (yours(made.lead(book, lane)), yours(best.lead(book, lane)));
        if was.signum() == would.signum() {
            continue;
        }
        reasons.push(Reason {
            tag: "lane",
            text: format!("{lane} ends {} instead of {}", lead(would), lead(was)),
            weight: f64::from(yours(would - was)),
        });
    }
    reasons
}

fn lead(points: i32) -> String {
    match points {
        1.. => format!("{points} ahead"),
        0 => "tied".to_owned(),
        _ => format!("{} behind", -points),
    }
}

fn kind_text(kind: MistakeKind, made: &Expected, best: &Expected) -> String {
    match kind {
        MistakeKind::PassedTooEarly => "Passed too early: there was a better play".to_owned(),
        MistakeKind::HighTileWasted => {
            "High tile wasted: a costlier card in the hand needed it".to_owned()
        }
        MistakeKind::Overkill => "Too much in one lane: it was won without this card".to_owned(),
        MistakeKind::AccessLost => format!(
            "Lost tiles to play on: {} fewer than after the better move",
            best.open_tiles() - made.open_tiles()
        ),
        MistakeKind::FearedTooMuch => {
            "Too careful: the reply that the better move allows is rare".to_owned()
        }
    }
}

/// The whole review in a few short sentences.
pub(super) fn message(book: &Rulebook, review: &MatchReview, totals: BySide<i32>) -> String {
    let BySide { you, enemy } = totals;
    let mut text = match (review.complete, you.cmp(&enemy)) {
        (false, _) => format!("The match is not over: {you} to {enemy} so far."),
        (true, std::cmp::Ordering::Greater) => format!("You won {you} to {enemy}."),
        (true, std::cmp::Ordering::Less) => format!("You lost {you} to {enemy}."),
        (true, std::cmp::Ordering::Equal) => format!("A draw, {you} to {enemy}."),
    };
    if let Some(accuracy) = review.sides.you.accuracy {
        text.push_str(&format!(" Accuracy {accuracy:.0} %"));
        text.push_str(&match marks_text(review) {
            None => ", no mistakes.".to_owned(),
            Some(marks) => format!(", {marks}."),
        });
    }
    if review.sides.you.accuracy.is_none() && review.sides.enemy.accuracy.is_none() {
        // What neither side's moves explain is not luck if no move could be judged.
        text.push_str(" No move can be judged: the hands are not known.");
        return text;
    }
    let turning = review.moves.iter().filter(|made| made.is_turning_point);
    for made in turning {
        text.push(' ');
        text.push_str(&turning_text(book, made));
    }
    let luck = review.luck.you - review.luck.enemy;
    if luck.units().abs() >= WinShare::from_percent(5).units() {
        let (who, size) = match luck > WinShare::ZERO {
            true => ("you", luck),
            false => ("the enemy", -luck),
        };
        // A sum of many changes, which may be more than a whole win chance.
        let percent = (100.0 * size.chance()).round();
        text.push_str(&format!(" Luck helped {who} by {percent} %."));
    }
    text
}

/// "1 blunder, 2 inaccuracies"; none without marks.
fn marks_text(review: &MatchReview) -> Option<String> {
    let yours = || review.moves.iter().filter(|made| made.side == Side::You);
    let number = |mark: Mark| yours().filter(|made| made.mark == Some(mark)).count();
    let named = [
        (Mark::Blunder, "blunder", "blunders"),
        (Mark::Mistake, "mistake", "mistakes"),
        (Mark::Inaccuracy, "inaccuracy", "inaccuracies"),
    ];
    let parts: Vec<String> = named
        .into_iter()
        .filter_map(|(mark, one, many)| match number(mark) {
            0 => None,
            1 => Some(format!("1 {one}")),
            number => Some(format!("{number} {many}")),
        })
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn turning_text(book: &Rulebook, made: &ReviewedMove) -> String {
    let who = match made.side {
        Side::You => "your",
        Side::Enemy => "the enemy's",
    };
    let best = made.best.map_or_else(String::new, |best| label(book, best));
    let change = match made.side {
        Side::You => format!(
            "your win chance fell from {} to {}",
            made.win_before, made.win_after
        ),
        Side::Enemy => format!(
            "your win chance rose from {} to {}",
            made.win_before, made.win_after
        ),
    };
    format!(
        "Turn {}, {who} {}: {change}; {best} was better.",
        made.turn,
        label(book, made.made)
    )
}
