//! The exponential function and the logarithm by additions, multiplications and divisions
//! only. The ones of the standard library may differ in the last digit from machine to
//! machine, and then a search would not give the same bytes everywhere.

/// The two parts of ln 2: the first has so few digits that its multiples are exact.
const LN_2_HIGH: f64 = 0.693_147_180_369_123_8;
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
/// Beyond this an exponential is as good as nothing or everything.
const LARGEST_POWER: f64 = 700.0;

/// e to the power of `x`, exact to about 15 digits.
pub fn exp(x: f64) -> f64 {
    let x = x.clamp(-LARGEST_POWER, LARGEST_POWER);
    let doublings = (x / std::f64::consts::LN_2 + 0.5).floor();
    let rest = (x - doublings * LN_2_HIGH) - doublings * LN_2_LOW;
    // The Taylor series, from its smallest term.
    let mut sum = 1.0;
    for number in (1..=14).rev() {
        sum = 1.0 + sum * rest / f64::from(number);
    }
    sum * power_of_two(doublings as i64)
}

/// The natural logarithm of a positive number, exact to about 15 digits.
pub fn ln(x: f64) -> f64 {
    let x = x.max(f64::MIN_POSITIVE);
    let bits = x.to_bits();
    let mut doublings = (bits >> MANTISSA_BITS) as i64 - EXPONENT_OF_ONE;
    let mut rest = x * power_of_two(-doublings);
    if rest > std::f64::consts::SQRT_2 {
        rest /= 2.0;
        doublings += 1;
    }
    // ln x = 2 · artanh((x − 1) / (x + 1)), whose series converges fast near 1.
    let t = (rest - 1.0) / (rest + 1.0);
    let square = t * t;
    let mut sum = 0.0;
    for number in (0..12).rev() {
        sum = sum * square + 1.0 / f64::from(2 * number + 1);
    }
    let doublings = doublings as f64;
    doublings * LN_2_HIGH + (2.0 * t * sum + doublings * LN_2_LOW)
}

const MANTISSA_BITS: u32 = 52;
const EXPONENT_OF_ONE: i64 = 1023;

/// 2 to a power from -1022 to 1023.
fn power_of_two(power: i64) -> f64 {
    f64::from_bits(((power + EXPONENT_OF_ONE) as u64) << MANTISSA_BITS)
}

/// A chance that lies between 0 and 1 as the logarithm of its odds.
pub fn log_odds(chance: f64) -> f64 {
    ln(chance / (1.0 - chance))
}

/// The chance whose odds have this logarithm.
pub fn chance_of(log_odds: f64) -> f64 {
    1.0 / (1.0 + exp(-log_odds))
}

#[cfg(test)]
mod tests {
    use super::{chance_of, exp, ln, log_odds};

    #[test]
    fn the_curves_are_those_of_the_standard_library() {
        for step in -4000..=4000 {
            let x = f64::from(step) / 7.0;
            let (own, library) = (exp(x), x.exp());
            assert!((own - library).abs() <= 1e-13 * library, "exp({x}): {own}");
            assert!((ln(own) - x).abs() <= 1e-13 * x.abs().max(1.0), "ln({own})");
        }
        for x in [1e-300, 0.3, 0.999, 1.0, 1.5, 2.0, 12_345.678, 1e300] {
            let error = (ln(x) - x.ln()).abs();
            assert!(error <= 1e-13 * x.ln().abs().max(1.0), "ln({x})");
        }
    }

    #[test]
    fn odds_and_chances_turn_into_each_other() {
        for step in 1..1000 {
            let chance = f64::from(step) / 1000.0;
            assert!((chance_of(log_odds(chance)) - chance).abs() < 1e-13);
        }
        assert_eq!((exp(0.0), ln(1.0), chance_of(0.0)), (1.0, 0.0, 0.5));
    }

    /// The bits of results, so that another machine which computes otherwise shows it.
    #[test]
    fn the_last_digit_is_the_same_on_every_machine() {
        let bits = |x: f64| x.to_bits();
        assert_eq!(bits(exp(1.0)), 0x4005_bf0a_8b14_576a);
        assert_eq!(bits(ln(10.0)), 0x4002_6bb1_bbb5_5516);
    }
}
