use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c033_shoalopod_raises_the_ally_above_by_4_in_canon() {
    check(
        CANON,
        "
        .  y1[019]  .  .  .
        .  y2       .  .  .
        .  y1[019]  .  .  .
        ",
        "you 033 MID-2",
        "
        .  y1[019=6]  y1  .  .
        .  y2[033=1]  y1  .  .
        .  y1[019=2]  .   .  .
        ",
    );
}

#[test]
fn c033_shoalopod_enhances_the_ally_above_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[019]  .  .  .
        .  y2       .  .  .
        .  y1[019]  .  .  .
        ",
        "you 033 MID-2",
        "
        .  y1[019=6+]  y1  .  .
        .  y2[033=1]   y1  .  .
        .  y1[019=2]   .   .  .
        ",
    );
}

#[test]
fn c033_shoalopod_does_not_change_an_enemy_card_above() {
    check(
        BOTH,
        "
        .  e1[021]  .  .  .
        .  y2       .  .  .
        .  .        .  .  .
        ",
        "you 033 MID-2",
        "
        .  e1[021=5]  y1  .  .
        .  y2[033=1]  y1  .  .
        .  .          .   .  .
        ",
    );
}

#[test]
fn c033_shoalopods_aura_makes_a_card_reach_its_power_threshold_in_canon() {
    // Cloud has 3 + 4 = 7, so the allies around him, Shoalopod included, get 2.
    check(
        CANON,
        "
        y1[019]  y2[086]  .  .  .
        e1[021]  y2       .  .  .
        y1[019]  .        .  .  .
        ",
        "you 033 MID-2",
        "
        y1[019=4+]  y2[086=7]   y1  .  .
        e1[021=5]   y2[033=3+]  y1  .  .
        y1[019=2]   .           .   .  .
        ",
    );
}

#[test]
fn c033_shoalopods_aura_makes_a_card_reach_its_power_threshold_and_enhances_it_in_rebirth() {
    check(
        REBIRTH,
        "
        y1[019]  y2[086]  .  .  .
        e1[021]  y2       .  .  .
        y1[019]  .        .  .  .
        ",
        "you 033 MID-2",
        "
        y1[019=4+]  y2[086=7+]  y1  .  .
        e1[021=5]   y2[033=3+]  y1  .  .
        y1[019=2]   .           .   .  .
        ",
    );
}

#[test]
fn c033_a_card_played_under_shoalopods_aura_reaches_its_threshold_at_once_in_canon() {
    check(
        CANON,
        "
        y1[019]  y2  .  .  .
        .        y2  .  .  .
        .        .   .  .  .
        ",
        "you 033 MID-2; you 086 TOP-2",
        "
        y1[019=4+]  y3[086=7]   y2  .  .
        .           y2[033=3+]  y1  .  .
        .           .           .   .  .
        ",
    );
}

#[test]
fn c033_a_threshold_reached_again_after_the_aura_ended_does_not_trigger_again_in_canon() {
    // Cloud has 7 with the aura, which raises TOP-1 and Shoalopod by 2. He has 3 without
    // it, and 7 again with a second aura.
    check(
        CANON,
        "
        y1[019]  y2[086]  .  .   .
        .        y2       .  e2  .
        .        .        .  .   .
        ",
        "you 033 MID-2; enemy 003 MID-4; you 033 MID-2",
        "
        y1[019=4+]  y2[086=7]  y1  .          .
        .           y2[033=1]  y1  e2[003=1]  .
        .           .          .   .          .
        ",
    );
}

#[test]
fn c034_crown_lance_lowers_the_cards_below_and_ahead_by_2() {
    check(
        BOTH,
        "
        .  y2       .        .  .
        .  .        e1[021]  .  .
        .  e1[021]  y1[011]  .  .
        ",
        "you 034 TOP-2",
        "
        .  y2[034=2]  .           .  .
        .  y1         e1[021=3-]  .  .
        .  e1[021=5]  y1[011=2-]  .  .
        ",
    );
}

#[test]
fn c035_tonberry_king_gains_2_for_an_ally_destroyed_and_nothing_for_an_enemy_in_canon() {
    check(
        CANON,
        "
        y2[035]  .  .        .   .
        .        .  y1[001]  e2  .
        y2       .  e1[001]  .   .
        ",
        "enemy 039 MID-4; you 003 BOT-1",
        "
        y2[035=3]  .  .   .          .
        .          .  y1  e2[039=3]  .
        y2[003=1]  .  e1  .          .
        ",
    );
}

#[test]
fn c035_tonberry_king_is_enhanced_by_its_gain_in_rebirth() {
    check(
        REBIRTH,
        "
        y2[035]  .  .        .   .
        .        .  y1[001]  e2  .
        y2       .  e1[001]  .   .
        ",
        "enemy 039 MID-4; you 003 BOT-1",
        "
        y2[035=3+]  .  .   .          .
        .           .  e1  e2[039=3]  .
        y2[003=1]   .  e1  .          .
        ",
    );
}

#[test]
fn c035_tonberry_king_gains_for_a_replaced_ally_in_canon() {
    check(
        CANON,
        "
        y2[035]  .  .        .  .
        .        .  .        .  .
        .        .  y1[019]  .  .
        ",
        "you 054 BOT-3",
        "
        y2[035=3]  .  .          .   .
        .          .  .          .   .
        .          .  y1[054=3]  y1  .
        ",
    );
}

#[test]
fn c035_tonberry_king_destroyed_in_the_same_batch_is_not_saved_by_its_gain_in_canon() {
    check(
        CANON,
        "
        .  .  y2[035]  .  .
        .  .  e1       .  .
        .  .  y1[001]  .  .
        ",
        "enemy 026 MID-3",
        "
        .  .   y2         .  .
        .  e1  e1[026=3]  .  .
        .  .   y1         .  .
        ",
    );
}

#[test]
fn c035_tonberry_kings_tile_gets_the_destroyers_pawn_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .  y2[035]  .  .
        .  .  e1       .  .
        .  .  y1[001]  .  .
        ",
        "enemy 026 MID-3",
        "
        .  .   e2         .  .
        .  e1  e1[026=3]  .  .
        .  .   e1         .  .
        ",
    );
}

#[test]
fn c036_sandhog_pie_when_destroyed_raises_the_allies_above_and_ahead_by_3_in_canon() {
    check(
        CANON,
        "
        .  y1[019]  .        .   .
        .  y1[036]  e1[021]  e2  .
        .  y1[019]  .        .   .
        ",
        "enemy 003 MID-4",
        "
        .  y1[019=5+]  .          .          .
        .  y1          e1[021=5]  e2[003=1]  .
        .  y1[019=2]   .          .          .
        ",
    );
}

#[test]
fn c036_sandhog_pie_when_destroyed_raises_allies_and_its_tile_reopens_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[019]  .        .   .
        .  y1[036]  y1[019]  e2  .
        .  y1[019]  .        .   .
        ",
        "enemy 003 MID-4",
        "
        .  y1[019=5+]  .           .          .
        .  y1          y1[019=5+]  e2[003=1]  .
        .  y1[019=2]   .           .          .
        ",
    );
}

#[test]
fn c037_bloatfloat_when_destroyed_lowers_the_card_two_ahead_by_4_in_canon() {
    check(
        CANON,
        "
        .  .        .        e1       .
        .  .        .        .        .
        .  y1[037]  e1[021]  e1[021]  .
        ",
        "enemy 022 TOP-4",
        "
        .  .   .          e1[022=1]   .
        .  .   .          .           .
        .  y1  e1[021=5]  e1[021=1-]  .
        ",
    );
}

#[test]
fn c037_bloatfloat_when_destroyed_lowers_the_card_two_ahead_and_its_tile_reopens_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .        .        e1       .
        .  .        .        .        .
        .  y1[037]  e1[021]  e1[021]  .
        ",
        "enemy 022 TOP-4",
        "
        .  .   .          e1[022=1]   .
        .  .   .          .           .
        .  y1  e1[021=5]  e1[021=1-]  .
        ",
    );
}

#[test]
fn c037_bloatfloat_when_destroyed_destroys_its_destroyer() {
    check(
        CANON,
        "
        .  .        .  .   .
        .  y1[037]  .  e2  .
        .  .        .  .   .
        ",
        "enemy 003 MID-4",
        "
        .  .   .  .   .
        .  y1  .  e2  .
        .  .   .  .   .
        ",
    );
    check(
        REBIRTH,
        "
        .  .        .  .   .
        .  y1[037]  .  e2  .
        .  .        .  .   .
        ",
        "enemy 003 MID-4",
        "
        .  .   .  .   .
        .  y1  .  e2  .
        .  .   .  .   .
        ",
    );
}

#[test]
fn c038_bagnadrana_gains_1_for_each_enemy_card_played_from_the_hand_in_canon() {
    check(
        CANON,
        "
        y1  .        .  .  e1
        .   y3[038]  .  .  .
        .   .        .  .  e1
        ",
        "enemy 007 TOP-5; you 007 TOP-1; enemy 007 BOT-5",
        "
        y1[007=2]  y1         .  e1  e1[007=2]
        y1         y3[038=4]  .  .   e1
        .          .          .  e1  e1[007=2]
        ",
    );
}

#[test]
fn c038_bagnadrana_is_enhanced_by_its_gain_in_rebirth() {
    check(
        REBIRTH,
        "
        y1  .        .  .  e1
        .   y3[038]  .  .  .
        .   .        .  .  e1
        ",
        "enemy 007 TOP-5; you 007 TOP-1; enemy 007 BOT-5",
        "
        y1[007=2]  y1          .  e1  e1[007=2]
        y1         y3[038=4+]  .  .   e1
        .          .           .  e1  e1[007=2]
        ",
    );
}

#[test]
fn c038_bagnadrana_gains_nothing_for_tokens_the_enemy_spawns_in_canon() {
    check(
        CANON,
        "
        .  .        .  .  e1
        .  y3[038]  .  .  e2
        .  .        .  .  .
        ",
        "enemy 096 MID-5",
        "
        .  .          .  .  e1[T09=2]
        .  y3[038=3]  .  .  e2[096=3]
        .  .          .  .  .
        ",
    );
}
