//! The games of files and folders.

use crate::cli::arguments::read_file;
use crate::format::{AnnotatedGame, AnnotatedMove, ggf, replay, sgf};
use crate::gomoku::Rule;
use anyhow::Context;
use std::path::{Path, PathBuf};

/// A game with its place.
pub(super) struct SourceGame {
    pub file: String,
    /// Number in the file, from 1.
    pub number: usize,
    /// With every ply, forced passes included.
    pub game: AnnotatedGame,
}

/// The endings of the files that are taken from folders.
const ENDINGS: [&str; 2] = ["sgf", "ggf"];

/// Reads the games of all files. `rule` is that of Gomoku games whose file does not say it. `complain` gets
/// an error message for each file that cannot be used.
///
/// # Errors
/// A folder cannot be read.
pub(super) fn read(
    paths: &[PathBuf],
    rule: Rule,
    complain: &mut dyn FnMut(&str),
) -> anyhow::Result<Vec<SourceGame>> {
    let mut found = Vec::new();
    for path in paths {
        for file in files_of(path)? {
            match read_games(&file, rule) {
                Ok(games) => found.extend(games),
                Err(error) => complain(&format!("{error:#}")),
            }
        }
    }
    Ok(found)
}

/// A file, or the files of a folder in alphabetical order.
fn files_of(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    let name = || path.display().to_string();
    for entry in path.read_dir().with_context(name)? {
        let file = entry.with_context(name)?.path();
        let ending = file
            .extension()
            .map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        if ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str())) {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

fn read_games(path: &Path, rule: Rule) -> anyhow::Result<Vec<SourceGame>> {
    let (file, text) = read_file(path)?;
    let is_ggf = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("ggf"))
        || text.to_ascii_uppercase().contains("GM[OTHELLO]");
    let games: Vec<AnnotatedGame> = if is_ggf {
        let games = ggf::read_all(&text).map_err(|error| anyhow::anyhow!("{file}:{error}"))?;
        games.iter().map(|game| (&game.record()).into()).collect()
    } else {
        let game = sgf::read(&text, rule).map_err(|error| anyhow::anyhow!("{file}:{error}"))?;
        vec![(&game).into()]
    };
    let sources = (1..).zip(games).map(|(number, game)| SourceGame {
        file: file.clone(),
        number,
        game: with_passes(game),
    });
    Ok(sources.collect())
}

/// The game with the passes that the file leaves out, and with the result by the rules.
fn with_passes(mut game: AnnotatedGame) -> AnnotatedGame {
    let Some(mut record) = game.variant.new_record(game.start.size) else {
        return game;
    };
    // The readers have checked the start and the moves.
    if record.start() != game.start && record.set_up(&game.start).is_err() {
        return game;
    }
    for played in &game.moves {
        let _ = replay(record.as_mut(), played.side, played.mv);
    }
    let moves = record.moves().into_iter();
    game.moves = moves
        .map(|(side, mv)| AnnotatedMove::new(side, mv))
        .collect();
    game
}
