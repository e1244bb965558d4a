//! Positions as pictures: text for terminals, SVG for everything else.

use crate::engine::Variant;
use crate::format::tree::{Mark, MarkKind};
use crate::game::{Setup, Side, Vertex};
use maud::{Markup, html};

/// Pixels of a cell.
const CELL: u32 = 40;
/// Pixels beside the board, for the coordinates.
const MARGIN: u32 = 32;

/// A position with what is drawn on it.
///
/// ```
/// use flipfive::engine::Variant;
/// use flipfive::format::Diagram;
///
/// let start = Variant::Othello.new_record(8).unwrap().start();
/// let diagram = Diagram::new(Variant::Othello, start);
/// assert!(diagram.text().contains("4 . . . O X . . . 4"));
/// assert!(diagram.svg().starts_with("<svg"));
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The game: Othello has rank 1 at the top, Gomoku at the bottom.
    pub variant: Variant,
    /// The stones.
    pub setup: Setup,
    /// The last move.
    pub last: Option<Vertex>,
    /// Numbers on stones or empty points.
    pub numbers: Vec<(Vertex, usize)>,
    /// Marks.
    pub marks: Vec<Mark>,
}

impl Diagram {
    /// A position without marks.
    pub fn new(variant: Variant, setup: Setup) -> Self {
        Self {
            variant,
            setup,
            last: None,
            numbers: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// The ranks from the top of the picture.
    fn ranks(&self) -> Vec<u8> {
        let ranks = 0..self.setup.size;
        match self.variant {
            Variant::Othello => ranks.collect(),
            Variant::Gomoku(_) => ranks.rev().collect(),
        }
    }

    /// The board with `X` for Black, `O` for White, and parentheses around the last move. A label of one
    /// letter stands on its point if that is empty.
    pub fn text(&self) -> String {
        let size = self.setup.size;
        let files: Vec<String> = (0..size).map(file).collect();
        let files = format!("   {}\n", files.join(" "));
        let mut text = files.clone();
        for row in self.ranks() {
            let mut line = format!("{:>2}", row + 1);
            for col in 0..=size {
                let is_last = |col| self.last == Some(Vertex::new(col, row));
                line.push(match col {
                    col if col < size && is_last(col) => '(',
                    col if col > 0 && is_last(col - 1) => ')',
                    _ => ' ',
                });
                if col < size {
                    line.push(self.sign(Vertex::new(col, row)));
                }
            }
            text += &format!("{line}{}\n", row + 1);
        }
        text + &files
    }

    fn sign(&self, vertex: Vertex) -> char {
        let label = self.marks.iter().find_map(|mark| match &mark.kind {
            MarkKind::Label(text) if mark.at == vertex => text.chars().next(),
            _ => None,
        });
        match (self.setup.get(vertex), label) {
            (Some(Side::Black), _) => 'X',
            (Some(Side::White), _) => 'O',
            (None, Some(label)) if label.is_alphanumeric() => label,
            (None, _) => '.',
        }
    }

    /// The centre of a point in the picture.
    fn centre(&self, vertex: Vertex) -> (u32, u32) {
        let row = match self.variant {
            Variant::Othello => vertex.row,
            Variant::Gomoku(_) => self.setup.size.saturating_sub(1).saturating_sub(vertex.row),
        };
        let at = |n: u8| MARGIN + CELL * u32::from(n) + CELL / 2;
        (at(vertex.col), at(row))
    }

    /// The board as an SVG file.
    pub fn svg(&self) -> String {
        let board = CELL * u32::from(self.setup.size);
        let side = board + 2 * MARGIN;
        let drawing = html! {
            svg xmlns="http://www.w3.org/2000/svg" width=(side) height=(side)
                viewBox=(format!("0 0 {side} {side}")) font-family="sans-serif" font-size="15"
                text-anchor="middle" {
                rect width="100%" height="100%" fill="#f4f1ea" {}
                (self.grid(board))
                (self.coordinates(side))
                @for (owner, vertex) in self.setup.stones() { (self.stone(owner, vertex)) }
                @if let Some(last) = self.last { (self.last_move(last)) }
                @for &(vertex, number) in &self.numbers {
                    (self.word(vertex, &number.to_string()))
                }
                @for mark in &self.marks { (self.mark(mark)) }
            }
        };
        drawing.into_string() + "\n"
    }

    fn grid(&self, board: u32) -> Markup {
        let othello = self.variant == Variant::Othello;
        let fill = if othello { "#2f8f57" } else { "#e2b872" };
        // Othello is played in the cells, Gomoku on the crossings of the lines.
        let (first, lines) = match self.variant {
            Variant::Othello => (MARGIN, u32::from(self.setup.size) + 1),
            Variant::Gomoku(_) => (MARGIN + CELL / 2, u32::from(self.setup.size)),
        };
        let end = first + CELL * lines.saturating_sub(1);
        html! {
            rect x=(MARGIN) y=(MARGIN) width=(board) height=(board) fill=(fill) {}
            @for n in 0..lines {
                @let at = first + CELL * n;
                path d=(format!("M{first} {at}H{end}M{at} {first}V{end}"))
                    stroke="#20301f" stroke-width="1" {}
            }
        }
    }

    fn coordinates(&self, side: u32) -> Markup {
        html! {
            @for n in 0..self.setup.size {
                @let (x, y) = self.centre(Vertex::new(n, n));
                @for edge in [MARGIN / 2, side - MARGIN / 2] {
                    text x=(x) y=(edge + 5) { (file(n)) }
                    text x=(edge) y=(y + 5) { (u16::from(n) + 1) }
                }
            }
        }
    }

    fn stone(&self, owner: Side, vertex: Vertex) -> Markup {
        let (x, y) = self.centre(vertex);
        let fill = match owner {
            Side::Black => "#111",
            Side::White => "#fff",
        };
        html! { circle cx=(x) cy=(y) r=(CELL * 21 / 50) fill=(fill) stroke="#111" {} }
    }

    fn last_move(&self, vertex: Vertex) -> Markup {
        let (x, y) = self.centre(vertex);
        // A number says which move is the last one.
        let numbered = self.numbers.iter().any(|(at, _)| *at == vertex);
        html! {
            @if !numbered { circle cx=(x) cy=(y) r=(CELL / 10) fill="#d33" {} }
        }
    }

    /// The colour of what is drawn on a point.
    fn ink(&self, vertex: Vertex) -> &'static str {
        match self.setup.get(vertex) {
            Some(Side::Black) => "#fff",
            _ => "#111",
        }
    }

    fn word(&self, vertex: Vertex, word: &str) -> Markup {
        let (x, y) = self.centre(vertex);
        let short: String = word.chars().take(4).collect();
        html! { text x=(x) y=(y + 5) fill=(self.ink(vertex)) { (short) } }
    }

    fn mark(&self, mark: &Mark) -> Markup {
        let (x, y) = self.centre(mark.at);
        let ink = self.ink(mark.at);
        let r = CELL / 4;
        let (left, right, top, bottom) = (x - r, x + r, y - r, y + r);
        let path = match &mark.kind {
            MarkKind::Label(text) => return self.word(mark.at, text),
            MarkKind::Circle => {
                return html! {
                    circle cx=(x) cy=(y) r=(r) fill="none" stroke=(ink) stroke-width="2" {}
                };
            }
            MarkKind::Cross => {
                format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}")
            }
            MarkKind::Square | MarkKind::Selected => {
                format!("M{left} {top}H{right}V{bottom}H{left}Z")
            }
            MarkKind::Triangle => format!("M{x} {top}L{right} {bottom}H{left}Z"),
            MarkKind::Arrow(to) | MarkKind::Line(to) => {
                let (to_x, to_y) = self.centre(*to);
                format!("M{x} {y}L{to_x} {to_y}")
            }
        };
        html! { path d=(path) fill="none" stroke=(ink) stroke-width="2" {} }
    }
}

/// The letter of a file, with I as one of the letters.
fn file(col: u8) -> String {
    Vertex::new(col, 0).to_string().chars().take(1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;

    #[test]
    fn rank_one_is_where_the_game_has_it() {
        let mut setup = Setup::empty(9);
        setup.set(Vertex::new(8, 0), Some(Side::White));
        let mut diagram = Diagram::new(Variant::Gomoku(Rule::Freestyle), setup);
        diagram.last = Some(Vertex::new(8, 0));
        let text = diagram.text();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "   a b c d e f g h i");
        assert!(lines[1].starts_with(" 9 ."), "{text}");
        assert_eq!(lines[9], " 1 . . . . . . . .(O)1");
    }

    #[test]
    fn pictures_have_stones_numbers_and_escaped_labels() {
        let start = Variant::Othello.new_record(8).unwrap().start();
        let mut diagram = Diagram::new(Variant::Othello, start);
        diagram.numbers.push((Vertex::new(3, 3), 17));
        diagram.marks.push(Mark {
            at: Vertex::new(0, 0),
            kind: MarkKind::Label("<&".into()),
        });
        let svg = diagram.svg();
        assert_eq!(svg.matches("<circle").count(), 4);
        assert!(svg.contains(">17</text>"), "{svg}");
        assert!(svg.contains(">&lt;&amp;</text>"), "{svg}");
    }
}
