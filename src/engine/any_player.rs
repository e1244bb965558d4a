//! Players of any game behind one object-safe trait.

use crate::engine::job::Job;
use crate::engine::variant::{Variant, gomoku_rules, othello_rules};
use crate::game::{Game, SetupError};
use crate::gomoku::{Gomoku, GomokuPlayer};
use crate::othello::{Othello, OthelloPlayer};
use crate::search::{Player, Report, SearchResult, StopToken};
use std::marker::PhantomData;

/// A [`Player`] of a game that is known at run time only.
pub trait AnyPlayer: Send {
    /// Runs a job; see [`Player::think`].
    ///
    /// # Errors
    /// The start of the job is not a position of its game.
    fn think(
        &mut self,
        job: &Job,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> Result<SearchResult, SetupError>;

    /// Forgets everything learnt from earlier positions.
    fn forget(&mut self);
}

/// A new player of a game.
pub fn new_player(variant: Variant) -> Box<dyn AnyPlayer> {
    match variant {
        Variant::Othello => Box::new(GamePlayer {
            player: OthelloPlayer::default(),
            rules: othello_rules,
            game: PhantomData::<fn() -> Othello>,
        }),
        Variant::Gomoku(rule) => Box::new(GamePlayer {
            player: GomokuPlayer::default(),
            rules: move |size| gomoku_rules(size, rule),
            game: PhantomData::<fn() -> Gomoku>,
        }),
    }
}

struct GamePlayer<G, P, R> {
    player: P,
    /// The rules for a board size.
    rules: R,
    game: PhantomData<fn() -> G>,
}

impl<G, P, R> AnyPlayer for GamePlayer<G, P, R>
where
    G: Game,
    P: Player<G>,
    R: Fn(u8) -> Result<G::Rules, SetupError> + Send,
{
    fn think(
        &mut self,
        job: &Job,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> Result<SearchResult, SetupError> {
        let rules = (self.rules)(job.start.size)?;
        let mut position = G::from_setup(rules, &job.start)?;
        for &(_, mv) in &job.moves {
            G::play(&mut position, mv);
        }
        Ok(self.player.think(&position, &job.request, stop, sink))
    }

    fn forget(&mut self) {
        self.player.clear();
    }
}
