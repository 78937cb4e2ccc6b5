//! An oracle that tries everything, to compare the advice of small combats with, where the
//! combat counts what the hero holds.

use std::collections::HashMap;
use std::sync::Arc;

use crate::script::{data, setup};
use qbcoach_basics::chance::Chance;
use qbcoach_mage_knight::advice::{CombatOutcome, HeldOutcome, recommend};
use qbcoach_mage_knight::card::CardKind;
use qbcoach_mage_knight::combat::{Hero, HeroCondition};
use qbcoach_mage_knight::holdings::{Boon, Holdings};
use qbcoach_mage_knight::mana::Mana;
use qbcoach_mage_knight::modifier::Modifier;
use qbcoach_mage_knight::unit::{Readiness, UnitHealth};
use qbcoach_mage_knight::{
    Action, AttackPoints, BlockPoints, CardId, Combat, CombatData, CombatEnemy, CombatSetup,
    PendingChoice, Phase,
};

/// The score of a combat that is over, computed from its state alone.
pub fn final_score(data: &CombatData, combat: &Combat) -> f64 {
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
    let left = |wounds: u32| match held.boons.contains(&Boon::WoundsLeave) {
        true => 0.0,
        false => f64::from(wounds),
    };
    CombatOutcome {
        fame: f64::from(combat.fame_gained()),
        wounds: left(hero.wounds),
        poison_wounds: left(hero.discard_wounds),
        cards_kept: hero.hand.iter().filter(is_card).count() as f64,
        knocked_out: f64::from(u8::from(hero.condition == HeroCondition::KnockedOut)),
        held: HeldOutcome {
            crystals: match held.boons.contains(&Boon::CrystalsReturn) {
                true => f64::from(held.first_mana.crystals.total()),
                false => kept(&held.first_mana.crystals, &held.mana.crystals),
            },
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
    // Attacks that fail are accepted and not offered; they may use up a Defend.
    let attacks =
        combat.pending().is_none() && matches!(combat.phase(), Phase::RangedSiege | Phase::Attack);
    for enemy in combat.enemies().iter().filter(|_| attacks) {
        actions.extend(pool.attack.iter().map(|points| Action::DeclareAttack {
            enemies: vec![enemy.id.clone()],
            special: Vec::new(),
            points: vec![AttackPoints {
                amount: 1,
                ..*points
            }],
        }));
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
    if let Some(pending) = combat.pending().filter(|pending| pending.is_rolled()) {
        let (mut sum, faces) = (0.0, pending.faces.clone());
        for (option, count) in faces.iter().enumerate() {
            let told = Action::ResolveChoice { option };
            let (next, _) = combat.after(data, &told).expect("every face can be told");
            sum += f64::from(*count) * oracle(data, &next, known);
        }
        let score = sum / f64::from(faces.iter().sum::<u32>());
        known.insert(key, score);
        return score;
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

/// The oracle's best line, up to a roll.
fn best_line(data: &CombatData, combat: &Combat, known: &mut HashMap<Key, f64>) -> Vec<Action> {
    let mut line = Vec::new();
    let mut combat = combat.clone();
    while !combat.is_over() && !combat.pending().is_some_and(|pending| pending.is_rolled()) {
        let afters = every_action(data, &combat).into_iter();
        let afters = afters.filter_map(|action| {
            let (next, _) = combat.after(data, &action).ok()?;
            Some((action, oracle(data, &next, known), next))
        });
        let best = afters.max_by(|(_, a, _), (_, b, _)| a.total_cmp(b));
        let (action, _, next) = best.expect("an action is offered");
        line.push(action);
        combat = next;
    }
    line
}

#[track_caller]
fn agrees_with_the_oracle(setup: &CombatSetup) {
    if let Some(difference) = difference(&data(), setup) {
        panic!("{difference}");
    }
}

/// How the search differs from the oracle, in words.
fn difference(data: &CombatData, setup: &CombatSetup) -> Option<String> {
    let combat = Combat::start(data, setup).expect("the setup is right");
    let advice = recommend(&combat, data, 400_000).expect("the combat is not over");
    let mut known = HashMap::new();
    let expected = oracle(data, &combat, &mut known);
    let found = advice.actions.first().expect("there is an action").score;
    let differs = (found - expected).abs() >= 1e-6;
    differs.then(|| {
        let (rules, time, site) = (setup.rules, setup.time, setup.site);
        let units: Vec<&CardId> = setup
            .units
            .iter()
            .flatten()
            .map(|unit| &unit.unit)
            .collect();
        format!(
            "the search found {found} ({}, {} states), the oracle {expected} for {rules:?} {time:?} {site:?} \
             enemies {:?} hand {:?} units {units:?} skills {:?} mana {:?}\n{} {:?}\noracle: {:?}",
            advice.certainty.word(),
            advice.nodes,
            setup.enemies,
            setup.hand,
            setup.skills,
            setup.mana,
            advice.actions[0].label,
            advice.actions[0].line,
            best_line(data, &combat, &mut known)
        )
    })
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

/// Combats in which a search found less than the oracle.
#[test]
fn the_search_agrees_with_the_oracle_where_it_did_not() {
    let data = data();
    let differences: Vec<String> = [
        "night; armor 3; enemies prowlers vampire_dragon; hand agility; units savage_monks; \
         skills tovak_double_time; mana red; dice blue",
        "day; fortified; armor 3; enemies crystal_sprites golems; hand chilling_stare snowstorm; \
         units hero_red; mana gold; crystals blue",
        "day; fortified; armor 3; enemies corrupted_priests fire_golems; hand power_of_crystals \
         soul_harvester; skills braevalar_secret_ways; mana white; crystals blue; dice white",
        "day; armor 3; enemies ice_catapult cloud_griffons; hand endless_gem_pouch space_bending; \
         units hero_white; skills norowas_leaves_in_the_wind; mana white",
        "day; armor 3; enemies elven_protectors delphana_masters; hand chill march; units \
         hero_red; mana red green; crystals blue",
        "printed; day; armor 3; enemies zombie_horde ice_catapult; hand diplomacy; units scouts; \
         skills wolfhawk_on_her_own",
        "printed; night; fortified; armor 3; enemies swamp_dragon lightning_dragon; hand cure; \
         units shocktroops; skills tovak_mana_overload; crystals red; dice red",
        "day; armor 3; enemies corrupted_priests mummy; hand soul_harvester soul_harvester; \
         skills wolfhawk_wolfs_howl; crystals red",
        "night; fortified; armor 3; enemies fire_mages elven_protectors; hand wings_of_wind \
         steady_tempo; units utem_crossbowmen; skills wolfhawk_deadly_aim; mana black; crystals \
         green; dice white",
        "printed; night; armor 3; enemies swamp_dragon lightning_dragon; hand \
         wolfhawk_swift_reflexes; units shocktroops; mana red black; crystals green",
    ]
    .into_iter()
    .filter_map(|text| difference(&data, &setup(text)))
    .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
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

/// A random combat of everything there is: any card, unit and skill, by day and at night,
/// in both sets, at open and fortified sites.
fn random_setup_of_all(data: &CombatData, number: u64) -> CombatSetup {
    let seed = std::env::var("PROPTEST_RNG_SEED").ok();
    let seed = seed.and_then(|seed| seed.parse().ok()).unwrap_or(5);
    let mut chance = Chance::new(seed, number);
    let all = [
        data.deeds().map(|card| card.id.to_string()).collect(),
        data.units().map(|unit| unit.id.to_string()).collect(),
        data.skills().map(|skill| skill.id.to_string()).collect(),
        data.enemies()
            .filter(|enemy| !enemy.is_summoner())
            .map(|enemy| enemy.id.to_string())
            .collect::<Vec<String>>(),
    ];
    let mut some = |from: &[String], least: usize, most: usize| {
        let count = least + chance.below(most - least + 1);
        let picked: Vec<&str> = (0..count)
            .filter_map(|_| chance.pick(from).map(String::as_str))
            .collect();
        picked.join(" ")
    };
    let mana = Mana::WORDS.map(|(word, _)| word.to_owned());
    let basic = &mana[..4];
    let hand = some(&all[0], 1, 2);
    let (units, skills) = (some(&all[1], 0, 1), some(&all[2], 0, 1));
    let enemies = some(&all[3], 1, 2);
    let (tokens, crystals, dice) = (some(&mana, 0, 2), some(basic, 0, 1), some(&mana, 0, 1));
    let words = |words: [&str; 2]| words.map(str::to_owned);
    let set = some(&words(["printed", "seed 1"]), 1, 1);
    let time = some(&words(["day", "night"]), 1, 1);
    let site = some(&words(["fortified", "fame 0"]), 1, 1);
    setup(&format!(
        "{set}; {time}; {site}; armor 3; enemies {enemies}; hand {hand}; units {units}; \
         skills {skills}; mana {tokens}; crystals {crystals}; dice {dice}"
    ))
}

#[test]
fn the_search_agrees_with_the_oracle_on_random_combats_of_all_cards() {
    let data = data();
    let rounds = std::env::var("ORACLE_ROUNDS").ok();
    let rounds = rounds.and_then(|rounds| rounds.parse().ok()).unwrap_or(60);
    let differences: Vec<String> = (0..rounds)
        .filter_map(|number| difference(&data, &random_setup_of_all(&data, number)))
        .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}
