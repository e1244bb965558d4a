//! Where the analysed games go.

use crate::analysis::MoveAnalysis;
use crate::cli::analyze::args::OutputArgs;
use crate::cli::exit::usage;
use crate::cli::game_files::SourceGame;
use crate::cli::sink::{
    AtomicSink, Sink, check, is_stdout, refuse_game_file, uses_stdout, write_or_drop,
};
use crate::cli::stdout::is_closed;
use crate::format::game_file::FileFormat;
use crate::report::analysis::json::Finished;
use crate::report::analysis::{AnalyzedGame, csv, json, sgf, text};
use crate::report::html;
use anyhow::{Context, anyhow, bail};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// The outputs of a run. Every game is written when it is finished.
pub(super) struct Outputs<'a> {
    args: &'a OutputArgs,
    settings: &'a str,
    /// Whether one of them is stdout.
    to_stdout: bool,
    /// Whether an output is a file, for which a run goes on when the reader of stdout has gone away.
    has_files: bool,
    /// The file of JSON with the games that an earlier run has finished.
    journal: Option<(File, Finished)>,
    /// The files that grow, until the first game.
    waiting: Growing,
    /// `None` until the first game.
    open: Option<OpenOutputs>,
}

/// The outputs to which every game is appended.
#[derive(Default)]
struct Growing {
    json: Option<Sink>,
    csv: Option<Sink>,
    sgf: Option<Sink>,
    gogui: Option<Sink>,
}

/// The outputs that a run writes to.
struct OpenOutputs {
    text: Option<Sink>,
    growing: Growing,
    html: Option<Page>,
}

/// The page, to which every game is appended. It is no page before its end, so it gets its name then.
struct Page {
    sink: AtomicSink,
    games: usize,
    /// The players of the first game.
    players: String,
    /// The names of the games with the sizes of their boards.
    boards: BTreeSet<(&'static str, u8)>,
}

impl Page {
    fn create(path: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            sink: AtomicSink::create(path)?,
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

impl<'a> Outputs<'a> {
    /// Checks all outputs, and finds the games that an earlier run has finished. No file is changed, and no other run changes
    /// those that grow. `settings` describes the searches.
    ///
    /// # Errors
    /// A file cannot be written, another run writes it, or it would be emptied although it has finished games, or games that no
    /// analysis has written.
    pub(super) fn check(args: &'a OutputArgs, settings: &'a str) -> anyhow::Result<Self> {
        let to_stdout = uses_stdout(args.paths())?;
        let no_games = [
            ("--json", &args.json),
            ("--csv", &args.csv),
            ("--html", &args.html),
        ];
        for (flag, path) in no_games {
            path.iter()
                .try_for_each(|path| refuse_game_file(flag, path))?;
        }
        for (flag, path) in [("--sgf", &args.sgf), ("--gogui", &args.gogui)] {
            if let Some(path) = path.as_deref().filter(|_| !args.force) {
                refuse_other_games(flag, path)?;
            }
        }
        let lock = |path: &Option<_>| path.as_deref().map(Sink::lock).transpose();
        let waiting = Growing {
            json: lock(&args.json)?,
            csv: lock(&args.csv)?,
            sgf: lock(&args.sgf)?,
            gogui: lock(&args.gogui)?,
        };
        if let Some(path) = &args.html {
            check(path)?;
        }
        let journal = match &args.json {
            Some(path) if args.resume => find_journal(path)?,
            Some(path) if !args.force => {
                refuse_finished(path)?;
                None
            }
            _ => None,
        };
        Ok(Self {
            args,
            settings,
            to_stdout,
            has_files: args.paths().any(|path| !is_stdout(path)),
            journal,
            waiting,
            open: None,
        })
    }

    /// Opens the outputs, unless they are open. Files begin anew, but the file of JSON goes on behind its last finished game.
    fn open(&mut self) -> anyhow::Result<&mut OpenOutputs> {
        let open = match self.open.take() {
            Some(open) => open,
            None => self.begin()?,
        };
        Ok(self.open.insert(open))
    }

    fn begin(&mut self) -> anyhow::Result<OpenOutputs> {
        let has_files = self.has_files;
        let mut growing = std::mem::take(&mut self.waiting);
        if let (Some(json), Some((_, finished))) = (&mut growing.json, &self.journal) {
            json.begin_behind(finished.length)?;
            if finished.lacks_line_feed {
                json.write("\n")?;
            }
        }
        let Growing {
            json,
            csv,
            sgf,
            gogui,
        } = &mut growing;
        for sink in [json, &mut *csv, sgf, gogui].into_iter().flatten() {
            sink.begin()?;
        }
        write_or_drop(csv, has_files, |sink| sink.write(&csv::header()))?;
        let mut html = self.args.html.as_deref().map(Page::create).transpose()?;
        write_or_drop(&mut html, has_files, |page| {
            page.sink.write(&html::analysis_page_start())
        })?;
        let text = (!self.to_stdout)
            .then(|| Sink::create(Path::new("-")))
            .transpose()?;
        Ok(OpenOutputs {
            text,
            growing,
            html,
        })
    }

    /// The moves of a game that an earlier run has finished.
    pub(super) fn finished(
        &mut self,
        source: &SourceGame,
    ) -> anyhow::Result<Option<Vec<MoveAnalysis>>> {
        let settings = self.settings;
        let (file, number) = (&source.file, source.number);
        let Some((journal, finished)) = &mut self.journal else {
            return Ok(None);
        };
        let place = format!("{file}, game {number}");
        let known = finished.take(journal, file, number);
        let Some(known) = known.with_context(|| place.clone())? else {
            return Ok(None);
        };
        if known.settings != settings {
            let then = known.settings;
            bail!(
                "{place} was analysed with {then}, not with {settings}; use the same limits or leave out --resume"
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
        let has_files = self.has_files;
        write_or_drop(&mut self.open()?.growing.json, has_files, |sink| {
            sink.write(&json::lines(analyzed)?)
        })
    }

    /// Adds a game to the other outputs.
    pub(super) fn add(&mut self, analyzed: &AnalyzedGame<'_>) -> anyhow::Result<()> {
        let has_files = self.has_files;
        let open = self.open()?;
        write_or_drop(&mut open.growing.csv, has_files, |sink| {
            sink.write(&csv::rows(analyzed))
        })?;
        write_or_drop(&mut open.growing.sgf, has_files, |sink| {
            sink.write(&sgf::text(analyzed))
        })?;
        write_or_drop(&mut open.growing.gogui, has_files, |sink| {
            sink.write(&sgf::text_for_gogui(analyzed))
        })?;
        write_or_drop(&mut open.html, has_files, |page| page.add(analyzed))?;
        write_or_drop(&mut open.text, has_files, |sink| {
            sink.write(&text::game(analyzed))
        })
    }

    /// Writes the ends of the outputs.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        let Some(page) = self.open()?.html.take() else {
            return Ok(());
        };
        match page.finish(self.settings) {
            Err(error) if self.has_files && is_closed(&error) => Ok(()),
            finished => finished,
        }
    }
}

/// The file of JSON of an earlier run, and the games that it has finished.
fn find_journal(path: &Path) -> anyhow::Result<Option<(File, Finished)>> {
    let name = path.display().to_string();
    if is_stdout(path) {
        return Err(usage(anyhow!(
            "--resume needs a file of --json, not stdout"
        )));
    }
    if !path.is_file() {
        return Ok(None);
    }
    let journal = File::open(path).with_context(|| name.clone())?;
    let found = json::find_finished(BufReader::new(&journal));
    let finished = found.with_context(|| name.clone())?;
    match finished.bad_line {
        Some(line) => bail!("{name}:{line}: not a line of an analysis"),
        None => Ok(Some((journal, finished))),
    }
}

/// Fails if a file of JSON has finished games, which take long to make again.
fn refuse_finished(path: &Path) -> anyhow::Result<()> {
    if is_stdout(path) || !path.is_file() {
        return Ok(());
    }
    let name = path.display();
    let found = File::open(path).and_then(|file| json::find_finished(BufReader::new(file)));
    let finished = found.with_context(|| name.to_string())?;
    let games = match finished.games() {
        0 => return Ok(()),
        1 => "a finished game".into(),
        games => format!("{games} finished games"),
    };
    match finished.bad_line {
        Some(line) => bail!(
            "{name}: the file has {games}, and line {line} is not one of an analysis; --force begins it anew"
        ),
        None => {
            bail!("{name}: the file has {games}; --resume goes on with it, --force begins it anew")
        }
    }
}

/// Fails if the output of a flag is a file of games that no analysis has written: `--sgf *.sgf` would take the first game for
/// the output.
fn refuse_other_games(flag: &str, path: &Path) -> anyhow::Result<()> {
    if !path.is_file() || FileFormat::from_path(path).is_none() {
        return Ok(());
    }
    let path_name = path.display();
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| {
        let mut begin = file.take(sgf::HEAD_LENGTH);
        begin.read_to_end(&mut head)
    });
    read.with_context(|| path_name.to_string())?;
    if !head.is_empty() && !sgf::is_analyzed(&head) {
        bail!(
            "{flag} {path_name}: the file has games that no analysis has written; --force replaces it"
        );
    }
    Ok(())
}
