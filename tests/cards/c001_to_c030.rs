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
fn c003_grenadier_of_the_enemy_reaches_to_the_left() {
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
fn c003_grenadier_leaves_an_ally_two_ahead_alone() {
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
fn c003_grenadier_kills_a_card_of_4_and_its_tile_keeps_its_ranks() {
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
fn c003_grenadier_kills_a_card_of_4_and_has_no_pawn_for_the_cleared_tile() {
    check(
        REBIRTH,
        "
        .  .   .  .        .
        .  y2  .  e1[011]  .
        .  .   .  .        .
        ",
        "you 003 MID-2",
        "
        .  .          .  .  .
        .  y2[003=1]  .  .  .
        .  .          .  .  .
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
fn c006_toxirat_kills_and_the_tile_keeps_its_ranks() {
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
fn c006_toxirat_kills_and_its_pawn_lands_on_the_cleared_tile() {
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
        .  y1         y1  .  .
        ",
    );
}

#[test]
fn c009_mu_raises_the_ally_below_by_1() {
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
fn c009_mu_enhances_the_ally_below() {
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
fn c009_mu_leaves_an_enemy_card_below_alone() {
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
fn c009_mu_raises_an_ally_played_below_later() {
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
fn c010_mandragora_of_the_enemy_gives_to_the_enemy() {
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
fn c012_cactuar_raises_the_ally_two_down_one_ahead_by_3() {
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
fn c012_cactuar_enhances_the_ally_two_down_one_ahead() {
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

#[test]
fn c013_crystalline_crab_raises_the_ally_above_by_2() {
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
fn c013_crystalline_crab_enhances_the_ally_above() {
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
fn c013_crystalline_crab_leaves_an_enemy_card_above_alone() {
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
fn c013_of_two_auras_on_a_card_only_the_dead_sources_ends() {
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
fn c013_of_two_auras_on_a_card_the_living_one_keeps_it_enhanced() {
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
        y1  .           y1  e2[003=1]  .
        ",
    );
}

#[test]
fn c013_a_card_held_up_by_an_aura_dies_after_its_source() {
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
fn c013_a_card_held_up_by_an_aura_dies_after_its_source_and_both_tiles_clear() {
    check(
        REBIRTH,
        "
        .  .          .  .   .
        .  y1[019-3]  .  .   .
        .  y1[013]    .  e2  .
        ",
        "enemy 003 BOT-4",
        "
        .  .  .  .          .
        .  .  .  .          .
        .  .  .  e2[003=1]  .
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
fn c020_archdragon_leaves_an_ally_ahead_alone() {
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
fn c020_archdragon_kills_and_the_tile_keeps_its_ranks() {
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
fn c020_archdragon_kills_and_its_pawn_lands_on_the_cleared_tile() {
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
        .   y1[020=3]  y1  .  .
        y1  .          .   .  .
        ",
    );
}

#[test]
fn c022_deathwheel_lowers_any_card_two_lanes_off_and_two_ahead_by_3() {
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
fn c024_zemzelett_raises_the_ally_behind_by_3() {
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
fn c024_zemzelett_enhances_the_ally_behind() {
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
fn c025_ignilisk_raises_the_allies_ahead_and_two_down_by_2() {
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
fn c025_ignilisk_enhances_the_allies_ahead_and_two_down() {
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
fn c025_ignilisk_leaves_an_enemy_card_alone_and_puts_a_pawn_on_the_empty_tile() {
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

#[test]
fn c027_mindflayer_lowers_all_cards_in_its_range_by_1() {
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
fn c027_mindflayer_enfeebles_all_cards_in_its_range() {
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
fn c027_mindflayers_aura_kills_and_the_tiles_keep_their_ranks() {
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
fn c027_mindflayers_aura_kills_and_its_pawn_lands_only_on_its_pawn_square() {
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
        .  y1         .   .  .
        ",
    );
}

#[test]
fn c027_mindflayers_aura_kills_a_card_played_into_it_later() {
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
fn c027_mindflayers_aura_gives_no_pawn_for_a_later_victim() {
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
        y1  .          y1  .  .
        ",
    );
}

#[test]
fn c028_scrutineye_raises_ally_and_enemy_above_and_below_by_1() {
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
fn c028_scrutineye_enhances_ally_and_enemy_above_and_below() {
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
fn c029_hell_rider_kills_two_and_the_tiles_keep_their_ranks() {
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
fn c029_hell_rider_kills_two_and_its_pawns_land_on_the_cleared_tiles() {
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
        y1  y1         y1  .  .
        ",
    );
}

#[test]
fn c030_flametrooper_dying_lowers_all_cards_behind_it_by_3() {
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
fn c030_flametrooper_dying_lowers_all_cards_behind_it_and_leaves_its_tile_to_the_killer() {
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
fn c030_flametrooper_dying_takes_its_pawns_with_it() {
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
fn c030_flametrooper_dying_leaves_its_pawns_behind() {
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
