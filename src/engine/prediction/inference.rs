//! Candidates for an enemy deck that is not known. They are computed, not sampled.
//!
//! Each model of the deck says that it is nearly equal to one of the archetypes (the
//! shipped decks and those that a user adds), or similar to one, or like none of them.
//! The cards seen so far decide how likely each model is. In each model every card has
//! an expected number of unseen copies: a share of the archetype's copies, and for the
//! rest of the deck a share by how popular the card is among all archetypes, how well
//! it goes with the seen cards, and how well its cost fits.
//! To make decks from these numbers, the cards are laid end to end on a line, each as
//! long as its expected number of copies. Cutting the line at distances of 1 gives one
//! legal deck; different offsets give different decks, which together have the expected
//! numbers.
//!
//! The constants were chosen on shuffled shipped decks, each held out in turn.
//! `qbcoach measure inference` measures them on whole matches.

use super::deck_belief::{kinds_of, sorted};
use super::error::PredictionError;
use super::filling::Filling;
use super::remembered::RememberedDeck;
use super::themes::Themes;
use crate::rules::{Card, CardId, Cost, Rarity, Rulebook};

/// At most this many candidates stand for an unknown deck (RULES.md, section 12).
pub const MOST_CANDIDATES: usize = 200;

/// Decks that people play. They are the evidence for what an unknown deck may be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archetypes {
    pub decks: Vec<Vec<CardId>>,
    pub padding: Padding,
    /// What is remembered of this opponent's decks.
    pub remembered: Vec<RememberedDeck>,
}

impl Archetypes {
    /// The list of a model: first the archetypes, then the remembered decks.
    fn list(&self, index: usize) -> &[CardId] {
        match self.decks.get(index) {
            Some(deck) => deck,
            None => {
                let remembered = self.remembered.get(index - self.decks.len());
                remembered.map_or(&[], |deck| &deck.cards)
            }
        }
    }
}

/// How the part of a deck that no archetype explains is filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Padding {
    /// By how popular cards are among the archetypes, by themes, and by cost.
    #[default]
    Popular,
    /// Only by the costs of the seen cards.
    ByCost,
}

/// The two ways in which a deck may be like an archetype.
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
/// The prior weight of "like none of the archetypes".
const NONE_OF_THEM: f64 = 20.0;
/// The share of a remembered deck's cards that the opponent plays again.
const FAITH_IN_MEMORY: f64 = 0.95;
/// After one match the remembered deck is so many times as likely as all other models
/// together, before any card is seen; each further match adds as much.
const TRUST_A_MATCH: f64 = 2.0;
/// The popularity, in copies, that every card starts with.
const ANY_CARD: f64 = 7.0;
/// The number of cards over which the usual costs are spread, and by how much a seen
/// card reduces the share of its cost in the rest of the deck.
const USUAL_COSTS: f64 = 15.0;
const TAKEN_BY_SEEN: f64 = 0.5;
/// The lowest share that a cost can have.
const LEAST_SHARE: f64 = 0.3;
/// How strongly themes count, and how many cards must be seen for the full strength.
const ATTRACTION: f64 = 1.75;
const SEEN_FOR_ATTRACTION: f64 = 3.0;

/// Distinct legal decks that contain all seen cards, with weights that sum to 1, the
/// likeliest first.
pub(super) fn infer(
    book: &Rulebook,
    seen: &[CardId],
    archetypes: &Archetypes,
    themes: &Themes,
) -> Result<Vec<(Vec<CardId>, f64)>, PredictionError> {
    let space = DeckSpace::new(book, seen)?;
    let background = space.background(archetypes, themes);
    let posterior = space.posterior(archetypes, &background);
    let line = space.line();
    let mut decks: Vec<(Vec<CardId>, f64)> = Vec::new();
    // The indices of the decks in the order of their cards, to find equal ones.
    let mut by_cards: Vec<usize> = Vec::new();
    let number_of = |share: f64| (share * MOST_CANDIDATES as f64).round() as usize;
    // With very many archetypes each model may be too unlikely to get a deck. Then the
    // likeliest models get one deck each.
    let none = posterior.iter().all(|(_, share)| number_of(*share) == 0);
    for (component, (model, share)) in posterior.into_iter().enumerate() {
        let number = if none { 1 } else { number_of(share) };
        if number == 0 || component >= MOST_CANDIDATES {
            continue;
        }
        let list = model.archetype.map(|index| archetypes.list(index));
        let list = list.unwrap_or_default();
        let expected = space.expected_copies(list, model.faith, &background);
        let ends = space.ends_on(&line, &expected);
        for cut in 0..number {
            // Each model starts at other offsets than the one before, so that a card
            // that is rare in all models is not left out in all of them.
            let offset = ((cut as f64 + 0.5) / number as f64 + component as f64 * GOLDEN).fract();
            let cards = space.deck_at(&line, &ends, offset);
            let weight = share / number as f64;
            match by_cards.binary_search_by(|known| decks[*known].0.cmp(&cards)) {
                Ok(known) => decks[by_cards[known]].1 += weight,
                Err(place) => {
                    by_cards.insert(place, decks.len());
                    decks.push((cards, weight));
                }
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
    /// The share of the archetype's copies that the deck has.
    faith: f64,
    /// The prior weight, before any card is seen.
    prior: f64,
}

/// A model of the enemy's deck.
struct Model {
    /// The index of its list in [`Archetypes::list`], or `None` for "like none of them".
    archetype: Option<usize>,
    faith: f64,
}

/// The golden ratio minus 1: multiples of it modulo 1 stay far from each other.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// The decks that the rules allow and that contain all seen cards.
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

    /// How likely each card is as a card that no archetype explains.
    fn background(&self, archetypes: &Archetypes, themes: &Themes) -> Vec<f64> {
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
        // With archetypes the usual costs of decks are known, and each seen card
        // makes further cards of its cost less likely. Without them the seen costs are
        // the only evidence, and each makes further cards of its cost more likely.
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

    /// The probability of each model given the seen cards, the likeliest first.
    fn posterior(&self, archetypes: &Archetypes, background: &[f64]) -> Vec<(Model, f64)> {
        // A list that is only a part of a deck of `size` cards leaves the rest to the
        // background.
        let likelihood_of_part = |list: &[CardId], faith: f64, size: f64| -> f64 {
            let explained = faith * (list.len() as f64 / size);
            let log: f64 = self
                .seen
                .iter()
                .map(|(card, copies)| {
                    let in_list = list.iter().filter(|listed| *listed == card).count() as f64;
                    let chance =
                        faith * in_list / size + (1.0 - explained) * background[card.index()];
                    *copies as f64 * chance.ln()
                })
                .sum();
            log.exp()
        };
        let likelihood = |list: &[CardId], faith: f64| -> f64 {
            let size = list.len().max(1) as f64;
            likelihood_of_part(list, if list.is_empty() { 0.0 } else { faith }, size)
        };
        let mut models: Vec<(Model, f64)> = Vec::new();
        for (index, list) in archetypes.decks.iter().enumerate() {
            for Likeness { faith, prior } in LIKENESSES {
                let model = Model {
                    archetype: Some(index),
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
        let of_others: f64 = LIKENESSES.iter().map(|likeness| likeness.prior).sum();
        let of_others = NONE_OF_THEM + of_others * archetypes.decks.len() as f64;
        let deck_size = self.seen_size + self.open_slots;
        for (index, deck) in archetypes.remembered.iter().enumerate() {
            let model = Model {
                archetype: Some(archetypes.decks.len() + index),
                faith: FAITH_IN_MEMORY,
            };
            let prior = of_others * TRUST_A_MATCH * f64::from(deck.matches);
            let size = deck.cards.len().max(deck_size) as f64;
            let likelihood = likelihood_of_part(&deck.cards, FAITH_IN_MEMORY, size);
            models.push((model, prior * likelihood));
        }
        let total: f64 = models.iter().map(|(_, weight)| weight).sum();
        for (_, weight) in &mut models {
            *weight /= total;
        }
        models.sort_by(|a, b| b.1.total_cmp(&a.1));
        models
    }

    /// The expected unseen copies of each card in a deck like this list. They sum to
    /// the open slots, and none exceeds the number of copies that the rules allow.
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
            // The list has more unseen cards than fit, so all of them are scaled down.
            return from_list
                .iter()
                .map(|copies| copies * slots / listed)
                .collect();
        }
        let filling = Filling {
            listed: &from_list,
            background,
            room: &self.room,
        };
        filling.copies(filling.scale_for(slots)).collect()
    }

    /// Where the part of each card of the line ends.
    fn ends_on(&self, line: &[CardId], expected: &[f64]) -> Vec<f64> {
        let total: f64 = expected.iter().sum();
        let stretch = self.open_slots as f64 / total.max(f64::MIN_POSITIVE);
        let mut end = 0.0;
        line.iter()
            .map(|card| {
                end += expected[card.index()] * stretch;
                end
            })
            .collect()
    }

    /// The deck of the cuts at `offset`, `offset + 1`, `offset + 2`, …: each cut adds a
    /// copy of the card in whose part of the line it falls.
    fn deck_at(&self, line: &[CardId], ends: &[f64], offset: f64) -> Vec<CardId> {
        let mut deck: Vec<CardId> = Vec::with_capacity(self.seen_size + self.open_slots);
        for (card, copies) in &self.seen {
            deck.extend(std::iter::repeat_n(*card, *copies));
        }
        let mut next = offset;
        for (&card, &end) in line.iter().zip(ends) {
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

    /// The order of the cards on the line. Neighbours have very different numbers, so
    /// that decks are mixed.
    fn line(&self) -> Vec<CardId> {
        const STEP: usize = 61;
        let cards: Vec<CardId> = self
            .book
            .catalogue
            .collectible()
            .map(|card| card.id)
            .collect();
        let number = cards.len();
        // A step that is coprime to the number of cards visits every card once.
        let step = (STEP..STEP + number.max(1))
            .find(|step| greatest_common_divisor(*step, number) == 1)
            .unwrap_or(1);
        (0..number)
            .map(|index| cards[index * step % number])
            .collect()
    }

    /// Fills a slot that rounding may have left open with the first card of which a
    /// further copy is allowed.
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
