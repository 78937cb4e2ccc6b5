//! Destruction, one batch at a time (RULES 8).

use super::{Blame, Instance, Resolution};
use crate::rules::effect::Trigger;
use crate::rules::event::{Actor, Event, EventSink, PawnCause};
use crate::rules::knobs::DestroyedTile;
use crate::rules::tile::{ByTile, TileSet};

impl<S: EventSink> Resolution<'_, S> {
    /// The next batch: cards at 0 or less and cards that were marked.
    pub(super) fn doomed(&self) -> TileSet {
        let spent: TileSet = self
            .board
            .occupied()
            .iter()
            .filter(|tile| self.seen.power[*tile] <= 0)
            .collect();
        spent.or(self.marked.and(self.board.occupied()))
    }

    pub(super) fn destroy(&mut self, batch: TileSet) {
        // Marks made from here on are for the next batch.
        self.marked = self.marked.without(batch);
        let book = self.book;
        for tile in batch.in_board_order(self.mover) {
            if let Some(dying) = self.actor(tile) {
                let card = &book.catalogue[dying.card];
                self.act(tile, card, Trigger::OnDestroy);
            }
        }
        for tile in batch.in_board_order(self.mover) {
            if let Some(dead) = self.actor(tile) {
                self.notify_watchers(Trigger::OnCardDestroyed, dead.side, tile);
            }
        }
        let pawns_advance = book.rules.destroyed_tile == DestroyedTile::Clear;
        let destroyers = if pawns_advance || S::LISTENS {
            self.destroyers(batch)
        } else {
            ByTile::all(None)
        };
        if S::LISTENS {
            self.tell_deaths(batch, &destroyers);
        }
        let before = S::LISTENS.then_some(*self.board);
        self.board.remove_batch(batch, &book.rules);
        if let Some(before) = before {
            for tile in TileSet::ALL.in_board_order(self.mover) {
                let changed = before.ranks(tile) != self.board.ranks(tile)
                    || before.owner(tile) != self.board.owner(tile);
                if changed {
                    self.tell_pawns(tile, PawnCause::Destruction);
                }
            }
        }
        self.marked = self.marked.without(batch);
        for tile in batch.iter() {
            self.blame[tile] = Blame::default();
        }
        self.refresh_auras();
        self.look(None, TileSet::EMPTY);
        if pawns_advance {
            self.advance(batch, &destroyers);
        }
    }

    /// Who destroyed each card of the batch.
    fn destroyers(&self, batch: TileSet) -> ByTile<Option<Instance>> {
        let mut destroyers = ByTile::all(None);
        let replaced = self.reserved;
        for tile in batch.without(replaced).iter() {
            let Blame { destroyer, lowerer } = self.blame[tile];
            destroyers[tile] = destroyer.or(lowerer).or_else(|| {
                self.played.filter(|played| {
                    self.is_in_play(*played)
                        && self.board.aura_between(self.book, played.tile, tile) < 0
                })
            });
        }
        destroyers
    }

    fn tell_deaths(&mut self, batch: TileSet, destroyers: &ByTile<Option<Instance>>) {
        for tile in batch.in_board_order(self.mover) {
            let by: Option<Actor> = destroyers[tile]
                .filter(|instance| self.is_in_play(*instance))
                .and_then(|instance| self.actor(instance.tile));
            if let Some(actor) = self.actor(tile) {
                self.sink.event(Event::Destroyed { actor, by });
            }
        }
    }

    /// Under `clear`, the pawn of a card that destroyed another lands on the tile
    /// it cleared, where its range has one.
    fn advance(&mut self, batch: TileSet, destroyers: &ByTile<Option<Instance>>) {
        let book = self.book;
        for tile in batch.and(self.free_tiles()).in_board_order(self.mover) {
            let destroyer = destroyers[tile].filter(|instance| self.is_in_play(*instance));
            let Some(source) = destroyer.and_then(|instance| self.actor(instance.tile)) else {
                continue;
            };
            let card = &book.catalogue[source.card];
            if card.range.pawns(source.side, source.tile).contains(tile) {
                self.lay_pawn(
                    source.tile,
                    source.side,
                    tile,
                    book.catalogue.plan(card.id).pawn_amount,
                );
            }
        }
    }
}
