//! The levels 1 to 8 and the classic players, each with its recipe.

use crate::gomoku::classic::{LineCount, ThreatBook};
use crate::search::players::{Players, player};

/// What plays at a level or as a classic player.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Recipe {
    /// The threat book.
    ThreatBook(ThreatBook),
    /// The line counter.
    LineCount(LineCount),
    /// The engine with at most this many nodes a move, and with variety in the opening.
    Nodes(u64),
    /// The engine at full strength.
    Full,
}

const fn threat_book(split_rows: bool, diagonals: u64, opponent: u64) -> Recipe {
    Recipe::ThreatBook(ThreatBook {
        split_rows,
        diagonals,
        opponent,
    })
}

const fn line_count(depth: u32, width: usize, noise: u64) -> Recipe {
    Recipe::LineCount(LineCount {
        depth,
        width,
        noise,
    })
}

/// The levels 1 to 8.
pub(crate) const LEVELS: Players<Recipe> = Players {
    list: &[
        player(
            "rookie",
            threat_book(false, 20, 40),
            "threat book that misses split rows, most diagonals and most enemy threats",
        ),
        player(
            "newcomer",
            threat_book(false, 60, 70),
            "threat book that misses split rows, some diagonals and some enemy threats",
        ),
        player(
            "beginner",
            threat_book(true, 100, 100),
            "threat book: answers the strongest threat on the board",
        ),
        player(
            "player",
            line_count(2, 30, 1000),
            "line counting, two moves deep",
        ),
        player(
            "expert",
            Recipe::Nodes(400),
            "the engine with 400 nodes a move",
        ),
        player(
            "master",
            Recipe::Nodes(3_000),
            "the engine with 3,000 nodes a move",
        ),
        player(
            "grandmaster",
            Recipe::Nodes(25_000),
            "the engine with 25,000 nodes a move",
        ),
        player("sage", Recipe::Full, "the engine at full strength"),
    ],
};

/// The classic players.
pub(crate) const CLASSICS: Players<Recipe> = Players {
    list: &[
        player(
            "threat-book",
            threat_book(true, 100, 100),
            "answers the strongest pattern of a library, one move deep",
        ),
        player(
            "line-count",
            line_count(4, 10, 0),
            "counts rows of every kind, 4 plies over the best 10 cells",
        ),
    ],
};
