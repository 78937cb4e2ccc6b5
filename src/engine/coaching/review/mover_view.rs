//! A position as the side that made a move in it saw it.

use crate::observation::{AnnotatedState, ObservationError};
use crate::rules::{Move, Play, Rulebook, Side};
use crate::simulation::game_state::MatchMode;
use crate::simulation::hand::HeldCard;

/// The view before a move, in which the side that made it is [`Side::You`]. It knows that
/// this side held the card it played.
pub(super) fn mover_view(
    book: &Rulebook,
    before: &AnnotatedState,
    side: Side,
    made: Move,
) -> Result<AnnotatedState, ObservationError> {
    let mut view = match side {
        Side::You => before.clone(),
        // The enemy does not know your deck.
        Side::Enemy => AnnotatedState::new(before.state.opposite_view(), None, book)?,
    };
    if view.state.mode() == MatchMode::Analysis {
        view.state.position.to_act = Side::You;
    }
    let hand = &mut view.state.holdings[Side::You].hand;
    if let Move::Play(Play { card, .. }) = made
        && !hand.known.iter().any(|held| held.card == card)
    {
        hand.unknown = hand.unknown.saturating_sub(1);
        hand.known.push(HeldCard {
            card,
            instance: None,
        });
    }
    Ok(view)
}

/// A move of one side in the other side's coordinates.
pub(super) fn turned(made: Move) -> Move {
    match made {
        Move::Play(Play { card, tile }) => Move::Play(Play {
            card,
            tile: tile.mirrored(),
        }),
        Move::Pass => Move::Pass,
    }
}

/// A move in the coordinates of the side that makes it, and back.
pub(super) fn as_mover(side: Side, made: Move) -> Move {
    match side {
        Side::You => made,
        Side::Enemy => turned(made),
    }
}
