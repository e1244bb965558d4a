//! Watches the engines of a match: those that fail again and again, and those that report no scores.

use crate::engines::Termination;
use crate::game::{Move, Side};
use crate::tournament::{GameResult, Replay, ScheduledGame};

/// A finished game.
pub(crate) struct FinishedGame {
    pub game: ScheduledGame,
    pub result: GameResult,
    /// Whether Black's and White's engine failed, so that it has to be restarted.
    pub failed: [bool; 2],
}

impl FinishedGame {
    /// Whether an engine seems to have ended in the game, or did not begin it.
    pub(crate) fn has_lost_engine(&self) -> bool {
        use Termination::{Crash, Memory, Void};
        matches!(self.result.ending, Crash | Memory | Void) && self.failed.contains(&true)
    }

    /// The sides with the numbers of their engines.
    fn sides(&self) -> [(Side, usize); 2] {
        [
            (Side::Black, self.game.black),
            (Side::White, self.game.white),
        ]
    }
}

/// After this many games in a row that end by its crash, its hang or its memory limit, an engine ends the match.
const MAX_FAILURES: u32 = 3;

/// Counts the games in a row that an engine ended by a crash, a hang or its memory limit.
pub(crate) struct Failures {
    engines: Vec<String>,
    in_a_row: Vec<u32>,
}

impl Failures {
    pub(crate) fn new(engines: Vec<String>) -> Self {
        let in_a_row = vec![0; engines.len()];
        Self { engines, in_a_row }
    }

    /// Counts a game. Returns why the match cannot go on, if it cannot.
    pub(crate) fn add(&mut self, finished: &FinishedGame) -> Option<String> {
        let FinishedGame { result, failed, .. } = finished;
        let detail = &result.detail;
        let mut failure = None;
        for (side, index) in finished.sides() {
            let name = &self.engines[index];
            let count = &mut self.in_a_row[index];
            match result.ending {
                Termination::Void if failed[side.index()] => {
                    failure = Some(format!("{name} does not play: {detail}"));
                }
                Termination::Crash | Termination::Hang | Termination::Memory
                    if result.winner == Some(side.other()) =>
                {
                    *count += 1;
                    if *count >= MAX_FAILURES {
                        failure = Some(format!("{name} failed {count} times in a row: {detail}"));
                    }
                }
                _ => *count = 0,
            }
        }
        failure
    }
}

/// An engine that has played this many moves in a game without a score reports none.
const MOVES_WITHOUT_SCORE: usize = 4;

/// Finds engines that report no scores although a rule of adjudication needs them.
pub(crate) struct MissingScores {
    engines: Vec<String>,
    /// Whether it is known that the engine reports scores, or that it does not.
    settled: Vec<bool>,
}

impl MissingScores {
    /// `needed`: whether a rule needs scores.
    pub(crate) fn new(engines: Vec<String>, needed: bool) -> Self {
        let settled = vec![!needed; engines.len()];
        Self { engines, settled }
    }

    /// The engines that turn out to report no scores, each once.
    pub(crate) fn add(&mut self, finished: &FinishedGame) -> Vec<&str> {
        let mut silent = Vec::new();
        for (side, index) in finished.sides() {
            if self.settled[index] {
                continue;
            }
            let steps = Replay::of(&finished.result)
                .map(|game| game.steps)
                .unwrap_or_default();
            let own = steps
                .iter()
                .filter(|step| step.side == side && step.mv != Move::Pass);
            let infos: Vec<_> = own.filter_map(|step| Some(&step.ply?.info)).collect();
            let scored = infos
                .iter()
                .any(|info| info.value.is_some() || info.mate.is_some());
            self.settled[index] = scored || infos.len() >= MOVES_WITHOUT_SCORE;
            if self.settled[index] && !scored {
                silent.push(self.engines[index].as_str());
            }
        }
        silent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;
    use crate::tournament::fixture;

    #[test]
    fn engines_without_scores_are_found_once() {
        let mut result = fixture::play(Variant::Othello, 8, &["a", "b"], 1, 1).remove(0);
        let (black, white) = (0, 1);
        let game = ScheduledGame {
            game: 0,
            pair: 0,
            round: 0,
            black,
            white,
        };
        // White reports nothing.
        let sides: Vec<Side> = Replay::of(&result)
            .unwrap()
            .steps
            .iter()
            .map(|step| step.side)
            .collect();
        let engine_sides = &sides[sides.len() - result.plies.len()..];
        for (ply, side) in result.plies.iter_mut().zip(engine_sides) {
            if *side == Side::White {
                (ply.info.value, ply.info.mate) = (None, None);
            }
        }
        let finished = FinishedGame {
            game,
            result,
            failed: [false; 2],
        };
        let engines = || vec!["a".to_owned(), "b".to_owned()];
        let mut missing = MissingScores::new(engines(), true);
        assert_eq!(missing.add(&finished), ["b"]);
        assert!(missing.add(&finished).is_empty());
        assert!(
            MissingScores::new(engines(), false)
                .add(&finished)
                .is_empty()
        );
    }

    #[test]
    fn only_failures_in_a_row_end_a_match() {
        let game = |ending| FinishedGame {
            game: ScheduledGame {
                game: 0,
                pair: 0,
                round: 0,
                black: 0,
                white: 1,
            },
            result: GameResult {
                ending,
                ..fixture::result(0, 0, "a", "b", Some(Side::White))
            },
            failed: [false; 2],
        };
        let mut failures = Failures::new(vec!["a".into(), "b".into()]);
        for _ in 0..4 {
            for ending in [Termination::Crash, Termination::Hang, Termination::Five] {
                assert_eq!(failures.add(&game(ending)), None);
            }
        }
        let mut found = (0..3).filter_map(|_| failures.add(&game(Termination::Crash)));
        let text = found.next().unwrap();
        assert!(text.starts_with("a failed 3 times in a row: "), "{text}");
    }
}
