//! The kernel for any processor: the 64-bit arithmetic of [`bitboard`].

use crate::othello::rules::flip::kernel::{Child, Kernel};
use crate::othello::rules::square::{Square, squares};
use crate::othello::rules::{bitboard, board::Board};

/// Any processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portable;

impl Kernel for Portable {
    const NAME: &'static str = "portable";
    type VectorSum = [i16; 16];

    #[inline(always)]
    fn run<R>(self, body: impl FnOnce() -> R) -> R {
        body()
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
    fn zero_sum(self) -> [i16; 16] {
        [0; 16]
    }

    #[inline(always)]
    fn add_vector(self, mut sum: [i16; 16], vector: &[i8; 16]) -> [i16; 16] {
        for (sum, &number) in sum.iter_mut().zip(vector) {
            *sum += i16::from(number);
        }
        sum
    }

    #[inline(always)]
    fn signed_squares(self, sum: [i16; 16]) -> i32 {
        let pairs = sum.chunks_exact(2);
        let square = |number: i16| i32::from(number) * i32::from(number);
        pairs.map(|pair| square(pair[0]) - square(pair[1])).sum()
    }
}
