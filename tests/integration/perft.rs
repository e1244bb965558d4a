//! Published and recounted perft tables.
//!
//! Lines with more leaves than the cap are skipped, so that the tests stay fast; `FLIPFIVE_FULL=1`
//! goes further.

use crate::support::full;
use flipfive::game::Game;
use flipfive::game::perft::{Convention, perft, walk};
use flipfive::othello::Othello;
use flipfive::othello::rules::notation;

const CONVENTIONS: [(char, Convention); 4] = [
    ('A', Convention::A),
    ('B', Convention::B),
    ('C', Convention::C),
    ('D', Convention::D),
];

/// Leaves of the largest line that is counted.
fn cap() -> u64 {
    if full() { 2_000_000_000 } else { 30_000_000 }
}

/// Runs every line of a suite: `position; plies; A; B; C; D`, `#` begins a comment, `?` is unknown.
/// Returns how many counts were compared.
fn suite<G: Game>(text: &str, read: impl Fn(&str) -> G::Position) -> usize {
    let cap = cap();
    let mut compared = 0;
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        assert_eq!(fields.len(), 6, "line {}: {line}", number + 1);
        let position = read(fields[0]);
        let plies: u32 = fields[1].parse().unwrap();
        for ((letter, convention), field) in CONVENTIONS.into_iter().zip(&fields[2..]) {
            let Ok(leaves) = field.parse::<u64>() else {
                assert_eq!(*field, "?", "line {}: {line}", number + 1);
                continue;
            };
            if leaves <= cap {
                let found = perft::<G>(&position, plies, convention);
                assert_eq!(
                    found,
                    leaves,
                    "line {}, convention {letter}: {line}",
                    number + 1
                );
                compared += 1;
            }
            // By the rules alone, which is slower.
            if leaves <= cap / 10 {
                let found = walk::<G>(&position, plies, convention);
                assert_eq!(
                    found,
                    leaves,
                    "rules alone, line {}, convention {letter}: {line}",
                    number + 1
                );
            }
        }
    }
    compared
}

#[test]
fn othello() {
    let compared = suite::<Othello>(include_str!("../data/perft/othello.txt"), |text| {
        notation::parse_position(text).unwrap()
    });
    assert!(compared > 150, "only {compared} counts");
}
