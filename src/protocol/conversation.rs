//! Joins a protocol to a session: decides what is carried out when. No input, output or thread.

use crate::engine::Event;
use crate::protocol::interface::{Action, Protocol, Schedule};
use crate::session::{SearchEvent, SearchMode, Session};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A line that waits for its turn.
struct Waiting {
    line: Vec<u8>,
    received: Instant,
    /// Nobody was in a hurry when it came: its time begins with its turn.
    patient: bool,
}

/// A controller's end of the line.
pub struct Conversation {
    protocol: Box<dyn Protocol>,
    session: Session,
    /// Lines that wait for the running search to end.
    queue: VecDeque<Waiting>,
    /// There is no more input.
    ended: bool,
    /// The input ended while somebody should have been waiting for an answer.
    gone: bool,
    quit: bool,
    /// When the last search ended.
    free_since: Option<Instant>,
    /// When the last line came.
    last_line: Option<Instant>,
    /// The last thing that happened was the engine's move, so it may ponder.
    moved: bool,
}

/// An end of input this soon after the last line is the end of a script, whose commands are all
/// answered in full. Later it means that the controller has gone away.
const SCRIPT_END: Duration = Duration::from_millis(100);

impl Conversation {
    /// A conversation in a protocol about a game.
    pub fn new(protocol: Box<dyn Protocol>, session: Session) -> Self {
        Self {
            protocol,
            session,
            queue: VecDeque::new(),
            ended: false,
            gone: false,
            quit: false,
            free_since: None,
            last_line: None,
            moved: false,
        }
    }

    /// The session, to look at.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Takes a line without its line feed.
    pub fn on_line(&mut self, line: Vec<u8>, received: Instant) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.quit {
            return actions;
        }
        self.last_line = Some(received);
        self.admit(line, received, &mut actions);
        self.run(received, &mut actions);
        actions
    }

    /// The input has ended. At the end of a script everything that was asked is still answered in
    /// full; if the controller has gone away, the searches end now.
    pub fn on_end(&mut self, now: Instant) -> Vec<Action> {
        self.ended = true;
        self.gone = self
            .last_line
            .is_some_and(|last| now.saturating_duration_since(last) > SCRIPT_END);
        let mut actions = Vec::new();
        if self.is_in_vain() {
            actions.push(Action::Stop);
        }
        self.run(now, &mut actions);
        actions
    }

    /// Takes an event of the engine.
    pub fn on_engine(&mut self, event: Event, now: Instant) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.session.running().is_some() {
            self.free_since = Some(now);
        }
        match self.session.on_event(event, now) {
            Some(SearchEvent::Progress(report)) => {
                self.protocol.progress(&report, &self.session, &mut actions);
            }
            Some(SearchEvent::Finished(finished)) => {
                self.moved = finished.mode == SearchMode::Play;
                self.protocol
                    .finished(finished, now, &mut self.session, &mut actions);
                // A request of several searches may have started the next one.
                if self.is_in_vain() {
                    actions.push(Action::Stop);
                }
            }
            Some(SearchEvent::Failed(text)) => {
                self.protocol.failed(&text, &self.session, &mut actions);
            }
            None => {}
        }
        self.run(now, &mut actions);
        actions
    }

    /// Whether a search is running that nobody waits for, or that nobody is left to stop.
    fn is_in_vain(&self) -> bool {
        let running = self.session.running();
        running
            .is_some_and(|running| self.gone || (self.ended && running.mode == SearchMode::Analyze))
    }

    /// Decides about a line: it waits if no search is running, and otherwise the protocol knows.
    fn admit(&mut self, line: Vec<u8>, received: Instant, actions: &mut Vec<Action>) {
        let schedule = match self.session.running() {
            Some(running) => self.protocol.schedule(&line, received, running),
            None => Schedule::Queue,
        };
        match schedule {
            Schedule::Stop | Schedule::StopAndQueue => actions.push(Action::Stop),
            Schedule::AbandonAndQueue => {
                self.session.abandon_search();
                actions.push(Action::Stop);
            }
            Schedule::Quit => actions.push(Action::Quit),
            Schedule::Now => {
                self.protocol
                    .execute(&line, received, &mut self.session, actions);
            }
            Schedule::Queue | Schedule::Ignore => {}
        }
        if let Schedule::Queue | Schedule::StopAndQueue | Schedule::AbandonAndQueue = schedule {
            self.queue.push_back(Waiting {
                line,
                received,
                patient: schedule == Schedule::Queue,
            });
        }
    }

    /// Carries out waiting lines until one of them starts a search.
    fn run(&mut self, now: Instant, actions: &mut Vec<Action>) {
        while !self.quit && self.session.running().is_none() {
            let Some(waiting) = self.queue.pop_front() else {
                break;
            };
            if self.session.is_pondering() {
                self.session.abandon_search();
                actions.push(Action::Stop);
            }
            self.moved = false;
            let begin = match self.free_since {
                Some(free) if waiting.patient => waiting.received.max(free),
                _ => waiting.received,
            };
            self.protocol
                .execute(&waiting.line, begin, &mut self.session, actions);
            self.quit |= actions.iter().any(|action| matches!(action, Action::Quit));
            if self.is_in_vain() {
                actions.push(Action::Stop);
            }
            if self.session.running().is_some() {
                // The lines behind it waited for another search; this one they may have to end.
                for waiting in std::mem::take(&mut self.queue) {
                    self.admit(waiting.line, waiting.received, actions);
                }
            }
        }
        self.quit |= actions.iter().any(|action| matches!(action, Action::Quit));
        if self.quit || self.session.running().is_some() {
            return;
        }
        if self.ended {
            self.quit = true;
            self.protocol.close(actions);
            actions.push(Action::Quit);
        } else if std::mem::take(&mut self.moved)
            && let Some(job) = self.session.ponder(now)
        {
            actions.push(Action::Search(job));
        }
    }
}
