//! Cells of a Gomoku board.

use crate::game::Vertex;

/// The longest side of a board.
pub const MAX_SIZE: usize = 22;
/// The shortest side of a board.
pub const MIN_SIZE: usize = 5;
/// Distance of two rows in the numbering of points. A power of two, and wide enough that a step of
/// up to five cells beyond either end of a row meets no other row's cells.
pub const STRIDE: usize = 32;

/// One step along each of the four lines through a point: to the next file, to the next rank, and
/// along the two diagonals. The opposite directions are their negatives.
pub const DIRECTIONS: [i16; 4] = [1, STRIDE as i16, STRIDE as i16 + 1, STRIDE as i16 - 1];

/// A cell as an index with row stride [`STRIDE`]: `row * STRIDE + col`, both counted from zero, so
/// `a1` is 0. The same cell has the same number on boards of every size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(pub u16);

impl Point {
    /// The point in file `col` and rank `row`, both from zero.
    pub const fn new(col: usize, row: usize) -> Self {
        Self((row * STRIDE + col) as u16)
    }

    /// File from zero.
    pub const fn col(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// Rank from zero.
    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// The cell `count` steps along a direction. A step off the lower edge wraps around to numbers
    /// that are no cells of any board, so a line may be followed up to five cells past its end.
    #[inline]
    #[must_use]
    pub const fn step(self, direction: i16, count: i16) -> Self {
        Self(self.0.wrapping_add_signed(direction * count))
    }

    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<Vertex> for Point {
    /// A vertex beyond the stride would get the number of another cell; it becomes a number that is
    /// no cell of any board.
    fn from(vertex: Vertex) -> Self {
        if usize::from(vertex.col) < STRIDE {
            Self::new(usize::from(vertex.col), usize::from(vertex.row))
        } else {
            Self(u16::MAX)
        }
    }
}

impl From<Point> for Vertex {
    fn from(point: Point) -> Self {
        Self::new(point.col() as u8, point.row() as u8)
    }
}
