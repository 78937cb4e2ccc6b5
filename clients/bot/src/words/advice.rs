//! Advice and proofs.

use qbcoach_protocol::{Advice, CombatRecommendation, PositionReport, Side};

use super::{DOT, lane, signed};

pub fn best(advice: &Advice) -> String {
    let mut parts = vec![advice.message.clone()];
    if let Some(second) = advice.moves.get(1) {
        parts.push(format!("next best: {} ({})", second.label, second.quality));
    }
    parts.extend(advice.notes.first().cloned());
    parts.join(DOT)
}

pub fn combat_best(advice: &CombatRecommendation) -> String {
    let mut parts = vec![advice.message.clone()];
    parts.extend(advice.notes.first().cloned());
    parts.join(DOT)
}

/// What is decided first, then how far the other lanes are apart.
pub fn lock(report: &PositionReport) -> String {
    let mut parts = Vec::new();
    if let Some(side) = report.locks.whole_match.locked {
        parts.push(format!("The match is {}", locked_for(side)));
    }
    let (mut locked, mut open) = (Vec::new(), Vec::new());
    for (lock, value) in report.locks.lanes.iter().zip(&report.evaluation.lanes) {
        let name = lane(lock.lane);
        match lock.lock.locked {
            Some(side) => locked.push(format!(
                "{name} is {} ({})",
                locked_for(side),
                turned_by(side)
            )),
            None => open.push((name, signed(value.diff), &lock.lock.proof)),
        }
    }
    let nothing = parts.is_empty() && locked.is_empty();
    if nothing {
        parts.push("Nothing is locked yet".to_owned());
    }
    parts.extend(locked);
    parts.extend(open.into_iter().map(|(name, diff, proof)| match nothing {
        true => format!("{name} {diff}: {proof}"),
        false => format!("{name} {diff}"),
    }));
    parts.join(DOT)
}

fn locked_for(side: Side) -> &'static str {
    match side {
        Side::You => "locked for you",
        Side::Enemy => "locked for the enemy",
    }
}

fn turned_by(side: Side) -> &'static str {
    match side {
        Side::You => "no hand of theirs can turn it",
        Side::Enemy => "nothing of yours can turn it",
    }
}
