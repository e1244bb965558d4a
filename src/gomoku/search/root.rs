//! The root of the search: which moves are worth considering, and one iteration over them.

use crate::game::Move;
use crate::gomoku::eval;
use crate::gomoku::patterns::point_set::PointSet;
use crate::gomoku::patterns::state::{Ruleset, State};
use crate::gomoku::patterns::tables::Pattern4;
use crate::gomoku::patterns::threat_state::ForcedReply;
use crate::gomoku::rules::point::Point;
use crate::gomoku::search::pvs::{MAX_PLY, Searcher};
use crate::gomoku::search::tt_entry::{BOUND, PLY, PROVEN, WIN, win_in};
use crate::search::{RootLine, RootSearch, Score, TranspositionTable, Value, Window};

/// Deepest iteration, in plies.
const MAX_DEPTH: u32 = 120;

/// The move of a cell.
pub fn move_of(point: Point) -> Move {
    Move::Place(point.into())
}

/// The cell of a move, if it is one of a board of this size.
pub fn point_of(mv: Move, size: u8) -> Option<Point> {
    let vertex = mv.vertex()?;
    (vertex.col < size && vertex.row < size).then(|| Point::from(vertex))
}

/// The moves that the side to move should consider, the most promising first; never a foul. Empty
/// only if there is no legal move, or none among `only`.
pub fn root_moves<R: Ruleset>(state: &State<R>, only: Option<&PointSet>) -> Vec<Point> {
    let own = state.side();
    let legal = |set: PointSet| -> Vec<Point> {
        let set = only.map_or(set, |only| set.and(only));
        set.iter()
            .filter(|point| !state.is_foul(own, *point))
            .collect()
    };
    let all = *state.empty();
    let wanted = match state.forced_reply() {
        ForcedReply::Five => *state.cells(own, Pattern4::Five),
        // If nothing helps, at least one of the fives is stopped.
        ForcedReply::AnswerFive => match state.answers_to_five(own) {
            answers if answers.is_empty() => *state.cells(own.other(), Pattern4::Five),
            answers => answers,
        },
        ForcedReply::AnswerOpenFour => state.answers_to_open_four(own).or(&state.fours(own)),
        ForcedReply::OpenFour | ForcedReply::Free => state.candidates(),
    };
    let mut moves = legal(if only.is_some() { all } else { wanted });
    for wider in [state.candidates(), all] {
        if moves.is_empty() {
            moves = legal(wider);
        }
    }
    // On an empty board all that counts is room.
    let bare = state.empties() == u32::from(state.size()).pow(2);
    let middle = i32::from(state.size()) - 1;
    moves.sort_by_key(|point| {
        let (mine, theirs) = (state.entry(own, *point), state.entry(own.other(), *point));
        let tier = |class: Pattern4| {
            if class >= Pattern4::OpenFour {
                class as i32
            } else {
                0
            }
        };
        let threat = (2 * tier(mine.class()) + 1).max(2 * tier(theirs.class()));
        let rank = if bare {
            0
        } else {
            mine.attack() + theirs.defence()
        };
        let (x, y) = (point.col() as i32, point.row() as i32);
        let off_centre = (2 * x - middle).abs().max((2 * y - middle).abs());
        (-threat, -rank, off_centre, *point)
    });
    moves
}

/// A worker's search with its root moves; what deepening works with.
pub struct Root<'a, R> {
    searcher: Searcher<'a, R>,
    table: &'a TranspositionTable<crate::gomoku::search::tt_entry::TtEntry>,
    moves: Vec<Point>,
    depth_limit: u32,
}

impl<'a, R: Ruleset> Root<'a, R> {
    /// A search over these root moves, of which there is at least one, to at most so many plies.
    pub fn new(
        searcher: Searcher<'a, R>,
        table: &'a TranspositionTable<crate::gomoku::search::tt_entry::TtEntry>,
        moves: Vec<Point>,
        depth_limit: Option<u32>,
    ) -> Self {
        Self {
            searcher,
            table,
            moves,
            depth_limit: depth_limit.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
        }
    }

    /// Deepens without reports until it is stopped, for the sake of what goes into the table.
    /// Different workers begin at different depths, so that they do not do the same work.
    pub fn help(&mut self, worker: usize) {
        let full = Window {
            alpha: -BOUND,
            beta: BOUND,
        };
        let mut depth = 1 + worker as u32 % 3;
        while depth <= self.depth_limit && !self.stopped() {
            if self.run(depth, full, &[]).is_none() {
                break;
            }
            depth += 1 + worker as u32 % 2;
        }
    }

    /// The value of the root move `point` between `alpha` and `beta`.
    fn value_of(&mut self, point: Point, alpha: i32, beta: i32, depth: i32) -> i32 {
        let searcher = &mut self.searcher;
        let side = searcher.state.side();
        if searcher.state.class(side, point) == Pattern4::Five {
            return win_in(1);
        }
        -searcher.search(point, -beta, -alpha, depth, 1)
    }

    /// The moves from the root on: `point`, the line below it, and what is forced after that.
    fn line_after(&mut self, point: Point) -> Vec<Move> {
        let mut points = vec![point];
        let state = &mut self.searcher.state;
        let five = state.class(state.side(), point) == Pattern4::Five;
        if !five {
            points.extend_from_slice(self.searcher.line(1));
        }
        complete(&mut self.searcher.state, &mut points);
        points.into_iter().map(move_of).collect()
    }
}

/// Cuts a line after a five and appends what is plain to see: fives, answers to them, open fours, and
/// forks that nothing stops.
pub fn complete<R: Ruleset>(state: &mut State<R>, line: &mut Vec<Point>) {
    let mut made = 0;
    let mut over = false;
    while !over && made < MAX_PLY {
        let side = state.side();
        let point = if let Some(point) = line.get(made) {
            *point
        } else {
            let forced = match state.forced_reply() {
                ForcedReply::Five => state.first(side, Pattern4::Five),
                ForcedReply::AnswerFive => {
                    let answers = state.answers_to_five(side);
                    let fives = *state.cells(side.other(), Pattern4::Five);
                    let mut points = answers
                        .iter()
                        .chain(fives.iter())
                        .chain(state.empty().iter());
                    points.find(|point| !state.is_foul(side, *point))
                }
                ForcedReply::OpenFour => state.first(side, Pattern4::OpenFour),
                ForcedReply::AnswerOpenFour => {
                    // Only where no answer helps, one of them as good as the other.
                    let lost =
                        state.answers_to_open_four(side).is_empty() && state.fours(side).is_empty();
                    let fours = *state.cells(side.other(), Pattern4::OpenFour);
                    let mut points = fours.iter().chain(state.empty().iter());
                    points.find(|point| lost && !state.is_foul(side, *point))
                }
                ForcedReply::Free => state.sure_fork(),
            };
            let Some(point) = forced else { break };
            line.push(point);
            point
        };
        over = state.class(side, point) == Pattern4::Five;
        state.make(point);
        made += 1;
    }
    line.truncate(made);
    for _ in 0..made {
        state.undo();
    }
}

/// What a value says to the outside.
pub fn score_of(value: i32) -> Score {
    if value > PROVEN {
        Score {
            value: Value::WinIn((WIN - value) as u32),
            win_rate: 1.0,
        }
    } else if value < -PROVEN {
        Score {
            value: Value::LossIn((WIN + value) as u32),
            win_rate: 0.0,
        }
    } else {
        Score {
            value: Value::Estimate(value),
            win_rate: eval::win_rate(value),
        }
    }
}

impl<R: Ruleset> RootSearch for Root<'_, R> {
    type Step = u32;
    const BOUND: i32 = BOUND;

    fn first(&self) -> u32 {
        1
    }

    fn next(&self, done: u32, best: &RootLine) -> Option<u32> {
        (done < self.depth_limit && best.score.abs() <= PROVEN).then_some(done + 1)
    }

    fn describe(&self, step: u32) -> (u32, u8) {
        (step, 100)
    }

    fn margin(&self, step: u32, previous: i32) -> Option<i32> {
        (step > 4 && previous.abs() <= PROVEN).then_some(30 + previous.abs() / 16)
    }

    fn run(&mut self, step: u32, window: Window, skip: &[Move]) -> Option<RootLine> {
        let before = self.searcher.counter.nodes();
        let depth = (step as i32 - 1) * PLY;
        let mut alpha = window.alpha;
        let mut best: Option<(i32, Point, Vec<Move>)> = None;
        let mut tried = 0;
        for n in 0..self.moves.len() {
            let point = self.moves[n];
            if skip.contains(&move_of(point)) {
                continue;
            }
            let value = if tried == 0 {
                self.value_of(point, alpha, window.beta, depth)
            } else {
                let less = self.searcher.root_reduction(point, depth, tried);
                let mut value = self.value_of(point, alpha, alpha + 1, depth - less);
                if value > alpha && less > 0 && !self.stopped() {
                    value = self.value_of(point, alpha, alpha + 1, depth);
                }
                if value > alpha && value < window.beta && !self.stopped() {
                    value = self.value_of(point, alpha, window.beta, depth);
                }
                value
            };
            if self.stopped() {
                // What was found above the first move's value is certain, the rest is not.
                return best.filter(|(value, ..)| *value > window.alpha).map(
                    |(score, _, moves)| RootLine {
                        score,
                        moves,
                        nodes: self.searcher.counter.nodes() - before,
                    },
                );
            }
            tried += 1;
            if best.as_ref().is_none_or(|(best, ..)| value > *best) {
                let line = self.line_after(point);
                best = Some((value, point, line));
                if value > alpha {
                    alpha = value;
                    // The new best move is searched first the next time.
                    self.moves[..=n].rotate_right(1);
                }
            }
            if alpha >= window.beta {
                break;
            }
        }
        best.map(|(score, _, moves)| RootLine {
            score,
            moves,
            nodes: self.searcher.counter.nodes() - before,
        })
    }

    fn score(&self, _step: u32, value: i32) -> Score {
        score_of(value)
    }

    fn root_moves(&self) -> usize {
        self.moves.len()
    }

    fn nodes(&self) -> u64 {
        self.searcher.counter.total_nodes()
    }

    fn stopped(&self) -> bool {
        self.searcher.counter.stopped()
    }

    fn table_full(&self) -> u16 {
        self.table.full()
    }
}
