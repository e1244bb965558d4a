//! Counting leaves on bare boards: the last ply is counted for all moves of a board together.

use crate::game::perft::Convention;
use crate::othello::rules::flip::{Kernel, Task, dispatch};
use crate::othello::rules::{board::Board, square::squares};

/// Number of leaves `plies` plies below a board; see [`crate::game::perft::perft`].
pub(crate) fn leaves(board: Board, plies: u32, convention: Convention) -> u64 {
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
mod tests;
