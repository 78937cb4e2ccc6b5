//! The sequential test: its ratio against numbers computed by hand, and its decisions on
//! made-up results.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::rules::BySide;
use qbcoach_measure::pair_stats::{PairStats, score_of};
use qbcoach_measure::selfplay::{Contest, Policy};
use qbcoach_measure::sprt::{BOUND, FEWEST_PAIRS, Sprt, SprtError, Verdict};

use crate::selfplay::{book, competitor, shipped, threads};

fn test(low: f64, high: f64) -> Sprt {
    Sprt::new(low, high).expect("low is below high")
}

#[test]
fn the_ratio_of_hand_counted_pairs() {
    // Of 20 pairs the mean is 0.7125 and the variance 0.095469. 0 and 20 Elo are scores of
    // 0.5 and 0.528751: 20 · 0.028751 · (1.425 − 1.028751) / (2 · 0.095469) = 1.19333.
    let pairs = PairStats {
        counts: [1, 2, 5, 3, 9],
    };
    let ratio = test(0.0, 20.0).log_likelihood_ratio(&pairs);
    assert!(
        ratio.is_some_and(|ratio| (ratio - 1.19333).abs() < 5e-4),
        "{ratio:?}"
    );
    // Exchanging the sides of all pairs and of the test exchanges the sign.
    let other = PairStats {
        counts: [9, 3, 5, 2, 1],
    };
    let opposite = test(-20.0, 0.0).log_likelihood_ratio(&other);
    assert!((ratio.unwrap_or(0.0) + opposite.unwrap_or(0.0)).abs() < 1e-9);
    assert_eq!(
        test(0.0, 20.0).log_likelihood_ratio(&PairStats::default()),
        None
    );
}

/// Plays made-up pairs of a player who wins each match with this chance, until the test
/// decides.
fn decide(sprt: Sprt, elo: f64, seed: u64) -> (Verdict, u32) {
    const MOST: u32 = 100_000;
    let mut chance = Chance::new(seed, 0);
    let mut pairs = PairStats::default();
    let wins_of =
        |chance: &mut Chance| usize::from(chance.below(100_000) < (score_of(elo) * 1e5) as usize);
    while sprt.verdict(&pairs) == Verdict::Undecided && pairs.pairs() < MOST {
        let quarters = 2 * (wins_of(&mut chance) + wins_of(&mut chance));
        pairs.counts[quarters] += 1;
    }
    (sprt.verdict(&pairs), pairs.pairs())
}

#[test]
fn it_decides_rightly_in_at_least_nine_streams_of_ten() {
    for (elo, right) in [(0.0, Verdict::Low), (40.0, Verdict::High)] {
        let verdicts: Vec<_> = (0..60)
            .map(|seed| decide(test(0.0, 40.0), elo, seed))
            .collect();
        let of = |verdict| verdicts.iter().filter(|found| found.0 == verdict).count();
        assert_eq!(of(Verdict::Undecided), 0, "every stream is decided");
        assert!(of(right) >= 54, "{right:?}: {verdicts:?}");
    }
}

#[test]
fn clear_differences_are_decided_sooner() {
    let pairs = |elo| decide(test(0.0, 40.0), elo, 1).1;
    assert!(pairs(200.0) < pairs(60.0));
    assert!(pairs(-200.0) < pairs(0.0));
}

#[test]
fn it_never_stops_before_the_fewest_pairs() {
    let all_won = |pairs: u32| PairStats {
        counts: [0, 0, 0, 0, pairs],
    };
    let sprt = test(0.0, 5.0);
    assert_eq!(sprt.verdict(&all_won(FEWEST_PAIRS - 1)), Verdict::Undecided);
    assert_eq!(sprt.verdict(&all_won(FEWEST_PAIRS)), Verdict::High);
    let ratio = sprt.log_likelihood_ratio(&all_won(FEWEST_PAIRS));
    assert!(ratio.is_some_and(|ratio| ratio.is_finite() && ratio > BOUND));
}

#[test]
fn a_contest_stops_at_the_same_pair_on_any_number_of_threads() {
    let book = book("canon");
    let decks = shipped(&book);
    let results = [1, 2, 3].map(|number| {
        let contest = Contest {
            book: &book,
            shipped: &decks,
            decks: &decks,
            competitors: BySide::new(competitor(Policy::Greedy), competitor(Policy::Random)),
            pairs: 5000,
            sprt: Some(test(0.0, 40.0)),
            seed: 11,
            threads: threads(number),
        };
        let mut last = 0;
        let report = contest.play(|done| last = done).expect("moves are legal");
        assert_eq!(report.pairs.pairs(), last);
        report
    });
    assert!(results[0].pairs.pairs() < 5000, "it stops by itself");
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0], results[2]);
}

#[test]
fn senseless_bounds_are_refused() {
    assert_eq!(
        Sprt::new(5.0, 5.0),
        Err(SprtError::NotInOrder {
            low: 5.0,
            high: 5.0
        })
    );
    assert!(Sprt::new(10.0, 0.0).is_err());
    assert!(Sprt::new(f64::NAN, 5.0).is_err());
    assert!(Sprt::new(0.0, f64::INFINITY).is_err());
}
