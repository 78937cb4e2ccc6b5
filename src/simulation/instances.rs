//! Which card is which: every copy that both players have seen, from the moment
//! it is played, spawned or put in a hand, to the moment it leaves. Two copies
//! of a card, or a card played again where one died, are never the same.

use crate::rules::{ByTile, CardId, Side, TileId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId(u32);

impl InstanceId {
    pub const fn number(self) -> u32 {
        self.0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Hand,
    Board(TileId),
    /// It left the board, where it stood last, or a hand that was corrected.
    Gone {
        last: Option<TileId>,
        turn: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance {
    pub card: CardId,
    pub side: Side,
    /// The card whose effect made it, if one did.
    pub made_by: Option<CardId>,
    pub first_turn: u32,
    pub place: Place,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instances {
    list: Vec<Instance>,
    on_board: ByTile<Option<InstanceId>>,
}

impl Instances {
    /// Every instance there has been, in the order of their arrival.
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
        if let Place::Board(tile) = instance.place {
            self.on_board[tile] = Some(id);
        }
        id
    }

    /// A card from a hand, or one that was moved, now lies on a tile.
    pub(super) fn put(&mut self, id: InstanceId, tile: TileId) {
        if let Some(instance) = self.list.get_mut(id.0 as usize) {
            instance.place = Place::Board(tile);
            self.on_board[tile] = Some(id);
        }
    }

    /// Takes the card off a tile without saying yet what became of it.
    pub(super) fn lift(&mut self, tile: TileId) -> Option<InstanceId> {
        self.on_board[tile].take()
    }

    pub(super) fn leave(&mut self, id: InstanceId, turn: u32) {
        if let Some(instance) = self.list.get_mut(id.0 as usize) {
            let last = match instance.place {
                Place::Board(tile) => Some(tile),
                Place::Gone { last, .. } => last,
                Place::Hand => None,
            };
            instance.place = Place::Gone { last, turn };
            if let Some(tile) = last
                && self.on_board[tile] == Some(id)
            {
                self.on_board[tile] = None;
            }
        }
    }
}
