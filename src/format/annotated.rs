//! Games with what players and programs noted about them.

use crate::engine::Variant;
use crate::format::numbers::{milliseconds, short_decimal};
use crate::format::record::GameRecord;
use crate::game::{Move, Setup, Side};
use std::time::Duration;

/// A move with what its player noted about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnnotatedMove {
    /// The side that made it.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// The player's evaluation, for its own side: discs (Othello) or units of its evaluation (Gomoku).
    pub value: Option<f64>,
    /// Plies until the player's side wins (positive) or loses (negative), if the player announced that.
    pub mate: Option<i32>,
    /// Whether the announcement is a claim without a proof.
    pub claimed: bool,
    /// Depth of the search in plies.
    pub depth: Option<u32>,
    /// Nodes of the search.
    pub nodes: Option<u64>,
    /// Time for the move.
    pub time: Option<Duration>,
}

impl AnnotatedMove {
    /// A move without notes.
    pub const fn new(side: Side, mv: Move) -> Self {
        Self {
            side,
            mv,
            value: None,
            mate: None,
            claimed: false,
            depth: None,
            nodes: None,
            time: None,
        }
    }

    /// The notes as a comment: `value 2.5, depth 12, 31000 nodes, 120 ms`. Empty without notes.
    pub fn comment(&self) -> String {
        let mut parts = Vec::new();
        if let Some(value) = self.value {
            parts.push(format!("value {}", short_decimal(value)));
        }
        if let Some(plies) = self.mate {
            let verb = if plies < 0 { "loses" } else { "wins" };
            let mark = if self.claimed { " (claimed)" } else { "" };
            parts.push(format!("{verb} in {}{mark}", plies.unsigned_abs()));
        }
        if let Some(depth) = self.depth {
            parts.push(format!("depth {depth}"));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("{nodes} nodes"));
        }
        if let Some(time) = self.time {
            let ms = time.as_nanos() as f64 / 1e6;
            parts.push(format!("{} ms", milliseconds(ms)));
        }
        parts.join(", ")
    }
}

/// The result of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The winner's lead: discs in Othello, 1 in Gomoku. `None` if it was not counted.
    pub margin: Option<u32>,
    /// What decided the game.
    pub decision: Decision,
}

/// What decided a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The rules: a counted board, a row, a full board.
    Rules,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// Another fault of the loser: a crash, an illegal move.
    Forfeit,
    /// A referee.
    Adjudication,
}

/// A game with its players, its result and notes on its moves. Unknown texts are empty.
#[derive(Clone, Debug, PartialEq)]
pub struct AnnotatedGame {
    /// The game and its rule.
    pub variant: Variant,
    /// The position before the first move.
    pub start: Setup,
    /// The moves.
    pub moves: Vec<AnnotatedMove>,
    /// Number of moves, from the first one, that the opening prescribed.
    pub opening_plies: usize,
    /// Black's and White's name.
    pub players: [String; 2],
    /// The result, if the game has ended.
    pub result: Option<RecordedResult>,
    /// The ending in a word: `finished`, `crash`.
    pub termination: String,
    /// The match.
    pub event: String,
    /// The number within the match: `3.6`.
    pub round: String,
    /// When the game began, in UTC.
    pub began: Option<jiff::civil::DateTime>,
    /// The time control: `10+0.1`.
    pub time_control: String,
    /// The source of the opening: `openings.txt:7`.
    pub opening: String,
    /// A comment on the game.
    pub comment: String,
}

impl From<&GameRecord> for AnnotatedGame {
    fn from(game: &GameRecord) -> Self {
        let moves = game.moves.iter();
        Self {
            variant: game.variant,
            start: game.start.clone(),
            moves: moves
                .map(|&(side, mv)| AnnotatedMove::new(side, mv))
                .collect(),
            opening_plies: 0,
            players: Default::default(),
            result: None,
            termination: String::new(),
            event: String::new(),
            round: String::new(),
            began: None,
            time_control: String::new(),
            opening: String::new(),
            comment: String::new(),
        }
    }
}

impl AnnotatedGame {
    /// The day of the beginning with this separator, `2026-01-31`; empty if it is unknown.
    pub(super) fn day(&self, separator: char) -> String {
        let format = format!("%Y{separator}%m{separator}%d");
        self.began
            .map_or_else(String::new, |began| began.strftime(&format).to_string())
    }
}
