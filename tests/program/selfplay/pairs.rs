//! The statistics of pairs, compared with numbers computed by hand.

use qbcoach_measure::match_stats::{MatchEnding, MatchResult};
use qbcoach_measure::pair_stats::{PairStats, elo_of, score_of};

fn pairs(counts: [u32; 5]) -> PairStats {
    PairStats { counts }
}

#[track_caller]
fn near(found: Option<f64>, expected: f64) {
    let found = found.expect("there is a number");
    assert!((found - expected).abs() < 5e-5, "{found}, not {expected}");
}

#[test]
fn a_pair_gives_a_quarter_for_each_half_point_of_its_matches() {
    let ended = |margin| MatchResult {
        margin,
        ending: MatchEnding::Finished,
    };
    let (won, drawn, lost) = (ended(3), ended(0), ended(-2));
    for (pair, quarters) in [
        ([lost, lost], 0),
        ([lost, drawn], 1),
        ([drawn, drawn], 2),
        ([won, lost], 2),
        ([drawn, won], 3),
        ([won, won], 4),
    ] {
        let mut stats = PairStats::default();
        stats.add(pair);
        let mut expected = [0; 5];
        expected[quarters] = 1;
        assert_eq!(stats.counts, expected);
    }
    let cut_off = MatchResult {
        margin: 9,
        ending: MatchEnding::CutOff,
    };
    let mut stats = PairStats::default();
    stats.add([cut_off, won]);
    assert_eq!(stats.counts, [0, 0, 0, 1, 0]);
}

#[test]
fn mean_and_variance_of_the_five_outcomes() {
    // Σ = 2·0.25 + 5·0.5 + 3·0.75 + 9·1 = 14.25 over 20; squares 0.125 + 1.25 + 1.6875 +
    // 9 = 12.0625, so v = 12.0625/20 − 0.7125² = 0.60313 − 0.50766.
    let stats = pairs([1, 2, 5, 3, 9]);
    near(stats.score(), 0.7125);
    near(stats.variance(), 0.09547);
    // 0.7125 ± 1.95996 · √(0.09547 / 20)
    let rate = stats.score_rate();
    near(rate.map(|rate| rate.low), 0.57709);
    near(rate.map(|rate| rate.high), 0.84791);
}

#[test]
fn the_interval_of_elo_is_that_of_the_score() {
    let elo = pairs([1, 2, 5, 3, 9]).elo();
    // 400 · log10(0.7125 / 0.2875), and the same of both ends.
    near(elo.map(|elo| elo.value), 157.6588);
    near(elo.and_then(|elo| elo.low), 53.9954);
    near(elo.and_then(|elo| elo.high), 298.5051);
}

#[test]
fn where_a_side_scores_almost_nothing_elo_has_no_end() {
    let elo = pairs([0, 0, 0, 1, 3]).elo().expect("both scored");
    assert!(elo.low.is_some() && elo.high.is_none(), "{elo:?}");
    assert_eq!(pairs([0, 0, 0, 0, 9]).elo(), None);
    assert_eq!(pairs([9, 0, 0, 0, 0]).elo(), None);
    assert_eq!(pairs([0; 5]).elo(), None);
    // A single pair has a score, but no spread.
    let one = pairs([0, 0, 0, 1, 0]).elo().expect("both scored");
    assert_eq!((one.low, one.high), (None, None));
}

#[test]
fn equal_pairs_have_the_least_variance_that_unequal_ones_can_have() {
    let (equal, one_differs) = (pairs([0, 0, 40, 0, 0]), pairs([0, 0, 39, 1, 0]));
    near(equal.variance(), 39.0 / (16.0 * 1600.0));
    near(one_differs.variance(), 39.0 / (16.0 * 1600.0));
}

#[test]
fn score_and_elo_are_inverse() {
    for elo in [-400.0, -10.0, 0.0, 5.0, 190.8485] {
        near(elo_of(score_of(elo)), elo);
    }
    assert_eq!(score_of(0.0), 0.5);
    near(Some(score_of(400.0)), 10.0 / 11.0);
}
