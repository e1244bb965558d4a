//! The order in which a conversation executes lines. The test plays the engine and sets the time.

use crate::scripted::{ScriptedHost, at, report};
use flipfive::engine::{Event, JobId, Options, Variant};
use flipfive::game::{Move, Side};
use flipfive::protocol::{Action, Context, Detector, Protocol, RunningCommand, Schedule};
use flipfive::search::{Report, Value};
use flipfive::session::{FinishedSearch, SearchMode, SearchOptions, Session, Started};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

fn replies(host: &mut ScriptedHost) -> Vec<String> {
    let replies = crate::host::replies(&std::mem::take(&mut host.output));
    replies.into_iter().map(|lines| lines.join("\n")).collect()
}

fn loss(plies: u32, proven: bool) -> Value {
    Value::LossIn { plies, proven }
}

fn othello() -> ScriptedHost {
    ScriptedHost::new(Variant::Othello, Options::default())
}

#[test]
fn events_of_other_jobs_are_ignored() {
    let mut host = othello();
    host.done(1, "d3");
    host.line("genmove b");
    host.done(7, "d3");
    host.event(Event::Failed(JobId(0), "late".into()));
    host.event(Event::Report(JobId(2), report(3, 1, Value::Exact(0), "d3")));
    assert_eq!(host.output, "");
    host.done(1, "c4");
    assert_eq!(replies(&mut host), ["= C4"]);
    host.done(1, "d3");
    assert_eq!(host.output, "");
    assert_eq!(
        host.conversation.session().record().moves(),
        [(Side::Black, at("c4"))]
    );
}

#[test]
fn a_failed_search_is_an_error_and_the_next_one_works() {
    let mut host = othello();
    host.lines(["3 genmove b", "4 name"]);
    let error = "internal error in the search:\n\noops";
    host.event(Event::Failed(JobId(1), error.into()));
    let expected = ["?3 internal error in the search:\noops", "=4 Flipfive"];
    assert_eq!(replies(&mut host), expected);
    host.line("lz-analyze b 10");
    host.event(Event::Failed(JobId(2), "oops".into()));
    assert_eq!(replies(&mut host), ["="]);
    host.line("genmove b");
    host.done(3, "d3");
    assert_eq!(replies(&mut host), ["= D3"]);
}

#[test]
fn an_implied_pass_is_recorded_only_with_a_move() {
    let gomoku = Variant::from_name("gomoku").unwrap();
    let mut host = ScriptedHost::new(gomoku, Options::default());
    host.line("genmove w");
    host.event(Event::Failed(JobId(1), "oops".into()));
    assert_eq!(replies(&mut host), ["? oops"]);
    host.line("genmove w");
    host.last_done("a1", Some(report(3, 1, loss(2, true), "a1")));
    assert_eq!(replies(&mut host), ["= resign"]);
    assert!(host.conversation.session().record().moves().is_empty());
    host.line("genmove w");
    host.done(3, "a1");
    assert_eq!(host.jobs[2].moves, [(Side::Black, Move::Pass)]);
    let record = host.conversation.session().record();
    assert_eq!(
        record.moves(),
        [(Side::Black, Move::Pass), (Side::White, at("a1"))]
    );
    assert_eq!(record.undoable(), 1);
}

#[test]
fn a_search_that_chooses_an_illegal_move_is_an_error() {
    let mut host = othello();
    host.line("genmove b");
    host.done(1, "a1");
    let replies = replies(&mut host);
    assert!(
        replies[0].starts_with("? the search chose an illegal move: "),
        "{replies:?}"
    );
    assert!(host.conversation.session().record().moves().is_empty());
}

#[test]
fn quit_waits_in_a_script_and_otherwise_stops_the_search() {
    for (gap, stops) in [(99, 0), (100, 1)] {
        let mut host = othello();
        host.line("genmove b");
        host.wait(gap);
        host.lines(["quit", "name"]);
        assert_eq!((host.stops, host.ended), (stops, false));
        host.done(1, "d3");
        assert_eq!(replies(&mut host), ["= D3", "="]);
        assert!(host.ended);
    }
}

#[test]
fn quit_stops_the_searches_that_wait_before_it_too() {
    let mut host = othello();
    host.line("genmove b");
    host.wait(100);
    host.lines(["lz-genmove_analyze w", "quit"]);
    host.done(1, "d3");
    assert_eq!((host.jobs.len(), host.stops), (2, 2));
    host.done(2, "c3");
    assert!(host.ended);

    let mut host = othello();
    host.lines(["nboard 2", "go"]);
    host.wait(100);
    host.lines(["go", "quit"]);
    host.done(1, "d3");
    assert_eq!((host.jobs.len(), host.stops), (2, 2));
}

/// Only what comes within 100 ms of a command belongs to its script, whenever its search begins.
#[test]
fn a_search_that_had_to_wait_has_no_script_gap() {
    for (begin, first, second, leave) in [
        (&["name"][..], "genmove b", "genmove w", "quit"),
        (&["nboard 2"], "go", "go", "quit"),
        (&["START 15"], "TURN 7,7", "TURN 0,0", "END"),
    ] {
        for (gap, ends) in [(500, true), (40, false)] {
            let mut host = othello();
            begin.iter().for_each(|line| host.line(line));
            host.line(first);
            host.wait(300);
            host.line(second);
            host.wait(gap - 20);
            host.done(1, if first == "TURN 7,7" { "h9" } else { "d3" });
            host.wait(20);
            host.line(leave);
            assert_eq!(host.jobs.len(), 2);
            assert_eq!(host.stops > 0 || host.ended, ends, "{leave} after {gap} ms");
        }
    }
}

#[test]
fn the_end_of_the_input_stops_a_search_only_if_nobody_reads_the_output() {
    for (disconnected, stops) in [(false, 0), (true, 1)] {
        let mut host = othello();
        host.lines(["1 genmove b", "2 reg_genmove w"]);
        host.wait(5000);
        host.end();
        if disconnected {
            host.disconnect();
        }
        assert_eq!(host.stops, stops);
        host.done(1, "d3");
        // The next search stops at once, too.
        assert_eq!(host.stops, 2 * stops);
        assert!(!host.ended);
        host.done(2, "c3");
        assert_eq!(replies(&mut host), ["=1 D3", "=2 C3"]);
        assert!(host.ended);
    }
}

#[test]
fn the_end_of_the_input_stops_an_analysis_at_once() {
    let mut host = othello();
    host.lines(["kata-analyze b 10", "genmove b"]);
    assert_eq!(host.stops, 1);
    host.done(1, "d3");
    host.line("lz-analyze w");
    host.end();
    // The genmove is still answered in full.
    assert_eq!(host.stops, 1);
    host.done(2, "d3");
    assert_eq!(host.stops, 2);
    host.done(3, "c3");
    assert_eq!(replies(&mut host), ["=", "= D3", "="]);
    assert!(host.ended);
}

#[test]
fn an_analysis_with_a_limit_goes_on_after_the_end_of_the_input() {
    for limit in ["depth 6", "nodes 1000"] {
        for (disconnected, stops) in [(false, 0), (true, 1)] {
            let mut host = othello();
            host.line(&format!("flipfive-option {limit}"));
            host.line("kata-analyze b");
            host.end();
            if disconnected {
                host.disconnect();
            }
            assert_eq!(host.stops, stops, "{limit}");
            host.last_done("d3", None);
            assert_eq!(replies(&mut host), ["=", "="]);
            assert!(host.ended);
        }
    }
}

#[test]
fn lines_that_waited_for_one_search_stop_the_next_one() {
    let mut host = othello();
    host.lines(["1 genmove b", "2 lz-analyze", "3 name"]);
    assert_eq!(host.stops, 0);
    host.done(1, "d3");
    // The third line stops the analysis, which would not end otherwise.
    assert_eq!(host.stops, 1);
    host.done(2, "c3");
    assert_eq!(replies(&mut host), ["=1 D3", "=2", "=3 Flipfive"]);
    // So does an empty one.
    host.lines(["4 genmove w", "5 lz-analyze", ""]);
    assert_eq!(host.stops, 1);
    host.done(3, "c3");
    assert_eq!(host.stops, 2);
    host.done(4, "c4");
    assert_eq!(replies(&mut host), ["=4 C3", "=5"]);
}

#[test]
fn a_waiting_line_is_scheduled_again_only_if_it_may_end_the_next_search() {
    /// A protocol whose lines are all searches; it counts how often a line is scheduled.
    struct Counting(Arc<AtomicUsize>);
    impl Protocol for Counting {
        fn schedule(&mut self, line: &[u8], _: Instant, _: RunningCommand) -> Schedule {
            self.0.fetch_add(1, Ordering::Relaxed);
            match line {
                b"stop" => Schedule::StopAndQueue,
                _ => Schedule::Queue,
            }
        }

        fn execute(&mut self, _: &[u8], context: &mut Context<'_>) {
            let (session, options) = (&mut *context.session, SearchOptions::default());
            let side = session.record().side();
            let started = session.start_search(SearchMode::Suggest, side, &options, context.now);
            let Ok(Started::Search(job)) = started else {
                panic!("{started:?}")
            };
            context.actions.push(Action::Search(job));
        }

        fn progress(&mut self, _: &Report, _: &mut Context<'_>) {}
        fn finished(&mut self, _: FinishedSearch, _: &mut Context<'_>) {}
        fn failed(&mut self, _: &str, _: &mut Context<'_>) {}
    }
    let count = Arc::new(AtomicUsize::new(0));
    let session = Session::new(Variant::Othello, None, Options::default()).unwrap();
    let mut host = ScriptedHost::with(Box::new(Counting(Arc::clone(&count))), session);
    for _ in 0..200 {
        host.line("search");
    }
    host.line("stop");
    assert_eq!(host.stops, 1);
    for n in 1..=200 {
        host.done(n, "d3");
        // The last line stops each search before it.
        assert_eq!(host.stops as u64, n.min(199) + 1);
    }
    // Each of 200 lines is scheduled on its arrival, and the last one again for 199 searches.
    assert_eq!(count.load(Ordering::Relaxed), 200 + 199);
}

#[test]
fn time_starts_when_a_line_arrives_or_when_the_search_before_it_ends() {
    let mut host = othello();
    host.line("genmove b");
    let received = host.now;
    host.wait(40);
    // A script sends everything at once, so the second clock does not run yet.
    host.line("genmove w");
    host.wait(500);
    let free = host.now;
    host.done(1, "d3");
    assert_eq!(host.jobs[0].request.limits.received, received);
    assert_eq!(host.jobs[1].request.limits.received, free);
    assert_eq!(host.jobs[1].moves, [(Side::Black, at("d3"))]);
    host.wait(100);
    host.done(2, "c3");
    // The time of a line that stops an analysis starts when the line arrives.
    host.line("lz-analyze 10");
    host.wait(50);
    host.line("genmove b");
    let second = host.now;
    host.wait(20);
    host.done(3, "c4");
    assert_eq!(host.jobs[3].request.limits.received, second);
    // A line that has waited for a search, and then stops an analysis, is not charged for that search.
    host.lines(["lz-analyze w 10", "genmove w"]);
    host.wait(500);
    let free = host.now;
    host.done(4, "c4");
    host.wait(20);
    host.done(5, "e3");
    assert!(host.jobs[5].request.limits.received >= free);
}

#[test]
fn the_engine_keeps_its_own_clock() {
    let mut host = othello();
    let left =
        |host: &ScriptedHost, side| host.conversation.session().clock(side).left().as_millis();
    host.lines(["time_settings 60 0 0", "genmove b"]);
    host.wait(2500);
    host.done(1, "d3");
    assert_eq!(left(&host, Side::Black), 57_500);
    assert_eq!(left(&host, Side::White), 60_000);
    // Advice does not use the clock.
    host.line("flipfive-eval");
    host.wait(1000);
    host.done(2, "c3");
    assert_eq!(left(&host, Side::White), 60_000);
    host.line("time_left b 30 0");
    assert_eq!(left(&host, Side::Black), 30_000);
    // Every command that begins a new game restarts both clocks.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    std::fs::write(&file, "(;GM[2];B[dc])").unwrap();
    let loadsgf = format!("loadsgf {}", file.display());
    for line in ["clear_board", "boardsize 8", "set_game Othello", &loadsgf] {
        host.lines(["time_left b 30 0", "time_left w 20 0", line]);
        assert_eq!(left(&host, Side::Black), 60_000, "{line}");
        assert_eq!(left(&host, Side::White), 60_000, "{line}");
    }
}

#[test]
fn the_engine_resigns_only_if_the_next_move_wins() {
    let gomoku = Variant::from_name("gomoku").unwrap();
    for (resign, value, reply) in [
        (true, loss(2, true), "= resign"),
        (true, loss(4, true), "= A1"),
        (true, loss(2, false), "= A1"),
        (true, Value::Estimate(-9999), "= A1"),
        (false, loss(2, true), "= A1"),
    ] {
        let options = Options {
            resign,
            ..Options::default()
        };
        let mut host = ScriptedHost::new(gomoku, options);
        host.line("genmove b");
        host.last_done("a1", Some(report(3, 1, value, "a1")));
        assert_eq!(replies(&mut host), [reply], "{value:?}");
    }
}

#[test]
fn a_move_among_those_that_an_analysis_allows_is_no_reason_to_resign() {
    let gomoku = Variant::from_name("gomoku").unwrap();
    for (keys, reply) in [
        ("", "=\nplay resign"),
        (" allow b A1 1", "=\nplay A1"),
        (" avoid b H8 1", "=\nplay A1"),
    ] {
        let mut host = ScriptedHost::new(gomoku, Options::default());
        host.line(&format!("lz-genmove_analyze b{keys}"));
        host.last_done("a1", Some(report(3, 1, loss(2, true), "a1")));
        assert_eq!(replies(&mut host), [reply], "{keys}");
    }
}

#[test]
fn undo_takes_back_passes_after_the_end_of_the_game_before_moves() {
    let gomoku = Variant::from_name("gomoku").unwrap();
    let mut host = ScriptedHost::new(gomoku, Options::default());
    let moves = |host: &ScriptedHost| host.conversation.session().record().undoable();
    host.line("play_sequence B A1 B B1 B C1 B D1 B E1 W pass");
    host.lines([
        "genmove b",
        "lz-genmove_analyze b",
        "reg_genmove b",
        "play b pass",
    ]);
    // The loser resigns, which is no move.
    host.line("genmove w");
    host.output.clear();
    host.lines(["gg-undo 10", "undo", "gg-undo 3"]);
    assert_eq!(replies(&mut host), ["? cannot undo", "=", "="]);
    assert_eq!(moves(&host), 5);
    host.lines(["play w pass", "gg-undo 2"]);
    assert_eq!(moves(&host), 4);
    host.lines(["play b e1", "play w pass", "clear_board", "undo"]);
    assert_eq!(replies(&mut host).last().unwrap(), "? cannot undo");
}

const OPEN_FOUR: [&str; 7] = [
    "play B H8",
    "play W A1",
    "play B J8",
    "play W A3",
    "play B K8",
    "play W A5",
    "play B G8",
];

/// A game of Gomoku in which the engine has resigned for White.
fn resigned(command: &str) -> ScriptedHost {
    let gomoku = Variant::from_name("gomoku").unwrap();
    let mut host = ScriptedHost::new(gomoku, Options::default());
    host.lines(OPEN_FOUR);
    host.line(command);
    host.output.clear();
    host.last_done("f8", Some(report(3, 1, loss(2, true), "f8")));
    assert!(host.output.contains("resign"), "{}", host.output);
    host.output.clear();
    host
}

const NO_PASS: &str = "? illegal move: a pass is not allowed here";

/// Sabaki records a resignation as a pass, sends it when it analyses, and goes on after it.
#[test]
fn a_host_may_record_a_resignation_as_a_pass() {
    for command in [
        "genmove w",
        "lz-genmove_analyze w 50",
        "kata-genmove_analyze w 50",
    ] {
        let mut host = resigned(command);
        let moves = |host: &ScriptedHost| host.conversation.session().record().undoable();
        host.lines(["play W pass", "play W pass", "play B pass"]);
        let wrong_side = "? illegal move: it is black's turn";
        assert_eq!(replies(&mut host), ["=", wrong_side, NO_PASS], "{command}");
        assert_eq!(moves(&host), 8);
        host.lines(["undo", "flipfive-redo", "undo"]);
        assert_eq!(
            (replies(&mut host).join(""), moves(&host)),
            ("===".into(), 7)
        );
        // The game goes on after the pass, and every move is taken back on its own.
        host.lines(["play W pass", "play B F8", "play W pass", "gg-undo 2"]);
        assert_eq!(replies(&mut host), ["=", "=", "=", "="]);
        assert_eq!(moves(&host), 8);
        host.lines(["undo", "play W F8", "play B pass", "play W pass"]);
        assert_eq!(replies(&mut host), ["=", "=", NO_PASS, wrong_side]);
    }
}

#[test]
fn a_host_that_starts_over_may_still_record_a_resignation_as_a_pass() {
    let mut host = resigned("genmove w");
    host.line("play W pass");
    host.line("play B L3");
    host.line("genmove w");
    host.last_done("f8", Some(report(3, 1, loss(2, true), "f8")));
    host.lines(["boardsize 15", "clear_board"]);
    host.lines(OPEN_FOUR);
    host.output.clear();
    // The second resignation does not hide the first one.
    host.lines(["play W pass", "play B L3", "play W pass"]);
    assert_eq!(replies(&mut host), ["=", "=", "="]);
}

#[test]
fn a_pass_where_the_engine_has_not_resigned_is_refused() {
    for (start, last) in [
        ("clear_board", "play B L8"),
        ("set_game renju", "play B G8"),
        ("boardsize 19", "play B G8"),
    ] {
        let mut host = resigned("genmove w");
        host.line(start);
        host.lines(OPEN_FOUR);
        host.lines(["undo", last]);
        host.output.clear();
        host.line("play W pass");
        assert_eq!(replies(&mut host), [NO_PASS], "{start}");
    }
    // Advice is no resignation.
    let gomoku = Variant::from_name("gomoku").unwrap();
    let mut host = ScriptedHost::new(gomoku, Options::default());
    host.lines(OPEN_FOUR);
    host.line("reg_genmove w");
    host.last_done("f8", Some(report(3, 1, loss(2, true), "f8")));
    host.output.clear();
    host.line("play W pass");
    assert_eq!(replies(&mut host), [NO_PASS]);
}

#[test]
fn the_first_move_or_search_decides_whose_turn_it_is_in_a_position() {
    const SETUP: &str = "gogui-setup B D5 B E4 B C4 B D4 B D3 W E5 W C3";
    let side = |host: &ScriptedHost| host.conversation.session().record().side();
    let mut host = othello();
    // GoGui does not say who is to move if the file does not. The number of discs is odd.
    host.lines([SETUP, "lz-analyze b allow b E6 1"]);
    assert_eq!(host.jobs[0].request.only, [at("e6")]);
    assert_eq!(
        (host.jobs[0].start.to_move, side(&host)),
        (Side::Black, Side::White)
    );
    host.line("genmove b");
    host.done(1, "e6");
    host.done(2, "f6");
    assert_eq!(replies(&mut host), ["=", "=", "= F6"]);
    let record = host.conversation.session().record();
    assert_eq!(record.moves(), [(Side::Black, at("f6"))]);
    assert_eq!(record.start().to_move, Side::Black);
    // After the first move the turn is certain, until it is taken back.
    host.lines(["play b f5", "undo", "play w c5"]);
    assert_eq!(
        replies(&mut host),
        ["? illegal move: it is white's turn", "=", "="]
    );
    // A move that fails decides nothing.
    host.lines([
        "clear_board",
        SETUP,
        "play b a1",
        "gogui-play_sequence b e6 b a1",
    ]);
    assert_eq!(side(&host), Side::White);
    host.output.clear();
    host.lines(["gogui-setup_player w", "genmove b"]);
    host.lines(["clear_board", "play w f5"]);
    let wrong = "wrong color: it is white's turn";
    let expected = [
        "=",
        &format!("? {wrong}"),
        "=",
        "? illegal move: it is black's turn",
    ];
    assert_eq!(replies(&mut host), expected);
}

#[test]
fn boardsize_returns_to_the_game_before_a_loaded_one() {
    let folder = tempfile::tempdir().unwrap();
    let load = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        format!("loadsgf {}", file.display())
    };
    let othello = load("othello.sgf", "(;GM[2]SZ[8];B[dc])");
    let either = load("either.sgf", "(;SZ[8];B[dc])");
    let renju = load("renju.sgf", "(;GM[4]SZ[15]RU[renju];B[hh])");
    let mut host = crate::host::InProcess::new(&["--game", "standard"]);
    let game = |host: &crate::host::InProcess| host.session().variant().name();
    host.ok(&othello);
    host.ok("clear_board");
    assert_eq!(game(&host), "Othello");
    host.ok(&either);
    assert_eq!(game(&host), "Gomoku Standard");
    host.ok(&othello);
    assert!(host.error("boardsize 4").starts_with("unacceptable size"));
    assert_eq!(game(&host), "Othello");
    host.ok("boardsize 15");
    assert_eq!(game(&host), "Gomoku Standard");
    // The size selects the game until a game is selected.
    let mut host = crate::host::InProcess::new(&[]);
    host.ok(&renju);
    host.ok("boardsize 15");
    assert_eq!(game(&host), "Gomoku");
    host.ok(&either);
    assert_eq!(game(&host), "Othello");
    host.ok("set_game renju");
    host.ok(&either);
    host.ok("boardsize 8");
    assert_eq!(game(&host), "Renju");
}

#[test]
fn a_classic_player_comes_back_with_its_game() {
    let mut host = crate::host::InProcess::new(&["--classic", "weights"]);
    let classic = |host: &crate::host::InProcess| host.session().options().classic.clone();
    host.ok("boardsize 15");
    assert_eq!(classic(&host), "");
    host.ok("boardsize 8");
    assert_eq!(classic(&host), "weights");
    host.ok("boardsize 15");
    host.ok("flipfive-level 3");
    host.ok("boardsize 8");
    assert_eq!(classic(&host), "", "a level was selected since then");
}

#[test]
fn the_keys_of_an_analysis_reach_the_search() {
    let mut host = othello();
    host.lines(["flipfive-level 2", "flipfive-option lines 4", "genmove b"]);
    host.done(1, "d3");
    host.line("lz-analyze w avoid w C3 1 avoid b E3 1");
    host.done(2, "e3");
    host.line("kata-analyze maxmoves 2");
    host.done(3, "e3");
    host.line("kata-genmove_analyze w maxmoves 3");
    host.done(4, "e3");
    // Hosts always send it with the moves of a match.
    host.line("kata-genmove_analyze b minmoves 30");
    let requests: Vec<_> = host.jobs.iter().map(|job| &job.request).collect();
    let lines: Vec<_> = requests.iter().map(|request| request.lines).collect();
    assert_eq!(lines, [1, 4, 2, 3, 1]);
    assert_eq!(requests[1].avoid, [at("c3")]);
    assert!(requests[0].avoid.is_empty() && requests[2].avoid.is_empty());
    let full: Vec<_> = requests
        .iter()
        .map(|request| request.strength == flipfive::search::Strength::Full)
        .collect();
    assert_eq!(full, [false, true, true, false, false]);
    assert!(requests[1].limits.time.is_none() && requests[0].limits.time.is_some());
}

#[test]
fn visits_of_an_analysis_never_fall() {
    let mut host = othello();
    host.line("lz-analyze b maxmoves 3");
    let one = report(1, 0, Value::Estimate(0), "d3");
    let mut before = 0;
    for (nodes, of_lines, sum) in [
        (3, [1, 1, 1], 30),
        (100, [60, 30, 10], 100),
        // A worse line took more nodes.
        (101, [20, 70, 10], 101),
        // A small iteration after a large one.
        (104, [2, 1, 1], 104),
        // A win at once takes no node.
        (105, [0, 0, 1], 105),
        (u64::MAX, [u64::MAX, u64::MAX, 0], 2_147_483_647),
    ] {
        host.written();
        let mut report = one.clone();
        report.nodes = nodes;
        report.lines = vec![report.lines[0].clone(); of_lines.len()];
        for (line, nodes) in report.lines.iter_mut().zip(of_lines) {
            line.nodes = nodes;
        }
        host.report(report);
        let text = host.written().join(" ");
        let words: Vec<_> = text.split(' ').collect();
        let pairs = words.windows(2).filter(|pair| pair[0] == "visits");
        let visits: Vec<u64> = pairs.map(|pair| pair[1].parse().unwrap()).collect();
        assert!(visits.iter().all(|&visits| visits >= 10), "{text}");
        assert!(
            visits.is_sorted_by(|better, worse| better >= worse),
            "{text}"
        );
        assert_eq!(
            (visits.len(), visits.iter().sum::<u64>()),
            (3, sum),
            "{text}"
        );
        assert!(sum >= before);
        before = sum;
    }
}

#[test]
fn each_move_of_an_analysis_has_a_prior() {
    for (command, prior) in [("lz-analyze", "3333"), ("kata-analyze", "0.333333")] {
        let mut host = othello();
        host.line(&format!("{command} b"));
        host.written();
        let mut report = report(3, 1, Value::Estimate(0), "d3");
        report.lines = vec![report.lines[0].clone(); 3];
        host.report(report);
        let text = host.written().join(" ");
        let expected = format!(" prior {prior} lcb ");
        assert_eq!(text.matches(&expected).count(), 3, "{text}");
    }
}

/// GoGui's type `dboard` draws numbers above 0 as black squares.
#[test]
fn shades_are_above_zero_where_black_wins() {
    let mut host = othello();
    for (side, mv, shade) in [("b", "d3", "0.500"), ("w", "c3", "-0.500")] {
        host.written();
        host.line("flipfive-shades");
        let mut best = report(4, 1, Value::Estimate(300), mv);
        best.lines[0].score.win_rate = 0.75;
        host.last_done(mv, Some(best));
        let shades = host.written().join(" ");
        let others = shades.split_whitespace().filter(|&word| word == "0.000");
        assert_eq!(others.count(), 63, "{side}: {shades}");
        assert!(
            shades.split_whitespace().any(|word| word == shade),
            "{side}: {shades}"
        );
        host.line(&format!("play {side} {mv}"));
    }
}

#[test]
fn an_analysis_repeats_its_last_line_after_each_interval() {
    let mut host = othello();
    host.line("kata-analyze b interval 50");
    host.expect("=");
    assert_eq!(host.conversation.wake_at(), None);
    for name in ["d3", "c4"] {
        host.report(report(3, 1, Value::Estimate(5), name));
        let line = host.written();
        assert!(line[0].starts_with("info move "), "{line:?}");
        host.wait(499);
        host.wake();
        host.expect("");
        host.wait(1);
        assert_eq!(host.conversation.wake_at(), Some(host.now));
        host.wake();
        assert_eq!(host.written(), line);
    }
    // Also when the position is solved, until the next line. Further visits would find nothing else.
    host.last_done("c4", None);
    for visits in [100_020, 200_020] {
        host.wait(500);
        host.wake();
        let line = host.written();
        let start = format!("info move C4 visits {visits} ");
        assert!(line.len() == 1 && line[0].starts_with(&start), "{line:?}");
    }
    host.line("name");
    host.expect("|= Flipfive|");
    assert_eq!(host.conversation.wake_at(), None);
}

#[test]
fn a_line_is_repeated_only_by_an_analysis_with_an_interval() {
    for (line, ms) in [
        ("lz-analyze 1", Some(100)),
        ("lz-analyze b 20 interval 30", Some(300)),
        ("lz-analyze 12.5", Some(125)),
        ("lz-analyze 50 b", Some(500)),
        // No longer than the longest time of a clock.
        ("lz-analyze 4294967200", Some(42_949_672_000)),
        ("lz-analyze 1e12", Some(4_000_000_000_000)),
        ("lz-analyze b", None),
        ("lz-genmove_analyze b 50", None),
        ("flipfive-eval", None),
    ] {
        let mut host = othello();
        host.line(line);
        host.report(report(3, 1, Value::Estimate(5), "d3"));
        let due = ms.map(|ms| host.now + Duration::from_millis(ms));
        assert_eq!(host.conversation.wake_at(), due, "{line}");
    }
    let mut host = othello();
    host.line("lz-analyze 10");
    host.report(report(3, 1, Value::Estimate(5), "d3"));
    host.event(Event::Failed(JobId(1), "oops".into()));
    assert_eq!(host.conversation.wake_at(), None);
}

#[test]
fn a_picture_that_comes_too_soon_waits_and_a_newer_one_replaces_it() {
    let mut host = othello();
    host.lines(["gogui-version 1.6.0", "genmove b"]);
    let shown = |host: &mut ScriptedHost| {
        let text = std::mem::take(&mut host.graphics);
        let depth = text.split_once(", depth ").map(|(_, rest)| rest);
        let depth = depth.and_then(|rest| rest.split(',').next());
        depth.unwrap_or(&text).to_owned()
    };
    let iteration = |depth| report(depth, 1, Value::Estimate(5), "d3");
    host.report(iteration(1));
    assert_eq!(shown(&mut host), "1");
    assert_eq!(host.conversation.wake_at(), None);
    host.wait(10);
    host.report(iteration(2));
    host.wait(89);
    host.report(iteration(3));
    host.wake();
    assert_eq!(shown(&mut host), "");
    host.wait(1);
    assert_eq!(host.conversation.wake_at(), Some(host.now));
    host.wake();
    assert_eq!(shown(&mut host), "3");
    assert_eq!(host.conversation.wake_at(), None);
    // The end of the search removes the picture, and the held one is never drawn.
    for failed in [false, true] {
        host.report(iteration(4));
        assert!(host.conversation.wake_at().is_some());
        if failed {
            host.event(Event::Failed(host.last_id(), "oops".into()));
        } else {
            host.last_done("d3", Some(iteration(4)));
        }
        assert_eq!(shown(&mut host), "gogui-gfx: CLEAR\n");
        assert_eq!(host.conversation.wake_at(), None);
        host.line("reg_genmove w");
        host.wait(100);
        host.wake();
        assert_eq!(shown(&mut host), "");
        host.report(iteration(5));
        assert_eq!(shown(&mut host), "5");
    }
}

#[test]
fn an_analysis_repeats_its_line_and_draws_pictures_each_at_its_time() {
    let mut host = othello();
    host.lines(["gogui-version 1.6.0", "lz-analyze b 15"]);
    host.report(report(1, 1, Value::Estimate(5), "d3"));
    host.wait(20);
    host.report(report(2, 1, Value::Estimate(5), "d3"));
    host.written();
    host.graphics.clear();
    for (ms, picture, lines) in [(80, true, 0), (70, false, 1)] {
        host.wait(ms);
        assert_eq!(host.conversation.wake_at(), Some(host.now));
        host.wake();
        assert_eq!(!host.graphics.is_empty(), picture);
        assert_eq!(host.written().len(), lines);
        host.graphics.clear();
    }
}

#[test]
fn a_move_of_the_book_has_no_picture() {
    let mut host = othello();
    host.lines(["gogui-version 1.6.0", "genmove b"]);
    let mut found = report(21, 0, Value::Estimate(5), "d3");
    found.nodes = 0;
    host.report(found.clone());
    host.last_done("d3", Some(found));
    assert_eq!((host.graphics.as_str(), host.stops), ("", 0));
}

fn gomocup() -> ScriptedHost {
    let mut host = ScriptedHost::new(Variant::Othello, Options::default());
    host.line("START 15");
    assert_eq!(std::mem::take(&mut host.output), "OK\n");
    host
}

#[test]
fn gomocup_end_acts_at_once_during_a_search_but_not_in_a_script() {
    let mut host = gomocup();
    host.line("TURN 7,7");
    host.wait(99);
    host.line("END");
    assert!(!host.ended);
    host.done(1, "a1");
    assert_eq!(host.output, "0,14\n");
    assert!(host.ended);

    let mut host = gomocup();
    host.line("TURN 7,7");
    host.wait(100);
    host.line("END");
    assert!(host.ended);
    assert_eq!(host.output, "");
}

#[test]
fn a_new_gomocup_game_abandons_the_search() {
    let mut host = gomocup();
    host.line("TURN 7,7");
    host.wait(500);
    host.line("START 20");
    assert_eq!((host.stops, host.output.as_str()), (1, "OK\n"));
    // The result of the abandoned search.
    host.done(1, "a1");
    assert_eq!(host.output, "OK\n");
    assert!(host.conversation.session().record().moves().is_empty());
    host.line("BEGIN");
    host.done(2, "c3");
    assert_eq!(host.output, "OK\n2,17\n");
}

#[test]
fn a_new_gomocup_game_with_an_error_abandons_nothing() {
    let wrong = "START|START 30|START 4|START 15 20|RECTSTART 15|RECTSTART 20,15|RESTART now";
    for line in wrong.split('|') {
        let mut host = gomocup();
        host.line("TURN 7,7");
        host.wait(500);
        host.line(line);
        assert_eq!(host.stops, 0, "{line}");
        host.done(1, "a1");
        let written = host.written();
        assert_eq!(written[0], "0,14", "{line}");
        assert!(written[1].starts_with("ERROR "), "{line}: {}", written[1]);
    }
    for line in ["START 20,20", "RECTSTART 20 20", "RESTART"] {
        let mut host = gomocup();
        host.line("TURN 7,7");
        host.wait(500);
        host.line(line);
        assert_eq!((host.stops, host.output.as_str()), (1, "OK\n"), "{line}");
    }
}

#[test]
fn a_rule_that_waits_decides_whether_a_new_game_abandons_the_search() {
    for (rules, stops) in [("2", 0), ("2|0", 1), ("0|2", 0), ("x", 1)] {
        for line in ["START 15", "RESTART"] {
            let mut host = gomocup();
            host.line("TURN 7,7");
            host.wait(500);
            for rule in rules.split('|') {
                host.line(&format!("INFO rule {rule}"));
            }
            host.line(line);
            assert_eq!(host.stops, stops, "{rules} {line}");
        }
    }
    let mut host = gomocup();
    host.line("TURN 7,7");
    host.wait(500);
    host.lines(["INFO rule 3", "START 15"]);
    host.done(1, "a1");
    let written = host.written();
    assert_eq!(written[0], "0,14");
    assert!(written[1].starts_with("ERROR rule 3 "), "{}", written[1]);
    // The answer before a new opening of Yixin-Board.
    for (rule, stops) in [(2, 1), (3, 0)] {
        let mut host = gomocup();
        host.lines(["INFO show_detail 0", "TURN 7,7"]);
        host.wait(500);
        host.lines([&format!("INFO rule {rule}"), "yxswap2step1"]);
        assert_eq!(host.stops, stops, "{rule}");
    }
}

#[test]
fn yixin_board_gets_the_answer_before_a_new_game() {
    let mut host = gomocup();
    host.lines(["INFO show_detail 0", "TURN 7,7"]);
    host.wait(500);
    // It drops this answer. Without one, it would drop that of the next search.
    host.line("START 15 15");
    assert_eq!((host.stops, host.output.as_str()), (1, ""));
    host.done(1, "h9");
    assert_eq!(host.output, "6,7\nOK\n");
    assert!(host.conversation.session().record().moves().is_empty());
}

/// A line of the host may have a megabyte; many hosts have short buffers.
#[test]
fn no_error_repeats_a_long_line() {
    let long = "x".repeat(900_000);
    let mut host = gomocup();
    host.lines(["BOARD", &long, "DONE", &long, &format!("INFO {long} y")]);
    host.lines([&format!("INFO rule {long}"), "YXDRAW"]);
    let written = host.written();
    for (line, (begin, end)) in written.iter().zip([
        (
            "ERROR line 1 of BOARD: \"xxx",
            "who 1 (own), 2 (opponent) or 3 (neither)",
        ),
        ("UNKNOWN command xxx", "xxx"),
        (
            "MESSAGE INFO rule \"xxx",
            "xxx\" was ignored, expected a whole number",
        ),
    ]) {
        assert!(line.starts_with(begin) && line.ends_with(end), "{line}");
        assert!((450..530).contains(&line.len()), "{}", line.len());
    }
    assert_eq!(written.last().unwrap(), "MESSAGE draw declined");
    let mut host = othello();
    host.line(&format!("flipfive-classic {long}"));
    let reply = replies(&mut host).remove(0);
    assert!(reply.starts_with("? invalid value \"xxx"), "{reply}");
    assert!(reply.ends_with("expected a name"), "{reply}");
    assert!((450..530).contains(&reply.len()), "{}", reply.len());
}

/// Its new games with swap2 or Soosõrv begin without a START. It drops the answer of the search before.
#[test]
fn a_new_opening_of_yixin_board_stops_the_search() {
    for (line, gap, stops) in [
        ("yxswap2step1", 500, 1),
        ("yxsoosorvstep1", 500, 1),
        ("yxswap2step1", 99, 0),
        ("yxswap2step1 now", 500, 0),
        ("yxswap2step2", 500, 0),
    ] {
        let mut host = gomocup();
        host.lines(["INFO show_detail 0", "TURN 7,7"]);
        host.wait(gap);
        host.line(line);
        assert_eq!((host.stops, host.jobs.len()), (stops, 1), "{line}");
        host.done(1, "h9");
        assert_eq!(host.written()[0], "6,7", "{line}");
    }
    // Other managers get no answer that they do not expect.
    let mut host = gomocup();
    host.line("TURN 7,7");
    host.wait(500);
    host.line("yxswap2step1");
    assert_eq!(host.stops, 0);
}

#[test]
fn the_time_left_may_come_before_a_new_game() {
    let hard = |host: &ScriptedHost| host.jobs.last().unwrap().request.limits.time.unwrap().hard;
    let mut host = gomocup();
    host.lines(["INFO timeout_match 20000", "INFO timeout_turn 1500"]);
    host.lines(["INFO time_left 100", "START 15", "BOARD", "7,7,2", "DONE"]);
    assert!(hard(&host) < Duration::from_millis(100));
    host.done(1, "a1");
    // A time left that belongs to a game which is over does not hold for the next one.
    host.lines([
        "BOARD", "0,0,2", "9,0,1", "1,0,2", "9,1,1", "2,0,2", "9,2,1", "3,0,2", "9,4,1", "DONE",
    ]);
    host.done(2, "g3");
    host.lines(["INFO time_left 100", "TURN 4,0", "RESTART", "BEGIN"]);
    assert_eq!(host.jobs.len(), 3);
    assert!(hard(&host) > Duration::from_millis(100));
}

/// Yixin-Board sends neither START nor a time left before these commands.
#[test]
fn the_openings_of_yixin_board_begin_with_full_clocks() {
    let hard = |host: &ScriptedHost| host.jobs.last().unwrap().request.limits.time.unwrap().hard;
    for line in ["yxswap2step1", "yxsoosorvstep1"] {
        let mut host = gomocup();
        host.lines(["INFO show_detail 0", "INFO timeout_match 20000"]);
        host.lines(["INFO time_left 100", "TURN 7,7"]);
        assert!(hard(&host) < Duration::from_millis(100));
        host.last_done("h9", None);
        host.line(line);
        assert!(hard(&host) > Duration::from_millis(100), "{line}");
    }
}

#[test]
fn openings_vary_in_the_first_stones_only_and_not_with_a_limit() {
    let variant = Variant::from_name("renju").unwrap();
    let options = Options {
        seed: 7,
        ..Options::default()
    };
    let mut session = Session::new(variant, None, options).unwrap();
    session.vary_openings(1);
    let mut host = ScriptedHost::with(Box::new(Detector::new(None, true)), session);
    host.lines(["START 15", "INFO show_detail 0"]);
    let begin = ["SWAP2BOARD|done", "yxswap2step1", "yxsoosorvstep1"];
    let seeds = |host: &mut ScriptedHost| {
        begin.map(|lines| {
            lines.split('|').for_each(|line| host.line(line));
            let job = host.jobs.last().unwrap();
            let (seed, stones) = (job.request.seed, job.moves.len() as u64);
            host.last_done("h8", None);
            seed.wrapping_sub(stones)
        })
    };
    let all = [seeds(&mut host), seeds(&mut host)].concat();
    let different: std::collections::BTreeSet<_> = all.iter().chain([&7]).collect();
    assert_eq!(different.len(), 7);
    host.lines(["START 15 15", "BEGIN"]);
    assert_eq!(host.jobs.last().unwrap().request.seed, 7);
    host.last_done("h8", None);
    // Yixin-Board sends such bounds for no limit.
    host.lines(["INFO max_depth 225", "INFO max_node 1000000000"]);
    assert!(seeds(&mut host).iter().all(|seed| *seed != 7));
    host.line("INFO max_node 1000");
    assert_eq!(seeds(&mut host), [7; 3]);
    host.lines(["INFO max_node -1", "INFO max_depth 12"]);
    assert_eq!(seeds(&mut host), [7; 3]);
}

#[test]
fn a_command_with_two_searches_has_one_time_and_one_stop() {
    let mut host = gomocup();
    host.lines([
        "INFO show_detail 0",
        "INFO rule 2",
        "INFO timeout_turn 3000",
    ]);
    host.lines(["START 15 15", "yxsoosorvstep3", "7,7", "6,7", "5,7", "done"]);
    host.output.clear();
    host.line("yxstop");
    assert_eq!((host.jobs.len(), host.stops), (1, 1));
    host.last_done("g8", Some(report(3, 1, Value::Estimate(10), "g8")));
    assert_eq!((host.jobs.len(), host.stops), (2, 2));
    host.last_done("g9", Some(report(3, 1, Value::Estimate(10), "g9")));
    assert!(
        host.output.ends_with("MESSAGE SOOSORV MOVE4 7 6 1\n"),
        "{}",
        host.output
    );
    let times = host
        .jobs
        .iter()
        .map(|job| job.request.limits.time.unwrap().hard);
    assert!(times.sum::<Duration>() <= Duration::from_secs(3));
    // The next command is not stopped.
    host.lines(["START 15 15", "BEGIN"]);
    assert_eq!((host.jobs.len(), host.stops), (3, 2));
}

/// A Gomocup conversation in the first search of YXSOOSORVSTEP3, which takes a second one.
fn two_searches() -> ScriptedHost {
    let mut host = gomocup();
    host.lines(["INFO timeout_turn 3000", "START 15", "yxsoosorvstep3"]);
    host.lines(["7,7", "6,7", "5,7", "done"]);
    host.output.clear();
    host
}

#[test]
fn lines_in_the_second_search_of_a_command_are_none_of_a_script() {
    for line in ["END", "ABOUT", "START 20"] {
        let mut host = two_searches();
        host.wait(1500);
        host.last_done("g9", None);
        host.wait(40);
        host.line(line);
        assert_eq!(host.jobs.len(), 2);
        let at_once = host.ended || !host.written().is_empty();
        assert!(at_once, "{line}");
    }
}

#[test]
fn a_new_limit_of_a_move_holds_for_all_searches_of_a_command() {
    let mut host = two_searches();
    let began = host.now;
    let after = |ms| Some(began + Duration::from_millis(ms));
    host.wait(400);
    host.line("INFO timeout_turn 2000");
    host.wait(1100);
    host.last_done("g9", None);
    assert_eq!(
        (host.jobs.len(), host.stop_at, host.stops),
        (2, after(2000), 0)
    );
    // The time began with the command.
    host.wait(200);
    host.line("INFO timeout_turn 1900");
    assert_eq!((host.stop_at, host.stops), (after(1900), 0));
    host.line("INFO timeout_turn 1700");
    assert_eq!(host.stops, 1);

    // The limit ends the first search, and so the second one.
    let mut host = two_searches();
    host.wait(400);
    host.line("INFO timeout_turn 1000");
    host.wait(600);
    host.last_done("g9", None);
    assert_eq!((host.jobs.len(), host.stops), (2, 1));

    // A stop stays a stop.
    let mut host = two_searches();
    host.wait(400);
    host.lines(["yxstop", "INFO timeout_turn 2000"]);
    host.last_done("g9", None);
    assert_eq!((host.jobs.len(), host.stops), (2, 2));
}

#[test]
fn about_between_two_searches_undoes_no_stop() {
    let mut host = gomocup();
    host.lines([
        "INFO show_detail 0",
        "yxsoosorvstep3",
        "7,7",
        "6,7",
        "5,7",
        "done",
    ]);
    host.wait(500);
    host.lines(["yxstop", "ABOUT"]);
    assert_eq!(host.stops, 1);
    host.last_done("g8", Some(report(3, 1, Value::Estimate(10), "g8")));
    assert_eq!((host.jobs.len(), host.stops), (2, 2));
}

#[test]
fn openings_begin_again_after_a_rule_that_forbids_the_game() {
    // Black has a double three, which Renju forbids.
    let stones = "7,5,1|0,0,2|7,6,1|0,2,2|5,7,1|0,4,2|6,7,1|0,6,2|7,7,1|0,8,2";
    let opening = "7,7|6,7|5,7|done";
    for command in [
        "yxsoosorvstep1".to_owned(),
        "yxswap2step1".to_owned(),
        format!("yxsoosorvstep2|{opening}"),
        format!("yxsoosorvstep3|{opening}"),
        format!("yxsoosorvstep4 1|8,8|{opening}"),
        format!("yxsoosorvstep5 1|8,8|{opening}"),
        format!("yxsoosorvstep6|8,8|9,9|{opening}"),
        "SWAP2BOARD|DONE".to_owned(),
    ] {
        let mut host = gomocup();
        host.lines(["INFO rule 0", "yxboard"]);
        stones
            .split('|')
            .chain(["done"])
            .for_each(|line| host.line(line));
        host.lines(["INFO rule 4", "yxswap2step2"]);
        host.expect(
            "ERROR the current game is illegal under rule renju: illegal move: the game is over",
        );
        command.split('|').for_each(|line| host.line(line));
        assert_eq!(
            (host.jobs.len(), host.output.as_str()),
            (1, ""),
            "{command}"
        );
        assert_eq!(host.jobs[0].variant, Variant::from_name("renju").unwrap());
    }
}

#[test]
fn a_limit_for_a_move_that_has_passed_stops_the_search() {
    for (ms, stops) in [(300, 1), (500, 1), (501, 0), (0, 1)] {
        let mut host = gomocup();
        host.lines(["INFO timeout_turn 4000", "TURN 7,7"]);
        host.wait(500);
        host.line(&format!("INFO timeout_turn {ms}"));
        assert_eq!(host.stops, stops, "{ms}");
        host.done(1, "a1");
        host.line("TURN 0,0");
        let hard = host.jobs[1].request.limits.time.unwrap().hard;
        assert!(hard <= Duration::from_millis(ms), "{ms}: {hard:?}");
    }
}

#[test]
fn a_limit_for_a_move_that_has_not_passed_stops_the_search_later() {
    let mut host = gomocup();
    host.lines(["INFO timeout_turn 4000", "TURN 7,7"]);
    let began = host.now;
    let after = |ms| Some(began + Duration::from_millis(ms));
    // A script sends the limit of its next move.
    host.wait(99);
    host.line("INFO timeout_turn 700");
    assert_eq!(host.stop_at, None);
    host.wait(401);
    host.lines(["INFO timeout_turn 900", "INFO time_left 100"]);
    assert_eq!(host.stop_at, after(900));
    host.line("INFO timeout_turn 1500");
    assert_eq!((host.stop_at, host.stops), (after(1500), 0));
    host.done(1, "a1");
    host.line("TURN 0,0");
    assert_eq!(host.stop_at, None);
}

#[test]
fn the_limit_that_means_none_stops_no_search_of_yixin_board() {
    // The setting is sent again whenever its user confirms the settings.
    let settings = [
        "INFO timeout_match 100000000",
        "INFO time_left 100000000",
        "INFO timeout_turn 2000000",
    ];
    let mut host = gomocup();
    host.line("INFO show_detail 1");
    host.lines(settings);
    host.lines(["START 15 15", "TURN 7,7"]);
    for wait in [1000, 3_000_000] {
        host.wait(wait);
        host.lines(settings);
        assert_eq!((host.stop_at, host.stops), (None, 0));
    }
}

#[test]
fn yixin_board_blocks_paths_off_the_board_and_asks_for_any_number_of_moves() {
    let mut host = gomocup();
    host.lines([
        "yxblockpath",
        "7,7",
        "21,3",
        "done",
        "yxblockpathundo",
        "15,0",
        "done",
    ]);
    host.lines(["yxblock", "7,6", "done", "BEGIN"]);
    let request = &host.jobs.last().unwrap().request;
    assert!(request.only.is_empty());
    assert_eq!(request.avoid, [at("h9")]);
    host.last_done("h8", None);
    host.written();
    host.lines(["yxblockpath", "15,7", "3,3", "done"]);
    host.expect("ERROR 15,7 is not on the board, expected 0,0 to 14,14");
    for (count, lines) in [("0", 1), ("-5", 1), ("3", 3), ("100", 64)] {
        host.lines(["START 15", &format!("yxnbest {count}")]);
        assert_eq!(host.jobs.last().unwrap().request.lines, lines, "{count}");
        host.last_done("h8", None);
    }
}

/// Low levels give no values, so that each opening would look even.
#[test]
fn colours_are_chosen_at_full_strength() {
    let three = ["7,7", "7,8", "9,9", "done"];
    let full = |lines: &[&str]| {
        let options = Options {
            level: 2,
            ..Options::default()
        };
        let mut host = ScriptedHost::new(Variant::Othello, options);
        host.lines(["START 15", "INFO show_detail 0"]);
        lines.iter().for_each(|line| host.line(line));
        host.jobs[0].request.strength == flipfive::search::Strength::Full
    };
    for command in [
        "SWAP2BOARD",
        "SWAPBOARD",
        "yxsoosorvstep2",
        "yxsoosorvstep3",
    ] {
        assert!(full(&[&[command][..], &three].concat()), "{command}");
    }
    let stones = ["yxboard", "7,7,2", "7,8,1", "9,9,2", "done"];
    assert!(full(&[&stones[..], &["yxswap2step2"]].concat()));
    let stones = [
        "yxboard", "7,7,2", "7,8,1", "9,9,2", "8,8,1", "6,8,2", "done",
    ];
    assert!(full(&[&stones[..], &["yxswap2step3"]].concat()));
    assert!(!full(&["TURN 7,7"]));
}

/// In a free position the search does not prove that a move loses, since it omits the far cells.
#[test]
fn claimed_losses_are_no_defences() {
    let mut host = gomocup();
    host.lines(["INFO show_detail 0", "yxsearchdefend"]);
    let mut found = report(4, 5, Value::Estimate(-40), "h9");
    for (value, name) in [(loss(8, false), "h7"), (loss(6, true), "g7")] {
        found.lines.extend(report(4, 5, value, name).lines);
    }
    host.last_done("h9", Some(found));
    let written = host.written();
    let expected = [
        "MESSAGE REALTIME LOSE 8,7",
        "MESSAGE REALTIME LOSE 8,6",
        "MESSAGE defences: h9",
    ];
    assert_eq!(written[1..], expected);
}

/// Yixin-Board 3.0 waits for a point after `yxsearchdefend` and puts it on the board.
#[test]
fn yixin_board_3_gets_a_move_after_the_search_for_defences() {
    for (detail, answer) in [(1, None), (2, Some("6,7")), (3, Some("6,7"))] {
        for found in [None, Some(report(4, 5, Value::Estimate(-40), "h9"))] {
            let mut host = gomocup();
            host.line(&format!("INFO show_detail {detail}"));
            host.line("yxsearchdefend");
            host.last_done("h9", found);
            let written = host.written();
            let is_point = |line: &&String| line.starts_with(|c: char| c.is_ascii_digit());
            let points: Vec<_> = written.iter().filter(is_point).collect();
            assert_eq!(points, Vec::from_iter(answer), "{detail}");
            assert_eq!(
                written
                    .last()
                    .map(String::as_str)
                    .filter(|_| answer.is_some()),
                answer
            );
            let moves = host.conversation.session().record().moves();
            assert_eq!(moves.len(), answer.iter().len(), "{detail}");
        }
    }
}

/// Yixin-Board 3.0 takes each line with a point for a whole answer.
#[test]
fn yixin_board_3_reads_two_balanced_points_on_one_line() {
    for (detail, answer) in [
        (0, "6,7|8,7"),
        (1, "6,7|8,7"),
        (2, "6,7 8,7"),
        (3, "6,7 8,7"),
    ] {
        let mut host = gomocup();
        host.line(&format!("INFO show_detail {detail}"));
        host.line("yxbalancetwo 0");
        host.output.clear();
        let mut found = report(2, 5, Value::Estimate(0), "h9");
        found.lines[0].moves.push(at("h7"));
        host.last_done("h9", Some(found));
        let mut written = host.written();
        written.retain(|line| !line.starts_with("MESSAGE ") && !line.starts_with("INFO "));
        assert_eq!(written.join("|"), answer, "{detail}");
        let moves = host.conversation.session().record().moves();
        assert_eq!(moves, [(Side::Black, at("h9")), (Side::White, at("h7"))]);
    }
}

/// A game of Gomocup in which the engine ponders after its move.
fn pondering() -> ScriptedHost {
    let mut host = gomocup();
    host.lines(["INFO pondering 1", "TURN 7,7"]);
    host.done(1, "h9");
    assert!(host.conversation.session().is_pondering());
    (host.stops, host.output) = (0, String::new());
    host
}

#[test]
fn lines_that_change_nothing_do_not_disturb_pondering() {
    let mut host = pondering();
    host.lines([
        "INFO evaluate 3,4",
        "",
        "yxshowforbid",
        "yxprintfeature",
        "ABOUT",
    ]);
    host.lines(["yxquerydatabaseall", "7,7", "7,6", "done", "nonsense"]);
    assert_eq!((host.jobs.len(), host.stops), (2, 0));
    let written = host.written();
    assert_eq!((written.len(), written[0].as_str()), (6, "FORBID ."));
}

#[test]
fn the_lines_of_a_text_do_not_end_pondering() {
    for lines in [
        "yxedittextdatabase \"a|stop|yxhashclear\"done",
        "yxsetdatabase|stop",
    ] {
        let mut host = pondering();
        lines.split('|').for_each(|line| host.line(line));
        assert_eq!((host.jobs.len(), host.stops), (2, 0), "{lines}");
        assert!(host.conversation.session().is_pondering(), "{lines}");
        host.expect("MESSAGE there is no database");
    }
}

#[test]
fn nothing_is_pondered_between_the_lines_of_a_board() {
    let mut host = pondering();
    host.lines(["BOARD", "7,7,2", "7,6,1"]);
    assert_eq!((host.jobs.len(), host.stops), (2, 1));
    assert!(!host.conversation.session().is_pondering());
}

#[test]
fn pondering_goes_on_in_the_same_position() {
    let mut host = pondering();
    host.line("INFO time_left 5000");
    assert_eq!((host.jobs.len(), host.stops), (3, 1));
    // Yixin-Board sets up the position again after each move.
    host.lines(["start 15", "yxboard", "7,7,1", "7,6,2"]);
    assert!(!host.conversation.session().is_pondering());
    host.lines(["done", "yxshowforbid"]);
    assert_eq!((host.jobs.len(), host.stops), (4, 2));
    assert!(host.conversation.session().is_pondering());
    // Pondering that has ended by itself does not begin again.
    host.done(4, "a1");
    host.line("yxshowforbid");
    assert_eq!(host.jobs.len(), 4);
}

#[test]
fn stops_moves_and_searches_end_pondering() {
    for line in "STOP|yxstop|yxhashclear|PLAY 0,0|TAKEBACK 7,6|START 15|INFO pondering 0".split('|')
    {
        let mut host = pondering();
        host.lines([line, "yxshowforbid", "INFO time_left 5000"]);
        assert_eq!((host.jobs.len(), host.stops), (2, 1), "{line}");
    }
    let mut host = pondering();
    host.lines(["yxsearchdefend"]);
    host.done(3, "a1");
    assert_eq!((host.jobs.len(), host.stops), (3, 1));
}

#[test]
fn two_gomocup_commands_stop_a_search_and_change_no_limit() {
    for word in ["STOP", "yxstop"] {
        let mut host = gomocup();
        host.line(word);
        assert_eq!(host.stops, 0, "{word}");
        host.lines(["INFO timeout_turn 60000", "BEGIN"]);
        host.line(word);
        assert_eq!((host.stops, host.output.as_str()), (1, ""), "{word}");
        host.done(1, "h8");
        assert_eq!(host.output, "7,7\n", "{word}");
        // The command stopped the search and did not limit the next one.
        host.line("TURN 0,0");
        let time = host.jobs[1].request.limits.time.unwrap();
        assert!(time.hard > Duration::from_secs(59), "{word}");
    }
}

#[test]
fn gomocup_infos_during_a_search_apply_to_the_next_move() {
    let mut host = gomocup();
    host.lines(["BEGIN", "INFO max_node 77", "INFO rule 1"]);
    assert_eq!(host.output, "");
    host.done(1, "h8");
    let variant = host.conversation.session().variant();
    assert_eq!(variant, Variant::from_name("standard").unwrap());
    host.line("TURN 0,0");
    assert_eq!(host.jobs[1].request.limits.nodes, Some(77));
    assert_eq!(host.jobs[1].variant, variant);
}

/// The comments and file names of Yixin-Board may be any text.
#[test]
fn texts_and_file_names_are_no_commands_during_a_search() {
    let nothing = "MESSAGE there is no database";
    for word in [
        "end",
        "stop",
        "yxstop",
        "start 15",
        "about",
        "info timeout_turn 0",
    ] {
        for (lines, answers) in [
            (format!("yxedittextdatabase \"a\n{word}\nb\"\n7,7\ndone"), 1),
            // A text may begin with its quotation mark, and hold marks behind backslashes and empty lines.
            (
                format!("yxedittextdatabase \"\n\\\"\n\n{word}\n\"7,7\ndone"),
                1,
            ),
            // What follows a text on its line may begin the next text.
            (
                format!("yxedittextdatabase \"a\nb\"yxedittextdatabase \"c\n{word}\nd\"done"),
                1,
            ),
            (format!("yxsetdatabase\n\n{word}\nyxdbsplit\n{word}"), 2),
        ] {
            let mut host = gomocup();
            host.line("info show_detail 1");
            host.lines(["yxshowinfo", "TURN 7,7"]);
            host.output.clear();
            host.wait(400);
            for line in lines.lines() {
                host.line(line);
            }
            assert_eq!((host.stops, host.ended), (0, false), "{lines}");
            assert_eq!(host.stop_at, None, "{lines}");
            host.expect("");
            host.done(1, "h9");
            let written = host.written();
            assert_eq!(written[0], "6,7", "{lines}");
            let incomplete =
                "ERROR YXEDITTEXTDATABASE is incomplete, expected DONE before YXEDITTEXTDATABASE";
            let counted = written.iter().filter(|line| *line == nothing).count();
            assert_eq!(counted, answers, "{lines}: {written:?}");
            assert!(
                written[1..]
                    .iter()
                    .all(|line| line == nothing || line == incomplete),
                "{lines}: {written:?}"
            );
            // The text has ended, so the same word is a command again.
            host.line("TURN 0,0");
            host.wait(400);
            host.line("end");
            assert!(host.ended, "{lines}");
        }
    }
}

/// A text that begins during a search may end after it, and one that begins before a search is over by then.
#[test]
fn a_text_goes_on_after_a_search_and_does_not_last_to_the_next_one() {
    let mut host = gomocup();
    host.line("TURN 7,7");
    host.wait(400);
    host.lines(["yxedittextdatabase \"a", "stop"]);
    host.done(1, "h9");
    host.lines(["end", "b\"7,7", "done", "TURN 0,0"]);
    host.wait(400);
    assert_eq!((host.jobs.len(), host.stops, host.ended), (2, 0, false));
    host.line("stop");
    assert_eq!(host.stops, 1);
    host.done(2, "h7");
    // A search that waits behind a text in the queue does not look at the text, but at the commands after it.
    host.line("TURN 1,1");
    host.wait(400);
    host.lines(["TURN 2,2", "yxsetdatabase", "end"]);
    host.done(3, "h6");
    assert_eq!((host.jobs.len(), host.stops, host.ended), (4, 1, false));
    host.wait(400);
    host.line("end");
    assert!(host.ended);
}

#[test]
fn a_failed_gomocup_search_is_an_error_of_one_line() {
    let mut host = gomocup();
    host.line("TURN 7,7");
    host.event(Event::Failed(JobId(1), "first\nsecond".into()));
    assert_eq!(host.output, "ERROR first second\n");
    host.line("TAKEBACK 7,7");
    assert_eq!(host.output, "ERROR first second\nOK\n");
}

#[test]
fn gomocup_plays_on_in_a_lost_position() {
    let mut host = gomocup();
    host.line("TURN 7,7");
    host.last_done("a1", Some(report(3, 1, loss(2, true), "a1")));
    assert_eq!(host.written().last().unwrap(), "0,14");
}

#[test]
fn options_reach_the_search() {
    let options = Options {
        threads: 3,
        hash: 5,
        nodes: 70,
        depth: 6,
        ..Options::default()
    };
    let mut host = ScriptedHost::new(Variant::Othello, options);
    host.line("genmove b");
    let request = &host.jobs[0].request;
    assert_eq!((request.threads, request.hash_mb), (3, 5));
    let limits = &request.limits;
    assert_eq!((limits.nodes, limits.depth), (Some(70), Some(6)));
}

#[test]
fn the_table_is_cleared_on_request() {
    for (mut host, line) in [(othello(), "clear_cache"), (gomocup(), "yxhashclear")] {
        host.line(line);
        assert_eq!(host.clears, 1, "{line}");
    }
}

#[test]
fn pondering_is_silent() {
    let mut host = pondering();
    host.report(report(5, 900, Value::Estimate(3), "a1"));
    host.expect("");
}

#[test]
fn pondering_has_no_limit_and_is_for_full_strength() {
    let host = pondering();
    let request = &host.jobs[1].request;
    assert_eq!((request.limits.time, request.lines), (None, 1));
    for (level, line, goes_on) in [
        (8, "name", true),
        (8, "clear_cache", false),
        (8, "# interrupt", false),
        (3, "name", false),
    ] {
        let options = Options {
            ponder: true,
            level,
            ..Options::default()
        };
        let mut host = ScriptedHost::new(Variant::Othello, options);
        host.line("genmove b");
        host.done(1, "d3");
        let ponders = |host: &ScriptedHost| host.conversation.session().is_pondering();
        assert_eq!(ponders(&host), level == 8);
        host.lines([line, "name"]);
        assert_eq!(ponders(&host), goes_on, "{level} {line}");
    }
}

#[test]
fn advice_takes_the_move_time_and_a_suggestion_one_line() {
    let mut host = othello();
    host.lines(["time_settings 600 0 0", "flipfive-eval"]);
    let time = host.jobs[0].request.limits.time.unwrap();
    assert_eq!(time.hard, Duration::from_secs(1));
    host.done(1, "d3");
    host.line("reg_genmove b");
    assert_eq!(host.jobs[1].request.lines, 1);
}

#[test]
fn yixin_board_blocks_and_unblocks_moves() {
    let path = "yxblockpath|7,7|6,8|done";
    for (lines, is_blocked) in [
        ("yxforbid add 6 8 0|BEGIN".to_owned(), true),
        ("yxforbid add 6 8 1|BEGIN".into(), false),
        ("yxblock|6,8|done|yxblockundo|6,8|done|BEGIN".into(), false),
        (format!("{path}|TURN 7,7"), true),
        (format!("{path}|TURN 7,8"), false),
        (
            format!("{path}|yxblockpathundo|7,7|6,8|done|TURN 7,7"),
            false,
        ),
        (format!("{path}|yxblockpathreset|TURN 7,7"), false),
    ] {
        let mut host = gomocup();
        host.line("INFO show_detail 0");
        lines.split('|').for_each(|line| host.line(line));
        let expected = Vec::from_iter(is_blocked.then(|| at("i9")));
        assert_eq!(host.jobs.last().unwrap().request.avoid, expected, "{lines}");
    }
}

#[test]
fn the_bias_and_the_symmetry_of_an_opening_count() {
    let mut host = gomocup();
    host.line("yxbalancetwo -50");
    let balance = flipfive::search::Balance {
        stones: 2,
        bias: -50,
    };
    assert_eq!(host.jobs[0].request.balance, Some(balance));
    let mut host = gomocup();
    host.lines(["INFO show_detail 0", "INFO rule 2", "START 15 15"]);
    host.lines(["yxsoosorvstep5 2", "7,7", "6,7", "5,7", "8,7", "done"]);
    let mut found = report(3, 1, Value::Estimate(10), "g8");
    for name in ["i8", "g7"] {
        found
            .lines
            .extend(report(3, 1, Value::Estimate(9), name).lines);
    }
    host.last_done("g8", Some(found));
    let written = host.written();
    let offers: Vec<_> = written
        .iter()
        .filter_map(|line| line.strip_prefix("MESSAGE SOOSORV MOVE5 "))
        .collect();
    assert_eq!(offers, ["REFRESH", "7 6", "8 6", "DONE"]);
}

#[test]
fn malformed_stops_and_the_moves_of_the_other_side_do_nothing() {
    let mut host = othello();
    host.line("genmove b");
    host.wait(500);
    host.lines(["stop now", "quit now"]);
    assert_eq!(host.stops, 0);
    let mut host = othello();
    host.line("lz-analyze b allow w E6 1");
    assert!(host.jobs[0].request.only.is_empty());
}

#[test]
fn the_size_stays_between_games_of_gomoku() {
    let mut host = crate::host::InProcess::new(&["--game", "gomoku", "--size", "19"]);
    host.ok("set_game renju");
    assert_eq!(host.ok("gogui-rules_board_size"), "19");
}

#[test]
fn gomocup_messages_keep_an_interval_and_come_once() {
    let mut host = gomocup();
    host.line("TURN 7,7");
    let begin = host.now;
    let depths = |host: &mut ScriptedHost| -> Vec<String> {
        let lines = host.written();
        let words = lines.iter().flat_map(|line| line.split(' ').nth(2));
        words.map(String::from).collect()
    };
    for (depth, ms) in [(1, 50), (2, 99), (3, 100), (4, 150), (5, 199)] {
        host.now = begin + Duration::from_millis(ms);
        host.report(report(depth, ms, Value::Estimate(0), "a1"));
    }
    assert_eq!(depths(&mut host), ["3"]);
    // The newest one is written when the interval is over, although no other follows.
    host.now = begin + Duration::from_millis(200);
    assert_eq!(host.conversation.wake_at(), Some(host.now));
    host.wake();
    assert_eq!(depths(&mut host), ["5"]);
    assert_eq!(host.conversation.wake_at(), None);
    host.wait(10);
    host.report(report(6, 210, Value::Estimate(0), "a1"));
    host.last_done("a1", Some(report(6, 210, Value::Estimate(0), "a1")));
    let last = host.written();
    assert!(last[0].starts_with("MESSAGE depth 6 "), "{last:?}");
    assert_eq!((last.len(), last[1].as_str()), (2, "0,14"));
    assert_eq!(host.conversation.wake_at(), None);
    // What has been written is not written again at the end.
    host.line("TURN 7,8");
    host.wait(100);
    host.report(report(7, 100, Value::Estimate(0), "a2"));
    host.last_done("a2", Some(report(7, 100, Value::Estimate(0), "a2")));
    assert_eq!(host.written().len(), 2);
}

#[test]
fn a_new_move_forgets_passes_that_were_taken_back() {
    let gomoku = Variant::from_name("gomoku").unwrap();
    let mut host = ScriptedHost::new(gomoku, Options::default());
    host.line("play_sequence B A1 B B1 B C1 B D1 B E1 W pass");
    host.lines(["gg-undo 2", "play b a5", "flipfive-redo"]);
    assert_eq!(replies(&mut host).last().unwrap(), "? cannot redo");
}
