//! The weights of the evaluation: `weights.bin`, how it is read, and how it is written.
//!
//! The file is a [`Blob`] of 16-bit weights, the low bytes of all weights first. Every stage of the game
//! has the weights of the patterns, of two mirror images only one, then those of the mobility of the side to
//! move and of the opponent. The weights of the number of empty squares follow the last stage.

use crate::othello::eval::patterns::{Indices, OFFSETS, SHAPES, TABLE_LEN, mirrored};
use crate::util::blob::{Blob, BlobError, load_embedded};
use crate::util::boxed::boxed_array;
use std::sync::{LazyLock, OnceLock};

/// Stages of the game, each with weights of its own.
pub(crate) const STAGES: usize = 26;

/// A weight of this value is a disc.
pub(crate) const UNITS_PER_DISC: i32 = 128;

/// Numbers of moves with weights of their own; greater ones have the weight of the greatest.
pub(crate) const MOBILITIES: usize = 33;

/// Numbers of empty squares, 0 to 60.
pub(crate) const EMPTIES: usize = 61;

/// Weights of the patterns of a stage.
const PATTERN_WEIGHTS: usize = OFFSETS[SHAPES];

/// The stage of a position with this number of empty squares.
#[inline(always)]
pub(crate) const fn stage_of(empties: u32) -> usize {
    let stage = empties.saturating_sub(8) as usize / 2;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The weights of a stage, by index.
#[derive(Clone)]
struct Stage {
    patterns: Box<[i16; TABLE_LEN]>,
    own_mobility: [i16; MOBILITIES],
    opponent_mobility: [i16; MOBILITIES],
}

/// A set of weights.
pub(crate) struct Weights {
    /// Expanded on first use: a search visits few stages, and the first reply must not wait for all of
    /// them.
    stages: [OnceLock<Stage>; STAGES],
    /// The weights as in the file, low bytes and high bytes.
    bytes: Vec<u8>,
    parameters: ParameterMap,
    empties: [i16; EMPTIES],
    /// The checksum of the file, see [`Blob::checksum`].
    pub checksum: u32,
}

const MAGIC: &str = "FLIPOTH2";

/// Maps pattern configurations to parameters. A configuration shares its parameter with its mirror image.
pub(crate) struct ParameterMap {
    /// The parameter of every pattern index, [`OFFSETS`] included.
    pub of: Vec<u32>,
    /// Number of parameters of the patterns of a stage.
    pub count: usize,
}

impl ParameterMap {
    /// Computes the map.
    pub(crate) fn new() -> Self {
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

    /// Number of weights of a stage in a file.
    fn stage_len(&self) -> usize {
        self.count + 2 * MOBILITIES
    }

    /// Size of all weights in bytes.
    fn bytes(&self) -> usize {
        2 * (STAGES * self.stage_len() + EMPTIES)
    }
}

/// The weights of a stage by parameter, as a fit finds them and a file stores them.
#[derive(Clone, Debug)]
pub(crate) struct StageParameters {
    /// Weights of the patterns, by [`ParameterMap::of`].
    pub patterns: Vec<i16>,
    /// By the number of moves of the side to move.
    pub own_mobility: [i16; MOBILITIES],
    /// By the number of moves of the opponent.
    pub opponent_mobility: [i16; MOBILITIES],
}

impl Default for StageParameters {
    fn default() -> Self {
        Self {
            patterns: Vec::new(),
            own_mobility: [0; MOBILITIES],
            opponent_mobility: [0; MOBILITIES],
        }
    }
}

/// Writes a file of weights.
pub(crate) fn write(
    stages: &[StageParameters],
    empties: &[i16; EMPTIES],
    provenance: &str,
) -> Vec<u8> {
    let numbers: Vec<i16> = stages
        .iter()
        .flat_map(|stage| {
            let mobility = stage.own_mobility.iter().chain(&stage.opponent_mobility);
            stage.patterns.iter().chain(mobility)
        })
        .chain(empties)
        .copied()
        .collect();
    let bytes: Vec<u8> = [0, 1]
        .into_iter()
        .flat_map(|byte| numbers.iter().map(move |number| number.to_le_bytes()[byte]))
        .collect();
    Blob::pack(MAGIC, provenance, &bytes)
}

impl Weights {
    /// Reads a file of weights.
    ///
    /// # Errors
    /// The file is of another kind, truncated or damaged.
    pub(crate) fn read(file: &[u8]) -> Result<Self, BlobError> {
        let parameters = ParameterMap::new();
        let size = parameters.bytes();
        let blob = Blob::read(MAGIC, file, size..=size)?;
        let mut weights = Self {
            stages: [const { OnceLock::new() }; STAGES],
            bytes: blob.bytes,
            parameters,
            empties: [0; EMPTIES],
            checksum: blob.checksum,
        };
        let empties = weights.numbers(size / 2 - EMPTIES, EMPTIES);
        weights.empties.copy_from_slice(&empties);
        Ok(weights)
    }

    /// All weights by parameter.
    pub(crate) fn parameters(&self) -> (Vec<StageParameters>, [i16; EMPTIES]) {
        let (count, len) = (self.parameters.count, self.parameters.stage_len());
        let stage = |stage: usize| {
            let numbers = self.numbers(stage * len, len);
            StageParameters {
                own_mobility: std::array::from_fn(|moves| numbers[count + moves]),
                opponent_mobility: std::array::from_fn(|moves| numbers[count + MOBILITIES + moves]),
                patterns: numbers[..count].to_vec(),
            }
        };
        ((0..STAGES).map(stage).collect(), self.empties)
    }

    /// Numbers of the file; zeros where it has none.
    fn numbers(&self, start: usize, count: usize) -> Vec<i16> {
        let (low, high) = self.bytes.split_at(self.bytes.len() / 2);
        let byte = |bytes: &[u8], index: usize| bytes.get(index).copied().unwrap_or_default();
        (start..start + count)
            .map(|index| i16::from_le_bytes([byte(low, index), byte(high, index)]))
            .collect()
    }

    #[inline(always)]
    fn stage(&self, stage: usize) -> &Stage {
        self.stages[stage].get_or_init(|| self.expand(stage))
    }

    #[cold]
    fn expand(&self, stage: usize) -> Stage {
        let ParameterMap { of, count } = &self.parameters;
        let len = self.parameters.stage_len();
        let numbers = self.numbers(stage * len, len);
        let mut patterns = boxed_array(0);
        for (weight, &parameter) in patterns.iter_mut().zip(of) {
            *weight = numbers[parameter as usize];
        }
        Stage {
            patterns,
            own_mobility: std::array::from_fn(|moves| numbers[count + moves]),
            opponent_mobility: std::array::from_fn(|moves| numbers[count + MOBILITIES + moves]),
        }
    }

    /// The value for the side to move, in [`UNITS_PER_DISC`]; `own` and `opponent` are the numbers of moves
    /// of the two sides.
    #[inline(always)]
    pub(crate) fn value(&self, indices: &Indices, empties: u32, own: u32, opponent: u32) -> i32 {
        let stage = self.stage(stage_of(empties));
        let most = MOBILITIES - 1;
        let mut sum = i32::from(self.empties[empties.min(60) as usize])
            + i32::from(stage.own_mobility[(own as usize).min(most)])
            + i32::from(stage.opponent_mobility[(opponent as usize).min(most)]);
        indices.for_each_place(
            #[inline(always)]
            |place| sum += i32::from(stage.patterns[place]),
        );
        sum
    }
}

impl Default for Weights {
    /// All weights are zero.
    fn default() -> Self {
        Self {
            stages: [const { OnceLock::new() }; STAGES],
            bytes: Vec::new(),
            parameters: ParameterMap::new(),
            empties: [0; EMPTIES],
            checksum: 0,
        }
    }
}

/// The weights of the engine.
pub(crate) static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let file = include_bytes!("weights.bin");
    load_embedded("the file of Othello weights", file, Weights::read)
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Symmetry;
    use crate::othello::{Board, eval::evaluate};
    use crate::util::rng::Rng;

    #[test]
    fn the_embedded_weights_are_intact() {
        let file = include_bytes!("weights.bin");
        let Blob { provenance, .. } = Blob::read(MAGIC, file, 0..=usize::MAX).unwrap();
        assert!(provenance.starts_with("flipfive"), "{provenance}");
        let weights = Weights::read(file).unwrap();
        for number in 0..STAGES {
            let stage = weights.stage(number);
            let used = stage.patterns.iter().filter(|&&weight| weight != 0).count();
            assert!(used > 1000, "stage {number}: {used}");
        }
    }

    #[test]
    fn symmetric_boards_have_the_same_value() {
        let mut rng = Rng::new(8);
        for _ in 0..500 {
            let (a, b, c) = (rng.next(), rng.next(), rng.next());
            let board = Board::new(a & b, c & !(a & b));
            for symmetry in Symmetry::ALL {
                assert_eq!(evaluate(symmetry.board(board)), evaluate(board));
            }
        }
    }

    #[test]
    fn weights_survive_a_round_trip() {
        let parameters = ParameterMap::new();
        let mut rng = Rng::new(9);
        let mut number = || (rng.below(2001) as i16) - 1000;
        let stages: Vec<StageParameters> = (0..STAGES)
            .map(|_| StageParameters {
                patterns: (0..parameters.count).map(|_| number()).collect(),
                own_mobility: std::array::from_fn(|_| number()),
                opponent_mobility: std::array::from_fn(|_| number()),
            })
            .collect();
        let empties = std::array::from_fn(|_| number());
        let file = write(&stages, &empties, "a test");
        let back = Weights::read(&file).unwrap();
        assert_eq!(back.empties, empties);
        for (number, fitted) in stages.iter().enumerate() {
            let stage = back.stage(number);
            assert_eq!(stage.own_mobility, fitted.own_mobility);
            assert_eq!(stage.opponent_mobility, fitted.opponent_mobility);
            for (index, &parameter) in parameters.of.iter().enumerate() {
                assert_eq!(stage.patterns[index], fitted.patterns[parameter as usize]);
            }
        }
        // A file with fewer stages has the wrong size.
        let fewer = write(&stages[1..], &empties, "a test");
        assert_eq!(Weights::read(&fewer).err(), Some(BlobError::Size));
    }
}
