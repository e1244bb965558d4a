//! AdaGrad (J. Duchi, E. Hazan, Y. Singer, "Adaptive subgradient methods for online learning and stochastic
//! optimization", 2011).

/// Moves a number against its gradient, by a step that falls with the sum of the squares of its gradients so far.
#[inline(always)]
pub(super) fn update(number: &mut f32, squares: &mut f32, gradient: f32, step: f32) {
    *squares += gradient * gradient;
    *number -= step * gradient / squares.sqrt();
}
