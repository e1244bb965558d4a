//! The settings of an engine as `INFO` lines, and engines that do not know them.

use crate::engine::Variant;
use crate::engines::client::connection::refused;
use crate::engines::{EngineError, EngineSpec};
use crate::gomoku::Rule;
use crate::search::{Clock, ClockRule};

/// Memory of an engine in Gomocup's tournaments.
const MEMORY_MB: u64 = 350;

/// The lines of a game with this rule. Those of the clock follow.
pub(super) fn info_lines(spec: &EngineSpec, rule: Rule) -> Vec<String> {
    let mut lines = vec![
        "INFO game_type 1".to_owned(),
        format!("INFO rule {}", rule.code()),
    ];
    let memory = spec.memory.or(spec.memory_limit).unwrap_or(MEMORY_MB);
    let limits = [
        ("max_memory", Some(memory.saturating_mul(1 << 20))),
        ("pondering", spec.ponders().then_some(1)),
        ("thread_num", spec.threads.map(u64::from)),
        ("max_depth", spec.depth.map(u64::from)),
        ("max_node", spec.nodes),
    ];
    for (key, value) in limits {
        if let Some(value) = value {
            lines.push(format!("INFO {key} {value}"));
        }
    }
    for (key, value) in &spec.options {
        lines.push(format!("INFO {key} {value}"));
    }
    lines
}

/// The first of the keys that change how the engine searches: a match in which it ignores them is worthless.
fn search_key(spec: &EngineSpec) -> Option<&'static str> {
    let keys = [
        ("depth", spec.depth.is_some()),
        ("nodes", spec.nodes.is_some()),
        ("option", !spec.options.is_empty()),
    ];
    keys.into_iter()
        .find_map(|(key, is_given)| is_given.then_some(key))
}

/// Refuses an engine that answers every `INFO` with `UNKNOWN`, if it has to know a limit or an option.
pub(super) fn check_rejected(spec: &EngineSpec) -> Result<(), EngineError> {
    match search_key(spec) {
        Some(key) => Err(refused(format!(
            "answers every INFO with UNKNOWN, so it does not get {key}; set it in cmd=COMMAND or with init=LINE"
        ))),
        None => Ok(()),
    }
}

/// What else such an engine does not get, as a warning; `None` if it needs no more.
pub(super) fn rejected_warning(spec: &EngineSpec, rule: Rule, clock: &Clock) -> Option<String> {
    let is_timed = clock.rule() != ClockRule::Unlimited;
    let missing = [
        (
            rule != Rule::Freestyle,
            format!("the rule {}", Variant::Gomoku(rule)),
        ),
        (is_timed, "the clock".into()),
        (spec.memory.is_some(), "memory".into()),
        (spec.threads.is_some(), "threads".into()),
        (spec.ponders(), "ponder".into()),
    ];
    let missing: Vec<String> = missing
        .into_iter()
        .filter_map(|(is_missing, what)| is_missing.then_some(what))
        .collect();
    let loses = match is_timed {
        true => ", and loses on time if it thinks too long",
        false => "",
    };
    let (name, what) = (&spec.name, missing.join(", "));
    (!missing.is_empty())
        .then(|| format!("{name} does not get {what}: it answers every INFO with UNKNOWN{loses}"))
}

/// A warning about an engine that answers only some `INFO` lines with `UNKNOWN`; the answers do not say which. `None` if it
/// has to know no limit and no option.
pub(super) fn partly_rejected_warning(spec: &EngineSpec) -> Option<String> {
    let (name, key) = (&spec.name, search_key(spec)?);
    Some(format!(
        "{name} answers an INFO with UNKNOWN: it may ignore {key}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Termination;
    use std::time::Duration;

    fn spec(keys: &str) -> EngineSpec {
        format!("name=a cmd=a {keys}").parse().unwrap()
    }

    #[test]
    fn a_limit_that_the_engine_does_not_know_is_refused() {
        for (keys, key) in [
            ("depth=3", "depth"),
            ("nodes=5", "nodes"),
            ("option.style=2", "option"),
        ] {
            let error = check_rejected(&spec(keys)).unwrap_err();
            assert_eq!(error.termination, Termination::Refused);
            let expected = format!("does not get {key};");
            assert!(error.message.contains(&expected), "{error}");
            let warning = partly_rejected_warning(&spec(keys)).unwrap();
            assert!(warning.ends_with(&format!("may ignore {key}")), "{warning}");
        }
        for keys in ["", "memory=4 threads=2 ponder=on"] {
            assert!(check_rejected(&spec(keys)).is_ok());
            assert_eq!(partly_rejected_warning(&spec(keys)), None);
        }
    }

    #[test]
    fn a_rule_and_a_clock_that_the_engine_does_not_know_are_a_warning() {
        let untimed = Clock::new(ClockRule::Unlimited);
        let timed = Clock::new(ClockRule::PerMove(Duration::from_secs(1)));
        let warning = |keys, rule, clock| rejected_warning(&spec(keys), rule, clock);
        assert_eq!(warning("", Rule::Freestyle, &untimed), None);
        assert_eq!(
            warning("", Rule::Renju, &untimed).unwrap(),
            "a does not get the rule Renju: it answers every INFO with UNKNOWN"
        );
        assert_eq!(
            warning("threads=2 memory=4", Rule::Standard, &timed).unwrap(),
            "a does not get the rule Gomoku Standard, the clock, memory, threads: it answers every INFO with UNKNOWN, \
             and loses on time if it thinks too long"
        );
    }
}
