//! Tells the program its target and the commit that it is built from.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=FLIPFIVE_COMMIT");
    let target = std::env::var("TARGET").expect("cargo sets it");
    println!("cargo::rustc-env=FLIPFIVE_TARGET={target}");
    let given = std::env::var("FLIPFIVE_COMMIT").ok();
    if let Some(commit) = given.or_else(packaged_commit).or_else(git_commit) {
        println!("cargo::rustc-env=FLIPFIVE_COMMIT={commit}");
    }
}

/// The commit that cargo has written into a packaged crate.
fn packaged_commit() -> Option<String> {
    let info = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = info.split_once("\"sha1\": \"")?;
    let commit = rest.get(..12)?;
    let local_changes = info.contains("\"dirty\": true");
    Some(commit.to_owned() + if local_changes { "-dirty" } else { "" })
}

/// The commit of the clone. Only optimised builds ask for it: in others, each commit would compile
/// everything anew.
fn git_commit() -> Option<String> {
    if std::env::var("PROFILE").ok()? != "release" || !Path::new(".git").exists() {
        return None;
    }
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    for path in [&log, "src", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={path}");
    }
    git(&[
        "describe",
        "--always",
        "--dirty",
        "--abbrev=12",
        "--exclude=*",
    ])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.is_empty()).then(|| text.trim().to_owned())
}
