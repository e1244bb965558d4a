//! Commands that concern the clocks.

use crate::game::Side;
use crate::protocol::gtp::call::{Call, Command, Failure, command};
use crate::protocol::lexer::{
    ParseResult, Parser, alt, color, float, integer, keyword, no_arguments, opt, preceded, seconds,
    seconds_left,
};
use crate::search::ClockRule;
use crate::session::{SearchMode, SearchOptions};
use std::time::Duration;

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "time_settings", "MAIN PERIOD STONES", (seconds, seconds, count) => time_settings;
        "Sets the clock of both sides: absolute time, Canadian byo-yomi or no limit.";
        "Times are in seconds and may have a fraction. `MAIN 0 0` is the time for the whole game. \
         `MAIN PERIOD STONES` is main time, then PERIOD seconds for every STONES moves. A PERIOD \
         above 0 with 0 STONES means no limit, as GTP defines it; so does `0 0 0`. Reply: \
         nothing.";
        "> time_settings 600 0 0\n< =\n> time_settings 0 30 10\n< =\n> time_settings 0 1 0\n< ="
    },
    command! {
        "kgs-time_settings", "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES", kgs => set_rule;
        "Sets the clock of both sides in the notation of KGS.";
        "Times are in seconds. Reply: nothing.";
        "> kgs-time_settings byoyomi 60 10 5\n< =\n> kgs-time_settings none\n< ="
    },
    command! {
        "kata-time_settings", "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES | fischer MAIN INCREMENT | fischer-capped MAIN INCREMENT MAIN_LIMIT MOVE_LIMIT", kata => set_rule;
        "Sets the clock of both sides in the notation of KataGo, which has increments.";
        "Times are in seconds. With `fischer-capped`, the clock never exceeds MAIN_LIMIT and a \
         move never takes longer than MOVE_LIMIT; a negative value means no limit. Reply: \
         nothing.";
        "> kata-time_settings fischer 180 2\n< =\n> kata-time_settings fischer-capped 60 1 -1 10\n< ="
    },
    command! {
        "kata-list_time_settings", "", no_arguments => list_time_settings;
        "Lists the clocks that `kata-time_settings` accepts.";
        "Reply: words.";
        "> kata-list_time_settings\n< = none absolute byoyomi canadian fischer fischer-capped"
    },
    command! {
        "time_left", "COLOR SECONDS STONES", (color, seconds_left, count_left) => time_left;
        "Sets the time left on a clock.";
        "STONES is 0 in main time; after that, it is the number of moves (Canadian) or periods \
         (byo-yomi) left. Numbers below 0 count as 0. Without this command the engine keeps the time itself. A side without a \
         clock gets one; after `time_settings MAIN PERIOD 0`, which means no limit, PERIOD is taken for the time that each \
         move adds, or without MAIN for each move if SECONDS is at most PERIOD; both need STONES 0. Reply: nothing.";
        "> time_left white 593 0\n< ="
    },
    command! {
        "flipfive-move_time", "SECONDS", seconds => move_time;
        "Sets the time for a move of a game without clocks.";
        "SECONDS may have a fraction. The option `move-time` is the same value in milliseconds. \
         Reply: nothing.";
        "> flipfive-move_time 0.5\n< =\n> flipfive-option move-time\n< = 500"
    },
    command! {
        "flipfive-time", "[COLOR]", opt(color) => time;
        "Shows the clock of a side and the time limit of its next `genmove`.";
        "COLOR is the side to move by default. Reply: lines with `color`; `clock`, the time \
         control; `left` in seconds; `stones` as in `time_left`; `target`, the intended time, and \
         `maximum`, the latest time for the answer, both in milliseconds from the arrival of the \
         command, or `none`; and `use_all`, whether unused time is lost.";
        "> flipfive-move_time 2\n< =\n> flipfive-time b\n< = color black\n< clock none\n< left 0.000\n< \
         stones 0\n< target 1960\n< maximum 1960\n< use_all true\n> time_settings 300 0 0\n< =\n> \
         flipfive-time\n< = color black\n< clock absolute 300\n< left 300.000\n< stones 0\n< target \
         {int}\n< maximum {int}\n< use_all false"
    },
];

fn none(input: &str) -> ParseResult<'_, ClockRule> {
    keyword("none").map(|_| ClockRule::Unlimited).parse(input)
}

fn absolute(input: &str) -> ParseResult<'_, ClockRule> {
    preceded(keyword("absolute"), seconds)
        .map(|main| ClockRule::Absolute { main })
        .parse(input)
}

fn byoyomi(input: &str) -> ParseResult<'_, ClockRule> {
    preceded(keyword("byoyomi"), (seconds, seconds, count))
        .map(|(main, period, periods)| {
            if period.is_zero() || periods == 0 {
                ClockRule::Absolute { main }
            } else {
                ClockRule::Byoyomi {
                    main,
                    period,
                    periods,
                }
            }
        })
        .parse(input)
}

fn canadian(input: &str) -> ParseResult<'_, ClockRule> {
    preceded(keyword("canadian"), (seconds, seconds, count))
        .map(|(main, period, stones)| canadian_rule(main, period, stones))
        .parse(input)
}

fn fischer(input: &str) -> ParseResult<'_, ClockRule> {
    preceded(keyword("fischer"), (seconds, seconds))
        .map(|(main, increment)| ClockRule::fischer(main, increment, None))
        .parse(input)
}

fn fischer_capped(input: &str) -> ParseResult<'_, ClockRule> {
    preceded(keyword("fischer-capped"), (seconds, seconds, limit, limit))
        .map(
            |(main, increment, main_limit, max_per_move)| ClockRule::Fischer {
                main: main_limit.map_or(main, |limit| main.min(limit)),
                increment,
                main_limit,
                max_per_move,
            },
        )
        .parse(input)
}

/// A number of moves or periods.
fn count(input: &str) -> ParseResult<'_, u32> {
    integer(0..=i64::MAX)
        .map(|count| count.min(i64::from(u32::MAX)) as u32)
        .parse(input)
}

/// The number of moves that are left. Some hosts send a negative number when a clock has run out.
fn count_left(input: &str) -> ParseResult<'_, u32> {
    integer(i64::MIN..=i64::MAX)
        .map(|count| count.clamp(0, i64::from(u32::MAX)) as u32)
        .parse(input)
}

/// A time limit; `None` if the number is negative.
fn limit(input: &str) -> ParseResult<'_, Option<Duration>> {
    let (after, value) = float(input)?;
    if value < 0.0 {
        Ok((after, None))
    } else {
        seconds.map(Some).parse(input)
    }
}

fn kgs(input: &str) -> ParseResult<'_, ClockRule> {
    alt((none, absolute, byoyomi, canadian)).parse(input)
}

fn kata(input: &str) -> ParseResult<'_, ClockRule> {
    alt((kgs, fischer, fischer_capped)).parse(input)
}

fn canadian_rule(main: Duration, period: Duration, stones: u32) -> ClockRule {
    match (main.is_zero(), period.is_zero(), stones) {
        (_, false, 0) | (true, true, _) => ClockRule::Unlimited,
        (false, true, _) => ClockRule::Absolute { main },
        (_, false, stones) => ClockRule::Canadian {
            main,
            period,
            stones,
        },
    }
}

fn time_settings(
    call: &mut Call<'_>,
    (main, period, stones): (Duration, Duration, u32),
) -> Result<(), Failure> {
    set_rule(call, canadian_rule(main, period, stones))?;
    let is_for_none = stones == 0 && !period.is_zero();
    call.state.period_of_no_stones = is_for_none.then_some((main, period));
    Ok(())
}

fn set_rule(call: &mut Call<'_>, rule: ClockRule) -> Result<(), Failure> {
    call.state.period_of_no_stones = None;
    call.session.set_clock(rule);
    Ok(())
}

fn list_time_settings(_: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    Ok("none absolute byoyomi canadian fischer fischer-capped".to_owned())
}

fn time_left(
    call: &mut Call<'_>,
    (side, left, stones): (Side, Duration, u32),
) -> Result<(), Failure> {
    // A host that reports a clock after a period for 0 stones means it for each move: the match runner of neural-reversi.
    if let Some((main, period)) = call.state.period_of_no_stones
        && stones == 0
        && call.session.clock(side).rule() == ClockRule::Unlimited
        && (!main.is_zero() || left <= period)
    {
        call.session.set_clock(match main.is_zero() {
            true => ClockRule::PerMove(period),
            false => ClockRule::fischer(main, period, None),
        });
    }
    // Hosts count whole seconds, and some round them up. In the last second that is too much, and the engine's own count is
    // finer.
    let own = call.session.clock(side);
    let is_rounded_up = left.subsec_nanos() == 0
        && own.stones_or_periods() == stones
        && (Duration::from_nanos(1)..Duration::from_secs(1))
            .contains(&left.saturating_sub(own.left()));
    if !is_rounded_up {
        call.session.set_time_left(side, left, stones);
    }
    Ok(())
}

fn move_time(call: &mut Call<'_>, time: Duration) -> Result<(), Failure> {
    let ms = time.as_millis().to_string();
    Ok(call.session.set_option("move-time", &ms)?)
}

/// A time control in the notation of `kata-time_settings`.
fn rule_text(rule: ClockRule) -> String {
    let seconds = |time: Duration| time.as_secs_f64();
    match rule {
        ClockRule::Unlimited => "none".into(),
        ClockRule::PerMove(time) => format!("per move {}", seconds(time)),
        ClockRule::Absolute { main } => format!("absolute {}", seconds(main)),
        ClockRule::Canadian {
            main,
            period,
            stones,
        } => {
            format!("canadian {} {} {stones}", seconds(main), seconds(period))
        }
        ClockRule::Byoyomi {
            main,
            period,
            periods,
        } => {
            format!("byoyomi {} {} {periods}", seconds(main), seconds(period))
        }
        ClockRule::Fischer {
            main,
            increment,
            main_limit: None,
            max_per_move: None,
        } => {
            format!("fischer {} {}", seconds(main), seconds(increment))
        }
        ClockRule::Fischer {
            main,
            increment,
            main_limit,
            max_per_move,
        } => {
            let limit = |limit: Option<Duration>| limit.map_or(-1.0, seconds);
            format!(
                "fischer-capped {} {} {} {}",
                seconds(main),
                seconds(increment),
                limit(main_limit),
                limit(max_per_move)
            )
        }
    }
}

fn time(call: &mut Call<'_>, side: Option<Side>) -> Result<String, Failure> {
    let session = &*call.session;
    let side = side.unwrap_or_else(|| session.record().side());
    let clock = session.clock(side);
    let limits = session.limits(
        side,
        SearchMode::Play,
        &SearchOptions::default(),
        call.received,
    );
    let budget = match limits.time {
        Some(time) => format!(
            "target {}\nmaximum {}\nuse_all {}",
            time.soft.as_millis(),
            time.hard.as_millis(),
            time.use_all
        ),
        None => "target none\nmaximum none\nuse_all false".into(),
    };
    Ok(format!(
        "color {side}\nclock {}\nleft {:.3}\nstones {}\n{budget}",
        rule_text(clock.rule()),
        clock.left().as_secs_f64(),
        clock.stones_or_periods()
    ))
}
