//! The loop of `flipfive analysis`, with invented results and a clock that the input sets.

use crate::fuzz::engine::{Answers, Scripted};
use flipfive::engine::{Event, Job};
use flipfive::internals::{Dispatcher, Step};
use flipfive::protocol::analysis::{AnalysisSettings, QueryLimits, ReportAs};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

pub(super) const WORDS: &str = "{|}|[|]|,|:|\"|null|true|-1|1e400|{\"id\":\"a\",\"game\":\"othello\"}|{\"id\":\"b\",\"game\":\"renju\"}|\
     \"id\":\"a\",|\"game\":\"gomoku\",|\"rules\":\"caro\",|\"moves\":[[\"B\",\"D3\"]],|[\"W\",\"pass\"]|\"analyzeTurns\":[0,1],|\
     \"initialStones\":[[\"B\",\"A1\"]],|\"initialPlayer\":\"W\",|\"maxVisits\":5,|\"maxTime\":0.2,|\"maxDepth\":3,|\"multiPV\":3,|\
     \"priority\":1,|\"reportDuringSearchEvery\":0.05,|\"boardXSize\":9,|\"allowMoves\":[],|\
     {\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"a\"}|{\"id\":\"t\",\"action\":\"terminate_all\"}|\
     {\"id\":\"v\",\"action\":\"query_version\"}|\\u0000|\\ud800|!done|!done|!report|!wait 60|!wait 1000|!fail";

/// The dispatcher, and what it wants done.
struct Loop {
    dispatcher: Dispatcher,
    now: Instant,
    running: BTreeMap<usize, Job>,
    output: String,
    quits: usize,
}

impl Loop {
    fn take(&mut self, steps: Vec<Step>) {
        for step in steps {
            match step {
                Step::Write(line) | Step::WriteIfIdle(line) => {
                    let value: Result<Value, _> = serde_json::from_str(&line);
                    assert!(value.is_ok_and(|value| value.is_object()), "{line}");
                    assert!(!line.contains('\n'), "{line:?}");
                    self.output += &line;
                    self.output.push('\n');
                }
                Step::Begin(engine, job) => {
                    let before = self.running.insert(engine, *job);
                    assert!(before.is_none(), "an engine got a second job");
                }
                Step::Stop(engine) => assert!(self.running.contains_key(&engine)),
                Step::Clear => {}
                Step::Quit => self.quits += 1,
            }
        }
    }

    fn line(&mut self, line: &[u8]) {
        let steps = match line {
            b"!done" => {
                self.end_job();
                return;
            }
            b"!report" => {
                let first = self.running.iter().next();
                let report =
                    first.and_then(|(&engine, job)| Some((engine, job.id, Scripted::report(job)?)));
                let Some((engine, id, report)) = report else {
                    return;
                };
                self.dispatcher
                    .on_engine(engine, Event::Report(id, report), self.now)
            }
            b"!fail" => {
                let Some((engine, job)) = self.running.pop_first() else {
                    return;
                };
                self.dispatcher
                    .on_engine(engine, Event::Failed(job.id, "failed".into()), self.now)
            }
            _ => match line.strip_prefix(b"!wait ") {
                Some(ms) => {
                    let ms = String::from_utf8_lossy(ms).parse::<u32>().unwrap_or(1);
                    return self.wait(Duration::from_millis(ms.into()));
                }
                None => self.dispatcher.on_line(line, self.now),
            },
        };
        self.take(steps);
    }

    /// Time passes. Timers that are due come in their order.
    fn wait(&mut self, time: Duration) {
        let end = self.now + time;
        for _ in 0..100 {
            match self.dispatcher.next_timer() {
                Some(due) if due <= end => self.now = self.now.max(due),
                _ => break,
            }
            let steps = self.dispatcher.on_timer(self.now);
            self.take(steps);
        }
        self.now = end;
    }

    fn end_job(&mut self) -> bool {
        let Some((engine, job)) = self.running.pop_first() else {
            return false;
        };
        for event in Scripted.answer(job) {
            let steps = self.dispatcher.on_engine(engine, event, self.now);
            self.take(steps);
        }
        true
    }
}

pub(super) fn queries(input: &[u8]) -> String {
    let settings = AnalysisSettings {
        parallel: 2,
        threads: 1,
        hash_mb: 1,
        lines: 1,
        limits: QueryLimits {
            nodes: Some(100),
            ..QueryLimits::default()
        },
        report_as: ReportAs::SideToMove,
        game: None,
        quit_without_waiting: input.len() % 2 == 1,
    };
    let mut analysis = Loop {
        dispatcher: Dispatcher::new(settings),
        now: Instant::now(),
        running: BTreeMap::new(),
        output: String::new(),
        quits: 0,
    };
    for line in input.split(|&byte| byte == b'\n') {
        analysis.line(line);
    }
    assert_eq!(analysis.quits, 0);
    let steps = analysis.dispatcher.on_end(analysis.now);
    analysis.take(steps);
    while analysis.quits == 0 {
        assert!(analysis.end_job(), "the program waits for nothing");
    }
    assert!(analysis.running.is_empty());
    analysis.output
}
