//! Random matches from a seed, for checks that must hold after any play.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::rules::{CardId, Move, Play, Position, Rulebook, Side};

/// Plays a match with random cards of the whole catalogue. Calls `visit` with each
/// position and the play that is made in it.
pub fn random_match(
    book: &Rulebook,
    seed: u64,
    mut visit: impl FnMut(&Position, Play),
) -> Position {
    let mut chance = Chance::new(seed, 0);
    let mut position = Position::opening(Side::You);
    // Fifteen tiles fill up long before; destruction may make a match longer.
    for _turn in 0..60 {
        if position.is_over() {
            break;
        }
        let side = position.to_act;
        let made = match random_play(book, &position, &mut chance) {
            Some(play) => {
                visit(&position, play);
                Move::Play(play)
            }
            None => Move::Pass,
        };
        position
            .make(book, side, made, &mut ())
            .expect("the play is legal");
    }
    position
}

/// A legal play of one of a few random cards.
fn random_play(book: &Rulebook, position: &Position, chance: &mut Chance) -> Option<Play> {
    let cards = book.catalogue.cards();
    let hand: Vec<CardId> = (0..8)
        .map(|_| cards[chance.below(cards.len())].id)
        .collect();
    let plays = position.board.legal_plays(book, position.to_act, &hand);
    chance.pick(&plays).copied()
}
