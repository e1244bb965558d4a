//! A game in the terminal, against the engine, a classic player, or another person (`docs/play.md`).
//!
//! `game` is the model: it holds a [`Session`](crate::session::Session) and knows who plays which colour, whose
//! turn it is, what can be taken back, and why the game ended. It has no input and output: it returns effects
//! (searches, files, scores), which `host` brings about, and messages. `plain` and `screen` are two front ends
//! over it.

mod actions;
mod board;
mod command;
mod effect;
mod engine_turn;
mod game;
mod history;
mod host;
mod opening;
mod opponent;
pub(crate) mod plain;
mod scores;
pub(crate) mod screen;
mod status;
#[cfg(test)]
mod tests;

pub(crate) use game::{Game, Settings};
pub(crate) use host::{Host, read_game, scores_text};
pub(crate) use opening::Seat;
pub(crate) use opponent::Opponent;
pub(crate) use scores::ScoreFile;
pub(crate) use screen::Theme;
