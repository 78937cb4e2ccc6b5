//! The search: all lines to the end of the combat, within a budget of states.

mod ceiling;
mod reach;

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;
use std::rc::Rc;

use self::ceiling::Ceilings;
use super::candidates::{Alternatives, candidate_actions};
use super::held::pool_promise;
use super::outcome::{CombatOutcome, HeldOutcome};
use super::payment::Coverage;
use crate::act::MonsterDraw;
use crate::action::Action;
use crate::card::CardKind;
use crate::combat::{Combat, CombatEnemy, HeroCondition};
use crate::data::CombatData;
use crate::enemy::{EnemyAttack, EnemyColor};
use crate::ids::CardId;
use crate::options::EVERY_SET_UP_TO;
use crate::phase::Phase;
use crate::stats::Paralysis;
use crate::unit::{Readiness, UnitHealth};
use crate::weights::Weights;
use qbcoach_basics::chance::Chance;

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
    /// The best action, if any is left. Shared: a known state is looked up often.
    pub best: Option<Rc<Action>>,
}

impl SearchResult {
    /// Whether no line scores more than the outcome.
    fn is_settled(&self, weights: &Weights) -> bool {
        self.outcome.score(weights) + SAME >= self.most
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

/// Up to this many possible draws are all searched; of more, a random sample of this
/// size.
const MOST_DRAWS: usize = 40;
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
        let candidates = candidate_actions(combat, self.data, Alternatives::One);
        let many = combat.enemies().iter().filter(|e| e.is_alive()).count() > EVERY_SET_UP_TO;
        let is_cut =
            candidates.coverage == Coverage::Cut || (many && combat.stated_points().is_some());
        let mut best: Option<(CombatOutcome, Action, Sampling)> = None;
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
                None => self.after(combat, &child.action)?,
            };
            most = most.max(found.most.min(child.ceiling));
            if found.sampling == Sampling::Some {
                most_of_sampled = most_of_sampled.max(found.most);
            }
            let score = found.outcome.score(&self.weights);
            if best.is_none() || score > reached + SAME {
                reached = score;
                best = Some((found.outcome, child.action, found.sampling));
            }
        }
        if is_cut {
            most = most.max(self.ceiling(combat));
        }
        let found = match best {
            Some((outcome, action, sampling)) => SearchResult {
                outcome,
                most: most.max(reached),
                sampling: match most_of_sampled > reached + SAME {
                    true => Sampling::Some,
                    false => sampling,
                },
                best: Some(Rc::new(action)),
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

    /// The result where nothing more is done, and `most` could be reached.
    fn nothing_more(&self, combat: &Combat, most: f64) -> SearchResult {
        let outcome = self.idle(combat);
        SearchResult {
            most: most.max(outcome.score(&self.weights)),
            outcome,
            sampling: Sampling::None,
            best: None,
        }
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
    pub fn after(&mut self, combat: &Combat, action: &Action) -> Result<SearchResult, Cancelled> {
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
            let found = self.best(&next, f64::NEG_INFINITY)?;
            sampling = sampling.max(found.sampling);
            most += found.most;
            outcomes.push(found.outcome);
            only = Some(found.best);
        }
        Ok(SearchResult {
            outcome: CombatOutcome::average(&outcomes),
            most: most / outcomes.len().max(1) as f64,
            sampling,
            best: only.flatten().filter(|_| draws.len() == 1),
        })
    }

    /// The best action after `action`, if the search reached that state.
    pub(crate) fn known_after(&self, combat: &Combat, action: &Action) -> Option<Rc<Action>> {
        if draws_monsters(combat, action) == Draws::Yes {
            return None;
        }
        let mut next = combat.clone();
        next.apply_drawing(self.data, action, &mut |_| 0).ok()?;
        let found = self.known.get(&next.fingerprint())?;
        found.best.clone()
    }

    /// The outcome if nothing more is done. It says the same as the threat map, without
    /// making one: this is what the search does most.
    pub(crate) fn idle(&self, combat: &Combat) -> CombatOutcome {
        let hero = combat.hero();
        let (mut hand, mut discard) = (0, 0);
        let mut paralysis = Paralysis::No;
        let mut summoned = 0.0;
        let living = || combat.enemies().iter().filter(|enemy| enemy.is_alive());
        if combat.phase().is_before_damage_ends() {
            for enemy in living() {
                for attack in 0..enemy.attacks.len() {
                    if let Ok(open) = combat.open_attack(enemy, attack) {
                        let damage = combat.damage(&open);
                        hand += damage.wounds;
                        discard += damage.poison_wounds;
                        paralysis = paralysis.max(damage.paralysis);
                    }
                }
            }
        }
        if combat.phase() == Phase::RangedSiege {
            for enemy in living().filter(|enemy| combat.does_attack(enemy)) {
                for attack in &enemy.kind.attacks {
                    if let EnemyAttack::Summon(color) = attack {
                        summoned += self.expected_wounds(combat, *color);
                    }
                }
            }
        }
        let wounds = f64::from(hero.wounds + hand) + summoned;
        let poison = f64::from(hero.discard_wounds + discard);
        let knocked_out = hero.condition == HeroCondition::KnockedOut
            || (hand > 0 && hero.wounds + hand >= hero.hand_limit)
            || wounds >= f64::from(hero.hand_limit);
        let loses_hand = paralysis == Paralysis::Yes || (knocked_out && hand > 0);
        let kept = |card: &&CardId| {
            let kind = combat.card(self.data, card).map(|card| card.kind);
            kind != Some(CardKind::Wound)
                && (!loses_hand || kind.is_some_and(|kind| !kind.is_held_in_hand()))
        };
        CombatOutcome {
            fame: f64::from(combat.fame_gained()),
            wounds,
            poison_wounds: poison,
            cards_kept: hero.hand.iter().filter(kept).count() as f64,
            knocked_out: if knocked_out { 1.0 } else { 0.0 },
            held: held_now(combat),
        }
    }

    /// The wounds into the hand of a summoned monster of a color, on average.
    fn expected_wounds(&self, combat: &Combat, color: EnemyColor) -> f64 {
        let key = (color, combat.hero_armor());
        let mut known = self.expected.borrow_mut();
        if let Some((_, expected)) = known.iter().find(|(other, _)| *other == key) {
            return *expected;
        }
        let expected = combat.summon_threat(self.data, color).expected_hand;
        known.push((key, expected));
        expected
    }

    /// An upper bound for the score of a combat.
    pub(crate) fn ceiling(&self, combat: &Combat) -> f64 {
        self.ceilings.of(combat, &self.weights)
    }

    /// The score if nothing more is done, with what the points in the pool may bring.
    pub(crate) fn promise(&self, combat: &Combat) -> f64 {
        self.idle(combat).score(&self.weights) + pool_promise(combat, &self.weights)
    }
}

/// What is left now of what the hero held besides the hand.
fn held_now(combat: &Combat) -> HeldOutcome {
    let Some(held) = combat.holdings() else {
        return HeldOutcome::default();
    };
    let units = |wanted: &dyn Fn(&&crate::unit::HeldUnit) -> bool| {
        held.units.iter().filter(|unit| wanted(unit)).count() as f64
    };
    HeldOutcome {
        crystals: f64::from(held.first_mana.crystals.kept(&held.mana.crystals)),
        tokens: f64::from(held.first_mana.tokens.kept(&held.mana.tokens)),
        ready_units: units(&|unit| {
            unit.readiness == Readiness::Ready && unit.health == UnitHealth::Unhurt
        }),
        wounded_units: units(&|unit| unit.health == UnitHealth::Wounded),
        destroyed_units: units(&|unit| unit.health == UnitHealth::Destroyed),
        skills: held.skills.iter().filter(|skill| !skill.used).count() as f64,
        thrown_cards: held.thrown.len() as f64,
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

/// Whether summoned monsters are drawn because of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Draws {
    No,
    Yes,
}

pub(super) fn draws_monsters(combat: &Combat, action: &Action) -> Draws {
    let begins = *action == Action::EndPhase && combat.phase() == Phase::RangedSiege;
    if begins && !combat.coming_summons().is_empty() {
        Draws::Yes
    } else {
        Draws::No
    }
}

/// The draws to search, when one monster is drawn from each pool of the given sizes.
/// The random seed of the combat is not used: the player cannot know the draw.
fn draws(sizes: &[usize]) -> (Vec<Vec<usize>>, Sampling) {
    let count = sizes
        .iter()
        .try_fold(1_usize, |product, size| product.checked_mul(*size))
        .filter(|count| *count <= MOST_DRAWS);
    let Some(count) = count else {
        let mut chance = Chance::new(0, 0);
        let sample = || sizes.iter().map(|size| chance.below(*size)).collect();
        let draws = std::iter::repeat_with(sample).take(MOST_DRAWS).collect();
        return (draws, Sampling::Some);
    };
    let draw = |mut number: usize| {
        let indices = sizes.iter().map(|size| {
            let index = number % size;
            number /= size;
            index
        });
        indices.collect()
    };
    ((0..count).map(draw).collect(), Sampling::None)
}
