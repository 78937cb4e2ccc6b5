//! Fits the curve from what a search finds to a chance that comes true.

use super::calibration::Calibration;
use super::logistic_fit::{Observed, fit};
use super::selfplay::SelfplayError;
use qbcoach_engine::coaching::SearchStyle;
use qbcoach_engine::coaching::search::{CURVE_TERMS, WinCurve};

/// How strongly the curve is drawn to the one that changes nothing. Some hundreds of
/// matches weigh far more.
const PENALTY: f64 = 1.0;

/// Plays the matches of a calibration with the bare estimates of the search, and fits the
/// curve to their results. The calibration's own style says how the search is made.
pub fn fit_curve(
    calibration: &Calibration<'_>,
    progress: impl FnMut(u32),
) -> Result<WinCurve, SelfplayError> {
    let bare = Calibration {
        style: SearchStyle {
            curve: None,
            ..calibration.style
        },
        ..*calibration
    };
    let mut observed = Vec::new();
    bare.each_match(progress, |_, forecasts| {
        for forecast in forecasts {
            // Certain ones are proved, and the curve leaves them alone.
            if forecast.chance <= 0.0 || forecast.chance >= 1.0 {
                continue;
            }
            let odds = WinCurve::odds(forecast.chance);
            let terms = WinCurve::terms(forecast.cards);
            let shift = terms.iter().copied().enumerate();
            let stretch = terms.iter().map(|term| term * odds);
            let stretch = (CURVE_TERMS..).zip(stretch);
            observed.push(Observed {
                features: shift.chain(stretch).collect(),
                result: forecast.result,
            });
        }
    })?;
    let weights = fit(&observed, &[PENALTY; 2 * CURVE_TERMS]);
    let short = |index: usize| (weights[index] * 1e4).round() / 1e4;
    Ok(WinCurve {
        shift: std::array::from_fn(short),
        stretch: std::array::from_fn(|term| short(CURVE_TERMS + term)),
    })
}
