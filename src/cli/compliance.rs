//! `flipfive compliance`: tests whether an engine follows its protocol

use crate::cli::engine::{game_named, protocol_named};
use crate::cli::interrupts::Interrupts;
use crate::cli::stdout::stdout;
use crate::engine::Variant;
use crate::engines::compliance::{self, Status};
use crate::engines::{EngineSpec, detect_protocol};
use crate::protocol::ProtocolKind;
use anyhow::{anyhow, bail};
use std::io::Write;

const EXIT_CODE: &str = "Exit code 1 if a check fails.";
const POINTS: &str = "Points in the reasons are those of the protocol: GTP leaves out the letter I (j9), Gomocup counts \
from 0 (7,7), NBoard has a1 to h8.";
const EXAMPLE: &str = "flipfive compliance --game renju ./pbrain-rapfi";

/// Test whether an engine follows its protocol.
#[derive(clap::Args, Debug)]
#[command(after_help = format!("{EXIT_CODE} {POINTS}\n\nExample: {EXAMPLE}"))]
#[command(after_long_help = format!("{EXIT_CODE}\n\n{POINTS}\n\n{}\n\nExample:\n  {EXAMPLE}", EngineSpec::help()))]
pub(crate) struct ComplianceArgs {
    /// Engine to test: its command, or KEY=VALUE words in one argument (see --help)
    #[arg(value_name = "ENGINE")]
    engine: EngineSpec,
    /// Protocol to test: gtp, gomocup, nboard [default: detected]
    #[arg(long, value_name = "NAME", value_parser = protocol_named)]
    protocol: Option<ProtocolKind>,
    /// Game to play: othello, gomoku, standard, renju, caro, caro-exact [default: othello, in Gomocup's
    /// protocol gomoku]
    #[arg(long, value_name = "NAME", value_parser = game_named)]
    game: Option<Variant>,
    /// Run only the checks whose names contain TEXT, in any case
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
}

pub(super) fn run(args: &ComplianceArgs) -> anyhow::Result<()> {
    let spec = &args.engine;
    Interrupts::handle()?;
    let failure = |error| anyhow!("engine {} {error}", spec.name);
    let kind = match args.protocol.or(spec.protocol) {
        Some(kind) => kind,
        None => detect_protocol(spec).map_err(failure)?,
    };
    let mut out = stdout();
    writeln!(out, "{}, {}", spec.name, kind.title())?;
    let only = args.only.as_ref().map(|text| text.to_lowercase());
    let selected = |name: &str| {
        let name = name.to_lowercase();
        only.as_ref().is_none_or(|text| name.contains(text))
    };
    let mut written = Ok(());
    let results = compliance::run(spec, kind, args.game, selected, |result| {
        let name = result.name;
        let line = match &result.status {
            Status::Passed => writeln!(out, "ok       {name}"),
            Status::Missing(reason) => writeln!(out, "missing  {name}: {reason}"),
            Status::Failed(reason) => writeln!(out, "FAILED   {name}: {reason}"),
        };
        if written.is_ok() {
            written = line.and_then(|()| out.flush());
        }
    })
    .map_err(failure)?;
    written?;
    if let (Some(text), []) = (&args.only, &results[..]) {
        bail!(
            "--only: no check of {} has {text:?} in its name; without --only, the names of all are printed",
            kind.title()
        );
    }
    let count = |wanted: fn(&Status) -> bool| {
        let statuses = results.iter().map(|result| &result.status);
        statuses.filter(|status| wanted(status)).count()
    };
    let failed = count(|status| matches!(status, Status::Failed(_)));
    let passed = count(|status| *status == Status::Passed);
    writeln!(out, "{passed} of {} passed, {failed} failed", results.len())?;
    if failed > 0 {
        bail!("{} does not comply with {}", spec.name, kind.title());
    }
    Ok(())
}
