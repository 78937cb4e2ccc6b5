//! The first layer of the network, summed up for every feature, so that a position costs
//! one row of additions for each tile and lane.

use super::features::{
    FeatureReader, FeatureSink, MOST_LEAD, MOST_MARGIN, MOST_POWER, OtherInput, Seen,
};
use super::inputs::{Inputs, every_feature};
use super::leaf_net::{HIDDEN, LeafNet};
use super::search_state::SearchState;

type Row = [f32; HIDDEN];

#[derive(Clone, Debug)]
pub(crate) struct LeafTables {
    net: LeafNet,
    /// In the order of [`every_feature`].
    rows: Vec<Row>,
}

const POWERS: usize = MOST_POWER as usize + 1;
/// The rows of one tile and side: powers, then ranks.
const SIDE_ROWS: usize = POWERS + 3;
const LEADS: usize = 2 * MOST_LEAD as usize + 1;
const LANES: usize = 15 * 2 * SIDE_ROWS;
const MARGINS: usize = LANES + 3 * LEADS;
const OTHERS: usize = MARGINS + 2 * MOST_MARGIN as usize + 1;

impl LeafTables {
    pub fn new(net: LeafNet) -> LeafTables {
        let row = |inputs: Inputs| {
            let mut row = [0.0; HIDDEN];
            for (input, value) in inputs.0 {
                for (sum, weight) in row.iter_mut().zip(&net.inputs[usize::from(input)]) {
                    *sum += value * weight;
                }
            }
            row
        };
        LeafTables {
            rows: every_feature().into_iter().map(row).collect(),
            net,
        }
    }

    /// The logit of the chance to win and the margin, for the side to act.
    #[inline]
    pub fn value(&self, reader: &FeatureReader, state: &SearchState) -> (f32, f32) {
        let mut sum = RowSum {
            rows: &self.rows,
            units: self.net.biases,
        };
        reader.read(state, &mut sum);
        self.net.outputs_of(&sum.units)
    }
}

/// Adds up the rows of a position.
struct RowSum<'a> {
    rows: &'a [Row],
    units: Row,
}

impl RowSum<'_> {
    #[inline]
    fn add(&mut self, row: usize) {
        for (unit, weight) in self.units.iter_mut().zip(&self.rows[row]) {
            *unit += weight;
        }
    }
}

fn first_of(tile: usize, whose: Seen) -> usize {
    (2 * tile + whose as usize) * SIDE_ROWS
}

impl FeatureSink for RowSum<'_> {
    #[inline]
    fn card(&mut self, tile: usize, whose: Seen, power: i32) {
        self.add(first_of(tile, whose) + power as usize);
    }

    #[inline]
    fn open_tile(&mut self, tile: usize, whose: Seen, rank: usize) {
        self.add(first_of(tile, whose) + POWERS + rank - 1);
    }

    #[inline]
    fn lane(&mut self, lane: usize, lead: i32) {
        self.add(LANES + lane * LEADS + (lead + MOST_LEAD) as usize);
    }

    #[inline]
    fn margin(&mut self, margin: i32) {
        self.add(MARGINS + (margin + MOST_MARGIN) as usize);
    }

    #[inline]
    fn other(&mut self, input: OtherInput, value: f32) {
        for (unit, weight) in self
            .units
            .iter_mut()
            .zip(&self.rows[OTHERS + input.index()])
        {
            *unit += value * weight;
        }
    }
}
