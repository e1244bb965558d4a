//! `flipfive puzzles` as a process.

use crate::support::browse;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Runs `flipfive` in a folder, checks the exit code, and returns stdout and stderr.
fn flipfive(folder: &Path, code: i32, arguments: &str) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_flipfive"))
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .output()
        .unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(code), "{arguments}: {stderr}");
    (stdout, stderr)
}

/// The games of the repository with puzzles, in a folder.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/puzzles");
    for name in ["othello.txt", "renju.txt"] {
        std::fs::copy(data.join(name), folder.path().join(name)).unwrap();
    }
    folder
}

const OTHELLO: &str = "puzzles othello.txt --empties 4-9 --gap 4";
const RENJU: &str = "puzzles renju.txt --nodes 20000 --threat 1";

#[test]
fn solve_agrees_with_every_puzzle() {
    let folder = folder();
    let here = folder.path();
    let (obf, stderr) = flipfive(here, 0, OTHELLO);
    assert_eq!(stderr, "");
    assert!(obf.lines().count() > 1, "{obf}");
    std::fs::write(here.join("puzzles.obf"), &obf).unwrap();
    // Wrong scores and moves end with exit code 1.
    let (text, _) = flipfive(here, 0, "solve puzzles.obf --all-moves");
    assert!(text.contains("0 answers contradict"), "{text}");

    flipfive(here, 0, &format!("{RENJU} --lines puzzles.txt"));
    let lines = std::fs::read_to_string(here.join("puzzles.txt")).unwrap();
    for kind in ["; vcf 5; ", "; vcf 4; ", "only one move defends"] {
        assert!(lines.contains(kind), "{kind}: {lines}");
    }
    let (text, _) = flipfive(here, 0, "solve puzzles.txt --json");
    for row in text.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        if row["solved"].is_boolean() {
            assert_eq!(row["solved"], true, "{row}");
        }
    }
}

#[test]
fn threads_change_nothing_and_repeated_games_count_once() {
    let folder = folder();
    let here = folder.path();
    let (once, _) = flipfive(here, 0, OTHELLO);
    let (twice, _) = flipfive(here, 0, &format!("{OTHELLO} othello.txt --threads 3"));
    assert_eq!(once, twice);
    // Another square for each move: a game that is the same but for a symmetry.
    let text = std::fs::read_to_string(here.join("othello.txt")).unwrap();
    std::fs::write(here.join("mirrored.txt"), transposed(&text)).unwrap();
    let (both, _) = flipfive(here, 0, &format!("{OTHELLO} mirrored.txt"));
    assert_eq!(once, both);
    let (mirrored, _) = flipfive(here, 0, &OTHELLO.replace("othello.txt", "mirrored.txt"));
    assert_eq!(mirrored.lines().count(), once.lines().count());
}

/// Transcripts with files and ranks exchanged: f5 becomes e6.
fn transposed(text: &str) -> String {
    let line = |line: &str| {
        let cells = line.as_bytes().chunks(2);
        cells
            .map(|cell| {
                let (file, rank) = (cell[0] - b'a', cell[1] - b'1');
                format!("{}{}", char::from(b'a' + rank), file + 1)
            })
            .collect::<String>()
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

#[test]
fn damaged_games_are_named_and_the_rest_is_searched() {
    let folder = folder();
    let here = folder.path();
    let (whole, _) = flipfive(here, 0, OTHELLO);
    let text = std::fs::read_to_string(here.join("othello.txt")).unwrap();
    std::fs::write(here.join("damaged.txt"), format!("f5f5\n{text}zz\n")).unwrap();
    let damaged = OTHELLO.replace("othello.txt", "damaged.txt none.txt");
    let (rest, stderr) = flipfive(here, 6, &damaged);
    assert_eq!(rest.lines().count(), whole.lines().count());
    for place in [
        "damaged.txt:1:3:",
        "damaged.txt:5:1:",
        "none.txt",
        "3 of the games or files",
    ] {
        assert!(stderr.contains(place), "{place}: {stderr}");
    }
    let (_, stderr) = flipfive(here, 2, "puzzles renju.txt --obf - --html -");
    assert!(stderr.contains("only one output"), "{stderr}");
    let (_, stderr) = flipfive(here, 2, "puzzles renju.txt --empties 9-4");
    assert!(stderr.contains("such as 6-16"), "{stderr}");
    let (_, stderr) = flipfive(here, 0, &format!("{OTHELLO} --nodes 1"));
    assert!(stderr.contains("no puzzles"), "{stderr}");
}

#[test]
fn runs_without_a_game_fail() {
    let folder = folder();
    let here = folder.path();
    std::fs::create_dir(here.join("empty")).unwrap();
    for (arguments, error) in [
        ("puzzles empty", "there are no games to search"),
        ("puzzles renju.txt --games 99", "--games selects no game"),
    ] {
        let (_, stderr) = flipfive(here, 1, arguments);
        assert!(stderr.contains(error), "{arguments}: {stderr}");
        // What earlier runs found stays.
        std::fs::write(here.join("old.txt"), "old").unwrap();
        flipfive(here, 1, &format!("{arguments} --lines old.txt"));
        assert_eq!(
            std::fs::read_to_string(here.join("old.txt")).unwrap(),
            "old"
        );
    }
    std::fs::write(here.join("old.sgf"), "old").unwrap();
    for output in ["--obf", "--lines", "--html"] {
        let (_, stderr) = flipfive(here, 1, &format!("puzzles {output} old.sgf renju.txt"));
        assert!(
            stderr.contains("old.sgf: this is a file of games"),
            "{stderr}"
        );
    }
    assert_eq!(
        std::fs::read_to_string(here.join("old.sgf")).unwrap(),
        "old"
    );
    std::fs::write(here.join("old.obf"), "old").unwrap();
    let (_, stderr) = flipfive(here, 1, "puzzles --html old.obf renju.txt");
    assert!(
        stderr.contains("old.obf: this is a file of games"),
        "{stderr}"
    );
    let arguments = "puzzles renju.txt --obf old.txt --lines missing/p.txt";
    let (_, stderr) = flipfive(here, 1, arguments);
    assert!(stderr.contains("missing"), "{stderr}");
    let old = std::fs::read_to_string(here.join("old.txt")).unwrap();
    assert_eq!(old, "old");
}

/// Whatever the limits are, and whichever game the puzzles are of.
#[test]
fn a_file_without_a_new_puzzle_stays_as_it_was() {
    let folder = folder();
    let here = folder.path();
    let old = ["old.txt", "old.html", "lines.txt"];
    let read = |name: &str| std::fs::read_to_string(here.join(name)).unwrap();
    for name in old {
        std::fs::write(here.join(name), "old").unwrap();
    }
    let stays = |name: &str| format!("{name}: the file stays as it was");
    let nothing = format!("{OTHELLO} --nodes 1 --obf old.txt --html old.html --lines new.txt");
    let (_, stderr) = flipfive(here, 0, &nothing);
    for name in ["old.txt", "old.html"] {
        assert!(stderr.contains(&stays(name)), "{stderr}");
        assert_eq!(read(name), "old");
    }
    assert_eq!(read("new.txt"), "");
    // The puzzles are of Othello.
    let some = format!("{OTHELLO} --obf old.txt --html old.html --lines lines.txt");
    let (_, stderr) = flipfive(here, 0, &some);
    assert!(stderr.contains(&stays("lines.txt")), "{stderr}");
    assert_eq!(read("lines.txt"), "old");
    assert_eq!(read("old.txt"), flipfive(here, 0, OTHELLO).0);
    assert!(read("old.html").starts_with("<!DOCTYPE html>"));
}

#[test]
fn a_suite_is_replaced_only_by_force() {
    let folder = folder();
    let here = folder.path();
    let read = |name: &str| std::fs::read_to_string(here.join(name)).unwrap();
    for output in ["--obf suite.obf", "--lines suite.obf"] {
        std::fs::write(here.join("suite.obf"), "old").unwrap();
        let (_, stderr) = flipfive(here, 1, &format!("{OTHELLO} {output}"));
        let expected = format!(
            "flipfive: {output}: this is a file of games or positions; --force replaces it\n"
        );
        assert_eq!(stderr, expected);
        assert_eq!(read("suite.obf"), "old");
    }
    flipfive(here, 0, &format!("{OTHELLO} --obf suite.obf --force"));
    assert_eq!(read("suite.obf"), flipfive(here, 0, OTHELLO).0);
    // An empty file has nothing to lose.
    std::fs::write(here.join("suite.obf"), "").unwrap();
    flipfive(here, 0, &format!("{OTHELLO} --obf suite.obf"));
    let whole = read("suite.obf");
    // Another run writes it.
    let file = std::fs::File::options()
        .append(true)
        .open(here.join("suite.obf"))
        .unwrap();
    file.lock().unwrap();
    let arguments = format!("{OTHELLO} --obf suite.obf --force");
    let (_, stderr) = flipfive(here, 1, &arguments);
    assert!(stderr.contains("another run writes this file"), "{stderr}");
    drop(file);
    assert_eq!(read("suite.obf"), whole);
}

#[test]
fn puzzles_of_the_other_game_are_counted() {
    let folder = folder();
    let here = folder.path();
    let both = format!("{RENJU} othello.txt --empties 4-9 --gap 4");
    let (lines, stderr) = flipfive(here, 0, &both);
    assert!(stderr.contains("puzzles of both games"), "{stderr}");
    std::fs::write(here.join("both.txt"), lines).unwrap();
    let (_, stderr) = flipfive(here, 1, "solve both.txt");
    assert!(stderr.contains("expected one game in a file"), "{stderr}");
    let (_, stderr) = flipfive(here, 0, &format!("{both} --lines lines.txt"));
    assert!(
        stderr.contains("puzzles of Othello that were not written: "),
        "{stderr}"
    );
    let (_, stderr) = flipfive(
        here,
        0,
        &format!("{both} --lines lines.txt --obf puzzles.obf"),
    );
    assert_eq!(stderr, "");
}

/// What a user does on the page. Each step notes the verdict and the text below the board.
const STEPS: &str = r##"<script>
const out = [];
const text = (id) => document.getElementById(id).textContent;
const note = () => out.push(`${text("verdict")}|${text("position")}|${location.hash}`);
const key = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const puzzles = JSON.parse(text("data")).puzzles;
const click = (name, puzzle) => {
  const box = document.getElementById("board").getBoundingClientRect(), unit = box.width / (puzzle.size * 10 + 14);
  const x = name.charCodeAt(0) - 97, rank = Number(name.slice(1)) - 1, y = puzzle.othello ? rank : puzzle.size - 1 - rank;
  const at = (n) => (12 + 10 * n) * unit;
  document.getElementById("board").dispatchEvent(new MouseEvent("click", { clientX: box.left + at(x), clientY: box.top + at(y), bubbles: true }));
};
note();
click(puzzles[0].played, puzzles[0]); note();
click(puzzles[0].line[0], puzzles[0]); note();
key("ArrowRight"); note();
key("n"); note();
click(puzzles[1].line[0], puzzles[1]); note();
key("n"); key("s"); note();
key("p"); key("p"); key("ArrowRight"); key("Enter"); note();
document.getElementById("puzzle").value = puzzles.length - 1;
document.getElementById("puzzle").dispatchEvent(new Event("change"));
click(puzzles[puzzles.length - 1].line[0], puzzles[puzzles.length - 1]); note();
out.push(`width ${document.documentElement.scrollWidth <= window.innerWidth}`);
out.push(text("score"));
document.body.setAttribute("data-out", out.join("; "));
</script></body>"##;

#[test]
fn the_page_says_right_and_wrong() {
    let folder = folder();
    let here = folder.path();
    flipfive(here, 0, &format!("{OTHELLO} --html othello.html"));
    flipfive(here, 0, &format!("{RENJU} --html renju.html"));
    for name in ["othello.html", "renju.html"] {
        let page = std::fs::read_to_string(here.join(name)).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("default-src 'none'"));
        for outside in ["src=\"", "href=\"http", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
        std::fs::write(here.join(name), page.replace("</body>", STEPS)).unwrap();
        let Some(found) = browse(&folder, name) else {
            return;
        };
        let steps: Vec<&str> = found.split("; ").collect();
        let contains = |step: usize, text: &str| {
            assert!(steps[step].contains(text), "{step}, {text}: {found}");
        };
        contains(0, "#puzzle=1");
        contains(0, " to move.");
        contains(1, " is wrong. It was played in the game.");
        contains(2, " is right. ");
        contains(2, "Move 1 of ");
        contains(4, "#puzzle=2");
        contains(5, " is right. ");
        contains(6, "The solution is ");
        // The first puzzle was not right at the first try.
        contains(7, "#puzzle=1");
        contains(8, " is right. ");
        contains(9, "width true");
        contains(10, "Right at the first try: 2 of ");
    }
}
