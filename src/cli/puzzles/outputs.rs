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
        })
    }

    /// Adds a puzzle of a game.
    pub(super) fn add(&mut self, puzzle: &Puzzle, game: &SourceGame) -> anyhow::Result<()> {
        let source = Source {
            file: &game.file,
            number: game.number,
        };
        let sink = match puzzle.variant {
            Variant::Othello => self.obf.as_mut(),
            Variant::Gomoku(_) => self.lines.as_mut(),
        };
        if let Some(sink) = sink.or(self.all.as_mut()) {
            let line = suite_line(puzzle, source).map_err(|reason| anyhow!(reason))?;
            sink.write(&line)?;
        }
        if let Some((_, puzzles)) = &mut self.html {
            let players = &game.game.game.players;
            puzzles.push(html::puzzle_data(puzzle, source, players));
        }
        Ok(())
    }

    /// Writes what needs all puzzles.
    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        match &mut self.html {
            Some((path, puzzles)) => save(path, html::puzzles_page(puzzles).as_bytes()),
            None => Ok(()),
        }
    }
}
