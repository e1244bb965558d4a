//! AdaGrad (J. Duchi, E. Hazan, Y. Singer, "Adaptive subgradient methods for online learning and stochastic
//! optimization", 2011).

/// An AdaGrad step for one parameter: `parameter -= step * gradient / sqrt(sum of squared gradients)`.
#[inline(always)]
pub(super) fn update(parameter: &mut f32, squares: &mut f32, gradient: f32, step: f32) {
    *squares += gradient * gradient;
    *parameter -= step * gradient / squares.sqrt();
}
