//! Comma-separated values (RFC 4180): one row for each game, for spreadsheets and statistics.

use crate::format::{milliseconds, short_decimal};
use crate::game::Side;
use crate::report::display::utc;
use crate::tournament::{GameResult, Ply, Replay};

/// A column: its name and its cell in the row of a game. The cell of an unknown value is empty.
/// docs/match-report.md describes the columns.
pub(super) type Column = (&'static str, fn(&Row) -> String);

/// The columns in their order.
pub(super) const COLUMNS: [Column; 25] = [
    ("game", |row| row.game.game.to_string()),
    ("pair", |row| row.game.pair.to_string()),
    ("variant", |row| text(&row.game.variant)),
    ("size", |row| row.game.size.to_string()),
    ("black", |row| text(&row.game.black)),
    ("white", |row| text(&row.game.white)),
    ("winner", |row| by_winner(row, ["black", "draw", "white"])),
    ("black_points", |row| by_winner(row, ["1", "0.5", "0"])),
    ("discs", |row| or_empty(row.game.discs)),
    ("ending", |row| row.game.ending.name().into()),
    ("detail", |row| text(&row.game.detail)),
    ("opening", |row| text(&row.game.opening)),
    ("opening_plies", |row| {
        row.game.opening_moves.len().to_string()
    }),
    ("plies", |row| row.game.plies.len().to_string()),
    ("black_ms", |row| total_ms(row, Side::Black)),
    ("white_ms", |row| total_ms(row, Side::White)),
    ("black_max_ms", |row| max_ms(row, Side::Black)),
    ("white_max_ms", |row| max_ms(row, Side::White)),
    ("black_depth", |row| mean_depth(row, Side::Black)),
    ("white_depth", |row| mean_depth(row, Side::White)),
    ("black_nodes", |row| total_nodes(row, Side::Black)),
    ("white_nodes", |row| total_nodes(row, Side::White)),
    ("began", |row| {
        or_empty(utc(row.game.began).map(|began| began.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()))
    }),
    ("took_ms", |row| row.game.took.to_string()),
    ("moves", |row| {
        let opening = row.game.opening_moves.iter().map(String::as_str);
        let plies = row.game.plies.iter().map(|ply| ply.name.as_str());
        text(&opening.chain(plies).collect::<Vec<_>>().join(" "))
    }),
];

/// A game with the moves of each side.
pub(super) struct Row<'a> {
    game: &'a GameResult,
    plies: [Vec<&'a Ply>; 2],
}

/// The row with the names of the columns.
pub(crate) fn header() -> String {
    COLUMNS.map(|(name, _)| name).join(",") + "\r\n"
}

/// The row of a game.
pub(crate) fn row(game: &GameResult) -> String {
    let mut plies: [Vec<&Ply>; 2] = Default::default();
    for step in Replay::of(game).map(|replay| replay.steps).iter().flatten() {
        plies[step.side.index()].extend(step.ply);
    }
    let row = Row { game, plies };
    COLUMNS.map(|(_, cell)| quoted(&cell(&row))).join(",") + "\r\n"
}

/// A value as text, nothing for an unknown one.
pub(super) fn or_empty<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn by_winner(row: &Row, [black, draw, white]: [&str; 3]) -> String {
    match row.game.winner {
        Some(Side::Black) => black.into(),
        None => draw.into(),
        Some(Side::White) => white.into(),
    }
}

fn total_ms(row: &Row, side: Side) -> String {
    milliseconds(row.plies[side.index()].iter().map(|ply| ply.ms).sum())
}

fn max_ms(row: &Row, side: Side) -> String {
    let times = row.plies[side.index()].iter().map(|ply| ply.ms);
    milliseconds(times.fold(0.0, f64::max))
}

fn mean_depth(row: &Row, side: Side) -> String {
    let plies = row.plies[side.index()].iter();
    let depths: Vec<f64> = plies
        .filter_map(|ply| ply.info.depth.map(f64::from))
        .collect();
    let sum: f64 = depths.iter().sum();
    or_empty((!depths.is_empty()).then(|| short_decimal(sum / depths.len() as f64)))
}

fn total_nodes(row: &Row, side: Side) -> String {
    let plies = row.plies[side.index()].iter();
    or_empty(
        plies
            .filter_map(|ply| ply.info.nodes)
            .reduce(u64::saturating_add),
    )
}

/// A text that a spreadsheet does not run as a formula: such texts begin with an apostrophe (OWASP, "CSV
/// Injection").
pub(super) fn text(value: &str) -> String {
    if value.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{value}")
    } else {
        value.into()
    }
}

/// A cell, in quotes if it needs them.
pub(super) fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.into()
    }
}
