//! Writes games.

use crate::engine::Variant;
use crate::format::GameRecord;
use crate::game::{Outcome, Setup, Side, Vertex};
use std::fmt::Write;

/// What a file says about a game beyond its moves. Empty texts are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The players, Black and White: PB, PW.
    pub names: [String; 2],
    /// The result, if it is known in the form of RE (`B+6`, `W+T`, `0`).
    pub result: String,
    /// The match: EV.
    pub event: String,
    /// The number in the match: RO.
    pub round: String,
    /// The day, `2026-01-31`: DT.
    pub date: String,
    /// Time control in words: OT.
    pub overtime: String,
    /// The opening: ON.
    pub opening: String,
    /// About the whole game: GC.
    pub comment: String,
    /// How it ended, in a word. TE is private; c-gomoku-cli writes it.
    pub ending: String,
    /// About each move, by the index of the move; may be shorter than the game.
    pub moves: Vec<String>,
}

/// Writes a game as a file.
///
/// Othello: letter pairs from a1 at the top left, forced passes left out, as Quarry does. Gomoku:
/// letter pairs from the highest rank at the top left, the rule as Gomocup's code.
pub fn write(game: &GameRecord, outcome: Option<Outcome>) -> String {
    let result = match outcome {
        None => String::new(),
        Some(Outcome { winner: None, .. }) => "0".into(),
        Some(Outcome {
            winner: Some(side),
            margin,
            ..
        }) => {
            let letter = side.letter().to_ascii_uppercase();
            format!("{letter}+{margin}")
        }
    };
    let notes = Notes {
        result,
        ..Notes::default()
    };
    write_with(game, &notes)
}

/// Writes a game with what is known about it. A comment on a pass that is left out stands at the move
/// after it.
pub fn write_with(game: &GameRecord, notes: &Notes) -> String {
    let GameRecord {
        variant,
        start,
        moves,
    } = game;
    let size = start.size;
    let letters = |vertex: Vertex| {
        let row = match variant {
            Variant::Othello => vertex.row,
            Variant::Gomoku(_) => size.saturating_sub(1).saturating_sub(vertex.row),
        };
        [vertex.col, row]
            .map(|n| char::from(b'a' + n.min(25)))
            .iter()
            .collect::<String>()
    };
    let mut text = String::from("(;FF[4]CA[UTF-8]");
    let version = env!("CARGO_PKG_VERSION");
    // Writing to a string cannot fail.
    let _ = match variant {
        Variant::Othello => write!(text, "GM[2]AP[Flipfive:{version}]SZ[{size}]"),
        Variant::Gomoku(rule) => {
            let code = rule.code();
            write!(text, "GM[4]AP[Flipfive:{version}]SZ[{size}]RU[{code}]")
        }
    };
    let [black, white] = &notes.names;
    for (name, value) in [
        ("EV", &notes.event),
        ("RO", &notes.round),
        ("DT", &notes.date),
        ("PB", black),
        ("PW", white),
        ("OT", &notes.overtime),
        ("ON", &notes.opening),
        ("RE", &notes.result),
        ("TE", &notes.ending),
    ] {
        if !value.is_empty() {
            let _ = write!(text, "{name}[{}]", escaped(value, false));
        }
    }
    if !notes.comment.is_empty() {
        let _ = write!(text, "\nGC[{}]", escaped(&notes.comment, true));
    }
    set_up(&mut text, *variant, start, letters);
    let mut places = 0;
    let mut waiting = String::new();
    for (n, &(side, mv)) in moves.iter().enumerate() {
        let comment = notes.moves.get(n).map_or("", String::as_str);
        let Some(vertex) = mv.vertex() else {
            if !comment.is_empty() {
                let _ = writeln!(waiting, "pass: {comment}");
            }
            continue;
        };
        let comment = waiting.clone() + comment;
        waiting.clear();
        if places % 10 == 0 || !comment.is_empty() {
            text.push('\n');
        }
        places += 1;
        let color = side.letter().to_ascii_uppercase();
        let _ = write!(text, ";{color}[{}]", letters(vertex));
        if !comment.is_empty() {
            let _ = write!(text, "C[{}]", escaped(&comment, true));
        }
    }
    text.push_str(")\n");
    text
}

/// A value as it stands between brackets. What SimpleText has no place for becomes a blank.
fn escaped(value: &str, lines: bool) -> String {
    let mut text = String::new();
    for c in value.trim_end().chars() {
        match c {
            ']' | '\\' => text.extend(['\\', c]),
            '\n' if lines => text.push(c),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

/// The position before the first move, if it is not the regular one.
fn set_up(text: &mut String, variant: Variant, start: &Setup, letters: impl Fn(Vertex) -> String) {
    let regular = variant
        .new_record(start.size)
        .is_some_and(|record| record.start() == *start);
    if regular {
        return;
    }
    text.push('\n');
    if variant == Variant::Othello {
        // Readers that start from the regular position have to know what is not there.
        let centre = [(3, 3), (4, 3), (3, 4), (4, 4)].map(|(col, row)| Vertex::new(col, row));
        let missing = centre.into_iter().filter(|&v| start.get(v).is_none());
        property_list(text, "AE", missing.map(&letters));
    }
    for (name, side) in [("AB", Side::Black), ("AW", Side::White)] {
        let stones = start.stones().filter(|&(owner, _)| owner == side);
        property_list(text, name, stones.map(|(_, vertex)| letters(vertex)));
    }
    let _ = write!(text, "PL[{}]", start.to_move.letter().to_ascii_uppercase());
}

fn property_list(text: &mut String, name: &str, values: impl Iterator<Item = String>) {
    for (n, value) in values.enumerate() {
        if n == 0 {
            text.push_str(name);
        }
        let _ = write!(text, "[{value}]");
    }
}
