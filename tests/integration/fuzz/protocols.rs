//! The whole loops of the protocols, with a clock that the input sets.
//!
//! An input has the lines of a controller. Lines that begin with `!` say what the engine and the clock do:
//! `!wait MS`, `!report` (an iteration), `!done`, `!fail`, `!late` (an event of a search that has ended).

use crate::fuzz::engine::{Answers, Scripted, Searching};
use crate::scripted::ScriptedHost;
use crate::{gomocup, hostile, nboard};
use flipfive::engine::{Event, Options, Variant};
use flipfive::protocol::{Detector, ProtocolKind};
use flipfive::session::Session;
use std::time::Duration;

/// The most events that may follow the end of the input: the searches that are queued.
const MAX_EVENTS: usize = 100_000;

const ENGINE_WORDS: &str =
    "!done|!done|!done|!report|!wait 50|!wait 150|!wait 5000|!wait 100000|!fail|!late";

/// A conversation, and the engine that answers its jobs.
struct Loop<A> {
    host: ScriptedHost,
    answers: A,
    /// The number of jobs that have ended.
    ended_jobs: usize,
    /// The lines that the conversation has taken.
    taken: Vec<Vec<u8>>,
}

impl<A: Answers> Loop<A> {
    fn new(protocol: Option<ProtocolKind>, answers: A) -> Self {
        let options = Options {
            hash: 1,
            move_time: Duration::from_millis(10),
            ..Options::default()
        };
        let game = match protocol {
            Some(ProtocolKind::Gomocup) => Variant::ALL[1],
            _ => Variant::Othello,
        };
        let session = Session::new(game, None, options).unwrap();
        Self {
            host: ScriptedHost::with(Box::new(Detector::new(protocol, false)), session),
            answers,
            ended_jobs: 0,
            taken: Vec::new(),
        }
    }

    fn run(&mut self, input: &[u8]) {
        for line in input.split(|&byte| byte == b'\n') {
            if !self.is_direction(line) && !names_a_file(line) && !self.host.ended {
                self.host.wait(1);
                self.taken.push(line.to_vec());
                self.host.bytes(line);
            }
        }
        if self.host.ended {
            return;
        }
        self.host.end();
        for _ in 0..MAX_EVENTS {
            if self.host.ended {
                return;
            }
            self.host.wait(1);
            assert!(self.end_job(), "the program waits for nothing");
        }
        panic!("the program does not end");
    }

    /// Carries out a line that says what the engine and the clock do.
    fn is_direction(&mut self, line: &[u8]) -> bool {
        match line {
            b"!done" => {
                self.end_job();
            }
            b"!report" => self.report(),
            b"!fail" => self.fail(),
            b"!late" => self.late(),
            _ => {
                let ms = line.strip_prefix(b"!wait ").map(String::from_utf8_lossy);
                let ms = ms.and_then(|ms| ms.parse::<u32>().ok());
                let Some(ms) = ms else { return false };
                self.host.wait(ms.into());
            }
        }
        true
    }

    fn event(&mut self, event: Event) {
        if !self.host.ended {
            self.host.event(event);
        }
    }

    /// The oldest search ends. False if there is none.
    fn end_job(&mut self) -> bool {
        let Some(job) = self.host.jobs.get(self.ended_jobs).cloned() else {
            return false;
        };
        self.ended_jobs += 1;
        for event in self.answers.answer(job) {
            self.event(event);
        }
        true
    }

    fn report(&mut self) {
        if let Some(job) = self.host.jobs.get(self.ended_jobs).cloned()
            && let Some(report) = Scripted::report(&job)
        {
            self.event(Event::Report(job.id, report));
        }
    }

    fn fail(&mut self) {
        if let Some(job) = self.host.jobs.get(self.ended_jobs) {
            self.ended_jobs += 1;
            self.event(Event::Failed(job.id, "the search has failed".into()));
        }
    }

    fn late(&mut self) {
        if let Some(before) = self.ended_jobs.checked_sub(1) {
            let job = self.host.jobs[before].clone();
            for event in Scripted.answer(job) {
                self.event(event);
            }
        }
    }
}

/// Whether a line would read or write a file.
fn names_a_file(line: &[u8]) -> bool {
    clean(line).contains("sgf")
}

/// Whether a line may have ended the program.
fn has_quit<A>(conversation: &Loop<A>) -> bool {
    let mut lines = conversation.taken.iter();
    lines.any(|line| clean(line).contains("quit"))
}

/// A line in lower case, without characters that the protocols leave out.
fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line).to_lowercase();
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Runs an input and returns the conversation.
fn converse<A: Answers>(protocol: Option<ProtocolKind>, answers: A, input: &[u8]) -> Loop<A> {
    let mut conversation = Loop::new(protocol, answers);
    conversation.run(input);
    conversation
}

/// The replies to the lines: one each, in their order, with their ids.
fn check_gtp<A>(conversation: &Loop<A>) {
    let output = &conversation.host.output;
    let replies = crate::host::replies(output);
    let lines = conversation.taken.iter();
    let expected: Vec<String> = lines.filter_map(|line| hostile::id_of(line)).collect();
    if !has_quit(conversation) {
        assert_eq!(replies.len(), expected.len(), "{output}");
    }
    for (reply, id) in replies.iter().zip(&expected) {
        let found = reply[0][1..].split(' ').next().unwrap();
        assert_eq!(found, id, "{output}");
    }
}

/// The names of all commands, with bars between them.
fn command_names(protocol: ProtocolKind) -> String {
    let names = protocol.commands().into_iter().map(|command| command.name);
    names.collect::<Vec<&str>>().join("|")
}

fn run_gtp(answers: impl Answers, input: &[u8]) -> String {
    let conversation = converse(Some(ProtocolKind::Gtp), answers, input);
    check_gtp(&conversation);
    conversation.host.output
}

pub(super) fn gtp(input: &[u8]) -> String {
    run_gtp(Scripted, input)
}

pub(super) fn gtp_search(input: &[u8]) -> String {
    run_gtp(Searching::new(), input)
}

pub(super) fn gtp_words() -> String {
    let names = command_names(ProtocolKind::Gtp);
    format!(
        "{}|{ENGINE_WORDS}|# interrupt|stop|play b D3|play w c3|play b h8|genmove b|genmove w|undo|12 name|set_game Gomoku|\
         set_game Renju|boardsize 15|boardsize 8|clear_board|kata-analyze b 10|lz-genmove_analyze w 50|time_settings 0 5 1|\
         pass|resign|maxmoves 2|allow b D3 1|flipfive-option ponder true|flipfive-option level 3|loadsgf|quit",
        names
    )
}

fn run_gomocup(answers: impl Answers, input: &[u8]) -> String {
    let conversation = converse(Some(ProtocolKind::Gomocup), answers, input);
    thread_local! {
        static KNOWN: regex::Regex = gomocup::known();
    }
    let output = conversation.host.output;
    assert!(output.is_empty() || output.ends_with('\n'), "{output:?}");
    KNOWN.with(|known| {
        for line in output.lines() {
            assert!(known.is_match(line), "{line:?}");
        }
    });
    output
}

pub(super) fn gomocup(input: &[u8]) -> String {
    run_gomocup(Scripted, input)
}

pub(super) fn gomocup_search(input: &[u8]) -> String {
    run_gomocup(Searching::new(), input)
}

pub(super) fn gomocup_words() -> String {
    let names = command_names(ProtocolKind::Gomocup);
    let keys: Vec<String> = gomocup::info_keys()
        .iter()
        .map(|key| format!("INFO {key} 1"))
        .collect();
    format!(
        "{}|{}|{ENGINE_WORDS}|START 15|START 20|TURN 7,7|TURN 0,0|BEGIN|BOARD\n7,7,1\n8,8,2\nDONE|7,6,1|DONE|TAKEBACK 7,7|\
         INFO rule 4|INFO rule 9|INFO timeout_turn 0|INFO max_memory 0|SWAP2BOARD\nDONE|STOP|YXSTOP|END|RESTART",
        names,
        keys.join("|")
    )
}

fn run_nboard(answers: impl Answers, input: &[u8]) -> String {
    // The last ping shows that the loop still answers.
    let input = [input, b"\nping 4711\n"].concat();
    let conversation = converse(Some(ProtocolKind::NBoard), answers, &input);
    let output = &conversation.host.output;
    output.lines().for_each(nboard::check_output);
    if !has_quit(&conversation) {
        assert!(output.contains("pong 4711\n"), "{output}");
    }
    conversation.host.output
}

pub(super) fn nboard(input: &[u8]) -> String {
    run_nboard(Scripted, input)
}

pub(super) fn nboard_search(input: &[u8]) -> String {
    run_nboard(Searching::new(), input)
}

pub(super) fn nboard_words() -> String {
    let names = command_names(ProtocolKind::NBoard);
    format!(
        "{}|{ENGINE_WORDS}|nboard 2|nboard 1|ping 3|set depth 3|set contempt 5|hint 4|go|analyze|learn|move F5|move D6/1.0/2|move PA|\
         F5|set game (;GM[Othello]TY[8]B[f5]W[d6];)|;B[e6]|BO[8 ---------------------------O*------*O--------------------------- *]",
        names
    )
}

/// The first line selects the protocol.
pub(super) fn any_protocol(input: &[u8]) -> String {
    converse(None, Scripted, input).host.output
}
