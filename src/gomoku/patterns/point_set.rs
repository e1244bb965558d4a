//! Sets of points as bit boards.

use crate::gomoku::rules::{Point, STRIDE};

/// A set of points: one word of bits for every row of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PointSet(pub [u32; STRIDE]);

impl PointSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; STRIDE]);

    /// Adds a point, or removes it.
    #[inline(always)]
    pub const fn toggle(&mut self, point: Point) {
        self.0[point.grid_row()] ^= 1 << point.grid_col();
    }

    /// Adds a point.
    #[inline(always)]
    pub const fn insert(&mut self, point: Point) {
        self.0[point.grid_row()] |= 1 << point.grid_col();
    }

    /// Whether a point is in the set.
    #[inline(always)]
    pub const fn contains(&self, point: Point) -> bool {
        self.0[point.grid_row()] >> point.grid_col() & 1 != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        // Without a branch for each row.
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    /// The points that are in both sets.
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }

    /// The points that are in either set.
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    /// The points of this set that are not in the other.
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & !other.0[row]))
    }

    /// The points in ascending order.
    #[inline(always)]
    pub const fn iter(&self) -> PointIter<'_> {
        let words = self.0.as_chunks::<2>().0;
        PointIter {
            words,
            word: 0,
            bits: word_of(words[0]),
        }
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

const _: () = assert!(STRIDE == u32::BITS as usize);

/// Two rows as one word, whose bits are the points in ascending order.
#[inline(always)]
const fn word_of([first, second]: [u32; 2]) -> u64 {
    (second as u64) << u32::BITS | first as u64
}

/// The points of a [`PointSet`] in ascending order.
#[derive(Clone, Debug)]
pub struct PointIter<'a> {
    /// Pairs of rows.
    words: &'a [[u32; 2]],
    word: usize,
    /// Points of the pair of rows that are still to come.
    bits: u64,
}

impl Iterator for PointIter<'_> {
    type Item = Point;

    #[inline(always)]
    fn next(&mut self) -> Option<Point> {
        while self.bits == 0 {
            self.word += 1;
            self.bits = word_of(*self.words.get(self.word)?);
        }
        let bit = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(Point((self.word * 2 * STRIDE) as u16 + bit as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_list_their_points() {
        let mut set = PointSet::EMPTY;
        let list = [Point(165), Point(166), Point(200), Point(858)];
        for point in list {
            set.toggle(point);
        }
        assert_eq!(set.iter().collect::<Vec<_>>(), list);
        assert!(set.contains(Point(200)) && !set.contains(Point(201)));
        assert_eq!(list.into_iter().rev().collect::<PointSet>(), set);
    }
}
