//! A small cache of solved endings that belongs to one worker.
//!
//! Most nodes of an endgame have few empties. Looking them up in the big shared table means waiting
//! for main memory each time, which takes longer than searching some of them; this one stays near the
//! processor. It keeps the whole board, needs no atomics, and the newest entry wins.

use crate::othello::{Board, Square};

/// Number of entries as a power of two. 24 bytes each: 1.5 MB.
const SIZE_BITS: u32 = 16;

/// What is known about a board.
#[derive(Clone, Copy, Debug, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct Ending {
    player: u64,
    opponent: u64,
    /// The score is at least this, in discs.
    pub lower: i8,
    /// The score is at most this, in discs.
    pub upper: i8,
    /// The move that was best.
    best: u8,
}

impl Ending {
    /// The remembered move as a bit.
    #[inline(always)]
    pub fn move_bit(self) -> u64 {
        Square(self.best).bit()
    }
}

/// The cache. Memory is taken at the first use: most searches never solve anything.
#[derive(Default)]
pub(super) struct Local(Box<[Ending]>);

impl Local {
    /// Where a board with this key belongs.
    #[inline(always)]
    pub fn place(key: u64) -> usize {
        (key >> (64 - SIZE_BITS)) as usize
    }

    /// Takes the memory. Has to be called before [`Local::get`] and [`Local::put`] can do anything.
    pub fn prepare(&mut self) {
        if self.0.is_empty() {
            self.0 = bytemuck::allocation::zeroed_slice_box(1 << SIZE_BITS);
        }
    }

    /// What is known about `board`, which belongs at `place`.
    #[inline(always)]
    pub fn get(&self, place: usize, board: Board) -> Option<Ending> {
        self.0
            .get(place)
            .copied()
            .filter(|ending| ending.player == board.player && ending.opponent == board.opponent)
    }

    /// Remembers what a null-window search at `alpha` found.
    #[inline(always)]
    pub fn put(
        &mut self,
        place: usize,
        board: Board,
        known: Option<Ending>,
        (alpha, value): (i32, i32),
        best: Square,
    ) {
        let (lower, upper) = known.map_or((-64, 64), |known| (known.lower, known.upper));
        let (lower, upper) = if value > alpha {
            (lower.max(value as i8), upper)
        } else {
            (lower, upper.min(value as i8))
        };
        if let Some(entry) = self.0.get_mut(place) {
            *entry = Ending {
                player: board.player,
                opponent: board.opponent,
                lower,
                upper,
                best: best.0,
            };
        }
    }
}
