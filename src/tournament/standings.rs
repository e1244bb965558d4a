//! Who scored how much against whom.
//!
//! Games are counted one by one ([`Tally`]) and, where two engines played the same opening with the
//! colours exchanged, pair by pair ([`Pairs`]). The second count is the one to draw conclusions from:
//! an opening that favours one colour makes the two games of a pair depend on each other.

#[cfg(test)]
mod tests;

pub use crate::tournament::stats::elo::{Estimate, Sample};
pub use crate::tournament::stats::rating::{Rating, ratings};

use crate::tournament::GameResult;
use crate::tournament::Title;
use crate::tournament::Winner;
use serde::Serialize;
use std::collections::HashMap;
use std::ops::AddAssign;

/// Games of an engine by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games that the engine won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the engine lost.
    pub losses: u64,
}

impl Tally {
    /// All games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, half a point for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        ratio(self.points(), self.games() as f64)
    }

    /// Draws per game, 0 to 1; `None` without games.
    pub fn draw_ratio(&self) -> Option<f64> {
        ratio(self.draws as f64, self.games() as f64)
    }

    /// The same games from the opponent's side.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    fn add(&mut self, result: Outcome) {
        match result {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Pairs of games of an engine by the results of both games, whichever came first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// Lost both games.
    pub ll: u64,
    /// Lost one game and drew the other.
    pub ld: u64,
    /// Won one game and lost the other.
    pub wl: u64,
    /// Drew both games.
    pub dd: u64,
    /// Won one game and drew the other.
    pub wd: u64,
    /// Won both games.
    pub ww: u64,
}

impl Pairs {
    /// All pairs.
    pub const fn total(&self) -> u64 {
        self.ll + self.ld + self.wl + self.dd + self.wd + self.ww
    }

    /// Pairs by half points, 0 to 4: the pentanomial frequencies that are usually shown.
    pub const fn counts(&self) -> [u64; 5] {
        [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww]
    }

    /// The same pairs from the opponent's side.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        Self {
            ll: self.ww,
            ld: self.wd,
            wl: self.wl,
            dd: self.dd,
            wd: self.ld,
            ww: self.ll,
        }
    }

    /// The games of the pairs, one by one.
    pub const fn tally(&self) -> Tally {
        Tally {
            wins: 2 * self.ww + self.wd + self.wl,
            draws: 2 * self.dd + self.wd + self.ld,
            losses: 2 * self.ll + self.ld + self.wl,
        }
    }

    /// Pairs that ended even, per pair. `None` without pairs. This is what fastchess calls `DrawRatio`.
    pub fn draw_ratio(&self) -> Option<f64> {
        ratio((self.wl + self.dd) as f64, self.total() as f64)
    }

    /// Pairs won by pairs lost, whichever way; infinite if none was lost. `None` if all ended even.
    pub fn pairs_ratio(&self) -> Option<f64> {
        quotient(self.wd + self.ww, self.ld + self.ll)
    }

    /// Pairs with a win each by pairs of two draws. Above 1 the openings decide the games. `None`
    /// without either.
    pub fn sharpness(&self) -> Option<f64> {
        quotient(self.wl, self.dd)
    }

    fn add(&mut self, first: Outcome, second: Outcome) {
        use Outcome::{Draw, Loss, Win};
        match (first, second) {
            (Loss, Loss) => self.ll += 1,
            (Loss, Draw) | (Draw, Loss) => self.ld += 1,
            (Win, Loss) | (Loss, Win) => self.wl += 1,
            (Draw, Draw) => self.dd += 1,
            (Win, Draw) | (Draw, Win) => self.wd += 1,
            (Win, Win) => self.ww += 1,
        }
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Self) {
        self.ll += other.ll;
        self.ld += other.ld;
        self.wl += other.wl;
        self.dd += other.dd;
        self.wd += other.wd;
        self.ww += other.ww;
    }
}

/// What an engine did against another one, or against all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Versus {
    /// All games.
    pub tally: Tally,
    /// Games with the black stones.
    pub black: Tally,
    /// Complete pairs of games.
    pub pairs: Pairs,
}

impl Versus {
    /// The games with the white stones.
    pub const fn white(&self) -> Tally {
        Tally {
            wins: self.tally.wins - self.black.wins,
            draws: self.tally.draws - self.black.draws,
            losses: self.tally.losses - self.black.losses,
        }
    }

    /// The same games from the opponent's side.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        Self {
            tally: self.tally.reversed(),
            black: self.white().reversed(),
            pairs: self.pairs.reversed(),
        }
    }

    /// Whether the pairs tell more than the single games do: at least half of the games are in pairs.
    /// Otherwise too much would be left out.
    pub const fn paired(&self) -> bool {
        let in_pairs = 2 * self.pairs.total();
        in_pairs > 0 && in_pairs >= self.tally.games() - in_pairs
    }

    /// The sample to draw conclusions from: the pairs if there are enough of them, else the games.
    /// `None` without games.
    pub fn sample(&self) -> Option<Sample> {
        if self.paired() {
            Sample::of_pairs(&self.pairs)
        } else {
            Sample::of_games(&self.tally)
        }
    }
}

impl AddAssign for Versus {
    fn add_assign(&mut self, other: Self) {
        self.tally += other.tally;
        self.black += other.black;
        self.pairs += other.pairs;
    }
}

/// The results of a whole match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    /// The engines in the order of [`Title::roster`].
    pub engines: Vec<String>,
    /// `cross[a][b]`: what engine `a` did against engine `b`.
    cross: Vec<Vec<Versus>>,
}

/// Counts games as they come.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    standings: Standings,
    index: HashMap<String, usize>,
    /// Half pairs that wait for their other half, by number and engines, the lower index first: whether
    /// that engine had Black, and its result.
    halves: HashMap<(u32, usize, usize), Vec<(bool, Outcome)>>,
}

impl Counter {
    /// Nothing counted yet; the engines that the title names come first.
    pub fn new(title: &Title) -> Self {
        let mut counter = Self::default();
        for name in &title.engines {
            counter.engine(name);
        }
        counter
    }

    /// The results so far.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The number of an engine, which is a new one if it has not been seen before.
    fn engine(&mut self, name: &str) -> usize {
        if let Some(&known) = self.index.get(name) {
            return known;
        }
        let Standings { engines, cross } = &mut self.standings;
        let next = engines.len();
        engines.push(name.to_owned());
        cross.iter_mut().for_each(|row| row.push(Versus::default()));
        cross.push(vec![Versus::default(); next + 1]);
        self.index.insert(name.to_owned(), next);
        next
    }

    /// Counts a game. A game of an engine against itself counts for nobody.
    pub fn add(&mut self, game: &GameResult) {
        let [black, white] = [&game.black, &game.white].map(|name| self.engine(name));
        if black == white {
            return;
        }
        let result = match game.winner {
            Some(Winner::Black) => Outcome::Win,
            None => Outcome::Draw,
            Some(Winner::White) => Outcome::Loss,
        };
        let cross = &mut self.standings.cross;
        cross[black][white].tally.add(result);
        cross[black][white].black.add(result);
        cross[white][black].tally.add(result.reversed());
        let (low, high) = (black.min(white), black.max(white));
        let has_black = black == low;
        let own = if has_black { result } else { result.reversed() };
        let waiting = self.halves.entry((game.pair, low, high)).or_default();
        match waiting.iter().position(|&(color, _)| color != has_black) {
            Some(found) => {
                let (_, other) = waiting.swap_remove(found);
                let (back, back_other) = (own.reversed(), other.reversed());
                cross[low][high].pairs.add(own, other);
                cross[high][low].pairs.add(back, back_other);
            }
            None => waiting.push((has_black, own)),
        }
    }
}

impl Standings {
    /// Counts all games.
    pub fn of(title: &Title, games: &[GameResult]) -> Self {
        let mut counter = Counter::new(title);
        games.iter().for_each(|game| counter.add(game));
        counter.standings
    }

    /// What engine number `a` did against engine number `b`; nothing for numbers that do not exist.
    pub fn versus(&self, a: usize, b: usize) -> Versus {
        let row = self.cross.get(a);
        row.and_then(|row| row.get(b)).copied().unwrap_or_default()
    }

    /// What an engine did against all others.
    pub fn total(&self, engine: usize) -> Versus {
        let mut sum = Versus::default();
        for versus in self.cross.get(engine).into_iter().flatten() {
            sum += *versus;
        }
        sum
    }

    /// What Black did, whoever it was.
    pub fn black(&self) -> Tally {
        let mut sum = Tally::default();
        for versus in self.cross.iter().flatten() {
            sum += versus.black;
        }
        sum
    }
}

/// The result of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Win,
    Draw,
    Loss,
}

impl Outcome {
    const fn reversed(self) -> Self {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        }
    }
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

fn quotient(above: u64, below: u64) -> Option<f64> {
    (above + below > 0).then(|| above as f64 / below as f64)
}
