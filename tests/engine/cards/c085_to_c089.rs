use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c085_moss_grown_adamantoise_raises_six_tiles_to_3() {
    check(
        BOTH,
        "
        .  y1  .  .  .
        .  y3  .  .  .
        .  .   .  .  .
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
fn c085_moss_grown_adamantoises_three_pawns_take_any_enemy_tile_step_by_step_in_canon() {
    check(
        CANON,
        "
        .  .   e2  .  .
        .  y3  .   .  .
        .  .   e3  .  .
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
fn c085_moss_grown_adamantoise_takes_over_enemy_tiles_at_their_rank_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   e2  .  .
        .  y3  .   .  .
        .  .   e1  .  .
        ",
        "you 085 MID-2",
        "
        y3  y3         y2  .  .
        .   y3[085=4]  .   .  .
        y3  y3         y1  .  .
        ",
    );
}

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
fn c086_cloud_triggers_only_once() {
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
fn c086_cloud_set_up_with_power_7_has_already_triggered() {
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
fn c086_cloud_played_under_an_aura_that_makes_it_7_triggers_at_once() {
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
fn c087_barret_does_not_change_an_ally_two_ahead() {
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
fn c087_barret_played_by_the_enemy_acts_to_the_left_and_the_tile_keeps_its_ranks_in_canon() {
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
fn c087_barret_played_by_the_enemy_puts_its_pawn_on_the_reopened_tile_in_rebirth() {
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
        .  e2  e1  e3[087=4]  .
        .  .   .   .          .
        ",
    );
}

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

#[test]
fn c089_aerith_raises_the_allies_beside_her_by_3_which_does_not_enhance_them_in_canon() {
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
fn c089_aerith_enhances_the_allies_beside_her_in_rebirth() {
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
fn c089_aerith_raises_a_card_played_later() {
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
fn c089_aeriths_aura_does_not_end_enfeebled_if_only_discrete_changes_count() {
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
fn c089_aeriths_aura_ends_when_she_is_destroyed() {
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
        .  y1[019=2]  e2  e2[039=3]  .
        .  .          .   .          .
        ",
    );
}
