//! What becomes of each option of fastchess.

use crate::cli::fastchess::options::continued::length_in;
use crate::cli::fastchess::options::engine_keys::{
    ARGUMENTS, EngineKeys, engine_keys, engine_words, in_directory, leave_out_clock,
    warn_of_own_keys,
};
use crate::cli::fastchess::options::values::Values;
use crate::cli::seed::seed_from_time;
use anyhow::bail;
use serde::Deserialize;
use std::num::NonZero;

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

/// The flags of a match, and what is known only after the last option.
#[derive(Default)]
pub(super) struct Translation {
    flags: Vec<String>,
    engines: Vec<EngineKeys>,
    each: EngineKeys,
    journal: Option<String>,
    output: Option<String>,
    rounds: Option<u32>,
    /// More than two games for a pair of engines and an opening, which stand for as many rounds.
    games: Option<u32>,
    has_test: bool,
    has_seed: bool,
    /// Whether the openings come in random order.
    is_random: bool,
    resumes: bool,
}

/// The functions of the options are named as the options are.
impl Translation {
    fn flag(&mut self, flag: &str, value: impl ToString) {
        self.flags.extend([flag.to_owned(), value.to_string()]);
    }

    pub(super) fn engine(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        self.engines.push(engine_keys(values)?);
        Ok(())
    }

    pub(super) fn each(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        self.each.extend(engine_keys(values)?);
        Ok(())
    }

    pub(super) fn startup_ms(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        let seconds = values.seconds()?.to_string();
        self.each.insert("startup-timeout".into(), seconds);
        Ok(())
    }

    pub(super) fn variant(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        match values.single()? {
            "standard" => {}
            name => self.flag("--game", name),
        }
        Ok(())
    }

    pub(super) fn size(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        self.flag("--size", values.single()?);
        Ok(())
    }

    pub(super) fn rounds(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        self.rounds = Some(values.whole(1u32)?);
        Ok(())
    }

    pub(super) fn games(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        self.games = match values.whole(1u32)? {
            1 => return Err(values.wrong("2: games come in pairs")),
            2 => None,
            games => Some(games),
        };
        Ok(())
    }

    pub(super) fn repeat(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        match values.words {
            [] => {}
            [games] if games == "2" => {}
            _ => return Err(values.wrong("2: games come in pairs")),
        }
        // It sets the same number as `-games`, and the last one counts.
        self.games = None;
        Ok(())
    }

    pub(super) fn tournament(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        let kind = match values.single()? {
            "roundrobin" => "round-robin",
            other => other,
        };
        self.flag("--tournament", kind);
        Ok(())
    }

    pub(super) fn seeds(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        // One challenger is the default, and without effect in a round robin.
        match values.whole(1u32)? {
            1 => {}
            challengers => self.flag("--challengers", challengers),
        }
        Ok(())
    }

    pub(super) fn concurrency(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        let number = values.single()?.parse::<i64>();
        let number = match number.map_err(|_| values.wrong("a whole number"))? {
            // The processors, less this many.
            number @ ..=0 => {
                let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
                (processors as i64).saturating_add(number).max(1)
            }
            number => number,
        };
        self.flag("--concurrency", number);
        Ok(())
    }

    pub(super) fn use_affinity(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        if !values.words.is_empty() {
            return Err(values.wrong(
                "no list of processors: `taskset -c LIST` in front of the match limits it to some",
            ));
        }
        self.flags.push("--affinity".into());
        Ok(())
    }

    pub(super) fn openings(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        let book: OpeningBook = values.read()?;
        // Books of fastchess are EPD or PGN; the formats of these games are found by their contents.
        let format = book
            .format
            .filter(|format| !matches!(format.as_str(), "epd" | "pgn"));
        let file = match format {
            Some(format) => format!("{}:{format}", book.file),
            None => book.file,
        };
        self.flag("--openings", file);
        let order = book.order.unwrap_or_else(|| "sequential".into());
        self.is_random = order == "random";
        self.flag("--order", order);
        if let Some(plies) = book.plies {
            self.flag("--opening-plies", plies);
        }
        if let Some(start) = book.start {
            self.flag("--opening-start", start);
            self.flags.push("--opening-start-wraps".into());
        }
        Ok(())
    }

    pub(super) fn srand(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        self.has_seed = true;
        self.flag("--seed", values.whole(0u64)?);
        Ok(())
    }

    pub(super) fn sprt(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        self.has_test = true;
        let pairs = values.pairs()?.into_iter();
        let pairs: Vec<String> = pairs.map(|(key, value)| format!("{key}={value}")).collect();
        self.flag("--sprt", pairs.join(","));
        Ok(())
    }

    pub(super) fn resign(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
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
        let value = score / 100.0;
        self.flag(
            "--resign",
            format!("value={value},plies={plies},side={side}"),
        );
        Ok(())
    }

    pub(super) fn draw(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        let Drawing {
            movenumber,
            movecount,
            score,
        } = values.read()?;
        let (plies, after) = (movecount.saturating_mul(2), movenumber.saturating_mul(2));
        let value = score / 100.0;
        self.flag(
            "--draw",
            format!("value={value},plies={plies},after={after}"),
        );
        Ok(())
    }

    pub(super) fn maxmoves(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        // 0 is no limit.
        match values.whole(0u32)? {
            0 => {}
            moves => self.flag("--max-moves", moves.saturating_mul(2)),
        }
        Ok(())
    }

    pub(super) fn recover(&mut self, _: &Values<'_>) -> anyhow::Result<()> {
        self.flags.push("--recover".into());
        Ok(())
    }

    pub(super) fn event(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        self.flag("--name", values.words.join(" "));
        Ok(())
    }

    pub(super) fn config(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
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
        if self.resumes
            && let (Some(file), Some(outname)) = (&file, &outname)
            && file != outname
        {
            log::warn!("-config: outname={outname} is ignored, since the match goes on in {file}");
        }
        self.journal = file.filter(|_| !discard).or(outname);
        Ok(())
    }

    pub(super) fn log(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        match values.read()? {
            Log {
                file: Some(file),
                engine: true,
                ..
            } => self.flag("--log", file),
            _ => log::warn!(
                "-log is ignored without file=FILE and engine=true: messages go to stderr"
            ),
        }
        Ok(())
    }

    /// `-pgnout FILE`, or pairs with `file=FILE`; those about the contents of the comments have no meaning.
    pub(super) fn pgnout(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        let bare = values.words.first().filter(|word| !word.contains('='));
        let pairs = match bare {
            Some(file) => vec![("file", file.as_str())],
            None => values.pairs()?,
        };
        let value = |wanted: &str| pairs.iter().find(|(key, _)| *key == wanted);
        let (_, file) = value("file").ok_or_else(|| values.wrong("file=FILE"))?;
        self.flag("--pgn", file);
        if value("append").is_none_or(|(_, append)| *append != "false") {
            self.flags.push("--append".into());
        }
        Ok(())
    }

    pub(super) fn output(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        let word = values.single()?;
        self.output = Some(word.strip_prefix("format=").unwrap_or(word).into());
        Ok(())
    }

    pub(super) fn rating_interval(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        self.flag("--rating-interval", values.whole(0u32)?);
        Ok(())
    }

    pub(super) fn score_interval(&mut self, values: &Values<'_>) -> anyhow::Result<()> {
        self.flag("--score-interval", values.whole(0u32)?);
        Ok(())
    }

    /// All flags.
    pub(super) fn finish(mut self) -> anyhow::Result<Vec<String>> {
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
        // A journal that gives the engines gives the length and the test, too.
        let is_continued = self.resumes && engines.is_empty();
        let rounds = match (self.rounds, self.games) {
            // fastchess exchanges the two numbers.
            (None | Some(2), Some(games)) => Some(games),
            (Some(rounds), Some(games)) => {
                bail!("-games {games} -rounds {rounds}: games come in pairs; expected -games 2")
            }
            (rounds, None) => rounds,
        };
        // With the engines given again, it still gives both.
        let kept = match &self.journal {
            Some(journal) if self.resumes && !is_continued => match length_in(journal) {
                Err(_) if rounds.is_some() || self.has_test => None,
                kept => kept?,
            },
            _ => None,
        };
        let has_length = is_continued || kept.is_some() || self.has_test;
        let (kept_rounds, kept_test) = kept.map_or((None, None), |kept| (kept.rounds, kept.sprt));
        if let Some(test) = kept_test.filter(|_| !self.has_test) {
            self.flag("--sprt", test);
        }
        let default = (!has_length).then_some(2);
        if let Some(rounds) = rounds.or(kept_rounds).or(default) {
            self.flag("--rounds", rounds);
        }
        if !is_continued {
            self.flag("--timemargin", 0);
        }
        // Every match has other openings. One that is continued has those of its journal.
        if self.is_random && !self.has_seed && !self.resumes {
            self.flag("--seed", seed_from_time());
        }
        let journal = self.journal.take().unwrap_or_else(|| "none".into());
        self.flag("--journal", journal);
        let output = self.output.take().unwrap_or_else(|| "fastchess".into());
        self.flag("--output", output);
        Ok(self.flags)
    }
}
