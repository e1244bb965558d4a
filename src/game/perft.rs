//! Counting the leaves of the game tree, for any [`Game`]: the standard check of a move generator.

use crate::game::{Game, Move};

/// What counts as a ply, and what becomes of games that end early. Published tables differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// A forced pass uses up a ply.
    pub pass_is_ply: bool,
    /// A game that ended before the last ply still counts as one leaf.
    pub keep_finished: bool,
}

impl Convention {
    /// Passes are plies, finished games stay leaves.
    pub const A: Self = Self {
        pass_is_ply: true,
        keep_finished: true,
    };
    /// Passes are free, finished games stay leaves.
    pub const B: Self = Self {
        pass_is_ply: false,
        keep_finished: true,
    };
    /// Passes are plies, finished games are dropped (OEIS A124004).
    pub const C: Self = Self {
        pass_is_ply: true,
        keep_finished: false,
    };
    /// Passes are free, finished games are dropped.
    pub const D: Self = Self {
        pass_is_ply: false,
        keep_finished: false,
    };

    /// The convention with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'A' => Self::A,
            'B' => Self::B,
            'C' => Self::C,
            'D' => Self::D,
            _ => return None,
        })
    }
}

/// Number of leaves `plies` plies below a position. The last ply is counted, not played.
///
/// Time grows with the number of inner nodes one ply above the leaves; the depth of the recursion is
/// `plies` plus the number of free passes.
pub fn perft<G: Game>(position: &G::Position, plies: u32, convention: Convention) -> u64 {
    G::leaves(position, plies, convention)
}

/// [`perft`] by the rules alone, for games that have no faster way, and the check of those that do.
pub fn walk<G: Game>(position: &G::Position, plies: u32, convention: Convention) -> u64 {
    if plies == 0 {
        return 1;
    }
    if plies == 1 {
        let children = G::count_children(position);
        if children == 0 {
            return u64::from(convention.keep_finished);
        }
        // A single child may stand for a pass, which is not a leaf where passes are free.
        if children > 1 || convention.pass_is_ply {
            return children;
        }
    }
    below::<G>(position, plies, convention, |child, plies| {
        walk::<G>(child, plies, convention)
    })
}

/// Adds up what `count` says about every child and the plies left there; takes care of passes and
/// finished games. `plies` is not 0.
fn below<G: Game>(
    position: &G::Position,
    plies: u32,
    convention: Convention,
    mut count: impl FnMut(&G::Position, u32) -> u64,
) -> u64 {
    let mut leaves = 0;
    let mut any = false;
    G::for_each_child(position, |mv, child| {
        any = true;
        leaves += count(child, plies_left(mv, plies, convention));
    });
    if any {
        leaves
    } else {
        u64::from(convention.keep_finished)
    }
}

/// [`perft`], calling `done` after each part of the work. A part is what lies below a position
/// `levels` moves or passes on, or the leaf that takes its place when the game ends before: as many
/// parts as convention A counts leaves after `levels` plies.
///
/// `done` is called less often if `plies` is less than `levels`.
pub fn perft_in_parts<G: Game>(
    position: &G::Position,
    plies: u32,
    convention: Convention,
    levels: u32,
    done: &mut dyn FnMut(),
) -> u64 {
    if plies == 0 || levels == 0 || G::count_children(position) == 0 {
        let leaves = perft::<G>(position, plies, convention);
        done();
        return leaves;
    }
    below::<G>(position, plies, convention, |child, plies| {
        perft_in_parts::<G>(child, plies, convention, levels - 1, done)
    })
}

/// The leaves below each move of a position, in the order of the move generator. Nothing for 0 plies
/// and for a finished game.
pub fn divide<G: Game>(
    position: &G::Position,
    plies: u32,
    convention: Convention,
) -> Vec<(Move, u64)> {
    let mut parts = Vec::new();
    if plies > 0 {
        G::for_each_child(position, |mv, child| {
            let below = plies_left(mv, plies, convention);
            parts.push((mv, perft::<G>(child, below, convention)));
        });
    }
    parts
}

/// What is left of `plies`, at least 1, after a move.
pub fn plies_left(mv: Move, plies: u32, convention: Convention) -> u32 {
    plies - u32::from(mv != Move::Pass || convention.pass_is_ply)
}
