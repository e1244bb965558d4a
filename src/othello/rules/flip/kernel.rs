//! The operations that every kernel provides.

use crate::othello::rules::flip::last_flip::{LastFlips, Line, lines_through, twice_flipped};
use crate::othello::rules::{bitboard::CORNERS, board::Board, square::Square};

/// Weighted mobility: the number of squares, with corners counted twice.
#[inline(always)]
pub(crate) const fn weighted_mobility(moves: u64) -> i32 {
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// A legal move with its flips and the opponent's replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child {
    /// Where the disc is played.
    pub square: Square,
    /// The discs that it flips.
    pub flips: u64,
    /// The opponent's legal moves after it.
    pub replies: u64,
}

/// At most sixteen moves of a board with their flips and replies, as a structure of arrays. Entries
/// behind the last move have no meaning.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct FewChildren {
    /// The discs that each move flips.
    pub flips: [u64; 16],
    /// The opponent's legal moves after each move.
    pub replies: [u64; 16],
    /// Where the discs are played, in ascending order.
    pub squares: [Square; 16],
}

impl FewChildren {
    /// No moves.
    pub const NONE: Self = Self {
        flips: [0; 16],
        replies: [0; 16],
        squares: [Square(0); 16],
    };
}

/// The order of at most sixteen moves: for each move `16 * (MAX_WEIGHT - weight)` plus its index, so that the first one has
/// the least key. Behind the last move, and where a move was taken, [`MoveKeys::NOTHING`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct MoveKeys(pub [u16; 16]);

impl MoveKeys {
    /// The key of no move.
    pub const NOTHING: u16 = u16::MAX;
    /// Weights are below this, and above this minus 4,000.
    pub const MAX_WEIGHT: i32 = 900;
    /// What a reply of the opponent takes off the weight of a move.
    pub const REPLY_WEIGHT: i32 = 32;

    /// The key of a move.
    #[inline(always)]
    pub const fn key(index: usize, weight: i32) -> u16 {
        debug_assert!(weight < Self::MAX_WEIGHT && weight > Self::MAX_WEIGHT - 4000);
        (16 * (Self::MAX_WEIGHT - weight)) as u16 + index as u16
    }
}

/// The elementary operations on the board, and the sums of vectors that the evaluation needs, for one set of
/// instructions.
///
/// A value of the type proves that the processor has the instructions.
pub trait Kernel: Copy + std::fmt::Debug + Send + Sync + 'static {
    /// A short name for reports.
    const NAME: &'static str;

    /// A sum of at most 127 vectors of sixteen 8-bit numbers, in 16 bits for each number.
    type VectorSum: Copy;

    /// Calls `body`, compiled for the instructions of this kernel together with all that is inlined
    /// into it.
    fn run<R>(self, body: impl FnOnce() -> R) -> R;

    /// Calls `body` with these arguments, compiled like that of [`Kernel::run`]. A body that captures nothing gets them
    /// in registers, as far as they are numbers and references; what is captured goes through memory.
    fn call<A, B, C, D, E, R>(
        self,
        arguments: (A, B, C, D, E),
        body: impl FnOnce(A, B, C, D, E) -> R,
    ) -> R;

    /// The discs of `opponent` that a disc of `player` on the empty `square` would flip; 0 if the move
    /// is not legal.
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64;

    /// [`Kernel::flips`] for several squares of the same board. The results do not depend on one
    /// another, so the processor computes them side by side.
    #[inline(always)]
    fn flips_of<const N: usize>(
        self,
        squares: [Square; N],
        player: u64,
        opponent: u64,
    ) -> [u64; N] {
        squares.map(|square| self.flips(square, player, opponent))
    }

    /// Counts the discs that a disc of either side on `square`, the only empty one, would flip.
    #[inline(always)]
    fn count_last_flip(self, square: Square, player: u64) -> LastFlips {
        let [row, file, rising, falling] = lines_through(square);
        let on = |line| twice_flipped(self.line_index(line, player));
        LastFlips(on(row) + on(file) + on(rising) + on(falling))
    }

    /// The index into the table of last flips for the player's discs on a line.
    #[inline(always)]
    fn line_index(self, line: &Line, discs: u64) -> usize {
        line.index_by_fold(discs)
    }

    /// The legal moves of `player`.
    fn moves(self, player: u64, opponent: u64) -> u64;

    /// Calls `visit` for each of `moves`, in ascending order, with its flips and the replies to it.
    /// `moves` must be a subset of the legal moves. Much faster than [`Kernel::flips`] and
    /// [`Kernel::moves`] for one move after the other.
    fn expand(self, board: Board, moves: u64, visit: impl FnMut(Child));

    /// [`Kernel::expand`] for the first sixteen of `moves`, which can stay in vectors.
    #[inline(always)]
    fn expand_few(self, board: Board, moves: u64) -> FewChildren {
        let mut children = FewChildren::NONE;
        let mut at = 0;
        self.expand(board, moves, |child| {
            if at < 16 {
                children.flips[at] = child.flips;
                children.replies[at] = child.replies;
                children.squares[at] = child.square;
            }
            at += 1;
        });
        children
    }

    /// The keys of the first `number` children, at most sixteen, and the least key. The weight of a child is that of its
    /// square less `MoveKeys::REPLY_WEIGHT` for each reply; corners count twice.
    #[inline(always)]
    fn mobility_keys(
        self,
        children: &FewChildren,
        number: u32,
        square_weights: &[u8; 64],
    ) -> (MoveKeys, u16) {
        let mut keys = MoveKeys([MoveKeys::NOTHING; 16]);
        let mut least = MoveKeys::NOTHING;
        for (index, place) in keys.0.iter_mut().enumerate().take(number as usize) {
            let weight = square_weights[children.squares[index].index() & 63];
            let replies = weighted_mobility(children.replies[index]);
            *place = MoveKeys::key(index, i32::from(weight) - MoveKeys::REPLY_WEIGHT * replies);
            least = least.min(*place);
        }
        (keys, least)
    }

    /// The least key.
    #[inline(always)]
    fn least(self, keys: &MoveKeys) -> u16 {
        keys.0.iter().copied().fold(MoveKeys::NOTHING, u16::min)
    }

    /// The number of replies to all of `moves` together, and those of `moves` that leave the opponent
    /// without a reply. `moves` as for [`Kernel::expand`].
    fn count_replies(self, board: Board, moves: u64) -> (u64, u64);

    /// The sum of no vectors.
    fn zero_sum(self) -> Self::VectorSum;

    /// A sum and one more vector.
    fn add_vector(self, sum: Self::VectorSum, vector: &[i8; 16]) -> Self::VectorSum;

    /// The squares of the numbers of a sum added up, those of every other number with a minus.
    fn signed_squares(self, sum: Self::VectorSum) -> i32;
}

/// The methods of a vector kernel that call the function of the same name in its file.
#[cfg(target_arch = "x86_64")]
macro_rules! call_functions {
    ($($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {$(
        #[inline(always)]
        fn $name(self, $($argument: $type),*) $(-> $result)? {
            // SAFETY: a kernel can only be made by `detect`, which has checked for all the instructions.
            unsafe { $name($($argument),*) }
        }
    )*};
}
#[cfg(target_arch = "x86_64")]
pub(super) use call_functions;
