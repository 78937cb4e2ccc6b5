use crate::support::{BOTH, CANON, REBIRTH, check};

// 116 Grasptropod

#[test]
fn c116_grasptropod_first_enhanced_lowers_all_cards_on_its_outer_tiles_by_4() {
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
fn c116_grasptropod_under_an_aura_fires_only_if_auras_count() {
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

// 117 Custom Valkyrie

#[test]
fn c117_custom_valkyrie_lowers_all_cards_on_its_diagonals_by_4() {
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
fn c117_custom_valkyries_pawn_lands_where_it_destroyed_your_own_card() {
    check(
        REBIRTH,
        "
        .  y2[011]  .   e1[114]  .
        .  e1[021]  y3  .        .
        .  .        .   .        .
        ",
        "you 117 MID-3",
        "
        .  y1         .          e1[114=4-]  .
        .  e1[021=5]  y3[117=4]  .           .
        .  y1         .          y1          .
        ",
    );
}

#[test]
fn c117_custom_valkyries_victims_leave_in_board_order_seen_from_your_edge() {
    check(
        BOTH,
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
}

#[test]
fn c117_custom_valkyries_victims_leave_in_board_order_seen_from_the_enemys_edge() {
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

// 118 Gigatrice

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
        .  y1         y1  e1[021=5]  .
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
        .  y1         y1  .  .
        .  y1         .   .  .
        .  y3[118=4]  .   .  .
        ",
    );
}

#[test]
fn c118_gigatrice_played_by_the_enemy_looks_left() {
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
        .  .  e1  e1         e1[021=5]
        ",
    );
}

// 119 Dyne

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

// 120 Anuran Suppressor

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

// 121 Specimen H1024

#[test]
fn c121_specimen_h1024_raises_all_cards_two_tiles_away_by_3() {
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
fn c121_specimen_h1024_enhances_all_cards_two_tiles_away() {
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

// 122 Crimson Mare Mk. II

#[test]
fn c122_crimson_mare_first_enfeebled_lowers_all_cards_beside_it_by_5() {
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
fn c122_crimson_mare_puts_no_pawn_where_it_has_only_an_effect() {
    check(
        REBIRTH,
        "
        .  .   e1[021+2]  .        .
        .  y1  y3[122]    e1[114]  .
        .  .   y1[114]    e1[021]  .
        ",
        "you 083 MID-2",
        "
        .  .  e1[021=1-]  .           .
        .  .  y3[122=4-]  e1[114=3-]  .
        .  .  y1[114=2-]  e1[021=5]   .
        ",
    );
}

#[test]
fn c122_crimson_mare_lowered_back_to_neutral_does_not_fire() {
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

// 123 Gi Nattak

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
        .  y0[123=1]   y1[018=2]  .  .
        .  e1[021=5]   .          .  .
        ",
    );
}

// 124 Forgotten Specimen

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

// 125 Don Corneo & Abzu

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

// 126 Red Dragon

#[test]
fn c126_red_dragon_lowers_all_cards_on_its_arc_by_4() {
    check(
        CANON,
        "
        .  .   y1[021]  .        .
        .  y3  e1[021]  e2[019]  .
        .  .   .        .        .
        ",
        "you 126 MID-2",
        "
        .  .          y1[021=1-]  .   .
        .  y3[126=6]  e1[021=5]   e2  .
        .  .          y1          .   .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   y1[021]  .        .
        .  y3  e1[021]  e2[019]  .
        .  .   .        .        .
        ",
        "you 126 MID-2",
        "
        .  .          y1[021=1-]  .   .
        .  y3[126=6]  e1[021=5]   y1  .
        .  .          y1          .   .
        ",
    );
}

#[test]
fn c126_red_dragon_played_by_the_enemy_is_mirrored() {
    check(
        BOTH,
        "
        .  .  .          y1[114]  .
        .  .  y1[011+1]  .        .
        .  .  e1[021]    e3       .
        ",
        "enemy 126 BOT-4",
        "
        .  .   .           y1[114=4-]  .
        .  .   y1[011=1-]  .           .
        .  e1  e1[021=5]   e3[126=6]   .
        ",
    );
}

// 127 Demon Gate

#[test]
fn c127_demon_gate_destroyed_lowers_enemies_beside_it_by_9_and_takes_its_destroyer_with_it() {
    check(
        CANON,
        "
        .  .        e1[021]  e1[114+2]  .
        .  .        y3[127]  e2         .
        .  y1[019]  .        .          .
        ",
        "enemy 039 MID-4",
        "
        .  .          e1[021=5]  e1[114=1-]  .
        .  .          y3         e2          .
        .  y1[019=2]  .          .           .
        ",
    );
}

#[test]
fn c127_demon_gates_destroyer_puts_its_pawn_down_before_it_dies_itself() {
    check(
        REBIRTH,
        "
        .  .        e1[021]  e1[114+2]  .
        .  .        y3[127]  e2         .
        .  y1[019]  .        .          .
        ",
        "enemy 039 MID-4",
        "
        .  .          e1[021=5]  e1[114=1-]  .
        .  .          e1         .           .
        .  y1[019=2]  .          .           .
        ",
    );
}

// 128 Reno

#[test]
fn c128_reno_raises_allies_below_him_by_2() {
    check(
        CANON,
        "
        .        y1       .        .  .
        y1[019]  .        y1[018]  .  .
        .        e1[021]  .        .  .
        ",
        "you 128 TOP-2",
        "
        .          y1[128=2]  y1         .  .
        y1[019=4]  y1         y1[018=2]  .  .
        .          e1[021=5]  .          .  .
        ",
    );
    check(
        REBIRTH,
        "
        .        y1       .        .  .
        e1[021]  .        y1[018]  .  .
        .        y1[019]  .        .  .
        ",
        "you 128 TOP-2",
        "
        .          y1[128=2]   y1         .  .
        e1[021=5]  y1          y1[018=2]  .  .
        .          y1[019=4+]  .          .  .
        ",
    );
}

// 129 Rude

#[test]
fn c129_rude_raises_allies_above_him_by_2() {
    check(
        CANON,
        "
        .        e1[021]  .        .  .
        y1[019]  .        y1[018]  .  .
        .        y1       .        .  .
        ",
        "you 129 BOT-2",
        "
        .          e1[021=5]  .          .  .
        y1[019=4]  y1         y1[018=2]  .  .
        .          y1[129=2]  y1         .  .
        ",
    );
    check(
        REBIRTH,
        "
        .        y1[019]  .        .  .
        e1[021]  .        y1[018]  .  .
        .        y1       .        .  .
        ",
        "you 129 BOT-2",
        "
        .          y1[019=4+]  .          .  .
        e1[021=5]  y1          y1[018=2]  .  .
        .          y1[129=2]   y1         .  .
        ",
    );
}

#[test]
fn c128_reno_and_c129_rude_raise_each_other() {
    check(
        CANON,
        "
        .  y1[128]  .  .  .
        .  .        .  .  .
        .  y1       .  .  .
        ",
        "you 129 BOT-2",
        "
        .  y1[128=4]  .   .  .
        .  y1         .   .  .
        .  y1[129=4]  y1  .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  y1[128]  .  .  .
        .  .        .  .  .
        .  y1       .  .  .
        ",
        "you 129 BOT-2",
        "
        .  y1[128=4+]  .   .  .
        .  y1          .   .  .
        .  y1[129=4+]  y1  .  .
        ",
    );
}

// 130 Elena

#[test]
fn c130_elena_first_enhanced_lowers_the_card_before_her_by_99() {
    check(
        CANON,
        "
        .   .        .        .        .
        y1  y1[130]  e2[114]  e1[021]  .
        .   .        .        .        .
        ",
        "you 139 MID-1",
        "
        .          .           .   .          .
        y1[139=1]  y1[130=3+]  e2  e1[021=5]  .
        .          .           .   .          .
        ",
    );
    check(
        REBIRTH,
        "
        .   .        .        .        .
        y1  y1[130]  e2[114]  e1[021]  .
        .   .        .        .        .
        ",
        "you 139 MID-1",
        "
        .          .           .   .          .
        y1[139=1]  y1[130=3+]  y1  e1[021=5]  .
        .          .           .   .          .
        ",
    );
}

#[test]
fn c130_elena_destroys_an_ally_too() {
    check(
        BOTH,
        "
        .   .        .        .  .
        y1  y1[130]  y1[114]  .  .
        .   .        .        .  .
        ",
        "you 139 MID-1",
        "
        .          .           .   .  .
        y1[139=1]  y1[130=3+]  y1  .  .
        .          .           .   .  .
        ",
    );
}

#[test]
fn c130_elena_set_by_hand_as_enhanced_has_already_fired() {
    check(
        BOTH,
        "
        .   .          .        .  .
        y1  y1[130+1]  e1[114]  .  .
        .   .          .        .  .
        ",
        "you 139 MID-1",
        "
        .          .           .          .  .
        y1[139=1]  y1[130=4+]  e1[114=8]  .  .
        .          .           .          .  .
        ",
    );
}

#[test]
fn c130_elena_whose_ability_has_fired_and_who_is_neutral_again_does_nothing_more() {
    check(
        BOTH,
        "
        .   .          .        .  .
        y1  y1[130!1]  e1[114]  .  .
        .   .          .        .  .
        ",
        "you 139 MID-1",
        "
        .          .           .          .  .
        y1[139=1]  y1[130=3+]  e1[114=8]  .  .
        .          .           .          .  .
        ",
    );
}

#[test]
fn c130_elena_arriving_under_an_aura_is_not_enhanced_if_only_discrete_changes_count() {
    check(
        CANON,
        "
        .  .        .   .        .
        .  y2[089]  y1  e1[114]  .
        .  .        .   .        .
        ",
        "you 130 MID-3",
        "
        .  .          .          .          .
        .  y2[089=1]  y1[130=5]  e1[114=8]  .
        .  .          .          .          .
        ",
    );
}

#[test]
fn c130_elena_arriving_under_an_aura_fires_at_once() {
    check(
        REBIRTH,
        "
        .  .        .   .        .
        .  y2[089]  y1  e2[114]  .
        .  .        .   .        .
        ",
        "you 130 MID-3",
        "
        .  .          .           .   .
        .  y2[089=1]  y1[130=5+]  y1  .
        .  .          .           .   .
        ",
    );
}

#[test]
fn c130_elena_of_the_enemy_fires_on_your_loveless() {
    check(
        CANON,
        "
        .  .        .        y1  .
        .  y2[114]  e1[130]  .   .
        .  .        .        .   .
        ",
        "you 139 TOP-4",
        "
        .  .   .           y1[139=1]  .
        .  y2  e1[130=3+]  .          .
        .  .   .           .          .
        ",
    );
    check(
        REBIRTH,
        "
        .  .        .        y1  .
        .  y2[114]  e1[130]  .   .
        .  .        .        .   .
        ",
        "you 139 TOP-4",
        "
        .  .   .           y1[139=1]  .
        .  e1  e1[130=3+]  .          .
        .  .   .           .          .
        ",
    );
}

// 131 Tseng

#[test]
fn c131_tseng_first_enhanced_raises_the_ally_two_ahead_by_4() {
    check(
        BOTH,
        "
        .   .        .        .        .
        y1  y1[131]  y1[018]  y1[019]  e1[021]
        .   .        .        .        .
        ",
        "you 139 MID-1",
        "
        .          .           .          .           .
        y1[139=1]  y1[131=2+]  y1[018=2]  y1[019=6+]  e1[021=5]
        .          .           .          .           .
        ",
    );
}

#[test]
fn c131_tseng_does_not_raise_an_enemy_two_ahead() {
    check(
        BOTH,
        "
        .   .        .  .        .
        y1  y1[131]  .  e1[021]  .
        .   .        .  .        .
        ",
        "you 139 MID-1",
        "
        .          .           .  .          .
        y1[139=1]  y1[131=2+]  .  e1[021=5]  .
        .          .           .  .          .
        ",
    );
}

// 133 Roche

#[test]
fn c133_roche_lowers_allies_on_his_tiles_by_1() {
    check(
        BOTH,
        "
        y1[018]  y1[019]  e1[021]  .  .
        y1[011]  .        y2       .  .
        .        .        .        .  .
        ",
        "you 133 MID-3",
        "
        y1[018=2]   y1[019=1-]  e1[021=5]  .   .
        y1[011=3-]  y1          y2[133=5]  y1  .
        .           .           y1         .   .
        ",
    );
}

#[test]
fn c133_roche_played_by_the_enemy_lowers_the_enemys_cards() {
    check(
        BOTH,
        "
        .  .          .        e2       e1[019]
        .  .          e1[011]  .        e1[021]
        .  e1[018+1]  e1[018]  y1[021]  .
        ",
        "enemy 133 TOP-4",
        "
        .  .          e1          e2[133=5]  e1[019=1-]
        .  .          e1[011=3-]  e1         e1[021=4-]
        .  e1[018=2]  e1[018=2]   y1[021=5]  .
        ",
    );
}

// 134 J-Squad

#[test]
fn c134_j_squads_johnnies_raise_each_other_and_the_enemy() {
    check(
        CANON,
        "
        y1  .  y3  .  .
        y3  .  .   .  .
        y2  .  .   .  e1[021]
        ",
        "you 134 MID-1",
        "
        y1[T19=3]  .  y3[T21=2]  .  .
        y3[134=2]  .  .          .  .
        y2[T20=6]  .  .          .  e1[021=9]
        ",
    );
    check(
        REBIRTH,
        "
        y1  .  y3  .  .
        y3  .  .   .  .
        y2  .  .   .  e1[021]
        ",
        "you 134 MID-1",
        "
        y1[T19=3+]  .  y3[T21=2+]  .  .
        y3[134=2]   .  .           .  .
        y2[T20=6+]  .  .           .  e1[021=9+]
        ",
    );
}

#[test]
fn c134_j_squads_johnny_sets_off_elena_only_if_auras_count() {
    check(
        CANON,
        "
        .   .  .        .        .
        y1  .  y1[130]  e2[114]  .
        y3  .  .        .        .
        ",
        "you 134 BOT-1",
        "
        .          .  .          .          .
        y1[T19=1]  .  y1[130=3]  e2[114=8]  .
        y3[134=2]  .  .          .          .
        ",
    );
    check(
        REBIRTH,
        "
        .   .  .        .        .
        y1  .  y1[130]  e2[114]  .
        y3  .  .        .        .
        ",
        "you 134 BOT-1",
        "
        .          .  .           .   .
        y1[T19=1]  .  y1[130=3+]  y1  .
        y3[134=2]  .  .           .   .
        ",
    );
}

// 135 Chocobo Jockey, and the score

#[test]
fn c135_chocobo_jockey_adds_10_to_a_won_lane() {
    check(
        BOTH,
        "
        .   .  .  .  .
        y2  .  .  .  e1[001]
        .   .  .  .  .
        ",
        "you 135 MID-1",
        "
        .          .   .  .  .
        y2[135=2]  y1  .  .  e1[001=1]
        .          .   .  .  .
        score you 12 enemy 0
        ",
    );
}

#[test]
fn c135_chocobo_jockey_adds_nothing_to_a_lost_lane_and_does_not_decide_it() {
    check(
        BOTH,
        "
        .   .  .  .        .
        y2  .  .  e1[021]  .
        .   .  .  .        .
        ",
        "you 135 MID-1",
        "
        .          .   .  .          .
        y2[135=2]  y1  .  e1[021=5]  .
        .          .   .  .          .
        score you 0 enemy 5
        ",
    );
}

#[test]
fn c135_chocobo_jockey_adds_nothing_to_a_drawn_lane() {
    check(
        BOTH,
        "
        .   .  .  .        .
        y2  .  .  e1[019]  .
        .   .  .  .        .
        ",
        "you 135 MID-1",
        "
        .          .   .  .          .
        y2[135=2]  y1  .  e1[019=2]  .
        .          .   .  .          .
        score you 0 enemy 0
        ",
    );
}

#[test]
fn c135_chocobo_jockey_played_by_the_enemy_adds_10_to_the_enemys_lane() {
    check(
        BOTH,
        "
        .        .  .  .  .
        .        .  .  .  .
        y1[001]  .  .  .  e2
        ",
        "enemy 135 BOT-5",
        "
        .          .  .  .   .
        .          .  .  .   .
        y1[001=1]  .  .  e1  e2[135=2]
        score you 0 enemy 12
        ",
    );
}

#[test]
fn score_bonuses_of_several_cards_in_a_won_lane_add_up_and_the_losers_bonus_does_nothing() {
    check(
        BOTH,
        "
        y1[088]  y1[109]  y2  .  e1[109]
        .        .        .   .  .
        .        .        .   .  .
        ",
        "you 135 TOP-3",
        "
        y1[088=1]  y1[109=2]  y2[135=2]  y1  e1[109=2]
        .          .          .          .   .
        .          .          .          .   .
        score you 23 enemy 0
        ",
    );
}

#[test]
fn score_bonuses_count_in_their_own_lane_only() {
    check(
        BOTH,
        "
        y1[021]  .  .  .        .
        y2       .  .  .        e1[021]
        .        .  .  e1[109]  e1[021]
        ",
        "you 135 MID-1",
        "
        y1[021=5]  .   .  .          .
        y2[135=2]  y1  .  .          e1[021=5]
        .          .   .  e1[109=2]  e1[021=5]
        score you 5 enemy 15
        ",
    );
}

#[test]
fn score_reads_effective_power_with_auras() {
    check(
        CANON,
        "
        .        .   .  .  .
        y1[109]  y2  .  .  e1[011]
        .        .   .  .  .
        ",
        "you 089 MID-2",
        "
        .          .          .   .  .
        y1[109=5]  y2[089=1]  y1  .  e1[011=4]
        .          .          .   .  .
        score you 9 enemy 0
        ",
    );
    check(
        REBIRTH,
        "
        .        .   .  .  .
        y1[109]  y2  .  .  e1[011]
        .        .   .  .  .
        ",
        "you 089 MID-2",
        "
        .           .          .   .  .
        y1[109=5+]  y2[089=1]  y1  .  e1[011=4]
        .           .          .   .  .
        score you 9 enemy 0
        ",
    );
}

// 136 Space Ranger

#[test]
fn c136_space_ranger_gains_1_for_each_enhanced_enemy() {
    check(
        CANON,
        "
        .   .  .  .        .
        .   .  .  e1[019]  e1[018]
        y1  .  .  .        e1
        ",
        "you 136 BOT-1; enemy 139 BOT-5",
        "
        y1         .   .  .           .
        y1         .   .  e1[019=3+]  e1[018=3+]
        y1[136=4]  y1  .  .           e1[139=1]
        ",
    );
    check(
        REBIRTH,
        "
        .   .  .  .        .
        .   .  .  e1[019]  e1[018]
        y1  .  .  .        e1
        ",
        "you 136 BOT-1; enemy 139 BOT-5",
        "
        y1          .   .  .           .
        y1          .   .  e1[019=3+]  e1[018=3+]
        y1[136=4+]  y1  .  .           e1[139=1]
        ",
    );
}

// 137 Haunted Hotel

#[test]
fn c137_haunted_hotel_raises_allies_ahead_in_the_lanes_beside_it_by_2() {
    check(
        CANON,
        "
        .  .   y1[019]  y1[018]  .
        .  y1  y1[001]  .        .
        .  .   e1[021]  .        .
        ",
        "you 137 MID-2",
        "
        .  y1         y1[019=4]  y1[018=4]  .
        .  y1[137=1]  y1[001=1]  .          .
        .  y1         e1[021=5]  .          .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   y1[019]  y1[018]  .
        .  y1  y1[001]  .        .
        .  .   e1[021]  .        .
        ",
        "you 137 MID-2",
        "
        .  y1         y1[019=4+]  y1[018=4+]  .
        .  y1[137=1]  y1[001=1]   .           .
        .  y1         e1[021=5]   .           .
        ",
    );
}

#[test]
fn c137_haunted_hotel_played_by_the_enemy_is_mirrored() {
    check(
        CANON,
        "
        .  e1[018]  e1[019]  .   e1[001]
        .  .        .        e1  .
        .  .        y1[021]  .   .
        ",
        "enemy 137 MID-4",
        "
        .  e1[018=4]  e1[019=4]  e1         e1[001=1]
        .  .          .          e1[137=1]  .
        .  .          y1[021=5]  e1         .
        ",
    );
}

// 139 Loveless

#[test]
fn c139_loveless_raises_all_cards_around_it_by_1() {
    check(
        BOTH,
        "
        y1[019]  .        .  e1[018]  .
        y1       e1[021]  .  .        .
        .        .        .  .        .
        ",
        "you 139 MID-1",
        "
        y1[019=3+]  .           .  e1[018=2]  .
        y1[139=1]   e1[021=6+]  .  .          .
        .           .           .  .          .
        ",
    );
}

#[test]
fn c139_loveless_raising_a_lowered_card_makes_it_neutral_again() {
    check(
        BOTH,
        "
        y1[019-1]  .          .  .  .
        y1         e1[021-2]  .  .  .
        .          .          .  .  .
        ",
        "you 139 MID-1",
        "
        y1[019=2]  .           .  .  .
        y1[139=1]  e1[021=4-]  .  .  .
        .          .           .  .  .
        ",
    );
}

// 141 Dio

#[test]
fn c141_dio_gains_1_for_each_enhanced_card_of_either_side() {
    check(
        CANON,
        "
        .  y1[019+1]  .   e1[021+2]  .
        .  .          y3  .          .
        .  y1[018-1]  .   e1[001]    .
        ",
        "you 141 MID-3",
        "
        .  y1[019=3+]  y1         e1[021=7+]  .
        .  y1          y3[141=6]  y1          .
        .  y1[018=1-]  y1         e1[001=1]   .
        ",
    );
    check(
        REBIRTH,
        "
        .  y1[019+1]  .   e1[021+2]  .
        .  .          y3  .          .
        .  y1[018-1]  .   e1[001]    .
        ",
        "you 141 MID-3",
        "
        .  y1[019=3+]  y1          e1[021=7+]  .
        .  y1          y3[141=6+]  y1          .
        .  y1[018=1-]  y1          e1[001=1]   .
        ",
    );
}

#[test]
fn c141_two_dios_of_different_sides_count_each_other_once_a_third_card_is_enhanced() {
    check(
        CANON,
        "
        .  .          .   .  e3[141]
        .  .          y3  .  .
        .  e1[021+1]  .   .  .
        ",
        "you 141 MID-3",
        "
        .  .           y1         .   e3[141=5]
        .  y1          y3[141=5]  y1  .
        .  e1[021=6+]  y1         .   .
        ",
    );
    check(
        REBIRTH,
        "
        .  .          .   .  e3[141]
        .  .          y3  .  .
        .  e1[021+1]  .   .  .
        ",
        "you 141 MID-3",
        "
        .  .           y1          .   e3[141=6+]
        .  y1          y3[141=6+]  y1  .
        .  e1[021=6+]  y1          .   .
        ",
    );
}

// 142 Ultimate Party Animal

#[test]
fn c142_ultimate_party_animal_adds_the_losers_power_in_the_lane_it_wins() {
    check(
        &["canon", "rebirth laneMinTransfer=ownLane"],
        "
        y1[021]  .        .  .        e1[019]
        y1       y1[021]  .  e1[018]  .
        .        y1[001]  .  e1[021]  .
        ",
        "you 142 MID-1",
        "
        y1[021=5]  .          .  .          e1[019=2]
        y1[142=1]  y1[021=5]  .  e1[018=2]  .
        y1         y1[001=1]  .  e1[021=5]  .
        score you 13 enemy 5
        ",
    );
}

#[test]
fn c142_ultimate_party_animal_serves_the_winner_of_every_lane() {
    check(
        &["rebirth", "canon laneMinTransfer=anywhere"],
        "
        y1[021]  .        .  .        e1[019]
        y1       y1[021]  .  e1[018]  .
        .        y1[001]  .  e1[021]  .
        ",
        "you 142 MID-1",
        "
        y1[021=5]  .          .  .          e1[019=2]
        y1[142=1]  y1[021=5]  .  e1[018=2]  .
        y1         y1[001=1]  .  e1[021=5]  .
        score you 15 enemy 6
        ",
    );
}

#[test]
fn c142_two_ultimate_party_animals_add_the_losers_power_twice() {
    check(
        &["canon", "rebirth laneMinTransfer=ownLane"],
        "
        .   .        .        .  .
        .   .        .        .  .
        y1  y1[142]  y1[021]  .  e1[011]
        ",
        "you 142 BOT-1",
        "
        .          .          .          .  .
        y1         .          .          .  .
        y1[142=1]  y1[142=1]  y1[021=5]  .  e1[011=4]
        score you 15 enemy 0
        ",
    );
}

#[test]
fn c142_two_ultimate_party_animals_add_the_losers_power_once() {
    check(
        &["rebirth", "canon laneMinTransfer=anywhere"],
        "
        .   .        .        .  .
        .   .        .        .  .
        y1  y1[142]  y1[021]  .  e1[011]
        ",
        "you 142 BOT-1",
        "
        .          .          .          .  .
        y1         .          .          .  .
        y1[142=1]  y1[142=1]  y1[021=5]  .  e1[011=4]
        score you 11 enemy 0
        ",
    );
}

#[test]
fn c142_ultimate_party_animal_in_a_lost_lane_does_nothing() {
    check(
        &["canon", "rebirth laneMinTransfer=ownLane"],
        "
        y1       .  .  .  e1[021]
        y1[114]  .  .  .  e1[019]
        .        .  .  .  .
        ",
        "you 142 TOP-1",
        "
        y1[142=1]  y1  .  .  e1[021=5]
        y1[114=8]  .   .  .  e1[019=2]
        .          .   .  .  .
        score you 8 enemy 5
        ",
    );
}

#[test]
fn c142_ultimate_party_animal_in_a_lost_lane_serves_the_other_side() {
    check(
        &["rebirth", "canon laneMinTransfer=anywhere"],
        "
        y1       .  .  .  e1[021]
        y1[114]  .  .  .  e1[019]
        .        .  .  .  .
        ",
        "you 142 TOP-1",
        "
        y1[142=1]  y1  .  .  e1[021=5]
        y1[114=8]  .   .  .  e1[019=2]
        .          .   .  .  .
        score you 10 enemy 6
        ",
    );
}

#[test]
fn c142_ultimate_party_animal_does_nothing_in_a_drawn_lane() {
    check(
        BOTH,
        "
        y1  .  .  .  e1[001]
        .   .  .  .  .
        .   .  .  .  .
        ",
        "you 142 TOP-1",
        "
        y1[142=1]  y1  .  .  e1[001=1]
        y1         .   .  .  .
        .          .   .  .  .
        score you 0 enemy 0
        ",
    );
}

#[test]
fn c142_ultimate_party_animal_played_by_the_enemy_serves_the_enemy() {
    check(
        BOTH,
        "
        .        .  .  .        .
        y1[019]  .  .  e1[021]  e1
        .        .  .  .        .
        ",
        "enemy 142 MID-5",
        "
        .          .  .  .          e1
        y1[019=2]  .  .  e1[021=5]  e1[142=1]
        .          .  .  .          e1
        score you 0 enemy 8
        ",
    );
}

#[test]
fn c142_ultimate_party_animal_and_a_lane_bonus_both_count() {
    check(
        BOTH,
        "
        .   .        .        .  .
        .   .        .        .  .
        y1  y1[109]  y1[019]  .  e1[011]
        ",
        "you 142 BOT-1",
        "
        .          .          .          .  .
        y1         .          .          .  .
        y1[142=1]  y1[109=2]  y1[019=2]  .  e1[011=4]
        score you 12 enemy 0
        ",
    );
}

// 143 Sephiroth

#[test]
fn c143_sephiroth_destroys_enemies_above_and_below_and_spares_allies() {
    check(
        CANON,
        "
        .  e2[114]  e1[021]  .  .
        .  y3       .        .  .
        .  y1[021]  .        .  .
        ",
        "you 143 MID-2",
        "
        .   e2         e1[021=5]  .  .
        y1  y3[143=4]  y1         .  .
        .   y1[021=5]  .          .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  e2[114]  e1[021]  .  .
        .  y3       .        .  .
        .  y1[021]  .        .  .
        ",
        "you 143 MID-2",
        "
        .   y1         e1[021=5]  .  .
        y1  y3[143=4]  y1         .  .
        .   y1[021=5]  .          .  .
        ",
    );
}

#[test]
fn c143_sephiroth_played_by_the_enemy_destroys_your_cards() {
    check(
        CANON,
        "
        .  .  .   y2[114]  .
        .  .  y1  e3       .
        .  .  .   e1[021]  .
        ",
        "enemy 143 MID-4",
        "
        .  .  .   y2         .
        .  .  e1  e3[143=4]  e1
        .  .  .   e1[021=5]  .
        ",
    );
    check(
        REBIRTH,
        "
        .  .  .   y2[114]  .
        .  .  y1  e3       .
        .  .  .   e1[021]  .
        ",
        "enemy 143 MID-4",
        "
        .  .  .   e1         .
        .  .  e1  e3[143=4]  e1
        .  .  .   e1[021=5]  .
        ",
    );
}

// 144 Emerald Witch

#[test]
fn c144_emerald_witch_raises_all_cards_on_her_tiles_by_2() {
    check(
        CANON,
        "
        .  y1[019]  e1[018]  e1[021]  .
        .  .        y2       .        y1[001]
        .  .        .        .        .
        ",
        "you 144 MID-3",
        "
        .  y1[019=4]  e1[018=2]  e1[021=7]  .
        .  y1         y2[144=2]  y1         y1[001=3]
        .  .          y1         .          .
        ",
    );
    check(
        REBIRTH,
        "
        .  y1[019]  e1[018]  e1[021]  .
        .  .        y2       .        y1[001]
        .  .        .        .        .
        ",
        "you 144 MID-3",
        "
        .  y1[019=4+]  e1[018=2]  e1[021=7+]  .
        .  y1          y2[144=2]  y1          y1[001=3+]
        .  .           y1         .           .
        ",
    );
}

// 145 Shadowblood Queen

#[test]
fn c145_shadowblood_queen_gains_3_for_each_enfeebled_card_of_either_side() {
    check(
        CANON,
        "
        .  .   .  e1[021-1]  .
        .  y3  .  y1[019+1]  .
        .  .   .  y1[011-2]  .
        ",
        "you 145 MID-2",
        "
        .  y1         y1  e1[021=4-]  .
        .  y3[145=9]  .   y1[019=3+]  .
        .  y1         y1  y1[011=2-]  .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   .  e1[021-1]  .
        .  y3  .  y1[019+1]  .
        .  .   .  y1[011-2]  .
        ",
        "you 145 MID-2",
        "
        .  y1          y1  e1[021=4-]  .
        .  y3[145=9+]  .   y1[019=3+]  .
        .  y1          y1  y1[011=2-]  .
        ",
    );
}

#[test]
fn c145_shadowblood_queen_counts_a_card_lowered_by_an_aura_only_if_auras_count() {
    check(
        CANON,
        "
        .        .        .  .   .
        y3[115]  y1[021]  .  y3  .
        .        .        .  .   .
        ",
        "you 145 MID-4",
        "
        .          .          .  y1         y1
        y3[115=2]  y1[021=4]  .  y3[145=3]  .
        .          .          .  y1         y1
        ",
    );
    check(
        REBIRTH,
        "
        .        .        .  .   .
        y3[115]  y1[021]  .  y3  .
        .        .        .  .   .
        ",
        "you 145 MID-4",
        "
        .          .           .  y1          y1
        y3[115=2]  y1[021=4-]  .  y3[145=6+]  .
        .          .           .  y1          y1
        ",
    );
}

#[test]
fn c145_two_enfeebled_shadowblood_queens_count_each_other() {
    check(
        CANON,
        "
        .   .          .  .          .
        y1  .          .  .          .
        .   y3[145-1]  .  e3[145-1]  .
        ",
        "you 001 MID-1",
        "
        y1         .           .  .           .
        y1[001=1]  y1          .  .           .
        y1         y3[145=5-]  .  e3[145=5-]  .
        ",
    );
}

#[test]
fn c145_two_shadowblood_queens_that_never_settle_keep_the_first_rounds_count() {
    check(
        REBIRTH,
        "
        .   .          .  .          .
        y1  .          .  .          .
        .   y3[145-1]  .  e3[145-1]  .
        ",
        "you 001 MID-1",
        "
        y1         .           .  .           .
        y1[001=1]  y1          .  .           .
        y1         y3[145=5+]  .  e3[145=5+]  .
        ",
    );
}
