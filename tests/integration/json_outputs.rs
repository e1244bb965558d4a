//! `docs/json.md` names every field of the JSON that the program writes.

use crate::support::full;
use regex::Regex;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const EXECUTABLE: &str = env!("CARGO_BIN_EXE_flipfive");

/// Objects whose keys are no fields: of names, limits, or for the program alone.
const MAPS: [&str; 5] = ["config", "settings", "found", "ratings", "losses"];

/// Runs a command line in a folder. What it writes to stdout. The exit code 5 is that of an undecided test.
fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(EXECUTABLE)
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 5)), "{arguments:?}: {stderr}");
    stdout
}

/// Adds the names of all fields.
fn add_fields(value: &Value, fields: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                fields.insert(name.clone());
                if !MAPS.contains(&name.as_str()) {
                    add_fields(value, fields);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| add_fields(value, fields)),
        _ => {}
    }
}

/// The names of all fields of a text of JSON values.
fn fields(text: &str) -> BTreeSet<String> {
    let mut fields = BTreeSet::new();
    for value in serde_json::Deserializer::from_str(text).into_iter() {
        add_fields(&value.unwrap(), &mut fields);
    }
    assert!(!fields.is_empty(), "{text}");
    fields
}

/// The names in a section of the page and, if it has a heading of the second level, in its parts.
fn documented(page: &str, heading: &str) -> BTreeSet<String> {
    let (level, _) = heading.split_once(' ').unwrap();
    let start = page.find(&format!("\n{heading}\n")).expect(heading);
    let rest = &page[start + 1 + heading.len()..];
    let end = rest.find(&format!("\n{level} ")).unwrap_or(rest.len());
    let code = Regex::new("`([^`]*)`").unwrap();
    let names = code.captures_iter(&rest[..end]);
    names
        .flat_map(|span| {
            let parts = span[1].split('.').map(|part| part.trim_end_matches("[]"));
            parts.map(String::from).collect::<Vec<_>>()
        })
        .collect()
}

/// A folder with the files that the command lines read.
fn inputs() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        (
            "fives.txt",
            "freestyle 15 black B H8 J8 K8 I7 L7 I6 W H9 L8 J7 K6 I5 L5; vcf 3; id V4\n",
        ),
        (
            "wins.txt",
            "freestyle 15 black B H8 J8 K8 I7 L7 I6 W H9 L8 J7 K6 I5 L5; x win in 7 plies, 2 ms, 10 nodes\n",
        ),
        (
            "renju.sgf",
            "(;GM[4]SZ[15]RU[4];B[gh];W[ao];B[ih];W[am];B[hi];W[co];B[hg];W[eo];B[hh])",
        ),
        (
            "gomoku.sgf",
            "(;GM[4]SZ[15]RU[0];B[hh];W[aa];B[ih];W[ab];B[jh];W[oo];B[kh];W[oa];B[lh])",
        ),
        ("othello.sgf", "(;GM[2]SZ[8];B[fe];W[df];B[cc];W[dc];B[cd])"),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/obf/ffo-1-40.obf");
    std::fs::copy(suite, folder.path().join("endings.obf")).unwrap();
    folder
}

/// Plays a match with all outputs of JSON. The names of the fields of `--json`, `--jsonl` and `--journal`.
fn match_fields(folder: &Path, arguments: &str) -> [BTreeSet<String>; 3] {
    let files = ["report.json", "games.jsonl", "match.jsonl"];
    for file in files {
        let _ = std::fs::remove_file(folder.join(file));
    }
    let engine =
        |name: &str| format!("name={name} proto=gomocup cmd=\"'{EXECUTABLE}'\" depth=1 ponder=off");
    let engines = [engine("a"), engine("b")];
    let mut command = vec!["match"];
    for engine in &engines {
        command.extend(["--engine", engine]);
    }
    let outputs = "--json report.json --jsonl games.jsonl --journal match.jsonl";
    command.extend(outputs.split(' '));
    command.extend(arguments.split(' '));
    run(folder, &command);
    files.map(|file| fields(&std::fs::read_to_string(folder.join(file)).unwrap()))
}

#[test]
fn every_field_is_documented() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md");
    let page = std::fs::read_to_string(page).unwrap();
    let values = documented(&page, "## Values");
    let check = |heading: &str, found: &BTreeSet<String>| {
        let known = documented(&page, heading);
        let unknown: Vec<_> = found
            .iter()
            .filter(|name| !known.contains(*name) && !values.contains(*name))
            .collect();
        assert!(unknown.is_empty(), "{heading}: {unknown:?}");
    };
    let folder = inputs();
    let folder = folder.path();
    let commands = [
        ("## best", "best f5d6c3 --depth 3 --lines 2 --json"),
        ("## best", "best h8i9 --game renju --depth 2 --json"),
        (
            "## solve",
            "solve endings.obf --only 1 --all-moves --profile --json",
        ),
        ("## solve", "solve endings.obf --only 1 --depth 4 --json"),
        ("## solve", "solve endings.obf --only 1 --wld --json"),
        ("## solve", "solve fives.txt --json"),
        ("## book show", "book show f5d6 --json"),
        ("## perft", "perft othello 3 --divide --json"),
        ("## bench", "bench --short --json"),
        ("## bench wins", "bench wins wins.txt --nodes 500 --json"),
    ];
    for (heading, command) in commands {
        let arguments: Vec<&str> = command.split(' ').collect();
        check(heading, &fields(&run(folder, &arguments)));
    }
    let engine = format!("cmd=\"'{EXECUTABLE}'\" proto=gtp");
    let arguments = ["compliance", &engine, "--only", "version", "--json"];
    check("## compliance", &fields(&run(folder, &arguments)));
    for game in ["othello.sgf", "gomoku.sgf", "renju.sgf"] {
        let limits = ["--depth", "2", "--hash", "1", "--json", "moves.jsonl"];
        run(
            folder,
            &[&["analyze", game, "--force"], &limits[..]].concat(),
        );
        let text = std::fs::read_to_string(folder.join("moves.jsonl")).unwrap();
        check("## analyze", &fields(&text));
    }
    let matches = [
        "--game gomoku --generate-openings 4 --rounds 1 --max-moves 30 --sprt elo0=0,elo1=50",
        "--game gomoku --opening-rule swap2 --rounds 1 --max-moves 20",
        "--game gomoku --tournament knockout --openings book --max-moves 20",
    ];
    for arguments in matches.iter().take(if full() { 3 } else { 2 }) {
        let [report, games, journal] = match_fields(folder, arguments);
        check("## Report of a match", &report);
        check("## Games of a match", &games);
        // The journal has the games, the title, and fields of its own.
        let known: BTreeSet<String> = ["## Journal", "## Games of a match", "### The match"]
            .iter()
            .flat_map(|heading| documented(&page, heading))
            .chain(documented(&page, "## Report of a match"))
            .collect();
        assert!(journal.contains("shard"), "also of a whole match");
        let unknown: Vec<_> = journal.difference(&known).collect();
        assert!(unknown.is_empty(), "journal: {unknown:?}");
    }
}
