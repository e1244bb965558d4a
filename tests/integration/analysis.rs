//! `flipfive analysis` as a process.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A running analysis. Its answers are read all the time, as a client has to.
struct Analysis {
    child: Child,
    stdin: Option<ChildStdin>,
    answers: Receiver<Value>,
}

impl Analysis {
    fn start(arguments: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_flipfive"))
            .arg("analysis")
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines() {
                let line = line.unwrap();
                let value = serde_json::from_str(&line);
                if sender
                    .send(value.unwrap_or_else(|_| panic!("{line}")))
                    .is_err()
                {
                    break;
                }
            }
        });
        Self {
            stdin: child.stdin.take(),
            child,
            answers,
        }
    }

    fn send(&mut self, line: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(line).unwrap();
        stdin.write_all(b"\n").unwrap();
    }

    fn ask(&mut self, query: &Value) {
        self.send(query.to_string().as_bytes());
    }

    /// The next line.
    fn next(&mut self) -> Value {
        self.answers.recv_timeout(Duration::from_secs(120)).unwrap()
    }

    /// Ends the input and returns all lines until the program has ended.
    fn finish(mut self) -> Vec<Value> {
        self.stdin = None;
        let lines = self.answers.iter().collect();
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        lines
    }
}

/// The final answers by id and turn, each with the number of its lines.
fn finals(lines: &[Value]) -> BTreeMap<(String, u64), usize> {
    let mut found = BTreeMap::new();
    for line in lines.iter().filter(|line| line["isDuringSearch"] == false) {
        let key = (
            line["id"].as_str().unwrap().to_owned(),
            line["turnNumber"].as_u64().unwrap(),
        );
        *found.entry(key).or_default() += 1;
    }
    found
}

#[test]
fn every_query_has_one_final_answer_for_each_turn_or_one_error() {
    let mut analysis = Analysis::start("--parallel 2 --hash 1 --nodes 300");
    let moves = json!([
        ["B", "F5"],
        ["W", "D6"],
        ["B", "C3"],
        ["W", "D3"],
        ["B", "C4"]
    ]);
    let mut expected = BTreeMap::new();
    for number in 0..60 {
        let id = format!("q{number}");
        match number % 5 {
            0 => {
                analysis.ask(&json!({"id": id, "game": "othello", "moves": moves,
                    "analyzeTurns": [0, 3, 5], "priority": number % 7}));
                expected.extend([0, 3, 5].map(|turn| ((id.clone(), turn), 1)));
            }
            1 => {
                analysis.ask(
                    &json!({"id": id, "game": "renju", "moves": [["B", "H8"], ["W", "J9"]],
                    "multiPV": 2}),
                );
                expected.insert((id, 2), 1);
            }
            2 => analysis.send(b"{\"id\":\"broken\",\"game\":"),
            3 => {
                analysis.ask(
                    &json!({"id": id, "game": "othello", "maxVisits": 1_000_000_000_000u64,
                    "reportDuringSearchEvery": 0.05}),
                );
                analysis.ask(&json!({"id": "t", "action": "terminate", "terminateId": id}));
                expected.insert((id, 0), 1);
            }
            _ => analysis.ask(&json!({"id": id, "game": "othello", "moves": [["B", "A1"]]})),
        }
    }
    let lines = analysis.finish();
    assert_eq!(finals(&lines), expected);
    let errors: Vec<&Value> = lines
        .iter()
        .filter(|line| line.get("error").is_some())
        .collect();
    assert_eq!(errors.len(), 24);
    assert_eq!(
        errors
            .iter()
            .filter(|line| line["field"] == "moves")
            .count(),
        12
    );
    assert_eq!(
        lines
            .iter()
            .filter(|line| line["action"] == "terminate")
            .count(),
        12
    );
}

#[test]
fn values_are_right_in_both_games() {
    let mut analysis = Analysis::start("--hash 1");
    // Black completes five in a row; White has to stop an open four and cannot.
    let four = json!([["B", "D8"], ["B", "E8"], ["B", "F8"], ["B", "G8"]]);
    analysis.ask(&json!({"id": "win", "game": "freestyle", "initialStones": four, "maxDepth": 4}));
    let win = analysis.next();
    let best = &win["moveInfos"][0];
    assert_eq!(
        (&best["proven"], &best["pliesToEnd"]),
        (&json!("win"), &json!(1)),
        "{win}"
    );
    assert_eq!(best.get("scoreLead"), None);
    analysis.ask(
        &json!({"id": "loss", "game": "freestyle", "initialStones": four, "initialPlayer": "W",
        "maxDepth": 4}),
    );
    let loss = analysis.next();
    assert_eq!(loss["rootInfo"]["proven"], "loss", "{loss}");
    assert_eq!(loss["rootInfo"]["currentPlayer"], "W");
    // One empty square, h8, on which Black turns all discs of White.
    let mut stones = Vec::new();
    for rank in 1..=8 {
        for file in "ABCDEFGH".chars() {
            let point = format!("{file}{rank}");
            match point.as_str() {
                "H8" => {}
                "A8" => stones.push(json!(["B", point])),
                _ if rank == 8 => stones.push(json!(["W", point])),
                _ => stones.push(json!(["B", point])),
            }
        }
    }
    analysis.ask(&json!({"id": "last", "game": "othello", "initialStones": stones, "maxTime": 5}));
    let last = analysis.next();
    let best = &last["moveInfos"][0];
    assert_eq!(
        (&best["move"], &best["scoreLead"]),
        (&json!("H8"), &json!(64.0)),
        "{last}"
    );
    assert_eq!(best["proven"], "win");
    assert!(analysis.finish().is_empty());
}

#[test]
fn reports_arrive_during_a_search_until_it_is_terminated() {
    let mut analysis = Analysis::start("--hash 1 --report-as black");
    analysis.ask(
        &json!({"id": "long", "game": "othello", "maxTime": 3600, "multiPV": 2,
        "reportDuringSearchEvery": 0.02}),
    );
    let first = analysis.next();
    assert_eq!(
        (&first["id"], &first["isDuringSearch"]),
        (&json!("long"), &json!(true))
    );
    assert_eq!(first["moveInfos"].as_array().unwrap().len(), 2);
    analysis.ask(&json!({"id": "later", "game": "othello", "maxDepth": 1}));
    analysis.ask(&json!({"id": "now", "game": "othello", "maxDepth": 1, "priority": 1}));
    analysis.ask(&json!({"id": "stop", "action": "terminate", "terminateId": "long"}));
    let mut order = Vec::new();
    while order.len() < 3 {
        let line = analysis.next();
        if line["isDuringSearch"] == false {
            order.push(line["id"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(order, ["long", "now", "later"]);
    assert!(analysis.finish().is_empty());
}

#[test]
fn the_end_of_the_input_can_end_the_searches() {
    let mut analysis = Analysis::start("--hash 1 --quit-without-waiting");
    for id in ["a", "b"] {
        analysis.ask(&json!({"id": id, "game": "renju", "maxTime": 3600}));
    }
    let lines = analysis.finish();
    assert_eq!(finals(&lines).len(), 2);
}

#[test]
fn thousands_of_queries_at_once_are_all_answered() {
    let mut analysis = Analysis::start("--hash 1 --depth 1");
    let mut stdin = analysis.stdin.take().unwrap();
    let count = 12_000;
    let writer = std::thread::spawn(move || {
        for number in 0..count {
            writeln!(stdin, "{{\"id\":\"{number}\",\"game\":\"othello\"}}").unwrap();
        }
    });
    let lines = analysis.finish();
    writer.join().unwrap();
    assert_eq!(finals(&lines).len(), count);
    assert_eq!(lines.len(), count);
}

#[test]
fn a_client_that_has_gone_ends_the_program() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flipfive"))
        .args(["analysis", "--hash", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(
        stdin,
        "{{\"id\":\"a\",\"game\":\"othello\",\"maxTime\":3600}}"
    )
    .unwrap();
    drop(child.stdout.take());
    // The next answer cannot be written.
    writeln!(stdin, "{{}}").unwrap();
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn clients_that_wait_for_the_start_find_its_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flipfive"))
        .args(["analysis", "-v", "--game", "renju"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let ready = "Started, ready to begin handling requests";
    assert!(lines.any(|line| line.unwrap().ends_with(ready)));
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}
