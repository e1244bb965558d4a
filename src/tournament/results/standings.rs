//! Standings: the score of every engine against every other, counted game by game.

use crate::game::Side;
use crate::tournament::stats::rating::{performance, ratings};
use crate::tournament::stats::score::Outcome;
use crate::tournament::{
    Estimate, GameResult, MatchInfo, MatchScore, Rating, Sprt, SprtStatus, Wdl,
};
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
    /// Without repeated game pairs.
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

    /// The same without repetitions, for the SPRT, which needs independent pairs. A pair is left out if an
    /// earlier one had the same two games. If only one of them repeats, both count: one without the other would
    /// favour the colour that an engine varies more. A repeated game whose partner is missing is left out, too.
    pub fn distinct_head_to_head(&self, a: usize, b: usize) -> MatchScore {
        cell(&self.distinct, a, b)
    }

    /// The status of a test of the first engine against the second.
    pub fn status_of(&self, sprt: &Sprt) -> SprtStatus {
        sprt.status(&self.distinct_head_to_head(0, 1))
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

/// A game whose partner with exchanged seats is still missing.
#[derive(Clone, Copy, Debug)]
struct HalfPair {
    game: CountedGame,
    /// Whether the engine with the lower number was the first player.
    low_is_first: bool,
    /// What tells it from other games; `None` without moves of the engines, where games are alike.
    fingerprint: Option<u64>,
    /// Whether it repeats an earlier game.
    is_repeated: bool,
}

/// The incomplete pairs by pair number and engines (lower number first).
type HalfPairs = HashMap<(u32, usize, usize), Vec<HalfPair>>;

/// Updates the standings after each game.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    standings: Standings,
    index: HashMap<String, usize>,
    half_pairs: HalfPairs,
    /// Hashes of the games that have been counted.
    seen: FxHashSet<u64>,
    /// The fingerprints of the games of complete pairs, the lower one first.
    seen_pairs: FxHashSet<[u64; 2]>,
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
        let fingerprint = (!game.plies.is_empty()).then(|| fingerprint(game, engines));
        let is_repeated = fingerprint.is_some_and(|fingerprint| !self.seen.insert(fingerprint));
        self.standings.repeated += u64::from(is_repeated);
        let [black, white] = engines;
        let outcome = match game.winner {
            Some(Side::Black) => Outcome::Win,
            None => Outcome::Draw,
            Some(Side::White) => Outcome::Loss,
        };
        let half = HalfPair {
            game: CountedGame {
                black,
                white,
                outcome,
            },
            // An opening rule may give Black to the same engine twice.
            low_is_first: (game.first_player() == game.black) == (black < white),
            fingerprint,
            is_repeated,
        };
        self.count(game.pair, half);
        engines
    }

    /// Counts a game, and its pair if the partner has been counted.
    fn count(&mut self, pair: u32, half: HalfPair) {
        let Standings {
            cross, distinct, ..
        } = &mut self.standings;
        let game = half.game;
        game.add_to(cross);
        if !half.is_repeated {
            game.add_to(distinct);
        }
        let (low, high) = (game.black.min(game.white), game.black.max(game.white));
        let waiting = self.half_pairs.entry((pair, low, high)).or_default();
        let partner = waiting
            .iter()
            .position(|other| other.low_is_first != half.low_is_first);
        let Some(partner) = partner else {
            waiting.push(half);
            return;
        };
        let partner = waiting.swap_remove(partner);
        if waiting.is_empty() {
            self.half_pairs.remove(&(pair, low, high));
        }
        let outcomes = [game.outcome_of(low), partner.game.outcome_of(low)];
        add_pair(cross, [low, high], outcomes);
        if let (Some(one), Some(other)) = (half.fingerprint, partner.fingerprint)
            && !self.seen_pairs.insert([one.min(other), one.max(other)])
        {
            return;
        }
        for repeated in [half, partner].iter().filter(|half| half.is_repeated) {
            repeated.game.add_to(distinct);
        }
        add_pair(distinct, [low, high], outcomes);
    }
}

/// The numbers of a game's engines, and the outcome for Black.
#[derive(Clone, Copy, Debug)]
struct CountedGame {
    black: usize,
    white: usize,
    outcome: Outcome,
}

impl CountedGame {
    fn outcome_of(self, engine: usize) -> Outcome {
        match engine == self.black {
            true => self.outcome,
            false => self.outcome.reversed(),
        }
    }

    fn add_to(self, table: &mut CrossTable) {
        let Self {
            black,
            white,
            outcome,
        } = self;
        table[black][white].wdl.add(outcome);
        table[black][white].black.add(outcome);
        table[white][black].wdl.add(outcome.reversed());
    }
}

/// Adds a pair with the outcomes of the first engine.
fn add_pair(table: &mut CrossTable, [a, b]: [usize; 2], [first, second]: [Outcome; 2]) {
    table[a][b].pairs.add(first, second);
    table[b][a].pairs.add(first.reversed(), second.reversed());
}

/// A hash of the engines, the start, the moves and the result of a game. It does not depend on how many of the
/// moves are those of the opening.
fn fingerprint(game: &GameResult, engines: [usize; 2]) -> u64 {
    let mut hasher = FxHasher::default();
    engines.hash(&mut hasher);
    (&game.start, game.winner, game.ending).hash(&mut hasher);
    let opening = game.opening_moves.iter();
    for name in opening.chain(game.plies.iter().map(|ply| &ply.name)) {
        name.hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests;
