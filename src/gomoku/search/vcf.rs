//! VCF (victory by continuous fours): a proof search that knows only fours and their forced
//! answers.
//!
//! Iterative deepening over the number of attacks: depth-first, with a limit that grows by one
//! until a win is found, so the first win found is a shortest one. Refuted positions are remembered
//! with their limit, so the whole search costs little more than its last round.

use crate::game::Side;
use crate::gomoku::patterns::{Pattern4, PointSet};
use crate::gomoku::rules::{Point, RuleType};
use crate::gomoku::state::{ForcedReply, State};
use crate::search::NodeCounter;
use rustc_hash::FxHashMap;

/// The result of a search for a win by fours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A win with the fewest attacks.
    Win {
        /// The moves of both sides from the first attack to the five.
        line: Vec<Point>,
        /// Attacks up to and including the one that cannot be answered.
        attacks: u32,
    },
    /// There is no win within the limit of attacks.
    None,
    /// The search ran out of nodes or was stopped.
    Unknown,
}

/// A search for a win by continuous fours of the side to move.
pub(crate) struct Vcf<'m, 'a> {
    counter: &'m mut NodeCounter<'a>,
    /// Nodes that may still be spent.
    budget: u64,
    /// Refuted positions by key, with the number of attacks that is not enough.
    refuted: FxHashMap<u64, u32>,
    /// The most of them; then all are forgotten.
    max_refuted: usize,
    /// Whether a fork that wins in five plies ends a line.
    ends_at_forks: bool,
    /// Whether the nodes are spent or the counter has stopped.
    over: bool,
    /// Whether the limit of attacks has cut off a line in this round.
    limit_hit: bool,
}

/// Limit of remembered positions, about 100 MB.
const MAX_REFUTED: usize = 1 << 22;

/// Marks a position refuted with any number of attacks.
const UNLIMITED: u32 = u32::MAX;

/// The moves of a win in reverse order.
type Reverse = Vec<Point>;

impl<'m, 'a> Vcf<'m, 'a> {
    /// A search of at most `budget` nodes, which also ends when `counter` stops.
    pub(crate) fn new(counter: &'m mut NodeCounter<'a>, budget: u64) -> Self {
        Self {
            counter,
            budget,
            refuted: FxHashMap::default(),
            max_refuted: MAX_REFUTED,
            ends_at_forks: false,
            over: false,
            limit_hit: false,
        }
    }

    /// Lets a line end at a fork that wins in five plies, too ([`State::winning_fork`]).
    pub(crate) const fn with_forks(mut self) -> Self {
        self.ends_at_forks = true;
        self
    }

    /// Sets the number of nodes that may still be spent.
    pub(crate) fn allow(&mut self, budget: u64) {
        self.budget = budget;
        self.over = false;
    }

    /// Ends the search as if its nodes were spent.
    pub(crate) fn give_up(&mut self) {
        self.budget = 0;
        self.over = true;
    }

    /// Whether the nodes are spent or the counter has stopped. From then on, finding nothing proves
    /// nothing.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Counts a node of the caller. True if the search has to end.
    pub(crate) fn check_stop(&mut self) -> bool {
        self.budget = self.budget.saturating_sub(1);
        self.over |= self.budget == 0 || self.counter.check_stop();
        self.over
    }

    /// A win with at most `attacks` attacks, not always a shortest one: the moves of both sides to
    /// the five.
    pub(crate) fn within<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        attacks: u32,
    ) -> Option<Vec<Point>> {
        let mut line = self.attack(state, attacks, None)?;
        line.reverse();
        Some(line)
    }

    /// A shortest win with at most `attacks` attacks, the first of them on one of the cells
    /// `first`.
    pub(crate) fn shortest<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        attacks: u32,
        first: &PointSet,
    ) -> Outcome {
        for bound in 0..=attacks {
            self.limit_hit = false;
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
            if !self.limit_hit {
                break;
            }
        }
        Outcome::None
    }

    /// The attacker's move: a win with at most `attacks` attacks, or `None`. `first` restricts the
    /// first of them.
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
            // The answer to the five has to be a four itself.
            ForcedReply::AnswerFive => state
                .answers_to_five(side)
                .and(&state.fours(side).or(state.cells(side, Pattern4::OpenFour))),
            ForcedReply::Free
                if self.ends_at_forks
                    && let Some(fork) = state.winning_fork() =>
            {
                return allowed(&fork).then(|| vec![fork]);
            }
            ForcedReply::OpenFour | ForcedReply::AnswerOpenFour | ForcedReply::Free => {
                state.fours(side).or(state.cells(side, Pattern4::OpenFour))
            }
        };
        if attacks == 0 {
            self.limit_hit |= !moves.is_empty();
            return None;
        }
        if first.is_none()
            && let Some(&known) = self.refuted.get(&state.key())
            && known >= attacks
        {
            self.limit_hit |= known != UNLIMITED;
            return None;
        }
        let hit_before = std::mem::replace(&mut self.limit_hit, false);
        // Move ordering: the strongest fours first.
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
            let won = self.defend(state, attacks);
            state.undo();
            if let Some(mut line) = won {
                line.push(point);
                // A four of Caro has several answers, so the caller may go on after this win.
                self.limit_hit |= hit_before;
                return Some(line);
            }
            if self.over {
                return None;
            }
        }
        if first.is_none() {
            let bound = if self.limit_hit { attacks } else { UNLIMITED };
            if self.refuted.len() >= self.max_refuted {
                self.refuted.clear();
            }
            self.refuted.insert(state.key(), bound);
        }
        self.limit_hit |= hit_before;
        None
    }

    /// The defender's move after the first of `attacks` fours: the win against the answer that
    /// lasts longest, or `None` if an answer holds.
    fn defend<R: RuleType>(&mut self, state: &mut State<R>, attacks: u32) -> Option<Reverse> {
        let side = state.side();
        if state.has(side, Pattern4::Five) {
            return None;
        }
        let answers = state.answers_to_five(side);
        let mut longest: Option<Reverse> = None;
        for point in answers.iter() {
            if state.is_foul(side, point) {
                continue;
            }
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
        longest.or_else(|| final_moves(state, side))
    }
}

/// The end of a won line, in reverse order: an answer that does not help, and the five. `side` is
/// to move and cannot stop the five. `None` if it has no legal move, which is a draw.
fn final_moves<R: RuleType>(state: &mut State<R>, side: Side) -> Option<Reverse> {
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

#[cfg(test)]
mod tests;
