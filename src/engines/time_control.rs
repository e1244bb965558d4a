//! Time controls as text.
//!
//! | text | clock |
//! |---|---|
//! | `none` | no limit |
//! | `5/move`, `100ms/move`, `0/5` | for each move |
//! | `60` | for all moves |
//! | `60+1` | for all moves, and an increment after each |
//! | `180/30`, `180+1/30`, `180/30+1` | the same, and the limit after the slash for each move (Gomocup) |
//! | `40/60`, `40/1:00` | 40 moves in every 60 s, as cutechess and fastchess write it |
//! | `canadian:300:60:25` | main time, then 25 moves in every 60 s |
//! | `byoyomi:300:30:3` | main time, then three periods of 30 s; a period that is used up is lost |
//!
//! Numbers are seconds unless a unit follows: `ms`, `s`, `m` or `min`, `h`. Fractions are allowed. `2:30` is two
//! minutes and a half.
//!
//! A limit for a move above the time for all of them makes no sense, so `40/60` is not taken for one. `40/20` is, although
//! other programs read it as 40 moves in 20 s; `40/0:20` is not.

use crate::search::ClockRule;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A time control that can be parsed and displayed.
#[derive(Clone, Copy, Debug)]
pub struct TimeControl {
    /// The clock.
    pub rule: ClockRule,
    /// Whether the text may mean moves in a time, and was read as a limit for each move.
    may_be_moves: bool,
}

impl TimeControl {
    /// The time control of a clock.
    pub const fn new(rule: ClockRule) -> Self {
        Self {
            rule,
            may_be_moves: false,
        }
    }

    /// A sentence about a text such as `40/20`, which is a limit for each move, and 40 moves in 20 s for other runners.
    pub(crate) fn ambiguity(&self) -> Option<String> {
        let ClockRule::Fischer {
            main,
            max_per_move: Some(most),
            ..
        } = self.rule
        else {
            return None;
        };
        let (main, most) = (main.as_secs(), most.as_secs_f64());
        let (minutes, seconds) = ((most / 60.0).floor(), most % 60.0);
        self.may_be_moves.then(|| {
            format!(
                "{main}/{most} is {main} s for all moves and at most {most} s for one; for {main} moves in {most} s \
                 write {main}/{minutes}:{seconds:02}, otherwise {main}s/{most}"
            )
        })
    }
}

/// Two time controls are equal if their clocks are.
impl PartialEq for TimeControl {
    fn eq(&self, other: &Self) -> bool {
        self.rule == other.rule
    }
}

/// The largest number before a slash that may be one of moves. Gomocup's `180/30` is clear.
const MAX_MOVES: u32 = 100;

/// The longest time in seconds: a year.
const MAX_SECONDS: f64 = 366.0 * 24.0 * 3600.0;

fn time(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    if let Some((minutes, seconds)) = text.split_once(':')
        && let Ok(minutes) = minutes.parse::<u32>()
        && let Ok(seconds) = seconds.parse::<f64>()
        && (0.0..60.0).contains(&seconds)
    {
        return time(&format!("{}s", f64::from(minutes) * 60.0 + seconds));
    }
    let digits = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let factor = match unit.trim() {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => {
            return Err(format!(
                "{text:?} is not a time; expected a number with one of the units ms, s, m, h"
            ));
        }
    };
    let seconds = number.parse::<f64>().map_err(|_| {
        format!(
            "{text:?} is not a time; expected a number of seconds, or a number with a unit such as 100ms"
        )
    })? * factor;
    if seconds > MAX_SECONDS {
        return Err(format!("{text:?} is too long; expected at most a year"));
    }
    // Rounded, since 0.1 s has no exact binary representation.
    Ok(Duration::from_micros((seconds * 1e6).round() as u64))
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let clock = Self::read(text.trim())?;
        if has_no_time(&clock.rule) {
            return Err(format!(
                "{text:?} gives no time for the first move; expected for example 10+0.1 or 100ms/move, or none for no limit"
            ));
        }
        Ok(clock)
    }
}

/// Whether a clock has run out before the first move.
fn has_no_time(rule: &ClockRule) -> bool {
    match *rule {
        ClockRule::Unlimited => false,
        ClockRule::PerMove(time) | ClockRule::Absolute { main: time } => time.is_zero(),
        // The increment comes after the move.
        ClockRule::Fischer {
            main, max_per_move, ..
        } => main.is_zero() || max_per_move == Some(Duration::ZERO),
        ClockRule::Canadian { main, period, .. } | ClockRule::Byoyomi { main, period, .. } => {
            main.is_zero() && period.is_zero()
        }
    }
}

impl TimeControl {
    fn read(text: &str) -> Result<Self, String> {
        if matches!(text, "none" | "inf" | "unlimited") {
            return Ok(Self::new(ClockRule::Unlimited));
        }
        if let Some((kind, rest)) = text.split_once(':')
            && kind.starts_with(|c: char| c.is_ascii_alphabetic())
        {
            return overtime(kind.trim(), rest).map(Self::new);
        }
        if text.is_empty() {
            return Err("the clock is empty; expected for example 10+0.1, 1/move or none".into());
        }
        let (times, most) = match text.split_once('/') {
            Some((each, unit)) if unit.trim() == "move" => {
                return Ok(Self::new(ClockRule::PerMove(time(each)?)));
            }
            // c-gomoku-cli: no time for the game.
            Some((main, turn)) if main.trim() == "0" => {
                return Ok(Self::new(ClockRule::PerMove(time(turn)?)));
            }
            Some((moves, period)) if is_moves_in_time(moves, period) => {
                return moves_in_time(moves, period).map(Self::new);
            }
            Some((times, most)) => (times, Some(most)),
            None => (text, None),
        };
        let (main, increment) = split_increment(times);
        // c-gomoku-cli writes the increment last.
        let (most, increment) = match (most.map(split_increment), increment) {
            (Some((most, last)), None) => (Some(most), last),
            _ => (most, increment),
        };
        let main = time(main)?;
        let most = most.map(time).transpose()?;
        let increment = increment.map(time).transpose()?;
        if most.is_some_and(|most| most > main) {
            return Err(format!(
                "{text:?}: the limit for a move is above the time for all moves; expected MATCH/TURN such as \
                 180/30, or a number of moves before the slash such as 40/60"
            ));
        }
        let moves = times.trim().parse::<u32>();
        Ok(Self {
            rule: match (increment, most) {
                (None, None) => ClockRule::Absolute { main },
                _ => ClockRule::fischer(main, increment.unwrap_or_default(), most),
            },
            may_be_moves: most.is_some()
                && moves.is_ok_and(|moves| (1..=MAX_MOVES).contains(&moves)),
        })
    }
}

/// A time and the increment after it.
fn split_increment(text: &str) -> (&str, Option<&str>) {
    match text.split_once('+') {
        Some((time, increment)) => (time, Some(increment)),
        None => (text, None),
    }
}

/// Whether `40/60` is 40 moves in 60 s: read as a limit of 60 s for a move, it would be above the time for all
/// moves.
fn is_moves_in_time(moves: &str, period: &str) -> bool {
    let period = period.split('+').next().unwrap_or_default();
    match (moves.trim().parse::<u32>(), time(period)) {
        (Ok(moves), Ok(time)) => period.contains(':') || time > Duration::from_secs(moves.into()),
        _ => false,
    }
}

fn moves_in_time(moves: &str, period: &str) -> Result<ClockRule, String> {
    if period.contains('+') {
        return Err(format!(
            "{moves}/{period}: a clock of moves in a time has no increment; expected {moves}/TIME, or \
             MAIN+INC for all moves"
        ));
    }
    overtime(
        "canadian",
        &format!("0:{}s:{moves}", time(period)?.as_secs_f64()),
    )
}

fn overtime(kind: &str, rest: &str) -> Result<ClockRule, String> {
    let parts: Vec<_> = rest.split(':').map(str::trim).collect();
    let &[main, period, count] = &parts[..] else {
        return Err(format!(
            "{kind}:{rest} has {} parts after {kind}; expected {kind}:MAIN:PERIOD:NUMBER",
            parts.len()
        ));
    };
    let (main, period) = (time(main)?, time(period)?);
    let count = count
        .parse()
        .ok()
        .filter(|&count| count > 0)
        .ok_or_else(|| format!("{count:?} is not a number of at least 1"))?;
    match kind {
        "canadian" => Ok(ClockRule::Canadian {
            main,
            period,
            stones: count,
        }),
        "byoyomi" => Ok(ClockRule::Byoyomi {
            main,
            period,
            periods: count,
        }),
        _ => Err(format!(
            "unknown kind of clock {kind:?}; expected canadian or byoyomi before the colon"
        )),
    }
}

/// Displays a time in seconds, or in milliseconds below one second, without superfluous digits.
struct Short(Duration);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.0.as_micros();
        if micros > 0 && micros < 1_000_000 {
            write!(f, "{}ms", micros as f64 / 1000.0)
        } else {
            write!(f, "{}", micros as f64 / 1e6)
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule {
            ClockRule::Unlimited => f.write_str("none"),
            ClockRule::PerMove(time) => write!(f, "{}/move", Short(time)),
            ClockRule::Absolute { main } => write!(f, "{}", Short(main)),
            ClockRule::Fischer {
                main,
                increment,
                max_per_move,
                ..
            } => {
                write!(f, "{}+{}", Short(main), Short(increment))?;
                max_per_move.map_or(Ok(()), |most| write!(f, "/{}", Short(most)))
            }
            ClockRule::Canadian {
                main,
                period,
                stones,
            } => write!(f, "canadian:{}:{}:{stones}", Short(main), Short(period)),
            ClockRule::Byoyomi {
                main,
                period,
                periods,
            } => write!(f, "byoyomi:{}:{}:{periods}", Short(main), Short(period)),
        }
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn rule(text: &str) -> ClockRule {
        text.parse::<TimeControl>().unwrap().rule
    }

    fn why(text: &str) -> String {
        text.parse::<TimeControl>().unwrap_err()
    }

    #[test]
    fn time_controls_are_parsed() {
        assert_eq!(rule("none"), ClockRule::Unlimited);
        assert_eq!(rule("100ms/move"), ClockRule::PerMove(MS(100)));
        assert_eq!(rule("0.1/move"), ClockRule::PerMove(MS(100)));
        assert_eq!(rule("15m"), ClockRule::Absolute { main: MS(900_000) });
        let fischer =
            |main, increment, max_per_move| ClockRule::fischer(main, increment, max_per_move);
        assert_eq!(rule("10+0.1"), fischer(MS(10_000), MS(100), None));
        assert_eq!(
            rule("180/30"),
            fischer(MS(180_000), MS(0), Some(MS(30_000)))
        );
        assert_eq!(
            rule(" 2min + 1s / 5s "),
            fischer(MS(120_000), MS(1000), Some(MS(5000)))
        );
        // As c-gomoku-cli writes them.
        assert_eq!(rule("180/30+1"), rule("180+1/30"));
        assert_eq!(rule("0/5"), rule("5/move"));
        assert_eq!(
            rule("canadian:1:60:25"),
            ClockRule::Canadian {
                main: MS(1000),
                period: MS(60_000),
                stones: 25
            }
        );
        assert_eq!(
            rule("byoyomi:0:500ms:3"),
            ClockRule::Byoyomi {
                main: MS(0),
                period: MS(500),
                periods: 3
            }
        );
    }

    #[test]
    fn moves_in_a_time_are_read_as_other_runners_write_them() {
        let of_40 = |period| ClockRule::Canadian {
            main: MS(0),
            period: MS(period),
            stones: 40,
        };
        assert_eq!(rule("40/60"), of_40(60_000));
        assert_eq!(rule("40/2:30"), of_40(150_000));
        assert_eq!(rule("40/0:10.5"), of_40(10_500));
        assert_eq!(rule("40/60s"), of_40(60_000));
        assert_eq!(rule("2:30+1"), rule("150+1"));
        // What makes sense as the time for all moves and the limit for one stays that.
        let fischer = |main, most| ClockRule::fischer(MS(main), MS(0), Some(MS(most)));
        assert_eq!(rule("60/60"), fischer(60_000, 60_000));
        assert_eq!(rule("180/30"), fischer(180_000, 30_000));
        for text in ["40+0/60", "1m/2m", "0.5/1"] {
            assert!(why(text).contains("above the time for all moves"), "{text}");
        }
        assert!(why("40/60+0.5").contains("no increment"));
        assert!(why("40/1:75").contains("is not a time"));
    }

    #[test]
    fn what_other_runners_read_in_another_way_is_explained() {
        let ambiguity = |text: &str| text.parse::<TimeControl>().unwrap().ambiguity();
        assert_eq!(
            ambiguity("40/20").unwrap(),
            "40/20 is 40 s for all moves and at most 20 s for one; for 40 moves in 20 s write 40/0:20, otherwise 40s/20"
        );
        for (text, clear) in [("90/65", "90/1:05"), ("10/2s", "10/0:02")] {
            let found = ambiguity(text).unwrap();
            assert!(found.contains(&format!("write {clear},")), "{found}");
            assert!(matches!(rule(clear), ClockRule::Canadian { .. }));
        }
        for text in [
            "40/0:20", "40/60", "40s/20", "40+0/20", "40+1/20", "180/30", "40", "1/move",
        ] {
            assert_eq!(ambiguity(text), None, "{text}");
        }
    }

    #[test]
    fn displayed_time_controls_are_parsed_back() {
        for text in [
            "none",
            "100ms/move",
            "2/move",
            "900",
            "10+100ms",
            "180+0/30",
            "canadian:1:60:25",
            "byoyomi:0:500ms:3",
            "0.5ms/move",
        ] {
            let read: TimeControl = text.parse().unwrap();
            assert_eq!(read.to_string(), text);
            assert_eq!(read.to_string().parse(), Ok(read));
        }
    }

    #[test]
    fn a_clock_without_time_is_refused() {
        for text in [
            "0",
            "0/move",
            "0+0",
            "0+0.1",
            "60/0",
            "0.0000001",
            "canadian:0:0:25",
            "byoyomi:0:0s:3",
        ] {
            assert!(
                why(text).contains("gives no time for the first move"),
                "{text}"
            );
        }
        for text in ["0.1+0.1", "canadian:5:0:25", "0.001"] {
            rule(text);
        }
    }

    #[test]
    fn errors_name_what_is_expected() {
        assert!(why("").contains("10+0.1"));
        assert!(why("5x/move").contains("ms, s, m, h"));
        assert!(why("abc").contains("expected a number"));
        assert!(why("1.2.3").contains("expected a number"));
        assert!(why("-5").contains("expected a number"));
        assert!(why("byoyomi:1:2").contains("MAIN:PERIOD:NUMBER"));
        assert!(why("byoyomi:1:2:0").contains("at least 1"));
        assert!(why("sudden:1:2:3").contains("canadian or byoyomi"));
        assert!(why("999999999999h").contains("at most a year"));
    }
}
