//! Training of a [`network`](crate::gomoku::eval): logistic regression by AdaGrad, as in
//! [`fit`](crate::train::gomoku::fit), on whole boards.

use crate::game::{Game as _, Move, Side};
use crate::gomoku::eval::{
    CHANNELS, CLIP, FileHead, Head, NetworkFile, POOL_DIVISOR, Perspective, SCALE, STATIC_DIVISOR,
    Threats, UNITS, WINDOWS, win_rate,
};
use crate::gomoku::rules::{Gomoku, Point, Position, Rule, RuleType, with_rule_type};
use crate::gomoku::state::State;
use crate::train::adagrad::update;
use crate::train::gomoku::factorized_vectors::{FactorizedVectors, PositionWindows};
use crate::train::gomoku::games::{Game, MoveScore};
use crate::train::gomoku::selection::{Selection, Use};
use crate::train::gomoku::window_reader::{Cells, WindowReader};
use crate::util::rng::Rng;

/// Settings of a fit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    /// The network to start from; `None` for random weights.
    pub initial: Option<NetworkFile>,
    /// Passes through the positions.
    pub passes: usize,
    /// Initial learning rate of the layers.
    pub step: f32,
    /// Weight of the game result in the target; the rest is the expected result.
    pub results: f32,
    /// The part of the trained network in the result; the rest is the static value.
    pub share: f32,
}

/// A position.
#[derive(Clone, Copy)]
struct Sample {
    /// Index of its game.
    game: u32,
    /// Number of stones.
    stones: u8,
    /// Its side to move.
    side: Side,
    /// The static value in units.
    static_value: f32,
    /// The threats of both sides.
    threats: Threats,
    /// The result for the side to move: 0, 0.5 or 1. `None` in a variation.
    result: Option<f32>,
    /// The result that the searches from here on expected, see [`expected_results`].
    expected: f32,
}

/// The positions of the games under one rule, or under two.
pub(crate) struct Positions {
    selection: Selection,
    /// The λ of [`expected_results`].
    decay: f32,
    /// Board size and moves by game and variation.
    games: Vec<(u8, Vec<Point>)>,
    /// How many of them are variations.
    variations: usize,
    fitted: Vec<Sample>,
    held_out: Vec<Sample>,
}

impl Positions {
    /// No positions. `also` is a second rule whose games to fit to; `decay` is the λ of the expected results.
    pub(crate) fn new(rule: Rule, also: Option<Rule>, decay: f32) -> Self {
        Self {
            selection: Selection::new(rule, also),
            decay,
            games: Vec::new(),
            variations: 0,
            fitted: Vec::new(),
            held_out: Vec::new(),
        }
    }

    /// Adds the positions of a game or a variation that the search would ask the network about, unless it has
    /// another rule or is a copy.
    pub(crate) fn add(&mut self, game: &Game) {
        let Some((purpose, moves)) = self.selection.choose(game) else {
            return;
        };
        self.variations += usize::from(game.is_variation);
        let samples = match purpose {
            Use::Fitted => &mut self.fitted,
            Use::HeldOut => &mut self.held_out,
        };
        let index = self.games.len() as u32;
        let rule = game.rules.rule();
        with_rule_type!(rule, R => samples_of::<R>(game, self.decay, index, samples));
        self.games.push((game.rules.size(), moves));
    }

    /// Games and variations left out since they are copies of others.
    pub(crate) const fn copies(&self) -> usize {
        self.selection.copies
    }

    /// Numbers of games and of variations.
    pub(crate) fn games(&self) -> [usize; 2] {
        [self.games.len() - self.variations, self.variations]
    }

    /// Reads the windows of a position.
    fn read(&self, sample: &Sample, reader: &mut WindowReader, cells: &mut Cells) {
        let (size, moves) = &self.games[sample.game as usize];
        let own = Perspective::of(self.selection.rule()).own(sample.side);
        let moves = &moves[..usize::from(sample.stones)];
        reader.read(*size, moves, own != sample.side, cells);
    }

    /// Numbers of fitted and of held-out positions.
    pub(crate) fn counts(&self) -> [usize; 2] {
        [&self.fitted, &self.held_out].map(Vec::len)
    }
}

/// The result of the game for a side: 0, 0.5 or 1. `None` for a variation.
fn result_for(game: &Game, side: Side) -> Option<f32> {
    match game.winner {
        Some(winner) if winner == side => Some(1.0),
        Some(_) => Some(0.0),
        None => (!game.is_variation).then_some(0.5),
    }
}

/// TD(λ): for each scored move of a game, what the side to move could expect as result, 0 to 1. It is a mean of
/// what the searches of this and the later moves expected and of the result, each with λ times the weight of
/// the one before it. Claims do not count: the result of their game is surer. In a variation there is nothing later,
/// and claims are all there is.
fn expected_results(game: &Game, decay: f32) -> Vec<f32> {
    let result = result_for(game, Side::Black);
    let decay = if result.is_some() { decay } else { 0.0 };
    // `later` is what Black can expect.
    let mut later = result.unwrap_or(0.5);
    let mut expected: Vec<f32> = game
        .scores
        .iter()
        .enumerate()
        .rev()
        .map(|(n, score)| {
            let is_black = (game.opening + n).is_multiple_of(2);
            let seen_by_mover = |black: f32| if is_black { black } else { 1.0 - black };
            let own = match score {
                MoveScore::Estimate(value) => Some(win_rate(i32::from(*value))),
                MoveScore::Won => Some(1.0),
                MoveScore::Lost => Some(0.0),
                MoveScore::ClaimedWin => result.is_none().then_some(1.0),
                MoveScore::ClaimedLoss => result.is_none().then_some(0.0),
            };
            if let Some(own) = own {
                later = (1.0 - decay) * seen_by_mover(own) + decay * later;
            }
            seen_by_mover(later)
        })
        .collect();
    expected.reverse();
    expected
}

fn samples_of<R: RuleType>(game: &Game, decay: f32, index: u32, samples: &mut Vec<Sample>) {
    let mut position = Position::new(game.rules);
    let expected = expected_results(game, decay);
    for (ply, &vertex) in game.moves.iter().enumerate() {
        let scored = ply.checked_sub(game.opening);
        if let Some((&score, &expected)) =
            scored.and_then(|n| game.scores.get(n).zip(expected.get(n)))
        {
            let state = State::<R>::from_position(&position);
            // A game ends with a proven win, so that the network is hardly asked before one.
            if state.forced_reply().has_choice() && (score != MoveScore::Won || game.is_variation) {
                let side = state.side();
                samples.push(Sample {
                    game: index,
                    stones: ply as u8,
                    side,
                    static_value: state.static_value() as f32 / 100.0,
                    threats: state.threats(),
                    result: result_for(game, side),
                    expected,
                });
            }
        }
        Gomoku::play(&mut position, Move::Place(vertex));
    }
}

/// A network in training: its numbers and the sums of the squares of their gradients.
struct Network {
    perspective: Perspective,
    vectors: FactorizedVectors,
    bias: [f32; CHANNELS],
    bias_squares: [f32; CHANNELS],
    heads: Vec<Head>,
    head_squares: Vec<Head>,
}

/// What [`Network::forward`] leaves for [`Network::backward`].
#[derive(Default)]
struct Activations {
    windows: PositionWindows,
    /// For each number, the cells in which it is not clipped.
    active_cells: [f32; CHANNELS],
    pool: [f32; CHANNELS],
    hidden: [f32; UNITS],
}

/// The step of vectors is larger by this: each occurs in few positions.
const VECTOR_STEP: f32 = 4.0;

/// Initial sum of the squares of the gradients of the layers.
const LAYER_SQUARES: f32 = 1.0;

impl Network {
    /// Small random weights, and the static value.
    fn new(perspective: Perspective, rng: &mut Rng) -> Self {
        let mut random = |range: f32| (rng.unit() - 0.5) * range;
        let mut squares = Head::default();
        squares
            .parameters_mut()
            .for_each(|number| *number = LAYER_SQUARES);
        let mut head = || {
            let mut head = Head {
                static_weight: 0.5,
                ..Head::default()
            };
            for weight in head.hidden.as_flattened_mut() {
                *weight = random(0.5);
            }
            head
        };
        Self {
            perspective,
            heads: (0..perspective.heads()).map(|_| head()).collect(),
            head_squares: vec![squares; perspective.heads()],
            vectors: FactorizedVectors::new(WINDOWS, || random(0.02)),
            bias: [0.05; CHANNELS],
            bias_squares: [LAYER_SQUARES; CHANNELS],
        }
    }

    /// The weights of a file.
    fn of_file(perspective: Perspective, file: &NetworkFile) -> Self {
        let mut network = Self::new(perspective, &mut Rng::new(0));
        network.vectors = FactorizedVectors::of_file(&file.vectors);
        network.bias = file.bias;
        network.heads.clone_from(&file.heads);
        network
    }

    /// The log odds of the side to move.
    fn forward(&self, sample: &Sample, cells: &Cells, activations: &mut Activations) -> f32 {
        let mut pool = [0.0; CHANNELS];
        let mut active_cells = [0.0; CHANNELS];
        let windows = &mut activations.windows;
        windows.clear();
        for numbers in cells {
            let mut sum = self.bias;
            let places = numbers.map(|window| windows.place_of(&self.vectors, window));
            for place in places {
                for (sum, number) in sum.iter_mut().zip(windows.vector(place)) {
                    *sum += number;
                }
            }
            let mut active = [0.0; CHANNELS];
            for channel in 0..CHANNELS {
                // Clipped numbers have no gradient.
                let is_inside = sum[channel] > 0.0 && sum[channel] < f32::from(CLIP);
                active[channel] = f32::from(u8::from(is_inside));
                active_cells[channel] += active[channel];
                pool[channel] += sum[channel].clamp(0.0, f32::from(CLIP));
            }
            if active != [0.0; CHANNELS] {
                for place in places {
                    windows.count(place, &active);
                }
            }
        }
        activations.active_cells = active_cells;
        activations.pool = pool.map(|sum| sum / POOL_DIVISOR);
        let head = &self.heads[self.perspective.head(sample.side)];
        let input = sample.static_value * 100.0 / STATIC_DIVISOR;
        activations.hidden = head.hidden_sums(&activations.pool, input, sample.threats);
        head.log_odds(&activations.hidden, sample.static_value)
    }

    /// Moves all numbers against the gradient, where `gradient` is that of the log odds.
    fn backward(
        &mut self,
        sample: &Sample,
        activations: &mut Activations,
        gradient: f32,
        step: f32,
    ) {
        let index = self.perspective.head(sample.side);
        let (head, squares) = (&mut self.heads[index], &mut self.head_squares[index]);
        let mut pool_gradient = [0.0; CHANNELS];
        for unit in 0..UNITS {
            let sum = activations.hidden[unit];
            if sum <= 0.0 {
                continue;
            }
            let inner = gradient * head.output[unit];
            update(
                &mut head.output[unit],
                &mut squares.output[unit],
                gradient * sum,
                step,
            );
            update(
                &mut head.hidden_bias[unit],
                &mut squares.hidden_bias[unit],
                inner,
                step,
            );
            update(
                &mut head.hidden_static[unit],
                &mut squares.hidden_static[unit],
                inner * sample.static_value * 100.0 / STATIC_DIVISOR,
                step,
            );
            for (kind, &number) in sample.threats.0.iter().enumerate() {
                if number != 0 {
                    update(
                        &mut head.threats[kind][unit],
                        &mut squares.threats[kind][unit],
                        inner * f32::from(number),
                        step,
                    );
                }
            }
            for (channel, pool_gradient) in pool_gradient.iter_mut().enumerate() {
                let weight = &mut head.hidden[channel][unit];
                *pool_gradient += inner * *weight / POOL_DIVISOR;
                let input = activations.pool[channel];
                update(
                    weight,
                    &mut squares.hidden[channel][unit],
                    inner * input,
                    step,
                );
            }
        }
        update(
            &mut head.static_weight,
            &mut squares.static_weight,
            gradient * sample.static_value,
            step,
        );
        update(&mut head.tempo, &mut squares.tempo, gradient, step);
        let gradients = activations.active_cells.iter().zip(pool_gradient);
        let biases = self.bias.iter_mut().zip(&mut self.bias_squares);
        for ((bias, squares), (cells, gradient)) in biases.zip(gradients) {
            update(bias, squares, cells * gradient, step);
        }
        let windows = &mut activations.windows;
        self.vectors
            .update_all(windows, &pool_gradient, VECTOR_STEP * step);
    }

    /// The file of a mixture of the network, which gets this `share`, and the static value.
    fn file(&self, share: f32, provenance: String) -> NetworkFile {
        let mut heads = self.heads.clone();
        for head in &mut heads {
            for weight in &mut head.output {
                *weight *= share;
            }
            head.tempo *= share;
            head.static_weight = share * head.static_weight + (1.0 - share) * 100.0 / SCALE;
        }
        NetworkFile {
            vectors: self.vectors.rounded(),
            bias: self.bias,
            heads,
            provenance,
        }
    }
}

/// Mean log losses on held-out positions, in nats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Losses {
    /// Of the results of games.
    pub results: f64,
    /// Of the targets of games.
    pub targets: f64,
    /// Of the targets of variations; 0 without any.
    pub variations: f64,
}

fn log_loss(log_odds: f32, target: f32) -> f64 {
    // The logarithms of the probabilities of both results, without overflow.
    let [win, loss] =
        [-log_odds, log_odds].map(|x| -f64::from(x.max(0.0) + (-x.abs()).exp().ln_1p()));
    -(f64::from(target) * win + (1.0 - f64::from(target)) * loss)
}

/// Trains the network of the rule. `progress` gets the losses before the first pass and after
/// each one.
pub(crate) fn train(
    positions: &Positions,
    settings: &Settings,
    provenance: impl FnOnce(Losses) -> String,
    mut progress: impl FnMut(usize, Losses),
) -> NetworkFile {
    let target = |sample: &Sample| match sample.result {
        Some(result) => settings.results * result + (1.0 - settings.results) * sample.expected,
        None => sample.expected,
    };
    let mut fitted: Vec<&Sample> = positions.fitted.iter().collect();
    let held_out = &positions.held_out;
    let mut rng = Rng::new(1);
    let perspective = Perspective::of(positions.selection.rule());
    let mut network = match &settings.initial {
        Some(file) => Network::of_file(perspective, file),
        None => Network::new(perspective, &mut rng),
    };
    let (mut reader, mut cells) = (WindowReader::new(), Cells::new());
    let mut activations = Activations::default();
    let mut measure = |network: &Network| {
        let (mut losses, mut of_games) = (Losses::default(), 0usize);
        for sample in held_out {
            positions.read(sample, &mut reader, &mut cells);
            let log_odds = network.forward(sample, &cells, &mut activations);
            let of_target = log_loss(log_odds, target(sample));
            match sample.result {
                Some(result) => {
                    losses.results += log_loss(log_odds, result);
                    losses.targets += of_target;
                    of_games += 1;
                }
                None => losses.variations += of_target,
            }
        }
        let mean = |sum: f64, count: usize| sum / count.max(1) as f64;
        Losses {
            results: mean(losses.results, of_games),
            targets: mean(losses.targets, of_games),
            variations: mean(losses.variations, held_out.len() - of_games),
        }
    };
    let mut losses = measure(&network);
    progress(0, losses);
    let (mut reader, mut cells) = (WindowReader::new(), Cells::new());
    let mut activations = Activations::default();
    let total = (settings.passes * fitted.len()) as f32;
    let mut done = 0usize;
    for pass in 1..=settings.passes {
        rng.shuffle(&mut fitted);
        for sample in &fitted {
            positions.read(sample, &mut reader, &mut cells);
            let log_odds = network.forward(sample, &cells, &mut activations);
            let step = settings.step * (1.0 - done as f32 / total);
            let gradient = 1.0 / (1.0 + (-log_odds).exp()) - target(sample);
            network.backward(sample, &mut activations, gradient, step);
            done += 1;
        }
        losses = measure(&network);
        progress(pass, losses);
    }
    network.file(settings.share, provenance(losses))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::GomokuPlayer;
    use crate::train::gomoku::games;

    /// Games of short searches, number 0 of every 16 under freestyle rules.
    fn game(index: u64) -> Game {
        let settings = games::Settings {
            seed: 3,
            nodes: 60,
            rule: None,
        };
        games::play(&mut GomokuPlayer::default(), settings, 16 * index)
    }

    #[test]
    fn expected_results_are_means_of_later_ones() {
        let mut game = game(0);
        // White is to move first, and wins.
        (game.opening, game.winner) = (3, Some(Side::White));
        game.scores = vec![
            MoveScore::Estimate(0),
            MoveScore::ClaimedLoss,
            MoveScore::Estimate(0),
        ];
        let close = |expected: &[f32], values: [f32; 3]| {
            let differences = expected.iter().zip(values).map(|(a, b)| (a - b).abs());
            assert!(expected.len() == 3 && differences.fold(0.0, f32::max) < 1e-6);
        };
        close(&expected_results(&game, 0.0), [0.5, 0.5, 0.5]);
        close(&expected_results(&game, 1.0), [1.0, 0.0, 1.0]);
        // 0.1 * 0.5 + 0.9 * 1, and once more.
        close(&expected_results(&game, 0.9), [0.905, 0.05, 0.95]);
        // Nothing comes after a variation.
        (game.is_variation, game.winner) = (true, None);
        game.scores[0] = MoveScore::ClaimedLoss;
        close(&expected_results(&game, 0.9), [0.0, 0.0, 0.5]);
    }

    #[test]
    fn copies_and_other_rules_are_left_out() {
        let mut positions = Positions::new(Rule::Freestyle, None, 0.5);
        let first = game(0);
        positions.add(&first);
        let counts = positions.counts();
        assert!(counts[0] + counts[1] > 0);
        positions.add(&first);
        positions.add(&games::play(
            &mut GomokuPlayer::default(),
            games::Settings {
                seed: 3,
                nodes: 60,
                rule: None,
            },
            1,
        ));
        assert_eq!((positions.games(), positions.copies()), ([1, 0], 1));
        assert_eq!(positions.counts(), counts);
    }

    #[test]
    fn games_under_a_second_rule_are_fitted_only() {
        let mut positions = Positions::new(Rule::Standard, Some(Rule::Freestyle), 0.5);
        for index in 0..40 {
            positions.add(&game(index));
        }
        let [fitted, held_out] = positions.counts();
        assert!(fitted > 100 && held_out == 0, "{fitted} {held_out}");
        // All of them alone: some are held out.
        let mut own = Positions::new(Rule::Freestyle, None, 0.5);
        (0..40).for_each(|index| own.add(&game(index)));
        assert_eq!(own.counts()[0], fitted);
        assert!(own.counts()[1] > 0);
    }

    #[test]
    fn a_network_learns_what_it_is_shown() {
        let mut positions = Positions::new(Rule::Freestyle, None, 0.5);
        // The loss of drawn games cannot fall.
        let won = (0..).map(game).filter(|game| game.winner.is_some());
        for game in won.take(12) {
            positions.add(&game);
        }
        // What is fitted is measured here.
        let all: Vec<Sample> = positions
            .fitted
            .drain(..)
            .chain(positions.held_out.drain(..))
            .collect();
        positions.held_out = all.clone();
        positions.fitted = all;
        let settings = Settings {
            initial: None,
            passes: 20,
            step: 0.05,
            results: 1.0,
            share: 1.0,
        };
        let mut losses = Vec::new();
        let file = train(
            &positions,
            &settings,
            |losses| format!("{:.4}", losses.results),
            |_, measured| losses.push(measured.results),
        );
        assert!(losses[20] < 0.5 * losses[0], "{losses:?}");
        assert_eq!(file.provenance, format!("{:.4}", losses[20]));
        // A fit that starts from the file starts with its losses, but for the rounding of its vectors.
        let settings = Settings {
            initial: Some(file),
            passes: 0,
            ..settings
        };
        let last = losses[20];
        losses.clear();
        train(
            &positions,
            &settings,
            |_| String::new(),
            |_, measured| losses.push(measured.results),
        );
        assert!((losses[0] - last).abs() < 0.02, "{losses:?} {last}");
    }
}
