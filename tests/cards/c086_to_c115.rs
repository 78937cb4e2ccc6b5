use crate::support::{BOTH, CANON, REBIRTH, check};

// 086 Cloud

#[test]
fn c086_cloud_raises_the_allies_around_it_by_2_when_its_power_first_reaches_7() {
    check(
        BOTH,
        "
        e1[001]  y1[019]    .   .        .
        .        y1[086+3]  y1  .        .
        .        .          .   y1[018]  .
        ",
        "you 139 MID-3",
        "
        e1[001=1]  y1[019=5+]  .           .           .
        .          y1[086=7+]  y1[139=3+]  .           .
        .          .           .           y1[018=3+]  .
        ",
    );
}

#[test]
fn c086_cloud_fires_only_once() {
    check(
        BOTH,
        "
        .  y1[019]      .   .  .
        .  y1[086+3!1]  y1  .  .
        .  .            .   .  .
        ",
        "you 139 MID-3",
        "
        .  y1[019=3+]  .          .  .
        .  y1[086=7+]  y1[139=1]  .  .
        .  .           .          .  .
        ",
    );
}

#[test]
fn c086_cloud_set_by_hand_at_7_has_already_fired() {
    check(
        BOTH,
        "
        .  y1[019]    .   .  .
        .  y1[086+4]  y1  .  .
        .  .          .   .  .
        ",
        "you 139 MID-3",
        "
        .  y1[019=3+]  .          .  .
        .  y1[086=8+]  y1[139=1]  .  .
        .  .           .          .  .
        ",
    );
}

#[test]
fn c086_cloud_arriving_under_an_aura_that_makes_it_7_fires_at_once() {
    check(
        CANON,
        "
        .  .        .  .  .
        .  y2       .  .  .
        .  y2[033]  .  .  .
        ",
        "you 086 MID-2",
        "
        .  .           .   .  .
        .  y2[086=7]   y1  .  .
        .  y2[033=3+]  .   .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  .        .  .  .
        .  y2       .  .  .
        .  y2[033]  .  .  .
        ",
        "you 086 MID-2",
        "
        .  .           .   .  .
        .  y2[086=7+]  y1  .  .
        .  y2[033=3+]  .   .  .
        ",
    );
}

// 087 Barret

#[test]
fn c087_barret_lowers_the_enemy_card_two_ahead_by_8() {
    check(
        BOTH,
        "
        .  .   .  .          .
        .  y3  .  e2[114+1]  e1[021]
        .  .   .  .          .
        ",
        "you 087 MID-2",
        "
        .  .          .   .           .
        .  y3[087=4]  y1  e2[114=1-]  e1[021=5]
        .  .          .   .           .
        ",
    );
}

#[test]
fn c087_barret_spares_an_ally_two_ahead() {
    check(
        BOTH,
        "
        .  .   .  .        .
        .  y3  .  y1[021]  .
        .  .   .  .        .
        ",
        "you 087 MID-2",
        "
        .  .          .   .          .
        .  y3[087=4]  y1  y1[021=5]  .
        .  .          .   .          .
        ",
    );
}

#[test]
fn c087_barret_played_by_the_enemy_looks_left_and_the_destroyed_cards_tile_keeps_its_ranks() {
    check(
        CANON,
        "
        .  .        .  .   .
        .  y2[114]  .  e3  .
        .  .        .  .   .
        ",
        "enemy 087 MID-4",
        "
        .  .   .   .          .
        .  y2  e1  e3[087=4]  .
        .  .   .   .          .
        ",
    );
}

#[test]
fn c087_barret_played_by_the_enemy_puts_its_pawn_on_the_cleared_tile() {
    check(
        REBIRTH,
        "
        .  .        .  .   .
        .  y2[114]  .  e3  .
        .  .        .  .   .
        ",
        "enemy 087 MID-4",
        "
        .  .   .   .          .
        .  e1  e1  e3[087=4]  .
        .  .   .   .          .
        ",
    );
}

// 088 Tifa

#[test]
fn c088_tifa_adds_5_to_a_won_lane_and_nothing_to_a_lost_one() {
    check(
        BOTH,
        "
        y1  .        .  .        .
        y1  y1[088]  .  e1[021]  .
        y1  .        .  .        .
        ",
        "you 088 TOP-1",
        "
        y1[088=1]  y1         .  .          .
        y2         y1[088=1]  .  e1[021=5]  .
        y2         .          .  .          .
        score you 6 enemy 5
        ",
    );
}

// 089 Aerith

#[test]
fn c089_aerith_raises_the_allies_beside_her_by_3_which_does_not_enhance_them() {
    check(
        CANON,
        "
        .  .        y1[018]  .        .
        .  y1[019]  y2       e1[021]  .
        .  .        .        .        .
        ",
        "you 089 MID-3",
        "
        .  .          y1[018=2]  .          .
        .  y1[019=5]  y2[089=1]  e1[021=5]  .
        .  .          .          .          .
        ",
    );
}

#[test]
fn c089_aerith_enhances_the_allies_beside_her() {
    check(
        REBIRTH,
        "
        .  .        y1[018]  .        .
        .  y1[019]  y2       e1[021]  .
        .  .        .        .        .
        ",
        "you 089 MID-3",
        "
        .  .           y1[018=2]  .          .
        .  y1[019=5+]  y2[089=1]  e1[021=5]  .
        .  .           .          .          .
        ",
    );
}

#[test]
fn c089_aerith_reaches_a_card_played_later() {
    check(
        CANON,
        "
        .   .   .  .  .
        y1  y2  .  .  .
        .   .   .  .  .
        ",
        "you 089 MID-2; you 001 MID-3",
        "
        .   .          y1         .   .
        y2  y2[089=1]  y1[001=4]  y1  .
        .   .          y1         .   .
        ",
    );
    check(
        REBIRTH,
        "
        .   .   .  .  .
        y1  y2  .  .  .
        .   .   .  .  .
        ",
        "you 089 MID-2; you 001 MID-3",
        "
        .   .          y1          .   .
        y2  y2[089=1]  y1[001=4+]  y1  .
        .   .          y1          .   .
        ",
    );
}

#[test]
fn c089_aerith_over_an_enfeebled_ally_leaves_it_enfeebled_if_only_discrete_changes_count() {
    check(
        CANON,
        "
        .  .          .   .  .
        .  y1[019-1]  y2  .  .
        .  .          .   .  .
        ",
        "you 089 MID-3",
        "
        .  .           .          .   .
        .  y1[019=4-]  y2[089=1]  y1  .
        .  .           .          .   .
        ",
    );
    check(
        &["canon status=net", "rebirth"],
        "
        .  .          .   .  .
        .  y1[019-1]  y2  .  .
        .  .          .   .  .
        ",
        "you 089 MID-3",
        "
        .  .           .          .   .
        .  y1[019=4+]  y2[089=1]  y1  .
        .  .           .          .   .
        ",
    );
}

#[test]
fn c089_aerith_destroyed_takes_her_aura_with_her() {
    check(
        CANON,
        "
        .  .        .        .   .
        .  y1[019]  y2[089]  e2  .
        .  .        .        .   .
        ",
        "enemy 039 MID-4",
        "
        .  .          .   .          .
        .  y1[019=2]  y2  e2[039=3]  .
        .  .          .   .          .
        ",
    );
    check(
        REBIRTH,
        "
        .  .        .        .   .
        .  y1[019]  y2[089]  e2  .
        .  .        .        .   .
        ",
        "enemy 039 MID-4",
        "
        .  .          .   .          .
        .  y1[019=2]  e1  e2[039=3]  .
        .  .          .   .          .
        ",
    );
}

// 090 Red XIII

#[test]
fn c090_red_xiii_first_enfeebled_lowers_the_enemies_two_tiles_away_by_2() {
    check(
        BOTH,
        "
        .        y1  y1[090]  .        e1[021]
        .        .   .        .        .
        y1[019]  .   e1[021]  e1[021]  e1[114]
        ",
        "you 083 TOP-2",
        "
        .          y1[083=1]  y1[090=2-]  .          e1[021=3-]
        .          .          .           .          .
        y1[019=2]  .          e1[021=3-]  e1[021=5]  e1[114=6-]
        ",
    );
}

#[test]
fn c090_red_xiii_enfeebled_again_does_nothing_more() {
    check(
        BOTH,
        "
        .  y1  y1[090]  y1  e1[021]
        .  .   .        .   .
        .  .   e1[021]  .   .
        ",
        "you 083 TOP-2; you 083 TOP-4",
        "
        .  y1[083=1]  y1[090=1-]  y1[083=1]  e1[021=2-]
        .  .          .           .          .
        .  .          e1[021=3-]  .          .
        ",
    );
}

#[test]
fn c090_red_xiii_is_not_enfeebled_by_an_aura_if_only_discrete_changes_count() {
    check(
        CANON,
        "
        y1[090]  .  e3  .  .
        .        .  .   .  .
        .        .  .   .  .
        ",
        "enemy 102 TOP-3",
        "
        y1  .  e3[102=4]  .  e1
        .   .  .          .  .
        .   .  e1         .  .
        ",
    );
}

#[test]
fn c090_red_xiii_brought_to_0_by_an_aura_fires_before_it_dies() {
    check(
        REBIRTH,
        "
        y1[090]  .  e3  .  .
        .        .  .   .  .
        .        .  .   .  .
        ",
        "enemy 102 TOP-3",
        "
        e1  .  e3[102=2-]  .  e1
        .   .  .           .  .
        .   .  e1          .  .
        ",
    );
}

// 091 Yuffie

#[test]
fn c091_yuffie_lowers_all_cards_around_her_by_the_power_of_the_replaced_ally() {
    check(
        CANON,
        "
        .  .        .        .        .
        .  y1[011]  e2[114]  e1[021]  .
        .  y1[021]  .        .        .
        ",
        "you 091 MID-2",
        "
        .   y1          .           .          .
        y1  y1[091=1]   e2[114=4-]  e1[021=5]  .
        .   y1[021=1-]  .           .          .
        ",
    );
}

#[test]
fn c091_yuffie_stands_on_a_cleared_tile() {
    check(
        REBIRTH,
        "
        .  .        .        .        .
        .  y1[011]  e2[114]  e1[021]  .
        .  y1[021]  .        .        .
        ",
        "you 091 MID-2",
        "
        .   y1          .           .          .
        y1  y0[091=1]   e2[114=4-]  e1[021=5]  .
        .   y1[021=1-]  .           .          .
        ",
    );
}

#[test]
fn c091_yuffie_played_by_the_enemy_replaces_the_enemys_own_card() {
    check(
        CANON,
        "
        .  .  .        .        .
        .  .  y1[021]  e1[019]  .
        .  .  .        .        .
        ",
        "enemy 091 MID-4",
        "
        .  .  .           e1         .
        .  .  y1[021=3-]  e1[091=1]  e1
        .  .  .           e1         .
        ",
    );
    check(
        REBIRTH,
        "
        .  .  .        .        .
        .  .  y1[021]  e1[019]  .
        .  .  .        .        .
        ",
        "enemy 091 MID-4",
        "
        .  .  .           e1         .
        .  .  y1[021=3-]  e0[091=1]  e1
        .  .  .           e1         .
        ",
    );
}

// 092 Cait Sith

#[test]
fn c092_cait_sith_adds_a_moogle_to_the_hand() {
    check(
        BOTH,
        "
        .  .   .  .  .
        .  y1  .  .  .
        .  .   .  .  .
        ",
        "you 092 MID-2",
        "
        .   .          .   .  .
        y1  y1[092=1]  y1  .  .
        .   y1         .   .  .
        hand you T06
        ",
    );
}

#[test]
fn c092_cait_sith_played_by_the_enemy_adds_to_the_enemys_hand() {
    check(
        BOTH,
        "
        .  .  .  .   .
        .  .  .  e1  .
        .  .  .  .   .
        ",
        "enemy 092 MID-4",
        "
        .  .  .   .          .
        .  .  e1  e1[092=1]  e1
        .  .  .   e1         .
        hand enemy T06
        ",
    );
}

// 093 Cid

#[test]
fn c093_cid_adds_the_tiny_bronco_to_the_hand() {
    check(
        BOTH,
        "
        .   .  .  .  .
        .   .  .  .  .
        y1  .  .  .  .
        ",
        "you 093 BOT-1",
        "
        y1         .   .  .  .
        .          .   .  .  .
        y1[093=2]  y1  .  .  .
        hand you T07
        ",
    );
}

// 094 Vincent

#[test]
fn c094_vincent_destroyed_adds_galian_beast_and_his_pawns_vanish() {
    check(
        CANON,
        "
        .  .   .  .   .
        .  y1  .  e2  .
        .  .   .  .   .
        ",
        "you 094 MID-2; enemy 003 MID-4",
        "
        .  .   .  .          .
        .  y1  .  e2[003=1]  .
        .  .   .  .          .
        hand you T08
        ",
    );
}

#[test]
fn c094_vincent_destroyed_adds_galian_beast_and_his_pawns_stay() {
    check(
        REBIRTH,
        "
        .  .   .  .   .
        .  y1  .  e2  .
        .  .   .  .   .
        ",
        "you 094 MID-2; enemy 003 MID-4",
        "
        .  y1  .   .          .
        .  .   y1  e2[003=1]  .
        .  y1  .   .          .
        hand you T08
        ",
    );
}

// 095 Ifrit

#[test]
fn c095_ifrit_gains_2_for_each_enhanced_ally() {
    check(
        CANON,
        "
        y1[019+1]  .   y1[018+2]  .          .
        .          y3  .          e1[021+1]  .
        y1[018-1]  .   .          .          .
        ",
        "you 095 MID-2",
        "
        y1[019=3+]  y1         y1[018=4+]  .           .
        .           y3[095=9]  .           e1[021=6+]  .
        y1[018=1-]  y1         .           .           .
        ",
    );
}

#[test]
fn c095_ifrit_is_itself_enhanced_by_what_it_counts() {
    check(
        REBIRTH,
        "
        y1[019+1]  .   y1[018+2]  .          .
        .          y3  .          e1[021+1]  .
        y1[018-1]  .   .          .          .
        ",
        "you 095 MID-2",
        "
        y1[019=3+]  y1          y1[018=4+]  .           .
        .           y3[095=9+]  .           e1[021=6+]  .
        y1[018=1-]  y1          .           .           .
        ",
    );
}

#[test]
fn c095_ifrit_does_not_count_an_ally_that_only_an_aura_raises() {
    check(
        CANON,
        "
        .        .        .  .   .
        y1[019]  y2[089]  .  y3  .
        .        .        .  .   .
        ",
        "you 095 MID-4",
        "
        .          .          .  y1         .
        y1[019=5]  y2[089=1]  .  y3[095=5]  .
        .          .          .  y1         .
        ",
    );
}

#[test]
fn c095_ifrit_counts_an_ally_that_an_aura_raises() {
    check(
        &["canon status=net", "rebirth"],
        "
        .        .        .  .   .
        y1[019]  y2[089]  .  y3  .
        .        .        .  .   .
        ",
        "you 095 MID-4",
        "
        .           .          .  y1          .
        y1[019=5+]  y2[089=1]  .  y3[095=7+]  .
        .           .          .  y1          .
        ",
    );
}

#[test]
fn c095_two_ifrits_enhanced_by_a_third_card_count_each_other() {
    check(
        CANON,
        "
        .        .          .   .  .
        y3[095]  y1[019+1]  y3  .  .
        .        .          .   .  .
        ",
        "you 095 MID-3",
        "
        .          .           y1         .  .
        y3[095=7]  y1[019=3+]  y3[095=7]  .  .
        .          .           y1         .  .
        ",
    );
    check(
        REBIRTH,
        "
        .        .          .   .  .
        y3[095]  y1[019+1]  y3  .  .
        .        .          .   .  .
        ",
        "you 095 MID-3",
        "
        .           .           y1          .  .
        y3[095=9+]  y1[019=3+]  y3[095=9+]  .  .
        .           .           y1          .  .
        ",
    );
}

#[test]
fn c095_two_ifrits_alone_stay_neutral_because_counting_starts_from_nothing() {
    check(
        BOTH,
        "
        .        .  .   .  .
        y3[095]  .  y3  .  .
        .        .  .   .  .
        ",
        "you 095 MID-3",
        "
        .          .  y1         .  .
        y3[095=5]  .  y3[095=5]  .  .
        .          .  y1         .  .
        ",
    );
}

// 096 Shiva

#[test]
fn c096_shiva_covers_every_tile_you_hold_with_the_token_for_its_rank() {
    check(
        BOTH,
        "
        y3    y1  .     e1  e2
        y2    y2  y2:1  .   e1
        y1:1  .   e1:1  .   .
        ",
        "you 096 MID-1",
        "
        y3[T11=6]    y1[T09=2]  .            e1  e2
        y2[096=3]    y2[T10=4]  y2:1[T10=4]  .   e1
        y1:1[T09=2]  .          e1:1         .   .
        ",
    );
}

#[test]
fn c096_shiva_played_by_the_enemy_covers_the_enemys_tiles() {
    check(
        BOTH,
        "
        y1  y2  .     e1  e2
        y1  .   .     .   e2
        .   .   e1:1  e3  .
        ",
        "enemy 096 MID-5",
        "
        y1  y2  .            e1[T09=2]  e2[T10=4]
        y1  .   .            .          e2[096=3]
        .   .   e1:1[T09=2]  e3[T11=6]  .
        ",
    );
}

// 097 Ramuh

#[test]
fn c097_ramuh_lowers_all_cards_on_its_diagonals_by_3() {
    check(
        BOTH,
        "
        .  .        y3       .  .
        .  y1[021]  .        .  .
        .  .        e1[114]  .  e1[114]
        ",
        "you 097 TOP-3",
        "
        .   .           y3[097=3]  .   .
        .   y1[021=2-]  .          y1  .
        y1  .           e1[114=8]  .   e1[114=5-]
        ",
    );
}

#[test]
fn c097_ramuh_played_by_the_enemy_destroys_weak_cards_of_both_sides() {
    check(
        CANON,
        "
        y2[019]  .  .   .  e2[018]
        .        .  .   .  .
        .        .  e3  .  .
        ",
        "enemy 097 BOT-3",
        "
        y2  .   .          .   e2
        .   e1  .          e1  .
        .   .   e3[097=3]  .   .
        ",
    );
    check(
        REBIRTH,
        "
        y2[019]  .  .   .  e2[018]
        .        .  .   .  .
        .        .  e3  .  .
        ",
        "enemy 097 BOT-3",
        "
        e1  .   .          .   e1
        .   e1  .          e1  .
        .   .   e3[097=3]  .   .
        ",
    );
}

// 098 Titan

#[test]
fn c098_titans_2_pawns_step_over_enemy_tiles() {
    check(
        CANON,
        "
        .  e3  .   .  .
        .  y2  e1  .  .
        .  y2  .   .  .
        ",
        "you 098 MID-2",
        "
        .  y2:1       .   .  .
        .  y2[098=5]  y2  .  .
        .  y3         .   .  .
        ",
    );
}

#[test]
fn c098_titans_2_pawns_take_over_enemy_tiles_at_their_visible_rank() {
    check(
        REBIRTH,
        "
        .  e3  .   .  .
        .  y2  e1  .  .
        .  y2  .   .  .
        ",
        "you 098 MID-2",
        "
        .  y3         .   .  .
        .  y2[098=5]  y1  .  .
        .  y3         .   .  .
        ",
    );
}

#[test]
fn c098_titans_2_pawns_on_an_enemy_tile_where_you_have_pawns_too() {
    check(
        CANON,
        "
        .  e2:2  .   .  .
        .  y2    e2  .  .
        .  .     .   .  .
        ",
        "you 098 MID-2",
        "
        .  y3         .   .  .
        .  y2[098=5]  y2  .  .
        .  y2         .   .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  e2:2  .   .  .
        .  y2    e2  .  .
        .  .     .   .  .
        ",
        "you 098 MID-2",
        "
        .  y2         .   .  .
        .  y2[098=5]  y2  .  .
        .  y2         .   .  .
        ",
    );
}

#[test]
fn c098_titan_played_by_the_enemy_claims_your_tiles() {
    check(
        CANON,
        "
        .  .  .   y1    .
        .  .  y3  e2    .
        .  .  .   y1:1  .
        ",
        "enemy 098 MID-4",
        "
        .  .  .     e2         .
        .  .  e2:1  e2[098=5]  .
        .  .  .     e3         .
        ",
    );
    check(
        REBIRTH,
        "
        .  .  .   y1    .
        .  .  y3  e2    .
        .  .  .   y1:1  .
        ",
        "enemy 098 MID-4",
        "
        .  .  .   e1         .
        .  .  e3  e2[098=5]  .
        .  .  .   e1         .
        ",
    );
}

#[test]
fn c098_titans_claims_are_undone_when_it_is_destroyed_but_its_destroyers_pawns_stay() {
    check(
        CANON,
        "
        .  e3  .   .   .
        .  y2  e1  e3  .
        .  y2  .   .   .
        ",
        "you 098 MID-2; enemy 087 MID-4",
        "
        .  e3  .   .          .
        .  y2  e2  e3[087=4]  .
        .  y2  .   .          .
        ",
    );
}

#[test]
fn c098_titans_claims_stay_when_it_is_destroyed() {
    check(
        REBIRTH,
        "
        .  e3  .   .   .
        .  y2  e1  e3  .
        .  y2  .   .   .
        ",
        "you 098 MID-2; enemy 087 MID-4",
        "
        .  y3  .   .          .
        .  e1  e1  e3[087=4]  .
        .  y3  .   .          .
        ",
    );
}

#[test]
fn pawns_of_3_take_any_enemy_tile_to_rank_3_by_steps() {
    check(
        CANON,
        "
        e1    e2  e3  .  .
        .     y3  .   .  .
        e3:2  y1  .   .  .
        ",
        "you 085 MID-2",
        "
        y3  y3         y3  .  .
        .   y3[085=4]  .   .  .
        y3  y3         y3  .  .
        ",
    );
}

#[test]
fn pawns_of_3_take_over_no_more_than_the_visible_rank() {
    check(
        REBIRTH,
        "
        e1    e2  e3  .  .
        .     y3  .   .  .
        e3:2  y1  .   .  .
        ",
        "you 085 MID-2",
        "
        y1  y2         y3  .  .
        .   y3[085=4]  .   .  .
        y3  y3         y3  .  .
        ",
    );
}

#[test]
fn pawns_of_3_leave_the_other_sides_rank_on_a_tile_you_hold() {
    check(
        BOTH,
        "
        .  y1:1  .  .  .
        .  y3    .  .  .
        .  y2:2  .  .  .
        ",
        "you 085 MID-2",
        "
        y3  y3:1       y3  .  .
        .   y3[085=4]  .   .  .
        y3  y3:2       y3  .  .
        ",
    );
}

// 099 Kujata

#[test]
fn c099_kujata_first_enhanced_lowers_enemies_on_its_tiles_by_5() {
    check(
        BOTH,
        "
        .  .   .        e1[114]    .
        .  y1  y3[099]  e1[114]    .
        .  .   .        e1[021+1]  .
        ",
        "you 139 MID-2",
        "
        .  .          .           e1[114=3-]  .
        .  y1[139=1]  y3[099=7+]  e1[114=8]   .
        .  .          .           e1[021=1-]  .
        ",
    );
}

#[test]
fn c099_kujatas_pawn_lands_where_its_trigger_destroyed_a_card() {
    check(
        CANON,
        "
        .  .   .        e2[021]  .
        .  y1  y3[099]  .        .
        .  .   .        .        .
        ",
        "you 139 MID-2",
        "
        .  .          .           e2  .
        .  y1[139=1]  y3[099=7+]  .   .
        .  .          .           .   .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   .        e2[021]  .
        .  y1  y3[099]  .        .
        .  .   .        .        .
        ",
        "you 139 MID-2",
        "
        .  .          .           y1  .
        .  y1[139=1]  y3[099=7+]  .   .
        .  .          .           .   .
        ",
    );
}

// 100 Odin

#[test]
fn c100_odin_gains_2_for_each_enhanced_enemy() {
    check(
        CANON,
        "
        .  .   .          e1[021+1]  .
        .  y2  y1[019+1]  .          e1[018+2]
        .  .   .          e1[001]    .
        ",
        "you 100 MID-2",
        "
        y1  .          y1          e1[021=6+]  .
        .   y2[100=7]  y1[019=3+]  .           e1[018=4+]
        y1  .          y1          e1[001=1]   .
        ",
    );
}

#[test]
fn c100_odin_is_itself_enhanced_by_what_it_counts() {
    check(
        REBIRTH,
        "
        .  .   .          e1[021+1]  .
        .  y2  y1[019+1]  .          e1[018+2]
        .  .   .          e1[001]    .
        ",
        "you 100 MID-2",
        "
        y1  .           y1          e1[021=6+]  .
        .   y2[100=7+]  y1[019=3+]  .           e1[018=4+]
        y1  .           y1          e1[001=1]   .
        ",
    );
}

// 101 Phoenix

#[test]
fn c101_phoenix_destroyed_raises_allies_on_its_diagonals_by_5() {
    check(
        CANON,
        "
        .  y1[019]  .        .        .
        .  y1[018]  y3[101]  e2       .
        .  .        .        e1[021]  .
        ",
        "enemy 039 MID-4",
        "
        .  y1[019=7+]  .   .          .
        .  y1[018=2]   y3  e2[039=3]  .
        .  .           .   e1[021=5]  .
        ",
    );
}

#[test]
fn c101_phoenix_destroyed_leaves_its_tile_to_the_destroyers_pawn() {
    check(
        REBIRTH,
        "
        .  y1[019]  .        .        .
        .  y1[018]  y3[101]  e2       .
        .  .        .        e1[021]  .
        ",
        "enemy 039 MID-4",
        "
        .  y1[019=7+]  .   .          .
        .  y1[018=2]   e1  e2[039=3]  .
        .  .           .   e1[021=5]  .
        ",
    );
}

// 102 Leviathan

#[test]
fn c102_leviathan_lowers_enemies_by_3_while_in_play() {
    check(
        CANON,
        "
        .        .  y3       .  e1[021]
        .        .  .        .  .
        y1[018]  .  e1[019]  .  e1[001]
        ",
        "you 102 TOP-3",
        "
        y1         .  y3[102=4]  .  e1[021=2]
        .          .  .          .  .
        y1[018=2]  .  e1         .  e1
        ",
    );
}

#[test]
fn c102_leviathans_pawn_lands_where_its_aura_destroyed_a_card_and_its_range_has_a_pawn() {
    check(
        REBIRTH,
        "
        .        .  y3       .  e1[021]
        .        .  .        .  .
        y1[018]  .  e1[019]  .  e1[001]
        ",
        "you 102 TOP-3",
        "
        y1         .  y3[102=4]  .  e1[021=2-]
        .          .  .          .  .
        y1[018=2]  .  y1         .  .
        ",
    );
}

#[test]
fn c102_leviathan_destroys_a_weak_enemy_card_played_later_and_its_pawns_vanish() {
    check(
        CANON,
        "
        .  .  y3[102]  .  .
        .  .  .        .  .
        .  .  .        .  e1
        ",
        "enemy 019 BOT-5",
        "
        .  .  y3[102=4]  .  .
        .  .  .          .  .
        .  .  .          .  e1
        ",
    );
}

#[test]
fn c102_leviathan_destroys_a_weak_enemy_card_played_later_and_its_pawns_stay() {
    check(
        REBIRTH,
        "
        .  .  y3[102]  .  .
        .  .  .        .  .
        .  .  .        .  e1
        ",
        "enemy 019 BOT-5",
        "
        .  .  y3[102=4]  .  .
        .  .  .          .  e1
        .  .  .          .  .
        ",
    );
}

// 103 Alexander

#[test]
fn c103_alexander_gains_3_for_each_enfeebled_ally() {
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
fn c103_alexander_is_itself_enhanced_by_what_it_counts() {
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

// 104 Bahamut

#[test]
fn c104_bahamut_lowers_the_next_two_enemies_ahead_by_5() {
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
fn c104_bahamuts_pawn_lands_where_it_destroyed_a_card() {
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
fn c104_bahamut_played_by_the_enemy_looks_left() {
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

// 105 Bahamut Arisen

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

// 106 Gilgamesh

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
        .           .  y0[106=3]  .  .
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
        .           y2[089=1]  y0[106=6+]  .  .
        .           .          .           .  .
        y1[114=3-]  .          .           .  .
        ",
    );
}

// 107 Chocobo & Moogle

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

// 109 Posh Chocobo

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

// 110 Moogle Trio

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

// 111 Magic Pot

#[test]
fn c111_magic_pot_raises_allies_on_its_diagonals_by_2() {
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
fn c111_magic_pot_enhances_allies_on_its_diagonals() {
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

// 112 Materia Guardian

#[test]
fn c112_materia_guardian_first_enfeebled_lowers_enemies_two_lanes_away_by_6() {
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
fn c112_materia_guardian_under_a_lowering_aura_fires_only_if_auras_count() {
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

// 113 Midgardsormr

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
fn c113_midgardsormr_counts_both_sides_cards_in_one_batch() {
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
        y0[123=1]  .  .           .  .
        y1         .  y3[113=7+]  .  .
        ",
    );
}

// 115 Terror of the Deep

#[test]
fn c115_terror_of_the_deep_lowers_all_cards_around_it_by_1() {
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
fn c115_terror_of_the_deep_takes_the_tile_of_a_card_its_aura_destroys() {
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
        .   y1         .  .  .
        ",
    );
}
