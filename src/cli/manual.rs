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
    let text = match &arguments.protocol {
        None => MANUAL.to_owned(),
        Some(name) => chapters(protocol_named(name).map_err(usage)?.title()),
    };
    stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// The manual without its index, whose links have no use on paper.
pub(super) fn without_index() -> String {
    let (before, rest) = MANUAL.split_once("<!-- The index:").expect("an index");
    let (_, after) = rest
        .split_once("<!-- End of the index. -->")
        .expect("its end");
    before.to_owned() + after
}

/// The chapters whose headings begin with this word.
fn chapters(word: &str) -> String {
    let mut text = String::new();
    let mut wanted = false;
    for line in MANUAL.split_inclusive('\n') {
        if let Some(heading) = line.strip_prefix("## ") {
            wanted = heading.split_whitespace().next() == Some(word);
        }
        if wanted {
            text += line;
        }
    }
    text
}
