//! Recorded conversations: `> ` marks the lines of the host, `< ` the expected output.
//!
//! A file may begin with a line `$ flipfive FLAGS`. Lines that begin with `#` are comments. Blank lines
//! of replies are omitted; other tests check the framing. Placeholders match text that varies: `{move}`,
//! `{moves}`, `{point}` (`7,8`), `{square}` (`F5` or `PA`), `{int}`, `{float}`, `{value}` and `{any}`.
//! On a line of its own, `{lines}` matches any number of lines, and `{messages}` and `{searches}` match
//! any number of lines of an analysis. So does `{infos}` in a script, whose next line may stop the
//! analysis at once; otherwise it needs at least one. Analyses need a depth or node limit, so that they
//! end.
//!
//! Each protocol has a folder; the first line selects the protocol. Every file runs twice: in process,
//! where each block of lines waits for the replies to the block before, and through the executable,
//! which gets all lines at once, as from a script.

use crate::host::{InProcess, pipe, replies};
use crate::support::accepting;
use flipfive::protocol::ProtocolKind;
use regex::Regex;
use std::path::{Path, PathBuf};

/// A line of a transcript.
#[derive(Debug)]
enum Entry {
    Sent(String),
    Expected(String),
    /// A comment, the flags, or a blank line.
    Other(String),
}

fn entries(text: &str) -> Vec<Entry> {
    text.lines()
        .map(|line| match line.split_at_checked(2) {
            Some(("> ", sent)) => Entry::Sent(sent.into()),
            Some(("< ", expected)) => Entry::Expected(expected.into()),
            _ if line == ">" => Entry::Sent(String::new()),
            _ => {
                let known = line.is_empty() || line.starts_with(['#', '$']);
                assert!(known, "not a line of a transcript: {line:?}");
                Entry::Other(line.into())
            }
        })
        .collect()
}

/// Whether a host reads each reply before it sends more, or sends everything at once.
#[derive(Clone, Copy, PartialEq)]
enum Pace {
    LineByLine,
    Script,
}

/// The pattern of an expected line.
fn pattern(expected: &str, pace: Pace) -> String {
    const MOVE: &str = "(?:[A-HJ-W][0-9]+|PASS|pass|resign)";
    let moves = format!("{MOVE}(?: {MOVE})*");
    let placeholders = [
        ("{move}", MOVE),
        ("{moves}", moves.as_str()),
        ("{point}", "[0-9]+,[0-9]+"),
        ("{square}", "(?:[A-H][1-8]|PA)"),
        ("{int}", "-?[0-9]+"),
        ("{float}", r"-?[0-9]+(?:\.[0-9]+)?"),
        ("{value}", r"[+-](?:[0-9.]+|M[0-9]+[?]?)"),
        ("{any}", "[^\n]*"),
    ];
    match expected {
        "{lines}" => return "(?:[^\n]*\n)*".into(),
        "{infos}" if pace == Pace::Script => return "(?:info move [^\n]*\n)*".into(),
        "{infos}" => return "(?:info move [^\n]*\n)+".into(),
        "{messages}" => return "(?:MESSAGE [^\n]*\n)*".into(),
        "{searches}" => return "(?:(?:search|status|nodestats) [^\n]*\n)*".into(),
        _ => {}
    }
    // A reply without text may have a space after its status character.
    let mut pattern = regex::escape(expected.trim_end());
    for (name, meaning) in placeholders {
        pattern = pattern.replace(&regex::escape(name), meaning);
    }
    pattern + " ?\n"
}

/// Whether the output matches the expected lines.
fn fits(expected: &[&str], found: &[String], pace: Pace) -> bool {
    let pattern: String = expected.iter().map(|line| pattern(line, pace)).collect();
    let found: String = found.iter().map(|line| format!("{line}\n")).collect();
    Regex::new(&format!("^(?:{pattern})$"))
        .unwrap()
        .is_match(&found)
}

fn flags(entries: &[Entry]) -> Vec<&str> {
    let command = entries.iter().find_map(|entry| match entry {
        Entry::Other(line) => line.strip_prefix("$ flipfive"),
        _ => None,
    });
    command.unwrap_or_default().split_whitespace().collect()
}

/// A part of a transcript that was run.
pub(crate) enum Part {
    /// A comment, the flags, or a blank line.
    Other(String),
    /// Lines that were sent together, and the replies.
    Exchange {
        sent: Vec<String>,
        expected: Vec<String>,
        found: Vec<String>,
    },
}

/// Runs a transcript in process.
pub(crate) fn run(text: &str) -> Vec<Part> {
    let entries = entries(text);
    let mut host = InProcess::new(&flags(&entries));
    let mut parts = Vec::new();
    let mut entries = entries.into_iter().peekable();
    while let Some(entry) = entries.peek() {
        if let Entry::Other(line) = entry {
            parts.push(Part::Other(line.clone()));
            entries.next();
            continue;
        }
        // Consecutive lines are sent together.
        let (mut sent, mut expected) = (Vec::new(), Vec::new());
        while let Some(Entry::Sent(line)) = entries.peek() {
            host.post(line.as_bytes());
            sent.push(line.clone());
            entries.next();
        }
        while let Some(Entry::Expected(line)) = entries.peek() {
            expected.push(line.clone());
            entries.next();
        }
        host.finish();
        let output = std::mem::take(&mut host.output);
        // Only the framing of GTP has blank lines.
        let framed = host.protocol() == Some(ProtocolKind::Gtp);
        let found = output
            .lines()
            .filter(|line| !(framed && line.is_empty()))
            .map(String::from)
            .collect();
        parts.push(Part::Exchange {
            sent,
            expected,
            found,
        });
    }
    parts
}

/// Runs a transcript in process. Returns it with the actual output, and the differences.
fn compare(text: &str) -> (String, Vec<String>) {
    let (mut after, mut wrong) = (String::new(), Vec::new());
    for part in run(text) {
        let (sent, expected, found) = match part {
            Part::Other(line) => {
                after += &format!("{line}\n");
                continue;
            }
            Part::Exchange {
                sent,
                expected,
                found,
            } => (sent, expected, found),
        };
        for line in &sent {
            after += format!("> {line}").trim_end();
            after.push('\n');
        }
        let patterns: Vec<&str> = expected.iter().map(String::as_str).collect();
        if fits(&patterns, &found, Pace::LineByLine) {
            after.extend(expected.iter().map(|line| format!("< {line}\n")));
        } else {
            after.extend(found.iter().map(|line| format!("< {line}\n")));
            wrong.push(format!(
                "sent {sent:?}\nexpected\n  {}\nfound\n  {}",
                expected.join("\n  "),
                found.join("\n  ")
            ));
        }
    }
    (after, wrong)
}

/// Asserts that a transcript holds in process.
pub(crate) fn holds(name: &str, text: &str) {
    let (_, wrong) = compare(text);
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
}

fn children(folder: &Path) -> Vec<PathBuf> {
    let mut children: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    children.sort();
    children
}

fn files() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut all = Vec::new();
    for protocol in children(&folder) {
        let mut files = children(&protocol);
        files.retain(|file| file.extension().is_some_and(|ending| ending == "txt"));
        assert!(
            files.len() > 3,
            "{}: {} transcripts",
            protocol.display(),
            files.len()
        );
        all.extend(files);
    }
    all
}

#[test]
fn in_process() {
    let mut failures = Vec::new();
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        let (after, wrong) = compare(&text);
        if accepting() {
            if after != text {
                std::fs::write(&file, after).unwrap();
            }
        } else if !wrong.is_empty() {
            failures.push(format!("{}:\n{}", file.display(), wrong.join("\n")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Asserts that a transcript holds when the executable gets all its lines at once.
pub(crate) fn holds_through_the_executable(name: &str, text: &str) {
    let entries = entries(text);
    let (mut input, mut expected, mut commands) = (String::new(), Vec::new(), 0);
    let flags = flags(&entries);
    let forced = flags.iter().position(|flag| *flag == "--protocol");
    let mut protocol = forced.and_then(|at| ProtocolKind::from_name(flags[at + 1]));
    for entry in &entries {
        match entry {
            Entry::Sent(line) => {
                input += &format!("{line}\n");
                protocol = protocol.or(ProtocolKind::detect(line.as_bytes()));
                let command = line.split('#').next().unwrap_or_default().trim();
                commands += usize::from(!command.is_empty());
            }
            Entry::Expected(line) => expected.push(line.as_str()),
            Entry::Other(_) => {}
        }
    }
    let (output, status) = pipe(&flags, input.as_bytes());
    assert!(status.success(), "{name}: {status}");
    let found: Vec<String> = if protocol == Some(ProtocolKind::Gtp) {
        let replies = replies(&output);
        assert_eq!(replies.len(), commands, "{name}: one reply each");
        replies.into_iter().flatten().collect()
    } else {
        output.lines().map(String::from).collect()
    };
    assert!(
        fits(&expected, &found, Pace::Script),
        "{name}: expected\n{}\nfound\n{}",
        expected.join("\n"),
        found.join("\n")
    );
}

#[test]
fn through_the_executable() {
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        holds_through_the_executable(&file.display().to_string(), &text);
    }
}

#[test]
fn the_matcher_can_say_no() {
    let found = |lines: &[&str]| {
        lines
            .iter()
            .map(|&line| line.into())
            .collect::<Vec<String>>()
    };
    let fits = |expected: &[&str], found: &[String]| fits(expected, found, Pace::LineByLine);
    assert!(fits(&["= {move}"], &found(&["= D3"])));
    assert!(!fits(&["= {move}"], &found(&["= I3"])));
    assert!(!fits(&["= {move}"], &found(&["= D3 C4"])));
    assert!(fits(&["= {moves}"], &found(&["= D3 C4 pass"])));
    assert!(fits(
        &["=", "{infos}", "play {move}"],
        &found(&["=", "info move D3", "play D3"])
    ));
    assert!(!fits(&["=", "{infos}"], &found(&["=", "play D3"])));
    assert!(!fits(&["=", "{infos}"], &found(&["="])));
    assert!(!fits(&["="], &found(&["= x"])));
    assert!(!fits(&["="], &found(&[])));
    assert!(fits(&["= {float} {int}"], &found(&["= -1.5 7"])));
    assert!(!fits(&["= a.c"], &found(&["= abc"])));
}
