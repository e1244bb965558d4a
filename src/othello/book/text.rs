//! Books as text, for people and other programs: one position a line.
//!
//! ```text
//! flipfive-book 1
//! provenance "flipfive 0.1.0 book build: 402 positions, depth 20"
//! start +0.00 best -0.10
//! f5 +0.31 best +0.10
//! f5d6 +0.25
//! ```
//!
//! A line has the moves to a position, the value of its search in discs for the side to move, and, if the position is
//! expanded, the word `best` with the value of its best line. [`read`] ignores this value, since it follows from the
//! leaves. The file that a book came from is made again from the text, byte for byte.

use crate::game::Move;
use crate::othello::book::{Book, MAX_POSITIONS, MAX_VALUE, successors};
use crate::othello::rules::notation::{Passes, parse_transcript, write_transcript};
use crate::othello::rules::symmetry::canonical;
use crate::othello::{Board, CentiDiscs, Position, Square};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The first line.
pub(crate) const HEAD: &str = "flipfive-book 1";

/// The word before the provenance, which is a JSON string.
const PROVENANCE: &str = "provenance ";

/// The moves of the start of the game.
const START: &str = "start";

/// The word before the value of the best line.
const BEST: &str = "best";

/// Why a text is no book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {reason}")]
pub(crate) struct TextError {
    /// The line, from 1.
    line: usize,
    reason: String,
}

impl TextError {
    fn new(line: usize, reason: impl Into<String>) -> Self {
        Self {
            line,
            reason: reason.into(),
        }
    }
}

/// A number of discs.
pub(crate) fn discs(value: CentiDiscs) -> f64 {
    f64::from(value.0) / 100.0
}

/// Writes a book with its provenance.
pub(crate) fn write(book: &Book, provenance: &str) -> String {
    let provenance = serde_json::Value::from(provenance);
    let mut text = format!("{HEAD}\n{PROVENANCE}{provenance}\n");
    for (moves, entry) in book.positions() {
        let moves: String = moves.iter().map(Square::to_string).collect();
        let moves = if moves.is_empty() { START } else { &moves };
        // Writing to a string does not fail.
        let _ = write!(text, "{moves} {:+.2}", discs(entry.searched));
        if entry.is_expanded {
            let _ = write!(text, " {BEST} {:+.2}", discs(entry.value));
        }
        text.push('\n');
    }
    text
}

/// A line with a position.
struct PositionLine {
    line: usize,
    /// The moves without numbers and passes, or `start`.
    moves: String,
    /// The board after the moves.
    board: Board,
    searched: CentiDiscs,
    is_expanded: bool,
}

/// Reads a book and its provenance. The positions may stand in any order.
///
/// # Errors
/// A line that is no position, an illegal move, a position that occurs twice, an expanded position without one of its
/// successors, a position that no expanded one leads to.
pub(crate) fn read(text: &str) -> Result<(Book, String), TextError> {
    let mut lines = (1..).zip(text.lines());
    let (_, head) = lines.next().unwrap_or((1, ""));
    if head.trim_end() != HEAD {
        let found = quoted(head);
        let reason = format!("{found} does not begin a book; expected \"{HEAD}\"");
        return Err(TextError::new(1, reason));
    }
    let mut provenance = None;
    let mut positions: HashMap<Board, PositionLine> = HashMap::new();
    for (line, text) in lines {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix(PROVENANCE) {
            let rest: String = serde_json::from_str(rest).map_err(|_| {
                let found = quoted(rest);
                let reason = format!("{found} is no provenance; expected a text in double quotes");
                TextError::new(line, reason)
            })?;
            if provenance.replace(rest).is_some() {
                return Err(TextError::new(line, "a second provenance; expected one"));
            }
            continue;
        }
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let found = position(line, text).map_err(|reason| TextError::new(line, reason))?;
        if positions.len() >= MAX_POSITIONS {
            let reason = format!("more than {MAX_POSITIONS} positions; a book has at most that");
            return Err(TextError::new(line, reason));
        }
        let board = canonical(found.board).0;
        if let Some(other) = positions.get(&board) {
            let reason = format!(
                "{} is the position of line {}, up to symmetry; expected each position once",
                found.moves, other.line
            );
            return Err(TextError::new(line, reason));
        }
        positions.insert(board, found);
    }
    let book = book_of(&positions)?;
    let default = || format!("flipfive {} book import", env!("CARGO_PKG_VERSION"));
    Ok((book, provenance.unwrap_or_else(default)))
}

/// A book of these positions, whose keys are their boards up to symmetry.
fn book_of(positions: &HashMap<Board, PositionLine>) -> Result<Book, TextError> {
    if !positions.contains_key(&canonical(Board::START).0) {
        let reason = format!("the start of the game is missing; expected a line \"{START} VALUE\"");
        return Err(TextError::new(1, reason));
    }
    let mut by_line: Vec<&PositionLine> = positions.values().collect();
    by_line.sort_unstable_by_key(|found| found.line);
    let mut book = Book::new();
    for found in &by_line {
        book.insert(found.board, found.searched);
    }
    for found in by_line.iter().filter(|found| found.is_expanded) {
        if book.expand(found.board) {
            continue;
        }
        let moves = &found.moves;
        let mut successors = successors(found.board);
        let reason = match successors.find(|(_, child)| book.get(*child).is_none()) {
            Some((square, _)) => format!(
                "{moves} is expanded, but the position after {square} has no line; expected a line for each legal \
                 move, or no \"{BEST}\""
            ),
            None => format!(
                "{moves} is expanded, but has no legal move; expected it without \"{BEST}\""
            ),
        };
        return Err(TextError::new(found.line, reason));
    }
    book.back_up();
    let reached: HashSet<Board> = book.breadth_first().iter().map(|found| found.0).collect();
    let is_reached = |found: &PositionLine| reached.contains(&canonical(found.board).0);
    match by_line.iter().find(|found| !is_reached(found)) {
        Some(found) => {
            let reason = format!(
                "no expanded position leads to {}; expected \"{BEST}\" and a value in the line of the position before \
                 it",
                found.moves
            );
            Err(TextError::new(found.line, reason))
        }
        None => Ok(book),
    }
}

/// Reads the line of a position.
fn position(line: usize, text: &str) -> Result<PositionLine, String> {
    let expected = || {
        format!(
            "{} is no position of a book; expected \"MOVES VALUE\" or \"MOVES VALUE {BEST} VALUE\", such as \
             \"f5d6 -0.42\"",
            quoted(text)
        )
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let (moves, searched, is_expanded) = match words[..] {
        [moves, searched] => (moves, searched, false),
        [moves, searched, BEST, best] => {
            value(best)?;
            (moves, searched, true)
        }
        _ => return Err(expected()),
    };
    let played = match moves {
        START => Vec::new(),
        _ => parse_transcript(Position::START, moves)
            .map_err(|error| format!("{}: {error}", quoted(moves)))?,
    };
    Ok(PositionLine {
        line,
        board: board_after(&played),
        moves: match played.is_empty() {
            true => START.into(),
            false => write_transcript(played, Passes::Omitted),
        },
        searched: value(searched)?,
        is_expanded,
    })
}

/// The board after moves from the start.
fn board_after(moves: &[Move]) -> Board {
    let play = |board: Board, mv: &Move| match mv.vertex().map(Square::try_from) {
        Some(Ok(square)) => board.play(square, board.flips(square)),
        _ => board.pass(),
    };
    moves.iter().fold(Board::START, play)
}

/// The beginning of a text for a message.
fn quoted(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    format!("{start:?}")
}

/// Reads discs with up to two decimals.
fn value(text: &str) -> Result<CentiDiscs, String> {
    let wrong = || {
        let found = quoted(text);
        format!("{found} is no value; expected discs from -64 to 64 such as +0.42")
    };
    let (is_negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
    let number = |text: &str| -> Option<i32> {
        let is_number = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| text.parse().ok()).flatten()
    };
    let scale = if decimals.len() == 1 { 10 } else { 1 };
    let (Some(whole), Some(decimals)) = (number(whole), number(decimals)) else {
        return Err(wrong());
    };
    let size = 100 * whole + scale * decimals;
    if size > MAX_VALUE {
        return Err(wrong());
    }
    Ok(CentiDiscs(if is_negative { -size } else { size }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::book::BUILT_IN;

    #[test]
    fn the_built_in_book_survives_export_and_import() {
        let (book, provenance) = Book::read(BUILT_IN).unwrap();
        let text = write(&book, &provenance);
        assert_eq!(text.lines().count(), 2 + book.len());
        assert!(text.contains("\nf5 "), "{}", &text[..400]);
        let (back, provenance) = read(&text).unwrap();
        assert_eq!(back, book);
        assert!(back.write(&provenance) == BUILT_IN);
        // Neither the order of the positions nor comments matter.
        let (head, positions) = text.split_at(text.find("start").unwrap());
        let mut lines: Vec<&str> = positions.lines().collect();
        lines.sort_unstable();
        let sorted = format!("{head}# sorted\r\n\r\n{}\r\n", lines.join("\r\n"));
        let (back, provenance) = read(&sorted).unwrap();
        assert!(back.write(&provenance) == BUILT_IN);
    }

    #[test]
    fn every_provenance_survives() {
        for provenance in ["", " a\nb\\n \u{e9}\t\"' \u{1f600}", "provenance x  "] {
            let text = write(&Book::new(), provenance);
            assert_eq!(read(&text).unwrap().1, provenance, "{text}");
        }
    }

    #[test]
    fn values_are_discs() {
        for (text, hundredths) in [
            ("+0.42", 42),
            ("-0.05", -5),
            ("3", 300),
            ("-64.00", -6400),
            ("1.5", 150),
        ] {
            assert_eq!(value(text), Ok(CentiDiscs(hundredths)), "{text}");
        }
        for hundredths in -6400..=6400 {
            let text = format!("{:+.2}", discs(CentiDiscs(hundredths)));
            assert_eq!(value(&text), Ok(CentiDiscs(hundredths)), "{text}");
        }
        for wrong in [
            "", "-", "+-1", "1.", ".5", "1.234", "64.01", "100", "1e1", "\u{e9}1",
        ] {
            assert!(value(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn errors_say_where_and_what_would_be_right() {
        let head = "flipfive-book 1\nprovenance \"a test\"\n";
        for (text, error) in [
            (
                "",
                "1: \"\" does not begin a book; expected \"flipfive-book 1\"",
            ),
            ("f5d6 +1.00\n", "1: \"f5d6 +1.00\" does not begin a book"),
            (
                "HEAD",
                "1: the start of the game is missing; expected a line \"start VALUE\"",
            ),
            (
                "HEADstart",
                "3: \"start\" is no position of a book; expected \"MOVES VALUE\"",
            ),
            (
                "HEADstart +0.0x",
                "3: \"+0.0x\" is no value; expected discs",
            ),
            (
                "HEADstart +0.00 worst -1.00",
                "3: \"start +0.00 worst -1.00\" is no position",
            ),
            (
                "HEADstart +0.00 best -1.00",
                "3: start is expanded, but the position after d3 has no line",
            ),
            (
                "HEADstart 0\na1 1",
                "4: \"a1\": column 1: a1 cannot be played",
            ),
            ("HEADstart 0\nf5d 1", "4: \"f5d\": column"),
            ("HEADstart 0\nf5 1", "4: no expanded position leads to f5"),
            (
                "HEADstart 0 best 0\nf5 1\nd3 2",
                "5: d3 is the position of line 4, up to symmetry",
            ),
            ("HEADprovenance \"b\"\nstart 0", "3: a second provenance"),
            (
                "flipfive-book 1\nprovenance a test\nstart 0",
                "2: \"a test\" is no provenance; expected a text in double quotes",
            ),
            (
                "flipfive-book 1\nprovenance \"\\x\"\nstart 0",
                "2: \"\\\"\\\\x\\\"\" is no provenance",
            ),
        ] {
            let found = read(&text.replace("HEAD", head)).unwrap_err().to_string();
            assert!(found.starts_with(error), "{text:?}: {found}");
        }
        // Wherever a text ends, it is whole or refused.
        let whole = write(&Book::read(BUILT_IN).unwrap().0, "a test");
        for line in [3, 10, 400, 5448] {
            let part: Vec<&str> = whole.lines().take(line).collect();
            assert!(read(&part.join("\n")).is_err(), "{line}");
        }
    }
}
