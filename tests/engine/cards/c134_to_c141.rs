use crate::support::{BOTH, CANON, REBIRTH, check};

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
fn c134_j_squads_johnny_triggers_elena_only_if_auras_count() {
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
        y1[T19=1]  .  y1[130=3+]  y2  .
        y3[134=2]  .  .           .   .
        ",
    );
}

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
fn c137_haunted_hotel_played_by_the_enemy_is_mirrored_in_canon() {
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
