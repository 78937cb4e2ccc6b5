//! The worth of a position (RULES 11), by lane:
//!
//! `value = diff + 2.0·stability + 1.5·access + 1.0·effect`, where
//! `share(a, b) = (a − b) / (a + b + 0.1)` of what you and the enemy have, and
//! - `diff`: your lane power less the enemy's;
//! - `stability`: the share of what holds: a card of power p counts
//!   `min(p − 1, 8) / 8`, each open tile 3;
//! - `access`: the lead in ranks of open tiles, halved, at most 1;
//! - `effect`: half the share of what auras would give to a card on an open tile,
//!   what they would take from the other side included.

use proptest::prelude::*;
use qbcoach::prediction::evaluation::{Evaluation, evaluate};
use qbcoach::rules::{Board, ByLane, Lane, Rulebook, Rules};
use qbcoach::simulation::chance::Chance;

use crate::support::board;
use crate::table::{CLOSE, OPENING, assert_close, book};
use crate::worlds::walk;

fn value_of(book: &Rulebook, board: &Board) -> Evaluation {
    evaluate(book, board, &board.powers(book))
}

/// The factors of a drawn board's top lane: diff, stability, access, effect.
#[track_caller]
fn check_top(drawing: &str, factors: (i32, f64, f64, f64)) {
    let book = book("canon");
    let lane = value_of(&book, &board(&book, drawing)).lanes[Lane::Top];
    assert_eq!(lane.diff, factors.0);
    assert_close(lane.stability, factors.1, "stability");
    assert_close(lane.access, factors.2, "access");
    assert_close(lane.effect, factors.3, "effect");
    let value = f64::from(factors.0) + 2.0 * factors.1 + 1.5 * factors.2 + factors.3;
    assert_close(lane.value(), value, "the lane's value");
}

#[test]
fn the_opening_is_worth_nothing() {
    let book = book("canon");
    let value = value_of(&book, &board(&book, OPENING));
    assert_eq!(value, Evaluation::default());
    assert_eq!(value.total(), 0.0);
}

#[test]
fn an_open_tile_is_access_by_its_rank_and_holds_its_lane() {
    let none = 0.0;
    check_top("y1 . . . . . . . . . . . . . .", (0, 3.0 / 3.1, 0.5, none));
    check_top("y2 . . . . . . . . . . . . . .", (0, 3.0 / 3.1, 1.0, none));
    check_top(
        ". . . . e3 . . . . . . . . . .",
        (0, -3.0 / 3.1, -1.0, none),
    );
    check_top(
        "y1 . . e1 e2 . . . . . . . . . .",
        (0, -3.0 / 9.1, -1.0, none),
    );
}

#[test]
fn a_card_holds_as_far_as_it_survives_a_heavy_blow() {
    // 001 has power 1, 002 has 3 and 011 has 4.
    check_top("y1[001] . . . . . . . . . . . . . .", (1, 0.0, 0.0, 0.0));
    check_top(
        "y1[002] . . . . . . . . . . . . . .",
        (3, 0.25 / 0.35, 0.0, 0.0),
    );
    check_top(
        "y1[011] . . . . . . . . . . . . . .",
        (4, 0.375 / 0.475, 0.0, 0.0),
    );
    check_top(
        "y1[011+5] . . . . . . . . . . . . . .",
        (9, 1.0 / 1.1, 0.0, 0.0),
    );
    check_top(
        "y1[011+9] . . . . . . . . . . . . . .",
        (13, 1.0 / 1.1, 0.0, 0.0),
    );
    check_top(
        "y1[002] . . . e1[011] . . . . . . . . . .",
        (-1, -0.125 / 0.725, 0.0, 0.0),
    );
}

#[test]
fn an_effect_counts_where_a_card_may_be_put_under_it() {
    // 024 gives 3 to an ally on the tile behind it.
    let behind = "y1 y1[024] . . . . . . . . . . . . .";
    check_top(behind, (1, 3.0 / 3.1, 0.5, 0.5 * 3.0 / 3.1));
    // Nobody can be put on a tile of nobody, or on an occupied one.
    check_top(". y1[024] . . . . . . . . . . . . .", (1, 0.0, 0.0, 0.0));
    // On the enemy's tile it does nothing for the enemy.
    check_top(
        "e1 y1[024] . . . . . . . . . . . . .",
        (1, -3.0 / 3.1, -0.5, 0.0),
    );
}

#[test]
fn an_effect_that_hurts_the_other_side_is_as_good_as_one_that_helps() {
    // 027 lowers every card above and below by 1, whosever it is.
    let harmed = "
        . . . e1      .
        . . . y1[027] .
        . . . .       .";
    check_top(harmed, (0, -3.0 / 3.1, -0.5, 0.5 * 1.0 / 1.1));
    let harms_itself = "
        . . . y1      .
        . . . y1[027] .
        . . . .       .";
    check_top(harms_itself, (0, 3.0 / 3.1, 0.5, -0.5 * 1.0 / 1.1));
}

#[test]
fn a_position_is_worth_the_sum_of_its_lanes() {
    let book = book("canon");
    let drawing = "
        y1[001] y2 . . .
        .       .  . . e1
        .       .  . . .";
    let value = value_of(&book, &board(&book, drawing));
    let lanes = ByLane([
        1.0 + 2.0 * 3.0 / 3.1 + 1.5 * 1.0,
        -2.0 * 3.0 / 3.1 - 1.5 * 0.5,
        0.0,
    ]);
    for lane in Lane::ALL {
        assert_close(value.lanes[lane].value(), lanes[lane], "a lane's value");
    }
    assert_close(value.total(), lanes.0.iter().sum(), "the total");
}

fn any_board() -> impl Strategy<Value = (Rulebook, Board)> {
    (any::<u64>(), any::<bool>(), 0_usize..30).prop_map(|(seed, rebirth, plays)| {
        let rules = if rebirth {
            Rules::rebirth()
        } else {
            Rules::canon()
        };
        let book = Rulebook::embedded(rules);
        let board = walk(&book, plays, &mut Chance::new(seed, 3));
        (book, board)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn mirrored_a_position_is_worth_the_opposite((book, board) in any_board()) {
        let (value, mirrored) = (value_of(&book, &board), value_of(&book, &board.mirrored()));
        for lane in Lane::ALL {
            let (here, there) = (value.lanes[lane], mirrored.lanes[lane]);
            prop_assert_eq!(here.diff, -there.diff);
            prop_assert_eq!(here.stability, -there.stability);
            prop_assert_eq!(here.access, -there.access);
            prop_assert_eq!(here.effect, -there.effect);
        }
        prop_assert_eq!(value.total(), -mirrored.total());
    }

    #[test]
    fn factors_stay_within_their_bounds_and_make_up_the_value((book, board) in any_board()) {
        let value = value_of(&book, &board);
        let score = board.score(&book);
        let mut total = 0.0;
        for lane in Lane::ALL {
            let factors = value.lanes[lane];
            let power = score.lanes[lane].power;
            prop_assert_eq!(factors.diff, power.you - power.enemy);
            prop_assert!((-1.0..=1.0).contains(&factors.stability));
            prop_assert!((-1.0..=1.0).contains(&factors.access));
            prop_assert!((-0.5..=0.5).contains(&factors.effect));
            let expected = f64::from(factors.diff)
                + 2.0 * factors.stability
                + 1.5 * factors.access
                + 1.0 * factors.effect;
            prop_assert!((factors.value() - expected).abs() <= CLOSE);
            total += expected;
        }
        prop_assert!((value.total() - total).abs() <= CLOSE);
    }

    #[test]
    fn a_card_more_power_is_worth_that_much_and_never_less(
        (book, board) in any_board(),
        amount in 1_i32..5,
    ) {
        // The powers are handed in, so that one can be raised without a play.
        let mut powers = board.powers(&book);
        let before = evaluate(&book, &board, &powers).total();
        let Some(tile) = board.cards_of(qbcoach::rules::Side::You).iter().next() else {
            return Ok(());
        };
        powers.power[tile] += amount;
        let after = evaluate(&book, &board, &powers).total();
        prop_assert!(after - before >= f64::from(amount) - CLOSE);
    }
}
