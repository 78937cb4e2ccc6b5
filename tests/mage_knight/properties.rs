//! What holds in every combat, found by playing many at random.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;
use qbcoach::mage_knight::{
    Action, AttackKind, AttackPoints, BlockPoints, CardId, CardSet, Combat, CombatData,
    CombatSetup, Element, EnemyId, Event, HeroSetup, InstanceId, Mode, Site,
};

use crate::table::data;

/// A setup of any enemies and cards.
fn any_setup() -> impl Strategy<Value = CombatSetup> {
    let data = data();
    let enemies: Vec<EnemyId> = data.enemies().map(|enemy| enemy.id.clone()).collect();
    let cards: Vec<CardId> = data
        .cards(CardSet::Seed)
        .map(|card| card.id.clone())
        .collect();
    let numbers = (1_u32..6, 1_u32..12, 0_u32..20, any::<u64>());
    (
        proptest::bool::ANY,
        proptest::collection::vec(proptest::sample::select(enemies), 1..5),
        proptest::collection::vec(proptest::sample::select(cards), 0..6),
        numbers,
        proptest::bool::ANY,
    )
        .prop_map(|(printed, enemies, hand, numbers, walled)| {
            let (armor, hand_limit, fame, seed) = numbers;
            CombatSetup {
                rules: if printed {
                    CardSet::Printed
                } else {
                    CardSet::Seed
                },
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
            }
        })
}

/// Which of the offered actions to take, one after the other.
fn any_walk() -> impl Strategy<Value = Vec<Index>> {
    proptest::collection::vec(any::<Index>(), 0..25)
}

/// Plays offered actions, asking `see` about every combat on the way.
fn walk(setup: &CombatSetup, steps: &[Index], mut see: impl FnMut(&Combat)) -> Combat {
    let data = data();
    let mut combat = Combat::start(&data, setup).expect("the setup is right");
    see(&combat);
    for step in steps {
        let offered = combat.options(&data);
        if offered.is_empty() {
            break;
        }
        let action = &step.get(&offered).action;
        combat
            .act(&data, action)
            .expect("what is offered is accepted");
        see(&combat);
    }
    combat
}

/// What an action is, whatever its points are.
fn shape(action: &Action) -> String {
    match action {
        Action::DeclareAttack { enemies, .. } => format!("attack {enemies:?}"),
        Action::DeclareBlock { enemy, attack, .. } => format!("block {enemy} {attack}"),
        other => format!("{other:?}"),
    }
}

/// Every action that could be meant, and some that cannot.
fn universe(data: &CombatData, combat: &Combat) -> Vec<Action> {
    let mut actions = vec![Action::EndPhase];
    for card in data.cards(combat.rules()) {
        actions.extend(Mode::ALL.map(|mode| Action::PlayCard {
            card: card.id.clone(),
            mode,
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
            });
            actions.push(Action::AssignDamage {
                enemy: enemy.clone(),
                attack,
            });
        }
    }
    ids.truncate(5);
    for set in 0_usize..1 << ids.len() {
        let members = ids.iter().enumerate();
        let enemies = members
            .filter(|(place, _)| set & (1 << place) != 0)
            .map(|(_, id)| id.clone());
        actions.push(Action::DeclareAttack {
            enemies: enemies.collect(),
            points: vec![AttackPoints {
                element: Element::Fire,
                kind: AttackKind::Siege,
                amount: 1,
            }],
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
            let accepted: BTreeSet<String> = universe(&data, combat)
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
            for action in universe(&data, combat) {
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
                let events = combat.clone().act(&data, &offered.action).expect("it is offered");
                let failed = events.iter().any(|event| {
                    matches!(event, Event::AttackFailed { .. } | Event::BlockFailed { .. })
                });
                assert!(!failed, "{}: {events:?}", offered.label);
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
    fn fame_is_that_of_the_defeated_who_were_not_summoned(
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
    fn the_threat_is_what_happens_if_nothing_is_done(setup in any_setup(), steps in any_walk()) {
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
                idle.act(&data, &action).expect("it is offered");
            }
            let (before, after) = (combat.hero(), idle.hero());
            assert_eq!(after.wounds, before.wounds + threat.total.hand);
            assert_eq!(after.discard_wounds, before.discard_wounds + threat.total.discard);
        });
    }

    #[test]
    fn nothing_is_pending_and_nothing_modified_when_it_is_over(
        setup in any_setup(),
        steps in any_walk(),
    ) {
        let combat = walk(&setup, &steps, |combat| {
            if combat.pending().is_some() {
                let offered = combat.options(&data());
                assert!(!offered.is_empty(), "a choice can always be made");
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
    fn nobody_is_in_two_places(setup in any_setup(), steps in any_walk()) {
        // Every card of the setup is in hand, played or discarded.
        let combat = walk(&setup, &steps, |_| {});
        let hero = combat.hero();
        let mut cards = [hero.hand.clone(), hero.played.clone(), hero.discarded.clone()].concat();
        cards.sort();
        let mut hand = setup.hand.clone();
        hand.sort();
        prop_assert_eq!(cards, hand);
    }
}
