//! What each ingredient of the search is worth: the coach plays against itself with one
//! ingredient switched off, and against the oracle.

use super::selfplay::{Competitor, Contest, ContestReport, Policy, SelfplayError};
use qbcoach_engine::coaching::SearchStyle;
use qbcoach_engine::coaching::search::{LeafSource, PlayBeliefStyle};
use qbcoach_engine::rules::BySide;

/// One contest of a ladder. The coach plays against this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// "without dropping the worst moves"
    pub name: &'static str,
    pub competitor: Competitor,
}

/// The rungs of the ladder, for a coach of this many nodes.
pub fn rungs(nodes: u64) -> Vec<Rung> {
    let with = |policy: Policy, style: SearchStyle| Competitor {
        nodes,
        style,
        ..Competitor::new(policy)
    };
    let whole = SearchStyle::default();
    let mut rungs: Vec<Rung> = ingredients_off()
        .into_iter()
        // An ingredient that the coach does not use costs nothing.
        .filter(|(_, style)| *style != whole)
        .map(|(name, style)| Rung {
            name,
            competitor: with(Policy::Coach, style),
        })
        .collect();
    let policies = [
        ("the reference coach", Policy::Reference),
        ("the oracle", Policy::Oracle),
    ];
    rungs.extend(policies.map(|(name, policy)| Rung {
        name,
        competitor: with(policy, SearchStyle::default()),
    }));
    rungs
}

/// The search without one of its ingredients, or with one that it does not use.
fn ingredients_off() -> [(&'static str, SearchStyle); 7] {
    let whole = SearchStyle::default();
    [
        (
            "every move searched to the end, none dropped",
            SearchStyle { kept: 1.0, ..whole },
        ),
        (
            "one imagined deal instead of many",
            SearchStyle {
                worlds: (1, 1),
                ..whole
            },
        ),
        (
            "the plain evaluation at the leaves, made a chance",
            SearchStyle {
                leaf: LeafSource::Plain,
                ..whole
            },
        ),
        (
            "hands of the enemy weighed by what it played",
            SearchStyle {
                belief: Some(PlayBeliefStyle::default()),
                ..whole
            },
        ),
        (
            "no proofs of the endgame",
            SearchStyle {
                proof_share: 0,
                ..whole
            },
        ),
        (
            "each deal chooses your next move as if you saw it",
            SearchStyle {
                shared: 0.0,
                ..whole
            },
        ),
        (
            "the enemy makes its worst reply for you only",
            SearchStyle {
                blend: 0.0,
                ..whole
            },
        ),
    ]
}

/// Plays one rung: the result is that of the whole coach. The contest says with which
/// decks, rules and seed; its competitors are replaced.
pub fn play(contest: &Contest<'_>, rung: &Rung) -> Result<ContestReport, SelfplayError> {
    let whole = Competitor {
        nodes: rung.competitor.nodes,
        ..Competitor::new(Policy::Coach)
    };
    let contest = Contest {
        competitors: BySide::new(whole, rung.competitor),
        ..*contest
    };
    contest.play(|_| {})
}
