//! The kinds of lines that a Gomocup engine writes, and points: `X,Y`, counted from 0 at the top left corner.

use crate::game::Vertex;

/// A reply to `ABOUT`: pairs, among which the name is mandatory.
pub(in crate::engines) fn is_about(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.split_once("name")
        .is_some_and(|(_, rest)| rest.trim_start().starts_with('='))
}

/// The value of a key in a reply to `ABOUT`: `name="Example", version="1.0"`.
pub(super) fn about_value(line: &str, key: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    let value = lower.match_indices(key).find_map(|(at, key)| {
        let rest = line[at + key.len()..].trim_start();
        rest.strip_prefix('=').map(str::trim_start)
    })?;
    let value = match value.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => value.split(',').next()?.trim_end(),
    };
    (!value.is_empty()).then(|| value.to_owned())
}

/// `MESSAGE` and `DEBUG` lines, which reply to nothing.
pub(in crate::engines) fn is_message(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["MESSAGE", "DEBUG"]
        .iter()
        .any(|kind| word.eq_ignore_ascii_case(kind))
}

/// Whether a line says that the engine is ready. The protocol's own example has more words behind it, and Piskvork takes
/// it in any case.
pub(in crate::engines) fn is_ok(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.eq_ignore_ascii_case("OK")
}

/// `ERROR` lines.
pub(super) fn is_error(line: &str) -> bool {
    begins_with(line, "ERROR")
}

/// Whether a line says that the engine does not know a command.
pub(in crate::engines) fn is_unknown(line: &str) -> bool {
    begins_with(line, "UNKNOWN")
}

/// Whether a line begins with a word in any case.
fn begins_with(line: &str, word: &str) -> bool {
    line.get(..word.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Whether a line that is not a move was meant as one. Other replies have a comma only after a word.
pub(super) fn resembles_move(line: &str) -> bool {
    line.contains(',') && !line.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Writes a point: `7,8`.
pub(in crate::engines) fn write_point(vertex: Vertex, size: u8) -> String {
    let row = i16::from(size) - 1 - i16::from(vertex.row);
    format!("{},{row}", vertex.col)
}

/// Reads a line that holds two numbers and nothing else. They may be off the board.
pub(in crate::engines) fn read_pair(line: &str) -> Option<(i64, i64)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// The point with these coordinates, if it is on the board.
pub(in crate::engines) fn vertex((x, y): (i64, i64), size: u8) -> Option<Vertex> {
    let cell = |n: i64| u8::try_from(n).ok().filter(|&n| n < size);
    Some(Vertex::new(cell(x)?, size - 1 - cell(y)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_lines() {
        assert!(is_about("name=\"Rapfi\", version=\"0.43\""));
        assert!(is_about("version = \"1\", Name = \"x\""));
        assert!(!is_about("MESSAGE what a name"));
        assert!(is_message("message hello") && is_message("DEBUG x") && !is_message("7,7"));
        assert!(is_ok("OK - everything is good") && is_ok("ok") && !is_ok("OKAY") && !is_ok(""));
        assert!(is_error("ERROR - unsupported size") && !is_error("ERRO") && !is_error("é"));
        assert!(is_unknown("UNKNOWN command") && is_unknown("Unknown") && !is_unknown("unkno"));
        assert!(resembles_move("7,8,9") && resembles_move("7,x") && !resembles_move("OK"));
        assert!(!resembles_move("SUGGEST 7,8"));
    }

    #[test]
    fn points_are_counted_from_the_top_left_corner() {
        assert_eq!(write_point(Vertex::new(0, 14), 15), "0,0");
        assert_eq!(write_point(Vertex::new(8, 8), 15), "8,6");
        for col in 0..20 {
            for row in 0..20 {
                let point = Vertex::new(col, row);
                let pair = read_pair(&write_point(point, 20)).unwrap();
                assert_eq!(vertex(pair, 20), Some(point));
            }
        }
        assert_eq!(vertex((15, 0), 15), None);
        assert_eq!(vertex((0, -1), 15), None);
        for line in ["", "7", "7,", "7,8,9", "7 8", "MESSAGE 7,8", "7,8 9,9"] {
            assert_eq!(read_pair(line), None, "{line}");
        }
        assert_eq!(read_pair(" 7, 8 "), Some((7, 8)));
    }
}
