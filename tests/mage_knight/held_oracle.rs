//! An oracle that tries everything, to compare the advice of small combats with, where the
//! combat counts what the hero holds.

use std::collections::HashMap;
use std::sync::Arc;

use crate::script::{data, setup};
use qbcoach_basics::chance::Chance;
use qbcoach_mage_knight::advice::{CombatOutcome, HeldOutcome, recommend};
use qbcoach_mage_knight::card::CardKind;
use qbcoach_mage_knight::combat::{Hero, HeroCondition};
use qbcoach_mage_knight::holdings::Holdings;
use qbcoach_mage_knight::modifier::Modifier;
use qbcoach_mage_knight::unit::{Readiness, UnitHealth};
use qbcoach_mage_knight::{
    Action, AttackPoints, BlockPoints, CardId, Combat, CombatData, CombatEnemy, CombatSetup,
    PendingChoice, Phase,
};

/// The score of a combat that is over, computed from its state alone.
fn final_score(data: &CombatData, combat: &Combat) -> f64 {
    let hero = combat.hero();
    let held = combat.holdings().expect("the combat counts");
    let is_card = |id: &&CardId| {
        let card = combat.card(data, id);
        card.is_some_and(|card| card.kind != CardKind::Wound)
    };
    let units = |wanted: &dyn Fn(UnitHealth, Readiness) -> bool| {
        let units = held.units.iter();
        units
            .filter(|unit| wanted(unit.health, unit.readiness))
            .count() as f64
    };
    let kept = |first: &qbcoach_mage_knight::mana::ByMana,
                now: &qbcoach_mage_knight::mana::ByMana| {
        let first = first.held();
        first
            .map(|(mana, amount)| f64::from(amount.min(now.of(mana))))
            .sum::<f64>()
    };
    CombatOutcome {
        fame: f64::from(combat.fame_gained()),
        wounds: f64::from(hero.wounds),
        poison_wounds: f64::from(hero.discard_wounds),
        cards_kept: hero.hand.iter().filter(is_card).count() as f64,
        knocked_out: f64::from(u8::from(hero.condition == HeroCondition::KnockedOut)),
        held: HeldOutcome {
            crystals: kept(&held.first_mana.crystals, &held.mana.crystals),
            tokens: kept(&held.first_mana.tokens, &held.mana.tokens),
            ready_units: units(&|health, readiness| {
                health == UnitHealth::Unhurt && readiness == Readiness::Ready
            }),
            wounded_units: units(&|health, _| health == UnitHealth::Wounded),
            destroyed_units: units(&|health, _| health == UnitHealth::Destroyed),
            skills: held.skills.iter().filter(|skill| !skill.used).count() as f64,
            thrown_cards: held.thrown.len() as f64,
        },
    }
    .score(combat.weights())
}

/// All actions: those offered, and attacks and blocks with every part of the pool.
fn every_action(data: &CombatData, combat: &Combat) -> Vec<Action> {
    let mut actions: Vec<Action> = Vec::new();
    let pool = combat.holdings().map(|held| held.pool.clone());
    let pool = pool.unwrap_or_default();
    for offered in combat.options(data) {
        match offered.action {
            Action::DeclareAttack {
                enemies, special, ..
            } => {
                let parts = parts(&pool.attack.iter().map(|p| p.amount).collect::<Vec<_>>());
                actions.extend(parts.into_iter().map(|part| {
                    Action::DeclareAttack {
                        enemies: enemies.clone(),
                        special: special.clone(),
                        points: pool
                            .attack
                            .iter()
                            .zip(part)
                            .filter(|(_, amount)| *amount > 0)
                            .map(|(points, amount)| AttackPoints { amount, ..*points })
                            .collect(),
                    }
                }));
            }
            Action::DeclareBlock {
                enemy,
                attack,
                special,
                ..
            } => {
                let parts = parts(&pool.block.iter().map(|p| p.amount).collect::<Vec<_>>());
                actions.extend(parts.into_iter().map(|part| {
                    Action::DeclareBlock {
                        enemy: enemy.clone(),
                        attack,
                        special: special.clone(),
                        points: pool
                            .block
                            .iter()
                            .zip(part)
                            .filter(|(_, amount)| *amount > 0)
                            .map(|(points, amount)| BlockPoints { amount, ..*points })
                            .collect(),
                    }
                }));
            }
            other => actions.push(other),
        }
    }
    actions
}

/// Every way to take a part of each amount.
fn parts(amounts: &[u32]) -> Vec<Vec<u32>> {
    let mut found = vec![Vec::new()];
    for amount in amounts {
        found = found
            .into_iter()
            .flat_map(|part: Vec<u32>| {
                (0..=*amount).map(move |taken| {
                    let mut part = part.clone();
                    part.push(taken);
                    part
                })
            })
            .collect();
    }
    found
}

/// Everything that decides the rest of a combat.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    phase: Phase,
    hero: Hero,
    fame: u32,
    enemies: Vec<Arc<CombatEnemy>>,
    modifiers: Vec<Arc<Modifier>>,
    pending: Option<PendingChoice>,
    holdings: Option<Holdings>,
}

impl Key {
    fn of(combat: &Combat) -> Key {
        let mut hero = combat.hero().clone();
        hero.hand.sort();
        hero.played.clear();
        hero.discarded.clear();
        Key {
            phase: combat.phase(),
            hero,
            fame: combat.fame_gained(),
            enemies: combat.enemies().to_vec(),
            modifiers: combat.modifiers().to_vec(),
            pending: combat.pending().cloned(),
            holdings: combat.holdings().cloned(),
        }
    }
}

/// The best score, by trying every action to the end of the combat.
fn oracle(data: &CombatData, combat: &Combat, known: &mut HashMap<Key, f64>) -> f64 {
    if combat.is_over() {
        return final_score(data, combat);
    }
    let key = Key::of(combat);
    if let Some(score) = known.get(&key) {
        return *score;
    }
    let mut best = f64::NEG_INFINITY;
    for action in every_action(data, combat) {
        if let Ok((next, _)) = combat.after(data, &action) {
            best = best.max(oracle(data, &next, known));
        }
    }
    known.insert(key, best);
    best
}

#[track_caller]
fn agrees_with_the_oracle(setup: &CombatSetup) {
    let data = data();
    let combat = Combat::start(&data, setup).expect("the setup is right");
    let advice = recommend(&combat, &data, 400_000).expect("the combat is not over");
    let expected = oracle(&data, &combat, &mut HashMap::new());
    let found = advice.actions.first().expect("there is an action").score;
    assert!(
        (found - expected).abs() < 1e-6,
        "the search found {found}, the oracle {expected} for {setup:?}\n{:?}",
        advice.actions[0].line
    );
}

#[test]
fn the_search_agrees_with_the_oracle_on_chosen_combats() {
    for text in [
        "enemies prowlers diggers; hand rage determination; mana red",
        "enemies prowlers; hand rage swiftness march; mana white",
        "enemies ironclads; hand fireball; mana red; units peasants",
        "enemies cursed_hags; hand determination; units peasants; crystals blue",
        "enemies diggers; hand concentration rage; mana green; armor 3",
        "enemies prowlers; hand improvisation march rage; armor 3",
        "enemies wolf_riders; hand shield_bash rage; mana blue red",
        "enemies prowlers; hand burning_shield; mana red; skills arythea_hot_swordsmanship",
        "enemies diggers prowlers; hand explosive_bolt rage; mana red",
    ] {
        agrees_with_the_oracle(&setup(text));
    }
}

const CARDS: [&str; 12] = [
    "rage",
    "determination",
    "swiftness",
    "march",
    "ice_shield",
    "fire_bolt",
    "counterattack",
    "blood_rage",
    "chill",
    "agility",
    "concentration",
    "tremor",
];
const ENEMIES: [&str; 6] = [
    "prowlers",
    "diggers",
    "cursed_hags",
    "golems",
    "fire_golems",
    "ironclads",
];
const MANA: [&str; 5] = ["red", "blue", "white", "green", "gold"];

/// A random combat with so many cards at most, two enemies and some mana.
fn random_setup(number: u64, cards: std::ops::RangeInclusive<usize>) -> CombatSetup {
    let mut chance = Chance::new(21, number);
    let mut some = |from: &[&str], least: usize, most: usize| {
        let count = least + chance.below(most - least + 1);
        let picked: Vec<&str> = (0..count)
            .filter_map(|_| chance.pick(from).copied())
            .collect();
        picked.join(" ")
    };
    let hand = some(&CARDS, *cards.start(), *cards.end());
    let (enemies, mana) = (some(&ENEMIES, 1, 2), some(&MANA, 1, 2));
    setup(&format!(
        "printed; armor 3; enemies {enemies}; hand {hand}; mana {mana}"
    ))
}

#[test]
fn the_search_agrees_with_the_oracle_on_random_small_combats() {
    for number in 0..30 {
        agrees_with_the_oracle(&random_setup(number, 1..=3));
    }
}

#[test]
fn the_search_agrees_with_the_oracle_on_random_hands_of_four() {
    for number in 100..112 {
        agrees_with_the_oracle(&random_setup(number, 4..=4));
    }
}

/// Four cards, two enemies and mana: as far as trying everything goes in a test.
#[test]
fn the_search_agrees_with_the_oracle_on_hands_of_four() {
    for text in [
        "enemies prowlers diggers; hand rage march swiftness concentration; mana green",
        "enemies prowlers golems; hand rage determination march stamina; mana red",
        "printed; armor 3; enemies cursed_hags prowlers; hand fire_bolt ice_shield march \
         stamina; mana red; crystals blue",
        "enemies prowlers diggers; hand rage march stamina agility; mana white; units peasants",
    ] {
        agrees_with_the_oracle(&setup(text));
    }
}
