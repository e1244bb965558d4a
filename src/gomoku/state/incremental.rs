//! The incremental state: the board of the search with the patterns of every empty cell, updated by every
//! move and taken back without computing anything again.

use crate::game::Side;
use crate::gomoku::eval::{CellInfo, INPUTS, PositionPolicy, Proximity, SideInfo, Threats, Window};
use crate::gomoku::patterns::lines::{BLACK, BitPosition, EVEN, Lines, WALL};
use crate::gomoku::patterns::{
    CellPatterns, LinePatterns, PATTERN4_CODES, Pattern, Pattern4, PointSet,
};
use crate::gomoku::rules::{
    Cells, DIRECTIONS, MARGIN, POINTS, Point, Position, RuleType, STRIDE, foul,
};
use crate::gomoku::state::accumulator::{Accumulator, ForcedReply};
use crate::gomoku::state::network_accumulator::NetworkAccumulator;
use crate::gomoku::state::preview::{EmptyCell, Pattern4Change, Preview, window_at};
use crate::gomoku::state::static_eval::{StaticEval, is_near};
use crate::gomoku::state::zobrist::{TURN_KEY, board_key, stone_key};
use crate::gomoku::state::{candidates, tables::Tables};
use crate::util::boxed::boxed_array;

/// What [`State::undo`] restores besides the cells in the journals.
#[derive(Clone)]
struct Frame<R> {
    point: Point,
    /// Length of the journal of cells before the move.
    journal: u32,
    /// Number of changes of [`Pattern4`] before the move.
    pattern4_changes: usize,
    accumulator: Accumulator<R>,
    candidates: [u32; candidates::ROWS],
}

/// A move that was previewed but not made, for [`State::make_pending`]. The next preview or move makes it
/// invalid.
#[must_use]
pub struct PendingMove<R> {
    point: Point,
    /// The sums of the position after the move.
    pub accumulator: Accumulator<R>,
}

/// The position with the patterns of every empty cell. Made from a [`Position`] or a list of stones,
/// changed by [`State::make`] and [`State::undo`].
#[derive(Clone)]
pub struct State<R> {
    tables: &'static Tables,
    lines: Lines,
    /// Every empty cell by its point.
    cells: Box<[EmptyCell; POINTS]>,
    /// The empty cells by side and the code of their [`Pattern4`].
    sets: [[PointSet; PATTERN4_CODES]; 2],
    accumulator: Accumulator<R>,
    empty: PointSet,
    candidates: PointSet,
    size: u8,
    key: u64,
    /// The move that was previewed last.
    preview: Box<Preview>,
    /// Undo journal: the cells that the moves have changed, as they were before.
    journal: Vec<EmptyCell>,
    /// The changes of [`Pattern4`] by all moves made.
    pattern4_changes: Vec<Pattern4Change>,
    frames: Vec<Frame<R>>,
    /// With [`State::with_network`] only.
    network: Option<NetworkAccumulator>,
}

impl<R: RuleType> State<R> {
    /// A board of `size` by `size` cells with these stones on different cells.
    pub fn new(size: u8, stones: impl IntoIterator<Item = (Side, Point)>, to_move: Side) -> Self {
        let mut state = Self {
            tables: Tables::of(R::RULE),
            lines: Lines::new(usize::from(size)),
            cells: boxed_array(EmptyCell::default()),
            sets: [[PointSet::EMPTY; PATTERN4_CODES]; 2],
            accumulator: Accumulator::new(to_move),
            empty: PointSet::EMPTY,
            candidates: PointSet::EMPTY,
            size,
            key: board_key(R::RULE, size),
            preview: Box::default(),
            journal: Vec::with_capacity(1 << 13),
            pattern4_changes: Vec::with_capacity(1 << 11),
            frames: Vec::with_capacity(1 << 8),
            network: None,
        };
        for row in MARGIN..MARGIN + usize::from(size) {
            state.empty.0[row] = ((1 << size) - 1) << MARGIN;
        }
        if to_move == Side::White {
            state.key ^= TURN_KEY;
        }
        for (side, point) in stones {
            state.lines.toggle(point, BLACK << side.index());
            state.empty.toggle(point);
            state.key ^= stone_key(side, point);
            candidates::add_neighbours(&mut state.candidates, point);
        }
        for point in state.empty.iter().collect::<Vec<_>>() {
            let mut patterns = CellPatterns::default();
            for direction in 0..DIRECTIONS {
                let position = BitPosition::of(point, direction);
                let window = window_at::<R>(state.lines.word(position), position.shift);
                let both = state.tables.patterns.reader().both(window);
                patterns = patterns.with(direction, both);
            }
            let cell = EmptyCell::new(point, patterns, state.tables.cells.reader());
            let info = cell.info;
            state.cells[point.index()] = cell;
            state.accumulator.add(info);
            state.toggle_in_sets(point);
        }
        state
    }

    /// The position of the rules, whether it is over or not.
    pub fn from_position(position: &Position) -> Self {
        let stones = position.points().filter_map(|point| {
            let stone = position.at(point).stone();
            stone.map(|side| (side, point))
        });
        Self::new(position.rules().size(), stones, position.side())
    }

    /// The same state, which evaluates with the network of the rule from now on. Its sums take time, and not
    /// everybody evaluates.
    #[must_use]
    pub fn with_network(mut self) -> Self {
        let stones = self
            .board()
            .filter_map(|point| Some((self.stone(point)?, point)));
        self.network = Some(NetworkAccumulator::new(R::RULE, self.size, stones));
        self
    }

    /// Adds an empty cell to the sets of its [`Pattern4`], or removes it.
    #[inline(always)]
    fn toggle_in_sets(&mut self, point: Point) {
        let info = self.cells[point.index()].info;
        for side in 0..2 {
            self.sets[side][info.of(side).code()].toggle(point);
        }
    }

    /// Moves a cell from the set of one [`Pattern4`] to that of another, or back.
    #[inline(always)]
    fn toggle_change(sets: &mut [[PointSet; PATTERN4_CODES]; 2], change: Pattern4Change) {
        for code in change.codes {
            let set = &mut sets[usize::from(change.side & 1)];
            set[usize::from(code) % PATTERN4_CODES].toggle(change.point);
        }
    }

    /// Places a stone of the side to move on an empty cell and gives the turn to the other side.
    pub fn make(&mut self, point: Point) {
        let pending = self.preview_move(point);
        self.make_pending(pending);
    }

    /// Computes what the position adds up to after a stone of the side to move on an empty cell. This is
    /// most of the work of a move. Where the sums are enough, the rest of the work, which
    /// [`State::make_pending`] and [`State::undo`] do, is saved.
    pub fn preview_move(&mut self, point: Point) -> PendingMove<R> {
        debug_assert!(self.empty.contains(point), "{point:?} is not empty");
        let mut accumulator = self.accumulator;
        accumulator.occupy(self.cells[point.index()].info);
        let stone = BLACK << self.side().index();
        self.preview.compute::<R>(
            &self.lines,
            &self.cells,
            self.tables,
            (point, stone),
            &mut accumulator,
        );
        PendingMove { point, accumulator }
    }

    /// Makes the move that was previewed last.
    pub fn make_pending(&mut self, pending: PendingMove<R>) {
        let PendingMove { point, accumulator } = pending;
        debug_assert_eq!(self.preview.point(), point, "another move was previewed");
        let side = self.side();
        self.frames.push(Frame {
            point,
            journal: self.journal.len() as u32,
            pattern4_changes: self.pattern4_changes.len(),
            accumulator: self.accumulator,
            candidates: candidates::saved_rows(&mut self.candidates, point),
        });
        if let Some(network) = &mut self.network {
            network.make(side, point);
        }
        self.accumulator = accumulator;
        self.toggle_in_sets(point);
        self.empty.toggle(point);
        candidates::add_neighbours(&mut self.candidates, point);
        self.key ^= stone_key(side, point) ^ TURN_KEY;
        self.lines.toggle(point, BLACK << side.index());
        let (found, cells) = (self.preview.cells(), &mut *self.cells);
        let replaced =
            |cell: &EmptyCell| std::mem::replace(&mut cells[cell.point().index()], *cell);
        self.journal.extend(found.iter().map(replaced));
        let changes = self.preview.changes();
        self.pattern4_changes.extend_from_slice(changes);
        for change in changes {
            Self::toggle_change(&mut self.sets, *change);
        }
    }

    /// Takes back the last move that was made.
    ///
    /// # Panics
    /// If no move was made.
    pub fn undo(&mut self) {
        let Some(frame) = self.frames.pop() else {
            unreachable!("every undo follows a make");
        };
        let point = frame.point;
        self.accumulator = frame.accumulator;
        if let Some(network) = &mut self.network {
            network.undo();
        }
        let side = self.side();
        self.lines.toggle(point, BLACK << side.index());
        self.key ^= stone_key(side, point) ^ TURN_KEY;
        self.empty.toggle(point);
        let cells = &mut *self.cells;
        for cell in &self.journal[frame.journal as usize..] {
            cells[cell.point().index()] = *cell;
        }
        for change in &self.pattern4_changes[frame.pattern4_changes..] {
            Self::toggle_change(&mut self.sets, *change);
        }
        self.pattern4_changes.truncate(frame.pattern4_changes);
        self.journal.truncate(frame.journal as usize);
        candidates::restore_rows(&mut self.candidates, point, frame.candidates);
        // No move changes the information on its own cell, so it is still that of the empty cell.
        self.toggle_in_sets(point);
    }

    /// Gives the turn to the other side without a stone. A second call takes it back.
    pub fn pass(&mut self) {
        self.accumulator.pass();
        self.key ^= TURN_KEY;
    }

    /// The sums over the empty cells.
    #[inline(always)]
    pub const fn accumulator(&self) -> &Accumulator<R> {
        &self.accumulator
    }

    /// The last stone of a side, if it has moved since the state was made.
    #[inline(always)]
    pub fn last_stone(&self, side: Side) -> Option<Point> {
        // One of two moves, or of three with a null move between them.
        let mut last = self.frames.iter().rev().take(3).map(|frame| frame.point);
        last.find(|point| self.stone(*point) == Some(side))
    }

    /// The ordering scores of moves of the side to move near the last stones of that side and of the
    /// opponent, in ranks.
    #[inline(always)]
    pub(crate) fn proximity(&self, last: [Option<Point>; 2]) -> Proximity<'static> {
        self.tables.proximity.near(self.side(), last)
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side(&self) -> Side {
        self.accumulator.side()
    }

    /// Number of empty cells.
    #[inline(always)]
    pub const fn empties(&self) -> u32 {
        self.accumulator.empties()
    }

    /// The empty cells.
    #[inline(always)]
    pub const fn empty(&self) -> &PointSet {
        &self.empty
    }

    /// The empty cells near a stone.
    pub fn candidates(&self) -> PointSet {
        self.candidates.and(&self.empty)
    }

    /// Cells in a row and in a column.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Zobrist hash of rule, size, stones and turn.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The hash after a move of the side to move, which need not be made.
    #[inline(always)]
    pub fn key_after(&self, point: Point) -> u64 {
        self.key ^ stone_key(self.side(), point) ^ TURN_KEY
    }

    /// Number of empty cells with this [`Pattern4`] for a side.
    #[inline(always)]
    pub const fn count(&self, side: Side, pattern4: Pattern4) -> u32 {
        self.accumulator.count(side, pattern4)
    }

    /// Whether a side has a cell with this [`Pattern4`].
    #[inline(always)]
    pub const fn has(&self, side: Side, pattern4: Pattern4) -> bool {
        self.accumulator.has(side, pattern4)
    }

    /// The empty cells with this [`Pattern4`] for a side.
    #[inline(always)]
    pub const fn cells(&self, side: Side, pattern4: Pattern4) -> &PointSet {
        &self.sets[side.index()][pattern4 as usize]
    }

    /// The first of [`State::cells`].
    pub fn first(&self, side: Side, pattern4: Pattern4) -> Option<Point> {
        let rows = MARGIN..MARGIN + usize::from(self.size);
        let set = &self.cells(side, pattern4).0[rows];
        let row = set.iter().position(|row| *row != 0)?;
        Some(Point(
            ((row + MARGIN) * STRIDE) as u16 + set[row].trailing_zeros() as u16,
        ))
    }

    /// The evaluation data of an empty cell for both sides.
    #[inline(always)]
    pub(crate) const fn cell_info(&self, point: Point) -> CellInfo {
        self.cells[point.index()].info
    }

    /// The evaluation data of an empty cell for a side.
    #[inline(always)]
    pub fn info(&self, side: Side, point: Point) -> SideInfo {
        self.cell_info(point).of(side.index())
    }

    /// The [`Pattern4`] of an empty cell for a side.
    #[inline(always)]
    pub fn pattern4(&self, side: Side, point: Point) -> Pattern4 {
        self.info(side, point).pattern4()
    }

    /// The line patterns of an empty cell for a side.
    #[inline(always)]
    pub fn line_patterns(&self, side: Side, point: Point) -> LinePatterns {
        self.cells[point.index()].patterns().of(side.index())
    }

    /// The pattern of an empty cell in one direction for a side.
    #[inline(always)]
    pub fn pattern(&self, side: Side, point: Point, direction: usize) -> Pattern {
        self.line_patterns(side, point).line(direction)
    }

    /// The pattern that an empty cell would have for `side` in a direction, if there were a stone of
    /// `colour` on the empty cell `distance` further along it.
    pub fn pattern_with(
        &self,
        side: Side,
        point: Point,
        direction: usize,
        distance: i16,
        colour: Side,
    ) -> Pattern {
        let position = BitPosition::of(point, direction);
        let shift = position.shift as i16 + 2 * distance;
        let stone = (BLACK << colour.index()) << shift;
        let window = window_at::<R>(self.lines.word(position) | stone, position.shift);
        self.tables.patterns.reader().pattern(window, side.index())
    }

    /// The evaluation data of four line patterns for a side.
    #[inline(always)]
    pub fn info_of(&self, side: Side, patterns: LinePatterns) -> SideInfo {
        self.tables.cells.reader().side(patterns, side.index())
    }

    /// Whether the side to move has no legal cell, which is a draw: in Renju, all that is left may be fouls of Black.
    pub fn has_no_move(&self) -> bool {
        let side = self.side();
        self.empty.iter().all(|point| self.is_foul(side, point))
    }

    /// Whether a stone of `side` on an empty cell would be a foul.
    #[inline]
    pub fn is_foul(&self, side: Side, point: Point) -> bool {
        R::HAS_FOULS
            && side == Side::Black
            && self.pattern4(side, point) == Pattern4::Forbidden
            && foul(&self.lines, point).is_some()
    }

    /// Whether a white stone on the empty cell `point` would leave Black with a legal move, but make a foul
    /// of `answer`.
    pub(super) fn makes_foul(&mut self, point: Point, answer: Point) -> bool {
        let stone = BLACK << Side::White.index();
        self.lines.toggle(point, stone);
        let mut others = self.empty;
        others.toggle(point);
        others.toggle(answer);
        let legal = |cell| foul(&self.lines, cell).is_none();
        let found = !legal(answer) && others.iter().any(legal);
        self.lines.toggle(point, stone);
        found
    }

    /// The static evaluation. The network, if the state has one, is asked only if the value without it is near the
    /// window from `alpha` to `beta`.
    #[inline]
    pub fn evaluate(&mut self, alpha: i32, beta: i32) -> StaticEval {
        let value = self.static_value();
        match &mut self.network {
            Some(network) if is_near(value, alpha, beta) => {
                let threats = self.accumulator.threats();
                StaticEval {
                    value: network.value(self.accumulator.side(), value, threats),
                    complete: true,
                }
            }
            network => StaticEval {
                value,
                complete: network.is_none(),
            },
        }
    }

    /// Like [`State::evaluate`], for the position after a move that was previewed but not made.
    #[inline]
    pub fn evaluate_pending(
        &mut self,
        pending: &PendingMove<R>,
        alpha: i32,
        beta: i32,
    ) -> StaticEval {
        let accumulator = &pending.accumulator;
        let value = self.value_of(accumulator);
        let network = match &mut self.network {
            // A position with a five to answer is forced; training saw none of them.
            Some(network) if accumulator.forced_reply() != ForcedReply::AnswerFive => network,
            _ => {
                return StaticEval {
                    value,
                    complete: true,
                };
            }
        };
        if !is_near(value, alpha, beta) {
            return StaticEval {
                value,
                complete: false,
            };
        }
        let threats = accumulator.threats();
        StaticEval {
            value: network.value_after(accumulator.side(), pending.point, value, threats),
            complete: true,
        }
    }

    /// The policy for the side to move, if the state has a network.
    #[inline]
    pub(crate) fn policy(&mut self) -> Option<PositionPolicy<'_>> {
        let (value, threats) = (self.static_value(), self.accumulator.threats());
        let side = self.side();
        Some(self.network.as_mut()?.policy(side, value, threats))
    }

    /// What the policy for the side to move looks at, if the state has a network: [`NetworkAccumulator::policy_inputs`].
    pub(crate) fn policy_inputs(
        &mut self,
    ) -> Option<([f32; INPUTS], &[[Window; DIRECTIONS]; POINTS])> {
        let (value, threats) = (self.static_value(), self.accumulator.threats());
        let side = self.side();
        Some(self.network.as_mut()?.policy_inputs(side, value, threats))
    }

    /// The numbers of the threats of both sides.
    pub(crate) fn threats(&self) -> Threats {
        self.accumulator.threats()
    }

    /// The static value for the side to move, in hundredths of a unit.
    pub fn static_value(&self) -> i32 {
        self.value_of(&self.accumulator)
    }

    /// The static value of a position with these sums for its side to move, in hundredths of a unit.
    #[inline]
    pub fn value_of(&self, accumulator: &Accumulator<R>) -> i32 {
        accumulator.value(&self.tables.threats)
    }

    /// Number of stones of a side on the line through a cell.
    pub const fn stones_on_line(&self, point: Point, direction: usize, side: Side) -> u32 {
        // Walls have both bits set and are not counted.
        let word = self.lines.word(BitPosition::of(point, direction));
        let [black, white] = [word & EVEN, word >> 1 & EVEN];
        match side {
            Side::Black => (black & !white).count_ones(),
            Side::White => (white & !black).count_ones(),
        }
    }

    /// The stone on a cell of the board, if there is one.
    pub fn stone(&self, point: Point) -> Option<Side> {
        match self.lines.content(point) {
            BLACK => Some(Side::Black),
            content if content == BLACK << 1 => Some(Side::White),
            _ => None,
        }
    }

    /// The cells of the board.
    fn board(&self) -> impl Iterator<Item = Point> + use<R> {
        let size = usize::from(self.size);
        (0..size).flat_map(move |row| (0..size).map(move |col| Point::new(col, row)))
    }

    /// Whether a cell is on the board.
    pub const fn is_on_board(&self, point: Point) -> bool {
        self.lines.content(point) != WALL
    }
}

#[cfg(test)]
mod tests;
