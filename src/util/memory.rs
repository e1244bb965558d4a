//! Whether the system grants memory.

use std::hint::black_box;

/// Memory in bytes that a search needs besides its transposition table and the stacks of its threads, and some
/// more: the tables of the evaluation, the lists of the search.
pub(crate) const SEARCH_MEMORY: usize = 32 << 20;

/// Whether the system grants this much memory now. It is given back at once.
pub(crate) fn is_granted(bytes: usize) -> bool {
    let mut memory: Vec<u8> = Vec::new();
    let granted = memory.try_reserve_exact(bytes).is_ok();
    // Otherwise the compiler leaves out what is not used.
    black_box(&mut memory);
    granted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_memory_is_granted_and_some_is_not() {
        assert!(is_granted(SEARCH_MEMORY));
        assert!(!is_granted(usize::MAX / 2));
        assert!(!is_granted(usize::MAX));
    }
}
