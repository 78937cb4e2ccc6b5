use crate::support::{BOTH, CANON, REBIRTH, check};

// T01 Mandragora Minion, T02 Heatseeker Minion, T09-T11 Diamond Dust have no ability;
// the last three are shown by their spawner, 096 Shiva.

// T03 Grangalan Junior

#[test]
fn t03_grangalan_junior_comes_from_grangalan_and_adds_baby_grangalan() {
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

// T04 Baby Grangalan

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
fn t04_baby_grangalan_destroyed_lowers_all_cards_around_it_by_5() {
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
fn t04_baby_grangalans_destroyer_puts_its_pawn_down_and_dies_of_the_blast() {
    check(
        REBIRTH,
        "
        y1[018]  .          y1[114]  .   .
        .        .          y1[T04]  e2  .
        .        e1[021+1]  .        .   e1[021]
        ",
        "enemy 039 MID-4",
        "
        y1[018=2]  .           y1[114=3-]  .  .
        .          .           e1          .  .
        .          e1[021=1-]  .           .  e1[021=5]
        ",
    );
}

#[test]
fn t04_baby_grangalans_go_off_one_after_the_other() {
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

// T05 Resurrected Amalgam

#[test]
fn t05_resurrected_amalgam_comes_from_a_destroyed_amalgam_and_lowers_all_cards_above_and_below() {
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
fn t05_resurrected_amalgam_enfeebles_allies_and_enemies() {
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
        .  y1         .  .  .
        .  y1[T05=2]  .  .  .
        .  y1         .  .  .
        ",
    );
}

// T06 Moogle

#[test]
fn t06_moogle_comes_from_cait_sith_and_raises_the_ally_above_it_by_3() {
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

// T07 The Tiny Bronco

#[test]
fn t07_the_tiny_bronco_comes_from_cid_and_puts_2_pawns_on_each_tile() {
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
fn t07_the_tiny_broncos_2_pawns_step_over_enemy_tiles() {
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
fn t07_the_tiny_broncos_2_pawns_take_over_enemy_tiles_at_their_visible_rank() {
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
fn t07_the_tiny_bronco_played_by_the_enemy_is_mirrored() {
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

// T08 Galian Beast

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
fn t08_galian_beast_leaves_the_tile_of_a_destroyed_card_alone() {
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
        .  .  y2[T08=4]  .  .
        .  .  .          .  .
        .  .  .          .  .
        ",
    );
}

// T12, T13, T14 Elemental

#[test]
fn t12_elemental_of_rank_1_destroyed_raises_all_cards_around_it_by_1() {
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
fn t13_elemental_of_rank_2_destroyed_raises_all_cards_around_it_by_2() {
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
        .          y1[019=4+]  e1  e2[039=5+]  .
        .          .           .   .           e1[021=5]
        ",
    );
}

#[test]
fn t14_elemental_of_rank_3_destroyed_raises_all_cards_around_it_by_3() {
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
        .          y1[019=5+]  e1  e2[039=6+]  .
        .          .           .   .           e1[021=5]
        ",
    );
}

// T15 Moogle Mage

#[test]
fn t15_moogle_mage_lowers_the_enemy_two_lanes_up_and_two_ahead_by_4() {
    check(
        BOTH,
        "
        .   e1[021]  e1[114]  .  .
        .   .        .        .  .
        y1  .        .        .  .
        ",
        "you T15 BOT-1",
        "
        .          e1[021=5]  e1[114=4-]  .  .
        .          .          .           .  .
        y1[T15=1]  .          .           .  .
        ",
    );
}

#[test]
fn t15_moogle_mage_played_by_the_enemy_is_mirrored_and_its_pawn_lands_where_it_destroyed_a_card() {
    check(
        CANON,
        "
        .  .  y2[019]  .  .
        .  .  .        .  .
        .  .  .        .  e1
        ",
        "enemy T15 BOT-5",
        "
        .  .  y2  .  .
        .  .  .   .  .
        .  .  .   .  e1[T15=1]
        ",
    );
    check(
        REBIRTH,
        "
        .  .  y2[019]  .  .
        .  .  .        .  .
        .  .  .        .  e1
        ",
        "enemy T15 BOT-5",
        "
        .  .  e1  .  .
        .  .  .   .  .
        .  .  .   .  e1[T15=1]
        ",
    );
}

#[test]
fn t15_moogle_mage_spares_an_ally_and_puts_a_pawn_on_an_empty_tile() {
    check(
        BOTH,
        "
        .   .   y1[021]  .  .
        .   .   .        .  .
        y1  y1  .        .  .
        ",
        "you T15 BOT-1; you T15 BOT-2",
        "
        .          .          y1[021=5]  y1  .
        .          .          .          .   .
        y1[T15=1]  y1[T15=1]  .          .   .
        ",
    );
}

// T16 Moogle Bard

#[test]
fn t16_moogle_bard_raises_the_allies_ahead_and_below_by_2() {
    check(
        CANON,
        "
        .  y1       .        .  .
        .  .        y1[019]  .  .
        .  y1[018]  e1[021]  .  .
        ",
        "you T16 TOP-2",
        "
        .  y1[T16=1]  y1         .  .
        .  y1         y1[019=4]  .  .
        .  y1[018=2]  e1[021=5]  .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  y1       .        .  .
        .  .        e1[021]  .  .
        .  y1[018]  y1[019]  .  .
        ",
        "you T16 TOP-2",
        "
        .  y1[T16=1]  y1          .  .
        .  y1         e1[021=5]   .  .
        .  y1[018=2]  y1[019=4+]  .  .
        ",
    );
}

#[test]
fn t16_moogle_bard_played_by_the_enemy_is_mirrored() {
    check(
        CANON,
        "
        .  .  .        e1  .
        .  .  e1[019]  .   e1[018]
        .  .  y1[021]  .   .
        ",
        "enemy T16 TOP-4",
        "
        .  .  e1         e1[T16=1]  .
        .  .  e1[019=4]  e1         e1[018=2]
        .  .  y1[021=5]  .          .
        ",
    );
}

// T17 Cacneo

#[test]
fn t17_cacneo_raises_the_allies_one_ahead_and_two_lanes_away_by_3() {
    check(
        CANON,
        "
        .  y2  .        .        .
        .  .   y1[018]  .        .
        .  .   y1[019]  e1[021]  .
        ",
        "you T17 TOP-2",
        "
        .  y2[T17=2]  y1         .          .
        .  .          y1[018=2]  .          .
        .  .          y1[019=5]  e1[021=5]  .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   y1[019]  .  .
        .  .   y1[018]  .  .
        .  y2  .        .  .
        ",
        "you T17 BOT-2",
        "
        .  .          y1[019=5+]  .  .
        .  .          y1[018=2]   .  .
        .  y2[T17=2]  y1          .  .
        ",
    );
}

#[test]
fn t17_cacneo_puts_pawns_on_the_three_tiles_ahead() {
    check(
        BOTH,
        "
        .  .   y1  .  .
        .  y2  .   .  .
        .  .   e1  .  .
        ",
        "you T17 MID-2",
        "
        .  .          y2  .  .
        .  y2[T17=2]  y1  .  .
        .  .          y1  .  .
        ",
    );
}

// T18 Donberry

#[test]
fn t18_donberry_destroys_the_enemy_before_it() {
    check(
        CANON,
        "
        .  .   .        .        .
        .  y2  e2[114]  e1[021]  .
        .  .   .        .        .
        ",
        "you T18 MID-2",
        "
        .  .          .   .          .
        .  y2[T18=2]  e2  e1[021=5]  .
        .  .          .   .          .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   .        .        .
        .  y2  e2[114]  e1[021]  .
        .  .   .        .        .
        ",
        "you T18 MID-2",
        "
        .  .          .   .          .
        .  y2[T18=2]  y1  e1[021=5]  .
        .  .          .   .          .
        ",
    );
}

#[test]
fn t18_donberry_spares_the_ally_before_it() {
    check(
        BOTH,
        "
        .  .   .        .  .
        .  y2  y1[019]  .  .
        .  .   .        .  .
        ",
        "you T18 MID-2",
        "
        .  .          .          .  .
        .  y2[T18=2]  y1[019=2]  .  .
        .  .          .          .  .
        ",
    );
}

#[test]
fn t18_donberry_played_by_the_enemy_looks_left() {
    check(
        CANON,
        "
        .  .  .        .   .
        .  .  y3[114]  e2  e1[021]
        .  .  .        .   .
        ",
        "enemy T18 MID-4",
        "
        .  .  .   .          .
        .  .  y3  e2[T18=2]  e1[021=5]
        .  .  .   .          .
        ",
    );
    check(
        REBIRTH,
        "
        .  .  .        .   .
        .  .  y3[114]  e2  e1[021]
        .  .  .        .   .
        ",
        "enemy T18 MID-4",
        "
        .  .  .   .          .
        .  .  e1  e2[T18=2]  e1[021=5]
        .  .  .   .          .
        ",
    );
}

// T19, T20, T21 Hype Johnny

#[test]
fn t19_hype_johnny_of_rank_1_raises_all_cards_two_tiles_away_by_1() {
    check(
        CANON,
        "
        y1[019]  y1[018]  y1       .  e1[021]
        .        .        .        .  .
        y1[001]  .        e1[018]  .  .
        ",
        "you T19 TOP-3",
        "
        y1[019=3]  y1[018=2]  y1[T19=1]  .  e1[021=6]
        .          .          .          .  .
        y1[001=2]  .          e1[018=3]  .  .
        ",
    );
    check(
        REBIRTH,
        "
        y1[019]  y1[018]  y1       .  e1[021]
        .        .        .        .  .
        y1[001]  .        e1[018]  .  .
        ",
        "you T19 TOP-3",
        "
        y1[019=3+]  y1[018=2]  y1[T19=1]   .  e1[021=6+]
        .           .          .           .  .
        y1[001=2+]  .          e1[018=3+]  .  .
        ",
    );
}

#[test]
fn t20_hype_johnny_of_rank_2_raises_all_cards_two_tiles_straight_away_by_2() {
    check(
        CANON,
        "
        y1[019]  y1[018]  y2       .  e1[021]
        .        .        .        .  .
        y1[001]  .        e1[018]  .  .
        ",
        "you T20 TOP-3",
        "
        y1[019=4]  y1[018=2]  y2[T20=1]  .  e1[021=7]
        .          .          .          .  .
        y1[001=1]  .          e1[018=4]  .  .
        ",
    );
    check(
        REBIRTH,
        "
        y1[019]  y1[018]  y2       .  e1[021]
        .        .        .        .  .
        y1[001]  .        e1[018]  .  .
        ",
        "you T20 TOP-3",
        "
        y1[019=4+]  y1[018=2]  y2[T20=1]   .  e1[021=7+]
        .           .          .           .  .
        y1[001=1]   .          e1[018=4+]  .  .
        ",
    );
}

#[test]
fn t21_hype_johnny_of_rank_3_raises_all_cards_two_tiles_diagonally_away_by_4() {
    check(
        CANON,
        "
        y1[019]  .  y3       .  .
        .        .  .        .  .
        y1[001]  .  e1[018]  .  e1[021]
        ",
        "you T21 TOP-3",
        "
        y1[019=2]  .  y3[T21=1]  .  .
        .          .  .          .  .
        y1[001=5]  .  e1[018=2]  .  e1[021=9]
        ",
    );
    check(
        REBIRTH,
        "
        y1[019]  .  y3       .  .
        .        .  .        .  .
        y1[001]  .  e1[018]  .  e1[021]
        ",
        "you T21 TOP-3",
        "
        y1[019=2]   .  y3[T21=1]  .  .
        .           .  .          .  .
        y1[001=5+]  .  e1[018=2]  .  e1[021=9+]
        ",
    );
}

// Spawning

#[test]
fn spawned_tokens_are_not_played_from_a_hand() {
    check(
        CANON,
        "
        y1  .        .  .  .
        y2  y3[032]  .  .  .
        y1  .        .  .  .
        ",
        "you 096 MID-1",
        "
        y1[T09=2]  .          .  .  .
        y2[096=3]  y3[032=2]  .  .  .
        y1[T09=2]  .          .  .  .
        ",
    );
    check(
        REBIRTH,
        "
        y1  .        .  .  .
        y2  y3[032]  .  .  .
        y1  .        .  .  .
        ",
        "you 096 MID-1",
        "
        y1[T09=2]  .           .  .  .
        y2[096=3]  y3[032=2+]  .  .  .
        y1[T09=2]  .           .  .  .
        ",
    );
}

#[test]
fn tokens_played_from_the_hand_are_played() {
    check(
        CANON,
        "
        .   .        .  .  .
        y1  y3[032]  .  .  .
        .   .        .  .  .
        ",
        "you T01 MID-1",
        "
        y1         .          .  .  .
        y1[T01=1]  y3[032=2]  .  .  .
        .          .          .  .  .
        ",
    );
    check(
        REBIRTH,
        "
        .   .        .  .  .
        y1  y3[032]  .  .  .
        .   .        .  .  .
        ",
        "you T01 MID-1",
        "
        y1         .           .  .  .
        y1[T01=1]  y3[032=2+]  .  .  .
        .          .           .  .  .
        ",
    );
}

#[test]
fn spawning_with_no_tile_left_puts_down_nothing() {
    check(
        BOTH,
        "
        y1[019]  .  e1    .  .
        y2       .  .     .  .
        .        .  e2:2  .  .
        ",
        "you 096 MID-1",
        "
        y1[019=2]  .  e1    .  .
        y2[096=3]  .  .     .  .
        .          .  e2:2  .  .
        ",
    );
}

#[test]
fn spawning_uses_the_visible_rank_of_a_tile_both_sides_have_pawns_on() {
    check(
        BOTH,
        "
        y3:1  y3:2  .  .  .
        y3    y2:2  .  .  .
        y2:1  y1:1  .  .  .
        ",
        "you 105 MID-1",
        "
        y3:1[T14=1]  y3:2[T14=1]  .  .  .
        y3[105=4]    y2:2[T13=1]  .  .  .
        y2:1[T13=1]  y1:1[T12=1]  .  .  .
        ",
    );
}

#[test]
fn spawning_sees_the_tiles_that_earlier_pawns_have_raised() {
    check(
        BOTH,
        "
        .   .   .  .  .
        y1  y2  .  .  .
        .   .   .  .  .
        ",
        "you 001 MID-1; you 096 MID-2",
        "
        y1[T09=2]  .          .  .  .
        y1[001=1]  y3[096=3]  .  .  .
        y1[T09=2]  .          .  .  .
        ",
    );
}

#[test]
fn spawned_tokens_stay_when_the_pawns_under_them_are_undone() {
    check(
        CANON,
        "
        .  .   .   .   .
        .  y1  y2  e2  .
        .  .   .   .   .
        ",
        "you 001 MID-2; you 096 MID-3; enemy 003 MID-4",
        "
        .          y0[T09=2]  .          .          .
        y0[T09=2]  y1         y2[096=3]  e2[003=1]  .
        .          y0[T09=2]  .          .          .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   .   .   .
        .  y1  y2  e2  .
        .  .   .   .   .
        ",
        "you 001 MID-2; you 096 MID-3; enemy 003 MID-4",
        "
        .          y1[T09=2]  .          .          .
        y1[T09=2]  .          y3[096=3]  e2[003=1]  .
        .          y1[T09=2]  .          .          .
        ",
    );
}

// Whose pawn lands on a cleared tile

#[test]
fn a_card_that_dies_before_its_victim_puts_no_pawn_on_the_victims_tile() {
    check(
        REBIRTH,
        "
        .  .  y1[019]  .   .
        .  .  y2[041]  e2  .
        .  .  .        .   .
        ",
        "enemy 039 MID-4",
        "
        .  .  .   .  .
        .  .  e1  .  .
        .  .  .   .  .
        ",
    );
}

#[test]
fn a_replaced_cards_tile_is_cleared_under_the_new_card_and_its_own_pawns_stay() {
    check(
        REBIRTH,
        "
        .  .   .  .  .
        .  y1  .  .  .
        .  .   .  .  .
        ",
        "you 094 MID-2; you 123 MID-2",
        "
        .  y2         .   .  .
        .  y0[123=1]  y1  .  .
        .  y2         .   .  .
        hand you T08
        ",
    );
}

#[test]
fn a_replaced_cards_pawns_vanish_and_the_new_cards_pawns_come() {
    check(
        CANON,
        "
        .  .   .  .  .
        .  y1  .  .  .
        .  .   .  .  .
        ",
        "you 094 MID-2; you 123 MID-2",
        "
        .  y1         .  .  .
        .  y1[123=1]  .  .  .
        .  y1         .  .  .
        hand you T08
        ",
    );
}

#[test]
fn the_pawn_on_a_cleared_tile_is_the_destroyers_pawn_and_is_kept_or_undone_with_it() {
    check(
        REBIRTH,
        "
        .  .   .        .   .
        .  y2  e2[019]  e2  .
        .  .   .        .   .
        ",
        "you 039 MID-2; enemy 003 MID-4",
        "
        .  .  .   .          .
        .  .  y1  e2[003=1]  .
        .  .  .   .          .
        ",
    );
    check(
        &["rebirth destroyedPawns=undo", "canon destroyedTile=clear"],
        "
        .  .   .        .   .
        .  y2  e2[019]  e2  .
        .  .   .        .   .
        ",
        "you 039 MID-2; enemy 003 MID-4",
        "
        .  .  .  .          .
        .  .  .  e2[003=1]  .
        .  .  .  .          .
        ",
    );
}

#[test]
fn a_card_lowered_in_two_plays_goes_to_the_card_that_lowers_it_in_the_play_it_dies() {
    check(
        REBIRTH,
        "
        .  y3  .  .          .
        .  y2  .  e2[021+1]  .
        .  .   .  .          .
        ",
        "you 003 MID-2; you 119 TOP-2",
        "
        .  y3[119=4]  .   .   .
        .  y2[003=1]  .   y1  .
        .  .          y1  .   .
        ",
    );
    check(
        REBIRTH,
        "
        .  y3  .  .          .
        .  y2  .  e2[021+1]  .
        .  .   .  .          .
        ",
        "you 119 TOP-2; you 003 MID-2",
        "
        .  y3[119=4]  .   .  .
        .  y2[003=1]  .   .  .
        .  .          y1  .  .
        ",
    );
}
