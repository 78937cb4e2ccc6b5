//! The best move at a place of a match, quickly: one reply ahead.

use std::ops::ControlFlow;

use qbcoach_engine::coaching::Budget;
use qbcoach_engine::rules::Side;
use qbcoach_engine::simulation::action::Action;
use qbcoach_sessions::queens_blood::Match;

/// How many positions may be simulated: what an editor waits for stays short.
const NODES: u64 = 3_000;

/// Your best move and what it is called; none if it is not your turn or your hand is not
/// told.
pub(crate) fn best_move(game: &Match) -> Option<(Action, String)> {
    let hand = &game.annotated.state.holdings[Side::You].hand;
    if hand.known.is_empty() {
        return None;
    }
    let budget = Budget { nodes: Some(NODES) };
    let go_on = |_| ControlFlow::Continue(());
    let advice = game.coach.recommend_within(&game.annotated, budget, go_on);
    let best = advice.ok()?.moves.into_iter().next()?;
    let action = Action::Move {
        side: Side::You,
        made: best.made,
    };
    Some((action, best.label))
}
