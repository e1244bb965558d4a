//! Standings: the score of every engine against every other, counted game by game.

use crate::game::Side;
use crate::tournament::stats::rating::ratings;
use crate::tournament::stats::score::Outcome;
use crate::tournament::{GameResult, MatchInfo, MatchScore, Rating, Wdl};
use std::collections::HashMap;

/// The results of a whole match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    /// The engines in the order of [`MatchInfo::roster`].
    pub engines: Vec<String>,
    /// The cross table: `cross[a][b]` is the score of engine `a` against engine `b`.
    cross: Vec<Vec<MatchScore>>,
}

impl Standings {
    /// Counts all games.
    pub fn of(info: &MatchInfo, games: &[GameResult]) -> Self {
        let mut scoreboard = Scoreboard::new(info);
        games.iter().for_each(|game| scoreboard.add(game));
        scoreboard.standings
    }

    /// The score of engine number `a` against engine number `b`; empty for unknown numbers.
    pub fn head_to_head(&self, a: usize, b: usize) -> MatchScore {
        let row = self.cross.get(a);
        row.and_then(|row| row.get(b)).copied().unwrap_or_default()
    }

    /// The score of an engine against all others.
    pub fn total(&self, engine: usize) -> MatchScore {
        let mut sum = MatchScore::default();
        for score in self.cross.get(engine).into_iter().flatten() {
            sum += *score;
        }
        sum
    }

    /// The score of Black over all games.
    pub fn black(&self) -> Wdl {
        let mut sum = Wdl::default();
        for score in self.cross.iter().flatten() {
            sum += score.black;
        }
        sum
    }

    /// The rating of every engine, in the order of [`Standings::engines`].
    pub fn ratings(&self) -> Vec<Rating> {
        ratings(&self.cross)
    }
}

/// Updates the standings after each game.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    standings: Standings,
    index: HashMap<String, usize>,
    /// Games whose colour-reversed partner is still missing, by pair number and engines (lower index
    /// first): whether the lower-numbered engine had Black, and its outcome.
    half_pairs: HashMap<(u32, usize, usize), Vec<(bool, Outcome)>>,
}

impl Scoreboard {
    /// An empty scoreboard; the engines that `info` names come first.
    pub fn new(info: &MatchInfo) -> Self {
        let mut scoreboard = Self::default();
        for name in &info.engines {
            scoreboard.engine(name);
        }
        scoreboard
    }

    /// The standings after the games counted so far.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The number of an engine. A new name gets the next number.
    fn engine(&mut self, name: &str) -> usize {
        if let Some(&known) = self.index.get(name) {
            return known;
        }
        let Standings { engines, cross } = &mut self.standings;
        let next = engines.len();
        engines.push(name.to_owned());
        for row in &mut *cross {
            row.push(MatchScore::default());
        }
        cross.push(vec![MatchScore::default(); next + 1]);
        self.index.insert(name.to_owned(), next);
        next
    }

    /// Counts a game. A game of an engine against itself, or one that never began, is ignored.
    pub fn add(&mut self, game: &GameResult) {
        let [black, white] = [&game.black, &game.white].map(|name| self.engine(name));
        if black == white || game.is_void() {
            return;
        }
        let outcome = match game.winner {
            Some(Side::Black) => Outcome::Win,
            None => Outcome::Draw,
            Some(Side::White) => Outcome::Loss,
        };
        let cross = &mut self.standings.cross;
        cross[black][white].wdl.add(outcome);
        cross[black][white].black.add(outcome);
        cross[white][black].wdl.add(outcome.reversed());
        let (low, high) = (black.min(white), black.max(white));
        let has_black = black == low;
        let own = if has_black {
            outcome
        } else {
            outcome.reversed()
        };
        let waiting = self.half_pairs.entry((game.pair, low, high)).or_default();
        match waiting.iter().position(|&(colour, _)| colour != has_black) {
            Some(found) => {
                let (_, other) = waiting.swap_remove(found);
                cross[low][high].pairs.add(own, other);
                cross[high][low].pairs.add(own.reversed(), other.reversed());
            }
            None => waiting.push((has_black, own)),
        }
    }
}

#[cfg(test)]
mod tests;
