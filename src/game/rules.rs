//! The contract between a game and the rest of the program.

use crate::game::{Foul, Illegal, Move, Outcome, Setup, SetupError, Side, Vertex};
use std::fmt;

/// A threat on the board: stones that the opponent has to answer, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The standard term: `five`, `open four`, `four`, `open three`, ...
    pub kind: &'static str,
    /// The side that threatens.
    pub side: Side,
    /// The stones that make up the threat.
    pub stones: Vec<Vertex>,
    /// The cells on which the opponent can answer it.
    pub answers: Vec<Vertex>,
}

/// The rules of a game, without search and evaluation.
///
/// A position is a value. It never passes by itself: a side without a legal move stays to move until it
/// passes explicitly.
pub trait Game: Clone + fmt::Debug + 'static {
    /// The name of the game in lower case, as `flipfive perft NAME` takes it.
    const NAME: &'static str;
    /// Board size and rule variant.
    type Rules: Copy + fmt::Debug + Eq + Send + Sync;
    /// A position: the board, the side to move, and whatever else the rules depend on.
    type Position: Clone + fmt::Debug + Send;

    /// The position before the first move.
    fn start(rules: Self::Rules) -> Self::Position;
    /// The described position.
    ///
    /// # Errors
    /// Every reason why the description is not a position of the game.
    fn from_setup(rules: Self::Rules, setup: &Setup) -> Result<Self::Position, SetupError>;
    /// The rules of the position.
    fn rules(position: &Self::Position) -> Self::Rules;
    /// Number of ranks, which is the number of files.
    fn size(rules: Self::Rules) -> u8;
    /// The side to move; also defined when the game is over.
    fn side(position: &Self::Position) -> Side;
    /// The colour of the stone on a cell; `None` for an empty cell and for a vertex off the board.
    fn stone(position: &Self::Position, vertex: Vertex) -> Option<Side>;
    /// Appends every legal move, rank by rank. In Othello, the single move is `Pass` if only the opponent can
    /// move. Nothing is appended when the game is over.
    fn legal(position: &Self::Position, moves: &mut Vec<Move>);
    /// Checks a move of the side to move.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    fn check(position: &Self::Position, mv: Move) -> Result<(), Illegal>;
    /// Plays a move for the side to move. The caller has checked it, with two exceptions: a forbidden Renju
    /// move loses, and a pass is always possible.
    fn play(position: &mut Self::Position, mv: Move);
    /// The result, once the game is over.
    fn outcome(position: &Self::Position) -> Option<Outcome>;

    /// Whether a move of the other side implies a pass. Othello: if the side to move has to pass. Gomoku:
    /// until the game is over, because controllers place set-up stones with ordinary moves.
    fn allows_implied_pass(position: &Self::Position) -> bool;

    /// Number of child positions; a forced pass is one, a finished game has none.
    fn count_children(position: &Self::Position) -> u64;
    /// Calls `visit` with every move and its child position; a forced pass is a move.
    fn for_each_child(position: &Self::Position, visit: impl FnMut(Move, &Self::Position));

    /// Cells whose disc a move flips (Othello).
    fn flips(_position: &Self::Position, _mv: Move) -> Vec<Vertex> {
        Vec::new()
    }
    /// Discs that can never be flipped again (Othello; a subset that is cheap to find).
    fn stable(_position: &Self::Position) -> Vec<Vertex> {
        Vec::new()
    }
    /// Points that are forbidden for Black, with the reason (Renju), whichever side is to move.
    fn forbidden(_position: &Self::Position) -> Vec<(Vertex, Foul)> {
        Vec::new()
    }
    /// The stones of the winning row (Gomoku).
    fn winning_line(_position: &Self::Position) -> Vec<Vertex> {
        Vec::new()
    }
    /// The threats on the board (Gomoku), strongest first.
    fn threats(_position: &Self::Position) -> Vec<Threat> {
        Vec::new()
    }
}
