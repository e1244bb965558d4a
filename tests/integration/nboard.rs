//! The NBoard protocol: what is carried out when, and how fast.

use crate::host::{InProcess, PATIENCE, Program};
use flipfive::engine::{Event, Job, JobId, Options, Variant};
use flipfive::format::ggf;
use flipfive::game::{Move, Side, Vertex};
use flipfive::protocol::{Action, Conversation, Detector};
use flipfive::search::{PvLine, Report, Score, SearchResult, Strength, Value};
use flipfive::session::Session;
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// What a stop may take. The aim is 50 ms; a machine that runs many tests at once is slower.
const SOON: Duration = Duration::from_millis(250);

const START: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

fn game(tags: &str) -> String {
    format!("set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TY[8]{tags};)")
}

/// A conversation whose engine and clock are played by the test.
struct Stage {
    conversation: Conversation,
    now: Instant,
    output: String,
    jobs: Vec<Job>,
    stops: usize,
    ended: bool,
}

impl Stage {
    fn new(options: Options) -> Self {
        let session = Session::new(Variant::Othello, None, options).unwrap();
        let mut stage = Self {
            conversation: Conversation::new(Box::new(Detector::new(None, false)), session),
            now: Instant::now(),
            output: String::new(),
            jobs: Vec::new(),
            stops: 0,
            ended: false,
        };
        stage.line("nboard 2");
        stage
    }

    fn wait(&mut self, ms: u64) {
        self.now += Duration::from_millis(ms);
    }

    fn line(&mut self, line: &str) {
        let line = line.as_bytes().to_vec();
        let actions = self.conversation.on_line(line, self.now);
        self.take(actions);
    }

    fn event(&mut self, event: Event) {
        let actions = self.conversation.on_engine(event, self.now);
        self.take(actions);
    }

    fn end(&mut self) {
        let actions = self.conversation.on_end(self.now);
        self.take(actions);
    }

    fn take(&mut self, actions: Vec<Action>) {
        for action in actions {
            assert!(!self.ended, "{action:?} after the end");
            match action {
                Action::Write(text) => self.output += &text,
                Action::Search(job) => self.jobs.push(*job),
                Action::Stop => self.stops += 1,
                Action::Quit => self.ended = true,
                Action::Graphics(_) | Action::ClearHash => {}
            }
        }
    }

    fn id(&self) -> JobId {
        self.jobs.last().unwrap().id
    }

    fn report(&mut self, report: Report) {
        self.event(Event::Report(self.id(), report));
    }

    fn done(&mut self, name: &str, report: Option<Report>) {
        let best = Some(at(name));
        self.event(Event::Done(self.id(), SearchResult { best, report }));
    }

    fn written(&mut self) -> Vec<String> {
        let output = std::mem::take(&mut self.output);
        output.lines().map(String::from).collect()
    }
}

fn at(name: &str) -> Move {
    let bytes = name.as_bytes();
    Move::Place(Vertex::new(bytes[0] - b'a', bytes[1] - b'1'))
}

fn report(depth: u32, ms: u64, value: Value, name: &str) -> Report {
    let line = PvLine {
        score: Score {
            value,
            win_rate: 0.5,
        },
        depth,
        nodes: 20,
        moves: vec![at(name)],
    };
    Report {
        depth,
        selectivity: 73,
        lines: vec![line],
        nodes: 20,
        elapsed: Duration::from_millis(ms),
        hashfull: 0,
    }
}

fn stage() -> Stage {
    Stage::new(Options::default())
}

#[test]
fn a_ping_is_answered_after_all_that_was_asked_before_it() {
    let mut stage = stage();
    stage.line("go");
    stage.wait(1000);
    stage.line("ping 1");
    stage.line("hint 2");
    stage.line("ping 2");
    assert_eq!(stage.written(), ["status Thinking"]);
    let stops = stage.stops;
    stage.done("d3", Some(report(3, 900, Value::Estimate(124), "d3")));
    // The hints begin when the pong is out; the second ping, which was there before, ends them.
    assert_eq!(stage.stops, stops + 1);
    assert_eq!(
        stage.written(),
        [
            "nodestats 20 0.90",
            "=== D3/1.24/1",
            "status",
            "pong 1",
            "status Analyzing"
        ]
    );
    stage.line("ping 3");
    stage.report(report(1, 0, Value::Estimate(-50), "d3"));
    stage.done("d3", Some(report(1, 0, Value::Estimate(-50), "d3")));
    assert_eq!(
        stage.written(),
        [
            "search D3 -0.50 0 1",
            "nodestats 20 0.00",
            "status",
            "pong 2",
            "pong 3"
        ]
    );
}

#[test]
fn only_what_means_something_ends_hints() {
    let mut stage = stage();
    stage.line("hint 1");
    for line in [
        "",
        "hello",
        "  \r",
        "set colour red",
        "F9",
        "ping",
        "ping x",
        "move",
    ] {
        stage.line(line);
    }
    assert_eq!(stage.stops, 0);
    stage.line("set depth 3");
    assert_eq!(stage.stops, 1);
    stage.done("d3", None);
    assert_eq!(
        stage.written(),
        [
            "status Analyzing",
            "status",
            "status Expected: ping N",
            "status Expected: ping N",
            "status Expected: move MOVE[/EVAL[/SECONDS]]",
            "set myname Flipfive"
        ]
    );
}

#[test]
fn only_a_ping_ends_the_choice_of_a_move() {
    let mut stage = stage();
    stage.line("go");
    stage.wait(1000);
    stage.line("move d3");
    stage.line("set depth 3");
    assert_eq!(stage.stops, 0);
    stage.line("ping 1");
    assert_eq!(stage.stops, 1);
    stage.done("c4", None);
    let written = stage.written();
    assert_eq!(
        written,
        [
            "status Thinking",
            "=== C4",
            "status",
            "set myname Flipfive",
            "pong 1"
        ]
    );
    // The move of the engine was not played, that of the GUI was.
    let moves = stage.conversation.session().record().moves();
    assert_eq!(moves, [(Side::Black, at("d3"))]);
}

#[test]
fn hints_that_come_too_fast_are_left_out() {
    let mut stage = stage();
    stage.line("hint 1");
    for (depth, ms) in [
        (1, 0),
        (2, 10),
        (3, 49),
        (4, 50),
        (5, 99),
        (6, 300),
        (7, 301),
    ] {
        stage.report(report(depth, ms, Value::Estimate(100), "d3"));
    }
    stage.done("d3", Some(report(7, 301, Value::Estimate(100), "d3")));
    let written = stage.written();
    let depths: Vec<_> = written
        .iter()
        .filter_map(|line| line.strip_prefix("search D3 1.00 0 "))
        .collect();
    assert_eq!(depths, ["1", "4", "6", "7"]);
    assert_eq!(written.last().unwrap(), "status");
    // The last one is not told twice.
    stage.line("hint 1");
    stage.report(report(1, 0, Value::Estimate(100), "d3"));
    stage.done("d3", Some(report(1, 0, Value::Estimate(100), "d3")));
    assert_eq!(
        stage.written(),
        [
            "status Analyzing",
            "search D3 1.00 0 1",
            "nodestats 20 0.00",
            "status"
        ]
    );
}

#[test]
fn wishes_reach_the_search() {
    let options = Options {
        level: 3,
        ..Options::default()
    };
    let mut stage = Stage::new(options);
    for (line, lines) in [
        ("hint", 1),
        ("hint 4", 4),
        ("hint 0", 1),
        ("hint 4000000000", 64),
    ] {
        stage.line(line);
        let request = &stage.jobs.last().unwrap().request;
        assert_eq!((request.lines, &request.strength), (lines, &Strength::Full));
        assert_eq!(request.limits.time, None);
        stage.line("ping 1");
        stage.done("d3", None);
    }
    stage.line("go");
    let request = &stage.jobs.last().unwrap().request;
    assert_eq!((request.lines, &request.strength), (1, &Strength::Level(3)));
}

/// The longest time that `go` would get.
fn time(stage: &mut Stage) -> Option<Duration> {
    stage.line("go");
    let time = stage.jobs.last().unwrap().request.limits.time;
    stage.done("d3", None);
    time.map(|time| time.hard)
}

#[test]
fn depth_and_clock_both_bound_a_move() {
    let mut stage = stage();
    let ms = Duration::from_millis;
    // Neither: the option `move-time`.
    assert_eq!(time(&mut stage), Some(ms(980)));
    stage.line("set depth 12");
    assert_eq!(time(&mut stage), None);
    assert_eq!(stage.jobs.last().unwrap().request.limits.depth, Some(12));
    // A clock, and the times of the moves that come off it.
    stage.line(&game(&format!("TI[1:00]{START}")));
    let full = time(&mut stage).unwrap();
    assert_eq!(stage.jobs.last().unwrap().request.limits.depth, Some(12));
    assert!(full > ms(1000) && full < ms(30_000), "{full:?}");
    stage.line(&game(&format!("TI[1:00]{START}B[F5//50]W[F6//1]")));
    let short = time(&mut stage).unwrap();
    assert!(short * 4 < full, "{short:?}");
    stage.line("move E6/0.00/8");
    stage.line("move F4/0.00/40");
    let shorter = time(&mut stage).unwrap();
    assert!(shorter < short && shorter > Duration::ZERO, "{shorter:?}");
    // A clock that has run out leaves a second, and grace before that.
    for (clock, most) in [("0:10//0", ms(1000)), ("0:10", ms(120_000))] {
        stage.line(&game(&format!("TI[{clock}]{START}B[F5//11]W[F6]")));
        let last = time(&mut stage).unwrap();
        assert!(last > Duration::ZERO && last < most, "{clock}: {last:?}");
    }
    // What is left is all that there is, however little.
    for most in [900, 300, 50] {
        let clock = Duration::from_millis(most).as_secs_f64();
        stage.line(&game(&format!("TI[{clock}/{clock}]{START}")));
        let last = time(&mut stage).unwrap();
        assert!(
            last > Duration::ZERO && last < ms(most),
            "{clock}: {last:?}"
        );
    }
    // A clock of nothing is none, and an increment is one.
    stage.line(&game(&format!("TI[0]{START}")));
    assert_eq!(time(&mut stage), None);
    stage.line(&game(&format!("TI[0/10]{START}")));
    assert!(time(&mut stage).unwrap() >= ms(500));
    // Each side has its own.
    stage.line(&game(&format!("TB[1]TW[30:00]{START}")));
    let black = time(&mut stage).unwrap();
    stage.line("move F5");
    assert!(black * 10 < time(&mut stage).unwrap());
}

#[test]
fn an_analysis_goes_from_the_end_to_the_start() {
    let mut stage = stage();
    stage.line(&game(&format!("TI[0:10]{START}B[F5]W[F6]B[E6]")));
    stage.line("analyze");
    for (count, value) in [(3, 100), (2, -50), (1, 0), (0, 7)] {
        let job = stage.jobs.last().unwrap();
        assert_eq!(job.moves.len(), count);
        assert_eq!(job.request.strength, Strength::Full);
        // A quarter of the option `move-time`; the clock of the game is for playing.
        let time = job.request.limits.time.unwrap();
        assert_eq!(time.hard, Duration::from_millis(250));
        // A search counts from its own beginning, not from that of the analysis.
        assert_eq!(job.request.limits.received, stage.now);
        stage.wait(250);
        stage.done("d3", Some(report(9, 250, Value::Estimate(value), "d3")));
    }
    assert_eq!(
        stage.written(),
        [
            "status Analyzing the game",
            "analysis 3 1.00",
            "analysis 2 -0.50",
            "analysis 1 0.00",
            "analysis 0 0.07",
            "status"
        ]
    );
    assert_eq!(stage.jobs.len(), 4);
    stage.line("set depth 8");
    stage.line("analyze");
    let limits = stage.jobs.last().unwrap().request.limits;
    assert_eq!((limits.depth, limits.time), (Some(8), None));
    stage.line("ping 1");
    stage.done("d3", Some(report(8, 1, Value::Estimate(5), "d3")));
    assert_eq!(
        stage.written(),
        [
            "set myname Flipfive",
            "status Analyzing the game",
            "status",
            "pong 1"
        ]
    );
    assert_eq!(stage.jobs.len(), 5);
}

#[test]
fn forced_moves_are_worth_what_follows_them() {
    // Black has to pass, then White has one move, and that is the end.
    let start = "BO[8 *O------ -------- -------- -------- -------- -------- -------- -------- O]";
    let mut stage = stage();
    stage.line(&game(&format!("{start}W[PA]B[C1]")));
    stage.line("set contempt 100");
    stage.line("analyze");
    assert!(stage.jobs.is_empty());
    let expected = [
        "status Analyzing the game",
        "analysis 2 -64.00",
        "analysis 1 64.00",
        "analysis 0 -64.00",
        "status",
    ];
    assert_eq!(stage.written(), expected);
    // Without the move that follows there is something to search, whatever the time.
    stage.line(&game(&format!("{start}W[PA]")));
    stage.line("analyze");
    let job = stage.jobs.last().unwrap();
    assert_eq!((job.moves.len(), job.request.limits.time), (1, None));
    assert!(job.request.limits.depth.is_some());
    // The option is as it was.
    assert_eq!(stage.conversation.session().options().depth, 0);
    stage.done("c1", Some(report(1, 1, Value::Exact(64), "c1")));
    assert_eq!(
        stage.written()[1..],
        ["analysis 1 64.00", "analysis 0 -64.00", "status"]
    );
}

#[test]
fn an_analysis_that_nobody_waits_for_ends() {
    for (gap, stops) in [(50, 0), (150, 4)] {
        let mut stage = stage();
        stage.line(&game(&format!("{START}B[F5]W[F6]B[E6]")));
        stage.line("analyze");
        stage.wait(gap);
        stage.end();
        for _ in 0..4 {
            assert!(!stage.ended);
            stage.done("d3", None);
        }
        // The host has gone: every further search is stopped as soon as it begins.
        assert_eq!((stage.stops, stage.ended), (stops, true), "{gap}");
    }
}

#[test]
fn contempt_shows_in_draws_alone() {
    for (contempt, black, white) in [
        ("0", "0.00", "0.00"),
        ("100", "1.00", "-1.00"),
        ("-35", "-0.35", "0.35"),
        ("1e6", "1.00", "-1.00"),
    ] {
        let mut stage = stage();
        stage.line(&format!("set contempt {contempt}"));
        for expected in [black, white] {
            stage.line("go");
            stage.done("d3", Some(report(60, 0, Value::Exact(0), "d3")));
            let written = stage.written();
            assert!(
                written.contains(&format!("=== D3/{expected}/0")),
                "{written:?}"
            );
            stage.line("hint 1");
            stage.report(report(4, 0, Value::Estimate(0), "d3"));
            stage.done("d3", None);
            assert!(stage.written().contains(&"search D3 0.00 0 4".to_owned()));
            stage.line("move D3");
        }
    }
}

#[test]
fn a_broken_search_leaves_nobody_waiting() {
    let mut stage = stage();
    for request in ["go", "hint 2", "analyze"] {
        stage.line(request);
        stage.line("ping 5");
        stage.event(Event::Failed(stage.id(), "internal error:\n\noops".into()));
        let written = stage.written();
        let text = "status The search broke: internal error:  oops";
        assert!(written.contains(&text.to_owned()), "{written:?}");
        assert_eq!(written.last().unwrap(), "pong 5");
        assert_eq!(written.contains(&"=== D3".to_owned()), request == "go");
        // The next one works.
        stage.line("go");
        stage.done("c4", None);
        assert_eq!(stage.written()[1..], ["=== C4", "status"]);
    }
}

#[test]
fn quit_waits_in_a_script_and_ends_a_search_later() {
    for (request, gap, stops) in [("go", 99, false), ("go", 100, true), ("hint 1", 0, true)] {
        let mut stage = stage();
        stage.line(request);
        stage.wait(gap);
        stage.line("quit");
        stage.line("learn");
        assert_eq!((stage.stops > 0, stage.ended), (stops, false), "{request}");
        stage.done("d3", None);
        assert!(stage.ended);
        assert!(!stage.output.contains("learned"));
    }
    // An analysis is one request, whichever of its positions is searched.
    let mut stage = stage();
    stage.line("move F5");
    stage.line("analyze");
    stage.wait(250);
    stage.done("d3", Some(report(5, 250, Value::Estimate(0), "d3")));
    stage.line("quit");
    assert_eq!(stage.stops, 1);
}

#[test]
fn a_ping_is_answered_soon() {
    for request in ["go", "hint 1", "hint 4", "hint 64", "analyze"] {
        let mut program = Program::start(&["--move-time", "3600000"]);
        program.write(b"nboard 2\n");
        program.write(format!("{request}\n").as_bytes());
        assert!(program.line().0.starts_with("status "));
        // Into its stride.
        std::thread::sleep(Duration::from_millis(120));
        let sent = Instant::now();
        program.write(b"ping 9\r\n");
        let mut move_told = false;
        let when = loop {
            let (line, when) = program.line();
            move_told |= line.starts_with("=== ");
            if line == "pong 9" {
                break when;
            }
        };
        assert_eq!(move_told, request == "go", "{request}");
        assert!(when - sent < SOON, "{request} took {:?}", when - sent);
        // Nothing that was asked before the ping comes after it.
        program.write(b"learn\n");
        assert_eq!(program.line().0, "learned", "{request}");
    }
}

#[test]
fn quitting_and_leaving_while_it_thinks() {
    for request in ["go", "hint 4", "analyze"] {
        for leave in [true, false] {
            let mut program = Program::start(&["--move-time", "3600000"]);
            program.write(format!("nboard 2\nmove F5\n{request}\n").as_bytes());
            program.line();
            std::thread::sleep(Duration::from_millis(120));
            let sent = Instant::now();
            if leave {
                program.close();
            } else {
                program.write(b"quit\n");
            }
            assert!(program.wait().success());
            assert!(sent.elapsed() < 2 * SOON, "{request}: {:?}", sent.elapsed());
        }
    }
}

#[test]
fn lines_may_end_and_look_as_they_like() {
    let mut host = InProcess::new(&["--depth", "2"]);
    for line in [
        &b"\xef\xbb\xbfNBoard 2\r"[..],
        b"\r",
        b"\xff\xfe",
        b"SET\tGAME (;GM[Othello]TY[8]B[f5]W[pa];)\r",
        b"set Game (;GM[Othello]TY[8]B[f5]W[F6];)\r",
        b"PING 3\r",
    ] {
        host.send(line);
    }
    assert!(host.output.starts_with("status Cannot set the game: "));
    assert!(host.output.ends_with("\npong 3\n"), "{}", host.output);
    assert_eq!(host.session().record().moves().len(), 2);
}

#[test]
fn a_game_that_is_sent_is_the_game() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ggf");
    for name in ["server.ggf", "edax.ggf"] {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        for game in ggf::read_all(&text).unwrap() {
            let mut host = InProcess::new(&[]);
            host.send(b"nboard 2");
            host.send(format!("set game {}", ggf::write(&game)).as_bytes());
            assert_eq!(host.output, "");
            let record = game.record();
            assert_eq!(host.session().record().moves(), record.moves);
            assert_eq!(host.session().record().start(), record.start);
            // The same, move by move.
            let start = ggf::Game {
                moves: Vec::new(),
                ..game.clone()
            };
            host.send(format!("set game {}", ggf::write(&start)).as_bytes());
            for played in &game.moves {
                host.send(format!("move {}", ggf::write_move(played)).as_bytes());
            }
            assert_eq!(host.output, "");
            assert_eq!(host.session().record().moves(), record.moves);
        }
    }
}

/// Everything of a session that a command could change.
fn snapshot(session: &Session) -> String {
    let record = session.record();
    let (variant, options) = (session.variant(), session.options());
    format!(
        "{variant:?} {:?} {:?} {options:?}",
        record.start(),
        record.moves()
    )
}

/// Sends a line and asserts what holds for all lines: what is written consists of lines of the
/// protocol, a refusal changes nothing, and the engine answers a ping afterwards.
fn obeys_the_law(host: &mut InProcess, line: &[u8]) {
    let before = snapshot(host.session());
    host.output.clear();
    host.send(line);
    host.finish();
    let output = std::mem::take(&mut host.output);
    let text = String::from_utf8_lossy(line);
    for line in output.lines() {
        let word = line.split(' ').next().unwrap();
        let known = [
            "status",
            "search",
            "nodestats",
            "===",
            "analysis",
            "pong",
            "learned",
            "set",
        ];
        assert!(known.contains(&word), "{text:?}: {line:?}");
        assert!(!line.contains(char::is_control), "{text:?}: {line:?}");
        if let Some(search) = line.strip_prefix("search ") {
            let parts: Vec<_> = search.split(' ').collect();
            assert_eq!(parts.len(), 4, "{line}");
            assert!(parts[1].parse::<f64>().is_ok(), "{line}");
            assert!(parts[3].starts_with(|c: char| c.is_ascii_digit()), "{line}");
        }
    }
    let refused = [
        "status Illegal",
        "status Cannot",
        "status Expected",
        "status Not a",
    ];
    if refused.iter().any(|start| output.starts_with(start)) {
        assert_eq!(snapshot(host.session()), before, "{text:?}: {output:?}");
        assert_eq!(output.lines().count(), 1, "{text:?}: {output:?}");
    }
    host.send(b"ping 77");
    assert_eq!(std::mem::take(&mut host.output), "pong 77\n", "{text:?}");
}

fn any_line() -> impl Strategy<Value = String> {
    let square = || ("[A-Ia-i]", 0..=9u8).prop_map(|(letter, number)| format!("{letter}{number}"));
    let tag = prop_oneof![
        4 => (prop::sample::select(&["B", "W"][..]), square()).prop_map(|(side, square)| format!("{side}[{square}]")),
        1 => Just(START.to_owned()),
        1 => Just("TI[1/1".to_owned()),
        1 => Just("TI[0:01//0]".to_owned()),
        1 => Just("BO[8 -*O]".to_owned()),
        1 => Just("TY[10]".to_owned()),
        1 => "[A-Z]{2}\\[[ -~]{0,6}\\]",
    ];
    let tags = prop::collection::vec(tag, 0..5).prop_map(|tags| tags.concat());
    let argument = prop::sample::select(
        &[
            "",
            "0",
            "1",
            "4",
            "-1",
            "3.5",
            "1e9",
            "18446744073709551616",
            "PA",
            "--",
            "x",
            "é",
            "/",
            "(",
        ][..],
    );
    let name = prop::sample::select(
        &[
            "nboard",
            "ping",
            "set depth",
            "set contempt",
            "set game",
            "set",
            "hint",
            "go",
            "analyze",
            "learn",
            "move",
            "",
            "book",
        ][..],
    );
    prop_oneof![
        6 => square().prop_map(|square| format!("move {square}")),
        1 => square(),
        2 => Just("move PA".to_owned()),
        2 => Just("go".to_owned()),
        2 => Just("hint 2".to_owned()),
        1 => Just("analyze".to_owned()),
        2 => tags.prop_map(|tags| format!("set game (;GM[Othello]{tags};)")),
        4 => (name, argument, argument_tail()).prop_map(|(name, first, rest)| format!("{name} {first}{rest}")),
    ]
}

fn argument_tail() -> impl Strategy<Value = String> {
    prop_oneof![3 => Just(String::new()), 1 => "[ -~]{0,8}"]
}

const SHALLOW: [&str; 6] = ["--nodes", "60", "--hash", "1", "--move-time", "1"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..60), 0..30)) {
        let mut host = InProcess::new(&SHALLOW);
        host.send(b"nboard 2");
        for line in lines {
            // A line feed cannot be inside a line.
            let line: Vec<u8> = line.into_iter().filter(|&byte| byte != b'\n').collect();
            obeys_the_law(&mut host, &line);
        }
    }

    #[test]
    fn any_commands_are_survived(lines in prop::collection::vec(any_line(), 0..60)) {
        let mut host = InProcess::new(&SHALLOW);
        host.send(b"nboard 2");
        for line in lines {
            obeys_the_law(&mut host, line.as_bytes());
        }
        host.end();
        prop_assert!(host.ended);
    }
}

#[test]
fn very_long_lines() {
    let begin = Instant::now();
    let mut host = InProcess::new(&[]);
    host.send(b"nboard 2");
    let moves = "B[F5]".repeat(100_000);
    for tail in [
        moves,
        "[".repeat(500_000),
        "XX[y]".repeat(100_000),
        "9".repeat(500_000),
    ] {
        host.output.clear();
        host.send(format!("set game (;GM[Othello]{tail}").as_bytes());
        assert!(host.output.starts_with("status Cannot set the game: "));
        assert!(host.output.len() < 300, "{}", host.output.len());
        host.send(format!("move {tail}").as_bytes());
    }
    assert!(begin.elapsed() < PATIENCE);
}
