//! Books as text, for people and other programs: one position a line.
//!
//! ```text
//! flipfive-book 1
//! provenance flipfive 0.1.0 book build: 402 positions, depth 20
//! start +0.00 best -0.10
//! f5 +0.31 best +0.10
//! f5d6 +0.25
//! ```
//!
//! A line has the moves to a position, the value of its search in discs for the side to move, and, if the position is
//! expanded, the word `best` with the value of its best line. [`read`] ignores this value, since it follows from the
//! leaves. The file that a book came from is made again from the text, byte for byte.

use crate::game::Move;
use crate::othello::book::{Book, MAX_POSITIONS, MAX_VALUE};
use crate::othello::rules::notation::{Passes, parse_transcript, write_transcript};
use crate::othello::rules::square::squares;
use crate::othello::rules::symmetry::canonical;
use crate::othello::{Board, CentiDiscs, Position, Square};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The first line.
const HEAD: &str = "flipfive-book 1";

/// The word before the provenance.
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

/// Discs with two decimals.
pub(crate) fn discs(value: CentiDiscs) -> String {
    let (sign, size) = (if value.0 < 0 { '-' } else { '+' }, value.0.abs());
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// Writes a book. `provenance` is that of its file.
pub(crate) fn write(book: &Book, provenance: &str) -> String {
    let mut text = format!("{HEAD}\n{PROVENANCE}{}\n", provenance.escape_default());
    for found in book.positions() {
        let moves: String = found.moves.iter().map(Square::to_string).collect();
        let moves = if moves.is_empty() { START } else { &moves };
        // Writing to a string does not fail.
        let _ = write!(text, "{moves} {}", discs(found.searched));
        if found.is_expanded {
            let _ = write!(text, " {BEST} {}", discs(found.value));
        }
        text.push('\n');
    }
    text
}

/// A line of a text.
struct Entry {
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
    let mut entries: HashMap<Board, Entry> = HashMap::new();
    for (line, text) in lines {
        if let Some(rest) = text.strip_prefix(PROVENANCE) {
            let rest = unescape(rest).map_err(|reason| TextError::new(line, reason))?;
            if provenance.replace(rest).is_some() {
                return Err(TextError::new(line, "a second provenance; expected one"));
            }
            continue;
        }
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let (board, entry) = entry(line, text).map_err(|reason| TextError::new(line, reason))?;
        if entries.len() >= MAX_POSITIONS {
            let reason = format!("more than {MAX_POSITIONS} positions; a book has at most that");
            return Err(TextError::new(line, reason));
        }
        let moves = entry.moves.clone();
        if let Some(other) = entries.insert(board, entry) {
            let reason = format!(
                "{moves} is the position of line {}, up to symmetry; expected each position once",
                other.line
            );
            return Err(TextError::new(line, reason));
        }
    }
    let book = book_of(&entries)?;
    let default = || format!("flipfive {} book import", env!("CARGO_PKG_VERSION"));
    Ok((book, provenance.unwrap_or_else(default)))
}

/// A book with these positions.
fn book_of(entries: &HashMap<Board, Entry>) -> Result<Book, TextError> {
    let mut by_line: Vec<(&Board, &Entry)> = entries.iter().collect();
    by_line.sort_unstable_by_key(|(_, entry)| entry.line);
    if !entries.contains_key(&canonical(Board::START).0) {
        let reason = format!("the start of the game is missing; expected a line \"{START} VALUE\"");
        return Err(TextError::new(1, reason));
    }
    let mut book = Book::new();
    for (board, entry) in &by_line {
        book.insert(**board, entry.searched);
    }
    for (board, entry) in by_line.iter().filter(|(_, entry)| entry.is_expanded) {
        if book.expand(**board) {
            continue;
        }
        let moves = &entry.moves;
        let reason = match missing_move(&book, entry) {
            Some(square) => format!(
                "{moves} is expanded, but the position after {square} has no line; expected a line for each legal \
                 move, or no \"{BEST}\""
            ),
            None => format!(
                "{moves} is expanded, but has no legal move; expected it without \"{BEST}\""
            ),
        };
        return Err(TextError::new(entry.line, reason));
    }
    book.back_up();
    let reached: HashSet<Board> = book
        .positions()
        .map(|found| canonical(found.board).0)
        .collect();
    match by_line.iter().find(|(board, _)| !reached.contains(board)) {
        Some((_, entry)) => {
            let reason = format!(
                "no expanded position leads to {}; expected \"{BEST}\" and a value in the line of the position before \
                 it",
                entry.moves
            );
            Err(TextError::new(entry.line, reason))
        }
        None => Ok(book),
    }
}

/// A move of a position whose successor is not in the book.
fn missing_move(book: &Book, entry: &Entry) -> Option<Square> {
    let board = entry.board;
    let missing = book.missing(board);
    squares(board.moves()).find(|&square| {
        let child = board.play(square, board.flips(square));
        missing.contains(&canonical(child).0)
    })
}

/// Reads the line of a position.
fn entry(line: usize, text: &str) -> Result<(Board, Entry), String> {
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
    let board = board_after(&played);
    let entry = Entry {
        line,
        moves: match played.is_empty() {
            true => START.into(),
            false => write_transcript(played, Passes::Omitted),
        },
        board,
        searched: value(searched)?,
        is_expanded,
    };
    Ok((canonical(board).0, entry))
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

/// Undoes [`str::escape_default`].
fn unescape(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out += &rest[..at];
        let escape = &rest[at + 1..];
        let (c, length) = match escape.as_bytes().first() {
            Some(b'n') => (Some('\n'), 1),
            Some(b'r') => (Some('\r'), 1),
            Some(b't') => (Some('\t'), 1),
            Some(&(b'\\' | b'\'' | b'"')) => (escape.chars().next(), 1),
            Some(b'u') => {
                let length = escape.find('}').map_or(0, |end| end + 1);
                let digits = escape.get(2..length.saturating_sub(1)).unwrap_or_default();
                let code = u32::from_str_radix(digits, 16).ok();
                (code.and_then(char::from_u32), length)
            }
            _ => (None, 0),
        };
        let Some(c) = c else {
            return Err(r"an unknown escape in the provenance; expected \\, \n or \u{...}".into());
        };
        out.push(c);
        rest = &escape[length..];
    }
    Ok(out + rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::book::BUILT_IN;

    #[test]
    fn the_built_in_book_survives_export_and_import() {
        let book = Book::read(BUILT_IN).unwrap();
        let provenance = Book::provenance(BUILT_IN).unwrap();
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
        for hundredths in [-6400, -5, 0, 5, 42, 100] {
            assert_eq!(
                value(&discs(CentiDiscs(hundredths))),
                Ok(CentiDiscs(hundredths))
            );
        }
        for wrong in [
            "", "-", "+-1", "1.", ".5", "1.234", "64.01", "100", "1e1", "\u{e9}1",
        ] {
            assert!(value(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn errors_say_where_and_what_would_be_right() {
        let head = "flipfive-book 1\nprovenance a test\n";
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
            ("HEADprovenance b\nstart 0", "3: a second provenance"),
            (
                "flipfive-book 1\nprovenance \\x\nstart 0",
                "2: an unknown escape",
            ),
            (
                "flipfive-book 1\nprovenance \\u{d800}\nstart 0",
                "2: an unknown escape",
            ),
            (
                "flipfive-book 1\nprovenance \\\nstart 0",
                "2: an unknown escape",
            ),
        ] {
            let found = read(&text.replace("HEAD", head)).unwrap_err().to_string();
            assert!(found.starts_with(error), "{text:?}: {found}");
        }
        // Wherever a text ends, it is whole or refused.
        let whole = write(&Book::read(BUILT_IN).unwrap(), "a test");
        for line in [3, 10, 400, 5383] {
            let part: Vec<&str> = whole.lines().take(line).collect();
            assert!(read(&part.join("\n")).is_err(), "{line}");
        }
    }
}
