//! A program at the ends of two pipes.
//!
//! One thread reads its lines and notes when they came, one writes what its input does not take at once,
//! one reads its stderr.
//! Nothing that the program does or leaves undone can block the caller: it may write without end (it
//! is made to wait when nobody takes its lines), write lines without end (they are cut), never read
//! (what is sent waits in memory, up to a limit), or leave children behind (they are killed with it).

use crate::engines::spec::EngineSpec;
use crate::engines::termination::{EngineError, Termination};
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of a line that are kept; the rest of it is read and dropped. Analysis lines with all moves of
/// a large board take about half of it.
const LONGEST_LINE: usize = 64 << 10;

/// Lines that wait to be taken. With more of them the program has to wait.
const MOST_LINES: usize = 512;

/// Bytes that wait to be read by the program, before it counts as not reading at all. Pipes hold 64 KB
/// by themselves, and a whole game takes less.
const MOST_WAITING: usize = 1 << 20;

/// Bytes that a pipe takes as soon as it takes any: POSIX promises this many (`_POSIX_PIPE_BUF`).
const AT_ONCE: usize = 512;

/// How long a program that has closed its output may take to end.
const LAST_BREATH: Duration = Duration::from_secs(1);

/// How long the end of its stderr is waited for after that; a child of its own may hold it open.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Between two looks at a program that should end.
const LOOK: Duration = Duration::from_millis(2);

/// Every program that was started here and has not ended yet.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    // The set is whole whatever a thread was doing that broke.
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every program that was started here and is still running, with their children: for a process
/// that is about to end while other threads are waiting for engines. Their [`Process`]es notice it as
/// the end of their programs.
pub fn kill_all() {
    for &id in running().iter() {
        kill_group(id);
    }
}

/// A line of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Without its end and without blanks and control characters around it. What is not UTF-8 has
    /// become replacement characters.
    pub text: String,
    /// When its end was read.
    pub at: Instant,
}

/// The program's stdin: the pipe, and a thread for what it does not take at once.
struct Input {
    pipe: Arc<ChildStdin>,
    thread: Sender<Vec<u8>>,
}

/// A running program. It is killed with its children when this is dropped.
pub struct Process {
    name: String,
    child: Child,
    /// `None` once the input was closed.
    input: Option<Input>,
    /// Lines that go out with the next one.
    unsent: Vec<u8>,
    /// Bytes that were handed to the writing thread and are not written yet.
    waiting: Arc<AtomicUsize>,
    lines: Receiver<Line>,
    /// A line that came after the moment up to which somebody waited.
    held: Option<Line>,
    /// Bytes of a line whose end has not come.
    unfinished: Arc<AtomicUsize>,
    /// The last line that it wrote to stderr, if that is ours to read.
    complaint: Arc<Mutex<String>>,
    /// Is cut when all of stderr was read.
    stderr_end: Option<Receiver<()>>,
    /// How it ended, once that is known.
    status: Option<ExitStatus>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    ///
    /// [`Termination::Refused`] if it cannot be started, or its file for stderr cannot be opened.
    pub fn start(spec: &EngineSpec) -> Result<Self, EngineError> {
        let refused = |text: String| EngineError::new(Termination::Refused, text);
        let words = spec.argv().map_err(|error| refused(error.to_string()))?;
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .envs(&spec.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        match &spec.stderr {
            None => command.stderr(Stdio::piped()),
            Some(path) => {
                let file = OpenOptions::new().create(true).append(true).open(path);
                let file = file
                    .map_err(|error| refused(format!("cannot open {}: {error}", path.display())))?;
                command.stderr(file)
            }
        };
        separate(&mut command);
        let program = words[0].to_string_lossy();
        let child = command
            .spawn()
            .map_err(|error| refused(format!("cannot start {program}: {error}")))?;
        running().insert(child.id());
        let (line_sender, lines) = sync_channel(MOST_LINES);
        let mut process = Self {
            name: spec.name.clone(),
            input: None,
            unsent: Vec::new(),
            waiting: Arc::default(),
            lines,
            held: None,
            unfinished: Arc::default(),
            complaint: Arc::default(),
            stderr_end: None,
            status: None,
            // From here on the child is killed if anything goes wrong.
            child,
        };
        let threads = process.start_threads(line_sender);
        threads.map_err(|error| refused(format!("cannot start a thread: {error}")))?;
        Ok(process)
    }

    fn start_threads(&mut self, lines: SyncSender<Line>) -> io::Result<()> {
        let thread = |part: &str| std::thread::Builder::new().name(format!("{part} {}", self.name));
        if let Some(stdin) = self.child.stdin.take() {
            let pipe = Arc::new(stdin);
            let (sender, to_write) = channel();
            let (to, waiting) = (Arc::clone(&pipe), Arc::clone(&self.waiting));
            thread("to")
                .spawn(move || write_all(&*to, &to_write, &waiting))
                .map(drop)?;
            self.input = Some(Input {
                pipe,
                thread: sender,
            });
        }
        if let Some(stdout) = self.child.stdout.take() {
            let unfinished = Arc::clone(&self.unfinished);
            thread("from")
                .spawn(move || {
                    read_lines(stdout, &unfinished, |text, at| {
                        lines.send(Line { text, at }).is_ok()
                    });
                })
                .map(drop)?;
        }
        if let Some(stderr) = self.child.stderr.take() {
            let (name, complaint) = (self.name.clone(), Arc::clone(&self.complaint));
            let (open, end) = channel::<()>();
            self.stderr_end = Some(end);
            thread("stderr of")
                .spawn(move || {
                    let _open = open;
                    read_lines(stderr, &AtomicUsize::new(0), |text, _| {
                        log::debug!("{name} on stderr: {text}");
                        if !text.is_empty() {
                            *complaint.lock().unwrap_or_else(PoisonError::into_inner) = text;
                        }
                        true
                    });
                })
                .map(drop)?;
        }
        Ok(())
    }

    /// Sends a line, which gets its line feed here, with the next one: for lines that are not answered.
    /// Every single write wakes the program up.
    pub fn send_later(&mut self, line: &str) {
        log::trace!("{} < {line}", self.name);
        self.unsent.extend_from_slice(line.as_bytes());
        self.unsent.push(b'\n');
    }

    /// Sends a line, which gets its line feed here. Returns when it was sent.
    ///
    /// # Errors
    ///
    /// [`Termination::Hang`] if the program has not read what it was sent before.
    pub fn send(&mut self, line: &str) -> Result<Instant, EngineError> {
        self.send_later(line);
        self.send_bytes(Vec::new())
    }

    /// Sends bytes as they are. As [`Process::send`].
    pub fn send_bytes(&mut self, more: Vec<u8>) -> Result<Instant, EngineError> {
        let mut bytes = std::mem::take(&mut self.unsent);
        bytes.extend(more);
        if let Some(Input { pipe, .. }) = &self.input
            && self.waiting.load(Ordering::Acquire) == 0
            && bytes.len() <= AT_ONCE
            && takes_at_once(pipe)
        {
            // If nobody reads any more, the output ends as well, and that is what will be told.
            let _ = (&**pipe).write_all(&bytes);
            return Ok(Instant::now());
        }
        let waiting = self.waiting.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len();
        if waiting > MOST_WAITING {
            let text = format!("does not read its input: {waiting} bytes are waiting");
            return Err(EngineError::new(Termination::Hang, text));
        }
        if let Some(Input { thread, .. }) = &self.input {
            let _ = thread.send(bytes);
        }
        Ok(Instant::now())
    }

    /// The next line that came up to this moment; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`Termination::Crash`] if there will be no more lines.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<Line>, EngineError> {
        let line = match self.held.take() {
            Some(line) => line,
            None => {
                let wait = deadline.saturating_duration_since(Instant::now());
                match self.lines.recv_timeout(wait) {
                    Ok(line) => line,
                    Err(RecvTimeoutError::Timeout) => return Ok(None),
                    Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                }
            }
        };
        // It would be taken even long after the moment if it was there already: a program that never
        // stops writing would never be given up on.
        if line.at > deadline {
            self.held = Some(line);
            return Ok(None);
        }
        log::trace!("{} > {}", self.name, line.text);
        Ok(Some(line))
    }

    /// Takes the lines that have come since the last request.
    ///
    /// # Errors
    ///
    /// [`Termination::Crash`] if there will be no more lines.
    pub fn pending(&mut self) -> Result<Vec<String>, EngineError> {
        let mut texts: Vec<String> = self.held.take().map(|line| line.text).into_iter().collect();
        // A program that never stops writing must not keep us here.
        for _ in 0..=MOST_LINES {
            match self.lines.try_recv() {
                Ok(line) => {
                    log::trace!("{} > {}", self.name, line.text);
                    texts.push(line.text);
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Err(self.ended()),
            }
        }
        Ok(texts)
    }

    /// What is known about a program that does not answer, to be put after a sentence about it; often
    /// nothing.
    pub fn clue(&self) -> String {
        if self.waiting.load(Ordering::Relaxed) > 0 {
            return "; it does not read its input".into();
        }
        match self.unfinished.load(Ordering::Relaxed) {
            0 => String::new(),
            bytes => format!("; its last line ({bytes} bytes) has no end"),
        }
    }

    /// Whether it has not ended yet.
    pub fn is_running(&mut self) -> bool {
        self.look().is_none()
    }

    /// Closes the input, waits until the program ends, and kills it if it does not. Returns how it
    /// ended, `None` if it had to be killed.
    pub fn close(&mut self, patience: Duration) -> Option<String> {
        self.input = None;
        let status = self.wait(patience).map(describe);
        self.kill();
        status
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            let status = self.look();
            if status.is_some() || Instant::now() >= deadline {
                return status;
            }
            std::thread::sleep(LOOK);
        }
    }

    fn look(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            // Once its end is known, its number may be given to another process.
            let mut running = running();
            self.status = self.child.try_wait().unwrap_or_else(|error| {
                log::warn!("{}: cannot ask for its exit status: {error}", self.name);
                None
            });
            if self.status.is_some() {
                // What it has left behind goes with it; elsewhere that cannot be found any more.
                if cfg!(unix) {
                    kill_group(self.child.id());
                }
                running.remove(&self.child.id());
            }
        }
        self.status
    }

    /// The output has ended: says how.
    fn ended(&mut self) -> EngineError {
        let status = self.wait(LAST_BREATH).map(describe);
        let mut text = match status {
            Some(status) => format!("ended ({status})"),
            None => "closed its output".into(),
        };
        // Its last words may still be on their way.
        if let Some(end) = &self.stderr_end {
            let _ = end.recv_timeout(LAST_WORDS);
        }
        let complaint = self
            .complaint
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if !complaint.is_empty() {
            let short: String = complaint.chars().take(200).collect();
            text += &format!(", its last words: {short}");
        }
        EngineError::new(Termination::Crash, text)
    }

    /// Ends the program and its children at once.
    fn kill(&mut self) {
        self.input = None;
        if self.look().is_some() {
            return;
        }
        kill_group(self.child.id());
        // It may end by itself in this moment.
        let _ = self.child.kill();
        if self.wait(LAST_BREATH).is_none() {
            log::warn!("{} could not be killed", self.name);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// An exit status in words.
fn describe(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

/// Whether a pipe takes [`AT_ONCE`] bytes without waiting for the program. A thread for every line costs
/// as much time as everything else that is done for a move.
#[cfg(unix)]
fn takes_at_once(pipe: &ChildStdin) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let mut ask = [PollFd::new(pipe, PollFlags::OUT)];
    let at_once = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    poll(&mut ask, Some(&at_once)).is_ok_and(|ready| ready == 1)
        && ask[0].revents() == PollFlags::OUT
}

#[cfg(not(unix))]
fn takes_at_once(_: &ChildStdin) -> bool {
    false
}

/// Gives the program a process group of its own, so that what it starts can be killed with it.
#[cfg(unix)]
fn separate(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn separate(_: &mut Command) {}

/// Kills a program with its children.
#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // There may be nobody left.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(windows)]
fn kill_group(id: u32) {
    let killed = Command::new("taskkill")
        .args(["/T", "/F", "/PID", &id.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if let Err(error) = killed {
        log::warn!("cannot run taskkill: {error}");
    }
}

#[cfg(not(any(unix, windows)))]
fn kill_group(_: u32) {}

fn write_all(mut to: impl Write, bytes: &Receiver<Vec<u8>>, waiting: &AtomicUsize) {
    for bytes in bytes {
        if let Err(error) = to.write_all(&bytes).and_then(|()| to.flush()) {
            log::debug!("cannot write to an engine: {error}");
            return;
        }
        waiting.fetch_sub(bytes.len(), Ordering::Release);
    }
}

/// Reads lines up to the end, the last one also without a line feed, and hands them over as long as
/// somebody takes them. `unfinished` always has the length of the line that is being read.
fn read_lines(
    from: impl Read,
    unfinished: &AtomicUsize,
    mut take: impl FnMut(String, Instant) -> bool,
) {
    let mut from = BufReader::new(from);
    let mut line: Vec<u8> = Vec::new();
    // A carriage return ends a line at once, because some engines write nothing after it; the line
    // feed that usually follows belongs to it.
    let mut returned = false;
    loop {
        let buffer = match from.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                log::debug!("cannot read from an engine: {error}");
                &[]
            }
        };
        if buffer.is_empty() {
            if !line.is_empty() {
                take(clean(&line), Instant::now());
            }
            return;
        }
        if std::mem::take(&mut returned) && buffer[0] == b'\n' {
            from.consume(1);
            continue;
        }
        let end = buffer
            .iter()
            .position(|&byte| matches!(byte, b'\n' | b'\r'));
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST_LINE - line.len())]);
        returned = end.is_some_and(|end| buffer[end] == b'\r');
        let used = part.len() + usize::from(end.is_some());
        from.consume(used);
        if end.is_some() {
            let text = clean(&line);
            line.clear();
            if !take(text, Instant::now()) {
                return;
            }
        }
        unfinished.store(line.len(), Ordering::Relaxed);
    }
}

fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        // A tiny buffer, so that lines and their ends are put together from several reads.
        let from = BufReader::with_capacity(3, bytes);
        read_lines(from, &AtomicUsize::new(0), |text, _| {
            found.push(text);
            true
        });
        found
    }

    #[test]
    fn every_kind_of_line_end_counts_once() {
        assert_eq!(lines(b"= D3\n\n? no\n"), ["= D3", "", "? no"]);
        assert_eq!(lines(b"= D3\r\n\r\n? no\r\n"), ["= D3", "", "? no"]);
        assert_eq!(lines(b"7,7\r8,8\r"), ["7,7", "8,8"]);
        assert_eq!(lines(b" a\tb \xff"), ["a b \u{fffd}"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'x'; LONGEST_LINE + 5];
        input.extend_from_slice(b"\nname\n");
        let found = lines(&input);
        assert_eq!(found[0].len(), LONGEST_LINE);
        assert_eq!(found[1], "name");
    }

    #[test]
    fn nothing_can_be_started_that_is_not_there() {
        let spec: EngineSpec = "cmd=/no/such/engine".parse().unwrap();
        let Err(fault) = Process::start(&spec) else {
            panic!("started");
        };
        assert_eq!(fault.termination, Termination::Refused);
        assert!(fault.message.contains("/no/such/engine"), "{fault}");
    }
}
