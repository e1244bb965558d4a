//! Standings: the score of every engine against every other, counted game by game.

use crate::game::Side;
use crate::tournament::stats::rating::{performance, ratings};
use crate::tournament::stats::score::Outcome;
use crate::tournament::{Estimate, GameResult, MatchInfo, MatchScore, Rating, Wdl};
use rustc_hash::{FxHashSet, FxHasher};
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};

/// `table[a][b]` is the score of engine `a` against engine `b`.
type CrossTable = Vec<Vec<MatchScore>>;

/// The results of a whole match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    /// The engines: those of [`MatchInfo::engines`], and others in the order of their first games.
    pub engines: Vec<String>,
    /// The number of games that repeat an earlier game of the same engines move for move.
    pub repeated: u64,
    cross: CrossTable,
    /// Without repeated games.
    distinct: CrossTable,
}

fn cell(table: &CrossTable, a: usize, b: usize) -> MatchScore {
    let row = table.get(a);
    row.and_then(|row| row.get(b)).copied().unwrap_or_default()
}

impl Standings {
    /// Counts all games.
    #[cfg(test)]
    pub(crate) fn of(info: &MatchInfo, games: &[GameResult]) -> Self {
        let mut scoreboard = Scoreboard::new(info);
        for game in games {
            scoreboard.add(game);
        }
        scoreboard.standings
    }

    /// The score of engine number `a` against engine number `b`; empty for unknown numbers.
    pub fn head_to_head(&self, a: usize, b: usize) -> MatchScore {
        cell(&self.cross, a, b)
    }

    /// The same without games that repeat an earlier one: only these are independent, as the SPRT needs them.
    pub fn distinct_head_to_head(&self, a: usize, b: usize) -> MatchScore {
        cell(&self.distinct, a, b)
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

    /// The ratings of all other engines if some are known, by the number of the engine.
    pub fn performances(&self, known: &BTreeMap<String, i32>) -> Vec<(usize, Estimate)> {
        let rate = |engine: usize| {
            let opponents = self.engines.iter().enumerate().filter_map(|(other, name)| {
                let rating = f64::from(*known.get(name)?);
                Some((rating, self.head_to_head(engine, other).wdl))
            });
            Some((engine, performance(&opponents.collect::<Vec<_>>())?))
        };
        let unknown = (0..self.engines.len()).filter(|&n| !known.contains_key(&self.engines[n]));
        unknown.filter_map(rate).collect()
    }

    /// The rating of every engine, in the order of [`Standings::engines`].
    pub fn ratings(&self) -> Vec<Rating> {
        ratings(&self.cross)
    }
}

/// Games whose partner with exchanged seats is still missing, by pair number and engines (lower index first):
/// whether the lower-numbered engine was the first player, and its outcome.
type HalfPairs = HashMap<(u32, usize, usize), Vec<(bool, Outcome)>>;

/// Updates the standings after each game.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    standings: Standings,
    index: HashMap<String, usize>,
    half_pairs: HalfPairs,
    distinct_half_pairs: HalfPairs,
    /// Hashes of the games that have been counted.
    seen: FxHashSet<u64>,
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
        let next = self.standings.engines.len();
        self.standings.engines.push(name.to_owned());
        for table in [&mut self.standings.cross, &mut self.standings.distinct] {
            for row in &mut *table {
                row.push(MatchScore::default());
            }
            table.push(vec![MatchScore::default(); next + 1]);
        }
        self.index.insert(name.to_owned(), next);
        next
    }

    /// Counts a game. A game of an engine against itself, or one that never began, is ignored. Returns the
    /// numbers of Black's and White's engine.
    pub fn add(&mut self, game: &GameResult) -> [usize; 2] {
        let engines = [&game.black, &game.white].map(|name| self.engine(name));
        if engines[0] == engines[1] || game.is_void() {
            return engines;
        }
        count(
            &mut self.standings.cross,
            &mut self.half_pairs,
            game,
            engines,
        );
        // Without moves of the engines, games are alike and say nothing about repetition.
        if game.plies.is_empty() || self.seen.insert(fingerprint(game, engines)) {
            let table = &mut self.standings.distinct;
            count(table, &mut self.distinct_half_pairs, game, engines);
        } else {
            self.standings.repeated += 1;
        }
        engines
    }
}

/// A hash of the engines, the moves and the result of a game.
fn fingerprint(game: &GameResult, engines: [usize; 2]) -> u64 {
    let mut hasher = FxHasher::default();
    engines.hash(&mut hasher);
    (&game.start, &game.opening_moves, game.winner, game.ending).hash(&mut hasher);
    for ply in &game.plies {
        ply.name.hash(&mut hasher);
    }
    hasher.finish()
}

fn count(
    cross: &mut CrossTable,
    half_pairs: &mut HalfPairs,
    game: &GameResult,
    [black, white]: [usize; 2],
) {
    let outcome = match game.winner {
        Some(Side::Black) => Outcome::Win,
        None => Outcome::Draw,
        Some(Side::White) => Outcome::Loss,
    };
    cross[black][white].wdl.add(outcome);
    cross[black][white].black.add(outcome);
    cross[white][black].wdl.add(outcome.reversed());
    let (low, high) = (black.min(white), black.max(white));
    let own = match black == low {
        true => outcome,
        false => outcome.reversed(),
    };
    let pair = (game.pair, low, high);
    let waiting = half_pairs.entry(pair).or_default();
    // An opening rule may give Black to the same engine twice.
    let low_is_first = (game.first_player() == game.black) == (black == low);
    match waiting.iter().position(|&(first, _)| first != low_is_first) {
        Some(found) => {
            let (_, other) = waiting.swap_remove(found);
            if waiting.is_empty() {
                half_pairs.remove(&pair);
            }
            cross[low][high].pairs.add(own, other);
            cross[high][low].pairs.add(own.reversed(), other.reversed());
        }
        None => waiting.push((low_is_first, own)),
    }
}

#[cfg(test)]
mod tests;
