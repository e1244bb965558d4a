//! The board as lines of two bits a cell, from which a window around any cell is one shift away.
//!
//! Every row, column and diagonal of a 32x32 grid is one 64-bit word. The playing area lies inside
//! the grid with at least five cells of wall around it, so that a window of five cells to each side
//! never needs a test for the edge. The layout is the one that Rapfi uses, with other codes.

use crate::game::Side;
use crate::gomoku::rules::cells::{Cell, Cells, Window};
use crate::gomoku::rules::point;
use crate::gomoku::rules::point::{Point, STRIDE};

/// Cells of wall before the first row and column.
const MARGIN: usize = 5;
/// Cells of the grid; every [`Spot`] is below this.
pub const SPOTS: usize = STRIDE * STRIDE;
/// What a cell is in a line word. A wall has both bits set: it stops either colour.
pub const EMPTY: u64 = 0b00;
/// A black stone, see [`EMPTY`]. White is `BLACK << 1`.
pub const BLACK: u64 = 0b01;
/// A cell off the board, see [`EMPTY`].
pub const WALL: u64 = 0b11;

/// A cell of the grid: the [`Point`] moved inward by the wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Spot(pub u16);

impl Spot {
    /// The number as an index, below [`SPOTS`]. The mask never changes it; it lets the compiler see
    /// that an index into an array of [`SPOTS`] entries is in range.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize & (SPOTS - 1)
    }

    /// Column of the grid, 5 for the first file of the board.
    #[inline(always)]
    pub const fn col(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// Row of the grid, 5 for the first rank of the board.
    #[inline(always)]
    pub const fn row(self) -> usize {
        self.index() / STRIDE
    }

    /// The cell `distance` positions further along a line. Stays in the grid if the start is on the
    /// board and the distance at most five.
    #[inline(always)]
    pub const fn along(self, direction: usize, distance: i16) -> Self {
        Self(
            self.0
                .wrapping_add_signed(point::DIRECTIONS[direction] * distance),
        )
    }
}

impl From<Point> for Spot {
    fn from(point: Point) -> Self {
        Self(point.0.wrapping_add((MARGIN * STRIDE + MARGIN) as u16))
    }
}

impl From<Spot> for Point {
    fn from(cell: Spot) -> Self {
        Self(cell.0 - (MARGIN * STRIDE + MARGIN) as u16)
    }
}

/// The first row and column of the grid that belong to the board.
pub const FIRST: usize = MARGIN;

/// Number of directions; they are numbered as in [`point::DIRECTIONS`].
pub const DIRECTIONS: usize = point::DIRECTIONS.len();

/// Where a cell is in one direction: the number of the word and the bit of the cell in it.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Index of the line word.
    pub line: usize,
    /// Twice the position of the cell in the word.
    pub shift: u32,
}

impl Place {
    /// The place of a cell in a direction.
    #[inline(always)]
    pub const fn of(cell: Spot, direction: usize) -> Self {
        let (row, col) = (cell.row(), cell.col());
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
pub const fn window<const HALF: u32>(word: u64, shift: u32) -> (usize, usize) {
    let mask = (1 << (2 * HALF)) - 1;
    let before = (word >> (shift - 2 * HALF)) & mask;
    let after = (word >> (shift + 2)) & mask;
    (before as usize, after as usize)
}

/// All lines of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines([u64; LINES]);

impl Lines {
    /// An empty board of `size` rows and columns.
    pub fn new(size: usize) -> Self {
        let mut lines = Self([u64::MAX; LINES]);
        for row in FIRST..FIRST + size {
            for col in FIRST..FIRST + size {
                lines.toggle(Spot((row * STRIDE + col) as u16), WALL);
            }
        }
        lines
    }

    /// Adds the bits of `content` to a cell that lacks them or takes them away.
    #[inline(always)]
    pub fn toggle(&mut self, cell: Spot, content: u64) {
        for direction in 0..DIRECTIONS {
            let place = Place::of(cell, direction);
            self.0[place.line] ^= content << place.shift;
        }
    }

    /// The word of a line.
    #[inline(always)]
    pub const fn word(&self, place: Place) -> u64 {
        self.0[place.line]
    }

    /// What is on a cell.
    #[inline(always)]
    pub const fn content(&self, cell: Spot) -> u64 {
        self.0[cell.row()] >> (2 * cell.col()) & WALL
    }
}

impl Cells for Lines {
    fn at(&self, point: Point) -> Cell {
        let spot = Spot::from(point);
        if spot.0 as usize >= SPOTS {
            return Cell::Off;
        }
        match self.content(spot) {
            EMPTY => Cell::Empty,
            BLACK => Cell::Black,
            WALL => Cell::Off,
            _ => Cell::White,
        }
    }

    #[inline]
    fn window(&self, point: Point, direction: i16, side: Side) -> Window {
        let number = point::DIRECTIONS
            .iter()
            .position(|d| *d == direction)
            .unwrap_or(0);
        let place = Place::of(Spot::from(point), number);
        let cells = (self.word(place) >> (place.shift - 2 * Window::CENTRE)) as u32;
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

/// The even bits of the low 22, side by side.
const fn evens(bits: u32) -> u16 {
    let pairs = bits & 0x0015_5555;
    let pairs = (pairs | pairs >> 1) & 0x3333_3333;
    let nibbles = (pairs | pairs >> 2) & 0x0f0f_0f0f;
    let bytes = (nibbles | nibbles >> 4) & 0x00ff_00ff;
    (bytes | bytes >> 8) as u16
}

/// The even bits of a word: one for each cell.
pub const EVEN: u64 = 0x5555_5555_5555_5555;

/// The empty cells of a line that may look different since the cell at `shift` got or lost a stone,
/// as even bits of a word: those within `HALF` cells that are not shut off from it for both colours.
///
/// What lies behind a stone does not matter to the other colour, so behind a stone of each colour
/// (or a wall) nothing changes for anybody.
#[inline(always)]
pub const fn reach<const HALF: u32>(word: u64, shift: u32) -> u64 {
    let (black, white) = (word & EVEN, word >> 1 & EVEN);
    // Cells are on the board, so there is a wall on both sides and no word below is zero.
    let after = shift + 2;
    let (black_up, white_up) = (
        (black >> after).trailing_zeros(),
        (white >> after).trailing_zeros(),
    );
    let up = if black_up > white_up {
        black_up
    } else {
        white_up
    };
    let up = if up < 2 * HALF { up } else { 2 * HALF };
    let before = 64 - shift;
    let (black_down, white_down) = (
        (black << before).leading_zeros(),
        (white << before).leading_zeros(),
    );
    // A stone at distance j below has 2j - 1 zeros above its bit.
    let down = if black_down > white_down {
        black_down
    } else {
        white_down
    } - 1;
    let down = if down < 2 * HALF { down } else { 2 * HALF };
    let range = ((1 << up) - 1) << after | ((1 << down) - 1) << (shift - down);
    !(black | white) & EVEN & range
}

/// A set of cells: one word of bits for every row of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SpotSet(pub [u32; STRIDE]);

impl SpotSet {
    /// No cell.
    pub const EMPTY: Self = Self([0; STRIDE]);

    /// Puts a cell in or takes it out.
    #[inline(always)]
    pub const fn toggle(&mut self, cell: Spot) {
        self.0[cell.row()] ^= 1 << cell.col();
    }

    /// Puts a cell in.
    #[inline(always)]
    pub const fn insert(&mut self, cell: Spot) {
        self.0[cell.row()] |= 1 << cell.col();
    }

    /// Whether a cell is in.
    #[inline(always)]
    pub const fn contains(&self, cell: Spot) -> bool {
        self.0[cell.row()] >> cell.col() & 1 != 0
    }

    /// Whether there is no cell in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|row| *row == 0)
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The cells that are in both sets.
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }

    /// The cells that are in either set.
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    /// The cells of this set that are not in the other.
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & !other.0[row]))
    }

    /// The cells in ascending order.
    #[inline(always)]
    pub const fn iter(&self) -> SpotIter<'_> {
        SpotIter {
            rows: &self.0,
            row: 0,
            bits: self.0[0],
        }
    }
}

/// The cells of a [`SpotSet`] in ascending order.
#[derive(Clone, Debug)]
pub struct SpotIter<'a> {
    rows: &'a [u32; STRIDE],
    row: usize,
    /// Cells of the row that are still to come.
    bits: u32,
}

impl Iterator for SpotIter<'_> {
    type Item = Spot;

    #[inline(always)]
    fn next(&mut self) -> Option<Spot> {
        while self.bits == 0 {
            self.row += 1;
            self.bits = *self.rows.get(self.row)?;
        }
        let col = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(Spot((self.row * STRIDE) as u16 + col as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    fn cells(size: usize) -> impl Iterator<Item = Spot> {
        (0..size * size).map(move |n| Spot::from(Point::new(n % size, n / size)))
    }

    /// Reads one side of the window cell by cell.
    fn slow_half(lines: &Lines, spot: Spot, direction: usize, first: i16, half: i16) -> usize {
        (0..half).fold(0, |key, n| {
            key | (lines.content(spot.along(direction, first + n)) as usize) << (2 * n)
        })
    }

    #[test]
    fn windows_agree_with_cells_on_every_size() {
        let mut rng = Rng::new(3);
        for size in 5..=22 {
            let mut lines = Lines::new(size);
            for cell in cells(size) {
                if rng.below(3) == 0 {
                    lines.toggle(cell, BLACK << rng.below(2));
                }
            }
            for cell in cells(size)
                .filter(|cell| lines.content(*cell) == EMPTY)
                .collect::<Vec<_>>()
            {
                for direction in 0..DIRECTIONS {
                    let place = Place::of(cell, direction);
                    let word = lines.word(place);
                    let slow = |half: i16| {
                        (
                            slow_half(&lines, cell, direction, -half, half),
                            slow_half(&lines, cell, direction, 1, half),
                        )
                    };
                    assert_eq!(window::<5>(word, place.shift), slow(5));
                    assert_eq!(window::<4>(word, place.shift), slow(4));
                }
            }
        }
    }

    #[test]
    fn the_rules_see_the_same_windows() {
        struct Plain<'a>(&'a Lines);
        impl Cells for Plain<'_> {
            fn at(&self, point: Point) -> Cell {
                self.0.at(point)
            }
        }
        let mut rng = Rng::new(4);
        for size in [5, 15, 22] {
            let mut lines = Lines::new(size);
            for cell in cells(size) {
                if rng.below(3) == 0 {
                    lines.toggle(cell, BLACK << rng.below(2));
                }
            }
            for point in cells(size).map(Point::from) {
                for direction in point::DIRECTIONS {
                    for side in Side::ALL {
                        assert_eq!(
                            lines.window(point, direction, side),
                            Plain(&lines).window(point, direction, side)
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
            let mut lines = Lines::new(15);
            for cell in cells(15) {
                if rng.below(4) == 0 {
                    lines.toggle(cell, BLACK << rng.below(2));
                }
            }
            let cell = cells(15).nth(rng.below(225) as usize).unwrap();
            for direction in 0..DIRECTIONS {
                let place = Place::of(cell, direction);
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
                            expected |= 1 << (place.shift as i16 + 2 * way * distance);
                        }
                    }
                }
                assert_eq!(reach::<5>(lines.word(place), place.shift), expected);
            }
        }
    }

    #[test]
    fn sets_list_their_cells() {
        let mut set = SpotSet::EMPTY;
        let list = [Spot(165), Spot(166), Spot(200), Spot(858)];
        for cell in list {
            set.toggle(cell);
        }
        assert_eq!(set.iter().collect::<Vec<_>>(), list);
        assert_eq!(set.len(), 4);
        assert!(set.contains(Spot(200)) && !set.contains(Spot(201)));
    }
}
