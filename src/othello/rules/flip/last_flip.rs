//! Last flip counts: how many discs the last move of a game flips, from tables, without flipping them.
//!
//! With one square left, every other square belongs to one side or the other. So the discs of one side
//! on a line determine the line, and one table look-up gives the number of discs that a move there
//! would flip for either side.

use crate::othello::rules::square::Square;

/// Twice the numbers of discs that a last move flips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastFlips(pub(super) u16);

impl LastFlips {
    /// For the player.
    #[inline(always)]
    pub const fn by_player(self) -> i32 {
        (self.0 & 0xff) as i32
    }

    /// For the opponent.
    #[inline(always)]
    pub const fn by_opponent(self) -> i32 {
        (self.0 >> 8) as i32
    }
}

/// A line through a square.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub struct Line {
    /// All its squares.
    pub(super) squares: u64,
    /// Multiplier that moves the squares side by side, the first one to bit `shift`.
    fold: u64,
    shift: u32,
    /// Where its part of [`TWICE_FLIPPED`] begins if the discs are gathered in ascending order.
    #[cfg(target_arch = "x86_64")]
    ascending: u16,
    /// Where its part begins if the discs are folded, which puts falling diagonals in descending order.
    by_fold: u16,
}

impl Line {
    /// The index for discs that were gathered in ascending order from bit 0 on, as PEXT does.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn index_by_gather(&self, discs: u64) -> usize {
        usize::from(self.ascending) + discs as usize
    }

    /// The index for discs anywhere on the board.
    #[inline(always)]
    pub(super) fn index_by_fold(&self, discs: u64) -> usize {
        let discs = (discs & self.squares).wrapping_mul(self.fold) >> (self.shift & 63);
        usize::from(self.by_fold) + discs as usize
    }
}

/// Where the part of the table for a line of `length` squares and a move on its square `at` begins.
/// Lines of one and two squares share zeros.
const fn begin(length: usize, at: usize) -> usize {
    let mut begin = 4;
    if length < 3 {
        return 0;
    }
    let mut shorter = 3;
    while shorter < length {
        begin += shorter << shorter;
        shorter += 1;
    }
    begin + (at << length)
}

/// By line and discs of the player on it: twice the number of discs that the player flips, and in the
/// high byte twice the number that the opponent flips.
static TWICE_FLIPPED: [u16; begin(9, 0)] = {
    let mut table = [0; begin(9, 0)];
    let mut length = 3;
    while length <= 8 {
        let mut at = 0;
        while at < length {
            let mut line = 0;
            while line < 1 << length {
                let player =
                    run(line, at, length) + run(reversed(line, length), length - 1 - at, length);
                let others = !line & ((1 << length) - 1);
                let opponent = run(others, at, length)
                    + run(reversed(others, length), length - 1 - at, length);
                table[begin(length, at) + line] = 2 * (player | opponent << 8);
                line += 1;
            }
            at += 1;
        }
        length += 1;
    }
    table
};

/// The number of squares above `at` before the first one in `line`; 0 if `line` has none there.
const fn run(line: usize, at: usize, length: usize) -> u16 {
    let mut run = 0;
    let mut cell = at + 1;
    while cell < length {
        if line >> cell & 1 == 1 {
            return run;
        }
        run += 1;
        cell += 1;
    }
    0
}

const fn reversed(line: usize, length: usize) -> usize {
    line.reverse_bits() >> (usize::BITS as usize - length)
}

/// The lines through each square: row, file, rising and falling diagonal.
static LINES: [[Line; 4]; 64] = {
    const NONE: Line = Line {
        squares: 0,
        fold: 0,
        shift: 0,
        #[cfg(target_arch = "x86_64")]
        ascending: 0,
        by_fold: 0,
    };
    let mut lines = [[NONE; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let (col, row) = (square % 8, square / 8);
        let mut direction = 0;
        while direction < 4 {
            let mut squares = 0u64;
            // Squares of the line before this one in ascending order, and all of them.
            let (mut before, mut length) = (0, 0);
            let mut lowest_col = 8;
            let mut other = 0;
            while other < 64 {
                let (other_col, other_row) = (other % 8, other / 8);
                let is_on_line = match direction {
                    0 => other_row == row,
                    1 => other_col == col,
                    2 => other_col + row == other_row + col,
                    _ => other_col + other_row == row + col,
                };
                if is_on_line {
                    squares |= 1 << other;
                    length += 1;
                    if other < square {
                        before += 1;
                    }
                    if other_col < lowest_col {
                        lowest_col = other_col;
                    }
                }
                other += 1;
            }
            let (fold, shift) = match direction {
                0 => (1, 8 * row),
                // The product moves bit 8r of file a to bit 56 + r.
                1 => (0x0102_0408_1020_4080 >> col, 56),
                // Adds all ranks up in the highest one, where each square of a diagonal has a file of its own.
                _ => (0x0101_0101_0101_0101, 56 + lowest_col),
            };
            let by_fold = if direction == 3 {
                length - 1 - before
            } else {
                before
            };
            lines[square][direction] = Line {
                squares,
                fold,
                shift: shift as u32,
                #[cfg(target_arch = "x86_64")]
                ascending: begin(length, before) as u16,
                by_fold: begin(length, by_fold) as u16,
            };
            direction += 1;
        }
        square += 1;
    }
    lines
};

/// The row, the file, the rising and the falling diagonal through a square.
#[inline(always)]
pub(super) fn lines_through(square: Square) -> &'static [Line; 4] {
    &LINES[square.index() & 63]
}

/// [`TWICE_FLIPPED`] at an index of a [`Line`].
#[inline(always)]
pub(super) fn twice_flipped(index: usize) -> u16 {
    TWICE_FLIPPED[index]
}
