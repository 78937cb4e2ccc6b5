//! Boards set by hand: all faults are reported at once, and corrections fire nothing
//! (RULES.md, section 2).

use qbcoach_engine::rules::notation::{PositionError, position_text, read_position};
use qbcoach_engine::rules::setup::{SetupFault, TileCorrection};
use qbcoach_engine::rules::{
    Board, BySide, CardInPlay, Owner, Position, Rank, Rulebook, Side, TileId,
};

use crate::rules::made_up::{check_made_up, made_up};
use crate::support::{BOTH, CANON, board, make_plays, position, sketch};

fn tile(text: &str) -> TileId {
    text.parse().expect("the test names a tile")
}

fn faults(book: &Rulebook, drawing: &str) -> Vec<SetupFault> {
    match read_position(book, drawing) {
        Err(PositionError::Setup(error)) => error.faults,
        other => panic!("expected faults of a setup, got {other:?}"),
    }
}

#[test]
fn every_fault_of_a_setup_is_reported_at_once_in_the_order_of_the_tiles() {
    let book = made_up("canon", "");
    let drawing = "
        y4               n1:0            y0:1             e2:-1  y1[V5!1]
        y1[V5=1]         y1[T09=4]       y1[V5+1000001]   y1[V5>m4+1]  y2
        y1[V5>m5+1>m5+1] y1[V5*-1000001] y1[066?3]        e1     y1:2
    ";
    use SetupFault as F;
    assert_eq!(
        faults(&book, drawing),
        [
            F::RankOutOfRange {
                tile: tile("TOP-1"),
                side: Side::You,
                rank: 4
            },
            F::NeutralWithRank {
                tile: tile("TOP-2")
            },
            F::OwnerHasLowerRank {
                tile: tile("TOP-3"),
                owner: Side::You
            },
            F::RankOutOfRange {
                tile: tile("TOP-4"),
                side: Side::You,
                rank: -1
            },
            F::NoSuchAbility {
                tile: tile("TOP-5"),
                ability: 0
            },
            F::ReplacedPawns {
                tile: tile("MID-1")
            },
            F::ReplacedPawns {
                tile: tile("MID-2")
            },
            F::PowerOutOfRange {
                tile: tile("MID-3"),
                change: 1_000_001
            },
            F::PawnOnOwnTile {
                tile: tile("MID-4")
            },
            F::PawnsTwice {
                tile: tile("BOT-1"),
                on: tile("MID-5")
            },
            F::PowerOutOfRange {
                tile: tile("BOT-2"),
                change: -1_000_001
            },
            F::NoSuchAbility {
                tile: tile("BOT-3"),
                ability: 2
            },
            F::OwnerHasLowerRank {
                tile: tile("BOT-5"),
                owner: Side::You
            },
        ]
    );
}

#[test]
fn each_fault_names_its_tile_in_words() {
    let book = made_up("canon", "");
    let drawing = "y4 n1:0 y0:1 . .  . . . . .  . . . . .";
    let error = read_position(&book, drawing).expect_err("three faults");
    let lines: Vec<String> = error.to_string().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 3);
    for (line, tile) in lines.iter().zip(["TOP-1", "TOP-2", "TOP-3"]) {
        assert!(line.starts_with(tile), "{line}");
    }
}

#[test]
fn ranks_may_exceed_3_only_where_cards_in_play_have_records() {
    let book = made_up("canon", "");
    let with_record = ". . . . .  y1[V5>m2+1-1] y4:-1 . . .  . . . . .";
    let board = board(&book, with_record);
    assert_eq!(board.pawns().base(tile("MID-2")), BySide::new(3, 0));
    assert_eq!(sketch(&book, &board)[6], "y3");
    assert_eq!(
        faults(&book, ". . . . .  y1[V5>m3+1] y5 y1 . .  . . . . ."),
        [SetupFault::RankOutOfRange {
            tile: tile("MID-2"),
            side: Side::You,
            rank: 5
        }]
    );
}

#[test]
fn the_tile_of_a_card_may_have_any_ranks() {
    check_made_up(
        BOTH,
        "",
        "
        y0[V5]  y1:3[V5]  e0[V5]  .  e2:2[V5]
        .       .         .       .  .
        .       .         .       .  .
        ",
        "",
        "
        y0[V5=5]  y1:3[V5=5]  e0[V5=5]  .  e2:2[V5=5]
        .         .           .         .  .
        .         .           .         .  .
        ",
    );
}

/// F1 has every trigger that fires once; the other cards raise and lower it.
const FIRED: &str = "
    F1 1 5 | on_first_enhanced hand add_to_hand T01 | on_first_enfeebled hand add_to_hand T02 | on_power_threshold=7 hand add_to_hand T03
    A3 1 1 | while_in_play allies_global modify_power 3
    G3 1 5 | on_play allies_in_lane modify_power 3
    L3 1 5 | on_play enemies_in_lane modify_power -3
    P1 1 1 B3P
    KL 1 1 | on_play enemies_in_lane destroy_cards
";

#[test]
fn a_status_or_threshold_given_by_hand_counts_as_already_fired() {
    // 7 and enhanced by hand; lowered to 4 it is enfeebled for the first time.
    check_made_up(
        BOTH,
        FIRED,
        "
        y1[F1+2]  y1  .  .  e1
        .         .   .  .  .
        .         .   .  .  .
        ",
        "enemy L3 TOP-5; you G3 TOP-2",
        "
        y1[F1=7+]  y1[G3=8+]  .  .  e1[L3=5]
        .          .          .  .  .
        .          .          .  .  .
        hand you T02
        ",
    );
}

#[test]
fn an_ability_may_be_marked_as_not_yet_fired_or_as_fired() {
    // `?1` and `?3`: enhanced and at 7 and not fired yet; `!2`: fired.
    check_made_up(
        BOTH,
        FIRED,
        "
        y1[F1+2!2?1?3]  y1  .  .  e1
        .               .   .  .  .
        .               .   .  .  .
        ",
        "enemy L3 TOP-5; you G3 TOP-2",
        "
        y1[F1=7+]  y1[G3=8+]  .  .  e1[L3=5]
        .          .          .  .  .
        .          .          .  .  .
        hand you T01 T03
        ",
    );
}

#[test]
fn an_unfired_ability_waits_until_its_status_or_threshold_is_reached_anew() {
    // The card is enhanced and at 7 all the time, so no status or threshold is reached.
    check_made_up(
        BOTH,
        FIRED,
        "
        y1[F1+2?1?3]  .  .  .  e1
        .             .  .  .  .
        .             .  .  .  .
        ",
        "enemy V5 TOP-5",
        "
        y1[F1=7+]  .  .  .  e1[V5=5]
        .          .  .  .  .
        .          .  .  .  .
        hand you
        ",
    );
}

/// A correction of one tile to what `word` draws.
fn correct(book: &Rulebook, board: &mut Board, at: &str, word: &str) {
    let correction = correction(book, at, word);
    board
        .set_by_hand(book, &[correction])
        .expect("the correction is sound");
}

fn correction(book: &Rulebook, at: &str, word: &str) -> TileCorrection {
    let setup =
        qbcoach_engine::rules::notation::parse_tile(&book.catalogue, word).expect("a tile's word");
    let card = setup.card.map(|card| CardInPlay {
        power_delta: card.power_delta,
        ..CardInPlay::new(card.card, card.side)
    });
    TileCorrection {
        tile: tile(at),
        owner: setup.owner,
        ranks: setup.ranks.map(Rank::clamped),
        card,
    }
}

#[test]
fn ranks_set_by_hand_become_the_base_and_the_records_there_are_forgotten() {
    let book = made_up("canon", FIRED);
    let mut board = board(&book, ". . . . .  y1 . . . e1  . . . . .");
    make_plays(&book, &mut board, "you P1 MID-1");
    correct(&book, &mut board, "MID-2", "y3");
    assert_eq!(board.pawns().base(tile("MID-2")), BySide::new(3, 0));
    make_plays(&book, &mut board, "enemy KL MID-5");
    assert_eq!(sketch(&book, &board)[6], "y3");
}

#[test]
fn a_card_corrected_in_place_keeps_its_pawns_elsewhere() {
    let book = made_up("canon", FIRED);
    let mut board = board(&book, ". . . . .  y1 . . . e1  . . . . .");
    make_plays(&book, &mut board, "you P1 MID-1");
    correct(&book, &mut board, "MID-1", "y2[P1+4]");
    assert_eq!(sketch(&book, &board)[5..7], ["y2[P1=5+]", "y1"]);
    make_plays(&book, &mut board, "enemy KL MID-5");
    assert_eq!(sketch(&book, &board)[5..7], ["y2", "."]);
}

#[test]
fn the_pawns_of_a_card_removed_by_hand_stay_elsewhere_for_good() {
    let book = made_up("canon", FIRED);
    let mut board = board(&book, ". . . . .  y1 . . . e1  . . . . .");
    make_plays(&book, &mut board, "you P1 MID-1");
    correct(&book, &mut board, "MID-1", "y1");
    assert_eq!(sketch(&book, &board)[5..7], ["y1", "y1"]);
    assert_eq!(board.pawns().base(tile("MID-2")), BySide::new(1, 0));
}

#[test]
fn a_card_that_replaces_another_by_hand_inherits_no_pawns() {
    let book = made_up("canon", FIRED);
    let mut board = board(&book, ". . . . .  y1 . . . e1  . . . . .");
    make_plays(&book, &mut board, "you P1 MID-1");
    correct(&book, &mut board, "MID-1", "y1[V5]");
    make_plays(&book, &mut board, "enemy KL MID-5");
    assert_eq!(sketch(&book, &board)[5..7], ["y1", "y1"]);
}

#[test]
fn a_text_reads_back_after_a_correction_took_a_card_away_and_another_one_died() {
    // The enemy's pawn claims your pawn's tile, the enemy's card is taken off by hand, and
    // your card dies. The base keeps no rank below 0.
    for rules in ["canon", "canon claim=takeOver", "rebirth"] {
        let book = made_up(rules, FIRED);
        let mut board = board(&book, ". . . . .  y1 . e1 . e1  . . . . .");
        make_plays(&book, &mut board, "you P1 MID-1; enemy P1 MID-3");
        correct(&book, &mut board, "MID-3", "e1");
        make_plays(&book, &mut board, "enemy KL MID-5");
        assert_eq!(sketch(&book, &board)[5..8], ["y1", "e1", "e1"], "{rules}");
        assert_eq!(board.pawns().base(tile("MID-2")), BySide::new(0, 1));
        let position = Position::new(board, Side::You);
        let text = position_text(&book, &position);
        assert_eq!(read_position(&book, &text), Ok(position), "{text}");
    }
}

#[test]
fn a_card_that_had_claimed_another_cards_pawn_can_be_removed_by_hand() {
    // The enemy's pawn claims your pawn's tile; then the enemy's card is taken off by hand.
    let book = made_up("canon", FIRED);
    let mut board = board(&book, ". . . . .  y1 . e1 . .  . . . . .");
    make_plays(&book, &mut board, "you P1 MID-1; enemy P1 MID-3");
    assert_eq!(sketch(&book, &board)[5..8], ["y1[P1=1]", "e1", "e1[P1=1]"]);
    let result = board.set_by_hand(&book, &[correction(&book, "MID-3", "e1")]);
    assert_eq!(result, Ok(()));
    assert_eq!(sketch(&book, &board)[5..8], ["y1[P1=1]", "e1", "e1"]);
}

#[test]
fn nothing_fires_and_no_pawns_are_laid_when_tiles_are_set_by_hand() {
    // An aura put down by hand lifts F1 to 8 and, under net, enhances it.
    for rules in BOTH {
        let book = made_up(rules, FIRED);
        let mut board = board(&book, "y1[F1] y1 . . e1  y1 . . . .  . . . . .");
        correct(&book, &mut board, "BOT-1", "y1[A3]");
        correct(&book, &mut board, "MID-1", "y1[P1]");
        assert_eq!(board.powers(&book).power[tile("TOP-1")], 8);
        assert_eq!(sketch(&book, &board)[6], ".", "no pawn ahead of P1");
        // The threshold it has reached counts as fired: falling below it and reaching it
        // again fires nothing.
        let mut hand = crate::support::HandAdditions::default();
        for text in ["enemy L3 TOP-5", "you G3 TOP-2"] {
            let (side, play) = crate::support::read_play(&book, text);
            board.play(&book, side, play, &mut hand).expect("legal");
        }
        assert_eq!(board.powers(&book).power[tile("TOP-1")], 8);
        let added: Vec<&str> = hand
            .0
            .iter()
            .map(|(_, card)| book.catalogue[*card].number.as_str())
            .collect();
        // Discretely it was lowered below 0; under net it came back to neutral.
        let expected: &[&str] = if *rules == "canon" { &["T02"] } else { &[] };
        assert_eq!(added, expected, "{rules}");
    }
}

#[test]
fn a_card_set_at_0_by_hand_stays_until_a_play_resolves() {
    let book = made_up("canon", FIRED);
    let mut board = board(&book, "y1[V5] . . . .  y1 . . . .  . . . . .");
    correct(&book, &mut board, "TOP-1", "y1[V5-5]");
    assert_eq!(sketch(&book, &board)[0], "y1[V5=0-]");
    make_plays(&book, &mut board, "you V5 MID-1");
    assert_eq!(sketch(&book, &board)[0], "y1");
}

#[test]
fn an_owner_may_be_set_by_hand_on_a_tile_without_pawns() {
    let book = made_up("canon", FIRED);
    let mut board = Board::opening();
    correct(&book, &mut board, "MID-3", "y0");
    assert_eq!(board.owner(tile("MID-3")), Owner::Held(Side::You));
    correct(&book, &mut board, "MID-3", ".");
    assert_eq!(board.owner(tile("MID-3")), Owner::Neutral);
}

#[test]
fn a_faulty_correction_changes_nothing_and_names_every_fault() {
    let book = made_up("canon", FIRED);
    let mut board = board(&book, "y1[F1] y1 . . e1  y1 . . . .  . . . . .");
    let before = board;
    let sound = correction(&book, "TOP-1", "y3[V5]");
    let orphan = TileCorrection {
        owner: Owner::Neutral,
        ..correction(&book, "MID-3", "y2")
    };
    let wrong_owner = TileCorrection {
        owner: Owner::Held(Side::Enemy),
        ..correction(&book, "BOT-3", "y2")
    };
    let error = board
        .set_by_hand(&book, &[sound, wrong_owner, orphan])
        .expect_err("two faults");
    assert_eq!(
        error.faults,
        [
            SetupFault::NeutralWithRank {
                tile: tile("MID-3")
            },
            SetupFault::OwnerHasLowerRank {
                tile: tile("BOT-3"),
                owner: Side::Enemy
            },
        ]
    );
    assert_eq!(board, before);
}

#[test]
fn a_position_text_with_records_and_marks_reads_back_to_the_same_position() {
    let book = made_up("canon", FIRED);
    let text = "y1[F1+2!2!3?1],y1[V5*-2],y5:-1,n0:-1,e1[P1]/y1[P1>t3+2-1>t4+0-1],.,.,.,e0/y1,.,.,.,e1[T10=2<096] enemy passes=1";
    let position = position(&book, text);
    assert_eq!(position_text(&book, &position), text);
}

#[test]
fn an_ability_marked_as_fired_does_not_fire_again() {
    check_made_up(
        CANON,
        FIRED,
        "
        y1[F1!1!3]  y1  .  .  .
        .           .   .  .  .
        .           .   .  .  .
        ",
        "you G3 TOP-2",
        "
        y1[F1=8+]  y1[G3=8+]  .  .  .
        .          .          .  .  .
        .          .          .  .  .
        hand you
        ",
    );
}
