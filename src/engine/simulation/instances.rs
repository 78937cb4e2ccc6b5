//! The identity of cards: every copy that both players have seen is an instance, from the
//! moment it is played, spawned or added to a hand until it leaves. Two copies of a card
//! are two instances, and so is a card that is played where the same card was destroyed.

use crate::rules::{ByTile, CardId, Side, TileId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId(u32);

impl InstanceId {
    pub const fn number(self) -> u32 {
        self.0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    Hand,
    Board(TileId),
    /// It left the board, with the tile it was on last, or a hand that was corrected.
    Gone {
        last: Option<TileId>,
        turn: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance {
    pub card: CardId,
    pub side: Side,
    /// The card whose effect made it, if any.
    pub made_by: Option<CardId>,
    pub first_turn: u32,
    pub location: Location,
    pub report: Report,
}

/// Whether a card was really there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    True,
    /// It was put on the board without a play: at the start, or by a correction.
    Placed,
    /// A correction put another card of the same side in its place: the play that was
    /// reported was a mistake.
    Retracted,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instances {
    list: Vec<Instance>,
    on_board: ByTile<Option<InstanceId>>,
}

impl Instances {
    /// All instances of the match, in the order of their arrival.
    pub fn iter(&self) -> impl Iterator<Item = (InstanceId, &Instance)> {
        (0..).map(InstanceId).zip(&self.list)
    }

    pub fn get(&self, id: InstanceId) -> Option<&Instance> {
        self.list.get(id.0 as usize)
    }

    pub fn on_tile(&self, tile: TileId) -> Option<InstanceId> {
        self.on_board[tile]
    }

    pub(super) fn add(&mut self, instance: Instance) -> InstanceId {
        let id = InstanceId(self.list.len() as u32);
        self.list.push(instance);
        if let Location::Board(tile) = instance.location {
            self.on_board[tile] = Some(id);
        }
        id
    }

    /// Moves an instance from a hand or another tile to a tile.
    pub(super) fn put(&mut self, id: InstanceId, tile: TileId) {
        if let Some(instance) = self.list.get_mut(id.0 as usize) {
            instance.location = Location::Board(tile);
            self.on_board[tile] = Some(id);
        }
    }

    /// Takes the instance off a tile; the caller moves it or lets it leave.
    pub(super) fn lift(&mut self, tile: TileId) -> Option<InstanceId> {
        self.on_board[tile].take()
    }

    pub(super) fn retract(&mut self, id: InstanceId) {
        if let Some(instance) = self.list.get_mut(id.0 as usize) {
            instance.report = Report::Retracted;
        }
    }

    pub(super) fn leave(&mut self, id: InstanceId, turn: u32) {
        if let Some(instance) = self.list.get_mut(id.0 as usize) {
            let last = match instance.location {
                Location::Board(tile) => Some(tile),
                Location::Gone { last, .. } => last,
                Location::Hand => None,
            };
            instance.location = Location::Gone { last, turn };
            if let Some(tile) = last
                && self.on_board[tile] == Some(id)
            {
                self.on_board[tile] = None;
            }
        }
    }
}
