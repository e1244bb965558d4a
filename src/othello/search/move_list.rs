//! The moves of a node.

use crate::othello::search::move_queue::{MAX_MOVES, MoveQueue};
use crate::othello::{Board, Square, rules::flip::Kernel};
use arrayvec::ArrayVec;

/// One move of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The board after it, seen by the opponent.
    pub child: Board,
    /// The opponent's legal moves after it.
    pub replies: u64,
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

/// The moves of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveList {
    candidates: ArrayVec<Candidate, MAX_MOVES>,
    queue: MoveQueue,
    /// The move that was put first, before the others had scores.
    first: Option<usize>,
}

impl MoveList {
    /// Adds the legal moves, which are still to be scored. `moves` must be those of `board`. Not a constructor,
    /// because returning the list would copy all of its room.
    #[inline(always)]
    pub(crate) fn fill<K: Kernel>(&mut self, kernel: K, board: Board, moves: u64) {
        kernel.expand(
            board,
            moves,
            #[inline(always)]
            |found| {
                self.candidates.push(Candidate {
                    child: board.play(found.square, found.flips),
                    replies: found.replies,
                    square: found.square,
                });
            },
        );
    }

    /// All moves, in ascending order of their squares.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter()
    }

    /// Number of moves, with those that were taken.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Puts the move on `bit` (the hash move) first, so that it can be searched before the others are scored. `moves` are the
    /// moves of the list. Returns false if `bit` is not among them.
    #[inline(always)]
    pub(crate) fn put_first(&mut self, bit: u64, moves: u64) -> bool {
        if moves & bit == 0 {
            return false;
        }
        let index = (moves & (bit - 1)).count_ones() as usize;
        self.queue.insert(index, 0);
        self.first = Some(index);
        true
    }

    /// Gives a score to every move but the one that was put first. Only then can they be taken.
    #[inline(always)]
    pub(crate) fn score_by(&mut self, mut score: impl FnMut(&Candidate) -> i32) {
        for (index, candidate) in self.candidates.iter().enumerate() {
            if Some(index) != self.first {
                self.queue.insert(index, score(candidate));
            }
        }
    }

    /// Takes out the best move that is left. Must not be called more often than there are moves.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Candidate {
        self.candidates[self.queue.take(self.candidates.len())]
    }

    /// Takes out the moves that are left after `taken` ones, the best first.
    pub(crate) fn rest(&mut self, taken: usize) -> impl Iterator<Item = Candidate> {
        (taken..self.len()).map(|_| self.take())
    }
}
