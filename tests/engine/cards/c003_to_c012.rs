use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c003_grenadier_lowers_the_enemy_card_two_ahead_by_4() {
    check(
        BOTH,
        "
        .  .   .        .        .
        .  y2  e1[011]  e1[021]  .
        .  .   .        e1[011]  .
        ",
        "you 003 MID-2",
        "
        .  .          .          .           .
        .  y2[003=1]  e1[011=4]  e1[021=1-]  .
        .  .          .          e1[011=4]   .
        ",
    );
}

#[test]
fn c003_grenadier_played_by_the_enemy_acts_to_the_left() {
    check(
        BOTH,
        "
        .  .        .  .   .
        .  y1[021]  .  e2  .
        .  .        .  .   .
        ",
        "enemy 003 MID-4",
        "
        .  .           .  .          .
        .  y1[021=1-]  .  e2[003=1]  .
        .  .           .  .          .
        ",
    );
}

#[test]
fn c003_grenadier_does_not_change_an_ally_two_ahead() {
    check(
        BOTH,
        "
        .  .   .  .        .
        .  y2  .  y1[011]  .
        .  .   .  .        .
        ",
        "you 003 MID-2",
        "
        .  .          .  .          .
        .  y2[003=1]  .  y1[011=4]  .
        .  .          .  .          .
        ",
    );
}

#[test]
fn c003_grenadier_destroys_a_card_of_power_4_and_the_tile_keeps_its_ranks_in_canon() {
    check(
        CANON,
        "
        .  .   .  .        .
        .  y2  .  e1[011]  .
        .  .   .  .        .
        ",
        "you 003 MID-2",
        "
        .  .          .  .   .
        .  y2[003=1]  .  e1  .
        .  .          .  .   .
        ",
    );
}

#[test]
fn c003_grenadier_destroys_a_card_of_power_4_and_puts_no_pawn_on_the_reopened_tile_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   .  .        .
        .  y2  .  e1[011]  .
        .  .   .  .        .
        ",
        "you 003 MID-2",
        "
        .  .          .  .   .
        .  y2[003=1]  .  e1  .
        .  .          .  .   .
        ",
    );
}

#[test]
fn c006_toxirat_lowers_the_card_below_and_ahead_by_3() {
    check(
        BOTH,
        "
        .  .   .        .        .
        .  y2  e1[021]  .        .
        .  .   e1[021]  e1[021]  .
        ",
        "you 006 MID-2",
        "
        .  .          .           .          .
        .  y2[006=2]  e1[021=5]   .          .
        .  y1         e1[021=2-]  e1[021=5]  .
        ",
    );
}

#[test]
fn c006_toxirat_lowers_an_ally_too() {
    check(
        BOTH,
        "
        .  .   .        .  .
        .  y2  .        .  .
        .  .   y1[011]  .  .
        ",
        "you 006 MID-2",
        "
        .  .          .           .  .
        .  y2[006=2]  .           .  .
        .  y1         y1[011=1-]  .  .
        ",
    );
}

#[test]
fn c006_toxirat_destroys_a_card_and_the_tile_keeps_its_ranks_in_canon() {
    check(
        CANON,
        "
        .  .   .        .  .
        .  y2  .        .  .
        .  .   e2[019]  .  .
        ",
        "you 006 MID-2",
        "
        .  .          .   .  .
        .  y2[006=2]  .   .  .
        .  y1         e2  .  .
        ",
    );
}

#[test]
fn c006_toxirat_destroys_a_card_and_its_pawn_lands_on_the_reopened_tile_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   .        .  .
        .  y2  .        .  .
        .  .   e2[019]  .  .
        ",
        "you 006 MID-2",
        "
        .  .          .   .  .
        .  y2[006=2]  .   .  .
        .  y1         y2  .  .
        ",
    );
}

#[test]
fn c009_mu_raises_the_ally_below_by_1_in_canon() {
    check(
        CANON,
        "
        .  .        .        .  .
        .  y2       .        .  .
        .  y1[019]  y1[019]  .  .
        ",
        "you 009 MID-2",
        "
        .  .          y1         .  .
        .  y2[009=1]  y1         .  .
        .  y1[019=3]  y1[019=2]  .  .
        ",
    );
}

#[test]
fn c009_mu_enhances_the_ally_below_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .        .        .  .
        .  y2       .        .  .
        .  y1[019]  y1[019]  .  .
        ",
        "you 009 MID-2",
        "
        .  .           y1         .  .
        .  y2[009=1]   y1         .  .
        .  y1[019=3+]  y1[019=2]  .  .
        ",
    );
}

#[test]
fn c009_mu_does_not_change_an_enemy_card_below() {
    check(
        BOTH,
        "
        .  .        .  .  .
        .  y2       .  .  .
        .  e1[021]  .  .  .
        ",
        "you 009 MID-2",
        "
        .  .          y1  .  .
        .  y2[009=1]  y1  .  .
        .  e1[021=5]  .   .  .
        ",
    );
}

#[test]
fn c009_mu_raises_an_ally_played_below_later_in_canon() {
    check(
        CANON,
        "
        .  .   .  .  .
        .  y2  .  .  .
        .  y1  .  .  .
        ",
        "you 009 MID-2; you 008 BOT-2",
        "
        .  .          y1  .  .
        .  y2[009=1]  y1  .  .
        .  y1[008=3]  y1  .  .
        ",
    );
}

#[test]
fn c010_mandragora_adds_its_minion_to_the_hand() {
    check(
        BOTH,
        "
        .   .  .  .  .
        y1  .  .  .  .
        .   .  .  .  .
        ",
        "you 010 MID-1",
        "
        .          .   .  .  .
        y1[010=1]  y1  .  .  .
        y1         .   .  .  .
        hand you T01
        ",
    );
}

#[test]
fn c010_mandragora_played_by_the_enemy_adds_its_minion_to_the_enemys_hand() {
    check(
        BOTH,
        "
        .  .  .  .  .
        .  .  .  .  e1
        .  .  .  .  .
        ",
        "enemy 010 MID-5",
        "
        .  .  .  .   .
        .  .  .  e1  e1[010=1]
        .  .  .  .   e1
        hand enemy T01
        ",
    );
}

#[test]
fn c012_cactuar_raises_the_ally_two_down_one_ahead_by_3_in_canon() {
    check(
        CANON,
        "
        y1       .        .  .  .
        .        .        .  .  .
        y1[019]  y1[019]  .  .  .
        ",
        "you 012 TOP-1",
        "
        y1[012=1]  y1         .  .  .
        y1         .          .  .  .
        y1[019=2]  y1[019=5]  .  .  .
        ",
    );
}

#[test]
fn c012_cactuar_enhances_the_ally_two_down_one_ahead_in_rebirth() {
    check(
        REBIRTH,
        "
        y1       .        .  .  .
        .        .        .  .  .
        y1[019]  y1[019]  .  .  .
        ",
        "you 012 TOP-1",
        "
        y1[012=1]  y1          .  .  .
        y1         .           .  .  .
        y1[019=2]  y1[019=5+]  .  .  .
        ",
    );
}
