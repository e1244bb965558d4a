use super::*;
use crate::engines::{EngineIdentity, Termination};
use crate::tournament::ProgramFile;
use crate::tournament::fixture::{self, Folder, resume};
use serde_json::json;

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

fn played(game: u32) -> GameResult {
    GameResult {
        variant: "Othello".into(),
        size: 8,
        opening_moves: vec!["f5".into()],
        discs: Some(0),
        ending: Termination::Finished,
        detail: "draw 32-32".into(),
        began: 1,
        took: 2,
        ..fixture::result(game, game / 2, "a", "b", None)
    }
}

fn of_seed(seed: u64) -> JournalHeader {
    let config = json!({"game": "Othello", "seed": seed});
    JournalHeader::new(config, json!({}), Shard::WHOLE)
}

fn header() -> JournalHeader {
    of_seed(1)
}

fn fill(path: &Path, header: &JournalHeader, games: &[u32]) {
    let (mut journal, _) = resume(path, header).unwrap();
    for &game in games {
        journal.write(&played(game)).unwrap();
    }
    journal.flush().unwrap();
}

#[test]
fn games_are_read_back() {
    let folder = Folder::new("journal-back");
    let path = folder.file("j");
    fill(&path, &header(), &[3, 0]);
    let (_, games) = resume(&path, &header()).unwrap();
    assert_eq!(games.keys().copied().collect::<Vec<_>>(), [0, 3]);
    assert_eq!(games[&3], played(3));
}

#[test]
fn a_journal_cut_at_any_byte_loses_at_most_the_line_that_was_cut() {
    let folder = Folder::new("journal-cut");
    let path = folder.file("j");
    fill(&path, &header(), &[0, 1, 2]);
    let whole = bytes(&path);
    let ends: Vec<usize> = (0..whole.len()).filter(|&i| whole[i] == b'\n').collect();
    for length in 0..=whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        let (mut journal, games) = resume(&path, &header()).unwrap();
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
    let folder = Folder::new("journal-other");
    let path = folder.file("j");
    fill(&path, &header(), &[0]);
    let before = bytes(&path);
    let why = |header: &JournalHeader, resume: bool| {
        Journal::open(&path, header, resume, drop)
            .unwrap_err()
            .to_string()
    };
    assert!(why(&of_seed(2), true).contains("seed was 1, now it is 2"));
    let part = JournalHeader {
        shard: Shard { index: 2, of: 3 },
        ..header()
    };
    assert!(why(&part, true).contains("it has shard 1/1, not shard 2/3"));
    assert!(why(&header(), false).contains("--resume"));
    assert_eq!(bytes(&path), before);
}

#[test]
fn the_newest_plan_counts() {
    let folder = Folder::new("journal-plan");
    let path = folder.file("j");
    fill(&path, &header(), &[0]);
    let planned = |rounds: u32| JournalHeader {
        plan: json!({ "rounds": rounds }),
        ..header()
    };
    for (rounds, game) in [(900, 1), (900, 2), (1000, 3)] {
        fill(&path, &planned(rounds), &[game]);
        assert_eq!(read_header(&path).unwrap(), planned(rounds));
    }
    assert_eq!(bytes(&path).split(|&byte| byte == b'\n').count(), 8);
    let contents = read(&path).unwrap();
    assert_eq!(contents.header, planned(1000));
    assert_eq!(contents.games.into_keys().collect::<Vec<_>>(), [0, 1, 2, 3]);
    // A merged journal has it in its first line.
    let out = folder.file("out");
    assert_eq!(merge(&out, std::slice::from_ref(&path), false).unwrap(), 4);
    assert_eq!(read_header(&out).unwrap(), planned(1000));
    assert_eq!(bytes(&out).split(|&byte| byte == b'\n').count(), 6);
    // A damaged plan is named.
    let mut text = bytes(&out);
    text.extend(b"{\"plan\":{]}\n");
    std::fs::write(&path, text).unwrap();
    let error = read_header(&path).unwrap_err().to_string();
    assert!(error.contains("j:6: not a plan"), "{error}");
}

#[test]
fn another_program_is_refused() {
    let folder = Folder::new("journal-build");
    let path = folder.file("j");
    let header = |version: &str| JournalHeader {
        builds: vec![EngineBuild {
            engine: "a".into(),
            identity: EngineIdentity {
                name: None,
                version: Some(version.into()),
            },
            files: Vec::new(),
        }],
        ..header()
    };
    fill(&path, &header("1"), &[0]);
    fill(&path, &header("1"), &[1]);
    let error = resume(&path, &header("2")).unwrap_err();
    assert!(error.to_string().contains("--force-resume"), "{error}");
    // Without knowledge of the programs, they are not compared.
    fill(&path, &super::tests::header(), &[2]);
    assert_eq!(read(&path).unwrap().games.len(), 3);
    // Shards of different programs are merged only by force.
    let (other, out) = (folder.file("k"), folder.file("out"));
    fill(&other, &header("2"), &[3]);
    let parts = [path, other];
    let error = merge(&out, &parts, false).unwrap_err().to_string();
    assert!(error.contains("--force"), "{error}");
    assert_eq!(merge(&out, &parts, true).unwrap(), 4);
}

#[test]
fn files_that_engines_write_are_not_compared_again() {
    let folder = Folder::new("journal-written");
    let [path, other, out] = ["j", "k", "out"].map(|name| folder.file(name));
    let of = |file: &str, contents: &str, rounds: u32| JournalHeader {
        plan: json!({ "rounds": rounds }),
        builds: vec![EngineBuild {
            engine: "a".into(),
            files: vec![ProgramFile {
                path: file.into(),
                size: 1,
                hash: contents.into(),
                modified: 0,
                is_program: false,
            }],
            ..EngineBuild::default()
        }],
        ..header()
    };
    fill(&path, &of("learned", "1", 9), &[0]);
    let error = resume(&path, &of("learned", "2", 9)).unwrap_err();
    assert!(error.to_string().contains("learned has changed"), "{error}");
    let lines = || bytes(&path).split(|&byte| byte == b'\n').count() - 1;
    for _ in 0..2 {
        add_written_files(&path, [PathBuf::from("learned")]).unwrap();
        assert_eq!(lines(), 3, "a plan is written once");
    }
    fill(&path, &of("learned", "2", 9), &[1]);
    assert_eq!(lines(), 4);
    // Another plan keeps them.
    fill(&path, &of("learned", "3", 10), &[2]);
    fill(&path, &of("learned", "4", 10), &[3]);
    let found = read_header(&path).unwrap();
    assert_eq!(found.plan, json!({ "rounds": 10, "written": ["learned"] }));
    // So does a merged journal, whichever part knows them.
    fill(&other, &of("learned", "5", 10), &[4]);
    for parts in [[&path, &other], [&other, &path]] {
        let parts = parts.map(PathBuf::clone);
        assert_eq!(merge(&out, &parts, false).unwrap(), 5);
        let written = read_header(&out).unwrap().written_files();
        assert_eq!(written, BTreeSet::from([PathBuf::from("learned")]));
    }
}

#[test]
fn other_files_are_left_alone() {
    let folder = Folder::new("journal-none");
    let path = folder.file("j");
    for text in [
        "important notes\n",
        "{\"important\":1}",
        "{}\n",
        "{\"flipfive-match\":2,\"hash\":\"\",\"config\":0}\n",
    ] {
        std::fs::write(&path, text).unwrap();
        let error = resume(&path, &header()).unwrap_err();
        assert!(error.to_string().contains("not the journal"), "{error}");
        assert_eq!(bytes(&path), text.as_bytes());
    }
    fill(&folder.file("k"), &header(), &[0]);
    let mut text = bytes(&folder.file("k"));
    text.extend(b"{\"game\":7}\n");
    std::fs::write(&path, &text).unwrap();
    let error = resume(&path, &header()).unwrap_err().to_string();
    assert!(error.contains("j:3: not a game"), "{error}");
}

#[test]
fn a_game_that_never_began_is_played_again() {
    let folder = Folder::new("journal-void");
    let path = folder.file("j");
    let void = |game| GameResult {
        ending: Termination::Void,
        discs: None,
        ..played(game)
    };
    let (mut journal, _) = resume(&path, &header()).unwrap();
    for result in [void(0), played(1), void(2)] {
        journal.write(&result).unwrap();
    }
    drop(journal);
    let (mut journal, known) = resume(&path, &header()).unwrap();
    assert_eq!(known.into_keys().collect::<Vec<_>>(), [1]);
    journal.write(&played(2)).unwrap();
    drop(journal);
    let contents = read(&path).unwrap();
    assert_eq!(contents.games.into_keys().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(contents.void_games.into_keys().collect::<Vec<_>>(), [0]);
}

#[test]
fn an_open_journal_is_locked() {
    let folder = Folder::new("journal-lock");
    let path = folder.file("j");
    let (journal, _) = resume(&path, &header()).unwrap();
    let error = resume(&path, &header()).unwrap_err();
    assert!(matches!(error.kind, JournalErrorKind::InUse));
    assert_eq!(read(&path).unwrap().header, header(), "anybody may read it");
    let part = folder.file("part");
    drop(resume(&part, &header()).unwrap());
    let error = merge(&path, std::slice::from_ref(&part), false).unwrap_err();
    assert!(matches!(error.kind, JournalErrorKind::InUse));
    drop(journal);
    assert_eq!(merge(&path, &[part], false).unwrap(), 0);
    assert!(resume(&path, &header()).is_ok());
}

#[test]
fn what_is_read_from_a_locked_journal_holds_until_it_is_opened() {
    let folder = Folder::new("journal-two-steps");
    let path = folder.file("j");
    fill(&path, &header(), &[0, 1]);
    assert!(matches!(
        LockedJournal::lock(&path, false).unwrap_err().kind,
        JournalErrorKind::Exists
    ));
    let locked = LockedJournal::lock(&path, true).unwrap();
    // Any number of passes.
    for _ in 0..2 {
        let mut reader = locked.reader().unwrap().unwrap();
        assert_eq!(reader.header, header());
        assert_eq!(reader.next_game().unwrap(), Some(played(0)));
        locked.check().unwrap();
    }
    let error = resume(&path, &header()).unwrap_err();
    assert!(matches!(error.kind, JournalErrorKind::InUse));
    let mut games = Vec::new();
    let mut journal = locked.open(&header(), |game| games.push(game)).unwrap();
    assert_eq!(games, [played(0), played(1)]);
    journal.write(&played(2)).unwrap();
    drop(journal);
    assert_eq!(read(&path).unwrap().games.len(), 3);
    // One that does not exist has no line.
    let locked = LockedJournal::lock(&folder.file("new"), false).unwrap();
    assert!(locked.reader().unwrap().is_none());
    locked.check().unwrap();
}

#[cfg(unix)]
#[test]
fn a_journal_that_was_replaced_before_it_was_locked_is_opened_again() {
    let folder = Folder::new("journal-replaced");
    let (path, new) = (folder.file("j"), folder.file("new"));
    fill(&path, &header(), &[0]);
    fill(&new, &header(), &[1]);
    let merging = LockedJournal::lock(&path, true).unwrap();
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            loop {
                match resume(&path, &header()) {
                    // This process had no processor for longer than the lock is tried.
                    Err(error) if matches!(error.kind, JournalErrorKind::InUse) => {}
                    opened => break opened.unwrap(),
                }
            }
        });
        std::thread::sleep(std::time::Duration::from_millis(50));
        std::fs::rename(&new, &path).unwrap();
        drop(merging);
        let (mut journal, games) = waiting.join().unwrap();
        assert_eq!(games.into_keys().collect::<Vec<_>>(), [1]);
        journal.write(&played(2)).unwrap();
    });
    let games = read(&path).unwrap().games;
    assert_eq!(games.into_keys().collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn shards_are_merged() {
    let folder = Folder::new("journal-merge");
    let part = |index| JournalHeader {
        shard: Shard { index, of: 2 },
        ..header()
    };
    let (a, b, out) = (folder.file("a"), folder.file("b"), folder.file("out"));
    fill(&a, &part(1), &[0, 1, 4]);
    fill(&b, &part(2), &[3, 2, 4]);
    assert_eq!(merge(&out, &[a.clone(), b.clone()], false).unwrap(), 5);
    let (_, games) = resume(&out, &header()).unwrap();
    let expected = (0..5).map(|game| (game, played(game)));
    assert_eq!(games, expected.collect());
    let text = String::from_utf8(bytes(&out)).unwrap();
    let numbers = text
        .lines()
        .skip(1)
        .map(|line| line.split([':', ',']).nth(1).unwrap());
    assert_eq!(numbers.collect::<Vec<_>>(), ["0", "1", "2", "3", "4"]);
    // Merging into one of the parts.
    assert_eq!(merge(&out, &[out.clone(), a.clone()], false).unwrap(), 5);
    assert_eq!(read(&out).unwrap().games, games);

    let mut different = played(1);
    different.took += 1;
    let (mut journal, _) = resume(&b, &part(2)).unwrap();
    journal.write(&different).unwrap();
    let error = merge(&out, &[a.clone(), b], false).unwrap_err().to_string();
    assert!(
        error.contains("game 2 (\"game\":1) has two different results"),
        "{error}"
    );

    let c = folder.file("c");
    fill(&c, &of_seed(5), &[9]);
    let error = merge(&out, &[a, c], false).unwrap_err().to_string();
    assert!(error.contains("another match"), "{error}");
    assert_eq!(read(&out).unwrap().games, games, "an old file stays");
}

#[test]
fn a_game_that_stands_twice_is_read_once() {
    let folder = Folder::new("journal-twice");
    let path = folder.file("j");
    fill(&path, &header(), &[0, 1]);
    let mut text = bytes(&path);
    text.extend(line_of(&played(1)).unwrap());
    std::fs::write(&path, &text).unwrap();
    let mut numbers = Vec::new();
    drop(Journal::open(&path, &header(), true, |game| numbers.push(game.game)).unwrap());
    assert_eq!(numbers, [0, 1]);
    let other = GameResult {
        took: 3,
        ..played(1)
    };
    text.extend(line_of(&other).unwrap());
    std::fs::write(&path, &text).unwrap();
    let error = resume(&path, &header()).unwrap_err().to_string();
    assert!(
        error.contains("game 2 (\"game\":1) has two different results"),
        "{error}"
    );
}

/// A text that has no end.
#[derive(Default)]
struct Endless {
    begin: io::Cursor<Vec<u8>>,
    /// The number of bytes that were read.
    length: u64,
}

impl Endless {
    fn after(begin: Vec<u8>) -> Self {
        let begin = io::Cursor::new(begin);
        Self { begin, length: 0 }
    }
}

impl Read for Endless {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut length = self.begin.read(bytes)?;
        if length == 0 {
            bytes.fill(b' ');
            length = bytes.len();
        }
        self.length += length as u64;
        assert!(self.length < 2 * MAX_LINE_LENGTH);
        Ok(length)
    }
}

#[test]
fn a_text_without_end_is_refused() {
    let path = Path::new("j");
    let line = line_of(&header()).unwrap();
    for (begin, expected, most) in [
        (Vec::new(), "j is not the journal of a match", 1 << 20),
        (
            line[..30].to_vec(),
            "j:1: the line is longer than 64 MB",
            u64::MAX,
        ),
        (line, "j:2: the line is longer than 64 MB", u64::MAX),
    ] {
        let mut text = Endless::after(begin);
        let reader = Reader::new(path, BufReader::new(&mut text));
        let read = reader.and_then(|reader| reader.unwrap().finish());
        let error = read.unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
        assert!(text.length <= most, "{} bytes", text.length);
    }
    // It is not copied, either.
    let error = JournalSource::copy(path, Endless::default()).unwrap_err();
    let expected = "j is not the journal of a match: it does not begin with {\"flipfive-match\":";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_journal_from_a_pipe_is_read_twice() {
    let folder = Folder::new("journal-pipe");
    let path = folder.file("j");
    fill(&path, &header(), &[0, 1]);
    let whole = bytes(&path);
    let name = Path::new("stdin");
    let mut source = JournalSource::copy(name, whole.as_slice()).unwrap();
    for _ in 0..2 {
        assert_eq!(source.check().unwrap(), header());
        let mut reader = source.reader().unwrap();
        assert_eq!(reader.next_game().unwrap(), Some(played(0)));
    }
    let mut empty = JournalSource::copy(name, io::empty()).unwrap();
    let error = empty.check().unwrap_err().to_string();
    assert_eq!(
        error,
        "stdin is not the journal of a match: it has no complete line"
    );
}
