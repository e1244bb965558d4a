//! The signature of the searches may only change on purpose; the win-finding test.

use crate::support::accepting;
use flipfive::engine::bench::{Bench, BenchLength, SUITES};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

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

/// Runs `flipfive bench wins` on a file with these lines, checks the exit code, and returns stdout and stderr.
fn bench_wins(code: i32, lines: &str, arguments: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("wins.txt"), lines).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_flipfive"))
        .current_dir(folder.path())
        .args(["bench", "wins", "wins.txt"])
        .args(arguments.split_whitespace())
        .output()
        .unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(code), "{arguments}: {stderr}");
    (stdout, stderr)
}

/// A win by fours, a double three, and a position without a win.
const WINS: &str = "\
# comment
freestyle 15 black B H8 J8 K8 I7 L7 I6 W H9 L8 J7 K6 I5 L5; rapfi win in 7 plies, 2 ms, 10 nodes
freestyle 15 moves h8 a1 i8 a15 j10 o1 j11 o15; other engine win in 7 plies, 20 ms, 3000 nodes
renju 15 moves h8 h9; rapfi win in 25 plies, 20 ms, 3000 nodes
";

#[test]
fn announced_wins_are_counted() {
    let (text, stderr) = bench_wins(0, WINS, "--nodes 500,3000 --jobs 2");
    assert_eq!(stderr, "", "no progress bar without a terminal");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 9, "{text}");
    assert!(lines[1].starts_with("500 nodes      freestyle  other engine "));
    let fields = |line: &str| -> Vec<String> { line.split_whitespace().map(Into::into).collect() };
    let total = fields(lines[8]);
    assert_eq!(
        total[..8],
        ["3000", "nodes", "all", "all", "3", "2", "2", "66.7"]
    );
    let renju = fields(lines[7]);
    assert_eq!(
        renju,
        [
            "3000", "nodes", "renju", "rapfi", "1", "0", "0", "0.0", "-", "-"
        ]
    );
}

#[test]
fn announced_wins_in_json_name_each_position() {
    let (text, _) = bench_wins(0, WINS, "--nodes 3000 --json");
    let report: Value = serde_json::from_str(&text).unwrap();
    let total = &report["rows"][3];
    assert_eq!(
        (&total["positions"], &total["wins"]),
        (&json!(3), &json!(2))
    );
    assert_eq!(total.get("rule"), None);
    let positions = report["positions"].as_array().unwrap();
    assert_eq!(positions[0]["stated"]["plies"], 7);
    assert_eq!(positions[0]["found"]["3000 nodes"]["plies"], 7);
    assert_eq!(positions[0]["found"]["3000 nodes"]["proven"], true);
    assert_eq!(positions[1]["announcer"], "other engine");
    let nodes = positions[1]["found"]["3000 nodes"]["nodes"].as_u64();
    assert!((1..=3000).contains(&nodes.unwrap()), "{text}");
    assert_eq!(positions[2]["stones"], 2);
    assert_eq!(positions[2]["found"], json!({ "3000 nodes": null }));
}

#[test]
fn a_time_limit_ends_a_search_without_a_win() {
    let (text, _) = bench_wins(0, WINS, "--time 0.01");
    assert!(
        text.contains("\n0.01 s         renju      rapfi                1     0      0 "),
        "{text}"
    );
}

#[test]
fn bad_files_and_limits_are_refused() {
    let (_, stderr) = bench_wins(1, "# comment\n\nrenju 15 moves h8 h9; rapfi won\n", "");
    let expected = "flipfive: wins.txt:3: expected `NAME win in N plies, T ms, M nodes`";
    assert!(stderr.starts_with(expected), "{stderr}");
    let (_, stderr) = bench_wins(1, WINS, "missing.txt");
    assert!(stderr.starts_with("flipfive: missing.txt: "), "{stderr}");
    for arguments in ["--time 0", "--time 0.2,x", "--nodes 0", "--jobs 0"] {
        let (_, stderr) = bench_wins(2, WINS, arguments);
        assert!(stderr.starts_with("error: invalid value"), "{stderr}");
    }
}
