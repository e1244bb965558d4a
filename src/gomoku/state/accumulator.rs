//! The accumulator: sums over the empty cells of a position. They are enough to evaluate the position and
//! to know what the side to move is forced to do, but not on which cells.
//!
//! The sums after a move are known before the move is made ([`State::preview_move`]), and more than half
//! of all nodes need nothing else.
//!
//! [`State::preview_move`]: crate::gomoku::state::incremental::State::preview_move

use crate::game::Side;
use crate::gomoku::eval::{CellInfo, Pattern4Counts, ThreatTable, Threats, threat_flags};
use crate::gomoku::patterns::{PATTERN4_CODES, Pattern4};
use crate::gomoku::rules::RuleType;
use std::marker::PhantomData;

/// What the side to move has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcedReply {
    /// Make a five, which wins.
    Five,
    /// Stop a five of the opponent.
    AnswerFive,
    /// Make an open four or a double four: the opponent has no five, so it wins in three plies.
    OpenFour,
    /// Stop an open four or a double four of the opponent, or make fours.
    AnswerOpenFour,
    /// Nothing.
    Free,
}

impl ForcedReply {
    /// Whether the side to move neither wins at once nor has to answer a five.
    #[inline(always)]
    pub(crate) const fn has_choice(self) -> bool {
        matches!(self, Self::AnswerOpenFour | Self::Free)
    }
}

/// The sums over the empty cells of a position, and the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Accumulator<R> {
    side: Side,
    empties: u32,
    /// Sums of the values of the empty cells, by side.
    values: [i32; 2],
    /// Numbers of empty cells by side and [`Pattern4`].
    counts: [Pattern4Counts; 2],
    rule: PhantomData<R>,
}

impl<R: RuleType> Accumulator<R> {
    /// A board without empty cells.
    pub const fn new(to_move: Side) -> Self {
        Self {
            side: to_move,
            empties: 0,
            values: [0; 2],
            counts: [[0; PATTERN4_CODES]; 2],
            rule: PhantomData,
        }
    }

    /// Adds an empty cell.
    pub fn add(&mut self, info: CellInfo) {
        self.empties += 1;
        for side in 0..2 {
            let info = info.of(side);
            self.values[side] += info.value();
            self.counts[side][info.code()] += 1;
        }
    }

    /// Removes an empty cell that gets a stone, and gives the turn to the other side. The caller reports the
    /// changes of other cells by [`Accumulator::add_values`] and [`Accumulator::change_pattern4`].
    #[inline(always)]
    pub fn occupy(&mut self, info: CellInfo) {
        self.empties -= 1;
        self.pass();
        for side in 0..2 {
            let info = info.of(side);
            self.values[side] -= info.value();
            self.counts[side][info.code()] -= 1;
        }
    }

    /// Adds to the sums of the values, by side.
    #[inline(always)]
    pub fn add_values(&mut self, changes: [i32; 2]) {
        for (value, change) in self.values.iter_mut().zip(changes) {
            *value += change;
        }
    }

    /// Replaces the [`Pattern4`] of an empty cell for a side. `old` and `new` are codes ([`SideInfo::code`]).
    ///
    /// [`SideInfo::code`]: crate::gomoku::eval::SideInfo::code
    #[inline(always)]
    pub(crate) fn change_pattern4(&mut self, side: usize, old: usize, new: usize) {
        let counts = &mut self.counts[side];
        counts[old] -= 1;
        counts[new] += 1;
    }

    /// Gives the turn to the other side.
    #[inline(always)]
    pub const fn pass(&mut self) {
        self.side = self.side.other();
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Number of empty cells.
    #[inline(always)]
    pub const fn empties(&self) -> u32 {
        self.empties
    }

    /// Number of empty cells with this [`Pattern4`] for a side.
    #[inline(always)]
    pub const fn count(&self, side: Side, pattern4: Pattern4) -> u32 {
        self.counts[side.index()][pattern4 as usize] as u32
    }

    /// Whether a side has a cell with this [`Pattern4`].
    #[inline(always)]
    pub const fn has(&self, side: Side, pattern4: Pattern4) -> bool {
        self.count(side, pattern4) > 0
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

    /// The [`Pattern4`] of a fork that wins in five plies, if there is one: a four with an open three, or two
    /// open threes, against an opponent who cannot make a four, so that no answer threatens anything. For a
    /// side whose forced reply is [`ForcedReply::Free`].
    #[inline]
    pub fn winning_fork(&self) -> Option<Pattern4> {
        let (own, other) = (self.side, self.side.other());
        let fork = [Pattern4::FourThree, Pattern4::DoubleThree]
            .into_iter()
            .find(|fork| self.has(own, *fork))?;
        // A cell that looks forbidden to Black may be a four, and a fork of Black may lead to a foul.
        let doubtful =
            R::HAS_FOULS && (own == Side::Black || self.has(Side::Black, Pattern4::Forbidden));
        let fours = [
            Pattern4::Four,
            Pattern4::FourPlus,
            Pattern4::FourThree,
            Pattern4::OpenFour,
        ];
        // The win takes three stones of the winner and two of the loser.
        if doubtful || self.empties < 5 || fours.iter().any(|four| self.has(other, *four)) {
            return None;
        }
        Some(fork)
    }

    /// The number of cells that look forbidden to the opponent of the side to move.
    #[inline(always)]
    pub const fn fouls_of_opponent(&self) -> u32 {
        match (R::HAS_FOULS, self.side) {
            (true, Side::White) => self.count(Side::Black, Pattern4::Forbidden),
            _ => 0,
        }
    }

    /// Whether White is to move and may make a four whose answer is a foul.
    #[inline(always)]
    pub fn may_make_four_at_foul(&self) -> bool {
        let fours = [Pattern4::Four, Pattern4::FourPlus, Pattern4::FourThree];
        R::HAS_FOULS
            && self.side == Side::White
            && self.has(Side::Black, Pattern4::Forbidden)
            && fours.iter().any(|four| self.has(Side::White, *four))
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

    /// Which threats the sides have: an index of [`ThreatTable`].
    pub(crate) fn threat_flags(&self) -> usize {
        let (own, other) = (self.side.index(), self.side.other().index());
        threat_flags(&self.counts[own], &self.counts[other])
    }

    /// The numbers of the threats of both sides.
    #[inline(always)]
    pub(crate) fn threats(&self) -> Threats {
        let (own, other) = (self.side.index(), self.side.other().index());
        Threats::of(&self.counts[own], &self.counts[other])
    }
}
