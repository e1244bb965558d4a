//! The threads of an analysis: one reads stdin, one writes stdout, and each engine searches on its own.

use crate::engine::{self, Engine, EngineHandle};
use crate::protocol::analysis::dispatcher::{Dispatcher, Step};
use crate::protocol::analysis::settings::AnalysisSettings;
use crate::protocol::controller::{ControllerEvent, watch_controller};
use crate::protocol::event_loop::{cannot_start, cannot_write};
use crate::protocol::input::{Executed, Volume};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SyncSender, TrySendError, channel, sync_channel,
};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Lines that may wait to be written. The searches go on meanwhile; no new one begins.
const WAITING_LINES: usize = 1000;

/// While queries of this volume wait for a search, nothing more is read. The limit is far above that of a
/// conversation: a termination behind it is not seen while searches run that only it would end.
const MAX_WAITING: Volume = Volume {
    lines: 200_000,
    bytes: 64 << 20,
};

enum Event {
    Controller(ControllerEvent),
    Engine(usize, engine::Event),
}

/// Answers queries on stdin until its end.
///
/// # Errors
///
/// A thread cannot be started, or writing to stdout failed. A closed stdout is not an error: it ends the
/// analysis.
pub fn run(settings: AnalysisSettings) -> io::Result<()> {
    let (sender, events) = channel();
    let executed = Arc::new(Executed::new(MAX_WAITING));
    let mut engines: Vec<Engine> = (0..settings.parallel.max(1))
        .map(|number| {
            let sender = sender.clone();
            // Sending fails only after the loop has ended.
            Engine::new(move |event| drop(sender.send(Event::Engine(number, event))))
        })
        .collect();
    let (lines, written) = sync_channel(WAITING_LINES);
    let writer = Builder::new().name("stdout".into()).spawn({
        let sender = sender.clone();
        move || {
            let done = write_lines(&written);
            // A long search would let nobody notice: its next line may be an hour away.
            let _ = sender.send(Event::Controller(ControllerEvent::OutputClosed));
            done
        }
    });
    let writer = writer.map_err(|error| cannot_start(&error))?;
    let start_reader = || {
        let (sender, executed) = (sender.clone(), Arc::clone(&executed));
        Builder::new().name("stdin".into()).spawn(move || {
            watch_controller(&executed, |event| {
                sender.send(Event::Controller(event)).is_ok()
            });
        })
    };
    // While the writer starts, the allocator reserves more memory than it keeps: glibc 128 instead of 64 MB.
    let reader = start_reader().or_else(|_| {
        std::thread::sleep(Duration::from_millis(50));
        start_reader()
    });
    reader.map_err(|error| cannot_start(&error))?;
    // Clients of KataGo's analysis engine wait for this line on stderr before they send anything.
    log::info!("Started, ready to begin handling requests");
    drop(sender);
    answer_events(
        Dispatcher::new(settings),
        &events,
        &executed,
        &mut engines,
        lines,
    );
    match writer.join() {
        Ok(Err(error)) if error.kind() != io::ErrorKind::BrokenPipe => Err(cannot_write(&error)),
        Ok(_) => Ok(()),
        Err(_) => Err(io::Error::other("the thread that writes has panicked")),
    }
}

/// The event loop. It returns when all is done, or when nothing can be written any more.
fn answer_events(
    mut dispatcher: Dispatcher,
    events: &Receiver<Event>,
    executed: &Executed,
    engines: &mut [Engine],
    lines: SyncSender<String>,
) {
    let mut received = Volume::default();
    let mut timers_from = Instant::now();
    loop {
        let event = match dispatcher.next_timer().map(|time| time.max(timers_from)) {
            // Lines that wait must not hold it up.
            Some(time) if time <= Instant::now() => Err(RecvTimeoutError::Timeout),
            Some(time) => events.recv_timeout(time.saturating_duration_since(Instant::now())),
            None => events.recv().map_err(RecvTimeoutError::from),
        };
        let now = Instant::now();
        let is_timer = matches!(event, Err(RecvTimeoutError::Timeout));
        let steps = match event {
            Ok(Event::Controller(ControllerEvent::Line(line, _))) => {
                received.add(&line);
                dispatcher.on_line(&line, now)
            }
            Ok(Event::Controller(ControllerEvent::End)) => dispatcher.on_end(now),
            Ok(Event::Controller(ControllerEvent::OutputClosed)) => return,
            Ok(Event::Engine(number, event)) => dispatcher.on_engine(number, event, now),
            Err(RecvTimeoutError::Timeout) => dispatcher.on_timer(now),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        for step in steps {
            match step {
                // The writer has ended if it cannot be reached; it knows why.
                Step::Write(line) => {
                    if lines.send(line).is_err() {
                        return;
                    }
                }
                Step::WriteIfIdle(line) => {
                    if let Err(TrySendError::Disconnected(_)) = lines.try_send(line) {
                        return;
                    }
                }
                Step::Begin(number, job) => engines[number].begin(*job),
                Step::Stop(number) => engines[number].stop(),
                Step::Clear => engines.iter_mut().for_each(EngineHandle::clear_hash),
                Step::Quit => return,
            }
        }
        executed.set(received.without(dispatcher.waiting()));
        if is_timer {
            // Reports that take longer than their interval would let no event in.
            timers_from = Instant::now() + now.elapsed();
        }
    }
}

/// Writes each line with one write and one flush.
fn write_lines(lines: &Receiver<String>) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    for mut line in lines {
        line.push('\n');
        stdout.write_all(line.as_bytes())?;
        stdout.flush()?;
    }
    Ok(())
}
