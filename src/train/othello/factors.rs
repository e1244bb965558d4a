//! Training of the [`factors`](crate::othello::eval::factors) of the evaluation, and of its linear weights
//! with them: stochastic gradients with AdaGrad (J. Duchi, E. Hazan, Y. Singer, "Adaptive subgradient
//! methods", 2011) on the weighted squared error, in random order, with a step that falls to zero.
//!
//! The targets are TD(λ) (R. Sutton, "Learning to predict by the methods of temporal differences", 1988): a
//! mean of the values that searches found in this and the later positions of the game, and of its score. Searches
//! chose the moves, so these values say more than the chances of the rest of the game. A move that no search
//! chose ends the mean, since what follows says nothing about the position before it.
//!
//! Collections without values have targets by the weights of the round before for the later positions instead. In
//! the first round there are none, and the target is the score, unless the training continues from the vectors
//! of the engine.

use crate::game::Side;
use crate::othello::Board;
use crate::othello::eval::factors::{FACTORS, FACTORS_OF_ENGINE, GROUPS, ONE, Vector, group_of};
use crate::othello::eval::patterns::PATTERNS;
use crate::othello::eval::weights::{
    EMPTIES, STAGES, StageParameters, UNITS_PER_DISC, WEIGHTS, stage_of,
};
use crate::train::adagrad::update_from;
use crate::train::othello::games::{Game, Search};
use crate::train::othello::samples::{ACTIVE, Parameters};
use crate::util::rng::Rng;
use crate::util::threads::on_threads;
use std::sync::Mutex;

/// Settings of the training.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Passes through the positions in each round.
    pub passes: usize,
    /// Initial step of the vectors.
    pub step: f32,
    /// Initial step of the linear weights.
    pub linear_step: f32,
    /// Rounds after the first one.
    pub rounds: usize,
    /// λ: the weight of what comes later, from each position to the one before it.
    pub decay: f32,
    /// λ in games without the values of searches.
    pub static_decay: f32,
    /// The games are perfect from this number of empty squares on: there the target is the score.
    pub solved: u32,
    /// Number of threads; more than [`GROUPS`] are of no use.
    pub threads: usize,
}

/// The largest initial component of a vector. With zeros, all gradients would be zero.
const INITIAL: f32 = 0.02;

/// Larger errors count as this one, in discs.
const MAX_ERROR: f32 = 30.0;

/// The unit of errors in gradients, in discs.
const ERROR_UNIT: f32 = 10.0;

/// Initial sum of the squares of the gradients. With 1, configurations that are rare learn the noise of their few
/// positions.
const INITIAL_SQUARES: f32 = 10.0;

/// The largest number of a vector: a file has eight bits for it.
const MAX_COMPONENT: f32 = 127.0 / ONE as f32;

/// What is known of a position besides the score of its game.
#[derive(Clone, Copy)]
enum Known {
    /// The value of a search for the side to move, in discs, and whether another move than its own followed.
    Search(f32, bool),
    /// The move was forced, in a game with the values of searches.
    Forced,
    /// The game has no values of searches.
    Nothing,
}

/// A position.
#[derive(Clone, Copy)]
struct Sample {
    board: Board,
    /// The final score for the side to move in discs, unless a move follows that no search chose.
    score: Option<i8>,
    known: Known,
    is_black: bool,
    /// Whether it is the last position of its game.
    is_last: bool,
    /// What the value should be, in discs.
    target: f32,
    /// Weight of the position.
    weight: f32,
}

/// The positions of games, in order.
pub(crate) struct Samples {
    all: Vec<Sample>,
    /// A position with this lead in discs, by the present linear weights, has half the weight.
    one_sided: f32,
}

impl Samples {
    /// No positions. `one_sided` is the lead in discs, by the present linear weights, at which a position has half the weight.
    pub(crate) fn new(one_sided: f32) -> Self {
        Self {
            all: Vec::new(),
            one_sided,
        }
    }

    /// Adds the positions of a game: those with the value of a search, and all from the last move on that no search chose.
    pub(crate) fn add(&mut self, initial: &InitialWeights, game: &Game) {
        let first = self.all.len();
        for (ply, position) in game.positions().enumerate() {
            let board = position.board;
            let known = match game.searches.get(ply) {
                Some(&Some(Search { value, is_replaced })) => {
                    Known::Search(value as f32 / 100.0, is_replaced)
                }
                Some(None) => Known::Forced,
                None => Known::Nothing,
            };
            let has_score = ply >= game.unsearched;
            if board.moves() != 0 && game.is_known(ply) {
                let is_black = position.side == Side::Black;
                let score = if is_black { game.score } else { -game.score };
                let lead = initial.value(board) / self.one_sided;
                self.all.push(Sample {
                    board,
                    score: has_score.then_some(score as i8),
                    known,
                    is_black,
                    is_last: false,
                    target: 0.0,
                    weight: 1.0 / (1.0 + lead * lead),
                });
            }
        }
        if let Some(last) = self.all[first..].last_mut() {
            last.is_last = true;
        }
    }

    /// Number of positions.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Sets the targets by TD(λ), to the values of the searches or, without them, of the `model`.
    fn set_targets(&mut self, model: Option<&Model>, settings: Settings) {
        let mean = |decay: f32, value: f32, later: f32| (1.0 - decay) * value + decay * later;
        // What comes later is seen by Black.
        let mut later = 0.0;
        for sample in self.all.iter_mut().rev() {
            let sign = if sample.is_black { 1.0 } else { -1.0 };
            let is_solved = sample.board.empties() <= settings.solved;
            if let Some(score) = sample.score.filter(|_| sample.is_last || is_solved) {
                later = sign * f32::from(score);
            }
            match sample.known {
                Known::Search(value, is_replaced) if !is_solved => {
                    let decay = if is_replaced { 0.0 } else { settings.decay };
                    later = mean(decay, sign * value, later);
                    sample.target = sign * later;
                }
                Known::Nothing if !is_solved => {
                    sample.target = sign * later;
                    if let Some(model) = model {
                        let value = model.value(sample.board).clamp(-64.0, 64.0);
                        later = mean(settings.static_decay, sign * value, later);
                    }
                }
                _ => sample.target = sign * later,
            }
        }
    }
}

/// The weights that the training starts from.
pub(crate) struct InitialWeights {
    parameters: Parameters,
    /// The linear weights of the engine by stage and parameter, in discs.
    stages: Vec<Vec<f32>>,
    /// The vectors of each group by parameter; `None` for random ones.
    vectors: Option<[Vec<Floats>; GROUPS]>,
}

impl InitialWeights {
    /// The linear weights of the engine and, if the training `continues` that of the engine, its vectors.
    pub(crate) fn of_engine(continues: bool) -> Self {
        let (stages, empties) = WEIGHTS.parameters();
        let discs = |&units: &i16| f32::from(units) / UNITS_PER_DISC as f32;
        let all = |stage: &StageParameters| {
            let mobility = stage.own_mobility.iter().chain(&stage.opponent_mobility);
            let all = stage.patterns.iter().chain(mobility).chain(&empties);
            all.map(discs).collect()
        };
        Self {
            parameters: Parameters::new(),
            stages: stages.iter().map(all).collect(),
            vectors: continues.then(|| {
                let float = |number: i8| f32::from(number) / ONE as f32;
                let floats = |vector: Vector| Floats(vector.0.map(float));
                std::array::from_fn(|group| FACTORS_OF_ENGINE.vectors(group).map(floats).collect())
            }),
        }
    }

    fn value(&self, board: Board) -> f32 {
        let stage = &self.stages[stage_of(board.empties())];
        let active = self.parameters.of(board);
        active.iter().map(|&n| stage[n as usize]).sum()
    }
}

/// A vector on a cache line of its own.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Floats([f32; FACTORS]);

/// A linear weight.
#[derive(Clone, Copy)]
struct Weight {
    value: f32,
    /// Sum of the squares of its gradients.
    squares: f32,
}

/// The weights of a group of stages.
struct Group {
    vectors: Vec<Floats>,
    /// Sums of the squares of their gradients.
    squares: Vec<Floats>,
    /// The linear weights by stage and parameter; those of the stages of other groups stay as they are.
    stages: Vec<Vec<Weight>>,
}

impl Group {
    fn new(initial: &InitialWeights, number: usize) -> Self {
        let mut rng = Rng::new(number as u64);
        let mut random = || (rng.below(2001) as f32 / 1000.0 - 1.0) * INITIAL;
        let count = initial.parameters.map.count;
        let vectors = match &initial.vectors {
            Some(groups) => groups[number].clone(),
            None => (0..count)
                .map(|_| Floats(std::array::from_fn(|_| random())))
                .collect(),
        };
        let weight = |&value: &f32| Weight {
            value,
            squares: 0.0,
        };
        Self {
            vectors,
            squares: vec![Floats([0.0; FACTORS]); count],
            stages: initial
                .stages
                .iter()
                .map(|stage| stage.iter().map(weight).collect())
                .collect(),
        }
    }

    /// The sum of the vectors.
    #[inline(always)]
    fn sums(&self, active: &[u32; ACTIVE]) -> [f32; FACTORS] {
        let mut sums = [0.0; FACTORS];
        for &n in &active[..PATTERNS] {
            let vector = &self.vectors[n as usize].0;
            for k in 0..FACTORS {
                sums[k] += vector[k];
            }
        }
        sums
    }

    /// The value of a position with these sums, in discs.
    #[inline(always)]
    fn value(&self, active: &[u32; ACTIVE], stage: usize, sums: &[f32; FACTORS]) -> f32 {
        let stage = &self.stages[stage];
        let linear: f32 = active.iter().map(|&n| stage[n as usize].value).sum();
        let pairs = sums.chunks_exact(2);
        linear + pairs.map(|p| p[0] * p[0] - p[1] * p[1]).sum::<f32>() / 2.0
    }

    /// Learns from a position.
    #[inline(always)]
    fn learn(&mut self, active: &[u32; ACTIVE], sample: &Sample, step: f32, linear_step: f32) {
        let stage = stage_of(sample.board.empties());
        let sums = self.sums(active);
        let error = (sample.target - self.value(active, stage, &sums)) * sample.weight;
        let error = error.clamp(-MAX_ERROR, MAX_ERROR) / ERROR_UNIT;
        let mut gradient = [0.0; FACTORS];
        for k in 0..FACTORS {
            gradient[k] = if k % 2 == 0 { -error } else { error } * sums[k];
        }
        for &n in &active[..PATTERNS] {
            let vector = &mut self.vectors[n as usize].0;
            let squares = &mut self.squares[n as usize].0;
            for k in 0..FACTORS {
                update_from(
                    INITIAL_SQUARES,
                    &mut vector[k],
                    &mut squares[k],
                    gradient[k],
                    step,
                );
            }
        }
        for &n in active {
            let Weight { value, squares } = &mut self.stages[stage][n as usize];
            update_from(INITIAL_SQUARES, value, squares, -error, linear_step);
        }
    }

    /// Learns from all samples with these indices, in random order.
    fn train(
        &mut self,
        parameters: &Parameters,
        samples: &[Sample],
        mut order: Vec<u32>,
        settings: Settings,
    ) {
        let mut rng = Rng::new(1);
        let total = (order.len() * settings.passes) as f32;
        let mut done = 0;
        for _ in 0..settings.passes {
            rng.shuffle(&mut order);
            for &n in &order {
                let sample = &samples[n as usize];
                let rate = 1.0 - done as f32 / total;
                let (step, linear_step) = (rate * settings.step, rate * settings.linear_step);
                self.learn(&parameters.of(sample.board), sample, step, linear_step);
                done += 1;
            }
        }
    }
}

/// All weights.
struct Model<'a> {
    parameters: &'a Parameters,
    groups: [Group; GROUPS],
}

impl<'a> Model<'a> {
    fn new(initial: &'a InitialWeights) -> Self {
        Self {
            parameters: &initial.parameters,
            groups: std::array::from_fn(|group| Group::new(initial, group)),
        }
    }

    /// The value for the side to move, in discs.
    fn value(&self, board: Board) -> f32 {
        let active = self.parameters.of(board);
        let group = &self.groups[group_of(board.empties())];
        group.value(&active, stage_of(board.empties()), &group.sums(&active))
    }

    fn train(&mut self, samples: &[Sample], settings: Settings) {
        let parameters = self.parameters;
        let groups = Mutex::new(self.groups.iter_mut().enumerate().collect::<Vec<_>>());
        let next = || groups.lock().ok().and_then(|mut groups| groups.pop());
        on_threads(settings.threads.min(GROUPS), || {
            while let Some((number, group)) = next() {
                let is_of_group = |sample: &Sample| group_of(sample.board.empties()) == number;
                let order = (0..samples.len() as u32)
                    .filter(|&n| is_of_group(&samples[n as usize]))
                    .collect();
                group.train(parameters, samples, order, settings);
            }
        });
    }

    /// Mean absolute errors against the scores, in discs, and the weighted mean square against the targets.
    fn errors(&self, samples: &Samples) -> Errors {
        let mut errors = Errors::default();
        let mut counts = [0.0; STAGES / 2];
        let mut weights = 0.0;
        for sample in &samples.all {
            let value = self.value(sample.board);
            if let Some(score) = sample.score {
                let error = value.clamp(-64.0, 64.0) - f32::from(score);
                let stages = stage_of(sample.board.empties()) / 2;
                *errors.absolute[stages].get_or_insert(0.0) += f64::from(error.abs());
                counts[stages] += 1.0;
            }
            errors.square += f64::from(sample.weight * (value - sample.target).powi(2));
            weights += f64::from(sample.weight);
        }
        for (sum, count) in errors.absolute.iter_mut().zip(counts) {
            *sum = sum.map(|sum| sum / count);
        }
        errors.square /= weights.max(f64::MIN_POSITIVE);
        errors
    }

    fn quantised(&self) -> Trained {
        let empties_weight = self.parameters.empties();
        let weights_of = |empties: u32| {
            let group = &self.groups[group_of(empties)];
            &group.stages[stage_of(empties)]
        };
        let stage = |stage: usize| {
            let least = (0..EMPTIES as u32).find(|&empties| stage_of(empties) == stage);
            let weights = weights_of(least.unwrap_or(0));
            self.parameters
                .stage(|parameter| whole(weights[parameter].value))
        };
        let number = |component: f32| {
            let limited = component.clamp(-MAX_COMPONENT, MAX_COMPONENT);
            (limited * ONE as f32).round() as i8
        };
        let vectors = |group: &Group| {
            let vectors = group.vectors.iter();
            vectors.map(|vector| Vector(vector.0.map(number))).collect()
        };
        Trained {
            stages: (0..STAGES).map(stage).collect(),
            empties: std::array::from_fn(|empties| {
                whole(weights_of(empties as u32)[empties_weight + empties].value)
            }),
            vectors: self.groups.each_ref().map(vectors),
        }
    }
}

fn whole(weight: f32) -> i16 {
    // The conversion saturates.
    (weight * UNITS_PER_DISC as f32).round() as i16
}

/// Errors for some positions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Errors {
    /// By pairs of stages, that is of four empty squares each: mean absolute error against the score, in discs;
    /// `None` without positions.
    pub absolute: [Option<f64>; STAGES / 2],
    /// Weighted mean square of the error against the target.
    pub square: f64,
}

/// The result of the training.
pub(crate) struct Trained {
    /// The linear weights of each stage.
    pub stages: Vec<StageParameters>,
    /// The weights of the number of empty squares.
    pub empties: [i16; EMPTIES],
    /// The vectors of each group.
    pub vectors: [Vec<Vector>; GROUPS],
}

/// Trains. `note` receives the number of the round and the errors for the fitted and the `held_out` positions
/// after it; round 0 is before the training.
pub(crate) fn train(
    fitted: &mut Samples,
    held_out: &mut Samples,
    initial: &InitialWeights,
    settings: Settings,
    mut note: impl FnMut(usize, Errors, Errors),
) -> Trained {
    let mut model = Model::new(initial);
    let known = initial.vectors.as_ref().map(|_| &model);
    fitted.set_targets(known, settings);
    held_out.set_targets(known, settings);
    note(0, model.errors(fitted), model.errors(held_out));
    for round in 1..=settings.rounds + 1 {
        if round > 1 {
            fitted.set_targets(Some(&model), settings);
            held_out.set_targets(Some(&model), settings);
            model = Model::new(initial);
        }
        model.train(&fitted.all, settings);
        note(round, model.errors(fitted), model.errors(held_out));
    }
    model.quantised()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Position;
    use crate::othello::eval::patterns::Indices;
    use crate::othello::eval::{self, weights};
    use crate::othello::rules::flip::Portable;
    use crate::othello::rules::notation::parse_transcript;

    /// Positions with discs on B1 and E8, which no pattern has both: 20 if they belong to the same side, -20 if not. No
    /// sum of values of patterns can say that.
    fn samples(rng: &mut Rng, count: usize) -> Samples {
        let (b1, e8) = (1 << 1, 1 << 60);
        let sample = |_| {
            let own = rng.next() & (b1 | e8);
            let board = Board::new(own, (b1 | e8) & !own);
            let score = if own == b1 || own == e8 { -20 } else { 20 };
            Sample {
                board,
                score: Some(score),
                known: Known::Nothing,
                is_black: true,
                is_last: true,
                target: 0.0,
                weight: 1.0,
            }
        };
        Samples {
            all: (0..count).map(sample).collect(),
            ..Samples::new(16.0)
        }
    }

    const SETTINGS: Settings = Settings {
        passes: 2,
        step: 0.1,
        linear_step: 0.1,
        rounds: 0,
        decay: 0.5,
        static_decay: 0.9,
        solved: 0,
        threads: 2,
    };

    #[test]
    fn factors_learn_what_pairs_of_patterns_say() {
        let mut rng = Rng::new(21);
        let initial = InitialWeights::of_engine(false);
        let (mut fitted, mut held_out) = (samples(&mut rng, 20_000), samples(&mut rng, 500));
        let mut errors = Vec::new();
        train(&mut fitted, &mut held_out, &initial, SETTINGS, |_, _, e| {
            errors.push(e.square)
        });
        assert!(
            errors.len() == 2 && errors[1] < errors[0] / 20.0,
            "{errors:?}"
        );
    }

    #[test]
    fn a_training_continues_from_the_vectors_of_the_engine() {
        let mut rng = Rng::new(23);
        let initial = InitialWeights::of_engine(true);
        let (mut fitted, mut held_out) = (samples(&mut rng, 10), samples(&mut rng, 10));
        let settings = Settings {
            passes: 0,
            ..SETTINGS
        };
        let trained = train(&mut fitted, &mut held_out, &initial, settings, |_, _, _| {});
        for (group, vectors) in trained.vectors.iter().enumerate() {
            assert!(FACTORS_OF_ENGINE.vectors(group).eq(vectors.iter().copied()));
        }
        let (stages, empties) = WEIGHTS.parameters();
        let written = weights::write(&trained.stages, &trained.empties, "");
        assert!(written == weights::write(&stages, &empties, ""));
    }

    /// A game of three positions, the second with White to move, that Black wins by 6.
    fn game() -> Samples {
        let mut game = samples(&mut Rng::new(22), 3);
        for (n, sample) in game.all.iter_mut().enumerate() {
            (sample.is_black, sample.is_last) = (n != 1, n == 2);
            sample.score = Some(if n == 1 { -6 } else { 6 });
        }
        game
    }

    fn assert_targets(game: &Samples, expected: [f32; 3]) {
        let targets: Vec<f32> = game.all.iter().map(|sample| sample.target).collect();
        let near = |(target, expected): (&f32, f32)| (target - expected).abs() < 1e-3;
        assert!(
            targets.iter().zip(expected).all(near),
            "{targets:?} {expected:?}"
        );
    }

    #[test]
    fn targets_are_means_of_later_values() {
        let initial = InitialWeights::of_engine(false);
        let model = Model::new(&initial);
        let mut game = game();
        let value = |n: usize| model.value(game.all[n].board).clamp(-64.0, 64.0);
        let second = 0.1 * value(2) + 0.9 * 6.0;
        let first = -0.1 * value(1) + 0.9 * second;
        game.set_targets(Some(&model), SETTINGS);
        assert_targets(&game, [first, -second, 6.0]);
        game.set_targets(None, SETTINGS);
        assert_targets(&game, [6.0, -6.0, 6.0]);
        let solved = Settings {
            solved: 64,
            ..SETTINGS
        };
        game.set_targets(Some(&model), solved);
        assert_targets(&game, [6.0, -6.0, 6.0]);
    }

    #[test]
    fn targets_are_means_of_values_of_searches() {
        let mut game = game();
        game.all[0].known = Known::Search(2.0, false);
        game.all[1].known = Known::Forced;
        game.all[2].known = Known::Search(10.0, false);
        game.set_targets(None, SETTINGS);
        // 8 is the mean of 10 and 6, and 5 the one of 2 and 8.
        assert_targets(&game, [5.0, -8.0, 8.0]);
        // What follows another move says nothing about the position before it.
        (game.all[0].score, game.all[1].score) = (None, None);
        game.all[1].known = Known::Search(-4.0, true);
        game.set_targets(None, SETTINGS);
        assert_targets(&game, [3.0, -4.0, 8.0]);
    }

    #[test]
    fn positions_of_a_game_have_what_is_known_of_them() {
        let game = Game {
            moves: parse_transcript(Position::START, "f5d6c3").unwrap(),
            unsearched: 1,
            score: 6,
            searches: vec![
                Some(Search {
                    value: 150,
                    is_replaced: true,
                }),
                None,
                None,
            ],
        };
        let mut samples = Samples::new(16.0);
        samples.add(&InitialWeights::of_engine(false), &game);
        let facts = samples.all.iter();
        let facts: Vec<_> = facts
            .map(|sample| (sample.is_black, sample.score, sample.is_last))
            .collect();
        let expected = [
            (true, None, false),
            (false, Some(-6), false),
            (true, Some(6), true),
        ];
        assert_eq!(facts, expected);
        assert!(matches!(samples.all[0].known, Known::Search(value, true) if value == 1.5));
    }

    #[test]
    fn one_sided_positions_have_less_weight() {
        let moves = parse_transcript(Position::START, "f5d6c3d3c4f4e6").unwrap();
        let game = Game {
            searches: vec![None; moves.len()],
            moves,
            unsearched: 6,
            score: 6,
        };
        let initial = InitialWeights::of_engine(false);
        let weight = |one_sided| {
            let mut samples = Samples::new(one_sided);
            samples.add(&initial, &game);
            samples.all.first().map(|sample| sample.weight)
        };
        let position = game.positions().last().unwrap();
        let lead = initial.value(position.board).abs();
        assert!(lead > 0.5 && lead < 20.0, "{lead}");
        assert_eq!(weight(lead), Some(0.5));
        assert_eq!(weight(lead / 2.0), Some(0.2));
    }

    #[test]
    fn parameters_mean_what_they_mean_in_the_engine() {
        let (initial, mut rng) = (InitialWeights::of_engine(false), Rng::new(24));
        let mut compared = 0;
        for _ in 0..300 {
            let (a, b, c) = (rng.next(), rng.next(), rng.next());
            let board = Board::new((a | c) & b, (a | c) & !b);
            let engine = eval::linear_value(Portable, &Indices::of(board), board, board.moves());
            // The engine limits its values.
            if engine.abs() < 6300 {
                compared += 1;
                let difference = 100.0 * initial.value(board) - engine as f32;
                assert!(difference.abs() < 2.0, "{difference}: {board:?}");
            }
        }
        assert!(compared > 100, "{compared}");
    }
}
