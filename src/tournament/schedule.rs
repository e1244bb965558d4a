//! The schedule of a match: round robin, gauntlet, knockout or Swiss system, in game pairs with reversed
//! colours.
//!
//! Round robin and gauntlet depend on the number of engines and rounds alone, so that all shards of a match
//! number their games alike. Knockout and Swiss system have stages that depend on earlier results.

mod knockout;
mod stage;
mod swiss;

pub use stage::{ScheduledGame, Shard, Stage};
pub use swiss::SwissScore;

use serde::{Deserialize, Serialize};

/// The kind of tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentKind {
    /// Every engine plays every other
    #[default]
    RoundRobin,
    /// The challengers (the first engine, or more) play every other engine
    Gauntlet,
    /// The winners of a round meet in the next one
    Knockout,
    /// In each round engines with equal points meet
    Swiss,
}

/// How a tournament is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentFormat {
    /// The kind of tournament.
    pub kind: TournamentKind,
    /// Round robin, gauntlet: game pairs between each two engines. Knockout: game pairs in each tie. Swiss
    /// system: rounds, in which each engine plays one game pair.
    pub rounds: u32,
    /// Gauntlet: the number of challengers, which come first in the list of engines.
    pub challengers: usize,
}

impl TournamentFormat {
    /// The largest number of game pairs between the same two engines, the tie-breaks of a knockout included. In
    /// the Swiss system two engines may meet again only if that cannot be avoided, which is not counted.
    pub fn most_pairs(&self) -> u32 {
        match self.kind {
            TournamentKind::RoundRobin | TournamentKind::Gauntlet => self.rounds,
            TournamentKind::Knockout => self.rounds.saturating_add(knockout::MAX_TIE_BREAKS),
            TournamentKind::Swiss => 1,
        }
    }
}

/// The schedule of a match: one stage, or stages that depend on the results of earlier ones.
///
/// The number of a game depends on the results of earlier stages alone. In a round robin and a gauntlet it
/// does not depend on the number of rounds, so such a match can be extended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    format: TournamentFormat,
    engines: usize,
    first: Stage,
}

impl Schedule {
    /// The schedule of a match between this number of engines.
    pub fn new(format: TournamentFormat, engines: usize) -> Self {
        let first = match format.kind {
            TournamentKind::RoundRobin => round_robin(engines),
            TournamentKind::Gauntlet => gauntlet(format.challengers, engines),
            TournamentKind::Knockout | TournamentKind::Swiss => Vec::new(),
        };
        Self {
            format,
            engines,
            first: Stage::new(String::new(), first, format.rounds),
        }
    }

    /// How the tournament is played.
    pub const fn format(&self) -> TournamentFormat {
        self.format
    }

    /// Whether there are stages that depend on the results of earlier ones.
    pub fn has_stages(&self) -> bool {
        matches!(
            self.format.kind,
            TournamentKind::Knockout | TournamentKind::Swiss
        )
    }

    /// The number of games, without the tie-breaks of a knockout.
    pub fn games(&self) -> u32 {
        let engines = u32::try_from(self.engines).unwrap_or(u32::MAX);
        let pairs = match self.format.kind {
            TournamentKind::RoundRobin | TournamentKind::Gauntlet => return self.first.games(),
            TournamentKind::Knockout => engines.saturating_sub(1),
            TournamentKind::Swiss => engines / 2,
        };
        pairs.saturating_mul(self.format.rounds).saturating_mul(2)
    }

    /// The number of games, with the tie-breaks that a knockout has had or plays now. `points` are those of the
    /// engine with Black in a game, if it has been played.
    pub fn games_with_tie_breaks(&self, points: impl Fn(&ScheduledGame) -> Option<f64>) -> u32 {
        let mut games = self.games();
        if self.format.kind == TournamentKind::Knockout {
            let stages = self.stages(points);
            let tie_breaks = stages.iter().filter(|stage| stage.is_tie_break());
            games = tie_breaks.fold(games, |sum, stage| sum.saturating_add(stage.games()));
        }
        games
    }

    /// The number of games of a shard.
    pub fn games_in(&self, shard: Shard) -> u32 {
        match self.format.kind {
            TournamentKind::RoundRobin | TournamentKind::Gauntlet => {
                let pairs = self.first.pairs();
                2 * (pairs / shard.of + u32::from(shard.index <= pairs % shard.of))
            }
            TournamentKind::Knockout | TournamentKind::Swiss => self.games(),
        }
    }

    /// The stages whose games are known. All but the last one are complete; if that is complete, too, the
    /// tournament is over. `points` are those of the engine with Black in a game, if it has been played.
    pub fn stages(&self, points: impl Fn(&ScheduledGame) -> Option<f64>) -> Vec<Stage> {
        match self.format.kind {
            TournamentKind::RoundRobin | TournamentKind::Gauntlet => vec![self.first.clone()],
            TournamentKind::Knockout => knockout::play(self.engines, self.format.rounds, points).0,
            TournamentKind::Swiss => swiss::play(self.engines, self.format.rounds, points).0,
        }
    }

    /// The scores in the finished rounds of the Swiss system, the best first; otherwise empty.
    pub fn swiss_scores(&self, points: impl Fn(&ScheduledGame) -> Option<f64>) -> Vec<SwissScore> {
        match self.format.kind {
            TournamentKind::Swiss => swiss::play(self.engines, self.format.rounds, points).1,
            _ => Vec::new(),
        }
    }

    /// The winner of a knockout that is over.
    pub fn winner(&self, points: impl Fn(&ScheduledGame) -> Option<f64>) -> Option<usize> {
        match self.format.kind {
            TournamentKind::Knockout => knockout::play(self.engines, self.format.rounds, points).1,
            _ => None,
        }
    }
}

/// The meetings of every engine with every other.
fn round_robin(engines: usize) -> Vec<(usize, usize)> {
    (0..engines)
        .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
        .collect()
}

/// The meetings of the challengers with all other engines.
fn gauntlet(challengers: usize, engines: usize) -> Vec<(usize, usize)> {
    let challengers = challengers.min(engines);
    (0..challengers)
        .flat_map(|first| (challengers..engines).map(move |second| (first, second)))
        .collect()
}

#[cfg(test)]
mod tests;
