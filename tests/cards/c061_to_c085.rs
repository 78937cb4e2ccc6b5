use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c061_reapertail_first_enfeebled_lowers_the_enemy_cards_up_and_ahead_by_2() {
    check(
        BOTH,
        "
        .   .        e1[021]  .  .
        .   .        y1[021]  .  .
        y1  y1[061]  e1[021]  .  .
        ",
        "you 083 BOT-1",
        "
        .          .           e1[021=3-]  .  .
        .          .           y1[021=5]   .  .
        y1[083=1]  y1[061=2-]  e1[021=5]   .  .
        ",
    );
}

#[test]
fn c061_reapertail_enfeebled_a_second_time_does_not_fire_again() {
    // -1 fires, +1 turns it back, -1 enfeebles it again; only the first lowers TOP-3.
    check(
        BOTH,
        "
        .   .        e1[021]  .  .
        y1  .        .        .  .
        y1  y1[061]  y1       .  .
        ",
        "you 083 BOT-1; you 139 MID-1; you 083 BOT-3",
        "
        .           .           e1[021=3-]  .  .
        y1[139=1]   .           .           .  .
        y1[083=2+]  y1[061=2-]  y1[083=1]   .  .
        ",
    );
}

#[test]
fn c061_reapertail_is_not_enfeebled_by_an_aura_under_discrete_status() {
    check(
        CANON,
        "
        .  .        .        .  .
        .  y2       e1[021]  .  .
        .  y1[061]  .        .  .
        ",
        "you 027 MID-2",
        "
        .  y1         y1         .  .
        .  y2[027=1]  e1[021=5]  .  .
        .  y1[061=2]  .          .  .
        ",
    );
}

#[test]
fn c061_reapertail_is_enfeebled_by_an_aura_under_net_status() {
    check(
        REBIRTH,
        "
        .  .        .        .  .
        .  y2       e1[021]  .  .
        .  y1[061]  .        .  .
        ",
        "you 027 MID-2",
        "
        .  y1          y1          .  .
        .  y2[027=1]   e1[021=3-]  .  .
        .  y1[061=2-]  .           .  .
        ",
    );
}

#[test]
fn c062_jabberwock_lowers_the_cards_behind_above_and_below_by_1() {
    check(
        BOTH,
        "
        y1[019]  .        .        .  .
        e1[019]  y2       e1[021]  .  .
        .        e1[021]  .        .  .
        ",
        "you 062 MID-2",
        "
        y1[019=1-]  y1          .          .  .
        e1[019=1-]  y2[062=6]   e1[021=5]  .  .
        .           e1[021=4-]  .          .  .
        ",
    );
}

#[test]
fn c063_desert_sahagin_first_enfeebled_raises_the_ally_below_by_4() {
    check(
        BOTH,
        "
        y1  .        .        .  .
        .   y1[063]  y1[019]  .  .
        .   y1[019]  .        .  .
        ",
        "you 083 TOP-1",
        "
        y1[083=1]  .           .          .  .
        .          y1[063=2-]  y1[019=2]  .  .
        .          y1[019=6+]  .          .  .
        ",
    );
}

#[test]
fn c063_desert_sahagin_leaves_an_enemy_card_below_alone() {
    check(
        BOTH,
        "
        y1  .        .  .  .
        .   y1[063]  .  .  .
        .   e1[021]  .  .  .
        ",
        "you 083 TOP-1",
        "
        y1[083=1]  .           .  .  .
        .          y1[063=2-]  .  .  .
        .          e1[021=5]   .  .  .
        ",
    );
}

#[test]
fn c063_desert_sahagin_saves_an_ally_at_0_before_the_batch() {
    // Security Officer: 1 - 1 + 4. Triggers run before the destruction.
    check(
        BOTH,
        "
        .  .        .   .  .
        .  y1[063]  e1  .  .
        .  y1[001]  .   .  .
        ",
        "enemy 083 MID-3",
        "
        .  .           .          .  .
        .  y1[063=2-]  e1[083=1]  .  .
        .  y1[001=4+]  .          .  .
        ",
    );
}

#[test]
fn c063_desert_sahagin_lowered_to_death_still_fires() {
    check(
        CANON,
        "
        .  .        .  .   .
        .  y1[063]  .  e2  .
        .  y1[019]  .  .   .
        ",
        "enemy 003 MID-4",
        "
        .  .           .  .          .
        .  y1          .  e2[003=1]  .
        .  y1[019=6+]  .  .          .
        ",
    );
    check(
        REBIRTH,
        "
        .  .        .  .   .
        .  y1[063]  .  e2  .
        .  y1[019]  .  .   .
        ",
        "enemy 003 MID-4",
        "
        .  .           .  .          .
        .  .           .  e2[003=1]  .
        .  y1[019=6+]  .  .          .
        ",
    );
}

#[test]
fn c064_cavestalker_first_enfeebled_lowers_the_three_enemy_cards_ahead_by_2() {
    check(
        BOTH,
        "
        .   .        e1[021]  .        .
        y1  y2[064]  e1[011]  e1[021]  .
        .   .        y1[019]  .        .
        ",
        "you 083 MID-1",
        "
        .          .           e1[021=3-]  .          .
        y1[083=1]  y2[064=3-]  e1[011=2-]  e1[021=5]  .
        .          .           y1[019=2]   .          .
        ",
    );
}

#[test]
fn c065_stone_golem_first_enhanced_lowers_the_enemy_card_ahead_by_4() {
    check(
        BOTH,
        "
        .   .        e1[021]  .        .
        y1  y1[065]  e1[021]  e1[021]  .
        .   .        .        .        .
        ",
        "you 139 MID-1",
        "
        .          .           e1[021=5]   .          .
        y1[139=1]  y1[065=5+]  e1[021=1-]  e1[021=5]  .
        .          .           .           .          .
        ",
    );
}

#[test]
fn c065_stone_golem_leaves_an_ally_ahead_alone() {
    check(
        BOTH,
        "
        .   .        .        .  .
        y1  y1[065]  y1[021]  .  .
        .   .        .        .  .
        ",
        "you 139 MID-1",
        "
        .          .           .          .  .
        y1[139=1]  y1[065=5+]  y1[021=5]  .  .
        .          .           .          .  .
        ",
    );
}

#[test]
fn c066_two_face_first_enhanced_raises_all_cards_above_and_below_by_4() {
    // Loveless raises the three by 1 first.
    check(
        BOTH,
        "
        .   e1[021]  .        .  .
        y1  y2[066]  y1[019]  .  .
        .   y1[019]  .        .  .
        ",
        "you 139 MID-1",
        "
        .          e1[021=10+]  .          .  .
        y1[139=1]  y2[066=4+]   y1[019=2]  .  .
        .          y1[019=7+]   .          .  .
        ",
    );
}

#[test]
fn c066_two_face_first_enfeebled_lowers_all_cards_above_and_below_by_4() {
    check(
        BOTH,
        "
        .   e1[114]    .        .  .
        y1  y2[066]    y1[019]  .  .
        .   y1[019+4]  .        .  .
        ",
        "you 083 MID-1",
        "
        .          e1[114=3-]  .          .  .
        y1[083=1]  y2[066=2-]  y1[019=2]  .  .
        .          y1[019=1-]  .          .  .
        ",
    );
}

#[test]
fn c066_two_face_fires_each_side_once_however_often_its_status_turns() {
    // Status: enhanced (+4), neutral, enfeebled (-4), neutral, enhanced (nothing).
    check(
        BOTH,
        "
        y1  e1[114]  y1  .  .
        y1  y2[066]  .   .  .
        y1  y1[114]  y1  .  .
        ",
        "you 139 MID-1; you 083 BOT-3; you 083 TOP-3; you 139 BOT-1; you 139 TOP-1",
        "
        y1[139=1]   e1[114=9+]  y1[083=1]  .  .
        y1[139=3+]  y2[066=4+]  .          .  .
        y1[139=1]   y1[114=9+]  y1[083=1]  .  .
        ",
    );
}

#[test]
fn c067_gi_specter_lowers_the_card_below_and_ahead_by_the_replaced_power() {
    check(
        CANON,
        "
        .  .        .        .  .
        .  y1[011]  e1[021]  .  .
        .  .        e1[021]  .  .
        ",
        "you 067 MID-2",
        "
        .  .          .           .  .
        .  y1[067=2]  e1[021=5]   .  .
        .  y1         e1[021=1-]  .  .
        ",
    );
}

#[test]
fn c067_gi_specter_lowers_an_ally_too_from_its_cleared_tile() {
    check(
        REBIRTH,
        "
        .  .        .        .  .
        .  y1[011]  e1[021]  .  .
        .  .        y1[021]  .  .
        ",
        "you 067 MID-2",
        "
        .  .          .           .  .
        .  y0[067=2]  e1[021=5]   .  .
        .  y1         y1[021=1-]  .  .
        ",
    );
}

#[test]
fn c067_gi_specter_kills_with_the_replaced_power() {
    check(
        CANON,
        "
        .  .        .        .  .
        .  y1[011]  .        .  .
        .  .        e2[019]  .  .
        ",
        "you 067 MID-2",
        "
        .  .          .   .  .
        .  y1[067=2]  .   .  .
        .  y1         e2  .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  .        .        .  .
        .  y1[011]  .        .  .
        .  .        e2[019]  .  .
        ",
        "you 067 MID-2",
        "
        .  .          .   .  .
        .  y0[067=2]  .   .  .
        .  y1         y1  .  .
        ",
    );
}

#[test]
fn c068_valron_gains_2_for_each_enfeebled_ally_and_nothing_for_an_enfeebled_enemy() {
    check(
        CANON,
        "
        .        .        .   y1[021]  .
        y2[068]  .        y1  .        .
        .        y1[011]  .   e1[021]  .
        ",
        "you 083 MID-3",
        "
        .          .           .          y1[021=4-]  .
        y2[068=7]  .           y1[083=1]  .           .
        .          y1[011=3-]  .          e1[021=4-]  .
        ",
    );
}

#[test]
fn c068_valron_is_enhanced_by_what_it_counts() {
    check(
        REBIRTH,
        "
        .        .        .   y1[021]  .
        y2[068]  .        y1  .        .
        .        y1[011]  .   e1[021]  .
        ",
        "you 083 MID-3",
        "
        .           .           .          y1[021=4-]  .
        y2[068=7+]  .           y1[083=1]  .           .
        .           y1[011=3-]  .          e1[021=4-]  .
        ",
    );
}

#[test]
fn c068_valron_does_not_count_itself() {
    // 3 - 1 + 2 for Elphadunk: still enfeebled by its discrete change.
    check(
        CANON,
        "
        .   .        .  .  .
        y1  y2[068]  .  .  .
        .   y1[011]  .  .  .
        ",
        "you 083 MID-1",
        "
        .          .           .  .  .
        y1[083=1]  y2[068=4-]  .  .  .
        .          y1[011=3-]  .  .  .
        ",
    );
}

#[test]
fn c068_valron_lowered_by_1_and_counting_2_is_enhanced_under_net_status() {
    check(
        REBIRTH,
        "
        .   .        .  .  .
        y1  y2[068]  .  .  .
        .   y1[011]  .  .  .
        ",
        "you 083 MID-1",
        "
        .          .           .  .  .
        y1[083=1]  y2[068=4+]  .  .  .
        .          y1[011=3-]  .  .  .
        ",
    );
}

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
fn c069_disgorgons_two_pawns_step_over_enemy_pawns() {
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
fn c069_disgorgons_two_pawns_take_enemy_tiles_over_at_their_rank() {
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
fn c070_dragon_lowers_the_enemy_cards_above_ahead_and_below_by_4() {
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
fn c070_dragon_puts_its_pawn_on_the_tile_of_the_card_it_killed() {
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
        .  y3[070=5]   y1         .  .
        .  y1[011=4]   .          .  .
        ",
    );
}

#[test]
fn c071_twin_brain_puts_two_pawns_two_lanes_off() {
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
fn c072_black_bat_lowers_the_four_cards_beside_it_by_1() {
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
fn c072_black_bat_puts_its_pawn_on_the_tile_of_the_card_it_killed() {
    check(
        REBIRTH,
        "
        .        e2[001]  e1[021]  .  .
        y1[019]  y1       e1[021]  .  .
        .        .        .        .  .
        ",
        "you 072 MID-2",
        "
        .           y1         e1[021=5]   .  .
        y1[019=1-]  y1[072=2]  e1[021=4-]  .  .
        .           y1         .           .  .
        ",
    );
}

#[test]
fn c073_bahba_velamyu_dying_lowers_the_enemy_cards_ahead_by_1() {
    // The Security Officer of 1 dies in the next batch, the ally does not.
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
fn c073_bahba_velamyu_dying_leaves_no_pawn_on_the_tile_of_its_victim() {
    check(
        REBIRTH,
        "
        .  .        e1[001]  .   .
        .  y1[073]  e1[001]  e2  .
        .  .        y1[001]  .   .
        ",
        "enemy 003 MID-4",
        "
        .  .  .          .          .
        .  .  .          e2[003=1]  .
        .  .  y1[001=1]  .          .
        ",
    );
}

#[test]
fn c074_rictus_gains_1_for_each_enfeebled_card_of_either_side() {
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
fn c074_rictus_is_enhanced_by_what_it_counts() {
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
fn c075_adjudicator_gains_1_for_each_enhanced_or_enfeebled_card() {
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
fn c075_adjudicator_is_enhanced_by_what_it_counts() {
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
fn c075_adjudicator_played_late_counts_what_stands_there() {
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
fn c075_adjudicator_does_not_count_a_counting_card_under_discrete_status() {
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
fn c075_adjudicator_counts_a_card_enhanced_by_its_own_counting_under_net_status() {
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
fn c076_yin_and_yang_raises_the_ally_two_lanes_off_by_the_replaced_power() {
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
fn c076_yin_and_yang_leaves_an_enemy_card_alone_on_its_cleared_tile() {
    check(
        REBIRTH,
        "
        .  y1[011]  .  .  .
        .  y1[019]  .  .  .
        .  e1[021]  .  .  .
        ",
        "you 076 TOP-2",
        "
        y1  y0[076=3]  y1  .  .
        .   y1[019=2]  .   .  .
        .   e1[021=5]  .   .  .
        ",
    );
}

#[test]
fn c077_diabolic_variant_lowers_the_cards_above_and_below_by_the_replaced_power() {
    check(
        CANON,
        "
        .  e1[021]  e1[021]  .  .
        .  y1[019]  .        .  .
        .  y1[011]  .        .  .
        ",
        "you 077 MID-2",
        "
        .   e1[021=3-]  e1[021=5]  .  .
        y1  y1[077=2]   y1         .  .
        .   y1[011=2-]  .          .  .
        ",
    );
}

#[test]
fn c077_diabolic_variant_kills_from_its_cleared_tile_and_has_no_pawn_there() {
    check(
        REBIRTH,
        "
        .  e1[021]  e1[021]  .  .
        .  y1[019]  .        .  .
        .  e1[019]  .        .  .
        ",
        "you 077 MID-2",
        "
        .   e1[021=3-]  e1[021=5]  .  .
        y1  y0[077=2]   y1         .  .
        .   .           .          .  .
        ",
    );
}

#[test]
fn c078_special_forces_operator_raises_the_ally_two_lanes_off_by_2() {
    check(
        CANON,
        "
        .  y1       .  .  .
        .  y1[019]  .  .  .
        .  y1[019]  .  .  .
        ",
        "you 078 TOP-2",
        "
        .  y1[078=2]  y1  .  .
        .  y1[019=2]  .   .  .
        .  y1[019=4]  .   .  .
        ",
    );
}

#[test]
fn c078_special_forces_operator_enhances_the_ally_two_lanes_off() {
    check(
        REBIRTH,
        "
        .  y1       .  .  .
        .  y1[019]  .  .  .
        .  y1[019]  .  .  .
        ",
        "you 078 TOP-2",
        "
        .  y1[078=2]   y1  .  .
        .  y1[019=2]   .   .  .
        .  y1[019=4+]  .   .  .
        ",
    );
}

#[test]
fn c078_special_forces_operator_leaves_an_enemy_card_alone() {
    check(
        BOTH,
        "
        .  y1       .  .  .
        .  .        .  .  .
        .  e1[021]  .  .  .
        ",
        "you 078 TOP-2",
        "
        .  y1[078=2]  y1  .  .
        .  .          .   .  .
        .  e1[021=5]  .   .  .
        ",
    );
}

#[test]
fn c079_soldier_operator_raises_the_ally_two_lanes_up_by_3() {
    check(
        CANON,
        "
        .  .  e1[019]  e1[019]  .
        .  .  .        e1[019]  .
        .  .  .        e2       .
        ",
        "enemy 079 BOT-4",
        "
        .  .  e1[019=2]  e1[019=5]  .
        .  .  .          e1[019=2]  .
        .  .  e1         e2[079=3]  .
        ",
    );
}

#[test]
fn c079_soldier_operator_enhances_the_ally_two_lanes_up() {
    check(
        REBIRTH,
        "
        .  .  .  e1[019]  .
        .  .  .  e1[019]  .
        .  .  .  e2       .
        ",
        "enemy 079 BOT-4",
        "
        .  .  e1  e1[019=5+]  .
        .  .  .   e1[019=2]   .
        .  .  e1  e2[079=3]   .
        ",
    );
}

#[test]
fn c080_kelzmelzer_lowers_the_card_two_lanes_off_and_ahead_by_the_replaced_power() {
    check(
        CANON,
        "
        .  y1[011]  .        .  .
        .  .        e1[021]  .  .
        .  e1[021]  e1[021]  .  .
        ",
        "you 080 TOP-2",
        "
        .  y1[080=3]  y1          .  .
        .  y1         e1[021=5]   .  .
        .  e1[021=5]  e1[021=1-]  .  .
        ",
    );
}

#[test]
fn c080_kelzmelzer_lowers_an_ally_too_from_its_cleared_tile() {
    check(
        REBIRTH,
        "
        .  y1[011]  .        .  .
        .  .        e1[021]  .  .
        .  e1[021]  y1[021]  .  .
        ",
        "you 080 TOP-2",
        "
        .  y0[080=3]  y1          .  .
        .  y1         e1[021=5]   .  .
        .  e1[021=5]  y1[021=1-]  .  .
        ",
    );
}

#[test]
fn c081_panthera_protector_first_enhanced_raises_the_ally_ahead_by_4() {
    check(
        BOTH,
        "
        .   .        y1[019]  .  .
        y1  y2[081]  y1[019]  .  .
        .   .        .        .  .
        ",
        "you 139 MID-1",
        "
        .          .           y1[019=2]   .  .
        y1[139=1]  y2[081=4+]  y1[019=6+]  .  .
        .          .           .           .  .
        ",
    );
}

#[test]
fn c081_panthera_protector_leaves_an_enemy_card_ahead_alone() {
    check(
        BOTH,
        "
        .   .        .        .  .
        y1  y2[081]  e1[021]  .  .
        .   .        .        .  .
        ",
        "you 139 MID-1",
        "
        .          .           .          .  .
        y1[139=1]  y2[081=4+]  e1[021=5]  .  .
        .          .           .          .  .
        ",
    );
}

#[test]
fn c082_hecteyes_dying_raises_the_allies_two_away_by_3() {
    check(
        CANON,
        "
        y1[019]  .  y1[082]  .  e2
        .        .  y1[019]  .  .
        y1[019]  .  e1[021]  .  .
        ",
        "enemy 003 TOP-5",
        "
        y1[019=5+]  .  y1         .  e2[003=1]
        .           .  y1[019=2]  .  .
        y1[019=5+]  .  e1[021=5]  .  .
        ",
    );
}

#[test]
fn c082_hecteyes_dying_raises_the_allies_two_away_and_its_tile_clears() {
    check(
        REBIRTH,
        "
        y1[019]  .  y1[082]  .  e2
        .        .  y1[019]  .  .
        y1[019]  .  e1[021]  .  .
        ",
        "enemy 003 TOP-5",
        "
        y1[019=5+]  .  .          .  e2[003=1]
        .           .  y1[019=2]  .  .
        y1[019=5+]  .  e1[021=5]  .  .
        ",
    );
}

#[test]
fn c083_floating_death_lowers_all_eight_neighbours_by_1() {
    check(
        BOTH,
        "
        .        y1[019]  e1[021]  y1[019]  .
        y1[019]  y1[011]  y1       e1[011]  e1[019]
        .        e1[021]  y1[019]  e1[019]  .
        ",
        "you 083 MID-3",
        "
        .          y1[019=1-]  e1[021=4-]  y1[019=1-]  .
        y1[019=2]  y1[011=3-]  y1[083=1]   e1[011=3-]  e1[019=2]
        .          e1[021=4-]  y1[019=1-]  e1[019=1-]  .
        ",
    );
}

#[test]
fn c083_floating_death_kills_a_card_of_1_and_has_no_pawn_for_its_tile() {
    check(
        CANON,
        "
        .  .   .        .  .
        .  y1  e1[001]  .  .
        .  .   .        .  .
        ",
        "you 083 MID-2",
        "
        .  .          .   .  .
        .  y1[083=1]  e1  .  .
        .  .          .   .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   .        .  .
        .  y1  e1[001]  .  .
        .  .   .        .  .
        ",
        "you 083 MID-2",
        "
        .  .          .  .  .
        .  y1[083=1]  .  .  .
        .  .          .  .  .
        ",
    );
}

#[test]
fn c084_ironclad_gains_3_for_each_enhanced_enemy_and_nothing_for_an_enhanced_ally() {
    check(
        CANON,
        "
        .        .  y1[019]  .   .
        y3[084]  .  .        e1  e1[019]
        .        .  e1[019]  .   .
        ",
        "enemy 139 MID-4",
        "
        .          .  y1[019=3+]  .          .
        y3[084=7]  .  .           e1[139=1]  e1[019=3+]
        .          .  e1[019=3+]  .          .
        ",
    );
}

#[test]
fn c084_ironclad_is_enhanced_by_what_it_counts() {
    check(
        REBIRTH,
        "
        .        .  y1[019]  .   .
        y3[084]  .  .        e1  e1[019]
        .        .  e1[019]  .   .
        ",
        "enemy 139 MID-4",
        "
        .           .  y1[019=3+]  .          .
        y3[084=7+]  .  .           e1[139=1]  e1[019=3+]
        .           .  e1[019=3+]  .          .
        ",
    );
}

#[test]
fn c084_ironclad_does_not_count_an_enemy_raised_by_an_aura_under_discrete_status() {
    check(
        CANON,
        "
        .        .  .  .        .
        y3[084]  .  .  e1[019]  .
        .        .  .  e1       .
        ",
        "enemy 013 BOT-4",
        "
        .          .  .   .          .
        y3[084=1]  .  .   e1[019=4]  .
        .          .  e1  e1[013=1]  e1
        ",
    );
}

#[test]
fn c084_ironclad_counts_an_enemy_raised_by_an_aura_under_net_status() {
    check(
        REBIRTH,
        "
        .        .  .  .        .
        y3[084]  .  .  e1[019]  .
        .        .  .  e1       .
        ",
        "enemy 013 BOT-4",
        "
        .           .  .   .           .
        y3[084=4+]  .  .   e1[019=4+]  .
        .           .  e1  e1[013=1]   e1
        ",
    );
}

#[test]
fn c084_two_ironclads_feed_each_other_only_under_net_status() {
    check(
        CANON,
        "
        .        .  .  .  e1
        y3[084]  .  .  .  e3[084]
        .        .  .  .  .
        ",
        "enemy 139 TOP-5",
        "
        .          .  .  .  e1[139=1]
        y3[084=4]  .  .  .  e3[084=2+]
        .          .  .  .  .
        ",
    );
    check(
        REBIRTH,
        "
        .        .  .  .  e1
        y3[084]  .  .  .  e3[084]
        .        .  .  .  .
        ",
        "enemy 139 TOP-5",
        "
        .           .  .  .  e1[139=1]
        y3[084=4+]  .  .  .  e3[084=5+]
        .           .  .  .  .
        ",
    );
}

#[test]
fn c084_two_ironclads_stop_feeding_each_other_when_the_first_cause_is_gone() {
    // Counting always starts from nothing, never from the previous position.
    check(
        BOTH,
        "
        .        .  .  .  e1
        y3[084]  .  .  .  e3[084]
        .        .  .  .  e1
        ",
        "enemy 139 TOP-5; enemy 083 BOT-5",
        "
        .          .  .  .  e1[139=1]
        y3[084=1]  .  .  .  e3[084=1]
        .          .  .  .  e1[083=1]
        ",
    );
}

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
fn c085_moss_grown_adamantoises_three_pawns_step_over_any_enemy_pawns() {
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
fn c085_moss_grown_adamantoise_takes_enemy_tiles_over_at_their_rank() {
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
