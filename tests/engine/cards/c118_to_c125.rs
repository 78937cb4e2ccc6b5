use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c118_gigatrice_destroys_the_card_two_lanes_down_and_one_ahead() {
    check(
        CANON,
        "
        .  y3  .        .        .
        .  .   .        .        .
        .  .   e2[114]  e1[021]  .
        ",
        "you 118 TOP-2",
        "
        .  y3[118=4]  .   .          .
        .  y1         .   .          .
        .  y1         e2  e1[021=5]  .
        ",
    );
    check(
        REBIRTH,
        "
        .  y3  .        .        .
        .  .   .        .        .
        .  .   e2[114]  e1[021]  .
        ",
        "you 118 TOP-2",
        "
        .  y3[118=4]  .   .          .
        .  y1         .   .          .
        .  y1         y2  e1[021=5]  .
        ",
    );
}

#[test]
fn c118_gigatrice_destroys_allies_too() {
    check(
        CANON,
        "
        .  .   y3[021]  .  .
        .  .   .        .  .
        .  y3  .        .  .
        ",
        "you 118 BOT-2",
        "
        .  y1         y3  .  .
        .  y1         .   .  .
        .  y3[118=4]  .   .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   y3[021]  .  .
        .  .   .        .  .
        .  y3  .        .  .
        ",
        "you 118 BOT-2",
        "
        .  y1         y3  .  .
        .  y1         .   .  .
        .  y3[118=4]  .   .  .
        ",
    );
}

#[test]
fn c118_gigatrice_played_by_the_enemy_acts_to_the_left() {
    check(
        CANON,
        "
        .  .  .        e3  .
        .  .  .        .   .
        .  .  y2[114]  .   e1[021]
        ",
        "enemy 118 TOP-4",
        "
        .  .  .   e3[118=4]  .
        .  .  .   e1         .
        .  .  y2  e1         e1[021=5]
        ",
    );
    check(
        REBIRTH,
        "
        .  .  .        e3  .
        .  .  .        .   .
        .  .  y2[114]  .   e1[021]
        ",
        "enemy 118 TOP-4",
        "
        .  .  .   e3[118=4]  .
        .  .  .   e1         .
        .  .  e2  e1         e1[021=5]
        ",
    );
}

#[test]
fn c119_dyne_lowers_all_cards_on_his_tiles_by_5() {
    check(
        BOTH,
        "
        .  y3  .          .        .
        .  .   .          y1[114]  .
        .  .   e1[021+1]  e1[021]  .
        ",
        "you 119 TOP-2",
        "
        .  y3[119=4]  .           .           .
        .  .          .           y1[114=3-]  .
        .  .          e1[021=1-]  e1[021=5]   .
        ",
    );
}

#[test]
fn c119_dyne_puts_pawns_on_his_empty_tiles() {
    check(
        BOTH,
        "
        .  .   .  e1[114]  .
        .  y3  .  .        .
        .  .   .  y2       .
        ",
        "you 119 MID-2",
        "
        .  .          .  e1[114=3-]  .
        .  y3[119=4]  .  .           .
        .  .          .  y3          .
        ",
    );
}

#[test]
fn c120_anuran_suppressor_gains_2_for_a_destroyed_enemy_and_nothing_for_a_destroyed_ally() {
    check(
        CANON,
        "
        .  .        y1[018]  e2  .
        .  y2       e1[019]  .   .
        .  y2[120]  .        .   .
        ",
        "you 039 MID-2; enemy 039 TOP-4",
        "
        .  .          y1  e2[039=3]  .
        .  y2[039=3]  e1  .          .
        .  y2[120=4]  .   .          .
        ",
    );
    check(
        REBIRTH,
        "
        .  .        y1[018]  e2  .
        .  y2       e1[019]  .   .
        .  y2[120]  .        .   .
        ",
        "you 039 MID-2; enemy 039 TOP-4",
        "
        .  .           e1  e2[039=3]  .
        .  y2[039=3]   y1  .          .
        .  y2[120=4+]  .   .          .
        ",
    );
}

#[test]
fn c120_anuran_suppressor_puts_pawns_ahead_and_two_lanes_away() {
    check(
        BOTH,
        "
        .  y2  .  .  .
        .  .   .  .  .
        .  .   .  .  .
        ",
        "you 120 TOP-2",
        "
        .  y2[120=2]  y1  .  .
        .  .          .   .  .
        .  y1         y1  .  .
        ",
    );
}

#[test]
fn c121_specimen_h1024_raises_all_cards_two_tiles_away_by_3_in_canon() {
    check(
        CANON,
        "
        y1[019]  .  y3       .        e1[021]
        .        .  .        .        .
        .        .  e1[018]  y1[018]  .
        ",
        "you 121 TOP-3",
        "
        y1[019=5]  y1  y3[121=6]  y1         e1[021=8]
        .          .   y1         .          .
        .          .   e1[018=5]  y1[018=2]  .
        ",
    );
}

#[test]
fn c121_specimen_h1024_enhances_all_cards_two_tiles_away_in_rebirth() {
    check(
        REBIRTH,
        "
        y1[019]  .  y3       .        e1[021]
        .        .  .        .        .
        .        .  e1[018]  y1[018]  .
        ",
        "you 121 TOP-3",
        "
        y1[019=5+]  y1  y3[121=6]   y1         e1[021=8+]
        .           .   y1          .          .
        .           .   e1[018=5+]  y1[018=2]  .
        ",
    );
}

#[test]
fn c122_crimson_mare_when_first_enfeebled_lowers_all_cards_beside_it_by_5_in_canon() {
    check(
        CANON,
        "
        .  .   e1[021+2]  .        .
        .  y1  y3[122]    e1[114]  .
        .  .   y1[114]    e1[021]  .
        ",
        "you 083 MID-2",
        "
        .  .   e1[021=1-]  .           .
        .  y1  y3[122=4-]  e1[114=3-]  .
        .  .   y1[114=2-]  e1[021=5]   .
        ",
    );
}

#[test]
fn c122_crimson_mare_puts_no_pawn_where_it_has_only_an_effect_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   e1[021+2]  .        .
        .  y1  y3[122]    e1[114]  .
        .  .   y1[114]    e1[021]  .
        ",
        "you 083 MID-2",
        "
        .  .   e1[021=1-]  .           .
        .  y1  y3[122=4-]  e1[114=3-]  .
        .  .   y1[114=2-]  e1[021=5]   .
        ",
    );
}

#[test]
fn c122_crimson_mare_lowered_back_to_neutral_does_not_trigger() {
    check(
        BOTH,
        "
        .  .   .          .   .
        .  y1  y3[122+1]  y1  .
        .  .   e1[114]    .   .
        ",
        "you 083 MID-2",
        "
        .  .          .           .   .
        .  y1[083=1]  y3[122=5]   y1  .
        .  .          e1[114=7-]  .   .
        ",
    );
}

#[test]
fn c123_gi_nattak_raises_the_allies_above_and_below_by_the_power_of_the_replaced_ally() {
    check(
        CANON,
        "
        .  y1[019]    .        .  .
        .  y1[011+1]  y1[018]  .  .
        .  e1[021]    .        .  .
        ",
        "you 123 MID-2",
        "
        .  y1[019=7+]  .          .  .
        .  y1[123=1]   y1[018=2]  .  .
        .  e1[021=5]   .          .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  y1[019]    .        .  .
        .  y1[011+1]  y1[018]  .  .
        .  e1[021]    .        .  .
        ",
        "you 123 MID-2",
        "
        .  y1[019=7+]  .          .  .
        .  y1[123=1]   y1[018=2]  .  .
        .  e1[021=5]   .          .  .
        ",
    );
}

#[test]
fn c124_forgotten_specimen_raises_allies_behind_and_below_by_3() {
    check(
        CANON,
        "
        .  .        y3       .  .
        .  y1[019]  .        .  .
        .  e1[021]  y1[018]  .  .
        ",
        "you 124 TOP-3",
        "
        .  .          y3[124=4]  .  .
        .  y1[019=5]  .          .  .
        .  e1[021=5]  y1[018=2]  .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  .        y3       .  .
        .  y1[019]  .        .  .
        .  e1[021]  y1[018]  .  .
        ",
        "you 124 TOP-3",
        "
        .  .           y3[124=4]  .  .
        .  y1[019=5+]  .          .  .
        .  e1[021=5]   y1[018=2]  .  .
        ",
    );
}

#[test]
fn c124_forgotten_specimen_played_by_the_enemy_is_mirrored() {
    check(
        CANON,
        "
        .  .        .   .        .
        .  .        e3  .        .
        .  e1[018]  .   e1[019]  .
        ",
        "enemy 124 MID-3",
        "
        .  e1         .          .          .
        .  .          e3[124=4]  .          .
        .  e1[018=2]  .          e1[019=5]  .
        ",
    );
    check(
        REBIRTH,
        "
        .  .        .   .        .
        .  .        e3  .        .
        .  e1[018]  .   e1[019]  .
        ",
        "enemy 124 MID-3",
        "
        .  e1         .          .           .
        .  .          e3[124=4]  .           .
        .  e1[018=2]  .          e1[019=5+]  .
        ",
    );
}

#[test]
fn c125_don_corneo_and_abzu_add_cacneo_and_donberry_to_the_hand() {
    check(
        BOTH,
        "
        .  .   .  .  .
        .  y2  .  .  .
        .  .   .  .  .
        ",
        "you 125 MID-2",
        "
        .  .          .  .  .
        .  y2[125=4]  .  .  .
        .  .          .  .  .
        hand you T17 T18
        ",
    );
}
