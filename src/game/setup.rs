//! Descriptions of positions, legal or not.

use crate::game::{Side, Vertex};

/// A description of a position. [`from_setup`](crate::game::Game::from_setup) decides whether it is a legal
/// one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Number of ranks, which is the number of files.
    pub size: u8,
    /// The stone on each cell, rank by rank from `a1`; `size * size` cells.
    pub cells: Vec<Option<Side>>,
    /// The side to move.
    pub to_move: Side,
}

impl Setup {
    /// An empty board, Black to move.
    pub fn empty(size: u8) -> Self {
        Self {
            size,
            cells: vec![None; usize::from(size) * usize::from(size)],
            to_move: Side::Black,
        }
    }

    /// The stone on a cell; `None` also off the board.
    pub fn get(&self, vertex: Vertex) -> Option<Side> {
        *self.cells.get(self.index(vertex)?)?
    }

    /// Places a stone on a cell or removes it. Returns false if the cell does not exist.
    pub fn set(&mut self, vertex: Vertex, stone: Option<Side>) -> bool {
        let index = self.index(vertex);
        let cell = index.and_then(|index| self.cells.get_mut(index));
        cell.map(|cell| *cell = stone).is_some()
    }

    /// The stones with their cells, rank by rank.
    pub fn stones(&self) -> impl Iterator<Item = (Side, Vertex)> + '_ {
        let size = usize::from(self.size).max(1);
        let cells = self.cells.iter().enumerate();
        cells.filter_map(move |(index, cell)| {
            let vertex = Vertex::new((index % size) as u8, (index / size) as u8);
            Some(((*cell)?, vertex))
        })
    }

    /// The cells with a stone of one side, rank by rank.
    pub fn stones_of(&self, side: Side) -> impl Iterator<Item = Vertex> + '_ {
        let own = self.stones().filter(move |&(owner, _)| owner == side);
        own.map(|(_, vertex)| vertex)
    }

    /// Number of cells without a stone.
    pub fn empties(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_none()).count()
    }

    /// Checks that there is a cell for every point; `size_fault` is what the game has against the size.
    pub(crate) fn check_board(&self, size_fault: Option<SetupFault>) -> Result<(), SetupError> {
        let (found, expected) = (self.cells.len(), usize::from(self.size).pow(2));
        let cells_fault = (found != expected).then_some(SetupFault::Cells { found, expected });
        let faults: Vec<_> = size_fault.into_iter().chain(cells_fault).collect();
        if faults.is_empty() {
            Ok(())
        } else {
            Err(SetupError { faults })
        }
    }

    fn index(&self, vertex: Vertex) -> Option<usize> {
        (vertex.col < self.size && vertex.row < self.size)
            .then(|| usize::from(vertex.row) * usize::from(self.size) + usize::from(vertex.col))
    }
}

/// A reason why a description is not a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// The game is not played on a board of this size.
    #[error("board size {size} is not supported, expected {expected}")]
    Size {
        /// The size of the description.
        size: u8,
        /// The supported sizes, in words.
        expected: &'static str,
    },
    /// The list of cells does not fit the size.
    #[error("{found} cells given, expected {expected}")]
    Cells {
        /// Cells in the description.
        found: usize,
        /// Cells of the board.
        expected: usize,
    },
    /// Both sides have a winning row.
    #[error("both sides have a winning row")]
    TwoWinners,
}

/// All reasons why a description is not a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct SetupError {
    /// At least one reason.
    pub faults: Vec<SetupFault>,
}

impl From<SetupFault> for SetupError {
    fn from(fault: SetupFault) -> Self {
        Self {
            faults: vec![fault],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_cells_of_any_length_is_described() {
        let corner = Vertex::new(0, 0);
        for (size, cells) in [(8, vec![]), (0, vec![Some(Side::Black)])] {
            let mut setup = Setup {
                size,
                cells,
                to_move: Side::Black,
            };
            assert_eq!(setup.get(corner), None);
            assert!(!setup.set(corner, Some(Side::White)));
            assert!(setup.stones().count() <= 1);
        }
    }
}
