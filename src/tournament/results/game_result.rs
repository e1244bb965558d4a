//! The result of a game: one line of the journal.

use crate::engine::Variant;
use crate::engines::{MoveInfo, Termination};
use crate::format::position::parse_position;
use crate::game::{Move, Side};
use crate::tournament::openings::Opening;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// A time as journals have it: in milliseconds, with three decimals.
pub(crate) fn journal_ms(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e3
}

/// A move of an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ply {
    /// The move: `f5`, `h8`, `pass`. The letter I is used.
    #[serde(rename = "move")]
    pub name: String,
    /// Wall-clock time from the request to the reply, in milliseconds.
    pub ms: f64,
    /// What the engine reported about its search.
    #[serde(flatten)]
    pub info: MoveInfo,
}

impl Ply {
    /// Its time as a number of at least 0, whatever a journal says.
    pub(crate) fn valid_ms(&self) -> f64 {
        if self.ms.is_finite() {
            self.ms.max(0.0)
        } else {
            0.0
        }
    }
}

/// A decision in an opening rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpeningStep {
    /// The engine that decided.
    pub engine: String,
    /// Wall-clock time from the request to the reply, in milliseconds.
    pub ms: f64,
    /// The stones that it placed for the opening.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<String>,
    /// The colour that it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<Side>,
}

impl fmt::Display for OpeningStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, stones, .. } = self;
        match self.colour {
            Some(Side::Black) => write!(f, "{engine} takes Black"),
            Some(Side::White) => write!(f, "{engine} takes White"),
            None => write!(f, "{engine} places {}", stones.join(" ")),
        }
    }
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The number of the game in the schedule of the whole match, from 0.
    pub game: u32,
    /// The number of the game pair: two games of the same engines from the same opening, with reversed
    /// colours.
    pub pair: u32,
    /// The name of the engine with Black.
    pub black: String,
    /// The name of the engine with White.
    pub white: String,
    /// The name of the game, [`Variant::name`].
    pub variant: String,
    /// The board size.
    pub size: u8,
    /// The source of the opening, such as `openings.txt:7` or `generated 7`, or the name of the opening rule. Empty for
    /// the starting position.
    pub opening: String,
    /// Othello: the position before the first move, if it is not the regular one, in the format of
    /// [`write_position`](crate::format::position::write_position).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves of the opening, including passes.
    pub opening_moves: Vec<String>,
    /// The decisions of the engines, if they played an opening rule; the first player's first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening_steps: Vec<OpeningStep>,
    /// The moves of the engines after the opening, including forced passes.
    pub plies: Vec<Ply>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Othello: the disc difference, Black minus White; empty squares count for the winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discs: Option<i32>,
    /// How the game ended.
    pub ending: Termination,
    /// The ending as a sentence: `white exceeded its clock by 132 ms`.
    pub detail: String,
    /// The start of the game, in milliseconds since 1970 (UTC).
    pub began: u64,
    /// The duration in milliseconds.
    pub took: u64,
    /// The engines that were started again for the game: they had ended by themselves since their last one, or did not
    /// begin this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub restarted: Vec<String>,
}

impl GameResult {
    /// The engine that had Black by the schedule: the first player, if the engines played an opening rule.
    pub fn first_player(&self) -> &str {
        let step = self.opening_steps.first();
        step.map_or(&self.black, |step| &step.engine)
    }

    /// The opening from which the engines played; `None` if its position or a move cannot be read.
    pub(crate) fn played_opening(&self) -> Option<Opening> {
        let start = match &self.start {
            Some(text) => Some(parse_position(text)?),
            None => None,
        };
        let moves = self.opening_moves.iter();
        let moves: Option<_> = moves.map(|name| Move::from_name(name, self.size)).collect();
        Some(Opening {
            name: self.opening.clone(),
            start,
            moves: moves?,
        })
    }

    /// What the engines decided in the opening: `swap2: a places h8 i9 j10, b takes Black`. Empty without an
    /// opening rule.
    pub fn opening_story(&self) -> String {
        if self.opening_steps.is_empty() {
            return String::new();
        }
        let steps: Vec<String> = self.opening_steps.iter().map(ToString::to_string).collect();
        format!("{}: {}", self.opening, steps.join(", "))
    }

    /// Points of an engine: 1, 0.5 or 0; `None` if it did not play.
    pub fn points(&self, engine: &str) -> Option<f64> {
        let side = if self.black == engine {
            Side::Black
        } else if self.white == engine {
            Side::White
        } else {
            return None;
        };
        Some(match self.winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        })
    }

    /// Whether the game never began, so that it counts for nobody.
    pub fn is_void(&self) -> bool {
        self.ending == Termination::Void
    }

    /// The number of plies, the opening included.
    pub fn length(&self) -> usize {
        self.opening_moves.len() + self.plies.len()
    }

    /// The game; `None` if the name is unknown.
    pub fn variant(&self) -> Option<Variant> {
        Variant::from_name(&self.variant)
    }

    /// All moves, beginning with those of the opening; `None` if one is not on the board.
    pub fn moves(&self) -> Option<Vec<Move>> {
        let names = self.opening_moves.iter();
        names
            .chain(self.plies.iter().map(|ply| &ply.name))
            .map(|name| Move::from_name(name, self.size))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Vertex;
    use crate::tournament::fixture;

    fn played() -> GameResult {
        GameResult {
            opening: "openings.txt:2".into(),
            opening_moves: vec!["h8".into(), "i9".into()],
            plies: vec![Ply {
                name: "j10".into(),
                ms: 12.5,
                info: MoveInfo {
                    value: Some(0.25),
                    ..MoveInfo::default()
                },
            }],
            ending: Termination::Time,
            detail: "black exceeded its clock by 9 ms".into(),
            began: 1,
            took: 2,
            ..fixture::result(3, 1, "a", "b", Some(Side::White))
        }
    }

    #[test]
    fn a_game_is_one_line_and_comes_back() {
        let line = serde_json::to_string(&played()).unwrap();
        assert!(!line.contains('\n'));
        assert!(
            line.contains(r#""move":"j10","ms":12.5,"value":0.25}"#),
            "{line}"
        );
        assert!(line.contains(r#""winner":"white""#) && line.contains(r#""ending":"time""#));
        let back: GameResult = serde_json::from_str(&line).unwrap();
        assert_eq!(back, played());
        // As earlier versions wrote it.
        assert!(!line.contains("restarted"), "{line}");
        let restarted = GameResult {
            restarted: vec!["b".into()],
            ..played()
        };
        let line = serde_json::to_string(&restarted).unwrap();
        assert!(line.ends_with(r#","restarted":["b"]}"#), "{line}");
        assert_eq!(
            serde_json::from_str::<GameResult>(&line).unwrap(),
            restarted
        );
    }

    #[test]
    fn points_and_moves() {
        let game = played();
        assert_eq!(game.points("a"), Some(0.0));
        assert_eq!(game.points("b"), Some(1.0));
        assert_eq!(game.points("c"), None);
        let moves = game.moves().unwrap();
        assert_eq!(moves.len(), 3);
        assert_eq!(moves[1], Move::Place(Vertex::new(8, 8)));
    }
}
