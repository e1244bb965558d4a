//! What each line and each event of an engine leads to. No input, no output, no threads.

use crate::engine::{Event, Job, JobId, Variant};
use crate::protocol::analysis::answer::{self, Finding};
use crate::protocol::analysis::query::{self, Action, Query, Request, Termination};
use crate::protocol::analysis::queue::{Queue, Task};
use crate::protocol::analysis::settings::{AnalysisSettings, QueryLimits};
use crate::protocol::input::Volume;
use crate::search::{Limits, Report, SearchRequest, TimeBudget};
use crate::util::text::without_mark;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the caller does.
pub enum Step {
    /// Writes a line.
    Write(String),
    /// Writes a line, unless the queue of the writer is full.
    WriteIfIdle(String),
    /// Gives a job to an engine.
    Begin(usize, Box<Job>),
    /// Stops the job of an engine.
    Stop(usize),
    /// Clears the tables of all engines.
    Clear,
    /// Ends the program.
    Quit,
}

/// The state of all searches.
pub struct Dispatcher {
    settings: AnalysisSettings,
    queue: Queue,
    engines: Vec<Slot>,
    last_job: u64,
    input_ended: bool,
    steps: Vec<Step>,
}

/// One of the engines that search at the same time.
#[derive(Default)]
struct Slot {
    running: Option<Running>,
    /// The game and the query of its last search, whose table may help the next one.
    last: Option<(Variant, Arc<Query>)>,
}

/// A search.
struct Running {
    job: JobId,
    task: Task,
    /// The last completed iteration.
    report: Option<Report>,
    /// When it is to be stopped.
    deadline: Option<Instant>,
    /// When the next report is due.
    report_at: Option<Instant>,
    /// Whether the controller has ended it.
    terminated: bool,
}

impl Dispatcher {
    /// A dispatcher with idle engines.
    pub fn new(settings: AnalysisSettings) -> Self {
        let engines = std::iter::repeat_with(Slot::default);
        Self {
            engines: engines.take(settings.parallel.max(1)).collect(),
            settings,
            queue: Queue::default(),
            last_job: 0,
            input_ended: false,
            steps: Vec::new(),
        }
    }

    /// The lines of queries of which positions wait for a search.
    pub(super) fn waiting(&self) -> Volume {
        self.queue.volume()
    }

    /// A line of the controller.
    pub fn on_line(&mut self, line: &[u8], now: Instant) -> Vec<Step> {
        let line = without_mark(line);
        if !line.trim_ascii().is_empty() {
            match query::read(line, &self.settings) {
                Err(error) => self.write(answer::error(&error)),
                Ok(read) => {
                    for warning in &read.warnings {
                        self.write(answer::warning(&read.id, warning));
                    }
                    match read.request {
                        Request::Analyze(query) => self.enqueue(query, line.len()),
                        Request::Action { action, fields } => self.perform(action, fields),
                    }
                }
            }
        }
        self.advance(now)
    }

    /// The end of the input.
    pub fn on_end(&mut self, now: Instant) -> Vec<Step> {
        self.input_ended = true;
        if self.settings.quit_without_waiting {
            self.terminate(&Termination {
                id: None,
                turns: None,
            });
        }
        self.advance(now)
    }

    /// An event of an engine.
    pub fn on_engine(&mut self, engine: usize, event: Event, now: Instant) -> Vec<Step> {
        let id = match &event {
            Event::Report(id, _) | Event::Done(id, _) | Event::Failed(id, _) => *id,
        };
        let slot = &mut self.engines[engine];
        if let Some(running) = slot.running.as_mut().filter(|running| running.job == id) {
            match event {
                Event::Report(_, report) => running.report = Some(report),
                Event::Done(_, result) => {
                    if result.report.is_some() {
                        running.report = result.report;
                    }
                    self.finish(engine, now);
                }
                Event::Failed(_, message) => {
                    let turn = running.task.turn().number;
                    let line = answer::failure(&running.task.query.id, turn, &message);
                    slot.running = None;
                    self.write(line);
                }
            }
        }
        self.advance(now)
    }

    /// The time that [`Dispatcher::next_timer`] named has come.
    pub fn on_timer(&mut self, now: Instant) -> Vec<Step> {
        for (engine, slot) in self.engines.iter_mut().enumerate() {
            let Some(running) = &mut slot.running else {
                continue;
            };
            if running.deadline.is_some_and(|deadline| deadline <= now) {
                running.deadline = None;
                running.report_at = None;
                self.steps.push(Step::Stop(engine));
            }
            let Some(every) = running.task.query.report_every else {
                continue;
            };
            if running.report_at.is_some_and(|due| due <= now) {
                running.report_at = Some(now + every);
                if let Some(report) = &running.report {
                    let finding = Finding::Report(report, true);
                    let line = answer_line(&running.task, finding, &self.settings);
                    self.steps.push(Step::WriteIfIdle(line));
                }
            }
        }
        self.advance(now)
    }

    /// When something is to be done although no event arrives.
    pub fn next_timer(&self) -> Option<Instant> {
        let running = self.engines.iter().filter_map(|slot| slot.running.as_ref());
        running
            .flat_map(|running| [running.deadline, running.report_at])
            .flatten()
            .min()
    }

    fn write(&mut self, line: String) {
        self.steps.push(Step::Write(line));
    }

    fn enqueue(&mut self, query: Query, bytes: usize) {
        let query = Arc::new(query);
        for (index, turn) in query.turns.iter().enumerate() {
            if let Some(outcome) = turn.outcome {
                let query = Arc::clone(&query);
                let task = Task { query, index };
                let line = answer_line(&task, Finding::GameOver(outcome), &self.settings);
                self.write(line);
            }
        }
        self.queue.add(&query, bytes);
    }

    fn perform(&mut self, action: Action, mut fields: Map<String, Value>) {
        match &action {
            Action::QueryVersion => {
                fields.insert("version".into(), env!("CARGO_PKG_VERSION").into());
                fields.insert("engine".into(), "Flipfive".into());
                // A build that does not know its commit says so as KataGo does.
                let commit = option_env!("FLIPFIVE_COMMIT").unwrap_or("<omitted>");
                fields.insert("git_hash".into(), commit.into());
            }
            Action::ClearCache => self.steps.push(Step::Clear),
            Action::Terminate(_) => {}
        }
        self.write(answer::line(&fields));
        if let Action::Terminate(termination) = &action {
            self.terminate(termination);
        }
    }

    fn terminate(&mut self, termination: &Termination) {
        for task in self.queue.remove(termination) {
            let line = answer_line(&task, Finding::Nothing, &self.settings);
            self.write(line);
        }
        for (engine, slot) in self.engines.iter_mut().enumerate() {
            if let Some(running) = &mut slot.running
                && running.task.is_concerned(termination)
            {
                running.terminated = true;
                self.steps.push(Step::Stop(engine));
            }
        }
    }

    /// The search of an engine has ended.
    fn finish(&mut self, engine: usize, now: Instant) {
        let Some(running) = self.engines[engine].running.take() else {
            return;
        };
        let finding = match &running.report {
            Some(report) => Finding::Report(report, false),
            None if running.terminated => Finding::Nothing,
            // The limits were too low for one iteration.
            None => {
                self.begin(engine, running.task, one_ply(), now);
                return;
            }
        };
        let line = answer_line(&running.task, finding, &self.settings);
        self.write(line);
    }

    /// Begins searches while engines are idle, and ends the program when everything is done.
    fn advance(&mut self, now: Instant) -> Vec<Step> {
        while self.engines.iter().any(|slot| slot.running.is_none()) {
            let Some(task) = self.queue.pop() else {
                break;
            };
            let limits = task.query.limits;
            if let Some(engine) = self.idle_engine(&task) {
                self.begin(engine, task, limits, now);
            }
        }
        let idle = self.engines.iter().all(|slot| slot.running.is_none());
        if self.input_ended && self.queue.is_empty() && idle {
            self.steps.push(Step::Quit);
        }
        std::mem::take(&mut self.steps)
    }

    /// The idle engine whose table is most likely to help.
    fn idle_engine(&self, task: &Task) -> Option<usize> {
        let slots = self.engines.iter().enumerate();
        let idle = slots.filter(|(_, slot)| slot.running.is_none());
        idle.max_by_key(|(_, slot)| match &slot.last {
            Some((_, query)) if Arc::ptr_eq(query, &task.query) => 3,
            Some((variant, _)) if *variant == task.query.variant => 2,
            None => 1,
            Some(_) => 0,
        })
        .map(|(engine, _)| engine)
    }

    fn begin(&mut self, engine: usize, task: Task, limits: QueryLimits, now: Instant) {
        let query = &task.query;
        let turn = task.turn();
        self.last_job += 1;
        let id = JobId(self.last_job);
        let job = Job {
            id,
            variant: query.variant,
            start: query.start.clone(),
            moves: query.plies[..turn.plies].to_vec(),
            request: SearchRequest {
                lines: query.lines,
                only: turn.only.clone(),
                avoid: turn.avoid.clone(),
                threads: self.settings.threads.max(1),
                hash_mb: self.settings.hash_mb.max(1),
                ..SearchRequest::new(Limits {
                    depth: limits.depth,
                    nodes: limits.nodes,
                    // The search plans its iterations by it.
                    time: limits.time.map(TimeBudget::for_analysis),
                    received: now,
                })
            },
        };
        let after = |time: Option<Duration>| now.checked_add(time?);
        let slot = &mut self.engines[engine];
        slot.last = Some((query.variant, Arc::clone(query)));
        slot.running = Some(Running {
            job: id,
            report: None,
            deadline: after(limits.time),
            report_at: after(query.report_every),
            terminated: false,
            task,
        });
        self.steps.push(Step::Begin(engine, Box::new(job)));
    }
}

fn one_ply() -> QueryLimits {
    QueryLimits {
        depth: Some(1),
        ..QueryLimits::default()
    }
}

fn answer_line(task: &Task, finding: Finding<'_>, settings: &AnalysisSettings) -> String {
    let report_as = task.query.report_as.unwrap_or(settings.report_as);
    answer::answer(&task.query, task.turn(), finding, report_as)
}
