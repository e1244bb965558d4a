//! Growth of the opening book: drop-out expansion. The leaves with the lowest cost are expanded, and their
//! successors are searched.

use crate::othello::{Board, OthelloPlayer, book::Book, solve::mean_of_iterations};
use crate::util::threads::on_threads;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Settings of the growth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Settings {
    /// Depth of the last iteration of a search, in plies.
    pub depth: u32,
    /// The cost of a disc that a move loses against the best one; a ply costs 1.
    pub loss: f64,
    /// Positions with fewer discs played than this are expanded first.
    pub all: u32,
    /// Positions with this many discs played are not expanded.
    pub plies: u32,
    /// Number of positions that are searched at the same time.
    pub threads: usize,
}

/// Leaves that are expanded together; a constant, so that the book does not depend on the number of threads.
const BATCH: usize = 16;

/// Expands the cheapest leaves and searches their successors; calls `tell` after each search. Returns the
/// number of expanded positions, which is 0 if no leaf is left.
pub(crate) fn grow(book: &mut Book, settings: Settings, tell: impl Fn() + Sync) -> usize {
    book.back_up();
    let leaves = book.cheapest(BATCH, settings.loss, settings.all, settings.plies);
    let mut boards: Vec<Board> = leaves.iter().flat_map(|&leaf| book.missing(leaf)).collect();
    boards.sort_unstable_by_key(|board| (board.player, board.opponent));
    boards.dedup();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut player = OthelloPlayer::default();
        let mut found = Vec::new();
        while let Some(&board) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.push((
                board,
                mean_of_iterations(&mut player, board, settings.depth),
            ));
            tell();
        }
        found
    };
    let threads = settings.threads.min(boards.len());
    for (board, value) in on_threads(threads, work).into_iter().flatten() {
        book.insert(board, value);
    }
    let opened = leaves.into_iter().filter(|&leaf| book.expand(leaf)).count();
    book.back_up();
    opened
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::rules::square::squares;

    const SETTINGS: Settings = Settings {
        depth: 2,
        loss: 2.0,
        all: 3,
        plies: 20,
        threads: 1,
    };

    #[test]
    fn a_book_does_not_depend_on_the_number_of_threads() {
        let grown = |threads| {
            let mut book = Book::new();
            for _ in 0..6 {
                assert!(
                    grow(
                        &mut book,
                        Settings {
                            threads,
                            ..SETTINGS
                        },
                        || {}
                    ) > 0
                );
            }
            book
        };
        let book = grown(1);
        assert!(book.len() > 200, "{}", book.len());
        assert_eq!(grown(3), book);
    }

    #[test]
    fn a_book_ends_where_it_is_told_to() {
        let mut book = Book::new();
        let short = Settings {
            plies: 3,
            ..SETTINGS
        };
        while grow(&mut book, short, || {}) > 0 {}
        // All positions after three discs and fewer: 1, 1, 3 and 14.
        assert_eq!(book.len(), 19);
    }

    #[test]
    fn values_are_those_of_the_side_to_move() {
        let mut book = Book::new();
        grow(&mut book, SETTINGS, || {});
        let mut player = OthelloPlayer::default();
        for square in squares(Board::START.moves()) {
            let board = Board::START.play(square, Board::START.flips(square));
            let value = mean_of_iterations(&mut player, board, SETTINGS.depth);
            assert_eq!(book.get(board).unwrap().searched, value);
        }
    }
}
