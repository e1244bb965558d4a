//! `flipfive dummy`: an engine that misbehaves on request, for tests of match runners and GUIs.

use crate::cli::engine::protocol_named;
use crate::engine::Variant;
use crate::engines::mock::{CRASH_CODE, Dummy, End, Faults};
use anyhow::{Context, anyhow};
use std::time::Duration;

/// Play legal moves at once and misbehave on request. Moves are counted from 1 through the life of the
/// process.
#[derive(clap::Args, Debug)]
pub struct DummyArgs {
    /// Protocol to speak: gtp, gomocup, nboard
    #[arg(long, value_name = "NAME", default_value = "gtp")]
    protocol: String,
    /// Game to start with
    #[arg(long, value_name = "NAME", default_value = "othello")]
    game: String,
    /// Play at random with this seed instead of the first legal move
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Take so long for every move
    #[arg(long, value_name = "MS", default_value_t = 0)]
    delay: u64,
    /// End with exit code 3 instead of the Nth move
    #[arg(long, value_name = "N")]
    crash_at: Option<u32>,
    /// Do not answer the request for the Nth move
    #[arg(long, value_name = "N")]
    hang_at: Option<u32>,
    /// Play the Nth move on an occupied cell
    #[arg(long, value_name = "N")]
    illegal_at: Option<u32>,
    /// Play the Nth move so much later
    #[arg(long, num_args = 2, value_names = ["N", "MS"])]
    late_at: Option<Vec<u32>>,
    /// Answer with something that is no move
    #[arg(long, value_name = "N")]
    garble_at: Option<u32>,
    /// Resign instead of the Nth move (GTP)
    #[arg(long, value_name = "N")]
    resign_at: Option<u32>,
    /// Write the Nth move without the end of its line
    #[arg(long, value_name = "N")]
    partial_at: Option<u32>,
    /// Write without end from the Nth move on
    #[arg(long, value_name = "N")]
    flood_at: Option<u32>,
    /// Refuse every game (NBoard: do not answer ping)
    #[arg(long)]
    refuse: bool,
    /// Refuse passes (GTP)
    #[arg(long)]
    no_passes: bool,
    /// Refuse times that are no whole seconds (GTP)
    #[arg(long)]
    whole_seconds: bool,
    /// Read everything and never write anything
    #[arg(long)]
    silent_start: bool,
    /// End with exit code 3 at once
    #[arg(long)]
    exit_at_start: bool,
    /// Never read anything
    #[arg(long)]
    no_read: bool,
    /// Write without end from the start
    #[arg(long)]
    flood: bool,
    /// Ignore the end of the input and every request to leave
    #[arg(long)]
    stay: bool,
}

pub(super) fn run(args: &DummyArgs) -> anyhow::Result<()> {
    let kind = protocol_named(&args.protocol)?;
    let variant =
        Variant::from_name(&args.game).ok_or_else(|| anyhow!("unknown game {:?}", args.game))?;
    let faults = Faults {
        crash_at: args.crash_at,
        hang_at: args.hang_at,
        illegal_at: args.illegal_at,
        late_at: args.late_at.as_deref().and_then(|late| match *late {
            [at, ms] => Some((at, Duration::from_millis(ms.into()))),
            _ => None,
        }),
        garble_at: args.garble_at,
        resign_at: args.resign_at,
        partial_at: args.partial_at,
        flood_at: args.flood_at,
        refuse: args.refuse,
        no_passes: args.no_passes,
        whole_seconds: args.whole_seconds,
        delay: Duration::from_millis(args.delay),
    };
    let (mut input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    if args.exit_at_start {
        eprintln!("the dummy was asked not to start");
        std::process::exit(CRASH_CODE.into());
    }
    if args.no_read {
        sleep_for_ever();
    }
    if args.silent_start {
        std::io::copy(&mut input, &mut std::io::sink())?;
        return Ok(());
    }
    let mut dummy =
        Dummy::new(output, variant, args.seed, faults).context("the game has no board")?;
    let end = if args.flood {
        dummy.flood()?
    } else {
        dummy.serve(kind, input)?
    };
    match end {
        End::Crash => std::process::exit(CRASH_CODE.into()),
        End::Quit if args.stay => sleep_for_ever(),
        End::Quit => Ok(()),
    }
}

fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}
