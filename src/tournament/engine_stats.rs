//! Statistics of each engine: use of time, depth, speed, and faults.

use crate::engines::Termination;
use crate::game::Side;
use crate::tournament::{GameResult, MatchInfo, Ply, Replay};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// Statistics of an engine over a whole match.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EngineStats {
    /// The number of games.
    pub games: u64,
    /// The number of moves.
    pub moves: u64,
    /// The total time in milliseconds.
    pub total_ms: f64,
    /// The time of the longest move in milliseconds.
    pub max_ms: f64,
    /// The number of the game with the longest move.
    pub max_game: Option<u32>,
    /// The number of moves with a reported depth, and the sum of these depths.
    pub depths: (u64, u64),
    /// The sum of all reported nodes.
    pub nodes: u64,
    /// The time of the moves with reported nodes, in milliseconds.
    pub nodes_ms: f64,
    /// Lost games by termination.
    pub losses: BTreeMap<Termination, u64>,
    /// For each ply of a game: the number of moves, and their time in milliseconds.
    #[serde(skip)]
    pub by_ply: Vec<(u64, f64)>,
}

impl EngineStats {
    /// The mean time of a move in milliseconds; `None` without moves.
    pub fn mean_ms(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.total_ms / self.moves as f64)
    }

    /// The mean depth in plies; `None` if none was reported.
    pub fn mean_depth(&self) -> Option<f64> {
        let (moves, sum) = self.depths;
        (moves > 0).then(|| sum as f64 / moves as f64)
    }

    /// Nodes per second; `None` if none were reported.
    pub fn nps(&self) -> Option<f64> {
        (self.nodes > 0 && self.nodes_ms > 0.0).then(|| self.nodes as f64 / self.nodes_ms * 1000.0)
    }

    /// Games lost on time.
    pub fn overruns(&self) -> u64 {
        self.losses.get(&Termination::Time).copied().unwrap_or(0)
    }

    /// Games lost by misbehaviour, by termination.
    pub fn faults(&self) -> impl Iterator<Item = (Termination, u64)> + '_ {
        let losses = self.losses.iter().map(|(&ending, &count)| (ending, count));
        losses.filter(|(ending, _)| ending.is_fault())
    }

    fn add_move(&mut self, ply: usize, mv: &Ply, game: u32) {
        let ms = if mv.ms.is_finite() {
            mv.ms.max(0.0)
        } else {
            0.0
        };
        self.moves += 1;
        self.total_ms += ms;
        if self.max_game.is_none() || ms > self.max_ms {
            self.max_ms = ms;
            self.max_game = Some(game);
        }
        if let Some(depth) = mv.info.depth {
            self.depths.0 += 1;
            self.depths.1 += u64::from(depth);
        }
        if let Some(nodes) = mv.info.nodes {
            self.nodes = self.nodes.saturating_add(nodes);
            self.nodes_ms += ms;
        }
        if self.by_ply.len() <= ply {
            self.by_ply.resize(ply + 1, (0, 0.0));
        }
        self.by_ply[ply].0 += 1;
        self.by_ply[ply].1 += ms;
    }
}

/// The statistics of all engines, in the order of [`MatchInfo::roster`].
pub fn engine_stats(title: &MatchInfo, games: &[GameResult]) -> Vec<EngineStats> {
    let roster = title.roster(games);
    let index: HashMap<&str, usize> = roster
        .iter()
        .enumerate()
        .map(|(n, name)| (name.as_str(), n))
        .collect();
    let mut stats = vec![EngineStats::default(); roster.len()];
    for game in games {
        let engines = [&game.black, &game.white].map(|name| index[name.as_str()]);
        let [black, white] = engines;
        stats[black].games += 1;
        if white != black {
            stats[white].games += 1;
        }
        let loser = match game.winner {
            Some(Side::Black) => Some(white),
            Some(Side::White) => Some(black),
            None => None,
        };
        if let Some(loser) = loser {
            *stats[loser].losses.entry(game.ending).or_default() += 1;
        }
        let steps = Replay::of(game).map(|walk| walk.steps).unwrap_or_default();
        for (ply, step) in steps.iter().enumerate() {
            if let Some(mv) = step.ply {
                stats[engines[step.side.index()]].add_move(ply, mv, game.game);
            }
        }
    }
    stats
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;
    use crate::tournament::fixture;

    #[test]
    fn times_are_those_of_the_moves() {
        let names = ["a", "b", "c"];
        let games = fixture::play(Variant::Othello, 8, &names, 12, 3);
        let found = engine_stats(&fixture::title(&names), &games);
        assert_eq!(found.len(), 3);
        let moves: u64 = found.iter().map(|usage| usage.moves).sum();
        assert_eq!(
            moves,
            games
                .iter()
                .map(|game| game.plies.len() as u64)
                .sum::<u64>()
        );
        for (name, usage) in names.iter().zip(&found) {
            assert_eq!(usage.games, 48);
            // Black has the even plies here, because every pass is written down.
            let own: Vec<f64> = games
                .iter()
                .flat_map(|game| {
                    let plies = game.plies.iter().enumerate();
                    plies.filter_map(|(n, ply)| {
                        let black = (n + game.opening_moves.len()) % 2 == 0;
                        let mover = if black { &game.black } else { &game.white };
                        (mover == name).then_some(ply.ms)
                    })
                })
                .collect();
            assert!((usage.total_ms - own.iter().sum::<f64>()).abs() < 1e-6);
            assert_eq!(usage.max_ms, own.iter().copied().fold(0.0, f64::max));
            let slow = &games[usage.max_game.unwrap() as usize];
            assert!(slow.black == *name || slow.white == *name);
            assert!((6.0..14.0).contains(&usage.mean_depth().unwrap()));
            let by_ply: u64 = usage.by_ply.iter().map(|(count, _)| count).sum();
            assert_eq!(by_ply, usage.moves);
            assert_eq!(usage.by_ply[3], (0, 0.0));
        }
        let lost: u64 = found.iter().flat_map(|usage| usage.losses.values()).sum();
        let decided = games.iter().filter(|game| game.winner.is_some()).count();
        assert_eq!(lost, decided as u64);
        let faults: u64 = found
            .iter()
            .flat_map(EngineStats::faults)
            .map(|(_, count)| count)
            .sum();
        let faulty = games.iter().filter(|game| game.ending.is_fault()).count();
        assert!(faulty > 0 && faults == faulty as u64);
        let empty = EngineStats::default();
        assert_eq!(
            (empty.mean_ms(), empty.mean_depth(), empty.nps()),
            (None, None, None)
        );
    }
}
