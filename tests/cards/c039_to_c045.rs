use crate::support::{BOTH, CANON, REBIRTH, check};

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
