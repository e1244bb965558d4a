//! The opening book: values of early positions from searches that are too long for a game.
//!
//! Positions are boards up to symmetry. An *expanded* position has all its successors in the book; the
//! others are leaves with the value of their search. [`Book::back_up`] carries these values up to the
//! start by minimax, so a move of an expanded position has the value of the best play behind it.
//!
//! The file (`book.bin`, a [`Blob`]) has no boards, since they follow from the rules. It lists the
//! positions breadth first from the start of the game, each where it first occurs, the successors of an
//! expanded position in the order of their squares on its canonical board. Each position is a
//! little-endian 16-bit number: twice the value of its search in centi-discs, plus one if it is expanded.

use crate::othello::rules::{square::squares, symmetry::canonical};
use crate::othello::{Board, CentiDiscs, Square};
use crate::util::blob::{Blob, BlobError, load_embedded};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::sync::OnceLock;

pub(crate) mod text;

/// A position of the book. Its values are for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BookEntry {
    /// The value of its search.
    pub searched: CentiDiscs,
    /// The same, or the value of the best line if the position is expanded.
    pub value: CentiDiscs,
    /// Whether all its successors are in the book.
    pub is_expanded: bool,
}

impl BookEntry {
    /// The entry of a leaf with the value of its search.
    fn leaf(searched: CentiDiscs) -> Self {
        let searched = CentiDiscs(searched.0.clamp(-MAX_VALUE, MAX_VALUE));
        Self {
            searched,
            value: searched,
            is_expanded: false,
        }
    }
}

/// A set of positions with values, rooted at the start of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Book {
    entries: FxHashMap<Board, BookEntry>,
}

/// The best line of a position in the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookLine {
    /// Its moves up to a leaf of the book, at least one.
    pub moves: Vec<Square>,
    /// Its value for the side to move.
    pub value: CentiDiscs,
}

/// The first bytes of a file.
pub(crate) const MAGIC: &str = "FLIPBOK2";

/// Most positions of a book.
const MAX_POSITIONS: usize = 1 << 24;

/// Values are clamped to this, so that twice a value fits into the file.
const MAX_VALUE: i32 = 6400;

/// The canonical positions after the moves of `board`, in the order of the squares.
fn successors(board: Board) -> impl Iterator<Item = (Square, Board)> {
    squares(board.moves()).map(move |square| {
        let child = board.play(square, board.flips(square));
        (square, canonical(child).0)
    })
}

impl Book {
    /// A book of the start of the game alone, with the value 0.
    pub(crate) fn new() -> Self {
        let start = canonical(Board::START).0;
        let mut book = Self {
            entries: FxHashMap::default(),
        };
        book.insert(start, CentiDiscs(0));
        book
    }

    /// Reads a book and its provenance.
    ///
    /// # Errors
    /// The file is of another kind, truncated or damaged.
    pub(crate) fn read(file: &[u8]) -> Result<(Self, String), BlobError> {
        let blob = Blob::read(MAGIC, file, 2..=2 * MAX_POSITIONS)?;
        let (numbers, rest) = blob.bytes.as_chunks::<2>();
        let mut book = Self::new();
        let mut order = vec![canonical(Board::START).0];
        for (next, number) in numbers.iter().enumerate() {
            let Some(&board) = order.get(next) else {
                return Err(BlobError::Size);
            };
            let number = i16::from_le_bytes(*number);
            let mut entry = BookEntry::leaf(CentiDiscs(i32::from(number >> 1)));
            if number & 1 == 1 {
                // These boards are canonical and their successors are all here, so neither is checked again.
                for (_, child) in successors(board) {
                    entry.is_expanded = true;
                    book.entries.entry(child).or_insert_with(|| {
                        order.push(child);
                        BookEntry::leaf(CentiDiscs(0))
                    });
                }
                // A small file could name positions without end.
                if order.len() > numbers.len() {
                    return Err(BlobError::Size);
                }
            }
            book.entries.insert(board, entry);
        }
        if order.len() > numbers.len() || !rest.is_empty() {
            return Err(BlobError::Size);
        }
        book.back_up();
        Ok((book, blob.provenance))
    }

    /// Writes the book.
    pub(crate) fn write(&self, provenance: &str) -> Vec<u8> {
        let order = self.breadth_first();
        let numbers = order.iter().flat_map(|(_, _, entry)| {
            let searched = entry.searched.0 as i16;
            (searched << 1 | i16::from(entry.is_expanded)).to_le_bytes()
        });
        let bytes: Vec<u8> = numbers.collect();
        Blob::pack(MAGIC, provenance, &bytes)
    }

    /// The boards in the order of the file, each with its entry and the index of the board that it first follows.
    fn breadth_first(&self) -> Vec<(Board, usize, BookEntry)> {
        let found = |board, parent| Some((board, parent, *self.entries.get(&board)?));
        let start = canonical(Board::START).0;
        let mut order = Vec::from_iter(found(start, 0));
        let mut seen = FxHashSet::from_iter([start]);
        let mut next = 0;
        while let Some(&(board, _, entry)) = order.get(next) {
            if entry.is_expanded {
                let new = successors(board).filter(|(_, child)| seen.insert(*child));
                order.extend(new.filter_map(|(_, child)| found(child, next)));
            }
            next += 1;
        }
        order
    }

    /// The positions in the order of the file, each with the shortest moves to it from the start of the game.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (Vec<Square>, BookEntry)> {
        /// Games begin with f5 by custom; all first moves are equal.
        const FIRST: Square = Square::new(5, 4);
        let order = self.breadth_first();
        let mut reached: Vec<(Board, Vec<Square>)> = Vec::with_capacity(order.len());
        for &(form, parent, _) in &order {
            let Some((board, moves)) = reached.get(parent) else {
                reached.push((Board::START, Vec::new()));
                continue;
            };
            let leads_here = |(square, child): (Square, Board)| (child == form).then_some(square);
            let square = match moves.is_empty() {
                true => Some(FIRST),
                false => successors(*board).find_map(leads_here),
            };
            let mut moves = moves.clone();
            moves.extend(square);
            let play = |square| board.play(square, board.flips(square));
            reached.push((square.map_or(*board, play), moves));
        }
        let positions = reached.into_iter().zip(order);
        positions.map(|((_, moves), (_, _, entry))| (moves, entry))
    }

    /// A position, if the book has it.
    pub(crate) fn get(&self, board: Board) -> Option<BookEntry> {
        self.entries.get(&canonical(board).0).copied()
    }

    /// The moves of a position that are in the book, best first, each as the line that begins with it.
    pub(crate) fn lines(&self, board: Board) -> Vec<BookLine> {
        let line = |(square, value): (Square, CentiDiscs)| {
            let child = board.play(square, board.flips(square));
            let rest = self.best_line(child).map_or(Vec::new(), |line| line.moves);
            BookLine {
                moves: [&[square], &rest[..]].concat(),
                value,
            }
        };
        let mut lines: Vec<BookLine> = self.moves(board).map(line).collect();
        lines.sort_by_key(|line| Reverse(line.value));
        lines
    }

    /// Number of positions.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds a position with the value of its search for the side to move.
    pub(crate) fn insert(&mut self, board: Board, searched: CentiDiscs) {
        self.entries
            .insert(canonical(board).0, BookEntry::leaf(searched));
    }

    /// Marks a position as expanded if it has successors and all of them are in the book. Returns whether
    /// it is expanded.
    pub(crate) fn expand(&mut self, board: Board) -> bool {
        let board = canonical(board).0;
        let complete = board.moves() != 0
            && successors(board).all(|(_, child)| self.entries.contains_key(&child));
        match self.entries.get_mut(&board) {
            Some(entry) => {
                entry.is_expanded = complete;
                complete
            }
            None => false,
        }
    }

    /// The successors of a position that are not in the book.
    pub(crate) fn missing(&self, board: Board) -> Vec<Board> {
        let mut missing: Vec<Board> = successors(canonical(board).0)
            .map(|(_, child)| child)
            .filter(|child| !self.entries.contains_key(child))
            .collect();
        missing.sort_unstable_by_key(|board| (board.player, board.opponent));
        missing.dedup();
        missing
    }

    /// Gives each expanded position the value of its best move.
    pub(crate) fn back_up(&mut self) {
        for board in self.expanded_positions().into_iter().rev() {
            let value = self.moves(board).map(|(_, value)| value).max();
            if let (Some(value), Some(entry)) = (value, self.entries.get_mut(&board)) {
                entry.value = value;
            }
        }
    }

    /// The expanded positions, fewest discs first.
    fn expanded_positions(&self) -> Vec<Board> {
        let expanded = self.entries.iter().filter(|(_, entry)| entry.is_expanded);
        let mut boards: Vec<Board> = expanded.map(|(&board, _)| board).collect();
        boards
            .sort_unstable_by_key(|board| (Reverse(board.empties()), board.player, board.opponent));
        boards
    }

    /// The moves of a position that are in the book, with their values for the side to move.
    fn moves(&self, board: Board) -> impl Iterator<Item = (Square, CentiDiscs)> {
        successors(board).filter_map(|(square, child)| {
            let entry = self.entries.get(&child)?;
            Some((square, CentiDiscs(-entry.value.0)))
        })
    }

    /// The best leaves to expand, cheapest first. The cost of a position is a point for each ply on the way
    /// to it, and `loss` points for each disc that a move loses against the best one. Positions with fewer
    /// than `all` discs played come first whatever they cost. Positions with `plies` discs played or more
    /// are left out.
    pub(crate) fn cheapest(&self, count: usize, loss: f64, all: u32, plies: u32) -> Vec<Board> {
        let start = canonical(Board::START).0;
        let mut costs = FxHashMap::from_iter([(start, 0.0)]);
        for board in self.expanded_positions() {
            let Some(&cost) = costs.get(&board) else {
                continue;
            };
            let best = self.entries.get(&board).map_or(0, |entry| entry.value.0);
            for (_, child) in successors(board) {
                if let Some(entry) = self.entries.get(&child) {
                    let lost = f64::from(best + entry.value.0) / 100.0;
                    let through_here = cost + 1.0 + loss * lost;
                    let known = costs.entry(child).or_insert(f64::INFINITY);
                    *known = known.min(through_here);
                }
            }
        }
        let is_leaf = |board: &Board| {
            self.entries
                .get(board)
                .is_some_and(|entry| !entry.is_expanded)
        };
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

    /// The best line of a position, if it is expanded. Among equal moves it takes the first one.
    pub(crate) fn best_line(&self, board: Board) -> Option<BookLine> {
        let mut moves = Vec::new();
        let mut board = board;
        let value = self.get(board)?.value;
        while self.get(board).is_some_and(|entry| entry.is_expanded) {
            let mut best: Option<(Square, CentiDiscs)> = None;
            for (square, value) in self.moves(board) {
                if best.is_none_or(|(_, most)| value > most) {
                    best = Some((square, value));
                }
            }
            let (square, _) = best?;
            moves.push(square);
            board = board.play(square, board.flips(square));
        }
        (!moves.is_empty()).then_some(BookLine { moves, value })
    }
}

impl Default for Book {
    fn default() -> Self {
        Self::new()
    }
}

/// The file of the built-in book.
pub(crate) const BUILT_IN: &[u8] = include_bytes!("book.bin");

/// The book that the engine of this process plays from.
static BOOK: OnceLock<Book> = OnceLock::new();

/// The book that the engine plays from: the built-in one, unless [`play_from`] has replaced it.
pub(crate) fn book() -> &'static Book {
    let read = |file: &[u8]| Ok(Book::read(file)?.0);
    BOOK.get_or_init(|| load_embedded("the opening book of Othello", BUILT_IN, read))
}

/// Replaces the built-in book. It has an effect once, before the first call of [`book`].
pub(crate) fn play_from(book: Book) {
    // The command line names one book and is read before a game begins.
    let _ = BOOK.set(book);
}

#[cfg(test)]
mod tests;
