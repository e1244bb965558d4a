//! A position: a board and the colour of the side to move.

use crate::game::Side;
use crate::othello::rules::{board::Board, square::Square};

/// A board with the colour of its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The discs.
    pub board: Board,
    /// The side to move, which owns `board.player`.
    pub side: Side,
}

impl Position {
    /// The regular start.
    pub const START: Self = Self {
        board: Board::START,
        side: Side::Black,
    };

    /// The discs of one side.
    #[inline]
    pub const fn discs(self, side: Side) -> u64 {
        if self.side.index() == side.index() {
            self.board.player
        } else {
            self.board.opponent
        }
    }

    /// The position after the side to move puts a disc on `square`, flipping `flips`.
    #[inline]
    #[must_use]
    pub const fn after(self, square: Square, flips: u64) -> Self {
        Self {
            board: self.board.play(square, flips),
            side: self.side.other(),
        }
    }

    /// The position after a pass.
    #[inline]
    #[must_use]
    pub const fn passed(self) -> Self {
        Self {
            board: self.board.pass(),
            side: self.side.other(),
        }
    }
}
