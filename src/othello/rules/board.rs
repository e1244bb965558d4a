//! The board as the search sees it: discs of the side to move and discs of the other side.

use crate::othello::rules::flip;
use crate::othello::rules::square::Square;

/// Sixteen bytes, copied rather than undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Discs of the side to move.
    pub player: u64,
    /// Discs of the other side.
    pub opponent: u64,
}

impl Board {
    /// The regular start, Black to move: black on d5 and e4, white on d4 and e5.
    pub const START: Self = Self {
        player: 0x0000_0008_1000_0000,
        opponent: 0x0000_0010_0800_0000,
    };

    /// The empty squares.
    #[inline]
    pub const fn empty(self) -> u64 {
        !(self.player | self.opponent)
    }

    /// Number of empty squares.
    #[inline]
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// The squares on which the side to move can play.
    #[inline]
    pub const fn moves(self) -> u64 {
        moves(self.player, self.opponent)
    }

    /// The discs that a move would turn; 0 if it is not legal. The square must be empty.
    #[inline]
    pub fn flips(self, square: Square) -> u64 {
        flip::flips(square, self.player, self.opponent)
    }

    /// The board after a move that turns `flips`, seen by the opponent, whose turn it is then.
    #[inline]
    #[must_use]
    pub const fn play(self, square: Square, flips: u64) -> Self {
        Self {
            player: self.opponent ^ flips,
            opponent: self.player ^ flips ^ square.bit(),
        }
    }

    /// The same board seen by the other side.
    #[inline]
    #[must_use]
    pub const fn pass(self) -> Self {
        Self {
            player: self.opponent,
            opponent: self.player,
        }
    }

    /// Whether neither side can move.
    pub const fn is_over(self) -> bool {
        self.moves() == 0 && self.pass().moves() == 0
    }

    /// Discs of the side to move minus discs of the other side, empties counted for the winner:
    /// -64 to 64. The result if the game ended here.
    #[inline]
    pub const fn final_score(self) -> i32 {
        let own = self.player.count_ones() as i32;
        let other = self.opponent.count_ones() as i32;
        let empty = 64 - own - other;
        let difference = own - other;
        if difference > 0 {
            difference + empty
        } else if difference < 0 {
            difference - empty
        } else {
            0
        }
    }
}

/// The empty squares on which `player` would turn discs of `opponent`.
///
/// Parallel prefix (Kogge-Stone) over the eight directions; horizontal and diagonal steps are kept
/// off the files a and h by masking the opponent's discs.
#[inline]
pub const fn moves(player: u64, opponent: u64) -> u64 {
    let inner = opponent & 0x7e7e_7e7e_7e7e_7e7e;
    let empty = !(player | opponent);
    (line(player, inner, 1)
        | line(player, opponent, 8)
        | line(player, inner, 7)
        | line(player, inner, 9))
        & empty
}

#[inline(always)]
const fn line(player: u64, through: u64, step: u32) -> u64 {
    let mut up = through & (player << step);
    let mut down = through & (player >> step);
    up |= through & (up << step);
    down |= through & (down >> step);
    let through_up = through & (through << step);
    let through_down = through & (through >> step);
    up |= through_up & (up << (2 * step));
    down |= through_down & (down >> (2 * step));
    up |= through_up & (up << (2 * step));
    down |= through_down & (down >> (2 * step));
    (up << step) | (down >> step)
}
