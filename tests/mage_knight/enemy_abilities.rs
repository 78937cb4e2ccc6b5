//! Every ability of the enemies, with numbers worked out from the rules.

use crate::table::check;

#[test]
fn swift_doubles_the_block() {
    // Wolf Riders: 3 swift. 6 block, but 3 damage: 2 wounds at armor 2.
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
fn brutal_doubles_the_damage() {
    // Minotaur: 5 brutal. 5 block, 10 damage: 5 wounds at armor 2.
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
fn wounds_are_damage_by_armor_rounded_up_for_each_attack_alone() {
    // Heroes: 5 and 3. At armor 2: 3 + 2; at 3: 2 + 1; at 4: 2 + 1; at 5: 1 + 1.
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
    // Cursed Hags: 3 poison, 2 wounds at armor 2.
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
fn paralysis_discards_the_hand_but_not_what_lies_on_the_table() {
    // Medusa: 6 paralyze, 3 wounds at armor 2.
    check(
        "enemies medusa; hand tremor curse amotep_freezers chill",
        "end; end; take all",
        "hand curse amotep_freezers
         hero wounds 3
         event: paralysis discards tremor and chill",
    );
}

#[test]
fn a_knocked_out_hero_loses_the_hand_and_the_combat_goes_on() {
    // Swordsmen: 6, 3 wounds. Prowlers: 4, 2 wounds.
    check(
        "enemies swordsmen prowlers; hand tremor; limit 5",
        "end; end; take enemy_0 0",
        "hero stands\n hand tremor",
    );
    check(
        "enemies swordsmen prowlers; hand tremor; limit 5",
        "end; end; take enemy_0 0; take enemy_1 0; end; attack enemy_1 with 3",
        "hero is knocked out
         hero wounds 5
         hand
         event: the hero is knocked out
         event: being knocked out discards tremor
         enemy_1 is defeated
         fame gained 2",
    );
}

#[test]
fn vampiric_armor_grows_with_the_wounds_of_its_own_attacks() {
    // Gibbering Ghouls: armor 4, attack 4 vampiric: 2 wounds. The wounds of the
    // Prowlers do not feed them.
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
    // Vampire: armor 5, elusive 10, attack 5 vampiric: 3 wounds.
    check(
        "enemies vampire",
        "end; end; take all; end",
        "enemy_0 armor 13",
    );
}

#[test]
fn elusive_counts_until_all_attacks_are_blocked_and_the_attack_phase_is_there() {
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
fn an_attack_lowered_to_nothing_counts_as_blocked() {
    // Storm Dragon: armor 7, elusive 14, ice 4 swift. Dodge and Weave lowers by 4.
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
fn an_attack_lowered_after_the_damage_was_not_blocked() {
    check(
        "enemies storm_dragon; hand dodge_and_weave curse",
        "end; end; take all; end; play dodge_and_weave powered; choose 0; choose 0",
        "not enemy_0 is blocked\n enemy_0 armor 14\n hero wounds 2",
    );
}

#[test]
fn an_enemy_is_blocked_when_all_its_attacks_are() {
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
fn a_defend_that_was_given_stays_with_the_enemy_it_was_given_to() {
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
fn changes_and_defend_are_clamped_once_at_the_end() {
    // Prowlers 3 − 4 + 2 = 1; clamped before the defend it would be 3.
    check(
        "enemies prowlers elven_protectors; hand tremor",
        "play tremor powered; choose 0; choose 0",
        "enemy_0 armor 1\n offers attack enemy_0 needs 1",
    );
}

#[test]
fn arcane_immunity_refuses_all_but_changes_of_the_attack() {
    // Shadow: armor 4, elusive 8, arcane immune, cold fire 4.
    check(
        "enemies shadow; hand tremor chill whirlwind expose demolish curse",
        "refused noTarget: play chill; refused noTarget: play whirlwind powered; \
         refused noTarget: play expose",
        "not offers play whirlwind basic\n offers play curse basic",
    );
    // The choice has only what can happen.
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
fn an_effect_on_all_enemies_skips_the_immune() {
    check(
        "enemies shadow guardsmen; hand tremor",
        "play tremor; choose 1",
        "enemy_0 armor 8\n enemy_1 armor 5",
    );
}

#[test]
fn what_an_immune_enemy_lets_through_of_a_template_happens() {
    // Weaken: attack −1 and armor −1.
    check(
        "enemies shadow; hand shocktroop_unit",
        "play shocktroop_unit; choose 0",
        "enemy_0 attack 0 is 3
         enemy_0 armor 8
         event: Shadow (enemy_0) is not touched: armor -1",
    );
}

#[test]
fn cumbersome_assassination_and_reputation_are_shown_and_change_nothing_here() {
    // Orc Stonethrowers 7 cumbersome, Blood Demon 6 brutal assassination.
    check(
        "enemies orc_stonethrowers blood_demon thugs_gray; limit 30",
        "end",
        "offers block enemy_0 0 needs 7 or 4 wounds
         offers block enemy_1 0 needs 6 or 6 wounds
         offers block enemy_2 0 needs 3 or 3 wounds",
    );
}

#[test]
fn resistances_are_those_of_the_enemy() {
    check(
        "enemies altem_guardsmen ice_golems",
        "",
        "enemy_0 resists physical fire ice\n enemy_1 resists physical ice",
    );
}
