//! A beam search: looks far ahead at little cost, because after each action only the
//! most promising states are kept. It finds a line that can really be played, so its
//! result is never too optimistic.

use std::collections::BTreeSet;

use super::candidates::{Alternatives, candidate_actions};
use super::outcome::CombatOutcome;
use super::search::{Cancelled, CombatSearch, Draws, SAME, draws_monsters};
use crate::action::Action;
use crate::combat::Combat;

/// A state and the actions that led to it.
struct BeamState {
    combat: Combat,
    /// Where it is expected to end.
    promise: f64,
    actions: Vec<Action>,
}

#[derive(Clone, Debug)]
pub(super) struct BestLine {
    pub outcome: CombatOutcome,
    pub actions: Vec<Action>,
}

/// About how many actions a combat takes; used to choose the width of the beam.
const USUAL_LENGTH: u64 = 12;
const WIDEST: u64 = 16;

/// The best line found before the search reaches its limit. Its outcome assumes that
/// nothing more is done after its last action.
pub(super) fn best_line(
    search: &mut CombatSearch<'_>,
    start: &Combat,
) -> Result<BestLine, Cancelled> {
    let (outcome, actions) = search.settled(start);
    let mut best = BestLine { outcome, actions };
    let branches = candidate_actions(start, search.data, Alternatives::One)
        .actions
        .len() as u64;
    let left = search.limit.saturating_sub(search.nodes);
    let width = (left / (branches.max(1) * USUAL_LENGTH)).clamp(1, WIDEST) as usize;
    let mut states = vec![BeamState {
        combat: start.clone(),
        promise: best.outcome.score(&search.weights),
        actions: Vec::new(),
    }];
    let mut seen = BTreeSet::new();
    while !states.is_empty() {
        let mut next = Vec::new();
        for state in &states {
            for action in candidate_actions(&state.combat, search.data, Alternatives::One).actions {
                if search.nodes >= search.limit {
                    return Ok(best);
                }
                search.count()?;
                next.extend(next_state(search, state, action));
            }
        }
        next.retain(|state: &BeamState| seen.insert(state.combat.fingerprint()));
        next.sort_by(|a, b| b.promise.total_cmp(&a.promise));
        next.truncate(width);
        for state in &next {
            let open = state.combat.pending().is_some();
            let idle = search.idle(&state.combat);
            let better = idle.score(&search.weights) > best.outcome.score(&search.weights) + SAME;
            if !open && better {
                best = BestLine {
                    outcome: idle,
                    actions: state.actions.clone(),
                };
            }
        }
        states = next;
    }
    Ok(best)
}

/// The state after one more action. `None` if monsters are drawn, where the outcome of
/// doing nothing already averages over the draws, or if a die is rolled.
fn next_state(search: &CombatSearch<'_>, state: &BeamState, action: Action) -> Option<BeamState> {
    let pending = state.combat.pending();
    let rolled = pending.is_some_and(|pending| pending.is_rolled());
    if rolled || draws_monsters(&state.combat, &action) == Draws::Yes {
        return None;
    }
    let mut combat = state.combat.clone();
    combat
        .apply_drawing(search.data, &action, &mut |_| 0)
        .ok()?;
    let mut actions = state.actions.clone();
    actions.push(action);
    Some(BeamState {
        promise: search.prospect(&combat),
        combat,
        actions,
    })
}

/// The line that begins with an action and goes on with those actions of `guide` that are
/// still possible. `None` if the action draws monsters.
pub(super) fn follow(
    search: &mut CombatSearch<'_>,
    start: &Combat,
    first: &Action,
    guide: &[Action],
) -> Result<Option<BestLine>, Cancelled> {
    let rolled = start.pending().is_some_and(|pending| pending.is_rolled());
    if rolled || draws_monsters(start, first) == Draws::Yes {
        return Ok(None);
    }
    let mut state = start.clone();
    if state.apply_drawing(search.data, first, &mut |_| 0).is_err() {
        return Ok(None);
    }
    // The choices of the action come with it.
    let place = guide.iter().position(|action| action == first);
    let (before, from) = guide.split_at(place.unwrap_or(guide.len()));
    let choices = from.iter().skip(1);
    let choices = choices.take_while(|action| matches!(action, Action::ResolveChoice { .. }));
    let own = choices.count();
    let rest = from.get(1..).unwrap_or_default();
    let order = rest[..own].iter().chain(before).chain(&rest[own..]);
    let (outcome, actions) = search.settled(&state);
    let mut best = BestLine { outcome, actions };
    let mut actions = Vec::new();
    for action in order {
        // A choice that the guide does not know is answered before the guide goes on.
        while !matches!(action, Action::ResolveChoice { .. })
            && let Some((choice, next)) = search.answered(&state)
        {
            search.count()?;
            actions.push(choice);
            state = next;
        }
        let drawn = draws_monsters(&state, action) == Draws::Yes;
        let rolled = state.pending().is_some_and(|pending| pending.is_rolled());
        if drawn || rolled || search.nodes >= search.limit {
            break;
        }
        let possible = candidate_actions(&state, search.data, Alternatives::One).actions;
        if !possible.contains(action) {
            continue;
        }
        search.count()?;
        let mut next = state.clone();
        if next.apply_drawing(search.data, action, &mut |_| 0).is_err() {
            continue;
        }
        state = next;
        actions.push(action.clone());
        let (outcome, choices) = search.settled(&state);
        if outcome.score(&search.weights) > best.outcome.score(&search.weights) + SAME {
            best = BestLine {
                outcome,
                actions: [actions.clone(), choices].concat(),
            };
        }
    }
    Ok(Some(best))
}
