//! Triggers and operations that no shipped card has, or not in this combination.

use qbcoach_engine::rules::BySide;

use crate::rules::made_up::{check_made_up, made_up};
use crate::support::{BOTH, CANON, REBIRTH, board, make_plays};

/// X1 adds a token at every discrete lowering; L1 lowers all enemies by 1.
const LOWERED: &str = "
    X1 1 9 | on_enfeebled hand add_to_hand T01
    L1 1 1 | on_play enemies_global modify_power -1
";

#[test]
fn on_enfeebled_fires_at_every_discrete_lowering() {
    check_made_up(
        BOTH,
        LOWERED,
        "
        y1  .  .  .  .
        .   .  .  .  e1[X1]
        y1  .  .  .  .
        ",
        "you L1 TOP-1; you L1 BOT-1",
        "
        y1[L1=1]  .  .  .  .
        .         .  .  .  e1[X1=7-]
        y1[L1=1]  .  .  .  .
        hand enemy T01 T01
        hand you
        ",
    );
}

#[test]
fn on_enfeebled_fires_for_a_card_that_stays_enhanced() {
    check_made_up(
        BOTH,
        LOWERED,
        "
        y1  .  .  .  .
        .   .  .  .  e1[X1+5]
        .   .  .  .  .
        ",
        "you L1 TOP-1",
        "
        y1[L1=1]  .  .  .  .
        .         .  .  .  e1[X1=13+]
        .         .  .  .  .
        hand enemy T01
        ",
    );
}

#[test]
fn on_enfeebled_does_not_fire_for_auras_scaling_or_an_amount_of_0() {
    let cards = "
        X1 1 9 | on_enfeebled hand add_to_hand T01 | on_card_played=all self modify_power_scale -2
        A1 1 1 | while_in_play enemies_global modify_power -1
        Z1 1 1 | on_play all_cards_global modify_power 0
    ";
    let before = "
        y1  .  .  .  .
        .   .  .  .  e1[X1]
        y1  .  .  .  .
        ";
    // 9, less 2 for each of two plays, less 1 by the aura.
    let plays = "you A1 TOP-1; you Z1 BOT-1";
    check_made_up(
        CANON,
        cards,
        before,
        plays,
        "
        y1[A1=1]  .  .  .  .
        .         .  .  .  e1[X1=4]
        y1[Z1=1]  .  .  .  .
        hand enemy
        ",
    );
    check_made_up(
        REBIRTH,
        cards,
        before,
        plays,
        "
        y1[A1=1]  .  .  .  .
        .         .  .  .  e1[X1=4-]
        y1[Z1=1]  .  .  .  .
        hand enemy
        ",
    );
}

#[test]
fn modify_power_self_is_discrete() {
    check_made_up(
        BOTH,
        "X1 1 3 | on_play self modify_power 2",
        "
        y1  y1[V5]  .  .  .
        .   .       .  .  .
        .   .       .  .  .
        ",
        "you X1 TOP-1",
        "
        y1[X1=5+]  y1[V5=5]  .  .  .
        .          .         .  .  .
        .          .         .  .  .
        ",
    );
}

#[test]
fn destroy_cards_self_destroys_its_own_card_after_its_pawns_have_landed() {
    let cards = "X1 1 3 B3P | on_play self destroy_cards";
    let before = "
        .   .       .  .  .
        y1  .       .  .  .
        .   y1[V5]  .  .  .
        ";
    // Undone with the card, or kept.
    check_made_up(
        CANON,
        cards,
        before,
        "you X1 MID-1",
        "
        .   .         .  .  .
        y1  .         .  .  .
        .   y1[V5=5]  .  .  .
        ",
    );
    check_made_up(
        REBIRTH,
        cards,
        before,
        "you X1 MID-1",
        "
        .   .         .  .  .
        y1  y1        .  .  .
        .   y1[V5=5]  .  .  .
        ",
    );
}

#[test]
fn two_abilities_with_one_trigger_act_in_the_order_of_the_card() {
    check_made_up(
        BOTH,
        "
        X1 1 3 | on_play hand add_to_hand T02 | on_play hand add_to_hand T01 | on_first_enhanced hand add_to_hand T04 | on_first_enhanced hand add_to_hand T03
        G1 1 1 | on_play allies_in_lane modify_power 1
        ",
        "
        y1  y1  .  .  .
        .   .   .  .  .
        .   .   .  .  .
        ",
        "you X1 TOP-1; you G1 TOP-2",
        "
        y1[X1=4+]  y1[G1=2+]  .  .  .
        .          .          .  .  .
        .          .          .  .  .
        hand you T02 T01 T04 T03
        ",
    );
}

#[test]
fn operations_of_one_ability_act_in_their_order() {
    // Raised to 7 and lowered to 4, but it has been enhanced and has reached 7.
    check_made_up(
        BOTH,
        "X1 1 3 | on_play self modify_power 4, modify_power -3 | on_first_enhanced hand add_to_hand T01 | on_power_threshold=7 hand add_to_hand T02",
        "
        y1  .  .  .  .
        .   .  .  .  .
        .   .  .  .  .
        ",
        "you X1 TOP-1",
        "
        y1[X1=4+]  .  .  .  .
        .          .  .  .  .
        .          .  .  .  .
        hand you T01 T02
        ",
    );
}

#[test]
fn a_watcher_may_add_to_its_owners_hand_and_never_watches_itself() {
    check_made_up(
        BOTH,
        "W1 1 3 | on_card_played=all hand add_to_hand T01",
        "
        y1  .  .  .  e1
        y1  .  .  .  e1
        .   .  .  .  .
        ",
        "you W1 TOP-1; enemy V5 TOP-5; you V5 MID-1",
        "
        y1[W1=3]  .  .  .  e1[V5=5]
        y1[V5=5]  .  .  .  e1
        .         .  .  .  .
        hand you T01 T01
        hand enemy
        ",
    );
}

#[test]
fn a_watcher_may_lower_every_enemy_for_each_enemy_played() {
    // The card just played is an enemy on the board like the others.
    check_made_up(
        BOTH,
        "W1 1 3 | on_card_played=enemies enemies_global modify_power -1",
        "
        y1[W1]  .  .  .  e1
        y1      .  .  .  e1
        .       .  .  .  e1[V9]
        ",
        "enemy V5 TOP-5; you V5 MID-1; enemy V5 MID-5",
        "
        y1[W1=3]  .  .  .  e1[V5=3-]
        y1[V5=5]  .  .  .  e1[V5=4-]
        .         .  .  .  e1[V9=7-]
        ",
    );
}

#[test]
fn a_watcher_may_destroy_in_the_next_batch() {
    // W1's ally is destroyed; then all enemies are, including the card that destroyed the ally.
    check_made_up(
        CANON,
        "
        W1 1 3 | on_card_destroyed=allies enemies_global destroy_cards
        K1 1 3 B3E | on_play all_cards_on_affected_tiles destroy_cards
        ",
        "
        y1[W1]  .       .   .  e1[V5]
        .       y1[V5]  e1  .  .
        .       .       .   .  .
        ",
        "enemy K1 MID-3",
        "
        y1[W1=3]  .   .   .  e1
        .         y1  e1  .  .
        .         .   .   .  .
        ",
    );
}

/// E1 expands its positions when played.
const EXPANDS: &str = "
    E1 1 2 | on_play positions expand_positions
    K1 1 1 | on_play enemies_global destroy_cards
";

#[test]
fn expand_positions_claims_neutral_neighbours_and_raises_own_ones_only() {
    check_made_up(
        BOTH,
        EXPANDS,
        "
        .     y1    e1      .   .
        y3    y1    e1[V5]  e1  .
        y1:1  e1:1  y0      .   .
        ",
        "you E1 MID-2",
        "
        y1    y2        e1        .   .
        y3    y1[E1=2]  e1[V5=5]  e1  .
        y2:1  e1:1      y1        .   .
        ",
    );
}

#[test]
fn expand_positions_stops_at_the_edge() {
    check_made_up(
        BOTH,
        EXPANDS,
        "
        y1  .  .  .  .
        .   .  .  .  .
        .   .  .  .  e1
        ",
        "you E1 TOP-1; enemy E1 BOT-5",
        "
        y1[E1=2]  y1  .  .   .
        y1        y1  .  e1  e1
        .         .   .  e1  e1[E1=2]
        ",
    );
}

#[test]
fn expanded_positions_are_the_cards_pawns_and_go_as_its_pawns_go() {
    let before = "
        .   .   .  .  .
        y1  y1  .  .  .
        .   .   .  .  e1
        ";
    check_made_up(
        CANON,
        EXPANDS,
        before,
        "you E1 MID-1; enemy K1 BOT-5",
        "
        .   .   .  .  .
        y1  y1  .  .  .
        .   .   .  .  e1[K1=1]
        ",
    );
    check_made_up(
        REBIRTH,
        EXPANDS,
        before,
        "you E1 MID-1; enemy K1 BOT-5",
        "
        y1  y1  .  .  .
        y1  y2  .  .  .
        y1  y1  .  .  e1[K1=1]
        ",
    );
}

#[test]
fn expanded_positions_are_recorded_for_their_card() {
    let book = made_up("canon", EXPANDS);
    let mut board = board(&book, "y1 y2 . . .  e1 . . . .  . . . . .");
    make_plays(&book, &mut board, "you E1 TOP-1");
    let record = |tile: &str| {
        let (source, tile) = ("TOP-1".parse().unwrap(), tile.parse().unwrap());
        board.pawns().record(source, tile)
    };
    assert_eq!(record("TOP-2"), BySide::new(1, 0));
    assert_eq!(record("MID-2"), BySide::new(1, 0));
    assert_eq!(record("MID-1"), BySide::new(0, 0));
}

#[test]
fn expanding_adds_a_single_pawn_on_top_of_the_cards_own_pawns() {
    // Two pawns ahead and one more; the other neighbours get the one.
    check_made_up(
        BOTH,
        "E3 1 2 B3P | on_play positions modify_tile_ranks 2 | on_play positions expand_positions",
        "
        .   .  .  .  .
        y1  .  .  .  .
        .   .  .  .  .
        ",
        "you E3 MID-1",
        "
        y1        y1  .  .  .
        y1[E3=2]  y3  .  .  .
        y1        y1  .  .  .
        ",
    );
}

#[test]
fn positions_expanded_on_destroy_are_pawns_of_the_destroyed_card() {
    let cards = "
        E1 1 2 | on_destroy positions expand_positions
        K1 1 1 | on_play enemies_global destroy_cards
    ";
    let before = "
        y1[E1]  .  .  .  .
        .       .  .  .  .
        .       .  .  .  e1
        ";
    check_made_up(
        CANON,
        cards,
        before,
        "enemy K1 BOT-5",
        "
        y1  .  .  .  .
        .   .  .  .  .
        .   .  .  .  e1[K1=1]
        ",
    );
    check_made_up(
        REBIRTH,
        cards,
        before,
        "enemy K1 BOT-5",
        "
        y1  y1  .  .  .
        y1  y1  .  .  .
        .   .   .  .  e1[K1=1]
        ",
    );
}
