//! Pattern indices against their definition.

use super::*;
use crate::othello::rules::square::squares;
use crate::util::rng::Rng;

/// The indices straight from their definition.
fn naive(board: Board) -> Vec<usize> {
    let digit = |square: Square| match () {
        () if board.player & square.bit() != 0 => 0,
        () if board.opponent & square.bit() != 0 => 2,
        () => 1,
    };
    let mut indices = Vec::new();
    for shape in &ALL {
        let mut seen = Vec::new();
        for turn in Symmetry::ALL {
            let image = turn.bits(shape.bits());
            if seen.contains(&image) {
                continue;
            }
            seen.push(image);
            let digits = (0..shape.len()).map(|place| digit(turn.square(shape.square(place))));
            indices.push(digits.fold(0, |sum, digit| 3 * sum + digit));
        }
    }
    indices
}

fn of(indices: Indices) -> Vec<usize> {
    indices.patterns().iter().map(|&n| usize::from(n)).collect()
}

#[test]
fn indices_follow_the_game() {
    let mut rng = Rng::new(5);
    for _ in 0..50 {
        let mut board = Board::START;
        let mut indices = Indices::of(board);
        loop {
            assert_eq!(of(indices), naive(board));
            assert_eq!(Indices::of(board), indices);
            let moves: Vec<Square> = squares(board.moves()).collect();
            if moves.is_empty() {
                break;
            }
            let square = moves[rng.below(moves.len() as u64) as usize];
            let flips = board.flips(square);
            indices = indices.after(square, flips);
            board = board.play(square, flips);
        }
    }
}

#[test]
fn symmetric_boards_have_the_same_patterns() {
    let mut rng = Rng::new(6);
    let mirrors: Vec<Vec<u32>> = (0..SHAPES).map(mirrored).collect();
    for _ in 0..200 {
        let (a, b) = (rng.next(), rng.next());
        let board = Board::new(a & !b, b & !a);
        let count = |board: Board| {
            let indices = Indices::of(board);
            let mut all: Vec<(usize, u32)> = indices
                .patterns()
                .iter()
                .zip(SHAPE_OF)
                .map(|(&index, shape)| {
                    let mirror = mirrors[shape][usize::from(index)];
                    (shape, mirror.min(u32::from(index)))
                })
                .collect();
            all.sort_unstable();
            all
        };
        for turn in Symmetry::ALL {
            assert_eq!(count(turn.board(board)), count(board));
        }
    }
}

#[test]
fn a_mirror_image_mirrored_is_the_original() {
    for (number, shape) in ALL.iter().enumerate() {
        let mirror = mirrored(number);
        assert_eq!(mirror.len(), shape.size());
        for (index, &image) in mirror.iter().enumerate() {
            assert_eq!(mirror[image as usize] as usize, index, "{shape:?}");
        }
    }
}
