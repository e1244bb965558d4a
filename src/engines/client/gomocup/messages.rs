//! Search information in the `MESSAGE` lines of Gomocup engines.
//!
//! There is no standard: `depth 12 evaluation +0.43 (51.0 %) time 9 ms nodes 4000` (Flipfive),
//! `Depth 10-13 | Eval 194 | Node 3004` (Rapfi), `depth 10-13 ev 194 n 3004K` (Rapfi in its UCI-like mode), `depth: 6-10
//! best:[8,9] val=56` (AIWine), `depth 1-45 ev 60.1 winrate 56.7 n 288959` (AlphaGomoku). In all of them a number follows
//! its name. The best line follows `bestline` or `pv`, as points with row 1 at the bottom.

use crate::engines::MoveInfo;
use crate::game::{ColumnLetters, Move, ParsedVertex};

/// The points of a message are on this board. Whoever uses them knows the board of the game.
const LARGEST_BOARD: u8 = 26;

/// Reads what a message says about the search. Later messages belong to deeper searches and replace
/// earlier ones.
pub(super) fn read_message(message: &str, info: &mut MoveInfo) {
    let text: String = message
        .chars()
        .map(|c| match c {
            ':' | '=' | '|' | ';' | ',' | '(' | ')' | '[' | ']' => ' ',
            c => c.to_ascii_lowercase(),
        })
        .collect();
    // AlphaGomoku's `ev` is an expected result in per cent.
    let is_percent = text.split_whitespace().any(|word| word == "winrate");
    let mut words = text.split_whitespace().peekable();
    while let Some(key) = words.next() {
        let Some(&value) = words.peek() else {
            return;
        };
        match key {
            "depth" | "dep" => {
                let digits = value.split(|c: char| !c.is_ascii_digit()).next();
                if let Some(depth) = digits.and_then(|digits| digits.parse().ok()) {
                    info.depth = Some(depth);
                }
            }
            "evaluation" | "eval" | "ev" | "val" | "value" | "score" => {
                if let Some((plies, claimed)) = mate(value) {
                    (info.value, info.mate, info.claimed) = (None, Some(plies), claimed);
                } else if let Some(value) = number(value) {
                    info.win_rate = is_percent.then_some(value / 100.0);
                    let value = if is_percent { value - 50.0 } else { value };
                    (info.value, info.mate, info.claimed) = (Some(value), None, false);
                }
            }
            "nodes" | "node" | "n" => {
                // f64 holds whole numbers exactly up to 2^53.
                if let Some(nodes) = count(value).filter(|&nodes| (0.0..9e15).contains(&nodes)) {
                    info.nodes = Some(nodes as u64);
                }
            }
            "bestline" | "pv" => {
                info.line = words.map_while(point).collect();
                return;
            }
            _ if value == "%" => {
                info.win_rate = number(key).map(|percent| percent / 100.0);
            }
            _ => {}
        }
    }
}

/// A point of the largest board: `i7`.
fn point(word: &str) -> Option<Move> {
    ParsedVertex::parse(word)?.on_board(LARGEST_BOARD, ColumnLetters::All)
}

/// `+m5`, `-m12`, `m3`, AlphaGomoku's `w5` and `l12`: a win or a loss in that many plies. A question mark after it (Flipfive) marks a claim.
fn mate(word: &str) -> Option<(i32, bool)> {
    let (word, claimed) = match word.strip_suffix('?') {
        Some(word) => (word, true),
        None => (word, false),
    };
    let (sign, rest) = match word.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, word.strip_prefix('+').unwrap_or(word)),
    };
    let (sign, plies) = match rest.split_at_checked(1)? {
        ("m", plies) => (sign, plies),
        ("w", plies) => (1, plies),
        ("l", plies) => (-1, plies),
        _ => return None,
    };
    let plies: i32 = plies.parse().ok()?;
    let in_range = (0..=10_000).contains(&plies);
    in_range.then_some((sign * plies, claimed))
}

fn number(word: &str) -> Option<f64> {
    word.parse().ok().filter(|number: &f64| number.is_finite())
}

/// A number of nodes; `118k` are thousands, `3m` millions.
fn count(word: &str) -> Option<f64> {
    let (digits, factor) = match word.as_bytes().last()? {
        b'k' => (&word[..word.len() - 1], 1e3),
        b'm' => (&word[..word.len() - 1], 1e6),
        b'g' => (&word[..word.len() - 1], 1e9),
        _ => (word, 1.0),
    };
    number(digits).map(|number| number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(messages: &[&str]) -> (Option<f64>, Option<i32>, Option<u32>, Option<u64>) {
        let mut info = MoveInfo::default();
        for message in messages {
            read_message(message, &mut info);
        }
        (info.value, info.mate, info.depth, info.nodes)
    }

    #[test]
    fn messages_of_known_engines() {
        assert_eq!(
            info(&[
                "depth 7 evaluation -0.05 (50.0 %) time 10 ms nodes 1000 speed 100000 bestline h8 i7"
            ]),
            (Some(-0.05), None, Some(7), Some(1000))
        );
        assert_eq!(
            info(&[
                "depth 9 evaluation +0.50 nodes 5",
                "depth 11 evaluation +M7 (100.0 %) nodes 9"
            ]),
            (None, Some(7), Some(11), Some(9))
        );
        // Rapfi 0.43.
        assert_eq!(
            info(&[
                "Depth 10-10 | Eval 247 | Time 2ms | I7 G9 H7",
                "Speed 600K | Depth 10-13 | Eval 194 | Node 3004 | Time 5ms"
            ]),
            (Some(194.0), None, Some(10), Some(3004))
        );
        assert_eq!(
            info(&["Depth 4-9 | Eval -M6 | Node 12K"]),
            (None, Some(-6), Some(4), Some(12_000))
        );
        // The same in its UCI-like mode.
        assert_eq!(
            info(&["depth 10-13 ev 194 n 3004K n/ms 600 tm 5 pv I7 G9"]),
            (Some(194.0), None, Some(10), Some(3_004_000))
        );
        // AlphaGomoku.
        let expected = |ev: &str| {
            format!("depth 1-45 ev {ev} winrate 56.7 drawrate 6.9 n 288959 n/s 9 tm 5 pv h8")
        };
        assert_eq!(
            info(&[&expected("60.5")]),
            (Some(10.5), None, Some(1), Some(288_959))
        );
        assert_eq!(info(&[&expected("W3")]).1, Some(3));
        assert_eq!(info(&[&expected("L12")]).1, Some(-12));
        // AIWine 2.1.
        assert_eq!(
            info(&[
                "depth: 6-10 best:[8,9] val=56 time:138ms",
                "node:118k eval:56"
            ]),
            (Some(56.0), None, Some(6), Some(118_000))
        );
    }

    #[test]
    fn the_expected_result_and_the_line_are_read() {
        let mut info = MoveInfo::default();
        for (message, win_rate, line) in [
            (
                "depth 15 evaluation -0.77 (40.5 %) nodes 9 bestline j8 f7 i15",
                Some(0.405),
                "j8 f7 i15",
            ),
            (
                "depth 1-45 ev 60.5 winrate 56.7 n 2 pv h8",
                Some(0.605),
                "h8",
            ),
            ("depth 16 ev 194 n 3004K pv I7 G9 and so on", None, "i7 g9"),
        ] {
            read_message(message, &mut info);
            assert_eq!(info.win_rate, win_rate, "{message}");
            let names: Vec<String> = info.line.iter().map(ToString::to_string).collect();
            assert_eq!(names.join(" "), line, "{message}");
        }
    }

    #[test]
    fn a_question_mark_marks_a_claim() {
        let mut info = MoveInfo::default();
        for (message, mate, claimed) in [
            ("depth 11 evaluation -M8? (0.1 %) nodes 9", Some(-8), true),
            ("depth 12 evaluation +M23? (99.9 %) nodes 9", Some(23), true),
            (
                "depth 13 evaluation +M21 (100.0 %) nodes 9",
                Some(21),
                false,
            ),
            ("depth 13 evaluation +M? nodes 9", Some(21), false),
            ("depth 14 evaluation +M19? nodes 9", Some(19), true),
            ("depth 15 evaluation +1.50 nodes 9", None, false),
        ] {
            read_message(message, &mut info);
            assert_eq!((info.mate, info.claimed), (mate, claimed), "{message}");
        }
    }

    #[test]
    fn words_that_are_not_numbers_are_skipped() {
        for message in [
            "",
            "depth",
            "depth deep eval none nodes -3",
            "eval nan",
            "eval inf",
            "nodes k",
        ] {
            assert_eq!(info(&[message]), (None, None, None, None), "{message}");
        }
        assert_eq!(info(&["nodes é"]), (None, None, None, None));
    }
}
