//! Match scores: wins, draws and losses by game and by pair of games.

use serde::Serialize;
use std::ops::AddAssign;

/// Wins, draws and losses of an engine (WDL).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// One point for a win, half a point for a draw.
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

    /// The same games from the opponent's point of view.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    /// Counts one game.
    pub const fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }
}

/// Pentanomial statistics: game pairs by the results of both games, in either order.
///
/// The two ways to score one point of two are counted apart, as fastchess does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pentanomial {
    /// Two losses.
    pub ll: u64,
    /// A loss and a draw.
    pub ld: u64,
    /// A win and a loss.
    pub wl: u64,
    /// Two draws.
    pub dd: u64,
    /// A win and a draw.
    pub wd: u64,
    /// Two wins.
    pub ww: u64,
}

impl Pentanomial {
    /// The number of pairs.
    pub const fn total(&self) -> u64 {
        self.ll + self.ld + self.wl + self.dd + self.wd + self.ww
    }

    /// The pentanomial frequencies `Ptnml(0-2)`: pairs with 0, ½, 1, 1½ and 2 points.
    pub const fn counts(&self) -> [u64; 5] {
        [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww]
    }

    /// The same pairs from the opponent's point of view.
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

    /// The games of all pairs.
    pub const fn wdl(&self) -> Wdl {
        Wdl {
            wins: 2 * self.ww + self.wd + self.wl,
            draws: 2 * self.dd + self.wd + self.ld,
            losses: 2 * self.ll + self.ld + self.wl,
        }
    }

    /// The share of pairs with one point of two. `None` without pairs.
    pub fn draw_ratio(&self) -> Option<f64> {
        ratio((self.wl + self.dd) as f64, self.total() as f64)
    }

    /// fastchess's `PairsRatio`: pairs won per pair lost; infinite if none was lost, `None` if all
    /// pairs ended level.
    pub fn pairs_ratio(&self) -> Option<f64> {
        quotient(self.wd + self.ww, self.ld + self.ll)
    }

    /// fastchess's `WL/DD Ratio`: above 1 the openings decide the games. `None` without such pairs.
    pub fn wl_dd_ratio(&self) -> Option<f64> {
        quotient(self.wl, self.dd)
    }

    /// Counts one pair.
    pub const fn add(&mut self, first: Outcome, second: Outcome) {
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

impl From<[u64; 6]> for Pentanomial {
    /// From the counts of LL, LD, WL, DD, WD and WW.
    fn from([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Self {
        Self {
            ll,
            ld,
            wl,
            dd,
            wd,
            ww,
        }
    }
}

/// The score of an engine against one opponent, or against several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MatchScore {
    /// All games.
    pub wdl: Wdl,
    /// The games with Black.
    pub black: Wdl,
    /// The complete game pairs.
    pub pairs: Pentanomial,
}

impl MatchScore {
    /// The games with White.
    pub const fn white(&self) -> Wdl {
        Wdl {
            wins: self.wdl.wins - self.black.wins,
            draws: self.wdl.draws - self.black.draws,
            losses: self.wdl.losses - self.black.losses,
        }
    }

    /// The same games from the opponent's point of view.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        Self {
            wdl: self.wdl.reversed(),
            black: self.white().reversed(),
            pairs: self.pairs.reversed(),
        }
    }

    /// Whether statistics use the pairs: at least half of the games belong to complete pairs.
    pub const fn paired(&self) -> bool {
        let in_pairs = 2 * self.pairs.total();
        in_pairs > 0 && in_pairs >= self.wdl.games() - in_pairs
    }

    /// fastchess's `DrawRatio`: the share of pairs with one point of two if statistics use the pairs, otherwise that of
    /// drawn games. `None` without games.
    pub fn draw_ratio(&self) -> Option<f64> {
        match self.paired() {
            true => self.pairs.draw_ratio(),
            false => self.wdl.draw_ratio(),
        }
    }
}

impl From<Wdl> for MatchScore {
    /// A score of single games, of which the colours are not known.
    fn from(wdl: Wdl) -> Self {
        Self {
            wdl,
            ..Self::default()
        }
    }
}

impl From<Pentanomial> for MatchScore {
    /// A score of game pairs: each engine has Black in one game of every pair, but how the results
    /// depend on the colour is not known.
    fn from(pairs: Pentanomial) -> Self {
        Self {
            wdl: pairs.wdl(),
            pairs,
            ..Self::default()
        }
    }
}

/// Adds scores field by field.
macro_rules! impl_add_assign {
    ($($score:ident: $($field:ident)*;)*) => {
        $(impl AddAssign for $score {
            fn add_assign(&mut self, other: Self) {
                $(self.$field += other.$field;)*
            }
        })*
    };
}

impl_add_assign! {
    Wdl: wins draws losses;
    Pentanomial: ll ld wl dd wd ww;
    MatchScore: wdl black pairs;
}

/// The outcome of a game for one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The engine won.
    Win,
    /// The game was drawn.
    Draw,
    /// The engine lost.
    Loss,
}

impl Outcome {
    /// The outcome for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Self {
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
