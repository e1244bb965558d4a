//! Accuracy of the engines' evaluations: their values against the results, the wins that they announced, and the
//! largest swings of their values.
//!
//! Values are in the unit of each engine. A logistic curve through 0 turns them into expected scores; its
//! steepness is fitted to the results of the games by maximum likelihood, for each engine.

use crate::game::Side;
use crate::tournament::{GameResult, Ply, ReplayStep};
use std::collections::BTreeMap;
use std::ops::Range;

/// The phases of a game in plies. The last one goes to the end of the game.
pub const PHASES: [Range<usize>; 3] = [0..20, 20..40, 40..usize::MAX];

/// An expected score between this one and its opposite leaves the result open.
const DECIDED: f64 = 0.95;

/// Larger values count as this one. No unit needs more, and sums of them stay finite.
const LARGEST_VALUE: f64 = 1e9;

/// The squares of an Othello board: no result is further away from a draw.
const DISCS: f64 = 64.0;

/// The number of values that the curve is fitted to, at least.
const MIN_VALUES: u64 = 50;

/// The evaluations of an engine in all its games. Games that ended by a fault do not count.
#[derive(Clone, Debug, Default)]
pub struct EvaluationStats {
    phases: [Phase; PHASES.len()],
    /// The wins that it and its opponents announced.
    pub announcements: Announcements,
    /// The time of moves with an announced result, in milliseconds.
    decided_ms: f64,
}

/// The values of a phase.
#[derive(Clone, Debug, Default)]
struct Phase {
    /// Values of similar size.
    bins: BTreeMap<i32, Bin>,
    /// Othello: the number of values, and the sum of their distances from the result in discs.
    errors: (u64, f64),
}

/// Moves with values of similar size.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    moves: u64,
    values: f64,
    points: f64,
    ms: f64,
}

/// Wins that an engine and its opponents announced, as proofs or as claims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Announcements {
    /// The games that it won after it had announced that.
    pub won: u64,
    /// The plies from its first announcement to the end of those games.
    pub plies_to_win: u64,
    /// The games that it did not win although it had announced that.
    pub wrong: u64,
    /// The games in which it gave a proof. An announcement without a mark counts as a proof.
    pub proofs: AnnouncedGames,
    /// The games in which it claimed a win, also if it proved it later.
    pub claims: AnnouncedGames,
    /// The games that it lost after the opponent had announced a win.
    pub lost: u64,
    /// How many of them it saw as lost, too, before their end.
    pub seen: u64,
    /// Sum of the delays in plies: from the opponent's first announcement to the move from which on this engine always
    /// reported a loss. Negative if it reported the loss first.
    pub plies_to_see: i64,
}

/// Games in which an engine announced a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnnouncedGames {
    /// Their number.
    pub games: u64,
    /// How many of them the engine did not win.
    pub wrong: u64,
}

impl AnnouncedGames {
    fn add_game(&mut self, is_won: bool) {
        self.games += 1;
        self.wrong += u64::from(!is_won);
    }
}

/// Values in a part of a game against the results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhaseError {
    /// The number of values.
    pub values: u64,
    /// Logarithmic loss of the expected scores in nats: 0 is perfect, 0.693 knows nothing.
    pub log_loss: f64,
    /// Othello: the mean distance between value and result in discs.
    pub discs: Option<f64>,
}

/// Moves with similar expected scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Their mean expected score.
    pub expected: f64,
    /// Their mean score.
    pub score: f64,
    /// Their number.
    pub moves: u64,
}

impl EvaluationStats {
    /// Counts the moves of a game. `engines` are the numbers of Black's and White's engine.
    pub(crate) fn add_game(
        all: &mut [EvaluationStats],
        swings: &mut Swings,
        engines: [usize; 2],
        game: &GameResult,
        steps: &[ReplayStep],
    ) {
        if game.ending.is_fault() || engines[0] == engines[1] {
            return;
        }
        Self::add_values(all, swings, engines, game, steps);
        Self::add_announcements(all, engines, game, steps);
    }

    /// Counts the values of the moves, and finds the largest swing of each side.
    fn add_values(
        all: &mut [EvaluationStats],
        swings: &mut Swings,
        engines: [usize; 2],
        game: &GameResult,
        steps: &[ReplayStep],
    ) {
        for side in Side::ALL {
            let engine = engines[side.index()];
            let own = steps
                .iter()
                .enumerate()
                .filter(|(_, step)| step.side == side);
            let mut previous = None;
            let mut largest: Option<Swing> = None;
            for (ply, step) in own {
                let Some(mv) = step.ply else { continue };
                all[engine].add_move(ply, mv, side, game);
                let Some(value) = stated_value(mv) else {
                    continue;
                };
                if let Some(before) = previous.replace(value) {
                    let swing = Swing {
                        engine,
                        game: game.game,
                        ply: ply + 1,
                        from: before,
                        to: value,
                        size: all[engine].rough_change(before, value),
                    };
                    if largest.is_none_or(|largest| swing.size > largest.size) {
                        largest = Some(swing);
                    }
                }
            }
            swings.candidates.extend(largest);
        }
        swings.keep_largest();
    }

    /// Counts the wins that the sides announced.
    fn add_announcements(
        all: &mut [EvaluationStats],
        engines: [usize; 2],
        game: &GameResult,
        steps: &[ReplayStep],
    ) {
        for side in Side::ALL {
            let [own, other] = [side, side.other()].map(|side| engines[side.index()]);
            let announced = steps.iter().enumerate().filter_map(|(ply, step)| {
                let info = &step.ply?.info;
                let is_one = step.side == side && info.mate? > 0;
                is_one.then_some((ply, info.claimed))
            });
            let announced: Vec<(usize, bool)> = announced.collect();
            let Some(&(first, _)) = announced.first() else {
                continue;
            };
            let is_won = game.winner == Some(side);
            let announcements = &mut all[own].announcements;
            if announced.iter().any(|(_, claimed)| !claimed) {
                announcements.proofs.add_game(is_won);
            }
            if announced.iter().any(|&(_, claimed)| claimed) {
                announcements.claims.add_game(is_won);
            }
            if !is_won {
                announcements.wrong += 1;
                continue;
            }
            announcements.won += 1;
            announcements.plies_to_win += (steps.len() - first) as u64;
            // Moves without a value, such as forced ones, say nothing.
            let evaluations = steps.iter().enumerate().rev().filter_map(|(ply, step)| {
                let value = (step.side != side).then(|| stated_value(step.ply?))??;
                Some((ply, value))
            });
            let seen = evaluations
                .map_while(|(ply, value)| (value == f64::NEG_INFINITY).then_some(ply))
                .last();
            let announcements = &mut all[other].announcements;
            announcements.lost += 1;
            if let Some(ply) = seen {
                announcements.seen += 1;
                announcements.plies_to_see += ply as i64 - first as i64;
            }
        }
    }

    fn add_move(&mut self, ply: usize, mv: &Ply, side: Side, game: &GameResult) {
        let ms = mv.valid_ms();
        if mv.info.mate.is_some() {
            self.decided_ms += ms;
            return;
        }
        let Some(value) = finite_value(mv) else {
            return;
        };
        let Some(phase) = PHASES.iter().position(|plies| plies.contains(&ply)) else {
            return;
        };
        let phase = &mut self.phases[phase];
        // Linear near 0, logarithmic for large values, since units differ.
        let bin = phase
            .bins
            .entry((8.0 * value.asinh()).round() as i32)
            .or_default();
        bin.moves += 1;
        bin.values += value;
        bin.ms += ms;
        bin.points += match game.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == side)),
        };
        if let Some(discs) = game.discs {
            let sign = if side == Side::Black { 1.0 } else { -1.0 };
            phase.errors.0 += 1;
            phase.errors.1 += (value.clamp(-DISCS, DISCS) - sign * f64::from(discs)).abs();
        }
    }

    fn bins(&self) -> impl Iterator<Item = (f64, &Bin)> {
        let bins = self.phases.iter().flat_map(|phase| phase.bins.values());
        bins.map(|bin| (bin.values / bin.moves as f64, bin))
    }

    /// The number of values.
    pub fn values(&self) -> u64 {
        self.bins().map(|(_, bin)| bin.moves).sum()
    }

    /// The median size of the values that are not 0: a single absurd value hardly changes it. 0 without such values.
    fn typical_size(&self) -> f64 {
        let bins = self.bins().map(|(value, bin)| (value.abs(), bin.moves));
        let mut sizes: Vec<(f64, u64)> = bins.filter(|&(size, _)| size > 0.0).collect();
        sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut rest: u64 = sizes.iter().map(|&(_, moves)| moves).sum::<u64>() / 2;
        let median = sizes.iter().find(|&&(_, moves)| {
            let is_here = rest < moves;
            rest = rest.saturating_sub(moves);
            is_here
        });
        median.map_or(0.0, |&(size, _)| size)
    }

    /// The steepness of the curve for which the results are most likely: the expected score of a value `v` is
    /// `1 / (1 + exp(-steepness v))`. `None` for few values.
    fn steepness(&self) -> Option<f64> {
        let size = self.typical_size();
        if self.values() < MIN_VALUES || size <= 0.0 {
            return None;
        }
        // The likelihood is concave, so its derivative has one zero.
        let derivative = |steepness: f64| -> f64 {
            let parts = self.bins().map(|(value, bin)| {
                value * (bin.points - bin.moves as f64 * expected_score(steepness, value))
            });
            parts.sum()
        };
        let (mut low, mut high) = (0.0, 20.0 / size);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if derivative(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some((low + high) / 2.0)
    }

    /// The value with an expected score of 73 %, in the unit of the engine: `1 / steepness`. Infinite if the
    /// values say nothing about the results.
    pub fn scale(&self) -> Option<f64> {
        let steepness = self.steepness()?;
        let flat = steepness * self.typical_size() < 1e-6;
        Some(if flat { f64::INFINITY } else { 1.0 / steepness })
    }

    /// The errors of each phase of [`PHASES`]; `None` without values.
    pub fn phase_errors(&self) -> [Option<PhaseError>; PHASES.len()] {
        let steepness = self.steepness();
        std::array::from_fn(|phase| {
            let phase = &self.phases[phase];
            let steepness = steepness?;
            let (mut values, mut loss) = (0, 0.0);
            for bin in phase.bins.values() {
                let value = bin.values / bin.moves as f64;
                // A certain expectation that fails would cost without limit.
                let expected = expected_score(steepness, value).clamp(0.001, 0.999);
                values += bin.moves;
                loss -= bin.points * expected.ln()
                    + (bin.moves as f64 - bin.points) * (1.0 - expected).ln();
            }
            let (count, sum) = phase.errors;
            (values > 0).then(|| PhaseError {
                values,
                log_loss: loss / values as f64,
                discs: (count > 0).then(|| sum / count as f64),
            })
        })
    }

    /// Expected scores in ten steps against the scores.
    pub fn calibration(&self) -> Vec<Calibration> {
        const STEPS: usize = 10;
        let Some(steepness) = self.steepness() else {
            return Vec::new();
        };
        let mut steps = [(0, 0.0, 0.0); STEPS];
        for (value, bin) in self.bins() {
            let expected = expected_score(steepness, value);
            let step = &mut steps[((expected * STEPS as f64) as usize).min(STEPS - 1)];
            step.0 += bin.moves;
            step.1 += expected * bin.moves as f64;
            step.2 += bin.points;
        }
        let steps = steps.into_iter().filter(|step| step.0 > 0);
        steps
            .map(|(moves, expected, points)| Calibration {
                expected: expected / moves as f64,
                score: points / moves as f64,
                moves,
            })
            .collect()
    }

    /// The share of its time that the engine spent while it expected between 5 and 95 % of a win.
    pub fn open_time(&self) -> Option<f64> {
        let steepness = self.steepness()?;
        let all: f64 = self.bins().map(|(_, bin)| bin.ms).sum::<f64>() + self.decided_ms;
        let open = self.bins().filter(|(value, _)| {
            let expected = expected_score(steepness, *value);
            (1.0 - DECIDED..=DECIDED).contains(&expected)
        });
        (all > 0.0).then(|| open.map(|(_, bin)| bin.ms).sum::<f64>() / all)
    }

    /// A change between two evaluations from 0 to 2. The exact one needs the curve, which is fitted at the end.
    fn rough_change(&self, from: f64, to: f64) -> f64 {
        let size = self.mean_size_so_far();
        let squash = |value: f64| match value.is_infinite() {
            true => value.signum(),
            false => value / (value.abs() + size),
        };
        (squash(to) - squash(from)).abs()
    }

    /// A typical size of the values, without a look at all of them.
    fn mean_size_so_far(&self) -> f64 {
        let bins = self.phases[1].bins.iter().chain(&self.phases[0].bins);
        let largest = bins.max_by_key(|(_, bin)| bin.moves);
        largest
            .map_or(1.0, |(_, bin)| (bin.values / bin.moves as f64).abs())
            .max(1.0)
    }
}

/// The value of a move, infinite for an announced result; `None` if the engine said nothing.
fn stated_value(mv: &Ply) -> Option<f64> {
    match mv.info.mate {
        Some(mate) => {
            Some(f64::from(mate.signum()) * f64::INFINITY).filter(|value| !value.is_nan())
        }
        None => finite_value(mv),
    }
}

/// The value of a move that is no announced result; `None` if the engine said nothing.
fn finite_value(mv: &Ply) -> Option<f64> {
    let value = mv.info.value.filter(|value| value.is_finite())?;
    Some(value.clamp(-LARGEST_VALUE, LARGEST_VALUE))
}

fn expected_score(steepness: f64, value: f64) -> f64 {
    if value.is_infinite() {
        return f64::from(u8::from(value > 0.0));
    }
    1.0 / (1.0 + (-steepness * value).exp())
}

/// An engine that changed its mind between two of its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    /// The number of the engine.
    pub engine: usize,
    /// The number of the game, from 0.
    pub game: u32,
    /// The ply of the later move, from 1.
    pub ply: usize,
    /// The value at the move before, infinite for an announced result.
    pub from: f64,
    /// The value at the move.
    pub to: f64,
    /// The change of the expected score.
    pub size: f64,
}

/// Candidates for the largest swings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Swings {
    candidates: Vec<Swing>,
}

impl Swings {
    /// The number of swings in a report.
    const SHOWN: usize = 10;
    /// The number of candidates that are kept.
    const KEPT: usize = 100;

    fn keep_largest(&mut self) {
        if self.candidates.len() >= 2 * Self::KEPT {
            self.candidates.sort_by(|a, b| b.size.total_cmp(&a.size));
            self.candidates.truncate(Self::KEPT);
        }
    }

    pub(crate) fn contain(&self, game: u32) -> bool {
        self.candidates.iter().any(|swing| swing.game == game)
    }

    pub(crate) fn largest(&self, evaluations: &[EvaluationStats]) -> Vec<Swing> {
        let steepness: Vec<_> = evaluations.iter().map(EvaluationStats::steepness).collect();
        let measured = self.candidates.iter().filter_map(|swing| {
            let steepness = steepness[swing.engine]?;
            let [from, to] = [swing.from, swing.to].map(|value| expected_score(steepness, value));
            let size = (to - from).abs();
            Some(Swing { size, ..*swing })
        });
        let mut measured: Vec<Swing> = measured.filter(|swing| swing.size > 0.0).collect();
        measured.sort_by(|a, b| b.size.total_cmp(&a.size).then(a.game.cmp(&b.game)));
        measured.truncate(Self::SHOWN);
        measured
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;
    use crate::engines::{MoveInfo, Termination};
    use crate::gomoku::Rule;
    use crate::tournament::{MatchInfo, MatchStatistics, Replay, fixture};

    fn count(games: &[GameResult]) -> MatchStatistics {
        let mut statistics = MatchStatistics::new(&MatchInfo::default());
        games.iter().for_each(|game| statistics.add(game));
        statistics
    }

    /// Games of random moves whose values are set by a function of winner, side, and ply.
    fn games(info: impl Fn(Option<Side>, Side, usize) -> MoveInfo) -> Vec<GameResult> {
        let rule = Variant::Gomoku(Rule::Freestyle);
        let mut games = fixture::play(rule, 15, &["a", "b"], 30, 21);
        games.retain(|game| !game.ending.is_fault());
        for game in &mut games {
            let winner = game.winner;
            let opening = game.opening_moves.len();
            for (n, ply) in game.plies.iter_mut().enumerate() {
                let side = Side::ALL[(n + opening) % 2];
                ply.info = info(winner, side, n + opening);
            }
        }
        games
    }

    fn value(value: f64) -> MoveInfo {
        MoveInfo {
            value: Some(value),
            ..MoveInfo::default()
        }
    }

    #[test]
    fn a_score_of_any_size_is_counted() {
        let mut games = games(|_, _, _| value(1.0));
        let counted = |games: &[GameResult]| count(games).evaluations[0].values();
        let expected = counted(&games);
        games[0].discs = Some(i32::MIN);
        assert_eq!(counted(&games), expected);
    }

    #[test]
    fn good_values_lose_little_and_values_without_meaning_lose_much() {
        let good = count(&games(|winner, side, ply| {
            let sign = if winner == Some(side) { 1.0 } else { -1.0 };
            value(if ply % 7 == 0 { -sign } else { sign } * 3.0)
        }));
        let useless = count(&games(|_, side, ply| {
            value(if (ply / 2) % 2 == side.index() {
                1.0
            } else {
                -1.0
            })
        }));
        for engine in 0..2 {
            let [good, useless] = [&good, &useless].map(|all| {
                let errors = all.evaluations[engine].phase_errors();
                errors[1].unwrap().log_loss
            });
            assert!(good < 0.5 && useless > 0.6, "{good} {useless}");
        }
        let scale = good.evaluations[0].scale().unwrap();
        assert!((1.0..4.0).contains(&scale), "{scale}");
        let points = good.evaluations[0].calibration();
        assert!(points.len() >= 2);
        for point in points {
            // Drawn games have one value for each side, and the mean of both curves is fitted.
            assert!((point.expected - point.score).abs() < 0.2, "{point:?}");
        }
        let open = good.evaluations[0].open_time().unwrap();
        assert!((0.0..=1.0).contains(&open));
    }

    #[test]
    fn the_distance_in_discs_is_measured_from_the_side_that_moves() {
        let mut games = fixture::play(Variant::Othello, 8, &["a", "b"], 20, 22);
        games.retain(|game| game.ending == Termination::Finished);
        for game in &mut games {
            let replay = Replay::of(&*game).unwrap();
            let sides: Vec<Side> = replay.steps[replay.opening..]
                .iter()
                .map(|step| step.side)
                .collect();
            let discs = f64::from(game.discs.unwrap());
            for (ply, side) in game.plies.iter_mut().zip(sides) {
                let own = if side == Side::Black { discs } else { -discs };
                ply.info = value(own + 2.0);
            }
        }
        let statistics = count(&games);
        for evaluations in &statistics.evaluations {
            for error in evaluations.phase_errors().into_iter().flatten() {
                assert!((error.discs.unwrap() - 2.0).abs() < 1e-9, "{error:?}");
            }
        }
    }

    #[test]
    fn one_absurd_value_hardly_changes_the_errors() {
        let mut games = fixture::play(Variant::Othello, 8, &["a", "b"], 20, 22);
        games.retain(|game| game.ending == Termination::Finished);
        for game in &mut games {
            let sign = |side: Side| match game.winner {
                Some(winner) if winner == side => 1.0,
                _ => -1.0,
            };
            let replay = Replay::of(&*game).unwrap();
            let moves = replay.steps[replay.opening..].iter().enumerate();
            let values: Vec<f64> = moves
                .map(|(ply, step)| sign(step.side) * if ply % 7 == 0 { -4.0 } else { 4.0 })
                .collect();
            for (ply, own) in game.plies.iter_mut().zip(values) {
                ply.info = value(own);
            }
        }
        let errors = |games: &[GameResult]| {
            let errors = count(games).evaluations[0].phase_errors();
            errors.map(|error| error.map(|error| (error.log_loss, error.discs.unwrap())))
        };
        let before = errors(&games);
        let black = games.iter_mut().find(|game| game.black == "a").unwrap();
        let own = (0..).step_by(2).skip(black.opening_moves.len() % 2);
        let absurd = own.take(1).map(|ply| black.plies[ply].info = value(1e308));
        assert_eq!(absurd.count(), 1);
        for (before, after) in before.into_iter().zip(errors(&games)) {
            let ((loss, discs), (new_loss, new_discs)) = (before.unwrap(), after.unwrap());
            assert!((loss - new_loss).abs() < 0.1, "{loss} {new_loss}");
            assert!((discs - new_discs).abs() < 1.0, "{discs} {new_discs}");
        }
    }

    #[test]
    fn announcements_are_compared_with_the_result_and_with_the_opponent() {
        let mate = |plies| MoveInfo {
            mate: Some(plies),
            ..MoveInfo::default()
        };
        let mut games = games(|winner, side, ply| match (winner == Some(side), ply) {
            (true, 16..) => mate(5),
            (false, 20..) => mate(-2),
            _ => value(0.5),
        });
        games.retain(|game| game.winner.is_some() && game.length() > 30);
        assert!(games.len() > 5);
        let won: u64 = games.len() as u64;
        let statistics = count(&games);
        let sum = |of: fn(&Announcements) -> u64| -> u64 {
            statistics
                .evaluations
                .iter()
                .map(|evaluations| of(&evaluations.announcements))
                .sum()
        };
        assert_eq!((sum(|p| p.won), sum(|p| p.wrong)), (won, 0));
        assert_eq!((sum(|p| p.lost), sum(|p| p.seen)), (won, won));
        assert_eq!((sum(|p| p.proofs.games), sum(|p| p.claims.games)), (won, 0));
        // Announcements that do not hold: a proof, and in another game a claim that became a proof.
        for game in &mut games[..2] {
            game.winner = game.winner.map(Side::other);
        }
        let claim = games[1]
            .plies
            .iter_mut()
            .find(|ply| ply.info.mate == Some(5));
        claim.unwrap().info.claimed = true;
        let wrong = |games: &[GameResult]| {
            let evaluations = count(games).evaluations;
            let announcements = evaluations
                .iter()
                .map(|evaluations| evaluations.announcements);
            announcements.fold([0; 3], |sum, next| {
                [
                    sum[0] + next.wrong,
                    sum[1] + next.proofs.wrong,
                    sum[2] + next.claims.wrong,
                ]
            })
        };
        assert_eq!(wrong(&games[..1]), [1, 1, 0]);
        assert_eq!(wrong(&games[1..2]), [1, 1, 1]);
        assert_eq!(wrong(&games), [2, 2, 1]);
    }

    #[test]
    fn a_loss_is_seen_where_the_loser_begins_to_say_so_to_the_end() {
        let lost = || MoveInfo {
            mate: Some(-2),
            ..MoveInfo::default()
        };
        // The winner's first announcement is at ply 16 or 17.
        let delay = |loser: fn(usize) -> Option<f64>| {
            let mut games = games(
                |winner, side, ply| match (winner == Some(side), loser(ply)) {
                    (true, _) if ply < 16 => value(0.5),
                    (true, _) => MoveInfo {
                        mate: Some(5),
                        ..MoveInfo::default()
                    },
                    (false, Some(f64::NEG_INFINITY)) => lost(),
                    (false, Some(other)) => value(other),
                    (false, None) => MoveInfo::default(),
                },
            );
            games.retain(|game| game.winner.is_some() && game.length() > 30);
            let evaluations = count(&games).evaluations;
            let plies = evaluations
                .iter()
                .map(|evaluations| evaluations.announcements.plies_to_see);
            plies.sum::<i64>() as f64 / games.len() as f64
        };
        const LOST: Option<f64> = Some(f64::NEG_INFINITY);
        let late = delay(|ply| if ply < 20 { Some(0.5) } else { LOST });
        assert!((3.0..=5.0).contains(&late), "{late}");
        let early = delay(|ply| if ply < 10 { Some(0.5) } else { LOST });
        assert!((-7.0..=-5.0).contains(&early), "{early}");
        let taken_back = delay(|ply| match ply {
            10..12 | 20.. => LOST,
            _ => Some(0.5),
        });
        assert_eq!(taken_back, late);
        let silent = delay(|ply| match ply {
            22..26 => None,
            20.. => LOST,
            _ => Some(0.5),
        });
        assert_eq!(silent, late);
    }

    #[test]
    fn the_largest_swing_is_found_in_many_games() {
        let mut games = games(|winner, side, ply| {
            let sign = if winner == Some(side) { 1.0 } else { -1.0 };
            value(if ply % 5 == 0 { -0.1 } else { 0.1 } * sign * (1.0 + (ply % 4) as f64))
        });
        for n in 0..400u32 {
            let mut game = games[n as usize % 20].clone();
            game.game = 1000 + n;
            games.push(game);
        }
        let chosen = games.iter_mut().find(|game| game.game == 1200).unwrap();
        let opening = chosen.opening_moves.len();
        let before = chosen.plies[8].info.value.unwrap();
        chosen.plies[10].info = value(-40.0 * before.signum());
        let statistics = count(&games);
        let swings = statistics.swings();
        assert_eq!(swings.len(), 10);
        assert_eq!((swings[0].game, swings[0].to.abs()), (1200, 40.0));
        assert_eq!(swings[0].ply, opening + 11);
        assert!(swings[0].size > swings[9].size);
        assert!(statistics.may_show(1200));
    }
}
