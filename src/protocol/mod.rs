//! Protocols: lines in, requests to a [`Session`] and replies out.

pub mod conversation;
pub mod detect;
pub mod event_loop;
pub mod gomocup;
pub mod gtp;
pub mod lexer;
pub mod manual;
pub mod nboard;

pub use conversation::{Action, Conversation};
pub use detect::{Auto, Kind};

use crate::search::Report;
use crate::session::{Finished, Running, Session};
use std::time::Instant;

/// What becomes of a line that arrives while a search is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triage {
    /// It waits for its turn.
    Queue,
    /// It waits for its turn, and the search is told to end now.
    StopAndQueue,
    /// It waits for its turn, which comes at once: the search is told to end and its result is
    /// forgotten.
    AbandonAndQueue,
    /// It only tells the search to end.
    Stop,
    /// It is executed at once, beside the search; it must not touch the game.
    Now,
    /// It means nothing.
    Ignore,
    /// The program ends.
    Quit,
}

/// A line protocol. It keeps what belongs to the protocol alone (the id of the pending command, a
/// half-read block) and leaves the game to the session.
///
/// Lines come without their line feed and are otherwise as they arrived. No line may panic.
pub trait Protocol: Send {
    /// Decides about a line that arrives while a search is running.
    fn triage(&mut self, line: &[u8], received: Instant, running: Running) -> Triage;

    /// Carries out a line. If it starts a search, it pushes [`Action::Begin`] and its reply follows
    /// from `progress` and `finished`.
    fn execute(
        &mut self,
        line: &[u8],
        received: Instant,
        session: &mut Session,
        actions: &mut Vec<Action>,
    );

    /// A completed iteration of the running search.
    fn progress(&mut self, report: &Report, session: &Session, actions: &mut Vec<Action>);

    /// The running search has ended, at `now`. A request that takes several searches pushes the next
    /// [`Action::Begin`].
    fn finished(
        &mut self,
        finished: Finished,
        now: Instant,
        session: &mut Session,
        actions: &mut Vec<Action>,
    );

    /// The input has ended and no search is running: closes a reply that is still open.
    fn close(&mut self, actions: &mut Vec<Action>);

    /// The running search broke.
    fn failed(&mut self, text: &str, session: &Session, actions: &mut Vec<Action>);
}
