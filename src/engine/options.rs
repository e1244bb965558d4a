//! The run-time options as they are set.

use crate::search::{MAX_LEVEL, Strength};
use std::time::Duration;
use strum::{Display, EnumString, VariantNames};

/// Where board pictures draw rank 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Rows {
    /// Pictures for programs begin with the highest rank; `showboard` follows the custom of the game.
    #[default]
    Auto,
    /// Rank 1 at the top, as in Othello.
    Top,
    /// Rank 1 at the bottom, as in Go and Renju.
    Bottom,
}

/// The response to a move of the controller that is forbidden for Black in Renju.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Fouls {
    /// The move is refused with the reason.
    #[default]
    Refuse,
    /// The move is played and loses, as in a tournament.
    Lose,
}

/// The starting position of Othello.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Start {
    /// White on d4 and e5.
    #[default]
    Standard,
    /// White on d5 and e4, as some Reversi boards have it.
    Mirrored,
}

/// Whether running searches draw on the board of the GUI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum LiveGraphics {
    /// For GoGui, once it has identified itself.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

/// The values of all options. [`crate::engine::OPTIONS`] documents each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Search threads.
    pub threads: usize,
    /// Size of the transposition table in MB.
    pub hash: usize,
    /// Reserve per move for communication delays.
    pub overhead: Duration,
    /// Time per move if the controller sets no clock.
    pub move_time: Duration,
    /// Maximum search depth in plies; 0 for no limit.
    pub depth: u32,
    /// Maximum number of nodes per search; 0 for no limit.
    pub nodes: u64,
    /// Playing strength, 1 to [`MAX_LEVEL`], which is full strength.
    pub level: u8,
    /// Name of the classic program that plays instead; empty for none.
    pub classic: String,
    /// Seed of random choices.
    pub seed: u64,
    /// Play from the opening book where there is one.
    pub book: bool,
    /// Number of best moves that analysis shows.
    pub lines: usize,
    /// Think on the opponent's time.
    pub ponder: bool,
    /// Resign lost Gomoku games.
    pub resign: bool,
    /// Orientation of the board of `showboard`.
    pub rows: Rows,
    /// Response to forbidden moves of the controller.
    pub fouls: Fouls,
    /// Starting position of Othello.
    pub start: Start,
    /// Pictures during searches.
    pub graphics: LiveGraphics,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            hash: 64,
            overhead: Duration::from_millis(10),
            move_time: Duration::from_millis(1000),
            depth: 0,
            nodes: 0,
            level: MAX_LEVEL,
            classic: String::new(),
            seed: 0,
            book: true,
            lines: 5,
            ponder: false,
            resign: true,
            rows: Rows::Auto,
            fouls: Fouls::Refuse,
            start: Start::Standard,
            graphics: LiveGraphics::Auto,
        }
    }
}

impl Options {
    /// The player that the options select.
    pub fn strength(&self) -> Strength {
        if !self.classic.is_empty() {
            Strength::Classic(self.classic.clone())
        } else if self.level < MAX_LEVEL {
            Strength::Level(self.level)
        } else {
            Strength::Full
        }
    }
}
