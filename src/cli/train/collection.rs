//! Plays collections of self-play games.

use crate::cli::train::positions::bar;
use crate::tournament::Shard;
use crate::train::blocks::{self, BLOCK, BlockError};
use anyhow::Context;
use std::path::PathBuf;
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
