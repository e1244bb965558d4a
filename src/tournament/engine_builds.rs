//! Which programs play a match, so that a journal is not continued with others.

use crate::engines::{EngineIdentity, EngineSpec};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The program of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineBuild {
    /// The name of the engine in the match.
    pub engine: String,
    /// What the engine says about itself.
    #[serde(default)]
    pub identity: EngineIdentity,
    /// The files of its program, and the other files that its command and its settings name.
    #[serde(default)]
    pub files: Vec<ProgramFile>,
}

/// A file of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its size in bytes.
    pub size: u64,
    /// The checksum (CRC-32) of its contents, in hexadecimal digits.
    pub hash: String,
    /// When it was last changed, in seconds since 1970 (UTC).
    pub modified: u64,
    /// Whether it is the executable or the script of an interpreter, which no engine writes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_program: bool,
}

impl ProgramFile {
    fn of(path: &Path, is_program: bool) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        let modified = metadata.modified()?.duration_since(UNIX_EPOCH);
        let mut hasher = crc32fast::Hasher::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                length => hasher.update(&buffer[..length]),
            }
        }
        Ok(Self {
            path: path.to_owned(),
            size: metadata.len(),
            hash: format!("{:08x}", hasher.finalize()),
            modified: modified.map_or(0, |time| time.as_secs()),
            is_program,
        })
    }

    fn has_contents_of(&self, other: &Self) -> bool {
        (self.size, &self.hash) == (other.size, &other.hash)
    }

    /// The same file among those of another time: the one with this path or, on another machine, with this name.
    fn find_in<'a>(&self, files: &'a [Self]) -> Option<&'a Self> {
        let has_path = |file: &&Self| file.path == self.path;
        let has_name = |file: &&Self| file.path.file_name() == self.path.file_name();
        let found = files.iter().find(has_path);
        found.or_else(|| files.iter().find(has_name))
    }
}

impl EngineBuild {
    /// An engine that said this about itself, with these files. Those that cannot be read are left out.
    pub(crate) fn new(engine: &str, files: &EngineFiles, identity: EngineIdentity) -> Self {
        let program = files.program.iter().map(|path| (path, true));
        let data = files.data.iter().map(|path| (path, false));
        Self {
            engine: engine.to_owned(),
            identity,
            files: program
                .chain(data)
                .filter_map(|(path, is_program)| ProgramFile::of(path, is_program).ok())
                .collect(),
        }
    }

    /// How the engine has changed, as a sentence; `None` if it has not. The folder of a file and its time do not matter, and
    /// neither does a file that is known only before or only now: an engine may have made its log, or the user removed it.
    /// `written` are files that the engine writes.
    fn change(&self, now: &Self, written: &BTreeSet<PathBuf>) -> Option<String> {
        let engine = &self.engine;
        let said = |identity: &EngineIdentity| {
            let words = [&identity.name, &identity.version].into_iter().flatten();
            words.map(String::as_str).collect::<Vec<_>>().join(" ")
        };
        if self.identity != now.identity {
            let (before, now) = (said(&self.identity), said(&now.identity));
            return Some(format!("engine {engine} was {before:?}, now it is {now:?}"));
        }
        let is_written = |file: &ProgramFile| !file.is_program && written.contains(&file.path);
        let file = self.files.iter().find_map(|before| {
            let file = before.find_in(&now.files)?;
            let is_same = file.has_contents_of(before);
            (!is_same && !is_written(before) && !is_written(file)).then_some(file)
        })?;
        Some(format!(
            "engine {engine}: {} has changed",
            file.path.display()
        ))
    }
}

/// The changes of the engines of a match, as a sentence; `None` if none has changed. `written` are files that engines write.
pub(crate) fn changes(
    before: &[EngineBuild],
    now: &[EngineBuild],
    written: &BTreeSet<PathBuf>,
) -> Option<String> {
    let changes = before.iter().filter_map(|before| {
        let now = now.iter().find(|now| now.engine == before.engine)?;
        before.change(now, written)
    });
    let changes: Vec<_> = changes.collect();
    (!changes.is_empty()).then(|| changes.join("; "))
}

/// The files of these engines that are no longer what they were, or are gone.
pub(crate) fn changed_files(builds: &[EngineBuild]) -> Vec<&ProgramFile> {
    // Several engines may have a file. It is a program if it is that of one of them.
    let mut files: BTreeMap<&Path, &ProgramFile> = BTreeMap::new();
    for file in builds.iter().flat_map(|build| &build.files) {
        let known = files.entry(&file.path).or_insert(file);
        if file.is_program {
            *known = file;
        }
    }
    let is_same = |before: &ProgramFile| {
        let now = ProgramFile::of(&before.path, before.is_program);
        now.is_ok_and(|now| now.has_contents_of(before))
    };
    files.into_values().filter(|file| !is_same(file)).collect()
}

/// Size and time of files, by which a change is found without reading them.
pub(crate) struct FileTimes(BTreeMap<PathBuf, Option<(u64, SystemTime)>>);

impl FileTimes {
    pub(crate) fn of<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        let times = paths
            .into_iter()
            .map(|path| (path.clone(), size_and_time(path)));
        Self(times.collect())
    }

    /// Whether one of these files has not changed since.
    pub(crate) fn is_unchanged(&self, path: &Path) -> bool {
        self.0.get(path) == Some(&size_and_time(path))
    }
}

fn size_and_time(path: &Path) -> Option<(u64, SystemTime)> {
    let metadata = path.metadata().ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

/// The files of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EngineFiles {
    /// The executable and, if that is an interpreter, the script.
    pub program: Vec<PathBuf>,
    /// Other files.
    pub data: Vec<PathBuf>,
}

impl EngineFiles {
    /// The files that the command and the options of an engine name, also as `--net=FILE`.
    pub(crate) fn of(spec: &EngineSpec) -> Self {
        let Ok(argv) = spec.argv() else {
            return Self::default();
        };
        let folder = spec.directory.as_deref().unwrap_or(Path::new(""));
        let file = |word: &OsStr| Some(folder.join(word)).filter(|path| path.is_file());
        let (word, arguments) = (Path::new(&argv[0]), &argv[1..]);
        let is_searched = word.components().count() == 1;
        let executable = match is_searched {
            true => in_search_path(word, &std::env::var_os("PATH").unwrap_or_default()),
            false => executable(word),
        };
        let mut program: Vec<PathBuf> = executable.into_iter().collect();
        if is_searched {
            // It may be an interpreter, or start another program: `python3 bot.py`, `nice ./bot`.
            program.extend(arguments.iter().find_map(|word| file(word.as_os_str())));
        }
        let mut data = Vec::new();
        for word in arguments.iter().filter_map(|word| word.to_str()) {
            let value = word.split_once('=').map(|(_, value)| value);
            let words = std::iter::once(word).chain(value);
            data.extend(words.filter_map(|word| file(OsStr::new(word))));
        }
        let options = spec.options.values();
        data.extend(options.filter_map(|value| file(OsStr::new(value))));
        let mut known: BTreeSet<PathBuf> = program.iter().cloned().collect();
        data.retain(|path| known.insert(path.clone()));
        Self { program, data }
    }
}

/// A program in the folders of the environment variable PATH.
fn in_search_path(program: &Path, folders: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(folders).find_map(|folder| executable(&folder.join(program)))
}

/// The file that a path starts. Windows prefers the one with `.exe` behind the name.
fn executable(path: &Path) -> Option<PathBuf> {
    let mut with_suffix = path.as_os_str().to_owned();
    with_suffix.push(std::env::consts::EXE_SUFFIX);
    let mut files = [PathBuf::from(with_suffix), path.to_owned()].into_iter();
    files.find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::fixture::Folder;

    #[test]
    fn a_program_is_its_executable_and_its_scripts() {
        let folder = Folder::new("build");
        let script = folder.file("bot.py");
        std::fs::write(&script, "print()").unwrap();
        let mut spec = EngineSpec {
            command: format!("'{}' bot.py --fast", folder.file("bot.py").display()),
            ..EngineSpec::default()
        };
        let only_script = EngineFiles {
            program: vec![script.clone()],
            data: Vec::new(),
        };
        assert_eq!(EngineFiles::of(&spec), only_script);
        // The argument is the same file.
        spec.directory = script.parent().map(Path::to_owned);
        assert_eq!(EngineFiles::of(&spec), only_script);
        spec.command = "no-such-program".into();
        assert_eq!(EngineFiles::of(&spec), EngineFiles::default());
        // The script of an interpreter, wherever that is.
        spec.command = "no-such-program bot.py".into();
        assert_eq!(EngineFiles::of(&spec), only_script);
    }

    #[test]
    fn networks_and_logs_are_files_of_an_engine() {
        let folder = Folder::new("build-data");
        let names = ["bot", "bot.log", "net.bin", "eval.bin"];
        let files = names.map(|name| folder.file(name));
        for file in &files {
            std::fs::write(file, "").unwrap();
        }
        let [bot, log, net, eval] = files;
        let spec = EngineSpec {
            command: format!(
                "'{}' --log bot.log --net=net.bin --depth=3 --net2=gone.bin x=net.bin",
                bot.display()
            ),
            directory: bot.parent().map(Path::to_owned),
            options: [("evalfile", "eval.bin"), ("strength", "50"), ("empty", "")]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
            ..EngineSpec::default()
        };
        let expected = EngineFiles {
            program: vec![bot],
            data: vec![log, net, eval],
        };
        assert_eq!(EngineFiles::of(&spec), expected);
    }

    #[test]
    fn a_file_that_was_written_to_is_found_without_its_contents() {
        let folder = Folder::new("build-times");
        let [log, net, new] = ["bot.log", "net.bin", "new"].map(|name| folder.file(name));
        for file in [&log, &net] {
            std::fs::write(file, "one").unwrap();
        }
        let times = FileTimes::of([&log, &net, &new]);
        std::fs::write(&log, "one, two").unwrap();
        std::fs::write(&new, "").unwrap();
        let unchanged = [&log, &net, &new].map(|path| times.is_unchanged(path));
        assert_eq!(unchanged, [false, true, false]);
        assert!(!times.is_unchanged(&folder.file("unknown")));
    }

    #[test]
    fn a_name_with_a_dot_is_whole() {
        let [first, second] = ["build-path-1", "build-path-2"].map(Folder::new);
        let programs = [("eng.sh", &second), ("python3.11", &first), ("eng", &first)];
        let folders = [&first, &second].map(|folder| folder.file(""));
        let folders = std::env::join_paths(folders).unwrap();
        for (name, folder) in programs {
            let path = folder.file(name);
            std::fs::write(&path, "").unwrap();
            let found = in_search_path(Path::new(name), &folders);
            assert_eq!(found.as_ref(), Some(&path));
            assert_eq!(executable(&path), found);
        }
        let suffix = std::env::consts::EXE_SUFFIX;
        let path = second.file(&format!("bot.2{suffix}"));
        std::fs::write(&path, "").unwrap();
        assert_eq!(in_search_path(Path::new("bot.2"), &folders), Some(path));
        assert_eq!(in_search_path(Path::new("python3"), &folders), None);
    }

    #[test]
    fn a_file_that_was_built_anew_is_named_once() {
        let folder = Folder::new("build-anew");
        let files = ["same", "changed", "gone"].map(|name| folder.file(name));
        for file in &files {
            std::fs::write(file, "one").unwrap();
        }
        let engine_files = EngineFiles {
            program: files[..2].to_vec(),
            data: files.to_vec(),
        };
        let build = |engine| EngineBuild::new(engine, &engine_files, EngineIdentity::default());
        let builds = [build("a"), build("b")];
        assert!(changed_files(&builds).is_empty());
        // Of the same size, and written again without a change.
        std::fs::write(&files[0], "one").unwrap();
        std::fs::write(&files[1], "two").unwrap();
        std::fs::remove_file(&files[2]).unwrap();
        let changed = changed_files(&builds);
        let changed = changed.iter().map(|file| (&file.path, file.is_program));
        let changed: Vec<_> = changed.collect();
        assert_eq!(changed, [(&files[1], true), (&files[2], false)]);
    }

    #[test]
    fn another_program_is_a_change() {
        let folder = Folder::new("build-change");
        let path = folder.file("engine");
        let build = |text: &str, version: &str| {
            std::fs::write(&path, text).unwrap();
            let version = Some(version.to_owned());
            let identity = EngineIdentity {
                name: None,
                version,
            };
            let files = EngineFiles {
                program: vec![path.clone()],
                data: Vec::new(),
            };
            EngineBuild::new("a", &files, identity)
        };
        let before = [build("one", "1")];
        let changed = |now| changes(&before, &[now], &BTreeSet::new());
        assert_eq!(before[0].files[0].hash.len(), 8);
        assert_eq!(changed(build("one", "1")), None);
        assert!(
            changed(build("two", "1"))
                .unwrap()
                .ends_with("engine has changed")
        );
        let version = changed(build("one", "2")).unwrap();
        assert_eq!(version, r#"engine a was "1", now it is "2""#);
        let none = EngineBuild {
            files: Vec::new(),
            ..build("one", "1")
        };
        assert_eq!(changed(none), None);
        // An engine of which nothing is known.
        assert_eq!(changes(&[], &before, &BTreeSet::new()), None);
    }

    #[test]
    fn only_files_that_are_known_before_and_now_are_compared() {
        let file = |path: &str, hash: &str, is_program| ProgramFile {
            path: path.into(),
            size: 1,
            hash: hash.into(),
            modified: 0,
            is_program,
        };
        let build = |files: Vec<ProgramFile>| EngineBuild {
            engine: "a".into(),
            files,
            ..EngineBuild::default()
        };
        let bot = || file("x/bot", "1", true);
        let before = [build(vec![bot(), file("x/net", "2", false)])];
        let changed = |files, written: &[&str]| {
            let written: BTreeSet<PathBuf> = written.iter().map(PathBuf::from).collect();
            changes(&before, &[build(files)], &written)
        };
        let log = || file("bot.log", "3", false);
        assert_eq!(
            changed(vec![bot(), log(), file("x/net", "2", false)], &[]),
            None
        );
        assert_eq!(changed(vec![log(), bot()], &[]), None);
        // In another folder.
        let moved = || vec![file("y/bot", "1", true), file("y/net", "4", false)];
        let reason = changed(moved(), &[]).unwrap();
        assert_eq!(reason, "engine a: y/net has changed");
        // Either journal may know that engines write it.
        assert_eq!(changed(moved(), &["x/net"]), None);
        assert_eq!(changed(moved(), &["y/net"]), None);
        // A program is compared in any case.
        let other = || vec![file("x/bot", "5", true)];
        assert!(changed(other(), &["x/bot"]).is_some());
    }
}
