//! Discs turned by a move and squares that can be played: the only door to the implementations.
//!
//! [`flips`] is for cold code and always there. Hot code is written once over a [`Kernel`] and
//! entered through [`dispatch`], which looks at the processor once for a whole tree:
//!
//! ```
//! use flipfive::othello::{Board, rules::{flip::{self, Kernel}, square::squares}};
//!
//! /// What is asked; [`flip::Task`] because a closure cannot be generic over the kernel.
//! struct Leaves(Board, u32);
//!
//! impl flip::Task for Leaves {
//!     type Output = u64;
//!     fn run<K: Kernel>(self, kernel: K) -> u64 {
//!         leaves(kernel, self.0, self.1)
//!     }
//! }
//!
//! /// The entry of every function that is not inlined into its caller, recursive ones above all.
//! fn leaves<K: Kernel>(kernel: K, board: Board, plies: u32) -> u64 {
//!     kernel.run(|| leaves_body(kernel, board, plies))
//! }
//!
//! #[inline(always)]
//! fn leaves_body<K: Kernel>(kernel: K, board: Board, plies: u32) -> u64 {
//!     if plies == 0 {
//!         return 1;
//!     }
//!     squares(kernel.moves(board.player, board.opponent))
//!         .map(|square| {
//!             let flips = kernel.flips(square, board.player, board.opponent);
//!             leaves(kernel, board.play(square, flips), plies - 1)
//!         })
//!         .sum()
//! }
//!
//! assert_eq!(flip::dispatch(Leaves(Board::START, 3)), 56);
//! ```
//!
//! Why so: a function is compiled for the instructions that its own attribute names, whoever calls
//! it. [`Kernel::run`] compiles its closure, and all that is inlined into it, for the kernel's
//! instructions; population counts and bit scans in it become single instructions although the
//! program is built for any x86-64. What is *not* inlined is compiled without them. So put a `run`
//! around the body of each function that stands by itself and mark its helpers `#[inline(always)]`.
//! The price of a `run` is that of passing the captured values on the stack.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod last;
mod portable;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod ways;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use last::{Line, Turned};
pub use portable::Portable;

use crate::othello::rules::board::Board;
use crate::othello::rules::square::Square;

/// The opponent's discs that a disc of `player` on the empty `square` would turn; 0 if the move is
/// not legal.
#[inline]
pub fn flips(square: Square, player: u64, opponent: u64) -> u64 {
    portable::flips(square, player, opponent)
}

/// A move with what follows from it at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child {
    /// Where the disc is played.
    pub square: Square,
    /// The discs that it turns.
    pub flips: u64,
    /// The squares on which the opponent can play then.
    pub replies: u64,
}

/// The moves of a board with at most sixteen of them, with what follows from each at once. What stands
/// behind the last move means nothing.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct FewChildren {
    /// The discs that the moves turn.
    pub flips: [u64; 16],
    /// The squares on which the opponent can play then.
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

/// The elementary operations on the board, for one set of instructions.
///
/// A value proves that the processor has the instructions.
pub trait Kernel: Copy + std::fmt::Debug + Send + Sync + 'static {
    /// A short name for reports.
    const NAME: &'static str;

    /// Calls `body`, compiled for the instructions of this kernel together with all that is inlined
    /// into it.
    fn run<R>(self, body: impl FnOnce() -> R) -> R;

    /// The opponent's discs that a disc of `player` on the empty `square` would turn; 0 if the move
    /// is not legal.
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64;

    /// [`Kernel::flips`] for several squares of the same board. They do not depend on one another, so
    /// that the processor works on them side by side.
    #[inline(always)]
    fn flips_of<const N: usize>(
        self,
        squares: [Square; N],
        player: u64,
        opponent: u64,
    ) -> [u64; N] {
        squares.map(|square| self.flips(square, player, opponent))
    }

    /// What a disc of either side on `square`, the only empty one, would turn.
    #[inline(always)]
    fn last(self, square: Square, player: u64) -> Turned {
        last::turned(self, square, player)
    }

    /// Where the table of last moves says what a move on a line with these discs of the player turns.
    #[inline(always)]
    fn discs_on(self, line: &Line, discs: u64) -> usize {
        line.folded(discs)
    }

    /// The empty squares on which `player` would turn discs of `opponent`.
    fn moves(self, player: u64, opponent: u64) -> u64;

    /// Calls `visit` for each of `moves`, in ascending order, with its flips and the replies to it.
    /// `moves` has to be the set of all legal moves or a part of it. Much faster than
    /// [`Kernel::flips`] and [`Kernel::moves`] for one move after the other.
    fn expand(self, board: Board, moves: u64, visit: impl FnMut(Child));

    /// [`Kernel::expand`] for at most sixteen moves (others are left out), which can stay in vectors.
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

    /// The number of replies to all of `moves` together, and those of `moves` that leave the
    /// opponent without a reply. `moves` as for [`Kernel::expand`].
    fn count_replies(self, board: Board, moves: u64) -> (u64, u64);
}

/// Something to do with the best kernel that the processor has.
pub trait Task {
    /// What comes out of it.
    type Output;
    /// Does it.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Runs a task with the fastest kernel of this processor. Takes a few nanoseconds: meant for whole
/// trees, not for single boards.
pub fn dispatch<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(kernel) = Avx512::detect() {
        return kernel.run(|| task.run(kernel));
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(kernel) = Avx2::detect() {
        return kernel.run(|| task.run(kernel));
    }
    Portable.run(|| task.run(Portable))
}
