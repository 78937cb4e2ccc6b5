//! Why an action is what it is: sentences made from numbers that were computed.

use super::outcome::Outcome;
use super::search::Certainty;

/// One reason; a negative weight speaks against the action.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub tag: &'static str,
    pub text: String,
    pub weight: f64,
}

/// Less than this is not worth a sentence.
const WORTH_SAYING: f64 = 0.05;

/// The reasons for an action that leads to `outcome`, where doing nothing would
/// lead to `idle` and the best action to `best`; the weightiest first.
pub(super) fn reasons(
    outcome: &Outcome,
    idle: &Outcome,
    best: &Outcome,
    certainty: Certainty,
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
        weight: fame * Outcome::FAME,
    });
    let prevented = idle.wounds - outcome.wounds;
    let (with, without) = (some(outcome.wounds, "wound"), number(idle.wounds));
    reasons.push(Reason {
        tag: "wounds",
        text: if prevented >= 0.0 {
            format!("it leads to {with} instead of {without}")
        } else {
            format!("it leads to {with}, doing nothing to {without}")
        },
        weight: prevented * Outcome::WOUND,
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
        weight: prevented * Outcome::POISON_WOUND,
    });
    let kept = outcome.cards_kept - idle.cards_kept;
    reasons.push(Reason {
        tag: "cards",
        text: if kept >= 0.0 {
            format!("it keeps {}", some(kept, "more card"))
        } else {
            format!("it takes {}", some(-kept, "card"))
        },
        weight: kept * Outcome::CARD,
    });
    let standing = idle.knocked_out - outcome.knocked_out;
    reasons.push(Reason {
        tag: "knockOut",
        text: if standing >= 0.0 {
            "it keeps the hero from being knocked out".to_owned()
        } else {
            "it lets the hero be knocked out".to_owned()
        },
        weight: standing * Outcome::KNOCK_OUT,
    });
    let lacks = outcome.score() - best.score();
    reasons.push(Reason {
        tag: "behindBest",
        text: format!("it ends {} worse than the best action", number(-lacks)),
        weight: lacks,
    });
    reasons.retain(|reason| reason.weight.abs() >= WORTH_SAYING);
    reasons.sort_by(|a, b| {
        let by_weight = b.weight.abs().total_cmp(&a.weight.abs());
        by_weight.then_with(|| a.tag.cmp(b.tag))
    });
    // How sure all this is weighs nothing and is said last.
    let unsure = match certainty {
        Certainty::Exact => None,
        Certainty::Sampled => Some("chance was sampled, not counted"),
        Certainty::Bounded => Some("the search ended before the combat did"),
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

/// "3", or "2.4" where chance decides.
pub(super) fn number(value: f64) -> String {
    let value = if value.abs() < 1e-9 { 0.0 } else { value };
    if (value - value.round()).abs() < 1e-9 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}
