//! Forecasts and results: the sums by hand, and a small calibration.

use std::f64::consts::LN_2;

use qbcoach_engine::coaching::SearchStyle;
use qbcoach_engine::rules::Side;
use qbcoach_measure::calibration::{Calibration, CalibrationReport, DeckReliability};
use qbcoach_measure::reliability::{Forecast, Reliability, Tally};
use qbcoach_measure::selfplay::{DeckLists, Policy, SelfplayError};

use crate::selfplay::{book, shipped, threads};

fn forecast(turn: u32, chance: f64, result: f64) -> Forecast {
    Forecast {
        seat: Side::You,
        turn,
        cards: 0,
        chance,
        margin: 0.0,
        result,
    }
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 5e-5, "{found}, not {expected}");
}

#[test]
fn losses_of_three_hand_counted_forecasts() {
    let mut tally = Tally::default();
    for one in [
        forecast(1, 0.8, 1.0),
        forecast(2, 0.6, 0.0),
        forecast(3, 0.5, 0.5),
    ] {
        tally.add(&one);
    }
    // (−ln 0.8 − ln 0.4 − ln 0.5) / 3 and (0.04 + 0.36 + 0) / 3
    near(tally.log_loss(), 0.610_860);
    near(tally.brier(), 0.133_333);
    // The base rate is a half: ln 2, and (0.25 + 0.25 + 0) / 3.
    near(tally.result(), 0.5);
    near(tally.base_log_loss(), LN_2);
    near(tally.base_brier(), 0.166_667);
    near(tally.forecast(), 0.633_333);
    near(tally.difference(), -0.133_333);
    near(tally.log_loss_saved(), 1.0 - 0.610_860 / LN_2);
}

#[test]
fn a_wrong_certainty_is_finite() {
    let mut tally = Tally::default();
    tally.add(&forecast(1, 1.0, 0.0));
    near(tally.log_loss(), -(0.001_f64.ln()));
    near(tally.brier(), 1.0);
}

#[test]
fn bins_and_turns_sort_every_forecast_once() {
    let mut reliability = Reliability::default();
    for (turn, chance) in [
        (1, 0.0),
        (1, 0.05),
        (2, 0.1),
        (3, 0.55),
        (3, 0.999),
        (4, 1.0),
    ] {
        reliability.add(&[forecast(turn, chance, 1.0)]);
    }
    let cases: Vec<u32> = reliability.bins.iter().map(|bin| bin.cases).collect();
    assert_eq!(cases, [2, 1, 0, 0, 0, 1, 0, 0, 0, 2]);
    let turns: Vec<_> = reliability
        .turns
        .iter()
        .map(|(turn, of)| (*turn, of.cases))
        .collect();
    assert_eq!(turns, [(1, 2), (2, 1), (3, 2), (4, 1)]);
    // Bins with too few cases do not count as the worst.
    assert_eq!(reliability.worst_bin(3), None);
    near(reliability.worst_bin(2).expect("two bins have two"), 0.975);
}

#[test]
fn the_standard_error_counts_matches_because_their_forecasts_share_a_result() {
    let mut reliability = Reliability::default();
    // Three forecasts of one match are off by ½ together, one of another the other way.
    let won = [1, 2, 3].map(|turn| forecast(turn, 0.5, 1.0));
    reliability.add(&won);
    reliability.add(&[forecast(1, 0.5, 0.0)]);
    // √(1.5² + 0.5²) / 4
    near(reliability.bins[5].standard_error(), 0.395_285);
    near(reliability.overall.standard_error(), 0.395_285);
    // √(0.5² + 0.5²) / 2 and 0.5 / 1
    near(reliability.turns[&1].standard_error(), 0.353_553);
    near(reliability.turns[&2].standard_error(), 0.5);
    near(reliability.bins[4].standard_error(), 0.0);
}

#[test]
fn the_error_by_decks_counts_decks_because_forecasts_against_one_share_its_strength() {
    let against = |results: &[f64]| {
        let mut deck = DeckReliability::default();
        for result in results {
            deck.against.add(&[forecast(1, 0.5, *result)]);
        }
        deck
    };
    let report = |by_deck| CalibrationReport {
        by_deck,
        ..CalibrationReport::default()
    };
    // Three matches won against one deck, one lost against another, and a deck not met:
    // √(2 · (1.5² + 0.5²)) / 4
    let met = [against(&[1.0, 1.0, 1.0]), against(&[0.0]), against(&[])];
    let error = report(met.to_vec()).bin_error_by_decks(5);
    near(error.expect("two decks were met"), 0.559_017);
    // As many matches again with the same results leave it as it is.
    let again = [against(&[1.0; 6]), against(&[0.0; 2])];
    let error = report(again.to_vec()).bin_error_by_decks(5);
    near(error.expect("two decks were met"), 0.559_017);
    let one = report(vec![against(&[1.0, 0.0])]);
    assert_eq!(one.bin_error_by_decks(5), None);
    assert_eq!(one.bin_error_by_decks(0), None);
}

#[test]
fn a_calibration_is_the_same_on_any_number_of_threads_and_its_sums_agree() {
    let book = book("canon");
    let decks = shipped(&book);
    let enemies = [Policy::Greedy, Policy::Coach];
    let run = |number: usize, decks| {
        let calibration = Calibration {
            book: &book,
            shipped: decks,
            decks,
            nodes: 200,
            style: SearchStyle::default(),
            enemies: &enemies,
            lists: DeckLists::Withheld,
            matches: 8,
            seed: 3,
            threads: threads(number),
        };
        let mut listed = 0;
        let report = calibration.run(|_| {}, |_, _, forecasts| listed += forecasts.len());
        report.inspect(|report| assert_eq!(report.all.overall.cases as usize, listed))
    };
    let report = run(1, &decks).expect("moves are legal");
    assert_eq!(Ok(&report), run(2, &decks).as_ref());
    assert_eq!(Ok(&report), run(3, &decks).as_ref());
    let cases = report.all.overall.cases;
    assert_eq!(report.matches, 8);
    assert!(cases >= 8 * 3, "{cases} turns in eight matches");
    let sum = |tallies: Vec<&Tally>| tallies.iter().map(|tally| tally.cases).sum::<u32>();
    assert_eq!(sum(report.all.bins.iter().collect()), cases);
    assert_eq!(sum(report.all.turns.values().collect()), cases);
    let enemies = report.by_enemy.iter().map(|(_, of)| &of.overall).collect();
    assert_eq!(sum(enemies), cases);
    let with = report.by_deck.iter().map(|deck| &deck.with.overall);
    assert_eq!(sum(with.collect()), cases);
    let against = report.by_deck.iter().map(|deck| &deck.against.overall);
    assert_eq!(sum(against.collect()), cases);
    assert_eq!(run(1, &[]), Err(SelfplayError::NoDecks));
}
