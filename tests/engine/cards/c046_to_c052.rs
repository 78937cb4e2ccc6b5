use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c046_chimera_gains_2_for_each_enfeebled_enemy_and_nothing_for_an_enfeebled_ally_in_canon() {
    check(
        CANON,
        "
        .        .        .   e1[021]  .
        y2[046]  .        y1  .        e1[021]
        .        y1[011]  .   e1[021]  .
        ",
        "you 083 MID-3",
        "
        .          .           .          e1[021=4-]  .
        y2[046=8]  .           y1[083=1]  .           e1[021=5]
        .          y1[011=3-]  .          e1[021=4-]  .
        ",
    );
}

#[test]
fn c046_chimera_is_enhanced_by_its_count_in_rebirth() {
    check(
        REBIRTH,
        "
        .        .        .   e1[021]  .
        y2[046]  .        y1  .        e1[021]
        .        y1[011]  .   e1[021]  .
        ",
        "you 083 MID-3",
        "
        .           .           .          e1[021=4-]  .
        y2[046=8+]  .           y1[083=1]  .           e1[021=5]
        .           y1[011=3-]  .          e1[021=4-]  .
        ",
    );
}

#[test]
fn c046_chimera_does_not_count_an_enemy_lowered_by_an_aura_under_discrete_status() {
    check(
        CANON,
        "
        .        e1[021]  .  .  .
        y2[046]  y2       .  .  .
        .        .        .  .  .
        ",
        "you 027 MID-2",
        "
        .          e1[021=4]  y1  .  .
        y2[046=4]  y2[027=1]  .   .  .
        .          y1         .   .  .
        ",
    );
}

#[test]
fn c046_chimera_counts_an_enemy_lowered_by_an_aura_under_net_status() {
    check(
        REBIRTH,
        "
        .        e1[021]  .  .  .
        y2[046]  y2       .  .  .
        .        .        .  .  .
        ",
        "you 027 MID-2",
        "
        .           e1[021=4-]  y1  .  .
        y2[046=6+]  y2[027=1]   .   .  .
        .           y1          .   .  .
        ",
    );
}

#[test]
fn c047_joker_gains_1_for_every_card_destroyed_in_canon() {
    check(
        CANON,
        "
        y2[047]  .  .        .   .
        y2       .  e1[001]  .   .
        .        .  y1[001]  e2  .
        ",
        "you 003 MID-1; enemy 039 BOT-4",
        "
        y2[047=4]  .  .   .          .
        y2[003=1]  .  e1  .          .
        .          .  y1  e2[039=3]  .
        ",
    );
}

#[test]
fn c047_joker_is_enhanced_by_its_gain_in_rebirth() {
    check(
        REBIRTH,
        "
        y2[047]  .  .        .   .
        y2       .  e1[001]  .   .
        .        .  y1[001]  e2  .
        ",
        "you 003 MID-1; enemy 039 BOT-4",
        "
        y2[047=4+]  .  .   .          .
        y2[003=1]   .  e1  .          .
        .           .  e1  e2[039=3]  .
        ",
    );
}

#[test]
fn c048_amphidex_when_first_enhanced_raises_the_allies_above_by_3() {
    check(
        BOTH,
        "
        .   y1[019]  .        .  .
        .   e1[021]  y1[019]  .  .
        y1  y1[048]  .        .  .
        ",
        "you 139 BOT-1",
        "
        .          y1[019=5+]  .          .  .
        .          e1[021=6+]  y1[019=2]  .  .
        y1[139=1]  y1[048=3+]  .          .  .
        ",
    );
}

#[test]
fn c048_amphidex_enhanced_a_second_time_does_not_trigger_again() {
    // +1 triggers it, -1 makes it neutral, +1 enhances it again. TOP-2 has 2 + 3, and 1
    // from the second Loveless.
    check(
        BOTH,
        "
        .   y1[019]  .   .  .
        y1  .        .   .  .
        y1  y1[048]  y1  .  .
        ",
        "you 139 BOT-1; you 083 BOT-3; you 139 MID-1",
        "
        .           y1[019=6+]  .          .  .
        y1[139=1]   .           .          .  .
        y1[139=2+]  y1[048=3+]  y1[083=1]  .  .
        ",
    );
}

#[test]
fn c048_amphidex_that_has_triggered_before_does_not_trigger() {
    check(
        BOTH,
        "
        .   y1[019]    .  .  .
        .   .          .  .  .
        y1  y1[048!1]  .  .  .
        ",
        "you 139 BOT-1",
        "
        .          y1[019=2]   .  .  .
        .          .           .  .  .
        y1[139=1]  y1[048=3+]  .  .  .
        ",
    );
}

#[test]
fn c048_amphidex_is_not_enhanced_by_an_aura_under_discrete_status() {
    check(
        CANON,
        "
        .  y1[019]  .  .  .
        .  y1[048]  .  .  .
        .  y1       .  .  .
        ",
        "you 013 BOT-2",
        "
        .   y1[019=2]  .   .  .
        .   y1[048=4]  .   .  .
        y1  y1[013=1]  y1  .  .
        ",
    );
}

#[test]
fn c048_amphidex_is_enhanced_by_an_aura_under_net_status() {
    check(
        REBIRTH,
        "
        .  y1[019]  .  .  .
        .  y1[048]  .  .  .
        .  y1       .  .  .
        ",
        "you 013 BOT-2",
        "
        .   y1[019=5+]  .   .  .
        .   y1[048=4+]  .   .  .
        y1  y1[013=1]   y1  .  .
        ",
    );
}

#[test]
fn c048_amphidex_played_under_an_aura_triggers_at_once_under_net_status() {
    check(
        REBIRTH,
        "
        .  y1[019]  .  .  .
        .  y1       .  .  .
        .  y1[013]  .  .  .
        ",
        "you 048 MID-2",
        "
        .  y1[019=5+]  .   .  .
        .  y1[048=4+]  y1  .  .
        .  y1[013=1]   .   .  .
        ",
    );
}

#[test]
fn c048_amphidex_enhanced_again_after_the_aura_ended_does_not_trigger_again_in_rebirth() {
    // The aura triggers it (+3), the source is destroyed, and Loveless (+1) enhances it
    // again.
    check(
        REBIRTH,
        "
        .   y1[019]  .  .   .
        y1  y1[048]  .  .   .
        .   y1       .  e2  .
        ",
        "you 013 BOT-2; enemy 003 BOT-4; you 139 MID-1",
        "
        .          y1[019=6+]  .   .          .
        y1[139=1]  y1[048=3+]  .   .          .
        y1         y1          y1  e2[003=1]  .
        ",
    );
}

#[test]
fn c049_frightflower_when_destroyed_raises_all_cards_two_away_by_2_in_canon() {
    check(
        CANON,
        "
        .        y1[019]  y1[049]  .  e2
        .        .        y1[019]  .  .
        y1[019]  .        e1[021]  .  .
        ",
        "enemy 003 TOP-5",
        "
        .           y1[019=2]  y1          .  e2[003=3+]
        .           .          y1[019=2]   .  .
        y1[019=4+]  .          e1[021=7+]  .  .
        ",
    );
}

#[test]
fn c049_frightflower_when_destroyed_raises_all_cards_two_away_and_its_tile_reopens_in_rebirth() {
    check(
        REBIRTH,
        "
        .        y1[019]  y1[049]  .  e2
        .        .        y1[019]  .  .
        y1[019]  .        e1[021]  .  .
        ",
        "enemy 003 TOP-5",
        "
        .           y1[019=2]  y1          .  e2[003=3+]
        .           .          y1[019=2]   .  .
        y1[019=4+]  .          e1[021=7+]  .  .
        ",
    );
}

#[test]
fn c050_gagighandi_when_first_enhanced_lowers_the_enemy_cards_below_and_ahead_by_2() {
    check(
        BOTH,
        "
        y1  y2[050]  e1[021]  .  .
        .   .        e1[021]  .  .
        .   .        y1[021]  .  .
        ",
        "you 139 TOP-1",
        "
        y1[139=1]  y2[050=5+]  e1[021=5]   .  .
        .          .           e1[021=3-]  .  .
        .          .           y1[021=5]   .  .
        ",
    );
}

#[test]
fn c051_insectoid_chimera_replaces_an_ally_and_changes_no_power_in_canon() {
    check(
        CANON,
        "
        .  y1[019]  .  .  .
        .  y2[011]  .  .  .
        .  .        .  .  .
        ",
        "you 051 MID-2",
        "
        .   y1[019=2]  .   .  .
        y1  y2[051=2]  y1  .  .
        .   y1         .   .  .
        ",
    );
}

#[test]
fn c051_insectoid_chimera_replaces_an_ally_and_the_tile_keeps_its_rank_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[019]  .  .  .
        .  y2[011]  .  .  .
        .  .        .  .  .
        ",
        "you 051 MID-2",
        "
        .   y1[019=2]  .   .  .
        y1  y2[051=2]  y1  .  .
        .   y1         .   .  .
        ",
    );
}

#[test]
fn c052_gigantoad_may_replace_an_ally_on_a_tile_of_rank_0() {
    check(
        BOTH,
        "
        .  .        .  .  .
        .  y0[019]  .  .  .
        .  .        .  .  .
        ",
        "you 052 MID-2",
        "
        .  y1         .   .  .
        .  y0[052=3]  y1  .  .
        .  .          .   .  .
        ",
    );
}

#[test]
fn c052_gigantoad_is_placed_after_the_replaced_bomb_has_destroyed_cards_in_canon() {
    // Elphadunk is destroyed before the pawns land. Gigantoad itself is not lowered.
    check(
        CANON,
        "
        .  y1[011]  .        .  .
        .  y2[041]  e1[021]  .  .
        .  .        .        .  .
        ",
        "you 052 MID-2",
        "
        .  y2         .           .  .
        .  y2[052=3]  e1[021=1-]  .  .
        .  .          .           .  .
        ",
    );
}

#[test]
fn c052_gigantoad_puts_its_pawn_on_the_tile_reopened_by_the_replaced_bomb_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[011]  .        .  .
        .  y2[041]  e1[021]  .  .
        .  .        .        .  .
        ",
        "you 052 MID-2",
        "
        .  y2         .           .  .
        .  y2[052=3]  e1[021=1-]  .  .
        .  .          .           .  .
        ",
    );
}

#[test]
fn c052_gigantoad_replacing_a_heatseeker_adds_the_heatseekers_minion_in_canon() {
    check(
        CANON,
        "
        .  .        .  .  .
        .  y1[040]  .  .  .
        .  .        .  .  .
        ",
        "you 052 MID-2",
        "
        .  y1         .   .  .
        .  y1[052=3]  y1  .  .
        .  .          .   .  .
        hand you T02
        ",
    );
}
