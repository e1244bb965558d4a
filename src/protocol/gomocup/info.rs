//! The keys of `INFO`.

use crate::engine::MAX_THREADS;
use crate::gomoku::Rule;
use crate::protocol::cut_word;
use crate::protocol::gomocup::call::{Answer, Call, Failure};
use std::fmt::Write;
use std::time::Duration;

/// A key of `INFO`.
pub(crate) struct Key {
    /// The name. Its case does not matter.
    pub name: &'static str,
    /// The value in the notation of the manual.
    pub value: &'static str,
    /// What the key sets, without a full stop at the end.
    pub summary: &'static str,
    /// Sets the value, a whole number; `None` if the key has no effect.
    set: Option<fn(&mut Call<'_>, i64)>,
}

/// A key whose value is a whole number.
const fn number(
    name: &'static str,
    value: &'static str,
    summary: &'static str,
    set: fn(&mut Call<'_>, i64),
) -> Key {
    Key {
        name,
        value,
        summary,
        set: Some(set),
    }
}

/// A key that has no effect.
const fn without_effect(name: &'static str, value: &'static str, summary: &'static str) -> Key {
    Key {
        name,
        value,
        summary,
        set: None,
    }
}

/// Every key, in the order of the manual.
pub(crate) static KEYS: &[Key] = &[
    number(
        "timeout_turn",
        "MS",
        "time limit for each move; 0 means that the engine answers at once, or no limit beside a `max_depth` below 64 or a `max_node` below 100,000,000. It \
         also ends a running search, at once if that has already reached the limit",
        |call, ms| call.state.time_limits.set_turn(ms),
    ),
    number(
        "timeout_match",
        "MS",
        "time limit for all moves of a game; 0 means no limit",
        |call, ms| call.state.time_limits.set_game(ms),
    ),
    number(
        "time_left",
        "MS",
        "time left for the rest of the game; a negative number counts as 0, and 2147483647 means no limit",
        |call, ms| call.state.time_limits.set_left(ms),
    ),
    number(
        "time_increment",
        "MS",
        "time that the clock gains after each move",
        |call, ms| call.state.time_limits.set_increment(ms),
    ),
    number(
        "max_memory",
        "BYTES",
        "memory limit of the whole process; 0 or less means no limit",
        |call, bytes| call.state.set_memory(bytes, call.session),
    ),
    number(
        "rule",
        "CODE",
        "the rule: 0 freestyle, 1 standard, 4 Renju, 8 Caro, 9 Caro with exactly five. Yixin-Board may \
         also send 2 for Renju, and 5 or 6 for freestyle",
        set_rule,
    ),
    without_effect(
        "game_type",
        "CODE",
        "the opponent: 0 human, 1 program, 2 tournament, 3 network tournament; no effect",
    ),
    without_effect(
        "folder",
        "PATH",
        "folder for the files of the engine; no effect, since it writes none",
    ),
    without_effect(
        "evaluate",
        "X,Y",
        "the point under the mouse pointer; no effect",
    ),
    number(
        "max_depth",
        "PLIES",
        "maximum depth of a search; 0 or less means no limit",
        |call, plies| {
            call.state.time_limits.set_depth_bound(plies);
            let plies = plies.clamp(0, 1000).to_string();
            call.set_option("depth", &plies);
        },
    ),
    number(
        "max_node",
        "NODES",
        "maximum number of nodes for a move; 0 or less means no limit",
        |call, nodes| {
            call.state.time_limits.set_node_bound(nodes);
            call.set_option("nodes", &nodes.max(0).to_string());
        },
    ),
    number(
        "thread_num",
        "THREADS",
        "number of search threads, at most the number of processors",
        |call, threads| {
            let threads = threads.clamp(1, max_threads());
            call.set_option("threads", &threads.to_string());
        },
    ),
    number(
        "hash_size",
        "KB",
        "size of the transposition table, rounded down to whole MB, at least 1 MB",
        |call, kb| call.state.set_hash(kb, call.session),
    ),
    number(
        "pondering",
        "0|1",
        "1: search while the opponent thinks",
        |call, on| {
            call.set_option("ponder", if on > 0 { "true" } else { "false" });
        },
    ),
    number(
        "show_detail",
        "0|1|2|3",
        "1: live lines for Yixin-Board; 2 or 3: also `INFO` lines for each iteration, as Yixin-Board 3.0 reads \
         them: `EVAL` is `+M5` or `-M4` for a win or loss in that number of plies, `BESTLINE` the points of \
         the principal variation. Any value selects Yixin-Board's order of coordinates",
        |call, detail| {
            call.state.detail = detail.clamp(0, 3) as u8;
            call.state.yixin = true;
        },
    ),
    without_effect(
        "caution_factor",
        "0 to 5",
        "range of candidate moves; no effect",
    ),
    without_effect(
        "vcthread",
        "0 to 2",
        "number of threads that search for wins by threats; no effect",
    ),
    without_effect(
        "thread_split_depth",
        "PLIES",
        "minimum depth for splitting the work; no effect",
    ),
    without_effect(
        "usedatabase",
        "0|1",
        "1: use the database; no effect, since there is none",
    ),
    without_effect(
        "nbestsym",
        "0 to 2",
        "symmetry of the best moves; no effect",
    ),
    without_effect("checkmate", "0 to 2", "type of search; no effect"),
    without_effect(
        "start_depth",
        "PLIES",
        "depth of the first iteration; no effect",
    ),
];

/// A whole number. A number that is out of range becomes the nearest one.
fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    }))
}

/// The number of threads that this machine runs at the same time, as far as the option `threads` allows it.
pub(crate) fn max_threads() -> i64 {
    let count = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    count.min(MAX_THREADS) as i64
}

/// The time to which these arguments of `INFO` limit a move.
pub(crate) fn turn_limit(arguments: &str) -> Option<Duration> {
    let (key, value) = cut_word(arguments);
    let ms = integer(value).filter(|_| key.eq_ignore_ascii_case("timeout_turn"))?;
    Some(Duration::from_millis(
        ms.clamp(0, i64::from(i32::MAX)) as u64
    ))
}

/// Whether these arguments of `INFO` change nothing.
pub(crate) fn has_no_effect(arguments: &str) -> bool {
    let (key, _) = cut_word(arguments);
    find(key).is_none_or(|row| row.set.is_none())
}

fn find(key: &str) -> Option<&'static Key> {
    KEYS.iter().find(|row| row.name.eq_ignore_ascii_case(key))
}

pub(crate) fn set(call: &mut Call<'_>, arguments: Option<&str>) -> Result<Answer, Failure> {
    let (key, value) = cut_word(arguments.unwrap_or_default());
    let Some(row) = find(key) else {
        log::debug!("ignored: unknown INFO key {key:?}");
        return Answer::nothing();
    };
    if let Some(set) = row.set {
        match integer(value) {
            Some(number) => set(call, number),
            None => call.state.messages.push(format!(
                "INFO {key} {value:?} was ignored, expected a whole number"
            )),
        }
    }
    Answer::nothing()
}

/// The rule with this code; `None` if there is none that the engine plays. `yixin`: the manager is Yixin-Board.
fn rule(code: i64, yixin: bool) -> Option<Rule> {
    match code {
        2 if yixin => Some(Rule::Renju),
        5 | 6 if yixin => Some(Rule::Freestyle),
        _ => u32::try_from(code).ok().and_then(Rule::from_code),
    }
}

/// Whether the rule is supported that these arguments of `INFO` select. `None` if they select none.
pub(crate) fn supports_rule(arguments: &str, yixin: bool) -> Option<bool> {
    let (key, value) = cut_word(arguments);
    let code = integer(value).filter(|_| key.eq_ignore_ascii_case("rule"))?;
    Some(rule(code, yixin).is_some())
}

fn set_rule(call: &mut Call<'_>, code: i64) {
    call.state.rule_error = None;
    call.state.game_error = None;
    match rule(code, call.state.yixin) {
        Some(rule) => {
            call.state.rule = Some(rule);
            if let Err(text) = call.state.take_rule(call.session) {
                call.state.game_error = Some(text);
            }
        }
        None => {
            let rules = Rule::ALL.map(|rule| format!("{} ({})", rule.code(), rule.name()));
            let (last, others) = rules.split_last().expect("the list of rules is not empty");
            call.state.rule_error = Some(format!(
                "rule {code} is not supported, expected {} or {last}",
                others.join(", ")
            ));
        }
    }
}

/// The manual's table of the keys, in Markdown.
pub(crate) fn manual() -> String {
    let mut text =
        "### Keys of `INFO`\n\n| key | value | what it does |\n|---|---|---|\n".to_owned();
    for key in KEYS {
        let value = key.value.replace('|', "\\|");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| `{}` | `{value}` | {} |", key.name, key.summary);
    }
    text + "\n"
}

impl Call<'_> {
    /// Sets an option to a value that is in its range.
    fn set_option(&mut self, name: &str, value: &str) {
        if let Err(error) = self.session.set_option(name, value) {
            self.state.messages.push(error.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique_and_described() {
        for (n, key) in KEYS.iter().enumerate() {
            let name = key.name;
            assert!(KEYS[..n].iter().all(|other| other.name != name), "{name}");
            assert!(
                !key.summary.is_empty() && !key.summary.ends_with('.'),
                "{name}"
            );
        }
    }

    #[test]
    fn numbers_of_any_length() {
        assert_eq!(integer("-1"), Some(-1));
        assert_eq!(integer("+7"), Some(7));
        assert_eq!(integer("99999999999999999999999"), Some(i64::MAX));
        assert_eq!(integer("-99999999999999999999999"), Some(i64::MIN));
        for text in ["", "-", "1.5", "x", "1 2", "--1"] {
            assert_eq!(integer(text), None, "{text}");
        }
    }

    #[test]
    fn only_the_turn_limit_is_a_limit_for_a_move() {
        let limit = |arguments| turn_limit(arguments).map(|time| time.as_millis());
        assert_eq!(limit("TIMEOUT_TURN   -1"), Some(0));
        assert_eq!(limit("timeout_turn 5"), Some(5));
        assert_eq!(limit("timeout_turn 99999999999"), Some(2_147_483_647));
        assert_eq!([limit("time_left 0"), limit("timeout_turn")], [None; 2]);
    }

    #[test]
    fn yixin_board_has_codes_of_its_own() {
        for (code, others, yixin) in [(1, true, true), (2, false, true), (7, false, false)] {
            let arguments = format!("Rule {code}");
            assert_eq!(supports_rule(&arguments, false), Some(others), "{code}");
            assert_eq!(supports_rule(&arguments, true), Some(yixin), "{code}");
        }
        for arguments in ["rule x", "rule", "timeout_turn 2"] {
            assert_eq!(supports_rule(arguments, false), None, "{arguments}");
        }
    }

    #[test]
    fn some_keys_have_no_effect() {
        assert!(
            has_no_effect("Evaluate 3,4") && has_no_effect("folder /tmp") && has_no_effect("x")
        );
        assert!(!has_no_effect("timeout_turn 5") && !has_no_effect("RULE 1"));
    }
}
