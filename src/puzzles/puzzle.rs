//! A puzzle: position, question, solution.

use crate::engine::Variant;
use crate::game::{Move, Setup};
use std::fmt;

/// A position of a game in which exactly one move wins or saves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Puzzle {
    pub variant: Variant,
    pub position: Setup,
    /// Number of the ply that was played in this position, from 1.
    pub ply: usize,
    /// The move of the game.
    pub played: Move,
    pub question: Question,
    /// The line that begins with the only move.
    pub line: Vec<Move>,
}

/// What the side to move has to find, and what is proved about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Othello: the only best move, by exact scores.
    Score(Scores),
    /// Gomoku: the only move that begins a win by fours, with this number of attacks.
    Fours(u32),
    /// Gomoku: the only move that begins a win by threats, with this number of attacks.
    Threats(u32),
    /// Gomoku: the only move after which the opponent has no win by fours or threats.
    Defence,
}

/// Exact scores for the side to move, in discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scores {
    /// Of the best move.
    pub best: i32,
    /// The second-best move.
    pub other: Move,
    /// Of the second-best move; no other one has more.
    pub second: i32,
}

impl Puzzle {
    /// The only move.
    pub(crate) fn solution(&self) -> Move {
        self.line[0]
    }
}

impl fmt::Display for Question {
    /// What to find: `win by fours, 5 attacks`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Score(scores) => match (scores.best.signum(), scores.second.signum()) {
                (1, 0 | -1) => f.write_str("only one move wins"),
                (0, -1) => f.write_str("only one move draws"),
                (1, _) => f.write_str("win by the most discs"),
                (_, _) => f.write_str("lose by the fewest discs"),
            },
            Question::Fours(1) => f.write_str("win by fours, 1 attack"),
            Question::Fours(attacks) => write!(f, "win by fours, {attacks} attacks"),
            Question::Threats(1) => f.write_str("win by threats, 1 attack"),
            Question::Threats(attacks) => write!(f, "win by threats, {attacks} attacks"),
            Question::Defence => f.write_str("only one move defends"),
        }
    }
}
