//! The sums of the [`network`](crate::gomoku::eval::network) over the board, for every perspective.
//!
//! A stone changes the windows of the up to 32 cells that see it and of its own cell. A view takes the stones
//! over when its value is asked for: many moves are taken back before.

use crate::game::Side;
use crate::gomoku::eval::{
    ARM, CHANNELS, CLIP, Content, INPUTS, Network, ONE, Perspective, Place, Policy, PositionPolicy,
    Threats, Window, policy_inputs,
};
use crate::gomoku::rules::{DIRECTIONS, POINTS, Point, Rule};
use crate::util::boxed::boxed_array;
use std::sync::Arc;

/// A cell that sees another one.
#[derive(Clone, Copy, Debug, Default)]
struct Viewer {
    /// The place of its window among those of all cells: four times the index of the cell plus the direction.
    window: u16,
    /// Where the other cell is in this window.
    place: Place,
}

impl Viewer {
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
const MOST_VIEWERS: usize = 2 * ARM * DIRECTIONS;

/// The cells that see each cell of a board.
#[derive(Debug)]
struct Viewers {
    cells: Box<[[Viewer; MOST_VIEWERS]; POINTS]>,
    counts: Box<[u8; POINTS]>,
}

impl Viewers {
    /// A board of cells, which `is_on_board` tells from the others.
    fn new(board: &[Point], is_on_board: &[bool; POINTS]) -> Self {
        let mut viewers = Self {
            cells: boxed_array([Viewer::default(); MOST_VIEWERS]),
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
                        let count = &mut viewers.counts[seen];
                        viewers.cells[seen][usize::from(*count)] = Viewer {
                            window: (DIRECTIONS * cell.index() + direction) as u16,
                            place: Place::new(second, length, distance),
                        };
                        *count += 1;
                    }
                }
            }
        }
        viewers
    }

    #[inline(always)]
    fn of(&self, point: Point) -> &[Viewer] {
        let count = usize::from(self.counts[point.index()]).min(MOST_VIEWERS);
        &self.cells[point.index()][..count]
    }
}

/// The numbers of a cell before they are clipped, in units of 1 / [`ONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
struct CellSum([i16; CHANNELS]);

impl CellSum {
    /// Exchanges the vector of a window for that of another one.
    #[inline(always)]
    fn exchange(&self, network: &Network, old: Window, new: Window) -> Self {
        let (old, new) = (&network.vector(old).0, &network.vector(new).0);
        let mut sum = *self;
        for n in 0..CHANNELS {
            sum.0[n] += i16::from(new[n]) - i16::from(old[n]);
        }
        sum
    }

    /// The number of a channel after clipping.
    #[inline(always)]
    fn clipped(&self, channel: usize) -> i16 {
        self.0[channel].clamp(0, CLIP * ONE)
    }
}

/// The change of the sum over all cells by one stone. At most 33 cells change by at most [`CLIP`], which
/// 16 bits hold.
#[derive(Clone, Copy)]
struct Change([i16; CHANNELS]);

const _: () = assert!((MOST_VIEWERS as i32 + 1) * (CLIP as i32 * ONE as i32) <= i16::MAX as i32);

impl Change {
    const NONE: Self = Self([0; CHANNELS]);

    #[inline(always)]
    fn add(&mut self, old: &CellSum, new: &CellSum) {
        for n in 0..CHANNELS {
            self.0[n] += new.clipped(n) - old.clipped(n);
        }
    }

    #[inline(always)]
    fn added_to(self, mut pool: [i32; CHANNELS]) -> [i32; CHANNELS] {
        // Without the detour through memory, LLVM computes the changes in vectors of four numbers, as many as
        // a vector of sums holds, instead of eight.
        let change = std::hint::black_box(self);
        for (pool, change) in pool.iter_mut().zip(change.0) {
            *pool += i32::from(change);
        }
        pool
    }
}

/// The sums as one side sees the board.
#[derive(Clone)]
struct View {
    network: &'static Network,
    windows: Box<[[Window; DIRECTIONS]; POINTS]>,
    sums: Box<[CellSum; POINTS]>,
    /// The sum of the clipped cells.
    pool: [i32; CHANNELS],
    /// Moves that are in the sums.
    taken_over: usize,
    /// The sums before every move: those of the cells that see it, then that of its own cell.
    journal: Vec<CellSum>,
    /// The pools before the moves.
    pools: Vec<[i32; CHANNELS]>,
}

impl View {
    fn new(
        network: &'static Network,
        board: &[Point],
        content: impl Fn(Point) -> Option<Content>,
    ) -> Self {
        let mut view = Self {
            network,
            windows: boxed_array([Window::default(); DIRECTIONS]),
            sums: boxed_array(CellSum([0; CHANNELS])),
            pool: [0; CHANNELS],
            taken_over: 0,
            journal: Vec::with_capacity(1 << 12),
            pools: Vec::with_capacity(1 << 7),
        };
        for &cell in board {
            let mut sum = CellSum(network.bias);
            for direction in 0..DIRECTIONS {
                let window = Window::around(|offset| content(cell.along(direction, offset)));
                view.windows[cell.index()][direction] = window;
                for (sum, number) in sum.0.iter_mut().zip(network.vector(window).0) {
                    *sum += i16::from(number);
                }
            }
            view.sums[cell.index()] = sum;
            for (channel, pool) in view.pool.iter_mut().enumerate() {
                *pool += i32::from(sum.clipped(channel));
            }
        }
        view
    }

    /// The sum of a cell after a stone on it.
    #[inline(always)]
    fn sum_with_stone(&self, point: Point, stone: Content) -> CellSum {
        let mut sum = self.sums[point.index()];
        for &window in &self.windows[point.index()] {
            sum = sum.exchange(self.network, window, window.with_centre(stone));
        }
        sum
    }

    /// Takes over a stone on an empty cell.
    fn place(&mut self, viewers: &[Viewer], point: Point, stone: Content) {
        // A cell sees another one in one direction only, so that none is changed twice.
        let seen = viewers.iter().map(|viewer| self.sums[viewer.cell()]);
        self.journal.extend(seen);
        self.journal.push(self.sums[point.index()]);
        let mut change = Change::NONE;
        let windows = self.windows.as_flattened_mut();
        for viewer in viewers {
            let (window, sum) = (&mut windows[viewer.window()], &mut self.sums[viewer.cell()]);
            let new = window.with_stone(viewer.place, stone);
            let new_sum = sum.exchange(self.network, *window, new);
            change.add(sum, &new_sum);
            *window = new;
            *sum = new_sum;
        }
        let sum = self.sum_with_stone(point, stone);
        change.add(&self.sums[point.index()], &sum);
        self.sums[point.index()] = sum;
        for window in &mut self.windows[point.index()] {
            *window = window.with_centre(stone);
        }
        self.pools.push(self.pool);
        self.pool = change.added_to(self.pool);
        self.taken_over += 1;
    }

    /// Takes back the last stone that was taken over.
    fn take_back(&mut self, viewers: &[Viewer], point: Point, stone: Content) {
        let (Some(pool), Some(own)) = (self.pools.pop(), self.journal.pop()) else {
            unreachable!("every stone that is taken back was taken over");
        };
        self.pool = pool;
        self.sums[point.index()] = own;
        for window in &mut self.windows[point.index()] {
            *window = window.without_centre();
        }
        let start = self.journal.len() - viewers.len();
        let windows = self.windows.as_flattened_mut();
        for (viewer, sum) in viewers.iter().zip(&self.journal[start..]) {
            let window = &mut windows[viewer.window()];
            *window = window.without_stone(viewer.place, stone);
            self.sums[viewer.cell()] = *sum;
        }
        self.journal.truncate(start);
        self.taken_over -= 1;
    }

    /// The pool after a stone on an empty cell.
    fn pool_after(&self, viewers: &[Viewer], point: Point, stone: Content) -> [i32; CHANNELS] {
        let mut change = Change::NONE;
        let windows = self.windows.as_flattened();
        for viewer in viewers {
            let window = windows[viewer.window()];
            let new = window.with_stone(viewer.place, stone);
            let sum = &self.sums[viewer.cell()];
            change.add(sum, &sum.exchange(self.network, window, new));
        }
        change.add(
            &self.sums[point.index()],
            &self.sum_with_stone(point, stone),
        );
        change.added_to(self.pool)
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
pub(crate) struct NetworkSums {
    viewers: Arc<Viewers>,
    network: &'static Network,
    policy: Option<&'static Policy>,
    /// By the side whose stones are the own ones.
    views: Vec<View>,
    /// The moves since the sums were made.
    moves: Vec<(Side, Point)>,
}

impl NetworkSums {
    /// The sums for a board of these cells. `stone` tells the stones. `None` if the rule has no network.
    pub(crate) fn new(
        rule: Rule,
        board: &[Point],
        stone: impl Fn(Point) -> Option<Side>,
    ) -> Option<Self> {
        let network = Network::of(rule)?;
        let mut is_on_board = boxed_array::<_, POINTS>(false);
        for point in board {
            is_on_board[point.index()] = true;
        }
        let view = |own: Side| {
            let content = |point: Point| {
                is_on_board[point.index()]
                    .then(|| stone(point).map_or(Content::Empty, |stone| content_for(own, stone)))
            };
            View::new(network, board, content)
        };
        let owns: &[Side] = match network.perspective {
            Perspective::SideToMove => &Side::ALL,
            Perspective::Black => &[Side::Black],
        };
        Some(Self {
            viewers: Arc::new(Viewers::new(board, &is_on_board)),
            network,
            policy: Policy::of(rule),
            views: owns.iter().copied().map(view).collect(),
            moves: Vec::with_capacity(1 << 7),
        })
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
        for (own, view) in Side::ALL.into_iter().zip(&mut self.views) {
            if view.taken_over == count {
                view.take_back(self.viewers.of(point), point, content_for(own, stone));
            }
        }
    }

    /// The view in which the stones of `own` are the own ones, brought up to date.
    #[inline(always)]
    fn view(&mut self, own: Side) -> &View {
        let view = &mut self.views[own.index()];
        while let Some(&(stone, point)) = self.moves.get(view.taken_over) {
            view.place(self.viewers.of(point), point, content_for(own, stone));
        }
        view
    }

    /// The value for the side to move, given its static value and the threats.
    pub(crate) fn value(&mut self, to_move: Side, static_value: i32, threats: Threats) -> i32 {
        let network = self.network;
        let view = self.view(network.perspective.own(to_move));
        network.value(to_move, &view.pool, static_value, threats)
    }

    /// The inputs of the policy for the side to move, given its static value and the threats, and the windows that
    /// the policy looks at.
    ///
    /// They are those that its opponent sees, unless all views are Black's: the values of the moves need that view
    /// anyway.
    #[inline]
    pub(crate) fn policy_inputs(
        &mut self,
        to_move: Side,
        static_value: i32,
        threats: Threats,
    ) -> ([f32; INPUTS], &[[Window; DIRECTIONS]; POINTS]) {
        let view = self.view(self.network.perspective.own(to_move.other()));
        let inputs = policy_inputs(&view.pool, static_value, threats);
        (inputs, &view.windows)
    }

    /// The policy for the side to move, if the rule has one.
    #[inline]
    pub(crate) fn policy(
        &mut self,
        to_move: Side,
        static_value: i32,
        threats: Threats,
    ) -> Option<PositionPolicy<'_>> {
        let policy = self.policy?;
        let (inputs, windows) = self.policy_inputs(to_move, static_value, threats);
        Some(policy.at(to_move, &inputs, windows))
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
        self.view(own);
        let view = &self.views[own.index()];
        let stone = content_for(own, to_move.other());
        let pool = view.pool_after(self.viewers.of(point), point, stone);
        self.network.value(to_move, &pool, static_value, threats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    /// The sums for a square board with these stones.
    fn fresh(rule: Rule, size: usize, stones: &[(Side, Point)]) -> NetworkSums {
        let board: Vec<Point> = (0..size * size)
            .map(|n| Point::new(n % size, n / size))
            .collect();
        let stone = |point| {
            let found = stones.iter().find(|(_, other)| *other == point);
            found.map(|(side, _)| *side)
        };
        NetworkSums::new(rule, &board, stone).unwrap()
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
        ] {
            let (mut sums, mut stones) = (fresh(rule, size, &[]), Vec::new());
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
                // Views that are not asked for lag behind.
                if rng.below(5) == 0 {
                    sums.value(Side::ALL[rng.below(2) as usize], 0, threats);
                }
                if step % 500 == 0 {
                    let mut expected = fresh(rule, size, &stones);
                    for side in Side::ALL {
                        let own = sums.network.perspective.own(side);
                        let (view, expected) = (sums.view(own), expected.view(own));
                        assert_eq!(view.pool, expected.pool);
                        assert_eq!(view.sums, expected.sums);
                        assert_eq!(view.windows, expected.windows);
                    }
                }
            }
        }
    }
}
