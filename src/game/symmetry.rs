//! The eight symmetries of a square board: the dihedral group of rotations and reflections.
//!
//! ```
//! use flipfive::game::{Symmetry, Vertex};
//!
//! let b1 = Vertex::new(1, 0);
//! for symmetry in Symmetry::ALL {
//!     let image = symmetry.vertex(b1, 8);
//!     assert_eq!(symmetry.inverse().vertex(image, 8), b1);
//! }
//! ```

use crate::game::{Side, Vertex};

/// A symmetry: the files are mirrored, then the ranks, then both are exchanged, each if its bit is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(u8);

impl Symmetry {
    const FILES: u8 = 1;
    const RANKS: u8 = 2;
    const TRANSPOSE: u8 = 4;

    /// Leaves every cell in its place.
    pub const IDENTITY: Self = Self(0);

    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];

    /// Whether the order of the files is reversed.
    #[inline]
    pub const fn mirrors_files(self) -> bool {
        self.0 & Self::FILES != 0
    }

    /// Whether the order of the ranks is reversed.
    #[inline]
    pub const fn mirrors_ranks(self) -> bool {
        self.0 & Self::RANKS != 0
    }

    /// Whether files and ranks are exchanged after the mirrors.
    #[inline]
    pub const fn transposes(self) -> bool {
        self.0 & Self::TRANSPOSE != 0
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // The two rotations by 90 degrees undo each other; every other symmetry undoes itself.
        const LEFT: u8 = Symmetry::TRANSPOSE | Symmetry::FILES;
        const RIGHT: u8 = Symmetry::TRANSPOSE | Symmetry::RANKS;
        match self.0 {
            LEFT => Self(RIGHT),
            RIGHT => Self(LEFT),
            _ => self,
        }
    }

    /// The image of a cell of a board with `size` files and ranks.
    #[inline]
    pub const fn vertex(self, vertex: Vertex, size: u8) -> Vertex {
        let Vertex { mut col, mut row } = vertex;
        if self.mirrors_files() {
            col = (size - 1).saturating_sub(col);
        }
        if self.mirrors_ranks() {
            row = (size - 1).saturating_sub(row);
        }
        if self.transposes() {
            (col, row) = (row, col);
        }
        Vertex::new(col, row)
    }
}

/// The symmetries that map these stones onto themselves; the identity is one of them.
pub(crate) fn symmetries_of(stones: &[(Side, Vertex)], size: u8) -> Vec<Symmetry> {
    Symmetry::ALL
        .into_iter()
        .filter(|symmetry| {
            stones
                .iter()
                .all(|&(side, vertex)| stones.contains(&(side, symmetry.vertex(vertex, size))))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_are_a_group() {
        for size in [8, 15] {
            // The images of two cells tell the symmetries apart.
            let images =
                |map: &dyn Fn(Vertex) -> Vertex| (map(Vertex::new(0, 1)), map(Vertex::new(1, 0)));
            let all = Symmetry::ALL.map(|symmetry| images(&|cell| symmetry.vertex(cell, size)));
            for (n, image) in all.iter().enumerate() {
                assert!(!all[..n].contains(image), "{image:?}");
            }
            for first in Symmetry::ALL {
                for second in Symmetry::ALL {
                    let both = images(&|cell| second.vertex(first.vertex(cell, size), size));
                    assert!(all.contains(&both), "{first:?} then {second:?}");
                    assert_eq!(
                        both == all[0],
                        second == first.inverse(),
                        "{first:?} {second:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn stones_keep_some_symmetries() {
        let stone = |side, col, row| (side, Vertex::new(col, row));
        let centre = stone(Side::Black, 7, 7);
        assert_eq!(symmetries_of(&[centre], 15).len(), 8);
        // One above the centre: only the mirror of the files is left.
        let direct = [centre, stone(Side::White, 7, 8)];
        assert_eq!(symmetries_of(&direct, 15).len(), 2);
        let odd = [centre, stone(Side::White, 7, 8), stone(Side::Black, 9, 8)];
        assert_eq!(symmetries_of(&odd, 15).len(), 1);
        // The colours count.
        let colours = [stone(Side::Black, 6, 7), stone(Side::White, 8, 7)];
        assert_eq!(symmetries_of(&colours, 15).len(), 2);
    }
}
