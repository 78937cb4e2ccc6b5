//! Win chances as whole numbers, so that their sums are exact.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};

use crate::coaching::endgame::MatchOutcome;
use crate::coaching::words::percent;

/// A win chance, or a difference of win chances, in ten-thousandths. A draw counts half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WinShare(i32);

impl WinShare {
    pub const ZERO: WinShare = WinShare(0);
    /// A certain win.
    pub const WHOLE: WinShare = WinShare(10_000);

    pub const fn from_percent(percent: i32) -> WinShare {
        WinShare(percent * 100)
    }

    /// The nearest share to a win chance from 0 to 1.
    pub fn of_chance(chance: f64) -> WinShare {
        WinShare((chance * f64::from(WinShare::WHOLE.0)).round() as i32)
    }

    pub const fn of_outcome(outcome: MatchOutcome) -> WinShare {
        match outcome {
            MatchOutcome::Loss => WinShare::ZERO,
            MatchOutcome::Draw => WinShare(WinShare::WHOLE.0 / 2),
            MatchOutcome::Win => WinShare::WHOLE,
        }
    }

    /// From 0 to 1 for a chance, from -1 to 1 for a difference. It has at most four
    /// digits behind the point.
    pub fn chance(self) -> f64 {
        f64::from(self.0) / f64::from(WinShare::WHOLE.0)
    }

    /// In ten-thousandths.
    pub const fn units(self) -> i32 {
        self.0
    }

    /// The same match from the other side.
    #[must_use]
    pub fn of_opponent(self) -> WinShare {
        WinShare::WHOLE - self
    }
}

impl Add for WinShare {
    type Output = WinShare;

    fn add(self, other: WinShare) -> WinShare {
        WinShare(self.0 + other.0)
    }
}

impl Sub for WinShare {
    type Output = WinShare;

    fn sub(self, other: WinShare) -> WinShare {
        WinShare(self.0 - other.0)
    }
}

impl Neg for WinShare {
    type Output = WinShare;

    fn neg(self) -> WinShare {
        WinShare(-self.0)
    }
}

impl Sum for WinShare {
    fn sum<I: Iterator<Item = WinShare>>(shares: I) -> WinShare {
        shares.fold(WinShare::ZERO, Add::add)
    }
}

/// `62 %`, as advice writes chances.
impl fmt::Display for WinShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&percent(self.chance()))
    }
}
