//! `flipfive match`: engines play each other.

mod changed_files;
mod exit_code;
mod files;
mod journal_file;
mod lines;
mod match_file;
mod progress;
mod warnings;

use crate::cli::arguments::{Numbers, parse_numbers};
use crate::cli::exit::{USAGE, exit_error, usage};
use crate::cli::interrupts::Interrupts;
use crate::cli::sink::{check_distinct, refuse_stdout, refuse_stream};
use crate::cli::stdout::{self, stdout};
use crate::engines::{self, EngineSpec, LineLog};
use crate::game::Side;
use crate::report::{MatchReport, text};
use crate::search::StopToken;
use crate::tournament::journal::{
    self, Journal, JournalError, JournalErrorKind, JournalSource, LockedJournal,
};
use crate::tournament::{
    GameResult, Match, MatchInfo, MatchObserver, MatchSettings, MatchState, OpeningSymmetry,
    ScheduledGame, Scoreboard, Sprt, SprtResult, TournamentKind,
};
use anyhow::{Context, anyhow, bail};
use changed_files::note_changed_files;
use clap::{ArgMatches, FromArgMatches};
use exit_code::exit_result;
use files::{Files, OpenFiles};
use journal_file::JournalFile;
use lines::{LinePrinter, Lines};
use match_file::{Request, RunArgs};
use progress::Progress;
use serde::Deserialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use warnings::{flags_without_effect, warn_about};

/// Play engines of any protocol against each other
#[derive(clap::Args, Debug)]
#[command(subcommand_negates_reqs = true, after_long_help = after_long_help())]
pub(crate) struct MatchArgs {
    #[command(subcommand)]
    action: Option<Action>,
    /// Match file (TOML); flags override it
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
    /// The old form of `--symmetry random`.
    #[arg(long, hide = true, conflicts_with = "symmetry")]
    turn: bool,
    #[command(flatten)]
    settings: MatchSettings,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    lines: Lines,
}

fn after_long_help() -> String {
    format!(
        "\
Points: openings, games, journals and reports have the letter I (a1, i9), which GTP leaves out. Lines to \
and from engines, as in --log, have the points of their protocol.\n\n\
Clocks: 10+0.1 (10 s, and 0.1 s more for each move), 300 (for all moves), 100ms/move, 180/30 (for all \
moves, and at most 30 s for one, as in Gomocup), 40/60 or 40/1:00 (40 moves in each 60 s), canadian:300:60:25 (main \
time, then 25 moves in each 60 s), \
byoyomi:300:30:3 (main time, then 3 periods of 30 s), none. Units: ms, s (the default), m, h.\n\n\
Match file: TOML with the long flags without dashes as keys (tc = \"10+0.1\"), an [[engine]] table for \
each engine, an [sprt] table, and an [adjudicate] table with the keys resign, draw, proof and solve. Flags \
override the file.\n\n\
Progress goes to stderr, the result to stdout.\n\n\
Exit codes: 0 the match was completed, or its test accepted H1; 1 it was interrupted, its journal was refused, or \
something could not be written; 2 it did not begin: wrong settings, a file that cannot be written, or an engine that \
cannot play; 3 an engine ended it, or games never began; 4 the test accepted H0; 5 the test is \
undecided. `match report` ends with 0, whatever the test says.\n\n\
{}",
        EngineSpec::help()
    )
}

#[derive(clap::Subcommand, Debug)]
enum Action {
    /// Merge the journals of the shards of a match
    Merge {
        /// The new journal
        out: PathBuf,
        /// The journals of the shards; - for stdin
        #[arg(required = true)]
        parts: Vec<PathBuf>,
        /// Merge them even if the programs of the engines differ
        #[arg(long)]
        force: bool,
    },
    /// Print the result of a match from its journal, and write its games
    Report(Box<ReportArgs>),
}

/// The arguments of `flipfive match report`.
#[derive(clap::Args, Debug)]
struct ReportArgs {
    /// The journal; - for stdin
    journal: PathBuf,
    /// Write only these games to the records, by number from 1: numbers and ranges such as 12,40-44
    #[arg(long, value_name = "NUMBERS", value_parser = parse_numbers)]
    only: Option<Numbers>,
    /// Write only the games that this engine lost to the records
    #[arg(long, value_name = "ENGINE")]
    lost_by: Option<String>,
    #[command(flatten)]
    files: Files,
}

impl ReportArgs {
    /// Whether not all games go to the records.
    const fn is_selective(&self) -> bool {
        self.only.is_some() || self.lost_by.is_some()
    }

    /// Whether a game goes to the records.
    fn selects(&self, game: &GameResult) -> bool {
        let loser = game.winner.map(|winner| match winner {
            Side::Black => &game.white,
            Side::White => &game.black,
        });
        let number = game.game as usize + 1;
        self.only.as_ref().is_none_or(|only| only.contain(number))
            && (self.lost_by.is_none() || self.lost_by.as_ref() == loser)
    }
}

impl MatchArgs {
    /// Whether no engine is given, nor levels, which are engines.
    fn has_no_engines(&self) -> bool {
        self.settings.engines.is_empty() && self.settings.levels.is_none()
    }

    /// Whether games are played; otherwise journals are only read.
    pub(super) fn plays(&self) -> bool {
        self.action.is_none()
    }

    /// The match file overridden by the flags. `flags` are these arguments as clap parsed them.
    ///
    /// Without any engine, the settings are those of the journal that is to be continued.
    fn request(&self, flags: &ArgMatches) -> anyhow::Result<Request> {
        let continued = (self.settings.journal.as_deref())
            .filter(|_| self.file.is_none() && self.run.resumes() && self.has_no_engines());
        let mut request = match (&self.file, continued) {
            (Some(path), _) => match_file::read(path).map_err(usage)?,
            (None, Some(journal)) => settings_of(journal)?,
            (None, None) => Request::default(),
        };
        request.run = request.run.overridden_by(&self.run);
        request.files.override_with(flags)?;
        if continued.is_some() && request.files.are_none() {
            log::warn!(
                "no report and no game record is written: the journal does not hold the names of files; give them again \
                 if there were any, such as --html FILE"
            );
        }
        request.lines.update_from_arg_matches(flags)?;
        let settings = &mut request.settings;
        settings.override_with(flags)?;
        if self.run.gauntlet {
            settings.tournament = Some(TournamentKind::Gauntlet);
        } else if request.run.gauntlet {
            settings.tournament.get_or_insert(TournamentKind::Gauntlet);
        }
        if self.turn {
            settings.symmetry = Some(OpeningSymmetry::Random);
        }
        request.settings = std::mem::take(&mut request.settings).with_levels();
        request.settings.apply_each();
        Ok(request)
    }
}

/// The settings of the match in a journal.
fn settings_of(journal: &Path) -> anyhow::Result<Request> {
    refuse_stream("--journal", journal)?;
    let header = journal::read_header(journal)?;
    let path = journal.display();
    let Some(settings) = header.plan.get("settings") else {
        bail!(
            "{path} holds no settings, since an earlier version wrote it; give those of the match"
        );
    };
    let settings = MatchSettings::deserialize(settings)
        .with_context(|| format!("{path} holds settings of another version"))?;
    let run = RunArgs {
        shard: Some(header.shard),
        ..RunArgs::default()
    };
    Ok(Request {
        settings,
        run,
        ..Request::default()
    })
}

/// Runs the sub-command. `flags` are the arguments as clap parsed them.
pub(super) fn run(args: &MatchArgs, flags: &ArgMatches) -> anyhow::Result<()> {
    match &args.action {
        Some(Action::Merge { out, parts, force }) => merge(out, parts, *force),
        Some(Action::Report(report)) => report_journal(report),
        None => play(args.request(flags)?),
    }
}

/// Prepares a match, and checks that its files can be written. Whatever is wrong is an error of the command line: no file has
/// been written.
fn prepare(request: &Request) -> anyhow::Result<Match> {
    let mut settings = request.settings.clone();
    for (flag, path) in [("--log", &settings.log), ("--journal", &settings.journal)] {
        if let Some(path) = path {
            refuse_stdout(flag, path)?;
        }
    }
    if let Some(path) = &settings.journal {
        refuse_stream("--journal", path)?;
    }
    let mut game = settings.prepare(request.run.shard.unwrap_or_default())?;
    request.files.check()?;
    if request.lines.output.is_some() && request.files.use_stdout() {
        bail!("--output prints to standard output; give the games and reports the names of files");
    }
    // Protocols are detected once, not by every worker. The journal keeps what the user wrote.
    for engine in &mut settings.engines {
        if engine.protocol.is_none() {
            let kind = engines::detect_protocol(&engine.clone().checked()?)
                .map_err(|error| anyhow!("{}: {error}", engine.command))?;
            engine.protocol = Some(kind);
        }
    }
    settings.check_protocols()?;
    game.participants = settings.participants()?;
    // The recorder takes the games.
    game.keeps_games = false;
    Ok(game)
}

/// Opens the log, and starts every engine once. It is clear by now that the log is no other file of the match.
fn probe(game: &mut Match, log: Option<&Path>) -> anyhow::Result<()> {
    if let Some(path) = log {
        let log = LineLog::append(path);
        game.log = Some(log.with_context(|| format!("cannot open {}", path.display()))?);
    }
    game.header.builds = game.probe()?;
    Ok(())
}

fn play(request: Request) -> anyhow::Result<()> {
    let interrupts = Interrupts::handle()?;
    let mut game = prepare(&request).map_err(usage)?;
    let Request {
        path,
        settings,
        run,
        mut files,
        lines,
    } = request;
    let heading = game.info.heading(&game.info.engines);
    let given = settings.journal.as_deref();
    let mut file = JournalFile::new(given, &heading, &game.header, run.resumes());
    let idle = flags_without_effect(run, &files, &lines, file.is_some());
    for warning in idle {
        log::warn!("{warning}");
    }
    let variant = game.settings.spec.variant;
    for flag in files.leave_out_other_games(variant) {
        log::warn!("{flag} has no effect in {variant}: the format is for the other game");
    }
    let mut inputs = settings.files();
    inputs.extend(path);
    inputs.extend(file.as_ref().map(|file| file.path().to_owned()));
    let outputs: Vec<_> = files
        .paths()
        .into_iter()
        .chain(settings.log.clone())
        .collect();
    check_distinct(&inputs, &outputs)?;
    probe(&mut game, settings.log.as_deref()).map_err(usage)?;
    let builds = game.header.builds.clone();
    let StartedMatch {
        journal,
        state,
        mut report,
        files: mut open,
    } = start(&mut game, file.as_mut(), &files, &outputs, run)?;
    warn_about(&game, &files);
    // The first interrupt abandons the running games and ends the match in an orderly way, the second one
    // exits at once. The journal is complete in both cases.
    let stop = StopToken::new();
    interrupts.stop_first(&stop);
    let shown: Box<dyn MatchObserver> = match lines.output {
        Some(format) => Box::new(LinePrinter::new(format, &lines, &game)),
        None => Box::new(Progress::new(&game, state.games())),
    };
    let mut recorder = Recorder {
        shown,
        report: &mut report,
        files: &mut open,
    };
    let outcome = game.run(journal, state, &stop, &mut recorder);
    // The bar is left before the result is printed.
    drop(recorder);
    let journal = file.as_ref().map(JournalFile::path);
    note_changed_files(&builds, journal);
    // Whatever happened, the finished games have a result.
    let reported = print(&report, open);
    let outcome = outcome?;
    let has_failed = outcome.failure.is_some();
    match reported {
        // The exit code is that of the failure.
        Err(error) if has_failed => log::error!("{error:#}"),
        reported => reported?,
    }
    let is_decided = (outcome.sprt).is_some_and(|status| status.verdict != SprtResult::Continue);
    if let Some(format) = lines.output
        && !has_failed
        && (outcome.complete || is_decided)
    {
        let verdict = outcome.sprt.map(|status| status.verdict);
        let standings = report.standings();
        lines::print(&lines::end(format, standings, game.sprt.zip(verdict)));
    }
    exit_result(&outcome, stop.is_raised(), journal)
}

/// A match that begins or goes on.
struct StartedMatch {
    journal: Option<Journal>,
    /// The games of the journal, counted.
    state: MatchState,
    report: MatchReport,
    /// The files, with those games.
    files: OpenFiles,
}

/// Opens the journal of a match, if it has one, counts the games in it, and opens the files. `outputs` are these and the log.
fn start(
    game: &mut Match,
    file: Option<&mut JournalFile>,
    files: &Files,
    outputs: &[PathBuf],
    run: RunArgs,
) -> anyhow::Result<StartedMatch> {
    let mut state = game.state();
    let mut report = MatchReport::new(game.info.clone(), game.sprt, files.has_page());
    let Some(file) = file else {
        return Ok(StartedMatch {
            journal: None,
            state,
            report,
            files: files.open(&game.info)?,
        });
    };
    // From here on no other process changes the journal.
    let locked = file.lock(run.resumes()).map_err(journal_error)?;
    // It may have got another name.
    check_distinct([&file.path().to_owned()], outputs)?;
    check_swiss_rounds(&locked, game)?;
    locked.check()?;
    if run.force_resume && locked.reader()?.is_some() {
        // The journal keeps the programs with which it began; these are not compared.
        game.header.builds.clear();
    }
    // Files are opened, and thereby emptied, only when it is certain that the journal belongs to the match, and that all its
    // games can be read.
    let mut opened = None;
    let journal = locked.open(&game.header, |result| {
        state.add(&result);
        report.add(&result);
        if let Ok(open) = opened.get_or_insert_with(|| files.open(&game.info)) {
            open.add_known(&result);
        }
    });
    let journal = journal.map_err(journal_error)?;
    file.announce();
    let mut files = opened.unwrap_or_else(|| files.open(&game.info))?;
    files.add_missing();
    Ok(StartedMatch {
        journal: Some(journal),
        state,
        report,
        files,
    })
}

/// A journal that cannot be written is a wrong flag.
fn journal_error(error: JournalError) -> anyhow::Error {
    match &error.kind {
        JournalErrorKind::Io(reason) => {
            let path = error.path.display();
            exit_error(USAGE, format!("--journal: {path}: {reason}"))
        }
        _ => error.into(),
    }
}

/// Checks that a Swiss system to be continued has at least as many rounds as have begun. The tables of its rounds would lack
/// games that the ratings have.
fn check_swiss_rounds(journal: &LockedJournal, game: &Match) -> anyhow::Result<()> {
    let (path, format) = (journal.path(), game.schedule.format());
    if format.kind != TournamentKind::Swiss {
        return Ok(());
    }
    // What is wrong with the journal itself is reported when it is opened.
    let Ok(Some(mut played)) = journal.reader() else {
        return Ok(());
    };
    if journal::check_same_match(path, &played.header, &game.header).is_err() {
        return Ok(());
    }
    let games_of_round = (game.schedule.games() / format.rounds).max(1);
    let mut rounds = 0;
    while let Ok(Some(result)) = played.next_game() {
        if !result.is_void() {
            rounds = rounds.max(result.game / games_of_round + 1);
        }
    }
    if rounds > format.rounds {
        bail!(
            "{}: round {rounds} of the Swiss system has begun; expected --rounds {rounds} or more, not {}",
            path.display(),
            format.rounds
        );
    }
    Ok(())
}

fn merge(out: &Path, parts: &[PathBuf], force: bool) -> anyhow::Result<()> {
    refuse_stdout("OUT", out)?;
    refuse_stream("OUT", out)?;
    let games = journal::merge(out, parts, force)?;
    writeln!(stdout(), "{games} games in {}", out.display())?;
    Ok(())
}

/// Shows the progress of a match, counts its games, and writes its files.
struct Recorder<'a> {
    shown: Box<dyn MatchObserver>,
    report: &'a mut MatchReport,
    files: &'a mut OpenFiles,
}

impl MatchObserver for Recorder<'_> {
    fn game_started(&mut self, game: &ScheduledGame, scheduled: u32) {
        self.shown.game_started(game, scheduled);
    }

    fn game_finished(&mut self, result: &GameResult, scoreboard: &Scoreboard) {
        self.shown.game_finished(result, scoreboard);
        self.report.add(result);
        self.files.add(result);
        self.files.update(self.report);
    }
}

/// Prints the result of the match in a journal, and writes its files.
fn report_journal(args: &ReportArgs) -> anyhow::Result<()> {
    let (path, files) = (&args.journal, &args.files);
    let mut journal = JournalSource::open(path)?;
    // A file of games is not emptied for a journal that cannot be read to its end.
    let plan = journal.check()?.plan;
    let plan = |name: &str| plan.get(name).cloned().unwrap_or_default();
    // A journal without this information still has a report.
    let info: MatchInfo = serde_json::from_value(plan("title")).unwrap_or_default();
    let sprt: Option<Sprt> = serde_json::from_value(plan("sprt")).unwrap_or_default();
    let is_unknown = |name: &&String| !info.engines.is_empty() && !info.engines.contains(name);
    if let Some(name) = args.lost_by.as_ref().filter(is_unknown) {
        let names = info.engines.join(", ");
        return Err(usage(anyhow!(
            "--lost-by: the match has no engine {name:?}; expected one of: {names}"
        )));
    }
    check_distinct([path], &files.paths())?;
    files.check()?;
    let mut open = files.open(&info)?;
    let mut report = MatchReport::new(info, sprt, files.has_page());
    let mut games = journal.reader()?;
    let mut selected = 0;
    while let Some(game) = games.next_game()? {
        report.add(&game);
        if args.selects(&game) {
            open.add(&game);
            selected += 1;
        }
    }
    if args.is_selective() && !files.have_records() {
        log::warn!(
            "--only and --lost-by choose the games of records, and no record is written; give one such as --sgf FILE"
        );
    } else if args.is_selective() && selected == 0 {
        log::warn!("--only and --lost-by select no game, so the records are empty");
    }
    print(&report, open)
}

/// Prints the result, then ends the files, so that no file can cost the result.
fn print(report: &MatchReport, files: OpenFiles) -> anyhow::Result<()> {
    let result = text::text(report);
    let printed = match files.use_stdout() {
        true => std::io::stderr().lock().write_all(result.as_bytes()),
        false => stdout().write_all(result.as_bytes()),
    };
    files.finish(report)?;
    match printed.map_err(anyhow::Error::from) {
        // The exit code still tells how the match ended.
        Err(error) if stdout::is_closed(&error) => Ok(()),
        printed => printed,
    }
}

#[cfg(test)]
mod tests;
