//! Books in memory and in files, and the embedded book.

use super::*;
use crate::game::Symmetry;
use crate::util::rng::Rng;

fn after(moves: &str) -> Board {
    let mut board = Board::START;
    for text in moves.as_bytes().chunks(2) {
        let square = Square::new(text[0] - b'a', text[1] - b'1');
        board = board.play(square, board.flips(square));
    }
    board
}

/// All positions after up to three discs, with values that depend on the board alone.
fn small() -> Book {
    let mut book = Book::new();
    for _ in 0..3 {
        for leaf in book.cheapest(100, 0.0, 0, 60) {
            for child in book.missing(leaf) {
                let noise = (child.player ^ child.opponent.rotate_left(7))
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15);
                book.insert(child, CentiDiscs((noise >> 55) as i32 - 256));
            }
            assert!(book.expand(leaf));
        }
    }
    book.back_up();
    book
}

#[test]
fn a_book_survives_a_round_trip() {
    let book = small();
    assert_eq!(book.len(), 1 + 1 + 3 + 14);
    let file = book.write("a test");
    let (back, provenance) = Book::read(&file).unwrap();
    assert_eq!(provenance, "a test");
    // The search values of expanded positions survive, too.
    assert_eq!(back.entries, book.entries);
    // A book that ends too early or too late.
    let blob = Blob::read(MAGIC, &file, 2..=2 * MAX_POSITIONS).unwrap();
    for bytes in [
        &blob.bytes[..blob.bytes.len() - 2],
        &blob.bytes[..blob.bytes.len() - 1],
        &[&blob.bytes[..], &[0]].concat(),
        &[&blob.bytes[..], &[0, 0]].concat(),
        // Every position is expanded: the game has more of them than the file.
        &[1, 0].repeat(10_000),
    ] {
        let file = Blob::pack(MAGIC, "a test", bytes);
        assert_eq!(Book::read(&file).err(), Some(BlobError::Size));
    }
}

#[test]
fn the_line_is_the_best_play_from_every_side_of_the_board() {
    let book = small();
    for moves in ["", "f5", "f5d6", "f5f6", "f5f4"] {
        let board = after(moves);
        let line = book.best_line(board).unwrap();
        // By negamax over the leaves.
        fn negamax(book: &Book, board: Board) -> i32 {
            let entry = book.entries[&canonical(board).0];
            if !entry.is_expanded {
                return entry.searched.0;
            }
            let children = successors(board).map(|(_, child)| -negamax(book, child));
            children.max().unwrap()
        }
        assert_eq!(line.value.0, negamax(&book, board), "{moves}");
        let end = line.moves.iter().fold(board, |board, &square| {
            board.play(square, board.flips(square))
        });
        let sign = if line.moves.len().is_multiple_of(2) {
            1
        } else {
            -1
        };
        assert_eq!(line.value.0, sign * negamax(&book, end), "{moves}");
        for turn in Symmetry::ALL {
            let image = book.best_line(turn.board(board)).unwrap();
            assert_eq!(
                (image.value, image.moves.len()),
                (line.value, line.moves.len())
            );
        }
    }
    assert_eq!(book.best_line(after("f5d6c3")), None);
}

#[test]
fn leaves_behind_good_moves_are_cheaper() {
    let book = small();
    let order = book.cheapest(100, 100.0, 0, 60);
    assert_eq!(order.len(), 14);
    // The end of the best line costs three plies and nothing else.
    let line = book.best_line(Board::START).unwrap().moves;
    let end = line.iter().fold(Board::START, |board, &square| {
        board.play(square, board.flips(square))
    });
    assert_eq!(order[0], canonical(end).0);
    assert!(book.cheapest(100, 0.0, 3, 3).is_empty());
}

#[test]
fn the_embedded_book_is_intact() {
    let file = include_bytes!("../book.bin");
    let Blob { provenance, .. } = Blob::read(MAGIC, file, 0..=usize::MAX).unwrap();
    assert!(provenance.starts_with("flipfive"), "{provenance}");
    let (book, _) = Book::read(file).unwrap();
    assert!(book.len() > 1000);
    // All positions after up to five discs are expanded, and all lines are legal.
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let mut board = Board::START;
        for _ in 0..5 {
            let line = book.best_line(board).unwrap();
            let end = line.moves.iter().fold(board, |board, &square| {
                assert!(board.moves() & square.bit() != 0);
                board.play(square, board.flips(square))
            });
            assert!(end.empties() < board.empties());
            let moves: Vec<Square> = squares(board.moves()).collect();
            let square = moves[rng.below(moves.len() as u64) as usize];
            board = board.play(square, board.flips(square));
        }
    }
}
