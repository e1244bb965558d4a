//! `flipfive compliance`: whether an engine does what its protocol asks of it.

use crate::cli::engine::protocol_named;
use crate::engine::Variant;
use crate::engines;
use crate::engines::EngineSpec;
use crate::engines::compliance;
use crate::engines::compliance::Finding;
use anyhow::{Context, anyhow};
use std::io::Write;

/// Check an engine against its protocol, one thing at a time.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Exit code 1 if anything is wrong. Example: flipfive compliance --game renju ./pbrain-rapfi"
)]
pub struct ComplianceArgs {
    /// The engine: words KEY=VALUE in one argument, as `flipfive bridge --engine` takes them, or just its
    /// command
    #[arg(value_name = "ENGINE")]
    engine: String,
    /// Protocol to check (gtp, gomocup, nboard); otherwise it is found out
    #[arg(long, value_name = "NAME")]
    protocol: Option<String>,
    /// Game to check with: othello, gomoku, standard, renju, caro, caro-exact
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// Make only the checks whose names have this in them
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
}

pub(super) fn run(args: &ComplianceArgs) -> anyhow::Result<()> {
    let spec: EngineSpec = args.engine.parse().context("the engine")?;
    let kind = match args.protocol.as_deref().map(protocol_named).transpose()? {
        Some(kind) => kind,
        None => match spec.protocol {
            Some(kind) => kind,
            None => engines::detect_protocol(&spec)?,
        },
    };
    let variant = match &args.game {
        Some(name) => {
            Some(Variant::from_name(name).ok_or_else(|| anyhow!("unknown game {name:?}"))?)
        }
        None => None,
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}, {}", spec.name, kind.title())?;
    let wanted = |name: &str| args.only.as_ref().is_none_or(|text| name.contains(text));
    let mut written = Ok(());
    let all = compliance::run(&spec, kind, variant, wanted, |checked| {
        let name = checked.name;
        let line = match &checked.finding {
            Finding::Passed => writeln!(out, "ok       {name}"),
            Finding::Missing(text) => writeln!(out, "missing  {name}: {text}"),
            Finding::Failed(text) => writeln!(out, "FAILED   {name}: {text}"),
        };
        if written.is_ok() {
            written = line.and_then(|()| out.flush());
        }
    })?;
    written?;
    let count = |wanted: fn(&Finding) -> bool| {
        all.iter()
            .filter(|checked| wanted(&checked.finding))
            .count()
    };
    let failed = count(|finding| matches!(finding, Finding::Failed(_)));
    let passed = count(|finding| *finding == Finding::Passed);
    writeln!(out, "{passed} of {} passed, {failed} failed", all.len())?;
    if failed > 0 {
        anyhow::bail!("{} does not comply with {}", spec.name, kind.title());
    }
    Ok(())
}
