//! The NBoard protocol: order and time of execution, limits, properties of any input.

use crate::host::{InProcess, MAX_WAIT, Program, STOP_LIMIT, snapshot};
use crate::scripted::{ScriptedHost, at, report};
use crate::support::{byte_lines, one_of};
use flipfive::engine::{Event, Options, Variant};
use flipfive::format::ggf;
use flipfive::game::Side;
use flipfive::search::{Strength, Value};
use proptest::prelude::*;
use std::time::{Duration, Instant};

const START: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

fn game(tags: &str) -> String {
    format!("set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TY[8]{tags};)")
}

fn host() -> ScriptedHost {
    let mut host = ScriptedHost::new(Variant::Othello, Options::default());
    host.line("nboard 2");
    host
}

#[test]
fn a_pong_follows_the_replies_to_earlier_commands() {
    let mut host = host();
    host.line("go");
    host.wait(1000);
    host.lines(["ping 1", "hint 2", "ping 2"]);
    host.expect("status Thinking");
    let stops = host.stops;
    host.last_done("d3", Some(report(3, 900, Value::Estimate(124), "d3")));
    // The hints start after the first pong. The second ping, already queued, stops them.
    assert_eq!(host.stops, stops + 1);
    host.expect("nodestats 20 0.90|=== D3/1.24/1|status|pong 1|status Analyzing");
    host.line("ping 3");
    host.report(report(1, 0, Value::Estimate(-50), "d3"));
    host.last_done("d3", Some(report(1, 0, Value::Estimate(-50), "d3")));
    host.expect("search D3 -0.50 0 1|nodestats 20 0.00|status|pong 2|pong 3");
}

#[test]
fn known_commands_stop_hints_and_other_lines_do_not() {
    let mut host = host();
    host.line("hint 1");
    for line in "|hello|  \r|set colour red|F9|ping|ping x|move".split('|') {
        host.line(line);
    }
    assert_eq!(host.stops, 0);
    host.line("set depth 3");
    assert_eq!(host.stops, 1);
    host.last_done("d3", None);
    host.expect(
        "status Analyzing|status|status Expected: ping N|status Expected: ping N|\
         status Expected: move MOVE[/EVAL[/SECONDS]]|set myname Flipfive",
    );
}

#[test]
fn only_a_ping_stops_go() {
    let mut host = host();
    host.line("go");
    host.wait(1000);
    host.lines(["move d3", "set depth 3"]);
    assert_eq!(host.stops, 0);
    host.line("ping 1");
    assert_eq!(host.stops, 1);
    host.last_done("c4", None);
    host.expect("status Thinking|=== C4|status|set myname Flipfive|pong 1");
    // The record has the move of the GUI, not that of the engine.
    let moves = host.conversation.session().record().moves();
    assert_eq!(moves, [(Side::Black, at("d3"))]);
}

#[test]
fn hints_in_quick_succession_wait_and_newer_ones_replace_them() {
    let mut host = host();
    host.line("hint 1");
    host.expect("status Analyzing");
    let hint = |depth| report(depth, 0, Value::Estimate(100), "d3");
    let shown = |host: &mut ScriptedHost| {
        let written = host.written().join("|");
        let text = written.strip_prefix("search D3 1.00 0 ")?;
        text.strip_suffix("|nodestats 20 0.00").map(String::from)
    };
    let is_due_in = |host: &ScriptedHost, ms| {
        let time = host.now + Duration::from_millis(ms);
        host.conversation.wake_at() == Some(time)
    };
    host.report(hint(1));
    assert_eq!(shown(&mut host).unwrap(), "1");
    assert_eq!(host.conversation.wake_at(), None);
    host.wait(10);
    host.report(hint(2));
    host.wait(39);
    host.report(hint(3));
    host.wake();
    assert_eq!(shown(&mut host), None);
    assert!(is_due_in(&host, 1));
    host.wait(1);
    host.wake();
    assert_eq!(shown(&mut host).unwrap(), "3");
    // The held one was shown now, so the next interval begins now.
    host.wait(49);
    host.report(hint(4));
    assert!(is_due_in(&host, 1));
    host.wait(1);
    host.report(hint(5));
    assert_eq!(shown(&mut host).unwrap(), "5");
    assert_eq!(host.conversation.wake_at(), None);
    // The end shows the last one at once, and nothing comes after it.
    host.wait(1);
    host.report(hint(6));
    host.last_done("d3", Some(hint(6)));
    host.expect("search D3 1.00 0 6|nodestats 20 0.00|status");
    assert_eq!(host.conversation.wake_at(), None);
    host.line("hint 1");
    host.report(hint(1));
    host.last_done("d3", Some(hint(1)));
    // It appears only once.
    host.expect("status Analyzing|search D3 1.00 0 1|nodestats 20 0.00|status");
    host.wait(50);
    host.wake();
    host.expect("");
}

#[test]
fn what_a_search_holds_is_not_shown_after_it() {
    let mut host = host();
    for failed in [false, true] {
        host.line("go");
        for (depth, ms) in [(1, 0), (2, 200), (3, 249)] {
            host.report(report(depth, ms, Value::Estimate(100), "d3"));
        }
        host.expect("status Thinking|nodestats 20 0.00");
        host.wait(250);
        host.wake();
        host.expect("nodestats 20 0.25");
        host.report(report(4, 300, Value::Estimate(100), "d3"));
        if failed {
            host.event(Event::Failed(host.last_id(), "oops".into()));
            host.written();
        } else {
            host.last_done("d3", Some(report(4, 300, Value::Estimate(100), "d3")));
            host.expect("nodestats 20 0.30|=== D3/1.00/0.25|status");
        }
        assert_eq!(host.conversation.wake_at(), None);
        host.wait(250);
        host.wake();
        host.expect("");
    }
}

#[test]
fn the_options_of_a_request_reach_the_search() {
    let options = Options {
        level: 3,
        ..Options::default()
    };
    let mut host = ScriptedHost::new(Variant::Othello, options);
    host.line("nboard 2");
    for (line, lines) in [
        ("hint", 1),
        ("hint 4", 4),
        ("hint 0", 1),
        ("hint 99999999999", 64),
        ("hint -1", 1),
        ("hint x", 1),
    ] {
        host.line(line);
        let request = &host.jobs.last().unwrap().request;
        assert_eq!((request.lines, &request.strength), (lines, &Strength::Full));
        assert_eq!(request.limits.time, None);
        host.line("ping 1");
        host.last_done("d3", None);
    }
    host.line("go");
    let request = &host.jobs.last().unwrap().request;
    assert_eq!((request.lines, &request.strength), (1, &Strength::Level(3)));
}

#[test]
fn only_go_plays_from_the_book_and_keeps_the_time_of_a_single_move() {
    let mut host = host();
    for (line, book) in [("go", true), ("hint", false), ("analyze", false)] {
        host.line(line);
        assert_eq!(host.jobs.last().unwrap().request.book, book, "{line}");
        host.line("ping 1");
        host.last_done("d3", None);
    }
    // Black has to pass, and then White has only one move.
    let start = "BO[8 *O------ -------- -------- -------- -------- -------- -------- -------- O]";
    for moves in ["", "W[PA]"] {
        host.line(&game(&format!("TI[1:00]{start}{moves}")));
        host.line("go");
        let limits = host.jobs.last().unwrap().request.limits;
        assert!(limits.time.is_some_and(|time| time.stop_if_single));
        assert_eq!(limits.depth, None);
        host.last_done("c1", None);
    }
}

/// The maximum time of `go`.
fn time(host: &mut ScriptedHost) -> Option<Duration> {
    host.line("go");
    let time = host.jobs.last().unwrap().request.limits.time;
    host.last_done("d3", None);
    time.map(|time| time.hard)
}

#[test]
fn depth_and_clock_both_limit_a_move() {
    let mut host = host();
    let ms = Duration::from_millis;
    // Without both, the option `move-time` applies.
    assert_eq!(time(&mut host), Some(ms(980)));
    host.line("set depth 12");
    assert_eq!(time(&mut host), None);
    assert_eq!(host.jobs.last().unwrap().request.limits.depth, Some(12));
    // The times of the moves are subtracted from the clock.
    host.line(&game(&format!("TI[1:00]{START}")));
    let full = time(&mut host).unwrap();
    assert_eq!(host.jobs.last().unwrap().request.limits.depth, Some(12));
    assert!(full > ms(1000) && full < ms(30_000), "{full:?}");
    host.line(&game(&format!("TI[1:00]{START}B[F5//50]W[F6//1]")));
    let short = time(&mut host).unwrap();
    assert!(short * 4 < full, "{short:?}");
    host.lines(["move E6/0.00/8", "move F4/0.00/40"]);
    let shorter = time(&mut host).unwrap();
    assert!(shorter < short && shorter > Duration::ZERO, "{shorter:?}");
    // After the clock and the grace time have run out, one second is left.
    for (clock, most) in [("0:10//0", ms(1000)), ("0:10", ms(120_000))] {
        host.line(&game(&format!("TI[{clock}]{START}B[F5//11]W[F6]")));
        let last = time(&mut host).unwrap();
        assert!(last > Duration::ZERO && last < most, "{clock}: {last:?}");
    }
    // A nearly empty clock limits the move, too.
    for most in [900, 300, 50] {
        let clock = Duration::from_millis(most).as_secs_f64();
        host.line(&game(&format!("TI[{clock}/{clock}]{START}")));
        let last = time(&mut host).unwrap();
        assert!(
            last > Duration::ZERO && last < ms(most),
            "{clock}: {last:?}"
        );
    }
    // A clock of zero is no clock; an increment alone is one.
    host.line(&game(&format!("TI[0]{START}")));
    assert_eq!(time(&mut host), None);
    host.line(&game(&format!("TI[0/10]{START}")));
    assert!(time(&mut host).unwrap() >= ms(500));
    // Each side has its own clock.
    host.line(&game(&format!("TB[1]TW[30:00]{START}")));
    let black = time(&mut host).unwrap();
    host.line("move F5");
    assert!(black * 10 < time(&mut host).unwrap());
}

/// A game with 20 empty squares at its end.
const LONG_GAME: &str = "B[C4]W[C5]B[E6]W[C3]B[B5]W[F4]B[E3]W[F6]B[B4]W[C6]B[G6]W[A4]B[B6]W[D6]B[A5]W[D3]B[F5]\
     W[F3]B[A3]W[E7]B[C7]W[G5]B[D2]W[C8]B[H5]W[G4]B[B3]W[C2]B[D1]W[C1]B[E2]W[E1]B[F2]W[G3]B[H3]W[B2]B[F1]W[G2]B[F7]\
     W[H4]";

/// `LONG_GAME` without its last moves.
fn with_empties(empties: usize) -> String {
    let moves = &LONG_GAME[..5 * (60 - empties)];
    game(&format!("TI[15:00]{START}{moves}"))
}

/// NBoard's level is the depth of the midgame. Its default, 12, must not play the last 20 squares by estimates.
#[test]
fn the_end_of_the_game_is_searched_beyond_the_depth() {
    for (depth, empties, limit) in [
        (12, 23, 12),
        (12, 22, 22),
        (12, 20, 20),
        (10, 21, 10),
        (10, 20, 20),
        (24, 23, 24),
        (24, 20, 24),
    ] {
        let mut host = host();
        host.line(&with_empties(empties));
        host.line(&format!("set depth {depth}"));
        for request in ["go", "hint 1", "hint 64", "analyze"] {
            host.line(request);
            let limits = host.jobs.last().unwrap().request.limits;
            assert_eq!(
                limits.depth,
                Some(limit),
                "{request}: {depth}, {empties} empties"
            );
            // The clock still limits the move.
            assert_eq!(limits.time.is_some(), request == "go");
            host.line("ping 1");
            host.last_done("h1", None);
        }
        // The option is unchanged.
        assert_eq!(host.conversation.session().options().depth, depth);
    }
    // An analysis looks at each position by itself.
    let mut host = host();
    host.line(&with_empties(20));
    host.lines(["set depth 11", "analyze"]);
    for limit in [20, 21, 22, 11, 11] {
        let limits = host.jobs.last().unwrap().request.limits;
        assert_eq!(limits.depth, Some(limit));
        host.last_done("h1", None);
    }
    // Without a depth, nothing but the time limits a search.
    for request in ["go", "hint 1"] {
        let mut host = self::host();
        host.line(&with_empties(20));
        host.line(request);
        assert_eq!(host.jobs.last().unwrap().request.limits.depth, None);
    }
}

#[test]
fn levels_and_classic_players_keep_their_endgames() {
    for options in [
        Options {
            level: 7,
            ..Options::default()
        },
        Options {
            classic: "weights".into(),
            ..Options::default()
        },
    ] {
        let mut host = ScriptedHost::new(Variant::Othello, options);
        host.line("nboard 2");
        host.line(&with_empties(20));
        for (request, depth) in [("set depth 12", 12), ("go", 12), ("hint 1", 20)] {
            host.line(request);
            if let Some(job) = host.jobs.last() {
                assert_eq!(job.request.limits.depth, Some(depth), "{request}");
                host.line("ping 1");
                host.last_done("h1", None);
            }
        }
    }
}

#[test]
fn hints_are_exact_from_twice_the_depth_on() {
    let mut host = InProcess::new(&[]);
    host.send(b"nboard 2");
    let moves = "B[D3]W[C5]B[F6]W[D2]B[C3]W[E3]B[C4]W[B4]B[E6]W[D6]B[C6]W[B6]B[A6]W[A7]B[A8]W[B5]B[A4]\
        W[A5]B[A3]W[A2]B[A1]W[B3]B[E1]W[C1]B[C7]W[F5]B[G5]W[D7]B[E7]W[D8]B[E8]W[F4]B[G3]W[F8]B[F2]W[F3]\
        B[E2]W[D1]B[C2]W[F1]B[G4]W[H6]B[H5]W[H2]B[G1]W[H1]";
    // 14 squares are empty.
    host.send(game(&format!("{START}{moves}")).as_bytes());
    host.send(b"set depth 7");
    host.output.clear();
    host.send(b"hint 1");
    host.finish();
    assert!(host.output.contains(" 0 100%\n"), "{}", host.output);
}

#[test]
fn an_analysis_goes_from_the_end_to_the_start() {
    let mut host = host();
    host.line(&game(&format!("TI[0:10]{START}B[F5]W[F6]B[E6]")));
    host.line("analyze");
    for (count, value) in [(3, 100), (2, -50), (1, -30), (0, 7)] {
        let job = host.jobs.last().unwrap();
        assert_eq!(job.moves.len(), count);
        assert_eq!(job.request.strength, Strength::Full);
        // A quarter of the option `move-time`; the clock of the game does not apply.
        let time = job.request.limits.time.unwrap();
        assert_eq!(time.hard, Duration::from_millis(250));
        // The time of a search starts with the search, not with the analysis.
        assert_eq!(job.request.limits.received, host.now);
        host.wait(250);
        host.last_done("d3", Some(report(9, 250, Value::Estimate(value), "d3")));
    }
    // The values are for Black; the searches of the positions 3 and 1 are for White.
    host.expect(
        "status Analyzing the game|analysis 3 -1.00|analysis 2 -0.50|analysis 1 0.30|\
         analysis 0 0.07|status",
    );
    assert_eq!(host.jobs.len(), 4);
    // Nor does it after a move that it limited.
    host.line("go");
    let time = host.jobs.last().unwrap().request.limits.time;
    assert_ne!(time, None);
    host.last_done("d3", None);
    host.written();
    host.lines(["set depth 8", "analyze"]);
    let limits = host.jobs.last().unwrap().request.limits;
    assert_eq!((limits.depth, limits.time), (Some(8), None));
    host.line("ping 1");
    host.last_done("d3", Some(report(8, 1, Value::Estimate(5), "d3")));
    host.expect("set myname Flipfive|status Analyzing the game|status|pong 1");
    assert_eq!(host.jobs.len(), 6);
}

#[test]
fn a_forced_move_has_the_value_of_the_next_position() {
    // Black has to pass, then White has one move, which ends the game.
    let start = "BO[8 *O------ -------- -------- -------- -------- -------- -------- -------- O]";
    let mut host = host();
    host.line(&game(&format!("{start}W[PA]B[C1]")));
    host.lines(["set contempt 100", "analyze"]);
    assert!(host.jobs.is_empty());
    host.expect(
        "status Analyzing the game|analysis 2 64.00|analysis 1 64.00|\
         analysis 0 64.00|status",
    );
    // Without the next position, a forced move needs a search.
    host.line(&game(&format!("{start}W[PA]")));
    host.line("analyze");
    let job = host.jobs.last().unwrap();
    assert_eq!((job.moves.len(), job.request.limits.time), (1, None));
    assert!(job.request.limits.depth.is_some());
    // The option is unchanged.
    assert_eq!(host.conversation.session().options().depth, 0);
    host.last_done("c1", Some(report(1, 1, Value::Exact(64), "c1")));
    assert_eq!(
        host.written()[1..],
        ["analysis 1 64.00", "analysis 0 64.00", "status"]
    );
}

#[test]
fn an_analysis_ends_if_the_host_has_gone_away() {
    for (disconnected, stops) in [(false, 0), (true, 4)] {
        let mut host = host();
        host.line(&game(&format!("{START}B[F5]W[F6]B[E6]")));
        host.line("analyze");
        host.wait(150);
        host.end();
        if disconnected {
            host.disconnect();
        }
        for _ in 0..4 {
            assert!(!host.ended);
            host.last_done("d3", None);
        }
        // Every further search stops at once.
        assert_eq!((host.stops, host.ended), (stops, true));
    }
}

#[test]
fn contempt_changes_only_draws() {
    for (contempt, black, white) in [
        ("0", "0.00", "0.00"),
        ("100", "1.00", "-1.00"),
        ("-35", "-0.35", "0.35"),
        ("1e6", "1.00", "-1.00"),
    ] {
        let mut host = host();
        host.line(&format!("set contempt {contempt}"));
        for expected in [black, white] {
            host.line("go");
            host.last_done("d3", Some(report(60, 0, Value::Exact(0), "d3")));
            let written = host.written();
            assert!(
                written.contains(&format!("=== D3/{expected}/0")),
                "{written:?}"
            );
            host.line("hint 1");
            host.report(report(4, 0, Value::Estimate(0), "d3"));
            host.last_done("d3", None);
            assert!(host.written().contains(&"search D3 0.00 0 4".to_owned()));
            host.line("move D3");
        }
    }
}

#[test]
fn a_failed_search_still_gets_a_reply() {
    let mut host = host();
    for request in ["go", "hint 2", "analyze"] {
        host.line(request);
        host.line("ping 5");
        host.event(Event::Failed(
            host.last_id(),
            "internal error:\n\noops".into(),
        ));
        let written = host.written();
        let text = "status The search failed: internal error:  oops";
        assert!(written.contains(&text.to_owned()), "{written:?}");
        assert_eq!(written.last().unwrap(), "pong 5");
        assert_eq!(written.contains(&"=== D3".to_owned()), request == "go");
        // The next search works.
        host.line("go");
        host.last_done("c4", None);
        assert_eq!(host.written()[1..], ["=== C4", "status"]);
    }
}

#[test]
fn quit_waits_in_a_script_and_otherwise_stops_the_search() {
    for (request, gap, stops) in [("go", 99, false), ("go", 100, true), ("hint 1", 0, true)] {
        let mut host = host();
        host.line(request);
        host.wait(gap);
        host.lines(["quit", "learn"]);
        assert_eq!((host.stops > 0, host.ended), (stops, false), "{request}");
        host.last_done("d3", None);
        assert!(host.ended);
        assert!(!host.output.contains("learned"));
    }
    // An analysis is one request, whatever position it searches.
    let mut host = host();
    host.lines(["move F5", "analyze"]);
    host.wait(250);
    host.last_done("d3", Some(report(5, 250, Value::Estimate(0), "d3")));
    host.line("quit");
    assert_eq!(host.stops, 1);
}

/// Searches take an hour. The book would answer `go` at once.
const LONG_SEARCH: [&str; 4] = ["--move-time", "3600000", "--book", "false"];

#[test]
fn a_pong_comes_soon() {
    for request in ["go", "hint 1", "hint 4", "hint 64", "analyze"] {
        let mut program = Program::start(&LONG_SEARCH);
        program.write(b"nboard 2\n");
        program.write(format!("{request}\n").as_bytes());
        assert!(program.line().0.starts_with("status "));
        // Let the search run for a while.
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
        assert!(when - sent < STOP_LIMIT, "{request} took {:?}", when - sent);
        // No reply to an earlier command follows the pong.
        program.write(b"learn\n");
        assert_eq!(program.line().0, "learned", "{request}");
    }
}

#[test]
fn quit_during_a_search() {
    for request in ["go", "hint 4", "analyze"] {
        let mut program = Program::start(&LONG_SEARCH);
        program.write(format!("nboard 2\nmove F5\n{request}\n").as_bytes());
        program.line();
        std::thread::sleep(Duration::from_millis(120));
        let sent = Instant::now();
        program.write(b"quit\n");
        assert!(program.wait().success());
        let took = sent.elapsed();
        assert!(took < 2 * STOP_LIMIT, "{request}: {took:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_request_ends_when_the_gui_has_gone_away() {
    for request in ["go", "hint 4", "analyze"] {
        let lines = format!("nboard 2\nmove F5\n{request}\n");
        let status = crate::host::abandon(&LONG_SEARCH, &lines);
        assert!(status.success(), "{request}");
    }
}

#[test]
fn case_spaces_and_line_ends_do_not_matter() {
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
fn a_game_in_one_command_equals_its_moves() {
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
            // The same game, move by move.
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

/// Asserts that a line is one of the protocol.
pub(crate) fn check_output(line: &str) {
    let word = line.split(' ').next().unwrap();
    let known = "status|search|nodestats|===|analysis|pong|learned|set";
    let found = known.split('|').any(|known| known == word);
    assert!(found, "{line:?}");
    assert!(!line.contains(char::is_control), "{line:?}");
    if let Some(search) = line.strip_prefix("search ") {
        let parts: Vec<_> = search.split(' ').collect();
        assert_eq!(parts.len(), 4, "{line}");
        assert!(parts[1].parse::<f64>().is_ok(), "{line}");
        assert!(parts[3].starts_with(|c: char| c.is_ascii_digit()), "{line}");
    }
}

/// Sends a line and asserts the properties of all lines: the output consists of lines of the protocol, an
/// error changes nothing, and the engine answers a ping afterwards.
fn check_properties(host: &mut InProcess, line: &[u8]) {
    let before = snapshot(host.session());
    host.output.clear();
    host.send(line);
    host.finish();
    let output = std::mem::take(&mut host.output);
    let text = String::from_utf8_lossy(line);
    for line in output.lines() {
        check_output(line);
    }
    let mut refused = ["Illegal", "Cannot", "Expected", "Not a"].iter();
    if refused.any(|start| output.starts_with(&format!("status {start}"))) {
        assert_eq!(snapshot(host.session()), before, "{text:?}: {output:?}");
        assert_eq!(output.lines().count(), 1, "{text:?}: {output:?}");
    }
    host.send(b"ping 77");
    assert_eq!(std::mem::take(&mut host.output), "pong 77\n", "{text:?}");
}

fn any_line() -> impl Strategy<Value = String> {
    let square = || ("[A-Ia-i]", 0..=9u8).prop_map(|(letter, number)| format!("{letter}{number}"));
    let tag = prop_oneof![
        4 => (one_of("B|W"), square()).prop_map(|(side, square)| format!("{side}[{square}]")),
        1 => Just(START.to_owned()),
        1 => Just("TI[1/1".to_owned()),
        1 => Just("TI[0:01//0]".to_owned()),
        1 => Just("BO[8 -*O]".to_owned()),
        1 => Just("TY[10]".to_owned()),
        1 => "[A-Z]{2}\\[[ -~]{0,6}\\]",
    ];
    let tags = prop::collection::vec(tag, 0..5).prop_map(|tags| tags.concat());
    let argument = one_of("|0|1|4|-1|3.5|1e9|18446744073709551616|PA|--|x|é|/|(");
    let name =
        one_of("nboard|ping|set depth|set contempt|set game|set|hint|go|analyze|learn|move||book");
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
    fn any_bytes_are_survived(lines in byte_lines()) {
        let mut host = InProcess::new(&SHALLOW);
        host.send(b"nboard 2");
        for line in lines {
            check_properties(&mut host, &line);
        }
    }

    #[test]
    fn any_commands_are_survived(lines in prop::collection::vec(any_line(), 0..60)) {
        let mut host = InProcess::new(&SHALLOW);
        host.send(b"nboard 2");
        for line in lines {
            check_properties(&mut host, line.as_bytes());
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
    assert!(begin.elapsed() < MAX_WAIT);
}
