//! What to keep of an opening hand.
//!
//! The value of a hand is the worth of its cards and a bonus for openers, cards
//! that can be played on the opening board:
//!
//! - An opener is worth what its best play adds to the evaluation of the opening.
//! - Any other card is worth a share of its printed power ([`RANK_TWO_SHARE`]
//!   and so on): the later it can come down, the smaller. What it does beside
//!   its power is not counted.
//! - The first openers count for much, the fourth for nothing and further ones
//!   against the hand ([`opener_bonus`]): about three open the board, and a hand
//!   of nothing else has nothing to put on it.
//!
//! The shares and the bonus are judgement. The expectation over what is drawn
//! is exact: the replaced cards go back into the deck, it is shuffled, and as
//! many are drawn, so that each card of the deck is drawn equally often (which
//! settles the sum of worths) and the number of openers drawn is hypergeometric
//! (which settles the bonus). All 2ⁿ choices are compared.

use crate::prediction::evaluation::evaluate;
use crate::rules::{Board, CardId, Cost, Play, Rulebook, Side};

/// More cards than this have too many choices to compare them all.
pub const LARGEST_HAND: usize = 10;

pub const RANK_TWO_SHARE: f64 = 0.7;
pub const RANK_THREE_SHARE: f64 = 0.5;
/// For a replacement card, which needs a card to be given up.
pub const REPLACEMENT_SHARE: f64 = 0.5;

/// What one more opener adds to a hand that has 0, 1, 2, … of them; falling, so
/// that the bonus is concave.
const NEXT_OPENER: [f64; 5] = [3.0, 2.0, 1.0, 0.0, -1.0];

/// Differences below this are rounding.
const SAME: f64 = 1e-9;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    Keep,
    Replace,
}

/// Why one card is kept or replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct MulliganReason {
    pub card: CardId,
    pub verdict: Verdict,
    /// What the card counts for in a hand, the bonus for openers apart.
    pub worth: f64,
    /// The expected value that the opposite decision on this card would lose.
    pub loss_otherwise: f64,
    /// The sentence that says so.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MulliganAdvice {
    /// Ordered by card, as are the others.
    pub replace: Vec<CardId>,
    pub keep: Vec<CardId>,
    /// The value of the hand as it is.
    pub value_kept: f64,
    /// The expected value of the hand after the advice is followed.
    pub value_after: f64,
    /// One for each card of the hand.
    pub reasons: Vec<MulliganReason>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MulliganError {
    #[error("a hand of {found} cards is too large for advice: give at most {LARGEST_HAND}")]
    HandTooLarge { found: usize },
}

/// The best cards to put back; of equally good choices the one that replaces
/// fewer cards, then lower ones.
pub fn advise(
    book: &Rulebook,
    hand: &[CardId],
    rest_of_deck: &[CardId],
) -> Result<MulliganAdvice, MulliganError> {
    if hand.len() > LARGEST_HAND {
        return Err(MulliganError::HandTooLarge { found: hand.len() });
    }
    let mut cards = hand.to_vec();
    cards.sort_unstable();
    let choices = Choices::new(book, cards, rest_of_deck);
    let best = choices.best();
    let (replace, keep) = (choices.replaced(best), choices.kept(best));
    let reasons = (0..choices.hand.len())
        .map(|place| choices.reason(book, best, place))
        .collect();
    Ok(MulliganAdvice {
        replace,
        keep,
        value_kept: choices.values[0],
        value_after: choices.values[best],
        reasons,
    })
}

/// The value of these cards as a hand.
pub fn hand_value(book: &Rulebook, hand: &[CardId]) -> f64 {
    let valued: Vec<Valued> = hand.iter().map(|card| Valued::of(book, *card)).collect();
    let openers = valued.iter().filter(|card| card.is_opener()).count();
    valued.iter().map(|card| card.worth).sum::<f64>() + opener_bonus(openers)
}

/// What that many openers add to a hand.
pub fn opener_bonus(openers: usize) -> f64 {
    let last = NEXT_OPENER[NEXT_OPENER.len() - 1];
    (0..openers)
        .map(|before| NEXT_OPENER.get(before).copied().unwrap_or(last))
        .sum()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readiness {
    /// It can be played on the opening board.
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
        let before = evaluate(book, &opening, &opening.powers(book)).total();
        let gain = |play: Play| {
            let mut board = opening;
            let resolved = board.play_unchecked(book, Side::You, play, &mut ());
            evaluate(book, &board, &resolved.powers).total() - before
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
}

fn later_share(book: &Rulebook, card: CardId) -> f64 {
    match book.catalogue[card].cost {
        Cost::Replacement => REPLACEMENT_SHARE,
        Cost::Pawns(rank) if rank.get() <= 2 => RANK_TWO_SHARE,
        Cost::Pawns(_) => RANK_THREE_SHARE,
    }
}

/// Every choice of cards to replace, as the bits of a number.
struct Choices {
    hand: Vec<Valued>,
    /// The expected value of each choice; that of choice 0 is the hand's own.
    values: Vec<f64>,
}

impl Choices {
    fn new(book: &Rulebook, hand: Vec<CardId>, rest: &[CardId]) -> Choices {
        let of = |card: &CardId| Valued::of(book, *card);
        let hand: Vec<Valued> = hand.iter().map(of).collect();
        // Ordered, so that the order of the deck cannot show in the last digit.
        let mut rest = rest.to_vec();
        rest.sort_unstable();
        let rest: Vec<Valued> = rest.iter().map(of).collect();
        let values = (0..1 << hand.len())
            .map(|choice| expected(&hand, &rest, choice))
            .collect();
        Choices { hand, values }
    }

    fn best(&self) -> usize {
        let highest = self.values.iter().copied().fold(f64::MIN, f64::max);
        let good = (0..self.values.len()).filter(|choice| self.values[*choice] >= highest - SAME);
        good.min_by_key(|choice| (choice.count_ones(), self.replaced(*choice), *choice))
            .unwrap_or_default()
    }

    fn replaced(&self, choice: usize) -> Vec<CardId> {
        self.cards(choice, Verdict::Replace)
    }

    fn kept(&self, choice: usize) -> Vec<CardId> {
        self.cards(choice, Verdict::Keep)
    }

    fn cards(&self, choice: usize, wanted: Verdict) -> Vec<CardId> {
        let hand = self.hand.iter().enumerate();
        hand.filter(|(place, _)| verdict(choice, *place) == wanted)
            .map(|(_, valued)| valued.card)
            .collect()
    }

    fn reason(&self, book: &Rulebook, best: usize, place: usize) -> MulliganReason {
        let Valued {
            card,
            worth,
            readiness,
        } = self.hand[place];
        let verdict = verdict(best, place);
        let otherwise = self.values[best ^ 1 << place];
        // Of equals the difference is rounding, and no loss is below nothing.
        let loss_otherwise = (self.values[best] - otherwise).max(0.0);
        let name = &book.catalogue[card].name;
        let when = match readiness {
            Readiness::AtOnce => "playable at once",
            Readiness::Later => "not playable at once",
        };
        let text = match verdict {
            Verdict::Keep => format!(
                "Keep {name}: {when} and worth {worth:.2}; putting it back would cost {loss_otherwise:.2} on average."
            ),
            Verdict::Replace => format!(
                "Replace {name}: {when} and worth {worth:.2}; keeping it would cost {loss_otherwise:.2} on average."
            ),
        };
        MulliganReason {
            card,
            verdict,
            worth,
            loss_otherwise,
            text,
        }
    }
}

fn verdict(choice: usize, place: usize) -> Verdict {
    if choice >> place & 1 == 1 {
        Verdict::Replace
    } else {
        Verdict::Keep
    }
}

/// The expected value of the hand after the cards of `choice` went back into the
/// deck and as many were drawn.
fn expected(hand: &[Valued], rest: &[Valued], choice: usize) -> f64 {
    let (mut kept_worth, mut kept_openers) = (0.0, 0);
    let mut drawn = 0;
    let mut deck_worth: f64 = rest.iter().map(|card| card.worth).sum();
    let mut deck_openers = rest.iter().filter(|card| card.is_opener()).count();
    for (place, card) in hand.iter().enumerate() {
        match verdict(choice, place) {
            Verdict::Keep => {
                kept_worth += card.worth;
                kept_openers += usize::from(card.is_opener());
            }
            Verdict::Replace => {
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

/// How many ways there are to choose `k` of `n`; exact below 2^53.
fn binomial(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}
