//! Cells, and the lines through a cell: all that the rules read of a board.

use crate::game::Side;
use crate::gomoku::rules::point::{DIRECTIONS, Point};
use crate::gomoku::rules::rule::Rule;

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) enum Cell {
    /// On the board, no stone.
    Empty,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// Not a cell of this board.
    #[default]
    Off,
}

impl Cell {
    /// The stone, if there is one.
    pub(crate) const fn stone(self) -> Option<Side> {
        match self {
            Cell::Black => Some(Side::Black),
            Cell::White => Some(Side::White),
            Cell::Empty | Cell::Off => None,
        }
    }

    /// Whether there is a stone of this side.
    #[inline]
    pub(crate) const fn is(self, side: Side) -> bool {
        matches!(
            (self, side),
            (Cell::Black, Side::Black) | (Cell::White, Side::White)
        )
    }
}

impl From<Side> for Cell {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Cell::Black,
            Side::White => Cell::White,
        }
    }
}

/// A board as the rules see it. Every representation of a board implements it, so that the rules are
/// written once.
pub(crate) trait Cells {
    /// The content of a cell; [`Cell::Off`] for the wall around the board.
    fn at(&self, point: Point) -> Cell;

    /// The eleven cells around a point along a direction (below [`DIRECTIONS`]), for one side. A bit board
    /// has a faster way than this one, which reads cell by cell.
    #[inline]
    fn window(&self, point: Point, direction: usize, side: Side) -> Window {
        let mut window = Window { own: 0, empty: 0 };
        let first = point.along(direction, -(Window::CENTRE as i16));
        for bit in 0..Window::CELLS {
            let cell = self.at(first.along(direction, bit as i16));
            window.own |= u16::from(cell.is(side)) << bit;
            window.empty |= u16::from(cell == Cell::Empty) << bit;
        }
        window
    }
}

/// Eleven cells of a line, five on each side of a centre: enough to see every row of five through
/// the centre and both cells next to it. Bit `n` is the cell `n - 5` steps from the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Window {
    /// Stones of the side.
    pub own: u16,
    /// Empty cells. All other cells are stones of the opponent or off the board.
    pub empty: u16,
}

impl Window {
    /// Cells in a window.
    pub(crate) const CELLS: u32 = 11;
    /// The bit of the cell in the middle.
    pub(crate) const CENTRE: u32 = 5;

    /// The same line with a stone of the side on the cell of this bit.
    #[inline]
    #[must_use]
    pub(crate) const fn with(self, bit: u32) -> Self {
        Self {
            own: self.own | 1 << bit,
            empty: self.empty & !(1 << bit),
        }
    }
}

/// An unbroken row of stones of one side, as long as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The side.
    pub side: Side,
    /// The end of the row with the lowest number.
    pub first: Point,
    /// Below [`DIRECTIONS`].
    pub direction: usize,
    /// Number of stones, at least 1.
    pub length: usize,
    /// Whether a stone of the opponent stands at each end. The edge of the board does not close a row.
    pub closed: bool,
}

impl Row {
    /// The row that a stone of `side` on `point` belongs to, or would belong to. The content of `point`
    /// does not matter.
    pub(crate) fn through(
        cells: &(impl Cells + ?Sized),
        point: Point,
        direction: usize,
        side: Side,
    ) -> Self {
        let reach = |step: i16| {
            let mut end = point;
            let mut count = 0;
            while cells.at(end.along(direction, step)).is(side) {
                end = end.along(direction, step);
                count += 1;
            }
            (
                end,
                count,
                cells.at(end.along(direction, step)).is(side.other()),
            )
        };
        let (first, before, closed_before) = reach(-1);
        let (_, after, closed_after) = reach(1);
        Self {
            side,
            first,
            direction,
            length: before + 1 + after,
            closed: closed_before && closed_after,
        }
    }

    /// Whether the row wins the game.
    pub(crate) const fn wins(&self, rule: Rule) -> bool {
        rule.wins(self.side, self.length, self.closed)
    }

    /// The cells of the row, lowest number first.
    pub(crate) fn stones(self) -> impl Iterator<Item = Point> {
        (0..self.length).map(move |n| self.first.along(self.direction, n as i16))
    }
}

/// A row that wins with a stone of `side` on `point`.
pub(crate) fn winning_row(cells: &impl Cells, rule: Rule, point: Point, side: Side) -> Option<Row> {
    (0..DIRECTIONS)
        .map(|direction| Row::through(cells, point, direction, side))
        .find(|row| row.wins(rule))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::rules::MARGIN;

    /// A single row of cells on rank 1, the rest of the board empty.
    struct Rank(&'static [u8]);

    impl Cells for Rank {
        fn at(&self, point: Point) -> Cell {
            let size = self.0.len();
            let board = MARGIN..MARGIN + size;
            if !board.contains(&point.grid_col()) || !board.contains(&point.grid_row()) {
                return Cell::Off;
            }
            match self.0[point.col()] {
                b'X' if point.row() == 0 => Cell::Black,
                b'O' if point.row() == 0 => Cell::White,
                _ => Cell::Empty,
            }
        }
    }

    #[test]
    fn a_row_is_measured_from_any_of_its_cells() {
        let rank = Rank(b"OXX.XO..XX");
        for (col, first, length, closed) in [
            (1, 1, 2, false),
            (2, 1, 2, false),
            (3, 1, 4, true),
            (4, 4, 1, false),
            (8, 8, 2, false),
            (9, 8, 2, false),
        ] {
            let row = Row::through(&rank, Point::new(col, 0), 0, Side::Black);
            assert_eq!(row.first, Point::new(first, 0), "from column {col}");
            assert_eq!(
                (row.length, row.closed),
                (length, closed),
                "from column {col}"
            );
            let across = Row::through(&rank, Point::new(col, 0), 1, Side::Black);
            assert_eq!((across.length, across.closed), (1, false));
        }
    }

    #[test]
    fn a_window_sees_five_cells_each_way_and_no_other_row() {
        let rank = Rank(b"XX.XOXXXXX");
        let window = rank.window(Point::new(2, 0), 0, Side::Black);
        assert_eq!(window.own, 0b111_0101_1000, "three cells before the edge");
        assert_eq!(window.empty, 1 << Window::CENTRE);
        for col in 0..10 {
            for direction in 1..DIRECTIONS {
                let window = rank.window(Point::new(col, 0), direction, Side::Black);
                // Rank 1 is the lowest: nothing exists before it.
                assert_eq!((window.own | window.empty) & 0b11111, 0);
            }
        }
    }
}
