//! Levels that limit the engine play the same game whatever else the process does.

use crate::host::InProcess;

/// A game of a level against itself. With `hints`, the engine evaluates each position at full strength before the move.
fn game(host: &mut InProcess, plies: usize, hints: bool) -> Vec<String> {
    host.ok("clear_board");
    let colours = ["b", "w"].into_iter().cycle().take(plies);
    colours
        .map(|colour| {
            if hints {
                host.ok("flipfive-option depth 8");
                host.ok("flipfive-eval");
                host.ok("flipfive-option depth 60");
            }
            host.ok(&format!("genmove {colour}"))
        })
        .collect()
}

/// Once, the searches of a hint and of the game before left results in the table of the next move.
#[test]
fn position_seed_and_level_determine_the_moves() {
    for (variant, level, plies) in [
        ("gomoku", "5", 6),
        ("gomoku", "6", 6),
        ("gomoku", "7", 4),
        ("othello", "6", 12),
        ("othello", "7", 12),
    ] {
        let mut host = InProcess::new(&["--game", variant, "--level", level, "--seed", "7"]);
        // With a depth limit and without a clock, no time ends a search.
        host.ok("flipfive-option depth 60");
        let first = game(&mut host, plies, false);
        let second = game(&mut host, plies, true);
        assert_eq!(first, second, "{variant}, level {level}");
    }
}
