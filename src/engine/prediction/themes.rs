//! Which cards tend to be in one deck. This is learnt from the archetypes by what cards
//! do (their themes) and not by which cards they are, so that it also covers cards that
//! no archetype contains.

use std::collections::BTreeMap;

use crate::rules::effect::{CountedStatus, Operation, Trigger};
use crate::rules::{Card, CardId, Catalogue};

/// What a card does: its trigger, its operation, and whether the amount is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Theme {
    Plain,
    Able {
        trigger: Trigger,
        operation_kind: u8,
        sign: i32,
        counted: Option<CountedStatus>,
    },
}

impl Theme {
    /// A card's theme is that of its first ability.
    fn of(card: &Card) -> Theme {
        let first = card.effects.first();
        let Some((effect, operation)) = first.and_then(|e| Some((e, e.operations.first()?))) else {
            return Theme::Plain;
        };
        let (operation_kind, amount, counted) = match operation {
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
            operation_kind,
            sign: amount.signum(),
            counted,
        }
    }
}

/// How much more often cards of two themes share a deck than chance would have it.
#[derive(Debug)]
pub(super) struct Themes {
    /// By card of the catalogue.
    theme_of: Vec<usize>,
    /// The logarithm of that ratio, by pair of themes.
    attraction: Vec<Vec<f64>>,
}

/// Added to both counts of a pair, so that rare pairs have a ratio near 1.
const DOUBT: f64 = 0.3;

impl Themes {
    pub(crate) fn learn(catalogue: &Catalogue, decks: &[Vec<CardId>]) -> Themes {
        let mut theme_numbers: BTreeMap<Theme, usize> = BTreeMap::new();
        let theme_of: Vec<usize> = catalogue
            .cards()
            .iter()
            .map(|card| {
                let next = theme_numbers.len();
                *theme_numbers.entry(Theme::of(card)).or_insert(next)
            })
            .collect();
        let counts: Vec<Vec<f64>> = decks
            .iter()
            .map(|deck| {
                let mut count = vec![0.0; theme_numbers.len()];
                for theme in deck.iter().filter_map(|card| theme_of.get(card.index())) {
                    count[*theme] += 1.0;
                }
                count
            })
            .collect();
        let number = counts.len().max(1) as f64;
        let mean = |theme: usize| counts.iter().map(|count| count[theme]).sum::<f64>() / number;
        let means: Vec<f64> = (0..theme_numbers.len()).map(mean).collect();
        let attraction = (0..theme_numbers.len())
            .map(|a| {
                (0..theme_numbers.len())
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

    /// How well a card goes with the seen cards: the mean attraction, or 0 if no card
    /// was seen.
    pub(crate) fn attraction(&self, card: CardId, seen: &[(CardId, usize)]) -> f64 {
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
