//! What each factor of a lane's value measures (RULES.md, section 11):
//!
//! `value = diff + 2.0·stability + 1.5·access + 1.0·effect`
//!
//! - `diff`: your power in the lane minus the enemy's;
//! - `stability`: the share of both sides' hold by strong cards and open tiles;
//! - `access`: the lead in ranks of open tiles;
//! - `effect`: half the share of what auras would give to a card on an open tile; what
//!   they would take from the other side counts as well.
//!
//! Each comparison below is also made on the mirrored boards, where the result must be
//! the opposite.

use proptest::prelude::*;
use qbcoach_basics::chance::Chance;
use qbcoach_engine::prediction::evaluation::{Evaluation, LaneValue, evaluate};
use qbcoach_engine::rules::{Board, Lane, Rulebook, Rules};

use crate::coaching::fixtures::{CLOSE, OPENING, assert_close, book};
use crate::coaching::worlds::walk;
use crate::support::board;

type Factor = fn(&LaneValue) -> f64;

const DIFF: Factor = |lane| f64::from(lane.diff);
const STABILITY: Factor = |lane| lane.stability;
const ACCESS: Factor = |lane| lane.access;
const EFFECT: Factor = |lane| lane.effect;

fn value_of(book: &Rulebook, board: &Board) -> Evaluation {
    evaluate(board, &board.powers(book))
}

/// A factor of the top lane of a board, and that of the mirrored board. A drawing of
/// five tiles is a top lane above two empty lanes.
#[track_caller]
fn factor_of(factor: Factor, drawing: &str) -> (f64, f64) {
    let book = book("canon");
    let board = match drawing.split_whitespace().count() {
        5 => board(&book, &format!("{drawing} . . . . . . . . . .")),
        _ => board(&book, drawing),
    };
    let top = |board: &Board| factor(&value_of(&book, board).lanes[Lane::Top]);
    (top(&board), top(&board.mirrored()))
}

/// The factor is greater on the second board.
#[track_caller]
fn rises(factor: Factor, from: &str, to: &str) {
    let (from, to) = (factor_of(factor, from), factor_of(factor, to));
    assert!(from.0 < to.0, "from {} to {}", from.0, to.0);
    assert!(from.1 > to.1, "mirrored, from {} to {}", from.1, to.1);
}

#[track_caller]
fn falls(factor: Factor, from: &str, to: &str) {
    rises(factor, to, from);
}

#[track_caller]
fn stays(factor: Factor, from: &str, to: &str) {
    assert_eq!(factor_of(factor, from), factor_of(factor, to));
}

#[test]
fn diff_is_your_lane_power_minus_the_enemys() {
    // 001 has power 1, 002 has 3, 011 has 4 and 021 has 5.
    let diff = |drawing: &str| factor_of(DIFF, drawing).0;
    assert_eq!(diff(". . . . ."), 0.0);
    assert_eq!(diff("y1[002] . . . ."), 3.0);
    assert_eq!(diff("y1[002] y1[001] . . ."), 4.0);
    assert_eq!(diff("y1[002] y1[001] . . e1[021]"), -1.0);
    assert_eq!(diff("y1[002+2] . . . e1[021]"), 0.0);
    assert_eq!(diff("y1[021-2] . . . e1[011]"), -1.0);
}

#[test]
fn diff_includes_auras_and_only_its_own_lane() {
    // 024 gives 3 to an ally on the tile behind it.
    rises(DIFF, "y1[001] y1[001] . . .", "y1[001] y1[024] . . .");
    assert_eq!(factor_of(DIFF, "y1[001] y1[024] . . .").0, 5.0);
    stays(
        DIFF,
        "y1[001] . . . .",
        "
        y1[001] . . . .
        y1[021] . . . e1[011]
        .       . . . e1[021]",
    );
}

#[test]
fn diff_ignores_tiles_and_ranks() {
    stays(DIFF, "y1[002] . . . .", "y1[002] y3 y2 . .");
    stays(DIFF, "y1[002] . . . .", "y3[002] . . e2 e3");
}

#[test]
fn a_stronger_card_raises_stability() {
    rises(STABILITY, "y1[001] . . . e1[002]", "y1[002] . . . e1[002]");
    rises(STABILITY, "y1[002] . . . e1[002]", "y1[011] . . . e1[002]");
    rises(
        STABILITY,
        "y1[011] . . . e1[002]",
        "y1[011+1] . . . e1[002]",
    );
    falls(
        STABILITY,
        "y1[011] . . . e1[002]",
        "y1[011-1] . . . e1[002]",
    );
}

#[test]
fn an_aura_that_strengthens_a_card_raises_stability() {
    rises(
        STABILITY,
        "y1[001] y1[001] . . e1[002]",
        "y1[001] y1[024] . . e1[002]",
    );
}

#[test]
fn a_card_of_power_one_adds_no_stability() {
    stays(STABILITY, ". . . . e1[002]", "y1[001] . . . e1[002]");
}

#[test]
fn power_beyond_the_heaviest_attack_adds_no_stability() {
    stays(
        STABILITY,
        "y1[011+9] . . . e1[002]",
        "y1[011+20] . . . e1[002]",
    );
}

#[test]
fn an_open_tile_raises_stability_whatever_its_rank() {
    rises(STABILITY, "y1[002] . . . e1", "y1[002] y1 . . e1");
    stays(STABILITY, "y1[002] y1 . . e1", "y1[002] y3 . . e1");
}

#[test]
fn an_open_tile_of_the_enemy_lowers_stability() {
    falls(STABILITY, "y1[002] . . . .", "y1[002] . . . e1");
    falls(STABILITY, "y1[002] y1 . . e1", "y1[002] y1 . e1 e1");
}

#[test]
fn an_open_tile_raises_access_and_a_higher_rank_more() {
    rises(ACCESS, ". . . . e1", "y1 . . . e1");
    rises(ACCESS, "y1 . . . e1", "y2 . . . e1");
    rises(ACCESS, "y2 . . . e1", "y3 . . . e1");
    rises(ACCESS, "y1 . . . e1", "y1 y1 . . e1");
}

#[test]
fn an_open_tile_of_the_enemy_lowers_access_and_a_higher_rank_more() {
    falls(ACCESS, "y1 . . . .", "y1 . . . e1");
    falls(ACCESS, "y1 . . . e1", "y1 . . . e3");
}

#[test]
fn occupied_and_neutral_tiles_give_no_access() {
    stays(ACCESS, "y1 . . . e1", "y1 y3[001] . . e1");
    stays(ACCESS, "y1 . . . e1", "y1 . . e3[021] e1");
    falls(ACCESS, "y1 y1 . . e1", "y1 y1[001] . . e1");
    assert_eq!(factor_of(ACCESS, "y3[001] . . . e2[001]").0, 0.0);
}

#[test]
fn a_tile_counts_by_its_visible_rank_for_its_owner_only() {
    stays(ACCESS, "y2 . . . e1", "y2:1 . . . e1");
}

#[test]
fn an_aura_over_an_own_open_tile_raises_effect_and_a_stronger_one_more() {
    // 024 gives 3 to an ally behind it, 013 gives 2 to one above it.
    rises(EFFECT, "y1 y1[001] . . .", "y1 y1[024] . . .");
    let above = |card: &str| format!("y1 . . . . y1[{card}] . . . . . . . . .");
    rises(EFFECT, &above("001"), &above("013"));
    rises(EFFECT, &above("013"), &above("033"));
}

#[test]
fn an_aura_that_hurts_your_open_tile_lowers_effect() {
    // 027 lowers every card above it by 1.
    let under = |tile: &str, card: &str| format!(". . {tile} . . . . y1[{card}] . . . . . . .");
    falls(EFFECT, &under("y1", "001"), &under("y1", "027"));
    rises(EFFECT, &under("e1", "001"), &under("e1", "027"));
}

#[test]
fn an_aura_counts_only_on_an_open_tile_of_a_side_it_affects() {
    stays(EFFECT, ". y1[001] . . .", ". y1[024] . . .");
    stays(EFFECT, "e1 y1[001] . . .", "e1 y1[024] . . .");
    stays(EFFECT, "y1[001] y1[001] . . .", "y1[001] y1[024] . . .");
}

#[test]
fn an_aura_for_all_cards_helps_the_owner_of_the_tile() {
    // 028 raises every card above and below it by 1.
    let under = |tile: &str, card: &str| format!(". . {tile} . . . . y1[{card}] . . . . . . .");
    rises(EFFECT, &under("y1", "001"), &under("y1", "028"));
    falls(EFFECT, &under("e1", "001"), &under("e1", "028"));
}

#[test]
fn the_opening_has_value_zero_and_a_lane_the_weighted_sum_of_its_factors() {
    let book = book("canon");
    assert_eq!(value_of(&book, &board(&book, OPENING)).total(), 0.0);
    let lane = LaneValue {
        diff: -3,
        stability: 0.5,
        access: -0.25,
        effect: 0.125,
    };
    assert_close(lane.value(), -3.0 + 1.0 - 0.375 + 0.125, "a lane's value");
}

fn any_board() -> impl Strategy<Value = (Rulebook, Board)> {
    (any::<u64>(), any::<bool>(), 0_usize..30).prop_map(|(seed, rebirth, plays)| {
        let rules = if rebirth {
            Rules::rebirth()
        } else {
            Rules::canon()
        };
        let book = Rulebook::embedded(rules);
        let board = walk(&book, plays, &mut Chance::new(seed, 5));
        (book, board)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn factors_are_bounded_and_change_their_sign_on_the_mirrored_board(
        (book, board) in any_board(),
    ) {
        let (here, there) = (value_of(&book, &board), value_of(&book, &board.mirrored()));
        for lane in Lane::ALL {
            let (here, there) = (here.lanes[lane], there.lanes[lane]);
            prop_assert!((-1.0..=1.0).contains(&here.stability));
            prop_assert!((-1.0..=1.0).contains(&here.access));
            prop_assert!((-0.5..=0.5).contains(&here.effect));
            for factor in [DIFF, STABILITY, ACCESS, EFFECT] {
                prop_assert_eq!(factor(&here), -factor(&there));
            }
        }
        prop_assert!((here.total() + there.total()).abs() <= CLOSE);
    }

    #[test]
    fn the_total_is_the_weighted_sum_of_all_factors((book, board) in any_board()) {
        let value = value_of(&book, &board);
        let sum = |factor: Factor| value.lanes.0.iter().map(factor).sum::<f64>();
        let total = sum(DIFF) + 2.0 * sum(STABILITY) + 1.5 * sum(ACCESS) + 1.0 * sum(EFFECT);
        prop_assert!((value.total() - total).abs() <= CLOSE);
    }
}
