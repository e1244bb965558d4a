//! The scripts that run for hours, each for a second.

use std::path::Path;
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
