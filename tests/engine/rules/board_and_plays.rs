//! Shipped cards through all stages: loading, the board, legal plays, ranges, destruction,
//! the score and whole plays.

use qbcoach_engine::rules::notation::{PositionError, PositionTextError, read_position};
use qbcoach_engine::rules::range::Range;
use qbcoach_engine::rules::{
    Board, BySide, Event, FindCardError, Lane, Owner, Rulebook, Rules, Side, TileId,
};
use serde_json::Value;

use crate::support::{BOTH, CANON, board, check, make_plays, read_play, sketch};

fn canon() -> Rulebook {
    Rulebook::embedded(Rules::canon())
}

fn tile(text: &str) -> TileId {
    text.parse().expect("the test names a tile")
}

// Loading cards

#[test]
fn every_card_matches_its_entry_in_the_data() {
    let files = [
        include_str!("../../../data/cards.json"),
        include_str!("../../../data/tokens.json"),
    ];
    let book = canon();
    let mut entries = 0;
    for file in files {
        let file: Value = serde_json::from_str(file).expect("the data is JSON");
        for entry in file["cards"].as_array().expect("a list of cards") {
            entries += 1;
            let text = |field: &str| entry[field].as_str().unwrap_or_default().to_owned();
            let id = book
                .catalogue
                .by_number(&text("number"))
                .expect("every entry is a card");
            let card = &book.catalogue[id];
            let squares: Vec<String> = card.range.squares().iter().map(|s| s.to_string()).collect();
            let effects: Vec<&str> = card.effects.iter().map(|e| e.id.as_str()).collect();
            let listed: Vec<&str> = entry["effects"]
                .as_array()
                .expect("a list of effects")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            assert_eq!(card.name, text("name"));
            assert_eq!(
                card.cost.to_string(),
                entry["rank"].to_string().replace('"', "")
            );
            assert_eq!(Some(i64::from(card.power)), entry["power"].as_i64());
            assert_eq!(squares.join(" "), text("range"));
            assert_eq!(effects, listed);
        }
    }
    assert_eq!(entries, book.catalogue.cards().len());
}

#[test]
fn an_unknown_card_name_gets_suggestions() {
    let book = canon();
    let Err(FindCardError::Unknown { text, suggestions }) = book.catalogue.find("Sephirot") else {
        panic!("there is no card of that name");
    };
    assert_eq!(text, "Sephirot");
    assert!(suggestions.contains(&"143 Sephiroth".to_owned()));
}

#[test]
fn a_position_with_an_unknown_card_is_refused() {
    let drawing = "y1[999] . . . .  . . . . .  . . . . .";
    assert!(matches!(
        read_position(&canon(), drawing),
        Err(PositionError::Text(PositionTextError::UnknownCard(_)))
    ));
}

// The board

#[test]
fn the_opening_gives_each_side_its_own_column() {
    let book = canon();
    assert_eq!(
        sketch(&book, &Board::opening()).join(" "),
        ["y1 . . . e1"; 3].join(" ")
    );
}

#[test]
fn the_visible_rank_is_the_larger_of_the_two() {
    let board = board(&canon(), "y2:1 e3:2 y1:1 . .  . . . . .  . . . . .");
    let visible = ["TOP-1", "TOP-2", "TOP-3", "TOP-4"].map(|at| board.visible_rank(tile(at)).get());
    assert_eq!(visible, [2, 3, 1, 0]);
}

#[test]
fn effect_sources_are_the_cards_whose_effects_reach_a_tile() {
    // 013 raises the ally above it, 031 the ally below it: both reach MID-2.
    let book = canon();
    let mut board = board(&book, ". y1[031] . . .  . . e2 . .  . y1[013] . . .");
    let sources = |board: &Board, at: &str| -> Vec<TileId> {
        board.effect_sources(&book, tile(at)).iter().collect()
    };
    assert_eq!(sources(&board, "MID-2"), [tile("TOP-2"), tile("BOT-2")]);
    assert_eq!(sources(&board, "MID-1"), []);
    // A destroyed card is not a source any more.
    make_plays(&book, &mut board, "enemy 006 MID-3");
    assert!(board.card(tile("BOT-2")).is_none());
    assert_eq!(sources(&board, "MID-2"), [tile("TOP-2")]);
}

#[test]
fn pawn_records_are_kept_for_each_card_and_tile() {
    let book = canon();
    let mut board = Board::opening();
    make_plays(&book, &mut board, "you 001 MID-1; you 007 TOP-1");
    let delta = |source: &str, at: &str| board.pawns().record(tile(source), tile(at));
    assert_eq!(delta("MID-1", "BOT-1"), BySide::new(1, 0));
    assert_eq!(delta("MID-1", "MID-2"), BySide::new(1, 0));
    assert_eq!(delta("MID-1", "BOT-5"), BySide::new(0, 0));
    assert_eq!(delta("TOP-1", "TOP-2"), BySide::new(1, 0));
    assert_eq!(delta("TOP-1", "MID-2"), BySide::new(0, 0));
}

// Legal plays

#[test]
fn a_legal_play_needs_an_empty_own_tile_of_the_cards_rank() {
    let book = canon();
    let board = board(&book, "y1 y2 y1[001] e2 .  y0 . . . .  . . . . .");
    let rule = |text: &str| {
        let (side, play) = read_play(&book, text);
        board
            .refusal(&book, side, play)
            .map(|refusal| refusal.rule())
    };
    assert_eq!(rule("you 011 TOP-2"), None);
    assert_eq!(rule("you 011 TOP-1"), Some("rankTooLow"));
    assert_eq!(rule("you 007 TOP-3"), Some("tileOccupied"));
    assert_eq!(rule("you 007 TOP-4"), Some("tileNotOwned"));
    assert_eq!(rule("you 007 TOP-5"), Some("tileNotOwned"));
    // An owner was set by hand, but the tile has no rank.
    assert_eq!(board.owner(tile("MID-1")), Owner::Held(Side::You));
    assert_eq!(rule("you 007 MID-1"), Some("rankTooLow"));
}

#[test]
fn an_occupied_tile_is_refused_whatever_its_rank() {
    let book = canon();
    let board = board(&book, "y3[001] . . . .  . . . . .  . . . . .");
    let (side, play) = read_play(&book, "you 007 TOP-1");
    let refusal = board.refusal(&book, side, play).expect("refused");
    assert_eq!(refusal.rule(), "tileOccupied");
}

// Ranges

#[test]
fn range_columns_run_from_e_to_a_and_rows_from_1_to_5() {
    // From MID-3 columns E to A are board columns 1 to 5, rows 2 to 4 the lanes.
    for (column, letter) in "EDCBA".chars().enumerate() {
        for row in 1..=5_usize {
            if (letter, row) == ('C', 3) {
                continue;
            }
            let range = Range::parse(&format!("{letter}{row}P")).expect("a square");
            let reached = |side: Side| -> Vec<String> {
                let tiles = range.pawns(side, tile("MID-3"));
                tiles.iter().map(|tile| tile.to_string()).collect()
            };
            let lane = ["TOP", "MID", "BOT"].get(row.wrapping_sub(2));
            let expected = |column: usize| -> Vec<String> {
                lane.map(|lane| format!("{lane}-{column}"))
                    .into_iter()
                    .collect()
            };
            assert_eq!(reached(Side::You), expected(column + 1), "{letter}{row}");
            assert_eq!(reached(Side::Enemy), expected(5 - column), "{letter}{row}");
        }
    }
}

#[test]
fn range_rows_1_and_5_reach_across_two_lanes() {
    let reached = |square: &str, from: &str| -> Vec<TileId> {
        let range = Range::parse(square).expect("a square");
        range.effects(Side::You, tile(from)).iter().collect()
    };
    assert_eq!(reached("B5E", "TOP-1"), [tile("BOT-2")]);
    assert_eq!(reached("D1X", "BOT-3"), [tile("TOP-2")]);
    assert_eq!(reached("C1E", "TOP-3"), []);
    assert_eq!(reached("D3E", "MID-1"), [], "off the board");
    assert_eq!(reached("C2P", "MID-1"), [], "a pawn square has no effect");
}

#[test]
fn p_e_and_x_squares_have_pawns_effects_or_both() {
    // 031: pawns behind and ahead, pawn and effect below; 012: effect two below.
    check(
        CANON,
        "
        y1  .  y1[001]  .  .
        .   .  y1       .  .
        .   .  .        .  .
        ",
        "you 012 TOP-1; you 031 MID-3",
        "
        y1[012=1]  y1  y1[001=1]  .   .
        y1         y1  y1[031=1]  y1  .
        .          .   y1         .   .
        ",
    );
    // On an occupied tile an X square has its effect and no pawn.
    check(
        CANON,
        "
        y1  .        .        .  .
        .   .        y1       .  .
        .   y1[001]  y1[001]  .  .
        ",
        "you 012 TOP-1; you 031 MID-3",
        "
        y1[012=1]  y1         .          .   .
        y1         y1         y1[031=1]  y1  .
        .          y1[001=4]  y1[001=3]  .   .
        ",
    );
}

#[test]
fn the_enemys_ranges_are_mirrored() {
    check(
        BOTH,
        "
        .  .  .  .   .
        .  .  .  e1  .
        .  .  .  .   .
        ",
        "enemy 007 MID-4",
        "
        .  .  .   .          .
        .  .  e1  e1[007=2]  .
        .  .  .   e1         .
        ",
    );
}

// Destruction

#[test]
fn destruction_removes_the_card_its_effects_and_its_pawn_records() {
    // 039 destroys 013: 001 loses the 2 of its aura, 013's pawns vanish, 001's stay.
    check(
        CANON,
        "
        y1  y1[001>t1+1]  .   .  .
        .   y1            e3  .  .
        .   .             .   .  .
        ",
        "you 013 MID-2; enemy 039 MID-3",
        "
        y1  y1[001=1]  .          .  .
        .   y1         e3[039=3]  .  .
        .   .          .          .  .
        ",
    );
}

#[test]
fn destruction_runs_on_destroy_abilities() {
    check(
        CANON,
        "
        .  .        .   .  .
        .  y1[040]  e2  .  .
        .  .        .   .  .
        ",
        "enemy 039 MID-3",
        "
        .  .   .          .  .
        .  y1  e2[039=3]  .  .
        .  .   .          .  .
        hand you T02
        ",
    );
}

// The score

#[test]
fn lane_and_match_scores_come_from_effective_power() {
    let book = canon();
    // TOP: 001 with 013's 2 from below; MID: 1 against 5; BOT: 2 against 2.
    let board = board(
        &book,
        "
        y1[001]  .  .  .  .
        y1[013]  .  .  .  e2[021]
        y1[007]  .  .  .  e1[008]
        ",
    );
    let before = board;
    let score = board.score(&book);
    let lane = |lane: Lane| {
        let lane = score.lanes[lane];
        (lane.power.you, lane.power.enemy, lane.winner, lane.points)
    };
    assert_eq!(lane(Lane::Top), (3, 0, Some(Side::You), 3));
    assert_eq!(lane(Lane::Mid), (1, 5, Some(Side::Enemy), 5));
    assert_eq!(lane(Lane::Bot), (2, 2, None, 0));
    assert_eq!((score.totals.you, score.totals.enemy), (3, 5));
    assert_eq!((score.winner(), score.margin()), (Some(Side::Enemy), -2));
    assert_eq!(board, before, "scoring is read-only");
}

// Whole plays

#[test]
fn the_same_plays_give_the_same_events_and_board() {
    let book = canon();
    let plays = "you 001 MID-1; enemy 006 MID-5; you 096 TOP-1";
    let start = board(&book, "y2 y1 . . e1  y1 . . . e2  y1 . . . e1");
    let (mut once, mut again) = (start, start);
    let events = make_plays(&book, &mut once, plays);
    assert_eq!(make_plays(&book, &mut again, plays), events);
    assert_eq!(once, again);
}

#[test]
fn a_play_places_then_lays_pawns_then_acts_then_destroys() {
    // 006 Toxirat lays a pawn below and lowers the card below and ahead by 3, which
    // destroys that card.
    let book = canon();
    let mut board = board(&book, ". y2 . . .  . . e1[008] . .  . . . . .");
    let events = make_plays(&book, &mut board, "you 006 TOP-2");
    let steps: Vec<&str> = events
        .iter()
        .map(|event| match event {
            Event::Played { .. } => "place",
            Event::Pawns { .. } => "project",
            Event::Triggered { .. } | Event::Power { .. } => "act",
            Event::Destroyed { .. } => "destroy",
            _ => "other",
        })
        .collect();
    assert_eq!(steps, ["place", "project", "act", "act", "destroy"]);
}
