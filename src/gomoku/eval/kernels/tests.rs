use super::*;
use crate::gomoku::eval::vector::{CHANNELS, CLIP_MAX, CellSums, Vector};
use crate::util::rng::Rng;

/// The results of all operations.
fn results(
    kernel: impl Kernel,
    cells: &[CellSums; 3],
    vectors: &[Vector; 2],
) -> ([CellSums; 3], i32) {
    kernel.run(|| {
        let [a, b, total] = cells.each_ref().map(|numbers| kernel.load(numbers));
        let [old, new] = vectors;
        let numbers = [
            kernel.add(a, old),
            kernel.replace(a, old, new),
            kernel.add_clipped_change(total, a, b),
        ];
        (
            numbers.map(|numbers| kernel.store(numbers)),
            kernel.clipped_dot(a, b),
        )
    })
}

#[cfg(target_arch = "x86_64")]
#[test]
fn kernels_give_the_same_numbers() {
    let Some(avx2) = Avx2::detect() else {
        return;
    };
    let mut rng = Rng::new(3);
    let mut random = |range: u64| rng.below(2 * range + 1) as i16 - range as i16;
    for _ in 0..10_000 {
        let cells = [(); 3].map(|()| CellSums(std::array::from_fn(|_| random(600))));
        let vectors = [(); 2].map(|()| Vector(std::array::from_fn(|_| random(127) as i8)));
        let portable = results(Portable, &cells, &vectors);
        assert_eq!(results(avx2, &cells, &vectors), portable);
    }
}

#[test]
fn numbers_are_clipped() {
    let numbers = |number: i16| CellSums([number; CHANNELS]);
    let vectors = [Vector([3; CHANNELS]), Vector([-5; CHANNELS])];
    let (found, weighted) = results(
        Portable,
        &[numbers(-7), numbers(CLIP_MAX + 9), numbers(1)],
        &vectors,
    );
    assert_eq!(found, [-4, -15, 1 + CLIP_MAX].map(numbers));
    assert_eq!(weighted, 0);
    let cells = [numbers(CLIP_MAX + 9), numbers(-2), numbers(0)];
    let (_, weighted) = results(Portable, &cells, &vectors);
    assert_eq!(weighted, 16 * -2 * i32::from(CLIP_MAX));
}

#[test]
fn the_greatest_number_is_found() {
    let mut rng = Rng::new(4);
    for length in 0..70 {
        for range in [2, 1 << 32] {
            let numbers: Vec<i32> = (0..length)
                .map(|_| rng.below(range) as u32 as i32)
                .collect();
            let expected = (0..length).rev().max_by_key(|n| numbers[*n]).unwrap_or(0);
            assert_eq!(Portable.argmax(&numbers), expected);
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = Avx2::detect() {
                let found = avx2.run(|| avx2.argmax(&numbers));
                assert_eq!(found, expected);
            }
        }
    }
}
