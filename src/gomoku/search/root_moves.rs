//! The moves that the search considers at the root.

use crate::game::Move;
use crate::gomoku::patterns::{Pattern4, PointSet};
use crate::gomoku::rules::{Point, RuleType};
use crate::gomoku::search::score::point_of;
use crate::gomoku::state::{ForcedReply, State};

/// The moves to consider for a request that is restricted to `only`, best first. Falls back to
/// [`root_moves`] without restriction if none of `only` is legal.
pub(crate) fn requested_moves<R: RuleType>(state: &State<R>, only: &[Move]) -> Vec<Point> {
    let mut requested = PointSet::EMPTY;
    for point in only.iter().filter_map(|mv| point_of(*mv, state.size())) {
        requested.insert(point);
    }
    let moves = root_moves(state, (!only.is_empty()).then_some(&requested));
    if moves.is_empty() {
        root_moves(state, None)
    } else {
        moves
    }
}

/// The moves that the side to move should consider, best first. Never a foul; empty only if there
/// is no legal move (among `only`, if given).
pub(crate) fn root_moves<R: RuleType>(state: &State<R>, only: Option<&PointSet>) -> Vec<Point> {
    let own = state.side();
    let legal = |set: PointSet| -> Vec<Point> {
        let set = only.map_or(set, |only| set.and(only));
        set.iter()
            .filter(|point| !state.is_foul(own, *point))
            .collect()
    };
    let all = *state.empty();
    let sensible = match state.forced_reply() {
        ForcedReply::Five => *state.cells(own, Pattern4::Five),
        // A lost position: stop at least one of the fives.
        ForcedReply::AnswerFive => match state.answers_to_five(own) {
            answers if answers.is_empty() => *state.cells(own.other(), Pattern4::Five),
            answers => answers,
        },
        ForcedReply::AnswerOpenFour => state.answers_to_open_four(own).or(&state.fours(own)),
        ForcedReply::OpenFour | ForcedReply::Free => state.candidates(),
    };
    let mut moves = legal(if only.is_some() { all } else { sensible });
    for wider in [state.candidates(), all] {
        if moves.is_empty() {
            moves = legal(wider);
        }
    }
    // On an empty board only the distance from the centre counts.
    let bare = state.empties() == u32::from(state.size()).pow(2);
    let middle = i32::from(state.size()) - 1;
    moves.sort_by_key(|point| {
        let (mine, theirs) = (state.info(own, *point), state.info(own.other(), *point));
        let tier = |pattern4: Pattern4| {
            if pattern4 >= Pattern4::OpenFour {
                pattern4 as i32
            } else {
                0
            }
        };
        let threat = (2 * tier(mine.pattern4()) + 1).max(2 * tier(theirs.pattern4()));
        let rank = if bare {
            0
        } else {
            mine.attack() + theirs.defence()
        };
        let (x, y) = (point.col() as i32, point.row() as i32);
        let off_centre = (2 * x - middle).abs().max((2 * y - middle).abs());
        (-threat, -rank, off_centre, *point)
    });
    moves
}
