//! Standard input, output and error that are closed or full.

use super::{EXECUTABLE, GAME, flipfive, run, shell};

/// Commands that write to stdout, and a line of input for those that read one.
const PRINTING: &[&str] = &[
    "--help",
    "--version",
    "show f5",
    "show f5 --png -",
    "best f5 --depth 1",
    "perft othello 2",
    "manual",
    "completions bash",
    "play --plain",
    "play --scores --data-dir .",
    "--protocol gtp",
    "analysis",
];

/// Runs a script for each command, which is `$1` to `$9` in the script, with one line of input.
fn each(script: &str) -> impl Iterator<Item = (&'static str, i32, String, String)> {
    PRINTING.iter().map(move |command| {
        let line = match *command {
            "play --plain" => "help",
            "analysis" => r#"{"id":"a","game":"othello","moves":[],"maxVisits":10}"#,
            _ => "name",
        };
        let (code, stdout, stderr) = with_line(line, script, command);
        (*command, code, stdout, stderr)
    })
}

fn with_line(line: &str, script: &str, command: &str) -> (i32, String, String) {
    let script = format!("printf '%s\\n' '{line}' | {{ {script}; }}");
    run(shell(&script).args(command.split_whitespace()))
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_stdout_is_an_error_that_names_it() {
    for (command, code, _, stderr) in each("\"$0\" \"$@\" > /dev/full") {
        assert_eq!(code, 1, "{command}: {stderr}");
        let expected = "flipfive: standard output: No space left on device (os error 28)\n";
        assert_eq!(stderr, expected, "{command}");
    }
}

#[test]
fn a_reader_that_has_gone_away_ends_the_program_quietly() {
    // The pipe is closed before the program writes: it starts when its input arrives.
    let script = "exec 3>&1; { read -r line; sleep 0.05; printf '%s\\n' \"$line\" | \"$0\" \"$@\" 2>&3; echo $? >&3; } | true";
    for (command, _, stdout, stderr) in each(script) {
        assert_eq!((stdout.as_str(), stderr.as_str()), ("0\n", ""), "{command}");
    }
    let win = "freestyle 15 moves h8 h9 i8 i9 j8 j9; rapfi win in 3 plies, 150 ms, 20000 nodes";
    let (_, stdout, stderr) = with_line(win, script, "bench wins - --nodes 1 --json");
    assert_eq!((stdout.as_str(), stderr.as_str()), ("0\n", ""));
}

#[test]
fn a_match_goes_on_without_the_reader_of_a_file_on_stdout() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("journal.jsonl");
    let mock = |name: &str| format!("name={name} proto=gtp cmd=\"'{EXECUTABLE}' mock\"");
    let script = "exec 3>&1; { sleep 0.05; \"$0\" \"$@\" 2>&3; echo \"code $?\" >&3; } | READER";
    let piped = |reader: &str, arguments: &[&str]| {
        let mut command = shell(&script.replace("READER", reader));
        let (_, text, _) = run(command.args(arguments));
        assert!(text.contains("Games: 2, "), "{reader}: {text}");
        assert!(text.ends_with("code 0\n"), "{reader}: {text}");
        assert!(!text.contains("error"), "{reader}: {text}");
    };
    let path = journal.to_str().unwrap();
    let [a, b] = ["a", "b"].map(mock);
    let engines = [
        "match",
        "--rounds",
        "1",
        "--engine",
        &a,
        "--engine",
        &b,
        "--journal",
    ];
    for (reader, journal) in [("true", path), ("head -n 1 > /dev/null", "none")] {
        piped(reader, &[&engines[..], &[journal, "--csv", "-"]].concat());
    }
    for flag in ["--csv", "--pgn", "--html"] {
        piped("true", &["match", "report", path, flag, "-"]);
    }
}

#[test]
fn a_match_tells_its_verdict_without_a_reader_of_the_result() {
    let engine = format!("cmd=\"'{EXECUTABLE}' mock\" proto=gtp name=");
    let script = "exec 3>&1; { sleep 0.05; \"$0\" \"$@\" 2>&3; echo \"code $?\" >&3; } | true";
    let mut command = shell(script);
    command.args("match --rounds 1 --sprt elo0=0,elo1=300 --journal none".split(' '));
    for name in ["a", "b"] {
        command.args(["--engine".to_owned(), format!("{engine}{name}")]);
    }
    let (_, text, _) = run(&mut command);
    assert!(text.ends_with("code 5\n"), "{text}");
}

#[test]
fn an_analysis_writes_its_files_without_a_reader_of_stdout() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    std::fs::write(here.join("games.transcript"), GAME.repeat(3)).unwrap();
    let script = "exec 3>&1; { sleep 0.05; \"$0\" \"$@\" 2>&3; echo \"code $?\" >&3; } | true";
    let analyze = |outputs: &str| {
        let mut command = shell(script);
        command.args(["analyze", "games.transcript", "--depth", "1"]);
        let (_, text, _) = run(command.args(outputs.split_whitespace()).current_dir(here));
        assert_eq!(text, "code 0\n", "{outputs}");
    };
    // Nobody reads the table, or an output on stdout.
    for (outputs, file, part, count) in [
        ("--html table.html", "table.html", "</html>", 1),
        ("--csv - --html csv.html", "csv.html", "</html>", 1),
        ("--html - --json html.jsonl", "html.jsonl", "\"summary\"", 3),
        ("--json - --csv json.csv", "json.csv", "\n", 22),
    ] {
        analyze(outputs);
        let text = std::fs::read_to_string(here.join(file)).unwrap();
        assert_eq!(text.matches(part).count(), count, "{outputs}: {text}");
    }
    // Without files there is nothing to go on for.
    analyze("");
}

#[test]
fn streams_that_are_closed_from_the_start_do_no_harm() {
    for (command, code, stdout, stderr) in each("\"$0\" \"$@\" >&-") {
        assert_eq!(
            (code, stdout.as_str(), stderr.as_str()),
            (0, "", ""),
            "{command}"
        );
    }
    for (command, code, _, stderr) in each("\"$0\" \"$@\" <&- 2>&-") {
        assert_eq!((code, stderr.as_str()), (0, ""), "{command}");
    }
    for (command, code, ..) in each("\"$0\" \"$@\" <&- >&- 2>&-") {
        assert_eq!(code, 0, "{command}");
    }
    // The end of the input is the end of a conversation, and of a game.
    for arguments in ["", "--protocol gomocup", "--protocol nboard", "analysis"] {
        let (code, stdout, stderr) = run(&mut flipfive(arguments));
        assert_eq!(
            (code, stdout.as_str(), stderr.as_str()),
            (0, "", ""),
            "{arguments}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn log_and_progress_may_be_lost() {
    // Everything is logged to a disk that is full, and to a pipe without a reader.
    let lines = "boardsize 9\nfoo\ngenmove b\nquit\n";
    for target in ["2> /dev/full", "2>&1 >&3 | true"] {
        let script =
            format!("exec 3>&1; printf '{lines}' | {{ \"$0\" -vv --nodes 100 {target}; }}");
        let (code, stdout, _) = run(&mut shell(&script));
        assert_eq!(code, 0, "{target}");
        assert!(
            stdout.starts_with("=\n\n? unknown command\n\n= "),
            "{stdout}"
        );
    }
    for (arguments, expected) in [
        ("show nowhere", 1),
        ("mock --exit-at-start", 3),
        ("analyze /nowhere.sgf", 1),
        ("bogus", 2),
        ("convert --check /nowhere.sgf", 1),
    ] {
        let script = format!("exec \"$0\" {arguments} 2> /dev/full");
        let output = shell(&script)
            .stdout(std::process::Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(expected), "{arguments}");
        assert!(!super::text(&output.stdout).contains("panicked"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_input_that_cannot_be_read_is_the_end_of_the_input() {
    let (code, stdout, stderr) = run(&mut shell("exec \"$0\" < /"));
    assert_eq!((code, stdout.as_str()), (0, ""));
    assert!(
        stderr.contains("cannot read standard input: Is a directory"),
        "{stderr}"
    );
}
