//! Plays collections of self-play games, and reads their positions.

use crate::cli::progress_bar::progress_bar;
use crate::cli::sink::check;
use crate::tournament::Shard;
use crate::train::blocks::{self, BLOCK, BlockError};
use crate::train::threads::on_threads;
use anyhow::Context;
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// A collection of self-play games.
#[derive(clap::Args, Debug)]
pub(super) struct CollectionArgs {
    /// Folder for the games; existing blocks are not played again
    #[arg(long, value_name = "FOLDER")]
    pub(super) out: PathBuf,
    /// Number of games, rounded up to whole blocks of 250
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    games: u32,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Play only one shard of the blocks, such as 2/8
    #[arg(
        long,
        value_name = "INDEX/COUNT",
        default_value = "1/1",
        hide_default_value = true
    )]
    shard: Shard,
}

/// Plays the missing blocks of a collection. Every thread has a player and passes the index of each game to
/// `play`. A block is written when it is complete.
pub(super) fn play_blocks<P, G>(
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
    if let Some(&first) = blocks.first() {
        check(&blocks::path(folder, first))?;
    }
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
    on_threads(args.threads.min(blocks.len()), work);
    bar.finish_and_clear();
    match failure.into_inner() {
        Ok(Some(error)) => Err(error.into()),
        _ => Ok(()),
    }
}

pub(super) fn game_files(folders: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
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
    // The order of the files affects the weights, so it must not depend on the system.
    files.sort();
    Ok(files)
}

/// One in this many games is held out of a fit.
pub(super) const HELD_OUT_INTERVAL: usize = 32;

/// The positions of a fit.
pub(super) struct Positions<S> {
    /// Number of games.
    pub(super) games: usize,
    /// Positions to fit.
    pub(super) fitted: Vec<S>,
    /// Positions of other games, to measure the fit.
    pub(super) held_out: Vec<S>,
}

/// Passes on all games in the folders. `read` reads a file.
pub(super) fn for_each_game<G>(
    folders: &[PathBuf],
    read: impl Fn(&Path) -> Result<Vec<G>, BlockError>,
    mut take: impl FnMut(G),
) -> anyhow::Result<()> {
    let files = game_files(folders)?;
    let bar = bar(files.len() as u64, "files");
    for path in &files {
        read(path)?.into_iter().for_each(&mut take);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// The positions of all games in the folders. `read` reads a file; `split` passes on the positions of a game
/// one by one.
pub(super) fn positions<G, S>(
    folders: &[PathBuf],
    read: impl Fn(&Path) -> Result<Vec<G>, BlockError>,
    split: impl Fn(&G, &mut dyn FnMut(S)),
) -> anyhow::Result<Positions<S>> {
    let (mut games, mut fitted, mut held_out) = (0usize, Vec::new(), Vec::new());
    for_each_game(folders, read, |game| {
        let is_held_out = games.is_multiple_of(HELD_OUT_INTERVAL);
        let into = if is_held_out {
            &mut held_out
        } else {
            &mut fitted
        };
        games += 1;
        split(&game, &mut |position| into.push(position));
    })?;
    Ok(Positions {
        games,
        fitted,
        held_out,
    })
}

/// A progress bar that counts such units.
pub(super) fn bar(length: u64, unit: &str) -> ProgressBar {
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{elapsed}}, {{eta}} left");
    progress_bar(length, &template)
}
