//! Combats that count what the hero holds: the pool of points, mana, sideways plays, and
//! cards that use them in an unusual way.

use crate::script::check;

/// From the start to the Attack phase, with all damage taken.
const TO_ATTACK: &str = "end; end; take all; end; ";

#[track_caller]
fn in_attack(setup: &str, script: &str, expected: &str) {
    check(setup, &format!("{TO_ATTACK}{script}"), expected);
}

#[track_caller]
fn in_block(setup: &str, script: &str, expected: &str) {
    check(setup, &format!("end; {script}"), expected);
}

#[test]
fn the_phase_decides_which_points_a_card_makes() {
    in_attack(
        "enemies prowlers; hand rage",
        "play rage",
        "pool 2 physical melee attack\nhand",
    );
    in_block(
        "enemies prowlers; hand rage",
        "play rage",
        "pool 2 physical block",
    );
    check(
        "enemies prowlers; hand rage",
        "refused noTarget: play rage",
        "not offers play rage basic",
    );
}

#[test]
fn a_powered_card_pays_its_color() {
    in_attack(
        "enemies prowlers; hand rage; mana red",
        "play rage powered",
        "pool 4 physical melee attack\nnot tokens red 1\nevent: red token paid for Rage",
    );
    in_attack(
        "enemies prowlers; hand rage; mana blue",
        "refused tooLittleMana: play rage powered",
        "tokens blue 1\nnot offers play rage powered",
    );
}

#[test]
fn gold_is_any_basic_color_by_day_only() {
    in_attack(
        "enemies prowlers; hand rage; mana gold; day",
        "play rage powered",
        "pool 4 physical melee attack",
    );
    in_attack(
        "enemies prowlers; hand rage; mana gold; night",
        "refused tooLittleMana: play rage powered",
        "tokens gold 1",
    );
}

#[test]
fn a_spell_always_pays_and_black_powers_it_at_night() {
    check(
        "enemies prowlers; hand fireball; mana red black; night",
        "play fireball powered",
        "pool 8 fire siege attack\nhero wounds 1\nnot tokens black 1",
    );
    check(
        "enemies prowlers; hand fireball; mana red black; day",
        "refused tooLittleMana: play fireball powered; play fireball",
        "pool 5 fire ranged attack\ntokens black 1",
    );
    check(
        "enemies prowlers; hand fireball; mana blue",
        "refused tooLittleMana: play fireball",
        "hand fireball",
    );
}

#[test]
fn one_die_of_the_source_is_used_in_a_turn() {
    in_attack(
        "enemies prowlers; hand rage swiftness; dice red white",
        "play rage powered; refused tooLittleMana: play swiftness powered",
        "dice white 1\nnot dice red 1",
    );
    in_attack(
        "enemies prowlers; hand rage swiftness mana_draw; dice red white",
        "play rage powered; play mana_draw; play swiftness powered",
        "pool 3 physical ranged attack\nnot dice white 1",
    );
}

#[test]
fn the_player_says_what_is_paid_or_the_cheapest_is_taken() {
    let setup = "enemies prowlers; hand rage; mana red; crystals red";
    in_attack(setup, "play rage powered", "crystals red 1");
    in_attack(
        setup,
        "play rage powered paying red crystal",
        "tokens red 1\nnot crystals red 1",
    );
    in_attack(
        setup,
        "refused wrongPayment: play rage powered paying blue token",
        "offers play rage powered paying red token\noffers play rage powered paying red crystal",
    );
}

#[test]
fn any_card_is_worth_one_sideways() {
    in_block(
        "enemies prowlers; hand march",
        "play march sideways",
        "pool 1 physical block",
    );
    in_attack(
        "enemies prowlers; hand fireball",
        "play fireball sideways",
        "pool 1 physical melee attack",
    );
    check(
        "enemies prowlers; hand march",
        "refused wrongPhase: play march sideways",
        "hand march",
    );
    in_block(
        "enemies prowlers; hand wound march",
        "refused notSideways: play wound sideways",
        "hand wound march",
    );
}

#[test]
fn attacks_and_blocks_take_what_they_need_from_the_pool() {
    in_attack(
        "enemies prowlers; hand rage determination; armor 5",
        "play rage; play determination; attack enemy_0",
        "enemy_0 is defeated\npool 1 physical melee attack",
    );
    in_attack(
        "enemies prowlers; hand rage",
        "refused poolTooSmall: attack enemy_0; play rage; refused poolTooSmall: attack enemy_0",
        "pool 2 physical melee attack",
    );
    in_block(
        "enemies prowlers; hand determination; mana blue",
        "play determination powered; block enemy_0 0",
        "enemy_0 is blocked\npool 1 physical block",
    );
}

#[test]
fn points_told_by_hand_stay_possible_and_too_few_are_lost() {
    in_attack(
        "enemies prowlers; hand rage",
        "attack enemy_0 with 3",
        "enemy_0 is defeated",
    );
    in_attack(
        "enemies prowlers; hand rage",
        "play rage; attack enemy_0 with 2",
        "enemy_0 armor 3\nnot pool 2 physical melee attack\nnot enemy_0 is defeated",
    );
}

#[test]
fn the_pool_is_empty_when_a_phase_begins() {
    in_block(
        "enemies prowlers; hand rage",
        "play rage; end",
        "not pool 2 physical block",
    );
}

#[test]
fn a_combat_that_counts_nothing_refuses_what_needs_it() {
    check(
        "enemies prowlers; hand tremor",
        "refused notCounted: play tremor sideways; refused notCounted: use curse; \
         refused notCounted: unit 0 0; play tremor powered",
        "hand",
    );
}

#[test]
fn what_is_not_supported_says_why() {
    let setup = crate::script::setup("enemies prowlers; hand spell_forge");
    let data = crate::script::data();
    let mut combat = qbcoach_mage_knight::Combat::start(&data, &setup).expect("it is known");
    let refused = combat.act(&data, &crate::script::action("play spell_forge"));
    assert_eq!(
        refused.expect_err("the offer is not known").to_string(),
        "Spell Forge (basic) is not played here: the color is that of a spell of the offer, which \
         is not told"
    );
}

#[test]
fn fire_and_ice_points_meet_resistances() {
    check(
        "enemies fire_mages; hand fireball snowstorm; mana red blue",
        "play fireball; refused poolTooSmall: attack enemy_0; play snowstorm; attack enemy_0",
        // 5 ice count in full; the fire points stay.
        "enemy_0 is defeated\npool 5 fire ranged attack",
    );
}

#[test]
fn counterattack_counts_blocked_enemies() {
    in_block(
        "enemies prowlers diggers; hand determination counterattack; mana blue",
        "play determination powered; block enemy_0 0; end; take all; end; play counterattack",
        "pool 4 physical melee attack",
    );
}

#[test]
fn flame_wave_counts_enemies() {
    in_attack(
        "enemies prowlers diggers; hand flame_wall; mana red black; night; armor 9",
        "play flame_wall powered",
        "pool 9 fire melee attack",
    );
}

#[test]
fn battle_rage_counts_wounds_up_to_a_limit() {
    in_attack(
        "enemies prowlers; hand krang_battle_rage krang_battle_rage; mana red",
        "play krang_battle_rage; play krang_battle_rage powered",
        // 2 wounds taken: 2 + 1 at most, and 4 + 2.
        "pool 9 physical melee attack\nhero wounds 2",
    );
}

#[test]
fn ice_shield_lowers_the_armor_of_the_enemy_it_blocks() {
    in_block(
        "enemies diggers; hand ice_shield; mana blue",
        "play ice_shield powered; block enemy_0 0 with points of ice_shield",
        "enemy_0 is blocked\nenemy_0 armor 1",
    );
}

#[test]
fn shield_bash_counts_twice_against_swift_and_its_excess_lowers_armor() {
    in_block(
        "enemies wolf_riders; hand shield_bash",
        "play shield_bash; block enemy_0 0 with points of shield_bash",
        "enemy_0 is blocked\nenemy_0 armor 4",
    );
    in_block(
        "enemies diggers; hand shield_bash; mana blue",
        "play shield_bash powered; block enemy_0 0 with points of shield_bash",
        // 5 of 3 needed: armor 3 falls by 2.
        "enemy_0 is blocked\nenemy_0 armor 1",
    );
}

#[test]
fn burning_shield_attacks_after_a_block_and_exploding_shield_defeats() {
    in_block(
        "enemies prowlers; hand burning_shield; mana red",
        "play burning_shield; block enemy_0 0 with points of burning_shield; end; end",
        "pool 4 fire melee attack",
    );
    in_block(
        "enemies prowlers; hand burning_shield; mana red black; night",
        "play burning_shield powered; block enemy_0 0 with points of burning_shield",
        "enemy_0 is defeated\nfame gained 2",
    );
    in_block(
        "enemies prowlers; hand burning_shield; mana red",
        "play burning_shield; end; take all; end",
        "not pool 4 fire melee attack",
    );
}

#[test]
fn cold_toughness_counts_the_icons_of_the_attacker() {
    in_block(
        // Brutal and physical resistance are two.
        "enemies ironclads; hand tovak_cold_toughness; mana blue",
        "play tovak_cold_toughness powered; \
         block enemy_0 0 with points of tovak_cold_toughness",
        "event: attack 0 of Ironclads (enemy_0) is blocked with 7 of 4 needed",
    );
}

#[test]
fn the_points_of_the_kings_shield_are_for_different_attacks() {
    let setup = "enemies prowlers prowlers; hand shield_of_the_fallen_kings march";
    in_block(
        setup,
        "play shield_of_the_fallen_kings; choose 1; \
         refused pointsApart: block enemy_0 0 with points of shield_of_the_fallen_kings, \
         points of shield_of_the_fallen_kings; \
         block enemy_0 0 with points of shield_of_the_fallen_kings; \
         block enemy_1 0 with points of shield_of_the_fallen_kings",
        "enemy_0 is blocked\nenemy_1 is blocked",
    );
}

#[test]
fn concentration_plays_another_card_for_nothing_and_more() {
    in_attack(
        "enemies prowlers; hand concentration rage; mana green",
        "play concentration powered; choose 0",
        "pool 6 physical melee attack\nhand",
    );
}

#[test]
fn maximal_effect_throws_a_card_away_and_plays_it_three_times() {
    in_attack(
        "enemies prowlers; hand maximal_effect rage; armor 9",
        "play maximal_effect; choose 0",
        "pool 6 physical melee attack\nhand",
    );
}

#[test]
fn improvisation_discards_a_card() {
    in_attack(
        "enemies prowlers; hand improvisation march",
        "play improvisation; choose 0",
        "pool 3 physical melee attack\nhand\nevent: March is discarded",
    );
    in_attack(
        "enemies prowlers; hand improvisation",
        "refused noTarget: play improvisation",
        "hand improvisation",
    );
}

#[test]
fn pure_magic_makes_what_the_mana_says() {
    in_attack(
        "enemies prowlers; hand pure_magic; mana red blue",
        "play pure_magic",
        "pool 4 physical melee attack\ntokens blue 1",
    );
    in_block(
        "enemies prowlers; hand pure_magic; mana red blue",
        "play pure_magic",
        "pool 4 physical block\ntokens red 1",
    );
}

#[test]
fn agility_turns_move_into_attack_and_diplomacy_influence_into_block() {
    in_attack(
        "enemies prowlers; hand agility march",
        "refused noTarget: play march; play agility; play march",
        "pool 4 physical melee attack",
    );
    in_block(
        "enemies prowlers; hand diplomacy promise",
        "play diplomacy; play promise",
        "pool 4 physical block",
    );
}

#[test]
fn ambush_helps_the_first_card_only() {
    in_attack(
        "enemies prowlers; hand ambush rage determination",
        "play ambush; play rage; play determination",
        "pool 5 physical melee attack",
    );
}

#[test]
fn blood_rage_asks_for_a_wound() {
    in_attack(
        "enemies prowlers; hand blood_rage; armor 9",
        "play blood_rage; choose 1",
        "pool 5 physical melee attack\nhero wounds 2",
    );
}

#[test]
fn explosive_bolt_weakens_another_enemy_for_each_defeated() {
    check(
        "enemies prowlers diggers; hand explosive_bolt; mana red",
        "play explosive_bolt powered; attack enemy_0 with points of explosive_bolt; choose 0",
        "enemy_0 is defeated\nenemy_1 armor 2",
    );
}

#[test]
fn axe_throw_gives_fame_once() {
    check(
        "enemies prowlers; hand axe_throw; mana white",
        "play axe_throw powered; attack enemy_0 with points of axe_throw",
        "fame gained 3",
    );
}

#[test]
fn sword_of_justice_attacks_with_discarded_cards_and_pays_fame() {
    in_attack(
        "enemies prowlers; hand sword_of_justice march stamina; armor 9",
        "play sword_of_justice; choose 0; choose 0; attack enemy_0",
        "enemy_0 is defeated\nfame gained 3\npool 3 physical melee attack",
    );
    in_attack(
        "enemies golems; hand sword_of_justice rage; armor 9",
        "play rage; play sword_of_justice powered",
        "pool 4 physical melee attack\nenemy_0 resists",
    );
}

#[test]
fn a_destroyed_artifact_leaves_the_game_and_its_mana_does_not_end() {
    in_attack(
        "enemies prowlers; hand ruby_ring rage rage",
        "play ruby_ring powered; play rage powered; play rage powered",
        "pool 8 physical melee attack\nhand",
    );
}

#[test]
fn ritual_attack_depends_on_the_color_thrown_away() {
    check(
        "enemies prowlers; hand ritual_attack swiftness",
        "play ritual_attack; choose 0",
        "pool 3 physical ranged attack\nhand",
    );
}

#[test]
fn disease_leaves_blocked_enemies_with_armor_1() {
    in_block(
        "enemies swordsmen guardsmen; hand cure determination rage; \
         mana blue green black; night; armor 9",
        "play determination powered; play rage; block enemy_0 0; end; take all; end; \
         play cure powered",
        "enemy_0 armor 1\nenemy_1 armor 7",
    );
}

#[test]
fn dodge_and_weave_attacks_if_the_hero_is_unhurt() {
    in_block(
        "enemies prowlers; hand dodge_and_weave dodge_and_weave; mana white; printed; armor 9",
        "play dodge_and_weave powered; choose 0; choose 0; end; end; play dodge_and_weave",
        "pool 1 physical melee attack\nenemy_0 is blocked",
    );
}

#[test]
fn expose_opens_an_enemy_and_attacks() {
    check(
        "enemies guardsmen; hand expose; mana white; printed; fortified site",
        "play expose; choose 0",
        "pool 2 physical ranged attack\nenemy_0 fortification None",
    );
}

#[test]
fn stated_points_join_the_pool_of_their_phase() {
    let mut setup = crate::script::setup("enemies prowlers; hand rage");
    setup.hero.points = Some(qbcoach_mage_knight::StatedPoints {
        attack: vec![qbcoach_mage_knight::AttackPoints {
            element: qbcoach_mage_knight::Element::Physical,
            kind: qbcoach_mage_knight::AttackKind::Melee,
            amount: 1,
        }],
        ..qbcoach_mage_knight::StatedPoints::default()
    });
    let data = crate::script::data();
    let mut combat = qbcoach_mage_knight::Combat::start(&data, &setup).expect("it is right");
    crate::script::run(
        &data,
        &mut combat,
        &format!("{TO_ATTACK}play rage; attack enemy_0"),
    );
    assert!(crate::script::facts(&data, &combat).contains("enemy_0 is defeated"));
}
