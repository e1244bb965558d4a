//! The signature of the searches may only change on purpose.

use crate::support::accepting;
use flipfive::engine::bench::{Bench, BenchLength, SUITES};
use std::path::Path;

/// Runs all suites and compares their results with a file of recorded ones.
fn compare(length: BenchLength, file: &str, command: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let mut found = format!(
        "# Nodes and signature of `{command}`, one suite a line. A commit that changes them names the\n\
         # new signature in its message (`Bench: <signature>`), with the measurements.\n"
    );
    let mut total = Bench::default();
    for suite in SUITES {
        let bench = suite.run(length);
        total = total.then(bench);
        found += &format!("{} {} {:016x}\n", suite.name, bench.nodes, bench.signature);
    }
    found += &format!("total {} {:016x}\n", total.nodes, total.signature);
    if accepting() {
        std::fs::write(&file, &found).unwrap();
        return;
    }
    let recorded = std::fs::read_to_string(&file).unwrap();
    assert_eq!(
        found,
        recorded,
        "the search behaves differently (see {})",
        file.display()
    );
}

#[test]
fn the_short_signature_is_the_recorded_one() {
    compare(
        BenchLength::Short,
        "tests/data/bench-short.txt",
        "flipfive bench --short",
    );
}

/// Takes ten seconds optimised, and minutes otherwise.
#[cfg(not(debug_assertions))]
#[test]
fn the_full_signature_is_the_recorded_one() {
    compare(BenchLength::Full, "tests/data/bench.txt", "flipfive bench");
}

#[test]
fn searching_twice_gives_the_same_signature() {
    for suite in SUITES {
        let run = || suite.run(BenchLength::Short);
        assert_eq!(run(), run(), "{}", suite.name);
    }
}
