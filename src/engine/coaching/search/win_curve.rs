//! From what a search finds to a chance that comes true.
//!
//! In each imagined deal both sides see all cards, and the best of many estimates tends to
//! be too high. So the average over the deals is not how often you win. A curve, fitted to
//! matches of the coach against itself, turns it into that: on the scale of log odds it
//! shifts and stretches the estimate, by how many cards are on the board. It rises
//! everywhere, so the order of moves stays.

use std::sync::OnceLock;

use serde::Deserialize;

use super::curves::{chance_of, log_odds};
use crate::rules::data::DataFile;

/// The shipped curve.
pub const EMBEDDED_WIN_CURVE: DataFile<'static> = DataFile {
    name: "data/win_chance.json",
    text: include_str!("../../../../data/win_chance.json"),
};

/// How many numbers say how the shift or the stretch depends on the cards on the board.
pub const CURVE_TERMS: usize = 3;
/// A full board.
const TILES: f64 = 15.0;
/// The curve is at least this steep, whatever the cards.
const FLATTEST: f64 = 0.1;
/// Estimates nearer to 0 or 1 than this are taken as this far away.
const SUREST: f64 = 0.005;

/// A curve from estimates to chances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinCurve {
    /// Added to the log odds: a constant, times the share of tiles with a card, times its
    /// square.
    pub shift: [f64; CURVE_TERMS],
    /// What the log odds are multiplied by, in the same way.
    pub stretch: [f64; CURVE_TERMS],
}

/// Why a text holds no curve.
#[derive(Debug, thiserror::Error)]
pub enum WinCurveError {
    #[error("{file}: {reason}")]
    Json {
        file: String,
        reason: serde_json::Error,
    },
    #[error(
        "{file}: with {cards} cards on the board the curve does not rise; `qbcoach measure fit-chance` makes one that does"
    )]
    Falls { file: String, cards: u32 },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // The first field is for people.
struct Document {
    #[serde(rename = "madeBy")]
    made_by: String,
    shift: [f64; CURVE_TERMS],
    stretch: [f64; CURVE_TERMS],
}

impl WinCurve {
    /// Leaves estimates as they are.
    pub const IDENTITY: WinCurve = WinCurve {
        shift: [0.0; CURVE_TERMS],
        stretch: [1.0, 0.0, 0.0],
    };

    /// The shipped curve. It is part of the program and was checked by its tests.
    pub(crate) fn shipped() -> &'static WinCurve {
        static SHIPPED: OnceLock<WinCurve> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            WinCurve::read(EMBEDDED_WIN_CURVE).expect("the shipped win curve is sound")
        })
    }

    pub fn read(file: DataFile<'_>) -> Result<WinCurve, WinCurveError> {
        let name = || file.name.to_owned();
        let document: Document =
            serde_json::from_str(file.text).map_err(|reason| WinCurveError::Json {
                file: name(),
                reason,
            })?;
        let curve = WinCurve {
            shift: document.shift,
            stretch: document.stretch,
        };
        let falls = (0..=TILES as u32).find(|cards| at(&curve.stretch, *cards) < FLATTEST);
        match falls {
            Some(cards) => Err(WinCurveError::Falls {
                file: name(),
                cards,
            }),
            None => Ok(curve),
        }
    }

    /// The text of a data file. `made_by` is the command that makes it again.
    pub fn text(&self, made_by: &str) -> String {
        let list = |numbers: &[f64]| {
            let words: Vec<String> = numbers.iter().map(f64::to_string).collect();
            words.join(", ")
        };
        format!(
            "{{\n  \"madeBy\": \"{made_by}\",\n  \"shift\": [{}],\n  \"stretch\": [{}]\n}}\n",
            list(&self.shift),
            list(&self.stretch)
        )
    }

    /// The chance to win for an estimate with this many cards on the board.
    pub fn chance(&self, estimate: f64, cards: u32) -> f64 {
        let odds = WinCurve::odds(estimate);
        chance_of(at(&self.shift, cards) + at(&self.stretch, cards) * odds)
    }

    /// The log odds of an estimate, as the curve takes it in.
    pub fn odds(estimate: f64) -> f64 {
        log_odds(estimate.clamp(SUREST, 1.0 - SUREST))
    }

    /// What the numbers of a curve are multiplied by with this many cards on the board.
    pub fn terms(cards: u32) -> [f64; CURVE_TERMS] {
        let share = f64::from(cards) / TILES;
        [1.0, share, share * share]
    }
}

fn at(numbers: &[f64; CURVE_TERMS], cards: u32) -> f64 {
    let terms = WinCurve::terms(cards);
    let products = numbers
        .iter()
        .zip(terms)
        .map(|(number, term)| number * term);
    products.sum()
}
