//! Factorised vectors of windows for training: each is the sum of one of its own and of those that all windows share which
//! look alike near the centre. So rare windows learn from the common ones that they resemble. (Stockfish's trainer of
//! networks does this for its features.)

use crate::gomoku::eval::{CHANNELS, ONE, Vector, Window};
use crate::train::adagrad::update;
use std::collections::HashMap;

/// The distances from the centre up to which windows that share a part look the same, in cells.
const NEARBY: [usize; 3] = [1, 2, 3];

/// The parts of a window: its own comes first.
type Parts = [u16; 1 + NEARBY.len()];

/// The largest number of a vector: files hold bytes.
const LIMIT: f32 = i8::MAX as f32 / ONE as f32;

/// Initial sum of the squares of the gradients.
const SQUARES: f32 = 0.1;

/// Vectors as sums of parts.
#[derive(Clone)]
pub(super) struct FactorizedVectors {
    /// The parts of each window, by its number.
    parts_of_windows: Vec<Parts>,
    parts: Vec<[f32; CHANNELS]>,
    squares: Vec<[f32; CHANNELS]>,
}

impl FactorizedVectors {
    /// Those of the first `windows` windows, with random parts.
    pub(super) fn new(windows: usize, mut random: impl FnMut() -> f32) -> Self {
        let mut parts_of_windows = vec![Parts::default(); windows];
        let mut shared = HashMap::new();
        for (window, number) in Window::numbered().filter(|(_, number)| *number < windows) {
            let [own, others @ ..] = &mut parts_of_windows[number];
            *own = number as u16;
            for (part, cells) in others.iter_mut().zip(NEARBY) {
                let next = (windows + shared.len()) as u16;
                *part = *shared.entry((cells, window.nearby(cells))).or_insert(next);
            }
        }
        let count = windows + shared.len();
        Self {
            parts_of_windows,
            parts: (0..count)
                .map(|_| std::array::from_fn(|_| random()))
                .collect(),
            squares: vec![[SQUARES; CHANNELS]; count],
        }
    }

    /// Vectors of a file. All of each is its own part.
    pub(super) fn of_file(vectors: &[Vector]) -> Self {
        let mut parted = Self::new(vectors.len(), || 0.0);
        for (part, vector) in parted.parts.iter_mut().zip(vectors) {
            *part = vector.0.map(|number| f32::from(number) / f32::from(ONE));
        }
        parted
    }

    fn sum(&self, window: u16) -> [f32; CHANNELS] {
        let mut sum = [0.0; CHANNELS];
        for part in self.parts_of_windows[usize::from(window)] {
            for (sum, number) in sum.iter_mut().zip(&self.parts[usize::from(part)]) {
                *sum += number;
            }
        }
        sum
    }

    /// The vector of a window.
    #[inline(always)]
    pub(super) fn vector(&self, window: u16) -> [f32; CHANNELS] {
        let mut sum = self.sum(window);
        // Not `map`, which is not inlined.
        for sum in &mut sum {
            *sum = sum.clamp(-LIMIT, LIMIT);
        }
        sum
    }

    /// Moves the vector of a window against its gradient.
    #[inline(always)]
    pub(super) fn update(&mut self, window: u16, gradient: &[f32; CHANNELS], step: f32) {
        let mut gradient = *gradient;
        for (gradient, sum) in gradient.iter_mut().zip(self.sum(window)) {
            // At its limit a number may only go back.
            if sum.abs() >= LIMIT && sum * *gradient < 0.0 {
                *gradient = 0.0;
            }
        }
        for part in self.parts_of_windows[usize::from(window)] {
            let part = usize::from(part);
            let numbers = self.parts[part].iter_mut().zip(&mut self.squares[part]);
            for ((number, squares), gradient) in numbers.zip(gradient) {
                update(number, squares, gradient, step);
            }
        }
    }

    /// Moves the vectors of a position against their gradients: `gradient` once for each time that a number of a window
    /// was counted. A window occurs many times on a board, and a part in many windows, so all is added up first.
    pub(super) fn update_all(
        &mut self,
        windows: &mut PositionWindows,
        gradient: &[f32; CHANNELS],
        step: f32,
    ) {
        let PositionWindows {
            windows,
            sums,
            counts,
            parts,
            place_of_part,
            part_counts,
            ..
        } = windows;
        place_of_part.resize(self.parts.len(), None);
        for ((window, sum), counts) in windows.iter().zip(sums).zip(counts) {
            for channel in 0..CHANNELS {
                // At its limit a number may only go back.
                let is_free = sum[channel].abs() < LIMIT || sum[channel] * gradient[channel] >= 0.0;
                counts[channel] *= f32::from(u8::from(is_free));
            }
            for part in self.parts_of_windows[usize::from(*window)] {
                let place = *place_of_part[usize::from(part)].get_or_insert_with(|| {
                    parts.push(part);
                    part_counts.push([0.0; CHANNELS]);
                    parts.len() as u16 - 1
                });
                let of_part = &mut part_counts[usize::from(place)];
                for channel in 0..CHANNELS {
                    of_part[channel] += counts[channel];
                }
            }
        }
        for (part, counts) in parts.iter().zip(&*part_counts) {
            let part = usize::from(*part);
            place_of_part[part] = None;
            // Copies, which cannot overlap: the compiler makes vectors of them.
            let (mut numbers, mut squares) = (self.parts[part], self.squares[part]);
            for channel in 0..CHANNELS {
                let sum = counts[channel] * gradient[channel];
                squares[channel] += sum * gradient[channel];
                numbers[channel] -= step * sum / squares[channel].sqrt();
            }
            (self.parts[part], self.squares[part]) = (numbers, squares);
        }
        parts.clear();
        part_counts.clear();
    }

    /// The vectors of a file.
    pub(super) fn rounded(&self) -> Vec<Vector> {
        let round = |number: f32| (number * f32::from(ONE)).round() as i8;
        let windows = 0..self.parts_of_windows.len() as u16;
        windows
            .map(|window| Vector(self.vector(window).map(round)))
            .collect()
    }
}

/// The different windows of a position and their vectors.
#[derive(Default)]
pub(super) struct PositionWindows {
    /// The windows by their place here.
    windows: Vec<u16>,
    /// The place of each window.
    place: Vec<Option<u16>>,
    sums: Vec<[f32; CHANNELS]>,
    /// How many times each number of each window was counted.
    counts: Vec<[f32; CHANNELS]>,
    /// The parts of the windows, their places, and how many times each of their numbers was counted.
    parts: Vec<u16>,
    place_of_part: Vec<Option<u16>>,
    part_counts: Vec<[f32; CHANNELS]>,
}

impl PositionWindows {
    /// Forgets the windows of the last position.
    pub(super) fn clear(&mut self) {
        for window in self.windows.drain(..) {
            self.place[usize::from(window)] = None;
        }
        self.sums.clear();
        self.counts.clear();
    }

    /// The place of a window, whose vector is looked up when it comes for the first time.
    #[inline(always)]
    pub(super) fn place_of(&mut self, vectors: &FactorizedVectors, window: u16) -> u16 {
        if self.place.is_empty() {
            self.place.resize(vectors.parts_of_windows.len(), None);
        }
        *self.place[usize::from(window)].get_or_insert_with(|| {
            self.windows.push(window);
            self.sums.push(vectors.vector(window));
            self.counts.push([0.0; CHANNELS]);
            self.windows.len() as u16 - 1
        })
    }

    /// The vector at a place.
    #[inline(always)]
    pub(super) fn vector(&self, place: u16) -> &[f32; CHANNELS] {
        &self.sums[usize::from(place)]
    }

    /// Counts the numbers at a place whose `active` is 1 and not 0.
    #[inline(always)]
    pub(super) fn count(&mut self, place: u16, active: &[f32; CHANNELS]) {
        for (count, active) in self.counts[usize::from(place)].iter_mut().zip(active) {
            *count += active;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::WINDOWS;
    use crate::util::rng::Rng;

    #[test]
    fn windows_share_parts_if_they_look_the_same_near_the_centre() {
        let parted = FactorizedVectors::new(WINDOWS, || 0.0);
        let parts = &parted.parts_of_windows;
        for (n, parts) in parts.iter().enumerate() {
            assert_eq!(usize::from(parts[0]), n);
            assert!(parts[1..].iter().all(|part| usize::from(*part) >= WINDOWS));
        }
        assert_eq!(
            usize::from(*parts.iter().flatten().max().unwrap()) + 1,
            parted.parts.len()
        );
        let numbered: Vec<(Window, usize)> = Window::numbered().collect();
        for pair in numbered.windows(2) {
            let [(a, i), (b, j)] = pair else { panic!() };
            for (kind, cells) in NEARBY.into_iter().enumerate() {
                assert_eq!(
                    a.nearby(cells) == b.nearby(cells),
                    parts[*i][1 + kind] == parts[*j][1 + kind]
                );
            }
        }
    }

    #[test]
    fn a_step_changes_the_windows_that_share_a_part_and_stops_at_the_limit() {
        let mut parted = FactorizedVectors::new(WINDOWS, || 0.0);
        let gradient = std::array::from_fn(|channel| if channel == 3 { -1.0 } else { 0.0 });
        let window = 1000;
        let relative = (0..WINDOWS as u16)
            .find(|other| {
                let parts = &parted.parts_of_windows;
                *other != window && parts[usize::from(*other)][1..] == parts[1000][1..]
            })
            .unwrap();
        for _ in 0..1000 {
            parted.update(window, &gradient, 0.1);
        }
        let [own, shared] = [window, relative].map(|window| parted.vector(window)[3]);
        assert_eq!(own, LIMIT);
        assert!(shared > 0.5 && shared < LIMIT, "{shared}");
        assert_eq!(parted.rounded()[1000].0[3], i8::MAX);
        parted.update(window, &gradient.map(|number| -number), 0.1);
        assert!(parted.vector(window)[3] < LIMIT);
    }

    #[test]
    fn a_step_of_all_windows_is_that_of_each() {
        let mut rng = Rng::new(9);
        let mut random = || rng.below(1000) as f32 / 1000.0 - 0.5;
        let mut all = FactorizedVectors::new(WINDOWS, &mut random);
        // Without a step, the squares alone grow.
        let mut each = all.clone();
        let gradient: [f32; CHANNELS] = std::array::from_fn(|_| random());
        let mut windows = PositionWindows::default();
        for _ in 0..2 {
            windows.clear();
            for window in [7, 1000, 7, 21_000, 1001] {
                let place = windows.place_of(&all, window);
                assert_eq!(*windows.vector(place), all.vector(window));
                windows.count(place, &[1.0; CHANNELS]);
                each.update(window, &gradient, 0.0);
            }
            all.update_all(&mut windows, &gradient, 0.0);
        }
        let squares = all.squares.as_flattened().iter();
        for (all, each) in squares.zip(each.squares.as_flattened()) {
            assert!((all - each).abs() < 1e-4 * each, "{all} {each}");
        }
        // With one, numbers go against the gradient.
        let before = all.vector(1000);
        let place = windows.place_of(&all, 1000);
        windows.count(place, &[1.0; CHANNELS]);
        all.update_all(&mut windows, &gradient, 0.1);
        for channel in 0..CHANNELS {
            let change = all.vector(1000)[channel] - before[channel];
            assert!(change * gradient[channel] <= 0.0);
            assert!(change != 0.0 || gradient[channel] == 0.0);
        }
    }
}
