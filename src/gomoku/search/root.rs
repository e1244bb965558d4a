//! One iteration of the search over the root moves.

use crate::game::Move;
use crate::gomoku::patterns::Pattern4;
use crate::gomoku::rules::{Point, RuleType};
use crate::gomoku::search::depth::Depth;
use crate::gomoku::search::forced_line::extend_forced;
use crate::gomoku::search::score::{
    CLAIMED, CLAIMED_WIN, INFINITE, PROVEN, as_claim, loss_in, move_of, score_of, win_in,
};
use crate::gomoku::search::searcher::Searcher;
use crate::gomoku::search::vcf_check::WinByFours;
use crate::gomoku::state::ForcedReply;
use crate::search::{
    Report, RootResult, RootSearch, Score, SearchControl, Window, deepen_as_helper, helper_depths,
};

/// Deepest iteration, in plies.
const MAX_DEPTH: u32 = 120;
/// Plies of the deepest iteration beyond a full board. Reductions need some; further iterations repeat the last one.
const PLIES_BEYOND_FULL: u32 = 8;

/// One worker's search with its root moves. The first of them is the root best move so far.
pub(crate) struct RootWorker<'a, R> {
    searcher: Searcher<'a, R>,
    moves: Vec<Point>,
    max_depth: u32,
    /// Whether the request names the moves, so that a value is theirs and not that of the position.
    only_named: bool,
}

impl<'a, R: RuleType> RootWorker<'a, R> {
    /// A search of at least one root move, to at most `max_depth` plies. Near a full board, less depth is enough.
    pub(crate) fn new(
        searcher: Searcher<'a, R>,
        moves: Vec<Point>,
        max_depth: Option<u32>,
    ) -> Self {
        let empties = searcher.state.empty().iter().count() as u32;
        let deepest = MAX_DEPTH.min(empties + PLIES_BEYOND_FULL);
        Self {
            searcher,
            moves,
            max_depth: max_depth.unwrap_or(deepest).clamp(1, deepest),
            only_named: false,
        }
    }

    /// Says whether the request names the root moves ([`crate::search::SearchRequest::only`]).
    pub(crate) const fn only_named(mut self, only_named: bool) -> Self {
        self.only_named = only_named;
        self
    }

    /// Lazy SMP: iterative deepening of a helper. The last completed iteration.
    pub(crate) fn help(&mut self, helper: usize, control: &SearchControl) -> Option<Report> {
        deepen_as_helper(self, control, helper_depths(helper, self.max_depth))
    }

    /// The value of a root move, searched to `depth`. A move that seems better than `alpha` must not lose to fours.
    fn value_of(&mut self, point: Point, alpha: i32, beta: i32, depth: Depth) -> i32 {
        let Searcher {
            state, vcf_checks, ..
        } = &self.searcher;
        if state.pattern4(state.side(), point) == Pattern4::Five {
            return win_in(1);
        }
        let lost = |win: &WinByFours| loss_in(win.plies + 1);
        if let Some(win) = vcf_checks.known(state.key_after(point)) {
            return lost(win);
        }
        let value = -self.searcher.search(point, -beta, -alpha, depth, 1);
        if value <= alpha || value > PROVEN || self.searcher.counter.stopped() {
            return value;
        }
        let Searcher {
            state,
            counter,
            vcf_checks,
            ..
        } = &mut self.searcher;
        state.make(point);
        let win = vcf_checks.find(state, counter, counter.nodes());
        state.undo();
        win.map_or(value, lost)
    }

    /// The principal variation of a root move that was just searched, with the forced moves after
    /// it.
    fn pv_of(&mut self, point: Point) -> Vec<Move> {
        let mut line = vec![point];
        let Searcher {
            state, vcf_checks, ..
        } = &self.searcher;
        if let Some(win) = vcf_checks.known(state.key_after(point)) {
            line.extend_from_slice(&win.line);
        } else if state.pattern4(state.side(), point) != Pattern4::Five {
            line.extend_from_slice(self.searcher.pv(1));
        }
        extend_forced(&mut self.searcher.state, &mut line);
        line.into_iter().map(move_of).collect()
    }
}

impl<R: RuleType> RootSearch for RootWorker<'_, R> {
    type Step = u32;
    const INFINITE: i32 = INFINITE;

    fn first(&self) -> u32 {
        1
    }

    fn next(&self, done: u32, best: &RootResult) -> Option<u32> {
        // A claimed win is believed once an iteration was as deep as the line to the five. In the time that is left after a
        // claimed loss, an answer may be found.
        let score = best.score;
        let decided = score.abs() > PROVEN || score > CLAIMED && done as i32 >= CLAIMED_WIN - score;
        (done < self.max_depth && !decided).then_some(done + 1)
    }

    fn depth_and_selectivity(&self, step: u32) -> (u32, u8) {
        (step, 100)
    }

    /// Aspiration windows from depth 5 on, unless the last value was a win or a loss.
    fn aspiration_margin(&self, step: u32, previous: i32) -> Option<i32> {
        (step > 4 && previous.abs() <= CLAIMED).then_some(30 + previous.abs() / 16)
    }

    fn search(&mut self, step: u32, window: Window, skip: &[Move]) -> Option<RootResult> {
        let before = self.searcher.counter.nodes();
        let depth = Depth::from_plies(step as i32 - 1);
        let mut alpha = window.alpha;
        let mut best: Option<(i32, Vec<Move>)> = None;
        let mut tried = 0;
        let mut stopped = false;
        for n in 0..self.moves.len() {
            let point = self.moves[n];
            if skip.contains(&move_of(point)) {
                continue;
            }
            // A lower bound above the values of all moves before.
            let mut better = None;
            let value = if tried == 0 {
                self.value_of(point, alpha, window.beta, depth)
            } else {
                let reduction = self.searcher.root_reduction(point, depth, tried);
                let mut value = self.value_of(point, alpha, alpha + 1, depth - reduction);
                if value > alpha && reduction > Depth::ZERO && !self.stopped() {
                    value = self.value_of(point, alpha, alpha + 1, depth);
                }
                if value > alpha && value < window.beta && !self.stopped() {
                    better = Some(value);
                    value = self.value_of(point, alpha, window.beta, depth);
                }
                value
            };
            if self.stopped() {
                best = match better {
                    Some(bound) => Some((bound, self.pv_of(point))),
                    // Only a value above the window's alpha is certain before all moves are searched.
                    None => best.filter(|(value, _)| *value > window.alpha),
                };
                stopped = true;
                break;
            }
            tried += 1;
            if best.as_ref().is_none_or(|(best, _)| value > *best) {
                best = Some((value, self.pv_of(point)));
                if value > alpha {
                    alpha = value;
                    // The next iteration begins with the new best move, or with those of the lines before and then with it.
                    let place = self
                        .moves
                        .iter()
                        .take_while(|mv| skip.contains(&move_of(**mv)))
                        .count();
                    self.moves[place..=n].rotate_right(1);
                }
            }
            if alpha >= window.beta {
                break;
            }
        }
        // A loss is proven if every answer was searched. Without a threat to answer, the cells far from all stones are no
        // root moves. Moves that the request names, and lines beside the first one, stand for themselves alone.
        let is_threatened = self.searcher.state.forced_reply() != ForcedReply::Free;
        let is_complete = !stopped && (is_threatened || self.only_named || !skip.is_empty());
        best.map(|(value, moves)| RootResult {
            score: if value < -PROVEN && !is_complete {
                as_claim(value)
            } else {
                value
            },
            moves,
            nodes: self.searcher.counter.nodes() - before,
        })
    }

    fn score(&self, _step: u32, value: i32) -> Score {
        score_of(value)
    }

    fn root_move_count(&self) -> usize {
        self.moves.len()
    }

    fn nodes(&self) -> u64 {
        self.searcher.counter.total_nodes()
    }

    fn stopped(&self) -> bool {
        self.searcher.counter.stopped()
    }

    fn hashfull(&self) -> u16 {
        self.searcher.table.hashfull()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;
    use crate::gomoku::fixture::after;
    use crate::gomoku::rules::{Freestyle, notation::FirstRow};
    use crate::gomoku::search::{root_moves::requested_moves, tunables::Tunables};
    use crate::gomoku::state::State;
    use crate::search::{
        Limits, NodeCounter, SearchRequest, StopToken, TranspositionTable, deepen,
    };

    #[test]
    fn the_best_moves_of_all_lines_come_first_in_their_order() {
        let position = after(15, Rule::Freestyle, "h8i9i7g9j9", FirstRow::Bottom);
        let state = State::<Freestyle>::from_position(&position).with_network();
        let table = TranspositionTable::new(4);
        let control = SearchControl::new(Limits::none(), StopToken::new());
        let counter = NodeCounter::new(&control);
        let moves = requested_moves(&state, &SearchRequest::new(Limits::none()));
        let searcher = Searcher::new(state, &table, counter, Tunables::default());
        let mut worker = RootWorker::new(searcher, moves, Some(6));
        let report = deepen(&mut worker, &control, 4, &mut |_| {}).unwrap();
        let best: Vec<Move> = report.lines.iter().map(|line| line.moves[0]).collect();
        let moves = worker.moves.iter().map(|&point| move_of(point));
        let first: Vec<Move> = moves.take(4).collect();
        // The report sorts the lines by value, and a later one may have a better value.
        assert_eq!(first[..2], best[..2]);
        assert!(
            first.iter().all(|mv| best.contains(mv)),
            "{first:?} {best:?}"
        );
    }
}
