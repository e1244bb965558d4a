//! The position as the search sees it: what every empty cell would make for either side, kept up to
//! date by every move and taken back without recomputing.

use crate::game::Side;
use crate::gomoku::patterns::accumulator::{Accumulator, is_tracked};
use crate::gomoku::patterns::candidates;
use crate::gomoku::patterns::lines::{BLACK, EVEN, Lines, Place, WALL, reach, window};
use crate::gomoku::patterns::point_set::PointSet;
use crate::gomoku::patterns::tables;
use crate::gomoku::patterns::tables::{CLASSES, CellInfo, Entry, Pattern, Pattern4, Tables};
use crate::gomoku::rules::board::Position;
use crate::gomoku::rules::cells::Cells;
use crate::gomoku::rules::forbidden::foul;
use crate::gomoku::rules::point::{DIRECTIONS, MARGIN, POINTS, Point, STRIDE};
use crate::gomoku::rules::rule::Rule;
use crate::util::rng::mix;

/// A rule as a type, so that the hot code of each rule is compiled on its own.
pub trait Ruleset: Copy + Send + Sync + 'static {
    /// Which rule.
    const RULE: Rule;
    /// Whether Black has forbidden points.
    const FOULS: bool = matches!(Self::RULE, Rule::Renju);
    /// Whether stones at both ends take the win out of a five, so that a four can have more than one
    /// answer.
    const ENDS: bool = matches!(Self::RULE, Rule::Caro | Rule::CaroExact);
}

/// [`Rule::Freestyle`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct Freestyle;
/// [`Rule::Standard`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct Standard;
/// [`Rule::Renju`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct Renju;
/// [`Rule::Caro`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct Caro;
/// [`Rule::CaroExact`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct CaroExact;

impl Ruleset for Freestyle {
    const RULE: Rule = Rule::Freestyle;
}
impl Ruleset for Standard {
    const RULE: Rule = Rule::Standard;
}
impl Ruleset for Renju {
    const RULE: Rule = Rule::Renju;
}
impl Ruleset for Caro {
    const RULE: Rule = Rule::Caro;
}
impl Ruleset for CaroExact {
    const RULE: Rule = Rule::CaroExact;
}

/// Evaluates an expression with a type for the [`Ruleset`] of a rule.
macro_rules! with_ruleset {
    ($rule:expr, $name:ident => $body:expr) => {
        match $rule {
            $crate::gomoku::Rule::Freestyle => {
                type $name = $crate::gomoku::patterns::state::Freestyle;
                $body
            }
            $crate::gomoku::Rule::Standard => {
                type $name = $crate::gomoku::patterns::state::Standard;
                $body
            }
            $crate::gomoku::Rule::Renju => {
                type $name = $crate::gomoku::patterns::state::Renju;
                $body
            }
            $crate::gomoku::Rule::Caro => {
                type $name = $crate::gomoku::patterns::state::Caro;
                $body
            }
            $crate::gomoku::Rule::CaroExact => {
                type $name = $crate::gomoku::patterns::state::CaroExact;
                $body
            }
        }
    };
}
pub(crate) use with_ruleset;

/// Hash keys of the stones, by colour and cell.
static STONE_KEYS: [[u64; POINTS]; 2] = {
    let mut keys = [[0; POINTS]; 2];
    let mut n = 0;
    while n < 2 * POINTS {
        keys[n / POINTS][n % POINTS] = mix(0x476f_6d6f_6b75 + n as u64);
        n += 1;
    }
    keys
};

/// Hash key of White's turn.
const TURN_KEY: u64 = mix(0x7475_726e);

/// What an empty cell has: before a move in the journal, after it in the list of changed cells.
#[derive(Clone, Copy, Default)]
struct Saved {
    point: Point,
    quads: u32,
    meaning: CellInfo,
}

/// A cell that goes from one class to another, at least one of them tracked.
#[derive(Clone, Copy)]
struct Reclass {
    point: Point,
    side: u8,
    old: Pattern4,
    new: Pattern4,
}

/// What a move has to put back besides the cells in the journals.
#[derive(Clone)]
struct Frame<R> {
    point: Point,
    /// Length of the journal before the move.
    journal: u32,
    /// Length of the journal of classes before the move.
    classes: usize,
    accumulator: Accumulator<R>,
    candidates: [u32; candidates::ROWS],
}

/// A move that was looked at but not made, for [`State::make_pending`]. Any other look or move makes it invalid.
#[must_use]
pub struct PendingMove<R> {
    point: Point,
    /// Cells in the list of changed ones.
    changed: usize,
    /// What the position after the move adds up to.
    pub accumulator: Accumulator<R>,
}

/// More cells than one move can change: five on each side in four directions.
const MOST_CHANGED: usize = 64;

/// The position with the patterns of every empty cell. Made from a [`Position`] or a list of stones,
/// changed by [`State::make`] and [`State::undo`].
#[derive(Clone)]
pub struct State<R> {
    tables: &'static Tables,
    lines: Lines,
    /// Per empty cell the patterns of the four directions, four bits each: Black's in the low half.
    quads: Box<[u32; POINTS]>,
    /// Per empty cell what the patterns mean.
    meanings: Box<[CellInfo; POINTS]>,
    /// The empty cells by side and class, for tracked classes; the others hold rubbish.
    sets: [[PointSet; CLASSES]; 2],
    accumulator: Accumulator<R>,
    empty: PointSet,
    candidates: PointSet,
    size: u8,
    key: u64,
    /// Room for the cells that a move changes, with their new patterns and what these mean.
    changed: Box<[Saved; MOST_CHANGED]>,
    journal: Vec<Saved>,
    /// The changes of classes of all moves made, and after them those of the move that was looked at.
    classes: Vec<Reclass>,
    /// How many of them belong to moves made.
    made_classes: usize,
    frames: Vec<Frame<R>>,
}

impl<R: Ruleset> State<R> {
    /// A board of `size` by `size` cells with these stones on different cells.
    pub fn new(size: u8, stones: impl IntoIterator<Item = (Side, Point)>, to_move: Side) -> Self {
        let mut state = Self {
            tables: Tables::of(R::RULE),
            lines: Lines::new(usize::from(size)),
            quads: Box::new([0; POINTS]),
            meanings: Box::new([CellInfo::default(); POINTS]),
            sets: [[PointSet::EMPTY; CLASSES]; 2],
            accumulator: Accumulator::new(to_move),
            empty: PointSet::EMPTY,
            candidates: PointSet::EMPTY,
            size,
            key: mix(u64::from(R::RULE.code()) << 8 | u64::from(size)),
            changed: Box::new([Saved::default(); MOST_CHANGED]),
            journal: Vec::with_capacity(1 << 13),
            classes: Vec::with_capacity(1 << 11),
            made_classes: 0,
            frames: Vec::with_capacity(1 << 8),
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
            state.key ^= STONE_KEYS[side.index()][point.index()];
            candidates::spread(&mut state.candidates, point);
        }
        for point in state.empty.iter().collect::<Vec<_>>() {
            let mut quads = 0;
            for direction in 0..DIRECTIONS {
                let place = Place::of(point, direction);
                let window = Self::window_at(state.lines.word(place), place.shift);
                quads |= state.tables.pair(window) << (4 * direction);
            }
            let meaning = state.tables.meaning(quads);
            state.quads[point.index()] = quads;
            state.meanings[point.index()] = meaning;
            state.accumulator.add(meaning);
            state.toggle_classes(point, meaning);
        }
        state
    }

    /// The position of the rules; whether it is over does not matter here.
    pub fn from_position(position: &Position) -> Self {
        let stones = position.points().filter_map(|point| {
            let stone = position.at(point).stone();
            stone.map(|side| (side, point))
        });
        Self::new(position.rules().size(), stones, position.side())
    }

    #[inline(always)]
    fn window_at(word: u64, shift: u32) -> (usize, usize) {
        if const { tables::half(R::RULE) == 4 } {
            window::<4>(word, shift)
        } else {
            window::<5>(word, shift)
        }
    }

    /// Puts an empty cell into the sets of its classes, or takes it out.
    #[inline(always)]
    fn toggle_classes(&mut self, point: Point, meaning: CellInfo) {
        for side in 0..2 {
            let class = meaning.of(side).class();
            if is_tracked(class) {
                self.sets[side][class as usize].toggle(point);
            }
        }
    }

    /// Moves a cell between the sets of two classes, one way or the other. Sets of classes that are not
    /// tracked go wrong by that, but nobody reads them.
    #[inline(always)]
    fn reclass(&mut self, change: Reclass) {
        let sets = &mut self.sets[usize::from(change.side & 1)];
        sets[change.old as usize].toggle(change.point);
        sets[change.new as usize].toggle(change.point);
    }

    /// Puts a stone of the side to move on an empty cell and gives the turn to the other side.
    pub fn make(&mut self, point: Point) {
        let outlook = self.preview_move(point);
        self.make_pending(outlook);
    }

    /// What a stone of the side to move on an empty cell leads to. Most of the work of a move, but what is
    /// left for [`State::make_pending`] and [`State::undo`] is worth saving where this is enough.
    pub fn preview_move(&mut self, point: Point) -> PendingMove<R> {
        debug_assert!(self.empty.contains(point), "{point:?} is not empty");
        // What an earlier look has left there.
        self.classes.truncate(self.made_classes);
        let mut accumulator = self.accumulator;
        accumulator.occupy(self.meanings[point.index()]);
        let stone = BLACK << self.side().index();
        // First the cells whose patterns change are found, without a branch on each that would be
        // hard to predict; then only those are worked on.
        let mut count = self.scan::<0>(point, stone, 0);
        count = self.scan::<1>(point, stone, count);
        count = self.scan::<2>(point, stone, count);
        count = self.scan::<3>(point, stone, count);
        let changed = count.min(MOST_CHANGED);
        for n in 0..changed {
            let Saved { point, quads, .. } = self.changed[n];
            let before = self.meanings[point.index()];
            let after = self.tables.meaning(quads);
            self.changed[n].meaning = after;
            accumulator.change(before, after);
            if before.differs_in_class(after) {
                for side in 0..2 {
                    let (old, new) = (before.of(side).class(), after.of(side).class());
                    if old != new && (is_tracked(old) || is_tracked(new)) {
                        accumulator.reclass(side, old, new);
                        let side = side as u8;
                        self.classes.push(Reclass {
                            point,
                            side,
                            old,
                            new,
                        });
                    }
                }
            }
        }
        PendingMove {
            point,
            changed,
            accumulator,
        }
    }

    /// Makes the move that was looked at last.
    pub fn make_pending(&mut self, outlook: PendingMove<R>) {
        let PendingMove {
            point,
            changed,
            accumulator,
        } = outlook;
        let side = self.side().index();
        self.frames.push(Frame {
            point,
            journal: self.journal.len() as u32,
            classes: self.made_classes,
            accumulator: self.accumulator,
            candidates: candidates::rows(&self.candidates, point),
        });
        self.accumulator = accumulator;
        self.toggle_classes(point, self.meanings[point.index()]);
        self.empty.toggle(point);
        candidates::spread(&mut self.candidates, point);
        self.key ^= STONE_KEYS[side][point.index()] ^ TURN_KEY;
        self.lines.toggle(point, BLACK << side);
        for n in 0..changed {
            let Saved {
                point,
                quads,
                meaning,
            } = self.changed[n];
            self.journal.push(Saved {
                point,
                quads: self.quads[point.index()],
                meaning: self.meanings[point.index()],
            });
            self.quads[point.index()] = quads;
            self.meanings[point.index()] = meaning;
        }
        for n in self.made_classes..self.classes.len() {
            self.reclass(self.classes[n]);
        }
        self.made_classes = self.classes.len();
    }

    /// Finds the cells on the line through `point` in one direction whose patterns change with the stone and
    /// appends them to the first `count` of the list. Returns the new length.
    #[inline(always)]
    fn scan<const DIRECTION: usize>(
        &mut self,
        point: Point,
        stone: u64,
        mut count: usize,
    ) -> usize {
        let tables = self.tables;
        let place = Place::of(point, DIRECTION);
        let word = self.lines.word(place) ^ stone << place.shift;
        let mut cells = if const { tables::half(R::RULE) == 4 } {
            reach::<4>(word, place.shift)
        } else {
            reach::<5>(word, place.shift)
        };
        let nibbles = 4 * DIRECTION;
        let start = point.along(DIRECTION, -(place.shift as i16 / 2));
        while cells != 0 {
            let shift = cells.trailing_zeros();
            cells &= cells - 1;
            let near = start.along(DIRECTION, (shift / 2) as i16);
            let old = self.quads[near.index()];
            let pair = tables.pair(Self::window_at(word, shift)) << nibbles;
            let new = old & !(0x000f_000f << nibbles) | pair;
            let cell = &mut self.changed[count % MOST_CHANGED];
            (cell.point, cell.quads) = (near, new);
            count += usize::from(new != old);
        }
        count
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
        let side = self.side().index();
        self.lines.toggle(point, BLACK << side);
        self.key ^= STONE_KEYS[side][point.index()] ^ TURN_KEY;
        self.empty.toggle(point);
        for saved in &self.journal[frame.journal as usize..] {
            self.quads[saved.point.index()] = saved.quads;
            self.meanings[saved.point.index()] = saved.meaning;
        }
        for n in frame.classes..self.made_classes {
            self.reclass(self.classes[n]);
        }
        self.classes.truncate(frame.classes);
        self.made_classes = frame.classes;
        self.journal.truncate(frame.journal as usize);
        candidates::restore(&mut self.candidates, point, frame.candidates);
        // The meaning of the cell itself has stayed as it was.
        self.toggle_classes(point, self.meanings[point.index()]);
    }

    /// Gives the turn to the other side without a stone. Taken back by calling it again.
    pub fn pass(&mut self) {
        self.accumulator.pass();
        self.key ^= TURN_KEY;
    }

    /// What the position adds up to.
    #[inline(always)]
    pub const fn accumulator(&self) -> &Accumulator<R> {
        &self.accumulator
    }

    /// The last stone of the side to move, if both sides have moved since the state was made.
    pub fn last_own(&self) -> Option<Point> {
        self.frames.iter().nth_back(1).map(|frame| frame.point)
    }

    /// Whose turn it is.
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

    /// Hash of rule, size, stones and turn.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Hash after a move of the side to move, which need not be made.
    #[inline(always)]
    pub fn key_after(&self, point: Point) -> u64 {
        self.key ^ STONE_KEYS[self.side().index()][point.index()] ^ TURN_KEY
    }

    /// Number of empty cells of a class for a side; the class is [`Pattern4::OpenThree`] or above, or forbidden.
    #[inline(always)]
    pub const fn count(&self, side: Side, class: Pattern4) -> u32 {
        self.accumulator.count(side, class)
    }

    /// Whether a side has a cell of a class.
    #[inline(always)]
    pub const fn has(&self, side: Side, class: Pattern4) -> bool {
        self.accumulator.has(side, class)
    }

    /// The empty cells of a class for a side.
    #[inline(always)]
    pub const fn cells(&self, side: Side, class: Pattern4) -> &PointSet {
        &self.sets[side.index()][class as usize]
    }

    /// The first cell of a class for a side.
    pub fn first(&self, side: Side, class: Pattern4) -> Option<Point> {
        let rows = MARGIN..MARGIN + usize::from(self.size);
        let set = &self.cells(side, class).0[rows];
        let row = set.iter().position(|row| *row != 0)?;
        Some(Point(
            ((row + MARGIN) * STRIDE) as u16 + set[row].trailing_zeros() as u16,
        ))
    }

    /// What an empty cell means for a side.
    #[inline(always)]
    pub fn entry(&self, side: Side, point: Point) -> Entry {
        self.meanings[point.index()].of(side.index())
    }

    /// The class of an empty cell for a side.
    #[inline(always)]
    pub fn class(&self, side: Side, point: Point) -> Pattern4 {
        self.entry(side, point).class()
    }

    /// The patterns of an empty cell for a side, four bits for each direction.
    #[inline(always)]
    pub fn quad(&self, side: Side, point: Point) -> u16 {
        (self.quads[point.index()] >> (16 * side.index())) as u16
    }

    /// The pattern of an empty cell in one direction for a side.
    #[inline(always)]
    pub fn pattern(&self, side: Side, point: Point, direction: usize) -> Pattern {
        Pattern::from_bits(u32::from(self.quad(side, point)) >> (4 * direction) & 15)
    }

    /// The pattern that an empty cell would have for `side` in a direction, if the opponent had a
    /// stone on the empty cell `distance` further along it.
    pub fn pattern_against(
        &self,
        side: Side,
        point: Point,
        direction: usize,
        distance: i16,
    ) -> Pattern {
        let place = Place::of(point, direction);
        let shift = place.shift as i16 + 2 * distance;
        let stone = (BLACK << side.other().index()) << shift;
        let window = Self::window_at(self.lines.word(place) | stone, place.shift);
        self.tables.pattern(window, side.index())
    }

    /// What four patterns, four bits for each direction, mean for a side.
    #[inline(always)]
    pub fn meaning_of(&self, side: Side, quad: u16) -> Entry {
        self.tables.entry(quad, side.index())
    }

    /// Whether a stone of `side` on an empty cell would be a foul.
    #[inline]
    pub fn is_foul(&self, side: Side, point: Point) -> bool {
        R::FOULS
            && side == Side::Black
            && self.class(side, point) == Pattern4::Forbidden
            && foul(&self.lines, point).is_some()
    }

    /// The static value for the side to move, in hundredths of a unit.
    pub fn evaluate(&self) -> i32 {
        self.value_of(&self.accumulator)
    }

    /// The static value of a position by what it adds up to, for the side to move, in hundredths of a unit.
    #[inline]
    pub fn value_of(&self, accumulator: &Accumulator<R>) -> i32 {
        accumulator.value(&self.tables.threats)
    }

    /// Number of stones of a side on the line through a cell.
    pub const fn stones_on_line(&self, point: Point, direction: usize, side: Side) -> u32 {
        // Walls have both bits set and are not counted.
        let word = self.lines.word(Place::of(point, direction));
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

    /// Whether a cell is on the board.
    pub const fn is_on_board(&self, point: Point) -> bool {
        self.lines.content(point) != WALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Everything that a state says, for comparison.
    fn facts<R: Ruleset>(state: &State<R>) -> impl PartialEq + std::fmt::Debug + use<R> {
        let cells: Vec<_> = state
            .empty
            .iter()
            .map(|point| (state.quads[point.index()], state.meanings[point.index()]))
            .collect();
        let tracked = |side: usize| {
            Pattern4::ALL
                .into_iter()
                .filter(|class| is_tracked(*class))
                .map(|class| {
                    let of = Side::ALL[side];
                    (state.sets[side][class as usize], state.count(of, class))
                })
                .collect::<Vec<_>>()
        };
        (
            (cells, tracked(0), tracked(1)),
            (state.empty, state.candidates, state.empties(), state.key),
            state.evaluate(),
        )
    }

    fn fresh<R: Ruleset>(size: u8, stones: &[(Side, Point)], side: Side) -> State<R> {
        State::new(size, stones.iter().copied(), side)
    }

    fn make_and_undo<R: Ruleset>(size: u8, steps: &[(u16, bool)]) {
        let mut state = fresh::<R>(size, &[], Side::Black);
        let mut stones = Vec::new();
        for &(choice, back) in steps {
            if back && !stones.is_empty() {
                state.undo();
                stones.pop();
            } else {
                // Near the centre at first, so that lines meet.
                let empty: Vec<Point> = state.empty.iter().collect();
                let Some(point) = empty.get(usize::from(choice) % empty.len().max(1)) else {
                    continue;
                };
                stones.push((state.side(), *point));
                // To look at moves changes nothing, and a look at another one does not spoil the move.
                let before = facts(&state);
                let foreseen = state.preview_move(*point).accumulator;
                let _ = state.preview_move(empty[0]);
                assert_eq!(facts(&state), before);
                state.make(*point);
                assert_eq!(state.value_of(&foreseen), state.evaluate());
                assert_eq!(foreseen.forced_reply(), state.forced_reply());
            }
            assert_eq!(
                facts(&state),
                facts(&fresh::<R>(size, &stones, state.side()))
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        #[test]
        fn incremental_is_fresh(
            size in 5_u8..=22,
            steps in prop::collection::vec((any::<u16>(), prop::bool::weighted(0.2)), 1..90),
        ) {
            make_and_undo::<Freestyle>(size, &steps);
            make_and_undo::<Standard>(size, &steps);
            make_and_undo::<Renju>(size, &steps);
            make_and_undo::<Caro>(size, &steps);
            make_and_undo::<CaroExact>(size, &steps);
        }

        #[test]
        fn evaluation_is_symmetric(
            stones in prop::collection::hash_map((0_u8..15, 0_u8..15), any::<bool>(), 0..60),
        ) {
            type Map = fn(u8, u8) -> (u8, u8);
            let list = |map: Map, swap: bool| -> Vec<(Side, Point)> {
                stones
                    .iter()
                    .map(|(&(x, y), &black)| {
                        let (x, y) = map(x, y);
                        let side = if black != swap { Side::Black } else { Side::White };
                        (side, Point::new(x.into(), y.into()))
                    })
                    .collect()
            };
            let value = |stones: &[(Side, Point)], side| {
                [
                    fresh::<Freestyle>(15, stones, side).evaluate(),
                    fresh::<Standard>(15, stones, side).evaluate(),
                    fresh::<Caro>(15, stones, side).evaluate(),
                    fresh::<CaroExact>(15, stones, side).evaluate(),
                ]
            };
            let plain = list(|x, y| (x, y), false);
            let expected = value(&plain, Side::Black);
            prop_assert_eq!(value(&list(|x, y| (x, y), true), Side::White), expected);
            let maps: [Map; 4] = [
                |x, y| (14 - x, y),
                |x, y| (x, 14 - y),
                |x, y| (y, x),
                |x, y| (14 - y, 14 - x),
            ];
            for map in maps {
                let turned = list(map, false);
                prop_assert_eq!(value(&turned, Side::Black), expected);
                prop_assert_eq!(
                    fresh::<Renju>(15, &turned, Side::Black).evaluate(),
                    fresh::<Renju>(15, &plain, Side::Black).evaluate()
                );
            }
        }
    }

    #[test]
    fn fouls_are_those_of_the_rules() {
        use crate::util::rng::Rng;
        let mut rng = Rng::new(77);
        let mut found = [0; 2];
        for _ in 0..300 {
            let mut stones = Vec::new();
            for n in 0..20 + rng.below(41) {
                let side = if n % 2 == 0 { Side::Black } else { Side::White };
                let point = Point::new(3 + rng.below(9) as usize, 3 + rng.below(9) as usize);
                if stones.iter().all(|(_, other)| *other != point) {
                    stones.push((side, point));
                }
            }
            let state = fresh::<Renju>(15, &stones, Side::Black);
            for point in state.empty().iter() {
                let expected = foul(&state.lines, point).is_some();
                let pseudo = state.class(Side::Black, point) == Pattern4::Forbidden;
                assert_eq!(state.is_foul(Side::Black, point), expected);
                assert!(pseudo || !expected, "a foul without the class");
                found[0] += usize::from(expected);
                found[1] += usize::from(pseudo);
            }
        }
        assert!(found[0] > 100 && found[1] > found[0], "{found:?}");
    }
}
