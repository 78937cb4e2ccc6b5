//! A review as a table with its course.

use std::io::Write;

use qbcoach_protocol as wire;

use super::course;
use crate::cli::CommandError;

pub(super) fn write(review: &wire::MatchReview, out: &mut impl Write) -> Result<(), CommandError> {
    writeln!(out, "{}", review.message)?;
    if review.you.accuracy.is_none() && review.enemy.accuracy.is_none() {
        return write_moves(review, out);
    }
    writeln!(out)?;
    let chances = review.moves.iter().map(|made| made.win_before);
    let chances: Vec<f64> = chances.chain([review.end]).collect();
    for line in course::drawn(&chances) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "{:>4} {:5} {:32} {:>11}  {:>4}  {:>9}  {:10} better",
        "turn", "side", "move", "win chance", "lost", "hindsight", "mark"
    )?;
    for made in &review.moves {
        let side = side_word(made.side);
        let best = made.best.as_ref().filter(|_| made.mark.is_some());
        let line = format!(
            "{:>4} {:5} {:32} {:>4} → {:>4}  {:>4}  {:>9}  {:10} {}",
            made.turn,
            side,
            made.label,
            percent(made.win_before),
            percent(made.win_after),
            lost(made.loss),
            lost(made.hindsight_loss),
            made.mark.as_deref().unwrap_or_default(),
            best.map(|best| best.label.as_str()).unwrap_or_default(),
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "start {} · your losses -{} · the enemy's +{} · luck +{} -{} · end {}",
        percent(review.start),
        percent(review.you.loss),
        percent(review.enemy.loss),
        percent(review.luck.you),
        percent(review.luck.enemy),
        percent(review.end),
    )?;
    for seq in &review.turning_points {
        let Some(made) = review.moves.iter().find(|made| made.seq == *seq) else {
            continue;
        };
        writeln!(out, "\nTurn {}, {}:", made.turn, made.label)?;
        for reason in &made.reasons {
            writeln!(out, "  {}", reason.text)?;
        }
        if !made.line.is_empty() {
            writeln!(out, "  expected: {}", made.line.join(", "))?;
        }
    }
    Ok(())
}

/// The moves of a match of which none could be judged. Its win chances would say nothing.
fn write_moves(review: &wire::MatchReview, out: &mut impl Write) -> Result<(), CommandError> {
    writeln!(
        out,
        "A text tells them with the lines `mode live` and `you hand Levrikon, Crawler, …` before"
    )?;
    writeln!(
        out,
        "its first move, and then a line for each card that you draw: `you draw Titan`."
    )?;
    writeln!(out)?;
    writeln!(out, "{:>4} {:5} move", "turn", "side")?;
    for made in &review.moves {
        let side = side_word(made.side);
        writeln!(out, "{:>4} {side:5} {}", made.turn, made.label)?;
    }
    Ok(())
}

fn side_word(side: wire::Side) -> &'static str {
    match side {
        wire::Side::You => "you",
        wire::Side::Enemy => "enemy",
    }
}

pub(super) fn percent(chance: f64) -> String {
    format!("{:.0}%", chance * 100.0)
}

/// Nothing where nothing was lost.
fn lost(chance: f64) -> String {
    match chance >= 0.005 {
        true => percent(chance),
        false => String::new(),
    }
}
