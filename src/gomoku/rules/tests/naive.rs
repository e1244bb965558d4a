//! Gomoku once more, as slowly and plainly as possible: the board is text, and every verdict comes
//! from reading whole lines. The other tests compare the real rules with this.

use crate::game::{Foul, Setup, Side, Vertex};
use crate::gomoku::Rule;

/// A board as rows of `X`, `O` and `.`.
#[derive(Clone)]
pub(crate) struct Naive {
    pub rule: Rule,
    rows: Vec<Vec<char>>,
}

/// What the rules say about a black stone in Renju.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Five,
    Foul(Foul),
    Fine,
}

fn letter(side: Side) -> char {
    match side {
        Side::Black => 'X',
        Side::White => 'O',
    }
}

impl Naive {
    pub(crate) fn new(rule: Rule, setup: &Setup) -> Self {
        let cell = |col, row| setup.get(Vertex::new(col, row)).map_or('.', letter);
        let row = |row| (0..setup.size).map(|col| cell(col, row)).collect();
        Self {
            rule,
            rows: (0..setup.size).map(row).collect(),
        }
    }

    fn get(&self, col: i32, row: i32) -> char {
        let cells = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        let cell = cells.and_then(|cells| cells.get(usize::try_from(col).ok()?));
        *cell.unwrap_or(&'#')
    }

    pub(crate) fn with(&self, vertex: Vertex, side: Side) -> Self {
        let mut board = self.clone();
        board.rows[usize::from(vertex.row)][usize::from(vertex.col)] = letter(side);
        board
    }

    pub(crate) fn empties(&self) -> Vec<Vertex> {
        let size = self.rows.len() as u8;
        (0..size)
            .flat_map(|row| (0..size).map(move |col| Vertex::new(col, row)))
            .filter(|vertex| self.get(vertex.col.into(), vertex.row.into()) == '.')
            .collect()
    }

    /// The line through a cell as text with `#` beyond both edges, and the cells of its letters.
    fn line(&self, vertex: Vertex, (dx, dy): (i32, i32)) -> (Vec<char>, Vec<(i32, i32)>) {
        let (mut col, mut row) = (i32::from(vertex.col), i32::from(vertex.row));
        while self.get(col, row) != '#' {
            (col, row) = (col - dx, row - dy);
        }
        let mut text = vec!['#'];
        let mut cells = vec![(col, row)];
        while text.len() == 1 || *text.last().unwrap() != '#' {
            (col, row) = (col + dx, row + dy);
            text.push(self.get(col, row));
            cells.push((col, row));
        }
        (text, cells)
    }

    /// Whether a side has a winning row anywhere.
    pub(crate) fn has_won(&self, side: Side) -> bool {
        let size = self.rows.len() as u8;
        let edge = (0..size).flat_map(|n| [(n, 0), (0, n), (n, size - 1)]);
        edge.into_iter().any(|(col, row)| {
            DIRECTIONS.into_iter().any(|direction| {
                let (text, _) = self.line(Vertex::new(col, row), direction);
                let text: String = text.into_iter().collect();
                // Seen by the side in question: own stones are X.
                let text = match side {
                    Side::Black => text,
                    Side::White => text.replace('X', "x").replace('O', "X").replace('x', "O"),
                };
                wins(&text, self.rule, side)
            })
        })
    }

    /// What Renju says about a black stone on an empty cell.
    pub(crate) fn judge(&self, vertex: Vertex) -> Verdict {
        let board = self.with(vertex, Side::Black);
        let here = (i32::from(vertex.col), i32::from(vertex.row));
        let lines = DIRECTIONS.map(|direction| {
            let (text, cells) = board.line(vertex, direction);
            let at = cells.iter().position(|&cell| cell == here).unwrap();
            (text, cells, at)
        });
        let longest: Vec<usize> = lines
            .iter()
            .map(|(text, _, at)| run(text, *at).len())
            .collect();
        if longest.contains(&5) {
            return Verdict::Five;
        }
        if longest.iter().any(|&length| length > 5) {
            return Verdict::Foul(Foul::Overline);
        }
        let fours: usize = lines.iter().map(|(text, _, at)| fours(text, *at)).sum();
        if fours >= 2 {
            return Verdict::Foul(Foul::DoubleFour);
        }
        let threes = lines.iter().filter(|(text, cells, at)| {
            completions(text, *at).is_empty()
                && (0..text.len()).any(|extension| {
                    let (col, row) = cells[extension];
                    text[extension] == '.'
                        && makes_straight_four(text, *at, extension)
                        && board.judge(Vertex::new(col as u8, row as u8)) == Verdict::Fine
                })
        });
        if threes.count() >= 2 {
            Verdict::Foul(Foul::DoubleThree)
        } else {
            Verdict::Fine
        }
    }
}

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Whether a line of text holds a row that wins for the side that is written `X`.
fn wins(text: &str, rule: Rule, side: Side) -> bool {
    let mut exact = text
        .match_indices("XXXXX")
        .map(|(at, _)| at)
        .flat_map(|at| {
            // Matches do not overlap, so a longer row shows once; look at all its starts.
            at..text.len().saturating_sub(5)
        });
    let letter = |at: usize| text.as_bytes()[at];
    let five = |at: &usize| &text[*at..*at + 5] == "XXXXX";
    let alone = |at: &usize| letter(at - 1) != b'X' && letter(at + 5) != b'X';
    let shut = |at: &usize| letter(at - 1) == b'O' && letter(at + 5) == b'O';
    match (rule, side) {
        (Rule::Freestyle, _) | (Rule::Renju, Side::White) => text.contains("XXXXX"),
        (Rule::Standard, _) | (Rule::Renju, Side::Black) => exact.any(|at| five(&at) && alone(&at)),
        (Rule::CaroExact, _) => exact.any(|at| five(&at) && alone(&at) && !shut(&at)),
        (Rule::Caro, _) => {
            text.contains("XXXXXX") || exact.any(|at| five(&at) && alone(&at) && !shut(&at))
        }
    }
}

/// The unbroken row of black stones through an index.
fn run(text: &[char], at: usize) -> std::ops::Range<usize> {
    let mut first = at;
    while text[first - 1] == 'X' {
        first -= 1;
    }
    let mut end = at + 1;
    while text[end] == 'X' {
        end += 1;
    }
    first..end
}

fn with(text: &[char], at: usize) -> Vec<char> {
    let mut text = text.to_vec();
    text[at] = 'X';
    text
}

/// The empty cells that complete an exact five through `at`.
fn completions(text: &[char], at: usize) -> Vec<usize> {
    (0..text.len())
        .filter(|&cell| text[cell] == '.')
        .filter(|&cell| {
            let five = run(&with(text, cell), cell);
            five.len() == 5 && five.contains(&at)
        })
        .collect()
}

fn is_straight_four(text: &[char], at: usize) -> bool {
    let four = run(text, at);
    let completions = completions(text, at);
    four.len() == 4 && completions.contains(&(four.start - 1)) && completions.contains(&four.end)
}

fn fours(text: &[char], at: usize) -> usize {
    completions(text, at).len() - usize::from(is_straight_four(text, at))
}

fn makes_straight_four(text: &[char], at: usize, extension: usize) -> bool {
    let text = with(text, extension);
    is_straight_four(&text, at)
}
