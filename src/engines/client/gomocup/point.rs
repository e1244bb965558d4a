//! Points as Gomocup's protocol writes them: `X,Y`, counted from 0 at the top left corner.

use crate::game::Vertex;

/// Writes a point: `7,8`.
pub(in crate::engines) fn write_point(vertex: Vertex, size: u8) -> String {
    let row = i16::from(size) - 1 - i16::from(vertex.row);
    format!("{},{row}", vertex.col)
}

/// Reads a line that holds two numbers and nothing else. They may be off the board.
pub(in crate::engines) fn read_pair(line: &str) -> Option<(i64, i64)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// The point with these coordinates, if it is on the board.
pub(in crate::engines) fn vertex((x, y): (i64, i64), size: u8) -> Option<Vertex> {
    let cell = |n: i64| u8::try_from(n).ok().filter(|&n| n < size);
    Some(Vertex::new(cell(x)?, size - 1 - cell(y)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_from_the_top_left_corner() {
        assert_eq!(write_point(Vertex::new(0, 14), 15), "0,0");
        assert_eq!(write_point(Vertex::new(8, 8), 15), "8,6");
        for col in 0..20 {
            for row in 0..20 {
                let point = Vertex::new(col, row);
                let pair = read_pair(&write_point(point, 20)).unwrap();
                assert_eq!(vertex(pair, 20), Some(point));
            }
        }
        assert_eq!(vertex((15, 0), 15), None);
        assert_eq!(vertex((0, -1), 15), None);
        for line in ["", "7", "7,", "7,8,9", "7 8", "MESSAGE 7,8", "7,8 9,9"] {
            assert_eq!(read_pair(line), None, "{line}");
        }
        assert_eq!(read_pair(" 7, 8 "), Some((7, 8)));
    }
}
