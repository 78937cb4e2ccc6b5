//! Features that no shipped card uses: compounds, follow-ups, lone targets, durations
//! and filters.

use crate::script::{check_with, with_cards};

fn one_card(effect: &str) -> std::sync::Arc<qbcoach_mage_knight::CombatData> {
    with_cards(&format!(
        r#"[{{"id": "made", "name": "Made", "kind": "spell", "color": "red", "sets": ["seed"],
            "basic": {{"effect": {effect}}}}}]"#
    ))
}

const STRIP: &str =
    r#"{"change": "losesResistances", "resistances": ["fire"], "duration": "combat"}"#;
const LOWER: &str = r#"{"change": "armor", "amount": -1, "duration": "combat"}"#;
const SKIP: &str = r#"{"change": "doesNotAttack", "duration": "combat"}"#;

#[test]
fn the_effects_of_a_compound_are_resolved_in_order() {
    let data = one_card(&format!(
        r#"{{"type": "compound", "effects": [
            {{"type": "selectEnemy", "modifiers": [{SKIP}]}},
            {{"type": "selectEnemy", "defeat": true}},
            {{"type": "applyModifier", "scope": "allEnemies", "modifier": {LOWER}}}]}}"#
    ));
    check_with(
        &data,
        "enemies prowlers diggers; hand made",
        "play made; choose 0; refused choicePending: end; choose 1",
        "not enemy_0 attacks
         enemy_1 is defeated
         enemy_0 armor 2
         offers end
         modifiers 2",
    );
}

#[test]
fn a_compound_skips_effects_that_are_not_possible() {
    let data = one_card(&format!(
        r#"{{"type": "compound", "effects": [
            {{"type": "selectEnemy", "defeat": true}},
            {{"type": "selectEnemy", "modifiers": [{SKIP}]}}]}}"#
    ));
    check_with(
        &data,
        "enemies prowlers; hand made",
        "play made; choose 0",
        "enemy_0 is defeated
         event: no target for: one enemy: does not attack
         offers end",
    );
}

#[test]
fn a_follow_up_applies_to_the_picked_enemy() {
    let data = one_card(&format!(
        r#"{{"type": "selectEnemy", "modifiers": [{SKIP}], "then":
            {{"type": "choice", "options": [
                {{"type": "applyModifier", "scope": "oneEnemy", "modifier": {LOWER}}},
                {{"type": "applyModifier", "scope": "oneEnemy", "modifier": {STRIP}}}]}}}}"#
    ));
    check_with(
        &data,
        "enemies prowlers fire_mages; hand made",
        "play made; choose 1; choose 1",
        "not enemy_1 attacks
         enemy_1 resists
         enemy_1 armor 5
         enemy_0 armor 3",
    );
}

#[test]
fn a_follow_up_applies_once_to_each_of_several_targets() {
    let data = one_card(&format!(
        r#"{{"type": "selectEnemy", "maxTargets": 2, "modifiers": [{SKIP}], "then":
            {{"type": "applyModifier", "scope": "oneEnemy", "modifier": {LOWER}}}}}"#
    ));
    check_with(
        &data,
        "enemies prowlers diggers golems; hand made",
        "play made; choose 0; choose 1",
        "enemy_0 armor 2\n enemy_1 armor 3\n enemy_2 armor 4\n offers end",
    );
}

#[test]
fn a_lone_target_is_picked_automatically_if_the_data_says_so() {
    let data = one_card(r#"{"type": "selectEnemy", "defeat": true, "askLoneTarget": false}"#);
    check_with(
        &data,
        "enemies prowlers; hand made",
        "play made",
        "enemy_0 is defeated\n not choices 1",
    );
    check_with(
        &data,
        "enemies prowlers diggers; hand made",
        "play made",
        "choices 2",
    );
}

#[test]
fn a_modifier_for_the_phase_ends_with_the_phase() {
    let data = one_card(
        r#"{"type": "applyModifier", "scope": "allEnemies",
            "modifier": {"change": "armor", "amount": -2, "duration": "phase"}}"#,
    );
    let setup = "enemies prowlers; hand made";
    check_with(&data, setup, "play made", "enemy_0 armor 1\n modifiers 1");
    check_with(
        &data,
        setup,
        "play made; end",
        "enemy_0 armor 3\n modifiers 0",
    );
}

#[test]
fn filters_can_require_or_exclude_every_trait() {
    for (only, whom) in [
        ("fortified", "Guardsmen (enemy_0)"),
        ("arcaneImmune", "Shadow (enemy_1)"),
        ("summoner", "Illusionists (enemy_2)"),
        ("resistsFire", "Fire Mages (enemy_3)"),
        ("resistsIce", "Ice Mages (enemy_4)"),
    ] {
        let data = one_card(&format!(
            r#"{{"type": "selectEnemy", "only": ["{only}"], "modifiers": [
                {{"change": "attack", "amount": -1, "duration": "combat"}}]}}"#
        ));
        check_with(
            &data,
            "enemies guardsmen shadow illusionists fire_mages ice_mages; hand made",
            "play made",
            &format!("choices 1\n choice 0: {whom}: attack -1"),
        );
        let data = one_card(&format!(
            r#"{{"type": "selectEnemy", "not": ["{only}"], "modifiers": [
                {{"change": "attack", "amount": -1, "duration": "combat"}}]}}"#
        ));
        check_with(
            &data,
            "enemies guardsmen shadow illusionists fire_mages ice_mages; hand made",
            "play made",
            "choices 4",
        );
    }
}

#[test]
fn a_filter_can_require_a_summoned_monster() {
    let data = one_card(r#"{"type": "selectEnemy", "only": ["summoned"], "defeat": true}"#);
    check_with(
        &data,
        "enemies orc_summoners prowlers; seed 31; hand made",
        "refused noTarget: play made; end; play made",
        "choices 1\n choice 0: Vampire (enemy_2): is defeated",
    );
}

#[test]
fn a_modifier_on_all_enemies_checks_its_filter_only_once() {
    // An enemy that resisted fire when the card was played stays spared, even if it
    // loses the resistance later.
    let data = with_cards(&format!(
        r#"[{{"id": "made", "name": "Made", "kind": "spell", "sets": ["seed"], "basic": {{"effect":
            {{"type": "applyModifier", "scope": "allEnemies", "modifier":
                {{"change": "armor", "amount": -1, "duration": "combat", "not": ["resistsFire"]}}}}}}}},
           {{"id": "strip", "name": "Strip", "kind": "spell", "sets": ["seed"], "basic": {{"effect":
            {{"type": "applyModifier", "scope": "allEnemies", "modifier": {STRIP}}}}}}}]"#
    ));
    let setup = "enemies fire_mages; hand made strip";
    check_with(&data, setup, "play made; play strip", "enemy_0 armor 5");
    check_with(&data, setup, "play strip; play made", "enemy_0 armor 4");
}

#[test]
fn a_description_in_the_data_replaces_the_made_one() {
    let data = one_card(
        r#"{"type": "selectEnemy", "modifiers": [{"change": "armor", "amount": -5,
            "duration": "combat", "description": "is brittle"}]}"#,
    );
    check_with(
        &data,
        "enemies guardsmen; hand made",
        "play made; choose 0",
        "enemy_0 armor 2\n modifier enemy_0 is brittle",
    );
}

#[test]
fn a_template_can_be_limited_to_phases() {
    let data =
        one_card(r#"{"type": "selectEnemy", "defeat": true, "phases": ["block", "attack"]}"#);
    check_with(
        &data,
        "enemies golems; hand made",
        "refused noTarget: play made; end; play made; choose 0",
        "enemy_0 is defeated",
    );
}

#[test]
fn two_copies_of_a_card_can_both_be_played() {
    let data = one_card(&format!(
        r#"{{"type": "selectEnemy", "modifiers": [{LOWER}]}}"#
    ));
    check_with(
        &data,
        "enemies guardsmen; hand made made",
        "play made; choose 0; play made; choose 0; refused notInHand: play made",
        "enemy_0 armor 5\n hand",
    );
}

#[test]
fn an_attack_that_was_stopped_and_lowered_to_0_later_does_not_count_as_blocked() {
    let data = with_cards(
        r#"[{"id": "stun", "name": "Stun", "kind": "spell", "sets": ["seed"], "basic": {"effect":
            {"type": "selectEnemy", "modifiers": [{"change": "doesNotAttack", "duration": "phase"}]}}},
           {"id": "sap", "name": "Sap", "kind": "spell", "sets": ["seed"], "basic": {"effect":
            {"type": "selectEnemy", "modifiers": [
                {"change": "attack", "amount": -9, "duration": "combat"}]}}}]"#,
    );
    // Shocktroops: armor 3, elusive 6, attack 5.
    let setup = "enemies shocktroops_gray; hand stun sap";
    check_with(
        &data,
        setup,
        "end; end; play stun; choose 0; end; play sap; choose 0",
        "phase attack
         enemy_0 attack 0 is 0
         not enemy_0 is blocked
         enemy_0 armor 6",
    );
    check_with(
        &data,
        setup,
        "end; end; play sap; choose 0; end",
        "phase attack\n enemy_0 is blocked\n enemy_0 armor 3",
    );
}
