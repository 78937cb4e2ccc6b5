//! One card that was seen. Each copy of a card has a record of its own.

use crate::rules::{CardId, CardKind, Catalogue, Side, TileId};
use crate::simulation::instances::{Instance, InstanceId, Location, Report};

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

    /// The origin of an instance of a state. A card that no effect made came from a
    /// deck; this includes cards that were on the board when the match was set up. A
    /// card that was reported by mistake says nothing about a deck.
    fn of(instance: &Instance, catalogue: &Catalogue) -> Origin {
        if instance.report == Report::Retracted {
            return Origin::Unknown;
        }
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
    /// The first turn in which the card could be seen.
    pub turn_observed: u32,
    /// The last tile it was on; none if it was only seen entering a hand.
    pub tile: Option<TileId>,
    /// The turn in which the card left the board.
    pub destroyed_on_turn: Option<u32>,
    /// The instance in the latest state. None if the card is only known from a report
    /// or does not appear in the latest state.
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
        let (tile, destroyed_on_turn) = match instance.location {
            Location::Hand => (None, None),
            Location::Board(tile) => (Some(tile), None),
            // A card that left by a correction of the hand has no last tile and was
            // never on the board.
            Location::Gone { last, turn } => (last, last.map(|_| turn)),
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

    /// Whether this record can be of that instance. A destroyed card never returns, so
    /// its record matches only an instance that is gone as well.
    pub(super) fn may_be(&self, instance: &Instance) -> bool {
        let returned =
            self.destroyed_on_turn.is_some() && !matches!(instance.location, Location::Gone { .. });
        (self.card, self.side) == (instance.card, instance.side) && !returned
    }
}
