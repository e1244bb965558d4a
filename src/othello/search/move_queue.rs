//! The order of the moves of a node, by score.

/// Most moves of a node, a power of two. A position from a setup can have more moves than any game leads to, so there is
/// room for all squares.
pub(super) const MAX_MOVES: usize = 64;

/// The indices of at most [`MAX_MOVES`] moves, taken out by score, the best first, and of equal
/// scores the least index first.
///
/// A step of a selection sort takes one move: most nodes are cut after one or two, so sorting all would be wasted.
#[derive(Clone, Debug)]
pub(super) struct MoveQueue {
    /// For each move its score and, in the lowest bits, `MAX_MOVES - 1` less its index.
    keys: [i32; MAX_MOVES],
    /// The greatest key, as long as it is known and not yet taken. Tracked while keys are written: reading them
    /// back at once would have to wait for the stores.
    best: i32,
}

/// The number of keys that are compared side by side. Few nodes have more moves.
const CHUNK: usize = 16;

impl MoveQueue {
    /// The key of an index without a move, or whose move was taken.
    const NOTHING: i32 = i32::MIN;

    /// Inserts a move, or increases its score. Scores need at most 24 bits.
    #[inline(always)]
    pub(crate) fn insert(&mut self, index: usize, score: i32) {
        let key = score * MAX_MOVES as i32 + (MAX_MOVES - 1 - index) as i32;
        self.keys[index] = key;
        self.best = self.best.max(key);
    }

    /// Takes out the best move and returns its index. All indices are below `end`.
    #[inline(always)]
    pub(crate) fn take(&mut self, end: usize) -> usize {
        let mut key = std::mem::replace(&mut self.best, Self::NOTHING);
        if key == Self::NOTHING {
            let (first, rest) = self.keys.split_at(CHUNK);
            key = first.iter().copied().fold(key, i32::max);
            if end > CHUNK {
                key = key.max(greatest(&rest[..end - CHUNK]));
            }
        }
        let index = MAX_MOVES - 1 - key as usize % MAX_MOVES;
        self.keys[index] = Self::NOTHING;
        index
    }
}

/// The greatest key. Not inlined: with AVX-512, LLVM would turn the loop over chunks into gathers, with which a search of
/// the midgame takes longer than with AVX2.
#[inline(never)]
fn greatest(keys: &[i32]) -> i32 {
    keys.iter().copied().fold(i32::MIN, i32::max)
}

impl Default for MoveQueue {
    /// No moves.
    #[inline(always)]
    fn default() -> Self {
        Self {
            keys: [Self::NOTHING; MAX_MOVES],
            best: Self::NOTHING,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    #[test]
    fn moves_come_out_by_score_and_then_by_index() {
        let mut rng = Rng::new(4);
        for count in 1..=64 {
            let mut queue = MoveQueue::default();
            let mut sorted = Vec::new();
            for index in 0..count {
                let score = rng.below(9) as i32 - 4;
                queue.insert(index, score);
                sorted.push((-score, index));
            }
            queue.insert(count / 2, 1 << 24);
            sorted[count / 2].0 = -(1 << 24);
            sorted.sort_unstable();
            let taken: Vec<usize> = (0..count).map(|_| queue.take(count)).collect();
            let expected: Vec<usize> = sorted.into_iter().map(|(_, index)| index).collect();
            assert_eq!(taken, expected);
        }
    }
}
