//! The likeliest hands over several decks that have too many hands to enumerate.
//! Branches that cannot contain one of the likeliest hands are skipped.

use super::counting::choose;
use super::hand_belief::HandHypothesis;
use super::hand_list::{DeckHands, likelier};
use crate::rules::CardId;

/// After this many steps the search returns what it has found. Only decks several
/// times larger than usual reach this limit.
const MOST_STEPS: u64 = 3_000_000;

pub(super) struct LargeSearch<'a> {
    decks: &'a [DeckHands<'a>],
    /// The distinct cards of all decks, in order.
    kinds: Vec<CardId>,
    listed: usize,
    steps: u64,
    chosen: Vec<CardId>,
    best: Vec<HandHypothesis>,
}

/// A deck from which the cards chosen so far can be drawn.
#[derive(Clone, Copy)]
struct Partial {
    deck: usize,
    /// The index of the deck's next kind.
    index: usize,
    left: usize,
    chance: f64,
}

impl<'a> LargeSearch<'a> {
    pub fn new(decks: &'a [DeckHands<'a>], listed: usize) -> LargeSearch<'a> {
        let mut kinds: Vec<CardId> = decks
            .iter()
            .flat_map(|deck| deck.kinds.iter().map(|(card, _)| *card))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        LargeSearch {
            decks,
            kinds,
            listed,
            steps: 0,
            chosen: Vec::new(),
            best: Vec::new(),
        }
    }

    pub(crate) fn likeliest(mut self) -> Vec<HandHypothesis> {
        let start: Vec<Partial> = self
            .decks
            .iter()
            .enumerate()
            .map(|(deck, hands)| Partial {
                deck,
                index: 0,
                left: hands.drawn,
                chance: hands.weight_of_a_way,
            })
            .collect();
        self.go_on(0, &start);
        self.best
    }

    fn go_on(&mut self, index: usize, partials: &[Partial]) {
        self.steps += 1;
        // The highest possible chance of a hand in this branch.
        let bound: f64 = partials
            .iter()
            .map(|partial| {
                let deck = &self.decks[partial.deck];
                partial.chance * deck.most_ways[partial.index][partial.left]
            })
            .sum();
        let full = self.best.len() >= self.listed;
        let beaten = full
            && self
                .best
                .last()
                .is_some_and(|last| bound <= last.probability);
        if partials.is_empty() || beaten || self.steps > MOST_STEPS {
            return;
        }
        if partials.iter().all(|partial| partial.left == 0) {
            self.note(partials.iter().map(|partial| partial.chance).sum());
            return;
        }
        let Some(card) = self.kinds.get(index).copied() else {
            return;
        };
        let copies_in = |partial: &Partial| {
            let kind = self.decks[partial.deck].kinds.get(partial.index);
            kind.filter(|(kind, _)| *kind == card)
                .map_or(0, |(_, copies)| *copies)
        };
        let most = partials.iter().map(|p| copies_in(p).min(p.left)).max();
        let mut branches = Vec::new();
        for number in (0..=most.unwrap_or(0)).rev() {
            let next: Vec<Partial> = partials
                .iter()
                .filter_map(|partial| {
                    let copies = copies_in(partial);
                    let deck = &self.decks[partial.deck];
                    let next = Partial {
                        index: partial.index + usize::from(copies > 0),
                        left: partial.left.checked_sub(number)?,
                        chance: partial.chance * choose(copies, number),
                        ..*partial
                    };
                    (number <= copies && deck.rest[next.index] >= next.left).then_some(next)
                })
                .collect();
            branches.push((number, next));
        }
        for (number, next) in branches {
            self.chosen.extend(std::iter::repeat_n(card, number));
            self.go_on(index + 1, &next);
            self.chosen.truncate(self.chosen.len() - number);
        }
    }

    fn note(&mut self, probability: f64) {
        let hand = HandHypothesis {
            cards: self.chosen.clone(),
            probability,
        };
        let index = self
            .best
            .partition_point(|known| likelier(known, &hand).is_lt());
        self.best.insert(index, hand);
        self.best.truncate(self.listed);
    }
}
