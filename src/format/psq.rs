//! PSQ, the game records of Piskvork and of Gomocup: one file for each Gomoku game.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0      board; two numbers for the kinds of players; who moves first
//! 8,8,0                          column, row from the top, both from 1; milliseconds
//! 9,7,1033
//! pbrain-a                       the player who moves first
//! pbrain-b
//! -1                             the ending: unknown, as in all files of Gomocup
//! 1,Renju15_1                    only from Gomocup's server: result, tournament
//! ```
//!
//! The format does not hold the rule. Gomocup names its folders and tournaments after it, and so do we: games of other rules
//! than freestyle get a last line such as `1,Renju`. Piskvork reads nothing after the names. The result is 1 or 2 if the
//! first or the second player won, 0 for a draw, -1 if it is unknown. The times and the names may be missing. A name that is empty is written as `?`. One that begins like a number has `?` before it, since readers would
//! take it for a move or for the ending.
//!
//! ```
//! use flipfive::format::{AnnotatedGame, psq, sgf};
//! use flipfive::gomoku::Rule;
//!
//! let game = sgf::read("(;GM[4]SZ[15];B[hh];W[ig])", Rule::Freestyle)?;
//! let mut game = AnnotatedGame::from(&game);
//! game.players = ["pbrain-a".into(), "pbrain-b".into()];
//! let text = psq::write(&game).unwrap();
//! assert_eq!(text, "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\npbrain-a\npbrain-b\n-1\n");
//! # Ok::<(), flipfive::format::FormatError>(())
//! ```

use crate::engine::Variant;
use crate::format::annotated::{AnnotatedGame, AnnotatedMove, RecordedResult};
use crate::format::error::FormatError;
use crate::format::record::replay;
use crate::game::{Move, Side, Vertex};
use crate::gomoku::Rule;
use std::time::Duration;

/// Reads a game, played by `rule`.
///
/// # Errors
///
/// The first line that is not what it should be: the header, a damaged move, a point off the board, an illegal move.
pub fn read(text: &str, rule: Rule) -> Result<AnnotatedGame, FormatError> {
    let mut lines = (1..).zip(text.lines().map(str::trim));
    let error = |line, message: String| FormatError::new(line, 1, message);
    let header = lines.next().map_or("", |(_, line)| line);
    let (size, swapped) = read_header(header).map_err(|message| error(1, message))?;
    let variant = Variant::Gomoku(rule);
    let Some(mut record) = variant.new_record(size) else {
        let message = format!("the board has size {size}; expected {}", variant.sizes());
        return Err(error(1, message));
    };
    let mut game = AnnotatedGame::new(variant, record.start());
    let mut names = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let found = read_move(line);
        let (col, row, time) = match found {
            Some(found) if names.is_empty() => found,
            // A move with its time among the names: a line before it is damaged.
            Some((_, _, Some(_))) => {
                let message =
                    format!("found the move {line:?}; expected all moves before the names");
                return Err(error(number, message));
            }
            None if names.is_empty() && is_like_move(line) => {
                let message = format!(
                    "found {line:?}; expected a move such as \"8,8,1033\": column, row, milliseconds"
                );
                return Err(error(number, message));
            }
            _ => {
                // A name is shown in terminals.
                let name = line.replace(|c: char| c.is_control(), " ");
                names.push(name.trim().to_owned());
                continue;
            }
        };
        let inside = |n: u32| u8::try_from(n).ok().filter(|n| (1..=size).contains(n));
        let (Some(col), Some(row)) = (inside(col), inside(row)) else {
            let message =
                format!("{line:?} is not a point of the board; expected 1,1 to {size},{size}");
            return Err(error(number, message));
        };
        let (side, mv) = (record.side(), Move::Place(Vertex::new(col - 1, size - row)));
        replay(record.as_mut(), side, mv).map_err(|reason| {
            error(
                number,
                format!("the move {line:?} cannot be played: {reason}"),
            )
        })?;
        game.moves.push(AnnotatedMove {
            time,
            ..AnnotatedMove::new(side, mv)
        });
    }
    // The ending follows, and in the files of Gomocup's server the result with the name of the tournament. Where both names
    // are missing, these two lines come first.
    if let [first, second, ..] = &names[..]
        && ![first, second].iter().any(|name| is_ending(name))
    {
        game.players = [first, second].map(|name| plain_name(name).to_owned());
        if swapped {
            game.players.reverse();
        }
    }
    Ok(game)
}

/// The rule that the last line names: `1,Renju`, or as Gomocup's server writes it, `1,Renju15_1`.
pub(super) fn stated_rule(text: &str) -> Option<Rule> {
    let (number, name) = text.trim_end().lines().next_back()?.split_once(',')?;
    number.trim().parse::<i32>().ok()?;
    let name = name.trim();
    let word = name.split(|c: char| !c.is_ascii_alphabetic()).next()?;
    match Variant::from_name(name).or_else(|| Variant::from_name(word))? {
        Variant::Gomoku(rule) => Some(rule),
        Variant::Othello => None,
    }
}

/// The last line for games of other rules than freestyle, which [`stated_rule`] reads.
fn rule_line(rule: Rule, result: Option<RecordedResult>) -> String {
    let name = match rule {
        Rule::Freestyle => return String::new(),
        Rule::Standard => "Standard",
        Rule::Renju => "Renju",
        Rule::Caro => "Caro",
        Rule::CaroExact => "Caro-exact",
    };
    let number = match result.map(|result| result.winner) {
        Some(Some(Side::Black)) => 1,
        Some(Some(Side::White)) => 2,
        Some(None) => 0,
        None => -1,
    };
    format!("{number},{name}\n")
}

/// Whether a name needs [`UNKNOWN`] before it, since it is empty or begins like a number.
fn is_doubtful(name: &str) -> bool {
    name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

/// What is written before a doubtful name.
const UNKNOWN: char = '?';

/// A name without the mark of a doubtful one.
fn plain_name(line: &str) -> &str {
    let name = line.strip_prefix(UNKNOWN);
    name.filter(|name| is_doubtful(name)).unwrap_or(line)
}

/// Whether a line after the moves is the ending and no name.
fn is_ending(line: &str) -> bool {
    line.parse::<i32>().is_ok()
}

/// Whether a line is a move or a damaged one, and no name: it begins with a number and has a comma or a semicolon.
fn is_like_move(line: &str) -> bool {
    let number = line.strip_prefix('-').unwrap_or(line);
    number.starts_with(|c: char| c.is_ascii_digit()) && line.contains([',', ';'])
}

/// The column, the row and the time of a move.
fn read_move(line: &str) -> Option<(u32, u32, Option<Duration>)> {
    let mut parts = line.split(',').map(str::trim);
    let (col, row) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let time = match parts.next() {
        None => None,
        Some(ms) => {
            let seconds = ms.parse::<f64>().ok()? / 1000.0;
            Some(Duration::try_from_secs_f64(seconds).ok()?)
        }
    };
    parts
        .all(|part| part.parse::<f64>().is_ok())
        .then_some((col, row, time))
}

/// The board size of `Piskvorky 15x15, 11:11, 0`, and whether the second player moves first.
fn read_header(line: &str) -> Result<(u8, bool), String> {
    let wrong =
        || format!("found {line:?}; expected a header such as \"Piskvorky 15x15, 11:11, 0\"");
    let rest = line.strip_prefix("Piskvorky").ok_or_else(wrong)?.trim();
    let mut parts = rest.split(',').map(str::trim);
    let (width, height) = parts
        .next()
        .and_then(|size| size.split_once('x'))
        .ok_or_else(wrong)?;
    let width = width.parse().map_err(|_| wrong())?;
    if height.parse() != Ok(width) {
        return Err(format!("the board is {width}x{height}; expected a square"));
    }
    Ok((width, parts.nth(1) == Some("1")))
}

/// Writes a game as a file. `None` for Othello. Stones that are set up are not written.
pub fn write(game: &AnnotatedGame) -> Option<String> {
    let Variant::Gomoku(rule) = game.variant else {
        return None;
    };
    let size = game.start.size;
    let mut text = format!("Piskvorky {size}x{size}, 11:11, 0\n");
    for played in &game.moves {
        // Other readers end the list of moves at the first line that is not a move, so a pass cannot be written.
        if let Some(vertex) = played.mv.vertex() {
            let (col, row) = (u16::from(vertex.col) + 1, size.saturating_sub(vertex.row));
            let nanoseconds = played.time.map_or(0, |time| time.as_nanos());
            let ms = (nanoseconds as f64 / 1e6).round();
            text += &format!("{col},{row},{ms}\n");
        }
    }
    for name in &game.players {
        let name = name.replace(|c: char| c.is_control(), " ");
        let name = name.trim();
        if is_doubtful(name) {
            text.push(UNKNOWN);
        }
        text += &format!("{name}\n");
    }
    Some(text + "-1\n" + &rule_line(rule, game.result))
}
