//! From cells and values of the search to moves and scores of the interface, and back.

use crate::game::Move;
use crate::gomoku::eval;
use crate::gomoku::rules::Point;
use crate::gomoku::search::score::{PROVEN, WIN};
use crate::search::{Score, Value};

/// The move on a cell.
pub fn move_of(point: Point) -> Move {
    Move::Place(point.into())
}

/// The cell of a move; `None` for a pass and for moves off a board of this size.
pub fn point_of(mv: Move, size: u8) -> Option<Point> {
    let vertex = mv.vertex()?;
    (vertex.col < size && vertex.row < size).then(|| Point::from(vertex))
}

/// The score of a search value.
pub fn score_of(value: i32) -> Score {
    if value > PROVEN {
        Score {
            value: Value::WinIn((WIN - value) as u32),
            win_rate: 1.0,
        }
    } else if value < -PROVEN {
        Score {
            value: Value::LossIn((WIN + value) as u32),
            win_rate: 0.0,
        }
    } else {
        Score {
            value: Value::Estimate(value),
            win_rate: eval::win_rate(value),
        }
    }
}
