//! The coach of a combat: ranks what may be done now and says why.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::beam::{Line, best_line};
use super::outcome::Outcome;
use super::payment::Coverage;
use super::plans::{DamageOrder, plans};
use super::reasons::{Reason, number, reasons};
use super::search::{Cancelled, Certainty, Drawn, SAME, Search, ceiling, is_drawn};
use crate::mage_knight::action::Action;
use crate::mage_knight::combat::Combat;
use crate::mage_knight::data::CombatData;
use crate::mage_knight::threat::{KnockOut, ThreatMap};

/// Why there is no advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AdviceError {
    #[error("the combat is over, so there is nothing to do")]
    CombatOver,
    #[error("the advice was called off")]
    Cancelled,
}

impl From<Cancelled> for AdviceError {
    fn from(_: Cancelled) -> AdviceError {
        AdviceError::Cancelled
    }
}

/// How far a recommendation has come.
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

    /// By what the score lacks to the best: nothing is as good as the best, one
    /// card good, a wound playable, three risky.
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
    /// How the combat ends with the best play after it.
    pub outcome: Outcome,
    pub certainty: Certainty,
    pub quality: Quality,
    pub reasons: Vec<Reason>,
    /// The best play after it, in words, up to where chance decides.
    pub line: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    pub threat: ThreatMap,
    /// How the combat ends if nothing more is done.
    pub idle: Outcome,
    /// What may be done, the best first.
    pub actions: Vec<AdvisedAction>,
    /// The least certain of the outcomes.
    pub certainty: Certainty,
    pub nodes: u64,
    /// What to do, in one sentence.
    pub message: String,
    pub notes: Vec<String>,
}

/// Ranks the actions of this moment within a budget of states to look at.
pub fn recommend(combat: &Combat, data: &CombatData, budget: u64) -> Result<Advice, AdviceError> {
    recommend_while(combat, data, budget, |_| ControlFlow::Continue(()))
}

/// The same; `watch` hears of progress every few hundred states and after each
/// action, and may call it off.
pub fn recommend_while(
    combat: &Combat,
    data: &CombatData,
    budget: u64,
    mut watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Advice, AdviceError> {
    if combat.is_over() {
        return Err(AdviceError::CombatOver);
    }
    let combat = &combat.forgetting();
    let root = plans(combat, data, DamageOrder::Any);
    let actions = root.actions.len();
    let done = std::cell::Cell::new(0);
    let mut ask = |nodes: u64| {
        watch(Progress {
            actions_done: done.get(),
            actions,
            nodes,
        })
    };
    let mut search = Search::new(data, &mut ask);
    let idle = search.idle(combat);
    let mut ranked: Vec<AdvisedAction> = Vec::with_capacity(actions);
    for (place, action) in root.actions.into_iter().enumerate() {
        // What an action leaves over is shared by those after it.
        let left = budget.saturating_sub(search.nodes);
        let share = (left / (actions - place) as u64).max(2);
        search.limit = search.nodes + share / 2;
        let mut found = search.after(combat, &action)?;
        let mut plan = found.best.clone().into_iter().collect();
        if found.certainty == Certainty::Bounded {
            search.limit = search.nodes + share / 2;
            if let Some(line) = look_ahead(&mut search, combat, &action)?
                && line.outcome.score() > found.outcome.score()
            {
                found.outcome = line.outcome;
                plan = line.actions;
            }
        }
        // What cannot be beaten needs no further search.
        let certainty = if found.outcome.score() + SAME >= ceiling_after(combat, data, &action) {
            Certainty::Exact
        } else {
            found.certainty
        };
        ranked.push(AdvisedAction {
            label: combat.action_words(data, &action),
            score: found.outcome.score(),
            outcome: found.outcome,
            certainty,
            quality: Quality::Best,
            reasons: Vec::new(),
            line: line(combat, &search, &action, plan),
            action,
        });
        done.set(place + 1);
        search.report()?;
    }
    let nodes = search.nodes;
    // Equal ones keep the order in which they are offered.
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
    let best = ranked.first().map_or(idle, |first| first.outcome);
    for advised in &mut ranked {
        advised.quality = Quality::of(advised.score, best.score());
        advised.reasons = reasons(&advised.outcome, &idle, &best, advised.certainty);
    }
    let threat = combat.threat(data);
    let mut certainty = ranked.iter().map(|advised| advised.certainty).max();
    if root.coverage == Coverage::Cut {
        certainty = Some(Certainty::Bounded);
    }
    Ok(Advice {
        message: message(&ranked),
        notes: notes(combat, &threat),
        threat,
        idle,
        certainty: certainty.unwrap_or(Certainty::Exact),
        actions: ranked,
        nodes,
    })
}

/// No line that begins with the action scores more than this.
fn ceiling_after(combat: &Combat, data: &CombatData, action: &Action) -> f64 {
    let mut next = combat.clone();
    if is_drawn(combat, action) == Drawn::No {
        let done = next.apply_drawing(data, action, &mut |_| 0);
        if done.is_err() {
            return f64::INFINITY;
        }
    }
    ceiling(&next)
}

/// The best line after an action that a look ahead finds; none after a draw.
fn look_ahead(
    search: &mut Search<'_>,
    combat: &Combat,
    action: &Action,
) -> Result<Option<Line>, Cancelled> {
    let mut next = combat.clone();
    let drawn = is_drawn(combat, action) == Drawn::Yes;
    let done = next.apply_drawing(search.data, action, &mut |_| 0);
    if drawn || done.is_err() {
        return Ok(None);
    }
    best_line(search, &next).map(Some)
}

/// The best play after an action in words, as far as it is known: the plan, and
/// then what the search found to follow it.
fn line(combat: &Combat, search: &Search<'_>, first: &Action, plan: Vec<Action>) -> Vec<String> {
    const LONGEST: usize = 40;
    let (mut combat, data) = (combat.clone(), search.data);
    let mut words = Vec::new();
    let mut plan: VecDeque<Action> = plan.into();
    if plan.is_empty() || combat.act(data, first).is_err() {
        return words;
    }
    while let Some(action) = plan.pop_front().filter(|_| words.len() < LONGEST) {
        words.push(combat.action_words(data, &action));
        if plan.is_empty() {
            plan.extend(search.known_after(&combat, &action));
        }
        if combat.act(data, &action).is_err() {
            break;
        }
    }
    words
}

fn message(actions: &[AdvisedAction]) -> String {
    let Some(best) = actions.first() else {
        return "There is nothing to do.".to_owned();
    };
    let for_it = best.reasons.iter().find(|reason| reason.weight > 0.0);
    match for_it {
        Some(reason) => format!("Best: {}; {}.", best.label, reason.text),
        None => format!("Best: {}.", best.label),
    }
}

/// What has to be known before anything is done.
fn notes(combat: &Combat, threat: &ThreatMap) -> Vec<String> {
    let mut notes = Vec::new();
    if combat.supply().is_none() {
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
            notes.push("The worst that can be summoned knocks the hero out.".to_owned());
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
