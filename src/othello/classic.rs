//! Three classic Othello programs, each a complete player: `mobile` with its eight levels, a phone
//! game; `path-sum`, a desktop game that adds up square values along the line of play; `weights`, a
//! course exercise with a table of square weights.
//!
//! They are kept as they were designed, with their weaknesses: none of them knows that the discs are
//! counted at the end. Among moves of equal value the first in the program's own order is played.

use crate::game::Move;
use crate::othello::eval;
use crate::othello::rules::bitboard;
use crate::othello::rules::bitboard::{CORNERS, EDGES, NOT_FILE_A, NOT_FILE_H};
use crate::othello::rules::square::squares;
use crate::othello::{Board, Square};
use crate::search::{ClassicSpec, NodeCounter, RootResult, RootSearch, Score, Value, Window};

/// What a classic program looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judge {
    /// Own discs minus the opponent's.
    Discs,
    /// Corner 5, other edge square 2, any other 1.
    Edges,
    /// Twice [`Judge::Edges`] plus the number of legal moves.
    EdgesAndMobility,
    /// 2, 4, 6, 10 or 15 a disc by the number of lines along which it looks safe, plus the number of
    /// legal moves.
    StabilityAndMobility,
    /// The weight table of the course program.
    Weights,
    /// Nothing: only the squares played on the way count.
    Path,
}

/// A classic player: what it looks at, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Classic {
    /// The evaluation.
    pub judge: Judge,
    /// Plies.
    pub depth: u32,
}

/// The names and descriptions.
pub(crate) const CLASSICS: &[ClassicSpec] = &[
    spec("mobile-1", "phone game, rookie: counts discs, 1 ply"),
    spec(
        "mobile-2",
        "phone game, newcomer: corners and edges, 2 plies",
    ),
    spec(
        "mobile-3",
        "phone game, beginner: corners and edges, 3 plies",
    ),
    spec("mobile-4", "phone game, player: corners and edges, 4 plies"),
    spec(
        "mobile-5",
        "phone game, expert: edges and mobility, 4 plies",
    ),
    spec(
        "mobile-6",
        "phone game, master: edges and mobility, 5 plies",
    ),
    spec(
        "mobile-7",
        "phone game, grandmaster: stability and mobility, 5 plies",
    ),
    spec(
        "mobile-8",
        "phone game, sage: stability and mobility, 6 plies",
    ),
    spec(
        "path-sum",
        "desktop game: squares won along the line of play, 9 plies",
    ),
    spec(
        "weights",
        "course program: table of square weights, 8 plies",
    ),
];

const fn spec(name: &'static str, summary: &'static str) -> ClassicSpec {
    ClassicSpec { name, summary }
}

impl Classic {
    /// The player of that name in [`CLASSICS`].
    pub fn named(name: &str) -> Option<Self> {
        let (judge, depth) = match name {
            "mobile-1" => (Judge::Discs, 1),
            "mobile-2" => (Judge::Edges, 2),
            "mobile-3" => (Judge::Edges, 3),
            "mobile-4" => (Judge::Edges, 4),
            "mobile-5" => (Judge::EdgesAndMobility, 4),
            "mobile-6" => (Judge::EdgesAndMobility, 5),
            "mobile-7" => (Judge::StabilityAndMobility, 5),
            "mobile-8" => (Judge::StabilityAndMobility, 6),
            "path-sum" => (Judge::Path, 9),
            "weights" => (Judge::Weights, 8),
            _ => return None,
        };
        Some(Self { judge, depth })
    }
}

/// One quadrant of a symmetric table, spread over the board.
const fn mirrored(quadrant: [[i32; 4]; 4]) -> [i32; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, col) = (square / 8, square % 8);
        let row = if row < 4 { row } else { 7 - row };
        let col = if col < 4 { col } else { 7 - col };
        table[square] = quadrant[row][col];
        square += 1;
    }
    table
}

/// Square weights of `weights`.
const WEIGHTS: [i32; 64] = mirrored([
    [120, -20, 20, 5],
    [-20, -40, -5, -5],
    [20, -5, 15, 3],
    [5, -5, 3, 3],
]);

/// Square values of `path-sum`: powers of two.
const PATH: [i32; 64] = mirrored([
    [1 << 24, 1, 1 << 20, 1 << 16],
    [1, 1, 1 << 16, 1 << 4],
    [1 << 20, 1 << 16, 1 << 12, 1 << 8],
    [1 << 16, 1 << 4, 1 << 8, 0],
]);

/// The squares in the order in which `path-sum` tries them: falling values.
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

/// The discs of `own` whose run of discs, followed against `direction`, begins next to the edge of
/// the board (first) or next to a disc of `other` (second).
fn run_ends(own: u64, other: u64, direction: usize) -> [u64; 2] {
    // What a shift of the full board leaves empty has the edge behind it.
    [!shifted(u64::MAX, direction), shifted(other, direction)].map(|behind| {
        let mut run = own & behind;
        for _ in 0..6 {
            run |= own & shifted(run, direction);
        }
        run
    })
}

/// Sum over the discs of `own` of [`BY_SAFE_LINES`]. A line of a disc is safe if its run reaches the
/// edge on one side, or has discs of the opponent at both ends.
fn stability(own: u64, other: u64) -> i32 {
    // The number of safe lines of each disc, in binary over three words.
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

impl Judge {
    /// What one side has.
    fn total(self, own: u64, other: u64) -> i32 {
        let edges = || {
            (own.count_ones() + (own & EDGES).count_ones() + 3 * (own & CORNERS).count_ones())
                as i32
        };
        let mobility = || bitboard::moves(own, other).count_ones() as i32;
        match self {
            Judge::Discs => own.count_ones() as i32,
            Judge::Edges => edges(),
            Judge::EdgesAndMobility => 2 * edges() + mobility(),
            Judge::StabilityAndMobility => stability(own, other) + mobility(),
            Judge::Weights => squares(own).map(|square| WEIGHTS[square.index()]).sum(),
            Judge::Path => 0,
        }
    }

    /// The value of a board for the side to move, without looking ahead.
    pub fn value(self, board: Board) -> i32 {
        self.total(board.player, board.opponent) - self.total(board.opponent, board.player)
    }

    /// A difference of so much makes a win clearly likelier than a loss: the scale on which the
    /// program's values become expected results.
    const fn scale(self) -> f32 {
        match self {
            Judge::Discs | Judge::Edges => 12.0,
            Judge::EdgesAndMobility => 20.0,
            Judge::StabilityAndMobility => 60.0,
            Judge::Weights => 150.0,
            Judge::Path => 16_777_216.0,
        }
    }

    /// What playing on a square is worth by itself.
    fn played(self, square: Square) -> i32 {
        if self == Judge::Path {
            PATH[square.index()]
        } else {
            0
        }
    }

    /// The moves in the program's order.
    fn order(self, moves: u64) -> impl Iterator<Item = Square> {
        // A corner that can be taken is taken: no other move is even looked at.
        let moves = if self == Judge::Path && moves & CORNERS != 0 {
            moves & CORNERS
        } else {
            moves
        };
        (0..64u8)
            .map(move |n| {
                if self == Judge::Path {
                    PATH_ORDER[usize::from(n)]
                } else {
                    Square(n)
                }
            })
            .filter(move |square| moves & square.bit() != 0)
    }
}

/// Above every value of every classic program.
const INFINITE: i32 = 1 << 29;

/// The search of a classic player at the root.
pub(crate) struct ClassicRoot<'a> {
    player: Classic,
    board: Board,
    /// In the program's order; empty if the side to move has to pass.
    moves: Vec<Square>,
    counter: NodeCounter<'a>,
}

impl<'a> ClassicRoot<'a> {
    /// A root at which only the moves in `allowed` are considered. `depth` bounds the player's own.
    pub fn new(
        player: Classic,
        board: Board,
        allowed: u64,
        depth: Option<u32>,
        counter: NodeCounter<'a>,
    ) -> Self {
        let mut depth = depth.unwrap_or(player.depth).clamp(1, player.depth);
        let mut moves: Vec<_> = player.judge.order(allowed).collect();
        if player.judge == Judge::Path && allowed & CORNERS != 0 {
            // A corner is taken without thinking.
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

    /// The move that the program tries first.
    pub fn first_move(&self) -> Move {
        self.moves
            .first()
            .map_or(Move::Pass, |&square| Move::Place(square.into()))
    }

    /// The value of a board for the side to move, fail-soft; the line goes to `line`.
    fn minimax(
        &mut self,
        board: Board,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> i32 {
        line.clear();
        let judge = self.player.judge;
        if self.counter.check_stop() || depth == 0 {
            return judge.value(board);
        }
        let moves = board.moves();
        if moves == 0 {
            let passed = board.pass();
            if passed.moves() == 0 {
                return judge.value(board);
            }
            let value = -self.minimax(passed, depth, -beta, -alpha, line);
            line.insert(0, Move::Pass);
            return value;
        }
        // `path-sum` does not look beyond a corner that can be taken.
        let depth = if judge == Judge::Path && moves & CORNERS != 0 {
            1
        } else {
            depth
        };
        let mut best = -INFINITE;
        let mut reply = Vec::new();
        for square in judge.order(moves) {
            let child = board.play(square, board.flips(square));
            let gain = judge.played(square);
            let value =
                gain - self.minimax(child, depth - 1, gain - beta, gain - alpha, &mut reply);
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
            let value = -self.minimax(self.board.pass(), step, -beta, -alpha, &mut line);
            line.insert(0, Move::Pass);
            best = Some((value, line));
        } else {
            for index in 0..self.moves.len() {
                let square = self.moves[index];
                if skip.contains(&Move::Place(square.into())) {
                    continue;
                }
                let child = self.board.play(square, self.board.flips(square));
                let gain = self.player.judge.played(square);
                let value =
                    gain - self.minimax(child, step - 1, gain - beta, gain - alpha, &mut line);
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
        // The order of the moves decides among equals, so a part of an iteration decides nothing.
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
        Score {
            value: Value::Estimate(value.saturating_mul(100)),
            win_rate: eval::logistic(value as f32 / self.player.judge.scale()),
        }
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
