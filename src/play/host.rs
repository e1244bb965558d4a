//! Brings about the effects of a game: the engine, files, the score table.

use crate::engine::{Engine, EngineHandle, Event, Variant};
use crate::format::FileGame;
use crate::format::game_file::{self, FileFormat, GameReader, ReadOptions};
use crate::play::effect::{Effect, MessageKind};
use crate::play::game::Game;
use crate::play::scores::{GameScore, ScoreFile};
use crate::util::files::replace_file;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Why there is no score table.
const NO_FOLDER: &str = "there is no data folder for a score table; --data-dir names one";

/// What a game needs from the world.
pub(crate) struct Host {
    engine: Engine,
    /// `None` if the platform has no folder for it.
    scores: Option<ScoreFile>,
}

impl Host {
    /// A host whose engine calls `post` from its thread.
    pub(crate) fn new(
        scores: Option<ScoreFile>,
        post: impl Fn(Event) + Send + Sync + 'static,
    ) -> Self {
        Self {
            engine: Engine::new(post),
            scores,
        }
    }

    /// Brings about all effects of a game, also those that follow from them. False if the program ends.
    pub(crate) fn perform(&mut self, game: &mut Game) -> bool {
        loop {
            let effects = game.take_effects();
            if effects.is_empty() {
                return true;
            }
            for effect in effects {
                match effect {
                    Effect::Search(job) => self.engine.begin(*job),
                    Effect::Stop => self.engine.stop(),
                    Effect::Save {
                        path,
                        overwrite,
                        game: file,
                    } => match save(&path, overwrite, *file) {
                        Ok(()) => game.saved(path),
                        Err(error) => game.refuse(format!("{}: {error}", path.display())),
                    },
                    Effect::Load(path) => load(game, path),
                    Effect::Count(score) => self.count(game, score),
                    Effect::ShowScores => self.show_scores(game),
                    Effect::Quit => return false,
                }
            }
        }
    }

    fn count(&self, game: &mut Game, mut score: GameScore) {
        let Some(file) = &self.scores else {
            game.refuse(format!("the game was not counted: {NO_FOLDER}"));
            return;
        };
        score.date = now_utc().strftime("%Y-%m-%dT%H:%M:%S").to_string();
        if let Err(error) = file.add(&score) {
            let path = file.path().display();
            game.refuse(format!("the score table was not written: {path}: {error}"));
        }
    }

    fn show_scores(&self, game: &mut Game) {
        match scores_text(self.scores.as_ref()) {
            Ok((table, problems)) => {
                for problem in problems {
                    game.refuse(problem);
                }
                game.say(MessageKind::Info, table.trim_end());
            }
            Err(error) => game.refuse(error),
        }
    }
}

/// The score table, and what is wrong with its file.
///
/// # Errors
/// There is no folder for the file, or it cannot be read.
pub(crate) fn scores_text(file: Option<&ScoreFile>) -> Result<(String, Vec<String>), String> {
    let file = file.ok_or(NO_FOLDER)?;
    match file.read() {
        Ok(scores) => Ok((scores.table(), scores.problems)),
        Err(error) => Err(format!("{}: {error}", file.path().display())),
    }
}

fn now_utc() -> jiff::civil::DateTime {
    jiff::Timestamp::now()
        .to_zoned(jiff::tz::TimeZone::UTC)
        .datetime()
}

/// Writes a game. The old file stays if anything goes wrong.
fn save(path: &Path, overwrite: bool, mut game: FileGame) -> Result<(), String> {
    let format = FileFormat::from_path(path).filter(|&format| is_for_saving(format));
    let format = format.ok_or_else(|| {
        "the name should end in .sgf, .ggf or .transcript (Othello), .psq or .pos (Gomoku)"
            .to_owned()
    })?;
    if !overwrite && path.exists() {
        return Err("the file exists; \"save! FILE\" replaces it".into());
    }
    game.game.began = Some(now_utc());
    let text = game_file::write(&game, format)?;
    let written = replace_file(path, |file| file.write_all(text.as_bytes()));
    written.map_err(|error: io::Error| error.to_string())
}

/// Whether `save` writes a format: suites keep only the last position, PGN cannot be loaded again, and WTHOR is not a text.
fn is_for_saving(format: FileFormat) -> bool {
    !format.is_suite() && !matches!(format, FileFormat::Pgn | FileFormat::Wthor)
}

fn load(game: &mut Game, path: PathBuf) {
    // Standard input is the keyboard.
    let named = if path.as_os_str() == "-" {
        Path::new("./-").to_owned()
    } else {
        path
    };
    // A file that does not name the rule of Gomoku is most likely one of the rule on the board.
    let format = FileFormat::from_path(&named);
    let variant = game.variant();
    let is_likely =
        variant != Variant::Othello && format.is_some_and(|format| format.suits(variant));
    let options = ReadOptions {
        format,
        likely: is_likely.then_some(variant),
        size: is_likely.then_some(game.record().size()),
        ..ReadOptions::default()
    };
    match read_game(&named, options) {
        Ok(found) => game.load(&found.game, named, Instant::now()),
        Err(error) => game.refuse(error),
    }
}

/// The first game of a file.
///
/// # Errors
/// The file cannot be read, or its first game is damaged; with the place of the error.
pub(crate) fn read_game(path: &Path, options: ReadOptions) -> Result<FileGame, String> {
    let at = path.display();
    let mut reader = GameReader::open(path, options).map_err(|error| format!("{at}: {error}"))?;
    match reader.next() {
        Some(game) => game.map_err(|error| format!("{at}:{error}")),
        None => Err(format!("{at}: there is no game in the file")),
    }
}
