//! The evaluation of a position (RULES.md, section 11), by lane:
//!
//! `value = diff + 2.0·stability + 1.5·access + 1.0·effect`, where
//! `share(a, b) = (a − b) / (a + b + 0.1)` with a for you and b for the enemy, and
//! - `diff`: your lane power minus the enemy's;
//! - `stability`: the share of both sides' hold; a card of power p counts
//!   `min(p − 1, 8) / 8`, each open tile counts 3;
//! - `access`: half the lead in ranks of open tiles, at most 1;
//! - `effect`: half the share of what auras would give to a card on an open tile; what
//!   they would take from the other side counts as well.

use proptest::prelude::*;
use qbcoach_basics::chance::Chance;
use qbcoach_engine::prediction::evaluation::{Evaluation, LaneValue, evaluate};
use qbcoach_engine::rules::effect::{Operation, Reach, Scope, Trigger, Whose};
use qbcoach_engine::rules::{
    Board, ByLane, BySide, Lane, Owner, Powers, Rulebook, Rules, Side, TileId,
};

use crate::prediction::fixtures::{CLOSE, OPENING, assert_close, book};
use crate::prediction::worlds::walk;
use crate::support::board;

fn value_of(book: &Rulebook, board: &Board) -> Evaluation {
    evaluate(board, &board.powers(book))
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
fn the_opening_has_value_zero() {
    let book = book("canon");
    let value = value_of(&book, &board(&book, OPENING));
    assert_eq!(value, Evaluation::default());
    assert_eq!(value.total(), 0.0);
}

#[test]
fn an_open_tile_counts_for_access_by_its_rank_and_for_stability() {
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
fn a_card_counts_for_stability_by_the_part_of_a_heavy_attack_it_survives() {
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
fn an_aura_counts_on_open_tiles_only() {
    // 024 gives 3 to an ally on the tile behind it.
    let behind = "y1 y1[024] . . . . . . . . . . . . .";
    check_top(behind, (1, 3.0 / 3.1, 0.5, 0.5 * 3.0 / 3.1));
    // No card can be played on a neutral or an occupied tile.
    check_top(". y1[024] . . . . . . . . . . . . .", (1, 0.0, 0.0, 0.0));
    // On the enemy's tile the aura does not help the enemy.
    check_top(
        "e1 y1[024] . . . . . . . . . . . . .",
        (1, -3.0 / 3.1, -0.5, 0.0),
    );
}

#[test]
fn an_aura_that_hurts_one_side_counts_for_the_other() {
    // 027 lowers every card above and below by 1, on both sides.
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
fn the_value_of_a_position_is_the_sum_of_its_lanes() {
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
    fn the_mirrored_position_has_the_opposite_value((book, board) in any_board()) {
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
    fn factors_stay_within_their_bounds_and_add_up_to_the_value((book, board) in any_board()) {
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
    fn more_power_on_a_card_raises_the_value_by_at_least_as_much(
        (book, board) in any_board(),
        amount in 1_i32..5,
    ) {
        // `evaluate` takes the powers, so one can be raised without a play.
        let mut powers = board.powers(&book);
        let before = evaluate(&board, &powers).total();
        let Some(tile) = board.cards_of(qbcoach_engine::rules::Side::You).iter().next() else {
            return Ok(());
        };
        powers.power[tile] += amount;
        let after = evaluate(&board, &powers).total();
        prop_assert!(after - before >= f64::from(amount) - CLOSE);
    }

    #[test]
    fn the_value_is_exactly_that_of_the_plain_formula((book, board) in any_board()) {
        let powers = board.powers(&book);
        prop_assert_eq!(evaluate(&board, &powers), plain_value(&book, &board, &powers));
    }
}

/// The formula written down tile by tile.
fn plain_value(book: &Rulebook, board: &Board, powers: &Powers) -> Evaluation {
    let share = |a: f64, b: f64| (a - b) / (a + b + 0.1);
    let mut evaluation = Evaluation::default();
    for lane in Lane::ALL {
        let mut diff = 0;
        let (mut hold, mut open) = (BySide::new(0.0, 0.0), BySide::new(0.0, 0.0));
        let mut favour = BySide::new(0.0, 0.0);
        for tile in lane.tiles().iter() {
            match (board.card(tile), board.owner(tile)) {
                (Some(card), _) => {
                    let power = powers.power[tile];
                    diff += if card.side == Side::You {
                        power
                    } else {
                        -power
                    };
                    hold[card.side] += f64::from((power - 1).clamp(0, 8)) / 8.0;
                }
                (None, Owner::Held(side)) => {
                    hold[side] += 3.0;
                    open[side] += f64::from(board.visible_rank(tile).get());
                    let gain = aura_gain(book, board, side, tile);
                    let favoured = if gain < 0 { side.opponent() } else { side };
                    favour[favoured] += f64::from(gain.abs());
                }
                (None, Owner::Neutral) => {}
            }
        }
        evaluation.lanes[lane] = LaneValue {
            diff,
            stability: share(hold.you, hold.enemy),
            access: ((open.you - open.enemy) / 2.0).clamp(-1.0, 1.0),
            effect: 0.5 * share(favour.you, favour.enemy),
        };
    }
    evaluation
}

/// What all auras in force would give to a card of `side` on the empty `tile`.
fn aura_gain(book: &Rulebook, board: &Board, side: Side, tile: TileId) -> i32 {
    let mut gain = 0;
    for source in board.occupied().iter() {
        let Some(placed) = board.card(source) else {
            continue;
        };
        let card = &book.catalogue[placed.card];
        for effect in &card.effects {
            let Scope::Cards(whose, reach) = effect.scope else {
                continue;
            };
            let reaches = match reach {
                Reach::AffectedTiles => card.range.effects(placed.side, source).contains(tile),
                Reach::Global => true,
                Reach::InLane => source.lane() == tile.lane(),
            };
            let meant = match whose {
                Whose::Allies => side == placed.side,
                Whose::Enemies => side != placed.side,
                Whose::All => true,
            };
            if effect.trigger != Trigger::WhileInPlay || !reaches || !meant {
                continue;
            }
            for operation in &effect.operations {
                if let Operation::ModifyPower { amount, .. } = operation {
                    gain += amount;
                }
            }
        }
    }
    gain
}
