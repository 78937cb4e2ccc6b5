//! Predictions of the enemy's hand and reply.

use qbcoach_protocol::{Card, HandBelief, ShownOutcome, ThreatMap};

use super::score::lead;
use super::{DOT, counted, percent};

/// Rarer replies are not told.
const LIKELY_ENOUGH: f64 = 0.03;
/// How many likely replies are told.
const MOST_LIKELY: usize = 2;

/// What the enemy is likely to do, passing included, and the worst of what is likely enough.
pub fn threat(threat: &ThreatMap) -> String {
    let is_likely = |outcome: &&ShownOutcome| outcome.weight >= LIKELY_ENOUGH;
    let mut likely: Vec<&ShownOutcome> = threat.outcomes.iter().filter(is_likely).collect();
    // Of equally likely replies the one that comes first.
    likely.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let worst = likely
        .iter()
        .copied()
        .filter(|outcome| outcome.card.is_some());
    let worst = worst.reduce(
        |worst, other| match other.resulting_score > worst.resulting_score {
            true => other,
            false => worst,
        },
    );
    let told: Vec<&ShownOutcome> = likely.into_iter().take(MOST_LIKELY).collect();
    let mut parts = vec![match told.is_empty() {
        true if threat.outcomes.is_empty() => "The enemy can only pass".to_owned(),
        true => "Many replies are possible, none is likely".to_owned(),
        false => {
            let replies: Vec<String> = told.iter().copied().map(reply).collect();
            format!("Likely: {}", replies.join(", "))
        }
    }];
    if let Some(worst) = worst.filter(|worst| !told.contains(worst)) {
        parts.push(format!(
            "risk: {}, then {}",
            reply(worst),
            lead(worst.margin)
        ));
    }
    let lanes = threat.lane_pressure.iter();
    let hardest = lanes.max_by(|a, b| a.1.total_cmp(b.1));
    if let Some((lane, pressure)) = hardest.filter(|(_, pressure)| **pressure >= 0.05) {
        parts.push(format!(
            "most danger in {lane} (about {pressure:.1} points)"
        ));
    }
    if threat.basis.mode == "unknown" {
        let decks = counted(threat.basis.decks as u32, "likely deck", "likely decks");
        parts.push(format!("guessed from {decks}"));
    }
    parts.join(DOT)
}

/// "Crawler on MID-4 (12 %)"
fn reply(outcome: &ShownOutcome) -> String {
    let chance = percent(outcome.weight);
    match (&outcome.card, &outcome.tile) {
        (Some(card), Some(tile)) => format!("{} on {tile} ({chance})", card.name),
        _ => format!("a pass ({chance})"),
    }
}

pub fn odds(card: &Card, belief: &HandBelief) -> String {
    let marginals = belief.marginals.iter();
    let chance = marginals
        .filter(|marginal| marginal.card.id == card.card.id)
        .map(|marginal| marginal.probability)
        .next();
    let name = &card.card.name;
    let size = counted(belief.hand_size, "card", "cards");
    match chance {
        Some(chance) if chance > 0.0 => {
            let chance = percent(chance);
            format!("The enemy holds {name} with a chance of {chance} ({size} in hand)")
        }
        _ => format!("The enemy cannot hold {name} ({size} in hand)"),
    }
}
