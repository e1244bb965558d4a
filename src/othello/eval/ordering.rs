//! The ordering evaluation: a cheap estimate of exact scores near the end of the game.
//!
//! It serves nodes where the whole evaluation would cost more than a good order saves. It has no stages, and only
//! the sixteen patterns of the first four shapes: a third of the look-ups, and indices that fit into one vector.
//! The weights were fitted to exact scores; `docs/training.md` describes how.
//!
//! The file `ordering.bin` is a [`Blob`] of 8-bit weights, of two mirror images only one.

use crate::othello::eval::patterns::{EMPTY, OFFSET_OF, OFFSETS, POWERS, RANKS};
use crate::othello::eval::weights::ParameterMap;
use crate::othello::{Board, Square};
use crate::util::blob::{Blob, BlobError, load_embedded};
use std::sync::LazyLock;

/// Number of shapes: the first ones of [`crate::othello::eval::patterns::ALL`].
const SHAPES: usize = 4;

/// Number of patterns.
pub(crate) const PATTERNS: usize = 16;

/// Number of weights by pattern index.
const SIZE: usize = OFFSETS[SHAPES];

/// A weight of this value is a disc.
pub(crate) const UNITS_PER_DISC: i32 = 8;

/// A number for each pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
struct Lanes([u16; PATTERNS]);

/// The numbers of the first patterns of all, times `factor`.
const fn leading<const N: usize>(lanes: &[u16; N], factor: u16) -> Lanes {
    const { assert!(N >= PATTERNS) };
    let mut found = [0; PATTERNS];
    let mut lane = 0;
    while lane < PATTERNS {
        found[lane] = factor * lanes[lane];
        lane += 1;
    }
    Lanes(found)
}

/// [`eval::patterns::RANKS`](crate::othello::eval::patterns::RANKS) of these patterns. A table of its own, since that of all
/// patterns is three times as large.
static SUMS_OF_RANKS: [[Lanes; 256]; 8] = {
    let mut sums = [[Lanes([0; PATTERNS]); 256]; 8];
    let mut rank = 0;
    while rank < 8 {
        let mut bits = 0;
        while bits < 256 {
            sums[rank][bits] = leading(&RANKS[rank][bits].0, 1);
            bits += 1;
        }
        rank += 1;
    }
    sums
};

/// Twice [`eval::patterns::POWERS`](crate::othello::eval::patterns::POWERS) of these patterns, by square: what a flip changes.
static DOUBLE_POWERS: [Lanes; 64] = {
    let mut powers = [Lanes([0; PATTERNS]); 64];
    let mut square = 0;
    while square < 64 {
        powers[square] = leading(&POWERS[square].0, 2);
        square += 1;
    }
    powers
};

/// The indices of the patterns, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OrderingIndices(Lanes);

impl OrderingIndices {
    /// The indices of a board, from sums by rank.
    #[inline(always)]
    pub(crate) fn of(board: Board) -> Self {
        let mut sum = const { leading(&EMPTY, 1).0 };
        for (rank, sums) in SUMS_OF_RANKS.iter().enumerate() {
            let own = &sums[(board.player >> (8 * rank) & 255) as usize].0;
            let other = &sums[(board.opponent >> (8 * rank) & 255) as usize].0;
            for lane in 0..PATTERNS {
                sum[lane] = sum[lane].wrapping_add(other[lane]).wrapping_sub(own[lane]);
            }
        }
        Self(Lanes(sum))
    }

    /// The indices after a move, for the opponent, from those before it.
    #[inline(always)]
    pub(crate) fn after(&self, square: Square, flips: u64) -> Self {
        let twice_empty = const { leading(&EMPTY, 2).0 };
        let twice_placed = &DOUBLE_POWERS[square.index() & 63].0;
        let mut sum = [0; PATTERNS];
        for lane in 0..PATTERNS {
            // All digits change sides: the greatest index minus this one.
            sum[lane] = twice_empty[lane]
                .wrapping_sub(self.0.0[lane])
                .wrapping_add(twice_placed[lane] / 2);
        }
        let mut rest = flips;
        while rest != 0 {
            let twice_flipped = &DOUBLE_POWERS[rest.trailing_zeros() as usize & 63].0;
            rest &= rest - 1;
            for lane in 0..PATTERNS {
                sum[lane] = sum[lane].wrapping_add(twice_flipped[lane]);
            }
        }
        Self(Lanes(sum))
    }
}

/// The weights, by pattern index.
pub(crate) struct PatternWeights(Box<[i8; SIZE]>);

/// The parameters of the weights: for each weight its parameter, and their number.
pub(crate) struct OrderingParameters {
    of: Vec<u32>,
    pub(crate) count: usize,
}

impl OrderingParameters {
    pub(crate) fn new() -> Self {
        let mut of = ParameterMap::new().of;
        of.truncate(SIZE);
        let count = of.iter().max().map_or(0, |&most| most as usize + 1);
        Self { of, count }
    }

    /// The parameters of the patterns of a board.
    pub(crate) fn active(&self, board: Board) -> [u32; PATTERNS] {
        let OrderingIndices(Lanes(indices)) = OrderingIndices::of(board);
        std::array::from_fn(|lane| self.of[OFFSET_OF[lane] + usize::from(indices[lane])])
    }
}

const MAGIC: &str = "FLIPORD1";

/// Writes a file of weights by parameter, in [`UNITS_PER_DISC`].
pub(crate) fn write(parameters: &[i8], provenance: &str) -> Vec<u8> {
    Blob::pack(MAGIC, provenance, bytemuck::cast_slice(parameters))
}

impl PatternWeights {
    /// Reads a file of weights.
    ///
    /// # Errors
    /// The file is of another kind, truncated or damaged.
    pub(crate) fn read(file: &[u8]) -> Result<Self, BlobError> {
        let OrderingParameters { of, count } = OrderingParameters::new();
        let blob = Blob::read(MAGIC, file, count..=count)?;
        let mut weights: Box<[i8; SIZE]> = bytemuck::allocation::zeroed_box();
        for (weight, &parameter) in weights.iter_mut().zip(&of) {
            *weight = blob.bytes[parameter as usize] as i8;
        }
        Ok(Self(weights))
    }

    /// The sum of the weights for the side to move, in [`UNITS_PER_DISC`].
    #[inline(always)]
    pub(crate) fn value(&self, indices: &OrderingIndices) -> i32 {
        // Through memory: taken out of a vector, each index would cost two instructions more.
        let Lanes(indices) = std::hint::black_box(indices.0);
        let mut sum = 0;
        for (&offset, &index) in OFFSET_OF.iter().zip(&indices) {
            sum += i32::from(self.0[offset + usize::from(index)]);
        }
        sum
    }
}

impl Default for PatternWeights {
    /// All weights are zero.
    fn default() -> Self {
        Self(bytemuck::allocation::zeroed_box())
    }
}

/// The weights of the engine.
pub(crate) static PATTERN_WEIGHTS: LazyLock<PatternWeights> = LazyLock::new(|| {
    let file = include_bytes!("ordering.bin");
    load_embedded("the file of ordering weights", file, PatternWeights::read)
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Symmetry;
    use crate::othello::eval::patterns::Indices;
    use crate::util::rng::Rng;

    #[test]
    fn the_embedded_weights_are_intact() {
        let weights = PatternWeights::read(include_bytes!("ordering.bin")).unwrap();
        let used = weights.0.iter().filter(|&&weight| weight != 0).count();
        assert!(used > 50_000, "{used}");
        let damaged = write(&[0; 100], "a test");
        assert!(matches!(
            PatternWeights::read(&damaged),
            Err(BlobError::Size)
        ));
    }

    #[test]
    fn indices_are_the_first_ones_of_all() {
        let mut rng = Rng::new(12);
        let mut checked = 0;
        for _ in 0..2000 {
            let (a, b, c) = (rng.next(), rng.next(), rng.next());
            let board = Board::new(a & b, c & !(a & b));
            let indices = OrderingIndices::of(board);
            assert_eq!(indices.0.0[..], Indices::of(board).patterns()[..PATTERNS]);
            let moves = board.moves();
            if moves != 0 {
                let square = Square(moves.trailing_zeros() as u8);
                let flips = board.flips(square);
                let child = board.play(square, flips);
                assert_eq!(indices.after(square, flips), OrderingIndices::of(child));
                checked += 1;
            }
        }
        assert!(checked > 1000);
    }

    #[test]
    fn symmetric_boards_have_the_same_value() {
        let mut rng = Rng::new(13);
        for _ in 0..300 {
            let (a, b, c) = (rng.next(), rng.next(), rng.next());
            let board = Board::new(a & b, c & !(a & b));
            let value = |board| PATTERN_WEIGHTS.value(&OrderingIndices::of(board));
            for symmetry in Symmetry::ALL {
                assert_eq!(value(symmetry.board(board)), value(board));
            }
        }
    }

    #[test]
    fn weights_survive_a_round_trip() {
        let parameters = OrderingParameters::new();
        let mut rng = Rng::new(14);
        let fitted: Vec<i8> = (0..parameters.count)
            .map(|_| rng.below(256) as u8 as i8)
            .collect();
        let back = PatternWeights::read(&write(&fitted, "a test")).unwrap();
        for (index, &parameter) in parameters.of.iter().enumerate() {
            assert_eq!(back.0[index], fitted[parameter as usize]);
        }
    }
}
