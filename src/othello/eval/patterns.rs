//! Patterns: the configuration of fixed sets of squares, an index for each set.
//!
//! The shapes are those of Edax (R. Delorme) and, most of them, of Logistello (M. Buro, "The evolution
//! of strong Othello programs", 2003): the corner block, corner and edge shapes of ten squares, the
//! inner lines and the diagonals, each with all its images under the symmetries of the board. An index
//! has a digit in base 3 for each square: 0 for a disc of the side to move, 1 for an empty square, 2 for
//! a disc of the opponent. So the index for the opponent is the greatest index minus this one.

use crate::game::Symmetry;
use crate::othello::{Board, Square};

/// Number of shapes.
pub(crate) const SHAPES: usize = 12;

/// Number of patterns: all images of all shapes.
pub(crate) const PATTERNS: usize = 46;

/// Patterns with padding: three vectors of sixteen 16-bit numbers.
pub(crate) const LANES: usize = 48;

/// A shape: a pattern up to symmetry, by the squares of one of its images, the most significant digit
/// first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape(&'static str);

impl Shape {
    /// Number of squares.
    const fn len(&self) -> usize {
        self.0.len() / 2
    }

    /// Number of configurations.
    pub(crate) const fn size(&self) -> usize {
        3usize.pow(self.len() as u32)
    }

    const fn square(&self, place: usize) -> Square {
        let names = self.0.as_bytes();
        Square::new(names[2 * place] - b'a', names[2 * place + 1] - b'1')
    }

    const fn bits(&self) -> u64 {
        let mut bits = 0;
        let mut place = 0;
        while place < self.len() {
            bits |= self.square(place).bit();
            place += 1;
        }
        bits
    }
}

/// All shapes.
pub(crate) const ALL: [Shape; SHAPES] = [
    // Corner block.
    Shape("a1b1a2b2c1a3c2b3c3"),
    // Corner with both edges.
    Shape("a5a4a3a2a1b2b1c1d1e1"),
    // Edge with X squares.
    Shape("b2a1b1c1d1e1f1g1h1g2"),
    // Edge with the middle below.
    Shape("a1c1d1c2d2e2f2e1f1h1"),
    // Second line.
    Shape("a2b2c2d2e2f2g2h2"),
    // Third line.
    Shape("a3b3c3d3e3f3g3h3"),
    // Fourth line.
    Shape("a4b4c4d4e4f4g4h4"),
    // Diagonal of 8.
    Shape("a1b2c3d4e5f6g7h8"),
    // Diagonal of 7.
    Shape("a2b3c4d5e6f7g8"),
    // Diagonal of 6.
    Shape("a3b4c5d6e7f8"),
    // Diagonal of 5.
    Shape("a4b5c6d7e8"),
    // Diagonal of 4.
    Shape("a5b6c7d8"),
];

/// Where the weights of each shape begin in the weights of a stage. The last number is their total.
pub(crate) const OFFSETS: [usize; SHAPES + 1] = {
    let mut offsets = [0; SHAPES + 1];
    let mut shape = 0;
    while shape < SHAPES {
        offsets[shape + 1] = offsets[shape] + ALL[shape].size();
        shape += 1;
    }
    offsets
};

/// The layout of all patterns.
struct Layout {
    /// The shape of each pattern.
    shapes: [usize; PATTERNS],
    /// By square: the place value of its digit in each pattern, 0 if it is not in the pattern.
    powers: [[u16; LANES]; 64],
}

const LAYOUT: Layout = {
    let mut layout = Layout {
        shapes: [0; PATTERNS],
        powers: [[0; LANES]; 64],
    };
    let mut lane = 0;
    let mut number = 0;
    while number < SHAPES {
        let shape = ALL[number];
        let mut seen = [0; 8];
        let mut turn = 0;
        while turn < 8 {
            let image = Symmetry::ALL[turn].bits(shape.bits());
            let mut known = false;
            let mut earlier = 0;
            while earlier < turn {
                known |= seen[earlier] == image;
                earlier += 1;
            }
            seen[turn] = image;
            if !known {
                layout.shapes[lane] = number;
                let mut place = 0;
                while place < shape.len() {
                    let square = Symmetry::ALL[turn].square(shape.square(place));
                    let power = 3u16.pow((shape.len() - 1 - place) as u32);
                    layout.powers[square.index()][lane] = power;
                    place += 1;
                }
                lane += 1;
            }
            turn += 1;
        }
        number += 1;
    }
    assert!(lane == PATTERNS);
    layout
};

/// The shape of each pattern.
pub(crate) const SHAPE_OF: [usize; PATTERNS] = LAYOUT.shapes;

/// Where the weights of each pattern begin.
pub(crate) const OFFSET_OF: [usize; PATTERNS] = {
    let mut offsets = [0; PATTERNS];
    let mut lane = 0;
    while lane < PATTERNS {
        offsets[lane] = OFFSETS[SHAPE_OF[lane]];
        lane += 1;
    }
    offsets
};

/// The length of a table by pattern index. The entries behind the last configuration are never used: with them, every
/// 16-bit index leads into the table, and a look-up needs no check.
pub(crate) const TABLE_LEN: usize = OFFSETS[SHAPES - 1] + (1 << 16);

pub(super) type Lanes = [u16; LANES];

/// The place values of a square or of a set of squares. Aligned, so that no vector of it crosses a cache line.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Row(pub(super) Lanes);

/// By square; the last row is zero.
pub(super) static POWERS: [Row; 65] = {
    let mut rows = [Row([0; LANES]); 65];
    let mut square = 0;
    while square < 64 {
        rows[square] = Row(LAYOUT.powers[square]);
        square += 1;
    }
    rows
};

/// The index of each pattern on an empty board: half the greatest one.
pub(super) const EMPTY: Lanes = {
    let mut sum = [0; LANES];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < LANES {
            sum[lane] += LAYOUT.powers[square][lane];
            lane += 1;
        }
        square += 1;
    }
    sum
};

/// By rank and set of squares on it: the sum of their place values.
pub(super) static RANKS: [[Row; 256]; 8] = {
    let mut sums = [[Row([0; LANES]); 256]; 8];
    let mut rank = 0;
    while rank < 8 {
        let mut bits = 1usize;
        while bits < 256 {
            let lowest = bits.trailing_zeros() as usize;
            let rest = sums[rank][bits & (bits - 1)].0;
            let power = LAYOUT.powers[8 * rank + lowest];
            let mut lane = 0;
            while lane < LANES {
                sums[rank][bits].0[lane] = rest[lane] + power[lane];
                lane += 1;
            }
            bits += 1;
        }
        rank += 1;
    }
    sums
};

/// The indices of all patterns of a board, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Indices([u16; LANES]);

impl Indices {
    /// The indices of a board, from sums by rank.
    #[inline(always)]
    pub(crate) fn of(board: Board) -> Self {
        let mut sum = EMPTY;
        for rank in 0..8 {
            let own = &RANKS[rank][(board.player >> (8 * rank) & 255) as usize].0;
            let other = &RANKS[rank][(board.opponent >> (8 * rank) & 255) as usize].0;
            for lane in 0..LANES {
                sum[lane] = sum[lane].wrapping_add(other[lane]).wrapping_sub(own[lane]);
            }
        }
        Self(sum)
    }

    /// The indices after a move, for the opponent, from those before it.
    #[inline(always)]
    pub(crate) fn after(&self, square: Square, flips: u64) -> Self {
        let mut flipped = [0; LANES];
        let mut rest = flips;
        loop {
            // Four at a time, with zeros for squares that there are not: the number of flips is hard to predict.
            for _ in 0..4 {
                let row = &POWERS[(rest.trailing_zeros() as usize).min(64)].0;
                rest &= rest.wrapping_sub(1);
                for lane in 0..LANES {
                    flipped[lane] += row[lane];
                }
            }
            if rest == 0 {
                break;
            }
        }
        let placed = &POWERS[square.index() & 63].0;
        let mut sum = [0; LANES];
        for lane in 0..LANES {
            // All digits change sides: the greatest index minus this one.
            sum[lane] = (2 * EMPTY[lane])
                .wrapping_sub(self.0[lane])
                .wrapping_add(placed[lane])
                .wrapping_add(2 * flipped[lane]);
        }
        Self(sum)
    }

    /// Calls `visit` with the place of each pattern in a table of [`TABLE_LEN`]. Without a loop: so the offsets are
    /// constants.
    #[inline(always)]
    pub(super) fn for_each_place(&self, mut visit: impl FnMut(usize)) {
        macro_rules! visit_lanes {
            ($($lane:literal)*) => {
                $(visit(const { OFFSET_OF[$lane] } + usize::from(self.0[$lane]));)*
            };
        }
        visit_lanes!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28
            29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45);
    }

    /// The indices of the patterns.
    #[inline(always)]
    pub(crate) fn patterns(&self) -> &[u16; PATTERNS] {
        // The array is long enough.
        self.0.first_chunk().unwrap_or(const { &[0; PATTERNS] })
    }
}

/// The mirror image of each configuration of a shape; the configuration itself if the shape has no mirror
/// symmetry.
pub(crate) fn mirrored(shape: usize) -> Vec<u32> {
    let shape = &ALL[shape];
    let moves_any_square = |symmetry: &Symmetry| {
        (0..shape.len()).any(|place| symmetry.square(shape.square(place)) != shape.square(place))
    };
    let mirror = Symmetry::ALL
        .into_iter()
        .find(|turn| turn.bits(shape.bits()) == shape.bits() && moves_any_square(turn));
    let mirror = mirror.unwrap_or(Symmetry::IDENTITY);
    // Digit by digit, each with its place value in the image.
    (0..shape.len()).fold(vec![0], |shorter, place| {
        let image = mirror.square(shape.square(place));
        let new = (0..shape.len()).rfind(|&other| shape.square(other) == image);
        let power = new.map_or(0, |new| 3u32.pow((shape.len() - 1 - new) as u32));
        let digits = |index: u32| [0, 1, 2].map(|digit| index + digit * power);
        shorter.into_iter().flat_map(digits).collect()
    })
}

#[cfg(test)]
mod tests;
