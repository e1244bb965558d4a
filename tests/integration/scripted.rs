//! A conversation without engine, threads and waiting: the test plays the engine and sets the time.

use flipfive::engine::{Event, Job, JobId, Options, Variant};
use flipfive::game::{Move, Vertex};
use flipfive::protocol::{Action, Conversation, Detector, Protocol};
use flipfive::search::{PvLine, Report, Score, SearchResult, Value};
use flipfive::session::Session;
use std::time::{Duration, Instant};

pub(crate) struct ScriptedHost {
    pub conversation: Conversation,
    pub now: Instant,
    /// The text written to stdout since the test last took it.
    pub output: String,
    /// The live graphics written to stderr since the test last took them.
    pub graphics: String,
    /// The jobs that the conversation has started.
    pub jobs: Vec<Job>,
    /// The number of requests to stop a search.
    pub stops: usize,
    /// The number of requests to clear the transposition table.
    pub clears: usize,
    /// When the running search is to stop.
    pub stop_at: Option<Instant>,
    /// Whether the program would have ended.
    pub ended: bool,
}

impl ScriptedHost {
    pub(crate) fn new(game: Variant, options: Options) -> Self {
        let session = Session::new(game, None, options).unwrap();
        Self::with(Box::new(Detector::new(None, true)), session)
    }

    /// A conversation with a protocol of the test.
    pub(crate) fn with(protocol: Box<dyn Protocol>, session: Session) -> Self {
        Self {
            conversation: Conversation::new(protocol, session),
            now: Instant::now(),
            output: String::new(),
            graphics: String::new(),
            jobs: Vec::new(),
            stops: 0,
            clears: 0,
            stop_at: None,
            ended: false,
        }
    }

    pub(crate) fn wait(&mut self, ms: u64) {
        self.now += Duration::from_millis(ms);
    }

    pub(crate) fn line(&mut self, line: &str) {
        self.bytes(line.as_bytes());
    }

    /// A line that may be no text.
    pub(crate) fn bytes(&mut self, line: &[u8]) {
        let actions = self.conversation.on_line(line.to_vec(), self.now);
        self.perform(actions);
    }

    pub(crate) fn lines<const N: usize>(&mut self, lines: [&str; N]) {
        lines.into_iter().for_each(|line| self.line(line));
    }

    pub(crate) fn event(&mut self, event: Event) {
        let actions = self.conversation.on_engine(event, self.now);
        self.perform(actions);
    }

    /// The moment that the conversation waits for.
    pub(crate) fn wake(&mut self) {
        let actions = self.conversation.on_wake(self.now);
        self.perform(actions);
    }

    /// The end of the input.
    pub(crate) fn end(&mut self) {
        let actions = self.conversation.on_end(self.now);
        self.perform(actions);
    }

    /// Nobody reads the output any more.
    pub(crate) fn disconnect(&mut self) {
        let actions = self.conversation.on_disconnect();
        self.perform(actions);
    }

    fn perform(&mut self, actions: Vec<Action>) {
        for action in actions {
            assert!(!self.ended, "{action:?} after the end");
            match action {
                Action::Write(text) => self.output += &text,
                Action::Search(job) => {
                    self.jobs.push(*job);
                    self.stop_at = None;
                }
                Action::Stop => self.stops += 1,
                Action::StopAt(time) => self.stop_at = Some(time),
                Action::Quit => self.ended = true,
                Action::ClearHash => self.clears += 1,
                Action::Graphics(text) => self.graphics += &text,
            }
        }
    }

    pub(crate) fn last_id(&self) -> JobId {
        self.jobs.last().unwrap().id
    }

    /// The lines written to stdout since the last call.
    pub(crate) fn written(&mut self) -> Vec<String> {
        let output = std::mem::take(&mut self.output);
        output.lines().map(String::from).collect()
    }

    /// Asserts which lines were written to stdout since the last call. Bars stand between them.
    #[track_caller]
    pub(crate) fn expect(&mut self, lines: &str) {
        assert_eq!(self.written().join("|"), lines);
    }

    /// The last job completes an iteration.
    pub(crate) fn report(&mut self, report: Report) {
        self.event(Event::Report(self.last_id(), report));
    }

    /// A job ends without a report.
    pub(crate) fn done(&mut self, id: u64, name: &str) {
        let best = Some(at(name));
        self.event(Event::Done(JobId(id), SearchResult { best, report: None }));
    }

    /// The last job ends.
    pub(crate) fn last_done(&mut self, name: &str, report: Option<Report>) {
        let best = Some(at(name));
        self.event(Event::Done(self.last_id(), SearchResult { best, report }));
    }
}

/// The move to a point such as `d3`.
pub(crate) fn at(name: &str) -> Move {
    let bytes = name.as_bytes();
    Move::Place(Vertex::new(bytes[0] - b'a', bytes[1] - b'1'))
}

/// A report with one line of one move.
pub(crate) fn report(depth: u32, ms: u64, value: Value, name: &str) -> Report {
    let line = PvLine {
        score: Score::new(value, 0.5),
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
