//! Tests of the dispatcher and of the queries, without engines.

use crate::engine::{Event, Job, JobId, Variant};
use crate::game::{Move, Vertex};
use crate::gomoku::Rule;
use crate::protocol::analysis::dispatcher::{Dispatcher, Step};
use crate::protocol::analysis::{AnalysisSettings, QueryLimits, ReportAs};
use crate::search::{PvLine, Report, Score, SearchResult, TimeBudget, Value as SearchValue};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A dispatcher with what it wanted done so far.
struct Desk {
    dispatcher: Dispatcher,
    now: Instant,
    begun: Vec<(usize, Job)>,
    stopped: Vec<usize>,
    cleared: bool,
    lines: Vec<Value>,
    quit: bool,
}

fn settings() -> AnalysisSettings {
    AnalysisSettings {
        parallel: 1,
        threads: 1,
        hash_mb: 1,
        lines: 1,
        limits: QueryLimits {
            nodes: Some(1000),
            ..QueryLimits::default()
        },
        report_as: ReportAs::SideToMove,
        game: None,
        quit_without_waiting: false,
    }
}

impl Desk {
    fn new(settings: AnalysisSettings) -> Self {
        Self {
            dispatcher: Dispatcher::new(settings),
            now: Instant::now(),
            begun: Vec::new(),
            stopped: Vec::new(),
            cleared: false,
            lines: Vec::new(),
            quit: false,
        }
    }

    fn take(&mut self, steps: Vec<Step>) {
        for step in steps {
            match step {
                Step::Write(line) | Step::WriteIfIdle(line) => {
                    self.lines.push(serde_json::from_str(&line).unwrap());
                }
                Step::Begin(engine, job) => self.begun.push((engine, *job)),
                Step::Stop(engine) => self.stopped.push(engine),
                Step::Clear => self.cleared = true,
                Step::Quit => self.quit = true,
            }
        }
    }

    fn line(&mut self, query: Value) {
        let steps = self
            .dispatcher
            .on_line(query.to_string().as_bytes(), self.now);
        self.take(steps);
    }

    fn bytes(&mut self, line: &[u8]) {
        let steps = self.dispatcher.on_line(line, self.now);
        self.take(steps);
    }

    fn event(&mut self, engine: usize, event: Event) {
        let steps = self.dispatcher.on_engine(engine, event, self.now);
        self.take(steps);
    }

    fn end(&mut self) {
        let steps = self.dispatcher.on_end(self.now);
        self.take(steps);
    }

    fn later(&mut self, time: Duration) {
        self.now += time;
        let steps = self.dispatcher.on_timer(self.now);
        self.take(steps);
    }

    /// The running job of engine 0 ends with a value.
    fn done(&mut self) {
        let (engine, job) = self.begun.last().unwrap();
        let (engine, id) = (*engine, job.id);
        let result = SearchResult {
            best: None,
            report: Some(report()),
        };
        self.event(engine, Event::Done(id, result));
    }

    /// Ids and turns of the final answers.
    fn answers(&self) -> Vec<(&str, u64)> {
        let finals = self
            .lines
            .iter()
            .filter(|line| line["isDuringSearch"] == false);
        finals
            .map(|line| {
                (
                    line["id"].as_str().unwrap(),
                    line["turnNumber"].as_u64().unwrap(),
                )
            })
            .collect()
    }
}

fn report() -> Report {
    Report {
        depth: 3,
        selectivity: 100,
        lines: vec![PvLine {
            score: Score::new(SearchValue::Estimate(250), 0.75),
            depth: 3,
            nodes: 40,
            moves: vec![Move::Place(Vertex::new(8, 0)), Move::Pass],
        }],
        nodes: 50,
        elapsed: Duration::from_millis(7),
        hashfull: 0,
    }
}

fn othello(id: &str) -> Value {
    json!({"id": id, "game": "othello"})
}

#[test]
fn positions_are_searched_by_priority_and_answered_once() {
    let mut desk = Desk::new(settings());
    desk.line(othello("first"));
    desk.line(json!({"id": "low", "game": "othello", "priority": -1}));
    desk.line(othello("plain"));
    desk.line(
        json!({"id": "high", "rules": "reversi", "moves": [["B", "F5"], ["W", "d6"]],
        "analyzeTurns": [2, 0, 2], "priorities": [5, 9, 5]}),
    );
    desk.end();
    for _ in 0..5 {
        assert!(!desk.quit);
        desk.done();
    }
    assert!(desk.quit);
    let expected = [
        ("first", 0),
        ("high", 0),
        ("high", 2),
        ("plain", 0),
        ("low", 0),
    ];
    assert_eq!(desk.answers(), expected);
    assert_eq!(desk.begun[2].1.moves.len(), 2);
    assert_eq!(desk.dispatcher.waiting().lines, 0);
}

#[test]
fn answers_have_the_fields_of_katago_from_the_wanted_view() {
    let gomoku = json!({"id": "g", "game": "gomoku", "rules": "renju", "moves": [["B", "H8"]],
        "initialPlayer": "B", "maxVisits": 7, "maxDepth": 9, "multiPV": 3});
    let mut desk = Desk::new(settings());
    desk.line(gomoku.clone());
    let request = &desk.begun[0].1.request;
    assert_eq!(desk.begun[0].1.variant.name(), "Renju");
    assert_eq!(
        (request.limits.nodes, request.limits.depth),
        (Some(7), Some(9))
    );
    assert_eq!(request.lines, 3);
    desk.done();
    let expected = json!({"id": "g", "turnNumber": 1, "isDuringSearch": false,
        "moveInfos": [{"move": "J1", "order": 0, "visits": 40, "winrate": 0.75, "utility": 0.5,
            "lcb": 0.75, "depth": 3, "pv": ["J1", "pass"]}],
        "rootInfo": {"currentPlayer": "W", "visits": 50, "winrate": 0.75, "utility": 0.5,
            "lcb": 0.75, "depth": 3, "time": 0.007}});
    assert_eq!(desk.lines, [expected]);

    let mut desk = Desk::new(AnalysisSettings {
        report_as: ReportAs::Black,
        ..settings()
    });
    desk.line(gomoku.clone());
    desk.done();
    assert_eq!(desk.lines[0]["rootInfo"]["winrate"], 0.25);
    desk.line(othello("o"));
    desk.done();
    assert_eq!(desk.lines[1]["moveInfos"][0]["scoreLead"], 2.5);

    // A query may say it, as those of KaTrain do.
    let mut desk = Desk::new(settings());
    let mut of_black = gomoku;
    of_black["overrideSettings"] = json!({"reportAnalysisWinratesAs": "BLACK"});
    desk.line(of_black);
    desk.done();
    assert_eq!(desk.lines.len(), 1);
    assert_eq!(desk.lines[0]["rootInfo"]["winrate"], 0.25);
}

#[test]
fn proofs_and_claims_are_told_apart() {
    let values = [
        (
            SearchValue::WinIn {
                plies: 5,
                proven: true,
            },
            json!(["win", null, 5]),
        ),
        (
            SearchValue::LossIn {
                plies: 6,
                proven: false,
            },
            json!([null, "loss", 6]),
        ),
        (SearchValue::Exact(0), json!(["draw", null, null])),
    ];
    for (value, expected) in values {
        let mut desk = Desk::new(settings());
        desk.line(othello("a"));
        let mut report = report();
        report.lines[0].score.value = value;
        let result = SearchResult {
            best: None,
            report: Some(report),
        };
        desk.event(0, Event::Done(JobId(1), result));
        let info = &desk.lines[0]["moveInfos"][0];
        let found = json!([info["proven"], info["claimed"], info["pliesToEnd"]]);
        assert_eq!(found, expected);
    }
}

#[test]
fn terminated_positions_are_answered_too() {
    let mut desk = Desk::new(settings());
    let turns =
        json!({"id": "a", "game": "othello", "moves": [["B", "F5"]], "analyzeTurns": [0, 1]});
    desk.line(turns.clone());
    desk.line(turns);
    desk.line(othello("b"));
    desk.line(json!({"id": "t", "action": "terminate", "terminateId": "a", "turnNumbers": [1]}));
    assert_eq!(desk.lines[0]["action"], "terminate");
    assert_eq!(desk.answers(), [("a", 1), ("a", 1)]);
    assert_eq!(desk.lines[1]["noResults"], true);
    assert!(desk.stopped.is_empty());
    desk.line(json!({"id": "t", "action": "terminate_all"}));
    assert_eq!(desk.stopped, [0]);
    assert_eq!(
        desk.answers().len(),
        4,
        "the running search has not ended yet"
    );
    let job = desk.begun[0].1.id;
    desk.event(0, Event::Done(job, SearchResult::default()));
    assert_eq!(desk.answers().last(), Some(&("a", 0)));
    assert_eq!(desk.answers().len(), 5);
    assert_eq!(desk.begun.len(), 1);
    desk.end();
    assert!(desk.quit);
}

#[test]
fn the_end_can_end_all_searches() {
    let mut desk = Desk::new(AnalysisSettings {
        quit_without_waiting: true,
        ..settings()
    });
    desk.line(othello("a"));
    desk.line(othello("b"));
    desk.end();
    assert_eq!(desk.answers(), [("b", 0)]);
    desk.done();
    assert!(desk.quit && desk.answers().len() == 2);
}

#[test]
fn time_limits_and_reports_come_by_timer() {
    let mut desk = Desk::new(settings());
    desk.line(json!({"id": "a", "game": "othello", "maxTime": 1,
        "overrideSettings": {"maxVisits": 9}, "reportDuringSearchEvery": 0.3}));
    let job = desk.begun[0].1.id;
    let limits = &desk.begun[0].1.request.limits;
    assert_eq!(limits.nodes, Some(9));
    assert_eq!(
        limits.time,
        Some(TimeBudget::for_analysis(Duration::from_secs(1)))
    );
    desk.later(Duration::from_millis(300));
    assert!(desk.lines.is_empty(), "nothing was found yet");
    desk.event(0, Event::Report(job, report()));
    desk.later(Duration::from_millis(300));
    assert_eq!(desk.lines[0]["isDuringSearch"], true);
    assert!(desk.dispatcher.next_timer().is_some());
    desk.later(Duration::from_millis(400));
    assert_eq!(desk.stopped, [0]);
    assert_eq!(desk.dispatcher.next_timer(), None);
    // The engine had no time to return more than its last report.
    desk.event(0, Event::Done(job, SearchResult::default()));
    assert_eq!(desk.answers(), [("a", 0)]);
    assert_eq!(desk.lines[1]["moveInfos"][0]["visits"], 40);
}

#[test]
fn limits_too_low_for_an_iteration_give_one_ply() {
    let mut desk = Desk::new(settings());
    desk.line(json!({"id": "a", "game": "othello", "maxVisits": 1}));
    desk.event(0, Event::Done(desk.begun[0].1.id, SearchResult::default()));
    assert!(desk.answers().is_empty());
    assert_eq!(desk.begun[1].1.request.limits.depth, Some(1));
    desk.done();
    assert_eq!(desk.answers(), [("a", 0)]);
}

#[test]
fn a_failed_search_is_an_error_of_its_turn() {
    let mut desk = Desk::new(settings());
    desk.line(othello("a"));
    desk.line(othello("b"));
    desk.event(0, Event::Failed(desk.begun[0].1.id, "broken".into()));
    assert_eq!(
        desk.lines,
        [json!({"error": "broken", "id": "a", "turnNumber": 0})]
    );
    assert_eq!(desk.begun.len(), 2);
}

#[test]
fn finished_games_need_no_search() {
    let row = |player: &str, rank: u32| {
        (0..5)
            .map(move |n| json!([player, format!("{}{rank}", (b'A' + n) as char)]))
            .collect::<Vec<_>>()
    };
    let mut desk = Desk::new(settings());
    desk.line(
        json!({"id": "a", "game": "freestyle", "initialStones": row("B", 3),
        "initialPlayer": "W"}),
    );
    assert!(desk.begun.is_empty());
    assert_eq!(desk.lines[0]["moveInfos"], json!([]));
    let root = &desk.lines[0]["rootInfo"];
    assert_eq!(root["gameOver"], true);
    assert_eq!(
        (&root["proven"], &root["winrate"]),
        (&json!("loss"), &json!(0.0))
    );
}

#[test]
fn several_engines_search_at_once_and_keep_their_games() {
    let mut desk = Desk::new(AnalysisSettings {
        parallel: 2,
        ..settings()
    });
    desk.line(othello("a"));
    desk.line(json!({"id": "b", "game": "renju"}));
    desk.line(othello("c"));
    let engines: Vec<usize> = desk.begun.iter().map(|(engine, _)| *engine).collect();
    assert_eq!(engines.len(), 2);
    assert_ne!(engines[0], engines[1]);
    for (engine, job) in [0, 1].map(|index| (engines[index], desk.begun[index].1.id)) {
        desk.event(
            engine,
            Event::Done(
                job,
                SearchResult {
                    best: None,
                    report: Some(report()),
                },
            ),
        );
    }
    assert_eq!(desk.begun[2].0, engines[0]);
}

#[test]
fn restrictions_hold_for_the_side_to_move() {
    let mut desk = Desk::new(settings());
    desk.line(
        json!({"id": "a", "game": "othello", "moves": [["B", "F5"]], "analyzeTurns": [0, 1],
        "allowMoves": [{"player": "B", "moves": ["D3", "C4", "A1"], "untilDepth": 1}],
        "avoidMoves": [{"player": "W", "moves": ["f6", "f6", "f6"], "untilDepth": 3}]}),
    );
    assert_eq!(
        desk.lines[0]["warning"],
        "only the first move is restricted, as with untilDepth 1"
    );
    desk.done();
    let counts: Vec<_> = desk
        .begun
        .iter()
        .map(|(_, job)| (job.request.only.len(), job.request.avoid.len()))
        .collect();
    assert_eq!(counts, [(2, 0), (0, 1)]);
}

#[test]
fn what_cannot_be_used_is_an_error_that_names_the_field() {
    let with = |field: &str, value: Value| {
        let mut query = othello("q");
        query[field] = value;
        query
    };
    let allow = |moves: Value| json!([{"player": "B", "moves": moves}]);
    let cases = [
        (json!({"game": "othello"}), "id"),
        (json!({"id": 7, "game": "othello"}), "id"),
        (json!({"id": "q"}), "game"),
        (json!({"id": "q", "game": "chess"}), "game"),
        (json!({"id": "q", "rules": "tromp-taylor"}), "rules"),
        (
            json!({"id": "q", "game": "othello", "rules": "renju"}),
            "rules",
        ),
        (with("boardXSize", json!(9)), "boardXSize"),
        (
            json!({"id": "q", "game": "renju", "boardXSize": 15, "boardYSize": 16}),
            "boardYSize",
        ),
        (with("initialStones", json!([["B", "I1"]])), "initialStones"),
        (
            with("initialStones", json!([["B", "pass"]])),
            "initialStones",
        ),
        (
            json!({"id": "q", "game": "renju", "initialStones": [["B", "H8"], ["W", "H8"]]}),
            "initialStones",
        ),
        (with("initialPlayer", json!("black?")), "initialPlayer"),
        (with("moves", json!([["B", "A1"]])), "moves"),
        (with("moves", json!([["B"]])), "moves"),
        (with("moves", json!("F5")), "moves"),
        (with("moves", json!([["B", "F5"], ["B", "F6"]])), "moves"),
        (with("analyzeTurns", json!([])), "analyzeTurns"),
        (with("analyzeTurns", json!([1])), "analyzeTurns"),
        (with("analyzeTurns", json!([-1])), "analyzeTurns"),
        (with("priorities", json!([1, 2])), "priorities"),
        (with("priority", json!(1e30)), "priority"),
        (with("maxVisits", json!(0)), "maxVisits"),
        (with("maxTime", json!(-1.0)), "maxTime"),
        (with("maxDepth", json!("deep")), "maxDepth"),
        (with("multiPV", json!(0)), "multiPV"),
        (with("overrideSettings", json!([])), "overrideSettings"),
        (
            with(
                "overrideSettings",
                json!({"reportAnalysisWinratesAs": "RED"}),
            ),
            "overrideSettings",
        ),
        (with("allowMoves", allow(json!(["A1"]))), "allowMoves"),
        (with("allowMoves", allow(json!([1]))), "allowMoves"),
        (
            with("reportDuringSearchEvery", json!(0)),
            "reportDuringSearchEvery",
        ),
        (json!({"id": "q", "action": "explode"}), "action"),
        (json!({"id": "q", "action": "terminate"}), "terminateId"),
    ];
    for (query, field) in cases {
        let mut desk = Desk::new(settings());
        desk.line(query.clone());
        assert!(desk.begun.is_empty(), "{query}");
        assert_eq!(desk.lines.len(), 1, "{query}");
        let line = &desk.lines[0];
        assert_eq!(line["field"], field, "{query}: {line}");
        assert!(!line["error"].as_str().unwrap().is_empty());
        let id = query.get("id").filter(|id| id.is_string());
        assert_eq!(line.get("id"), id, "{query}");
    }
}

#[test]
fn lines_that_are_no_objects_are_errors() {
    let deep = "[".repeat(100_000);
    let long = format!("{{\"id\":\"{}\"}}", "x".repeat(1 << 20));
    for line in [
        "{",
        "[]",
        "7",
        "\u{1}",
        "{\"id\":\"\\ud800\"}",
        &deep,
        &long[..1 << 20],
    ] {
        let mut desk = Desk::new(settings());
        desk.bytes(line.as_bytes());
        assert_eq!(desk.lines.len(), 1);
        assert!(desk.lines[0]["error"].is_string() && desk.lines[0].get("id").is_none());
    }
    let mut desk = Desk::new(settings());
    desk.bytes(b"\xff{}");
    desk.bytes(b" \r");
    desk.bytes(b"\xef\xbb\xbf\r");
    assert_eq!(desk.lines.len(), 1, "blank lines are no queries");
}

#[test]
fn a_byte_order_mark_before_a_query_is_skipped() {
    let mut desk = Desk::new(settings());
    desk.bytes(format!("\u{feff}{}", othello("q")).as_bytes());
    assert_eq!((desk.lines.len(), desk.begun.len()), (0, 1));
}

#[test]
fn unknown_fields_are_warnings() {
    let mut desk = Desk::new(settings());
    desk.line(
        json!({"id": "q", "game": "othello", "komi": 7.5, "includePolicy": true, "multiPv": 2,
        "overrideSettings": {"cpuct": 1}}),
    );
    let fields: Vec<&str> = desk
        .lines
        .iter()
        .map(|line| line["field"].as_str().unwrap())
        .collect();
    assert_eq!(fields, ["overrideSettings.cpuct", "multiPv"]);
    assert!(
        desk.lines
            .iter()
            .all(|line| line["warning"].is_string() && line["id"] == "q")
    );
    assert_eq!(desk.begun.len(), 1);
}

#[test]
fn a_version_repeats_the_query() {
    let mut desk = Desk::new(settings());
    desk.line(json!({"id": "v", "action": "query_version", "note": 1}));
    assert_eq!(desk.lines[0]["warning"], "unexpected or unused field");
    assert_eq!(desk.lines[1]["version"], env!("CARGO_PKG_VERSION"));
    let commit = option_env!("FLIPFIVE_COMMIT").unwrap_or("<omitted>");
    assert_eq!(desk.lines[1]["git_hash"], commit);
    assert_eq!(desk.lines[1]["note"], 1);
    desk.line(json!({"id": "c", "action": "clear_cache"}));
    assert_eq!(desk.lines[2], json!({"id": "c", "action": "clear_cache"}));
    assert!(desk.cleared);
}

#[test]
fn implied_passes_do_not_count_as_turns() {
    // White has no move after A3.
    let mut desk = Desk::new(settings());
    let stones = [["B", "A1"], ["W", "A2"], ["W", "B1"]];
    desk.line(
        json!({"id": "p", "game": "othello", "initialStones": stones,
        "moves": [["B", "A3"], ["B", "C1"]], "analyzeTurns": [0, 1]}),
    );
    desk.done();
    desk.done();
    let plies: Vec<usize> = desk.begun.iter().map(|(_, job)| job.moves.len()).collect();
    assert_eq!(plies, [0, 1]);
    assert_eq!(desk.lines[1]["rootInfo"]["currentPlayer"], "W");
    desk.line(
        json!({"id": "p", "game": "othello", "initialStones": stones,
        "moves": [["B", "A3"], ["B", "C1"]]}),
    );
    assert_eq!(desk.lines[2]["rootInfo"]["gameOver"], true);
    assert_eq!(desk.lines[2]["turnNumber"], 2);
}

#[test]
fn settings_reach_the_search() {
    let mut desk = Desk::new(AnalysisSettings {
        threads: 3,
        hash_mb: 5,
        ..settings()
    });
    desk.line(othello("a"));
    let request = &desk.begun[0].1.request;
    assert_eq!((request.threads, request.hash_mb), (3, 5));
    assert_eq!(request.limits.nodes, Some(1000));
}

#[test]
fn a_flag_names_the_game_of_queries_that_state_rules_of_go() {
    let renju = Variant::Gomoku(Rule::Renju);
    let mut desk = Desk::new(AnalysisSettings {
        game: Some(renju),
        ..settings()
    });
    for (rules, variant) in [
        (json!("chinese"), renju),
        (json!({"ko": "SIMPLE"}), renju),
        (json!("caro"), Variant::Gomoku(Rule::Caro)),
    ] {
        desk.line(json!({"id": "q", "rules": rules, "moves": []}));
        assert_eq!(desk.begun.last().unwrap().1.variant, variant, "{rules}");
        desk.done();
    }
    assert_eq!(desk.lines.len(), 3);
}
