//! Legal plays, refusals, turns and the end of a match (RULES.md, sections 4 and 5).

use qbcoach_engine::rules::notation::{PositionTextError, read_position};
use qbcoach_engine::rules::setup::TileCorrection;
use qbcoach_engine::rules::{
    Event, IllegalMove, IllegalPlay, Move, Owner, Play, Position, Rank, Rulebook, Side, TileId,
};

use crate::rules::made_up::made_up;
use crate::rules::random::random_match;
use crate::support::{board, play_of, position, read_play};

/// Cards by rank, and a replacement card.
const CARDS: &str = "
    R1 1 1
    R2 2 1
    R3 3 1
    RR R 1 | on_play self replace_ally neutral
";

/// A board with every kind of tile.
const TABLE: &str = "
    y1      y2  y3    .   e3
    y1[V5]  y0  y1:1  e1  e1[V5]
    y3[V5]  .   e2:2  e0  .
";

fn tile(text: &str) -> TileId {
    text.parse().expect("the test names a tile")
}

fn rank(number: u8) -> Rank {
    Rank::new(number).expect("a rank")
}

/// Makes a play that must be refused, change nothing and send no events.
#[track_caller]
fn refusal(book: &Rulebook, drawing: &str, text: &str) -> IllegalPlay {
    let mut board = board(book, drawing);
    let before = board;
    let mut events = Vec::new();
    let (side, play) = read_play(book, text);
    let result = board.play(book, side, play, &mut events);
    assert_eq!(board, before, "`{text}` changed the board");
    assert_eq!(events, [], "`{text}` sent an event");
    result.expect_err(text)
}

#[test]
fn each_refusal_names_its_rule_and_changes_nothing() {
    let book = made_up("canon", CARDS);
    let not_owned = |at: &str, owner: Owner| IllegalPlay::TileNotOwned {
        tile: tile(at),
        owner,
    };
    let too_low = |at: &str, needed: u8, has: u8| IllegalPlay::RankTooLow {
        tile: tile(at),
        needed: rank(needed),
        has: rank(has),
    };
    let occupied = |at: &str| IllegalPlay::TileOccupied { tile: tile(at) };
    let (enemy, you) = (Owner::Held(Side::Enemy), Owner::Held(Side::You));
    for (text, expected, rule) in [
        ("you R1 MID-1", occupied("MID-1"), "tileOccupied"),
        ("you R1 MID-5", occupied("MID-5"), "tileOccupied"),
        ("enemy R1 MID-1", occupied("MID-1"), "tileOccupied"),
        (
            "you R1 TOP-4",
            not_owned("TOP-4", Owner::Neutral),
            "tileNotOwned",
        ),
        ("you R1 MID-4", not_owned("MID-4", enemy), "tileNotOwned"),
        ("you R1 BOT-3", not_owned("BOT-3", enemy), "tileNotOwned"),
        ("enemy R1 MID-3", not_owned("MID-3", you), "tileNotOwned"),
        ("you R2 TOP-1", too_low("TOP-1", 2, 1), "rankTooLow"),
        ("you R3 TOP-2", too_low("TOP-2", 3, 2), "rankTooLow"),
        ("you R1 MID-2", too_low("MID-2", 1, 0), "rankTooLow"),
        ("enemy R1 BOT-4", too_low("BOT-4", 1, 0), "rankTooLow"),
        (
            "you RR TOP-1",
            IllegalPlay::NothingToReplace {
                tile: tile("TOP-1"),
            },
            "nothingToReplace",
        ),
        (
            "you RR MID-5",
            IllegalPlay::ReplacesOpponent {
                tile: tile("MID-5"),
            },
            "replacesOpponent",
        ),
    ] {
        let refused = refusal(&book, TABLE, text);
        assert_eq!((refused, refused.rule()), (expected, rule), "{text}");
        let message = refused.to_string();
        let at = text.split(' ').next_back().unwrap_or_default();
        assert!(message.starts_with(at), "`{message}` names {at}");
    }
}

/// The tiles a card may be played on, as one text.
fn legal_tiles(book: &Rulebook, side: Side, card: &str) -> String {
    let card = book.catalogue.find(card).expect("a card");
    let board = board(book, TABLE);
    let tiles: Vec<String> = board
        .legal_tiles(book, side, card)
        .iter()
        .map(|tile| tile.to_string())
        .collect();
    tiles.join(" ")
}

#[test]
fn an_ordinary_card_needs_an_own_empty_tile_of_its_rank() {
    // The tie of MID-3 is yours and that of BOT-3 the enemy's.
    let book = made_up("canon", CARDS);
    for (side, card, tiles) in [
        (Side::You, "R1", "TOP-1 TOP-2 TOP-3 MID-3"),
        (Side::You, "R2", "TOP-2 TOP-3"),
        (Side::You, "R3", "TOP-3"),
        (Side::Enemy, "R1", "TOP-5 MID-4 BOT-3"),
        (Side::Enemy, "R2", "TOP-5 BOT-3"),
        (Side::Enemy, "R3", "TOP-5"),
    ] {
        assert_eq!(legal_tiles(&book, side, card), tiles, "{side} {card}");
    }
}

#[test]
fn a_replacement_card_may_take_any_own_card_whatever_the_rank() {
    let book = made_up("canon", CARDS);
    assert_eq!(legal_tiles(&book, Side::You, "RR"), "MID-1 BOT-1");
    assert_eq!(legal_tiles(&book, Side::Enemy, "RR"), "MID-5");
    let mut board = board(&book, "y0:3[V9] . . . .  . . . . .  . . . . .");
    let play = play_of(&book, "RR", "TOP-1");
    assert!(board.play(&book, Side::You, play, &mut ()).is_ok());
}

#[test]
fn the_owner_of_a_tied_tile_may_play_there() {
    let book = made_up("canon", CARDS);
    let mut board = board(&book, TABLE);
    for text in ["you R1 MID-3", "enemy R2 BOT-3"] {
        let (side, play) = read_play(&book, text);
        assert!(
            board.play(&book, side, play, &mut ()).is_ok(),
            "{text} is legal"
        );
    }
}

#[test]
fn two_copies_in_hand_add_no_second_play() {
    let book = made_up("canon", CARDS);
    let card = |number: &str| book.catalogue.find(number).expect("a card");
    let hand = [card("R3"), card("RR"), card("R3")];
    let board = board(&book, TABLE);
    let mut plays = board.legal_plays(&book, Side::You, &hand);
    plays.sort();
    let mut expected = vec![
        play_of(&book, "R3", "TOP-3"),
        play_of(&book, "RR", "MID-1"),
        play_of(&book, "RR", "BOT-1"),
    ];
    expected.sort();
    assert_eq!(plays, expected);
}

#[test]
fn listed_plays_and_refusals_agree_on_every_card_and_tile() {
    let book = made_up("rebirth", CARDS);
    for seed in 0..6 {
        random_match(&book, seed, |position, _| {
            for card in book.catalogue.cards() {
                let listed = position.board.legal_tiles(&book, position.to_act, card.id);
                for tile in TileId::all() {
                    let play = Play {
                        card: card.id,
                        tile,
                    };
                    let refused = position.board.refusal(&book, position.to_act, play);
                    assert_eq!(listed.contains(tile), refused.is_none());
                    if let Some(refused) = refused {
                        let mut copy = position.board;
                        let result = copy.play(&book, position.to_act, play, &mut ());
                        assert_eq!(result, Err(refused));
                        assert_eq!(copy, position.board);
                    }
                }
            }
        });
    }
}

#[test]
fn a_move_out_of_turn_is_refused() {
    let book = made_up("canon", CARDS);
    let mut position = Position::opening(Side::You);
    let before = position;
    let play = Move::Play(play_of(&book, "R1", "TOP-5"));
    for made in [Move::Pass, play] {
        assert_eq!(
            position.make(&book, Side::Enemy, made, &mut ()),
            Err(IllegalMove::OutOfTurn {
                expected: Side::You
            })
        );
    }
    assert_eq!(position, before);
}

#[test]
fn a_refused_play_does_not_change_the_turn() {
    let book = made_up("canon", CARDS);
    let mut position = position(&book, &format!("{TABLE} you passes=1"));
    let before = position;
    let mut events = Vec::new();
    let play = Move::Play(play_of(&book, "R3", "TOP-1"));
    let result = position.make(&book, Side::You, play, &mut events);
    assert!(matches!(
        result,
        Err(IllegalMove::Play(IllegalPlay::RankTooLow { .. }))
    ));
    assert_eq!((position, events), (before, vec![]));
}

#[test]
fn two_passes_in_a_row_end_the_match() {
    let book = made_up("canon", CARDS);
    let mut position = Position::opening(Side::Enemy);
    let mut events = Vec::new();
    for side in [Side::Enemy, Side::You] {
        assert!(!position.is_over());
        let made = position.make(&book, side, Move::Pass, &mut events);
        assert!(made.is_ok());
    }
    assert!(position.is_over());
    assert_eq!(events, [Event::Turn { side: Side::You }, Event::Over]);
    for made in [Move::Pass, Move::Play(play_of(&book, "R1", "TOP-5"))] {
        let before = position;
        let result = position.make(&book, Side::Enemy, made, &mut ());
        assert_eq!(result, Err(IllegalMove::MatchOver));
        assert_eq!(position, before);
    }
}

#[test]
fn passes_with_a_play_between_them_do_not_end_the_match() {
    let book = made_up("canon", CARDS);
    let mut position = Position::opening(Side::You);
    let play = Move::Play(play_of(&book, "R1", "TOP-5"));
    for (side, made) in [
        (Side::You, Move::Pass),
        (Side::Enemy, play),
        (Side::You, Move::Pass),
    ] {
        position
            .make(&book, side, made, &mut ())
            .expect("the move is legal");
    }
    assert_eq!((position.passes(), position.is_over()), (1, false));
}

#[test]
fn the_match_ends_when_after_a_play_every_tile_holds_a_card() {
    let book = made_up("canon", CARDS);
    let full_but_one = format!("y1 {}", "e1[V5] ".repeat(14));
    let mut position = position(&book, &full_but_one);
    assert!(!position.is_over());
    let mut events = Vec::new();
    let play = Move::Play(play_of(&book, "R1", "TOP-1"));
    position
        .make(&book, Side::You, play, &mut events)
        .expect("the play is legal");
    assert!(position.is_over());
    assert_eq!(events.last(), Some(&Event::Over));
    assert_eq!(
        position.make(&book, Side::Enemy, Move::Pass, &mut ()),
        Err(IllegalMove::MatchOver)
    );
}

#[test]
fn a_board_filled_by_hand_ends_the_match_only_when_a_play_leaves_it_full() {
    let book = made_up("canon", "Q0 R 3 | on_play self replace_ally neutral");
    let mut position = position(&book, &format!("y1[V5] {} you", "e1[V5] ".repeat(14)));
    assert!(!position.is_over());
    position
        .make(&book, Side::You, Move::Pass, &mut ())
        .expect("the match goes on");
    assert!(!position.is_over());
    let play = Move::Play(play_of(&book, "Q0", "TOP-2"));
    position
        .make(&book, Side::Enemy, play, &mut ())
        .expect("a replacement is legal");
    assert!(position.is_over());
}

#[test]
fn two_passes_end_a_match_on_a_board_filled_by_hand() {
    let book = made_up("canon", "");
    let mut position = position(&book, &"y1[V5] ".repeat(15));
    for side in [Side::You, Side::Enemy] {
        assert!(!position.is_over());
        position
            .make(&book, side, Move::Pass, &mut ())
            .expect("the match goes on");
    }
    assert!(position.is_over());
}

#[test]
fn a_correction_that_empties_a_tile_reopens_a_match_that_filled_the_board_ended() {
    let book = made_up("canon", "");
    let mut position = position(&book, &format!("{}enemy over", "y1[V5] ".repeat(15)));
    assert!(position.is_over());
    let at = |position: &Position, card| TileCorrection {
        tile: "MID-3".parse().expect("a tile"),
        owner: Owner::Held(Side::You),
        ranks: position.board.ranks("MID-3".parse().expect("a tile")),
        card,
    };
    // Ranks and powers may be corrected; the board is still full.
    let card = position
        .board
        .card("MID-3".parse().expect("a tile"))
        .copied();
    let correction = at(&position, card);
    position.set_by_hand(&book, &[correction]).expect("sound");
    assert!(position.is_over());
    let emptied = at(&position, None);
    position.set_by_hand(&book, &[emptied]).expect("sound");
    assert!(!position.is_over());
    // Put back by hand, the card does not end the match again.
    position.set_by_hand(&book, &[correction]).expect("sound");
    assert!(!position.is_over());
}

#[test]
fn over_is_refused_where_no_play_can_have_filled_the_board() {
    let book = made_up("canon", "");
    let full = "y1[V5] ".repeat(15);
    for text in [
        format!(". {} you over", "y1[V5] ".repeat(14)),
        format!("{full} you over passes=1"),
    ] {
        let error = read_position(&book, &text).expect_err("the text is refused");
        assert_eq!(error, PositionTextError::NotFilled.into(), "{text}");
    }
}

#[test]
fn a_full_board_that_loses_a_card_in_the_play_does_not_end_the_match() {
    let book = made_up(
        "canon",
        "K1 1 3 B3E | on_play all_cards_on_affected_tiles destroy_cards",
    );
    let full_but_one = format!("y1 {}", "e1[V5] ".repeat(14));
    let mut position = position(&book, &full_but_one);
    let play = Move::Play(play_of(&book, "K1", "TOP-1"));
    position
        .make(&book, Side::You, play, &mut ())
        .expect("the play is legal");
    assert!(!position.is_over());
    assert_eq!(position.to_act, Side::Enemy);
}
