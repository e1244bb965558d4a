//! Where the analysed games go.

use crate::analysis::MoveAnalysis;
use crate::cli::analyze::args::OutputArgs;
use crate::cli::game_files::SourceGame;
use crate::cli::sink::{Sink, is_stdout, uses_stdout};
use crate::report::analysis::json::Finished;
use crate::report::analysis::{AnalyzedGame, csv, json, sgf, text};
use crate::report::html;
use anyhow::{Context, bail};
use serde_json::Value;
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::Path;

/// The outputs of a run. Every game is written when it is finished.
pub(super) struct Outputs {
    text: Option<Sink>,
    json: Option<Sink>,
    csv: Option<Sink>,
    sgf: Option<Sink>,
    /// The page, which is written at the end, with the games on it.
    html: Option<(Sink, Vec<Value>)>,
    finished: Finished,
    settings: String,
}

impl Outputs {
    /// Opens all outputs before the first search. `settings` describes the searches.
    pub(super) fn open(args: &OutputArgs, settings: &str) -> anyhow::Result<Self> {
        let named = [&args.json, &args.csv, &args.sgf, &args.html];
        let to_stdout = uses_stdout(&named)?;
        let mut finished = Finished::default();
        let json = match &args.json {
            Some(path) if args.resume => {
                let (sink, known) = resume(path)?;
                finished = known;
                Some(sink)
            }
            Some(path) => Some(Sink::create(path)?),
            None => None,
        };
        let mut csv = args.csv.as_deref().map(Sink::create).transpose()?;
        if let Some(sink) = &mut csv {
            sink.write(&csv::header())?;
        }
        let sgf = args.sgf.as_deref().map(Sink::create).transpose()?;
        let html = args.html.as_deref().map(Sink::create).transpose()?;
        let text = (!to_stdout)
            .then(|| Sink::create(Path::new("-")))
            .transpose()?;
        Ok(Self {
            text,
            json,
            csv,
            sgf,
            html: html.map(|sink| (sink, Vec::new())),
            finished,
            settings: settings.into(),
        })
    }

    /// The moves of a game that an earlier run has finished.
    pub(super) fn finished(
        &mut self,
        source: &SourceGame,
    ) -> anyhow::Result<Option<Vec<MoveAnalysis>>> {
        let (file, number) = (&source.file, source.number);
        let Some(known) = self.finished.take(file, number) else {
            return Ok(None);
        };
        let place = format!("{file}, game {number}");
        if known.settings != self.settings {
            let (then, now) = (known.settings, &self.settings);
            bail!(
                "{place} was analysed with {then}, not with {now}; use the same limits or leave out --resume"
            );
        }
        let played = source
            .game
            .game
            .moves
            .iter()
            .map(|played| played.mv.to_string());
        if !known
            .moves
            .iter()
            .map(|played| &played.played)
            .eq(&played.collect::<Vec<_>>())
        {
            bail!("{place} has other moves than when it was analysed; leave out --resume");
        }
        Ok(Some(known.moves))
    }

    /// Adds a game that is not in the file of JSON yet.
    pub(super) fn add_new(&mut self, analyzed: &AnalyzedGame<'_>) -> anyhow::Result<()> {
        match &mut self.json {
            Some(sink) => sink.write(&json::lines(analyzed)?),
            None => Ok(()),
        }
    }

    /// Adds a game to the other outputs.
    pub(super) fn add(&mut self, analyzed: &AnalyzedGame<'_>) -> anyhow::Result<()> {
        if let Some(sink) = &mut self.csv {
            sink.write(&csv::rows(analyzed))?;
        }
        if let Some(sink) = &mut self.sgf {
            sink.write(&sgf::game(analyzed))?;
        }
        if let Some((_, games)) = &mut self.html {
            games.push(html::analysis_data(analyzed)?);
        }
        if let Some(sink) = &mut self.text {
            sink.write(&text::game(analyzed))?;
        }
        Ok(())
    }

    /// Writes what needs all games.
    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        match &mut self.html {
            Some((sink, games)) => sink.write(&html::analysis_page(games, &self.settings)),
            None => Ok(()),
        }
    }
}

/// Opens a file of JSON behind its last finished game.
fn resume(path: &Path) -> anyhow::Result<(Sink, Finished)> {
    let name = path.display().to_string();
    if is_stdout(path) {
        bail!("--resume needs a file of --json, not stdout");
    }
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.with_context(|| name.clone())?,
    };
    let known = json::read(&text)
        .map_err(|line| anyhow::anyhow!("{name}:{line}: not a line of an analysis"))?;
    let open = || {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        file.set_len(known.length as u64)?;
        Ok::<_, std::io::Error>(file)
    };
    let file = open().with_context(|| name.clone())?;
    Ok((Sink::of_file(path, file), known))
}
