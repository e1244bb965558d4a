//! Fuzzing: a seeded driver for every parser and for the whole loop of every protocol.
//!
//! A target takes bytes, asserts what has to hold for any bytes, and returns a text by which its outcomes differ.
//! The driver mutates examples. An input with an outcome of a new shape becomes an example itself. This replaces the
//! coverage feedback of fuzzers that need a compiler of their own.
//!
//! The test suite runs a fixed number of cases of each target, always the same ones. `scripts/fuzz` runs the targets
//! for a time, with another seed each time.

mod analysis;
mod driver;
mod engine;
mod examples;
mod mutator;
mod parsers;
mod protocols;

use driver::{Fuzzer, Limit, Target};
use examples::{file, folder, transcripts};
use std::time::Duration;

/// Declares the targets: the name, what checks an input, the examples, and the words of the language between bars.
macro_rules! targets {
    ($($name:ident: $check:expr, $examples:expr, $words:expr;)*) => {
        const TARGETS: &[Target] = &[$(Target {
            name: stringify!($name),
            check: $check,
            examples: || $examples,
            words: || $words,
        }),*];

        $(#[test]
        fn $name() {
            run_some_cases(stringify!($name));
        })*
    };
}

targets! {
    sgf: parsers::sgf, folder("sgf"), parsers::SGF_WORDS.into();
    ggf: parsers::ggf, folder("ggf"), parsers::GGF_WORDS.into();
    psq: parsers::psq, file("psq"), parsers::PSQ_WORDS.into();
    obf: parsers::obf, folder("obf"), parsers::OTHELLO_WORDS.into();
    wthor: parsers::wthor, examples::wthor(), String::new();
    transcript: parsers::transcript, file("transcript"), parsers::OTHELLO_WORDS.into();
    pos: parsers::pos, file("pos"), parsers::GOMOKU_WORDS.into();
    puzzle: parsers::puzzle, file("puzzle"), parsers::GOMOKU_WORDS.into();
    any_format: parsers::any_format, examples::any_format(), parsers::SGF_WORDS.into();
    board: parsers::board, file("board"), parsers::OTHELLO_WORDS.into();
    engine: parsers::engine, file("engine"), parsers::ENGINE_WORDS.into();
    match_file: parsers::match_file, file("match_file"), parsers::ENGINE_WORDS.into();
    gtp: protocols::gtp, transcripts(&["gtp"]), protocols::gtp_words();
    gtp_search: protocols::gtp_search, transcripts(&["gtp"]), protocols::gtp_words();
    gomocup: protocols::gomocup, transcripts(&["gomocup", "yixin"]), protocols::gomocup_words();
    gomocup_search: protocols::gomocup_search, transcripts(&["gomocup", "yixin"]), protocols::gomocup_words();
    nboard: protocols::nboard, transcripts(&["nboard"]), protocols::nboard_words();
    nboard_search: protocols::nboard_search, transcripts(&["nboard"]), protocols::nboard_words();
    any_protocol: protocols::any_protocol, transcripts(&["gtp", "gomocup", "nboard"]), protocols::gtp_words();
    analysis: analysis::queries, file("analysis"), analysis::WORDS.into();
}

fn target(name: &str) -> &'static Target {
    let found = TARGETS.iter().find(|target| target.name == name);
    found.unwrap_or_else(|| panic!("no target {name:?}"))
}

/// Cases of each target in the test suite.
const CASES: u64 = 300;

fn run_some_cases(name: &str) {
    let mut fuzzer = Fuzzer::new(target(name), 1);
    fuzzer.run(Limit::Cases(CASES));
    fuzzer.assert_no_finds();
}

/// A number in the environment.
fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok().filter(|text| !text.is_empty())?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{name}={text}: expected a number")))
}

#[test]
#[ignore = "runs for minutes: scripts/fuzz"]
fn for_a_time() {
    let seconds = setting("FLIPFIVE_FUZZ_SECONDS").unwrap_or(600);
    let seed = setting("FLIPFIVE_FUZZ_SEED").unwrap_or(1);
    let only = std::env::var("FLIPFIVE_FUZZ_TARGET").unwrap_or_default();
    if let Ok(input) = std::env::var("FLIPFIVE_FUZZ_INPUT") {
        let input = std::fs::read(&input).unwrap_or_else(|error| panic!("{input}: {error}"));
        eprintln!("{}", (target(&only).check)(&input));
        return;
    }
    let chosen: Vec<&Target> = match only.as_str() {
        "" => TARGETS.iter().collect(),
        name => vec![target(name)],
    };
    let each = Duration::from_secs(seconds) / chosen.len() as u32;
    eprintln!("seed {seed}, {:.0} s for each target", each.as_secs_f64());
    eprintln!("{}", Fuzzer::HEADING);
    driver::silence_panics();
    let mut finds = 0;
    for target in chosen {
        let mut fuzzer = Fuzzer::new(target, seed);
        fuzzer.run(Limit::Time(each));
        eprintln!("{fuzzer}");
        finds += fuzzer.finds();
    }
    assert_eq!(finds, 0, "finds; their inputs are named above");
}
