//! Root moves that lose to fours alone.
//!
//! Where an open four has to be answered, the main search skips most plain fours. So it may not see that the opponent, instead
//! of answering, wins by such fours. Trying them in all nodes costs more than it brings (docs/notes/gomoku.md), but the few
//! root moves that become the best one can be checked.

use crate::gomoku::rules::{Point, RuleType};
use crate::gomoku::search::vcf::{Outcome, Vcf};
use crate::gomoku::state::State;
use crate::search::NodeCounter;
use rustc_hash::FxHashMap;
use std::ops::RangeInclusive;

/// A check gets this part of the nodes of the search so far.
const SHARE: u64 = 8;
/// The nodes of a check: with fewer none is made, and none gets more.
const NODES: RangeInclusive<u64> = 64..=20_000;
/// An undecided check is made again with so many times its nodes.
const AGAIN: u64 = 2;
/// The most fours of a refutation.
const ATTACKS: u32 = 30;

/// What is known about a root move.
enum Check {
    /// The opponent's win by fours, with the answers.
    Refuted(Vec<Point>),
    /// There is no such win.
    Holds,
    /// None was found with this many nodes.
    Unknown(u64),
}

/// The checks of the root moves so far.
#[derive(Default)]
pub(super) struct Refutations(FxHashMap<Point, Check>);

impl Refutations {
    /// The opponent's win by fours after a root move, if one is known.
    pub(super) fn known(&self, point: Point) -> Option<&[Point]> {
        match self.0.get(&point) {
            Some(Check::Refuted(line)) => Some(line),
            _ => None,
        }
    }

    /// The same, looked for if that was not done with as many nodes before. `state` is that of the root.
    pub(super) fn find<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        counter: &mut NodeCounter<'_>,
        point: Point,
    ) -> Option<&[Point]> {
        let budget = (counter.nodes() / SHARE).min(*NODES.end());
        let is_due = match self.0.get(&point) {
            None => budget >= *NODES.start(),
            Some(Check::Unknown(nodes)) => budget >= AGAIN * nodes,
            Some(_) => false,
        };
        if is_due {
            state.make(point);
            let all = *state.empty();
            let outcome = Vcf::new(counter, budget).shortest(state, ATTACKS, &all);
            state.undo();
            let check = match outcome {
                Outcome::Win { line, .. } => Check::Refuted(line),
                Outcome::None => Check::Holds,
                Outcome::Unknown => Check::Unknown(budget),
            };
            self.0.insert(point, check);
        }
        self.known(point)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Move;
    use crate::gomoku::fixture::{after, ask, in_nodes, play};
    use crate::gomoku::rules::{Rule, notation::FirstRow};
    use crate::search::Value;

    /// From a game against another engine. Black lost by a5, which a search of 260,000 nodes had taken for +5.
    const GAME: &str = "C5 D8 A2 E8 C8 A8 D5 C7 E5 B5 D7 E6 E9 G6 F6 G7 G5 F5 H7 H5 I4 H3 H2 I3 F3 E4 D4 D3 C2 C3 \
        G9 F9 I7 H6 G3 F4 J6 H8 I5 H4 J7 K7 B6 E3 J5 G8 F8 J8 E7 D6 I10 I8 K8 B3 A3 E2 C4 H10 L6 \
        D9 F7 H11";

    #[test]
    fn a_move_that_loses_to_fours_is_not_played() {
        let position = after(15, Rule::Renju, GAME, FirstRow::Bottom);
        let found = ask(&position, &in_nodes(260_000));
        let mut next = position.clone();
        play(&mut next, found.best.unwrap());
        let reply = ask(&next, &in_nodes(3_000)).report.unwrap();
        let value = reply.lines[0].score.value;
        assert!(
            !matches!(value, Value::WinIn { proven: true, .. }),
            "{:?}: {value:?}",
            found.best.and_then(Move::vertex)
        );
    }
}
