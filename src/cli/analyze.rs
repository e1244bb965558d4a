//! `flipfive analyze`: games looked at move by move.

mod args;
mod outputs;

use crate::analysis::{Analyzer, GameAnalysis};
use crate::cli::game_files::{self, InputErrors, SourceGame, Unread, is_read_once};
use crate::cli::progress_bar::{progress_bar, tick_steadily};
use crate::cli::sink::check_distinct;
use crate::report::analysis::AnalyzedGame;
use anyhow::bail;
pub(super) use args::AnalyzeArgs;
use indicatif::ProgressBar;
use outputs::Outputs;

/// Analyses the selected games one after the other. Only one game is in memory at a time.
///
/// # Errors
/// No game, or none is selected; an output that cannot be written; at the end, games and variations that could not
/// be analysed.
pub(super) fn run(args: &AnalyzeArgs) -> anyhow::Result<()> {
    let settings = args.search.settings();
    let described = settings.to_string();
    let files = game_files::files(&args.files)?;
    let plies = match files.iter().any(|path| is_read_once(path)) {
        true => None,
        false => Some(selected_plies(args)?),
    };
    let mut input_errors = InputErrors::default();
    check_distinct(&files, args.outputs.paths())?;
    // Listed before the outputs exist: one in a folder of games is no input.
    let games = game_files::read(&args.files, args.game.read_options()?)?;
    // A run without a game changes no file, and neither does one that is refused.
    let mut outputs = Outputs::check(&args.outputs, &described)?;
    let bar = bar_for(plies);
    let mut analyzer = Analyzer::new(settings);
    let (mut read, mut selected, mut unread_files) = (0, 0, 0);
    for source in games {
        // What cannot be read has a number, too, as in the outputs.
        read += 1;
        let source = match source {
            Err(Unread::File(message)) => {
                unread_files += 1;
                input_errors.add(&bar, message);
                continue;
            }
            _ if !args.selects(read) => continue,
            Err(Unread::Game(message)) => {
                input_errors.add(&bar, message);
                continue;
            }
            Ok(source) => source,
        };
        selected += 1;
        for problem in &source.game.problems {
            input_errors.add(&bar, format_args!("{}:{problem}", source.file));
        }
        if let Err(reason) = analyze(&mut analyzer, &source, &described, &mut outputs, &bar)? {
            let (file, number) = (&source.file, source.number);
            input_errors.add(&bar, format_args!("{file}, game {number}: {reason}"));
        }
    }
    bar.finish_and_clear();
    if input_errors.is_empty() {
        check_selection(args, selected, read)?;
    }
    if read == 0 {
        bail!("there are no games to analyse; expected files of games, or folders with some");
    }
    // A shard without games has empty outputs, so that those of all shards can be joined, if there are games at all.
    let of_shards = if args.shard.of > 1 {
        read - unread_files
    } else {
        selected
    };
    if of_shards > 0 || input_errors.is_empty() {
        outputs.finish()?;
    }
    input_errors.finish(
        of_shards,
        "of the games, variations or files cannot be analysed",
    )
}

/// The plies of the selected games.
///
/// # Errors
/// No game is selected, or a folder cannot be read.
fn selected_plies(args: &AnalyzeArgs) -> anyhow::Result<u64> {
    let (mut read, mut selected, mut plies) = (0, 0, 0);
    for source in game_files::read(&args.files, args.game.read_options()?)? {
        read += 1;
        // The errors are reported when the games are analysed. Nobody knows what an unreadable file holds.
        match source {
            Err(Unread::File(_)) => selected += 1,
            _ if !args.selects(read) => {}
            Err(Unread::Game(_)) => selected += 1,
            Ok(source) => {
                selected += 1;
                plies += source.game.game.moves.len() as u64;
            }
        }
    }
    check_selection(args, selected, read)?;
    Ok(plies)
}

fn check_selection(args: &AnalyzeArgs, selected: usize, all: usize) -> anyhow::Result<()> {
    if selected == 0 && args.games.is_some() {
        bail!("--games and --shard select no game; there are games 1 to {all}");
    }
    Ok(())
}

/// Analyses a game, or takes the analysis of an earlier run, and writes it to the outputs. The inner error is
/// why the game cannot be analysed.
fn analyze(
    analyzer: &mut Analyzer,
    source: &SourceGame,
    settings: &str,
    outputs: &mut Outputs<'_>,
    bar: &ProgressBar,
) -> anyhow::Result<Result<(), String>> {
    let game = &source.game.game;
    let analysis = match outputs.finished(source)? {
        Some(moves) => {
            bar.inc(game.moves.len() as u64);
            bar.reset_eta();
            GameAnalysis::new(game.variant, game.start.size, game.plies(), moves)
        }
        None => match analyzer.analyze(game, &mut || bar.inc(1)) {
            Ok(analysis) => {
                let analyzed = analyzed(source, settings, &analysis);
                bar.suspend(|| outputs.add_new(&analyzed))?;
                analysis
            }
            Err(error) => return Ok(Err(error.to_string())),
        },
    };
    let analyzed = analyzed(source, settings, &analysis);
    bar.suspend(|| outputs.add(&analyzed))?;
    Ok(Ok(()))
}

fn analyzed<'a>(
    source: &'a SourceGame,
    settings: &'a str,
    analysis: &'a GameAnalysis,
) -> AnalyzedGame<'a> {
    AnalyzedGame {
        file: &source.file,
        number: source.number,
        settings,
        source: &source.game,
        analysis,
    }
}

/// A bar for this number of plies, or without an end if nobody knows it.
fn bar_for(plies: Option<u64>) -> ProgressBar {
    let bar = match plies {
        Some(plies) => {
            let template = "{wide_bar} {pos}/{len} moves, {elapsed} elapsed, {eta} left";
            progress_bar(plies, template)
        }
        None => progress_bar(0, "{spinner} {pos} moves, {elapsed} elapsed"),
    };
    // One move can take long.
    tick_steadily(&bar);
    bar
}
