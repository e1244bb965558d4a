//! Termination games whose result is known: because both engines say so, or because the endgame is solved.

use crate::engines::MoveInfo;
use crate::game::{Setup, Side};
use crate::othello;
use crate::othello::Othello;
use crate::search::{Limits, Player, SearchRequest, StopToken, Value};
use serde::{Deserialize, Serialize};

/// Which games are decided by the match runner. By default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Adjudication {
    /// Lost by agreement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// Drawn by agreement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// Decided as soon as the last statements of both engines are proofs of the same result.
    pub proof: bool,
    /// Othello: solved exactly by our own search with so many empty squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solve: Option<u8>,
}

/// A game is lost when both engines say so.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ResignRule {
    /// By at least so much, in the engines' units: discs in Othello.
    pub value: f64,
    /// For so many moves of both together without a break.
    #[serde(default = "ResignRule::usual_plies")]
    pub plies: u32,
}

impl ResignRule {
    const fn usual_plies() -> u32 {
        6
    }
}

/// A game is a draw when both engines say that it is even.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DrawRule {
    /// Not farther from even than this.
    pub value: f64,
    /// For so many moves of both together without a break.
    #[serde(default = "DrawRule::usual_plies")]
    pub plies: u32,
    /// But not before so many moves have been played, the opening's included.
    #[serde(default)]
    pub after: u32,
}

impl DrawRule {
    const fn usual_plies() -> u32 {
        10
    }
}

impl Adjudication {
    /// What cannot be meant.
    ///
    /// # Errors
    /// A sentence about the first such thing.
    pub fn check(&self) -> Result<(), String> {
        let values = [
            ("resign", self.resign.map(|rule| rule.value)),
            ("draw", self.draw.map(|rule| rule.value)),
        ];
        for (name, value) in values {
            if value.is_some_and(|value| !value.is_finite() || value < 0.0) {
                return Err(format!(
                    "the value of the {name} rule has to be 0 or more, in discs or units"
                ));
            }
        }
        let plies = [
            self.resign.map(|rule| rule.plies),
            self.draw.map(|rule| rule.plies),
        ];
        if plies.into_iter().flatten().any(|plies| plies < 2) {
            return Err("an agreement takes at least 2 moves, one of each engine".into());
        }
        if self.solve.is_some_and(|empties| empties > MOST_EMPTIES) {
            return Err(format!(
                "endgames are solved with at most {MOST_EMPTIES} empty squares"
            ));
        }
        Ok(())
    }
}

/// An endgame with more empty squares would take longer than playing it.
const MOST_EMPTIES: u8 = 24;

/// Statements in a row that say the same.
#[derive(Clone, Copy, Debug, Default)]
struct Streak {
    plies: u32,
    /// Who has spoken.
    of: [bool; 2],
}

impl Streak {
    fn note(&mut self, side: Side, agrees: bool) {
        if agrees {
            self.plies += 1;
            self.of[side.index()] = true;
        } else {
            *self = Self::default();
        }
    }

    fn has(&self, plies: u32) -> bool {
        self.plies >= plies && self.of == [true, true]
    }
}

/// Listens to what the engines say in one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Black wins, White wins.
    won: [Streak; 2],
    proven: [Streak; 2],
    even: Streak,
}

/// What the engines have agreed upon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The winner, or nobody.
    pub winner: Option<Side>,
    /// A sentence.
    pub text: String,
}

impl Adjudicator {
    /// Before the first move.
    pub fn new(rules: Adjudication) -> Self {
        Self {
            rules,
            won: [Streak::default(); 2],
            proven: [Streak::default(); 2],
            even: Streak::default(),
        }
    }

    /// Takes note of what `side` said about its move, after which `moves` have been played in all.
    /// A move without a value breaks every agreement.
    pub fn note(&mut self, side: Side, thought: &MoveInfo, moves: u32) -> Option<Agreement> {
        let winner_by = |good: bool, bad: bool| match (good, bad) {
            (true, _) => Some(side),
            (_, true) => Some(side.other()),
            _ => None,
        };
        let proof = thought
            .mate
            .and_then(|plies| winner_by(plies > 0, plies < 0));
        let says = |bound: f64| {
            let by_value = thought
                .value
                .and_then(|value| winner_by(value >= bound, value <= -bound));
            proof.or(by_value)
        };
        let is_even =
            |bound: f64| proof.is_none() && thought.value.is_some_and(|value| value.abs() <= bound);
        for winner in Side::ALL {
            if let Some(rule) = self.rules.resign {
                let streak = &mut self.won[winner.index()];
                streak.note(side, says(rule.value) == Some(winner));
                if streak.has(rule.plies) {
                    let text = format!(
                        "both engines see {winner} ahead by {} or more for {} moves",
                        rule.value, rule.plies
                    );
                    return Some(Agreement {
                        winner: Some(winner),
                        text,
                    });
                }
            }
            let streak = &mut self.proven[winner.index()];
            streak.note(side, proof == Some(winner));
            if self.rules.proof && streak.has(2) {
                return Some(Agreement {
                    winner: Some(winner),
                    text: format!("both engines have proven that {winner} wins"),
                });
            }
        }
        let rule = self.rules.draw?;
        self.even.note(side, is_even(rule.value));
        (self.even.has(rule.plies) && moves >= rule.after).then(|| Agreement {
            winner: None,
            text: format!(
                "both engines see nobody ahead by more than {} for {} moves",
                rule.value, rule.plies
            ),
        })
    }
}

/// Solves Othello endgames exactly.
#[derive(Default)]
pub struct EndgameSolver {
    player: othello::OthelloPlayer,
}

impl EndgameSolver {
    /// Discs of Black minus discs of White with best play, empty squares counted for the winner;
    /// `None` if it is no Othello position or if the stop came before the solution.
    pub fn solve(&mut self, position: &Setup, stop: &StopToken) -> Option<i32> {
        use crate::game::Game;
        let position = Othello::from_setup(othello::Rules, position).ok()?;
        let sign = match position.side {
            Side::Black => 1,
            Side::White => -1,
        };
        if Othello::outcome(&position).is_some() {
            return Some(sign * position.board.final_score());
        }
        if position.board.moves() == 0 {
            let passed = crate::game::record::describe::<Othello>(&position.passed());
            return self.solve(&passed, stop);
        }
        // As deep as there are squares: an exact solution is the last iteration.
        let request = SearchRequest::new(Limits::depth(64));
        let verdict = self.player.think(&position, &request, stop, &mut |_| {});
        match verdict.report?.lines.first()?.score.value {
            Value::Exact(discs) => Some(sign * discs),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Move};
    use crate::othello::rules::notation::Obf;

    const RULES: Adjudication = Adjudication {
        resign: Some(ResignRule {
            value: 10.0,
            plies: 4,
        }),
        draw: Some(DrawRule {
            value: 0.5,
            plies: 4,
            after: 20,
        }),
        proof: true,
        solve: None,
    };

    fn value(value: f64) -> MoveInfo {
        MoveInfo {
            value: Some(value),
            ..MoveInfo::default()
        }
    }

    fn mate(plies: i32) -> MoveInfo {
        MoveInfo {
            mate: Some(plies),
            ..MoveInfo::default()
        }
    }

    fn again(thoughts: &[MoveInfo], times: usize) -> Vec<MoveInfo> {
        let all = std::iter::repeat_n(thoughts, times);
        all.flatten().cloned().collect()
    }

    /// What Black and White say in turns from move 11 on, until they agree: who wins, after how many
    /// statements.
    fn hear(thoughts: &[MoveInfo]) -> Option<(Option<Side>, usize)> {
        let mut listener = Adjudicator::new(RULES);
        thoughts.iter().enumerate().find_map(|(index, thought)| {
            let side = Side::ALL[index % 2];
            let agreed = listener.note(side, thought, 11 + index as u32)?;
            assert!(agreed.text.contains("both engines"));
            Some((agreed.winner, index + 1))
        })
    }

    #[test]
    fn both_have_to_see_the_loss_without_a_break() {
        let lost = [value(-12.0), value(15.0)];
        let thoughts = again(&lost, 4);
        assert_eq!(hear(&thoughts), Some((Some(Side::White), 4)));
        let mut broken = thoughts.clone();
        broken[2] = value(-9.0);
        assert_eq!(hear(&broken), Some((Some(Side::White), 7)));
        broken = thoughts.clone();
        broken[2] = MoveInfo::default();
        assert_eq!(hear(&broken), Some((Some(Side::White), 7)));
        // Each sees itself ahead, or only one speaks.
        assert_eq!(hear(&again(&[value(12.0), value(12.0)], 9)), None);
        assert_eq!(hear(&again(&[value(12.0), MoveInfo::default()], 9)), None);
    }

    #[test]
    fn one_engine_alone_agrees_with_nobody() {
        let mut listener = Adjudicator::new(RULES);
        // White passes all the time.
        for moves in 0..9 {
            assert_eq!(listener.note(Side::Black, &value(40.0), moves), None);
        }
        assert!(listener.note(Side::White, &value(-40.0), 10).is_some());
    }

    #[test]
    fn draws_wait_for_the_first_move_that_counts() {
        assert_eq!(
            hear(&again(&[value(0.1), value(-0.5)], 9)),
            Some((None, 10))
        );
        assert_eq!(hear(&again(&[value(0.1), value(0.6)], 9)), None);
    }

    #[test]
    fn two_proofs_decide() {
        assert_eq!(hear(&[mate(7), mate(-6)]), Some((Some(Side::Black), 2)));
        assert_eq!(hear(&[mate(7), mate(5)]), None);
        assert_eq!(hear(&[mate(7), value(-3.0), mate(5)]), None);
        assert_eq!(
            hear(&[value(1.0), mate(3), mate(-2)]),
            Some((Some(Side::White), 3))
        );
    }

    #[test]
    fn by_default_nothing_is_decided() {
        let mut listener = Adjudicator::new(Adjudication::default());
        for index in 0..20 {
            let side = Side::ALL[index % 2];
            let thought = [mate(3), mate(-3)][index % 2].clone();
            assert_eq!(listener.note(side, &thought, 50), None);
        }
    }

    #[test]
    fn endgames_are_solved() {
        // FForum problem 1, as collected in Edax.
        let line = std::fs::read_to_string("tests/data/obf/ffo-1-40.obf").unwrap();
        let line = line.lines().find(|line| line.contains(';')).unwrap();
        let problem = Obf::parse(line).unwrap();
        let best = problem.moves[0].1;
        let setup = crate::game::record::describe::<Othello>(&problem.position);
        let sign = if problem.position.side == Side::Black {
            1
        } else {
            -1
        };
        let mut solver = EndgameSolver::default();
        assert_eq!(solver.solve(&setup, &StopToken::new()), Some(sign * best));
        // After the best move it is the other side that is asked.
        let mut after = problem.position;
        Othello::play(&mut after, problem.moves[0].0);
        let setup = crate::game::record::describe::<Othello>(&after);
        assert_eq!(solver.solve(&setup, &StopToken::new()), Some(sign * best));
        Othello::play(&mut after, Move::Pass);
    }

    #[test]
    fn senseless_rules_are_refused() {
        assert_eq!(RULES.check(), Ok(()));
        let mut rules = RULES;
        rules.resign = Some(ResignRule {
            value: -1.0,
            plies: 4,
        });
        assert!(rules.check().unwrap_err().contains("resign"));
        rules = RULES;
        rules.draw = Some(DrawRule {
            value: 1.0,
            plies: 1,
            after: 0,
        });
        assert!(rules.check().unwrap_err().contains("2 moves"));
        rules = RULES;
        rules.solve = Some(40);
        assert!(rules.check().unwrap_err().contains("24"));
    }
}
