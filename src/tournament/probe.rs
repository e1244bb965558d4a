//! Starts every engine before the first game, so that a match with an engine that cannot play never begins.

use crate::engines::{
    EngineClient, EngineContext, EngineError, EngineIdentity, OpeningChoice, Termination,
};
use crate::gomoku::OpeningRule;
use crate::search::{Clock, ClockRule};
use crate::tournament::engine_builds::{EngineFiles, FileTimes};
use crate::tournament::openings::{Opening, OpeningGenerator};
use crate::tournament::referee::clock::TimeLimits;
use crate::tournament::referee::start_game;
use crate::tournament::runner::Participant;
use crate::tournament::{EngineBuild, Match};
use crate::util::text::counted;
use std::time::Duration;

/// The engines that cannot play the match, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}", reasons(.0))]
pub struct ProbeError(pub Vec<(String, EngineError)>);

fn reasons(failed: &[(String, EngineError)]) -> String {
    let reason = |(name, error): &(String, EngineError)| format!("engine {name} {error}");
    failed.iter().map(reason).collect::<Vec<_>>().join("\n")
}

impl Match {
    /// Starts every engine, asks for its name, sets up the first opening of this shard, or lets it begin one by the opening
    /// rule, and ends it. Returns the programs of the engines. A file that changes meanwhile, such as a log, is written by an engine and left out.
    ///
    /// # Errors
    /// The engines that do not start or refuse the game.
    pub fn probe(&self) -> Result<Vec<EngineBuild>, ProbeError> {
        let stages = self.schedule.stages(|_| None);
        let first = stages
            .first()
            .and_then(|stage| stage.games_of(self.shard).next());
        let round = first.map_or(0, |game| game.round);
        let opening = self
            .openings
            .of_round(round, &mut OpeningGenerator::default());
        let times = FileTimes::of(self.participants.iter().flat_map(|engine| &engine.data));
        let (mut probed, mut failed) = (Vec::new(), Vec::new());
        for participant in &self.participants {
            match self.probe_engine(participant, &opening) {
                Ok(identity) => probed.push((participant, identity)),
                Err(error) => failed.push((participant.name.clone(), error)),
            }
        }
        if !failed.is_empty() {
            return Err(ProbeError(failed));
        }
        let builds = probed.into_iter().map(|(participant, identity)| {
            let data = participant.data.iter().cloned();
            let files = EngineFiles {
                program: participant.program.clone(),
                data: data.filter(|path| times.is_unchanged(path)).collect(),
            };
            EngineBuild::new(&participant.name, &files, identity)
        });
        Ok(builds.collect())
    }

    fn probe_engine(
        &self,
        participant: &Participant,
        opening: &Opening,
    ) -> Result<EngineIdentity, EngineError> {
        let mut engine = (participant.factory)()?;
        engine.set_context(EngineContext {
            log: self.log.clone(),
            judges_clocks: true,
            ..EngineContext::default()
        });
        let clock = Clock::new(participant.clock);
        let identity = start_game(engine.as_mut(), self.settings.spec, &clock, opening)
            .and_then(|()| engine.identity())
            .and_then(|identity| {
                if let Some(rule) = self.settings.opening_rule {
                    begin_opening(engine.as_mut(), rule, &self.settings.limits)?;
                }
                Ok(identity)
            });
        engine.quit();
        identity
    }
}

/// The time for the first stones of an opening rule.
const OPENING_TIME: Duration = Duration::from_secs(1);

/// Lets an engine place the first stones of an opening rule. Whether it keeps its clock is left to the games.
fn begin_opening(
    engine: &mut dyn EngineClient,
    rule: OpeningRule,
    limits: &TimeLimits,
) -> Result<(), EngineError> {
    let clock = Clock::new(ClockRule::PerMove(OPENING_TIME));
    let timeout = limits.reply_timeout(&clock);
    let failed = |termination, what: &str| {
        EngineError::new(
            termination,
            format!("cannot begin a game by {rule}: it {what}"),
        )
    };
    let reply = engine.choose_opening(rule, &[], &clock, timeout);
    match reply
        .map_err(|error| failed(error.termination, &error.message))?
        .choice
    {
        OpeningChoice::Stones(stones) if stones.len() == 3 => Ok(()),
        OpeningChoice::Stones(stones) => {
            let what = format!("placed {}, not three", counted(stones.len(), "stone"));
            Err(failed(Termination::Illegal, &what))
        }
        OpeningChoice::Swap => Err(failed(Termination::Illegal, "took Black of an empty board")),
    }
}
