//! The order of moves (RULES.md, section 11): by score; on a tie by lower lockout risk,
//! higher access, greater stability, lower vulnerability, higher match score, then by
//! card number and tile, with the pass last.

use std::collections::BTreeSet;

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::{EndsMatch, EnemyCard, Forecast, Predictor, RankedMove, rank};
use qbcoach_engine::prediction::evaluation::{Evaluation, evaluate};
use qbcoach_engine::rules::{Board, Lane, Move, Rulebook, Side};

use crate::coaching::fixtures::{OPENING, book, cards};
use crate::coaching::worlds::walk;
use crate::support::{board, play_of};

/// A forecast in which all values that break ties are neutral.
#[track_caller]
fn plain(book: &Rulebook, made: &str) -> Forecast {
    let made = match made.split_once(' ') {
        Some((card, tile)) => Move::Play(play_of(book, card, tile)),
        None => Move::Pass,
    };
    Forecast {
        made,
        board: Board::opening(),
        evaluation: Evaluation::default(),
        margin: 0,
        immediate: 0.0,
        worst_reply: 0.0,
        likely_reply: 0.0,
        worst_chance: 1.0,
        worst_by: None,
        lockout_risk: 0.0,
        ends_match: EndsMatch::No,
        nodes: 1,
    }
}

/// `better` is ranked first, in whichever order the two are given.
#[track_caller]
fn check(book: &Rulebook, better: &Forecast, worse: &Forecast) {
    for pair in [[better, worse], [worse, better]] {
        let ranked = rank(book, pair.map(Clone::clone).to_vec());
        assert_eq!(ranked[0].forecast, *better);
        assert_eq!(ranked[1].forecast, *worse);
    }
}

/// Makes a forecast better or worse by one criterion.
type Criterion = fn(&Rulebook, &mut Forecast, bool);

/// All criteria in the order of the ranking.
const CRITERIA: [Criterion; 6] = [
    |_, forecast, good| forecast.immediate = if good { 0.5 } else { -0.5 },
    |_, forecast, good| forecast.lockout_risk = if good { 0.1 } else { 0.2 },
    |_, forecast, good| {
        forecast.evaluation.lanes[Lane::Mid].access = if good { 0.2 } else { -0.2 };
    },
    |_, forecast, good| {
        forecast.evaluation.lanes[Lane::Bot].stability = if good { 0.2 } else { -0.2 };
    },
    |book, forecast, good| {
        // 011 has power 4 and counts as vulnerable; 021 has power 5 and does not.
        let card = if good { "021" } else { "011" };
        let drawing = format!("y1[{card}] . . . . . . . . . . . . . .");
        forecast.board = board(book, &drawing);
    },
    |_, forecast, good| forecast.margin = if good { 1 } else { -1 },
];

#[test]
fn each_tie_breaker_decides_when_all_before_it_are_equal() {
    let book = book("canon");
    for criterion in CRITERIA {
        // By card number and tile alone, the worse one would be first.
        let (mut better, mut worse) = (plain(&book, "002 BOT-1"), plain(&book, "001 TOP-1"));
        criterion(&book, &mut better, true);
        criterion(&book, &mut worse, false);
        check(&book, &better, &worse);
    }
}

#[test]
fn a_tie_breaker_outweighs_all_later_ones() {
    let book = book("canon");
    for (index, criterion) in CRITERIA.into_iter().enumerate() {
        let (mut better, mut worse) = (plain(&book, "002 BOT-1"), plain(&book, "001 TOP-1"));
        criterion(&book, &mut better, true);
        criterion(&book, &mut worse, false);
        for later in &CRITERIA[index + 1..] {
            later(&book, &mut better, false);
            later(&book, &mut worse, true);
        }
        check(&book, &better, &worse);
    }
}

#[test]
fn the_score_weighs_the_worst_reply_more_than_the_likely_one() {
    let book = book("canon");
    let (mut better, mut worse) = (plain(&book, "002 BOT-1"), plain(&book, "001 TOP-1"));
    better.worst_reply = 1.0;
    worse.likely_reply = 2.0;
    check(&book, &better, &worse);
    assert!((RankedMove::new(&book, better).move_score - 1.05).abs() < 1e-12);
    assert!((RankedMove::new(&book, worse).move_score - 0.9).abs() < 1e-12);
}

#[test]
fn access_is_the_sum_over_all_lanes() {
    let book = book("canon");
    let (mut better, mut worse) = (plain(&book, "002 BOT-1"), plain(&book, "001 TOP-1"));
    for lane in Lane::ALL {
        better.evaluation.lanes[lane].access = 0.25;
    }
    worse.evaluation.lanes[Lane::Top].access = 0.5;
    check(&book, &better, &worse);
}

#[test]
fn vulnerability_is_the_share_of_power_on_weak_cards() {
    let book = book("canon");
    let of = |made: &str, top: &str| Forecast {
        board: board(&book, &format!("{top} . . . . . . . . . .")),
        ..plain(&book, made)
    };
    // 4 of 13 against 4 of 9: the same power is on weak cards, but the rest differs.
    let safer = of("002 BOT-1", "y1[021] y1[011+4] y1[011-4+4] . .");
    let half = of("001 TOP-1", "y1[021] y1[011] . . .");
    check(&book, &safer, &half);
    // The enemy's cards do not count.
    let alone = of("002 BOT-1", "y1[021] . . . e1[001]");
    check(&book, &alone, &half);
    // Without own cards the vulnerability is 0.
    check(&book, &of("002 BOT-1", "y1 . . . ."), &half);
}

#[test]
fn equal_moves_are_ordered_by_card_number_then_tile_with_the_pass_last() {
    let book = book("canon");
    let order = [
        "001 TOP-1",
        "001 TOP-2",
        "001 MID-1",
        "001 BOT-1",
        "002 TOP-1",
        "010 TOP-1",
        "pass",
    ];
    let forecasts: Vec<Forecast> = order.iter().map(|made| plain(&book, made)).collect();
    for pair in forecasts.windows(2) {
        check(&book, &pair[0], &pair[1]);
    }
    let mut chance = Chance::new(1, 7);
    for _ in 0..20 {
        let mut shuffled = forecasts.clone();
        chance.shuffle(&mut shuffled);
        let ranked = rank(&book, shuffled);
        let ranked: Vec<Forecast> = ranked.into_iter().map(|moved| moved.forecast).collect();
        assert_eq!(ranked, forecasts);
    }
}

#[test]
fn ranking_no_moves_gives_no_moves() {
    assert!(rank(&book("canon"), Vec::new()).is_empty());
}

#[test]
fn the_order_of_real_moves_is_total_and_independent_of_the_input() {
    let book = book("canon");
    let enemy: Vec<EnemyCard> = cards(&book, "001 003 011 020")
        .into_iter()
        .map(|card| EnemyCard { card, chance: 0.5 })
        .collect();
    let hand = cards(&book, "001 002 007 011 018 019 020 024");
    let mut chance = Chance::new(2, 7);
    for plays in [0, 2, 5, 9, 14] {
        let board = match plays {
            0 => board(&book, OPENING),
            _ => walk(&book, plays, &mut chance),
        };
        let mut predictor = Predictor::new(&book, &enemy);
        let yours = board.legal_plays(&book, Side::You, &hand);
        let moves = yours.into_iter().map(Move::Play).chain([Move::Pass]);
        let mut forecasts: Vec<Forecast> = moves
            .map(|made| predictor.forecast(&board, made, 0))
            .collect();
        let ranked = rank(&book, forecasts.clone());
        assert!(ranked.is_sorted_by(|a, b| a.move_score >= b.move_score));
        let made: BTreeSet<Move> = ranked.iter().map(|moved| moved.forecast.made).collect();
        assert_eq!(made.len(), forecasts.len());
        for moved in &ranked {
            assert_eq!(moved.move_score, moved.forecast.move_score());
            let powers = moved.forecast.board.powers(&book);
            let value = evaluate(&moved.forecast.board, &powers);
            assert_eq!(moved.forecast.evaluation, value);
        }
        for _ in 0..5 {
            chance.shuffle(&mut forecasts);
            assert_eq!(rank(&book, forecasts.clone()), ranked);
        }
    }
}
