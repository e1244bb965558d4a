//! A played game, walked through by the rules.

use crate::engine::Variant;
use crate::format::position::parse_position;
use crate::format::replay;
use crate::game::{Move, Setup, Side, Vertex};
use crate::tournament::game_result::{GameResult, Ply};

/// A move with who made it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplayStep<'a> {
    /// Who made it.
    pub side: Side,
    /// What was played.
    pub mv: Move,
    /// The move as the journal has it; `None` in the opening, and for a pass that the journal left out.
    pub ply: Option<&'a Ply>,
}

/// The moves of a game as far as they are moves by its rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay<'a> {
    /// The game and its rule.
    pub variant: Variant,
    /// The position before the first move.
    pub start: Setup,
    /// The moves, passes included.
    pub steps: Vec<ReplayStep<'a>>,
    /// Number of steps that belong to the opening.
    pub opening: usize,
    /// The first move that could not be played, by name; what follows it is left out.
    pub refused: Option<&'a str>,
    /// The position after the last step.
    pub end: Setup,
    /// The stones of the row that won.
    pub row: Vec<Vertex>,
}

impl<'a> Replay<'a> {
    /// Plays through a game. `None` if there is no such game, no such board or no such
    /// start.
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
                // A pass that nobody wrote down is taken for granted.
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
            end: record.now(),
            row: record.winning_line(),
        })
    }
}
