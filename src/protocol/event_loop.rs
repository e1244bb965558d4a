//! The event loop of a conversation, and the only writer of stdout while it runs.
//!
//! A thread reads lines, the engine sends its events, and both use one channel. The main thread handles
//! one event at a time and never waits for a search.

use crate::engine;
use crate::engine::{Engine, EngineHandle};
use crate::protocol::Action;
use crate::protocol::controller::{ControllerEvent, watch_controller};
use crate::protocol::conversation::Conversation;
use crate::protocol::input::{Executed, Volume};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Instant;

/// What the main thread handles.
enum Event {
    Controller(ControllerEvent),
    Engine(engine::Event),
}

/// The function that an engine calls with its events.
pub(crate) type EventSink = Box<dyn Fn(engine::Event) + Send + Sync>;

/// An error of stdout, which names it.
pub(super) fn cannot_write(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}

/// The error of a thread that the system refuses.
pub(super) fn cannot_start(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot start a thread: {error}"))
}

/// Runs a conversation over stdin and stdout with our own engine, until it ends.
///
/// # Errors
///
/// Writing to stdout failed. A closed stdout is not an error: it ends the conversation.
pub fn run(conversation: Conversation) -> io::Result<()> {
    run_with(conversation, |post| Ok(Engine::new(post)))
}

/// As [`run`], with another engine.
///
/// # Errors
///
/// `start_engine` failed, or writing to stdout failed.
pub fn run_with<E: EngineHandle>(
    mut conversation: Conversation,
    start_engine: impl FnOnce(EventSink) -> io::Result<E>,
) -> io::Result<()> {
    let (sender, events) = channel();
    let executed = Arc::new(Executed::default());
    let mut engine = start_engine({
        let sender = sender.clone();
        // Sending fails only after the loop has ended.
        Box::new(move |event| drop(sender.send(Event::Engine(event))))
    })?;
    let reader = std::thread::Builder::new().name("stdin".into()).spawn({
        let executed = Arc::clone(&executed);
        move || {
            watch_controller(&executed, |event| {
                sender.send(Event::Controller(event)).is_ok()
            })
        }
    });
    reader.map_err(|error| cannot_start(&error))?;
    let mut received = Volume::default();
    let mut stdout = io::stdout().lock();
    let mut stop_at: Option<Instant> = None;
    loop {
        let times = [stop_at, conversation.wake_at()];
        let next = match times.into_iter().flatten().min() {
            None => events.recv().map_err(RecvTimeoutError::from),
            Some(time) => events.recv_timeout(time.saturating_duration_since(Instant::now())),
        };
        let actions = match next {
            Ok(Event::Controller(ControllerEvent::Line(line, arrival))) => {
                received.add(&line);
                conversation.on_line(line, arrival)
            }
            Ok(Event::Controller(ControllerEvent::End)) => conversation.on_end(Instant::now()),
            Ok(Event::Controller(ControllerEvent::OutputClosed)) => conversation.on_disconnect(),
            Ok(Event::Engine(event)) => conversation.on_engine(event, Instant::now()),
            Err(RecvTimeoutError::Timeout) => {
                let now = Instant::now();
                if stop_at.take_if(|time| *time <= now).is_some() {
                    engine.stop();
                }
                conversation.on_wake(now)
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        for action in actions {
            match action {
                Action::Write(text) => {
                    // Each reply is one write and one flush, because hosts read from pipes.
                    let written = stdout
                        .write_all(text.as_bytes())
                        .and_then(|()| stdout.flush());
                    match written {
                        Ok(()) => {}
                        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                        Err(error) => return Err(cannot_write(&error)),
                    }
                }
                Action::Graphics(text) => {
                    let mut stderr = io::stderr().lock();
                    // A closed stderr does not end the game.
                    let _ = stderr
                        .write_all(text.as_bytes())
                        .and_then(|()| stderr.flush());
                }
                Action::Search(job) => {
                    stop_at = None;
                    engine.begin(*job);
                }
                Action::Stop => engine.stop(),
                Action::StopAt(time) => stop_at = Some(time),
                Action::ClearHash => engine.clear_hash(),
                Action::Quit => return Ok(()),
            }
        }
        executed.set(received.without(conversation.waiting()));
    }
}
