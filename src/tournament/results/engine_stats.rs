//! Statistics of each engine: use of time, depth, speed, and faults.

use crate::engines::Termination;
use crate::game::{Move, Side};
use crate::tournament::{GameResult, Ply, ReplayStep};
use serde::Serialize;
use std::collections::BTreeMap;

/// A searched move takes at least this part of the engine's median time in its game.
const SEARCHED: f64 = 0.25;

/// Statistics of an engine over a whole match.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EngineStats {
    /// The number of games.
    pub games: u64,
    /// The number of moves. Forced passes, for which nobody asks the engine, do not count here or below.
    pub moves: u64,
    /// The total time in milliseconds.
    pub total_ms: f64,
    /// The time of the longest move in milliseconds.
    pub max_ms: f64,
    /// The number of the game with the longest move.
    pub max_game: Option<u32>,
    /// The number of searched moves with a reported depth, and the sum of these depths. A move counts as
    /// searched if it took at least a quarter of the engine's median time in its game and proved nothing.
    pub depths: (u64, u64),
    /// The number of searched moves with reported nodes.
    pub node_counts: u64,
    /// The sum of the nodes of these moves.
    pub nodes: u64,
    /// The time of these moves in milliseconds.
    pub nodes_ms: f64,
    /// The number of games for which it was started again: it had ended by itself since its last one, or did not begin it.
    pub restarts: u64,
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

    /// The mean depth of searched moves in plies; `None` if none was reported.
    pub fn mean_depth(&self) -> Option<f64> {
        let (moves, sum) = self.depths;
        (moves > 0).then(|| sum as f64 / moves as f64)
    }

    /// The mean number of nodes of a searched move; `None` if none was reported.
    pub fn mean_nodes(&self) -> Option<f64> {
        (self.node_counts > 0).then(|| self.nodes as f64 / self.node_counts as f64)
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

    /// Counts a game. `engines` are the numbers of Black's and White's engine.
    pub(crate) fn add_game(
        all: &mut [EngineStats],
        engines: [usize; 2],
        game: &GameResult,
        steps: &[ReplayStep],
    ) {
        let [black, white] = engines;
        all[black].games += 1;
        if white != black {
            all[white].games += 1;
        }
        for (engine, name) in [(black, &game.black), (white, &game.white)] {
            all[engine].restarts += u64::from(game.restarted.contains(name));
        }
        let loser = match game.winner {
            Some(Side::Black) => Some(white),
            Some(Side::White) => Some(black),
            None => None,
        };
        if let Some(loser) = loser {
            *all[loser].losses.entry(game.ending).or_default() += 1;
        }
        for side in Side::ALL {
            let moves = || {
                // The referee plays passes itself and notes 0 ms for them.
                let own = steps
                    .iter()
                    .enumerate()
                    .filter(|(_, step)| step.side == side && step.mv != Move::Pass);
                own.filter_map(|(ply, step)| Some((ply, step.ply?)))
            };
            let mut times: Vec<f64> = moves().map(|(_, mv)| mv.ms).collect();
            times.sort_by(f64::total_cmp);
            let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
            for (ply, mv) in moves() {
                // A forced reply has no depth to speak of, and that of a proof is another one.
                let is_proof = mv.info.mate.is_some() && !mv.info.claimed;
                let searched = mv.ms >= SEARCHED * median && !is_proof;
                all[engines[side.index()]].add_move(ply, mv, game.game, searched);
            }
        }
    }

    fn add_move(&mut self, ply: usize, mv: &Ply, game: u32, searched: bool) {
        let ms = mv.valid_ms();
        self.moves += 1;
        self.total_ms += ms;
        if self.max_game.is_none() || ms > self.max_ms {
            self.max_ms = ms;
            self.max_game = Some(game);
        }
        if let Some(depth) = mv.info.depth.filter(|_| searched) {
            self.depths.0 += 1;
            self.depths.1 += u64::from(depth);
        }
        if let Some(nodes) = mv.info.nodes.filter(|_| searched) {
            self.node_counts += 1;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;
    use crate::tournament::{MatchStatistics, fixture};

    #[test]
    fn depths_are_those_of_moves_that_took_time() {
        let mut game = fixture::play(Variant::Othello, 8, &["a", "b"], 1, 4).remove(0);
        for (n, ply) in game.plies.iter_mut().enumerate() {
            ply.info.mate = None;
            (ply.ms, ply.info.depth, ply.info.nodes) = match n % 6 {
                // A forced reply, and a proof.
                0 | 1 => (0.1, Some(1), Some(1)),
                2 | 3 => (90.0, Some(30), Some(7)),
                _ => (100.0, Some(12), Some(5000)),
            };
            ply.info.mate = (2..4).contains(&(n % 6)).then_some(9);
        }
        let mut statistics = MatchStatistics::new(&fixture::title(&["a", "b"]));
        statistics.add(&game);
        for engine in &statistics.engines {
            assert_eq!(engine.mean_depth(), Some(12.0));
            assert_eq!(engine.mean_nodes(), Some(5000.0));
            assert!((engine.nps().unwrap() - 50_000.0).abs() < 1e-6);
        }
    }

    #[test]
    fn times_are_those_of_the_moves() {
        let names = ["a", "b", "c"];
        let games = fixture::play(Variant::Othello, 8, &names, 12, 3);
        let mut statistics = MatchStatistics::new(&fixture::title(&names));
        games.iter().for_each(|game| statistics.add(game));
        let found = statistics.engines;
        assert_eq!(found.len(), 3);
        let plies = || games.iter().flat_map(|game| &game.plies);
        let moves: u64 = found.iter().map(|usage| usage.moves).sum();
        let asked = plies().filter(|ply| ply.name != "pass").count();
        assert_eq!(moves, asked as u64);
        assert!(asked < plies().count(), "some side passes");
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
                        (mover == name && ply.name != "pass").then_some(ply.ms)
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

    #[test]
    fn a_loss_belongs_to_the_loser() {
        let mut statistics = MatchStatistics::new(&fixture::title(&["a", "b"]));
        for (number, [black, white], winner) in
            [(0, ["a", "b"], Side::Black), (1, ["b", "a"], Side::White)]
        {
            statistics.add(&GameResult {
                ending: Termination::Time,
                ..fixture::result(number, 0, black, white, Some(winner))
            });
        }
        let lost: Vec<u64> = statistics
            .engines
            .iter()
            .map(EngineStats::overruns)
            .collect();
        assert_eq!(lost, [0, 2]);
        // Black's wins, draws and White's wins of the games without moves.
        assert_eq!(statistics.lengths[&0], [1, 0, 1]);
    }
}
