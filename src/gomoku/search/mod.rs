//! The search of Gomoku: from the position of the rules to a verdict.

pub mod pvs;
pub mod root;
pub mod solve;
#[cfg(test)]
mod tests;
pub mod tt_entry;
pub mod tunables;
pub mod vcf;
pub mod vct;

use crate::game::Move;
use crate::gomoku::patterns::point_set::PointSet;
use crate::gomoku::patterns::state::{Ruleset, State, with_ruleset};
use crate::gomoku::rules::board::Position;
use crate::gomoku::rules::point::Point;
use crate::search::{
    Line, MovesToGo, NodeCounter, Report, SearchControl, SearchRequest, SearchResult, Stop,
    TranspositionTable, deepen, smp,
};
use pvs::Searcher;
use root::{Root, complete, move_of, point_of, root_moves, score_of};
use tt_entry::{TtEntry, win_in};
use tunables::Tunables;
use vcf::{Outcome, Vcf};

/// Nodes that the search for a win by fours may use before the main search begins.
const VCF_NODES: u64 = 20_000;
/// The most attacks it looks for.
const VCF_ATTACKS: u32 = 60;

/// The full engine: a table that lives from one move to the next.
#[derive(Default)]
pub struct Engine {
    tunables: Tunables,
    table: Option<(usize, TranspositionTable<TtEntry>)>,
}

impl Engine {
    /// An engine with other numbers in its search, for experiments.
    pub fn with_tunables(tunables: Tunables) -> Self {
        Self {
            tunables,
            table: None,
        }
    }

    /// Searches a position that is not over.
    pub fn think(
        &mut self,
        position: &Position,
        request: &SearchRequest,
        stop: &Stop,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult {
        with_ruleset!(position.rules().rule(), R => self.think_by::<R>(position, request, stop, sink))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if let Some((_, table)) = &mut self.table {
            table.clear();
        }
    }

    fn table(&mut self, megabytes: usize) -> &TranspositionTable<TtEntry> {
        if self
            .table
            .as_ref()
            .is_none_or(|(size, _)| *size != megabytes)
        {
            // The old one goes first, so that both never need memory at the same time.
            self.table = None;
        }
        let (_, table) = self
            .table
            .get_or_insert_with(|| (megabytes, TranspositionTable::new(megabytes)));
        table.new_search();
        table
    }

    fn think_by<R: Ruleset>(
        &mut self,
        position: &Position,
        request: &SearchRequest,
        stop: &Stop,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult {
        let control = SearchControl::new(request.limits, stop.clone());
        let mut state = State::<R>::from_position(position);
        let mut moves = wanted_moves(&state, &request.only);
        let Some(&first) = moves.first() else {
            return SearchResult {
                best: None,
                report: None,
            };
        };
        let blank = position.stones() == 0 && request.only.is_empty();
        if blank && request.lines <= 1 {
            moves.truncate(1);
        }
        let tunables = self.tunables;
        let table = self.table(request.hash_mb.max(1));
        let mut counter = NodeCounter::new(&control);
        if request.lines <= 1 && !blank {
            let mut set = PointSet::EMPTY;
            for point in &moves {
                set.insert(*point);
            }
            let budget = request
                .limits
                .nodes
                .map_or(VCF_NODES, |n| VCF_NODES.min(n / 4));
            let depth = request.limits.depth.unwrap_or(2 * VCF_ATTACKS);
            let outcome = Vcf::new(&mut counter, budget).shortest(
                &mut state,
                VCF_ATTACKS.min(depth.div_ceil(2)),
                &set,
            );
            if let Outcome::Win { line, .. } = outcome {
                return won(&mut state, line, &counter, &control, table, sink);
            }
        }
        let depth = if blank { Some(1) } else { request.limits.depth };
        let searcher = Searcher::new(state.clone(), table, counter, tunables);
        let mut root = Root::new(searcher, table, moves.clone(), depth);
        let (report, _) = smp::run(
            request.threads.max(1),
            &control,
            || deepen(&mut root, &control, request.lines.max(1), sink),
            |worker| {
                let searcher =
                    Searcher::new(state.clone(), table, NodeCounter::new(&control), tunables);
                Root::new(searcher, table, moves.clone(), depth).help(worker);
                None
            },
        );
        let best = report
            .as_ref()
            .map_or(move_of(first), |report| report.lines[0].moves[0]);
        SearchResult {
            best: Some(best),
            report,
        }
    }
}

/// The moves to consider, the most promising first: those of `only` that are legal, or if there are
/// none, what the engine would look at.
pub fn wanted_moves<R: Ruleset>(state: &State<R>, only: &[Move]) -> Vec<Point> {
    let mut wanted = PointSet::EMPTY;
    for point in only.iter().filter_map(|mv| point_of(*mv, state.size())) {
        wanted.insert(point);
    }
    let moves = root_moves(state, (!only.is_empty()).then_some(&wanted));
    // A wish for illegal moves only is no wish.
    if moves.is_empty() {
        root_moves(state, None)
    } else {
        moves
    }
}

/// The verdict on a win by fours.
fn won<R: Ruleset>(
    state: &mut State<R>,
    mut line: Vec<Point>,
    counter: &NodeCounter,
    control: &SearchControl,
    table: &TranspositionTable<TtEntry>,
    sink: &mut dyn FnMut(Report),
) -> SearchResult {
    complete(state, &mut line);
    let moves: Vec<Move> = line.into_iter().map(move_of).collect();
    let nodes = counter.total_nodes();
    let depth = moves.len() as u32;
    let report = Report {
        depth,
        selectivity: 100,
        lines: vec![Line {
            score: score_of(win_in(moves.len())),
            depth,
            nodes,
            moves: moves.clone(),
        }],
        nodes,
        elapsed: control.elapsed(),
        table_full: table.full(),
    };
    sink(report.clone());
    SearchResult {
        best: moves.first().copied(),
        report: Some(report),
    }
}

/// How many moves the side to move still has to make: games are decided after about forty stones on
/// the usual boards, and what is left never seems shorter than ten moves.
pub fn moves_to_go(position: &Position) -> MovesToGo {
    let most = (position.empties() as u32).div_ceil(2);
    MovesToGo {
        expected: (25.0 - position.stones() as f32 / 3.0)
            .max(10.0)
            .min(most.max(1) as f32),
        most,
    }
}
