//! The opening book: what early positions are worth by searches that nobody has the time for in a game.
//!
//! Positions are boards up to symmetry. One that is *open* has all its successors in the book; the others
//! are the leaves, each worth what a search found. [`Book::back_up`] carries these values up to the start,
//! so a move of an open position is judged by the best play that the book knows behind it.
//!
//! The file (`book.bin`, a [`Blob`]) has no boards: they follow from the rules. It
//! lists the positions breadth first from the start of the game, the successors of an open one in the
//! order of their squares on the board that stands for it, each position where it is first met: a 16-bit
//! number, little-endian, twice the value of its search in centi-discs, and one more if it is open.

use crate::othello::rules::square::squares;
use crate::othello::rules::symmetry::canonical;
use crate::othello::{Board, Square};
use crate::util::blob::{Blob, BlobError, load_embedded};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A position of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// What the search found for the side to move, in centi-discs.
    searched: i16,
    /// The same, or if the position is open the value of its best move.
    value: i16,
    open: bool,
}

/// A set of positions that begins with the start of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    entries: HashMap<Board, Entry>,
    /// How it was made.
    pub provenance: String,
}

/// What the book says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The best line as far as the book goes, at least one move.
    pub line: Vec<Square>,
    /// Its value for the side to move, in centi-discs.
    pub value: i32,
}

const MAGIC: &str = "FLIPBOK2";

/// No book has more positions.
const MOST: usize = 1 << 24;

/// Values of searches beyond this are cut to it, so that twice a value fits into the file.
const GREATEST: i32 = 6400;

/// The positions after the moves of `board`, in the order of the squares, each the one that stands for
/// all that are symmetric to it.
fn successors(board: Board) -> impl Iterator<Item = (Square, Board)> {
    squares(board.moves()).map(move |square| {
        let child = board.play(square, board.flips(square));
        (square, canonical(child).0)
    })
}

impl Book {
    /// A book of the start of the game alone, of which nothing is known.
    pub fn new() -> Self {
        let start = canonical(Board::START).0;
        let mut book = Self {
            entries: HashMap::new(),
            provenance: String::new(),
        };
        book.put(start, 0);
        book
    }

    /// Reads a book.
    ///
    /// # Errors
    /// The file is of another kind, truncated or damaged.
    pub fn read(file: &[u8]) -> Result<Self, BlobError> {
        let blob = Blob::read(MAGIC, file, 2..=2 * MOST)?;
        let mut book = Self::new();
        book.provenance = blob.provenance;
        let mut order = vec![canonical(Board::START).0];
        let mut numbers = blob.bytes.chunks_exact(2);
        let mut next = 0;
        while let Some(&board) = order.get(next) {
            let Some(&[low, high]) = numbers.next() else {
                return Err(BlobError::Size);
            };
            let number = i16::from_le_bytes([low, high]);
            book.put(board, i32::from(number >> 1));
            if number & 1 == 1 {
                for (_, child) in successors(board) {
                    if !book.entries.contains_key(&child) {
                        book.put(child, 0);
                        order.push(child);
                    }
                }
                book.open(board);
            }
            next += 1;
        }
        if numbers.next().is_some() {
            return Err(BlobError::Size);
        }
        book.back_up();
        Ok(book)
    }

    /// Writes the book.
    pub fn write(&self, provenance: &str) -> Vec<u8> {
        let mut order = vec![canonical(Board::START).0];
        let mut seen: std::collections::HashSet<Board> = order.iter().copied().collect();
        let mut bytes = Vec::new();
        let mut next = 0;
        while let Some(&board) = order.get(next) {
            let entry = self.entries.get(&board).copied().unwrap_or(Entry {
                searched: 0,
                value: 0,
                open: false,
            });
            bytes.extend((entry.searched << 1 | i16::from(entry.open)).to_le_bytes());
            if entry.open {
                order.extend(
                    successors(board)
                        .map(|(_, child)| child)
                        .filter(|child| seen.insert(*child)),
                );
            }
            next += 1;
        }
        Blob::pack(MAGIC, provenance, &bytes)
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing but the start of the game is in it.
    pub fn is_empty(&self) -> bool {
        self.len() <= 1
    }

    /// Adds a position with the value of its search in centi-discs for the side to move.
    pub fn put(&mut self, board: Board, searched: i32) {
        let searched = searched.clamp(-GREATEST, GREATEST) as i16;
        let entry = Entry {
            searched,
            value: searched,
            open: false,
        };
        self.entries.insert(canonical(board).0, entry);
    }

    /// Opens a position if all its successors are in the book and it has any; says whether it is open
    /// now.
    pub fn open(&mut self, board: Board) -> bool {
        let board = canonical(board).0;
        let complete = board.moves() != 0
            && successors(board).all(|(_, child)| self.entries.contains_key(&child));
        match self.entries.get_mut(&board) {
            Some(entry) => {
                entry.open = complete;
                complete
            }
            None => false,
        }
    }

    /// The successors of a position that are not in the book.
    pub fn missing(&self, board: Board) -> Vec<Board> {
        let mut missing: Vec<Board> = successors(canonical(board).0)
            .map(|(_, child)| child)
            .filter(|child| !self.entries.contains_key(child))
            .collect();
        missing.sort_unstable_by_key(|board| (board.player, board.opponent));
        missing.dedup();
        missing
    }

    /// Gives every open position the value of its best move.
    pub fn back_up(&mut self) {
        for board in self.open_positions().into_iter().rev() {
            let value = self.moves(board).map(|(_, value)| value).max();
            if let (Some(value), Some(entry)) = (value, self.entries.get_mut(&board)) {
                entry.value = value;
            }
        }
    }

    /// Those that are open, the fewest discs first.
    fn open_positions(&self) -> Vec<Board> {
        let open = self.entries.iter().filter(|(_, entry)| entry.open);
        let mut boards: Vec<Board> = open.map(|(&board, _)| board).collect();
        boards.sort_unstable_by_key(|board| {
            (
                std::cmp::Reverse(board.empties()),
                board.player,
                board.opponent,
            )
        });
        boards
    }

    /// The moves of a position with the values that they have in the book, for the side to move.
    fn moves(&self, board: Board) -> impl Iterator<Item = (Square, i16)> {
        successors(board).filter_map(|(square, child)| {
            let entry = self.entries.get(&child)?;
            Some((square, -entry.value))
        })
    }

    /// The leaves that are worth opening most, the worthiest first. To get to a position costs a point for
    /// every ply, and `loss` points for every disc that a move is worse than the best one; those with fewer
    /// than `all` discs played come before all others. Positions with `plies` discs played or more are
    /// not opened.
    pub fn cheapest(&self, count: usize, loss: f64, all: u32, plies: u32) -> Vec<Board> {
        let start = canonical(Board::START).0;
        let mut costs: HashMap<Board, f64> = HashMap::from([(start, 0.0)]);
        for board in self.open_positions() {
            let Some(&cost) = costs.get(&board) else {
                continue;
            };
            let best = self.entries.get(&board).map_or(0, |entry| entry.value);
            for (_, child) in successors(board) {
                if let Some(entry) = self.entries.get(&child) {
                    let lost = f64::from(best + entry.value) / 100.0;
                    let through_here = cost + 1.0 + loss * lost;
                    let known = costs.entry(child).or_insert(f64::INFINITY);
                    *known = known.min(through_here);
                }
            }
        }
        let is_leaf = |board: &Board| self.entries.get(board).is_some_and(|entry| !entry.open);
        let mut leaves: Vec<(f64, Board)> = costs
            .into_iter()
            .filter(|(board, _)| {
                60 - board.empties() < plies && is_leaf(board) && board.moves() != 0
            })
            .map(|(board, cost)| (cost, board))
            .collect();
        leaves.sort_unstable_by(|(a, x), (b, y)| {
            let is_late = |board: &Board| 60 - board.empties() >= all;
            is_late(x)
                .cmp(&is_late(y))
                .then(a.total_cmp(b))
                .then((x.player, x.opponent).cmp(&(y.player, y.opponent)))
        });
        leaves.truncate(count);
        leaves.into_iter().map(|(_, board)| board).collect()
    }

    /// The best line from a position, if it is open. Of equally good moves the first one is taken.
    pub fn advice(&self, board: Board) -> Option<Advice> {
        let mut line = Vec::new();
        let mut board = board;
        let (stands_for_it, _) = canonical(board);
        let value = i32::from(self.entries.get(&stands_for_it)?.value);
        while self
            .entries
            .get(&canonical(board).0)
            .is_some_and(|entry| entry.open)
        {
            // The first of the greatest.
            let mut best: Option<(Square, i16)> = None;
            for (square, value) in self.moves(board) {
                if best.is_none_or(|(_, most)| value > most) {
                    best = Some((square, value));
                }
            }
            let (square, _) = best?;
            line.push(square);
            board = board.play(square, board.flips(square));
        }
        (!line.is_empty()).then_some(Advice { line, value })
    }
}

impl Default for Book {
    fn default() -> Self {
        Self::new()
    }
}

/// The book of the engine.
pub static BOOK: LazyLock<Book> = LazyLock::new(|| {
    load_embedded(
        "the opening book of Othello",
        include_bytes!("book.bin"),
        Book::read,
    )
});

#[cfg(test)]
mod tests {
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
                    book.put(child, (noise >> 55) as i32 - 256);
                }
                assert!(book.open(leaf));
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
        let back = Book::read(&file).unwrap();
        assert_eq!(back.provenance, "a test");
        // The search values of open positions come along, too.
        assert_eq!(back.entries, book.entries);
        // A book that ends in the middle, or goes on after its end.
        let blob = Blob::read(MAGIC, &file, 2..=2 * MOST).unwrap();
        for bytes in [
            &blob.bytes[..blob.bytes.len() - 2],
            &[&blob.bytes[..], &[0, 0]].concat(),
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
            let advice = book.advice(board).unwrap();
            // By negamax over the leaves.
            fn negamax(book: &Book, board: Board) -> i32 {
                let entry = book.entries[&canonical(board).0];
                if !entry.open {
                    return i32::from(entry.searched);
                }
                let children = successors(board).map(|(_, child)| -negamax(book, child));
                children.max().unwrap()
            }
            assert_eq!(advice.value, negamax(&book, board), "{moves}");
            let end = advice.line.iter().fold(board, |board, &square| {
                board.play(square, board.flips(square))
            });
            let sign = if advice.line.len().is_multiple_of(2) {
                1
            } else {
                -1
            };
            assert_eq!(advice.value, sign * negamax(&book, end), "{moves}");
            for turn in Symmetry::ALL {
                let image = book.advice(turn.board(board)).unwrap();
                assert_eq!(
                    (image.value, image.line.len()),
                    (advice.value, advice.line.len())
                );
            }
        }
        assert_eq!(book.advice(after("f5d6c3")), None);
    }

    #[test]
    fn leaves_behind_good_moves_are_cheaper() {
        let book = small();
        let order = book.cheapest(100, 100.0, 0, 60);
        assert_eq!(order.len(), 14);
        // The end of the best line costs three plies and nothing else.
        let line = book.advice(Board::START).unwrap().line;
        let end = line.iter().fold(Board::START, |board, &square| {
            board.play(square, board.flips(square))
        });
        assert_eq!(order[0], canonical(end).0);
        assert!(book.cheapest(100, 0.0, 3, 3).is_empty());
    }

    #[test]
    fn the_embedded_book_is_intact() {
        let book = Book::read(include_bytes!("book.bin")).unwrap();
        assert!(
            book.provenance.starts_with("flipfive"),
            "{}",
            book.provenance
        );
        assert!(book.len() > 1000);
        // Every position after up to five discs, and only moves of the rules.
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let mut board = Board::START;
            for _ in 0..5 {
                let advice = book.advice(board).unwrap();
                let end = advice.line.iter().fold(board, |board, &square| {
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
}
