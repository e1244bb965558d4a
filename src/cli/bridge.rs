//! `flipfive bridge`: an engine of one protocol for GUIs and match runners of another.

use crate::cli::engine::{game_named, protocol_named};
use crate::cli::exit::{USAGE, exit_error, usage};
use crate::cli::interrupts::Interrupts;
use crate::engine::{Options, Variant};
use crate::engines::bridge::{BridgedEngine, LOST_OPTIONS};
use crate::engines::{EngineSpec, check_start, connect, detect_protocol, kill_all};
use crate::protocol::{Conversation, Detector, ProtocolKind};
use crate::session::Session;
use anyhow::{Context, anyhow};
use std::sync::mpsc::channel;
use std::time::Duration;

const POINTS: &str = "Points are those of the protocol on each side: GTP leaves out the letter I (j9), Gomocup counts \
from 0 (7,7), NBoard has a1 to h8.";
const EXAMPLE: &str =
    "flipfive bridge --to gtp --game renju --engine 'cmd=./pbrain-rapfi threads=1'";

/// Keys of engines that set the clock of a match. A bridge has none: its GUI keeps the clock.
const CLOCK_KEYS: [&str; 3] = ["tc", "timemargin", "timeodds"];

/// Serve an engine of one protocol in another one
#[derive(clap::Args, Debug)]
#[command(after_help = format!("{POINTS}\n\nExample: {EXAMPLE}"))]
#[command(after_long_help = format!("{POINTS}\n\n{}\n\nExample:\n  {EXAMPLE}", EngineSpec::help_without(&CLOCK_KEYS)))]
pub(crate) struct BridgeArgs {
    /// Engine to serve: its command, or KEY=VALUE words (see --help)
    #[arg(long, value_name = "ENGINE")]
    engine: EngineSpec,
    /// Protocol to serve: gtp, gomocup, nboard [default: detected from the first line]
    #[arg(long, value_name = "NAME", value_parser = protocol_named)]
    to: Option<ProtocolKind>,
    /// Game to start with: othello, gomoku, standard, renju, caro, caro-exact [default: othello; gomoku
    /// with an engine of Gomocup's protocol or --to gomocup]
    #[arg(long, value_name = "NAME", value_parser = game_named)]
    game: Option<Variant>,
    /// Board size to start with [default: 8 for Othello, 15 for Gomoku]
    #[arg(long, value_name = "N")]
    size: Option<u8>,
    /// Time for a move if the GUI sets no clock, also if it limits depth or nodes, which do not reach the engine
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    move_time: u64,
}

pub(super) fn run(args: &BridgeArgs) -> anyhow::Result<()> {
    refuse_clock(&args.engine).map_err(|text| exit_error(USAGE, text))?;
    let mut spec = args.engine.clone();
    Interrupts::handle()?;
    let failure = |error| anyhow!("engine {} {error}", args.engine.name);
    let spoken = match spec.protocol {
        Some(kind) => kind,
        None => detect_protocol(&spec).map_err(failure)?,
    };
    spec.protocol = Some(spoken);
    // Its GUI may ask for values at any time.
    spec.analysis = spec.analysis.or(Some(true));
    let variant = start_game(args, spoken).map_err(|text| exit_error(USAGE, text))?;
    let mut options = Options::default();
    let move_time = options.set("move-time", &args.move_time.to_string());
    move_time.context("--move-time").map_err(usage)?;
    let session = Session::new(variant, args.size, options);
    let mut session = session.context("--size").map_err(usage)?;
    session.set_name(&spec.name);
    session.restrict_games(spoken.games());
    // The engine itself is started with its first game, too late for an error of the command line.
    check_start(&spec).map_err(failure)?;
    // The engine would play the opponent's moves, too, and could not be interrupted.
    session.forbid_pondering();
    session.restrict_options(&LOST_OPTIONS);
    let client = connect(&spec).map_err(failure)?;
    // A board size must not select a game that the engine cannot play.
    let game_chosen = args.game.is_some() || spoken != ProtocolKind::Gtp;
    let detector = Detector::new(args.to, game_chosen);
    let conversation = Conversation::new(Box::new(detector), session);
    let move_time = Duration::from_millis(args.move_time);
    let (alive, end) = channel();
    let result = crate::protocol::run_with(conversation, |post| {
        BridgedEngine::new(client, move_time, post, alive)
    });
    // While the engine searches, the thread of the bridge waits for its move and cannot send the quit command.
    let _ = end.recv_timeout(spec.quit_timeout());
    kill_all();
    result.context("cannot serve the protocol")
}

/// Refuses the keys of a clock.
fn refuse_clock(engine: &EngineSpec) -> Result<(), String> {
    match engine.first_given(&CLOCK_KEYS) {
        None => Ok(()),
        Some(key) => Err(format!(
            "--engine: {key} belongs to a match; a bridge passes on the clock of its GUI, or the time of --move-time"
        )),
    }
}

/// The game to start with. The engine speaks the protocol `spoken`.
///
/// # Errors
/// One of the two protocols does not have the game.
fn start_game(args: &BridgeArgs, spoken: ProtocolKind) -> Result<Variant, String> {
    let served = args.to.unwrap_or(ProtocolKind::Gtp);
    let variant = args.game.unwrap_or(match spoken {
        ProtocolKind::Gtp => served.default_game(),
        ProtocolKind::Gomocup | ProtocolKind::NBoard => spoken.default_game(),
    });
    let name = &args.engine.name;
    if !spoken.has_game(variant) {
        let games = Variant::words(spoken.games());
        return Err(format!(
            "--game: {name} cannot play {variant}, since its protocol is {}; expected one of: {}",
            spoken.title(),
            games
        ));
    }
    if !served.has_game(variant) {
        let kinds = ProtocolKind::ALL.into_iter();
        let kinds = kinds.filter(|kind| kind.has_game(variant));
        let kinds: Vec<_> = kinds.map(ProtocolKind::name).collect();
        return Err(format!(
            "--to {}: the protocol does not have {variant}, the game that {name} is to play; expected one of: {}",
            served.name(),
            kinds.join(", ")
        ));
    }
    Ok(variant)
}
