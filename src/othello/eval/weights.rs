//! The weights of the evaluation: `weights.bin`, how it is read, and how it is written.
//!
//! The file is [sealed](crate::util::blob). The weights are 16-bit numbers, the low bytes of all of them
//! first: for every stage of the game the patterns, of two mirror images only one, then the numbers of
//! moves of the side to move and of the other side; after the last stage what the number of empty squares
//! is worth.

use crate::othello::eval::patterns::{Indices, OFFSET_OF, OFFSETS, PATTERNS, SHAPES, mirrored};
use crate::util::blob::{Blob, BlobError, seal};
use std::sync::{LazyLock, OnceLock};

/// Stages of the game with weights of their own.
pub const STAGES: usize = 26;

/// Weights are in this fraction of a disc.
pub const UNIT: i32 = 128;

/// Numbers of moves that are told apart; more count as the greatest of them.
pub const MOBILITY: usize = 33;

/// Weights of the patterns of a stage.
const PATTERN_WEIGHTS: usize = OFFSETS[SHAPES];

/// The stage of a position with so many empty squares.
#[inline(always)]
pub const fn stage_of(empties: u32) -> usize {
    let stage = empties.saturating_sub(8) as usize / 2;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// What belongs to a stage of the game.
#[derive(Clone)]
struct Stage {
    patterns: Box<[i16]>,
    own: [i16; MOBILITY],
    other: [i16; MOBILITY],
}

/// A set of weights.
pub struct Weights {
    /// Unpacked when they are first needed: a game is at few stages at a time, and a process that has a
    /// question about one position is to answer at once.
    stages: [OnceLock<Stage>; STAGES],
    /// The weights as in the file, low bytes and high bytes.
    bytes: Vec<u8>,
    packing: Packing,
    empties: [i16; 61],
    /// How they were made.
    pub provenance: String,
    /// FNV-1a of the weights.
    pub hash: u64,
}

const MAGIC: &str = "FLIPOTH1";

/// The parameters of a stage: of the configurations that are mirror images of one another only one has
/// a weight.
pub struct Packing {
    /// For every index of a pattern, [`OFFSETS`] included, its parameter.
    pub of: Vec<u32>,
    /// Number of parameters.
    pub count: usize,
}

impl Packing {
    /// Computes it.
    pub fn new() -> Self {
        let mut of = vec![0; PATTERN_WEIGHTS];
        let mut count = 0;
        for (shape, &offset) in OFFSETS[..SHAPES].iter().enumerate() {
            for (index, mirror) in mirrored(shape).into_iter().enumerate() {
                let mirror = mirror as usize;
                of[offset + index] = if mirror < index {
                    of[offset + mirror]
                } else {
                    count += 1;
                    count - 1
                };
            }
        }
        Self {
            of,
            count: count as usize,
        }
    }

    /// How many numbers a stage has in a file.
    fn of_stage(&self) -> usize {
        self.count + 2 * MOBILITY
    }

    /// Opens a file of weights; does not look at its hash.
    fn open(&self, file: &[u8]) -> Result<Blob, BlobError> {
        let size = 2 * (STAGES * self.of_stage() + 61);
        Blob::open(MAGIC, file, size..=size)
    }
}

impl Default for Packing {
    fn default() -> Self {
        Self::new()
    }
}

/// The parameters of a stage as they are fitted.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// By [`Packing::of`].
    pub patterns: Vec<i16>,
    /// By the number of moves of the side to move.
    pub own: [i16; MOBILITY],
    /// By the number of moves of the other side.
    pub other: [i16; MOBILITY],
}

impl Default for Fitted {
    fn default() -> Self {
        Self {
            patterns: Vec::new(),
            own: [0; MOBILITY],
            other: [0; MOBILITY],
        }
    }
}

/// Writes a file of weights.
pub fn write(stages: &[Fitted], empties: &[i16; 61], provenance: &str) -> Vec<u8> {
    let numbers: Vec<i16> = stages
        .iter()
        .flat_map(|stage| stage.patterns.iter().chain(&stage.own).chain(&stage.other))
        .chain(empties)
        .copied()
        .collect();
    let bytes: Vec<u8> = [0, 1]
        .into_iter()
        .flat_map(|byte| numbers.iter().map(move |number| number.to_le_bytes()[byte]))
        .collect();
    seal(MAGIC, provenance, &bytes)
}

impl Weights {
    /// Reads a file of weights.
    ///
    /// # Errors
    /// It is something else, or damaged.
    pub fn read(file: &[u8]) -> Result<Self, BlobError> {
        let packing = Packing::new();
        let sealed = packing.open(file)?.check()?;
        Ok(Self::of(sealed, packing))
    }

    fn of(sealed: Blob, packing: Packing) -> Self {
        let mut weights = Self {
            stages: [const { OnceLock::new() }; STAGES],
            bytes: sealed.bytes,
            packing,
            empties: [0; 61],
            provenance: sealed.provenance,
            hash: sealed.hash,
        };
        let count = weights.bytes.len() / 2;
        let empties = weights.numbers(count - 61, 61);
        weights.empties.copy_from_slice(&empties);
        weights
    }

    /// No weights at all.
    fn none() -> Self {
        Self {
            stages: [const { OnceLock::new() }; STAGES],
            bytes: Vec::new(),
            packing: Packing::new(),
            empties: [0; 61],
            provenance: String::new(),
            hash: 0,
        }
    }

    /// Numbers of the file; zeros where it has none.
    fn numbers(&self, start: usize, count: usize) -> Vec<i16> {
        let (low, high) = self.bytes.split_at(self.bytes.len() / 2);
        let byte = |bytes: &[u8], index: usize| bytes.get(index).copied().unwrap_or_default();
        (start..start + count)
            .map(|index| i16::from_le_bytes([byte(low, index), byte(high, index)]))
            .collect()
    }

    /// What belongs to a stage.
    #[inline(always)]
    fn stage(&self, stage: usize) -> &Stage {
        self.stages[stage].get_or_init(|| self.unpack(stage))
    }

    #[cold]
    fn unpack(&self, stage: usize) -> Stage {
        let Packing { of, count } = &self.packing;
        let size = self.packing.of_stage();
        let numbers = self.numbers(stage * size, size);
        Stage {
            patterns: of.iter().map(|&n| numbers[n as usize]).collect(),
            own: std::array::from_fn(|moves| numbers[count + moves]),
            other: std::array::from_fn(|moves| numbers[count + MOBILITY + moves]),
        }
    }

    /// The value for the side to move in [`UNIT`]s of a disc: `own` and `other` are the numbers of moves
    /// of the two sides.
    #[inline(always)]
    pub fn value(&self, indices: &Indices, empties: u32, own: u32, other: u32) -> i32 {
        let stage = self.stage(stage_of(empties));
        let most = MOBILITY - 1;
        let mut sum = i32::from(self.empties[empties.min(60) as usize])
            + i32::from(stage.own[(own as usize).min(most)])
            + i32::from(stage.other[(other as usize).min(most)]);
        let patterns = &stage.patterns[..PATTERN_WEIGHTS];
        let indices = indices.patterns();
        for lane in 0..PATTERNS {
            sum += i32::from(patterns[OFFSET_OF[lane] + usize::from(indices[lane])]);
        }
        sum
    }
}

/// The weights of this program.
pub static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    // A test reads the same bytes, and their hash.
    let packing = Packing::new();
    match packing.open(include_bytes!("weights.bin")) {
        Ok(sealed) => Weights::of(sealed, packing),
        Err(error) => {
            log::error!("the weights of Othello: {error}");
            Weights::none()
        }
    }
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Symmetry;
    use crate::othello::Board;
    use crate::othello::eval::evaluate;
    use crate::util::rng::Rng;

    #[test]
    fn the_weights_of_the_program_are_whole() {
        let weights = Weights::read(include_bytes!("weights.bin")).unwrap();
        assert!(
            weights.provenance.starts_with("flipfive"),
            "{}",
            weights.provenance
        );
        // They say something at every stage.
        for number in 0..STAGES {
            let stage = weights.stage(number);
            let used = stage.patterns.iter().filter(|&&weight| weight != 0).count();
            assert!(used > 1000, "stage {number}: {used}");
        }
    }

    #[test]
    fn symmetric_boards_are_worth_the_same() {
        let mut rng = Rng::new(8);
        for _ in 0..500 {
            let (a, b, c) = (rng.next(), rng.next(), rng.next());
            let board = Board {
                player: a & b,
                opponent: c & !(a & b),
            };
            for turn in Symmetry::ALL {
                assert_eq!(evaluate(turn.board(board)), evaluate(board));
            }
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let packing = Packing::new();
        let mut rng = Rng::new(9);
        let mut number = || (rng.below(2001) as i16) - 1000;
        let stages: Vec<Fitted> = (0..STAGES)
            .map(|_| Fitted {
                patterns: (0..packing.count).map(|_| number()).collect(),
                own: std::array::from_fn(|_| number()),
                other: std::array::from_fn(|_| number()),
            })
            .collect();
        let empties = std::array::from_fn(|_| number());
        let file = write(&stages, &empties, "a test");
        let back = Weights::read(&file).unwrap();
        assert_eq!(
            (back.provenance.as_str(), back.empties),
            ("a test", empties)
        );
        for (number, fitted) in stages.iter().enumerate() {
            let stage = back.stage(number);
            assert_eq!((stage.own, stage.other), (fitted.own, fitted.other));
            for (index, &packed) in packing.of.iter().enumerate() {
                assert_eq!(stage.patterns[index], fitted.patterns[packed as usize]);
            }
        }
        // The same bytes under another number of stages are no weights.
        let fewer = write(&stages[1..], &empties, "a test");
        assert_eq!(Weights::read(&fewer).err(), Some(BlobError::Damaged));
    }
}
