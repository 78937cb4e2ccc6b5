//! Advice on which cards of an opening hand to keep, as the first version gave it. Other
//! advice is measured against it.
//!
//! The value of a hand is the sum of the worths of its cards and a bonus for openers,
//! which are cards that can be played on the opening board:
//!
//! - An opener is worth what its best play adds to the evaluation of the opening.
//! - Any other card is worth a share of its printed power (`RANK_TWO_SHARE` and so
//!   on). The later the card can be played, the smaller the share. Its abilities do not
//!   count.
//! - The first three openers add to the bonus, the fourth adds nothing, and further ones
//!   reduce it ([`opener_bonus`]): about three openers are enough to open the board, and
//!   a hand of openers alone has no strong cards to play afterwards.
//!
//! The shares and the bonus are estimates. The expected value over the drawn cards is
//! exact. The replaced cards go back into the deck, the deck is shuffled, and as many
//! cards are drawn. Each card of the deck is equally likely to be drawn, which gives the
//! expected worth. The number of drawn openers has a hypergeometric distribution, which
//! gives the expected bonus. All 2ⁿ choices are compared.

use super::draws::binomial;
use super::{
    Choices, KeepOrReplace, LARGEST_HAND, MulliganAdvice, MulliganError, MulliganReason, decision,
};
use crate::prediction::evaluation::evaluate;
use crate::rules::{Board, CardId, Cost, Play, Rulebook, Side};

pub(crate) const RANK_TWO_SHARE: f64 = 0.7;
pub(crate) const RANK_THREE_SHARE: f64 = 0.5;
/// For a replacement card, which needs a card of its own side to replace.
pub(crate) const REPLACEMENT_SHARE: f64 = 0.5;

/// What one more opener adds to a hand with 0, 1, 2, … openers. The values fall, so the
/// bonus is concave.
const NEXT_OPENER: [f64; 5] = [3.0, 2.0, 1.0, 0.0, -1.0];

/// The best cards to put back. Of equally good choices it takes the one that replaces
/// fewer cards, then the one with lower card ids.
pub fn advise(
    book: &Rulebook,
    hand: &[CardId],
    rest_of_deck: &[CardId],
) -> Result<MulliganAdvice, MulliganError> {
    if hand.len() > LARGEST_HAND {
        return Err(MulliganError::HandTooLarge { found: hand.len() });
    }
    // Sorted, so that the order of the cards does not change the rounding.
    let sorted = |cards: &[CardId]| {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        cards
    };
    let hand = sorted(hand);
    let valued = |cards: &[CardId]| -> Vec<Valued> {
        cards.iter().map(|card| Valued::of(book, *card)).collect()
    };
    let (valued_hand, rest) = (valued(&hand), valued(&sorted(rest_of_deck)));
    let values = (0..1 << hand.len())
        .map(|choice| expected(&valued_hand, &rest, choice))
        .collect();
    let choices = Choices { hand, values };
    let best = choices.best();
    let reason = |index: usize| {
        let loss = choices.loss_otherwise(best, index);
        valued_hand[index].reason(book, decision(best, index), loss)
    };
    Ok(MulliganAdvice {
        replace: choices.cards(best, KeepOrReplace::Replace),
        keep: choices.cards(best, KeepOrReplace::Keep),
        value_kept: choices.values[0],
        value_after: choices.values[best],
        reasons: (0..choices.hand.len()).map(reason).collect(),
    })
}

/// The value of these cards as a hand.
pub fn hand_value(book: &Rulebook, hand: &[CardId]) -> f64 {
    let valued: Vec<Valued> = hand.iter().map(|card| Valued::of(book, *card)).collect();
    let openers = valued.iter().filter(|card| card.is_opener()).count();
    valued.iter().map(|card| card.worth).sum::<f64>() + opener_bonus(openers)
}

/// The bonus of a hand with this many openers.
pub fn opener_bonus(openers: usize) -> f64 {
    let last = NEXT_OPENER[NEXT_OPENER.len() - 1];
    (0..openers)
        .map(|before| NEXT_OPENER.get(before).copied().unwrap_or(last))
        .sum()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readiness {
    /// The card can be played on the opening board.
    AtOnce,
    Later,
}

#[derive(Clone, Copy, Debug)]
struct Valued {
    card: CardId,
    worth: f64,
    readiness: Readiness,
}

impl Valued {
    fn of(book: &Rulebook, card: CardId) -> Valued {
        let opening = Board::opening();
        let before = evaluate(&opening, &opening.powers(book)).total();
        let gain = |play: Play| {
            let mut board = opening;
            let resolved = board.play_unchecked(book, Side::You, play, &mut ());
            evaluate(&board, &resolved.powers).total() - before
        };
        let plays = opening.legal_plays(book, Side::You, &[card]);
        match plays.into_iter().map(gain).reduce(f64::max) {
            Some(worth) => Valued {
                card,
                worth,
                readiness: Readiness::AtOnce,
            },
            None => Valued {
                card,
                worth: later_share(book, card) * f64::from(book.catalogue[card].power),
                readiness: Readiness::Later,
            },
        }
    }

    fn is_opener(&self) -> bool {
        self.readiness == Readiness::AtOnce
    }

    fn reason(&self, book: &Rulebook, decision: KeepOrReplace, loss: f64) -> MulliganReason {
        let name = &book.catalogue[self.card].name;
        let when = match self.readiness {
            Readiness::AtOnce => "playable on turn 1",
            Readiness::Later => "not playable on turn 1",
        };
        let worth = self.worth;
        let text = match decision {
            KeepOrReplace::Keep => format!(
                "Keep {name}: {when} and worth {worth:.2}; putting it back would cost {loss:.2} on average."
            ),
            KeepOrReplace::Replace => format!(
                "Replace {name}: {when} and worth {worth:.2}; keeping it would cost {loss:.2} on average."
            ),
        };
        MulliganReason {
            card: self.card,
            decision,
            loss_otherwise: loss,
            text,
        }
    }
}

fn later_share(book: &Rulebook, card: CardId) -> f64 {
    match book.catalogue[card].cost {
        Cost::Replacement => REPLACEMENT_SHARE,
        Cost::Pawns(rank) if rank.get() <= 2 => RANK_TWO_SHARE,
        Cost::Pawns(_) => RANK_THREE_SHARE,
    }
}

/// The expected value of the hand after the cards of `choice` were put back into the
/// deck and as many cards were drawn.
fn expected(hand: &[Valued], rest: &[Valued], choice: usize) -> f64 {
    let (mut kept_worth, mut kept_openers) = (0.0, 0);
    let mut drawn = 0;
    let mut deck_worth: f64 = rest.iter().map(|card| card.worth).sum();
    let mut deck_openers = rest.iter().filter(|card| card.is_opener()).count();
    for (index, card) in hand.iter().enumerate() {
        match decision(choice, index) {
            KeepOrReplace::Keep => {
                kept_worth += card.worth;
                kept_openers += usize::from(card.is_opener());
            }
            KeepOrReplace::Replace => {
                drawn += 1;
                deck_worth += card.worth;
                deck_openers += usize::from(card.is_opener());
            }
        }
    }
    let deck = rest.len() + drawn;
    if drawn == 0 {
        return kept_worth + opener_bonus(kept_openers);
    }
    let drawn_worth = deck_worth * drawn as f64 / deck as f64;
    let ways = binomial(deck, drawn);
    let bonus: f64 = (0..=drawn.min(deck_openers))
        .map(|openers| {
            let chosen = binomial(deck_openers, openers);
            let others = binomial(deck - deck_openers, drawn - openers);
            chosen * others / ways * opener_bonus(kept_openers + openers)
        })
        .sum();
    kept_worth + drawn_worth + bonus
}
