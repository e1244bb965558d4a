//! The eight symmetries of a square board.

use crate::game::{Side, Vertex};

/// A symmetry: the columns reversed, then the rows, then both exchanged, each if it is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    mirror_cols: bool,
    mirror_rows: bool,
    transpose: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|bits| Symmetry {
            mirror_cols: bits & 1 != 0,
            mirror_rows: bits & 2 != 0,
            transpose: bits & 4 != 0,
        })
    }

    /// Where a cell of a board of this size goes.
    pub fn image(self, vertex: Vertex, size: u8) -> Vertex {
        let mirror = |on: bool, index: u8| {
            if on {
                (size - 1).saturating_sub(index)
            } else {
                index
            }
        };
        let col = mirror(self.mirror_cols, vertex.col);
        let row = mirror(self.mirror_rows, vertex.row);
        if self.transpose {
            Vertex::new(row, col)
        } else {
            Vertex::new(col, row)
        }
    }
}

/// The symmetries under which these stones stay as they are; the identity is one of them.
pub fn of_stones(stones: &[(Side, Vertex)], size: u8) -> Vec<Symmetry> {
    Symmetry::all()
        .filter(|symmetry| {
            stones
                .iter()
                .all(|&(side, vertex)| stones.contains(&(side, symmetry.image(vertex, size))))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_are_different_and_onto() {
        let corner = Vertex::new(1, 0);
        let mut images: Vec<_> = Symmetry::all().map(|map| map.image(corner, 15)).collect();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
    }

    #[test]
    fn stones_keep_some_symmetries() {
        let stone = |side, col, row| (side, Vertex::new(col, row));
        let centre = stone(Side::Black, 7, 7);
        assert_eq!(of_stones(&[centre], 15).len(), 8);
        // One above the centre: only the mirror of the columns is left.
        let direct = [centre, stone(Side::White, 7, 8)];
        assert_eq!(of_stones(&direct, 15).len(), 2);
        let odd = [centre, stone(Side::White, 7, 8), stone(Side::Black, 9, 8)];
        assert_eq!(of_stones(&odd, 15).len(), 1);
        // The colours count.
        let colours = [stone(Side::Black, 6, 7), stone(Side::White, 8, 7)];
        assert_eq!(of_stones(&colours, 15).len(), 2);
    }
}
