use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c112_materia_guardian_when_first_enfeebled_lowers_enemies_two_lanes_away_by_6() {
    check(
        BOTH,
        "
        .        y1  y3[112]  .        .
        .        .   .        .        .
        y1[114]  .   e1[021]  e1[114]  e1[021+2]
        ",
        "you 083 TOP-2",
        "
        .          y1[083=1]  y3[112=4-]  .           .
        .          .          .           .           .
        y1[114=8]  .          e1[021=5]   e1[114=2-]  e1[021=1-]
        ",
    );
}

#[test]
fn c112_materia_guardian_puts_pawns_around_itself_and_two_lanes_away() {
    check(
        BOTH,
        "
        .  .  y3  .  .
        .  .  .   .  .
        .  .  y2  .  .
        ",
        "you 112 TOP-3",
        "
        .  .  y3[112=5]  y1  .
        .  .  y1         .   .
        .  .  y3         .   .
        ",
    );
}

#[test]
fn c112_materia_guardian_under_a_lowering_aura_triggers_only_if_auras_count() {
    check(
        CANON,
        "
        .  .  y3[112]  .        .
        .  .  y1       .        .
        .  .  .        e1[114]  .
        ",
        "you T05 MID-3",
        "
        .  .  y3[112=3]  .          .
        .  .  y1[T05=2]  .          .
        .  .  y1         e1[114=8]  .
        ",
    );
    check(
        REBIRTH,
        "
        .  .  y3[112]  .        .
        .  .  y1       .        .
        .  .  .        e1[114]  .
        ",
        "you T05 MID-3",
        "
        .  .  y3[112=3-]  .           .
        .  .  y1[T05=2]   .           .
        .  .  y1          e1[114=2-]  .
        ",
    );
}

#[test]
fn c113_midgardsormr_gains_1_for_each_destroyed_card() {
    check(
        CANON,
        "
        .  .   .        .        .
        .  y2  e1[019]  y3[113]  .
        .  .   .        .        .
        ",
        "you 039 MID-2",
        "
        .  .          .   .          .
        .  y2[039=3]  e1  y3[113=7]  .
        .  .          .   .          .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   .        .        .
        .  y2  e1[019]  y3[113]  .
        .  .   .        .        .
        ",
        "you 039 MID-2",
        "
        .  .          .   .           .
        .  y2[039=3]  y1  y3[113=7+]  .
        .  .          .   .           .
        ",
    );
}

#[test]
fn c113_midgardsormr_counts_destroyed_cards_of_both_sides_in_one_batch_in_canon() {
    check(
        CANON,
        "
        .  y1[019]  .   e1[018]  .
        .  .        y3  .        .
        .  .        .   .        y3[113]
        ",
        "you 117 MID-3",
        "
        .  y1  .          e1  .
        .  .   y3[117=4]  .   .
        .  y1  .          y1  y3[113=8]
        ",
    );
}

#[test]
fn c113_midgardsormr_counts_a_replaced_card() {
    check(
        CANON,
        "
        .        .  .        .  .
        y1[019]  .  .        .  .
        .        .  y3[113]  .  .
        ",
        "you 123 MID-1",
        "
        y1         .  .          .  .
        y1[123=1]  .  .          .  .
        y1         .  y3[113=7]  .  .
        ",
    );
    check(
        REBIRTH,
        "
        .        .  .        .  .
        y1[019]  .  .        .  .
        .        .  y3[113]  .  .
        ",
        "you 123 MID-1",
        "
        y1         .  .           .  .
        y1[123=1]  .  .           .  .
        y1         .  y3[113=7+]  .  .
        ",
    );
}

#[test]
fn c115_terror_of_the_deep_lowers_all_cards_around_it_by_1_in_canon() {
    check(
        CANON,
        "
        y1[019]  .        e1[021]  .        .
        .        y3       .        e1[018]  .
        .        e1[001]  .        .        .
        ",
        "you 115 MID-2",
        "
        y1[019=1]  y1         e1[021=4]  .          .
        y1         y3[115=2]  y1         e1[018=2]  .
        y1         e1         y1         .          .
        ",
    );
}

#[test]
fn c115_terror_of_the_deep_takes_the_tile_of_a_card_its_aura_destroys_in_rebirth() {
    check(
        REBIRTH,
        "
        y1[019]  .        e1[021]  .        .
        .        y3       .        e1[018]  .
        .        e1[001]  .        .        .
        ",
        "you 115 MID-2",
        "
        y1[019=1-]  y1         e1[021=4-]  .          .
        y1          y3[115=2]  y1          e1[018=2]  .
        y1          y1         y1          .          .
        ",
    );
}

#[test]
fn c115_terror_of_the_deep_destroys_a_card_of_power_1_played_beside_it() {
    check(
        CANON,
        "
        .   .        .  .  .
        .   y3[115]  .  .  .
        y1  .        .  .  .
        ",
        "you 001 BOT-1",
        "
        .   .          .  .  .
        .   y3[115=2]  .  .  .
        y1  .          .  .  .
        ",
    );
    check(
        REBIRTH,
        "
        .   .        .  .  .
        .   y3[115]  .  .  .
        y1  .        .  .  .
        ",
        "you 001 BOT-1",
        "
        .   .          .  .  .
        y1  y3[115=2]  .  .  .
        y1  y1         .  .  .
        ",
    );
}

#[test]
fn c116_grasptropod_when_first_enhanced_lowers_all_cards_on_its_outer_tiles_by_4() {
    check(
        BOTH,
        "
        y1[114]  e1[021]  .        .  e1[021]
        .        y1       y3[116]  .  .
        .        .        .        .  e1[114]
        ",
        "you 139 MID-2",
        "
        y1[114=5-]  e1[021=6+]  .           .  e1[021=1-]
        .           y1[139=1]   y3[116=6+]  .  .
        .           .           .           .  e1[114=4-]
        ",
    );
}

#[test]
fn c116_grasptropod_under_an_aura_triggers_only_if_auras_count() {
    check(
        CANON,
        "
        .  .   .        .  e1[114]
        .  y2  y3[116]  .  .
        .  .   .        .  .
        ",
        "you 089 MID-2",
        "
        .   .          .          .  e1[114=8]
        y1  y2[089=1]  y3[116=8]  .  .
        .   .          .          .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   .        .  e1[114]
        .  y2  y3[116]  .  .
        .  .   .        .  .
        ",
        "you 089 MID-2",
        "
        .   .          .           .  e1[114=4-]
        y1  y2[089=1]  y3[116=8+]  .  .
        .   .          .           .  .
        ",
    );
}

#[test]
fn c117_custom_valkyrie_lowers_all_cards_on_its_diagonals_by_4_in_canon() {
    check(
        CANON,
        "
        .  y2[011]  .   e1[114]  .
        .  e1[021]  y3  .        .
        .  .        .   .        .
        ",
        "you 117 MID-3",
        "
        .  y2         .          e1[114=4-]  .
        .  e1[021=5]  y3[117=4]  .           .
        .  y1         .          y1          .
        ",
    );
}

#[test]
fn c117_custom_valkyries_pawn_lands_where_it_destroyed_your_own_card_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y2[011]  .   e1[114]  .
        .  e1[021]  y3  .        .
        .  .        .   .        .
        ",
        "you 117 MID-3",
        "
        .  y3         .          e1[114=4-]  .
        .  e1[021=5]  y3[117=4]  .           .
        .  y1         .          y1          .
        ",
    );
}

#[test]
fn c117_cards_destroyed_by_custom_valkyrie_leave_in_board_order_from_your_edge() {
    check(
        CANON,
        "
        .  y1[094]  .   y1[057]  .
        .  .        y3  .        .
        .  .        .   .        .
        ",
        "you 117 MID-3",
        "
        .  y1  .          y1  .
        .  .   y3[117=4]  .   .
        .  y1  .          y1  .
        hand you T08 T05
        ",
    );
    check(
        REBIRTH,
        "
        .  y1[094]  .   y1[057]  .
        .  .        y3  .        .
        .  .        .   .        .
        ",
        "you 117 MID-3",
        "
        .  y2  .          y2  .
        .  .   y3[117=4]  .   .
        .  y1  .          y1  .
        hand you T08 T05
        ",
    );
}

#[test]
fn c117_cards_destroyed_by_custom_valkyrie_leave_in_board_order_from_the_enemys_edge() {
    check(
        CANON,
        "
        .  y1[094]  .   y1[057]  .
        .  .        e3  .        .
        .  .        .   .        .
        ",
        "enemy 117 MID-3",
        "
        .  y1  .          y1  .
        .  .   e3[117=4]  .   .
        .  e1  .          e1  .
        hand you T05 T08
        ",
    );
    check(
        REBIRTH,
        "
        .  y1[094]  .   y1[057]  .
        .  .        e3  .        .
        .  .        .   .        .
        ",
        "enemy 117 MID-3",
        "
        .  e1  .          e1  .
        .  .   e3[117=4]  .   .
        .  e1  .          e1  .
        hand you T05 T08
        ",
    );
}
