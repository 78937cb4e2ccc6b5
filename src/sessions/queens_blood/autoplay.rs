//! The program's own moves in a simulated match. The program plays the coach's advice
//! for its side, with the knowledge of a player of that side.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::played_match::Match;
use qbcoach_engine::coaching::{Coach, CoachError, SearchLimit, mulligan};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, Move, Play, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::GameState;

/// What the program has to decide for a side that it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Mulligan(Side),
    Move(Side),
}

/// What the program has to decide now.
pub(crate) fn due(played: &Match) -> Option<Decision> {
    let state = &played.annotated.state;
    if state.position.is_over() || played.setup.autoplay.is_empty() {
        return None;
    }
    let mut own = played.setup.autoplay.iter().copied();
    if let Some(side) = own.clone().find(|side| state.may_mulligan(*side)) {
        return Some(Decision::Mulligan(side));
    }
    let side = own.find(|side| *side == state.position.to_act)?;
    // The other side, which a person plays, may still change its hand.
    match state.may_mulligan(side.opponent()) {
        true => None,
        false => Some(Decision::Move(side)),
    }
}

/// The program's next action, if it is the turn of a side that the program plays.
pub(crate) fn choose(played: &Match) -> Option<Action> {
    Some(match due(played)? {
        Decision::Mulligan(side) => choose_mulligan(played, side),
        Decision::Move(side) => Action::Move {
            side,
            made: choose_move(played, side),
        },
    })
}

/// What the program would do now for the side to act.
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
        qbcoach_engine::simulation::pile::Pile::Ordered(cards) => cards.clone(),
        qbcoach_engine::simulation::pile::Pile::Hidden { .. } => Vec::new(),
    };
    let advice = mulligan::advise(played.book(), &hand, &rest);
    Action::Mulligan {
        side,
        // Without advice, for a hand too large to compare all choices, the hand is kept.
        replace: advice.map(|advice| advice.replace).unwrap_or_default(),
        drew: None,
    }
}

/// How many plays the program simulates for one of its moves. It is one side of many
/// sessions, and nobody should wait for its answer: this takes about two milliseconds.
const NODES: u64 = 2_000;

fn choose_move(played: &Match, side: Side) -> Move {
    let best = match side {
        Side::You => best_move(&played.coach, &played.annotated),
        Side::Enemy => match opposite_view(played) {
            Some(view) => best_move(&played.coach, &view).map(mirrored),
            None => Ok(Move::Pass),
        },
    };
    // Without advice the program passes, which is always legal.
    best.unwrap_or(Move::Pass)
}

/// The move that the search finds. It follows from the position alone.
fn best_move(coach: &Coach, view: &AnnotatedState) -> Result<Move, CoachError> {
    let limit = SearchLimit::nodes(NODES);
    let go_on = |_: &_| ControlFlow::Continue(());
    match coach.search(view, limit, NonZeroUsize::MIN, go_on) {
        Ok(report) => Ok(report.best()),
        // A position that cannot be dealt is left to the coach that looks one reply ahead.
        Err(CoachError::Prediction(_)) => coach.best_move(view),
        Err(error) => Err(error),
    }
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
