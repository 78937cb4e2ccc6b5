//! Advice on which cards of an opening hand to keep, by the chance to win.
//!
//! [`hand_chance`] says how likely a hand wins, fitted to self-play. For each choice of
//! cards to put back, [`draws`] averages this chance over the hands that the draw can give.
//! All 2ⁿ choices are compared. [`mod@reference`] is the advice of the first version, which
//! judges cards by the opening board alone; it is kept to be measured against.

mod draws;
pub mod hand_chance;
pub mod reference;

use draws::Draws;
use hand_chance::HandChance;

use crate::rules::{Board, CardId, Rulebook, Side};

/// A larger hand has too many choices to compare them all.
pub(crate) const LARGEST_HAND: usize = 10;

/// Differences below this are rounding.
const SAME: f64 = 1e-9;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeepOrReplace {
    Keep,
    Replace,
}

/// Why one card is kept or replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct MulliganReason {
    pub card: CardId,
    pub decision: KeepOrReplace,
    /// By how much the opposite decision on this card would lower the expected value.
    pub loss_otherwise: f64,
    /// The decision and why, as a sentence.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MulliganAdvice {
    /// All lists are ordered by card.
    pub replace: Vec<CardId>,
    pub keep: Vec<CardId>,
    /// The value of the present hand.
    pub value_kept: f64,
    /// The expected value of the hand after the advised exchange.
    pub value_after: f64,
    /// One for each card of the hand.
    pub reasons: Vec<MulliganReason>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MulliganError {
    #[error("a hand of {found} cards is too large for advice: give at most {LARGEST_HAND}")]
    HandTooLarge { found: usize },
}

/// The best cards to put back. Of equally good choices it takes the one that replaces
/// fewer cards, then the one with lower card ids.
///
/// Values are chances to win against an equal opponent. A hand as good as the average
/// opening hand of the deck has one half.
pub fn advise(
    book: &Rulebook,
    hand: &[CardId],
    rest_of_deck: &[CardId],
) -> Result<MulliganAdvice, MulliganError> {
    if hand.len() > LARGEST_HAND {
        return Err(MulliganError::HandTooLarge { found: hand.len() });
    }
    // Sorted, so that the order of the cards changes neither the draws nor the rounding.
    let (mut hand, mut rest) = (hand.to_vec(), rest_of_deck.to_vec());
    hand.sort_unstable();
    rest.sort_unstable();
    let chance = HandChance::new(book, &hand, &rest);
    let draws = Draws::new(chance, hand.len(), rest.len());
    let values = (0..1 << hand.len())
        .map(|choice| draws.value_after(choice))
        .collect();
    let choices = Choices { hand, values };
    let best = choices.best();
    let reason = |index: usize| {
        let loss = choices.loss_otherwise(best, index);
        let card = choices.hand[index];
        let decision = decision(best, index);
        MulliganReason {
            card,
            decision,
            loss_otherwise: loss,
            text: reason_text(book, card, decision, loss),
        }
    };
    Ok(MulliganAdvice {
        replace: choices.cards(best, KeepOrReplace::Replace),
        keep: choices.cards(best, KeepOrReplace::Keep),
        value_kept: choices.values[0],
        value_after: choices.values[best],
        reasons: (0..choices.hand.len()).map(reason).collect(),
    })
}

/// "Keep Crawler: playable on turn 1. A new card would win 2.1 % less often on average."
fn reason_text(book: &Rulebook, card: CardId, decision: KeepOrReplace, loss: f64) -> String {
    let name = &book.catalogue[card].name;
    let playable = is_opener(book, card);
    let percent = format!("{:.1} %", loss * 100.0);
    let matters = percent != "0.0 %";
    match (decision, playable) {
        (KeepOrReplace::Keep, true) if matters => {
            format!("Keep {name}: playable on turn 1. Putting it back costs {percent} win chance.")
        }
        (KeepOrReplace::Keep, true) => {
            format!("Keep {name}: playable on turn 1. A new card is about as good.")
        }
        (KeepOrReplace::Keep, false) if matters => format!(
            "Keep {name}: not playable on turn 1, but better than what you would draw for it. Putting it back costs {percent} win chance."
        ),
        (KeepOrReplace::Keep, false) => {
            format!("Keep {name}: not playable on turn 1, but a new card is about as good.")
        }
        (KeepOrReplace::Replace, true) if matters => format!(
            "Replace {name}: playable on turn 1, but a new card is better on average. Keeping it costs {percent} win chance."
        ),
        (KeepOrReplace::Replace, true) => {
            format!("Replace {name}: playable on turn 1, but a new card is slightly better.")
        }
        (KeepOrReplace::Replace, false) if matters => {
            format!(
                "Replace {name}: not playable on turn 1. Keeping it costs {percent} win chance."
            )
        }
        (KeepOrReplace::Replace, false) => {
            format!("Replace {name}: not playable on turn 1. A new card is slightly better.")
        }
    }
}

/// Whether the card can be played on the opening board.
pub(crate) fn is_opener(book: &Rulebook, card: CardId) -> bool {
    let plays = Board::opening().legal_plays(book, Side::You, &[card]);
    !plays.is_empty()
}

/// Every choice of cards to replace. The bits of a number say which cards it replaces.
struct Choices {
    /// Sorted.
    hand: Vec<CardId>,
    /// The expected value of each choice. Choice 0 replaces nothing.
    values: Vec<f64>,
}

impl Choices {
    fn best(&self) -> usize {
        let highest = self.values.iter().copied().fold(f64::MIN, f64::max);
        let good = (0..self.values.len()).filter(|choice| self.values[*choice] >= highest - SAME);
        let replaced = |choice: usize| self.cards(choice, KeepOrReplace::Replace);
        good.min_by_key(|choice| (choice.count_ones(), replaced(*choice), *choice))
            .unwrap_or_default()
    }

    fn cards(&self, choice: usize, wanted: KeepOrReplace) -> Vec<CardId> {
        let hand = self.hand.iter().enumerate();
        hand.filter(|(index, _)| decision(choice, *index) == wanted)
            .map(|(_, card)| *card)
            .collect()
    }

    /// How much worse the choice is that differs from this one in one card. Between equal
    /// choices rounding may make the difference negative.
    fn loss_otherwise(&self, choice: usize, index: usize) -> f64 {
        (self.values[choice] - self.values[choice ^ 1 << index]).max(0.0)
    }
}

fn decision(choice: usize, index: usize) -> KeepOrReplace {
    if choice >> index & 1 == 1 {
        KeepOrReplace::Replace
    } else {
        KeepOrReplace::Keep
    }
}
