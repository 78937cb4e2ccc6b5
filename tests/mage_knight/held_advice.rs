//! Advice where the combat counts what the hero holds, and what such a combat offers.

use crate::held_oracle::final_score;
use crate::script::{data, run, setup, start};
use proptest::prelude::*;
use qbcoach_mage_knight::advice::recommend;
use qbcoach_mage_knight::card::Mode;
use qbcoach_mage_knight::{Action, CardId, Combat, CombatSetup, Phase};

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

/// Plays the line of every advised action and compares where it ends with what the advice
/// says.
fn lines_lead_to_their_outcomes(combat: &Combat, budget: u64) {
    let data = data();
    let advice = recommend(combat, &data, budget).expect("the combat is not over");
    for advised in &advice.actions {
        let mut after = combat.clone();
        let mut is_open = false;
        for action in std::iter::once(&advised.action).chain(&advised.plan) {
            let enemies = after.enemies().len();
            after.act(&data, action).unwrap_or_else(|refusal| {
                panic!("{}, then {:?}: {refusal}", advised.label, advised.line)
            });
            let rolled = after.pending().is_some_and(|pending| pending.is_rolled());
            is_open = rolled || after.enemies().len() > enemies;
        }
        if is_open {
            let last = advised.line.last().map(String::as_str).unwrap_or_default();
            assert!(
                last.starts_with("the rest depends on"),
                "{}: {:?}",
                advised.label,
                advised.line
            );
            continue;
        }
        assert!(after.is_over(), "{}: {:?}", advised.label, advised.line);
        let score = final_score(&data, &after);
        assert!(
            (score - advised.score).abs() < 1e-6,
            "{} promises {} and leads to {score}: {:?}",
            advised.label,
            advised.score,
            advised.line
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Every advised action has a line that ends as the advice says, however small the budget.
    #[test]
    fn every_advised_action_has_a_line_that_leads_to_its_outcome(
        setup in any_setup(),
        steps in proptest::collection::vec(any::<prop::sample::Index>(), 0..12),
        budget in 20_u64..600,
    ) {
        let data = data();
        let mut combat = Combat::start(&data, &setup).expect("the setup is right");
        for step in steps {
            let offered = combat.options(&data);
            let mut next = combat.clone();
            next.act(&data, &step.get(&offered).action).expect("it was offered");
            if next.is_over() {
                break;
            }
            combat = next;
        }
        lines_lead_to_their_outcomes(&combat, budget);
    }
}
