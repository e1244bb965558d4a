//! Which programs play a match, so that a journal is not continued with others.

use crate::engines::{EngineIdentity, EngineSpec};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The program of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineBuild {
    /// The name of the engine in the match.
    pub engine: String,
    /// What the engine says about itself.
    #[serde(default)]
    pub identity: EngineIdentity,
    /// The executable, and the arguments of its command that are files, such as a script.
    #[serde(default)]
    pub files: Vec<ProgramFile>,
}

/// A file of a program.
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
}

impl ProgramFile {
    fn of(path: &Path) -> io::Result<Self> {
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
        })
    }
}

impl EngineBuild {
    /// The program of an engine that said this about itself. Files that cannot be read are left out.
    pub(crate) fn new(engine: &str, program: &[PathBuf], identity: EngineIdentity) -> Self {
        Self {
            engine: engine.to_owned(),
            identity,
            files: program
                .iter()
                .filter_map(|path| ProgramFile::of(path).ok())
                .collect(),
        }
    }

    /// How the program has changed, as a sentence; `None` if it has not. The place of a file and its time do
    /// not matter.
    fn change(&self, now: &Self) -> Option<String> {
        let engine = &self.engine;
        let said = |identity: &EngineIdentity| {
            let words = [&identity.name, &identity.version].into_iter().flatten();
            words.map(String::as_str).collect::<Vec<_>>().join(" ")
        };
        if self.identity != now.identity {
            let (before, now) = (said(&self.identity), said(&now.identity));
            return Some(format!("engine {engine} was {before:?}, now it is {now:?}"));
        }
        if self.files.len() != now.files.len() {
            let (before, now) = (self.files.len(), now.files.len());
            return Some(format!(
                "engine {engine} had {before} files, now it has {now}"
            ));
        }
        let mut files = self.files.iter().zip(&now.files);
        let (_, file) = files.find(|(a, b)| (a.size, &a.hash) != (b.size, &b.hash))?;
        Some(format!(
            "engine {engine}: {} has changed",
            file.path.display()
        ))
    }
}

/// The changes of the programs of a match, as a sentence; `None` if none has changed.
pub(crate) fn changes(before: &[EngineBuild], now: &[EngineBuild]) -> Option<String> {
    let changes = before.iter().filter_map(|before| {
        let now = now.iter().find(|now| now.engine == before.engine)?;
        before.change(now)
    });
    let changes: Vec<_> = changes.collect();
    (!changes.is_empty()).then(|| changes.join("; "))
}

/// The files of these programs that are no longer what they were, or are gone.
pub(crate) fn changed_files(builds: &[EngineBuild]) -> Vec<&Path> {
    // Several engines may be one program.
    let files: BTreeMap<&Path, &ProgramFile> = builds
        .iter()
        .flat_map(|build| &build.files)
        .map(|file| (file.path.as_path(), file))
        .collect();
    let is_same = |before: &ProgramFile| {
        let now = ProgramFile::of(&before.path);
        now.is_ok_and(|now| (now.size, &now.hash) == (before.size, &before.hash))
    };
    let changed = files.into_iter().filter(|(_, file)| !is_same(file));
    changed.map(|(path, _)| path).collect()
}

/// The files of an engine's command: its executable and the arguments that are files.
pub(crate) fn program_files(spec: &EngineSpec) -> Vec<PathBuf> {
    let Ok(argv) = spec.argv() else {
        return Vec::new();
    };
    let in_folder = |word| {
        spec.directory
            .as_deref()
            .unwrap_or(Path::new(""))
            .join(word)
    };
    let program = Path::new(&argv[0]);
    let program = match program.components().count() {
        1 => in_search_path(program, &std::env::var_os("PATH").unwrap_or_default()),
        _ => executable(program),
    };
    let arguments = argv[1..].iter().map(in_folder);
    let arguments = arguments.filter(|path| path.is_file());
    program.into_iter().chain(arguments).collect()
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
        assert_eq!(program_files(&spec), std::slice::from_ref(&script));
        spec.directory = script.parent().map(Path::to_owned);
        assert_eq!(program_files(&spec), [script.clone(), script.clone()]);
        spec.command = "no-such-program".into();
        assert!(program_files(&spec).is_empty());
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
        let build = |engine| EngineBuild::new(engine, &files, EngineIdentity::default());
        let builds = [build("a"), build("b")];
        assert!(changed_files(&builds).is_empty());
        // Of the same size, and written again without a change.
        std::fs::write(&files[0], "one").unwrap();
        std::fs::write(&files[1], "two").unwrap();
        std::fs::remove_file(&files[2]).unwrap();
        assert_eq!(changed_files(&builds), [&files[1], &files[2]]);
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
            EngineBuild::new("a", std::slice::from_ref(&path), identity)
        };
        let before = [build("one", "1")];
        let changed = |now| changes(&before, &[now]);
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
        assert!(changed(none).unwrap().contains("had 1 files"));
        // An engine of which nothing is known.
        assert_eq!(changes(&[], &before), None);
    }
}
