//! Only moves of Othello, by exact scores.

use crate::game::Move;
use crate::othello::{OthelloPlayer, Position};
use crate::puzzles::puzzle::Scores;
use crate::search::{Limits, Player as _, SearchRequest, StopToken, Value};

/// Solves a position: the exact scores of the best and the second-best move, and the best line. `None` if
/// there is no choice, or if the solution needs more nodes.
pub(super) fn solve(
    player: &mut OthelloPlayer,
    position: Position,
    nodes: u64,
) -> Option<(Scores, Vec<Move>)> {
    // The result must not depend on the positions before this one.
    player.clear();
    let request = SearchRequest {
        lines: 2,
        ..SearchRequest::new(Limits::nodes(nodes))
    };
    let found = player.think(&position, &request, &StopToken::new(), &mut |_| {});
    let lines = found.report?.lines;
    let [first, second] = &lines[..] else {
        return None;
    };
    match (first.score.value, second.score.value) {
        (Value::Exact(best), Value::Exact(second_score)) => {
            let scores = Scores {
                best,
                other: second.moves[0],
                second: second_score,
            };
            Some((scores, first.moves.clone()))
        }
        _ => None,
    }
}
