//! Writing to an engine without ever waiting for it.

use std::io::{self, Write};
use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Bytes that a pipe accepts at once if it accepts any: POSIX guarantees this many (`_POSIX_PIPE_BUF`).
const ATOMIC_WRITE: usize = 512;

/// Unread bytes after which an engine counts as not reading its input. A pipe holds 64 KB, and a whole
/// game is less than that.
const MAX_UNREAD: usize = 1 << 20;

/// The input of an engine. Short writes go to the pipe directly; a thread writes what the pipe does not
/// accept at once.
pub(super) struct Stdin {
    pipe: Arc<ChildStdin>,
    thread: Sender<Vec<u8>>,
    /// Bytes that the thread has not written yet.
    unread: Arc<AtomicUsize>,
}

impl Stdin {
    /// Starts the writing thread. Dropping the value closes the pipe once everything is written.
    pub(crate) fn new(pipe: ChildStdin, name: &str) -> io::Result<Self> {
        let pipe = Arc::new(pipe);
        let unread = Arc::default();
        let (thread, bytes) = channel();
        let (to, counter) = (Arc::clone(&pipe), Arc::clone(&unread));
        std::thread::Builder::new()
            .name(format!("to {name}"))
            .spawn(move || write_all(&*to, &bytes, &counter))?;
        Ok(Self {
            pipe,
            thread,
            unread,
        })
    }

    /// Bytes that wait for the engine to read.
    pub(crate) fn unread(&self) -> usize {
        self.unread.load(Ordering::Relaxed)
    }

    /// Writes bytes, or queues them if the engine is not reading.
    ///
    /// # Errors
    ///
    /// The number of unread bytes, if they are too many.
    pub(crate) fn send(&self, bytes: Vec<u8>) -> Result<(), usize> {
        if self.unread.load(Ordering::Acquire) == 0
            && bytes.len() <= ATOMIC_WRITE
            && is_writable(&self.pipe)
        {
            // An error means that the engine has ended, which its output reports.
            let _ = (&*self.pipe).write_all(&bytes);
            return Ok(());
        }
        let unread = self.unread.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len();
        if unread > MAX_UNREAD {
            return Err(unread);
        }
        let _ = self.thread.send(bytes);
        Ok(())
    }
}

/// Whether a pipe accepts [`ATOMIC_WRITE`] bytes without blocking. Handing every line to a thread would
/// take as long as everything else that a match does for a move.
#[cfg(unix)]
fn is_writable(pipe: &ChildStdin) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let mut polled = [PollFd::new(pipe, PollFlags::OUT)];
    let no_wait = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    poll(&mut polled, Some(&no_wait)).is_ok_and(|ready| ready == 1)
        && polled[0].revents() == PollFlags::OUT
}

#[cfg(not(unix))]
fn is_writable(_: &ChildStdin) -> bool {
    false
}

fn write_all(mut to: impl Write, bytes: &Receiver<Vec<u8>>, unread: &AtomicUsize) {
    for bytes in bytes {
        if let Err(error) = to.write_all(&bytes).and_then(|()| to.flush()) {
            log::debug!("cannot write to an engine: {error}");
            return;
        }
        unread.fetch_sub(bytes.len(), Ordering::Release);
    }
}
