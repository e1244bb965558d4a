//! The levels 1 to 8 and the classic players, each with its recipe.

use crate::gomoku::classic::{LineCount, ThreatBook};
use crate::search::{ClassicSpec, LevelSpec};

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

/// The levels, weakest first.
const LEVELS: [(LevelSpec, Recipe); 8] = [
    (
        LevelSpec {
            name: "rookie",
            summary: "threat book that misses split rows, most diagonals and most enemy threats",
        },
        Recipe::ThreatBook(ThreatBook {
            split_rows: false,
            diagonals: 20,
            opponent: 40,
        }),
    ),
    (
        LevelSpec {
            name: "newcomer",
            summary: "threat book that misses split rows, some diagonals and some enemy threats",
        },
        Recipe::ThreatBook(ThreatBook {
            split_rows: false,
            diagonals: 60,
            opponent: 70,
        }),
    ),
    (
        LevelSpec {
            name: "beginner",
            summary: "threat book: answers the strongest threat on the board",
        },
        Recipe::ThreatBook(ThreatBook::FULL),
    ),
    (
        LevelSpec {
            name: "player",
            summary: "line counting, one move deep",
        },
        Recipe::LineCount(LineCount {
            depth: 1,
            width: 60,
            noise: 1000,
        }),
    ),
    (
        LevelSpec {
            name: "expert",
            summary: "the engine with 3,000 nodes a move",
        },
        Recipe::Nodes(3_000),
    ),
    (
        LevelSpec {
            name: "master",
            summary: "the engine with 18,000 nodes a move",
        },
        Recipe::Nodes(18_000),
    ),
    (
        LevelSpec {
            name: "grandmaster",
            summary: "the engine with 100,000 nodes a move",
        },
        Recipe::Nodes(100_000),
    ),
    (
        LevelSpec {
            name: "sage",
            summary: "the engine at full strength",
        },
        Recipe::Full,
    ),
];

/// The names and summaries of the levels.
pub(crate) const LEVEL_SPECS: [LevelSpec; 8] = {
    let mut specs = [LEVELS[0].0; 8];
    let mut n = 1;
    while n < specs.len() {
        specs[n] = LEVELS[n].0;
        n += 1;
    }
    specs
};

/// The classic players.
const CLASSICS: [(ClassicSpec, Recipe); 2] = [
    (
        ClassicSpec {
            name: "threat-book",
            summary: "answers the strongest pattern of a library, one move deep",
        },
        Recipe::ThreatBook(ThreatBook::FULL),
    ),
    (
        ClassicSpec {
            name: "line-count",
            summary: "counts rows of every kind, 4 plies over the best 10 cells",
        },
        Recipe::LineCount(LineCount {
            depth: 4,
            width: 10,
            noise: 0,
        }),
    ),
];

/// The names and summaries of the classic players.
pub(crate) const CLASSIC_SPECS: [ClassicSpec; 2] = [CLASSICS[0].0, CLASSICS[1].0];

/// The recipe of a level; numbers outside 1 to 8 count as the nearest level.
pub(crate) fn of_level(level: u8) -> Recipe {
    LEVELS[usize::from(level.clamp(1, 8)) - 1].1
}

/// The recipe of a classic player.
pub(crate) fn of_classic(name: &str) -> Option<Recipe> {
    let mut classics = CLASSICS.iter();
    let (_, recipe) = classics.find(|(spec, _)| spec.name == name)?;
    Some(*recipe)
}
