//! Cells and moves.

/// A cell of the board, by its name in the notation of the game.
///
/// `col` 0 is file `a` and `row` 0 is rank `1`. Pictures draw rank 1 at the top for Othello and at the bottom
/// for Gomoku and Renju, and some protocols count from another corner; the names of cells are the same.
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

/// A move of a game.
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
