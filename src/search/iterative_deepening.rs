//! Iterative deepening with aspiration windows and multi-PV, for any root search.

use crate::game::Move;
use crate::search::{PvLine, Report, Score, SearchControl, time_manager::TimeManager};

/// A search window: the values between its bounds are found exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// A result at or below alpha is an upper bound.
    pub alpha: i32,
    /// A result at or above beta is a lower bound.
    pub beta: i32,
}

/// The result of a search of the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RootResult {
    /// Value in the units of the search.
    pub score: i32,
    /// The principal variation, the best move first; never empty.
    pub moves: Vec<Move>,
    /// Nodes of this search.
    pub nodes: u64,
}

/// The search of a game as iterative deepening sees it.
pub(crate) trait RootSearch {
    /// An iteration: a depth, or a depth with a selectivity.
    type Step: Copy;

    /// All values lie strictly between `-INFINITE` and `INFINITE`.
    const INFINITE: i32;

    /// The first iteration.
    fn first(&self) -> Self::Step;
    /// The iteration after `done`, or `None` if no deeper one is useful: the depth limit is reached, or the
    /// value is proven.
    fn next(&self, done: Self::Step, best: &RootResult) -> Option<Self::Step>;
    /// Nominal depth in plies, and selectivity in percent.
    fn depth_and_selectivity(&self, step: Self::Step) -> (u32, u8);
    /// How many iterations back the comparable value lies: 1, or 2 if values oscillate between odd and even depths.
    fn similar_iteration(&self, _step: Self::Step) -> usize {
        1
    }
    /// Half the width of the first aspiration window around `previous`, or `None` for a full window.
    fn aspiration_margin(&self, step: Self::Step, previous: i32) -> Option<i32>;
    /// Searches all root moves except `skip`. `None` if it was stopped without a usable result.
    fn search(&mut self, step: Self::Step, window: Window, skip: &[Move]) -> Option<RootResult>;
    /// The score of a value for the side to move at the root.
    fn score(&self, step: Self::Step, value: i32) -> Score;
    /// Number of root moves, at least 1.
    fn root_move_count(&self) -> usize;
    /// Nodes of all workers so far.
    fn nodes(&self) -> u64;
    /// Whether the search has to end.
    fn stopped(&self) -> bool;
    /// Fill of the transposition table in thousandths.
    fn hashfull(&self) -> u16;
}

/// Iterative deepening until a limit, a stop or the last useful iteration. Every completed iteration goes to
/// `sink`; the last one is returned. `None` if no iteration was completed.
///
/// A stopped iteration is discarded, unless the root search returns a result that it knows to be right. Of the first
/// iteration, the completed lines count.
pub(crate) fn deepen<R: RootSearch>(
    search: &mut R,
    control: &SearchControl,
    lines: usize,
    sink: &mut dyn FnMut(Report),
) -> Option<Report> {
    let mut time_manager = TimeManager::new(control.limits().time);
    let mut deepening = Deepening::new(lines.clamp(1, search.root_move_count()));
    let single = search.root_move_count() == 1;
    let mut step = search.first();
    while let Some(done) = deepening.iterate(search, control, step) {
        sink(done.report.clone());
        time_manager.record(done.report.lines[0].moves[0], done.fall);
        let elapsed = control.elapsed();
        match done.next {
            Some(next) if !control.should_stop() && !time_manager.should_stop(elapsed, single) => {
                step = next;
            }
            _ => break,
        }
    }
    deepening.last
}

/// Iterative deepening of a helper in Lazy SMP, which searches one line in these iterations until the job ends
/// or no deeper iteration is useful. The last completed iteration.
pub(crate) fn deepen_as_helper<R: RootSearch>(
    search: &mut R,
    control: &SearchControl,
    steps: impl Iterator<Item = R::Step>,
) -> Option<Report> {
    let mut deepening = Deepening::new(1);
    for step in steps {
        let done = deepening.iterate(search, control, step);
        if done.and_then(|done| done.next).is_none() {
            break;
        }
    }
    deepening.last
}

/// The iterations so far.
struct Deepening {
    /// Number of lines to search in each iteration.
    lines: usize,
    /// The report of the last completed iteration.
    last: Option<Report>,
    history: Vec<Iteration>,
}

/// A completed iteration.
struct Completed<'a, S> {
    report: &'a Report,
    /// Drop of the value since the comparable iteration, in discs or evaluation units.
    fall: f32,
    /// The next iteration, if there is a useful one.
    next: Option<S>,
}

impl Deepening {
    fn new(lines: usize) -> Self {
        Self {
            lines,
            last: None,
            history: Vec::new(),
        }
    }

    /// Searches all lines. `None` if the search was stopped before; in the first iteration only if it was stopped before
    /// the end of the first line.
    fn iterate<R: RootSearch>(
        &mut self,
        search: &mut R,
        control: &SearchControl,
        step: R::Step,
    ) -> Option<Completed<'_, R::Step>> {
        let similar = self
            .history
            .len()
            .checked_sub(search.similar_iteration(step));
        let similar = similar.map(|index| &self.history[index]);
        let mut found: Vec<RootResult> = Vec::with_capacity(self.lines);
        let mut skip: Vec<Move> = Vec::with_capacity(self.lines);
        for index in 0..self.lines {
            let previous = similar.map(|similar| similar.values[index]);
            let Some(line) = aspiration_search(search, step, previous, &skip) else {
                if self.last.is_some() || found.is_empty() {
                    return None;
                }
                break;
            };
            skip.push(line.moves[0]);
            found.push(line);
        }
        // A later line is searched without the earlier moves and may still be better.
        found.sort_by_key(|line| -line.score);
        let (depth, selectivity) = search.depth_and_selectivity(step);
        let report = Report {
            depth,
            selectivity,
            lines: found
                .iter()
                .map(|line| PvLine {
                    score: search.score(step, line.score),
                    depth,
                    nodes: line.nodes,
                    moves: line.moves.clone(),
                })
                .collect(),
            nodes: search.nodes(),
            elapsed: control.elapsed(),
            hashfull: search.hashfull(),
        };
        let lead = report.lines[0].score.lead();
        let fall = similar.map_or(0.0, |similar| similar.lead - lead);
        self.history.push(Iteration {
            values: found.iter().map(|line| line.score).collect(),
            lead,
        });
        Some(Completed {
            report: self.last.insert(report),
            fall,
            next: (found.len() == self.lines)
                .then(|| search.next(step, &found[0]))
                .flatten(),
        })
    }
}

/// What later iterations need of a completed one.
struct Iteration {
    /// The values of its lines, best first.
    values: Vec<i32>,
    /// The value of the best line in discs or evaluation units.
    lead: f32,
}

/// Aspiration windows: the search repeats with a wider window until the value lies inside. If it is stopped after
/// a search that failed high, the result is the move of that search with a lower bound of its value.
fn aspiration_search<R: RootSearch>(
    search: &mut R,
    step: R::Step,
    previous: Option<i32>,
    skip: &[Move],
) -> Option<RootResult> {
    let full = Window {
        alpha: -R::INFINITE,
        beta: R::INFINITE,
    };
    let mut window = full;
    let mut margin = R::INFINITE;
    if let Some(center) = previous
        && let Some(first) = search.aspiration_margin(step, center)
    {
        margin = first.max(1);
        window = Window {
            alpha: center.saturating_sub(margin).max(full.alpha),
            beta: center.saturating_add(margin).min(full.beta),
        };
    }
    // A move that is better than the best one so far by an unknown amount.
    let mut failed_high = None;
    loop {
        let Some(line) = search.search(step, window, skip) else {
            return failed_high;
        };
        margin = margin.saturating_mul(2);
        // Only the bound that failed moves: the other one still holds and keeps the tree small.
        if line.score <= window.alpha && window.alpha > full.alpha {
            window.alpha = line.score.saturating_sub(margin).max(full.alpha);
            failed_high = None;
        } else if line.score >= window.beta && window.beta < full.beta {
            window.beta = line.score.saturating_add(margin).min(full.beta);
            failed_high = Some(line);
        } else {
            return Some(line);
        }
        if search.stopped() {
            return failed_high;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Vertex;
    use crate::search::{Limits, NodeCounter, StopToken, Value};

    /// A game of one move: every root move has a value that depends on the depth.
    struct Toy<'a> {
        counter: NodeCounter<'a>,
        values: Vec<Box<dyn Fn(u32) -> i32>>,
        last_depth: u32,
        /// Nodes of a root search.
        cost: u64,
        windows: Vec<Window>,
        /// See [`RootSearch::similar_iteration`].
        similar: usize,
    }

    fn mv(index: usize) -> Move {
        Move::Place(Vertex::new(index as u8, 0))
    }

    impl RootSearch for Toy<'_> {
        type Step = u32;
        const INFINITE: i32 = 1000;

        fn first(&self) -> u32 {
            1
        }
        fn next(&self, done: u32, _best: &RootResult) -> Option<u32> {
            (done < self.last_depth).then_some(done + 1)
        }
        fn depth_and_selectivity(&self, step: u32) -> (u32, u8) {
            (step, 100)
        }
        fn similar_iteration(&self, _step: u32) -> usize {
            self.similar
        }
        fn aspiration_margin(&self, step: u32, _previous: i32) -> Option<i32> {
            (step > 2).then_some(4)
        }
        fn search(&mut self, step: u32, window: Window, skip: &[Move]) -> Option<RootResult> {
            self.windows.push(window);
            for _ in 0..self.cost {
                if self.counter.check_stop() {
                    return None;
                }
            }
            let (index, value) = (0..self.values.len())
                .filter(|&index| !skip.contains(&mv(index)))
                .map(|index| (index, self.values[index](step)))
                .max_by_key(|&(index, value)| (value, std::cmp::Reverse(index)))?;
            // Fail-hard, as the least informative search may do it.
            Some(RootResult {
                score: value.clamp(window.alpha, window.beta),
                moves: vec![mv(index)],
                nodes: self.cost,
            })
        }
        fn score(&self, _step: u32, value: i32) -> Score {
            Score::new(Value::Estimate(value), 0.5)
        }
        fn root_move_count(&self) -> usize {
            self.values.len()
        }
        fn nodes(&self) -> u64 {
            self.counter.total_nodes()
        }
        fn stopped(&self) -> bool {
            self.counter.stopped()
        }
        fn hashfull(&self) -> u16 {
            0
        }
    }

    fn toy<'a>(control: &'a SearchControl, values: Vec<Box<dyn Fn(u32) -> i32>>) -> Toy<'a> {
        Toy {
            counter: NodeCounter::new(control),
            values,
            last_depth: 12,
            cost: 10,
            windows: Vec::new(),
            similar: 1,
        }
    }

    #[test]
    fn windows_widen_until_the_value_is_inside() {
        let control = SearchControl::new(Limits::none(), StopToken::new());
        // Jumps far beyond any first window, up and down, to both ends of the range.
        let jumpy = |depth: u32| [0, 3, -999, 999, 40, -500][depth as usize % 6];
        let mut search = toy(&control, vec![Box::new(jumpy), Box::new(|_| -1000)]);
        let mut reports = Vec::new();
        let last = deepen(&mut search, &control, 1, &mut |report| reports.push(report)).unwrap();
        assert_eq!(last.depth, 12);
        assert_eq!(reports.len(), 12);
        for report in &reports {
            let value = Value::Estimate(jumpy(report.depth).clamp(-1000, 1000));
            assert_eq!(report.lines[0].score.value, value, "depth {}", report.depth);
        }
        let widths = search
            .windows
            .iter()
            .map(|window| window.beta - window.alpha);
        assert!(widths.clone().all(|width| width > 0));
        assert!(widths.clone().any(|width| width < 20));
    }

    #[test]
    fn windows_follow_the_value_of_the_same_parity() {
        let searches = |similar| {
            let control = SearchControl::new(Limits::none(), StopToken::new());
            let swinging = |depth: u32| if depth.is_multiple_of(2) { 100 } else { 300 };
            let mut search = toy(&control, vec![Box::new(swinging)]);
            search.similar = similar;
            deepen(&mut search, &control, 1, &mut |_| {}).unwrap();
            search.windows.len()
        };
        assert_eq!(searches(2), 12, "one search for each iteration");
        assert!(searches(1) > 24);
    }

    #[test]
    fn several_lines_are_distinct_and_sorted() {
        let control = SearchControl::new(Limits::none(), StopToken::new());
        let values: Vec<Box<dyn Fn(u32) -> i32>> = vec![
            Box::new(|depth| depth as i32),
            Box::new(|depth| 20 - depth as i32),
            Box::new(|_| 7),
        ];
        let mut search = toy(&control, values);
        let last = deepen(&mut search, &control, 5, &mut |_| {}).unwrap();
        let lines = last.lines.iter();
        let found: Vec<_> = lines
            .map(|line| (line.moves[0], line.score.value))
            .collect();
        let expected = [(0, 12), (1, 8), (2, 7)];
        assert_eq!(
            found,
            expected.map(|(index, value)| (mv(index), Value::Estimate(value)))
        );
    }

    #[test]
    fn a_node_limit_keeps_the_last_completed_iteration() {
        let control = SearchControl::new(Limits::nodes(35), StopToken::new());
        let mut search = toy(&control, vec![Box::new(|depth| depth as i32)]);
        let last = deepen(&mut search, &control, 1, &mut |_| {}).unwrap();
        assert_eq!((last.depth, last.nodes), (3, 30));
    }

    #[test]
    fn a_node_limit_keeps_the_lines_of_the_first_iteration() {
        let found = |nodes| {
            let control = SearchControl::new(Limits::nodes(nodes), StopToken::new());
            let values: [fn(u32) -> i32; 3] = [|_| 3, |_| 5, |_| 4];
            let values = values.map(|value| Box::new(value) as Box<dyn Fn(u32) -> i32>);
            let mut search = toy(&control, values.into());
            let last = deepen(&mut search, &control, 3, &mut |_| {});
            last.map(|last| (last.depth, last.lines.len(), last.lines[0].moves[0]))
        };
        assert_eq!(found(5), None);
        assert_eq!(found(25), Some((1, 2, mv(1))));
        // Later iterations are complete.
        assert_eq!(found(55), Some((1, 3, mv(1))));
        assert_eq!(found(65), Some((2, 3, mv(1))));
    }

    #[test]
    fn a_stopped_iteration_counts_after_a_fail_high() {
        let best_of = |nodes| {
            let control = SearchControl::new(Limits::nodes(nodes), StopToken::new());
            let rising = |depth| if depth > 2 { 500 } else { -1 };
            let mut search = toy(&control, vec![Box::new(|_| 0), Box::new(rising)]);
            let last = deepen(&mut search, &control, 1, &mut |_| {}).unwrap();
            (last.depth, last.lines[0].moves[0])
        };
        // The search with the first window of depth 3 ends with node 30.
        assert_eq!(best_of(25), (2, mv(0)));
        assert_eq!(best_of(35), (3, mv(1)));
    }

    #[test]
    fn a_stop_before_the_start_finds_nothing() {
        let stop = StopToken::new();
        stop.raise();
        let control = SearchControl::new(Limits::none(), stop);
        let mut search = toy(&control, vec![Box::new(|_| 0)]);
        assert_eq!(deepen(&mut search, &control, 1, &mut |_| {}), None);
    }
}
