use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c027_mindflayer_lowers_all_cards_in_its_range_by_1_in_canon() {
    check(
        CANON,
        "
        .  y1[019]  e1[021]  .  .
        .  y2       e1[021]  .  .
        .  .        e1[021]  .  .
        ",
        "you 027 MID-2",
        "
        .  y1[019=1]  e1[021=4]  .  .
        .  y2[027=1]  e1[021=5]  .  .
        .  y1         e1[021=4]  .  .
        ",
    );
}

#[test]
fn c027_mindflayer_enfeebles_all_cards_in_its_range_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[019]  e1[021]  .  .
        .  y2       e1[021]  .  .
        .  .        e1[021]  .  .
        ",
        "you 027 MID-2",
        "
        .  y1[019=1-]  e1[021=4-]  .  .
        .  y2[027=1]   e1[021=5]   .  .
        .  y1          e1[021=4-]  .  .
        ",
    );
}

#[test]
fn c027_mindflayers_aura_destroys_cards_and_the_tiles_keep_their_ranks_in_canon() {
    check(
        CANON,
        "
        .  e1[001]  .        .  .
        .  y2       .        .  .
        .  .        e1[001]  .  .
        ",
        "you 027 MID-2",
        "
        .  e1         y1  .  .
        .  y2[027=1]  .   .  .
        .  y1         e1  .  .
        ",
    );
}

#[test]
fn c027_mindflayers_aura_destroys_cards_and_a_pawn_lands_only_where_its_range_has_one_in_rebirth() {
    check(
        REBIRTH,
        "
        .  e1[001]  .        .  .
        .  y2       .        .  .
        .  .        e1[001]  .  .
        ",
        "you 027 MID-2",
        "
        .  y1         y1  .  .
        .  y2[027=1]  .   .  .
        .  y1         e1  .  .
        ",
    );
}

#[test]
fn c027_mindflayers_aura_destroys_a_card_played_later_in_canon() {
    check(
        CANON,
        "
        .  .   .  .  .
        .  y2  .  .  .
        .  .   .  .  .
        ",
        "you 027 MID-2; you 001 BOT-2",
        "
        .  y1         y1  .  .
        .  y2[027=1]  .   .  .
        .  y1         .   .  .
        ",
    );
}

#[test]
fn c027_mindflayer_puts_no_pawn_where_its_aura_destroys_a_card_played_later_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   .  .  .
        .  y2  .  .  .
        .  .   .  .  .
        ",
        "you 027 MID-2; you 001 BOT-2",
        "
        .   y1         y1  .  .
        .   y2[027=1]  .   .  .
        y1  y1         y1  .  .
        ",
    );
}

#[test]
fn c028_scrutineye_raises_ally_and_enemy_above_and_below_by_1_in_canon() {
    check(
        CANON,
        "
        .        y1[019]  .  .  .
        y1[019]  y1       .  .  .
        .        e1[021]  .  .  .
        ",
        "you 028 MID-2",
        "
        .          y1[019=3]  .  .  .
        y1[019=2]  y1[028=1]  .  .  .
        .          e1[021=6]  .  .  .
        ",
    );
}

#[test]
fn c028_scrutineye_enhances_ally_and_enemy_above_and_below_in_rebirth() {
    check(
        REBIRTH,
        "
        .        y1[019]  .  .  .
        y1[019]  y1       .  .  .
        .        e1[021]  .  .  .
        ",
        "you 028 MID-2",
        "
        .          y1[019=3+]  .  .  .
        y1[019=2]  y1[028=1]   .  .  .
        .          e1[021=6+]  .  .  .
        ",
    );
}

#[test]
fn c028_scrutineye_puts_its_pawn_two_lanes_down() {
    check(
        BOTH,
        "
        .  .  .  e1  .
        .  .  .  .   .
        .  .  .  .   .
        ",
        "enemy 028 TOP-4",
        "
        .  .  .  e1[028=1]  .
        .  .  .  .          .
        .  .  .  e1         .
        ",
    );
}

#[test]
fn c029_hell_rider_lowers_the_enemy_cards_ahead_by_3() {
    check(
        BOTH,
        "
        .  .   e1[021]  .  .
        .  y3  e1[021]  .  .
        .  .   y1[021]  .  .
        ",
        "you 029 MID-2",
        "
        .   .          e1[021=5]   .  .
        .   y3[029=5]  e1[021=2-]  .  .
        y1  y1         y1[021=5]   .  .
        ",
    );
}

#[test]
fn c029_hell_rider_destroys_two_cards_and_the_tiles_keep_their_ranks_in_canon() {
    check(
        CANON,
        "
        .  .   .        .  .
        .  y3  e1[019]  .  .
        .  .   e2[019]  .  .
        ",
        "you 029 MID-2",
        "
        .   .          .   .  .
        .   y3[029=5]  e1  .  .
        y1  y1         e2  .  .
        ",
    );
}

#[test]
fn c029_hell_rider_destroys_two_cards_and_its_pawns_land_on_the_reopened_tiles_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   .        .  .
        .  y3  e1[019]  .  .
        .  .   e2[019]  .  .
        ",
        "you 029 MID-2",
        "
        .   .          .   .  .
        .   y3[029=5]  y1  .  .
        y1  y1         y2  .  .
        ",
    );
}

#[test]
fn c030_flametrooper_when_destroyed_lowers_all_cards_behind_it_by_3_in_canon() {
    check(
        CANON,
        "
        .  y1[021]  .        .   .
        .  y1[011]  y1[030]  e2  .
        .  e1[011]  e1[021]  .   .
        ",
        "enemy 039 MID-4",
        "
        .  y1[021=2-]  .          .          .
        .  y1[011=1-]  y1         e2[039=3]  .
        .  e1[011=1-]  e1[021=5]  .          .
        ",
    );
}

#[test]
fn c030_flametrooper_when_destroyed_lowers_cards_and_the_destroyers_pawn_lands_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[021]  .        .   .
        .  y1[011]  y1[030]  e2  .
        .  e1[011]  e1[021]  .   .
        ",
        "enemy 039 MID-4",
        "
        .  y1[021=2-]  .          .          .
        .  y1[011=1-]  e1         e2[039=3]  .
        .  e1[011=1-]  e1[021=5]  .          .
        ",
    );
}

#[test]
fn c030_flametroopers_pawns_are_removed_when_it_is_destroyed_in_canon() {
    check(
        CANON,
        "
        .  .   .   .  .
        .  y1  e2  .  .
        .  .   .   .  .
        ",
        "you 030 MID-2; enemy 039 MID-3",
        "
        .  .   .          .  .
        .  y1  e2[039=3]  .  .
        .  .   .          .  .
        ",
    );
}

#[test]
fn c030_flametroopers_pawns_stay_when_it_is_destroyed_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   .   .  .
        .  y1  e2  .  .
        .  .   .   .  .
        ",
        "you 030 MID-2; enemy 039 MID-3",
        "
        y1  y1  .          .  .
        y1  e1  e2[039=3]  .  .
        y1  y1  .          .  .
        ",
    );
}

#[test]
fn c031_spearhawk_raises_the_ally_below_by_2_in_canon() {
    check(
        CANON,
        "
        .  y1[019]  .  .  .
        .  y1       .  .  .
        .  y1[019]  .  .  .
        ",
        "you 031 MID-2",
        "
        .   y1[019=2]  .   .  .
        y1  y1[031=1]  y1  .  .
        .   y1[019=4]  .   .  .
        ",
    );
}

#[test]
fn c031_spearhawk_enhances_the_ally_below_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[019]  .  .  .
        .  y1       .  .  .
        .  y1[019]  .  .  .
        ",
        "you 031 MID-2",
        "
        .   y1[019=2]   .   .  .
        y1  y1[031=1]   y1  .  .
        .   y1[019=4+]  .   .  .
        ",
    );
}

#[test]
fn c031_spearhawk_does_not_change_an_enemy_card_below() {
    check(
        BOTH,
        "
        .  .        .  .  .
        .  y1       .  .  .
        .  e1[021]  .  .  .
        ",
        "you 031 MID-2",
        "
        .   .          .   .  .
        y1  y1[031=1]  y1  .  .
        .   e1[021=5]  .   .  .
        ",
    );
}

#[test]
fn c032_sea_devil_gains_1_for_each_ally_or_token_played_from_the_hand_in_canon() {
    check(
        CANON,
        "
        y1  .        .  .  e1
        .   y3[032]  .  .  .
        .   .        .  .  .
        ",
        "you 010 TOP-1; you T01 TOP-2; enemy 007 TOP-5",
        "
        y1[010=1]  y1[T01=1]  y1  e1  e1[007=2]
        y1         y3[032=3]  .   .   e1
        .          .          .   .   .
        hand you T01
        ",
    );
}

#[test]
fn c032_sea_devil_is_enhanced_by_its_gain_in_rebirth() {
    check(
        REBIRTH,
        "
        y1  .        .  .  e1
        .   y3[032]  .  .  .
        .   .        .  .  .
        ",
        "you 010 TOP-1; you T01 TOP-2; enemy 007 TOP-5",
        "
        y1[010=1]  y1[T01=1]   y1  e1  e1[007=2]
        y1         y3[032=3+]  .   .   e1
        .          .           .   .   .
        hand you T01
        ",
    );
}

#[test]
fn c032_sea_devil_counts_neither_itself_nor_spawned_tokens_in_canon() {
    // Shiva counts once. Her two Diamond Dusts are spawned, not played from a hand.
    check(
        CANON,
        "
        y1  .   y3  .  .
        y2  .   .   .  .
        .   y2  .   .  .
        ",
        "you 032 TOP-3; you 096 MID-1",
        "
        y1[T09=2]  y1[T09=2]  y3[032=2]  y1[T09=2]  .
        y2[096=3]  .          .          .          .
        .          y2[T10=4]  .          .          .
        ",
    );
}

#[test]
fn c032_sea_devil_counts_a_replacement_as_played_in_canon() {
    check(
        CANON,
        "
        .        .  y3[032]  .  .
        y1[019]  .  .        .  .
        .        .  .        .  .
        ",
        "you 052 MID-1",
        "
        y1         .   y3[032=2]  .  .
        y1[052=3]  y1  .          .  .
        .          .   .          .  .
        ",
    );
}
