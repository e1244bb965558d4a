//! Draws the board.

use crate::game::Vertex;
use crate::play::board::{BoardView, Mark, PointView};
use crate::play::screen::geometry::Geometry;
use crate::play::screen::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::style::Modifier;

/// Draws the visible part of a board with the letters of its files and the numbers of its ranks.
pub(crate) fn draw(
    buffer: &mut Buffer,
    board: &BoardView,
    geometry: &Geometry,
    theme: Theme,
    is_othello: bool,
) {
    let area = geometry.area;
    for (n, col) in geometry.files.clone().enumerate() {
        let cell = geometry.cell(n, 0);
        // The sign of a point stands right of its middle if points are two columns wide in ASCII.
        let x = match (theme.is_coloured, geometry.cell_width) {
            (false, _) => cell.x + 1,
            (true, 4) => cell.x + 1,
            (true, _) => cell.x,
        };
        let letter = BoardView::file_letter(col).to_string();
        put(buffer, x, area.y, &letter, theme);
    }
    for (m, &row) in geometry.ranks.iter().enumerate() {
        let cell = geometry.cell(0, m);
        let y = cell.y + geometry.cell_height / 2;
        put(buffer, area.x, y, &format!("{:>2}", row + 1), theme);
        if theme.is_coloured {
            draw_rank(buffer, board, geometry, theme, (m, row), is_othello);
        } else {
            let text = board.rank_text(row, geometry.files.clone());
            put_plain(buffer, board, cell.x, cell.y, (row, &text), geometry);
        }
    }
}

fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, theme: Theme) {
    if buffer.area.contains((x, y).into()) {
        let width = usize::from(buffer.area.right() - x);
        buffer.set_stringn(x, y, text, width, theme.faint());
    }
}

/// A rank in ASCII; the cursor stands out by reverse video.
fn put_plain(
    buffer: &mut Buffer,
    board: &BoardView,
    x: u16,
    y: u16,
    (row, text): (u8, &str),
    geometry: &Geometry,
) {
    if !buffer.area.contains((x, y).into()) {
        return;
    }
    let width = usize::from(buffer.area.right() - x);
    buffer.set_stringn(x, y, text, width, ratatui::style::Style::new());
    for (n, col) in geometry.files.clone().enumerate() {
        if board.point(Vertex::new(col, row)).is_cursor {
            let at = (x + 2 * n as u16 + 1, y);
            if let Some(cell) = buffer.cell_mut(at) {
                cell.modifier.insert(Modifier::REVERSED);
            }
        }
    }
}

fn draw_rank(
    buffer: &mut Buffer,
    board: &BoardView,
    geometry: &Geometry,
    theme: Theme,
    (m, row): (usize, u8),
    is_othello: bool,
) {
    for (n, col) in geometry.files.clone().enumerate() {
        let vertex = Vertex::new(col, row);
        let point = board.point(vertex);
        let style = theme.point(point, is_othello, (col + row) % 2 == 1);
        let cell = geometry.cell(n, m);
        let lines = match (is_othello, geometry.cell_height) {
            (true, 2) => large_disc(point).map(str::to_owned),
            (true, _) => [small_disc(point).to_owned(), String::new()],
            (false, _) => [crossing(vertex, board.size, point), String::new()],
        };
        for (line, text) in lines.iter().enumerate() {
            let y = cell.y + line as u16;
            if y < cell.bottom() && buffer.area.contains((cell.x, y).into()) {
                buffer.set_stringn(cell.x, y, text, cell.width.into(), style);
            }
        }
        // The line of the board that begins right of a stone has its own colour.
        if !is_othello && let Some(line) = buffer.cell_mut((cell.x + 1, cell.y)) {
            line.set_style(theme.line());
        }
    }
}

/// A square of Othello in two lines of four columns.
const fn large_disc(point: PointView) -> [&'static str; 2] {
    match (point.stone, point.mark) {
        (Some(_), _) if point.is_flipped => ["▗▒▒▖", "▝▒▒▘"],
        // A hole marks the last move.
        (Some(_), _) if point.is_last => ["▗▛▜▖", "▝▙▟▘"],
        (Some(_), _) => ["▗██▖", "▝██▘"],
        (None, Some(Mark::Hint)) => ["╭──╮", "╰──╯"],
        (None, Some(_)) => [" ▗▖ ", " ▝▘ "],
        (None, None) => ["    ", "    "],
    }
}

/// A square of Othello in two columns.
const fn small_disc(point: PointView) -> &'static str {
    match (point.stone, point.mark) {
        (Some(_), _) if point.is_last => "◉ ",
        (Some(_), _) => "● ",
        (None, Some(Mark::Hint)) => "? ",
        (None, Some(_)) => "· ",
        (None, None) => "  ",
    }
}

/// A point of Gomoku: a stone, a mark, or a crossing of lines, and the line that goes on to the right.
fn crossing(vertex: Vertex, size: u8, point: PointView) -> String {
    let (left, right) = (vertex.col == 0, vertex.col + 1 == size);
    let (bottom, top) = (vertex.row == 0, vertex.row + 1 == size);
    let sign = match (point.stone, point.mark) {
        (Some(_), _) => '●',
        (None, Some(Mark::Forbidden)) => 'x',
        (None, Some(mark)) => mark.sign(),
        (None, None) => match (left, right, top, bottom) {
            (true, _, true, _) => '┌',
            (_, true, true, _) => '┐',
            (true, _, _, true) => '└',
            (_, true, _, true) => '┘',
            (true, ..) => '├',
            (_, true, ..) => '┤',
            (_, _, true, _) => '┬',
            (_, _, _, true) => '┴',
            _ => '┼',
        },
    };
    let line = if right { ' ' } else { '─' };
    format!("{sign}{line}")
}
