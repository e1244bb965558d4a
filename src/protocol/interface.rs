//! The interface between a protocol and whatever runs it.

use crate::engine::Job;
use crate::search::Report;
use crate::session::{FinishedSearch, SearchMode, Session};
use std::time::{Duration, Instant};

/// What the caller of a [`Conversation`](crate::protocol::Conversation) has to do.
#[derive(Debug)]
pub enum Action {
    /// Write this text to stdout and flush.
    Write(String),
    /// Write this text to stderr unchanged: a GUI reads live graphics there.
    Graphics(String),
    /// Give this job to the engine.
    Search(Box<Job>),
    /// Stop the running search. It still reports its result.
    Stop,
    /// Stop the running search at this time, unless another one has begun by then. The next one replaces it.
    StopAt(Instant),
    /// Clear the transposition table.
    ClearHash,
    /// End the program.
    Quit,
}

/// What a protocol works on when it handles a line or an event.
#[derive(Debug)]
pub struct Context<'a> {
    /// The game.
    pub session: &'a mut Session,
    /// The actions for the caller.
    pub actions: &'a mut Vec<Action>,
    /// The arrival of the line or of the event. The time of a search starts here.
    pub now: Instant,
}

impl Context<'_> {
    /// Writes a text to stdout.
    pub fn write(&mut self, text: impl Into<String>) {
        self.actions.push(Action::Write(text.into()));
    }
}

/// A command whose search is running. A command may take several searches, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningCommand {
    /// What its search is for.
    pub mode: SearchMode,
    /// When its line arrived.
    pub received: Instant,
    /// When its time began: at that moment, or at the end of the search that the line waited for.
    pub started: Instant,
}

/// How a line is handled that arrives during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// The line waits until the search ends.
    Queue,
    /// The search stops, as do further ones of its command, and replies; then the line is executed.
    StopAndQueue,
    /// The line waits until the search and further ones of its command end, at the latest at this time.
    QueueUntil(Instant),
    /// The search stops without a reply. The line is executed after those that wait.
    AbandonAndQueue,
    /// The search stops, as do further ones of its command. The line has no other effect.
    Stop,
    /// The line is executed at once, beside the search. It must not change the game.
    Now,
    /// The line has no effect.
    Ignore,
    /// The program ends.
    Quit,
}

/// What a line means for pondering, the search on the opponent's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pondering {
    /// The line does not disturb it: it changes neither the game nor an option and starts no search.
    Continue,
    /// It stops while the line is executed, and goes on if the position stays the same.
    Interrupt,
    /// It ends.
    End,
}

/// A script sends its lines within this time. A request to stop or to leave that arrives so soon after
/// a command does not cut its search short: the script wants its result.
pub(crate) const SCRIPT_GAP: Duration = Duration::from_millis(100);

/// A line protocol. It keeps the state that belongs to the protocol alone, such as the id of the
/// pending command, and leaves the game to the [`Session`].
///
/// Lines come without their line feed and are otherwise unchanged. No line may cause a panic.
pub trait Protocol: Send {
    /// Takes note of a line. This is called once for each line, in the order of arrival, before the line is scheduled or
    /// executed; the lines before it may still wait for a search. Returns whether the line is no command, whatever it says,
    /// because a command before it takes it, such as a line of a quoted text. It then waits behind that command.
    fn is_payload(&mut self, _line: &[u8]) -> bool {
        false
    }

    /// Decides how to handle a line that arrives during a search, unless it [`is_payload`](Self::is_payload).
    fn schedule(&mut self, line: &[u8], received: Instant, running: RunningCommand) -> Schedule;

    /// Whether a position that no line has changed may be pondered about now.
    fn may_ponder(&self) -> bool {
        true
    }

    /// Decides what a line means for pondering.
    fn pondering(&self, _line: &[u8]) -> Pondering {
        Pondering::Interrupt
    }

    /// Executes a line. If the line starts a search, this function pushes [`Action::Search`], and the
    /// reply follows from `progress` and `finished`.
    fn execute(&mut self, line: &[u8], context: &mut Context<'_>);

    /// Handles a completed iteration of the running search.
    fn progress(&mut self, report: &Report, context: &mut Context<'_>);

    /// Handles the end of the running search. A command that takes several searches pushes the next
    /// [`Action::Search`].
    fn finished(&mut self, finished: FinishedSearch, context: &mut Context<'_>);

    /// Handles a search that failed.
    fn failed(&mut self, text: &str, context: &mut Context<'_>);

    /// When [`wake`](Self::wake) is due if nothing happens before. `None` if nothing is to happen then.
    fn wake_at(&self) -> Option<Instant> {
        None
    }

    /// Writes what is due by now although no line and no event has come.
    fn wake(&mut self, _context: &mut Context<'_>) {}

    /// Handles the end of the input while no search is running: ends a reply that is still open.
    fn close(&mut self, _context: &mut Context<'_>) {}
}
