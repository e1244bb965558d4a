//! VCF checks: wins by fours that the main search missed.
//!
//! Where an open four has to be answered, the main search skips most plain fours near its leaves; elsewhere it skips those
//! that are late in the order of moves. So it may not see that the side to move wins by such fours. Trying them everywhere
//! costs more than it brings (docs/notes/gomoku.md). But a node that does not fail high can be checked, with a part of the
//! nodes that its search took, and so can the few root moves that become the best one.

use crate::gomoku::rules::{Point, RuleType};
use crate::gomoku::search::forced_line::extend_forced;
use crate::gomoku::search::vcf::Vcf;
use crate::gomoku::state::State;
use crate::search::NodeCounter;
use rustc_hash::FxHashMap;
use std::ops::RangeInclusive;

/// A check may use an eighth of the nodes of the search that it checks.
const SHARE: u64 = 8;
/// Budget of a check in nodes: with fewer no check is made, and none gets more.
const NODES: RangeInclusive<u64> = 16..=20_000;
/// An undecided check is repeated once its budget has grown by this factor.
const RETRY_FACTOR: u64 = 2;
/// Maximum number of fours in a win.
const MAX_ATTACKS: u32 = 12;
/// Size of the cache, about 5 MB and the lines of the wins; it is cleared when it is full.
const MAX_CHECKS: usize = 1 << 16;

/// A win by fours.
pub(super) struct WinByFours {
    /// The moves of both sides, to the five or to a fork that wins.
    pub line: Vec<Point>,
    /// Plies to the five.
    pub plies: usize,
}

/// What is known about a position.
enum Check {
    /// The side to move wins by fours.
    Win(WinByFours),
    /// There is no such win with at most [`MAX_ATTACKS`] fours.
    None,
    /// None was found with this many nodes.
    Unknown(u64),
}

/// The checks so far, by the key of the position.
#[derive(Default)]
pub(super) struct VcfChecks(FxHashMap<u64, Check>);

impl VcfChecks {
    /// The win by fours of the side to move in the position with this key, if one is known.
    pub(super) fn known(&self, key: u64) -> Option<&WinByFours> {
        match self.0.get(&key) {
            Some(Check::Win(win)) => Some(win),
            _ => None,
        }
    }

    /// Searches for a win by fours after a main search of `nodes` nodes found none. A position that was checked before is only
    /// searched again with twice the budget.
    pub(super) fn find<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        counter: &mut NodeCounter<'_>,
        nodes: u64,
    ) -> Option<&WinByFours> {
        let budget = (nodes / SHARE).min(*NODES.end());
        if budget < *NODES.start() || state.fours(state.side()).is_empty() {
            return None;
        }
        let key = state.key();
        let is_due = match self.0.get(&key) {
            None => true,
            Some(Check::Unknown(nodes)) => budget >= RETRY_FACTOR * nodes,
            Some(_) => false,
        };
        if is_due {
            let mut vcf = Vcf::new(counter, budget).with_forks();
            let check = match vcf.within(state, MAX_ATTACKS) {
                Some(mut line) => {
                    let plies = line.len();
                    let is_over = extend_forced(state, &mut line);
                    // A fork whose answers are not forced wins in five plies.
                    let plies = if is_over { line.len() } else { plies + 4 };
                    Check::Win(WinByFours { line, plies })
                }
                None if vcf.is_over() => Check::Unknown(budget),
                None => Check::None,
            };
            if self.0.len() >= MAX_CHECKS {
                self.0.clear();
            }
            self.0.insert(key, check);
        }
        self.known(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Move;
    use crate::gomoku::fixture::{after, ask, in_nodes, play};
    use crate::gomoku::rules::{Position, Rule, notation::FirstRow, with_rule_type};
    use crate::search::{Limits, SearchControl, StopToken, Value};

    /// From a game against another engine. Black lost by a5, which a search of 260,000 nodes had taken for +5.
    const GAME: &str = "C5 D8 A2 E8 C8 A8 D5 C7 E5 B5 D7 E6 E9 G6 F6 G7 G5 F5 H7 H5 I4 H3 H2 I3 F3 E4 D4 D3 C2 C3 \
        G9 F9 I7 H6 G3 F4 J6 H8 I5 H4 J7 K7 B6 E3 J5 G8 F8 J8 E7 D6 I10 I8 K8 B3 A3 E2 C4 H10 L6 \
        D9 F7 H11";

    /// White has an open three. Black's four at f5 stops it, and after the answer a double three wins at k10.
    const FORK: &str = "F6 D5 F7 E5 F8 G5 L10 F9 M10 A1 K11 O1 K12 A15";

    fn renju(game: &str) -> Position {
        after(15, Rule::Renju, game, FirstRow::Bottom)
    }

    /// The plies of the wins that checks find one after another, given the nodes of the search that each of them checks.
    fn checked(position: &Position, nodes: &[u64]) -> Vec<Option<usize>> {
        let control = SearchControl::new(Limits::none(), StopToken::new());
        let mut counter = NodeCounter::new(&control);
        let mut vcf_checks = VcfChecks::default();
        with_rule_type!(position.rules().rule(), R => {
            let mut state = State::<R>::from_position(position);
            let mut check = |nodes: &u64| {
                let win = vcf_checks.find(&mut state, &mut counter, *nodes)?;
                let mut end = position.clone();
                for point in &win.line {
                    play(&mut end, Move::Place((*point).into()));
                }
                let winner = end.outcome().expect("the line ends the game").winner;
                assert_eq!(winner, Some(position.side()));
                assert_eq!(win.line.len(), win.plies);
                Some(win.plies)
            };
            nodes.iter().map(&mut check).collect()
        })
    }

    #[test]
    fn a_check_finds_a_win_by_fours_with_a_part_of_the_nodes() {
        let lost = renju(&format!("{GAME} A5"));
        let [few, too_few, many] = [100, 400, 40_000];
        assert_eq!(checked(&lost, &[few, too_few, too_few]), [None; 3]);
        let found = checked(&lost, &[too_few, many, too_few]);
        assert!(found[0].is_none() && found[1].is_some(), "{found:?}");
        // It is remembered.
        assert_eq!(found[2], found[1]);
        let fork = after(15, Rule::Freestyle, FORK, FirstRow::Bottom);
        assert_eq!(checked(&fork, &[many]), [Some(7)]);
        // Nobody has a four.
        assert_eq!(checked(&renju("H8 I9 J7"), &[many]), [None]);
    }

    #[test]
    fn a_move_that_loses_to_fours_is_not_played() {
        let position = renju(GAME);
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
