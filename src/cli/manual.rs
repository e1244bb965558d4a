//! `flipfive manual`: the manual of the protocols, as it stands in `protocol.md`.

use std::io::Write;

/// The manual, embedded so that the executable is complete by itself. A test holds the tables in it
/// to the command tables of the code.
const MANUAL: &str = include_str!("../../protocol.md");

/// Print the manual.
#[derive(clap::Args, Debug)]
pub struct ManualArgs {}

pub(super) fn run(_: &ManualArgs) -> anyhow::Result<()> {
    std::io::stdout().lock().write_all(MANUAL.as_bytes())?;
    Ok(())
}
