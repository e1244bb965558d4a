//! The static evaluation and the window in which it holds.

/// How far the value without the network may lie outside the window of a search for the network to be asked, in
/// hundredths of a unit. It seldom brings a value from beyond into the window.
const NETWORK_MARGIN: i32 = 300;

/// Whether the network may bring a value into the window.
#[inline(always)]
pub(super) const fn is_near(value: i32, alpha: i32, beta: i32) -> bool {
    value >= alpha.saturating_sub(NETWORK_MARGIN) && value <= beta.saturating_add(NETWORK_MARGIN)
}

/// The static evaluation of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticEval {
    /// Value for the side to move, in hundredths of a unit.
    pub value: i32,
    /// Whether it holds in every window: the network was asked, or never is.
    pub complete: bool,
}

impl StaticEval {
    /// Whether it holds in a window. Elsewhere the network would be asked, but was not.
    #[inline(always)]
    pub(crate) const fn holds_in(self, alpha: i32, beta: i32) -> bool {
        self.complete || !is_near(self.value, alpha, beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_without_the_network_holds_far_from_the_window() {
        let eval = |value, complete| StaticEval { value, complete };
        for (value, holds) in [
            (-401, true),
            (-400, false),
            (0, false),
            (401, false),
            (402, true),
        ] {
            assert_eq!(eval(value, false).holds_in(-100, 101), holds, "{value}");
            assert!(eval(value, true).holds_in(-100, 101));
        }
    }
}
