//! The points that Renju forbids Black: overlines, double fours and double threes.
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
//! The recursion ends, since every step adds a stone and looks only at cells that extend a three. In
//! games it is two or three steps deep.

use crate::game::{Foul, Side};
use crate::gomoku::rules::cells::{Cells, Window};
use crate::gomoku::rules::point::{DIRECTIONS, Point, STEPS};

/// Why Renju forbids Black a point, or `None` if Black may play there. The point is empty, or holds the
/// black stone in question.
pub(crate) fn foul(cells: &impl Cells, point: Point) -> Option<Foul> {
    match judge(cells, &Tentative { point, below: None }) {
        Verdict::Forbidden(foul) => Some(foul),
        Verdict::Five | Verdict::Fine => None,
    }
}

/// A black stone that is supposed to be on the board, and the ones supposed before it.
struct Tentative<'a> {
    point: Point,
    below: Option<&'a Tentative<'a>>,
}

/// What Renju says about a black stone.
#[derive(PartialEq, Eq)]
enum Verdict {
    Five,
    Forbidden(Foul),
    Fine,
}

/// The verdict for the last tentative stone.
fn judge(cells: &impl Cells, stone: &Tentative) -> Verdict {
    let lines = Lines::through(cells, stone);
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

/// The four lines through the last tentative stone.
struct Lines([Line; 4]);

impl Lines {
    fn through(cells: &impl Cells, stone: &Tentative) -> Self {
        Self(std::array::from_fn::<_, DIRECTIONS, _>(|direction| {
            let mut window = cells
                .window(stone.point, direction, Side::Black)
                .with(Window::CENTRE);
            let mut below = stone.below;
            while let Some(other) = below {
                if let Some(bit) = bit_of(stone.point, other.point, direction) {
                    window = window.with(bit);
                }
                below = other.below;
            }
            Line { window, direction }
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

/// The bit of `other` in the window around `centre`, if the window holds it.
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
}

impl Line {
    /// Whether the row of `length` stones that begins at this bit is part of a longer one.
    const fn is_longer(own: u16, first: u32, length: u32) -> bool {
        own & (1 << (first - 1) | 1 << (first + length)) != 0
    }

    /// Whether the line has this many stones. An early exit: most lines have too few for the shape in
    /// question.
    fn has(&self, stones: u32) -> bool {
        self.window.own.count_ones() >= stones
    }

    /// Whether there is a five through the centre.
    fn five(&self) -> bool {
        let own = self.window.own;
        self.has(5)
            && (1..=5)
                .any(|first| own >> first & 0b11111 == 0b11111 && !Self::is_longer(own, first, 5))
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
                (missing.is_power_of_two() && cell & empty != 0 && !Self::is_longer(own, first, 5))
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
                    && !Self::is_longer(own, first - 1, 6))
                .then_some(cell)
            })
            .fold(0, |cells, cell| cells | cell)
    }

    /// Whether the line is a three of the last tentative stone.
    fn is_three(&self, cells: &impl Cells, stone: &Tentative) -> bool {
        let mut extensions = self.extensions();
        if extensions == 0 || self.completions() != 0 {
            return false;
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

#[cfg(test)]
mod tests;
