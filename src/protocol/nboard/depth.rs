//! The depth of a search. A GUI sets the depth of the midgame and leaves that of the endgame to the engine.

/// The largest number of empty squares from which a search with a lower depth still solves the position. Edax's levels
/// 11 and 12 solve from 21. With more squares, hints for all moves take too long for a low level.
const MAX_SOLVED: u32 = 22;

/// The depth limit of a search that goes on to the end of the game. `None` if the end is too far for this depth of the
/// midgame: it has to be within twice the depth, as for Edax's levels up to 10. A depth of 0 means no limit.
pub(crate) fn to_the_end(midgame: u32, empties: u32) -> Option<u32> {
    (empties <= MAX_SOLVED.min(midgame.saturating_mul(2))).then_some(empties.max(midgame))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_solved_from_twice_the_depth_on() {
        for (midgame, solved_from) in [(1, 2), (4, 8), (10, 20), (11, 22), (12, 22), (21, 22)] {
            assert_eq!(to_the_end(midgame, solved_from), Some(solved_from));
            assert_eq!(to_the_end(midgame, solved_from + 1), None);
        }
        // A greater depth than the number of empty squares stays.
        assert_eq!(to_the_end(26, 20), Some(26));
        assert_eq!(to_the_end(26, 23), None);
        assert_eq!(to_the_end(0, 1), None);
    }
}
