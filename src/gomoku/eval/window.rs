//! Windows of nine cells in a row, the input of the [`network`](crate::gomoku::eval::network).
//!
//! A window is the content of a cell and of its two arms. An arm has up to four cells and ends at the edge
//! of the board. There are 3^n arms of n cells, 121 in all.

/// Cells of an arm.
pub(crate) const ARM: usize = 4;

/// Number of arms.
const ARMS: usize = 121;

/// Number of windows that differ in more than direction.
pub(crate) const WINDOWS: usize = 3 * ARMS * (ARMS + 1) / 2;

/// What is on a cell, for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Nothing.
    Empty,
    /// A stone of the side.
    Own,
    /// A stone of the opponent.
    Other,
}

/// The number of the arm of `length` cells whose `digits` count from the nearest cell on.
const fn arm_number(length: usize, digits: [usize; ARM]) -> u8 {
    let mut number = 0;
    let mut n = 0;
    while n < length {
        number = 3 * number + digits[n];
        n += 1;
    }
    // Shorter arms come first: (3^length - 1) / 2 of them.
    (number + (3usize.pow(length as u32) - 1) / 2) as u8
}

/// A cell of an arm of a window, as the number that an own stone there adds to the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place(u16);

impl Place {
    /// The place at `distance` from the centre, from 1 on, on an arm of `length` cells: the second arm or the first.
    pub(crate) const fn new(second: bool, length: usize, distance: usize) -> Self {
        // The digit of the farthest cell is the lowest. An empty cell is 0, so nothing carries.
        Self(3u16.pow((length - distance) as u32) << if second { 0 } else { 7 })
    }
}

/// A window: its centre in bits 14 and 15, its first arm in bits 7 to 13, its second arm in bits 0 to 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Window(u16);

impl Window {
    /// The window around a cell whose line has these contents by offset; `None` is off the board.
    pub(crate) fn around(content: impl Fn(i16) -> Option<Content>) -> Self {
        let [first, second] = [-1, 1].map(|sign| {
            let mut digits = [0; ARM];
            let mut length = 0;
            while length < ARM
                && let Some(found) = content(sign * (length as i16 + 1))
            {
                digits[length] = found as usize;
                length += 1;
            }
            u16::from(arm_number(length, digits))
        });
        let centre = content(0).map_or(0, |found| found as u16);
        Self(centre << 14 | first << 7 | second)
    }

    /// The window with a stone on its centre, which was empty.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn with_centre(self, stone: Content) -> Self {
        Self(self.0 | (stone as u16) << 14)
    }

    /// The window without a stone on its centre.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn without_centre(self) -> Self {
        Self(self.0 & 0x3fff)
    }

    /// The window with a stone on an empty cell of an arm.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn with_stone(self, place: Place, stone: Content) -> Self {
        Self(self.0.wrapping_add(place.0 << (stone as u16 - 1)))
    }

    /// The window without a stone on a cell of an arm.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn without_stone(self, place: Place, stone: Content) -> Self {
        Self(self.0.wrapping_sub(place.0 << (stone as u16 - 1)))
    }

    /// Windows with an empty centre have an index below this.
    pub(crate) const EMPTY_INDICES: usize = 1 << 14;

    /// The index in a table with room for every value of 16 bits.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// A key of the cells within `cells` cells of the centre, at most [`ARM`]: two windows have the same one if and only if
    /// these cells are equal or mirrored. An edge of the board right behind them counts.
    pub(crate) fn nearby(self, cells: usize) -> u32 {
        let arm = |shift: u16| {
            let number = u32::from(self.0 >> shift & 127);
            let shorter = |length: u32| (3u32.pow(length) - 1) / 2;
            let length = (0..)
                .take_while(|&length| shorter(length + 1) <= number)
                .count();
            if length <= cells {
                // It ends at the edge of the board.
                return number;
            }
            let digits = number - shorter(length as u32);
            ARMS as u32 + digits / 3u32.pow((length - cells) as u32)
        };
        let (first, second) = (arm(7), arm(0));
        let centre = u32::from(self.0 >> 14);
        centre << 16 | first.min(second) << 8 | first.max(second)
    }

    /// Every window and its number below [`WINDOWS`], which is the same for the window read backwards.
    pub(crate) fn numbered() -> impl Iterator<Item = (Self, usize)> {
        (0..3).flat_map(|centre| {
            (0..ARMS).flat_map(move |first| {
                (0..ARMS).map(move |second| {
                    let (low, high) = (first.min(second), first.max(second));
                    let number = centre * (ARMS * (ARMS + 1) / 2) + high * (high + 1) / 2 + low;
                    (Self((centre << 14 | first << 7 | second) as u16), number)
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;
    use std::sync::LazyLock;

    fn around(cells: &[Option<Content>; 9]) -> Window {
        Window::around(|offset| cells[(offset + 4) as usize])
    }

    fn any_cells() -> impl Strategy<Value = [Option<Content>; 9]> {
        let content = prop::sample::select(vec![Content::Empty, Content::Own, Content::Other]);
        (prop::array::uniform9(content), 0..5_usize, 0..5_usize).prop_map(
            |(cells, before, after)| {
                std::array::from_fn(|n| (n + before >= 4 && n <= 4 + after).then_some(cells[n]))
            },
        )
    }

    /// The number of each window by its index.
    static NUMBERS: LazyLock<HashMap<usize, usize>> = LazyLock::new(|| {
        Window::numbered()
            .map(|(window, number)| (window.index(), number))
            .collect()
    });

    proptest! {
        #[test]
        fn stones_change_windows(mut cells in any_cells(), place in 0..9_usize, other in any::<bool>()) {
            prop_assume!(cells[place].is_some());
            cells[place] = Some(Content::Empty);
            let before = around(&cells);
            let stone = if other { Content::Other } else { Content::Own };
            cells[place] = Some(stone);
            let changed = if place == 4 {
                let with = before.with_centre(stone);
                prop_assert_eq!(with.without_centre(), before);
                with
            } else {
                let arm = if place > 4 { &cells[5..] } else { &cells[..4] };
                let length = if place > 4 {
                    arm.iter().take_while(|cell| cell.is_some()).count()
                } else {
                    arm.iter().rev().take_while(|cell| cell.is_some()).count()
                };
                prop_assume!(place.abs_diff(4) <= length);
                let place = Place::new(place > 4, length, place.abs_diff(4));
                let with = before.with_stone(place, stone);
                prop_assert_eq!(with.without_stone(place, stone), before);
                with
            };
            prop_assert_eq!(around(&cells), changed);
        }

        #[test]
        fn only_backwards_windows_share_a_number(a in any_cells(), b in any_cells()) {
            let number = |cells: [_; 9]| NUMBERS[&around(&cells).index()];
            let backwards = |mut cells: [_; 9]| { cells.reverse(); cells };
            prop_assert_eq!(number(a), number(backwards(a)));
            let same = around(&a) == around(&b) || around(&a) == around(&backwards(b));
            prop_assert_eq!(number(a) == number(b), same);
        }

        #[test]
        fn nearby_is_what_is_seen(a in any_cells(), mut b in any_cells(), cells in 0..=ARM, near in any::<bool>()) {
            if near {
                b[4 - cells..=4 + cells].copy_from_slice(&a[4 - cells..=4 + cells]);
                b.reverse();
            }
            let seen = |window: &[Option<Content>; 9]| {
                let side = |sign: isize| -> Vec<Option<Content>> {
                    let line = (1..=ARM).map(|n| window[(4 + sign * n as isize) as usize]);
                    let length = line.clone().take_while(Option::is_some).count();
                    let edge = (length <= cells && length < ARM).then_some(None);
                    line.take(cells.min(length)).chain(edge).collect()
                };
                (window[4], side(-1), side(1))
            };
            let (centre, first, second) = seen(&a);
            let same = seen(&b) == (centre, first.clone(), second.clone()) || seen(&b) == (centre, second, first);
            prop_assert_eq!(around(&a).nearby(cells) == around(&b).nearby(cells), same);
        }
    }

    #[test]
    fn numbers_are_dense() {
        let mut seen = vec![false; WINDOWS];
        for (_, number) in Window::numbered() {
            seen[number] = true;
        }
        assert!(seen.iter().all(|seen| *seen));
    }
}
