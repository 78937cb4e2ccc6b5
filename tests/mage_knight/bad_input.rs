//! Refused actions and setups. A refused action changes nothing.

use qbcoach_mage_knight::setup::SetupFault;
use qbcoach_mage_knight::{
    AttackKind, AttackPoints, BlockPoints, Combat, Element, RefusalKind, StatedPoints,
};

use crate::script::{action, check, data, run, setup, start};

#[test]
fn an_option_out_of_range_is_refused() {
    check(
        "enemies prowlers; hand whirlwind",
        "play whirlwind; refused noSuchOption: choose 1; refused noSuchOption: choose 999",
        "choices 1",
    );
}

#[test]
fn resolving_a_choice_is_refused_when_none_is_pending() {
    check(
        "enemies prowlers; hand tremor",
        "refused nothingPending: choose 0",
        "hand tremor",
    );
}

#[test]
fn a_card_that_is_not_in_hand_is_refused() {
    check(
        "enemies prowlers; hand tremor",
        "refused notInHand: play chill; play tremor; choose 1; refused notInHand: play tremor",
        "hand",
    );
}

#[test]
fn an_unknown_card_or_enemy_is_refused_with_suggestions() {
    let data = data();
    let mut combat = start(&data, "enemies prowlers diggers; hand tremor");
    for (command, near) in [
        ("play tremmor", "tremor"),
        ("attack enemy_9 with 3", "enemy_0"),
    ] {
        let refusal = combat.act(&data, &action(command)).unwrap_err();
        let RefusalKind::Unknown { suggestions } = refusal.kind() else {
            panic!("{refusal:?}");
        };
        assert!(suggestions.contains(&near.to_owned()), "{suggestions:?}");
    }
    check(
        "enemies prowlers",
        "refused unknownEnemy: attack enemy_1 with 3 ranged; end; \
         refused unknownEnemy: block enemy_7 0 with 3; end; refused unknownEnemy: take nobody 0",
        "hero wounds 0",
    );
}

#[test]
fn an_attack_with_the_same_target_twice_is_refused() {
    check(
        "enemies prowlers",
        "refused sameTargetTwice: attack enemy_0 enemy_0 with 9 ranged",
        "not enemy_0 is defeated",
    );
}

#[test]
fn attacks_and_blocks_with_no_target_no_points_or_too_many_points_are_refused() {
    check(
        "enemies prowlers",
        "refused noTargets: attack with 3 ranged; refused noPoints: attack enemy_0; \
         refused noPoints: attack enemy_0 with 0 ranged; \
         refused tooManyPoints: attack enemy_0 with 100000 ranged; end; \
         refused noPoints: block enemy_0 0; refused tooManyPoints: block enemy_0 0 with 4294967295",
        "phase block",
    );
}

#[test]
fn an_attack_index_that_does_not_exist_is_refused() {
    check(
        "enemies hydra",
        "end; refused noSuchAttack: block enemy_0 3 with 9; end; \
         refused noSuchAttack: take enemy_0 99",
        "hero wounds 0",
    );
}

#[test]
fn an_attack_can_be_blocked_or_dealt_only_once() {
    check(
        "enemies hydra",
        "end; block enemy_0 0 with 2; refused alreadyBlocked: block enemy_0 0 with 2; end; \
         refused alreadyBlocked: take enemy_0 0; take enemy_0 1; \
         refused alreadyDealt: take enemy_0 1",
        "hero wounds 1",
    );
}

#[test]
fn ending_a_phase_is_refused_while_a_choice_is_pending() {
    check(
        "enemies prowlers; hand tremor",
        "play tremor; refused choicePending: end",
        "phase rangedSiege",
    );
}

#[test]
fn refusals_list_the_expected_actions() {
    let data = data();
    let mut combat = start(&data, "enemies prowlers; hand tremor");
    let kind = |combat: &mut Combat, command: &str| {
        combat.act(&data, &action(command)).unwrap_err().kind()
    };
    let out_of_turn = |words: &[&str]| RefusalKind::OutOfTurn {
        expected: words.iter().map(|word| (*word).to_owned()).collect(),
    };
    assert_eq!(
        kind(&mut combat, "choose 0"),
        out_of_turn(&["playCard", "declareAttack", "endPhase"])
    );
    assert_eq!(
        kind(&mut combat, "take enemy_0 0"),
        out_of_turn(&["assignDamage"])
    );
    assert_eq!(
        kind(&mut combat, "attack enemy_0 enemy_0 with 1"),
        RefusalKind::Illegal
    );
    run(&data, &mut combat, "play tremor");
    assert_eq!(kind(&mut combat, "end"), out_of_turn(&["resolveChoice"]));
    run(&data, &mut combat, "choose 1; end; end; take all; end; end");
    assert_eq!(kind(&mut combat, "end"), RefusalKind::Over);
}

#[test]
fn a_combat_without_enemies_is_refused() {
    let error = Combat::start(&data(), &setup("hand tremor")).unwrap_err();
    assert_eq!(error.faults, [SetupFault::NoEnemies]);
}

#[test]
fn all_faults_of_a_setup_are_reported_at_once() {
    let mut wrong = setup("enemies prowler diggers hydr; hand tremr; armor 0; limit 0; fame 10000");
    wrong.hero.points = Some(StatedPoints {
        ranged_siege: vec![AttackPoints {
            element: Element::Fire,
            kind: AttackKind::Siege,
            amount: 0,
        }],
        block: vec![BlockPoints {
            element: Element::Ice,
            amount: 100_000,
        }],
        attack: Vec::new(),
    });
    let error = Combat::start(&data(), &wrong).unwrap_err();
    let lines: Vec<String> = error.faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "enemies[0]: there is no enemy `prowler`, did you mean `prowlers`?",
            "enemies[2]: there is no enemy `hydr`, did you mean `hydra`?",
            "hero.armor: 0 is out of range; allowed: 1 to 99",
            "hero.handLimit: 0 is out of range; allowed: 1 to 30",
            "hero.fame: 10000 is out of range; allowed: 0 to 9999",
            "hero.points.rangedSiege[0].amount: 0 is out of range; allowed: 1 to 99999",
            "hero.points.block[0].amount: 100000 is out of range; allowed: 1 to 99999",
            "hand[0]: there is no card `tremr` in the design document set, did you mean `tremor`?",
        ]
    );
    assert_eq!(error.faults[0].suggestions()[0], "prowlers");
    assert_eq!(error.faults[7].field(), "hand[0]");
}

#[test]
fn too_many_enemies_or_cards_are_refused() {
    let mut wrong = setup("enemies prowlers; hand tremor");
    wrong.enemies = vec!["prowlers".into(); 11];
    wrong.hand = vec!["tremor".into(); 31];
    let error = Combat::start(&data(), &wrong).unwrap_err();
    assert_eq!(
        error.faults,
        [SetupFault::TooManyEnemies(11), SetupFault::TooManyCards(31)]
    );
}
