//! Under `clear`: whose pawn lands on the tile of a destroyed card (RULES 8).

use qbcoach::rules::{BySide, Event};

use crate::made_up::{check_made_up, made_up};
use crate::support::{CANON, REBIRTH, board, make_plays};

/// Ways to kill the card ahead, with a pawn square there (K1, L1, A1) or without
/// (K0); watchers of your plays that lower all enemies, without a pawn square on
/// MID-2 (W0) or, from TOP-2, with one (W1 a pawn, W2 two).
const CARDS: &str = "
    K1 1 3 B3X | on_play all_cards_on_affected_tiles destroy_cards
    K0 1 3 B3E | on_play all_cards_on_affected_tiles destroy_cards
    KL 1 3 B3X | on_play all_cards_in_lane destroy_cards
    L1 1 3 B3X | on_play all_cards_on_affected_tiles modify_power -1
    A1 1 3 B3X | while_in_play all_cards_on_affected_tiles modify_power -2
    W0 1 9 | on_card_played=allies enemies_global modify_power -1
    W1 1 9 C4P | on_card_played=allies enemies_global modify_power -1
    W2 1 9 C4P | on_card_played=allies enemies_global modify_power -1 | on_play positions modify_tile_ranks 2
    KE 1 1 | on_play enemies_global destroy_cards
";

/// You play `card` on MID-1 with `watcher` on TOP-2 and the enemy's `victim` on
/// MID-2; `expected` is what MID-2 shows when the victim is gone.
#[track_caller]
fn assert_landed(card: &str, watcher: &str, victim: &str, expected: &str) {
    check_made_up(
        REBIRTH,
        CARDS,
        &format!(
            "
            .   y1[{watcher}]  .  .  .
            y1  e2[{victim}]   .  .  .
            .   .              .  .  .
            "
        ),
        &format!("you {card} MID-1"),
        &format!(
            "
            .             y1[{watcher}=9]  .  .  .
            y1[{card}=3]  {expected}       .  .  .
            .             .                .  .  .
            "
        ),
    );
}

#[test]
fn the_source_of_destroy_cards_puts_its_pawn_on_the_cleared_tile() {
    assert_landed("K1", "V9", "V5", "y1");
    assert_landed("K0", "V9", "V5", ".");
}

#[test]
fn the_source_of_destroy_cards_comes_before_whoever_lowered_the_victim() {
    assert_landed("K1", "W0", "V5", "y1");
    assert_landed("K0", "W1", "V5", ".");
}

#[test]
fn without_a_destroyer_it_is_the_last_card_that_lowered_the_victim() {
    // L1 takes the first point, the watcher the last.
    assert_landed("L1", "V9", "V1", "y1");
    assert_landed("L1", "W0", "V2", ".");
    assert_landed("L1", "W1", "V2", "y1");
    assert_landed("V3", "W1", "V1", "y1");
}

#[test]
fn the_pawn_has_the_cards_usual_amount() {
    assert_landed("L1", "W2", "V2", "y2");
}

#[test]
fn without_either_it_is_the_card_just_played_if_its_aura_lowers_the_victim() {
    assert_landed("A1", "V9", "V2", "y1");
}

#[test]
fn a_lowering_of_this_play_comes_before_the_aura_of_the_card_just_played() {
    assert_landed("A1", "W0", "V3", ".");
    assert_landed("A1", "W1", "V3", "y1");
}

#[test]
fn an_aura_that_was_there_before_is_nobodys_destruction() {
    // The enemy plays into your aura.
    check_made_up(
        REBIRTH,
        CARDS,
        "
        .       .   .  .  .
        y1[A1]  e1  .  .  .
        .       .   .  .  .
        ",
        "enemy V2 MID-2",
        "
        .         .  .  .  .
        y1[A1=3]  .  .  .  .
        .         .  .  .  .
        ",
    );
}

#[test]
fn a_raising_aura_of_the_card_just_played_destroys_nobody() {
    // V2 lives by A3's aura; K1 raises it by 1, but takes A3 away.
    check_made_up(
        REBIRTH,
        "
        A3 1 1 | while_in_play allies_global modify_power 3
        K1 1 3 C2E B3P | while_in_play enemies_in_lane modify_power 1 | on_play all_cards_on_affected_tiles destroy_cards
        ",
        "
        e1[A3]  .         .  .  .
        y1      e1[V2-3]  .  .  .
        .       .         .  .  .
        ",
        "you K1 MID-1",
        "
        .         .  .  .  .
        y1[K1=3]  .  .  .  .
        .         .  .  .  .
        ",
    );
}

#[test]
fn a_destroyer_that_died_in_the_same_batch_puts_down_nothing() {
    check_made_up(
        REBIRTH,
        CARDS,
        "
        .   .       .  .  .
        y1  e2[V5]  .  .  .
        .   .       .  .  y1
        ",
        "you KL MID-1",
        "
        .  .  .  .  .
        .  .  .  .  .
        .  .  .  .  y1
        ",
    );
}

/// B1 kills by its deathrattle what stands ahead of it.
const BOMB: &str = "
    B1 1 1 B3X | on_destroy all_cards_on_affected_tiles modify_power -5
    K1 1 3 C2X | on_play all_cards_on_affected_tiles destroy_cards
    Q0 R 3 | on_play self replace_ally neutral
";

#[test]
fn a_destroyer_that_died_before_its_victim_puts_down_nothing() {
    // K1 destroys the bomb and gets its tile; the bomb's victim dies of a card
    // that is no longer there.
    check_made_up(
        REBIRTH,
        BOMB,
        "
        y1[B1]  e1[V5]  .  .  .
        e1      .       .  .  .
        .       .       .  .  .
        ",
        "enemy K1 MID-1",
        "
        e1        .  .  .  .
        e1[K1=3]  .  .  .  .
        .         .  .  .  .
        ",
    );
}

#[test]
fn another_card_on_a_dead_destroyers_tile_is_not_the_destroyer() {
    // K1 gets the bomb's tile, N1 fills it with a token before dying of the bomb.
    check_made_up(
        REBIRTH,
        "
        B1 1 1 B3X | on_destroy all_cards_on_affected_tiles modify_power -5
        K1 1 3 C2X | on_play all_cards_on_affected_tiles destroy_cards
        TP 1 1 D3P
        N1 1 5 | on_first_enfeebled empty_positions spawn_token TP TP TP
        ",
        "
        y1[B1]  e1[N1]  .  .  .
        e1      .       .  .  .
        .       .       .  .  .
        ",
        "enemy K1 MID-1",
        "
        e1[TP=1]  .  .  .  .
        e1[K1=3]  .  .  .  .
        .         .  .  .  .
        ",
    );
}

#[test]
fn a_replaced_card_has_no_destroying_card_and_destroys_for_nobody() {
    // The bomb is gone before its victim; the card now on its tile is another.
    check_made_up(
        REBIRTH,
        BOMB,
        "
        y1[B1]  e1[V5]  .  .  .
        .       .       .  .  .
        .       .       .  .  .
        ",
        "you Q0 TOP-1",
        "
        y0[Q0=3]  .  .  .  .
        .         .  .  .  .
        .         .  .  .  .
        ",
    );
    let book = made_up("rebirth", BOMB);
    let mut board = board(&book, "y1[V5] . . . .  . . . . .  . . . . .");
    let events = make_plays(&book, &mut board, "you Q0 TOP-1");
    let destroyers: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Destroyed { by, .. } => Some(*by),
            _ => None,
        })
        .collect();
    assert_eq!(destroyers, [None]);
}

#[test]
fn the_pawn_is_recorded_for_the_card_it_belongs_to() {
    let book = made_up("rebirth destroyedPawns=undo", CARDS);
    let mut board = board(&book, ". . . . e1  y1 e2[V5] . . .  . . . . .");
    let (source, grave) = ("MID-1".parse().unwrap(), "MID-2".parse().unwrap());
    make_plays(&book, &mut board, "you K1 MID-1");
    assert_eq!(board.pawns().record(source, grave), BySide::new(1, 0));
    assert_eq!(board.pawns().base(grave), BySide::new(0, 0));

    make_plays(&book, &mut board, "enemy KE TOP-5");
    assert_eq!(board.ranks(grave).you.get(), 0);
}

#[test]
fn several_victims_each_get_the_pawn_of_their_own_destroyer() {
    check_made_up(
        REBIRTH,
        "K3 1 3 C2X B3X C4E | on_play enemies_on_affected_tiles destroy_cards",
        "
        e1[V5]  .       .  .  .
        y1      e3[V5]  .  .  .
        e2[V5]  .       .  .  .
        ",
        "you K3 MID-1",
        "
        y1        .   .  .  .
        y1[K3=3]  y1  .  .  .
        .         .   .  .  .
        ",
    );
}

#[test]
fn under_keep_no_pawn_lands_where_a_card_died() {
    check_made_up(
        CANON,
        CARDS,
        "
        .   .       .  .  .
        y1  e2[V5]  .  .  .
        .   .       .  .  .
        ",
        "you K1 MID-1",
        "
        .         .   .  .  .
        y1[K1=3]  e2  .  .  .
        .         .   .  .  .
        ",
    );
}
