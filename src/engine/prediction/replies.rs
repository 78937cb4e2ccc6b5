//! What each enemy move would do to the board.

use super::evaluation::{evaluate, tile_value_for_enemy};
use crate::rules::{
    Board, ByLane, BySide, ByTile, CardId, Lane, MatchScore, Play, Powers, Rulebook, Side, TileId,
};

/// One simulated enemy move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimulatedReply {
    pub play: Play,
    /// The value of the board for the enemy: minus its evaluation.
    pub resulting_score: f64,
    pub match_score: MatchScore,
    /// The change of the enemy's lane power minus the change of yours.
    pub lane_change: ByLane<i32>,
    /// The change of each tile's value for the enemy.
    pub tile_change: ByTile<i32>,
}

/// The board before a reply. Its values are computed once for all replies.
pub struct BoardBeforeReply<'a> {
    pub book: &'a Rulebook,
    pub board: &'a Board,
    pub match_score: MatchScore,
    /// The value of the unchanged board for the enemy.
    pub score: f64,
    powers: Powers,
    tile_values: ByTile<i32>,
}

impl<'a> BoardBeforeReply<'a> {
    pub fn new(book: &'a Rulebook, board: &'a Board) -> BoardBeforeReply<'a> {
        let powers = board.powers(book);
        BoardBeforeReply {
            book,
            board,
            match_score: board.score_with(book, &powers),
            score: -evaluate(board, &powers).total(),
            tile_values: tile_values(board, &powers),
            powers,
        }
    }

    /// Simulates every distinct play of a card. The original board is not changed.
    pub(crate) fn replies_of(&self, card: CardId) -> impl Iterator<Item = SimulatedReply> {
        let tiles = self.board.legal_tiles(self.book, Side::Enemy, card);
        tiles
            .iter()
            .map(move |tile| self.simulate(Play { card, tile }))
    }

    pub fn simulate(&self, play: Play) -> SimulatedReply {
        let mut board = *self.board;
        let mut after = self.powers;
        board.play_with_powers(self.book, Side::Enemy, play, &mut after, &mut ());
        let powers = &after;
        let match_score = board.score_with(self.book, powers);
        let mut tile_change = tile_values(&board, powers);
        for tile in TileId::all() {
            tile_change[tile] -= self.tile_values[tile];
        }
        let mut lane_change = ByLane::default();
        for lane in Lane::ALL {
            let lead = |power: BySide<i32>| power.enemy - power.you;
            lane_change[lane] =
                lead(match_score.lanes[lane].power) - lead(self.match_score.lanes[lane].power);
        }
        SimulatedReply {
            play,
            resulting_score: -evaluate(&board, powers).total(),
            match_score,
            lane_change,
            tile_change,
        }
    }
}

fn tile_values(board: &Board, powers: &Powers) -> ByTile<i32> {
    let mut values = ByTile::all(0);
    for tile in TileId::all() {
        values[tile] = tile_value_for_enemy(board, powers, tile);
    }
    values
}
