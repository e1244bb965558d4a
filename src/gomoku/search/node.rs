//! A node of the main search before its moves are tried, and the kinds of moves that the prunings
//! tell apart.

use crate::gomoku::search::score::{CLAIMED, win_in};
use crate::gomoku::state::{Accumulator, ForcedReply, StaticEval};
use crate::gomoku::{patterns::Pattern4, rules::RuleType, search::depth::Depth};

/// Whether a move neither makes nor stops an open three or more. `mine` and `theirs` are the
/// patterns of its cell for the side to move and for the opponent.
#[inline(always)]
pub(crate) fn is_quiet(mine: Pattern4, theirs: Pattern4) -> bool {
    mine < Pattern4::OpenThree && theirs < Pattern4::OpenThree
}

/// Whether a move makes more than a plain four, or stops the opponent from making more than one.
#[inline(always)]
pub(crate) fn exceeds_four(mine: Pattern4, theirs: Pattern4) -> bool {
    mine > Pattern4::Four || theirs > Pattern4::Four
}

/// A node of the search.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// Plies from the root.
    pub ply: usize,
    /// Remaining depth.
    pub depth: Depth,
    /// What the threats on the board force the side to move to do.
    pub forced_reply: ForcedReply,
    /// PV node: the window is open.
    pub pv: bool,
    /// Static evaluation.
    pub eval: StaticEval,
    /// The static evaluation, corrected by the value in the transposition table.
    pub tt_eval: i32,
    /// Whether the static evaluation has risen since the last move of the same side.
    pub improving: bool,
}

impl Node {
    /// Whether no threat of the opponent restricts the moves.
    #[inline(always)]
    pub(crate) fn is_unrestricted(&self) -> bool {
        !matches!(
            self.forced_reply,
            ForcedReply::AnswerFive | ForcedReply::AnswerOpenFour
        )
    }

    /// Whether a move is a plain four that delays the answer to the opponent's open four, given the patterns of its cell
    /// for the side to move and for the opponent.
    #[inline(always)]
    pub(crate) fn is_delayed_by(&self, mine: Pattern4, theirs: Pattern4) -> bool {
        self.forced_reply == ForcedReply::AnswerOpenFour
            && mine == Pattern4::Four
            && theirs < Pattern4::OpenFour
    }

    /// Whether a pruning may replace the search of the node: never in PV nodes, never where the window asks for a win or a
    /// loss, and never against a threat, since the prunings suppose that the side to move could pass. Against an open four
    /// they would hide most of the longer wins.
    #[inline(always)]
    pub(crate) fn can_be_pruned(&self, alpha: i32, beta: i32) -> bool {
        !self.pv
            && self.forced_reply == ForcedReply::Free
            && beta.abs() < CLAIMED
            && alpha.abs() < CLAIMED
    }

    /// The depth in whole plies, as an index into tables of 64 entries.
    #[inline(always)]
    pub(crate) fn depth_index(&self) -> usize {
        self.depth.plies().min(63) as usize
    }
}

/// The value of a position that needs no search: the side to move wins at once, by an open four or
/// by a fork that no four can answer, or the board is full.
#[inline(always)]
pub(crate) fn decided_value<R: RuleType>(
    accumulator: &Accumulator<R>,
    forced_reply: ForcedReply,
    ply: usize,
) -> Option<i32> {
    match forced_reply {
        ForcedReply::Five => Some(win_in(ply + 1)),
        _ if accumulator.empties() == 0 => Some(0),
        // The opponent needs a legal cell between the two stones of the winner. Stones of White make no new fouls.
        ForcedReply::OpenFour if accumulator.empties() > 2 + accumulator.fouls_of_opponent() => {
            Some(win_in(ply + 3))
        }
        ForcedReply::Free => accumulator.winning_fork().map(|_| win_in(ply + 5)),
        _ => None,
    }
}
