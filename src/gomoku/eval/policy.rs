//! The policy: how likely a search is to choose a move, by the windows around its cell and the whole board.
//!
//! Every [`Window`] with an empty centre has a vector of [`CHANNELS`] numbers, apart from that of the
//! [`network`](crate::gomoku::eval::network). A cell is the sum of its four vectors and a bias, clipped to 0 to
//! [`CLIP`]. The logit of its move is the weighted sum of these numbers. The weights depend on the [`INPUTS`],
//! which describe the whole board. The logit adds to the rank of the move and to its score for the distance from
//! the last stones, which are logits, too.
//!
//! Weights by the sum over the board are the idea of Rapfi's Mix networks (`eval/mix*nnue*.h`), which have a
//! hidden layer between. `docs/training.md` describes how the vectors and weights are made.

use crate::game::Side;
use crate::gomoku::eval::kernels::{Kernel, Portable};
use crate::gomoku::eval::network::{POOL_DIVISOR, STATIC_DIVISOR, Threats};
use crate::gomoku::eval::perspective::Perspective;
use crate::gomoku::eval::vector::{CHANNELS, CellSums, ONE, Vector};
use crate::gomoku::eval::vector_file::{FileHead, VectorFile};
use crate::gomoku::eval::weights::THREAT_FLAGS;
use crate::gomoku::eval::window::{WINDOWS, Window};
use crate::gomoku::rules::{DIRECTIONS, POINTS, Point, Rule};
use crate::util::blob::load_embedded;
use crate::util::boxed::boxed_array;
use std::sync::LazyLock;

/// Windows whose centre is empty. Their numbers come first.
pub(crate) const EMPTY_WINDOWS: usize = WINDOWS / 3;

/// The numbers that describe the whole board.
pub(crate) const INPUTS: usize = CHANNELS + 1 + THREAT_FLAGS;

/// Fixed-point scale: this integer stands for 1.0 in a weight.
const WEIGHT_ONE: f32 = 512.0;

/// Parts of a rank in the logits and in the scores of the move ordering.
pub(crate) const RANK_PARTS: i32 = 16;

/// Ranks of a logit of 1.0.
pub(crate) const RANKS_PER_LOGIT: i32 = 24;

/// What a logit of 1.0 is in the ordering of moves.
const LOGIT: i32 = RANKS_PER_LOGIT * RANK_PARTS;

/// The inputs for a position: the sum over the cells by channel of the network, as the opponent of the side to move
/// sees them unless the perspective is Black's; the static value in hundredths of a unit and the numbers of threats,
/// both for the side to move.
#[inline(always)]
pub(crate) fn policy_inputs(
    pool: &[i32; CHANNELS],
    static_value: i32,
    threats: Threats,
) -> [f32; INPUTS] {
    let mut inputs = [0.0; INPUTS];
    for (input, &sum) in inputs.iter_mut().zip(pool) {
        *input = sum as f32 / (f32::from(ONE) * POOL_DIVISOR);
    }
    inputs[CHANNELS] = static_value as f32 / STATIC_DIVISOR;
    for (input, number) in inputs[CHANNELS + 1..].iter_mut().zip(threats.0) {
        *input = f32::from(number);
    }
    inputs
}

/// The weights of the numbers of a cell, a linear function of the inputs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PolicyHead {
    /// For inputs of zero.
    pub base: [f32; CHANNELS],
    /// What each input adds.
    pub by_input: [[f32; CHANNELS]; INPUTS],
}

impl FileHead for PolicyHead {
    const MAGIC: &'static str = "FLIPPOL2";
    const VECTORS: usize = EMPTY_WINDOWS;
    const PARAMETERS: usize = (1 + INPUTS) * CHANNELS;

    fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.base.iter_mut().chain(self.by_input.as_flattened_mut())
    }
}

impl PolicyHead {
    /// The weights for these inputs.
    #[inline(always)]
    pub(crate) fn weights(&self, inputs: &[f32; INPUTS]) -> [f32; CHANNELS] {
        let mut weights = self.base;
        for (&input, by_input) in inputs.iter().zip(&self.by_input) {
            // There are few kinds of threats in most positions.
            if input != 0.0 {
                for (weight, by_input) in weights.iter_mut().zip(by_input) {
                    *weight += input * by_input;
                }
            }
        }
        weights
    }
}

/// A file of a policy.
pub(crate) type PolicyFile = VectorFile<PolicyHead>;

/// A policy, ready for use.
pub(crate) struct Policy {
    perspective: Perspective,
    /// By [`Window::index`] of the windows with an empty centre.
    vectors: Box<[Vector; Window::EMPTY_INDICES]>,
    /// Added to every cell.
    bias: CellSums,
    /// By [`Perspective::head`].
    heads: [PolicyHead; 2],
}

/// The built-in policies. Each goes with the network of the rule, whose sums are its inputs, and is unpacked at its
/// first use.
static FREESTYLE: LazyLock<Policy> =
    LazyLock::new(|| Policy::embedded(Rule::Freestyle, include_bytes!("policy/freestyle.bin")));
static STANDARD: LazyLock<Policy> =
    LazyLock::new(|| Policy::embedded(Rule::Standard, include_bytes!("policy/standard.bin")));
static RENJU: LazyLock<Policy> =
    LazyLock::new(|| Policy::embedded(Rule::Renju, include_bytes!("policy/renju.bin")));
static CARO: LazyLock<Policy> =
    LazyLock::new(|| Policy::embedded(Rule::Caro, include_bytes!("policy/caro.bin")));

impl Default for Policy {
    /// The policy to which all moves are equal.
    fn default() -> Self {
        Self {
            perspective: Perspective::SideToMove,
            vectors: boxed_array(Vector([0; CHANNELS])),
            bias: CellSums::ZERO,
            heads: Default::default(),
        }
    }
}

impl Policy {
    /// The built-in policy for a rule. Both kinds of Caro share one.
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
            PolicyFile::read(perspective, file).map(|file| Self::new(perspective, &file))
        };
        load_embedded("a Gomoku policy", file, read)
    }

    fn new(perspective: Perspective, file: &PolicyFile) -> Self {
        let mut policy = Self {
            perspective,
            bias: CellSums::of_bias(&file.bias),
            ..Self::default()
        };
        for (window, number) in Window::numbered() {
            if number < EMPTY_WINDOWS {
                policy.vectors[window.index()] = file.vectors[number];
            }
        }
        for (head, of_file) in policy.heads.iter_mut().zip(&file.heads) {
            head.clone_from(of_file);
        }
        policy
    }

    /// The policy in one position.
    #[inline(always)]
    pub(crate) fn at<'a>(
        &'static self,
        to_move: Side,
        inputs: &[f32; INPUTS],
        windows: &'a [[Window; DIRECTIONS]; POINTS],
    ) -> PositionPolicy<'a> {
        let mut weights = CellSums::ZERO;
        let head = &self.heads[self.perspective.head(to_move)];
        for (whole, weight) in weights.0.iter_mut().zip(head.weights(inputs)) {
            *whole = (weight * WEIGHT_ONE) as i16;
        }
        PositionPolicy {
            policy: self,
            weights,
            windows,
        }
    }
}

/// The policy in one position.
pub(crate) struct PositionPolicy<'a> {
    policy: &'static Policy,
    /// In units of 1 / [`WEIGHT_ONE`].
    weights: CellSums,
    windows: &'a [[Window; DIRECTIONS]; POINTS],
}

impl PositionPolicy<'_> {
    /// The logit of a move on an empty cell, in 1 / [`RANK_PARTS`] of a rank.
    pub(crate) fn logit(&self, point: Point) -> i32 {
        self.logit_by(Portable, point)
    }

    /// [`PositionPolicy::logit`] by a kernel, within its [`Kernel::run`].
    #[inline(always)]
    pub(crate) fn logit_by(&self, kernel: impl Kernel, point: Point) -> i32 {
        let mut sums = kernel.load(&self.policy.bias);
        for window in &self.windows[point.index()] {
            let vector = &self.policy.vectors[window.index() % Window::EMPTY_INDICES];
            sums = kernel.add(sums, vector);
        }
        let total = kernel.clipped_dot(sums, kernel.load(&self.weights));
        // In two steps, which 32 bits hold: 16 channels of at most 2^8 times 2^15, shifted by 8, times 2^9.
        ((total >> 8) * LOGIT) >> 7
    }
}

const _: () = assert!(WEIGHT_ONE as i32 * ONE as i32 == 1 << (8 + 7));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::vector::CLIP;
    use crate::gomoku::eval::window::Content;
    use crate::util::rng::Rng;

    /// A file with random numbers.
    fn random_file(perspective: Perspective) -> PolicyFile {
        let mut rng = Rng::new(7);
        let mut number = || rng.below(2001) as f32 / 1000.0 - 1.0;
        let mut heads = vec![PolicyHead::default(); perspective.heads()];
        for weight in heads.iter_mut().flat_map(PolicyHead::parameters_mut) {
            *weight = number();
        }
        PolicyFile {
            vectors: (0..EMPTY_WINDOWS)
                .map(|_| Vector(std::array::from_fn(|_| (127.0 * number()) as i8)))
                .collect(),
            bias: std::array::from_fn(|_| number()),
            heads,
            provenance: "a test".into(),
        }
    }

    #[test]
    fn policies_survive_a_round_trip() {
        for perspective in [Perspective::SideToMove, Perspective::Black] {
            let file = random_file(perspective);
            let bytes = file.write();
            assert_eq!(PolicyFile::read(perspective, &bytes), Ok(file));
            let other = match perspective {
                Perspective::SideToMove => Perspective::Black,
                Perspective::Black => Perspective::SideToMove,
            };
            assert!(PolicyFile::read(other, &bytes).is_err());
        }
    }

    #[test]
    fn the_embedded_policies_are_intact() {
        for rule in Rule::ALL {
            let policy = Policy::of(rule);
            for side in Side::ALL {
                // The one that serves if the file is damaged has no weights.
                let head = &policy.heads[policy.perspective.head(side)];
                assert_ne!(head.base, [0.0; CHANNELS], "{rule} {side}");
            }
        }
    }

    #[test]
    fn logits_are_those_of_the_file() {
        let file = random_file(Perspective::Black);
        let policy: &'static Policy = Box::leak(Box::new(Policy::new(Perspective::Black, &file)));
        let mut rng = Rng::new(3);
        let mut numbers = vec![0; 1 << 16];
        for (window, number) in Window::numbered() {
            numbers[window.index()] = number;
        }
        let mut windows = boxed_array::<_, POINTS>([Window::default(); DIRECTIONS]);
        let point = Point::new(4, 5);
        let contents = [Content::Empty, Content::Own, Content::Other];
        for _ in 0..200 {
            for window in &mut windows[point.index()] {
                let cells: [_; 9] = std::array::from_fn(|_| contents[rng.below(3) as usize]);
                *window = Window::around(|offset| match offset {
                    0 => Some(Content::Empty),
                    _ => Some(cells[(offset + 4) as usize]),
                });
            }
            let inputs: [f32; INPUTS] = std::array::from_fn(|_| rng.below(5) as f32 / 4.0);
            for side in Side::ALL {
                let logit = policy.at(side, &inputs, &windows).logit(point);
                let weights = file.heads[Perspective::Black.head(side)].weights(&inputs);
                let numbers = (0..CHANNELS).map(|channel| {
                    let of_windows = windows[point.index()]
                        .map(|window| f32::from(file.vectors[numbers[window.index()]].0[channel]));
                    let sum = file.bias[channel] + of_windows.iter().sum::<f32>() / f32::from(ONE);
                    sum.clamp(0.0, f32::from(CLIP))
                });
                let products = numbers.zip(weights).map(|(number, weight)| number * weight);
                let expected: f32 = products.sum();
                let error = (logit as f32 / LOGIT as f32 - expected).abs();
                assert!(error < 0.3, "{logit} {expected}");
            }
        }
    }
}
