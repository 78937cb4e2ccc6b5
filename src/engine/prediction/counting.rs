//! Computes the weights of replies by counting hands instead of listing them
//! (RULES.md, section 12).
//!
//! The result of a move does not depend on the other cards of the hand. Only its
//! weight does, through the number of moves of the hand. So it is enough to know how
//! many hands there are for each number of moves. A product of small polynomials gives
//! these numbers: a card with `n` copies and `m` moves contributes the factor
//! `1 + x^m · (C(n,1) y + C(n,2) y² + …)`, where `y` counts cards and `x` counts moves.

/// The largest number of cards a pool may have.
pub(crate) const LARGEST_POOL: usize = 64;

/// Binomial coefficients as floating-point numbers, exact up to 2^53. They are computed
/// when the program is compiled.
static BINOMIALS: [[f64; LARGEST_POOL + 1]; LARGEST_POOL + 1] = {
    let mut rows = [[0.0; LARGEST_POOL + 1]; LARGEST_POOL + 1];
    let mut n = 0;
    while n <= LARGEST_POOL {
        rows[n][0] = 1.0;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// How many ways there are to choose `k` of `n`.
#[inline]
pub(crate) fn choose(n: usize, k: usize) -> f64 {
    if k > n { 0.0 } else { BINOMIALS[n][k] }
}

/// The chance that a hand has at least one of `copies` cards.
pub(crate) fn chance_of_one(size: usize, copies: usize, drawn: usize) -> f64 {
    let drawn = drawn.min(size);
    1.0 - choose(size - copies, drawn) / choose(size, drawn)
}

/// One distinct card of the pool that a hand is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    pub copies: usize,
    pub moves: usize,
}

/// The weights of moves over all hands drawn from a pool.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Weights {
    /// For each kind, the weight of each single move of it.
    pub of_kind: Vec<f64>,
    /// The weight of each move of the cards that are in every hand.
    pub of_certain: f64,
    /// The chance of a hand without a move.
    pub pass: f64,
}

/// Holds the memory of the polynomials, which is reused from pool to pool.
#[derive(Default)]
pub(crate) struct Counter {
    ways: Polynomial,
    without: Polynomial,
    scratch: Polynomial,
}

/// The coefficients of a polynomial in cards and moves.
#[derive(Default)]
struct Polynomial {
    /// Row by row: the index is `cards · width + moves`.
    coefficients: Vec<f64>,
    width: usize,
}

impl Polynomial {
    fn one(&mut self, rows: usize, width: usize) {
        self.width = width;
        self.coefficients.clear();
        self.coefficients.resize(rows * width, 0.0);
        self.coefficients[0] = 1.0;
    }

    #[inline]
    fn row(&self, cards: usize) -> &[f64] {
        &self.coefficients[cards * self.width..(cards + 1) * self.width]
    }

    /// Adds `factor` times the row `source`, shifted by `shift` moves, to row `to`.
    #[inline]
    fn add_row(&mut self, to: usize, source: &[f64], shift: usize, factor: f64) {
        let width = self.width;
        let target = &mut self.coefficients[to * width + shift..(to + 1) * width];
        for (sum, term) in target.iter_mut().zip(source) {
            *sum += factor * term;
        }
    }
}

impl Counter {
    /// The weights over all hands of `drawn` cards from the pool, each way to draw
    /// equally likely. The cards that are certainly in the hand have `certain_moves`.
    pub(crate) fn weigh(&mut self, kinds: &[Kind], drawn: usize, certain_moves: usize) -> Weights {
        let size: usize = kinds.iter().map(|kind| kind.copies).sum();
        let drawn = drawn.min(size);
        let playable: usize = kinds
            .iter()
            .filter(|kind| kind.moves > 0)
            .map(|k| k.copies)
            .sum();
        let idle = size - playable;
        let all = choose(size, drawn);
        let rows = drawn.min(playable) + 1;
        let width = 1 + kinds.iter().map(|kind| kind.moves).sum::<usize>();
        self.ways.one(rows, width);
        for kind in kinds.iter().filter(|kind| kind.moves > 0) {
            self.multiply(*kind, rows);
        }
        let mut weights = Weights {
            of_kind: vec![0.0; kinds.len()],
            ..Weights::default()
        };
        if certain_moves == 0 {
            weights.pass = choose(idle, drawn) / all;
        } else {
            let mut sum = 0.0;
            for cards in 0..rows {
                let fill = choose(idle, drawn - cards);
                for (moves, ways) in self.ways.row(cards).iter().enumerate() {
                    sum += ways * fill / (certain_moves + moves) as f64;
                }
            }
            weights.of_certain = sum / all;
        }
        for index in 0..kinds.len() {
            let kind = kinds[index];
            if kind.moves == 0 {
                continue;
            }
            // Kinds with equal numbers of copies and moves have the same weight.
            if let Some(twin) = kinds[..index].iter().position(|earlier| *earlier == kind) {
                weights.of_kind[index] = weights.of_kind[twin];
                continue;
            }
            self.leave_out(kinds, index, rows, playable);
            let mut sum = 0.0;
            for copies in 1..=kind.copies.min(rows - 1) {
                let ways_of_copies = choose(kind.copies, copies);
                for cards in 0..rows - copies {
                    let fill = choose(idle, drawn - cards - copies);
                    if fill == 0.0 {
                        continue;
                    }
                    let mut row_sum = 0.0;
                    for (moves, ways) in self.without.row(cards).iter().enumerate() {
                        row_sum += ways / (certain_moves + moves + kind.moves) as f64;
                    }
                    sum += ways_of_copies * fill * row_sum;
                }
            }
            weights.of_kind[index] = sum / all;
        }
        weights
    }

    /// `ways` times the kind's polynomial.
    fn multiply(&mut self, kind: Kind, rows: usize) {
        // From the last row to the first, because each row needs the old values of the
        // rows before it.
        for cards in (1..rows).rev() {
            for copies in 1..=kind.copies.min(cards) {
                let factor = choose(kind.copies, copies);
                let width = self.ways.width;
                let (lower, upper) = self.ways.coefficients.split_at_mut(cards * width);
                let from = &lower[(cards - copies) * width..(cards - copies + 1) * width];
                for (sum, term) in upper[kind.moves..width].iter_mut().zip(from) {
                    *sum += factor * term;
                }
            }
        }
    }

    /// Sets `without` to the product of all kinds but one.
    fn leave_out(&mut self, kinds: &[Kind], index: usize, rows: usize, playable: usize) {
        /// Integers below 2^53 are exact in floating point, so the division is exact.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        // The largest number of ways in any of the rows.
        let largest = choose(playable, (rows - 1).min(playable / 2));
        if largest < EXACT {
            self.divide(kinds[index], rows);
            return;
        }
        let width = self.ways.width;
        std::mem::swap(&mut self.ways, &mut self.scratch);
        self.ways.one(rows, width);
        for (other, kind) in kinds.iter().enumerate() {
            if other != index && kind.moves > 0 {
                self.multiply(*kind, rows);
            }
        }
        std::mem::swap(&mut self.ways, &mut self.without);
        std::mem::swap(&mut self.ways, &mut self.scratch);
    }

    /// Sets `without` to `ways` divided by the kind's polynomial.
    fn divide(&mut self, kind: Kind, rows: usize) {
        let width = self.ways.width;
        self.without.width = width;
        self.without.coefficients.clear();
        self.without
            .coefficients
            .extend_from_slice(&self.ways.coefficients);
        for cards in 1..rows {
            for copies in 1..=kind.copies.min(cards) {
                let factor = choose(kind.copies, copies);
                self.scratch.coefficients.clear();
                self.scratch
                    .coefficients
                    .extend_from_slice(self.without.row(cards - copies));
                let lower = std::mem::take(&mut self.scratch.coefficients);
                self.without.add_row(cards, &lower, kind.moves, -factor);
                self.scratch.coefficients = lower;
            }
        }
    }
}
