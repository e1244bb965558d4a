//! Random lines through the tree of a search, for training.

use crate::gomoku::patterns::Pattern4;
use crate::gomoku::rules::{Point, RuleType};
use crate::gomoku::search::{depth::MAX_PLY, tt_entry::TtEntry};
use crate::gomoku::state::State;
use crate::search::{Bound, TranspositionTable};
use crate::util::rng::Rng;

/// A random line of the tree of a search whose table this is, which began at this position, up to a position that it evaluated
/// without searching on. A side that has a good move plays it; the other one plays any move that was searched.
pub(super) fn random_line<R: RuleType>(
    mut state: State<R>,
    table: &TranspositionTable<TtEntry>,
    rng: &mut Rng,
) -> Vec<Point> {
    let mut line = Vec::new();
    while line.len() < MAX_PLY {
        let side = state.side();
        let is_legal =
            |point: &Point| state.empty().contains(*point) && !state.is_foul(side, *point);
        // A lower bound comes from one move, an upper bound from all of them.
        let entry = table.probe(state.key());
        let good = entry.filter(|entry| entry.bound == Bound::Lower);
        let good = good.and_then(|entry| entry.best).filter(is_legal);
        let next = good.or_else(|| {
            let is_searched = |point: &Point| table.probe(state.key_after(*point)).is_some();
            let candidates = state.candidates();
            let moves = candidates.iter().filter(is_legal).filter(is_searched);
            let moves: Vec<Point> = moves.collect();
            let count = moves.len() as u64;
            (count > 0).then(|| moves[rng.below(count) as usize])
        });
        let Some(point) = next else {
            break;
        };
        let wins = state.pattern4(side, point) == Pattern4::Five;
        state.make(point);
        line.push(point);
        if wins {
            break;
        }
    }
    line
}
