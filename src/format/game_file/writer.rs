//! Writes games to a file of any format.

use crate::engine::Variant;
use crate::format::annotated::AnnotatedGame;
use crate::format::file_game::FileGame;
use crate::format::game_file::kind::FileFormat;
use crate::format::position::write_position;
use crate::format::puzzle::known_facts;
use crate::format::wthor::{self, HEADER_LENGTH, Header, NameFiles};
use crate::format::{ggf, pgn, psq, sgf};
use crate::game::{Game, Move, Side, Vertex};
use crate::gomoku::Rules;
use crate::gomoku::rules::notation::{FirstRow, moves_text, name};
use crate::othello::rules::notation::{Obf, Passes, write_transcript};
use crate::othello::{self, Othello};
use crate::util::files::AtomicFile;
use std::fmt;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// Why a game was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The format cannot hold the game.
    #[error("{0}")]
    Game(String),
    /// The file cannot be written.
    #[error("{0}")]
    File(#[from] io::Error),
}

/// Writes a game as text. A line format yields a line.
///
/// # Errors
/// What the format cannot hold. WTHOR is binary: [`GameWriter`] writes it.
pub fn write(game: &FileGame, format: FileFormat) -> Result<String, String> {
    let variant = game.game.variant;
    if !format.suits(variant) {
        let format = format.name();
        return Err(format!(
            "the format {format} does not hold games of {variant}"
        ));
    }
    match format {
        FileFormat::Sgf => Ok(sgf::write_game(game)),
        FileFormat::Gogui => Ok(sgf::write_for_gogui(game)),
        FileFormat::Ggf => {
            let game = ggf::Game::from_annotated(&game.game);
            Ok(ggf::write(&game.unwrap_or_default()) + "\n")
        }
        FileFormat::Psq => {
            only_regular(&game.game, "PSQ")?;
            gomoku_moves(&game.game)?;
            Ok(psq::write(&game.game).unwrap_or_default())
        }
        FileFormat::Pgn => Ok(pgn::write(&game.game)),
        FileFormat::Transcript => transcript(&game.game),
        FileFormat::Obf => obf(&game.game),
        FileFormat::Pos => pos(&game.game, FirstRow::Bottom),
        FileFormat::PosTop => pos(&game.game, FirstRow::Top),
        FileFormat::Puzzle => puzzle(&game.game),
        FileFormat::Wthor => Err("WTHOR is a binary format; expected a text format".into()),
    }
}

fn only_regular(game: &AnnotatedGame, format: &str) -> Result<(), String> {
    if game.starts_regularly() {
        return Ok(());
    }
    Err(format!(
        "{format} holds only games from the regular start; this one begins from a position"
    ))
}

fn transcript(game: &AnnotatedGame) -> Result<String, String> {
    let moves = write_transcript(game.moves.iter().map(|played| played.mv), Passes::Omitted);
    match write_position(&game.start) {
        Some(start) if !game.starts_regularly() => Ok(format!("{start};{moves}\n")),
        // Readers skip empty lines.
        _ if moves.is_empty() => Err("transcripts hold no games without moves".into()),
        _ => Ok(moves + "\n"),
    }
}

/// The last position. What a line of OBF stated about a position without moves is written again.
fn obf(game: &AnnotatedGame) -> Result<String, String> {
    let record = game.record(usize::MAX).map_err(|error| error.to_string())?;
    let position = Othello::from_setup(othello::Rules, &record.current());
    let position = position.map_err(|error| error.to_string())?;
    let line = write_position(&record.current()).unwrap_or_default();
    let stated = Obf::parse(&format!("{line}; {}", game.comment));
    let obf = stated
        .ok()
        .filter(|_| game.moves.is_empty())
        .unwrap_or(Obf {
            position,
            score: None,
            moves: Vec::new(),
            comment: String::new(),
        });
    Ok(format!("{obf}\n"))
}

fn gomoku_rules(game: &AnnotatedGame) -> Result<Rules, String> {
    let Variant::Gomoku(rule) = game.variant else {
        return Err(format!("{} is not Gomoku", game.variant));
    };
    Rules::new(game.start.size, rule).map_err(|fault| fault.to_string())
}

/// The points of the moves; `None` if one is a pass.
fn points(game: &AnnotatedGame) -> Option<Vec<Vertex>> {
    let points = game.moves.iter().map(|played| played.mv.vertex());
    points.collect()
}

/// The points of the moves, and the rules.
fn gomoku_moves(game: &AnnotatedGame) -> Result<(Rules, Vec<Vertex>), String> {
    let rules = gomoku_rules(game)?;
    let points = points(game).ok_or_else(|| {
        // Gomoku has no passes: where the turn skips a side, the game holds one.
        let begins = game.moves.first().map(|played| played.mv) == Some(Move::Pass);
        let why = match begins {
            true => "White begins",
            false => "one side plays twice in a row",
        };
        format!(
            "{why}; the format holds only games that Black begins and in which the sides alternate"
        )
    })?;
    Ok((rules, points))
}

fn pos(game: &AnnotatedGame, first: FirstRow) -> Result<String, String> {
    only_regular(game, "the format pos")?;
    let (rules, points) = gomoku_moves(game)?;
    if points.is_empty() {
        return Err("the format pos holds no games without moves".into());
    }
    Ok(moves_text(&points, rules, first) + "\n")
}

/// The moves, or the last position of a game from a set-up start or with passes, and the facts about it that the
/// comment states. The rest of the comment is left out.
fn puzzle(game: &AnnotatedGame) -> Result<String, String> {
    let rules = gomoku_rules(game)?;
    let names = |points: &[Vertex]| {
        let names = points
            .iter()
            .map(|&point| format!(" {}", name(point, rules, FirstRow::Bottom)));
        names.collect::<String>()
    };
    let mut line = format!("{} {}", rules.rule(), rules.size());
    if let Some(points) = points(game).filter(|_| game.starts_regularly()) {
        line += &format!(" moves{}", names(&points));
    } else {
        let record = game.record(usize::MAX).map_err(|error| error.to_string())?;
        let now = record.current();
        let stones = |side| names(&now.stones_of(side).collect::<Vec<_>>());
        let (black, white) = (stones(Side::Black), stones(Side::White));
        line += &format!(" {} B{black} W{white}", now.to_move);
    }
    for fact in known_facts(&game.comment, rules) {
        line += &format!("; {fact}");
    }
    Ok(line + "\n")
}

/// WTHOR: warns once of names that are cut or replaced.
fn warn_of_changed_names(names: &NameFiles) {
    let NameFiles {
        players,
        tournaments,
    } = names;
    let changed = players.first_changed(wthor::PLAYER_LENGTH);
    let changed = changed.or_else(|| tournaments.first_changed(wthor::TOURNAMENT_LENGTH));
    if let Some(name) = changed {
        log::warn!(
            "WTHOR holds names in Latin-1, of players with {} characters and of tournaments with {}: {name:?} and \
             others like it are cut or have question marks",
            wthor::PLAYER_LENGTH - 1,
            wthor::TOURNAMENT_LENGTH - 1
        );
    }
}

/// Writes games one after the other to a file.
pub struct GameWriter {
    format: FileFormat,
    sink: Sink,
    /// Games that were written.
    games: u32,
    /// WTHOR: the year of the first game that has one.
    year: u16,
    /// WTHOR: whether a game of another year came.
    has_other_years: bool,
    names: NameFiles,
}

/// The date in the headers of WTHOR files, so that the same games make the same file.
const DATE: jiff::civil::Date = jiff::civil::Date::constant(2000, 1, 1);

enum Sink {
    Stream(Box<dyn Write>),
    File(AtomicFile),
}

impl fmt::Debug for GameWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameWriter")
            .field("format", &self.format)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

impl GameWriter {
    /// Whether no game has been written.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// Writes to a new file, or replaces an old one in [`GameWriter::finish`].
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(path: &Path, format: FileFormat) -> io::Result<Self> {
        let mut file = AtomicFile::create(path)?;
        if format == FileFormat::Wthor {
            // The header counts the games, so it is written at the end.
            file.write_all(&[0; HEADER_LENGTH])?;
        }
        Ok(Self {
            format,
            sink: Sink::File(file),
            games: 0,
            year: 0,
            has_other_years: false,
            names: NameFiles::default(),
        })
    }

    /// Writes to a stream.
    ///
    /// # Errors
    /// WTHOR: its header counts the games, so it has to be a file.
    pub fn stream(out: Box<dyn Write>, format: FileFormat) -> Result<Self, WriteError> {
        if format == FileFormat::Wthor {
            let message = "WTHOR is written to files only, since its header counts the games";
            return Err(WriteError::Game(message.into()));
        }
        Ok(Self {
            format,
            sink: Sink::Stream(out),
            games: 0,
            year: 0,
            has_other_years: false,
            names: NameFiles::default(),
        })
    }

    /// Writes a game.
    ///
    /// # Errors
    /// The format cannot hold the game, and nothing was written; or the file cannot be written.
    pub fn write(&mut self, game: &FileGame) -> Result<(), WriteError> {
        if self.format == FileFormat::Wthor {
            let bytes = wthor::write_game(&game.game, &mut self.names).map_err(WriteError::Game)?;
            if let Some(began) = game.game.began {
                self.set_year(began.year().unsigned_abs());
            }
            self.put(&bytes)?;
        } else {
            let text = write(game, self.format).map_err(WriteError::Game)?;
            self.put(text.as_bytes())?;
        }
        self.games += 1;
        Ok(())
    }

    /// WTHOR: takes the year of the first game for all, and warns once of another one.
    fn set_year(&mut self, year: u16) {
        if self.year == 0 {
            self.year = year;
        }
        if self.year != year && !self.has_other_years {
            self.has_other_years = true;
            log::warn!(
                "WTHOR holds one year for all games of a file: those of {year} become games of {}",
                self.year
            );
        }
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stream(out) => out.write_all(bytes),
            Sink::File(out) => out.write_all(bytes),
        }
    }

    /// Ends the file. WTHOR: the names of the players and the tournaments go to `path` with the endings
    /// `.jou` and `.trn`.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(self, path: &Path) -> io::Result<()> {
        match self.sink {
            Sink::Stream(mut out) => out.flush(),
            Sink::File(mut out) if self.format == FileFormat::Wthor => {
                let header = Header {
                    games: self.games,
                    year: self.year,
                };
                out.seek(SeekFrom::Start(0))?;
                out.write_all(&header.write(0, DATE))?;
                warn_of_changed_names(&self.names);
                let NameFiles {
                    players,
                    tournaments,
                } = &self.names;
                // Games with the names of others would be wrong, so no old file is replaced before all three are written. The
                // largest one is replaced first: it is the one that may find no room.
                let temporary = |ending: &str, bytes: Vec<u8>| {
                    AtomicFile::of(&path.with_extension(ending), &bytes)
                };
                let players = temporary("jou", players.write(wthor::PLAYER_LENGTH, DATE))?;
                let tournaments =
                    temporary("trn", tournaments.write(wthor::TOURNAMENT_LENGTH, DATE))?;
                out.flush()?;
                for file in [out, players, tournaments] {
                    file.finish()?;
                }
                Ok(())
            }
            Sink::File(out) => out.finish(),
        }
    }
}
