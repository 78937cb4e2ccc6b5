//! Units that act once and take damage, and skills that are used once.

use crate::script::check;

const TO_DAMAGE: &str = "end; end; ";

#[track_caller]
fn in_damage(setup: &str, script: &str, expected: &str) {
    check(setup, &format!("{TO_DAMAGE}{script}"), expected);
}

#[test]
fn a_unit_acts_once() {
    check(
        "enemies prowlers; units peasants; armor 9",
        "end; end; take all; end; unit 0 0; refused unitCannotAct: unit 0 0",
        "pool 2 physical melee attack\nunit_0 unhurt spent",
    );
    check(
        "enemies prowlers; units peasants",
        "refused noSuchUnit: unit 1 0; refused noSuchAbility: unit 0 9; refused noTarget: unit 0 0",
        "unit_0 unhurt ready",
    );
}

#[test]
fn an_ability_may_cost_mana() {
    check(
        "enemies prowlers; units guardian_golems; mana red",
        "end; unit 0 1",
        "pool 4 fire block\nnot tokens red 1",
    );
    check(
        "enemies prowlers; units guardian_golems",
        "end; refused tooLittleMana: unit 0 1; unit 0 0",
        "pool 2 physical block",
    );
}

#[test]
fn a_unit_takes_damage_up_to_its_armor_and_the_hero_the_rest() {
    in_damage(
        "enemies prowlers; units peasants",
        "take enemy_0 0 0",
        // 4 damage, armor 3: 1 is left, which is 1 wound.
        "unit_0 wounded ready\nhero wounds 1",
    );
    in_damage(
        "enemies prowlers; units peasants peasants",
        "take enemy_0 0 0 1",
        "unit_0 wounded ready\nunit_1 wounded ready\nhero wounds 0",
    );
}

#[test]
fn a_unit_that_resists_uses_its_armor_twice() {
    in_damage(
        "enemies ironclads; units guardian_golems",
        "take enemy_0 0 0",
        // Brutal: 8 damage, 3 withstood, 3 more taken with a wound: 2 are left.
        "unit_0 wounded ready\nhero wounds 1",
    );
    in_damage(
        "enemies guardsmen; units guardian_golems",
        "take enemy_0 0 0",
        "unit_0 unhurt ready\nhero wounds 0",
    );
}

#[test]
fn poison_and_paralysis_destroy_a_unit() {
    in_damage(
        "enemies cursed_hags; units peasants",
        "take enemy_0 0 0",
        "unit_0 destroyed ready\nhero wounds 0\nhero discard wounds 0",
    );
    in_damage(
        "enemies medusa; units peasants; hand march",
        "take enemy_0 0 0",
        // 3 of 6 are left for the hero, who is paralysed.
        "unit_0 destroyed ready\nhero wounds 2\nhand",
    );
}

#[test]
fn damage_goes_to_a_unit_once_and_never_if_it_is_wounded() {
    in_damage(
        "enemies diggers diggers; units guardian_golems",
        "take enemy_0 0 0; refused unitTakesNoDamage: take enemy_1 0 0; take enemy_1 0",
        "unit_0 unhurt ready\nhero wounds 2",
    );
    in_damage(
        "enemies guardsmen; units peasants peasants",
        "refused noDamageLeft: take enemy_0 0 0 1; take enemy_0 0 0",
        "unit_1 unhurt ready",
    );
}

#[test]
fn an_assassination_is_for_the_hero() {
    in_damage(
        "enemies orc_tracker; units peasants",
        "refused onlyTheHero: take enemy_0 0 0; take enemy_0 0",
        "hero wounds 2",
    );
}

#[test]
fn swordsmen_wound_themselves_for_more() {
    check(
        "enemies prowlers; units utem_swordsmen; armor 9",
        "end; end; take all; end; unit 0 1",
        "pool 6 physical melee attack\nunit_0 wounded spent",
    );
}

#[test]
fn into_the_heat_strengthens_and_spares_units() {
    check(
        "enemies prowlers; units peasants; hand into_the_heat",
        "play into_the_heat; end; unit 0 0; end; refused unitTakesNoDamage: take enemy_0 0 0",
        "unit_0 unhurt spent\nevent: 4 block, in the pool",
    );
}

#[test]
fn energy_flow_makes_a_unit_ready_again() {
    check(
        "enemies prowlers; units peasants; hand energy_flow; mana green",
        "end; unit 0 0; play energy_flow; choose 0; unit 0 0",
        "pool 4 physical block",
    );
}

#[test]
fn cards_make_units_resist() {
    in_damage(
        "enemies prowlers; units peasants; hand force_of_nature",
        "play force_of_nature; choose 0; take enemy_0 0 0",
        // 4 - 3 = 1: a wound of the unit, nothing for the hero.
        "unit_0 wounded ready\nhero wounds 0",
    );
    in_damage(
        "enemies diggers; units peasants altem_guardians; mana green",
        "unit 1 2; take enemy_0 0 0",
        "unit_0 unhurt ready\nunit_1 unhurt spent",
    );
}

#[test]
fn altem_mages_change_all_attacks() {
    check(
        "enemies guardsmen; units altem_mages; hand swiftness; mana black white; night",
        "play swiftness powered; unit 0 2; choose 1",
        "pool 3 physical siege attack",
    );
}

#[test]
fn delphana_masters_use_several_abilities_at_once() {
    check(
        "enemies swordsmen; units delphana_masters; mana blue green blue",
        "unit 0 0; choose 0; refused abilityUsed: unit 0 0; unit 0 2; choose 0",
        "not enemy_0 attacks\nenemy_0 armor 1\nunit_0 unhurt ready",
    );
}

#[test]
fn familiars_follow_the_token_that_they_keep() {
    let mut setup = crate::script::setup("enemies prowlers; units magic_familiars");
    for (token, block) in [(None, 4), (Some("blue"), 7), (Some("red"), 4)] {
        if let Some(units) = &mut setup.units {
            units[0].token = token.map(crate::script::mana);
        }
        let data = crate::script::data();
        let mut combat = qbcoach_mage_knight::Combat::start(&data, &setup).expect("it is right");
        crate::script::run(&data, &mut combat, "end; unit 0 1");
        let fact = format!("pool {block} physical block");
        assert!(crate::script::facts(&data, &combat).contains(&fact));
    }
}

#[test]
fn a_skill_is_used_once() {
    check(
        "enemies prowlers; skills tovak_shield_mastery",
        "end; use tovak_shield_mastery; choose 0; refused skillUsed: use tovak_shield_mastery; \
         refused noSuchSkill: use krang_curse",
        "pool 3 physical block\nnot offers skill tovak_shield_mastery",
    );
}

#[test]
fn leadership_helps_the_next_unit() {
    check(
        "enemies prowlers; units peasants peasants; skills norowas_leadership",
        "end; use norowas_leadership; choose 0; unit 0 0; unit 1 0",
        "pool 7 physical block",
    );
}

#[test]
fn power_of_pain_plays_a_wound_sideways() {
    check(
        "enemies prowlers; hand wound; skills arythea_power_of_pain",
        "end; use arythea_power_of_pain; play wound sideways",
        "pool 2 physical block\nhand",
    );
    check(
        "enemies prowlers; skills arythea_power_of_pain",
        "end; end; take all; end; use arythea_power_of_pain; play wound sideways",
        "pool 2 physical melee attack\nhero wounds 1\nhero discard wounds 1",
    );
}

#[test]
fn battle_hardened_lowers_the_damage_of_one_attack() {
    in_damage(
        "enemies prowlers; skills krang_battle_hardened",
        "use krang_battle_hardened; choose 0; choose 0; take enemy_0 0",
        "hero wounds 1",
    );
}

#[test]
fn resistance_break_counts_resistances() {
    check(
        "enemies altem_guardsmen; skills tovak_resistance_break",
        "use tovak_resistance_break; choose 0",
        "enemy_0 armor 4",
    );
}

#[test]
fn sharpshooting_depends_on_the_time_of_day() {
    for (time, points) in [("day", 1), ("night", 2)] {
        check(
            &format!("enemies prowlers; skills tovak_night_sharpshooting; {time}"),
            "use tovak_night_sharpshooting",
            &format!("pool {points} physical ranged attack"),
        );
    }
}

#[test]
fn deadly_aim_helps_a_card_and_not_a_unit() {
    check(
        "enemies prowlers; hand swiftness; mana white; skills wolfhawk_deadly_aim; \
         units utem_crossbowmen",
        "use wolfhawk_deadly_aim; unit 0 1; play swiftness powered",
        "pool 6 physical ranged attack",
    );
}

#[test]
fn the_fifteen_skills_and_units_are_found_under_their_own_lists() {
    let setup = crate::script::setup("enemies prowlers; hand peasants; mana red");
    let data = crate::script::data();
    let error = qbcoach_mage_knight::Combat::start(&data, &setup).expect_err("it is a unit");
    assert_eq!(
        error.to_string(),
        "hand[0]: Peasants is a unit; name it under `units`"
    );
}

#[test]
fn threats_say_what_can_be_blocked_with_what_is_held() {
    let data = crate::script::data();
    let block = |setup: &str| {
        let combat = crate::script::start(&data, setup);
        let threat = combat.threat_with_blocks(&data);
        let held = threat.enemies[0].attacks[0].held_block.clone();
        held.map(|block| (block.most, block.needed, block.with))
    };
    assert_eq!(
        block("enemies prowlers; hand determination march; mana blue; units peasants"),
        Some((
            8,
            4,
            // 5 block are enough; the rest is for other attacks.
            vec!["play Determination (powered), paid with the blue token".to_owned()]
        ))
    );
    assert_eq!(
        block("enemies prowlers; hand march; units peasants"),
        Some((
            3,
            4,
            vec![
                "Peasants: 2 attack, or 2 block".to_owned(),
                "play March sideways".to_owned(),
            ]
        ))
    );
    assert_eq!(block("enemies prowlers; hand tremor"), None);
}
