//! The event loop: the only code that reads stdin, and the only writer of stdout.
//!
//! A thread reads lines, the engine sends its events, and both use one channel. The main thread handles
//! one event at a time and never waits for a search.

use crate::engine;
use crate::engine::{Engine, EngineHandle};
use crate::protocol::Action;
use crate::protocol::conversation::Conversation;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

/// Longer lines are cut off. Commands and game records are much shorter.
const MAX_LINE_LENGTH: usize = 1 << 20;

enum Event {
    /// A line without its line feed, and its time of arrival.
    Line(Vec<u8>, Instant),
    /// The end of the input.
    End,
    Engine(engine::Event),
}

/// The function that an engine calls with its events.
pub(crate) type EventSink = Box<dyn Fn(engine::Event) + Send + Sync>;

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
    let mut engine = start_engine({
        let sender = sender.clone();
        // Sending fails only after the loop has ended.
        Box::new(move |event| drop(sender.send(Event::Engine(event))))
    })?;
    std::thread::Builder::new()
        .name("stdin".into())
        .spawn(move || read_lines(&sender))?;
    let mut stdout = io::stdout().lock();
    for event in events {
        let actions = match event {
            Event::Line(line, received) => conversation.on_line(line, received),
            Event::End => conversation.on_end(Instant::now()),
            Event::Engine(event) => conversation.on_engine(event, Instant::now()),
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
                        Err(error) => return Err(error),
                    }
                }
                Action::Graphics(text) => {
                    let mut stderr = io::stderr().lock();
                    // A closed stderr does not end the game.
                    let _ = stderr
                        .write_all(text.as_bytes())
                        .and_then(|()| stderr.flush());
                }
                Action::Search(job) => engine.begin(*job),
                Action::Stop => engine.stop(),
                Action::ClearHash => engine.forget(),
                Action::Quit => return Ok(()),
            }
        }
    }
    Ok(())
}

/// Sends each line of stdin, then the end of the input. The last line may lack a line feed.
fn read_lines(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        match read_line(&mut input, &mut line) {
            Ok(true) => {
                let event = Event::Line(std::mem::take(&mut line), Instant::now());
                if events.send(event).is_err() {
                    return;
                }
            }
            Ok(false) => break,
            Err(error) => {
                log::error!("cannot read standard input: {error}");
                break;
            }
        }
    }
    // Sending fails only after the loop has ended.
    let _ = events.send(Event::End);
}

/// Reads a line without its line feed. Returns false at the end of the input. Bytes beyond
/// [`MAX_LINE_LENGTH`] are dropped.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut any = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = MAX_LINE_LENGTH - line.len();
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
        // A tiny buffer, so that lines are put together from several reads.
        let mut input = io::BufReader::with_capacity(3, bytes);
        let (mut found, mut line) = (Vec::new(), Vec::new());
        while read_line(&mut input, &mut line).unwrap() {
            found.push(line.clone());
        }
        found
    }

    #[test]
    fn lines_are_split_at_line_feeds_only() {
        assert_eq!(
            lines(b"a\r\n\nbcdef\n"),
            [b"a\r".to_vec(), b"".to_vec(), b"bcdef".to_vec()]
        );
        assert_eq!(lines(b"no feed"), [b"no feed".to_vec()]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'x'; MAX_LINE_LENGTH + 5];
        input.extend_from_slice(b"\nname\n");
        let found = lines(&input);
        assert_eq!(found[0].len(), MAX_LINE_LENGTH);
        assert_eq!(found[1], b"name");
    }
}
