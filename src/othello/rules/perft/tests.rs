//! The fast count against the generic one and against published tables.

use super::*;
use crate::game::{Game, Side, perft};
use crate::othello::rules::{flip::Portable, notation::parse_position};
use crate::othello::{Othello, Position};
use crate::util::rng::Rng;

const CONVENTIONS: [Convention; 4] = [Convention::A, Convention::B, Convention::C, Convention::D];

/// The position after `plies` random moves, or where the game ended before.
fn random_position(rng: &mut Rng, plies: u32) -> Position {
    let mut position = Position::START;
    for _ in 0..plies {
        let mut children = Vec::new();
        Othello::for_each_child(&position, |_, child| children.push(*child));
        if children.is_empty() {
            break;
        }
        position = children[rng.below(children.len() as u64) as usize];
    }
    position
}

#[test]
fn the_fast_count_agrees_with_the_generic_one_in_every_phase() {
    let mut rng = Rng::new(11);
    let mut over = 0;
    let mut passes = 0;
    for plies in (0..64).chain(48..64).chain(48..64).chain(56..64) {
        let position = random_position(&mut rng, plies);
        passes += u32::from(Othello::allows_implied_pass(&position));
        over += u32::from(Othello::outcome(&position).is_some());
        for convention in CONVENTIONS {
            for depth in 0..=4 {
                let expected = perft::walk::<Othello>(&position, depth, convention);
                let inputs = format!("{position:?}, {depth} plies, {convention:?}");
                assert_eq!(
                    leaves(position.board, depth, convention),
                    expected,
                    "{inputs}"
                );
                assert_eq!(
                    start(Portable, position.board, depth, convention),
                    expected,
                    "portable, {inputs}"
                );
            }
        }
    }
    assert!(
        over > 2 && passes > over,
        "{over} finished, {passes} without a move"
    );
}

#[test]
fn the_parts_of_a_division_add_up() {
    let start = Position::START;
    let divide = |plies| {
        perft::divide::<Othello>(&start, plies, Convention::A, |child, plies| {
            perft::perft::<Othello>(child, plies, Convention::A)
        })
    };
    let parts = divide(6);
    assert_eq!(parts.len(), 4);
    assert!(parts.iter().all(|&(_, leaves)| leaves == 2050), "{parts:?}");
    assert_eq!(divide(0), []);
}

#[test]
fn counting_in_parts_changes_nothing() {
    let mut rng = Rng::new(12);
    for plies in (0..64).step_by(3).chain(50..64) {
        let position = random_position(&mut rng, plies);
        for convention in CONVENTIONS {
            for depth in 0..=4 {
                for levels in 0..=depth {
                    let mut parts = 0;
                    let leaves = perft::perft_in_parts::<Othello>(
                        &position,
                        depth,
                        convention,
                        levels,
                        &mut || parts += 1,
                    );
                    let inputs = format!("{position:?}, {depth} plies, {convention:?}");
                    let expected = perft::perft::<Othello>(&position, depth, convention);
                    assert_eq!(leaves, expected, "{inputs}");
                    let expected = perft::perft::<Othello>(&position, levels, Convention::A);
                    // A pass may leave more plies than levels, never fewer.
                    assert_eq!(parts, expected, "{inputs}, {levels} levels");
                }
            }
        }
    }
}

#[test]
fn a_free_pass_is_no_ply_and_a_finished_game_one_leaf_or_none() {
    // a1 white, b1 black, Black to move: pass, c1, the end.
    let position = Position {
        board: Board::new(2, 1),
        side: Side::Black,
    };
    for (convention, counts) in [
        (Convention::A, [1, 1, 1, 1, 1]),
        (Convention::B, [1, 1, 1, 1, 1]),
        (Convention::C, [1, 1, 1, 0, 0]),
        (Convention::D, [1, 1, 0, 0, 0]),
    ] {
        for (plies, &count) in counts.iter().enumerate() {
            let plies = plies as u32;
            assert_eq!(leaves(position.board, plies, convention), count);
            assert_eq!(perft::walk::<Othello>(&position, plies, convention), count);
        }
    }
}

/// Leaves of the largest line that is counted.
fn cap() -> u64 {
    if std::env::var_os("FLIPFIVE_FULL").is_some() {
        2_000_000_000
    } else {
        30_000_000
    }
}

/// Published and recounted perft tables. Lines: `position; plies; A; B; C; D`, `#` begins a comment, `?` is
/// unknown. Counts above the cap are skipped, so that the test is fast; `FLIPFIVE_FULL=1` goes further.
#[test]
fn known_counts() {
    let text = include_str!("../../../../tests/data/perft/othello.txt");
    let cap = cap();
    let mut compared = 0;
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        assert_eq!(fields.len(), 6, "line {}: {line}", number + 1);
        let position = parse_position(fields[0]).unwrap();
        let plies: u32 = fields[1].parse().unwrap();
        for (convention, field) in CONVENTIONS.into_iter().zip(&fields[2..]) {
            let Ok(leaves) = field.parse::<u64>() else {
                assert_eq!(*field, "?", "line {}: {line}", number + 1);
                continue;
            };
            if leaves <= cap {
                let found = perft::perft::<Othello>(&position, plies, convention);
                assert_eq!(found, leaves, "line {}, {convention:?}: {line}", number + 1);
                compared += 1;
            }
            // By the rules alone, which is slower.
            if leaves <= cap / 10 {
                let found = perft::walk::<Othello>(&position, plies, convention);
                assert_eq!(
                    found,
                    leaves,
                    "rules alone, line {}, {convention:?}: {line}",
                    number + 1
                );
            }
        }
    }
    assert!(compared > 150, "only {compared} counts");
}
