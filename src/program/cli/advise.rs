//! `qbcoach advise`

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::args::{AdviceMethod, AdviseOptions};
use super::observed::{self, wrong};
use super::show::write_score;
use super::{CommandError, input, position};
use qbcoach_daemon::to_wire::{self, AdviceExtent, Drawing};
use qbcoach_engine::coaching::locks::{Lock, Locks, Sight};
use qbcoach_engine::coaching::{Advice, AdvisedMove, Claim, Coach, SearchLimit};
use qbcoach_engine::rules::{Catalogue, Lane, Side};
use qbcoach_engine::simulation::hand::Hand;
use qbcoach_sessions::workers::cores;

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &AdviseOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let given = position::read(catalogue, &options.position, options.rules.as_deref())?;
    let told = given.game.is_some();
    let (mut annotated, archetypes) = observed::annotate(&given, &options.enemy)?;
    match &options.hand {
        Some(hand) => {
            let hand = input::cards(catalogue, hand)?;
            annotated.state.holdings[Side::You].hand = Hand::of_known(hand);
        }
        None if told && !annotated.state.holdings[Side::You].hand.is_empty() => {}
        None => return Err(wrong("say your hand: --hand 'Crawler, Queen Bee'")),
    }
    let coach = Coach::new(given.book, archetypes);
    let advice = match options.method {
        AdviceMethod::Reference => coach.recommend(&annotated),
        AdviceMethod::Search => {
            let limit = SearchLimit::nodes(options.nodes);
            let threads = NonZeroUsize::new(cores()).unwrap_or(NonZeroUsize::MIN);
            coach.advise(&annotated, limit, threads, |_, _| ControlFlow::Continue(()))
        }
    };
    let advice = advice.map_err(wrong)?;
    let top = match options.top {
        0 => usize::MAX,
        top => top,
    };
    if options.json {
        let extent = AdviceExtent {
            top,
            drawing: Drawing::Text,
        };
        let wire = to_wire::advice(catalogue, &advice, extent);
        writeln!(out, "{}", super::cards::json(&wire)?)?;
        return Ok(());
    }
    write_advice(&advice, top, out)?;
    write_locks(&coach.evaluate(&annotated, Sight::YourHand).locks, out)
}

/// The lanes and the match: locked with a proof, or open with the reason.
fn write_locks(locks: &Locks, out: &mut impl Write) -> Result<(), CommandError> {
    let verdict = |lock: &Lock| match lock.locked {
        Some(Side::You) => "locked, yours",
        Some(Side::Enemy) => "locked, theirs",
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

fn write_advice(advice: &Advice, top: usize, out: &mut impl Write) -> Result<(), CommandError> {
    writeln!(out, "{}", advice.message)?;
    for (rank, moved) in (1..).zip(advice.moves.iter().take(top.max(1))) {
        write_move(rank, moved, out)?;
    }
    let others = advice.moves.len().saturating_sub(top.max(1));
    if others > 0 {
        writeln!(out, "({others} more legal moves)")?;
    }
    if let Some(best) = advice.moves.first() {
        writeln!(out, "after {}:", best.label)?;
        writeln!(out, "{}", best.text_after.trim_end())?;
    }
    write_score(&advice.score, out)?;
    for note in &advice.notes {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}

fn write_move(rank: usize, moved: &AdvisedMove, out: &mut impl Write) -> Result<(), CommandError> {
    let certain = match moved.claim {
        Claim::Proved => ", proved",
        Claim::Bounded => ", partly proved",
        Claim::Estimated => "",
    };
    writeln!(
        out,
        "{rank}. {:<34} {:<9} win chance {:>3.0} %, {:+.1} points{certain}",
        moved.label,
        moved.quality.word(),
        100.0 * moved.win_chance,
        moved.expected_margin,
    )?;
    for reason in &moved.reasons {
        let mark = if reason.weight < 0.0 { '-' } else { '+' };
        writeln!(out, "   {mark} {}", reason.text)?;
    }
    if let [_, then @ ..] = moved.line.as_slice()
        && !then.is_empty()
    {
        writeln!(out, "   then {}", then.join("; "))?;
    }
    Ok(())
}
