//! Positions as pictures: text for terminals, SVG and PNG for everything else.

mod letters;

use crate::engine::Variant;
use crate::format::tree::{Mark, MarkKind};
use crate::game::{Setup, Side, Vertex};
use maud::{Markup, html};
use resvg::{tiny_skia, usvg};

/// Pixels of a cell.
const CELL: u32 = 40;
/// Pixels beside the board, for the coordinates.
const MARGIN: u32 = 32;

/// Height of capital letters and digits in pixels.
const LETTER_HEIGHT: f64 = 11.0;
/// Pixels of a PNG for each pixel of the SVG.
const PNG_SCALE: u32 = 2;

/// How letters are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lettering {
    /// As text in a font of the viewer.
    Text,
    /// As strokes, the same on every machine.
    Strokes,
}

impl Lettering {
    /// A text that is centred on a point.
    fn draw(self, text: &str, (x, y): (u32, u32), ink: &str) -> Markup {
        match self {
            Lettering::Text => html! { text x=(x) y=(y + 5) fill=(ink) { (text) } },
            Lettering::Strokes => letters::strokes(text, (x, y), LETTER_HEIGHT, ink),
        }
    }
}

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
        self.drawing(Lettering::Text).into_string() + "\n"
    }

    /// The board as a PNG file with two pixels for each pixel of the SVG. `None` if it is too large for a
    /// picture, which no board of the games is.
    pub fn png(&self) -> Option<Vec<u8>> {
        let svg = self.drawing(Lettering::Strokes).into_string();
        let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).ok()?;
        let side = self.side() * PNG_SCALE;
        let mut pixels = tiny_skia::Pixmap::new(side, side)?;
        let scale = PNG_SCALE as f32;
        let transform = tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, transform, &mut pixels.as_mut());
        pixels.encode_png().ok()
    }

    /// Pixels of the board without its margins.
    fn board(&self) -> u32 {
        CELL * u32::from(self.setup.size)
    }

    /// Width and height of the picture.
    fn side(&self) -> u32 {
        self.board() + 2 * MARGIN
    }

    fn drawing(&self, letters: Lettering) -> Markup {
        let side = self.side();
        html! {
            svg xmlns="http://www.w3.org/2000/svg" width=(side) height=(side)
                viewBox=(format!("0 0 {side} {side}")) font-family="sans-serif" font-size="15"
                text-anchor="middle" {
                rect width="100%" height="100%" fill="#f4f1ea" {}
                (self.grid(self.board()))
                (self.coordinates(letters))
                @for (owner, vertex) in self.setup.stones() { (self.stone(owner, vertex)) }
                @if let Some(last) = self.last { (self.last_move(last)) }
                @for &(vertex, number) in &self.numbers {
                    (self.word(vertex, &number.to_string(), letters))
                }
                @for mark in &self.marks { (self.mark(mark, letters)) }
            }
        }
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

    fn coordinates(&self, letters: Lettering) -> Markup {
        let edges = [MARGIN / 2, self.side() - MARGIN / 2];
        html! {
            @for n in 0..self.setup.size {
                @let (x, y) = self.centre(Vertex::new(n, n));
                @for edge in edges {
                    (letters.draw(&file(n), (x, edge), "#111"))
                    (letters.draw(&(u16::from(n) + 1).to_string(), (edge, y), "#111"))
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

    fn word(&self, vertex: Vertex, word: &str, letters: Lettering) -> Markup {
        let short: String = word.chars().take(4).collect();
        letters.draw(&short, self.centre(vertex), self.ink(vertex))
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
            ("the margin", (2, 2), "#f4f1ea"),
            ("an empty square", at(0, 0), "#2f8f57"),
            ("a black disc", at(4, 3), "#111111"),
            ("the last move", at(3, 3), "#dd3333"),
            (
                "a white disc beside its number",
                (at(4, 4).0 - 12, at(4, 4).1),
                "#ffffff",
            ),
            // The right one of two digits that are 2.4 units wide, of which the height has six.
            (
                "the stem of a digit",
                (at(4, 4).0 + 5, at(4, 4).1),
                "#111111",
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
                == tiny_skia::ColorU8::from_rgba(255, 255, 255, 255)
        };
        assert!(white(side - corner) && !white(corner));
    }
}
