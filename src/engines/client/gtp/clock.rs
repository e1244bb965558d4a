//! Clocks as GTP commands.

use crate::engines::client::remaining_time::{RemainingTime, seconds};
use crate::search::{Clock, ClockRule};
use std::time::Duration;

/// How an engine learned its time control. This decides how `time_left` is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimeSystem {
    /// The engine does not know the time control, or there is no limit.
    None,
    /// Main time, with or without an increment.
    Main,
    /// Overtime as in the rule.
    Overtime,
    /// A fixed time for every move.
    PerMove,
}

/// The commands that set a time control, the most exact one first.
pub(super) fn time_commands(rule: ClockRule) -> Vec<(String, TimeSystem)> {
    let settings = |main, period, stones: u32| {
        let (main, period) = (seconds(main), seconds(period));
        format!("time_settings {main} {period} {stones}")
    };
    let zero = Duration::ZERO;
    match rule {
        ClockRule::Unlimited => vec![("time_settings 0 1 0".into(), TimeSystem::None)],
        ClockRule::PerMove(time) => vec![(settings(zero, time, 1), TimeSystem::PerMove)],
        ClockRule::Absolute { main } => vec![(settings(main, zero, 0), TimeSystem::Main)],
        ClockRule::Canadian {
            main,
            period,
            stones,
        } => vec![(settings(main, period, stones), TimeSystem::Overtime)],
        ClockRule::Byoyomi {
            main,
            period,
            periods,
        } => {
            let rule = format!("byoyomi {} {} {periods}", seconds(main), seconds(period));
            vec![
                (format!("kata-time_settings {rule}"), TimeSystem::Overtime),
                (format!("kgs-time_settings {rule}"), TimeSystem::Overtime),
                // One move in every period: what byo-yomi allows without losing a period.
                (settings(main, period, 1), TimeSystem::PerMove),
            ]
        }
        ClockRule::Fischer {
            main,
            increment,
            main_limit,
            max_per_move,
        } => {
            let limit = |limit: Option<Duration>| limit.map_or("-1".into(), seconds);
            let (main_seconds, increment) = (seconds(main), seconds(increment));
            let mut commands = vec![(
                format!(
                    "kata-time_settings fischer-capped {main_seconds} {increment} {} {}",
                    limit(main_limit),
                    limit(max_per_move)
                ),
                TimeSystem::Main,
            )];
            if main_limit.is_none() && max_per_move.is_none() {
                let plain = format!("kata-time_settings fischer {main_seconds} {increment}");
                commands.insert(0, (plain, TimeSystem::Main));
            }
            // The engine does not know about increments then, but `time_left` includes them.
            commands.push((settings(main, zero, 0), TimeSystem::Main));
            commands
        }
    }
}

/// The time and the stones of `time_left`; `None` if the engine does not need the command.
pub(super) fn time_left(system: TimeSystem, clock: &Clock) -> Option<(Duration, u32)> {
    Some(match system {
        TimeSystem::None => return None,
        TimeSystem::Main => (clock.left(), 0),
        TimeSystem::Overtime => (clock.left(), clock.stones_or_periods()),
        TimeSystem::PerMove => {
            let remaining = RemainingTime::of(clock);
            match remaining.left {
                Some(left) => (left, 0),
                None => (remaining.per_move.unwrap_or_default(), 1),
            }
        }
    })
}

/// A time command with whole seconds, for engines that accept nothing else. Times are rounded down, but
/// to one second at least, since zero would be another time control. The match runner still judges the
/// exact time; [`rounding_warning`] says so. `None` if an increment would have to be rounded up.
pub(super) fn whole_seconds(command: &str) -> Option<String> {
    let has_increment = !command.starts_with("time_settings ");
    let words: Option<Vec<String>> = command
        .split(' ')
        .map(|word| match word.parse::<f64>() {
            Ok(number) if number > 0.0 && number < 1.0 && has_increment => None,
            Ok(number) if number > 0.0 => Some(number.floor().max(1.0).to_string()),
            _ => Some(word.to_owned()),
        })
        .collect();
    Some(words?.join(" "))
}

/// What the engine makes of the times of a command that it gets with whole seconds, as a warning. `None` if it only gets
/// more time than its clock has, and loses nothing by it, since nobody judges its clock.
pub(super) fn rounding_warning(engine: &str, exact: &str, judges_clocks: bool) -> Option<String> {
    let is_below_one = |word: &&str| {
        word.parse()
            .is_ok_and(|number: f64| number > 0.0 && number < 1.0)
    };
    match exact.split(' ').find(is_below_one) {
        Some(time) => judges_clocks.then(|| format!(
            "{engine} accepts whole seconds only: it gets 1 s instead of {time} s, and will probably lose on time"
        )),
        None => Some(
            format!("{engine} accepts whole seconds only, so its times are rounded down")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_is_rounded_up_is_named() {
        for (exact, expected) in [
            ("time_settings 0 0.1 1", "1 s instead of 0.1 s"),
            ("time_settings 0.5 0 0", "1 s instead of 0.5 s"),
            ("time_settings 10 0.25 25", "1 s instead of 0.25 s"),
            ("time_settings 10.9 1.5 1", "rounded down"),
            (
                "kata-time_settings fischer-capped 9.5 1 -1 2",
                "rounded down",
            ),
        ] {
            let warning = rounding_warning("a", exact, true).unwrap();
            assert!(warning.contains(expected), "{exact}: {warning}");
            // A bridge loses nothing by a time that is rounded up.
            let of_bridge = rounding_warning("a", exact, false);
            assert_eq!(of_bridge.is_some(), expected == "rounded down", "{exact}");
        }
    }

    #[test]
    fn time_left_has_the_stones_of_overtime() {
        let seconds = Duration::from_secs;
        let mut canadian = Clock::new(ClockRule::Canadian {
            main: seconds(10),
            period: seconds(30),
            stones: 5,
        });
        let overtime = |clock: &Clock| time_left(TimeSystem::Overtime, clock);
        assert_eq!(overtime(&canadian), Some((seconds(10), 0)));
        canadian.spend(seconds(10));
        assert_eq!(overtime(&canadian), Some((seconds(30), 5)));
        canadian.spend(seconds(4));
        assert_eq!(overtime(&canadian), Some((seconds(26), 4)));
        let byoyomi = Clock::new(ClockRule::Byoyomi {
            main: seconds(0),
            period: seconds(30),
            periods: 3,
        });
        assert_eq!(overtime(&byoyomi), Some((seconds(30), 3)));
        // One move in every period.
        let as_per_move = time_left(TimeSystem::PerMove, &byoyomi);
        assert_eq!(as_per_move, Some((seconds(30), 1)));
    }

    #[test]
    fn seconds_become_whole() {
        for (exact, whole) in [
            ("time_settings 60 0 0", Some("time_settings 60 0 0")),
            ("time_settings 10.9 1.5 1", Some("time_settings 10 1 1")),
            ("time_settings 0.5 0 0", Some("time_settings 1 0 0")),
            (
                "kata-time_settings fischer 3.5 1.5",
                Some("kata-time_settings fischer 3 1"),
            ),
            ("kata-time_settings fischer 3.5 0.1", None),
        ] {
            assert_eq!(whole_seconds(exact).as_deref(), whole, "{exact}");
        }
    }

    #[test]
    fn every_rule_has_its_commands() {
        let first = |rule| time_commands(rule)[0].clone();
        let (second, tenth) = (Duration::from_secs(1), Duration::from_millis(100));
        assert_eq!(first(ClockRule::Unlimited).0, "time_settings 0 1 0");
        assert_eq!(first(ClockRule::PerMove(tenth)).0, "time_settings 0 0.1 1");
        let fischer = |max_per_move| ClockRule::fischer(second, tenth, max_per_move);
        assert_eq!(first(fischer(None)).0, "kata-time_settings fischer 1 0.1");
        assert_eq!(
            first(fischer(Some(second))).0,
            "kata-time_settings fischer-capped 1 0.1 -1 1"
        );
    }
}
