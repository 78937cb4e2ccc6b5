//! The order of the phases, what each allows, and the end of a combat.

use crate::script::{check, data, run, start};

#[test]
fn the_phases_follow_in_order() {
    let phases = ["rangedSiege", "block", "assignDamage", "attack", "over"];
    for (ends, phase) in phases.iter().enumerate() {
        let script = vec!["take all; end"; ends]
            .join("; ")
            .replacen("take all; ", "", 2);
        check("enemies golems", &script, &format!("phase {phase}"));
    }
}

#[test]
fn assign_damage_can_be_left_only_when_all_damage_is_assigned_others_at_any_time() {
    check("enemies prowlers diggers", "", "offers end");
    check("enemies prowlers diggers", "end", "offers end");
    check(
        "enemies prowlers diggers",
        "end; end; refused damageLeft: end; take enemy_1 0; refused damageLeft: end",
        "not offers end\n offers take enemy_0 0 for 2 wounds",
    );
    check(
        "enemies prowlers diggers",
        "end; end; take enemy_1 0; take enemy_0 0",
        "offers end",
    );
}

#[test]
fn actions_are_refused_in_the_wrong_phase() {
    check(
        "enemies prowlers",
        "refused wrongPhase: block enemy_0 0 with 4; refused wrongPhase: take enemy_0 0; end; \
         refused wrongPhase: attack enemy_0 with 9; refused wrongPhase: take enemy_0 0; end; \
         refused wrongPhase: attack enemy_0 with 9; refused wrongPhase: block enemy_0 0 with 4; \
         take all; end; \
         refused wrongPhase: block enemy_0 0 with 4; refused wrongPhase: take enemy_0 0",
        "phase attack",
    );
}

#[test]
fn all_actions_are_refused_when_the_combat_is_over() {
    check(
        "enemies prowlers; hand tremor",
        "end; end; take all; end; end; refused over: end; refused over: play tremor; \
         refused over: choose 0; refused over: attack enemy_0 with 3",
        "phase over\n not offers end\n threat 0",
    );
}

#[test]
fn modifiers_end_with_the_combat() {
    let data = data();
    let setup = "enemies prowlers guardsmen; hand tremor chill";
    let mut combat = start(&data, setup);
    run(
        &data,
        &mut combat,
        "play tremor; choose 1; play chill; choose 1",
    );
    assert_eq!(combat.modifiers().len(), 3);
    run(&data, &mut combat, "end; end; take all; end; end");
    assert!(combat.is_over());
    assert!(combat.modifiers().is_empty());
    // An enemy with the same id in a later combat inherits nothing.
    check(setup, "", "enemy_1 armor 7\n enemy_1 attacks\n modifiers 0");
}

#[test]
fn a_failed_attack_can_be_repeated() {
    check(
        "enemies swordsmen",
        "attack enemy_0 with 4 ranged; attack enemy_0 with 5 ranged",
        "enemy_0 is defeated\n fame gained 4",
    );
}

#[test]
fn an_enemy_gives_fame_once_whatever_defeats_it() {
    check(
        "enemies prowlers diggers; hand chill whirlwind; fame 1",
        "attack enemy_0 with 3 ranged; refused alreadyDefeated: attack enemy_0 with 3 ranged; \
         play chill powered; choose 0; refused noTarget: play whirlwind powered",
        "fame gained 4\n hero fame 5",
    );
}

#[test]
fn defeated_enemies_neither_attack_nor_threaten() {
    check(
        "enemies prowlers",
        "attack enemy_0 with 3 ranged; end; refused alreadyDefeated: block enemy_0 0 with 4; \
         end; refused alreadyDefeated: take enemy_0 0; end",
        "phase attack\n threat 0\n not enemy_0 attacks",
    );
}

#[test]
fn while_a_choice_is_pending_only_its_options_are_allowed() {
    check(
        "enemies prowlers; hand tremor chill",
        "play tremor; refused choicePending: end; refused choicePending: play chill; \
         refused choicePending: attack enemy_0 with 3 ranged; \
         refused choicePending: block enemy_0 0 with 4; refused choicePending: take enemy_0 0",
        "offers choose 0
         offers choose 1
         not offers end
         not offers play chill basic
         not offers attack enemy_0 needs 3
         hand chill",
    );
}

#[test]
fn a_lone_enemy_still_has_to_be_picked() {
    check(
        "enemies prowlers; hand whirlwind",
        "play whirlwind",
        "choices 1",
    );
}

#[test]
fn any_number_of_points_can_be_spent() {
    // The combat does not check whether the hero really has the points.
    check(
        "enemies high_dragon",
        "attack enemy_0 with 999 siege",
        "enemy_0 is defeated\n fame gained 9",
    );
}
