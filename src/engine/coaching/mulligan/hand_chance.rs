//! How likely an opening hand wins: a logistic model, fitted to self-play.
//!
//! A hand has features with names, and each feature a weight in the data. Some belong to a
//! card of the hand: the card itself, and for its cost its power, its pawns and whether it
//! has an ability. So a card that the data does not know is judged by what it looks like.
//! The others count cards of the hand: openers, openers that advance (with a pawn ahead of
//! them), cards of rank 3, cards that replace others, and second copies.
//!
//! `qbcoach measure fit-mulligan` makes the data.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::is_opener;
use crate::coaching::search::curves::chance_of;
use crate::rules::range::{Square, SquareKind};
use crate::rules::{Card, CardId, Cost, Rulebook};

/// The fitted weights.
const WEIGHTS: &str = include_str!("../../../../data/mulligan.json");

/// Hands with more cards of a kind than this count as having this many.
const MOST_COUNTED: usize = 5;

/// How many counts a hand has.
const COUNTS: usize = 5;

/// The weights of the features, by name. A feature without a weight counts nothing.
#[derive(Clone, Debug, Default, PartialEq, serde::Deserialize)]
pub struct HandWeights {
    pub weights: BTreeMap<String, f64>,
}

impl HandWeights {
    /// The weights that come with the program.
    pub fn embedded() -> &'static HandWeights {
        static EMBEDDED_WEIGHTS: OnceLock<HandWeights> = OnceLock::new();
        EMBEDDED_WEIGHTS.get_or_init(|| {
            serde_json::from_str(WEIGHTS).expect("a test reads the embedded weights")
        })
    }

    fn of(&self, feature: &str) -> f64 {
        self.weights.get(feature).copied().unwrap_or_default()
    }
}

/// What the count features of a hand look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counted {
    opener: bool,
    /// An opener that puts a pawn ahead of itself.
    advancing: bool,
    heavy: bool,
    replacing: bool,
}

impl Counted {
    fn of(book: &Rulebook, card: CardId) -> Counted {
        let cost = book.catalogue[card].cost;
        let opener = is_opener(book, card);
        let pawns_ahead = pawns(&book.catalogue[card]).filter(|square| square.ahead > 0);
        Counted {
            opener,
            advancing: opener && pawns_ahead.count() > 0,
            heavy: matches!(cost, Cost::Pawns(rank) if rank.get() >= 3),
            replacing: cost == Cost::Replacement,
        }
    }
}

/// How many cards of each counted kind a hand has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HandCounts {
    openers: usize,
    advancing: usize,
    heavy: usize,
    replacing: usize,
    /// Cards of which the hand already had a copy.
    copies: usize,
}

impl HandCounts {
    fn add(&mut self, counted: Counted) {
        self.openers += usize::from(counted.opener);
        self.advancing += usize::from(counted.advancing);
        self.heavy += usize::from(counted.heavy);
        self.replacing += usize::from(counted.replacing);
    }

    /// The name of each count and the number of cards that it has.
    fn named(&self) -> [(&'static str, usize); COUNTS] {
        [
            ("openers", self.openers),
            ("advancing", self.advancing),
            ("rank 3", self.heavy),
            ("replacing", self.replacing),
            ("copies", self.copies),
        ]
    }
}

fn count_feature(name: &str, number: usize) -> String {
    format!("{name}: {}", number.min(MOST_COUNTED))
}

/// All features of a hand with their values, to fit the weights.
pub fn features(book: &Rulebook, hand: &[CardId]) -> BTreeMap<String, f64> {
    let mut features = BTreeMap::new();
    let mut counts = HandCounts::default();
    for (index, card) in hand.iter().enumerate() {
        for (name, value) in card_features(&book.catalogue[*card]) {
            *features.entry(name).or_default() += value;
        }
        counts.add(Counted::of(book, *card));
        counts.copies += usize::from(hand[..index].contains(card));
    }
    for (name, number) in counts.named() {
        features.insert(count_feature(name, number), 1.0);
    }
    features
}

/// The features that a card adds to a hand.
fn card_features(card: &Card) -> [(String, f64); 5] {
    let cost = match card.cost {
        Cost::Pawns(rank) => format!("of rank {}", rank.get()),
        Cost::Replacement => "replacing".to_owned(),
    };
    let ahead = pawns(card).filter(|square| square.ahead > 0);
    [
        (format!("card {}", card.number), 1.0),
        (format!("power {cost}"), f64::from(card.power)),
        (format!("pawns {cost}"), pawns(card).count() as f64),
        (format!("pawns ahead {cost}"), ahead.count() as f64),
        (
            format!("ability {cost}"),
            if card.effects.is_empty() { 0.0 } else { 1.0 },
        ),
    ]
}

/// The squares on which the card puts pawns.
fn pawns(card: &Card) -> impl Iterator<Item = &Square> {
    let squares = card.range.squares().iter();
    squares.filter(|square| square.kind != SquareKind::Effect)
}

/// Values hands of one deck.
pub(super) struct HandChance {
    /// The cards of the opening hand, then the rest of the deck.
    cards: Vec<ValuedCard>,
    /// The weight of each count, by name and number.
    counts: [[f64; MOST_COUNTED + 1]; COUNTS],
    /// The score of the deck's average hand.
    pub average: f64,
}

#[derive(Clone, Copy, Debug)]
struct ValuedCard {
    worth: f64,
    counted: Counted,
    /// Copies of the same card have the same number.
    kind: usize,
}

/// Some cards of a hand, and what is known of their score.
#[derive(Clone, Debug)]
pub(super) struct PartOfHand {
    worth: f64,
    counts: HandCounts,
    /// How many copies of each kind it has.
    kinds: Vec<u8>,
}

impl HandChance {
    pub fn new(book: &Rulebook, hand: &[CardId], rest: &[CardId]) -> HandChance {
        HandChance::with(HandWeights::embedded(), book, hand, rest)
    }

    fn with(
        weights: &HandWeights,
        book: &Rulebook,
        hand: &[CardId],
        rest: &[CardId],
    ) -> HandChance {
        let all: Vec<CardId> = [hand, rest].concat();
        let valued = |card: &CardId| {
            let features = card_features(&book.catalogue[*card]);
            let worths = features
                .iter()
                .map(|(name, value)| weights.of(name) * value);
            ValuedCard {
                worth: worths.sum(),
                counted: Counted::of(book, *card),
                kind: all
                    .iter()
                    .position(|other| other == card)
                    .unwrap_or_default(),
            }
        };
        let named = HandCounts::default().named();
        HandChance {
            cards: all.iter().map(valued).collect(),
            counts: named.map(|(name, _)| {
                std::array::from_fn(|number| weights.of(&count_feature(name, number)))
            }),
            average: 0.0,
        }
    }

    pub fn empty_hand(&self) -> PartOfHand {
        PartOfHand {
            worth: 0.0,
            counts: HandCounts::default(),
            kinds: vec![0; self.cards.len()],
        }
    }

    pub fn add(&self, part: &mut PartOfHand, index: usize) {
        let card = self.cards[index];
        part.worth += card.worth;
        part.counts.add(card.counted);
        part.counts.copies += usize::from(part.kinds[card.kind] > 0);
        part.kinds[card.kind] += 1;
    }

    /// The logarithm of the odds to win with this hand, up to a constant of the deck.
    pub fn score(&self, hand: &PartOfHand) -> f64 {
        let counts = hand.counts.named().into_iter().zip(&self.counts);
        let counted = counts.map(|((_, number), weights)| weights[number.min(MOST_COUNTED)]);
        hand.worth + counted.sum::<f64>()
    }

    /// The chance to win with this hand.
    pub fn chance(&self, hand: &PartOfHand) -> f64 {
        chance_of(self.score(hand) - self.average)
    }
}
