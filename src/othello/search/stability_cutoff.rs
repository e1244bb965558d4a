//! Stability cut-off: the discs of the opponent that can never be flipped bound the score.

use crate::othello::Board;
use crate::othello::rules::{flip::Kernel, stability::stable_discs};
use crate::othello::search::{observer::Observer, worker::Worker};

/// The least `alpha`, in discs, at which counting stable discs pays, by number of
/// empties. With a lower `alpha` the opponent seldom has enough stable discs. Other numbers change the nodes
/// by less than 1 % (docs/notes/othello.md).
const STABILITY_ALPHA: [i8; 64] = {
    let mut table = [99; 64];
    let mut empties = 0;
    while empties < 64 {
        table[empties] = if empties < 5 {
            99
        } else if empties < 9 {
            8
        } else if empties < 13 {
            14
        } else if empties < 20 {
            20
        } else if empties < 30 {
            28
        } else if empties < 40 {
            40
        } else {
            99
        };
        empties += 1;
    }
    table
};

impl<K: Kernel, O: Observer> Worker<'_, K, O> {
    /// An upper bound from the opponent's stable discs, in discs, if it is at most
    /// `alpha`.
    #[inline(always)]
    pub(super) fn stability_cutoff(
        &mut self,
        board: Board,
        alpha: i32,
        empties: u32,
    ) -> Option<i32> {
        if alpha < i32::from(STABILITY_ALPHA[empties as usize & 63]) {
            return None;
        }
        // At most all of its discs are stable.
        if 64 - 2 * board.opponent.count_ones() as i32 > alpha {
            return None;
        }
        let stable = stable_discs(board.opponent, board.player).count_ones() as i32;
        let bound = 64 - 2 * stable;
        if bound > alpha {
            return None;
        }
        self.observer.stability_cutoff(empties);
        Some(bound)
    }
}
