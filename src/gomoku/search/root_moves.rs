//! The moves that the search considers at the root.

use crate::game::{Move, Side, Vertex, symmetries_of};
use crate::gomoku::patterns::{Pattern4, PointSet};
use crate::gomoku::rules::{Point, RuleType};
use crate::gomoku::search::score::point_of;
use crate::gomoku::state::{ForcedReply, State};
use crate::search::SearchRequest;

/// Stones up to which the cells around the centre are candidates.
const OPENING_STONES: u32 = 3;
/// Half the width of the square of these cells, in half cells: 5x5 cells on boards of odd size, 6x6
/// on the others.
const CENTRE: usize = 5;

/// The points of these moves on a board of this size.
pub(crate) fn points_of(moves: &[Move], size: u8) -> PointSet {
    moves.iter().filter_map(|mv| point_of(*mv, size)).collect()
}

/// The moves to consider for a request, best first: those of [`root_moves`] among its `only` that it
/// does not avoid. Falls back to the other legal moves that it does not avoid, and then to
/// [`root_moves`] without restriction.
pub(crate) fn requested_moves<R: RuleType>(
    state: &State<R>,
    request: &SearchRequest,
) -> Vec<Point> {
    let avoid = points_of(&request.avoid, state.size());
    let only = points_of(&request.only, state.size());
    let only = (!request.only.is_empty()).then_some(&only);
    let mut moves = root_moves(state, only);
    moves.retain(|point| !avoid.contains(*point));
    if moves.is_empty() && only.is_none() {
        moves = root_moves(state, Some(&state.empty().without(&avoid)));
    }
    if moves.is_empty() {
        moves = root_moves(state, None);
    }
    moves
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
        ForcedReply::OpenFour | ForcedReply::Free => opening_moves(state).or(&state.candidates()),
    };
    let mut moves = legal(if only.is_some() { all } else { sensible });
    for wider in [state.candidates(), all] {
        if moves.is_empty() {
            moves = legal(wider);
        }
    }
    // On an empty board only the distance from the centre counts.
    let bare = stones(state) == 0;
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
        (-threat, -rank, off_centre(state.size(), *point), *point)
    });
    moves
}

/// Removes the moves that are mirror images or rotations of an earlier move, unless fewer than
/// `wanted` are left.
pub(crate) fn remove_symmetric<R: RuleType>(
    state: &State<R>,
    moves: &mut Vec<Point>,
    wanted: usize,
) {
    let size = state.size();
    let stones: Vec<(Side, Vertex)> = (0..size)
        .flat_map(|row| (0..size).map(move |col| Vertex::new(col, row)))
        .filter_map(|vertex| Some((state.stone(vertex.into())?, vertex)))
        .collect();
    let symmetries = symmetries_of(&stones, size);
    let mut seen = PointSet::EMPTY;
    let mut distinct = Vec::new();
    for &point in &*moves {
        if !seen.contains(point) {
            distinct.push(point);
        }
        for symmetry in &symmetries {
            seen.insert(symmetry.vertex(point.into(), size).into());
        }
    }
    if distinct.len() >= wanted {
        *moves = distinct;
    }
}

/// The number of stones on the board.
fn stones<R: RuleType>(state: &State<R>) -> u32 {
    u32::from(state.size()).pow(2) - state.empties()
}

/// In the opening, the empty cells around the centre: the stones may all lie near an edge, or there
/// may be none.
fn opening_moves<R: RuleType>(state: &State<R>) -> PointSet {
    if stones(state) > OPENING_STONES {
        return PointSet::EMPTY;
    }
    let is_central = |point: &Point| off_centre(state.size(), *point) <= CENTRE;
    state.empty().iter().filter(is_central).collect()
}

/// The distance of a cell from the centre by files or by ranks, the larger one, in half cells.
fn off_centre(size: u8, point: Point) -> usize {
    let middle = usize::from(size) - 1;
    let distance = |n: usize| (2 * n).abs_diff(middle);
    distance(point.col()).max(distance(point.row()))
}
