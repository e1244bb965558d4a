//! The threats on a board: fives, fours and threes with the cells that answer them.
//!
//! For people who look at a position, not for the search. A threat is a shape of one side on one
//! line, defined by what the rule in force lets it become:
//!
//! * `five`: a row that has won.
//! * `four`: stones that one more stone on the line, on a *winning cell*, turns into a row that wins.
//! * `open four`: an unbroken four with a winning cell at either end, of which no single stone of
//!   the opponent takes away both. (Under Caro a stone further along the line can.)
//! * `open three`: stones that one more stone on the line turns into an open four.
//! * `three`: stones that one more stone on the line turns into a four, but none into an open one.
//!
//! That one more stone has to be legal where it stands: a cell forbidden for Black in Renju extends
//! no black three.
//!
//! The answers to a four are the cells that leave it without a winning cell; to an open four, which
//! has no answer, its winning cells; to an open three, the cells after which it can no longer become
//! an open four; to a three, those after which it can no longer become a four. Cells that are
//! forbidden to the answering side are left out. Only cells on the line are considered: a counter
//! threat elsewhere is not an answer in this sense.

use crate::game::{Side, Threat, Vertex};
use crate::gomoku::rules::board::Position;
use crate::gomoku::rules::cells::{Cell, Cells};
use crate::gomoku::rules::forbidden::foul;
use crate::gomoku::rules::point::{DIRECTIONS, Point};
use crate::gomoku::rules::rule::Rule;

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
pub fn threats(position: &Position) -> Vec<Threat> {
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

/// A whole line of the board, edge to edge.
struct Line<'a> {
    position: &'a Position,
    points: Vec<Point>,
    cells: Vec<Cell>,
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
            (points.len() >= 5).then(|| Line {
                position,
                cells: points.iter().map(|&point| position.at(point)).collect(),
                points,
            })
        })
    })
}

/// A four: indices of its stones and of the cells that make it a row that wins.
struct Four {
    stones: Vec<usize>,
    wins: Vec<usize>,
}

/// A three: indices of its stones, and whether it can become an open four.
#[derive(PartialEq, Eq)]
struct Three {
    stones: Vec<usize>,
    open: bool,
}

impl Line<'_> {
    fn threats_of(&self, side: Side, found: &mut Vec<(Kind, Threat)>) {
        let rule = self.position.rules().rule();
        if self.cells.iter().filter(|cell| cell.is(side)).count() < 3 {
            return;
        }
        let fours = fours(&self.cells, rule, side);
        for four in &fours {
            let answers: Vec<usize> = self
                .empties()
                .filter(|&cell| {
                    let mut cells = self.cells.clone();
                    cells[cell] = side.other().into();
                    !four.survives(&cells, rule, side)
                })
                .collect();
            let (kind, answers) = if answers.is_empty() {
                (Kind::OpenFour, four.wins.clone())
            } else {
                (Kind::Four, answers)
            };
            found.push(self.name(kind, side, &four.stones, &answers));
        }
        for three in self.threes(&self.cells, side) {
            let answers: Vec<usize> = self
                .empties()
                .filter(|&cell| {
                    let mut cells = self.cells.clone();
                    cells[cell] = side.other().into();
                    !self
                        .threes(&cells, side)
                        .iter()
                        .any(|left| left.stones == three.stones && left.open >= three.open)
                })
                .collect();
            let kind = if three.open {
                Kind::OpenThree
            } else {
                Kind::Three
            };
            found.push(self.name(kind, side, &three.stones, &answers));
        }
    }

    /// The threes of a side if the line looked like this.
    fn threes(&self, cells: &[Cell], side: Side) -> Vec<Three> {
        let rule = self.position.rules().rule();
        let before = winning_cells(cells, rule, side);
        let mut threes: Vec<Three> = Vec::new();
        for cell in self.empties() {
            if cells[cell] != Cell::Empty || before.contains(&cell) {
                continue;
            }
            let mut after = cells.to_vec();
            after[cell] = side.into();
            for four in fours(&after, rule, side) {
                // A four that was there before is not a three that became one.
                if !four.stones.contains(&cell)
                    || four.wins.iter().any(|win| before.contains(win))
                    || !self.legal(cell, side)
                {
                    continue;
                }
                let open = four.is_open(&after, rule, side);
                let stones: Vec<usize> = four.stones.into_iter().filter(|&n| n != cell).collect();
                match threes.iter_mut().find(|three| three.stones == stones) {
                    Some(three) => three.open |= open,
                    None => threes.push(Three { stones, open }),
                }
            }
        }
        threes
    }

    fn empties(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&n| self.cells[n] == Cell::Empty)
    }

    fn legal(&self, cell: usize, side: Side) -> bool {
        self.position.rules().rule() != Rule::Renju
            || side == Side::White
            || foul(self.position, self.points[cell]).is_none()
    }

    fn name(&self, kind: Kind, side: Side, stones: &[usize], answers: &[usize]) -> (Kind, Threat) {
        let vertex = |&n: &usize| Vertex::from(self.points[n]);
        let answers = answers
            .iter()
            .filter(|&&n| self.legal(n, side.other()))
            .map(vertex)
            .collect();
        (
            kind,
            threat(kind, side, stones.iter().map(vertex).collect(), answers),
        )
    }
}

impl Four {
    /// Whether a winning cell is left if the line looked like this.
    fn survives(&self, cells: &[Cell], rule: Rule, side: Side) -> bool {
        self.wins
            .iter()
            .any(|&win| cells[win] == Cell::Empty && wins_at(cells, rule, side, win))
    }

    fn is_open(&self, cells: &[Cell], rule: Rule, side: Side) -> bool {
        (0..cells.len())
            .filter(|&n| cells[n] == Cell::Empty)
            .all(|n| {
                let mut answered = cells.to_vec();
                answered[n] = side.other().into();
                self.survives(&answered, rule, side)
            })
    }
}

/// The unbroken row of `side` through an index that is taken for one of its stones: first index and
/// the index after the last.
fn row_through(cells: &[Cell], side: Side, at: usize) -> (usize, usize) {
    let before = cells[..at].iter().rev().take_while(|cell| cell.is(side));
    let after = cells[at + 1..].iter().take_while(|cell| cell.is(side));
    (at - before.count(), at + 1 + after.count())
}

fn wins_at(cells: &[Cell], rule: Rule, side: Side, at: usize) -> bool {
    let (first, end) = row_through(cells, side, at);
    let enemy = |n: Option<usize>| {
        n.and_then(|n| cells.get(n))
            .is_some_and(|cell| cell.is(side.other()))
    };
    let closed = enemy(first.checked_sub(1)) && enemy(Some(end));
    rule.wins(side, end - first, closed)
}

fn winning_cells(cells: &[Cell], rule: Rule, side: Side) -> Vec<usize> {
    (0..cells.len())
        .filter(|&n| cells[n] == Cell::Empty && wins_at(cells, rule, side, n))
        .collect()
}

/// The fours of a side on a line. An unbroken four with a winning cell at either end is one; every
/// other winning cell makes one of its own, of the stones in the row that it completes.
fn fours(cells: &[Cell], rule: Rule, side: Side) -> Vec<Four> {
    let wins = winning_cells(cells, rule, side);
    let partner = |win: usize, other: usize| {
        win + 5 == other
            && wins.contains(&other)
            && cells[win + 1..other].iter().all(|cell| cell.is(side))
    };
    let mut fours = Vec::new();
    for &win in &wins {
        if partner(win, win + 5) {
            fours.push(Four {
                stones: (win + 1..win + 5).collect(),
                wins: vec![win, win + 5],
            });
        } else if !(win >= 5 && wins.contains(&(win - 5)) && partner(win - 5, win)) {
            let (first, end) = row_through(cells, side, win);
            fours.push(Four {
                stones: (first..end).filter(|&n| n != win).collect(),
                wins: vec![win],
            });
        }
    }
    fours
}
