//! Invalid input, and properties that hold for any input.

use crate::host::{InProcess, Program, pipe, replies};
use crate::support::{byte_lines, one_of};
use flipfive::game::Side;
use flipfive::protocol::ProtocolKind;
use flipfive::session::Session;
use proptest::prelude::*;
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn no_input_at_all() {
    for input in ["", "\n", "\r\n\n  \n", "# a comment"] {
        let (output, status) = pipe(&[], input.as_bytes());
        assert_eq!(output, "", "{input:?}");
        assert!(status.success());
    }
}

#[test]
fn the_last_line_may_lack_its_line_feed() {
    assert_eq!(
        pipe(&[], b"1 name\n2 name").0,
        "=1 Flipfive\n\n=2 Flipfive\n\n"
    );
}

#[test]
fn line_ends_and_control_characters() {
    let input = b"1 name\r\n2\tname\r\n\r\n3 na\0me\x01\x7f\n4 name # comment\n5 name#\n\x00\n";
    let (output, status) = pipe(&[], input);
    let expected: String = (1..=5).map(|id| format!("={id} Flipfive\n\n")).collect();
    assert_eq!(output, expected);
    assert!(status.success());
}

#[test]
fn bytes_that_are_not_utf_8() {
    let (output, status) = pipe(&[], b"\xff\xfe\x80\n1 \xc3\x28\nplay b \xf0\x9f\nname\n");
    let replies = replies(&output);
    assert_eq!(replies[0], ["? unknown command"]);
    assert_eq!(replies[1], ["?1 unknown command"]);
    assert_eq!(replies[2], ["? syntax error: usage: play COLOR VERTEX"]);
    assert_eq!(replies[3], ["= Flipfive"]);
    assert!(status.success());
}

#[test]
fn very_long_lines() {
    let mut input = vec![b'x'; 5 << 18];
    input.extend_from_slice(b"\n1 name\n2 play b ");
    input.extend(std::iter::repeat_n(b'9', 1 << 20));
    input.extend_from_slice(b"\n3 play_sequence");
    for _ in 0..100_000 {
        input.extend_from_slice(b" b D3");
    }
    input.extend_from_slice(b"\n4 name\n");
    let (output, status) = pipe(&[], &input);
    let replies = replies(&output);
    let first: Vec<_> = replies.iter().map(|reply| reply[0].as_str()).collect();
    assert_eq!(
        first[..3],
        [
            "? unknown command",
            "=1 Flipfive",
            "?2 syntax error: usage: play COLOR VERTEX"
        ]
    );
    assert!(first[3].starts_with("?3 illegal move"), "{}", first[3]);
    assert_eq!(first[4], "=4 Flipfive");
    assert!(status.success());
}

/// A pipe that nobody writes or reads, and a device that never ends.
#[cfg(unix)]
#[test]
fn records_are_regular_files() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let mut host = InProcess::new(&[]);
    for file in [
        pipe.to_str().unwrap(),
        "/dev/zero",
        folder.path().to_str().unwrap(),
    ] {
        let reason = format!("{file}: expected a regular file");
        let load = host.error(&format!("loadsgf {file}"));
        assert_eq!(load, format!("cannot load file: {reason}"));
        let print = host.error(&format!("printsgf {file}"));
        assert_eq!(print, format!("cannot write file: {reason}"));
    }
}

#[test]
fn records_have_a_limited_size() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    let file = std::fs::File::create(&path).unwrap();
    let load = format!("loadsgf {}", path.display());
    let mut host = InProcess::new(&[]);
    for (length, reason) in [
        (16 << 20, ":1:1: not an SGF file"),
        ((16 << 20) + 1, ": the file is larger than 16 MB"),
    ] {
        file.set_len(length).unwrap();
        let error = host.error(&load);
        assert!(error.contains(reason), "{error}");
    }
    // Windows does not replace a file that is open.
    drop(file);
    std::fs::write(&path, "(;GM[2];B[dc])").unwrap();
    assert_eq!(host.ok(&load), "");
    assert_eq!(host.ok(&format!("printsgf {}", path.display())), "");
    assert!(std::fs::read_to_string(&path).unwrap().contains(";B[dc]"));
}

#[test]
fn an_error_names_its_cause_once() {
    let two = "--engine cmd=a,name=a --engine cmd=b,name=b";
    for arguments in [
        format!("match {two} --openings /nowhere/x"),
        "match report /nowhere/x".into(),
        "match merge /nowhere/x /nowhere/y".into(),
        "match --file /nowhere/x".into(),
        "solve /nowhere/x".into(),
        "train othello fit --games /nowhere/x --out /nowhere/y".into(),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_flipfive"));
        let output = command.args(arguments.split(' ')).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success());
        let causes = ["os error", "there is no such file", "does not exist"];
        let named: usize = causes.iter().map(|cause| text.matches(cause).count()).sum();
        assert_eq!(named, 1, "{arguments}: {text}");
        assert!(text.contains("/nowhere/"), "{arguments}: {text}");
    }
}

#[test]
fn ids_return_unchanged() {
    let mut host = InProcess::new(&[]);
    for id in ["0", "7", "0042", "99999999999999999999999999"] {
        host.output.clear();
        host.send(format!("{id} name").as_bytes());
        assert_eq!(host.output, format!("={id} Flipfive\n\n"));
        host.output.clear();
        host.send(id.as_bytes());
        assert_eq!(host.output, format!("?{id} unknown command\n\n"));
    }
    for line in ["-1 name", "1x name", "1.0 name"] {
        assert_eq!(host.error(line), "unknown command");
    }
}

#[test]
fn a_closed_output_ends_the_program() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flipfive"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let begin = std::time::Instant::now();
    let status = loop {
        use std::io::Write;
        // The program ends at the first reply that it cannot write. Then this write fails too.
        let _ = stdin.write_all(b"name\n");
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(
            begin.elapsed() < Duration::from_secs(30),
            "the program does not end"
        );
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(status.success(), "{status}");
}

#[test]
fn replies_are_flushed() {
    // A reply in a buffer would block this test.
    let mut program = Program::start(&["--depth", "2"]);
    for _ in 0..3 {
        assert_eq!(program.ask("clear_board"), "=");
        assert!(program.ask("genmove b").starts_with("= "));
    }
}

/// The parts of a session that a GTP command can change.
fn snapshot(session: &Session) -> String {
    let clocks = [Side::Black, Side::White].map(|side| session.clock(side));
    let undoable = session.record().undoable();
    format!("{} {undoable} {clocks:?}", crate::host::snapshot(session))
}

/// The id of a line of GTP, which may be empty; `None` if the line has no command.
pub(crate) fn id_of(line: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(line);
    let command: String = text
        .chars()
        .filter(|c| *c == '\t' || !c.is_control())
        .take_while(|c| *c != '#')
        .collect();
    let first = command.split_whitespace().next()?;
    let is_id = first.bytes().all(|byte| byte.is_ascii_digit());
    Some(if is_id { first.into() } else { String::new() })
}

/// Sends a line and asserts the properties of all lines: one reply with correct framing and the same id,
/// or none if the line has no command; and no change after an error.
fn check_properties(host: &mut InProcess, line: &[u8]) {
    let before = snapshot(host.session());
    host.output.clear();
    host.send(line);
    if host.session().running().is_some()
        || host.output.contains('\n') && !host.output.ends_with("\n\n")
    {
        // The next line stops an analysis.
        host.send(b"");
        host.settle();
    }
    let output = host.output.clone();
    let replies = replies(&output);
    let text = String::from_utf8_lossy(line);
    let Some(id) = id_of(line) else {
        assert_eq!(output, "", "{text:?}");
        return;
    };
    assert_eq!(replies.len(), 1, "{text:?}: {output:?}");
    let head = &replies[0][0];
    assert!(head[1..].starts_with(&id), "{text:?}: {head:?}");
    assert!(
        !head[1 + id.len()..].starts_with(|c: char| c.is_ascii_digit()),
        "{head:?}"
    );
    if head.starts_with('?') {
        assert_eq!(
            snapshot(host.session()),
            before,
            "{text:?} failed: {head:?}"
        );
        assert!(
            head.len() > 2 + id.len(),
            "{text:?}: an error without a reason"
        );
    }
}

/// Arguments that suit some commands.
fn argument() -> impl Strategy<Value = String> {
    let fixed = one_of(
        "b|w|Black|WHITE|pass|PASS|8|15|0|1|3|5|0.1|-1|true|none|absolute|byoyomi|canadian|\
         fischer|fischer-capped|interval|minmoves|maxmoves|avoid|allow|rootInfo|ownership|\
         Othello|gomoku|renju|dead|alive|level|rows|fouls|resign|lines|classic|top|lose|xyz|\
         é|D3,E6|----|18446744073709551616|nan",
    );
    prop_oneof![
        4 => fixed.prop_map(String::from),
        3 => ("[A-Ha-h]", 1..=8u8).prop_map(|(letter, number)| format!("{letter}{number}")),
        1 => ("[A-Wa-w]", 0..=23u8).prop_map(|(letter, number)| format!("{letter}{number}")),
    ]
}

fn line() -> impl Strategy<Value = String> {
    let names: Vec<&'static str> = ProtocolKind::Gtp
        .commands()
        .into_iter()
        .map(|command| command.name)
        // Without the commands that end the program, write files, or search for long.
        .filter(|name| {
            !matches!(
                *name,
                "quit" | "printsgf" | "flipfive-moves" | "flipfive-shades"
            )
        })
        .collect();
    let any = prop::sample::select(names);
    let name = prop_oneof![3 => any, 2 => one_of("play|genmove|undo")];
    let id = prop::option::weighted(0.2, 0..1000u32);
    (id, name, prop::collection::vec(argument(), 0..5)).prop_map(|(id, name, arguments)| {
        let id = id.map(|id| format!("{id} ")).unwrap_or_default();
        format!("{id}{name} {}", arguments.join(" "))
    })
}

/// The lines that a host sends in a game.
fn game_line() -> impl Strategy<Value = String> {
    let side = one_of("b|w");
    let point = ("[A-H]", 1..=8u8).prop_map(|(letter, number)| format!("{letter}{number}"));
    prop_oneof![
        6 => (side.clone(), point).prop_map(|(side, point)| format!("play {side} {point}")),
        4 => side.clone().prop_map(|side| format!("genmove {side}")),
        2 => side.prop_map(|side| format!("play {side} pass")),
        2 => Just("undo".to_owned()),
        1 => Just("gg-undo 3".to_owned()),
        1 => Just("flipfive-redo".to_owned()),
        1 => Just("gogui-rules_legal_moves".to_owned()),
        1 => Just("final_score".to_owned()),
    ]
}

const SHALLOW: [&str; 4] = ["--depth", "1", "--hash", "1"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(lines in byte_lines()) {
        let mut host = InProcess::new(&SHALLOW);
        for line in lines {
            check_properties(&mut host, &line);
        }
        prop_assert_eq!(host.ok("name"), "Flipfive");
    }

    #[test]
    fn any_commands_are_survived(lines in prop::collection::vec(line(), 0..60)) {
        let mut host = InProcess::new(&SHALLOW);
        for line in lines {
            check_properties(&mut host, line.as_bytes());
        }
        host.end();
        prop_assert!(host.ended);
    }

    #[test]
    fn any_game_is_survived(game in one_of("othello|gomoku|renju"),
                            lines in prop::collection::vec(game_line(), 0..120)) {
        let mut flags = SHALLOW.to_vec();
        flags.extend(["--game", game]);
        let mut host = InProcess::new(&flags);
        for line in lines {
            check_properties(&mut host, line.as_bytes());
        }
    }
}
