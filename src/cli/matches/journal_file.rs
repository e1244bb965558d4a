//! Where the journal of a match is.

use crate::tournament::Shard;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// The word that turns the journal off.
const NONE: &str = "none";

/// The file of a journal.
pub(super) enum JournalFile {
    /// It stays after the match.
    Kept(PathBuf),
    /// It stays, and nobody gave its name.
    Named(PathBuf),
    /// It is deleted when the match ends.
    Temporary(TempPath),
}

impl JournalFile {
    /// The journal with this name; `none` is a temporary file.
    ///
    /// Without a name it is a new file in the current folder, named after the match; with `resume` it is the
    /// newest of these that exists.
    ///
    /// # Errors
    /// A temporary file cannot be created.
    pub(super) fn new(
        given: Option<&Path>,
        heading: &str,
        shard: Shard,
        resume: bool,
    ) -> io::Result<Self> {
        if let Some(path) = given {
            return if path.as_os_str() == NONE {
                Self::temporary()
            } else {
                Ok(Self::Kept(path.to_owned()))
            };
        }
        let mut stem = file_stem(heading);
        if shard != Shard::WHOLE {
            stem += &format!("-shard-{}-of-{}", shard.index, shard.of);
        }
        let name = |number: u32| match number {
            1 => format!("{stem}.jsonl"),
            _ => format!("{stem}-{number}.jsonl"),
        };
        let free = (1..)
            .find(|&number| !Path::new(&name(number)).exists())
            .unwrap_or(1);
        let name = name(if resume { (free - 1).max(1) } else { free });
        Ok(Self::Named(name.into()))
    }

    /// Says which file it is, if nobody gave its name.
    pub(super) fn announce(&self) {
        if let Self::Named(path) = self {
            let path = path.display();
            let _ = writeln!(
                std::io::stderr(),
                "flipfive: the journal of the match is {path}"
            );
        }
    }

    /// A new file that no other process has: a name made of the process id would be that of a file which a killed
    /// match has left.
    fn temporary() -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        let file = builder
            .prefix("flipfive-match-")
            .suffix(".jsonl")
            .tempfile()?;
        Ok(Self::Temporary(file.into_temp_path()))
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Kept(path) | Self::Named(path) => path,
            Self::Temporary(path) => path,
        }
    }

    /// Whether the journal stays after the match.
    pub(super) fn is_kept(&self) -> bool {
        !matches!(self, Self::Temporary(_))
    }
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

    #[test]
    fn temporary_journals_have_names_of_their_own_and_are_deleted() {
        let new = || JournalFile::new(Some(Path::new(NONE)), "", Shard::WHOLE, false).unwrap();
        let (first, second) = (new(), new());
        assert_ne!(first.path(), second.path());
        assert!(!first.is_kept() && first.path().exists());
        let path = first.path().to_owned();
        drop(first);
        assert!(!path.exists() && second.path().exists());
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
