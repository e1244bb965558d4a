//! The threats on a board: fives, fours and threes with the cells that answer them.
//!
//! For people who look at a position, not for the search. A threat is made of stones of one side on one
//! line. The rule in force defines it by what it can become:
//!
//! * `five`: a row that has won.
//! * `four`: stones that one more stone on the line, on a *winning cell*, turns into a row that wins.
//! * `open four`: an unbroken four with a winning cell at either end, of which no single stone of
//!   the opponent takes away both. (Under Caro a stone further along the line can.)
//! * `open three`: stones that one more stone on the line turns into an open four.
//! * `three`: stones that one more stone on the line turns into a four, but none into an open one.
//!
//! That one more stone has to be legal: a cell forbidden for Black in Renju extends no black three.
//!
//! The answers to a four are the cells that leave it without a winning cell; to an open four, which
//! has no answer, its winning cells; to an open three, the cells after which it can no longer become
//! an open four; to a three, those after which it can no longer become a four. Cells that are
//! forbidden to the answering side are left out. Only cells on the line are considered: a counter
//! threat elsewhere is not an answer in this sense.
//!
//! Everything here follows from the rows that win by the rules. The pattern tables of the search cannot
//! serve: for Black in Renju they do not count the fours of a line.

use crate::game::{Side, Threat, Vertex};
use crate::gomoku::rules::cells::{Cell, Cells, Row};
use crate::gomoku::rules::point::{DIRECTIONS, Point};
use crate::gomoku::rules::{forbidden::foul, position::Position};

/// The kinds of threats, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Five,
    OpenFour,
    Four,
    OpenThree,
    Three,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Kind::Five => "five",
            Kind::OpenFour => "open four",
            Kind::Four => "four",
            Kind::OpenThree => "open three",
            Kind::Three => "three",
        }
    }
}

/// Every threat on the board, strongest first; among equals those of the side to move come first.
/// When the game is over, only the rows that have won.
pub(crate) fn threats(position: &Position) -> Vec<Threat> {
    let mut found: Vec<(Kind, Threat)> = position
        .winning_rows()
        .map(|row| {
            let stones = row.stones().map(Vertex::from).collect();
            (Kind::Five, threat(Kind::Five, row.side, stones, Vec::new()))
        })
        .collect();
    if position.outcome().is_none() {
        for line in lines(position) {
            for side in Side::ALL {
                line.threats_of(side, &mut found);
            }
        }
    }
    let mover = position.side();
    found.sort_by_key(|(kind, threat)| (*kind, threat.side != mover));
    found.into_iter().map(|(_, threat)| threat).collect()
}

fn threat(kind: Kind, side: Side, stones: Vec<Vertex>, answers: Vec<Vertex>) -> Threat {
    Threat {
        kind: kind.name(),
        side,
        stones,
        answers,
    }
}

/// A board with one more stone.
struct WithStone<'a> {
    cells: &'a dyn Cells,
    point: Point,
    side: Side,
}

impl Cells for WithStone<'_> {
    fn at(&self, point: Point) -> Cell {
        if point == self.point {
            self.side.into()
        } else {
            self.cells.at(point)
        }
    }
}

/// A whole line of the board, edge to edge.
struct Line<'a> {
    position: &'a Position,
    direction: usize,
    points: Vec<Point>,
}

/// The lines that are long enough for a five: ranks, files, then the diagonals.
fn lines(position: &Position) -> impl Iterator<Item = Line<'_>> {
    (0..DIRECTIONS).flat_map(move |direction| {
        position.points().filter_map(move |start| {
            if position.at(start.along(direction, -1)) != Cell::Off {
                return None;
            }
            let points: Vec<Point> = (0..)
                .map(|n| start.along(direction, n))
                .take_while(|&point| position.at(point) != Cell::Off)
                .collect();
            (points.len() >= 5).then_some(Line {
                position,
                direction,
                points,
            })
        })
    })
}

/// A four: its stones and the cells that make it a row that wins.
struct Four {
    stones: Vec<Point>,
    wins: Vec<Point>,
}

/// A three: its stones, and whether it can become an open four.
struct Three {
    stones: Vec<Point>,
    open: bool,
}

impl Line<'_> {
    fn threats_of(&self, side: Side, found: &mut Vec<(Kind, Threat)>) {
        let stones = self.points.iter().map(|&point| self.position.at(point));
        if stones.filter(|cell| cell.is(side)).count() < 3 {
            return;
        }
        let answers = |stops: &dyn Fn(&dyn Cells) -> bool| -> Vec<Point> {
            self.empties(self.position)
                .filter(|&point| {
                    stops(&WithStone {
                        cells: self.position,
                        point,
                        side: side.other(),
                    })
                })
                .collect()
        };
        for four in self.fours(self.position, side) {
            let answers = answers(&|cells| !self.survives(&four, cells, side));
            let (kind, answers) = if answers.is_empty() {
                (Kind::OpenFour, four.wins)
            } else {
                (Kind::Four, answers)
            };
            found.push(self.threat(kind, side, &four.stones, &answers));
        }
        for three in self.threes(self.position, side) {
            let answers = answers(&|cells| {
                !self
                    .threes(cells, side)
                    .iter()
                    .any(|left| left.stones == three.stones && left.open >= three.open)
            });
            let kind = if three.open {
                Kind::OpenThree
            } else {
                Kind::Three
            };
            found.push(self.threat(kind, side, &three.stones, &answers));
        }
    }

    fn threat(
        &self,
        kind: Kind,
        side: Side,
        stones: &[Point],
        answers: &[Point],
    ) -> (Kind, Threat) {
        let answers = answers
            .iter()
            .filter(|&&point| self.is_legal(point, side.other()))
            .map(|&point| point.into())
            .collect();
        let stones = stones.iter().map(|&point| point.into()).collect();
        (kind, threat(kind, side, stones, answers))
    }

    fn empties(&self, cells: &dyn Cells) -> impl Iterator<Item = Point> {
        let empty = |&point: &Point| cells.at(point) == Cell::Empty;
        self.points.iter().copied().filter(empty)
    }

    fn is_legal(&self, point: Point, side: Side) -> bool {
        let fouls = side == Side::Black && self.position.rules().rule().has_fouls();
        !fouls || foul(self.position, point).is_none()
    }

    /// The row on this line that a stone on a cell belongs to, or would belong to.
    fn row(&self, cells: &dyn Cells, point: Point, side: Side) -> Row {
        Row::through(cells, point, self.direction, side)
    }

    /// Whether a stone on a cell wins.
    fn wins_at(&self, cells: &dyn Cells, point: Point, side: Side) -> bool {
        cells.at(point) == Cell::Empty
            && self
                .row(cells, point, side)
                .wins(self.position.rules().rule())
    }

    fn winning_cells(&self, cells: &dyn Cells, side: Side) -> Vec<Point> {
        let wins = |&point: &Point| self.wins_at(cells, point, side);
        self.points.iter().copied().filter(wins).collect()
    }

    /// The fours of a side on a board. An unbroken four with a winning cell at either end is one; every
    /// other winning cell makes one of its own, of the stones in the row that it completes.
    fn fours(&self, cells: &dyn Cells, side: Side) -> Vec<Four> {
        let wins = self.winning_cells(cells, side);
        let step = |point: Point, distance| point.along(self.direction, distance);
        let is_straight = |first: Point| {
            wins.contains(&first)
                && wins.contains(&step(first, 5))
                && (1..5).all(|n| cells.at(step(first, n)).is(side))
        };
        let mut fours = Vec::new();
        for &win in &wins {
            if is_straight(win) {
                fours.push(Four {
                    stones: (1..5).map(|n| step(win, n)).collect(),
                    wins: vec![win, step(win, 5)],
                });
            } else if !is_straight(step(win, -5)) {
                let row = self.row(cells, win, side).stones();
                fours.push(Four {
                    stones: row.filter(|&point| point != win).collect(),
                    wins: vec![win],
                });
            }
        }
        fours
    }

    /// Whether a winning cell of a four is left on a board.
    fn survives(&self, four: &Four, cells: &dyn Cells, side: Side) -> bool {
        four.wins.iter().any(|&win| self.wins_at(cells, win, side))
    }

    /// Whether a four survives every answer on the line.
    fn is_open(&self, four: &Four, cells: &dyn Cells, side: Side) -> bool {
        self.empties(cells).all(|point| {
            let answered = WithStone {
                cells,
                point,
                side: side.other(),
            };
            self.survives(four, &answered, side)
        })
    }

    /// The threes of a side on a board.
    fn threes(&self, cells: &dyn Cells, side: Side) -> Vec<Three> {
        let before = self.winning_cells(cells, side);
        let mut threes: Vec<Three> = Vec::new();
        for point in self.empties(cells) {
            if before.contains(&point) {
                continue;
            }
            let after = WithStone { cells, point, side };
            for four in self.fours(&after, side) {
                // A four that was there before is not a three that became one.
                if !four.stones.contains(&point)
                    || four.wins.iter().any(|win| before.contains(win))
                    || !self.is_legal(point, side)
                {
                    continue;
                }
                let open = self.is_open(&four, &after, side);
                let stones = four.stones.into_iter().filter(|&stone| stone != point);
                let stones: Vec<Point> = stones.collect();
                match threes.iter_mut().find(|three| three.stones == stones) {
                    Some(three) => three.open |= open,
                    None => threes.push(Three { stones, open }),
                }
            }
        }
        threes
    }
}
