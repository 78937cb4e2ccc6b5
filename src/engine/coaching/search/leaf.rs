//! The value of a position where a search stops.

use std::borrow::Cow;

use super::features::FeatureReader;
use super::leaf_net::{LeafNet, logistic};
use super::leaf_tables::LeafTables;
use super::outcome::Outcome;
use super::search_state::SearchState;
use super::style::{LeafSource, SearchStyle};
use crate::prediction::evaluation::evaluate;
use crate::rules::{Rulebook, Side};

/// Values leaves.
#[derive(Clone, Debug)]
pub struct LeafValue {
    reader: FeatureReader,
    tables: Option<Cow<'static, LeafTables>>,
    slope: f32,
}

impl LeafValue {
    pub fn new(book: &Rulebook, style: &SearchStyle) -> LeafValue {
        LeafValue {
            reader: FeatureReader::new(&book.catalogue),
            tables: match style.leaf {
                LeafSource::Plain => None,
                LeafSource::Shipped => Some(Cow::Borrowed(LeafNet::shipped())),
                LeafSource::Given(net) => Some(Cow::Owned(LeafTables::new(net.clone()))),
            },
            slope: style.slope,
        }
    }

    /// Your prospects in a position.
    pub fn of(&self, book: &Rulebook, state: &SearchState) -> Outcome {
        if state.is_over() {
            return Outcome::decided(state.margin(book));
        }
        let outcome = match &self.tables {
            Some(tables) => self.fitted(tables, state),
            None => self.plain(state),
        };
        if state.passes == 0 {
            return outcome;
        }
        // The side to act may end the match by passing too. A sure win is better than any
        // estimate, however large the margin.
        let decided = Outcome::decided(state.margin(book));
        let better = match state.to_act {
            Side::You => decided.win == 1.0 || decided.score() > outcome.score(),
            Side::Enemy => decided.win == 0.0 || decided.score() < outcome.score(),
        };
        if better { decided } else { outcome }
    }

    fn fitted(&self, tables: &LeafTables, state: &SearchState) -> Outcome {
        let (logit, margin) = tables.value(&self.reader, state);
        let (logit, margin) = match state.to_act {
            Side::You => (logit, margin),
            Side::Enemy => (-logit, -margin),
        };
        Outcome {
            win: logistic(logit),
            margin,
        }
    }

    /// The plain evaluation, made a chance by a logistic curve that is steeper the more
    /// cards are on the board.
    fn plain(&self, state: &SearchState) -> Outcome {
        let total = evaluate(&state.board, &state.powers).total() as f32;
        let cards = state.board.occupied().len() as f32;
        Outcome {
            win: logistic(self.slope * (1.0 + cards / 15.0) * total),
            margin: total,
        }
    }
}
