//! The points that Renju forbids Black, and the shapes that decide it.
//!
//! The definitions are those of the Renju International Federation (rules of 1996, section 9), read
//! for a stone on a point `p` and the board that it gives:
//!
//! * An exact five through `p` wins, whatever else it makes.
//! * An *overline* is a row of six or more through `p`.
//! * A *four* is a line through `p` with four stones that one more stone turns into an exact five
//!   through `p`. The cell of that stone is a *completion*. An unbroken four with a completion at
//!   either end is a *straight four* and counts once; any other two completions on a line belong to
//!   two different fours.
//! * A *three* is a line through `p` that holds no four and that a stone on some empty cell `q` turns
//!   into a straight four through `p`, where Black may play `q` and makes no five with it.
//!   Whether Black may play `q` is the same question again, on the board with `p` and `q`.
//! * Overline, two fours, two threes are forbidden.
//!
//! The recursion adds a stone at every step and looks only at cells that would extend a three, so it
//! ends, in games within two or three steps. Boards with stones at random need up to 30 verdicts for
//! one; boards that were bred for the longest argument have needed 313.

use crate::game::{Foul, Side};
use crate::gomoku::rules::cells::{Cells, Window};
use crate::gomoku::rules::point::{DIRECTIONS, Point, STEPS};

/// What a stone makes on a point, the first that applies in the order of this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// A five: exactly five for Black, five or more for White.
    Five,
    /// Six or more in a row (Black only).
    Overline,
    /// Two or more fours.
    DoubleFour,
    /// Two or more threes.
    DoubleThree,
    /// One four and one three.
    FourThree,
    /// One four.
    Four,
    /// One three.
    Three,
    /// Nothing of the above.
    Other,
}

/// Why Black may not play on a point, or nothing if Black may. The point is empty, or holds the
/// black stone in question. Only Renju asks; the caller knows the rule in force.
///
/// On a plain board about 0.15 microseconds for the average point and 0.7 for a double three; reading
/// the four windows is most of it, so a board that keeps its lines as bits is faster.
pub fn foul(cells: &impl Cells, point: Point) -> Option<Foul> {
    match judge(cells, &Tentative { point, below: None }) {
        Verdict::Forbidden(foul) => Some(foul),
        Verdict::Five | Verdict::Fine => None,
    }
}

/// What a stone of `side` makes on an empty point by the shapes of Renju: for Black as defined
/// above; for White five or more count as five, and the extension of a three may be any empty cell.
pub fn classify(cells: &impl Cells, point: Point, side: Side) -> Shape {
    let stone = Tentative { point, below: None };
    let lines = Lines::around(cells, &stone, side);
    if lines.any(Line::five) {
        return Shape::Five;
    }
    if side == Side::Black && lines.any(Line::overline) {
        return Shape::Overline;
    }
    let fours = lines.fours();
    let threes = lines.threes(cells, &stone);
    match (fours, threes) {
        (2.., _) => Shape::DoubleFour,
        (_, 2..) => Shape::DoubleThree,
        (1, 1) => Shape::FourThree,
        (1, _) => Shape::Four,
        (_, 1) => Shape::Three,
        _ => Shape::Other,
    }
}

/// A stone that is on the board for the sake of the argument, and the others below it.
struct Tentative<'a> {
    point: Point,
    below: Option<&'a Tentative<'a>>,
}

/// What the rules say about a black stone.
#[derive(PartialEq, Eq)]
enum Verdict {
    Five,
    Forbidden(Foul),
    Fine,
}

/// The verdict for the topmost tentative stone; all of them are black.
fn judge(cells: &impl Cells, stone: &Tentative) -> Verdict {
    let lines = Lines::around(cells, stone, Side::Black);
    if lines.any(Line::five) {
        Verdict::Five
    } else if lines.any(Line::overline) {
        Verdict::Forbidden(Foul::Overline)
    } else if lines.fours() >= 2 {
        Verdict::Forbidden(Foul::DoubleFour)
    } else if lines.threes(cells, stone) >= 2 {
        Verdict::Forbidden(Foul::DoubleThree)
    } else {
        Verdict::Fine
    }
}

/// The four lines through the topmost tentative stone.
struct Lines([Line; 4]);

impl Lines {
    fn around(cells: &impl Cells, stone: &Tentative, side: Side) -> Self {
        Self(std::array::from_fn::<_, DIRECTIONS, _>(|direction| {
            let mut window = cells
                .window(stone.point, direction, side)
                .with(Window::CENTRE);
            let mut below = stone.below;
            while let Some(other) = below {
                if let Some(bit) = bit_of(stone.point, other.point, direction) {
                    window = window.with(bit);
                }
                below = other.below;
            }
            Line {
                window,
                direction,
                exact: side == Side::Black,
            }
        }))
    }

    fn any(&self, shape: impl Fn(&Line) -> bool) -> bool {
        self.0.iter().any(shape)
    }

    fn fours(&self) -> u32 {
        self.0.iter().map(Line::fours).sum()
    }

    /// Number of lines that hold a three; 2 stands for any greater number as well.
    fn threes(&self, cells: &impl Cells, stone: &Tentative) -> u32 {
        let mut threes = 0;
        for line in &self.0 {
            if line.is_three(cells, stone) {
                threes += 1;
                if threes == 2 {
                    break;
                }
            }
        }
        threes
    }
}

/// The bit of `other` in the window around `centre`, if it lies in it.
fn bit_of(centre: Point, other: Point, direction: usize) -> Option<u32> {
    let difference = other.0 as i16 - centre.0 as i16;
    // The numbers of points on other lines can differ by a multiple of the step only where the line
    // leaves the board in between; the width of the numbering keeps those more than five steps away.
    let step = STEPS[direction];
    let steps = difference / step;
    (steps * step == difference && steps.abs() <= Window::CENTRE as i16)
        .then(|| (steps + Window::CENTRE as i16) as u32)
}

/// One line through a point on which a stone stands or is supposed to stand.
struct Line {
    window: Window,
    direction: usize,
    /// Whether six in a row are no five (Black).
    exact: bool,
}

impl Line {
    /// Whether the row that begins at this bit is more than `length` long. Where that does not
    /// matter, the answer is no.
    fn too_long(&self, own: u16, first: u32, length: u32) -> bool {
        self.exact && own & (1 << (first - 1) | 1 << (first + length)) != 0
    }

    /// Whether the line has this many stones. Most lines have too few for the shape in question,
    /// which is seen at once here.
    fn has(&self, stones: u32) -> bool {
        self.window.own.count_ones() >= stones
    }

    /// Whether there is a five through the centre.
    fn five(&self) -> bool {
        let own = self.window.own;
        self.has(5)
            && (1..=5)
                .any(|first| own >> first & 0b11111 == 0b11111 && !self.too_long(own, first, 5))
    }

    /// Whether there is a row of six or more through the centre.
    fn overline(&self) -> bool {
        self.has(6) && (0..=5).any(|first| self.window.own >> first & 0b11_1111 == 0b11_1111)
    }

    /// The empty cells on which one more stone makes a five through the centre.
    fn completions(&self) -> u16 {
        let Window { own, empty } = self.window;
        if !self.has(4) {
            return 0;
        }
        (1..=5)
            .filter_map(|first| {
                let missing = !(own >> first) & 0b11111;
                let cell = missing << first;
                (missing.is_power_of_two() && cell & empty != 0 && !self.too_long(own, first, 5))
                    .then_some(cell)
            })
            .fold(0, |cells, cell| cells | cell)
    }

    /// Number of fours through the centre.
    fn fours(&self) -> u32 {
        let completions = self.completions();
        if completions == 0 {
            return 0;
        }
        let straight = (2..=5).any(|first| {
            let ends = 0b10_0001 << (first - 1);
            self.window.own >> first & 0b1111 == 0b1111 && completions & ends == ends
        });
        completions.count_ones() - u32::from(straight)
    }

    /// The empty cells on which one more stone makes a straight four through the centre.
    fn extensions(&self) -> u16 {
        let Window { own, empty } = self.window;
        if !self.has(3) {
            return 0;
        }
        (2..=5)
            .filter_map(|first| {
                let missing = !(own >> first) & 0b1111;
                let cell = missing << first;
                let ends = 0b10_0001 << (first - 1);
                // Both completions have to make a five, so nothing may stand beyond them.
                (missing.is_power_of_two()
                    && cell & empty != 0
                    && empty & ends == ends
                    && !self.too_long(own, first - 1, 6))
                .then_some(cell)
            })
            .fold(0, |cells, cell| cells | cell)
    }

    /// Whether the line is a three of the topmost stone.
    fn is_three(&self, cells: &impl Cells, stone: &Tentative) -> bool {
        let mut extensions = self.extensions();
        if extensions == 0 || self.completions() != 0 {
            return false;
        }
        if !self.exact {
            return true;
        }
        while extensions != 0 {
            let bit = extensions.trailing_zeros() as i16;
            extensions &= extensions - 1;
            let next = Tentative {
                point: stone
                    .point
                    .along(self.direction, bit - Window::CENTRE as i16),
                below: Some(stone),
            };
            if judge(cells, &next) == Verdict::Fine {
                return true;
            }
        }
        false
    }
}
