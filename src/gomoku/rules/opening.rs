//! The opening rules swap and swap2: their steps, and the choice of a colour.
//!
//! The players choose their colours after the first stones are on the board. In both rules the first
//! player places three stones: black, white, black. The second player then has the choice:
//!
//! * It takes Black (*swaps*). The first player is White and places the fourth stone.
//! * It takes White and places the fourth stone.
//! * In swap2 only: it places two more stones, white and black, and leaves the choice to the first
//!   player. That player takes Black, so that the second player is White and places the sixth stone, or
//!   takes White and places the sixth stone.

use crate::game::Vertex;
use crate::gomoku::rules::cells::{Cell, Cells};
use crate::gomoku::rules::point::Point;
use crate::gomoku::rules::position::{Position, Rules};
use serde::{Deserialize, Serialize};

/// The opening rule: how the players choose their colours.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, clap::ValueEnum, strum::Display,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum OpeningRule {
    /// One player places three stones, the other one chooses a colour
    Swap,
    /// As swap, but the other player may place two more stones and leave the choice to the first
    Swap2,
}

/// The step that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// Place three stones.
    PlaceThree,
    /// Take Black, or take White and place a stone.
    ChooseColour,
}

/// Why no step of an opening rule begins with these stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OpeningError {
    /// Another number of stones.
    #[error("{found} stones on the board, expected {expected}")]
    Stones {
        /// Stones on the board.
        found: usize,
        /// What would be right.
        expected: &'static str,
    },
    /// A stone on a cell that does not exist.
    #[error("stone {number} is not on the board")]
    OffBoard {
        /// The number of the stone, from 1.
        number: usize,
    },
    /// A stone on another stone.
    #[error("stone {number} is on an occupied point")]
    Occupied {
        /// The number of the stone, from 1.
        number: usize,
    },
}

/// The step of an opening rule that begins with these stones, in the order of play.
///
/// # Errors
/// Another number of stones, a stone off the board or on another stone.
pub(crate) fn next_step(
    rule: OpeningRule,
    rules: Rules,
    stones: &[Vertex],
) -> Result<Step, OpeningError> {
    let step = match (rule, stones.len()) {
        (_, 0) => Step::PlaceThree,
        (_, 3) | (OpeningRule::Swap2, 5) => Step::ChooseColour,
        (rule, found) => {
            let expected = match rule {
                OpeningRule::Swap => "0 or 3",
                OpeningRule::Swap2 => "0, 3 or 5",
            };
            return Err(OpeningError::Stones { found, expected });
        }
    };
    let mut position = Position::new(rules);
    for (number, &vertex) in (1..).zip(stones) {
        let point = Point::from(vertex);
        match position.at(point) {
            // Five stones make no row and no foul, so every empty cell is legal.
            Cell::Empty => position.place(point),
            Cell::Off => return Err(OpeningError::OffBoard { number }),
            Cell::Black | Cell::White => return Err(OpeningError::Occupied { number }),
        }
    }
    Ok(step)
}

/// Whether a player who chooses a colour takes Black. `value` is the value of the position for White, the
/// side to move. White it is if the position is even.
///
/// The engine never places two more stones instead. The opponent would then take the better colour, which
/// cannot leave the player more than the better colour now.
pub(crate) const fn takes_black(value: i32) -> bool {
    value < 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;

    const FIVE: [(u8, u8); 5] = [(7, 7), (8, 7), (9, 9), (8, 8), (8, 6)];

    fn step(rule: OpeningRule, stones: &[(u8, u8)]) -> Result<Step, String> {
        let rules = Rules::new(15, Rule::Standard).unwrap();
        let vertices = stones.iter().map(|&(col, row)| Vertex::new(col, row));
        next_step(rule, rules, &vertices.collect::<Vec<_>>()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_number_of_stones_tells_the_step() {
        for rule in [OpeningRule::Swap, OpeningRule::Swap2] {
            assert_eq!(step(rule, &[]), Ok(Step::PlaceThree));
            assert_eq!(step(rule, &FIVE[..3]), Ok(Step::ChooseColour));
        }
        assert_eq!(step(OpeningRule::Swap2, &FIVE), Ok(Step::ChooseColour));
        for (rule, stones, error) in [
            (
                OpeningRule::Swap,
                5,
                "5 stones on the board, expected 0 or 3",
            ),
            (
                OpeningRule::Swap2,
                4,
                "4 stones on the board, expected 0, 3 or 5",
            ),
        ] {
            assert_eq!(step(rule, &FIVE[..stones]), Err(error.to_owned()));
        }
    }

    #[test]
    fn stones_have_to_be_on_different_cells_of_the_board() {
        let twice = [(7, 7), (8, 7), (7, 7)];
        let error = "stone 3 is on an occupied point".to_owned();
        assert_eq!(step(OpeningRule::Swap, &twice), Err(error));
        let beyond = [(7, 7), (15, 7), (7, 7)];
        let error = "stone 2 is not on the board".to_owned();
        assert_eq!(step(OpeningRule::Swap2, &beyond), Err(error));
    }
}
