//! Analysed games as lines of JSON: one object for each move, and one for each game after its moves. The file
//! is also the journal from which an interrupted analysis goes on.

use crate::analysis::{MoveAnalysis, PlayerSummary};
use crate::report::analysis::AnalyzedGame;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::ops::Range;

#[derive(Serialize)]
struct MoveLine<'a> {
    file: &'a str,
    game: usize,
    #[serde(flatten)]
    played: &'a MoveAnalysis,
}

#[derive(Serialize)]
struct GameLine<'a> {
    file: &'a str,
    game: usize,
    variant: &'static str,
    size: u8,
    black: &'a str,
    white: &'a str,
    result: String,
    settings: &'a str,
    summary: SummaryLine<'a>,
}

#[derive(Serialize)]
struct SummaryLine<'a> {
    black: &'a PlayerSummary,
    white: &'a PlayerSummary,
}

/// The lines of a game.
pub(crate) fn lines(analyzed: &AnalyzedGame<'_>) -> serde_json::Result<String> {
    let (file, game) = (analyzed.file, analyzed.number);
    let mut text = String::new();
    for played in &analyzed.analysis.moves {
        text += &serde_json::to_string(&MoveLine { file, game, played })?;
        text.push('\n');
    }
    let [black, white] = analyzed.players();
    let [black_summary, white_summary] = &analyzed.analysis.players;
    text += &serde_json::to_string(&GameLine {
        file,
        game,
        variant: analyzed.analysis.variant.name(),
        size: analyzed.analysis.size,
        black,
        white,
        result: analyzed.result(),
        settings: analyzed.settings,
        summary: SummaryLine {
            black: black_summary,
            white: white_summary,
        },
    })?;
    text.push('\n');
    Ok(text)
}

/// The finished games of a file of JSON: where each one stands, by file and number.
#[derive(Default)]
pub(crate) struct Finished {
    games: HashMap<(String, usize), Range<u64>>,
    /// Length of the file up to the end of the last finished game.
    pub length: u64,
}

/// A finished game.
pub(crate) struct FinishedGame {
    pub settings: String,
    /// The name of the game, and the size of its board.
    pub board: (String, u8),
    pub moves: Vec<MoveAnalysis>,
}

/// Why a file of JSON cannot be used.
#[derive(Debug)]
pub(crate) enum FinishedError {
    File(io::Error),
    /// The number of a line that is not one of an analysis.
    Line(usize),
}

/// A line of a game; the line after the moves has the settings.
#[derive(Deserialize)]
struct AnyLine {
    file: String,
    game: usize,
    settings: Option<String>,
    #[serde(default)]
    variant: String,
    #[serde(default)]
    size: u8,
}

/// Whether a line is the beginning of one of an analysis, as an interrupted run leaves it at the end of its file.
fn is_cut(line: &[u8]) -> bool {
    const BEGIN: &[u8] = b"{\"file\":";
    line.last() != Some(&b'\n') && (line.starts_with(BEGIN) || BEGIN.starts_with(line))
}

/// Finds the finished games of a file. What follows the last one is left out: an interrupted run ends in the
/// middle of a game.
///
/// # Errors
/// The file cannot be read, or has a line that is not one of an analysis.
pub(crate) fn find_finished(mut input: impl BufRead) -> Result<Finished, FinishedError> {
    let mut finished = Finished::default();
    let (mut at, mut line) = (0, Vec::new());
    for number in 1.. {
        line.clear();
        let length = input.read_until(b'\n', &mut line);
        let length = length.map_err(FinishedError::File)? as u64;
        if length == 0 {
            break;
        }
        at += length;
        match serde_json::from_slice::<AnyLine>(&line) {
            Ok(AnyLine {
                file,
                game,
                settings: Some(_),
                ..
            }) => {
                let begin = std::mem::replace(&mut finished.length, at);
                finished.games.insert((file, game), begin..at);
            }
            Ok(_) if serde_json::from_slice::<MoveAnalysis>(&line).is_ok() => {}
            _ if is_cut(&line) => {}
            _ => return Err(FinishedError::Line(number)),
        }
    }
    Ok(finished)
}

impl Finished {
    /// The number of games.
    pub(crate) fn games(&self) -> usize {
        self.games.len()
    }

    /// Takes a game out, and reads it from the file. `None` if it is not finished.
    ///
    /// # Errors
    /// The file cannot be read, or has changed.
    pub(crate) fn take(
        &mut self,
        input: &mut (impl Read + Seek),
        file: &str,
        number: usize,
    ) -> io::Result<Option<FinishedGame>> {
        let Some(place) = self.games.remove(&(file.to_owned(), number)) else {
            return Ok(None);
        };
        let mut text = vec![0; (place.end - place.start) as usize];
        input.seek(SeekFrom::Start(place.start))?;
        input.read_exact(&mut text)?;
        let mut game = FinishedGame {
            settings: String::new(),
            board: (String::new(), 0),
            moves: Vec::new(),
        };
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let of_game: AnyLine = serde_json::from_slice(line)?;
            match of_game.settings {
                Some(settings) => {
                    game.settings = settings;
                    game.board = (of_game.variant, of_game.size);
                }
                None => game.moves.push(serde_json::from_slice(line)?),
            }
        }
        Ok(Some(game))
    }
}
