//! Where the puzzles go.

use crate::cli::game_files::SourceGame;
use crate::cli::puzzles::args::OutputArgs;
use crate::cli::sink::{
    Sink, check, is_existing, is_stdout, refuse_game_file, save, uses_stdout, warn_unchanged,
    write_or_drop,
};
use crate::engine::Variant;
use crate::format::game_file::FileFormat;
use crate::puzzles::{Puzzle, Source, suite_line};
use crate::report::html;
use anyhow::{anyhow, bail};
use std::path::{Path, PathBuf};

/// The outputs of a run.
pub(super) struct Outputs {
    obf: Option<Sink>,
    lines: Option<Sink>,
    /// Both kinds of lines, if no file is given.
    all: Option<Sink>,
    /// The page, which is written at the end, with the puzzles on it.
    html: Option<(PathBuf, Vec<html::PuzzleData>)>,
    /// Whether an output is a file, for which a run goes on when the reader of stdout has gone away.
    has_files: bool,
    othello: Counts,
    gomoku: Counts,
}

/// The puzzles of a game.
struct Counts {
    all: usize,
    /// Whether an output takes them.
    are_written: bool,
}

impl Counts {
    const fn new(are_written: bool) -> Self {
        Self {
            all: 0,
            are_written,
        }
    }
}

impl Outputs {
    /// Checks all outputs before the first search. A file stays as it was until there is a puzzle for it.
    pub(super) fn open(args: &OutputArgs) -> anyhow::Result<Self> {
        let named = args.named();
        uses_stdout(named.into_iter().flatten())?;
        if let Some(path) = &args.html {
            refuse_game_file("--html", path)?;
            check(path)?;
        }
        for (flag, path) in [("--obf", &args.obf), ("--lines", &args.lines)] {
            if let Some(path) = path.as_deref().filter(|_| !args.force) {
                refuse_games(flag, path)?;
            }
        }
        let lock = |path: &Option<_>| path.as_deref().map(Sink::lock).transpose();
        let is_plain = named.iter().all(|path| path.is_none());
        let takes_all = is_plain || args.html.is_some();
        Ok(Self {
            obf: lock(&args.obf)?,
            lines: lock(&args.lines)?,
            all: is_plain.then(|| Sink::create(Path::new("-"))).transpose()?,
            html: args.html.clone().map(|path| (path, Vec::new())),
            has_files: named.into_iter().flatten().any(|path| !is_stdout(path)),
            othello: Counts::new(takes_all || args.obf.is_some()),
            gomoku: Counts::new(takes_all || args.lines.is_some()),
        })
    }

    /// Adds a puzzle of a game.
    pub(super) fn add(&mut self, puzzle: &Puzzle, game: &SourceGame) -> anyhow::Result<()> {
        let source = Source {
            file: &game.file,
            number: game.number,
        };
        let (own, counts) = match puzzle.variant {
            Variant::Othello => (&mut self.obf, &mut self.othello),
            Variant::Gomoku(_) => (&mut self.lines, &mut self.gomoku),
        };
        counts.all += 1;
        for output in [own, &mut self.all] {
            write_or_drop(output, self.has_files, |sink| {
                let line = suite_line(puzzle, source).map_err(|reason| anyhow!(reason))?;
                sink.write(&line)
            })?;
        }
        if let Some((_, puzzles)) = &mut self.html {
            let players = &game.game.game.players;
            puzzles.push(html::puzzle_data(puzzle, source, players));
        }
        Ok(())
    }

    /// Warns of puzzles that are lost or mixed and of files without a puzzle, and writes what needs all puzzles.
    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        for (game, flag, counts) in [
            ("Othello", "--obf", &self.othello),
            ("Gomoku", "--lines", &self.gomoku),
        ] {
            if counts.all > 0 && !counts.are_written {
                let number = counts.all;
                log::warn!(
                    "puzzles of {game} that were not written: {number}; {flag} FILE writes them"
                );
            }
        }
        if self.all.is_some() && self.othello.all > 0 && self.gomoku.all > 0 {
            log::warn!(
                "these are puzzles of both games, but `flipfive solve` reads files with one; --obf FILE and \
                 --lines FILE write them apart"
            );
        }
        for sink in [&mut self.obf, &mut self.lines].into_iter().flatten() {
            sink.finish()?;
        }
        match &self.html {
            Some((path, puzzles)) if puzzles.is_empty() && is_existing(path) => {
                warn_unchanged(path);
                Ok(())
            }
            Some((path, puzzles)) => save(path, html::puzzles_page(puzzles).as_bytes()),
            None => Ok(()),
        }
    }
}

/// Fails if the output of a flag is a file of games or positions that is not empty: `--obf *.obf` would take the first suite
/// for the output.
fn refuse_games(flag: &str, path: &Path) -> anyhow::Result<()> {
    let is_empty = || path.metadata().is_ok_and(|found| found.len() == 0);
    if is_existing(path) && FileFormat::from_path(path).is_some() && !is_empty() {
        let path = path.display();
        bail!("{flag} {path}: this is a file of games or positions; --force replaces it");
    }
    Ok(())
}
