//! The search: every line to the end of the combat, as far as the budget goes.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::outcome::Outcome;
use super::payment::Coverage;
use super::plans::{DamageOrder, plans};
use crate::mage_knight::act::Draw;
use crate::mage_knight::action::Action;
use crate::mage_knight::combat::{Combat, CombatEnemy, HeroCondition};
use crate::mage_knight::data::CombatData;
use crate::mage_knight::ids::CardId;
use crate::mage_knight::options::EVERY_SET_UP_TO;
use crate::mage_knight::phase::Phase;
use crate::mage_knight::stats::Paralysis;
use crate::mage_knight::threat::KnockOut;
use crate::simulation::chance::Chance;

/// The states a recommendation may look at unless the caller says otherwise.
pub const DEFAULT_BUDGET: u64 = 20_000;

/// How much an outcome can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// The best line was found among all there are; averages are over everything
    /// that can be drawn.
    Exact,
    /// Too many draws to count: the averages are over some of them.
    Sampled,
    /// The budget ended first, or there were too many ways to pay: a line as good
    /// as this was found, and there may be a better one.
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

/// The watcher called it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cancelled;

#[derive(Clone, Debug)]
pub(super) struct Found {
    pub outcome: Outcome,
    pub certainty: Certainty,
    /// The best action, if there is one left.
    pub best: Option<Action>,
}

/// Up to this many draws are all looked at; of more, this many at random.
const MOST_DRAWS: usize = 40;
/// States between two questions whether to go on.
const ASKS_EVERY: u64 = 256;
/// Scores closer than this are the same.
pub(super) const SAME: f64 = 1e-9;

pub(super) struct Search<'a> {
    pub data: &'a CombatData,
    /// Only ever asked, never walked through, so its order is nobody's business.
    known: HashMap<u128, Found>,
    pub nodes: u64,
    /// The nodes at which the action under way has to be through.
    pub limit: u64,
    watch: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
}

impl<'a> Search<'a> {
    pub fn new(data: &'a CombatData, watch: &'a mut dyn FnMut(u64) -> ControlFlow<()>) -> Self {
        Search {
            data,
            known: HashMap::new(),
            nodes: 0,
            limit: 0,
            watch,
        }
    }

    /// Tells the watcher where the search is.
    pub fn report(&mut self) -> Result<(), Cancelled> {
        match (self.watch)(self.nodes) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Cancelled),
        }
    }

    /// One more state is looked at.
    pub fn count(&mut self) -> Result<(), Cancelled> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(ASKS_EVERY) {
            self.report()?;
        }
        Ok(())
    }

    /// The best that can be made of a combat.
    pub fn best(&mut self, combat: &Combat) -> Result<Found, Cancelled> {
        if combat.is_over() {
            return Ok(Found {
                outcome: self.idle(combat),
                certainty: Certainty::Exact,
                best: None,
            });
        }
        let key = combat.fingerprint();
        if let Some(found) = self.known.get(&key) {
            return Ok(found.clone());
        }
        self.count()?;
        if self.nodes >= self.limit {
            return Ok(Found {
                outcome: self.idle(combat),
                certainty: Certainty::Bounded,
                best: None,
            });
        }
        let plans = plans(combat, self.data, DamageOrder::First);
        let many = combat.enemies().iter().filter(|e| e.is_alive()).count() > EVERY_SET_UP_TO;
        let mut certainty =
            if plans.coverage == Coverage::Cut || (many && combat.supply().is_some()) {
                Certainty::Bounded
            } else {
                Certainty::Exact
            };
        let mut best: Option<(Outcome, Action)> = None;
        let mut unsure: Vec<(f64, Certainty)> = Vec::new();
        for child in self.children(combat, plans.actions) {
            let reached = best.as_ref().map(|(outcome, _)| outcome.score() + SAME);
            if reached.is_some_and(|reached| child.ceiling <= reached) {
                continue;
            }
            let found = match &child.next {
                Some(next) => self.best(next)?,
                None => self.after(combat, &child.action)?,
            };
            if found.outcome.score() + SAME < child.ceiling {
                unsure.push((child.ceiling, found.certainty));
            }
            if reached.is_none_or(|reached| found.outcome.score() > reached) {
                best = Some((found.outcome, child.action));
            }
        }
        // Who could not have done better leaves no doubt, however it was found.
        let reached = best
            .as_ref()
            .map_or(f64::NEG_INFINITY, |(o, _)| o.score() + SAME);
        let doubts = unsure.iter().filter(|(ceiling, _)| *ceiling > reached);
        certainty = doubts.fold(certainty, |worst, (_, one)| worst.max(*one));
        let (outcome, best) = match best {
            Some((outcome, action)) => (outcome, Some(action)),
            None => (self.idle(combat), None),
        };
        let found = Found {
            outcome,
            certainty,
            best,
        };
        // What the budget cut short may be found whole with what is left for the
        // next action.
        if self.nodes < self.limit {
            self.known.insert(key, found.clone());
        }
        Ok(found)
    }

    /// What the actions lead to, the most promising first.
    fn children(&self, combat: &Combat, actions: Vec<Action>) -> Vec<Child> {
        let mut children: Vec<Child> = actions
            .into_iter()
            .filter_map(|action| {
                let next = match is_drawn(combat, &action) {
                    Drawn::Yes => None,
                    Drawn::No => {
                        let mut next = combat.clone();
                        // Nothing is drawn, and what is planned is legal.
                        next.apply_drawing(self.data, &action, &mut |_| 0).ok()?;
                        Some(next)
                    }
                };
                let state = next.as_ref().unwrap_or(combat);
                Some(Child {
                    promise: self.idle(state).score(),
                    ceiling: ceiling(state),
                    action,
                    next,
                })
            })
            .collect();
        children.sort_by(|a, b| b.promise.total_cmp(&a.promise));
        children
    }

    /// The best that can be made of a combat after an action.
    pub fn after(&mut self, combat: &Combat, action: &Action) -> Result<Found, Cancelled> {
        let summons = match is_drawn(combat, action) {
            Drawn::Yes => combat.coming_summons(),
            Drawn::No => Vec::new(),
        };
        let sizes: Vec<usize> = summons
            .iter()
            .map(|(_, color)| self.data.summoned(*color).len())
            .collect();
        let (draws, mut certainty) = draws(&sizes);
        let mut outcomes = Vec::with_capacity(draws.len());
        let mut only = None;
        for drawn in &draws {
            let mut next = combat.clone();
            let mut drawn = drawn.iter().copied();
            let mut draw = |_: Draw| drawn.next().unwrap_or_default();
            if next.apply_drawing(self.data, action, &mut draw).is_err() {
                // What is planned is legal, so this is never come to.
                continue;
            }
            let found = self.best(&next)?;
            certainty = certainty.max(found.certainty);
            outcomes.push(found.outcome);
            only = Some(found.best);
        }
        Ok(Found {
            outcome: Outcome::average(&outcomes),
            certainty,
            best: only.flatten().filter(|_| draws.len() == 1),
        })
    }

    /// What the search found best after an action, if it went there.
    pub fn known_after(&self, combat: &Combat, action: &Action) -> Option<Action> {
        if is_drawn(combat, action) == Drawn::Yes {
            return None;
        }
        let mut next = combat.clone();
        next.apply_drawing(self.data, action, &mut |_| 0).ok()?;
        let found = self.known.get(&next.fingerprint())?;
        found.best.clone()
    }

    /// The end if nothing more is done.
    pub fn idle(&self, combat: &Combat) -> Outcome {
        let threat = combat.threat(self.data);
        let hero = combat.hero();
        let mut wounds = f64::from(hero.wounds + threat.total.hand);
        let poison = f64::from(hero.discard_wounds + threat.total.discard);
        let summons = threat.enemies.iter().flat_map(|enemy| &enemy.summons);
        wounds += summons.map(|summons| summons.expected_hand).sum::<f64>();
        let falls = hero.condition == HeroCondition::KnockedOut
            || threat.knock_out == KnockOut::Yes
            || wounds >= f64::from(hero.hand_limit);
        let loses_hand = threat.paralysis == Paralysis::Yes || (falls && threat.total.hand > 0);
        let kept = |card: &&CardId| {
            let kind = self.data.card(combat.rules(), card).map(|card| card.kind);
            !loses_hand || kind.is_ok_and(|kind| !kind.is_held_in_hand())
        };
        Outcome {
            fame: f64::from(combat.fame_gained()),
            wounds,
            poison_wounds: poison,
            cards_kept: hero.hand.iter().filter(kept).count() as f64,
            knocked_out: if falls { 1.0 } else { 0.0 },
        }
    }
}

/// What an action leads to.
struct Child {
    action: Action,
    /// `None` where chance decides.
    next: Option<Combat>,
    /// The score if nothing is done after it.
    promise: f64,
    /// No line from there scores more.
    ceiling: f64,
}

/// Whether an action has somebody draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawn {
    No,
    Yes,
}

pub(super) fn is_drawn(combat: &Combat, action: &Action) -> Drawn {
    let begins = *action == Action::EndPhase && combat.phase() == Phase::RangedSiege;
    if begins && !combat.coming_summons().is_empty() {
        Drawn::Yes
    } else {
        Drawn::No
    }
}

/// A score that no line reaches beyond: everybody who can still fall does, no
/// wound is added and no card leaves the hand.
pub(super) fn ceiling(combat: &Combat) -> f64 {
    let hero = combat.hero();
    let points = combat.supply().map_or(0, |supply| {
        let afar: u32 = match combat.phase() {
            Phase::RangedSiege => supply.ranged_siege.iter().map(|p| p.amount).sum(),
            _ => 0,
        };
        afar + supply.attack.iter().map(|p| p.amount).sum::<u32>()
    });
    let can_fall = |enemy: &&CombatEnemy| {
        if !enemy.is_alive() || enemy.summoned_by.is_some() || combat.is_over() {
            return false;
        }
        // A card may make the armor anything; without one it is at least this.
        let least = enemy.kind.armor.min(combat.effective_armor(enemy));
        let changed = !combat.modifiers().is_empty();
        let cards = !hero.hand.is_empty() || combat.pending().is_some();
        cards || points >= least || (changed && points > 0)
    };
    let living = combat.enemies().iter().filter(can_fall);
    let fame: u32 = living.map(|enemy| enemy.kind.fame).sum();
    Outcome {
        fame: f64::from(combat.fame_gained() + fame),
        wounds: f64::from(hero.wounds),
        poison_wounds: f64::from(hero.discard_wounds),
        cards_kept: hero.hand.len() as f64,
        knocked_out: match hero.condition {
            HeroCondition::KnockedOut => 1.0,
            HeroCondition::Standing => 0.0,
        },
    }
    .score()
}

/// Which draws to look at when one is made from each of these many monsters.
/// The session's seed is not asked: nobody knows what will be drawn.
fn draws(sizes: &[usize]) -> (Vec<Vec<usize>>, Certainty) {
    let count = sizes
        .iter()
        .try_fold(1_usize, |product, size| product.checked_mul(*size))
        .filter(|count| *count <= MOST_DRAWS);
    let Some(count) = count else {
        let mut chance = Chance::new(0, 0);
        let sample = || sizes.iter().map(|size| chance.below(*size)).collect();
        let draws = std::iter::repeat_with(sample).take(MOST_DRAWS).collect();
        return (draws, Certainty::Sampled);
    };
    let draw = |mut number: usize| {
        let places = sizes.iter().map(|size| {
            let place = number % size;
            number /= size;
            place
        });
        places.collect()
    };
    ((0..count).map(draw).collect(), Certainty::Exact)
}
