//! `flipfive puzzles`: positions of games in which exactly one move wins or saves.

mod args;
mod outputs;

use crate::cli::game_files::{self, InputErrors, SourceGame, Unread};
use crate::cli::progress_bar::{progress_bar, tick_steadily};
use crate::cli::sink::check_distinct;
use crate::puzzles::{Finder, Puzzle, SeenPositions};
use crate::util::threads::on_threads;
use anyhow::bail;
pub(super) use args::PuzzlesArgs;
use indicatif::ProgressBar;
use outputs::Outputs;
use std::sync::Mutex;

/// Finds the puzzles of all games and writes them in the order of the games.
///
/// # Errors
/// No game, or none is selected; a file that cannot be written; at the end, games that could not be read.
pub(super) fn run(args: &PuzzlesArgs) -> anyhow::Result<()> {
    let mut input_errors = InputErrors::default();
    let mut games = game_files::read(&args.files, args.game.read_options()?)?;
    check_distinct(&game_files::files(&args.files)?, args.outputs.paths())?;
    let threads = usize::from(args.search.threads);
    let settings = args.search.settings();
    let mut finders: Vec<Finder> = (0..threads)
        .map(|_| Finder::new(settings.clone()))
        .collect();
    let mut known = SeenPositions::default();
    let bar = bar();
    // A run without a game to search makes no file.
    let mut outputs = None;
    let (mut read, mut selected, mut puzzles) = (0, 0, 0);
    loop {
        let mut block = Vec::new();
        for game in games.by_ref() {
            // What cannot be read has a number, too, as in the outputs.
            read += 1;
            let is_selected = args.games.as_ref().is_none_or(|games| games.contain(read));
            match game {
                Err(Unread::File(message)) => input_errors.add(&bar, message),
                _ if !is_selected => {}
                Err(Unread::Game(message)) => input_errors.add(&bar, message),
                Ok(game) => block.push(game),
            }
            if block.len() == GAMES_PER_THREAD * threads {
                break;
            }
        }
        if block.is_empty() {
            break;
        }
        selected += block.len();
        let outputs = match &mut outputs {
            Some(outputs) => outputs,
            None => outputs.insert(Outputs::open(&args.outputs)?),
        };
        for (game, found) in search(&mut finders, block, &bar) {
            let found = found.unwrap_or_else(|reason| {
                let (file, number) = (&game.file, game.number);
                input_errors.add(&bar, format_args!("{file}, game {number}: {reason}"));
                Vec::new()
            });
            for puzzle in found {
                if known.insert(puzzle.variant, &puzzle.position) {
                    puzzles += 1;
                    bar.suspend(|| outputs.add(&puzzle, &game))?;
                }
            }
        }
    }
    bar.finish_and_clear();
    if read == 0 {
        bail!("there are no games to search; expected files of games, or folders with some");
    }
    if selected == 0 && args.games.is_some() {
        bail!("--games selects no game that can be read; there are games 1 to {read}");
    }
    if let Some(mut outputs) = outputs {
        outputs.finish()?;
    }
    log::info!("{puzzles} puzzles in {selected} games");
    if puzzles == 0 && input_errors.is_empty() {
        log::warn!("no puzzles; --found, more --nodes, and lower --gap and --attacks find more");
    }
    input_errors.finish(selected, "of the games or files cannot be searched")
}

/// The games that are read at a time, for each thread.
const GAMES_PER_THREAD: usize = 16;

/// The puzzles of a game, or why it cannot be replayed.
type Found = Result<Vec<Puzzle>, String>;

/// Searches games, each finder on its own thread. Without threads, the calling one uses the first finder. The
/// results are in the order of the games.
fn search(
    finders: &mut [Finder],
    games: Vec<SourceGame>,
    bar: &ProgressBar,
) -> Vec<(SourceGame, Found)> {
    let threads = finders.len();
    let idle = Mutex::new(finders.iter_mut());
    let waiting = Mutex::new(games.into_iter().enumerate());
    let next = || waiting.lock().ok()?.next();
    let work = || {
        let mut done = Vec::new();
        let Some(finder) = idle.lock().ok().and_then(|mut idle| idle.next()) else {
            return done;
        };
        while let Some((index, game)) = next() {
            let found = finder.find(&game.game.game, &mut || bar.inc(1));
            done.push((index, (game, found)));
        }
        done
    };
    let done = on_threads(threads, work);
    let mut done: Vec<_> = done.into_iter().flatten().collect();
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

fn bar() -> ProgressBar {
    // The files are read while they are searched, so nobody knows the number of all moves.
    let bar = progress_bar(0, "{spinner} {pos} moves, {per_sec}, {elapsed} elapsed");
    tick_steadily(&bar);
    bar
}
