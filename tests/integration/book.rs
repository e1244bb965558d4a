//! `flipfive book` as a process, and `flipfive --book-file`.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::{TempDir, tempdir};

const BUILT_IN: &str = "src/othello/book.bin";

/// Runs `flipfive` with a text on stdin, checks the exit code, and returns stdout and stderr. `DIR` stands for a folder.
fn flipfive(folder: &TempDir, code: i32, arguments: &str, input: &str) -> (String, String) {
    let path = folder.path().to_str().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_flipfive"))
        .args(arguments.split(' ').map(|word| word.replace("DIR", path)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may refuse its arguments and end without reading.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(code), "{arguments}: {stderr}");
    (stdout, stderr)
}

const BUILT_IN_POSITIONS: u32 = 87265;

/// The book of the start, of f5 and of the three replies; f5f4 is best for White.
const SMALL: &str = "flipfive-book 1\nprovenance \"a test\"\nstart 0\nf5 1.5 best 0\nf5d6 +2.25\nf5f4 -0.1\nf5f6 +0.40\n";

fn small() -> String {
    SMALL.replace("start 0\n", "start 0 best 0\n")
}

fn make_small(folder: &TempDir) {
    let made = flipfive(folder, 0, "book import - DIR/small.book", &small()).0;
    assert!(made.ends_with("small.book: 5 positions\n"), "{made}");
}

#[test]
fn an_exported_book_is_imported_byte_for_byte() {
    let folder = tempdir().unwrap();
    let file = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let (text, _) = flipfive(&folder, 0, "book export", "");
    flipfive(&folder, 0, "book export DIR/book.txt", "");
    assert!(file("book.txt") == text.as_bytes());
    flipfive(&folder, 0, "book import DIR/book.txt DIR/copy.book", "");
    assert!(file("copy.book") == fs::read(BUILT_IN).unwrap());
    // Stdout gets the book alone.
    let mut child = Command::new(env!("CARGO_BIN_EXE_flipfive"));
    let child = child.args(["book", "import"]);
    let output = child.arg(folder.path().join("book.txt")).arg("-").output();
    assert!(output.unwrap().stdout == fs::read(BUILT_IN).unwrap());
    // Some editors put a byte order mark before the text.
    let marked = format!("\u{feff}{text}");
    flipfive(&folder, 0, "book import - DIR/copy.book --force", &marked);
    assert!(file("copy.book") == fs::read(BUILT_IN).unwrap());
    // A written book is exported in the normal form.
    make_small(&folder);
    let (text, _) = flipfive(&folder, 0, "book export --book DIR/small.book", "");
    assert_eq!(
        text,
        "flipfive-book 1\nprovenance \"a test\"\nstart +0.00 best -0.10\nf5 +1.50 best +0.10\nf5f4 -0.10\n\
         f5d6 +2.25\nf5f6 +0.40\n"
    );
}

#[test]
fn existing_files_are_replaced_only_by_force() {
    let folder = tempdir().unwrap();
    make_small(&folder);
    let book = || fs::read(folder.path().join("small.book")).unwrap();
    let before = book();
    // The second one lacks --book before the name of the file.
    for arguments in ["book import - DIR/small.book", "book export DIR/small.book"] {
        let worse = small().replace("f5f4 -0.1", "f5f4 5");
        let (_, stderr) = flipfive(&folder, 1, arguments, &worse);
        let expected = "small.book: the file exists; --force replaces it";
        assert!(stderr.contains(expected), "{arguments}: {stderr}");
        assert!(book() == before, "{arguments}");
        flipfive(&folder, 0, &format!("{arguments} --force"), &worse);
        assert!(book() != before, "{arguments}");
        fs::write(folder.path().join("small.book"), &before).unwrap();
    }
}

#[test]
fn moves_are_shown_with_values_and_lines() {
    let folder = tempdir().unwrap();
    make_small(&folder);
    let (text, _) = flipfive(&folder, 0, "book show f5 --book DIR/small.book", "");
    assert!(
        text.contains("white to move: +0.10 discs by the best line of 1 move.\n"),
        "{text}"
    );
    let lines: Vec<&str> = text.lines().rev().take(4).collect();
    assert_eq!(
        lines,
        [
            "d6     -2.25      1  d6",
            "f6     -0.40      1  f6",
            "f4     +0.10      1  f4",
            "move   value  depth  line",
        ]
    );
    let show = |position: &str| -> Value {
        let arguments = format!("book show --json --book DIR/small.book {position}");
        serde_json::from_str(&flipfive(&folder, 0, &arguments, "").0).unwrap()
    };
    let start = show("start");
    assert_eq!(
        (start["in_book"].as_bool(), start["value"].as_f64()),
        (Some(true), Some(-0.1))
    );
    // The four first moves are equal.
    assert_eq!(start["moves"].as_array().unwrap().len(), 4);
    assert_eq!(start["moves"][2]["line"][0], "f5");
    let leaf = show("f5d6");
    assert_eq!(
        (leaf["expanded"].as_bool(), leaf["value"].as_f64()),
        (Some(false), Some(2.25))
    );
    let unknown = show("f5d6c3");
    assert_eq!(
        (unknown["in_book"].as_bool(), unknown.get("value")),
        (Some(false), None)
    );
    let (text, _) = flipfive(&folder, 0, "book show f5d6 --book DIR/small.book", "");
    assert!(
        text.contains("black to move: +2.25 discs by its search. It is a leaf of the book.\n"),
        "{text}"
    );
    let (text, _) = flipfive(&folder, 0, "book show d3c5e6f5 --book DIR/small.book", "");
    assert!(
        text.contains("The book does not have this position."),
        "{text}"
    );
    let (text, _) = flipfive(&folder, 0, "book show", "");
    assert!(text.contains("black to move: "), "{text}");
    // A game on its way through the book.
    std::fs::write(folder.path().join("two.transcript"), "d3c3\nf5d6c3\n").unwrap();
    for (plies, in_book) in [("0", true), ("2", true), ("3", false)] {
        let answer = show(&format!("DIR/two.transcript --number 2 --move {plies}"));
        assert_eq!(answer["in_book"].as_bool(), Some(in_book), "{plies} plies");
    }
    let (_, error) = flipfive(&folder, 1, "book show f5d6 --move 3", "");
    assert!(
        error.contains("--move 3: the game has only 2 plies"),
        "{error}"
    );
}

#[test]
fn info_counts_positions() {
    let folder = tempdir().unwrap();
    make_small(&folder);
    let (text, _) = flipfive(&folder, 0, "book info --book DIR/small.book", "");
    for line in [
        "made by     a test",
        "positions   5, up to symmetry: 2 expanded, 3 leaves",
        "deepest     2 moves",
    ] {
        assert!(text.contains(&format!("\n{line}\n")), "{text}");
    }
    // A provenance cannot control the terminal.
    let escape = small().replace("a test", "\\u001b[2J");
    flipfive(&folder, 0, "book import - DIR/escape.book", &escape);
    let (text, _) = flipfive(&folder, 0, "book info --book DIR/escape.book", "");
    assert!(text.contains("\nmade by     \u{fffd}[2J\n"), "{text}");
    let (text, _) = flipfive(&folder, 0, "book info", "");
    assert!(text.contains("book        the built-in book\n"), "{text}");
    assert!(
        text.contains(&format!("positions   {BUILT_IN_POSITIONS}, ")),
        "{text}"
    );
}

#[test]
fn a_book_grows_from_another_one_and_a_second_run_continues() {
    let folder = tempdir().unwrap();
    make_small(&folder);
    let build = |out: &str, positions: u32, from: &str| {
        let arguments =
            format!("book build --out DIR/{out} --positions {positions} --depth 1{from}");
        flipfive(&folder, 0, &arguments, "");
        fs::read(folder.path().join(out)).unwrap()
    };
    let positions = |name: &str| {
        let (text, _) = flipfive(&folder, 0, &format!("book export --book DIR/{name}"), "");
        text.lines().skip(2).map(str::to_owned).collect::<Vec<_>>()
    };
    // The values that a book has stay, and the leaves of f5 are expanded first.
    build("grown.book", 19, " --from DIR/small.book");
    let lines = positions("grown.book");
    assert_eq!(lines.len(), 19);
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("f5d6 +2.25 best ")),
        "{lines:?}"
    );
    let longer = build("grown.book", 60, " --from DIR/small.book");
    let at_once = build("at-once.book", 60, " --from DIR/small.book");
    assert_eq!(positions("grown.book"), positions("at-once.book"));
    assert!(longer == at_once);
    // The old name does the same, and a book begins with the start alone.
    let new = build("new.book", 19, "");
    flipfive(
        &folder,
        0,
        "train othello book --out DIR/old.book --positions 19 --depth 1",
        "",
    );
    assert!(new == fs::read(folder.path().join("old.book")).unwrap());
    let (text, _) = flipfive(
        &folder,
        0,
        "book build --out DIR/b.book --from built-in --positions 1",
        "",
    );
    assert!(
        text.ends_with(&format!("b.book: {BUILT_IN_POSITIONS} positions\n")),
        "{text}"
    );
    // Nothing was searched, so the book says how it was made before.
    let copy = fs::read(folder.path().join("b.book")).unwrap();
    assert!(copy == fs::read(BUILT_IN).unwrap());
}

#[test]
fn a_book_says_how_it_was_made_before() {
    let folder = tempdir().unwrap();
    make_small(&folder);
    let build = |arguments: &str| {
        flipfive(
            &folder,
            0,
            &format!("book build --out DIR/b.book {arguments}"),
            "",
        )
    };
    let provenance = || {
        let (text, _) = flipfive(&folder, 0, "book info --book DIR/b.book", "");
        let line = text.lines().find_map(|line| line.strip_prefix("made by "));
        let version = format!("flipfive {} ", env!("CARGO_PKG_VERSION"));
        line.unwrap().trim().replace(&version, "")
    };
    let depth_1 = "depth 1 at 73 %, loss 2, all after fewer than 6 discs, none after 24";
    let small = "--from DIR/small.book --depth 1 --positions";
    build(&format!("{small} 10"));
    let from_small = provenance();
    assert!(
        from_small.starts_with("book build from ")
            && from_small.ends_with(&format!("{depth_1}; continued from: a test")),
        "{from_small}"
    );
    // Nothing is added, so nothing changes.
    build("--from built-in --depth 2 --positions 10");
    assert_eq!(provenance(), from_small);
    // The same command goes on, and the settings of another one are not those of the first positions.
    build(&format!("{small} 30"));
    let longer = provenance();
    assert!(
        longer.matches("book build").count() == 1 && longer != from_small,
        "{longer}"
    );
    build("--from built-in --depth 2 --positions 100");
    let other = provenance();
    assert!(
        other.starts_with("book build: ")
            && other.ends_with(&format!("none after 24; continued from: {longer}")),
        "{other}"
    );
    let (text, _) = flipfive(
        &folder,
        0,
        "book build --out DIR/short.book --depth 1 --plies 3",
        "",
    );
    assert!(
        text.ends_with("short.book: 19 positions; no leaf is left that --plies lets expand\n"),
        "{text}"
    );
}

#[test]
fn wrong_input_is_refused_with_a_reason() {
    let folder = tempdir().unwrap();
    make_small(&folder);
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let mut damaged = fs::read(BUILT_IN).unwrap();
    damaged[4000] ^= 1;
    write("damaged.book", &damaged);
    write("short.book", &damaged[..4000]);
    write("edax.dat", b"XADEKOOB\x04\x04");
    write("text.book", small().as_bytes());
    write("marked.book", format!("\u{feff}{}", small()).as_bytes());
    write("latin.txt", b"flipfive-book 1\nprovenance \"caf\xe9\"\n");
    write("games.sgf", b"(;GM[4];B[h8])");
    let import = "book import - DIR/out.book";
    for (arguments, input, sentence) in [
        ("book info --book DIR/no.book", "", "(os error 2)"),
        (
            "book info --book DIR/damaged.book",
            "",
            "damaged.book: the file has the checksum",
        ),
        (
            "book info --book DIR/short.book",
            "",
            "short.book: the file has the checksum",
        ),
        (
            "book info --book DIR/edax.dat",
            "",
            "this is a book of Edax; expected a book file of Flipfive",
        ),
        (
            "book info --book DIR/games.sgf",
            "",
            "it does not begin with \"FLIPBOK2\"",
        ),
        (
            "book info --book DIR/text.book",
            "",
            "this is an exported book; expected a book file, which `flipfive book import`",
        ),
        (
            "book show h8 --book DIR/small.book",
            "",
            "h8 cannot be played",
        ),
        (
            "book show DIR/games.sgf",
            "",
            "this is a position of Gomoku; expected a position of Othello",
        ),
        (
            "book info --book DIR/marked.book",
            "",
            "this is an exported book; expected a book file, which `flipfive book import`",
        ),
        (
            "book import DIR/small.book DIR/out.book",
            "",
            "this is a book file of Flipfive; expected the text",
        ),
        (
            "book import DIR/latin.txt DIR/out.book",
            "",
            "latin.txt:2: this is not UTF-8",
        ),
        (
            import,
            "f5d6c3\n",
            "stdin:1: \"f5d6c3\" does not begin a book; expected \"flipfive-book 1\"",
        ),
        (
            import,
            SMALL,
            "stdin:4: no expanded position leads to f5; expected \"best\"",
        ),
        (
            import,
            &small().replace("f5f4", "f5e4"),
            "stdin:6: \"f5e4\": column 3: e4 cannot be played",
        ),
        (
            import,
            &small().replace("f5f4 -0.1", "f5f4"),
            "stdin:6: \"f5f4\" is no position of a book",
        ),
        (
            import,
            &small().replace("f5f4 -0.1\n", ""),
            "stdin:4: f5 is expanded, but the position after f4 has no line",
        ),
        ("--book-file DIR/damaged.book", "quit\n", "--book-file: "),
    ] {
        let (stdout, stderr) = flipfive(&folder, 1, arguments, input);
        assert!(stderr.contains(sentence), "{arguments}: {stderr}");
        assert_eq!(stdout, "", "{arguments}");
        assert!(
            !Path::new(&folder.path().join("out.book")).exists(),
            "{arguments}"
        );
    }
}

#[test]
fn wrong_outputs_are_errors_of_the_command_line() {
    let folder = tempdir().unwrap();
    make_small(&folder);
    fs::write(folder.path().join("text.book"), small()).unwrap();
    for (arguments, sentence) in [
        (
            "book build --out -",
            "--out -: a book is saved repeatedly while it grows; expected the name of a file",
        ),
        (
            "book export --book DIR/small.book DIR/small.book",
            "small.book: the file is both an input and an output; give the output another name",
        ),
        (
            "book import DIR/text.book DIR/text.book",
            "text.book: the file is both an input and an output; give the output another name",
        ),
    ] {
        let (stdout, stderr) = flipfive(&folder, 2, arguments, "");
        assert!(stderr.contains(sentence), "{arguments}: {stderr}");
        assert_eq!(stdout, "", "{arguments}");
    }
}

/// The engine plays the best line of the book that the command line names, and searches where it ends.
#[test]
fn the_engine_plays_from_another_book() {
    let folder = tempdir().unwrap();
    make_small(&folder);
    let (replies, _) = flipfive(
        &folder,
        0,
        "--book-file DIR/small.book",
        "play b f5\ngenmove w\nquit\n",
    );
    assert!(replies.contains("= F4\n"), "{replies}");
    let worse = small().replace("f5f4 -0.1", "f5f4 5");
    flipfive(&folder, 0, "book import - DIR/small.book --force", &worse);
    let (replies, _) = flipfive(
        &folder,
        0,
        "--book-file DIR/small.book",
        "play b f5\ngenmove w\nquit\n",
    );
    assert!(replies.contains("= F6\n"), "{replies}");
}
