//! Speed of the Othello search: the evaluation of a board, and endgames solved with an empty table. The
//! results are checked before the timing.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use flipfive::internals::Rng;
use flipfive::internals::{
    Answer, Finding, OthelloPlayer, SolveMode, SolveTask, evaluate, squares,
};
use flipfive::othello::{Board, Position};
use flipfive::search::StopToken;
use std::hint::black_box;

/// Boards from random games with `empties` empty squares and a legal move.
fn boards(empties: u32, number: usize) -> Vec<Board> {
    let mut rng = Rng::new(2027);
    let mut boards = Vec::new();
    while boards.len() < number {
        let mut board = Board::START;
        while !board.is_over() && board.empties() > empties {
            let moves = board.moves();
            if moves == 0 {
                board = board.pass();
                continue;
            }
            let chosen = rng.below(u64::from(moves.count_ones())) as usize;
            let square = squares(moves).nth(chosen).unwrap();
            board = board.play(square, board.flips(square));
        }
        if board.empties() == empties && board.moves() != 0 {
            boards.push(board);
        }
    }
    boards
}

fn evaluation(c: &mut Criterion) {
    let boards: Vec<Board> = (12..52).step_by(4).flat_map(|n| boards(n, 100)).collect();
    let sum =
        |boards: &[Board]| -> i64 { boards.iter().map(|board| i64::from(evaluate(*board))).sum() };
    assert!(sum(&boards).abs() <= 6400 * boards.len() as i64);
    let mut group = c.benchmark_group("othello/evaluation");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("all phases", |b| b.iter(|| sum(black_box(&boards))));
    group.finish();
}

fn endgame(c: &mut Criterion) {
    let task = SolveTask {
        mode: SolveMode::Exact,
        all_moves: false,
        threads: 1,
        hash_mb: 1,
    };
    let solve = |player: &mut OthelloPlayer, boards: &[Board]| -> (i32, u64) {
        let mut sum = (0, 0);
        for &board in boards {
            let side = Position::START.side;
            let answer = Answer::find(
                player,
                Position { board, side },
                &task,
                &StopToken::new(),
                &mut |_| {},
            );
            let answer = answer.expect("the search was not stopped");
            let Finding::Score(discs) = answer.value else {
                panic!("{:?} is not a score", answer.value)
            };
            sum = (sum.0 + discs, sum.1 + answer.nodes);
        }
        sum
    };
    let mut group = c.benchmark_group("othello/endgame");
    group.sample_size(10);
    for (empties, number) in [(8, 200), (12, 50), (16, 5)] {
        let boards = boards(empties, number);
        let (score, nodes) = solve(&mut OthelloPlayer::default(), &boards);
        // The search is deterministic.
        assert_eq!(
            solve(&mut OthelloPlayer::default(), &boards),
            (score, nodes)
        );
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{empties} empties, nodes"), |b| {
            b.iter_batched_ref(
                OthelloPlayer::default,
                |player| solve(player, black_box(&boards)),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, evaluation, endgame);
criterion_main!(benches);
