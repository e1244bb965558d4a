//! What both games promise: sides, vertices, moves, endings and the [`Game`] contract.
//!
//! Everything here is cold code: it serves sessions, records and tests. The searches work on each
//! game's own boards.

pub mod coordinates;
pub mod perft;
pub mod record;
pub mod setup;
pub mod symmetry;

pub use record::{DynRecord, Record};
pub use setup::{Setup, SetupError};
pub use symmetry::Symmetry;

use std::fmt;

/// One of the two players. Black always makes the first move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Moves first.
    Black = 0,
    /// Moves second.
    White = 1,
}

impl Side {
    /// Both sides, in the order in which they move.
    pub const ALL: [Side; 2] = [Side::Black, Side::White];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// 0 for Black, 1 for White.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `b` or `w`.
    pub const fn letter(self) -> char {
        match self {
            Side::Black => 'b',
            Side::White => 'w',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Black => "black",
            Side::White => "white",
        })
    }
}

/// A cell of the board, by the name it has in the game's own writing.
///
/// `col` 0 is the file called `a`, `row` 0 is the rank called `1`. Where rank 1 is *drawn* (at the
/// top for Othello, at the bottom for Gomoku and Renju) is a matter of pictures and of protocols
/// that count from a corner; names are never converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex {
    /// File, counted from `a` = 0.
    pub col: u8,
    /// Rank, counted from `1` = 0.
    pub row: u8,
}

impl Vertex {
    /// The cell in file `col` and rank `row`, both counted from zero.
    pub const fn new(col: u8, row: u8) -> Self {
        Self { col, row }
    }
}

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Gives the turn to the opponent.
    Pass,
    /// Puts a disc or a stone on a cell.
    Place(Vertex),
}

impl Move {
    /// The cell, or `None` for a pass.
    pub const fn vertex(self) -> Option<Vertex> {
        match self {
            Move::Pass => None,
            Move::Place(vertex) => Some(vertex),
        }
    }
}

/// How a finished game was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Othello: neither side can move, the discs were counted.
    Counted,
    /// Gomoku: a row that wins under the rule in force.
    Five,
    /// Renju: Black made a forbidden move.
    Foul,
    /// Gomoku: no cell is left (or none that the side to move may use) and nobody has won.
    Full,
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// Othello: discs of the winner minus discs of the loser, empties counted for the winner
    /// (0 to 64). Gomoku: 1 for a win, 0 for a draw.
    pub margin: u8,
    /// How it was decided.
    pub ending: Ending,
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
    /// It is the other side's turn and that side has a move.
    #[error("it is {0}'s turn")]
    WrongSide(Side),
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

/// Why a point is forbidden for Black in Renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Foul {
    /// A row of six or more.
    Overline,
    /// Two or more fours at once.
    DoubleFour,
    /// Two or more threes at once.
    DoubleThree,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double four",
            Foul::DoubleThree => "double three",
        })
    }
}

/// A threat on the board: a shape of `side`'s stones that the opponent has to reckon with, and where
/// it can be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The term of the game: `five`, `open four`, `four`, `open three`, ...
    pub kind: &'static str,
    /// Who threatens.
    pub side: Side,
    /// The stones that make up the threat.
    pub stones: Vec<Vertex>,
    /// The cells on which the opponent can answer it.
    pub answers: Vec<Vertex>,
}

/// The rules of a game, and no more than the rules: no search, no evaluation.
///
/// A position is a value. It never passes by itself: a side that has no move stays to move until it
/// passes explicitly.
pub trait Game: Sized + 'static {
    /// The name of the game in lower case, as `flipfive perft NAME` takes it.
    const NAME: &'static str;
    /// What a game is played by: board size, variant.
    type Rules: Copy + fmt::Debug + Eq + Send + Sync;
    /// A position with the side to move and all that the rules need to know.
    type Position: Clone + fmt::Debug + Send;

    /// The position before the first move.
    fn start(rules: Self::Rules) -> Self::Position;
    /// The described position, or every reason why it cannot be.
    fn from_setup(rules: Self::Rules, setup: &Setup) -> Result<Self::Position, SetupError>;
    /// The rules that the position was made with.
    fn rules(position: &Self::Position) -> Self::Rules;
    /// Cells in a row and in a column.
    fn size(rules: Self::Rules) -> u8;
    /// Whose turn it is. Also defined when the game is over.
    fn side(position: &Self::Position) -> Side;
    /// What stands on a cell; `None` for an empty cell and for a vertex off the board.
    fn stone(position: &Self::Position, vertex: Vertex) -> Option<Side>;
    /// Appends every legal move in ascending cell order (row by row). Othello gives the single move
    /// `Pass` when only the opponent can move. Nothing is appended when the game is over.
    fn legal(position: &Self::Position, moves: &mut Vec<Move>);
    /// Whether the side to move may play this, and if not, why.
    fn check(position: &Self::Position, mv: Move) -> Result<(), Illegal>;
    /// Plays a move for the side to move. The caller has checked it, except that a forbidden Renju
    /// move may be played and loses, and that any side may pass.
    fn play(position: &mut Self::Position, mv: Move);
    /// The result, once the game is over.
    fn outcome(position: &Self::Position) -> Option<Outcome>;

    /// Whether naming the other side in a move may hand over the turn. Othello: when the side to
    /// move has to pass. Gomoku: while the game lasts, because controllers place set-up stones with
    /// ordinary moves.
    fn allows_implied_pass(position: &Self::Position) -> bool;

    /// Number of positions one ply on, a forced pass counting as one, 0 when the game is over.
    fn count_children(position: &Self::Position) -> u64;
    /// Calls `visit` with every child position; the forced pass is a child.
    fn for_each_child(position: &Self::Position, visit: impl FnMut(Move, &Self::Position));

    /// Number of leaves `plies` plies below a position; see [`perft::perft`]. A game with a faster
    /// way than [`perft::walk`] replaces this.
    fn leaves(position: &Self::Position, plies: u32, convention: perft::Convention) -> u64 {
        perft::walk::<Self>(position, plies, convention)
    }

    /// Cells whose stone a move would turn over (Othello).
    fn flips(_position: &Self::Position, _mv: Move) -> Vec<Vertex> {
        Vec::new()
    }
    /// Discs that no sequence of moves can turn any more (Othello; a safe subset).
    fn stable(_position: &Self::Position) -> Vec<Vertex> {
        Vec::new()
    }
    /// Points forbidden for Black and why (Renju), whoever is to move.
    fn forbidden(_position: &Self::Position) -> Vec<(Vertex, Foul)> {
        Vec::new()
    }
    /// The stones of the row that won (Gomoku).
    fn winning_line(_position: &Self::Position) -> Vec<Vertex> {
        Vec::new()
    }
    /// The threats on the board (Gomoku), strongest first.
    fn threats(_position: &Self::Position) -> Vec<Threat> {
        Vec::new()
    }
}
