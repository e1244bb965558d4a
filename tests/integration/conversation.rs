//! What is carried out when: a conversation whose engine and clock are played by the test.

use crate::host::replies;
use flipfive::engine::{Event, Job, JobId, Options, Variant};
use flipfive::game::{Move, Side, Vertex};
use flipfive::protocol::{Action, Conversation, Detector};
use flipfive::search::{PvLine, Report, Score, SearchResult, Value};
use flipfive::session::Session;
use std::time::{Duration, Instant};

/// A conversation at a moment of the test's own.
struct Stage {
    conversation: Conversation,
    now: Instant,
    output: String,
    jobs: Vec<Job>,
    stops: usize,
    ended: bool,
}

impl Stage {
    fn new(game: Variant, options: Options) -> Self {
        let session = Session::new(game, None, options).unwrap();
        Self {
            conversation: Conversation::new(Box::new(Detector::new(None, true)), session),
            now: Instant::now(),
            output: String::new(),
            jobs: Vec::new(),
            stops: 0,
            ended: false,
        }
    }

    fn wait(&mut self, ms: u64) {
        self.now += Duration::from_millis(ms);
    }

    fn line(&mut self, line: &str) {
        let actions = self
            .conversation
            .on_line(line.as_bytes().to_vec(), self.now);
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

    fn done(&mut self, id: u64, name: &str) {
        let best = Some(at(name));
        self.event(Event::Done(JobId(id), SearchResult { best, report: None }));
    }

    fn replies(&mut self) -> Vec<String> {
        let replies = replies(&std::mem::take(&mut self.output));
        replies.into_iter().map(|lines| lines.join("\n")).collect()
    }
}

fn at(name: &str) -> Move {
    let bytes = name.as_bytes();
    Move::Place(Vertex::new(bytes[0] - b'a', bytes[1] - b'1'))
}

fn report(name: &str, value: Value) -> Report {
    let score = Score {
        value,
        win_rate: 0.0,
    };
    let line = PvLine {
        score,
        depth: 3,
        nodes: 20,
        moves: vec![at(name)],
    };
    Report {
        depth: 3,
        selectivity: 100,
        lines: vec![line],
        nodes: 20,
        elapsed: Duration::from_millis(1),
        hashfull: 0,
    }
}

fn othello() -> Stage {
    Stage::new(Variant::Othello, Options::default())
}

#[test]
fn events_of_other_jobs_mean_nothing() {
    let mut stage = othello();
    stage.done(1, "d3");
    stage.line("genmove b");
    stage.done(7, "d3");
    stage.event(Event::Failed(JobId(0), "late".into()));
    stage.event(Event::Report(JobId(2), report("d3", Value::Exact(0))));
    assert_eq!(stage.output, "");
    stage.done(1, "c4");
    assert_eq!(stage.replies(), ["= C4"]);
    stage.done(1, "d3");
    assert_eq!(stage.output, "");
    assert_eq!(
        stage.conversation.session().record().moves(),
        [(Side::Black, at("c4"))]
    );
}

#[test]
fn a_broken_search_is_an_error_and_the_next_one_works() {
    let mut stage = othello();
    stage.line("3 genmove b");
    stage.line("4 name");
    stage.event(Event::Failed(
        JobId(1),
        "internal error in the search:\n\noops".into(),
    ));
    assert_eq!(
        stage.replies(),
        ["?3 internal error in the search:\noops", "=4 Flipfive"]
    );
    stage.line("lz-analyze b 10");
    stage.event(Event::Failed(JobId(2), "oops".into()));
    assert_eq!(stage.replies(), ["="]);
    stage.line("genmove b");
    stage.done(3, "d3");
    assert_eq!(stage.replies(), ["= D3"]);
}

#[test]
fn a_turn_is_handed_over_only_with_a_move() {
    let gomoku = Variant::from_name("gomoku").unwrap();
    let mut stage = Stage::new(gomoku, Options::default());
    stage.line("genmove w");
    stage.event(Event::Failed(JobId(1), "oops".into()));
    assert_eq!(stage.replies(), ["? oops"]);
    stage.line("genmove w");
    let result = SearchResult {
        best: Some(at("a1")),
        report: Some(report("a1", Value::LossIn(2))),
    };
    stage.event(Event::Done(JobId(2), result));
    assert_eq!(stage.replies(), ["= resign"]);
    assert!(stage.conversation.session().record().moves().is_empty());
    stage.line("genmove w");
    stage.done(3, "a1");
    assert_eq!(stage.jobs[2].moves, [(Side::Black, Move::Pass)]);
    let record = stage.conversation.session().record();
    assert_eq!(
        record.moves(),
        [(Side::Black, Move::Pass), (Side::White, at("a1"))]
    );
    assert_eq!(record.undoable(), 1);
}

#[test]
fn a_search_that_chooses_an_illegal_move_is_an_error() {
    let mut stage = othello();
    stage.line("genmove b");
    stage.done(1, "a1");
    let replies = stage.replies();
    assert!(
        replies[0].starts_with("? the search chose an illegal move: "),
        "{replies:?}"
    );
    assert!(stage.conversation.session().record().moves().is_empty());
}

#[test]
fn quit_waits_in_a_script_and_ends_a_search_later() {
    for (gap, stops) in [(99, 0), (100, 1)] {
        let mut stage = othello();
        stage.line("genmove b");
        stage.wait(gap);
        stage.line("quit");
        stage.line("name");
        assert_eq!((stage.stops, stage.ended), (stops, false));
        stage.done(1, "d3");
        assert_eq!(stage.replies(), ["= D3", "="]);
        assert!(stage.ended);
    }
}

#[test]
fn the_end_of_the_input_waits_in_a_script_and_ends_a_search_later() {
    for (gap, stops) in [(100, 0), (101, 1)] {
        let mut stage = othello();
        stage.line("1 genmove b");
        stage.line("2 reg_genmove w");
        stage.wait(gap);
        stage.end();
        assert_eq!(stage.stops, stops);
        stage.done(1, "d3");
        // The host has gone: the next search is stopped as soon as it begins.
        assert_eq!(stage.stops, 2 * stops);
        assert!(!stage.ended);
        stage.done(2, "c3");
        assert_eq!(stage.replies(), ["=1 D3", "=2 C3"]);
        assert!(stage.ended);
    }
}

#[test]
fn the_end_of_the_input_ends_an_analysis_at_once() {
    let mut stage = othello();
    stage.line("kata-analyze b 10");
    stage.line("genmove b");
    assert_eq!(stage.stops, 1);
    stage.done(1, "d3");
    stage.line("lz-analyze w");
    stage.end();
    // The genmove is still answered in full.
    assert_eq!(stage.stops, 1);
    stage.done(2, "d3");
    assert_eq!(stage.stops, 2);
    stage.done(3, "c3");
    assert_eq!(stage.replies(), ["=", "= D3", "="]);
    assert!(stage.ended);
}

#[test]
fn lines_that_waited_for_one_search_end_the_next_one() {
    let mut stage = othello();
    stage.line("1 genmove b");
    stage.line("2 lz-analyze");
    stage.line("3 name");
    assert_eq!(stage.stops, 0);
    stage.done(1, "d3");
    // The name is asked for behind the analysis, which has no end of its own.
    assert_eq!(stage.stops, 1);
    stage.done(2, "c3");
    assert_eq!(stage.replies(), ["=1 D3", "=2", "=3 Flipfive"]);
}

#[test]
fn time_counts_from_the_arrival_of_a_line_or_from_its_turn() {
    let mut stage = othello();
    stage.line("genmove b");
    let received = stage.now;
    stage.wait(40);
    // A script that sends everything at once: nobody's clock is running yet.
    stage.line("genmove w");
    stage.wait(500);
    let free = stage.now;
    stage.done(1, "d3");
    assert_eq!(stage.jobs[0].request.limits.received, received);
    assert_eq!(stage.jobs[1].request.limits.received, free);
    assert_eq!(stage.jobs[1].moves, [(Side::Black, at("d3"))]);
    stage.wait(100);
    stage.done(2, "c3");
    // A line that ends an analysis is waited for from the moment it comes.
    stage.line("lz-analyze 10");
    stage.wait(50);
    stage.line("genmove b");
    let second = stage.now;
    stage.wait(20);
    stage.done(3, "c4");
    assert_eq!(stage.jobs[3].request.limits.received, second);
}

#[test]
fn the_engine_keeps_its_own_clock() {
    let mut stage = othello();
    let left = |stage: &Stage, side| stage.conversation.session().clock(side).left().as_millis();
    stage.line("time_settings 60 0 0");
    stage.line("genmove b");
    stage.wait(2500);
    stage.done(1, "d3");
    assert_eq!(left(&stage, Side::Black), 57_500);
    assert_eq!(left(&stage, Side::White), 60_000);
    // Advice costs nothing.
    stage.line("flipfive-eval");
    stage.wait(1000);
    stage.done(2, "c3");
    assert_eq!(left(&stage, Side::White), 60_000);
    stage.line("time_left b 30 0");
    assert_eq!(left(&stage, Side::Black), 30_000);
    stage.line("clear_board");
    assert_eq!(left(&stage, Side::Black), 60_000);
}

#[test]
fn only_a_loss_that_comes_with_the_next_move_is_resigned() {
    let gomoku = Variant::from_name("gomoku").unwrap();
    for (resign, value, reply) in [
        (true, Value::LossIn(2), "= resign"),
        (true, Value::LossIn(4), "= A1"),
        (true, Value::Estimate(-9999), "= A1"),
        (false, Value::LossIn(2), "= A1"),
    ] {
        let options = Options {
            resign,
            ..Options::default()
        };
        let mut stage = Stage::new(gomoku, options);
        stage.line("genmove b");
        let result = SearchResult {
            best: Some(at("a1")),
            report: Some(report("a1", value)),
        };
        stage.event(Event::Done(JobId(1), result));
        assert_eq!(stage.replies(), [reply], "{value:?}");
    }
}

#[test]
fn wishes_of_an_analysis_reach_the_search() {
    let mut stage = othello();
    stage.line("flipfive-level 2");
    stage.line("flipfive-option lines 4");
    stage.line("genmove b");
    stage.done(1, "d3");
    stage.line("lz-analyze w avoid w C3 1 avoid b E3 1");
    stage.done(2, "e3");
    stage.line("kata-analyze maxmoves 2");
    stage.done(3, "e3");
    stage.line("kata-genmove_analyze w minmoves 3");
    let orders: Vec<_> = stage.jobs.iter().map(|job| &job.request).collect();
    let lines: Vec<_> = orders.iter().map(|order| order.lines).collect();
    assert_eq!(lines, [1, 4, 2, 3]);
    assert_eq!(orders[1].only, ["e3", "c5"].map(at));
    assert!(orders[0].only.is_empty() && orders[2].only.is_empty());
    let full: Vec<_> = orders
        .iter()
        .map(|request| request.strength == flipfive::search::Strength::Full)
        .collect();
    assert_eq!(full, [false, true, true, false]);
    assert!(orders[1].limits.time.is_none() && orders[0].limits.time.is_some());
}

fn gomocup() -> Stage {
    let mut stage = Stage::new(Variant::Othello, Options::default());
    stage.line("START 15");
    assert_eq!(std::mem::take(&mut stage.output), "OK\n");
    stage
}

#[test]
fn gomocup_ends_at_once_while_thinking_but_not_in_a_script() {
    let mut stage = gomocup();
    stage.line("TURN 7,7");
    stage.wait(99);
    stage.line("END");
    assert!(!stage.ended);
    stage.done(1, "a1");
    assert_eq!(stage.output, "0,14\n");
    assert!(stage.ended);

    let mut stage = gomocup();
    stage.line("TURN 7,7");
    stage.wait(100);
    stage.line("END");
    assert!(stage.ended);
    assert_eq!(stage.output, "");
}

#[test]
fn a_new_gomocup_game_forgets_the_search() {
    let mut stage = gomocup();
    stage.line("TURN 7,7");
    stage.wait(500);
    stage.line("START 20");
    assert_eq!((stage.stops, stage.output.as_str()), (1, "OK\n"));
    // The answer that nobody waits for any more.
    stage.done(1, "a1");
    assert_eq!(stage.output, "OK\n");
    assert!(stage.conversation.session().record().moves().is_empty());
    stage.line("BEGIN");
    stage.done(2, "c3");
    assert_eq!(stage.output, "OK\n2,17\n");
}

#[test]
fn gomocup_is_told_to_stop_in_three_ways() {
    for word in [
        "STOP",
        "yxstop",
        "INFO timeout_turn 0",
        "info TIMEOUT_TURN -1",
    ] {
        let mut stage = gomocup();
        stage.line(word);
        assert_eq!(stage.stops, 0, "{word}");
        stage.line("INFO timeout_turn 60000");
        stage.line("BEGIN");
        stage.line(word);
        assert_eq!((stage.stops, stage.output.as_str()), (1, ""), "{word}");
        stage.done(1, "h8");
        assert_eq!(stage.output, "7,7\n", "{word}");
        // It was a stop and no limit for the next move.
        stage.line("TURN 0,0");
        let time = stage.jobs[1].request.limits.time.unwrap();
        assert!(time.hard > Duration::from_secs(59), "{word}");
    }
}

#[test]
fn what_gomocup_says_while_it_thinks_counts_for_the_next_move() {
    let mut stage = gomocup();
    stage.line("BEGIN");
    stage.line("INFO max_node 77");
    stage.line("INFO rule 1");
    assert_eq!(stage.output, "");
    stage.done(1, "h8");
    let variant = stage.conversation.session().variant();
    assert_eq!(variant, Variant::from_name("standard").unwrap());
    stage.line("TURN 0,0");
    assert_eq!(stage.jobs[1].request.limits.nodes, Some(77));
    assert_eq!(stage.jobs[1].variant, variant);
}

#[test]
fn a_broken_gomocup_search_is_an_error_in_one_line() {
    let mut stage = gomocup();
    stage.line("TURN 7,7");
    stage.event(Event::Failed(JobId(1), "first\nsecond".into()));
    assert_eq!(stage.output, "ERROR first second\n");
    stage.line("TAKEBACK 7,7");
    assert_eq!(stage.output, "ERROR first second\nOK\n");
}
