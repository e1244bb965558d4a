//! The root of the search: one iteration over the moves of the position, and all iterations on all
//! threads.

use crate::game::Move;
use crate::othello::rules::flip::{Kernel, Task};
use crate::othello::rules::square::squares;
use crate::othello::search::schedule::{Schedule, Step};
use crate::othello::search::{
    move_ordering,
    observer::{Iteration, NoObserver, Observer},
    selectivity::Selectivity,
    split_point::SplitPool,
    tt_entry::{self, TtEntry},
    worker::Worker,
};
use crate::othello::{Board, CentiDiscs, Square, eval};
use crate::search::{
    CancelToken, NodeCounter, Report, RootResult, RootSearch, Score, SearchControl, SearchResult,
    TranspositionTable, Value, Window, deepen, deepen_as_helper, helper_step, lazy_smp,
};

/// A disc in centi-discs.
const DISC: i32 = 100;

/// A move at the root.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    /// `None` for a pass.
    square: Option<Square>,
    child: Board,
}

impl RootMove {
    fn mv(self) -> Move {
        self.square
            .map_or(Move::Pass, |square| Move::Place(square.into()))
    }
}

/// What the workers of a search share beside the table.
pub(super) struct SharedWork {
    /// Endgame nodes that are split.
    pub pool: SplitPool,
    /// The helpers' midgame iterations; cancelled when the main worker begins the endgame search.
    pub deepening: CancelToken,
}

impl SharedWork {
    pub(crate) fn new() -> Self {
        Self {
            pool: SplitPool::default(),
            deepening: CancelToken::new(),
        }
    }
}

/// One worker's root.
pub(super) struct Root<'a, K, O> {
    worker: Worker<'a, K, O>,
    board: Board,
    schedule: Schedule,
    /// In the order of the search: best move of the last iteration first.
    moves: Vec<RootMove>,
    /// Whether the last [`RootSearch::search`] searched every move.
    complete: bool,
    /// How many midgame iterations back the depth has the same parity.
    same_parity: usize,
    /// For the main worker, if it has helpers.
    shared: Option<&'a SharedWork>,
}

impl<'a, K: Kernel, O: Observer> Root<'a, K, O> {
    /// A root with the moves in `allowed`, or with the pass if the side to move must pass. `None` if the
    /// game is over.
    pub(crate) fn new(
        worker: Worker<'a, K, O>,
        board: Board,
        allowed: u64,
        schedule: Schedule,
    ) -> Option<Self> {
        let mut moves: Vec<(i32, RootMove)> = squares(allowed)
            .map(|square| {
                let child = board.play(square, board.flips(square));
                let root_move = RootMove {
                    square: Some(square),
                    child,
                };
                (move_ordering::static_value(child), root_move)
            })
            .collect();
        moves.sort_by_key(|(weight, _)| -weight);
        let mut moves: Vec<RootMove> = moves.into_iter().map(|(_, root_move)| root_move).collect();
        if board.moves() == 0 && board.pass().moves() != 0 {
            moves.push(RootMove {
                square: None,
                child: board.pass(),
            });
        }
        (!moves.is_empty()).then_some(Self {
            worker,
            board,
            schedule,
            moves,
            complete: false,
            same_parity: 2,
            shared: None,
        })
    }

    /// Makes this the root of the main worker, which splits endgame nodes.
    pub(crate) fn lead(&mut self, shared: &'a SharedWork) {
        self.shared = Some(shared);
        self.worker.pool = Some(&shared.pool);
    }

    /// The root best move: of the last iteration, or by static value before the first.
    pub(crate) fn best_move(&self) -> Move {
        self.moves[0].mv()
    }

    /// Whether the step only finds out who wins: its values are `-DISC`, 0 and `DISC`.
    fn is_wld(&self, step: Step) -> bool {
        self.schedule.wld_only && matches!(step, Step::Solve(_))
    }

    /// The work of a helper. Lazy SMP: it searches midgame iterations, and the main worker finds the results in the
    /// table. When the main worker begins the endgame search, it helps at split points.
    pub(crate) fn help(&mut self, index: usize, shared: &'a SharedWork) {
        self.worker
            .counter
            .switch_part(Some(shared.deepening.clone()));
        let depths = self.schedule.helper_depths(index);
        self.same_parity = 2 / helper_step(index);
        let control = self.worker.counter.control();
        deepen_as_helper(self, control, depths.map(Step::Depth));
        self.worker.pool = Some(&shared.pool);
        self.worker.help_at_split_points(&shared.pool);
    }

    fn child_value(&mut self, step: Step, child: RootMove, alpha: i32, beta: i32) -> i32 {
        let used = u32::from(child.square.is_some());
        match step {
            Step::Depth(depth) => {
                -self
                    .worker
                    .search(child.child, depth.saturating_sub(used), -beta, -alpha)
            }
            Step::Solve(_) => {
                let (low, high) = (CentiDiscs(-beta), CentiDiscs(-alpha));
                -self.worker.search_to_the_end(child.child, low, high).0
            }
        }
    }

    /// The principal variation that begins with `first`, from the table, at most `depth` discs long. With
    /// an `exact` value the line is completed where the table ends.
    fn principal_variation(
        &mut self,
        first: RootMove,
        depth: u32,
        exact: Option<i32>,
    ) -> Vec<Move> {
        self.worker
            .observer
            .begin_iteration(Iteration::PrincipalVariation, None);
        let mut line = vec![first.mv()];
        let mut board = first.child;
        // For the side to move on `board`.
        let mut exact = exact.map(|value| -value);
        let mut discs = u32::from(first.square.is_some());
        while discs < depth {
            let mut moves = board.moves();
            if moves == 0 {
                board = board.pass();
                exact = exact.map(|value| -value);
                moves = board.moves();
                if moves == 0 {
                    break;
                }
                line.push(Move::Pass);
            }
            // The hash move may be illegal, since two boards can share a key.
            let hash_move = self
                .worker
                .table
                .probe(tt_entry::key(board))
                .map_or(0, |entry| entry.move_bits()[0] & moves);
            let next = match exact {
                _ if moves & (moves - 1) == 0 => moves,
                Some(value) if board.empties() <= REPROVE_EMPTIES => {
                    let proving = self.proving_move(board, hash_move, value);
                    // A stopped search proves nothing.
                    if self.worker.counter.stopped() {
                        break;
                    }
                    proving
                }
                _ => hash_move,
            };
            if next == 0 {
                break;
            }
            let square = Square(next.trailing_zeros() as u8);
            line.push(Move::Place(square.into()));
            board = board.play(square, board.flips(square));
            exact = exact.map(|value| -value);
            discs += 1;
        }
        if line.len() > 1 && line.last() == Some(&Move::Pass) {
            line.pop();
        }
        line
    }

    /// A move that reaches `value`, as a bit; `likely` is tried first. 0 if no move does.
    fn proving_move(&mut self, board: Board, likely: u64, value: i32) -> u64 {
        let moves = board.moves();
        squares(likely)
            .chain(squares(moves & !likely))
            .find(|&square| {
                let child = board.play(square, board.flips(square));
                -self.worker.solve(child, -value, 1 - value) >= value
            })
            .map_or(0, Square::bit)
    }
}

/// With this many empties or fewer each move of a solved line is proven again: the shared table has no
/// small endgames, and null-window searches store no best move where the side to move loses.
const REPROVE_EMPTIES: u32 = 13;

impl<K: Kernel, O: Observer> RootSearch for Root<'_, K, O> {
    type Step = Step;

    const INFINITE: i32 = 6500;

    fn first(&self) -> Step {
        self.schedule.first()
    }

    fn next(&self, done: Step, _best: &RootResult) -> Option<Step> {
        self.schedule.next(done, &self.worker.counter)
    }

    fn depth_and_selectivity(&self, step: Step) -> (u32, u8) {
        match step {
            Step::Depth(depth) => (depth, self.schedule.midgame.percent()),
            Step::Solve(selectivity) => (self.board.empties(), selectivity.percent()),
        }
    }

    /// The last move of a line looks too good to the evaluation, so depths of equal parity agree best.
    fn similar_iteration(&self, step: Step) -> usize {
        match step {
            Step::Depth(_) => self.same_parity,
            Step::Solve(_) => 1,
        }
    }

    fn aspiration_margin(&self, step: Step, _previous: i32) -> Option<i32> {
        match step {
            Step::Depth(0..=3) => None,
            Step::Depth(_) => Some(2 * DISC),
            Step::Solve(_) if self.schedule.wld_only => None,
            Step::Solve(_) => Some(2 * DISC),
        }
    }

    fn search(&mut self, step: Step, window: Window, skip: &[Move]) -> Option<RootResult> {
        let before = self.worker.counter.nodes();
        if let (Step::Solve(_), Some(shared)) = (step, self.shared) {
            shared.deepening.cancel();
        }
        let is_wld = self.is_wld(step);
        let (mut alpha, beta) = if is_wld {
            (-DISC, DISC)
        } else {
            (window.alpha, window.beta)
        };
        let line = skip.len();
        let iteration = match step {
            Step::Depth(depth) => Iteration::Midgame { depth, line },
            Step::Solve(selectivity) => Iteration::Endgame { selectivity, line },
        };
        let observer = &mut self.worker.observer;
        observer.begin_iteration(iteration, Some((alpha, beta)));
        let mut best: Option<(i32, usize)> = None;
        self.complete = true;
        self.worker.selectivity = match step {
            Step::Depth(_) => self.schedule.midgame,
            Step::Solve(selectivity) => selectivity,
        };
        let mut searched = 0;
        for index in 0..self.moves.len() {
            let child = self.moves[index];
            if skip.contains(&child.mv()) {
                continue;
            }
            let mut value;
            // A lower bound above the values of all moves before.
            let mut better = None;
            if searched == 0 {
                value = self.child_value(step, child, alpha, beta);
            } else {
                value = self.child_value(step, child, alpha, alpha + 1);
                if value > alpha && value < beta && !self.worker.counter.stopped() {
                    better = Some((value, index));
                    value = self.child_value(step, child, alpha, beta);
                }
            }
            if self.worker.counter.stopped() {
                self.complete = false;
                best = better.or(best);
                break;
            }
            searched += 1;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, index));
                if value >= beta {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        let (mut score, index) = best?;
        if is_wld {
            score = score.clamp(-DISC, DISC);
        }
        if !self.complete && score <= window.alpha {
            return None;
        }
        let (depth, _) = self.depth_and_selectivity(step);
        let is_exact = step == Step::Solve(Selectivity::NONE)
            && self.complete
            && !is_wld
            && window.alpha < score
            && score < window.beta;
        let exact = is_exact.then_some(score / DISC);
        let line = RootResult {
            score,
            moves: self.principal_variation(self.moves[index], depth, exact),
            nodes: self.worker.counter.nodes() - before,
        };
        // The new best move comes first, the others keep their order.
        let best = self.moves.remove(index);
        let place = self
            .moves
            .iter()
            .take_while(|other| skip.contains(&other.mv()))
            .count();
        self.moves.insert(place, best);
        Some(line)
    }

    fn score(&self, step: Step, value: i32) -> Score {
        match step {
            _ if self.is_wld(step) => {
                Score::new(Value::Estimate(value), (value.signum() + 1) as f32 / 2.0)
            }
            Step::Solve(Selectivity::NONE) if self.complete => {
                let discs = value.div_euclid(DISC);
                Score {
                    value: Value::Exact(discs),
                    win_rate: match discs {
                        0 => 0.5,
                        1.. => 1.0,
                        _ => 0.0,
                    },
                }
            }
            _ => Score::new(
                Value::Estimate(value),
                eval::win_rate(CentiDiscs(value), self.board.empties()),
            ),
        }
    }

    fn root_move_count(&self) -> usize {
        self.moves.len()
    }

    fn nodes(&self) -> u64 {
        self.worker.counter.total_nodes()
    }

    fn stopped(&self) -> bool {
        self.worker.counter.stopped()
    }

    fn hashfull(&self) -> u16 {
        self.worker.table.hashfull()
    }
}

/// A search from the root on all threads: its parameters but the kernel.
pub(in crate::othello) struct SearchJob<'a, O> {
    pub board: Board,
    /// The moves that are considered: legal ones; 0 if the side to move must pass.
    pub allowed: u64,
    pub table: &'a TranspositionTable<TtEntry>,
    pub control: &'a SearchControl,
    pub schedule: Schedule,
    pub threads: usize,
    /// Number of lines (multi-PV).
    pub lines: usize,
    pub sink: &'a mut dyn FnMut(Report),
    /// Observes the main thread.
    pub observer: O,
}

impl<O: Observer> Task for SearchJob<'_, O> {
    /// `None` if the game is over.
    type Output = Option<SearchResult>;

    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let Self {
            table,
            control,
            schedule,
            sink,
            observer,
            ..
        } = self;
        let lines = self
            .lines
            .clamp(1, self.allowed.count_ones().max(1) as usize);
        let schedule = schedule.with_lines(lines);
        let shared = SharedWork::new();
        let main = || {
            let counter = NodeCounter::new(control);
            let worker = Worker::with_observer(kernel, table, counter, observer);
            let mut root = Root::new(worker, self.board, self.allowed, schedule.clone())?;
            if self.threads > 1 {
                root.lead(&shared);
            }
            let unsearched = root.best_move();
            let report = deepen(&mut root, control, lines, sink);
            shared.pool.close();
            Some(SearchResult::of_search(report, unsearched))
        };
        let helper = |index| {
            let worker = Worker::new(kernel, table, NodeCounter::new(control));
            if let Some(mut root) =
                Root::<K, NoObserver>::new(worker, self.board, self.allowed, schedule.clone())
            {
                root.help(index, &shared);
            }
        };
        lazy_smp(self.threads, control, main, helper).0
    }
}
