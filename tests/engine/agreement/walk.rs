//! Random walks: plays chosen by a list of numbers, so that a failing walk
//! shrinks to a short one.

use proptest::prelude::*;
use qbcoach_engine::rules::knobs::{
    Claim, DestroyedPawns, DestroyedTile, LaneMinTransfer, Rules, StatusBasis,
};
use qbcoach_engine::rules::{Board, CardId, Play, Rulebook, Side};

use crate::agreement::oracle::{Grave, Knobs};

/// The choices of a walk: each number picks one of the legal plays.
pub fn choices() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(any::<u32>(), 1..28)
}

/// Any mix of the five knobs that change plays and scores.
pub fn any_rules() -> impl Strategy<Value = Rules> {
    (0..MIXES).prop_map(rules_mix)
}

/// How many mixes there are: four knobs of two values and one of three.
pub const MIXES: usize = 16 * 3;

/// One mix of the knobs, by its number below [`MIXES`].
pub fn rules_mix(number: usize) -> Rules {
    let on = |bit: u8| number >> bit & 1 == 1;
    let mut rules = Rules::canon();
    if on(0) {
        rules.claim = Claim::TakeOver;
    }
    if on(1) {
        rules.destroyed_pawns = DestroyedPawns::Keep;
    }
    if on(2) {
        rules.status = StatusBasis::Net;
    }
    if on(3) {
        rules.lane_min_transfer = LaneMinTransfer::Anywhere;
    }
    let (_, destroyed_tile) = DestroyedTile::WORDS[number / 16];
    rules.destroyed_tile = destroyed_tile;
    rules
}

/// The same knobs for the oracle.
pub fn oracle_knobs(rules: &Rules) -> Knobs {
    Knobs {
        claim_take_over: rules.claim == Claim::TakeOver,
        pawns_keep: rules.destroyed_pawns == DestroyedPawns::Keep,
        grave: match rules.destroyed_tile {
            DestroyedTile::Keep => Grave::Keep,
            DestroyedTile::Reopen => Grave::Reopen,
            DestroyedTile::Clear => Grave::Clear,
        },
        status_net: rules.status == StatusBasis::Net,
        transfer_anywhere: rules.lane_min_transfer == LaneMinTransfer::Anywhere,
    }
}

pub fn all_cards(book: &Rulebook) -> Vec<CardId> {
    book.catalogue.cards().iter().map(|card| card.id).collect()
}

/// The play of one of `cards` that a number picks for a side. It picks a card first and
/// then a tile, so that cards with few legal tiles are played as often as others.
pub fn choose(
    book: &Rulebook,
    board: &Board,
    side: Side,
    cards: &[CardId],
    choice: u32,
) -> Option<Play> {
    let playable: Vec<CardId> = cards
        .iter()
        .copied()
        .filter(|card| !board.legal_tiles(book, side, *card).is_empty())
        .collect();
    let choice = choice as usize;
    let card = *playable.get(choice % playable.len().max(1))?;
    let tiles = board.legal_tiles(book, side, card);
    let index = (choice / playable.len()) % tiles.len() as usize;
    tiles.iter().nth(index).map(|tile| Play { card, tile })
}

/// Walks from the opening, sides in turn. Calls the visitor with each play and the boards
/// before and after it.
pub fn walk(
    book: &Rulebook,
    choices: &[u32],
    mut see: impl FnMut(&Board, Side, Play, &Board) -> Result<(), TestCaseError>,
) -> Result<Board, TestCaseError> {
    let cards = all_cards(book);
    let mut board = Board::opening();
    let mut side = Side::You;
    for choice in choices {
        if let Some(play) = choose(book, &board, side, &cards, *choice) {
            let before = board;
            board.play_unchecked(book, side, play, &mut ());
            see(&before, side, play, &board)?;
        }
        side = side.opponent();
    }
    Ok(board)
}
