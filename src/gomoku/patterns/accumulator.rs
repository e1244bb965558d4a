//! What a position adds up to: enough to say what the side to move has to do and what the position is
//! worth, but not where the cells are that make it so.
//!
//! It is known of a move before the move is made ([`State::preview_move`](super::state::State::preview_move)), and more
//! than half of all nodes need nothing else.

use crate::game::Side;
use crate::gomoku::eval::{Counts, ThreatTable};
use crate::gomoku::patterns::state::Ruleset;
use crate::gomoku::patterns::tables::{CellInfo, Pattern4};
use crate::gomoku::patterns::threat_state::ForcedReply;
use std::marker::PhantomData;

/// The classes that the search asks for, as bits; cells of the others are not counted.
const TRACKED: u32 = 1 << Pattern4::Forbidden as u32 | u32::MAX << Pattern4::OpenThree as u32;

/// Whether the cells of a class are counted and kept in sets.
#[inline(always)]
pub const fn is_tracked(class: Pattern4) -> bool {
    TRACKED >> class as u32 & 1 != 0
}

/// The sums over the empty cells of a position, and whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct Accumulator<R> {
    side: Side,
    empties: u32,
    /// Sums of the values of the empty cells.
    values: [i32; 2],
    /// Numbers of empty cells by side and class, right for tracked classes.
    counts: [Counts; 2],
    ruleset: PhantomData<R>,
}

impl<R: Ruleset> Accumulator<R> {
    /// A board without empty cells.
    pub const fn new(to_move: Side) -> Self {
        Self {
            side: to_move,
            empties: 0,
            values: [0; 2],
            counts: [[0; 16]; 2],
            ruleset: PhantomData,
        }
    }

    /// Adds an empty cell.
    pub fn add(&mut self, meaning: CellInfo) {
        self.empties += 1;
        for side in 0..2 {
            let entry = meaning.of(side);
            self.values[side] += entry.value();
            self.counts[side][entry.class() as usize] += 1;
        }
    }

    /// A stone on an empty cell, and the turn of the other side. What that changes in other cells is to be
    /// told by [`Accumulator::change`] and [`Accumulator::reclass`].
    #[inline(always)]
    pub fn occupy(&mut self, meaning: CellInfo) {
        self.empties -= 1;
        self.pass();
        for side in 0..2 {
            let entry = meaning.of(side);
            self.values[side] -= entry.value();
            let count = &mut self.counts[side][entry.class() as usize];
            *count = count.wrapping_sub(1);
        }
    }

    /// An empty cell is worth something else.
    #[inline(always)]
    pub fn change(&mut self, before: CellInfo, after: CellInfo) {
        for side in 0..2 {
            self.values[side] += after.of(side).value() - before.of(side).value();
        }
    }

    /// An empty cell goes from one class to another for a side. Untracked classes may wrap; nobody reads them.
    #[inline(always)]
    pub fn reclass(&mut self, side: usize, old: Pattern4, new: Pattern4) {
        let counts = &mut self.counts[side];
        counts[old as usize] = counts[old as usize].wrapping_sub(1);
        counts[new as usize] = counts[new as usize].wrapping_add(1);
    }

    /// The turn of the other side without a stone.
    #[inline(always)]
    pub const fn pass(&mut self) {
        self.side = self.side.other();
    }

    /// Whose turn it is.
    #[inline(always)]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Number of empty cells.
    #[inline(always)]
    pub const fn empties(&self) -> u32 {
        self.empties
    }

    /// Number of empty cells of a class for a side; the class is [`Pattern4::OpenThree`] or above, or forbidden.
    #[inline(always)]
    pub const fn count(&self, side: Side, class: Pattern4) -> u32 {
        self.counts[side.index()][class as usize] as u32
    }

    /// Whether a side has a cell of a class.
    #[inline(always)]
    pub const fn has(&self, side: Side, class: Pattern4) -> bool {
        self.count(side, class) > 0
    }

    /// What the side to move has to do.
    #[inline]
    pub fn forced_reply(&self) -> ForcedReply {
        let (own, other) = (self.side, self.side.other());
        if self.has(own, Pattern4::Five) {
            ForcedReply::Five
        } else if self.has(other, Pattern4::Five) {
            ForcedReply::AnswerFive
        } else if self.has(own, Pattern4::OpenFour) {
            ForcedReply::OpenFour
        } else if self.has(other, Pattern4::OpenFour) {
            ForcedReply::AnswerOpenFour
        } else {
            ForcedReply::Free
        }
    }

    /// The class of a move that wins in five plies, if there is one that is plain to see: a four with an open
    /// three, or two open threes, against an opponent who cannot make a four, so that no answer threatens
    /// anything. For a side with the duty [`ForcedReply::Free`].
    #[inline]
    pub fn sure_fork(&self) -> Option<Pattern4> {
        let (own, other) = (self.side, self.side.other());
        let fork = [Pattern4::FourThree, Pattern4::DoubleThree]
            .into_iter()
            .find(|class| self.has(own, *class))?;
        // What looks forbidden to Black may hide a four of his; and his own fork may lead to a foul.
        let doubtful =
            R::FOULS && (own == Side::Black || self.has(Side::Black, Pattern4::Forbidden));
        let fours = [
            Pattern4::Four,
            Pattern4::FourPlus,
            Pattern4::FourThree,
            Pattern4::OpenFour,
        ];
        // Three stones of the winner, two of the loser.
        if doubtful || self.empties < 5 || fours.iter().any(|class| self.has(other, *class)) {
            return None;
        }
        Some(fork)
    }

    /// The static value for the side to move, in hundredths of a unit.
    #[inline]
    pub fn value(&self, threats: &ThreatTable) -> i32 {
        let (own, other) = (self.side.index(), self.side.other().index());
        threats.value(
            self.values[own] - self.values[other],
            &self.counts[own],
            &self.counts[other],
        )
    }
}
