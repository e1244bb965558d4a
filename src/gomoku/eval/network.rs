//! The network: a correction of the static value by the shapes of the whole board.
//!
//! For every cell and each of the four directions, the [`Window`] of nine cells around it has a vector of
//! [`CHANNELS`] numbers. A cell is the sum of its four vectors and a bias, clipped to 0 to [`CLIP`]. The sum
//! over all cells of the board is the input of [`UNITS`] rectified units. Their weighted sum, a multiple of
//! the static value and a constant are added up: the log odds of the side to move.
//!
//! The idea of vectors for line shapes is that of Rapfi's Mix networks (`eval/mix*nnue*.h`); this one is much
//! smaller and has no policy. A file holds the network for one [`rule_side`], the side to move.
//! `docs/training.md` describes how they are made.

use crate::game::Side;
use crate::gomoku::eval::threat_table::LIMIT;
use crate::gomoku::eval::weights::{RULE_SIDES, rule_side};
use crate::gomoku::eval::win_rate::SCALE;
use crate::gomoku::eval::window::{WINDOWS, Window};
use crate::gomoku::rules::Rule;
use crate::util::blob::{Blob, BlobError, load_embedded};
use crate::util::boxed::boxed_array;
use std::sync::LazyLock;

/// Numbers of a vector.
pub(crate) const CHANNELS: usize = 16;

/// Hidden units.
pub(crate) const UNITS: usize = 32;

/// What 1.0 is in a vector.
pub(crate) const ONE: i16 = 128;

/// The largest number of a cell.
pub(crate) const CLIP: i16 = 4;

/// The sum over the cells is divided by this.
pub(crate) const POOL_DIVISOR: f32 = 16.0;

/// The vector of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Vector(pub [i8; CHANNELS]);

/// The dense layers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layers {
    /// Added to every cell.
    pub bias: [f32; CHANNELS],
    /// The weights of the hidden units, by channel.
    pub hidden: [[f32; UNITS]; CHANNELS],
    /// The biases of the hidden units.
    pub hidden_bias: [f32; UNITS],
    /// The weights of the output.
    pub output: [f32; UNITS],
    /// The weight of the static value, for each unit of the evaluation.
    pub static_weight: f32,
    /// The bias of the output: the value of having the move.
    pub tempo: f32,
}

/// Numbers of [`Layers`].
const LAYER_NUMBERS: usize = CHANNELS + CHANNELS * UNITS + UNITS + UNITS + 2;

impl Default for Layers {
    /// All weights are zero.
    fn default() -> Self {
        Self {
            bias: [0.0; CHANNELS],
            hidden: [[0.0; UNITS]; CHANNELS],
            hidden_bias: [0.0; UNITS],
            output: [0.0; UNITS],
            static_weight: 0.0,
            tempo: 0.0,
        }
    }
}

impl Layers {
    /// All numbers, in the order of the file.
    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.bias
            .iter_mut()
            .chain(self.hidden.as_flattened_mut())
            .chain(&mut self.hidden_bias)
            .chain(&mut self.output)
            .chain([&mut self.static_weight, &mut self.tempo])
    }

    /// The hidden units before they are rectified, given the sum over the cells.
    #[inline(always)]
    pub(crate) fn hidden_sums(&self, pool: &[f32; CHANNELS]) -> [f32; UNITS] {
        let mut sums = self.hidden_bias;
        for (input, weights) in pool.iter().zip(&self.hidden) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
        sums
    }

    /// The log odds of the side to move, given the [`Layers::hidden_sums`] and the static value in units.
    #[inline(always)]
    pub(crate) fn log_odds(&self, sums: &[f32; UNITS], static_value: f32) -> f32 {
        // Eight partial sums, since one would be a chain of additions.
        let mut parts = [0.0; 8];
        for (n, (sum, weight)) in sums.iter().zip(&self.output).enumerate() {
            parts[n % 8] += sum.max(0.0) * weight;
        }
        self.static_weight * static_value + self.tempo + parts.iter().sum::<f32>()
    }
}

/// A file of a network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NetworkFile {
    /// By number of the window.
    pub vectors: Vec<Vector>,
    pub layers: Layers,
    /// Where the weights come from.
    pub provenance: String,
}

const MAGIC: &str = "FLIPNET1";

const SIZE: usize = WINDOWS * CHANNELS + 4 * LAYER_NUMBERS;

impl NetworkFile {
    /// Reads a file.
    ///
    /// # Errors
    /// The file is of another kind, truncated or damaged.
    pub(crate) fn read(file: &[u8]) -> Result<Self, BlobError> {
        let blob = Blob::read(MAGIC, file, SIZE..=SIZE)?;
        let (vectors, numbers) = blob.bytes.split_at(WINDOWS * CHANNELS);
        let vectors = vectors.chunks_exact(CHANNELS).map(|chunk| {
            let mut chunk = chunk.iter().map(|byte| byte.cast_signed());
            Vector(std::array::from_fn(|_| chunk.next().unwrap_or_default()))
        });
        let mut layers = Layers::default();
        for (number, bytes) in layers.numbers_mut().zip(numbers.chunks_exact(4)) {
            let bytes = bytes.first_chunk().ok_or(BlobError::Size)?;
            *number = f32::from_le_bytes(*bytes);
        }
        Ok(Self {
            vectors: vectors.collect(),
            layers,
            provenance: blob.provenance,
        })
    }

    /// Writes a file.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut layers = self.layers.clone();
        let numbers = layers.numbers_mut().flat_map(|number| number.to_le_bytes());
        let vectors = self.vectors.iter().flat_map(|vector| vector.0);
        let bytes: Vec<u8> = vectors.map(i8::cast_unsigned).chain(numbers).collect();
        Blob::pack(MAGIC, &self.provenance, &bytes)
    }
}

/// A network, ready for use.
pub(crate) struct Network {
    /// By [`Window::index`].
    vectors: Box<[Vector; 1 << 16]>,
    /// Added to every cell, in units of 1 / [`ONE`].
    pub bias: [i16; CHANNELS],
    layers: Layers,
}

/// The built-in networks, by [`rule_side`]. A network is unpacked at its first use.
static NETWORKS: [Option<LazyLock<Network>>; RULE_SIDES] = [
    Some(LazyLock::new(|| {
        Network::embedded(include_bytes!("network/freestyle.bin"))
    })),
    Some(LazyLock::new(|| {
        Network::embedded(include_bytes!("network/standard.bin"))
    })),
    // Those for Renju predict results better, but play no better: see docs/notes/training.md.
    None,
    None,
    None,
    None,
];

impl Default for Network {
    /// The network whose value is the static value.
    fn default() -> Self {
        Self {
            vectors: boxed_array(Vector([0; CHANNELS])),
            bias: [0; CHANNELS],
            layers: Layers {
                static_weight: 100.0 / SCALE,
                ..Layers::default()
            },
        }
    }
}

impl Network {
    /// The built-in network for a rule and the side to move, if there is one.
    pub(crate) fn of(rule: Rule, side: Side) -> Option<&'static Self> {
        NETWORKS[rule_side(rule, side)]
            .as_ref()
            .map(LazyLock::force)
    }

    fn embedded(file: &[u8]) -> Self {
        let read = |file: &[u8]| NetworkFile::read(file).map(|file| Self::new(&file));
        load_embedded("a Gomoku network", file, read)
    }

    fn new(file: &NetworkFile) -> Self {
        let mut network = Self::default();
        for (window, number) in Window::numbered() {
            network.vectors[window.index()] = file.vectors[number];
        }
        network.bias = file
            .layers
            .bias
            .map(|bias| (bias * f32::from(ONE)).round() as i16);
        network.layers = file.layers.clone();
        // The sums over the cells are integers in these units.
        for weight in network.layers.hidden.as_flattened_mut() {
            *weight /= f32::from(ONE) * POOL_DIVISOR;
        }
        network
    }

    /// The vector of a window.
    #[inline(always)]
    pub(crate) fn vector(&self, window: Window) -> &Vector {
        &self.vectors[window.index()]
    }

    /// The value for the side to move, given the sum over the cells and the static value. Both values are in
    /// hundredths of a unit, between plus and minus [`LIMIT`].
    #[inline]
    pub(crate) fn value(&self, pool: &[i32; CHANNELS], static_value: i32) -> i32 {
        let mut inputs = [0.0; CHANNELS];
        for (input, &sum) in inputs.iter_mut().zip(pool) {
            *input = sum as f32;
        }
        let sums = self.layers.hidden_sums(&inputs);
        let log_odds = self.layers.log_odds(&sums, static_value as f32 / 100.0);
        ((log_odds * SCALE) as i32).clamp(-LIMIT, LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    #[test]
    fn networks_survive_a_round_trip() {
        let mut rng = Rng::new(5);
        let mut layers = Layers::default();
        for number in layers.numbers_mut() {
            *number = rng.below(1000) as f32 / 300.0;
        }
        let file = NetworkFile {
            vectors: (0..WINDOWS)
                .map(|_| Vector(std::array::from_fn(|_| rng.next() as i8)))
                .collect(),
            layers,
            provenance: "a test".into(),
        };
        assert_eq!(NetworkFile::read(&file.write()), Ok(file));
    }

    #[test]
    fn the_embedded_networks_are_intact() {
        for rule in Rule::ALL {
            for side in Side::ALL {
                let Some(network) = Network::of(rule, side) else {
                    continue;
                };
                // The one that serves if the file is damaged has no hidden units.
                assert_ne!(network.layers.output, [0.0; UNITS], "{rule} {side}");
                let used = network.vectors.iter().filter(|v| v.0 != [0; CHANNELS]);
                assert!(used.count() > 10_000, "{rule} {side}");
            }
        }
    }

    #[test]
    fn the_default_network_keeps_the_static_value() {
        let network = Network::default();
        for value in [-LIMIT, -1234, -1, 0, 7, 300, LIMIT] {
            assert_eq!(network.value(&[77; CHANNELS], value), value);
        }
    }

    #[test]
    fn values_grow_with_the_static_value_up_to_the_limit() {
        let network = Network::of(Rule::Freestyle, Side::Black).unwrap();
        let pool = [3000; CHANNELS];
        let values = (-100..=100).map(|n| network.value(&pool, 60 * n));
        assert!(values.is_sorted());
        assert_eq!(network.value(&pool, 1 << 24), LIMIT);
        assert_eq!(network.value(&pool, -1 << 24), -LIMIT);
    }
}
