//! One batch of destruction (RULES.md, section 8).

use std::collections::BTreeSet;

use super::Grave;
use super::data::Trigger;
use super::play::Play;
use super::state::{Id, TILES};

impl Play<'_> {
    /// Destroys these cards, given in board order, together.
    pub(super) fn batch(&mut self, destroyed: &[Id]) {
        // Cards marked from here on belong to the next batch.
        for id in destroyed {
            self.marked.remove(id);
        }
        for id in destroyed {
            self.run_trigger(*id, Trigger::Destroy);
        }
        for card in destroyed {
            let side = self.board.cards[card].side;
            for watcher in self.board.in_board_order(self.mover) {
                if watcher != *card {
                    self.react(watcher, side, Trigger::watched_when_destroyed);
                }
            }
        }
        let mut graves = Vec::new();
        for id in destroyed {
            graves.push((self.board.cards[id].tile, self.destroyer_of(*id)));
        }
        self.remove(destroyed);
        self.look(&BTreeSet::new());
        if self.knobs.grave != Grave::Keep {
            for (tile, destroyer) in graves {
                self.land_pawn_of_destroyer(tile, destroyer);
            }
        }
    }

    /// The destroying card of a victim that is still in play, as are all auras on it.
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

    /// Lays the pawn of a destroying card on its victim's tile.
    fn land_pawn_of_destroyer(&mut self, tile: usize, destroyer: Option<Id>) {
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

    /// Removes destroyed cards with their records, then updates the owners of tiles.
    fn remove(&mut self, destroyed: &[Id]) {
        let ranks_before: Vec<[i64; 2]> = (0..TILES).map(|tile| self.board.ranks(tile)).collect();
        let mut graves = Vec::new();
        for id in destroyed {
            let card = self
                .board
                .cards
                .remove(id)
                .expect("cards of the batch are in play");
            graves.push(card.tile);
        }
        if self.knobs.pawns_keep {
            for record in &self.board.records {
                if destroyed.contains(&record.source) {
                    self.board.base[record.tile][0] += record.change[0];
                    self.board.base[record.tile][1] += record.change[1];
                }
            }
        }
        self.board
            .records
            .retain(|record| !destroyed.contains(&record.source));
        if self.knobs.grave == Grave::Clear {
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
        // Cards of this batch may have been marked during it; they are gone now.
        let cards = &self.board.cards;
        self.marked.retain(|id| cards.contains_key(id));
    }
}
