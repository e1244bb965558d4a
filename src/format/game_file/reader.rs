//! Reads the games of a file one after the other.

use crate::engine::Variant;
use crate::format::error::FormatError;
use crate::format::file_game::FileGame;
use crate::format::game_file::kind::FileFormat;
use crate::format::game_file::line;
use crate::format::game_file::parts::{HEAD_LENGTH, Layout, Part, Parts, Place, stated_charset};
use crate::format::wthor::{self, GAME_LENGTH, HEADER_LENGTH, Header, NameFiles, Names};
use crate::format::{ggf, psq, sgf};
use crate::gomoku::Rule;
use crate::util::text::{check_encoding, decoded_lines};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Cursor, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

/// What is known about a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format; otherwise the reader finds it out from the name and the first bytes.
    pub format: Option<FileFormat>,
    /// The game, for files that do not name it. Gomoku is freestyle without it.
    pub variant: Option<Variant>,
    /// The game, for lines, and for PSQ files that name no rule and whose path names none; the rule of Gomoku, for SGF
    /// without RU.
    pub likely: Option<Variant>,
    /// The board size, for files of Gomoku games that do not state it (15 without it).
    pub size: Option<u8>,
}

/// Reads games. As an iterator it yields each game, or the first error in it with its place; after an
/// error it goes on with the next game. A file without games yields one error.
pub struct GameReader {
    format: FileFormat,
    options: ReadOptions,
    source: Source,
    /// Whether it has yielded anything.
    any: bool,
    /// Whether the rest of the input cannot be read.
    failed: bool,
}

enum Source {
    Text(Parts),
    Wthor(Box<Database>),
    Ended,
}

/// A file of WTHOR.
struct Database {
    input: Box<dyn Read + Send>,
    header: Option<Header>,
    names: NameFiles,
    /// Games that were read.
    games: u32,
}

/// The text of a file, without byte order marks. SGF is decoded by the character set that its beginning states.
///
/// # Errors
/// It is compressed, or in UTF-16.
pub(crate) fn text_of(bytes: &[u8]) -> io::Result<Cow<'_, str>> {
    check_encoding(bytes)?;
    let head = &bytes[..bytes.len().min(HEAD_LENGTH)];
    Ok(match stated_charset(head) {
        Some(charset) => charset.decode(bytes).0,
        None => decoded_lines(bytes).into(),
    })
}

impl fmt::Debug for GameReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameReader")
            .field("format", &self.format)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl GameReader {
    /// Opens a file; `-` is stdin. The names of a WTHOR file `X.wtb` are those of `X.jou` and `X.trn`, or
    /// of `WTHOR.JOU` and `WTHOR.TRN` in the same folder.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn open(path: &Path, mut options: ReadOptions) -> io::Result<Self> {
        if path.as_os_str() == "-" {
            return Self::new(Box::new(io::stdin()), options);
        }
        options.format = options.format.or_else(|| FileFormat::from_path(path));
        options.likely = rule_of_path(path, options.format).or(options.likely);
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::other("it is a folder; expected a file"));
        }
        let mut reader = Self::new(Box::new(file), options)?;
        if let Source::Wthor(database) = &mut reader.source {
            database.names = names_beside(path);
        }
        Ok(reader)
    }

    /// Reads the games of a text.
    pub fn from_text(text: &str, options: ReadOptions) -> Self {
        let input = Cursor::new(text.as_bytes().to_vec());
        // Reading from memory does not fail.
        Self::new(Box::new(input), options).unwrap_or_else(|_| Self {
            format: FileFormat::Sgf,
            options,
            source: Source::Ended,
            any: true,
            failed: false,
        })
    }

    /// Reads the games of an input.
    ///
    /// # Errors
    /// The input cannot be read.
    pub fn new(mut input: Box<dyn Read + Send>, options: ReadOptions) -> io::Result<Self> {
        let mut head = Vec::new();
        let limit = HEAD_LENGTH as u64;
        input.by_ref().take(limit).read_to_end(&mut head)?;
        if options.format != Some(FileFormat::Wthor) {
            check_encoding(&head)?;
        }
        let format = options.format;
        let format = format.unwrap_or_else(|| FileFormat::guess(&head, options.variant));
        let input = Cursor::new(head).chain(input);
        let layout = match format {
            FileFormat::Sgf | FileFormat::Gogui => Layout::Trees,
            FileFormat::Ggf => Layout::Parentheses,
            FileFormat::Psq => Layout::Headers,
            _ => Layout::Lines,
        };
        let source = match format {
            FileFormat::Wthor => Source::Wthor(Box::new(Database {
                input: Box::new(BufReader::with_capacity(1 << 16, input)),
                header: None,
                names: NameFiles::default(),
                games: 0,
            })),
            FileFormat::Pgn => {
                let message = "games in PGN are only written; expected one of the other formats";
                return Err(io::Error::other(message));
            }
            _ => Source::Text(Parts::new(Box::new(input), layout)),
        };
        Ok(Self {
            format,
            options,
            source,
            any: false,
            failed: false,
        })
    }

    /// The format of the file.
    pub fn format(&self) -> FileFormat {
        self.format
    }

    /// Whether reading has broken off, so that further games may be missing.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed
    }

    fn variant(&self) -> Option<Variant> {
        self.options.variant.or(self.options.likely)
    }

    fn rule(&self) -> Rule {
        match self.variant() {
            Some(Variant::Gomoku(rule)) => rule,
            _ => Rule::Freestyle,
        }
    }

    /// Reads the game of a part.
    fn game(&self, text: &str) -> Result<FileGame, FormatError> {
        match self.format {
            FileFormat::Sgf | FileFormat::Gogui => {
                sgf::read_game(text, self.options.variant, self.rule(), self.options.size)
            }
            FileFormat::Ggf => Ok(ggf::read(text)?.annotated().into()),
            FileFormat::Psq => {
                let rule = psq::stated_rule(text).unwrap_or_else(|| self.rule());
                Ok(psq::read(text, rule)?.into())
            }
            format => {
                let size = self.options.size.unwrap_or(15);
                line::read(text, format, self.variant(), size)
            }
        }
    }

    fn next_text(&mut self) -> Option<Result<FileGame, FormatError>> {
        let Source::Text(parts) = &mut self.source else {
            return None;
        };
        let (place, text) = loop {
            match parts.next()? {
                Part::Game(place, text) => break (place, text),
                // SGF files may have anything before and between their games.
                Part::Junk(..) if matches!(self.format, FileFormat::Sgf | FileFormat::Gogui) => {}
                Part::Junk(place, message) => return Some(Err(at(place, message))),
                Part::Failed(place, error) => {
                    self.failed = true;
                    return Some(Err(at(place, format!("cannot read on: {error}"))));
                }
            }
        };
        let shift = |error: FormatError| shifted(error, place);
        let mut read = self.game(&text).map_err(shift);
        match (&mut read, &mut self.source) {
            (Ok(game), _) => {
                game.line = place.line;
                let problems = std::mem::take(&mut game.problems);
                game.problems = problems.into_iter().map(shift).collect();
                complete(game);
            }
            (Err(_), Source::Text(parts)) => parts.resume(),
            (Err(_), _) => {}
        }
        Some(read)
    }

    fn next_record(&mut self) -> Option<Result<FileGame, FormatError>> {
        let Source::Wthor(database) = &mut self.source else {
            return None;
        };
        let next = database.next();
        self.failed |= matches!(next, Some(Err((_, false))));
        if next.is_none() || self.failed {
            self.source = Source::Ended;
        }
        Some(next?.map_err(|(error, _)| error))
    }
}

impl Iterator for GameReader {
    type Item = Result<FileGame, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = match self.source {
            Source::Text(_) => self.next_text(),
            Source::Wthor(_) => self.next_record(),
            Source::Ended => None,
        };
        if next.is_none() && !std::mem::replace(&mut self.any, true) {
            let format = self.format.name();
            let message = format!("no games; expected at least one (format: {format})");
            return Some(Err(at(Place { line: 1, column: 1 }, message)));
        }
        self.any = true;
        next
    }
}

fn at(place: Place, message: impl AsRef<str>) -> FormatError {
    FormatError::new(place.line, place.column, message)
}

/// An error in a part that begins at this place of the file.
fn shifted(error: FormatError, place: Place) -> FormatError {
    FormatError {
        line: error.line + place.line - 1,
        column: match error.line {
            1 => error.column + place.column - 1,
            _ => error.column,
        },
        ..error
    }
}

/// Adds the result by the rules, if the file states none.
fn complete(game: &mut FileGame) {
    if game.game.result.is_none() && !game.game.moves.is_empty() {
        let record = game.game.record(usize::MAX).ok();
        let outcome = record.and_then(|record| record.outcome());
        game.game.result = outcome.map(Into::into);
    }
}

/// The rule that a path names: Gomocup sorts its games into folders by rule. The folder of the file comes first, then the
/// name of the file, then the folders above.
fn rule_of_path(path: &Path, format: Option<FileFormat>) -> Option<Variant> {
    if format != Some(FileFormat::Psq) {
        return None;
    }
    let named = |text: &OsStr| {
        let text = text.to_string_lossy().to_ascii_lowercase();
        let mut words = text.split(|c: char| !c.is_ascii_alphabetic()).rev();
        words.find_map(|word| match Variant::from_name(word) {
            // A folder of Gomoku games holds games of every rule.
            Some(variant @ Variant::Gomoku(_)) if word != "gomoku" => Some(variant),
            _ => None,
        })
    };
    let path = whole_path(path);
    let mut folders = path.ancestors().skip(1).filter_map(Path::file_name);
    let nearest = folders.next();
    let mut names = nearest.into_iter().chain(path.file_name()).chain(folders);
    names.find_map(named)
}

/// The path from the root on, so that it has all folders above the file.
fn whole_path(path: &Path) -> PathBuf {
    // Without a current folder, the folders are those of the path as it is.
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut whole = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            whole.pop();
        } else {
            whole.push(part);
        }
    }
    whole
}

/// The names that belong to a file of WTHOR.
fn names_beside(path: &Path) -> NameFiles {
    let names = |ending: &str, length| {
        let folder = path.parent().unwrap_or(Path::new(""));
        let upper = ending.to_ascii_uppercase();
        let candidates = [
            path.with_extension(ending),
            path.with_extension(&upper),
            folder.join(format!("WTHOR.{upper}")),
            folder.join(format!("wthor.{ending}")),
        ];
        let bytes = candidates.iter().find_map(|path| std::fs::read(path).ok());
        bytes.map_or_else(Names::default, |bytes| Names::read(&bytes, length))
    };
    NameFiles {
        players: names("jou", wthor::PLAYER_LENGTH),
        tournaments: names("trn", wthor::TOURNAMENT_LENGTH),
    }
}

impl Database {
    /// The next game; an error comes with whether the next game can still be read. The place of an error is
    /// line 1 and the number of the byte.
    fn next(&mut self) -> Option<Result<FileGame, (FormatError, bool)>> {
        let place = |byte: usize| Place {
            line: 1,
            column: byte + 1,
        };
        let fatal = |byte, message: String| Some(Err((at(place(byte), message), false)));
        let header = match self.header {
            Some(header) => header,
            None => {
                let mut bytes = [0; HEADER_LENGTH];
                if let Err(error) = self.input.read_exact(&mut bytes) {
                    return fatal(
                        0,
                        match error.kind() {
                            ErrorKind::UnexpectedEof => {
                                "the header is incomplete; expected 16 bytes".into()
                            }
                            _ => format!("cannot read: {error}"),
                        },
                    );
                }
                match Header::read(&bytes) {
                    Ok(header) => *self.header.insert(header),
                    Err(message) => return fatal(12, message),
                }
            }
        };
        let start = HEADER_LENGTH + self.games as usize * GAME_LENGTH;
        let mut bytes = Vec::with_capacity(GAME_LENGTH);
        let next_game = self.input.by_ref().take(GAME_LENGTH as u64);
        if let Err(error) = { next_game }.read_to_end(&mut bytes) {
            return fatal(start, format!("cannot read on: {error}"));
        }
        if bytes.is_empty() && self.games == header.games {
            return None;
        }
        let states = format!("the header states {} games", header.games);
        let Ok(bytes) = <&[u8; GAME_LENGTH]>::try_from(&bytes[..]) else {
            let games = self.games;
            let rest = match bytes.is_empty() {
                true => "",
                false => " and a part of one",
            };
            return fatal(start, format!("{states}; the file has {games}{rest}"));
        };
        if self.games == header.games {
            return fatal(start, format!("{states}; the file has more"));
        }
        self.games += 1;
        let number = self.games;
        Some(match wthor::read_game(bytes, header.year, &self.names) {
            Ok(game) => Ok(FileGame {
                line: number as usize,
                ..FileGame::from(game)
            }),
            Err((byte, message)) => {
                let message = format!("game {number}: {message}");
                Err((at(place(start + byte), message), true))
            }
        })
    }
}
