//! The accumulator of the [`network`](crate::gomoku::eval::network), as NNUE has one: the sums of its first layer, for every
//! perspective.
//!
//! A stone changes the windows of up to 32 cells that see it and of its own cell. Updates are lazy: a perspective applies
//! pending moves only when it is evaluated, since many moves are undone before that.

use crate::game::Side;
use crate::gomoku::eval::{
    ARM, CHANNELS, CLIP_MAX, CellSums, Content, INPUTS, Kernel, Network, Perspective, Place,
    Policy, PositionPolicy, Threats, Window, policy_inputs, pool_plus, with_kernel,
};
use crate::gomoku::rules::{DIRECTIONS, MAX_SIZE, POINTS, Point, Rule};
use crate::util::boxed::boxed_array;
use std::sync::{Arc, OnceLock};

/// A cell that sees another one.
#[derive(Clone, Copy, Debug, Default)]
struct WindowRef {
    /// The place of its window among those of all cells: four times the index of the cell plus the direction.
    window: u16,
    /// Where the other cell is in this window.
    place: Place,
}

impl WindowRef {
    #[inline(always)]
    const fn window(self) -> usize {
        self.window as usize % (DIRECTIONS * POINTS)
    }

    #[inline(always)]
    const fn cell(self) -> usize {
        self.window() / DIRECTIONS
    }
}

/// The most cells that see a cell.
const MAX_WINDOW_REFS: usize = 2 * ARM * DIRECTIONS;

/// The cells that see each cell of a board.
#[derive(Debug)]
struct WindowRefs {
    cells: Box<[[WindowRef; MAX_WINDOW_REFS]; POINTS]>,
    counts: Box<[u8; POINTS]>,
}

impl WindowRefs {
    /// A board of cells, which `is_on_board` tells from the others.
    fn new(board: &[Point], is_on_board: &[bool; POINTS]) -> Self {
        let mut window_refs = Self {
            cells: boxed_array([WindowRef::default(); MAX_WINDOW_REFS]),
            counts: boxed_array(0),
        };
        for &cell in board {
            for direction in 0..DIRECTIONS {
                for second in [false, true] {
                    let seen = |distance: usize| {
                        let offset = distance as i16;
                        cell.along(direction, if second { offset } else { -offset })
                    };
                    let arm = (1..=ARM).take_while(|&n| is_on_board[seen(n).index()]);
                    let length = arm.count();
                    for distance in 1..=length {
                        let seen = seen(distance).index();
                        let count = &mut window_refs.counts[seen];
                        window_refs.cells[seen][usize::from(*count)] = WindowRef {
                            window: (DIRECTIONS * cell.index() + direction) as u16,
                            place: Place::new(second, length, distance),
                        };
                        *count += 1;
                    }
                }
            }
        }
        window_refs
    }

    #[inline(always)]
    fn of(&self, point: Point) -> &[WindowRef] {
        let count = usize::from(self.counts[point.index()]).min(MAX_WINDOW_REFS);
        &self.cells[point.index()][..count]
    }
}

/// The sums of a cell after its window `old` has become `new`.
#[inline(always)]
fn replace<K: Kernel>(
    kernel: K,
    network: &Network,
    numbers: K::Channels,
    old: Window,
    new: Window,
) -> K::Channels {
    kernel.replace(numbers, network.vector(old), network.vector(new))
}

// At most 33 cells change by at most CLIP each, which 16 bits hold.
const _: () = assert!((MAX_WINDOW_REFS as i32 + 1) * CLIP_MAX as i32 <= i16::MAX as i32);

/// The sums before a move: those of the cells that see it, and at the end that of its own cell.
type SavedSums = [CellSums; MAX_WINDOW_REFS + 1];

/// The accumulator of one perspective.
#[derive(Clone)]
struct PerspectiveAccumulator {
    network: &'static Network,
    windows: Box<[[Window; DIRECTIONS]; POINTS]>,
    sums: Box<[CellSums; POINTS]>,
    /// The sum of the clipped cells.
    pool: [i32; CHANNELS],
    /// The number of moves that the sums contain.
    applied_moves: usize,
    /// The sums before each of these moves, and room for others.
    journal: Vec<SavedSums>,
    /// The pools before the moves.
    pools: Vec<[i32; CHANNELS]>,
}

impl PerspectiveAccumulator {
    fn new(
        network: &'static Network,
        board: &[Point],
        content: impl Fn(Point) -> Option<Content>,
    ) -> Self {
        let mut accumulator = Self {
            network,
            windows: boxed_array([Window::default(); DIRECTIONS]),
            sums: boxed_array(CellSums::ZERO),
            pool: [0; CHANNELS],
            applied_moves: 0,
            journal: Vec::new(),
            pools: Vec::new(),
        };
        for &cell in board {
            let mut sum = network.bias;
            for direction in 0..DIRECTIONS {
                let window = Window::around(|offset| content(cell.along(direction, offset)));
                accumulator.windows[cell.index()][direction] = window;
                for (sum, number) in sum.0.iter_mut().zip(network.vector(window).0) {
                    *sum += i16::from(number);
                }
            }
            accumulator.sums[cell.index()] = sum;
            for (channel, pool) in accumulator.pool.iter_mut().enumerate() {
                *pool += i32::from(sum.0[channel].clamp(0, CLIP_MAX));
            }
        }
        accumulator
    }

    /// The sum of a cell after a stone on it.
    #[inline(always)]
    fn sum_with_stone<K: Kernel>(&self, kernel: K, point: Point, stone: Content) -> K::Channels {
        let mut sum = kernel.load(&self.sums[point.index()]);
        for &window in &self.windows[point.index()] {
            sum = replace(kernel, self.network, sum, window, window.with_centre(stone));
        }
        sum
    }

    /// Makes the position the one in which the sums begin: no move before it can be taken back.
    fn clear_moves(&mut self) {
        self.journal.clear();
        self.pools.clear();
        self.applied_moves = 0;
    }

    /// Applies a stone on an empty cell.
    #[inline(always)]
    fn apply(
        &mut self,
        kernel: impl Kernel,
        window_refs: &[WindowRef],
        point: Point,
        stone: Content,
    ) {
        if self.journal.len() == self.applied_moves {
            self.journal.push([CellSums::ZERO; MAX_WINDOW_REFS + 1]);
        }
        let saved = &mut self.journal[self.applied_moves];
        saved[MAX_WINDOW_REFS] = self.sums[point.index()];
        let mut change = kernel.load(&CellSums::ZERO);
        let windows = self.windows.as_flattened_mut();
        // A cell sees another one in one direction only, so that none is changed twice.
        for (window_ref, saved) in window_refs.iter().zip(saved) {
            let (window, sum) = (
                &mut windows[window_ref.window()],
                &mut self.sums[window_ref.cell()],
            );
            let new = window.with_stone(window_ref.place, stone);
            let old_sum = kernel.load(sum);
            *saved = kernel.store(old_sum);
            let new_sum = replace(kernel, self.network, old_sum, *window, new);
            change = kernel.add_clipped_change(change, old_sum, new_sum);
            *window = new;
            *sum = kernel.store(new_sum);
        }
        let old_sum = kernel.load(&self.sums[point.index()]);
        let new_sum = self.sum_with_stone(kernel, point, stone);
        change = kernel.add_clipped_change(change, old_sum, new_sum);
        self.sums[point.index()] = kernel.store(new_sum);
        for window in &mut self.windows[point.index()] {
            *window = window.with_centre(stone);
        }
        self.pools.push(self.pool);
        self.pool = pool_plus(self.pool, kernel.store(change));
        self.applied_moves += 1;
    }

    /// Undoes the last stone that was applied.
    #[inline(always)]
    fn undo(&mut self, window_refs: &[WindowRef], point: Point, stone: Content) {
        let Some(pool) = self.pools.pop() else {
            unreachable!("every stone that is undone was applied");
        };
        self.pool = pool;
        self.applied_moves -= 1;
        let saved = &self.journal[self.applied_moves];
        self.sums[point.index()] = saved[MAX_WINDOW_REFS];
        for window in &mut self.windows[point.index()] {
            *window = window.without_centre();
        }
        let windows = self.windows.as_flattened_mut();
        for (window_ref, sum) in window_refs.iter().zip(saved) {
            let window = &mut windows[window_ref.window()];
            *window = window.without_stone(window_ref.place, stone);
            self.sums[window_ref.cell()] = *sum;
        }
    }

    /// The pool after a stone on an empty cell.
    #[inline(always)]
    fn pool_after(
        &self,
        kernel: impl Kernel,
        window_refs: &[WindowRef],
        point: Point,
        stone: Content,
    ) -> [i32; CHANNELS] {
        let mut change = kernel.load(&CellSums::ZERO);
        let windows = self.windows.as_flattened();
        for window_ref in window_refs {
            let window = windows[window_ref.window()];
            let new = window.with_stone(window_ref.place, stone);
            let old_sum = kernel.load(&self.sums[window_ref.cell()]);
            let new_sum = replace(kernel, self.network, old_sum, window, new);
            change = kernel.add_clipped_change(change, old_sum, new_sum);
        }
        let old_sum = kernel.load(&self.sums[point.index()]);
        let new_sum = self.sum_with_stone(kernel, point, stone);
        change = kernel.add_clipped_change(change, old_sum, new_sum);
        pool_plus(self.pool, kernel.store(change))
    }
}

/// What a stone is for a side.
#[inline(always)]
fn content_for(side: Side, stone: Side) -> Content {
    if stone == side {
        Content::Own
    } else {
        Content::Other
    }
}

/// The network of a rule with its sums for a position.
#[derive(Clone)]
pub(crate) struct NetworkAccumulator {
    window_refs: Arc<WindowRefs>,
    network: &'static Network,
    policy: &'static Policy,
    /// By the side whose stones are the own ones.
    accumulators: Vec<PerspectiveAccumulator>,
    /// The moves since the sums were made.
    moves: Vec<(Side, Point)>,
}

impl NetworkAccumulator {
    /// The sums for a square board with these stones on different cells.
    pub(crate) fn new(
        rule: Rule,
        size: u8,
        stones: impl IntoIterator<Item = (Side, Point)>,
    ) -> Self {
        static EMPTY_BOARDS: [[OnceLock<NetworkAccumulator>; MAX_SIZE + 1]; Rule::ALL.len()] =
            [const { [const { OnceLock::new() }; MAX_SIZE + 1] }; Rule::ALL.len()];
        let empty = &EMPTY_BOARDS[rule.index()][usize::from(size)];
        let empty = empty.get_or_init(|| Self::empty_board(rule, usize::from(size)));
        let mut sums = empty.clone();
        for (stone, point) in stones {
            sums.make(stone, point);
        }
        for side in Side::ALL {
            sums.updated(sums.network.perspective.own(side));
        }
        sums.moves.clear();
        for accumulator in &mut sums.accumulators {
            accumulator.clear_moves();
        }
        sums
    }

    fn empty_board(rule: Rule, size: usize) -> Self {
        let network = Network::of(rule);
        let board: Vec<Point> = (0..size * size)
            .map(|n| Point::new(n % size, n / size))
            .collect();
        let mut is_on_board = boxed_array::<_, POINTS>(false);
        for point in &board {
            is_on_board[point.index()] = true;
        }
        let content = |point: Point| is_on_board[point.index()].then_some(Content::Empty);
        let accumulator = PerspectiveAccumulator::new(network, &board, content);
        let accumulators = match network.perspective {
            Perspective::SideToMove => vec![accumulator.clone(), accumulator],
            Perspective::Black => vec![accumulator],
        };
        Self {
            window_refs: Arc::new(WindowRefs::new(&board, &is_on_board)),
            network,
            policy: Policy::of(rule),
            accumulators,
            moves: Vec::new(),
        }
    }

    /// Adds a stone on an empty cell.
    #[inline(always)]
    pub(crate) fn make(&mut self, side: Side, point: Point) {
        self.moves.push((side, point));
    }

    /// Takes back the last stone that was added.
    #[inline(always)]
    pub(crate) fn undo(&mut self) {
        let count = self.moves.len();
        let Some((stone, point)) = self.moves.pop() else {
            unreachable!("every undo follows a make");
        };
        for (own, accumulator) in Side::ALL.into_iter().zip(&mut self.accumulators) {
            if accumulator.applied_moves == count {
                let (window_refs, content) = (self.window_refs.of(point), content_for(own, stone));
                // The kernel is not needed, but its instructions copy faster.
                with_kernel!(_kernel => accumulator.undo(window_refs, point, content));
            }
        }
    }

    /// The accumulator in which the stones of `own` are the own ones, after all pending moves.
    #[inline(always)]
    fn updated(&mut self, own: Side) -> &PerspectiveAccumulator {
        let accumulator = &mut self.accumulators[own.index()];
        while let Some(&(stone, point)) = self.moves.get(accumulator.applied_moves) {
            let (window_refs, content) = (self.window_refs.of(point), content_for(own, stone));
            with_kernel!(kernel => accumulator.apply(kernel, window_refs, point, content));
        }
        accumulator
    }

    /// The value for the side to move, given its static value and the threats.
    pub(crate) fn value(&mut self, to_move: Side, static_value: i32, threats: Threats) -> i32 {
        let network = self.network;
        let accumulator = self.updated(network.perspective.own(to_move));
        network.value(to_move, &accumulator.pool, static_value, threats)
    }

    /// The inputs of the policy for the side to move, given its static value and the threats, and the windows that
    /// the policy looks at.
    ///
    /// They are those of its opponent's perspective, unless only Black has one: the values of the moves need these anyway.
    #[inline]
    pub(crate) fn policy_inputs(
        &mut self,
        to_move: Side,
        static_value: i32,
        threats: Threats,
    ) -> ([f32; INPUTS], &[[Window; DIRECTIONS]; POINTS]) {
        let accumulator = self.updated(self.network.perspective.own(to_move.other()));
        let inputs = policy_inputs(&accumulator.pool, static_value, threats);
        (inputs, &accumulator.windows)
    }

    /// The policy for the side to move.
    #[inline]
    pub(crate) fn policy(
        &mut self,
        to_move: Side,
        static_value: i32,
        threats: Threats,
    ) -> PositionPolicy<'_> {
        let policy = self.policy;
        let (inputs, windows) = self.policy_inputs(to_move, static_value, threats);
        policy.at(to_move, &inputs, windows)
    }

    /// The value for the side to move after a stone of its opponent on an empty cell, given the static value
    /// and the threats after it.
    pub(crate) fn value_after(
        &mut self,
        to_move: Side,
        point: Point,
        static_value: i32,
        threats: Threats,
    ) -> i32 {
        let own = self.network.perspective.own(to_move);
        self.updated(own);
        let accumulator = &self.accumulators[own.index()];
        let stone = content_for(own, to_move.other());
        let window_refs = self.window_refs.of(point);
        let pool =
            with_kernel!(kernel => accumulator.pool_after(kernel, window_refs, point, stone));
        self.network.value(to_move, &pool, static_value, threats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    /// The sums of every accumulator for a square board with these stones, computed cell by cell.
    fn fresh(rule: Rule, size: usize, stones: &[(Side, Point)]) -> Vec<PerspectiveAccumulator> {
        let board: Vec<Point> = (0..size * size)
            .map(|n| Point::new(n % size, n / size))
            .collect();
        let network = Network::of(rule);
        let accumulator = |own: Side| {
            PerspectiveAccumulator::new(network, &board, |point| {
                let is_on_board = board.binary_search(&point).is_ok();
                is_on_board.then(|| {
                    let stone = stones.iter().find(|(_, other)| *other == point);
                    stone.map_or(Content::Empty, |(side, _)| content_for(own, *side))
                })
            })
        };
        let owns: &[Side] = match network.perspective {
            Perspective::SideToMove => &Side::ALL,
            Perspective::Black => &[Side::Black],
        };
        owns.iter().copied().map(accumulator).collect()
    }

    #[test]
    fn moves_give_the_sums_of_the_position() {
        let mut rng = Rng::new(9);
        let threats = Threats::default();
        for (rule, size) in [
            (Rule::Freestyle, 5),
            (Rule::Freestyle, 22),
            (Rule::Standard, 15),
            (Rule::Renju, 15),
            (Rule::CaroExact, 15),
        ] {
            let new = |stones: &[(Side, Point)]| {
                NetworkAccumulator::new(rule, size as u8, stones.iter().copied())
            };
            let (mut sums, mut stones) = (new(&[]), Vec::new());
            for step in 0..25_000 {
                let count = stones.len() as u64;
                let (cell, back) = (rng.below((size * size) as u64), rng.below(40) < count);
                let point = Point::new(cell as usize % size, cell as usize / size);
                if back {
                    sums.undo();
                    stones.pop();
                } else if stones.iter().all(|(_, other)| *other != point) {
                    let side = Side::ALL[rng.below(2) as usize];
                    if rng.below(4) == 0 {
                        let preview = sums.value_after(side.other(), point, 50, threats);
                        sums.make(side, point);
                        assert_eq!(sums.value(side.other(), 50, threats), preview);
                    } else {
                        sums.make(side, point);
                    }
                    stones.push((side, point));
                }
                // An accumulator that is not asked for lags behind.
                if rng.below(5) == 0 {
                    sums.value(Side::ALL[rng.below(2) as usize], 0, threats);
                }
                if step % 500 == 0 {
                    let expected = fresh(rule, size, &stones);
                    let mut new = new(&stones);
                    for side in Side::ALL {
                        let own = sums.network.perspective.own(side);
                        let expected = &expected[own.index()];
                        for accumulator in [sums.updated(own), new.updated(own)] {
                            assert_eq!(accumulator.pool, expected.pool);
                            assert_eq!(accumulator.sums, expected.sums);
                            assert_eq!(accumulator.windows, expected.windows);
                        }
                    }
                }
            }
        }
    }
}
