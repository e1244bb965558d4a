//! The factors of the evaluation: a correction of the linear value by all pairs of patterns.
//!
//! A factorisation machine (S. Rendle, "Factorization machines", 2010). Every configuration of a pattern has a
//! vector of [`FACTORS`] numbers. The vectors on the board are added up to a sum s, and (s₀² - s₁² + s₂² - ...) / 2
//! is added to the linear value. So each pair of configurations has a weight, the product of their vectors with every
//! other component negative, for the price of one sum.
//!
//! Groups of stages have vectors of their own. The file is a [`Blob`] of the vectors by parameter, group after
//! group.

use crate::othello::eval::patterns::{Indices, TABLE_LEN};
use crate::othello::eval::weights::{ParameterMap, UNITS_PER_DISC};
use crate::othello::rules::flip::Kernel;
use crate::util::blob::{Blob, BlobError, load_embedded};
use std::sync::{LazyLock, OnceLock};

/// Components of a vector.
pub(crate) const FACTORS: usize = 16;

/// Groups of stages.
pub(crate) const GROUPS: usize = 3;

/// Fixed-point scale: this integer stands for 1.0 in a vector, where half the square of a sum of 1.0 is half a disc.
pub(crate) const ONE: i32 = 64;

/// What the sums of signed squares are divided by to be in [`UNITS_PER_DISC`].
const DIVISOR: i32 = 2 * ONE * ONE / UNITS_PER_DISC;

/// The group of a position with this number of empty squares.
#[inline(always)]
pub(crate) const fn group_of(empties: u32) -> usize {
    match empties {
        0..=21 => 0,
        22..=37 => 1,
        _ => 2,
    }
}

/// The vector of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Zeroable)]
#[repr(align(16))]
pub(crate) struct Vector(pub [i8; FACTORS]);

type VectorTable = Box<[Vector; TABLE_LEN]>;

/// The vectors of all configurations.
pub(crate) struct Factors {
    /// By pattern index, expanded on first use.
    groups: [OnceLock<VectorTable>; GROUPS],
    bytes: Vec<u8>,
    parameters: ParameterMap,
}

const MAGIC: &str = "FLIPFAC1";

/// Writes a file of factors: the vectors by parameter of each group.
pub(crate) fn write(groups: &[Vec<Vector>; GROUPS], provenance: &str) -> Vec<u8> {
    let numbers = groups.iter().flatten().flat_map(|vector| vector.0);
    let bytes: Vec<u8> = numbers.map(i8::cast_unsigned).collect();
    Blob::pack(MAGIC, provenance, &bytes)
}

impl Factors {
    /// Reads a file of factors.
    ///
    /// # Errors
    /// The file is of another kind, truncated or damaged.
    pub(crate) fn read(file: &[u8]) -> Result<Self, BlobError> {
        let parameters = ParameterMap::new();
        let size = GROUPS * parameters.count * FACTORS;
        Ok(Self {
            groups: [const { OnceLock::new() }; GROUPS],
            bytes: Blob::read(MAGIC, file, size..=size)?.bytes,
            parameters,
        })
    }

    #[inline(always)]
    fn group(&self, group: usize) -> &[Vector; TABLE_LEN] {
        self.groups[group].get_or_init(|| self.expand(group))
    }

    /// The vectors of a group by parameter, as a training finds them and a file stores them.
    pub(crate) fn vectors(&self, group: usize) -> impl Iterator<Item = Vector> {
        let count = self.parameters.count;
        let bytes = self.bytes.get(group * count * FACTORS..);
        let vectors = bytes.unwrap_or_default().chunks_exact(FACTORS).take(count);
        vectors.map(|chunk| Vector(std::array::from_fn(|k| chunk[k].cast_signed())))
    }

    #[cold]
    fn expand(&self, group: usize) -> VectorTable {
        let vectors: Vec<Vector> = self.vectors(group).collect();
        let mut table: VectorTable = bytemuck::allocation::zeroed_box();
        for (entry, &parameter) in table.iter_mut().zip(&self.parameters.of) {
            if let Some(&vector) = vectors.get(parameter as usize) {
                *entry = vector;
            }
        }
        table
    }

    /// What the pairs of patterns add to the value for the side to move, in [`UNITS_PER_DISC`]. Inline it below
    /// [`Kernel::run`].
    #[inline(always)]
    pub(crate) fn value<K: Kernel>(&self, kernel: K, indices: &Indices, empties: u32) -> i32 {
        let vectors = self.group(group_of(empties));
        // 46 numbers of eight bits fit into sixteen.
        let mut sum = kernel.zero_sum();
        indices.for_each_place(
            #[inline(always)]
            |place| sum = kernel.add_vector(sum, &vectors[place].0),
        );
        kernel.signed_squares(sum) / DIVISOR
    }
}

impl Default for Factors {
    /// All vectors are zero.
    fn default() -> Self {
        Self {
            groups: [const { OnceLock::new() }; GROUPS],
            bytes: Vec::new(),
            parameters: ParameterMap::new(),
        }
    }
}

/// The factors of the engine.
pub(crate) static FACTORS_OF_ENGINE: LazyLock<Factors> = LazyLock::new(|| {
    let file = include_bytes!("factors.bin");
    load_embedded("the file of Othello factors", file, Factors::read)
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Board;
    use crate::othello::eval::patterns::OFFSET_OF;
    use crate::othello::rules::flip::Portable;
    use crate::util::rng::Rng;

    fn random(rng: &mut Rng, count: usize) -> [Vec<Vector>; GROUPS] {
        std::array::from_fn(|_| {
            let vector = |_| Vector(std::array::from_fn(|_| rng.next() as i8));
            (0..count).map(vector).collect()
        })
    }

    #[test]
    fn the_embedded_factors_are_intact() {
        let file = include_bytes!("factors.bin");
        let Blob { provenance, .. } = Blob::read(MAGIC, file, 0..=usize::MAX).unwrap();
        assert!(provenance.starts_with("flipfive"), "{provenance}");
        let factors = Factors::read(file).unwrap();
        for group in 0..GROUPS {
            let vectors = factors.group(group).iter();
            let used = vectors.filter(|vector| vector.0 != [0; FACTORS]);
            assert!(used.count() > 100_000, "group {group}");
        }
    }

    #[test]
    fn the_value_is_the_sum_over_all_pairs_of_patterns() {
        let mut rng = Rng::new(12);
        let parameters = ParameterMap::new();
        let vectors = random(&mut rng, parameters.count);
        let factors = Factors::read(&write(&vectors, "a test")).unwrap();
        for _ in 0..50 {
            let (a, b, c) = (rng.next(), rng.next(), rng.next());
            let board = Board::new(a & b, c & !(a & b));
            let indices = Indices::of(board);
            let group = &vectors[group_of(board.empties())];
            let of_board: Vec<Vector> = indices
                .patterns()
                .iter()
                .zip(OFFSET_OF)
                .map(|(&index, offset)| group[parameters.of[offset + usize::from(index)] as usize])
                .collect();
            let mut total = 0;
            for one in &of_board {
                for other in &of_board {
                    for (k, (&x, &y)) in one.0.iter().zip(&other.0).enumerate() {
                        let product = i32::from(x) * i32::from(y);
                        total += if k % 2 == 0 { product } else { -product };
                    }
                }
            }
            let value = factors.value(Portable, &indices, board.empties());
            assert_eq!(value, total / DIVISOR, "{board:?}");
        }
    }

    #[test]
    fn a_file_without_a_group_is_refused() {
        let count = ParameterMap::new().count;
        let mut vectors = random(&mut Rng::new(3), count);
        vectors[2].clear();
        let file = write(&vectors, "a test");
        assert_eq!(Factors::read(&file).err(), Some(BlobError::Size));
    }
}
