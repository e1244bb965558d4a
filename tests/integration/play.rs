//! `flipfive play` as plain lines.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tempfile::TempDir;

/// How long a test waits for a line.
const PATIENCE: Duration = Duration::from_secs(120);

fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flipfive"));
    command
        .current_dir(folder)
        .env("FLIPFIVE_DATA_DIR", folder.join("data"))
        .arg("play")
        .args(["--hash", "1", "--seed", "1"])
        .args(arguments.split_whitespace());
    if !arguments.contains("--time") {
        command.args(["--time", "0.02"]);
    }
    command
}

/// Plays a script to its end; returns stdout.
fn script(folder: &TempDir, arguments: &str, input: impl AsRef<[u8]>) -> String {
    let mut child = command(folder.path(), arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_ref())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert_eq!(stderr, "");
    stdout
}

/// A game that the test plays line by line.
struct Conversation {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Conversation {
    fn new(folder: &TempDir, arguments: &str) -> Self {
        let mut child = command(folder.path(), arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        // It ends with the output, or with the test.
        std::thread::spawn(move || {
            output
                .lines()
                .try_for_each(|line| sender.send(line.unwrap()))
        });
        Self {
            child,
            input,
            lines,
        }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Reads up to a line that begins with one of these.
    fn read_to(&mut self, beginnings: &[&str]) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no line begins with {beginnings:?}"));
            if beginnings
                .iter()
                .any(|&beginning| line.starts_with(beginning))
            {
                return line;
            }
        }
    }

    /// Plays the moves of the hints until the game is over; returns how it ended.
    fn play_hints(&mut self) -> String {
        loop {
            self.send("hint");
            let line = self.read_to(&["Hint: ", "The game is over. ", "error: "]);
            let Some(hint) = line.strip_prefix("Hint: ") else {
                // The engine may have ended the game.
                assert!(
                    line.starts_with("The game is over. ") || line.contains("the game is over"),
                    "{line}"
                );
                return line;
            };
            let (mv, _) = hint.split_once(',').unwrap_or((hint.trim(), ""));
            self.send(mv);
        }
    }

    fn quit(mut self) {
        self.send("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn a_whole_othello_game_with_undo_hint_and_scores() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = Conversation::new(&folder, "--level 1");
    game.read_to(&["Black (X) 2, White (O) 2. Black to move (you)"]);
    game.send("f5");
    game.read_to(&["Black (you) plays f5"]);
    game.read_to(&["White (level 1) plays "]);
    game.send("undo");
    game.read_to(&["Took back 2 moves"]);
    game.read_to(&["Black (X) 2, White (O) 2. Black to move (you)"]);
    game.send("redo");
    game.read_to(&["Played 2 moves again"]);
    let end = game.play_hints();
    assert!(
        end.contains("The board is full: ") || end.contains("Neither side can move: "),
        "{end}"
    );
    game.send("save game.sgf");
    game.read_to(&["Saved to game.sgf"]);
    game.send("scores");
    let row = game.read_to(&["Othello 8x8  level 1 "]);
    let numbers: Vec<u32> = row
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    assert_eq!(
        numbers.iter().sum::<u32>(),
        1 + 1,
        "one game at level 1: {row}"
    );
    game.quit();
    let sgf = std::fs::read_to_string(folder.path().join("game.sgf")).unwrap();
    assert!(
        sgf.contains("PB[person]") && sgf.contains("PW[Flipfive level 1]"),
        "{sgf}"
    );
    let table = script(&folder, "--scores", "");
    assert!(table.contains(row.trim_end()), "{table}");
}

#[test]
fn whole_gomoku_games_against_a_classic_player() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "--game renju --board-size 9 --classic threat-book --side white";
    let mut game = Conversation::new(&folder, arguments);
    game.read_to(&["Black (classic threat-book) plays "]);
    game.read_to(&["Black (X) 1, White (O) 0. White to move (you)"]);
    game.send("undo");
    game.read_to(&["error: there is no move of yours to take back"]);
    let end = game.play_hints();
    assert!(
        end.contains("wins with the row") || end.contains("draw"),
        "{end}"
    );
    game.send("new swap2");
    game.read_to(&["Black (X) 2, White (O) 1. Swap2: you to choose"]);
    game.send("black");
    game.read_to(&["Swap2: you will play Black"]);
    game.read_to(&["White (classic threat-book) plays "]);
    game.send("resign");
    let end = game.read_to(&["The game is over. "]);
    assert!(
        end.contains("resigns") && end.contains("You lose."),
        "{end}"
    );
    game.quit();
    let table = script(&folder, "--scores", "");
    let row = table.lines().nth(1).unwrap();
    assert!(
        row.starts_with("Renju 9x9  classic threat-book "),
        "{table}"
    );
    let losses: u32 = row.split_whitespace().last().unwrap().parse().unwrap();
    assert!(losses >= 1, "{table}");
}

#[test]
fn a_script_gets_all_replies() {
    let folder = tempfile::tempdir().unwrap();
    let text = script(
        &folder,
        "--level 2",
        "f5\nhint\nundo\nboard\nboard\nresign\nscores\n",
    );
    assert!(
        text.starts_with("Othello 8x8, Black (X): you, White (O): level 2\n"),
        "{text}"
    );
    let replies: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()) && !line.contains("(X)"))
        .map(|line| line.split(&[' ', ':']).next().unwrap())
        .collect();
    let expected = ["Type", "Black", "White", "Hint", "Took", "The", "Othello"];
    assert_eq!(replies, expected, "{text}");
    assert_eq!(
        text.matches("Black (X) 2, White (O) 2. Black to move")
            .count(),
        4,
        "{text}"
    );
    assert!(text.contains("+ legal\n"));
    assert!(!text.contains("> "), "no prompt without a terminal");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let text = script(&folder, "--level 8 --time 0.3", "f5");
    assert!(text.contains("White (level 8) plays "), "{text}");
    assert!(
        text.ends_with("End of input: the game is not finished.\n"),
        "{text}"
    );
    let text = script(&folder, "--human --game gomoku", "");
    assert!(text.ends_with("Black to move (player 1)\nEnd of input: the game is not finished.\n"));
    let text = script(&folder, "--level 8 --time 3600", "f5\nnow\nquit\n");
    assert!(text.contains("White (level 8) plays "), "{text}");
    // The end of the input is read before the engine has moved, but `quit` ends the game.
    let text = script(&folder, "--level 8 --time 0.3", "f5\nquit\n");
    assert!(text.contains("White (level 8) plays "), "{text}");
    assert!(!text.contains("End of input"), "{text}");
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let text = script(&folder, "--human", "\u{feff}f5\nquit\n");
    assert!(text.contains("Black (player 1) plays f5"), "{text}");
    assert!(!text.contains("error"), "{text}");
}

#[test]
fn lines_that_are_no_commands_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut input = b"\xff\xfe\n\0\nplay\xc3\nz99\nlevel x\n".to_vec();
    input.extend([b'x'; 10_000]);
    input.extend(b"\nf5\n");
    let text = script(&folder, "--human", input);
    assert!(text.matches("error: ").count() >= 6, "{text}");
    assert!(text.contains("Black (player 1) plays f5"), "{text}");
}

#[test]
fn the_rest_of_a_line_that_is_too_long_is_no_command() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(4096);
    let text = script(&folder, "--human", format!("{long}resign\nf5\nquit\n"));
    assert!(!text.contains("resigned"), "{text}");
    assert!(text.contains("f5"), "{text}");
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "h8\nh9\nsave a.sgf\nsave a.sgf\nsave a.psq\nsave a.ggf\nsave a\nsave no/folder/a.sgf\n\
                 new othello\nsave a.psq\nsave! a.psq\nload a.sgf\nload b.sgf\ni9\n";
    let text = script(&folder, "--human --game renju", lines);
    let answers: Vec<&str> = text
        .lines()
        .filter(|line| {
            line.starts_with("Saved") || line.starts_with("error") || line.starts_with("Loaded")
        })
        .collect();
    let expected = [
        "Saved to a.sgf",
        // The file of this game may be written again.
        "Saved to a.sgf",
        "Saved to a.psq",
        "error: a.ggf: the format ggf does not hold games of Renju",
        "error: a: the name should end in",
        "error: no/folder/a.sgf: ",
        "error: a.psq: the file exists; \"save! FILE\" replaces it",
        "error: a.psq: the format psq does not hold games of Othello",
        "Loaded a.sgf: Renju 15x15",
        "error: b.sgf: ",
    ];
    assert_eq!(answers.len(), expected.len(), "{text}");
    for (answer, expected) in answers.iter().zip(expected) {
        assert!(answer.starts_with(expected), "{answer}\n{expected}");
    }
    assert!(text.contains("Black (player 1) plays i9"), "{text}");
    // From the command line, too.
    let text = script(&folder, "a.sgf --human", "");
    assert!(
        text.starts_with("Renju 15x15, Black (X): player 1, "),
        "{text}"
    );
    assert!(text.contains("Loaded a.sgf: Renju 15x15"), "{text}");
}

#[test]
fn a_saved_game_can_be_loaded_again() {
    let folder = tempfile::tempdir().unwrap();
    // Suites keep only the last position, PGN cannot be loaded, WTHOR is a database.
    let refused = ["a.obf", "a.pgn", "a.wtb", "a.txt"];
    for (game, files) in [
        ("othello", ["a.sgf", "a.ggf", "a.transcript"]),
        ("renju", ["b.sgf", "b.psq", "b.pos"]),
    ] {
        let mv = if game == "othello" { "f5" } else { "h8" };
        let arguments = format!("--human --game {game}");
        for name in refused {
            let text = script(&folder, &arguments, format!("{mv}\nsave {name}\n"));
            let expected = format!("error: {name}: the name should end in .sgf, .ggf or");
            assert!(text.contains(&expected), "{text}");
            assert!(!folder.path().join(name).exists(), "{name}");
        }
        for name in files {
            let input = format!("{mv}\nsave {name}\nnew\nload {name}\nundo\n");
            let text = script(&folder, &arguments, input);
            assert!(text.contains(&format!("Saved to {name}\n")), "{text}");
            assert!(text.contains("Took back 1 move\n"), "{text}");
        }
    }
}

#[test]
fn a_damaged_score_table_is_reported_and_keeps_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join("scores.jsonl"), "{\"game\":\"Oth").unwrap();
    let text = script(&folder, "--level 4", "resign\nscores\n");
    assert!(text.contains("scores.jsonl:1:"), "{text}");
    assert!(
        text.contains("Othello 8x8  level 4       0      0       1"),
        "{text}"
    );
    // A folder that cannot be made is reported, and the game goes on.
    std::fs::write(folder.path().join("file"), "").unwrap();
    let text = script(
        &folder,
        "--level 4 --data-dir file/below",
        "resign\nnew\nf5\n",
    );
    assert!(
        text.contains("error: the score table was not written: "),
        "{text}"
    );
    assert!(text.contains("White (level 4) plays "), "{text}");
}

#[test]
fn wrong_arguments_say_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, code, expected) in [
        ("--classic nobody", 2, "expected one of: mobile-1"),
        ("--swap2", 2, "add --game gomoku"),
        ("--opening-rule swap", 2, "swap is an opening of Gomoku"),
        ("--opening-rule swap --swap2", 2, "cannot be used with"),
        ("--board-size 10", 2, "Othello is played on 8"),
        ("missing.sgf", 1, "missing.sgf: "),
        ("--level 9", 2, "1..=8"),
        (
            "--level 8 --time 100000",
            2,
            "'--time <SECONDS>': expected 0.001 to 86400",
        ),
        (
            "--time 0.0004",
            2,
            "'--time <SECONDS>': expected 0.001 to 86400",
        ),
        (
            "--time nan",
            2,
            "'--time <SECONDS>': expected 0.001 to 86400",
        ),
        ("--side red", 2, "expected black or white"),
        ("--game chess", 2, "unknown game"),
    ] {
        let output = command(folder.path(), arguments).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments}: {stderr}");
        assert!(stderr.contains(expected), "{arguments}: {stderr}");
    }
}
