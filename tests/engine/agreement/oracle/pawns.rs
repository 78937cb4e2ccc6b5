//! Pawns landing on tiles (RULES.md, sections 2 and 9).

use super::play::Play;
use super::state::{Id, Record, board_order, index, neighbour, opponent};

impl Play<'_> {
    /// Whether pawns and tokens may land on the tile: it has no card and is not reserved.
    pub(super) fn is_free(&self, tile: usize) -> bool {
        self.board.card_at(tile).is_none() && self.reserved != Some(tile)
    }

    /// The pawns of a card just put down, on its P and X squares.
    pub(super) fn project_pawns(&mut self, source: Id) {
        let squares = self.board.range_tiles(self.cards, source, true);
        for tile in board_order(self.mover) {
            if squares.contains(&tile) {
                self.land_pawn(source, tile);
            }
        }
    }

    /// One pawn of the usual amount.
    pub(super) fn land_pawn(&mut self, source: Id, tile: usize) {
        let amount = self.cards[self.board.cards[&source].number.as_str()].pawn_amount();
        let side = self.board.cards[&source].side;
        let ranks = self.board.ranks(tile);
        let (own, other) = (ranks[index(side)], ranks[index(opponent(side))]);
        let asked = if self.board.owner[tile] != Some(opponent(side)) {
            (own + amount, other)
        } else if self.knobs.claim_take_over {
            (own.max(other), 0)
        } else {
            (own + amount, other - amount)
        };
        self.record(source, tile, asked);
    }

    /// The eight neighbours: neutral and own tiles gain a rank, the enemy's stay.
    pub(super) fn expand_positions(&mut self, source: Id) {
        let card = self.card(source).clone();
        for right in -1..=1 {
            for down in -1..=1 {
                // The card's own tile is not free, so the middle needs no exception.
                let Some(tile) = neighbour(card.tile, right, down) else {
                    continue;
                };
                if self.board.owner[tile] != Some(opponent(card.side)) {
                    let ranks = self.board.ranks(tile);
                    let own = ranks[index(card.side)];
                    let other = ranks[index(opponent(card.side))];
                    self.record(source, tile, (own + 1, other));
                }
            }
        }
    }

    /// Records the difference between what a tile shows and what is asked for, (own, other).
    fn record(&mut self, source: Id, tile: usize, asked: (i64, i64)) {
        if !self.is_free(tile) {
            return;
        }
        let side = self.board.cards[&source].side;
        let before = self.board.ranks(tile);
        let owner_before = self.board.owner[tile];
        let mut wanted = [0, 0];
        wanted[index(side)] = asked.0.clamp(0, 3);
        wanted[index(opponent(side))] = asked.1.clamp(0, 3);
        self.board.records.push(Record {
            source,
            tile,
            change: [wanted[0] - before[0], wanted[1] - before[1]],
        });
        if self.board.ranks(tile) != before {
            self.board.settle_owner(tile, owner_before);
        }
    }
}
