//! The empty board: surface, lines, star points, names of files and ranks.

use crate::engine::Variant;
use crate::format::diagram::letters::Lettering;
use crate::game::Vertex;
use maud::{Markup, PreEscaped, html};

/// Pixels of a cell.
pub(crate) const CELL: u32 = 40;
/// Pixels beside the cells, for the names of files and ranks.
pub(crate) const MARGIN: u32 = 32;
/// The colours of boards and stones.
pub(crate) const STYLE: PreEscaped<&str> = PreEscaped(include_str!("board.css"));

/// A board without stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EmptyBoard {
    /// Othello is played in the cells and has rank 1 at the top; Gomoku on the crossings of the lines, with
    /// rank 1 at the bottom.
    pub(crate) is_othello: bool,
    pub(crate) size: u8,
}

impl EmptyBoard {
    pub(crate) fn new(variant: Variant, size: u8) -> Self {
        Self {
            is_othello: variant == Variant::Othello,
            size,
        }
    }

    /// The class of everything that is drawn on the board.
    pub(crate) const fn class(self) -> &'static str {
        if self.is_othello { "othello" } else { "gomoku" }
    }

    /// Width and height in pixels.
    pub(crate) fn side(self) -> u32 {
        CELL * u32::from(self.size) + 2 * MARGIN
    }

    /// The ranks from the top.
    pub(super) fn ranks(self) -> Vec<u8> {
        let ranks = 0..self.size;
        match self.is_othello {
            true => ranks.collect(),
            false => ranks.rev().collect(),
        }
    }

    /// The centre of a point.
    pub(super) fn centre(self, vertex: Vertex) -> (u32, u32) {
        let row = match self.is_othello {
            true => vertex.row,
            false => self.size.saturating_sub(1).saturating_sub(vertex.row),
        };
        let at = |n: u8| MARGIN + CELL * u32::from(n) + CELL / 2;
        (at(vertex.col), at(row))
    }

    /// Draws the board.
    pub(super) fn draw(self, letters: Lettering) -> Markup {
        html! {
            rect.surface width=(self.side()) height=(self.side()) {}
            (self.lines())
            g.names { (self.names(letters)) }
        }
    }

    fn lines(self) -> Markup {
        let (first, count) = match self.is_othello {
            true => (MARGIN, u32::from(self.size) + 1),
            false => (MARGIN + CELL / 2, u32::from(self.size)),
        };
        let place = |n: u8| first + CELL * u32::from(n);
        let end = first + CELL * count.saturating_sub(1);
        let lines: String = (0..count)
            .map(|n| first + CELL * n)
            .map(|at| format!("M{first} {at}H{end}M{at} {first}V{end}"))
            .collect();
        html! {
            path d=(lines) stroke="currentColor" fill="none" {}
            @for (x, y) in self.stars() {
                circle cx=(place(x)) cy=(place(y)) r="3.5" fill="currentColor" {}
            }
        }
    }

    /// The crossings that boards mark, as numbers of lines from 0.
    fn stars(self) -> Vec<(u8, u8)> {
        let edge = match (self.is_othello, self.size) {
            (true, _) | (false, 9..=12) => 2,
            (false, 13..) => 3,
            (false, ..9) => return Vec::new(),
        };
        let far = match self.is_othello {
            true => self.size.saturating_sub(edge),
            false => self.size - 1 - edge,
        };
        let mut stars = vec![(edge, edge), (far, edge), (edge, far), (far, far)];
        if !self.is_othello && self.size % 2 == 1 {
            stars.push((self.size / 2, self.size / 2));
        }
        stars
    }

    fn names(self, letters: Lettering) -> Markup {
        let edges = [MARGIN / 2, self.side() - MARGIN / 2];
        html! {
            @for n in 0..self.size {
                @let (x, y) = self.centre(Vertex::new(n, n));
                @for edge in edges {
                    (letters.draw(&file(n), (x, edge)))
                    (letters.draw(&(u16::from(n) + 1).to_string(), (edge, y)))
                }
            }
        }
    }

    /// Boards for the scripts of a page, which refer to them as `board-othello-8` and draw on them.
    pub(crate) fn definitions(boards: impl IntoIterator<Item = Self>) -> Markup {
        let mut boards: Vec<_> = boards.into_iter().collect();
        boards.sort();
        boards.dedup();
        html! {
            svg.definitions width="0" height="0" aria-hidden="true" {
                defs {
                    @for board in boards {
                        g id=(format!("board-{}-{}", board.class(), board.size)) class=(board.class())
                            data-side=(board.side()) data-cell=(CELL) data-margin=(MARGIN) {
                            (board.draw(Lettering::Text))
                        }
                    }
                }
            }
        }
    }
}

/// The letter of a file, with I as one of the letters.
pub(super) fn file(col: u8) -> String {
    Vertex::new(col, 0).to_string().chars().take(1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;

    #[test]
    fn boards_have_the_usual_stars() {
        let stars = |variant, size| EmptyBoard::new(variant, size).stars();
        let gomoku = Variant::Gomoku(Rule::Renju);
        assert_eq!(stars(Variant::Othello, 8), [(2, 2), (6, 2), (2, 6), (6, 6)]);
        assert_eq!(
            stars(gomoku, 15),
            [(3, 3), (11, 3), (3, 11), (11, 11), (7, 7)]
        );
        assert_eq!(stars(gomoku, 20), [(3, 3), (16, 3), (3, 16), (16, 16)]);
        assert_eq!(stars(gomoku, 9).len(), 5);
        assert!(stars(gomoku, 8).is_empty() && stars(gomoku, 0).is_empty());
    }

    #[test]
    fn a_page_has_each_of_its_boards_once() {
        let othello = EmptyBoard::new(Variant::Othello, 8);
        let renju = EmptyBoard::new(Variant::Gomoku(Rule::Renju), 15);
        let markup = EmptyBoard::definitions([othello, renju, othello]).into_string();
        assert_eq!(markup.matches("<g id=").count(), 2, "{markup}");
        assert!(markup.contains("id=\"board-gomoku-15\""), "{markup}");
    }
}
