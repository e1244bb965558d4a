//! The player at full strength: from a position and a request to the result of the search.

use crate::game::Move;
use crate::gomoku::patterns::PointSet;
use crate::gomoku::rules::{Point, Position, RuleType, with_rule_type};
use crate::gomoku::search::forced_line::extend_forced;
use crate::gomoku::search::random_line::random_line;
use crate::gomoku::search::root::RootWorker;
use crate::gomoku::search::score::{move_of, score_of, win_in};
use crate::gomoku::search::vcf::{Outcome, Vcf};
use crate::gomoku::search::{
    root_moves::{remove_symmetric, requested_moves},
    searcher::Searcher,
    tt_entry::TtEntry,
    tunables::Tunables,
    vote::vote,
};
use crate::gomoku::state::State;
use crate::search::{
    KeptTable, Limits, NodeCounter, PvLine, Report, SearchControl, SearchRequest, SearchResult,
    StopToken, TranspositionTable, deepen, lazy_smp,
};
use crate::util::rng::Rng;

/// Limit of nodes of the VCF search that comes before the main search.
const VCF_NODES: u64 = 20_000;
/// Limit of attacks of that search.
const VCF_ATTACKS: u32 = 60;

/// The player at full strength. Its transposition table lives from one move to the next.
#[derive(Default)]
pub(crate) struct FullPlayer {
    table: KeptTable<TtEntry>,
}

impl FullPlayer {
    /// Searches a position that is not over.
    pub(crate) fn think(
        &mut self,
        position: &Position,
        request: &SearchRequest,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult {
        with_rule_type!(position.rules().rule(), R => self.search::<R>(position, request, stop, sink))
    }

    /// Empties the transposition table.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
    }

    /// A random line of the tree of the last search, which began at this position. See [`random_line`].
    pub(crate) fn random_line(&self, position: &Position, rng: &mut Rng) -> Vec<Point> {
        match self.table.get() {
            Some(table) => with_rule_type!(position.rules().rule(), R => {
                random_line(State::<R>::from_position(position), table, rng)
            }),
            None => Vec::new(),
        }
    }

    fn search<R: RuleType>(
        &mut self,
        position: &Position,
        request: &SearchRequest,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult {
        let control = SearchControl::new(request.limits, stop.clone());
        let one_ply = Limits {
            received: request.limits.received,
            ..Limits::depth(1)
        };
        let shallow = SearchControl::new(one_ply, stop.clone());
        let mut state = State::<R>::from_position(position);
        let mut moves = requested_moves(&state, request);
        let Some(&first) = moves.first() else {
            return SearchResult::default();
        };
        if request.only.is_empty() {
            remove_symmetric(&state, &mut moves, request.lines);
        }
        let at_once = is_first_move(position, request);
        if at_once {
            moves.truncate(1);
        }
        let tunables = Tunables::default();
        let table = self.table.for_search(request);
        let mut counter = NodeCounter::new(&control);
        if request.lines <= 1
            && !at_once
            && let Some(line) = vcf_at_root(&mut state, &moves, request, &mut counter)
        {
            return win_by_fours(&mut state, line, &counter, &control, table, sink);
        }
        let state = state.with_network();
        let max_depth = if at_once {
            Some(1)
        } else {
            request.limits.depth
        };
        let worker = |counter, max_depth| {
            let searcher = Searcher::new(state.clone(), table, counter, tunables);
            RootWorker::new(searcher, moves.clone(), max_depth).only_named(!request.only.is_empty())
        };
        let mut main = worker(counter, max_depth);
        let (report, helped) = lazy_smp(
            request.threads,
            &control,
            || deepen(&mut main, &control, request.lines, sink),
            |index| worker(NodeCounter::new(&control), max_depth).help(index, &control),
        );
        let report = if request.lines <= 1 {
            vote_and_report(report, helped, sink)
        } else {
            report
        };
        // Several lines are shown to somebody, who needs all values even if the time was too short.
        let wanted = request.lines.min(moves.len());
        let is_complete = report
            .as_ref()
            .is_some_and(|report| report.lines.len() >= wanted);
        let is_needed = !is_complete
            && request.lines > 1
            && request.limits.nodes.is_none()
            && !stop.is_raised();
        let report = if is_needed {
            let mut worker = worker(NodeCounter::new(&shallow), Some(1));
            deepen(&mut worker, &shallow, request.lines, sink).or(report)
        } else {
            report
        };
        SearchResult::of_search(report, move_of(first))
    }
}

/// The report that the workers choose. If it is a helper's, `sink` has not seen it yet.
fn vote_and_report(
    main: Option<Report>,
    helped: Vec<Option<Report>>,
    sink: &mut dyn FnMut(Report),
) -> Option<Report> {
    let reports = main.iter().cloned().chain(helped.into_iter().flatten());
    let chosen = vote(reports.collect());
    if chosen != main
        && let Some(report) = &chosen
    {
        sink(report.clone());
    }
    chosen
}

/// Whether the request asks for the first move of a game. It is known to be the centre, as if from
/// an opening book.
fn is_first_move(position: &Position, request: &SearchRequest) -> bool {
    let is_restricted = !request.only.is_empty() || !request.avoid.is_empty();
    request.book && request.lines <= 1 && !is_restricted && position.stones() == 0
}

/// The VCF search before the main search: a shortest win by fours that begins with one of the root
/// moves.
fn vcf_at_root<R: RuleType>(
    state: &mut State<R>,
    moves: &[Point],
    request: &SearchRequest,
    counter: &mut NodeCounter,
) -> Option<Vec<Point>> {
    let first: PointSet = moves.iter().copied().collect();
    let limits = &request.limits;
    let budget = limits.nodes.map_or(VCF_NODES, |n| VCF_NODES.min(n / 4));
    let depth = limits.depth.unwrap_or(2 * VCF_ATTACKS);
    let attacks = VCF_ATTACKS.min(depth.div_ceil(2));
    match Vcf::new(counter, budget).shortest(state, attacks, &first) {
        Outcome::Win { line, .. } => Some(line),
        Outcome::None | Outcome::Unknown => None,
    }
}

/// Reports a win by fours and returns it as the result of the search.
fn win_by_fours<R: RuleType>(
    state: &mut State<R>,
    mut line: Vec<Point>,
    counter: &NodeCounter,
    control: &SearchControl,
    table: &TranspositionTable<TtEntry>,
    sink: &mut dyn FnMut(Report),
) -> SearchResult {
    extend_forced(state, &mut line);
    let moves: Vec<Move> = line.into_iter().map(move_of).collect();
    let best = moves[0];
    let nodes = counter.total_nodes();
    let depth = moves.len() as u32;
    let report = Report {
        depth,
        selectivity: 100,
        lines: vec![PvLine {
            score: score_of(win_in(moves.len())),
            depth,
            nodes,
            moves,
        }],
        nodes,
        elapsed: control.elapsed(),
        hashfull: table.hashfull(),
    };
    sink(report.clone());
    SearchResult::of_search(Some(report), best)
}
