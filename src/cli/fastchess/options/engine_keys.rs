//! The keys of engines as fastchess and `flipfive match` name them.

use crate::cli::fastchess::options::values::Values;
use anyhow::{anyhow, bail};
use std::collections::BTreeMap;
use std::path::Path;

/// The keys of an engine with their values. Later values replace earlier ones.
pub(super) type EngineKeys = BTreeMap<String, String>;

/// The key of the arguments of an engine's command, which `flipfive match` takes as a part of the command.
pub(super) const ARGUMENTS: &str = "args";

/// The keys of an engine as `flipfive match` names them, and [`ARGUMENTS`].
pub(super) fn engine_keys(values: &Values<'_>) -> anyhow::Result<EngineKeys> {
    let mut keys = EngineKeys::new();
    for (key, value) in values.pairs()? {
        let (key, value) = match key {
            "cmd" => ("cmd", shlex::try_quote(value)?.into_owned()),
            "proto" if value == "uci" => continue,
            "tc" => ("tc", clock(value)?),
            "st" => ("tc", format!("{value}/move")),
            "plies" => ("depth", value.to_owned()),
            _ => match key.to_ascii_lowercase().as_str() {
                "option.hash" => ("memory", value.to_owned()),
                "option.threads" => ("threads", value.to_owned()),
                _ => (key, value.to_owned()),
            },
        };
        keys.insert(key.to_owned(), value);
    }
    Ok(keys)
}

/// The clock of fastchess, `[MOVES/][MINUTES:]SECONDS[+INCREMENT]`, as that of `flipfive match`.
fn clock(text: &str) -> anyhow::Result<String> {
    let wrong = || anyhow!("tc: {text:?} is not [MOVES/][MINUTES:]SECONDS[+INCREMENT]");
    if matches!(text, "inf" | "infinite") {
        return Ok("none".into());
    }
    let number = |text: &str| {
        let number = text.parse::<f64>().ok();
        number
            .filter(|number| number.is_finite() && *number >= 0.0)
            .ok_or_else(wrong)
    };
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse::<u32>().map_err(|_| wrong())?), rest),
        None => (None, text),
    };
    let (main, increment) = match rest.split_once('+') {
        Some((main, increment)) => (main, Some(number(increment)?)),
        None => (rest, None),
    };
    let (minutes, seconds) = match main.split_once(':') {
        Some((minutes, seconds)) => (number(minutes)?, seconds),
        None => (0.0, main),
    };
    let main = 60.0 * minutes + number(seconds)?;
    Ok(
        match (moves, increment.filter(|increment| *increment > 0.0)) {
            (None, None) => main.to_string(),
            (None, Some(increment)) => format!("{main}+{increment}"),
            // A main time of zero: each period has this number of moves.
            (Some(moves), None) => {
                log::warn!(
                    "tc={text}: time that is left after {moves} moves is lost, which fastchess keeps"
                );
                format!("canadian:0:{main}:{moves}")
            }
            (Some(_), Some(_)) => {
                bail!("tc: {text:?} has a number of moves and an increment; expected one of them")
            }
        },
    )
}

/// fastchess looks for a program below the working directory of the engine.
pub(super) fn in_directory(engine: &mut EngineKeys, each: &EngineKeys) {
    let Some(directory) = engine.get("dir").or_else(|| each.get("dir")).cloned() else {
        return;
    };
    if let Some(command) = engine.get_mut("cmd")
        && let Some(mut words) = shlex::split(command)
        && let Some(program) = words.first_mut()
        && Path::new(&directory).join(&*program).is_file()
    {
        *program = Path::new(&directory)
            .join(&*program)
            .to_string_lossy()
            .into_owned();
        if let Ok(joined) = shlex::try_join(words.iter().map(String::as_str)) {
            *command = joined;
        }
    }
}

/// In fastchess the keys of `-each` replace those of an engine.
pub(super) fn warn_of_own_keys(engine: &EngineKeys, each: &EngineKeys) {
    for (key, own) in engine {
        if let Some(common) = each.get(key).filter(|common| *common != own) {
            log::warn!(
                "an engine keeps its {key}={own}; fastchess takes {key}={common} from -each"
            );
        }
    }
}

/// An engine of fastchess with a limit of nodes or depth needs no clock.
pub(super) fn leave_out_clock(engine: &mut EngineKeys, each: &EngineKeys) {
    let has = |key: &str| engine.contains_key(key) || each.contains_key(key);
    if (has("nodes") || has("depth")) && !has("tc") {
        engine.insert("tc".to_owned(), "none".to_owned());
    }
}

pub(super) fn engine_words(keys: &EngineKeys) -> anyhow::Result<String> {
    let words = keys
        .iter()
        .map(|(key, value)| Ok(format!("{key}={}", shlex::try_quote(value)?)));
    Ok(words.collect::<anyhow::Result<Vec<_>>>()?.join(" "))
}
