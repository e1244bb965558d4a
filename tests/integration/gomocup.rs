//! The Gomocup protocol: properties of any input, time, memory, names of the executable.

use crate::host::{InProcess, Program, STOP_LIMIT, pipe, snapshot};
use crate::support::{byte_lines, one_of};
use flipfive::protocol::ProtocolKind;
use proptest::prelude::*;
use regex::Regex;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const SHALLOW: [&str; 6] = ["--protocol", "gomocup", "--depth", "1", "--hash", "1"];

fn lines(output: &str) -> Vec<&str> {
    assert!(output.is_empty() || output.ends_with('\n'), "{output:?}");
    output.lines().collect()
}

/// Sends a line and asserts the properties of all lines: only output that managers know, and no change
/// after an error.
fn check_properties(host: &mut InProcess, known: &Regex, line: &[u8]) {
    let before = snapshot(host.session());
    host.output.clear();
    host.send(line);
    let output = host.output.clone();
    let lines = lines(&output);
    let text = String::from_utf8_lossy(line);
    for line in &lines {
        assert!(known.is_match(line), "{text:?}: {line:?}");
    }
    if let [only] = lines[..]
        && (only.starts_with("ERROR") || only.starts_with("UNKNOWN"))
    {
        assert_eq!(snapshot(host.session()), before, "{text:?}: {only}");
    }
}

/// The lines that managers know.
pub(crate) fn known() -> Regex {
    let point = "[0-9]{1,2},[0-9]{1,2}";
    Regex::new(&format!(
        "^(OK|(ERROR|UNKNOWN|MESSAGE) [^ ].*|FORBID ([0-9]{{4}})*\\.|name=.*|SWAP|\
         {point}( {point})*|INFO [A-Z]+.*)$"
    ))
    .unwrap()
}

fn argument() -> impl Strategy<Value = String> {
    let fixed = one_of(
        "15|5|20|22|0|1|2|3|4|8|9|-1|add|del|7 7 0|x|é|7;7|h8|15 15|99999999999999999999|1.5|\
         1,2,3|,|+7",
    );
    prop_oneof![
        2 => fixed.prop_map(String::from),
        2 => (-1..23i32, -1..23i32).prop_map(|(x, y)| format!("{x},{y}")),
    ]
}

/// The keys of `INFO`.
pub(crate) fn info_keys() -> Vec<String> {
    let manual = ProtocolKind::Gomocup.manual();
    let (_, keys) = manual.split_once("### Keys of `INFO`").unwrap();
    let keys: Vec<String> = keys
        .lines()
        .filter_map(|row| Some(row.strip_prefix("| `")?.split_once('`')?.0.to_owned()))
        .collect();
    assert!(keys.len() > 20, "{keys:?}");
    keys
}

fn line() -> impl Strategy<Value = String> {
    let names: Vec<&'static str> = ProtocolKind::Gomocup
        .commands()
        .into_iter()
        .map(|command| command.name)
        .filter(|name| *name != "END")
        .collect();
    let keys = info_keys();
    let any = (
        prop::sample::select(names),
        prop::collection::vec(argument(), 0..3),
    )
        .prop_map(|(name, arguments)| format!("{name} {}", arguments.join(" ")));
    let info = (prop::sample::select(keys), argument())
        // Deep or wide searches of random positions take too long.
        .prop_filter("bounded", |(key, _)| {
            !matches!(key.as_str(), "max_depth" | "thread_num")
        })
        .prop_map(|(key, value)| format!("INFO {key} {value}"));
    let stone = (0..15i32, 0..15i32, 1..=3i32).prop_map(|(x, y, who)| format!("{x},{y},{who}"));
    let turn = (0..15i32, 0..15i32).prop_map(|(x, y)| format!("turn {x},{y}"));
    prop_oneof![
        4 => any,
        3 => info,
        5 => stone,
        3 => Just("DONE".to_owned()),
        3 => turn,
        1 => Just("START 15".to_owned()),
        1 => argument(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(lines in byte_lines()) {
        let mut host = InProcess::new(&SHALLOW);
        let known = known();
        for line in lines {
            check_properties(&mut host, &known, &line);
        }
        host.output.clear();
        host.send(b"START 15");
        host.send(b"START 15");
        prop_assert!(host.output.ends_with("OK\n"));
    }

    #[test]
    fn any_commands_are_survived(lines in prop::collection::vec(line(), 0..80)) {
        let mut host = InProcess::new(&SHALLOW);
        let known = known();
        for line in lines {
            check_properties(&mut host, &known, line.as_bytes());
        }
        host.end();
        prop_assert!(host.ended);
    }
}

#[test]
fn a_name_that_begins_with_pbrain_selects_gomocup() {
    let folder = tempfile::tempdir().unwrap();
    let source = PathBuf::from(env!("CARGO_BIN_EXE_flipfive"));
    let mut name = PathBuf::from("pbrain-flipfive");
    if let Some(ending) = source.extension() {
        name.set_extension(ending);
    }
    let copy = folder.path().join(name);
    std::fs::copy(&source, &copy).unwrap();
    let mut child = std::process::Command::new(&copy)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    {
        use std::io::Write;
        let mut stdin = child.stdin.take().unwrap();
        // Otherwise this line would select GTP.
        stdin.write_all(b"name\nSTOP\nSTART 15\n").unwrap();
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "UNKNOWN command name\nOK\n"
    );
    assert!(output.stderr.is_empty());
}

#[test]
fn a_classic_player_of_gomoku_needs_no_name_of_the_game() {
    for flags in [
        &["--protocol", "gomocup", "--classic", "threat-book"][..],
        &["--classic", "threat-book"],
    ] {
        let (output, status) = pipe(flags, b"START 15\nBEGIN\nEND\n");
        assert!(status.success(), "{flags:?}");
        assert_eq!(output.lines().last(), Some("7,7"), "{flags:?}: {output}");
    }
}

#[test]
fn fives_are_found_without_any_time() {
    // Black completes its five, White blocks it.
    let black = "0,0,1\n0,2,2\n1,0,1\n1,2,2\n2,0,1\n2,2,2\n3,0,1\n9,9,2\n";
    let white = "0,0,2\n0,2,1\n1,0,2\n9,2,1\n2,0,2\n2,7,1\n3,0,2\n";
    for board in [black, white] {
        for rule in [0, 1, 4, 8, 9] {
            let input =
                format!("INFO rule {rule}\nSTART 15\nINFO timeout_turn 0\nBOARD\n{board}DONE\n");
            let (output, status) = pipe(&[], input.as_bytes());
            assert!(status.success());
            assert_eq!(output.lines().last(), Some("4,0"), "rule {rule}: {output}");
        }
    }
}

#[test]
fn a_lower_limit_for_a_move_ends_the_running_search() {
    let mut program = Program::start(&[]);
    program.write(b"START 15\nINFO timeout_turn 3600000\nTURN 7,7\n");
    assert_eq!(program.line().0, "OK");
    let began = Instant::now();
    std::thread::sleep(Duration::from_millis(150));
    program.write(b"INFO timeout_turn 600\n");
    let (mut line, mut when) = program.line();
    while line.starts_with("MESSAGE ") {
        (line, when) = program.line();
    }
    let took = when - began;
    let limit = Duration::from_millis(600);
    // The search began a little before its OK was read.
    assert!(took > limit / 2 && took < limit + STOP_LIMIT, "{took:?}");
}

/// Without any time, the first random choice has to do.
#[test]
fn openings_differ_from_run_to_run_unless_a_seed_is_given() {
    let stones = |flags: &[&str]| {
        let input = "START 15\nINFO timeout_turn 0\nSWAP2BOARD\nDONE\nSWAP2BOARD\nDONE\n";
        let (output, status) = pipe(flags, input.as_bytes());
        assert!(status.success());
        let is_reply = |line: &&str| line.matches(',').count() == 3;
        let replies: Vec<String> = output.lines().filter(is_reply).map(String::from).collect();
        assert_eq!(replies.len(), 2, "{output}");
        replies
    };
    let (first, second) = (stones(&[]), stones(&[]));
    assert_ne!(first[0], first[1]);
    assert_ne!(first, second);
    let seeded = stones(&["--seed", "0"]);
    assert_eq!(seeded[0], seeded[1]);
    assert_eq!(seeded, stones(&["--seed", "0"]));
}

#[test]
fn stop_and_end_act_during_a_search() {
    for word in ["STOP", "YXSTOP", "INFO timeout_turn 0"] {
        let mut program = Program::start(&[]);
        program.write(b"START 15\nINFO timeout_turn 3600000\nTURN 7,7\n");
        assert_eq!(program.line().0, "OK");
        std::thread::sleep(Duration::from_millis(150));
        let sent = Instant::now();
        program.write(format!("{word}\n").as_bytes());
        let when = loop {
            let (line, when) = program.line();
            if !line.starts_with("MESSAGE ") {
                assert!(line.contains(','), "{line}");
                break when;
            }
        };
        assert!(when - sent < STOP_LIMIT, "{word} took {:?}", when - sent);
        // One write is one arrival, and the first answer shows that it has come.
        program.write(b"YXDRAW\nTURN 0,0\n");
        while program.line().0 != "MESSAGE draw declined" {}
        std::thread::sleep(Duration::from_millis(150));
        let sent = Instant::now();
        program.write(b"END\n");
        assert!(program.wait().success());
        assert!(sent.elapsed() < STOP_LIMIT, "END took {:?}", sent.elapsed());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_limit_holds() {
    for limit in [32u64 << 20, 48 << 20] {
        let mut program = Program::start(&["--hash", "256"]);
        let input = format!("START 20\nINFO max_memory {limit}\nINFO timeout_turn 700\nTURN 9,9\n");
        program.write(input.as_bytes());
        while program.line().0.starts_with(['O', 'M']) {}
        let peak = crate::host::peak_memory(program.id());
        assert!(peak <= limit, "{peak} of {limit} bytes");
        // The process uses the memory that it may.
        assert!(peak > limit / 4, "{peak} of {limit} bytes");
    }
}

/// What follows a text on its line is read as a line.
#[test]
fn a_line_of_many_texts_is_read_in_one_loop() {
    let mut input = "yxedittextdatabase \"\" ".repeat(47_000);
    input += "\ndone\n";
    let (output, status) = pipe(&[], input.as_bytes());
    assert!(status.success(), "{status}");
    assert!(output.ends_with("MESSAGE there is no database\n"));
}

#[test]
fn the_limit_of_a_search_that_is_over_does_not_stop_the_next_one() {
    let mut program = Program::start(&[]);
    program.write(b"START 15\nINFO timeout_turn 3600000\nTURN 7,7\n");
    assert_eq!(program.line().0, "OK");
    std::thread::sleep(Duration::from_millis(150));
    program.write(b"INFO timeout_turn 1500\nSTOP\n");
    while program.line().0.starts_with("MESSAGE ") {}
    program.write(b"INFO timeout_turn 3600000\nTURN 0,0\n");
    std::thread::sleep(Duration::from_secs(2));
    program.write(b"ABOUT\n");
    // The search still runs, so no point comes before the answer.
    loop {
        let line = program.line().0;
        if line.starts_with("name=") {
            break;
        }
        assert!(line.starts_with("MESSAGE "), "{line}");
    }
}
