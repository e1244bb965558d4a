//! The event loop: the only place that reads stdin and writes stdout.
//!
//! A thread reads lines, the engine posts what it finds, and everything meets in one channel. The
//! main thread takes one event at a time and never waits for a search.

use crate::engine;
use crate::engine::{Engine, EngineHandle};
use crate::protocol::conversation::Conversation;
use crate::protocol::interface::Action;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

/// Lines longer than this are cut off; no command and no game record comes near it.
const LONGEST_LINE: usize = 1 << 20;

enum Event {
    /// A line without its line feed, and when it came.
    Line(Vec<u8>, Instant),
    /// There is no more input.
    End,
    Engine(engine::Event),
}

/// Takes the events of whoever thinks.
pub type Post = Box<dyn Fn(engine::Event) + Send + Sync>;

/// Holds the conversation until it ends, with our own engine. Returns an error only if stdout cannot be
/// written for another reason than that nobody reads it any more.
pub fn run(conversation: Conversation) -> io::Result<()> {
    run_with(conversation, |post| Ok(Engine::new(post)))
}

/// As [`run`], with somebody else to think, who is made here. An error in that is returned, too.
pub fn run_with<M: EngineHandle>(
    mut conversation: Conversation,
    engine: impl FnOnce(Post) -> io::Result<M>,
) -> io::Result<()> {
    let (sender, events) = channel();
    let mut engine = engine({
        let sender = sender.clone();
        // If the loop has ended, nobody wants to know.
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
                    // One write for each reply, and a flush: hosts read from pipes.
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
                    // A closed stderr must not end the game.
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

/// Sends every line of stdin, the last one also without a line feed, and then the end.
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
    // If the loop has ended, nobody wants to know.
    let _ = events.send(Event::End);
}

/// Reads up to the next line feed, which is not kept. False at the end of the input. What a line has
/// beyond [`LONGEST_LINE`] is read and dropped.
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
        let room = LONGEST_LINE - line.len();
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
        let mut input = vec![b'x'; LONGEST_LINE + 5];
        input.extend_from_slice(b"\nname\n");
        let found = lines(&input);
        assert_eq!(found[0].len(), LONGEST_LINE);
        assert_eq!(found[1], b"name");
    }
}
