//! What earlier matches against the same opponent showed of its decks.

use super::deck_belief::{kinds_of, sorted};
use crate::rules::CardId;

/// The enemy's cards that one earlier match showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenInMatch {
    /// The cards seen from its deck, every copy.
    pub cards: Vec<CardId>,
    /// The whole deck, if it is known.
    pub deck: Option<Vec<CardId>>,
}

/// A deck of the opponent as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RememberedDeck {
    /// Sorted, every copy. Fewer than a whole deck if not all of it was seen.
    pub cards: Vec<CardId>,
    /// In how many matches it was met.
    pub matches: u32,
}

/// The decks that explain what was seen, those met most often first. An opponent may have
/// several: a match that shares less than half of its cards with a deck is of another one.
pub fn remembered_decks(deck_size: usize, matches: &[SeenInMatch]) -> Vec<RememberedDeck> {
    let mut decks: Vec<RememberedDeck> = Vec::new();
    // Whole decks come first, so that partial ones find them.
    for seen in matches.iter().filter_map(|seen| seen.deck.clone()) {
        let cards = sorted(seen);
        match decks.iter_mut().find(|known| known.cards == cards) {
            Some(known) => known.matches += 1,
            None => decks.push(RememberedDeck { cards, matches: 1 }),
        }
    }
    let partial = matches.iter().filter(|seen| seen.deck.is_none());
    for seen in partial.filter(|seen| !seen.cards.is_empty()) {
        let cards = sorted(seen.cards.clone());
        let fits = |known: &&mut RememberedDeck| {
            let shared = shared(&known.cards, &cards);
            let together = known.cards.len() + cards.len() - shared;
            together <= deck_size && 2 * shared >= cards.len().min(known.cards.len())
        };
        match decks.iter_mut().find(fits) {
            Some(known) => {
                known.cards = together(&known.cards, &cards);
                known.matches += 1;
            }
            None => decks.push(RememberedDeck { cards, matches: 1 }),
        }
    }
    decks.sort_by(|a, b| {
        b.matches
            .cmp(&a.matches)
            .then_with(|| a.cards.cmp(&b.cards))
    });
    decks
}

fn copies(cards: &[(CardId, usize)], card: CardId) -> usize {
    let found = cards.iter().find(|(kind, _)| *kind == card);
    found.map_or(0, |(_, copies)| *copies)
}

/// How many copies two sorted lists have in common.
fn shared(a: &[CardId], b: &[CardId]) -> usize {
    let (a, b) = (kinds_of(a), kinds_of(b));
    a.iter()
        .map(|(card, number)| copies(&b, *card).min(*number))
        .sum()
}

/// The smallest list that has both sorted lists in it.
fn together(a: &[CardId], b: &[CardId]) -> Vec<CardId> {
    let (a_kinds, b_kinds) = (kinds_of(a), kinds_of(b));
    let mut all = a.to_vec();
    for (card, number) in b_kinds {
        let missing = number.saturating_sub(copies(&a_kinds, card));
        all.extend(std::iter::repeat_n(card, missing));
    }
    sorted(all)
}
