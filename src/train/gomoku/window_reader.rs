//! Turns positions into the numbers of the windows around every cell.

use crate::gomoku::eval::{ARM, Content, Place, Window};
use crate::gomoku::rules::{DIRECTIONS, POINTS, Point};
use std::collections::HashMap;

/// The numbers of the windows of every cell of the board.
pub(super) type Cells = Vec<[u16; DIRECTIONS]>;

/// A window that a stone changes: its cell, its direction, and the place of the stone.
type Seen = (u16, u8, Place);

/// An empty board of one size.
struct Board {
    /// The windows of its cells, row by row.
    windows: Vec<[Window; DIRECTIONS]>,
    /// By [`Point`], the number of its cell.
    cells: Vec<u16>,
    /// By cell, the windows of other cells that it is in.
    seen: Vec<Vec<Seen>>,
}

impl Board {
    fn new(size: usize) -> Self {
        let points: Vec<Point> = (0..size)
            .flat_map(|row| (0..size).map(move |col| Point::new(col, row)))
            .collect();
        let mut cells = vec![u16::MAX; POINTS];
        for (cell, point) in points.iter().enumerate() {
            cells[point.index()] = cell as u16;
        }
        let is_on_board = |point: Point| cells[point.index()] != u16::MAX;
        let content = |point: Point| is_on_board(point).then_some(Content::Empty);
        let windows = points.iter().map(|point| {
            std::array::from_fn(|direction| {
                Window::around(|offset| content(point.along(direction, offset)))
            })
        });
        let mut seen = vec![Vec::new(); points.len()];
        for (cell, point) in points.iter().enumerate() {
            for direction in 0..DIRECTIONS {
                for (second, sign) in [(false, -1), (true, 1)] {
                    let on_arm = |distance: usize| point.along(direction, sign * distance as i16);
                    let length = (1..=ARM)
                        .take_while(|&distance| is_on_board(on_arm(distance)))
                        .count();
                    for distance in 1..=length {
                        let place = Place::new(second, length, distance);
                        let of = usize::from(cells[on_arm(distance).index()]);
                        seen[of].push((cell as u16, direction as u8, place));
                    }
                }
            }
        }
        Self {
            windows: windows.collect(),
            cells,
            seen,
        }
    }
}

/// Reads positions.
pub(super) struct WindowReader {
    /// By [`Window::index`].
    numbers: Vec<u16>,
    boards: HashMap<u8, Board>,
    windows: Vec<[Window; DIRECTIONS]>,
}

impl WindowReader {
    pub(super) fn new() -> Self {
        let mut numbers = vec![0; 1 << 16];
        for (window, number) in Window::numbered() {
            numbers[window.index()] = number as u16;
        }
        Self {
            numbers,
            boards: HashMap::new(),
            windows: Vec::new(),
        }
    }

    /// Fills `cells` with the windows of the position after these moves, as the side sees them that made the last one
    /// (`last_is_own`) or the other one.
    pub(super) fn read(&mut self, size: u8, moves: &[Point], last_is_own: bool, cells: &mut Cells) {
        let board = self
            .boards
            .entry(size)
            .or_insert_with(|| Board::new(usize::from(size)));
        self.windows.clone_from(&board.windows);
        for (back, point) in moves.iter().rev().enumerate() {
            let stone = if back.is_multiple_of(2) == last_is_own {
                Content::Own
            } else {
                Content::Other
            };
            let cell = usize::from(board.cells[point.index()]);
            for window in &mut self.windows[cell] {
                *window = window.with_centre(stone);
            }
            for &(cell, direction, place) in &board.seen[cell] {
                let window = &mut self.windows[usize::from(cell)][usize::from(direction)];
                *window = window.with_stone(place, stone);
            }
        }
        cells.clear();
        let numbered =
            |windows: &[Window; DIRECTIONS]| windows.map(|window| self.numbers[window.index()]);
        cells.extend(self.windows.iter().map(numbered));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    #[test]
    fn windows_are_those_around_each_cell() {
        let mut reader = WindowReader::new();
        let mut cells = Cells::new();
        let mut rng = Rng::new(5);
        for size in [5, 15, 20] {
            let width = usize::from(size);
            let mut moves: Vec<Point> = Vec::new();
            while moves.len() < 21 {
                let [col, row] = [(); 2].map(|()| rng.below(u64::from(size)) as usize);
                let point = Point::new(col, row);
                if !moves.contains(&point) {
                    moves.push(point);
                }
            }
            for last_is_own in [false, true] {
                reader.read(size, &moves, last_is_own, &mut cells);
                assert_eq!(cells.len(), width * width);
                for (cell, found) in cells.iter().enumerate() {
                    let point = Point::new(cell % width, cell / width);
                    let expected: [u16; DIRECTIONS] = std::array::from_fn(|direction| {
                        let window = Window::around(|offset| {
                            let of = point.along(direction, offset);
                            let is_on_board = (0..width)
                                .any(|row| (0..width).any(|col| Point::new(col, row) == of));
                            is_on_board.then(|| match moves.iter().position(|mv| *mv == of) {
                                None => Content::Empty,
                                Some(ply) if ply.is_multiple_of(2) == last_is_own => Content::Own,
                                Some(_) => Content::Other,
                            })
                        });
                        reader.numbers[window.index()]
                    });
                    assert_eq!(*found, expected);
                }
            }
        }
    }
}
