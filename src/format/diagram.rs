//! Positions as pictures: text for terminals, SVG and PNG for everything else.

mod board;
mod letters;

use crate::engine::Variant;
use crate::format::tree::{Mark, MarkKind};
use crate::game::{Setup, Side, Vertex};
use board::{CELL, file};
pub(crate) use board::{EmptyBoard, STYLE as BOARD_STYLE};
use letters::Lettering;
use maud::{Markup, html};
use resvg::{tiny_skia, usvg};

/// Pixels of a PNG for each pixel of the SVG.
const PNG_SCALE: u32 = 2;
/// Radius of a stone in pixels.
const STONE: u32 = CELL * 21 / 50;

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

    fn board(&self) -> EmptyBoard {
        EmptyBoard::new(self.variant, self.setup.size)
    }

    /// The board with `X` for Black, `O` for White, and parentheses around the last move. A label of one
    /// letter or digit stands on its point if that is empty, unless it looks like a stone.
    pub fn text(&self) -> String {
        let size = self.setup.size;
        let files: Vec<String> = (0..size).map(file).collect();
        let files = format!("   {}\n", files.join(" "));
        let mut text = files.clone();
        for row in self.board().ranks() {
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
            MarkKind::Label(text) if mark.at == vertex => sign_of(text),
            _ => None,
        });
        match (self.setup.get(vertex), label) {
            (Some(Side::Black), _) => 'X',
            (Some(Side::White), _) => 'O',
            (None, label) => label.unwrap_or('.'),
        }
    }

    /// The centre of a point in the picture.
    fn centre(&self, vertex: Vertex) -> (u32, u32) {
        self.board().centre(vertex)
    }

    /// The board as an SVG file.
    pub fn svg(&self) -> String {
        self.drawing(Lettering::Text).into_string() + "\n"
    }

    /// The board as a PNG file with two pixels for each pixel of the SVG. `None` if it is too large for a
    /// picture, which no board of the games is.
    pub fn png(&self) -> Option<Vec<u8>> {
        let svg = self.drawing(Lettering::Strokes).into_string();
        let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).ok()?;
        let side = self.board().side() * PNG_SCALE;
        let mut pixels = tiny_skia::Pixmap::new(side, side)?;
        let scale = PNG_SCALE as f32;
        let transform = tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, transform, &mut pixels.as_mut());
        pixels.encode_png().ok()
    }

    fn drawing(&self, letters: Lettering) -> Markup {
        let board = self.board();
        let side = board.side();
        html! {
            svg xmlns="http://www.w3.org/2000/svg" width=(side) height=(side)
                viewBox=(format!("0 0 {side} {side}")) class=(board.class()) {
                style { (BOARD_STYLE) }
                (board.draw(letters))
                @for (owner, vertex) in self.setup.stones() { (self.stone(owner, vertex)) }
                @if let Some(last) = self.last { (self.last_move(last)) }
                @for &(vertex, number) in &self.numbers {
                    (self.word(vertex, &number.to_string(), letters))
                }
                @for mark in &self.marks { (self.mark(mark, letters)) }
            }
        }
    }

    fn stone(&self, owner: Side, vertex: Vertex) -> Markup {
        let (x, y) = self.centre(vertex);
        let class = match owner {
            Side::Black => "stone-black",
            Side::White => "stone-white",
        };
        html! { circle class=(class) cx=(x) cy=(y) r=(STONE) {} }
    }

    fn last_move(&self, vertex: Vertex) -> Markup {
        let (x, y) = self.centre(vertex);
        // A number says which move is the last one.
        let numbered = self.numbers.iter().any(|(at, _)| *at == vertex);
        html! {
            @if !numbered { circle.last-move cx=(x) cy=(y) r=(CELL / 8) fill="currentColor" {} }
        }
    }

    /// The class of what is drawn on a point, which gives its colour.
    fn ink(&self, vertex: Vertex) -> &'static str {
        match self.setup.get(vertex) {
            Some(Side::Black) => "on-black",
            Some(Side::White) => "on-white",
            None => "on-empty",
        }
    }

    fn word(&self, vertex: Vertex, word: &str, letters: Lettering) -> Markup {
        let (x, y) = self.centre(vertex);
        let short: String = word.chars().take(4).collect();
        html! {
            // The lines of the board do not cross the letters.
            @if self.setup.get(vertex).is_none() { circle.surface cx=(x) cy=(y) r=(CELL / 3) {} }
            g class=(self.ink(vertex)) { (letters.draw(&short, (x, y))) }
        }
    }

    fn mark(&self, mark: &Mark, letters: Lettering) -> Markup {
        let (x, y) = self.centre(mark.at);
        let ink = self.ink(mark.at);
        let r = CELL / 4;
        let (left, right, top, bottom) = (x - r, x + r, y - r, y + r);
        let path = match &mark.kind {
            MarkKind::Label(text) => return self.word(mark.at, text, letters),
            MarkKind::Circle => {
                return html! {
                    circle class=(ink) cx=(x) cy=(y) r=(r) fill="none" stroke="currentColor" stroke-width="2" {}
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
        html! { path class=(ink) d=(path) fill="none" stroke="currentColor" stroke-width="2" {} }
    }
}

/// The first character that takes two columns of a terminal.
const FIRST_WIDE: char = '\u{1100}';

/// The label of a point as a character of the text.
fn sign_of(label: &str) -> Option<char> {
    let mut chars = label.chars();
    let sign = chars.next().filter(|sign| sign.is_alphanumeric())?;
    let fits = chars.next().is_none() && sign < FIRST_WIDE;
    (fits && !matches!(sign, 'X' | 'O')).then_some(sign)
}

#[cfg(test)]
mod tests {
    use super::board::MARGIN;
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
    fn labels_of_one_letter_stand_in_the_text() {
        let mut diagram = Diagram::new(Variant::Gomoku(Rule::Freestyle), Setup::empty(9));
        for (col, label) in ["a", "é", "7", "X", "O", "12", "", "字", "?"]
            .iter()
            .enumerate()
        {
            diagram.marks.push(Mark {
                at: Vertex::new(col as u8, 8),
                kind: MarkKind::Label((*label).into()),
            });
        }
        let text = diagram.text();
        let line = text.lines().nth(1).unwrap();
        assert_eq!(line, " 9 a é 7 . . . . . . 9", "{text}");
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
        assert_eq!(svg.matches("class=\"stone-").count(), 4);
        assert!(svg.contains(">17</text>"), "{svg}");
        assert!(svg.contains(">&lt;&amp;</text>"), "{svg}");
    }

    #[test]
    fn pngs_show_what_svgs_show() {
        let start = Variant::Othello.new_record(8).unwrap().start();
        let mut diagram = Diagram::new(Variant::Othello, start);
        diagram.last = Some(Vertex::new(3, 3));
        diagram.numbers.push((Vertex::new(4, 4), 11));
        let png = diagram.png().unwrap();
        assert_eq!(png, diagram.png().unwrap());
        let pixels = tiny_skia::Pixmap::decode_png(&png).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (768, 768));
        let colour = |x: u32, y: u32| {
            let pixel = pixels.pixel(PNG_SCALE * x, PNG_SCALE * y).unwrap();
            let [red, green, blue] = [pixel.red(), pixel.green(), pixel.blue()];
            format!("#{red:02x}{green:02x}{blue:02x}")
        };
        let at = |col, row| diagram.centre(Vertex::new(col, row));
        let cases = [
            ("the margin", (2, 2), "#2f8560"),
            ("an empty square", at(0, 0), "#2f8560"),
            (
                "a star",
                (MARGIN + 2 * CELL + 1, MARGIN + 2 * CELL + 2),
                "#1d5c41",
            ),
            ("a black disc", at(4, 3), "#14171c"),
            ("the last move", at(3, 3), "#e5484d"),
            (
                "a white disc beside its number",
                (at(4, 4).0 - 12, at(4, 4).1),
                "#fbfbf8",
            ),
            // The right one of two digits that are 2.4 units wide, of which the height has six.
            (
                "the stem of a digit",
                (at(4, 4).0 + 5, at(4, 4).1),
                "#202020",
            ),
        ];
        for (what, (x, y), expected) in cases {
            assert_eq!(colour(x, y), expected, "{what} at {x}, {y}");
        }
    }

    #[test]
    fn gomoku_has_rank_one_at_the_bottom_of_a_png() {
        let mut setup = Setup::empty(9);
        setup.set(Vertex::new(0, 0), Some(Side::White));
        let png = Diagram::new(Variant::Gomoku(Rule::Freestyle), setup).png();
        let pixels = tiny_skia::Pixmap::decode_png(&png.unwrap()).unwrap();
        let side = PNG_SCALE * (9 * CELL + 2 * MARGIN);
        assert_eq!(pixels.width(), side);
        let corner = PNG_SCALE * (MARGIN + CELL / 2);
        let white = |y| {
            pixels.pixel(corner, y).unwrap().demultiply()
                == tiny_skia::ColorU8::from_rgba(251, 251, 248, 255)
        };
        assert!(white(side - corner) && !white(corner));
    }
}
