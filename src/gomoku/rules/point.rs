//! Cells of a Gomoku board as indices.

use crate::game::Vertex;

/// The longest side of a board.
pub(crate) const MAX_SIZE: usize = 22;
/// The shortest side of a board.
pub(crate) const MIN_SIZE: usize = 5;
/// Rows and columns of the grid that every board lies in.
pub(crate) const STRIDE: usize = 32;
/// Cells of the grid. The index of every [`Point`] is below this.
pub(crate) const POINTS: usize = STRIDE * STRIDE;
/// Rows and columns of wall before the board. The wall is at least this wide on every side, so a line
/// can be followed five cells past the end of the board without a test for the edge.
pub(crate) const MARGIN: usize = 5;

const _: () = assert!(MARGIN + MAX_SIZE + MARGIN <= STRIDE);

/// Number of lines through a point. Directions are numbered: 0 to the next file, 1 to the next rank,
/// 2 to both, 3 to the next rank and the previous file.
pub(crate) const DIRECTIONS: usize = 4;

/// What a step in each direction adds to the number of a point.
pub(crate) const STEPS: [i16; DIRECTIONS] =
    [1, STRIDE as i16, STRIDE as i16 + 1, STRIDE as i16 - 1];

/// A cell of the grid: `row * STRIDE + col`, where the board begins at row and column `MARGIN`. A
/// vertex has the same number on boards of every size, and points sort in reading order from `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Point(pub u16);

impl Point {
    /// A cell of the wall, which is on no board.
    pub const OFF: Self = Self(0);

    /// The point in file `col` and rank `row`, both counted from zero; [`Point::OFF`] if the grid has no
    /// such cell.
    pub const fn new(col: usize, row: usize) -> Self {
        if col < STRIDE - MARGIN && row < STRIDE - MARGIN {
            Self(((row + MARGIN) * STRIDE + col + MARGIN) as u16)
        } else {
            Self::OFF
        }
    }

    /// The file, counted from zero. Only for points on a board.
    pub const fn col(self) -> usize {
        self.grid_col() - MARGIN
    }

    /// The rank, counted from zero. Only for points on a board.
    pub const fn row(self) -> usize {
        self.grid_row() - MARGIN
    }

    /// Column of the grid: [`MARGIN`] for the first file of the board.
    #[inline(always)]
    pub const fn grid_col(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// Row of the grid: [`MARGIN`] for the first rank of the board.
    #[inline(always)]
    pub const fn grid_row(self) -> usize {
        self.index() / STRIDE
    }

    /// The number as an index, below [`POINTS`]. The mask never changes it; it lets the compiler see
    /// that an index into an array of [`POINTS`] entries is in range.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize & (POINTS - 1)
    }

    /// The cell `distance` steps along a line. Stays in the
    /// grid if the start is on the board and the distance is at most [`MARGIN`].
    #[inline(always)]
    #[must_use]
    pub const fn along(self, direction: usize, distance: i16) -> Self {
        Self(self.0.wrapping_add_signed(STEPS[direction] * distance))
    }
}

impl From<Vertex> for Point {
    fn from(vertex: Vertex) -> Self {
        Self::new(usize::from(vertex.col), usize::from(vertex.row))
    }
}

impl From<Point> for Vertex {
    fn from(point: Point) -> Self {
        Self::new(point.col() as u8, point.row() as u8)
    }
}
