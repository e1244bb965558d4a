//! The root of the search: which moves are worth considering, and one iteration over them.

use crate::game::Move;
use crate::gomoku::eval;
use crate::gomoku::patterns::lines::{FIRST, Spot, SpotSet};
use crate::gomoku::patterns::state::{Ruleset, State};
use crate::gomoku::patterns::tables::Pattern4;
use crate::gomoku::patterns::threat_state::ForcedReply;
use crate::gomoku::rules::point::{Point, STRIDE};
use crate::gomoku::search::pvs::{MAX_PLY, Searcher};
use crate::gomoku::search::tt_entry::{BOUND, PLY, PROVEN, WIN, win_in};
use crate::search::{RootLine, RootSearch, Score, TranspositionTable, Value, Window};

/// Deepest iteration, in plies.
const MAX_DEPTH: u32 = 120;

/// The move of a cell.
pub fn move_of(spot: Spot) -> Move {
    Move::Place(Point::from(spot).into())
}

/// The cell of a move, if it is one of a board of this size.
pub fn spot_of(mv: Move, size: u8) -> Option<Spot> {
    let vertex = mv.vertex()?;
    (vertex.col < size && vertex.row < size).then(|| Spot::from(Point::from(vertex)))
}

/// The moves that the side to move should consider, the most promising first; never a foul. Empty
/// only if there is no legal move, or none among `only`.
pub fn root_moves<R: Ruleset>(state: &State<R>, only: Option<&SpotSet>) -> Vec<Spot> {
    let own = state.side();
    let legal = |set: SpotSet| -> Vec<Spot> {
        let set = only.map_or(set, |only| set.and(only));
        set.iter()
            .filter(|spot| !state.is_foul(own, *spot))
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
    let middle = FIRST as i32 * 2 + i32::from(state.size()) - 1;
    moves.sort_by_key(|spot| {
        let (mine, theirs) = (state.entry(own, *spot), state.entry(own.other(), *spot));
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
        let (x, y) = (spot.0 as i32 % STRIDE as i32, spot.0 as i32 / STRIDE as i32);
        let off_centre = (2 * x - middle).abs().max((2 * y - middle).abs());
        (-threat, -rank, off_centre, *spot)
    });
    moves
}

/// A worker's search with its root moves; what deepening works with.
pub struct Root<'a, R> {
    searcher: Searcher<'a, R>,
    table: &'a TranspositionTable<crate::gomoku::search::tt_entry::TtEntry>,
    moves: Vec<Spot>,
    depth_limit: u32,
}

impl<'a, R: Ruleset> Root<'a, R> {
    /// A search over these root moves, of which there is at least one, to at most so many plies.
    pub fn new(
        searcher: Searcher<'a, R>,
        table: &'a TranspositionTable<crate::gomoku::search::tt_entry::TtEntry>,
        moves: Vec<Spot>,
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

    /// The value of the root move `spot` between `alpha` and `beta`.
    fn value_of(&mut self, spot: Spot, alpha: i32, beta: i32, depth: i32) -> i32 {
        let searcher = &mut self.searcher;
        let side = searcher.state.side();
        if searcher.state.class(side, spot) == Pattern4::Five {
            return win_in(1);
        }
        -searcher.search(spot, -beta, -alpha, depth, 1)
    }

    /// The moves from the root on: `spot`, the line below it, and what is forced after that.
    fn line_after(&mut self, spot: Spot) -> Vec<Move> {
        let mut spots = vec![spot];
        let state = &mut self.searcher.state;
        let five = state.class(state.side(), spot) == Pattern4::Five;
        if !five {
            spots.extend_from_slice(self.searcher.line(1));
        }
        complete(&mut self.searcher.state, &mut spots);
        spots.into_iter().map(move_of).collect()
    }
}

/// Cuts a line after a five and appends what is plain to see: fives, answers to them, open fours, and
/// forks that nothing stops.
pub fn complete<R: Ruleset>(state: &mut State<R>, line: &mut Vec<Spot>) {
    let mut made = 0;
    let mut over = false;
    while !over && made < MAX_PLY {
        let side = state.side();
        let spot = if let Some(spot) = line.get(made) {
            *spot
        } else {
            let forced = match state.forced_reply() {
                ForcedReply::Five => state.first(side, Pattern4::Five),
                ForcedReply::AnswerFive => {
                    let answers = state.answers_to_five(side);
                    let fives = *state.cells(side.other(), Pattern4::Five);
                    let mut spots = answers
                        .iter()
                        .chain(fives.iter())
                        .chain(state.empty().iter());
                    spots.find(|spot| !state.is_foul(side, *spot))
                }
                ForcedReply::OpenFour => state.first(side, Pattern4::OpenFour),
                ForcedReply::AnswerOpenFour => {
                    // Only where no answer helps, one of them as good as the other.
                    let lost =
                        state.answers_to_open_four(side).is_empty() && state.fours(side).is_empty();
                    let fours = *state.cells(side.other(), Pattern4::OpenFour);
                    let mut spots = fours.iter().chain(state.empty().iter());
                    spots.find(|spot| lost && !state.is_foul(side, *spot))
                }
                ForcedReply::Free => state.sure_fork(),
            };
            let Some(spot) = forced else { break };
            line.push(spot);
            spot
        };
        over = state.class(side, spot) == Pattern4::Five;
        state.make(spot);
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
        let mut best: Option<(i32, Spot, Vec<Move>)> = None;
        let mut tried = 0;
        for n in 0..self.moves.len() {
            let spot = self.moves[n];
            if skip.contains(&move_of(spot)) {
                continue;
            }
            let value = if tried == 0 {
                self.value_of(spot, alpha, window.beta, depth)
            } else {
                let less = self.searcher.root_reduction(spot, depth, tried);
                let mut value = self.value_of(spot, alpha, alpha + 1, depth - less);
                if value > alpha && less > 0 && !self.stopped() {
                    value = self.value_of(spot, alpha, alpha + 1, depth);
                }
                if value > alpha && value < window.beta && !self.stopped() {
                    value = self.value_of(spot, alpha, window.beta, depth);
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
                let line = self.line_after(spot);
                best = Some((value, spot, line));
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
