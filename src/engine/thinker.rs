//! Jobs for any game: from plain values to a game's own search.

use crate::engine::job::Job;
use crate::game::{Game, SetupError};
use crate::search::{Player, Report, SearchResult, StopToken};
use std::marker::PhantomData;

/// Does jobs, and remembers between them what helps the next one.
pub trait Thinker: Send {
    /// Searches; see [`Player::think`]. An error means that the job describes no position.
    fn think(
        &mut self,
        job: &Job,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> Result<SearchResult, SetupError>;

    /// Forgets everything learnt from earlier positions.
    fn forget(&mut self);
}

/// The position that a job is about.
pub(super) fn position<G: Game>(rules: G::Rules, job: &Job) -> Result<G::Position, SetupError> {
    let mut position = G::from_setup(rules, &job.start)?;
    for &(_, mv) in &job.moves {
        G::play(&mut position, mv);
    }
    Ok(position)
}

/// A game's brain behind the common trait.
pub(super) struct GameThinker<G: Game, B> {
    player: B,
    /// The rules for a board of a given size.
    rules: fn(u8, &Job) -> Result<G::Rules, SetupError>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, B: Player<G>> GameThinker<G, B> {
    pub(super) fn boxed(rules: fn(u8, &Job) -> Result<G::Rules, SetupError>) -> Box<dyn Thinker> {
        Box::new(Self {
            player: B::default(),
            rules,
            game: PhantomData,
        })
    }
}

impl<G: Game, B: Player<G>> Thinker for GameThinker<G, B> {
    fn think(
        &mut self,
        job: &Job,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> Result<SearchResult, SetupError> {
        let rules = (self.rules)(job.start.size, job)?;
        let position = position::<G>(rules, job)?;
        Ok(self.player.think(&position, &job.request, stop, sink))
    }

    fn forget(&mut self) {
        self.player.clear();
    }
}
