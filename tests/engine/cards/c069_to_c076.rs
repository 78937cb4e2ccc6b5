use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c069_disgorgon_puts_two_pawns_on_each_square_up_to_3() {
    check(
        BOTH,
        "
        .  .   .   .  .
        .  y2  .   .  .
        .  .   y2  .  .
        ",
        "you 069 MID-2",
        "
        .  .          y2  .  .
        .  y2[069=3]  .   .  .
        .  .          y3  .  .
        ",
    );
}

#[test]
fn c069_disgorgons_two_pawns_take_enemy_tiles_step_by_step_in_canon() {
    check(
        CANON,
        "
        .  .   e3  .  .
        .  y2  .   .  .
        .  .   e1  .  .
        ",
        "you 069 MID-2",
        "
        .  .          y2:1  .  .
        .  y2[069=3]  .     .  .
        .  .          y2    .  .
        ",
    );
}

#[test]
fn c069_disgorgons_two_pawns_take_over_enemy_tiles_at_their_rank_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   e3  .  .
        .  y2  .   .  .
        .  .   e1  .  .
        ",
        "you 069 MID-2",
        "
        .  .          y3  .  .
        .  y2[069=3]  .   .  .
        .  .          y1  .  .
        ",
    );
}

#[test]
fn c070_dragon_lowers_the_enemy_cards_above_ahead_and_below_by_4_in_canon() {
    check(
        CANON,
        "
        .  e1[021]  e1[021]  .  .
        .  y3       e2[011]  .  .
        .  y1[011]  .        .  .
        ",
        "you 070 MID-2",
        "
        .  e1[021=1-]  e1[021=5]  .  .
        .  y3[070=5]   e2         .  .
        .  y1[011=4]   .          .  .
        ",
    );
}

#[test]
fn c070_dragon_puts_its_pawn_on_the_tile_of_the_card_it_destroyed_in_rebirth() {
    check(
        REBIRTH,
        "
        .  e1[021]  e1[021]  .  .
        .  y3       e2[011]  .  .
        .  y1[011]  .        .  .
        ",
        "you 070 MID-2",
        "
        .  e1[021=1-]  e1[021=5]  .  .
        .  y3[070=5]   y2         .  .
        .  y1[011=4]   .          .  .
        ",
    );
}

#[test]
fn c071_twin_brain_puts_two_pawns_two_lanes_away() {
    check(
        BOTH,
        "
        .  y1  .  e1  .
        .  .   .  .   .
        .  .   .  y2  .
        ",
        "you 071 TOP-2; enemy 071 TOP-4",
        "
        .  y1[071=1]  .  e1[071=1]  .
        .  .          .  .          .
        .  y2         .  e2         .
        ",
    );
}

#[test]
fn c072_black_bat_lowers_the_four_cards_beside_it_by_1_in_canon() {
    check(
        CANON,
        "
        .        e2[001]  e1[021]  .  .
        y1[019]  y1       e1[021]  .  .
        .        .        .        .  .
        ",
        "you 072 MID-2",
        "
        .           e2         e1[021=5]   .  .
        y1[019=1-]  y1[072=2]  e1[021=4-]  .  .
        .           y1         .           .  .
        ",
    );
}

#[test]
fn c072_black_bat_puts_its_pawn_on_the_tile_of_the_card_it_destroyed_in_rebirth() {
    check(
        REBIRTH,
        "
        .        e2[001]  e1[021]  .  .
        y1[019]  y1       e1[021]  .  .
        .        .        .        .  .
        ",
        "you 072 MID-2",
        "
        .           y2         e1[021=5]   .  .
        y1[019=1-]  y1[072=2]  e1[021=4-]  .  .
        .           y1         .           .  .
        ",
    );
}

#[test]
fn c073_bahba_velamyu_when_destroyed_lowers_the_enemy_cards_ahead_by_1_in_canon() {
    // The Security Officer with power 1 is destroyed in the next batch, the ally is not.
    check(
        CANON,
        "
        .  .        e1[001]  .   .
        .  y1[073]  e1[021]  e2  .
        .  .        y1[001]  .   .
        ",
        "enemy 003 MID-4",
        "
        .  .   e1          .          .
        .  y1  e1[021=4-]  e2[003=1]  .
        .  .   y1[001=1]   .          .
        ",
    );
}

#[test]
fn c073_bahba_velamyu_when_destroyed_puts_no_pawn_on_the_tile_of_a_card_it_destroys_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .        e1[001]  .   .
        .  y1[073]  e1[001]  e2  .
        .  .        y1[001]  .   .
        ",
        "enemy 003 MID-4",
        "
        .  .   e1         .          .
        .  y1  e1         e2[003=1]  .
        .  .   y1[001=1]  .          .
        ",
    );
}

#[test]
fn c074_rictus_gains_1_for_each_enfeebled_card_of_either_side_in_canon() {
    check(
        CANON,
        "
        .        y1[011]  .   y1[021]  .
        y1[074]  .        y1  .        .
        .        .        .   e1[021]  e1[021]
        ",
        "you 083 MID-3",
        "
        .          y1[011=3-]  .          y1[021=4-]  .
        y1[074=5]  .           y1[083=1]  .           .
        .          .           .          e1[021=4-]  e1[021=5]
        ",
    );
}

#[test]
fn c074_rictus_is_enhanced_by_its_count_in_rebirth() {
    check(
        REBIRTH,
        "
        .        y1[011]  .   y1[021]  .
        y1[074]  .        y1  .        .
        .        .        .   e1[021]  e1[021]
        ",
        "you 083 MID-3",
        "
        .           y1[011=3-]  .          y1[021=4-]  .
        y1[074=5+]  .           y1[083=1]  .           .
        .           .           .          e1[021=4-]  e1[021=5]
        ",
    );
}

#[test]
fn c074_rictus_enfeebled_does_not_count_itself() {
    check(
        BOTH,
        "
        .   .        .  .  .
        y1  y1[074]  .  .  .
        .   .        .  .  .
        ",
        "you 083 MID-1",
        "
        .          .           .  .  .
        y1[083=1]  y1[074=1-]  .  .  .
        .          .           .  .  .
        ",
    );
}

#[test]
fn c075_adjudicator_gains_1_for_each_enhanced_or_enfeebled_card_in_canon() {
    check(
        CANON,
        "
        .        y1[019]  y1  e1[021]  .
        y2[075]  .        .   .        e1[021]
        .        y1[011]  y1  e1[021]  .
        ",
        "you 139 TOP-3; you 083 BOT-3",
        "
        .          y1[019=3+]  y1[139=1]  e1[021=6+]  .
        y2[075=5]  .           .          .           e1[021=5]
        .          y1[011=3-]  y1[083=1]  e1[021=4-]  .
        ",
    );
}

#[test]
fn c075_adjudicator_is_enhanced_by_its_count_in_rebirth() {
    check(
        REBIRTH,
        "
        .        y1[019]  y1  e1[021]  .
        y2[075]  .        .   .        e1[021]
        .        y1[011]  y1  e1[021]  .
        ",
        "you 139 TOP-3; you 083 BOT-3",
        "
        .           y1[019=3+]  y1[139=1]  e1[021=6+]  .
        y2[075=5+]  .           .          .           e1[021=5]
        .           y1[011=3-]  y1[083=1]  e1[021=4-]  .
        ",
    );
}

#[test]
fn c075_adjudicator_counts_cards_that_were_played_before_it_in_canon() {
    check(
        CANON,
        "
        .   y1[019+1]  .  .  .
        y2  .          .  .  .
        .   e1[021-1]  .  .  .
        ",
        "you 075 MID-1",
        "
        .          y1[019=3+]  .  .  .
        y2[075=3]  .           .  .  .
        .          e1[021=4-]  .  .  .
        ",
    );
}

#[test]
fn c075_adjudicator_does_not_count_a_card_raised_by_an_aura_under_discrete_status() {
    check(
        CANON,
        "
        y2[075]  .        .  .  .
        .        y1[019]  .  .  .
        .        y1       .  .  .
        ",
        "you 013 BOT-2",
        "
        y2[075=1]  .          .   .  .
        .          y1[019=4]  .   .  .
        y1         y1[013=1]  y1  .  .
        ",
    );
}

#[test]
fn c075_adjudicator_counts_a_card_raised_by_an_aura_under_net_status() {
    check(
        REBIRTH,
        "
        y2[075]  .        .  .  .
        .        y1[019]  .  .  .
        .        y1       .  .  .
        ",
        "you 013 BOT-2",
        "
        y2[075=2+]  .           .   .  .
        .           y1[019=4+]  .   .  .
        y1          y1[013=1]   y1  .  .
        ",
    );
}

#[test]
fn c075_adjudicator_does_not_count_a_card_raised_by_its_own_count_under_discrete_status() {
    check(
        CANON,
        "
        y2[075]  .  .        .   .
        y1[074]  .  .        .   .
        .        .  y1[011]  y1  .
        ",
        "you 083 BOT-4",
        "
        y2[075=2]  .  .           .          .
        y1[074=3]  .  .           .          .
        .          .  y1[011=3-]  y1[083=1]  .
        ",
    );
}

#[test]
fn c075_adjudicator_counts_a_card_raised_by_its_own_count_under_net_status() {
    check(
        REBIRTH,
        "
        y2[075]  .  .        .   .
        y1[074]  .  .        .   .
        .        .  y1[011]  y1  .
        ",
        "you 083 BOT-4",
        "
        y2[075=3+]  .  .           .          .
        y1[074=3+]  .  .           .          .
        .           .  y1[011=3-]  y1[083=1]  .
        ",
    );
}

#[test]
fn c076_yin_and_yang_raises_the_ally_two_lanes_away_by_the_replaced_power_in_canon() {
    check(
        CANON,
        "
        .  y1[011]  .        .  .
        .  y1[019]  .        .  .
        .  y1[019]  e1[021]  .  .
        ",
        "you 076 TOP-2",
        "
        y1  y1[076=3]   y1         .  .
        .   y1[019=2]   .          .  .
        .   y1[019=6+]  e1[021=5]  .  .
        ",
    );
}

#[test]
fn c076_yin_and_yang_on_the_tile_it_took_does_not_change_an_enemy_card_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[011]  .  .  .
        .  y1[019]  .  .  .
        .  e1[021]  .  .  .
        ",
        "you 076 TOP-2",
        "
        y1  y1[076=3]  y1  .  .
        .   y1[019=2]  .   .  .
        .   e1[021=5]  .   .  .
        ",
    );
}
