//! The effect of pawns on ranks and owners, with the knob `claim` (RULES.md, sections 1
//! and 2).

use qbcoach_engine::rules::{BySide, Owner, Rulebook, Side};

use crate::rules::made_up::{check_made_up, made_up};
use crate::support::{BOTH, CANON, board, make_plays, play_of, sketch};

/// One pawn ahead, of 1, 2 or 3; one above; one behind and one ahead.
const PAWNS: &str = "
    P1 1 1 B3P
    P2 1 1 B3P | on_play positions modify_tile_ranks 2
    P3 1 1 B3P | on_play positions modify_tile_ranks 3
    U1 1 1 C2P
    Q1 1 1 D3P B3P
";

/// The tile drawn as `word` after your pawn of `amount`. The enemy's pawn on the mirrored
/// tile must have the mirrored result.
fn after_pawn(book: &Rulebook, word: &str, amount: u8) -> String {
    let mut board = board(book, &format!(". . . . .  y1 {word} . . .  . . . . ."));
    let mut mirrored = board.mirrored();
    let mut play = play_of(book, &format!("P{amount}"), "MID-1");
    board.play(book, Side::You, play, &mut ()).expect("legal");
    play.tile = play.tile.mirrored();
    mirrored
        .play(book, Side::Enemy, play, &mut ())
        .expect("legal");
    assert_eq!(mirrored.mirrored(), board, "mirrored {word} with {amount}");
    sketch(book, &board).swap_remove(6)
}

/// Each line: a tile, and the tile after a pawn of 1, 2 or 3.
#[track_caller]
fn assert_pawns(rules: &str, table: &str) {
    let book = made_up(rules, PAWNS);
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let actual: Vec<String> = (1..=3).map(|n| after_pawn(&book, words[0], n)).collect();
        assert_eq!(actual, words[1..], "pawns of 1, 2, 3 on {}", words[0]);
    }
}

/// Neutral and own tiles, under either claim.
const OWN_TILES: &str = "
    .     y1    y2    y3
    y0    y1    y2    y3
    y1    y2    y3    y3
    y2    y3    y3    y3
    y3    y3    y3    y3
    y1:1  y2:1  y3:1  y3:1
    y2:1  y3:1  y3:1  y3:1
    y3:3  y3:3  y3:3  y3:3
";

#[test]
fn a_pawn_on_a_neutral_or_own_tile_adds_its_amount_up_to_3() {
    for rules in BOTH {
        assert_pawns(rules, OWN_TILES);
    }
}

#[test]
fn claim_step_takes_the_amount_from_the_enemy_and_adds_it_to_the_own_rank() {
    // On a tie the enemy, who owned the tile before the pawn, stays the owner.
    assert_pawns(
        "canon",
        "
        e1    y1    y2    y3
        e2    e1:1  y2    y3
        e3    e2:1  y2:1  y3
        e1:1  y2    y3    y3
        e2:1  y2:1  y3    y3
        e3:1  e2:2  y3:1  y3
        e2:2  y3:1  y3    y3
        e3:2  y3:2  y3:1  y3
        e3:3  y3:2  y3:1  y3
        e0    y1    y2    y3
        ",
    );
}

#[test]
fn claim_take_over_gives_the_visible_rank_to_the_new_owner_whatever_the_amount() {
    assert_pawns(
        "rebirth",
        "
        e1    y1  y1  y1
        e2    y2  y2  y2
        e3    y3  y3  y3
        e1:1  y1  y1  y1
        e2:1  y2  y2  y2
        e3:2  y3  y3  y3
        e3:3  y3  y3  y3
        ",
    );
}

#[test]
fn claim_can_be_set_apart_from_the_preset() {
    assert_pawns("canon claim=takeOver", "e2  y2  y2  y2");
    assert_pawns("rebirth claim=step", "e2  e1:1  y2  y3");
}

#[test]
fn a_tied_tile_keeps_the_owner_it_had_before_the_pawn() {
    // Your pawn on the enemy's 2 leaves 1:1 with the enemy; a second one turns it.
    let before = "
        .   .   .  .  .
        y1  e2  .  .  .
        .   y1  .  .  .
        ";
    check_made_up(
        CANON,
        PAWNS,
        before,
        "you P1 MID-1",
        "
        .         .     .  .  .
        y1[P1=1]  e1:1  .  .  .
        .         y1    .  .  .
        ",
    );
    check_made_up(
        CANON,
        PAWNS,
        before,
        "you P1 MID-1; you U1 BOT-2",
        "
        .         .         .  .  .
        y1[P1=1]  y2        .  .  .
        .         y1[U1=1]  .  .  .
        ",
    );
}

#[test]
fn after_an_enemys_pawn_a_tied_tile_of_yours_stays_yours() {
    check_made_up(
        CANON,
        PAWNS,
        "
        .  .   .   .  .
        .  y2  e1  .  .
        .  .   .   .  .
        ",
        "enemy P1 MID-3; you V5 MID-2",
        "
        .  .           .         .  .
        .  y1:1[V5=5]  e1[P1=1]  .  .
        .  .           .         .  .
        ",
    );
}

#[test]
fn a_capped_pawn_records_only_what_fits() {
    let book = made_up("canon", PAWNS);
    for (word, card, expected) in [
        ("y3", "P1", BySide::new(0, 0)),
        ("y2", "P3", BySide::new(1, 0)),
        ("e1", "P3", BySide::new(3, -1)),
        ("e3:2", "P2", BySide::new(1, -2)),
    ] {
        let mut board = board(&book, &format!(". . . . .  y1 {word} . . .  . . . . ."));
        make_plays(&book, &mut board, &format!("you {card} MID-1"));
        let record = board
            .pawns()
            .record("MID-1".parse().unwrap(), "MID-2".parse().unwrap());
        assert_eq!(record, expected, "{card} on {word}");
    }
}

#[test]
fn a_take_over_records_the_changes_of_both_ranks() {
    let book = made_up("rebirth", PAWNS);
    let mut board = board(&book, ". . . . .  y1 e3:1 . . .  . . . . .");
    make_plays(&book, &mut board, "you P1 MID-1");
    let record = board
        .pawns()
        .record("MID-1".parse().unwrap(), "MID-2".parse().unwrap());
    assert_eq!(record, BySide::new(2, -3));
}

#[test]
fn pawns_land_on_every_pawn_square_on_the_board_and_never_on_a_card() {
    check_made_up(
        BOTH,
        PAWNS,
        "
        .   y1  .       .  .
        y1  .   .       .  .
        .   y1  e1[V5]  .  .
        ",
        "you Q1 TOP-2; you Q1 MID-1; you Q1 BOT-2",
        "
        y1        y1[Q1=1]  y1        .  .
        y1[Q1=1]  y1        .         .  .
        y1        y1[Q1=1]  e1[V5=5]  .  .
        ",
    );
}

#[test]
fn the_ranks_under_a_card_are_kept_and_shown() {
    check_made_up(
        BOTH,
        PAWNS,
        "
        .     .     .  .  .
        y2:1  e1:1  .  .  .
        y3    .     .  .  .
        ",
        "you V5 MID-1; enemy V5 MID-2; you V5 BOT-1",
        "
        .           .           .  .  .
        y2:1[V5=5]  e1:1[V5=5]  .  .  .
        y3[V5=5]    .           .  .  .
        ",
    );
}

#[test]
fn an_owner_may_be_set_on_a_tile_without_pawns_and_stays_until_ranks_change() {
    // The play lays pawns elsewhere and a card is destroyed elsewhere.
    check_made_up(
        CANON,
        "
        P1 1 1 B3P
        K1 1 1 B3P | on_play enemies_global destroy_cards
        ",
        "
        y1  .  .  e1[V5]  y0
        .   .  .  .       e0
        .   .  .  .       .
        ",
        "you K1 TOP-1",
        "
        y1[K1=1]  y1  .  e1  y0
        .         .   .  .   e0
        .         .   .  .   .
        ",
    );
}

#[test]
fn a_tile_without_pawns_turns_neutral_when_its_last_pawn_goes() {
    let book = made_up(
        "canon",
        "P1 1 1 B3P\nK1 1 1 | on_play enemies_global destroy_cards",
    );
    let mut board = board(&book, "y0 . . . .  y1 y0 . . e1  . . . . .");
    make_plays(&book, &mut board, "you P1 MID-1");
    assert_eq!(
        board.owner("MID-2".parse().unwrap()),
        Owner::Held(Side::You)
    );
    make_plays(&book, &mut board, "enemy K1 MID-5");
    assert_eq!(board.owner("MID-2".parse().unwrap()), Owner::Neutral);
    assert_eq!(
        board.owner("TOP-1".parse().unwrap()),
        Owner::Held(Side::You)
    );
}

#[test]
fn the_visible_rank_is_the_larger_one_and_counts_for_the_owner_of_a_tie() {
    let book = made_up("canon", PAWNS);
    let board = board(&book, "y2:1 e3:2 y1:1 . e0  . . . . .  . . . . .");
    let visible = |tile: &str| board.visible_rank(tile.parse().unwrap()).get();
    assert_eq!(
        ["TOP-1", "TOP-2", "TOP-3", "TOP-4", "TOP-5"].map(visible),
        [2, 3, 1, 0, 0]
    );
}

#[test]
fn pawns_of_two_cards_on_one_tile_add_up() {
    check_made_up(
        BOTH,
        PAWNS,
        "
        .   .  .   .  .
        y1  .  y1  .  .
        .   .  .   .  .
        ",
        "you P2 MID-1; you Q1 MID-3",
        "
        .         .   .         .   .
        y1[P2=1]  y3  y1[Q1=1]  y1  .
        .         .   .         .   .
        ",
    );
}
