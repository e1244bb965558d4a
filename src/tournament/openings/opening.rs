//! One opening: the position from which the engines play.

use crate::engines::GameSpec;
use crate::game::{DynRecord, Move, Setup, Symmetry};

/// An opening: a start position and the moves from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The source, for reports: `openings.txt:7`. Empty for the starting position.
    pub name: String,
    /// The position before the first move, if it is not the regular one (Othello).
    pub start: Option<Setup>,
    /// The moves from there, including passes.
    pub moves: Vec<Move>,
}

impl Opening {
    /// A record of the opening's moves.
    ///
    /// # Errors
    /// The opening breaks the rules: the board size, the start position, or a move is illegal, or the
    /// game is over after it. The text is a sentence.
    pub fn record(&self, spec: GameSpec) -> Result<Box<dyn DynRecord>, String> {
        let mut record = spec.variant.new_record(spec.size).ok_or_else(|| {
            format!(
                "{} is not played on a board of size {}; expected {}",
                spec.variant,
                spec.size,
                spec.variant.sizes()
            )
        })?;
        if let Some(start) = &self.start {
            record.set_up(start).map_err(|error| error.to_string())?;
        }
        for (index, &mv) in self.moves.iter().enumerate() {
            let side = record.side();
            record
                .play(side, mv)
                .map_err(|reason| format!("move {} ({mv}): {reason}", index + 1))?;
        }
        if record.outcome().is_some() {
            return Err("the game is over after this opening; expected a shorter one".into());
        }
        Ok(record)
    }

    /// The opening under a symmetry of the board.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry, size: u8) -> Self {
        let start = self.start.as_ref().map(|start| {
            let mut image = Setup::empty(size);
            for (side, vertex) in start.stones() {
                image.set(symmetry.vertex(vertex, size), Some(side));
            }
            image.to_move = start.to_move;
            image
        });
        let moves = self.moves.iter().map(|&mv| match mv {
            Move::Place(vertex) => Move::Place(symmetry.vertex(vertex, size)),
            Move::Pass => Move::Pass,
        });
        Self {
            name: self.name.clone(),
            start,
            moves: moves.collect(),
        }
    }
}
