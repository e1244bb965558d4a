//! Victory by continuous fours: the proof search that knows only fours and their forced answers.
//!
//! Depth-first over attacks with a bound on their number, which grows by one until a win is found:
//! the first one is a shortest. What has been refuted with so many attacks is remembered, so that a
//! whole search costs little more than its last round.

use crate::game::Side;
use crate::gomoku::patterns::{Pattern4, PointSet};
use crate::gomoku::rules::point::Point;
use crate::gomoku::rules::rule_type::RuleType;
use crate::gomoku::state::ForcedReply;
use crate::gomoku::state::State;
use crate::search::NodeCounter;
use rustc_hash::FxHashMap;

/// The result of a search for a win by fours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A win with the fewest attacks.
    Win {
        /// The moves of both sides from the first attack to the five.
        line: Vec<Point>,
        /// Attacks up to and including the one that cannot be answered.
        attacks: u32,
    },
    /// There is none with at most the attacks that were asked for.
    None,
    /// A limit was reached before either was certain.
    Unknown,
}

/// A search for a win by continuous fours of the side to move.
pub struct Vcf<'m, 'a> {
    counter: &'m mut NodeCounter<'a>,
    /// Nodes that may still be spent.
    budget: u64,
    /// By position: so many attacks are not enough.
    refuted: FxHashMap<u64, u32>,
    over: bool,
    /// Whether the bound on attacks cut anything off in this round.
    cut: bool,
}

/// Refuted positions that are remembered, some 100 MB.
const MOST_REFUTED: usize = 1 << 22;

/// Refuted with any number of attacks.
const FOR_GOOD: u32 = u32::MAX;

/// The moves of a win in reverse order.
type Reverse = Vec<Point>;

impl<'m, 'a> Vcf<'m, 'a> {
    /// A search that visits at most `budget` nodes and ends when the meter says so.
    pub fn new(counter: &'m mut NodeCounter<'a>, budget: u64) -> Self {
        Self {
            counter,
            budget,
            refuted: FxHashMap::default(),
            over: false,
            cut: false,
        }
    }

    /// Allows so many nodes from now on.
    pub fn allow(&mut self, budget: u64) {
        self.budget = budget;
        self.over = false;
    }

    /// Behaves from now on as if the nodes were used up.
    pub fn give_up(&mut self) {
        self.budget = 0;
        self.over = true;
    }

    /// Whether the nodes are used up or the meter has stopped: a search that found nothing since then
    /// says nothing.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Counts a node of the caller. True if the search has to end now.
    pub fn check_stop(&mut self) -> bool {
        self.budget = self.budget.saturating_sub(1);
        self.over |= self.budget == 0 || self.counter.check_stop();
        self.over
    }

    /// A win with at most `attacks` attacks, not always a shortest: the moves of both sides to the
    /// five.
    pub fn within<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        attacks: u32,
    ) -> Option<Vec<Point>> {
        if self.refuted.len() >= MOST_REFUTED {
            self.refuted.clear();
        }
        let mut line = self.attack(state, attacks, None)?;
        line.reverse();
        Some(line)
    }

    /// A shortest win with at most `attacks` attacks, the first of them on a cell of `first`.
    pub fn shortest<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        attacks: u32,
        first: &PointSet,
    ) -> Outcome {
        for bound in 0..=attacks {
            self.cut = false;
            if let Some(mut line) = self.attack(state, bound, Some(first)) {
                line.reverse();
                return Outcome::Win {
                    line,
                    attacks: bound,
                };
            }
            if self.over {
                return Outcome::Unknown;
            }
            if !self.cut {
                break;
            }
        }
        Outcome::None
    }

    /// A win of the side to move with at most `attacks` attacks.
    fn attack<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        attacks: u32,
        first: Option<&PointSet>,
    ) -> Option<Reverse> {
        if self.check_stop() {
            return None;
        }
        let side = state.side();
        let allowed = |point: &Point| first.is_none_or(|set| set.contains(*point));
        let moves = match state.forced_reply() {
            ForcedReply::Five => {
                let mut fives = state.cells(side, Pattern4::Five).iter();
                return fives.find(allowed).map(|point| vec![point]);
            }
            // The answer has to be a four itself.
            ForcedReply::AnswerFive => state
                .answers_to_five(side)
                .and(&state.fours(side).or(state.cells(side, Pattern4::OpenFour))),
            ForcedReply::OpenFour | ForcedReply::AnswerOpenFour | ForcedReply::Free => {
                state.fours(side).or(state.cells(side, Pattern4::OpenFour))
            }
        };
        if attacks == 0 {
            self.cut |= !moves.is_empty();
            return None;
        }
        if first.is_none()
            && let Some(&known) = self.refuted.get(&state.key())
            && known >= attacks
        {
            self.cut |= known != FOR_GOOD;
            return None;
        }
        let cut_elsewhere = std::mem::replace(&mut self.cut, false);
        // The strongest fours first: they win soonest where they win.
        let mut list: Vec<Point> = moves.iter().filter(allowed).collect();
        list.sort_by_key(|point| {
            let entry = state.info(side, *point);
            std::cmp::Reverse((entry.pattern4(), entry.attack()))
        });
        for point in list {
            if state.is_foul(side, point) {
                continue;
            }
            state.make(point);
            let won = self.answer(state, attacks);
            state.undo();
            if let Some(mut line) = won {
                line.push(point);
                return Some(line);
            }
            if self.over {
                return None;
            }
        }
        if first.is_none() {
            let bound = if self.cut { attacks } else { FOR_GOOD };
            self.refuted.insert(state.key(), bound);
        }
        self.cut |= cut_elsewhere;
        None
    }

    /// Whether every answer to a four, which has just been made as one of `attacks`, loses.
    fn answer<R: RuleType>(&mut self, state: &mut State<R>, attacks: u32) -> Option<Reverse> {
        let side = state.side();
        if state.has(side, Pattern4::Five) {
            return None;
        }
        let answers = state.answers_to_five(side);
        let mut longest: Option<Reverse> = None;
        let mut playable = Vec::new();
        for point in answers.iter() {
            if !state.is_foul(side, point) {
                playable.push(point);
            }
        }
        for point in playable {
            state.make(point);
            let won = self.attack(state, attacks - 1, None);
            state.undo();
            let mut line = won?;
            line.push(point);
            if longest
                .as_ref()
                .is_none_or(|other| other.len() < line.len())
            {
                longest = Some(line);
            }
        }
        longest.or_else(|| end(state, side))
    }
}

/// The end of a won line, in reverse: an answer that does not help, and the five. `side` is to move
/// and cannot stop the five; none only if it cannot move at all, which is a draw.
fn end<R: RuleType>(state: &mut State<R>, side: Side) -> Option<Reverse> {
    let fives = *state.cells(side.other(), Pattern4::Five);
    let others = state.empty().without(&fives);
    let legal = |point: &Point| !state.is_foul(side, *point);
    let answer = fives
        .iter()
        .find(legal)
        .or_else(|| others.iter().find(legal))?;
    state.make(answer);
    let five = state.first(side.other(), Pattern4::Five);
    state.undo();
    five.map(|five| vec![five, answer])
}
