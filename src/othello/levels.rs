//! The levels 1 to 8 and the classic players, each with its recipe.

use crate::othello::classic::Evaluation::{
    Discs, Edges, EdgesAndMobility, Path, StabilityAndMobility, Weights,
};
use crate::othello::classic::{Classic, Evaluation};
use crate::search::players;

/// What plays at a level or as a classic player.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Recipe {
    /// A classic player.
    Classic(Classic),
    /// The engine to a fixed depth. It solves positions with `solve_from` empties or fewer.
    Fixed { depth: u32, solve_from: u32 },
    /// The engine at full strength.
    Full,
}

/// A classic player that searches `depth` plies.
const fn classic(evaluation: Evaluation, depth: u32) -> Recipe {
    Recipe::Classic(Classic { evaluation, depth })
}

players! {
    CLASSICS: Recipe, CLASSIC_SPECS;
    "mobile-1" classic(Discs, 1), "phone game, rookie: counts discs, 1 ply";
    "mobile-2" classic(Edges, 2), "phone game, newcomer: corners and edges, 2 plies";
    "mobile-3" classic(Edges, 3), "phone game, beginner: corners and edges, 3 plies";
    "mobile-4" classic(Edges, 4), "phone game, player: corners and edges, 4 plies";
    "mobile-5" classic(EdgesAndMobility, 4), "phone game, expert: edges and mobility, 4 plies";
    "mobile-6" classic(EdgesAndMobility, 5), "phone game, master: edges and mobility, 5 plies";
    "mobile-7" classic(StabilityAndMobility, 5),
        "phone game, grandmaster: stability and mobility, 5 plies";
    "mobile-8" classic(StabilityAndMobility, 6), "phone game, sage: stability and mobility, 6 plies";
    "path-sum" classic(Path, 9), "desktop game: squares won along the line of play, 9 plies";
    "weights" classic(Weights, 8), "course program: table of square weights, 8 plies";
}

/// The player `mobile-N`.
const fn mobile(n: usize) -> Recipe {
    CLASSICS[n - 1]
}

const fn fixed(depth: u32, solve_from: u32) -> Recipe {
    Recipe::Fixed { depth, solve_from }
}

players! {
    LEVELS: Recipe, LEVEL_SPECS;
    "rookie" mobile(1), "counts discs, 1 ply";
    "newcomer" mobile(2), "likes corners and edges, 2 plies";
    "beginner" mobile(4), "likes corners and edges, 4 plies";
    "player" mobile(6), "corners, edges and mobility, 5 plies";
    "expert" mobile(8), "stability of discs and mobility, 6 plies";
    "master" fixed(3, 8), "the engine to 3 plies, the last 8 squares exactly";
    "grandmaster" fixed(6, 14), "the engine to 6 plies, the last 14 squares exactly";
    "sage" Recipe::Full, "the engine at full strength";
}

/// The recipe of a level; numbers outside 1 to 8 count as the nearest level.
pub(crate) fn of_level(level: u8) -> Recipe {
    LEVELS[usize::from(level.clamp(1, 8)) - 1]
}

/// The recipe of a classic player.
pub(crate) fn of_classic(name: &str) -> Option<Recipe> {
    let index = CLASSIC_SPECS.iter().position(|spec| spec.name == name)?;
    Some(CLASSICS[index])
}
