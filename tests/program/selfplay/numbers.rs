//! Rates, intervals and Elo, compared with numbers computed by hand.

use qbcoach_measure::match_stats::{MatchEnding, MatchResult, MatchStats};

fn stats(wins: u32, draws: u32, losses: u32) -> MatchStats {
    MatchStats {
        wins,
        draws,
        losses,
        ..MatchStats::default()
    }
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 5e-5, "{found}, not {expected}");
}

#[test]
fn wilsons_interval_of_eight_wins_in_ten() {
    // z² = 3.84146; middle = (0.8 + 0.192073) / 1.384146 = 0.71674;
    // half = 1.95996 · √(0.016 + 0.0096036) / 1.384146 = 0.22658.
    let rate = stats(8, 5, 2).win_rate().expect("ten are decided");
    near(rate.value, 0.8);
    near(rate.low, 0.49016);
    near(rate.high, 0.94332);
}

#[test]
fn wilsons_interval_stays_between_0_and_1() {
    // Four wins of four: low = 4 / (4 + z²), high = 1.
    let rate = stats(4, 0, 0).win_rate().expect("four are decided");
    near(rate.low, 0.51011);
    assert_eq!((rate.value, rate.high), (1.0, 1.0));
    let rate = stats(0, 0, 4).win_rate().expect("four are decided");
    near(rate.high, 0.48989);
    assert_eq!((rate.value, rate.low), (0.0, 0.0));
}

#[test]
fn drawn_matches_have_no_win_rate_but_a_score() {
    let drawn = stats(0, 6, 0);
    assert_eq!(drawn.win_rate(), None);
    assert_eq!(drawn.score_rate(), Some(0.5));
    assert_eq!(drawn.elo(), Some(0.0));
}

#[test]
fn elo_follows_from_the_score() {
    // 3 to 1 gives 400 · log10 3 = 190.8485. A draw counts as half a win.
    near(stats(3, 0, 1).elo().expect("both scored"), 190.8485);
    near(stats(5, 2, 1).elo().expect("both scored"), 190.8485);
    near(stats(1, 0, 3).elo().expect("both scored"), -190.8485);
    near(stats(10, 0, 1).elo().expect("both scored"), 400.0);
    assert_eq!(stats(4, 0, 0).elo(), None);
    assert_eq!(stats(0, 0, 4).elo(), None);
}

#[test]
fn without_matches_there_are_no_rates() {
    let none = MatchStats::default();
    assert_eq!(none.win_rate(), None);
    assert_eq!(none.elo(), None);
    assert_eq!(none.average_margin(), None);
}

#[test]
fn a_match_that_is_cut_off_is_a_draw_whatever_its_margin() {
    let mut sum = MatchStats::default();
    let finished = |margin| MatchResult {
        margin,
        ending: MatchEnding::Finished,
    };
    for result in [finished(7), finished(-2), finished(0)] {
        sum.add(result);
    }
    sum.add(MatchResult {
        margin: 3,
        ending: MatchEnding::CutOff,
    });
    let expected = MatchStats {
        wins: 1,
        draws: 2,
        losses: 1,
        cut_off: 1,
        margins: 8,
    };
    assert_eq!(sum, expected);
    assert_eq!(sum.average_margin(), Some(2.0));
}
