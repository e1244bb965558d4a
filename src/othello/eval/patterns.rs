//! Patterns: what stands on fixed sets of squares, as a number for each set.
//!
//! The shapes are those of Edax (R. Delorme) and, most of them, of Logistello (M. Buro, "The evolution
//! of strong Othello programs", 2003): the corner block, corner and edge shapes of ten squares, the
//! inner lines and the diagonals, each with all its images under the symmetries of the board. An empty
//! square counts 1, a disc of the side to move 0, one of the opponent 2, in base 3; so the same squares
//! seen by the opponent have the greatest index less this one.

use crate::game::Symmetry;
use crate::othello::{Board, Square};

/// Kinds of patterns.
pub const SHAPES: usize = 12;

/// Patterns on the board.
pub const PATTERNS: usize = 46;

/// Patterns and padding: three vectors of sixteen 16-bit numbers.
pub const LANES: usize = 48;

/// A kind of pattern.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// What players call it.
    pub name: &'static str,
    /// The squares of one of its images, the most significant digit first.
    squares: &'static [(u8, u8)],
}

impl Shape {
    /// Number of squares.
    const fn len(&self) -> usize {
        self.squares.len()
    }

    /// Number of configurations.
    pub const fn size(&self) -> usize {
        3usize.pow(self.squares.len() as u32)
    }

    const fn square(&self, place: usize) -> Square {
        let (col, row) = self.squares[place];
        Square::new(col, row)
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

/// All kinds, the squares as file and rank from zero.
pub const ALL: [Shape; SHAPES] = [
    Shape {
        name: "corner block",
        squares: &[
            (0, 0),
            (1, 0),
            (0, 1),
            (1, 1),
            (2, 0),
            (0, 2),
            (2, 1),
            (1, 2),
            (2, 2),
        ],
    },
    Shape {
        name: "corner with both edges",
        squares: &[
            (0, 4),
            (0, 3),
            (0, 2),
            (0, 1),
            (0, 0),
            (1, 1),
            (1, 0),
            (2, 0),
            (3, 0),
            (4, 0),
        ],
    },
    Shape {
        name: "edge with X squares",
        squares: &[
            (1, 1),
            (0, 0),
            (1, 0),
            (2, 0),
            (3, 0),
            (4, 0),
            (5, 0),
            (6, 0),
            (7, 0),
            (6, 1),
        ],
    },
    Shape {
        name: "edge with the middle below",
        squares: &[
            (0, 0),
            (2, 0),
            (3, 0),
            (2, 1),
            (3, 1),
            (4, 1),
            (5, 1),
            (4, 0),
            (5, 0),
            (7, 0),
        ],
    },
    line("second line", 1),
    line("third line", 2),
    line("fourth line", 3),
    Shape {
        name: "diagonal of 8",
        squares: &[
            (0, 0),
            (1, 1),
            (2, 2),
            (3, 3),
            (4, 4),
            (5, 5),
            (6, 6),
            (7, 7),
        ],
    },
    Shape {
        name: "diagonal of 7",
        squares: &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)],
    },
    Shape {
        name: "diagonal of 6",
        squares: &[(0, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 7)],
    },
    Shape {
        name: "diagonal of 5",
        squares: &[(0, 3), (1, 4), (2, 5), (3, 6), (4, 7)],
    },
    Shape {
        name: "diagonal of 4",
        squares: &[(0, 4), (1, 5), (2, 6), (3, 7)],
    },
];

const fn line(name: &'static str, rank: u8) -> Shape {
    const LINES: [[(u8, u8); 8]; 4] = {
        let mut lines = [[(0, 0); 8]; 4];
        let mut rank = 0;
        while rank < 4 {
            let mut file = 0;
            while file < 8 {
                lines[rank][file] = (file as u8, rank as u8);
                file += 1;
            }
            rank += 1;
        }
        lines
    };
    Shape {
        name,
        squares: &LINES[rank as usize],
    }
}

/// Where the weights of each kind begin if those of all kinds stand in a row; the last number is how
/// many there are.
pub const OFFSETS: [usize; SHAPES + 1] = {
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
    /// The kind of each.
    shapes: [usize; PATTERNS],
    /// What a digit on a square is worth in each.
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

/// The kind of each pattern.
pub const SHAPE_OF: [usize; PATTERNS] = LAYOUT.shapes;

/// Where the weights of each pattern begin.
pub const OFFSET_OF: [usize; PATTERNS] = {
    let mut offsets = [0; PATTERNS];
    let mut lane = 0;
    while lane < PATTERNS {
        offsets[lane] = OFFSETS[SHAPE_OF[lane]];
        lane += 1;
    }
    offsets
};

type Lanes = [u16; LANES];

static POWERS: [Lanes; 64] = LAYOUT.powers;

/// The index of each pattern on an empty board, and the greatest one.
const EMPTY: Lanes = {
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

/// By rank and the squares of it: the sum of what they are worth.
static RANKS: [[Lanes; 256]; 8] = {
    let mut sums = [[[0; LANES]; 256]; 8];
    let mut rank = 0;
    while rank < 8 {
        let mut bits = 1usize;
        while bits < 256 {
            let lowest = bits.trailing_zeros() as usize;
            let rest = sums[rank][bits & (bits - 1)];
            let power = LAYOUT.powers[8 * rank + lowest];
            let mut lane = 0;
            while lane < LANES {
                sums[rank][bits][lane] = rest[lane] + power[lane];
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
pub struct Indices([u16; LANES]);

impl Indices {
    /// The indices of a board.
    #[inline(always)]
    pub fn of(board: Board) -> Self {
        let mut sum = EMPTY;
        for rank in 0..8 {
            let own = &RANKS[rank][(board.player >> (8 * rank) & 255) as usize];
            let other = &RANKS[rank][(board.opponent >> (8 * rank) & 255) as usize];
            for lane in 0..LANES {
                sum[lane] = sum[lane].wrapping_add(other[lane]).wrapping_sub(own[lane]);
            }
        }
        Self(sum)
    }

    /// The indices after a move, for the opponent.
    #[inline(always)]
    pub fn after(&self, square: Square, flips: u64) -> Self {
        let placed = &POWERS[square.index() & 63];
        let mut sum = [0; LANES];
        for lane in 0..LANES {
            // All digits change sides: twice the index of the empty board is the greatest one.
            sum[lane] = (2 * EMPTY[lane])
                .wrapping_sub(self.0[lane])
                .wrapping_add(placed[lane]);
        }
        let mut rest = flips;
        while rest != 0 {
            let turned = &POWERS[rest.trailing_zeros() as usize & 63];
            rest &= rest - 1;
            for lane in 0..LANES {
                sum[lane] = sum[lane].wrapping_add(2 * turned[lane]);
            }
        }
        Self(sum)
    }

    /// The indices of the patterns.
    #[inline(always)]
    pub fn patterns(&self) -> &[u16; PATTERNS] {
        // The array is longer than what is taken of it.
        self.0.first_chunk().unwrap_or(const { &[0; PATTERNS] })
    }
}

/// For every configuration of a kind of pattern, the one that it is in a mirror; the same one if the
/// pattern is not its own mirror image.
pub fn mirrored(shape: usize) -> Vec<u32> {
    let shape = &ALL[shape];
    let moves_a_square = |turn: &Symmetry| {
        (0..shape.len()).any(|place| turn.square(shape.square(place)) != shape.square(place))
    };
    let mirror = Symmetry::ALL
        .into_iter()
        .find(|turn| turn.bits(shape.bits()) == shape.bits() && moves_a_square(turn));
    let mirror = mirror.unwrap_or(Symmetry::IDENTITY);
    // Digit by digit, each with what it is worth in its new place.
    (0..shape.len()).fold(vec![0], |shorter, place| {
        let image = mirror.square(shape.square(place));
        let new = (0..shape.len()).rfind(|&other| shape.square(other) == image);
        let power = new.map_or(0, |new| 3u32.pow((shape.len() - 1 - new) as u32));
        let digits = |index: u32| [0, 1, 2].map(|digit| index + digit * power);
        shorter.into_iter().flat_map(digits).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::rules::square::squares;
    use crate::util::rng::Rng;

    /// The indices by their definition.
    fn naive(board: Board) -> Vec<usize> {
        let digit = |square: Square| match () {
            () if board.player & square.bit() != 0 => 0,
            () if board.opponent & square.bit() != 0 => 2,
            () => 1,
        };
        let mut indices = Vec::new();
        for shape in &ALL {
            let mut seen = Vec::new();
            for turn in Symmetry::ALL {
                let image = turn.bits(shape.bits());
                if seen.contains(&image) {
                    continue;
                }
                seen.push(image);
                let digits = (0..shape.len()).map(|place| digit(turn.square(shape.square(place))));
                indices.push(digits.fold(0, |sum, digit| 3 * sum + digit));
            }
        }
        indices
    }

    fn of(indices: Indices) -> Vec<usize> {
        indices.patterns().iter().map(|&n| usize::from(n)).collect()
    }

    #[test]
    fn indices_follow_the_game() {
        let mut rng = Rng::new(5);
        for _ in 0..50 {
            let mut board = Board::START;
            let mut indices = Indices::of(board);
            loop {
                assert_eq!(of(indices), naive(board));
                assert_eq!(Indices::of(board), indices);
                let moves: Vec<Square> = squares(board.moves()).collect();
                if moves.is_empty() {
                    break;
                }
                let square = moves[rng.below(moves.len() as u64) as usize];
                let flips = board.flips(square);
                indices = indices.after(square, flips);
                board = board.play(square, flips);
            }
        }
    }

    #[test]
    fn symmetric_boards_have_the_same_patterns() {
        let mut rng = Rng::new(6);
        let mirrors: Vec<Vec<u32>> = (0..SHAPES).map(mirrored).collect();
        for _ in 0..200 {
            let (a, b) = (rng.next(), rng.next());
            let board = Board {
                player: a & !b,
                opponent: b & !a,
            };
            let count = |board: Board| {
                let indices = Indices::of(board);
                let mut all: Vec<(usize, u32)> = indices
                    .patterns()
                    .iter()
                    .zip(SHAPE_OF)
                    .map(|(&index, shape)| {
                        let mirror = mirrors[shape][usize::from(index)];
                        (shape, mirror.min(u32::from(index)))
                    })
                    .collect();
                all.sort_unstable();
                all
            };
            for turn in Symmetry::ALL {
                assert_eq!(count(turn.board(board)), count(board));
            }
        }
    }

    #[test]
    fn a_mirror_image_mirrored_is_the_original() {
        for (number, shape) in ALL.iter().enumerate() {
            let mirror = mirrored(number);
            assert_eq!(mirror.len(), shape.size());
            for (index, &image) in mirror.iter().enumerate() {
                assert_eq!(mirror[image as usize] as usize, index, "{}", shape.name);
            }
        }
    }
}
