//! What is to be seen on each point of the board, before anybody draws it.

use crate::engine::Variant;
use crate::game::{Move, Side, Vertex};
use crate::play::game::Game;

/// Something on an empty point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    /// A legal point (Othello).
    Legal,
    /// An answer to a threat of the opponent (Gomoku).
    Threat,
    /// Forbidden for Black (Renju).
    Forbidden,
    /// The move of the last hint.
    Hint,
}

impl Mark {
    /// The mark as one ASCII character.
    pub(crate) const fn sign(self) -> char {
        match self {
            Mark::Legal => '+',
            Mark::Threat => '!',
            Mark::Forbidden => '#',
            Mark::Hint => '?',
        }
    }

    /// What the mark means, for the legend.
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Mark::Legal => "legal",
            Mark::Threat => "answers a threat",
            Mark::Forbidden => "forbidden for Black",
            Mark::Hint => "hint",
        }
    }
}

/// What stands left and right of a stone of a threat in ASCII.
const THREAT_SIGN: char = '-';

/// A point of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PointView {
    /// The stone.
    pub(crate) stone: Option<Side>,
    /// The mark of an empty point.
    pub(crate) mark: Option<Mark>,
    /// Whether it is the last move.
    pub(crate) is_last: bool,
    /// Whether it is part of the winning row.
    pub(crate) is_winning: bool,
    /// Whether the move under the cursor flips this disc.
    pub(crate) is_flipped: bool,
    /// Whether it is a stone of a threat that is shown.
    pub(crate) is_threat: bool,
    /// Whether the cursor is here.
    pub(crate) is_cursor: bool,
}

/// A board to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct BoardView {
    /// Number of ranks and files.
    pub(crate) size: u8,
    /// The ranks from the top of the picture.
    pub(crate) ranks: Vec<u8>,
    /// Rank by rank from `a1`.
    points: Vec<PointView>,
}

impl BoardView {
    /// The board of a game. With a cursor it shows what a move there does.
    pub(crate) fn new(game: &Game, cursor: Option<Vertex>) -> Self {
        let record = game.record();
        let size = record.size();
        let ranks = match game.variant() {
            Variant::Othello => (0..size).collect(),
            Variant::Gomoku(_) => (0..size).rev().collect(),
        };
        let mut board = Self {
            size,
            ranks,
            points: vec![PointView::default(); usize::from(size) * usize::from(size)],
        };
        for (side, vertex) in record.current().stones() {
            board.change(vertex, |point| point.stone = Some(side));
        }
        if let Some(last) = game.last_move() {
            board.change(last, |point| point.is_last = true);
        }
        for vertex in record.winning_line() {
            board.change(vertex, |point| point.is_winning = true);
        }
        board.mark_moves(game);
        if let Some(cursor) = cursor {
            board.change(cursor, |point| point.is_cursor = true);
            board.preview(game, cursor);
        }
        board
    }

    fn mark_moves(&mut self, game: &Game) {
        let (record, shown) = (game.record(), game.shown());
        if game.end().is_some() {
            return;
        }
        let is_othello = game.variant() == Variant::Othello;
        if is_othello && shown.legal && game.awaits_person() {
            for vertex in record.legal().into_iter().filter_map(Move::vertex) {
                self.mark(vertex, Mark::Legal);
            }
        }
        if shown.threats {
            let side = record.side();
            for threat in record.threats() {
                for &vertex in &threat.stones {
                    self.change(vertex, |point| point.is_threat = true);
                }
                // What the side to move has to answer.
                for &vertex in threat.answers.iter().filter(|_| threat.side != side) {
                    self.mark(vertex, Mark::Threat);
                }
            }
        }
        if shown.forbidden {
            for (vertex, _) in record.forbidden() {
                self.mark(vertex, Mark::Forbidden);
            }
        }
        if let Some(vertex) = game.hint() {
            self.mark(vertex, Mark::Hint);
        }
    }

    fn preview(&mut self, game: &Game, cursor: Vertex) {
        let mv = Move::Place(cursor);
        let record = game.record();
        if game.shown().flips && game.awaits_person() && record.check(record.side(), mv).is_ok() {
            for vertex in record.flips(mv) {
                self.change(vertex, |point| point.is_flipped = true);
            }
        }
    }

    /// A point of the board.
    pub(crate) fn point(&self, vertex: Vertex) -> PointView {
        self.index(vertex)
            .map_or(PointView::default(), |index| self.points[index])
    }

    /// The marks on the board, each once.
    pub(crate) fn marks(&self) -> Vec<Mark> {
        let mut marks: Vec<_> = self.points.iter().filter_map(|point| point.mark).collect();
        marks.sort_unstable();
        marks.dedup();
        marks
    }

    fn index(&self, vertex: Vertex) -> Option<usize> {
        (vertex.col < self.size && vertex.row < self.size)
            .then(|| usize::from(vertex.row) * usize::from(self.size) + usize::from(vertex.col))
    }

    fn change(&mut self, vertex: Vertex, change: impl FnOnce(&mut PointView)) {
        if let Some(index) = self.index(vertex) {
            change(&mut self.points[index]);
        }
    }

    /// Marks an empty point; the mark that says more stays.
    fn mark(&mut self, vertex: Vertex, mark: Mark) {
        self.change(vertex, |point| point.mark = point.mark.max(Some(mark)));
    }

    /// The sign of a point in ASCII: `X` for Black, `O` for White, small if the move under the cursor flips
    /// the disc.
    pub(crate) fn sign(&self, vertex: Vertex) -> char {
        let point = self.point(vertex);
        match (point.stone, point.is_flipped) {
            (Some(Side::Black), false) => 'X',
            (Some(Side::Black), true) => 'x',
            (Some(Side::White), false) => 'O',
            (Some(Side::White), true) => 'o',
            (None, _) => point.mark.map_or('.', Mark::sign),
        }
    }

    /// The signs that stand left and right of a point in ASCII, if it is special.
    pub(crate) fn brackets(&self, vertex: Vertex) -> Option<(char, char)> {
        let point = self.point(vertex);
        if point.is_cursor {
            Some(('[', ']'))
        } else if point.is_winning {
            Some(('*', '*'))
        } else if point.is_last {
            Some(('(', ')'))
        } else if point.is_threat {
            Some((THREAT_SIGN, THREAT_SIGN))
        } else {
            None
        }
    }

    /// A rank in ASCII, without its number: `. X(O). `.
    pub(crate) fn rank_text(&self, row: u8, cols: std::ops::Range<u8>) -> String {
        let mut text = String::new();
        // The right bracket of a point stands where the left one of the next would be. The cursor has precedence,
        // and a threat yields.
        let mut pending = ' ';
        for col in cols {
            let vertex = Vertex::new(col, row);
            let brackets = self.brackets(vertex);
            text.push(match brackets {
                Some((left, _)) if matches!(pending, ' ' | THREAT_SIGN) || left == '[' => left,
                _ => pending,
            });
            pending = brackets.map_or(' ', |(_, right)| right);
            text.push(self.sign(vertex));
        }
        text.push(pending);
        text
    }

    /// The letters of files.
    pub(crate) fn file_letter(col: u8) -> char {
        char::from(b'a' + col.min(25))
    }

    /// The whole board in ASCII.
    pub(crate) fn text(&self) -> String {
        let files: String = (0..self.size)
            .flat_map(|col| [' ', Self::file_letter(col)])
            .collect();
        let mut text = format!("  {files}\n");
        for &row in &self.ranks {
            let number = u16::from(row) + 1;
            text += &format!("{number:>2}{}{number}\n", self.rank_text(row, 0..self.size));
        }
        text + &format!("  {files}\n")
    }

    /// The meaning of the marks, in one line; empty without marks.
    pub(crate) fn legend(&self) -> String {
        let marks = self.marks().into_iter();
        let parts: Vec<_> = marks
            .map(|mark| format!("{} {}", mark.sign(), mark.meaning()))
            .collect();
        parts.join(", ")
    }
}
