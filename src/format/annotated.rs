//! Games with what players and programs noted about them.

use crate::engine::Variant;
use crate::format::numbers::{milliseconds, short_decimal};
use crate::format::record::{GameRecord, replay_ply};
use crate::format::score_text::claimed;
use crate::game::{DynRecord, Illegal, Move, Outcome, Setup, SetupError, Side};
use std::fmt;
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

    /// The side and the move.
    pub const fn ply(&self) -> (Side, Move) {
        (self.side, self.mv)
    }

    /// The notes as a comment: `value 2.5, depth 12, 31000 nodes, 120 ms`. Empty without notes.
    pub fn comment(&self) -> String {
        let mut parts = Vec::new();
        if let Some(value) = self.value {
            parts.push(format!("value {}", short_decimal(value)));
        }
        if let Some(plies) = self.mate {
            let verb = if plies < 0 { "loses" } else { "wins" };
            let mark = claimed(!self.claimed);
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

impl From<Outcome> for RecordedResult {
    fn from(outcome: Outcome) -> Self {
        Self {
            winner: outcome.winner,
            margin: Some(outcome.margin.into()),
            decision: Decision::Rules,
        }
    }
}

impl fmt::Display for RecordedResult {
    /// As RE of SGF: `B+6`, `W+T` (time), `W+R` (resignation), `W+F` (forfeit), `0` (draw).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(winner) = self.winner else {
            return f.write_str("0");
        };
        write!(f, "{}+", winner.letter().to_ascii_uppercase())?;
        match (self.decision, self.margin) {
            (Decision::Time, _) => f.write_str("T"),
            (Decision::Resignation, _) => f.write_str("R"),
            (Decision::Forfeit, _) => f.write_str("F"),
            (Decision::Rules | Decision::Adjudication, Some(margin)) => write!(f, "{margin}"),
            (Decision::Rules | Decision::Adjudication, None) => Ok(()),
        }
    }
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
            moves: moves
                .map(|&(side, mv)| AnnotatedMove::new(side, mv))
                .collect(),
            ..Self::new(game.variant, game.start.clone())
        }
    }
}

impl From<&AnnotatedGame> for GameRecord {
    fn from(game: &AnnotatedGame) -> Self {
        Self {
            variant: game.variant,
            start: game.start.clone(),
            moves: game.plies(),
        }
    }
}

/// Why the moves of a game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The start is not a position of the game.
    #[error("the start is not a position of {0}: {1}")]
    Start(Variant, SetupError),
    /// A move is illegal.
    #[error("move {number}, {mv}, cannot be played: {reason}")]
    Move {
        /// From 1.
        number: usize,
        /// The move.
        mv: Move,
        /// The rule that forbids it.
        reason: Illegal,
    },
}

impl AnnotatedGame {
    /// A game without moves and notes.
    pub fn new(variant: Variant, start: Setup) -> Self {
        Self {
            variant,
            start,
            moves: Vec::new(),
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

    /// The moves with their sides, without notes.
    pub fn plies(&self) -> Vec<(Side, Move)> {
        self.moves.iter().map(AnnotatedMove::ply).collect()
    }

    /// Whether the game begins from the regular start.
    pub fn starts_regularly(&self) -> bool {
        let record = self.variant.new_record(self.start.size);
        record.is_some_and(|record| record.start() == self.start)
    }

    /// The game after its first `plies` plies, or after all of them if it has fewer.
    ///
    /// # Errors
    ///
    /// The start or a move is illegal.
    pub fn record(&self, plies: usize) -> Result<Box<dyn DynRecord>, GameError> {
        let record = self.variant.record_from(&self.start);
        let mut record = record.map_err(|error| GameError::Start(self.variant, error))?;
        for (number, &AnnotatedMove { side, mv, .. }) in (1..).zip(self.moves.iter().take(plies)) {
            let played = replay_ply(record.as_mut(), side, mv);
            played.map_err(|reason| GameError::Move { number, mv, reason })?;
        }
        Ok(record)
    }

    /// The day of the beginning with this separator, `2026-01-31`; empty if it is unknown.
    pub(super) fn day(&self, separator: char) -> String {
        let format = format!("%Y{separator}%m{separator}%d");
        self.began
            .map_or_else(String::new, |began| began.strftime(&format).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_survives_as_an_annotated_game() {
        let start = Variant::Othello.new_record(8).unwrap().start();
        let mv = |name| Move::from_name(name, 8).unwrap();
        let record = GameRecord {
            variant: Variant::Othello,
            start,
            moves: vec![(Side::Black, mv("f5")), (Side::White, mv("d6"))],
        };
        let game = AnnotatedGame::from(&record);
        assert_eq!(game.plies(), record.moves);
        assert_eq!(GameRecord::from(&game), record);
    }
}
