//! Our own levels as opponents: how strong is an engine?

use crate::engine::Variant;
use crate::engines::{EngineSpec, GameSpec};
use crate::gomoku::Rule;
use crate::protocol::ProtocolKind;
use crate::search::{ClockRule, MAX_LEVEL};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Consecutive levels of play, such as `1-8` or `3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LevelRange {
    first: u8,
    last: u8,
}

impl LevelRange {
    /// The engines of these levels.
    pub(crate) fn engines(self) -> impl Iterator<Item = EngineSpec> {
        (self.first..=self.last).map(level)
    }
}

impl FromStr for LevelRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let level = |text: &str| {
            text.trim()
                .parse()
                .ok()
                .filter(|level| (1..=MAX_LEVEL).contains(level))
        };
        match (level(first), level(last)) {
            (Some(first), Some(last)) if first <= last => Ok(Self { first, last }),
            _ => Err(format!(
                "{text:?} is not a range of levels; expected one level from 1 to {MAX_LEVEL}, or FIRST-LAST such as 1-{MAX_LEVEL}"
            )),
        }
    }
}

impl TryFrom<String> for LevelRange {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<LevelRange> for String {
    fn from(levels: LevelRange) -> Self {
        levels.to_string()
    }
}

impl fmt::Display for LevelRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first == self.last {
            true => write!(f, "{}", self.first),
            false => write!(f, "{}-{}", self.first, self.last),
        }
    }
}

/// Elo of the levels, from their matches against the next lower one (docs/levels.md). Level 1 is 0.
const OTHELLO_RATINGS: [i32; MAX_LEVEL as usize] = [0, 382, 657, 1094, 1369, 1766, 2202, 2900];
const GOMOKU_RATINGS: [i32; MAX_LEVEL as usize] = [0, 382, 728, 1010, 1686, 2110, 2714, 3290];

/// The time for a move with which the highest level was rated.
const OTHELLO_TIME: Duration = Duration::from_millis(100);
const GOMOKU_TIME: Duration = Duration::from_millis(250);

/// Levels 1 to 7 obey the clock, and their moves take up to a few tenths of a second. A clock that gives the first move less
/// than this makes them weaker than they were rated.
const MIN_FIRST_MOVE: Duration = Duration::from_millis(300);

/// Moves of a side in a typical game.
const TYPICAL_MOVES: u32 = 30;

/// The executable of this program, as the command of an engine.
fn own_command() -> String {
    let program = std::env::current_exe().unwrap_or_else(|_| "flipfive".into());
    let program = program.to_string_lossy();
    shlex::try_quote(&program).map_or_else(|_| program.to_string(), |quoted| quoted.into_owned())
}

fn level(level: u8) -> EngineSpec {
    EngineSpec {
        command: own_command(),
        name: format!("level-{level}"),
        protocol: Some(ProtocolKind::Gtp),
        level: Some(level),
        ..EngineSpec::default()
    }
}

/// The time that a clock gives the first move; `None` without a limit.
fn first_move(clock: ClockRule) -> Option<Duration> {
    let share = |main: Duration, more: Duration| (main / TYPICAL_MOVES).saturating_add(more);
    Some(match clock {
        ClockRule::Unlimited => return None,
        ClockRule::PerMove(time) => time,
        ClockRule::Absolute { main } => main / TYPICAL_MOVES,
        ClockRule::Canadian {
            main,
            period,
            stones,
        } => share(main, period / stones.max(1)),
        ClockRule::Byoyomi { main, period, .. } => share(main, period),
        ClockRule::Fischer {
            main,
            increment,
            max_per_move,
            ..
        } => {
            // The first increment comes after the move.
            let most = max_per_move.map_or(main, |limit| limit.min(main));
            share(main, increment).min(most)
        }
    })
}

/// Whether a level plays on a clock as it was rated. `time` is that of a move with which level 8 was rated, against
/// level 7.
fn is_rated_clock(level: u8, clock: ClockRule, time: Duration) -> bool {
    match (level, clock) {
        (MAX_LEVEL, clock) => clock == ClockRule::PerMove(time),
        (_, ClockRule::PerMove(given)) => given >= time,
        _ => first_move(clock).is_none_or(|first| first >= MIN_FIRST_MOVE),
    }
}

/// The rating of an engine that is one of our levels, on the scale on which level 1 is 0; `None` if it is
/// another engine, has other settings or too short a clock for the rated levels, or plays a game in which they were not
/// rated. `clock` is that of the match.
pub(crate) fn known_rating(engine: &EngineSpec, spec: GameSpec, clock: ClockRule) -> Option<i32> {
    let (ratings, time) = match (spec.variant, spec.size) {
        (Variant::Othello, 8) => (OTHELLO_RATINGS, OTHELLO_TIME),
        (Variant::Gomoku(Rule::Freestyle), 15) => (GOMOKU_RATINGS, GOMOKU_TIME),
        _ => return None,
    };
    // With these it would be stronger or weaker than the level that was rated.
    let is_changed = engine.depth.is_some()
        || engine.nodes.is_some()
        || engine.threads.is_some()
        || engine.ponder.is_some()
        || engine.timeodds.is_some()
        || !engine.options.is_empty()
        || !engine.init.is_empty();
    let is_own = engine.command == own_command();
    let level = engine.level.filter(|_| is_own && !is_changed)?;
    if !is_rated_clock(level, engine.clock(clock), time) {
        return None;
    }
    ratings.get(usize::from(level).checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::TimeControl;
    use crate::tournament::fixture::{OTHELLO, gomoku};

    #[test]
    fn levels_are_ranges() {
        for text in ["1-8", "3", "2-7"] {
            let levels: LevelRange = text.parse().unwrap();
            assert_eq!(levels.to_string(), text);
        }
        for text in ["", "0", "9", "1-9", "5-3", "a-b", "1-"] {
            assert!(text.parse::<LevelRange>().is_err(), "{text}");
        }
    }

    #[test]
    fn ratings_are_those_of_the_rated_games() {
        let renju = gomoku(Rule::Renju, 15);
        let clock = ClockRule::Absolute {
            main: Duration::from_secs(60),
        };
        assert_eq!(known_rating(&level(1), OTHELLO, clock), Some(0));
        assert_eq!(
            known_rating(&level(5), gomoku(Rule::Freestyle, 15), clock),
            Some(1686)
        );
        assert_eq!(known_rating(&level(5), renju, clock), None);
        assert_eq!(known_rating(&EngineSpec::default(), OTHELLO, clock), None);
        let shallow = EngineSpec {
            depth: Some(1),
            ..level(4)
        };
        assert_eq!(known_rating(&shallow, OTHELLO, clock), None);
        // Level 8 uses the clock.
        assert_eq!(known_rating(&level(8), OTHELLO, clock), None);
        let rated = |ms| {
            known_rating(
                &level(8),
                OTHELLO,
                ClockRule::PerMove(Duration::from_millis(ms)),
            )
        };
        assert_eq!((rated(100), rated(250)), (Some(2900), None));
        for ratings in [OTHELLO_RATINGS, GOMOKU_RATINGS] {
            assert!(ratings.is_sorted());
        }
    }

    #[test]
    fn levels_have_no_rating_on_clocks_that_are_too_short() {
        for (clock, in_othello, in_gomoku) in [
            ("none", true, true),
            ("10+0.1", true, true),
            ("60", true, true),
            ("9", true, true),
            ("0.3/move", true, true),
            ("0.25/move", true, true),
            ("0.1/move", true, false),
            ("0.05/move", false, false),
            ("8.9", false, false),
            ("1+0.01", false, false),
            ("0.2+1", false, false),
            ("60/0.2", false, false),
            ("byoyomi:0:1:3", true, true),
            ("canadian:0:8:40", false, false),
        ] {
            let rule = clock.parse::<TimeControl>().unwrap().rule;
            for level in [level(1), level(7)] {
                let is_rated = |spec| known_rating(&level, spec, rule).is_some();
                assert_eq!(is_rated(OTHELLO), in_othello, "{clock}");
                let game = gomoku(Rule::Freestyle, 15);
                assert_eq!(is_rated(game), in_gomoku, "{clock}");
            }
        }
        // The level may have a clock of its own.
        let fast = EngineSpec {
            tc: Some("0.05/move".parse().unwrap()),
            ..level(5)
        };
        let clock = ClockRule::Unlimited;
        assert_eq!(known_rating(&fast, OTHELLO, clock), None);
    }
}
