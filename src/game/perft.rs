//! Perft: the number of leaves of the game tree, the standard check of a move generator.
//!
//! ```
//! use flipfive::game::Game;
//! use flipfive::game::perft::{Convention, perft};
//! use flipfive::othello::{Othello, Rules};
//!
//! assert_eq!(perft::<Othello>(&Othello::start(Rules), 5, Convention::A), 1396);
//! ```

use crate::game::{Game, Move};

/// What counts as a ply, and whether games that end early count. Published tables differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// A forced pass is a ply.
    pub pass_is_ply: bool,
    /// A game that ends before the last ply counts as one leaf.
    pub keep_finished: bool,
}

impl Convention {
    /// Passes are plies, finished games stay leaves.
    pub const A: Self = Self::new(true, true);
    /// Passes are free, finished games stay leaves.
    pub const B: Self = Self::new(false, true);
    /// Passes are plies, finished games are dropped (OEIS A124004).
    pub const C: Self = Self::new(true, false);
    /// Passes are free, finished games are dropped.
    pub const D: Self = Self::new(false, false);

    const fn new(pass_is_ply: bool, keep_finished: bool) -> Self {
        Self {
            pass_is_ply,
            keep_finished,
        }
    }

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

/// A game whose leaves can be counted.
pub trait Perft: Game {
    /// Number of leaves `plies` plies below a position. A game with a faster way than [`walk`] overrides
    /// this.
    fn leaves(position: &Self::Position, plies: u32, convention: Convention) -> u64 {
        walk::<Self>(position, plies, convention)
    }
}

/// Number of leaves `plies` plies below a position. The moves of the last ply are counted, not played.
///
/// Time grows with the number of nodes one ply above the leaves. The recursion is `plies` deep, plus the
/// number of free passes.
pub fn perft<G: Perft>(position: &G::Position, plies: u32, convention: Convention) -> u64 {
    G::leaves(position, plies, convention)
}

/// [`perft`] by the rules of [`Game`] alone: the default, and the reference for faster ways.
pub fn walk<G: Game>(position: &G::Position, plies: u32, convention: Convention) -> u64 {
    if plies == 0 {
        return 1;
    }
    if plies == 1 {
        let children = G::count_children(position);
        if children == 0 {
            return u64::from(convention.keep_finished);
        }
        // A single child may be a pass, which is not a leaf if passes are free.
        if children > 1 || convention.pass_is_ply {
            return children;
        }
    }
    below::<G>(position, plies, convention, |child, plies| {
        walk::<G>(child, plies, convention)
    })
}

/// Sum of `count` over all children, with the plies left there. A finished game counts by the convention.
/// `plies` is not 0.
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

/// [`perft`] that reports progress: it calls `done` after each part of the work. A part is the subtree below
/// a position `levels` plies on, so there are as many parts as `perft` counts leaves after `levels` plies
/// by convention A, or fewer if `plies` is less than `levels`.
pub fn perft_in_parts<G: Perft>(
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

/// Perft divide: the leaves below each move of a position, in the order of the move generator. Empty for 0
/// plies and for a finished game. `count` gets each child with the plies left below it; it is [`perft`]
/// or a variation of it.
pub fn divide<G: Game>(
    position: &G::Position,
    plies: u32,
    convention: Convention,
    mut count: impl FnMut(&G::Position, u32) -> u64,
) -> Vec<(Move, u64)> {
    let mut parts = Vec::new();
    if plies > 0 {
        G::for_each_child(position, |mv, child| {
            parts.push((mv, count(child, plies_left(mv, plies, convention))));
        });
    }
    parts
}

/// The plies left after a move; `plies` is at least 1.
fn plies_left(mv: Move, plies: u32, convention: Convention) -> u32 {
    plies - u32::from(mv != Move::Pass || convention.pass_is_ply)
}
