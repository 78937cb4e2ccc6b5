//! One card that has been seen: a copy, not a name.

use crate::rules::{CardId, CardKind, Catalogue, Side, TileId};
use crate::simulation::instances::{Instance, InstanceId, Place};

/// Where a seen card came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// Its owner's deck.
    Deck,
    /// It is a token: an effect made it, and no deck can hold it.
    Token,
    /// An effect gave a copy of a card that decks may hold.
    Effect,
    Unknown,
}

impl Origin {
    /// The word used on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Origin::Deck => "deck",
            Origin::Token => "token",
            Origin::Effect => "effect",
            Origin::Unknown => "unknown",
        }
    }

    /// What a state knows. A card that no effect made came from a deck, also one
    /// that lay on the board when the match was set up.
    fn of(instance: &Instance, catalogue: &Catalogue) -> Origin {
        match (catalogue[instance.card].kind, instance.made_by) {
            (CardKind::Token, _) => Origin::Token,
            (CardKind::Collectible, Some(_)) => Origin::Effect,
            (CardKind::Collectible, None) => Origin::Deck,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservedCard {
    pub card: CardId,
    pub side: Side,
    pub origin: Origin,
    /// The first turn in which it could be seen.
    pub turn_observed: u32,
    /// Its last place on the board; none if it was only seen entering a hand.
    pub tile: Option<TileId>,
    /// The turn in which it left the board.
    pub destroyed_on_turn: Option<u32>,
    /// Which card of the states it is; none while only a report tells of it, and
    /// for a card that the latest state knows nothing of.
    pub instance: Option<InstanceId>,
}

impl ObservedCard {
    pub const fn is_on_board(&self) -> bool {
        self.tile.is_some() && self.destroyed_on_turn.is_none()
    }

    /// Seen entering a hand and not seen leaving it.
    pub(super) const fn is_in_hand(&self) -> bool {
        self.tile.is_none() && self.instance.is_some()
    }

    pub(super) fn of(id: InstanceId, instance: &Instance, catalogue: &Catalogue) -> ObservedCard {
        let (tile, destroyed_on_turn) = match instance.place {
            Place::Hand => (None, None),
            Place::Board(tile) => (Some(tile), None),
            // What a corrected hand no longer holds was never on the board.
            Place::Gone { last, turn } => (last, last.map(|_| turn)),
        };
        ObservedCard {
            card: instance.card,
            side: instance.side,
            origin: Origin::of(instance, catalogue),
            turn_observed: instance.first_turn,
            tile,
            destroyed_on_turn,
            instance: Some(id),
        }
    }

    /// Whether this can be that instance: what has been destroyed never returns.
    pub(super) fn may_be(&self, instance: &Instance) -> bool {
        let returned =
            self.destroyed_on_turn.is_some() && !matches!(instance.place, Place::Gone { .. });
        (self.card, self.side) == (instance.card, instance.side) && !returned
    }
}
