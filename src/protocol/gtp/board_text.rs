//! The board as text.

use crate::engine::Rows;
use crate::engine::Variant;
use crate::game::{ColumnLetters, Side, Vertex};
use crate::protocol::gtp::call::State;
use crate::protocol::gtp::text::score;
use crate::session::Session;

/// `X` for black, `O` for white, `.` for an empty point.
pub(crate) fn symbol(stone: Option<Side>) -> char {
    match stone {
        Some(Side::Black) => 'X',
        Some(Side::White) => 'O',
        None => '.',
    }
}

/// The rows from top to bottom.
fn rows(size: u8, rank_1_on_top: bool) -> Vec<u8> {
    if rank_1_on_top {
        (0..size).collect()
    } else {
        (0..size).rev().collect()
    }
}

/// The board for programs: a word for each point, the highest rank first. GoGui relies on this order.
pub(crate) fn for_programs(session: &Session, word: impl Fn(Vertex) -> String) -> String {
    let size = session.record().size();
    let line = |row| {
        let words: Vec<_> = (0..size).map(|col| word(Vertex::new(col, row))).collect();
        words.join(" ")
    };
    rows(size, false)
        .into_iter()
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
}

/// The board for people, in the usual orientation of the game.
pub(crate) fn for_people(session: &Session, state: &State) -> String {
    let record = session.record();
    let size = record.size();
    let rank_1_on_top = match session.options().rows {
        Rows::Top => true,
        Rows::Bottom => false,
        // GoGui shows this text beside its own board.
        Rows::Auto => session.variant() == Variant::Othello && !state.is_gogui,
    };
    let width = if size > 9 { 2 } else { 1 };
    let files: Vec<_> = (0..size)
        .map(|col| ColumnLetters::SkipI.letter(col).to_string())
        .collect();
    let files = format!("{:width$} {}", "", files.join(" "));
    let mut lines = vec![String::new(), files.clone()];
    for row in rows(size, rank_1_on_top) {
        let cells: Vec<_> = (0..size)
            .map(|col| symbol(record.stone(Vertex::new(col, row))).to_string())
            .collect();
        let rank = u16::from(row) + 1;
        lines.push(format!("{rank:>width$} {} {rank}", cells.join(" ")));
    }
    lines.push(files);
    let state = match record.outcome() {
        Some(outcome) => format!("the game is over, result: {}", score(outcome)),
        None => format!(
            "{} ({}) to move",
            record.side(),
            symbol(Some(record.side()))
        ),
    };
    let now = record.current();
    let count = |side| now.stones_of(side).count();
    let stones = if session.variant() == Variant::Othello {
        "discs"
    } else {
        "stones"
    };
    lines.push(format!(
        "{state}, {stones}: black {} white {}",
        count(Side::Black),
        count(Side::White)
    ));
    lines.join("\n")
}
