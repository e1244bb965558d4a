//! The preview of a move: the cells whose patterns a stone changes, found before the move is made.
//!
//! Nothing takes more time in a search. So the loops here have no branch that is hard to predict, and get what they read as
//! references of their own, which they keep in registers.

use crate::gomoku::eval::{CellInfo, CellReader};
use crate::gomoku::patterns::lines::{BitPosition, Lines, reach, window};
use crate::gomoku::patterns::{CellPatterns, PatternReader, half_width};
use crate::gomoku::rules::{DIRECTIONS, POINTS, Point, RuleType, STEPS};
use crate::gomoku::state::{accumulator::Accumulator, tables::Tables};

/// The patterns of an empty cell and its point in one word: the patterns in the low half.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct PlacedPatterns(u64);

impl PlacedPatterns {
    const fn new(point: Point, patterns: CellPatterns) -> Self {
        Self((point.0 as u64) << 32 | patterns.0 as u64)
    }

    #[inline(always)]
    const fn point(self) -> Point {
        Point((self.0 >> 32) as u16)
    }

    #[inline(always)]
    const fn patterns(self) -> CellPatterns {
        CellPatterns(self.0 as u32)
    }

    /// The same with other patterns in one direction, see [`CellPatterns::with`].
    #[inline(always)]
    const fn with(self, direction: usize, both: u32) -> Self {
        // On the whole word, which need not be taken apart.
        let shift = 4 * direction;
        Self(self.0 & !((CellPatterns::ONE_DIRECTION as u64) << shift) | (both as u64) << shift)
    }
}

/// An empty cell: its patterns and their evaluation data.
#[derive(Clone, Copy, Default)]
#[repr(align(16))]
pub(super) struct EmptyCell {
    pub info: CellInfo,
    placed: PlacedPatterns,
}

impl EmptyCell {
    /// A cell with the patterns of its four lines.
    pub(super) fn new(point: Point, patterns: CellPatterns, table: CellReader<'_>) -> Self {
        Self {
            info: table.cell(patterns),
            placed: PlacedPatterns::new(point, patterns),
        }
    }

    #[inline(always)]
    pub(super) const fn point(self) -> Point {
        self.placed.point()
    }

    #[inline(always)]
    pub(super) const fn patterns(self) -> CellPatterns {
        self.placed.patterns()
    }
}

/// A cell whose [`Pattern4`] changes for a side.
///
/// [`Pattern4`]: crate::gomoku::patterns::Pattern4
#[derive(Clone, Copy, Default)]
pub(super) struct Pattern4Change {
    pub point: Point,
    pub side: u8,
    /// The codes before and after the move.
    pub codes: [u8; 2],
}

/// Room for the cells that one move changes: at most five on each side in four directions.
const MAX_CELLS: usize = 64;

const _: () = assert!(10 * DIRECTIONS <= MAX_CELLS);

/// What a move changes.
#[derive(Clone)]
pub(super) struct Preview {
    /// The move; [`Point::OFF`] where there is none.
    point: Point,
    cells: [EmptyCell; MAX_CELLS],
    cell_count: usize,
    changes: [Pattern4Change; 2 * MAX_CELLS],
    change_count: usize,
}

impl Default for Preview {
    fn default() -> Self {
        Self {
            point: Point::OFF,
            cells: [EmptyCell::default(); MAX_CELLS],
            cell_count: 0,
            changes: [Pattern4Change::default(); 2 * MAX_CELLS],
            change_count: 0,
        }
    }
}

impl Preview {
    /// The move.
    pub(super) const fn point(&self) -> Point {
        self.point
    }

    /// The cells whose patterns change, as they are after the move.
    #[inline(always)]
    pub(super) fn cells(&self) -> &[EmptyCell] {
        &self.cells[..self.cell_count.min(MAX_CELLS)]
    }

    /// The changes of [`Pattern4`].
    ///
    /// [`Pattern4`]: crate::gomoku::patterns::Pattern4
    #[inline(always)]
    pub(super) fn changes(&self) -> &[Pattern4Change] {
        &self.changes[..self.change_count.min(2 * MAX_CELLS)]
    }

    /// Finds what changes when `point` gets a stone, and adds the changes to the sums. `stone` is its code in a line word.
    #[inline(always)]
    pub(super) fn compute<R: RuleType>(
        &mut self,
        lines: &Lines,
        cells: &[EmptyCell; POINTS],
        tables: &Tables,
        (point, stone): (Point, u64),
        sums: &mut Accumulator<R>,
    ) {
        self.point = point;
        let table = tables.patterns.reader();
        let found = &mut self.cells;
        let mut count = scan::<R, 0>(lines, cells, table, point, stone, found, 0);
        count = scan::<R, 1>(lines, cells, table, point, stone, found, count);
        count = scan::<R, 2>(lines, cells, table, point, stone, found, count);
        count = scan::<R, 3>(lines, cells, table, point, stone, found, count);
        self.cell_count = count;
        self.add_up(cells, tables.cells.reader(), sums);
    }

    /// Looks up what the new patterns of the cells mean, adds the changes to the sums, and lists those of [`Pattern4`].
    ///
    /// [`Pattern4`]: crate::gomoku::patterns::Pattern4
    #[inline(always)]
    fn add_up<R: RuleType>(
        &mut self,
        cells: &[EmptyCell; POINTS],
        table: CellReader<'_>,
        sums: &mut Accumulator<R>,
    ) {
        let cell_count = self.cell_count.min(MAX_CELLS);
        let found = &mut self.cells[..cell_count];
        let mut values = [0; 2];
        // The cells whose Pattern4 changes for a side, which few do.
        let mut changed = [0u8; MAX_CELLS];
        let mut changed_count = 0;
        for (n, cell) in found.iter_mut().enumerate() {
            let before = cells[cell.point().index()].info;
            let after = table.cell(cell.patterns());
            cell.info = after;
            for (side, value) in values.iter_mut().enumerate() {
                *value += after.of(side).value() - before.of(side).value();
            }
            changed[changed_count % MAX_CELLS] = n as u8;
            changed_count += usize::from(before.pattern4_differs(after));
        }
        sums.add_values(values);
        let mut count = 0;
        for &n in &changed[..changed_count.min(MAX_CELLS)] {
            let cell = self.cells[usize::from(n) % MAX_CELLS];
            let before = cells[cell.point().index()].info;
            for side in 0..2 {
                // Usually it changes for one side only; the call has no effect for the other.
                let [old, new] = [before, cell.info].map(|info| info.of(side).code());
                sums.change_pattern4(side, old, new);
                self.changes[count % (2 * MAX_CELLS)] = Pattern4Change {
                    point: cell.point(),
                    side: side as u8,
                    codes: [old as u8, new as u8],
                };
                count += usize::from(old != new);
            }
        }
        self.change_count = count;
    }
}

/// The contents of the cells around a cell that decide about its pattern.
#[inline(always)]
pub(super) fn window_at<R: RuleType>(word: u64, shift: u32) -> (usize, usize) {
    if const { half_width(R::RULE) == 4 } {
        window::<4>(word, shift)
    } else {
        window::<5>(word, shift)
    }
}

/// The empty cells whose patterns may change with a stone, as bits of a line word.
#[inline(always)]
fn reach_at<R: RuleType>(word: u64, shift: u32) -> u64 {
    if const { half_width(R::RULE) == 4 } {
        reach::<4>(word, shift)
    } else {
        reach::<5>(word, shift)
    }
}

/// Appends the cells whose patterns in one direction change to the first `count` of `found`. Returns the new count.
#[inline(always)]
fn scan<R: RuleType, const DIRECTION: usize>(
    lines: &Lines,
    cells: &[EmptyCell; POINTS],
    table: PatternReader<'_>,
    point: Point,
    stone: u64,
    found: &mut [EmptyCell; MAX_CELLS],
    mut count: usize,
) -> usize {
    let position = BitPosition::of(point, DIRECTION);
    let word = lines.word(position) ^ stone << position.shift;
    let mut near = reach_at::<R>(word, position.shift);
    let step = STEPS[DIRECTION] as usize;
    // The cell at position 0 of the line, which may be before the grid.
    let start = point
        .index()
        .wrapping_sub(step * position.shift as usize / 2);
    while near != 0 {
        let shift = near.trailing_zeros();
        near &= near - 1;
        let cell = start.wrapping_add(step * (shift as usize / 2)) % POINTS;
        let old = cells[cell].placed;
        let new = old.with(DIRECTION, table.both(window_at::<R>(word, shift)));
        found[count % MAX_CELLS].placed = new;
        count += usize::from(new != old);
    }
    count
}
