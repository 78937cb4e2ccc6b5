use crate::support::{BOTH, CANON, REBIRTH, check};

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
fn t15_moogle_mage_played_by_the_enemy_is_mirrored_and_can_destroy_a_card() {
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
        .  .  e2  .  .
        .  .  .   .  .
        .  .  .   .  e1[T15=1]
        ",
    );
}

#[test]
fn t15_moogle_mage_does_not_change_an_ally_and_puts_a_pawn_on_an_empty_tile() {
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
fn t16_moogle_bard_played_by_the_enemy_is_mirrored_in_canon() {
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

#[test]
fn t18_donberry_destroys_the_enemy_ahead() {
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
        .  y2[T18=2]  y2  e1[021=5]  .
        .  .          .   .          .
        ",
    );
}

#[test]
fn t18_donberry_does_not_destroy_an_ally_ahead() {
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
fn t18_donberry_played_by_the_enemy_acts_to_the_left() {
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
        .  .  e3  e2[T18=2]  e1[021=5]
        .  .  .   .          .
        ",
    );
}

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
