//! Hosts for tests: a conversation in this process, and the executable behind two pipes.

use flipfive::engine::{Engine, EngineHandle as _, Event, JobId, Options, Variant};
use flipfive::protocol::{Action, Conversation, Detector, ProtocolKind};
use flipfive::session::{SearchMode, Session};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The maximum wait: longer than anything takes, even on a busy machine.
pub(crate) const MAX_WAIT: Duration = Duration::from_secs(60);

/// The maximum time until a stop takes effect. Without the stop, the searches last an hour. `scripts/soak` measures
/// whether they stop within 50 ms: a busy machine that runs tests is slower.
pub(crate) const STOP_LIMIT: Duration = Duration::from_secs(10);

/// The parts of a session that a command can change, except the clocks.
pub(crate) fn snapshot(session: &Session) -> String {
    let record = session.record();
    format!(
        "{:?} {:?} {:?} {:?} {:?}",
        session.variant(),
        record.start(),
        record.current(),
        record.moves(),
        session.options(),
    )
}

/// A conversation with a real engine, in this process.
pub(crate) struct InProcess {
    conversation: Conversation,
    engine: Engine,
    events: Receiver<Event>,
    /// The analysis that the last line stops.
    ending: Option<JobId>,
    /// The text written to stdout so far.
    pub output: String,
    /// The live graphics written to stderr so far.
    pub graphics: String,
    /// Whether the program would have ended.
    pub ended: bool,
    protocol: Option<ProtocolKind>,
}

impl InProcess {
    /// The conversation of `flipfive FLAGS`.
    pub(crate) fn new(flags: &[&str]) -> Self {
        let mut options = Options::default();
        let (mut game, mut size, mut protocol) = (None, None, None);
        for flag in flags.chunks(2) {
            let &[name, value] = flag else {
                panic!("a flag without a value: {flags:?}")
            };
            match name.strip_prefix("--").unwrap() {
                "game" => game = Variant::from_name(value),
                "size" => size = Some(value.parse().unwrap()),
                "protocol" => protocol = ProtocolKind::from_name(value),
                option => options.set(option, value).unwrap(),
            }
        }
        let session = Session::new(game.unwrap_or(Variant::Othello), size, options).unwrap();
        let (sender, events) = channel();
        Self {
            conversation: Conversation::new(
                Box::new(Detector::new(protocol, game.is_some())),
                session,
            ),
            engine: Engine::new(move |event| drop(sender.send(event))),
            events,
            ending: None,
            output: String::new(),
            graphics: String::new(),
            ended: false,
            protocol,
        }
    }

    /// The protocol, once a line has selected it.
    pub(crate) fn protocol(&self) -> Option<ProtocolKind> {
        self.protocol
    }

    pub(crate) fn session(&self) -> &Session {
        self.conversation.session()
    }

    /// Sends a line. A search may be running afterwards.
    pub(crate) fn post(&mut self, line: &[u8]) {
        self.post_at(line, Instant::now());
    }

    /// Sends a line that arrived at a certain time.
    pub(crate) fn post_at(&mut self, line: &[u8], arrival: Instant) {
        self.ending = self.session().running().map(|running| running.id);
        self.protocol = self.protocol.or(ProtocolKind::detect(line));
        let actions = self.conversation.on_line(line.to_vec(), arrival);
        self.perform(actions);
    }

    /// Sends a line and waits for its reply, or for the first output of an analysis.
    pub(crate) fn send(&mut self, line: &[u8]) {
        self.post(line);
        self.settle();
    }

    /// The end of the input.
    pub(crate) fn end(&mut self) {
        let actions = self.conversation.on_end(Instant::now());
        self.perform(actions);
        self.settle();
    }

    /// Waits until the search has ended, or until an analysis has written something.
    pub(crate) fn settle(&mut self) {
        while let Some(running) = self.session().running() {
            let written = self.output.len();
            let event = self
                .events
                .recv_timeout(MAX_WAIT)
                .expect("the engine answers");
            let actions = self.conversation.on_engine(event, Instant::now());
            self.perform(actions);
            let goes_on = running.mode == SearchMode::Analyze && self.ending != Some(running.id);
            if goes_on && self.output.len() > written {
                break;
            }
        }
    }

    /// Waits until no search is running. An analysis must end by its limits.
    pub(crate) fn finish(&mut self) {
        while self.session().running().is_some() {
            self.settle();
        }
    }

    fn perform(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Write(text) => self.output += &text,
                Action::Graphics(text) => self.graphics += &text,
                Action::Search(job) => self.engine.begin(*job),
                Action::Stop => self.engine.stop(),
                Action::ClearHash => self.engine.clear_hash(),
                // The search has limits of its own.
                Action::StopAt(_) => {}
                Action::Quit => self.ended = true,
            }
        }
    }

    /// The replies since the last call.
    pub(crate) fn replies(&mut self) -> Vec<Vec<String>> {
        replies(&std::mem::take(&mut self.output))
    }

    /// Sends a line and returns the text of its reply, or of its error.
    pub(crate) fn ask(&mut self, line: &str) -> Result<String, String> {
        self.output.clear();
        self.send(line.as_bytes());
        let replies = self.replies();
        assert_eq!(replies.len(), 1, "{line}: {replies:?}");
        let text = replies[0].join("\n");
        let (sign, text) = text.split_at(1);
        let text = text.trim_start().to_owned();
        if sign == "=" { Ok(text) } else { Err(text) }
    }

    /// Sends a line that has to succeed.
    pub(crate) fn ok(&mut self, line: &str) -> String {
        self.ask(line)
            .unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    /// Sends a line that has to fail.
    pub(crate) fn error(&mut self, line: &str) -> String {
        self.ask(line).expect_err(line)
    }
}

/// Splits GTP output into replies, each a list of lines, and checks the framing: a status character with
/// an optional id, a space or the end of the line, lines that are not blank, and one blank line.
pub(crate) fn replies(output: &str) -> Vec<Vec<String>> {
    let mut replies = Vec::new();
    let mut reply: Vec<String> = Vec::new();
    for line in output.split_inclusive('\n') {
        let line = line
            .strip_suffix('\n')
            .unwrap_or_else(|| panic!("no line feed: {output:?}"));
        assert!(!line.contains(char::is_control), "{line:?}");
        if line.is_empty() {
            assert!(!reply.is_empty(), "a blank line too many: {output:?}");
            replies.push(std::mem::take(&mut reply));
            continue;
        }
        if reply.is_empty() {
            let rest = line.strip_prefix(['=', '?']);
            let rest = rest.unwrap_or_else(|| panic!("a reply without a status: {line:?}"));
            let text = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            assert!(text.is_empty() || text.starts_with(' '), "{line:?}");
        }
        reply.push(line.to_owned());
    }
    assert!(reply.is_empty(), "an open reply: {reply:?}");
    replies
}

/// The executable, behind pipes.
pub(crate) struct Program {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(String, Instant)>,
}

fn command(flags: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flipfive"));
    command
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

impl Program {
    pub(crate) fn start(flags: &[&str]) -> Self {
        let mut child = command(flags).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines() {
                let Ok(line) = line else { break };
                if sender.send((line, Instant::now())).is_err() {
                    break;
                }
            }
        });
        Self {
            stdin: child.stdin.take(),
            child,
            lines,
        }
    }

    #[cfg(target_os = "linux")]
    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes bytes unchanged.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).and_then(|()| stdin.flush()).unwrap();
    }

    /// Closes the input of the program.
    pub(crate) fn close(&mut self) {
        self.stdin = None;
    }

    /// The next line and its time of arrival.
    pub(crate) fn line(&mut self) -> (String, Instant) {
        self.lines
            .recv_timeout(MAX_WAIT)
            .expect("the program writes a line")
    }

    /// The next reply, without its blank line, and its time of arrival.
    pub(crate) fn reply(&mut self) -> (String, Instant) {
        let mut text: Vec<String> = Vec::new();
        loop {
            let (line, when) = self.line();
            if line.is_empty() {
                return (text.join("\n"), when);
            }
            text.push(line);
        }
    }

    /// Sends a line and returns its reply.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.write(format!("{line}\n").as_bytes());
        self.reply().0
    }

    /// Waits for the end of the program.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begin.elapsed() < MAX_WAIT, "the program does not end");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The program may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The peak memory of a process in bytes.
#[cfg(target_os = "linux")]
pub(crate) fn peak_memory(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kb: u64 = peak
        .unwrap()
        .trim()
        .trim_end_matches(" kB")
        .parse()
        .unwrap();
    kb * 1024
}

/// Sends lines that start a search and goes away: closes both pipes. Returns the end of the program.
#[cfg(unix)]
pub(crate) fn abandon(flags: &[&str], lines: &str) -> ExitStatus {
    let mut child = command(flags).spawn().unwrap();
    child
        .stdin
        .as_ref()
        .unwrap()
        .write_all(lines.as_bytes())
        .unwrap();
    // Lets the search run for a while.
    std::thread::sleep(Duration::from_millis(150));
    drop((child.stdin.take(), child.stdout.take()));
    let mut program = Program {
        child,
        stdin: None,
        lines: channel().1,
    };
    program.wait()
}

/// Runs the executable with a complete input, and returns its output.
pub(crate) fn pipe(flags: &[&str], input: &[u8]) -> (String, ExitStatus) {
    let mut child = command(flags).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let mut output = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut output)
        .unwrap();
    writer.join().unwrap();
    (output, child.wait().unwrap())
}
