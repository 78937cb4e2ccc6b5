//! The abilities of enemies and of their attacks, with numbers computed by hand from
//! the rules.

use crate::script::check;

#[test]
fn swift_doubles_the_needed_block_but_not_the_damage() {
    // Wolf Riders: attack 3, swift. They need 6 block but deal 3 damage: 2 wounds at
    // armor 2.
    check(
        "enemies wolf_riders",
        "end; block enemy_0 0 with 5",
        "offers block enemy_0 0 needs 6 or 2 wounds
         event: attack 0 of Wolf Riders (enemy_0) is not blocked with 5 of 6 needed; the points are gone",
    );
    check(
        "enemies wolf_riders",
        "end; block enemy_0 0 with 6",
        "enemy_0 is blocked",
    );
}

#[test]
fn brutal_doubles_the_damage_but_not_the_needed_block() {
    // Minotaur: attack 5, brutal. It needs 5 block and deals 10 damage: 5 wounds at
    // armor 2.
    check(
        "enemies minotaur; limit 9",
        "end",
        "offers block enemy_0 0 needs 5 or 5 wounds",
    );
    check(
        "enemies minotaur; limit 9",
        "end; end; take all",
        "hero wounds 5",
    );
}

#[test]
fn wounds_are_damage_divided_by_armor_rounded_up_per_attack() {
    // Heroes: attacks 5 and 3. At armor 2 they cause 3 + 2 wounds, at 3 and 4 they
    // cause 2 + 1, at 5 they cause 1 + 1.
    for (armor, wounds) in [(1, 8), (2, 5), (3, 3), (4, 3), (5, 2), (99, 2)] {
        check(
            &format!("enemies heroes; limit 20; armor {armor}"),
            "end; end; take enemy_0 0; take enemy_0 1",
            &format!("hero wounds {wounds}"),
        );
    }
}

#[test]
fn poison_puts_as_many_wounds_into_the_discard_pile() {
    // Cursed Hags: attack 3, poison: 2 wounds at armor 2.
    check(
        "enemies cursed_hags",
        "end; end; take all",
        "hero wounds 2\n hero discard wounds 2",
    );
    check(
        "enemies cursed_hags",
        "end; block enemy_0 0 with 3; end; end",
        "hero wounds 0\n hero discard wounds 0",
    );
}

#[test]
fn paralysis_discards_the_hand_but_not_units_and_skills() {
    // Medusa: attack 6, paralyze: 3 wounds at armor 2.
    check(
        "enemies medusa; hand tremor curse amotep_freezers chill",
        "end; end; take all",
        "hand curse amotep_freezers
         hero wounds 3
         event: paralysis: the hero discards tremor and chill",
    );
}

#[test]
fn a_knocked_out_hero_discards_the_hand_and_the_combat_continues() {
    // Swordsmen: attack 6, 3 wounds. Prowlers: attack 4, 2 wounds.
    check(
        "enemies swordsmen prowlers; hand tremor; limit 5",
        "end; end; take enemy_0 0",
        "hero is not knocked out\n hand tremor",
    );
    check(
        "enemies swordsmen prowlers; hand tremor; limit 5",
        "end; end; take enemy_0 0; take enemy_1 0; end; attack enemy_1 with 3",
        "hero is knocked out
         hero wounds 5
         hand
         event: the hero is knocked out
         event: knock-out: the hero discards tremor
         enemy_1 is defeated
         fame gained 2",
    );
}

#[test]
fn vampiric_armor_grows_with_the_wounds_of_its_own_attacks() {
    // Gibbering Ghouls: armor 4, attack 4, vampiric: 2 wounds. Wounds from the Prowlers
    // do not raise their armor.
    check(
        "enemies gibbering_ghouls prowlers; limit 9",
        "end; end; take all; end",
        "enemy_0 armor 6\n enemy_1 armor 3\n offers attack enemy_0 needs 6",
    );
    check(
        "enemies gibbering_ghouls",
        "end; block enemy_0 0 with 4; end; end",
        "enemy_0 armor 4",
    );
}

#[test]
fn vampiric_and_elusive_add_up() {
    // Vampire: armor 5, elusive 10, attack 5, vampiric: 3 wounds.
    check(
        "enemies vampire",
        "end; end; take all; end",
        "enemy_0 armor 13",
    );
}

#[test]
fn elusive_armor_counts_except_in_the_attack_phase_after_all_attacks_were_blocked() {
    // Orc Tracker: armor 3, elusive 6, attack 4.
    check("enemies orc_tracker", "", "enemy_0 armor 6");
    check(
        "enemies orc_tracker",
        "end; block enemy_0 0 with 4",
        "enemy_0 armor 6",
    );
    check(
        "enemies orc_tracker",
        "end; block enemy_0 0 with 4; end; end",
        "enemy_0 armor 3",
    );
    check(
        "enemies orc_tracker",
        "end; end; take all; end",
        "enemy_0 armor 6",
    );
    // Crystal Sprites: armor 1, elusive 2, two attacks of ice 1, defend 1.
    check(
        "enemies crystal_sprites",
        "end; block enemy_0 0 with 1 fire; end; take all; end",
        "enemy_0 armor 2\n not enemy_0 is blocked",
    );
    check(
        "enemies crystal_sprites",
        "end; block enemy_0 0 with 1 fire; block enemy_0 1 with 1 fire; end; end",
        "enemy_0 armor 1\n enemy_0 is blocked",
    );
}

#[test]
fn an_attack_lowered_to_0_counts_as_blocked() {
    // Storm Dragon: armor 7, elusive 14, ice attack 4, swift. Dodge and Weave lowers
    // the attack by 4.
    check(
        "enemies storm_dragon; hand dodge_and_weave",
        "end; play dodge_and_weave powered; choose 0; choose 0; \
         refused loweredToNothing: block enemy_0 0 with 9; end; \
         refused loweredToNothing: take enemy_0 0; end",
        "enemy_0 attack 0 is 0
         enemy_0 is blocked
         enemy_0 armor 7
         hero wounds 0",
    );
}

#[test]
fn an_attack_lowered_to_0_after_the_damage_does_not_count_as_blocked() {
    check(
        "enemies storm_dragon; hand dodge_and_weave curse",
        "end; end; take all; end; play dodge_and_weave powered; choose 0; choose 0",
        "not enemy_0 is blocked\n enemy_0 armor 14\n hero wounds 2",
    );
}

#[test]
fn an_enemy_is_blocked_when_all_of_its_attacks_are_blocked() {
    check(
        "enemies hydra",
        "end; block enemy_0 0 with 2; block enemy_0 2 with 2",
        "not enemy_0 is blocked
         offers block enemy_0 1 needs 2 or 1 wounds
         not offers block enemy_0 0 needs 2 or 1 wounds",
    );
    check(
        "enemies hydra",
        "end; block enemy_0 0 with 2; block enemy_0 2 with 2; block enemy_0 1 with 2; end; end",
        "enemy_0 is blocked\n hero wounds 0",
    );
}

#[test]
fn defend_is_added_once_to_an_attacked_enemy() {
    // Elven Protectors: armor 4, defend 2. Prowlers: armor 3.
    let setup = "enemies prowlers elven_protectors";
    check(
        setup,
        "",
        "enemy_0 armor 3
         offers attack enemy_0 needs 5
         offers attack enemy_1 needs 6
         offers attack enemy_0 enemy_1 needs 9",
    );
    check(
        setup,
        "attack enemy_0 with 5 ranged",
        "enemy_0 is defeated
         event: Elven Protectors (enemy_1) defends Prowlers (enemy_0): armor +2
         offers attack enemy_1 needs 4",
    );
}

#[test]
fn a_used_defend_stays_with_its_enemy_after_a_failed_attack() {
    check(
        "enemies prowlers elven_protectors",
        "attack enemy_0 with 4 ranged",
        "not enemy_0 is defeated
         enemy_0 armor 5
         offers attack enemy_0 needs 5
         offers attack enemy_1 needs 4",
    );
}

#[test]
fn a_defeated_defender_adds_nothing() {
    check(
        "enemies prowlers elven_protectors; hand whirlwind",
        "play whirlwind powered; choose 1",
        "offers attack enemy_0 needs 3",
    );
    check(
        "enemies prowlers elven_protectors; hand whirlwind",
        "attack enemy_0 with 1 ranged; play whirlwind powered; choose 1",
        "offers attack enemy_0 needs 3",
    );
}

#[test]
fn armor_is_clamped_to_1_once_after_modifiers_and_defend_are_added() {
    // Prowlers: 3 − 4 + 2 = 1. If armor were clamped before the Defend is added, it
    // would be 3.
    check(
        "enemies prowlers elven_protectors; hand tremor",
        "play tremor powered; choose 0; choose 0",
        "enemy_0 armor 1\n offers attack enemy_0 needs 1",
    );
}

#[test]
fn arcane_immunity_stops_everything_but_changes_of_the_attack_value() {
    // Shadow: armor 4, elusive 8, arcane immunity, cold fire attack 4.
    check(
        "enemies shadow; hand tremor chill whirlwind expose demolish curse",
        "refused noTarget: play chill; refused noTarget: play whirlwind powered; \
         refused noTarget: play expose",
        "not offers play whirlwind basic\n offers play curse basic",
    );
    // A choice lists only the effects that are possible.
    check(
        "enemies shadow; hand tremor curse",
        "play tremor",
        "choices 1\n choice 0: all enemies: armor -2",
    );
    check(
        "enemies shadow; hand tremor curse",
        "play tremor; choose 0; play curse; choose 0; choose 0",
        "enemy_0 armor 8\n enemy_0 attack 0 is 2",
    );
}

#[test]
fn an_effect_on_all_enemies_skips_enemies_with_arcane_immunity() {
    check(
        "enemies shadow guardsmen; hand tremor",
        "play tremor; choose 1",
        "enemy_0 armor 8\n enemy_1 armor 5",
    );
}

#[test]
fn arcane_immunity_stops_only_some_modifiers_of_a_template() {
    // Shocktroops: attack −1 and armor −1.
    check(
        "enemies shadow; hand shocktroop_unit",
        "play shocktroop_unit; choose 0",
        "enemy_0 attack 0 is 3
         enemy_0 armor 8
         event: Shadow (enemy_0) is not affected (arcane immunity): armor -1",
    );
}

#[test]
fn cumbersome_assassination_and_reputation_have_no_effect() {
    // Orc Stonethrowers: attack 7, cumbersome. Blood Demon: attack 6, brutal,
    // assassination.
    check(
        "enemies orc_stonethrowers blood_demon thugs_gray; limit 30",
        "end",
        "offers block enemy_0 0 needs 7 or 4 wounds
         offers block enemy_1 0 needs 6 or 6 wounds
         offers block enemy_2 0 needs 3 or 3 wounds",
    );
}

#[test]
fn resistances_are_read_from_the_data() {
    check(
        "enemies altem_guardsmen ice_golems",
        "",
        "enemy_0 resists physical fire ice\n enemy_1 resists physical ice",
    );
}
