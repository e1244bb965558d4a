//! The opening procedures swap and swap2: who does what, and which answers are admissible.
//!
//! Two players share out the colours only after the first stones are on the board. In both
//! procedures the first player puts three stones: black, white, black. The second player then
//!
//! * takes Black (*swaps*): the first player is White and puts the fourth stone; or
//! * stays with White and puts the fourth stone; or
//! * in swap2 only, puts two more stones, white and black, and leaves the choice to the first player,
//!   who either takes Black, so that the second player is White and puts the sixth stone, or takes
//!   White and puts the sixth stone.
//!
//! The answers are those of Gomocup's command `SWAP2BOARD` (no stones, three or five on the board:
//! three points, one point, two points or `SWAP`).
//!
//! Which answer is a good one is a matter of evaluation: `balance.rs` finds three stones, and a search
//! of the position after three or five leads to [`choose`].

use crate::game::{Side, Vertex};
use crate::gomoku::rules::cells::{Cell, Cells};
use crate::gomoku::rules::point::Point;
use crate::gomoku::rules::position::{Position, Rules};

/// How the colours are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Procedure {
    /// Three stones, then the other player chooses a colour.
    Swap,
    /// As swap, but instead of choosing the other player may put two more stones.
    Swap2,
}

/// A player while the colours are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Puts the first three stones.
    First,
    /// Answers them.
    Second,
}

impl Seat {
    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

/// What a player does in the opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Puts stones in the order of play, the colours alternating. One stone after three or five
    /// takes White with it.
    Stones(Vec<Vertex>),
    /// Takes Black.
    Swap,
}

/// What the player whose turn it is has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The first player puts three stones.
    Three,
    /// The second player takes Black, stays White with one stone or, in swap2, puts two.
    AfterThree,
    /// The first player takes Black or takes White with one stone.
    AfterFive,
    /// The colours are shared out.
    Over {
        /// Who is Black.
        black: Seat,
    },
}

/// Why an answer is not admissible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The answer is not one of those that the stage allows.
    #[error("{found} given, expected {expected}")]
    Answer {
        /// The answer in words.
        found: &'static str,
        /// What would be right.
        expected: &'static str,
    },
    /// A stone on a cell that does not exist.
    #[error("stone {number} is not on the board")]
    OffBoard {
        /// Which stone of the game, from 1.
        number: usize,
    },
    /// A stone on a stone.
    #[error("stone {number} is on an occupied point")]
    Occupied {
        /// Which stone of the game, from 1.
        number: usize,
    },
    /// A board on which no stage of the procedure begins.
    #[error("{found} stones on the board, expected {expected}")]
    Stones {
        /// Stones on the board.
        found: usize,
        /// What would be right.
        expected: &'static str,
    },
}

/// An opening on its way.
#[derive(Clone, Debug)]
pub struct Opening {
    procedure: Procedure,
    stones: Vec<Vertex>,
    position: Position,
    stage: Stage,
}

impl Opening {
    /// The empty board; the first player is to put three stones.
    pub fn new(procedure: Procedure, rules: Rules) -> Self {
        Self {
            procedure,
            stones: Vec::new(),
            position: Position::new(rules),
            stage: Stage::Three,
        }
    }

    /// The opening after these stones, in the order of play: none, three, or in swap2 five.
    ///
    /// # Errors
    /// Another number of stones, a stone off the board or on another stone.
    pub fn resume(
        procedure: Procedure,
        rules: Rules,
        stones: &[Vertex],
    ) -> Result<Self, OpeningError> {
        let mut opening = Self::new(procedure, rules);
        let (three, two) = match (procedure, stones.len()) {
            (_, 0) => return Ok(opening),
            (_, 3) => (stones, &[][..]),
            (Procedure::Swap2, 5) => stones.split_at(3),
            (Procedure::Swap2, found) => {
                let expected = "0, 3 or 5";
                return Err(OpeningError::Stones { found, expected });
            }
            (Procedure::Swap, found) => {
                let expected = "0 or 3";
                return Err(OpeningError::Stones { found, expected });
            }
        };
        opening.answer(&Answer::Stones(three.to_vec()))?;
        if !two.is_empty() {
            opening.answer(&Answer::Stones(two.to_vec()))?;
        }
        Ok(opening)
    }

    /// The procedure in force.
    pub const fn procedure(&self) -> Procedure {
        self.procedure
    }

    /// What is to be done now.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Who has to do it; `None` once the colours are shared out.
    pub const fn turn(&self) -> Option<Seat> {
        match self.stage {
            Stage::Three | Stage::AfterFive => Some(Seat::First),
            Stage::AfterThree => Some(Seat::Second),
            Stage::Over { .. } => None,
        }
    }

    /// The board as it stands. White is to move whenever there is a choice to make.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The stones in the order of play.
    pub fn stones(&self) -> &[Vertex] {
        &self.stones
    }

    /// The colour of a player, once the colours are shared out.
    pub fn colour(&self, seat: Seat) -> Option<Side> {
        match self.stage {
            Stage::Over { black } if black == seat => Some(Side::Black),
            Stage::Over { .. } => Some(Side::White),
            _ => None,
        }
    }

    /// Takes an answer of the player whose turn it is. On an error nothing changes.
    ///
    /// # Errors
    /// An answer that the stage does not allow; a stone off the board or on another stone.
    pub fn answer(&mut self, answer: &Answer) -> Result<(), OpeningError> {
        let stones: &[Vertex] = match answer {
            Answer::Stones(stones) => stones,
            Answer::Swap => &[],
        };
        let stage = match (self.stage, answer, stones.len()) {
            (Stage::Three, Answer::Stones(_), 3) => Stage::AfterThree,
            (Stage::AfterThree, Answer::Swap, _) => Stage::Over {
                black: Seat::Second,
            },
            (Stage::AfterThree, Answer::Stones(_), 1) => Stage::Over { black: Seat::First },
            (Stage::AfterThree, Answer::Stones(_), 2) if self.procedure == Procedure::Swap2 => {
                Stage::AfterFive
            }
            (Stage::AfterFive, Answer::Swap, _) => Stage::Over { black: Seat::First },
            (Stage::AfterFive, Answer::Stones(_), 1) => Stage::Over {
                black: Seat::Second,
            },
            _ => {
                return Err(OpeningError::Answer {
                    found: match (answer, stones.len()) {
                        (Answer::Swap, _) => "a swap",
                        (Answer::Stones(_), 0) => "no stone",
                        (Answer::Stones(_), 1) => "one stone",
                        (Answer::Stones(_), 2) => "two stones",
                        (Answer::Stones(_), 3) => "three stones",
                        (Answer::Stones(_), _) => "more than three stones",
                    },
                    expected: match (self.stage, self.procedure) {
                        (Stage::Three, _) => "three stones",
                        (Stage::AfterThree, Procedure::Swap2) => "a swap, one stone or two stones",
                        (Stage::AfterThree, Procedure::Swap) | (Stage::AfterFive, _) => {
                            "a swap or one stone"
                        }
                        (Stage::Over { .. }, _) => "nothing, the colours are shared out",
                    },
                });
            }
        };
        let mut position = self.position.clone();
        for (n, &vertex) in stones.iter().enumerate() {
            let number = self.stones.len() + n + 1;
            let point = Point::from(vertex);
            match position.at(point) {
                // Six stones make no five and no foul, so every empty cell will do.
                Cell::Empty => position.place(point),
                Cell::Off => return Err(OpeningError::OffBoard { number }),
                Cell::Black | Cell::White => return Err(OpeningError::Occupied { number }),
            }
        }
        self.position = position;
        self.stones.extend_from_slice(stones);
        self.stage = stage;
        Ok(())
    }
}

/// The choice of a player who has searched the position after three or five stones: `value` is that
/// of the side to move, White, in centi-units, and `best` its best move.
///
/// The better colour is taken, White if it is even. Two stones more are never put: the opponent would
/// take the better colour then, which cannot be worth more to the player than the better colour now.
pub fn choose(value: i32, best: Vertex) -> Answer {
    if value < 0 {
        Answer::Swap
    } else {
        Answer::Stones(vec![best])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;

    fn points<const N: usize>(cells: [(u8, u8); N]) -> Vec<Vertex> {
        cells.map(|(col, row)| Vertex::new(col, row)).to_vec()
    }

    fn stones<const N: usize>(cells: [(u8, u8); N]) -> Answer {
        Answer::Stones(points(cells))
    }

    fn rules() -> Rules {
        Rules::new(15, Rule::Standard).unwrap()
    }

    fn after_three(procedure: Procedure) -> Opening {
        Opening::resume(procedure, rules(), &points([(7, 7), (8, 7), (9, 9)])).unwrap()
    }

    fn after_five() -> Opening {
        let mut opening = after_three(Procedure::Swap2);
        opening.answer(&stones([(8, 8), (8, 6)])).unwrap();
        opening
    }

    #[test]
    fn every_way_through_gives_each_player_a_colour() {
        for (mut opening, answer, first, placed) in [
            (after_three(Procedure::Swap), Answer::Swap, Side::White, 3),
            (
                after_three(Procedure::Swap),
                stones([(1, 1)]),
                Side::Black,
                4,
            ),
            (after_three(Procedure::Swap2), Answer::Swap, Side::White, 3),
            (
                after_three(Procedure::Swap2),
                stones([(1, 1)]),
                Side::Black,
                4,
            ),
            (after_five(), Answer::Swap, Side::Black, 5),
            (after_five(), stones([(1, 1)]), Side::White, 6),
        ] {
            assert_eq!(opening.colour(Seat::First), None);
            assert_eq!(opening.position().side(), Side::White);
            opening.answer(&answer).unwrap();
            assert_eq!(opening.colour(Seat::First), Some(first), "{answer:?}");
            assert_eq!(opening.colour(Seat::Second), Some(first.other()));
            assert_eq!(opening.turn(), None);
            assert_eq!(opening.stones().len(), placed);
            assert_eq!(opening.position().stones(), placed);
            assert_eq!(
                opening.answer(&Answer::Swap).unwrap_err().to_string(),
                "a swap given, expected nothing, the colours are shared out"
            );
        }
    }

    #[test]
    fn the_players_take_turns() {
        let mut opening = Opening::new(Procedure::Swap2, rules());
        assert_eq!(opening.turn(), Some(Seat::First));
        opening.answer(&stones([(7, 7), (8, 7), (9, 9)])).unwrap();
        assert_eq!(opening.turn(), Some(Seat::Second));
        opening.answer(&stones([(8, 8), (8, 6)])).unwrap();
        assert_eq!(opening.turn(), Some(Seat::First));
        assert_eq!(opening.stage(), Stage::AfterFive);
        assert_eq!(opening.position().at(Point::new(8, 8)), Cell::White);
        assert_eq!(opening.position().at(Point::new(8, 6)), Cell::Black);
    }

    #[test]
    fn an_answer_out_of_place_is_refused_and_changes_nothing() {
        let start = Opening::new(Procedure::Swap, rules());
        for (opening, answer, why) in [
            (&start, Answer::Swap, "a swap given, expected three stones"),
            (
                &start,
                stones([(7, 7)]),
                "one stone given, expected three stones",
            ),
            (
                &start,
                stones([(7, 7), (8, 7), (7, 7)]),
                "stone 3 is on an occupied point",
            ),
            (
                &start,
                stones([(7, 7), (15, 7), (7, 7)]),
                "stone 2 is not on the board",
            ),
            (
                &after_three(Procedure::Swap),
                stones([(1, 1), (2, 2)]),
                "two stones given, expected a swap or one stone",
            ),
            (
                &after_three(Procedure::Swap2),
                stones([]),
                "no stone given, expected a swap, one stone or two stones",
            ),
            (
                &after_five(),
                stones([(1, 1), (2, 2)]),
                "two stones given, expected a swap or one stone",
            ),
            (
                &after_five(),
                stones([(8, 6)]),
                "stone 6 is on an occupied point",
            ),
        ] {
            let mut after = opening.clone();
            assert_eq!(after.answer(&answer).unwrap_err().to_string(), why);
            assert_eq!(after.stage(), opening.stage());
            assert_eq!(after.stones(), opening.stones());
            assert_eq!(after.position(), opening.position());
        }
    }

    #[test]
    fn an_opening_is_resumed_from_its_stones() {
        let five = points([(7, 7), (8, 7), (9, 9), (8, 8), (8, 6)]);
        let resume = |procedure, count: usize| Opening::resume(procedure, rules(), &five[..count]);
        assert_eq!(resume(Procedure::Swap2, 0).unwrap().stage(), Stage::Three);
        assert_eq!(
            resume(Procedure::Swap2, 3).unwrap().stage(),
            Stage::AfterThree
        );
        assert_eq!(
            resume(Procedure::Swap2, 5).unwrap().stage(),
            Stage::AfterFive
        );
        assert_eq!(
            resume(Procedure::Swap2, 4).unwrap_err().to_string(),
            "4 stones on the board, expected 0, 3 or 5"
        );
        assert_eq!(
            resume(Procedure::Swap, 5).unwrap_err().to_string(),
            "5 stones on the board, expected 0 or 3"
        );
    }

    #[test]
    fn the_better_colour_is_taken() {
        let best = Vertex::new(1, 1);
        for (value, chooser) in [(-30, Side::Black), (0, Side::White), (30, Side::White)] {
            for (mut opening, seat) in [
                (after_three(Procedure::Swap), Seat::Second),
                (after_three(Procedure::Swap2), Seat::Second),
                (after_five(), Seat::First),
            ] {
                opening.answer(&choose(value, best)).unwrap();
                assert_eq!(opening.colour(seat), Some(chooser));
            }
        }
    }
}
