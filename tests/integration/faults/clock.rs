//! Jumps of the system's clock. All durations are measured with `Instant`, which never jumps; the time of day is
//! only written down.

use std::fs;
use std::path::{Path, PathBuf};

/// Files that read the time of day, and what for.
const READERS: &[(&str, &str)] = &[
    ("cli/seed.rs", "a seed"),
    (
        "engines/line_log.rs",
        "the time of a line: once at the start, then by Instant",
    ),
    ("play/host.rs", "the date of a game"),
    (
        "tournament/engine_builds.rs",
        "the dates of files: of programs for reports, and to find those that an engine writes",
    ),
    ("tournament/referee.rs", "the date of a game"),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, found),
            false => found.push(path),
        }
    }
}

#[test]
fn the_time_of_day_decides_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    let mut readers: Vec<String> = paths
        .iter()
        .filter(|path| {
            let text = fs::read_to_string(path).unwrap_or_default();
            ["SystemTime", "Timestamp::now", "Zoned::now", ".modified()"]
                .iter()
                .any(|name| text.contains(name))
        })
        .map(|path| {
            path.strip_prefix(&root)
                .unwrap()
                .to_string_lossy()
                .replace('\\', "/")
        })
        .collect();
    readers.sort();
    let expected: Vec<&str> = READERS.iter().map(|(path, _)| *path).collect();
    assert_eq!(readers, expected, "durations are measured with Instant");
}
