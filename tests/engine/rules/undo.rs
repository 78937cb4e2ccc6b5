//! Pawns and tiles of destroyed cards: the knobs `destroyedPawns` and `destroyedTile`,
//! records, and owners after a batch (RULES.md, sections 1, 2 and 8).

use qbcoach_engine::rules::{Board, BySide, Play, TileId};

use crate::rules::made_up::{check_made_up, made_up};
use crate::rules::random::random_match;
use crate::support::{CANON, REBIRTH, board, make_plays, sketch};

/// P1 puts a pawn ahead; K1 destroys the card ahead, KE all enemies, KA all
/// cards with itself, none of them with pawns.
const CARDS: &str = "
    P1 1 1 B3P
    P3 1 1 B3P | on_play positions modify_tile_ranks 3
    K1 1 1 B3E | on_play all_cards_on_affected_tiles destroy_cards
    KE 1 1 | on_play enemies_global destroy_cards
    KA 1 1 | on_play all_cards_global destroy_cards
";

fn tile(text: &str) -> TileId {
    text.parse().expect("the test names a tile")
}

/// Base plus records of a tile, before clamping.
fn sum(board: &Board, at: &str) -> (i8, i8) {
    let sum = board.pawns().sum(tile(at));
    (sum.you, sum.enemy)
}

#[test]
fn a_destroyed_cards_pawns_vanish_and_other_cards_pawns_stay() {
    // Of rank 3, the base of 1 and the pawn of the card in TOP stay.
    check_made_up(
        CANON,
        CARDS,
        "
        y1[P1>b3+1]  .   .   .  .
        y1[P1>b3+1]  e1  .   .  .
        .            .   y3  .  .
        ",
        "enemy K1 MID-2",
        "
        y1[P1=1]  .         .   .  .
        y1        e1[K1=1]  .   .  .
        .         .         y2  .  .
        ",
    );
}

#[test]
fn with_a_sum_below_0_a_later_pawn_shows_only_after_the_other_record_is_undone() {
    let book = made_up("canon", CARDS);
    let mut board = board(
        &book,
        "
        y1  .  .   .  .
        y1  .  e1  .  e1
        .   .  .   .  .
        ",
    );
    let show = |board: &Board| sketch(&book, board).swap_remove(6);

    // Your pawn, then the enemy's step over it.
    make_plays(&book, &mut board, "you P1 MID-1; enemy P1 MID-3");
    assert_eq!((sum(&board, "MID-2"), show(&board)), ((0, 1), "e1".into()));
    // Your card is destroyed: its +1 goes, the enemy's -1 stays.
    make_plays(&book, &mut board, "enemy KE MID-5");
    assert_eq!((sum(&board, "MID-2"), show(&board)), ((-1, 1), "e1".into()));
    // The next pawn asks for 1:0, and is recorded as +1 -1 of what was shown.
    make_plays(&book, &mut board, "you P1 MID-1");
    let record = board.pawns().record(tile("MID-1"), tile("MID-2"));
    assert_eq!(record, BySide::new(1, -1));
    assert_eq!((sum(&board, "MID-2"), show(&board)), ((0, 0), ".".into()));
    // The enemy's card is destroyed too; now the pawn shows.
    make_plays(&book, &mut board, "you KE TOP-1");
    assert_eq!((sum(&board, "MID-2"), show(&board)), ((1, -1), "y1".into()));
}

#[test]
fn with_a_sum_above_3_a_later_enemy_pawn_shows_no_change() {
    let book = made_up("canon", CARDS);
    let mut board = board(
        &book,
        "
        y1  .   .   .  .
        y1  y3  e1  .  .
        .   .   .   .  .
        ",
    );
    let show = |board: &Board| sketch(&book, board).swap_remove(6);

    make_plays(&book, &mut board, "enemy P1 MID-3; you P1 MID-1");
    assert_eq!(
        (sum(&board, "MID-2"), show(&board)),
        ((3, 1), "y3:1".into())
    );
    make_plays(&book, &mut board, "you KE TOP-1");
    assert_eq!((sum(&board, "MID-2"), show(&board)), ((4, 0), "y3".into()));
    make_plays(&book, &mut board, "enemy P1 MID-3");
    assert_eq!(
        (sum(&board, "MID-2"), show(&board)),
        ((3, 1), "y3:1".into())
    );
}

#[test]
fn kept_pawns_become_part_of_the_base() {
    for rules in ["rebirth", "canon destroyedPawns=keep"] {
        let book = made_up(rules, CARDS);
        let mut board = board(&book, ". . . . .  y1 . . . e1  . . . . .");
        make_plays(&book, &mut board, "you P1 MID-1");
        assert_eq!(board.pawns().base(tile("MID-2")), BySide::new(0, 0));
        make_plays(&book, &mut board, "enemy KE MID-5");
        let no_record = board.pawns().record(tile("MID-1"), tile("MID-2"));
        assert_eq!(no_record, BySide::new(0, 0), "{rules}");
        assert_eq!(board.pawns().base(tile("MID-2")), BySide::new(1, 0));
        assert_eq!(sketch(&book, &board)[6], "y1", "{rules}");
    }
}

#[test]
fn a_kept_tile_shows_the_ranks_it_has_without_its_card() {
    check_made_up(
        &["canon", "rebirth", "rebirth destroyedTile=keep"],
        CARDS,
        "
        .  .           .   .  .
        .  y2:1[V5]    e1  .  .
        .  .           .   .  .
        ",
        "enemy K1 MID-3",
        "
        .  .     .         .  .
        .  y2:1  e1[K1=1]  .  .
        .  .     .         .  .
        ",
    );
}

#[test]
fn a_cleared_tile_is_neutral_and_every_record_on_it_is_forgotten() {
    for rules in ["rebirth destroyedTile=clear", "canon destroyedTile=clear"] {
        let book = made_up(rules, CARDS);
        let mut board = board(
            &book,
            "
            .   .   .   .  .
            y1  y1  e1  .  e1
            .   .   .   .  .
            ",
        );
        make_plays(
            &book,
            &mut board,
            "you P1 MID-1; you V5 MID-2; enemy K1 MID-3",
        );
        assert_eq!(sketch(&book, &board)[6], ".", "{rules}");
        let record = board.pawns().record(tile("MID-1"), tile("MID-2"));
        assert_eq!(record, BySide::new(0, 0), "{rules}");
        // The card that laid the pawn is destroyed; the cleared tile has no record of it to undo.
        make_plays(&book, &mut board, "enemy KE MID-5");
        assert_eq!(sum(&board, "MID-2"), (0, 0), "{rules}");
    }
}

#[test]
fn pawns_under_another_card_are_undone_too() {
    // MID-2 was opened by the pawn of MID-1 and then taken; both cards are destroyed in turn.
    let cards = "
        P1 1 1 B3P
        L1 1 1 | on_play enemies_in_lane modify_power -1
        K1 1 1 B3E | on_play all_cards_on_affected_tiles destroy_cards
        ";
    let before = "
        .   .  .   .  .
        y1  .  e1  .  e1
        .   .  .   .  .
        ";
    check_made_up(
        CANON,
        cards,
        before,
        "you P1 MID-1; you V5 MID-2; enemy L1 MID-5",
        "
        .   .          .   .  .
        y1  y0[V5=4-]  e1  .  e1[L1=1]
        .   .          .   .  .
        ",
    );
    check_made_up(
        CANON,
        cards,
        before,
        "you P1 MID-1; you V5 MID-2; enemy L1 MID-5; enemy K1 MID-3",
        "
        .   .  .         .  .
        y1  .  e1[K1=1]  .  e1[L1=1]
        .   .  .         .  .
        ",
    );
}

#[test]
fn a_destroyed_cards_tile_goes_to_the_higher_rank_under_it() {
    check_made_up(
        CANON,
        CARDS,
        "
        .  .         .   .  .
        .  y0:1[V5]  e1  .  .
        .  .         .   .  .
        ",
        "enemy K1 MID-3",
        "
        .  .   .         .  .
        .  e1  e1[K1=1]  .  .
        .  .   .         .  .
        ",
    );
}

#[test]
fn a_tie_under_a_destroyed_card_stays_with_the_cards_side() {
    check_made_up(
        CANON,
        CARDS,
        "
        y1:1[V5]  .  .  e2:2[V5]  .
        .         .  .  .         e1
        .         .  .  .         .
        ",
        "enemy KA MID-5",
        "
        y1:1  .  .  e2:2  .
        .     .  .  .     e1
        .     .  .  .     .
        ",
    );
}

#[test]
fn a_tie_after_an_undo_stays_with_the_owner_before_the_batch() {
    // Base 1 of yours, your pawn, two steps of the enemy; one of the two is destroyed.
    check_made_up(
        CANON,
        CARDS,
        "
        .            y1  e1[P1>m2+1-1]  .  .
        y1[P1>m2+1]  e2  e1[P1>m2+1-1]  .  .
        .            .   .              .  .
        ",
        "you K1 TOP-2",
        "
        .         y1[K1=1]  e1        .  .
        y1[P1=1]  e1:1      e1[P1=1]  .  .
        .         .         .         .  .
        ",
    );
}

#[test]
fn a_tied_tile_keeps_the_owner_it_had_before_the_whole_batch() {
    // 2 against 3: without the enemy's 2 you would lead, without your 1 it is a tie.
    check_made_up(
        CANON,
        CARDS,
        "
        e1[P1>m2+2]  .     .  .  .
        .            e3:2  .  .  .
        y1[P1>m2+1]  .     .  .  y1
        ",
        "you KA BOT-5",
        "
        e1  .     .  .  .
        .   e1:1  .  .  .
        y1  .     .  .  y1
        ",
    );
}

#[test]
fn destroying_an_enemy_card_gives_a_claimed_tile_back() {
    check_made_up(
        CANON,
        CARDS,
        "
        y1  .   .   .  .
        .   y2  e1  .  .
        .   .   .   .  .
        ",
        "enemy P3 MID-3; you KE TOP-1",
        "
        y1[KE=1]  .   .   .  .
        .         y2  e1  .  .
        .         .   .   .  .
        ",
    );
    // With kept pawns and take-over, the rank stays 2 whatever the amount.
    check_made_up(
        REBIRTH,
        CARDS,
        "
        y1  .   .   .  .
        .   y2  e1  .  .
        .   .   .   .  .
        ",
        "enemy P3 MID-3; you KE TOP-1",
        "
        y1[KE=1]  .   .   .  .
        .         e2  e1  .  .
        .         .   .   .  .
        ",
    );
}

#[test]
fn with_all_pawns_undone_and_all_cards_gone_the_board_is_the_opening() {
    let book = made_up("canon", CARDS);
    let doom = book.catalogue.find("KA").expect("KA is made up");
    for seed in 0..60 {
        random_match(&book, seed, |position, _| {
            let (mut board, side) = (position.board, position.to_act);
            if let Some(tile) = board.legal_tiles(&book, side, doom).iter().next() {
                let play = Play { card: doom, tile };
                board.play(&book, side, play, &mut ()).expect("legal");
                assert_eq!(board, Board::opening(), "seed {seed}");
            }
        });
    }
}
