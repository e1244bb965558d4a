//! A stage of a schedule: games that do not depend on one another's results.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

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

/// Games that do not depend on one another's results, round by round. In each round every meeting is one
/// game pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The name in reports, such as `Final`; empty if the match has one stage.
    pub name: String,
    meetings: Vec<(usize, usize)>,
    rounds: u32,
    first_pair: u32,
    first_round: u32,
    is_tie_break: bool,
}

impl Stage {
    /// `rounds` is limited so that the number of games fits into 32 bits.
    pub(super) fn new(name: String, meetings: Vec<(usize, usize)>, rounds: u32) -> Self {
        let most = u32::MAX / 2 / u32::try_from(meetings.len().max(1)).unwrap_or(u32::MAX);
        Self {
            name,
            meetings,
            rounds: rounds.min(most),
            first_pair: 0,
            first_round: 0,
            is_tie_break: false,
        }
    }

    /// The same games, marked as tie-breaks of a knockout.
    pub(super) fn marked_as_tie_break(self) -> Self {
        Self {
            is_tie_break: true,
            ..self
        }
    }

    /// Whether these are tie-breaks of a knockout.
    pub(super) const fn is_tie_break(&self) -> bool {
        self.is_tie_break
    }

    /// The same games after those of another stage.
    pub(super) fn after(mut self, before: Option<&Self>) -> Self {
        if let Some(before) = before {
            self.first_pair = before.first_pair + before.pairs();
            self.first_round = before.first_round + before.rounds;
        }
        self
    }

    /// The engines that meet, by their indices.
    pub fn meetings(&self) -> &[(usize, usize)] {
        &self.meetings
    }

    /// The number of game pairs.
    pub(super) const fn pairs(&self) -> u32 {
        self.rounds * self.meetings.len() as u32
    }

    /// The number of games.
    pub const fn games(&self) -> u32 {
        2 * self.pairs()
    }

    /// A game by its number in the whole match; `None` if it belongs to another stage.
    pub fn game(&self, game: u32) -> Option<ScheduledGame> {
        let place = (game / 2).checked_sub(self.first_pair)?;
        if place >= self.pairs() {
            return None;
        }
        let meetings = self.meetings.len() as u32;
        let (first, second) = self.meetings[(place % meetings) as usize];
        let (black, white) = if game.is_multiple_of(2) {
            (first, second)
        } else {
            (second, first)
        };
        Some(ScheduledGame {
            game,
            pair: game / 2,
            round: self.first_round + place / meetings,
            black,
            white,
        })
    }

    /// The numbers of the games in the whole match.
    pub(crate) fn numbers(&self) -> Range<u32> {
        let first = 2 * self.first_pair;
        first..first + self.games()
    }

    /// The games of a shard, in order.
    pub fn games_of(&self, shard: Shard) -> impl Iterator<Item = ScheduledGame> + '_ {
        self.numbers()
            .filter_map(|game| self.game(game))
            .filter(move |game| shard.has(game.pair))
    }

    /// The points of both engines of every meeting; `None` while a game is missing. `points` are those of
    /// the engine with Black.
    pub fn points(&self, points: impl Fn(&ScheduledGame) -> Option<f64>) -> Option<Vec<[f64; 2]>> {
        let mut sums = vec![[0.0; 2]; self.meetings.len()];
        for game in self.games_of(Shard::WHOLE) {
            let black = points(&game)?;
            let meeting = (game.pair - self.first_pair) as usize % self.meetings.len();
            let first_is_black = game.game.is_multiple_of(2);
            let sum = &mut sums[meeting];
            sum[usize::from(!first_is_black)] += black;
            sum[usize::from(first_is_black)] += 1.0 - black;
        }
        Some(sums)
    }
}
