//! Plain 64-bit arithmetic: no tables but four masks a square, no loops, no count of leading zeros
//! (which a baseline x86-64 lacks).
//!
//! Along a line the discs to turn end at the first square that is not the opponent's, the blocker.
//! Upwards (towards h8) the blocker is the lowest set bit of a masked word and subtraction finds it.
//! Downwards the board is mirrored top to bottom by one byte swap, which turns three of the four
//! directions into upward ones; the fourth stays inside a byte, where three shifts fill it.

use crate::othello::rules::board;
use crate::othello::rules::board::Board;
use crate::othello::rules::flip::{Child, Kernel};
use crate::othello::rules::square::{Square, squares};

/// Any processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portable;

/// For every square the squares above it in steps of 1, 8, 7 and 9, in this order.
pub(super) static ABOVE: [[u64; 4]; 64] = {
    const STEPS: [(u32, u64); 4] = [
        (1, 0xfefe_fefe_fefe_fefe),
        (8, u64::MAX),
        (7, 0x7f7f_7f7f_7f7f_7f7f),
        (9, 0xfefe_fefe_fefe_fefe),
    ];
    let mut masks = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut way = 0;
        while way < 4 {
            let (step, on_board) = STEPS[way];
            let mut at = (1u64 << square) << step & on_board;
            while at != 0 {
                masks[square][way] |= at;
                at = at << step & on_board;
            }
            way += 1;
        }
        square += 1;
    }
    masks
};

/// The run of the opponent's discs from the lower end of the line `above` up to the first disc of
/// the player, or 0 if the line does not begin so.
#[inline(always)]
const fn upward(above: u64, player: u64, opponent: u64) -> u64 {
    let blockers = above & !opponent;
    let end = blockers & blockers.wrapping_neg() & player;
    // Everything below the end; nothing if there is none.
    end.wrapping_sub((end != 0) as u64) & above
}

/// The same towards file a, inside the row of the square `bit`.
#[inline(always)]
const fn leftward(bit: u64, shift: u32, player: u64, opponent: u64) -> u64 {
    // The part of the row below the square, the row moved to the lowest byte.
    let below = (bit >> shift) - 1;
    let mut filled = below & !(opponent >> shift);
    filled |= filled >> 1;
    filled |= filled >> 2;
    filled |= filled >> 4;
    // The highest blocker has nothing filled above it.
    let end = filled & !(filled >> 1) & (player >> shift);
    (below & !filled & ((end != 0) as u64).wrapping_neg()) << shift
}

/// See [`crate::othello::rules::flip::flips`].
#[inline]
pub fn flips(square: Square, player: u64, opponent: u64) -> u64 {
    let above = &ABOVE[square.index() & 63];
    // The square in the same file of the mirrored board.
    let below = &ABOVE[(square.index() & 63) ^ 56];
    let (mirrored_player, mirrored_opponent) = (player.swap_bytes(), opponent.swap_bytes());
    let mirrored = upward(below[1], mirrored_player, mirrored_opponent)
        | upward(below[2], mirrored_player, mirrored_opponent)
        | upward(below[3], mirrored_player, mirrored_opponent);
    upward(above[0], player, opponent)
        | upward(above[1], player, opponent)
        | upward(above[2], player, opponent)
        | upward(above[3], player, opponent)
        | leftward(square.bit(), u32::from(square.0 & 56), player, opponent)
        | mirrored.swap_bytes()
}

impl Kernel for Portable {
    const NAME: &'static str = "portable";

    #[inline(always)]
    fn run<R>(self, body: impl FnOnce() -> R) -> R {
        body()
    }

    #[inline(always)]
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64 {
        flips(square, player, opponent)
    }

    #[inline(always)]
    fn moves(self, player: u64, opponent: u64) -> u64 {
        board::moves(player, opponent)
    }

    #[inline(always)]
    fn expand(self, board: Board, moves: u64, mut visit: impl FnMut(Child)) {
        for square in squares(moves) {
            let flips = flips(square, board.player, board.opponent);
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
        let mut stuck = 0;
        self.expand(board, moves, |child| {
            count += u64::from(child.replies.count_ones());
            if child.replies == 0 {
                stuck |= child.square.bit();
            }
        });
        (count, stuck)
    }
}
