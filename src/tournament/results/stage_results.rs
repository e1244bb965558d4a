//! The results of a tournament with stages: who met whom in each round, who has won, and the table of the Swiss
//! system.

use crate::tournament::{MatchInfo, Schedule, ScheduledGame, Shard, TournamentKind};
use serde::Serialize;
use std::collections::HashMap;

/// The stages of a knockout or of a tournament by the Swiss system.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StageResults {
    /// The kind of tournament.
    pub kind: TournamentKind,
    /// The stages so far, the last one perhaps unfinished.
    pub stages: Vec<StageResult>,
    /// The winner of a knockout that is over.
    pub winner: Option<String>,
    /// Swiss system: the engines by their points in the finished rounds, the best first.
    pub table: Vec<SwissRow>,
    /// The number of games in the schedule, with the tie-breaks of a knockout so far.
    pub scheduled: u32,
}

/// The results of a stage.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StageResult {
    /// Its name, such as `Final`.
    pub name: String,
    /// The engines that met, with their points.
    pub meetings: Vec<[(String, f64); 2]>,
}

/// An engine in the table of the Swiss system.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SwissRow {
    /// The engine.
    pub engine: String,
    /// Its points, those of byes included.
    pub points: f64,
    /// Buchholz score: the points of the opponents that it has met.
    pub buchholz: f64,
}

impl StageResults {
    /// The results so far; `None` if the tournament has no stages. `winners` are the numbers of the engines
    /// that won the games with these numbers; `None` is a draw.
    pub fn of(info: &MatchInfo, winners: &HashMap<u32, Option<usize>>) -> Option<Self> {
        let format = info.format?;
        let schedule = Schedule::new(format, info.engines.len());
        if !schedule.has_stages() {
            return None;
        }
        let name = |engine: usize| info.engines.get(engine).cloned().unwrap_or_default();
        let points = |game: &ScheduledGame| match winners.get(&game.game)? {
            None => Some(0.5),
            Some(winner) => Some(f64::from(u8::from(*winner == game.black))),
        };
        let stages = schedule.stages(points);
        let results = stages.iter().map(|stage| {
            let mut sums = HashMap::new();
            for game in stage.games_of(Shard::WHOLE) {
                if let Some(black) = points(&game) {
                    *sums.entry(game.black).or_insert(0.0) += black;
                    *sums.entry(game.white).or_insert(0.0) += 1.0 - black;
                }
            }
            let points = |engine| sums.get(&engine).copied().unwrap_or(0.0);
            let meetings = stage.meetings().iter();
            StageResult {
                name: stage.name.clone(),
                meetings: meetings
                    .map(|&(a, b)| [a, b].map(|engine| (name(engine), points(engine))))
                    .collect(),
            }
        });
        let table = schedule
            .swiss_scores(points)
            .into_iter()
            .map(|score| SwissRow {
                engine: name(score.engine),
                points: score.points,
                buchholz: score.buchholz,
            });
        Some(Self {
            kind: format.kind,
            stages: results.collect(),
            winner: schedule.winner(points).map(name),
            table: table.collect(),
            scheduled: schedule.games_with_tie_breaks(points),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::TournamentFormat;

    /// A tournament of four engines in which the one that comes first in the list wins.
    fn played(kind: TournamentKind, rounds: u32, most: usize) -> StageResults {
        let engines = ["a", "b", "c", "d"];
        let format = TournamentFormat {
            kind,
            rounds,
            challengers: 1,
        };
        let info = MatchInfo {
            engines: engines.map(String::from).into(),
            format: Some(format),
            ..MatchInfo::default()
        };
        let schedule = Schedule::new(format, engines.len());
        let better = |game: &ScheduledGame| Some(f64::from(u8::from(game.black < game.white)));
        let winners: HashMap<u32, Option<usize>> = schedule
            .stages(better)
            .iter()
            .flat_map(|stage| stage.games_of(Shard::WHOLE))
            .take(most)
            .map(|game| (game.game, Some(game.black.min(game.white))))
            .collect();
        StageResults::of(&info, &winners).unwrap()
    }

    fn meeting(a: &str, x: f64, b: &str, y: f64) -> [(String, f64); 2] {
        [(a.into(), x), (b.into(), y)]
    }

    #[test]
    fn the_stages_of_a_knockout() {
        let whole = played(TournamentKind::Knockout, 2, usize::MAX);
        assert_eq!(whole.stages.len(), 2);
        assert_eq!(
            whole.stages[0].meetings,
            [meeting("a", 4.0, "d", 0.0), meeting("b", 4.0, "c", 0.0)]
        );
        assert_eq!(whole.stages[1].name, "Final");
        assert_eq!(whole.winner.as_deref(), Some("a"));
        let part = played(TournamentKind::Knockout, 2, 3);
        assert_eq!(
            part.stages[0].meetings,
            [meeting("a", 2.0, "d", 0.0), meeting("b", 1.0, "c", 0.0)]
        );
        assert_eq!((part.stages.len(), part.winner), (1, None));
    }

    #[test]
    fn the_table_of_the_swiss_system() {
        let results = played(TournamentKind::Swiss, 2, usize::MAX);
        let rows: Vec<_> = results
            .table
            .iter()
            .map(|row| (row.engine.as_str(), row.points, row.buchholz))
            .collect();
        // First a beats c and b beats d, then a beats b and c beats d.
        assert_eq!(
            rows,
            [
                ("a", 4.0, 4.0),
                ("b", 2.0, 4.0),
                ("c", 2.0, 4.0),
                ("d", 0.0, 4.0)
            ]
        );
        assert_eq!(results.winner, None);
    }
}
