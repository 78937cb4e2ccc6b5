//! The program's own moves in a simulated match. It plays what the coach would
//! advise in its seat, and knows no more than a player there.

use super::played_match::Match;
use crate::coaching::mulligan;
use crate::observation::AnnotatedState;
use crate::rules::{BySide, Move, Play, Side};
use crate::simulation::action::Action;
use crate::simulation::game_state::GameState;

/// What the program does now, if the move is its own.
pub fn choose(played: &Match) -> Option<Action> {
    let state = &played.annotated.state;
    if state.position.is_over() || played.setup.autoplay.is_empty() {
        return None;
    }
    let mut own = played.setup.autoplay.iter().copied();
    if let Some(side) = own.clone().find(|side| state.may_mulligan(*side)) {
        return Some(choose_mulligan(played, side));
    }
    let side = own.find(|side| *side == state.position.to_act)?;
    // A person may still change the other hand before the first move.
    if state.may_mulligan(side.opponent()) {
        return None;
    }
    let made = choose_move(played, side);
    Some(Action::Move { side, made })
}

/// What the program would do now for whoever's turn it is.
pub fn next_move(played: &Match) -> Option<Action> {
    let state = &played.annotated.state;
    if state.position.is_over() {
        return None;
    }
    let mut sides = Side::BOTH.into_iter();
    if let Some(side) = sides.find(|side| state.may_mulligan(*side)) {
        return Some(choose_mulligan(played, side));
    }
    let side = state.position.to_act;
    let made = choose_move(played, side);
    Some(Action::Move { side, made })
}

fn choose_mulligan(played: &Match, side: Side) -> Action {
    let holdings = &played.annotated.state.holdings[side];
    let hand = holdings.hand.cards();
    let rest = match &holdings.pile {
        crate::simulation::pile::Pile::Ordered(cards) => cards.clone(),
        crate::simulation::pile::Pile::Hidden { .. } => Vec::new(),
    };
    let advice = mulligan::advise(played.book(), &hand, &rest);
    Action::Mulligan {
        side,
        // A hand too large to compare all choices is kept.
        replace: advice.map(|advice| advice.replace).unwrap_or_default(),
        drew: None,
    }
}

fn choose_move(played: &Match, side: Side) -> Move {
    let best = match side {
        Side::You => played.coach.best_move(&played.annotated),
        Side::Enemy => match opposite_view(played) {
            Some(view) => played.coach.best_move(&view).map(mirrored),
            None => Ok(Move::Pass),
        },
    };
    // No advice is no reason to stop a match: a pass is always legal.
    best.unwrap_or(Move::Pass)
}

/// The match as the enemy sees it: its own side is "you", your deck is unknown.
fn opposite_view(played: &Match) -> Option<AnnotatedState> {
    let state = &played.annotated.state;
    let BySide { you, enemy } = state.holdings.clone();
    let holdings = BySide {
        you: enemy,
        enemy: you,
    };
    let view = GameState::arranged(state.position.mirrored(), holdings);
    AnnotatedState::new(view, None, played.book()).ok()
}

fn mirrored(made: Move) -> Move {
    match made {
        Move::Play(Play { card, tile }) => Move::Play(Play {
            card,
            tile: tile.mirrored(),
        }),
        Move::Pass => Move::Pass,
    }
}
