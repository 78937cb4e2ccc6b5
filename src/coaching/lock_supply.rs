//! The cards a side may still play, as far as your side can know: never fewer
//! than it may really have, so that a proof against all of them holds.

use std::collections::BTreeMap;

use crate::observation::AnnotatedState;
use crate::rules::{Card, CardId, CardKind, Rarity, Rulebook, Side};
use crate::simulation::game_state::MatchMode;
use crate::simulation::pile::Pile;

/// Where the cards come from that a proof has tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Every card that is left is known, if not where it is.
    KnownCards { cards: u32 },
    /// So many more cards, of any deck that the rules allow.
    AnyDeck { cards: u32 },
    /// Any card at any time, as in an analysis.
    AnyCards,
}

impl Basis {
    pub fn words(self) -> String {
        match self {
            Basis::KnownCards { cards: 1 } => "the one card left".to_owned(),
            Basis::KnownCards { cards } => format!("the {cards} cards left"),
            Basis::AnyDeck { cards: 1 } => "one card of any deck".to_owned(),
            Basis::AnyDeck { cards } => format!("{cards} cards of any deck"),
            Basis::AnyCards => "any cards".to_owned(),
        }
    }
}

/// What a proof may know of your own cards: it must not tell an audience more of
/// them than the table does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    YourHand,
    TableOnly,
}

/// Some cards for certain, and `draws` of the cards of a pool.
#[derive(Clone, Debug)]
pub(super) struct Supply {
    pub held: Vec<CardId>,
    /// The kinds of card with their copies, ordered.
    pool: BTreeMap<CardId, u32>,
    draws: u32,
    pub basis: Basis,
}

/// What has become of a supply in the course of a line. The lists are ordered,
/// so that equal ones are the same supply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Remaining {
    held: Vec<CardId>,
    spent: Vec<CardId>,
}

impl Supply {
    pub fn of(book: &Rulebook, annotated: &AnnotatedState, sight: Sight, side: Side) -> Supply {
        let state = &annotated.state;
        let hand = &state.holdings[side].hand;
        let mut held = match (side, sight) {
            (Side::You, Sight::YourHand) => hand.cards(),
            (Side::You, Sight::TableOnly) => Vec::new(),
            // A simulated match knows more of the enemy's hand than you could.
            (Side::Enemy, _) => hand.added_by_effects(),
        };
        held.sort_unstable();
        if state.mode() == MatchMode::Analysis {
            let everything = book.catalogue.cards().iter();
            return Supply {
                held,
                pool: everything.map(|card| (card.id, u32::MAX)).collect(),
                draws: u32::MAX,
                basis: Basis::AnyCards,
            };
        }
        let unseen_in_hand = hand.len().saturating_sub(held.len() as u32);
        let draws = unseen_in_hand + state.holdings[side].pile.len();
        let known = match (side, sight) {
            (Side::You, Sight::TableOnly) => None,
            _ => known_pool(annotated, side, unseen_in_hand),
        };
        let is_known = known.is_some();
        let pool = known.unwrap_or_else(|| match (side, sight) {
            (Side::You, Sight::TableOnly) => any_cards(book, unseen_in_hand, draws),
            _ => any_deck(book, annotated, side),
        });
        let copies = pool.values().copied().fold(0, u32::saturating_add);
        let draws = draws.min(copies);
        let cards = draws + held.len() as u32;
        Supply {
            held,
            pool,
            draws,
            // Without a draw nothing depends on what the deck may be.
            basis: if is_known || draws == 0 {
                Basis::KnownCards { cards }
            } else {
                Basis::AnyDeck { cards }
            },
        }
    }

    pub fn whole(&self) -> Remaining {
        Remaining {
            held: self.held.clone(),
            spent: Vec::new(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.held.is_empty() && self.draws == 0
    }

    /// The kinds of card that may be played next, each once.
    pub fn kinds(&self, remaining: &Remaining) -> Vec<CardId> {
        let mut kinds = remaining.held.clone();
        if (remaining.spent.len() as u32) < self.draws {
            let left = |(card, copies): (&CardId, &u32)| {
                let spent = remaining.spent.iter().filter(|spent| *spent == card);
                ((spent.count() as u32) < *copies).then_some(*card)
            };
            kinds.extend(self.pool.iter().filter_map(left));
            kinds.sort_unstable();
        }
        kinds.dedup();
        kinds
    }
}

impl Remaining {
    /// The supply after a card was played and others came to the hand. A copy
    /// that is held for certain goes first: whatever can follow the play of one
    /// from the pool can follow this, too, as the pool's copy takes its place.
    pub fn after(&self, card: CardId, added: &[CardId]) -> Remaining {
        let mut next = self.clone();
        match next.held.iter().position(|held| *held == card) {
            Some(place) => {
                next.held.remove(place);
            }
            None => {
                next.spent.push(card);
                next.spent.sort_unstable();
            }
        }
        if !added.is_empty() {
            next.held.extend(added);
            next.held.sort_unstable();
        }
        next
    }
}

/// The cards that the draws come from, where they are known.
fn known_pool(
    annotated: &AnnotatedState,
    side: Side,
    unseen_in_hand: u32,
) -> Option<BTreeMap<CardId, u32>> {
    let cards: &[CardId] = match side {
        Side::Enemy => annotated.observation.known_enemy_deck_remaining()?,
        Side::You => match &annotated.state.holdings.you.pile {
            // What is unseen in the hand is not among the cards of the pile.
            Pile::Ordered(_) if unseen_in_hand > 0 => return None,
            Pile::Ordered(cards) => cards,
            Pile::Hidden { pool, .. } => pool.as_ref()?,
        },
    };
    let mut pool = BTreeMap::new();
    for card in cards {
        *pool.entry(*card).or_default() += 1;
    }
    Some(pool)
}

/// Every card that somebody may hold whose hand and deck are out of sight. Effects
/// and corrections put tokens and further copies into a hand, and what has been seen
/// of the deck says nothing of that.
fn any_cards(book: &Rulebook, in_hand: u32, draws: u32) -> BTreeMap<CardId, u32> {
    let copies = |card: &Card| match card.kind {
        CardKind::Token => in_hand,
        CardKind::Collectible => draws,
    };
    let cards = book.catalogue.cards().iter();
    let pool = cards.map(|card| (card.id, copies(card)));
    pool.filter(|(_, copies)| *copies > 0).collect()
}

/// Every card that a deck of which some cards have been seen may still hold.
fn any_deck(book: &Rulebook, annotated: &AnnotatedState, side: Side) -> BTreeMap<CardId, u32> {
    let mut seen = annotated.observation.seen_deck_cards(side);
    if side == Side::You {
        let hand = annotated.state.holdings.you.hand.known.iter();
        let from_deck = hand.filter(|held| held.instance.is_none());
        seen.extend(from_deck.map(|held| held.card));
    }
    let mut pool = BTreeMap::new();
    for card in book.catalogue.collectible() {
        let allowed = u32::from(match card.rarity {
            Rarity::Standard => book.rules.max_copies,
            Rarity::Legendary => book.rules.max_legendary_copies,
        });
        let seen = seen.iter().filter(|seen| **seen == card.id).count() as u32;
        let left = allowed.saturating_sub(seen);
        if left > 0 {
            pool.insert(card.id, left);
        }
    }
    pool
}
