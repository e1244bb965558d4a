//! Joins a protocol to a session, and decides when to execute each line.

use crate::engine::{Event, Variant};
use crate::game::Setup;
use crate::protocol::input::Volume;
use crate::protocol::{Action, Context, Pondering, Protocol, RunningCommand, Schedule};
use crate::session::{EngineMove, SearchEvent, SearchMode, Session};
use std::collections::VecDeque;
use std::fmt;
use std::time::Instant;

/// A line that waits until it can be executed.
struct QueuedLine {
    line: Vec<u8>,
    received: Instant,
    /// The line waits for the end of a search, so its time starts then.
    after_search: bool,
    may_end: MayEnd,
}

/// The searches that a waiting line may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MayEnd {
    /// None: the line belongs to a command before it.
    Nothing,
    /// Only an analysis, since it has waited for another search.
    Analysis,
    /// Any search.
    Any,
}

impl MayEnd {
    /// Whether the line may end a search of this mode.
    fn includes(self, mode: SearchMode) -> bool {
        match self {
            MayEnd::Nothing => false,
            MayEnd::Analysis => mode == SearchMode::Analyze,
            MayEnd::Any => true,
        }
    }
}

/// The moments of the last line that was executed, and not beside a search.
#[derive(Clone, Copy, Debug)]
struct CommandTimes {
    /// When the line arrived.
    received: Instant,
    /// When its time began.
    started: Instant,
    /// When its searches have to end, if another line says so.
    stop_at: Option<Instant>,
}

/// A conversation with one controller: takes lines and engine events, and returns [`Action`]s.
///
/// It reads and writes nothing itself and starts no thread. The caller passes in the time.
pub struct Conversation {
    protocol: Box<dyn Protocol>,
    session: Session,
    /// The lines that wait for the end of the running search.
    queue: VecDeque<QueuedLine>,
    /// The volume of the queue.
    waiting: Volume,
    /// The number of lines in the queue that may end any search.
    may_end_any: usize,
    /// The input has ended.
    input_ended: bool,
    /// The input has ended and nobody reads the output: the controller has gone away.
    disconnected: bool,
    quit: bool,
    /// The command that the running search belongs to.
    command: Option<CommandTimes>,
    /// When the last event of a running search came: the end of the last search, once it has ended.
    search_ended: Option<Instant>,
    /// The position after the last move of the engine, in which it may ponder.
    ponder_in: Option<(Variant, Setup)>,
}

impl fmt::Debug for Conversation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversation")
            .field("session", &self.session)
            .field("quit", &self.quit)
            .finish_non_exhaustive()
    }
}

impl Conversation {
    /// A new conversation.
    pub fn new(protocol: Box<dyn Protocol>, session: Session) -> Self {
        Self {
            protocol,
            session,
            queue: VecDeque::new(),
            waiting: Volume::default(),
            may_end_any: 0,
            input_ended: false,
            disconnected: false,
            quit: false,
            command: None,
            search_ended: None,
            ponder_in: None,
        }
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Handles a line, which comes without its line feed.
    pub fn on_line(&mut self, line: Vec<u8>, received: Instant) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.quit {
            return actions;
        }
        // Without a search, nothing waits, and the line is executed now.
        if self.protocol.is_payload(&line) && self.session.running().is_some() {
            self.push(QueuedLine {
                line,
                received,
                after_search: true,
                may_end: MayEnd::Nothing,
            });
        } else {
            self.enqueue(line, received, false, &mut actions);
        }
        self.run_queue(received, &mut actions);
        actions
    }

    /// The lines that wait for the end of the running search.
    pub(crate) fn waiting(&self) -> Volume {
        self.waiting
    }

    /// Handles the end of the input. All queued commands are still answered in full; an analysis that only
    /// another line would stop ends now.
    pub fn on_end(&mut self, now: Instant) -> Vec<Action> {
        self.input_ended = true;
        let mut actions = Vec::new();
        if self.ends_with_input() {
            actions.push(Action::Stop);
        }
        self.run_queue(now, &mut actions);
        actions
    }

    /// Handles the end of the controller: the input has ended, and nobody reads the output any more. The
    /// running search ends now.
    pub fn on_disconnect(&mut self) -> Vec<Action> {
        self.disconnected = true;
        let stop = self.ends_with_input().then_some(Action::Stop);
        stop.into_iter().collect()
    }

    /// Handles an event of the engine.
    pub fn on_engine(&mut self, event: Event, now: Instant) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.session.running().is_some() {
            self.search_ended = Some(now);
        }
        let was_pondering = self.session.is_pondering();
        let event = self.session.on_event(event, now);
        if was_pondering && !self.session.is_pondering() {
            // The position is solved, or a limit is reached.
            self.ponder_in = None;
        }
        let mut context = Context {
            session: &mut self.session,
            actions: &mut actions,
            now,
        };
        match event {
            Some(SearchEvent::Progress(report)) => self.protocol.progress(&report, &mut context),
            Some(SearchEvent::Finished(finished)) => {
                let has_moved = finished.mode == SearchMode::Play
                    && matches!(finished.best_move, Some(EngineMove::Move(_)));
                self.protocol.finished(finished, &mut context);
                self.ponder_in = has_moved.then(|| self.position());
                // A command that takes several searches may have started the next one.
                if self.session.running().is_some() {
                    let stop_at = self.command.and_then(|command| command.stop_at);
                    match stop_at {
                        _ if self.ends_with_input() => actions.push(Action::Stop),
                        Some(time) if time <= now => actions.push(Action::Stop),
                        Some(time) => actions.push(Action::StopAt(time)),
                        None => {}
                    }
                }
            }
            Some(SearchEvent::Failed(text)) => self.protocol.failed(&text, &mut context),
            None => {}
        }
        self.run_queue(now, &mut actions);
        actions
    }

    /// When [`on_wake`](Self::on_wake) is due if no line and no event comes before.
    pub fn wake_at(&self) -> Option<Instant> {
        self.protocol.wake_at().filter(|_| !self.quit)
    }

    /// Handles the moment of [`wake_at`](Self::wake_at).
    pub fn on_wake(&mut self, now: Instant) -> Vec<Action> {
        let mut actions = Vec::new();
        if !self.quit {
            self.protocol.wake(&mut Context {
                session: &mut self.session,
                actions: &mut actions,
                now,
            });
        }
        actions
    }

    /// Whether the running search has to stop because the input has ended: the controller has gone
    /// away, or it is an analysis without a limit, which only another line would stop.
    fn ends_with_input(&self) -> bool {
        let options = self.session.options();
        let limited = options.depth > 0 || options.nodes > 0;
        let running = self.session.running();
        running.is_some_and(|running| {
            let endless = running.mode == SearchMode::Analyze && !limited;
            self.disconnected || (self.input_ended && endless)
        })
    }

    /// Queues a line, or handles it at once if the protocol demands that during a search. `has_waited`: it has waited for
    /// the end of another search. Returns whether the line ends the running search.
    fn enqueue(
        &mut self,
        line: Vec<u8>,
        received: Instant,
        has_waited: bool,
        actions: &mut Vec<Action>,
    ) -> bool {
        let running = self.running_command();
        let schedule = match running {
            Some(running) => self.protocol.schedule(&line, received, running),
            None => Schedule::Queue,
        };
        match schedule {
            Schedule::Stop | Schedule::StopAndQueue => {
                self.stop_command(received, received);
                actions.push(Action::Stop);
            }
            Schedule::QueueUntil(time) => {
                self.stop_command(time, received);
                actions.push(Action::StopAt(time));
            }
            Schedule::AbandonAndQueue => {
                self.session.abandon_search();
                actions.push(Action::Stop);
            }
            Schedule::Quit => {
                self.quit = true;
                actions.push(Action::Quit);
            }
            Schedule::Now => self.execute(&line, received, actions),
            Schedule::Queue | Schedule::Ignore => {}
        }
        let waits = matches!(schedule, Schedule::Queue | Schedule::QueueUntil(_));
        if waits || matches!(schedule, Schedule::StopAndQueue | Schedule::AbandonAndQueue) {
            self.push(QueuedLine {
                line,
                received,
                after_search: waits || has_waited,
                may_end: match running {
                    Some(running) if waits && running.mode != SearchMode::Analyze => {
                        MayEnd::Analysis
                    }
                    _ => MayEnd::Any,
                },
            });
        }
        !waits && !matches!(schedule, Schedule::Now | Schedule::Ignore)
    }

    /// The command whose search is running.
    fn running_command(&self) -> Option<RunningCommand> {
        let mode = self.session.running()?.mode;
        self.command.map(|command| RunningCommand {
            mode,
            received: command.received,
            started: command.started,
        })
    }

    /// Notes that the searches of the running command have to end at this time. A command that has been stopped by now stays
    /// stopped.
    fn stop_command(&mut self, time: Instant, now: Instant) {
        if let Some(command) = &mut self.command
            && command.stop_at.is_none_or(|before| before > now)
        {
            command.stop_at = Some(time);
        }
    }

    fn push(&mut self, queued: QueuedLine) {
        self.waiting.add(&queued.line);
        self.may_end_any += usize::from(queued.may_end == MayEnd::Any);
        self.queue.push_back(queued);
    }

    fn pop(&mut self) -> Option<QueuedLine> {
        let queued = self.queue.pop_front()?;
        self.waiting.remove(&queued.line);
        self.may_end_any -= usize::from(queued.may_end == MayEnd::Any);
        Some(queued)
    }

    /// Schedules the lines again that wait when a search begins, up to the first one that ends it.
    fn reschedule(&mut self, mode: SearchMode, actions: &mut Vec<Action>) {
        // A script may have half a million lines that wait, all of them for the end of their search.
        if self.may_end_any == 0 && mode != SearchMode::Analyze {
            return;
        }
        let mut ended = false;
        for _ in 0..self.queue.len() {
            let Some(queued) = self.pop() else { return };
            if ended || !queued.may_end.includes(mode) {
                self.push(queued);
            } else {
                let QueuedLine {
                    line,
                    received,
                    after_search,
                    ..
                } = queued;
                ended = self.enqueue(line, received, after_search, actions);
            }
        }
    }

    fn execute(&mut self, line: &[u8], now: Instant, actions: &mut Vec<Action>) {
        let first = actions.len();
        let mut context = Context {
            session: &mut self.session,
            actions,
            now,
        };
        self.protocol.execute(line, &mut context);
        self.quit |= actions[first..]
            .iter()
            .any(|action| matches!(action, Action::Quit));
    }

    /// Executes the queued lines until one of them starts a search.
    fn run_queue(&mut self, now: Instant, actions: &mut Vec<Action>) {
        while !self.quit && self.session.running().is_none() {
            let Some(queued) = self.pop() else {
                break;
            };
            self.interrupt_pondering(&queued.line, actions);
            let received = queued.received;
            let started = match self.search_ended {
                Some(ended) if queued.after_search => received.max(ended),
                _ => received,
            };
            self.command = Some(CommandTimes {
                received,
                started,
                stop_at: None,
            });
            self.execute(&queued.line, started, actions);
            if self.ends_with_input() {
                actions.push(Action::Stop);
            }
            if let Some(running) = self.session.running() {
                self.ponder_in = None;
                // The remaining lines arrived during an earlier search. Now they may stop this one.
                self.reschedule(running.mode, actions);
            }
        }
        if self.quit || self.session.running().is_some() {
            return;
        }
        if self.input_ended {
            self.quit = true;
            self.protocol.close(&mut Context {
                session: &mut self.session,
                actions,
                now,
            });
            actions.push(Action::Quit);
        } else if !self.session.is_pondering() && self.may_ponder() && self.protocol.may_ponder() {
            let job = self.session.ponder(now);
            actions.extend(job.map(Action::Search));
        }
    }

    fn may_ponder(&self) -> bool {
        let position = self.ponder_in.as_ref();
        position.is_some_and(|position| *position == self.position())
    }

    fn position(&self) -> (Variant, Setup) {
        (self.session.variant(), self.session.record().current())
    }

    /// Makes way for a line that is about to be executed. Pondering goes on later if the position is still the same.
    fn interrupt_pondering(&mut self, line: &[u8], actions: &mut Vec<Action>) {
        let pondering = self.protocol.pondering(line);
        if pondering == Pondering::End {
            self.ponder_in = None;
        }
        if pondering != Pondering::Continue && self.session.is_pondering() {
            self.session.abandon_search();
            actions.push(Action::Stop);
        }
    }
}
