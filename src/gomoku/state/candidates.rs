//! Candidate moves: the empty cells near a stone.
//!
//! A stone makes candidates of the cells in the 5x5 square around it and, along the eight rays, of
//! the cells up to distance four. Every cell on which a stone could make or stop a four is among them.

use crate::gomoku::{
    patterns::PointSet,
    rules::{Point, STRIDE},
};

/// Distance to which a stone makes candidates, in cells.
const REACH: usize = 4;

/// The neighbourhood of a stone by rows, the stone's own column at bit [`REACH`].
const STENCIL: [u32; 2 * REACH + 1] = [
    0b1_0001_0001,
    0b0_1001_0010,
    0b0_0111_1100,
    0b0_0111_1100,
    0b1_1111_1111,
    0b0_0111_1100,
    0b0_0111_1100,
    0b0_1001_0010,
    0b1_0001_0001,
];

/// The first row of the neighbourhood of a stone. The grid has at least [`REACH`] rows around the board, so the bounds cut
/// nothing off; they only spare the check of a slice.
#[inline(always)]
fn first_row(stone: Point) -> usize {
    stone.grid_row().saturating_sub(REACH).min(STRIDE - ROWS)
}

/// The rows of the neighbourhood of a stone in a set.
#[inline(always)]
fn rows_around(set: &mut PointSet, stone: Point) -> &mut [u32; ROWS] {
    let Some(rows) = set.0[first_row(stone)..].first_chunk_mut() else {
        unreachable!("a set has {ROWS} rows from there on");
    };
    rows
}

/// Adds the neighbourhood of a stone. Cells off the board and occupied cells are added as well.
#[inline]
pub(crate) fn add_neighbours(candidates: &mut PointSet, stone: Point) {
    let shift = stone.grid_col() - REACH;
    for (row, bits) in rows_around(candidates, stone).iter_mut().zip(STENCIL) {
        *row |= bits << shift;
    }
}

/// The neighbourhood of a stone.
#[inline]
pub(crate) fn neighbours(stone: Point) -> PointSet {
    let mut set = PointSet::EMPTY;
    add_neighbours(&mut set, stone);
    set
}

/// Rows of the grid in the neighbourhood of a stone.
pub(crate) const ROWS: usize = STENCIL.len();

/// The rows of a set that [`add_neighbours`] changes.
#[inline]
pub(crate) fn saved_rows(candidates: &mut PointSet, stone: Point) -> [u32; ROWS] {
    *rows_around(candidates, stone)
}

/// Restores the rows that [`saved_rows`] returned.
#[inline]
pub(crate) fn restore_rows(candidates: &mut PointSet, stone: Point, rows: [u32; ROWS]) {
    *rows_around(candidates, stone) = rows;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::rules::DIRECTIONS;

    #[test]
    fn the_stencil_is_symmetric_and_holds_every_line_cell() {
        let stone = Point(15 * 32 + 15);
        let set = neighbours(stone);
        for direction in 0..DIRECTIONS {
            for distance in 1..=4 {
                assert!(set.contains(stone.along(direction, distance)));
                assert!(set.contains(stone.along(direction, -distance)));
            }
            assert!(!set.contains(stone.along(direction, 5)));
        }
        for cell in set.iter() {
            let mirrored = Point(2 * stone.0 - cell.0);
            assert!(set.contains(mirrored), "{cell:?} has no mirror image");
        }
    }
}
