//! The options of fastchess as flags of `flipfive match`.

mod table;

pub(super) use table::help;

use crate::util::pairs::from_pairs;
use anyhow::{anyhow, bail, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;
use table::Effect::{Ignored, Refused, Translated};
use table::{find, is_option};

/// Translates a command line of fastchess.
///
/// # Errors
/// The first option that is unknown, not supported, or has a wrong value.
pub(super) fn match_flags(words: &[String]) -> anyhow::Result<Vec<String>> {
    let mut translation = Translation::default();
    let mut rest = words;
    while let [first, tail @ ..] = rest {
        let (name, effect) = find(first)?;
        let end = tail.iter().position(|word| is_option(word));
        let (values, next) = tail.split_at(end.unwrap_or(tail.len()));
        match effect {
            Refused(advice) => bail!("-{name} is not supported: {advice}"),
            Ignored(reason) => log::warn!("-{name} is ignored: {reason}"),
            Translated => translation.add(&Values {
                option: name,
                words: values,
            })?,
        }
        rest = next;
    }
    translation.finish()
}

/// The words after an option.
struct Values<'a> {
    option: &'a str,
    words: &'a [String],
}

impl<'a> Values<'a> {
    fn single(&self) -> anyhow::Result<&'a str> {
        match self.words {
            [word] => Ok(word),
            _ => bail!(
                "-{}: {:?} is not one value",
                self.option,
                self.words.join(" ")
            ),
        }
    }

    fn number<T: FromStr>(&self) -> anyhow::Result<T> {
        let word = self.single()?;
        let number = word.parse();
        number.map_err(|_| anyhow!("-{}: {word:?} is not a number in its range", self.option))
    }

    fn pairs(&self) -> anyhow::Result<Vec<(&'a str, &'a str)>> {
        let pair = |word: &'a String| {
            let pair = word.split_once('=');
            pair.ok_or_else(|| anyhow!("-{}: {word:?} is not KEY=VALUE", self.option))
        };
        self.words.iter().map(pair).collect()
    }

    fn read<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        from_pairs(self.pairs()?).map_err(|error| anyhow!("-{}: {error}", self.option))
    }
}

/// `-openings`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningBook {
    file: String,
    format: Option<String>,
    order: Option<String>,
    plies: Option<u32>,
    start: Option<u32>,
    #[serde(rename = "policy")]
    _policy: Option<String>,
}

/// `-resign`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Resignation {
    movecount: u32,
    score: f64,
    twosided: bool,
}

impl Default for Resignation {
    fn default() -> Self {
        Self {
            movecount: 1,
            score: 0.0,
            twosided: false,
        }
    }
}

/// `-draw`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Drawing {
    movenumber: u32,
    movecount: u32,
    score: f64,
}

impl Default for Drawing {
    fn default() -> Self {
        Self {
            movenumber: 0,
            movecount: 1,
            score: 0.0,
        }
    }
}

/// `-config`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Config {
    file: Option<String>,
    outname: Option<String>,
    discard: bool,
    #[serde(rename = "stats")]
    _stats: Option<bool>,
}

/// `-log`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Log {
    file: Option<String>,
    engine: bool,
    #[serde(rename = "level")]
    _level: Option<String>,
    #[serde(rename = "append")]
    _append: Option<bool>,
    #[serde(rename = "compress")]
    _compress: Option<bool>,
    #[serde(rename = "realtime")]
    _realtime: Option<bool>,
}

/// The keys of an engine with their values. Later values replace earlier ones.
type EngineKeys = BTreeMap<String, String>;

#[derive(Default)]
struct Translation {
    flags: Vec<String>,
    engines: Vec<EngineKeys>,
    each: EngineKeys,
    journal: Option<String>,
    output: Option<String>,
    has_length: bool,
    resumes: bool,
}

impl Translation {
    fn flag(&mut self, flag: &str, value: impl ToString) {
        self.flags.extend([flag.to_owned(), value.to_string()]);
    }

    fn add(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        let option = values.option;
        match option {
            "engine" => self.engines.push(engine_keys(values)?),
            "each" => self.each.extend(engine_keys(values)?),
            "startup-ms" => {
                let seconds = values.number::<f64>()? / 1000.0;
                self.each
                    .insert("startup-timeout".into(), seconds.to_string());
            }
            "variant" => match values.single()? {
                "standard" => {}
                name => self.flag("--game", name),
            },
            "size" => self.flag("--size", values.single()?),
            "rounds" => {
                self.has_length = true;
                self.flag("--rounds", values.number::<u32>()?);
            }
            "games" | "repeat" => {
                let given = match values.words {
                    [] if option == "repeat" => 2,
                    _ => values.number::<u32>()?,
                };
                ensure!(
                    given == 2,
                    "-{option} {given} is not supported; expected 2: games come in pairs"
                );
            }
            // One challenger is the default, and without effect in a round robin.
            "seeds" => match values.number::<u32>()? {
                1 => {}
                challengers => self.flag("--challengers", challengers),
            },
            "tournament" => self.flag(
                "--tournament",
                match values.single()? {
                    "roundrobin" | "round-robin" => "round-robin",
                    other => other,
                },
            ),
            "concurrency" => self.flag("--concurrency", values.number::<u32>()?.max(1)),
            "use-affinity" => {
                ensure!(
                    values.words.is_empty(),
                    "-use-affinity {} is not supported; expected no list of processors: `taskset -c LIST` in front of \
                     the match limits it to some",
                    values.words.join(" ")
                );
                self.flags.push("--affinity".into());
            }
            "openings" => self.openings(values.read()?),
            "srand" => self.flag("--seed", values.number::<u64>()?),
            "sprt" => {
                self.has_length = true;
                let pairs: Vec<String> = values
                    .pairs()?
                    .iter()
                    .map(|(key, value)| format!("{key}={value}"))
                    .collect();
                self.flag("--sprt", pairs.join(","));
            }
            "resign" => {
                let Resignation {
                    movecount,
                    score,
                    twosided,
                } = values.read()?;
                // fastchess counts the moves of one engine, and both together if both have to agree.
                let (plies, side) = if twosided {
                    (movecount.saturating_mul(2), "both")
                } else {
                    (movecount, "own")
                };
                self.flag(
                    "--resign",
                    format!("value={},plies={plies},side={side}", score / 100.0),
                );
            }
            "draw" => {
                let Drawing {
                    movenumber,
                    movecount,
                    score,
                } = values.read()?;
                let (plies, after) = (movecount.saturating_mul(2), movenumber.saturating_mul(2));
                self.flag(
                    "--draw",
                    format!("value={},plies={plies},after={after}", score / 100.0),
                );
            }
            // 0 is no limit.
            "maxmoves" => match values.number::<u32>()? {
                0 => {}
                moves => self.flag("--max-moves", moves.saturating_mul(2)),
            },
            "recover" => self.flags.push("--recover".into()),
            "event" => self.flag("--name", values.words.join(" ")),
            "config" => {
                let Config {
                    file,
                    outname,
                    discard,
                    ..
                } = values.read()?;
                self.resumes = file.is_some() && !discard;
                if self.resumes {
                    self.flags.push("--resume".into());
                }
                self.journal = file.filter(|_| !discard).or(outname);
            }
            "log" => match values.read()? {
                Log {
                    file: Some(file),
                    engine: true,
                    ..
                } => self.flag("--log", file),
                _ => log::warn!(
                    "-log is ignored without file=FILE and engine=true: messages go to stderr"
                ),
            },
            "pgnout" => self.pgn(values)?,
            "output" => {
                let word = values.single()?;
                self.output = Some(word.strip_prefix("format=").unwrap_or(word).into());
            }
            "ratinginterval" => self.flag("--rating-interval", values.number::<u32>()?),
            "scoreinterval" => self.flag("--score-interval", values.number::<u32>()?),
            _ => bail!("-{option} is not supported"),
        }
        Ok(())
    }

    /// `-pgnout FILE`, or pairs with `file=FILE`; those about the contents of the comments have no meaning.
    fn pgn(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        let bare = values.words.first().filter(|word| !word.contains('='));
        let pairs = match bare {
            Some(file) => vec![("file", file.as_str())],
            None => values.pairs()?,
        };
        let value = |wanted: &str| pairs.iter().find(|(key, _)| *key == wanted);
        let (_, file) = value("file").ok_or_else(|| anyhow!("-pgnout: expected file=FILE"))?;
        self.flag("--pgn", file);
        if value("append").is_none_or(|(_, append)| *append != "false") {
            self.flags.push("--append".into());
        }
        Ok(())
    }

    fn openings(&mut self, book: OpeningBook) {
        // Books of fastchess are EPD or PGN; the formats of these games are found by their contents.
        let format = book
            .format
            .filter(|format| !matches!(format.as_str(), "epd" | "pgn"));
        let file = format.map_or(book.file.clone(), |format| {
            format!("{}:{format}", book.file)
        });
        self.flag("--openings", file);
        self.flag("--order", book.order.unwrap_or_else(|| "random".into()));
        if let Some(plies) = book.plies {
            self.flag("--opening-plies", plies);
        }
        if let Some(start) = book.start {
            self.flag("--opening-start", start);
            self.flags.push("--opening-start-wraps".into());
        }
    }

    fn finish(mut self) -> anyhow::Result<Vec<String>> {
        let mut each = std::mem::take(&mut self.each);
        let mut engines = std::mem::take(&mut self.engines);
        let (command, arguments) = (each.remove("cmd"), each.remove(ARGUMENTS));
        for engine in &mut engines {
            let command = engine.remove("cmd").or_else(|| command.clone());
            let arguments = engine.remove(ARGUMENTS).or_else(|| arguments.clone());
            if let Some(command) = command {
                let words: Vec<String> = [command].into_iter().chain(arguments).collect();
                engine.insert("cmd".into(), words.join(" "));
            }
            in_directory(engine, &each);
            warn_of_own_keys(engine, &each);
            leave_out_clock(engine, &each);
        }
        if !each.is_empty() {
            self.flag("--each", engine_words(&each)?);
        }
        for engine in &engines {
            self.flag("--engine", engine_words(engine)?);
        }
        // A journal that gives the engines gives the length, too.
        let is_continued = self.resumes && engines.is_empty();
        if !is_continued {
            // The defaults of fastchess.
            if !self.has_length {
                self.flag("--rounds", 2);
            }
            self.flag("--timemargin", 0);
        }
        let journal = self.journal.take().unwrap_or_else(|| "none".into());
        self.flag("--journal", journal);
        let output = self.output.take().unwrap_or_else(|| "fastchess".into());
        self.flag("--output", output);
        Ok(self.flags)
    }
}

/// The key of the arguments of an engine's command, which `flipfive match` takes as a part of the command.
const ARGUMENTS: &str = "args";

/// The keys of an engine as `flipfive match` names them, and [`ARGUMENTS`].
fn engine_keys(values: &Values<'_>) -> anyhow::Result<EngineKeys> {
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
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse::<u32>().map_err(|_| wrong())?), rest),
        None => (None, text),
    };
    let (main, increment) = match rest.split_once('+') {
        Some((main, increment)) => (main, Some(increment.parse::<f64>().map_err(|_| wrong())?)),
        None => (rest, None),
    };
    let (minutes, seconds) = match main.split_once(':') {
        Some((minutes, seconds)) => (minutes.parse::<f64>().map_err(|_| wrong())?, seconds),
        None => (0.0, main),
    };
    let main = 60.0 * minutes + seconds.parse::<f64>().map_err(|_| wrong())?;
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
fn in_directory(engine: &mut EngineKeys, each: &EngineKeys) {
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
fn warn_of_own_keys(engine: &EngineKeys, each: &EngineKeys) {
    for (key, own) in engine {
        if let Some(common) = each.get(key).filter(|common| *common != own) {
            log::warn!(
                "an engine keeps its {key}={own}; fastchess takes {key}={common} from -each"
            );
        }
    }
}

/// An engine of fastchess with a limit of nodes or depth needs no clock.
fn leave_out_clock(engine: &mut EngineKeys, each: &EngineKeys) {
    let has = |key: &str| engine.contains_key(key) || each.contains_key(key);
    if (has("nodes") || has("depth")) && !has("tc") {
        engine.insert("tc".to_owned(), "none".to_owned());
    }
}

fn engine_words(keys: &EngineKeys) -> anyhow::Result<String> {
    let words = keys
        .iter()
        .map(|(key, value)| Ok(format!("{key}={}", shlex::try_quote(value)?)));
    Ok(words.collect::<anyhow::Result<Vec<_>>>()?.join(" "))
}

#[cfg(test)]
mod tests;
