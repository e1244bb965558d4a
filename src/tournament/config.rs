//! What a match file says, and the match that follows from it.

use crate::engine::Variant;
use crate::engines;
use crate::engines::Termination;
use crate::engines::{EngineClient, EngineError, EngineReply, GameSpec};
use crate::engines::{EngineSpec, SpecError};
use crate::format::position::write_position;
use crate::game::{Move, Side};
use crate::search::{Clock, ClockRule};
use crate::tournament::adjudication::Adjudication;
use crate::tournament::journal::{Header, hash};
use crate::tournament::match_info::MatchInfo;
use crate::tournament::openings;
use crate::tournament::openings::{
    Format, Made, Opening, OpeningOrder, Openings, OpeningsError, Source,
};
use crate::tournament::referee::Conditions;
use crate::tournament::runner::{Make, Participant, Tournament};
use crate::tournament::schedule::{Schedule, Shard, TournamentKind};
use crate::tournament::stats::sprt::Sprt;
use crate::tournament::time_control::TimeControl;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

/// A match as it is written down (TOML); everything that is missing has a usual value. The command
/// line fills in the same fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct MatchFile {
    /// The name in reports.
    pub name: String,
    /// The game, as [`Variant::from_name`] takes it; Othello if it is missing.
    pub game: Option<String>,
    /// Cells in a row and in a column; the usual size if it is missing.
    pub size: Option<u8>,
    /// The engines, at least two, each with a name of its own.
    #[serde(rename = "engine")]
    pub engines: Vec<EngineSpec>,
    /// Who meets whom; everybody meets everybody if it is missing.
    pub form: Option<TournamentKind>,
    /// How many pairs of games each two engines play. If it is missing, as many as there are openings
    /// in a file, else one; with a test until that is decided.
    pub rounds: Option<u32>,
    /// The same in games, an even number.
    pub games: Option<u32>,
    /// The clock, `10+0.1` if it is missing. An engine's `odds` change it.
    pub tc: Option<TimeControl>,
    /// Milliseconds by which a move may be late; 20 if it is missing.
    pub margin: Option<u64>,
    /// Seconds beyond its time after which an engine counts as hanging; 10 if it is missing.
    pub patience: Option<f64>,
    /// Seconds that a move may take without a clock; 600 if it is missing.
    pub longest_move: Option<f64>,
    /// Moves after which a game is a draw, those of the opening included.
    pub max_moves: Option<u32>,
    /// A file of openings or a folder of SGF files, with `:FORMAT` after it where the format cannot
    /// be guessed.
    pub openings: Option<String>,
    /// Openings are cut after so many moves.
    pub opening_plies: Option<usize>,
    /// The engine makes the openings, with so many moves.
    pub made_openings: Option<u8>,
    /// How far from even made openings may be, in discs or evaluation units.
    pub made_within: Option<f64>,
    /// The order of the openings of a file.
    pub order: Option<OpeningOrder>,
    /// Whether openings are turned and mirrored by chance.
    pub turn: Option<bool>,
    /// For everything that is left to chance; 1 if it is missing.
    pub seed: Option<u64>,
    /// The test of the first two engines that ends the match.
    pub sprt: Option<Sprt>,
    /// Which games are decided before they end.
    pub adjudicate: Adjudication,
    /// How many games are played at the same time; 1 if it is missing.
    pub concurrency: Option<usize>,
    /// The journal.
    pub journal: Option<PathBuf>,
}

/// Why there is no such match.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The game is not known.
    #[error("unknown game {name:?}, expected one of: {expected}")]
    Game {
        /// As it was written.
        name: String,
        /// Names that are known.
        expected: String,
    },
    /// The game is not played on such a board.
    #[error("{variant} is not played on a board of size {size}, expected {}", variant.sizes())]
    Size {
        /// The game.
        variant: Variant,
        /// The size.
        size: u8,
    },
    /// There are too few engines, or too many.
    #[error("{0} given, expected {1}")]
    Engines(String, &'static str),
    /// Two engines cannot be told apart.
    #[error("two engines have the name {0:?}; give one of them another: name=NAME")]
    SameName(String),
    /// An engine's description is wrong.
    #[error("engine {number}: {source}")]
    Engine {
        /// Counted from 1.
        number: usize,
        /// What is wrong.
        source: SpecError,
    },
    /// The openings are wrong.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// A value makes no sense.
    #[error("{0}")]
    Value(String),
}

/// A match that is ready to be played.
pub struct Plan {
    /// Everything that is needed to play it.
    pub tournament: Tournament,
    /// The engines, as they were described.
    pub engines: Vec<EngineSpec>,
    /// What reports say about it.
    pub title: MatchInfo,
    /// The test of the first two engines.
    pub test: Option<Sprt>,
    /// The first line of its journal.
    pub header: Header,
}

/// Rounds of a match that is ended by a test.
const TEST_ROUNDS: u32 = 100_000;

impl MatchFile {
    /// Reads a match file.
    ///
    /// # Errors
    /// What is wrong with it, with line and column.
    pub fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// The match. Files of openings are read; no engine is started.
    ///
    /// # Errors
    /// The first thing that cannot be.
    pub fn plan(&self, shard: Shard) -> Result<Plan, ConfigError> {
        let spec = self.spec()?;
        let engines = self.checked_engines()?;
        self.adjudicate.check().map_err(ConfigError::Value)?;
        let conditions = self.conditions(spec)?;
        let clock = self.tc.unwrap_or(USUAL_CLOCK);
        let form = self.form.unwrap_or_default();
        let (source, origin) = self.source(spec)?;
        let rounds = self.rounds(&source)?;
        let schedule = Schedule::new(form, engines.len(), rounds);
        let order = self.order.unwrap_or_default();
        let seed = self.seed.unwrap_or(1);
        let flips = self.turn.unwrap_or(false);
        let title = MatchInfo {
            name: self.name.clone(),
            engines: engines.iter().map(|engine| engine.name.clone()).collect(),
            time: clock.to_string(),
            settings: self.settings(spec, &source, form),
            scheduled: Some(schedule.games()),
        };
        let config = json!({
            "game": spec.variant.name(),
            "size": spec.size,
            "engines": engines,
            "form": form,
            "tc": clock,
            "margin": self.margin,
            "patience": self.patience,
            "longest-move": self.longest_move,
            "max-moves": self.max_moves,
            "openings": origin,
            "order": order,
            "turn": flips,
            "seed": seed,
            "adjudicate": self.adjudicate,
        });
        let plan = json!({
            "title": title,
            "sprt": self.sprt.map(|test| test.parameters()),
        });
        let tournament = Tournament {
            conditions,
            contenders: engines
                .iter()
                .map(|engine| contender(engine, clock.0))
                .collect(),
            schedule,
            shard,
            openings: Openings::new(spec, source, order, seed, flips),
            concurrency: self.concurrency.unwrap_or(1).max(1),
        };
        Ok(Plan {
            tournament,
            engines,
            title,
            test: self.sprt,
            header: Header::new(config, plan, shard),
        })
    }

    fn spec(&self) -> Result<GameSpec, ConfigError> {
        let name = self.game.as_deref().unwrap_or("othello");
        let variant = Variant::from_name(name).ok_or_else(|| {
            let names = Variant::ALL.map(Variant::name);
            ConfigError::Game {
                name: name.into(),
                expected: names.join(", "),
            }
        })?;
        let size = self.size.unwrap_or(variant.default_size());
        match variant.new_record(size) {
            Some(_) => Ok(GameSpec { variant, size }),
            None => Err(ConfigError::Size { variant, size }),
        }
    }

    fn checked_engines(&self) -> Result<Vec<EngineSpec>, ConfigError> {
        let count = self.engines.len();
        let given = || format!("{count} engine{}", if count == 1 { "" } else { "s" });
        if count < 2 {
            return Err(ConfigError::Engines(given(), "at least 2"));
        }
        if self.sprt.is_some() && count != 2 {
            return Err(ConfigError::Engines(given(), "2 for a test"));
        }
        let engines: Vec<EngineSpec> = (1..)
            .zip(&self.engines)
            .map(|(number, engine)| {
                let checked = engine.clone().checked();
                checked.map_err(|source| ConfigError::Engine { number, source })
            })
            .collect::<Result<_, _>>()?;
        for (index, engine) in engines.iter().enumerate() {
            if engines[..index]
                .iter()
                .any(|other| other.name == engine.name)
            {
                return Err(ConfigError::SameName(engine.name.clone()));
            }
        }
        Ok(engines)
    }

    fn conditions(&self, spec: GameSpec) -> Result<Conditions, ConfigError> {
        let seconds = |name: &str, given: Option<f64>, usual: f64| {
            let seconds = given.unwrap_or(usual);
            if (0.0..=1e7).contains(&seconds) {
                Ok(Duration::from_secs_f64(seconds))
            } else {
                let text =
                    format!("{name} has to be a number of seconds, 0 or more, not {seconds}");
                Err(ConfigError::Value(text))
            }
        };
        Ok(Conditions {
            spec,
            margin: Duration::from_millis(self.margin.unwrap_or(USUAL_MARGIN)),
            patience: seconds("patience", self.patience, 10.0)?,
            longest_move: seconds("longest-move", self.longest_move, 600.0)?,
            max_moves: self.max_moves,
            adjudication: self.adjudicate,
        })
    }

    fn rounds(&self, source: &Source) -> Result<u32, ConfigError> {
        let wrong = |text: String| Err(ConfigError::Value(text));
        let rounds = match (self.rounds, self.games) {
            (Some(_), Some(_)) => return wrong("give either rounds or games, not both".into()),
            (Some(rounds), None) => rounds,
            (None, Some(games)) if games.is_multiple_of(2) => games / 2,
            (None, Some(games)) => {
                return wrong(format!(
                    "games come in pairs with the colours exchanged: expected an even number, not {games}"
                ));
            }
            (None, None) if self.sprt.is_some() => TEST_ROUNDS,
            (None, None) => match source {
                Source::List(list) => u32::try_from(list.len()).unwrap_or(u32::MAX),
                Source::None | Source::Made(_) => 1,
            },
        };
        if rounds == 0 {
            return wrong("a match has at least one round, which is two games".into());
        }
        Ok(rounds)
    }

    /// The openings, and a description that is the same for the same ones.
    fn source(&self, spec: GameSpec) -> Result<(Source, serde_json::Value), ConfigError> {
        match (&self.openings, self.made_openings) {
            (Some(_), Some(_)) => Err(ConfigError::Value(
                "openings come from a file or are made, not both".into(),
            )),
            (None, None) => Ok((Source::None, serde_json::Value::Null)),
            (None, Some(plies)) => {
                if plies > Made::MOST {
                    let text = format!("openings are made with at most {} moves", Made::MOST);
                    return Err(ConfigError::Value(text));
                }
                let made = Made {
                    plies,
                    within: self.made_within.unwrap_or(Made::usual_bound()),
                };
                Ok((Source::Made(made), json!({ "made": made })))
            }
            (Some(file), None) => {
                let (path, format) = split_format(file);
                let list = openings::read(&path, format, spec, self.opening_plies)?;
                let text: String = list.iter().map(fingerprint).collect();
                let origin = json!({ "file": file, "hash": hash(&text) });
                Ok((Source::List(list), origin))
            }
        }
    }

    /// What reports show of all this.
    fn settings(
        &self,
        spec: GameSpec,
        source: &Source,
        form: TournamentKind,
    ) -> Vec<(String, String)> {
        let mut settings = vec![(
            "game".to_owned(),
            format!("{} {}x{}", spec.variant, spec.size, spec.size),
        )];
        let mut add = |name: &str, value: String| settings.push((name.into(), value));
        if form == TournamentKind::Gauntlet {
            add("form", "gauntlet".into());
        }
        match source {
            Source::None => add("openings", "none".into()),
            Source::List(list) => add(
                "openings",
                format!(
                    "{} ({})",
                    self.openings.as_deref().unwrap_or(""),
                    list.len()
                ),
            ),
            Source::Made(made) => add(
                "openings",
                format!("{} moves, within {} of even", made.plies, made.within),
            ),
        }
        add(
            "margin",
            format!("{} ms", self.margin.unwrap_or(USUAL_MARGIN)),
        );
        if let Some(moves) = self.max_moves {
            add("draw after", format!("{moves} moves"));
        }
        let rules = &self.adjudicate;
        if let Some(rule) = rules.resign {
            add(
                "lost by",
                format!("{} for {} moves", rule.value, rule.plies),
            );
        }
        if let Some(rule) = rules.draw {
            let text = format!(
                "within {} for {} moves, from move {}",
                rule.value, rule.plies, rule.after
            );
            add("drawn by", text);
        }
        if rules.proof {
            add("proofs", "accepted if both engines have one".into());
        }
        if let Some(empties) = rules.solve {
            add("solved from", format!("{empties} empty squares"));
        }
        settings
    }
}

/// What every game has unless something else is said.
const USUAL_CLOCK: TimeControl = TimeControl(ClockRule::Fischer {
    main: Duration::from_secs(10),
    increment: Duration::from_millis(100),
    main_limit: None,
    max_per_move: None,
});

/// Milliseconds by which a move may be late.
const USUAL_MARGIN: u64 = 20;

/// A path with the format after a colon, if there is one.
fn split_format(text: &str) -> (PathBuf, Option<Format>) {
    if let Some((path, name)) = text.rsplit_once(':')
        && let Some(format) = Format::from_name(name)
    {
        return (path.into(), Some(format));
    }
    (text.into(), None)
}

/// Everything about an opening that the games depend on, and the name that is in them.
fn fingerprint(opening: &Opening) -> String {
    let start = opening.start.as_ref().and_then(write_position);
    let moves: Vec<String> = opening.moves.iter().map(|&mv| mv.to_string()).collect();
    format!(
        "{} {} {}\n",
        opening.name,
        start.unwrap_or_default(),
        moves.join("")
    )
}

fn contender(engine: &EngineSpec, clock: ClockRule) -> Participant {
    let spec = engine.clone();
    let make: Make = Box::new(move || match engines::connect(&spec) {
        Ok(player) => player,
        Err(fault) => Box::new(Absent(fault)),
    });
    Participant {
        name: engine.name.clone(),
        clock: engine.clock(clock),
        restart: engine.restart,
        make,
    }
}

/// An engine that cannot be started at all: it loses every game.
struct Absent(EngineError);

impl EngineClient for Absent {
    fn new_game(&mut self, _game: GameSpec, _clock: &Clock) -> Result<(), EngineError> {
        Err(EngineError::new(
            Termination::Refused,
            self.0.message.clone(),
        ))
    }

    fn play_move(&mut self, _side: Side, _mv: Move) -> Result<(), EngineError> {
        Err(self.0.clone())
    }

    fn go(&mut self, _: Side, _: &[Clock; 2], _: Duration) -> Result<EngineReply, EngineError> {
        Err(self.0.clone())
    }

    fn end_game(&mut self) -> Result<(), EngineError> {
        Err(self.0.clone())
    }

    fn quit(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"
        name = "Sunday"
        game = "renju"
        tc = "10+100ms"
        rounds = 3
        made-openings = 4
        seed = 9
        concurrency = 2
        journal = "sunday.jsonl"

        [[engine]]
        command = "./first --fast"

        [[engine]]
        name = "second"
        command = "./first --slow"
        odds = 0.5

        [adjudicate]
        proof = true
        resign = { value = 20 }

        [sprt]
        elo0 = 0
        elo1 = 5
    "#;

    fn file() -> MatchFile {
        MatchFile::from_toml(FILE).unwrap()
    }

    fn why(change: impl FnOnce(&mut MatchFile)) -> String {
        let mut file = file();
        change(&mut file);
        match file.plan(Shard::WHOLE) {
            Ok(_) => panic!("a plan"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_match_file_becomes_a_match() {
        let plan = file().plan(Shard::WHOLE).unwrap();
        let tournament = &plan.tournament;
        assert_eq!(tournament.schedule.games(), 6);
        assert_eq!(tournament.concurrency, 2);
        assert_eq!(tournament.conditions.spec.variant.name(), "Renju");
        assert_eq!(tournament.conditions.spec.size, 15);
        let names = tournament.contenders.iter().map(|one| one.name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["first", "second"]);
        let ClockRule::Fischer { main, .. } = tournament.contenders[1].clock else {
            panic!("{:?}", tournament.contenders[1].clock);
        };
        assert_eq!(main, Duration::from_secs(5));
        assert_eq!(plan.title.heading(&[]), "Sunday");
        assert_eq!(plan.title.scheduled, Some(6));
        assert!(plan.test.is_some());
    }

    #[test]
    fn the_hash_is_that_of_what_the_games_depend_on() {
        let hash = |change: fn(&mut MatchFile)| {
            let mut file = file();
            change(&mut file);
            file.plan(Shard::WHOLE).unwrap().header.hash
        };
        let plain = hash(|_| {});
        assert_eq!(plain, hash(|file| file.rounds = Some(40)));
        assert_eq!(plain, hash(|file| file.sprt = None));
        assert_eq!(plain, hash(|file| file.concurrency = Some(9)));
        assert_eq!(plain, hash(|file| file.journal = None));
        for change in [
            (|file| file.seed = Some(2)) as fn(&mut MatchFile),
            |file| file.game = Some("gomoku".into()),
            |file| file.tc = Some("1/move".parse().unwrap()),
            |file| file.engines[0].depth = Some(4),
            |file| file.made_openings = Some(6),
            |file| file.adjudicate.proof = false,
            |file| file.max_moves = Some(100),
        ] {
            assert_ne!(plain, hash(change));
        }
    }

    #[test]
    fn what_cannot_be_is_said() {
        assert!(why(|file| file.game = Some("chess".into())).contains("Renju"));
        assert!(why(|file| file.size = Some(23)).contains("expected 5 to 22"));
        assert!(why(|file| file.engines.truncate(1)).starts_with("1 engine given"));
        assert!(why(|file| file.engines.push("./third".parse().unwrap())).contains("2 for a test"));
        assert!(why(|file| file.engines[1].name.clear()).contains("the name \"first\""));
        assert!(why(|file| file.engines[1].timeodds = 0.0).starts_with("engine 2: "));
        assert!(why(|file| file.games = Some(4)).contains("not both"));
        let odd = why(|file| {
            file.rounds = None;
            file.games = Some(5);
        });
        assert!(odd.contains("even number"), "{odd}");
        assert!(why(|file| file.rounds = Some(0)).contains("at least one"));
        assert!(why(|file| file.openings = Some("x".into())).contains("not both"));
        assert!(why(|file| file.made_openings = Some(200)).contains("at most 40"));
        assert!(why(|file| file.patience = Some(-1.0)).contains("patience"));
        assert!(why(|file| file.adjudicate.solve = Some(60)).contains("24"));
        let missing = why(|file| {
            file.made_openings = None;
            file.openings = Some("/nonexistent/x.txt:pos".into());
        });
        assert!(missing.contains("/nonexistent/x.txt:"), "{missing}");
        let error = MatchFile::from_toml("rounds = 3\nround = 4").unwrap_err();
        assert!(error.to_string().contains("line 2"), "{error}");
    }

    #[test]
    fn formats_stand_after_a_colon() {
        assert_eq!(split_format("a.txt"), ("a.txt".into(), None));
        assert_eq!(
            split_format("a.txt:pos-top"),
            ("a.txt".into(), Some(Format::PosTop))
        );
        assert_eq!(split_format("C:/a.txt"), ("C:/a.txt".into(), None));
    }
}
