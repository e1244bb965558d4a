//! The AVX-512 kernel: all eight directions of one board, four directions of two squares, or eight
//! boards, in the lanes of a vector.
//!
//! The methods are those of the AVX2 kernel. Wider instructions make them shorter: a count of leading
//! zeros finds the ends of downward runs, a rotation serves both senses of a direction, one compression
//! lists the squares of the legal moves, and logic takes three inputs.

use crate::othello::rules::bitboard::CORNERS;
use crate::othello::rules::flip::avx2::{add_vector, least, signed_squares, zero_sum};
use crate::othello::rules::flip::kernel::{Child, FewChildren, Kernel, MoveKeys, call_functions};
use crate::othello::rules::{
    board::Board, flip::last_flip::Line, flip::rays::RAYS, square::Square,
};
use crate::util::kernel::has_avx512;
use std::arch::x86_64::*;

/// Proof that the processor has the instructions of [`has_avx512`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// The kernel, if this processor can run it.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        has_avx512().then_some(Self(()))
    }
}

impl Kernel for Avx512 {
    const NAME: &'static str = "avx512";
    type VectorSum = __m256i;

    #[inline(always)]
    fn run<R>(self, body: impl FnOnce() -> R) -> R {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,gfni"
        )]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_instructions<R>(body: impl FnOnce() -> R) -> R {
            body()
        }
        // SAFETY: `Avx512` can only be made by `detect`, which has checked for all the instructions.
        unsafe { with_instructions(body) }
    }

    #[inline(always)]
    fn call<A, B, C, D, E, R>(
        self,
        arguments: (A, B, C, D, E),
        body: impl FnOnce(A, B, C, D, E) -> R,
    ) -> R {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,gfni"
        )]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        #[inline(never)]
        fn with_instructions<A, B, C, D, E, R>(
            a: A,
            b: B,
            c: C,
            d: D,
            e: E,
            body: impl FnOnce(A, B, C, D, E) -> R,
        ) -> R {
            body(a, b, c, d, e)
        }
        let (a, b, c, d, e) = arguments;
        // SAFETY: as above.
        unsafe { with_instructions(a, b, c, d, e, body) }
    }

    call_functions! {
        flips(square: Square, player: u64, opponent: u64) -> u64;
        moves(player: u64, opponent: u64) -> u64;
        expand(board: Board, moves: u64, visit: impl FnMut(Child));
        expand_few(board: Board, moves: u64) -> FewChildren;
        mobility_keys(children: &FewChildren, number: u32, square_weights: &[u8; 64]) -> (MoveKeys, u16);
        least(keys: &MoveKeys) -> u16;
        count_replies(board: Board, moves: u64) -> (u64, u64);
        zero_sum() -> __m256i;
        add_vector(sum: __m256i, vector: &[i8; 16]) -> __m256i;
        signed_squares(sum: __m256i) -> i32;
    }

    #[inline(always)]
    fn flips_of<const N: usize>(
        self,
        squares: [Square; N],
        player: u64,
        opponent: u64,
    ) -> [u64; N] {
        let mut all = [0; N];
        let (pairs, last) = all.as_chunks_mut::<2>();
        for (index, pair) in pairs.iter_mut().enumerate() {
            let squares = [squares[2 * index], squares[2 * index + 1]];
            // SAFETY: `Avx512` can only be made by `detect`, which has checked for all the instructions.
            *pair = unsafe { flips_of_two(squares, player, opponent) };
        }
        if let [last] = last {
            *last = self.flips(squares[N - 1], player, opponent);
        }
        all
    }

    #[inline(always)]
    fn line_index(self, line: &Line, discs: u64) -> usize {
        // SAFETY: `Avx512` can only be made by `detect`, which has checked for BMI2.
        line.index_by_gather(unsafe { _pext_u64(discs, line.squares) })
    }
}

/// Three-input logic: a and b and c.
const AND: i32 = 0x80;
/// Three-input logic: a or b or c.
const OR: i32 = 0xfe;
/// Three-input logic: a, or both b and c.
const OR_BOTH: i32 = 0xf8;
/// Three-input logic: a, and neither b nor c.
const FIRST_ALONE: i32 = 0x10;

/// The discs that moves flip, by lanes of four rays up from (`above`) and down from (`below`) a square.
#[target_feature(enable = "avx512f,avx512cd")]
#[inline]
fn flips_along(above: __m512i, below: __m512i, player: __m512i, opponent: __m512i) -> __m512i {
    // Upwards the run ends at the lowest square that is not the opponent's.
    let blockers = _mm512_andnot_si512(opponent, above);
    let before = _mm512_add_epi64(blockers, _mm512_set1_epi64(-1));
    let end = _mm512_andnot_si512(before, blockers);
    let is_closed = _mm512_test_epi64_mask(end, player);
    let up = _mm512_maskz_ternarylogic_epi64::<AND>(is_closed, before, above, opponent);
    // Downwards at the highest. It is the player's if the player's highest square is above the highest empty one, which a
    // comparison tells beside the rest. Without a player's disc, the mask is 0.
    let own = _mm512_and_si512(below, player);
    let empty = _mm512_ternarylogic_epi64::<FIRST_ALONE>(below, player, opponent);
    let is_closed = _mm512_cmpgt_epu64_mask(own, empty);
    let top = _mm512_set1_epi64(i64::MIN);
    let zeros = _mm512_lzcnt_epi64(_mm512_andnot_si512(opponent, below));
    let beyond = _mm512_srav_epi64(top, zeros);
    let down = _mm512_maskz_ternarylogic_epi64::<AND>(is_closed, beyond, below, opponent);
    _mm512_or_si512(up, down)
}

#[target_feature(enable = "avx512f,avx512cd,avx512dq,avx512vl")]
#[inline]
fn flips(square: Square, player: u64, opponent: u64) -> u64 {
    let rays = &RAYS[square.index() & 63];
    let lanes = flips_along_one(rays.up, rays.down, player, opponent);
    let two = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}

/// [`flips_along`] for one square.
#[target_feature(enable = "avx512f,avx512cd,avx512dq,avx512vl")]
#[inline]
fn flips_along_one(above: [i64; 4], below: [i64; 4], player: u64, opponent: u64) -> __m256i {
    let (above, below) = (load(above), load(below));
    let player = _mm256_set1_epi64x(player as i64);
    let opponent = _mm256_set1_epi64x(opponent as i64);
    let blockers = _mm256_andnot_si256(opponent, above);
    let before = _mm256_add_epi64(blockers, _mm256_set1_epi64x(-1));
    let end = _mm256_andnot_si256(before, blockers);
    let is_closed = _mm256_test_epi64_mask(end, player);
    let up = _mm256_maskz_ternarylogic_epi64::<AND>(is_closed, before, above, opponent);
    let own = _mm256_and_si256(below, player);
    let empty = _mm256_ternarylogic_epi64::<FIRST_ALONE>(below, player, opponent);
    let is_closed = _mm256_cmpgt_epu64_mask(own, empty);
    let top = _mm256_set1_epi64x(i64::MIN);
    let zeros = _mm256_lzcnt_epi64(_mm256_andnot_si256(opponent, below));
    let beyond = _mm256_srav_epi64(top, zeros);
    let down = _mm256_maskz_ternarylogic_epi64::<AND>(is_closed, beyond, below, opponent);
    _mm256_or_si256(up, down)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load([a, b, c, d]: [i64; 4]) -> __m256i {
    _mm256_set_epi64x(d, c, b, a)
}

#[target_feature(enable = "avx512f,avx512cd,avx512dq,avx512vl")]
#[inline]
fn flips_of_two(squares: [Square; 2], player: u64, opponent: u64) -> [u64; 2] {
    let [first, second] = squares.map(|square| &RAYS[square.index() & 63]);
    let join = |first: [i64; 4], second: [i64; 4]| {
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(load(first)), load(second))
    };
    let lanes = flips_along(
        join(first.up, second.up),
        join(first.down, second.down),
        _mm512_set1_epi64(player as i64),
        _mm512_set1_epi64(opponent as i64),
    );
    let pairs = _mm512_or_si512(lanes, _mm512_permutex_epi64::<0x4e>(lanes));
    let all = _mm512_or_si512(pairs, _mm512_unpackhi_epi64(pairs, pairs));
    [
        _mm_cvtsi128_si64(_mm512_castsi512_si128(all)) as u64,
        _mm_cvtsi128_si64(_mm256_castsi256_si128(_mm512_extracti64x4_epi64::<1>(all))) as u64,
    ]
}

/// Steps of the lanes 0 to 3 upwards and of the lanes 4 to 7 downwards, as left rotations.
#[target_feature(enable = "avx512f")]
#[inline]
fn steps() -> __m512i {
    _mm512_set_epi64(64 - 9, 64 - 7, 64 - 8, 64 - 1, 9, 7, 8, 1)
}

/// The runs of the opponent's discs that begin beside a disc of the player, in the direction of each
/// lane. Parallel prefix.
///
/// Runs never reach the edges that a rotation would carry them over: a disc there has no square behind
/// it and cannot be flipped.
#[target_feature(enable = "avx512f")]
#[inline]
fn reached(player: u64, opponent: u64) -> __m512i {
    const ROWS: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    const FILES: i64 = 0x00ff_ffff_ffff_ff00;
    const BOTH: i64 = 0x007e_7e7e_7e7e_7e00;
    let step = steps();
    let two_steps = _mm512_add_epi64(step, step);
    let player = _mm512_set1_epi64(player as i64);
    let through = _mm512_and_si512(
        _mm512_set1_epi64(opponent as i64),
        _mm512_set_epi64(BOTH, BOTH, FILES, ROWS, BOTH, BOTH, FILES, ROWS),
    );
    let mut run = _mm512_and_si512(through, _mm512_rolv_epi64(player, step));
    run = _mm512_ternarylogic_epi64::<OR_BOTH>(run, through, _mm512_rolv_epi64(run, step));
    let two = _mm512_and_si512(through, _mm512_rolv_epi64(through, step));
    run = _mm512_ternarylogic_epi64::<OR_BOTH>(run, two, _mm512_rolv_epi64(run, two_steps));
    _mm512_ternarylogic_epi64::<OR_BOTH>(run, two, _mm512_rolv_epi64(run, two_steps))
}

#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
#[inline]
fn moves(player: u64, opponent: u64) -> u64 {
    let beyond = _mm512_rolv_epi64(reached(player, opponent), steps());
    let four = _mm256_or_si256(
        _mm512_castsi512_si256(beyond),
        _mm512_extracti64x4_epi64::<1>(beyond),
    );
    let two = _mm_or_si128(
        _mm256_castsi256_si128(four),
        _mm256_extracti128_si256::<1>(four),
    );
    let all = _mm_or_si128(two, _mm_unpackhi_epi64(two, two));
    _mm_cvtsi128_si64(all) as u64 & !(player | opponent)
}

/// Every lane with its bits in reverse order.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn reverse(lanes: __m512i) -> __m512i {
    // The identity matrix upside down reverses the bits of a byte.
    let bits = _mm512_gf2p8affine_epi64_epi8::<0>(
        lanes,
        _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64),
    );
    let bytes = _mm512_broadcast_i32x4(_mm_set_epi8(
        8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7,
    ));
    _mm512_shuffle_epi8(bits, bytes)
}

/// A parent board prepared for flipping discs, eight moves at a time.
#[derive(Clone, Copy)]
struct Parent {
    player: __m512i,
    opponent: __m512i,
    /// By direction: the discs that a move below them may flip, each in all lanes.
    up: [__m512i; 4],
    /// The same for moves above them, in the board rotated by 180 degrees.
    down: [__m512i; 4],
}

/// Eight moves in lanes; lanes without a move are zero, except in `replies`.
#[derive(Clone, Copy)]
struct Eight {
    bit: __m512i,
    flips: __m512i,
    replies: __m512i,
}

impl Parent {
    #[target_feature(enable = "avx512f,avx512bw,gfni")]
    #[inline]
    fn new(board: Board) -> Self {
        let reached = reached(board.player, board.opponent);
        let rotated = reverse(reached);
        // Upward runs are those that are reached from above.
        Self {
            player: _mm512_set1_epi64(board.player as i64),
            opponent: _mm512_set1_epi64(board.opponent as i64),
            up: [4, 5, 6, 7].map(|lane| in_all_lanes(reached, lane)),
            down: [0, 1, 2, 3].map(|lane| in_all_lanes(rotated, lane)),
        }
    }

    /// The moves on `squares`, one in each of the `used` lanes.
    #[target_feature(enable = "avx512f,avx512bw,gfni")]
    #[inline]
    fn eight(&self, squares: __m512i, used: __mmask8) -> Eight {
        let bit = _mm512_maskz_sllv_epi64(used, _mm512_set1_epi64(1), squares);
        let opposite = _mm512_sub_epi64(_mm512_set1_epi64(63), squares);
        let opposite_bit = _mm512_maskz_srlv_epi64(used, _mm512_set1_epi64(i64::MIN), squares);
        let up = runs(&self.up, squares, bit);
        let down = runs(&self.down, opposite, opposite_bit);
        let flips = _mm512_maskz_or_epi64(used, up, reverse(down));
        // The opponent is to move in the children.
        let mover = _mm512_xor_si512(self.opponent, flips);
        let other = _mm512_ternarylogic_epi64::<0x1e>(self.player, flips, bit);
        Eight {
            bit,
            flips,
            replies: moves_in_lanes(mover, other),
        }
    }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn in_all_lanes(lanes: __m512i, lane: i64) -> __m512i {
    _mm512_permutexvar_epi64(_mm512_set1_epi64(lane), lanes)
}

/// The part of the runs that begins directly above the square of each lane. See the AVX2 kernel.
#[target_feature(enable = "avx512f")]
#[inline]
fn runs(runs: &[__m512i; 4], squares: __m512i, bit: __m512i) -> __m512i {
    // Along the row: the carry clears the run.
    let carried = _mm512_add_epi64(runs[0], _mm512_slli_epi64::<1>(bit));
    let row = _mm512_andnot_si512(carried, runs[0]);
    // Along the other directions: the squares that are not in the run, less the first square of the
    // ray. If that square is in the run, the borrow sets all bits up to the end of the run. If not,
    // the subtraction clears that one square.
    let along = |found: __m512i, run: __m512i, first: __m512i, squares_above: u64| {
        let above = _mm512_sllv_epi64(_mm512_set1_epi64(squares_above as i64), squares);
        let through = _mm512_and_si512(run, above);
        let borrowed = _mm512_sub_epi64(above, _mm512_add_epi64(through, first));
        _mm512_ternarylogic_epi64::<OR_BOTH>(found, borrowed, through)
    };
    let found = along(
        row,
        runs[1],
        _mm512_slli_epi64::<8>(bit),
        0x0101_0101_0101_0100,
    );
    let found = along(
        found,
        runs[2],
        _mm512_slli_epi64::<7>(bit),
        0x0002_0408_1020_4080,
    );
    along(
        found,
        runs[3],
        _mm512_slli_epi64::<9>(bit),
        0x8040_2010_0804_0200,
    )
}

/// The legal moves of eight boards.
#[target_feature(enable = "avx512f")]
#[inline]
fn moves_in_lanes(player: __m512i, opponent: __m512i) -> __m512i {
    let inner = _mm512_and_si512(opponent, _mm512_set1_epi64(0x7e7e_7e7e_7e7e_7e7e));
    // Up along the rows: the carry out of a run that starts beside a disc of the player.
    let starts = _mm512_and_si512(_mm512_slli_epi64::<1>(player), inner);
    let row = _mm512_add_epi64(inner, starts);
    let two = _mm512_and_si512(inner, _mm512_srli_epi64::<1>(inner));
    let all = _mm512_or_si512(row, down_in_lanes::<1, 2>(player, inner, two));
    let (up, down) = both_in_lanes::<8, 16>(player, opponent);
    let all = _mm512_ternarylogic_epi64::<OR>(all, up, down);
    let (up, down) = both_in_lanes::<7, 14>(player, inner);
    let all = _mm512_ternarylogic_epi64::<OR>(all, up, down);
    let (up, down) = both_in_lanes::<9, 18>(player, inner);
    let all = _mm512_ternarylogic_epi64::<OR>(all, up, down);
    _mm512_ternarylogic_epi64::<FIRST_ALONE>(all, player, opponent)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn down_in_lanes<const STEP: u32, const TWO_STEPS: u32>(
    player: __m512i,
    through: __m512i,
    two: __m512i,
) -> __m512i {
    let mut run = _mm512_and_si512(through, _mm512_srli_epi64::<STEP>(player));
    run = _mm512_ternarylogic_epi64::<OR_BOTH>(run, through, _mm512_srli_epi64::<STEP>(run));
    run = _mm512_ternarylogic_epi64::<OR_BOTH>(run, two, _mm512_srli_epi64::<TWO_STEPS>(run));
    run = _mm512_ternarylogic_epi64::<OR_BOTH>(run, two, _mm512_srli_epi64::<TWO_STEPS>(run));
    _mm512_srli_epi64::<STEP>(run)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn both_in_lanes<const STEP: u32, const TWO_STEPS: u32>(
    player: __m512i,
    through: __m512i,
) -> (__m512i, __m512i) {
    let mut run = _mm512_and_si512(through, _mm512_slli_epi64::<STEP>(player));
    run = _mm512_ternarylogic_epi64::<OR_BOTH>(run, through, _mm512_slli_epi64::<STEP>(run));
    let two = _mm512_and_si512(through, _mm512_slli_epi64::<STEP>(through));
    run = _mm512_ternarylogic_epi64::<OR_BOTH>(run, two, _mm512_slli_epi64::<TWO_STEPS>(run));
    run = _mm512_ternarylogic_epi64::<OR_BOTH>(run, two, _mm512_slli_epi64::<TWO_STEPS>(run));
    (
        _mm512_slli_epi64::<STEP>(run),
        // Two squares in a row, seen from the other end.
        down_in_lanes::<STEP, TWO_STEPS>(player, through, _mm512_srli_epi64::<STEP>(two)),
    )
}

#[target_feature(enable = "avx512f")]
#[inline]
fn lanes(vector: __m512i) -> [u64; 8] {
    // SAFETY: both are 64 bytes of integers.
    unsafe { std::mem::transmute(vector) }
}

/// The numbers of the squares in `moves`, in ascending order, a byte each.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn numbers(moves: u64) -> __m512i {
    static SQUARES: [u8; 64] = {
        let mut squares = [0; 64];
        let mut square = 0;
        while square < 64 {
            squares[square] = square as u8;
            square += 1;
        }
        squares
    };
    // SAFETY: any 64 bytes will do.
    let squares = unsafe { std::mem::transmute::<[u8; 64], __m512i>(SQUARES) };
    _mm512_maskz_compress_epi8(moves, squares)
}

/// The first eight squares, a lane each.
#[target_feature(enable = "avx512f")]
#[inline]
fn in_lanes(squares: __m128i) -> __m512i {
    // In range, as the compiler does not know: otherwise it masks all shifts by squares.
    _mm512_and_si512(_mm512_cvtepu8_epi64(squares), _mm512_set1_epi64(63))
}

/// Calls `visit` with eight moves at a time, their squares in lanes, and the number of lanes in use.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt"
)]
#[inline]
fn by_eight(board: Board, moves: u64, mut visit: impl FnMut(&Eight, __m512i, u32)) {
    let parent = Parent::new(board);
    let mut rest = numbers(moves);
    let mut number = moves.count_ones();
    while number > 0 {
        let squares = in_lanes(_mm512_castsi512_si128(rest));
        rest = _mm512_alignr_epi64::<1>(rest, rest);
        let now = number.min(8);
        let used = ((1u32 << now) - 1) as __mmask8;
        visit(&parent.eight(squares, used), squares, now);
        number -= now;
    }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt"
)]
#[inline]
fn expand(board: Board, moves: u64, mut visit: impl FnMut(Child)) {
    by_eight(
        board,
        moves,
        #[inline(always)]
        |eight, squares, number| {
            let squares = lanes(squares);
            let flips = lanes(eight.flips);
            let replies = lanes(eight.replies);
            for lane in 0..number as usize {
                visit(Child {
                    square: Square(squares[lane] as u8),
                    flips: flips[lane],
                    replies: replies[lane],
                });
            }
        },
    );
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt"
)]
#[inline]
fn expand_few(board: Board, moves: u64) -> FewChildren {
    let mut children = FewChildren::NONE;
    let parent = Parent::new(board);
    let bytes = _mm512_castsi512_si128(numbers(moves));
    let squares = in_lanes(bytes);
    let number = moves.count_ones();
    let used = (1u32 << number.min(16)) - 1;
    let eight = parent.eight(squares, used as __mmask8);
    let (flips, _) = children.flips.as_chunks_mut::<8>();
    let (replies, _) = children.replies.as_chunks_mut::<8>();
    flips[0] = lanes(eight.flips);
    replies[0] = lanes(eight.replies);
    if number > 8 {
        let squares = in_lanes(_mm_srli_si128::<8>(bytes));
        let eight = parent.eight(squares, (used >> 8) as __mmask8);
        flips[1] = lanes(eight.flips);
        replies[1] = lanes(eight.replies);
    }
    // SAFETY: both are 16 bytes of integers.
    let squares: [u8; 16] = unsafe { std::mem::transmute(bytes) };
    children.squares = squares.map(Square);
    children
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt"
)]
#[inline]
fn count_replies(board: Board, moves: u64) -> (u64, u64) {
    let mut sum = 0;
    let mut without_reply = 0;
    by_eight(
        board,
        moves,
        #[inline(always)]
        |eight, _, number| {
            let used = ((1u32 << number) - 1) as __mmask8;
            let replies = eight.replies;
            let none = _mm512_mask_testn_epi64_mask(used, replies, replies);
            without_reply |= _mm512_mask_reduce_or_epi64(none, eight.bit) as u64;
            let counts = _mm512_maskz_popcnt_epi64(used, replies);
            sum += _mm512_reduce_add_epi64(counts) as u64;
        },
    );
    (sum, without_reply)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
#[inline]
fn mobility_keys(
    children: &FewChildren,
    number: u32,
    square_weights: &[u8; 64],
) -> (MoveKeys, u16) {
    static FIRST_KEYS: MoveKeys = {
        let mut keys = [0; 16];
        let mut index = 0;
        while index < 16 {
            keys[index] = MoveKeys::key(index, 0);
            index += 1;
        }
        MoveKeys(keys)
    };
    const { assert!(MoveKeys::REPLY_WEIGHT == 1 << 5) };
    let corners = _mm512_set1_epi64(CORNERS as i64);
    let [low, high] = [0, 8].map(|first| {
        let replies: [u64; 8] = std::array::from_fn(|n| children.replies[first + n]);
        // SAFETY: both are 64 bytes of integers.
        let replies: __m512i = unsafe { std::mem::transmute(replies) };
        let of_corners = _mm512_popcnt_epi64(_mm512_and_si512(replies, corners));
        _mm512_cvtepi64_epi16(_mm512_add_epi64(_mm512_popcnt_epi64(replies), of_corners))
    });
    let replies = _mm256_set_m128i(high, low);
    // SAFETY: both are 64 bytes of integers.
    let square_weights: __m512i = unsafe { std::mem::transmute(*square_weights) };
    let squares: __m128i = bytemuck::must_cast(children.squares.map(|square| square.0));
    let weights = _mm512_permutexvar_epi8(_mm512_castsi128_si512(squares), square_weights);
    let weights = _mm256_cvtepu8_epi16(_mm512_castsi512_si128(weights));
    let change = _mm256_sub_epi16(
        _mm256_slli_epi16::<9>(replies),
        _mm256_slli_epi16::<4>(weights),
    );
    let keys = _mm256_add_epi16(bytemuck::must_cast(FIRST_KEYS.0), change);
    let used = ((1u32 << number) - 1) as __mmask16;
    let keys = _mm256_mask_mov_epi16(_mm256_set1_epi16(-1), used, keys);
    let least = _mm_min_epu16(
        _mm256_castsi256_si128(keys),
        _mm256_extracti128_si256::<1>(keys),
    );
    let least = _mm_cvtsi128_si32(_mm_minpos_epu16(least)) as u16;
    (MoveKeys(bytemuck::must_cast(keys)), least)
}
