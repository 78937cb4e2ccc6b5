//! What each single enemy move would do to the board.

use super::evaluation::{evaluate, tile_worth_to_enemy};
use crate::rules::{
    Board, ByLane, BySide, ByTile, CardId, Lane, MatchScore, Play, Powers, Rulebook, Side, TileId,
};

/// One move, simulated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reply {
    pub play: Play,
    /// The enemy's view: the negative of the value for you.
    pub resulting_score: f64,
    pub match_score: MatchScore,
    /// The enemy's gain of lane power less yours.
    pub lane_change: ByLane<i32>,
    /// The change of each tile's worth to the enemy.
    pub tile_change: ByTile<i32>,
}

/// The board before a reply, measured once.
pub struct Before<'a> {
    pub book: &'a Rulebook,
    pub board: &'a Board,
    pub match_score: MatchScore,
    /// The enemy's view of the unchanged board.
    pub score: f64,
    worth: ByTile<i32>,
}

impl<'a> Before<'a> {
    pub fn new(book: &'a Rulebook, board: &'a Board) -> Before<'a> {
        let powers = board.powers(book);
        Before {
            book,
            board,
            match_score: board.score_with(book, &powers),
            score: -evaluate(book, board, &powers).total(),
            worth: worth_of_tiles(board, &powers),
        }
    }

    /// Simulates every distinct move of a card; the original board stays.
    pub fn replies_of(&self, card: CardId) -> impl Iterator<Item = Reply> {
        let tiles = self.board.legal_tiles(self.book, Side::Enemy, card);
        tiles
            .iter()
            .map(move |tile| self.simulate(Play { card, tile }))
    }

    pub fn simulate(&self, play: Play) -> Reply {
        let mut board = *self.board;
        let resolved = board.play_unchecked(self.book, Side::Enemy, play, &mut ());
        let powers = &resolved.powers;
        let match_score = board.score_with(self.book, powers);
        let mut tile_change = worth_of_tiles(&board, powers);
        for tile in TileId::all() {
            tile_change[tile] -= self.worth[tile];
        }
        let mut lane_change = ByLane::default();
        for lane in Lane::ALL {
            let lead = |power: BySide<i32>| power.enemy - power.you;
            lane_change[lane] =
                lead(match_score.lanes[lane].power) - lead(self.match_score.lanes[lane].power);
        }
        Reply {
            play,
            resulting_score: -evaluate(self.book, &board, powers).total(),
            match_score,
            lane_change,
            tile_change,
        }
    }
}

fn worth_of_tiles(board: &Board, powers: &Powers) -> ByTile<i32> {
    let mut worth = ByTile::all(0);
    for tile in TileId::all() {
        worth[tile] = tile_worth_to_enemy(board, powers, tile);
    }
    worth
}
