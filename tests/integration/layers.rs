//! The order of the layers, read off the `crate::` paths in the sources.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Modules of the crate with the height of their layer. A module may use what is below it, and
/// itself; two modules of one height do not know each other.
const LAYERS: &[(&str, u32)] = &[
    ("util", 0),
    ("game", 1),
    ("search", 2),
    ("othello", 3),
    ("gomoku", 3),
    ("engine", 4),
    ("format", 5),
    ("session", 6),
    ("protocol", 7),
    ("engines", 8),
    ("tournament", 9),
    ("report", 10),
    ("train", 11),
    ("cli", 12),
];

fn height(module: &str) -> Option<u32> {
    LAYERS
        .iter()
        .find(|(name, _)| *name == module)
        .map(|&(_, height)| height)
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The modules named after `crate::` in code; unit tests may look around freely.
fn used_modules(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
    let mut used = BTreeSet::new();
    for line in code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
    {
        for part in line.split("crate::").skip(1) {
            let name: String = part
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect();
            used.insert(name);
        }
    }
    used
}

#[test]
fn modules_use_only_what_is_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut checked = 0;
    for file in files {
        let inside = file.strip_prefix(&root).unwrap();
        let first = inside
            .components()
            .next()
            .unwrap()
            .as_os_str()
            .to_str()
            .unwrap();
        let module = first.trim_end_matches(".rs");
        if matches!(module, "lib" | "main") {
            continue;
        }
        let own = height(module)
            .unwrap_or_else(|| panic!("src/{module} has no layer: add it to LAYERS and lib.rs"));
        let text = std::fs::read_to_string(&file).unwrap();
        for used in used_modules(&text) {
            if let Some(other) = height(&used) {
                assert!(
                    used == module || other < own,
                    "{}: `{module}` may not use `{used}`",
                    inside.display()
                );
                checked += 1;
            }
        }
    }
    assert!(
        checked > 20,
        "only {checked} uses found: is the test reading the right files?"
    );
}

#[test]
fn the_reader_of_paths_sees_what_it_should() {
    let text = "use crate::game::Side;\n// crate::cli\nlet a = crate::util::rng::mix(1);\n\
                #[cfg(test)]\nmod tests { use crate::cli; }";
    assert_eq!(
        used_modules(text).into_iter().collect::<Vec<_>>(),
        ["game", "util"]
    );
}

#[test]
fn only_the_event_loop_and_the_sub_commands_touch_stdout() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    for file in files {
        let inside = file.strip_prefix(&root).unwrap();
        if inside == Path::new("protocol/event_loop.rs") || inside.starts_with("cli") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(
            !text.contains("stdout()"),
            "{} writes stdout",
            inside.display()
        );
    }
}
