//! Rules that involve several cards: pawns, score bonuses, spawning and the tiles of destroyed cards.

use crate::support::{BOTH, CANON, REBIRTH, check};

#[test]
fn three_pawns_take_any_enemy_tile_step_by_step_to_rank_3_in_canon() {
    check(
        CANON,
        "
        e1    e2  e3  .  .
        .     y3  .   .  .
        e3:2  y1  .   .  .
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
fn three_pawns_take_over_an_enemy_tile_at_its_visible_rank_in_rebirth() {
    check(
        REBIRTH,
        "
        e1    e2  e3  .  .
        .     y3  .   .  .
        e3:2  y1  .   .  .
        ",
        "you 085 MID-2",
        "
        y1  y2         y3  .  .
        .   y3[085=4]  .   .  .
        y3  y3         y3  .  .
        ",
    );
}

#[test]
fn three_pawns_do_not_change_the_other_sides_rank_on_a_tile_you_hold() {
    check(
        BOTH,
        "
        .  y1:1  .  .  .
        .  y3    .  .  .
        .  y2:2  .  .  .
        ",
        "you 085 MID-2",
        "
        y3  y3:1       y3  .  .
        .   y3[085=4]  .   .  .
        y3  y3:2       y3  .  .
        ",
    );
}

#[test]
fn score_bonuses_in_a_won_lane_add_up_and_the_losers_bonus_does_not_count() {
    check(
        BOTH,
        "
        y1[088]  y1[109]  y2  .  e1[109]
        .        .        .   .  .
        .        .        .   .  .
        ",
        "you 135 TOP-3",
        "
        y1[088=1]  y1[109=2]  y2[135=2]  y1  e1[109=2]
        .          .          .          .   .
        .          .          .          .   .
        score you 23 enemy 0
        ",
    );
}

#[test]
fn score_bonuses_count_in_their_own_lane_only() {
    check(
        BOTH,
        "
        y1[021]  .  .  .        .
        y2       .  .  .        e1[021]
        .        .  .  e1[109]  e1[021]
        ",
        "you 135 MID-1",
        "
        y1[021=5]  .   .  .          .
        y2[135=2]  y1  .  .          e1[021=5]
        .          .   .  e1[109=2]  e1[021=5]
        score you 5 enemy 15
        ",
    );
}

#[test]
fn the_score_uses_the_power_with_auras() {
    check(
        CANON,
        "
        .        .   .  .  .
        y1[109]  y2  .  .  e1[011]
        .        .   .  .  .
        ",
        "you 089 MID-2",
        "
        .          .          .   .  .
        y1[109=5]  y2[089=1]  y1  .  e1[011=4]
        .          .          .   .  .
        score you 9 enemy 0
        ",
    );
    check(
        REBIRTH,
        "
        .        .   .  .  .
        y1[109]  y2  .  .  e1[011]
        .        .   .  .  .
        ",
        "you 089 MID-2",
        "
        .           .          .   .  .
        y1[109=5+]  y2[089=1]  y1  .  e1[011=4]
        .           .          .   .  .
        score you 9 enemy 0
        ",
    );
}

#[test]
fn spawned_tokens_do_not_count_as_played_from_a_hand() {
    check(
        CANON,
        "
        y1  .        .  .  .
        y2  y3[032]  .  .  .
        y1  .        .  .  .
        ",
        "you 096 MID-1",
        "
        y1[T09=2]  .          .  .  .
        y2[096=3]  y3[032=2]  .  .  .
        y1[T09=2]  .          .  .  .
        ",
    );
    check(
        REBIRTH,
        "
        y1  .        .  .  .
        y2  y3[032]  .  .  .
        y1  .        .  .  .
        ",
        "you 096 MID-1",
        "
        y1[T09=2]  .           .  .  .
        y2[096=3]  y3[032=2+]  .  .  .
        y1[T09=2]  .           .  .  .
        ",
    );
}

#[test]
fn tokens_played_from_a_hand_count_as_played_from_a_hand() {
    check(
        CANON,
        "
        .   .        .  .  .
        y1  y3[032]  .  .  .
        .   .        .  .  .
        ",
        "you T01 MID-1",
        "
        y1         .          .  .  .
        y1[T01=1]  y3[032=2]  .  .  .
        .          .          .  .  .
        ",
    );
    check(
        REBIRTH,
        "
        .   .        .  .  .
        y1  y3[032]  .  .  .
        .   .        .  .  .
        ",
        "you T01 MID-1",
        "
        y1         .           .  .  .
        y1[T01=1]  y3[032=2+]  .  .  .
        .          .           .  .  .
        ",
    );
}

#[test]
fn without_an_empty_tile_of_your_own_nothing_is_spawned() {
    check(
        BOTH,
        "
        y1[019]  .  e1    .  .
        y2       .  .     .  .
        .        .  e2:2  .  .
        ",
        "you 096 MID-1",
        "
        y1[019=2]  .  e1    .  .
        y2[096=3]  .  .     .  .
        .          .  e2:2  .  .
        ",
    );
}

#[test]
fn spawning_uses_the_visible_rank_of_a_tile_both_sides_have_pawns_on() {
    check(
        BOTH,
        "
        y3:1  y3:2  .  .  .
        y3    y2:2  .  .  .
        y2:1  y1:1  .  .  .
        ",
        "you 105 MID-1",
        "
        y3:1[T14=1]  y3:2[T14=1]  .  .  .
        y3[105=4]    y2:2[T13=1]  .  .  .
        y2:1[T13=1]  y1:1[T12=1]  .  .  .
        ",
    );
}

#[test]
fn tokens_are_spawned_on_tiles_that_earlier_pawns_claimed() {
    check(
        BOTH,
        "
        .   .   .  .  .
        y1  y2  .  .  .
        .   .   .  .  .
        ",
        "you 001 MID-1; you 096 MID-2",
        "
        y1[T09=2]  .          .  .  .
        y1[001=1]  y3[096=3]  .  .  .
        y1[T09=2]  .          .  .  .
        ",
    );
}

#[test]
fn spawned_tokens_stay_when_the_pawns_on_their_tiles_are_undone() {
    check(
        CANON,
        "
        .  .   .   .   .
        .  y1  y2  e2  .
        .  .   .   .   .
        ",
        "you 001 MID-2; you 096 MID-3; enemy 003 MID-4",
        "
        .          y0[T09=2]  .          .          .
        y0[T09=2]  y1         y2[096=3]  e2[003=1]  .
        .          y0[T09=2]  .          .          .
        ",
    );
    check(
        REBIRTH,
        "
        .  .   .   .   .
        .  y1  y2  e2  .
        .  .   .   .   .
        ",
        "you 001 MID-2; you 096 MID-3; enemy 003 MID-4",
        "
        .          y1[T09=2]  .          .          .
        y1[T09=2]  y1         y3[096=3]  e2[003=1]  .
        .          y1[T09=2]  .          .          .
        ",
    );
}

// Which pawn lands on the tile of a destroyed card.

#[test]
fn a_card_destroyed_before_the_card_it_lowers_puts_no_pawn_on_that_tile_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .  y1[019]  .   .
        .  .  y2[041]  e2  .
        .  .  .        .   .
        ",
        "enemy 039 MID-4",
        "
        .  .  y1  .   .
        .  .  e2  e2  .
        .  .  .   .   .
        ",
    );
}

#[test]
fn a_replaced_cards_tile_keeps_its_rank_under_the_new_card_and_its_own_pawns_stay_in_rebirth() {
    check(
        REBIRTH,
        "
        .  .   .  .  .
        .  y1  .  .  .
        .  .   .  .  .
        ",
        "you 094 MID-2; you 123 MID-2",
        "
        .  y2         .   .  .
        .  y1[123=1]  y1  .  .
        .  y2         .   .  .
        hand you T08
        ",
    );
}

#[test]
fn a_replaced_cards_pawns_are_removed_and_the_new_cards_pawns_are_put_down_in_canon() {
    check(
        CANON,
        "
        .  .   .  .  .
        .  y1  .  .  .
        .  .   .  .  .
        ",
        "you 094 MID-2; you 123 MID-2",
        "
        .  y1         .  .  .
        .  y1[123=1]  .  .  .
        .  y1         .  .  .
        hand you T08
        ",
    );
}

#[test]
fn the_pawn_on_a_victims_tile_belongs_to_the_destroyer_and_is_kept_or_undone_with_it() {
    check(
        REBIRTH,
        "
        .  .   .        .   .
        .  y2  e2[019]  e2  .
        .  .   .        .   .
        ",
        "you 039 MID-2; enemy 003 MID-4",
        "
        .  .   .   .          .
        .  y2  y2  e2[003=1]  .
        .  .   .   .          .
        ",
    );
    check(
        &["rebirth destroyedPawns=undo", "canon destroyedTile=reopen"],
        "
        .  .   .        .   .
        .  y2  e2[019]  e2  .
        .  .   .        .   .
        ",
        "you 039 MID-2; enemy 003 MID-4",
        "
        .  .   .   .          .
        .  y2  e2  e2[003=1]  .
        .  .   .   .          .
        ",
    );
    check(
        &[
            "rebirth destroyedPawns=undo destroyedTile=clear",
            "canon destroyedTile=clear",
        ],
        "
        .  .   .        .   .
        .  y2  e2[019]  e2  .
        .  .   .        .   .
        ",
        "you 039 MID-2; enemy 003 MID-4",
        "
        .  .  .  .          .
        .  .  .  e2[003=1]  .
        .  .  .  .          .
        ",
    );
}

#[test]
fn the_destroyer_is_the_card_that_lowered_it_in_the_play_in_which_it_is_destroyed_in_rebirth() {
    check(
        REBIRTH,
        "
        .  y3  .  .          .
        .  y2  .  e2[021+1]  .
        .  .   .  .          .
        ",
        "you 003 MID-2; you 119 TOP-2",
        "
        .  y3[119=4]  .   .   .
        .  y2[003=1]  .   y2  .
        .  .          y1  .   .
        ",
    );
    check(
        REBIRTH,
        "
        .  y3  .  .          .
        .  y2  .  e2[021+1]  .
        .  .   .  .          .
        ",
        "you 119 TOP-2; you 003 MID-2",
        "
        .  y3[119=4]  .   .   .
        .  y2[003=1]  .   e2  .
        .  .          y1  .   .
        ",
    );
}
