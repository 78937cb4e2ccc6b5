//! How well forecast chances to win agree with results: log loss, Brier score, and
//! reliability by bins and by turn.

use std::collections::BTreeMap;

use qbcoach_engine::rules::Side;

/// A forecast and what came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The seat of the player.
    pub seat: Side,
    /// The player's own turn, from 1.
    pub turn: u32,
    /// How many cards were on the board.
    pub cards: u32,
    /// The forecast chance to win; a draw counts half.
    pub chance: f64,
    /// The expected margin.
    pub margin: f64,
    /// 1 for a win, ½ for a draw, 0 for a loss.
    pub result: f64,
}

/// Chances closer to 0 or 1 than this are moved to this distance, because one wrong
/// certainty would make the log loss infinite.
pub const SUREST: f64 = 0.001;

/// How many bins the chances from 0 to 1 are sorted into.
pub const BINS: usize = 10;

/// The sums over some forecasts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    pub cases: u32,
    chances: f64,
    results: f64,
    squared_results: f64,
    log_losses: f64,
    squared_errors: f64,
    /// Over the matches: the square of the sum of what their results exceed the forecasts by.
    squared_match_errors: f64,
}

impl Tally {
    pub fn add(&mut self, forecast: &Forecast) {
        let Forecast { chance, result, .. } = *forecast;
        self.cases += 1;
        self.chances += chance;
        self.results += result;
        self.squared_results += result * result;
        self.log_losses += log_loss(chance, result);
        self.squared_errors += (chance - result).powi(2);
    }

    /// The mean of the forecast chances.
    pub fn forecast(&self) -> f64 {
        self.mean(self.chances)
    }

    /// The mean result: the base rate of these cases.
    pub fn result(&self) -> f64 {
        self.mean(self.results)
    }

    /// By how much the mean result exceeds the mean forecast.
    pub fn difference(&self) -> f64 {
        self.result() - self.forecast()
    }

    /// How far the difference may well be off by chance: its standard error. The forecasts
    /// of a match share its result, so matches count, not forecasts.
    pub fn standard_error(&self) -> f64 {
        self.mean(self.squared_match_errors.sqrt())
    }

    fn add_match_error(&mut self, error: f64) {
        self.squared_match_errors += error * error;
    }

    pub fn log_loss(&self) -> f64 {
        self.mean(self.log_losses)
    }

    /// The log loss of forecasting the base rate each time.
    pub fn base_log_loss(&self) -> f64 {
        log_loss(self.result(), self.result())
    }

    pub fn brier(&self) -> f64 {
        self.mean(self.squared_errors)
    }

    /// The Brier score of forecasting the base rate each time.
    pub fn base_brier(&self) -> f64 {
        self.mean(self.squared_results) - self.result().powi(2)
    }

    /// By which share the log loss is below that of the base rate.
    pub fn log_loss_saved(&self) -> f64 {
        1.0 - self.log_loss() / self.base_log_loss()
    }

    fn mean(&self, sum: f64) -> f64 {
        if self.cases == 0 {
            0.0
        } else {
            sum / f64::from(self.cases)
        }
    }
}

fn log_loss(chance: f64, result: f64) -> f64 {
    let chance = chance.clamp(SUREST, 1.0 - SUREST);
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}

/// All forecasts, sorted by turn and by chance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reliability {
    pub overall: Tally,
    /// By the lower end of the bin, in tenths.
    pub bins: [Tally; BINS],
    /// By the player's own turn.
    pub turns: BTreeMap<u32, Tally>,
}

impl Reliability {
    /// Adds the forecasts of one match.
    pub fn add(&mut self, forecasts: &[Forecast]) {
        let mut all = 0.0;
        let mut bins = [0.0; BINS];
        let mut turns: BTreeMap<u32, f64> = BTreeMap::new();
        for forecast in forecasts {
            let error = forecast.result - forecast.chance;
            // A chance of 1 belongs to the last bin.
            let bin = (forecast.chance * BINS as f64) as usize;
            let bin = bin.min(BINS - 1);
            self.overall.add(forecast);
            self.bins[bin].add(forecast);
            self.turns.entry(forecast.turn).or_default().add(forecast);
            all += error;
            bins[bin] += error;
            *turns.entry(forecast.turn).or_default() += error;
        }
        self.overall.add_match_error(all);
        for (tally, error) in self.bins.iter_mut().zip(bins) {
            tally.add_match_error(error);
        }
        for (turn, error) in turns {
            self.turns.entry(turn).or_default().add_match_error(error);
        }
    }

    /// The largest difference between forecast and result among bins with at least this
    /// many cases.
    pub fn worst_bin(&self, fewest: u32) -> Option<f64> {
        let bins = self.bins.iter().filter(|bin| bin.cases >= fewest);
        bins.map(|bin| bin.difference().abs()).reduce(f64::max)
    }
}
