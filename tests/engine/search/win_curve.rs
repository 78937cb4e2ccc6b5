//! The curve from estimates to win chances, and its data.

use qbcoach_engine::coaching::search::{EMBEDDED_WIN_CURVE, WinCurve};
use qbcoach_engine::rules::data::DataFile;

fn read(text: &str) -> Result<WinCurve, String> {
    let name = "win_chance.json";
    WinCurve::read(DataFile { name, text }).map_err(|error| error.to_string())
}

#[test]
fn the_shipped_curve_rises_everywhere_and_stays_between_0_and_1() {
    let curve = WinCurve::read(EMBEDDED_WIN_CURVE).expect("the shipped file loads");
    for cards in 0..=15 {
        let steps = (0..=200).map(|step| curve.chance(f64::from(step) / 200.0, cards));
        let chances: Vec<f64> = steps.collect();
        assert!(chances.is_sorted(), "{cards} cards: {chances:?}");
        assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
        // Sure and hopeless positions stay so.
        assert!(chances[0] < 0.1 && chances[200] > 0.9, "{cards} cards");
    }
}

#[test]
fn a_curve_reads_its_own_text() {
    let curve = WinCurve {
        shift: [0.25, -0.5, 0.125],
        stretch: [1.5, -0.75, 0.5],
    };
    assert_eq!(read(&curve.text("a command")), Ok(curve));
}

#[test]
fn the_curve_that_changes_nothing_changes_nothing() {
    for step in 1..100 {
        let chance = f64::from(step) / 100.0;
        let same = WinCurve::IDENTITY.chance(chance, step as u32 % 16);
        assert!((same - chance).abs() < 1e-12);
    }
}

#[track_caller]
fn check_refused(text: &str, reason: &str) {
    let error = read(text).expect_err("the file is refused");
    assert!(error.contains(reason), "{error}");
}

#[test]
fn files_without_a_rising_curve_are_refused() {
    check_refused(
        r#"{"madeBy": "", "shift": [0, 0, 0], "stretch": [1, -1, 0]}"#,
        "win_chance.json: with 14 cards on the board the curve does not rise",
    );
    check_refused(
        r#"{"madeBy": "", "shift": [0, 0], "stretch": [1, 0, 0]}"#,
        "win_chance.json: ",
    );
    check_refused(
        r#"{"madeBy": "", "shift": [0, 0, 0], "stretch": [1, 0, 0], "more": 1}"#,
        "more",
    );
}
