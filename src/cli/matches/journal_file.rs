//! Where the journal of a match is.

use crate::tournament::Shard;
use crate::tournament::journal::{
    self, JournalError, JournalErrorKind, JournalHeader, LockedJournal,
};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The word that turns the journal off.
const NONE: &str = "none";

/// The file of a journal.
pub(super) enum JournalFile {
    /// Its name was given.
    Given(PathBuf),
    /// It was found: nobody gave its name.
    Found(PathBuf),
    /// It is named after the match, with a number from 1.
    New {
        stem: String,
        number: u32,
        path: PathBuf,
    },
}

impl JournalFile {
    /// The journal of a match with this header; `None` if its name is `none`.
    ///
    /// Without a name it is a new file in the current folder, named after the match; with `resume` it is the newest
    /// of these that belongs to the match.
    pub(super) fn new(
        given: Option<&Path>,
        heading: &str,
        header: &JournalHeader,
        resume: bool,
    ) -> Option<Self> {
        if let Some(path) = given {
            return (path.as_os_str() != NONE).then(|| Self::Given(path.to_owned()));
        }
        let stem = stem_of(heading, header.shard);
        let numbers = numbers_in(Path::new("."), &stem);
        let continued = resume
            .then(|| newest_of_match(&stem, &numbers, header))
            .flatten();
        if let Some(path) = continued {
            return Some(Self::Found(path));
        }
        let number = numbers
            .first()
            .map_or(1, |highest| highest.saturating_add(1));
        Some(Self::New {
            path: name(&stem, number),
            stem,
            number,
        })
    }

    /// Locks it. A new one gets the next number if another match took its name in the meantime.
    ///
    /// # Errors
    /// Another process writes it, or it cannot be opened. Without `resume`: it exists and is not empty.
    pub(super) fn lock(&mut self, resume: bool) -> Result<LockedJournal, JournalError> {
        loop {
            let is_new = matches!(self, Self::New { .. });
            let locked = LockedJournal::lock(self.path(), resume && !is_new);
            let is_taken = locked.as_ref().is_err_and(|error| {
                matches!(
                    error.kind,
                    JournalErrorKind::Exists | JournalErrorKind::InUse
                )
            });
            match self {
                Self::New { stem, number, path } if is_taken && *number < u32::MAX => {
                    *number += 1;
                    *path = name(stem, *number);
                }
                _ => return locked,
            }
        }
    }

    /// Says which file it is, if nobody gave its name.
    pub(super) fn announce(&self) {
        if let Self::Found(path) | Self::New { path, .. } = self {
            let path = path.display();
            let _ = writeln!(
                std::io::stderr(),
                "flipfive: the journal of the match is {path}"
            );
        }
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Given(path) | Self::Found(path) | Self::New { path, .. } => path,
        }
    }
}

/// What the names of the journals of a match begin with.
fn stem_of(heading: &str, shard: Shard) -> String {
    let mut stem = file_stem(heading);
    if shard != Shard::WHOLE {
        stem += &format!("-shard-{}-of-{}", shard.index, shard.of);
    }
    stem
}

/// The name of the journal with this number, from 1.
fn name(stem: &str, number: u32) -> PathBuf {
    match number {
        1 => format!("{stem}.jsonl").into(),
        _ => format!("{stem}-{number}.jsonl").into(),
    }
}

/// The numbers of the journals in a folder, the highest first.
fn numbers_in(folder: &Path, stem: &str) -> Vec<u32> {
    let number = |file: &str| {
        let rest = file.strip_prefix(stem)?.strip_suffix(".jsonl")?;
        let number = match rest.strip_prefix('-') {
            Some(digits) => digits.parse().ok()?,
            None => 1,
        };
        (name(stem, number) == Path::new(file)).then_some(number)
    };
    // A folder that cannot be read is reported when the journal is created.
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut numbers: Vec<u32> = files
        .filter_map(|file| number(file.file_name().to_str()?))
        .collect();
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers
}

/// The journal of this match with the highest number. If there are journals, but none of this match, the reason is logged.
fn newest_of_match(stem: &str, numbers: &[u32], header: &JournalHeader) -> Option<PathBuf> {
    let mut reason = None;
    for path in numbers.iter().map(|&number| name(stem, number)) {
        let found = journal::read_header(&path);
        match found.and_then(|found| journal::check_same_match(&path, &found, header)) {
            Ok(()) => return Some(path),
            Err(error) => reason = reason.or(Some(error)),
        }
    }
    if let Some(reason) = reason {
        log::warn!(
            "--resume begins a new match, since no journal here belongs to this one: {reason}"
        );
    }
    None
}

/// A text as the name of a file on any system: `A vs B` becomes `a-vs-b`.
fn file_stem(text: &str) -> String {
    const MAX_CHARS: usize = 80;
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '_');
    let words: Vec<_> = words
        .filter(|word| !word.trim_matches('.').is_empty())
        .collect();
    let stem: String = words
        .join("-")
        .to_lowercase()
        .chars()
        .take(MAX_CHARS)
        .collect();
    match stem.trim_start_matches('.') {
        "" => "match".into(),
        stem => stem.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_journal_that_is_turned_off_has_no_file() {
        let header = JournalHeader::new(json!({}), json!({}), Shard::WHOLE);
        let new = |name: &str| JournalFile::new(Some(Path::new(name)), "", &header, false);
        assert!(new(NONE).is_none());
        let other = new("./none").unwrap();
        assert_eq!(other.path(), Path::new("./none"));
    }

    #[test]
    fn a_new_journal_takes_the_next_number_if_its_name_was_taken() {
        let folder = tempfile::tempdir().unwrap();
        let stem = folder.path().join("a-vs-b").to_str().unwrap().to_owned();
        // As if both matches had looked into the folder before one of them made its file.
        let new = || JournalFile::New {
            path: name(&stem, 1),
            stem: stem.clone(),
            number: 1,
        };
        let lock = |mut file: JournalFile, resume| {
            let locked = file.lock(resume).unwrap();
            assert_eq!(locked.path(), file.path());
            (locked, file.path().to_owned())
        };
        let (running, first) = lock(new(), false);
        assert_eq!(first, name(&stem, 1));
        assert_eq!(lock(new(), false).1, name(&stem, 2));
        // A match to be resumed that has no journal begins a new one, too.
        assert_eq!(lock(new(), true).1, name(&stem, 2));
        drop(running);
        std::fs::write(&first, "a match that has ended").unwrap();
        assert_eq!(lock(new(), true).1, name(&stem, 2));
        // A name that was given or found is that of one file.
        for mut file in [JournalFile::Given(first.clone()), JournalFile::Found(first)] {
            let error = file.lock(false).unwrap_err();
            assert!(matches!(error.kind, JournalErrorKind::Exists), "{error}");
        }
    }

    #[test]
    fn numbers_of_journals_are_read_from_their_names() {
        let folder = tempfile::tempdir().unwrap();
        assert!(numbers_in(folder.path(), "a-vs-b").is_empty());
        for name in [
            "a-vs-b-9.jsonl",
            "a-vs-b-12.jsonl",
            "a-vs-b-013.jsonl",
            "a-vs-b-1.jsonl",
            "a-vs-b-old.jsonl",
            "a-vs-b-14.html",
            "a-vs-b-c.jsonl",
            "a-vs-b-shard-2-of-8.jsonl",
        ] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(numbers_in(folder.path(), "a-vs-b"), [12, 9]);
        std::fs::write(folder.path().join("a-vs-b.jsonl"), "").unwrap();
        assert_eq!(numbers_in(folder.path(), "a-vs-b"), [12, 9, 1]);
        let none = folder.path().join("none");
        assert!(numbers_in(&none, "a-vs-b").is_empty());
        let stem = stem_of("a vs b", Shard { index: 2, of: 8 });
        assert_eq!(numbers_in(folder.path(), &stem), [1]);
    }

    #[test]
    fn names_of_matches_are_names_of_files() {
        for (text, expected) in [
            ("A vs B", "a-vs-b"),
            ("../x: y/\\z*", "x-y-z"),
            ("Sonntag 1.2", "sonntag-1.2"),
            ("?", "match"),
        ] {
            assert_eq!(file_stem(text), expected);
        }
    }
}
