//! How an engine is started, and what it is told.

use crate::protocol::ProtocolKind;
use crate::search::ClockRule;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// An engine of a match: a table of a match file (TOML), or words on the command line.
///
/// On the command line it is a row of `KEY=VALUE`, separated by blanks, quoted as in a shell:
///
/// ```text
/// name=rapfi cmd="./pbrain-rapfi --mode gomocup" proto=gomocup depth=8 env.LANG=C option.strength=50
/// ```
///
/// Keys are the names of the fields here, or the short forms that stand with them. A text without any
/// `=` is the command alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EngineSpec {
    /// The name in tables and records. The program's file name without its ending if it is missing.
    pub name: String,
    /// The program and its arguments, quoted as in a shell; no shell is started. A program with a
    /// slash in its name is looked for from where the match runner was started, any other one in the
    /// places where programs are. In this text a backslash takes the meaning off the next character:
    /// on Windows, write paths with slashes or between single quotes. Short: `cmd`.
    #[serde(alias = "cmd")]
    pub command: String,
    /// What it speaks: `gtp`, `gomocup` or `nboard`. If it is missing, it is found out
    /// ([`crate::engines::client::open`] says how), which takes a little longer. Short: `proto`.
    #[serde(
        alias = "proto",
        serialize_with = "write_protocol",
        deserialize_with = "read_protocol",
        skip_serializing_if = "Option::is_none"
    )]
    pub protocol: Option<ProtocolKind>,
    /// The working directory; the match runner's if it is missing. Short: `dir`.
    #[serde(alias = "dir", skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// Environment variables that it gets besides the match runner's own. On the command line each is
    /// a word: `env.NAME=VALUE`.
    #[serde(
        alias = "env",
        deserialize_with = "read_map",
        skip_serializing_if = "BTreeMap::is_empty"
    )]
    pub environment: BTreeMap<String, String>,
    /// Lines that it is sent as they are after its start, before anything about a game. GTP: each of
    /// them has to succeed. On the command line every line is a word of its own: `init=LINE`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<String>,
    /// The level of play, 1 to 8, of an engine that has the GTP command `flipfive-option`. Any other
    /// one is told its level in its command or by an option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Deepest search in plies. Gomocup: `INFO max_depth`. NBoard: `set depth`. GTP: the option
    /// `depth` of `flipfive-option`; an engine without that is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Most nodes for a move. Gomocup: `INFO max_node`. GTP: the option `nodes` of `flipfive-option`.
    /// NBoard has no way to say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Memory in MB (2^20 bytes). Gomocup: of the whole process, `INFO max_memory`. GTP: of the
    /// transposition table, the option `hash` of `flipfive-option`. NBoard has no way to say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// Search threads. Gomocup: `INFO thread_num`. GTP: the option `threads` of `flipfive-option`.
    /// NBoard has no way to say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// Factor of all its times: 0.5 gives it half of what the other one has.
    pub odds: f64,
    /// A file to which its stderr is appended. Without it the lines go to the log (level debug).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<PathBuf>,
    /// Settings of its own. Gomocup: each is sent as `INFO KEY VALUE`. GTP: as the command
    /// `KEY VALUE`, which has to succeed. NBoard has none, so they are an error there. On the command
    /// line each is a word: `option.KEY=VALUE`.
    #[serde(
        alias = "option",
        deserialize_with = "read_map",
        skip_serializing_if = "BTreeMap::is_empty"
    )]
    pub options: BTreeMap<String, String>,
    /// Seconds that it may take for everything that is not thinking, its start first of all.
    pub patience: f64,
    /// Whether it is started anew for every game.
    pub restart: bool,
    /// GTP: whether it is asked for its thoughts, by `kata-genmove_analyze` or `lz-genmove_analyze`,
    /// if it knows one of them. The other protocols tell them in any case.
    pub thoughts: bool,
}

impl Default for EngineSpec {
    fn default() -> Self {
        Self {
            name: String::new(),
            command: String::new(),
            protocol: None,
            directory: None,
            environment: BTreeMap::new(),
            init: Vec::new(),
            level: None,
            depth: None,
            nodes: None,
            memory: None,
            threads: None,
            odds: 1.0,
            stderr: None,
            options: BTreeMap::new(),
            // Large networks take several seconds to load from a cold disk.
            patience: 20.0,
            restart: false,
            thoughts: false,
        }
    }
}

/// What is wrong with the description of an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// A quotation mark without its partner, or a backslash at the end.
    #[error("{what} {text:?} has a quotation mark that is not closed, or ends with a backslash")]
    Quotes {
        /// Which part.
        what: &'static str,
        /// As it was written.
        text: String,
    },
    /// A word that is no pair.
    #[error("expected KEY=VALUE, found {0:?}")]
    Pair(String),
    /// A key that does not exist.
    #[error("unknown key {0:?}, expected one of: {keys}, env.NAME, option.KEY", keys = KEYS.join(", "))]
    Key(String),
    /// A key that was given before.
    #[error("{0} is given twice")]
    Twice(String),
    /// A value that does not fit.
    #[error("bad value {value:?} for {key}, expected {expected}")]
    Value {
        /// For which key.
        key: String,
        /// As it was written.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// There is nothing to start.
    #[error("no command is given: cmd=\"PROGRAM ARGUMENTS\"")]
    NoCommand,
}

/// Every key of the command-line form, in the order of the fields; short forms are left out.
const KEYS: &[&str] = &[
    "name",
    "command",
    "protocol",
    "directory",
    "init",
    "level",
    "depth",
    "nodes",
    "memory",
    "threads",
    "odds",
    "stderr",
    "patience",
    "restart",
    "thoughts",
];

/// The longest patience, in seconds: a day.
const LONGEST_PATIENCE: f64 = 86_400.0;

impl EngineSpec {
    /// The program and its arguments, ready to be started.
    ///
    /// # Errors
    ///
    /// There is no program, or the quoting is wrong.
    pub fn words(&self) -> Result<Vec<OsString>, SpecError> {
        let mut words: Vec<OsString> = self.split()?.into_iter().map(OsString::from).collect();
        // Systems differ in whether a relative program is meant from the old or the new directory.
        let program = Path::new(&words[0]);
        if program.components().count() > 1
            && let Ok(absolute) = std::path::absolute(program)
        {
            words[0] = absolute.into_os_string();
        }
        Ok(words)
    }

    fn split(&self) -> Result<Vec<String>, SpecError> {
        let words = split("the command", &self.command)?;
        if words.first().is_none_or(String::is_empty) {
            return Err(SpecError::NoCommand);
        }
        Ok(words)
    }

    /// Checks every field and fills in the name. Whoever reads a match file calls it; the command-line
    /// form comes checked.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn checked(mut self) -> Result<Self, SpecError> {
        let words = self.split()?;
        if self.name.is_empty() {
            let stem = Path::new(&words[0]).file_stem();
            self.name = stem.map_or_else(|| words[0].clone(), |stem| stem.to_string_lossy().into());
        }
        let bad = |key: &str, value: &dyn ToString, expected| {
            Err(SpecError::Value {
                key: key.into(),
                value: value.to_string(),
                expected,
            })
        };
        if self.name.chars().any(char::is_control) {
            return bad("name", &self.name, "no line breaks");
        }
        if let Some(level) = self.level.filter(|level| !(1..=8).contains(level)) {
            return bad("level", &level, "1 to 8");
        }
        if !(self.odds.is_finite() && self.odds > 0.0 && self.odds <= 1000.0) {
            return bad("odds", &self.odds, "a factor above 0, up to 1000");
        }
        if !(self.patience > 0.0 && self.patience <= LONGEST_PATIENCE) {
            return bad("patience", &self.patience, "seconds above 0, up to 86400");
        }
        let lines = self.init.iter().map(|line| ("init", line));
        let settings = |map: &'static str, pairs: &BTreeMap<String, String>| {
            let both = pairs.iter().flat_map(|(key, value)| [key, value]);
            both.map(|text| (map, text.clone())).collect::<Vec<_>>()
        };
        let options = settings("option", &self.options);
        let mut texts = lines.chain(options.iter().map(|(key, text)| (*key, text)));
        if let Some((key, text)) = texts.find(|(_, text)| text.contains(['\n', '\r'])) {
            return bad(key, text, "one line");
        }
        let environment = settings("env", &self.environment);
        if let Some((_, text)) = environment.iter().find(|(_, text)| text.contains('\0')) {
            return bad("env", text, "no zero bytes");
        }
        if let Some(name) = self
            .environment
            .keys()
            .find(|name| name.is_empty() || name.contains('='))
        {
            return bad("env", name, "a name without an equals sign");
        }
        Ok(self)
    }

    /// How long it may take for everything but thinking.
    pub fn patience(&self) -> Duration {
        // Bad values are refused by `checked`; here they must not panic.
        let patience = if self.patience.is_nan() {
            0.0
        } else {
            self.patience
        };
        Duration::from_secs_f64(patience.clamp(0.0, LONGEST_PATIENCE))
    }

    /// The clock that it plays by if everybody else has this one.
    pub fn clock(&self, rule: ClockRule) -> ClockRule {
        let odds = if self.odds.is_finite() {
            self.odds.clamp(0.0, 1000.0)
        } else {
            1.0
        };
        let scale =
            |time: Duration| Duration::try_from_secs_f64(time.as_secs_f64() * odds).unwrap_or(time);
        match rule {
            ClockRule::Unlimited => ClockRule::Unlimited,
            ClockRule::PerMove(time) => ClockRule::PerMove(scale(time)),
            ClockRule::Absolute { main } => ClockRule::Absolute { main: scale(main) },
            ClockRule::Canadian {
                main,
                period,
                stones,
            } => ClockRule::Canadian {
                main: scale(main),
                period: scale(period),
                stones,
            },
            ClockRule::Byoyomi {
                main,
                period,
                periods,
            } => ClockRule::Byoyomi {
                main: scale(main),
                period: scale(period),
                periods,
            },
            ClockRule::Fischer {
                main,
                increment,
                main_limit,
                max_per_move,
            } => ClockRule::Fischer {
                main: scale(main),
                increment: scale(increment),
                main_limit: main_limit.map(scale),
                max_per_move: max_per_move.map(scale),
            },
        }
    }

    /// Takes a word of the command-line form.
    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let bad = |expected| SpecError::Value {
            key: key.into(),
            value: value.into(),
            expected,
        };
        fn number<T: FromStr>(value: &str) -> Option<T> {
            // A plus sign is read, too, but nobody means anything by it.
            value.parse().ok()
        }
        let whole = "a whole number";
        if let Some(name) = key.strip_prefix("env.") {
            let old = self.environment.insert(name.into(), value.into());
            return old.map_or(Ok(()), |_| Err(SpecError::Twice(key.into())));
        }
        if let Some(name) = key.strip_prefix("option.").filter(|name| !name.is_empty()) {
            let old = self.options.insert(name.into(), value.into());
            return old.map_or(Ok(()), |_| Err(SpecError::Twice(key.into())));
        }
        match key {
            "name" => self.name = value.into(),
            "command" => self.command = value.into(),
            "protocol" => {
                self.protocol = Some(ProtocolKind::from_name(value).ok_or(bad(PROTOCOLS))?)
            }
            "directory" => self.directory = Some(value.into()),
            "init" => self.init.push(value.into()),
            "level" => self.level = Some(number(value).ok_or(bad("1 to 8"))?),
            "depth" => self.depth = Some(number(value).ok_or(bad(whole))?),
            "nodes" => self.nodes = Some(number(value).ok_or(bad(whole))?),
            "memory" => self.memory = Some(number(value).ok_or(bad(whole))?),
            "threads" => self.threads = Some(number(value).ok_or(bad(whole))?),
            "odds" => self.odds = number(value).ok_or(bad("a number"))?,
            "stderr" => self.stderr = Some(value.into()),
            "patience" => self.patience = number(value).ok_or(bad("seconds"))?,
            "restart" => self.restart = switch(value).ok_or(bad("on or off"))?,
            "thoughts" => self.thoughts = switch(value).ok_or(bad("on or off"))?,
            _ => return Err(SpecError::Key(key.into())),
        }
        Ok(())
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    /// Reads the command-line form.
    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut spec = Self::default();
        if !text.contains('=') {
            spec.command = text.trim().into();
            return spec.checked();
        }
        let mut given: Vec<&str> = Vec::new();
        let words = split("the engine", text)?;
        for word in &words {
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| SpecError::Pair(word.clone()))?;
            let key = match key {
                "cmd" => "command",
                "proto" => "protocol",
                "dir" => "directory",
                key => key,
            };
            if given.contains(&key) && key != "init" {
                return Err(SpecError::Twice(key.into()));
            }
            given.push(key);
            spec.set(key, value)?;
        }
        spec.checked()
    }
}

const PROTOCOLS: &str = "gtp, gomocup or nboard";

fn split(what: &'static str, text: &str) -> Result<Vec<String>, SpecError> {
    shlex::split(text).ok_or_else(|| SpecError::Quotes {
        what,
        text: text.into(),
    })
}

fn switch(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Some(true),
        "off" | "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

fn write_protocol<S: Serializer>(
    protocol: &Option<ProtocolKind>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match protocol {
        Some(kind) => to.serialize_str(kind.name()),
        None => to.serialize_none(),
    }
}

fn read_protocol<'de, D: Deserializer<'de>>(from: D) -> Result<Option<ProtocolKind>, D::Error> {
    let name = String::deserialize(from)?;
    ProtocolKind::from_name(&name).map(Some).ok_or_else(|| {
        serde::de::Error::custom(format!("unknown protocol {name:?}, expected {PROTOCOLS}"))
    })
}

/// Pairs whose values may be texts, numbers or switches.
fn read_map<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected a text, a number or true or false")]
    enum Scalar {
        Text(String),
        Whole(i64),
        Number(f64),
        Switch(bool),
    }
    let map = BTreeMap::<String, Scalar>::deserialize(from)?;
    let text = |value| match value {
        Scalar::Text(text) => text,
        Scalar::Whole(number) => number.to_string(),
        Scalar::Number(number) => number.to_string(),
        Scalar::Switch(on) => on.to_string(),
    };
    Ok(map
        .into_iter()
        .map(|(key, value)| (key, text(value)))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> EngineSpec {
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn the_command_line_form() {
        let spec = read(
            "name='My engine' cmd=\"./a --x 'y z'\" proto=Gomocup dir=/tmp depth=5 nodes=1000 memory=64 \
             threads=2 odds=0.5 env.A=b env.LANG= option.K=V 'option.a b=c d' init=\"INFO x 1\" init=y \
             stderr=e.txt level=3 patience=2.5 restart=on thoughts=yes",
        );
        assert_eq!(spec.name, "My engine");
        let words = spec.words().unwrap();
        assert!(Path::new(&words[0]).is_absolute() && words[0].to_string_lossy().ends_with('a'));
        assert_eq!(words[1..], ["--x", "y z"]);
        assert_eq!(spec.protocol, Some(ProtocolKind::Gomocup));
        assert_eq!(spec.directory.as_deref(), Some(Path::new("/tmp")));
        assert_eq!(spec.environment["A"], "b");
        assert_eq!(spec.environment["LANG"], "");
        assert_eq!((&*spec.options["K"], &*spec.options["a b"]), ("V", "c d"));
        assert_eq!(spec.init, ["INFO x 1", "y"]);
        assert_eq!((spec.depth, spec.nodes), (Some(5), Some(1000)));
        assert_eq!(
            (spec.memory, spec.threads, spec.level),
            (Some(64), Some(2), Some(3))
        );
        assert_eq!(spec.patience(), Duration::from_millis(2500));
        assert!(spec.restart && spec.thoughts);
        let half = spec.clock(ClockRule::PerMove(Duration::from_secs(3)));
        assert_eq!(half, ClockRule::PerMove(Duration::from_millis(1500)));
    }

    #[test]
    fn a_command_alone_is_enough() {
        let spec = read("  engines/rhino.exe --quiet ");
        assert_eq!(
            (&*spec.name, &*spec.command),
            ("rhino", "engines/rhino.exe --quiet")
        );
        assert_eq!(read("cmd=gnugo").words().unwrap(), ["gnugo"]);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, message) in [
            ("", "no command is given: cmd=\"PROGRAM ARGUMENTS\""),
            ("name=a", "no command is given: cmd=\"PROGRAM ARGUMENTS\""),
            ("cmd=a fast", "expected KEY=VALUE, found \"fast\""),
            ("cmd=a cmd=b", "command is given twice"),
            ("cmd=a env.X=1 env.X=2", "env.X is given twice"),
            (
                "cmd=a level=9",
                "bad value \"9\" for level, expected 1 to 8",
            ),
            (
                "cmd=a level=x",
                "bad value \"x\" for level, expected 1 to 8",
            ),
            (
                "cmd=a depth=-1",
                "bad value \"-1\" for depth, expected a whole number",
            ),
            (
                "cmd=a odds=0",
                "bad value \"0\" for odds, expected a factor above 0, up to 1000",
            ),
            (
                "cmd=a odds=nan",
                "bad value \"NaN\" for odds, expected a factor above 0, up to 1000",
            ),
            (
                "cmd=a patience=0",
                "bad value \"0\" for patience, expected seconds above 0, up to 86400",
            ),
            (
                "cmd=a proto=uci",
                "bad value \"uci\" for protocol, expected gtp, gomocup or nboard",
            ),
            (
                "cmd=a restart=maybe",
                "bad value \"maybe\" for restart, expected on or off",
            ),
        ] {
            let error = text.parse::<EngineSpec>().unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
        let unknown = "cmd=a colour=red"
            .parse::<EngineSpec>()
            .unwrap_err()
            .to_string();
        assert!(unknown.starts_with("unknown key \"colour\", expected one of: name, command,"));
        let quotes = "cmd='a".parse::<EngineSpec>().unwrap_err().to_string();
        assert!(quotes.contains("quotation mark"), "{quotes}");
        assert!("cmd=\"'a\"".parse::<EngineSpec>().is_err());
    }

    #[test]
    fn match_files_have_the_same_fields() {
        let text = "name = 'a'\ncmd = 'x y'\nproto = 'gtp'\ninit = ['komi 0']\nodds = 2\n\
                    options = { hash = 64, ponder = false, style = 'wild' }\nenv = { A = 1 }\n";
        let spec: EngineSpec = toml::from_str(text).unwrap();
        let spec = spec.checked().unwrap();
        assert_eq!(spec.options["hash"], "64");
        assert_eq!(spec.options["ponder"], "false");
        assert_eq!((spec.odds, spec.protocol), (2.0, Some(ProtocolKind::Gtp)));
        let back: EngineSpec = toml::from_str(&toml::to_string(&spec).unwrap()).unwrap();
        assert_eq!(back, spec);
        for (wrong, part) in [
            ("cmd = 'x'\ncolour = 1", "colour"),
            (
                "cmd = 'x'\nprotocol = 'uci'",
                "expected gtp, gomocup or nboard",
            ),
            ("cmd = 'x'\noptions = { a = [1] }", "expected a text"),
        ] {
            let error = toml::from_str::<EngineSpec>(wrong).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn every_key_is_taken() {
        for key in KEYS {
            let mut spec = EngineSpec::default();
            let unknown = SpecError::Key((*key).into());
            assert_ne!(spec.set(key, "1"), Err(unknown), "{key}");
        }
    }
}
