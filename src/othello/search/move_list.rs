//! The moves of a node.

use crate::othello::{Board, Square, rules::flip::Kernel};
use arrayvec::ArrayVec;

/// One move of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The board after it, seen by the opponent.
    pub child: Board,
    /// The opponent's legal moves after it.
    pub replies: u64,
    /// Ordering score: greater ones are searched earlier.
    pub weight: i32,
    /// Where the disc goes.
    pub square: Square,
}

impl Candidate {
    /// The discs that the move flips on `board`.
    #[inline(always)]
    pub(crate) fn flips(&self, board: Board) -> u64 {
        self.child.opponent ^ board.player ^ self.square.bit()
    }
}

/// The moves of a node. A position from a setup can have more moves than any game leads to, so there
/// is room for all squares.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveList(ArrayVec<Candidate, 64>);

impl MoveList {
    /// Adds the legal moves without weights. `moves` must be those of `board`. Not a constructor,
    /// because returning the list would copy all of its room.
    #[inline(always)]
    pub(crate) fn fill<K: Kernel>(&mut self, kernel: K, board: Board, moves: u64) {
        let list = &mut self.0;
        kernel.expand(
            board,
            moves,
            #[inline(always)]
            |found| {
                list.push(Candidate {
                    child: board.play(found.square, found.flips),
                    replies: found.replies,
                    weight: 0,
                    square: found.square,
                });
            },
        );
    }

    /// All moves, in no particular order.
    #[inline(always)]
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Candidate> {
        self.0.iter_mut()
    }

    /// Number of moves.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The moves from `index` on, greatest weight first.
    pub(crate) fn rest(&mut self, index: usize) -> impl Iterator<Item = Candidate> {
        (index..self.len()).map(|index| self.pick(index))
    }

    /// One step of a selection sort: moves the heaviest move from `index` on to `index` and returns it.
    /// Most nodes are cut after one or two moves, so sorting the whole list would be wasted.
    #[inline(always)]
    pub(crate) fn pick(&mut self, index: usize) -> Candidate {
        let mut best = index;
        for other in index + 1..self.0.len() {
            if self.0[other].weight > self.0[best].weight {
                best = other;
            }
        }
        self.0.swap(index, best);
        self.0[index]
    }
}
