//! Stopping a search, interrupting it, and ending the program, at any time.

use crate::host::{InProcess, MAX_WAIT, Program, STOP_LIMIT, pipe, replies};
use flipfive::protocol::ProtocolKind;
use flipfive::session::SearchMode;
use regex::Regex;
use std::time::{Duration, Instant};

/// A time limit that no test reaches.
const FOR_EVER: &str = "flipfive-move_time 3600";

/// Flags without which the first moves come from the book, so that nothing is searched.
const NO_BOOK: [&str; 2] = ["--book", "false"];

fn is_move(reply: &str) -> bool {
    let name = reply.strip_prefix("= ").unwrap_or_default();
    name.len() >= 2 && name.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Lets the search run for a while.
fn think() {
    std::thread::sleep(Duration::from_millis(120));
}

#[test]
fn a_stop_before_the_start_counts() {
    for game in ["othello", "gomoku", "renju"] {
        let mut host = InProcess::new(&["--game", game, "--book", "false"]);
        host.ok(FOR_EVER);
        // The engine has had no time to start.
        host.post(b"genmove b");
        host.post(b"# interrupt");
        host.post(b"# interrupt");
        host.settle();
        let replies = host.replies();
        assert!(replies.len() == 1 && is_move(&replies[0][0]), "{replies:?}");
        assert_eq!(host.session().record().moves().len(), 1);
    }
}

#[test]
fn repeated_and_late_stops_have_no_effect() {
    let mut host = InProcess::new(&["--depth", "3"]);
    assert!(is_move(&format!("= {}", host.ok("genmove b"))));
    host.post(b"# interrupt");
    host.post(b"# interrupt");
    assert_eq!(host.output, "");
    host.ok("stop");
    // They do not shorten the next search.
    let eval = host.ok("flipfive-eval");
    assert!(eval.contains("depth 3"), "{eval}");
}

#[test]
fn an_interrupted_search_replies_soon() {
    for game in ["othello", "gomoku"] {
        let mut program = Program::start(&["--game", game, "--book", "false"]);
        assert_eq!(program.ask(FOR_EVER), "=");
        for (command, undo) in [("genmove", true), ("reg_genmove", false)] {
            program.write(format!("{command} b\n").as_bytes());
            think();
            let sent = Instant::now();
            program.write(b"# interrupt\n");
            let (reply, when) = program.reply();
            assert!(is_move(&reply), "{reply}");
            assert!(when - sent < STOP_LIMIT, "{command} took {:?}", when - sent);
            if undo {
                assert_eq!(program.ask("undo"), "=");
            }
        }
    }
}

#[test]
fn lines_during_a_search_wait_in_order() {
    let mut program = Program::start(&NO_BOOK);
    program.write(format!("{FOR_EVER}\n1 genmove b\n2 name\n3 protocol_version\n").as_bytes());
    think();
    program.write(b"# interrupt\n4 stop\n");
    let replies: Vec<_> = (0..5).map(|_| program.reply().0).collect();
    assert!(replies[1].starts_with("=1 "), "{replies:?}");
    assert_eq!(replies[2..], ["=2 Flipfive", "=3 2", "=4 "]);
}

#[test]
fn stop_stops_a_search_and_gets_a_reply() {
    let mut program = Program::start(&NO_BOOK);
    program.write(format!("{FOR_EVER}\ngenmove b\n").as_bytes());
    think();
    program.write(b"stop\n");
    program.reply();
    assert!(is_move(&program.reply().0));
    assert_eq!(program.reply().0, "=");
}

#[test]
fn any_line_stops_an_analysis() {
    for game in ["othello", "gomoku"] {
        let mut program = Program::start(&["--game", game]);
        for (line, answer) in [
            ("protocol_version", Some("= 2")),
            ("", None),
            ("# anything", None),
            ("# interrupt", None),
            ("nonsense", Some("? unknown command")),
        ] {
            program.write(b"lz-analyze b 10\n");
            assert_eq!(program.line().0, "=");
            assert!(program.line().0.starts_with("info move "));
            think();
            let sent = Instant::now();
            program.write(format!("{line}\n").as_bytes());
            let when = loop {
                let (line, when) = program.line();
                if line.is_empty() {
                    break when;
                }
                assert!(line.starts_with("info move "), "{line}");
            };
            assert!(when - sent < STOP_LIMIT, "{line:?} took {:?}", when - sent);
            if let Some(answer) = answer {
                assert_eq!(program.reply().0, answer);
            }
        }
        assert_eq!(program.ask("name"), "= Flipfive");
    }
}

#[test]
fn a_complete_analysis_repeats_its_line() {
    let mut program = Program::start(&["--depth", "1"]);
    program.write(b"lz-analyze b 10\n");
    assert_eq!(program.line().0, "=");
    let line = program.line().0;
    assert!(line.starts_with("info move "), "{line}");
    let visits = Regex::new(r"visits \d+").unwrap();
    let next = program.line().0;
    assert_eq!(visits.replace_all(&next, ""), visits.replace_all(&line, ""));
    program.write(b"name\n");
    program.reply();
    assert_eq!(program.reply().0, "= Flipfive");
}

#[test]
fn a_complete_analysis_stays_open() {
    let mut host = InProcess::new(&["--depth", "2"]);
    host.post(b"kata-analyze");
    while host.session().running().is_some() {
        host.settle();
    }
    assert!(host.output.starts_with("=\ninfo move ") && !host.output.contains("\n\n"));
    host.send(b"");
    assert_eq!(host.replies().len(), 1);
    host.send(b"");
    assert_eq!(host.output, "");
}

#[test]
fn an_analysis_of_a_finished_game_has_a_line_and_stays_open() {
    let mut host = InProcess::new(&["--game", "gomoku"]);
    host.ok("play_sequence b a1 b b1 b c1 b d1 b e1");
    host.send(b"7 lz-analyze w 10");
    let line = "info move pass visits 10 winrate 0 prior 10000 lcb 0 order 0 pv pass";
    assert_eq!(host.output, format!("=7\n{line}\n"));
    host.send(b"8 lz-genmove_analyze w 10");
    assert_eq!(
        replies(&host.output),
        [vec!["=7", line], vec!["=8", "play resign"]]
    );
}

#[test]
fn quit_during_a_search() {
    for command in "genmove b|reg_genmove b|lz-analyze b 10|kata-genmove_analyze b 10".split('|') {
        let mut program = Program::start(&NO_BOOK);
        // One write is one arrival, and the first reply shows that it has come.
        program.write(format!("{FOR_EVER}\n{command}\n").as_bytes());
        assert_eq!(program.reply().0, "=");
        think();
        let sent = Instant::now();
        program.write(b"quit\n");
        let (_, first) = program.reply();
        let (last, when) = program.reply();
        assert_eq!(last, "=");
        assert!(
            when - sent < STOP_LIMIT && first <= when,
            "{command}: {:?}",
            when - sent
        );
        assert!(program.wait().success());
    }
}

#[test]
fn the_end_of_the_input_ends_an_analysis_and_cuts_no_other_search_short() {
    for command in "genmove b|kata-genmove_analyze b 10|flipfive-pv|lz-analyze b 10".split('|') {
        let mut program = Program::start(&["--move-time", "600", "--book", "false"]);
        let begun = Instant::now();
        program.write(format!("{command}\n").as_bytes());
        think();
        let closed = Instant::now();
        program.close();
        let (_, when) = program.reply();
        if command.starts_with("lz") {
            assert!(when - closed < STOP_LIMIT, "{:?}", when - closed);
        } else {
            let took = when - begun;
            assert!(took > Duration::from_millis(500), "{command}: {took:?}");
        }
        assert!(program.wait().success());
    }
}

#[cfg(unix)]
#[test]
fn a_search_ends_when_the_controller_has_gone_away() {
    for command in [
        "genmove b",
        "genmove b\ngenmove w\nreg_genmove b",
        "lz-analyze b 10",
    ] {
        let lines = format!("{FOR_EVER}\n{command}\n");
        assert!(crate::host::abandon(&[], &lines).success(), "{command}");
    }
}

#[test]
fn no_line_is_lost_when_a_host_sends_too_many() {
    // During a search, more bytes than may wait, and many lines.
    let mut program = Program::start(&["--move-time", "1000", "--book", "false", "--hash", "1"]);
    let padding = "x".repeat(1 << 20);
    let mut input = String::from("genmove b\n");
    (0..40).for_each(|n| input += &format!("{n} name # {padding}\n"));
    (40..30_000).for_each(|n| input += &format!("{n} name\n"));
    program.write(input.as_bytes());
    assert!(is_move(&program.reply().0));
    for n in 0..30_000 {
        assert_eq!(program.reply().0, format!("={n} Flipfive"));
    }
    #[cfg(target_os = "linux")]
    {
        let peak = crate::host::peak_memory(program.id());
        assert!(peak < 80 << 20, "{peak} bytes");
    }
}

#[test]
fn a_script_gets_all_its_replies_in_full() {
    let script = b"flipfive-option depth 8\ngenmove b\ngenmove w\nflipfive-eval\nquit\nname\n";
    for end in [script.len(), script.len() - 10] {
        let (output, status) = pipe(&[], &script[..end]);
        let replies = replies(&output);
        assert!(status.success());
        assert!(replies[3][0].contains("depth 8"), "{replies:?}");
        // Commands after `quit` get no reply.
        assert_eq!(replies.len(), if end == script.len() { 5 } else { 4 });
    }
}

#[test]
fn a_script_gets_the_whole_of_its_last_analysis_if_that_has_a_limit() {
    let (output, status) = pipe(&["--depth", "6"], b"kata-analyze b maxmoves 2\n");
    assert!(status.success());
    let mut host = InProcess::new(&["--depth", "6"]);
    host.post(b"kata-analyze b maxmoves 2");
    host.finish();
    let replies = replies(&output);
    assert!(replies[0].len() > 2, "{output}");
    assert_eq!(replies[0].join("\n"), host.output.trim_end());
}

#[test]
fn pondering_is_silent_and_ends_with_a_stop() {
    let mut host = InProcess::new(&["--ponder", "true", "--move-time", "50"]);
    let reply = host.ok("genmove b");
    assert!(host.session().is_pondering() && host.session().running().is_none());
    assert_eq!(host.session().record().moves().len(), 1, "{reply}");
    assert_eq!(host.ok("name"), "Flipfive");
    assert!(host.session().is_pondering());
    host.ok("stop");
    host.ok("name");
    assert!(!host.session().is_pondering());
    host.ok("genmove w");
    assert_eq!(host.session().record().moves().len(), 2);
}

#[test]
fn live_graphics_are_for_gogui_and_are_cleared_before_the_reply() {
    // Every GoGui since 1.4.9 sends the first one, GoGui after 1.6.0 the last one, too.
    for command in [
        "gogui-analyze_commands",
        "gogui-title",
        "gogui-version 1.6.0",
    ] {
        let mut host = InProcess::new(&["--depth", "4"]);
        host.ok("gogui-rules_game_id");
        host.ok("genmove b");
        assert_eq!(host.graphics, "");
        host.ok(command);
        host.ok("genmove w");
        let graphics = std::mem::take(&mut host.graphics);
        assert!(graphics.starts_with("gogui-gfx:\nVAR w "), "{graphics}");
        assert!(graphics.contains("\nTEXT ") && graphics.ends_with("\n\ngogui-gfx: CLEAR\n"));
        host.ok("flipfive-option graphics off");
        host.ok("genmove b");
        assert_eq!(host.graphics, "");
    }
}

#[test]
fn the_deadline_starts_when_the_line_arrives() {
    // Twice the longest wait of a test from now on, but almost over if it counts from the arrival of the line.
    let limit = 2 * MAX_WAIT;
    let move_time = limit.as_millis().to_string();
    let mut host = InProcess::new(&["--move-time", &move_time, "--book", "false"]);
    let now = Instant::now();
    let Some(arrival) = now.checked_sub(limit - Duration::from_millis(300)) else {
        return; // The clock of this machine began later than that.
    };
    host.post_at(b"genmove b", arrival);
    host.settle();
    assert!(now.elapsed() < MAX_WAIT);
}

#[test]
fn searches_of_every_kind_stop_at_once() {
    let mut checked = 0;
    for command in ProtocolKind::Gtp.commands() {
        let advice = command
            .name
            .strip_prefix("flipfive-")
            .is_some_and(|name| ["best", "pv", "eval", "hint", "moves", "shades"].contains(&name));
        let analyze = command.name.contains("analyze") && !command.name.starts_with("gogui");
        if !(advice || analyze || command.name.contains("genmove")) {
            continue;
        }
        let mut host = InProcess::new(&["--move-time", "3600000", "--book", "false"]);
        let no_color = command.arguments.is_empty() || command.name == "flipfive-best";
        let color = if no_color { "" } else { "b" };
        host.post(format!("{} {color}", command.name).as_bytes());
        let running = host.session().running().expect(command.name);
        host.post(b"# interrupt");
        host.settle();
        if running.mode == SearchMode::Analyze {
            host.settle();
            host.send(b"");
        }
        assert_eq!(host.replies().len(), 1, "{}", command.name);
        assert_eq!(host.ok("name"), "Flipfive");
        checked += 1;
    }
    assert_eq!(checked, 12);
}
