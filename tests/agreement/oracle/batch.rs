//! One batch of destruction (RULES 8).

use std::collections::BTreeSet;

use super::data::Trigger;
use super::play::Play;
use super::state::{Id, TILES};

impl Play<'_> {
    /// Destroys these cards, given in board order, together.
    pub(super) fn batch(&mut self, dying: &[Id]) {
        // Marks made from here on are for the next batch.
        for id in dying {
            self.marked.remove(id);
        }
        for id in dying {
            self.run_trigger(*id, Trigger::Destroy);
        }
        for dead in dying {
            let side = self.board.cards[dead].side;
            for watcher in self.board.in_board_order(self.mover) {
                if watcher != *dead {
                    self.react(watcher, side, Trigger::watched_when_destroyed);
                }
            }
        }
        let mut graves = Vec::new();
        for id in dying {
            graves.push((self.board.cards[id].tile, self.destroyer_of(*id)));
        }
        self.remove(dying);
        self.look(&BTreeSet::new());
        if self.knobs.tile_clear {
            for (tile, destroyer) in graves {
                self.claim_grave(tile, destroyer);
            }
        }
    }

    /// The destroying card of a victim that is still in play with all its auras on it.
    fn destroyer_of(&self, victim: Id) -> Option<Id> {
        if let Some(source) = self.destroyed_by.get(&victim) {
            return Some(*source);
        }
        if let Some(source) = self.lowered_by.get(&victim) {
            return Some(*source);
        }
        let played = self.played?;
        let in_play = self.board.cards.contains_key(&played);
        (in_play && self.board.aura(self.cards, played, victim) < 0).then_some(played)
    }

    /// Lets the pawn of a destroying card land where its victim stood.
    fn claim_grave(&mut self, tile: usize, destroyer: Option<Id>) {
        let Some(destroyer) = destroyer else {
            return;
        };
        if self.board.cards.contains_key(&destroyer)
            && self
                .board
                .range_tiles(self.cards, destroyer, true)
                .contains(&tile)
        {
            self.land_pawn(destroyer, tile);
        }
    }

    /// Takes the dead off the board with all that ends with them, owners last.
    fn remove(&mut self, dying: &[Id]) {
        let ranks_before: Vec<[i64; 2]> = (0..TILES).map(|tile| self.board.ranks(tile)).collect();
        let mut graves = Vec::new();
        for id in dying {
            let card = self.board.cards.remove(id).expect("the dying are in play");
            graves.push(card.tile);
        }
        if self.knobs.pawns_keep {
            for record in &self.board.records {
                if dying.contains(&record.source) {
                    self.board.base[record.tile][0] += record.change[0];
                    self.board.base[record.tile][1] += record.change[1];
                }
            }
        }
        self.board
            .records
            .retain(|record| !dying.contains(&record.source));
        if self.knobs.tile_clear {
            for grave in &graves {
                self.board.base[*grave] = [0, 0];
            }
            self.board
                .records
                .retain(|record| !graves.contains(&record.tile));
        }
        for (tile, before) in ranks_before.into_iter().enumerate() {
            let empty = self.board.card_at(tile).is_none();
            let changed = self.board.ranks(tile) != before || graves.contains(&tile);
            if empty && changed {
                self.board.settle_owner(tile, self.board.owner[tile]);
            }
        }
        // Marks made in this batch may have hit its own cards; they are gone.
        let cards = &self.board.cards;
        self.marked.retain(|id| cards.contains_key(id));
    }
}
