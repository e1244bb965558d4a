//! `flipfive bridge`: an engine of one protocol for hosts that speak another one.

use crate::cli::engine::protocol_named;
use crate::engine::{Options, Variant};
use crate::engines::bridge::Remote;
use crate::engines::{EngineSpec, connect, kill_all};

use crate::protocol::{Conversation, Detector, ProtocolKind};
use crate::session::Session;
use anyhow::{Context, anyhow};

/// Serve an engine of one protocol in another one.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example: flipfive bridge --to gtp --game renju --engine 'cmd=./pbrain-rapfi threads=1'"
)]
pub struct BridgeArgs {
    /// The engine: words KEY=VALUE (name, cmd, proto, dir, depth, nodes, memory, threads, init, stderr,
    /// patience, env.NAME, option.KEY), or just its command
    #[arg(long, value_name = "ENGINE")]
    engine: String,
    /// Protocol to serve (gtp, gomocup, nboard); otherwise the first line decides
    #[arg(long, value_name = "NAME")]
    to: Option<String>,
    /// Game to start with: othello, gomoku, standard, renju, caro, caro-exact
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// Board size to start with
    #[arg(long, value_name = "N")]
    size: Option<u8>,
    /// Time for a move when the host gives none, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    move_time: u64,
}

pub(super) fn run(args: &BridgeArgs) -> anyhow::Result<()> {
    let spec: EngineSpec = args.engine.parse().context("--engine")?;
    let kind = args.to.as_deref().map(protocol_named).transpose()?;
    let variant = match &args.game {
        Some(name) => Variant::from_name(name).ok_or_else(|| anyhow!("unknown game {name:?}"))?,
        None if kind == Some(ProtocolKind::Gomocup) => {
            Variant::from_name("gomoku").unwrap_or(Variant::Othello)
        }
        None => Variant::Othello,
    };
    let mut options = Options::default();
    options.set("move-time", &args.move_time.to_string())?;
    let mut session = Session::new(variant, args.size, options)?;
    session.set_name(&spec.name);
    let player = connect(&spec).map_err(|fault| anyhow!("{}: {fault}", spec.name))?;
    let conversation =
        Conversation::new(Box::new(Detector::new(kind, args.game.is_some())), session);
    let result = crate::protocol::run_with(conversation, |post| Remote::new(player, post));
    // The thread of the bridge may be waiting for its engine.
    kill_all();
    result.context("the conversation")
}
