//! From whose side a network or a policy sees the board.

use crate::game::Side;
use crate::gomoku::rules::Rule;

/// Whose stones are [`Content::Own`](crate::gomoku::eval::Content::Own) in the windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Perspective {
    /// Those of the side to move: the rules are the same for both sides.
    SideToMove,
    /// Those of Black, whoever is to move.
    Black,
}

impl Perspective {
    /// The perspective for a rule. One for both sides takes half the updates of the sums.
    pub(crate) const fn of(rule: Rule) -> Self {
        match rule {
            Rule::Renju => Self::Black,
            _ => Self::SideToMove,
        }
    }

    /// The side whose stones are the own ones when `to_move` is to move.
    #[inline(always)]
    pub(crate) const fn own(self, to_move: Side) -> Side {
        match self {
            Self::SideToMove => to_move,
            Self::Black => Side::Black,
        }
    }

    /// The number of heads.
    pub(crate) const fn heads(self) -> usize {
        match self {
            Self::SideToMove => 1,
            Self::Black => 2,
        }
    }

    /// The head for a side to move.
    #[inline(always)]
    pub(crate) const fn head(self, to_move: Side) -> usize {
        match self {
            Self::SideToMove => 0,
            Self::Black => to_move.index(),
        }
    }
}
