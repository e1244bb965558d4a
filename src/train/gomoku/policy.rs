//! Training of a [`policy`](crate::gomoku::eval): multinomial logistic regression by AdaGrad on the moves that
//! searches chose where no threat restricted them.

use crate::game::{Game as _, Move};
use crate::gomoku::eval::{
    CHANNELS, CLIP, EMPTY_WINDOWS, FileHead, INPUTS, Perspective, PolicyFile, PolicyHead, Window,
};
use crate::gomoku::rules::{DIRECTIONS, Gomoku, Point, Position, Rule, RuleType, with_rule_type};
use crate::gomoku::state::{ForcedReply, State};
use crate::train::adagrad::update;
use crate::train::gomoku::factorized_vectors::FactorizedVectors;
use crate::train::gomoku::fit::RANK_SCALE;
use crate::train::gomoku::games::{Game, MoveScore};
use crate::train::gomoku::selection::{Selection, Use};
use crate::util::rng::Rng;

/// Settings of a fit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    /// The policy to start from; `None` for random weights.
    pub initial: Option<PolicyFile>,
    /// Passes through the games.
    pub passes: usize,
    /// Initial learning rate of the layers.
    pub step: f32,
}

/// The games under one rule.
pub(crate) struct Games {
    selection: Selection,
    fitted: Vec<Game>,
    held_out: Vec<Game>,
}

impl Games {
    /// No games.
    pub(crate) fn new(rule: Rule) -> Self {
        Self {
            selection: Selection::new(rule, None),
            fitted: Vec::new(),
            held_out: Vec::new(),
        }
    }

    /// Adds a game, unless it has another rule or is a copy. The searches of variations are too short to learn from
    /// what they choose.
    pub(crate) fn add(&mut self, game: Game) {
        if game.is_variation {
            return;
        }
        match self.selection.choose(&game) {
            Some((Use::Fitted, _)) => self.fitted.push(game),
            Some((Use::HeldOut, _)) => self.held_out.push(game),
            None => {}
        }
    }

    /// Numbers of fitted and of held-out games.
    pub(crate) fn counts(&self) -> [usize; 2] {
        [&self.fitted, &self.held_out].map(Vec::len)
    }

    /// Games left out since they are copies of others.
    pub(crate) const fn copies(&self) -> usize {
        self.selection.copies
    }
}

/// A move that could be chosen.
struct Candidate {
    /// The numbers of the windows around its cell.
    windows: [u16; DIRECTIONS],
    /// Its logit by its rank and by its distance from the last stones.
    logit: f32,
}

/// A choice of a move.
struct Choice {
    /// The [`Perspective::head`] of the side to move.
    head: usize,
    inputs: [f32; INPUTS],
    candidates: Vec<Candidate>,
    /// The index of the played one.
    chosen: usize,
}

/// Calls `take` with every choice of a game after its opening. `numbers` are those of the windows, by
/// [`Window::index`].
fn choices_of<R: RuleType>(game: &Game, numbers: &[u16], mut take: impl FnMut(&Choice)) {
    let mut position = Position::new(game.rules);
    for &vertex in &game.moves[..game.opening] {
        Gomoku::play(&mut position, Move::Place(vertex));
    }
    let mut state = State::<R>::from_position(&position).with_network();
    let moves: Vec<Point> = game.moves.iter().copied().map(Point::from).collect();
    for (ply, &score) in (game.opening..moves.len()).zip(&game.scores) {
        if ply > game.opening {
            state.make(moves[ply - 1]);
        }
        // After a proof every move may be as good, and where all moves lose, none is chosen for its merits.
        let tells = !matches!(
            score,
            MoveScore::Won | MoveScore::Lost | MoveScore::ClaimedLoss
        );
        if tells
            && state.forced_reply() == ForcedReply::Free
            && let Some(choice) = choice(&mut state, &moves[..=ply], numbers)
        {
            take(&choice);
        }
    }
}

/// The choice of the last of `moves` in the position before it, if the search would have considered it.
fn choice<R: RuleType>(state: &mut State<R>, moves: &[Point], numbers: &[u16]) -> Option<Choice> {
    let (played, earlier) = moves.split_last()?;
    let (own, other) = (state.side(), state.side().other());
    let last = [2, 1].map(|back| Some(earlier[earlier.len().checked_sub(back)?]));
    let cells: Vec<Point> = state
        .candidates()
        .iter()
        .filter(|point| !state.is_foul(own, *point))
        .collect();
    let chosen = cells.iter().position(|point| point == played)?;
    let proximity = state.proximity(last);
    let logit = |point: &Point| {
        let rank = state.info(own, *point).attack() + state.info(other, *point).defence();
        (rank + proximity.score(*point)) as f32 / RANK_SCALE
    };
    let logits: Vec<f32> = cells.iter().map(logit).collect();
    let (inputs, windows) = state.policy_inputs()?;
    let candidates = cells.iter().zip(logits).map(|(point, logit)| Candidate {
        windows: windows[point.index()].map(|window| numbers[window.index()]),
        logit,
    });
    Some(Choice {
        head: Perspective::of(R::RULE).head(own),
        inputs,
        candidates: candidates.collect(),
        chosen,
    })
}

/// The step of vectors is larger by this: each occurs in few positions.
const VECTOR_STEP: f32 = 2.5;

/// Initial sum of the squares of the gradients of the layers.
const LAYER_SQUARES: f32 = 1.0;
/// That of the bias, which all candidates change.
const BIAS_SQUARES: f32 = 100.0;

/// Most gradients are smaller than this. A few of these, raised to it, stand for all.
const SMALL_GRADIENT: f32 = 0.01;

/// A policy in training: its numbers and the sums of the squares of their gradients.
struct Policy {
    vectors: FactorizedVectors,
    bias: [f32; CHANNELS],
    bias_squares: [f32; CHANNELS],
    heads: Vec<PolicyHead>,
    head_squares: Vec<PolicyHead>,
}

/// What [`Policy::forward`] leaves for [`Policy::backward`].
#[derive(Default)]
struct Activations {
    /// The clipped numbers of each candidate.
    cells: Vec<[f32; CHANNELS]>,
    weights: [f32; CHANNELS],
    probabilities: Vec<f32>,
}

impl Policy {
    /// Random weights that say little.
    fn new(perspective: Perspective, rng: &mut Rng) -> Self {
        let mut random = |range: f32| (rng.unit() - 0.5) * range;
        let mut squares = PolicyHead::default();
        squares
            .parameters_mut()
            .for_each(|number| *number = LAYER_SQUARES);
        let mut head = || PolicyHead {
            base: std::array::from_fn(|_| random(1.0)),
            ..PolicyHead::default()
        };
        Self {
            heads: (0..perspective.heads()).map(|_| head()).collect(),
            head_squares: vec![squares; perspective.heads()],
            vectors: FactorizedVectors::new(EMPTY_WINDOWS, || random(0.25)),
            bias: [0.1; CHANNELS],
            bias_squares: [BIAS_SQUARES; CHANNELS],
        }
    }

    /// The weights of a file.
    fn of_file(perspective: Perspective, file: &PolicyFile) -> Self {
        let mut policy = Self::new(perspective, &mut Rng::new(0));
        policy.vectors = FactorizedVectors::of_file(&file.vectors);
        policy.bias = file.bias;
        policy.heads.clone_from(&file.heads);
        policy
    }

    /// Computes the probabilities of the candidates.
    fn forward(&self, choice: &Choice, activations: &mut Activations) {
        let Activations {
            cells,
            weights,
            probabilities,
        } = activations;
        cells.clear();
        probabilities.clear();
        *weights = self.heads[choice.head].weights(&choice.inputs);
        for candidate in &choice.candidates {
            let mut sum = self.bias;
            for window in candidate.windows {
                for (sum, number) in sum.iter_mut().zip(self.vectors.vector(window)) {
                    *sum += number;
                }
            }
            let mut logit = candidate.logit;
            for (sum, weight) in sum.iter_mut().zip(&*weights) {
                *sum = sum.clamp(0.0, f32::from(CLIP));
                logit += *sum * weight;
            }
            cells.push(sum);
            probabilities.push(logit);
        }
        let most = probabilities.iter().copied().fold(f32::MIN, f32::max);
        for logit in &mut *probabilities {
            *logit = (*logit - most).exp();
        }
        let sum: f32 = probabilities.iter().sum();
        for share in probabilities {
            *share /= sum;
        }
    }

    /// Moves all numbers against the gradient of the log loss of the choice.
    fn backward(&mut self, choice: &Choice, activations: &Activations, step: f32, rng: &mut Rng) {
        let mut weight_gradient = [0.0; CHANNELS];
        let mut bias_gradient = [0.0; CHANNELS];
        for (n, candidate) in choice.candidates.iter().enumerate() {
            let wanted = f32::from(u8::from(n == choice.chosen));
            let mut gradient = activations.probabilities[n] - wanted;
            // This changes nothing on average. The small gradients are positive, so without them the numbers of
            // common windows would grow until they are clipped.
            if gradient.abs() < SMALL_GRADIENT {
                if rng.unit() * SMALL_GRADIENT >= gradient.abs() {
                    continue;
                }
                gradient = gradient.signum() * SMALL_GRADIENT;
            }
            let mut cell_gradient = [0.0; CHANNELS];
            for channel in 0..CHANNELS {
                let number = activations.cells[n][channel];
                weight_gradient[channel] += gradient * number;
                // Clipped numbers have no gradient.
                if number > 0.0 && number < f32::from(CLIP) {
                    cell_gradient[channel] = gradient * activations.weights[channel];
                    bias_gradient[channel] += cell_gradient[channel];
                }
            }
            for window in candidate.windows {
                self.vectors
                    .update(window, &cell_gradient, VECTOR_STEP * step);
            }
        }
        let head = &mut self.heads[choice.head];
        let squares = &mut self.head_squares[choice.head];
        for channel in 0..CHANNELS {
            update(
                &mut self.bias[channel],
                &mut self.bias_squares[channel],
                bias_gradient[channel],
                step,
            );
            let gradient = weight_gradient[channel];
            update(
                &mut head.base[channel],
                &mut squares.base[channel],
                gradient,
                step,
            );
            for (n, input) in choice.inputs.iter().enumerate() {
                update(
                    &mut head.by_input[n][channel],
                    &mut squares.by_input[n][channel],
                    input * gradient,
                    step,
                );
            }
        }
    }

    fn file(&self, provenance: String) -> PolicyFile {
        PolicyFile {
            vectors: self.vectors.rounded(),
            bias: self.bias,
            heads: self.heads.clone(),
            provenance,
        }
    }
}

/// How well a policy foretells the choices in held-out games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Losses {
    /// Mean log loss, in nats.
    pub choice: f64,
    /// Fraction of the choices that were the most likely ones.
    pub first: f64,
}

/// Trains the policy of the rule. `progress` gets the losses before the first pass and after
/// each one.
pub(crate) fn train(
    games: &Games,
    settings: &Settings,
    provenance: impl FnOnce(Losses) -> String,
    mut progress: impl FnMut(usize, Losses),
) -> PolicyFile {
    let (policy, losses) =
        with_rule_type!(games.selection.rule(), R => fit::<R>(games, settings, &mut progress));
    policy.file(provenance(losses))
}

fn fit<R: RuleType>(
    games: &Games,
    settings: &Settings,
    progress: &mut dyn FnMut(usize, Losses),
) -> (Policy, Losses) {
    let mut numbers = vec![0; 1 << 16];
    for (window, number) in Window::numbered() {
        numbers[window.index()] = number as u16;
    }
    let mut rng = Rng::new(1);
    let perspective = Perspective::of(R::RULE);
    let mut policy = match &settings.initial {
        Some(file) => Policy::of_file(perspective, file),
        None => Policy::new(perspective, &mut rng),
    };
    let mut activations = Activations::default();
    let measure = |policy: &Policy, activations: &mut Activations| {
        let (mut losses, mut count) = (Losses::default(), 0.0);
        for game in &games.held_out {
            choices_of::<R>(game, &numbers, |choice| {
                policy.forward(choice, activations);
                let probabilities = &activations.probabilities;
                let chosen = probabilities[choice.chosen];
                let most = probabilities.iter().copied().fold(0.0, f32::max);
                losses.choice -= f64::from(chosen.max(1e-9)).ln();
                losses.first += f64::from(u8::from(chosen >= most));
                count += 1.0;
            });
        }
        Losses {
            choice: losses.choice / f64::max(count, 1.0),
            first: losses.first / f64::max(count, 1.0),
        }
    };
    let mut losses = measure(&policy, &mut activations);
    progress(0, losses);
    let mut fitted: Vec<&Game> = games.fitted.iter().collect();
    let total = (settings.passes * fitted.len()) as f32;
    let mut done = 0usize;
    for pass in 1..=settings.passes {
        rng.shuffle(&mut fitted);
        for game in &fitted {
            let step = settings.step * (1.0 - done as f32 / total);
            choices_of::<R>(game, &numbers, |choice| {
                policy.forward(choice, &mut activations);
                policy.backward(choice, &activations, step, &mut rng);
            });
            done += 1;
        }
        losses = measure(&policy, &mut activations);
        progress(pass, losses);
    }
    (policy, losses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::GomokuPlayer;
    use crate::train::gomoku::games;

    /// Games of short searches under a rule.
    fn games_of(rule: Rule, count: u64) -> Vec<Game> {
        let settings = games::Settings {
            seed: 4,
            nodes: 60,
            rule: Some(rule),
        };
        let mut player = GomokuPlayer::default();
        let play = |index| games::play(&mut player, settings, index);
        (0..count).map(play).collect()
    }

    #[test]
    fn other_rules_and_copies_are_left_out() {
        let mut games = Games::new(Rule::Renju);
        let first = games_of(Rule::Renju, 1).remove(0);
        games.add(first.clone());
        games.add(first);
        games.add(games_of(Rule::Standard, 1).remove(0));
        assert_eq!(games.counts().iter().sum::<usize>(), 1);
        assert_eq!(games.copies(), 1);
    }

    #[test]
    fn a_policy_learns_what_it_is_shown() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let mut games = Games::new(rule);
            games_of(rule, 6)
                .into_iter()
                .for_each(|game| games.add(game));
            // What is fitted is measured here.
            let held_out = std::mem::take(&mut games.held_out);
            games.fitted.extend(held_out);
            games.held_out.clone_from(&games.fitted);
            let fit = |initial: Option<PolicyFile>, passes: usize| {
                let step = 0.05;
                let settings = Settings {
                    initial,
                    passes,
                    step,
                };
                let mut losses = Vec::new();
                let provenance = |losses: Losses| format!("{:.4}", losses.choice);
                let file = train(&games, &settings, provenance, |_, measured| {
                    losses.push(measured.choice);
                });
                (file, losses)
            };
            let (file, losses) = fit(None, 12);
            assert!(losses[12] < 0.6 * losses[0], "{rule}: {losses:?}");
            assert_eq!(file.provenance, format!("{:.4}", losses[12]));
            // A fit that starts from the file starts with its losses, but for the rounding of its vectors.
            let (_, further) = fit(Some(file), 1);
            let change = further[0] / losses[12] - 1.0;
            assert!(change.abs() < 0.05, "{rule}: {losses:?} {further:?}");
        }
    }
}
