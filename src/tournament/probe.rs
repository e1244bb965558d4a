//! Starts every engine before the first game, so that a match with an engine that cannot play never begins.

use crate::engines::{EngineContext, EngineError, EngineIdentity};
use crate::search::Clock;
use crate::tournament::openings::{Opening, OpeningGenerator};
use crate::tournament::referee::start_game;
use crate::tournament::runner::Participant;
use crate::tournament::{EngineBuild, Match};

/// The engines that cannot play the match, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}", reasons(.0))]
pub struct ProbeError(pub Vec<(String, EngineError)>);

fn reasons(failed: &[(String, EngineError)]) -> String {
    let reason = |(name, error): &(String, EngineError)| format!("engine {name} {error}");
    failed.iter().map(reason).collect::<Vec<_>>().join("\n")
}

impl Match {
    /// Starts every engine, asks for its name, sets up the first opening of this shard, and ends it. Returns
    /// the programs of the engines.
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
        let (mut builds, mut failed) = (Vec::new(), Vec::new());
        for participant in &self.participants {
            match self.probe_engine(participant, &opening) {
                Ok(identity) => {
                    let Participant { name, program, .. } = participant;
                    builds.push(EngineBuild::new(name, program, identity));
                }
                Err(error) => failed.push((participant.name.clone(), error)),
            }
        }
        match failed.is_empty() {
            true => Ok(builds),
            false => Err(ProbeError(failed)),
        }
    }

    fn probe_engine(
        &self,
        participant: &Participant,
        opening: &Opening,
    ) -> Result<EngineIdentity, EngineError> {
        let mut engine = (participant.factory)()?;
        engine.set_context(EngineContext {
            log: self.log.clone(),
            ..EngineContext::default()
        });
        let clock = Clock::new(participant.clock);
        let identity = start_game(engine.as_mut(), self.settings.spec, &clock, opening)
            .and_then(|()| engine.identity());
        engine.quit();
        identity
    }
}
