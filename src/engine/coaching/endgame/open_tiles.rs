//! The tiles on which a side may play, for every cost at once.

use crate::rules::{Board, CardId, Cost, Rank, Rulebook, Side, TileSet};

/// The legal tiles of one side on one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenTiles {
    /// The side's empty tiles with at least this rank.
    by_rank: [TileSet; 4],
    own_cards: TileSet,
}

impl OpenTiles {
    /// Whether the match is over is not looked at.
    pub fn of(board: &Board, side: Side) -> OpenTiles {
        let open = board.open_to(side);
        let visible = board.pawns().visible();
        let of_rank = |rank: usize| open.and(visible.at_least(Rank::clamped(rank as i8)));
        OpenTiles {
            by_rank: std::array::from_fn(of_rank),
            own_cards: board.cards_of(side),
        }
    }

    pub fn for_cost(&self, cost: Cost) -> TileSet {
        match cost {
            Cost::Pawns(rank) => self.by_rank[usize::from(rank.get())],
            Cost::Replacement => self.own_cards,
        }
    }

    pub fn for_card(&self, book: &Rulebook, card: CardId) -> TileSet {
        self.for_cost(book.catalogue[card].cost)
    }
}
