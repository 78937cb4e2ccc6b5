//! A look far ahead for little: of the states after each action only the most
//! promising are followed. What it finds is a real line, so it is never too good.

use std::collections::BTreeSet;

use super::outcome::Outcome;
use super::plans::{DamageOrder, plans};
use super::search::{Cancelled, Drawn, SAME, Search, is_drawn};
use crate::mage_knight::action::Action;
use crate::mage_knight::combat::Combat;

/// A state and the actions that led to it.
struct Path {
    combat: Combat,
    promise: f64,
    actions: Vec<Action>,
}

#[derive(Clone, Debug)]
pub(super) struct Line {
    pub outcome: Outcome,
    pub actions: Vec<Action>,
}

/// About how many actions a combat takes.
const USUAL_LENGTH: u64 = 12;
const WIDEST: u64 = 16;

/// The best line found from a combat until the search's limit is reached. Its
/// last action may be followed by doing nothing more.
pub(super) fn best_line(search: &mut Search<'_>, start: &Combat) -> Result<Line, Cancelled> {
    let mut best = Line {
        outcome: search.idle(start),
        actions: Vec::new(),
    };
    let branches = plans(start, search.data, DamageOrder::First).actions.len() as u64;
    let left = search.limit.saturating_sub(search.nodes);
    let width = (left / (branches.max(1) * USUAL_LENGTH)).clamp(1, WIDEST) as usize;
    let mut paths = vec![Path {
        combat: start.clone(),
        promise: best.outcome.score(),
        actions: Vec::new(),
    }];
    let mut seen = BTreeSet::new();
    while !paths.is_empty() {
        let mut next = Vec::new();
        for path in &paths {
            for action in plans(&path.combat, search.data, DamageOrder::First).actions {
                if search.nodes >= search.limit {
                    return Ok(best);
                }
                search.count()?;
                next.extend(step(search, path, action));
            }
        }
        next.retain(|path: &Path| seen.insert(path.combat.fingerprint()));
        next.sort_by(|a, b| b.promise.total_cmp(&a.promise));
        next.truncate(width);
        for path in &next {
            let open = path.combat.pending().is_some();
            if !open && path.promise > best.outcome.score() + SAME {
                best = Line {
                    outcome: search.idle(&path.combat),
                    actions: path.actions.clone(),
                };
            }
        }
        paths = next;
    }
    Ok(best)
}

/// The path one action further; none beyond a draw, whose average the idle
/// outcome has already.
fn step(search: &Search<'_>, path: &Path, action: Action) -> Option<Path> {
    if is_drawn(&path.combat, &action) == Drawn::Yes {
        return None;
    }
    let mut combat = path.combat.clone();
    combat
        .apply_drawing(search.data, &action, &mut |_| 0)
        .ok()?;
    let mut actions = path.actions.clone();
    actions.push(action);
    Some(Path {
        promise: search.idle(&combat).score(),
        combat,
        actions,
    })
}
