use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c013_crystalline_crab_raises_the_ally_above_by_2_in_canon() {
    check(
        CANON,
        "
        .  y1[019]  y1[019]  .  .
        .  y1       .        .  .
        .  y1[019]  .        .  .
        ",
        "you 013 MID-2",
        "
        .   y1[019=4]  y1[019=2]  .  .
        y1  y1[013=1]  y1         .  .
        .   y1[019=2]  .          .  .
        ",
    );
}

#[test]
fn c013_crystalline_crab_enhances_the_ally_above_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[019]  y1[019]  .  .
        .  y1       .        .  .
        .  y1[019]  .        .  .
        ",
        "you 013 MID-2",
        "
        .   y1[019=4+]  y1[019=2]  .  .
        y1  y1[013=1]   y1         .  .
        .   y1[019=2]   .          .  .
        ",
    );
}

#[test]
fn c013_crystalline_crab_does_not_change_an_enemy_card_above() {
    check(
        BOTH,
        "
        .  e1[021]  .  .  .
        .  y1       .  .  .
        .  .        .  .  .
        ",
        "you 013 MID-2",
        "
        .   e1[021=5]  .   .  .
        y1  y1[013=1]  y1  .  .
        .   .          .   .  .
        ",
    );
}

#[test]
fn c013_when_one_of_two_aura_sources_is_destroyed_only_its_aura_ends_in_canon() {
    check(
        CANON,
        "
        .  y1[031]  .  .   .
        .  y1[019]  .  .   .
        .  y1       .  e2  .
        ",
        "you 013 BOT-2",
        "
        .   y1[031=1]  .   .   .
        .   y1[019=6]  .   .   .
        y1  y1[013=1]  y1  e2  .
        ",
    );
    check(
        CANON,
        "
        .  y1[031]  .  .   .
        .  y1[019]  .  .   .
        .  y1       .  e2  .
        ",
        "you 013 BOT-2; enemy 003 BOT-4",
        "
        .  y1[031=1]  .  .          .
        .  y1[019=4]  .  .          .
        .  y1         .  e2[003=1]  .
        ",
    );
}

#[test]
fn c013_when_one_of_two_aura_sources_is_destroyed_the_other_keeps_the_card_enhanced_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[031]  .  .   .
        .  y1[019]  .  .   .
        .  y1       .  e2  .
        ",
        "you 013 BOT-2; enemy 003 BOT-4",
        "
        .   y1[031=1]   .   .          .
        .   y1[019=4+]  .   .          .
        y1  y1          y1  e2[003=1]  .
        ",
    );
}

#[test]
fn c013_a_card_whose_power_is_positive_only_by_an_aura_is_destroyed_after_the_source_in_canon() {
    check(
        CANON,
        "
        .  .          .  .   .
        .  y1[019-3]  .  .   .
        .  y1[013]    .  e2  .
        ",
        "enemy 003 BOT-4",
        "
        .  .   .  .          .
        .  y1  .  .          .
        .  y1  .  e2[003=1]  .
        ",
    );
}

#[test]
fn c013_a_card_destroyed_after_its_aura_source_leaves_both_tiles_as_they_were_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .          .  .   .
        .  y1[019-3]  .  .   .
        .  y1[013]    .  e2  .
        ",
        "enemy 003 BOT-4",
        "
        .  .   .  .          .
        .  y1  .  .          .
        .  y1  .  e2[003=1]  .
        ",
    );
}

#[test]
fn c020_archdragon_lowers_the_enemy_card_ahead_by_3() {
    check(
        BOTH,
        "
        .  .  .        .   .
        .  .  y1[021]  e1  .
        .  .  y1[021]  .   .
        ",
        "enemy 020 MID-4",
        "
        .  .  .           .          e1
        .  .  y1[021=2-]  e1[020=3]  .
        .  .  y1[021=5]   .          e1
        ",
    );
}

#[test]
fn c020_archdragon_does_not_change_an_ally_ahead() {
    check(
        BOTH,
        "
        .  .   .        .  .
        .  y1  y1[011]  .  .
        .  .   .        .  .
        ",
        "you 020 MID-2",
        "
        y1  .          .          .  .
        .   y1[020=3]  y1[011=4]  .  .
        y1  .          .          .  .
        ",
    );
}

#[test]
fn c020_archdragon_destroys_a_card_and_the_tile_keeps_its_ranks_in_canon() {
    check(
        CANON,
        "
        .  .   .          .  .
        .  y1  e2[011-1]  .  .
        .  .   .          .  .
        ",
        "you 020 MID-2",
        "
        y1  .          .   .  .
        .   y1[020=3]  e2  .  .
        y1  .          .   .  .
        ",
    );
}

#[test]
fn c020_archdragon_destroys_a_card_and_its_pawn_lands_on_the_reopened_tile_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   .          .  .
        .  y1  e2[011-1]  .  .
        .  .   .          .  .
        ",
        "you 020 MID-2",
        "
        y1  .          .   .  .
        .   y1[020=3]  y2  .  .
        y1  .          .   .  .
        ",
    );
}

#[test]
fn c022_deathwheel_lowers_any_card_two_lanes_away_and_two_ahead_by_3() {
    check(
        BOTH,
        "
        y1  .        y1[021]  .        .
        .   .        .        .        .
        .   e1[011]  y1[011]  e1[011]  e1
        ",
        "you 022 TOP-1; enemy 022 BOT-5",
        "
        y1[022=1]  .          y1[021=2-]  .          .
        .          .          .           .          .
        .          e1[011=4]  y1[011=1-]  e1[011=4]  e1[022=1]
        ",
    );
}

#[test]
fn c024_zemzelett_raises_the_ally_behind_by_3_in_canon() {
    check(
        CANON,
        "
        .        .   .        .  .
        y1[019]  y2  y1[019]  .  .
        .        .   .        .  .
        ",
        "you 024 MID-2",
        "
        .          y1         .          .  .
        y1[019=5]  y2[024=1]  y1[019=2]  .  .
        .          y1         y1         .  .
        ",
    );
}

#[test]
fn c024_zemzelett_enhances_the_ally_behind_in_rebirth() {
    check(
        REBIRTH,
        "
        .        .   .        .  .
        y1[019]  y2  y1[019]  .  .
        .        .   .        .  .
        ",
        "you 024 MID-2",
        "
        .           y1         .          .  .
        y1[019=5+]  y2[024=1]  y1[019=2]  .  .
        .           y1         y1         .  .
        ",
    );
}

#[test]
fn c025_ignilisk_raises_the_allies_ahead_and_two_down_by_2_in_canon() {
    check(
        CANON,
        "
        .  y1       y1[019]  .  .
        .  y1[019]  .        .  .
        .  y1[019]  .        .  .
        ",
        "you 025 TOP-2",
        "
        .  y1[025=1]  y1[019=4]  .  .
        .  y1[019=2]  .          .  .
        .  y1[019=4]  .          .  .
        ",
    );
}

#[test]
fn c025_ignilisk_enhances_the_allies_ahead_and_two_down_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1       y1[019]  .  .
        .  y1[019]  .        .  .
        .  y1[019]  .        .  .
        ",
        "you 025 TOP-2",
        "
        .  y1[025=1]   y1[019=4+]  .  .
        .  y1[019=2]   .           .  .
        .  y1[019=4+]  .           .  .
        ",
    );
}

#[test]
fn c025_ignilisk_does_not_change_an_enemy_card_and_puts_a_pawn_on_the_empty_tile() {
    check(
        BOTH,
        "
        .  y1  e1[021]  .  .
        .  .   .        .  .
        .  .   .        .  .
        ",
        "you 025 TOP-2",
        "
        .  y1[025=1]  e1[021=5]  .  .
        .  .          .          .  .
        .  y1         .          .  .
        ",
    );
}

#[test]
fn c026_capparwire_lowers_the_cards_above_and_below_by_1() {
    check(
        BOTH,
        "
        .  y1[019]  e1[021]  .  .
        .  y1       .        .  .
        .  e1[021]  .        .  .
        ",
        "you 026 MID-2",
        "
        .  y1[019=1-]  e1[021=5]  .  .
        .  y1[026=3]   y1         .  .
        .  e1[021=4-]  .          .  .
        ",
    );
}
