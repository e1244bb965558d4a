//! Where the analysed games go.

use crate::analysis::MoveAnalysis;
use crate::cli::analyze::args::OutputArgs;
use crate::cli::game_files::SourceGame;
use crate::cli::sink::{FinishedSink, Sink, is_stdout, uses_stdout};
use crate::cli::stdout::is_closed;
use crate::format::sgf::{write_for_gogui, write_game};
use crate::report::analysis::json::{Finished, FinishedError};
use crate::report::analysis::{AnalyzedGame, csv, json, sgf, text};
use crate::report::html;
use crate::util::files::GrowingFile;
use anyhow::{Context, bail};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The outputs of a run. Every game is written when it is finished.
pub(super) struct Outputs {
    text: Option<Sink>,
    json: Option<Sink>,
    csv: Option<Sink>,
    sgf: Option<Sink>,
    gogui: Option<Sink>,
    html: Option<Page>,
    /// Whether an output is a file, for which a run goes on when the reader of stdout has gone away.
    has_files: bool,
    /// The file of JSON with the games that an earlier run has finished.
    journal: Option<(File, Finished)>,
    settings: String,
}

/// The page, to which every game is appended. It is no page before its end, so it gets its name then.
struct Page {
    sink: FinishedSink,
    games: usize,
    /// The players of the first game.
    players: String,
    /// The names of the games with the sizes of their boards.
    boards: BTreeSet<(&'static str, u8)>,
}

impl Page {
    fn create(path: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            sink: FinishedSink::create(path)?,
            games: 0,
            players: String::new(),
            boards: BTreeSet::new(),
        })
    }

    fn add(&mut self, analyzed: &AnalyzedGame<'_>) -> anyhow::Result<()> {
        let separator = if self.games == 0 { "" } else { ",\n" };
        let data = html::analysis_data(analyzed)?;
        self.sink.write(&format!("{separator}{data}"))?;
        if self.games == 0 {
            self.players = analyzed.players().join(" – ");
        }
        let analysis = analyzed.analysis;
        self.boards.insert((analysis.variant.name(), analysis.size));
        self.games += 1;
        Ok(())
    }

    fn finish(mut self, settings: &str) -> anyhow::Result<()> {
        let title = match self.games {
            1 => self.players,
            games => format!("{games} games"),
        };
        let boards: Vec<_> = self.boards.iter().copied().collect();
        let end = html::analysis_page_end(&title, &boards, self.games, settings);
        self.sink.write(&end)?;
        self.sink.finish()
    }
}

impl Outputs {
    /// Opens all outputs, which empties files, before the first search. `settings` describes the searches.
    pub(super) fn open(args: &OutputArgs, settings: &str) -> anyhow::Result<Self> {
        let named = args.named();
        let to_stdout = uses_stdout(&named)?;
        let mut journal = None;
        let json = match &args.json {
            Some(path) if args.resume => {
                let (sink, file, finished) = resume(path)?;
                journal = Some((file, finished));
                Some(sink)
            }
            Some(path) => Some(Sink::create(path)?),
            None => None,
        };
        let mut csv = args.csv.as_deref().map(Sink::create).transpose()?;
        let has_files = args.paths().any(|path| !is_stdout(path));
        write(&mut csv, has_files, |sink| sink.write(&csv::header()))?;
        let sgf = args.sgf.as_deref().map(Sink::create).transpose()?;
        let gogui = args.gogui.as_deref().map(Sink::create).transpose()?;
        let mut html = args.html.as_deref().map(Page::create).transpose()?;
        write(&mut html, has_files, |page| {
            page.sink.write(&html::analysis_page_start())
        })?;
        let text = (!to_stdout)
            .then(|| Sink::create(Path::new("-")))
            .transpose()?;
        Ok(Self {
            text,
            json,
            csv,
            sgf,
            gogui,
            html,
            has_files,
            journal,
            settings: settings.into(),
        })
    }

    /// The moves of a game that an earlier run has finished.
    pub(super) fn finished(
        &mut self,
        source: &SourceGame,
    ) -> anyhow::Result<Option<Vec<MoveAnalysis>>> {
        let (file, number) = (&source.file, source.number);
        let Some((journal, finished)) = &mut self.journal else {
            return Ok(None);
        };
        let place = format!("{file}, game {number}");
        let known = finished.take(journal, file, number);
        let Some(known) = known.with_context(|| place.clone())? else {
            return Ok(None);
        };
        if known.settings != self.settings {
            let (then, now) = (known.settings, &self.settings);
            bail!(
                "{place} was analysed with {then}, not with {now}; use the same limits or leave out --resume"
            );
        }
        let game = &source.game.game;
        let (variant, size) = (game.variant.name(), game.start.size);
        let (known_variant, known_size) = &known.board;
        if (known_variant.as_str(), *known_size) != (variant, size) {
            bail!(
                "{place} was analysed as {known_variant} on a board of size {known_size}, not as {variant} on one of \
                 {size}; use the same --game and --board-size or leave out --resume"
            );
        }
        let played = game.moves.iter().map(|played| played.mv.to_string());
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
        write(&mut self.json, self.has_files, |sink| {
            sink.write(&json::lines(analyzed)?)
        })
    }

    /// Adds a game to the other outputs.
    pub(super) fn add(&mut self, analyzed: &AnalyzedGame<'_>) -> anyhow::Result<()> {
        let has_files = self.has_files;
        write(&mut self.csv, has_files, |sink| {
            sink.write(&csv::rows(analyzed))
        })?;
        write(&mut self.sgf, has_files, |sink| {
            sink.write(&write_game(&sgf::game(analyzed)))
        })?;
        write(&mut self.gogui, has_files, |sink| {
            sink.write(&write_for_gogui(&sgf::game(analyzed)))
        })?;
        write(&mut self.html, has_files, |page| page.add(analyzed))?;
        write(&mut self.text, has_files, |sink| {
            sink.write(&text::game(analyzed))
        })
    }

    /// Writes the ends of the outputs.
    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        let Some(page) = self.html.take() else {
            return Ok(());
        };
        match page.finish(&self.settings) {
            Err(error) if self.has_files && is_closed(&error) => Ok(()),
            finished => finished,
        }
    }
}

/// Writes to an output. One whose reader has gone away is dropped if there are files to go on for.
fn write<T>(
    output: &mut Option<T>,
    has_files: bool,
    write: impl FnOnce(&mut T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Some(open) = output else {
        return Ok(());
    };
    match write(open) {
        Err(error) if has_files && is_closed(&error) => {
            *output = None;
            Ok(())
        }
        written => written,
    }
}

/// Opens a file of JSON behind its last finished game, and again to read the finished games.
fn resume(path: &Path) -> anyhow::Result<(Sink, File, Finished)> {
    let name = path.display().to_string();
    if is_stdout(path) {
        bail!("--resume needs a file of --json, not stdout");
    }
    let file = GrowingFile::append(path).with_context(|| name.clone())?;
    let journal = File::open(path).with_context(|| name.clone())?;
    let finished = match json::find_finished(BufReader::new(&journal)) {
        Ok(finished) => finished,
        Err(FinishedError::File(error)) => return Err(error).context(name),
        Err(FinishedError::Line(line)) => bail!("{name}:{line}: not a line of an analysis"),
    };
    let cut = file.cut(finished.length);
    cut.with_context(|| name.clone())?;
    Ok((Sink::of_file(path, file), journal, finished))
}
