//! The program without a sub-command: the engine speaks a protocol on stdin and stdout.

use crate::cli::book::read_book;
use crate::cli::exit::usage;
use crate::cli::seed::seed_from_time;
use crate::engine::OPTIONS;
use crate::engine::{Options, Variant};
use crate::othello::book::play_from;
use crate::protocol::{Conversation, Detector, ProtocolKind};
use crate::session::Session;
use anyhow::{Context, anyhow};
use clap::ArgMatches;
use std::io::{IsTerminal, Write, stderr, stdin};
use std::path::PathBuf;

pub(super) fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    if let Some(path) = matches.get_one::<PathBuf>("book-file") {
        play_from(read_book(path).context("--book-file")?);
    }
    let conversation = conversation(matches).map_err(usage)?;
    tell_person();
    Ok(crate::protocol::run(conversation)?)
}

/// The conversation that the flags ask for.
///
/// # Errors
/// A flag cannot be taken.
fn conversation(matches: &ArgMatches) -> anyhow::Result<Conversation> {
    let mut options = Options::default();
    // The option `level` comes first in the table and resets the classic player, so `--classic` has
    // precedence over `--level`.
    for spec in OPTIONS {
        if let Some(value) = matches.get_one::<String>(spec.name) {
            let done = options.set(spec.name, value);
            done.with_context(|| format!("--{}", spec.name))?;
        }
    }
    let chosen = matches.get_one::<String>("game");
    let forced = match matches.get_one::<String>("protocol") {
        Some(name) => Some(protocol_named(name)?),
        // The Piskvork manager starts programs with such names and speaks Gomocup.
        None if is_named_pbrain() => Some(ProtocolKind::Gomocup),
        None => None,
    };
    let variant = match chosen {
        Some(name) => game_named(name)?,
        None => forced.map_or(Variant::Othello, ProtocolKind::default_game),
    };
    let size = matches.get_one::<u8>("size").copied();
    // As in the protocols, a size that Othello does not have selects Gomoku. So does a classic player that it does not
    // have.
    let lacks_size = size.is_some_and(|size| variant.new_record(size).is_none());
    let player = &options.classic;
    let lacks_player =
        !player.is_empty() && !(variant.classics().iter()).any(|spec| spec.name == player);
    let variant = match chosen {
        None if lacks_size || lacks_player => Variant::from_name("gomoku").unwrap_or(variant),
        _ => variant,
    };
    let mut session = Session::new(variant, size, options)?;
    if matches.get_one::<String>("seed").is_none() {
        session.vary_openings(seed_from_time());
    }
    let protocol = Box::new(Detector::new(forced, chosen.is_some()));
    Ok(Conversation::new(protocol, session))
}

/// Tells a person at a terminal what the program waits for. GUIs and scripts have pipes.
fn tell_person() {
    if stdin().is_terminal() && stderr().is_terminal() {
        // A terminal that has gone is noticed when the reply is written.
        let _ = writeln!(
            stderr(),
            "Waiting for the commands of a GUI (GTP, Gomocup or NBoard); quit ends.\n\
             flipfive play plays in this terminal, flipfive --help lists the rest."
        );
    }
}

/// Whether the program was started under a name that begins with `pbrain-`.
fn is_named_pbrain() -> bool {
    let path = PathBuf::from(std::env::args_os().next().unwrap_or_default());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.to_ascii_lowercase().starts_with("pbrain-")
}

/// The protocol with this name.
pub(super) fn protocol_named(name: &str) -> anyhow::Result<ProtocolKind> {
    ProtocolKind::from_name(name).ok_or_else(|| {
        let names = ProtocolKind::ALL.map(ProtocolKind::name).join(", ");
        anyhow!("unknown protocol {name:?}, expected one of: {names}")
    })
}

/// The game with this name.
pub(super) fn game_named(name: &str) -> anyhow::Result<Variant> {
    Variant::from_name(name).ok_or_else(|| {
        let words = Variant::words(Variant::ALL);
        anyhow!("unknown game {name:?}, expected one of: {words}")
    })
}
