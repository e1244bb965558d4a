//! The Generic Game Format, as the Generic Game Server, NBoard, NTest and Edax write it: Othello games,
//! each of them usually on one line.
//!
//! ```text
//! (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---(64 squares)--- *]B[F5/1.20/3]W[F6];)
//! ```
//!
//! Tags are two letters, or one for a move, with one value in brackets. The server's archives put the
//! number of games of a match before them: `1 (;...;)`, or `2 (;...;)(;...;)` for the same start played
//! with both colours.
//!
//! The format knows other boards and other games. Only Othello on 8x8 is read; a board of another size
//! or Anti-Othello is an error. Komi is kept but changes nothing: a game is played for discs all the
//! same, and the rules do not ask for it.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::{read, read_all, read_move};
pub use write::{discs, name, write, write_move};

use crate::engine::Variant;
use crate::format::GameRecord;
use crate::game::record::describe;
use crate::game::{Move, Setup, Side};
use crate::othello::{Othello, Position};
use std::time::Duration;

/// A game with what its file says about it. Texts are without escapes, and empty if they are missing;
/// pairs are for Black and White.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Where it was played: `GGS/os`, `NBoard`.
    pub place: String,
    /// When, in any form.
    pub date: String,
    /// The players.
    pub names: [String; 2],
    /// Their ratings.
    pub ratings: [Option<f64>; 2],
    /// Their clocks at the start.
    pub clocks: [Option<TimeControl>; 2],
    /// The kind of match: `8`, with letters and numbers for random starts (`8r20`), two games at once
    /// (`s8`), komi (`8k`) and fixed colours. Empty means `8`.
    pub kind: String,
    /// The result, if it is known.
    pub result: Option<Score>,
    /// What each side bid for the komi, as it stands in the file.
    pub bids: [String; 2],
    /// Discs that Black has to win by.
    pub komi: Option<f64>,
    /// The position before the first move.
    pub start: Setup,
    /// Every ply, passes included.
    pub moves: Vec<Played>,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// Who made it.
    pub side: Side,
    /// What was played.
    pub mv: Move,
    /// What the player thought that it was worth, in discs for the player.
    pub eval: Option<f64>,
    /// How long the player thought.
    pub time: Option<Duration>,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The lead of Black in discs.
    pub lead: f64,
    /// How the game ended, if not by the rules.
    pub ending: Option<Ending>,
}

/// How a game ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Somebody resigned: `r`.
    Resigned,
    /// Somebody ran out of time: `t`.
    TimeOut,
    /// Somebody left: `l`.
    Left,
    /// Both agreed: `s`.
    Agreed,
}

/// What a side has to play by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// For all moves.
    pub main: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Added once when the clock has run out; whoever uses it cannot win any more.
    pub grace: Duration,
}

impl TimeControl {
    /// The time of grace if a file says nothing about it.
    pub const USUAL_GRACE: Duration = Duration::from_secs(120);

    /// Whether there is any time to play by. Programs without clocks write `TI[0]`.
    pub fn is_set(&self) -> bool {
        !self.main.is_zero() || !self.increment.is_zero()
    }

    /// What is left after moves that took so long.
    pub fn left(&self, moves: impl IntoIterator<Item = Duration>) -> Duration {
        let mut left = self.main;
        let mut grace = Some(self.grace);
        for used in moves {
            left = match left.checked_sub(used) {
                Some(rest) => rest,
                None => left
                    .saturating_add(grace.take().unwrap_or_default())
                    .saturating_sub(used),
            };
            left = left.saturating_add(self.increment);
        }
        left
    }
}

impl Default for Game {
    /// The regular start, and nothing else.
    fn default() -> Self {
        Self {
            place: String::new(),
            date: String::new(),
            names: Default::default(),
            ratings: [None; 2],
            clocks: [None; 2],
            kind: String::new(),
            result: None,
            bids: Default::default(),
            komi: None,
            start: describe::<Othello>(&Position::START),
            moves: Vec::new(),
        }
    }
}

impl Game {
    /// What was played, without the rest.
    pub fn record(&self) -> GameRecord {
        GameRecord {
            variant: Variant::Othello,
            start: self.start.clone(),
            moves: self
                .moves
                .iter()
                .map(|played| (played.side, played.mv))
                .collect(),
        }
    }

    /// What is left on a side's clock; `None` without a clock. A move without a time took none.
    pub fn left(&self, side: Side) -> Option<Duration> {
        let control = self.clocks[side.index()].filter(TimeControl::is_set)?;
        let own = self.moves.iter().filter(|played| played.side == side);
        Some(control.left(own.map(|played| played.time.unwrap_or_default())))
    }
}
