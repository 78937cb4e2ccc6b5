use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c126_red_dragon_lowers_all_cards_on_its_arc_by_4() {
    check(
        CANON,
        "
        .  .   y1[021]  .        .
        .  y3  e1[021]  e2[019]  .
        .  .   .        .        .
        ",
        "you 126 MID-2",
        "
        .  .          y1[021=1-]  .   .
        .  y3[126=6]  e1[021=5]   e2  .
        .  .          y1          .   .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   y1[021]  .        .
        .  y3  e1[021]  e2[019]  .
        .  .   .        .        .
        ",
        "you 126 MID-2",
        "
        .  .          y1[021=1-]  .   .
        .  y3[126=6]  e1[021=5]   y2  .
        .  .          y1          .   .
        ",
    );
}

#[test]
fn c126_red_dragon_played_by_the_enemy_is_mirrored() {
    check(
        BOTH,
        "
        .  .  .          y1[114]  .
        .  .  y1[011+1]  .        .
        .  .  e1[021]    e3       .
        ",
        "enemy 126 BOT-4",
        "
        .  .   .           y1[114=4-]  .
        .  .   y1[011=1-]  .           .
        .  e1  e1[021=5]   e3[126=6]   .
        ",
    );
}

#[test]
fn c127_demon_gate_when_destroyed_lowers_enemies_beside_it_by_9_also_its_destroyer_in_canon() {
    check(
        CANON,
        "
        .  .        e1[021]  e1[114+2]  .
        .  .        y3[127]  e2         .
        .  y1[019]  .        .          .
        ",
        "enemy 039 MID-4",
        "
        .  .          e1[021=5]  e1[114=1-]  .
        .  .          y3         e2          .
        .  y1[019=2]  .          .           .
        ",
    );
}

#[test]
fn c127_demon_gates_destroyer_puts_its_pawn_down_before_it_is_destroyed_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .        e1[021]  e1[114+2]  .
        .  .        y3[127]  e2         .
        .  y1[019]  .        .          .
        ",
        "enemy 039 MID-4",
        "
        .  .          e1[021=5]  e1[114=1-]  .
        .  .          e3         e2          .
        .  y1[019=2]  .          .           .
        ",
    );
}

#[test]
fn c128_reno_raises_allies_below_him_by_2() {
    check(
        CANON,
        "
        .        y1       .        .  .
        y1[019]  .        y1[018]  .  .
        .        e1[021]  .        .  .
        ",
        "you 128 TOP-2",
        "
        .          y1[128=2]  y1         .  .
        y1[019=4]  y1         y1[018=2]  .  .
        .          e1[021=5]  .          .  .
        ",
    );
    check(
        REBIRTH,
        "
        .        y1       .        .  .
        e1[021]  .        y1[018]  .  .
        .        y1[019]  .        .  .
        ",
        "you 128 TOP-2",
        "
        .          y1[128=2]   y1         .  .
        e1[021=5]  y1          y1[018=2]  .  .
        .          y1[019=4+]  .          .  .
        ",
    );
}

#[test]
fn c128_reno_and_c129_rude_raise_each_other() {
    check(
        CANON,
        "
        .  y1[128]  .  .  .
        .  .        .  .  .
        .  y1       .  .  .
        ",
        "you 129 BOT-2",
        "
        .  y1[128=4]  .   .  .
        .  y1         .   .  .
        .  y1[129=4]  y1  .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  y1[128]  .  .  .
        .  .        .  .  .
        .  y1       .  .  .
        ",
        "you 129 BOT-2",
        "
        .  y1[128=4+]  .   .  .
        .  y1          .   .  .
        .  y1[129=4+]  y1  .  .
        ",
    );
}

#[test]
fn c129_rude_raises_allies_above_him_by_2() {
    check(
        CANON,
        "
        .        e1[021]  .        .  .
        y1[019]  .        y1[018]  .  .
        .        y1       .        .  .
        ",
        "you 129 BOT-2",
        "
        .          e1[021=5]  .          .  .
        y1[019=4]  y1         y1[018=2]  .  .
        .          y1[129=2]  y1         .  .
        ",
    );
    check(
        REBIRTH,
        "
        .        y1[019]  .        .  .
        e1[021]  .        y1[018]  .  .
        .        y1       .        .  .
        ",
        "you 129 BOT-2",
        "
        .          y1[019=4+]  .          .  .
        e1[021=5]  y1          y1[018=2]  .  .
        .          y1[129=2]   y1         .  .
        ",
    );
}

#[test]
fn c130_elena_when_first_enhanced_lowers_the_card_ahead_by_99() {
    check(
        CANON,
        "
        .   .        .        .        .
        y1  y1[130]  e2[114]  e1[021]  .
        .   .        .        .        .
        ",
        "you 139 MID-1",
        "
        .          .           .   .          .
        y1[139=1]  y1[130=3+]  e2  e1[021=5]  .
        .          .           .   .          .
        ",
    );
    check(
        REBIRTH,
        "
        .   .        .        .        .
        y1  y1[130]  e2[114]  e1[021]  .
        .   .        .        .        .
        ",
        "you 139 MID-1",
        "
        .          .           .   .          .
        y1[139=1]  y1[130=3+]  y2  e1[021=5]  .
        .          .           .   .          .
        ",
    );
}

#[test]
fn c130_elena_destroys_an_ally_too() {
    check(
        CANON,
        "
        .   .        .        .  .
        y1  y1[130]  y1[114]  .  .
        .   .        .        .  .
        ",
        "you 139 MID-1",
        "
        .          .           .   .  .
        y1[139=1]  y1[130=3+]  y1  .  .
        .          .           .   .  .
        ",
    );
    check(
        REBIRTH,
        "
        .   .        .        .  .
        y1  y1[130]  y1[114]  .  .
        .   .        .        .  .
        ",
        "you 139 MID-1",
        "
        .          .           .   .  .
        y1[139=1]  y1[130=3+]  y2  .  .
        .          .           .   .  .
        ",
    );
}

#[test]
fn c130_elena_set_up_as_enhanced_has_already_triggered() {
    check(
        BOTH,
        "
        .   .          .        .  .
        y1  y1[130+1]  e1[114]  .  .
        .   .          .        .  .
        ",
        "you 139 MID-1",
        "
        .          .           .          .  .
        y1[139=1]  y1[130=4+]  e1[114=8]  .  .
        .          .           .          .  .
        ",
    );
}

#[test]
fn c130_elena_that_has_triggered_and_is_neutral_again_does_not_trigger_again() {
    check(
        BOTH,
        "
        .   .          .        .  .
        y1  y1[130!1]  e1[114]  .  .
        .   .          .        .  .
        ",
        "you 139 MID-1",
        "
        .          .           .          .  .
        y1[139=1]  y1[130=3+]  e1[114=8]  .  .
        .          .           .          .  .
        ",
    );
}

#[test]
fn c130_elena_played_under_an_aura_is_not_enhanced_if_only_discrete_changes_count() {
    check(
        CANON,
        "
        .  .        .   .        .
        .  y2[089]  y1  e1[114]  .
        .  .        .   .        .
        ",
        "you 130 MID-3",
        "
        .  .          .          .          .
        .  y2[089=1]  y1[130=5]  e1[114=8]  .
        .  .          .          .          .
        ",
    );
}

#[test]
fn c130_elena_played_under_an_aura_triggers_at_once_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .        .   .        .
        .  y2[089]  y1  e2[114]  .
        .  .        .   .        .
        ",
        "you 130 MID-3",
        "
        .  .          .           .   .
        .  y2[089=1]  y1[130=5+]  y2  .
        .  .          .           .   .
        ",
    );
}

#[test]
fn c130_elena_of_the_enemy_triggers_when_your_loveless_enhances_her() {
    check(
        CANON,
        "
        .  .        .        y1  .
        .  y2[114]  e1[130]  .   .
        .  .        .        .   .
        ",
        "you 139 TOP-4",
        "
        .  .   .           y1[139=1]  .
        .  y2  e1[130=3+]  .          .
        .  .   .           .          .
        ",
    );
    check(
        REBIRTH,
        "
        .  .        .        y1  .
        .  y2[114]  e1[130]  .   .
        .  .        .        .   .
        ",
        "you 139 TOP-4",
        "
        .  .   .           y1[139=1]  .
        .  e2  e1[130=3+]  .          .
        .  .   .           .          .
        ",
    );
}

#[test]
fn c131_tseng_when_first_enhanced_raises_the_ally_two_ahead_by_4() {
    check(
        BOTH,
        "
        .   .        .        .        .
        y1  y1[131]  y1[018]  y1[019]  e1[021]
        .   .        .        .        .
        ",
        "you 139 MID-1",
        "
        .          .           .          .           .
        y1[139=1]  y1[131=2+]  y1[018=2]  y1[019=6+]  e1[021=5]
        .          .           .          .           .
        ",
    );
}

#[test]
fn c131_tseng_does_not_raise_an_enemy_two_ahead() {
    check(
        BOTH,
        "
        .   .        .  .        .
        y1  y1[131]  .  e1[021]  .
        .   .        .  .        .
        ",
        "you 139 MID-1",
        "
        .          .           .  .          .
        y1[139=1]  y1[131=2+]  .  e1[021=5]  .
        .          .           .  .          .
        ",
    );
}

#[test]
fn c133_roche_lowers_allies_on_his_tiles_by_1() {
    check(
        BOTH,
        "
        y1[018]  y1[019]  e1[021]  .  .
        y1[011]  .        y2       .  .
        .        .        .        .  .
        ",
        "you 133 MID-3",
        "
        y1[018=2]   y1[019=1-]  e1[021=5]  .   .
        y1[011=3-]  y1          y2[133=5]  y1  .
        .           .           y1         .   .
        ",
    );
}

#[test]
fn c133_roche_played_by_the_enemy_lowers_the_enemys_cards() {
    check(
        BOTH,
        "
        .  .          .        e2       e1[019]
        .  .          e1[011]  .        e1[021]
        .  e1[018+1]  e1[018]  y1[021]  .
        ",
        "enemy 133 TOP-4",
        "
        .  .          e1          e2[133=5]  e1[019=1-]
        .  .          e1[011=3-]  e1         e1[021=4-]
        .  e1[018=2]  e1[018=2]   y1[021=5]  .
        ",
    );
}
