//! `flipfive mock`: an engine that misbehaves on request, to test match runners and GUIs.

use crate::cli::engine::{game_named, protocol_named};
use crate::engine::Variant;
use crate::engines::mock::{CRASH_CODE, End, Faults, MockEngine};
use crate::protocol::ProtocolKind;
use anyhow::Context;
use std::io::Write;
use std::time::Duration;

/// Run an engine that misbehaves on request, to test match runners and GUIs
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Moves are counted from 1 over the life of the process.\n\n\
                  Example: flipfive mock --protocol gomocup --crash-at 3"
)]
pub(crate) struct MockArgs {
    /// Protocol to speak: gtp, gomocup, nboard
    #[arg(long, value_name = "NAME", default_value = "gtp", value_parser = protocol_named)]
    protocol: ProtocolKind,
    /// Game to start with: othello, gomoku, standard, renju, caro, caro-exact
    #[arg(long, value_name = "NAME", default_value = "othello", value_parser = game_named)]
    game: Variant,
    /// Play random moves with this seed instead of the first legal move
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    faults: Faults,
    /// Read everything and never write anything
    #[arg(long)]
    silent_start: bool,
    /// Exit with code 3 at once
    #[arg(long)]
    exit_at_start: bool,
    /// Never read anything
    #[arg(long)]
    no_read: bool,
    /// Write without end from the start
    #[arg(long)]
    flood: bool,
    /// Ignore the end of the input and every quit command
    #[arg(long)]
    stay: bool,
}

pub(super) fn run(args: &MockArgs) -> anyhow::Result<()> {
    let (mut input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    if args.exit_at_start {
        // A closed stderr does not matter.
        let _ = writeln!(std::io::stderr(), "exiting at the start, as requested");
        std::process::exit(CRASH_CODE.into());
    }
    if args.no_read {
        sleep_forever();
    }
    if args.silent_start {
        std::io::copy(&mut input, &mut std::io::sink())?;
        return Ok(());
    }
    let engine = MockEngine::new(output, args.game, args.seed, args.faults.clone());
    let mut engine = engine.context("the game has no default board")?;
    let end = if args.flood {
        engine.flood()?
    } else {
        engine.serve(args.protocol, input)?
    };
    match end {
        End::Crash => std::process::exit(CRASH_CODE.into()),
        End::Quit if args.stay => sleep_forever(),
        End::Quit => Ok(()),
    }
}

fn sleep_forever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}
