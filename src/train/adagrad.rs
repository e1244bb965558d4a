//! AdaGrad (J. Duchi, E. Hazan, Y. Singer, "Adaptive subgradient methods for online learning and stochastic
//! optimization", 2011).

/// An AdaGrad step for one parameter: `parameter -= step * gradient / sqrt(squares)`, where `squares` is an initial
/// value plus the sum of the squared gradients.
#[inline(always)]
pub(super) fn update(parameter: &mut f32, squares: &mut f32, gradient: f32, step: f32) {
    update_from(0.0, parameter, squares, gradient, step);
}

/// [`update`] with an initial value that `squares` does not contain.
#[inline(always)]
pub(super) fn update_from(
    initial: f32,
    parameter: &mut f32,
    squares: &mut f32,
    gradient: f32,
    step: f32,
) {
    *squares += gradient * gradient;
    *parameter -= step * gradient / (initial + *squares).sqrt();
}
