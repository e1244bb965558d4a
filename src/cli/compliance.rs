//! `flipfive compliance`: tests whether an engine follows its protocol

use crate::cli::engine::{game_named, protocol_named};
use crate::cli::exit::{USAGE, exit_error};
use crate::cli::interrupts::Interrupts;
use crate::cli::stdout::stdout;
use crate::engine::Variant;
use crate::engines::compliance::{self, CheckResult, Status};
use crate::engines::{EngineSpec, detect_protocol};
use crate::protocol::ProtocolKind;
use anyhow::{anyhow, bail};
use serde::Serialize;
use std::io::Write;

const EXIT_CODE: &str = "Exit code 1 if a check fails.";
const POINTS: &str = "Points in the reasons are those of the protocol: GTP leaves out the letter I (j9), Gomocup counts \
from 0 (7,7), NBoard has a1 to h8.";
const EXAMPLE: &str = "flipfive compliance --game renju ./pbrain-rapfi";

/// Test whether an engine follows its protocol.
#[derive(clap::Args, Debug)]
#[command(after_help = format!("{EXIT_CODE} {POINTS}\n\nExample: {EXAMPLE}"))]
#[command(after_long_help = format!("{EXIT_CODE}\n\n{POINTS}\n\n{}\n\nExample:\n  {EXAMPLE}", EngineSpec::help_without(&compliance::refused_keys())))]
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
    /// Print a JSON object on a line for each check, and one with the totals
    #[arg(long)]
    json: bool,
}

/// A check in JSON.
#[derive(Serialize)]
struct CheckLine<'a> {
    check: &'a str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl<'a> CheckLine<'a> {
    fn new(result: &'a CheckResult) -> Self {
        let (status, reason) = match &result.status {
            Status::Passed => ("passed", None),
            Status::Missing(reason) => ("missing", Some(reason.as_str())),
            Status::Failed(reason) => ("failed", Some(reason.as_str())),
        };
        Self {
            check: result.name,
            status,
            reason,
        }
    }
}

/// The totals in JSON.
#[derive(Serialize)]
struct Totals<'a> {
    engine: &'a str,
    protocol: &'static str,
    checks: usize,
    passed: usize,
    failed: usize,
}

pub(super) fn run(args: &ComplianceArgs) -> anyhow::Result<()> {
    let spec = &args.engine;
    let wrong = |text| exit_error(USAGE, text);
    compliance::check_keys(spec).map_err(|text| wrong(format!("ENGINE: {text}")))?;
    Interrupts::handle()?;
    let failure = |error| anyhow!("engine {} {error}", spec.name);
    let kind = match args.protocol.or(spec.protocol) {
        Some(kind) => kind,
        None => detect_protocol(spec).map_err(failure)?,
    };
    if let Some(game) = args.game.filter(|&game| !kind.has_game(game)) {
        return Err(wrong(format!(
            "--game: {} does not have {game}; expected one of: {}",
            kind.title(),
            Variant::words(kind.games())
        )));
    }
    let mut out = stdout();
    if !args.json {
        writeln!(out, "{}, {}", spec.name, kind.title())?;
    }
    let only = args.only.as_ref().map(|text| text.to_lowercase());
    let selected = |name: &str| {
        let name = name.to_lowercase();
        only.as_ref().is_none_or(|text| name.contains(text))
    };
    let mut written = Ok(());
    let results = compliance::run(spec, kind, args.game, selected, |result| {
        let line = match args.json {
            true => json_line(&CheckLine::new(result)),
            false => text_line(result),
        };
        if written.is_ok() {
            written = writeln!(out, "{line}").and_then(|()| out.flush());
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
    let checks = results.len();
    let totals = match args.json {
        true => json_line(&Totals {
            engine: &spec.name,
            protocol: kind.name(),
            checks,
            passed,
            failed,
        }),
        false => format!("{passed} of {checks} passed, {failed} failed"),
    };
    writeln!(out, "{totals}")?;
    if failed > 0 {
        bail!("{} does not comply with {}", spec.name, kind.title());
    }
    Ok(())
}

fn text_line(result: &CheckResult) -> String {
    let name = result.name;
    match &result.status {
        Status::Passed => format!("ok       {name}"),
        Status::Missing(reason) => format!("missing  {name}: {reason}"),
        Status::Failed(reason) => format!("FAILED   {name}: {reason}"),
    }
}

fn json_line(value: &impl Serialize) -> String {
    // Structs of texts and numbers have a form in JSON.
    serde_json::to_string(value).unwrap_or_default()
}
