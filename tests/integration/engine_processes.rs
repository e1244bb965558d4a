//! Engines end with the program that has started them. The tests look into the process table.

use crate::support::mark;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

const EXECUTABLE: &str = env!("CARGO_BIN_EXE_flipfive");

/// Longer than anything takes on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// The ids of the engines with a mark.
fn engines(mark: &str) -> Vec<String> {
    let mut ps = Command::new("ps");
    let output = ps.args(["-A", "-ww", "-o", "pid=,stat=,args="]).output();
    let output = output.unwrap();
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            // Runners and bridges have the commands of their engines among their arguments.
            let is_engine = words.get(3) == Some(&"mock") && line.ends_with(mark);
            let has_ended = words.get(1)?.starts_with('Z');
            (is_engine && !has_ended).then(|| words[0].to_owned())
        })
        .collect()
}

/// Waits until `wanted` accepts the number of engines with a mark.
fn wait_for(mark: &str, what: &str, wanted: fn(usize) -> bool) {
    let begin = Instant::now();
    while !wanted(engines(mark).len()) {
        assert!(begin.elapsed() < LONG, "{what}: {:?}", engines(mark));
        // `ps` reads the whole process table: asked all the time, it takes a processor from other tests.
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Waits until no engine with a mark is left.
pub(crate) fn expect_none(mark: &str, what: &str) {
    wait_for(mark, what, |count| count == 0);
}

/// A mock engine in the command-line form that hangs at its first move.
fn mock(name: &str, mark: &str, faults: &str, keys: &str) -> String {
    format!("name={name} proto=gtp cmd=\"'{EXECUTABLE}' mock --hang-at 1 {faults} {mark}\" {keys}")
}

/// Our program, which is killed with its test.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        // It has ended already unless the test has failed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn program(arguments: &[&str]) -> Program {
    start(Command::new(EXECUTABLE).args(arguments))
}

fn start(command: &mut Command) -> Program {
    command.stdin(Stdio::piped());
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    Program(command.spawn().unwrap())
}

/// A match of two engines without a clock, in the middle of a game.
fn running_match(mark: &str, faults: &str, keys: &str) -> Program {
    start_match(&mut Command::new(EXECUTABLE), mark, faults, keys)
}

/// The same, by a command to which the arguments are added.
fn start_match(command: &mut Command, mark: &str, faults: &str, keys: &str) -> Program {
    let child = start(command.arg("match").args(arguments(mark, faults, keys)));
    wait_for(mark, "the engines start", |count| count == 2);
    child
}

/// The arguments of a match of two engines without a clock.
fn arguments(mark: &str, faults: &str, keys: &str) -> Vec<String> {
    let mut arguments: Vec<String> = ["a", "b"]
        .into_iter()
        .flat_map(|name| ["--engine".into(), mock(name, mark, faults, keys)])
        .collect();
    let others = ["--journal", "none", "--tc", "none", "--rounds", "9"];
    arguments.extend(others.map(String::from));
    arguments
}

fn signal(program: &Program, name: &str) {
    let id = program.0.id().to_string();
    let status = Command::new("kill").args([name, &id]).status();
    assert!(status.unwrap().success());
}

fn wait(program: &mut Program) -> ExitStatus {
    let begin = Instant::now();
    loop {
        match program.0.try_wait().unwrap() {
            Some(status) => return status,
            None => assert!(begin.elapsed() < LONG, "the program does not end"),
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_first_interrupt_ends_a_match_without_a_clock_within_the_quit_timeout() {
    for (faults, keys) in [("", ""), ("--stay", "quit-timeout=1")] {
        for name in ["-INT", "-TERM"] {
            let mark = mark();
            let mut child = running_match(&mark, faults, keys);
            // The game has begun when the runner says so.
            let mut lines = BufReader::new(child.0.stderr.take().unwrap()).lines();
            let begun = lines.find(|line| line.as_ref().unwrap().starts_with("Started game"));
            assert!(begun.is_some());
            let begin = Instant::now();
            signal(&child, name);
            let last = lines.last().unwrap().unwrap();
            assert!(last.contains("interrupted"), "{last}");
            assert_eq!(wait(&mut child).code(), Some(1));
            // The timeout of 2 or 1 s, and the delays of a busy machine; the longest move has 600 s.
            let took = begin.elapsed();
            assert!(took < Duration::from_secs(20), "{faults} {name}: {took:?}");
            expect_none(&mark, name);
        }
    }
}

/// As `systemctl stop` and `scancel` do it.
#[test]
fn a_signal_to_the_engines_and_to_the_match_costs_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, mark) = (folder.path().join("journal"), mark());
    let mut command = Command::new(EXECUTABLE);
    command.args(["match", "--tc", "none", "--rounds", "9"]);
    for name in ["a", "b"] {
        command.args(["--engine", &mock(name, &mark, "", "")]);
    }
    let mut child = start(command.arg("--journal").arg(&journal));
    let mut lines = BufReader::new(child.0.stderr.take().unwrap()).lines();
    let begun = lines.any(|line| line.unwrap().starts_with("Started game"));
    assert!(begun);
    wait_for(&mark, "the game begins", |count| count == 2);
    // The engines get it first.
    let mut kill = Command::new("kill");
    kill.arg("-TERM").args(engines(&mark));
    let status = kill.arg(child.0.id().to_string()).status();
    assert!(status.unwrap().success());
    let last = lines.last().unwrap().unwrap();
    assert!(last.contains("continue with --resume"), "{last}");
    assert_eq!(wait(&mut child).code(), Some(1));
    let journal = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(journal.lines().count(), 1, "{journal}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_match_under_nohup_goes_on_after_a_hang_up() {
    let mark = mark();
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$@\"", "sh", EXECUTABLE]);
    let mut child = start_match(&mut command, &mark, "", "");
    signal(&child, "-HUP");
    // Longer than a match takes to tell its engines to end.
    std::thread::sleep(Duration::from_millis(500));
    assert!(child.0.try_wait().unwrap().is_none(), "the match has ended");
    wait_for(&mark, "the match goes on", |count| count == 2);
    signal(&child, "-TERM");
    assert_eq!(wait(&mut child).code(), Some(1));
    expect_none(&mark, "a match under nohup");
}

#[test]
fn a_search_of_our_engine_without_a_clock_ends_at_the_first_interrupt() {
    let engine = |name: &str| {
        format!("name={name} proto=gtp cmd=\"'{EXECUTABLE}' --hash 2\" depth=60 quit-timeout=50")
    };
    let mut child = program(&[
        "match",
        "--journal",
        "none",
        "--engine",
        &engine("a"),
        "--engine",
        &engine("b"),
        "--tc",
        "none",
    ]);
    let mut lines = BufReader::new(child.0.stderr.take().unwrap()).lines();
    let begun = lines.find(|line| line.as_ref().unwrap().starts_with("Started game"));
    assert!(begun.is_some());
    let begin = Instant::now();
    signal(&child, "-INT");
    assert_eq!(wait(&mut child).code(), Some(1));
    // It stops by itself, long before its timeout is over.
    assert!(begin.elapsed() < Duration::from_secs(30));
}

#[test]
fn the_second_interrupt_kills_the_engines_at_once() {
    let mark = mark();
    let mut child = running_match(&mark, "--stay", "quit-timeout=2");
    let mut lines = BufReader::new(child.0.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("Started game")));
    signal(&child, "-INT");
    // Both signals may arrive as one, so the second one is repeated.
    let begin = Instant::now();
    let status = loop {
        signal(&child, "-INT");
        std::thread::sleep(Duration::from_millis(100));
        if let Some(status) = child.0.try_wait().unwrap() {
            break status;
        }
        assert!(begin.elapsed() < LONG);
    };
    assert_eq!(status.code(), Some(130));
    expect_none(&mark, "the second interrupt");
}

/// The signals of the shell and of the system.
#[test]
fn a_closed_terminal_is_one_interrupt() {
    // A program under `nohup` inherits that hang-ups are ignored, but not that they are handled.
    let handled = std::sync::Arc::default();
    signal_hook::flag::register(signal_hook::consts::SIGHUP, handled).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.json");
    let mark = mark();
    let mut command = Command::new(EXECUTABLE);
    command.arg("match").arg("--json").arg(&report);
    let mut child = start(command.args(arguments(&mark, "--stay", "quit-timeout=1")));
    let mut lines = BufReader::new(child.0.stderr.take().unwrap()).lines();
    let begun = lines.find(|line| line.as_ref().unwrap().starts_with("Started game"));
    assert!(begun.is_some());
    signal(&child, "-HUP");
    std::thread::sleep(Duration::from_millis(50));
    signal(&child, "-HUP");
    drop(lines.last());
    assert_eq!(wait(&mut child).code(), Some(1));
    assert!(report.exists());
    expect_none(&mark, "a closed terminal");
}

#[test]
fn a_match_raises_the_limit_of_open_files() {
    let script = "ulimit -Sn 48; exec \"$0\" \"$@\"";
    let engine = |name: &str| format!("name={name} proto=gtp cmd=\"'{EXECUTABLE}' mock\"");
    let output = Command::new("sh")
        .args([
            "-c", script, EXECUTABLE, "match", "--rounds", "12", "--tc", "5/move",
        ])
        .args(["--concurrency", "12", "--journal", "none"])
        .args(["--engine", &engine("a"), "--engine", &engine("b")])
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
}

#[test]
fn interrupts_of_bridges_and_compliance_tests_kill_the_engine() {
    for subcommand in ["bridge", "compliance"] {
        for name in ["-INT", "-TERM"] {
            let mark = mark();
            let engine = mock("a", &mark, "--stay", "startup-timeout=600");
            let flag: &[&str] = if subcommand == "bridge" {
                &["--to", "gtp", "--engine"]
            } else {
                &[]
            };
            let arguments = [&[subcommand], flag, &[engine.as_str()]].concat();
            let mut child = program(&arguments);
            if subcommand == "bridge" {
                let stdin = child.0.stdin.as_mut().unwrap();
                stdin.write_all(b"genmove b\n").unwrap();
            }
            wait_for(&mark, "the engine starts", |count| count == 1);
            signal(&child, name);
            assert_eq!(wait(&mut child).code(), Some(130), "{subcommand} {name}");
            expect_none(&mark, subcommand);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn engines_of_a_killed_program_are_killed_by_the_system() {
    let mark = mark();
    let mut child = running_match(&mark, "--stay", "");
    child.0.kill().unwrap();
    wait(&mut child);
    expect_none(&mark, "a killed match");
}
