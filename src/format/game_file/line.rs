//! Games that stand on a line.

use crate::engine::Variant;
use crate::format::annotated::{AnnotatedGame, AnnotatedMove};
use crate::format::error::FormatError;
use crate::format::file_game::FileGame;
use crate::format::game_file::kind::FileFormat;
use crate::format::record::GameRecord;
use crate::format::{puzzle, replay};
use crate::game::{Game, Move, describe};
use crate::gomoku::rules::notation::{FirstRow, name, parse_moves};
use crate::gomoku::{Rule, Rules};
use crate::othello::rules::notation::{self, NotationError, Obf, parse_transcript};
use crate::othello::{Othello, Position};

/// Reads a line of a format with one game on each line. `variant` and `size` are for lines that do not name
/// them.
///
/// # Errors
/// The first thing that is wrong, with its column.
pub(super) fn read(
    line: &str,
    format: FileFormat,
    variant: Option<Variant>,
    size: u8,
) -> Result<FileGame, FormatError> {
    match format {
        FileFormat::Obf => obf(line),
        FileFormat::Puzzle => puzzle::read_game(line).map_err(|message| column(1, message)),
        FileFormat::Pos | FileFormat::PosTop => {
            let rule = match variant {
                Some(Variant::Gomoku(rule)) => rule,
                _ => Rule::Freestyle,
            };
            let rules = Rules::new(size, rule).map_err(|fault| column(1, fault.to_string()))?;
            let first = match format {
                FileFormat::PosTop => FirstRow::Top,
                _ => FirstRow::Bottom,
            };
            pos(line, rules, first)
        }
        _ => transcript(line),
    }
}

fn column(column: usize, message: impl AsRef<str>) -> FormatError {
    FormatError::new(1, column, message)
}

/// An error in a part of a line that begins after `before` characters.
fn othello_error(error: &NotationError, before: usize) -> FormatError {
    match error {
        NotationError::Syntax {
            column: at,
            expected,
            found,
        } => column(before + at, format!("expected {expected}, found {found}")),
        NotationError::Illegal {
            column: at,
            name,
            reason,
        } => column(before + at, format!("{name} cannot be played: {reason}")),
    }
}

/// An Othello game from a position.
fn othello(start: &Position, moves: impl IntoIterator<Item = Move>) -> AnnotatedGame {
    let mut position = *start;
    let mut played = Vec::new();
    for mv in moves {
        played.push(AnnotatedMove::new(position.side, mv));
        Othello::play(&mut position, mv);
    }
    AnnotatedGame {
        moves: played,
        ..AnnotatedGame::new(Variant::Othello, describe::<Othello>(start))
    }
}

/// `f5d6c3`, or the position before the moves in front of them: `---...XO... X;f5d6c3`.
fn transcript(line: &str) -> Result<FileGame, FormatError> {
    let (start, before, moves) = match line.split_once(';') {
        Some((board, moves)) if board.len() > 64 => {
            let start =
                notation::parse_position(board).map_err(|error| othello_error(&error, 0))?;
            (start, board.chars().count() + 1, moves)
        }
        _ => (Position::START, 0, line),
    };
    let moves = parse_transcript(start, moves).map_err(|error| othello_error(&error, before))?;
    Ok(othello(&start, moves).into())
}

/// A position. What the line states about it becomes the comment of the game.
fn obf(line: &str) -> Result<FileGame, FormatError> {
    let obf = Obf::parse(line).map_err(|error| othello_error(&error, 0))?;
    let facts = line.find([';', '%']).map_or("", |at| &line[at..]);
    let facts = facts.strip_prefix(';').unwrap_or(facts).trim();
    let mut game = othello(&obf.position, []);
    game.comment = match facts.contains('%') {
        true => facts,
        false => facts.trim_end_matches(';'),
    }
    .to_owned();
    Ok(game.into())
}

/// The column of a move of a line that can be parsed, from 1, in characters: each move has one letter.
fn column_of_move(line: &str, number: usize) -> usize {
    let mut letters = line
        .chars()
        .enumerate()
        .filter(|(_, c)| c.is_ascii_alphabetic());
    letters.nth(number - 1).map_or(1, |(index, _)| index + 1)
}

fn pos(line: &str, rules: Rules, first: FirstRow) -> Result<FileGame, FormatError> {
    let moves = parse_moves(line, rules, first).map_err(|error| {
        let message = format!("expected {}, found {}", error.expected, error.found);
        column(error.column, message)
    })?;
    let variant = Variant::Gomoku(rules.rule());
    let size = rules.size();
    let Some(mut record) = variant.new_record(size) else {
        return Err(column(1, format!("{variant} has no board of size {size}")));
    };
    for (n, vertex) in (1..).zip(moves) {
        let side = record.side();
        replay(record.as_mut(), side, Move::Place(vertex)).map_err(|reason| {
            let name = name(vertex, rules, first);
            let message = format!("move {n}, {name}, cannot be played: {reason}");
            column(column_of_move(line, n), message)
        })?;
    }
    let record = GameRecord::of(variant, record.as_ref());
    Ok(AnnotatedGame::from(&record).into())
}
