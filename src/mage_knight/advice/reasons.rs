//! The reasons for and against an action, as sentences made from computed numbers.

use super::outcome::CombatOutcome;
use super::search::Certainty;
use crate::weights::Weights;

/// One reason; a negative weight is a reason against the action.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub tag: &'static str,
    pub text: String,
    pub weight: f64,
}

/// Reasons with a smaller weight are left out.
const SMALLEST_WEIGHT: f64 = 0.05;

/// The reasons for an action that leads to `outcome`, sorted by weight. Doing nothing
/// leads to `idle`, and the best action to `best`.
pub(super) fn reasons(
    outcome: &CombatOutcome,
    idle: &CombatOutcome,
    best: &CombatOutcome,
    certainty: Certainty,
    weights: &Weights,
) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let fame = outcome.fame - idle.fame;
    reasons.push(Reason {
        tag: "fame",
        text: if fame >= 0.0 {
            format!("it leads to {} more fame", number(fame))
        } else {
            format!("it leads to {} less fame", number(-fame))
        },
        weight: fame * weights.fame,
    });
    let prevented = idle.wounds - outcome.wounds;
    let (with, without) = (some(outcome.wounds, "wound"), number(idle.wounds));
    reasons.push(Reason {
        tag: "wounds",
        text: if prevented >= 0.0 {
            format!("it leads to {with} instead of {without}")
        } else {
            format!("it leads to {with}, doing nothing leads to {without}")
        },
        weight: prevented * weights.wound,
    });
    let prevented = idle.poison_wounds - outcome.poison_wounds;
    reasons.push(Reason {
        tag: "poison",
        text: {
            let (change, how) = match prevented >= 0.0 {
                true => (prevented, "fewer"),
                false => (-prevented, "more"),
            };
            let wounds = some(change, &format!("{how} wound"));
            format!("poison puts {wounds} into the discard pile")
        },
        weight: prevented * weights.poison_wound,
    });
    let kept = outcome.cards_kept - idle.cards_kept;
    reasons.push(Reason {
        tag: "cards",
        text: if kept >= 0.0 {
            format!("it keeps {}", some(kept, "more card"))
        } else {
            format!("it costs {}", some(-kept, "card"))
        },
        weight: kept * weights.card,
    });
    let prevented = idle.knocked_out - outcome.knocked_out;
    reasons.push(Reason {
        tag: "knockOut",
        text: if prevented >= 0.0 {
            "it keeps the hero from being knocked out".to_owned()
        } else {
            "it lets the hero be knocked out".to_owned()
        },
        weight: prevented * weights.knock_out,
    });
    let (held, spared) = (&outcome.held, &idle.held);
    let changes = [
        (
            "crystals",
            held.crystals - spared.crystals,
            weights.crystal,
            "crystal",
        ),
        (
            "mana",
            held.tokens - spared.tokens,
            weights.token,
            "mana token",
        ),
        (
            "units",
            held.ready_units - spared.ready_units,
            weights.ready_unit,
            "unit",
        ),
        (
            "skills",
            held.skills - spared.skills,
            weights.skill,
            "skill",
        ),
    ];
    for (tag, change, weight, noun) in changes {
        reasons.push(Reason {
            tag,
            text: format!("it uses {}", some(-change, noun)),
            weight: change * weight,
        });
    }
    let losses = [
        (
            "woundedUnits",
            held.wounded_units - spared.wounded_units,
            weights.wounded_unit,
            "is wounded",
        ),
        (
            "destroyedUnits",
            held.destroyed_units - spared.destroyed_units,
            weights.destroyed_unit,
            "is destroyed",
        ),
    ];
    for (tag, change, weight, what) in losses {
        reasons.push(Reason {
            tag,
            text: format!("{} {what}", some(change, "unit")),
            weight: -change * weight,
        });
    }
    let thrown = held.thrown_cards - spared.thrown_cards;
    reasons.push(Reason {
        tag: "thrownCards",
        text: format!("{} for good", some(thrown, "card")),
        weight: -thrown * weights.thrown_card,
    });
    let behind = outcome.score(weights) - best.score(weights);
    reasons.push(Reason {
        tag: "behindBest",
        text: format!("it scores {} less than the best action", number(-behind)),
        weight: behind,
    });
    reasons.retain(|reason| reason.weight.abs() >= SMALLEST_WEIGHT);
    reasons.sort_by(|a, b| {
        let by_weight = b.weight.abs().total_cmp(&a.weight.abs());
        by_weight.then_with(|| a.tag.cmp(b.tag))
    });
    // The certainty has no weight and comes last.
    let unsure = match certainty {
        Certainty::Exact => None,
        Certainty::Sampled => Some("only a sample of the possible draws was searched"),
        Certainty::Bounded => Some("the search budget ended before all lines were searched"),
    };
    reasons.extend(unsure.map(|text| Reason {
        tag: certainty.word(),
        text: text.to_owned(),
        weight: 0.0,
    }));
    reasons
}

/// "1 card", "2 cards", "1.5 cards".
fn some(value: f64, noun: &str) -> String {
    match number(value).as_str() {
        "1" => format!("1 {noun}"),
        other => format!("{other} {noun}s"),
    }
}

/// "3", or "2.4" for an average.
pub(super) fn number(value: f64) -> String {
    let value = if value.abs() < 1e-9 { 0.0 } else { value };
    if (value - value.round()).abs() < 1e-9 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}
