//! The levels 1 to 8 and the classic players, each with its recipe.

use crate::othello::classic::Evaluation::{
    Discs, Edges, EdgesAndMobility, Path, StabilityAndMobility, Weights,
};
use crate::othello::classic::{Classic, Evaluation};
use crate::search::players::{Players, player};

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

/// The classic players.
pub(crate) const CLASSICS: Players<Recipe> = Players {
    list: &[
        player(
            "mobile-1",
            classic(Discs, 1),
            "phone game, rookie: counts discs, 1 ply",
        ),
        player(
            "mobile-2",
            classic(Edges, 2),
            "phone game, newcomer: corners and edges, 2 plies",
        ),
        player(
            "mobile-3",
            classic(Edges, 3),
            "phone game, beginner: corners and edges, 3 plies",
        ),
        player(
            "mobile-4",
            classic(Edges, 4),
            "phone game, player: corners and edges, 4 plies",
        ),
        player(
            "mobile-5",
            classic(EdgesAndMobility, 4),
            "phone game, expert: edges and mobility, 4 plies",
        ),
        player(
            "mobile-6",
            classic(EdgesAndMobility, 5),
            "phone game, master: edges and mobility, 5 plies",
        ),
        player(
            "mobile-7",
            classic(StabilityAndMobility, 5),
            "phone game, grandmaster: stability and mobility, 5 plies",
        ),
        player(
            "mobile-8",
            classic(StabilityAndMobility, 6),
            "phone game, sage: stability and mobility, 6 plies",
        ),
        player(
            "path-sum",
            classic(Path, 9),
            "desktop game: squares won along the line of play, 9 plies",
        ),
        player(
            "weights",
            classic(Weights, 8),
            "course program: table of square weights, 8 plies",
        ),
    ],
};

/// The player `mobile-N`.
const fn mobile(n: usize) -> Recipe {
    CLASSICS.list[n - 1].1
}

const fn fixed(depth: u32, solve_from: u32) -> Recipe {
    Recipe::Fixed { depth, solve_from }
}

/// The levels 1 to 8.
pub(crate) const LEVELS: Players<Recipe> = Players {
    list: &[
        player("rookie", mobile(1), "counts discs, 1 ply"),
        player("newcomer", mobile(2), "likes corners and edges, 2 plies"),
        player("beginner", mobile(4), "likes corners and edges, 4 plies"),
        player("player", mobile(6), "corners, edges and mobility, 5 plies"),
        player(
            "expert",
            mobile(8),
            "stability of discs and mobility, 6 plies",
        ),
        player(
            "master",
            fixed(3, 8),
            "the engine to 3 plies, the last 8 squares exactly",
        ),
        player(
            "grandmaster",
            fixed(6, 14),
            "the engine to 6 plies, the last 14 squares exactly",
        ),
        player("sage", Recipe::Full, "the engine at full strength"),
    ],
};
