//! Scores of boards.

use super::{CANON, Case, Knobs};

const ANYWHERE: Knobs = Knobs {
    transfer_anywhere: true,
    ..CANON
};

/// TOP 5 : 3 with your bonus of 3 in it, MID 1 : 1, BOT 0 : 2 with the enemy's bonus in TOP.
fn three_lanes(knobs: Knobs) -> Case {
    let mut case = Case::new(knobs);
    case.play('y', "B3", 0);
    case.put('y', "P2", 1);
    case.put('y', "P2", 2);
    case.put('e', "B3", 3);
    case.put('e', "P2", 4);
    case.play('y', "MT", 5);
    case.play('e', "P1", 9);
    case.play('e', "P2", 14);
    case
}

#[test]
fn the_higher_side_gets_its_lane_power_and_its_own_bonuses() {
    let case = three_lanes(CANON);
    let score = case.score();
    assert_eq!(
        score.lanes,
        [(5, 3, Some('y'), 8), (1, 1, None, 0), (0, 2, Some('e'), 2)],
        "a drawn lane transfers nothing"
    );
    assert_eq!((score.total_you, score.total_enemy), (8, 2));
}

#[test]
fn a_transfer_anywhere_serves_every_winner_once() {
    let mut case = three_lanes(ANYWHERE);
    case.put('e', "MT", 13);
    case.put('y', "P1", 10);
    let score = case.score();
    assert_eq!(
        score.lanes,
        [(5, 3, Some('y'), 11), (1, 1, None, 0), (1, 3, Some('e'), 4)]
    );
    assert_eq!((score.total_you, score.total_enemy), (11, 4));
}

#[test]
fn transfers_in_the_own_lane_add_up_for_its_winner() {
    let mut case = Case::new(CANON);
    case.play('y', "MT", 0);
    case.put('y', "MT", 1);
    case.put('y', "P2", 2);
    case.put('e', "MT", 3);
    case.play('e', "P2", 4);
    let score = case.score();
    assert_eq!(score.lanes[0], (4, 3, Some('y'), 4 + 3 + 3));
}
