//! Cards, units and skills of combats that count what the hero holds which do something
//! that few others do: dice, banners, duels, wounds that leave, crystals by color.

use crate::script::check;

const TO_ATTACK: &str = "end; end; take all; end; ";

#[track_caller]
fn in_attack(setup: &str, script: &str, expected: &str) {
    check(setup, &format!("{TO_ATTACK}{script}"), expected);
}

#[test]
fn the_player_says_what_a_die_shows() {
    check(
        "enemies prowlers; hand horn_of_wrath",
        "play horn_of_wrath",
        "pool 5 physical siege attack\nchoosing: roll a die: what does it show?\n\
         choice 0: red or black: 1 wound into the hand\n\
         choice 1: blue or green or white or gold: nothing",
    );
    check(
        "enemies prowlers; hand horn_of_wrath",
        "play horn_of_wrath; choose 0",
        "hero wounds 1",
    );
    check(
        "enemies prowlers; hand horn_of_wrath",
        "play horn_of_wrath powered; choose 2; choose 0; choose 1",
        "pool 7 physical siege attack\nhero wounds 1",
    );
    check(
        "enemies prowlers; hand endless_gem_pouch march; mana red",
        "play endless_gem_pouch; choose 4; choose 1; choose 5",
        "crystals blue 1\nfame gained 1",
    );
}

#[test]
fn a_banner_makes_one_unit_or_all_stronger() {
    check(
        "enemies prowlers; hand banner_of_glory; units peasants peasants",
        "end; play banner_of_glory; choose 1; unit 1 0; unit 0 0",
        "pool 5 physical block\nfame gained 1",
    );
    check(
        "enemies prowlers; hand banner_of_glory; units peasants peasants",
        "end; play banner_of_glory powered; unit 1 0; unit 0 0",
        "pool 6 physical block\nfame gained 2",
    );
}

#[test]
fn the_banner_of_fear_spends_a_unit_and_cancels_an_attack_which_is_not_blocked() {
    check(
        "enemies prowlers; hand banner_of_fear; units peasants",
        "refused noTarget: play banner_of_fear; end; play banner_of_fear; choose 0; choose 0; \
         end; end",
        "hero wounds 0\nfame gained 1\nunit_0 unhurt spent\nenemy_0 armor 3\nnot enemy_0 is blocked",
    );
}

#[test]
fn a_unit_with_fortitude_ignores_one_wound_and_poison() {
    check(
        "enemies cursed_hags; hand banner_of_fortitude; units peasants",
        "play banner_of_fortitude; choose 0; end; end; take enemy_0 0 0",
        "unit_0 unhurt ready\nhero wounds 0",
    );
}

#[test]
fn shocktroops_take_the_damage_of_the_attack_they_weaken() {
    check(
        "enemies ironclads; units shocktroops peasants",
        "end; unit 0 2; choose 0; end; refused takesItFirst: take enemy_0 0; \
         refused takesItFirst: take enemy_0 0 1; take enemy_0 0 0",
        // 4 - 3 = 1, brutal: 2 damage.
        "unit_0 wounded spent\nhero wounds 0",
    );
}

#[test]
fn a_unit_may_be_readied_and_healed_together() {
    in_attack(
        "enemies prowlers; hand energy_flow; units utem_swordsmen; mana green black; night; armor 9",
        "unit 0 1; play energy_flow powered; choose 0; unit 0 0",
        "pool 9 physical melee attack\nunit_0 unhurt spent",
    );
    in_attack(
        "enemies prowlers; hand energy_flow; units utem_swordsmen; mana green; armor 9",
        "unit 0 1; refused noTarget: play energy_flow",
        "pool 6 physical melee attack\nunit_0 wounded spent",
    );
}

#[test]
fn dice_of_the_source_may_become_crystals_or_mana() {
    check(
        "enemies prowlers; hand mana_storm; dice blue gold",
        "play mana_storm",
        "crystals blue 1\ndice gold 1\nnot dice blue 1",
    );
    check(
        "enemies prowlers; hand mana_claim; dice green gold; mana blue",
        "play mana_claim",
        "tokens green 3\ndice gold 1",
    );
    check(
        "enemies prowlers; hand mana_claim; dice gold; mana blue",
        "refused noTarget: play mana_claim",
        "tokens blue 1",
    );
}

#[test]
fn black_dice_pay_basic_colors_after_mana_pull() {
    in_attack(
        "enemies prowlers; hand arythea_mana_pull rage; dice black; armor 9",
        "refused tooLittleMana: play rage powered; play arythea_mana_pull; play rage powered",
        "pool 4 physical melee attack\nnot dice black 1",
    );
}

#[test]
fn crystals_depend_on_those_owned() {
    check(
        "enemies prowlers; hand crystal_mastery; crystals red",
        "play crystal_mastery",
        "crystals red 2",
    );
    check(
        "enemies prowlers; hand power_of_crystals; crystals red blue green",
        "play power_of_crystals",
        "crystals white 1",
    );
    check(
        "enemies prowlers; hand mana_meltdown; crystals green green; mana red black; night",
        "play mana_meltdown powered; choose 2",
        "hero wounds 2\ncrystals green 3\ntokens green 1",
    );
    check(
        "enemies prowlers; hand offering rage ice_bolt march; mana red",
        "play offering; choose 0; choose 1; choose 1",
        "crystals red 2\ncrystals blue 1\nhand march",
    );
    check(
        "enemies prowlers; hand offering; crystals white white red red red; mana red black; night",
        "play offering powered",
        "pool 12 fire ranged attack\ntokens white 2\ntokens red 2\ncrystals red 1",
    );
}

#[test]
fn a_possessed_enemy_fights_the_others() {
    check(
        "printed; enemies ironclads prowlers; hand charm; mana white black; night; armor 9",
        "play charm powered; choose 0; end; end; take all; end; \
         refused pointsAgainst: attack enemy_0 with points of charm; attack enemy_1",
        "enemy_1 is defeated\nhero wounds 1",
    );
}

#[test]
fn a_duel_is_won_without_units() {
    let setup = "enemies prowlers; hand rage; skills wolfhawk_dueling; units peasants; armor 9";
    let duel = "end; use wolfhawk_dueling; choose 0; end; take enemy_0 0; end; play rage; ";
    check(
        setup,
        &format!("{duel}attack enemy_0"),
        "enemy_0 is defeated\nfame gained 3",
    );
    check(
        setup,
        &format!("{duel}unit 0 0; attack enemy_0"),
        "enemy_0 is defeated\nfame gained 2",
    );
}

#[test]
fn forked_lightning_hits_different_enemies() {
    check(
        "enemies prowlers prowlers; skills braevalar_forked_lightning; hand tremor",
        "use braevalar_forked_lightning; \
         refused pointsApart: attack enemy_0 with points of braevalar_forked_lightning, \
         points of braevalar_forked_lightning",
        "pool 1 attack of braevalar_forked_lightning",
    );
}

#[test]
fn wounds_may_leave_the_game() {
    check(
        "enemies prowlers; hand rush_of_adrenaline; mana red",
        "play rush_of_adrenaline powered; end; end; take enemy_0 0",
        "hero wounds 1",
    );
    in_attack(
        "enemies prowlers; skills krang_regenerate; mana red",
        "use krang_regenerate",
        "hero wounds 1\nhero discard wounds 0\nnot tokens red 1",
    );
}

#[test]
fn polarization_uses_mana_as_its_opposite() {
    in_attack(
        "enemies prowlers; hand rage; skills arythea_polarization; mana blue; armor 9",
        "use arythea_polarization; play rage powered",
        "pool 4 physical melee attack\nnot tokens blue 1",
    );
    in_attack(
        "enemies prowlers; hand rage; skills arythea_polarization; mana black; day; armor 9",
        "use arythea_polarization; choose 0; play rage powered",
        "pool 4 physical melee attack",
    );
}

#[test]
fn sideways_is_worth_more_for_better_cards() {
    let skills = "skills tovak_i_dont_give_a_damn tovak_who_needs_magic goldyx_universal_power";
    let setup = format!("enemies prowlers; hand rage fire_bolt; {skills}; mana red; armor 9");
    in_attack(
        &setup,
        "use tovak_i_dont_give_a_damn; play fire_bolt sideways; play rage sideways",
        "pool 4 physical melee attack",
    );
    in_attack(
        &setup,
        "use goldyx_universal_power; play rage sideways",
        "pool 4 physical melee attack",
    );
    in_attack(
        "enemies prowlers; hand rage march; skills tovak_who_needs_magic; dice red; armor 9",
        "play rage powered; use tovak_who_needs_magic; play march sideways",
        "pool 6 physical melee attack",
    );
    in_attack(
        "enemies prowlers; hand rage march; skills tovak_who_needs_magic; dice red; armor 9",
        "use tovak_who_needs_magic; choose 0; play march sideways; \
         refused tooLittleMana: play rage powered",
        "pool 3 physical melee attack",
    );
}

#[test]
fn mana_may_be_overloaded_or_enhanced() {
    in_attack(
        "enemies prowlers; hand rage; skills tovak_mana_overload; armor 9",
        "use tovak_mana_overload; choose 0; play rage powered",
        "pool 8 physical melee attack",
    );
    in_attack(
        "enemies prowlers; hand rage; skills krang_mana_enhancement; mana red; armor 9",
        "use krang_mana_enhancement; play rage powered",
        "pool 4 physical melee attack\ncrystals red 1",
    );
}

#[test]
fn a_basic_action_may_be_shifted_into_attack_or_block() {
    check(
        "enemies prowlers; hand march swift_bolt; skills braevalar_shapeshift; mana green",
        "use braevalar_shapeshift; end; refused noTarget: play swift_bolt powered; \
         play march powered",
        "pool 4 physical block",
    );
}

#[test]
fn rings_give_fame_for_spells_of_their_color() {
    check(
        "enemies prowlers; hand ruby_ring fireball",
        "play ruby_ring powered; play fireball",
        "pool 5 fire ranged attack\nfame gained 1",
    );
}

#[test]
fn the_harvester_takes_crystals_by_what_the_defeated_resists() {
    in_attack(
        "enemies fire_mages; hand soul_harvester; armor 9; mana white",
        "play soul_harvester powered; attack enemy_0; choose 1",
        "enemy_0 is defeated\ncrystals red 1",
    );
    in_attack(
        "enemies prowlers; hand soul_harvester; armor 9",
        "play soul_harvester; attack enemy_0",
        "enemy_0 is defeated\ncrystals white 1",
    );
}

#[test]
fn the_bow_doubles_siege_points_as_ranged_ones() {
    check(
        "enemies prowlers; hand bow_of_starsdawn crushing_bolt; mana green",
        "play crushing_bolt powered; play bow_of_starsdawn powered; choose 3",
        "pool 6 physical ranged attack",
    );
}

#[test]
fn into_the_heat_is_for_the_start_of_a_combat() {
    check(
        "enemies prowlers; hand into_the_heat; units peasants",
        "end; refused noTarget: play into_the_heat",
        "hand into_the_heat",
    );
}
