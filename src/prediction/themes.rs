//! Which kinds of card go together: learnt from the archetypes, by what cards do
//! and not by which cards they are, so that it also speaks of cards that no
//! archetype plays.

use std::collections::BTreeMap;

use crate::rules::effect::{Counted, Operation, Trigger};
use crate::rules::{Card, CardId, Catalogue};

/// What a card is played for: when it acts, what it does, and to which end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Theme {
    Plain,
    Able {
        trigger: Trigger,
        deed: u8,
        sign: i32,
        counted: Option<Counted>,
    },
}

impl Theme {
    /// A card's theme is that of its first ability.
    fn of(card: &Card) -> Theme {
        let first = card.effects.first();
        let Some((effect, operation)) = first.and_then(|e| Some((e, e.operations.first()?))) else {
            return Theme::Plain;
        };
        let (deed, amount, counted) = match operation {
            Operation::ModifyPower { amount, .. } => (0, *amount, None),
            Operation::GrowPower { amount } => (1, *amount, None),
            Operation::CountPower { amount, per } => (2, *amount, Some(per.state)),
            Operation::DestroyCards => (3, 0, None),
            Operation::ReplaceAlly(_) => (4, 0, None),
            Operation::AddToHand(_) => (5, 0, None),
            Operation::SpawnToken(_) => (6, 0, None),
            Operation::ModifyTileRanks { .. } => (7, 0, None),
            Operation::ScoreBonus { .. } => (8, 0, None),
            Operation::LaneMinTransfer => (9, 0, None),
            Operation::ExpandPositions => (10, 0, None),
        };
        Theme::Able {
            trigger: effect.trigger,
            deed,
            sign: amount.signum(),
            counted,
        }
    }
}

/// How much more often cards of two themes share a deck than chance would have it.
pub(super) struct Themes {
    /// By card of the catalogue.
    theme_of: Vec<usize>,
    /// The logarithm, by pair of themes.
    attraction: Vec<Vec<f64>>,
}

/// Pairs that were hardly seen are taken for ordinary.
const DOUBT: f64 = 0.3;

impl Themes {
    pub fn learn(catalogue: &Catalogue, decks: &[Vec<CardId>]) -> Themes {
        let mut places: BTreeMap<Theme, usize> = BTreeMap::new();
        let theme_of: Vec<usize> = catalogue
            .cards()
            .iter()
            .map(|card| {
                let next = places.len();
                *places.entry(Theme::of(card)).or_insert(next)
            })
            .collect();
        let counts: Vec<Vec<f64>> = decks
            .iter()
            .map(|deck| {
                let mut count = vec![0.0; places.len()];
                for place in deck.iter().filter_map(|card| theme_of.get(card.index())) {
                    count[*place] += 1.0;
                }
                count
            })
            .collect();
        let number = counts.len().max(1) as f64;
        let mean = |theme: usize| counts.iter().map(|count| count[theme]).sum::<f64>() / number;
        let means: Vec<f64> = (0..places.len()).map(mean).collect();
        let attraction = (0..places.len())
            .map(|a| {
                (0..places.len())
                    .map(|b| {
                        let together: f64 = counts.iter().map(|count| count[a] * count[b]).sum();
                        let by_chance = number * means[a] * means[b];
                        ((together + DOUBT) / (by_chance + DOUBT)).ln()
                    })
                    .collect()
            })
            .collect();
        Themes {
            theme_of,
            attraction,
        }
    }

    /// How much a card goes with those seen: the mean attraction, 0 for none.
    pub fn attraction(&self, card: CardId, seen: &[(CardId, usize)]) -> f64 {
        let mut sum = 0.0;
        let mut number = 0.0;
        for (other, copies) in seen {
            let pair = self.attraction[self.theme_of[card.index()]][self.theme_of[other.index()]];
            sum += pair * *copies as f64;
            number += *copies as f64;
        }
        if number == 0.0 { 0.0 } else { sum / number }
    }
}
