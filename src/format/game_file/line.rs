//! Games that stand on a line.

use crate::engine::Variant;
use crate::format::annotated::{AnnotatedGame, AnnotatedMove};
use crate::format::error::FormatError;
use crate::format::file_game::FileGame;
use crate::format::game_file::kind::FileFormat;
use crate::format::properties::error_at;
use crate::format::record::GameRecord;
use crate::format::{puzzle, replay};
use crate::game::{Game, Move, describe};
use crate::gomoku::rules::notation::{FirstRow, name, parse_moves};
use crate::gomoku::{Rule, Rules};
use crate::othello::rules::notation::{self, NotationError, Obf, move_name, parse_transcript};
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
        FileFormat::Puzzle => puzzle::read_game(line),
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
        Some((board, moves)) if board.len() >= 64 => {
            let start =
                notation::parse_position(board).map_err(|error| othello_error(&error, 0))?;
            (start, board.chars().count() + 1, moves)
        }
        _ => (Position::START, 0, line),
    };
    let moves = parse_transcript(start, moves).map_err(|error| othello_error(&error, before))?;
    Ok(othello(&start, moves).into())
}

/// A position. What the line states about it becomes the comment of the game; the first illegal move is a problem.
fn obf(line: &str) -> Result<FileGame, FormatError> {
    let obf = Obf::parse(line).map_err(|error| othello_error(&error, 0))?;
    // Not the text of the line: in training data the score has no semicolon before it.
    let written = obf.to_string();
    let facts = written.split_once(';').map_or("", |(_, facts)| facts);
    let facts = facts.trim();
    let mut game = othello(&obf.position, []);
    game.comment = match facts.contains('%') {
        true => facts,
        false => facts.trim_end_matches(';'),
    }
    .to_owned();
    let mut legal = Vec::new();
    Othello::legal(&obf.position, &mut legal);
    let mut scored = obf.moves.iter().map(|(mv, _)| mv);
    let wrong = scored.position(|mv| !legal.contains(mv)).map(|index| {
        let name = move_name(obf.moves[index].0);
        let message = format!("{name} has a score but is illegal");
        column(column_of_scored_move(line, index), message)
    });
    Ok(FileGame {
        problems: wrong.into_iter().collect(),
        ..FileGame::from(game)
    })
}

/// The column of the move with this index of those with scores, from 1, in characters. Only they have a colon.
fn column_of_scored_move(line: &str, index: usize) -> usize {
    let data = line.split('%').next().unwrap_or_default();
    let mut parts = data.split(';').filter(|part| part.contains(':'));
    let part = parts.nth(index).unwrap_or(line).trim_start();
    error_at(line, part, "").column
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
            puzzle::error_at_point(line, line, n, message)
        })?;
    }
    let record = GameRecord::of(variant, record.as_ref());
    Ok(AnnotatedGame::from(&record).into())
}
