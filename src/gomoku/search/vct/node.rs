//! What the search knows of a position: its numbers and its moves.

use crate::gomoku::patterns::PointSet;
use crate::gomoku::rules::Point;

/// The proof number of what cannot be proved.
pub(super) const INFINITE: u32 = 1 << 30;

/// Proof and disproof number of a position for the side to move: how many positions are to be solved in
/// order to prove that it wins (`phi`) or that it does not (`delta`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

impl Numbers {
    pub(super) const UNKNOWN: Self = Self { phi: 1, delta: 1 };
    /// After an attack by an open three, which has more answers than a four.
    const THREE: Self = Self { phi: 2, delta: 2 };
    /// After a quiet attack.
    pub(super) const QUIET: Self = Self { phi: 3, delta: 4 };
    pub(super) const WON: Self = Self {
        phi: 0,
        delta: INFINITE,
    };
    pub(super) const LOST: Self = Self {
        phi: INFINITE,
        delta: 0,
    };
}

/// What a move is.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A four, or an answer.
    Forcing,
    /// An attack by an open three.
    Three,
    /// Another attack.
    Quiet,
}

/// A move.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) point: Point,
    pub(super) kind: Kind,
}

impl Candidate {
    /// The numbers of the position after it, until that is searched.
    pub(super) const fn initial(self) -> Numbers {
        match self.kind {
            Kind::Forcing => Numbers::UNKNOWN,
            Kind::Three => Numbers::THREE,
            Kind::Quiet => Numbers::QUIET,
        }
    }
}

/// The moves of a position.
#[derive(Clone)]
pub(super) struct Moves {
    pub(super) candidates: Vec<Candidate>,
    /// Cells to look for quiet attacks on, as soon as these are the most promising moves: it takes a VCF
    /// search for each cell. In a box of its own, since most positions have none.
    pub(super) quiet: Option<Box<PointSet>>,
}

impl Moves {
    /// Moves that are all alike.
    pub(super) fn of(points: impl IntoIterator<Item = Point>) -> Self {
        let kind = Kind::Forcing;
        let candidate = |point| Candidate { point, kind };
        Self {
            candidates: points.into_iter().map(candidate).collect(),
            quiet: None,
        }
    }
}

/// A position of the search.
pub(super) struct Node {
    pub(super) numbers: Numbers,
    /// The moves to search, once they are known, or those of a proof. A position that the attacker does not win keeps none.
    pub(super) moves: Option<Box<Moves>>,
}

/// The moves of a position, or its result.
pub(super) enum Expansion {
    Won,
    Lost,
    Moves(Moves),
}
