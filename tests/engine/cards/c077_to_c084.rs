use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c077_diabolic_variant_lowers_the_cards_above_and_below_by_the_replaced_power_in_canon() {
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
fn c077_diabolic_variant_on_the_tile_it_took_destroys_a_card_and_puts_no_pawn_there_in_rebirth() {
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
        y1  y1[077=2]   y1         .  .
        .   e1          .          .  .
        ",
    );
}

#[test]
fn c078_special_forces_operator_raises_the_ally_two_lanes_away_by_2_in_canon() {
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
fn c078_special_forces_operator_enhances_the_ally_two_lanes_away_in_rebirth() {
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
fn c078_special_forces_operator_does_not_change_an_enemy_card() {
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
fn c079_soldier_operator_raises_the_ally_two_lanes_up_by_3_in_canon() {
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
fn c079_soldier_operator_enhances_the_ally_two_lanes_up_in_rebirth() {
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
fn c080_kelzmelzer_lowers_the_card_two_lanes_away_and_ahead_by_the_replaced_power_in_canon() {
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
fn c080_kelzmelzer_lowers_an_ally_too_from_the_tile_it_took_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[011]  .        .  .
        .  .        e1[021]  .  .
        .  e1[021]  y1[021]  .  .
        ",
        "you 080 TOP-2",
        "
        .  y1[080=3]  y1          .  .
        .  y1         e1[021=5]   .  .
        .  e1[021=5]  y1[021=1-]  .  .
        ",
    );
}

#[test]
fn c081_panthera_protector_when_first_enhanced_raises_the_ally_ahead_by_4() {
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
fn c081_panthera_protector_does_not_change_an_enemy_card_ahead() {
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
fn c082_hecteyes_when_destroyed_raises_the_allies_two_away_by_3_in_canon() {
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
fn c082_hecteyes_when_destroyed_raises_the_allies_two_away_and_its_tile_reopens_in_rebirth() {
    check(
        REBIRTH,
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
fn c083_floating_death_destroys_a_card_of_power_1_and_puts_no_pawn_on_its_tile() {
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
        .  .          .   .  .
        .  y1[083=1]  e1  .  .
        .  .          .   .  .
        ",
    );
}

#[test]
fn c084_ironclad_gains_3_for_each_enhanced_enemy_and_nothing_for_an_enhanced_ally_in_canon() {
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
fn c084_ironclad_is_enhanced_by_its_count_in_rebirth() {
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
fn c084_two_ironclads_count_each_other_only_under_net_status() {
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
fn c084_two_ironclads_stop_counting_each_other_when_the_first_enhanced_card_is_gone() {
    // Counting always starts at 0, never from the previous position.
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
