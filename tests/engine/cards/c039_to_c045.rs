use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c039_cockatrice_destroys_the_card_ahead_and_its_tile_keeps_its_ranks_in_canon() {
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
fn c039_cockatrice_destroys_the_card_ahead_and_its_pawn_lands_on_the_reopened_tile_in_rebirth() {
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
        y2[039=3]  y3         e1[021=5]  .  .
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
        y2[039=3]  y3  .  .  .
        .          .   .  .  .
        ",
    );
}

#[test]
fn c040_heatseeker_when_destroyed_adds_its_minion_and_its_claimed_tiles_are_returned_in_canon() {
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
fn c040_heatseeker_when_destroyed_adds_its_minion_and_its_pawns_stay_in_rebirth() {
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
        y1  y1  y1  e2[003=1]  .
        .   y1  .   .          .
        hand you T02
        ",
    );
}

#[test]
fn c041_bomb_when_destroyed_lowers_all_eight_neighbours_by_4_in_canon() {
    // The Elphadunk with power 4 beside it is destroyed in the next batch.
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
fn c041_bomb_when_destroyed_puts_no_pawn_on_the_tile_of_a_card_it_destroys_in_rebirth() {
    check(
        REBIRTH,
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
fn c041_bomb_destroys_a_bomb_which_destroys_two_more_cards_in_canon() {
    // Mythril Golem: 8 - 4 - 4 = 0. Grenadier: 1 - 4, clamped to 0.
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
fn c041_bomb_destroys_a_bomb_and_all_four_tiles_reopen_in_rebirth() {
    check(
        REBIRTH,
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
fn c041_bomb_when_destroyed_destroys_the_cockatrice_that_destroyed_it_in_canon() {
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
fn c041_bomb_when_destroyed_destroys_the_cockatrice_after_its_pawn_landed_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   .        .  .
        .  y2  e2[041]  .  .
        .  .   .        .  .
        ",
        "you 039 MID-2",
        "
        .  .   .   .  .
        .  y2  y2  .  .
        .  .   .   .  .
        ",
    );
}

#[test]
fn c043_death_claw_gains_1_for_an_enemy_destroyed_and_nothing_for_an_ally_in_canon() {
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
fn c043_death_claw_is_enhanced_by_its_gain_in_rebirth() {
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
        y2[003=1]   .  e1  .          .
        .           .  e1  e2[039=3]  .
        ",
    );
}

#[test]
fn c044_landworm_gains_2_for_each_of_two_enemies_destroyed_at_once_in_canon() {
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
fn c044_landworm_is_enhanced_by_its_gain_in_rebirth() {
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
fn c044_landworm_gains_nothing_for_an_ally_destroyed_in_canon() {
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
fn c045_sandspitter_lowers_the_cards_two_lanes_away_by_1() {
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
fn c045_sandspitters_pawn_lands_on_an_empty_tile_but_not_where_it_destroyed_a_card_in_canon() {
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
fn c045_sandspitter_destroys_a_card_and_its_pawn_lands_on_the_reopened_tile_in_rebirth() {
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
        .  .  e2  e1         .
        ",
    );
}
