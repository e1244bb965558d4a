//! Tells puzzles that are the same but for a symmetry.

use crate::engine::Variant;
use crate::game::{Setup, Side, Symmetry};
use crate::gomoku::Rule;
use std::collections::HashSet;

/// A position, of which no symmetric one is smaller: the stones of the side to move, then the others.
type Key = (String, Vec<u8>);

/// The positions of puzzles, taken modulo the symmetries of the board. Where the rules are the same for both
/// sides, exchanged colours make no difference either.
#[derive(Debug, Default)]
pub(crate) struct SeenPositions(HashSet<Key>);

impl SeenPositions {
    /// Adds a position. False if it is known already.
    pub(crate) fn insert(&mut self, variant: Variant, position: &Setup) -> bool {
        let images = Symmetry::ALL.map(|symmetry| image(position, symmetry));
        let least = images.into_iter().min().unwrap_or_default();
        let side = match variant {
            Variant::Gomoku(Rule::Renju) => position.to_move.to_string(),
            _ => String::new(),
        };
        self.0.insert((format!("{variant} {side}"), least))
    }
}

/// The cells of the image of a position: 0 empty, 1 own stones of the side to move, 2 others.
fn image(position: &Setup, symmetry: Symmetry) -> Vec<u8> {
    let size = usize::from(position.size);
    let mut cells = vec![0; position.cells.len()];
    for (side, vertex) in position.stones() {
        let image = symmetry.vertex(vertex, position.size);
        cells[usize::from(image.row) * size + usize::from(image.col)] = sign(position, side);
    }
    cells
}

fn sign(position: &Setup, side: Side) -> u8 {
    if side == position.to_move { 1 } else { 2 }
}
