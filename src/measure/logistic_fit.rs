//! Logistic regression with a penalty on large weights, by Newton's method. It is exact
//! up to rounding and uses no random numbers, so that equal data gives equal weights.

/// One observed result and the features that it may depend on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Observed {
    /// The features that are not 0, by their index.
    pub features: Vec<(usize, f64)>,
    /// 1 for a win, ½ for a draw, 0 for a loss.
    pub result: f64,
}

/// Newton's method doubles the exact digits with each step.
const MOST_STEPS: usize = 12;
/// The largest change of a weight at which the fit is finished.
const FINISHED: f64 = 1e-9;

/// The weights that explain the results best. The penalty of a weight is
/// `penalties[index] / 2` times its square; it must be positive.
pub(crate) fn fit(observed: &[Observed], penalties: &[f64]) -> Vec<f64> {
    let mut weights = vec![0.0; penalties.len()];
    for _ in 0..MOST_STEPS {
        let mut matrix: Vec<Vec<f64>> = vec![vec![0.0; weights.len()]; weights.len()];
        let mut gradient: Vec<f64> = Vec::with_capacity(weights.len());
        for (index, penalty) in penalties.iter().enumerate() {
            matrix[index][index] = *penalty;
            gradient.push(-penalty * weights[index]);
        }
        for one in observed {
            let score: f64 = one.features.iter().map(|(i, x)| weights[*i] * x).sum();
            let chance = 1.0 / (1.0 + (-score).exp());
            let spread = chance * (1.0 - chance);
            for (i, x) in &one.features {
                gradient[*i] += (one.result - chance) * x;
                for (j, y) in &one.features {
                    if j <= i {
                        matrix[*i][*j] += spread * x * y;
                    }
                }
            }
        }
        let step = solve(matrix, gradient);
        for (weight, change) in weights.iter_mut().zip(&step) {
            *weight += change;
        }
        if step.iter().all(|change| change.abs() < FINISHED) {
            break;
        }
    }
    weights
}

/// Solves `matrix · x = right` by Cholesky's method. The matrix is symmetric and positive
/// definite; its lower half is used.
fn solve(mut matrix: Vec<Vec<f64>>, right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for i in 0..size {
        for j in 0..=i {
            let (before, row) = matrix.split_at_mut(i);
            let other = if j < i { &before[j] } else { &row[0] };
            let known: f64 = (0..j).map(|k| row[0][k] * other[k]).sum();
            let rest = row[0][j] - known;
            row[0][j] = if i == j {
                rest.max(f64::MIN_POSITIVE).sqrt()
            } else {
                rest / other[j]
            };
        }
    }
    let mut solution = right;
    for i in 0..size {
        let known: f64 = (0..i).map(|k| matrix[i][k] * solution[k]).sum();
        solution[i] = (solution[i] - known) / matrix[i][i];
    }
    for i in (0..size).rev() {
        let known: f64 = (i + 1..size).map(|k| matrix[k][i] * solution[k]).sum();
        solution[i] = (solution[i] - known) / matrix[i][i];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::{Observed, fit};

    fn results(of: &[(f64, u32, u32)]) -> Vec<Observed> {
        let mut observed = Vec::new();
        for (x, wins, losses) in of {
            let one = |result| Observed {
                features: vec![(0, 1.0), (1, *x)],
                result,
            };
            observed.extend((0..*wins).map(|_| one(1.0)));
            observed.extend((0..*losses).map(|_| one(0.0)));
        }
        observed
    }

    #[test]
    fn two_groups_are_fitted_to_their_odds() {
        // 3 to 1 without the feature, 1 to 3 with it: ln 3, then −2 · ln 3.
        let weights = fit(&results(&[(0.0, 30, 10), (1.0, 10, 30)]), &[1e-9, 1e-9]);
        assert!((weights[0] - 3_f64.ln()).abs() < 1e-6, "{weights:?}");
        assert!((weights[1] + 2.0 * 3_f64.ln()).abs() < 1e-6, "{weights:?}");
    }

    #[test]
    fn a_penalty_draws_a_weight_toward_zero() {
        let of = results(&[(0.0, 30, 10), (1.0, 10, 30)]);
        let (free, held) = (fit(&of, &[1e-9, 1e-9]), fit(&of, &[1e-9, 50.0]));
        assert!(held[1].abs() < 0.5 * free[1].abs(), "{held:?}");
        // At the optimum the penalty balances the errors of the results.
        let chance = |x: f64| 1.0 / (1.0 + (-held[0] - held[1] * x).exp());
        let error = 10.0 - 40.0 * chance(1.0);
        assert!((error - 50.0 * held[1]).abs() < 1e-6);
    }
}
