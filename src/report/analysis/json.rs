//! Analysed games as lines of JSON: one object for each move, and one for each game after its moves. The file
//! is also the journal from which an interrupted analysis goes on.

use crate::analysis::{MoveAnalysis, PlayerSummary};
use crate::report::analysis::AnalyzedGame;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

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

/// The finished games of a file, by file and number.
#[derive(Default)]
pub(crate) struct Finished {
    games: HashMap<(String, usize), FinishedGame>,
    /// Length of the file up to the end of the last finished game.
    pub length: usize,
}

/// A finished game.
pub(crate) struct FinishedGame {
    pub settings: String,
    pub moves: Vec<MoveAnalysis>,
}

#[derive(Deserialize)]
struct AnyLine {
    file: String,
    game: usize,
    settings: Option<String>,
}

/// Reads the finished games of a file. What follows the last one is left out: an interrupted run ends in the
/// middle of a game.
///
/// # Errors
/// The number of the first line that is not one of an analysis, if a finished game follows.
pub(crate) fn read(text: &str) -> Result<Finished, usize> {
    let mut finished = Finished::default();
    let mut moves = Vec::new();
    let mut broken = None;
    let mut length = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        length += line.len();
        let Ok(any) = serde_json::from_str::<AnyLine>(line) else {
            broken.get_or_insert(number);
            continue;
        };
        let Some(settings) = any.settings else {
            match serde_json::from_str(line) {
                Ok(played) => moves.push(played),
                Err(_) => drop(broken.get_or_insert(number)),
            }
            continue;
        };
        if let Some(line) = broken {
            return Err(line);
        }
        let moves = std::mem::take(&mut moves);
        finished
            .games
            .insert((any.file, any.game), FinishedGame { settings, moves });
        finished.length = length;
    }
    Ok(finished)
}

impl Finished {
    /// Takes a game out.
    pub(crate) fn take(&mut self, file: &str, number: usize) -> Option<FinishedGame> {
        self.games.remove(&(file.to_owned(), number))
    }
}
