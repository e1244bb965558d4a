//! The symmetries of the board on bitboards.

use crate::game::{Symmetry, Vertex};
use crate::othello::rules::{board::Board, square::Square};

impl Symmetry {
    /// The image of a set of squares.
    #[inline]
    pub(crate) const fn bits(self, mut bits: u64) -> u64 {
        if self.mirrors_files() {
            bits = mirror_files(bits);
        }
        if self.mirrors_ranks() {
            bits = bits.swap_bytes();
        }
        if self.transposes() {
            bits = transpose(bits);
        }
        bits
    }

    /// The image of a square.
    #[inline]
    pub(crate) const fn square(self, square: Square) -> Square {
        let image = self.vertex(Vertex::new(square.0 % 8, square.0 / 8), 8);
        Square::new(image.col, image.row)
    }

    /// The image of a board. Public for the benchmarks.
    #[inline]
    pub const fn board(self, board: Board) -> Board {
        Board::new(self.bits(board.player), self.bits(board.opponent))
    }
}

/// Exchanges files and ranks: b1 becomes a2. Blocks of 1, 2 and 4 bits are exchanged across the diagonal
/// (Warren, Hacker's Delight, 7-3).
pub(crate) const fn transpose(mut bits: u64) -> u64 {
    let moved = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
    bits ^= moved ^ moved << 7;
    let moved = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
    bits ^= moved ^ moved << 14;
    let moved = (bits ^ bits >> 28) & 0x0000_0000_f0f0_f0f0;
    bits ^ moved ^ moved << 28
}

/// Reverses the order of the files: a1 becomes h1.
pub(crate) const fn mirror_files(bits: u64) -> u64 {
    bits.reverse_bits().swap_bytes()
}

/// The images of a set of squares under [`Symmetry::ALL`], which share most of their work.
fn images(bits: u64) -> [u64; 8] {
    let (mirrored, transposed) = (mirror_files(bits), transpose(bits));
    // Behind the transposition, the mirrors change roles.
    let both = mirror_files(transposed);
    [
        bits,
        mirrored,
        bits.swap_bytes(),
        mirrored.swap_bytes(),
        transposed,
        transposed.swap_bytes(),
        both,
        both.swap_bytes(),
    ]
}

/// The canonical form of a board: of its eight images the smallest, by discs of the side to move, then of
/// the other side. Also returns the symmetry that maps the board to it.
pub fn canonical(board: Board) -> (Board, Symmetry) {
    let (players, opponents) = (images(board.player), images(board.opponent));
    let mut best = 0;
    for index in 1..8 {
        if (players[index], opponents[index]) < (players[best], opponents[best]) {
            best = index;
        }
    }
    let form = Board::new(players[best], opponents[best]);
    (form, Symmetry::ALL[best])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::rules::square::squares;
    use crate::util::rng::Rng;

    #[test]
    fn bits_and_squares_have_the_same_images() {
        for symmetry in Symmetry::ALL {
            for square in (0..64).map(Square) {
                let image = symmetry.square(square).bit();
                assert_eq!(symmetry.bits(square.bit()), image, "{symmetry:?} {square}");
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
