//! How many digits a number has on the wire. Subscribers get these numbers again with
//! every turn, and nobody can see the digits that are left out.

/// A score, or a sum of scores: six decimals.
pub(super) fn score(value: f64) -> f64 {
    rounded(value, 6)
}

/// A probability: six significant digits, so that small ones do not become zero.
pub(super) fn probability(value: f64) -> f64 {
    let before_the_point = match value.abs() {
        size if size > 0.0 => size.log10().floor() as i32 + 1,
        _ => 0,
    };
    rounded(value, 6 - before_the_point)
}

/// A win chance of a search: four decimals.
pub(super) fn chance(value: f64) -> f64 {
    rounded(value, 4)
}

/// An expected lead: two decimals.
pub(super) fn points(value: f64) -> f64 {
    rounded(value, 2)
}

fn rounded(value: f64, decimals: i32) -> f64 {
    // A power of ten up to 10^22 is exact, so the result is the number that is nearest to
    // the written one and has no more digits than it.
    let unit = 10_f64.powi(decimals);
    let rounded = (value * unit).round() / unit;
    // Neither minus zero nor a number that is too small or too large to be rounded.
    match rounded.is_finite() {
        true => rounded + 0.0,
        false => value,
    }
}

#[cfg(test)]
mod tests {
    use super::{probability, score};

    #[test]
    fn a_score_has_six_decimals() {
        for (value, expected) in [
            (1.0 / 3.0, "0.333333"),
            (-200.0 / 3.0, "-66.666667"),
            (-0.000_000_1, "0.0"),
            (12.5, "12.5"),
            (0.0, "0.0"),
        ] {
            assert_eq!(serde_json::json!(score(value)).to_string(), expected);
        }
    }

    #[test]
    fn a_probability_has_six_significant_digits() {
        for (value, expected) in [
            (1.0 / 3.0, "0.333333"),
            (2.0 / 3.0 / 1000.0, "0.000666667"),
            (2.0 / 3.0 / 100_000_000.0, "6.66667e-9"),
            (1.0, "1.0"),
            (0.0, "0.0"),
        ] {
            assert_eq!(serde_json::json!(probability(value)).to_string(), expected);
        }
    }
}
