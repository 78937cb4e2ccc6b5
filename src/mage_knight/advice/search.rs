//! The search: all lines to the end of the combat, within a budget of states.

mod ceiling;
mod draws;
mod idle;
mod reach;

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;
use std::rc::Rc;

use self::ceiling::Ceilings;
pub(super) use self::ceiling::fame_of_effects;
use self::draws::draws;
pub(super) use self::draws::{Draws, draws_monsters};
use self::idle::{has_boon, held_now};
pub(super) use self::idle::{last_steps, shifts_damage};
use super::beam::BestLine;
use super::candidates::{Alternatives, candidate_actions};
use super::held::pool_promise;
use super::outcome::{CombatOutcome, HeldOutcome};
use super::payment::Coverage;
use crate::act::MonsterDraw;
use crate::action::Action;
use crate::card::CardKind;
use crate::combat::{Combat, CombatEnemy, HeroCondition};
use crate::data::CombatData;
use crate::enemy::EnemyColor;
use crate::holdings::Boon;
use crate::ids::CardId;
use crate::options::EVERY_SET_UP_TO;
use crate::phase::Phase;
use crate::stats::Paralysis;
use crate::unit::{Readiness, UnitHealth};
use crate::weights::Weights;

/// The most states that a recommendation searches if the caller does not say.
pub const DEFAULT_BUDGET: u64 = 20_000;
/// Where only points are stated, tight bounds make fewer states enough.
const BUDGET_OF_POINTS: u64 = 8_000;

/// How many states a recommendation for a combat searches if the caller does not say.
pub fn default_budget(combat: &Combat) -> u64 {
    match combat.holdings() {
        Some(_) => DEFAULT_BUDGET,
        None => BUDGET_OF_POINTS,
    }
}

/// How far an outcome can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// All lines were searched; averages are over all possible draws.
    Exact,
    /// There are too many possible draws: the averages are over a sample of them.
    Sampled,
    /// The budget ended first, or there were too many ways to pay. The outcome can be
    /// reached, but there may be a better one.
    Bounded,
}

impl Certainty {
    pub const fn word(self) -> &'static str {
        match self {
            Certainty::Exact => "exact",
            Certainty::Sampled => "sampled",
            Certainty::Bounded => "bounded",
        }
    }
}

/// The caller cancelled the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cancelled;

/// The best that the search found for a state, or a bound for it.
#[derive(Clone, Debug)]
pub(super) struct SearchResult {
    pub outcome: CombatOutcome,
    /// No line scores more than this.
    pub most: f64,
    pub sampling: Sampling,
    /// The line that leads to the outcome, as far as it does something.
    pub line: PlannedLine,
}

/// A line of actions. Shared: a known state is looked up often.
pub(super) type PlannedLine = Option<Rc<PlannedStep>>;

/// An action, and what is done after it.
#[derive(Clone, Debug)]
pub(super) struct PlannedStep {
    action: Action,
    next: PlannedLine,
}

/// The actions of a line in order.
pub(super) fn actions_of(line: &PlannedLine) -> Vec<Action> {
    let steps = std::iter::successors(line.as_deref(), |step| step.next.as_deref());
    steps.map(|step| step.action.clone()).collect()
}

impl SearchResult {
    /// Whether no line scores more than the outcome.
    fn is_settled(&self, weights: &Weights) -> bool {
        self.outcome.score(weights) + SAME >= self.most
    }

    /// Takes over a line that is better than what the search found.
    pub fn improve(&mut self, plan: &mut Vec<Action>, line: Option<BestLine>, weights: &Weights) {
        if let Some(line) = line
            && line.outcome.score(weights) > self.outcome.score(weights)
        {
            self.outcome = line.outcome;
            *plan = line.actions;
        }
    }

    pub fn certainty(&self, weights: &Weights) -> Certainty {
        match self.sampling {
            _ if !self.is_settled(weights) => Certainty::Bounded,
            Sampling::None => Certainty::Exact,
            Sampling::Some => Certainty::Sampled,
        }
    }
}

/// Whether an outcome is an average over a sample of the draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sampling {
    None,
    Some,
}

/// How many states are searched between two progress reports.
const REPORT_EVERY: u64 = 256;
/// Scores that differ by less than this are equal.
pub(super) const SAME: f64 = 1e-9;

/// Fingerprints are hashes already: one half of them is the hash of the table.
#[derive(Default)]
pub(super) struct FingerprintHasher(u64);

impl Hasher for FingerprintHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u128(&mut self, fingerprint: u128) {
        self.0 = fingerprint as u64;
    }
}

pub(super) struct CombatSearch<'a> {
    pub data: &'a CombatData,
    /// The results so far, by fingerprint. Never iterated, so that the order of a
    /// `HashMap` cannot influence the advice.
    known: HashMap<u128, SearchResult, BuildHasherDefault<FingerprintHasher>>,
    pub nodes: u64,
    /// The number of nodes at which the search of the current action stops.
    pub limit: u64,
    pub weights: Weights,
    ceilings: Ceilings,
    /// The average wounds of summoned monsters, by their color and the hero's armor.
    expected: RefCell<Vec<((EnemyColor, u32), f64)>>,
    watch: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
}

impl<'a> CombatSearch<'a> {
    pub fn new(
        data: &'a CombatData,
        combat: &Combat,
        watch: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Self {
        CombatSearch {
            data,
            known: HashMap::default(),
            nodes: 0,
            limit: 0,
            weights: *combat.weights(),
            ceilings: Ceilings::new(combat, data),
            expected: RefCell::default(),
            watch,
        }
    }

    /// Reports the progress to the caller, who may cancel.
    pub(crate) fn report(&mut self) -> Result<(), Cancelled> {
        match (self.watch)(self.nodes) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Cancelled),
        }
    }

    /// Counts one more searched state.
    pub fn count(&mut self) -> Result<(), Cancelled> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(REPORT_EVERY) {
            self.report()?;
        }
        Ok(())
    }

    /// The best outcome of a combat. Lines that score no more than `floor` are of no use
    /// to the caller and are left out.
    pub(crate) fn best(&mut self, combat: &Combat, floor: f64) -> Result<SearchResult, Cancelled> {
        if combat.is_over() {
            return Ok(self.nothing_more(combat, f64::NEG_INFINITY));
        }
        let key = combat.fingerprint();
        if let Some(found) = self.known.get(&key)
            && (found.is_settled(&self.weights) || found.most <= floor + SAME)
        {
            return Ok(found.clone());
        }
        self.count()?;
        if self.nodes >= self.limit {
            return Ok(self.nothing_more(combat, self.ceiling(combat)));
        }
        if let Some(pending) = combat.pending().filter(|pending| pending.is_rolled()) {
            let found = self.after_roll(combat, &pending.faces)?;
            if self.nodes < self.limit {
                self.known.insert(key, found.clone());
            }
            return Ok(found);
        }
        let candidates = candidate_actions(combat, self.data, Alternatives::One);
        let many = combat.enemies().iter().filter(|e| e.is_alive()).count() > EVERY_SET_UP_TO;
        let is_cut =
            candidates.coverage == Coverage::Cut || (many && combat.stated_points().is_some());
        let mut best: Option<(CombatOutcome, PlannedStep, Sampling)> = None;
        let (mut reached, mut most) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        let mut most_of_sampled = f64::NEG_INFINITY;
        for child in self.children(combat, candidates.actions) {
            let bar = reached.max(floor);
            if child.ceiling <= bar + SAME {
                most = most.max(child.ceiling);
                continue;
            }
            let found = match &child.next {
                Some(next) => self.best(next, bar)?,
                None => self.after(combat, &child.action, f64::NEG_INFINITY)?,
            };
            most = most.max(found.most.min(child.ceiling));
            if found.sampling == Sampling::Some {
                most_of_sampled = most_of_sampled.max(found.most);
            }
            let score = found.outcome.score(&self.weights);
            if best.is_none() || score > reached + SAME {
                reached = score;
                let step = PlannedStep {
                    action: child.action,
                    next: found.line,
                };
                best = Some((found.outcome, step, found.sampling));
            }
        }
        if is_cut {
            most = most.max(self.ceiling(combat));
        }
        let found = match best {
            Some((outcome, step, sampling)) => SearchResult {
                outcome,
                most: most.max(reached),
                sampling: match most_of_sampled > reached + SAME {
                    true => Sampling::Some,
                    false => sampling,
                },
                line: Some(Rc::new(step)),
            },
            None => self.nothing_more(combat, most),
        };
        // A result that the budget cut short is not kept: the budget of the next root
        // action may be enough to search this state completely.
        if self.nodes < self.limit {
            self.known.insert(key, found.clone());
        }
        Ok(found)
    }

    /// The average over what a die may show.
    fn after_roll(&mut self, combat: &Combat, faces: &[u32]) -> Result<SearchResult, Cancelled> {
        let mut outcomes = Vec::new();
        let (mut most, mut sampling) = (0.0, Sampling::None);
        for (option, count) in faces.iter().enumerate() {
            let mut next = combat.clone();
            let told = Action::ResolveChoice { option };
            if next.apply_drawing(self.data, &told, &mut |_| 0).is_err() {
                // Never happens: every face of a die can be told.
                continue;
            }
            let found = self.best(&next, f64::NEG_INFINITY)?;
            sampling = sampling.max(found.sampling);
            for _ in 0..*count {
                most += found.most;
                outcomes.push(found.outcome);
            }
        }
        Ok(SearchResult {
            outcome: CombatOutcome::average(&outcomes),
            most: most / outcomes.len().max(1) as f64,
            sampling,
            line: None,
        })
    }

    /// The result where nothing more is done, and `most` could be reached.
    fn nothing_more(&self, combat: &Combat, most: f64) -> SearchResult {
        let (outcome, choices) = self.settled(combat);
        let line = choices.into_iter().rev().fold(None, |next, action| {
            Some(Rc::new(PlannedStep { action, next }))
        });
        SearchResult {
            most: most.max(outcome.score(&self.weights)),
            outcome,
            sampling: Sampling::None,
            line,
        }
    }

    /// The outcome if nothing more is done than to answer the pending choices, each as it
    /// promises most, and these answers.
    pub(super) fn settled(&self, combat: &Combat) -> (CombatOutcome, Vec<Action>) {
        if combat.pending().is_none() {
            return (self.idle(combat), Vec::new());
        }
        let mut combat = combat.clone();
        let mut choices = Vec::new();
        while let Some((choice, next)) = self.answered(&combat) {
            choices.push(choice);
            combat = next;
        }
        let faces = match combat.pending().filter(|pending| pending.is_rolled()) {
            Some(pending) => pending.faces.clone(),
            None => return (self.idle(&combat), choices),
        };
        let mut outcomes = Vec::new();
        for (option, count) in faces.iter().enumerate() {
            let mut next = combat.clone();
            let told = Action::ResolveChoice { option };
            if next.apply_drawing(self.data, &told, &mut |_| 0).is_ok() {
                let (outcome, _) = self.settled(&next);
                outcomes.extend((0..*count).map(|_| outcome));
            }
        }
        (CombatOutcome::average(&outcomes), choices)
    }

    /// The answer to the pending choice that promises most, and the state after it. `None`
    /// where nothing is to be chosen.
    pub(super) fn answered(&self, combat: &Combat) -> Option<(Action, Combat)> {
        combat.pending().filter(|pending| !pending.is_rolled())?;
        let choices = candidate_actions(combat, self.data, Alternatives::One).actions;
        let mut best: Option<(f64, Action, Combat)> = None;
        for choice in choices {
            let mut next = combat.clone();
            if next.apply_drawing(self.data, &choice, &mut |_| 0).is_err() {
                continue;
            }
            let promise = self.promise(&next);
            if best.as_ref().is_none_or(|(most, _, _)| promise > *most) {
                best = Some((promise, choice, next));
            }
        }
        best.map(|(_, choice, next)| (choice, next))
    }

    /// The states that the actions lead to, the most promising first.
    fn children(&self, combat: &Combat, actions: Vec<Action>) -> Vec<Child> {
        let mut children: Vec<Child> = actions
            .into_iter()
            .filter_map(|action| {
                let next = match draws_monsters(combat, &action) {
                    Draws::Yes => None,
                    Draws::No => {
                        let mut next = combat.clone();
                        // Nothing is drawn here, and candidate actions are legal.
                        next.apply_drawing(self.data, &action, &mut |_| 0).ok()?;
                        Some(next)
                    }
                };
                let state = next.as_ref().unwrap_or(combat);
                Some(Child {
                    promise: self.promise(state),
                    ceiling: self.ceiling(state),
                    action,
                    next,
                })
            })
            .collect();
        children.sort_by(|a, b| b.promise.total_cmp(&a.promise));
        children
    }

    /// The best outcome of a combat after an action, averaged over the draws.
    /// Lines that score no more than `floor` are left out where nothing is drawn.
    pub fn after(
        &mut self,
        combat: &Combat,
        action: &Action,
        floor: f64,
    ) -> Result<SearchResult, Cancelled> {
        let summons = match draws_monsters(combat, action) {
            Draws::Yes => combat.coming_summons(),
            Draws::No => Vec::new(),
        };
        let sizes: Vec<usize> = summons
            .iter()
            .map(|(_, color)| self.data.summoned(*color).len())
            .collect();
        let (draws, mut sampling) = draws(&sizes);
        let mut outcomes = Vec::with_capacity(draws.len());
        let mut most = 0.0;
        let mut only = None;
        for drawn in &draws {
            let mut next = combat.clone();
            let mut drawn = drawn.iter().copied();
            let mut draw = |_: MonsterDraw| drawn.next().unwrap_or_default();
            if next.apply_drawing(self.data, action, &mut draw).is_err() {
                // Never happens: candidate actions are legal.
                continue;
            }
            let floor = match summons.is_empty() {
                true => floor,
                false => f64::NEG_INFINITY,
            };
            let found = self.best(&next, floor)?;
            sampling = sampling.max(found.sampling);
            most += found.most;
            outcomes.push(found.outcome);
            only = Some(found.line);
        }
        Ok(SearchResult {
            outcome: CombatOutcome::average(&outcomes),
            most: most / outcomes.len().max(1) as f64,
            sampling,
            line: only.flatten().filter(|_| draws.len() == 1),
        })
    }

    /// An upper bound for the score of a combat.
    pub(crate) fn ceiling(&self, combat: &Combat) -> f64 {
        self.ceilings.of(combat, &self.weights)
    }

    /// Where between the score of doing nothing and its upper bound a state is expected to
    /// end. Found by trying: less misses lines that pay late, more those that pay soon.
    pub(crate) fn prospect(&self, combat: &Combat) -> f64 {
        const SHARE: f64 = 0.3;
        let promise = self.promise(combat);
        promise + SHARE * (self.ceiling(combat) - promise)
    }

    /// The score if nothing more is done, with what the points in the pool may bring.
    pub(crate) fn promise(&self, combat: &Combat) -> f64 {
        self.idle(combat).score(&self.weights) + pool_promise(combat, &self.weights)
    }
}

/// An action and the state that it leads to.
struct Child {
    action: Action,
    /// `None` if monsters are drawn.
    next: Option<Combat>,
    /// The score if nothing is done afterwards.
    promise: f64,
    /// An upper bound for the score of all lines from there.
    ceiling: f64,
}
