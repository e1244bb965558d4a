//! Every kernel against a slow reference.

use super::{Kernel, MoveKeys, Portable, kernel::Child};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};
use crate::othello::Board;
use crate::othello::rules::bitboard::{RAYS_UP, flips};
use crate::othello::rules::square::{Square, squares};
use crate::util::rng::Rng;

/// Walks from the square until the run ends.
fn naive_flips(square: Square, player: u64, opponent: u64) -> u64 {
    let at = |col: i32, row: i32| 1u64 << (row * 8 + col);
    let mut flips = 0;
    for (right, up) in [
        (1, 0),
        (-1, 0),
        (0, 1),
        (0, -1),
        (1, 1),
        (-1, -1),
        (1, -1),
        (-1, 1),
    ] {
        let mut col = i32::from(square.0 % 8) + right;
        let mut row = i32::from(square.0 / 8) + up;
        let mut run = 0;
        while (0..8).contains(&col) && (0..8).contains(&row) {
            if opponent & at(col, row) == 0 {
                if player & at(col, row) != 0 {
                    flips |= run;
                }
                break;
            }
            run |= at(col, row);
            col += right;
            row += up;
        }
    }
    flips
}

fn naive_moves(player: u64, opponent: u64) -> u64 {
    squares(!(player | opponent))
        .filter(|&square| naive_flips(square, player, opponent) != 0)
        .map(Square::bit)
        .sum()
}

/// Discs everywhere, few and many, and boards full but for a few squares.
fn random_board(rng: &mut Rng) -> Board {
    let mut occupied = rng.next();
    match rng.below(4) {
        0 => occupied &= rng.next(),
        1 => occupied |= rng.next(),
        2 => occupied |= rng.next() | rng.next() | rng.next(),
        _ => {}
    }
    let player = match rng.below(3) {
        0 => rng.next() & rng.next() & rng.next(),
        _ => rng.next(),
    };
    Board::new(occupied & player, occupied & !player)
}

fn check_kernel<K: Kernel>(kernel: K) {
    let mut rng = Rng::new(5);
    for _ in 0..20_000 {
        let board = random_board(&mut rng);
        let Board { player, opponent } = board;
        let inputs = || format!("{}: {player:#018x}, opponent {opponent:#018x}", K::NAME);
        for square in squares(board.empty()) {
            let expected = naive_flips(square, player, opponent);
            let flips = kernel.flips(square, player, opponent);
            assert_eq!(flips, expected, "{}, {square}", inputs());
        }
        let some = [0; 5].map(|_| Square(rng.below(64) as u8));
        let flips = kernel.flips_of(some, player, opponent);
        let expected = some.map(|square| kernel.flips(square, player, opponent));
        assert_eq!(flips, expected, "{}, {some:?}", inputs());
        let moves = naive_moves(player, opponent);
        assert_eq!(kernel.moves(player, opponent), moves, "{}", inputs());
        // A subset of the moves is allowed, too.
        for asked in [moves, moves & rng.next()] {
            let children: Vec<Child> = squares(asked)
                .map(|square| {
                    let flips = naive_flips(square, player, opponent);
                    let child = board.play(square, flips);
                    Child {
                        square,
                        flips,
                        replies: naive_moves(child.player, child.opponent),
                    }
                })
                .collect();
            let mut found = Vec::new();
            kernel.expand(board, asked, |child| found.push(child));
            assert_eq!(found, children, "{}, {asked:#018x}", inputs());
            let few = kernel.expand_few(board, asked);
            for (index, child) in children.iter().take(16).enumerate() {
                let found = Child {
                    square: few.squares[index],
                    flips: few.flips[index],
                    replies: few.replies[index],
                };
                assert_eq!(found, *child, "{}, {asked:#018x} {index}", inputs());
            }
            let count = children
                .iter()
                .map(|child| u64::from(child.replies.count_ones()));
            let without_reply = children.iter().filter(|child| child.replies == 0);
            let expected = (
                count.sum(),
                without_reply.map(|child| child.square.bit()).sum(),
            );
            let replies = kernel.count_replies(board, asked);
            assert_eq!(replies, expected, "{}, {asked:#018x}", inputs());
        }
    }
}

fn check_move_keys<K: Kernel>(kernel: K) {
    let mut rng = Rng::new(6);
    for _ in 0..5_000 {
        let board = random_board(&mut rng);
        let moves = board.moves();
        let children = kernel.expand_few(board, moves);
        let weights: [u8; 64] = std::array::from_fn(|_| rng.below(100) as u8);
        let number = moves.count_ones().min(16);
        let (mut keys, least) = kernel.mobility_keys(&children, number, &weights);
        let mut sorted: Vec<(i32, usize)> = (0..number as usize)
            .map(|index| {
                let replies = children.replies[index];
                let corners = replies & 0x8100_0000_0000_0081;
                let weighted = (replies.count_ones() + corners.count_ones()) as i32;
                let weight = i32::from(weights[children.squares[index].index()]);
                (32 * weighted - weight, index)
            })
            .collect();
        sorted.sort_unstable();
        let mut found = Vec::new();
        assert_eq!(kernel.least(&keys), least, "{}", K::NAME);
        loop {
            let key = kernel.least(&keys);
            if key == MoveKeys::NOTHING {
                break;
            }
            let index = usize::from(key) % 16;
            assert_eq!(i32::from(keys.0[index]), i32::from(key), "{}", K::NAME);
            keys.0[index] = MoveKeys::NOTHING;
            found.push((i32::from(key) / 16 - MoveKeys::MAX_WEIGHT, index));
        }
        assert_eq!(found, sorted, "{}", K::NAME);
    }
}

#[test]
fn the_portable_kernel_agrees_with_the_naive_one() {
    check_kernel(Portable);
    check_move_keys(Portable);
    check_last_flip(Portable);
    check_vector_sums(Portable);
}

/// One empty square with random discs around it, few or many of them the player's.
fn check_last_flip<K: Kernel>(kernel: K) {
    let mut rng = Rng::new(11);
    for _ in 0..100_000 {
        let square = Square(rng.below(64) as u8);
        let discs = match rng.below(3) {
            0 => rng.next() & rng.next(),
            1 => rng.next() | rng.next(),
            _ => rng.next(),
        };
        let player = discs & !square.bit();
        let opponent = !discs & !square.bit();
        let last = kernel.count_last_flip(square, player);
        let twice = |flips: u64| 2 * flips.count_ones() as i32;
        let expected = [(player, opponent), (opponent, player)]
            .map(|(own, other)| twice(naive_flips(square, own, other)));
        let found = [last.by_player(), last.by_opponent()];
        assert_eq!(found, expected, "{}: {square}, {player:#018x}", K::NAME);
    }
}

/// Up to the most vectors of a sum, with many extreme numbers.
fn check_vector_sums<K: Kernel>(kernel: K) {
    let mut rng = Rng::new(12);
    for count in 0..=127 {
        let mut sum = kernel.zero_sum();
        let mut expected = [0; 16];
        for _ in 0..count {
            let vector = std::array::from_fn(|_| match rng.below(4) {
                0 => i8::MIN,
                1 => i8::MAX,
                _ => rng.next() as i8,
            });
            sum = kernel.add_vector(sum, &vector);
            for (expected, number) in expected.iter_mut().zip(vector) {
                *expected += i32::from(number);
            }
        }
        let signed = |(n, &number): (usize, &i32)| {
            let square = number * number;
            if n % 2 == 0 { square } else { -square }
        };
        let expected: i32 = expected.iter().enumerate().map(signed).sum();
        assert_eq!(kernel.signed_squares(sum), expected, "{}: {count}", K::NAME);
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn the_avx2_kernel_agrees_with_the_naive_one() {
    let Some(kernel) = Avx2::detect() else {
        eprintln!("skipped: this processor has no AVX2");
        return;
    };
    check_kernel(kernel);
    check_move_keys(kernel);
    check_last_flip(kernel);
    check_vector_sums(kernel);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn the_avx512_kernel_agrees_with_the_naive_one() {
    let Some(kernel) = Avx512::detect() else {
        eprintln!("skipped: this processor lacks some of the AVX-512 extensions");
        return;
    };
    check_kernel(kernel);
    check_move_keys(kernel);
    check_last_flip(kernel);
    check_vector_sums(kernel);
}

#[test]
fn the_board_methods_agree_with_the_naive_ones() {
    let mut rng = Rng::new(6);
    for _ in 0..20_000 {
        let board = random_board(&mut rng);
        let Board { player, opponent } = board;
        assert_eq!(board.moves(), naive_moves(player, opponent), "{board:#x?}");
        for square in squares(board.empty()) {
            let expected = naive_flips(square, player, opponent);
            assert_eq!(board.flips(square), expected, "{square}, {board:#x?}");
        }
    }
}

/// Lines with every combination of discs on them, for every square.
#[test]
fn every_line_of_every_square_agrees() {
    let mut rng = Rng::new(7);
    for square in (0..64).map(Square) {
        let opposite = Square(63 - square.0);
        for (up, down) in RAYS_UP[square.index()]
            .iter()
            .zip(RAYS_UP[opposite.index()])
        {
            let line = up | down.reverse_bits();
            // All subsets of the line as occupied squares, a few owners for each.
            let mut occupied = line;
            loop {
                for _ in 0..4 {
                    let player = occupied & rng.next();
                    let opponent = occupied & !player;
                    let expected = naive_flips(square, player, opponent);
                    let inputs =
                        format!("{square}, player {player:#018x}, opponent {opponent:#018x}");
                    assert_eq!(flips(square, player, opponent), expected, "{inputs}");
                    #[cfg(target_arch = "x86_64")]
                    if let Some(kernel) = Avx2::detect() {
                        assert_eq!(kernel.flips(square, player, opponent), expected, "{inputs}");
                    }
                    #[cfg(target_arch = "x86_64")]
                    if let Some(kernel) = Avx512::detect() {
                        assert_eq!(kernel.flips(square, player, opponent), expected, "{inputs}");
                    }
                }
                if occupied == 0 {
                    break;
                }
                occupied = (occupied - 1) & line;
            }
        }
    }
}
