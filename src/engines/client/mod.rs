//! Engines of every protocol behind one trait, [`EngineClient`].
//!
//! A client starts its engine with the first game, keeps it running between games, and sends it the
//! settings of its [`EngineSpec`](crate::engines::EngineSpec). All clients fail in the same way: an engine
//! that does not start or does not accept the game is
//! [`Termination::Refused`](crate::engines::Termination::Refused), an engine whose output ends is `Crash`,
//! one that does not reply in time is `Hang`, and one that replies with something else is `Garbage`.

mod connect;
mod connection;
mod engine_client;
mod gomocup;
mod gtp;
mod nboard;
mod remaining_time;

pub(crate) use connect::check_start;
pub use connect::{connect, detect_protocol};
pub(crate) use connection::warn_once_about;
pub use engine_client::{
    BestMove, EngineClient, EngineIdentity, EngineReply, GameSpec, MoveInfo, OpeningChoice,
    OpeningReply,
};

pub(in crate::engines) use gomocup::{is_message, is_ok, read_pair, vertex, write_point};
