//! `qbcoach advise`

use std::io::Write;
use std::sync::Arc;

use super::args::AdviseOptions;
use super::show::write_score;
use super::table::{self, wrong};
use super::{Failure, input, position};
use crate::coaching::locks::{Lock, Locks, Sight};
use crate::coaching::{Advice, AdvisedMove, Coach};
use crate::daemon::to_wire;
use crate::rules::{Catalogue, Lane, Side};
use crate::simulation::hand::Hand;

/// Reasons that are told for each move.
const REASONS: usize = 4;

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &AdviseOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let given = position::read(catalogue, &options.position, options.rules.as_deref())?;
    let hand = input::cards(catalogue, &options.hand)?;
    let (mut annotated, archetypes) = table::annotate(&given, &options.enemy)?;
    annotated.state.holdings[Side::You].hand = Hand::of_known(hand);
    let coach = Coach::new(given.book, archetypes);
    let advice = coach.recommend(&annotated).map_err(wrong)?;
    if options.json {
        let wire = to_wire::advice(catalogue, &advice, options.top);
        writeln!(out, "{}", super::cards::json(&wire)?)?;
        return Ok(());
    }
    write_advice(&advice, options.top, out)?;
    write_locks(&coach.evaluate(&annotated, Sight::YourHand).locks, out)
}

/// What is proved, what was looked for and not proved, and why.
fn write_locks(locks: &Locks, out: &mut impl Write) -> Result<(), Failure> {
    let verdict = |lock: &Lock| match lock.locked {
        Some(Side::You) => "locked for you",
        Some(Side::Enemy) => "locked for the enemy",
        None => "open",
    };
    for lane in Lane::ALL {
        let lock = &locks.lanes[lane];
        writeln!(out, "{lane}  {}: {}", verdict(lock), lock.words())?;
    }
    writeln!(
        out,
        "match  {}: {}",
        verdict(&locks.match_),
        locks.match_.words()
    )?;
    Ok(())
}

fn write_advice(advice: &Advice, top: usize, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{}", advice.message)?;
    for (place, moved) in advice.moves.iter().take(top.max(1)).enumerate() {
        write_move(place + 1, moved, out)?;
    }
    let others = advice.moves.len().saturating_sub(top.max(1));
    if others > 0 {
        writeln!(out, "({others} more legal moves)")?;
    }
    if let Some(best) = advice.moves.first() {
        writeln!(out, "after {}:", best.label)?;
        writeln!(out, "{}", best.text_after.trim_end())?;
    }
    writeln!(
        out,
        "the position now is {} ({:+.2}):",
        advice.standing.word(),
        advice.evaluation.total()
    )?;
    for lane in Lane::ALL {
        let value = &advice.evaluation.lanes[lane];
        writeln!(
            out,
            "{lane}  lead {:+}  stability {:+.2}  access {:+.2}  effect {:+.2}",
            value.diff, value.stability, value.access, value.effect
        )?;
    }
    write_score(&advice.score, out)?;
    for note in &advice.notes {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}

fn write_move(rank: usize, moved: &AdvisedMove, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(
        out,
        "{rank}. {:<34} {:<9} score {:+.2}: now {:+.2}, worst reply {:+.2}, likely {:+.2}",
        moved.label,
        moved.quality.word(),
        moved.move_score,
        moved.immediate,
        moved.worst_reply,
        moved.likely_reply
    )?;
    for reason in moved.reasons.iter().take(REASONS) {
        let mark = if reason.weight < 0.0 { '-' } else { '+' };
        writeln!(out, "   {mark} {}", reason.text)?;
    }
    Ok(())
}
