//! Three classic Othello programs: `mobile`, a phone game with eight levels; `path-sum`, a desktop game
//! that adds up square values along the line of play; `weights`, a course exercise with a table of square
//! weights.
//!
//! They keep the weaknesses of the originals: none of them knows that discs are counted at the end. Among
//! equal moves they play the first one in the program's own order.

use crate::game::Move;
use crate::othello::rules::bitboard::{self, CORNERS, EDGES, NOT_FILE_A, NOT_FILE_H};
use crate::othello::rules::square::{from_quadrant, squares};
use crate::othello::{Board, Square, eval};
use crate::search::{NodeCounter, RootResult, RootSearch, Score, Value, Window};

/// The evaluation of a classic program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evaluation {
    /// Own discs minus the opponent's.
    Discs,
    /// Corner 5, other edge square 2, any other 1.
    Edges,
    /// Twice [`Evaluation::Edges`] plus the number of legal moves.
    EdgesAndMobility,
    /// 2, 4, 6, 10 or 15 a disc by its number of safe lines, plus the number of legal moves.
    StabilityAndMobility,
    /// The weight table of the course program.
    Weights,
    /// Only the squares played along the line count.
    Path,
}

/// A classic player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Classic {
    /// The evaluation.
    pub evaluation: Evaluation,
    /// Depth of the search in plies.
    pub depth: u32,
}

/// Square weights of `weights`.
const WEIGHTS: [i32; 64] = from_quadrant([
    [120, -20, 20, 5],
    [-20, -40, -5, -5],
    [20, -5, 15, 3],
    [5, -5, 3, 3],
]);

/// Square values of `path-sum`: powers of two.
const PATH: [i32; 64] = from_quadrant([
    [1 << 24, 1, 1 << 20, 1 << 16],
    [1, 1, 1 << 16, 1 << 4],
    [1 << 20, 1 << 16, 1 << 12, 1 << 8],
    [1 << 16, 1 << 4, 1 << 8, 0],
]);

/// The squares in the move order of `path-sum`: falling values.
const PATH_ORDER: [Square; 64] = {
    let mut order = [Square(0); 64];
    let mut filled = 0;
    let mut value = 1 << 24;
    while filled < 64 {
        let mut square = 0;
        while square < 64 {
            if PATH[square as usize] == value {
                order[filled] = Square(square);
                filled += 1;
            }
            square += 1;
        }
        value /= 2;
    }
    order
};

/// The stability weights of `mobile` by the number of safe lines.
const BY_SAFE_LINES: [i32; 5] = [2, 4, 6, 10, 15];

fn shifted(bits: u64, direction: usize) -> u64 {
    match direction {
        0 => bits << 1 & NOT_FILE_A,
        1 => bits >> 1 & NOT_FILE_H,
        2 => bits << 8,
        3 => bits >> 8,
        4 => bits << 9 & NOT_FILE_A,
        5 => bits >> 9 & NOT_FILE_H,
        6 => bits << 7 & NOT_FILE_H,
        _ => bits >> 7 & NOT_FILE_A,
    }
}

/// The discs of `own` whose run, followed against `direction`, begins next to the edge of the board
/// (first) or next to a disc of `other` (second).
fn run_ends(own: u64, other: u64, direction: usize) -> [u64; 2] {
    // The squares that a shift of the full board leaves empty have the edge behind them.
    [!shifted(u64::MAX, direction), shifted(other, direction)].map(|behind| {
        let mut run = own & behind;
        for _ in 0..6 {
            run |= own & shifted(run, direction);
        }
        run
    })
}

/// The sum of [`BY_SAFE_LINES`] over the discs of `own`. A line of a disc is safe if its run reaches the
/// edge on one side, or has discs of the opponent at both ends.
fn stability(own: u64, other: u64) -> i32 {
    // The number of safe lines of each disc, in binary with a word for each digit.
    let mut count = [0u64; 3];
    for line in 0..4 {
        let [edge, enemy] = run_ends(own, other, 2 * line);
        let [other_edge, other_enemy] = run_ends(own, other, 2 * line + 1);
        let mut carry = edge | other_edge | (enemy & other_enemy);
        for digit in &mut count {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    (0..5)
        .map(|lines| {
            let discs = (0..3).fold(own, |discs, digit| {
                discs
                    & if lines >> digit & 1 == 1 {
                        count[digit]
                    } else {
                        !count[digit]
                    }
            });
            BY_SAFE_LINES[lines] * discs.count_ones() as i32
        })
        .sum()
}

impl Evaluation {
    /// The total of one side.
    fn total(self, own: u64, other: u64) -> i32 {
        let edges = || {
            (own.count_ones() + (own & EDGES).count_ones() + 3 * (own & CORNERS).count_ones())
                as i32
        };
        let mobility = || bitboard::moves(own, other).count_ones() as i32;
        match self {
            Evaluation::Discs => own.count_ones() as i32,
            Evaluation::Edges => edges(),
            Evaluation::EdgesAndMobility => 2 * edges() + mobility(),
            Evaluation::StabilityAndMobility => stability(own, other) + mobility(),
            Evaluation::Weights => squares(own).map(|square| WEIGHTS[square.index()]).sum(),
            Evaluation::Path => 0,
        }
    }

    /// The static value of a board for the side to move.
    pub(crate) fn value(self, board: Board) -> i32 {
        self.total(board.player, board.opponent) - self.total(board.opponent, board.player)
    }

    /// The value that corresponds to an expected result of 73 %: the scale of the logistic function that
    /// maps values to expected results.
    const fn scale(self) -> f32 {
        match self {
            Evaluation::Discs | Evaluation::Edges => 12.0,
            Evaluation::EdgesAndMobility => 20.0,
            Evaluation::StabilityAndMobility => 60.0,
            Evaluation::Weights => 150.0,
            Evaluation::Path => 16_777_216.0,
        }
    }

    /// The value of playing on a square, beside the static value of the position.
    fn square_value(self, square: Square) -> i32 {
        if self == Evaluation::Path {
            PATH[square.index()]
        } else {
            0
        }
    }

    /// The moves in the program's order.
    fn order(self, moves: u64) -> impl Iterator<Item = Square> {
        // `path-sum` considers no other moves if it can take a corner.
        let moves = if self == Evaluation::Path && moves & CORNERS != 0 {
            moves & CORNERS
        } else {
            moves
        };
        (0..64u8)
            .map(move |n| {
                if self == Evaluation::Path {
                    PATH_ORDER[usize::from(n)]
                } else {
                    Square(n)
                }
            })
            .filter(move |square| moves & square.bit() != 0)
    }
}

/// Greater than all values of all classic programs.
const INFINITE: i32 = 1 << 29;

/// The search of a classic player at the root.
pub(crate) struct ClassicRoot<'a> {
    player: Classic,
    board: Board,
    /// In the program's order; empty if the side to move must pass.
    moves: Vec<Square>,
    counter: NodeCounter<'a>,
}

impl<'a> ClassicRoot<'a> {
    /// A root with the moves in `allowed`. `depth` limits the depth of the player.
    pub(crate) fn new(
        player: Classic,
        board: Board,
        allowed: u64,
        depth: Option<u32>,
        counter: NodeCounter<'a>,
    ) -> Self {
        let mut depth = depth.unwrap_or(player.depth).clamp(1, player.depth);
        let mut moves: Vec<_> = player.evaluation.order(allowed).collect();
        if player.evaluation == Evaluation::Path && allowed & CORNERS != 0 {
            // `path-sum` takes a corner without a search.
            moves.truncate(1);
            depth = 1;
        }
        Self {
            player: Classic { depth, ..player },
            board,
            moves,
            counter,
        }
    }

    /// The first move in the program's order.
    pub(crate) fn first_move(&self) -> Move {
        self.moves
            .first()
            .map_or(Move::Pass, |&square| Move::Place(square.into()))
    }

    /// Alpha-beta search, fail-soft: the value of a board for the side to move. Writes the principal
    /// variation to `line`.
    fn alpha_beta(
        &mut self,
        board: Board,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> i32 {
        line.clear();
        let evaluation = self.player.evaluation;
        if self.counter.check_stop() || depth == 0 {
            return evaluation.value(board);
        }
        let moves = board.moves();
        if moves == 0 {
            let passed = board.pass();
            if passed.moves() == 0 {
                return evaluation.value(board);
            }
            let value = -self.alpha_beta(passed, depth, -beta, -alpha, line);
            line.insert(0, Move::Pass);
            return value;
        }
        // `path-sum` does not search beyond the capture of a corner.
        let depth = if evaluation == Evaluation::Path && moves & CORNERS != 0 {
            1
        } else {
            depth
        };
        let mut best = -INFINITE;
        let mut reply = Vec::new();
        for square in evaluation.order(moves) {
            let child = board.play(square, board.flips(square));
            let gain = evaluation.square_value(square);
            let value =
                gain - self.alpha_beta(child, depth - 1, gain - beta, gain - alpha, &mut reply);
            if value > best {
                best = value;
                line.clear();
                line.push(Move::Place(square.into()));
                line.append(&mut reply);
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        best
    }
}

impl RootSearch for ClassicRoot<'_> {
    /// A depth in plies.
    type Step = u32;

    const INFINITE: i32 = INFINITE;

    fn first(&self) -> u32 {
        1
    }

    fn next(&self, done: u32, _best: &RootResult) -> Option<u32> {
        (done < self.player.depth).then_some(done + 1)
    }

    fn depth_and_selectivity(&self, step: u32) -> (u32, u8) {
        (step, 100)
    }

    fn aspiration_margin(&self, _step: u32, _previous: i32) -> Option<i32> {
        None
    }

    fn search(&mut self, step: u32, window: Window, skip: &[Move]) -> Option<RootResult> {
        let before = self.counter.nodes();
        let (mut alpha, beta) = (window.alpha, window.beta);
        let mut best: Option<(i32, Vec<Move>)> = None;
        let mut line = Vec::new();
        if self.moves.is_empty() {
            let value = -self.alpha_beta(self.board.pass(), step, -beta, -alpha, &mut line);
            line.insert(0, Move::Pass);
            best = Some((value, line));
        } else {
            for index in 0..self.moves.len() {
                let square = self.moves[index];
                if skip.contains(&Move::Place(square.into())) {
                    continue;
                }
                let child = self.board.play(square, self.board.flips(square));
                let gain = self.player.evaluation.square_value(square);
                let value =
                    gain - self.alpha_beta(child, step - 1, gain - beta, gain - alpha, &mut line);
                if self.counter.stopped() {
                    break;
                }
                if best.as_ref().is_none_or(|(most, _)| value > *most) {
                    let mut moves = vec![Move::Place(square.into())];
                    moves.append(&mut line);
                    best = Some((value, moves));
                    alpha = alpha.max(value);
                }
            }
        }
        // The first of equal moves wins, so an unfinished iteration has no result.
        if self.counter.stopped() {
            return None;
        }
        let (score, moves) = best?;
        Some(RootResult {
            score,
            moves,
            nodes: self.counter.nodes() - before,
        })
    }

    fn score(&self, _step: u32, value: i32) -> Score {
        Score::new(
            Value::Estimate(value.saturating_mul(100)),
            eval::logistic(value as f32 / self.player.evaluation.scale()),
        )
    }

    fn root_move_count(&self) -> usize {
        self.moves.len().max(1)
    }

    fn nodes(&self) -> u64 {
        self.counter.total_nodes()
    }

    fn stopped(&self) -> bool {
        self.counter.stopped()
    }

    fn hashfull(&self) -> u16 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A1 against B1; C1 is the only move.
    #[test]
    fn values_are_differences_for_the_side_to_move() {
        let board = Board::new(1, 2);
        for (evaluation, value) in [
            (Evaluation::Discs, 0),
            (Evaluation::Edges, 3),
            (Evaluation::EdgesAndMobility, 7),
            (Evaluation::StabilityAndMobility, 6),
            (Evaluation::Weights, 140),
        ] {
            assert_eq!(evaluation.value(board), value, "{evaluation:?}");
            assert_eq!(evaluation.value(board.pass()), -value, "{evaluation:?}");
        }
    }
}
