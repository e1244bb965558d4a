//! Engines that answer jobs at once: one that invents results, and one that searches a little.

use flipfive::engine::{Engine, EngineHandle as _, Event, Job};
use flipfive::format::{AnnotatedGame, AnnotatedMove};
use flipfive::game::Move;
use flipfive::internals::Rng;
use flipfive::search::{PvLine, Report, Score, SearchResult, Value};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// An engine that answers a job at once.
pub(super) trait Answers {
    /// All events of a job, its end last.
    fn answer(&mut self, job: Job) -> Vec<Event>;
}

/// An engine that invents results. The same job always has the same result.
pub(super) struct Scripted;

/// Values of every kind.
const VALUES: [Value; 6] = [
    Value::Estimate(-730),
    Value::Estimate(0),
    Value::Exact(64),
    Value::Exact(0),
    Value::WinIn {
        plies: 5,
        proven: false,
    },
    Value::LossIn {
        plies: 2,
        proven: true,
    },
];

impl Scripted {
    /// A report with legal moves. `None` if the game is over.
    pub(super) fn report(job: &Job) -> Option<Report> {
        let game = AnnotatedGame {
            moves: job
                .moves
                .iter()
                .map(|&(side, mv)| AnnotatedMove::new(side, mv))
                .collect(),
            ..AnnotatedGame::new(job.variant, job.start.clone())
        };
        let record = game.record(usize::MAX);
        let mut record =
            record.unwrap_or_else(|error| panic!("a job that cannot be played: {error}"));
        let request = &job.request;
        let mut rng = Rng::new(job.id.0 ^ (job.moves.len() as u64) << 32);
        let mut choose = |from: &[Move]| {
            from.get(rng.below(from.len().max(1) as u64) as usize)
                .copied()
        };
        let mut legal = match request.only.is_empty() {
            true => record.legal(),
            false => request.only.clone(),
        };
        legal.retain(|mv| !request.avoid.contains(mv));
        let first = choose(&legal)?;
        let mut moves = vec![first];
        // Balancing stones are played one after the other.
        while moves.len() < request.balance.map_or(1, |balance| balance.stones.into()) {
            let _ = record.play(record.side(), moves[moves.len() - 1]);
            moves.push(choose(&record.legal())?);
        }
        let others = legal.iter().filter(|&&mv| mv != first).map(|&mv| vec![mv]);
        let lines = std::iter::once(moves.clone())
            .chain(others)
            .take(request.lines.max(1));
        let value = VALUES[job.moves.len() % VALUES.len()];
        let line = |moves| PvLine {
            score: Score::new(value, 0.5),
            depth: 3,
            nodes: 20,
            moves,
        };
        Some(Report {
            depth: 3,
            selectivity: 73,
            lines: lines.map(line).collect(),
            nodes: 60,
            elapsed: Duration::from_millis(job.id.0 % 700),
            hashfull: 0,
        })
    }
}

impl Answers for Scripted {
    fn answer(&mut self, job: Job) -> Vec<Event> {
        let report = Self::report(&job);
        let best = report.as_ref().map(|report| report.lines[0].moves[0]);
        vec![Event::Done(job.id, SearchResult { best, report })]
    }
}

/// An engine that searches a few nodes.
pub(super) struct Searching {
    engine: Engine,
    events: Receiver<Event>,
}

impl Searching {
    pub(super) fn new() -> Self {
        let (sender, events) = channel();
        Self {
            engine: Engine::new(move |event| drop(sender.send(event))),
            events,
        }
    }
}

impl Answers for Searching {
    fn answer(&mut self, mut job: Job) -> Vec<Event> {
        // Without a limit of time, the result depends on nothing but the job.
        job.request.limits.time = None;
        let nodes = job.request.limits.nodes.unwrap_or(u64::MAX);
        job.request.limits.nodes = Some(nodes.clamp(1, 50));
        job.request.threads = 1;
        job.request.hash_mb = 1;
        self.engine.begin(job);
        let mut events = Vec::new();
        loop {
            let event = self
                .events
                .recv_timeout(crate::host::MAX_WAIT)
                .expect("the engine answers");
            assert!(!matches!(event, Event::Failed(..)), "{event:?}");
            let is_over = matches!(event, Event::Done(..));
            events.push(event);
            if is_over {
                return events;
            }
        }
    }
}
