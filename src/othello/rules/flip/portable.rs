//! The kernel for any processor: the 64-bit arithmetic of [`bitboard`].

use crate::othello::rules::flip::kernel::{Child, Kernel};
use crate::othello::rules::square::{Square, squares};
use crate::othello::rules::{bitboard, board::Board};

/// Any processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portable;

/// A sum of vectors, with 128 added to each number so that none is negative: four numbers of 16 bits in a word.
///
/// Words, since compilers take a sum of small arrays apart into single numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct PackedSum {
    /// The numbers that [`Kernel::signed_squares`] counts with a plus, in both halves of the vector.
    plus: [u64; 2],
    minus: [u64; 2],
    /// Number of vectors.
    count: i32,
}

impl Kernel for Portable {
    const NAME: &'static str = "portable";
    type VectorSum = PackedSum;

    #[inline(always)]
    fn run<R>(self, body: impl FnOnce() -> R) -> R {
        body()
    }

    #[inline(always)]
    fn call<A, B, C, D, E, R>(
        self,
        (a, b, c, d, e): (A, B, C, D, E),
        body: impl FnOnce(A, B, C, D, E) -> R,
    ) -> R {
        body(a, b, c, d, e)
    }

    #[inline(always)]
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64 {
        bitboard::flips(square, player, opponent)
    }

    #[inline(always)]
    fn moves(self, player: u64, opponent: u64) -> u64 {
        bitboard::moves(player, opponent)
    }

    #[inline(always)]
    fn expand(self, board: Board, moves: u64, mut visit: impl FnMut(Child)) {
        for square in squares(moves) {
            let flips = bitboard::flips(square, board.player, board.opponent);
            let child = board.play(square, flips);
            visit(Child {
                square,
                flips,
                replies: child.moves(),
            });
        }
    }

    #[inline(always)]
    fn count_replies(self, board: Board, moves: u64) -> (u64, u64) {
        let mut count = 0;
        let mut without_reply = 0;
        self.expand(board, moves, |child| {
            count += u64::from(child.replies.count_ones());
            if child.replies == 0 {
                without_reply |= child.square.bit();
            }
        });
        (count, without_reply)
    }

    #[inline(always)]
    fn zero_sum(self) -> PackedSum {
        PackedSum::default()
    }

    #[inline(always)]
    fn add_vector(self, mut sum: PackedSum, vector: &[i8; 16]) -> PackedSum {
        const EVERY_OTHER: u64 = 0x00ff_00ff_00ff_00ff;
        let (halves, _) = vector.as_chunks::<8>();
        for (n, half) in halves.iter().enumerate() {
            let bytes = u64::from_le_bytes(half.map(i8::cast_unsigned)) ^ 0x8080_8080_8080_8080;
            sum.plus[n] += bytes & EVERY_OTHER;
            sum.minus[n] += bytes >> 8 & EVERY_OTHER;
        }
        sum.count += 1;
        sum
    }

    #[inline(always)]
    fn signed_squares(self, sum: PackedSum) -> i32 {
        let number = |word: u64, n: u32| (word >> (16 * n) & 0xffff) as i32 - 128 * sum.count;
        let squares = |word: u64| -> i32 { (0..4).map(|n| number(word, n).pow(2)).sum() };
        squares(sum.plus[0]) - squares(sum.minus[0]) + squares(sum.plus[1]) - squares(sum.minus[1])
    }
}
