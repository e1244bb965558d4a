//! Reads openings from files.

use crate::engine::Variant;
use crate::engines::GameSpec;
use crate::format::game_file::{FileFormat, GameReader, ReadOptions};
use crate::format::{GameRecord, ggf};
use crate::game::{Move, Setup, Side, describe, in_turns};
use crate::gomoku::rules::notation::{FirstRow, parse_moves, parse_offsets};
use crate::gomoku::{self, Rule};
use crate::othello::rules::notation::{Obf, parse_transcript};
use crate::othello::{self, Othello};
use crate::tournament::openings::format::OpeningFormat;
use crate::tournament::openings::suite::Opening;
use crate::util::text::{check_encoding, decoded_lines};
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// An error in a file of openings, with its place.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("cannot read the openings in {}: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// An opening is wrong.
    #[error("{}:{line}: {text}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        text: String,
    },
    /// The file has no openings.
    #[error("{}: no openings; expected at least one", path.display())]
    Empty {
        /// The file or folder.
        path: PathBuf,
    },
    /// The format belongs to another game.
    #[error("the opening format {format} is not for {variant}; expected one of: {expected}")]
    Format {
        /// The format.
        format: String,
        /// The game.
        variant: Variant,
        /// The formats of the game.
        expected: String,
    },
    /// There is no built-in book.
    #[error(
        "there is no book of openings for {variant} on a board of size {size}; expected one of: {expected}; \
         or use --generate-openings"
    )]
    NoBook {
        /// The game.
        variant: Variant,
        /// The board size.
        size: u8,
        /// The games and boards with a book.
        expected: String,
    },
}

/// Reads the openings of a file, or of the SGF files of a folder in the order of their names.
///
/// Without `format`, the format is guessed from the name and the first line. Openings are cut after
/// `plies` moves. Empty lines and lines that begin with `#` are ignored.
///
/// # Errors
/// The first error with its file and line: unreadable text, an illegal move, or an opening after which
/// the game is over.
pub(crate) fn read(
    path: &Path,
    format: Option<OpeningFormat>,
    spec: GameSpec,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningsError> {
    let unreadable = |source| OpeningsError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let mut openings = Vec::new();
    if path.is_dir() {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            let file = entry.map_err(unreadable)?.path();
            if FileFormat::from_path(&file) == Some(FileFormat::Sgf) {
                files.push(file);
            }
        }
        files.sort();
        for file in files {
            read_file(&file, Some(OpeningFormat::Sgf), spec, plies, &mut openings)?;
        }
    } else {
        read_file(path, format, spec, plies, &mut openings)?;
    }
    if openings.is_empty() {
        return Err(OpeningsError::Empty {
            path: path.to_owned(),
        });
    }
    Ok(openings)
}

fn read_file(
    path: &Path,
    format: Option<OpeningFormat>,
    spec: GameSpec,
    plies: Option<usize>,
    openings: &mut Vec<Opening>,
) -> Result<(), OpeningsError> {
    let unreadable = |source| OpeningsError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let bytes = std::fs::read(path).map_err(unreadable)?;
    check_encoding(&bytes).map_err(unreadable)?;
    read_bytes(path, &bytes, format, spec, plies, openings)
}

/// Reads the openings of a file from its bytes.
pub(super) fn read_bytes(
    path: &Path,
    bytes: &[u8],
    format: Option<OpeningFormat>,
    spec: GameSpec,
    plies: Option<usize>,
    openings: &mut Vec<Opening>,
) -> Result<(), OpeningsError> {
    let text = decoded_lines(bytes);
    let format = format.unwrap_or_else(|| {
        let first = lines(&text).next().map_or("", |(_, line)| line);
        OpeningFormat::guess(path, first, spec.variant)
    });
    if !format.suits(spec.variant) {
        return Err(OpeningsError::Format {
            format: format.name(),
            variant: spec.variant,
            expected: OpeningFormat::names(spec.variant),
        });
    }
    let file = path.file_name().map(|name| name.to_string_lossy());
    let mut reader = Reader {
        path,
        file: file.unwrap_or_default().into_owned(),
        spec,
        plies: plies.unwrap_or(usize::MAX),
        openings,
    };
    match format {
        OpeningFormat::Sgf => reader.read_sgf(bytes),
        OpeningFormat::Ggf => reader.read_ggf(&text),
        OpeningFormat::Offset => reader.read_lines(&text, "0,0, 1,-1", offsets),
        OpeningFormat::Pos => reader.read_lines(&text, "h8i9", |line, spec| {
            points(line, spec, FirstRow::Bottom)
        }),
        OpeningFormat::PosTop => reader.read_lines(&text, "h8i9", |line, spec| {
            points(line, spec, FirstRow::Top)
        }),
        OpeningFormat::Transcript => reader.read_lines(&text, "f5d6c3", transcript),
        OpeningFormat::Obf => {
            let example = "64 squares of X, O and -, then the side to move";
            reader.read_lines(&text, example, obf)
        }
    }
}

/// Reads the openings of one file.
struct Reader<'a> {
    path: &'a Path,
    /// The name of the file, for the names of its openings.
    file: String,
    spec: GameSpec,
    /// Openings are cut after this number of moves.
    plies: usize,
    openings: &'a mut Vec<Opening>,
}

impl Reader<'_> {
    fn wrong(&self, line: usize, text: String) -> OpeningsError {
        OpeningsError::Line {
            path: self.path.to_owned(),
            line,
            text,
        }
    }

    fn add(&mut self, line: usize, name: String, opening: Opening) -> Result<(), OpeningsError> {
        let mut opening = Opening { name, ..opening };
        opening.moves.truncate(self.plies);
        match opening.record(self.spec) {
            Ok(_) => {
                self.openings.push(opening);
                Ok(())
            }
            Err(text) => Err(self.wrong(line, text)),
        }
    }

    fn read_sgf(&mut self, bytes: &[u8]) -> Result<(), OpeningsError> {
        let options = ReadOptions {
            format: Some(FileFormat::Sgf),
            variant: Some(self.spec.variant),
            size: Some(self.spec.size),
            ..ReadOptions::default()
        };
        // Not its text: the reader decodes SGF by the character set that it states.
        let input = Box::new(Cursor::new(bytes.to_vec()));
        let games =
            GameReader::new(input, options).map_err(|source| OpeningsError::Unreadable {
                path: self.path.to_owned(),
                source,
            })?;
        let games: Vec<_> = games.collect();
        let is_collection = games.len() > 1;
        for (number, game) in (1..).zip(games) {
            let game = game.map_err(|error| {
                let text = format!("column {}: {}", error.column, error.message);
                self.wrong(error.line, text)
            })?;
            let record = GameRecord::from(&game.game);
            let opening = from_game(&record, self.spec);
            let opening = opening.map_err(|text| self.wrong(game.line, text))?;
            let name = match is_collection {
                true => format!("{}#{number}", self.file),
                false => self.file.clone(),
            };
            self.add(game.line, name, opening)?;
        }
        Ok(())
    }

    fn read_ggf(&mut self, text: &str) -> Result<(), OpeningsError> {
        let games = ggf::read_all(text).map_err(|error| {
            let text = format!("column {}: {}", error.column, error.message);
            self.wrong(error.line, text)
        })?;
        for (number, game) in (1..).zip(games) {
            let opening = from_game(&game.record(), self.spec)
                .map_err(|text| self.wrong(1, format!("game {number}: {text}")))?;
            self.add(1, format!("{}#{number}", self.file), opening)?;
        }
        Ok(())
    }

    /// Reads a format with an opening on each line. `example` is a line for error messages.
    fn read_lines(
        &mut self,
        text: &str,
        example: &str,
        parse: impl Fn(&str, GameSpec) -> Result<Opening, String>,
    ) -> Result<(), OpeningsError> {
        for (number, line) in lines(text) {
            let opening = parse(line, self.spec).map_err(|error| {
                self.wrong(number, format!("{error}; a line looks like {example}"))
            })?;
            self.add(number, format!("{}:{number}", self.file), opening)?;
        }
        Ok(())
    }
}

/// The trimmed lines with contents, with their numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The rules of Gomoku; freestyle in a match of Othello.
fn gomoku_rules(spec: GameSpec) -> Result<gomoku::Rules, String> {
    let rule = match spec.variant {
        Variant::Gomoku(rule) => rule,
        Variant::Othello => Rule::Freestyle,
    };
    gomoku::Rules::new(spec.size, rule).map_err(text)
}

fn offsets(line: &str, spec: GameSpec) -> Result<Opening, String> {
    let stones = parse_offsets(line, gomoku_rules(spec)?).map_err(text)?;
    Ok(of_moves(stones.into_iter().map(Move::Place).collect()))
}

fn points(line: &str, spec: GameSpec, first: FirstRow) -> Result<Opening, String> {
    let stones = parse_moves(line, gomoku_rules(spec)?, first).map_err(text)?;
    Ok(of_moves(stones.into_iter().map(Move::Place).collect()))
}

fn transcript(line: &str, _: GameSpec) -> Result<Opening, String> {
    let moves = parse_transcript(othello::Position::START, line).map_err(text)?;
    Ok(of_moves(moves))
}

fn obf(line: &str, _: GameSpec) -> Result<Opening, String> {
    let obf = Obf::parse(line).map_err(text)?;
    Ok(Opening {
        start: Some(describe::<Othello>(&obf.position)),
        ..Opening::default()
    })
}

fn of_moves(moves: Vec<Move>) -> Opening {
    Opening {
        moves,
        ..Opening::default()
    }
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

/// The moves of a whole game as an opening.
fn from_game(game: &GameRecord, spec: GameSpec) -> Result<Opening, String> {
    let same_game = matches!(
        (game.variant, spec.variant),
        (Variant::Othello, Variant::Othello) | (Variant::Gomoku(_), Variant::Gomoku(_))
    );
    // The match decides the rule of Gomoku, whatever the file says.
    if !same_game || game.start.size != spec.size {
        let text = format!(
            "the file has a game of {} on a board of size {}; expected {} on size {}",
            game.variant, game.start.size, spec.variant, spec.size
        );
        return Err(text);
    }
    let regular = spec
        .variant
        .new_record(spec.size)
        .map(|record| record.current());
    let mut opening = Opening::default();
    match spec.variant {
        Variant::Othello if regular.as_ref() != Some(&game.start) => {
            opening.start = Some(game.start.clone());
        }
        Variant::Othello => {}
        Variant::Gomoku(_) => opening.moves = stones_in_turns(&game.start)?,
    }
    // Forced passes may be missing from the file.
    let mut side = match (&opening.start, opening.moves.len() % 2) {
        (Some(start), _) => start.to_move,
        (None, 0) => Side::Black,
        (None, _) => Side::White,
    };
    for &(mover, mv) in &game.moves {
        if mover != side {
            opening.moves.push(Move::Pass);
        }
        opening.moves.push(mv);
        side = mover.other();
    }
    Ok(opening)
}

/// The set-up stones of a Gomoku game as alternating moves, as in Gomocup's `BOARD`.
fn stones_in_turns(start: &Setup) -> Result<Vec<Move>, String> {
    let stones: Vec<_> = start.stones().collect();
    let Some(moves) = in_turns(&stones, start.to_move) else {
        let [black, white] = Side::ALL.map(|side| start.stones_of(side).count());
        return Err(format!(
            "{black} black and {white} white set-up stones with {} to move; expected as many of each (black to \
             move) or one more black stone (white to move)",
            start.to_move
        ));
    };
    Ok(moves.into_iter().map(|(_, mv)| mv).collect())
}

#[cfg(test)]
mod tests;
