//! Predictions of the enemy's hand and reply.

use qbcoach_protocol::{Card, HandBelief, ShownOutcome, ThreatMap};

use super::score::lead;
use super::{DOT, counted, percent};

pub fn threat(threat: &ThreatMap) -> String {
    // Of equally bad replies the likelier one, then the first, as on the web pages.
    let by_harm = |a: &&ShownOutcome, b: &&ShownOutcome| {
        let harm = a.resulting_score.total_cmp(&b.resulting_score);
        harm.then(a.weight.total_cmp(&b.weight))
    };
    let plays = threat
        .outcomes
        .iter()
        .rev()
        .filter(|outcome| outcome.card.is_some());
    let Some((worst, card, tile)) = plays
        .max_by(by_harm)
        .and_then(|worst| Some((worst, worst.card.as_ref()?, worst.tile.as_ref()?)))
    else {
        return "The enemy has no play and can only pass".to_owned();
    };
    let mut parts = vec![format!(
        "Worst reply: {} on {tile} ({}), then {}",
        card.name,
        percent(worst.weight),
        lead(worst.margin),
    )];
    let lanes = threat.lane_pressure.iter();
    let hardest = lanes.max_by(|a, b| a.1.total_cmp(b.1));
    if let Some((lane, pressure)) = hardest.filter(|(_, pressure)| **pressure >= 0.05) {
        parts.push(format!("most pressure on {lane} ({pressure:+.1})"));
    }
    if threat.basis.mode == "unknown" {
        let decks = counted(threat.basis.decks as u32, "likely deck", "likely decks");
        parts.push(format!("guessed from {decks}"));
    }
    parts.join(DOT)
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
