//! Stable discs against full enumerations and random games.

use super::*;
use crate::othello::{Board, rules::square::squares};
use crate::util::rng::Rng;

/// Plays random moves from the start until `empties` squares are left or the game is over.
fn random_board(rng: &mut Rng, empties: u32) -> Board {
    let mut board = Board::START;
    while board.empties() > empties && !board.is_over() {
        board = random_move(rng, board);
    }
    board
}

/// The board after a random move, or after a pass.
fn random_move(rng: &mut Rng, board: Board) -> Board {
    let moves = board.moves();
    if moves == 0 {
        return board.pass();
    }
    let chosen = rng.below(u64::from(moves.count_ones())) as usize;
    let square = squares(moves).nth(chosen).unwrap();
    board.play(square, board.flips(square))
}

/// Discs of the player that no line of play flips, by full enumeration.
///
/// Either side may move at any time, which includes all lines of play of the rules.
fn unflipped(board: Board, player: u64) -> u64 {
    let mut unflipped = player;
    for mover in [board, board.pass()] {
        for square in squares(mover.moves()) {
            let flips = mover.flips(square);
            unflipped &= !flips;
            if unflipped != 0 {
                unflipped = self::unflipped(mover.play(square, flips), unflipped);
            }
        }
    }
    unflipped
}

#[test]
fn no_line_of_play_flips_a_stable_disc() {
    let mut rng = Rng::new(1);
    let mut claimed = 0;
    let mut exact = 0;
    for round in 0..300 {
        let board = random_board(&mut rng, round % 6);
        for Board { player, opponent } in [board, board.pass()] {
            let stable = stable_discs(player, opponent);
            assert_eq!(stable & !player, 0, "{player:#018x} {opponent:#018x}");
            let unflipped = unflipped(board, player);
            assert_eq!(
                stable & !unflipped,
                0,
                "{:#018x} can be flipped in player {player:#018x}, opponent {opponent:#018x}",
                stable & !unflipped
            );
            claimed += stable.count_ones();
            exact += unflipped.count_ones();
        }
    }
    // An empty set would pass, too: most stable discs must be found.
    assert!(claimed * 10 > exact * 7, "{claimed} of {exact}");
}

#[test]
fn random_games_do_not_flip_a_stable_disc() {
    let mut rng = Rng::new(2);
    for round in 0..3000 {
        let mut board = random_board(&mut rng, round % 50);
        let mut own = stable_discs(board.player, board.opponent);
        let mut other = stable_discs(board.opponent, board.player);
        let from = board;
        while !board.is_over() {
            board = random_move(&mut rng, board);
            std::mem::swap(&mut own, &mut other);
            assert_eq!(
                (own & !board.player, other & !board.opponent),
                (0, 0),
                "from {from:?} to {board:?}"
            );
            // A stable disc is recognised as stable in all later positions.
            let (now, before) = (stable_discs(board.player, board.opponent), own);
            assert_eq!(before & !now, 0, "from {from:?} to {board:?}");
            own = now;
            other |= stable_discs(board.opponent, board.player);
        }
    }
}

/// Every edge against an enumeration of all sequences of moves on it.
#[test]
fn the_edge_table_agrees_with_a_search_of_each_edge() {
    fn search(player: u32, opponent: u32, wanted: u32) -> u32 {
        let mut stable = wanted;
        for square in 0..8 {
            let bit = 1 << square;
            if (player | opponent) & bit != 0 || stable == 0 {
                continue;
            }
            let flips = edge_flips(square, opponent, player);
            stable &= !flips;
            stable = search(player & !flips, opponent | bit | flips, stable);
            let flips = edge_flips(square, player, opponent);
            stable = search(player | bit | flips, opponent & !flips, stable);
        }
        stable
    }
    // The enumeration takes factorial time, so only edges with up to four empty squares.
    for player in 0u32..256 {
        for opponent in (0u32..256).filter(|opponent| opponent & player == 0) {
            if (player | opponent).count_ones() < 4 {
                continue;
            }
            assert_eq!(
                edge_at(&STABLE_ON_EDGE, player, opponent),
                search(player, opponent, player),
                "player {player:#010b}, opponent {opponent:#010b}"
            );
        }
    }
}

#[test]
fn some_boards_with_known_stable_discs() {
    assert_eq!(stable_discs(0, 0), 0);
    assert_eq!(stable_discs(Board::START.player, Board::START.opponent), 0);
    // A full board is stable throughout, whoever owns what.
    assert_eq!(
        stable_discs(0x1234_5678_9abc_def0, !0x1234_5678_9abc_def0),
        0x1234_5678_9abc_def0
    );
    // A corner and the discs that it makes stable: a1 b1 c1 a2 b2 a3.
    assert_eq!(stable_discs(0x01_0307, 0), 0x01_0307);
    // Without the corner no disc is stable.
    assert_eq!(stable_discs(0x01_0306, 0), 0);
    // Corner a1 of the player, but b1 is the opponent's: b1 can still be flipped, a1 cannot.
    assert_eq!(stable_discs(0x01, 0x02), 0x01);
    assert_eq!(stable_discs(0x02, 0x01), 0);
}

#[test]
fn file_a_goes_to_a_byte_and_back() {
    for byte in 0..256u64 {
        let file: u64 = (0..8).map(|row| (byte >> row & 1) << (8 * row)).sum();
        assert_eq!(file_a(file | !FILE_A), byte);
        assert_eq!(to_file_a(byte), file);
    }
}

#[test]
fn full_lines_agree_with_walking_along_them() {
    let mut rng = Rng::new(3);
    for _ in 0..2000 {
        let discs = rng.next() | rng.next() | rng.next();
        for (step, right, start, end) in [
            (9, 1, RANK_1 | FILE_A, RANK_8 | FILE_H),
            (7, -1, RANK_1 | FILE_H, RANK_8 | FILE_A),
        ] {
            let full: u64 = squares(!0)
                .filter(|square| {
                    (-7..8).all(|n| {
                        let col = i32::from(square.0 % 8) + n * right;
                        let row = i32::from(square.0 / 8) + n;
                        let on_board = (0..8).contains(&col) && (0..8).contains(&row);
                        !on_board || discs >> (row * 8 + col) & 1 != 0
                    })
                })
                .map(|square| square.bit())
                .sum();
            assert_eq!(
                full_lines(discs, step, start, end),
                full,
                "{discs:#018x} {step}"
            );
        }
    }
}
