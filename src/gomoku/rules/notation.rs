//! Points, moves and boards as text.
//!
//! Files are letters from `a` without a gap (`i` is one of them), rows are numbers from 1. Renju and
//! this program call the lowest row 1; c-gomoku-cli and GomocupJudge, which write the same `h8g7`,
//! call the highest row 1. Nothing in a text tells the two apart, so every function takes a
//! [`FirstRow`]. Pairs and offsets count rows downwards, as Gomocup does.
//!
//! Columns in errors count characters from 1.

use crate::game::{Setup, Side, Vertex};
use crate::gomoku::rules::cells::{Cell, Cells};
use crate::gomoku::rules::point::{MAX_SIZE, MIN_SIZE, Point};
use crate::gomoku::rules::position::{Position, Rules};
use std::fmt::{self, Write};

/// Which row of the picture is called 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstRow {
    /// The lowest one, as Renju writes and as this program names its ranks.
    Bottom,
    /// The highest one, as c-gomoku-cli's `pos` openings and GomocupJudge write.
    Top,
}

/// Where a text stops making sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}column {column}: expected {expected}, found {found}", in_line(.line))]
pub struct NotationError {
    /// The line, counted from 1, in texts of several lines.
    pub line: Option<usize>,
    /// The character, counted from 1; one past the last where the text ends too early.
    pub column: usize,
    /// What would be right there.
    pub expected: String,
    /// What is there, quoted, or `the end`.
    pub found: String,
}

fn in_line(line: &Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!("line {line}, "))
}

/// A point as letter and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    point: Point,
    rules: Rules,
    first: FirstRow,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = flip(self.point.row(), self.rules, self.first);
        write!(f, "{}{}", (b'a' + self.point.col() as u8) as char, row + 1)
    }
}

/// The name of a point of this board, for example `h8`.
pub fn name(point: Point, rules: Rules, first: FirstRow) -> Name {
    Name {
        point,
        rules,
        first,
    }
}

/// The point with this name, in either case, spaces around it allowed.
///
/// # Errors
/// Anything that is not one point of this board.
pub fn parse_point(text: &str, rules: Rules, first: FirstRow) -> Result<Point, NotationError> {
    let mut text = Cursor::new(text);
    text.skip(char::is_whitespace);
    let point = text.point(rules, first)?;
    text.skip(char::is_whitespace);
    text.end()?;
    Ok(point)
}

/// Moves one after the other, for example `h8g7f6`.
pub fn moves_text(moves: &[Point], rules: Rules, first: FirstRow) -> String {
    let names = moves.iter().map(|&point| name(point, rules, first));
    names.fold(String::new(), |mut text, name| {
        let _ = write!(text, "{name}");
        text
    })
}

/// The points of a list of moves, in either case, with or without spaces and commas between them.
/// Whether the moves can be played is for the rules to say.
///
/// # Errors
/// Anything that is not a list of points of this board.
pub fn parse_moves(text: &str, rules: Rules, first: FirstRow) -> Result<Vec<Point>, NotationError> {
    let mut text = Cursor::new(text);
    let mut moves = Vec::new();
    text.skip(is_separator);
    while !text.is_at_end() {
        moves.push(text.point(rules, first)?);
        text.skip(is_separator);
    }
    Ok(moves)
}

/// A point as Gomocup writes it: file and row from 0, the row from the top, for example `7,7`.
pub fn pair_text(point: Point, rules: Rules) -> String {
    let y = flip(point.row(), rules, FirstRow::Top);
    format!("{},{y}", point.col())
}

/// The points of a list of Gomocup's pairs: numbers with commas, spaces or both between them.
///
/// # Errors
/// Anything that is not pairs of numbers from 0 to the size of the board less one.
pub fn parse_pairs(text: &str, rules: Rules) -> Result<Vec<Point>, NotationError> {
    let last = i32::from(rules.size()) - 1;
    parse_numbers(text, rules, 0, 0, last)
}

/// An opening as offsets from the centre, rightwards and downwards, for example `0,0, 1,-1`. The
/// centre of a board of even size is right of and below the middle.
pub fn offsets_text(moves: &[Point], rules: Rules) -> String {
    let centre = centre(rules);
    let pairs = moves.iter().map(|point| {
        let x = point.col() as i32 - centre;
        let y = flip(point.row(), rules, FirstRow::Top) as i32 - centre;
        format!("{x},{y}")
    });
    pairs.collect::<Vec<_>>().join(", ")
}

/// The moves of an opening that is written as offsets from the centre.
///
/// # Errors
/// Anything that is not pairs of offsets within this board.
pub fn parse_offsets(text: &str, rules: Rules) -> Result<Vec<Point>, NotationError> {
    let centre = centre(rules);
    let last = i32::from(rules.size()) - 1;
    parse_numbers(text, rules, centre, -centre, last - centre)
}

/// A picture of the board: a line for each row, the highest first, with `X` for Black, `O` for White
/// and `.` for an empty cell, a space between cells.
pub fn diagram(position: &Position) -> String {
    let size = usize::from(position.rules().size());
    let mut text = String::with_capacity(2 * size * size);
    for row in (0..size).rev() {
        for col in 0..size {
            text.push(match position.at(Point::new(col, row)) {
                Cell::Black => 'X',
                Cell::White => 'O',
                Cell::Empty | Cell::Off => '.',
            });
            text.push(if col + 1 < size { ' ' } else { '\n' });
        }
    }
    text
}

/// The stones of a picture as [`diagram`] draws it, in either case, with or without spaces. Empty
/// lines do not count. Black is to move if both sides have as many stones, else White.
///
/// # Errors
/// Other characters, rows of different lengths, a board that is not square or not of 5 to 22 rows.
pub fn parse_diagram(text: &str) -> Result<Setup, NotationError> {
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let size = lines.len();
    if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        return Err(NotationError {
            line: None,
            column: 1,
            expected: format!("{MIN_SIZE} to {MAX_SIZE} rows"),
            found: size.to_string(),
        });
    }
    let mut setup = Setup::empty(size as u8);
    for (below, &(line, text)) in lines.iter().rev().enumerate() {
        let mut text = Cursor::new(text);
        text.line = Some(line + 1);
        for col in 0..size {
            text.skip(char::is_whitespace);
            let stone = match text.next() {
                Some('X' | 'x') => Some(Side::Black),
                Some('O' | 'o') => Some(Side::White),
                Some('.') => None,
                _ => {
                    return Err(text.wrong(&format!("X, O or . ({size} cells, as there are rows)")));
                }
            };
            text.step();
            setup.set(Vertex::new(col as u8, below as u8), stone);
        }
        text.skip(char::is_whitespace);
        if !text.is_at_end() {
            return Err(text.wrong(&format!(
                "the end of the row ({size} cells, as there are rows)"
            )));
        }
    }
    let of = |side| setup.stones().filter(|&(stone, _)| stone == side).count();
    if of(Side::Black) != of(Side::White) {
        setup.to_move = Side::White;
    }
    Ok(setup)
}

/// A row counted from the other edge, if `first` says that the names do so.
fn flip(row: usize, rules: Rules, first: FirstRow) -> usize {
    match first {
        FirstRow::Bottom => row,
        FirstRow::Top => (usize::from(rules.size()) - 1).saturating_sub(row),
    }
}

fn centre(rules: Rules) -> i32 {
    i32::from(rules.size()) / 2
}

fn is_separator(c: char) -> bool {
    c == ',' || c.is_whitespace()
}

/// Pairs of numbers from `low` to `high`, of which `zero` has to be added to get cells.
fn parse_numbers(
    text: &str,
    rules: Rules,
    zero: i32,
    low: i32,
    high: i32,
) -> Result<Vec<Point>, NotationError> {
    let mut text = Cursor::new(text);
    let mut points = Vec::new();
    text.skip(is_separator);
    while !text.is_at_end() {
        let x = text.number(low, high, "a column")?;
        text.separator()?;
        let y = text.number(low, high, "a row")?;
        let cell = |n: i32| (n + zero) as usize;
        points.push(Point::new(cell(x), flip(cell(y), rules, FirstRow::Top)));
        text.separator()?;
    }
    Ok(points)
}

/// A place in a text.
struct Cursor<'a> {
    left: std::str::Chars<'a>,
    line: Option<usize>,
    column: usize,
}

impl<'a> Cursor<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            left: text.chars(),
            line: None,
            column: 1,
        }
    }

    fn next(&self) -> Option<char> {
        self.left.clone().next()
    }

    fn step(&mut self) {
        if self.left.next().is_some() {
            self.column += 1;
        }
    }

    /// Skips what is wanted; whether there was any.
    fn skip(&mut self, wanted: impl Fn(char) -> bool) -> bool {
        let start = self.column;
        while self.next().is_some_and(&wanted) {
            self.step();
        }
        self.column > start
    }

    /// Commas and spaces, at least one unless the text ends here.
    fn separator(&mut self) -> Result<(), NotationError> {
        if self.skip(is_separator) || self.is_at_end() {
            Ok(())
        } else {
            Err(self.wrong("a comma or a space"))
        }
    }

    fn is_at_end(&self) -> bool {
        self.next().is_none()
    }

    fn end(&self) -> Result<(), NotationError> {
        if self.is_at_end() {
            Ok(())
        } else {
            Err(self.wrong("the end"))
        }
    }

    fn wrong(&self, expected: &str) -> NotationError {
        NotationError {
            line: self.line,
            column: self.column,
            expected: expected.to_owned(),
            found: match self.next() {
                Some(c) => format!("`{}`", c.escape_debug()),
                None => "the end".to_owned(),
            },
        }
    }

    /// A number in a range, with its sign if negative ones are in it.
    fn number(&mut self, low: i32, high: i32, what: &str) -> Result<i32, NotationError> {
        let start = Self {
            left: self.left.clone(),
            ..*self
        };
        let wrong = |found: Option<String>| {
            let error = start.wrong(&format!("{what} from {low} to {high}"));
            NotationError {
                found: found.unwrap_or(error.found),
                ..error
            }
        };
        let negative = low < 0 && self.next() == Some('-');
        if negative {
            self.step();
        }
        let mut number = None;
        while let Some(digit) = self.next().and_then(|c| c.to_digit(10)) {
            // Kept from overflowing; what is too large stays too large.
            number = Some((number.unwrap_or(0) * 10 + digit as i32).min(9999));
            self.step();
        }
        let Some(number) = number else {
            return Err(wrong(None));
        };
        let number = if negative { -number } else { number };
        if (low..=high).contains(&number) {
            Ok(number)
        } else {
            let length = self.column - start.column;
            let found: String = start.left.clone().take(length).collect();
            Err(wrong(Some(format!("`{found}`"))))
        }
    }

    /// A letter and a number.
    fn point(&mut self, rules: Rules, first: FirstRow) -> Result<Point, NotationError> {
        let last = (b'a' + rules.size() - 1) as char;
        let col = match self.next().map(|c| c.to_ascii_lowercase()) {
            Some(letter) if ('a'..=last).contains(&letter) => letter as usize - 'a' as usize,
            _ => return Err(self.wrong(&format!("a letter from a to {last}"))),
        };
        self.step();
        let row = self.number(1, i32::from(rules.size()), "a row")?;
        Ok(Point::new(col, flip(row as usize - 1, rules, first)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::gomoku::{Gomoku, Rule};

    fn rules(size: u8) -> Rules {
        Rules::new(size, Rule::Freestyle).unwrap()
    }

    fn why<T: fmt::Debug>(result: Result<T, NotationError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn names_have_no_gap_and_count_rows_from_either_edge() {
        let point = Point::new(8, 2);
        assert_eq!(name(point, rules(15), FirstRow::Bottom).to_string(), "i3");
        assert_eq!(name(point, rules(15), FirstRow::Top).to_string(), "i13");
        assert_eq!(parse_point(" I3 ", rules(15), FirstRow::Bottom), Ok(point));
        assert_eq!(parse_point("i13", rules(15), FirstRow::Top), Ok(point));
        let corner = Point::new(21, 21);
        assert_eq!(parse_point("v22", rules(22), FirstRow::Bottom), Ok(corner));
        assert_eq!(parse_point("v1", rules(22), FirstRow::Top), Ok(corner));
    }

    #[test]
    fn move_lists_may_be_spaced() {
        let points = [(7, 7), (6, 6), (5, 14)].map(|(col, row)| Point::new(col, row));
        for text in ["h8g7f15", "H8 G7 F15", " h8, g7,f15 "] {
            assert_eq!(
                parse_moves(text, rules(15), FirstRow::Bottom).as_deref(),
                Ok(&points[..]),
            );
        }
        assert_eq!(moves_text(&points, rules(15), FirstRow::Bottom), "h8g7f15");
        assert_eq!(moves_text(&points, rules(15), FirstRow::Top), "h8g9f1");
        assert_eq!(parse_moves("", rules(15), FirstRow::Top), Ok(vec![]));
    }

    #[test]
    fn pairs_and_offsets_count_downwards() {
        let top_left = Point::new(0, 19);
        assert_eq!(pair_text(top_left, rules(20)), "0,0");
        assert_eq!(parse_pairs("0,0", rules(20)), Ok(vec![top_left]));
        assert_eq!(parse_pairs("0 0\t", rules(20)), Ok(vec![top_left]));
        // The centre of the 20x20 board is 10,10, which leaves room for offsets down to -10.
        assert_eq!(parse_offsets("-10,-10", rules(20)), Ok(vec![top_left]));
        assert_eq!(
            parse_offsets("0,0, 1,-1", rules(15)),
            Ok(vec![Point::new(7, 7), Point::new(8, 8)])
        );
        assert_eq!(
            offsets_text(&[Point::new(7, 7), Point::new(8, 8)], rules(15)),
            "0,0, 1,-1"
        );
    }

    #[test]
    fn errors_say_where_and_what_would_be_right() {
        let moves = |text| why(parse_moves(text, rules(15), FirstRow::Bottom));
        assert_eq!(
            moves("h8p3"),
            "column 3: expected a letter from a to o, found `p`"
        );
        assert_eq!(
            moves("h8g"),
            "column 4: expected a row from 1 to 15, found the end"
        );
        assert_eq!(
            moves("h8g16"),
            "column 4: expected a row from 1 to 15, found `16`"
        );
        assert_eq!(
            moves("h0"),
            "column 2: expected a row from 1 to 15, found `0`"
        );
        assert_eq!(
            moves("hä"),
            "column 2: expected a row from 1 to 15, found `ä`"
        );
        assert_eq!(
            why(parse_point("h8 h9", rules(15), FirstRow::Top)),
            "column 4: expected the end, found `h`"
        );
        let pairs = |text| why(parse_pairs(text, rules(15)));
        assert_eq!(
            pairs("7"),
            "column 2: expected a row from 0 to 14, found the end"
        );
        assert_eq!(
            pairs("7,-1"),
            "column 3: expected a row from 0 to 14, found `-`"
        );
        assert_eq!(
            pairs("7,7x"),
            "column 4: expected a comma or a space, found `x`"
        );
        let offsets = |text| why(parse_offsets(text, rules(20)));
        assert_eq!(
            offsets("0,0, 10,1"),
            "column 6: expected a column from -10 to 9, found `10`"
        );
        assert_eq!(
            offsets("1-1"),
            "column 2: expected a comma or a space, found `-`"
        );
        assert_eq!(
            offsets("-,1"),
            "column 1: expected a column from -10 to 9, found `-`"
        );
        assert_eq!(
            offsets("99999999999999999999,1"),
            "column 1: expected a column from -10 to 9, found `99999999999999999999`"
        );
    }

    #[test]
    fn a_picture_is_read_from_the_top() {
        let text = "X....\n.....\n\n  . . o . .\n.....\n....x\n";
        let setup = parse_diagram(text).unwrap();
        assert_eq!(setup.get(Vertex::new(0, 4)), Some(Side::Black));
        assert_eq!(setup.get(Vertex::new(2, 2)), Some(Side::White));
        assert_eq!(setup.get(Vertex::new(4, 0)), Some(Side::Black));
        assert_eq!(setup.to_move, Side::White);
        let position = Gomoku::from_setup(rules(5), &setup).unwrap();
        assert_eq!(
            diagram(&position),
            "X . . . .\n. . . . .\n. . O . .\n. . . . .\n. . . . X\n"
        );
    }

    #[test]
    fn a_picture_that_is_none_is_refused() {
        assert_eq!(
            why(parse_diagram("..\n..")),
            "column 1: expected 5 to 22 rows, found 2"
        );
        let row = "expected X, O or . (5 cells, as there are rows)";
        assert_eq!(
            why(parse_diagram(".....\n....\n.....\n.....\n.....")),
            format!("line 2, column 5: {row}, found the end")
        );
        assert_eq!(
            why(parse_diagram(".....\n.....\n. * . . .\n.....\n.....")),
            format!("line 3, column 3: {row}, found `*`")
        );
        assert_eq!(
            why(parse_diagram(".....\n.....\n.....\n.....\n......")),
            "line 5, column 6: expected the end of the row (5 cells, as there are rows), found `.`"
        );
    }
}
