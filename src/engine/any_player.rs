//! Players of a game that is known at run time only.

use crate::engine::job::Job;
use crate::engine::variant::{Variant, gomoku_rules, othello_rules};
use crate::game::{Game, SetupError};
use crate::gomoku::{Gomoku, GomokuPlayer, Rule};
use crate::othello::{Othello, OthelloPlayer};
use crate::search::{Player, Report, SearchResult, StopToken};

/// The [`Player`] of a variant.
pub(crate) enum AnyPlayer {
    Othello(OthelloPlayer),
    Gomoku(GomokuPlayer, Rule),
}

impl AnyPlayer {
    /// A new player.
    pub(crate) fn new(variant: Variant) -> Self {
        match variant {
            Variant::Othello => Self::Othello(OthelloPlayer::default()),
            Variant::Gomoku(rule) => Self::Gomoku(GomokuPlayer::default(), rule),
        }
    }

    /// Runs a job of the variant; see [`Player::think`].
    ///
    /// # Errors
    /// The start of the job is not a position of its game.
    pub(crate) fn think(
        &mut self,
        job: &Job,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> Result<SearchResult, SetupError> {
        let size = job.start.size;
        match self {
            Self::Othello(player) => {
                think::<Othello>(player, othello_rules(size)?, job, stop, sink)
            }
            Self::Gomoku(player, rule) => {
                think::<Gomoku>(player, gomoku_rules(size, *rule)?, job, stop, sink)
            }
        }
    }

    /// Forgets everything learnt from earlier positions.
    pub(crate) fn forget(&mut self) {
        match self {
            Self::Othello(player) => player.clear(),
            Self::Gomoku(player, _) => player.clear(),
        }
    }
}

fn think<G: Game>(
    player: &mut impl Player<G>,
    rules: G::Rules,
    job: &Job,
    stop: &StopToken,
    sink: &mut dyn FnMut(Report),
) -> Result<SearchResult, SetupError> {
    let mut position = G::from_setup(rules, &job.start)?;
    for &(_, mv) in &job.moves {
        G::play(&mut position, mv);
    }
    Ok(player.think(&position, &job.request, stop, sink))
}
