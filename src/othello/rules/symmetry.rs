//! The eight symmetries of the board: rotations and reflections that map the rules onto themselves.

use crate::othello::rules::board::Board;
use crate::othello::rules::square::Square;

/// A symmetry: optionally exchange files and ranks, then optionally mirror the files, then the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(u8);

impl Symmetry {
    const FILES: u8 = 1;
    const RANKS: u8 = 2;
    const DIAGONAL: u8 = 4;

    /// Leaves everything in its place.
    pub const IDENTITY: Self = Self(0);

    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // Behind an exchange of files and ranks the two mirrors change roles.
        if self.0 == Self::DIAGONAL | Self::FILES {
            Self(Self::DIAGONAL | Self::RANKS)
        } else if self.0 == Self::DIAGONAL | Self::RANKS {
            Self(Self::DIAGONAL | Self::FILES)
        } else {
            self
        }
    }

    /// Where a set of squares goes.
    #[inline]
    pub const fn bits(self, mut bits: u64) -> u64 {
        if self.0 & Self::DIAGONAL != 0 {
            bits = transpose(bits);
        }
        if self.0 & Self::FILES != 0 {
            bits = mirror_files(bits);
        }
        if self.0 & Self::RANKS != 0 {
            bits = bits.swap_bytes();
        }
        bits
    }

    /// Where a square goes.
    #[inline]
    pub const fn square(self, square: Square) -> Square {
        let (mut col, mut row) = (square.0 % 8, square.0 / 8);
        if self.0 & Self::DIAGONAL != 0 {
            (col, row) = (row, col);
        }
        if self.0 & Self::FILES != 0 {
            col = 7 - col;
        }
        if self.0 & Self::RANKS != 0 {
            row = 7 - row;
        }
        Square::new(col, row)
    }

    /// Where the discs of a board go.
    #[inline]
    pub const fn board(self, board: Board) -> Board {
        Board {
            player: self.bits(board.player),
            opponent: self.bits(board.opponent),
        }
    }
}

/// Exchanges files and ranks: b1 becomes a2.
///
/// Three exchanges of blocks of 1, 2 and 4 bits across the diagonal (Warren, Hacker's Delight, 7-3).
pub const fn transpose(mut bits: u64) -> u64 {
    let moved = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
    bits ^= moved ^ moved << 7;
    let moved = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
    bits ^= moved ^ moved << 14;
    let moved = (bits ^ bits >> 28) & 0x0000_0000_f0f0_f0f0;
    bits ^ moved ^ moved << 28
}

/// Reverses the order of the files: a1 becomes h1.
pub const fn mirror_files(bits: u64) -> u64 {
    bits.reverse_bits().swap_bytes()
}

/// The representative of the boards that are symmetric to this one, and the symmetry that leads to
/// it: the smallest by discs of the side to move, then of the other side.
pub fn canonical(board: Board) -> (Board, Symmetry) {
    let mut best = (board, Symmetry::IDENTITY);
    for symmetry in &Symmetry::ALL[1..] {
        let image = symmetry.board(board);
        if (image.player, image.opponent) < (best.0.player, best.0.opponent) {
            best = (image, *symmetry);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::rules::square::squares;
    use crate::util::rng::Rng;

    #[test]
    fn bits_and_squares_go_to_the_same_places_and_back() {
        for symmetry in Symmetry::ALL {
            for square in (0..64).map(Square) {
                let image = symmetry.square(square);
                assert_eq!(
                    symmetry.bits(square.bit()),
                    image.bit(),
                    "{symmetry:?} {square}"
                );
                assert_eq!(
                    symmetry.inverse().square(image),
                    square,
                    "{symmetry:?} {square}"
                );
            }
        }
    }

    #[test]
    fn the_eight_are_different_and_closed() {
        // Where a2 and b1 go tells the symmetries apart.
        let trace = |f: &dyn Fn(Square) -> Square| (f(Square::new(0, 1)), f(Square::new(1, 0)));
        let images: Vec<_> = Symmetry::ALL
            .iter()
            .map(|symmetry| trace(&|square| symmetry.square(square)))
            .collect();
        for (n, image) in images.iter().enumerate() {
            assert!(!images[..n].contains(image), "{image:?}");
        }
        for first in Symmetry::ALL {
            for second in Symmetry::ALL {
                let both = trace(&|square| second.square(first.square(square)));
                assert!(images.contains(&both), "{first:?} then {second:?}");
            }
        }
    }

    #[test]
    fn symmetric_boards_have_one_canonical_form() {
        let mut rng = Rng::new(8);
        for _ in 0..1000 {
            let player = rng.next();
            let board = Board {
                player,
                opponent: !player & rng.next(),
            };
            let (form, symmetry) = canonical(board);
            assert_eq!(symmetry.board(board), form);
            assert_eq!(symmetry.inverse().board(form), board);
            for other in Symmetry::ALL {
                assert_eq!(canonical(other.board(board)).0, form, "{board:?} {other:?}");
            }
        }
        assert_eq!(squares(canonical(Board::START).0.empty()).count(), 60);
    }

    /// Different positions after n plies, taken modulo the eight symmetries.
    #[test]
    fn the_known_numbers_of_different_positions() {
        let mut boards = vec![Board::START];
        let mut counts = Vec::new();
        for _ in 0..7 {
            let mut next: Vec<Board> = boards
                .iter()
                .flat_map(|board| {
                    squares(board.moves())
                        .map(|square| canonical(board.play(square, board.flips(square))).0)
                })
                .collect();
            next.sort_unstable_by_key(|board| (board.player, board.opponent));
            next.dedup();
            counts.push(next.len());
            boards = next;
        }
        assert_eq!(counts, [1, 3, 14, 60, 322, 1773, 10_649]);
    }
}
