//! Where the journal of a match is.

use crate::tournament::Shard;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The word that turns the journal off.
const NONE: &str = "none";

/// The file of a journal.
pub(super) struct JournalFile {
    path: PathBuf,
    /// Whether it is deleted when the match ends.
    temporary: bool,
}

impl JournalFile {
    /// The journal with this name; `none` is a temporary file.
    ///
    /// Without a name it is a new file in the current folder, named after the match; with `resume` it is the
    /// newest of these that exists.
    pub(super) fn new(given: Option<&Path>, heading: &str, shard: Shard, resume: bool) -> Self {
        if let Some(path) = given {
            if path.as_os_str() != NONE {
                return Self::at(path.to_owned());
            }
            let name = format!("flipfive-match-{}.jsonl", std::process::id());
            let path = std::env::temp_dir().join(name);
            let temporary = true;
            return Self { path, temporary };
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
        let _ = writeln!(
            std::io::stderr(),
            "flipfive: the journal of the match is {name}"
        );
        Self::at(name.into())
    }

    fn at(path: PathBuf) -> Self {
        let temporary = false;
        Self { path, temporary }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the journal stays after the match.
    pub(super) fn is_kept(&self) -> bool {
        !self.temporary
    }
}

impl Drop for JournalFile {
    fn drop(&mut self) {
        if self.temporary {
            let _ = std::fs::remove_file(&self.path);
        }
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
