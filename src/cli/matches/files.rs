//! The files of a match: reports, and game records that grow with every game.

use crate::cli::sink::{self, Sink, is_stdout, uses_stdout};
use crate::cli::stdout;
use crate::engine::Variant;
use crate::format::game_file::FileFormat;
use crate::report::{MatchReport, csv, export, html, json};
use crate::tournament::{GameResult, MatchInfo};
use crate::util::files::{AppendFile, check_appendable, check_writable};
use anyhow::{Context, bail};
use clap::{ArgMatches, FromArgMatches};
use serde::Deserialize;
use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Paths of the report and of the game records.
#[derive(clap::Args, Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[command(next_help_heading = "Files")]
pub(crate) struct Files {
    /// Report as a self-contained web page, which follows the match while it runs
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Games as an SGF collection
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Othello games in GGF, one a line
    #[arg(long, value_name = "FILE")]
    ggf: Option<PathBuf>,
    /// Gomoku games as Piskvork records, one file each
    #[arg(long, value_name = "FOLDER")]
    psq: Option<PathBuf>,
    /// Games as a CSV table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Games as PGN, for rating programs
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Games as JSON lines
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// Append the games to the files that exist, instead of writing them anew
    #[arg(long)]
    append: bool,
}

/// The record of a game in a format; `None` if the format cannot hold the game.
type Record = fn(&MatchInfo, &GameResult) -> Option<String>;

impl Files {
    /// Overrides these, which a match file gave, with flags.
    ///
    /// # Errors
    /// A flag cannot be taken.
    pub(super) fn override_with(&mut self, flags: &ArgMatches) -> Result<(), clap::Error> {
        // A flag that is not given is false.
        let append = self.append;
        self.update_from_arg_matches(flags)?;
        self.append |= append;
        Ok(())
    }

    /// Whether there is a page, so that a report has to keep games for it.
    pub(crate) fn has_page(&self) -> bool {
        self.html.is_some()
    }

    /// The reports, which are written as a whole: flag and path.
    fn reports(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let all = [("html", &self.html), ("json", &self.json)];
        all.into_iter()
            .filter_map(|(flag, path)| Some((flag, path.as_deref()?)))
    }

    /// The formats to which every game is appended: flag, path, first line, record of a game.
    fn records(&self) -> impl Iterator<Item = (&'static str, &Path, String, Record)> {
        let all: [(_, &Option<PathBuf>, _, Record); 5] = [
            ("sgf", &self.sgf, String::new(), export::sgf),
            ("ggf", &self.ggf, String::new(), export::ggf),
            ("pgn", &self.pgn, String::new(), export::pgn),
            ("csv", &self.csv, csv::header(), |_, game| {
                Some(csv::row(game))
            }),
            ("jsonl", &self.jsonl, String::new(), |_, game| {
                Some(export::json_line(game))
            }),
        ];
        all.into_iter()
            .filter_map(|(flag, path, first, record)| Some((flag, path.as_deref()?, first, record)))
    }

    /// Whether a record of games is written.
    pub(crate) fn have_records(&self) -> bool {
        self.psq.is_some() || self.records().next().is_some()
    }

    /// Whether games would be appended, but no record is written.
    pub(super) fn append_nothing(&self) -> bool {
        self.append && !self.have_records()
    }

    /// Leaves out the records that cannot hold games of this variant. Returns their flags.
    pub(super) fn leave_out_other_games(&mut self, variant: Variant) -> Vec<&'static str> {
        let all = [
            ("--ggf", FileFormat::Ggf, &mut self.ggf),
            ("--psq", FileFormat::Psq, &mut self.psq),
        ];
        let mut flags = Vec::new();
        for (flag, format, path) in all {
            if !format.suits(variant) && path.take().is_some() {
                flags.push(flag);
            }
        }
        flags
    }

    /// Whether no report and no record is written.
    pub(crate) fn are_none(&self) -> bool {
        self.psq.is_none() && self.paths().is_empty()
    }

    /// All files that are written, without the folder of `--psq`.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let reports = self.reports().map(|(_, path)| path);
        let records = self.records().map(|(_, path, _, _)| path);
        reports.chain(records).map(Path::to_owned).collect()
    }

    /// Whether one of the files is standard output.
    pub(crate) fn use_stdout(&self) -> bool {
        self.paths().iter().any(|path| is_stdout(path))
    }

    /// Checks that every file can be written, without changing any.
    ///
    /// # Errors
    /// A file cannot be written, or more than one of them is stdout.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        uses_stdout(&self.paths())?;
        for (flag, path) in self.reports().filter(|(_, path)| !is_stdout(path)) {
            check_writable(path)
                .with_context(|| format!("--{flag}: cannot write {}", path.display()))?;
        }
        for (flag, path, _, _) in self.records().filter(|(_, path, _, _)| !is_stdout(path)) {
            check_appendable(path)
                .with_context(|| format!("--{flag}: cannot write {}", path.display()))?;
        }
        let folder = self.psq.iter().flat_map(|folder| folder.ancestors());
        if let Some(found) = folder
            .filter(|folder| folder.exists())
            .find(|found| !found.is_dir())
        {
            bail!("--psq: {} is not a folder", found.display());
        }
        Ok(())
    }

    /// Opens the files of a match without games.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn open(&self, info: &MatchInfo) -> anyhow::Result<OpenFiles> {
        let mut records = Vec::new();
        for (_, path, first, record) in self.records() {
            let opened = match open_record(path, &first, self.append) {
                Err(error) if stdout::is_closed(&error) => continue,
                opened => opened,
            };
            let (sink, had_games) =
                opened.with_context(|| format!("cannot write {}", path.display()))?;
            records.push(RecordFile {
                sink,
                path: path.to_owned(),
                had_games,
                record,
                known: VecDeque::new(),
            });
        }
        let psq = self.psq.as_deref();
        let psq = psq.map(|folder| PsqFolder::open(folder, info, self.append));
        Ok(OpenFiles {
            info: info.clone(),
            files: self.clone(),
            records,
            psq: psq.transpose()?,
            next_page: Instant::now(),
            failures: Vec::new(),
        })
    }
}

/// Opens a file of records, and writes its first line if it holds nothing. Returns also whether it held something.
fn open_record(path: &Path, first: &str, append: bool) -> anyhow::Result<(Sink, bool)> {
    if is_stdout(path) || !append {
        let mut sink = Sink::create(path)?;
        sink.write(first)?;
        // What standard output got before cannot be known.
        return Ok((sink, append));
    }
    let mut file = AppendFile::append(path)?;
    let had_games = file.length()?.is_some_and(|length| length > 0);
    if !had_games {
        file.push(first.as_bytes())?;
    }
    Ok((Sink::of_file(path, file), had_games))
}

/// The path, with a number behind the name if the file exists.
fn free_path(path: PathBuf) -> PathBuf {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let numbered = (2u64..).map(|number| path.with_file_name(format!("{name}_{number}.psq")));
    let mut paths = std::iter::once(path.clone()).chain(numbered);
    paths
        .find(|path| !path.exists())
        .unwrap_or_else(|| path.clone())
}

/// The shortest time between two versions of the page.
const PAGE_INTERVAL: Duration = Duration::from_secs(3);

/// A new version of the page comes after this many times the duration of the last one.
const PAGE_SHARE: u32 = 50;

/// The files of a match, open for writing. A file that cannot be written is given up; the others go on.
pub(crate) struct OpenFiles {
    info: MatchInfo,
    records: Vec<RecordFile>,
    psq: Option<PsqFolder>,
    files: Files,
    /// When the page may be written again.
    next_page: Instant,
    failures: Vec<anyhow::Error>,
}

impl OpenFiles {
    /// Whether one of the files is standard output, even if that was given up.
    pub(crate) fn use_stdout(&self) -> bool {
        self.files.use_stdout()
    }

    /// Writes a game of the journal that is continued. Files that held games before have it already, or get it by
    /// [`OpenFiles::add_missing`].
    pub(crate) fn add_known(&mut self, game: &GameResult) {
        self.add_where(game, |had_games| !had_games);
        if game.is_void() {
            return;
        }
        for file in self.records.iter_mut().filter(|file| file.had_games) {
            file.known.extend((file.record)(&self.info, game));
            if file.known.len() > MAX_KNOWN {
                file.known.pop_front();
            }
        }
    }

    /// Writes the games of the journal that a file with its earlier games lacks. A run that is killed may have written its
    /// last games only to the journal.
    pub(crate) fn add_missing(&mut self) {
        let failures = &mut self.failures;
        self.records
            .retain_mut(|file| keep(file.add_missing(), failures));
    }

    /// Appends a game to the records.
    pub(crate) fn add(&mut self, game: &GameResult) {
        self.add_where(game, |_| true);
    }

    /// Appends a game to those records that `takes` accepts. It gets whether they held games at the start.
    fn add_where(&mut self, game: &GameResult, takes: impl Fn(bool) -> bool) {
        if game.is_void() {
            return;
        }
        let info = &self.info;
        let failures = &mut self.failures;
        self.records.retain_mut(|file| {
            if !takes(file.had_games) {
                return true;
            }
            let written = match (file.record)(info, game) {
                Some(text) => file.sink.write(&text).context("cannot write a record"),
                None => Ok(()),
            };
            keep(written, failures)
        });
        if let Some(folder) = &mut self.psq
            && takes(folder.had_games)
            && let Some((name, text)) = folder.writer.file(info, game)
        {
            let mut path = folder.path.join(name);
            if self.files.append {
                path = free_path(path);
            }
            // A match that is continued finds the files of its games.
            let is_there = std::fs::read(&path).is_ok_and(|old| old == text.as_bytes());
            folder.others.retain(|name| path.file_name() != Some(name));
            if !is_there && !keep(save(&path, &text), failures) {
                self.psq = None;
            }
        }
    }

    /// Writes the page from time to time, so that it follows the match.
    pub(crate) fn update(&mut self, report: &MatchReport) {
        let begun = Instant::now();
        if begun < self.next_page {
            return;
        }
        if let Some(path) = self.files.html.as_deref().filter(|path| !is_stdout(path))
            && let Err(error) = save(path, &html::page(report, true))
        {
            // A browser may hold the file; the next version may be written again.
            log::debug!("{error:#}");
        }
        self.next_page = begun + PAGE_INTERVAL.max(PAGE_SHARE * begun.elapsed());
    }

    /// Writes the reports.
    ///
    /// # Errors
    /// At least one file could not be written. The others are complete.
    pub(crate) fn finish(mut self, report: &MatchReport) -> anyhow::Result<()> {
        if let Some(path) = &self.files.html {
            keep(save(path, &html::page(report, false)), &mut self.failures);
        }
        if let Some(path) = &self.files.json {
            let text = format!("{:#}\n", json::json(report));
            keep(save(path, &text), &mut self.failures);
        }
        if let Some(folder) = &self.psq
            && let Some(other) = folder.others.first()
        {
            log::warn!(
                "--psq: {} holds games of another match, too: {} files such as {}; give each match a folder of its own",
                folder.path.display(),
                folder.others.len(),
                other.display()
            );
        }
        match &self.failures[..] {
            [] => Ok(()),
            failures => {
                let failures: Vec<String> = failures.iter().map(|e| format!("{e:#}")).collect();
                bail!("{}", failures.join("\n"))
            }
        }
    }
}

/// A file to which the record of every game is appended.
struct RecordFile {
    sink: Sink,
    path: PathBuf,
    /// Whether games are appended to those of earlier runs.
    had_games: bool,
    record: Record,
    /// If so, the records of the last games in the journal.
    known: VecDeque<String>,
}

/// The number of records that are compared with the end of a file.
const MAX_KNOWN: usize = 1000;

impl RecordFile {
    /// Appends the records behind the one with which the file ends.
    fn add_missing(&mut self) -> anyhow::Result<()> {
        let known = std::mem::take(&mut self.known);
        let Some(longest) = known.iter().map(String::len).max() else {
            return Ok(());
        };
        // What standard output got before cannot be known.
        if is_stdout(&self.path) {
            return Ok(());
        }
        let path = self.path.display();
        let end = end_of_file(&self.path, longest)
            .with_context(|| format!("cannot read the end of {path}"))?;
        let Some(last) = known
            .iter()
            .rposition(|text| end.ends_with(text.as_bytes()))
        else {
            log::warn!(
                "{path} ends with none of the last games in the journal, and gets only new games; if a run was killed, \
                 write all games to another file by \"flipfive match report JOURNAL\""
            );
            return Ok(());
        };
        for text in known.iter().skip(last + 1) {
            self.sink.write(text).context("cannot write a record")?;
        }
        Ok(())
    }
}

/// The last bytes of a file, this many at most.
fn end_of_file(path: &Path, length: usize) -> io::Result<Vec<u8>> {
    let mut file = fs::File::open(path)?;
    let begin = file.metadata()?.len().saturating_sub(length as u64);
    file.seek(SeekFrom::Start(begin))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The folder of PSQ files.
struct PsqFolder {
    path: PathBuf,
    writer: export::PsqWriter,
    /// Whether games are added to those of earlier runs.
    had_games: bool,
    /// The files that were there, but are not of this match. None if games are added to them.
    others: BTreeSet<OsString>,
}

impl PsqFolder {
    /// Opens the folder, and creates it if it does not exist.
    ///
    /// # Errors
    /// It cannot be created or read.
    fn open(path: &Path, info: &MatchInfo, append: bool) -> anyhow::Result<Self> {
        fs::create_dir_all(path)
            .with_context(|| format!("cannot create the folder {}", path.display()))?;
        let mut found = BTreeSet::new();
        let entries = fs::read_dir(path)
            .with_context(|| format!("cannot read the folder {}", path.display()))?;
        for entry in entries {
            let entry = entry?;
            if entry.path().extension().is_some_and(|kind| kind == "psq") {
                found.insert(entry.file_name());
            }
        }
        let had_games = append && !found.is_empty();
        Ok(Self {
            path: path.to_owned(),
            writer: export::PsqWriter::new(info),
            had_games,
            others: if append { BTreeSet::new() } else { found },
        })
    }
}

/// Whether something was written. A failure is logged and remembered, unless the reader of standard output has gone
/// away, which is no error.
fn keep(written: anyhow::Result<()>, failures: &mut Vec<anyhow::Error>) -> bool {
    match written {
        Ok(()) => true,
        Err(error) if stdout::is_closed(&error) => false,
        Err(error) => {
            log::error!("{error:#}");
            failures.push(error);
            false
        }
    }
}

fn save(path: &Path, text: &str) -> anyhow::Result<()> {
    sink::save(path, text.as_bytes()).context("cannot write a file")
}

#[cfg(test)]
mod tests;
