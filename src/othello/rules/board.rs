//! The board of the search: the discs of the side to move and those of the other side.

use crate::othello::rules::{bitboard, square::Square};

/// A board, seen by the side to move. Sixteen bytes: searches copy it instead of undoing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Discs of the side to move.
    pub player: u64,
    /// Discs of the other side.
    pub opponent: u64,
}

impl Board {
    /// The regular start, Black to move: black on d5 and e4, white on d4 and e5.
    pub const START: Self = Self::new(0x0000_0008_1000_0000, 0x0000_0010_0800_0000);

    /// The board with these discs.
    #[inline(always)]
    pub const fn new(player: u64, opponent: u64) -> Self {
        Self { player, opponent }
    }

    /// The empty squares.
    #[inline]
    pub const fn empty(self) -> u64 {
        !(self.player | self.opponent)
    }

    /// Number of empty squares.
    #[inline]
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// The legal moves of the side to move.
    #[inline]
    pub const fn moves(self) -> u64 {
        bitboard::moves(self.player, self.opponent)
    }

    /// The discs that a move would flip; 0 if it is not legal. The square must be empty.
    #[inline]
    pub fn flips(self, square: Square) -> u64 {
        bitboard::flips(square, self.player, self.opponent)
    }

    /// The board after a move that flips `flips`, seen by the opponent, who moves next.
    #[inline]
    #[must_use]
    pub const fn play(self, square: Square, flips: u64) -> Self {
        Self::new(self.opponent ^ flips, self.player ^ flips ^ square.bit())
    }

    /// The same board seen by the other side.
    #[inline]
    #[must_use]
    pub const fn pass(self) -> Self {
        Self::new(self.opponent, self.player)
    }

    /// Whether neither side can move.
    pub const fn is_over(self) -> bool {
        self.moves() == 0 && self.pass().moves() == 0
    }

    /// The result if the game ended here, -64 to 64: discs of the side to move minus discs of the other
    /// side, with the empty squares counted for the winner.
    #[inline]
    pub const fn final_score(self) -> i32 {
        let own = self.player.count_ones() as i32;
        let other = self.opponent.count_ones() as i32;
        let empty = 64 - own - other;
        let difference = own - other;
        if difference > 0 {
            difference + empty
        } else if difference < 0 {
            difference - empty
        } else {
            0
        }
    }
}
