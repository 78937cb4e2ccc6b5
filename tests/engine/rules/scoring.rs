//! The score under both settings of `laneMinTransfer` (RULES.md, section 10).

use qbcoach_engine::rules::{BySide, Lane, MatchScore, Side};

use crate::rules::made_up::made_up;
use crate::rules::random::random_match;
use crate::support::board;

/// Bonuses of 10 and 3 points, a transfer of the smaller lane power, two at once.
const CARDS: &str = "
    BX 1 2 | on_lane_win lane_owner score_bonus 10
    B3 1 2 | on_lane_win lane_owner score_bonus 3
    M1 1 1 | on_round_end lane_owner lane_min_transfer
    M2 1 1 | on_round_end lane_owner lane_min_transfer | on_lane_win lane_owner score_bonus 3
    M3 1 1 | on_round_end lane_owner lane_min_transfer | on_round_end lane_owner lane_min_transfer
    A3 1 1 | while_in_play allies_global modify_power 3
";

const OWN_LANE: &str = "canon";
const ANYWHERE: &str = "canon laneMinTransfer=anywhere";

fn score(rules: &str, drawing: &str) -> MatchScore {
    let book = made_up(rules, CARDS);
    board(&book, drawing).score(&book)
}

/// The knob counts cards, not operations.
#[test]
fn a_card_transfers_once_however_often_it_names_the_operation() {
    let drawing = "
        y1[M3] y1[B3+2] . . e1[B3]
        .      .        . . .
        .      .        . . .";
    // You 5 to 2: 5, the bonus of 3, and the smaller lane power once.
    assert_eq!(points(OWN_LANE, drawing), [10, 0, 0]);
    assert_eq!(points(ANYWHERE, drawing), [10, 0, 0]);
}

/// The points of TOP, MID and BOT.
fn points(rules: &str, drawing: &str) -> [i32; 3] {
    Lane::ALL.map(|lane| score(rules, drawing).lanes[lane].points)
}

#[test]
fn the_higher_side_wins_a_lane_and_gets_its_own_lane_power() {
    let score = score(
        OWN_LANE,
        "
        y1[V5]  y1[V2]  .  e1[V6]  .
        y1[V1]  .       .  .       e1[V9]
        .       .       .  .       .
        ",
    );
    let lane = |lane: Lane| {
        let lane = score.lanes[lane];
        (lane.power.you, lane.power.enemy, lane.winner, lane.points)
    };
    assert_eq!(lane(Lane::Top), (7, 6, Some(Side::You), 7));
    assert_eq!(lane(Lane::Mid), (1, 9, Some(Side::Enemy), 9));
    assert_eq!(lane(Lane::Bot), (0, 0, None, 0));
    assert_eq!(score.totals, BySide::new(7, 9));
    assert_eq!((score.winner(), score.margin()), (Some(Side::Enemy), -2));
}

#[test]
fn a_drawn_lane_gives_no_points_bonuses_or_transfers() {
    let drawing = "
        y1[BX]  y1[M1]  .  e1[B3]  e1[M2]
        y1[V5]  .       .  .       e1[V5]
        .       .       .  .       .
        ";
    for rules in [OWN_LANE, ANYWHERE] {
        let score = score(rules, drawing);
        assert_eq!(score.lanes[Lane::Top].power, BySide::new(3, 3));
        assert_eq!(score.lanes[Lane::Top].winner, None);
        assert_eq!(score.totals, BySide::new(0, 0));
        assert_eq!((score.winner(), score.margin()), (None, 0));
    }
}

#[test]
fn bonuses_of_the_winner_add_up_and_those_of_the_loser_do_not_count() {
    // 10 + 3 + 3 in addition to 7; the loser's 10 does not count.
    let drawing = "
        y1[BX]  y1[B3]  y1[B3]  y1[V1]  e1[BX]
        .       .       .       .       .
        .       .       .       .       .
        ";
    assert_eq!(points(OWN_LANE, drawing), [7 + 16, 0, 0]);
}

#[test]
fn a_bonus_counts_in_its_own_lane_only() {
    let drawing = "
        y1[V5]  .  .  .  e1[V1]
        .       .  .  .  .
        y1[BX]  .  .  .  e1[V5]
        ";
    assert_eq!(points(OWN_LANE, drawing), [5, 0, 5]);
    assert_eq!(score(OWN_LANE, drawing).totals, BySide::new(5, 5));
}

#[test]
fn bonuses_never_decide_who_wins_a_lane() {
    let drawing = "
        y1[BX]  .  .  .  e1[V3]
        .       .  .  .  .
        .       .  .  .  .
        ";
    let score = score(OWN_LANE, drawing);
    assert_eq!(score.lanes[Lane::Top].winner, Some(Side::Enemy));
    assert_eq!(score.totals, BySide::new(0, 3));
}

#[test]
fn own_lane_transfers_the_smaller_lane_power_for_each_card_of_the_winner() {
    // TOP: 9 + 1 + 1 against 4, two transfers. MID: won by the other side.
    let drawing = "
        y1[V9]  y1[M1]  y1[M1]  .  e1[V4]
        y1[M1]  .       .       .  e1[V4]
        y1[V5]  .       .       .  e1[V2]
        ";
    assert_eq!(points(OWN_LANE, drawing), [11 + 2 * 4, 4, 5]);
}

#[test]
fn under_anywhere_one_card_of_either_side_serves_the_winner_of_every_lane_once() {
    let drawing = "
        y1[V9]  y1[M1]  y1[M1]  .  e1[V4]
        y1[M1]  .       .       .  e1[V4]
        y1[V5]  .       .       .  e1[V2]
        ";
    assert_eq!(points(ANYWHERE, drawing), [11 + 4, 4 + 1, 5 + 2]);
    let enemys = "
        y1[V9]  .  .  .  e1[M1]
        .       .  .  .  .
        y1[V5]  .  .  .  e1[V2]
        ";
    assert_eq!(points(ANYWHERE, enemys), [9 + 1, 0, 5 + 2]);
    assert_eq!(points(OWN_LANE, enemys), [9, 0, 5]);
}

#[test]
fn a_transfer_is_of_lane_power_and_not_of_points() {
    // The loser's bonus is not transferred.
    let drawing = "
        y1[V9]  y1[M1]  .  .  e1[BX]
        y1[V9]  y1[M2]  .  .  e1[V4]
        .       .       .  .  .
        ";
    assert_eq!(points(OWN_LANE, drawing), [10 + 2, 10 + 3 + 4, 0]);
}

#[test]
fn without_a_transferring_card_nothing_is_transferred() {
    let drawing = "
        y1[V9]  .  .  .  e1[V4]
        .       .  .  .  .
        .       .  .  .  .
        ";
    for rules in [OWN_LANE, ANYWHERE] {
        assert_eq!(points(rules, drawing), [9, 0, 0]);
    }
}

#[test]
fn lane_power_is_effective_power_with_all_its_parts() {
    // V5 printed 5, +2 discrete, +1 grown, +3 by the aura in another lane.
    let drawing = "
        y1[V5+2*+1]  .  .  .  e1[V9]
        .            .  .  .  .
        y1[A3]       .  .  .  .
        ";
    let score = score(OWN_LANE, drawing);
    assert_eq!(score.lanes[Lane::Top].power, BySide::new(11, 9));
    assert_eq!(score.totals, BySide::new(12, 0));
}

#[test]
fn the_match_score_is_the_sum_of_lane_points_and_scoring_changes_nothing() {
    for rules in ["canon", "rebirth"] {
        let book = made_up(rules, CARDS);
        for seed in 0..20 {
            random_match(&book, seed, |position, _| {
                let board = position.board;
                let score = board.score(&book);
                let mut totals = BySide::new(0, 0);
                for lane in Lane::ALL.map(|lane| score.lanes[lane]) {
                    match lane.winner {
                        Some(side) => totals[side] += lane.points,
                        None => assert_eq!(lane.points, 0),
                    }
                }
                assert_eq!(score.totals, totals);
                assert_eq!(score.margin(), totals.you - totals.enemy);
                assert_eq!(board.score(&book), score);
                assert_eq!(board, position.board);
            });
        }
    }
}

#[test]
fn the_mirrored_board_has_the_mirrored_score() {
    let book = made_up("rebirth", CARDS);
    for seed in 0..20 {
        random_match(&book, seed, |position, _| {
            let (score, mirrored) = (
                position.board.score(&book),
                position.board.mirrored().score(&book),
            );
            assert_eq!(mirrored.totals, score.totals.swapped());
        });
    }
}
