//! The levels 1 to 8 and the classic players, each with its recipe.

use crate::othello::classic::{Classic, Evaluation};
use crate::search::{ClassicSpec, LevelSpec};

/// What plays at a level or as a classic player.
#[derive(Clone, Copy, Debug)]
pub enum Recipe {
    /// A classic player.
    Classic(Classic),
    /// The engine to a fixed depth. It solves positions with `solve_from` empties or fewer.
    Fixed { depth: u32, solve_from: u32 },
    /// The engine at full strength.
    Full,
}

const fn classic(
    name: &'static str,
    evaluation: Evaluation,
    depth: u32,
    summary: &'static str,
) -> (ClassicSpec, Classic) {
    (ClassicSpec { name, summary }, Classic { evaluation, depth })
}

/// The classic players.
const CLASSICS: [(ClassicSpec, Classic); 10] = [
    classic(
        "mobile-1",
        Evaluation::Discs,
        1,
        "phone game, rookie: counts discs, 1 ply",
    ),
    classic(
        "mobile-2",
        Evaluation::Edges,
        2,
        "phone game, newcomer: corners and edges, 2 plies",
    ),
    classic(
        "mobile-3",
        Evaluation::Edges,
        3,
        "phone game, beginner: corners and edges, 3 plies",
    ),
    classic(
        "mobile-4",
        Evaluation::Edges,
        4,
        "phone game, player: corners and edges, 4 plies",
    ),
    classic(
        "mobile-5",
        Evaluation::EdgesAndMobility,
        4,
        "phone game, expert: edges and mobility, 4 plies",
    ),
    classic(
        "mobile-6",
        Evaluation::EdgesAndMobility,
        5,
        "phone game, master: edges and mobility, 5 plies",
    ),
    classic(
        "mobile-7",
        Evaluation::StabilityAndMobility,
        5,
        "phone game, grandmaster: stability and mobility, 5 plies",
    ),
    classic(
        "mobile-8",
        Evaluation::StabilityAndMobility,
        6,
        "phone game, sage: stability and mobility, 6 plies",
    ),
    classic(
        "path-sum",
        Evaluation::Path,
        9,
        "desktop game: squares won along the line of play, 9 plies",
    ),
    classic(
        "weights",
        Evaluation::Weights,
        8,
        "course program: table of square weights, 8 plies",
    ),
];

/// The names and summaries of the classic players.
pub const CLASSIC_SPECS: [ClassicSpec; CLASSICS.len()] = {
    let mut specs = [CLASSICS[0].0; CLASSICS.len()];
    let mut n = 1;
    while n < specs.len() {
        specs[n] = CLASSICS[n].0;
        n += 1;
    }
    specs
};

const fn level(name: &'static str, recipe: Recipe, summary: &'static str) -> (LevelSpec, Recipe) {
    (LevelSpec { name, summary }, recipe)
}

/// The player `mobile-N`.
const fn mobile(n: usize) -> Recipe {
    Recipe::Classic(CLASSICS[n - 1].1)
}

/// The levels, weakest first.
const LEVELS: [(LevelSpec, Recipe); 8] = [
    level("rookie", mobile(1), "counts discs, 1 ply"),
    level("newcomer", mobile(2), "likes corners and edges, 2 plies"),
    level("beginner", mobile(4), "likes corners and edges, 4 plies"),
    level("player", mobile(6), "corners, edges and mobility, 5 plies"),
    level(
        "expert",
        mobile(8),
        "stability of discs and mobility, 6 plies",
    ),
    level(
        "master",
        Recipe::Fixed {
            depth: 3,
            solve_from: 8,
        },
        "the engine to 3 plies, the last 8 squares exactly",
    ),
    level(
        "grandmaster",
        Recipe::Fixed {
            depth: 6,
            solve_from: 14,
        },
        "the engine to 6 plies, the last 14 squares exactly",
    ),
    level("sage", Recipe::Full, "the engine at full strength"),
];

/// The names and summaries of the levels.
pub const LEVEL_SPECS: [LevelSpec; 8] = {
    let mut specs = [LEVELS[0].0; 8];
    let mut n = 1;
    while n < specs.len() {
        specs[n] = LEVELS[n].0;
        n += 1;
    }
    specs
};

/// The recipe of a level; numbers outside 1 to 8 count as the nearest level.
pub fn of_level(level: u8) -> Recipe {
    LEVELS[usize::from(level.clamp(1, 8)) - 1].1
}

/// The recipe of a classic player.
pub fn of_classic(name: &str) -> Option<Recipe> {
    let mut classics = CLASSICS.iter();
    let (_, classic) = classics.find(|(spec, _)| spec.name == name)?;
    Some(Recipe::Classic(*classic))
}
