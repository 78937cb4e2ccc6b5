//! The coach of a combat: ranks the allowed actions and gives reasons.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::beam::{BestLine, best_line, follow};
use super::candidates::{Alternatives, candidate_actions};
use super::outcome::CombatOutcome;
use super::payment::Coverage;
use super::reasons::{Reason, number, reasons};
use super::search::{
    Cancelled, Certainty, CombatSearch, Draws, SAME, SearchResult, actions_of, draws_monsters,
    last_steps,
};
use crate::action::Action;
use crate::combat::Combat;
use crate::data::CombatData;
use crate::threat::{KnockOut, ThreatMap};

/// Why no advice is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AdviceError {
    #[error("the combat is over, so there is nothing to do")]
    CombatOver,
    #[error("the advice was cancelled")]
    Cancelled,
}

impl From<Cancelled> for AdviceError {
    fn from(_: Cancelled) -> AdviceError {
        AdviceError::Cancelled
    }
}

/// The progress of a recommendation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub actions_done: usize,
    pub actions: usize,
    pub nodes: u64,
}

/// How an action compares with the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    Best,
    Good,
    Playable,
    Risky,
    Losing,
}

impl Quality {
    pub const fn word(self) -> &'static str {
        match self {
            Quality::Best => "best",
            Quality::Good => "good",
            Quality::Playable => "playable",
            Quality::Risky => "risky",
            Quality::Losing => "losing",
        }
    }

    /// By how much lower the score is than the best one: no lower is best, up to the
    /// worth of a card good, of a wound playable, of three wounds risky.
    fn of(score: f64, best: f64) -> Quality {
        match best - score {
            ..=0.001 => Quality::Best,
            ..=1.0 => Quality::Good,
            ..=3.0 => Quality::Playable,
            ..=9.0 => Quality::Risky,
            _ => Quality::Losing,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct AdvisedAction {
    pub action: Action,
    pub label: String,
    pub score: f64,
    /// How the combat ends with the best play after this action.
    pub outcome: CombatOutcome,
    pub certainty: Certainty,
    pub quality: Quality,
    pub reasons: Vec<Reason>,
    /// The best play after this action: to the end of the combat, or to the next draw or
    /// roll.
    pub plan: Vec<Action>,
    /// The same in words.
    pub line: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    pub threat: ThreatMap,
    /// How the combat ends if nothing more is done.
    pub idle: CombatOutcome,
    /// The allowed actions, the best first.
    pub actions: Vec<AdvisedAction>,
    /// The least certain of the outcomes.
    pub certainty: Certainty,
    pub nodes: u64,
    /// Whether the combat counts mana, units and skills.
    pub counts_holdings: bool,
    /// The best action, in one sentence.
    pub message: String,
    pub notes: Vec<String>,
}

/// The part of the budget that the line takes which guides the search.
const GUIDE_SHARE: u64 = 16;

/// Ranks the allowed actions. `budget` is the number of states to search.
pub fn recommend(combat: &Combat, data: &CombatData, budget: u64) -> Result<Advice, AdviceError> {
    recommend_while(combat, data, budget, |_| ControlFlow::Continue(()))
}

/// Like [`recommend`]; `watch` is called with the progress every few hundred states and
/// after each action, and can cancel the search.
pub fn recommend_while(
    combat: &Combat,
    data: &CombatData,
    budget: u64,
    mut watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Advice, AdviceError> {
    if combat.is_over() {
        return Err(AdviceError::CombatOver);
    }
    let original = combat;
    let combat = &original.for_search();
    let weights = *combat.weights();
    let root = candidate_actions(combat, data, Alternatives::All);
    let actions = root.actions.len();
    let done = std::cell::Cell::new(0);
    let mut report = |nodes: u64| {
        watch(Progress {
            actions_done: done.get(),
            actions,
            nodes,
        })
    };
    let mut search = CombatSearch::new(data, combat, &mut report);
    let idle = search.idle(combat);
    // One good line first: with most actions the best line is this one in another order.
    search.limit = budget / GUIDE_SHARE;
    let mut guide = best_line(&mut search, combat)?;
    let score = |outcome: &CombatOutcome| outcome.score(&weights);
    let mut ranked: Vec<(Action, SearchResult, Vec<Action>)> = Vec::with_capacity(actions);
    for (index, action) in root.actions.into_iter().enumerate() {
        // Budget that an action does not use is shared by the actions after it.
        let left = budget.saturating_sub(search.nodes);
        let share = (left / (actions - index) as u64).max(2);
        search.limit = search.nodes + share / 2;
        let known = follow(&mut search, combat, &action, &guide.actions)?;
        let floor = known
            .as_ref()
            .map_or(f64::NEG_INFINITY, |line| score(&line.outcome));
        let mut found = search.after(combat, &action, floor)?;
        let mut plan = actions_of(&found.line);
        found.improve(&mut plan, known, &weights);
        if found.certainty(&weights) == Certainty::Bounded {
            search.limit = search.nodes + share / 2;
            let line = look_ahead(&mut search, combat, &action)?;
            found.improve(&mut plan, line, &weights);
        }
        if score(&found.outcome) > score(&guide.outcome) + SAME {
            let rest = plan.iter().cloned();
            guide = BestLine {
                outcome: found.outcome,
                actions: [action.clone()].into_iter().chain(rest).collect(),
            };
        }
        ranked.push((action, found, plan));
        done.set(index + 1);
        search.report()?;
    }
    // The best line of all may be better for the actions that came before it, too.
    search.limit = search.nodes + budget;
    let mut advised = Vec::with_capacity(actions);
    for (action, mut found, mut plan) in ranked {
        if found.certainty(&weights) == Certainty::Bounded {
            let line = follow(&mut search, combat, &action, &guide.actions)?;
            found.improve(&mut plan, line, &weights);
        }
        // An outcome that no line can beat is exact, even if the search was cut.
        let ceiling = ceiling_after(&search, combat, &action);
        let certainty = match score(&found.outcome) + SAME >= ceiling {
            true => Certainty::Exact,
            false => found.certainty(&weights),
        };
        let plan = whole_plan(data, combat, &action, plan);
        advised.push(AdvisedAction {
            label: original.action_words(data, &action),
            score: score(&found.outcome),
            outcome: found.outcome,
            certainty,
            quality: Quality::Best,
            reasons: Vec::new(),
            line: line(original, data, &action, &plan),
            plan,
            action,
        });
    }
    let mut ranked = advised;
    let nodes = search.nodes;
    // What a die shows is told, not chosen.
    let rolled = combat.pending().is_some_and(|pending| pending.is_rolled());
    if !rolled {
        // A stable sort: actions with equal scores keep the order of the offer.
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
    }
    let best = ranked.first().map_or(idle, |first| first.outcome);
    for advised in &mut ranked {
        advised.quality = match rolled {
            true => Quality::Best,
            false => Quality::of(advised.score, best.score(&weights)),
        };
        advised.reasons = reasons(&advised.outcome, &idle, &best, advised.certainty, &weights);
    }
    let threat = original.threat_with_blocks(data);
    let mut certainty = ranked.iter().map(|advised| advised.certainty).max();
    if root.coverage == Coverage::Cut {
        certainty = Some(Certainty::Bounded);
    }
    Ok(Advice {
        message: match rolled {
            true => "Roll a die and say what it shows.".to_owned(),
            false => message(&ranked),
        },
        notes: notes(combat, &threat),
        threat,
        idle,
        certainty: certainty.unwrap_or(Certainty::Exact),
        actions: ranked,
        nodes,
        counts_holdings: combat.holdings().is_some(),
    })
}

/// An upper bound for the score of all lines that begin with the action.
fn ceiling_after(search: &CombatSearch<'_>, combat: &Combat, action: &Action) -> f64 {
    let mut next = combat.clone();
    if draws_monsters(combat, action) == Draws::No {
        let done = next.apply_drawing(search.data, action, &mut |_| 0);
        if done.is_err() {
            return f64::INFINITY;
        }
    }
    search.ceiling(&next)
}

/// The best line after an action that the beam search finds; `None` after a draw.
fn look_ahead(
    search: &mut CombatSearch<'_>,
    combat: &Combat,
    action: &Action,
) -> Result<Option<BestLine>, Cancelled> {
    let mut next = combat.clone();
    let drawn = draws_monsters(combat, action) == Draws::Yes;
    let done = next.apply_drawing(search.data, action, &mut |_| 0);
    if drawn || done.is_err() {
        return Ok(None);
    }
    best_line(search, &next).map(Some)
}

/// The longest line that is told.
const LONGEST: usize = 100;

/// The best play after an action: the actions of `plan`, then what ends the combat.
fn whole_plan(
    data: &CombatData,
    combat: &Combat,
    first: &Action,
    plan: Vec<Action>,
) -> Vec<Action> {
    let mut combat = combat.clone();
    let mut whole = Vec::new();
    let mut plan: VecDeque<Action> = plan.into();
    let mut last = first.clone();
    loop {
        let drawn = draws_monsters(&combat, &last) == Draws::Yes;
        let done = combat.apply_drawing(data, &last, &mut |_| 0);
        if drawn || done.is_err() || whole.len() >= LONGEST {
            return whole;
        }
        let Some(next) = plan.pop_front().or_else(|| last_steps(&combat)) else {
            return whole;
        };
        whole.push(next.clone());
        last = next;
    }
}

/// The play after an action, in words; where it ends at a draw or a roll, that too.
fn line(combat: &Combat, data: &CombatData, first: &Action, plan: &[Action]) -> Vec<String> {
    let mut combat = combat.clone();
    let mut words = Vec::new();
    let mut last = first;
    for next in plan.iter().map(Some).chain([None]) {
        let drawn = draws_monsters(&combat, last) == Draws::Yes;
        if combat.act(data, last).is_err() {
            break;
        }
        let rolled = combat.pending().is_some_and(|pending| pending.is_rolled());
        if drawn || rolled {
            let what = match drawn {
                true => "the monsters that are drawn",
                false => "what the die shows",
            };
            words.push(format!("the rest depends on {what}"));
            break;
        }
        if let Some(action) = next {
            words.push(combat.action_words(data, action));
            last = action;
        }
    }
    words
}

fn message(actions: &[AdvisedAction]) -> String {
    let Some(best) = actions.first() else {
        return "There is nothing to do.".to_owned();
    };
    let main_reason = best.reasons.iter().find(|reason| reason.weight > 0.0);
    match main_reason {
        Some(reason) => format!("Best: {}; {}.", best.label, reason.text),
        None => format!("Best: {}.", best.label),
    }
}

/// What the player should know before choosing an action.
fn notes(combat: &Combat, threat: &ThreatMap) -> Vec<String> {
    let mut notes = Vec::new();
    if combat.stated_points().is_none() && combat.holdings().is_none() {
        notes.push(
            "No attack or block points were stated, so attacks and blocks are not considered."
                .to_owned(),
        );
    }
    match threat.knock_out {
        KnockOut::Yes => notes.push(format!(
            "If nothing is done, {} wounds knock the hero out.",
            threat.total.hand
        )),
        KnockOut::Possible => {
            notes.push("The worst monster that can be summoned knocks the hero out.".to_owned());
        }
        KnockOut::No | KnockOut::Already => {}
    }
    for threat in &threat.enemies {
        for summons in &threat.summons {
            notes.push(format!(
                "{} will summon a {} monster: {} wounds on average, {} at worst.",
                threat.enemy,
                summons.color.word(),
                number(summons.expected_hand),
                summons.worst.hand
            ));
        }
    }
    notes
}
