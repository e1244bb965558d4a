//! The game on the screen of a terminal.
//!
//! `state` knows what is shown besides the model, and what keys and the mouse do; `view` draws it. Only
//! `terminal` reads and writes a terminal.

mod board;
mod geometry;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod view;

pub(crate) use terminal::{Event, run};
pub(crate) use theme::Theme;
