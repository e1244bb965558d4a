//! The moves of a node and the order in which they are tried.

use crate::othello::eval;
use crate::othello::eval::patterns::Indices;
use crate::othello::rules::bitboard::CORNERS;
use crate::othello::rules::flip::{FewChildren, Kernel};
use crate::othello::search::last_squares::{ODD_SQUARES, quadrant};
use crate::othello::search::tt_entry;
use crate::othello::search::tt_entry::TtEntry;
use crate::othello::search::worker::Worker;
use crate::othello::{Board, Square};
use arrayvec::ArrayVec;

/// One move of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The board after it, seen by the opponent.
    pub child: Board,
    /// What the opponent can play then.
    pub replies: u64,
    /// The greater, the earlier.
    pub weight: i32,
    /// Where the disc goes.
    pub square: Square,
}

impl Candidate {
    /// The discs that the move turns on `board`.
    #[inline(always)]
    pub fn flips(&self, board: Board) -> u64 {
        self.child.opponent ^ board.player ^ self.square.bit()
    }
}

/// The moves of a node. A described position can have more moves than any game leads to, so there is
/// room for all squares.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates(ArrayVec<Candidate, 64>);

impl Candidates {
    /// Adds the legal moves without weights. `moves` must be those of `board`. Not a constructor,
    /// because returning the list would copy all of its room.
    #[inline(always)]
    pub fn fill<K: Kernel>(&mut self, kernel: K, board: Board, moves: u64) {
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

    /// All of them, in no particular order.
    #[inline(always)]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Candidate> {
        self.0.iter_mut()
    }

    /// Number of moves.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The moves from `index` on, the heaviest first.
    pub fn rest(&mut self, index: usize) -> impl Iterator<Item = Candidate> {
        (index..self.len()).map(|index| self.pick(index))
    }

    /// The heaviest move of those from `index` on, which is moved there. Nodes are usually cut after
    /// one or two moves, so sorting all of them would be wasted.
    #[inline(always)]
    pub fn pick(&mut self, index: usize) -> Candidate {
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

/// A move that beats every other consideration: it leaves the opponent without discs.
const WIPE_OUT: i32 = 1 << 30;
/// The table's best move, then its second best.
const REMEMBERED: [i32; 2] = [1 << 29, 1 << 28];

/// Weight of a move by the square it is played on, for the end of the game: corners, then edges and
/// the centre, X and C squares last.
const SQUARE_WEIGHT: [u8; 64] = {
    const QUADRANT: [[u8; 4]; 4] = [
        [18, 4, 16, 12],
        [4, 2, 6, 8],
        [16, 6, 14, 10],
        [12, 8, 10, 0],
    ];
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, col) = (square / 8, square % 8);
        let row = if row < 4 { row } else { 7 - row };
        let col = if col < 4 { col } else { 7 - col };
        table[square] = QUADRANT[row][col];
        square += 1;
    }
    table
};

/// By parity word and square: the weight of the square in the fastest-first order, more in odd
/// quadrants.
static PLACE_WEIGHT: [[u8; 64]; 16] = {
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

/// Number of replies, a corner counted twice.
#[inline(always)]
fn freedom(moves: u64) -> i32 {
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// Gives weights without the evaluation: few replies first, then good squares.
#[inline(always)]
pub(super) fn few_replies_first(list: &mut Candidates, remembered: [u64; 2]) {
    for candidate in list.iter_mut() {
        let bit = candidate.square.bit();
        candidate.weight = if candidate.child.player == 0 {
            WIPE_OUT
        } else if bit == remembered[0] {
            REMEMBERED[0]
        } else {
            let second = if bit == remembered[1] { 64 } else { 0 };
            second - 32 * freedom(candidate.replies)
                + i32::from(SQUARE_WEIGHT[candidate.square.index()])
        };
    }
}

/// The order of at most sixteen moves of an endgame node: few replies first (fastest first), odd
/// regions, good squares.
pub(super) struct FastestFirst {
    /// For each move its weight and, in the lowest four bits, 15 less its index.
    keys: [i32; 16],
    /// The greatest key, if it is known and not yet taken.
    heaviest: i32,
    is_long: bool,
}

impl FastestFirst {
    /// What has no move, or one that was taken.
    const NOTHING: i32 = i32::MIN;

    /// The order of `moves`, which lead to `children`.
    #[inline(always)]
    pub fn new(
        children: &FewChildren,
        moves: u64,
        opponent: u64,
        remembered: u64,
        parity: u32,
    ) -> Self {
        let number = moves.count_ones() as usize;
        let places = &PLACE_WEIGHT[parity as usize & 15];
        let mut keys = [Self::NOTHING; 16];
        // Found on the way: looking for it in what was just written would have to wait for that.
        let mut heaviest = Self::NOTHING;
        let mut weigh = |index: usize, weight: i32| {
            keys[index] = weight << 4 | (15 - index as i32);
            heaviest = heaviest.max(keys[index]);
        };
        for index in 0..number.min(16) {
            let place = places[children.squares[index].index() & 63];
            weigh(
                index,
                i32::from(place) - 32 * freedom(children.replies[index]),
            );
        }
        if moves & remembered != 0 {
            let index = (moves & (remembered - 1)).count_ones() as usize;
            weigh(index & 15, 1 << 25);
        }
        // More discs than that are not turned by any move.
        if opponent.count_ones() <= 18 {
            for index in 0..number.min(16) {
                if children.flips[index] == opponent {
                    weigh(index, 1 << 26);
                }
            }
        }
        Self {
            keys,
            heaviest,
            is_long: number > 8,
        }
    }

    /// The index of the heaviest move that is left, which is taken out; must not be called more often
    /// than there are moves.
    #[inline(always)]
    pub fn take(&mut self) -> usize {
        let mut key = std::mem::replace(&mut self.heaviest, Self::NOTHING);
        if key == Self::NOTHING {
            // Halves of constant length, so that the maximum takes a few vector operations.
            let heaviest = |keys: &[i32]| keys.iter().copied().fold(Self::NOTHING, i32::max);
            key = heaviest(&self.keys[..8]);
            if self.is_long {
                key = key.max(heaviest(&self.keys[8..]));
            }
        }
        let index = 15 - (key & 15) as usize;
        self.keys[index] = Self::NOTHING;
        index
    }
}

/// Gives weights to the moves on `board` from the evaluation after the move and the number of replies.
/// `mobility` is what a reply is worth, in centi-discs.
#[inline(always)]
pub(super) fn by_evaluation<K: Kernel>(
    kernel: K,
    board: Board,
    list: &mut Candidates,
    remembered: [u64; 2],
    mobility: i32,
) {
    let indices = Indices::of(board);
    for candidate in list.iter_mut() {
        let bit = candidate.square.bit();
        candidate.weight = if candidate.child.player == 0 {
            WIPE_OUT
        } else if bit == remembered[0] {
            REMEMBERED[0]
        } else if bit == remembered[1] {
            REMEMBERED[1]
        } else {
            let indices = indices.after(candidate.square, candidate.flips(board));
            let child = candidate.child;
            -eval::evaluate_indices(kernel, &indices, child, candidate.replies)
                - mobility * freedom(candidate.replies)
        };
    }
}

/// What a move looks worth without any search, in centi-discs, from the board after it.
pub(super) fn first_sight(child: Board) -> i32 {
    if child.is_over() {
        -100 * child.final_score()
    } else {
        -eval::evaluate(child)
    }
}

impl<K: Kernel> Worker<'_, K> {
    /// Enhanced transposition cut-off: looks whether the table already knows a reply-proof value of
    /// some child that is greater than `alpha`, in centi-discs (Schaeffer and Plaat 1996: "New
    /// advances in alpha-beta searching"). Loads the children's table lines on the way.
    #[inline(always)]
    pub(super) fn transposition_cut(
        &self,
        list: &mut Candidates,
        depth: u32,
        alpha: i32,
    ) -> Option<i32> {
        for candidate in list.iter_mut() {
            self.table.prefetch(tt_entry::key(candidate.child));
        }
        for candidate in list.iter_mut() {
            if let Some(entry) = self.table.probe(tt_entry::key(candidate.child))
                && self.applies(entry, depth - 1)
                && -i32::from(entry.upper) > alpha
            {
                return Some(-i32::from(entry.upper));
            }
        }
        None
    }

    /// Whether an entry was found under conditions at least as good as the present ones.
    #[inline(always)]
    pub(super) fn applies(&self, entry: TtEntry, depth: u32) -> bool {
        u32::from(entry.depth) >= depth && entry.selectivity >= self.selectivity
    }
}

/// The parity word after a move.
#[inline(always)]
pub(super) fn after(parity: u32, square: Square) -> u32 {
    parity ^ quadrant(square)
}
