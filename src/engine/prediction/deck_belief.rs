//! What the enemy's deck may be: one list if it is known, otherwise weighted
//! candidates.

use super::counting::LARGEST_POOL;
use super::error::PredictionError;
use super::inference::{Archetypes, infer};
use super::themes::Themes;
use crate::observation::Observation;
use crate::rules::{CardId, Rulebook, Side};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeckMode {
    Known,
    Unknown,
}

impl DeckMode {
    /// The word used on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            DeckMode::Known => "known",
            DeckMode::Unknown => "unknown",
        }
    }
}

/// One deck the enemy may have.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateDeck {
    /// The whole deck, ordered.
    pub cards: Vec<CardId>,
    pub weight: f64,
    /// The cards of the deck that were not seen, with their numbers of copies.
    pub unseen: Vec<(CardId, usize)>,
}

/// Candidates whose weights sum to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct DeckBelief {
    pub mode: DeckMode,
    pub decks: Vec<CandidateDeck>,
}

impl DeckBelief {
    /// The known deck of the observation, or the candidates that follow from the
    /// rules, the archetypes and the cards seen so far.
    pub fn of(
        book: &Rulebook,
        observation: &Observation,
        archetypes: &Archetypes,
    ) -> Result<DeckBelief, PredictionError> {
        let themes = Themes::learn(&book.catalogue, &archetypes.decks);
        DeckBelief::learnt(book, observation, archetypes, &themes)
    }

    /// As [`DeckBelief::of`], with the themes that these archetypes have.
    pub(super) fn learnt(
        book: &Rulebook,
        observation: &Observation,
        archetypes: &Archetypes,
        themes: &Themes,
    ) -> Result<DeckBelief, PredictionError> {
        let seen = sorted(observation.seen_deck_cards(Side::Enemy));
        if let Some(full) = &observation.deck().full {
            if full.len() > LARGEST_POOL {
                return Err(PredictionError::DeckTooLarge { cards: full.len() });
            }
            return Ok(DeckBelief::known(full.clone(), &seen));
        }
        DeckBelief::with(book, seen, archetypes, themes)
    }

    /// The candidates that contain these cards.
    pub(super) fn with(
        book: &Rulebook,
        seen: Vec<CardId>,
        archetypes: &Archetypes,
        themes: &Themes,
    ) -> Result<DeckBelief, PredictionError> {
        let seen = sorted(seen);
        let candidates = infer(book, &seen, archetypes, themes)?;
        let decks = candidates
            .into_iter()
            .map(|(cards, weight)| CandidateDeck::new(cards, weight, &seen))
            .collect();
        Ok(DeckBelief {
            mode: DeckMode::Unknown,
            decks,
        })
    }

    /// The belief in exactly this deck, of which these cards were seen.
    pub fn known(cards: Vec<CardId>, seen: &[CardId]) -> DeckBelief {
        DeckBelief {
            mode: DeckMode::Known,
            decks: vec![CandidateDeck::new(cards, 1.0, seen)],
        }
    }
}

impl CandidateDeck {
    fn new(cards: Vec<CardId>, weight: f64, seen: &[CardId]) -> CandidateDeck {
        let cards = sorted(cards);
        let mut unseen = kinds_of(&cards);
        for card in seen {
            if let Some((_, copies)) = unseen.iter_mut().find(|(kind, _)| kind == card) {
                *copies = copies.saturating_sub(1);
            }
        }
        unseen.retain(|(_, copies)| *copies > 0);
        CandidateDeck {
            cards,
            weight,
            unseen,
        }
    }

    /// How many cards of the deck were not seen.
    pub fn unseen_size(&self) -> usize {
        self.unseen.iter().map(|(_, copies)| copies).sum()
    }
}

pub(super) fn sorted(mut cards: Vec<CardId>) -> Vec<CardId> {
    cards.sort_unstable();
    cards
}

/// The distinct cards of a sorted list with their numbers of copies.
pub(super) fn kinds_of(cards: &[CardId]) -> Vec<(CardId, usize)> {
    let mut kinds: Vec<(CardId, usize)> = Vec::new();
    for card in cards {
        match kinds.last_mut() {
            Some((kind, copies)) if kind == card => *copies += 1,
            _ => kinds.push((*card, 1)),
        }
    }
    kinds
}
