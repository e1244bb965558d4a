//! Move ordering: scores for the moves of a node.

use crate::othello::eval::ordering::{OrderingIndices, PATTERN_WEIGHTS, UNITS_PER_DISC};
use crate::othello::eval::{self, patterns::Indices};
use crate::othello::rules::bitboard::with_neighbours;
use crate::othello::rules::flip::{FewChildren, Kernel, MoveKeys, weighted_mobility};
use crate::othello::rules::square::from_quadrant;
use crate::othello::search::observer::{Observer, OrderedBy};
use crate::othello::search::tt_entry::TtEntry;
use crate::othello::search::{move_list::MoveList, parity::ODD_SQUARES, worker::Worker};
use crate::othello::{Board, Square};

/// A wipe-out, which leaves the opponent without discs, comes before all other moves.
const WIPE_OUT: i32 = 1 << 23;
/// The best move of the table entry and the one before it, where they come before the others.
const HASH_MOVES: [i32; 2] = [1 << 22, 1 << 21];
/// In the endgame, what the best move of a midgame search adds to its score, in centi-discs for each ply of that search.
/// Such a search, most often a probe of Multi-ProbCut, values moves much like the evaluation does, and not by the size of
/// the tree below them (`docs/notes/othello.md`).
const PROBE_MOVE: i32 = 90;

/// Weight of a move by its square, for the endgame: corners, then edges and the centre, X and C squares
/// last.
const SQUARE_WEIGHT: [u8; 64] = from_quadrant([
    [18, 4, 16, 12],
    [4, 2, 6, 8],
    [16, 6, 14, 10],
    [12, 8, 10, 0],
]);

/// Parity ordering: the weight of each square by parity word, greater in odd quadrants.
static PARITY_WEIGHT: [[u8; 64]; 16] = {
    let mut table = [SQUARE_WEIGHT; 16];
    let mut parity = 0;
    while parity < 16 {
        let mut square = 0;
        while square < 64 {
            if ODD_SQUARES[parity] >> square & 1 == 1 {
                table[parity][square] += 12;
            }
            square += 1;
        }
        parity += 1;
    }
    table
};

/// Weight of a disc of the ordering evaluation in fastest-first, where a reply has 32. Small, since the move with
/// the fewest replies has the smallest tree.
const DISC_WEIGHT: i32 = 3;

/// Fastest-first ordering: moves that leave the opponent few replies come first, then good squares. For
/// nodes near the leaves, where the evaluation costs too much.
#[inline(always)]
pub(super) fn fastest_first(list: &mut MoveList, hash_moves: [u64; 2]) {
    list.score_by(
        #[inline(always)]
        |candidate| {
            let bit = candidate.square.bit();
            if candidate.child.player == 0 {
                WIPE_OUT
            } else if bit == hash_moves[0] {
                HASH_MOVES[0]
            } else {
                let second = if bit == hash_moves[1] { 64 } else { 0 };
                second - 32 * weighted_mobility(candidate.replies)
                    + i32::from(SQUARE_WEIGHT[candidate.square.index() & 63])
            }
        },
    );
}

/// Fastest-first ordering for at most sixteen moves of an endgame node: few replies first, then odd
/// quadrants, then good squares.
pub(super) struct FastestFirst {
    keys: MoveKeys,
    /// The least key, as long as it is known and not yet taken. Reading it back from the keys at once would have to wait for
    /// their stores.
    least: u16,
}

impl FastestFirst {
    /// No moves.
    pub(super) const EMPTY: Self = Self {
        keys: MoveKeys([MoveKeys::NOTHING; 16]),
        least: MoveKeys::NOTHING,
    };

    /// Fills an empty order with an only move, which needs no key.
    #[inline(always)]
    pub(crate) fn fill_single(&mut self) {
        self.least = 0;
    }

    /// Fills an empty order with `moves`, which lead from `board` to `children`. `hash_move` is a bit, or 0.
    ///
    /// This and [`FastestFirst::fill_by_patterns`] fill in place: a copy of the keys would have to wait for their stores.
    #[inline(always)]
    pub(crate) fn fill<K: Kernel>(
        &mut self,
        kernel: K,
        board: Board,
        children: &FewChildren,
        moves: u64,
        hash_move: u64,
        parity: u32,
    ) {
        let number = moves.count_ones().min(16);
        let weights = &PARITY_WEIGHT[parity as usize & 15];
        (self.keys, self.least) = kernel.mobility_keys(children, number, weights);
        self.put_first(board, children, moves, hash_move);
    }

    /// The same, with the ordering evaluation beside replies, parity and squares.
    #[inline(always)]
    pub(crate) fn fill_by_patterns(
        &mut self,
        board: Board,
        children: &FewChildren,
        moves: u64,
        hash_move: u64,
        parity: u32,
    ) {
        let evaluation = &*PATTERN_WEIGHTS;
        let indices = OrderingIndices::of(board);
        let number = moves.count_ones().min(16);
        let weights = &PARITY_WEIGHT[parity as usize & 15];
        let mut least = MoveKeys::NOTHING;
        for (index, place) in self.keys.0.iter_mut().enumerate().take(number as usize) {
            let square = children.squares[index];
            let child = indices.after(square, children.flips[index]);
            let weight = i32::from(weights[square.index() & 63])
                - MoveKeys::REPLY_WEIGHT * weighted_mobility(children.replies[index])
                - DISC_WEIGHT * evaluation.value(&child) / UNITS_PER_DISC;
            *place = MoveKeys::key(index, weight);
            least = least.min(*place);
        }
        self.least = least;
        self.put_first(board, children, moves, hash_move);
    }

    /// Puts the hash move first, and a wipe-out before it.
    #[inline(always)]
    fn put_first(&mut self, board: Board, children: &FewChildren, moves: u64, hash_move: u64) {
        let opponent = board.opponent;
        if moves & hash_move != 0 {
            let index = (moves & (hash_move - 1)).count_ones() as usize & 15;
            self.least = 16 + index as u16;
            self.keys.0[index] = self.least;
        }
        // No move flips more than 18 discs.
        if opponent.count_ones() <= 18 {
            for index in (0..moves.count_ones().min(16) as usize).rev() {
                if children.flips[index] == opponent {
                    self.least = index as u16;
                    self.keys.0[index] = self.least;
                }
            }
        }
    }

    /// Takes out the first move that is left and returns its index. Must not be called more often than
    /// there are moves.
    #[inline(always)]
    pub(crate) fn take<K: Kernel>(&mut self, kernel: K) -> usize {
        let mut key = std::mem::replace(&mut self.least, MoveKeys::NOTHING);
        if key == MoveKeys::NOTHING {
            key = kernel.least(&self.keys);
        }
        let index = usize::from(key) & 15;
        self.keys.0[index] = MoveKeys::NOTHING;
        index
    }
}

/// The hash moves of a node with their scores.
#[derive(Clone, Copy)]
pub(super) struct HashMoves {
    /// The best one and the one that was best before it, as bits; 0 for none.
    bits: [u64; 2],
    scores: [i32; 2],
}

impl HashMoves {
    /// The moves of an entry, before all others.
    #[inline(always)]
    pub(crate) fn first(known: TtEntry) -> Self {
        Self {
            bits: known.move_bits(),
            scores: HASH_MOVES,
        }
    }

    /// The moves of the entry of an endgame node: before all others if the entry is of an endgame search. After a fail low it
    /// may still have those of a probe.
    #[inline(always)]
    pub(crate) fn in_endgame(known: TtEntry, empties: u32) -> Self {
        if u32::from(known.depth) >= empties {
            return Self::first(known);
        }
        let best = PROBE_MOVE * i32::from(known.depth);
        Self {
            bits: known.move_bits(),
            scores: [best, best / 2],
        }
    }

    /// Whether they come before all others.
    #[inline(always)]
    fn come_first(&self) -> bool {
        self.scores == HASH_MOVES
    }

    /// The score of a move among them, 0 for the others.
    #[inline(always)]
    fn score(&self, square: Square) -> i32 {
        let bit = square.bit();
        if bit == self.bits[0] {
            self.scores[0]
        } else if bit == self.bits[1] {
            self.scores[1]
        } else {
            0
        }
    }
}

/// What ordering by evaluation adds to the evaluation after a move, in centi-discs.
#[derive(Clone, Copy)]
pub(super) struct OrderingWeights {
    /// For each reply of the opponent; corners count twice.
    reply: i32,
    /// For each empty square next to the mover's discs (potential mobility); corners count twice.
    potential: i32,
    /// Whether the evaluation has the factors, too, instead of the linear value alone.
    factors: bool,
}

impl OrderingWeights {
    /// The midgame wants the best move first.
    pub(super) const MIDGAME: Self = Self {
        reply: 40,
        potential: 0,
        factors: false,
    };

    /// The endgame wants the cheapest cut-off first: a small tree below the move.
    pub(super) const ENDGAME: Self = Self {
        reply: 200,
        potential: 80,
        factors: true,
    };

    /// The same, where the order is worth less time.
    pub(super) const ENDGAME_FAST: Self = Self {
        factors: false,
        ..Self::ENDGAME
    };

    /// The bonus of a move, which leads to `child` and allows `replies`.
    #[inline(always)]
    fn bonus(self, child: Board, replies: u64) -> i32 {
        let mut bonus = -self.reply * weighted_mobility(replies);
        if self.potential != 0 {
            let frontier = with_neighbours(child.opponent) & child.empty();
            bonus -= self.potential * weighted_mobility(frontier);
        }
        bonus
    }
}

/// Puts the best hash move first, so that it is searched before the others are scored, if it comes before all others, is
/// among `moves`, those of the list, and none of them can be a wipe-out. Whether it did.
#[inline(always)]
pub(super) fn hash_move_first(
    board: Board,
    list: &mut MoveList,
    moves: u64,
    hash_moves: HashMoves,
) -> bool {
    // No move flips more than 18 discs.
    hash_moves.come_first()
        && board.opponent.count_ones() > 18
        && list.put_first(hash_moves.bits[0], moves)
}

impl<K: Kernel, O: Observer> Worker<'_, K, O> {
    /// Ordering by evaluation: scores from the evaluation after the move and from `weights`. `indices` are those of
    /// `board`.
    #[inline(always)]
    pub(super) fn by_evaluation(
        &mut self,
        board: Board,
        indices: &Indices,
        list: &mut MoveList,
        hash_moves: HashMoves,
        weights: OrderingWeights,
    ) {
        self.observer
            .order(OrderedBy::Evaluation, list.len() as u32);
        let kernel = self.kernel;
        list.score_by(
            #[inline(always)]
            |candidate| {
                let hash_score = hash_moves.score(candidate.square);
                if candidate.child.player == 0 {
                    WIPE_OUT
                } else if hash_score != 0 && hash_moves.come_first() {
                    hash_score
                } else {
                    let indices = indices.after(candidate.square, candidate.flips(board));
                    let (child, replies) = (candidate.child, candidate.replies);
                    let value = if weights.factors {
                        eval::value(kernel, &indices, child, replies)
                    } else {
                        eval::linear_value(kernel, &indices, child, replies)
                    };
                    hash_score - value + weights.bonus(child, replies)
                }
            },
        );
    }
}

/// The static value of a move in centi-discs, from the board after it.
pub(super) fn static_value(child: Board) -> i32 {
    if child.is_over() {
        -100 * child.final_score()
    } else {
        -eval::evaluate(child)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_moves_of_endgame_searches_come_before_all_others() {
        let weights = |depth| {
            let known = TtEntry {
                depth,
                moves: [3, 4],
                ..TtEntry::UNKNOWN
            };
            let moves = HashMoves::in_endgame(known, 16);
            (
                moves.come_first(),
                [3, 4, 5].map(|square| moves.score(Square(square))),
            )
        };
        assert_eq!(weights(16), (true, [HASH_MOVES[0], HASH_MOVES[1], 0]));
        assert_eq!(weights(4), (false, [4 * PROBE_MOVE, 2 * PROBE_MOVE, 0]));
        let unknown = HashMoves::in_endgame(TtEntry::UNKNOWN, 16);
        assert!(!unknown.come_first());
        assert_eq!(unknown.score(Square(3)), 0);
    }
}
