//! Reads the positions of self-play games.

use crate::train::blocks::BlockError;
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};

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

/// The positions of all games in the folders. `read` reads a file; `split` passes on the positions of a game
/// one by one.
pub(super) fn positions<G, S>(
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
            let into = if positions.games.is_multiple_of(HELD_OUT_INTERVAL) {
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

/// A progress bar on stderr, if that is a terminal.
pub(super) fn bar(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{elapsed}}, {{eta}} left");
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
