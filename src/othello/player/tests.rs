//! The player against slow references, known results and all kinds of limits.

use super::*;
use crate::game::{Side, Symmetry, Vertex};
use crate::othello::eval::{self, patterns::Indices};
#[cfg(target_arch = "x86_64")]
use crate::othello::rules::flip::Avx2;
use crate::othello::rules::flip::{Kernel, Portable, Task, dispatch};
use crate::othello::rules::notation::{Obf, parse_transcript};
use crate::othello::rules::square::squares;
use crate::othello::solve;
use crate::search::Strength;
use crate::util::rng::Rng;
use std::time::{Duration, Instant};

/// The score in discs by plain minimax.
fn minimax(board: Board) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        let passed = board.pass();
        return if passed.moves() == 0 {
            board.final_score()
        } else {
            -minimax(passed)
        };
    }
    squares(moves)
        .map(|square| -minimax(board.play(square, board.flips(square))))
        .max()
        .unwrap()
}

/// A position with `empties` empty squares after random play.
fn random_position(rng: &mut Rng, empties: u32) -> Position {
    loop {
        let mut position = Position::START;
        let mut moves = Vec::new();
        while position.board.empties() > empties {
            moves.clear();
            Othello::legal(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            Othello::play(&mut position, moves[rng.below(moves.len() as u64) as usize]);
        }
        if position.board.empties() == empties && !position.board.is_over() {
            return position;
        }
    }
}

fn think(position: Position, request: &SearchRequest) -> SearchResult {
    OthelloPlayer::default().think(&position, request, &StopToken::new(), &mut |_| {})
}

fn legal(position: Position) -> Vec<Move> {
    let mut moves = Vec::new();
    Othello::legal(&position, &mut moves);
    moves
}

/// Plays a line, asserts that every move is legal, and returns the position at its end.
fn play_line(mut position: Position, line: &[Move]) -> Position {
    for mv in line {
        assert!(legal(position).contains(mv), "{mv:?} in {line:?}");
        Othello::play(&mut position, *mv);
    }
    position
}

fn exact(report: &Report) -> i32 {
    match report.lines[0].score.value {
        Value::Exact(discs) => discs,
        other => panic!("{other:?} is not exact"),
    }
}

#[test]
fn solves_random_endgames_like_minimax() {
    let mut rng = Rng::new(20);
    for round in 0..400 {
        let position = random_position(&mut rng, 1 + round % 8);
        let result = think(position, &SearchRequest::new(Limits::none()));
        let report = result.report.unwrap();
        assert_eq!(exact(&report), minimax(position.board), "{position:?}");
        // The line is a proof: it ends the game with that result.
        let end = play_line(position, &report.lines[0].moves);
        let score = end.board.final_score();
        let score = if end.side == position.side {
            score
        } else {
            -score
        };
        assert!(end.board.is_over(), "{position:?} {:?}", report.lines[0]);
        assert_eq!(score, exact(&report), "{position:?}");
    }
}

/// The exact score of a board, with an empty table.
struct Solve(Board);

impl Task for Solve {
    type Output = i32;

    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let table = TranspositionTable::new(1);
        let control = SearchControl::new(Limits::none(), StopToken::new());
        let mut worker = Worker::new(kernel, &table, NodeCounter::new(&control));
        worker.solve(self.0, -64, 64)
    }
}

/// The score depends neither on the kernel nor on the number of threads nor on the symmetry.
/// `FLIPFIVE_FULL=1` solves ten thousand endgames of up to 15 empties.
#[test]
fn the_score_does_not_depend_on_how_it_is_found() {
    let full = std::env::var_os("FLIPFIVE_FULL").is_some();
    let (rounds, sizes) = if full { (10_000, 12) } else { (150, 10) };
    let mut rng = Rng::new(28);
    for round in 0..rounds {
        let position = random_position(&mut rng, 4 + round % sizes);
        let score = Solve(position.board).run(Portable);
        assert_eq!(dispatch(Solve(position.board)), score, "{position:?}");
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = Avx2::detect() {
            // `dispatch` prefers AVX-512 where the processor has it.
            let found = kernel.run(|| Solve(position.board).run(kernel));
            assert_eq!(found, score, "{position:?}, AVX2");
        }
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(position.board);
            assert_eq!(dispatch(Solve(image)), score, "{position:?} {symmetry:?}");
        }
        for threads in [1, 2] {
            let mut request = SearchRequest::new(Limits::none());
            request.threads = threads;
            request.hash_mb = 1;
            let report = think(position, &request).report.unwrap();
            assert_eq!(exact(&report), score, "{position:?}, {threads} threads");
        }
    }
}

/// The scores of a board at 73 %, at 95 %, and in full width, found by one worker with the same caches.
struct SolveSelectively(Board);

impl Task for SolveSelectively {
    type Output = [i32; 3];

    fn run<K: Kernel>(self, kernel: K) -> [i32; 3] {
        let table = TranspositionTable::new(1);
        let control = SearchControl::new(Limits::none(), StopToken::new());
        let mut worker = Worker::new(kernel, &table, NodeCounter::new(&control));
        [73, 95, 100].map(|percent| {
            worker.selectivity = Selectivity::from_percent(percent).unwrap();
            worker.solve(self.0, -64, 64)
        })
    }
}

/// The bounds of selective searches stay out of the exact ones after them.
#[test]
fn selective_bounds_stay_out_of_exact_searches() {
    let mut rng = Rng::new(30);
    let mut wrong = 0;
    for round in 0..150 {
        let position = random_position(&mut rng, 10 + round % 5);
        let [uncertain, _, score] = dispatch(SolveSelectively(position.board));
        assert_eq!(score, dispatch(Solve(position.board)), "{position:?}");
        wrong += u32::from(uncertain != score);
    }
    // Otherwise the searches before could not have done harm.
    assert!(wrong >= 5, "{wrong} selective scores were wrong");
}

/// Endgames large enough to be split, with more threads than processors.
#[test]
fn split_endgames_have_the_same_scores() {
    let mut rng = Rng::new(29);
    let full = std::env::var_os("FLIPFIVE_FULL").is_some();
    for round in 0..if full { 200 } else { 4 } {
        let position = random_position(&mut rng, 17 + round % 3);
        let mut request = SearchRequest::new(Limits::none());
        let scores = [1, 2, 5].map(|threads| {
            request.threads = threads;
            exact(&think(position, &request).report.unwrap())
        });
        assert_eq!(scores, [scores[0]; 3], "{position:?}");
    }
}

/// A stop ends all threads at split points.
#[test]
fn split_endgames_stop_at_once() {
    let problem = &problems()[38];
    for threads in [2, 4] {
        for milliseconds in [1, 30, 120] {
            let limit = Duration::from_millis(milliseconds);
            let mut request = SearchRequest::new(Limits::time(limit));
            request.threads = threads;
            let start = Instant::now();
            let best = think(problem.position, &request).best.unwrap();
            assert!(legal(problem.position).contains(&best));
            assert!(
                start.elapsed() < limit + Duration::from_millis(500),
                "{:?}",
                start.elapsed()
            );
        }
    }
}

#[test]
fn every_window_of_the_endgame_is_sound() {
    let mut rng = Rng::new(21);
    let table = TranspositionTable::new(1);
    let control = SearchControl::new(Limits::none(), StopToken::new());
    let mut worker = Worker::new(Portable, &table, NodeCounter::new(&control));
    for round in 0..300 {
        let board = random_position(&mut rng, 4 + round % 5).board;
        let truth = minimax(board);
        for _ in 0..12 {
            let alpha = truth + rng.below(9) as i32 - 4;
            let value = worker.solve(board, alpha, alpha + 1);
            if value > alpha {
                assert!(
                    truth >= value,
                    "{board:?}: {truth}, found >= {value} above {alpha}"
                );
            } else {
                assert!(
                    truth <= value,
                    "{board:?}: {truth}, found <= {value} up to {alpha}"
                );
            }
        }
        assert_eq!(worker.solve(board, -65, 65), truth);
    }
}

/// Full width and without pruning, straight from the definition of the midgame search.
fn plain_value(board: Board, depth: u32) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        let passed = board.pass();
        return if passed.moves() == 0 {
            100 * board.final_score()
        } else {
            -plain_value(passed, depth)
        };
    }
    if depth == 0 {
        return eval::evaluate(board);
    }
    squares(moves)
        .map(|square| -plain_value(board.play(square, board.flips(square)), depth - 1))
        .max()
        .unwrap()
}

/// Whether the factors correct the linear value of no leaf by so much that a null-window search may take it for
/// one on the other side of its window.
fn has_small_corrections(board: Board, depth: u32) -> bool {
    let moves = board.moves();
    if moves == 0 {
        let passed = board.pass();
        return passed.moves() == 0 || has_small_corrections(passed, depth);
    }
    if depth == 0 {
        let linear = eval::linear_value(Portable, &Indices::of(board), board, moves);
        return (eval::evaluate(board) - linear).abs() <= eval::FACTORS_MARGIN;
    }
    squares(moves)
        .all(|square| has_small_corrections(board.play(square, board.flips(square)), depth - 1))
}

#[test]
fn the_midgame_search_finds_the_minimax_value() {
    let mut rng = Rng::new(22);
    let control = SearchControl::new(Limits::none(), StopToken::new());
    let mut tested = 0;
    for round in 0..700 {
        let board = random_position(&mut rng, 12 + round % 40).board;
        let depth = 1 + round % 4;
        if !has_small_corrections(board, depth) {
            continue;
        }
        tested += 1;
        let table = TranspositionTable::new(1);
        let mut worker = Worker::new(Portable, &table, NodeCounter::new(&control));
        let truth = plain_value(board, depth);
        assert_eq!(
            worker.search(board, depth, -6500, 6500),
            truth,
            "{board:?} {depth}"
        );
        // The table now knows it, and windows beside it must agree.
        for alpha in [truth - 40, truth - 1, truth, truth + 40] {
            let value = worker.search(board, depth, alpha, alpha + 1);
            assert_eq!(value > alpha, truth > alpha, "{board:?} {depth} {alpha}");
        }
    }
    assert!(tested >= 50, "{tested}");
}

struct Problem {
    number: usize,
    position: Position,
    best: i32,
    moves: Vec<(Move, i32)>,
}

/// The first forty FForum problems.
fn problems() -> Vec<Problem> {
    let text = include_str!("../../../tests/data/obf/ffo-1-40.obf");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .enumerate()
        .map(|(index, line)| {
            let Obf {
                position, moves, ..
            } = Obf::parse(line).unwrap();
            Problem {
                number: index + 1,
                position,
                best: moves.iter().map(|&(_, score)| score).max().unwrap(),
                moves,
            }
        })
        .collect()
}

/// The same; without `FLIPFIVE_FULL=1` only those that take a fraction of a second each.
fn problems_of_this_run() -> impl Iterator<Item = Problem> {
    let most = if std::env::var_os("FLIPFIVE_FULL").is_some() {
        60
    } else {
        16
    };
    let is_short = move |problem: &Problem| problem.position.board.empties() <= most;
    problems().into_iter().filter(is_short)
}

#[test]
fn solving_takes_no_more_table_than_it_needs() {
    let task = solve::Task {
        mode: SolveMode::Exact,
        all_moves: false,
        threads: 1,
        hash_mb: 256,
    };
    for problem in problems_of_this_run() {
        let mut player = OthelloPlayer::default();
        let (position, stop) = (problem.position, StopToken::new());
        let answer = solve::Answer::find(&mut player, position, &task, &stop, &mut |_| {}).unwrap();
        let megabytes = player.table.megabytes();
        assert!(
            megabytes.is_some_and(|size| size < 256),
            "{}",
            problem.number
        );
        let mut request = SearchRequest::new(Limits::none());
        request.hash_mb = 256;
        let mut with_large = OthelloPlayer::default();
        let result = with_large.solve(position, SolveMode::Exact, &request, &stop, &mut |_| {});
        let nodes = result.report.unwrap().nodes;
        assert!(answer.nodes <= nodes + nodes / 100, "{}", problem.number);
    }
}

#[test]
fn ffo_problems_have_their_known_values() {
    let mut solved = 0;
    for problem in problems_of_this_run() {
        let mut request = SearchRequest::new(Limits::none());
        request.hash_mb = 64;
        let start = Instant::now();
        let result = think(problem.position, &request);
        let report = result.report.unwrap();
        eprintln!(
            "{:2}: {:2} empties {:+3} {:>12} nodes {:8.3} s",
            problem.number,
            problem.position.board.empties(),
            exact(&report),
            report.nodes,
            start.elapsed().as_secs_f64()
        );
        assert_eq!(exact(&report), problem.best, "problem {}", problem.number);
        let best = result.best.unwrap();
        let score = problem
            .moves
            .iter()
            .find(|(mv, _)| *mv == best)
            .map(|&(_, score)| score);
        assert_eq!(
            score,
            Some(problem.best),
            "problem {}: {best:?}",
            problem.number
        );
        let end = play_line(problem.position, &report.lines[0].moves);
        assert!(
            end.board.is_over() || report.lines[0].moves.len() >= 6,
            "a short line: {:?}",
            report.lines[0]
        );
        solved += 1;
    }
    assert!(solved >= 20, "only {solved} problems");
}

/// With as many lines as moves, each move of a few problems has its exact score.
#[test]
fn several_lines_are_the_best_ones_in_order() {
    for problem in problems().into_iter().take(9).step_by(2) {
        let mut request = SearchRequest::new(Limits::none());
        request.lines = problem.moves.len();
        let report = think(problem.position, &request).report.unwrap();
        assert_eq!(report.lines.len(), problem.moves.len());
        for line in &report.lines {
            let stated = problem.moves.iter().find(|(mv, _)| *mv == line.moves[0]);
            assert_eq!(
                Value::Exact(stated.unwrap().1),
                line.score.value,
                "problem {} {:?}",
                problem.number,
                line.moves[0]
            );
            play_line(problem.position, &line.moves);
        }
        assert!(
            report
                .lines
                .is_sorted_by_key(|line| -line.score.lead() as i32)
        );
    }
}

fn every_player() -> Vec<Strength> {
    let mut players = vec![Strength::Full];
    players.extend((0..=9).map(Strength::Level));
    let classics = <OthelloPlayer as Player<Othello>>::CLASSICS;
    players.extend(
        classics
            .iter()
            .map(|spec| Strength::Classic(spec.name.into())),
    );
    players.push(Strength::Classic("unknown".into()));
    players
}

/// Whatever the limits are, there is a legal move, and soon.
#[test]
fn there_is_always_a_legal_move() {
    let mut rng = Rng::new(23);
    let stopped = StopToken::new();
    stopped.raise();
    for player in every_player() {
        for empties in [2, 9, 20, 33, 59] {
            let position = random_position(&mut rng, empties);
            for (limits, stop) in [
                (Limits::nodes(0), StopToken::new()),
                (Limits::nodes(1), StopToken::new()),
                (Limits::depth(0), StopToken::new()),
                (Limits::time(Duration::ZERO), StopToken::new()),
                (Limits::none(), stopped.clone()),
            ] {
                let mut request = SearchRequest::new(limits);
                request.hash_mb = 1;
                request.strength = player.clone();
                let start = Instant::now();
                let result =
                    OthelloPlayer::default().think(&position, &request, &stop, &mut |_| {});
                let best = result.best.expect("a move");
                assert!(
                    legal(position).contains(&best),
                    "{player:?} {limits:?} {position:?}"
                );
                assert!(
                    start.elapsed() < Duration::from_secs(2),
                    "{player:?} {limits:?}"
                );
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_answer() {
    let over = Position {
        board: Board::new(1, 2 << 20),
        side: Side::White,
    };
    for player in every_player() {
        let mut request = SearchRequest::new(Limits::none());
        request.strength = player;
        let result = think(over, &request);
        assert_eq!(result, SearchResult::default());
    }
}

/// White, to move, has to pass: black on a1, white on b1 and nothing behind it for White.
fn white_must_pass() -> Position {
    Position {
        board: Board::new(0x02, 0x01),
        side: Side::White,
    }
}

#[test]
fn a_pass_is_an_answer() {
    let position = white_must_pass();
    assert_eq!(legal(position), [Move::Pass]);
    for player in every_player() {
        let mut request = SearchRequest::new(Limits::time(Duration::from_secs(60)));
        request.strength = player.clone();
        let start = Instant::now();
        let result = think(position, &request);
        assert_eq!(result.best, Some(Move::Pass), "{player:?}");
        assert!(start.elapsed() < Duration::from_secs(1), "{player:?}");
        request.limits = Limits::depth(3);
        assert_eq!(
            think(position, &request).best,
            Some(Move::Pass),
            "{player:?}"
        );
    }
}

#[test]
fn only_the_requested_moves_are_considered() {
    let mut rng = Rng::new(24);
    for player in every_player() {
        let position = random_position(&mut rng, 30);
        let moves = legal(position);
        for &mv in &moves {
            let mut request = SearchRequest::new(Limits::depth(2));
            request.strength = player.clone();
            // Illegal moves are ignored.
            request.only = vec![
                mv,
                Move::Pass,
                Move::Place(Vertex::new(3, 3)),
                Move::Place(Vertex::new(9, 9)),
            ];
            assert_eq!(think(position, &request).best, Some(mv), "{player:?}");
            request.only.clear();
            request.avoid = moves.iter().copied().filter(|other| *other != mv).collect();
            assert_eq!(think(position, &request).best, Some(mv), "{player:?}");
        }
    }
}

#[test]
fn node_limits_are_exact_in_endings() {
    let mut rng = Rng::new(31);
    for empties in [4, 7, 11] {
        let board = random_position(&mut rng, empties).board;
        let nodes_within = |limits: Limits| {
            let table = TranspositionTable::new(1);
            let control = SearchControl::new(limits, StopToken::new());
            let mut worker = Worker::new(Portable, &table, NodeCounter::new(&control));
            worker.solve(board, -64, 64);
            drop(worker);
            control.nodes()
        };
        let all = nodes_within(Limits::none());
        for limit in (1..200).chain((200..3000).step_by(37)) {
            // Close to the limit the last squares are searched in another way, which takes a few nodes more or
            // less.
            let nodes = nodes_within(Limits::nodes(limit));
            assert!(
                nodes == limit || nodes < limit && limit + 256 > all,
                "{nodes} of {limit}, {all} in all"
            );
        }
    }
}

#[test]
fn one_thread_repeats_itself() {
    let mut rng = Rng::new(25);
    for limits in [Limits::depth(8), Limits::nodes(30_000), Limits::depth(60)] {
        for empties in [16, 40] {
            if limits.depth == Some(60) && empties > 16 {
                continue;
            }
            let position = random_position(&mut rng, empties);
            let strip = |mut result: SearchResult| {
                result.report.as_mut().unwrap().elapsed = Duration::ZERO;
                result
            };
            let request = SearchRequest::new(limits);
            assert_eq!(
                strip(think(position, &request)),
                strip(think(position, &request))
            );
        }
    }
}

/// Helpers or a table with the results of deeper searches would change the nodes, and sometimes the move.
#[test]
fn levels_with_a_fixed_depth_depend_on_the_position_alone() {
    let mut rng = Rng::new(29);
    for level in [6, 7] {
        let position = random_position(&mut rng, 40);
        let at_level = |player: &mut OthelloPlayer, threads| {
            let request = SearchRequest {
                strength: Strength::Level(level),
                threads,
                ..SearchRequest::new(Limits::none())
            };
            let result = player.think(&position, &request, &StopToken::new(), &mut |_| {});
            let report = result.report.unwrap();
            (result.best, report.nodes, report.lines)
        };
        let mut player = OthelloPlayer::default();
        let first = at_level(&mut player, 1);
        let full = SearchRequest::new(Limits::depth(9));
        player.think(&position, &full, &StopToken::new(), &mut |_| {});
        assert_eq!(at_level(&mut player, 4), first, "level {level}");
        assert_eq!(at_level(&mut player, 1), first, "level {level}");
    }
}

#[test]
fn a_depth_is_not_exceeded_and_lines_are_no_longer() {
    let mut rng = Rng::new(26);
    for depth in 1..8 {
        let position = random_position(&mut rng, 44);
        let mut seen = Vec::new();
        let request = SearchRequest::new(Limits::depth(depth));
        OthelloPlayer::default().think(&position, &request, &StopToken::new(), &mut |report| {
            seen.push(report.depth);
            assert!(report.lines[0].moves.len() <= report.depth as usize);
            play_line(position, &report.lines[0].moves);
        });
        assert_eq!(seen, (1..=depth).collect::<Vec<_>>());
    }
}

#[test]
fn a_stopped_iteration_has_a_line_of_several_moves() {
    let text = "f5d6c5f4e3c6d3f6e6d7";
    let line = parse_transcript(Position::START, text).unwrap();
    let position = play_line(Position::START, &line);
    // Most of these limits end an iteration after its first move.
    for nodes in (26_000..33_000).step_by(500) {
        let request = SearchRequest::new(Limits::nodes(nodes));
        let report = think(position, &request).report.unwrap();
        assert!(report.lines[0].moves.len() > 2, "{nodes} nodes: {report:?}");
    }
}

#[test]
fn two_threads_agree_with_one_on_a_solved_position() {
    let problem = &problems()[2];
    let mut request = SearchRequest::new(Limits::none());
    request.threads = 2;
    assert_eq!(
        exact(&think(problem.position, &request).report.unwrap()),
        problem.best
    );
}

#[test]
fn a_stop_ends_the_search_soon_and_a_time_limit_is_kept() {
    let stop = StopToken::new();
    let token = stop.clone();
    let request = SearchRequest::new(Limits::none());
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let result =
                OthelloPlayer::default().think(&Position::START, &request, &token, &mut |_| {});
            (result, Instant::now())
        });
        std::thread::sleep(Duration::from_millis(60));
        let raised = Instant::now();
        stop.raise();
        let (result, ended) = search.join().unwrap();
        assert!(legal(Position::START).contains(&result.best.unwrap()));
        assert!(
            ended - raised < Duration::from_millis(500),
            "{:?}",
            ended - raised
        );
    });
    let limit = Duration::from_millis(40);
    let request = SearchRequest::new(Limits::time(limit));
    let start = Instant::now();
    assert!(think(Position::START, &request).report.is_some());
    assert!(start.elapsed() < limit + Duration::from_millis(500));
}

#[test]
fn the_book_answers_only_requests_that_allow_it() {
    let request = |change: fn(&mut SearchRequest)| {
        let mut request = SearchRequest::new(Limits::time(Duration::from_millis(100)));
        request.book = true;
        change(&mut request);
        request
    };
    let answer = |request: SearchRequest| {
        let mut seen = 0;
        let result = OthelloPlayer::default().think(
            &Position::START,
            &request,
            &StopToken::new(),
            &mut |_| seen += 1,
        );
        let report = result.report.unwrap();
        assert_eq!(result.best, Some(report.lines[0].moves[0]));
        (report.nodes, seen, report.lines[0].moves.clone())
    };
    let (nodes, seen, line) = answer(request(|_| {}));
    assert_eq!((nodes, seen), (0, 1));
    play_line(Position::START, &line);
    let searches: [fn(&mut SearchRequest); 7] = [
        |request| request.book = false,
        |request| request.limits.depth = Some(2),
        |request| request.limits.nodes = Some(100),
        |request| request.lines = 2,
        |request| request.only = legal(Position::START)[..2].to_vec(),
        |request| request.avoid = legal(Position::START)[..2].to_vec(),
        |request| request.strength = Strength::Level(7),
    ];
    for (number, change) in searches.into_iter().enumerate() {
        assert!(answer(request(change)).0 > 0, "{number}");
    }
    // A position that no book has.
    let mut rng = Rng::new(12);
    let late = random_position(&mut rng, 30);
    let result = think(late, &request(|_| {}));
    assert!(result.report.unwrap().nodes > 0);
}

#[test]
fn a_stopped_solution_is_no_proof() {
    let (mut rng, mut stopped) = (Rng::new(32), 0);
    for round in 0..20 {
        let position = random_position(&mut rng, 14 + round % 3);
        let score = dispatch(Solve(position.board));
        for nodes in (1000..40_000).step_by(1300) {
            let request = SearchRequest::new(Limits::nodes(nodes));
            let report = think(position, &request).report.unwrap();
            match report.lines[0].score.value {
                Value::Exact(discs) => assert_eq!(discs, score, "{nodes} {position:?}"),
                _ => stopped += 1,
            }
        }
    }
    assert!(stopped > 50, "{stopped}");
}

#[test]
fn the_entries_of_earlier_searches_are_old() {
    let mut player = OthelloPlayer::default();
    let mut fill = |limits| {
        let request = SearchRequest {
            hash_mb: 1,
            ..SearchRequest::new(limits)
        };
        let found = player.think(&Position::START, &request, &StopToken::new(), &mut |_| {});
        found.report.unwrap().hashfull
    };
    assert!(fill(Limits::nodes(500_000)) > 100);
    assert!(fill(Limits::depth(1)) < 10);
}

/// It takes the most discs, and of equal moves the first.
#[test]
fn the_lowest_player_of_the_phone_counts_discs() {
    let mut rng = Rng::new(33);
    for _ in 0..50 {
        let position = random_position(&mut rng, 30);
        let board = position.board;
        let count = |square: Square| board.flips(square).count_ones();
        let most = squares(board.moves()).map(count).max();
        let best = squares(board.moves()).find(|&square| Some(count(square)) == most);
        let request = SearchRequest {
            strength: Strength::Classic("mobile-1".into()),
            ..SearchRequest::new(Limits::none())
        };
        let expected = best.map_or(Move::Pass, |square| Move::Place(square.into()));
        assert_eq!(think(position, &request).best, Some(expected));
    }
}
