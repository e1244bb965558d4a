//! The AVX2 kernel: the four directions of one board, or four boards, in the lanes of a vector.
//!
//! One move: the lanes hold the steps 1, 8, 7 and 9, as in the "PPFILL" version of Edax. The end of an
//! upward run comes from a subtraction, the end of a downward run from a fill.
//!
//! All moves of a board: the lanes hold four moves. The runs of the opponent's discs that end at a disc
//! of the player follow from the mobility of the parent, once for all moves. A move flips the part of
//! such a run that begins beside it, which takes one subtraction. Downward runs are handled in the
//! board rotated by 180 degrees.

use crate::othello::rules::flip::kernel::{Child, FewChildren, Kernel, MoveKeys, call_functions};
use crate::othello::rules::{board::Board, flip::rays::RAYS, square::Square};
use crate::util::kernel::has_avx2;
use std::arch::x86_64::*;

/// Proof that the processor has the instructions of [`has_avx2`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The kernel, if this processor can run it.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        has_avx2().then_some(Self(()))
    }
}

impl Kernel for Avx2 {
    const NAME: &'static str = "avx2";
    type VectorSum = __m256i;

    #[inline(always)]
    fn run<R>(self, body: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_instructions<R>(body: impl FnOnce() -> R) -> R {
            body()
        }
        // SAFETY: `Avx2` can only be made by `detect`, which has checked for all the instructions.
        unsafe { with_instructions(body) }
    }

    #[inline(always)]
    fn call<A, B, C, D, E, R>(
        self,
        arguments: (A, B, C, D, E),
        body: impl FnOnce(A, B, C, D, E) -> R,
    ) -> R {
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
        least(keys: &MoveKeys) -> u16;
        count_replies(board: Board, moves: u64) -> (u64, u64);
        zero_sum() -> __m256i;
        add_vector(sum: __m256i, vector: &[i8; 16]) -> __m256i;
        signed_squares(sum: __m256i) -> i32;
    }
}

/// Files b to g: a run along a row or a diagonal passes through these only.
const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The directions of the lanes as steps between square numbers.
#[target_feature(enable = "avx2")]
#[inline]
fn steps() -> __m256i {
    _mm256_set_epi64x(9, 7, 8, 1)
}

/// The opponent's discs that a run in the direction of each lane may pass through.
#[target_feature(enable = "avx2")]
#[inline]
fn passable(opponent: u64) -> __m256i {
    _mm256_and_si256(
        _mm256_set1_epi64x(opponent as i64),
        _mm256_set_epi64x(INNER, INNER, -1, INNER),
    )
}

/// The four lanes combined by or.
#[target_feature(enable = "avx2")]
#[inline]
fn gather(lanes: __m256i) -> u64 {
    let two = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}

/// The runs of the opponent's discs that begin beside a disc of the player, upwards and downwards in
/// the direction of each lane. Parallel prefix.
#[target_feature(enable = "avx2")]
#[inline]
fn reached(player: u64, opponent: u64) -> (__m256i, __m256i) {
    let step = steps();
    let two_steps = _mm256_add_epi64(step, step);
    let player = _mm256_set1_epi64x(player as i64);
    let through = passable(opponent);
    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(player, step));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(player, step));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(through, _mm256_srlv_epi64(down, step)),
    );
    let through_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
    let through_down = _mm256_srlv_epi64(through_up, step);
    for _ in 0..2 {
        up = _mm256_or_si256(
            up,
            _mm256_and_si256(through_up, _mm256_sllv_epi64(up, two_steps)),
        );
        down = _mm256_or_si256(
            down,
            _mm256_and_si256(through_down, _mm256_srlv_epi64(down, two_steps)),
        );
    }
    (up, down)
}

#[target_feature(enable = "avx2")]
#[inline]
fn moves(player: u64, opponent: u64) -> u64 {
    let (up, down) = reached(player, opponent);
    let beyond = _mm256_or_si256(
        _mm256_sllv_epi64(up, steps()),
        _mm256_srlv_epi64(down, steps()),
    );
    gather(beyond) & !(player | opponent)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn flips(square: Square, player: u64, opponent: u64) -> u64 {
    let rays = &RAYS[square.index() & 63];
    let [a, b, c, d] = rays.up;
    let above = _mm256_set_epi64x(d, c, b, a);
    let [a, b, c, d] = rays.down;
    let below = _mm256_set_epi64x(d, c, b, a);
    let player = _mm256_set1_epi64x(player as i64);
    let opponent = _mm256_set1_epi64x(opponent as i64);
    let zero = _mm256_setzero_si256();

    // Upwards the run ends at the lowest square that is not the opponent's.
    let blockers = _mm256_andnot_si256(opponent, above);
    let lowest = _mm256_and_si256(blockers, _mm256_sub_epi64(zero, blockers));
    let end = _mm256_and_si256(lowest, player);
    // One less than the end, or 0 (all ones plus one) if there is none.
    let before = _mm256_sub_epi64(
        _mm256_add_epi64(end, _mm256_set1_epi64x(-1)),
        _mm256_cmpeq_epi64(end, zero),
    );
    let up = _mm256_and_si256(before, above);

    // Downwards everything from the highest such square on is filled; what is left over is the run.
    let step = steps();
    let two_steps = _mm256_add_epi64(step, step);
    let four_steps = _mm256_add_epi64(two_steps, two_steps);
    let mut filled = _mm256_andnot_si256(opponent, below);
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, step));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, two_steps));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, four_steps));
    let highest = _mm256_andnot_si256(_mm256_srlv_epi64(filled, step), filled);
    let none = _mm256_cmpeq_epi64(_mm256_and_si256(highest, player), zero);
    let down = _mm256_andnot_si256(none, _mm256_andnot_si256(filled, below));

    gather(_mm256_or_si256(up, down))
}

/// Every lane with its bits in reverse order.
#[target_feature(enable = "avx2")]
#[inline]
fn reverse(lanes: __m256i) -> __m256i {
    let low_nibbles = _mm256_set1_epi8(0x0f);
    let reversed = _mm256_broadcastsi128_si256(_mm_set_epi8(
        15, 7, 11, 3, 13, 5, 9, 1, 14, 6, 10, 2, 12, 4, 8, 0,
    ));
    let reversed_high = _mm256_slli_epi16::<4>(reversed);
    let bytes = _mm256_broadcastsi128_si256(_mm_set_epi8(
        8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7,
    ));
    let low = _mm256_and_si256(lanes, low_nibbles);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(lanes), low_nibbles);
    let swapped = _mm256_or_si256(
        _mm256_shuffle_epi8(reversed_high, low),
        _mm256_shuffle_epi8(reversed, high),
    );
    _mm256_shuffle_epi8(swapped, bytes)
}

/// Number of bits in every lane.
#[target_feature(enable = "avx2")]
#[inline]
fn count(lanes: __m256i) -> __m256i {
    let low_nibbles = _mm256_set1_epi8(0x0f);
    let counts =
        _mm256_broadcastsi128_si256(_mm_set_epi8(4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0));
    let low = _mm256_and_si256(lanes, low_nibbles);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(lanes), low_nibbles);
    let bytes = _mm256_add_epi8(
        _mm256_shuffle_epi8(counts, low),
        _mm256_shuffle_epi8(counts, high),
    );
    _mm256_sad_epu8(bytes, _mm256_setzero_si256())
}

/// A parent board prepared for flipping discs, four moves at a time.
#[derive(Clone, Copy)]
struct Parent {
    player: __m256i,
    opponent: __m256i,
    /// By direction: the discs that a move below them may flip, each in all lanes.
    up: [__m256i; 4],
    /// The same for moves above them, in the board rotated by 180 degrees.
    down: [__m256i; 4],
}

/// Four moves in lanes; `bit` is zero in a lane without a move.
#[derive(Clone, Copy)]
struct Four {
    squares: __m256i,
    bit: __m256i,
    flips: __m256i,
    replies: __m256i,
}

impl Parent {
    #[target_feature(enable = "avx2")]
    #[inline]
    fn new(board: Board) -> Self {
        let (from_below, from_above) = reached(board.player, board.opponent);
        let rotated = reverse(from_below);
        Self {
            player: _mm256_set1_epi64x(board.player as i64),
            opponent: _mm256_set1_epi64x(board.opponent as i64),
            up: each_in_all_lanes(from_above),
            down: each_in_all_lanes(rotated),
        }
    }

    /// The moves on the four lowest squares of `moves`, with flips and replies.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn four(&self, moves: &mut u64) -> Four {
        // 64 if no move is left: the shifts below move every bit out of such a lane.
        let mut next = || {
            let square = i64::from(moves.trailing_zeros());
            *moves &= moves.wrapping_sub(1);
            square
        };
        let (a, b, c, d) = (next(), next(), next(), next());
        let squares = _mm256_set_epi64x(d, c, b, a);
        let bit = _mm256_sllv_epi64(_mm256_set1_epi64x(1), squares);
        let opposite = _mm256_sub_epi64(_mm256_set1_epi64x(63), squares);
        let opposite_bit = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), squares);
        let up = runs(&self.up, squares, bit);
        let down = runs(&self.down, opposite, opposite_bit);
        let flips = _mm256_or_si256(up, reverse(down));
        // The opponent is to move in the children.
        let mover = _mm256_xor_si256(self.opponent, flips);
        let other = _mm256_xor_si256(self.player, _mm256_or_si256(flips, bit));
        Four {
            squares,
            bit,
            flips,
            replies: moves_in_lanes(mover, other),
        }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn each_in_all_lanes(lanes: __m256i) -> [__m256i; 4] {
    [
        _mm256_permute4x64_epi64::<0x00>(lanes),
        _mm256_permute4x64_epi64::<0x55>(lanes),
        _mm256_permute4x64_epi64::<0xaa>(lanes),
        _mm256_permute4x64_epi64::<0xff>(lanes),
    ]
}

/// The part of the runs that begins directly above the square of each lane.
///
/// Steps across the files a and h need no mask: runs have no discs there, except those along a file,
/// which stay on it.
#[target_feature(enable = "avx2")]
#[inline]
fn runs(runs: &[__m256i; 4], squares: __m256i, bit: __m256i) -> __m256i {
    // Along the row: the carry clears the run.
    let carried = _mm256_add_epi64(runs[0], _mm256_slli_epi64::<1>(bit));
    let row = _mm256_andnot_si256(carried, runs[0]);
    // Along the other directions: the squares that are not in the run, less the first square of the
    // ray. If that square is in the run, the borrow sets all bits up to the end of the run. If not,
    // the subtraction clears that one square.
    let along = |run: __m256i, first: __m256i, squares_above: u64| {
        let above = _mm256_sllv_epi64(_mm256_set1_epi64x(squares_above as i64), squares);
        let through = _mm256_and_si256(run, above);
        let borrowed = _mm256_sub_epi64(above, _mm256_add_epi64(through, first));
        _mm256_and_si256(borrowed, through)
    };
    let file = along(runs[1], _mm256_slli_epi64::<8>(bit), 0x0101_0101_0101_0100);
    let falling = along(runs[2], _mm256_slli_epi64::<7>(bit), 0x0002_0408_1020_4080);
    let rising = along(runs[3], _mm256_slli_epi64::<9>(bit), 0x8040_2010_0804_0200);
    _mm256_or_si256(_mm256_or_si256(row, file), _mm256_or_si256(falling, rising))
}

/// The legal moves of four boards.
#[target_feature(enable = "avx2")]
#[inline]
fn moves_in_lanes(player: __m256i, opponent: __m256i) -> __m256i {
    let inner = _mm256_and_si256(opponent, _mm256_set1_epi64x(INNER));
    let empty = _mm256_andnot_si256(_mm256_or_si256(player, opponent), _mm256_set1_epi64x(-1));
    // Up along the rows: the carry out of a run that starts beside a disc of the player.
    let starts = _mm256_and_si256(_mm256_slli_epi64::<1>(player), inner);
    let mut all = _mm256_add_epi64(inner, starts);
    all = _mm256_or_si256(all, down_in_lanes::<1>(player, inner));
    all = _mm256_or_si256(all, both_in_lanes::<8, 16>(player, opponent));
    all = _mm256_or_si256(all, both_in_lanes::<7, 14>(player, inner));
    all = _mm256_or_si256(all, both_in_lanes::<9, 18>(player, inner));
    _mm256_and_si256(all, empty)
}

#[target_feature(enable = "avx2")]
#[inline]
fn down_in_lanes<const STEP: i32>(player: __m256i, through: __m256i) -> __m256i {
    let and = |a, b| _mm256_and_si256(a, b);
    let or = |a, b| _mm256_or_si256(a, b);
    let mut run = and(through, _mm256_srli_epi64::<STEP>(player));
    run = or(run, and(through, _mm256_srli_epi64::<STEP>(run)));
    let two = and(through, _mm256_srli_epi64::<STEP>(through));
    run = or(run, and(two, _mm256_srli_epi64::<2>(run)));
    run = or(run, and(two, _mm256_srli_epi64::<2>(run)));
    _mm256_srli_epi64::<STEP>(run)
}

#[target_feature(enable = "avx2")]
#[inline]
fn both_in_lanes<const STEP: i32, const TWO_STEPS: i32>(
    player: __m256i,
    through: __m256i,
) -> __m256i {
    let and = |a, b| _mm256_and_si256(a, b);
    let or = |a, b| _mm256_or_si256(a, b);
    let mut up = and(through, _mm256_slli_epi64::<STEP>(player));
    let mut down = and(through, _mm256_srli_epi64::<STEP>(player));
    up = or(up, and(through, _mm256_slli_epi64::<STEP>(up)));
    down = or(down, and(through, _mm256_srli_epi64::<STEP>(down)));
    let two_up = and(through, _mm256_slli_epi64::<STEP>(through));
    let two_down = _mm256_srli_epi64::<STEP>(two_up);
    up = or(up, and(two_up, _mm256_slli_epi64::<TWO_STEPS>(up)));
    down = or(down, and(two_down, _mm256_srli_epi64::<TWO_STEPS>(down)));
    up = or(up, and(two_up, _mm256_slli_epi64::<TWO_STEPS>(up)));
    down = or(down, and(two_down, _mm256_srli_epi64::<TWO_STEPS>(down)));
    or(
        _mm256_slli_epi64::<STEP>(up),
        _mm256_srli_epi64::<STEP>(down),
    )
}

#[target_feature(enable = "avx2")]
#[inline]
fn lanes(vector: __m256i) -> [u64; 4] {
    [
        _mm256_extract_epi64::<0>(vector) as u64,
        _mm256_extract_epi64::<1>(vector) as u64,
        _mm256_extract_epi64::<2>(vector) as u64,
        _mm256_extract_epi64::<3>(vector) as u64,
    ]
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn expand(board: Board, moves: u64, mut visit: impl FnMut(Child)) {
    let parent = Parent::new(board);
    let mut rest = moves;
    while rest != 0 {
        let number = rest.count_ones().min(4) as usize;
        let four = parent.four(&mut rest);
        let squares = lanes(four.squares);
        let flips = lanes(four.flips);
        let replies = lanes(four.replies);
        for lane in 0..number {
            visit(Child {
                square: Square(squares[lane] as u8),
                flips: flips[lane],
                replies: replies[lane],
            });
        }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn expand_few(board: Board, moves: u64) -> FewChildren {
    let mut children = FewChildren::NONE;
    let parent = Parent::new(board);
    let mut rest = moves;
    let (flips, _) = children.flips.as_chunks_mut::<4>();
    let (replies, _) = children.replies.as_chunks_mut::<4>();
    let (squares, _) = children.squares.as_chunks_mut::<4>();
    for ((flips, replies), squares) in flips.iter_mut().zip(replies).zip(squares) {
        if rest == 0 {
            break;
        }
        let four = parent.four(&mut rest);
        *flips = lanes(four.flips);
        *replies = lanes(four.replies);
        *squares = lanes(four.squares).map(|square| Square(square as u8));
    }
    children
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn count_replies(board: Board, moves: u64) -> (u64, u64) {
    let parent = Parent::new(board);
    let zero = _mm256_setzero_si256();
    let mut sum = zero;
    let mut without_reply = zero;
    let mut rest = moves;
    while rest != 0 {
        let four = parent.four(&mut rest);
        let unused = _mm256_cmpeq_epi64(four.bit, zero);
        let replies = _mm256_andnot_si256(unused, four.replies);
        let none = _mm256_cmpeq_epi64(replies, zero);
        without_reply = _mm256_or_si256(without_reply, _mm256_and_si256(none, four.bit));
        sum = _mm256_add_epi64(sum, count(replies));
    }
    (lanes(sum).iter().sum(), gather(without_reply))
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn least(keys: &MoveKeys) -> u16 {
    let [low, high]: [__m128i; 2] = bytemuck::must_cast(keys.0);
    _mm_cvtsi128_si32(_mm_minpos_epu16(_mm_min_epu16(low, high))) as u16
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn zero_sum() -> __m256i {
    _mm256_setzero_si256()
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn add_vector(sum: __m256i, vector: &[i8; 16]) -> __m256i {
    let [low, high]: [i64; 2] = bytemuck::cast(*vector);
    _mm256_add_epi16(sum, _mm256_cvtepi8_epi16(_mm_set_epi64x(high, low)))
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn signed_squares(sum: __m256i) -> i32 {
    // Pairs of 1 and -1.
    let signs = _mm256_set1_epi32(0xffff_0001_u32 as i32);
    let eight = _mm256_madd_epi16(sum, _mm256_sign_epi16(sum, signs));
    let four = _mm_add_epi32(
        _mm256_castsi256_si128(eight),
        _mm256_extracti128_si256::<1>(eight),
    );
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0x4e>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0xb1>(two)))
}
