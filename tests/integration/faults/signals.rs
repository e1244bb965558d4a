//! Signals in every mode. Modes with engines or a terminal to tidy up are tested in `engine_processes` and
//! `play_screen`; the others end at once, as the system does it.

use super::{GAME, flipfive, text};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// The signals that end a program that was started from here. A shell lets its background jobs ignore some of them,
/// and their children inherit that.
fn signals() -> impl Iterator<Item = (&'static str, i32)> {
    let signals = [("-HUP", 1), ("-INT", 2), ("-TERM", 15)];
    signals.into_iter().filter(|(name, _)| {
        let kill = format!("kill {name} $$");
        let status = Command::new("sh").args(["-c", &kill]).status();
        !status.unwrap().success()
    })
}

/// Starts a command, sends it a signal when it has written to stdout or stderr, or after a moment, and checks that the
/// signal ends it without a message.
fn interrupt(command: &mut Command, lines: &str, (name, number): (&str, i32)) {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(lines.as_bytes()).unwrap();
    // Its end would end the program, too.
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    if lines.starts_with("name") {
        let mut first = String::new();
        stdout.read_line(&mut first).unwrap();
    }
    std::thread::sleep(Duration::from_millis(150));
    assert!(child.try_wait().unwrap().is_none(), "{command:?} has ended");
    signal(&child, name);
    let began = Instant::now();
    let status = child.wait().unwrap();
    assert!(began.elapsed() < Duration::from_secs(20));
    let mut stderr = Vec::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_end(&mut stderr)
        .unwrap();
    assert_eq!(
        status.signal(),
        Some(number),
        "{command:?} {name}: {status}"
    );
    assert_eq!(text(&stderr), "", "{command:?} {name}");
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}

#[test]
fn signals_end_conversations_and_searches_at_once() {
    for signal in signals() {
        for (arguments, lines) in [
            ("", "name\n"),
            ("--game renju", "name\ntime_settings 0 3600 1\ngenmove b\n"),
            (
                "--protocol gomocup",
                "START 15\nINFO timeout_turn 3600000\nBEGIN\n",
            ),
            ("--protocol nboard", "nboard 2\nset depth 60\nhint 1\n"),
            (
                "analysis",
                "{\"id\":\"a\",\"game\":\"gomoku\",\"moves\":[],\"maxTime\":3600}\n",
            ),
            ("play --plain --game gomoku --level 8 --time 3600", "h8\n"),
            ("best h8 --game gomoku --time 3600", ""),
        ] {
            interrupt(&mut flipfive(arguments), lines, signal);
        }
    }
}

#[test]
fn interrupted_work_leaves_whole_games_and_no_other_files() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("games.transcript"), GAME.repeat(200)).unwrap();
    for (name, number) in signals() {
        fs::write(folder.path().join("out.html"), "old").unwrap();
        let mut command = flipfive(
            "analyze games.transcript --depth 6 --json out.jsonl --force --sgf out.sgf --html out.html",
        );
        let pipes = command.current_dir(&folder).stdout(Stdio::piped());
        let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
        // The table of the first game is on stdout after all other outputs have it.
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        signal(&child, name);
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(read("out.jsonl").ends_with("}\n"));
        assert!(read("out.sgf").ends_with(")\n"));
        assert_eq!(read("out.html"), "old");
        let names = super::names(folder.path());
        assert_eq!(
            names,
            ["games.transcript", "out.html", "out.jsonl", "out.sgf"]
        );
    }
}
