//! The scale of search values: the range of the static evaluation, above it claimed wins and losses
//! in a number of plies, and above these the proven ones. A claim is a result that the search
//! announces without a proof. Values and cells become the scores and moves of the interface here.

use crate::game::Move;
use crate::gomoku::eval;
use crate::gomoku::rules::{MAX_SIZE, Point};
use crate::search::{Score, Value};

/// Value of a won position; a win in `n` plies has this value less `n`.
pub(crate) const WIN: i32 = 30_000;
/// All values lie strictly between plus and minus this.
pub(crate) const INFINITE: i32 = 32_000;
/// Values above this (or below its negative) are proven wins (or losses).
pub(crate) const PROVEN: i32 = 29_000;
/// Value of a position that the search claims to be won; a claimed win in `n` plies has this value
/// less `n`.
pub(crate) const CLAIMED_WIN: i32 = 28_000;
/// Values above this (or below its negative) are claimed or proven wins (or losses).
pub(crate) const CLAIMED: i32 = 27_000;

const _: () = assert!(INFINITE <= i16::MAX as i32);
// The bands do not touch, however long the game is.
const _: () = assert!(eval::LIMIT < CLAIMED && is_claim(claimed_win_in(0)));
const _: () = {
    let longest = MAX_SIZE * MAX_SIZE;
    assert!(is_claim(claimed_win_in(longest)) && win_in(longest) > PROVEN);
};

/// The value of a win that is complete `ply` plies from the root.
#[inline(always)]
pub(crate) const fn win_in(ply: usize) -> i32 {
    WIN - ply as i32
}

/// The value of a loss that is complete `ply` plies from the root.
#[inline(always)]
pub(crate) const fn loss_in(ply: usize) -> i32 {
    ply as i32 - WIN
}

/// The value of a claimed win that is complete `ply` plies from the root.
#[inline(always)]
pub(crate) const fn claimed_win_in(ply: usize) -> i32 {
    CLAIMED_WIN - ply as i32
}

/// Whether a value is a claimed win or loss.
#[inline(always)]
pub(crate) const fn is_claim(value: i32) -> bool {
    let size = value.abs();
    CLAIMED < size && size <= PROVEN
}

/// A proven win or loss as a claim of the same length; any other value as it is.
#[inline(always)]
pub(crate) const fn as_claim(value: i32) -> i32 {
    const STEP: i32 = WIN - CLAIMED_WIN;
    if value > PROVEN {
        value - STEP
    } else if value < -PROVEN {
        value + STEP
    } else {
        value
    }
}

/// A value as the transposition table stores it: wins and losses counted from the node, which is
/// `ply` plies from the root, instead of from the root.
#[inline]
pub(crate) const fn to_tt(value: i32, ply: usize) -> i32 {
    if value > CLAIMED {
        value + ply as i32
    } else if value < -CLAIMED {
        value - ply as i32
    } else {
        value
    }
}

/// The reverse of [`to_tt`].
#[inline]
pub(crate) const fn from_tt(value: i32, ply: usize) -> i32 {
    if value > CLAIMED {
        value - ply as i32
    } else if value < -CLAIMED {
        value + ply as i32
    } else {
        value
    }
}

/// The move on a cell.
pub(crate) fn move_of(point: Point) -> Move {
    Move::Place(point.into())
}

/// The cell of a move; `None` for a pass and for moves off a board of this size.
pub(crate) fn point_of(mv: Move, size: u8) -> Option<Point> {
    let vertex = mv.vertex()?;
    (vertex.col < size && vertex.row < size).then(|| Point::from(vertex))
}

/// The expected result of a claimed win: claims may be wrong.
const CLAIMED_WIN_RATE: f32 = 0.999;

/// The score of a search value.
pub(crate) fn score_of(value: i32) -> Score {
    let size = value.abs();
    let (won, win_rate, proven) = if size > PROVEN {
        (WIN, 1.0, true)
    } else if size > CLAIMED {
        (CLAIMED_WIN, CLAIMED_WIN_RATE, false)
    } else {
        return Score::new(Value::Estimate(value), eval::win_rate(value));
    };
    let plies = (won - size).unsigned_abs();
    let win = Score::new(Value::WinIn { plies, proven }, win_rate);
    if value > 0 { win } else { win.reversed() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        // Wins are only ever stored as many plies from the root as the node is at least.
        #[test]
        fn values_from_the_table_are_those_that_were_stored(ply in 0_usize..200, part in -1.0..=1.0) {
            let value = (f64::from(WIN - ply as i32) * part) as i32;
            prop_assert_eq!(from_tt(to_tt(value, ply), ply), value);
        }
    }

    #[test]
    fn claims_are_told_from_proofs_and_estimates() {
        for (value, claim) in [
            (claimed_win_in(1), true),
            (-claimed_win_in(300), true),
            (win_in(300), false),
            (loss_in(2), false),
            (eval::LIMIT, false),
            (0, false),
        ] {
            assert_eq!(is_claim(value), claim, "{value}");
        }
        assert_eq!(as_claim(win_in(9)), claimed_win_in(9));
        assert_eq!(as_claim(loss_in(10)), -claimed_win_in(10));
        for value in [claimed_win_in(9), -claimed_win_in(10), eval::LIMIT, 0] {
            assert_eq!(as_claim(value), value);
        }
    }

    #[test]
    fn the_table_counts_proofs_and_claims_from_the_node() {
        let values = [
            win_in(9),
            loss_in(10),
            claimed_win_in(9),
            -claimed_win_in(10),
        ];
        for (value, sign) in values.into_iter().zip([1, -1, 1, -1]) {
            assert_eq!(to_tt(value, 4), value + sign * 4);
            assert_eq!(from_tt(to_tt(value, 4), 4), value);
            assert_eq!(is_claim(to_tt(value, 4)), is_claim(value));
            // The same entry, reached by two more plies.
            assert_eq!(from_tt(to_tt(value, 4), 6), value - sign * 2);
        }
        for estimate in [0, eval::LIMIT, -eval::LIMIT] {
            assert_eq!(
                (to_tt(estimate, 4), from_tt(estimate, 4)),
                (estimate, estimate)
            );
        }
    }

    #[test]
    fn scores_tell_proofs_from_claims() {
        let win = |plies, proven| Value::WinIn { plies, proven };
        let loss = |plies, proven| Value::LossIn { plies, proven };
        for (value, expected) in [
            (win_in(5), win(5, true)),
            (loss_in(4), loss(4, true)),
            (claimed_win_in(23), win(23, false)),
            (-claimed_win_in(22), loss(22, false)),
            (-120, Value::Estimate(-120)),
        ] {
            assert_eq!(score_of(value).value, expected);
        }
        let rates = [
            loss_in(2),
            -claimed_win_in(2),
            0,
            claimed_win_in(1),
            win_in(1),
        ];
        let rates = rates.map(|value| score_of(value).win_rate);
        assert!(
            rates.is_sorted() && rates[0] == 0.0 && rates[4] == 1.0,
            "{rates:?}"
        );
        assert!(rates[1] > 0.0 && rates[3] < 1.0, "{rates:?}");
    }
}
