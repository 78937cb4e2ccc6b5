use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c031_spearhawk_raises_the_ally_below_by_2() {
    check(
        CANON,
        "
        .  y1[019]  .  .  .
        .  y1       .  .  .
        .  y1[019]  .  .  .
        ",
        "you 031 MID-2",
        "
        .   y1[019=2]  .   .  .
        y1  y1[031=1]  y1  .  .
        .   y1[019=4]  .   .  .
        ",
    );
}

#[test]
fn c031_spearhawk_enhances_the_ally_below() {
    check(
        REBIRTH,
        "
        .  y1[019]  .  .  .
        .  y1       .  .  .
        .  y1[019]  .  .  .
        ",
        "you 031 MID-2",
        "
        .   y1[019=2]   .   .  .
        y1  y1[031=1]   y1  .  .
        .   y1[019=4+]  .   .  .
        ",
    );
}

#[test]
fn c031_spearhawk_leaves_an_enemy_card_below_alone() {
    check(
        BOTH,
        "
        .  .        .  .  .
        .  y1       .  .  .
        .  e1[021]  .  .  .
        ",
        "you 031 MID-2",
        "
        .   .          .   .  .
        y1  y1[031=1]  y1  .  .
        .   e1[021=5]  .   .  .
        ",
    );
}

#[test]
fn c032_sea_devil_gains_1_for_each_ally_played_from_the_hand_tokens_included() {
    check(
        CANON,
        "
        y1  .        .  .  e1
        .   y3[032]  .  .  .
        .   .        .  .  .
        ",
        "you 010 TOP-1; you T01 TOP-2; enemy 007 TOP-5",
        "
        y1[010=1]  y1[T01=1]  y1  e1  e1[007=2]
        y1         y3[032=3]  .   .   e1
        .          .          .   .   .
        hand you T01
        ",
    );
}

#[test]
fn c032_sea_devil_is_enhanced_by_what_it_gains() {
    check(
        REBIRTH,
        "
        y1  .        .  .  e1
        .   y3[032]  .  .  .
        .   .        .  .  .
        ",
        "you 010 TOP-1; you T01 TOP-2; enemy 007 TOP-5",
        "
        y1[010=1]  y1[T01=1]   y1  e1  e1[007=2]
        y1         y3[032=3+]  .   .   e1
        .          .           .   .   .
        hand you T01
        ",
    );
}

#[test]
fn c032_sea_devil_counts_neither_itself_nor_spawned_tokens() {
    // Shiva counts once; her two Diamond Dusts were not played from a hand.
    check(
        CANON,
        "
        y1  .   y3  .  .
        y2  .   .   .  .
        .   y2  .   .  .
        ",
        "you 032 TOP-3; you 096 MID-1",
        "
        y1[T09=2]  y1[T09=2]  y3[032=2]  y1[T09=2]  .
        y2[096=3]  .          .          .          .
        .          y2[T10=4]  .          .          .
        ",
    );
}

#[test]
fn c032_sea_devil_counts_a_replacement_as_played() {
    check(
        CANON,
        "
        .        .  y3[032]  .  .
        y1[019]  .  .        .  .
        .        .  .        .  .
        ",
        "you 052 MID-1",
        "
        y1         .   y3[032=2]  .  .
        y1[052=3]  y1  .          .  .
        .          .   .          .  .
        ",
    );
}

#[test]
fn c033_shoalopod_raises_the_ally_above_by_4() {
    check(
        CANON,
        "
        .  y1[019]  .  .  .
        .  y2       .  .  .
        .  y1[019]  .  .  .
        ",
        "you 033 MID-2",
        "
        .  y1[019=6]  y1  .  .
        .  y2[033=1]  y1  .  .
        .  y1[019=2]  .   .  .
        ",
    );
}

#[test]
fn c033_shoalopod_enhances_the_ally_above() {
    check(
        REBIRTH,
        "
        .  y1[019]  .  .  .
        .  y2       .  .  .
        .  y1[019]  .  .  .
        ",
        "you 033 MID-2",
        "
        .  y1[019=6+]  y1  .  .
        .  y2[033=1]   y1  .  .
        .  y1[019=2]   .   .  .
        ",
    );
}

#[test]
fn c033_shoalopod_leaves_an_enemy_card_above_alone() {
    check(
        BOTH,
        "
        .  e1[021]  .  .  .
        .  y2       .  .  .
        .  .        .  .  .
        ",
        "you 033 MID-2",
        "
        .  e1[021=5]  y1  .  .
        .  y2[033=1]  y1  .  .
        .  .          .   .  .
        ",
    );
}

#[test]
fn c033_shoalopods_aura_lifts_a_card_over_its_power_threshold() {
    // Cloud: 3 + 4 reaches 7, so the allies around him get 2, Shoalopod among them.
    check(
        CANON,
        "
        y1[019]  y2[086]  .  .  .
        e1[021]  y2       .  .  .
        y1[019]  .        .  .  .
        ",
        "you 033 MID-2",
        "
        y1[019=4+]  y2[086=7]   y1  .  .
        e1[021=5]   y2[033=3+]  y1  .  .
        y1[019=2]   .           .   .  .
        ",
    );
}

#[test]
fn c033_shoalopods_aura_lifts_a_card_over_its_power_threshold_and_enhances_it() {
    check(
        REBIRTH,
        "
        y1[019]  y2[086]  .  .  .
        e1[021]  y2       .  .  .
        y1[019]  .        .  .  .
        ",
        "you 033 MID-2",
        "
        y1[019=4+]  y2[086=7+]  y1  .  .
        e1[021=5]   y2[033=3+]  y1  .  .
        y1[019=2]   .           .   .  .
        ",
    );
}

#[test]
fn c033_shoalopods_aura_makes_a_card_played_into_it_reach_its_threshold_at_once() {
    check(
        CANON,
        "
        y1[019]  y2  .  .  .
        .        y2  .  .  .
        .        .   .  .  .
        ",
        "you 033 MID-2; you 086 TOP-2",
        "
        y1[019=4+]  y3[086=7]   y2  .  .
        .           y2[033=3+]  y1  .  .
        .           .           .   .  .
        ",
    );
}

#[test]
fn c033_a_threshold_reached_again_after_the_aura_died_does_not_fire_twice() {
    // Cloud 7 by the aura (raising TOP-1 and Shoalopod by 2), 3 without it, 7 by a second one.
    check(
        CANON,
        "
        y1[019]  y2[086]  .  .   .
        .        y2       .  e2  .
        .        .        .  .   .
        ",
        "you 033 MID-2; enemy 003 MID-4; you 033 MID-2",
        "
        y1[019=4+]  y2[086=7]  y1  .          .
        .           y2[033=1]  y1  e2[003=1]  .
        .           .          .   .          .
        ",
    );
}

#[test]
fn c034_crown_lance_lowers_the_cards_below_and_ahead_by_2() {
    check(
        BOTH,
        "
        .  y2       .        .  .
        .  .        e1[021]  .  .
        .  e1[021]  y1[011]  .  .
        ",
        "you 034 TOP-2",
        "
        .  y2[034=2]  .           .  .
        .  y1         e1[021=3-]  .  .
        .  e1[021=5]  y1[011=2-]  .  .
        ",
    );
}

#[test]
fn c035_tonberry_king_gains_2_for_an_ally_destroyed_and_nothing_for_an_enemy() {
    check(
        CANON,
        "
        y2[035]  .  .        .   .
        .        .  y1[001]  e2  .
        y2       .  e1[001]  .   .
        ",
        "enemy 039 MID-4; you 003 BOT-1",
        "
        y2[035=3]  .  .   .          .
        .          .  y1  e2[039=3]  .
        y2[003=1]  .  e1  .          .
        ",
    );
}

#[test]
fn c035_tonberry_king_is_enhanced_by_what_it_gains() {
    check(
        REBIRTH,
        "
        y2[035]  .  .        .   .
        .        .  y1[001]  e2  .
        y2       .  e1[001]  .   .
        ",
        "enemy 039 MID-4; you 003 BOT-1",
        "
        y2[035=3+]  .  .   .          .
        .           .  e1  e2[039=3]  .
        y2[003=1]   .  .   .          .
        ",
    );
}

#[test]
fn c035_tonberry_king_gains_for_a_replaced_ally() {
    check(
        CANON,
        "
        y2[035]  .  .        .  .
        .        .  .        .  .
        .        .  y1[019]  .  .
        ",
        "you 054 BOT-3",
        "
        y2[035=3]  .  .          .   .
        .          .  .          .   .
        .          .  y1[054=3]  y1  .
        ",
    );
}

#[test]
fn c035_tonberry_king_dying_in_the_same_batch_is_not_saved_by_its_gain() {
    check(
        CANON,
        "
        .  .  y2[035]  .  .
        .  .  e1       .  .
        .  .  y1[001]  .  .
        ",
        "enemy 026 MID-3",
        "
        .  .   y2         .  .
        .  e1  e1[026=3]  .  .
        .  .   y1         .  .
        ",
    );
}

#[test]
fn c035_tonberry_king_dying_in_the_same_batch_leaves_its_tile_to_the_killer() {
    check(
        REBIRTH,
        "
        .  .  y2[035]  .  .
        .  .  e1       .  .
        .  .  y1[001]  .  .
        ",
        "enemy 026 MID-3",
        "
        .  .   e1         .  .
        .  e1  e1[026=3]  .  .
        .  .   e1         .  .
        ",
    );
}

#[test]
fn c036_sandhog_pie_dying_raises_the_allies_above_and_ahead_by_3() {
    check(
        CANON,
        "
        .  y1[019]  .        .   .
        .  y1[036]  e1[021]  e2  .
        .  y1[019]  .        .   .
        ",
        "enemy 003 MID-4",
        "
        .  y1[019=5+]  .          .          .
        .  y1          e1[021=5]  e2[003=1]  .
        .  y1[019=2]   .          .          .
        ",
    );
}

#[test]
fn c036_sandhog_pie_dying_raises_the_allies_above_and_ahead_and_its_tile_clears() {
    check(
        REBIRTH,
        "
        .  y1[019]  .        .   .
        .  y1[036]  y1[019]  e2  .
        .  y1[019]  .        .   .
        ",
        "enemy 003 MID-4",
        "
        .  y1[019=5+]  .           .          .
        .  .           y1[019=5+]  e2[003=1]  .
        .  y1[019=2]   .           .          .
        ",
    );
}

#[test]
fn c037_bloatfloat_dying_lowers_the_card_two_ahead_by_4() {
    check(
        CANON,
        "
        .  .        .        e1       .
        .  .        .        .        .
        .  y1[037]  e1[021]  e1[021]  .
        ",
        "enemy 022 TOP-4",
        "
        .  .   .          e1[022=1]   .
        .  .   .          .           .
        .  y1  e1[021=5]  e1[021=1-]  .
        ",
    );
}

#[test]
fn c037_bloatfloat_dying_lowers_the_card_two_ahead_and_its_tile_clears() {
    check(
        REBIRTH,
        "
        .  .        .        e1       .
        .  .        .        .        .
        .  y1[037]  e1[021]  e1[021]  .
        ",
        "enemy 022 TOP-4",
        "
        .  .  .          e1[022=1]   .
        .  .  .          .           .
        .  .  e1[021=5]  e1[021=1-]  .
        ",
    );
}

#[test]
fn c037_bloatfloat_dying_kills_its_killer() {
    check(
        CANON,
        "
        .  .        .  .   .
        .  y1[037]  .  e2  .
        .  .        .  .   .
        ",
        "enemy 003 MID-4",
        "
        .  .   .  .   .
        .  y1  .  e2  .
        .  .   .  .   .
        ",
    );
    check(
        REBIRTH,
        "
        .  .        .  .   .
        .  y1[037]  .  e2  .
        .  .        .  .   .
        ",
        "enemy 003 MID-4",
        "
        .  .  .  .  .
        .  .  .  .  .
        .  .  .  .  .
        ",
    );
}

#[test]
fn c038_bagnadrana_gains_1_for_each_enemy_card_played_from_the_hand() {
    check(
        CANON,
        "
        y1  .        .  .  e1
        .   y3[038]  .  .  .
        .   .        .  .  e1
        ",
        "enemy 007 TOP-5; you 007 TOP-1; enemy 007 BOT-5",
        "
        y1[007=2]  y1         .  e1  e1[007=2]
        y1         y3[038=4]  .  .   e1
        .          .          .  e1  e1[007=2]
        ",
    );
}

#[test]
fn c038_bagnadrana_is_enhanced_by_what_it_gains() {
    check(
        REBIRTH,
        "
        y1  .        .  .  e1
        .   y3[038]  .  .  .
        .   .        .  .  e1
        ",
        "enemy 007 TOP-5; you 007 TOP-1; enemy 007 BOT-5",
        "
        y1[007=2]  y1          .  e1  e1[007=2]
        y1         y3[038=4+]  .  .   e1
        .          .           .  e1  e1[007=2]
        ",
    );
}

#[test]
fn c038_bagnadrana_gains_nothing_for_tokens_the_enemy_spawns() {
    check(
        CANON,
        "
        .  .        .  .  e1
        .  y3[038]  .  .  e2
        .  .        .  .  .
        ",
        "enemy 096 MID-5",
        "
        .  .          .  .  e1[T09=2]
        .  y3[038=3]  .  .  e2[096=3]
        .  .          .  .  .
        ",
    );
}

#[test]
fn c039_cockatrice_destroys_the_card_ahead_and_its_tile_keeps_its_ranks() {
    check(
        CANON,
        "
        .   .        .        .  .
        y2  e3[114]  e1[021]  .  .
        .   e1[021]  .        .  .
        ",
        "you 039 MID-1",
        "
        .          .          .          .  .
        y2[039=3]  e3         e1[021=5]  .  .
        .          e1[021=5]  .          .  .
        ",
    );
}

#[test]
fn c039_cockatrice_destroys_the_card_ahead_and_its_pawn_lands_on_the_cleared_tile() {
    check(
        REBIRTH,
        "
        .   .        .        .  .
        y2  e3[114]  e1[021]  .  .
        .   e1[021]  .        .  .
        ",
        "you 039 MID-1",
        "
        .          .          .          .  .
        y2[039=3]  y1         e1[021=5]  .  .
        .          e1[021=5]  .          .  .
        ",
    );
}

#[test]
fn c039_cockatrice_destroys_an_ally_too() {
    check(
        CANON,
        "
        .   .        .  .  .
        y2  y2[011]  .  .  .
        .   .        .  .  .
        ",
        "you 039 MID-1",
        "
        .          .   .  .  .
        y2[039=3]  y2  .  .  .
        .          .   .  .  .
        ",
    );
    check(
        REBIRTH,
        "
        .   .        .  .  .
        y2  y2[011]  .  .  .
        .   .        .  .  .
        ",
        "you 039 MID-1",
        "
        .          .   .  .  .
        y2[039=3]  y1  .  .  .
        .          .   .  .  .
        ",
    );
}

#[test]
fn c040_heatseeker_dying_adds_its_minion_and_gives_claimed_tiles_back() {
    check(
        CANON,
        "
        .  .   .   .   .
        .  y1  e1  e2  .
        .  .   .   .   .
        ",
        "you 040 MID-2; enemy 003 MID-4",
        "
        .  .   .   .          .
        .  y1  e1  e2[003=1]  .
        .  .   .   .          .
        hand you T02
        ",
    );
}

#[test]
fn c040_heatseeker_dying_adds_its_minion_and_leaves_its_pawns() {
    check(
        REBIRTH,
        "
        .  .   .   .   .
        .  y1  e1  e2  .
        .  .   .   .   .
        ",
        "you 040 MID-2; enemy 003 MID-4",
        "
        .   y1  .   .          .
        y1  .   y1  e2[003=1]  .
        .   y1  .   .          .
        hand you T02
        ",
    );
}

#[test]
fn c041_bomb_dying_lowers_all_eight_neighbours_by_4() {
    // The Elphadunk of 4 beside it dies in the next batch.
    check(
        CANON,
        "
        .        y1[021]  e1[021]  .        .
        y1[011]  .        y2[041]  .        e2
        .        .        .        e1[011]  .
        ",
        "enemy 003 MID-5",
        "
        .          y1[021=1-]  e1[021=1-]  .   .
        y1[011=4]  .           y2          .   e2[003=1]
        .          .           .           e1  .
        ",
    );
}

#[test]
fn c041_bomb_dying_leaves_no_pawn_on_the_tile_of_its_victim() {
    check(
        REBIRTH,
        "
        .        y1[021]  e1[021]  .        .
        y1[011]  .        y2[041]  .        e2
        .        .        .        e1[011]  .
        ",
        "enemy 003 MID-5",
        "
        .          y1[021=1-]  e1[021=1-]  .  .
        y1[011=4]  .           .           .  e2[003=1]
        .          .           .           .  .
        ",
    );
}

#[test]
fn c041_bomb_kills_a_bomb_whose_death_kills_two_more() {
    // Mythril Golem: 8 - 4 - 4. Grenadier: 1 - 4.
    check(
        CANON,
        "
        y1[021]  y1[114]  .        .        .
        .        y2[041]  e2[041]  e2       .
        .        .        .        e1[021]  e1[021]
        ",
        "enemy 003 MID-4",
        "
        y1[021=1-]  y1  .   .           .
        .           y2  e2  e2          .
        .           .   .   e1[021=1-]  e1[021=5]
        ",
    );
}

#[test]
fn c041_bomb_kills_a_bomb_and_all_four_tiles_clear() {
    check(
        REBIRTH,
        "
        y1[021]  y1[114]  .        .        .
        .        y2[041]  e2[041]  e2       .
        .        .        .        e1[021]  e1[021]
        ",
        "enemy 003 MID-4",
        "
        y1[021=1-]  .  .  .           .
        .           .  .  .           .
        .           .  .  e1[021=1-]  e1[021=5]
        ",
    );
}

#[test]
fn c041_bomb_kills_the_cockatrice_that_destroyed_it() {
    check(
        CANON,
        "
        .  .   .        .  .
        .  y2  e2[041]  .  .
        .  .   .        .  .
        ",
        "you 039 MID-2",
        "
        .  .   .   .  .
        .  y2  e2  .  .
        .  .   .   .  .
        ",
    );
}

#[test]
fn c041_bomb_kills_the_cockatrice_whose_pawn_had_already_landed() {
    check(
        REBIRTH,
        "
        .  .   .        .  .
        .  y2  e2[041]  .  .
        .  .   .        .  .
        ",
        "you 039 MID-2",
        "
        .  .  .   .  .
        .  .  y1  .  .
        .  .  .   .  .
        ",
    );
}

#[test]
fn c043_death_claw_gains_1_for_an_enemy_destroyed_and_nothing_for_an_ally() {
    check(
        CANON,
        "
        y1[043]  .  .        .   .
        y2       .  e1[001]  .   .
        .        .  y1[001]  e2  .
        ",
        "you 003 MID-1; enemy 039 BOT-4",
        "
        y1[043=3]  .  .   .          .
        y2[003=1]  .  e1  .          .
        .          .  y1  e2[039=3]  .
        ",
    );
}

#[test]
fn c043_death_claw_is_enhanced_by_what_it_gains() {
    check(
        REBIRTH,
        "
        y1[043]  .  .        .   .
        y2       .  e1[001]  .   .
        .        .  y1[001]  e2  .
        ",
        "you 003 MID-1; enemy 039 BOT-4",
        "
        y1[043=3+]  .  .   .          .
        y2[003=1]   .  .   .          .
        .           .  e1  e2[039=3]  .
        ",
    );
}

#[test]
fn c044_landworm_gains_2_for_each_of_two_enemies_destroyed_at_once() {
    check(
        CANON,
        "
        .        .  e1[001]  .  .
        y3[044]  .  y1       .  .
        .        .  e1[001]  .  .
        ",
        "you 026 MID-3",
        "
        .          .  e1         .   .
        y3[044=9]  .  y1[026=3]  y1  .
        .          .  e1         .   .
        ",
    );
}

#[test]
fn c044_landworm_is_enhanced_by_what_it_gains() {
    check(
        REBIRTH,
        "
        .        .  e1[001]  .  .
        y3[044]  .  y1       .  .
        .        .  e1[001]  .  .
        ",
        "you 026 MID-3",
        "
        .           .  y1         .   .
        y3[044=9+]  .  y1[026=3]  y1  .
        .           .  y1         .   .
        ",
    );
}

#[test]
fn c044_landworm_gains_nothing_for_an_ally_destroyed() {
    check(
        CANON,
        "
        .        .  y1[001]  .  .
        y3[044]  .  y1       .  .
        .        .  .        .  .
        ",
        "you 026 MID-3",
        "
        .          .  y1         .   .
        y3[044=5]  .  y1[026=3]  y1  .
        .          .  y1         .   .
        ",
    );
}

#[test]
fn c045_sandspitter_lowers_the_cards_two_lanes_off_by_1() {
    check(
        BOTH,
        "
        .  .  .        e2       .
        .  .  .        y1[019]  .
        .  .  y1[019]  e1[021]  e1[021]
        ",
        "enemy 045 TOP-4",
        "
        .  .  .           e2[045=3]   .
        .  .  .           y1[019=2]   .
        .  .  y1[019=1-]  e1[021=4-]  e1[021=5]
        ",
    );
}

#[test]
fn c045_sandspitter_kills_and_the_tile_keeps_its_ranks_but_an_empty_one_gets_its_pawn() {
    check(
        CANON,
        "
        .  .  .        e2  .
        .  .  .        .   .
        .  .  y2[001]  .   .
        ",
        "enemy 045 TOP-4",
        "
        .  .  .   e2[045=3]  .
        .  .  .   .          .
        .  .  y2  e1         .
        ",
    );
}

#[test]
fn c045_sandspitter_kills_and_its_pawn_lands_on_the_cleared_tile() {
    check(
        REBIRTH,
        "
        .  .  .        e2  .
        .  .  .        .   .
        .  .  y2[001]  .   .
        ",
        "enemy 045 TOP-4",
        "
        .  .  .   e2[045=3]  .
        .  .  .   .          .
        .  .  e1  e1         .
        ",
    );
}

#[test]
fn c046_chimera_gains_2_for_each_enfeebled_enemy_and_nothing_for_an_enfeebled_ally() {
    check(
        CANON,
        "
        .        .        .   e1[021]  .
        y2[046]  .        y1  .        e1[021]
        .        y1[011]  .   e1[021]  .
        ",
        "you 083 MID-3",
        "
        .          .           .          e1[021=4-]  .
        y2[046=8]  .           y1[083=1]  .           e1[021=5]
        .          y1[011=3-]  .          e1[021=4-]  .
        ",
    );
}

#[test]
fn c046_chimera_is_enhanced_by_what_it_counts() {
    check(
        REBIRTH,
        "
        .        .        .   e1[021]  .
        y2[046]  .        y1  .        e1[021]
        .        y1[011]  .   e1[021]  .
        ",
        "you 083 MID-3",
        "
        .           .           .          e1[021=4-]  .
        y2[046=8+]  .           y1[083=1]  .           e1[021=5]
        .           y1[011=3-]  .          e1[021=4-]  .
        ",
    );
}

#[test]
fn c046_chimera_does_not_count_an_enemy_lowered_by_an_aura_under_discrete_status() {
    check(
        CANON,
        "
        .        e1[021]  .  .  .
        y2[046]  y2       .  .  .
        .        .        .  .  .
        ",
        "you 027 MID-2",
        "
        .          e1[021=4]  y1  .  .
        y2[046=4]  y2[027=1]  .   .  .
        .          y1         .   .  .
        ",
    );
}

#[test]
fn c046_chimera_counts_an_enemy_lowered_by_an_aura_under_net_status() {
    check(
        REBIRTH,
        "
        .        e1[021]  .  .  .
        y2[046]  y2       .  .  .
        .        .        .  .  .
        ",
        "you 027 MID-2",
        "
        .           e1[021=4-]  y1  .  .
        y2[046=6+]  y2[027=1]   .   .  .
        .           y1          .   .  .
        ",
    );
}

#[test]
fn c047_joker_gains_1_for_every_card_destroyed() {
    check(
        CANON,
        "
        y2[047]  .  .        .   .
        y2       .  e1[001]  .   .
        .        .  y1[001]  e2  .
        ",
        "you 003 MID-1; enemy 039 BOT-4",
        "
        y2[047=4]  .  .   .          .
        y2[003=1]  .  e1  .          .
        .          .  y1  e2[039=3]  .
        ",
    );
}

#[test]
fn c047_joker_is_enhanced_by_what_it_gains() {
    check(
        REBIRTH,
        "
        y2[047]  .  .        .   .
        y2       .  e1[001]  .   .
        .        .  y1[001]  e2  .
        ",
        "you 003 MID-1; enemy 039 BOT-4",
        "
        y2[047=4+]  .  .   .          .
        y2[003=1]   .  .   .          .
        .           .  e1  e2[039=3]  .
        ",
    );
}

#[test]
fn c048_amphidex_first_enhanced_raises_the_allies_above_by_3() {
    check(
        BOTH,
        "
        .   y1[019]  .        .  .
        .   e1[021]  y1[019]  .  .
        y1  y1[048]  .        .  .
        ",
        "you 139 BOT-1",
        "
        .          y1[019=5+]  .          .  .
        .          e1[021=6+]  y1[019=2]  .  .
        y1[139=1]  y1[048=3+]  .          .  .
        ",
    );
}

#[test]
fn c048_amphidex_enhanced_a_second_time_does_not_fire_again() {
    // +1 fires, -1 turns it back, +1 enhances it again: TOP-2 has 2 + 3 + 1 of the second Loveless.
    check(
        BOTH,
        "
        .   y1[019]  .   .  .
        y1  .        .   .  .
        y1  y1[048]  y1  .  .
        ",
        "you 139 BOT-1; you 083 BOT-3; you 139 MID-1",
        "
        .           y1[019=6+]  .          .  .
        y1[139=1]   .           .          .  .
        y1[139=2+]  y1[048=3+]  y1[083=1]  .  .
        ",
    );
}

#[test]
fn c048_amphidex_that_has_fired_before_does_not_fire() {
    check(
        BOTH,
        "
        .   y1[019]    .  .  .
        .   .          .  .  .
        y1  y1[048!1]  .  .  .
        ",
        "you 139 BOT-1",
        "
        .          y1[019=2]   .  .  .
        .          .           .  .  .
        y1[139=1]  y1[048=3+]  .  .  .
        ",
    );
}

#[test]
fn c048_amphidex_is_not_enhanced_by_an_aura_under_discrete_status() {
    check(
        CANON,
        "
        .  y1[019]  .  .  .
        .  y1[048]  .  .  .
        .  y1       .  .  .
        ",
        "you 013 BOT-2",
        "
        .   y1[019=2]  .   .  .
        .   y1[048=4]  .   .  .
        y1  y1[013=1]  y1  .  .
        ",
    );
}

#[test]
fn c048_amphidex_is_enhanced_by_an_aura_under_net_status() {
    check(
        REBIRTH,
        "
        .  y1[019]  .  .  .
        .  y1[048]  .  .  .
        .  y1       .  .  .
        ",
        "you 013 BOT-2",
        "
        .   y1[019=5+]  .   .  .
        .   y1[048=4+]  .   .  .
        y1  y1[013=1]   y1  .  .
        ",
    );
}

#[test]
fn c048_amphidex_arriving_under_an_aura_fires_at_once_under_net_status() {
    check(
        REBIRTH,
        "
        .  y1[019]  .  .  .
        .  y1       .  .  .
        .  y1[013]  .  .  .
        ",
        "you 048 MID-2",
        "
        .  y1[019=5+]  .   .  .
        .  y1[048=4+]  y1  .  .
        .  y1[013=1]   .   .  .
        ",
    );
}

#[test]
fn c048_amphidex_enhanced_again_after_its_aura_died_does_not_fire_again() {
    // The aura fires it (+3), its source dies, Loveless (+1) enhances it again.
    check(
        REBIRTH,
        "
        .   y1[019]  .  .   .
        y1  y1[048]  .  .   .
        .   y1       .  e2  .
        ",
        "you 013 BOT-2; enemy 003 BOT-4; you 139 MID-1",
        "
        .          y1[019=6+]  .   .          .
        y1[139=1]  y1[048=3+]  .   .          .
        y1         .           y1  e2[003=1]  .
        ",
    );
}

#[test]
fn c049_frightflower_dying_raises_all_cards_two_away_by_2() {
    check(
        CANON,
        "
        .        y1[019]  y1[049]  .  e2
        .        .        y1[019]  .  .
        y1[019]  .        e1[021]  .  .
        ",
        "enemy 003 TOP-5",
        "
        .           y1[019=2]  y1          .  e2[003=3+]
        .           .          y1[019=2]   .  .
        y1[019=4+]  .          e1[021=7+]  .  .
        ",
    );
}

#[test]
fn c049_frightflower_dying_raises_all_cards_two_away_and_its_tile_clears() {
    check(
        REBIRTH,
        "
        .        y1[019]  y1[049]  .  e2
        .        .        y1[019]  .  .
        y1[019]  .        e1[021]  .  .
        ",
        "enemy 003 TOP-5",
        "
        .           y1[019=2]  .           .  e2[003=3+]
        .           .          y1[019=2]   .  .
        y1[019=4+]  .          e1[021=7+]  .  .
        ",
    );
}

#[test]
fn c050_gagighandi_first_enhanced_lowers_the_enemy_cards_below_and_ahead_by_2() {
    check(
        BOTH,
        "
        y1  y2[050]  e1[021]  .  .
        .   .        e1[021]  .  .
        .   .        y1[021]  .  .
        ",
        "you 139 TOP-1",
        "
        y1[139=1]  y2[050=5+]  e1[021=5]   .  .
        .          .           e1[021=3-]  .  .
        .          .           y1[021=5]   .  .
        ",
    );
}

#[test]
fn c051_insectoid_chimera_replaces_an_ally_and_changes_no_power() {
    check(
        CANON,
        "
        .  y1[019]  .  .  .
        .  y2[011]  .  .  .
        .  .        .  .  .
        ",
        "you 051 MID-2",
        "
        .   y1[019=2]  .   .  .
        y1  y2[051=2]  y1  .  .
        .   y1         .   .  .
        ",
    );
}

#[test]
fn c051_insectoid_chimera_replaces_an_ally_on_a_cleared_tile() {
    check(
        REBIRTH,
        "
        .  y1[019]  .  .  .
        .  y2[011]  .  .  .
        .  .        .  .  .
        ",
        "you 051 MID-2",
        "
        .   y1[019=2]  .   .  .
        y1  y0[051=2]  y1  .  .
        .   y1         .   .  .
        ",
    );
}

#[test]
fn c052_gigantoad_may_replace_an_ally_on_a_tile_of_rank_0() {
    check(
        BOTH,
        "
        .  .        .  .  .
        .  y0[019]  .  .  .
        .  .        .  .  .
        ",
        "you 052 MID-2",
        "
        .  y1         .   .  .
        .  y0[052=3]  y1  .  .
        .  .          .   .  .
        ",
    );
}

#[test]
fn c052_gigantoad_comes_after_the_replaced_bombs_deathrattle_and_its_victims() {
    // Elphadunk is gone before the pawns land; Gigantoad itself is not hit.
    check(
        CANON,
        "
        .  y1[011]  .        .  .
        .  y2[041]  e1[021]  .  .
        .  .        .        .  .
        ",
        "you 052 MID-2",
        "
        .  y2         .           .  .
        .  y2[052=3]  e1[021=1-]  .  .
        .  .          .           .  .
        ",
    );
}

#[test]
fn c052_gigantoad_puts_its_pawn_on_the_tile_cleared_by_the_replaced_bomb() {
    check(
        REBIRTH,
        "
        .  y1[011]  .        .  .
        .  y2[041]  e1[021]  .  .
        .  .        .        .  .
        ",
        "you 052 MID-2",
        "
        .  y1         .           .  .
        .  y0[052=3]  e1[021=1-]  .  .
        .  .          .           .  .
        ",
    );
}

#[test]
fn c052_gigantoad_replacing_a_heatseeker_brings_its_minion() {
    check(
        CANON,
        "
        .  .        .  .  .
        .  y1[040]  .  .  .
        .  .        .  .  .
        ",
        "you 052 MID-2",
        "
        .  y1         .   .  .
        .  y1[052=3]  y1  .  .
        .  .          .   .  .
        hand you T02
        ",
    );
}

#[test]
fn c053_maloceros_adds_10_to_the_points_of_the_lane_it_wins() {
    check(
        BOTH,
        "
        .  .   .  .        e1[021]
        .  y3  .  e1[011]  .
        .  .   .  .        .
        ",
        "you 053 MID-2",
        "
        .   .          .   .          e1[021=5]
        y1  y3[053=5]  y1  e1[011=4]  .
        .   .          .   .          .
        score you 15 enemy 5
        ",
    );
}

#[test]
fn c053_maloceros_in_a_lost_lane_adds_nothing() {
    check(
        BOTH,
        "
        .  .   .  .        .
        .  y3  .  e1[114]  .
        .  .   .  .        .
        ",
        "you 053 MID-2",
        "
        .   .          .   .          .
        y1  y3[053=5]  y1  e1[114=8]  .
        .   .          .   .          .
        score you 0 enemy 8
        ",
    );
}

#[test]
fn c053_maloceros_in_a_drawn_lane_adds_nothing() {
    check(
        BOTH,
        "
        .  y3  .  e1[021]  .
        .  .   .  .        .
        .  .   .  .        .
        ",
        "you 053 TOP-2",
        "
        y1  y3[053=5]  y1  e1[021=5]  .
        .   .          .   .          .
        .   .          y1  .          .
        score you 0 enemy 0
        ",
    );
}

#[test]
fn c053_maloceros_adds_its_bonus_to_the_whole_lanes_power() {
    check(
        BOTH,
        "
        .  y3  .  .  .
        .  .   .  .  .
        .  .   .  .  .
        ",
        "you 053 TOP-2; you 007 TOP-1",
        "
        y1[007=2]  y3[053=5]  y1  .  .
        y1         .          .   .  .
        .          .          y1  .  .
        score you 17 enemy 0
        ",
    );
}

#[test]
fn c054_grandhorn_replaces_an_ally_whose_pawns_vanish() {
    check(
        CANON,
        "
        .  .   .  .  .
        .  y1  .  .  .
        .  .   .  .  .
        ",
        "you 001 MID-2; you 054 MID-2",
        "
        .  .          .   .  .
        .  y1[054=3]  y1  .  .
        .  y1         .   .  .
        ",
    );
}

#[test]
fn c054_grandhorn_replaces_an_ally_whose_pawns_stay() {
    check(
        REBIRTH,
        "
        .  .   .  .  .
        .  y1  .  .  .
        .  .   .  .  .
        ",
        "you 001 MID-2; you 054 MID-2",
        "
        .   y1         .   .  .
        y1  y0[054=3]  y2  .  .
        .   y2         .   .  .
        ",
    );
}

#[test]
fn c055_great_malboro_lowers_the_three_cards_ahead_by_6() {
    check(
        CANON,
        "
        .  .        e1[114]  .        .
        .  y3       y1[021]  e1[021]  .
        .  y1[021]  e2[021]  .        .
        ",
        "you 055 MID-2",
        "
        .  .          e1[114=2-]  .          .
        .  y3[055=3]  y1          e1[021=5]  .
        .  y1[021=5]  e2          .          .
        ",
    );
}

#[test]
fn c055_great_malboros_pawns_land_on_the_tiles_of_its_victims() {
    check(
        REBIRTH,
        "
        .  .        e1[114]  .        .
        .  y3       y3[021]  e1[021]  .
        .  y1[021]  e2[021]  .        .
        ",
        "you 055 MID-2",
        "
        .  .          e1[114=2-]  .          .
        .  y3[055=3]  y1          e1[021=5]  .
        .  y1[021=5]  y1          .          .
        ",
    );
}

#[test]
fn c056_grangalan_adds_its_junior_to_the_hand() {
    check(
        BOTH,
        "
        .  .   .  .  .
        .  y3  .  .  .
        .  .   .  .  .
        ",
        "you 056 MID-2",
        "
        .   y1         y1  .  .
        y1  y3[056=3]  y1  .  .
        y1  y1         .   .  .
        hand you T03
        ",
    );
}

#[test]
fn c057_amalgam_dying_adds_its_resurrection_to_its_owners_hand() {
    check(
        CANON,
        "
        .   .  .        .  .
        y2  .  e1[057]  .  .
        .   .  .        .  .
        ",
        "you 003 MID-1",
        "
        .          .  .   .  .
        y2[003=1]  .  e1  .  .
        .          .  .   .  .
        hand enemy T05
        ",
    );
    check(
        REBIRTH,
        "
        .   .  .        .  .
        y2  .  e1[057]  .  .
        .   .  .        .  .
        ",
        "you 003 MID-1",
        "
        .          .  .  .  .
        y2[003=1]  .  .  .  .
        .          .  .  .  .
        hand enemy T05
        ",
    );
}

#[test]
fn c058_skeeskee_gains_1_for_each_ally_killed_or_replaced() {
    check(
        CANON,
        "
        .   .  .        .        e1[058]
        y2  .  e1[001]  .        .
        .   .  .        e1[001]  .
        ",
        "you 003 MID-1; enemy 052 BOT-4",
        "
        .          .  .   .          e1[058=3]
        y2[003=1]  .  e1  e1         .
        .          .  e1  e1[052=3]  .
        ",
    );
}

#[test]
fn c058_skeeskee_is_enhanced_by_what_it_gains() {
    check(
        REBIRTH,
        "
        .   .  .        .        e1[058]
        y2  .  e1[001]  .        .
        .   .  .        e1[001]  .
        ",
        "you 003 MID-1; enemy 052 BOT-4",
        "
        .          .  .   .          e1[058=3+]
        y2[003=1]  .  .   e1         .
        .          .  e1  e0[052=3]  .
        ",
    );
}

#[test]
fn c058_skeeskee_gains_nothing_for_an_enemy_destroyed() {
    check(
        CANON,
        "
        .   .  .        .  .
        y2  .  e1[001]  .  .
        .   .  .        .  y1[058]
        ",
        "you 003 MID-1",
        "
        .          .  .   .  .
        y2[003=1]  .  e1  .  .
        .          .  .   .  y1[058=1]
        ",
    );
}

#[test]
fn c059_griffon_raises_the_ally_above_and_ahead_by_the_replaced_power_with_its_aura() {
    // Elphadunk 4 + 2 of the Crab below, whose aura then holds for Griffon.
    check(
        CANON,
        "
        .  .        y1[019]  .  .
        .  y2[011]  y1[019]  .  .
        .  y1[013]  .        .  .
        ",
        "you 059 MID-2",
        "
        .  y1         y1[019=8+]  .  .
        .  y2[059=3]  y1[019=2]   .  .
        .  y1[013=1]  .           .  .
        ",
    );
}

#[test]
fn c059_griffon_hands_on_the_replaced_power_and_is_enhanced_by_the_aura_it_enters() {
    check(
        REBIRTH,
        "
        .  .        y1[019]  .  .
        .  y2[011]  y1[019]  .  .
        .  y1[013]  .        .  .
        ",
        "you 059 MID-2",
        "
        .  y1          y1[019=8+]  .  .
        .  y0[059=3+]  y1[019=2]   .  .
        .  y1[013=1]   .           .  .
        ",
    );
}

#[test]
fn c059_griffon_leaves_an_enemy_card_above_and_ahead_alone() {
    check(
        CANON,
        "
        .  .          e1[021]  .  .
        .  y2[011+1]  .        .  .
        .  .          .        .  .
        ",
        "you 059 MID-2",
        "
        .  y1         e1[021=5]  .  .
        .  y2[059=1]  y1         .  .
        .  .          .          .  .
        ",
    );
}

#[test]
fn c060_basilisk_destroys_the_enemy_card_below_and_ahead() {
    check(
        CANON,
        "
        .  .   .        .  .
        .  y3  e1[021]  .  .
        .  .   e3[114]  .  .
        ",
        "you 060 MID-2",
        "
        .   .          y1         .  .
        .   y3[060=2]  e1[021=5]  .  .
        y1  .          e3         .  .
        ",
    );
}

#[test]
fn c060_basilisk_puts_its_pawn_on_the_tile_of_the_card_it_destroyed() {
    check(
        REBIRTH,
        "
        .  .   .        .  .
        .  y3  e1[021]  .  .
        .  .   e3[114]  .  .
        ",
        "you 060 MID-2",
        "
        .   .          y1         .  .
        .   y3[060=2]  e1[021=5]  .  .
        y1  .          y1         .  .
        ",
    );
}

#[test]
fn c060_basilisk_spares_an_ally() {
    check(
        BOTH,
        "
        .  .   .        .  .
        .  y3  .        .  .
        .  .   y1[019]  .  .
        ",
        "you 060 MID-2",
        "
        .   .          y1         .  .
        .   y3[060=2]  .          .  .
        y1  .          y1[019=2]  .  .
        ",
    );
}
