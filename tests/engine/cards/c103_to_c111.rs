use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c103_alexander_gains_3_for_each_enfeebled_ally_in_canon() {
    check(
        CANON,
        "
        .  y1[019-1]  .   .          .
        .  .          y3  .          e1[021-1]
        .  y1[011-2]  .   y1[018+1]  .
        ",
        "you 103 MID-3",
        "
        .  y1[019=1-]  y1          .           .
        .  y1          y3[103=10]  y1          e1[021=4-]
        .  y1[011=2-]  y1          y1[018=3+]  .
        ",
    );
}

#[test]
fn c103_alexander_is_itself_enhanced_by_its_count_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[019-1]  .   .          .
        .  .          y3  .          e1[021-1]
        .  y1[011-2]  .   y1[018+1]  .
        ",
        "you 103 MID-3",
        "
        .  y1[019=1-]  y1           .           .
        .  y1          y3[103=10+]  y1          e1[021=4-]
        .  y1[011=2-]  y1           y1[018=3+]  .
        ",
    );
}

#[test]
fn c103_alexander_grows_when_roche_lowers_your_cards() {
    check(
        CANON,
        "
        y3[103]  y1[019]  .   .  .
        y1[011]  .        y2  .  .
        .        .        .   .  .
        ",
        "you 133 MID-3",
        "
        y3[103=10]  y1[019=1-]  y1         .   .
        y1[011=3-]  y1          y2[133=5]  y1  .
        .           .           y1         .   .
        ",
    );
    check(
        REBIRTH,
        "
        y3[103]  y1[019]  .   .  .
        y1[011]  .        y2  .  .
        .        .        .   .  .
        ",
        "you 133 MID-3",
        "
        y3[103=10+]  y1[019=1-]  y1         .   .
        y1[011=3-]   y1          y2[133=5]  y1  .
        .            .           y1         .   .
        ",
    );
}

#[test]
fn c104_bahamut_lowers_the_next_two_enemies_ahead_by_5_in_canon() {
    check(
        CANON,
        "
        .   .   .        .        .
        y1  y3  e1[021]  e1[114]  e1[114]
        .   y1  .        .        .
        ",
        "you 104 MID-2",
        "
        .   y1         .   .           .
        y2  y3[104=5]  e1  e1[114=3-]  e1[114=8]
        .   y2         .   .           .
        ",
    );
}

#[test]
fn c104_bahamuts_pawn_lands_where_it_destroyed_a_card_in_rebirth() {
    check(
        REBIRTH,
        "
        .   .   .        .        .
        y1  y3  e1[021]  e1[114]  e1[114]
        .   y1  .        .        .
        ",
        "you 104 MID-2",
        "
        .   y1         .   .           .
        y2  y3[104=5]  y1  e1[114=3-]  e1[114=8]
        .   y2         .   .           .
        ",
    );
}

#[test]
fn c104_bahamut_played_by_the_enemy_acts_to_the_left() {
    check(
        BOTH,
        "
        .        .        .  .   .
        y1[114]  y1[114]  .  e3  e1
        .        .        .  .   .
        ",
        "enemy 104 MID-4",
        "
        .          .           .   e1         .
        y1[114=8]  y1[114=3-]  e1  e3[104=5]  e2
        .          .           .   e1         .
        ",
    );
}

#[test]
fn c105_bahamut_arisen_covers_every_tile_you_hold_with_the_elemental_for_its_rank() {
    check(
        BOTH,
        "
        y1  .     y2  .   .
        y3  y3    .   e1  .
        .   y1:1  .   .   .
        ",
        "you 105 MID-2",
        "
        y1[T12=1]  .            y2[T13=1]  .   .
        y3[T14=1]  y3[105=4]    .          e1  .
        .          y1:1[T12=1]  .          .   .
        ",
    );
}

#[test]
fn c106_gilgamesh_lowers_all_cards_at_its_far_corners_by_the_power_of_the_replaced_ally() {
    check(
        CANON,
        "
        .        .  y2[011+1]  .  .
        .        .  .          .  .
        y1[114]  .  e1[021]    .  e1[021+2]
        ",
        "you 106 TOP-3",
        "
        .           .  y2[106=3]  .  .
        .           .  .          .  .
        y1[114=3-]  .  e1[021=5]  .  e1[021=2-]
        ",
    );
    check(
        REBIRTH,
        "
        .        .  y2[011+1]  .  .
        .        .  .          .  .
        y1[114]  .  e1[021]    .  e1[021+2]
        ",
        "you 106 TOP-3",
        "
        .           .  y2[106=3]  .  .
        .           .  .          .  .
        y1[114=3-]  .  e1[021=5]  .  e1[021=2-]
        ",
    );
}

#[test]
fn c106_gilgamesh_counts_the_auras_on_the_replaced_ally_and_inherits_them() {
    check(
        CANON,
        "
        .        y2[089]  y1[019]  .  .
        .        .        .        .  .
        y1[114]  .        .        .  .
        ",
        "you 106 TOP-3",
        "
        .           y2[089=1]  y1[106=6]  .  .
        .           .          .          .  .
        y1[114=3-]  .          .          .  .
        ",
    );
    check(
        REBIRTH,
        "
        .        y2[089]  y1[019]  .  .
        .        .        .        .  .
        y1[114]  .        .        .  .
        ",
        "you 106 TOP-3",
        "
        .           y2[089=1]  y1[106=6+]  .  .
        .           .          .           .  .
        y1[114=3-]  .          .           .  .
        ",
    );
}

#[test]
fn c107_chocobo_and_moogle_gain_1_for_each_enhanced_ally() {
    check(
        CANON,
        "
        .  y1[019+1]  .  .          .
        .  y1         .  e1[021+3]  .
        .  y1[018+1]  .  .          .
        ",
        "you 107 MID-2",
        "
        .  y1[019=3+]  .   .           .
        .  y1[107=3]   y1  e1[021=8+]  .
        .  y1[018=3+]  .   .           .
        ",
    );
    check(
        REBIRTH,
        "
        .  y1[019+1]  .  .          .
        .  y1         .  e1[021+3]  .
        .  y1[018+1]  .  .          .
        ",
        "you 107 MID-2",
        "
        .  y1[019=3+]  .   .           .
        .  y1[107=3+]  y1  e1[021=8+]  .
        .  y1[018=3+]  .   .           .
        ",
    );
}

#[test]
fn c107_chocobo_and_moogle_do_not_count_themselves() {
    check(
        BOTH,
        "
        .  y1[019]  .   .        .
        .  y1[107]  y1  e1[021]  .
        .  .        .   .        .
        ",
        "you 139 MID-3",
        "
        .  y1[019=3+]  .          .           .
        .  y1[107=3+]  y1[139=1]  e1[021=6+]  .
        .  .           .          .           .
        ",
    );
}

#[test]
fn c109_posh_chocobo_adds_3_to_a_won_lane_and_nothing_to_a_drawn_one() {
    check(
        BOTH,
        "
        y1       .  .  .  .
        y1[109]  .  .  .  e1[019]
        .        .  .  .  e1
        ",
        "you 109 TOP-1",
        "
        y1[109=2]  y1  .  .  .
        y1[109=2]  .   .  .  e1[019=2]
        .          .   .  .  e1
        score you 5 enemy 0
        ",
    );
}

#[test]
fn c110_moogle_trio_adds_the_mage_and_the_bard_to_the_hand() {
    check(
        BOTH,
        "
        .  .   .  .  .
        .  y2  .  .  .
        .  .   .  .  .
        ",
        "you 110 MID-2",
        "
        .  .          y1  .  .
        .  y2[110=1]  .   .  .
        .  .          y1  .  .
        hand you T15 T16
        ",
    );
}

#[test]
fn c110_moogle_trio_played_by_the_enemy_adds_to_the_enemys_hand() {
    check(
        BOTH,
        "
        .  .  .  .   .
        .  .  .  e2  .
        .  .  .  .   .
        ",
        "enemy 110 MID-4",
        "
        .  .  e1  .          .
        .  .  .   e2[110=1]  .
        .  .  e1  .          .
        hand enemy T15 T16
        ",
    );
}

#[test]
fn c111_magic_pot_raises_allies_on_its_diagonals_by_2_in_canon() {
    check(
        CANON,
        "
        .  y1[019]  .   e1[021]  .
        .  y1[018]  y3  .        .
        .  .        .   y1[001]  .
        ",
        "you 111 MID-3",
        "
        .  y1[019=4]  .          e1[021=5]  .
        .  y1[018=2]  y3[111=1]  .          .
        .  .          .          y1[001=3]  .
        ",
    );
}

#[test]
fn c111_magic_pot_enhances_allies_on_its_diagonals_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[019]  .   e1[021]  .
        .  y1[018]  y3  .        .
        .  .        .   y1[001]  .
        ",
        "you 111 MID-3",
        "
        .  y1[019=4+]  .          e1[021=5]   .
        .  y1[018=2]   y3[111=1]  .           .
        .  .           .          y1[001=3+]  .
        ",
    );
}
