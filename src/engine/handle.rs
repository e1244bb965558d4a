//! The thread that searches, and the handle to it.

use crate::engine::any_player::AnyPlayer;
use crate::engine::job::{Job, JobId};
use crate::engine::variant::Variant;
use crate::search::{Report, STACK_SIZE, SearchResult, StopToken};
use crate::util::memory::check_search_memory;
use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// An event of a job.
#[derive(Clone, Debug)]
pub enum Event {
    /// An iteration was completed.
    Report(JobId, Report),
    /// The search has ended.
    Done(JobId, SearchResult),
    /// The search failed, for the reason in the text. The engine accepts the next job.
    Failed(JobId, String),
}

/// Runs the jobs of a conversation: the [`Engine`], or a substitute for it.
///
/// No method waits for a search. Every job ends with one `Done` or `Failed` event; any number of `Report`
/// events may come before it.
pub trait EngineHandle {
    /// Begins a job. A job that is still running is stopped first.
    fn begin(&mut self, job: Job);
    /// Stops the running job, if any; its last event follows soon.
    fn stop(&mut self);
    /// Forgets everything learnt from earlier positions, once the running job has ended.
    fn clear_hash(&mut self);
}

enum Command {
    Think(Box<Job>, StopToken),
    ClearHash,
}

/// A handle to the search thread. Dropping it stops the search and waits for the thread.
pub struct Engine {
    post: Arc<dyn Fn(Event) + Send + Sync>,
    worker: Option<(Sender<Command>, JoinHandle<()>)>,
    /// The stop token of the last job.
    stop: Option<StopToken>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// An idle engine. It calls `post` from the search thread. The thread, and with it all larger memory,
    /// is created for the first job.
    pub fn new(post: impl Fn(Event) + Send + Sync + 'static) -> Self {
        Self {
            post: Arc::new(post),
            worker: None,
            stop: None,
        }
    }

    fn send(&mut self, command: Command) {
        let (command, reason) = match self.worker() {
            Ok(worker) => match worker.send(command) {
                Ok(()) => return,
                Err(refused) => (refused.0, "the search thread has ended".to_owned()),
            },
            Err(error) => (command, format!("cannot start the search thread: {error}")),
        };
        // The caller waits for the last event of its job.
        if let Command::Think(job, _) = command {
            (self.post)(Event::Failed(job.id, reason));
        }
    }

    /// The channel to the search thread, which is started if it does not run.
    fn worker(&mut self) -> std::io::Result<&Sender<Command>> {
        let (sender, _) = match self.worker.take() {
            Some(worker) => self.worker.insert(worker),
            None => {
                let post = Arc::clone(&self.post);
                let (sender, receiver) = channel();
                let thread = std::thread::Builder::new()
                    .name("engine".into())
                    .stack_size(STACK_SIZE)
                    .spawn(move || run_commands(&receiver, post.as_ref()))?;
                self.worker.insert((sender, thread))
            }
        };
        Ok(sender)
    }
}

impl EngineHandle for Engine {
    fn begin(&mut self, job: Job) {
        self.stop();
        let stop = StopToken::new();
        self.stop = Some(stop.clone());
        self.send(Command::Think(Box::new(job), stop));
    }

    fn stop(&mut self) {
        if let Some(stop) = &self.stop {
            stop.raise();
        }
    }

    fn clear_hash(&mut self) {
        if self.worker.is_some() {
            self.send(Command::ClearHash);
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        if let Some((sender, thread)) = self.worker.take() {
            drop(sender);
            if thread.join().is_err() {
                log::error!("the search thread has panicked");
            }
        }
    }
}

/// The loop of the search thread.
fn run_commands(commands: &Receiver<Command>, post: &dyn Fn(Event)) {
    let mut current: Option<(Variant, AnyPlayer)> = None;
    for command in commands {
        match command {
            Command::ClearHash => {
                if let Some((_, player)) = &mut current {
                    player.clear_hash();
                }
            }
            Command::Think(job, stop) => {
                let variant = job.variant;
                // A player of another game is dropped before the new one takes memory. Inside of `match` it
                // would live to the end of the statement.
                let kept = current.take().filter(|(known, _)| *known == variant);
                let mut player = match kept {
                    Some((_, player)) => player,
                    None => match check_search_memory() {
                        Ok(()) => AnyPlayer::new(variant),
                        Err(error) => {
                            post(Event::Failed(job.id, error.to_string()));
                            continue;
                        }
                    },
                };
                let outcome = catch_unwind(AssertUnwindSafe(|| {
                    player.think(&job, &stop, &mut |report| {
                        post(Event::Report(job.id, report))
                    })
                }));
                match outcome {
                    Ok(result) => {
                        current = Some((variant, player));
                        post(match result {
                            Ok(result) => Event::Done(job.id, result),
                            Err(error) => Event::Failed(job.id, error.to_string()),
                        });
                    }
                    // The player may be in any state, so it is not used again.
                    Err(panic) => {
                        let reason = panic_message(panic.as_ref());
                        log::error!("the search panicked: {reason}; job: {job:?}");
                        let text = format!("internal error in the search: {reason}");
                        post(Event::Failed(job.id, text));
                    }
                }
            }
        }
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown reason")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Limits, SearchRequest};

    #[test]
    fn the_table_is_kept_until_it_is_cleared() {
        let (sender, events) = channel();
        let sender = std::sync::Mutex::new(sender);
        let mut engine = Engine::new(move |event| drop(sender.lock().unwrap().send(event)));
        let record = Variant::Othello.new_record(8).unwrap();
        let nodes = |engine: &mut Engine, id| {
            engine.begin(Job {
                id: JobId(id),
                variant: Variant::Othello,
                start: record.start(),
                moves: Vec::new(),
                request: SearchRequest::new(Limits::depth(8)),
            });
            let done = events.iter().find_map(|event| match event {
                Event::Done(_, result) => result.report,
                _ => None,
            });
            done.unwrap().nodes
        };
        let first = nodes(&mut engine, 1);
        assert_ne!(nodes(&mut engine, 2), first);
        engine.clear_hash();
        assert_eq!(nodes(&mut engine, 3), first);
    }
}
