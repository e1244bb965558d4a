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
                depth: 1,
            }),
            3 => Self::Classic(Classic {
                judge: Judge::Edges,
                depth: 3,
            }),
            4 => Self::Classic(Classic {
                judge: Judge::EdgesAndMobility,
                depth: 3,
            }),
            5 => Self::Classic(Classic {
                judge: Judge::StabilityAndMobility,
                depth: 4,
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
    spec("rookie", "counts discs"),
    spec("newcomer", "likes corners and edges"),
    spec("beginner", "likes corners and edges, looks ahead"),
    spec("player", "edges and mobility"),
    spec("expert", "stability and mobility"),
    spec("master", "the engine, a few plies"),
    spec("grandmaster", "the engine, six plies"),
    spec("sage", "the engine at full strength"),
];
