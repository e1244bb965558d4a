//! The position of the rules: one entry for each cell, and the outcome, which every move updates.

use crate::game::{Ending, Foul, Outcome, Setup, SetupError, SetupFault, Side};
use crate::gomoku::rules::cells::{Cell, Cells, Row};
use crate::gomoku::rules::point::{DIRECTIONS, MAX_SIZE, MIN_SIZE, POINTS, Point};
use crate::gomoku::rules::{cells, forbidden::foul, rule::Rule};
use std::fmt;

/// The rules of a game: the size of the board and the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    size: u8,
    rule: Rule,
}

impl Rules {
    /// The rules for a board of `size` by `size` cells, 5 to 22.
    ///
    /// # Errors
    /// [`SetupFault::Size`] for any other size.
    pub fn new(size: u8, rule: Rule) -> Result<Self, SetupFault> {
        if (MIN_SIZE..=MAX_SIZE).contains(&usize::from(size)) {
            Ok(Self { size, rule })
        } else {
            Err(SetupFault::Size {
                size,
                expected: "5 to 22",
            })
        }
    }

    /// Cells in a row and in a column.
    pub const fn size(self) -> u8 {
        self.size
    }

    /// The variant.
    pub const fn rule(self) -> Rule {
        self.rule
    }
}

impl Default for Rules {
    /// Freestyle on the 15x15 board.
    fn default() -> Self {
        Self {
            size: 15,
            rule: Rule::Freestyle,
        }
    }
}

/// A position: stones, side to move, and the outcome if the game is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    rules: Rules,
    cells: [Cell; POINTS],
    side: Side,
    /// Whether the last ply was a pass.
    passed: bool,
    stones: u16,
    outcome: Option<Outcome>,
}

impl Cells for Position {
    #[inline]
    fn at(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }
}

impl Position {
    /// The empty board, Black to move.
    pub fn new(rules: Rules) -> Self {
        let mut position = Self {
            rules,
            cells: [Cell::Off; POINTS],
            side: Side::Black,
            passed: false,
            stones: 0,
            outcome: None,
        };
        for point in position.points() {
            position.cells[point.index()] = Cell::Empty;
        }
        position
    }

    /// The described position. A winning row anywhere ends the game. Black overlines and double threes
    /// that stand on the board are no fouls.
    ///
    /// # Errors
    /// Every fault of the description: a size other than that of `rules`, a list of cells that does
    /// not fit, winning rows of both sides.
    pub fn from_setup(rules: Rules, setup: &Setup) -> Result<Self, SetupError> {
        let size = setup.size;
        let size_fault = || {
            let expected = "the size of the board in play";
            let unsupported = Rules::new(size, rules.rule).err();
            unsupported.unwrap_or(SetupFault::Size { size, expected })
        };
        setup.check_board((size != rules.size).then(size_fault))?;
        let mut position = Self::new(rules);
        position.side = setup.to_move;
        for (side, vertex) in setup.stones() {
            position.cells[Point::from(vertex).index()] = side.into();
            position.stones += 1;
        }
        let [black, white] =
            Side::ALL.map(|side| position.winning_rows().any(|row| row.side == side));
        position.outcome = match (black, white) {
            (true, true) => return Err(SetupFault::TwoWinners.into()),
            (true, false) => Some(won(Side::Black, Ending::Five)),
            (false, true) => Some(won(Side::White, Ending::Five)),
            (false, false) => position.draw_if_full(),
        };
        Ok(position)
    }

    /// The rules of the game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The side to move, also when the game is over.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Number of stones on the board.
    pub const fn stones(&self) -> usize {
        self.stones as usize
    }

    /// Number of empty cells.
    pub const fn empties(&self) -> usize {
        self.rules.size as usize * self.rules.size as usize - self.stones as usize
    }

    /// The result, once the game is over.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Every cell of the board, row by row from `a1`.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let size = usize::from(self.rules.size);
        (0..size).flat_map(move |row| (0..size).map(move |col| Point::new(col, row)))
    }

    /// The empty cells, row by row.
    pub(crate) fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.points().filter(|&point| self.at(point) == Cell::Empty)
    }

    /// The cells on which the side to move may place a stone if the game is not over, row by row: all
    /// empty cells, for Black in Renju without the forbidden ones.
    pub(crate) fn legal_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.empty_points()
            .filter(|&point| self.foul_of_mover(point).is_none())
    }

    /// Whether points can be forbidden for the side to move.
    pub(crate) fn mover_has_fouls(&self) -> bool {
        self.rules.rule.has_fouls() && self.side == Side::Black
    }

    /// Why an empty cell is forbidden for the side to move, if it is.
    pub(crate) fn foul_of_mover(&self, point: Point) -> Option<Foul> {
        if self.mover_has_fouls() {
            foul(self, point)
        } else {
            None
        }
    }

    /// Why a stone of the side to move may not be placed on an empty cell, if it may not. Gomoku has no passes: after one,
    /// stones of one colour are being set up, and a set-up stone is no foul.
    pub(crate) fn foul_of_stone(&self, point: Point) -> Option<Foul> {
        if self.passed {
            None
        } else {
            self.foul_of_mover(point)
        }
    }

    /// Places a stone of the side to move on an empty cell. Black loses by playing a forbidden point, unless the last ply was
    /// a pass.
    ///
    /// The caller makes sure that the cell is empty; otherwise nothing happens.
    pub(crate) fn place(&mut self, point: Point) {
        debug_assert_eq!(
            self.at(point),
            Cell::Empty,
            "{point:?} is not an empty cell"
        );
        if self.at(point) != Cell::Empty {
            return;
        }
        let mover = self.side;
        let foul = self.foul_of_stone(point);
        self.passed = false;
        self.cells[point.index()] = mover.into();
        self.stones += 1;
        self.side = mover.other();
        if self.outcome.is_some() {
            return;
        }
        self.outcome = if cells::winning_row(self, self.rules.rule, point, mover).is_some() {
            Some(won(mover, Ending::Five))
        } else if foul.is_some() {
            Some(won(mover.other(), Ending::Foul))
        } else {
            self.draw_if_full()
        };
    }

    /// Passes.
    pub(crate) fn pass(&mut self) {
        self.passed = true;
        self.side = self.side.other();
        if self.outcome.is_none() {
            self.outcome = self.draw_if_full();
        }
    }

    /// The rows that have won, in the order of their first cells.
    pub(crate) fn winning_rows(&self) -> impl Iterator<Item = Row> + '_ {
        self.points().flat_map(move |point| {
            let stone = self.at(point).stone();
            stone.into_iter().flat_map(move |side| {
                (0..DIRECTIONS)
                    // Find every row once, at its first stone.
                    .filter(move |&direction| !self.at(point.along(direction, -1)).is(side))
                    .map(move |direction| Row::through(self, point, direction, side))
                    .filter(|row| row.wins(self.rules.rule))
            })
        })
    }

    /// A draw, if the side to move has no cell left to play on.
    fn draw_if_full(&self) -> Option<Outcome> {
        self.legal_points()
            .next()
            .is_none()
            .then_some(Outcome::new(None, 0, Ending::Full))
    }
}

/// A game that this side has won.
const fn won(side: Side, ending: Ending) -> Outcome {
    Outcome::new(Some(side), 1, ending)
}

impl fmt::Debug for Position {
    /// Draws the board, rank 1 at the bottom.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = usize::from(self.rules.size);
        writeln!(
            f,
            "{} {size}x{size}, {} to move, {:?}",
            self.rules.rule, self.side, self.outcome
        )?;
        for row in (0..size).rev() {
            for col in 0..size {
                f.write_str(match self.at(Point::new(col, row)) {
                    Cell::Black => "X",
                    Cell::White => "O",
                    Cell::Empty | Cell::Off => ".",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Vertex;
    use crate::gomoku::fixture::rules;

    #[test]
    fn boards_of_5_to_22_exist() {
        for size in 0..=u8::MAX {
            assert_eq!(
                Rules::new(size, Rule::Caro).is_ok(),
                (5..=22).contains(&size)
            );
        }
        let position = Position::new(rules(22, Rule::Caro));
        assert_eq!(position.points().count(), 484);
        assert_eq!(position.at(Point::new(21, 21)), Cell::Empty);
        assert_eq!(position.at(Point::new(22, 0)), Cell::Off);
        assert_eq!(position.at(Point::OFF), Cell::Off);
    }

    #[test]
    fn a_setup_of_the_wrong_shape_is_refused_with_every_reason() {
        let mut setup = Setup::empty(4);
        setup.cells.pop();
        let error = Position::from_setup(Rules::default(), &setup).unwrap_err();
        assert_eq!(
            error.to_string(),
            "board size 4 is not supported, expected 5 to 22; 15 cells given, expected 16"
        );
        let error = Position::from_setup(Rules::default(), &Setup::empty(19)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "board size 19 is not supported, expected the size of the board in play"
        );
    }

    #[test]
    fn a_setup_with_a_row_is_over_and_with_two_is_refused() {
        let mut setup = Setup::empty(15);
        for row in 3..8 {
            setup.set(Vertex::new(14, row), Some(Side::White));
        }
        let position = Position::from_setup(rules(15, Rule::Standard), &setup).unwrap();
        assert_eq!(position.outcome(), Some(won(Side::White, Ending::Five)));
        assert_eq!(
            position.winning_rows().next().unwrap().first,
            Point::new(14, 3)
        );
        for n in 0..5 {
            setup.set(Vertex::new(n, n), Some(Side::Black));
        }
        let error = Position::from_setup(rules(15, Rule::Standard), &setup).unwrap_err();
        assert_eq!(error.faults, [SetupFault::TwoWinners]);
        // With a sixth stone the black row does not win where exactly five are needed.
        setup.set(Vertex::new(5, 5), Some(Side::Black));
        assert!(Position::from_setup(rules(15, Rule::Standard), &setup).is_ok());
        assert!(Position::from_setup(rules(15, Rule::Freestyle), &setup).is_err());
    }

    #[test]
    fn a_full_board_is_a_draw() {
        // Columns in pairs, shifted every other row: no five of either side in any direction.
        let mut position = Position::new(rules(6, Rule::Freestyle));
        let black = |point: Point| (point.col() / 2 + point.row()).is_multiple_of(2);
        let (mut blacks, mut whites): (Vec<_>, Vec<_>) =
            position.points().partition(|&point| black(point));
        assert_eq!(blacks.len(), whites.len());
        while let (Some(b), Some(w)) = (blacks.pop(), whites.pop()) {
            assert_eq!(position.outcome(), None);
            position.place(b);
            position.place(w);
        }
        let outcome = position.outcome().unwrap();
        assert_eq!((outcome.winner, outcome.ending), (None, Ending::Full));
    }

    #[test]
    fn black_with_forbidden_points_only_ends_a_renju_game() {
        // A full board but for one cell on which Black would make an overline.
        let mut setup = Setup::empty(6);
        for row in 0..6 {
            for col in 0..6 {
                let black = row == 0 || (col / 2 + row) % 2 == 0;
                let side = if black { Side::Black } else { Side::White };
                setup.set(Vertex::new(col, row), Some(side));
            }
        }
        setup.set(Vertex::new(2, 0), None);
        let end = |to_move| {
            let setup = Setup {
                to_move,
                ..setup.clone()
            };
            let position = Position::from_setup(rules(6, Rule::Renju), &setup).unwrap();
            assert_eq!(position.winning_rows().count(), 0);
            position
        };
        assert_eq!(end(Side::Black).outcome().unwrap().ending, Ending::Full);
        let mut white = end(Side::White);
        assert_eq!(white.outcome(), None);
        white.pass();
        assert_eq!(white.outcome().unwrap().ending, Ending::Full);
    }
}
