//! Who plays whom, and when: computed from the number of engines and the rounds alone, so that every
//! machine that has the same match file has the same numbers for the same games.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Who meets whom in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentKind {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first engine meets all the others.
    Gauntlet,
}

/// A game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Its number in the whole match, from 0.
    pub game: u32,
    /// The number of its pair: two games with the same engines and opening and the colours exchanged.
    pub pair: u32,
    /// From 0. All pairs of a round have the same opening.
    pub round: u32,
    /// Index of the engine with the black stones.
    pub black: usize,
    /// Index of the engine with the white stones.
    pub white: usize,
}

/// A part of a match that one machine plays. No pair is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// From 1 to `of`.
    pub index: u32,
    /// How many parts there are.
    pub of: u32,
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl Shard {
    /// Everything.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// Whether a pair belongs to this part.
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
            format!("{text:?} is no shard, expected INDEX/COUNT with an index from 1 to the count, such as 2/8")
        })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// All games of a match, round by round, in each round one pair for each meeting.
///
/// The numbers do not depend on how many rounds there are, so a match can be made longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    meetings: Vec<(usize, usize)>,
    rounds: u32,
}

impl Schedule {
    /// The schedule for so many engines. `rounds` is cut to what 32-bit numbers of games allow.
    pub fn new(form: TournamentKind, engines: usize, rounds: u32) -> Self {
        let firsts = match form {
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

    /// Number of rounds.
    pub const fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Number of pairs in a round.
    pub const fn meetings(&self) -> usize {
        self.meetings.len()
    }

    /// Number of games.
    pub const fn games(&self) -> u32 {
        2 * self.rounds * self.meetings.len() as u32
    }

    /// The game with this number; `None` if there are not so many.
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

    /// The games of a part of the match, in their order.
    pub fn games_of(&self, shard: Shard) -> impl Iterator<Item = ScheduledGame> + '_ {
        (0..self.games())
            .filter_map(|game| self.game(game))
            .filter(move |fixture| shard.has(fixture.pair))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let schedule = Schedule::new(TournamentKind::RoundRobin, 4, 3);
        assert_eq!(schedule.games(), 36);
        let games: Vec<_> = schedule.games_of(Shard::WHOLE).collect();
        assert_eq!(games.len(), 36);
        for round in 0..3 {
            let seats: BTreeSet<_> = games
                .iter()
                .filter(|game| game.round == round)
                .map(|game| (game.black, game.white))
                .collect();
            assert_eq!(seats.len(), 12, "each ordered pair once");
        }
        for two in games.chunks(2) {
            assert_eq!(two[0].pair, two[1].pair);
            assert_eq!(two[0].round, two[1].round);
            assert_eq!((two[0].black, two[0].white), (two[1].white, two[1].black));
        }
        assert!(games.iter().zip(0..).all(|(game, n)| game.game == n));
    }

    #[test]
    fn the_first_runs_the_gauntlet() {
        let schedule = Schedule::new(TournamentKind::Gauntlet, 4, 2);
        assert_eq!(schedule.games(), 12);
        assert!(
            schedule
                .games_of(Shard::WHOLE)
                .all(|game| game.black == 0 || game.white == 0)
        );
    }

    #[test]
    fn two_engines_are_the_same_in_both_forms() {
        let robin = Schedule::new(TournamentKind::RoundRobin, 2, 5);
        assert_eq!(robin, Schedule::new(TournamentKind::Gauntlet, 2, 5));
        assert_eq!(robin.games(), 10);
    }

    #[test]
    fn shards_make_up_the_whole_and_split_no_pair() {
        let schedule = Schedule::new(TournamentKind::RoundRobin, 3, 7);
        let mut seen = BTreeSet::new();
        for index in 1..=4 {
            let shard = Shard { index, of: 4 };
            let games: Vec<_> = schedule.games_of(shard).collect();
            assert!(games.chunks(2).all(|two| two[0].pair == two[1].pair));
            for game in games {
                assert!(seen.insert(game.game), "game {} twice", game.game);
            }
        }
        assert_eq!(seen.len() as u32, schedule.games());
    }

    #[test]
    fn a_longer_match_begins_with_the_shorter_one() {
        let short = Schedule::new(TournamentKind::RoundRobin, 5, 2);
        let long = Schedule::new(TournamentKind::RoundRobin, 5, 9);
        let games: Vec<_> = short.games_of(Shard::WHOLE).collect();
        assert!(long.games_of(Shard::WHOLE).take(games.len()).eq(games));
    }

    #[test]
    fn what_cannot_be() {
        assert_eq!(Schedule::new(TournamentKind::RoundRobin, 1, 9).games(), 0);
        assert_eq!(Schedule::new(TournamentKind::Gauntlet, 0, 9).game(0), None);
        assert!(Schedule::new(TournamentKind::RoundRobin, 100, u32::MAX).games() > 0);
        for text in ["", "1", "0/4", "5/4", "a/b", "1/0", "-1/2"] {
            let error = text.parse::<Shard>().unwrap_err();
            assert!(error.contains("2/8"), "{error}");
        }
        assert_eq!("3/4".parse(), Ok(Shard { index: 3, of: 4 }));
        assert_eq!(Shard { index: 3, of: 4 }.to_string(), "3/4");
    }
}
