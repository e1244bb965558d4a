//! Replays a finished game on a board.

use crate::engine::Variant;
use crate::format::position::parse_position;
use crate::format::replay;
use crate::game::{Move, Setup, Side, Vertex};
use crate::tournament::results::game_result::{GameResult, Ply};

/// A move of a replayed game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplayStep<'a> {
    /// The side that moved.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// The move in the journal; `None` in the opening, and for a pass that the journal omits.
    pub ply: Option<&'a Ply>,
}

/// The moves of a game, up to the first illegal one.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay<'a> {
    /// The game and its rule.
    pub variant: Variant,
    /// The position before the first move.
    pub start: Setup,
    /// The moves, including passes.
    pub steps: Vec<ReplayStep<'a>>,
    /// The number of moves of the opening.
    pub opening: usize,
    /// The first illegal move, by name. It and the following moves are left out.
    pub refused: Option<&'a str>,
    /// The position after the last move.
    pub end: Setup,
    /// The stones of the winning row.
    pub row: Vec<Vertex>,
}

impl<'a> Replay<'a> {
    /// Replays a game. `None` if its variant, board size or start position is unknown.
    pub fn of(game: &'a GameResult) -> Option<Self> {
        let variant = game.variant()?;
        let mut record = variant.new_record(game.size)?;
        if let Some(start) = &game.start {
            record.set_up(&parse_position(start)?).ok()?;
        }
        let start = record.start();
        let mut steps = Vec::new();
        let mut refused = None;
        let opening = game.opening_moves.iter().map(|name| (name, None));
        let plies = game.plies.iter().map(|ply| (&ply.name, Some(ply)));
        let mut opening_steps = None;
        for (name, ply) in opening.chain(plies) {
            if ply.is_some() {
                opening_steps.get_or_insert(steps.len());
            }
            let side = record.side();
            let played = Move::from_name(name, game.size).and_then(|mv| {
                // A pass may be omitted.
                let mut sides = [side, side.other()].into_iter();
                let by = sides.find(|&by| replay(record.as_mut(), by, mv).is_ok())?;
                Some((by, mv))
            });
            let Some((by, mv)) = played else {
                refused = Some(name.as_str());
                break;
            };
            if by != side {
                steps.push(ReplayStep {
                    side,
                    mv: Move::Pass,
                    ply: None,
                });
            }
            steps.push(ReplayStep { side: by, mv, ply });
        }
        Some(Self {
            variant,
            start,
            opening: opening_steps.unwrap_or(steps.len()),
            steps,
            refused,
            end: record.current(),
            row: record.winning_line(),
        })
    }
}
