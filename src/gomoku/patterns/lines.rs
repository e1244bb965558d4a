//! Bit boards: the board as lines of two bits a cell, from which a window around any cell is one shift
//! away.
//!
//! Every row, column and diagonal of the grid is one 64-bit word. The wall around the board is at least
//! five cells wide, so a window of five cells to each side never needs a test for the edge. The layout is
//! Rapfi's with other codes.

use crate::game::Side;
use crate::gomoku::rules::{Cell, Cells, DIRECTIONS, MARGIN, Point, STRIDE, Window};

/// The code of an empty cell in a line word. A wall has both bits set: it stops either colour.
pub(crate) const EMPTY: u64 = 0b00;
/// A black stone, see [`EMPTY`]. White is `BLACK << 1`.
pub(crate) const BLACK: u64 = 0b01;
/// A cell off the board, see [`EMPTY`].
pub(crate) const WALL: u64 = 0b11;

/// Where a cell is in one direction: the number of its word, and its bit in the word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitPosition {
    /// Index of the line word.
    pub line: usize,
    /// Twice the position of the cell in the word.
    pub shift: u32,
}

impl BitPosition {
    /// Where a cell is in a direction.
    #[inline(always)]
    pub(crate) const fn of(cell: Point, direction: usize) -> Self {
        let (row, col) = (cell.grid_row(), cell.grid_col());
        let (line, position) = match direction {
            0 => (row, col),
            1 => (col, row),
            2 => (row + STRIDE - col, col),
            _ => (row + col, row),
        };
        Self {
            line: (direction * 2 * STRIDE + line) & (LINES - 1),
            shift: 2 * position as u32,
        }
    }
}

const LINES: usize = DIRECTIONS * 2 * STRIDE;

/// The contents of the `HALF` cells on each side of a cell, 2 * `HALF` bits each: those before it
/// and those after it, the one with the smallest position lowest.
#[inline(always)]
pub(crate) const fn window<const HALF: u32>(word: u64, shift: u32) -> (usize, usize) {
    let mask = (1 << (2 * HALF)) - 1;
    let cells = word >> (shift - 2 * HALF);
    let (before, after) = (cells & mask, cells >> (2 * HALF + 2) & mask);
    (before as usize, after as usize)
}

/// All lines of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lines([u64; LINES]);

impl Lines {
    /// An empty board of `size` rows and columns.
    pub(crate) fn new(size: usize) -> Self {
        let mut lines = Self([u64::MAX; LINES]);
        for row in MARGIN..MARGIN + size {
            for col in MARGIN..MARGIN + size {
                lines.toggle(Point((row * STRIDE + col) as u16), WALL);
            }
        }
        lines
    }

    /// Sets the bits of `content` in a cell, or clears them if they are set.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, cell: Point, content: u64) {
        for direction in 0..DIRECTIONS {
            let position = BitPosition::of(cell, direction);
            self.0[position.line] ^= content << position.shift;
        }
    }

    /// The word of a line.
    #[inline(always)]
    pub(crate) const fn word(&self, position: BitPosition) -> u64 {
        self.0[position.line]
    }

    /// The code of a cell.
    #[inline(always)]
    pub(crate) const fn content(&self, cell: Point) -> u64 {
        self.0[cell.grid_row()] >> (2 * cell.grid_col()) & WALL
    }
}

impl Cells for Lines {
    fn at(&self, point: Point) -> Cell {
        match self.content(point) {
            EMPTY => Cell::Empty,
            BLACK => Cell::Black,
            WALL => Cell::Off,
            _ => Cell::White,
        }
    }

    #[inline]
    fn window(&self, point: Point, direction: usize, side: Side) -> Window {
        let position = BitPosition::of(point, direction);
        let cells = (self.word(position) >> (position.shift - 2 * Window::CENTRE)) as u32;
        let (black, white) = (evens(cells), evens(cells >> 1));
        let own = if side == Side::Black {
            black & !white
        } else {
            white & !black
        };
        Window {
            own,
            empty: !(black | white) & ((1 << Window::CELLS) - 1),
        }
    }
}

/// The even bits of the low 22, packed together.
const fn evens(bits: u32) -> u16 {
    let pairs = bits & 0x0015_5555;
    let pairs = (pairs | pairs >> 1) & 0x3333_3333;
    let nibbles = (pairs | pairs >> 2) & 0x0f0f_0f0f;
    let bytes = (nibbles | nibbles >> 4) & 0x00ff_00ff;
    (bytes | bytes >> 8) as u16
}

/// The even bits of a word: one for each cell.
pub(crate) const EVEN: u64 = 0x5555_5555_5555_5555;

/// The empty cells of a line whose patterns may change when the cell at `shift` gets or loses a stone,
/// as even bits of a word: those within `HALF` cells that are not shut off from it for both colours.
///
/// A stone shuts off the cells behind it for the other colour. Behind a stone of each colour, or a wall,
/// no pattern changes.
#[inline(always)]
pub(crate) fn reach<const HALF: u32>(word: u64, shift: u32) -> u64 {
    const { assert!(HALF == 4 || HALF == 5) };
    let (before, after) = window::<HALF>(word, shift);
    let (before, after) = if HALF == 4 {
        (REACH_4[0][before % HALVES_4], REACH_4[1][after % HALVES_4])
    } else {
        (REACH_5[0][before % HALVES_5], REACH_5[1][after % HALVES_5])
    };
    u64::from(before) << (shift - 2 * HALF) | u64::from(after) << (shift + 2)
}

/// Contents of four cells.
const HALVES_4: usize = 1 << 8;
/// Contents of five cells.
const HALVES_5: usize = 1 << 10;

/// The reach before and after a cell by the contents of the cells there.
static REACH_4: [[u16; HALVES_4]; 2] = reach_by_contents(4);
static REACH_5: [[u16; HALVES_5]; 2] = reach_by_contents(5);

const fn reach_by_contents<const HALVES: usize>(half: usize) -> [[u16; HALVES]; 2] {
    let mut reach = [[0; HALVES]; 2];
    let mut contents = 0;
    while contents < HALVES {
        let (mut seen_before, mut seen_after) = (EMPTY, EMPTY);
        let mut n = 0;
        while n < half {
            // The nearest cell has the highest bits before the cell in the middle, and the lowest after it.
            let (before, after) = (2 * (half - 1 - n), 2 * n);
            seen_before |= (contents >> before) as u64 & WALL;
            seen_after |= (contents >> after) as u64 & WALL;
            if contents >> before & 3 == 0 && seen_before != WALL {
                reach[0][contents] |= 1 << before;
            }
            if contents >> after & 3 == 0 && seen_after != WALL {
                reach[1][contents] |= 1 << after;
            }
            n += 1;
        }
        contents += 1;
    }
    reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    fn cells(size: usize) -> impl Iterator<Item = Point> {
        (0..size * size).map(move |n| Point::new(n % size, n / size))
    }

    /// A stone of a random colour on one cell of `share`.
    fn scattered(size: usize, share: u64, rng: &mut Rng) -> Lines {
        let mut lines = Lines::new(size);
        for cell in cells(size) {
            if rng.below(share) == 0 {
                lines.toggle(cell, BLACK << rng.below(2));
            }
        }
        lines
    }

    /// Reads one side of the window cell by cell.
    fn slow_half(lines: &Lines, point: Point, direction: usize, first: i16, half: i16) -> usize {
        (0..half).fold(0, |key, n| {
            key | (lines.content(point.along(direction, first + n)) as usize) << (2 * n)
        })
    }

    #[test]
    fn windows_agree_with_cells_on_every_size() {
        let mut rng = Rng::new(3);
        for size in 5..=22 {
            let lines = scattered(size, 3, &mut rng);
            for cell in cells(size)
                .filter(|cell| lines.content(*cell) == EMPTY)
                .collect::<Vec<_>>()
            {
                for direction in 0..DIRECTIONS {
                    let position = BitPosition::of(cell, direction);
                    let word = lines.word(position);
                    let slow = |half: i16| {
                        (
                            slow_half(&lines, cell, direction, -half, half),
                            slow_half(&lines, cell, direction, 1, half),
                        )
                    };
                    assert_eq!(window::<5>(word, position.shift), slow(5));
                    assert_eq!(window::<4>(word, position.shift), slow(4));
                }
            }
        }
    }

    #[test]
    fn windows_agree_with_those_of_the_rules() {
        struct CellByCell<'a>(&'a Lines);
        impl Cells for CellByCell<'_> {
            fn at(&self, point: Point) -> Cell {
                self.0.at(point)
            }
        }
        let mut rng = Rng::new(4);
        for size in [5, 15, 22] {
            let lines = scattered(size, 3, &mut rng);
            for point in cells(size) {
                for direction in 0..DIRECTIONS {
                    for side in Side::ALL {
                        assert_eq!(
                            lines.window(point, direction, side),
                            CellByCell(&lines).window(point, direction, side)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn reach_stops_behind_both_colours() {
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let lines = scattered(15, 4, &mut rng);
            let cell = cells(15).nth(rng.below(225) as usize).unwrap();
            for direction in 0..DIRECTIONS {
                let position = BitPosition::of(cell, direction);
                let mut expected = 0;
                for way in [-1, 1] {
                    let mut seen = 0;
                    for distance in 1..=5 {
                        let content = lines.content(cell.along(direction, way * distance));
                        seen |= content;
                        if seen == WALL {
                            break;
                        }
                        if content == EMPTY {
                            expected |= 1 << (position.shift as i16 + 2 * way * distance);
                        }
                    }
                }
                assert_eq!(reach::<5>(lines.word(position), position.shift), expected);
            }
        }
    }
}
