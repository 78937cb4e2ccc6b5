//! Lists the likeliest hands and counts all of them.

use super::counting::choose;
use super::deck_belief::{CandidateDeck, DeckBelief};
use super::hand_belief::HandHypothesis;
use super::large_search::LargeSearch;
use crate::rules::CardId;

pub(super) struct HandList {
    pub total: HandTotal,
    pub hands: Vec<HandHypothesis>,
}

/// How many distinct hands there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandTotal {
    Exactly(u64),
    /// An upper bound. Decks far larger than usual have too many hands to find out
    /// which of them several decks share.
    AtMost(u64),
}

impl HandTotal {
    pub const fn number(self) -> u64 {
        match self {
            HandTotal::Exactly(number) | HandTotal::AtMost(number) => number,
        }
    }
}

/// Up to this many hands of several decks are enumerated completely. The hands of 200
/// decks of 15 cards are fewer.
const MOST_AT_ONCE: u128 = 2_000_000;

/// The likeliest hands of `drawn` cards over all candidate decks. The same hand from
/// two decks counts as one hand.
pub(super) fn list_hands(belief: &DeckBelief, drawn: usize, listed: usize) -> HandList {
    let decks: Vec<DeckHands<'_>> = belief
        .decks
        .iter()
        .map(|deck| DeckHands::new(deck, drawn))
        .collect();
    let sum: u128 = decks.iter().map(DeckHands::number).sum();
    let mut total = match u64::try_from(sum) {
        Ok(number) => HandTotal::Exactly(number),
        Err(_) => HandTotal::AtMost(u64::MAX),
    };
    let mut hands: Vec<HandHypothesis> = Vec::new();
    match decks.as_slice() {
        [only] => hands = only.likeliest(listed),
        several if sum <= MOST_AT_ONCE => {
            for deck in several {
                deck.each(&mut |_| true, &mut |hand| hands.push(hand));
            }
            hands = merged(hands);
            total = HandTotal::Exactly(hands.len() as u64);
        }
        several => {
            hands = LargeSearch::new(several, listed).likeliest();
            total = HandTotal::AtMost(total.number());
        }
    }
    hands.sort_by(likelier);
    hands.truncate(listed);
    HandList { total, hands }
}

pub(super) fn likelier(a: &HandHypothesis, b: &HandHypothesis) -> std::cmp::Ordering {
    let by_chance = b.probability.total_cmp(&a.probability);
    by_chance.then_with(|| a.cards.cmp(&b.cards))
}

/// Adds up the chances of equal hands.
fn merged(mut hands: Vec<HandHypothesis>) -> Vec<HandHypothesis> {
    // The sort is stable, so equal hands are added in the order of their decks and
    // the sum is always the same to the last bit.
    hands.sort_by(|a, b| a.cards.cmp(&b.cards));
    hands.dedup_by(|later, first| {
        let same = later.cards == first.cards;
        if same {
            first.probability += later.probability;
        }
        same
    });
    hands
}

/// The hands of one deck.
pub(super) struct DeckHands<'a> {
    pub kinds: &'a [(CardId, usize)],
    pub drawn: usize,
    /// The deck's weight divided by the number of ways to draw.
    pub weight_of_a_way: f64,
    /// For each index of `kinds`: the number of cards from there on.
    pub rest: Vec<usize>,
    /// For each index of `kinds` and each number of cards still to draw: the most ways
    /// in which a single hand can be drawn from there on.
    pub most_ways: Vec<Vec<f64>>,
}

impl<'a> DeckHands<'a> {
    fn new(deck: &'a CandidateDeck, drawn: usize) -> DeckHands<'a> {
        let kinds = deck.unseen.as_slice();
        let size = deck.unseen_size();
        let drawn = drawn.min(size);
        let mut rest = vec![0; kinds.len() + 1];
        let mut most_ways = vec![vec![0.0; drawn + 1]; kinds.len() + 1];
        most_ways[kinds.len()][0] = 1.0;
        for index in (0..kinds.len()).rev() {
            let copies = kinds[index].1;
            rest[index] = rest[index + 1] + copies;
            for left in 0..=drawn {
                let choices = (0..=copies.min(left))
                    .map(|number| choose(copies, number) * most_ways[index + 1][left - number]);
                most_ways[index][left] = choices.fold(0.0, f64::max);
            }
        }
        DeckHands {
            kinds,
            drawn,
            weight_of_a_way: deck.weight / choose(size, drawn),
            rest,
            most_ways,
        }
    }

    /// How many distinct hands there are.
    fn number(&self) -> u128 {
        let mut ways = vec![0_u128; self.drawn + 1];
        ways[0] = 1;
        for (_, copies) in self.kinds {
            for left in (0..=self.drawn).rev() {
                let fewer = left.saturating_sub(*copies)..left;
                let more = ways[fewer]
                    .iter()
                    .fold(0, |sum: u128, way| sum.saturating_add(*way));
                ways[left] = ways[left].saturating_add(more);
            }
        }
        ways[self.drawn]
    }

    /// The likeliest hands, in order, without enumerating all.
    fn likeliest(&self, listed: usize) -> Vec<HandHypothesis> {
        let best: std::cell::RefCell<Vec<HandHypothesis>> = Default::default();
        // Hands are enumerated in the order of their cards, so a hand that is only as
        // likely as the last one of a full list comes after it.
        let mut may_enter = |most: f64| {
            let best = best.borrow();
            best.len() < listed || best.last().is_some_and(|last| most > last.probability)
        };
        self.each(&mut may_enter, &mut |hand| {
            let mut best = best.borrow_mut();
            let index = best.partition_point(|known| likelier(known, &hand).is_lt());
            best.insert(index, hand);
            best.truncate(listed);
        });
        best.into_inner()
    }

    /// Calls `show` for every hand, in the order of the cards. Branches whose highest
    /// possible chance `may_enter` refuses are left out.
    fn each(&self, may_enter: &mut impl FnMut(f64) -> bool, show: &mut impl FnMut(HandHypothesis)) {
        let mut chosen = Vec::with_capacity(self.drawn);
        self.choose_from(
            0,
            self.drawn,
            self.weight_of_a_way,
            &mut chosen,
            may_enter,
            show,
        );
    }

    fn choose_from(
        &self,
        index: usize,
        left: usize,
        weight: f64,
        chosen: &mut Vec<CardId>,
        may_enter: &mut impl FnMut(f64) -> bool,
        show: &mut impl FnMut(HandHypothesis),
    ) {
        if self.rest[index] < left || !may_enter(weight * self.most_ways[index][left]) {
            return;
        }
        if left == 0 {
            show(HandHypothesis {
                cards: chosen.clone(),
                probability: weight,
            });
            return;
        }
        let (card, copies) = self.kinds[index];
        for number in (0..=copies.min(left)).rev() {
            let ways = choose(copies, number);
            chosen.extend(std::iter::repeat_n(card, number));
            self.choose_from(
                index + 1,
                left - number,
                weight * ways,
                chosen,
                may_enter,
                show,
            );
            chosen.truncate(chosen.len() - number);
        }
    }
}
