//! Speed of the rules of Othello. The results are checked before the timing.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use flipfive::game::Symmetry;
use flipfive::game::perft::{Convention, perft, walk};
use flipfive::internals::{
    Kernel, Portable, Rng, Task, canonical, dispatch, squares, stable_discs,
};
use flipfive::othello::{Board, Othello, Position};
use std::fmt::Debug;
use std::hint::black_box;

/// Boards from all phases of random games.
fn boards() -> Vec<Board> {
    let mut rng = Rng::new(2026);
    let mut boards = Vec::new();
    while boards.len() < 1000 {
        let mut board = Board::START;
        while !board.is_over() {
            let moves = board.moves();
            if moves == 0 {
                board = board.pass();
                continue;
            }
            boards.push(board);
            let chosen = rng.below(u64::from(moves.count_ones())) as usize;
            let square = squares(moves).nth(chosen).unwrap();
            board = board.play(square, board.flips(square));
        }
    }
    boards.truncate(1000);
    boards
}

/// The number of discs that all legal moves of all boards flip.
#[derive(Clone, Copy)]
struct Flips<'a>(&'a [Board]);

impl Task for Flips<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u32 {
        kernel.run(
            #[inline(always)]
            || {
                let mut flipped = 0;
                for &Board { player, opponent } in self.0 {
                    for square in squares(kernel.moves(player, opponent)) {
                        flipped += kernel.flips(square, player, opponent).count_ones();
                    }
                }
                flipped
            },
        )
    }
}

/// The number of legal moves of all boards.
#[derive(Clone, Copy)]
struct Moves<'a>(&'a [Board]);

impl Task for Moves<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u32 {
        kernel.run(
            #[inline(always)]
            || {
                let count = |board: &Board| kernel.moves(board.player, board.opponent).count_ones();
                self.0.iter().map(count).sum()
            },
        )
    }
}

/// The numbers of flips and of replies of all legal moves of all boards.
#[derive(Clone, Copy)]
struct Expand<'a>(&'a [Board]);

impl Task for Expand<'_> {
    type Output = (u32, u32);

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> (u32, u32) {
        kernel.run(
            #[inline(always)]
            || {
                let (mut flipped, mut replies) = (0, 0);
                for &board in self.0 {
                    let moves = kernel.moves(board.player, board.opponent);
                    kernel.expand(
                        board,
                        moves,
                        #[inline(always)]
                        |child| {
                            flipped += child.flips.count_ones();
                            replies += child.replies.count_ones();
                        },
                    );
                }
                (flipped, replies)
            },
        )
    }
}

/// Moves, flips and replies by the methods of the board.
fn plain(boards: &[Board]) -> (u32, u32, u32) {
    let (mut moves, mut flipped, mut replies) = (0, 0, 0);
    for board in boards {
        moves += board.moves().count_ones();
        for square in squares(board.moves()) {
            let flips = board.flips(square);
            flipped += flips.count_ones();
            replies += board.play(square, flips).moves().count_ones();
        }
    }
    (moves, flipped, replies)
}

/// Times a task with the best kernel and with the portable one, after a check of the results.
fn kernels<T: Task<Output: PartialEq + Debug> + Copy>(
    c: &mut Criterion,
    name: &str,
    elements: u64,
    task: T,
    expected: &T::Output,
) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(elements));
    assert_eq!(dispatch(task), *expected);
    group.bench_function("best", |b| b.iter(|| dispatch(black_box(task))));
    assert_eq!(task.run(Portable), *expected);
    group.bench_function("portable", |b| b.iter(|| black_box(task).run(Portable)));
    group.finish();
}

fn rules(c: &mut Criterion) {
    let boards = boards();
    let (moves, flipped, replies) = plain(&boards);
    let count = boards.len() as u64;
    kernels(c, "othello/flips", moves.into(), Flips(&boards), &flipped);
    kernels(c, "othello/moves", count, Moves(&boards), &moves);
    let expected = (flipped, replies);
    kernels(
        c,
        "othello/expand",
        moves.into(),
        Expand(&boards),
        &expected,
    );

    let mut group = c.benchmark_group("othello/boards");
    group.throughput(Throughput::Elements(count));
    let stable = |boards: &[Board]| -> u32 {
        boards
            .iter()
            .map(|board| stable_discs(board.player, board.opponent).count_ones())
            .sum()
    };
    assert_eq!(stable(&boards), STABLE);
    group.bench_function("stable discs", |b| b.iter(|| stable(black_box(&boards))));
    let forms = |boards: &[Board]| -> u64 {
        let player = |board: &Board| canonical(*board).0.player;
        boards.iter().map(player).fold(0, u64::wrapping_add)
    };
    let flipped: Vec<Board> = boards
        .iter()
        .map(|&board| Symmetry::ALL[6].board(board))
        .collect();
    assert_eq!(forms(&boards), forms(&flipped));
    group.bench_function("canonical form", |b| b.iter(|| forms(black_box(&boards))));
    group.finish();
}

/// Stable discs of the sides to move on all boards.
const STABLE: u32 = 2712;

fn trees(c: &mut Criterion) {
    const PLIES: u32 = 8;
    const LEAVES: u64 = 390_216;
    let start = Position::START;
    let mut group = c.benchmark_group("othello/perft 8");
    group.throughput(Throughput::Elements(LEAVES));
    assert_eq!(perft::<Othello>(&start, PLIES, Convention::A), LEAVES);
    group.bench_function("best", |b| {
        b.iter(|| perft::<Othello>(black_box(&start), PLIES, Convention::A));
    });
    assert_eq!(walk::<Othello>(&start, PLIES, Convention::A), LEAVES);
    group.bench_function("by the rules alone", |b| {
        b.iter(|| walk::<Othello>(black_box(&start), PLIES, Convention::A));
    });
    group.finish();
}

criterion_group!(benches, rules, trees);
criterion_main!(benches);
