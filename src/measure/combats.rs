//! Measures combats: actions per second, and the time of advice against five enemies.

use std::hint::black_box;
use std::time::{Duration, Instant};

use qbcoach_basics::chance::Chance;
use qbcoach_mage_knight::advice;
use qbcoach_mage_knight::{
    Action, CardId, CardSet, Combat, CombatData, CombatSetup, EnemyId, Site,
};
use qbcoach_sessions::mage_knight::text;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CombatReport {
    /// The number of actions in one round of all scripts.
    pub actions: u64,
    pub timed_actions: u64,
    pub elapsed: Duration,
    /// The median time of advice over the phases of a combat with five enemies.
    pub advice: Duration,
    /// The median time of advice over the phases of a combat with a hand of five, two
    /// units, three mana and three enemies.
    pub hand_advice: Duration,
}

impl CombatReport {
    pub fn actions_per_second(&self) -> u64 {
        let rate = self.timed_actions as f64 / self.elapsed.as_secs_f64().max(1e-9);
        rate as u64
    }
}

const SEED: u64 = 20_261_101;
const SCRIPTS: u64 = 48;
/// The limit for a random walk that does not end by itself.
const MOST_ACTIONS: usize = 60;
/// The setup of the combat with five enemies, from a data file.
const FIVE_ENEMIES: &str = include_str!("../../data/mage_knight/five_enemies.txt");

/// The setup of the combat with a whole hand.
const FULL_HAND: &str = include_str!("../../data/mage_knight/full_hand.txt");

/// A combat and all actions in it, up to its end.
struct CombatScript {
    start: Combat,
    actions: Vec<Action>,
}

/// Measures for about `time`.
pub fn measure(time: Duration) -> CombatReport {
    let data = CombatData::embedded();
    let scripts: Vec<CombatScript> = (0..SCRIPTS).filter_map(|n| script(&data, n)).collect();
    let mut report = CombatReport {
        actions: run_round(&data, &scripts),
        ..CombatReport::default()
    };
    let begin = Instant::now();
    while report.timed_actions == 0 || begin.elapsed() < time.mul_f64(0.5) {
        report.timed_actions += run_round(&data, &scripts);
    }
    report.elapsed = begin.elapsed();
    report.advice = advice_median(&data, FIVE_ENEMIES, time.mul_f64(0.5));
    report.hand_advice = advice_median(&data, FULL_HAND, time.mul_f64(0.5));
    report
}

/// A combat with random enemies and cards, and a random walk through offered actions.
fn script(data: &CombatData, number: u64) -> Option<CombatScript> {
    let mut chance = Chance::new(SEED, number);
    let rules = [CardSet::DesignDocument, CardSet::Printed][chance.below(2)];
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
    Some(CombatScript { start, actions })
}

/// The measured loop: applies the actions of every script from its start.
fn run_round(data: &CombatData, scripts: &[CombatScript]) -> u64 {
    let mut taken = 0;
    for script in scripts {
        let mut combat = script.start.clone();
        for action in &script.actions {
            taken += u64::from(black_box(combat.act(data, action)).is_ok());
        }
    }
    taken
}

/// The median time of advice over the phases of a combat. Each phase is ended with only
/// the actions that it requires.
fn advice_median(data: &CombatData, combat: &str, time: Duration) -> Duration {
    let setup = text::read(combat).map(|read| read.setup.setup);
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
                .act(
                    data,
                    &Action::AssignDamage {
                        enemy,
                        attack,
                        units: Vec::new(),
                    },
                )
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
            let _ = black_box(advice::recommend(
                combat,
                data,
                advice::default_budget(combat),
            ));
            runs.push(start.elapsed());
        }
    }
    runs.sort_unstable();
    runs.get(runs.len() / 2).copied().unwrap_or_default()
}
