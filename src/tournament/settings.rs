//! Match settings: one declaration of the flags of `flipfive match` and of the keys of match files.
//!
//! Doc comments of the fields are the help texts of the flags. A key of a match file is the name of the
//! flag without dashes; the old names that clap and serde know as aliases stay for one version.

use crate::engines::{EngineSpec, TimeControl};
use crate::gomoku::OpeningRule;
use crate::tournament::key_values::{key_values, suggest_key};
use crate::tournament::{
    Adjudication, LevelRange, OpeningOrder, OpeningSymmetry, Sprt, TournamentKind,
};
use clap::{ArgMatches, FromArgMatches as _};
use serde::{Deserialize, Deserializer, Serialize};
use std::path::PathBuf;

/// The settings of a match. A setting that is `None` has a default value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[command(next_help_heading = "Match")]
pub struct MatchSettings {
    /// An engine: KEY=VALUE words in one argument, or its command alone; repeat the flag for each engine
    #[arg(long = "engine", value_name = "ENGINE")]
    #[serde(rename = "engine")]
    pub engines: Vec<EngineSpec>,
    /// KEY=VALUE words for all engines, such as tc=10+0.1; the keys of an engine come first
    #[arg(long, value_name = "KEY=VALUE...", value_parser = EngineSpec::defaults)]
    pub each: Option<EngineSpec>,
    /// Our own levels as further engines, such as 1-8: how strong are the others? [defaults: gauntlet, 5
    /// rounds, generated openings]
    #[arg(long, value_name = "FIRST-LAST")]
    pub levels: Option<LevelRange>,
    /// Name of the match in reports
    #[arg(long, value_name = "TEXT")]
    pub name: Option<String>,
    /// Game: othello, gomoku, standard, renju, caro, caro-exact [default: othello]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Board size [default: the usual size of the game]
    #[arg(long, value_name = "N")]
    pub size: Option<u8>,
    /// Kind of tournament [default: round-robin]
    #[arg(long, value_name = "KIND")]
    #[serde(alias = "form")]
    pub tournament: Option<TournamentKind>,
    /// Gauntlet: the first N engines play all others, but not one another [default: 1]
    #[arg(long, value_name = "N")]
    pub challengers: Option<usize>,
    /// Game pairs between each two engines [default: one for each opening of a file, else 1; with a
    /// test until it is decided]; in a knockout, game pairs in each tie [default: 1]; in the Swiss
    /// system, rounds of one game pair [default: by the number of engines]
    #[arg(long, value_name = "N", conflicts_with = "games")]
    pub rounds: Option<u32>,
    /// Games between each two engines, an even number; another form of --rounds
    #[arg(long, value_name = "N")]
    pub games: Option<u32>,
    /// The game is drawn after N moves, including those of the opening; N must be greater than their number
    #[arg(long, value_name = "N")]
    pub max_moves: Option<u32>,
    /// Seed of all random choices [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Sequential probability ratio test (SPRT) of the first two engines; the match ends when it is
    /// decided [alpha and beta: 0.05, model: normalized]
    ///
    /// The model is the Elo scale of elo0 and elo1: normalized or logistic.
    #[arg(long, value_name = "elo0=ELO,elo1=ELO,alpha=P,beta=P,model=MODEL")]
    #[arg(value_parser = key_values::<Sprt>)]
    pub sprt: Option<Sprt>,
    /// Number of games played at the same time [default: 1]
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,
    /// Go on when an engine does not start, or fails in three games in a row
    #[arg(long)]
    pub recover: bool,
    /// Bind the engines of each game to processors of their own (Linux); the SMT siblings of a core come
    /// last
    #[arg(long)]
    pub affinity: bool,
    /// Append every line to and from the engines to this file, with its time, game and engine
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "is_no_text")]
    pub log: Option<PathBuf>,
    /// Write every game to this file when it ends (JSON lines), or to none [default: a new file in the
    /// current folder, named after the match]
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "is_no_text")]
    pub journal: Option<PathBuf>,
    /// Clock: MAIN+INC, TIME/move, MATCH/TURN, canadian:MAIN:PERIOD:MOVES, byoyomi:MAIN:PERIOD:PERIODS
    /// or none [default: 10+0.1]
    #[arg(long, value_name = "CLOCK", help_heading = "Time")]
    pub tc: Option<TimeControl>,
    /// An engine loses on time only if it exceeds its clock by more than this margin [default: 20]
    #[arg(long, value_name = "MS", alias = "margin", help_heading = "Time")]
    #[serde(alias = "margin")]
    pub timemargin: Option<u64>,
    /// After clock and margin have run out, wait this long before killing the engine as hung
    /// [default: 10]
    #[arg(long, value_name = "SECONDS", alias = "patience")]
    #[arg(help_heading = "Time")]
    #[serde(alias = "patience")]
    pub hang_timeout: Option<f64>,
    /// Longest time for a move without a clock [default: 600]
    #[arg(long, value_name = "SECONDS", alias = "longest-move")]
    #[arg(help_heading = "Time")]
    #[serde(alias = "longest-move")]
    pub max_move_time: Option<f64>,
    /// Opening rule: the engines place the first stones and choose their colours (Gomoku, engines by
    /// Gomocup's protocol)
    #[arg(long, value_name = "RULE", help_heading = "Openings")]
    #[arg(conflicts_with_all = ["openings", "generate_openings"])]
    pub opening_rule: Option<OpeningRule>,
    /// Opening suite: a file, or a folder of SGF files; FORMAT is offset, pos, pos-top, transcript, obf,
    /// ggf or sgf [default format: guessed]; or book, the built-in balanced openings
    #[arg(long, value_name = "FILE[:FORMAT]", help_heading = "Openings")]
    #[arg(conflicts_with = "generate_openings")]
    pub openings: Option<String>,
    /// Begin with the opening N of a file, in the order in which they are played [default: 1]
    #[arg(long, value_name = "N", help_heading = "Openings")]
    pub opening_start: Option<u32>,
    /// The openings of a file begin again after the last one, so that N of `--opening-start` may be beyond it, as in
    /// fastchess.
    #[arg(long, hide = true)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub opening_start_wraps: bool,
    /// Cut the openings of a file after PLIES moves
    #[arg(long, value_name = "PLIES", help_heading = "Openings")]
    pub opening_plies: Option<usize>,
    /// Generate balanced openings of PLIES moves
    #[arg(long, value_name = "PLIES", alias = "made-openings")]
    #[arg(help_heading = "Openings")]
    #[serde(alias = "made-openings")]
    pub generate_openings: Option<u8>,
    /// Largest score after a generated opening, in evaluation units; in Othello, how far Black may be from a lead of one disc [default: 3]
    #[arg(long, value_name = "VALUE", alias = "made-within")]
    #[arg(help_heading = "Openings")]
    #[serde(alias = "made-within")]
    pub max_imbalance: Option<f64>,
    /// Order of the openings of a file [default: sequential]
    #[arg(long, value_name = "ORDER", help_heading = "Openings")]
    pub order: Option<OpeningOrder>,
    /// Rotate and mirror the openings [default: none]
    #[arg(long, value_name = "HOW", help_heading = "Openings")]
    #[serde(alias = "turn", deserialize_with = "symmetry_or_turn")]
    pub symmetry: Option<OpeningSymmetry>,
    /// The rules of adjudication; `[adjudicate]` in a match file.
    #[command(flatten)]
    pub adjudicate: Adjudication,
}

/// An error in a match file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct MatchFileError {
    /// The line, from 1, if known.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl MatchFileError {
    /// An error in this text.
    pub(crate) fn new(text: &str, error: &toml::de::Error) -> Self {
        let line = |start| 1 + text[..start].matches('\n').count();
        Self {
            line: error.span().map(|span| line(span.start)),
            message: suggest_key(error.message()),
        }
    }
}

impl MatchSettings {
    /// Reads a match file (TOML).
    ///
    /// # Errors
    /// The first error, with its line. For an unknown key it names the nearest one.
    pub fn from_toml(text: &str) -> Result<Self, MatchFileError> {
        toml::from_str(text).map_err(|error| MatchFileError::new(text, &error))
    }

    /// Gives every engine the values of `each`.
    pub fn apply_each(&mut self) {
        if let Some(each) = self.each.take() {
            for engine in &mut self.engines {
                *engine = std::mem::take(engine).or(&each);
            }
        }
    }

    /// Overrides the settings by the flags of a command line with the arguments of this struct. Engines
    /// are added.
    ///
    /// # Errors
    /// None, if clap has parsed the command line with these arguments.
    pub fn override_with(&mut self, flags: &ArgMatches) -> Result<(), clap::Error> {
        let given = |flags_of: &[&str]| flags_of.iter().any(|flag| flags.contains_id(flag));
        if given(&["rounds", "games"]) {
            (self.rounds, self.games) = (None, None);
        }
        if given(&["openings", "generate_openings", "opening_rule"]) {
            (self.openings, self.generate_openings, self.opening_rule) = (None, None, None);
            (self.opening_plies, self.opening_start) = (None, None);
            self.opening_start_wraps = false;
        }
        // A flag replaces the value of the file, but these add to it.
        let engines = std::mem::take(&mut self.engines);
        let each = self.each.take();
        let proof = self.adjudicate.proof;
        let (recover, affinity) = (self.recover, self.affinity);
        let wraps = self.opening_start_wraps;
        self.update_from_arg_matches(flags)?;
        self.engines.splice(0..0, engines);
        self.each = match (self.each.take(), each) {
            (Some(flag), Some(file)) => Some(flag.or(&file)),
            (flag, file) => flag.or(file),
        };
        self.adjudicate.proof |= proof;
        self.recover |= recover;
        self.affinity |= affinity;
        self.opening_start_wraps |= wraps;
        Ok(())
    }
}

/// Whether a path cannot stand in JSON: there is none, or its name is not UTF-8. The other settings are kept without it.
fn is_no_text(path: &Option<PathBuf>) -> bool {
    path.as_ref().is_none_or(|path| path.to_str().is_none())
}

/// The key `symmetry`, or its old form `turn`, which is true or false.
fn symmetry_or_turn<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<OpeningSymmetry>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected \"none\" or \"random\"")]
    enum Value {
        Symmetry(OpeningSymmetry),
        Turn(bool),
    }
    Ok(Some(match Value::deserialize(from)? {
        Value::Symmetry(symmetry) => symmetry,
        Value::Turn(false) => OpeningSymmetry::None,
        Value::Turn(true) => OpeningSymmetry::Random,
    }))
}

#[cfg(test)]
mod tests;
