//! How an engine is started and configured.

use crate::engines::time_control::TimeControl;
use crate::protocol::ProtocolKind;
use crate::search::{ClockRule, MAX_LEVEL};
use crate::util::pairs::{PairsError, from_pairs};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// A key of an engine description, for help texts.
#[derive(Debug)]
pub struct EngineKey {
    /// The key with its value as the command line takes them: `depth=PLIES`.
    pub usage: &'static str,
    /// What it does, in lines of at most 70 characters.
    pub help: &'static [&'static str],
}

/// Declares the keys of an engine. A key is a field, which serde reads from match files and from the
/// command line, and a row of the help text. A value that is not set is the `Default` of its type.
macro_rules! engine_keys {
    ($(
        $(#[doc = $help:literal])+
        $(#[serde($($serde:tt)*)])*
        $usage:literal $key:ident: $type:ty;
    )*) => {
        /// An engine: how it is started, and its limits and settings.
        ///
        /// In a match file (TOML) an engine is a table. On the command line it is a row of `KEY=VALUE`,
        /// separated by blanks and quoted as in a shell. A text without such a key is the command alone.
        ///
        /// ```
        /// use flipfive::engines::EngineSpec;
        /// use flipfive::protocol::ProtocolKind;
        ///
        /// let spec: EngineSpec = "cmd='./pbrain-rapfi' proto=gomocup depth=8 option.strength=50".parse()?;
        /// assert_eq!((spec.name.as_str(), spec.protocol), ("pbrain-rapfi", Some(ProtocolKind::Gomocup)));
        /// assert_eq!(spec.options["strength"], "50");
        /// # Ok::<(), flipfive::engines::SpecError>(())
        /// ```
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
        pub struct EngineSpec {
            $(
                $(#[doc = $help])+
                $(#[serde($($serde)*)])*
                #[serde(skip_serializing_if = "is_default")]
                pub $key: $type,
            )*
        }

        impl EngineSpec {
            /// Every key, in the order of the fields.
            pub const KEYS: &[EngineKey] = &[$(EngineKey { usage: $usage, help: &[$($help),+] }),*];

            /// The first of these keys that is given. A key is named without the name of its setting: `option`.
            pub(crate) fn first_given(&self, keys: &[&'static str]) -> Option<&'static str> {
                let given = [$(($usage, !is_default(&self.$key))),*];
                let is_given =
                    |key: &str| given.iter().any(|&(usage, given)| given && key_name(usage) == key);
                keys.iter().copied().find(|key| is_given(key))
            }

            /// Takes the values of `defaults` for everything that is not set here. Lists are joined, and
            /// so are maps, name by name.
            #[must_use]
            pub fn or(mut self, defaults: &Self) -> Self {
                $(Inherit::inherit(&mut self.$key, &defaults.$key);)*
                self
            }
        }
    };
}

engine_keys! {
    /// Program and arguments, quoted as in a shell. No shell is started.
    /// A path is relative to the directory of the match runner. On
    /// Windows, write slashes, or quote the path twice, since a command
    /// is split into words once more: cmd="'C:\engines\a.exe'".
    #[serde(alias = "cmd")]
    "cmd=COMMAND" command: String;
    /// Name in tables and records [default: the program's file name].
    "name=NAME" name: String;
    /// Protocol: gtp, gomocup or nboard [default: detected].
    #[serde(alias = "proto", serialize_with = "write_protocol", deserialize_with = "read_protocol")]
    "proto=PROTOCOL" protocol: Option<ProtocolKind>;
    /// Working directory [default: that of the match runner].
    #[serde(alias = "dir")]
    "dir=DIRECTORY" directory: Option<PathBuf>;
    /// Environment variable; repeatable. In a match file: a table `env`.
    #[serde(alias = "env", deserialize_with = "read_map")]
    "env.NAME=VALUE" environment: BTreeMap<String, String>;
    /// Line to send after the start; repeatable. GTP: a command that
    /// must succeed. In a match file: a list.
    #[serde(alias = "initstr")]
    "init=LINE" init: Vec<String>;
    /// Setting of the engine; repeatable. GTP: sends the command
    /// `NAME VALUE`, which must succeed. Gomocup: sends
    /// `INFO NAME VALUE`. NBoard has no settings. In a match file: a
    /// table `options`.
    #[serde(alias = "option", deserialize_with = "read_map")]
    "option.NAME=VALUE" options: BTreeMap<String, String>;
    /// Level of play, 1 to 8, of engines with the GTP command
    /// `flipfive-option`.
    "level=N" level: Option<u8>;
    /// Maximum depth in plies. GTP: `flipfive-option depth`. Gomocup:
    /// `INFO max_depth`. NBoard: `set depth`.
    "depth=PLIES" depth: Option<u32>;
    /// Maximum nodes for a move. GTP: `flipfive-option nodes`.
    /// Gomocup: `INFO max_node`.
    "nodes=N" nodes: Option<u64>;
    /// Memory in MB (2^20 bytes). GTP: of the transposition table,
    /// `flipfive-option hash`. Gomocup: of the process,
    /// `INFO max_memory` [default: `memory-limit`, or 350 as in
    /// Gomocup's tournaments].
    "memory=MB" memory: Option<u64>;
    /// Memory that the system lets the engine use: its address space,
    /// `RLIMIT_AS` (Unix except macOS and OpenBSD). An engine that ends
    /// there loses by `memory`.
    "memory-limit=MB" memory_limit: Option<u64>;
    /// Search threads. GTP: `flipfive-option threads`. Gomocup:
    /// `INFO thread_num`.
    "threads=N" threads: Option<u32>;
    /// Search while the opponent thinks: on, off [default: off]. GTP:
    /// `flipfive-option ponder`. Gomocup: `INFO pondering`, as
    /// Yixin-Board sends it.
    "ponder=SWITCH" ponder: Option<bool>;
    /// Clock, as after `--tc` [default: that of the match].
    "tc=CLOCK" tc: Option<TimeControl>;
    /// Margin by which the engine may exceed its clock [default: that of
    /// the match].
    "timemargin=MS" timemargin: Option<u64>;
    /// Factor for all times of the engine: 0.5 halves its clock
    /// [default: 1].
    #[serde(alias = "odds")]
    "timeodds=FACTOR" timeodds: Option<f64>;
    /// Time limit for the start and for every command that is not a
    /// search [default: 20]. Large networks take seconds to load.
    #[serde(alias = "patience")]
    "startup-timeout=SECONDS" startup_timeout: Option<f64>;
    /// Time to end after its quit command, or after an interrupt of
    /// the match [default: 2]. Then it is killed.
    #[serde(alias = "farewell")]
    "quit-timeout=SECONDS" quit_timeout: Option<f64>;
    /// Restart the engine for every game: on, off [default: off].
    "restart=SWITCH" restart: Option<bool>;
    /// GTP: request a score with each move: on, off [default: off].
    /// It is the `scoreLead` of `kata-genmove_analyze`, which few
    /// engines have in Gomoku; Flipfive has none there.
    #[serde(alias = "thoughts")]
    "analysis=SWITCH" analysis: Option<bool>;
    /// File to which stderr is appended [default: the log, level debug].
    "stderr=FILE" stderr: Option<PathBuf>;
}

/// What is wrong with the description of an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// A quotation mark without its partner, or a backslash at the end.
    #[error("{what} {text:?} has an unclosed quotation mark or ends with a backslash")]
    Quotes {
        /// Which part.
        what: &'static str,
        /// As it was written.
        text: String,
    },
    /// A word without an equals sign.
    #[error("{0:?} is not KEY=VALUE; quote values with blanks: cmd=\"PROGRAM ARGUMENTS\"")]
    NotAPair(String),
    /// An unknown key.
    #[error("unknown key {0:?}; expected one of: {usages}", usages = usages())]
    UnknownKey(String),
    /// A value that does not fit its key, or a key that is given twice. The text names it.
    #[error("{0}")]
    Value(String),
    /// A key whose value cannot hold for several engines.
    #[error("{0} belongs to one engine; expected it after --engine")]
    NotForAll(&'static str),
    /// There is no program.
    #[error("the engine has no command; expected cmd=\"PROGRAM ARGUMENTS\"")]
    NoCommand,
}

impl From<PairsError> for SpecError {
    fn from(error: PairsError) -> Self {
        match error {
            // Serde would list hidden aliases as well.
            PairsError::UnknownKey { key, .. } => Self::UnknownKey(key),
            PairsError::Invalid(message) => Self::Value(message),
        }
    }
}

fn usages() -> String {
    let usages: Vec<_> = EngineSpec::KEYS.iter().map(|key| key.usage).collect();
    usages.join(", ")
}

/// The default of `startup-timeout` in seconds.
const DEFAULT_STARTUP_TIMEOUT: f64 = 20.0;
/// The longest timeout in seconds: a day.
const MAX_TIMEOUT: f64 = 86_400.0;

impl EngineSpec {
    /// The keys with their help, for `--help`.
    pub fn help() -> String {
        Self::help_without(&[])
    }

    /// The keys with their help but for those with these names.
    pub(crate) fn help_without(left_out: &[&str]) -> String {
        let mut text = String::from("Keys of ENGINE:");
        let is_shown = |key: &&EngineKey| !left_out.contains(&key_name(key.usage));
        for key in Self::KEYS.iter().filter(is_shown) {
            text += &format!("\n  {}", key.usage);
            for line in key.help {
                text += &format!("\n         {line}");
            }
        }
        text
    }

    /// The program and its arguments.
    ///
    /// # Errors
    ///
    /// There is no program, or the quoting is wrong.
    pub fn argv(&self) -> Result<Vec<OsString>, SpecError> {
        let mut words: Vec<OsString> = self.words()?.into_iter().map(OsString::from).collect();
        // Systems differ in whether a relative program starts at the old or the new directory.
        let program = Path::new(&words[0]);
        if program.components().count() > 1
            && let Ok(absolute) = std::path::absolute(program)
        {
            words[0] = absolute.into_os_string();
        }
        Ok(words)
    }

    /// Reads `KEY=VALUE` words that hold for several engines, so `cmd` and `name` are missing.
    ///
    /// # Errors
    /// An unknown key, a value that does not fit its key, `cmd` or `name`.
    pub fn defaults(text: &str) -> Result<Self, SpecError> {
        let spec = Self::unchecked(text)?;
        for (key, value) in [("cmd", &spec.command), ("name", &spec.name)] {
            if !value.is_empty() {
                return Err(SpecError::NotForAll(key));
            }
        }
        Ok(spec)
    }

    fn unchecked(text: &str) -> Result<Self, SpecError> {
        let words = split("the engine", text)?;
        let pairs = words.iter().map(|word| {
            let pair = word.split_once('=');
            pair.ok_or_else(|| SpecError::NotAPair(word.clone()))
        });
        Ok(from_pairs(pairs.collect::<Result<Vec<_>, _>>()?)?)
    }

    fn words(&self) -> Result<Vec<String>, SpecError> {
        let words = split("the command", &self.command)?;
        if words.first().is_none_or(String::is_empty) {
            return Err(SpecError::NoCommand);
        }
        Ok(words)
    }

    /// Checks every field and fills in the name. Descriptions from a match file need this; those from
    /// the command line are checked already.
    ///
    /// # Errors
    ///
    /// The first field with a wrong value.
    pub fn checked(mut self) -> Result<Self, SpecError> {
        let words = self.words()?;
        if self.name.is_empty() {
            self.name = program_name(&words[0]);
        }
        let check = |key: &str, value: &dyn ToString, expected: &str, valid: bool| {
            let error = || SpecError::from(PairsError::value(key, &value.to_string(), expected));
            valid.then_some(()).ok_or_else(error)
        };
        let (name, odds) = (&self.name, self.odds());
        let timeout = self.startup_timeout.unwrap_or(DEFAULT_STARTUP_TIMEOUT);
        let is_printable = !name.contains(char::is_control);
        check("name", name, "no control characters", is_printable)?;
        if let Some(level) = self.level {
            let expected = format!("1 to {MAX_LEVEL}");
            let in_range = (1..=MAX_LEVEL).contains(&level);
            check("level", &level, &expected, in_range)?;
        }
        let in_range = odds > 0.0 && odds <= 1000.0;
        check("timeodds", &odds, "a factor above 0, up to 1000", in_range)?;
        let in_range = timeout > 0.0 && timeout <= MAX_TIMEOUT;
        let expected = "seconds above 0, up to 86400";
        check("startup-timeout", &timeout, expected, in_range)?;
        if let Some(mb) = self.memory_limit {
            check("memory-limit", &mb, "1 MB or more", mb > 0)?;
        }
        if let Some(seconds) = self.quit_timeout {
            let in_range = (0.0..=MAX_TIMEOUT).contains(&seconds);
            check("quit-timeout", &seconds, "0 to 86400 seconds", in_range)?;
        }
        let is_line = |text: &String| !text.contains(['\n', '\r']);
        for line in &self.init {
            check("init", line, "one line", is_line(line))?;
        }
        for text in self.options.iter().flat_map(|(key, value)| [key, value]) {
            check("option", text, "one line", is_line(text))?;
        }
        for (name, value) in &self.environment {
            check("env", value, "no zero bytes", !value.contains('\0'))?;
            let is_name = !name.is_empty() && !name.contains(['=', '\0']);
            check("env", name, "a name without '=' and zero bytes", is_name)?;
        }
        Ok(self)
    }

    /// Time limit for the start and for every command that is not a search.
    pub fn startup_timeout(&self) -> Duration {
        // `checked` refuses bad values; an unchecked description must not panic here.
        let seconds = self.startup_timeout.unwrap_or(DEFAULT_STARTUP_TIMEOUT);
        let seconds = seconds.clamp(0.0, MAX_TIMEOUT);
        Duration::try_from_secs_f64(seconds).unwrap_or_default()
    }

    /// Time to end after the quit command.
    pub fn quit_timeout(&self) -> Duration {
        let seconds = self.quit_timeout.unwrap_or(2.0).clamp(0.0, MAX_TIMEOUT);
        Duration::try_from_secs_f64(seconds).unwrap_or_default()
    }

    /// The description with the values that hold where nothing is set, as journals keep it.
    #[must_use]
    pub(crate) fn with_default_values(mut self) -> Self {
        self.startup_timeout = self.startup_timeout.or(Some(DEFAULT_STARTUP_TIMEOUT));
        self.timeodds = Some(self.odds());
        self.restart = Some(self.is_restarted());
        self.analysis = Some(self.is_analysed());
        self
    }

    /// Whether the engine is restarted for every game.
    pub fn is_restarted(&self) -> bool {
        self.restart.unwrap_or(false)
    }

    /// Whether it searches while the opponent thinks.
    pub fn ponders(&self) -> bool {
        self.ponder.unwrap_or(false)
    }

    /// Whether the scores of its moves are requested.
    pub fn is_analysed(&self) -> bool {
        self.analysis.unwrap_or(false)
    }

    /// The factor for all times.
    fn odds(&self) -> f64 {
        self.timeodds.unwrap_or(1.0)
    }

    /// The clock of this engine in a match with the clock `rule`: its own or that one, with all times
    /// multiplied by `timeodds`.
    pub fn clock(&self, rule: ClockRule) -> ClockRule {
        let mut rule = self.tc.map_or(rule, |control| control.rule);
        let odds = Some(self.odds()).filter(|odds| odds.is_finite());
        let odds = odds.map_or(1.0, |odds| odds.clamp(0.0, 1000.0));
        let scale = |time: &mut Duration| {
            *time = Duration::try_from_secs_f64(time.as_secs_f64() * odds).unwrap_or(*time);
        };
        match &mut rule {
            ClockRule::Unlimited => {}
            ClockRule::PerMove(time) | ClockRule::Absolute { main: time } => scale(time),
            ClockRule::Canadian { main, period, .. } | ClockRule::Byoyomi { main, period, .. } => {
                scale(main);
                scale(period);
            }
            ClockRule::Fischer {
                main,
                increment,
                main_limit,
                max_per_move,
            } => {
                scale(main);
                scale(increment);
                let limits = [main_limit, max_per_move];
                limits.into_iter().flatten().for_each(scale);
            }
        }
        rule
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    /// Reads the command-line form.
    fn from_str(text: &str) -> Result<Self, SpecError> {
        let words = split("the engine", text)?;
        let is_key = |word: &String| word.split_once('=').is_some_and(|(key, _)| is_key(key));
        if words.first().is_none_or(|word| !word.contains('=')) && !words.iter().any(is_key) {
            let spec = Self {
                command: text.trim().into(),
                ..Self::default()
            };
            return spec.checked();
        }
        Self::unchecked(text)?.checked()
    }
}

/// The key of a usage, without the name of a setting or variable: `option` of `option.NAME=VALUE`.
fn key_name(usage: &str) -> &str {
    usage.split(['=', '.']).next().unwrap_or(usage)
}

/// Whether serde knows a key, or the part before its dot.
fn is_key(key: &str) -> bool {
    let known = from_pairs::<EngineSpec>([(key, "")]);
    !matches!(known, Err(PairsError::UnknownKey { .. }))
}

fn split(what: &'static str, text: &str) -> Result<Vec<String>, SpecError> {
    shlex::split(text).ok_or_else(|| SpecError::Quotes {
        what,
        text: text.into(),
    })
}

/// Values that engines take from the defaults of all engines.
trait Inherit {
    fn inherit(&mut self, from: &Self);
}

impl Inherit for String {
    fn inherit(&mut self, from: &Self) {
        if self.is_empty() {
            self.clone_from(from);
        }
    }
}

impl<T: Clone> Inherit for Option<T> {
    fn inherit(&mut self, from: &Self) {
        if self.is_none() {
            self.clone_from(from);
        }
    }
}

impl Inherit for Vec<String> {
    fn inherit(&mut self, from: &Self) {
        self.splice(0..0, from.iter().cloned());
    }
}

impl Inherit for BTreeMap<String, String> {
    fn inherit(&mut self, from: &Self) {
        for (name, value) in from {
            self.entry(name.clone()).or_insert_with(|| value.clone());
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn write_protocol<S: Serializer>(
    protocol: &Option<ProtocolKind>,
    to: S,
) -> Result<S::Ok, S::Error> {
    protocol.map(ProtocolKind::name).serialize(to)
}

fn read_protocol<'de, D: Deserializer<'de>>(from: D) -> Result<Option<ProtocolKind>, D::Error> {
    let name = String::deserialize(from)?;
    ProtocolKind::from_name(&name).map(Some).ok_or_else(|| {
        let message = format!("unknown protocol {name:?}; expected gtp, gomocup or nboard");
        serde::de::Error::custom(message)
    })
}

/// Pairs whose values may be texts, numbers or switches.
fn read_map<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    let map = BTreeMap::<String, toml::Value>::deserialize(from)?;
    let text = |(key, value)| match value {
        toml::Value::String(text) => Ok((key, text)),
        toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => {
            Ok((key, value.to_string()))
        }
        _ => {
            let message = format!("invalid value for {key}: expected a text, a number or a switch");
            Err(serde::de::Error::custom(message))
        }
    };
    map.into_iter().map(text).collect()
}

/// The file name of a program without an ending such as `.exe`. `.2` in `engine-1.2` is not such an ending.
fn program_name(program: &str) -> String {
    let path = Path::new(program);
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let is_version = !ending.is_empty() && ending.bytes().all(|byte| byte.is_ascii_digit());
    let name = match is_version {
        true => path.file_name(),
        false => path.file_stem(),
    };
    name.map_or_else(|| program.to_owned(), |name| name.to_string_lossy().into())
}

#[cfg(test)]
mod tests;
