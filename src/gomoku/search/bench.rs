//! Fixed searches, as a signature of the search's behaviour.

use super::Engine;
use crate::base::rng::mix;
use crate::game::Game;
use crate::gomoku::notation::{FirstRow, parse_moves};
use crate::gomoku::rule::Rule;
use crate::gomoku::{Gomoku, Position, Rules};
use crate::search::{Limits, Order, Stop, Value};

/// Size, rule, moves from the first (row 1 at the bottom). The first ten are the positions of
/// Rapfi's `bench` command.
const POSITIONS: [(u8, Rule, &str); 12] = [
    (15, Rule::Freestyle, "h8g7f6g8g9"),
    (15, Rule::Freestyle, "h2h5h4f6"),
    (20, Rule::Freestyle, "e2f2h3g3g6h5f9"),
    (
        20,
        Rule::Freestyle,
        "f5e3b7h5g3g4i6e4h4d4f2i5f4f6e5d6d7e7f8",
    ),
    (15, Rule::Standard, "h8h7j6i7f7"),
    (15, Rule::Standard, "f6i9h8"),
    (15, Rule::Standard, "b3k10g2f6"),
    (15, Rule::Renju, "h8i9j10i8i7g9"),
    (
        15,
        Rule::Renju,
        "h8h9j9j8f8i7g7i9h6e9f6k7l6i10i6f9g9g11h10i11i8",
    ),
    (15, Rule::Renju, "h8h9h6i10i6i9g9g8j11i7"),
    (15, Rule::Caro, "h8h7j6i7f7g9"),
    (15, Rule::CaroExact, "f6i9h8g8i6"),
];

/// Nodes for each position.
const NODES: u64 = 60_000;

/// Searches fixed positions under all rules with one thread and a fresh table. Returns the nodes and
/// a hash of the depth, value and nodes of every search.
///
/// # Panics
/// If one of the positions cannot be set up, which is an error in this file.
pub fn bench() -> (u64, u64) {
    let mut total = 0;
    let mut signature = 0;
    for (size, rule, moves) in POSITIONS {
        let Some(position) = position(size, rule, moves) else {
            unreachable!("{moves} is a sequence of moves under {rule} rules");
        };
        let order = Order::new(Limits::nodes(NODES));
        let mut last = None;
        let verdict = Engine::default().think(&position, &order, &Stop::new(), &mut |report| {
            last = Some((report.depth, report.lines[0].score.value, report.nodes));
        });
        let (depth, value, nodes) = last.unwrap_or((0, Value::Estimate(0), 0));
        let value = match value {
            Value::Estimate(value) => i64::from(value),
            Value::Exact(value) => i64::from(value) << 20,
            Value::WinIn(plies) => i64::from(plies) << 40,
            Value::LossIn(plies) => -(i64::from(plies) << 40),
        };
        total += nodes;
        let best = verdict.best.and_then(|mv| mv.vertex());
        let best = best.map_or(0, |v| u64::from(v.col) << 8 | u64::from(v.row));
        for word in [u64::from(depth), value as u64, nodes, best] {
            signature = mix(signature ^ word);
        }
    }
    (total, signature)
}

/// The position after these moves, if all of them can be played.
fn position(size: u8, rule: Rule, moves: &str) -> Option<Position> {
    let rules = Rules::new(size, rule).ok()?;
    let mut position = Gomoku::start(rules);
    for point in parse_moves(moves, rules, FirstRow::Bottom).ok()? {
        let mv = super::root::move_of(point.into());
        Gomoku::check(&position, mv).ok()?;
        Gomoku::play(&mut position, mv);
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_set_up() {
        for (size, rule, moves) in POSITIONS {
            let position = position(size, rule, moves);
            assert!(
                position.is_some_and(|position| position.outcome().is_none()),
                "{moves}"
            );
        }
    }
}
