//! What an exchange of cards is worth on average, over the hands that it can give.

use super::KeepOrReplace;
use super::decision;
use super::hand_chance::{HandChance, PartOfHand};
use qbcoach_basics::chance::Chance;

/// Up to this many draws are averaged exactly. A hand of 5 from a deck of 15 has 3003.
const MOST_DRAWS: f64 = 20_000.0;
/// Of more draws so many are sampled. Only decks much larger than those of the presets
/// have them.
const SAMPLED_DRAWS: usize = 400;

/// The draws from one deck, whose first `hand` cards are the opening hand.
pub(super) struct Draws {
    chance: HandChance,
    hand: usize,
    rest: usize,
}

impl Draws {
    /// The average hand of the deck gets a chance of one half.
    pub fn new(mut chance: HandChance, hand: usize, rest: usize) -> Draws {
        chance.average = 0.0;
        let mut draws = Draws { chance, hand, rest };
        let all = (1 << hand) - 1;
        draws.chance.average = draws.mean(all, HandChance::score);
        draws
    }

    /// The mean chance to win after the cards of `choice` were put back into the deck and
    /// as many were drawn. Every hand of cards is equally likely.
    pub fn value_after(&self, choice: usize) -> f64 {
        self.mean(choice, HandChance::chance)
    }

    fn mean(&self, choice: usize, value: fn(&HandChance, &PartOfHand) -> f64) -> f64 {
        let mut kept = self.chance.empty_hand();
        let mut deck: Vec<usize> = (self.hand..self.hand + self.rest).collect();
        let mut drawn = 0;
        for index in 0..self.hand {
            match decision(choice, index) {
                KeepOrReplace::Keep => self.chance.add(&mut kept, index),
                KeepOrReplace::Replace => {
                    deck.push(index);
                    drawn += 1;
                }
            }
        }
        let mut sum = Mean::default();
        if binomial(deck.len(), drawn) <= MOST_DRAWS {
            self.every_draw(&kept, &deck, drawn, value, &mut sum);
        } else {
            let mut chance = Chance::new(0, choice as u64);
            for _ in 0..SAMPLED_DRAWS {
                chance.shuffle(&mut deck);
                let mut hand = kept.clone();
                deck[..drawn]
                    .iter()
                    .for_each(|card| self.chance.add(&mut hand, *card));
                sum.add(value(&self.chance, &hand));
            }
        }
        sum.mean()
    }

    /// Adds the value of every hand that drawing `left` of these cards can give.
    fn every_draw(
        &self,
        hand: &PartOfHand,
        cards: &[usize],
        left: usize,
        value: fn(&HandChance, &PartOfHand) -> f64,
        sum: &mut Mean,
    ) {
        if left == 0 {
            sum.add(value(&self.chance, hand));
            return;
        }
        for (place, card) in cards.iter().enumerate() {
            let rest = &cards[place + 1..];
            if rest.len() + 1 < left {
                return;
            }
            let mut next = hand.clone();
            self.chance.add(&mut next, *card);
            self.every_draw(&next, rest, left - 1, value, sum);
        }
    }
}

#[derive(Default)]
struct Mean {
    sum: f64,
    number: u64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.number += 1;
    }

    fn mean(&self) -> f64 {
        self.sum / self.number as f64
    }
}

/// How many ways there are to choose `k` of `n`; exact below 2^53.
pub(super) fn binomial(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}
