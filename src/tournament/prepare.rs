//! Prepares a match from its settings: checks them, reads the openings, and makes the schedule.

mod description;
mod error;
mod openings;

pub use error::SettingsError;

use crate::engine::Variant;
use crate::engines::cpus::share_cpus;
use crate::engines::{self, EngineSpec, GameSpec, TimeControl};
use crate::protocol::ProtocolKind;
use crate::search::ClockRule;
use crate::tournament::delays::FailureDelays;
use crate::tournament::engine_builds::EngineFiles;
use crate::tournament::journal::JournalHeader;
use crate::tournament::levels::known_rating;
use crate::tournament::openings::OpeningSource;
use crate::tournament::referee::GameSettings;
use crate::tournament::referee::clock::TimeLimits;
use crate::tournament::runner::Participant;
use crate::tournament::{
    Match, MatchInfo, MatchSettings, OpeningSymmetry, Schedule, Shard, TournamentFormat,
    TournamentKind,
};
use crate::util::text::counted;
use openings::split_format;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashSet};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

/// The number of rounds of a match that a test ends.
const SPRT_ROUNDS: u32 = 100_000;

/// Against levels: the default number of game pairs, and of moves of generated openings.
const LEVEL_ROUNDS: u32 = 5;
const LEVEL_OPENING_PLIES: u8 = 4;

/// The default clock: 10 s and 0.1 s a move.
const DEFAULT_CLOCK: TimeControl = TimeControl::new(ClockRule::fischer(
    Duration::from_secs(10),
    Duration::from_millis(100),
    None,
));

/// The most games at the same time: more threads than any system starts.
const MAX_CONCURRENCY: usize = 65_536;
/// The default time margin in milliseconds.
const DEFAULT_TIMEMARGIN: u64 = 20;
/// The default hang timeout in seconds.
const DEFAULT_HANG_TIMEOUT: f64 = 10.0;
/// The default limit for a move without a clock, in seconds.
const DEFAULT_MAX_MOVE_TIME: f64 = 600.0;

impl MatchSettings {
    /// Prepares a match. Files of openings are read; no engine is started.
    ///
    /// # Errors
    /// The first setting that is wrong.
    pub fn prepare(&self, shard: Shard) -> Result<Match, SettingsError> {
        if self.levels.is_some() {
            // They are this executable, and only that of flipfive is an engine.
            let text = "levels: only `flipfive match` starts itself as its levels; expected engines with level=N";
            return Err(SettingsError::Value(text.into()));
        }
        if !(1..=shard.of).contains(&shard.index) {
            return Err(SettingsError::Value(format!(
                "shard: {shard} is out of range; expected INDEX/COUNT such as 2/8, with an index from 1 to the count"
            )));
        }
        let spec = self.game_spec()?;
        let engines = self.checked_engines()?;
        self.check_opening_rule(spec, &engines)?;
        let rated = engines.iter().filter_map(|engine| {
            let rating = known_rating(engine, spec, self.clock().rule)?;
            Some((engine.name.clone(), rating))
        });
        let settings = self.game_settings(spec)?;
        for warning in self.settings_without_effect(spec) {
            log::warn!("{warning}");
        }
        self.warn_of_ambiguous_clocks(&engines);
        self.warn_of_shared_processors(&engines);
        let (source, origin) = self.opening_source(spec)?;
        let format = self.format(engines.len(), &source, shard)?;
        let schedule = Schedule::new(format, engines.len());
        let info = MatchInfo {
            name: self.name.clone().unwrap_or_default(),
            engines: engines.iter().map(|engine| engine.name.clone()).collect(),
            ratings: rated.collect(),
            time: self.clocks(&engines),
            settings: self.description(spec, &source, format, settings.limits),
            scheduled: Some(schedule.games()),
            format: Some(format),
        };
        let plan = json!({
            "title": info,
            "sprt": self.sprt.map(|sprt| sprt.parameters()),
            "settings": self.as_json(),
        });
        let openings = self.openings_of(spec, source);
        self.check_max_moves(&openings, format)?;
        let header = JournalHeader::new(
            self.journal_config(spec, &engines, origin, format),
            plan,
            shard,
        );
        Ok(Match {
            info,
            settings,
            participants: self.participants()?,
            schedule,
            shard,
            openings,
            sprt: self.sprt,
            concurrency: self.concurrency(),
            recover: self.recover,
            delays: FailureDelays::default(),
            keeps_games: true,
            header,
            log: None,
            cpus: self.cpus(&engines)?,
        })
    }

    /// The same settings with the levels as engines. They play the other engines in a gauntlet of some
    /// rounds with generated openings, unless something else is given.
    #[must_use]
    pub(crate) fn with_levels(mut self) -> Self {
        let Some(levels) = self.levels.take() else {
            return self;
        };
        let given = self.engines.len();
        self.engines.extend(levels.engines());
        if given > 0 && self.tournament.is_none() {
            self.tournament = Some(TournamentKind::Gauntlet);
            self.challengers.get_or_insert(given);
        }
        if self.rounds.is_none() && self.games.is_none() && self.sprt.is_none() {
            self.rounds = Some(LEVEL_ROUNDS);
        }
        if self.openings.is_none() && self.opening_rule.is_none() {
            self.generate_openings.get_or_insert(LEVEL_OPENING_PLIES);
        }
        self
    }

    /// The engines as participants of a match.
    ///
    /// # Errors
    /// The first error of an engine's description.
    pub fn participants(&self) -> Result<Vec<Participant>, SettingsError> {
        let clock = self.clock().rule;
        let engines = self.checked_engines()?.into_iter();
        let with_scores = |mut engine: EngineSpec| {
            engine
                .analysis
                .get_or_insert(self.adjudicate.needs_scores());
            engine
        };
        let engines = engines.map(with_scores);
        Ok(engines.map(|engine| participant(engine, clock)).collect())
    }

    /// Checks what depends on the protocols of the engines. [`MatchSettings::prepare`] does it for those that are given; this is
    /// for those that have been detected since.
    ///
    /// # Errors
    /// An engine that cannot play the opening rule by its protocol.
    pub(crate) fn check_protocols(&self) -> Result<(), SettingsError> {
        self.check_opening_rule(self.game_spec()?, &self.checked_engines()?)
    }

    /// The files that a match reads: its openings.
    pub fn files(&self) -> Vec<PathBuf> {
        let openings = self.openings.as_deref().map(|text| split_format(text).0);
        openings.into_iter().collect()
    }

    /// The settings that are given, for a journal that is continued without others.
    fn as_json(&self) -> Value {
        let mut settings = serde_json::to_value(self).unwrap_or_default();
        if let Value::Object(keys) = &mut settings {
            keys.retain(|_, value| !value.is_null());
        }
        settings
    }

    /// The clocks of the engines for reports: one, if all have the same.
    fn clocks(&self, engines: &[EngineSpec]) -> String {
        let clock =
            |engine: &EngineSpec| TimeControl::new(engine.clock(self.clock().rule)).to_string();
        let clocks: Vec<String> = engines.iter().map(clock).collect();
        match &clocks[..] {
            [first, others @ ..] if others.iter().all(|clock| clock == first) => first.clone(),
            _ => clocks.join(" - "),
        }
    }

    /// Warns of clocks that other runners read in another way.
    fn warn_of_ambiguous_clocks(&self, engines: &[EngineSpec]) {
        let clocks = self
            .tc
            .iter()
            .chain(engines.iter().filter_map(|engine| engine.tc.as_ref()));
        let warnings: BTreeSet<String> = clocks.filter_map(TimeControl::ambiguity).collect();
        for warning in warnings {
            log::warn!("tc: {warning}");
        }
    }

    /// Warns of more search threads than processors: the engines of games with clocks would take time from one another.
    fn warn_of_shared_processors(&self, engines: &[EngineSpec]) {
        let has_clock =
            |engine: &EngineSpec| engine.clock(self.clock().rule) != ClockRule::Unlimited;
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let each = threads_of_a_game(engines);
        if engines.iter().any(has_clock)
            && let Some(warning) = shared_processors(self.concurrency(), each, processors)
        {
            log::warn!("{warning}");
        }
    }

    fn clock(&self) -> TimeControl {
        self.tc.unwrap_or(DEFAULT_CLOCK)
    }

    fn concurrency(&self) -> usize {
        self.concurrency.unwrap_or(1)
    }

    /// The processors of each game, if engines are to be bound to some. The engines of a game share theirs
    /// unless one of them searches during the other's time.
    fn cpus(&self, engines: &[EngineSpec]) -> Result<Vec<Vec<usize>>, SettingsError> {
        if !self.affinity {
            return Ok(Vec::new());
        }
        share_cpus(self.concurrency(), threads_of_a_game(engines)).map_err(SettingsError::Value)
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Everything that the games depend on. Its hash tells whether a journal belongs to this match, so
    /// the names and values of a version stay valid in later ones.
    fn journal_config(
        &self,
        spec: GameSpec,
        engines: &[EngineSpec],
        openings: Value,
        format: TournamentFormat,
    ) -> Value {
        let mut config = json!({
            "game": spec.variant.name(),
            "size": spec.size,
            "engines": engines.iter().cloned().map(EngineSpec::with_default_values).collect::<Vec<_>>(),
            "form": format.kind,
            "tc": self.clock(),
            "margin": self.timemargin,
            "patience": self.hang_timeout,
            "longest-move": self.max_move_time,
            "max-moves": self.max_moves,
            "openings": openings,
            "order": self.order.unwrap_or_default(),
            "turn": self.symmetry == Some(OpeningSymmetry::Random),
            "seed": self.seed(),
            "adjudicate": self.adjudicate,
        });
        // Keys of later versions stand only where they matter, so that older journals stay valid.
        if format.challengers > 1 {
            config["challengers"] = json!(format.challengers);
        }
        if format.kind == TournamentKind::Knockout {
            config["rounds"] = json!(format.rounds);
        }
        if format.kind == TournamentKind::Swiss && engines.len() % 2 == 1 {
            // Another choice would pair other engines than those in the journal.
            config["bye"] = json!("fewest-repeats");
        }
        if let Some(rule) = self.opening_rule {
            config["opening-rule"] = json!(rule);
        }
        config
    }

    fn game_spec(&self) -> Result<GameSpec, SettingsError> {
        let name = self.game.as_deref().unwrap_or("othello");
        let variant = Variant::from_name(name).ok_or_else(|| SettingsError::Game {
            name: name.into(),
            expected: Variant::words(Variant::ALL),
        })?;
        let size = self.size.unwrap_or(variant.default_size());
        match variant.new_record(size) {
            Some(_) => Ok(GameSpec { variant, size }),
            None => Err(SettingsError::Size { variant, size }),
        }
    }

    fn checked_engines(&self) -> Result<Vec<EngineSpec>, SettingsError> {
        let count = self.engines.len();
        let given = || counted(count, "engine");
        if count < 2 {
            return Err(SettingsError::Engines(given(), "at least 2"));
        }
        if self.sprt.is_some() && count != 2 {
            return Err(SettingsError::Engines(given(), "exactly 2 for an SPRT"));
        }
        let engines: Vec<EngineSpec> = (1..)
            .zip(&self.engines)
            .map(|(number, engine)| {
                let engine = self
                    .each
                    .as_ref()
                    .map_or_else(|| engine.clone(), |each| engine.clone().or(each));
                let checked = engine.checked();
                checked.map_err(|source| SettingsError::Engine { number, source })
            })
            .collect::<Result<_, _>>()?;
        let mut names = HashSet::new();
        if let Some(engine) = engines.iter().find(|engine| !names.insert(&engine.name)) {
            return Err(SettingsError::SameName(engine.name.clone()));
        }
        Ok(engines)
    }

    fn game_settings(&self, spec: GameSpec) -> Result<GameSettings, SettingsError> {
        let seconds = |name: &str, given: Option<f64>, default: f64| {
            let seconds = given.unwrap_or(default);
            if (0.0..=1e7).contains(&seconds) {
                Ok(Duration::from_secs_f64(seconds))
            } else {
                let text =
                    format!("{name}: {seconds} is out of range; expected 0 to 10000000 seconds");
                Err(SettingsError::Value(text))
            }
        };
        self.adjudicate.check().map_err(SettingsError::Value)?;
        if let Some(games) = self.concurrency
            && !(1..=MAX_CONCURRENCY).contains(&games)
        {
            let text = format!(
                "concurrency: {games} is out of range; expected a number from 1 to {MAX_CONCURRENCY}"
            );
            return Err(SettingsError::Value(text));
        }
        Ok(GameSettings {
            spec,
            limits: TimeLimits {
                margin: Duration::from_millis(self.timemargin.unwrap_or(DEFAULT_TIMEMARGIN)),
                hang_timeout: seconds("hang-timeout", self.hang_timeout, DEFAULT_HANG_TIMEOUT)?,
                max_move_time: seconds("max-move-time", self.max_move_time, DEFAULT_MAX_MOVE_TIME)?,
            },
            max_moves: self.max_moves,
            adjudication: self.adjudicate,
            opening_rule: self.opening_rule,
        })
    }

    /// Checks that the game and the engines have the opening rule.
    fn check_opening_rule(
        &self,
        spec: GameSpec,
        engines: &[EngineSpec],
    ) -> Result<(), SettingsError> {
        let Some(rule) = self.opening_rule else {
            return Ok(());
        };
        let error = |text: String| Err(SettingsError::Value(format!("opening-rule: {text}")));
        if spec.variant == Variant::Othello {
            return error(format!("{rule} is for Gomoku, not for Othello"));
        }
        if self.openings.is_some() || self.generate_openings.is_some() {
            return error(format!("give either {rule} or openings, not both"));
        }
        let by_other_protocol = |engine: &&EngineSpec| {
            let protocol = engine.protocol;
            protocol.is_some_and(|protocol| protocol != ProtocolKind::Gomocup)
        };
        match engines.iter().find(by_other_protocol) {
            Some(engine) => error(format!(
                "{} cannot play {rule}; only Gomocup's protocol has opening rules",
                engine.name
            )),
            None => Ok(()),
        }
    }

    /// How the tournament is played.
    fn format(
        &self,
        engines: usize,
        source: &OpeningSource,
        shard: Shard,
    ) -> Result<TournamentFormat, SettingsError> {
        let error = |text: String| Err(SettingsError::Value(text));
        let kind = self.tournament.unwrap_or_default();
        let challengers = match self.challengers {
            None => 1,
            Some(_) if kind != TournamentKind::Gauntlet => {
                return error("challengers: only a gauntlet has challengers".into());
            }
            Some(count) if (1..engines).contains(&count) => count,
            Some(count) => {
                let most = engines - 1;
                return error(format!(
                    "challengers: {count} is out of range; expected 1 to {most}, since at least one \
                     engine has to play against them"
                ));
            }
        };
        if matches!(kind, TournamentKind::Knockout | TournamentKind::Swiss) {
            if shard != Shard::WHOLE {
                return error(
                    "tournament: its games depend on earlier results, so it cannot be split into \
                     shards"
                        .into(),
                );
            }
            if self.sprt.is_some() {
                return error("sprt: a test needs a round robin of two engines".into());
            }
        }
        let rounds = self.number_of_rounds(kind, engines, source)?;
        Ok(TournamentFormat {
            kind,
            rounds,
            challengers,
        })
    }

    fn number_of_rounds(
        &self,
        kind: TournamentKind,
        engines: usize,
        source: &OpeningSource,
    ) -> Result<u32, SettingsError> {
        let error = |text: String| Err(SettingsError::Value(text));
        let rounds = match (self.rounds, self.games) {
            (Some(_), Some(_)) => return error("give either rounds or games, not both".into()),
            (Some(rounds), None) => rounds,
            (None, Some(games)) if games.is_multiple_of(2) => games / 2,
            (None, Some(games)) => {
                return error(format!(
                    "games: {games} is odd; expected an even number, since games come in pairs with \
                     reversed colours"
                ));
            }
            (None, None) if self.sprt.is_some() => SPRT_ROUNDS,
            (None, None) if kind == TournamentKind::Knockout => 1,
            // Enough for one engine that wins everything, and one more for the places behind it.
            (None, None) if kind == TournamentKind::Swiss => {
                engines.next_power_of_two().ilog2() + 1
            }
            (None, None) => match source {
                OpeningSource::List(list) => u32::try_from(list.len()).unwrap_or(u32::MAX),
                OpeningSource::StartPosition | OpeningSource::Generated(_) => 1,
            },
        };
        if rounds == 0 {
            return error(match self.games {
                Some(_) => "games: 0 is out of range; expected an even number from 2".into(),
                None => "rounds: 0 is out of range; expected a number from 1".into(),
            });
        }
        Ok(rounds)
    }
}

/// The search threads that run at the same time in a game: those of one engine, unless an engine searches during the
/// other's time.
fn threads_of_a_game(engines: &[EngineSpec]) -> usize {
    let threads = engines.iter().map(|engine| engine.threads.unwrap_or(1));
    let together = if engines.iter().any(EngineSpec::ponders) {
        2
    } else {
        1
    };
    together * threads.max().unwrap_or(1).max(1) as usize
}

/// The warning of `games` at a time, with so many threads `each`, that have too few processors.
fn shared_processors(games: usize, each: usize, processors: usize) -> Option<String> {
    let threads = games * each;
    let expected = match processors / each {
        _ if threads <= processors => return None,
        0 => "fewer `threads`, or no `ponder`".into(),
        most => format!("a concurrency of at most {most}"),
    };
    Some(format!(
        "games at a time: {games}, with {threads} search threads on {processors} processors, so that engines wait for one another \
         and may lose on time; expected {expected}"
    ))
}

fn participant(engine: EngineSpec, clock: ClockRule) -> Participant {
    let (name, clock, restart) = (
        engine.name.clone(),
        engine.clock(clock),
        engine.is_restarted(),
    );
    let margin = engine.timemargin.map(Duration::from_millis);
    let EngineFiles { program, data } = EngineFiles::of(&engine);
    Participant {
        name,
        clock,
        margin,
        restart,
        may_announce: matches!(engine.protocol, None | Some(ProtocolKind::Gomocup)),
        program,
        data,
        factory: Box::new(move || engines::connect(&engine)),
    }
}

#[cfg(test)]
mod tests;
