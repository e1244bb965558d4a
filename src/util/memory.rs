//! Whether the system grants memory.

use std::hint::black_box;

/// Memory in bytes that a search needs besides its transposition table and the stacks of its threads, and some
/// more: the tables of the evaluation, the lists of the search.
pub(crate) const SEARCH_MEMORY: usize = 32 << 20;

/// An allocation that fails in a search would end the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system grants less than {} MB of memory, which a search needs", SEARCH_MEMORY >> 20)]
pub(crate) struct TooLittleMemory;

/// Checks that there is memory for a search before it begins.
///
/// # Errors
/// The system grants less than [`SEARCH_MEMORY`].
pub(crate) fn check_search_memory() -> Result<(), TooLittleMemory> {
    match is_granted(SEARCH_MEMORY) {
        true => Ok(()),
        false => Err(TooLittleMemory),
    }
}

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
