//! Counting hands instead of listing them (RULES 12).
//!
//! A move's result does not depend on the other cards of the hand; only its
//! weight does, through the number of moves the hand has. So it is enough to know
//! how many hands there are for each total of moves, which a product of small
//! polynomials tells: a card type with `n` copies and `m` moves contributes
//! `1 + x^m · (C(n,1) y + C(n,2) y² + …)`, where `y` counts cards and `x` moves.

/// The largest number of cards a pool may have.
pub const LARGEST_POOL: usize = 64;

/// Binomial coefficients as floating-point numbers, exact up to 2^53.
pub struct Binomials(Vec<[f64; LARGEST_POOL + 1]>);

impl Binomials {
    pub fn new() -> Binomials {
        let mut rows = vec![[0.0; LARGEST_POOL + 1]; LARGEST_POOL + 1];
        for n in 0..=LARGEST_POOL {
            rows[n][0] = 1.0;
            for k in 1..=n {
                rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            }
        }
        Binomials(rows)
    }

    /// How many ways there are to choose `k` of `n`.
    #[inline]
    pub fn choose(&self, n: usize, k: usize) -> f64 {
        if k > n { 0.0 } else { self.0[n][k] }
    }
}

impl Default for Binomials {
    fn default() -> Self {
        Binomials::new()
    }
}

/// One kind of card among those a hand is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub copies: usize,
    pub moves: usize,
}

/// What the hands drawn from a pool weigh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// For each kind, the weight of each single one of its moves.
    pub of_kind: Vec<f64>,
    /// The weight of each move of the cards that are in every hand.
    pub of_certain: f64,
    /// The chance of a hand without a move.
    pub pass: f64,
}

/// Room for the polynomials, kept from one pool to the next.
#[derive(Default)]
pub struct Counter {
    binomials: Binomials,
    ways: Polynomial,
    without: Polynomial,
    scratch: Polynomial,
}

/// The coefficients of a polynomial in cards and moves.
#[derive(Default)]
struct Polynomial {
    /// Row by row: `cards · width + moves`.
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

    /// Adds `factor` times row `from` of `source`, moved by `shift`, to row `to`.
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
    /// The weights for hands of `drawn` cards from the kinds, all equally likely,
    /// together with cards that are certainly there and have `certain_moves`.
    pub fn weigh(&mut self, kinds: &[Kind], drawn: usize, certain_moves: usize) -> Weights {
        let size: usize = kinds.iter().map(|kind| kind.copies).sum();
        let drawn = drawn.min(size);
        let playable: usize = kinds
            .iter()
            .filter(|kind| kind.moves > 0)
            .map(|k| k.copies)
            .sum();
        let idle = size - playable;
        let all = self.binomials.choose(size, drawn);
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
            weights.pass = self.binomials.choose(idle, drawn) / all;
        } else {
            let mut sum = 0.0;
            for cards in 0..rows {
                let fill = self.binomials.choose(idle, drawn - cards);
                for (moves, ways) in self.ways.row(cards).iter().enumerate() {
                    sum += ways * fill / (certain_moves + moves) as f64;
                }
            }
            weights.of_certain = sum / all;
        }
        for place in 0..kinds.len() {
            let kind = kinds[place];
            if kind.moves == 0 {
                continue;
            }
            // Kinds of the same numbers have the same weight.
            if let Some(twin) = kinds[..place].iter().position(|earlier| *earlier == kind) {
                weights.of_kind[place] = weights.of_kind[twin];
                continue;
            }
            self.leave_out(kinds, place, rows, playable);
            let mut sum = 0.0;
            for copies in 1..=kind.copies.min(rows - 1) {
                let ways_of_copies = self.binomials.choose(kind.copies, copies);
                for cards in 0..rows - copies {
                    let fill = self.binomials.choose(idle, drawn - cards - copies);
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
            weights.of_kind[place] = sum / all;
        }
        weights
    }

    /// `ways` times the kind's polynomial.
    fn multiply(&mut self, kind: Kind, rows: usize) {
        // From the top row down, so that each row still finds the old lower ones.
        for cards in (1..rows).rev() {
            for copies in 1..=kind.copies.min(cards) {
                let factor = self.binomials.choose(kind.copies, copies);
                let width = self.ways.width;
                let (lower, upper) = self.ways.coefficients.split_at_mut(cards * width);
                let from = &lower[(cards - copies) * width..(cards - copies + 1) * width];
                for (sum, term) in upper[kind.moves..width].iter_mut().zip(from) {
                    *sum += factor * term;
                }
            }
        }
    }

    /// `without` becomes the product of all kinds but one.
    fn leave_out(&mut self, kinds: &[Kind], place: usize, rows: usize, playable: usize) {
        /// Whole numbers below this are exact, so that dividing is, too.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        // The largest number of ways in any of the rows.
        let largest = self
            .binomials
            .choose(playable, (rows - 1).min(playable / 2));
        if largest < EXACT {
            self.divide(kinds[place], rows);
            return;
        }
        let width = self.ways.width;
        std::mem::swap(&mut self.ways, &mut self.scratch);
        self.ways.one(rows, width);
        for (other, kind) in kinds.iter().enumerate() {
            if other != place && kind.moves > 0 {
                self.multiply(*kind, rows);
            }
        }
        std::mem::swap(&mut self.ways, &mut self.without);
        std::mem::swap(&mut self.ways, &mut self.scratch);
    }

    /// `without` becomes `ways` divided by the kind's polynomial.
    fn divide(&mut self, kind: Kind, rows: usize) {
        let width = self.ways.width;
        self.without.width = width;
        self.without.coefficients.clear();
        self.without
            .coefficients
            .extend_from_slice(&self.ways.coefficients);
        for cards in 1..rows {
            for copies in 1..=kind.copies.min(cards) {
                let factor = self.binomials.choose(kind.copies, copies);
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

    /// The chance that a hand has at least one of `copies` cards.
    pub fn chance_of_one(&self, size: usize, copies: usize, drawn: usize) -> f64 {
        let drawn = drawn.min(size);
        1.0 - self.binomials.choose(size - copies, drawn) / self.binomials.choose(size, drawn)
    }

    pub fn binomials(&self) -> &Binomials {
        &self.binomials
    }
}
