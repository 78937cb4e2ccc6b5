use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c053_maloceros_adds_10_to_the_points_of_the_lane_it_wins() {
    check(
        BOTH,
        "
        .  .   .  .        e1[021]
        .  y3  .  e1[011]  .
        .  .   .  .        .
        ",
        "you 053 MID-2",
        "
        .   .          .   .          e1[021=5]
        y1  y3[053=5]  y1  e1[011=4]  .
        .   .          .   .          .
        score you 15 enemy 5
        ",
    );
}

#[test]
fn c053_maloceros_in_a_lost_lane_adds_nothing() {
    check(
        BOTH,
        "
        .  .   .  .        .
        .  y3  .  e1[114]  .
        .  .   .  .        .
        ",
        "you 053 MID-2",
        "
        .   .          .   .          .
        y1  y3[053=5]  y1  e1[114=8]  .
        .   .          .   .          .
        score you 0 enemy 8
        ",
    );
}

#[test]
fn c053_maloceros_in_a_drawn_lane_adds_nothing() {
    check(
        BOTH,
        "
        .  y3  .  e1[021]  .
        .  .   .  .        .
        .  .   .  .        .
        ",
        "you 053 TOP-2",
        "
        y1  y3[053=5]  y1  e1[021=5]  .
        .   .          .   .          .
        .   .          y1  .          .
        score you 0 enemy 0
        ",
    );
}

#[test]
fn c053_maloceros_adds_its_bonus_to_the_power_of_the_whole_lane() {
    check(
        BOTH,
        "
        .  y3  .  .  .
        .  .   .  .  .
        .  .   .  .  .
        ",
        "you 053 TOP-2; you 007 TOP-1",
        "
        y1[007=2]  y3[053=5]  y1  .  .
        y1         .          .   .  .
        .          .          y1  .  .
        score you 17 enemy 0
        ",
    );
}

#[test]
fn c054_grandhorn_replaces_an_ally_whose_pawns_are_removed_in_canon() {
    check(
        CANON,
        "
        .  .   .  .  .
        .  y1  .  .  .
        .  .   .  .  .
        ",
        "you 001 MID-2; you 054 MID-2",
        "
        .  .          .   .  .
        .  y1[054=3]  y1  .  .
        .  y1         .   .  .
        ",
    );
}

#[test]
fn c054_grandhorn_replaces_an_ally_whose_pawns_stay_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   .  .  .
        .  y1  .  .  .
        .  .   .  .  .
        ",
        "you 001 MID-2; you 054 MID-2",
        "
        .   y1         .   .  .
        y1  y1[054=3]  y2  .  .
        .   y2         .   .  .
        ",
    );
}

#[test]
fn c055_great_malboro_lowers_the_three_cards_ahead_by_6_in_canon() {
    check(
        CANON,
        "
        .  .        e1[114]  .        .
        .  y3       y1[021]  e1[021]  .
        .  y1[021]  e2[021]  .        .
        ",
        "you 055 MID-2",
        "
        .  .          e1[114=2-]  .          .
        .  y3[055=3]  y1          e1[021=5]  .
        .  y1[021=5]  e2          .          .
        ",
    );
}

#[test]
fn c055_great_malboros_pawns_land_on_the_tiles_of_the_cards_it_destroyed_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .        e1[114]  .        .
        .  y3       y3[021]  e1[021]  .
        .  y1[021]  e2[021]  .        .
        ",
        "you 055 MID-2",
        "
        .  .          e1[114=2-]  .          .
        .  y3[055=3]  y3          e1[021=5]  .
        .  y1[021=5]  y2          .          .
        ",
    );
}

#[test]
fn c056_grangalan_adds_its_junior_to_the_hand() {
    check(
        BOTH,
        "
        .  .   .  .  .
        .  y3  .  .  .
        .  .   .  .  .
        ",
        "you 056 MID-2",
        "
        .   y1         y1  .  .
        y1  y3[056=3]  y1  .  .
        y1  y1         .   .  .
        hand you T03
        ",
    );
}

#[test]
fn c057_amalgam_when_destroyed_adds_resurrected_amalgam_to_its_owners_hand() {
    check(
        CANON,
        "
        .   .  .        .  .
        y2  .  e1[057]  .  .
        .   .  .        .  .
        ",
        "you 003 MID-1",
        "
        .          .  .   .  .
        y2[003=1]  .  e1  .  .
        .          .  .   .  .
        hand enemy T05
        ",
    );
    check(
        REBIRTH,
        "
        .   .  .        .  .
        y2  .  e1[057]  .  .
        .   .  .        .  .
        ",
        "you 003 MID-1",
        "
        .          .  .   .  .
        y2[003=1]  .  e1  .  .
        .          .  .   .  .
        hand enemy T05
        ",
    );
}

#[test]
fn c058_skeeskee_gains_1_for_each_ally_destroyed_or_replaced_in_canon() {
    check(
        CANON,
        "
        .   .  .        .        e1[058]
        y2  .  e1[001]  .        .
        .   .  .        e1[001]  .
        ",
        "you 003 MID-1; enemy 052 BOT-4",
        "
        .          .  .   .          e1[058=3]
        y2[003=1]  .  e1  e1         .
        .          .  e1  e1[052=3]  .
        ",
    );
}

#[test]
fn c058_skeeskee_is_enhanced_by_its_gain_in_rebirth() {
    check(
        REBIRTH,
        "
        .   .  .        .        e1[058]
        y2  .  e1[001]  .        .
        .   .  .        e1[001]  .
        ",
        "you 003 MID-1; enemy 052 BOT-4",
        "
        .          .  .   .          e1[058=3+]
        y2[003=1]  .  e1  e1         .
        .          .  e1  e1[052=3]  .
        ",
    );
}

#[test]
fn c058_skeeskee_gains_nothing_for_an_enemy_destroyed_in_canon() {
    check(
        CANON,
        "
        .   .  .        .  .
        y2  .  e1[001]  .  .
        .   .  .        .  y1[058]
        ",
        "you 003 MID-1",
        "
        .          .  .   .  .
        y2[003=1]  .  e1  .  .
        .          .  .   .  y1[058=1]
        ",
    );
}

#[test]
fn c059_griffon_raises_the_ally_above_and_ahead_by_the_replaced_power_with_its_aura_in_canon() {
    // Elphadunk has 4, and 2 from the Crab below, whose aura then applies to Griffon.
    check(
        CANON,
        "
        .  .        y1[019]  .  .
        .  y2[011]  y1[019]  .  .
        .  y1[013]  .        .  .
        ",
        "you 059 MID-2",
        "
        .  y1         y1[019=8+]  .  .
        .  y2[059=3]  y1[019=2]   .  .
        .  y1[013=1]  .           .  .
        ",
    );
}

#[test]
fn c059_griffon_adds_the_replaced_power_and_is_enhanced_by_the_aura_on_its_tile_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .        y1[019]  .  .
        .  y2[011]  y1[019]  .  .
        .  y1[013]  .        .  .
        ",
        "you 059 MID-2",
        "
        .  y1          y1[019=8+]  .  .
        .  y2[059=3+]  y1[019=2]   .  .
        .  y1[013=1]   .           .  .
        ",
    );
}

#[test]
fn c059_griffon_does_not_change_an_enemy_card_above_and_ahead_in_canon() {
    check(
        CANON,
        "
        .  .          e1[021]  .  .
        .  y2[011+1]  .        .  .
        .  .          .        .  .
        ",
        "you 059 MID-2",
        "
        .  y1         e1[021=5]  .  .
        .  y2[059=1]  y1         .  .
        .  .          .          .  .
        ",
    );
}

#[test]
fn c060_basilisk_destroys_the_enemy_card_below_and_ahead_in_canon() {
    check(
        CANON,
        "
        .  .   .        .  .
        .  y3  e1[021]  .  .
        .  .   e3[114]  .  .
        ",
        "you 060 MID-2",
        "
        .   .          y1         .  .
        .   y3[060=2]  e1[021=5]  .  .
        y1  .          e3         .  .
        ",
    );
}

#[test]
fn c060_basilisk_puts_its_pawn_on_the_tile_of_the_card_it_destroyed_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   .        .  .
        .  y3  e1[021]  .  .
        .  .   e3[114]  .  .
        ",
        "you 060 MID-2",
        "
        .   .          y1         .  .
        .   y3[060=2]  e1[021=5]  .  .
        y1  .          y3         .  .
        ",
    );
}

#[test]
fn c060_basilisk_does_not_destroy_an_ally() {
    check(
        BOTH,
        "
        .  .   .        .  .
        .  y3  .        .  .
        .  .   y1[019]  .  .
        ",
        "you 060 MID-2",
        "
        .   .          y1         .  .
        .   y3[060=2]  .          .  .
        y1  .          y1[019=2]  .  .
        ",
    );
}
