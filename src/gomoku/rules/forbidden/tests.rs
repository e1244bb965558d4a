//! A census of shapes on generated boards, against counts on which two independent programs agree.

use super::*;
use crate::game::{Game, Setup, Vertex};
use crate::gomoku::{Gomoku, Position, Rule, Rules};

/// What a black stone makes on a point: the last that applies.
enum Shape {
    /// None of the above.
    Other,
    /// One three.
    Three,
    /// One four.
    Four,
    /// One four and one three.
    FourThree,
    /// Two or more threes.
    DoubleThree,
    /// Two or more fours.
    DoubleFour,
    /// Six or more in a row.
    Overline,
    /// Exactly five.
    Five,
}

fn classify(cells: &impl Cells, point: Point) -> Shape {
    let stone = Tentative { point, below: None };
    let lines = Lines::through(cells, &stone);
    if lines.any(Line::five) {
        return Shape::Five;
    }
    if lines.any(Line::overline) {
        return Shape::Overline;
    }
    let fours = lines.fours();
    let threes = lines.threes(cells, &stone);
    match (fours, threes) {
        (2.., _) => Shape::DoubleFour,
        (_, 2..) => Shape::DoubleThree,
        (1, 1) => Shape::FourThree,
        (1, _) => Shape::Four,
        (_, 1) => Shape::Three,
        _ => Shape::Other,
    }
}

/// The generator of the boards: a 64-bit linear congruential generator.
struct Lcg(u64);

impl Lcg {
    fn draw(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Board number `seed`, with Black to move, and its number of stones; `None` if somebody has five or
/// more in a row.
fn board(seed: u64) -> Option<Position> {
    let mut lcg = Lcg(seed);
    let stones = 20 + lcg.draw(41);
    let mut setup = Setup::empty(15);
    let mut side = Side::Black;
    for _ in 0..stones {
        loop {
            let (x, y) = (3 + lcg.draw(9) as u8, 3 + lcg.draw(9) as u8);
            let vertex = Vertex::new(x, 14 - y);
            if setup.get(vertex).is_none() {
                setup.set(vertex, Some(side));
                break;
            }
        }
        side = side.other();
    }
    setup.to_move = Side::Black;
    let free = Gomoku::from_setup(Rules::new(15, Rule::Freestyle).unwrap(), &setup);
    if free.is_err() || free.is_ok_and(|position| position.outcome().is_some()) {
        return None;
    }
    Some(Gomoku::from_setup(Rules::new(15, Rule::Renju).unwrap(), &setup).unwrap())
}

fn count(position: &Position) -> [u32; 8] {
    let mut counts = [0; 8];
    for point in position.empty_points() {
        counts[classify(position, point) as usize] += 1;
    }
    counts
}

fn census(boards: u64) -> (u32, [u32; 8]) {
    let mut kept = 0;
    let mut counts = [0; 8];
    for position in (1..=boards).filter_map(board) {
        kept += 1;
        for (sum, n) in counts.iter_mut().zip(count(&position)) {
            *sum += n;
        }
    }
    (kept, counts)
}

#[test]
fn the_first_boards() {
    let stones = |seed| board(seed).map(|position| position.stones());
    assert_eq!(
        [1, 2, 3, 4, 5, 6].map(stones),
        [None, Some(22), Some(35), Some(46), None, Some(28)]
    );
    for (seed, shapes) in [
        (2, [4, 5, 0, 0, 0, 0, 0]),
        (3, [14, 8, 1, 0, 1, 0, 1]),
        (4, [10, 15, 1, 1, 1, 0, 0]),
        (6, [5, 13, 0, 0, 0, 0, 1]),
    ] {
        assert_eq!(count(&board(seed).unwrap())[1..], shapes, "board {seed}");
    }
}

#[test]
fn a_thousand_boards() {
    let counts = [126_017, 9_788, 5_515, 662, 559, 321, 103, 695];
    assert_eq!(census(1_000), (761, counts));
}

#[test]
fn twenty_thousand_boards() {
    let counts = [
        2_560_408, 201_555, 113_235, 13_259, 11_893, 6_875, 1_994, 14_668,
    ];
    assert_eq!(census(20_000), (15_539, counts));
}
