//! `flipfive train`: makes the weights of the evaluations.

mod gomoku;
mod othello;

use crate::tournament::Shard;
use crate::train::blocks;
use crate::train::blocks::{BLOCK, BlockError};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// Make the weights of an evaluation.
#[derive(clap::Args, Debug)]
pub struct TrainArgs {
    #[command(subcommand)]
    game: TrainGame,
}

#[derive(clap::Subcommand, Debug)]
enum TrainGame {
    /// The evaluation of Othello
    #[command(subcommand)]
    Othello(othello::Step),
    /// The evaluation of Gomoku
    #[command(subcommand)]
    Gomoku(gomoku::Step),
}

/// A collection of games.
#[derive(clap::Args, Debug)]
struct CollectionArgs {
    /// Folder for the games; blocks that are there already are not played again
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Games in all, rounded up to whole blocks of 250
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    games: u32,
    /// Games that are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Play only a part of the blocks, such as 2/8
    #[arg(
        long,
        value_name = "INDEX/COUNT",
        default_value = "1/1",
        hide_default_value = true
    )]
    shard: Shard,
}

pub(super) fn run(args: &TrainArgs) -> anyhow::Result<()> {
    match &args.game {
        TrainGame::Othello(step) => othello::run(step),
        TrainGame::Gomoku(step) => gomoku::run(step),
    }
}

fn game_files(folders: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "txt") {
                files.push(path);
            }
        }
    }
    // The same files give the same weights, in whatever order the system names them.
    files.sort();
    Ok(files)
}

/// One in so many games is held out of a fit.
const HELD_OUT: usize = 32;

/// What a fit learns from and is measured by.
struct Positions<S> {
    games: usize,
    fitted: Vec<S>,
    held_out: Vec<S>,
}

/// The positions of all games in the folders: `read` takes a file, `split` gives the positions of a game
/// away one by one.
fn positions<G, S>(
    folders: &[PathBuf],
    read: impl Fn(&Path) -> Result<Vec<G>, BlockError>,
    split: impl Fn(&G, &mut dyn FnMut(S)),
) -> anyhow::Result<Positions<S>> {
    let files = game_files(folders)?;
    let bar = bar(files.len() as u64, "files");
    let mut positions = Positions {
        games: 0,
        fitted: Vec::new(),
        held_out: Vec::new(),
    };
    for path in &files {
        for game in read(path)? {
            let into = if positions.games.is_multiple_of(HELD_OUT) {
                &mut positions.held_out
            } else {
                &mut positions.fitted
            };
            positions.games += 1;
            split(&game, &mut |position| into.push(position));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(positions)
}

/// A bar on stderr, if that is a terminal.
fn bar(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{elapsed}}, {{eta}} left");
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Plays the blocks of a collection that are not there: every thread has a player, which is given the
/// numbers of games; every block is written when it is whole.
fn play_blocks<P, G>(
    args: &CollectionArgs,
    player: impl Fn() -> P + Sync,
    play: impl Fn(&mut P, u64) -> G + Sync,
    write: impl Fn(u32, &[G]) -> Result<(), BlockError> + Sync,
) -> anyhow::Result<()> {
    let folder = &args.out;
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let blocks: Vec<u32> = (0..args.games.div_ceil(BLOCK))
        .filter(|&block| args.shard.has(block))
        .filter(|&block| !blocks::path(folder, block).exists())
        .collect();
    let bar = bar(blocks.len() as u64 * u64::from(BLOCK), "games");
    let next = AtomicU32::new(0);
    let failure = Mutex::new(None);
    let work = || {
        let mut player = player();
        while let Some(&block) = blocks.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
            let first = u64::from(block) * u64::from(BLOCK);
            let games: Vec<G> = (first..first + u64::from(BLOCK))
                .map(|index| {
                    bar.inc(1);
                    play(&mut player, index)
                })
                .collect();
            if let Err(error) = write(block, &games) {
                if let Ok(mut failure) = failure.lock() {
                    *failure = Some(error);
                }
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    match failure.into_inner() {
        Ok(Some(error)) => Err(error.into()),
        _ => Ok(()),
    }
}
