//! How fast combats go: actions, and advice against five enemies.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::mage_knight::advice::{self, DEFAULT_BUDGET};
use crate::mage_knight::{Action, CardId, CardSet, Combat, CombatData, CombatSetup, EnemyId, Site};
use crate::sessions::mage_knight::text;
use crate::simulation::chance::Chance;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CombatReport {
    /// The actions of one round through all scripts.
    pub actions: u64,
    pub timed_actions: u64,
    pub elapsed: Duration,
    /// The median over the phases of a combat with five enemies.
    pub advice: Duration,
}

impl CombatReport {
    pub fn actions_per_second(&self) -> u64 {
        let rate = self.timed_actions as f64 / self.elapsed.as_secs_f64().max(1e-9);
        rate as u64
    }
}

const SEED: u64 = 20_261_101;
const SCRIPTS: u64 = 48;
/// A walk through offers ends by itself; this is for one that would not.
const MOST_ACTIONS: usize = 60;
/// Which enemies and cards there are is data, also for a benchmark.
const FIVE_ENEMIES: &str = include_str!("../../data/mage_knight/five_enemies.txt");

/// A combat and what is done in it, to the end.
struct Script {
    start: Combat,
    actions: Vec<Action>,
}

/// Measures for about `time`.
pub fn measure(time: Duration) -> CombatReport {
    let data = CombatData::embedded();
    let scripts: Vec<Script> = (0..SCRIPTS).filter_map(|n| script(&data, n)).collect();
    let mut report = CombatReport {
        actions: run_round(&data, &scripts),
        ..CombatReport::default()
    };
    let begin = Instant::now();
    while report.timed_actions == 0 || begin.elapsed() < time.mul_f64(0.5) {
        report.timed_actions += run_round(&data, &scripts);
    }
    report.elapsed = begin.elapsed();
    report.advice = advice_median(&data, time.mul_f64(0.5));
    report
}

/// Random enemies and cards, and a random walk through what is offered.
fn script(data: &CombatData, number: u64) -> Option<Script> {
    let mut chance = Chance::new(SEED, number);
    let rules = [CardSet::Seed, CardSet::Printed][chance.below(2)];
    let enemies: Vec<EnemyId> = data.enemies().map(|enemy| enemy.id.clone()).collect();
    let cards: Vec<CardId> = data.cards(rules).map(|card| card.id.clone()).collect();
    let mut some = |most: usize| 1 + chance.below(most);
    let (enemy_count, card_count) = (some(4), some(5));
    let setup = CombatSetup {
        rules,
        seed: number,
        enemies: (0..enemy_count)
            .filter_map(|_| chance.pick(&enemies).cloned())
            .collect(),
        hand: (0..card_count)
            .filter_map(|_| chance.pick(&cards).cloned())
            .collect(),
        site: [Site::Open, Site::Fortified][chance.below(2)],
        ..CombatSetup::default()
    };
    let start = Combat::start(data, &setup).ok()?;
    let mut combat = start.clone();
    let mut actions = Vec::new();
    while actions.len() < MOST_ACTIONS {
        let offered = combat.options(data);
        let Some(offer) = chance.pick(&offered) else {
            break;
        };
        combat.act(data, &offer.action).ok()?;
        actions.push(offer.action.clone());
    }
    Some(Script { start, actions })
}

/// The measured loop: every script from its start, as a session would act it.
fn run_round(data: &CombatData, scripts: &[Script]) -> u64 {
    let mut taken = 0;
    for script in scripts {
        let mut combat = script.start.clone();
        for action in &script.actions {
            taken += u64::from(black_box(combat.act(data, action)).is_ok());
        }
    }
    taken
}

/// Advice in each phase of that combat, which is left without doing more in it
/// than it asks for.
fn advice_median(data: &CombatData, time: Duration) -> Duration {
    let setup = text::read(FIVE_ENEMIES).map(|read| read.setup.setup);
    let combat = setup.ok().map(|setup| Combat::start(data, &setup));
    let Some(Ok(mut combat)) = combat else {
        return Duration::ZERO;
    };
    let mut phases = Vec::new();
    while !combat.is_over() {
        phases.push(combat.clone());
        while combat.act(data, &Action::EndPhase).is_err() {
            let open = combat.open_attacks().next();
            let Some((enemy, attack)) = open.map(|(enemy, attack)| (enemy.id.clone(), attack))
            else {
                return Duration::ZERO;
            };
            if combat
                .act(data, &Action::AssignDamage { enemy, attack })
                .is_err()
            {
                return Duration::ZERO;
            }
        }
    }
    let mut runs = Vec::new();
    let begin = Instant::now();
    while runs.is_empty() || begin.elapsed() < time {
        for combat in &phases {
            let start = Instant::now();
            let _ = black_box(advice::recommend(combat, data, DEFAULT_BUDGET));
            runs.push(start.elapsed());
        }
    }
    runs.sort_unstable();
    runs.get(runs.len() / 2).copied().unwrap_or_default()
}
