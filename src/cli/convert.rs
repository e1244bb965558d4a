//! `flipfive convert`: game files from one format to another, and checks of game files.

use crate::cli::arguments::{ReadArgs, format_named};
use crate::cli::exit::{USAGE, exit_error};
use crate::cli::input::input_name;
use crate::cli::sink::{Inputs, check as check_output, check_distinct, is_stdout, refuse_existing};
use crate::cli::stdout::stdout;
use crate::format::FileGame;
use crate::format::game_file::{self, FileFormat, GameReader, GameWriter, WriteError};
use crate::format::puzzle::states_facts;
use crate::util::files::is_stream;
use crate::util::text::counted;
use anyhow::{Context, anyhow, bail};
use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The formats, for `--help`.
const FORMATS: &str = "\
The formats, by the ending of the file name or by --to and --from:
  sgf         both games, with variations and comments (.sgf)
  gogui       both games, SGF that GoGui opens: as a game of Go
  ggf         Othello, as GGS, NBoard and Edax write it (.ggf)
  wthor       Othello databases (.wtb, with .jou and .trn)
  transcript  Othello, the moves of a game on each line: f5d6c3
  obf         Othello, a position with scores on each line (.obf)
  psq         Gomoku, as Piskvork and Gomocup write it (.psq)
  pos         Gomoku, the moves of a game on each line: h8i9 (.pos)
  pos-top     Gomoku, the same with row 1 at the top
  puzzle      Gomoku, rule, size and moves on each line: renju 15 moves h8 i9
  pgn         both games, for programs that compute ratings; only written (.pgn)

Points have the letter I (a1, i9), which GTP leaves out.

Exit code 1 if a game could not be read or written; the other games are written.

Examples:
  flipfive convert games.ggf games.sgf
  flipfive convert games.sgf for-gogui.sgf --to gogui
  flipfive convert WTH_2020.wtb - --to transcript
  flipfive convert a.psq b.psq all.sgf --game renju
  flipfive convert --check archive/*.ggf";

/// Convert files of games and positions, or check them
#[derive(clap::Args, Debug)]
#[command(after_long_help = FORMATS)]
pub(super) struct ConvertArgs {
    /// Files to read, then the file to write; - for stdin and stdout
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Only read the files and report what is wrong with them
    #[arg(long, conflicts_with_all = ["to", "force"])]
    check: bool,
    /// Format to write
    #[arg(long, value_name = "FORMAT", value_parser = format_named)]
    to: Option<FileFormat>,
    #[command(flatten)]
    read: ReadArgs,
    /// Cut the games and their variations after N plies; in obf, the position after them is written, and
    /// shorter games are left out
    #[arg(long = "move", value_name = "N")]
    plies: Option<usize>,
    /// Replace the file to write if it exists
    #[arg(long)]
    force: bool,
}

/// Counts of a run.
#[derive(Default)]
struct Counts {
    games: usize,
    errors: usize,
    /// Games with fewer plies than `--move`.
    short: usize,
}

impl Counts {
    /// Reports an error on stderr; a closed stderr does not matter.
    fn error(&mut self, file: &str, error: impl std::fmt::Display) {
        self.errors += 1;
        let _ = writeln!(std::io::stderr(), "{file}:{error}");
    }
}

/// Converts or checks files.
///
/// # Errors
/// At the end, if anything could not be read or written; the games that could are written.
pub(super) fn run(args: &ConvertArgs) -> anyhow::Result<()> {
    let start = Instant::now();
    let mut counts = Counts::default();
    if args.check {
        check(args, &mut counts)?;
    } else {
        convert(args, &mut counts)?;
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = counts.games as f64 / seconds.max(1e-9);
    log::info!(
        "{} games in {seconds:.3} s, {rate:.0} games/s",
        counts.games
    );
    if counts.errors == 0 {
        return Ok(());
    }
    let (errors, games) = (
        counted(counts.errors, "error"),
        counted(counts.games, "game"),
    );
    let done = if args.check { "read" } else { "converted" };
    bail!("{errors}; {games} could be {done}");
}

/// Reads a file and passes on its games.
///
/// # Errors
/// Those of `take`.
fn read(
    args: &ConvertArgs,
    path: &Path,
    counts: &mut Counts,
    mut take: impl FnMut(FileGame, &mut Counts) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let options = args.read.read_options()?;
    let file = input_name(path);
    let reader = match GameReader::open(path, options) {
        Ok(reader) => reader,
        Err(error) => {
            counts.error(&file, format_args!(" {error}"));
            return Ok(());
        }
    };
    for game in reader {
        match game {
            Ok(game) => {
                for problem in &game.problems {
                    counts.error(&file, problem);
                }
                counts.games += 1;
                take(game, counts)?;
            }
            Err(error) => counts.error(&file, error),
        }
    }
    Ok(())
}

fn check(args: &ConvertArgs, counts: &mut Counts) -> anyhow::Result<()> {
    for path in &args.files {
        let (games, errors) = (counts.games, counts.errors);
        read(args, path, counts, |_, _| Ok(()))?;
        let games = counted(counts.games - games, "game");
        let errors = counted(counts.errors - errors, "error");
        writeln!(stdout(), "{}: {games}, {errors}", input_name(path))?;
    }
    Ok(())
}

fn convert(args: &ConvertArgs, counts: &mut Counts) -> anyhow::Result<()> {
    let Some((out, inputs)) = args
        .files
        .split_last()
        .filter(|(_, inputs)| !inputs.is_empty())
    else {
        let message = "expected the files to read and the file to write, such as `in.ggf out.sgf`";
        return Err(exit_error(USAGE, message));
    };
    let format = format_to_write(args, out)?;
    // WTHOR has files of names beside that of the games.
    let beside = match format {
        FileFormat::Wthor => &["jou", "trn"][..],
        _ => &[],
    };
    if !args.force {
        refuse_existing(out)?;
        for ending in beside {
            refuse_existing(&out.with_extension(ending))?;
        }
    }
    check_distinct(inputs, [out])?;
    check_output(out)?;
    let mut output = Output::new(out, format, inputs, args.force)?;
    for path in inputs {
        let file = input_name(path);
        read(args, path, counts, |mut game, counts| {
            let line = game.line;
            if let Some(plies) = args.plies {
                let is_short = game.game.moves.len() < plies;
                counts.short += usize::from(is_short);
                // It ends before that position.
                if is_short && format == FileFormat::Obf {
                    counts.games -= 1;
                    return Ok(());
                }
                cut(&mut game, plies);
            }
            if format == FileFormat::Gogui && !game.game.starts_regularly() {
                // The games are written as they are, so this is no error.
                let _ = writeln!(
                    std::io::stderr(),
                    "{file}:{line}:1: warning: a set-up position, which GoGui shows only without an engine"
                );
            }
            match output.write(game) {
                Ok(()) => Ok(()),
                Err(WriteError::Game(message)) => {
                    counts.games -= 1;
                    counts.error(&file, format_args!("{line}:1: {message}"));
                    Ok(())
                }
                Err(WriteError::File(error)) => Err(error).context(out.display().to_string()),
            }
        })?;
    }
    if let Some(plies) = args.plies.filter(|_| counts.short > 0) {
        warn_of_short_games(counts.short, plies, format);
    }
    match output.finish() {
        Ok(()) => Ok(()),
        Err(WriteError::Game(message)) => Err(anyhow!("{}: {message}", out.display())),
        // A reader of stdout that has gone away is found by the error's type.
        Err(WriteError::File(error)) => Err(error).context(out.display().to_string()),
    }
}

/// The format of the file to write.
///
/// # Errors
/// There is none, or it cannot be written there.
fn format_to_write(args: &ConvertArgs, out: &Path) -> anyhow::Result<FileFormat> {
    let Some(format) = args.to.or_else(|| FileFormat::from_path(out)) else {
        let (names, out) = (FileFormat::names(), out.display());
        let message = format!("the name {out} names no format; give --to: {names}");
        return Err(exit_error(USAGE, message));
    };
    if format == FileFormat::Wthor && (is_stdout(out) || is_stream(out)) {
        let message = "WTHOR is written to files only, since its header counts the games; expected the name of a file";
        return Err(exit_error(USAGE, message));
    }
    Ok(format)
}

fn warn_of_short_games(count: usize, plies: usize, format: FileFormat) {
    let games = counted(count, "game");
    let (has, done) = match (count, format) {
        (1, FileFormat::Obf) => ("has", "is left out"),
        (_, FileFormat::Obf) => ("have", "are left out"),
        (1, _) => ("has", "is written whole"),
        _ => ("have", "are written whole"),
    };
    let _ = writeln!(
        std::io::stderr(),
        "warning: {games} {has} fewer than {plies} plies and {done}"
    );
}

/// Cuts a game after these plies. The facts that it states are those of its last position.
fn cut(game: &mut FileGame, plies: usize) {
    if plies < game.game.moves.len() && states_facts(&game.game) {
        game.game.comment.clear();
    }
    game.cut(plies);
}

/// Where the games go. The file is created with the first game, so that an unreadable input leaves nothing
/// behind.
struct Output {
    path: PathBuf,
    format: FileFormat,
    writer: Option<GameWriter>,
    /// PSQ has a file for each game: the first game, until it is known whether it is the only one.
    first: Option<FileGame>,
    /// Games in files of their own.
    numbered: usize,
    /// No numbered file is one of them.
    inputs: Inputs,
    /// Whether files that exist are replaced.
    force: bool,
}

impl Output {
    /// # Errors
    /// An input would be overwritten by a file of another game.
    fn new(
        path: &Path,
        format: FileFormat,
        inputs: &[PathBuf],
        force: bool,
    ) -> anyhow::Result<Self> {
        let output = Self {
            path: path.to_owned(),
            format,
            writer: None,
            first: None,
            numbered: 0,
            inputs: Inputs::new(inputs),
            force,
        };
        // As a rule each input holds a game or more. Higher numbers are checked when their file is due.
        if output.is_numbered() && inputs.len() > 1 {
            for number in 1..=inputs.len() {
                output.inputs.check(&output.numbered_path(number))?;
            }
        }
        Ok(output)
    }

    fn is_stdout(&self) -> bool {
        is_stdout(&self.path)
    }

    /// Whether several games go to a file each.
    fn is_numbered(&self) -> bool {
        self.format == FileFormat::Psq && !self.is_stdout() && !is_stream(&self.path)
    }

    /// `games-3.psq` is the third file for `games.psq`.
    fn numbered_path(&self, number: usize) -> PathBuf {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(format!("{stem}-{number}.psq"))
    }

    fn write(&mut self, game: FileGame) -> Result<(), WriteError> {
        if self.is_numbered() {
            // A game that PSQ cannot hold is refused here, where its line is known.
            game_file::write(&game, self.format).map_err(WriteError::Game)?;
            if self.first.is_none() && self.numbered == 0 {
                self.first = Some(game);
                return Ok(());
            }
            if let Some(first) = self.first.take() {
                self.write_numbered(&first)?;
            }
            return self.write_numbered(&game);
        }
        self.writer()?.write(&game)
    }

    fn writer(&mut self) -> Result<&mut GameWriter, WriteError> {
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None if self.is_stdout() => {
                let out = BufWriter::new(stdout());
                GameWriter::stream(Box::new(out), self.format)?
            }
            None if is_stream(&self.path) => {
                let out = OpenOptions::new().append(true).open(&self.path)?;
                GameWriter::stream(Box::new(BufWriter::new(out)), self.format)?
            }
            None => GameWriter::create(&self.path, self.format)?,
        };
        Ok(self.writer.insert(writer))
    }

    /// Writes a game to a file of its own.
    fn write_numbered(&mut self, game: &FileGame) -> Result<(), WriteError> {
        self.numbered += 1;
        let path = self.numbered_path(self.numbered);
        self.inputs.check(&path).map_err(std::io::Error::other)?;
        if path.exists() && !self.force {
            let message = format!("{}: the file exists; --force replaces it", path.display());
            return Err(std::io::Error::other(message).into());
        }
        let mut writer = GameWriter::create(&path, self.format)?;
        writer.write(game)?;
        Ok(writer.finish(&path)?)
    }

    fn finish(mut self) -> Result<(), WriteError> {
        if let Some(first) = self.first.take() {
            self.writer()?.write(&first)?;
        }
        match self.writer {
            // A game that the format cannot hold replaces nothing.
            Some(writer) if !writer.is_empty() => Ok(writer.finish(&self.path)?),
            _ => Ok(()),
        }
    }
}
