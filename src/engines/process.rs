//! A running engine: a child process with pipes for its input and output.
//!
//! One thread reads the lines of the output and notes when they arrived, one writes what the input does
//! not accept at once, one reads stderr. Nothing that the engine does or fails to do blocks the caller:
//!
//! - an engine that writes faster than its lines are taken has to wait;
//! - a line without an end is cut;
//! - input that the engine does not read waits in memory, up to a limit;
//! - processes that the engine started are killed with it.
//!
//! Sending and receiving have times by the engine's clock ([`EngineProcess::now`]). It stands still while this process
//! does not run.

mod group;
mod lines;
mod stalls;
mod stdin;

pub use group::kill_all;
pub(crate) use lines::Line;

use crate::engines::{EngineContext, EngineError, EngineSpec, Termination};
use group::{Limits, kill_group, running};
use lines::read_lines;
use stalls::Stalls;
use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SyncSender, TryRecvError, channel, sync_channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use stdin::Stdin;

/// Lines of the output that are kept until they are taken: at most 4 MB. After that the engine has to wait.
const MAX_LINES: usize = 64;

/// Time for an engine that has closed its output to end.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Lines of stderr that are kept for error messages, and characters of each.
const STDERR_LINES: usize = 3;
const STDERR_CHARS: usize = 200;

/// Time for the end of stderr after the engine has ended. A child of the engine may hold it open.
const STDERR_TIMEOUT: Duration = Duration::from_millis(300);

/// Interval between checks whether a wait was stopped.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// Interval between checks whether an engine has ended that is to end.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Interval between checks whether an engine has ended that is to reply. An output that has not ended by the next check
/// is held open by another process.
const EXIT_CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// A running engine. Dropping it kills the engine and the processes that it started.
pub(crate) struct EngineProcess {
    name: String,
    child: Child,
    /// `None` after the input was closed.
    input: Option<Stdin>,
    /// Lines to be sent with the next one.
    unsent: Vec<u8>,
    lines: Receiver<Line>,
    /// A line that arrived after the deadline of the last wait.
    held: Option<Line>,
    stalls: Stalls,
    /// Length of the line whose end has not arrived.
    unfinished: Arc<AtomicUsize>,
    /// Whether it has written a line.
    has_written: bool,
    /// The last lines on stderr, unless stderr goes to a file.
    last_errors: Arc<Mutex<VecDeque<String>>>,
    /// Disconnected when all of stderr was read.
    stderr_end: Option<Receiver<()>>,
    /// How it ended, if it has.
    status: Option<ExitStatus>,
    /// When to check next whether it has ended.
    next_exit_check: Instant,
    /// The memory in MB that the system lets it use.
    memory_limit: Option<u64>,
    context: EngineContext,
}

impl EngineProcess {
    /// Starts an engine.
    ///
    /// # Errors
    ///
    /// [`Termination::Refused`] if the program cannot be started or the file for stderr cannot be opened.
    pub(crate) fn start(spec: &EngineSpec, context: &EngineContext) -> Result<Self, EngineError> {
        let refused = |message: String| EngineError::new(Termination::Refused, message);
        let argv = spec.argv().map_err(|error| refused(error.to_string()))?;
        let mut command = Command::new(&argv[0]);
        command
            .args(&argv[1..])
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
        let limits = Limits {
            cpus: context.cpus.clone(),
            memory_mb: spec.memory_limit,
        };
        let program = argv[0].to_string_lossy();
        let child = running()
            .start(command, &limits)
            .map_err(|error| refused(cannot_start(&program, &spec.command, &error)))?;
        let (line_sender, lines) = sync_channel(MAX_LINES);
        let mut process = Self {
            name: spec.name.clone(),
            input: None,
            unsent: Vec::new(),
            lines,
            held: None,
            stalls: Stalls::default(),
            unfinished: Arc::default(),
            has_written: false,
            last_errors: Arc::default(),
            stderr_end: None,
            status: None,
            next_exit_check: Instant::now() + EXIT_CHECK_INTERVAL,
            memory_limit: spec.memory_limit,
            context: context.clone(),
            // From here on an early return drops the value and kills the child.
            child,
        };
        let threads = process.start_threads(line_sender);
        threads.map_err(|error| refused(format!("cannot start a thread: {error}")))?;
        Ok(process)
    }

    fn start_threads(&mut self, lines: SyncSender<Line>) -> io::Result<()> {
        let thread = |part: &str| std::thread::Builder::new().name(format!("{part} {}", self.name));
        if let Some(pipe) = self.child.stdin.take() {
            self.input = Some(Stdin::new(pipe, &self.name)?);
        }
        if let Some(stdout) = self.child.stdout.take() {
            let unfinished = Arc::clone(&self.unfinished);
            thread("from").spawn(move || {
                read_lines(stdout, &unfinished, |line| lines.send(line).is_ok());
            })?;
        }
        if let Some(stderr) = self.child.stderr.take() {
            let (name, last_errors) = (self.name.clone(), Arc::clone(&self.last_errors));
            let (open, end) = channel::<()>();
            self.stderr_end = Some(end);
            thread("stderr of").spawn(move || {
                let _open = open;
                read_lines(stderr, &AtomicUsize::new(0), |line| {
                    log::debug!("{name} on stderr: {}", line.text);
                    if !line.text.is_empty() {
                        let mut last = last_errors.lock().unwrap_or_else(PoisonError::into_inner);
                        if last.len() == STDERR_LINES {
                            last.pop_front();
                        }
                        last.push_back(line.text.chars().take(STDERR_CHARS).collect());
                    }
                    true
                });
            })?;
        }
        Ok(())
    }

    /// Sets what the runner and the engine share from now on.
    pub(crate) fn set_context(&mut self, context: &EngineContext) {
        self.context = context.clone();
    }

    /// The time by the engine's clock.
    pub(crate) fn now(&self) -> Instant {
        self.stalls.engine_time(Instant::now())
    }

    /// Queues a line that is sent with the next [`EngineProcess::send`]. For lines without a reply: every
    /// write of its own would wake the engine.
    pub(crate) fn send_later(&mut self, line: &str) {
        log::trace!("{} < {line}", self.name);
        if let Some(log) = &self.context.log {
            log.sent(&self.name, line);
        }
        self.unsent.extend_from_slice(line.as_bytes());
        self.unsent.push(b'\n');
    }

    /// Sends a line and adds its line feed. Returns the time of sending.
    ///
    /// # Errors
    ///
    /// [`Termination::Hang`] if the engine does not read its input.
    pub(crate) fn send(&mut self, line: &str) -> Result<Instant, EngineError> {
        self.send_later(line);
        self.send_bytes(Vec::new())
    }

    /// Sends bytes unchanged. Otherwise as [`EngineProcess::send`].
    ///
    /// # Errors
    ///
    /// [`Termination::Hang`] if the engine does not read its input.
    pub(crate) fn send_bytes(&mut self, more: Vec<u8>) -> Result<Instant, EngineError> {
        let mut bytes = std::mem::take(&mut self.unsent);
        bytes.extend(more);
        if let Some(Err(unread)) = self.input.as_ref().map(|input| input.send(bytes)) {
            let message = format!("does not read its input: {unread} bytes are waiting");
            return Err(EngineError::new(Termination::Hang, message));
        }
        Ok(self.now())
    }

    /// The next line, or `None` if none arrives before the deadline. Its time and the deadline are those of the engine's
    /// clock.
    ///
    /// # Errors
    ///
    /// [`Termination::Crash`] if the output has ended, [`Termination::Hang`] if the wait was stopped.
    pub(crate) fn line(&mut self, deadline: Instant) -> Result<Option<Line>, EngineError> {
        let mut line = match self.held.take() {
            Some(line) => line,
            None => loop {
                if self.context.stop.is_raised() {
                    return Err(EngineError::new(Termination::Hang, "was interrupted"));
                }
                let began = Instant::now();
                let wait = self
                    .stalls
                    .moment(deadline)
                    .saturating_duration_since(began);
                let asked = wait.min(STOP_INTERVAL);
                match self.lines.recv_timeout(asked) {
                    Ok(line) => {
                        self.note_wait(asked, line.at.saturating_duration_since(began));
                        break line;
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        let was_stalled = self.note_wait(asked, began.elapsed());
                        if self.ended_before_its_output() {
                            return Err(self.gave_no_reply(String::new()));
                        }
                        if wait <= STOP_INTERVAL && !was_stalled {
                            return Ok(None);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                }
            },
        };
        // A waiting line is received even after the deadline. Without this check the caller would never
        // give up on an engine that never stops writing.
        let at = self.stalls.engine_time(line.at);
        if at > deadline {
            self.held = Some(line);
            return Ok(None);
        }
        self.received(&line);
        line.at = at;
        Ok(Some(line))
    }

    /// Notes that a wait took some time. Returns whether this process did not run meanwhile.
    fn note_wait(&mut self, asked: Duration, took: Duration) -> bool {
        let stall = self.stalls.note(asked, took);
        if let Some(stall) = stall {
            log::warn!(
                "this program did not run for {:.1} s, as if it had been suspended; the time does not count for {}",
                stall.as_secs_f64(),
                self.name
            );
        }
        stall.is_some()
    }

    /// Takes the lines that arrived since the last request.
    ///
    /// # Errors
    ///
    /// [`Termination::Crash`] if the output has ended.
    pub(crate) fn pending(&mut self) -> Result<Vec<String>, EngineError> {
        let mut texts = Vec::new();
        if let Some(line) = self.held.take() {
            self.received(&line);
            texts.push(line.text);
        }
        // The limit is for an engine that never stops writing.
        for _ in 0..=MAX_LINES {
            match self.lines.try_recv() {
                Ok(line) => {
                    self.received(&line);
                    texts.push(line.text);
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Err(self.ended()),
            }
        }
        Ok(texts)
    }

    fn received(&mut self, line: &Line) {
        log::trace!("{} > {}", self.name, line.text);
        if let Some(log) = &self.context.log {
            log.received(&self.name, &line.text, line.at);
        }
        self.has_written = true;
    }

    /// A possible reason why the engine does not reply, to be added to an error message; may be empty.
    pub(crate) fn hint(&self) -> String {
        if self.input.as_ref().is_some_and(|input| input.unread() > 0) {
            return "; it does not read its input".into();
        }
        let why = match self.unfinished.load(Ordering::Relaxed) {
            0 if self.has_written => String::new(),
            0 => "; it has written nothing: does it flush its stdout after each line?".into(),
            bytes => format!("; its last line ({bytes} bytes) has no line feed"),
        };
        why + &self.last_errors()
    }

    /// How the engine ended, if it has.
    pub(crate) fn exit(&mut self) -> Option<String> {
        self.poll().map(describe)
    }

    /// Closes the input, waits for the engine to end, and kills it after `timeout`. Returns how it ended,
    /// or `None` if it was killed.
    pub(crate) fn close(&mut self, timeout: Duration) -> Option<String> {
        self.input = None;
        let status = self.wait(timeout).map(describe);
        self.kill();
        status
    }

    /// Waits for the engine to end. `None` if it is still running after `timeout`.
    pub(crate) fn wait(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + timeout;
        loop {
            let status = self.poll();
            if status.is_some() || Instant::now() >= deadline {
                return status;
            }
            std::thread::sleep(POLL_INTERVAL);
        }
    }

    /// The exit status, if the engine has ended.
    fn poll(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            let mut running = running();
            self.status = self.child.try_wait().unwrap_or_else(|error| {
                log::warn!("{}: cannot read the exit status: {error}", self.name);
                None
            });
            if self.status.is_some() {
                // On Unix the group still exists and holds the engine's children. On Windows the tree of
                // processes cannot be found any more.
                if cfg!(unix) {
                    kill_group(self.child.id());
                }
                running.remove(self.child.id());
            }
        }
        self.status
    }

    /// Checks from time to time whether the engine has ended. Returns whether it had ended already at the last check.
    fn ended_before_its_output(&mut self) -> bool {
        if Instant::now() < self.next_exit_check {
            return false;
        }
        self.next_exit_check = Instant::now() + EXIT_CHECK_INTERVAL;
        let had_ended = self.status.is_some();
        self.poll();
        had_ended
    }

    /// The error for an engine that has been silent for too long, as `message` says. It may have ended: a process that it
    /// started may hold its output open.
    pub(crate) fn gave_no_reply(&mut self, message: String) -> EngineError {
        match self.poll() {
            Some(status) => self.crashed(format!(
                "ended ({}) without a reply; a process that it had started held its output open",
                describe(status)
            )),
            None => EngineError::new(Termination::Hang, message + &self.hint()),
        }
    }

    /// The error for an output that has ended.
    fn ended(&mut self) -> EngineError {
        let message = match self.wait(EXIT_TIMEOUT) {
            Some(status) => format!("ended ({})", describe(status)),
            None => "closed its output".into(),
        };
        self.crashed(message)
    }

    /// The error for an engine that has ended.
    fn crashed(&self, mut message: String) -> EngineError {
        // The last lines of stderr may still be in the pipe.
        if let Some(end) = &self.stderr_end {
            let _ = end.recv_timeout(STDERR_TIMEOUT);
        }
        let last_errors = self.last_errors();
        let mut termination = Termination::Crash;
        if let (Some(mb), Some(status)) = (self.memory_limit, self.status) {
            let limit = format!("at its memory limit of {mb} MB");
            if lacked_memory(status, &last_errors) {
                termination = Termination::Memory;
                message += &format!(" {limit}");
            } else if status.code().is_none() {
                message += &format!(" (perhaps {limit})");
            }
        }
        EngineError::new(termination, message + &last_errors)
    }

    /// The last lines on stderr, to be added to an error message; may be empty.
    fn last_errors(&self) -> String {
        let last = self.last_errors.lock();
        let mut last = last.unwrap_or_else(PoisonError::into_inner);
        match last.make_contiguous() {
            [] => String::new(),
            lines => format!("; its last lines on stderr: {}", lines.join(" | ")),
        }
    }

    /// Kills the engine and its children.
    fn kill(&mut self) {
        self.input = None;
        if self.poll().is_some() {
            return;
        }
        kill_group(self.child.id());
        // An error means that it has just ended by itself.
        let _ = self.child.kill();
        if self.wait(EXIT_TIMEOUT).is_none() {
            log::warn!("cannot kill {}", self.name);
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Why the program of a command did not start, and what to do about it.
fn cannot_start(program: &str, command: &str, error: &io::Error) -> String {
    let advice = match error.kind() {
        io::ErrorKind::PermissionDenied if cfg!(unix) => {
            format!("; make it executable: chmod +x {program}")
        }
        io::ErrorKind::NotFound => match path_with_slashes(command) {
            Some(path) => {
                format!("; outside of quotes a backslash is no part of a path: write {path}")
            }
            None => String::new(),
        },
        _ => String::new(),
    };
    format!("cannot start {program}: {error}{advice}")
}

/// The path of a command's program with slashes, if splitting the command into words took backslashes from it. Of a path such as
/// `C:\engines\a.exe`, the words of `--engine` have only `C:enginesa.exe` left, so an example stands for it.
fn path_with_slashes(command: &str) -> Option<String> {
    let program = command.split_whitespace().next()?;
    if program.contains(['\'', '"']) {
        return None;
    }
    if program.contains('\\') {
        return Some(program.replace('\\', "/"));
    }
    let (drive, path) = program.split_once(':')?;
    let is_drive = drive.len() == 1 && drive.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_drive && !path.starts_with('/')).then(|| format!("slashes, as in {drive}:/engines/a.exe"))
}

/// Whether a program that may not use more memory seems to have ended because of that: an allocation
/// that fails ends most programs with a message or by `SIGABRT`. Other signals have other causes more often.
fn lacked_memory(status: ExitStatus, last_errors: &str) -> bool {
    let errors = last_errors.to_lowercase();
    let is_said = ["memory", "alloc"].iter().any(|word| errors.contains(word));
    !status.success() && (is_said || has_aborted(status))
}

/// Whether a program ended by `SIGABRT`.
#[cfg(unix)]
fn has_aborted(status: ExitStatus) -> bool {
    use rustix::process::Signal;
    use std::os::unix::process::ExitStatusExt;

    status.signal() == Some(Signal::ABORT.as_raw())
}

/// Only Unix has signals.
#[cfg(not(unix))]
fn has_aborted(_: ExitStatus) -> bool {
    false
}

/// An exit status in words.
fn describe(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_message_or_an_abort_shows_a_lack_of_memory() {
        use std::os::unix::process::ExitStatusExt;
        const SUCCESS: i32 = 0;
        const EXIT_CODE_1: i32 = 1 << 8;
        const SIGABRT: i32 = 6;
        const SIGSEGV: i32 = 11;
        for (status, errors, expected) in [
            (SUCCESS, "out of memory", false),
            (EXIT_CODE_1, "", false),
            (EXIT_CODE_1, "; what(): std::bad_alloc", true),
            (SIGABRT, "", true),
            (SIGSEGV, "", false),
            (SIGSEGV, "; Out of memory", true),
        ] {
            let found = lacked_memory(ExitStatus::from_raw(status), errors);
            assert_eq!(found, expected, "{status} {errors:?}");
        }
    }

    #[test]
    fn a_missing_program_is_refused() {
        let program = std::path::absolute("/no/such/engine").unwrap();
        let spec: EngineSpec = "cmd=/no/such/engine".parse().unwrap();
        let Err(error) = EngineProcess::start(&spec, &EngineContext::default()) else {
            panic!("started");
        };
        assert_eq!(error.termination, Termination::Refused);
        let expected = format!("cannot start {}: ", program.display());
        assert!(error.message.starts_with(&expected), "{error}");
    }

    #[test]
    fn lost_backslashes_are_explained() {
        for (engine, advice) in [
            (
                r"cmd=C:\no\a.exe",
                ": write slashes, as in C:/engines/a.exe",
            ),
            (r"C:\no\a.exe --level 3", ": write C:/no/a.exe"),
            (r#"cmd="no\a.exe -x" name=a"#, ": write no/a.exe"),
            (r#"cmd="'C:\no\a.exe'""#, ""),
            ("C:/no/a.exe", ""),
            ("no-such-engine", ""),
        ] {
            let spec: EngineSpec = engine.parse().unwrap();
            let started = EngineProcess::start(&spec, &EngineContext::default());
            let message = started.err().unwrap().message;
            let expected = match advice {
                "" => "",
                _ => "; outside of quotes a backslash is no part of a path",
            };
            let found = message.find(';').map_or("", |start| &message[start..]);
            assert_eq!(found, format!("{expected}{advice}"), "{engine}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_not_executable_is_refused_with_advice() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let spec: EngineSpec = format!("cmd='{}'", file.path().display()).parse().unwrap();
        let error = EngineProcess::start(&spec, &EngineContext::default())
            .err()
            .unwrap();
        assert!(error.message.contains("chmod +x /"), "{error}");
    }
}
