//! Windows: the cells of a line around an empty cell, as keys of the pattern tables.
//!
//! A key holds two bits for each cell, with the codes of [`lines`](crate::gomoku::patterns::lines) as
//! one side sees them: [`OWN`], [`OTHER`], 0 for an empty cell, both bits for the wall. The cell with the
//! smallest position is lowest; the centre itself is left out.

use crate::gomoku::rules::Rule;

/// A stone of the side whose pattern is asked for.
pub(crate) const OWN: usize = 0b01;
/// A stone of its opponent.
pub(crate) const OTHER: usize = 0b10;
const WALL: usize = 0b11;

/// Cells to each side of the centre in a window under this rule.
pub(crate) const fn half_width(rule: Rule) -> usize {
    // A five through the centre lies within four cells. The fifth cell tells whether there is a sixth
    // stone, or a blocked end.
    if matches!(rule, Rule::Freestyle) {
        4
    } else {
        5
    }
}

/// Exchanges the colours in a window; walls stay walls.
pub(crate) const fn swap_colours(key: usize) -> usize {
    (key & 0x5555_5555) << 1 | (key >> 1 & 0x5555_5555)
}

/// The cells before and those after the centre of a window.
pub(crate) const fn split(half: usize, key: usize) -> (usize, usize) {
    (key & ((1 << (2 * half)) - 1), key >> (2 * half))
}

/// One side of a window.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    /// The cells with smaller positions; the one next to the centre is highest.
    Before,
    /// The cells with larger positions; the one next to the centre is lowest.
    After,
}

/// The contents of one side of a window that occur on boards, in descending order: beyond a wall there
/// are only walls.
pub(crate) fn real_halves(half: usize, side: Half) -> impl Iterator<Item = usize> + Clone {
    let wall = |key: usize, n: usize| key >> (2 * n) & 0b11 == WALL;
    (0..1 << (2 * half)).rev().filter(move |key| {
        (1..half).all(|n| match side {
            Half::Before => wall(*key, n - 1) || !wall(*key, n),
            Half::After => wall(*key, n) || !wall(*key, n - 1),
        })
    })
}

/// Calls `visit` with every window that occurs on boards, in descending order.
pub(crate) fn for_each_window(half: usize, mut visit: impl FnMut(usize)) {
    let before = real_halves(half, Half::Before).collect::<Vec<_>>();
    for after in real_halves(half, Half::After) {
        for before in &before {
            visit(after << (2 * half) | before);
        }
    }
}
