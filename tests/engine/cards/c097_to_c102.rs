use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn c097_ramuh_lowers_all_cards_on_its_diagonals_by_3() {
    check(
        BOTH,
        "
        .  .        y3       .  .
        .  y1[021]  .        .  .
        .  .        e1[114]  .  e1[114]
        ",
        "you 097 TOP-3",
        "
        .   .           y3[097=3]  .   .
        .   y1[021=2-]  .          y1  .
        y1  .           e1[114=8]  .   e1[114=5-]
        ",
    );
}

#[test]
fn c097_ramuh_played_by_the_enemy_destroys_weak_cards_of_both_sides() {
    check(
        CANON,
        "
        y2[019]  .  .   .  e2[018]
        .        .  .   .  .
        .        .  e3  .  .
        ",
        "enemy 097 BOT-3",
        "
        y2  .   .          .   e2
        .   e1  .          e1  .
        .   .   e3[097=3]  .   .
        ",
    );
    check(
        REBIRTH,
        "
        y2[019]  .  .   .  e2[018]
        .        .  .   .  .
        .        .  e3  .  .
        ",
        "enemy 097 BOT-3",
        "
        e2  .   .          .   e3
        .   e1  .          e1  .
        .   .   e3[097=3]  .   .
        ",
    );
}

#[test]
fn c098_titans_2_pawns_take_enemy_tiles_step_by_step_in_canon() {
    check(
        CANON,
        "
        .  e3  .   .  .
        .  y2  e1  .  .
        .  y2  .   .  .
        ",
        "you 098 MID-2",
        "
        .  y2:1       .   .  .
        .  y2[098=5]  y2  .  .
        .  y3         .   .  .
        ",
    );
}

#[test]
fn c098_titans_2_pawns_take_over_enemy_tiles_at_their_visible_rank_in_rebirth() {
    check(
        REBIRTH,
        "
        .  e3  .   .  .
        .  y2  e1  .  .
        .  y2  .   .  .
        ",
        "you 098 MID-2",
        "
        .  y3         .   .  .
        .  y2[098=5]  y1  .  .
        .  y3         .   .  .
        ",
    );
}

#[test]
fn c098_titans_2_pawns_claim_an_enemy_tile_where_you_have_pawns_too() {
    check(
        CANON,
        "
        .  e2:2  .   .  .
        .  y2    e2  .  .
        .  .     .   .  .
        ",
        "you 098 MID-2",
        "
        .  y3         .   .  .
        .  y2[098=5]  y2  .  .
        .  y2         .   .  .
        ",
    );
    check(
        REBIRTH,
        "
        .  e2:2  .   .  .
        .  y2    e2  .  .
        .  .     .   .  .
        ",
        "you 098 MID-2",
        "
        .  y2         .   .  .
        .  y2[098=5]  y2  .  .
        .  y2         .   .  .
        ",
    );
}

#[test]
fn c098_titan_played_by_the_enemy_claims_your_tiles() {
    check(
        CANON,
        "
        .  .  .   y1    .
        .  .  y3  e2    .
        .  .  .   y1:1  .
        ",
        "enemy 098 MID-4",
        "
        .  .  .     e2         .
        .  .  e2:1  e2[098=5]  .
        .  .  .     e3         .
        ",
    );
    check(
        REBIRTH,
        "
        .  .  .   y1    .
        .  .  y3  e2    .
        .  .  .   y1:1  .
        ",
        "enemy 098 MID-4",
        "
        .  .  .   e1         .
        .  .  e3  e2[098=5]  .
        .  .  .   e1         .
        ",
    );
}

#[test]
fn c098_titans_claims_are_undone_when_it_is_destroyed_but_the_destroyers_pawns_stay_in_canon() {
    check(
        CANON,
        "
        .  e3  .   .   .
        .  y2  e1  e3  .
        .  y2  .   .   .
        ",
        "you 098 MID-2; enemy 087 MID-4",
        "
        .  e3  .   .          .
        .  y2  e2  e3[087=4]  .
        .  y2  .   .          .
        ",
    );
}

#[test]
fn c098_titans_claims_stay_when_it_is_destroyed_in_rebirth() {
    check(
        REBIRTH,
        "
        .  e3  .   .   .
        .  y2  e1  e3  .
        .  y2  .   .   .
        ",
        "you 098 MID-2; enemy 087 MID-4",
        "
        .  y3  .   .          .
        .  e2  e1  e3[087=4]  .
        .  y3  .   .          .
        ",
    );
}

#[test]
fn c099_kujata_when_first_enhanced_lowers_enemies_on_its_tiles_by_5() {
    check(
        BOTH,
        "
        .  .   .        e1[114]    .
        .  y1  y3[099]  e1[114]    .
        .  .   .        e1[021+1]  .
        ",
        "you 139 MID-2",
        "
        .  .          .           e1[114=3-]  .
        .  y1[139=1]  y3[099=7+]  e1[114=8]   .
        .  .          .           e1[021=1-]  .
        ",
    );
}

#[test]
fn c099_kujatas_pawn_lands_where_its_trigger_destroyed_a_card() {
    check(
        CANON,
        "
        .  .   .        e2[021]  .
        .  y1  y3[099]  .        .
        .  .   .        .        .
        ",
        "you 139 MID-2",
        "
        .  .          .           e2  .
        .  y1[139=1]  y3[099=7+]  .   .
        .  .          .           .   .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   .        e2[021]  .
        .  y1  y3[099]  .        .
        .  .   .        .        .
        ",
        "you 139 MID-2",
        "
        .  .          .           y2  .
        .  y1[139=1]  y3[099=7+]  .   .
        .  .          .           .   .
        ",
    );
}

#[test]
fn c100_odin_gains_2_for_each_enhanced_enemy_in_canon() {
    check(
        CANON,
        "
        .  .   .          e1[021+1]  .
        .  y2  y1[019+1]  .          e1[018+2]
        .  .   .          e1[001]    .
        ",
        "you 100 MID-2",
        "
        y1  .          y1          e1[021=6+]  .
        .   y2[100=7]  y1[019=3+]  .           e1[018=4+]
        y1  .          y1          e1[001=1]   .
        ",
    );
}

#[test]
fn c100_odin_is_itself_enhanced_by_its_count_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   .          e1[021+1]  .
        .  y2  y1[019+1]  .          e1[018+2]
        .  .   .          e1[001]    .
        ",
        "you 100 MID-2",
        "
        y1  .           y1          e1[021=6+]  .
        .   y2[100=7+]  y1[019=3+]  .           e1[018=4+]
        y1  .           y1          e1[001=1]   .
        ",
    );
}

#[test]
fn c101_phoenix_when_destroyed_raises_allies_on_its_diagonals_by_5_in_canon() {
    check(
        CANON,
        "
        .  y1[019]  .        .        .
        .  y1[018]  y3[101]  e2       .
        .  .        .        e1[021]  .
        ",
        "enemy 039 MID-4",
        "
        .  y1[019=7+]  .   .          .
        .  y1[018=2]   y3  e2[039=3]  .
        .  .           .   e1[021=5]  .
        ",
    );
}

#[test]
fn c101_phoenixs_tile_gets_the_destroyers_pawn_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y1[019]  .        .        .
        .  y1[018]  y3[101]  e2       .
        .  .        .        e1[021]  .
        ",
        "enemy 039 MID-4",
        "
        .  y1[019=7+]  .   .          .
        .  y1[018=2]   e3  e2[039=3]  .
        .  .           .   e1[021=5]  .
        ",
    );
}

#[test]
fn c102_leviathan_lowers_enemies_by_3_while_in_play_in_canon() {
    check(
        CANON,
        "
        .        .  y3       .  e1[021]
        .        .  .        .  .
        y1[018]  .  e1[019]  .  e1[001]
        ",
        "you 102 TOP-3",
        "
        y1         .  y3[102=4]  .  e1[021=2]
        .          .  .          .  .
        y1[018=2]  .  e1         .  e1
        ",
    );
}

#[test]
fn c102_leviathans_pawn_lands_where_its_aura_destroyed_a_card_and_its_range_has_a_pawn_in_rebirth()
{
    check(
        REBIRTH,
        "
        .        .  y3       .  e1[021]
        .        .  .        .  .
        y1[018]  .  e1[019]  .  e1[001]
        ",
        "you 102 TOP-3",
        "
        y1         .  y3[102=4]  .  e1[021=2-]
        .          .  .          .  .
        y1[018=2]  .  y1         .  e1
        ",
    );
}

#[test]
fn c102_leviathan_destroys_a_weak_enemy_card_played_later_and_its_pawns_are_removed_in_canon() {
    check(
        CANON,
        "
        .  .  y3[102]  .  .
        .  .  .        .  .
        .  .  .        .  e1
        ",
        "enemy 019 BOT-5",
        "
        .  .  y3[102=4]  .  .
        .  .  .          .  .
        .  .  .          .  e1
        ",
    );
}

#[test]
fn c102_leviathan_destroys_a_weak_enemy_card_played_later_and_its_pawns_stay_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .  y3[102]  .  .
        .  .  .        .  .
        .  .  .        .  e1
        ",
        "enemy 019 BOT-5",
        "
        .  .  y3[102=4]  .  .
        .  .  .          .  e1
        .  .  .          .  e1
        ",
    );
}
