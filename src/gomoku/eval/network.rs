//! The network: a correction of the static value by the shapes of the whole board.
//!
//! For every cell and each of the four directions, the [`Window`] of nine cells around it has a vector of
//! [`CHANNELS`] numbers. A cell is the sum of its four vectors and a bias, clipped to 0 to [`CLIP`]. The sum
//! over all cells of the board, the static value and the numbers of [`Threats`] are the inputs of [`UNITS`]
//! rectified units. Their weighted sum, a multiple of the static value and a constant are added up: the log odds
//! of the side to move. These dense layers are the [`Head`]; where the rules are not the same for both sides,
//! each side to move has its own.
//!
//! The idea of vectors for line shapes is that of Rapfi's Mix networks (`eval/mix*nnue*.h`); this one is much
//! smaller. `docs/training.md` describes how they are made.

use crate::game::Side;
use crate::gomoku::eval::kernels::{Kernel, with_kernel};
use crate::gomoku::eval::perspective::Perspective;
use crate::gomoku::eval::threat_table::{LIMIT, Pattern4Counts};
use crate::gomoku::eval::vector::{CHANNELS, CellSums, ONE, Vector};
use crate::gomoku::eval::vector_file::{FileHead, VectorFile};
use crate::gomoku::eval::weights::THREAT_FLAGS;
use crate::gomoku::eval::win_rate::SCALE;
use crate::gomoku::eval::window::{WINDOWS, Window};
use crate::gomoku::patterns::Pattern4;
use crate::gomoku::rules::Rule;
use crate::util::blob::load_embedded;
use crate::util::boxed::boxed_array;
use std::sync::LazyLock;

/// Hidden units.
pub(crate) const UNITS: usize = 32;

/// Units whose sums are computed at the same time: as many as the registers of SSE2 hold.
const UNIT_BLOCK: usize = 16;

/// The sum over the cells is divided by this.
pub(crate) const POOL_DIVISOR: f32 = 16.0;

/// The static value as an input of the units is in these, in hundredths of a unit.
pub(crate) const STATIC_DIVISOR: f32 = 400.0;

/// Greater numbers of threats of a kind count as this one.
const MAX_THREATS: u16 = 4;

/// Numbers of threats, up to [`MAX_THREATS`]: cells where the side to move can make [`Pattern4::OpenThree`] to
/// [`Pattern4::OpenFour`], then those where the other side can make [`Pattern4::OpenThree`] to
/// [`Pattern4::Five`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Threats(pub [u8; THREAT_FLAGS]);

impl Threats {
    /// Those of a position.
    #[inline(always)]
    pub(crate) fn of(own: &Pattern4Counts, other: &Pattern4Counts) -> Self {
        const FIRST: usize = Pattern4::OpenThree as usize;
        let mut numbers = [0; THREAT_FLAGS];
        for n in 0..7 {
            numbers[n] = own[FIRST + n].min(MAX_THREATS) as u8;
        }
        for n in 0..8 {
            numbers[7 + n] = other[FIRST + n].min(MAX_THREATS) as u8;
        }
        Self(numbers)
    }
}

/// The dense layers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Head {
    /// The weights of the hidden units, by channel.
    pub hidden: [[f32; UNITS]; CHANNELS],
    /// Those of the numbers of [`Threats`].
    pub threats: [[f32; UNITS]; THREAT_FLAGS],
    /// Those of the static value.
    pub hidden_static: [f32; UNITS],
    /// The biases of the hidden units.
    pub hidden_bias: [f32; UNITS],
    /// The weights of the output.
    pub output: [f32; UNITS],
    /// The weight of the static value, for each unit of the evaluation.
    pub static_weight: f32,
    /// The bias of the output: the value of having the move.
    pub tempo: f32,
}

/// Numbers of a [`Head`].
const HEAD_PARAMETERS: usize = (CHANNELS + THREAT_FLAGS + 3) * UNITS + 2;

impl Default for Head {
    /// All weights are zero.
    fn default() -> Self {
        Self {
            hidden: [[0.0; UNITS]; CHANNELS],
            threats: [[0.0; UNITS]; THREAT_FLAGS],
            hidden_static: [0.0; UNITS],
            hidden_bias: [0.0; UNITS],
            output: [0.0; UNITS],
            static_weight: 0.0,
            tempo: 0.0,
        }
    }
}

impl FileHead for Head {
    const MAGIC: &'static str = "FLIPNET3";
    const VECTORS: usize = WINDOWS;
    const PARAMETERS: usize = HEAD_PARAMETERS;

    fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.hidden
            .as_flattened_mut()
            .iter_mut()
            .chain(self.threats.as_flattened_mut())
            .chain(&mut self.hidden_static)
            .chain(&mut self.hidden_bias)
            .chain(&mut self.output)
            .chain([&mut self.static_weight, &mut self.tempo])
    }
}

impl Head {
    /// The hidden units before they are rectified, given the sum over the cells, the static value and the
    /// numbers of threats.
    #[inline(always)]
    pub(crate) fn hidden_sums(
        &self,
        pool: &[f32; CHANNELS],
        static_value: f32,
        threats: Threats,
    ) -> [f32; UNITS] {
        // The kinds of threats that there are, without a branch on each. Most positions have few.
        let mut kinds = [0u8; THREAT_FLAGS + 1];
        let mut count = 0;
        for (kind, &number) in threats.0.iter().enumerate() {
            kinds[count] = kind as u8;
            count += usize::from(number != 0);
        }
        let mut sums = self.hidden_bias;
        for (block, sums) in sums.as_chunks_mut::<UNIT_BLOCK>().0.iter_mut().enumerate() {
            let mut part = *sums;
            let mut add = |input: f32, weights: &[f32; UNITS]| {
                let weights = weights.as_chunks::<UNIT_BLOCK>().0[block];
                for (sum, weight) in part.iter_mut().zip(weights) {
                    *sum += input * weight;
                }
            };
            for (&input, weights) in pool.iter().zip(&self.hidden) {
                add(input, weights);
            }
            add(static_value, &self.hidden_static);
            for &kind in &kinds[..count] {
                let kind = usize::from(kind).min(THREAT_FLAGS - 1);
                add(f32::from(threats.0[kind]), &self.threats[kind]);
            }
            *sums = part;
        }
        sums
    }

    /// The log odds of the side to move, given the [`Head::hidden_sums`] and the static value in units.
    #[inline(always)]
    pub(crate) fn log_odds(&self, sums: &[f32; UNITS], static_value: f32) -> f32 {
        // Eight partial sums, since one would be a chain of additions.
        let mut parts = [0.0; 8];
        let output = self.output.as_chunks::<8>().0;
        for (sums, weights) in sums.as_chunks::<8>().0.iter().zip(output) {
            for n in 0..8 {
                parts[n] += sums[n].max(0.0) * weights[n];
            }
        }
        self.static_weight * static_value + self.tempo + parts.iter().sum::<f32>()
    }
}

/// A file of a network.
pub(crate) type NetworkFile = VectorFile<Head>;

/// A network, ready for use.
pub(crate) struct Network {
    /// Whose stones are the own ones in the windows.
    pub perspective: Perspective,
    /// By [`Window::index`].
    vectors: Box<[Vector; 1 << 16]>,
    /// Added to every cell.
    pub bias: CellSums,
    /// By [`Perspective::head`].
    heads: [Head; 2],
}

/// The built-in networks. A network is unpacked at its first use.
static FREESTYLE: LazyLock<Network> =
    LazyLock::new(|| Network::embedded(Rule::Freestyle, include_bytes!("network/freestyle.bin")));
static STANDARD: LazyLock<Network> =
    LazyLock::new(|| Network::embedded(Rule::Standard, include_bytes!("network/standard.bin")));
static RENJU: LazyLock<Network> =
    LazyLock::new(|| Network::embedded(Rule::Renju, include_bytes!("network/renju.bin")));
static CARO: LazyLock<Network> =
    LazyLock::new(|| Network::embedded(Rule::Caro, include_bytes!("network/caro.bin")));

impl Default for Network {
    /// The network whose value is the static value.
    fn default() -> Self {
        Self {
            perspective: Perspective::SideToMove,
            vectors: boxed_array(Vector([0; CHANNELS])),
            bias: CellSums::ZERO,
            heads: std::array::from_fn(|_| Head {
                static_weight: 100.0 / SCALE,
                ..Head::default()
            }),
        }
    }
}

impl Network {
    /// The built-in network for a rule. Both kinds of Caro share one.
    pub(crate) fn of(rule: Rule) -> &'static Self {
        match rule {
            Rule::Freestyle => &FREESTYLE,
            Rule::Standard => &STANDARD,
            Rule::Renju => &RENJU,
            Rule::Caro | Rule::CaroExact => &CARO,
        }
    }

    fn embedded(rule: Rule, file: &[u8]) -> Self {
        let perspective = Perspective::of(rule);
        let read = |file: &[u8]| {
            NetworkFile::read(perspective, file).map(|file| Self::new(perspective, &file))
        };
        load_embedded("a Gomoku network", file, read)
    }

    fn new(perspective: Perspective, file: &NetworkFile) -> Self {
        let mut network = Self {
            perspective,
            ..Self::default()
        };
        for (window, number) in Window::numbered() {
            network.vectors[window.index()] = file.vectors[number];
        }
        network.bias = CellSums::of_bias(&file.bias);
        for (head, of_file) in network.heads.iter_mut().zip(&file.heads) {
            head.clone_from(of_file);
            // The sums over the cells are integers in these units.
            for weight in head.hidden.as_flattened_mut() {
                *weight /= f32::from(ONE) * POOL_DIVISOR;
            }
            for weight in &mut head.hidden_static {
                *weight /= STATIC_DIVISOR;
            }
        }
        network
    }

    /// The vector of a window.
    #[inline(always)]
    pub(crate) fn vector(&self, window: Window) -> &Vector {
        &self.vectors[window.index()]
    }

    /// The value for the side to move, given the sum over the cells, the static value and the threats. Both values
    /// are in hundredths of a unit, between plus and minus [`LIMIT`].
    #[inline]
    pub(crate) fn value(
        &self,
        to_move: Side,
        pool: &[i32; CHANNELS],
        static_value: i32,
        threats: Threats,
    ) -> i32 {
        let log_odds =
            with_kernel!(kernel => self.log_odds(kernel, to_move, pool, static_value, threats));
        ((log_odds * SCALE) as i32).clamp(-LIMIT, LIMIT)
    }

    /// The log odds of the side to move, with the instructions of a kernel: the same for all of them.
    #[inline(always)]
    fn log_odds(
        &self,
        kernel: impl Kernel,
        to_move: Side,
        pool: &[i32; CHANNELS],
        static_value: i32,
        threats: Threats,
    ) -> f32 {
        kernel.run(
            #[inline(always)]
            || {
                let mut inputs = [0.0; CHANNELS];
                for (input, &sum) in inputs.iter_mut().zip(pool) {
                    *input = sum as f32;
                }
                let head = &self.heads[self.perspective.head(to_move)];
                let sums = head.hidden_sums(&inputs, static_value as f32, threats);
                head.log_odds(&sums, static_value as f32 / 100.0)
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::kernels::Portable;
    use crate::util::rng::Rng;

    #[test]
    fn networks_survive_a_round_trip() {
        let mut rng = Rng::new(5);
        let mut number = || rng.below(1000) as f32 / 300.0;
        let files = [Perspective::SideToMove, Perspective::Black].map(|perspective| {
            let mut heads = vec![Head::default(); perspective.heads()];
            for weight in heads.iter_mut().flat_map(Head::parameters_mut) {
                *weight = number();
            }
            NetworkFile {
                vectors: (0..WINDOWS)
                    .map(|_| Vector(std::array::from_fn(|_| (100.0 * number()) as i8)))
                    .collect(),
                bias: std::array::from_fn(|_| number()),
                heads,
                provenance: "a test".into(),
            }
        });
        let [relative, absolute] = files.each_ref().map(NetworkFile::write);
        let [first, second] = files;
        assert_eq!(
            NetworkFile::read(Perspective::SideToMove, &relative),
            Ok(first)
        );
        assert_eq!(NetworkFile::read(Perspective::Black, &absolute), Ok(second));
        assert!(NetworkFile::read(Perspective::Black, &relative).is_err());
    }

    #[test]
    fn the_embedded_networks_are_intact() {
        for rule in Rule::ALL {
            let network = Network::of(rule);
            for side in Side::ALL {
                let head = &network.heads[network.perspective.head(side)];
                // The one that serves if the file is damaged has no hidden units.
                assert_ne!(head.output, [0.0; UNITS], "{rule} {side}");
            }
            let used = network.vectors.iter().filter(|v| v.0 != [0; CHANNELS]);
            assert!(used.count() > 10_000, "{rule}");
        }
    }

    #[test]
    fn kernels_give_the_same_log_odds() {
        let network = Network::of(Rule::Renju);
        let mut rng = Rng::new(8);
        for _ in 0..1000 {
            let pool = std::array::from_fn(|_| rng.below(4000) as i32);
            let threats = Threats(std::array::from_fn(|_| {
                rng.below(40).saturating_sub(35) as u8
            }));
            let value = rng.below(4000) as i32 - 2000;
            let side = Side::ALL[rng.below(2) as usize];
            let portable = network.log_odds(Portable, side, &pool, value, threats);
            let fastest =
                with_kernel!(kernel => network.log_odds(kernel, side, &pool, value, threats));
            assert_eq!(portable.to_bits(), fastest.to_bits());
        }
    }

    #[test]
    fn the_default_network_keeps_the_static_value() {
        let network = Network::default();
        for value in [-LIMIT, -1234, -1, 0, 7, 300, LIMIT] {
            assert_eq!(
                network.value(
                    Side::White,
                    &[77; CHANNELS],
                    value,
                    Threats([1; THREAT_FLAGS])
                ),
                value
            );
        }
    }

    #[test]
    fn values_grow_with_the_static_value_up_to_the_limit() {
        let network = Network::of(Rule::Freestyle);
        let pool = [3000; CHANNELS];
        let value = |value| network.value(Side::Black, &pool, value, Threats::default());
        let values = (-100..=100).map(|n| value(60 * n));
        assert!(values.is_sorted());
        assert_eq!(value(1 << 24), LIMIT);
        assert_eq!(value(-1 << 24), -LIMIT);
    }
}
