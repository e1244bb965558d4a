//! The schedule of a match: round robin or gauntlet, in game pairs with reversed colours.
//!
//! It depends on the number of engines and rounds alone, so that all shards of a match number their games
//! alike.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The kind of tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentKind {
    /// Every engine plays every other
    #[default]
    RoundRobin,
    /// The first engine plays every other
    Gauntlet,
}

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// The number of the game in the whole match, from 0.
    pub game: u32,
    /// The number of the game pair: two games of the same engines from the same opening, with reversed
    /// colours.
    pub pair: u32,
    /// The round, from 0. All games of a round start from the same opening.
    pub round: u32,
    /// The index of the engine with Black.
    pub black: usize,
    /// The index of the engine with White.
    pub white: usize,
}

/// A part of a match for one machine. Game pairs are not split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the shard, from 1 to `of`.
    pub index: u32,
    /// The number of shards.
    pub of: u32,
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// Whether a game pair belongs to this shard.
    pub const fn has(self, pair: u32) -> bool {
        pair % self.of == self.index - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (index, of) = text.split_once('/')?;
            let (index, of) = (index.trim().parse().ok()?, of.trim().parse().ok()?);
            (1..=of).contains(&index).then_some(Self { index, of })
        };
        parse().ok_or_else(|| {
            format!("{text:?} is not a shard; expected INDEX/COUNT such as 2/8, with an index from 1 to the count")
        })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// All games of a match, round by round. In each round every meeting is one game pair.
///
/// The number of a game does not depend on the number of rounds, so a match can be extended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    meetings: Vec<(usize, usize)>,
    rounds: u32,
}

impl Schedule {
    /// The schedule of a match. `rounds` is limited so that the number of games fits into 32 bits.
    pub fn new(kind: TournamentKind, engines: usize, rounds: u32) -> Self {
        let firsts = match kind {
            TournamentKind::RoundRobin => engines,
            TournamentKind::Gauntlet => engines.min(1),
        };
        let meetings: Vec<_> = (0..firsts)
            .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
            .collect();
        let most = u32::MAX / 2 / u32::try_from(meetings.len().max(1)).unwrap_or(u32::MAX);
        Self {
            rounds: rounds.min(most),
            meetings,
        }
    }

    /// The number of rounds.
    pub const fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The number of games.
    pub const fn games(&self) -> u32 {
        2 * self.rounds * self.meetings.len() as u32
    }

    /// The game with this number; `None` beyond the end.
    pub fn game(&self, game: u32) -> Option<ScheduledGame> {
        if game >= self.games() {
            return None;
        }
        let pair = game / 2;
        let meetings = self.meetings.len() as u32;
        let (first, second) = self.meetings[(pair % meetings) as usize];
        let (black, white) = if game.is_multiple_of(2) {
            (first, second)
        } else {
            (second, first)
        };
        Some(ScheduledGame {
            game,
            pair,
            round: pair / meetings,
            black,
            white,
        })
    }

    /// The games of a shard, in order.
    pub fn games_of(&self, shard: Shard) -> impl Iterator<Item = ScheduledGame> + '_ {
        (0..self.games())
            .filter_map(|game| self.game(game))
            .filter(move |game| shard.has(game.pair))
    }
}

#[cfg(test)]
mod tests;
