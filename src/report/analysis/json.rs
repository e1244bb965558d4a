//! Analysed games as lines of JSON: one object for each move, and one for each game after its moves. The file
//! is also the journal from which an interrupted analysis goes on.

use crate::analysis::{MoveAnalysis, PlayerSummary};
use crate::report::analysis::AnalyzedGame;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

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

/// The file of a game, and its number in it.
type Key = (PathBuf, usize);

/// The key of a game. `./a.sgf` and `a.sgf` are the same file.
fn key(file: &str, game: usize) -> Key {
    let parts = Path::new(file).components();
    let parts = parts.filter(|part| *part != Component::CurDir);
    (parts.collect(), game)
}

/// The finished games of a file of JSON: where each one stands, by file and number.
#[derive(Default)]
pub(crate) struct Finished {
    /// A game has several places if the command line named its file several times.
    games: HashMap<Key, VecDeque<Range<u64>>>,
    /// Length of the file up to the end of the last finished game.
    pub length: u64,
    /// Whether the last finished game ends without a line feed.
    pub lacks_line_feed: bool,
    /// The number of the first line that is not one of an analysis.
    pub bad_line: Option<usize>,
}

/// A finished game.
pub(crate) struct FinishedGame {
    pub settings: String,
    /// The name of the game, and the size of its board.
    pub board: (String, u8),
    pub moves: Vec<MoveAnalysis>,
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

/// How every line begins.
const BEGIN: &[u8] = b"{\"file\":";

/// The lines in a line of the file. Where files were joined, a whole line may follow one that an interrupted run has cut.
fn split(line: &[u8]) -> Vec<&[u8]> {
    let windows = line.windows(BEGIN.len()).enumerate();
    let begins = windows.filter(|(at, window)| *at > 0 && *window == BEGIN);
    let mut lines = Vec::new();
    let mut from = 0;
    for at in begins.map(|(at, _)| at).chain([line.len()]) {
        lines.push(&line[from..at]);
        from = at;
    }
    lines
}

/// What a line is.
enum Line {
    Move(Key, Box<MoveAnalysis>),
    /// The end of a game, with the settings, the name of the game and the size of its board.
    Game(Key, String, (String, u8)),
    /// A blank line, or the beginning of a line, as an interrupted run leaves it.
    Cut,
    /// No line of an analysis.
    Other,
}

impl Line {
    fn read(line: &[u8]) -> Self {
        let text = line.trim_ascii();
        match serde_json::from_slice(text) {
            Ok(AnyLine {
                file,
                game,
                settings: Some(settings),
                variant,
                size,
            }) => Self::Game(key(&file, game), settings, (variant, size)),
            Ok(AnyLine { file, game, .. }) => match serde_json::from_slice(text) {
                Ok(played) => Self::Move(key(&file, game), played),
                Err(_) => Self::Other,
            },
            Err(error) => {
                let begins = text.starts_with(BEGIN) || BEGIN.starts_with(text);
                // The end of a file may be damaged in other ways, too.
                let is_cut = error.is_eof() || !line.ends_with(b"\n");
                if begins && is_cut {
                    Self::Cut
                } else {
                    Self::Other
                }
            }
        }
    }
}

/// Finds the finished games of a file. Moves that no end of their game follows are left out: an interrupted run ends in
/// the middle of a game.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn find_finished(mut input: impl BufRead) -> io::Result<Finished> {
    let mut finished = Finished::default();
    // The game whose moves were read last: where they begin, and the number of the last one.
    let mut open: Option<(Key, u64, usize)> = None;
    let (mut at, mut text) = (0, Vec::new());
    for number in 1.. {
        text.clear();
        if input.read_until(b'\n', &mut text)? == 0 {
            break;
        }
        for line in split(&text) {
            let begin = at;
            at += line.len() as u64;
            match Line::read(line) {
                Line::Move(key, played) => {
                    // In joined files, the same game may begin again after its interrupted analysis.
                    let begin = match open.take() {
                        Some((of, begin, last)) if of == key && last < played.ply => begin,
                        _ => begin,
                    };
                    open = Some((key, begin, played.ply));
                }
                Line::Game(key, ..) => {
                    let begin = match open.take() {
                        Some((of, begin, _)) if of == key => begin,
                        _ => begin,
                    };
                    finished.length = at;
                    finished.lacks_line_feed = !line.ends_with(b"\n");
                    let places = finished.games.entry(key).or_default();
                    places.push_back(begin..at);
                }
                Line::Cut => {}
                Line::Other => finished.bad_line = finished.bad_line.or(Some(number)),
            }
        }
    }
    Ok(finished)
}

impl Finished {
    /// The number of games.
    pub(crate) fn games(&self) -> usize {
        self.games.values().map(VecDeque::len).sum()
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
        let places = self.games.get_mut(&key(file, number));
        let Some(place) = places.and_then(VecDeque::pop_front) else {
            return Ok(None);
        };
        let mut text = vec![0; (place.end - place.start) as usize];
        input.seek(SeekFrom::Start(place.start))?;
        input.read_exact(&mut text)?;
        let mut finished = FinishedGame {
            settings: String::new(),
            board: (String::new(), 0),
            moves: Vec::new(),
        };
        let lines = text.split_inclusive(|byte| *byte == b'\n');
        for line in lines.flat_map(split) {
            match Line::read(line) {
                Line::Move(_, played) => finished.moves.push(*played),
                Line::Game(_, settings, board) => {
                    finished.settings = settings;
                    finished.board = board;
                }
                Line::Cut => {}
                Line::Other => return Err(io::Error::other("the file has changed")),
            }
        }
        Ok(Some(finished))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn played(file: &str, ply: usize) -> String {
        let value = r#"{"winrate":0.5}"#;
        format!(
            r#"{{"file":"{file}","game":1,"ply":{ply},"player":"black","move":"f5","legal":4,"phase":"opening","value":{value},"best":"f5","bestValue":{value},"loss":0.0,"lines":[],"depth":1,"nodes":1}}"#
        ) + "\n"
    }

    fn game(file: &str, settings: &str) -> String {
        let end = format!(r#"{{"file":"{file}","game":1,"settings":"{settings}"}}"#);
        played(file, 1) + &played(file, 2) + &end + "\n"
    }

    /// The settings and the number of moves of the next game of a file.
    fn taken(finished: &mut Finished, text: &str, file: &str) -> Option<(String, usize)> {
        let game = finished.take(&mut Cursor::new(text.as_bytes()), file, 1);
        game.unwrap().map(|game| (game.settings, game.moves.len()))
    }

    #[test]
    fn cut_and_blank_lines_hide_no_game() {
        let whole = game("a", "A") + &game("b", "B");
        let moves = played("a", 1) + &played("a", 2);
        let cuts = [
            "",
            "{",
            "{\"fi",
            "{\"file\":\"a",
            moves.as_str(),
            &moves[..moves.len() - 9],
        ];
        for cut in cuts {
            for between in ["", "\n", " \n\n"] {
                let text = format!("{cut}{between}{whole}");
                let mut finished = find_finished(text.as_bytes()).unwrap();
                assert_eq!(finished.bad_line, None, "{text}");
                assert_eq!(finished.games(), 2, "{text}");
                assert_eq!(finished.length as usize, text.len());
                for (file, settings) in [("b", "B"), ("a", "A")] {
                    let game = taken(&mut finished, &text, file);
                    assert_eq!(game, Some((settings.into(), 2)), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_bad_line_is_named_and_games_after_it_count() {
        let text = game("a", "A") + "no JSON\n{\"file\":1}\n" + &game("b", "B");
        let finished = find_finished(text.as_bytes()).unwrap();
        assert_eq!((finished.bad_line, finished.games()), (Some(4), 2));
        let text = text.trim_end();
        let finished = find_finished(text.as_bytes()).unwrap();
        assert!(finished.lacks_line_feed);
        assert_eq!(finished.length as usize, text.len());
    }

    #[test]
    fn games_are_found_by_any_spelling_of_their_file_and_as_often_as_they_stand() {
        let text = game("./x/a", "1") + &game("x//a", "2") + &game("x/./a", "3");
        let mut finished = find_finished(text.as_bytes()).unwrap();
        assert_eq!(finished.games(), 3);
        for settings in ["1", "2", "3"] {
            let game = taken(&mut finished, &text, "x/a");
            assert_eq!(game, Some((settings.into(), 2)));
        }
        assert_eq!(taken(&mut finished, &text, "x/a"), None);
    }
}
