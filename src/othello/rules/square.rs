//! Squares of the 8x8 board.

use crate::game::{Illegal, Vertex};
use std::fmt;

/// A square: 0 is a1, 1 is b1, 8 is a2, 63 is h8. Bit `n` of a bitboard is square `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u8);

impl Square {
    /// The square in file `col` and rank `row`, both from zero.
    pub const fn new(col: u8, row: u8) -> Self {
        Self(row * 8 + col)
    }

    /// The bitboard with this square only.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<Square> for Vertex {
    fn from(square: Square) -> Self {
        Vertex::new(square.0 % 8, square.0 / 8)
    }
}

impl TryFrom<Vertex> for Square {
    type Error = Illegal;

    fn try_from(vertex: Vertex) -> Result<Self, Illegal> {
        if vertex.col < 8 && vertex.row < 8 {
            Ok(Self::new(vertex.col, vertex.row))
        } else {
            Err(Illegal::OffBoard)
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), self.0 / 8 + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The squares of a bitboard in ascending order.
pub fn squares(mut bits: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let square = Square(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            square
        })
    })
}

/// A table by square that is symmetric in files and ranks, from its quadrant at a1.
pub(crate) const fn from_quadrant<T: Copy>(quadrant: [[T; 4]; 4]) -> [T; 64] {
    let mut table = [quadrant[0][0]; 64];
    let mut square = 0;
    while square < 64 {
        let (row, col) = (square / 8, square % 8);
        let row = if row < 4 { row } else { 7 - row };
        let col = if col < 4 { col } else { 7 - col };
        table[square] = quadrant[row][col];
        square += 1;
    }
    table
}
