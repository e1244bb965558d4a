//! Conjugate gradients with a diagonal preconditioner, which solve the normal equations of a linear regression (M.
//! Hestenes and E. Stiefel, "Methods of conjugate gradients for solving linear systems", 1952). They need only
//! products of the matrix with a vector, each of which is one pass over the positions.

/// The iterations towards a solution, from zero on.
pub(crate) struct ConjugateGradients {
    /// The diagonal of the matrix.
    diagonal: Vec<f64>,
    solution: Vec<f64>,
    /// What the solution so far leaves of the right side.
    residual: Vec<f64>,
    direction: Vec<f64>,
    /// The square of the residual, preconditioned.
    rho: f64,
}

impl ConjugateGradients {
    /// For a matrix with this diagonal, without zeros, and this right side of the same length.
    pub(crate) fn new(diagonal: Vec<f64>, right_side: Vec<f64>) -> Self {
        let direction = preconditioned(&right_side, &diagonal);
        Self {
            solution: vec![0.0; diagonal.len()],
            rho: dot(&right_side, &direction),
            residual: right_side,
            direction,
            diagonal,
        }
    }

    /// Whether the solution leaves no residual, so that no iteration may follow.
    pub(crate) fn is_exact(&self) -> bool {
        self.rho <= 0.0
    }

    /// The vector whose product with the matrix the next iteration needs.
    pub(crate) fn direction(&self) -> &[f64] {
        &self.direction
    }

    /// An iteration. `product` is that of the matrix with [`ConjugateGradients::direction`].
    pub(crate) fn advance(&mut self, product: &[f64]) {
        let length = self.rho / dot(&self.direction, product);
        add(&mut self.solution, length, &self.direction);
        add(&mut self.residual, -length, product);
        let mut direction = preconditioned(&self.residual, &self.diagonal);
        let rho = dot(&self.residual, &direction);
        add(&mut direction, rho / self.rho, &self.direction);
        self.rho = rho;
        self.direction = direction;
    }

    /// The solution so far.
    pub(crate) fn solution(&self) -> &[f64] {
        &self.solution
    }
}

fn preconditioned(residual: &[f64], diagonal: &[f64]) -> Vec<f64> {
    residual.iter().zip(diagonal).map(|(r, d)| r / d).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Adds `factor` times another vector to a vector.
fn add(to: &mut [f64], factor: f64, vector: &[f64]) {
    for (element, other) in to.iter_mut().zip(vector) {
        *element += factor * other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_iterations_as_unknowns_solve_a_system() {
        let matrix = [[4.0, 1.0, 0.0], [1.0, 3.0, -1.0], [0.0, -1.0, 2.0]];
        let times = |vector: &[f64]| matrix.map(|row| dot(&row, vector));
        let wanted = [1.0, -2.0, 0.5];
        let mut iterations = ConjugateGradients::new(vec![4.0, 3.0, 2.0], times(&wanted).to_vec());
        for _ in 0..3 {
            assert!(!iterations.is_exact());
            iterations.advance(&times(iterations.direction()));
        }
        for (found, wanted) in iterations.solution().iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-9, "{found}, not {wanted}");
        }
        let nothing = ConjugateGradients::new(vec![1.0], vec![0.0]);
        assert!(nothing.is_exact());
    }
}
