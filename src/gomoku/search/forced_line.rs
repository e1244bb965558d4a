//! The moves that the threats on the board force.

use crate::gomoku::patterns::Pattern4;
use crate::gomoku::rules::{Point, RuleType};
use crate::gomoku::search::depth::MAX_PLY;
use crate::gomoku::state::{ForcedReply, State};

/// Cuts a line after its first five, or extends it by the moves that the threats on the board
/// force: fives, answers to them, open fours, and forks that nothing stops. Whether it ends with a five.
pub(crate) fn extend_forced<R: RuleType>(state: &mut State<R>, line: &mut Vec<Point>) -> bool {
    let mut made = 0;
    let mut over = false;
    while !over && made < MAX_PLY {
        let side = state.side();
        let point = if let Some(point) = line.get(made) {
            *point
        } else {
            let Some(point) = forced_move(state) else {
                break;
            };
            line.push(point);
            point
        };
        over = state.pattern4(side, point) == Pattern4::Five;
        state.make(point);
        made += 1;
    }
    line.truncate(made);
    for _ in 0..made {
        state.undo();
    }
    over
}

/// The next move of a decided game; `None` if the side to move has a choice that matters.
fn forced_move<R: RuleType>(state: &State<R>) -> Option<Point> {
    let side = state.side();
    let legal = |point: &Point| !state.is_foul(side, *point);
    match state.forced_reply() {
        ForcedReply::Five => state.first(side, Pattern4::Five),
        ForcedReply::AnswerFive => {
            let answers = state.answers_to_five(side);
            let fives = *state.cells(side.other(), Pattern4::Five);
            let mut points = answers
                .iter()
                .chain(fives.iter())
                .chain(state.empty().iter());
            points.find(legal)
        }
        ForcedReply::OpenFour => state.first(side, Pattern4::OpenFour),
        ForcedReply::AnswerOpenFour => {
            // Once no answer helps, all moves are equally bad.
            let lost = state.answers_to_open_four(side).is_empty() && state.fours(side).is_empty();
            let fours = *state.cells(side.other(), Pattern4::OpenFour);
            let mut points = fours.iter().chain(state.empty().iter());
            points.find(|point| lost && legal(point))
        }
        ForcedReply::Free => state.winning_fork(),
    }
}
