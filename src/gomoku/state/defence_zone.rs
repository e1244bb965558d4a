//! The defence zone: where an answer to a line of fours can be.

use crate::game::Side;
use crate::gomoku::patterns::{Pattern4, PointSet, half_width};
use crate::gomoku::rules::{DIRECTIONS, Point, RuleType};
use crate::gomoku::state::incremental::State;

/// The cells on which a stone of the side to move can interfere with the opponent's line of fours: all that
/// share a window with a cell of the line, and its own fours. Where the line may meet a foul, or a four has
/// more than one answer, every empty cell.
pub(crate) fn defence_zone<R: RuleType>(state: &mut State<R>, line: &[Point]) -> PointSet {
    let own = state.side();
    let mut zone = state.fours(own).or(state.cells(own, Pattern4::OpenFour));
    if R::NEEDS_OPEN_END || R::HAS_FOULS && meets_foul(state, line) {
        return *state.empty();
    }
    let half = const { half_width(R::RULE) } as i16;
    for point in line {
        for direction in 0..DIRECTIONS {
            for distance in -half..=half {
                zone.insert(point.along(direction, distance));
            }
        }
    }
    zone.and(state.empty())
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
