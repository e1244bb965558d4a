//! The engine: takes one job at a time on a thread of its own and posts what it finds.
//!
//! It prints nothing and knows no protocol. A stop belongs to a job, a panic in a search becomes a
//! failed job and a fresh thinker.

pub mod bench;
pub mod job;
pub mod options;
pub mod thinker;
pub mod variant;

pub use job::{Job, JobId};
pub use options::{OPTIONS, OptionSpec, Options};
pub use thinker::Thinker;
pub use variant::Variant;

use crate::search::{Report, SearchResult, StopToken};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// What happened to a job.
#[derive(Clone, Debug)]
pub enum Event {
    /// An iteration was completed.
    Report(JobId, Report),
    /// The search has ended.
    Done(JobId, SearchResult),
    /// The search broke; the text says how. The engine is ready for the next job.
    Failed(JobId, String),
}

/// Who does the jobs of a conversation: the [`Engine`], or something that stands in for it.
///
/// Nothing here waits for a search. Events go to whoever the mind was made for, with the ids of their
/// jobs: for every job one `Done` or `Failed`, before it any number of `Report`s.
pub trait EngineHandle {
    /// Begins a job; one that is still running is stopped first.
    fn begin(&mut self, job: Job);
    /// Stops the running job, if any; its last event follows.
    fn stop(&mut self);
    /// Forgets what was learnt from earlier positions, once the running job has ended.
    fn forget(&mut self);
}

impl EngineHandle for Engine {
    fn begin(&mut self, job: Job) {
        Engine::begin(self, job);
    }

    fn stop(&mut self) {
        Engine::stop(self);
    }

    fn forget(&mut self) {
        Engine::forget(self);
    }
}

/// Stack of the thinking thread: both searches recurse once or twice per ply, with frames of up to a
/// few kilobytes and, in Gomoku, forced sequences of over a hundred plies.
const STACK: usize = 64 << 20;

enum Command {
    Think(Box<Job>, StopToken),
    Forget,
}

/// A handle to the thinking thread. Dropping it stops the search and waits for the thread.
pub struct Engine {
    post: Arc<dyn Fn(Event) + Send + Sync>,
    worker: Option<(Sender<Command>, JoinHandle<()>)>,
    current: Option<(JobId, StopToken)>,
}

impl Engine {
    /// An idle engine. `post` is called from the thinking thread. The thread, and with it all larger
    /// memory, is made with the first job.
    pub fn new(post: impl Fn(Event) + Send + Sync + 'static) -> Self {
        Self {
            post: Arc::new(post),
            worker: None,
            current: None,
        }
    }

    /// Begins a job; its events carry its id. A job that is still running is stopped first.
    pub fn begin(&mut self, job: Job) {
        self.stop();
        let stop = StopToken::new();
        self.current = Some((job.id, stop.clone()));
        self.send(Command::Think(Box::new(job), stop));
    }

    /// Stops the running job, if any; its `Done` event follows soon.
    pub fn stop(&mut self) {
        if let Some((_, stop)) = &self.current {
            stop.raise();
        }
    }

    /// Forgets what was learnt from earlier positions, once the running job has ended.
    pub fn forget(&mut self) {
        if self.worker.is_some() {
            self.send(Command::Forget);
        }
    }

    fn send(&mut self, command: Command) {
        let refused = match self.worker() {
            Ok(worker) => match worker.send(command) {
                Ok(()) => return,
                Err(refused) => (refused.0, "the thinking thread has ended".to_owned()),
            },
            Err(error) => (
                command,
                format!("cannot start the thinking thread: {error}"),
            ),
        };
        // Somebody is waiting for the job, so it has to end.
        if let (Command::Think(job, _), text) = refused {
            (self.post)(Event::Failed(job.id, text));
        }
    }

    /// The way to the thinking thread, which is started if there is none.
    fn worker(&mut self) -> std::io::Result<&Sender<Command>> {
        let (sender, _) = match self.worker.take() {
            Some(worker) => self.worker.insert(worker),
            None => {
                let post = Arc::clone(&self.post);
                let (sender, receiver) = channel();
                let thread = std::thread::Builder::new()
                    .name("engine".into())
                    .stack_size(STACK)
                    .spawn(move || serve(&receiver, post.as_ref()))?;
                self.worker.insert((sender, thread))
            }
        };
        Ok(sender)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        if let Some((sender, handle)) = self.worker.take() {
            drop(sender);
            if handle.join().is_err() {
                log::error!("the thinking thread has panicked");
            }
        }
    }
}

fn serve(commands: &Receiver<Command>, post: &dyn Fn(Event)) {
    let mut thinker: Option<(Variant, Box<dyn Thinker>)> = None;
    for command in commands {
        match command {
            Command::Forget => {
                if let Some((_, thinker)) = &mut thinker {
                    thinker.forget();
                }
            }
            Command::Think(job, stop) => {
                if thinker
                    .as_ref()
                    .is_none_or(|(variant, _)| *variant != job.variant)
                {
                    thinker = Some((job.variant, job.variant.thinker()));
                }
                let Some((_, engine)) = &mut thinker else {
                    continue;
                };
                let id = job.id;
                let outcome = catch_unwind(AssertUnwindSafe(|| {
                    engine.think(&job, &stop, &mut |report| post(Event::Report(id, report)))
                }));
                match outcome {
                    Ok(Ok(result)) => post(Event::Done(id, result)),
                    Ok(Err(error)) => post(Event::Failed(id, error.to_string())),
                    Err(panic) => {
                        // The thinker may be in any state, so it is not used again.
                        thinker = None;
                        let text = panic
                            .downcast_ref::<&str>()
                            .map(|text| (*text).to_owned())
                            .or_else(|| panic.downcast_ref::<String>().cloned())
                            .unwrap_or_else(|| "unknown reason".into());
                        log::error!("search panicked: {text}; job: {job:?}");
                        post(Event::Failed(
                            id,
                            format!("internal error in the search: {text}"),
                        ));
                    }
                }
            }
        }
    }
}
