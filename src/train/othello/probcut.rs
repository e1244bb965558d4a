//! The constants of Multi-ProbCut: how well shallow searches predict deep ones.
//!
//! Positions of games are searched in full width to every depth. For every pair of depths and every number of
//! empty squares, the difference of the two values has a mean and a standard deviation. The mean is fitted as
//! a linear function of both depths and the empty squares, separately for even and odd depths. The logarithm
//! of the deviation is fitted as a linear function of these and of the logarithm of the gap.

use std::collections::BTreeMap;

/// The values of a position, in centi-discs for the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    /// Number of empty squares.
    pub empties: u32,
    /// Value by depth, from 0.
    pub values: Vec<i32>,
    /// The exact score in discs, if the position was solved.
    pub exact: Option<i32>,
}

/// A linear function fitted by least squares.
#[derive(Clone, Debug)]
pub(crate) struct LinearFit {
    /// A coefficient per input.
    pub coefficients: Vec<f64>,
    /// Standard deviation of the residuals.
    pub error: f64,
}

/// Weighted least squares over rows of inputs, target and weight.
fn least_squares(rows: &[(Vec<f64>, f64, f64)]) -> LinearFit {
    let count = rows.first().map_or(0, |(inputs, ..)| inputs.len());
    // Gaussian elimination with pivots solves the normal equations.
    let mut matrix = vec![vec![0.0; count + 1]; count];
    for (inputs, target, weight) in rows {
        for a in 0..count {
            for b in 0..count {
                matrix[a][b] += weight * inputs[a] * inputs[b];
            }
            matrix[a][count] += weight * inputs[a] * target;
        }
    }
    let diagonal: Vec<f64> = (0..count).map(|n| matrix[n][n]).collect();
    // An input that depends on others, such as a single depth, has no coefficient of its own.
    let is_dependent = |column: usize, lead: f64| lead.abs() <= 1e-9 * diagonal[column];
    for column in 0..count {
        let pivot = (column..count)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        let lead = matrix[column].clone();
        if is_dependent(column, lead[column]) {
            continue;
        }
        for (n, row) in matrix.iter_mut().enumerate() {
            if n != column {
                let factor = row[column] / lead[column];
                for (value, lead) in row.iter_mut().zip(&lead) {
                    *value -= factor * lead;
                }
            }
        }
    }
    let coefficients: Vec<f64> = (0..count)
        .map(|n| match matrix[n][n] {
            lead if is_dependent(n, lead) => 0.0,
            lead => matrix[n][count] / lead,
        })
        .collect();
    let (mut sum, mut weights) = (0.0, 0.0);
    for (inputs, target, weight) in rows {
        let value: f64 = inputs.iter().zip(&coefficients).map(|(x, c)| x * c).sum();
        sum += weight * (target - value).powi(2);
        weights += weight;
    }
    LinearFit {
        coefficients,
        error: (sum / f64::max(weights, 1e-9)).sqrt(),
    }
}

/// Positions that a group needs.
pub(crate) const MIN_POSITIONS: usize = 40;

/// Groups that the fits need: a fit has up to four unknown numbers for each depth.
const MIN_GROUPS: usize = 4;

/// Why positions are too few for the fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "of {positions} positions, {large} groups by number of empty squares have at least {MIN_POSITIONS}; expected at \
     least {MIN_GROUPS} such groups: give more games or a higher --positions"
)]
pub(crate) struct TooFew {
    positions: usize,
    /// Number of groups that are large enough.
    large: usize,
}

/// The group of a number of empty squares, by the middle one of its three.
fn group_of(empties: u32) -> u32 {
    empties / 3 * 3 + 1
}

/// Fails if the groups of positions with these numbers of empty squares are too small for the fits.
///
/// # Errors
/// How many are large enough.
pub(crate) fn check(empties: impl Iterator<Item = u32>) -> Result<(), TooFew> {
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    for empties in empties {
        *sizes.entry(group_of(empties)).or_default() += 1;
    }
    let is_large = |size: &&usize| **size >= MIN_POSITIONS;
    let large = sizes.values().filter(is_large).count();
    match large >= MIN_GROUPS {
        true => Ok(()),
        false => Err(TooFew {
            positions: sizes.values().sum(),
            large,
        }),
    }
}

/// Trimmed mean and standard deviation of a group of differences, if the group is large enough. The outer
/// tenth on either side is left out, and the deviation is corrected for a normal distribution. A blunder that
/// only the deep search sees does not belong to the usual error.
fn moments(mut differences: Vec<f64>) -> Option<(f64, f64)> {
    if differences.len() < MIN_POSITIONS {
        return None;
    }
    differences.sort_by(f64::total_cmp);
    let cut = differences.len() / 10;
    let kept = &differences[cut..differences.len() - cut];
    let mean = kept.iter().sum::<f64>() / kept.len() as f64;
    let variance = kept.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / kept.len() as f64;
    // The deviation of a standard normal distribution without its outer tenths.
    const TRIMMED: f64 = 0.6617;
    Some((mean, variance.sqrt() / TRIMMED))
}

/// The fitted functions, in centi-discs.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    /// Mean for even depths, in 1, depth, shallow depth, empty squares.
    pub even: LinearFit,
    /// The same for odd depths.
    pub odd: LinearFit,
    /// Logarithm of the deviation in 1, depth, shallow depth, empty squares, logarithm of the gap.
    pub deviation: LinearFit,
    /// Mean of the exact score minus a shallow value, in 1, shallow depth, empty squares, and 1 if their
    /// number is odd, and the logarithm of its deviation in the same. `None` if too few positions were solved.
    pub exact: Option<[LinearFit; 2]>,
}

/// Estimates beyond this are left out as decided games.
const MAX_ESTIMATE: i32 = 4500;

/// Fits the constants.
///
/// # Errors
/// Too few positions.
pub(crate) fn fit(probes: &[Probe]) -> Result<Fit, TooFew> {
    let is_open = |probe: &&Probe| probe.values.iter().all(|value| value.abs() < MAX_ESTIMATE);
    let probes: Vec<&Probe> = probes.iter().filter(is_open).collect();
    check(probes.iter().map(|probe| probe.empties))?;
    let mut groups: BTreeMap<(u32, u32, u32), Vec<f64>> = BTreeMap::new();
    let mut exact: BTreeMap<(u32, u32), Vec<f64>> = BTreeMap::new();
    for probe in probes {
        let empties = group_of(probe.empties);
        for (depth, &deep) in probe.values.iter().enumerate() {
            for shallow in (depth % 2..depth).step_by(2) {
                let group = (depth as u32, shallow as u32, empties);
                let difference = f64::from(deep - probe.values[shallow]);
                groups.entry(group).or_default().push(difference);
            }
        }
        if let Some(score) = probe.exact {
            for (depth, &value) in probe.values.iter().enumerate().take(9) {
                let difference = f64::from(100 * score - value);
                exact
                    .entry((depth as u32, probe.empties))
                    .or_default()
                    .push(difference);
            }
        }
    }
    let (mut even, mut odd, mut deviation) = (Vec::new(), Vec::new(), Vec::new());
    for ((depth, shallow, empties), differences) in groups {
        let weight = differences.len() as f64;
        let Some((mean, spread)) = moments(differences) else {
            continue;
        };
        let (d, s, e) = (f64::from(depth), f64::from(shallow), f64::from(empties));
        let means = if depth % 2 == 0 { &mut even } else { &mut odd };
        if depth >= 3 {
            means.push((vec![1.0, d, s, e], mean, weight));
            deviation.push((vec![1.0, d, s, e, (d - s).ln()], spread.ln(), weight));
        }
    }
    let (mut exact_mean, mut exact_deviation) = (Vec::new(), Vec::new());
    for ((depth, empties), differences) in exact {
        let weight = differences.len() as f64;
        if depth % 2 == 1 {
            continue;
        }
        if let Some((mean, spread)) = moments(differences) {
            let inputs = vec![
                1.0,
                f64::from(depth),
                f64::from(empties),
                f64::from(empties % 2),
            ];
            exact_mean.push((inputs.clone(), mean, weight));
            exact_deviation.push((inputs, spread.ln(), weight));
        }
    }
    let has_exact = exact_mean.len() >= MIN_GROUPS;
    Ok(Fit {
        even: least_squares(&even),
        odd: least_squares(&odd),
        deviation: least_squares(&deviation),
        exact: has_exact.then(|| [exact_mean, exact_deviation].map(|rows| least_squares(&rows))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    #[test]
    fn least_squares_finds_a_polynomial() {
        let rows: Vec<_> = (0..20)
            .map(|n| {
                let x = f64::from(n);
                (vec![1.0, x, x * x], 3.0 - 2.0 * x + 0.5 * x * x, 1.0 + x)
            })
            .collect();
        let line = least_squares(&rows);
        for (found, expected) in line.coefficients.iter().zip([3.0, -2.0, 0.5]) {
            assert!((found - expected).abs() < 1e-6, "{line:?}");
        }
        assert!(line.error < 1e-6);
        // A constant and a multiple of another input add nothing.
        let rows: Vec<_> = (0..20)
            .map(|n| {
                let x = f64::from(n);
                (vec![1.0, 4.0, x, 0.7 * x], 3.0 - 2.0 * x, 40.0)
            })
            .collect();
        let line = least_squares(&rows);
        assert!(line.error < 1e-6, "{line:?}");
    }

    #[test]
    fn moments_are_those_of_the_distribution() {
        let mut rng = Rng::new(3);
        // The sum of twelve uniform numbers is nearly normal with deviation 1.
        let mut normal = || {
            let sum: f64 = (0..12)
                .map(|_| rng.below(1 << 20) as f64 / f64::from(1 << 20))
                .sum();
            20.0 + 5.0 * (sum - 6.0)
        };
        let (mean, deviation) = moments((0..20_000).map(|_| normal()).collect()).unwrap();
        assert!(
            (mean - 20.0).abs() < 0.2 && (deviation - 5.0).abs() < 0.2,
            "{mean} {deviation}"
        );
        assert_eq!(moments(vec![1.0; 39]), None);
    }

    /// Positions of four groups, whose values change by as much as their number says.
    fn probes(of_each: u32) -> Vec<Probe> {
        let probe = |n: u32| Probe {
            empties: 12 + 3 * (n % 4),
            values: (0..5).map(|depth| (n / 4 * depth) as i32).collect(),
            exact: None,
        };
        (0..4 * of_each).map(probe).collect()
    }

    #[test]
    fn small_groups_are_refused_and_nothing_is_made_up_for_exact_scores() {
        let small = probes(39);
        let expected = TooFew {
            positions: 156,
            large: 0,
        };
        assert_eq!(fit(&small).err(), Some(expected));
        let mut large = probes(40);
        let found = fit(&large).unwrap();
        assert!(found.exact.is_none() && found.even.coefficients.len() == 4);
        // Each ply adds 19.5 on average: from 2 to 4 plies with 16 empty squares.
        let terms = [1.0, 4.0, 2.0, 16.0].into_iter();
        let terms = terms.zip(&found.even.coefficients);
        let mean = terms.map(|(input, weight)| input * weight).sum::<f64>();
        assert!((mean - 39.0).abs() < 1.0, "{mean}");
        for probe in &mut large {
            probe.exact = Some(0);
        }
        assert!(fit(&large).unwrap().exact.is_some());
        // Decided positions do not count.
        large[0].values[0] = 6000;
        assert_eq!(fit(&large).unwrap_err().large, 3);
    }
}
