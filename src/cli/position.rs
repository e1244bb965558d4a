//! The position that a command line names: one reader for every sub-command.

use crate::cli::arguments::{ReadArgs, check_size};
use crate::cli::input::{input_name, is_stdin};
use crate::engine::Variant;
use crate::format::FileGame;
use crate::format::game_file::{FileFormat, GameReader, ReadOptions};
use crate::game::DynRecord;
use crate::gomoku::rules::notation::{self, FirstRow};
use crate::gomoku::{Rule, Rules};
use crate::othello::rules::notation::parse_moves;
use anyhow::{Context, anyhow};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Writes a dot for the first square of a board of Othello that begins with `-` for an empty one, so that no argument that
/// begins so is anything but a flag: otherwise a flag with a typing error would be taken for a position.
pub(super) fn escape_board(word: OsString) -> OsString {
    const SQUARES: usize = 64;
    let text = word.to_string_lossy();
    let squares = text.chars().filter(|c| !c.is_whitespace()).take(SQUARES);
    let (board, others): (Vec<_>, Vec<_>) = squares.partition(|c| "-._*@0XxOoBbWw".contains(*c));
    match text.strip_prefix('-') {
        Some(rest) if board.len() == SQUARES && others.is_empty() => format!(".{rest}").into(),
        _ => word,
    }
}

/// The arguments that name a position.
#[derive(clap::Args, Debug)]
pub(super) struct PositionArgs {
    /// Position, or file of games: moves (f5d6c3, h8i9), 64 squares and the side to move (---...XO... X),
    /// `renju 15 moves h8 i9`, `renju 15 black B h8 W i9`, `start`, an SGF, GGF or OBF text, any file that
    /// `flipfive convert` reads, or - for stdin
    ///
    /// The position after the last move of the first game is taken. Points are letter and number with I
    /// as one of the letters (a1, i9), which differs from GTP. Row 1 is at the top in Othello and at the
    /// bottom in Gomoku.
    #[arg(value_name = "POSITION")]
    position: OsString,
    #[command(flatten)]
    game: ReadArgs,
    #[command(flatten)]
    place: PlaceArgs,
}

/// The arguments that name a position within a file of games.
#[derive(clap::Args, Debug)]
pub(super) struct PlaceArgs {
    /// Take the position after N plies instead of the last one
    #[arg(long = "move", value_name = "N")]
    plies: Option<usize>,
    /// Take the game with this number in the file
    #[arg(long = "number", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    number: u64,
}

/// A position with the game that it is from, whose moves end with it.
pub(super) struct NamedPosition {
    /// The game.
    pub game: FileGame,
    /// The position.
    pub record: Box<dyn DynRecord>,
}

impl PositionArgs {
    /// The file that holds the position, if one does.
    pub(super) fn file(&self) -> Option<PathBuf> {
        Some(PathBuf::from(&self.position)).filter(|path| path.is_file())
    }

    /// Reads the position.
    ///
    /// # Errors
    /// A file that cannot be read, a text that is no position, a game or a move that does not exist.
    pub(super) fn read(&self) -> anyhow::Result<NamedPosition> {
        self.place.read(&self.position, self.game.read_options()?)
    }
}

impl PlaceArgs {
    /// Reads the position in the game that a word of the command line names.
    ///
    /// # Errors
    /// A file that cannot be read, a text that is no position, a game or a move that does not exist.
    pub(super) fn read(
        &self,
        word: impl AsRef<OsStr>,
        options: ReadOptions,
    ) -> anyhow::Result<NamedPosition> {
        let mut game = named_game(word, options, self.number)?;
        let length = game.game.moves.len();
        if let Some(plies) = self.plies {
            if plies > length {
                return Err(anyhow!(
                    "--move {plies}: the game has only {length} plies; expected 0 to {length}"
                ));
            }
            game.game.moves.truncate(plies);
        }
        let record = game.game.record(usize::MAX)?;
        Ok(NamedPosition { game, record })
    }
}

/// The name of a position on the command line, for messages.
const POSITION: &str = "position:";

/// Reads the game that a word of the command line names: a file, `-` for stdin, `start`, or the game itself.
///
/// # Errors
/// A file that cannot be read, a text that is no game, a file with fewer than `number` games.
pub(super) fn named_game(
    word: impl AsRef<OsStr>,
    options: ReadOptions,
    number: u64,
) -> anyhow::Result<FileGame> {
    let path = Path::new(&word);
    // A file may have a name that is not UTF-8, a position may not.
    let word = path.to_string_lossy();
    let text = word.trim();
    let no_game = |name: &str, games: u64| {
        let numbers = match games {
            1 => "1".into(),
            games => format!("1 to {games}"),
        };
        anyhow!("{name} there is no game {number}; expected --number {numbers}")
    };
    let (name, reader, hint) = if is_input(path) {
        let name = input_name(path);
        let reader = GameReader::open(path, options).with_context(|| name.clone())?;
        (format!("{name}:"), reader, "")
    } else if text.eq_ignore_ascii_case("start") {
        let game = start(with_game_of_size(options))?;
        return match number {
            1 => Ok(game),
            _ => Err(no_game(POSITION, 1)),
        };
    } else if is_path(text) && !is_moves(text) {
        return Err(anyhow!("{word}: {}", no_file(path)));
    } else {
        let reader = GameReader::from_text(text, with_game_of_size(options));
        (POSITION.to_owned(), reader, hint(text))
    };
    let mut found = 0;
    for game in reader {
        // An error counts as a game, so that the numbers do not depend on what is damaged.
        found += 1;
        if found == number {
            return game.map_err(|error| match path.is_dir() {
                true => anyhow!("{word}: {}", no_file(path)),
                false => anyhow!("{name}{error}{hint}"),
            });
        }
    }
    Err(no_game(&name, found))
}

/// Whether a word of the command line names something to be read: a file, a pipe or a device, or `-` for stdin.
pub(super) fn is_input(path: &Path) -> bool {
    is_stdin(path) || path.exists() && !path.is_dir()
}

/// Why a word that is no position cannot be read as a file.
fn no_file(path: &Path) -> &'static str {
    match path.is_dir() {
        true => "it is a folder; expected a file",
        false => "there is no such file",
    }
}

/// What to add to the error of a text that is no position: it may be a mistyped file name.
fn hint(text: &str) -> &'static str {
    let is_short = text.len() < MIN_BOARD_CHARS;
    match is_short && !text.starts_with('(') && !text.contains([';', '\n']) {
        true => "; there is no file of this name either",
        false => "",
    }
}

/// Characters of an Othello board, in which `.` may be an empty square.
const MIN_BOARD_CHARS: usize = 64;

fn is_word(text: &str) -> bool {
    !text.contains(|c: char| c.is_whitespace() || matches!(c, '(' | ';'))
}

/// Whether a word is more likely the name of a file that is not there than a position.
fn is_path(text: &str) -> bool {
    let is_name = text.contains('.') && text.len() < MIN_BOARD_CHARS;
    // No position ends like a file of games.
    FileFormat::from_path(Path::new(text)).is_some()
        || is_word(text) && (is_name || text.contains(['/', '\\']))
}

/// Whether a word is a list of moves, in which a dot follows the number of a move: `1.f5,2.d6`.
fn is_moves(text: &str) -> bool {
    // The largest board has the points of all others.
    let largest = Rules::new(22, Rule::Freestyle);
    parse_moves(text).is_ok()
        || largest.is_ok_and(|rules| notation::parse_moves(text, rules, FirstRow::Bottom).is_ok())
}

/// A size that Othello does not have selects Gomoku where no game is named.
fn with_game_of_size(options: ReadOptions) -> ReadOptions {
    let othello = Variant::Othello.default_size();
    let gomoku = options.size.filter(|&size| size != othello);
    let gomoku = gomoku.map(|_| Variant::Gomoku(Rule::Freestyle));
    ReadOptions {
        variant: options.variant.or(gomoku),
        ..options
    }
}

/// The regular start of the game.
fn start(options: ReadOptions) -> anyhow::Result<FileGame> {
    let variant = options.variant.unwrap_or(Variant::Othello);
    let size = options.size.unwrap_or(variant.default_size());
    check_size(variant, size)?;
    let record = variant.new_record(size).context("there is no start")?;
    let game = crate::format::AnnotatedGame::new(variant, record.start());
    Ok(game.into())
}
