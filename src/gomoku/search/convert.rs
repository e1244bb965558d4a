//! From cells and values of the search to moves and scores of the interface, and back.

use crate::game::Move;
use crate::gomoku::search::score::{PROVEN, WIN};
use crate::gomoku::{eval, rules::Point};
use crate::search::{Score, Value};

/// The move on a cell.
pub(crate) fn move_of(point: Point) -> Move {
    Move::Place(point.into())
}

/// The cell of a move; `None` for a pass and for moves off a board of this size.
pub(crate) fn point_of(mv: Move, size: u8) -> Option<Point> {
    let vertex = mv.vertex()?;
    (vertex.col < size && vertex.row < size).then(|| Point::from(vertex))
}

/// The score of a search value.
pub(crate) fn score_of(value: i32) -> Score {
    let (value, win_rate) = if value > PROVEN {
        (Value::WinIn((WIN - value) as u32), 1.0)
    } else if value < -PROVEN {
        (Value::LossIn((WIN + value) as u32), 0.0)
    } else {
        (Value::Estimate(value), eval::win_rate(value))
    };
    Score { value, win_rate }
}
