//! `flipfive manual`: prints `protocol.md`, the manual of the protocols.

use crate::cli::engine::protocol_named;
use crate::cli::exit::usage;
use crate::cli::stdout::stdout;
use std::io::Write;

/// The manual, embedded in the executable.
const MANUAL: &str = include_str!("../../protocol.md");

/// Print the manual of the protocols
#[derive(clap::Args, Debug)]
pub(crate) struct ManualArgs {
    /// Only the chapters about this protocol
    protocol: Option<String>,
}

pub(super) fn run(arguments: &ManualArgs) -> anyhow::Result<()> {
    let mut text = text();
    if let Some(name) = &arguments.protocol {
        text = chapters(&text, protocol_named(name).map_err(usage)?.title());
    }
    stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// The manual without comments, and without its index: a terminal and a man page cannot follow its links.
pub(super) fn text() -> String {
    let (before, rest) = MANUAL.split_once("<!-- The index:").expect("an index");
    let (_, after) = rest
        .split_once("<!-- End of the index. -->")
        .expect("its end");
    // Every comment is a paragraph.
    let paragraphs = [before.trim_end(), after.trim()].map(|part| part.split("\n\n"));
    let shown = |paragraph: &&str| !paragraph.starts_with("<!--");
    let paragraphs: Vec<&str> = paragraphs.into_iter().flatten().filter(shown).collect();
    paragraphs.join("\n\n") + "\n"
}

/// The chapters of the manual whose headings begin with this word.
fn chapters(manual: &str, word: &str) -> String {
    let mut text = String::new();
    let mut wanted = false;
    for line in manual.split_inclusive('\n') {
        if let Some(heading) = line.strip_prefix("## ") {
            wanted = heading.split_whitespace().next() == Some(word);
        }
        if wanted {
            text += line;
        }
    }
    text
}
