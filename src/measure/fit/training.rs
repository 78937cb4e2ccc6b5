//! Training of the network: stochastic gradient descent with Adam, in a fixed order.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::search::{HIDDEN, INPUTS, LeafNet, MARGIN_UNIT};

use super::examples::{Example, Examples};

const BATCH: usize = 128;
const RATE: f32 = 0.002;
/// How much the error of the margin counts beside that of the chance to win.
const MARGIN_SHARE: f32 = 0.25;
/// How strongly weights are drawn to zero.
const DECAY: f32 = 1e-6;

/// The result of a training.
pub struct Fit {
    pub net: LeafNet,
    pub training_loss: f64,
    pub held_out_loss: f64,
    pub margin_error: f64,
}

/// All weights as one list: inputs, biases, outputs, output biases.
const BIASES: usize = INPUTS * HIDDEN;
const OUTPUTS: usize = BIASES + HIDDEN;
const OUTPUT_BIASES: usize = OUTPUTS + 2 * HIDDEN;
const WEIGHTS: usize = OUTPUT_BIASES + 2;

pub(super) fn train(
    start: Option<LeafNet>,
    examples: &Examples,
    judged: &Examples,
    epochs: u32,
    seed: u64,
) -> Fit {
    let mut chance = Chance::new(seed, u64::MAX);
    let mut weights = match start {
        Some(net) => flat(&net),
        None => random_weights(&mut chance),
    };
    let mut adam = Adam::new();
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let batches = examples.len().div_ceil(BATCH) as u32 * epochs.max(1);
    let mut done = 0;
    let mut training_loss = 0.0;
    for _ in 0..epochs {
        chance.shuffle(&mut order);
        let mut losses = 0.0;
        for batch in order.chunks(BATCH) {
            let mut gradient = vec![0.0; WEIGHTS];
            for index in batch {
                let example = examples.get(*index);
                let lanes = match chance.below(2) {
                    0 => Lanes::AsPlayed,
                    _ => Lanes::Exchanged,
                };
                losses += f64::from(learn(&weights, &example, lanes, &mut gradient));
            }
            // The rate falls to zero along a line.
            let rate = RATE * (1.0 - done as f32 / batches as f32);
            adam.step(&mut weights, &gradient, rate, batch.len());
            done += 1;
        }
        training_loss = losses / examples.len().max(1) as f64;
    }
    let (mut held_out_loss, mut margin_error) = (0.0, 0.0);
    for index in 0..judged.len() {
        let example = judged.get(index);
        let seen = forward(&weights, &example, Lanes::AsPlayed);
        held_out_loss += f64::from(loss(seen.logit, example.result));
        margin_error += f64::from((seen.margin * MARGIN_UNIT - example.margin).abs());
    }
    Fit {
        net: net_of(&weights),
        training_loss,
        held_out_loss: held_out_loss / judged.len().max(1) as f64,
        margin_error: margin_error / judged.len().max(1) as f64,
    }
}

fn random_weights(chance: &mut Chance) -> Vec<f32> {
    let mut one = |size: f32| (chance.below(20_001) as f32 / 10_000.0 - 1.0) * size;
    (0..WEIGHTS)
        .map(|index| match index {
            _ if index < BIASES => one(0.25),
            _ if index < OUTPUTS => one(0.1),
            _ if index < OUTPUT_BIASES => one(0.3),
            _ => 0.0,
        })
        .collect()
}

fn flat(net: &LeafNet) -> Vec<f32> {
    let inputs = net.inputs.iter().flatten();
    let weights = inputs
        .chain(&net.biases)
        .chain(net.outputs.iter().flatten());
    weights.chain(&net.output_biases).copied().collect()
}

fn net_of(weights: &[f32]) -> LeafNet {
    // Five digits after the point are more than the fit can tell apart.
    let short = |weight: f32| (weight * 1e4).round() / 1e4;
    let row = |start: usize| std::array::from_fn(|unit| short(weights[start + unit]));
    LeafNet {
        inputs: (0..INPUTS).map(|input| row(input * HIDDEN)).collect(),
        biases: row(BIASES),
        outputs: [row(OUTPUTS), row(OUTPUTS + HIDDEN)],
        output_biases: [
            short(weights[OUTPUT_BIASES]),
            short(weights[OUTPUT_BIASES + 1]),
        ],
    }
}

/// How an example is shown: TOP and BOT may be exchanged, as the game has no up and down.
#[derive(Clone, Copy)]
enum Lanes {
    AsPlayed,
    Exchanged,
}

struct Seen {
    units: [f32; HIDDEN],
    logit: f32,
    margin: f32,
}

fn forward(weights: &[f32], example: &Example<'_>, lanes: Lanes) -> Seen {
    let mut units: [f32; HIDDEN] = std::array::from_fn(|unit| weights[BIASES + unit]);
    for (input, value) in example.inputs {
        let start = place(*input, lanes) * HIDDEN;
        let row = &weights[start..start + HIDDEN];
        for (unit, weight) in units.iter_mut().zip(row) {
            *unit += value * weight;
        }
    }
    let units = units.map(|unit| unit.max(0.0));
    let output = |number: usize| {
        let row = &weights[OUTPUTS + number * HIDDEN..OUTPUTS + (number + 1) * HIDDEN];
        let products = units.iter().zip(row).map(|(unit, weight)| unit * weight);
        weights[OUTPUT_BIASES + number] + products.sum::<f32>()
    };
    Seen {
        logit: output(0),
        margin: output(1),
        units,
    }
}

/// The input, or the one it becomes when TOP and BOT are exchanged.
fn place(input: u16, lanes: Lanes) -> usize {
    match lanes {
        Lanes::AsPlayed => input.into(),
        Lanes::Exchanged => qbcoach_engine::coaching::search::flipped_input(input.into()),
    }
}

fn loss(logit: f32, result: f32) -> f32 {
    // ln(1 + e^z) without overflow.
    let soft = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
    soft - result * logit
}

/// Adds the gradient of one example and returns its loss.
fn learn(weights: &[f32], example: &Example<'_>, lanes: Lanes, gradient: &mut [f32]) -> f32 {
    let seen = forward(weights, example, lanes);
    let chance = 1.0 / (1.0 + (-seen.logit).exp());
    let errors = [
        chance - example.result,
        MARGIN_SHARE * (seen.margin - example.margin / MARGIN_UNIT).clamp(-1.0, 1.0),
    ];
    let mut back = [0.0; HIDDEN];
    for (number, error) in errors.iter().enumerate() {
        gradient[OUTPUT_BIASES + number] += error;
        let start = OUTPUTS + number * HIDDEN;
        for unit in 0..HIDDEN {
            gradient[start + unit] += error * seen.units[unit];
            if seen.units[unit] > 0.0 {
                back[unit] += error * weights[start + unit];
            }
        }
    }
    for unit in 0..HIDDEN {
        gradient[BIASES + unit] += back[unit];
    }
    for (input, value) in example.inputs {
        let start = place(*input, lanes) * HIDDEN;
        let row = &mut gradient[start..start + HIDDEN];
        for (slope, back) in row.iter_mut().zip(&back) {
            *slope += value * back;
        }
    }
    loss(seen.logit, example.result)
}

struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new() -> Adam {
        Adam {
            mean: vec![0.0; WEIGHTS],
            square: vec![0.0; WEIGHTS],
            steps: 0,
        }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, batch: usize) {
        const KEEP_MEAN: f32 = 0.9;
        const KEEP_SQUARE: f32 = 0.999;
        self.steps += 1;
        let mean_scale = 1.0 / (1.0 - KEEP_MEAN.powi(self.steps));
        let square_scale = 1.0 / (1.0 - KEEP_SQUARE.powi(self.steps));
        let share = 1.0 / batch as f32;
        for index in 0..WEIGHTS {
            let slope = gradient[index] * share + DECAY * weights[index];
            self.mean[index] = KEEP_MEAN * self.mean[index] + (1.0 - KEEP_MEAN) * slope;
            self.square[index] =
                KEEP_SQUARE * self.square[index] + (1.0 - KEEP_SQUARE) * slope * slope;
            let step =
                self.mean[index] * mean_scale / ((self.square[index] * square_scale).sqrt() + 1e-8);
            weights[index] -= rate * step;
        }
    }
}
