//! Plays collections of self-play games, and reads their positions.

use crate::cli::progress_bar::progress_bar;
use crate::cli::sink::check;
use crate::cli::stdout::stdout;
use crate::tournament::Shard;
use crate::train::blocks::{self, BLOCK, BlockError};
use crate::util::threads::on_threads;
use anyhow::{Context, bail};
use indicatif::ProgressBar;
use std::collections::HashSet;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// A collection of games.
#[derive(clap::Args, Debug)]
pub(super) struct CollectionArgs {
    /// Folder for the games; blocks that are there are not played again, and must have the same settings
    #[arg(long, value_name = "FOLDER")]
    pub(super) out: PathBuf,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Play only one shard of the blocks, such as 2/8
    #[arg(
        long,
        value_name = "INDEX/COUNT",
        default_value = "1/1",
        hide_default_value = true
    )]
    shard: Shard,
}

impl CollectionArgs {
    /// The blocks of this shard, given the number of games.
    fn blocks(&self, games: u32) -> impl Iterator<Item = u32> {
        (0..games.div_ceil(BLOCK)).filter(|&block| self.shard.has(block))
    }
}

/// Number of games to play.
#[derive(clap::Args, Debug)]
pub(super) struct CountArgs {
    /// Number of games, rounded up to whole blocks of 250
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) games: u32,
}

/// Plays the missing blocks of a collection of `games` games. `how` is the first line of each. Every thread has a
/// player and passes the index of each game to `play`. A block is written when it is complete.
pub(super) fn play_blocks<P, G>(
    args: &CollectionArgs,
    games: u32,
    how: &str,
    player: impl Fn() -> P + Sync,
    play: impl Fn(&mut P, u64) -> G + Sync,
    write: impl Fn(u32, &[G]) -> Result<(), BlockError> + Sync,
) -> anyhow::Result<()> {
    let folder = &args.out;
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let blocks = missing_blocks(args, games, how)?;
    let Some(&first) = blocks.first() else {
        let (name, count) = (folder.display(), args.blocks(games).count() as u32 * BLOCK);
        writeln!(stdout(), "{name}: all {count} games are there already")?;
        return Ok(());
    };
    check(&blocks::path(folder, first))?;
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
    on_threads(usize::from(args.threads).min(blocks.len()), work);
    bar.finish_and_clear();
    match failure.into_inner() {
        Ok(Some(error)) => Err(error.into()),
        _ => Ok(()),
    }
}

/// The blocks of a run that are not there, or damaged.
///
/// # Errors
/// A block cannot be read, or has other settings: a fit to a mixture could not say what its games are.
fn missing_blocks(args: &CollectionArgs, games: u32, how: &str) -> anyhow::Result<Vec<u32>> {
    let mut missing = Vec::new();
    for block in 0..games.div_ceil(BLOCK) {
        let path = blocks::path(&args.out, block);
        let is_wanted = args.shard.has(block);
        let found = match blocks::how(&path) {
            Err(BlockError::Damaged(path)) => {
                if is_wanted {
                    log::warn!("{}: damaged, so it is played again", path.display());
                }
                None
            }
            found => found?,
        };
        match found {
            Some(found) if found != how => bail!(
                "{}: made by {found:?}; expected {how:?}; give another folder as --out",
                path.display()
            ),
            None if is_wanted => missing.push(block),
            _ => {}
        }
    }
    Ok(missing)
}

/// The files of games in the folders, each once.
///
/// # Errors
/// A folder cannot be read, or has no games.
pub(super) fn game_files(folders: &[PathBuf], game: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in folders {
        let name = folder.display();
        let found = blocks_in(folder).with_context(|| name.to_string())?;
        if found.is_empty() {
            bail!(
                "{name}: no games; expected files games-NNNNNN.txt of `flipfive train {game} games`"
            );
        }
        files.extend(found);
    }
    // The order of the files affects the weights, so it must not depend on the system.
    files.sort();
    // A folder may be given twice.
    let mut seen = HashSet::new();
    files.retain(|path| seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())));
    Ok(files)
}

fn blocks_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        files.push(entry?.path());
    }
    files.retain(|path| blocks::is_block(path));
    Ok(files)
}

/// Fails if the games have nothing of a kind that a step needs.
///
/// # Errors
/// `count` is 0.
pub(super) fn require(
    count: usize,
    kind: impl Display,
    folders: &[PathBuf],
    game: &str,
) -> anyhow::Result<()> {
    if count == 0 {
        bail!(
            "{}: no {kind}; expected more games of `flipfive train {game} games`",
            names(folders)
        );
    }
    Ok(())
}

/// The names of folders, for messages.
pub(super) fn names(folders: &[PathBuf]) -> String {
    let names = folders.iter().map(|folder| folder.display().to_string());
    names.collect::<Vec<_>>().join(", ")
}

/// A measurement as a text, given the number of held-out positions or games.
pub(super) fn measured(held_out: usize, text: String) -> String {
    match held_out {
        0 => "not measured, since nothing is held out".into(),
        _ => text,
    }
}

/// One in this many games of a file is held out of a fit.
const HELD_OUT_INTERVAL: usize = 32;

/// The positions of a fit.
pub(super) struct Positions<S> {
    /// Number of games.
    pub(super) games: usize,
    /// Positions to fit.
    pub(super) fitted: Vec<S>,
    /// Positions of other games, to measure the fit.
    pub(super) held_out: Vec<S>,
}

/// Passes on all games in the files. `read` reads a file.
pub(super) fn for_each_game<G>(
    files: &[PathBuf],
    read: impl Fn(&Path) -> Result<Vec<G>, BlockError>,
    mut take: impl FnMut(G),
) -> anyhow::Result<()> {
    let bar = bar(files.len() as u64, "files");
    for path in files {
        read(path)?.into_iter().for_each(&mut take);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// [`for_each_game`], with whether the game is held out. Only its place in its file decides that: earlier weights were not
/// fitted to the games that a fit to more files holds out.
pub(super) fn for_each_game_of_fit<G>(
    files: &[PathBuf],
    read: impl Fn(&Path) -> Result<Vec<G>, BlockError>,
    mut take: impl FnMut(G, bool),
) -> anyhow::Result<()> {
    let numbered = |path: &Path| Ok(read(path)?.into_iter().enumerate().collect());
    for_each_game(files, numbered, |(place, game)| {
        take(game, place.is_multiple_of(HELD_OUT_INTERVAL));
    })
}

/// The positions of all games in the files. `read` reads a file; `split` passes on the positions of a game
/// one by one.
pub(super) fn positions<G, S>(
    files: &[PathBuf],
    read: impl Fn(&Path) -> Result<Vec<G>, BlockError>,
    split: impl Fn(&G, &mut dyn FnMut(S)),
) -> anyhow::Result<Positions<S>> {
    let (mut games, mut fitted, mut held_out) = (0usize, Vec::new(), Vec::new());
    for_each_game_of_fit(files, read, |game, is_held_out| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    #[test]
    fn blocks_that_are_missing_or_damaged_are_played() {
        let folder = tempdir().unwrap();
        let out = folder.path().to_owned();
        let args = |shard: &str| CollectionArgs {
            out: out.clone(),
            seed: 1,
            threads: 1,
            shard: shard.parse().unwrap(),
        };
        let missing = |shard: &str| missing_blocks(&args(shard), 3 * BLOCK, "a test").unwrap();
        let write = |block, how| blocks::write(&out, block, how, std::iter::empty()).unwrap();
        write(0, "a test");
        write(2, "a test");
        assert_eq!(missing("1/1"), [1]);
        std::fs::write(blocks::path(&out, 2), "# a test\n").unwrap();
        assert_eq!(missing("1/1"), [1, 2]);
        assert_eq!(missing("2/2"), [1]);
        write(0, "another test");
        let error = missing_blocks(&args("2/2"), 3 * BLOCK, "a test").unwrap_err();
        let error = error.to_string();
        assert!(
            error.ends_with(
                "games-000000.txt: made by \"another test\"; expected \"a test\"; give another folder as --out"
            ),
            "{error}"
        );
    }

    #[test]
    fn more_files_do_not_change_what_is_held_out() {
        let files = [10, 250, 33].map(|games: usize| PathBuf::from(games.to_string()));
        let read = |path: &Path| {
            let games = path.to_str().and_then(|name| name.parse().ok()).unwrap();
            Ok((0..games).map(|place: usize| (games, place)).collect())
        };
        let held_out = |files: &[PathBuf]| {
            let split = |&game: &(usize, usize), take: &mut dyn FnMut(_)| take(game);
            let found = positions(files, read, split).unwrap();
            assert_eq!(found.games, found.fitted.len() + found.held_out.len());
            found.held_out
        };
        let all = held_out(&files);
        assert_eq!(all.len(), 1 + 8 + 2);
        assert_eq!(held_out(&files[1..]), all[1..]);
        assert_eq!(all[1..4], [(250, 0), (250, 32), (250, 64)]);
    }

    #[test]
    fn every_file_of_games_is_read_once() {
        let folder = tempdir().unwrap();
        let inner = folder.path().join("games");
        std::fs::create_dir(&inner).unwrap();
        let folders = [inner.clone(), folder.path().join("games/../games")];
        assert!(game_files(&folders, "othello").is_err());
        for name in [
            "games-000001.txt",
            "games-000000.txt",
            "notes.txt",
            "games-a.txt~",
        ] {
            std::fs::write(inner.join(name), "").unwrap();
        }
        let files = game_files(&folders, "othello").unwrap();
        let names: Vec<_> = files.iter().filter_map(|path| path.file_name()).collect();
        assert_eq!(names, ["games-000000.txt", "games-000001.txt"]);
    }
}
