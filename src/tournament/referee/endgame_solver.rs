//! Solves Othello endgames for adjudication.

use crate::game::{Game, Setup, Side, describe};
use crate::othello::{self, Othello, OthelloPlayer};
use crate::search::{Limits, Player, SearchRequest, StopToken, Value};

/// Solves Othello endgames exactly.
#[derive(Default)]
pub(crate) struct EndgameSolver {
    player: OthelloPlayer,
}

impl EndgameSolver {
    /// The disc difference, Black minus White, with perfect play; empty squares count for the winner.
    ///
    /// `None` if `position` is not a position of Othello, or if `stop` is raised before it is solved.
    pub(crate) fn solve(&mut self, position: &Setup, stop: &StopToken) -> Option<i32> {
        let position = Othello::from_setup(othello::Rules, position).ok()?;
        let sign = match position.side {
            Side::Black => 1,
            Side::White => -1,
        };
        if Othello::outcome(&position).is_some() {
            return Some(sign * position.board.final_score());
        }
        if position.board.moves() == 0 {
            return self.solve(&describe::<Othello>(&position.passed()), stop);
        }
        // A depth limit of 64 plies never ends the search before the exact solution.
        let request = SearchRequest::new(Limits::depth(64));
        let result = self.player.think(&position, &request, stop, &mut |_| {});
        match result.report?.lines.first()?.score.value {
            Value::Exact(discs) => Some(sign * discs),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::position::parse_position;
    use crate::othello::rules::notation::Obf;

    #[test]
    fn endgames_are_solved() {
        // FForum problem 1, as collected in Edax.
        let line = std::fs::read_to_string("tests/data/obf/ffo-1-40.obf").unwrap();
        let line = line.lines().find(|line| line.contains(';')).unwrap();
        let problem = Obf::parse(line).unwrap();
        let best = problem.moves[0].1;
        let setup = describe::<Othello>(&problem.position);
        let sign = [1, -1][problem.position.side.index()];
        let mut solver = EndgameSolver::default();
        assert_eq!(solver.solve(&setup, &StopToken::new()), Some(sign * best));
        // After the best move, the opponent is to move.
        let mut after = problem.position;
        Othello::play(&mut after, problem.moves[0].0);
        let setup = describe::<Othello>(&after);
        assert_eq!(solver.solve(&setup, &StopToken::new()), Some(sign * best));
    }

    #[test]
    fn a_side_that_must_pass_passes() {
        // White has no move; Black turns the last white disc at c1, and the empty squares count for Black.
        let text = format!("XO------X-------X-------{} O", "-".repeat(40));
        let setup = parse_position(&text).unwrap();
        let mut solver = EndgameSolver::default();
        assert_eq!(solver.solve(&setup, &StopToken::new()), Some(64));
    }
}
