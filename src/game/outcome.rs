//! Results of games, and reasons why a move is illegal.

use crate::game::Side;

/// How a finished game was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Othello: neither side can move, the discs were counted.
    Counted,
    /// Gomoku: a row that wins under the rule in force.
    Five,
    /// Renju: Black made a forbidden move.
    Foul,
    /// Gomoku: a draw. No cell is empty, or none that the side to move may use.
    Full,
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// Othello: the disc difference, with empty squares counted for the winner (0 to 64). Gomoku: 1 for a win, 0 for a draw.
    pub margin: u8,
    /// How the game was decided.
    pub ending: Ending,
}

impl Outcome {
    /// A result of these parts.
    pub const fn new(winner: Option<Side>, margin: u8, ending: Ending) -> Self {
        Self {
            winner,
            margin,
            ending,
        }
    }
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// The cell does not exist on this board.
    #[error("the point is not on the board")]
    OffBoard,
    /// There is a stone on the cell.
    #[error("the point is occupied")]
    Occupied,
    /// Othello: the move flips no disc.
    #[error("the move flips no disc")]
    FlipsNothing,
    /// Renju: the move is forbidden for Black.
    #[error("forbidden for black: {0}")]
    Forbidden(Foul),
    /// The side to move has a legal move, so it may not pass.
    #[error("a pass is not allowed here")]
    PassNotAllowed,
    /// It is the turn of the other side, and that side has a move.
    #[error("it is {0}'s turn")]
    WrongSide(Side),
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

/// Why a point is forbidden for Black in Renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::Display)]
pub enum Foul {
    /// A row of six or more.
    #[strum(serialize = "overline")]
    Overline,
    /// Two or more fours at once.
    #[strum(serialize = "double four")]
    DoubleFour,
    /// Two or more threes at once.
    #[strum(serialize = "double three")]
    DoubleThree,
}
