//! Effects on tiles, groups of cards and scores: spawning, replacing, expanding, scopes
//! and score bonuses.

use qbcoach_engine::rules::{Rulebook, Rules, TileId};

use crate::rules::made_up::check_made_up;
use crate::support::{CANON, board, check, make_plays};

fn canon() -> Rulebook {
    Rulebook::embedded(Rules::canon())
}

fn tile(text: &str) -> TileId {
    text.parse().expect("the test names a tile")
}

// Spawning and replacing

#[test]
fn spawn_token_fills_own_tiles_of_positive_rank_with_one_token_each() {
    // Neutral, enemy, occupied and rank 0 tiles are not eligible.
    let book = canon();
    let mut board = board(&book, "y2 y1 y3 . e1  y2 y0 y1[001] . .  . . . . .");
    make_plays(&book, &mut board, "you 096 TOP-1");
    let spawned: Vec<(TileId, u8)> = TileId::all()
        .filter_map(|at| board.card(at).map(|placed| (at, placed)))
        .filter(|(_, placed)| placed.spawned_by == book.catalogue.by_number("096"))
        .map(|(at, placed)| (at, placed.replaced_pawns.get()))
        .collect();
    assert_eq!(
        spawned,
        [(tile("TOP-2"), 1), (tile("TOP-3"), 3), (tile("MID-1"), 2)]
    );
}

#[test]
fn on_spawned_power_per_replaced_pawn() {
    check_made_up(
        CANON,
        "
        TA 1 1 | on_spawned self modify_power 1 replaced_pawns
        S1 1 1 | on_play empty_positions spawn_token TA TA TA
        ",
        "
        y1  y1  y2  y3  .
        .   .   .   .   .
        .   .   .   .   .
        ",
        "you S1 TOP-1",
        "
        y1[S1=1]  y1[TA=2+]  y2[TA=3+]  y3[TA=4+]  .
        .         .          .          .          .
        .         .          .          .          .
        ",
    );
}

/// The three modes, on all cards in the lane.
const REPLACERS: &str = "
    QN R 9 | on_play all_cards_in_lane replace_ally neutral
    QL R 9 | on_play all_cards_in_lane replace_ally lower
    QR R 9 | on_play all_cards_in_lane replace_ally raise
";

#[test]
fn replace_ally_lowers_or_raises_by_the_replaced_power_or_does_neither() {
    for (card, own, other) in [("QN", "9", "8"), ("QL", "6-", "5-"), ("QR", "12+", "11+")] {
        check_made_up(
            CANON,
            REPLACERS,
            "
            y1[V2+1]  .  .  .  e1[V8]
            .         .  .  .  .
            .         .  .  .  .
            ",
            &format!("you {card} TOP-1"),
            &format!(
                "
                y1[{card}={own}]  .  .  .  e1[V8={other}]
                .                 .  .  .  .
                .                 .  .  .  .
                "
            ),
        );
    }
}

#[test]
fn a_replaced_ally_is_destroyed_like_any_other_card() {
    // 040 Heatseeker adds its token, 058 grows by the destroyed ally, 040's pawn is
    // undone.
    check(
        CANON,
        "
        y1[040>m1+1]  .  .  .  .
        y1            .  .  .  .
        y1[058]       .  .  .  .
        ",
        "you 052 TOP-1",
        "
        y1[052=3]  y1  .  .  .
        .          .   .  .  .
        y1[058=2]  .   .  .  .
        hand you T02
        ",
    );
}

// Expanding

#[test]
fn expand_positions_raises_neutral_and_own_tiles_but_not_the_enemys() {
    check_made_up(
        CANON,
        "E1 1 2 | on_play positions expand_positions",
        "
        .   y1  e1  .  .
        y3  y1  e2  .  .
        .   y2  .   .  .
        ",
        "you E1 MID-2",
        "
        y1  y2        e1  .  .
        y3  y1[E1=2]  e2  .  .
        y1  y3        y1  .  .
        ",
    );
}

// Scopes

#[test]
fn global_and_lane_scopes_reach_allies_enemies_or_all_cards() {
    for (scope, top_1, top_5, bot_5, source) in [
        ("allies_global", "6+", "5", "5", "6+"),
        ("enemies_global", "5", "6+", "6+", "5"),
        ("all_cards_global", "6+", "6+", "6+", "6+"),
        ("allies_in_lane", "6+", "5", "5", "6+"),
        ("enemies_in_lane", "5", "6+", "5", "5"),
        ("all_cards_in_lane", "6+", "6+", "5", "6+"),
    ] {
        check_made_up(
            CANON,
            &format!("X1 1 5 | on_play {scope} modify_power 1"),
            "
            y1[V5]  y1  .  .  e1[V5]
            .       .   .  .  .
            .       .   .  .  e1[V5]
            ",
            "you X1 TOP-2",
            &format!(
                "
                y1[V5={top_1}]  y1[X1={source}]  .  .  e1[V5={top_5}]
                .               .                .  .  .
                .               .                .  .  e1[V5={bot_5}]
                "
            ),
        );
    }
}

// Score bonuses

#[track_caller]
fn assert_score(drawing: &str, you: i32, enemy: i32) {
    let book = canon();
    let totals = board(&book, drawing).score(&book).totals;
    assert_eq!((totals.you, totals.enemy), (you, enemy));
}

#[test]
fn bonuses_on_lane_win_add_up_for_the_winner_only() {
    // 109 gives 3 and 088 gives 5 when their lane is won: 2 + 1 + 8; 135's 10 is lost.
    assert_score(
        "y1[109] y1[088] . . e2[135]  . . . . .  . . . . .",
        3 + 8,
        0,
    );
    assert_score("y1[109] . . . e2[135]  . . . . .  . . . . .", 0, 0);
}

#[test]
fn lane_min_transfer_adds_the_smaller_power_for_each_card_of_the_winner() {
    assert_score(
        "y2[011] y1[142] . . e1[007]  . . . . .  . . . . .",
        5 + 2,
        0,
    );
    assert_score(
        "y2[011] y1[142] y1[142] . e1[007]  . . . . .  . . . . .",
        6 + 2 + 2,
        0,
    );
    // A drawn lane, and one that the card's side loses.
    assert_score("y1[142] . . . e1[001]  . . . . .  . . . . .", 0, 0);
    assert_score("y1[142] . . . e1[007]  . . . . .  . . . . .", 0, 2);
}
