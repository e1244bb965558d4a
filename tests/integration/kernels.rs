//! Every kernel that this processor has finds the same, and `flipfive --version --verbose` names it.

use std::path::Path;
use std::process::{Command, Output};

fn flipfive(kernel: &str, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flipfive"))
        .env("FLIPFIVE_KERNEL", kernel)
        .args(arguments.split_whitespace())
        .output()
        .unwrap()
}

fn text(output: Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The kernel in use and those that this processor has.
fn kernels(forced: &str) -> (String, Vec<String>) {
    let report = text(flipfive(forced, "--version --verbose"));
    let line = report
        .lines()
        .find_map(|line| line.strip_prefix("kernel: "));
    let (used, available) = line.unwrap().split_once(" (this processor has ").unwrap();
    let available = available.trim_end_matches(')').split(", ");
    (used.into(), available.map(Into::into).collect())
}

#[test]
fn every_kernel_can_be_forced() {
    let (fastest, available) = kernels("");
    assert_eq!(available[0], "portable");
    assert_eq!(Some(&fastest), available.last());
    for kernel in &available {
        assert_eq!(kernels(kernel).0, *kernel);
    }
}

#[test]
fn an_unknown_kernel_is_refused_with_the_known_ones() {
    for arguments in ["", "perft othello 3", "--version"] {
        let output = flipfive("sse9", arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert_eq!(output.stdout, b"", "{arguments}");
        let message = String::from_utf8(output.stderr).unwrap();
        let begin = "flipfive: FLIPFIVE_KERNEL: this processor has no kernel \"sse9\"; expected one of: portable";
        assert!(message.starts_with(begin), "{message}");
    }
}

#[test]
fn every_kernel_has_the_recorded_signature() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bench-short.txt");
    let recorded = std::fs::read_to_string(file).unwrap();
    let expected = recorded.split_whitespace().next_back().unwrap();
    for kernel in kernels("").1 {
        let report = text(flipfive(&kernel, "bench --short"));
        let signature = report
            .lines()
            .find_map(|line| line.strip_prefix("signature "));
        assert_eq!(signature, Some(expected), "{kernel}");
    }
}

#[test]
fn every_kernel_counts_the_same_leaves() {
    for kernel in kernels("").1 {
        let report = text(flipfive(&kernel, "perft othello 7"));
        assert!(report.contains("55092"), "{kernel}: {report}");
    }
}

#[test]
fn the_version_is_short_unless_asked_for_more() {
    let short = format!("flipfive {}\n", env!("CARGO_PKG_VERSION"));
    for flag in ["-V", "--version"] {
        assert_eq!(text(flipfive("", flag)), short);
    }
    let long = text(flipfive("", "-vV"));
    assert!(long.starts_with(&(short + "commit: ")), "{long}");
    // The targets of 32-bit x86 have other names than the processor.
    let arch = match std::env::consts::ARCH {
        "x86" => "i".into(),
        name => format!("{name}-"),
    };
    assert!(long.contains(&format!("\ntarget: {arch}")), "{long}");
}
