//! The contents of a file.

use crate::engine::Variant;
use crate::format::annotated::{AnnotatedGame, AnnotatedMove, Decision, RecordedResult};
use crate::format::date;
use crate::format::record::GameRecord;
use crate::game::{Setup, Side, describe};
use crate::othello::{Othello, Position};
use std::time::Duration;

/// A game with the contents of its tags. Texts are without escapes, and empty if the tag is missing;
/// pairs are for Black and White.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Where it was played: `GGS/os`, `NBoard`.
    pub place: String,
    /// When, in any form.
    pub date: String,
    /// The players' names.
    pub players: [String; 2],
    /// The players' ratings.
    pub ratings: [Option<f64>; 2],
    /// The players' clocks at the start.
    pub clocks: [Option<TimeControl>; 2],
    /// The kind of match: `8`, with letters and numbers for random starts (`8r20`), two games at once
    /// (`s8`), komi (`8k`) and fixed colours. Empty means `8`.
    pub kind: String,
    /// The result, if it is known.
    pub result: Option<Score>,
    /// The players' bids for the komi, as they stand in the file.
    pub bids: [String; 2],
    /// The lead in discs that Black needs for a draw.
    pub komi: Option<f64>,
    /// The position before the first move.
    pub start: Setup,
    /// Every ply, passes included, with values in discs.
    pub moves: Vec<AnnotatedMove>,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Black's lead in discs.
    pub lead: f64,
    /// How the game ended, if not by the rules.
    pub ending: Option<Ending>,
}

/// An ending before the end of the game by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A player resigned: `r`.
    Resigned,
    /// A player ran out of time: `t`.
    TimeOut,
    /// A player left: `l`.
    Left,
    /// The players agreed on the result: `s`.
    Agreed,
}

/// A player's clock at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for all moves.
    pub main: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Time added once, when the clock has run out. A player who uses it cannot win any more.
    pub grace: Duration,
}

impl TimeControl {
    /// The grace time of a clock that names none.
    pub const USUAL_GRACE: Duration = Duration::from_secs(120);

    /// Whether the clock has any time. Programs without clocks write `TI[0]`.
    pub fn is_set(&self) -> bool {
        !self.main.is_zero() || !self.increment.is_zero()
    }

    /// The time on the clock after moves that took these times.
    pub fn time_left(&self, moves: impl IntoIterator<Item = Duration>) -> Duration {
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
    /// A game without moves from the regular start.
    fn default() -> Self {
        Self {
            place: String::new(),
            date: String::new(),
            players: Default::default(),
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
    /// The start and the moves.
    pub fn record(&self) -> GameRecord {
        GameRecord {
            variant: Variant::Othello,
            start: self.start.clone(),
            moves: self.moves.iter().map(AnnotatedMove::ply).collect(),
        }
    }

    /// The time on a side's clock; `None` without a clock. Moves without a time count as 0 s.
    pub fn time_left(&self, side: Side) -> Option<Duration> {
        let control = self.clocks[side.index()].filter(TimeControl::is_set)?;
        let own = self.moves.iter().filter(|played| played.side == side);
        Some(control.time_left(own.map(|played| played.time.unwrap_or_default())))
    }

    /// The game as other formats hold it. Ratings, bids, komi and the kind of match have no place there.
    pub fn annotated(&self) -> AnnotatedGame {
        let result = self.result.map(|score| RecordedResult {
            winner: match score.lead {
                lead if lead > 0.0 => Some(Side::Black),
                lead if lead < 0.0 => Some(Side::White),
                _ => None,
            },
            // Komi may make a lead of less than a disc, which wins.
            margin: Some(score.lead.abs().min(64.0).ceil() as u32),
            decision: match score.ending {
                None => Decision::Rules,
                Some(Ending::Resigned) => Decision::Resignation,
                Some(Ending::TimeOut) => Decision::Time,
                Some(Ending::Left) => Decision::Forfeit,
                Some(Ending::Agreed) => Decision::Adjudication,
            },
        });
        AnnotatedGame {
            moves: self.moves.clone(),
            players: self.players.clone(),
            result,
            event: self.place.clone(),
            began: date::read(&self.date),
            ..AnnotatedGame::new(Variant::Othello, self.start.clone())
        }
    }

    /// The annotated game in this format; `None` for Gomoku.
    ///
    /// The format has no draws or wins without a score. A win that was not counted scores 64 discs for the
    /// winner.
    pub fn from_annotated(game: &AnnotatedGame) -> Option<Self> {
        if game.variant != Variant::Othello {
            return None;
        }
        let result = game.result.map(|result| {
            let ending = match result.decision {
                Decision::Resignation => Some(Ending::Resigned),
                Decision::Time => Some(Ending::TimeOut),
                Decision::Forfeit => Some(Ending::Left),
                Decision::Adjudication => Some(Ending::Agreed),
                Decision::Rules => None,
            };
            let margin = f64::from(result.margin.unwrap_or(64));
            let lead = match result.winner {
                Some(Side::Black) => margin,
                None => 0.0,
                Some(Side::White) => -margin,
            };
            Score { lead, ending }
        });
        let date = |began: jiff::civil::DateTime| began.strftime("%Y-%m-%d %H:%M:%S GMT");
        Some(Self {
            place: game.event.clone(),
            date: game
                .began
                .map_or_else(String::new, |began| date(began).to_string()),
            players: game.players.clone(),
            result,
            start: game.start.clone(),
            moves: game.moves.clone(),
            ..Self::default()
        })
    }
}
