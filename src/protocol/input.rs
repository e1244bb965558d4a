//! Standard input: a thread splits it into lines, and pauses while too many of them wait.

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

/// Longer lines are cut off. Commands and game records are much shorter.
pub(crate) const MAX_LINE_LENGTH: usize = 1 << 20;

/// While this many lines or bytes wait for the running search, nothing more is read. The controller
/// then waits in its own write, so no line is lost. A line that would stop the search is not read either: so there is
/// room for what a GUI may send at once. `blockpath except` of Yixin-Board sends 483 positions of up to 487 lines.
const MAX_WAITING: Volume = Volume {
    lines: 1 << 19,
    bytes: 16 << 20,
};

/// A number of lines and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Volume {
    pub lines: u64,
    pub bytes: u64,
}

impl Volume {
    /// Adds a line.
    pub(crate) fn add(&mut self, line: &[u8]) {
        self.lines += 1;
        self.bytes += line.len() as u64;
    }

    /// Takes a line away.
    pub(crate) fn remove(&mut self, line: &[u8]) {
        self.lines -= 1;
        self.bytes -= line.len() as u64;
    }

    /// This volume without a part of it.
    pub(crate) fn without(self, part: Self) -> Self {
        Self {
            lines: self.lines - part.lines,
            bytes: self.bytes - part.bytes,
        }
    }
}

/// The lines that were executed so far. The event loop counts them, and the reading thread waits for
/// them.
pub(crate) struct Executed {
    /// The most lines and bytes that may wait.
    most: Volume,
    volume: Mutex<Volume>,
    changed: Condvar,
    /// Whether a pause was logged; a batch of queries pauses after every one.
    paused: AtomicBool,
}

impl Default for Executed {
    fn default() -> Self {
        Self::new(MAX_WAITING)
    }
}

impl Executed {
    /// Nothing was executed yet. Reading pauses while `most` lines or bytes wait.
    pub(crate) fn new(most: Volume) -> Self {
        Self {
            most,
            volume: Mutex::default(),
            changed: Condvar::new(),
            paused: AtomicBool::new(false),
        }
    }

    pub(crate) fn set(&self, volume: Volume) {
        // A panic elsewhere cannot leave a number half changed.
        let mut current = self.volume.lock().unwrap_or_else(PoisonError::into_inner);
        if *current != volume {
            *current = volume;
            self.changed.notify_one();
        }
    }

    /// Waits until fewer of the lines and bytes that were `read` are waiting than may. Returns whether it had to.
    fn wait_for_room(&self, read: Volume) -> bool {
        let is_full = |executed: &mut Volume| {
            let waiting = read.without(*executed);
            waiting.lines >= self.most.lines || waiting.bytes >= self.most.bytes
        };
        let mut executed = self.volume.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_full(&mut executed) {
            return false;
        }
        if !self.paused.swap(true, Ordering::Relaxed) {
            log::info!("too many lines wait for the search; the rest of the input is read later");
        }
        // The guard is not needed any more.
        drop(self.changed.wait_while(executed, is_full));
        true
    }
}

/// Hands each line of the input with its arrival to `send`, until the input ends or `send` returns false.
/// The last line may lack a line feed. `executed` tells how many of the lines have left the queue.
pub(crate) fn read_lines(
    input: impl BufRead,
    executed: &Executed,
    mut send: impl FnMut(Vec<u8>, Instant) -> bool,
) -> io::Result<()> {
    let mut input = Input {
        input,
        arrival: None,
    };
    let mut read = Volume::default();
    let mut line = Vec::new();
    while let Some(arrival) = input.read_line(&mut line)? {
        read.add(&line);
        if !send(std::mem::take(&mut line), arrival) {
            break;
        }
        let since = Instant::now();
        if executed.wait_for_room(read) {
            // The next bytes were probably written while nobody read them.
            input.arrival = Some(since);
        }
    }
    Ok(())
}

/// Splits bytes into lines. Lines that were read together have arrived together: so the lines of a script
/// have the same arrival, however slowly they are split.
struct Input<R> {
    input: R,
    /// The arrival of the bytes in the buffer. `None` if the buffer is empty.
    arrival: Option<Instant>,
}

impl<R: BufRead> Input<R> {
    /// Reads a line without its line feed. Returns the arrival of its end, or `None` at the end of the
    /// input. Bytes beyond [`MAX_LINE_LENGTH`] are dropped.
    fn read_line(&mut self, line: &mut Vec<u8>) -> io::Result<Option<Instant>> {
        line.clear();
        let mut last = None;
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                return Ok(last);
            }
            let arrival = *self.arrival.get_or_insert_with(Instant::now);
            last = Some(arrival);
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let room = MAX_LINE_LENGTH - line.len();
            line.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            if used == buffer.len() {
                self.arrival = None;
            }
            self.input.consume(used);
            if end.is_some() {
                return Ok(last);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn split(bytes: &[u8]) -> Vec<Vec<u8>> {
        // A tiny buffer, so that lines are put together from several reads.
        let input = io::BufReader::with_capacity(3, bytes);
        let mut found = Vec::new();
        let send = |line, _| {
            found.push(line);
            true
        };
        read_lines(input, &Executed::default(), send).unwrap();
        found
    }

    #[test]
    fn lines_are_split_at_line_feeds_only() {
        assert_eq!(
            split(b"a\r\n\nbcdef\n"),
            [b"a\r".to_vec(), b"".to_vec(), b"bcdef".to_vec()]
        );
        assert_eq!(split(b"no feed"), [b"no feed".to_vec()]);
        assert!(split(b"").is_empty());
    }

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'x'; MAX_LINE_LENGTH + 5];
        input.extend_from_slice(b"\nname\n");
        let found = split(&input);
        assert_eq!(found[0].len(), MAX_LINE_LENGTH);
        assert_eq!(found[1], b"name");
    }

    /// A reader that gives its parts one by one, each after some time.
    struct Parts(std::vec::IntoIter<&'static str>);

    impl io::Read for Parts {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            std::thread::sleep(std::time::Duration::from_millis(2));
            let part = self.0.next().unwrap_or_default();
            io::Read::read(&mut part.as_bytes(), buffer)
        }
    }

    #[test]
    fn lines_that_were_read_together_arrived_together() {
        let parts = vec!["genmove b\nquit\n", "name\nna", "me\n"];
        let input = io::BufReader::new(Parts(parts.into_iter()));
        let mut arrivals = Vec::new();
        let send = |_, arrival| {
            arrivals.push(arrival);
            true
        };
        read_lines(input, &Executed::default(), send).unwrap();
        let [genmove, quit, name, last] = arrivals[..] else {
            panic!("{arrivals:?}")
        };
        assert!(genmove == quit && quit < name && name < last);
    }

    #[test]
    fn reading_pauses_while_too_many_lines_wait() {
        let long = [vec![b'x'; 1 << 20], b"\n".to_vec()].concat();
        for (line, most) in [(b"name\n".to_vec(), MAX_WAITING.lines), (long, 16)] {
            let total = 2 * most + 5;
            let text = line.repeat(total as usize);
            let (sender, lines) = channel();
            let executed = Executed::default();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    let send = |line, _| sender.send(line).is_ok();
                    read_lines(io::Cursor::new(text), &executed, send).unwrap();
                });
                let mut done = Volume::default();
                while done.lines < total {
                    let first: Vec<u8> = lines.recv().unwrap();
                    // All that can be read until these lines were executed.
                    let waiting: Vec<_> = lines.try_iter().collect();
                    assert!((waiting.len() as u64) < most, "{}", waiting.len());
                    done.add(&first);
                    waiting.iter().for_each(|line| done.add(line));
                    executed.set(done);
                }
            });
        }
    }
}
