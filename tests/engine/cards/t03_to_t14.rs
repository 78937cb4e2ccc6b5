use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn t03_grangalan_adds_grangalan_junior_which_adds_baby_grangalan_to_the_hand() {
    check(
        BOTH,
        "
        .   .   .  .  .
        y2  y3  .  .  .
        .   .   .  .  .
        ",
        "you 056 MID-2; you T03 MID-1",
        "
        .          y2         y1  .  .
        y3[T03=2]  y3[056=3]  y1  .  .
        y1         y2         .   .  .
        hand you T03 T04
        ",
    );
}

#[test]
fn t04_baby_grangalan_puts_pawns_on_all_tiles_around_it() {
    check(
        BOTH,
        "
        y1  .   y2:1     .  .
        .   y1  e1[021]  .  .
        y3  .   .        .  .
        ",
        "you T04 MID-2",
        "
        y2  y1         y3:1       .  .
        y1  y1[T04=1]  e1[021=5]  .  .
        y3  y1         y1         .  .
        ",
    );
}

#[test]
fn t04_baby_grangalan_when_destroyed_lowers_all_cards_around_it_by_5_in_canon() {
    check(
        CANON,
        "
        y1[018]  .          y1[114]  .   .
        .        .          y1[T04]  e2  .
        .        e1[021+1]  .        .   e1[021]
        ",
        "enemy 039 MID-4",
        "
        y1[018=2]  .           y1[114=3-]  .   .
        .          .           y1          e2  .
        .          e1[021=1-]  .           .   e1[021=5]
        ",
    );
}

#[test]
fn t04_baby_grangalans_destroyer_puts_its_pawn_down_before_it_is_destroyed_in_rebirth() {
    check(
        REBIRTH,
        "
        y1[018]  .          y1[114]  .   .
        .        .          y1[T04]  e2  .
        .        e1[021+1]  .        .   e1[021]
        ",
        "enemy 039 MID-4",
        "
        y1[018=2]  .           y1[114=3-]  .   .
        .          .           e1          e2  .
        .          e1[021=1-]  .           .   e1[021=5]
        ",
    );
}

#[test]
fn t04_baby_grangalans_destroy_each_other_one_after_the_other_in_canon() {
    check(
        CANON,
        "
        .          .        .        .   .
        y1[021+1]  y1[T04]  y1[T04]  e2  .
        .          .        .        .   e1[021]
        ",
        "enemy 039 MID-4",
        "
        .           .   .   .   .
        y1[021=1-]  y1  y1  e2  .
        .           .   .   .   e1[021=5]
        ",
    );
}

#[test]
fn t05_destroyed_amalgam_adds_resurrected_amalgam_which_lowers_cards_above_and_below_in_canon() {
    check(
        CANON,
        "
        .  e1[021]  e1[018]  .  .
        .  y1[057]  e2       .  .
        .  .        .        .  .
        ",
        "enemy 039 MID-3; you T05 MID-2",
        "
        .  e1[021=3]  e1[018=2]  .  .
        .  y1[T05=2]  e2[039=3]  .  .
        .  y1         .          .  .
        hand you T05
        ",
    );
}

#[test]
fn t05_resurrected_amalgam_enfeebles_allies_and_enemies_in_rebirth() {
    check(
        REBIRTH,
        "
        .  e1[021]  e1[018]  .  .
        .  y1       .        .  .
        .  y1[011]  .        .  .
        ",
        "you T05 MID-2",
        "
        .  e1[021=3-]  e1[018=2]  .  .
        .  y1[T05=2]   .          .  .
        .  y1[011=2-]  .          .  .
        ",
    );
}

#[test]
fn t05_resurrected_amalgam_destroys_weak_cards_above_and_below() {
    check(
        CANON,
        "
        .  e2[019]  .  .  .
        .  y1       .  .  .
        .  y2[018]  .  .  .
        ",
        "you T05 MID-2",
        "
        .  e2         .  .  .
        .  y1[T05=2]  .  .  .
        .  y2         .  .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  e2[019]  .  .  .
        .  y1       .  .  .
        .  y2[018]  .  .  .
        ",
        "you T05 MID-2",
        "
        .  y2         .  .  .
        .  y1[T05=2]  .  .  .
        .  y3         .  .  .
        ",
    );
}

#[test]
fn t06_cait_sith_adds_moogle_which_raises_the_ally_above_it_by_3() {
    check(
        CANON,
        "
        y1[019]  y1[018]  .  .  .
        y1       y1       .  .  .
        .        .        .  .  .
        ",
        "you 092 MID-2; you T06 MID-1",
        "
        y1[019=5]  y1[018=2]  .   .  .
        y2[T06=2]  y1[092=1]  y1  .  .
        .          y2         .   .  .
        hand you T06
        ",
    );
    check(
        REBIRTH,
        "
        y1[019]  y1[018]  .  .  .
        y1       y1       .  .  .
        .        .        .  .  .
        ",
        "you 092 MID-2; you T06 MID-1",
        "
        y1[019=5+]  y1[018=2]  .   .  .
        y2[T06=2]   y1[092=1]  y1  .  .
        .           y2         .   .  .
        hand you T06
        ",
    );
}

#[test]
fn t07_cid_adds_the_tiny_bronco_which_puts_2_pawns_on_each_tile() {
    check(
        BOTH,
        "
        y1  .  .   .  .
        .   .  .   .  .
        y1  .  e1  .  .
        ",
        "you 093 BOT-1; you T07 TOP-1",
        "
        y2[T07=2]  y2  .   .  .
        y2         .   .   .  .
        y1[093=2]  y3  e1  .  .
        hand you T07
        ",
    );
}

#[test]
fn t07_the_tiny_broncos_2_pawns_take_enemy_tiles_step_by_step_in_canon() {
    check(
        CANON,
        "
        .  y2    e3  .  .
        .  e2:1  .   .  .
        .  .     e1  .  .
        ",
        "you T07 TOP-2",
        "
        .  y2[T07=2]  y2:1  .  .
        .  y3         .     .  .
        .  .          y2    .  .
        ",
    );
}

#[test]
fn t07_the_tiny_broncos_2_pawns_take_over_enemy_tiles_at_their_visible_rank_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y2    e3  .  .
        .  e2:1  .   .  .
        .  .     e1  .  .
        ",
        "you T07 TOP-2",
        "
        .  y2[T07=2]  y3  .  .
        .  y2         .   .  .
        .  .          y1  .  .
        ",
    );
}

#[test]
fn t07_the_tiny_bronco_played_by_the_enemy_is_mirrored_in_canon() {
    check(
        CANON,
        "
        .  .  y3  e2  .
        .  .  .   .   .
        .  .  y1  .   .
        ",
        "enemy T07 TOP-4",
        "
        .  .  e2:1  e2[T07=2]  .
        .  .  .     e2         .
        .  .  e2    .          .
        ",
    );
}

#[test]
fn t08_galian_beast_lowers_all_cards_on_the_ring_around_it_by_1() {
    check(
        BOTH,
        "
        y1[019]  y1[018]  y2  .        e1[021]
        .        .        .   .        .
        .        e1[018]  .   e1[114]  e1[114]
        ",
        "you T08 TOP-3",
        "
        y1[019=1-]  y1[018=2]   y2[T08=4]  .           e1[021=4-]
        .           .           .          .           .
        .           e1[018=1-]  .          e1[114=7-]  e1[114=8]
        ",
    );
}

#[test]
fn t08_galian_beast_puts_no_pawn_on_the_tile_of_a_card_it_destroyed() {
    check(
        CANON,
        "
        e1[001]  .  y2  .  .
        .        .  .   .  .
        .        .  .   .  .
        ",
        "you T08 TOP-3",
        "
        e1  .  y2[T08=4]  .  .
        .   .  .          .  .
        .   .  .          .  .
        ",
    );
    check(
        REBIRTH,
        "
        e1[001]  .  y2  .  .
        .        .  .   .  .
        .        .  .   .  .
        ",
        "you T08 TOP-3",
        "
        e1  .  y2[T08=4]  .  .
        .   .  .          .  .
        .   .  .          .  .
        ",
    );
}

#[test]
fn t12_elemental_of_rank_1_when_destroyed_raises_all_cards_around_it_by_1() {
    check(
        CANON,
        "
        y3  .        .   .   .
        .   y1[019]  y1  e2  .
        .   .        .   .   e1[021]
        ",
        "you 105 TOP-1; enemy 039 MID-4",
        "
        y3[105=4]  .           .   .           .
        .          y1[019=3+]  y1  e2[039=4+]  .
        .          .           .   .           e1[021=5]
        ",
    );
    check(
        REBIRTH,
        "
        y3  .        .   .   .
        .   y1[019]  y1  e2  .
        .   .        .   .   e1[021]
        ",
        "you 105 TOP-1; enemy 039 MID-4",
        "
        y3[105=4]  .           .   .           .
        .          y1[019=3+]  e1  e2[039=4+]  .
        .          .           .   .           e1[021=5]
        ",
    );
}

#[test]
fn t13_elemental_of_rank_2_when_destroyed_raises_all_cards_around_it_by_2() {
    check(
        CANON,
        "
        y3  .        .   .   .
        .   y1[019]  y2  e2  .
        .   .        .   .   e1[021]
        ",
        "you 105 TOP-1; enemy 039 MID-4",
        "
        y3[105=4]  .           .   .           .
        .          y1[019=4+]  y2  e2[039=5+]  .
        .          .           .   .           e1[021=5]
        ",
    );
    check(
        REBIRTH,
        "
        y3  .        .   .   .
        .   y1[019]  y2  e2  .
        .   .        .   .   e1[021]
        ",
        "you 105 TOP-1; enemy 039 MID-4",
        "
        y3[105=4]  .           .   .           .
        .          y1[019=4+]  e2  e2[039=5+]  .
        .          .           .   .           e1[021=5]
        ",
    );
}

#[test]
fn t14_elemental_of_rank_3_when_destroyed_raises_all_cards_around_it_by_3() {
    check(
        CANON,
        "
        y3  .        .   .   .
        .   y1[019]  y3  e2  .
        .   .        .   .   e1[021]
        ",
        "you 105 TOP-1; enemy 039 MID-4",
        "
        y3[105=4]  .           .   .           .
        .          y1[019=5+]  y3  e2[039=6+]  .
        .          .           .   .           e1[021=5]
        ",
    );
    check(
        REBIRTH,
        "
        y3  .        .   .   .
        .   y1[019]  y3  e2  .
        .   .        .   .   e1[021]
        ",
        "you 105 TOP-1; enemy 039 MID-4",
        "
        y3[105=4]  .           .   .           .
        .          y1[019=5+]  e3  e2[039=6+]  .
        .          .           .   .           e1[021=5]
        ",
    );
}
