//! `spawn_token` with made-up tokens (RULES.md, section 9).

use qbcoach_engine::rules::BySide;

use crate::rules::made_up::{check_made_up, made_up};
use crate::support::{BOTH, CANON, REBIRTH, board, make_plays};

#[test]
fn on_spawned_multiplies_by_the_pawns_a_token_replaced() {
    check_made_up(
        BOTH,
        "
        TA 1 1 | on_spawned self modify_power 2 replaced_pawns
        S1 1 1 | on_play empty_positions spawn_token TA TA TA
        ",
        "
        y1  y2    .   .  e1
        y3  y1:1  y0  .  .
        .   e1:1  .   .  .
        ",
        "you S1 TOP-1",
        "
        y1[S1=1]   y2[TA=5+]    .   .  e1
        y3[TA=7+]  y1:1[TA=3+]  y0  .  .
        .          e1:1         .   .  .
        ",
    );
}

#[test]
fn a_token_from_the_hand_replaced_no_pawns_and_is_not_spawned() {
    check_made_up(
        BOTH,
        "
        TA 1 3 | on_spawned self modify_power 2 | on_play self modify_power 2 replaced_pawns
        S1 1 1 | on_play empty_positions spawn_token TA TA TA
        ",
        "
        y3  .  .  .  .
        .   .  .  .  .
        .   .  .  .  .
        ",
        "you TA TOP-1",
        "
        y3[TA=3]  .  .  .  .
        .         .  .  .  .
        .         .  .  .  .
        ",
    );
}

#[test]
fn each_rank_of_tile_gets_its_own_token() {
    check_made_up(
        BOTH,
        "
        TA 1 1
        TB 1 2
        TC 1 3
        S1 1 1 | on_play empty_positions spawn_token TA TB TC
        ",
        "
        e1  .   .   .   .
        e2  .   .   .   .
        e3  y1  e1  .   e1
        ",
        "enemy S1 BOT-5",
        "
        e1[TA=1]  .   .         .  .
        e2[TB=2]  .   .         .  .
        e3[TC=3]  y1  e1[TA=1]  .  e1[S1=1]
        ",
    );
}

#[test]
fn on_spawned_abilities_act_when_all_tokens_are_down_in_board_order() {
    // Each token raises every ally: three tokens and the spawner, three times.
    let cards = "
        TA 1 1 | on_spawned allies_global modify_power 1 | on_spawned hand add_to_hand T01
        TB 1 1 | on_spawned allies_global modify_power 1 | on_spawned hand add_to_hand T02
        S1 1 1 | on_play empty_positions spawn_token TA TB TB
    ";
    check_made_up(
        BOTH,
        cards,
        "
        .   y1  .  y2  .
        y1  .   .  .   .
        y1  .   .  .   .
        ",
        "you S1 BOT-1",
        "
        .          y1[TA=4+]  .  y2[TB=4+]  .
        y1[TA=4+]  .          .  .          .
        y1[S1=4+]  .          .  .          .
        hand you T01 T02 T01
        ",
    );
    check_made_up(
        BOTH,
        cards,
        "
        .  e1  .  e2  .
        .  .   .  .   e1
        .  .   .  .   e1
        ",
        "enemy S1 BOT-5",
        "
        .  e1[TA=4+]  .  e2[TB=4+]  .
        .  .          .  .          e1[TA=4+]
        .  .          .  .          e1[S1=4+]
        hand enemy T02 T01 T01
        ",
    );
}

/// TP puts pawns above and below itself.
const PAWN_TOKENS: &str = "
    TP 1 1 C2P C4P
    S1 1 1 | on_play empty_positions spawn_token TP TP TP
    W1 1 9 | on_card_played=all hand add_to_hand T01
    K1 1 1 B3E | on_play all_cards_on_affected_tiles destroy_cards
";

#[test]
fn pawns_of_spawned_tokens_land_after_the_tiles_for_tokens_are_chosen() {
    // A spawned token is not played from a hand, so the watcher reacts to one card only.
    check_made_up(
        BOTH,
        PAWN_TOKENS,
        "
        .   .   .  .  y1[W1]
        y1  y2  .  .  .
        .   e1  .  .  .
        ",
        "you S1 MID-1",
        "
        .         y1        .  .  y1[W1=9]
        y1[S1=1]  y2[TP=1]  .  .  .
        .         y1        .  .  .
        hand you T01
        ",
    );
}

#[test]
fn a_spawned_tokens_pawn_does_not_land_on_a_tile_chosen_for_another() {
    check_made_up(
        BOTH,
        PAWN_TOKENS,
        "
        .   y1  .  .  .
        y1  y1  .  .  .
        .   y1  .  .  .
        ",
        "you S1 MID-1",
        "
        .         y1[TP=1]  .  .  .
        y1[S1=1]  y1[TP=1]  .  .  .
        .         y1[TP=1]  .  .  .
        ",
    );
}

#[test]
fn a_spawned_tokens_pawns_are_its_own_and_undone_with_it() {
    let book = made_up("canon", PAWN_TOKENS);
    let mut board = board(&book, ". . . . .  y1 y2 e1 . .  . . . . .");
    make_plays(&book, &mut board, "you S1 MID-1");
    let (token, above) = ("MID-2".parse().unwrap(), "TOP-2".parse().unwrap());
    assert_eq!(board.pawns().record(token, above), BySide::new(1, 0));

    make_plays(&book, &mut board, "enemy K1 MID-3");
    assert_eq!(board.pawns().record(token, above), BySide::new(0, 0));
    assert_eq!(board.ranks(above).you.get(), 0);
}

/// D1 fills its owner's tiles with Diamond Dust when destroyed; 039 Cockatrice
/// destroys the card ahead of it.
const DYING_SPAWNER: &str = "D1 1 2 | on_destroy empty_positions spawn_token T09 T10 T11";

#[test]
fn spawn_token_on_destroy_fills_its_owners_tiles_but_not_its_own_tile() {
    let before = "
        y2    .  .       .   .
        .     .  y1[D1]  e2  .
        y1:1  .  .       .   e1
        ";
    check_made_up(
        CANON,
        DYING_SPAWNER,
        before,
        "enemy 039 MID-4",
        "
        y2[T10=4]    .  .   .          .
        .            .  y1  e2[039=3]  .
        y1:1[T09=2]  .  .   .          e1
        ",
    );
    // Cockatrice's pawn lands on the tile.
    check_made_up(
        REBIRTH,
        DYING_SPAWNER,
        before,
        "enemy 039 MID-4",
        "
        y2[T10=4]    .  .   .          .
        .            .  e1  e2[039=3]  .
        y1:1[T09=2]  .  .   .          e1
        ",
    );
}

#[test]
fn tokens_remember_the_card_that_spawned_them() {
    let book = made_up("canon", DYING_SPAWNER);
    let mut board = board(&book, "y2 . . . .  . . y1[D1] e2 .  . . . . .");
    make_plays(&book, &mut board, "enemy 039 MID-4");
    let token = board
        .card("TOP-1".parse().unwrap())
        .expect("a token is on the tile");
    assert_eq!(token.spawned_by, book.catalogue.by_number("D1"));
    assert_eq!(token.replaced_pawns.get(), 2);
}

#[test]
fn tokens_that_arrive_under_auras_are_looked_at_together() {
    // Each token lowers every ally by 1, so two tokens of power 1 are destroyed together.
    check_made_up(
        CANON,
        "
        TA 1 1 | while_in_play allies_global modify_power -1 | on_destroy hand add_to_hand T01
        S1 1 9 | on_play empty_positions spawn_token TA TA TA
        ",
        "
        y1  .  .  .  .
        y1  .  .  .  .
        y1  .  .  .  .
        ",
        "you S1 TOP-1",
        "
        y1[S1=9]  .  .  .  .
        y1        .  .  .  .
        y1        .  .  .  .
        hand you T01 T01
        ",
    );
}
