//! The journal of a match: a header line, then one line of JSON for every finished game. When a match is continued
//! with another length or test, a line with its new plan follows.
//!
//! A match that was killed at any moment resumes from its journal: a game is in the journal, or it is
//! played again. An incomplete last line is dropped.

mod differences;
mod error;
mod merged_games;

pub use error::{JournalError, JournalErrorKind};

use crate::tournament::engine_builds::changes;
use crate::tournament::{EngineBuild, GameResult, Shard};
use crate::util::files::{open_locked, replace_file, sync_folder_of};
use differences::{current, differences};
use error::{io_error, lock_error};
use merged_games::{LinePlace, MergedGames};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The version of the file format.
const VERSION: u32 = 1;

/// The first line of a journal: it identifies the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// The version of the file format, 1.
    #[serde(rename = "flipfive-match")]
    pub version: u32,
    /// The checksum of the configuration.
    pub hash: String,
    /// The shard of the match in this journal.
    #[serde(default)]
    pub shard: Shard,
    /// Everything that the games depend on. The length of the match is not part of it.
    pub config: serde_json::Value,
    /// The plan, for reports: the match information and the test. A later line replaces it when the match is
    /// continued with another plan.
    #[serde(default)]
    pub plan: serde_json::Value,
    /// The programs of the engines when the journal was created, if known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub builds: Vec<EngineBuild>,
}

impl JournalHeader {
    /// The header of a match.
    pub fn new(config: serde_json::Value, plan: serde_json::Value, shard: Shard) -> Self {
        Self {
            version: VERSION,
            hash: hash(&config.to_string()),
            shard,
            config,
            plan,
            builds: Vec::new(),
        }
    }

    /// The files that engines write, by what was seen in matches of this journal.
    pub(crate) fn written_files(&self) -> BTreeSet<PathBuf> {
        let files = self.plan.get(WRITTEN);
        let files = files.and_then(|files| BTreeSet::deserialize(files).ok());
        files.unwrap_or_default()
    }

    /// Adds files that engines write.
    fn add_written_files(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        let mut all = self.written_files();
        all.extend(files);
        // A plan without such files stays as it was.
        if let Some(plan) = self.plan.as_object_mut()
            && !all.is_empty()
            && let Ok(files) = serde_json::to_value(all)
        {
            plan.insert(WRITTEN.into(), files);
        }
    }
}

/// The 64-bit FNV-1a hash.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The hash of a text in hexadecimal digits. Journals depend on it: the openings of a file are identified by
/// their hash.
pub(crate) fn hash(text: &str) -> String {
    format!("{:016x}", fnv1a(text.as_bytes()))
}

/// The line of a new plan.
#[derive(Serialize, Deserialize)]
struct PlanLine<T> {
    plan: T,
}

/// How it begins. That of a game begins with its number.
const PLAN_LINE: &[u8] = b"{\"plan\":";

/// How a header begins. Other files are recognised by their first bytes, whatever their size is.
const HEADER_LINE: &str = "{\"flipfive-match\":";

/// The limit for a line in bytes. No line of a match comes near it, and a damaged file cannot take all memory.
const MAX_LINE_LENGTH: u64 = 64 << 20;

/// The key of a plan for the files that engines write. A match that is continued keeps them.
const WRITTEN: &str = "written";

/// Finished games by their numbers.
pub type Games = BTreeMap<u32, GameResult>;

/// The contents of a journal.
#[derive(Clone, Debug)]
pub struct JournalContents {
    /// The first line, with the newest plan.
    pub header: JournalHeader,
    /// The finished games.
    pub games: Games,
    /// The games that never began, and have not been played since. They count for nobody.
    pub void_games: Games,
}

/// Reads a journal game by game, in the order of its lines. A game that stands in it twice is read once. A
/// game that never began may come before its later result.
#[derive(Debug)]
pub struct Reader<R = BufReader<File>> {
    /// The first line, with the newest plan so far.
    pub header: JournalHeader,
    path: PathBuf,
    text: R,
    /// The hash of every game so far.
    known: FxHashMap<u32, u64>,
    line: Vec<u8>,
    /// The number of lines so far.
    lines: usize,
    /// The length in bytes up to the end of the last complete line.
    complete_bytes: u64,
}

impl Reader {
    /// Opens a journal.
    ///
    /// # Errors
    /// The file cannot be read or is not a journal.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let file = File::open(path).map_err(io_error(path))?;
        Self::new(path, BufReader::new(file))?.ok_or_else(|| no_line(path))
    }
}

impl<R: BufRead> Reader<R> {
    /// `None` if there is no complete line: the file is empty, or the process was killed while it wrote the header.
    fn new(path: &Path, mut text: R) -> Result<Option<Self>, JournalError> {
        let mut line = read_begin(path, &mut text)?;
        if !read_line(path, &mut text, 1, &mut line)? {
            return Ok(None);
        }
        Ok(Some(Self {
            header: parse_header(path, &line)?,
            path: path.to_owned(),
            text,
            known: FxHashMap::default(),
            complete_bytes: line.len() as u64,
            line,
            lines: 1,
        }))
    }

    /// The next game; `None` at the end. An incomplete last line is ignored.
    ///
    /// # Errors
    /// The file cannot be read, a line is not a game, or a game has two different results.
    pub fn next_game(&mut self) -> Result<Option<GameResult>, JournalError> {
        while self.next_line()? {
            let path = &self.path;
            let game: GameResult = serde_json::from_slice(&self.line).map_err(|error| {
                JournalErrorKind::Line(self.lines, format!("not a game: {error}")).of(path)
            })?;
            if game.is_void() {
                if self.known.contains_key(&game.game) {
                    continue;
                }
                return Ok(Some(game));
            }
            // Two versions may write the same game in different forms.
            let text = serde_json::to_vec(&game).unwrap_or_default();
            let hash = fnv1a(&text);
            match self.known.insert(game.game, hash) {
                None => return Ok(Some(game)),
                Some(known) if known == hash => {}
                Some(_) => return Err(JournalErrorKind::Twice { number: game.game }.of(path)),
            }
        }
        Ok(None)
    }

    /// Reads all lines that are left, but not the games in them. Returns the header, with the newest plan.
    fn skip_games(mut self) -> Result<JournalHeader, JournalError> {
        while self.next_line()? {}
        Ok(self.header)
    }

    /// Reads all games that are left. Returns the header, with the newest plan.
    fn finish(mut self) -> Result<JournalHeader, JournalError> {
        while self.next_game()?.is_some() {}
        Ok(self.header)
    }

    /// Reads the line of the next game, and plans before it; `false` at the end.
    fn next_line(&mut self) -> Result<bool, JournalError> {
        let path = &self.path;
        loop {
            self.line.clear();
            if !read_line(path, &mut self.text, self.lines + 1, &mut self.line)? {
                return Ok(false);
            }
            self.lines += 1;
            self.complete_bytes += self.line.len() as u64;
            if !self.line.starts_with(PLAN_LINE) {
                return Ok(true);
            }
            let line: PlanLine<_> = serde_json::from_slice(&self.line).map_err(|error| {
                JournalErrorKind::Line(self.lines, format!("not a plan: {error}")).of(path)
            })?;
            self.header.plan = line.plan;
        }
    }
}

/// Reads the bytes with which a header begins, or all of a shorter text.
///
/// # Errors
/// The text cannot be read or begins with other bytes.
fn read_begin(path: &Path, text: &mut impl Read) -> Result<Vec<u8>, JournalError> {
    let mut begin = Vec::new();
    let read = text.take(HEADER_LINE.len() as u64).read_to_end(&mut begin);
    read.map_err(io_error(path))?;
    match HEADER_LINE.as_bytes().starts_with(&begin) {
        true => Ok(begin),
        false => {
            let reason = format!("it does not begin with {HEADER_LINE}");
            Err(JournalErrorKind::NotAJournal(reason).of(path))
        }
    }
}

/// Appends a line and its line feed to `line`; `false` if the text ends before the line feed.
///
/// # Errors
/// The text cannot be read, or the line, which has this number, is too long.
fn read_line(
    path: &Path,
    text: &mut impl BufRead,
    number: usize,
    line: &mut Vec<u8>,
) -> Result<bool, JournalError> {
    let read = text.take(MAX_LINE_LENGTH).read_until(b'\n', line);
    let length = read.map_err(io_error(path))?;
    let is_complete = line.last() == Some(&b'\n');
    if !is_complete && length as u64 == MAX_LINE_LENGTH {
        let megabytes = MAX_LINE_LENGTH >> 20;
        let reason =
            format!("the line is longer than {megabytes} MB; expected a line for each game");
        return Err(JournalErrorKind::Line(number, reason).of(path));
    }
    Ok(is_complete)
}

/// The error of a file without a complete line.
fn no_line(path: &Path) -> JournalError {
    JournalErrorKind::NotAJournal("it has no complete line".into()).of(path)
}

/// Reads a whole journal. An incomplete last line is ignored.
///
/// # Errors
/// The file cannot be read or is not a journal, a line is not a game, or a game has two different results.
pub fn read(path: &Path) -> Result<JournalContents, JournalError> {
    let mut reader = Reader::open(path)?;
    let (mut games, mut void_games) = (Games::new(), Games::new());
    while let Some(game) = reader.next_game()? {
        match game.is_void() {
            true => void_games.insert(game.game, game),
            false => {
                void_games.remove(&game.game);
                games.insert(game.game, game)
            }
        };
    }
    let header = reader.header;
    Ok(JournalContents {
        header,
        games,
        void_games,
    })
}

/// Reads the header of a journal, with its newest plan.
///
/// # Errors
/// The file cannot be read or is not a journal, or a plan in it is damaged.
pub fn read_header(path: &Path) -> Result<JournalHeader, JournalError> {
    Reader::open(path)?.skip_games()
}

/// Adds files to those that engines write, by the journal of a match that has ended.
///
/// # Errors
/// The journal cannot be written, or it cannot be continued.
pub(crate) fn add_written_files(
    path: &Path,
    files: impl IntoIterator<Item = PathBuf>,
) -> Result<(), JournalError> {
    let locked = LockedJournal::lock(path, true)?;
    let header = locked.reader()?.map(Reader::skip_games).transpose()?;
    if let Some(mut header) = header {
        header.add_written_files(files);
        locked.open(&header, drop)?;
    }
    Ok(())
}

/// A journal that is read several times. One that can be read only once, such as a pipe, is copied first.
#[derive(Debug)]
pub struct JournalSource {
    path: PathBuf,
    file: File,
}

impl JournalSource {
    /// Opens a journal; `-` is stdin.
    ///
    /// # Errors
    /// The file cannot be read, or it is copied and is not a journal.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        if path.as_os_str() == "-" {
            return Self::copy(Path::new("stdin"), io::stdin());
        }
        let file = File::open(path).map_err(io_error(path))?;
        if !file.metadata().map_err(io_error(path))?.is_file() {
            return Self::copy(path, file);
        }
        let path = path.to_owned();
        Ok(Self { path, file })
    }

    /// Copies a journal to a file that is deleted when it is closed.
    fn copy(path: &Path, mut text: impl Read) -> Result<Self, JournalError> {
        // Nothing is copied of a device that yields zeros for ever.
        let begin = read_begin(path, &mut text)?;
        let mut copy = || {
            let mut file = tempfile::tempfile()?;
            file.write_all(&begin)?;
            io::copy(&mut text, &mut file)?;
            Ok(file)
        };
        let file = copy().map_err(|error: io::Error| {
            let text = format!("cannot copy it to a temporary file: {error}");
            JournalErrorKind::Io(io::Error::new(error.kind(), text)).of(path)
        })?;
        let path = path.to_owned();
        Ok(Self { path, file })
    }

    /// Reads it from its first line. It has one reader at a time, since all of them move the position in the file.
    ///
    /// # Errors
    /// The file cannot be read or is not a journal.
    pub fn reader(&mut self) -> Result<Reader<BufReader<&File>>, JournalError> {
        reader_of(&self.path, &self.file)?.ok_or_else(|| no_line(&self.path))
    }

    /// Reads all games. Returns the header, with the newest plan.
    ///
    /// # Errors
    /// The file cannot be read or is not a journal, a line is not a game, or a game has two different results.
    pub fn check(&mut self) -> Result<JournalHeader, JournalError> {
        self.reader()?.finish()
    }
}

fn parse_header(path: &Path, line: &[u8]) -> Result<JournalHeader, JournalError> {
    let wrong = |text| JournalErrorKind::NotAJournal(text).of(path);
    let header: JournalHeader =
        serde_json::from_slice(line).map_err(|error| wrong(format!("line 1: {error}")))?;
    if header.version != VERSION {
        return Err(wrong(format!(
            "its format has version {}; expected {VERSION}",
            header.version
        )));
    }
    Ok(header)
}

/// A journal that nobody else can write. What is found in it still holds when it is opened.
#[derive(Debug)]
pub struct LockedJournal {
    path: PathBuf,
    file: File,
}

impl LockedJournal {
    /// Locks a journal until it is closed. One that does not exist is created, without a line.
    ///
    /// # Errors
    /// Another process has locked it, or the file cannot be opened. Without `resume`: it exists and is not empty.
    pub fn lock(path: &Path, resume: bool) -> Result<Self, JournalError> {
        let file = open_locked(path).map_err(lock_error(path))?;
        if !resume && file.metadata().map_err(io_error(path))?.len() > 0 {
            return Err(JournalErrorKind::Exists.of(path));
        }
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads it from its first line; `None` if no line is complete.
    ///
    /// # Errors
    /// The file cannot be read or is not a journal.
    pub fn reader(&self) -> Result<Option<Reader<BufReader<&File>>>, JournalError> {
        reader_of(&self.path, &self.file)
    }

    /// Reads all games.
    ///
    /// # Errors
    /// The file cannot be read or is not a journal, a line is not a game, or a game has two different results.
    pub fn check(&self) -> Result<(), JournalError> {
        self.reader()?.map(Reader::finish).transpose()?;
        Ok(())
    }

    /// Continues the match in it, or begins one. `add` gets the games in it, as [`Reader`] reads them.
    ///
    /// # Errors
    /// It belongs to another match or shard, it was played by other programs, it is damaged, or it cannot be written.
    pub fn open(
        self,
        header: &JournalHeader,
        mut add: impl FnMut(GameResult),
    ) -> Result<Journal, JournalError> {
        let Self { path, mut file } = self;
        let mut header = header.clone();
        let newest = reader_of(&path, &file)?.map(Reader::skip_games);
        if let Some(newest) = newest.transpose()? {
            header.add_written_files(newest.written_files());
        }
        let found = reader_of(&path, &file)?;
        let mut complete_bytes = 0;
        let mut is_planned = false;
        if let Some(mut reader) = found {
            check_same_match(&path, &reader.header, &header)?;
            let written = header.written_files();
            if let Some(changes) = changes(&reader.header.builds, &header.builds, &written) {
                return Err(JournalErrorKind::OtherBuild(changes).of(&path));
            }
            while let Some(game) = reader.next_game()? {
                add(game);
            }
            complete_bytes = reader.complete_bytes;
            is_planned = reader.header.plan == header.plan;
        }
        // An incomplete last line was being written when the process was killed.
        file.set_len(complete_bytes).map_err(io_error(&path))?;
        let end = SeekFrom::Start(complete_bytes);
        file.seek(end).map_err(io_error(&path))?;
        let mut journal = Journal { path, file };
        if complete_bytes == 0 {
            journal.line(&header)?;
            journal.flush()?;
            if let Err(error) = sync_folder_of(&journal.path) {
                // The file has its name already. Some file systems do not know the call.
                log::debug!("{}: {error}", journal.path.display());
            }
        } else if !is_planned {
            journal.line(&PlanLine { plan: &header.plan })?;
            journal.flush()?;
        }
        Ok(journal)
    }
}

fn reader_of<'a>(
    path: &Path,
    mut file: &'a File,
) -> Result<Option<Reader<BufReader<&'a File>>>, JournalError> {
    file.seek(SeekFrom::Start(0)).map_err(io_error(path))?;
    Reader::new(path, BufReader::new(file))
}

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Creates a journal or, with `resume`, continues an existing one. `add` gets the games in it, as
    /// [`Reader`] reads them. The file is locked while it is open.
    ///
    /// # Errors
    /// Those of [`LockedJournal::lock`] and [`LockedJournal::open`].
    pub fn open(
        path: &Path,
        header: &JournalHeader,
        resume: bool,
        add: impl FnMut(GameResult),
    ) -> Result<Self, JournalError> {
        LockedJournal::lock(path, resume)?.open(header, add)
    }

    /// Appends a game. From now on it survives a crash of the process; after [`Journal::flush`] it
    /// survives a power failure.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, result: &GameResult) -> Result<(), JournalError> {
        self.line(result)
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn flush(&mut self) -> Result<(), JournalError> {
        self.file.sync_data().map_err(io_error(&self.path))
    }

    /// Writes a line with one system call, so that it is complete or cut, but never interleaved. What was
    /// written of a line that does not fit on the disk is taken back.
    fn line(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let io = io_error(&self.path);
        let start = self.file.stream_position().map_err(&io)?;
        let written = line_of(value).and_then(|line| self.file.write_all(&line));
        written.map_err(|error| {
            // If this fails, too, the next run cuts the line.
            let _ = self.file.set_len(start);
            let _ = self.file.seek(SeekFrom::Start(start));
            io(error)
        })
    }
}

/// A value as a line of JSON.
fn line_of(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// Checks that a journal belongs to the match to be played.
///
/// # Errors
/// It belongs to another match or shard.
pub(crate) fn check_same_match(
    path: &Path,
    found: &JournalHeader,
    wanted: &JournalHeader,
) -> Result<(), JournalError> {
    let other = |text| Err(JournalErrorKind::OtherMatch(text).of(path));
    let (config, wanted_config) = (current(&found.config), current(&wanted.config));
    if config != wanted_config {
        return other(differences(&config, &wanted_config));
    }
    if found.shard != wanted.shard {
        return other(format!(
            "it has shard {}, not shard {}",
            found.shard, wanted.shard
        ));
    }
    Ok(())
}

/// Merges the journals of a match's shards into a new one, in the order of the games. Returns the number of
/// games. The new file gets its name only when it is complete. The games are not kept in memory. With `force`, the
/// programs of the engines may differ.
///
/// # Errors
/// A journal cannot be read or belongs to another match, it was played by other programs than the first one, two
/// journals have different results of one game, or the new one cannot be written, or is there and
/// has games that the others lack.
pub fn merge(out: &Path, parts: &[PathBuf], force: bool) -> Result<usize, JournalError> {
    let mut first: Option<JournalHeader> = None;
    let mut games = MergedGames::default();
    let mut written = BTreeSet::new();
    let mut sources = Vec::new();
    for (part, path) in parts.iter().enumerate() {
        let mut source = JournalSource::open(path)?;
        let path = &source.path.clone();
        written.extend(source.reader()?.skip_games()?.written_files());
        let mut reader = source.reader()?;
        let header = JournalHeader {
            shard: Shard::WHOLE,
            ..reader.header.clone()
        };
        let first = first.get_or_insert(header.clone());
        check_same_match(path, &header, first)?;
        let changes = changes(&first.builds, &header.builds, &written);
        if let Some(changes) = changes.filter(|_| !force) {
            return Err(JournalErrorKind::OtherShardBuild(changes).of(path));
        }
        while let Some(game) = reader.next_game()? {
            let place = LinePlace {
                part,
                start: reader.complete_bytes - reader.line.len() as u64,
                length: reader.line.len(),
                hash: reader.known.get(&game.game).copied().unwrap_or_default(),
            };
            games.add(path, &game, place)?;
        }
        if part == 0 {
            first.plan = reader.header.plan;
        }
        sources.push(source.file);
    }
    let Some(mut header) = first else {
        return Err(JournalErrorKind::NothingToMerge.of(out));
    };
    header.add_written_files(written);
    // No match may write the file that is replaced.
    let locked = out.is_file().then(|| open_locked(out)).transpose();
    let locked = locked.map_err(lock_error(out))?;
    check_nothing_is_lost(out, &games)?;
    let count = games.decided();
    // Windows replaces no file that is open. So the closure takes the sources, which may be the file, and closes them.
    let _locked = locked.filter(|_| !cfg!(windows));
    replace_file(out, move |file| {
        let mut file = BufWriter::new(file);
        file.write_all(&line_of(&header)?)?;
        let mut line = Vec::new();
        for place in games.lines() {
            let part = &mut sources[place.part];
            line.resize(place.length, 0);
            part.seek(SeekFrom::Start(place.start))?;
            part.read_exact(&mut line)?;
            file.write_all(&line)?;
        }
        file.flush()
    })
    .map_err(io_error(out))?;
    Ok(count)
}

/// Checks that the journal `out`, which is to be replaced, has no game that the merged ones lack. A file that is no journal holds
/// no games, and a void game is played again.
fn check_nothing_is_lost(out: &Path, games: &MergedGames) -> Result<(), JournalError> {
    let Ok(mut reader) = Reader::open(out) else {
        return Ok(());
    };
    while let Some(game) = reader.next_game()? {
        let number = game.game;
        let hash = reader.known.get(&number).copied().unwrap_or_default();
        if !game.is_void() && !games.has(number, hash) {
            return Err(JournalErrorKind::WouldLose { number }.of(out));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
