//! The defence zone: where an answer to a line of fours can be.

use crate::game::Side;
use crate::gomoku::patterns::{Pattern4, PointSet};
use crate::gomoku::rules::{DIRECTIONS, Point, RuleType};
use crate::gomoku::state::incremental::State;

/// The cells of a five.
const FIVE: i16 = 5;

/// The cells on which a stone of the side to move can interfere with the opponent's line of fours: its own fours, the cells
/// of the line, and those on which a stone makes a four together with the answers of the line. Where the
/// line may meet a foul, or a four has more than one answer, every empty cell.
///
/// `line` are the moves of both sides up to the five, if the side to move passes first. The empty cells of its fives are all
/// in it: before a four there is no five, so a five consists of old stones, fours and their answer.
pub(crate) fn defence_zone<R: RuleType>(state: &mut State<R>, line: &[Point]) -> PointSet {
    let own = state.side();
    if R::NEEDS_OPEN_END || R::HAS_FOULS && meets_foul(state, line) {
        return *state.empty();
    }
    let mut zone = state.fours(own).or(state.cells(own, Pattern4::OpenFour));
    let Some((&five, moves)) = line.split_last() else {
        return zone;
    };
    let (fours, _) = moves.as_chunks::<2>();
    // The last four has two cells for a five.
    let last = fours.last().map(|&[four, _]| [four, five]);
    let mut pairs = fours.iter().copied().chain(last);
    if !pairs.all(|[four, completion]| are_in_a_five(four, completion)) {
        // The last answer completes no five, so the line does not show all of them.
        return *state.empty();
    }
    for &point in line {
        zone.insert(point);
    }
    for &[_, answer] in fours {
        add_counter_fours(state, &mut zone, fours, answer);
    }
    zone.and(state.empty())
}

/// Whether two cells can belong to the same five.
fn are_in_a_five(one: Point, other: Point) -> bool {
    let mut distances = (1 - FIVE..FIVE).filter(|distance| *distance != 0);
    distances
        .any(|distance| (0..DIRECTIONS).any(|direction| one.along(direction, distance) == other))
}

/// Adds the cells on which a stone of the side to move makes a four with this answer of a line, and with others.
fn add_counter_fours<R: RuleType>(
    state: &State<R>,
    zone: &mut PointSet,
    fours: &[[Point; 2]],
    answer: Point,
) {
    let own = state.side();
    let is_answer = |point: Point| fours.iter().any(|&[_, other]| other == point);
    for direction in 0..DIRECTIONS {
        for start in 1 - FIVE..=0 {
            let cells: [Point; FIVE as usize] =
                std::array::from_fn(|at| answer.along(direction, start + at as i16));
            let is_open = |&point: &Point| {
                state.is_on_board(point) && state.stone(point) != Some(own.other())
            };
            let is_own = |&point: &Point| state.stone(point) == Some(own) || is_answer(point);
            // One stone more makes four of five.
            if cells.iter().all(is_open) && cells.iter().filter(|cell| is_own(cell)).count() >= 3 {
                for cell in cells {
                    zone.insert(cell);
                }
            }
        }
    }
}

/// Whether a cell of the opponent's line looks forbidden to Black when it is played. Whether it is
/// forbidden depends on cells far away.
fn meets_foul<R: RuleType>(state: &mut State<R>, line: &[Point]) -> bool {
    let mut met = false;
    let mut made = 0;
    state.pass();
    for &point in line {
        met |= state.pattern4(Side::Black, point) == Pattern4::Forbidden;
        // The second completion of a double four, which nothing stops.
        met |= state.has(Side::Black, Pattern4::Forbidden)
            && state
                .cells(Side::White, Pattern4::Five)
                .iter()
                .any(|five| state.pattern4(Side::Black, five) == Pattern4::Forbidden);
        state.make(point);
        made += 1;
    }
    for _ in 0..made {
        state.undo();
    }
    state.pass();
    met
}
