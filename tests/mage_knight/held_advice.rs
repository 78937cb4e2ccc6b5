//! Advice where the combat counts what the hero holds, compared with an oracle that
//! tries everything.

use std::collections::HashMap;

use crate::script::{data, run, setup, start};
use proptest::prelude::*;
use qbcoach_basics::chance::Chance;
use qbcoach_mage_knight::advice::{CombatOutcome, HeldOutcome, recommend};
use qbcoach_mage_knight::card::{CardKind, Mode};
use qbcoach_mage_knight::combat::HeroCondition;
use qbcoach_mage_knight::unit::{Readiness, UnitHealth};
use qbcoach_mage_knight::{
    Action, AttackPoints, BlockPoints, CardId, Combat, CombatData, CombatSetup, Phase,
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

/// The best score, by trying every action to the end of the combat.
fn oracle(data: &CombatData, combat: &Combat, known: &mut HashMap<String, f64>) -> f64 {
    if combat.is_over() {
        return final_score(data, combat);
    }
    let mut hero = combat.hero().clone();
    hero.hand.sort();
    hero.played.clear();
    hero.discarded.clear();
    let key = format!(
        "{:?}",
        (
            combat.phase(),
            hero,
            combat.fame_gained(),
            combat.enemies(),
            combat.modifiers(),
            combat.pending(),
            combat.holdings(),
        )
    );
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

#[test]
fn the_search_agrees_with_the_oracle_on_random_small_combats() {
    const CARDS: [&str; 10] = [
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
    ];
    const ENEMIES: [&str; 5] = [
        "prowlers",
        "diggers",
        "cursed_hags",
        "golems",
        "fire_golems",
    ];
    const MANA: [&str; 5] = ["red", "blue", "white", "green", "gold"];
    for number in 0..10 {
        let mut chance = Chance::new(21, number);
        let mut some = |from: &[&str], most: usize| {
            let count = 1 + chance.below(most);
            let picked: Vec<&str> = (0..count)
                .filter_map(|_| chance.pick(from).copied())
                .collect();
            picked.join(" ")
        };
        let (hand, enemies) = (some(&CARDS, 3), some(&ENEMIES, 2));
        let text = format!(
            "printed; armor 3; enemies {enemies}; hand {hand}; mana {}",
            some(&MANA, 2)
        );
        agrees_with_the_oracle(&setup(&text));
    }
}

#[test]
fn the_line_says_which_card_how_paid_with_what_for_which_enemy() {
    let data = data();
    let combat = start(&data, "enemies prowlers; hand swiftness march; mana white");
    let advice = recommend(&combat, &data, 20_000).expect("the combat is not over");
    let best = &advice.actions[0];
    assert_eq!(
        best.label,
        "play Swiftness (powered), paid with the white token"
    );
    assert_eq!(
        best.line[0],
        "attack Prowlers (enemy_0) with 3 physical ranged"
    );
    assert_eq!(advice.certainty.word(), "exact");
}

#[test]
fn the_weights_decide_what_is_best() {
    let data = data();
    // The unit can be wounded instead of the hero.
    let text = "enemies prowlers; units peasants peasants";
    let best = |unit: f64| {
        let mut setup = setup(text);
        setup.weights.wounded_unit = unit;
        let mut combat = Combat::start(&data, &setup).expect("the setup is right");
        run(&data, &mut combat, "end; end");
        let advice = recommend(&combat, &data, 20_000).expect("the combat is not over");
        advice.actions[0].label.clone()
    };
    assert_eq!(best(50.0), "take attack 0 of Prowlers (enemy_0)");
    assert_eq!(
        best(0.1),
        "take attack 0 of Prowlers (enemy_0) with Peasants 1 and Peasants 2"
    );
}

fn any_setup() -> impl Strategy<Value = CombatSetup> {
    let data = data();
    let deeds: Vec<String> = data.deeds().map(|card| card.id.to_string()).collect();
    let units: Vec<String> = data.units().map(|unit| unit.id.to_string()).collect();
    let skills: Vec<String> = data.skills().map(|skill| skill.id.to_string()).collect();
    let enemies: Vec<String> = data.enemies().map(|enemy| enemy.id.to_string()).collect();
    let some = |from: Vec<String>, most: usize| {
        proptest::collection::vec(proptest::sample::select(from), 0..=most)
            .prop_map(|list| list.join(" "))
    };
    let mana = ["red", "blue", "green", "white", "gold", "black"];
    let mana: Vec<String> = mana.into_iter().map(str::to_owned).collect();
    (
        proptest::collection::vec(proptest::sample::select(enemies), 1..3),
        some(deeds, 5),
        some(units, 2),
        some(skills, 2),
        some(mana.clone(), 4),
        some(mana, 2),
        proptest::sample::select(vec!["day", "night"]),
    )
        .prop_map(|(enemies, hand, units, skills, mana, dice, time)| {
            setup(&format!(
                "printed; enemies {}; hand {hand}; units {units}; skills {skills}; mana {mana}; \
                 dice {dice}; {time}",
                enemies.join(" ")
            ))
        })
}

/// Actions with cards, units and skills, allowed or not.
fn tried(combat: &Combat) -> Vec<Action> {
    let held = combat.holdings().expect("the combat counts");
    let mut actions = vec![Action::EndPhase];
    let mut hand = combat.hero().hand.clone();
    hand.push(CardId::from("wound"));
    hand.sort();
    hand.dedup();
    for card in hand {
        for mode in [Mode::Basic, Mode::Powered, Mode::Sideways] {
            actions.push(Action::PlayCard {
                card: card.clone(),
                mode,
                pay: Vec::new(),
            });
        }
    }
    for unit in 0..=held.units.len() {
        actions.extend((0..5).map(|ability| Action::ActivateUnit {
            unit: qbcoach_mage_knight::UnitId(unit),
            ability,
            pay: Vec::new(),
        }));
    }
    let skills = held.skills.iter();
    actions.extend(skills.map(|skill| Action::UseSkill {
        skill: skill.id.clone(),
    }));
    for enemy in combat.enemies() {
        actions.push(Action::DeclareAttack {
            enemies: vec![enemy.id.clone()],
            points: Vec::new(),
            special: Vec::new(),
        });
        for attack in 0..enemy.attacks.len() {
            actions.push(Action::DeclareBlock {
                enemy: enemy.id.clone(),
                attack,
                points: Vec::new(),
                special: Vec::new(),
            });
            for unit in 0..held.units.len() {
                actions.push(Action::AssignDamage {
                    enemy: enemy.id.clone(),
                    attack,
                    units: vec![qbcoach_mage_knight::UnitId(unit)],
                });
            }
        }
    }
    actions
}

/// What an action is, without how it is paid.
fn kind_of(action: &Action) -> String {
    match action {
        Action::PlayCard { card, mode, .. } => format!("{card} {mode:?}"),
        Action::ActivateUnit { unit, ability, .. } => format!("{unit} {ability}"),
        Action::DeclareAttack { enemies, .. } => format!("attack {enemies:?}"),
        Action::DeclareBlock { enemy, attack, .. } => format!("block {enemy} {attack}"),
        other => format!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Every offered action is accepted, and what is not offered is refused.
    #[test]
    fn offered_actions_are_exactly_those_accepted(
        setup in any_setup(),
        steps in proptest::collection::vec(any::<prop::sample::Index>(), 0..25),
    ) {
        let data = data();
        let mut combat = Combat::start(&data, &setup).expect("the setup is right");
        for step in steps {
            let offered = combat.options(&data);
            if offered.is_empty() {
                break;
            }
            let kinds: Vec<String> = offered.iter().map(|o| kind_of(&o.action)).collect();
            for offer in &offered {
                prop_assert!(
                    combat.after(&data, &offer.action).is_ok(),
                    "{:?} was offered and refused: {:?}",
                    offer.action,
                    combat.after(&data, &offer.action).err()
                );
            }
            if combat.pending().is_none() && combat.phase() != Phase::Over {
                for action in tried(&combat) {
                    let accepted = combat.after(&data, &action).is_ok();
                    let is_offered = kinds.contains(&kind_of(&action));
                    prop_assert_eq!(accepted, is_offered, "{:?}", action);
                }
            }
            let chosen = step.get(&offered);
            combat.act(&data, &chosen.action).expect("it was offered");
        }
    }
}
