//! Properties that hold in every combat, checked on random combats.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;
use qbcoach_mage_knight::advice::recommend;
use qbcoach_mage_knight::modifier::ModifierChange;
use qbcoach_mage_knight::{
    Action, AttackKind, AttackPoints, BlockPoints, CardId, CardSet, Combat, CombatData,
    CombatSetup, Element, EnemyId, Event, HeroSetup, InstanceId, Mode, Site, draw,
};

use crate::script::data;

/// A random setup.
fn any_setup() -> impl Strategy<Value = CombatSetup> {
    let data = data();
    let enemies: Vec<EnemyId> = data.enemies().map(|enemy| enemy.id.clone()).collect();
    let cards =
        |set: CardSet| -> Vec<CardId> { data.cards(set).map(|card| card.id.clone()).collect() };
    let sets = [CardSet::DesignDocument, CardSet::Printed];
    let hands = sets.map(|set| {
        let cards = proptest::sample::select(cards(set));
        proptest::collection::vec(cards, 0..6).prop_map(move |hand| (set, hand))
    });
    let [design_document, printed] = hands;
    let numbers = (1_u32..6, 1_u32..12, 0_u32..20, any::<u64>());
    (
        proptest::collection::vec(proptest::sample::select(enemies), 1..5),
        prop_oneof![design_document, printed],
        numbers,
        proptest::bool::ANY,
    )
        .prop_map(|(enemies, (rules, hand), numbers, walled)| {
            let (armor, hand_limit, fame, seed) = numbers;
            CombatSetup {
                rules,
                seed,
                enemies,
                hero: HeroSetup {
                    armor,
                    hand_limit,
                    fame,
                    points: None,
                },
                hand,
                site: if walled { Site::Fortified } else { Site::Open },
                ..CombatSetup::default()
            }
        })
}

/// Which of the offered actions to take, one after the other.
fn any_walk() -> impl Strategy<Value = Vec<Index>> {
    proptest::collection::vec(any::<Index>(), 0..25)
}

/// Plays offered actions and calls `visit` with every state on the way.
fn walk(setup: &CombatSetup, steps: &[Index], mut visit: impl FnMut(&Combat)) -> Combat {
    let data = data();
    let mut combat = Combat::start(&data, setup).expect("the setup has no fault");
    visit(&combat);
    for step in steps {
        let offered = combat.options(&data);
        if offered.is_empty() {
            break;
        }
        let action = &step.get(&offered).action;
        combat
            .act(&data, action)
            .expect("offered actions are accepted");
        visit(&combat);
    }
    combat
}

/// An action without its points.
fn shape(action: &Action) -> String {
    match action {
        Action::DeclareAttack { enemies, .. } => format!("attack {enemies:?}"),
        Action::DeclareBlock { enemy, attack, .. } => format!("block {enemy} {attack}"),
        other => format!("{other:?}"),
    }
}

/// All actions that could be possible, and some that are not.
fn all_actions(data: &CombatData, combat: &Combat) -> Vec<Action> {
    let mut actions = vec![Action::EndPhase];
    for card in data.cards(combat.rules()) {
        actions.extend(Mode::ALL.map(|mode| Action::PlayCard {
            card: card.id.clone(),
            mode,
            pay: Vec::new(),
        }));
    }
    let options = combat.pending().map_or(0, |pending| pending.options.len());
    actions.extend((0..options + 2).map(|option| Action::ResolveChoice { option }));
    let mut ids: Vec<InstanceId> = combat.enemies().iter().map(|e| e.id.clone()).collect();
    ids.push(InstanceId::from("enemy_99"));
    for enemy in &ids {
        for attack in 0..4 {
            actions.push(Action::DeclareBlock {
                enemy: enemy.clone(),
                attack,
                points: vec![BlockPoints {
                    element: Element::Ice,
                    amount: 1,
                }],
                special: Vec::new(),
            });
            actions.push(Action::AssignDamage {
                enemy: enemy.clone(),
                attack,
                units: Vec::new(),
            });
        }
    }
    ids.truncate(5);
    for set in 0_usize..1 << ids.len() {
        let members = ids.iter().enumerate();
        let enemies = members
            .filter(|(index, _)| set & (1 << index) != 0)
            .map(|(_, id)| id.clone());
        actions.push(Action::DeclareAttack {
            enemies: enemies.collect(),
            points: vec![AttackPoints {
                element: Element::Fire,
                kind: AttackKind::Siege,
                amount: 1,
            }],
            special: Vec::new(),
        });
    }
    actions
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn offered_actions_are_exactly_those_accepted(setup in any_setup(), steps in any_walk()) {
        let data = data();
        walk(&setup, &steps, |combat| {
            let offered: BTreeSet<String> = combat
                .options(&data)
                .iter()
                .map(|offered| shape(&offered.action))
                .collect();
            let accepted: BTreeSet<String> = all_actions(&data, combat)
                .iter()
                .filter(|action| combat.clone().act(&data, action).is_ok())
                .map(shape)
                .collect();
            assert_eq!(offered, accepted);
        });
    }

    #[test]
    fn a_refused_action_changes_nothing(setup in any_setup(), steps in any_walk()) {
        let data = data();
        walk(&setup, &steps, |combat| {
            for action in all_actions(&data, combat) {
                let mut tried = combat.clone();
                if tried.act(&data, &action).is_err() {
                    assert_eq!(&tried, combat, "{action:?}");
                }
            }
        });
    }

    #[test]
    fn offered_attacks_and_blocks_succeed(setup in any_setup(), steps in any_walk()) {
        let data = data();
        walk(&setup, &steps, |combat| {
            for offered in combat.options(&data) {
                let events = combat
                    .clone()
                    .act(&data, &offered.action)
                    .expect("offered actions are accepted");
                let failed = events.iter().any(|event| {
                    matches!(event, Event::AttackFailed { .. } | Event::BlockFailed { .. })
                });
                assert!(!failed, "{}: {events:?}", offered.label);
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn every_state_can_be_drawn_and_its_advice_can_be_followed(
        setup in any_setup(),
        steps in any_walk(),
    ) {
        let data = data();
        walk(&setup, &steps, |combat| {
            let drawing = draw(combat);
            for enemy in combat.enemies() {
                assert!(drawing.contains(&enemy.name().to_string()), "{drawing}");
            }
            if combat.is_over() {
                return;
            }
            let advice = recommend(combat, &data, 60).expect("the combat is not over");
            for advised in &advice.actions {
                assert!(!advised.label.is_empty());
                let followed = combat.clone().act(&data, &advised.action);
                assert!(followed.is_ok(), "{}: {followed:?}", advised.label);
            }
        });
    }

    #[test]
    fn an_enemy_has_only_printed_and_gained_abilities(setup in any_setup(), steps in any_walk()) {
        walk(&setup, &steps, |combat| {
            for enemy in combat.enemies() {
                let printed = enemy.kind.ability_words();
                for word in combat.ability_words(enemy) {
                    let gained = combat.modifiers().iter().any(|modifier| {
                        matches!(
                            &modifier.change,
                            ModifierChange::GainsAbilities(gained)
                                if gained.iter().any(|ability| ability.word() == word)
                        )
                    });
                    assert!(gained || printed.contains(&word), "{word}");
                }
            }
        });
    }
}

proptest! {
    #[test]
    fn armor_never_falls_below_one(setup in any_setup(), steps in any_walk()) {
        walk(&setup, &steps, |combat| {
            for enemy in combat.enemies() {
                assert!(combat.effective_armor(enemy) >= 1);
            }
            assert!(combat.hero_armor() >= 1);
        });
    }

    #[test]
    fn fame_is_the_sum_over_defeated_enemies_that_were_not_summoned(
        setup in any_setup(),
        steps in any_walk(),
    ) {
        walk(&setup, &steps, |combat| {
            let defeated = combat.enemies().iter().filter(|enemy| !enemy.is_alive());
            let fame: u32 = defeated
                .filter(|enemy| enemy.summoned_by.is_none())
                .map(|enemy| enemy.kind.fame)
                .sum();
            assert_eq!(combat.fame_gained(), fame);
            assert_eq!(combat.hero().fame, setup.hero.fame + fame);
        });
    }

    #[test]
    fn the_same_script_gives_the_same_result(setup in any_setup(), steps in any_walk()) {
        let once = walk(&setup, &steps, |_| {});
        let twice = walk(&setup, &steps, |_| {});
        prop_assert_eq!(once, twice);
    }

    #[test]
    fn the_threat_is_the_wounds_of_a_player_who_does_nothing(setup in any_setup(), steps in any_walk()) {
        let data = data();
        walk(&setup, &steps, |combat| {
            let threat = combat.threat(&data);
            let summons = threat.enemies.iter().any(|enemy| !enemy.summons.is_empty());
            if combat.pending().is_some() || summons {
                return;
            }
            let mut idle = combat.clone();
            while !idle.is_over() {
                let offered = idle.options(&data);
                let action = offered
                    .iter()
                    .map(|offered| &offered.action)
                    .find(|action| matches!(action, Action::AssignDamage { .. }));
                let action = action.unwrap_or(&Action::EndPhase).clone();
                idle.act(&data, &action).expect("offered actions are accepted");
            }
            let (before, after) = (combat.hero(), idle.hero());
            assert_eq!(after.wounds, before.wounds + threat.total.hand);
            assert_eq!(after.discard_wounds, before.discard_wounds + threat.total.discard);
        });
    }

    #[test]
    fn a_finished_combat_has_no_choice_no_modifier_and_no_summoned_monster(
        setup in any_setup(),
        steps in any_walk(),
    ) {
        let combat = walk(&setup, &steps, |combat| {
            if combat.pending().is_some() {
                let offered = combat.options(&data());
                assert!(!offered.is_empty(), "a pending choice has an option");
                let choices = offered
                    .iter()
                    .all(|offered| matches!(offered.action, Action::ResolveChoice { .. }));
                assert!(choices);
            }
        });
        if combat.is_over() {
            prop_assert!(combat.modifiers().is_empty());
            prop_assert!(combat.pending().is_none());
            let summoned = combat.enemies().iter().any(|e| e.summoned_by.is_some());
            prop_assert!(!summoned);
        }
    }

    #[test]
    fn every_card_stays_in_hand_played_or_discarded(setup in any_setup(), steps in any_walk()) {
        let combat = walk(&setup, &steps, |_| {});
        let hero = combat.hero();
        let mut cards = [hero.hand.clone(), hero.played.clone(), hero.discarded.clone()].concat();
        cards.sort();
        let mut hand = setup.hand.clone();
        hand.sort();
        prop_assert_eq!(cards, hand);
    }
}
