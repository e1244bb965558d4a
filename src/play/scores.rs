//! The score table: every finished game against the engine is a line of JSON at the end of a file.
//!
//! Lines are only ever added, so that neither a damaged line nor two programs at once lose a game.

use crate::format::Decided;
use crate::game::Side;
use crate::util::files::AppendFile;
use crate::util::text::without_mark;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The name of the file in the data folder.
const FILE_NAME: &str = "scores.jsonl";

/// The most bytes of the file that are read: more than a hundred thousand games.
const MAX_BYTES: u64 = 64 << 20;

/// The result of a game for the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameScore {
    /// The game.
    pub(crate) game: String,
    /// The board size.
    pub(crate) size: u8,
    /// The opponent: `level 3`, `classic weights`.
    pub(crate) opponent: String,
    /// The side of the person at the end.
    pub(crate) side: Side,
    /// Whether the person has won.
    pub(crate) result: Decided,
    /// Moves that were taken back.
    #[serde(default)]
    pub(crate) undos: u32,
    /// Hints.
    #[serde(default)]
    pub(crate) hints: u32,
    /// When the game ended, in UTC.
    #[serde(default)]
    pub(crate) date: String,
}

/// The file of the score table.
#[derive(Clone, Debug)]
pub(crate) struct ScoreFile(PathBuf);

/// What the file holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scores {
    games: Vec<GameScore>,
    /// What could not be read, a line each.
    pub(crate) problems: Vec<String>,
}

impl ScoreFile {
    /// The file in a data folder.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self(folder.join(FILE_NAME))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Adds a game. The folder is created if it is missing.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn add(&self, score: &GameScore) -> io::Result<()> {
        if let Some(folder) = self.0.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = AppendFile::append(&self.0)?;
        // A line that was cut off stays a line of its own. One write keeps the lines of two programs apart.
        let mut line = String::new();
        if !ends_with_line_feed(&mut File::open(&self.0)?)? {
            line.push('\n');
        }
        line += &serde_json::to_string(score)?;
        line.push('\n');
        file.push(line.as_bytes())
    }

    /// Reads all games. A missing file has none.
    ///
    /// # Errors
    /// The file exists and cannot be read. Damaged lines are no error: they are in the problems.
    pub(crate) fn read(&self) -> io::Result<Scores> {
        let file = match File::open(&self.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Scores::default()),
            other => other?,
        };
        let mut bytes = Vec::new();
        file.take(MAX_BYTES).read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(without_mark(&bytes));
        let mut scores = Scores::default();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() {
                continue;
            }
            match serde_json::from_str(line) {
                Ok(score) => scores.games.push(score),
                Err(error) => {
                    let path = self.0.display();
                    let column = error.column();
                    let problem =
                        format!("{path}:{number}:{column}: this line is no game: {error}");
                    scores.problems.push(problem);
                }
            }
        }
        Ok(scores)
    }
}

fn ends_with_line_feed(file: &mut File) -> io::Result<bool> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Scores {
    /// The table by game and opponent, as lines of text.
    pub(crate) fn table(&self) -> String {
        if self.games.is_empty() {
            return "no finished games yet\n".into();
        }
        let mut rows: BTreeMap<(String, String), Tally> = BTreeMap::new();
        for score in &self.games {
            let game = format!("{} {}x{}", score.game, score.size, score.size);
            let tally = rows.entry((game, score.opponent.clone())).or_default();
            match score.result {
                Decided::Win => tally.wins += 1,
                Decided::Draw => tally.draws += 1,
                Decided::Loss => tally.losses += 1,
            }
        }
        let width = |column: fn(&(String, String)) -> &String, title: &str| {
            let widths = rows.keys().map(|key| column(key).chars().count());
            widths.max().unwrap_or(0).max(title.len())
        };
        let (first, second) = (width(|key| &key.0, "game"), width(|key| &key.1, "opponent"));
        let mut text = format!(
            "{:<first$}  {:<second$}  {:>5}  {:>5}  {:>6}\n",
            "game", "opponent", "wins", "draws", "losses"
        );
        for ((game, opponent), tally) in &rows {
            let Tally {
                wins,
                draws,
                losses,
            } = tally;
            // Writing to a text does not fail.
            let _ = writeln!(
                text,
                "{game:<first$}  {opponent:<second$}  {wins:>5}  {draws:>5}  {losses:>6}"
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(opponent: &str, result: Decided) -> GameScore {
        GameScore {
            game: "Othello".into(),
            size: 8,
            opponent: opponent.into(),
            side: Side::Black,
            result,
            undos: 1,
            hints: 0,
            date: "2026-01-31T12:00:00".into(),
        }
    }

    #[test]
    fn games_are_counted_by_opponent() {
        let folder = tempfile::tempdir().unwrap();
        let file = ScoreFile::in_folder(&folder.path().join("new").join("folder"));
        assert_eq!(file.read().unwrap().table(), "no finished games yet\n");
        for (opponent, result) in [
            ("level 3", Decided::Win),
            ("level 3", Decided::Loss),
            ("level 3", Decided::Win),
            ("classic weights", Decided::Draw),
        ] {
            file.add(&score(opponent, result)).unwrap();
        }
        let expected = "\
game         opponent          wins  draws  losses
Othello 8x8  classic weights      0      1       0
Othello 8x8  level 3              2      0       1
";
        let scores = file.read().unwrap();
        assert_eq!(scores.table(), expected);
        assert_eq!(scores.games[0], score("level 3", Decided::Win));
        assert!(scores.problems.is_empty());
    }

    #[test]
    fn a_damaged_file_keeps_its_games_and_takes_new_ones() {
        let folder = tempfile::tempdir().unwrap();
        let file = ScoreFile::in_folder(folder.path());
        file.add(&score("level 1", Decided::Win)).unwrap();
        let mut damaged = std::fs::read(file.path()).unwrap();
        damaged.extend(b"\xff\xfe rubbish\n\n{\"game\":\"Oth");
        std::fs::write(file.path(), damaged).unwrap();
        file.add(&score("level 1", Decided::Loss)).unwrap();
        let scores = file.read().unwrap();
        assert_eq!(scores.games.len(), 2);
        assert_eq!(scores.problems.len(), 2);
        assert!(
            scores.problems[0].contains("scores.jsonl:2:1: "),
            "{:?}",
            scores.problems
        );
        assert!(scores.problems[1].contains("scores.jsonl:4:"));
        // What was damaged is still there for whoever wants to mend it.
        let text = std::fs::read(file.path()).unwrap();
        assert!(text.windows(7).any(|part| part == b"rubbish"));
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_game() {
        let folder = tempfile::tempdir().unwrap();
        let file = ScoreFile::in_folder(folder.path());
        file.add(&score("level 1", Decided::Win)).unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        std::fs::write(file.path(), format!("\u{feff}{text}")).unwrap();
        let scores = file.read().unwrap();
        assert_eq!((scores.games.len(), scores.problems.len()), (1, 0));
    }

    #[test]
    fn a_folder_in_place_of_the_file_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = ScoreFile::in_folder(folder.path());
        std::fs::create_dir(file.path()).unwrap();
        assert!(file.add(&score("level 1", Decided::Win)).is_err());
        assert!(file.read().is_err());
    }
}
