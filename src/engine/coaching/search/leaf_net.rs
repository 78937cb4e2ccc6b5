//! The fitted leaf value: a small network from features to a chance to win and a margin.
//!
//! One hidden layer, all weights in `data/leaf.json`. Only additions, multiplications and
//! divisions are used, so that the same position has the same value on every machine.

use std::sync::OnceLock;

use serde::Deserialize;

use super::inputs::{INPUTS, Inputs};
use super::leaf_tables::LeafTables;
use crate::rules::data::DataFile;

/// The number of hidden units.
pub const HIDDEN: usize = 16;
/// The margin that an output of 1 stands for.
pub const MARGIN_UNIT: f32 = 20.0;

/// The shipped weights.
pub const EMBEDDED_LEAF: DataFile<'static> = DataFile {
    name: "data/leaf.json",
    text: include_str!("../../../../data/leaf.json"),
};

#[derive(Clone, Debug, PartialEq)]
pub struct LeafNet {
    /// By input, then by hidden unit.
    pub inputs: Vec<[f32; HIDDEN]>,
    pub biases: [f32; HIDDEN],
    /// By output: the chance to win, as a logit, and the margin.
    pub outputs: [[f32; HIDDEN]; 2],
    pub output_biases: [f32; 2],
}

/// Why a text holds no weights.
#[derive(Debug, thiserror::Error)]
pub enum LeafNetError {
    #[error("{file}: {reason}")]
    Json {
        file: String,
        reason: serde_json::Error,
    },
    #[error(
        "{file}: `{field}` has {found} numbers, and {wanted} are needed; `qbcoach measure fit` makes a fitting file"
    )]
    Size {
        file: String,
        field: &'static str,
        found: usize,
        wanted: usize,
    },
    #[error("{file}: a weight is not a finite number between -1000 and 1000")]
    Weight { file: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // The first two fields are for people and editors.
struct Document {
    #[serde(rename = "$schema")]
    schema: String,
    #[serde(rename = "madeBy")]
    made_by: String,
    inputs: Vec<Vec<f32>>,
    biases: Vec<f32>,
    outputs: Vec<Vec<f32>>,
    #[serde(rename = "outputBiases")]
    output_biases: Vec<f32>,
}

impl LeafNet {
    /// The shipped weights, ready for use. They are part of the program and were checked by
    /// its tests.
    pub(crate) fn shipped() -> &'static LeafTables {
        static SHIPPED: OnceLock<LeafTables> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            let net = LeafNet::read(EMBEDDED_LEAF).expect("the shipped leaf values are sound");
            LeafTables::new(net)
        })
    }

    pub fn read(file: DataFile<'_>) -> Result<LeafNet, LeafNetError> {
        let name = || file.name.to_owned();
        let document: Document =
            serde_json::from_str(file.text).map_err(|reason| LeafNetError::Json {
                file: name(),
                reason,
            })?;
        let size = |field, found, wanted| LeafNetError::Size {
            file: name(),
            field,
            found,
            wanted,
        };
        let units = |field, numbers: &[f32]| -> Result<[f32; HIDDEN], LeafNetError> {
            let found = numbers.len();
            numbers.try_into().map_err(|_| size(field, found, HIDDEN))
        };
        let inputs = document.inputs;
        if inputs.len() != INPUTS {
            return Err(size("inputs", inputs.len(), INPUTS));
        }
        let [win, margin] = &document.outputs[..] else {
            return Err(size("outputs", document.outputs.len(), 2));
        };
        let net = LeafNet {
            inputs: inputs
                .iter()
                .map(|row| units("inputs", row))
                .collect::<Result<_, _>>()?,
            biases: units("biases", &document.biases)?,
            outputs: [units("outputs", win)?, units("outputs", margin)?],
            output_biases: document.output_biases[..]
                .try_into()
                .map_err(|_| size("outputBiases", document.output_biases.len(), 2))?,
        };
        let weights = net.inputs.iter().flatten();
        let weights = weights
            .chain(&net.biases)
            .chain(net.outputs.iter().flatten());
        let sound = |weight: &f32| weight.abs() <= 1000.0;
        if !weights.chain(&net.output_biases).all(sound) {
            return Err(LeafNetError::Weight { file: name() });
        }
        Ok(net)
    }

    /// The text of a data file: one line for each input. `made_by` is the command that
    /// makes it again.
    pub fn text(&self, made_by: &str) -> String {
        let list = |numbers: &[f32]| {
            let words: Vec<String> = numbers.iter().map(f32::to_string).collect();
            format!("[{}]", words.join(","))
        };
        let rows = |rows: &mut dyn Iterator<Item = &[f32; HIDDEN]>| {
            let rows: Vec<String> = rows.map(|row| format!("    {}", list(row))).collect();
            format!("[\n{}\n  ]", rows.join(",\n"))
        };
        format!(
            "{{\n  \"$schema\": \"./leaf.schema.json\",\n  \"madeBy\": \"{made_by}\",\n  \"inputs\": {},\n  \"biases\": {},\n  \"outputs\": {},\n  \"outputBiases\": {}\n}}\n",
            rows(&mut self.inputs.iter()),
            list(&self.biases),
            rows(&mut self.outputs.iter()),
            list(&self.output_biases),
        )
    }

    /// The logit of the chance to win and the margin, for the side to act.
    pub fn value(&self, inputs: &Inputs) -> (f32, f32) {
        let mut units = self.biases;
        for (input, value) in &inputs.0 {
            for (unit, weight) in units.iter_mut().zip(&self.inputs[usize::from(*input)]) {
                *unit += value * weight;
            }
        }
        self.outputs_of(&units)
    }

    /// The outputs for the sums of the hidden units.
    #[inline]
    pub(super) fn outputs_of(&self, units: &[f32; HIDDEN]) -> (f32, f32) {
        let (mut logit, mut margin) = (self.output_biases[0], self.output_biases[1]);
        for (number, unit) in units.iter().enumerate() {
            let unit = unit.max(0.0);
            logit += unit * self.outputs[0][number];
            margin += unit * self.outputs[1][number];
        }
        (logit, MARGIN_UNIT * margin)
    }
}

/// The logistic function, by a fraction that is exact to about four digits.
#[inline]
pub fn logistic(logit: f32) -> f32 {
    // tanh(x) as a continued fraction; beyond the limit it is nearly 1.
    let x = (0.5 * logit).clamp(-4.9, 4.9);
    let square = x * x;
    let tanh = x * (135_135.0 + square * (17_325.0 + square * (378.0 + square)))
        / (135_135.0 + square * (62_370.0 + square * (3_150.0 + square * 28.0)));
    0.5 + 0.5 * tanh
}
