//! `flipfive analyze`: games looked at move by move.

mod args;
mod outputs;

use crate::analysis::{Analyzer, GameAnalysis};
use crate::cli::game_files::{self, SourceGame};
use crate::cli::progress_bar::progress_bar;
use crate::report::analysis::AnalyzedGame;
use anyhow::bail;
pub(super) use args::AnalyzeArgs;
use indicatif::ProgressBar;
use outputs::Outputs;
use std::io::Write;
use std::time::Duration;

pub(super) fn run(args: &AnalyzeArgs) -> anyhow::Result<()> {
    let settings = args.search.settings();
    let described = settings.to_string();
    let mut failures = 0;
    let mut complain = |message: &str| {
        failures += 1;
        // A closed stderr is no reason to stop.
        let _ = writeln!(std::io::stderr(), "flipfive: {message}");
    };
    let mut all = Vec::new();
    for read in game_files::read(&args.files, args.game.read_options())? {
        match read {
            Ok(game) => all.push(game),
            Err(message) => complain(&message),
        }
    }
    let count = all.len();
    let selected: Vec<SourceGame> = (1usize..)
        .zip(all)
        .filter(|(number, _)| {
            args.games
                .as_ref()
                .is_none_or(|games| games.contain(*number))
        })
        .filter(|(number, _)| args.shard.has((number - 1) as u32))
        .map(|(_, game)| game)
        .collect();
    if selected.is_empty() && args.games.is_some() {
        bail!("--games and --shard select no game; there are games 1 to {count}");
    }
    let mut outputs = Outputs::open(&args.outputs, &described)?;
    let bar = bar_for(&selected);
    let mut analyzer = Analyzer::new(settings);
    for source in &selected {
        let plies = source.game.game.moves.len() as u64;
        let analysis = match outputs.finished(source)? {
            Some(moves) => {
                bar.inc(plies);
                bar.reset_eta();
                let played = source
                    .game
                    .game
                    .moves
                    .iter()
                    .map(|played| (played.side, played.mv));
                let (variant, size) = (source.game.game.variant, source.game.game.start.size);
                Ok(GameAnalysis::new(variant, size, played.collect(), moves))
            }
            None => {
                let found = analyzer.analyze(&source.game.game, &mut || bar.inc(1));
                if let Ok(analysis) = &found {
                    let analyzed = analyzed(source, &described, analysis);
                    bar.suspend(|| outputs.add_new(&analyzed))?;
                }
                found
            }
        };
        match analysis {
            Ok(analysis) => {
                let analyzed = analyzed(source, &described, &analysis);
                bar.suspend(|| outputs.add(&analyzed))?;
            }
            Err(reason) => {
                let (file, number) = (&source.file, source.number);
                bar.suspend(|| complain(&format!("{file}, game {number}: {reason}")));
            }
        }
    }
    bar.finish_and_clear();
    outputs.finish()?;
    if failures > 0 {
        bail!("{failures} of the games or files cannot be analysed");
    }
    Ok(())
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

fn bar_for(games: &[SourceGame]) -> ProgressBar {
    let plies: usize = games
        .iter()
        .map(|source| source.game.game.moves.len())
        .sum();
    let template = "{wide_bar} {pos}/{len} moves, {elapsed} elapsed, {eta} left";
    let bar = progress_bar(plies as u64, template);
    // One move can take long, and the clock should go on.
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
