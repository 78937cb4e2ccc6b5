use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c090_red_xiii_when_first_enfeebled_lowers_the_enemies_two_tiles_away_by_2() {
    check(
        BOTH,
        "
        .        y1  y1[090]  .        e1[021]
        .        .   .        .        .
        y1[019]  .   e1[021]  e1[021]  e1[114]
        ",
        "you 083 TOP-2",
        "
        .          y1[083=1]  y1[090=2-]  .          e1[021=3-]
        .          .          .           .          .
        y1[019=2]  .          e1[021=3-]  e1[021=5]  e1[114=6-]
        ",
    );
}

#[test]
fn c090_red_xiii_enfeebled_again_does_not_trigger_again() {
    check(
        BOTH,
        "
        .  y1  y1[090]  y1  e1[021]
        .  .   .        .   .
        .  .   e1[021]  .   .
        ",
        "you 083 TOP-2; you 083 TOP-4",
        "
        .  y1[083=1]  y1[090=1-]  y1[083=1]  e1[021=2-]
        .  .          .           .          .
        .  .          e1[021=3-]  .          .
        ",
    );
}

#[test]
fn c090_red_xiii_is_not_enfeebled_by_an_aura_if_only_discrete_changes_count() {
    check(
        CANON,
        "
        y1[090]  .  e3  .  .
        .        .  .   .  .
        .        .  .   .  .
        ",
        "enemy 102 TOP-3",
        "
        y1  .  e3[102=4]  .  e1
        .   .  .          .  .
        .   .  e1         .  .
        ",
    );
}

#[test]
fn c090_red_xiii_lowered_to_0_by_an_aura_triggers_before_it_is_destroyed_in_rebirth() {
    check(
        REBIRTH,
        "
        y1[090]  .  e3  .  .
        .        .  .   .  .
        .        .  .   .  .
        ",
        "enemy 102 TOP-3",
        "
        e1  .  e3[102=2-]  .  e1
        .   .  .           .  .
        .   .  e1          .  .
        ",
    );
}

#[test]
fn c091_yuffie_lowers_all_cards_around_her_by_the_power_of_the_replaced_ally_in_canon() {
    check(
        CANON,
        "
        .  .        .        .        .
        .  y1[011]  e2[114]  e1[021]  .
        .  y1[021]  .        .        .
        ",
        "you 091 MID-2",
        "
        .   y1          .           .          .
        y1  y1[091=1]   e2[114=4-]  e1[021=5]  .
        .   y1[021=1-]  .           .          .
        ",
    );
}

#[test]
fn c091_yuffies_tile_keeps_its_rank_when_she_replaces_an_ally_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .        .        .        .
        .  y1[011]  e2[114]  e1[021]  .
        .  y1[021]  .        .        .
        ",
        "you 091 MID-2",
        "
        .   y1          .           .          .
        y1  y1[091=1]   e2[114=4-]  e1[021=5]  .
        .   y1[021=1-]  .           .          .
        ",
    );
}

#[test]
fn c091_yuffie_played_by_the_enemy_replaces_the_enemys_own_card() {
    check(
        CANON,
        "
        .  .  .        .        .
        .  .  y1[021]  e1[019]  .
        .  .  .        .        .
        ",
        "enemy 091 MID-4",
        "
        .  .  .           e1         .
        .  .  y1[021=3-]  e1[091=1]  e1
        .  .  .           e1         .
        ",
    );
    check(
        REBIRTH,
        "
        .  .  .        .        .
        .  .  y1[021]  e1[019]  .
        .  .  .        .        .
        ",
        "enemy 091 MID-4",
        "
        .  .  .           e1         .
        .  .  y1[021=3-]  e1[091=1]  e1
        .  .  .           e1         .
        ",
    );
}

#[test]
fn c092_cait_sith_adds_a_moogle_to_the_hand() {
    check(
        BOTH,
        "
        .  .   .  .  .
        .  y1  .  .  .
        .  .   .  .  .
        ",
        "you 092 MID-2",
        "
        .   .          .   .  .
        y1  y1[092=1]  y1  .  .
        .   y1         .   .  .
        hand you T06
        ",
    );
}

#[test]
fn c092_cait_sith_played_by_the_enemy_adds_to_the_enemys_hand() {
    check(
        BOTH,
        "
        .  .  .  .   .
        .  .  .  e1  .
        .  .  .  .   .
        ",
        "enemy 092 MID-4",
        "
        .  .  .   .          .
        .  .  e1  e1[092=1]  e1
        .  .  .   e1         .
        hand enemy T06
        ",
    );
}

#[test]
fn c093_cid_adds_the_tiny_bronco_to_the_hand() {
    check(
        BOTH,
        "
        .   .  .  .  .
        .   .  .  .  .
        y1  .  .  .  .
        ",
        "you 093 BOT-1",
        "
        y1         .   .  .  .
        .          .   .  .  .
        y1[093=2]  y1  .  .  .
        hand you T07
        ",
    );
}

#[test]
fn c094_vincent_when_destroyed_adds_galian_beast_and_his_pawns_are_removed_in_canon() {
    check(
        CANON,
        "
        .  .   .  .   .
        .  y1  .  e2  .
        .  .   .  .   .
        ",
        "you 094 MID-2; enemy 003 MID-4",
        "
        .  .   .  .          .
        .  y1  .  e2[003=1]  .
        .  .   .  .          .
        hand you T08
        ",
    );
}

#[test]
fn c094_vincent_when_destroyed_adds_galian_beast_and_his_pawns_stay_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   .  .   .
        .  y1  .  e2  .
        .  .   .  .   .
        ",
        "you 094 MID-2; enemy 003 MID-4",
        "
        .  y1  .   .          .
        .  y1  y1  e2[003=1]  .
        .  y1  .   .          .
        hand you T08
        ",
    );
}

#[test]
fn c095_ifrit_gains_2_for_each_enhanced_ally_in_canon() {
    check(
        CANON,
        "
        y1[019+1]  .   y1[018+2]  .          .
        .          y3  .          e1[021+1]  .
        y1[018-1]  .   .          .          .
        ",
        "you 095 MID-2",
        "
        y1[019=3+]  y1         y1[018=4+]  .           .
        .           y3[095=9]  .           e1[021=6+]  .
        y1[018=1-]  y1         .           .           .
        ",
    );
}

#[test]
fn c095_ifrit_is_itself_enhanced_by_its_count_in_rebirth() {
    check(
        REBIRTH,
        "
        y1[019+1]  .   y1[018+2]  .          .
        .          y3  .          e1[021+1]  .
        y1[018-1]  .   .          .          .
        ",
        "you 095 MID-2",
        "
        y1[019=3+]  y1          y1[018=4+]  .           .
        .           y3[095=9+]  .           e1[021=6+]  .
        y1[018=1-]  y1          .           .           .
        ",
    );
}

#[test]
fn c095_ifrit_does_not_count_an_ally_that_only_an_aura_raises_in_canon() {
    check(
        CANON,
        "
        .        .        .  .   .
        y1[019]  y2[089]  .  y3  .
        .        .        .  .   .
        ",
        "you 095 MID-4",
        "
        .          .          .  y1         .
        y1[019=5]  y2[089=1]  .  y3[095=5]  .
        .          .          .  y1         .
        ",
    );
}

#[test]
fn c095_ifrit_counts_an_ally_that_an_aura_raises() {
    check(
        &["canon status=net", "rebirth"],
        "
        .        .        .  .   .
        y1[019]  y2[089]  .  y3  .
        .        .        .  .   .
        ",
        "you 095 MID-4",
        "
        .           .          .  y1          .
        y1[019=5+]  y2[089=1]  .  y3[095=7+]  .
        .           .          .  y1          .
        ",
    );
}

#[test]
fn c095_two_ifrits_enhanced_by_a_third_card_count_each_other() {
    check(
        CANON,
        "
        .        .          .   .  .
        y3[095]  y1[019+1]  y3  .  .
        .        .          .   .  .
        ",
        "you 095 MID-3",
        "
        .          .           y1         .  .
        y3[095=7]  y1[019=3+]  y3[095=7]  .  .
        .          .           y1         .  .
        ",
    );
    check(
        REBIRTH,
        "
        .        .          .   .  .
        y3[095]  y1[019+1]  y3  .  .
        .        .          .   .  .
        ",
        "you 095 MID-3",
        "
        .           .           y1          .  .
        y3[095=9+]  y1[019=3+]  y3[095=9+]  .  .
        .           .           y1          .  .
        ",
    );
}

#[test]
fn c095_two_ifrits_alone_stay_neutral_because_counting_starts_at_0() {
    check(
        BOTH,
        "
        .        .  .   .  .
        y3[095]  .  y3  .  .
        .        .  .   .  .
        ",
        "you 095 MID-3",
        "
        .          .  y1         .  .
        y3[095=5]  .  y3[095=5]  .  .
        .          .  y1         .  .
        ",
    );
}

#[test]
fn c096_shiva_covers_every_tile_you_hold_with_the_token_for_its_rank() {
    check(
        BOTH,
        "
        y3    y1  .     e1  e2
        y2    y2  y2:1  .   e1
        y1:1  .   e1:1  .   .
        ",
        "you 096 MID-1",
        "
        y3[T11=6]    y1[T09=2]  .            e1  e2
        y2[096=3]    y2[T10=4]  y2:1[T10=4]  .   e1
        y1:1[T09=2]  .          e1:1         .   .
        ",
    );
}

#[test]
fn c096_shiva_played_by_the_enemy_covers_the_enemys_tiles() {
    check(
        BOTH,
        "
        y1  y2  .     e1  e2
        y1  .   .     .   e2
        .   .   e1:1  e3  .
        ",
        "enemy 096 MID-5",
        "
        y1  y2  .            e1[T09=2]  e2[T10=4]
        y1  .   .            .          e2[096=3]
        .   .   e1:1[T09=2]  e3[T11=6]  .
        ",
    );
}
