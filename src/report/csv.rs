//! Comma-separated values (RFC 4180): one row per game, for spreadsheets and statistics.

use crate::format::{milliseconds, short_decimal};
use crate::game::Side;
use crate::report::display::utc;
use crate::tournament::Replay;
use crate::tournament::{GameResult, Ply, Winner};

/// The columns with what they hold. Cells of what is not known are empty.
pub const COLUMNS: [(&str, &str); 25] = [
    ("game", "number in the schedule, from 0"),
    (
        "pair",
        "number of the pair; its other game has the colours exchanged",
    ),
    ("variant", "the game and its rule"),
    ("size", "cells in a row"),
    ("black", "engine with the black stones, which moves first"),
    ("white", "engine with the white stones"),
    ("winner", "black, white or draw"),
    ("black_points", "1, 0.5 or 0"),
    ("discs", "Othello: discs of Black minus discs of White"),
    ("ending", "how it ended, in a word"),
    ("detail", "how it ended, in a sentence"),
    ("opening", "where the opening comes from"),
    ("opening_plies", "moves of the opening"),
    ("plies", "moves of the engines"),
    ("black_ms", "time of Black, in milliseconds"),
    ("white_ms", "time of White, in milliseconds"),
    ("black_max_ms", "longest move of Black"),
    ("white_max_ms", "longest move of White"),
    ("black_depth", "mean depth of Black, in plies"),
    ("white_depth", "mean depth of White, in plies"),
    ("black_nodes", "nodes of Black"),
    ("white_nodes", "nodes of White"),
    ("began", "when it began, UTC"),
    ("took_ms", "how long it took, in milliseconds"),
    (
        "moves",
        "all moves with blanks between them, the opening first",
    ),
];

/// The first row.
pub fn header() -> String {
    let names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
    names.join(",") + "\r\n"
}

/// The row of a game.
pub fn row(game: &GameResult) -> String {
    let mut own: [Vec<&Ply>; 2] = Default::default();
    if let Some(walk) = Replay::of(game) {
        for step in &walk.steps {
            own[step.side.index()].extend(step.ply);
        }
    }
    let both = |of: &dyn Fn(&[&Ply]) -> String| Side::ALL.map(|side| of(&own[side.index()]));
    let [black_ms, white_ms] = both(&|plies| milliseconds(plies.iter().map(|ply| ply.ms).sum()));
    let [black_max, white_max] = both(&|plies| {
        let longest = plies.iter().map(|ply| ply.ms).fold(0.0, f64::max);
        milliseconds(longest)
    });
    let [black_depth, white_depth] = both(&|plies| {
        let depths: Vec<f64> = plies
            .iter()
            .filter_map(|ply| ply.thought.depth.map(f64::from))
            .collect();
        let mean = depths.iter().sum::<f64>() / depths.len() as f64;
        if depths.is_empty() {
            String::new()
        } else {
            short_decimal(mean)
        }
    });
    let [black_nodes, white_nodes] = both(&|plies| {
        let nodes = plies.iter().filter_map(|ply| ply.thought.nodes);
        let sum = nodes.reduce(u64::saturating_add);
        sum.map_or_else(String::new, |sum| sum.to_string())
    });
    let (winner, points) = match game.winner {
        Some(Winner::Black) => ("black", "1"),
        None => ("draw", "0.5"),
        Some(Winner::White) => ("white", "0"),
    };
    let opening = game.opening_moves.iter().map(String::as_str);
    let plies = game.plies.iter().map(|ply| ply.name.as_str());
    let moves: Vec<&str> = opening.chain(plies).collect();
    let cells = [
        game.game.to_string(),
        game.pair.to_string(),
        text(&game.variant),
        game.size.to_string(),
        text(&game.black),
        text(&game.white),
        winner.into(),
        points.into(),
        game.discs
            .map_or_else(String::new, |discs| discs.to_string()),
        game.ending.name().into(),
        text(&game.detail),
        text(&game.opening),
        game.opening_moves.len().to_string(),
        game.plies.len().to_string(),
        black_ms,
        white_ms,
        black_max,
        white_max,
        black_depth,
        white_depth,
        black_nodes,
        white_nodes,
        utc(game.began).map_or_else(String::new, |began| {
            began.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
        }),
        game.took.to_string(),
        text(&moves.join(" ")),
    ];
    cells.map(|cell| quoted(&cell)).join(",") + "\r\n"
}

/// All games, with a header.
pub fn table(games: &[GameResult]) -> String {
    games.iter().fold(header(), |text, game| text + &row(game))
}

/// A text from outside. Spreadsheets take some beginnings for formulas and run them; an apostrophe makes
/// text of them (OWASP, "CSV Injection").
fn text(value: &str) -> String {
    if value.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{value}")
    } else {
        value.into()
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.into()
    }
}
