//! A log of every line between a runner and its engines.

use std::fs::{File, OpenOptions};
use std::io::{self, LineWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime};

/// A log of the lines that a runner sends (`<`) and receives (`>`), each with its time, its game and its
/// engine:
///
/// ```text
/// 2026-11-22T21:35:54.123456Z game 7 rapfi < TURN 7,8
/// 2026-11-22T21:35:54.223456Z game 7 rapfi > 8,8
/// ```
#[derive(Clone, Debug)]
pub struct LineLog {
    file: Arc<Mutex<Option<LineWriter<File>>>>,
    /// The same moment on both clocks, to write the time of an [`Instant`].
    began: (Instant, SystemTime),
    game: Option<u32>,
}

impl LineLog {
    /// A log at the end of a file, which is created if it does not exist.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub fn append(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self {
            file: Arc::new(Mutex::new(Some(LineWriter::new(file)))),
            began: (Instant::now(), SystemTime::now()),
            game: None,
        })
    }

    /// The same log for the lines of a game, numbered from 0; readers count from 1.
    #[must_use]
    pub fn of_game(&self, game: u32) -> Self {
        Self {
            game: Some(game),
            ..self.clone()
        }
    }

    /// Writes the lines of a text that was sent.
    pub(crate) fn sent(&self, engine: &str, text: &str) {
        let now = Instant::now();
        text.lines()
            .for_each(|line| self.write(engine, '<', line, now));
    }

    /// Writes a line that was received.
    pub(crate) fn received(&self, engine: &str, line: &str, at: Instant) {
        self.write(engine, '>', line, at);
    }

    fn write(&self, engine: &str, sign: char, line: &str, at: Instant) {
        let (instant, time) = self.began;
        let time = jiff::Timestamp::try_from(time + at.saturating_duration_since(instant));
        let time = time.unwrap_or_default();
        let game = self.game.map_or("-".into(), |game| (game + 1).to_string());
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.as_mut().map_or(Ok(()), |file| {
            writeln!(file, "{time:.6} game {game} {engine} {sign} {line}")
        });
        if let Err(error) = written {
            log::warn!("the log of the engines' lines ends: {error}");
            *file = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_time_game_and_engine() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let log = LineLog::append(file.path()).unwrap();
        log.sent("a", "name");
        log.of_game(6).sent("b", "BOARD\nDONE");
        log.of_game(6).received("b", "7,8", Instant::now());
        let text = std::fs::read_to_string(file.path()).unwrap();
        let lines: Vec<_> = text
            .lines()
            .map(|line| line.split_once("Z ").unwrap())
            .collect();
        let expected = [
            "game - a < name",
            "game 7 b < BOARD",
            "game 7 b < DONE",
            "game 7 b > 7,8",
        ];
        assert_eq!(
            lines.iter().map(|line| line.1).collect::<Vec<_>>(),
            expected
        );
        assert!(
            lines
                .iter()
                .all(|line| line.0.len() == "2026-11-22T21:35:54.123456".len()),
            "{text}"
        );
    }
}
