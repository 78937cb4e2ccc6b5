use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c061_reapertail_when_first_enfeebled_lowers_the_enemy_cards_up_and_ahead_by_2() {
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
fn c061_reapertail_enfeebled_a_second_time_does_not_trigger_again() {
    // -1 triggers it, +1 makes it neutral, -1 enfeebles it again. Only the first time
    // lowers TOP-3.
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
fn c063_desert_sahagin_when_first_enfeebled_raises_the_ally_below_by_4() {
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
fn c063_desert_sahagin_does_not_change_an_enemy_card_below() {
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
fn c063_desert_sahagin_raises_an_ally_at_0_before_it_would_be_destroyed() {
    // Security Officer: 1 - 1 + 4. Triggers are resolved before cards are destroyed.
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
fn c063_desert_sahagin_lowered_to_0_still_triggers() {
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
        .  y1          .  e2[003=1]  .
        .  y1[019=6+]  .  .          .
        ",
    );
}

#[test]
fn c064_cavestalker_when_first_enfeebled_lowers_the_three_enemy_cards_ahead_by_2() {
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
fn c065_stone_golem_when_first_enhanced_lowers_the_enemy_card_ahead_by_4() {
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
fn c065_stone_golem_does_not_change_an_ally_ahead() {
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
fn c066_two_face_when_first_enhanced_raises_all_cards_above_and_below_by_4() {
    // Loveless raises all three cards by 1 first.
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
fn c066_two_face_when_first_enfeebled_lowers_all_cards_above_and_below_by_4() {
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
fn c066_two_face_triggers_once_for_each_status_however_often_its_status_changes() {
    // Its status is enhanced (+4), neutral, enfeebled (-4), neutral, enhanced (no effect).
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
fn c067_gi_specter_lowers_the_card_below_and_ahead_by_the_replaced_power_in_canon() {
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
fn c067_gi_specter_lowers_an_ally_too_from_the_tile_it_took_in_rebirth() {
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
        .  y1[067=2]  e1[021=5]   .  .
        .  y1         y1[021=1-]  .  .
        ",
    );
}

#[test]
fn c067_gi_specter_destroys_a_card_with_the_replaced_power() {
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
        .  y1[067=2]  .   .  .
        .  y1         y2  .  .
        ",
    );
}

#[test]
fn c068_valron_gains_2_for_each_enfeebled_ally_and_nothing_for_an_enfeebled_enemy_in_canon() {
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
fn c068_valron_is_enhanced_by_its_count_in_rebirth() {
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
fn c068_valron_does_not_count_itself_in_canon() {
    // 3 - 1, and 2 for Elphadunk. It is still enfeebled by its discrete change.
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
