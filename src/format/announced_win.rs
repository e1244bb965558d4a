//! Suites of Gomoku positions in which an engine announced a win in a game.
//!
//! A line holds the position as in a suite of [puzzles](crate::format::puzzle), and after a semicolon who
//! announced the win for the side to move, in how many plies, and with which search:
//!
//! ```text
//! freestyle 15 moves h11 i11 e9 g8 j9 i10 h9; rapfi win in 35 plies, 161 ms, 166000 nodes
//! ```

use crate::format::puzzle::read_position;
use crate::format::suite::{self, Problem, SuiteError};
use crate::gomoku::Position;
use nom::bytes::complete::{tag, take_until};
use nom::character::complete::{u32, u64};
use nom::combinator::all_consuming;
use nom::sequence::terminated;
use nom::{IResult, Parser};
use std::time::Duration;

/// A position, and a win for its side to move that an engine announced.
#[derive(Clone, Debug)]
pub(crate) struct AnnouncedWin {
    /// The position, which is not over.
    pub position: Position,
    /// The engine that announced the win.
    pub announcer: String,
    /// Plies to the end of the game, including the winning move.
    pub plies: u32,
    /// Time of the engine's search.
    pub elapsed: Duration,
    /// Nodes of the engine's search.
    pub nodes: u64,
}

const EXAMPLE: &str =
    "freestyle 15 moves h8 h9 i8 i9 j8 j9; rapfi win in 3 plies, 150 ms, 20000 nodes";

/// Reads a suite.
///
/// # Errors
/// The first line that is not a position with an announced win, or a suite without positions.
pub(crate) fn read(file: &str, text: &str) -> Result<Vec<Problem<AnnouncedWin>>, SuiteError> {
    suite::read(file, text, EXAMPLE, read_line)
}

fn read_line(line: &str) -> Result<AnnouncedWin, String> {
    let (position, announcement) = line.split_once(';').unwrap_or((line, ""));
    let position = read_position(position)?;
    let announcement = announcement.trim();
    let (announcer, plies, ms, nodes) = match self::announcement(announcement) {
        Ok((_, parts)) => parts,
        Err(_) => {
            return Err(format!(
                "expected `NAME win in N plies, T ms, M nodes` after the position and a semicolon, \
                 found {announcement:?}"
            ));
        }
    };
    if plies.is_multiple_of(2) {
        return Err(format!(
            "the side to move wins after an odd number of plies, not after {plies}"
        ));
    }
    Ok(AnnouncedWin {
        position,
        announcer: announcer.into(),
        plies,
        elapsed: Duration::from_millis(ms),
        nodes,
    })
}

/// Parses the announcer, the plies, the milliseconds and the nodes.
fn announcement(text: &str) -> IResult<&str, (&str, u32, u64, u64)> {
    const VERB: &str = " win in ";
    let parts = (
        terminated(take_until(VERB), tag(VERB)),
        terminated(u32, tag(" plies, ")),
        terminated(u64, tag(" ms, ")),
        terminated(u64, tag(" nodes")),
    );
    all_consuming(parts).parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::gomoku::Rule;

    #[test]
    fn a_line_is_read() {
        let win = read_line(EXAMPLE).unwrap();
        assert_eq!((win.position.stones(), win.plies), (6, 3));
        assert_eq!(win.position.side(), Side::Black);
        assert_eq!((win.announcer.as_str(), win.nodes), ("rapfi", 20_000));
        assert_eq!(win.elapsed, Duration::from_millis(150));
        let spaced = "renju 15 moves h8 ; Two words win in 5 plies, 0 ms, 1 nodes";
        assert_eq!(read_line(spaced).unwrap().announcer, "Two words");
    }

    #[test]
    fn bad_lines_are_refused_with_a_reason() {
        for (line, reason) in [
            (
                "chess 15 moves; rapfi win in 3 plies, 1 ms, 1 nodes",
                "expected a rule",
            ),
            (
                "renju 15 moves h8 h8; rapfi win in 3 plies, 1 ms, 1 nodes",
                "move h8",
            ),
            (
                "renju 15 black B a1 b1 c1 d1 e1 W; rapfi win in 1 plies, 1 ms, 1 nodes",
                "is over",
            ),
            ("renju 15 moves h8", "found \"\""),
            ("renju 15 moves h8; rapfi", "found \"rapfi\""),
            (
                "renju 15 moves h8; win in 3 plies, 1 ms, 1 nodes",
                "expected `NAME win in",
            ),
            (
                "renju 15 moves h8; rapfi win in -3 plies, 1 ms, 1 nodes",
                "expected `NAME win in",
            ),
            (
                "renju 15 moves h8; rapfi win in 99999999999 plies, 1 ms, 1 nodes",
                "win in N plies",
            ),
            (
                "renju 15 moves h8; rapfi win in 3 plies, 1 ms, 1 nodes, cold",
                "found \"rapfi",
            ),
            (
                "renju 15 moves h8; rapfi win in 4 plies, 1 ms, 1 nodes",
                "an odd number",
            ),
        ] {
            let error = read_line(line).unwrap_err();
            assert!(error.contains(reason), "{line}: {error}");
        }
        let text = format!("# comment\n{EXAMPLE}\nrenju 15 moves h8\n");
        let error = read("a.txt", &text).unwrap_err().to_string();
        assert!(
            error.starts_with("a.txt:3: expected `NAME win in"),
            "{error}"
        );
        let error = read("a.txt", "").unwrap_err().to_string();
        assert!(error.starts_with("a.txt:1: no problems"), "{error}");
    }

    #[test]
    fn the_suite_of_first_claims_is_read() {
        let text = include_str!("../../tests/data/gomoku/first-claims.txt");
        let wins = read("first-claims.txt", text).unwrap();
        assert_eq!(wins.len(), 60);
        for rule in [Rule::Freestyle, Rule::Renju] {
            let of_rule = wins.iter().map(|win| &win.content);
            let of_rule = of_rule.filter(|win| win.position.rules().rule() == rule);
            let (rapfi, own): (Vec<_>, Vec<_>) = of_rule.partition(|win| win.announcer == "rapfi");
            assert_eq!((rapfi.len(), own.len()), (20, 10), "{rule:?}");
        }
    }
}
