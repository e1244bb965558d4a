//! Positions with an only move, proved by searches for wins by fours (VCF) and by threats (VCT).
//!
//! Each statement is proved by searches that ran to their end. A *win* is one by fours, or by threats of at most
//! a given depth.
//!
//! * *Fours*: the move begins a shortest win by fours, and no other move begins a win by fours.
//! * *Threats*: there is no win by fours; the move begins a win by threats. After every other move, the opponent
//!   has a reply after which the player has no win. Replies that only delay with a four do not count.
//! * *Defence*: there is no win by fours, and the opponent threatens one. After every other move the opponent
//!   has a win, after this one he has none.

use crate::game::Move;
use crate::gomoku::patterns::{Pattern4, PointSet};
use crate::gomoku::rules::{Point, Position, RuleType, with_rule_type};
use crate::gomoku::search::move_of;
use crate::gomoku::search::vcf::{self, Vcf};
use crate::gomoku::search::vct::{self, Vct};
use crate::gomoku::state::{ForcedReply, State, defence_zone};
use crate::search::{Limits, NodeCounter, SearchControl, StopToken};

/// More fours than a board has cells: searches with this limit are exhaustive.
const ALL_FOURS: u32 = 1000;

/// What to look for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    /// The fewest attacks of a win.
    pub attacks: u32,
    /// The deepest threat of a win by threats, in attacks: 1 to
    /// [`MAX_THREAT_DEPTH`](vct::MAX_THREAT_DEPTH).
    pub depth: u32,
    /// Nodes of the searches for a win or a defence. The proof that no other move wins by threats may take
    /// ten times as many.
    pub nodes: u64,
}

/// The kind of an only move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It wins by fours, with this number of attacks.
    Fours(u32),
    /// It wins by threats, with this number of attacks.
    Threats(u32),
    /// It is the only defence.
    Defence,
}

/// A proved only move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OnlyMove {
    /// What it does.
    pub kind: Kind,
    /// The line that begins with it: to the five, or of a defence the move alone.
    pub line: Vec<Move>,
}

/// The only move of a position that is not over. `None` if there is none, or if the proof needs more nodes.
pub(crate) fn find(position: &Position, task: &Task) -> Option<OnlyMove> {
    let (kind, line) = with_rule_type!(position.rules().rule(), R => {
        let mut state = State::<R>::from_position(position);
        let (kind, line) = with_nodes(task.nodes, |counter| candidate(&mut state, task, counter))?;
        let more_nodes = task.nodes.saturating_mul(10);
        let is_only = !matches!(kind, Kind::Threats(_))
            || with_nodes(more_nodes, |counter| is_only(&mut state, line[0], task, counter));
        is_only.then_some((kind, line))
    })?;
    let line = line.into_iter().map(move_of).collect();
    Some(OnlyMove { kind, line })
}

/// Calls a search that may take this number of nodes.
fn with_nodes<T>(nodes: u64, search: impl FnOnce(&mut NodeCounter) -> T) -> T {
    let control = SearchControl::new(Limits::nodes(nodes), StopToken::new());
    search(&mut NodeCounter::new(&control))
}

/// The only move of its kind.
fn candidate<R: RuleType>(
    state: &mut State<R>,
    task: &Task,
    counter: &mut NodeCounter,
) -> Option<(Kind, Vec<Point>)> {
    if matches!(
        state.forced_reply(),
        ForcedReply::Five | ForcedReply::AnswerFive
    ) {
        return None;
    }
    let all = *state.empty();
    match Vcf::new(counter, u64::MAX).shortest(state, ALL_FOURS, &all) {
        vcf::Outcome::Unknown => None,
        vcf::Outcome::Win { line, attacks } => {
            let others = without(&all, line[0]);
            let others = (attacks >= task.attacks)
                .then(|| Vcf::new(counter, u64::MAX).shortest(state, ALL_FOURS, &others))?;
            (others == vcf::Outcome::None).then_some((Kind::Fours(attacks), line))
        }
        vcf::Outcome::None => {
            state.pass();
            let threat = Vcf::new(counter, u64::MAX).shortest(state, ALL_FOURS, &all);
            state.pass();
            match threat {
                vcf::Outcome::Unknown => None,
                vcf::Outcome::Win { line, .. } => {
                    let point = only_defence(state, &line, task, counter)?;
                    Some((Kind::Defence, vec![point]))
                }
                vcf::Outcome::None => only_threat(state, task, counter),
            }
        }
    }
}

fn without(points: &PointSet, point: Point) -> PointSet {
    let mut others = *points;
    others.toggle(point);
    others
}

/// The only move that holds against an opponent who wins by the fours of `line` if the side to move passes.
fn only_defence<R: RuleType>(
    state: &mut State<R>,
    line: &[Point],
    task: &Task,
    counter: &mut NodeCounter,
) -> Option<Point> {
    let side = state.side();
    let mut holds = None;
    for point in defence_zone(state, line).iter() {
        if state.is_foul(side, point) {
            continue;
        }
        state.make(point);
        let outcome = Vct::new(counter, u64::MAX).solve(state, task.depth);
        state.undo();
        match outcome {
            vct::Outcome::Win { .. } => {}
            vct::Outcome::None if holds.is_none() => holds = Some(point),
            vct::Outcome::None | vct::Outcome::Unknown => return None,
        }
    }
    holds
}

/// The only move that begins a win by threats, if no side can win by fours.
fn only_threat<R: RuleType>(
    state: &mut State<R>,
    task: &Task,
    counter: &mut NodeCounter,
) -> Option<(Kind, Vec<Point>)> {
    let vct::Outcome::Win { line } = Vct::new(counter, u64::MAX).solve(state, task.depth) else {
        return None;
    };
    // The last move makes the five.
    let attacks = line.len() as u32 / 2;
    if attacks < task.attacks {
        return None;
    }
    let others = without(state.empty(), line[0]);
    let others = Vct::new(counter, u64::MAX).solve_from(state, task.depth, &others);
    (others == vct::Outcome::None).then_some((Kind::Threats(attacks), line))
}

/// Whether the opponent has a refutation of every move but one.
fn is_only<R: RuleType>(
    state: &mut State<R>,
    only: Point,
    task: &Task,
    counter: &mut NodeCounter,
) -> bool {
    let side = state.side();
    without(state.empty(), only).iter().all(|point| {
        if state.is_foul(side, point) {
            return true;
        }
        state.make(point);
        let refuted = is_refuted(state, only, task, counter);
        state.undo();
        refuted
    })
}

/// Whether the side to move has a reply after which the opponent has no win. The best move of the opponent
/// is the first reply to try.
fn is_refuted<R: RuleType>(
    state: &mut State<R>,
    best: Point,
    task: &Task,
    counter: &mut NodeCounter,
) -> bool {
    let own = state.side();
    let replies = match state.forced_reply() {
        ForcedReply::Five => return true,
        ForcedReply::AnswerFive => state.answers_to_five(own),
        _ => {
            let fours = state.fours(own).or(state.cells(own, Pattern4::OpenFour));
            state.candidates().without(&fours)
        }
    };
    let first = Some(best).filter(|best| replies.contains(*best));
    let others = first.map_or(replies, |first| without(&replies, first));
    first.into_iter().chain(others.iter()).any(|reply| {
        if state.is_foul(own, reply) {
            return false;
        }
        state.make(reply);
        let outcome = Vct::new(counter, u64::MAX).solve(state, task.depth);
        state.undo();
        outcome == vct::Outcome::None
    })
}

#[cfg(test)]
mod tests;
