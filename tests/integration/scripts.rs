//! The scripts that run for hours, each for a second.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a script of the repository with Python, in a folder of its own, and returns what it printed.
fn python(script: &str, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("scripts")
        .join(script);
    let output = Command::new("python3")
        .arg(script)
        .args(arguments)
        .args(["--program", env!("CARGO_BIN_EXE_flipfive"), "--data"])
        .arg(folder.path())
        .output()
        .expect("python3 runs");
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
    text
}

/// The scripts need Python; the program does not.
fn has_python() -> bool {
    Command::new("python3").arg("--version").output().is_ok()
}

#[test]
fn a_short_soak_finds_nothing() {
    if !has_python() {
        return;
    }
    let text = python("soak", &["0.002", "--only", "interrupts"]);
    assert!(text.contains("\n20 interrupts.\n"), "{text}");
    assert!(text.trim_end().ends_with("None."), "{text}");
    let text = python("soak", &["0.0001", "--only", "searches"]);
    assert!(text.contains("| analysis | 1"), "{text}");
}

#[test]
fn python_can_read_every_script_in_python() {
    if !has_python() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut scripts: Vec<PathBuf> = Vec::new();
    for folder in ["scripts", "examples"] {
        let files = std::fs::read_dir(root.join(folder)).unwrap();
        scripts.extend(files.map(|file| file.unwrap().path()));
    }
    scripts.retain(|path| {
        std::fs::read_to_string(path).is_ok_and(|text| text.starts_with("#!/usr/bin/env python3"))
    });
    assert!(scripts.len() >= 5, "{scripts:?}");
    let status = Command::new("python3")
        .args([
            "-c",
            "import ast, sys\nfor path in sys.argv[1:]: ast.parse(open(path).read(), path)",
        ])
        .args(scripts)
        .status();
    assert!(status.unwrap().success());
}

/// The lines between which `scripts/measure` writes.
const MARKS: [&str; 2] = [
    "\n<!-- Measured by scripts/measure. -->\n",
    "\n<!-- End of what scripts/measure writes. -->\n",
];

#[test]
fn the_pages_of_figures_have_the_marks() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = std::fs::read_to_string(root.join("scripts/measure")).unwrap();
    let page = concat!("docs/bench/", env!("CARGO_PKG_VERSION"), ".md");
    for page in [page, "README.md"] {
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        let places = MARKS.map(|mark| {
            text.match_indices(mark)
                .map(|(place, _)| place)
                .collect::<Vec<_>>()
        });
        assert!(
            places.iter().all(|places| places.len() == 1) && places[0] < places[1],
            "{page}: {places:?}"
        );
    }
    assert!(
        MARKS
            .iter()
            .all(|mark| script.contains(&format!("\"{}\"", mark.trim())))
    );
}
