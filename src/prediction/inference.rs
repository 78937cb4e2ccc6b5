//! Decks the enemy may have when nobody told us: derived, never sampled.
//!
//! A deck is thought to be one of the archetypes (the shipped decks and those a
//! user adds) nearly card for card, or only like one, or like none of them. How
//! well each fits follows from the cards seen so far. For each, every card has an
//! expected number of unseen copies: a share of the archetype's, and for the rest
//! of the deck what is popular among all archetypes, goes with the cards seen and
//! has fitting costs.
//! Laying these numbers end to end and cutting at equal distances gives decks
//! that together have just those expectations, and each of them is legal.
//!
//! The constants were chosen on shuffled shipped decks, each held out in turn;
//! `qbcoach measure inference` measures them on whole matches.

use super::deck_belief::{kinds_of, sorted};
use super::error::PredictionError;
use super::themes::Themes;
use crate::rules::{Card, CardId, Cost, Rarity, Rulebook};

/// As many candidates as the prediction seed asks for.
pub const MOST_CANDIDATES: usize = 200;

/// Lists people play, as evidence of what they play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archetypes {
    pub decks: Vec<Vec<CardId>>,
    pub padding: Padding,
}

/// How the part of a deck that no archetype explains is filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Padding {
    /// By what is popular among the archetypes, and by cost.
    #[default]
    Popular,
    /// By the costs of the cards seen and nothing else, as the seed says it.
    ByCost,
}

/// How a deck may be like an archetype: the share of its copies that it has, and
/// how likely that is before any card is seen.
const LIKENESSES: [Likeness; 2] = [
    Likeness {
        faith: 0.95,
        prior: 0.2,
    },
    Likeness {
        faith: 0.3,
        prior: 1.0,
    },
];
/// The prior of "like none of them".
const NONE_OF_THEM: f64 = 20.0;
/// How much of the popularity every card has anyway, in copies.
const ANY_CARD: f64 = 7.0;
/// The cards of a deck of usual costs, and how much a card seen takes off its
/// cost's share of the rest.
const USUAL_COSTS: f64 = 15.0;
const TAKEN_BY_SEEN: f64 = 0.5;
/// What is left of a cost's share at least.
const LEAST_SHARE: f64 = 0.3;
/// How strongly cards attract those that go with them, once this many are seen.
const ATTRACTION: f64 = 1.75;
const SEEN_FOR_ATTRACTION: f64 = 3.0;

/// Distinct legal decks that contain all cards seen, with weights that sum to 1,
/// the likeliest first.
pub(super) fn infer(
    book: &Rulebook,
    seen: &[CardId],
    archetypes: &Archetypes,
) -> Result<Vec<(Vec<CardId>, f64)>, PredictionError> {
    let space = DeckSpace::new(book, seen)?;
    let background = space.background(archetypes);
    let posterior = space.posterior(archetypes, &background);
    let line = space.line();
    let mut decks: Vec<(Vec<CardId>, f64)> = Vec::new();
    let number_of = |share: f64| (share * MOST_CANDIDATES as f64).round() as usize;
    // With very many archetypes each may be too unlikely for a deck of its own;
    // then the likeliest have one each.
    let none = posterior.iter().all(|(_, share)| number_of(*share) == 0);
    for (component, (model, share)) in posterior.into_iter().enumerate() {
        let number = if none { 1 } else { number_of(share) };
        if number == 0 || component >= MOST_CANDIDATES {
            continue;
        }
        let list = model
            .archetype
            .map(|place| archetypes.decks[place].as_slice());
        let list = list.unwrap_or_default();
        let expected = space.expected_copies(list, model.faith, &background);
        for cut in 0..number {
            // Each archetype is cut at other places than the one before, so that
            // what is rare in all of them is not left out by all of them.
            let offset = ((cut as f64 + 0.5) / number as f64 + component as f64 * GOLDEN).fract();
            let cards = space.deck_at(&line, &expected, offset);
            let weight = share / number as f64;
            match decks.iter_mut().find(|(known, _)| *known == cards) {
                Some((_, known_weight)) => *known_weight += weight,
                None => decks.push((cards, weight)),
            }
        }
    }
    decks.truncate(MOST_CANDIDATES);
    let total: f64 = decks.iter().map(|(_, weight)| weight).sum();
    for (_, weight) in &mut decks {
        *weight /= total;
    }
    decks.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(decks)
}

struct Likeness {
    faith: f64,
    prior: f64,
}

/// What a deck may be made after.
struct Model {
    /// None of them, or the archetype's place.
    archetype: Option<usize>,
    faith: f64,
}

/// The golden section: steps of it never come close to an earlier place.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// The decks that are possible at all.
struct DeckSpace<'a> {
    book: &'a Rulebook,
    seen: Vec<(CardId, usize)>,
    seen_size: usize,
    /// For each card of the catalogue, how many copies may still be unseen.
    room: Vec<f64>,
    open_slots: usize,
}

impl<'a> DeckSpace<'a> {
    fn new(book: &'a Rulebook, seen: &[CardId]) -> Result<DeckSpace<'a>, PredictionError> {
        let deck_size = usize::from(book.rules.deck_size);
        if seen.len() > deck_size {
            return Err(PredictionError::TooManySeen {
                seen: seen.len(),
                deck_size,
            });
        }
        let seen_kinds = kinds_of(seen);
        let mut room = vec![0.0; book.catalogue.cards().len()];
        let mut available = 0;
        for card in book.catalogue.collectible() {
            let allowed = usize::from(match card.rarity {
                Rarity::Standard => book.rules.max_copies,
                Rarity::Legendary => book.rules.max_legendary_copies,
            });
            available += allowed;
            let seen = seen_kinds.iter().find(|(kind, _)| *kind == card.id);
            let seen = seen.map_or(0, |(_, copies)| *copies);
            if seen > allowed {
                return Err(PredictionError::TooManyCopies {
                    number: card.number.clone(),
                    name: card.name.clone(),
                    seen,
                    allowed,
                });
            }
            room[card.id.index()] = (allowed - seen) as f64;
        }
        if available < deck_size {
            return Err(PredictionError::TooFewCards {
                available,
                deck_size,
            });
        }
        Ok(DeckSpace {
            book,
            seen_size: seen.len(),
            open_slots: deck_size - seen.len(),
            seen: seen_kinds,
            room,
        })
    }

    /// How likely a card is that no archetype explains: popularity and cost.
    fn background(&self, archetypes: &Archetypes) -> Vec<f64> {
        let cards = self.book.catalogue.cards();
        let mut popularity = vec![ANY_CARD; cards.len()];
        if archetypes.padding == Padding::Popular {
            for card in archetypes.decks.iter().flatten() {
                if let Some(copies) = popularity.get_mut(card.index()) {
                    *copies += 1.0;
                }
            }
        }
        let mut by_cost = [0.0; COSTS];
        for card in self.book.catalogue.collectible() {
            by_cost[cost_class(card)] += popularity[card.id.index()];
        }
        // Where people's decks are known, so are their usual costs, and a card
        // that was seen is one less to come. Otherwise the costs seen are all that
        // is known of the deck, and the seed's rule holds: expect the like.
        let usual: f64 = by_cost.iter().sum();
        let mut costs = by_cost.map(|share| USUAL_COSTS * share / usual);
        for (card, copies) in &self.seen {
            let class = cost_class(&self.book.catalogue[*card]);
            let change = if archetypes.padding == Padding::ByCost || archetypes.decks.is_empty() {
                1.0
            } else {
                -TAKEN_BY_SEEN
            };
            costs[class] += change * *copies as f64;
        }
        let costs = costs.map(|share| share.max(LEAST_SHARE));
        let total: f64 = costs.iter().sum();
        let themes = Themes::learn(&self.book.catalogue, &archetypes.decks);
        let sure = (self.seen_size as f64 / SEEN_FOR_ATTRACTION).min(1.0);
        let mut background = vec![0.0; cards.len()];
        for card in self.book.catalogue.collectible() {
            let class = cost_class(card);
            let attraction = match archetypes.padding {
                Padding::Popular => ATTRACTION * sure * themes.attraction(card.id, &self.seen),
                Padding::ByCost => 0.0,
            };
            background[card.id.index()] = costs[class] / total * popularity[card.id.index()]
                / by_cost[class]
                * attraction.exp();
        }
        let sum: f64 = background.iter().sum();
        background.iter().map(|share| share / sum).collect()
    }

    /// How much each archetype, in each likeness, and none of them explains what
    /// was seen, the best first.
    fn posterior(&self, archetypes: &Archetypes, background: &[f64]) -> Vec<(Model, f64)> {
        let likelihood = |list: &[CardId], faith: f64| -> f64 {
            let size = list.len().max(1) as f64;
            let log: f64 = self
                .seen
                .iter()
                .map(|(card, copies)| {
                    let in_list = list.iter().filter(|listed| *listed == card).count() as f64;
                    let chance = faith * in_list / size + (1.0 - faith) * background[card.index()];
                    *copies as f64 * chance.ln()
                })
                .sum();
            log.exp()
        };
        let mut models: Vec<(Model, f64)> = Vec::new();
        for (place, list) in archetypes.decks.iter().enumerate() {
            for Likeness { faith, prior } in LIKENESSES {
                let model = Model {
                    archetype: Some(place),
                    faith,
                };
                models.push((model, prior * likelihood(list, faith)));
            }
        }
        let none = Model {
            archetype: None,
            faith: 0.0,
        };
        models.push((none, NONE_OF_THEM * likelihood(&[], 0.0)));
        let total: f64 = models.iter().map(|(_, weight)| weight).sum();
        for (_, weight) in &mut models {
            *weight /= total;
        }
        models.sort_by(|a, b| b.1.total_cmp(&a.1));
        models
    }

    /// The expected unseen copies of each card in a deck like this list; they sum
    /// to the open slots and leave every deck legal.
    fn expected_copies(&self, list: &[CardId], faith: f64, background: &[f64]) -> Vec<f64> {
        let mut from_list = vec![0.0; self.room.len()];
        for (card, copies) in kinds_of(&sorted(list.to_vec())) {
            let seen = self.seen.iter().find(|(kind, _)| *kind == card);
            let unseen = copies - seen.map_or(0, |(_, seen)| *seen).min(copies);
            if let Some(expected) = from_list.get_mut(card.index()) {
                *expected = (faith * unseen as f64).min(self.room[card.index()]);
            }
        }
        let slots = self.open_slots as f64;
        let listed: f64 = from_list.iter().sum();
        if listed > slots {
            // More is left of the list than fits: all of it is less likely.
            return from_list
                .iter()
                .map(|copies| copies * slots / listed)
                .collect();
        }
        // The rest by the background: the scale is found by halving, for a card
        // that is full gives its share to the others.
        let filled = |scale: f64| -> Vec<f64> {
            let both = from_list.iter().zip(background).zip(&self.room);
            both.map(|((listed, share), room)| (listed + scale * share).min(*room))
                .collect()
        };
        let (mut low, mut high) = (0.0, 1.0);
        while filled(high).iter().sum::<f64>() < slots && high < 1e12 {
            high *= 2.0;
        }
        for _halving in 0..60 {
            let middle = 0.5 * (low + high);
            if filled(middle).iter().sum::<f64>() < slots {
                low = middle;
            } else {
                high = middle;
            }
        }
        filled(high)
    }

    /// The deck that has, of each card, as many copies as there are whole numbers
    /// plus `offset` within its stretch of the line.
    fn deck_at(&self, line: &[CardId], expected: &[f64], offset: f64) -> Vec<CardId> {
        let mut deck: Vec<CardId> = Vec::with_capacity(self.seen_size + self.open_slots);
        for (card, copies) in &self.seen {
            deck.extend(std::iter::repeat_n(*card, *copies));
        }
        let total: f64 = expected.iter().sum();
        let stretch = self.open_slots as f64 / total.max(f64::MIN_POSITIVE);
        let (mut end, mut next) = (0.0, offset);
        for &card in line {
            end += expected[card.index()] * stretch;
            let mut copies = 0.0;
            while next < end && copies < self.room[card.index()] {
                deck.push(card);
                next += 1.0;
                copies += 1.0;
            }
        }
        self.complete(line, &mut deck);
        sorted(deck)
    }

    /// The cards in the order in which they are laid end to end: neighbours of
    /// very different numbers, so that decks mix.
    fn line(&self) -> Vec<CardId> {
        const STEP: usize = 61;
        let cards: Vec<CardId> = self
            .book
            .catalogue
            .collectible()
            .map(|card| card.id)
            .collect();
        let number = cards.len();
        // A step that shares no factor with the number visits every card once.
        let step = (STEP..STEP + number.max(1))
            .find(|step| greatest_common_divisor(*step, number) == 1)
            .unwrap_or(1);
        (0..number)
            .map(|place| cards[place * step % number])
            .collect()
    }

    /// Rounding may leave a slot open at the end of the line; the first card that
    /// has room takes it.
    fn complete(&self, line: &[CardId], deck: &mut Vec<CardId>) {
        let size = self.seen_size + self.open_slots;
        deck.truncate(size);
        for &card in line {
            while deck.len() < size {
                let has = deck.iter().filter(|held| **held == card).count();
                let seen = self.seen.iter().find(|(kind, _)| *kind == card);
                let unseen = has - seen.map_or(0, |(_, seen)| *seen).min(has);
                if unseen as f64 >= self.room[card.index()] {
                    break;
                }
                deck.push(card);
            }
        }
    }
}

const COSTS: usize = 4;

fn cost_class(card: &Card) -> usize {
    match card.cost {
        Cost::Pawns(rank) => usize::from(rank.get()) - 1,
        Cost::Replacement => COSTS - 1,
    }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}
