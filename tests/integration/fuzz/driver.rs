//! Runs a target on mutated examples, and keeps what fails.

use crate::fuzz::examples::Examples;
use crate::fuzz::mutator::Mutator;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

/// Something that takes any bytes.
pub(super) struct Target {
    pub name: &'static str,
    /// Checks an input. Panics if something does not hold; returns a text by which outcomes differ.
    pub check: fn(&[u8]) -> String,
    pub examples: fn() -> Examples,
    /// Words of the language, with bars between them.
    pub words: fn() -> String,
}

/// When a run ends.
#[derive(Clone, Copy)]
pub(super) enum Limit {
    Cases(u64),
    Time(Duration),
}

/// The most examples. More of them do not find more, and take memory.
const MAX_EXAMPLES: usize = 4000;

/// An input that takes longer than this hangs.
const HANG: Duration = Duration::from_secs(60);

/// A target with so many finds is not run on.
const MAX_FINDS: usize = 10;

thread_local! {
    /// Where the last panic of this thread was.
    static PANICKED_AT: Cell<u32> = const { Cell::new(0) };
}

/// Makes panics silent, and notes where they are.
pub(super) fn silence_panics() {
    std::panic::set_hook(Box::new(|info| {
        PANICKED_AT.set(info.location().map_or(0, std::panic::Location::line));
    }));
}

/// An input that failed.
struct Find {
    /// The line of the panic, if panics are silent.
    line: u32,
    message: String,
    path: PathBuf,
}

/// A run of a target.
pub(super) struct Fuzzer {
    target: &'static Target,
    mutator: Mutator,
    examples: Examples,
    /// The shapes of all outcomes.
    shapes: BTreeSet<String>,
    cases: u64,
    lines: u64,
    slowest: Duration,
    finds: Vec<Find>,
    running: Arc<Mutex<Running>>,
}

impl Fuzzer {
    /// The heading of the table of runs.
    pub(super) const HEADING: &'static str =
        "target             lines      cases  shapes  slowest  finds";

    pub(super) fn new(target: &'static Target, seed: u64) -> Self {
        Self {
            target,
            mutator: Mutator::new(seed, &(target.words)()),
            examples: (target.examples)(),
            shapes: BTreeSet::new(),
            cases: 0,
            lines: 0,
            slowest: Duration::ZERO,
            finds: Vec::new(),
            running: Arc::default(),
        }
    }

    /// Runs the examples and then mutated ones.
    pub(super) fn run(&mut self, limit: Limit) {
        let begin = Instant::now();
        if let Limit::Time(_) = limit {
            watch_for_hangs(self.target.name, Arc::downgrade(&self.running));
        }
        assert!(
            !self.examples.is_empty(),
            "{}: no examples",
            self.target.name
        );
        for example in self.examples.clone() {
            self.case(&example);
        }
        loop {
            let is_over = match limit {
                Limit::Cases(cases) => self.cases >= cases,
                Limit::Time(time) => begin.elapsed() >= time,
            };
            if is_over || self.finds.len() >= MAX_FINDS {
                return;
            }
            let input = self.mutator.input(&self.examples);
            self.case(&input);
        }
    }

    fn case(&mut self, input: &[u8]) {
        let check = self.target.check;
        let begin = Instant::now();
        *self.running.lock().unwrap() = Some((begin, input.to_vec()));
        let outcome = catch_unwind(|| check(input));
        *self.running.lock().unwrap() = None;
        self.slowest = self.slowest.max(begin.elapsed());
        self.cases += 1;
        self.lines += input.split_inclusive(|&byte| byte == b'\n').count() as u64;
        match outcome {
            Ok(outcome) => {
                let known = self.shapes.len();
                self.shapes.extend(outcome.lines().map(shape));
                if self.shapes.len() > known && self.examples.len() < MAX_EXAMPLES {
                    self.examples.push(input.into());
                }
            }
            Err(panic) => self.keep(input, message(panic.as_ref())),
        }
    }

    /// Keeps an input that failed, unless one has failed in the same way.
    fn keep(&mut self, input: &[u8], message: String) {
        let line = PANICKED_AT.get();
        let kind = |message: &str| shape(message).split(' ').take(3).collect::<String>();
        let is_known = |find: &Find| find.line == line && kind(&find.message) == kind(&message);
        if self.finds.iter().any(is_known) {
            return;
        }
        let path = save(self.target.name, &smallest(self.target.check, input));
        let (name, path_shown) = (self.target.name, path.display());
        eprintln!("{name}: line {line}: {message}\n  input: {path_shown}");
        self.finds.push(Find {
            line,
            message,
            path,
        });
    }

    pub(super) fn finds(&self) -> usize {
        self.finds.len()
    }

    pub(super) fn assert_no_finds(&self) {
        let finds = self.finds.iter();
        let texts = finds.map(|find| format!("{}: {}", find.path.display(), find.message));
        let texts: Vec<_> = texts.collect();
        assert!(
            texts.is_empty(),
            "{}:\n{}",
            self.target.name,
            texts.join("\n")
        );
    }
}

impl fmt::Display for Fuzzer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            target,
            cases,
            lines,
            slowest,
            finds,
            shapes,
            ..
        } = self;
        let (name, shapes, finds) = (target.name, shapes.len(), finds.len());
        let slowest = slowest.as_millis();
        write!(
            f,
            "{name:14} {lines:>9} {cases:>10} {shapes:>7} {slowest:>5} ms {finds:>6}"
        )
    }
}

/// A line of an outcome without its numbers and the names of its points.
fn shape(line: &str) -> String {
    let mut shape = String::new();
    for word in line.split_whitespace().take(8) {
        let digits = word.find(|c: char| c.is_ascii_digit());
        match digits {
            Some(0 | 1) => shape.push('0'),
            Some(at) => shape += word.get(..at).unwrap_or_default(),
            None => shape.extend(word.chars().take(12)),
        }
        shape.push(' ');
    }
    shape
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
    text.unwrap_or_else(|| "a panic without a message".into())
}

/// Leaves out parts of an input, large ones first, as long as it still fails.
fn smallest(check: fn(&[u8]) -> String, input: &[u8]) -> Vec<u8> {
    let mut input = input.to_vec();
    let mut part = input.len() / 2;
    while part > 0 {
        let mut at = 0;
        while at < input.len() {
            let mut shorter = input.clone();
            shorter.drain(at..(at + part).min(input.len()));
            if catch_unwind(|| check(&shorter)).is_err() {
                input = shorter;
            } else {
                at += part;
            }
        }
        part /= 2;
    }
    input
}

fn save(name: &str, input: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = (1..).map(|number| folder.join(format!("fuzz-{name}-{number}")));
    let path = path.into_iter().find(|path| !path.exists()).unwrap();
    std::fs::write(&path, input).unwrap();
    path
}

/// The beginning of a case, and its input.
type Running = Option<(Instant, Vec<u8>)>;

/// Saves an input that hangs, and ends the process: nothing else would end the case.
fn watch_for_hangs(name: &'static str, running: Weak<Mutex<Running>>) {
    std::thread::spawn(move || {
        while let Some(running) = running.upgrade() {
            if let Some((begin, input)) = &*running.lock().unwrap()
                && begin.elapsed() > HANG
            {
                let path = save(name, input);
                eprintln!("{name}: hangs\n  input: {}", path.display());
                std::process::exit(1);
            }
            drop(running);
            std::thread::sleep(Duration::from_secs(1));
        }
    });
}
