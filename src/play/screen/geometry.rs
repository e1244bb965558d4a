//! Where the board is on the screen, and which part of it.

use crate::game::Vertex;
use crate::play::board::BoardView;
use ratatui::layout::{Position, Rect};

/// Columns of the rank numbers.
const NUMBERS: u16 = 3;

/// The place of the board on the screen. If the screen is too small for all of it, a part with the cursor is
/// visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    /// All of it, with letters and numbers.
    pub(crate) area: Rect,
    /// Columns of a point.
    pub(crate) cell_width: u16,
    /// Lines of a point.
    pub(crate) cell_height: u16,
    /// The files that are visible.
    pub(crate) files: std::ops::Range<u8>,
    /// The ranks that are visible, from the top.
    pub(crate) ranks: Vec<u8>,
}

impl Geometry {
    /// Fits a board into an area. `cells` are sizes of a point to try, the largest first. The visible part moves
    /// as little as possible from that of the `previous` geometry, so that the board does not scroll under the
    /// mouse.
    pub(crate) fn new(
        area: Rect,
        board: &BoardView,
        cursor: Vertex,
        cells: &[(u16, u16)],
        previous: Option<&Self>,
    ) -> Self {
        let size = u16::from(board.size);
        // A bracket may stand right of the last file.
        let fits = |&&(width, height): &&(u16, u16)| {
            NUMBERS + size * width < area.width && size * height < area.height
        };
        let smallest = cells.last().copied().unwrap_or((2, 1));
        let (cell_width, cell_height) = cells.iter().find(fits).copied().unwrap_or(smallest);
        let visible = |space: u16, cell: u16| (space.saturating_sub(1) / cell).min(size) as u8;
        let columns = visible(area.width.saturating_sub(NUMBERS), cell_width);
        let lines = visible(area.height, cell_height);
        let place_of = |row: u8| board.ranks.iter().position(|&rank| rank == row);
        let place = place_of(cursor.row).unwrap_or(0) as u8;
        let file = previous.map(|old| old.files.start);
        let rank = previous.and_then(|old| place_of(*old.ranks.first()?));
        let rank = rank.map(|rank| rank as u8);
        let first_file = first_visible(cursor.col, columns, board.size, file);
        let first_rank = first_visible(place, lines, board.size, rank);
        let ranks = board.ranks.iter().copied();
        Self {
            area: Rect {
                width: (NUMBERS + u16::from(columns) * cell_width + 1).min(area.width),
                height: (u16::from(lines) * cell_height + 1).min(area.height),
                ..area
            },
            cell_width,
            cell_height,
            files: first_file..first_file + columns,
            ranks: ranks.skip(first_rank.into()).take(lines.into()).collect(),
        }
    }

    /// The rectangle of the `n`-th visible file in the `m`-th visible rank.
    pub(crate) fn cell(&self, n: usize, m: usize) -> Rect {
        let (x, y) = (self.area.x + NUMBERS, self.area.y + 1);
        Rect {
            x: x + n as u16 * self.cell_width,
            y: y + m as u16 * self.cell_height,
            width: self.cell_width,
            height: self.cell_height,
        }
        .intersection(self.area)
    }

    /// The point of the board at a place of the screen.
    pub(crate) fn vertex_at(&self, at: Position) -> Option<Vertex> {
        let column = at.x.checked_sub(self.area.x + NUMBERS)? / self.cell_width;
        let line = at.y.checked_sub(self.area.y + 1)? / self.cell_height;
        let row = *self.ranks.get(usize::from(line))?;
        let col = u8::try_from(column).ok()?.checked_add(self.files.start)?;
        self.files.contains(&col).then_some(Vertex::new(col, row))
    }
}

/// The first of `visible` things out of `size`, so that the one at `place` is among them: as near as possible to
/// the `previous` first one, or without it with the place in the middle.
fn first_visible(place: u8, visible: u8, size: u8, previous: Option<u8>) -> u8 {
    let last = size.saturating_sub(visible);
    let first = previous.unwrap_or(place.saturating_sub(visible / 2));
    let lowest = (place + 1).saturating_sub(visible).min(place);
    first.clamp(lowest, place).min(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_is_always_visible() {
        for size in [8, 15, 22] {
            for visible in 1..=size {
                for place in 0..size {
                    for previous in (0..size + 5).map(Some).chain([None]) {
                        let first = first_visible(place, visible, size, previous);
                        assert!(first <= place && place < first + visible);
                        assert!(first + visible <= size);
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_visible_moves_only_as_far_as_it_must() {
        for (place, first) in [(2, 2), (3, 3), (7, 3), (8, 4), (14, 10)] {
            assert_eq!(first_visible(place, 5, 15, Some(3)), first, "{place}");
        }
        assert_eq!(first_visible(7, 5, 15, None), 5);
    }
}
