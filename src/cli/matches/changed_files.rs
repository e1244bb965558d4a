//! Files of engines that change during a match.

use crate::tournament::{EngineBuild, changed_files, journal};
use std::path::Path;

/// Warns of the files of engines that have changed since the match began. A file that is no program counts as written by its
/// engine from now on: the journal notes it, so that no later run compares it or warns of it again.
pub(super) fn note_changed_files(builds: &[EngineBuild], journal: Option<&Path>) {
    let changed = changed_files(builds);
    let (programs, data): (Vec<_>, Vec<_>) = changed.into_iter().partition(|file| file.is_program);
    for file in programs {
        log::warn!(
            "{} has changed since the match began, so its engine may be two programs in one result",
            file.path.display()
        );
    }
    if data.is_empty() {
        return;
    }
    let known = journal.and_then(|path| journal::read_header(path).ok());
    let known = known.map(|header| header.written_files());
    let known = known.unwrap_or_default();
    let new = data.into_iter().filter(|file| !known.contains(&file.path));
    let mut written = Vec::new();
    for file in new {
        log::warn!(
            "{} has changed since the match began; it counts as written by its engine, and --resume does not compare it. If \
             something else wrote it, its engine may be two programs in one result",
            file.path.display()
        );
        written.push(file.path.clone());
    }
    if let Some(path) = journal
        && !written.is_empty()
        && let Err(error) = journal::add_written_files(path, written)
    {
        log::warn!("{error}");
    }
}
