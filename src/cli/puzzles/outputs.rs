//! Where the puzzles go.

use crate::cli::game_files::SourceGame;
use crate::cli::puzzles::args::OutputArgs;
use crate::cli::sink::{Sink, check, save, uses_stdout};
use crate::engine::Variant;
use crate::puzzles::{Puzzle, Source, suite_line};
use crate::report::html;
use anyhow::anyhow;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The outputs of a run.
pub(super) struct Outputs {
    obf: Option<Sink>,
    lines: Option<Sink>,
    /// Both kinds of lines, if no file is given.
    all: Option<Sink>,
    /// The page, which is written at the end, with the puzzles on it.
    html: Option<(PathBuf, Vec<Value>)>,
    othello: Counts,
    gomoku: Counts,
}

/// The puzzles of a game.
#[derive(Default)]
struct Counts {
    all: usize,
    /// Those for which no output was given.
    unwritten: usize,
}

impl Outputs {
    /// Opens all outputs before the first search.
    pub(super) fn open(args: &OutputArgs) -> anyhow::Result<Self> {
        let named = args.named();
        uses_stdout(&named)?;
        let create = |path: &Option<_>| path.as_deref().map(Sink::create).transpose();
        if let Some(path) = &args.html {
            check(path)?;
        }
        let is_plain = named.iter().all(|path| path.is_none());
        Ok(Self {
            obf: create(&args.obf)?,
            lines: create(&args.lines)?,
            all: is_plain.then(|| Sink::create(Path::new("-"))).transpose()?,
            html: args.html.clone().map(|path| (path, Vec::new())),
            othello: Counts::default(),
            gomoku: Counts::default(),
        })
    }

    /// Adds a puzzle of a game.
    pub(super) fn add(&mut self, puzzle: &Puzzle, game: &SourceGame) -> anyhow::Result<()> {
        let source = Source {
            file: &game.file,
            number: game.number,
        };
        let (sink, counts) = match puzzle.variant {
            Variant::Othello => (self.obf.as_mut(), &mut self.othello),
            Variant::Gomoku(_) => (self.lines.as_mut(), &mut self.gomoku),
        };
        let sink = sink.or(self.all.as_mut());
        counts.all += 1;
        counts.unwritten += usize::from(sink.is_none() && self.html.is_none());
        if let Some(sink) = sink {
            let line = suite_line(puzzle, source).map_err(|reason| anyhow!(reason))?;
            sink.write(&line)?;
        }
        if let Some((_, puzzles)) = &mut self.html {
            let players = &game.game.game.players;
            puzzles.push(html::puzzle_data(puzzle, source, players));
        }
        Ok(())
    }

    /// Warns of puzzles that are lost or mixed, and writes what needs all puzzles.
    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        for (game, flag, counts) in [
            ("Othello", "--obf", &self.othello),
            ("Gomoku", "--lines", &self.gomoku),
        ] {
            if counts.unwritten > 0 {
                let number = counts.unwritten;
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
        match &mut self.html {
            Some((path, puzzles)) => save(path, html::puzzles_page(puzzles).as_bytes()),
            None => Ok(()),
        }
    }
}
