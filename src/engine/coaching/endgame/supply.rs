//! The cards that a side may still play, as far as your side can know. A supply never
//! has fewer cards than the side may really have, so that a proof against the supply
//! holds for the real cards.

use super::open_tiles::OpenTiles;
use crate::observation::AnnotatedState;
use crate::rules::{Board, Card, CardId, CardKind, Play, Rarity, Rulebook, Side};
use crate::simulation::game_state::MatchMode;
use crate::simulation::hand::HeldCard;
use crate::simulation::pile::Pile;

/// The cards that a proof has tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriedCards {
    /// All remaining cards are known, although not whether they are in hand or deck.
    KnownCards { cards: u32 },
    /// This many cards from any deck that the rules allow.
    AnyDeck { cards: u32 },
    /// Any card at any time, as in an analysis session.
    AnyCards,
}

impl TriedCards {
    pub fn words(self) -> String {
        match self {
            TriedCards::KnownCards { cards: 1 } => "the one card left".to_owned(),
            TriedCards::KnownCards { cards } => format!("the {cards} cards left"),
            TriedCards::AnyDeck { cards: 1 } => "one card of any deck".to_owned(),
            TriedCards::AnyDeck { cards } => format!("{cards} cards of any deck"),
            TriedCards::AnyCards => "any cards".to_owned(),
        }
    }
}

/// What a proof may use of your own cards. A proof that is shown to an audience must
/// not reveal more of them than the board does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    YourHand,
    PublicOnly,
}

/// The cards held for certain, and up to `draws` further cards of a pool.
#[derive(Clone, Debug)]
pub(in crate::coaching) struct CardSupply {
    pub held: Vec<CardId>,
    pool: CardPool,
    draws: u32,
    pub basis: TriedCards,
}

/// Distinct cards with their numbers of copies, ordered by card.
pub(super) type CardPool = Vec<(CardId, u32)>;

/// What is left of a supply after some plays. The lists are ordered, so that equal
/// remainders compare as equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::coaching) struct Remaining {
    held: Vec<CardId>,
    spent: Vec<CardId>,
}

impl CardSupply {
    pub fn of(book: &Rulebook, annotated: &AnnotatedState, sight: Sight, side: Side) -> CardSupply {
        let state = &annotated.state;
        let hand = &state.holdings[side].hand;
        let mut held = match (side, sight) {
            (Side::You, Sight::YourHand) => hand.cards(),
            (Side::You, Sight::PublicOnly) => Vec::new(),
            (Side::Enemy, _) => known_of_enemy(book, annotated, sight),
        };
        held.sort_unstable();
        if state.mode() == MatchMode::Analysis {
            let everything = book.catalogue.cards().iter();
            return CardSupply {
                held,
                pool: everything.map(|card| (card.id, u32::MAX)).collect(),
                draws: u32::MAX,
                basis: TriedCards::AnyCards,
            };
        }
        let unseen_in_hand = hand.len().saturating_sub(held.len() as u32);
        let draws = unseen_in_hand + state.holdings[side].pile.len();
        let known = match (side, sight) {
            (Side::You, Sight::PublicOnly) => None,
            _ => known_pool(annotated, side, unseen_in_hand),
        };
        let is_known = known.is_some();
        let pool = known.unwrap_or_else(|| match (side, sight) {
            (Side::You, Sight::PublicOnly) => any_cards(book, unseen_in_hand, draws),
            _ => any_deck(book, annotated, side),
        });
        let draws = draws.min(copies_in(&pool));
        let cards = draws + held.len() as u32;
        CardSupply {
            held,
            pool,
            draws,
            // Without draws it does not matter what the deck may be.
            basis: if is_known || draws == 0 {
                TriedCards::KnownCards { cards }
            } else {
                TriedCards::AnyDeck { cards }
            },
        }
    }

    /// The same cards if the side may still put back any card that it holds and draw
    /// others for them.
    pub fn before_mulligan(mut self) -> CardSupply {
        for card in std::mem::take(&mut self.held) {
            add_copy(&mut self.pool, card);
            self.draws = self.draws.saturating_add(1);
        }
        self
    }

    pub(crate) fn whole(&self) -> Remaining {
        Remaining {
            held: self.held.clone(),
            spent: Vec::new(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.held.is_empty() && self.draws == 0
    }

    /// The cards that may be played next. A card that is held for certain may come twice.
    fn kinds<'a>(&'a self, remaining: &'a Remaining) -> impl Iterator<Item = CardId> + 'a {
        let held = remaining.held.iter().copied();
        let draws_left = (remaining.spent.len() as u32) < self.draws;
        let pool: &[(CardId, u32)] = if draws_left { &self.pool } else { &[] };
        let left = |(card, copies): &(CardId, u32)| {
            let spent = remaining.spent.iter().filter(|spent| *spent == card);
            ((spent.count() as u32) < *copies).then_some(*card)
        };
        held.chain(pool.iter().filter_map(left))
    }

    /// Every distinct card that may ever be played, without those that effects add.
    pub(super) fn all_kinds(&self) -> Vec<CardId> {
        let mut kinds: Vec<CardId> = self.kinds(&self.whole()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// How many copies of a card there may be.
    pub(super) fn copies(&self, card: CardId) -> u32 {
        let held = self.held.iter().filter(|held| **held == card).count() as u32;
        let pool = self.pool.iter().find(|(kind, _)| *kind == card);
        let pool = pool.map_or(0, |(_, copies)| *copies);
        held.saturating_add(pool.min(self.draws))
    }

    /// Every distinct play, ordered by card and tile.
    pub(crate) fn plays(
        &self,
        book: &Rulebook,
        board: &Board,
        side: Side,
        remaining: &Remaining,
    ) -> Vec<Play> {
        let open = OpenTiles::of(board, side);
        let mut kinds: Vec<CardId> = self.kinds(remaining).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let plays_of = |card: CardId| {
            let tiles = open.for_card(book, card);
            tiles.iter().map(move |tile| Play { card, tile })
        };
        kinds.into_iter().flat_map(plays_of).collect()
    }

    /// How many plays there are, counting the copies of held cards each.
    pub(crate) fn count_plays(
        &self,
        book: &Rulebook,
        board: &Board,
        side: Side,
        remaining: &Remaining,
    ) -> u32 {
        let open = OpenTiles::of(board, side);
        let kinds = self.kinds(remaining);
        kinds.map(|card| open.for_card(book, card).len()).sum()
    }

    pub(crate) fn has_play(
        &self,
        book: &Rulebook,
        board: &Board,
        side: Side,
        remaining: &Remaining,
    ) -> bool {
        let open = OpenTiles::of(board, side);
        let mut kinds = self.kinds(remaining);
        kinds.any(|card| !open.for_card(book, card).is_empty())
    }
}

/// The cards that the enemy holds for certain.
fn known_of_enemy(book: &Rulebook, annotated: &AnnotatedState, sight: Sight) -> Vec<CardId> {
    let state = &annotated.state;
    let hand = &state.holdings.enemy.hand;
    match (state.mode(), sight) {
        // Whoever reports a live match may have seen the enemy's hand.
        (MatchMode::Live, Sight::YourHand) => hand.cards(),
        // A token is in no deck, so it must be among the certain cards.
        (MatchMode::Live, Sight::PublicOnly) => {
            let token = |held: &HeldCard| book.catalogue[held.card].kind == CardKind::Token;
            let certain = hand.known.iter();
            let certain = certain.filter(|held| held.instance.is_some() || token(held));
            certain.map(|held| held.card).collect()
        }
        // A simulated match has the enemy's real hand, which your side cannot know.
        _ => state.known_enemy_hand(),
    }
}

pub(super) fn copies_in(pool: &[(CardId, u32)]) -> u32 {
    let copies = pool.iter().map(|(_, copies)| *copies);
    copies.fold(0, u32::saturating_add)
}

/// The pool of a list with every copy.
pub(super) fn pool_of(cards: &[CardId]) -> CardPool {
    let mut pool = CardPool::new();
    for card in cards {
        add_copy(&mut pool, *card);
    }
    pool
}

fn add_copy(pool: &mut CardPool, card: CardId) {
    match pool.binary_search_by_key(&card, |(kind, _)| *kind) {
        Ok(index) => pool[index].1 = pool[index].1.saturating_add(1),
        Err(index) => pool.insert(index, (card, 1)),
    }
}

impl Remaining {
    /// The remainder after a card was played and effects added others to the hand. If
    /// a copy is held for certain, that copy is played: every continuation after
    /// playing a copy of the pool is then possible as well, with the pool's copy.
    pub fn after(&self, card: CardId, added: &[CardId]) -> Remaining {
        let mut next = self.clone();
        match next.held.iter().position(|held| *held == card) {
            Some(index) => {
                next.held.remove(index);
            }
            None => {
                next.spent.push(card);
                next.spent.sort_unstable();
            }
        }
        for card in added {
            next.add(*card);
        }
        next
    }

    /// Puts a card that an effect adds into the hand.
    pub fn add(&mut self, card: CardId) {
        let index = self.held.partition_point(|held| *held <= card);
        self.held.insert(index, card);
    }
}

/// The cards from which the side draws, if they are known.
pub(super) fn known_pool(
    annotated: &AnnotatedState,
    side: Side,
    unseen_in_hand: u32,
) -> Option<CardPool> {
    let cards: &[CardId] = match side {
        Side::Enemy => annotated.observation.known_enemy_deck_remaining()?,
        Side::You => match &annotated.state.holdings.you.pile {
            // The unseen cards of the hand are not in the pile.
            Pile::Ordered(_) if unseen_in_hand > 0 => return None,
            Pile::Ordered(cards) => cards,
            Pile::Hidden { pool, .. } => pool.as_ref()?,
        },
    };
    Some(pool_of(cards))
}

/// Every card that a side may have if neither its hand nor its deck may be used.
/// Effects and corrections can put tokens and further copies into a hand, so the seen
/// cards of the deck do not limit the copies.
fn any_cards(book: &Rulebook, in_hand: u32, draws: u32) -> CardPool {
    let copies = |card: &Card| match card.kind {
        CardKind::Token => in_hand,
        CardKind::Collectible => draws,
    };
    let cards = book.catalogue.cards().iter();
    let pool = cards.map(|card| (card.id, copies(card)));
    pool.filter(|(_, copies)| *copies > 0).collect()
}

/// Every card that may be among the unseen cards of a side's deck.
fn any_deck(book: &Rulebook, annotated: &AnnotatedState, side: Side) -> CardPool {
    let mut seen = annotated.observation.seen_deck_cards(side);
    if side == Side::You {
        let hand = annotated.state.holdings.you.hand.known.iter();
        let from_deck = hand.filter(|held| held.instance.is_none());
        seen.extend(from_deck.map(|held| held.card));
    }
    let mut pool = CardPool::new();
    for card in book.catalogue.collectible() {
        let allowed = u32::from(match card.rarity {
            Rarity::Standard => book.rules.max_copies,
            Rarity::Legendary => book.rules.max_legendary_copies,
        });
        let seen = seen.iter().filter(|seen| **seen == card.id).count() as u32;
        let left = allowed.saturating_sub(seen);
        if left > 0 {
            pool.push((card.id, left));
        }
    }
    pool
}
