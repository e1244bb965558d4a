//! The incremental state of the Gomoku search: make and undo with all patterns updated.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use flipfive::game::{Game, Move, Side};
use flipfive::gomoku::{Gomoku, Position, Rules};
use flipfive::internals::{
    Caro, FirstRow, Freestyle, Pattern4, Point, Renju, RuleType, Standard, State, parse_moves,
};

/// A game of 30 moves that is legal under every rule.
const GAME: &str = "h8 i9 g9 i7 i8 g8 h7 f9 h9 h10 h6 h5 j6 g6 k7 l6 j9 k10 j8 j7 k8 l8 k9 l10 k6 k5 m8 \
    e8 f10 e11";

fn position<R: RuleType>() -> Position {
    let rules = Rules::new(15, R::RULE).expect("15 is a size");
    let mut position = Gomoku::start(rules);
    for vertex in parse_moves(GAME, rules, FirstRow::Bottom).expect("the game is well-formed") {
        let mv = Move::Place(vertex);
        assert_eq!(Gomoku::check(&position, mv), Ok(()), "{mv:?}");
        Gomoku::play(&mut position, mv);
    }
    position
}

/// Makes every candidate as the next move, and the next candidate as the answer to it.
fn make_undo<R: RuleType>(criterion: &mut Criterion) {
    let mut state = State::<R>::from_position(&position::<R>());
    let cells: Vec<Point> = state.candidates().iter().collect();
    let mut group = criterion.benchmark_group("gomoku_make_undo");
    group.throughput(Throughput::Elements(2 * cells.len() as u64));
    group.bench_function(R::RULE.name(), |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for (n, &point) in cells.iter().enumerate() {
                let answer = cells[(n + 1) % cells.len()];
                state.make(point);
                state.make(answer);
                sum += state.static_value();
                state.undo();
                state.undo();
            }
            sum
        });
    });
    group.finish();
}

/// Builds the state from a list of stones.
fn build(criterion: &mut Criterion) {
    let position = position::<Freestyle>();
    criterion.bench_function("gomoku_build", |bencher| {
        bencher.iter_batched(
            || position.clone(),
            |position| {
                State::<Freestyle>::from_position(&position).count(Side::Black, Pattern4::Five)
            },
            BatchSize::SmallInput,
        );
    });
}

criterion_group!(
    benches,
    make_undo::<Freestyle>,
    make_undo::<Standard>,
    make_undo::<Renju>,
    make_undo::<Caro>,
    build
);
criterion_main!(benches);
