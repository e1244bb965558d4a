//! The journal of a match: a header, then a line for every game, written as the games end.
//!
//! A match that was ended by force, at whatever moment, goes on from its journal: a game is in it or
//! is played again, and a last line that was cut short is dropped.

use crate::tournament::game_result::GameResult;
use crate::tournament::schedule::Shard;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The version of the format.
const VERSION: u32 = 1;

/// The first line: which match it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format, 1.
    #[serde(rename = "flipfive-match")]
    pub version: u32,
    /// Hash of the configuration, [`hash`], in hexadecimal digits.
    pub hash: String,
    /// The part of the match that is in this journal.
    #[serde(default)]
    pub shard: Shard,
    /// Everything that the games depend on. The length of the match is not among it.
    pub config: serde_json::Value,
    /// What the match was meant to be when the journal was begun, for reports: its length, its test.
    #[serde(default)]
    pub plan: serde_json::Value,
}

impl Header {
    /// The header of a match.
    pub fn new(config: serde_json::Value, plan: serde_json::Value, shard: Shard) -> Self {
        Self {
            version: VERSION,
            hash: hash(&config.to_string()),
            shard,
            config,
            plan,
        }
    }
}

/// CRC-32 of a text in hexadecimal digits.
pub fn hash(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// What is wrong with a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Reading or writing failed.
    #[error("{}: {source}", path.display())]
    Io {
        /// The journal.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is one already, and nobody said that the match goes on.
    #[error("{} exists: say --resume to go on with that match, or choose another file", .0.display())]
    Exists(PathBuf),
    /// Another process writes it.
    #[error("{} is being written by another process", .0.display())]
    InUse(PathBuf),
    /// It does not begin like a journal.
    #[error("{} is no journal of a match: {text}", path.display())]
    NoJournal {
        /// The file.
        path: PathBuf,
        /// What is wrong with its first line.
        text: String,
    },
    /// It belongs to another match.
    #[error("{} is the journal of another match: {text}", path.display())]
    Other {
        /// The journal.
        path: PathBuf,
        /// What is different.
        text: String,
    },
    /// A line that is no game.
    #[error("{}:{line}: {text}", path.display())]
    Line {
        /// The journal.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        text: String,
    },
    /// Two different results of one game.
    #[error("{}: game {game} has two different results", path.display())]
    Twice {
        /// The journal in which the second one is.
        path: PathBuf,
        /// The game's number.
        game: u32,
    },
}

fn at(path: &Path) -> impl Fn(io::Error) -> JournalError + '_ {
    |source| JournalError::Io {
        path: path.to_owned(),
        source,
    }
}

/// Finished games by their numbers.
pub type Games = BTreeMap<u32, GameResult>;

/// What a journal holds.
#[derive(Clone, Debug)]
pub struct Contents {
    /// Which match it is.
    pub header: Header,
    /// The finished games.
    pub games: Games,
    /// Bytes up to the end of the last whole line.
    whole: u64,
}

/// Reads a journal. A last line without its end is left out.
///
/// # Errors
/// It cannot be read, it is no journal, a line is no game, or a game has two different results.
pub fn read(path: &Path) -> Result<Contents, JournalError> {
    let file = File::open(path).map_err(at(path))?;
    parse(path, BufReader::new(file))?.ok_or_else(|| JournalError::NoJournal {
        path: path.to_owned(),
        text: "it has no whole line".into(),
    })
}

/// `None` if there is no whole line.
fn parse(path: &Path, mut text: impl BufRead) -> Result<Option<Contents>, JournalError> {
    let mut contents: Option<Contents> = None;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let length = text.read_until(b'\n', &mut line).map_err(at(path))?;
        if line.last() != Some(&b'\n') {
            break;
        }
        let Some(contents) = &mut contents else {
            let header = read_header(path, &line)?;
            contents = Some(Contents {
                header,
                games: Games::new(),
                whole: length as u64,
            });
            continue;
        };
        let played: GameResult =
            serde_json::from_slice(&line).map_err(|error| JournalError::Line {
                path: path.to_owned(),
                line: number,
                text: format!("no game: {error}"),
            })?;
        add(&mut contents.games, played, path)?;
        contents.whole += length as u64;
    }
    Ok(contents)
}

fn read_header(path: &Path, line: &[u8]) -> Result<Header, JournalError> {
    let wrong = |text: String| JournalError::NoJournal {
        path: path.to_owned(),
        text,
    };
    let header: Header =
        serde_json::from_slice(line).map_err(|error| wrong(format!("line 1: {error}")))?;
    if header.version != VERSION {
        return Err(wrong(format!(
            "its format has the version {}, expected {VERSION}",
            header.version
        )));
    }
    Ok(header)
}

/// Adds a game. The same one once more is no harm.
fn add(games: &mut Games, played: GameResult, path: &Path) -> Result<(), JournalError> {
    let game = played.game;
    match games.get(&game) {
        Some(known) if *known == played => Ok(()),
        Some(_) => Err(JournalError::Twice {
            path: path.to_owned(),
            game,
        }),
        None => {
            games.insert(game, played);
            Ok(())
        }
    }
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins a journal or, with `resume`, goes on with one if there is one. Returns the games that it
    /// holds. Nobody else can write it as long as it is open.
    ///
    /// # Errors
    /// It exists and `resume` was not said; another process has it; it belongs to a match of another
    /// configuration or to another part of the match; it is damaged.
    pub fn open(path: &Path, header: &Header, resume: bool) -> Result<(Self, Games), JournalError> {
        let io = at(path);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(&io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.to_owned())),
            // Some network file systems have no locks.
            Err(TryLockError::Error(error)) => log::warn!("{}: no lock: {error}", path.display()),
        }
        let found = if resume {
            parse(path, BufReader::new(&file))?
        } else if file.metadata().map_err(&io)?.len() > 0 {
            return Err(JournalError::Exists(path.to_owned()));
        } else {
            None
        };
        let mut games = Games::new();
        let whole = match found {
            Some(contents) => {
                same(path, &contents.header, header)?;
                games = contents.games;
                contents.whole
            }
            None => 0,
        };
        // Whatever follows the last whole line was being written when the process ended.
        file.set_len(whole).map_err(&io)?;
        file.seek(SeekFrom::Start(whole)).map_err(&io)?;
        let mut journal = Self {
            path: path.to_owned(),
            file,
        };
        if whole == 0 {
            journal.line(header)?;
            journal.flush()?;
        }
        Ok((journal, games))
    }

    /// Appends a game. It survives the end of this process from now on, and a power failure after
    /// [`Journal::flush`].
    ///
    /// # Errors
    /// The disk is full, for example.
    pub fn write(&mut self, played: &GameResult) -> Result<(), JournalError> {
        self.line(played)
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// The disk failed.
    pub fn flush(&mut self) -> Result<(), JournalError> {
        self.file.sync_data().map_err(at(&self.path))
    }

    /// A line goes out in one piece.
    fn line(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let mut line = serde_json::to_vec(value)
            .map_err(io::Error::from)
            .map_err(at(&self.path))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(at(&self.path))
    }
}

/// Whether a journal belongs to the match that is to be played.
fn same(path: &Path, found: &Header, wanted: &Header) -> Result<(), JournalError> {
    let other = |text| {
        Err(JournalError::Other {
            path: path.to_owned(),
            text,
        })
    };
    if found.hash != wanted.hash {
        return other(differences(&found.config, &wanted.config));
    }
    if found.shard != wanted.shard {
        return other(format!(
            "it holds shard {}, not shard {}",
            found.shard, wanted.shard
        ));
    }
    Ok(())
}

/// Which parts of two configurations are different, in words.
fn differences(found: &serde_json::Value, wanted: &serde_json::Value) -> String {
    let (Some(found), Some(wanted)) = (found.as_object(), wanted.as_object()) else {
        return "its configuration is different".into();
    };
    let keys: std::collections::BTreeSet<_> = found.keys().chain(wanted.keys()).collect();
    let shown = |value: Option<&serde_json::Value>| match value {
        None | Some(serde_json::Value::Null) => "nothing".to_owned(),
        Some(value) => {
            let text = value.to_string();
            match text.char_indices().nth(200) {
                Some((end, _)) => format!("{}...", &text[..end]),
                None => text,
            }
        }
    };
    let parts: Vec<_> = keys
        .into_iter()
        .filter(|key| found.get(*key) != wanted.get(*key))
        .map(|key| {
            format!(
                "{key} was {}, now it is {}",
                shown(found.get(key)),
                shown(wanted.get(key))
            )
        })
        .collect();
    if parts.is_empty() {
        "its hash is different".into()
    } else {
        parts.join("; ")
    }
}

/// Joins the journals of the parts of one match into one, in the order of the games. Returns what it
/// holds. The new file takes its name only when it is complete.
///
/// # Errors
/// A journal cannot be read or belongs to another match; two of them have different results of one
/// game; the new one cannot be written.
pub fn merge(out: &Path, parts: &[PathBuf]) -> Result<Contents, JournalError> {
    let mut all: Option<Contents> = None;
    for path in parts {
        let part = read(path)?;
        match &mut all {
            None => all = Some(part),
            Some(all) => {
                let header = Header {
                    shard: all.header.shard,
                    ..part.header
                };
                same(path, &header, &all.header)?;
                for played in part.games.into_values() {
                    add(&mut all.games, played, path)?;
                }
            }
        }
    }
    let Some(mut all) = all else {
        return Err(JournalError::NoJournal {
            path: out.to_owned(),
            text: "there is nothing to merge".into(),
        });
    };
    all.header.shard = Shard::WHOLE;
    let mut name = out.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let io = at(&new);
    let mut journal = Journal {
        path: new.clone(),
        file: File::create(&new).map_err(&io)?,
    };
    journal.line(&all.header)?;
    for played in all.games.values() {
        journal.write(played)?;
    }
    journal.flush()?;
    std::fs::rename(&new, out).map_err(at(out))?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Termination;
    use serde_json::json;

    /// A folder that goes away with the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir()
                .join(format!("flipfive-journal-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }

        fn file(&self, name: &str) -> PathBuf {
            self.0.join(name)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn bytes(path: &Path) -> Vec<u8> {
        std::fs::read(path).unwrap()
    }

    fn played(game: u32) -> GameResult {
        GameResult {
            game,
            pair: game / 2,
            black: "a".into(),
            white: "b".into(),
            variant: "Othello".into(),
            size: 8,
            opening: String::new(),
            start: None,
            opening_moves: vec!["f5".into()],
            plies: Vec::new(),
            winner: None,
            discs: Some(0),
            ending: Termination::Finished,
            detail: "draw 32-32".into(),
            began: 1,
            took: 2,
        }
    }

    fn header() -> Header {
        Header::new(
            json!({"game": "Othello", "seed": 1}),
            json!({}),
            Shard::WHOLE,
        )
    }

    fn fill(path: &Path, header: &Header, games: &[u32]) {
        let (mut journal, _) = Journal::open(path, header, true).unwrap();
        for &game in games {
            journal.write(&played(game)).unwrap();
        }
        journal.flush().unwrap();
    }

    #[test]
    fn games_come_back() {
        let folder = Folder::new("back");
        let path = folder.file("j");
        fill(&path, &header(), &[3, 0]);
        let (_, games) = Journal::open(&path, &header(), true).unwrap();
        assert_eq!(games.keys().copied().collect::<Vec<_>>(), [0, 3]);
        assert_eq!(games[&3], played(3));
    }

    #[test]
    fn a_journal_cut_at_any_byte_loses_at_most_the_line_that_was_cut() {
        let folder = Folder::new("cut");
        let path = folder.file("j");
        fill(&path, &header(), &[0, 1, 2]);
        let whole = bytes(&path);
        let ends: Vec<usize> = (0..whole.len()).filter(|&i| whole[i] == b'\n').collect();
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let (mut journal, games) = Journal::open(&path, &header(), true).unwrap();
            let lines = ends.iter().filter(|&&end| end < length).count();
            assert_eq!(games.len(), lines.saturating_sub(1), "{length} bytes");
            for game in 0..3 {
                if !games.contains_key(&game) {
                    journal.write(&played(game)).unwrap();
                }
            }
            drop(journal);
            assert_eq!(bytes(&path), whole, "cut after {length} bytes");
        }
    }

    #[test]
    fn other_matches_are_refused_and_left_alone() {
        let folder = Folder::new("other");
        let path = folder.file("j");
        fill(&path, &header(), &[0]);
        let before = bytes(&path);
        let why = |header: &Header, resume| {
            Journal::open(&path, header, resume)
                .unwrap_err()
                .to_string()
        };
        let other = Header::new(
            json!({"game": "Othello", "seed": 2}),
            json!({}),
            Shard::WHOLE,
        );
        assert!(why(&other, true).contains("seed was 1, now it is 2"));
        let part = Header {
            shard: Shard { index: 2, of: 3 },
            ..header()
        };
        assert!(why(&part, true).contains("it holds shard 1/1, not shard 2/3"));
        assert!(why(&header(), false).contains("--resume"));
        let longer = Header {
            plan: json!({"rounds": 900}),
            ..header()
        };
        assert!(Journal::open(&path, &longer, true).is_ok());
        assert_eq!(bytes(&path), before);
    }

    #[test]
    fn what_is_no_journal_is_left_alone() {
        let folder = Folder::new("none");
        let path = folder.file("j");
        for text in [
            "important notes\n",
            "{}\n",
            "{\"flipfive-match\":2,\"hash\":\"\",\"config\":0}\n",
        ] {
            std::fs::write(&path, text).unwrap();
            let error = Journal::open(&path, &header(), true).unwrap_err();
            assert!(error.to_string().contains("no journal"), "{error}");
            assert_eq!(bytes(&path), text.as_bytes());
        }
        fill(&folder.file("k"), &header(), &[0]);
        let mut text = bytes(&folder.file("k"));
        text.extend(b"{\"game\":7}\n");
        std::fs::write(&path, &text).unwrap();
        let error = Journal::open(&path, &header(), true)
            .unwrap_err()
            .to_string();
        assert!(error.contains("j:3: no game"), "{error}");
    }

    #[test]
    fn nobody_else_writes_an_open_journal() {
        let folder = Folder::new("lock");
        let path = folder.file("j");
        let (journal, _) = Journal::open(&path, &header(), true).unwrap();
        let error = Journal::open(&path, &header(), true).unwrap_err();
        assert!(matches!(error, JournalError::InUse(_)));
        drop(journal);
        assert!(Journal::open(&path, &header(), true).is_ok());
    }

    #[test]
    fn parts_are_joined() {
        let folder = Folder::new("merge");
        let part = |index| Header {
            shard: Shard { index, of: 2 },
            ..header()
        };
        let (a, b, out) = (folder.file("a"), folder.file("b"), folder.file("out"));
        fill(&a, &part(1), &[0, 1, 4]);
        fill(&b, &part(2), &[3, 2, 4]);
        let all = merge(&out, &[a.clone(), b.clone()]).unwrap();
        assert_eq!(
            all.games.keys().copied().collect::<Vec<_>>(),
            [0, 1, 2, 3, 4]
        );
        let (_, games) = Journal::open(&out, &header(), true).unwrap();
        assert_eq!(games, all.games);
        // Once more, onto itself.
        assert_eq!(
            merge(&out, &[out.clone(), a.clone()]).unwrap().games,
            all.games
        );

        let mut different = played(1);
        different.took += 1;
        let (mut journal, _) = Journal::open(&b, &part(2), true).unwrap();
        journal.write(&different).unwrap();
        let error = merge(&out, &[a.clone(), b]).unwrap_err().to_string();
        assert!(
            error.contains("game 1 has two different results"),
            "{error}"
        );

        let c = folder.file("c");
        fill(
            &c,
            &Header::new(json!({"seed": 5}), json!({}), Shard::WHOLE),
            &[9],
        );
        let error = merge(&out, &[a, c]).unwrap_err().to_string();
        assert!(error.contains("another match"), "{error}");
        assert_eq!(read(&out).unwrap().games, all.games, "an old file stays");
    }
}
