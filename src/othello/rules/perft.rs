//! Counting leaves on bare boards: the last ply is counted for all moves of a board together.

use crate::game::perft::Convention;
use crate::othello::rules::board::Board;
use crate::othello::rules::flip::{Kernel, Task, dispatch};
use crate::othello::rules::square::squares;

/// Number of leaves `plies` plies below a board; see [`crate::game::perft::perft`].
pub fn leaves(board: Board, plies: u32, convention: Convention) -> u64 {
    dispatch(Leaves {
        board,
        plies,
        convention,
    })
}

struct Leaves {
    board: Board,
    plies: u32,
    convention: Convention,
}

impl Task for Leaves {
    type Output = u64;

    fn run<K: Kernel>(self, kernel: K) -> u64 {
        start(kernel, self.board, self.plies, self.convention)
    }
}

/// The leaves below a board whose moves are not known yet.
fn start<K: Kernel>(kernel: K, board: Board, plies: u32, convention: Convention) -> u64 {
    if plies == 0 {
        return 1;
    }
    match kernel.moves(board.player, board.opponent) {
        0 => without_move(kernel, board, plies, convention),
        moves => walk(kernel, board, moves, plies, convention),
    }
}

/// The leaves below a board whose side to move can play `moves`, at least one; `plies` is not 0.
fn walk<K: Kernel>(kernel: K, board: Board, moves: u64, plies: u32, convention: Convention) -> u64 {
    kernel.run(
        #[inline(always)]
        || walk_body(kernel, board, moves, plies, convention),
    )
}

#[inline(always)]
fn walk_body<K: Kernel>(
    kernel: K,
    board: Board,
    moves: u64,
    plies: u32,
    convention: Convention,
) -> u64 {
    match plies {
        1 => u64::from(moves.count_ones()),
        2 => last_two(kernel, board, moves, convention),
        _ => {
            let mut leaves = 0;
            kernel.expand(
                board,
                moves,
                #[inline(always)]
                |child| {
                    let next = board.play(child.square, child.flips);
                    leaves += if child.replies == 0 {
                        without_move(kernel, next, plies - 1, convention)
                    } else if plies == 3 {
                        last_two(kernel, next, child.replies, convention)
                    } else {
                        walk(kernel, next, child.replies, plies - 1, convention)
                    };
                },
            );
            leaves
        }
    }
}

#[inline(always)]
fn last_two<K: Kernel>(kernel: K, board: Board, moves: u64, convention: Convention) -> u64 {
    let (replies, without_reply) = kernel.count_replies(board, moves);
    if without_reply == 0 {
        replies
    } else {
        replies + leaves_after_pass(kernel, board, without_reply, convention)
    }
}

/// The leaves one ply below those of a board's moves that leave the opponent without a move.
#[cold]
fn leaves_after_pass<K: Kernel>(
    kernel: K,
    board: Board,
    without_reply: u64,
    convention: Convention,
) -> u64 {
    squares(without_reply)
        .map(|square| {
            without_move(
                kernel,
                board.play(square, board.flips(square)),
                1,
                convention,
            )
        })
        .sum()
}

/// The leaves below a board whose side to move has no move.
#[cold]
fn without_move<K: Kernel>(kernel: K, board: Board, plies: u32, convention: Convention) -> u64 {
    let passed = board.pass();
    if passed.moves() == 0 {
        u64::from(convention.keep_finished)
    } else {
        let left = plies - u32::from(convention.pass_is_ply);
        start(kernel, passed, left, convention)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::perft;
    use crate::game::{Game, Side};
    use crate::othello::rules::flip::Portable;
    use crate::othello::{Othello, Position};
    use crate::util::rng::Rng;

    const CONVENTIONS: [Convention; 4] =
        [Convention::A, Convention::B, Convention::C, Convention::D];

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
        let parts = perft::divide::<Othello>(&start, 6, Convention::A);
        assert_eq!(parts.len(), 4);
        assert!(parts.iter().all(|&(_, leaves)| leaves == 2050), "{parts:?}");
        assert_eq!(perft::divide::<Othello>(&start, 0, Convention::A), []);
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
            board: Board {
                player: 2,
                opponent: 1,
            },
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
}
