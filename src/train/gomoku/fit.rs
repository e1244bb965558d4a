//! Texel tuning: weights by logistic regression.
//!
//! The value of a position is the logarithm of the odds of its side to move. It is fitted to the result of the
//! game and the score of the search. The ranks of moves are logits of a softmax over the candidates. They
//! are fitted to the moves that searches chose; the offsets from the last stones add to them.
//!
//! Both fits use AdaGrad, stochastic gradient descent with a step size per weight (J. Duchi, E. Hazan, Y.
//! Singer, "Adaptive subgradient methods for online learning and stochastic optimization", 2011). They start
//! from the current weights, and ridge regularisation holds rare weights there.

use crate::gomoku::eval::{
    CELL_VALUES, CellWeights, OFFSET_CLASSES, RANKS_PER_LOGIT, RULE_SIDES, SCALE, THREAT_FLAGS,
    ThreatWeights, WEIGHTS, Weights,
};
use crate::gomoku::patterns::PATTERN_CODES;
use crate::train::adagrad::update_from;
use crate::train::gomoku::samples::{Choice, Sample};
use crate::util::rng::Rng;

/// Settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Settings {
    /// Passes through the positions.
    pub passes: usize,
    /// Initial learning rate, in nats.
    pub step: f32,
    /// Weight of the game result in the target; the rest is the score of the search.
    pub results: f32,
    /// The weights to fit; the others stay as they are.
    pub parts: Parts,
    /// Ridge regularisation of cell weights towards the current weights.
    pub ridge: f32,
}

/// Groups of weights to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// Values of cells and threats.
    pub values: bool,
    /// Ranks of moves by the codes of their cells.
    pub ranks: bool,
    /// Scores of moves by their offsets from the last stones.
    pub proximity: bool,
}

impl Settings {
    /// The target of a position for the side to move.
    fn target(&self, sample: &Sample) -> f32 {
        let score = sample.score.unwrap_or(sample.result);
        self.results * sample.result + (1.0 - self.results) * score
    }
}

/// Losses on held-out positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Errors {
    /// Mean log loss of the results, in nats.
    pub result: f64,
    /// Mean log loss of the chosen moves, in nats.
    pub choice: f64,
    /// Fraction of the chosen moves that have the highest rank.
    pub first: f64,
}

/// Ranks per nat.
pub(crate) const RANK_SCALE: f32 = RANKS_PER_LOGIT as f32;

/// A weight with the sum of the squares of its gradients.
#[derive(Clone, Copy, Default)]
struct Weight {
    value: f32,
    squares: f32,
}

impl Weight {
    /// Starts with a current weight; `scale` is the value of a nat.
    fn of(number: i16, scale: f32) -> Self {
        Self {
            value: f32::from(number) / scale,
            squares: 0.0,
        }
    }

    #[inline(always)]
    fn update(&mut self, gradient: f32, step: f32) {
        let Self { value, squares } = self;
        update_from(INITIAL_SQUARES, value, squares, gradient, step);
    }
}

/// Initial sum of squared gradients. Many weights change together, so the first steps have to be short.
const INITIAL_SQUARES: f32 = 10.0;

/// Cell weights with their regularisation targets.
struct Cells {
    weights: Vec<Weight>,
    prior: Vec<f32>,
}

impl Cells {
    /// `of` takes the numbers of a rule and side from the present weights.
    fn new(of: fn(&CellWeights) -> &Vec<i16>, scale: f32) -> Self {
        let numbers = WEIGHTS.cells.iter().flat_map(of);
        let weights: Vec<Weight> = numbers.map(|&number| Weight::of(number, scale)).collect();
        Self {
            prior: weights.iter().map(|weight| weight.value).collect(),
            weights,
        }
    }

    #[inline(always)]
    fn value(&self, rule_side: usize, code: u16) -> f32 {
        self.weights[rule_side * PATTERN_CODES + usize::from(code)].value
    }

    #[inline(always)]
    fn update(
        &mut self,
        rule_side: usize,
        code: u16,
        gradient: f32,
        settings: Settings,
        step: f32,
    ) {
        let n = rule_side * PATTERN_CODES + usize::from(code);
        let weight = &mut self.weights[n];
        let pull = settings.ridge * (weight.value - self.prior[n]);
        weight.update(gradient + pull, step);
    }
}

/// All weights that are fitted.
struct Model {
    value: Cells,
    attack: Cells,
    defence: Cells,
    threats: Vec<Vec<Weight>>,
    tempo: Vec<Weight>,
    proximity: Vec<Vec<Weight>>,
}

/// The numbers of the single flags and pairs of a set.
fn pairs(flags: u16) -> impl Iterator<Item = usize> {
    (0..THREAT_FLAGS)
        .filter(move |high| flags >> high & 1 == 1)
        .flat_map(move |high| {
            let start = high * (high + 1) / 2;
            (0..=high)
                .filter(move |low| flags >> low & 1 == 1)
                .map(move |low| start + low)
        })
}

impl Model {
    fn new() -> Self {
        let pairs = |threats: &ThreatWeights| -> Vec<Weight> {
            let numbers = threats.pairs.iter();
            numbers.map(|&number| Weight::of(number, SCALE)).collect()
        };
        let proximity = |cells: &CellWeights| -> Vec<Weight> {
            let numbers = cells.proximity.iter();
            numbers
                .map(|&number| Weight::of(number, RANK_SCALE))
                .collect()
        };
        let threats = || WEIGHTS.threats.iter();
        Self {
            value: Cells::new(|cells| &cells.value, SCALE),
            attack: Cells::new(|cells| &cells.attack, RANK_SCALE),
            defence: Cells::new(|cells| &cells.defence, RANK_SCALE),
            threats: threats().map(pairs).collect(),
            tempo: threats().map(|t| Weight::of(t.tempo, SCALE)).collect(),
            proximity: WEIGHTS.cells.iter().map(proximity).collect(),
        }
    }

    /// The weights of the offsets of a candidate.
    fn offset_weights(offsets: [Option<u8>; 2]) -> impl Iterator<Item = usize> {
        let classes = offsets.into_iter().zip([0, OFFSET_CLASSES]);
        classes.filter_map(|(class, start)| Some(start + usize::from(class?)))
    }

    /// The logarithm of the odds of the side to move.
    fn log_odds(&self, sample: &Sample) -> f32 {
        let [own, other] = sample.rule_sides();
        let rule = sample.rule.index();
        let cells = |rule_side: usize, codes: &[u16]| -> f32 {
            codes
                .iter()
                .map(|&code| self.value.value(rule_side, code))
                .sum()
        };
        cells(own, &sample.codes[0]) - cells(other, &sample.codes[1])
            + self.tempo[rule].value
            + pairs(sample.threat_flags)
                .map(|pair| self.threats[rule][pair].value)
                .sum::<f32>()
    }

    fn learn_result(&mut self, sample: &Sample, settings: Settings, step: f32) {
        let probability = 1.0 / (1.0 + (-self.log_odds(sample)).exp());
        let gradient = probability - settings.target(sample);
        let [own, other] = sample.rule_sides();
        for &code in &sample.codes[0] {
            self.value.update(own, code, gradient, settings, step);
        }
        for &code in &sample.codes[1] {
            self.value.update(other, code, -gradient, settings, step);
        }
        let rule = sample.rule.index();
        self.tempo[rule].update(gradient, step);
        for pair in pairs(sample.threat_flags) {
            self.threats[rule][pair].update(gradient, step);
        }
    }

    /// The softmax probabilities of the candidates.
    fn probabilities(&self, sample: &Sample, choice: &Choice, into: &mut Vec<f32>) {
        let [own, other] = sample.rule_sides();
        into.clear();
        let cells = choice.cells.iter().zip(&choice.offsets);
        into.extend(cells.map(|([mine, theirs], offsets)| {
            let near = Self::offset_weights(*offsets).map(|n| self.proximity[own][n].value);
            self.attack.value(own, *mine) + self.defence.value(other, *theirs) + near.sum::<f32>()
        }));
        let most = into.iter().copied().fold(f32::MIN, f32::max);
        into.iter_mut().for_each(|x| *x = (*x - most).exp());
        let sum: f32 = into.iter().sum();
        into.iter_mut().for_each(|x| *x /= sum);
    }

    fn learn_choice(
        &mut self,
        sample: &Sample,
        settings: Settings,
        step: f32,
        buffer: &mut Vec<f32>,
    ) {
        let Some(choice) = &sample.choice else { return };
        self.probabilities(sample, choice, buffer);
        let [own, other] = sample.rule_sides();
        for (n, (&[mine, theirs], &probability)) in
            choice.cells.iter().zip(buffer.iter()).enumerate()
        {
            let gradient = if n == choice.chosen {
                probability - 1.0
            } else {
                probability
            };
            // Most gradients are negligible.
            if gradient.abs() <= 1e-3 {
                continue;
            }
            if settings.parts.ranks {
                self.attack.update(own, mine, gradient, settings, step);
                self.defence.update(other, theirs, gradient, settings, step);
            }
            if settings.parts.proximity {
                for index in Self::offset_weights(choice.offsets[n]) {
                    self.proximity[own][index].update(gradient, step);
                }
            }
        }
    }

    fn errors(&self, samples: &[Sample]) -> Errors {
        let (mut errors, mut choices) = (Errors::default(), 0.0);
        let mut buffer = Vec::new();
        for sample in samples {
            let odds = f64::from(self.log_odds(sample));
            let wanted = f64::from(sample.result);
            // ln(1 + e^x) without overflow.
            let soft = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
            errors.result += wanted * soft(-odds) + (1.0 - wanted) * soft(odds);
            if let Some(choice) = &sample.choice {
                self.probabilities(sample, choice, &mut buffer);
                choices += 1.0;
                errors.choice -= f64::from(buffer[choice.chosen].max(1e-9)).ln();
                let best = buffer.iter().copied().fold(0.0, f32::max);
                errors.first += f64::from(u8::from(buffer[choice.chosen] >= best));
            }
        }
        errors.result /= samples.len().max(1) as f64;
        errors.choice /= f64::max(choices, 1.0);
        errors.first /= f64::max(choices, 1.0);
        errors
    }

    fn quantised(&self, provenance: String) -> Weights {
        let whole = |x: f32, scale: f32| {
            // The conversion saturates.
            (x * scale).round() as i16
        };
        let list = |cells: &Cells, rule_side: usize| -> Vec<f32> {
            (0..PATTERN_CODES as u16)
                .map(|code| cells.value(rule_side, code))
                .collect()
        };
        // Only differences of ranks matter; the lowest used rank is 0.
        let ranks = |cells: &Cells, rule_side: usize| -> Vec<i16> {
            let list = list(cells, rule_side);
            let least = list[0];
            list.iter()
                .map(|x| {
                    whole(x - least, RANK_SCALE).clamp(-RANK_BASE, 255 - RANK_BASE) + RANK_BASE
                })
                .collect()
        };
        let cells = (0..RULE_SIDES).map(|rule_side| CellWeights {
            value: list(&self.value, rule_side)
                .into_iter()
                .map(|x| whole(x, SCALE).clamp(*CELL_VALUES.start(), *CELL_VALUES.end()))
                .collect(),
            attack: ranks(&self.attack, rule_side),
            defence: ranks(&self.defence, rule_side),
            proximity: self.proximity[rule_side]
                .iter()
                .map(|weight| whole(weight.value, RANK_SCALE))
                .collect(),
        });
        let threats = self
            .threats
            .iter()
            .zip(&self.tempo)
            .map(|(pairs, tempo)| ThreatWeights {
                tempo: whole(tempo.value, SCALE),
                pairs: pairs.iter().map(|pair| whole(pair.value, SCALE)).collect(),
            });
        Weights {
            cells: cells.collect(),
            threats: threats.collect(),
            provenance,
        }
    }
}

/// The rank of a cell whose lines are all dead.
const RANK_BASE: i16 = 24;

/// Fits weights to `samples`; `held_out` are positions of other games. `note` receives the losses before the
/// first pass and after every one. The weights come without provenance.
pub(crate) fn fit(
    mut samples: Vec<Sample>,
    held_out: &[Sample],
    settings: Settings,
    mut note: impl FnMut(usize, Errors),
) -> (Weights, Errors) {
    let mut model = Model::new();
    let mut errors = model.errors(held_out);
    note(0, errors);
    let mut rng = Rng::new(1);
    let mut buffer = Vec::new();
    for pass in 0..settings.passes {
        rng.shuffle(&mut samples);
        // The learning rate falls linearly to 0.
        let start = pass as f32 / settings.passes as f32;
        let part = 1.0 / (settings.passes as f32 * samples.len().max(1) as f32);
        for (n, sample) in samples.iter().enumerate() {
            let step = settings.step * (1.0 - start - n as f32 * part);
            if settings.parts.values {
                model.learn_result(sample, settings, step);
            }
            model.learn_choice(sample, settings, step, &mut buffer);
        }
        errors = model.errors(held_out);
        note(pass + 1, errors);
    }
    (model.quantised(String::new()), errors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::gomoku::{GomokuPlayer, eval::rule_side, rules::Rule};
    use crate::train::gomoku::{games, samples};

    #[test]
    fn a_fit_lowers_the_losses_on_its_games() {
        let mut player = GomokuPlayer::default();
        let settings = games::Settings {
            seed: 3,
            nodes: 60,
            rule: None,
        };
        let mut known = Vec::new();
        for index in 0..24 {
            let game = games::play(&mut player, settings, index);
            samples::of_game(&game, |sample| known.push(sample));
        }
        assert!(known.len() > 200, "{}", known.len());
        let choices = known.iter().filter(|sample| sample.choice.is_some());
        assert!(choices.count() > 100);
        let settings = Settings {
            passes: 4,
            step: 0.05,
            results: 0.5,
            ridge: 1e-3,
            parts: Parts {
                values: true,
                ranks: true,
                proximity: true,
            },
        };
        let mut seen = Vec::new();
        let (weights, last) = fit(known.clone(), &known, settings, |pass, errors| {
            seen.push((pass, errors));
        });
        assert_eq!(seen.len(), 5);
        let (first, end) = (seen[0].1, seen[4].1);
        assert_eq!(end, last);
        assert!(
            end.result < first.result && end.choice < first.choice,
            "{seen:?}"
        );
        assert!((0.0..=1.0).contains(&end.first), "{seen:?}");
        // What is not to be fitted stays.
        let only = Settings {
            passes: 1,
            parts: Parts {
                values: false,
                ranks: false,
                proximity: true,
            },
            ..settings
        };
        let (near, _) = fit(known.clone(), &known, only, |_, _| {});
        assert_eq!(near.threats, WEIGHTS.threats);
        for (fitted, current) in near.cells.iter().zip(&WEIGHTS.cells) {
            assert_eq!(fitted.value, current.value);
        }
        assert!(near.cells[0].proximity != WEIGHTS.cells[0].proximity);
        // A rule without games keeps its weights.
        let unseen = rule_side(Rule::CaroExact, Side::Black);
        let played = known.iter().any(|sample| sample.rule == Rule::CaroExact);
        assert_eq!(
            weights.cells[unseen].value == WEIGHTS.cells[unseen].value,
            !played
        );
        let ranks = weights
            .cells
            .iter()
            .flat_map(|cells| cells.attack.iter().chain(&cells.defence));
        assert!(ranks.into_iter().all(|rank| (0..=255).contains(rank)));
    }
}
