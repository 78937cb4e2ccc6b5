//! Destruction, one batch at a time (RULES.md, section 8).

use super::{Blame, Occupant, Resolution};
use crate::rules::card::Trait;
use crate::rules::effect::Trigger;
use crate::rules::event::{CardOnTile, Event, EventSink, PawnCause};
use crate::rules::power::AuraChange;
use crate::rules::tile::{ByTile, TileSet};

impl<S: EventSink> Resolution<'_, S> {
    /// The next batch: cards with a power of 0 or less and marked cards.
    pub(super) fn next_batch(&self) -> TileSet {
        let powerless = self.seen.powerless();
        powerless.or(self.marked.and(self.board.occupied()))
    }

    pub(super) fn destroy(&mut self, batch: TileSet) {
        // Cards marked from here on belong to the next batch.
        self.marked = self.marked.without(batch);
        let book = self.book;
        let acting = batch.and(self.board.with_trait(Trait::ActsOnDestroy));
        for tile in acting.in_board_order(self.mover) {
            if let Some(destroyed) = self.card_on(tile) {
                let card = &book.catalogue[destroyed.card];
                self.act(tile, card, Trigger::OnDestroy);
            }
        }
        for tile in batch.in_board_order(self.mover) {
            if let Some(destroyed) = self.card_on(tile) {
                self.notify_watchers(Trigger::OnCardDestroyed, destroyed.side, tile);
            }
        }
        let pawns_land = book.rules.destroyed_tile.lets_pawns_land();
        let destroyers = if self.asks_for_destroyers() {
            self.destroyers(batch)
        } else {
            ByTile::all(None)
        };
        if S::LISTENS {
            self.send_destroyed(batch, &destroyers);
        }
        let mut changed = TileSet::EMPTY;
        for tile in batch.iter() {
            changed = changed.or(self.change_auras(tile, AuraChange::End));
            self.seen.leave(tile);
        }
        let before = S::LISTENS.then_some(*self.board);
        self.board.remove_batch(batch, &book.rules);
        if let Some(before) = before {
            for tile in TileSet::ALL.in_board_order(self.mover) {
                let changed = before.ranks(tile) != self.board.ranks(tile)
                    || before.owner(tile) != self.board.owner(tile);
                if changed {
                    self.send_pawns(tile, PawnCause::Destruction);
                }
            }
        }
        self.marked = self.marked.without(batch);
        for tile in batch.iter() {
            self.forget_blame(tile);
        }
        self.look(None, changed, TileSet::EMPTY);
        if pawns_land {
            self.land_pawns(batch, &destroyers);
        }
    }

    /// The destroying card of each card of the batch.
    fn destroyers(&self, batch: TileSet) -> ByTile<Option<Occupant>> {
        let mut destroyers = ByTile::all(None);
        let replaced = self.reserved;
        for tile in batch.without(replaced).iter() {
            let blame = self.blame.as_ref().map(|blame| blame[tile]);
            let Blame { destroyer, lowerer } = blame.unwrap_or_default();
            destroyers[tile] = destroyer.or(lowerer).or_else(|| {
                self.played.filter(|played| {
                    self.is_in_play(*played)
                        && self.board.aura_between(self.book, played.tile, tile) < 0
                })
            });
        }
        destroyers
    }

    fn send_destroyed(&mut self, batch: TileSet, destroyers: &ByTile<Option<Occupant>>) {
        for tile in batch.in_board_order(self.mover) {
            let by: Option<CardOnTile> = destroyers[tile]
                .filter(|occupant| self.is_in_play(*occupant))
                .and_then(|occupant| self.card_on(occupant.tile));
            if let Some(subject) = self.card_on(tile) {
                self.sink.event(Event::Destroyed { subject, by });
            }
        }
    }

    /// A pawn of the destroying card lands on the victim's tile, if the card's range has
    /// a pawn square there.
    fn land_pawns(&mut self, batch: TileSet, destroyers: &ByTile<Option<Occupant>>) {
        let book = self.book;
        for tile in batch.and(self.free_tiles()).in_board_order(self.mover) {
            let destroyer = destroyers[tile].filter(|occupant| self.is_in_play(*occupant));
            let Some(source) = destroyer.and_then(|occupant| self.card_on(occupant.tile)) else {
                continue;
            };
            let card = &book.catalogue[source.card];
            if card.range.pawns(source.side, source.tile).contains(tile) {
                self.lay_pawn(
                    source.tile,
                    source.side,
                    tile,
                    book.catalogue.profile(card.id).pawn_amount,
                );
            }
        }
    }
}
