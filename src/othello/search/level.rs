//! The eight levels of play.

use crate::othello::classic::{Classic, Judge};
use crate::search::LevelSpec;

/// Who sits behind a level.
#[derive(Clone, Copy, Debug)]
pub(super) enum Opponent {
    /// A classic evaluation with a short search.
    Classic(Classic),
    /// The full search to so many plies, and to the end with so many empties.
    Limited { depth: u32, solve_from: u32 },
    /// The full search.
    Full,
}

impl Opponent {
    pub fn of(level: u8) -> Self {
        match level {
            0 | 1 => Self::Classic(Classic {
                judge: Judge::Discs,
                depth: 1,
            }),
            2 => Self::Classic(Classic {
                judge: Judge::Edges,
                depth: 2,
            }),
            3 => Self::Classic(Classic {
                judge: Judge::Edges,
                depth: 4,
            }),
            4 => Self::Classic(Classic {
                judge: Judge::EdgesAndMobility,
                depth: 5,
            }),
            5 => Self::Classic(Classic {
                judge: Judge::StabilityAndMobility,
                depth: 6,
            }),
            6 => Self::Limited {
                depth: 3,
                solve_from: 8,
            },
            7 => Self::Limited {
                depth: 6,
                solve_from: 14,
            },
            _ => Self::Full,
        }
    }
}

const fn spec(name: &'static str, summary: &'static str) -> LevelSpec {
    LevelSpec { name, summary }
}

pub(super) const LEVELS: [LevelSpec; 8] = [
    spec("rookie", "counts discs, 1 ply"),
    spec("newcomer", "likes corners and edges, 2 plies"),
    spec("beginner", "likes corners and edges, 4 plies"),
    spec("player", "corners, edges and mobility, 5 plies"),
    spec("expert", "stability of discs and mobility, 6 plies"),
    spec(
        "master",
        "the engine to 3 plies, the last 8 squares exactly",
    ),
    spec(
        "grandmaster",
        "the engine to 6 plies, the last 14 squares exactly",
    ),
    spec("sage", "the engine at full strength"),
];
