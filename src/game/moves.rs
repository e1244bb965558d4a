//! Cells and moves.

use crate::game::Side;

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

/// Stones as the moves of a game in which Black begins and no stone ever changes; those of a side keep their order.
/// `None` if their numbers do not fit such a game with `to_move` to move.
pub(crate) fn in_turns(stones: &[(Side, Vertex)], to_move: Side) -> Option<Vec<(Side, Move)>> {
    let of = |side: Side| {
        let mut own = stones.iter().filter(move |stone| stone.0 == side);
        move || own.next()
    };
    let (mut black, mut white) = (of(Side::Black), of(Side::White));
    let mut moves = Vec::with_capacity(stones.len());
    let mut side = Side::Black;
    for _ in stones {
        let &(mover, vertex) = if side == Side::Black {
            black()
        } else {
            white()
        }?;
        moves.push((mover, Move::Place(vertex)));
        side = side.other();
    }
    (side == to_move).then_some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_moves_in_turns_if_their_numbers_fit() {
        let (black, white) = (Side::Black, Side::White);
        let at = |side, col| (side, Vertex::new(col, 0));
        let stones = [at(white, 1), at(black, 5), at(black, 2)];
        let moves = in_turns(&stones, white).unwrap();
        let cols = moves.iter().map(|(_, mv)| mv.vertex().unwrap().col);
        assert_eq!(cols.collect::<Vec<_>>(), [5, 1, 2]);
        for (stones, to_move) in [
            (&stones[..], black),
            (&stones[..1], black),
            (&stones[1..], white),
            (&stones[..0], white),
        ] {
            assert_eq!(in_turns(stones, to_move), None, "{stones:?}, {to_move}");
        }
    }
}
